"""The account of a mitigation as sections of a page, and as a model card to paste."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from weatherglass import language as languages
from weatherglass.mitigate import base
from weatherglass.mitigate.account import Account
from weatherglass.mitigate.implicit import Traced
from weatherglass.mitigate.roles import FORMS, is_about_gender
from weatherglass.plot.mitigation import shown_examinations
from weatherglass.report.mitigation_costs import costs_section, shown_as, traces_section
from weatherglass.report.mitigation_tests import hidden_note, tests_section, verdict_counts
from weatherglass.report.numbers import counted, length, or_dash, per_cent, share_of
from weatherglass.report.page import Section, Table, write_page
from weatherglass.report.provenance import setting_said, settings_said
from weatherglass.structure.structure import is_gendered
from weatherglass.words import packs
from weatherglass.words.references import bibtex

CITED = ("gonen2019", "caliskan2017")
_NOT_DOMINANT = (
    "The pairs have no direction in common that stands out among those of random pairs. What was taken from the words is then hardly what the pairs have in common: "
    "this method is not advised with these pairs and vectors."
)
_INFLECTED = {
    "protect": "Words inflected for gender keep their part of it",
    "equalise": "The two forms of the words listed were made equal, so that neutral words are equally near to both; other inflected words keep their part of it",
    "neutralise": "Words inflected for gender were neutralised all the same, as was asked",
}


def sections(account: Account) -> list[Section]:
    """What it did, what is still there, what it cost, and what was done."""
    return [
        tests_section(account),
        *([traces_section(account.traces, account)] if account.traces else []),
        costs_section(account),
        _done_section(account),
    ]


def write_mitigation(account: Account, path: str | os.PathLike[str]) -> Path:
    """Write the account as one HTML file; it appears only when it is complete."""
    card = _card(account)
    context = {
        "account": account,
        "card": card,
        "settings": settings_said(account.settings),
        "language": languages.get(account.language).name,
        "hidden": hidden_note(account),
        "sections": sections(account),
        "notes": account.warnings,
        "model_card": model_card(account),
        "bibtex": bibtex((*card.cite, *CITED)),
    }
    return write_page("mitigation.html", context, path)


def _card(account: Account) -> base.Card:
    return base.get(account.method).card


def _done_section(account: Account) -> Section:
    card = _card(account)
    lists = [
        (f"{title}", tuple(items))
        for title, items in (
            ("Pairs that define the direction", account.facts.get("pairs", ())),
            ("Sets that define the directions", account.facts.get("sets", ())),
            ("Words made equal", ["–".join(words) for words in account.equalised]),
        )
        if items
    ]
    tables = [_figures_of_the_fit(account)]
    if tried := account.facts.get("clusters_by_component"):
        rows = tuple((str(i + 1), share_of(each)) for i, each in enumerate(tried))
        note = "Accuracy of the clusters that hard mitigation leaves when a principal component of all words is taken off first. The lowest was chosen."
        folded: tuple[Table, ...] = (Table("Components tried", ("component", "accuracy of clusters"), rows, note),)
    else:
        folded = ()
    return Section(
        anchor="done",
        title="What was done",
        findings=(
            f"{card.title}. {card.what}",
            f"Whose vectors change: {card.treats}. Here {_counts(account)}.",
            f"Lengths: {card.lengths}.",
            *([_NOT_DOMINANT] if account.dominant is False else []),
            *_grammatical(account),
            f"What it does not do: {card.limits}",
            f"As published: {card.published.rstrip('.')}.",
        ),
        tables=tuple(tables),
        folded=folded,
        lists=tuple(lists),
    )


def _counts(account: Account) -> str:
    equal = (
        f", and {counted(len(account.equalised), 'set')} of words were made equal"
        if account.equalised
        else ", and no words were made equal"
    )
    return f"{account.treated:,} of {counted(account.words, 'word')} were treated, {account.protected:,} kept what they have of the direction{equal}"


def _grammatical(account: Account) -> Iterable[str]:
    """Of a language with grammatical gender: what else the direction carries, and what became of inflected forms."""
    words = frozenset(word for pair in account.facts.get("pairs", ()) for word in str(pair).split("–"))
    if not (is_gendered(account.language) and is_about_gender(account.language, words)):
        return
    done = "This method makes no exception for words inflected for gender"
    if account.protected:  # methods that change all words have the setting for what they are fitted on
        done = _INFLECTED.get(str(account.settings.get("inflected")), done)
    listed = packs.word_list(account.language, FORMS)
    forms = listed.pairs[0].pairs[0] if listed is not None and listed.pairs else None
    example = f", such as “{forms[0][0]}” beside “{forms[1][0]}”," if forms is not None else ""
    yield (
        f"{languages.get(account.language).name} nouns have a grammatical gender, and the direction carries it beside the gender of people. {done}: a form{example} that says the gender of a person "
        "says so by right, and to neutralise it is a mistake."
    )


def _named(name: str) -> str:
    return name.replace("_", " ")


def _from_to(values: Any, shown: Callable[[float], str]) -> str:
    return " → ".join(map(shown, values))


_FACTS: Mapping[str, tuple[str, Callable[[Any], str]]] = {
    "pairs": ("pairs that define the direction", lambda found: f"{len(found):,}"),
    "sets": ("sets that define the directions", lambda found: f"{len(found):,}"),
    "equalised": ("sets made equal", lambda found: f"{found:,}"),
    "component": ("principal component of all words that was taken off", str),
    "clusters_by_component": ("components tried", lambda found: f"{len(found):,}"),
    "clustered": ("words clustered to choose it", lambda found: f"{found:,}"),
    "rounds": ("rounds, each of which took a direction", lambda found: f"{found:,}"),
    "trained_on": ("words that the linear classifiers were trained on", lambda found: f"{found:,}"),
    "accuracy": (
        "accuracy of the linear classifier on other words, first and last round",
        lambda found: _from_to(found, share_of),
    ),
    "held_out": ("words held out until the end", lambda found: f"{found:,}"),
    "accuracy_held_out": ("accuracy of a linear classifier on those, at the end", share_of),
    "neutral_words": ("neutral words", lambda found: f"{found:,}"),
    "objective": ("objective, at the start and at the end", lambda found: _from_to(found, length)),
    "left_along_the_directions": ("left of what neutral words have along the directions", per_cent),
}


def _figures_of_the_fit(account: Account) -> Table:
    rows = [(f"setting {_named(name)}", setting_said(found)) for name, found in account.settings.items()]
    for name, found in account.facts.items():
        title, shown = _FACTS.get(name, (_named(name), str))
        rows.append((title, shown(found)))
    rows.append(("directions taken out or weakened", f"{account.components:,}"))
    return Table("Settings and figures of the fit", ("what", "value"), tuple(rows), "")


def model_card(account: Account) -> str:
    """A short text to put beside the vectors."""
    card, vectors = _card(account), account.embedding
    verdicts = verdict_counts(account.tests)
    tests = ", ".join(f"{n} {verdict}" for verdict, n in verdicts.items())
    unclear = len(account.tests) - sum(verdicts.values())
    settings = settings_said(account.settings)
    lines = [
        f"Vectors: {vectors['name']}, {vectors['words']:,} words × {vectors['dim']} dimensions, SHA-256 {or_dash(vectors['sha256'], str)}",
        f"Changed by: {card.title} ({card.name}{f'; {settings}' if settings else ''}), Weatherglass {version('weatherglass')}, {languages.get(account.language).name} word lists",
        f"Words: {_counts(account)}",
        f"Tests: {len(account.tests)} measured before and after: {tests}; {unclear} without a clear difference before; {len(account.not_tested)} could not be measured",
        *_traces_lines(account),
        *_cost_lines(account),
        f"Limits: {card.limits}",
        "These vectors are not free of bias, and must not be called unbiased or fair: what was not tested was not looked at, and what is not seen along one direction can be there along others. "
        "Test again for the use at hand.",
    ]
    if note := hidden_note(account):
        lines.insert(-2, note)
    return "\n".join(lines)


def _traces_lines(account: Account) -> Iterable[str]:
    for each in account.traces:
        if isinstance(each, Traced):
            yield (
                f"Traces (sides by {each.by}): clusters {_both(each.clusters.before.value, each.clusters.after.value)}, classifier "
                f"{_both(each.classifier.before.value, each.classifier.after.value)}; guessing {per_cent(0.5)}"
            )


def _cost_lines(account: Account) -> Iterable[str]:
    whole = [each for each in shown_examinations(account.utility.examined) if each.part == "all"]
    said = [f"{each.test} {_both(each.change.before.value, each.change.after.value, shown_as(each))}" for each in whole]
    if account.utility.overlap.value is not None:
        said.append(f"{share_of(account.utility.overlap.value)} of nearest neighbours kept")
    if said:
        yield f"Cost: {', '.join(said)}"


def _both(was: float | None, now: float | None, shown: Callable[[float], str] = share_of) -> str:
    return f"{or_dash(was, shown)} → {or_dash(now, shown)}"
