"""Files of known keys: what each kind of value takes, and that every mistake names its key."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from weatherglass.errors import SpecError
from weatherglass.files import toml
from weatherglass.files.toml import Kind, checked, either, kind_of, list_of, read_toml

VALUES: list[Any] = [0, 3, -1, 0.5, -0.5, math.nan, math.inf, True, False, "a", " ", "", {}, [], [1], [0.5], ["a"], [True], [{}]]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "taken"),
    [
        (toml.TEXT, ["a"]),
        (toml.TRUTH, [True, False]),
        (toml.COUNT, [0, 3]),
        (toml.NUMBER, [0, 3, -1, 0.5, -0.5]),
        (toml.TABLE, [{}]),
        (toml.TEXTS, [["a"]]),
        (toml.COUNTS, [[1]]),
        (toml.NUMBERS, [[1], [0.5]]),
        (toml.TABLES, [[{}]]),
        (either(toml.TRUTH, toml.TEXTS), [True, False, ["a"]]),
        (list_of(either(toml.COUNT, toml.TEXT)), [[1], ["a"]]),
        (kind_of(True), [True, False]),
        (kind_of(5), [0, 3]),
        (kind_of(0.1), [0, 3, -1, 0.5, -0.5]),
        (kind_of("x"), ["a"]),
    ],
)
def test_a_kind_takes_these_values_and_no_others(kind: Kind, taken: list[Any]) -> None:
    fits, words = kind
    found = [value for value in VALUES if fits(value)]
    assert [(type(value), value) for value in found] == [(type(value), value) for value in taken]
    assert words


def test_a_default_of_no_known_type_takes_anything() -> None:
    fits, _ = kind_of(None)
    assert all(map(fits, VALUES))


KINDS = {"name": toml.TEXT, "seeds": toml.COUNTS}


@pytest.mark.parametrize(
    ("data", "at", "message"),
    [
        ({"nme": "a"}, "", "my.toml, key 'nme': unknown key; did you mean 'name'?"),
        ({"x": 1}, "train", "my.toml, key 'train.x': unknown key; known keys are name, seeds"),
        ({"name": 3}, "", "my.toml, key 'name': needs a text, got 3"),
        ({"name": "a", "seeds": [-1]}, "train", "key 'train.seeds': needs a list, each a whole number from 0 on, got [-1]"),
        ({"seeds": [1]}, "", "my.toml, key 'name': is missing; give a text"),
    ],
)  # fmt: skip
def test_mistakes_name_the_key(data: dict[str, Any], at: str, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        checked(data, KINDS, file=Path("my.toml"), at=at, needed=["name"])
    assert message in str(caught.value)


def test_what_is_right_comes_back_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text('name = "ä"\nseeds = [1, 2]\n', "utf-8")
    data = read_toml(file)
    assert checked(data, KINDS, file=file, needed=["name"]) == {"name": "ä", "seeds": [1, 2]}
    assert checked({}, KINDS, file=file) == {}
