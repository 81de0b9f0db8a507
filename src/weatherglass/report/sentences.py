"""Findings of association tests as sentences that a careful person can defend."""

from __future__ import annotations

from weatherglass.measure.baseline import Baseline
from weatherglass.measure.family import Adjusted
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SIGNIFICANT, Equivalence, WithoutWord
from weatherglass.measure.standing import against_the_test, standing
from weatherglass.stats.permutation import Test, smallest_p
from weatherglass.wording.messages import Finding, say, say_naming
from weatherglass.wording.numbers import (
    correlation,
    counted,
    difference,
    effect,
    in_turn,
    interval_of,
    p_value,
    per_cent,
    probability,
    share,
    some,
)
from weatherglass.words.query import Query

_COHESION = 0.05  # baseline sets further off in cohesion than this are not alike
_OCTAVES = 0.5  # nor those further off in log2 frequency


def finding(result: Result, query: Query) -> Finding:
    """What a WEAT found: the direction, how strong, how sure, how surprising, and the word it hangs on."""
    assert result.value is not None
    assert result.p is not None
    (one, other), (a, b) = query.targets, query.attributes
    near, far = (a.name, b.name) if result.value >= 0 else (b.name, a.name)
    means = result.extra["means"]
    sure = say("weat.sure", interval=interval_of(result.interval)) if result.interval is not None else ""
    numbers = say(
        "weat.numbers",
        d=effect(result.value),
        sure=sure,
        a=a.name,
        b=b.name,
        one=difference(means[one.name]),
        other=difference(means[other.name]),
        p=p_value(result.p),
    )
    names = {"first": one.name[:1].upper() + one.name[1:], "near": near, "far": far, "other": other.name}
    rest = " ".join([_reading(result), *cautions(result)])
    return Finding((*say_naming("weat.leans", names, numbers=numbers).parts, (f" {rest}", False)))


def _reading(result: Result) -> str:
    assert result.p is not None
    p, stands = result.p, standing(result)
    if stands == "against":
        return say("weat.separate_against")
    if p.alternative == "two-sided":
        body = say("weat.both_directions", p=p_value(p))
    elif p.ties == "strict" and p.estimate == 0:
        body = say("weat.none_sampled", n=p.partitions) if p.method == "sampled" else say("weat.none_stronger")
    elif against_the_test(result):
        body = say(f"weat.against.{p.ties}", share=share(p))
    else:
        body = say(f"weat.split.{p.ties}", share=share(p))
    if stands == "clear":
        return say("weat.so.clear", body=body)
    if stands == "undecided":
        return say("weat.so.undecided", body=body, limit=per_cent(SIGNIFICANT))
    if result.equivalence is not None and result.equivalence.shown:
        return say("weat.so.unclear", body=body)
    return say("weat.so.not_shown", body=body)


def cautions(result: Result) -> list[str]:
    """What bears on a finding: other topics, an interval across zero, a word it hangs on, the smallest effect of interest."""
    found = []
    interval = result.interval
    if (others := so_do_others(result)) is not None:
        found.append(others)
    if standing(result) == "clear" and interval is not None and interval.low <= 0 <= interval.high:
        found.append(say("weat.across_zero"))
    if (hangs := hangs_on(result)) is not None:
        found.append(hangs)
    if result.equivalence is not None and standing(result) != "clear":
        found.append(smaller_than(result.equivalence))
    return found


def smaller_than(equivalence: Equivalence) -> str:
    """Whether the value is shown to be smaller than the smallest effect of interest."""
    key = "weat.smaller.shown" if equivalence.shown else "weat.smaller.not_shown"
    return say(key, size=effect(equivalence.smallest), ends=interval_of(equivalence))


def hangs_on(result: Result) -> str | None:
    """The words without any one of which a clear result would not be clear, or would have the other sign; or an unclear
    one would be clear."""
    influence = result.influence
    if influence is None:
        return None
    clear = standing(result) == "clear"
    flips = [each for each in influence.words if each.flips_significance or (clear and each.flips_sign)]
    if not flips:
        return None
    shown = in_turn(_without(each) for each in flips[:3])
    more = say("weat.in_all", n=len(flips)) if len(flips) > 3 else ""
    return say("weat.hangs_on" if clear else "weat.one_decides", n=len(flips), words=f"{shown}{more}")


