"""What forms offer: lists of words, measures, methods and languages, from where they are registered."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from weatherglass.wording.messages import say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk

Entry = tuple[str, str, str]  # id, name, what it is about


def tongues() -> list[tuple[str, str]]:
    """The languages that have tests, by code, in words."""
    from weatherglass.words import packs

    return [(code, tongue(code)) for code in packs.languages()]


def tongue(code: str) -> str:
    """A language in words."""
    from weatherglass.report.identity import language_name

    return language_name(code)


def lists(desk: Desk, likely: str = "") -> list[tuple[str, list[Entry]]]:
    """Queries that are tests: one's own first, then those of each language, the likely one before the others."""
    from weatherglass.words import packs

    own = [(id, query.id, query.title) for id, query in desk.sets.listed().items()]
    shipped = [
        (name, [(query.id, query.id, query.title) for query in packs.of_tests(code)])
        for code, name in sorted(tongues(), key=lambda each: each[0] != likely)
    ]
    return [*([(say("app.own_sets"), own)] if own else []), *shipped]


def queries_in(languages: Collection[str], desk: Desk, likely: str) -> list[tuple[str, list[Entry]]]:
    """Those of `lists` whose words are in one of these languages."""
    every = [(title, [entry for entry in entries if entry[1].split("/")[0] in languages]) for title, entries in lists(desk, likely)]  # fmt: skip
    return [(title, entries) for title, entries in every if entries]


def smooth_measures() -> list[tuple[str, str]]:
    """Those whose values can be traced to documents."""
    from weatherglass.measure.base import MEASURES

    return [(name, title) for name, title in measures() if MEASURES[name].smooth]


def measures() -> list[tuple[str, str]]:
    """Every measure by name, with its title."""
    import weatherglass.measure  # noqa: F401  (registers them)
    from weatherglass.measure.base import MEASURES
    from weatherglass.wording.cards import card_text

    return [(name, card_text(MEASURES[name], "title")) for name in sorted(MEASURES)]


def methods() -> list[tuple[str, str]]:
    """Every method of mitigation by name, with its title."""
    import weatherglass.mitigate  # noqa: F401  (registers them)
    from weatherglass.mitigate.base import METHODS
    from weatherglass.wording.cards import card_text

    return [(name, card_text(METHODS[name].card, "title")) for name in sorted(METHODS)]


def method_title(name: str) -> str:
    """A method of mitigation in words; its name where no such method is known any more."""
    return dict(methods()).get(name, name)
