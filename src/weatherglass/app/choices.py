"""What forms offer: lists of words, measures, methods and languages, from where they are registered."""

from __future__ import annotations

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