def _without(word: WithoutWord) -> str:
    if word.p is None:
        return say("weat.without", word=word.word, d=effect(word.value))
    return say("weat.without_with_p", word=word.word, d=effect(word.value), p=probability(word.p))


def largest_influence(result: Result) -> str:
    """The word whose absence changes the value most."""
    influence = result.influence
    assert influence is not None
    if not influence.words:
        return say("weat.no_word_left_out")
    most = influence.words[0]
    changed = say("weat.largest_change", change=_without(most), set=most.set)
    return changed if influence.with_p else f"{changed} {say('weat.p_not_computed')}"


def other_scales(result: Result) -> str:
    """The difference in cosines, the common-language effect, and what the scores have to do with frequency."""
    effects = result.effects
    assert effects is not None
    (one, other) = (s.name for s in result.coverage.sets[:2])
    frequency = (
        say("weat.frequency_unknown")
        if effects.frequency_correlation is None
        else say("weat.frequency", r=correlation(effects.frequency_correlation))
    )
    return say(
        "weat.other_scales",
        difference=difference(effects.difference),
        one=one,
        other=other,
        probability=per_cent(effects.common_language),
        frequency=frequency,
    )


def corrected(adjusted: Adjusted) -> str:
    """Adjusted p-values in a line."""
    values = in_turn(
        say(
            "weat.corrected.inconclusive" if each.verdict == "inconclusive" else "weat.corrected.value",
            procedure=say(f"procedure.{each.procedure}"),
            p=probability(each.estimate),
        )
        for each in adjusted.corrections
    )
    tests = counted(adjusted.family, "test")
    if adjusted.counted_with:
        return say("weat.corrected.twin", values=values, tests=tests, twin=adjusted.counted_with)
    return say("weat.corrected.over", values=values, tests=tests)


def among_others(result: Result, baseline: Baseline) -> str:
    """Where the observed value stands among those of other words."""
    assert result.p is not None
    two_sided = result.p.alternative == "two-sided"
    how = "against" if against_the_test(result) else "two_sided" if two_sided else "one_sided"
    rejected = say(
        "weat.among.rejected" if two_sided else "weat.among.rejected_either",
        some=some(baseline.rejected),
        two_sided=some(baseline.rejected_two_sided),
    )
    return say(
        f"weat.among.{how}" if baseline.as_extreme else f"weat.among.none_{how}",
        n=baseline.as_extreme,
        pairs=baseline.sets,
        kind=say(f"baseline.{baseline.kind}"),
        alike=_likeness(baseline),
        rejected=rejected,
    )


def _likeness(baseline: Baseline) -> str:
    """In what other sets are like the test's own, and in what they are not, with the figures."""
    off = baseline.cohesion - baseline.own_cohesion
    cohesive = baseline.kind == "random" or abs(off) <= _COHESION
    frequent = (
        say("weat.alike.frequent")
        if baseline.octaves <= _OCTAVES
        else say("weat.alike.within", factor=effect(2**baseline.octaves))
    )
    if baseline.kind == "topical" and cohesive:
        return say("weat.alike.and_cohesive", frequent=frequent)
    if cohesive:
        return say("weat.alike.as_these", frequent=frequent)
    return say(
        "weat.alike.less_cohesive" if off < 0 else "weat.alike.more_cohesive",
        frequent=frequent,
        theirs=effect(baseline.cohesion),
        own=effect(baseline.own_cohesion),
    )


def so_do_others(result: Result) -> str | None:
    """For a clear result, how often sets about other topics separate as strongly."""
    topical = [each for each in result.baseline if each.kind == "topical"]
    if not topical or standing(result) != "clear":
        return None
    (each,) = topical
    if not each.as_extreme:
        return say("weat.no_other")
    return say("weat.so_do_others", share=per_cent(each.as_extreme / each.sets))


def floor(result: Result, test: Test) -> str:
    """The smallest p within reach, where it is not small or where missing words raised it; empty otherwise."""
    one, other = result.coverage.sets[:2]
    found, asked = smallest_p(one.found, other.found, test), smallest_p(one.asked, other.asked, test)
    if found > asked:
        return say("weat.floor_raised", found=probability(found), asked=probability(asked))
    return say("weat.floor", found=probability(found)) if found >= SIGNIFICANT else ""
