"""What a file of vectors is like: sizes, lengths, scripts, casing, and rows that look wrong."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass

import numpy as np

from weatherglass.arrays import Bools, Floats
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.provenance import Provenance
from weatherglass.embedding.selection import examples
from weatherglass.errors import Notice

LONG_WORD = 50
_BINS = 25  # odd, so that lengths that are all the same stand in the middle
_NARROWEST = 0.01  # of the middle on either side; what is closer together differs by rounding
_ROWS_AT_ONCE = 8192  # turned into 64-bit numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """Facts about an embedding; shares are of the rows that were read.

    `norm_counts` are the rows whose length is between one of `norm_edges` and the next, of all that have a length.
    `mean_unit_norm` is the length of the mean of all directions: 0 where they are spread evenly, 1 where they are one.
    `left_out` counts rows that could not be used, by the codes of the notices that tell of them.
    """

    name: str
    format: str
    rows: int
    read: int
    dim: int
    sha256: str
    norms: dict[str, float]
    norm_counts: tuple[int, ...]
    norm_edges: tuple[float, ...]
    unit_length: bool
    mean_vector_norm: float
    mean_unit_norm: float
    scripts: dict[str, float]
    casing: dict[str, float]
    most_frequent: tuple[str, ...]
    left_out: dict[str, int]
    provenance: Provenance | None
    notices: tuple[Notice, ...]


def describe(embedding: Embedding) -> Description:
    """Look at every row that was read."""
    norms, mean_unit_norm = _norms(embedding)
    counts, edges = _histogram(norms)
    quantiles = np.quantile(norms, [0, 0.25, 0.5, 0.75, 1]) if len(norms) else np.zeros(5)
    scripts = Counter(_script(word) for word in embedding.words)
    casing = Counter(_casing(word) for word in embedding.words)
    total = max(len(embedding), 1)
    return Description(
        name=embedding.name,
        format=embedding.format,
        rows=embedding.rows,
        read=len(embedding),
        dim=embedding.dim,
        sha256=embedding.sha256,
        norms=dict(zip(("min", "q25", "median", "q75", "max"), map(float, quantiles), strict=True)),
        norm_counts=counts,
        norm_edges=edges,
        unit_length=bool(len(norms) and np.allclose(norms, 1, atol=1e-3)),
        mean_vector_norm=float(np.linalg.norm(embedding.vectors.mean(axis=0, dtype=np.float64))) if len(norms) else 0.0,
        mean_unit_norm=mean_unit_norm,
        scripts={name: count / total for name, count in scripts.most_common(6)},
        casing={name: count / total for name, count in casing.most_common()},
        most_frequent=embedding.words[:20],
        left_out=embedding.left_out,
        provenance=embedding.made,
        notices=(*embedding.notices, *_other_provenance(embedding), *_suspicious(embedding, norms)),
    )


def _norms(embedding: Embedding) -> tuple[Floats, float]:
    """The length of every row, and that of the mean of all directions; a block at a time, as a copy of all takes twice their memory."""
    norms = np.zeros(len(embedding))
    total, counted = np.zeros(embedding.dim), 0
    for low in range(0, len(embedding), _ROWS_AT_ONCE):
        block = embedding.vectors[low : low + _ROWS_AT_ONCE].astype(np.float64)
        own = norms[low : low + len(block)] = np.linalg.norm(block, axis=1)
        directed = _have_length(own)
        total += (block[directed] / own[directed, None]).sum(axis=0)
        counted += int(directed.sum())
    return norms, float(np.linalg.norm(total / max(counted, 1)))


def _histogram(norms: Floats) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """How many lengths are in each of some equal steps from the smallest to the largest, and where the steps end."""
    usable = norms[_have_length(norms)]
    if not len(usable):
        return (), ()
    middle = (usable.min() + usable.max()) / 2
    reach = max((usable.max() - usable.min()) / 2, _NARROWEST * middle)
    counts, edges = np.histogram(usable, _BINS, (middle - reach, middle + reach))
    return tuple(counts.tolist()), tuple(edges.tolist())


def _have_length(norms: Floats) -> Bools:
    return np.isfinite(norms) & (norms > 0)


def _other_provenance(embedding: Embedding) -> list[Notice]:
    if embedding.provenance is None or embedding.made is not None:
        return []
    text = (
        "The file beside the vectors that tells how they were made was written for other vectors, so it is not shown."
    )
    return [Notice("other-provenance", text)]


def _script(word: str) -> str:
    for character in word:
        if character.isalpha():
            name = unicodedata.name(character, "other").split(" ")[0].split("-")[0]
            return name.capitalize()
    return "no letters"


def _casing(word: str) -> str:
    if not any(c.isalpha() for c in word):
        return "no letters"
    if word == word.lower() and word == word.upper():
        return "no case"
    if word == word.lower():
        return "lower"
    if word == word.upper():
        return "UPPER"
    return "Capitalised" if word[0].isupper() and word[1:] == word[1:].lower() else "miXed"


def _suspicious(embedding: Embedding, norms: Floats) -> list[Notice]:
    """Rows that are readable but that a careful person would look at."""
    median = float(np.median(norms)) if len(norms) else 0.0
    far = [w for w, n in zip(embedding.words, norms, strict=True) if not median / 20 <= n <= median * 20]
    checks = {
        "odd-length": ("vectors more than 20 times longer or shorter than usual", far),
        "long-words": (f"words longer than {LONG_WORD} characters", [w for w in embedding.words if len(w) > LONG_WORD]),
        "white-space": ("words that contain white space", [w for w in embedding.words if any(map(str.isspace, w))]),
        "control-characters": (
            "words that contain invisible control characters",
            [w for w in embedding.words if any(unicodedata.category(c) in ("Cc", "Cf") for c in w)],
        ),
        "same-vectors": ("words whose vector is the same as an earlier word's", _same_vectors(embedding)),
    }
    return [Notice(code, f"{len(words):,} {text}{examples(words)}") for code, (text, words) in checks.items() if words]


def _same_vectors(embedding: Embedding) -> list[str]:
    seen: set[bytes] = set()
    same = []
    for word, vector in zip(embedding.words, embedding.vectors, strict=True):
        digest = hash(vector.tobytes()).to_bytes(8, "little", signed=True)
        if digest in seen:
            same.append(word)
        seen.add(digest)
    return same
