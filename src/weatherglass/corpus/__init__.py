"""Texts on the way to training: `documents` reads them as a stream of documents, whatever their format."""
