"""What an examination of vectors found, in sentences and tables, and what it does not say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from importlib.metadata import version

from weatherglass.errors import Notice
from weatherglass.plot.figure import picture
from weatherglass.plot.quality import Examined, drawn_parts, figures, part_name
from weatherglass.quality.accuracy import Accuracy, Missing
from weatherglass.quality.odd_one_out import OddOneOut
from weatherglass.quality.quality import UNCOVERED, WORDS, Quality
from weatherglass.quality.sentence_similarity import SentenceSimilarity
from weatherglass.quality.word_similarity import WordSimilarity
from weatherglass.report.command import command, unless
from weatherglass.report.document import Document, Figure, Section, Table
from weatherglass.report.identity import language_name, of_vectors
from weatherglass.wording.messages import Finding, grouped, say
from weatherglass.wording.numbers import correlation, interval_of, level, or_dash, share_cell, share_of

_NAMED = 12  # missing words that are named
_MOST_FINDINGS = 6
_NEEDED = 3  # pairs for a correlation
Correlated = WordSimilarity | SentenceSimilarity


def document(outcome: Quality) -> Document:
    """The examination as it is reported."""
    parts = sections(outcome)
    *limited, mind = limits(outcome)
    return Document(
        kind="quality",
        name=str(outcome.embedding["name"]),
        identity=((say("report.lists_language"), language_name(outcome.language)), *of_vectors(outcome.embedding)),
        findings=tuple(
            Finding([(each.findings[0], False)], each.title, each.anchor) for each in parts[:_MOST_FINDINGS]
        ),
        mind=mind,
        warnings=_warnings(outcome),
        sections=_with_figures(outcome, parts),
        limits=tuple(limited),
        methods=(_methods(outcome),),
        command=command_line(outcome),
        cited=tuple(_cited(outcome)),
        data=outcome.to_dict(),
        tables={"quality": outcome.table()},
    )


def _warnings(outcome: Quality) -> tuple[Notice, ...]:
    """What was noticed on the way, and in the language spoken where little is covered."""
    noticed = (notice for notice in outcome.warnings if notice.code != UNCOVERED)
    uncovered = (
        Notice(UNCOVERED, say(f"warning.{UNCOVERED}.case", name=name, covered=covered, asked=asked))
        for name, covered, asked in outcome.hardly_covered
    )
    return (*noticed, *uncovered)


def sections(outcome: Quality) -> tuple[Section, ...]:
    """One for each set of questions, in sentences, and a table if there are parts."""
    analogies = (_accuracy("analogies", i, each) for i, each in enumerate(outcome.analogies, 1))
    odd = (_accuracy("odd-one-out", i, each) for i, each in enumerate(outcome.odd_one_out, 1))
    words = (_words(i, each) for i, each in enumerate(outcome.word_similarity, 1))
    sentences = (_sentences(i, each) for i, each in enumerate(outcome.sentence_similarity, 1))
    return (*analogies, *odd, *words, *sentences)


def limits(outcome: Quality) -> tuple[str, ...]:
    """What the numbers do not say; that they are no measure of bias comes last."""
    found = []
    if outcome.analogies:
        how = "any_case" if outcome.ignore_case else "rows"
        found.append(say(f"quality.limits.analogies_{how}", words=outcome.words))
    if outcome.analogies or outcome.odd_one_out:
        found.append(say("quality.limits.accuracy"))
    if outcome.word_similarity or outcome.sentence_similarity:
        found.append(say("quality.limits.correlations"))
    return (*found, say("quality.limits.not_bias"))


def _accuracy(kind: str, number: int, result: Examined) -> Section:
    title = say(f"quality.title.{kind}", name=result.name)
    finding = _finding(result.overall, kind)
    if isinstance(result, OddOneOut) and result.chance is not None:
        finding += " " + say("quality.guessing", share=share_of(result.chance))
    findings = (finding, *_uncovered(result.overall), *_lost(result.missing))
    tables = (_parts(kind, title, result),) if len(result.parts) > 1 else ()
    return Section(_anchor(kind, number), title, findings=findings, tables=tables, lists=_all_lost(result.missing))


def _anchor(kind: str, number: int) -> str:
    return kind if number == 1 else f"{kind}-{number}"


def _parts(kind: str, title: str, result: Examined) -> Table:
    """A row for each category or group, and for the totals."""
    of_pairs = kind == "analogies"  # a group has no smaller units
    columns = (kind, "right", "interval", "covered", *(["pairs"] if of_pairs else []))
    rows = (
        (part_name(part, result), *_cells(part), *([grouped(part.units)] if of_pairs else [])) for part in result.parts
    )
    return Table(title, tuple(say(f"quality.column.{name}") for name in columns), tuple(rows))


def _cells(part: Accuracy) -> tuple[str, str, str]:
    return (
        or_dash(part.accuracy, share_of),
        or_dash(part.interval, share_cell),
        f"{grouped(part.covered)}/{grouped(part.asked)}",
    )


def _finding(result: Accuracy, kind: str) -> str:
    if result.accuracy is None:
        return say("quality.no_accuracy", n=result.asked)
    if result.interval is None:
        sure = say(f"quality.no_interval.{kind}", n=result.units)
    else:
        sure = say("number.interval", level=level(result.interval), span=share_cell(result.interval))
    share = share_of(result.accuracy)
    if result.covered == result.asked:
        return say("quality.right_of_all", share=share, n=result.asked, sure=sure)
    return say("quality.right_of_covered", share=share, n=result.covered, asked=result.asked, sure=sure)


def _uncovered(result: Accuracy) -> list[str]:
    found = []
    if result.covered < result.asked and result.accuracy:
        found.append(say("quality.of_all", share=share_of(result.accuracy_of_all)))
    if result.same_row:
        found.append(say("quality.same_row", n=result.same_row))
    return found


def _lost(missing: Missing) -> list[str]:
    if not missing.count:
        return []
    some = [*missing.words[:_NAMED], *(["…"] if missing.count > _NAMED else [])]
    return [say("quality.missing", n=missing.count, words=say("number.comma").join(some))]


def _all_lost(missing: Missing) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Where a sentence does not name them all."""
    return ((say("quality.all_missing"), missing.words),) if missing.count > _NAMED else ()


