"""word2vec and fastText, as gensim trains them, on sentences streamed from the encoded corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.corpus.corpus import Corpus
from weatherglass.errors import SpecError
from weatherglass.files import appears_whole
from weatherglass.progress import Progress
from weatherglass.train.settings import FastText, Word2Vec
from weatherglass.train.vocabulary import Vocabulary


class _Sentences:
    """The view's sentences as lists of words, again at each epoch; words that are too rare are left out."""

    def __init__(self, corpus: Corpus, vocabulary: Vocabulary, epochs: int, progress: Progress | None):
        self._corpus, self._row_of = corpus, vocabulary.row_of
        self._words: NDArray[np.object_] = np.array(vocabulary.words, dtype=object)
        self._total = epochs * corpus.counts().words
        self._done = 0
        self._progress = progress

    def __iter__(self) -> Iterator[list[str]]:
        for tokens, lengths in self._corpus.blocks(1 << 18):
            rows = self._row_of[tokens]
            known = rows >= 0
            ends = np.concatenate([[0], np.cumsum(known)])[np.cumsum(lengths)].tolist()
            words = self._words[rows[known]].tolist()
            start = 0
            for end in ends:
                if end > start:
                    yield words[start:end]
                start = end
            self._done += len(tokens)
            if self._progress is not None:
                self._progress("learning", min(self._done, self._total), self._total)


def train_gensim(
    corpus: Corpus, vocabulary: Vocabulary, settings: Word2Vec, *, progress: Progress | None = None
) -> tuple[NDArray[np.float32], Any]:
    """The vectors in the vocabulary's order, and gensim's model."""
    try:
        from gensim.models import FastText as GensimFastText
        from gensim.models import Word2Vec as GensimWord2Vec
    except ImportError as error:
        raise SpecError("word2vec and fastText need gensim: pip install 'weatherglass[train]'") from error
    shared = {
        "vector_size": settings.dim,
        "window": settings.window,
        "min_count": 1,  # the rare words are gone already
        "sg": int(settings.architecture == "skip-gram"),
        "hs": int(settings.hierarchical_softmax),
        "negative": settings.negative,
        "sample": settings.subsample,
        "alpha": settings.learning_rate,
        "min_alpha": settings.min_learning_rate,
        "ns_exponent": settings.noise_exponent,
        "cbow_mean": int(settings.cbow_mean),
        "epochs": settings.epochs,
        "seed": settings.seed,
        "workers": settings.threads,
    }
    if isinstance(settings, FastText):
        model = GensimFastText(**shared, min_n=settings.min_n, max_n=settings.max_n, bucket=settings.buckets)
    else:
        model = GensimWord2Vec(**shared)
    frequencies = dict(zip(vocabulary.words, vocabulary.counts.tolist(), strict=True))
    sentences = _Sentences(corpus, vocabulary, settings.epochs, progress)
    model.build_vocab_from_freq(frequencies, corpus_count=corpus.counts().sentences)
    model.train(
        sentences, total_words=vocabulary.running_words, epochs=settings.epochs, compute_loss=False, report_delay=1e9
    )
    rows = [model.wv.key_to_index[word] for word in vocabulary.words]
    return np.ascontiguousarray(model.wv.vectors[rows], np.float32), model


def save_fasttext(model: Any, file: Path) -> None:
    """The model with its subwords, in the format of Facebook's program, which this toolkit reads too."""
    from gensim.models.fasttext import save_facebook_model

    with appears_whole(file) as part:
        save_facebook_model(model, str(part))
