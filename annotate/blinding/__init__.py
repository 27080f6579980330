"""Drawing seeds, blind ids, per-coder order and key commitment: pure functions on the standard library."""
