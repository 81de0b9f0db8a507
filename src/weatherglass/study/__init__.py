"""Many models measured alike, and what their table says; spaces compared."""
