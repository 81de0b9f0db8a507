"""Word vectors, in every format."""
