"""Who may do what (``permissions``), when (``phases``), and what is visible (``visibility``)."""
