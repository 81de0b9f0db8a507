"""How an audit was made: a paragraph to paste into a paper, and the command that makes it again."""

from __future__ import annotations

from collections.abc import Iterator

from weatherglass.auditing import SEVERAL_LANGUAGES, Audit
from weatherglass.measure.base import get
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.report.command import command, found_least, unless
from weatherglass.report.identity import for_methods
from weatherglass.stats.permutation import Test
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import say


def methods_paragraph(audit: Audit) -> str:
    """Ready to paste into a paper; says only what was done."""
    return " ".join(
        part
        for part in (*_measured_how(audit), *_tested_how(audit), *_scrutinised_how(audit), _matched_how(audit))
        if part
    )


def _measured_how(audit: Audit) -> Iterator[str]:
    names = list(dict.fromkeys(result.measure for result in audit.results.measured)) or ["weat"]
    titles = [f"{card_text(get(name), 'title')} ({', '.join(get(name).cite)})" for name in names]
    yield say(
        "methods.measured",
        **for_methods(audit.embedding),
        measures=numbers.in_turn(titles),
    )
    if ddofs := sorted({str(r.params["ddof"]) for r in audit.results.association_tests}):
        yield say("methods.effect", ddof="/".join(ddofs))
    yield from (_settings_of(audit, name) for name in names if name != "weat")


def _settings_of(audit: Audit, name: str) -> str:
    """The settings of a measure that has any."""
    params = next(result.params for result in audit.results.measured if result.measure == name)
    given = ", ".join(f"{key} = {value}" for key, value in params.items() if key != "seed")
    return say("methods.settings", measure=card_text(get(name), "title"), settings=given) if given else ""


def _tested_how(audit: Audit) -> Iterator[str]:
    """How p was computed: of the association tests, then of each other measure."""
    yield from _association_p(audit)
    yield from _other_p(audit)
    families = {r.measure: r.adjusted.family for r in audit.results.measured if r.adjusted is not None}
    several = [f"{name.upper()} ({family})" for name, family in families.items() if family > 1]
    if several:
        yield say("methods.corrected", families=numbers.listed(several))


def _association_p(audit: Audit) -> Iterator[str]:
    test = audit.test
    methods = {r.p.method for r in audit.results.association_tests if r.p is not None}
    if not methods:
        return
    yield say(f"methods.p.{test.alternative}.{test.ties}")
    if "exact" in methods:
        yield say("methods.p.exact")
    if "certified" in methods:
        yield say("methods.p.certified_larger" if "exact" in methods else "methods.p.certified")
    if "sampled" in methods:
        estimate = "(b + 1)/(n + 1)" if test.ties == "inclusive" else "b/n"
        yield say("methods.p.sampled", n=test.n, seed=str(test.seed), estimate=estimate)


def _other_p(audit: Audit) -> Iterator[str]:
    """What p means for the other measures, and how it was found."""
    for name, results in _others(audit).items():
        found = [result.p for result in results if result.p is not None]
        if not found:
            continue
        drawn = max((p.partitions for p in found if p.method == "sampled"), default=0)
        ways = {p.method for p in found}
        done = numbers.in_turn(
            say(f"methods.other_p.{way}", n=drawn) for way in ("exact", "sampled", "t") if way in ways
        )
        yield say(
            "methods.other_p.said",
            measure=card_text(get(name), "title"),
            what=card_text(get(name), "p_from"),
            tail=say(f"number.tail.{found[0].alternative}"),
            done=done,
        )


def _others(audit: Audit) -> dict[str, list[Result]]:
    """The results of measures that are no association tests, by measure."""
    found: dict[str, list[Result]] = {}
    for result in audit.results.other_measures:
        found.setdefault(result.measure, []).append(result)
    return found


def _scrutinised_how(audit: Audit) -> Iterator[str]:
    measured = audit.results.association_tests
    intervals = [r.interval for r in measured if r.interval is not None]
    if intervals:
        first = intervals[0]
        yield say(
            f"methods.intervals.{first.method}",
            level=numbers.level(first),
            resamples=first.resamples,
            seed=str(audit.test.seed),
        )
    topical = [each for r in measured for each in r.baseline if each.kind == "topical"]
    if topical:
        yield say("methods.baseline", sets=topical[0].sets)
    by_method: dict[str, list[str]] = {}
    for name, results in _others(audit).items():
        for method in sorted({r.interval.method for r in results if r.interval is not None}):
            by_method.setdefault(method, []).append(name.upper())
    for by, names in by_method.items():
        yield say(f"methods.other_intervals.{by}", measures=numbers.listed(names))


def _matched_how(audit: Audit) -> str:
    match = audit.match
    said = say("methods.matched", share=f"{100 * match.min_coverage:.0f} %", words=match.min_words)
    if not match.min_test_coverage:
        return said
    return f"{said} {say('methods.matched_of_test', share=f'{100 * match.min_test_coverage:.0f} %')}"


def command_line(audit: Audit) -> str:
    """The command that gives the same numbers, for the files that were given; none for vectors that never were a file."""
    if "origin" in audit.embedding or audit.embedding["format"] == "arrays":
        return ""
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
        "--comparisons": unless(scrutiny.baseline, Scrutiny().baseline),
        "--smallest-effect": unless(scrutiny.smallest_effect, None),
        **found_least(match),
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
