"""A comparison of spaces as sentences, for the terminal and for a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from weatherglass.embedding.similarity import Similarity
from weatherglass.measure.base import Measure, get
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SIGNIFICANT
from weatherglass.measure.standing import standing
from weatherglass.plot.compare import legend_mark
from weatherglass.report.command import command, found_least, unless
from weatherglass.report.compare_tables import (
    differences_tables,
    drawn_table,
    letters,
    measure_name,
    signed,
    similarity_tables,
)
from weatherglass.report.document import Document, Fact, Section
from weatherglass.report.identity import language_name, of_vectors
from weatherglass.report.provenance import made_by
from weatherglass.stats.effects import rank_correlation
from weatherglass.study.comparison import Compared, Comparison, NoSimilarity, Space
from weatherglass.study.difference import SAME, Difference
from weatherglass.wording import numbers
from weatherglass.wording.cards import card_text
from weatherglass.wording.messages import say

_LEAST_TO_RANK = 4  # tests
_MOST_FINDINGS = 6  # at the head of a report; where there are more, the others stand in a section


def summary(comparison: Comparison) -> list[str]:
    """What was found over all tests, in sentences."""
    found = []
    for measure in comparison.measures:
        tests = comparison.of_measure(measure)
        whole = [each for each in tests if len(each.values) == len(comparison.spaces)]
        found.append(_what_was_measured(comparison, get(measure), len(tests), whole))
        found += [_pair_over_tests(measure, pair, whole) for pair in comparison.pairs if whole]
    if not comparison.one_language:
        found.append(say("compare.languages"))
    found += [alike_in_short(each) for each in comparison.similarities]
    return found


def _what_was_measured(comparison: Comparison, card: Measure, asked: int, whole: list[Compared]) -> str:
    how = "none" if not whole else "common" if comparison.common_words else "own"
    spaces = len(comparison.spaces)
    return say(
        f"compare.measured.{how}_{'both' if spaces == 2 else 'all'}",
        measure=measure_name(card),
        n=asked,
        whole=len(whole),
        spaces=spaces,
        words=sum(each.outcomes[0].coverage.found for each in whole),
        all_words=sum(each.outcomes[0].coverage.asked for each in whole),
    )


def _pair_over_tests(measure: str, pair: tuple[str, str], whole: list[Compared]) -> str:
    """How the tests stand as a whole: how many differences are clear, whether signs and ranks agree."""
    before, after = pair
    card = get(measure)
    parts = list(_over_tests(pair, whole))
    one, other = ([each.values[name] for each in whole] for name in pair)
    if card.null == 0 and card.unit != "divergence":
        same = sum(a * b > 0 for a, b in zip(one, other, strict=True))
        parts.append(say("compare.pair.sign", n=len(whole), same=same))
    if len(whole) >= _LEAST_TO_RANK:
        import numpy as np

        r = rank_correlation(np.array(one), np.array(other))
        if r is not None:
            parts.append(say("compare.pair.ranks", rho=numbers.effect(r)))
    said = say("compare.semicolon").join(parts or [say("compare.pair.nothing")])
    return say("compare.pair.said", after=after, before=before, measure=card.name, parts=said)


def _over_tests(pair: tuple[str, str], whole: list[Compared]) -> Iterator[str]:
    """How many differences are clear, or at least have an interval that excludes 0."""
    differences = [(each, one) for each in whole for one in each.differences if (one.before, one.after) == pair]
    if tested := [one.p for _, one in differences if one.p is not None]:
        of = say("compare.pair.of_differences", n=len(tested))
        clear = [each.query for each, one in differences if one.clear]
        listed = say("compare.comma").join(clear)
        yield (
            _some("clear", len(clear), of=of, tests=listed)
            + say("compare.comma")
            + _some("alone", sum(p.high < SIGNIFICANT for p in tested))
        )
    elif sized := [one.interval for _, one in differences if one.interval is not None]:
        of = say("compare.pair.of_intervals", n=len(sized))
        yield _some("apart", sum(not each.low <= 0 <= each.high for each in sized), of=of)


def _some(name: str, n: int, **values: str) -> str:
    """How many do, or that none does."""
    return say(f"compare.pair.{'' if n else 'none_'}{name}", n=n, **values)


def alike_in_short(each: Similarity | NoSimilarity) -> str:
    """How alike two spaces are as a whole, and what chance gives."""
    if isinstance(each, NoSimilarity):
        return say("compare.alike.not_measured", one=each.one, other=each.other, reason=each.reason)
    return say(
        "compare.alike.short",
        first=each.one,
        second=each.other,
        n=each.words,
        value=numbers.effect(each.value),
        **_floor(each),
    )


def _floor(each: Similarity) -> dict[str, str]:
    return {
        "floor": numbers.effect(each.floor),
        "low": numbers.effect(each.floor_low),
        "high": numbers.effect(each.floor_high),
    }


def alike(each: Similarity) -> str:
    """The same with what it rests on."""
    low, high = sorted(each.dimensions)
    some = "" if each.words == each.common else "_some"
    said = [
        say(
            f"compare.alike.turned{some}",
            second=each.other,
            first=each.one,
            n=each.words,
            common=each.common,
            value=numbers.effect(each.value),
        ),
        say("compare.alike.chance", above=numbers.effect(each.above_floor), **_floor(each)),
        *([say("compare.alike.placed", low=low, high=high)] if low < high else []),
        say("compare.alike.weights", weights=each.weights),
    ]
    if each.effective < 0.9 * each.words:
        rests_on = {"effective": numbers.whole(each.effective), "unweighted": numbers.effect(each.unweighted)}
        said.append(say("compare.alike.unequal", **rests_on))
    return " ".join(said)


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
            said.append(say("compare.value.not_measured", space=space, reason=outcome.reason))
        elif outcome.value is None:
            said.append(say("compare.value.words_only", space=space))
        else:
            ends = "" if outcome.interval is None else f" ({numbers.interval_of(outcome.interval, shown)})"
            p = "" if outcome.p is None else f"{say('compare.comma')}p {numbers.p_value(outcome.p)}"
            said.append(f"{space}: {card.symbol} = {shown(outcome.value)}{ends}{p}")
    return f"{say('compare.semicolon').join(said)}."


def _difference(each: Compared, one: Difference, card: Measure, called: Mapping[str, str]) -> str:
    before, after = called[one.before], called[one.after]
    if one.value is None:
        return say("compare.difference.none", after=after, before=before, reason=one.no_value)
    said = say(
        "compare.difference.said",
        after=after,
        before=before,
        value=signed(one.value, card),
        interval=_interval(one, card),
        p=_p(one),
    )
    return " ".join([said, *_verdict(each, one, card, after)])


def _interval(one: Difference, card: Measure) -> str:
    if one.interval is None:
        return say("compare.difference.no_interval", reason=one.no_interval)
    ends = numbers.interval_of(one.interval, lambda end: signed(end, card))
    return say("compare.difference.interval", interval=ends, method=say(f"interval.{one.interval.method}"))


def _p(one: Difference) -> str:
    if one.p is None:
        return say("compare.difference.no_p", reason=one.no_p)
    text = say("compare.difference.p", p=numbers.p_value(one.p), method=numbers.p_method(one.p, "exchanges"))
    if one.adjusted is None or one.adjusted.family == 1:
        return text
    corrected = numbers.corrected(one.p, one.adjusted.by("holm"))
    return text + say("compare.semicolon") + say("compare.difference.holm", p=corrected, n=one.adjusted.family)


def _verdict(each: Compared, one: Difference, card: Measure, called: str) -> Iterator[str]:
    """What may be said, and what may not."""
    if one.p is None or one.value is None:
        return
    if abs(one.value) < SAME:
        yield say("compare.difference.same")
        return
    across = one.interval is not None and one.interval.low <= 0 <= one.interval.high
    if one.clear:
        yield _direction(each, one, card, called)
        if across:
            yield say("weat.across_zero")
        return
    if one.adjusted is not None and one.adjusted.by("holm").verdict == "inconclusive":
        yield say("compare.difference.inconclusive")
    elif one.p.high < SIGNIFICANT:
        assert one.adjusted is not None
        yield say("compare.difference.among", n=one.adjusted.family)
    else:
        yield say("compare.difference.unclear")
    if one.interval is not None and not across:
        yield say("compare.difference.excludes")


def _direction(each: Compared, one: Difference, card: Measure, called: str) -> str:
    before, after = each.values[one.before], each.values[one.after]
    if card.null == 0 and before * after > 0:
        return say(f"compare.difference.{'stronger' if abs(after) > abs(before) else 'weaker'}", space=called)
    there = each.of(one.after)
    weak = isinstance(there, Result) and there.p is not None and standing(there) == "unclear"
    turned = card.null == 0 and before * after < 0
    key = (
        f"{'larger' if after > before else 'smaller'}{'_turned' if turned else ''}{'_weak' if turned and weak else ''}"
    )
    return say(f"compare.difference.{key}", symbol=card.symbol, space=called)


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
        **found_least(comparison.match),
        "--seed": unless(comparison.test.seed, 0),
    }
    switches = {
        "--own-words": comparison.one_language and not comparison.common_words,
        "--no-alike": not comparison.similarities,
        "--allow-pickle": comparison.allow_pickle,
    }
    return command(["weatherglass", "compare", *(space.file for space in comparison.spaces)], options, switches)


def document(comparison: Comparison) -> Document:
    """Everything that is reported of a comparison."""
    cards = [get(name) for name in comparison.measures]
    cited = [*(key for card in cards for key in card.cite), *(key for each in comparison.tests for key in each.cite)]
    if _similar(comparison):
        cited += ["papakyriakopoulos2020", "schonemann1966"]
    said, again = summary(comparison), command_line(comparison)
    overall = (
        [Section("overall", say("compare.overall"), tuple(said[_MOST_FINDINGS:]))] if len(said) > _MOST_FINDINGS else []
    )
    return Document(
        kind="comparison",
        name=_name(comparison),
        identity=tuple(_identity(comparison)),
        findings=tuple(said[:_MOST_FINDINGS]),
        mind=say("compare.mind"),
        warnings=comparison.warnings,
        sections=(
            *overall,
            *(_measure_section(comparison, card) for card in cards),
            *_alike_section(comparison),
            _tests_section(comparison),
        ),
        limits=tuple(_limits(comparison)),
        methods=(
            " ".join(_methods(comparison)),
            *(say("compare.methods.card", **_entries(card, "title", "what", "range", "limits")) for card in cards),
            *([] if again else [say("compare.made_in_python")]),
        ),
        command=again,
        cited=tuple(cited),
        data=comparison.to_dict(),
        tables={"compare": comparison.table(), "compare-wide": comparison.wide()},
    )


def _entries(card: Measure, *names: str) -> dict[str, str]:
    return {name: card_text(card, name) for name in names}


def _similar(comparison: Comparison) -> list[Similarity]:
    return [each for each in comparison.similarities if isinstance(each, Similarity)]


def _name(comparison: Comparison) -> str:
    first, second, *more = (space.name for space in comparison.spaces)
    if not more:
        return say("compare.two_names", first=first, second=second)
    return say("compare.name", first=first, n=1 + len(more))


def _identity(comparison: Comparison) -> Iterator[tuple[str, str]]:
    """A line for each space, under its letter."""
    for space, letter in zip(comparison.spaces, letters(comparison).values(), strict=True):
        is_reference = space.name == comparison.reference
        yield say("compare.reference", letter=letter) if is_reference else letter, _space(space)


def _space(space: Space) -> str:
    (_, size), (_, sha256), *_ = of_vectors(space.identity)
    given = {"name": space.name, "size": size, "language": language_name(space.language), "sha256": sha256}
    if "provenance" not in space.identity:
        return say("compare.space", **given)
    return say("compare.space_made", made=made_by(space.identity["provenance"]), **given)


def _measure_section(comparison: Comparison, card: Measure) -> Section:
    """Values and differences, with a key to the marks."""
    tests = comparison.of_measure(card.name)
    anchors = [_anchor(comparison, each) for each in tests]
    key = (Fact(letter, name, legend_mark(i)) for i, (name, letter) in enumerate(letters(comparison).items()))
    return Section(
        anchor=card.name,
        title=measure_name(card),
        tables=(drawn_table(comparison, card, tests, anchors),),
        facts=tuple(key),
        parts=tuple(
            Section(f"{card.name}-differences", each.title, tables=(each,))
            for each in differences_tables(comparison, card, tests)
        ),
    )


def _anchor(comparison: Comparison, each: Compared) -> str:
    return f"test-{next(i for i, other in enumerate(comparison.tests, 1) if other is each)}"


def _alike_section(comparison: Comparison) -> Iterator[Section]:
    similar = _similar(comparison)
    parts = tuple(
        Section(
            f"alike-{i}",
            say("compare.alike.pair", one=each.one, other=each.other),
            (alike(each), *_moved(each)),
        )
        for i, each in enumerate(similar, 1)
    )
    if similar:
        title = say("compare.alike.title")
        yield Section("alike", title, tables=tuple(similarity_tables(comparison)), parts=parts)


def _moved(each: Similarity) -> tuple[str, str]:
    words = say("compare.comma").join(f"{word.word} {numbers.effect(word.cosine)}" for word in each.moved)
    among = (
        say("compare.alike.moved_some", n=each.moved_among)
        if each.moved_among < each.words
        else say("compare.alike.moved_all")
    )
    return say("compare.alike.moved", words=words), among


def _tests_section(comparison: Comparison) -> Section:
    parts = []
    for each in comparison.tests:
        missing = each.outcomes[0].coverage.missing if comparison.common_words else ()
        titled = f"{each.query}: {each.title}" if each.title else each.query
        parts.append(
            Section(
                anchor=_anchor(comparison, each),
                title=say("compare.measure", title=titled, name=each.measure),
                findings=tuple(finding(each)),
                lists=((say("compare.missing", n=len(missing)), missing),) if missing else (),
            )
        )
    return Section("tests", say("compare.tests"), parts=tuple(parts))


def _limits(comparison: Comparison) -> Iterator[str]:
    yield from (say(f"compare.limit.{name}") for name in ("alike", "p", "interval"))
    if "weat" in comparison.measures:
        yield say("compare.limit.spread")
    yield from (say(f"compare.limit.{name}") for name in ("several", "common"))
    if _similar(comparison):
        yield say("compare.limit.whole")
    if not comparison.one_language:
        yield say("compare.limit.languages")


def _methods(comparison: Comparison) -> Iterator[str]:
    """How it was done, a sentence each."""
    if comparison.common_words:
        yield say("compare.methods.common", spaces=len(comparison.spaces))
    else:
        yield say("compare.methods.own")
    if comparison.one_language:
        level = f"{100 * comparison.level:g} %"
        yield say("compare.methods.differences", level=level, resamples=comparison.resamples)
    if similar := _similar(comparison):
        yield say("compare.methods.alike", permutations=similar[0].permutations)
    yield say("compare.methods.seed", seed=str(comparison.test.seed))
