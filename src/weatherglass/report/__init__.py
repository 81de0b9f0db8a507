"""Results for people: sentences, tables, one HTML file."""
