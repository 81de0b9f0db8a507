"""The word vectors that detectors are given: random ones, given ones, and those trained on the training texts, all of the same size."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from weatherglass import language as languages
from weatherglass.arrays import Singles
from weatherglass.corpus.build import build_from_words
from weatherglass.downstream.detected import OWN, RANDOM, Space
from weatherglass.downstream.text_parts import Prepared
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import read
from weatherglass.embedding.handed import file_of_vectors
from weatherglass.embedding.similarity import similarity
from weatherglass.errors import CoverageError, Notice, SpecError
from weatherglass.language import Language
from weatherglass.measure.result import Lacking
from weatherglass.progress import Progress, phase
from weatherglass.train.training import train_vectors
from weatherglass.words.lookup import Finder, Match, forms

Integers = NDArray[np.int64]
SIZE = 0.4  # root mean square of all entries of every space
SMALL = 0.1  # of that, for words that a trainable space must learn from nothing
LEAST_COUNT = 10  # in the training texts, of words by which spaces are compared: what is rarer was hardly learnt
DIM = 100  # where no vectors are given
OWN_SETTINGS: dict[str, Any] = {"min_count": 2, "epochs": 25, "window": 10, "x_max": 10.0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """A space's vectors for the vocabulary, a row per word, zeros where it has none; random ones are drawn for each seed."""

    space: Space
    vectors: Singles
    has: NDArray[np.bool_]

    def drawn(self, seed: int) -> Singles:
        """The vectors as this seed has them: only random ones differ."""
        if self.space.kind != "random":
            return self.vectors
        entries: Singles = np.random.default_rng([seed, 1]).standard_normal(self.vectors.shape, np.float32)
        return entries * np.float32(SIZE)


def spaces_of(
    prepared: Prepared,
    given: Sequence[str | PathLike[str] | Embedding],
    language: str,
    *,
    own: bool = True,
    seed: int = 0,
    allow_pickle: bool = False,
    progress: Progress | None = None,
) -> tuple[list[Vectors], tuple[Notice, ...]]:
    """Random vectors, then the given ones, then those of the training texts."""
    rules = languages.get(language)
    read_ones = [_read(each, prepared, rules, allow_pickle, progress) for each in given]
    names = _named_apart([each.name for each in read_ones])
    found = [_given(replace(each, name=name), prepared, rules) for each, name in zip(read_ones, names, strict=True)]
    dim = found[0].space.dim if found else DIM
    if own:
        found.append(_own(prepared, language, dim, seed, progress))
        mine = _embedding(found[-1], prepared)
        found[:-1] = [_compared(each, mine, prepared) for each in found[:-1]]
    random = _sized(
        Space(name=RANDOM, kind="random", dim=dim, words=0, asked=0, running=0.0, scale=1.0),
        np.zeros((len(prepared.vocabulary), dim), np.float32),
        prepared.seen.copy(),
        prepared,
    )
    notices = [notice for each in read_ones for notice in each.notices]
    return [random, *found], (*notices, *_other_dimensions(found, dim))


def _other_dimensions(found: Sequence[Vectors], dim: int) -> list[Notice]:
    """Where a comparison with random vectors is one of sizes too."""
    others = [f"{each.space.name} ({each.space.dim:,})" for each in found if each.space.dim != dim]
    said = f"Random and own vectors have {dim:,} dimensions, as the first given ones; not as many have {', '.join(others)}."
    return [Notice("other-dimensions", f"{said} What these add may come from that.")] if others else []


def common_words(spaces: Sequence[Vectors]) -> NDArray[np.bool_]:
    """Which words all spaces have; random vectors can be had for any word, so they do not count unless there are no others."""
    others = [each for each in spaces if each.space.kind != "random"] or spaces
    found: NDArray[np.bool_] = np.logical_and.reduce([each.has for each in others])
    return found


def matrix_of(
    vectors: Vectors,
    *,
    words: NDArray[np.bool_] | None,
    seen: NDArray[np.bool_] | None,
    seed: int,
) -> tuple[Singles, Integers]:
    """The matrix that a detector is given, and the row in it of each word of the vocabulary.

    Row 0 is padding and row 1 stands for all words without a vector; both are zeros. `words`: only these get their vectors. `seen`: words of the training
    texts that must be learnt although the space lacks them; they start small and random.
    """
    has = vectors.has if words is None else words
    learnt = seen & ~has if seen is not None and words is None else np.zeros(len(has), bool)
    entries = np.random.default_rng([seed, 2]).standard_normal((int(learnt.sum()), vectors.space.dim)) * SIZE * SMALL
    rows = np.ones(len(has), np.int64)
    rows[has] = 2 + np.arange(has.sum())
    rows[learnt] = 2 + has.sum() + np.arange(learnt.sum())
    matrix = np.concatenate(
        [np.zeros((2, vectors.space.dim), np.float32), vectors.drawn(seed)[has], entries.astype(np.float32)]
    )
    return matrix, rows


