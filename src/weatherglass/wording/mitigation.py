"""What the parts of a mitigation's account are called, for sentences, tables and figures alike."""

from __future__ import annotations

from weatherglass.mitigate.account import FIRST_DIRECTION
from weatherglass.mitigate.other_words import NAME, WITH_OTHERS
from weatherglass.mitigate.roles import FITTED
from weatherglass.wording.messages import known, say


def by_said(by: str) -> str:
    """What tells the sides of words: a pair is said as it is."""
    number, _, name = by.partition(" ")
    if number.isdecimal() and name in (FITTED, NAME):
        return pairs_said(int(number), name)
    return say("mitigation.by.direction") if by == FIRST_DIRECTION else by


def pairs_said(number: int, name: str) -> str:
    """So many pairs, by what they were used for."""
    key = {FITTED: "mitigation.by.fitted", NAME: "mitigation.by.others"}.get(name)
    return say("mitigation.by.counted", n=number, pairs=name) if key is None else say(key, n=number)


def name_of_test(query: str) -> str:
    """A test's id; where it has other words than its own, that is said."""
    name, others, _ = query.partition(WITH_OTHERS)
    return say("mitigation.test.with_others", test=name) if others else name


def examination_said(test: str) -> str:
    """What kind of examination it is."""
    key = f"mitigation.examination.{test}"
    return say(key) if known(key) else test


def listed(items: list[str]) -> str:
    """One after the other, as the language sets them apart."""
    return say("mitigation.comma").join(items)
