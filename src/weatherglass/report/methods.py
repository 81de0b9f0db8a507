"""How an audit was made: a paragraph to paste into a paper, and the command that makes it again."""

from __future__ import annotations

from importlib.metadata import version

from weatherglass.auditing import SEVERAL_LANGUAGES, Audit
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.report import numbers
from weatherglass.report.command import command, unless
from weatherglass.stats.permutation import Test
from weatherglass.words.lookup import Match

_COUNTED = {
    ("greater", "inclusive"): "at least as large as the observed one, which is counted too",
    ("greater", "strict"): "larger than the observed one",
    ("less", "inclusive"): "at most as large as the observed one, which is counted too",
    ("less", "strict"): "smaller than the observed one",
    ("two-sided", "inclusive"): "at least as extreme on the rarer side, which is counted too, doubled",
    ("two-sided", "strict"): "more extreme on the rarer side, doubled",
}


def methods_paragraph(audit: Audit) -> str:
    """Ready to paste into a paper; says only what was done."""
    return " ".join(
        part
        for part in (_measured_how(audit), _tested_how(audit), _scrutinised_how(audit), _matched_how(audit))
        if part
    )


def _measured_how(audit: Audit) -> str:
    names = dict.fromkeys(result.measure for result in audit.results.measured) or ["weat"]
    titles = [f"{get(name).title.lower()} ({', '.join(get(name).cite)})" for name in names]
    listed = titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"
    ddofs = sorted({str(r.params["ddof"]) for r in audit.results.association_tests})
    how = (
        " The effect size d is the difference of the two target sets' mean associations divided by the standard deviation over all "
        f"target words (ddof = {' or '.join(ddofs)})."
        if ddofs
        else ""
    )
    settings = " ".join(text for name in names if name != "weat" and (text := _settings_of(audit, name)))
    return (
        f"We measured the vectors {audit.embedding['name']} ({audit.embedding['words']:,} words, {audit.embedding['dim']} dimensions, SHA-256 "
        f"{audit.embedding['sha256'][:16]}…) with Weatherglass {version('weatherglass')}, by: {listed}.{how} {settings}".rstrip()
    )


def _settings_of(audit: Audit, name: str) -> str:
    """The settings of a measure that has any."""
    params = next(result.params for result in audit.results.measured if result.measure == name)
    given = ", ".join(f"{key} = {value}" for key, value in params.items() if key != "seed")
    return f"{get(name).title}: {given}." if given else ""


def _tested_how(audit: Audit) -> str:
    """How p was computed: of the association tests, then of each other measure."""
    return " ".join(part for part in (_association_p(audit), *_other_p(audit), _corrected_how(audit)) if part)


def _association_p(audit: Audit) -> str:
    test = audit.test
    sides = "Two-sided" if test.alternative == "two-sided" else f"One-sided (“{test.alternative}”)"
    methods = {r.p.method for r in audit.results.association_tests if r.p is not None}
    if not methods:
        return ""
    estimate = "(b + 1)/(n + 1)" if test.ties == "inclusive" else "b/n"
    how = {
        "exact": "all partitions were counted exactly",
        "certified": f"{'for larger sets ' if 'exact' in methods else ''}p was bounded with certainty, and the middle of the bounds is "
        "given",
        "sampled": f"n = {test.n:,} partitions were drawn at random (seed {test.seed}) where sampling was used, p is {estimate}, b "
        "being the number of those counted, and its 99 % interval is Clopper and Pearson's",
    }
    done = "; ".join(text for method, text in how.items() if method in methods)
    text = (
        f"{sides} p-values are the share of the partitions of the target words into sets of the same sizes whose difference of "
        f"means is {_COUNTED[test.alternative, test.ties]}"
    )
    return f"{text}; {done}."


def _other_p(audit: Audit) -> list[str]:
    """What p means for the other measures, and how it was found."""
    parts = []
    for name, results in _others(audit).items():
        found = [result.p for result in results if result.p is not None]
        if not found:
            continue
        drawn = max((p.partitions for p in found if p.method == "sampled"), default=0)
        ways = {"exact": "all of them looked at", "sampled": f"{drawn:,} drawn at random", "t": "by Student's t"}
        done = " or ".join(text for method, text in ways.items() if method in {p.method for p in found})
        parts.append(f"p of the {get(name).title.lower()}: {get(name).p_from} ({found[0].alternative}; {done}).")
    return parts


