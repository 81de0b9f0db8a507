"""The local page and its JSON API: the same functions, figures and results as the command line, in a browser."""
