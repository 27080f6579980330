"""What people see: reads that return frozen objects."""
