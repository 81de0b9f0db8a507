"""The default protocols against the same protocols in plain Python."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable

import polars as pl
import pytest
from hypothesis import given, settings

from tests.language import reference
from tests.language.texts import texts
from weatherglass import language
from weatherglass.language.cleaning import chosen, clean

PROTOCOLS = {"de": reference.german, "fr": reference.french, "ar": reference.arabic, "en": reference.english}


@pytest.mark.parametrize(("code", "protocol"), PROTOCOLS.items())
@settings(max_examples=400)
@given(text=texts)
def test_the_words_are_the_same(code: str, protocol: Callable[[str], list[str]], text: str) -> None:
    words, counts = clean(pl.Series([text]), chosen(language.get(code)))
    assert words == [word for piece in reference.pieces(text) for word in protocol(piece)]
    assert counts.tolist() == [len(words)]


@pytest.mark.parametrize(("code", "protocol"), PROTOCOLS.items())
def test_every_character_there_is(code: str, protocol: Callable[[str], list[str]]) -> None:
    """Inside a word and alone. Characters that Python does not know yet may be letters elsewhere; private ones are none."""
    known = [c for c in map(chr, range(sys.maxunicode + 1)) if unicodedata.category(c) not in ("Cs", "Cn", "Co")]
    all_of_them = [f"x{c}y {c}" for c in known]
    words, counts = clean(pl.Series(all_of_them), chosen(language.get(code)))
    expected = [[word for piece in reference.pieces(text) for word in protocol(piece)] for text in all_of_them]
    assert [c for c, n, some in zip(known, counts, expected, strict=True) if n != len(some)] == []
    assert words == [word for some in expected for word in some]
