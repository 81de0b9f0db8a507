"""Statistics that know nothing of words."""
