"""How results are put into words: texts in four languages, and numbers as people read them."""
