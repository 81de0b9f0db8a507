"""From corpus to vectors: word2vec and fastText through gensim, GloVe here, and one `train_vectors` over them."""
