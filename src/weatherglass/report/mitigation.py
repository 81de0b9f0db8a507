"""The account of a mitigation as a document, and as a model card to paste."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any

from weatherglass.errors import Notice
from weatherglass.mitigate import base
from weatherglass.mitigate.account import Account
from weatherglass.mitigate.explicit import HIDDEN, NEIGHBOURS
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.roles import FORMS, is_about_gender
from weatherglass.mitigate.utility import NEIGHBOURS as KEPT
from weatherglass.plot.figure import picture
from weatherglass.plot.mitigation import figures, shown_examinations
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.identity import language_name, of_vectors
from weatherglass.report.mitigation_costs import costs_section, kept_said, shown_as, still_said, traces_section
from weatherglass.report.mitigation_tests import (
    beyond_the_words,
    heads,
    hidden_note,
    tests_section,
    tests_summary,
    verdict_counts,
)
from weatherglass.report.provenance import setting_said, settings_said
from weatherglass.structure.structure import is_gendered
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import grouped, known, say
from weatherglass.wording.mitigation import by_said, examination_said, listed
from weatherglass.wording.numbers import length, or_dash, per_cent, share_of
from weatherglass.words import packs

CITED = ("gonen2019", "caliskan2017")
_DRAWN = {"tests": ("tests", "movement"), "traces": ("traces",), "cost": ("cost",)}  # figures of each section
_INFLECTED = ("protect", "equalise", "neutralise")  # what can be done with inflected words


def document(account: Account) -> Document:
    """Everything that is reported of a mitigation; that bias is hidden comes first."""
    card, note = _card(account), hidden_note(account)
    return Document(
        kind="mitigation",
        name=account.embedding["name"],
        identity=tuple(_identity(account)),
        findings=(
            *([note] if note else []),
            tests_summary(account),
            *beyond_the_words(account),
            *(still_said(each) for each in account.traces if isinstance(each, Traced)),
            kept_said(account.utility),
        ),
        mind=say("mitigation.mind"),
        warnings=(*([Notice("hidden-bias", note)] if note else []), *account.warnings),
        sections=(
            *(replace(each, figures=_figures(account, each.anchor)) for each in sections(account)),
            Section(
                anchor="model-card",
                title=say("mitigation.card.title"),
                intro=say("mitigation.card.intro"),
                paste=model_card(account),
            ),
        ),
        limits=(
            card_text(card, "limits"),
            *(say(f"mitigation.limit.{name}") for name in ("words", "direction", "use")),
        ),
        methods=(" ".join(_methods(account)),),
        cited=(*card.cite, *CITED),
        data=account.to_dict(),
        tables={"mitigation": account.table(), "moved-words": account.moved_table()},
    )


def sections(account: Account) -> list[Section]:
    """What it did, what is still there, what it cost, and what was done: in words and tables."""
    return [
        tests_section(account),
        *([traces_section(account.traces)] if account.traces else []),
        costs_section(account.utility),
        _done_section(account),
    ]


def _figures(account: Account, anchor: str) -> tuple[Figure, ...]:
    drawn = figures(account)
    return tuple(
        Figure(
            say(f"mitigation.figure.{name}"),
            partial(picture, say(f"mitigation.figure.{name}"), drawn[name]),
            say(f"mitigation.figure.{name}_caption"),
        )
        for name in _DRAWN.get(anchor, ())
        if name in drawn
    )


def _identity(account: Account) -> Iterator[tuple[str, str]]:
    vectors = account.embedding
    yield say("mitigation.method"), _named_method(account)
    if account.settings:
        yield say("mitigation.settings"), settings_said(account.settings)
    yield say("report.lists_language"), language_name(account.language)
    yield from of_vectors(vectors)
    some = account.words < vectors["words"]
    looked_at = say("mitigation.some_words", words=account.words) if some else say("mitigation.all_words")
    yield say("mitigation.looked_at"), looked_at


def _card(account: Account) -> base.Card:
    return base.get(account.method).card


def _named_method(account: Account) -> str:
    card = _card(account)
    return say("mitigation.named_method", title=card_text(card, "title"), name=card.name)


def _methods(account: Account) -> Iterator[str]:
    """What was done and how it was looked at, a sentence each."""
    vectors = account.embedding
    yield say(
        "mitigation.methods.vectors",
        name=vectors["name"],
        words=vectors["words"],
        dim=vectors["dim"],
        title=card_text(_card(account), "title"),
        settings=_name_and_settings(account),
        language=language_name(account.language),
        fitted=account.words,
    )
    if account.tests:
        yield say("mitigation.methods.tests", n=len(account.tests), neighbours=NEIGHBOURS, share=per_cent(HIDDEN))
    if any(isinstance(each, Traced) for each in account.traces):
        yield say("mitigation.methods.traces")
    yield say("mitigation.methods.cost", k=KEPT, sampled=account.utility.sampled)


def _name_and_settings(account: Account) -> str:
    return "; ".join(text for text in (account.method, settings_said(account.settings)) if text)


def _done_section(account: Account) -> Section:
    card = _card(account)
    lists = {
        "pairs": account.facts.get("pairs", ()),
        "sets": account.facts.get("sets", ()),
        "equal": ["–".join(words) for words in account.equalised],
    }
    return Section(
        anchor="done",
        title=say("mitigation.done.title"),
        findings=(
            say("mitigation.done.method", title=card_text(card, "title"), what=card_text(card, "what")),
            say("mitigation.done.treats", treats=card_text(card, "treats"), counts=_counts(account)),
            say("mitigation.done.lengths", lengths=card_text(card, "lengths")),
            *([say("mitigation.done.not_dominant")] if account.dominant is False else []),
            *_grammatical(account),
            say("mitigation.done.limits", limits=card_text(card, "limits")),
            say("mitigation.done.published", published=card.published.rstrip(".")),
        ),
        tables=(_figures_of_the_fit(account),),
        folded=tuple(_components_tried(account)),
        lists=tuple((say(f"mitigation.done.{name}"), tuple(items)) for name, items in lists.items() if items),
    )


def _components_tried(account: Account) -> Iterator[Table]:
    if tried := account.facts.get("clusters_by_component"):
        rows = tuple((str(i), share_of(each)) for i, each in enumerate(tried, 1))
        note = say("mitigation.table.components_note")
        yield Table(say("mitigation.table.components"), heads("component", "clusters"), rows, note)


def _counts(account: Account) -> str:
    n = len(account.equalised)
    key = "mitigation.done.counts_equal" if n else "mitigation.done.counts"
    return say(key, n=n, treated=account.treated, words=account.words, protected=account.protected)


def _grammatical(account: Account) -> Iterable[str]:
    """Of a language with grammatical gender: what else the direction carries, and what became of inflected forms."""
    words = frozenset(word for pair in account.facts.get("pairs", ()) for word in str(pair).split("–"))
    if not (is_gendered(account.language) and is_about_gender(account.language, words)):
        return
    inflected = str(account.settings.get("inflected"))
    # Methods that change all words have the setting for what they are fitted on.
    done = inflected if account.protected and inflected in _INFLECTED else "no_exception"
    given = {"language": language_name(account.language), "done": say(f"mitigation.grammar.{done}")}
    listed = packs.word_list(account.language, FORMS)
    if listed is not None and listed.pairs:
        one, other = listed.pairs[0].pairs[0]
        yield say("mitigation.grammar.example", one=one[0], other=other[0], **given)
    else:
        yield say("mitigation.grammar.plain", **given)


def _named(name: str) -> str:
    return name.replace("_", " ")


def _from_to(values: Any, shown: Callable[[float], str]) -> str:
    return " → ".join(map(shown, values))


def _counted(found: Any) -> str:
    return grouped(len(found))


_FACTS: Mapping[str, Callable[[Any], str]] = {
    "pairs": _counted,
    "sets": _counted,
    "equalised": grouped,
    "component": str,
    "clusters_by_component": _counted,
    "clustered": grouped,
    "rounds": grouped,
    "trained_on": grouped,
    "accuracy": lambda found: _from_to(found, share_of),
    "held_out": grouped,
    "accuracy_held_out": share_of,
    "neutral_words": grouped,
    "objective": lambda found: _from_to(found, length),
    "left_along_the_directions": per_cent,
}


def _figures_of_the_fit(account: Account) -> Table:
    rows = [
        (say("mitigation.done.setting", name=_named(name)), setting_said(found))
        for name, found in account.settings.items()
    ]
    for name, found in account.facts.items():
        key = f"mitigation.fact.{name}"
        rows.append((say(key) if known(key) else _named(name), _FACTS.get(name, str)(found)))
    rows.append((say("mitigation.done.directions"), grouped(account.components)))
    return Table(say("mitigation.table.fit"), heads("what", "value"), tuple(rows))


def model_card(account: Account) -> str:
    """A short text to put beside the vectors."""
    vectors, verdicts = account.embedding, verdict_counts(account.tests)
    said = [
        say("mitigation.card.verdict", count=n, verdict=say(f"mitigation.verdict.{verdict}"))
        for verdict, n in verdicts.items()
    ]
    note = hidden_note(account)
    lines = [
        say(
            "mitigation.card.vectors",
            name=vectors["name"],
            words=vectors["words"],
            dim=vectors["dim"],
            sha256=or_dash(vectors["sha256"], str),
        ),
        say(
            "mitigation.card.changed_by",
            title=card_text(_card(account), "title"),
            settings=_name_and_settings(account),
            version=version("weatherglass"),
            language=language_name(account.language),
        ),
        say("mitigation.card.words", counts=_counts(account)),
        say(
            "mitigation.card.tests",
            measured=len(account.tests),
            verdicts=listed(said),
            unclear=len(account.tests) - sum(verdicts.values()),
            not_measured=len(account.not_tested),
        ),
        *_traces_lines(account),
        *_cost_lines(account),
        *([note] if note else []),
        say("mitigation.card.limits", limits=card_text(_card(account), "limits")),
        say("mitigation.card.warning"),
    ]
    return "\n".join(lines)


def _traces_lines(account: Account) -> Iterable[str]:
    for each in account.traces:
        if isinstance(each, Traced):
            yield say(
                "mitigation.card.traces",
                by=by_said(each.by),
                clusters=_both(each.clusters.before.value, each.clusters.after.value),
                classifier=_both(each.classifier.before.value, each.classifier.after.value),
                chance=per_cent(0.5),
            )


def _cost_lines(account: Account) -> Iterable[str]:
    said = [
        say(
            "mitigation.card.examined",
            name=examination_said(each.test),
            change=_both(each.change.before.value, each.change.after.value, shown_as(each)),
        )
        for each in shown_examinations(account.utility.examined)
        if each.part == "all"
    ]
    if account.utility.overlap.value is not None:
        said.append(say("mitigation.card.kept", share=share_of(account.utility.overlap.value)))
    if said:
        yield say("mitigation.card.cost", said=listed(said))


def _both(was: float | None, now: float | None, shown: Callable[[float], str] = share_of) -> str:
    return f"{or_dash(was, shown)} → {or_dash(now, shown)}"
