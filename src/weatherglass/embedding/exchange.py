"""Vectors from the objects of other libraries, and back: gensim, spaCy, static encoders, arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from weatherglass.arrays import Singles
from weatherglass.embedding.embedding import Embedding, numbers
from weatherglass.embedding.encoders import encoded
from weatherglass.embedding.foreign import from_matrix, rows_of_vocab
from weatherglass.embedding.handed import embedding_of, kind_of_object
from weatherglass.embedding.selection import Rows, Selection
from weatherglass.errors import SpecError

_UNKNOWN = "[UNK]"
_EVERY_ROW = Selection()


def from_arrays(words: Iterable[str], vectors: NDArray[np.floating], *, name: str = "vectors") -> Embedding:
    """Words and a matrix with a row each, most frequent first where that is known; rows without direction are left out."""
    return Embedding.from_arrays(_listed(words), vectors, name)


def from_gensim(vectors: Any, *, name: str = "") -> Embedding:
    """gensim's KeyedVectors, or the ones inside a model.

    Counts are not taken over: gensim makes them up for vectors that it read from a file.
    """
    keyed = getattr(vectors, "wv", vectors)
    if not all(hasattr(keyed, part) for part in ("index_to_key", "vectors")):
        raise SpecError(f"needs gensim's KeyedVectors, or a model that has them as .wv; got {kind_of_object(vectors)}")
    kind = f"gensim {type(vectors).__name__} in memory"
    called = name or type(vectors).__name__
    rows = from_matrix(
        Path(called), list(keyed.index_to_key), numbers(keyed.vectors, f"{called}.vectors is"), _EVERY_ROW
    )
    return Embedding.from_rows(rows, name=called, origin={"object": kind})


def from_spacy(pipeline: Any, *, name: str = "") -> Embedding:
    """The vectors of a spaCy pipeline or vocabulary; only words that own their row, as when a folder is read."""
    vocab = getattr(pipeline, "vocab", pipeline)
    if not all(hasattr(vocab, part) for part in ("vectors", "strings")):
        raise SpecError(f"needs a spaCy pipeline or its vocabulary; got {kind_of_object(pipeline)}")
    called = name or _name_of(pipeline) or "spaCy"
    rows = rows_of_vocab(vocab, Path(called), _EVERY_ROW)
    return Embedding.from_rows(rows, name=called, origin={"object": f"spaCy {type(pipeline).__name__} in memory"})


def from_static(model: Any, *, name: str = "") -> Embedding:
    """Every whole word of a static encoder's vocabulary, such as model2vec's StaticModel.

    The vector is the one that the encoder gives to the word alone. Tokens that are pieces of words, or marks, are left
    out and counted. Row numbers are the tokenizer's, which need not follow frequency.
    """
    tokenizer = _tokenizer(model)
    vocabulary = sorted(tokenizer.get_vocab().values())
    words = {token: tokenizer.decode([token]).strip() for token in vocabulary}
    whole = [token for token, word in words.items() if word and _ids(tokenizer, word) == [token]]
    if not whole:
        raise SpecError(
            f"{kind_of_object(model)} has no token that is a whole word; give its words to encode_words instead"
        )
    vectors = encoded(model, [words[token] for token in whole])
    called = name or type(model).__name__
    rows = Rows(Path(called), vectors.shape[1])
    rows.total = len(vocabulary)
    for token, vector in zip(whole, vectors, strict=True):
        rows.add(token, words[token], vector)
    for token in sorted(set(vocabulary) - set(whole)):
        rows.leave_out("word-pieces", tokenizer.id_to_token(token))
    return Embedding.from_rows(rows, name=called, origin={"object": f"whole words of the static encoder {called}"})


def to_arrays(embedding: Embedding) -> tuple[list[str], Singles]:
    """The words, and a matrix of one's own to change."""
    embedding = embedding_of(embedding)
    return list(embedding.words), embedding.vectors.copy()


