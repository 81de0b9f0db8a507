"""Pages that are written from the code are up to date."""

from __future__ import annotations

from tools.write_cards import TARGET, page


def test_the_page_of_measures_is_what_the_cards_say() -> None:
    assert TARGET.read_text("utf-8") == page(), "run python tools/write_cards.py"
