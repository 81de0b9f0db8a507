"""Queries, language packs, and the one way from words to rows."""
