"""What a measure found, as a sentence made from its card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import Formatter

from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Result
from weatherglass.mitigate.base import Method
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import Finding, grouped, say
from weatherglass.words.query import Query


def reading(result: Result, query: Query) -> Finding:
    """The card's sentence with the names of the sets and the figures filled in, then how sure and how surprising it is."""
    card = get(result.measure)
    if result.value is None:
        return Finding([(say("reading.means", means=_means(result, card)), False)])
    parts: list[tuple[str, bool]] = []
    names = _names(result, query)
    pieces = list(Formatter().parse(card_text(card, "reading")))
    for text, name, _, _ in pieces:
        parts.append((text, False))
        if name is not None:
            parts.append((names[name], True) if name in names else (_figure(result, card, name), False))
    named = any(name == "value" for _, name, _, _ in pieces)
    (first, is_set), *rest = (part for part in parts if part[0])
    sure = _sure(result, card, with_value=not named)
    return Finding([(first[:1].upper() + first[1:], is_set), *rest, (f"{sure}.", False)])


def _names(result: Result, query: Query) -> dict[str, str]:
    found = {f"t{i}": s.name for i, s in enumerate(query.targets, 1)}
    found |= {f"a{i}": s.name for i, s in enumerate(query.attributes, 1)}
    if "t1" in found:
        found["T1"] = found["t1"][:1].upper() + found["t1"][1:]
    if len(query.attributes) == 2:
        near, far = (found["a1"], found["a2"])[:: 1 if (result.value or 0.0) >= 0 else -1]
        found |= {"near": near, "far": far}
    return found


def _figure(result: Result, card: Measure, name: str) -> str:
    number = result.value if name == "value" else result.extra.get(name, result.params.get(name))
    if isinstance(number, float):
        return numbers.value(number, card.unit) if name != "c" else f"{number:g}"
    if isinstance(number, str):
        return number
    return "–" if number is None else grouped(number)


def _sure(result: Result, card: Measure, *, with_value: bool) -> str:
    parts = []
    if with_value and result.value is not None:
        parts.append(f"{card.symbol} = {numbers.value(result.value, card.unit)}")
    if result.interval is not None:
        ends = numbers.interval_of(result.interval, lambda end: numbers.value(end, card.unit))
        parts.append(say("reading.interval", interval=ends, method=say(f"interval.{result.interval.method}")))
    if result.p is not None:
        coherence = card.small_p == "coherence"  # its p looks at orders of the attribute words, not at partitions
        method = numbers.p_method(result.p, "orders" if coherence else "partitions")
        parts.append(say("reading.p", p=numbers.p_value(result.p), method=method))
        if card.small_p == "coherence":
            parts.append(say("reading.coherence"))
        if (holm := _holm(result)) and result.adjusted is not None:
            parts.append(say("reading.over_tests", p=holm, tests=numbers.counted(result.adjusted.family, "test")))
    return f" ({numbers.in_turn(parts)})" if parts else ""


def cell(result: Result) -> str:
    """The value for a table's column, with the level of chance where it has one."""
    card = get(result.measure)
    if result.value is None:
        return _means(result, card)
    chance = result.extra.get("chance")
    beside = "" if chance is None else f" ({numbers.value(chance, card.unit)})"
    return f"{numbers.value(result.value, card.unit)}{beside}"


def p_cell(result: Result) -> str:
    """p for a table's column, corrected if it is one of several."""
    if result.p is None:
        return "–"
    holm = _holm(result)
    return f"{numbers.p_cell(result.p)}{f', {holm}' if holm else ''}"


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Results of several measures: a row a query, and for each measure its value and its p."""

    cards: tuple[Measure, ...]
    rows: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


def side_by_side(results: Sequence[Result]) -> SideBySide:
    """Results of several measures as one table; a dash where a query was not measured by one of them."""
    cards = tuple(get(name) for name in dict.fromkeys(result.measure for result in results))
    found = {(result.query, result.measure): (cell(result), p_cell(result)) for result in results}
    rows = (
        (query, tuple(found.get((query, card.name), ("–", "–")) for card in cards))
        for query in dict.fromkeys(result.query for result in results)
    )
    return SideBySide(cards, tuple(rows))


def _holm(result: Result) -> str:
    """The corrected p of one of several tests."""
    if result.p is None or result.adjusted is None or result.adjusted.family == 1:
        return ""
    return f"{say('procedure.holm')} {numbers.corrected(result.p, result.adjusted.by('holm'))}"


def _means(result: Result, card: Measure) -> str:
    return numbers.listed(f"{name} {numbers.value(mean, card.unit)}" for name, mean in result.extra["means"].items())


def card_lines(card: Measure) -> list[tuple[str, str]]:
    """A card's entries in the order in which people read them."""
    settings = ", ".join(f"{key} = {default}" for key, default in card.params.items())
    return [
        ("what", card.what),
        *([("formula", card.formula)] if card.formula else []),
        ("needs", card.inputs()),
        ("sign", card.sign),
        ("range", card.range),
        ("little bias", card.good),
        ("p", card.p_from or "none"),
        ("published", card.published),
        ("limits", card.limits),
        ("settings", settings or "none"),
        ("cite", ", ".join(card.cite)),
    ]


def method_lines(method: type[Method]) -> list[tuple[str, str]]:
    """The card of a method of mitigation in the order in which people read it."""
    card = method.card
    settings = ", ".join(f"{key} = {default}" for key, default in method().get_params().items())
    return [
        ("what", card.what),
        ("treats", card.treats),
        ("lengths", card.lengths),
        ("published", card.published),
        ("limits", card.limits),
        ("settings", f"{settings}. {method.__doc__}" if settings else "none"),
        ("cite", ", ".join(card.cite)),
    ]
