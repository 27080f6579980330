"""Pictures as plain coordinates; templates draw them as inline SVG with presentation attributes and classes."""