def _words(number: int, result: WordSimilarity) -> Section:
    findings = (_correlated(result, result.spearman, "word-similarity"), *_lost(result.missing))
    return _similarity("word-similarity", number, result, findings)


def _sentences(number: int, result: SentenceSimilarity) -> Section:
    found = say("quality.words_found", share=share_of(result.share_of_words), n=result.words)
    findings = (_correlated(result, result.pearson, "sentence-similarity"), found, *_lost(result.missing))
    return _similarity("sentence-similarity", number, result, findings)


def _similarity(kind: str, number: int, result: Correlated, findings: tuple[str, ...]) -> Section:
    title = say(f"quality.title.{kind}", name=result.name)
    return Section(_anchor(kind, number), title, findings=findings, lists=_all_lost(result.missing))


def _correlated(result: Correlated, r: float | None, kind: str) -> str:
    if r is None:
        if result.covered < _NEEDED:
            return say(f"quality.too_few.{kind}.{('nothing', 'single', 'double')[result.covered]}")
        return say("quality.all_the_same", covered=result.covered)
    over = "all" if result.covered == result.asked else "some"
    pairs = say(f"quality.pairs.{over}", asked=result.asked, covered=result.covered)
    if result.interval is None:
        return say(f"quality.correlated.{kind}", r=correlation(r), pairs=pairs)
    sure = interval_of(result.interval, correlation)
    return say(f"quality.correlated_surely.{kind}", r=correlation(r), pairs=pairs, interval=sure)


def _with_figures(outcome: Quality, parts: tuple[Section, ...]) -> tuple[Section, ...]:
    """Each figure in the section of its name; that of the correlations is of several sets, and a section by itself."""
    drawn = figures(outcome)
    examined: dict[str, Examined] = dict(zip((part.anchor for part in parts), _examined(outcome), strict=False))
    found = [
        replace(
            part,
            figures=(Figure("", partial(picture, part.title, drawn[part.anchor]), _caption(examined[part.anchor])),),
        )
        if part.anchor in drawn
        else part
        for part in parts
    ]
    if "correlations" in drawn:
        title = say("quality.title.correlations")
        figure = Figure("", partial(picture, title, drawn["correlations"]), say("quality.caption.correlations"))
        found.append(Section("correlations", title, figures=(figure,)))
    return tuple(found)


def _examined(outcome: Quality) -> tuple[Examined, ...]:
    return (*outcome.analogies, *outcome.odd_one_out)


def _caption(result: Examined) -> str:
    caption = say("quality.caption.accuracy")
    left_out = len(result.parts) - len(drawn_parts(result))
    return f"{caption} {say('quality.caption.left_out', n=left_out)}" if left_out else caption


def _asked(outcome: Quality) -> Iterator[str]:
    """The kinds of questions that were asked."""
    kinds = {
        "analogies": outcome.analogies,
        "odd-one-out": outcome.odd_one_out,
        "word-similarity": outcome.word_similarity,
        "sentence-similarity": outcome.sentence_similarity,
    }
    return (kind for kind, results in kinds.items() if results)


def _methods(outcome: Quality) -> str:
    """Ready to paste into a paper; says only what was done."""
    e = outcome.embedding
    given = {"name": e["name"], "dim": e["dim"], "sha256": str(e["sha256"])[:16], "version": version("weatherglass")}
    first = say("quality.methods.examined", words=outcome.words, **given)
    return " ".join([first, *(say(f"quality.methods.{kind}") for kind in _asked(outcome))])


def _cited(outcome: Quality) -> Iterator[str]:
    cited = {
        "analogies": ("mikolov2013efficient", "linzen2016", "aronow2015"),
        "word-similarity": ("bonett2000",),
    }
    return (key for kind in _asked(outcome) for key in cited.get(kind, ()))


def command_line(outcome: Quality) -> str:
    """The command that gives the same numbers, where all that is needed is known: a file of vectors, and no sentences, whose scores may have been in a file of their own."""
    if outcome.embedding["format"] == "arrays" or outcome.sentence_similarity:
        return ""
    own: dict[str, Sequence[Examined | WordSimilarity]] = {
        "--analogies": outcome.analogies,
        "--odd": outcome.odd_one_out,
        "--similarity": outcome.word_similarity,
    }
    options = {
        "--lang": [outcome.language],
        **{
            option: [each.name for each in results if not each.name.startswith(f"{outcome.language}/")]
            for option, results in own.items()
        },
        "--words": unless(outcome.words, WORDS),
    }
    switches = {"--ignore-case": outcome.ignore_case}
    return command(["weatherglass", "quality", str(outcome.embedding["name"])], options, switches)
