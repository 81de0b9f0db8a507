"""Gender and other groups in the structure of a space: directions, pairs of forms, whole vocabularies."""
