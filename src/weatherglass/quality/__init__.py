"""What vectors can do, and what follows from it: analogies, with the check that must stand beside them."""
