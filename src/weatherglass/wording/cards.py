"""The texts of cards, of measures and of methods of mitigation, in the language spoken.

English ones stand on the cards themselves; a translation is the message `measure.NAME.ENTRY` or `method.NAME.ENTRY`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from weatherglass.measure.base import Measure
from weatherglass.wording.messages import ENGLISH, messages, spoken

if TYPE_CHECKING:
    from weatherglass.mitigate.base import Card  # loads every method, which the texts need not

MEASURE_ENTRIES = ("title", "what", "sign", "range", "good", "limits", "p_from", "reading")
METHOD_ENTRIES = ("title", "what", "treats", "lengths", "limits")


def card_text(card: Measure | Card, entry: str) -> str:
    """An entry of a card; a measure of somebody's own, which nobody has translated, is told in English."""
    written: str = getattr(card, entry)
    if spoken() == ENGLISH:
        return written
    kind = "measure" if isinstance(card, Measure) else "method"
    found = messages(spoken()).get(f"{kind}.{card.name}.{entry}", written)
    assert isinstance(found, str)
    return found
