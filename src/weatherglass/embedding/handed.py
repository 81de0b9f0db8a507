"""What is handed over as vectors: an Embedding, or the place of a file; anything else is refused with what makes vectors of it."""

from __future__ import annotations

import os
from pathlib import Path

from weatherglass.embedding.embedding import Embedding
from weatherglass.errors import SpecError

_MAKERS = {  # by the library that an object is of
    "gensim": "make vectors of it with weatherglass.from_gensim",
    "spacy": "make vectors of it with weatherglass.from_spacy",
    "model2vec": "make vectors of it with weatherglass.from_static, or of words in it with weatherglass.encode_words",
    "sentence_transformers": "make vectors of words in it with weatherglass.encode_words, or weatherglass.from_static where it is static",
}
_OTHERWISE = "give an Embedding or a file's name; weatherglass.from_arrays(words, matrix) makes vectors of arrays"


def embedding_of(given: object) -> Embedding:
    """Vectors in memory, where nothing else will do."""
    if isinstance(given, Embedding):
        return given
    if isinstance(given, str | os.PathLike):
        raise SpecError(
            f"{given!r} names a file, and this works on vectors in memory; read it first, with weatherglass.read"
        )
    raise SpecError(_refused(given))


def file_of_vectors(given: object) -> Path:
    """The place of a file, where nothing else will do."""
    if isinstance(given, str | os.PathLike):
        return Path(given)
    if isinstance(given, Embedding):
        raise SpecError(
            f"{given.name}: these vectors are in memory, and this works on a file; write one first, with weatherglass.write"
        )
    raise SpecError(_refused(given))


def either(given: object) -> Embedding | Path:
    """Vectors in memory, or the place of a file."""
    return given if isinstance(given, Embedding) else file_of_vectors(given)


def kind_of_object(given: object) -> str:
    """What an object is, for messages."""
    kind = type(given)
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__name__}"


def _refused(given: object) -> str:
    library = type(given).__module__.partition(".")[0]
    return f"a {kind_of_object(given)} is neither vectors of Weatherglass nor the name of a file; {_MAKERS.get(library, _OTHERWISE)}"