def _read(
    given: str | PathLike[str] | Embedding,
    prepared: Prepared,
    rules: Language,
    allow_pickle: bool,
    progress: Progress | None,
) -> Embedding:
    """Only the rows that looking the texts' words up may ask for."""
    if isinstance(given, Embedding):
        return given
    wanted = {form for word in prepared.vocabulary for form, _how in forms(word, rules, Match())}
    name = file_of_vectors(given).name
    return read(
        given, words=wanted, key=rules.key, allow_pickle=allow_pickle, progress=phase(progress, f"reading {name}")
    )


def _named_apart(names: Sequence[str]) -> list[str]:
    """Names that tell the spaces apart, also from our own two."""
    taken = {RANDOM, OWN}
    found = []
    for name in names:
        new, number = name, 2
        while new in taken:
            new, number = f"{name} ({number})", number + 1
        taken.add(new)
        found.append(new)
    return found


def _given(embedding: Embedding, prepared: Prepared, rules: Language) -> Vectors:
    finder = Finder(embedding, rules, Match())
    hits = [finder.find((word,)) for word in prepared.vocabulary]
    rows = np.array([-1 if hit is None else hit[0] for hit in hits], np.int64)
    has = rows >= 0
    if not has.any():
        raise CoverageError(
            f"{embedding.name}: none of the {len(rows):,} words of the texts is in these vectors; give vectors of the texts' language"
        )
    vectors = np.where(has[:, None], embedding.vectors[np.maximum(rows, 0)], np.float32(0))
    source = embedding.identity()
    space = Space(
        name=embedding.name, kind="given", dim=embedding.dim, words=0, asked=0, running=0.0, scale=1.0, source=source
    )
    return _sized(space, vectors, has, prepared)


def _own(prepared: Prepared, language: str, dim: int, seed: int, progress: Progress | None) -> Vectors:
    """GloVe on all training texts and on nothing else."""
    names = np.array(prepared.vocabulary, dtype=object)
    with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        corpus = build_from_words(
            (names[words].tolist() for words in prepared.own), Path(folder) / OWN, language=language
        )
        try:
            embedding = train_vectors(corpus, "glove", dim=dim, seed=seed, threads=1, progress=progress, **OWN_SETTINGS)
        except SpecError as error:
            raise SpecError(
                f"no vectors can be trained on the training texts ({error}); leave them out with own=False (--no-own)"
            ) from error
    rows = np.array([embedding.index.get(word, -1) for word in prepared.vocabulary], np.int64)
    vectors = np.where((rows >= 0)[:, None], embedding.vectors[np.maximum(rows, 0)], np.float32(0))
    source = {"method": "glove", "settings": {"dim": dim, "seed": seed, **OWN_SETTINGS}}
    space = Space(name=OWN, kind="own", dim=dim, words=0, asked=0, running=0.0, scale=1.0, source=source)
    return _sized(space, vectors, rows >= 0, prepared)


def _sized(space: Space, vectors: Singles, has: NDArray[np.bool_], prepared: Prepared) -> Vectors:
    """Scaled by one number to the size that all spaces have, so cosines stay as they are."""
    kind: Literal["random", "given", "own"] = space.kind
    size = float(np.sqrt(np.mean(vectors[has].astype(np.float64) ** 2))) if kind != "random" else SIZE
    if not np.isfinite(size) or size == 0:
        raise SpecError(f"{space.name}: all vectors of the texts' words are zero or not finite; mend the file")
    scale = SIZE / size
    test = np.concatenate(prepared.parts["test"].words)
    told: dict[str, Any] = {
        "words": int(has.sum()),
        "asked": len(has),
        "running": float(has[test].mean()),
        "scale": scale,
    }
    scaled: Singles = (vectors * scale).astype(np.float32)
    return Vectors(space=replace(space, **told), vectors=scaled, has=has)


def _embedding(vectors: Vectors, prepared: Prepared) -> Embedding:
    """The words that a space has and that are no rarity in the training texts, by the names that the texts have for them."""
    kept = vectors.has & (prepared.counts >= LEAST_COUNT)
    words = [word for word, keep in zip(prepared.vocabulary, kept, strict=True) if keep]
    return Embedding.from_arrays(words, vectors.vectors[kept], vectors.space.name)


def _compared(vectors: Vectors, own: Embedding, prepared: Prepared) -> Vectors:
    """With its similarity to the texts' own space, words weighted by how often they stand in the training texts.

    Every word counts the same when one space is turned onto the other, so thousands of words met twice would decide about it: with them the
    frequent words of EDOS come out opposite to themselves (−0.11), without them they do not (0.50).
    """
    from threadpoolctl import threadpool_limits

    counted = dict(zip(prepared.vocabulary, prepared.counts.tolist(), strict=True))
    try:
        with threadpool_limits(1):  # sums in another order end on other digits
            alike = similarity(_embedding(vectors, prepared), own, frequencies=counted)
    except SpecError as error:
        return replace(vectors, space=replace(vectors.space, similarity=Lacking(skipped=str(error))))
    return replace(vectors, space=replace(vectors.space, similarity=alike))
