"""Words: sets, queries, language packs, and turning words into rows."""
