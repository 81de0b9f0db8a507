"""Vectors that an encoder of texts gives: to words by themselves, or to words in sentences (May et al. 2019)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from weatherglass.arrays import Singles
from weatherglass.embedding.embedding import Embedding, numbers
from weatherglass.embedding.selection import Rows
from weatherglass.errors import SpecError, UnknownName

PLACE = "{word}"
Templates = str | Sequence[str]  # the name of a list that ships, such as `en/names`; or sentences with {word} in them


class Encoder(Protocol):
    """Whatever turns a list of texts into an array with a row for each."""

    def encode(self, texts: list[str], /) -> Any: ...


@cache
def shipped_templates() -> Mapping[str, tuple[str, ...]]:
    """The lists of sentences that ship, by language and kind."""
    text = (resources.files("weatherglass.embedding") / "data" / "templates.toml").read_text("utf-8")
    return {
        f"{language}/{kind}": tuple(listed["sentences"])
        for language, kinds in tomllib.loads(text).items()
        for kind, listed in kinds.items()
    }


def sentences_of(templates: Templates) -> tuple[str, ...]:
    """The templates that are meant, each with one place for the word; none where words are to stand alone."""
    if isinstance(templates, str) and PLACE not in templates:
        if templates not in shipped_templates():
            raise UnknownName("list of templates", templates, shipped_templates())
        return shipped_templates()[templates]
    if not isinstance(templates, Iterable):
        raise SpecError(
            f"templates={templates!r}: give sentences with {PLACE} in them, or the name of a list; () for none"
        )
    given: tuple[Any, ...] = (templates,) if isinstance(templates, str) else tuple(templates)
    for template in given:
        if not isinstance(template, str) or template.count(PLACE) != 1:
            raise SpecError(f"a template has {PLACE} in it exactly once, such as 'This is {PLACE}.'; got {template!r}")
    return tuple(dict.fromkeys(given))


def filled(template: str, word: str) -> str:
    """The sentence about a word; it begins with a capital, as in May et al. (2019). No article is put before the word."""
    sentence = template.replace(PLACE, word)
    return sentence[:1].upper() + sentence[1:]


def encode_words(
    encoder: Encoder, words: Iterable[str], *, templates: Templates = (), name: str = ""
) -> Embedding:  # fmt: skip
    """The vectors that an encoder gives to words: to each alone or, with `templates`, the mean over its sentences.

    The encoder is anything with `encode`: a SentenceTransformer, model2vec's StaticModel, one's own class. Sentences count
    alike whatever the lengths of their vectors. An encoder has a vector for whatever it is given, also for a word that it
    never met, so that words are found says nothing; how frequent they are is not known.
    """
    if isinstance(words, str) or not isinstance(words, Iterable):
        raise SpecError(f"words={words!r}: give a list of words, even for one")
    listed: list[Any] = list(words)
    if strange := [word for word in listed if not isinstance(word, str)]:
        raise SpecError(f"words: give texts; {strange[0]!r} is none")
    wanted = sentences_of(templates)
    return in_sentences(
        encoder, {word: tuple(filled(each, word) for each in wanted) for word in listed}, {"words": wanted}, name
    )


def in_sentences(
    encoder: Encoder, sentences: Mapping[str, tuple[str, ...]], templates: Mapping[str, Sequence[str]], name: str = ""
) -> Embedding:
    """Each word with the mean over its sentences, or alone where it has none; `templates` are told by what they are for."""
    if not sentences:
        raise SpecError("there are no words to encode; give at least one")
    texts = {text: i for i, text in enumerate(dict.fromkeys(_texts(sentences)))}
    vectors = encoded(encoder, list(texts))
    called = name or type(encoder).__name__
    rows = Rows(Path(called), vectors.shape[1])
    rows.total = len(sentences)
    for word, around in sentences.items():
        own = vectors[[texts[text] for text in around or (word,)]]
        rows.add(-1, word, _mean(own) if around else own[0])  # -1: it has no place in an order of frequency
    kind = type(encoder).__name__
    origin = {
        "object": f"{_how(templates)}, encoder {kind}",
        "encoder": kind,
        "templates": {what: list(each) for what, each in templates.items()},
    }
    return Embedding.from_rows(rows, name=called, origin=origin)


def _how(templates: Mapping[str, Sequence[str]]) -> str:
    """In words; by what they are for where that makes a difference."""
    numbers = {what: len(each) for what, each in templates.items()}
    if len(numbers) > 1:
        return "; ".join(f"{what}: {_how({'words': each})}" for what, each in templates.items())
    ((what, number),) = numbers.items()
    if not number:
        return f"{what} as they are"
    return "mean over 1 template" if number == 1 else f"mean over {number} templates"


def encoded(encoder: Encoder, texts: list[str]) -> Singles:
    """What the encoder gives, as an array with a row for each text, or what is wrong with it."""
    if isinstance(encoder, type):
        raise SpecError(
            f"{encoder.__name__} is a class; give an encoder that is made of it, as {encoder.__name__}(…) is"
        )
    if not callable(getattr(encoder, "encode", None)):
        raise SpecError(
            f"{type(encoder).__name__} has no method `encode` that turns a list of texts into an array; a module of "
            "sentence-transformers goes into SentenceTransformer(modules=[…]) first"
        )
    raw = encoder.encode(texts)
    if _are_tokens(raw):
        raise SpecError(
            f"{type(encoder).__name__}.encode gave lists of whole numbers, as a tokenizer does, and no vectors; give the "
            "encoder that the tokenizer belongs to, or an array of numpy if these numbers are vectors"
        )
    given = numbers(raw, f"{type(encoder).__name__}.encode gave")
    with np.errstate(over="ignore"):  # what overflows becomes infinite and is left out, as in a file
        vectors: Singles = given.astype(np.float32, copy=False)
    if vectors.ndim != 2 or len(vectors) != len(texts):
        raise SpecError(
            f"{type(encoder).__name__}.encode gave an array of shape {vectors.shape} for {len(texts):,} texts; "
            "a row for each is needed"
        )
    return vectors


def _are_tokens(given: Any) -> bool:
    """Whether there are only whole numbers, in lists: those of tokens would pass for vectors where texts are equally long."""
    if not isinstance(given, list | tuple) or not given:
        return False
    return all(isinstance(n, int) for row in given for n in (row if isinstance(row, list | tuple) else [row]))


def _texts(sentences: Mapping[str, tuple[str, ...]]) -> Iterable[str]:
    return (text for word, around in sentences.items() for text in around or (word,))


def _mean(vectors: Singles) -> Any:
    """Of the directions; where a sentence has none, zeros or NaN as it has, which no number may rest on."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        return np.full(vectors.shape[1], 0.0 if np.isfinite(lengths).all() else np.nan)
    return (vectors / lengths).mean(axis=0)
