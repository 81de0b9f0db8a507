"""Reading and holding word vectors."""
