"""Texts of reports: the same messages in every language, filled in alike, in the plural forms that the language has."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from weatherglass.errors import UnknownName
from weatherglass.wording.messages import (
    ENGLISH,
    Finding,
    category,
    grouped,
    languages,
    messages,
    runs_right_to_left,
    say,
    say_naming,
    speaking,
    spoken,
)

OTHERS = languages()[1:]
# The forms that whole numbers take, from the tables of plural rules of Unicode's CLDR 47, each with numbers that take it.
PLURALS = {
    "en": {"one": [1], "other": [0, 2, 5, 11, 21, 100, 101, 1_000_000]},
    "de": {"one": [1], "other": [0, 2, 5, 11, 21, 100, 101, 1_000_000]},
    "fr": {"one": [0, 1], "many": [1_000_000, 3_000_000], "other": [2, 17, 100, 101, 1_000, 999_999, 1_000_001]},
    "ar": {
        "zero": [0],
        "one": [1],
        "two": [2],
        "few": [3, 10, 103, 110, 1_003],
        "many": [11, 26, 99, 111, 199, 1_011],
        "other": [100, 101, 102, 200, 202, 1_000, 10_000, 1_000_000],
    },
}
SAME = frozenset[str]()  # messages of more than three words that are the same in another language


def forms(message: str | dict[str, str]) -> dict[str, str]:
    return {"other": message} if isinstance(message, str) else message


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def every_text(language: str) -> list[tuple[str, str]]:
    return [(key, text) for key, message in messages(language).items() for text in forms(message).values()]


@pytest.mark.parametrize("language", OTHERS)
def test_each_language_has_every_message_and_no_other(language: str) -> None:
    own = {key for key in messages(language) if not key.startswith(("measure.", "method."))}
    assert sorted(own ^ messages(ENGLISH).keys()) == []


@pytest.mark.parametrize("language", languages())
def test_texts_are_whole(language: str) -> None:
    for key, text in every_text(language):
        assert text.strip(), key
        assert not re.search(r"</?[a-z]", text), key
        for _, name, spec, conversion in Formatter().parse(text):
            assert name is None or (name.isidentifier() and not spec and not conversion), key


@pytest.mark.parametrize("language", languages())
def test_forms_are_those_of_the_language(language: str) -> None:
    for key, message in messages(language).items():
        assert forms(message).keys() <= PLURALS[language].keys(), key
        assert "other" in forms(message), key
        if not isinstance(message, str):
            english = messages(ENGLISH)[key]
            assert not isinstance(english, str) or "n" in names_in(english), key


@pytest.mark.parametrize("language", languages())
def test_every_form_takes_the_same_values(language: str) -> None:
    """Only a form of a single number may do without saying it."""
    single = {form for form, numbers in PLURALS[language].items() if len(numbers) == 1} | {"one"}
    for key, message in messages(language).items():
        if key not in messages(ENGLISH):
            continue
        expected = names_in(forms(messages(ENGLISH)[key])["other"])
        for form, text in forms(message).items():
            left_out = expected - names_in(text)
            assert names_in(text) <= expected, (key, form)
            assert not left_out or (left_out == {"n"} and form in single), (key, form)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    english = {key: forms(message)["other"] for key, message in messages(ENGLISH).items()}
    left = [
        key
        for key, message in messages(language).items()
        if len(re.findall(r"[^\W\d_]+", re.sub(r"\{\w+\}", "", forms(message)["other"]))) > 3
        and forms(message)["other"] == english.get(key)
        and key not in SAME
    ]
    assert left == []


@pytest.mark.parametrize(
    ("language", "wrong"),
    [("fr", " [:;!?%»]|« "), ("de", '[“”](?=\\w)|"'), ("ar", "[\u0620-\u064a] ?[,;?]|[\u0660-\u0669]")],
)
def test_each_language_has_its_own_typography(language: str, wrong: str) -> None:
    """No line breaks before French signs; German quotes begin low; Arabic has its own comma and question mark, and western digits."""
    if language in languages():
        assert [(key, text) for key, text in every_text(language) if re.search(wrong, text)] == []


@pytest.mark.parametrize(
    ("language", "form", "number"),
    [
        (language, form, number)
        for language, forms in PLURALS.items()
        for form, numbers in forms.items()
        for number in numbers
    ],
)
def test_plurals_follow_the_tables_of_unicode(language: str, form: str, number: int) -> None:
    assert category(number, language) == form


@given(st.integers(0, 10**9))
def test_arabic_plurals_repeat_by_hundreds(number: int) -> None:
    if number % 100 not in (0, 1, 2):
        assert category(number, "ar") == category(number % 100, "ar")
    else:
        assert category(number + 100, "ar") == "other"


def test_a_message_is_filled_in() -> None:
    assert say("report.cases", n=1) == "1 case"
    assert say("report.cases", n=1234) == "1,234 cases"
    assert say("report.found_of", found=1, asked=2000) == "1 of 2,000 words found"


@given(st.text())
def test_values_are_never_taken_for_templates(text: str) -> None:
    given = f"{{found}}{text}{{0}}{{"
    assert say("report.found_of", found=given, asked=given) == f"{given} of {given} words found"
    finding = say_naming("report.as_used", {"word": given, "used": given}, how=given)
    assert finding == f"{given} as {given} ({given})"
    assert [part for part, is_name in finding.parts if is_name] == [given, given]


def test_a_finding_is_a_text_that_knows_its_names() -> None:
    finding = Finding((("a ", False), ("", True), ("name", True)))
    assert finding == "a name"
    assert finding.parts == (("a ", False), ("name", True))


@pytest.mark.parametrize("language", languages())
def test_a_language_is_spoken_within_a_block_only(language: str) -> None:
    with speaking(language):
        assert spoken() == language
        assert runs_right_to_left() == (language == "ar")
        with speaking(ENGLISH):
            assert say("report.findings") == "Findings"
        assert spoken() == language
        with pytest.raises(ValueError, match="within"), speaking(ENGLISH):
            raise ValueError("within")
        assert spoken() == language
        with ThreadPoolExecutor(1) as pool:  # a thread of its own has its own language
            assert pool.submit(spoken).result() == ENGLISH
    assert spoken() == ENGLISH


def test_a_language_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="no language of reports 'xx'"), speaking("xx"):
        pass
    assert spoken() == ENGLISH


@pytest.mark.parametrize(("language", "shown"), [("en", "1,234,567"), ("de", "1\u202f234\u202f567")])
def test_thousands_stand_apart(language: str, shown: str) -> None:
    if language in languages():
        with speaking(language):
            assert grouped(1_234_567) == shown
