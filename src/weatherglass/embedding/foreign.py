"""Vectors that only another library can open: gensim's `.kv` (a pickle) and a spaCy pipeline's folder."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.embedding.selection import Rows, Selection
from weatherglass.errors import FormatError

_COMPRESSED = (".gz", ".bz2", ".xz", ".zst")
PICKLE_REFUSED = (
    "is a Python pickle (gensim's own format?), which can run any code when it is opened. If you trust where it comes "
    "from, pass allow_pickle=True (on the command line --allow-pickle), or convert it once in Python: "
    "KeyedVectors.load(FILE).save_word2vec_format('vectors.bin', binary=True)"
)


def read_gensim(path: Path, select: Selection) -> Rows:
    """Open gensim's KeyedVectors, or the ones inside one of its models; runs what the pickle says."""
    try:
        from gensim.models import KeyedVectors
    except ImportError as error:
        raise FormatError("needs gensim to be opened: pip install 'weatherglass[train]'", file=path) from error
    try:
        with tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
            # gensim decompresses by the name alone, so a pickle with such a name is opened under another.
            plain = path if path.suffix not in _COMPRESSED else Path(shutil.copy(path, Path(folder) / "vectors.kv"))
            loaded: Any = KeyedVectors.load(str(plain))
        vectors = getattr(loaded, "wv", loaded)
        words, matrix = list(vectors.index_to_key), np.asarray(vectors.vectors)
    except Exception as error:  # a pickle can raise anything
        raise FormatError(f"does not hold gensim vectors that can be opened ({error})", file=path) from error
    return from_matrix(path, words, matrix, select)


def is_spacy_folder(path: Path) -> bool:
    return (path / "vocab" / "vectors").is_file() or (
        (path / "vectors").is_file() and (path / "strings.json").is_file()
    )


def spacy_vectors_file(path: Path) -> Path:
    """The file whose bytes identify the vectors of a spaCy folder."""
    nested = path / "vocab" / "vectors"
    return nested if nested.is_file() else path / "vectors"


def read_spacy(path: Path, select: Selection) -> Rows:
    """Read the vocabulary of a spaCy pipeline; only words that own their row are kept.

    spaCy's smaller packages map most words to the row of a near one. Those have no vector of their own, and a test
    on them would compare a word with itself.
    """
    try:
        from spacy.vocab import Vocab
    except ImportError as error:
        raise FormatError("is a spaCy folder and needs spaCy to be opened: pip install spacy", file=path) from error
    folder = spacy_vectors_file(path).parent
    for name in ("key2row", "strings.json"):
        if not (folder / name).is_file():
            raise FormatError(f"the spaCy folder is not whole: {name} is missing", file=path)
    try:
        vocab = Vocab().from_disk(folder)
    except Exception as error:  # spaCy raises many kinds on damaged folders
        raise FormatError(f"the spaCy folder is damaged ({error})", file=path) from error
    return rows_of_vocab(vocab, path, select)


def rows_of_vocab(vocab: Any, file: Path, select: Selection) -> Rows:
    """The rows of a spaCy vocabulary with the words that own them; words that share a row, and keys without a word, are counted."""
    try:
        table = vocab.vectors
        matrix = np.asarray(table.data)
        named = [(key, _word_of(key, vocab), row) for key, row in table.key2row.items()]
    except Exception as error:  # spaCy raises many kinds on damaged vocabularies
        raise FormatError(f"the spaCy vocabulary is damaged ({error})", file=file) from error
    keys = [(word, row) for _, word, row in named if word is not None]
    if named and not keys:
        raise FormatError("the spaCy vocabulary is damaged: it holds the words of none of its vectors", file=file)
    if not keys:
        raise FormatError("holds no vectors of words (a small spaCy package, or one with floret vectors?)", file=file)
    if not all(0 <= row < len(matrix) for _, row in keys):
        raise FormatError("the spaCy vocabulary is damaged: a word points outside the matrix", file=file)
    owner: dict[int, str] = {}
    sharing: list[str] = []
    for word, row in keys:
        if row in owner:
            sharing.append(word)
        else:
            owner[row] = word
    order = sorted(owner)
    rows = from_matrix(file, [owner[row] for row in order], matrix[order], select)
    for word in sharing:
        rows.leave_out("shared-rows", word)
    for key, known, _ in named:
        if known is None:
            rows.leave_out("keys-without-words", str(key))
    return rows


def _word_of(key: Any, vocab: Any) -> str | None:
    """A key is the hash of its word, whose text stands in a list of its own and may be missing there."""
    try:
        word: str = vocab.strings[key]
    except KeyError:
        return None
    return word


def from_matrix(path: Path, words: list[Any], vectors: NDArray[Any], select: Selection) -> Rows:
    """Words and a row each, as another library holds them."""
    if vectors.ndim != 2 or vectors.dtype.kind not in "fi" or len(vectors) != len(words):
        raise FormatError(
            f"{len(words):,} words do not fit an array of {vectors.dtype}{list(vectors.shape)}", file=path
        )
    if not all(isinstance(word, str) for word in words):
        raise FormatError("its vocabulary holds something else than words", file=path)
    rows = Rows(path, vectors.shape[1], select.into)
    rows.total = len(words) if select.limit is None else min(len(words), select.limit)
    rows.expect(rows.total)
    for rank in select.rows_of(words).tolist():
        rows.add(rank, words[rank], vectors[rank])
    return rows
