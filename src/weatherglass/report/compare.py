"""A comparison of spaces as sentences, for the terminal and for one offline HTML file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from weatherglass import language as languages
from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Outcome, Result
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.plot import compare as pictures
from weatherglass.report import numbers
from weatherglass.report.command import command, unless
from weatherglass.report.compare_tables import cells, differences_table, letters, signed, similarity_table
from weatherglass.report.page import Table, write_page
from weatherglass.report.sentences import ACROSS_ZERO, standing
from weatherglass.stats.effects import rank_correlation
from weatherglass.study.compare import TRANSLATED
from weatherglass.study.comparison import Compared, Comparison, NoSimilarity
from weatherglass.study.difference import SAME, Difference
from weatherglass.words.lookup import Match
from weatherglass.words.references import bibtex, entries

_LEAST_TO_RANK = 4  # tests


def summary(comparison: Comparison) -> list[str]:
    """What was found over all tests, in sentences."""
    found = []
    for measure in comparison.measures:
        tests = comparison.of_measure(measure)
        whole = [each for each in tests if len(each.values) == len(comparison.spaces)]
        found.append(_what_was_measured(comparison, get(measure), len(tests), whole))
        found += [_pair_over_tests(measure, pair, whole) for pair in comparison.pairs if whole]
    if not comparison.one_language:
        found.append(f"The spaces are of different languages: {TRANSLATED}.")
    found += [alike_in_short(each) for each in comparison.similarities]
    return found


def _what_was_measured(comparison: Comparison, card: Measure, asked: int, whole: list[Compared]) -> str:
    spaces = "both" if len(comparison.spaces) == 2 else f"all {len(comparison.spaces)}"
    if not whole:
        return f"{card.title} ({card.name}): none of {numbers.counted(asked, 'test')} has a value in {spaces} spaces."
    words = sum(each.outcomes[0].coverage.found for each in whole)
    all_words = sum(each.outcomes[0].coverage.asked for each in whole)
    if comparison.common_words:
        how = f"on the words that {spaces.split(maxsplit=1)[0]} have, {words:,} of {all_words:,}"
    else:
        how = "each on the words that it has, so that a difference may come from the words too"
    return f"{card.title} ({card.name}): {len(whole)} of {numbers.counted(asked, 'test')} measured in {spaces} spaces, {how}."


def _pair_over_tests(measure: str, pair: tuple[str, str], whole: list[Compared]) -> str:
    """How the tests stand as a whole: how many differences are clear, whether signs and ranks agree."""
    before, after = pair
    card = get(measure)
    differences = [one for each in whole for one in each.differences if (one.before, one.after) == pair]
    parts = []
    if tested := [one for one in differences if one.p is not None]:
        alone = sum(one.p is not None and one.p.high < SIGNIFICANT for one in tested)
        clear = [
            each.query for each in whole for one in each.differences if (one.before, one.after) == pair and _clear(one)
        ]
        listed = f" ({', '.join(clear)})" if clear else ""
        parts.append(
            f"of {numbers.counted(len(tested), 'difference')} {len(clear) or 'none'} {'is' if len(clear) < 2 else 'are'} clear after Holm’s correction{listed}, "
            f"{alone or 'none'} {'has' if alone < 2 else 'have'} p below 0.05 taken alone"
        )
    elif sized := [one.interval for one in differences if one.interval is not None]:
        apart = sum(not each.low <= 0 <= each.high for each in sized)
        parts.append(
            f"of {numbers.counted(len(sized), 'interval')} of differences {apart or 'none'} {'excludes' if apart < 2 else 'exclude'} 0, taken alone"
        )
    one, other = ([each.values[name] for each in whole] for name in pair)
    if card.null == 0 and card.unit != "divergence":
        same = sum(a * b > 0 for a, b in zip(one, other, strict=True))
        parts.append(f"the sign is the same in {same} of {numbers.counted(len(whole), 'test')}")
    if len(whole) >= _LEAST_TO_RANK:
        import numpy as np

        r = rank_correlation(np.array(one), np.array(other))
        if r is not None:
            parts.append(f"the tests’ values are ordered alike to the degree ρ = {numbers.effect(r)} (Spearman)")
    return f"{after} against {before}, {card.name}: {'; '.join(parts) or 'see the values; there is no more to say about them'}."


def _clear(one: Difference) -> bool:
    return one.adjusted is not None and one.adjusted.by("holm").verdict == "clear"


def alike_in_short(each: Similarity | NoSimilarity) -> str:
    """How alike two spaces are as a whole, and what chance gives."""
    if isinstance(each, NoSimilarity):
        return f"How alike {each.one} and {each.other} are as a whole was not measured: {each.reason}."
    return (
        f"{each.one} and {each.other} as a whole: mean cosine of {each.words:,} common words after alignment {numbers.effect(each.value)}, by chance "
        f"{numbers.effect(each.floor)} ({numbers.effect(each.floor_low)} to {numbers.effect(each.floor_high)})."
    )


def alike(each: Similarity) -> str:
    """The same with what it rests on."""
    some = "" if each.words == each.common else f" (the most frequent of {each.common:,})"
    low, high = sorted(each.dimensions)
    placed = (
        f" The space of {low} dimensions was placed within that of {high}, which it cannot fill, so this is lower than between spaces of equal "
        "dimensions."
        if low < high
        else ""
    )
    unequal = (
        f" These are so unequal that the mean rests on as little as that of {each.effective:,.0f} equally weighted words would; with all words "
        f"counting the same it is {numbers.effect(each.unweighted)}."
        if each.effective < 0.9 * each.words
        else ""
    )
    return (
        f"{each.other} turned onto {each.one} by their {each.words:,} common words{some}: mean cosine {numbers.effect(each.value)}, each word scored by a "
        f"rotation that was not fitted to it. With the words of one space exchanged at random it is {numbers.effect(each.floor)} (95 % range "
        f"{numbers.effect(each.floor_low)} to {numbers.effect(each.floor_high)}), so {numbers.effect(each.above_floor)} lies above chance.{placed} "
        f"Weights: {each.weights}.{unequal}"
    )


def finding(each: Compared, called: Mapping[str, str] | None = None) -> list[str]:
    """One test: the values, then each difference with how sure it is. `called`: other names for the spaces."""
    card = get(each.measure)
    named = called or {outcome.embedding: outcome.embedding for outcome in each.outcomes}
    return [_values(each, card, named), *(_difference(each, one, card, named) for one in each.differences)]


def _values(each: Compared, card: Measure, called: Mapping[str, str]) -> str:
    def shown(value: float) -> str:
        return numbers.value(value, card.unit)

    said = []
    for outcome in each.outcomes:
        space = called[outcome.embedding]
        if not isinstance(outcome, Result):
            said.append(f"{space}: not measured, {outcome.reason}")
        elif outcome.value is None:
            said.append(f"{space}: scores of single words only")
        else:
            ends = "" if outcome.interval is None else f" ({numbers.interval_of(outcome.interval, shown)})"
            p = "" if outcome.p is None else f", p {numbers.p_value(outcome.p)}"
            said.append(f"{space}: {card.symbol} = {shown(outcome.value)}{ends}{p}")
    return f"{'; '.join(said)}."


def _difference(each: Compared, one: Difference, card: Measure, called: Mapping[str, str]) -> str:
    before, after = called[one.before], called[one.after]
    if one.value is None:
        return f"{after} against {before}: no difference is given: {one.no_value}."
    how = [_interval(one, card), _p(one)]
    value = f"{after} − {before}: {signed(one.value, card)} ({'; '.join(how)})."
    return " ".join([value, *_verdict(each, one, card, after)])


def _interval(one: Difference, card: Measure) -> str:
    if one.interval is None:
        return f"no interval, as {one.no_interval}"
    ends = numbers.interval_of(one.interval, lambda end: signed(end, card))
    return f"{ends} by {one.interval.method}, the same words in both"


def _p(one: Difference) -> str:
    if one.p is None:
        return f"no p, as {one.no_p}"
    method = numbers.p_method(one.p).replace("partitions", "exchanges of the words’ scores")
    text = f"p {numbers.p_value(one.p)}, {method}"
    if one.adjusted is not None and one.adjusted.family > 1:
        text += f"; Holm {numbers.corrected(one.p, one.adjusted.by('holm'))} over {one.adjusted.family} differences"
    return text


def _verdict(each: Compared, one: Difference, card: Measure, called: str) -> Iterator[str]:
    """What may be said, and what may not."""
    if one.p is None or one.value is None:
        return
    if abs(one.value) < SAME:
        yield "Up to the precision of the vectors the two values are the same."
        return
    across = one.interval is not None and one.interval.low <= 0 <= one.interval.high
    if _clear(one):
        yield _direction(each, one, card, called)
        if across:
            yield ACROSS_ZERO
        return
    if one.adjusted is not None and one.adjusted.by("holm").verdict == "inconclusive":
        yield "Whether p is below 0.05 is not decided: it lies between the bounds of p."
    elif one.p.high < SIGNIFICANT:
        assert one.adjusted is not None
        yield f"Taken alone p is below 0.05; among {one.adjusted.family} differences that is not enough to call it clear."
    else:
        yield "These words do not clearly tell the two spaces apart; this does not show that they are alike."
    if one.interval is not None and not across:
        yield "The interval excludes 0 all the same; it asks how other words would do, p which space the scores came from."


def _direction(each: Compared, one: Difference, card: Measure, called: str) -> str:
    before, after = each.values[one.before], each.values[one.after]
    if card.null == 0 and before * after > 0:
        return f"The association is clearly {'stronger' if abs(after) > abs(before) else 'weaker'} in {called}."
    there = each.of(one.after)
    weak = isinstance(there, Result) and there.p is not None and standing(there) == "unclear"
    sign = ", where its sign is the other" if card.null == 0 and before * after < 0 else ""
    alone = "; by itself the value there is not clear" if weak and sign else ""
    return (
        f"{card.symbol} is clearly {'larger' if one.value and one.value > 0 else 'smaller'} in {called}{sign}{alone}."
    )


@dataclass(frozen=True, slots=True)
class Block:
    """Everything the page shows of one measure."""

    card: Measure
    scale: Markup
    rows: tuple[tuple[Compared, Markup], ...]
    differences: Table | None


def _blocks(comparison: Comparison) -> Iterator[Block]:
    for measure in comparison.measures:
        card, tests = get(measure), comparison.of_measure(measure)
        dots = [[_dot(outcome) for outcome in each.outcomes] for each in tests]
        drawn = [x for row in dots for dot in row if dot.value is not None for x in (dot.value, *(dot.ends or ()))]
        scale = pictures.scale_of(drawn, card.null)
        rows = ((each, pictures.dumbbell(row, scale, card.symbol)) for each, row in zip(tests, dots, strict=True))
        some = any(one.value is not None for each in tests for one in each.differences)
        table = differences_table(comparison, card, tests) if some else None
        yield Block(card, pictures.numbers_above(scale), tuple(rows), table)


def _dot(outcome: Outcome) -> pictures.Dot:
    if not isinstance(outcome, Result) or outcome.value is None:
        return pictures.Dot(outcome.embedding, None)
    ends = None if outcome.interval is None else (outcome.interval.low, outcome.interval.high)
    clear = outcome.p is not None and outcome.p.high < SIGNIFICANT and get(outcome.measure).small_p == "separation"
    return pictures.Dot(outcome.embedding, outcome.value, ends, clear)


def command_line(comparison: Comparison) -> str:
    """The command that gives the same numbers, for the files that were given; empty where no command does."""
    names = [space.name for space in comparison.spaces]
    usual = [(comparison.reference, name) for name in names if name != comparison.reference]
    if list(comparison.pairs) != usual or not all(space.file for space in comparison.spaces):
        return ""
    codes = [space.language for space in comparison.spaces]
    options = {
        "--lang": codes[:1] if comparison.one_language else codes,
        "--query": comparison.queries,
        "--measure": comparison.measures,
        "--pack": comparison.folders,
        "--reference": unless(names.index(comparison.reference) + 1, 1),
        "--corpus": unless(comparison.corpus, ""),
        "--level": unless(comparison.level, 0.95),
        "--resamples": unless(comparison.resamples, 9_999),
        "--min-coverage": unless(comparison.match.min_coverage, Match().min_coverage),
        "--min-words": unless(comparison.match.min_words, Match().min_words),
        "--seed": unless(comparison.test.seed, 0),
    }
    switches = {
        "--own-words": comparison.one_language and not comparison.common_words,
        "--no-alike": not comparison.similarities,
        "--allow-pickle": comparison.allow_pickle,
    }
    return command(["weatherglass", "compare", *(space.file for space in comparison.spaces)], options, switches)


def write_comparison(comparison: Comparison, path: str | os.PathLike[str]) -> Path:
    """Write the comparison as HTML; the file appears only when it is complete."""
    cards = [get(name) for name in comparison.measures]
    cited = [*(key for card in cards for key in card.cite), *(key for each in comparison.tests for key in each.cite)]
    similar = [each for each in comparison.similarities if isinstance(each, Similarity)]
    if similar:
        cited += ["papakyriakopoulos2020", "schonemann1966"]
    context = {
        "comparison": comparison,
        "letters": letters(comparison),
        "marks": [pictures.legend_mark(i) for i in range(len(comparison.spaces))],
        "language_names": {space.language: languages.get(space.language).name for space in comparison.spaces},
        "summary": summary(comparison),
        "blocks": list(_blocks(comparison)),
        "cards": cards,
        "cell": cells,
        "findings": [(each, finding(each)) for each in comparison.tests],
        "similar": [(each, alike(each)) for each in similar],
        "similarity_table": similarity_table(comparison, similar),
        "command": command_line(comparison),
        "bibtex": bibtex(key for key in cited if key in entries()),
    }
    return write_page("compare.html", context, path)
