"""How good vectors are: analogies, odd one out, similarity."""
