"""What errors say, and that they come back from another process as they were."""

from __future__ import annotations

import pickle

import pytest

from weatherglass.errors import CoverageError, FormatError, SpecError, UnknownName, WeatherglassError


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (SpecError("needs a text"), "needs a text"),
        (SpecError("needs a text", file="my.toml"), "my.toml: needs a text"),
        (SpecError("needs a text", key="name"), "key 'name': needs a text"),
        (SpecError("needs a text", file="my.toml", key="name"), "my.toml, key 'name': needs a text"),
        (FormatError("is empty", file="v.txt"), "v.txt: is empty"),
        (FormatError("is no number", file="v.txt", line=12345), "v.txt, line 12,345: is no number"),
        (UnknownName("fruit", "aple", ["pear", "apple"]), "There is no fruit 'aple'. Did you mean 'apple'? Known: apple, pear."),
        (UnknownName("fruit", "x", []), "There is no fruit 'x'. Known: none."),
    ],
)  # fmt: skip
def test_the_place_comes_first_and_the_choices_last(error: WeatherglassError, text: str) -> None:
    assert str(error) == text


def test_of_many_choices_the_first_are_listed_and_the_others_counted() -> None:
    names = [f"n{i:03}" for i in range(83)]
    text = str(UnknownName("query", "zzz", names))
    assert text.endswith(f"Known: {', '.join(names[:80])} and 3 more.")
    assert " more" not in str(UnknownName("query", "zzz", names[:80]))


@pytest.mark.parametrize(
    "error",
    [
        SpecError("needs a text", file="my.toml", key="name"),
        FormatError("is cut short", file="v.txt", line=7),
        UnknownName("measure", "wheat", ["weat", "ect"]),
        CoverageError("too few words"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_comes_back_from_another_process_as_it_was(error: WeatherglassError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert (str(back), vars(back)) == (str(error), vars(error))
