"""Lines of words and several choices in forms: read as people write them, shown as they were read."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import Field

from weatherglass.app.asking import Asked, Pairs, WordRows, as_pairs, controls, from_pairs, made
from weatherglass.errors import SpecError

Part = Literal["one", "two", "three"]
USUAL: tuple[Part, ...] = ("one",)


class Wished(Asked):
    """Of a form."""

    pairs: Pairs = Field(default_factory=list)
    sets: WordRows = Field(default_factory=list)
    parts: list[Part] = Field(default_factory=lambda: [*USUAL])


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("she, he", [["she", "he"]]),
        ("she he\n\nwoman\tman\r\n", [["she", "he"], ["woman", "man"]]),
        ("هي، هو", [["هي", "هو"]]),
        ("she;he\nNew York, Rome", [["she", "he"], ["New York", "Rome"]]),
        ("“sie”, „er“", [["sie", "er"]]),
        ("e\u0301te\u0301, hiver", [["été", "hiver"]]),
        ("  ", []),
    ],
)
def test_pairs_are_read_line_by_line(text: str, pairs: list[list[str]]) -> None:
    assert made(Wished, from_pairs(Wished, [("pairs", text)])).pairs == pairs


def test_sets_have_any_number_of_words() -> None:
    found = made(Wished, from_pairs(Wished, [("sets", "mother, father\njew, christian, muslim")]))
    assert found.sets == [["mother", "father"], ["jew", "christian", "muslim"]]


@pytest.mark.parametrize(
    ("field", "text", "told"),
    [
        ("pairs", "she", "two words"),
        ("pairs", "she, he, it", "two words"),
        ("pairs", "she, he\nher, her", "different words"),
        ("sets", "mother", "two or more words"),
        ("sets", "mother, mother", "different words"),
        ("pairs", "she, " + "e" * 201, "201 characters"),
    ],
)
def test_a_line_that_does_not_fit_is_told(field: str, text: str, told: str) -> None:
    with pytest.raises(SpecError, match=told):
        made(Wished, from_pairs(Wished, [(field, text)]))


def test_several_choices() -> None:
    (control,) = [each for each in controls(Wished, {}) if each.name == "parts"]
    assert (control.kind, control.choices, control.value) == ("choices", ("one", "two", "three"), ["one"])
    assert made(Wished, from_pairs(Wished, [("parts", "two"), ("parts", "three")])).parts == ["two", "three"]
    with pytest.raises(SpecError, match="parts"):
        made(Wished, from_pairs(Wished, [("parts", "four")]))


words = st.text(st.characters(categories=("Ll", "Lo")), min_size=1, max_size=8)


@given(st.lists(st.lists(words, min_size=2, max_size=4, unique=True), max_size=5))
def test_what_stands_in_an_address_asks_for_the_same(sets: list[list[str]]) -> None:
    given: dict[str, Any] = {"sets": sets, "pairs": [each[:2] for each in sets]}
    try:
        asked = made(Wished, given)
    except SpecError:  # letters that are one once they are composed
        return
    assert made(Wished, from_pairs(Wished, as_pairs(asked))) == asked
