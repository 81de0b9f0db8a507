"""What every language keeps to in its cleaning, without being asked by name."""

from __future__ import annotations

from itertools import accumulate

import polars as pl
import pytest

from weatherglass import language
from weatherglass.language.cleaning import chosen, clean, split_sentences, words_of
from weatherglass.language.steps import KEPT, NO_END, Action, DropWords, Normalise, Replace, Step, Substitute

CODES = [*language.codes(), "xx"]  # "xx" has no rules of its own


def patterns(action: Action) -> list[str]:
    if isinstance(action, Substitute | DropWords):
        return [action.pattern]
    return [action.where] if isinstance(action, Normalise) else []


@pytest.mark.parametrize("code", CODES)
def test_steps_have_names_and_say_what_they_do(code: str) -> None:
    steps = language.get(code).cleaning
    assert len({step.name for step in steps}) == len(steps)
    for step in steps:
        assert step.name == step.name.lower().strip()
        assert " " not in step.name
        assert step.what
        assert step.actions


@pytest.mark.parametrize("code", CODES)
def test_steps_of_one_name_are_done_by_default_in_all_languages_or_none(code: str) -> None:
    defaults = {(step.name, step.default) for other in CODES for step in language.get(other).cleaning}
    assert not {step.name for step in language.get(code).cleaning if (step.name, not step.default) in defaults}


@pytest.mark.parametrize("code", CODES)
def test_every_pattern_compiles_and_matches_no_empty_text(code: str) -> None:
    """One that matches nothing at all would be put in between any two characters."""
    rules = language.get(code)
    actions = [action for step in rules.cleaning for action in step.actions] + list(rules.sentences)
    assert actions
    for action in actions:
        for pattern in patterns(action):
            assert pl.Series([""]).str.contains(pattern).to_list() == [False], pattern
        if isinstance(action, Replace):
            assert all(old and old != new for old, new in action.pairs)


@pytest.mark.parametrize("code", CODES)
def test_any_single_step_can_be_done_alone(code: str) -> None:
    for step in language.get(code).cleaning:
        clean(pl.Series(["Ein Text, l'été: نعم 12"]), [step])


@pytest.mark.parametrize("code", CODES)
def test_what_stands_for_signs_never_gets_out(code: str) -> None:
    rules = language.get(code)
    text = pl.Series(["Lehrer*in étudiant·e·s c'est-à-dire rendez-vous z. B. Nr. 5"])
    everything = chosen(rules, add=[step.name for step in rules.cleaning if not step.default])
    for steps in everything, everything[:3]:
        assert not set("".join(clean(text, steps)[0])) & set(KEPT.values())
    assert NO_END not in "".join(split_sentences(text, rules)[0])


@pytest.mark.parametrize("code", CODES)
def test_a_plain_word_of_two_letters_stays(code: str) -> None:
    assert words_of("ab", language.get(code)) == ["ab"]


HOSTILE = ["a", "é", "'", "l'", "-je", ".", "A. ", "1. ", "a@", "www.", "r*in", "(e)", "ـ", "\u0301", "! «", "\u00a0."]


@pytest.mark.usefixtures("never_hangs")
@pytest.mark.parametrize("code", CODES)
def test_a_long_run_of_one_thing_is_cleaned_as_a_short_one(code: str) -> None:
    """As much more comes out as goes in. A step in quadratic time would not come to an end: 400 KB are 10¹¹ steps."""
    rules = language.get(code)
    steps: tuple[Step, ...] = chosen(rules, add=[step.name for step in rules.cleaning if not step.default])
    for piece in HOSTILE:
        some, more, most = 60, 120, 60 * (400_000 // len(piece.encode()) // 60)
        runs = pl.Series([piece * times for times in (some, more, most)])
        words, counts = clean(runs, steps)
        lengths = [sum(map(len, part)) for part in parted(words, counts.tolist())]
        sentences = split_sentences(runs, rules).list.len().to_list()
        for short, longer, long in (lengths, counts.tolist(), sentences):
            assert long == short + (longer - short) * (most - some) // (more - some), piece


def parted(words: list[str], counts: list[int]) -> list[list[str]]:
    ends = list(accumulate(counts))
    return [words[end - count : end] for end, count in zip(ends, counts, strict=True)]


@pytest.mark.parametrize("code", CODES)
def test_a_megabyte_without_a_space_is_one_word(code: str) -> None:
    word = "abcde" * 200_000
    assert words_of(word, language.get(code)) == [word]
    assert split_sentences(pl.Series([word]), language.get(code))[0].to_list() == [word]
