"""An audit as one offline HTML file."""

from __future__ import annotations

import os
import platform
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from markupsafe import Markup

from weatherglass.auditing import Audit
from weatherglass.embedding.sample import SAMPLE_NAME
from weatherglass.errors import Notice
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.plot import inline
from weatherglass.report import readings, sentences
from weatherglass.report.methods import command_line, methods_paragraph
from weatherglass.report.page import filled_in, write_page
from weatherglass.report.sentences import Finding, Standing, finding, standing
from weatherglass.report.structure import CITED, notes, sections
from weatherglass.structure.structure import is_gendered
from weatherglass.words.query import Query
from weatherglass.words.references import bibtex, entries

MOST_FINDINGS = 6
_WARNINGS = {
    "language-guessed": "Language guessed",
    "low-coverage": "Low coverage: fewer than 80 % of a set's words were found",
    "counted-once": "Words listed twice, or matching one row, count once",
    "shared-word": "A word in a target and in an attribute set",
    "substituted": "Words matched by another spelling",
    "vocabulary-file": "Vocabulary from another file",
    "floor": "Too few words for a small p",
    "no-interval": "No interval",
    "no-baseline": "No comparison with other words",
    "missing-pair": "Base pairs left out",
    "unstable-pair": "Unstable base pairs",
    "pair-not-assessed": "Base pairs whose stability is not known",
}


@dataclass(frozen=True, slots=True)
class TestBlock:
    """Everything the page shows of one test."""

    __test__ = False

    anchor: str
    query: Query
    result: Result
    finding: Finding
    standing: Standing
    mark: Markup
    words: Markup
    beside: tuple[tuple[str, Finding], ...]  # title of another measure, and what it says about the same words
    others: tuple[tuple[str, str, Markup], ...]  # kind of other words, what they say, where the value stands


def render(audit: Audit) -> str:
    """The report's HTML."""
    return filled_in("report.html", _context(audit))


def write_report(audit: Audit, path: str | os.PathLike[str]) -> Path:
    """Write the report; the file appears only when it is complete."""
    return write_page("report.html", _context(audit), path)


def _context(audit: Audit) -> dict[str, Any]:
    queries = {query.id: query for query in audit.queries}
    measured, others = audit.results.association_tests, audit.results.other_measures
    limit = inline.effect_limit([x for result in measured for x in _drawn(result)])
    blocks = [_block(f"test-{i}", result, queries[result.query], limit, others) for i, result in enumerate(measured, 1)]
    strongest = sorted(blocks, key=lambda block: -abs(block.result.value or 0.0))[:MOST_FINDINGS]
    cards = [get(name) for name in dict.fromkeys(result.measure for result in audit.results.measured)]
    cited = [*(key for card in cards for key in card.cite), *(key for query in audit.queries for key in query.cite)]
    shape = [] if audit.structure is None else sections(audit.structure)
    if audit.structure is not None:
        cited += CITED
    if audit.embedding["name"] == SAMPLE_NAME:
        cited.append("pennington2014")
    return {
        "audit": audit,
        "sentences": sentences,
        "blocks": blocks,
        "run": len({result.query for result in audit.results.measured}),
        "not_run": len({each.query for each in audit.results.skipped} - {r.query for r in audit.results.measured}),
        "strongest": strongest,
        "skipped": audit.results.not_run,
        "beside": readings.side_by_side(others),
        "alone": _alone(others, {result.query for result in measured}, queries),
        "lost": list({outcome.query: outcome for outcome in audit.results if outcome.coverage.missing}.values()),
        "queries": queries,
        "standings": Counter(block.standing for block in blocks),
        "corrected": Counter(
            r.adjusted.by("holm").verdict for r in measured if r.adjusted is not None and not r.adjusted.counted_with
        ),
        "family": max((r.adjusted.family for r in measured if r.adjusted is not None), default=0),
        "warnings": _grouped(audit.warnings),
        "structure": shape,
        "gendered": is_gendered(audit.language),
        "structure_notes": [] if audit.structure is None else notes(audit.structure, shape),
        "scale": inline.effect_scale(limit),
        "methods": methods_paragraph(audit),
        "cards": cards,
        "command": command_line(audit),
        "bibtex": bibtex(key for key in cited if key in entries()),
        "uncited": sorted({key for key in cited if key not in entries()}),
        "environment": f"Python {platform.python_version()}, numpy {version('numpy')}, scipy {version('scipy')}",
    }


def _drawn(result: Result) -> list[float]:
    """Every number of a result that is drawn on the scale of effect sizes."""
    ends = [] if result.interval is None else [result.interval.low, result.interval.high]
    return [result.value or 0.0, *ends, *(x for each in result.baseline for x in (each.low, each.high))]


def _readings(others: Sequence[Result], query: Query) -> tuple[tuple[str, Finding], ...]:
    return tuple((get(each.measure).title, readings.reading(each, query)) for each in others if each.query == query.id)


def _alone(
    others: Sequence[Result], tested: set[str], queries: dict[str, Query]
) -> list[tuple[Query, tuple[tuple[str, Finding], ...]]]:
    """Queries that no association test was run on, with what the other measures say."""
    return [
        (queries[name], _readings(others, queries[name]))
        for name in dict.fromkeys(result.query for result in others)
        if name not in tested
    ]


def _block(anchor: str, result: Result, query: Query, limit: int, others: Sequence[Result]) -> TestBlock:
    assert result.value is not None
    groups = [(s.name, [(word.word, word.score) for word in result.group(s.name)]) for s in query.targets]
    one, other = query.attributes
    stands = standing(result)
    ends = None if result.interval is None else (result.interval.low, result.interval.high)
    title = f"Association of each word of {query.id} with {one.name} (right) against {other.name} (left)"
    return TestBlock(
        anchor,
        query,
        result,
        finding(result, query),
        stands,
        inline.effect_mark(result.value, ends, limit, filled=stands == "clear"),
        inline.word_scores(groups, (one.name, other.name), title=title),
        _readings(others, query),
        tuple(
            (
                each.kind,
                sentences.among_others(result, each),
                inline.baseline_strip(result.value, each.low, each.median, each.high, limit),
            )
            for each in result.baseline
        ),
    )


def _grouped(notices: tuple[Notice, ...]) -> list[tuple[str, list[str]]]:
    """Each kind of warning once, with its cases."""
    order = Counter(notice.code for notice in notices)
    return [
        (_WARNINGS.get(code, "Rows of the file that were left out"), [n.text for n in notices if n.code == code])
        for code in order
    ]
