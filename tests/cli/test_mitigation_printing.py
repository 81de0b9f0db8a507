"""An account in the terminal: what is hidden first, tests as a table, nothing that a terminal would obey."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.mitigated import REDUCED, made_account, made_traced
from weatherglass.cli.mitigation_printing import print_account, print_method
from weatherglass.errors import Notice
from weatherglass.mitigate.base import METHODS


def test_an_account_begins_with_what_is_hidden_and_has_every_section(capsys: pytest.CaptureFixture[str]) -> None:
    print_account(made_account())
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "news.bin: 60,000 words × 100, word2vec binary",
        "Hard mitigation: neutralise and equalise (hard; components 1, inflected protect)",
    ]
    assert lines[2].startswith("Bias is hidden, not removed: ")
    for title in ("What it did to the tests", "What is still there", "What it cost", "What was done"):
        assert title in lines
    assert lines.count("All tests: differences") == 1
    assert next(line.split()[:2] for line in lines if line.startswith("en/covered")) == ["en/covered", "hidden"]
    assert not [line for line in lines if line.startswith("Hidden: ")]  # the table says it
    assert "not run: en/rare: too few words" in lines
    assert lines[-1] == "note: 1 of 3 equality sets is left out."


def test_words_from_files_cannot_move_the_cursor(capsys: pytest.CaptureFixture[str]) -> None:
    evil = "a\x1b[2Jb"
    account = made_account(
        tests=(replace(REDUCED, query=evil),),
        not_tested={evil: evil},
        traces=(made_traced(by=evil),),
        warnings=(Notice("x", evil),),
    )
    print_account(account)
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert out.count("a\\x1b[2Jb") >= 6


@pytest.mark.parametrize("name", ["hard", "soft", "direction-removal"])
def test_a_card_is_printed_whole(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_method(METHODS[name])
    out = capsys.readouterr().out
    card = METHODS[name].card
    assert out.startswith(f"{name}: {card.title}\n")
    for text in (card.what, card.treats, card.lengths, card.published, card.limits, ", ".join(card.cite)):
        assert text in out
    assert ("settings: none" in out) == (name == "direction-removal")