def to_gensim(embedding: Embedding) -> Any:
    """gensim's KeyedVectors with the same words in the same order."""
    try:
        from gensim.models import KeyedVectors
    except ImportError as error:
        raise SpecError("gensim is not installed: pip install 'weatherglass[train]'") from error
    embedding = embedding_of(embedding)
    keyed = KeyedVectors(vector_size=embedding.dim, dtype=np.float32)
    keyed.add_vectors(list(embedding.words), embedding.vectors.copy())
    return keyed


def to_spacy(embedding: Embedding) -> Any:
    """A spaCy vocabulary in which every word owns a row; `spacy.blank("en", vocab=…)` makes a pipeline of it."""
    try:
        from spacy.vectors import Vectors
        from spacy.vocab import Vocab
    except ImportError as error:
        raise SpecError("spaCy is not installed: pip install spacy") from error
    embedding = embedding_of(embedding)
    vocab = Vocab(strings=list(embedding.words))
    vocab.vectors = Vectors(
        strings=vocab.strings, data=embedding.vectors.copy(), keys=list(embedding.words), name=embedding.name
    )
    return vocab


def to_sentence_transformers(embedding: Embedding) -> Any:
    """A StaticEmbedding for `SentenceTransformer(modules=[…])`: a text becomes the mean of its words' vectors.

    Texts are split at white space and words are taken as they are written. One that is not known counts as a row of zeros.
    """
    embedding = embedding_of(embedding)
    static_embedding, tokenizers = _static_parts()
    torn = [word for word in embedding.words if re.search(r"\s", word)]
    if torn or _UNKNOWN in embedding:
        raise SpecError(
            f"{(torn or [_UNKNOWN])[0]!r} cannot be a token of a text that is split at white space; leave it out first"
        )
    vocabulary = {word: row for row, word in enumerate((*embedding.words, _UNKNOWN))}
    tokenizer = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token=_UNKNOWN))
    tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.WhitespaceSplit()
    rows = np.vstack([embedding.vectors, np.zeros((1, embedding.dim), np.float32)])
    return static_embedding(tokenizer, embedding_weights=rows)


def _static_parts() -> tuple[Any, Any]:
    """The class of sentence-transformers, where its version has it, and the library of tokenizers."""
    try:
        tokenizers = import_module("tokenizers")
        try:
            home = import_module("sentence_transformers.sentence_transformer.modules")
        except ImportError:  # before version 6
            home = import_module("sentence_transformers.models")
    except ImportError as error:
        raise SpecError("sentence-transformers is not installed: pip install sentence-transformers") from error
    return home.StaticEmbedding, tokenizers


def _tokenizer(model: Any) -> Any:
    """That of a static encoder, or of the one inside a SentenceTransformer; what reads context has no vector of a token."""
    first = model[0] if hasattr(model, "modules") and hasattr(model, "__getitem__") else model
    if not hasattr(first, "embedding") or not hasattr(getattr(first, "tokenizer", None), "get_vocab"):
        raise SpecError(
            f"{kind_of_object(model)} is no static encoder with a tokenizer and a table of its tokens; encode_words takes any encoder"
        )
    return first.tokenizer


def _ids(tokenizer: Any, word: str) -> list[int]:
    return list(tokenizer.encode(word, add_special_tokens=False).ids)


def _name_of(pipeline: Any) -> str:
    """That of a pipeline (its language before it, as packages are called), or of the vectors of a vocabulary."""
    meta = getattr(pipeline, "meta", {})
    if meta.get("name"):
        return f"{meta.get('lang', '')}_{meta['name']}".lstrip("_")
    return str(getattr(getattr(pipeline, "vectors", None), "name", None) or "")


def _listed(words: Any) -> list[str]:
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise SpecError(f"words={words!r:.80}: give a list of words, even for one")
    listed = list(words)
    for word in listed:
        if not isinstance(word, str):
            raise SpecError(f"{word!r:.80} is no text; give the words as texts")
    return listed
