"""From corpus to vectors: word2vec, fastText, GloVe."""