def _corrected_how(audit: Audit) -> str:
    families = {r.measure: r.adjusted.family for r in audit.results.measured if r.adjusted is not None}
    several = [f"{family} of {name.upper()}" for name, family in families.items() if family > 1]
    return (
        f"p-values were corrected by Holm's method over the tests of each measure: {', '.join(several)}."
        if several
        else ""
    )


def _others(audit: Audit) -> dict[str, list[Result]]:
    """The results of measures that are no association tests, by measure."""
    found: dict[str, list[Result]] = {}
    for result in audit.results.other_measures:
        found.setdefault(result.measure, []).append(result)
    return found


def _scrutinised_how(audit: Audit) -> str:
    measured = audit.results.association_tests
    parts = []
    intervals = [r.interval for r in measured if r.interval is not None]
    if intervals:
        first = intervals[0]
        how = (
            f"BCa bootstrap intervals from {first.resamples:,} resamples (seed {audit.test.seed}) of the words within each of "
            "the four sets"
            if first.method == "BCa bootstrap"
            else "jackknife intervals, leaving out each word of the four sets once"
        )
        parts.append(f"Intervals of d are {numbers.level(first)} {how}.")
    topical = [each for r in measured for each in r.baseline if each.kind == "topical"]
    if topical:
        parts.append(
            f"As a baseline, d was computed with the same attribute words for {topical[0].sets} pairs of target sets made of random "
            "words matched for frequency (row number), and as many made of the neighbours of random words, matched for "
            "frequency and for the mean cosine within a set."
        )
    return " ".join([*parts, *_other_intervals(audit)])


_HOW_INTERVALS = {
    "jackknife": "by the jackknife, each word of the sets left out once",
    "subsampling": "by subsampling, a quarter of the words of each set left out at random",
}


def _other_intervals(audit: Audit) -> list[str]:
    by_method: dict[str, list[str]] = {}
    for name, results in _others(audit).items():
        for method in {r.interval.method for r in results if r.interval is not None}:
            by_method.setdefault(method, []).append(name.upper())
    return [f"Intervals of {', '.join(names)}: {_HOW_INTERVALS[method]}." for method, names in by_method.items()]


def _matched_how(audit: Audit) -> str:
    return (
        "Words missing from the vectors were left out; a test was run when at least "
        f"{audit.match.min_coverage:.0%} and {audit.match.min_words} words of every set were found."
    )


def command_line(audit: Audit) -> str:
    """The command that gives the same numbers, for the files that were given."""
    request, test, match, scrutiny = audit.request, audit.test, audit.match, audit.scrutiny
    ddofs = {result.params["ddof"] for result in audit.results.measured if result.measure == "weat"}
    options = {
        "--lang": unless(audit.language, SEVERAL_LANGUAGES),
        "--query": request.queries,
        "--measure": request.measures,
        "--pack": request.folders,
        "--alternative": unless(test.alternative, Test().alternative),
        "--ties": unless(test.ties, Test().ties),
        "--method": unless(test.method, Test().method),
        "--seconds": unless(test.seconds, Test().seconds),
        "--samples": unless(test.n, Test().n),
        "--seed": unless(test.seed, Test().seed),
        "--ddof": unless(min(ddofs, default=1), 1),
        "--interval": unless(scrutiny.interval, Scrutiny().interval),
        "--level": unless(scrutiny.level, Scrutiny().level),
        "--resamples": unless(scrutiny.resamples, Scrutiny().resamples),
        "--baseline": unless(scrutiny.baseline, Scrutiny().baseline),
        "--smallest-effect": unless(scrutiny.smallest_effect, None),
        "--min-coverage": unless(match.min_coverage, Match().min_coverage),
        "--min-words": unless(match.min_words, Match().min_words),
    }
    switches = {
        "--no-case": not match.case,
        "--no-spelling": not match.spelling,
        "--no-normalise": not match.normalise,
        "--no-underscore": not match.underscore,
        "--full": scrutiny.full,
        "--structure": request.structure is True,
        "--no-structure": request.structure is False,
        "--subwords": request.subwords,
        "--allow-pickle": request.allow_pickle,
    }
    return command(["weatherglass", "audit", *([request.vectors] if request.vectors else [])], options, switches)
