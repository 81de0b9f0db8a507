"""Which documents of a corpus carry a measured effect."""
