"""An audit as one offline HTML file."""

from __future__ import annotations

import os
import platform
import shlex
from collections import Counter
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from weatherglass import language as languages
from weatherglass.errors import Notice
from weatherglass.measure.audit import SAMPLE_NAME, Audit
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.plot import inline
from weatherglass.report import numbers
from weatherglass.report.sentences import Finding, finding, is_clear
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query
from weatherglass.words.references import bibtex

MOST_FINDINGS = 6
_WARNINGS = {
    "language-guessed": "Language guessed",
    "low-coverage": "Low coverage: fewer than 80 % of a set's words were found",
    "counted-once": "Words listed twice, or matching one row, count once",
    "shared-word": "A word in a target and in an attribute set",
    "vocabulary-file": "Vocabulary from another file",
}


@dataclass(frozen=True, slots=True)
class TestBlock:
    """Everything the page shows of one test."""

    __test__ = False

    query: Query
    result: Result
    finding: Finding
    clear: bool
    mark: Markup
    words: Markup


def render(audit: Audit) -> str:
    """The report's HTML."""
    environment = Environment(
        loader=PackageLoader("weatherglass.report"),
        autoescape=select_autoescape(default=True, default_for_string=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(numbers=numbers, direction=_direction)
    return environment.get_template("report.html").render(_context(audit))


def _direction(query: str) -> str:
    """Which way the words of a query run, by its id."""
    return "rtl" if languages.get(query.split("/")[0]).right_to_left else "ltr"


def write_report(audit: Audit, path: str | os.PathLike[str]) -> Path:
    """Write the report; the file appears only when it is complete."""
    target = Path(path)
    part = target.with_name(f".{target.name}.part")
    part.write_text(render(audit), "utf-8")
    part.replace(target)
    return target


def _context(audit: Audit) -> dict[str, Any]:
    queries = {query.id: query for query in audit.queries}
    blocks = [_block(result, queries[result.query]) for result in audit.results.measured]
    strongest = sorted(blocks, key=lambda block: -abs(block.result.value or 0.0))[:MOST_FINDINGS]
    cited = ["caliskan2017", *(key for query in audit.queries for key in query.cite)]
    if audit.embedding["name"] == SAMPLE_NAME:
        cited.append("pennington2014")
    return {
        "audit": audit,
        "language": languages.get(audit.language),
        "blocks": blocks,
        "strongest": strongest,
        "skipped": audit.results.skipped,
        "queries": queries,
        "clear": sum(block.clear for block in blocks),
        "warnings": _grouped(audit.warnings),
        "scale": inline.effect_scale(),
        "methods": methods_paragraph(audit),
        "measure": get("weat"),
        "command": command_line(audit),
        "bibtex": bibtex(cited),
        "version": version("weatherglass"),
        "environment": f"Python {platform.python_version()}, numpy {version('numpy')}, scipy {version('scipy')}",
        "today": date.today().isoformat(),
    }


def _block(result: Result, query: Query) -> TestBlock:
    assert result.value is not None
    groups = [(s.name, [(word.word, word.score) for word in result.group(s.name)]) for s in query.targets]
    one, other = query.attributes
    clear = is_clear(result)
    title = f"Association of each word of {query.id} with {one.name} (right) against {other.name} (left)"
    return TestBlock(
        query,
        result,
        finding(result, query),
        clear,
        inline.effect_mark(result.value, filled=clear),
        inline.word_scores(groups, (one.name, other.name), title=title),
    )


def _grouped(notices: tuple[Notice, ...]) -> list[tuple[str, list[str]]]:
    """Each kind of warning once, with its cases."""
    order = Counter(notice.code for notice in notices)
    return [
        (_WARNINGS.get(code, "Rows of the file that were left out"), [n.text for n in notices if n.code == code])
        for code in order
    ]


def methods_paragraph(audit: Audit) -> str:
    """Ready to paste into a paper."""
    test, params = audit.test, {r.params.get("ddof", 1) for r in audit.results.measured} or {1}
    ddof = " or ".join(str(p) for p in sorted(params))
    tail = {
        "greater": "one-sided p-values (greater)",
        "less": "one-sided p-values (less)",
        "two-sided": "two-sided p-values (twice the smaller tail)",
    }[test.alternative]
    ties = (
        "counting ties and the observed partition"
        if test.ties == "inclusive"
        else "counting only strictly larger values"
    )
    sampled = [r.p.partitions for r in audit.results.measured if r.p is not None and r.p.method == "sampled"]
    beyond = (
        f" Where there were more than a million partitions, {max(sampled):,} were drawn at random (seed {test.seed}) and p is "
        "(b + 1)/(n + 1)."
        if sampled
        else ""
    )
    return (
        f"We measured associations with the word embedding association test (Caliskan et al. 2017) in the vectors "
        f"{audit.embedding['name']} ({audit.embedding['words']:,} words, {audit.embedding['dim']} dimensions, SHA-256 "
        f"{audit.embedding['sha256'][:16]}…), using Weatherglass {version('weatherglass')}. The effect size d is the difference "
        f"of the two target sets' mean associations divided by the standard deviation over all target words (ddof = {ddof}); "
        f"{tail} are the share of partitions of the target words into sets of the same sizes with at least the observed "
        f"difference, {ties}.{beyond} Words missing from the vectors were left out; a test was run when at least "
        f"{audit.match.min_coverage:.0%} and {audit.match.min_words} words of every set were found."
    )


def command_line(audit: Audit) -> str:
    """The command that gives the same numbers."""
    parts = ["weatherglass", "audit"]
    if audit.embedding["name"] != SAMPLE_NAME:
        parts.append(audit.embedding["name"])
    parts += ["--lang", audit.language]
    whole_pack = {q.id for q in audit.queries} == _pack_ids(audit.language)
    if not whole_pack:
        parts += [part for query in audit.queries for part in ("--query", query.id)]
    defaults, match_defaults = Test(), Match()
    options = {
        "--alternative": (audit.test.alternative, defaults.alternative),
        "--ties": (audit.test.ties, defaults.ties),
        "--samples": (audit.test.n, defaults.n),
        "--seed": (audit.test.seed, defaults.seed),
        "--min-coverage": (audit.match.min_coverage, match_defaults.min_coverage),
        "--min-words": (audit.match.min_words, match_defaults.min_words),
    }
    for flag, (value, default) in options.items():
        if value != default:
            parts += [flag, str(value)]
    for flag, on in (
        ("--no-case", audit.match.case),
        ("--no-spelling", audit.match.spelling),
        ("--no-normalise", audit.match.normalise),
    ):
        if not on:
            parts.append(flag)
    for ddof in sorted({result.params.get("ddof", 1) for result in audit.results.measured} - {1}):
        parts += ["--ddof", str(ddof)]
    return shlex.join(parts)


def _pack_ids(language: str) -> set[str]:
    from weatherglass.words import packs

    return {query.id for query in packs.load(language)} if language in packs.languages() else set()
