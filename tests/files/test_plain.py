"""Plain data and back: a value by hand, what is derived, what is missing, and which of several kinds is meant."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from weatherglass.files.plain import fields_of, from_plain, json_text, to_plain


@dataclass(frozen=True)
class Part:
    name: str
    share: float | None = None


@dataclass(frozen=True)
class Whole:
    name: str
    parts: tuple[Part, ...]
    total: Part | None
    ends: tuple[int, str] = (0, "")
    by_name: Mapping[str, Part] = field(default_factory=dict)
    free: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        return {"count": len(self.parts), **fields_of(self)}


@dataclass(frozen=True)
class Lacking:
    reason: str
    share: float | None = None


@dataclass(frozen=True)
class Holder:
    held: tuple[Part | Lacking | None, ...]


@dataclass(frozen=True)
class Either:
    found: tuple[Part, ...] | Lacking
    ends: tuple[int, int] | None = None


WHOLE = Whole(
    "w", (Part("p", 0.5), Part("q")), Part("t"), (3, "z"), {"k": Part("r")}, {"list": [1, {"name": "no part"}]}
)
PLAIN = {
    "count": 2,
    "name": "w",
    "parts": [{"name": "p", "share": 0.5}, {"name": "q", "share": None}],
    "total": {"name": "t", "share": None},
    "ends": [3, "z"],
    "by_name": {"k": {"name": "r", "share": None}},
    "free": {"list": [1, {"name": "no part"}]},
}


def test_plain_data_by_hand_and_back_through_json() -> None:
    assert to_plain(WHOLE) == PLAIN
    assert list(to_plain(WHOLE)) == list(PLAIN)
    assert from_plain(Whole, json.loads(json_text(to_plain(WHOLE)))) == WHOLE


def test_what_is_not_there_has_its_default_and_what_is_needed_must_be_there() -> None:
    assert from_plain(Whole, {"name": "w", "parts": [], "total": None}) == Whole("w", (), None)
    with pytest.raises(TypeError, match="total"):
        from_plain(Whole, {"name": "w", "parts": []})


def test_of_several_kinds_the_first_whose_needed_fields_are_there() -> None:
    held = Holder((Part("p"), Lacking("why"), None, Part("q", 1.0)))
    assert from_plain(Holder, to_plain(held)) == held


@pytest.mark.parametrize("made", [Either((Part("p"), Part("q")), (1, 2)), Either((), None), Either(Lacking("why"))])
def test_several_of_a_kind_or_something_else_come_back_as_they_were(made: Either) -> None:
    assert from_plain(Either, json.loads(json_text(to_plain(made)))) == made


def test_a_value_that_is_not_a_number_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        json_text({"value": float("nan")})
