"""Studies: many trained models measured alike, and what their table says."""
