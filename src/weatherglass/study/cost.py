"""About how long training takes and how much disk it needs, before it is begun.

The constants are seconds of one core, fitted to twelve models of German debates (docs/studies.md); another machine, or texts
unlike those, may take half or twice as long. Once models are trained, what is left is told from how long those took.
"""

from __future__ import annotations

import math
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from weatherglass.corpus.corpus import Numbers
from weatherglass.train.settings import FastText, GloVe, Settings, Word2Vec

_MODEL = 0.3  # any model
_HANDED_ON = 5.4e-7  # each word of the text, in each pass of word2vec
_KEPT = 1.5e-6  # each word that is not thinned out, skip-gram
_NOISE, _NOISE_AND_DIM = 1.5e-7, 2.8e-10  # each update against a word of noise
_NODE, _NODE_AND_DIM = 4.0e-8, 2.8e-10  # each update on the way to a word of the hierarchical softmax
_WAY = 0.7  # length of that way, in bits of the vocabulary
_CONTEXT_AND_DIM = 5.8e-10  # each context word of CBOW, which has no step of its own
_SUBWORDS, _BUCKET_AND_DIM = 2.7, 1e-8  # fastText: times as long, and its n-grams to begin with
_PAIR = 7e-8  # each pair to count for GloVe
_CELLS, _CELLS_EXPONENT = 25.7, 0.718  # different pairs among so many: c · pairs^e
_CELL, _CELL_AND_DIM = 9e-8, 2.5e-9  # each of them, in each epoch

_TEST, _OTHER_TEST = {"weat": 0.24, "bat": 0.06}, 0.02  # each query, on the English tests: mostly their p


def seconds(counts: Numbers, sentences: int, settings: Word2Vec | GloVe) -> float:
    """To train on so many sentences in which the words occur so often; words below the minimum count are left out."""
    known = counts[counts >= settings.min_count].astype(np.float64)
    if not len(known):
        return _MODEL
    length = float(known.sum()) / max(1, sentences)
    if isinstance(settings, Word2Vec):
        return _MODEL + _word2vec(known, float(counts.sum()), length, settings)
    pairs = float(known.sum()) * _neighbours(length, settings.window) / 2
    cells = min(pairs, _CELLS * math.pow(pairs, _CELLS_EXPONENT))
    return _MODEL + _PAIR * pairs + settings.epochs * cells * (_CELL + _CELL_AND_DIM * settings.dim)


def _neighbours(length: float, window: int) -> float:
    """Words within the window of a word, on average, in sentences of so many words."""
    return sum(2 * max(0.0, length - distance) / length for distance in range(1, window + 1)) if length else 0.0


def _word2vec(known: NDArray[np.float64], handed_on: float, length: float, settings: Word2Vec) -> float:
    kept = known
    if settings.subsample:
        share = settings.subsample * known.sum() / known
        kept = known * np.minimum(1.0, np.sqrt(share) + share)
    words = float(kept.sum())
    shrunk = range(1, settings.window + 1)  # each word draws its window from 1 to the greatest
    contexts = sum(_neighbours(length * words / float(known.sum()), window) for window in shrunk) / settings.window
    outputs = 0.0
    if settings.negative:
        outputs += (settings.negative + 1) * (_NOISE + _NOISE_AND_DIM * settings.dim)
    if settings.hierarchical_softmax:
        outputs += _WAY * math.log2(max(2, len(known))) * (_NODE + _NODE_AND_DIM * settings.dim)
    if settings.architecture == "skip-gram":
        each = _KEPT + contexts * outputs
    else:
        each = contexts * _CONTEXT_AND_DIM * settings.dim + outputs
    once = 0.0
    if isinstance(settings, FastText):
        each, once = each * _SUBWORDS, settings.buckets * settings.dim * _BUCKET_AND_DIM
    return once + settings.epochs * (_HANDED_ON * handed_on + words * each)


def measuring(queries: int, measures: Collection[str]) -> float:
    """Seconds to measure so many queries on a model, which for small models is most of the time."""
    return queries * sum(_TEST.get(name, _OTHER_TEST) for name in measures)


def vectors_bytes(counts: Numbers, settings: Settings) -> int:
    """Of the vectors, if they are kept."""
    return int((counts >= settings.min_count).sum()) * (4 * settings.dim + 12)
