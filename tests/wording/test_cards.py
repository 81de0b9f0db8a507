"""Cards in every language: each entry is translated, with the same figures to fill in."""

from __future__ import annotations

from string import Formatter

import pytest

from weatherglass.measure.base import MEASURES, Measure
from weatherglass.measure.base import get as measure
from weatherglass.mitigate.base import METHODS, Card
from weatherglass.mitigate.base import get as method
from weatherglass.wording.cards import MEASURE_ENTRIES, METHOD_ENTRIES, card_text
from weatherglass.wording.messages import ENGLISH, languages, messages, speaking

measure("weat"), method("hard")  # so that all are known
CARDS: dict[str, tuple[Measure | Card, tuple[str, ...]]] = {
    **{f"measure.{name}": (card, MEASURE_ENTRIES) for name, card in MEASURES.items()},
    **{f"method.{name}": (each.card, METHOD_ENTRIES) for name, each in METHODS.items()},
}
NAMES = {"SemAxis"}  # that are the same everywhere
OTHERS = [code for code in languages() if code != ENGLISH]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("key", CARDS)
def test_every_entry_is_translated(key: str, language: str) -> None:
    card, entries = CARDS[key]
    with speaking(language):
        for entry in entries:
            written = getattr(card, entry)
            said = card_text(card, entry)
            assert bool(said) == bool(written), entry
            assert not written or said != written or written in NAMES, entry
            if entry == "reading":
                assert fields(said) == fields(written)


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_translated_that_is_not_there(language: str) -> None:
    wanted = {f"{key}.{entry}" for key, (card, entries) in CARDS.items() for entry in entries if getattr(card, entry)}
    assert {key for key in messages(language) if key.startswith(("measure.", "method."))} == wanted


def test_a_measure_of_ones_own_is_told_in_english() -> None:
    from dataclasses import replace

    own = replace(measure("weat"), name="own", title="My own")
    with speaking("de"):
        assert card_text(own, "title") == "My own"
