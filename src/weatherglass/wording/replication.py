"""Words that figures and reports of a replication share."""

from __future__ import annotations

import re
from collections.abc import Callable

from weatherglass.wording.messages import known, say
from weatherglass.wording.numbers import effect

_MOST_DECIMALS = 4
_PLACES = {
    "upper half": "upper",
    "lower half": "lower",
    "and ": "and",
    "p.": "page",
    ", ": "comma",
}  # said otherwise than the message is called
_PLACE = re.compile(r"\b(?:tables?|figures?|sections?|appendix|footnote|upper half|lower half|and |p\.)|, ")


def column_said(name: str) -> str:
    """The head of a column, in the language spoken where it is a word and no symbol."""
    key = f"replication.column.{''.join(c if c.isalnum() else '_' for c in name)}"
    return say(key) if name.isascii() and known(key) else name


def where_said(where: str) -> str:
    """A place in a paper, such as “table 8, lower half”, in the language spoken."""
    return _PLACE.sub(lambda found: say(f"replication.place.{_PLACES.get(found[0], found[0])}"), where)


def as_printed(printed: str) -> Callable[[float], str]:
    """Numbers with as many decimals as the paper prints, and two at least; `printed`: the text of a number, or nothing."""
    decimals = len(printed.partition(".")[2])
    if decimals <= 2 or decimals > _MOST_DECIMALS:
        return effect
    return lambda value: f"{value:.{decimals}f}".replace("-", "−")
