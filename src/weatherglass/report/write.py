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
from weatherglass.files import appears_whole
from weatherglass.measure.audit import SAMPLE_NAME, SEVERAL_LANGUAGES, Audit
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.plot import inline
from weatherglass.report import numbers
from weatherglass.report.sentences import Finding, Standing, finding, standing
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match
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
    return "rtl" if languages.get(query.split("/", maxsplit=1)[0]).right_to_left else "ltr"


def write_report(audit: Audit, path: str | os.PathLike[str]) -> Path:
    """Write the report; the file appears only when it is complete."""
    target = Path(path)
    with appears_whole(target) as part:
        part.write_text(render(audit), "utf-8")
    return target


def _context(audit: Audit) -> dict[str, Any]:
    queries = {query.id: query for query in audit.queries}
    measured = audit.results.measured
    limit = inline.effect_limit([result.value or 0.0 for result in measured])
    blocks = [_block(f"test-{i}", result, queries[result.query], limit) for i, result in enumerate(measured, 1)]
    strongest = sorted(blocks, key=lambda block: -abs(block.result.value or 0.0))[:MOST_FINDINGS]
    cited = ["caliskan2017", *(key for query in audit.queries for key in query.cite)]
    if audit.embedding["name"] == SAMPLE_NAME:
        cited.append("pennington2014")
    return {
        "audit": audit,
        "blocks": blocks,
        "strongest": strongest,
        "skipped": audit.results.skipped,
        "queries": queries,
        "clear": sum(block.standing == "clear" for block in blocks),
        "against": sum(block.standing == "against" for block in blocks),
        "warnings": _grouped(audit.warnings),
        "scale": inline.effect_scale(limit),
        "methods": methods_paragraph(audit),
        "measure": get("weat"),
        "command": command_line(audit),
        "bibtex": bibtex(key for key in cited if key in entries()),
        "uncited": sorted({key for key in cited if key not in entries()}),
        "version": version("weatherglass"),
        "environment": f"Python {platform.python_version()}, numpy {version('numpy')}, scipy {version('scipy')}",
        "today": date.today().isoformat(),
    }


def _block(anchor: str, result: Result, query: Query, limit: int) -> TestBlock:
    assert result.value is not None
    groups = [(s.name, [(word.word, word.score) for word in result.group(s.name)]) for s in query.targets]
    one, other = query.attributes
    stands = standing(result)
    title = f"Association of each word of {query.id} with {one.name} (right) against {other.name} (left)"
    return TestBlock(
        anchor,
        query,
        result,
        finding(result, query),
        stands,
        inline.effect_mark(result.value, limit, filled=stands == "clear"),
        inline.word_scores(groups, (one.name, other.name), title=title),
    )


def _grouped(notices: tuple[Notice, ...]) -> list[tuple[str, list[str]]]:
    """Each kind of warning once, with its cases."""
    order = Counter(notice.code for notice in notices)
    return [
        (_WARNINGS.get(code, "Rows of the file that were left out"), [n.text for n in notices if n.code == code])
        for code in order
    ]


_COUNTED = {
    ("greater", "inclusive"): "at least as large as the observed one, which is counted too",
    ("greater", "strict"): "larger than the observed one",
    ("less", "inclusive"): "at most as large as the observed one, which is counted too",
    ("less", "strict"): "smaller than the observed one",
    ("two-sided", "inclusive"): "at least as extreme on the rarer side, which is counted too, doubled",
    ("two-sided", "strict"): "more extreme on the rarer side, doubled",
}


def methods_paragraph(audit: Audit) -> str:
    """Ready to paste into a paper."""
    test = audit.test
    ddof = " or ".join(sorted({str(r.params["ddof"]) for r in audit.results.measured}) or ["1"])
    sides = "Two-sided" if test.alternative == "two-sided" else f"One-sided (“{test.alternative}”)"
    sampled = [r.p.partitions for r in audit.results.measured if r.p is not None and r.p.method == "sampled"]
    estimate = "(b + 1)/(n + 1)" if test.ties == "inclusive" else "b/n"
    beyond = (
        f" Where there were more than a million partitions, n = {max(sampled):,} were drawn at random (seed {test.seed}), and "
        f"p is {estimate}, b being the number of those counted; its 99 % interval is Clopper and Pearson's."
        if sampled
        else ""
    )
    return (
        f"We measured associations with the word embedding association test (Caliskan et al. 2017) in the vectors "
        f"{audit.embedding['name']} ({audit.embedding['words']:,} words, {audit.embedding['dim']} dimensions, SHA-256 "
        f"{audit.embedding['sha256'][:16]}…), using Weatherglass {version('weatherglass')}. The effect size d is the difference "
        f"of the two target sets' mean associations divided by the standard deviation over all target words (ddof = {ddof}). "
        f"{sides} p-values are the share of the partitions of the target words into sets of the same sizes whose difference of "
        f"means is {_COUNTED[test.alternative, test.ties]}.{beyond} Words missing from the vectors were left out; a test was run "
        f"when at least {audit.match.min_coverage:.0%} and {audit.match.min_words} words of every set were found."
    )


def command_line(audit: Audit) -> str:
    """The command that gives the same numbers, for the files that were given."""
    request, test, match = audit.request, audit.test, audit.match
    parts = ["weatherglass", "audit", *([request.vectors] if request.vectors else [])]
    if audit.language != SEVERAL_LANGUAGES:
        parts += ["--lang", audit.language]
    parts += [part for query in request.queries for part in ("--query", query)]
    parts += [part for folder in request.folders for part in ("--pack", folder)]
    ddofs = {result.params["ddof"] for result in audit.results.measured}
    values = {
        "--alternative": (test.alternative, Test().alternative),
        "--ties": (test.ties, Test().ties),
        "--samples": (test.n, Test().n),
        "--seed": (test.seed, Test().seed),
        "--ddof": (min(ddofs, default=1), 1),
        "--min-coverage": (match.min_coverage, Match().min_coverage),
        "--min-words": (match.min_words, Match().min_words),
    }
    parts += [part for flag, (value, default) in values.items() if value != default for part in (flag, str(value))]
    switches = {
        "--no-case": not match.case,
        "--no-spelling": not match.spelling,
        "--no-normalise": not match.normalise,
        "--no-underscore": not match.underscore,
        "--subwords": request.subwords,
        "--allow-pickle": request.allow_pickle,
    }
    return shlex.join([*parts, *(flag for flag, on in switches.items() if on)])
