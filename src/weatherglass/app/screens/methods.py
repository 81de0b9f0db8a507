"""What does each measure say, and what not? Cards of all measures and methods, words explained, limits, keys and references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weatherglass.app.same import of_cards
from weatherglass.app.screen import Screen
from weatherglass.app.view import Seen, View
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import ENGLISH, messages, say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.measure.base import Arity, Measure
    from weatherglass.mitigate.base import Method

_MEASURE_LINES = ("what", "formula", "needs", "sign", "range", "good", "p_from", "limits", "published", "settings")
_METHOD_LINES = ("what", "treats", "lengths", "limits", "published", "settings")
_IN_ENGLISH = ("formula", "published", "settings")  # whatever language is spoken


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as it is read: lines of a label, a text, and whether it is English in every language."""

    name: str
    title: str
    usual: bool  # whether an audit runs it without being asked
    lines: tuple[tuple[str, str, bool], ...]
    cited: tuple[str, ...]

    def text(self, entry: str) -> str:
        return next((text for label, text, _ in self.lines if label == entry), "")


def _view(desk: Desk, _seen: Seen) -> View:
    measures, methods = _measures(), _methods()
    return View(
        screen="methods",
        title=say("app.methods.title"),
        context={
            "measure_cards": measures,
            "method_cards": methods,
            "terms": _said_of("glossary"),
            "limits": [text for _, text in _said("limit")],
            "keys": _said_of("key"),
            "references": _references(),
        },
        data={
            "measures": [_as_data(each) for each in measures],
            "methods": [_as_data(each) for each in methods],
            "glossary": {name: text for _, name, text in _said_of("glossary")},
            "limits": [text for _, text in _said("limit")],
        },
        table=lambda: _table(measures),
        same=of_cards(),
    )


def _measures() -> list[Shown]:
    import weatherglass.measure  # noqa: F401  (registers them)
    from weatherglass.measure.base import BATTERY, MEASURES, WITH_RATES

    usual = (*BATTERY, *WITH_RATES)
    ordered = sorted(MEASURES, key=lambda name: (usual.index(name) if name in usual else len(usual), name))
    return [
        Shown(
            name, card_text(MEASURES[name], "title"), name in usual, tuple(_measure_lines(MEASURES[name])), MEASURES[name].cite
        )
        for name in ordered
    ]  # fmt: skip


def _measure_lines(card: Measure) -> Iterator[tuple[str, str, bool]]:
    settings = ", ".join(f"{key} = {default}" for key, default in card.params.items())
    own = {"needs": _needs(card), "formula": card.formula, "published": card.published, "settings": settings}
    for entry in _MEASURE_LINES:
        text = own[entry] if entry in own else card_text(card, entry)
        if text:
            yield entry, text, entry in _IN_ENGLISH


def _needs(card: Measure) -> str:
    """What is given to it, in words."""
    sets = [_sets("targets", card.targets), _sets("attributes", card.attributes)]
    more = [say(f"app.methods.needs.{name}") for name in ("pairs", "rates", "neutral") if getattr(card, name)]
    return say("number.comma").join([*filter(None, sets), *more])


def _sets(kind: str, count: Arity) -> str:
    if not count.least:
        return ""
    return say(f"app.methods.needs.{kind}{'' if count.most == count.least else '_or_more'}", n=count.least)


def _methods() -> list[Shown]:
    import weatherglass.mitigate  # noqa: F401  (registers them)
    from weatherglass.mitigate.base import METHODS

    cards = ((name, METHODS[name]) for name in sorted(METHODS))
    return [
        Shown(name, card_text(each.card, "title"), False, tuple(_method_lines(each)), each.card.cite)
        for name, each in cards
    ]


def _method_lines(method: type[Method]) -> Iterator[tuple[str, str, bool]]:
    settings = ", ".join(f"{key} = {default}" for key, default in method().get_params().items())
    own = {"published": method.card.published, "settings": settings}
    for entry in _METHOD_LINES:
        text = own[entry] if entry in own else card_text(method.card, entry)
        if text:
            yield entry, text, entry in _IN_ENGLISH


def _said(table: str) -> list[tuple[str, str]]:
    """The texts of a table of messages, by their names, in its order."""
    begins = f"app.{table}."
    return [(key.removeprefix(begins), say(key)) for key in messages(ENGLISH) if key.startswith(begins)]


def _said_of(table: str) -> list[tuple[str, str, str]]:
    """Where each has a name and a text: what it is called in messages, its name, and its text."""
    texts = dict(_said(table))
    return [
        (key.removesuffix(".name"), text, texts[key.removesuffix("name") + "text"])
        for key, text in texts.items()
        if key.endswith(".name")
    ]


def _references() -> list[Any]:
    from weatherglass.words.references import entries, in_words

    return sorted((in_words(key) for key in entries()), key=lambda each: (each.authors.lower(), each.year))


def _as_data(card: Shown) -> dict[str, Any]:
    return {
        "name": card.name,
        "title": card.title,
        **{label: text for label, text, _ in card.lines},
        "cite": list(card.cited),
    }


def _table(cards: list[Shown]) -> Any:
    import polars as pl

    columns = ("name", "title", *_MEASURE_LINES, "cite")
    rows = [
        (each.name, each.title, *(each.text(entry) for entry in _MEASURE_LINES), " ".join(each.cited)) for each in cards
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(columns, pl.String), orient="row")


SCREENS = (Screen(path="/methods", view=_view),)
