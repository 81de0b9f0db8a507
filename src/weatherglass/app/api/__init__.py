"""The JSON API: one file for each group of addresses; shapes are those of `--json`."""
