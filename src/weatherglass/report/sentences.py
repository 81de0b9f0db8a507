"""Findings as sentences that a careful person can defend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from weatherglass.measure.baseline import KINDS, Baseline
from weatherglass.measure.family import Adjusted
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import SIGNIFICANT, Equivalence, WithoutWord
from weatherglass.report.numbers import (
    correlation,
    counted,
    difference,
    effect,
    interval_of,
    p_value,
    per_cent,
    probability,
    share,
    some,
)
from weatherglass.stats.permutation import Test, smallest_p
from weatherglass.words.query import Query

Standing = Literal["clear", "unclear", "against", "undecided"]
ACROSS_ZERO = "The interval includes 0: with other words of these kinds the difference might vanish."
_COHESION = 0.05  # baseline sets further off in cohesion than this are not alike
_OCTAVES = 0.5  # nor those further off in log2 frequency
_PROCEDURES = {
    "holm": "Holm",
    "benjamini-hochberg": "Benjamini–Hochberg",
    "benjamini-yekutieli": "Benjamini–Yekutieli",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A sentence in parts, each with whether it names a set, so that a page can mark those."""

    parts: tuple[tuple[str, bool], ...]

    def text(self) -> str:
        return "".join(text for text, _ in self.parts)


def standing(result: Result) -> Standing:
    """How a test stands, by the bounds of p.

    "undecided": 0.05 lies between them. "against": the words separate, but in the direction that was not tested.
    """
    assert result.p is not None
    if result.p.high < SIGNIFICANT:
        return "clear"
    if result.p.low < SIGNIFICANT:
        return "undecided"
    one_sided = result.p.alternative != "two-sided"
    return "against" if one_sided and result.p.low > 1 - SIGNIFICANT else "unclear"


def finding(result: Result, query: Query) -> Finding:
    """What a WEAT found: the direction, how strong, how sure, how surprising, and the word it hangs on."""
    assert result.value is not None
    assert result.p is not None
    (one, other), (a, b) = query.targets, query.attributes
    near, far = (a.name, b.name) if result.value >= 0 else (b.name, a.name)
    means = result.extra["means"]
    sure = "" if result.interval is None else f", {interval_of(result.interval)}"
    numbers = (
        f"d = {effect(result.value)}{sure}; mean association with {a.name} rather than {b.name}: "
        f"{difference(means[one.name])} against {difference(means[other.name])}; p {p_value(result.p)}"
    )
    first = one.name[:1].upper() + one.name[1:]
    return Finding(
        (
            (first, True),
            (" lean more towards ", False),
            (near, True),
            (", as against ", False),
            (far, True),
            (", than ", False),
            (other.name, True),
            (" ".join([f" do ({numbers}).", _reading(result), *cautions(result)]), False),
        )
    )


def against_the_test(result: Result) -> bool:
    """Whether the value has the sign that was not tested for."""
    assert result.p is not None
    value = result.value or 0.0
    return {"greater": value < 0, "less": value > 0, "two-sided": False}[result.p.alternative]


def _reading(result: Result) -> str:
    assert result.p is not None
    p, stands = result.p, standing(result)
    if stands == "against":
        return "The words separate, but in the direction opposite to the one that was tested."
    if p.alternative == "two-sided":
        body = f"Counting both directions, a split this strong has p {p_value(p)}"
    elif p.ties == "strict" and p.estimate == 0:
        looked = f"None of {p.partitions:,} sampled ways" if p.method == "sampled" else "No other way"
        body = f"{looked} to divide these words into two such sets gives a stronger split"
    elif against_the_test(result):
        far = "at least as far" if p.ties == "inclusive" else "further"
        body = (
            f"This is against the direction tested: {share(p)} of all ways to divide these words into two such sets lean {far} in "
            "the tested direction"
        )
    else:
        strength = "this strong" if p.ties == "inclusive" else "stronger than this"
        body = f"A split {strength} comes up in {share(p)} of all ways to divide these words into two such sets"
    if stands == "clear":
        return f"{body}."
    if stands == "undecided":
        return f"{body}; whether that is below {per_cent(SIGNIFICANT)} is not decided."
    if result.equivalence is not None and result.equivalence.shown:
        return f"{body}, so the words do not separate clearly."
    return f"{body}, so the words do not separate clearly; this does not show that there is no association."


def cautions(result: Result) -> list[str]:
    """What bears on a finding: other topics, an interval across zero, a word it hangs on, the smallest effect of interest."""
    found = []
    interval = result.interval
    if (others := so_do_others(result)) is not None:
        found.append(others)
    if standing(result) == "clear" and interval is not None and interval.low <= 0 <= interval.high:
        found.append(ACROSS_ZERO)
    if (hangs := hangs_on(result)) is not None:
        found.append(hangs)
    if result.equivalence is not None and standing(result) != "clear":
        found.append(smaller_than(result.equivalence))
    return found


def smaller_than(equivalence: Equivalence) -> str:
    """Whether the value is shown to be smaller than the smallest effect of interest."""
    ends = interval_of(equivalence)
    size = effect(equivalence.smallest)
    if equivalence.shown:
        return f"As far as the choice of words goes, d is shown to lie within ±{size} ({ends}; two one-sided tests at 0.05)."
    return f"That d lies within ±{size} is not shown ({ends}; two one-sided tests at 0.05)."


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
    shown = "; ".join(_without(each) for each in flips[:3])
    more = f" ({len(flips)} words in all)" if len(flips) > 3 else ""
    if clear:
        return f"This result hangs on {'one word' if len(flips) == 1 else 'single words'}: {shown}{more}."
    decide = "One word decides" if len(flips) == 1 else "Single words decide"
    return f"{decide} that it is not clear: {shown}{more}."


def _without(word: WithoutWord) -> str:
    p = "" if word.p is None else f" and p = {probability(word.p)}"
    return f"without “{word.word}” d = {effect(word.value)}{p}"


def largest_influence(result: Result) -> str:
    """The word whose absence changes the value most."""
    influence = result.influence
    assert influence is not None
    if not influence.words:
        return "No word can be left out, as the sets have one word each."
    most = influence.words[0]
    p = "" if influence.with_p else " How p changes was not computed for sets this large."
    return f"The largest change: {_without(most)} ({most.set}).{p}"


def other_scales(result: Result) -> str:
    """The difference in cosines, the common-language effect, and what the scores have to do with frequency."""
    effects = result.effects
    assert effects is not None
    (one, other) = (s.name for s in result.coverage.sets[:2])
    frequency = (
        "frequency is not known"
        if effects.frequency_correlation is None
        else f"the words' scores correlate with their log frequency at r = {correlation(effects.frequency_correlation)}"
    )
    return (
        f"The mean associations differ by {difference(effects.difference)}; a random word of “{one}” scores above a random "
        f"word of “{other}” with probability {per_cent(effects.common_language)}; {frequency}."
    )


def corrected(adjusted: Adjusted) -> str:
    """Adjusted p-values in a line."""
    twin = f", counted once with {adjusted.counted_with}, which has the same words" if adjusted.counted_with else ""
    values = "; ".join(
        f"{_PROCEDURES[each.procedure]} {probability(each.estimate)}"
        + (" (inconclusive)" if each.verdict == "inconclusive" else "")
        for each in adjusted.corrections
    )
    return f"{values}; over {counted(adjusted.family, 'test')}{twin}"


def among_others(result: Result, baseline: Baseline) -> str:
    """Where the observed value stands among those of other words."""
    assert result.p is not None
    two_sided = result.p.alternative == "two-sided"
    alike, unlike = _likeness(baseline)
    if against_the_test(result):
        verb = "lies" if baseline.as_extreme == 1 else "lie"
        how = f"{verb} at least as far in the tested direction"
    else:
        verb = "separates" if baseline.as_extreme == 1 else "separate"
        how = f"{verb} at least as strongly{'' if two_sided else ' in the tested direction'}"
    rejected = f"{some(baseline.rejected)} have p below 0.05"
    either = "" if two_sided else f" ({some(baseline.rejected_two_sided)} in a two-sided test)"
    return (
        f"Of {baseline.sets} pairs of sets of {KINDS[baseline.kind]}, {alike}{unlike}, {baseline.as_extreme or 'none'} {how}; "
        f"{rejected}{either}."
    )


def _likeness(baseline: Baseline) -> tuple[str, str]:
    """In what other sets are like the test's own, and in what they are not, with the figures."""
    less_frequent = baseline.octaves > _OCTAVES
    off = baseline.cohesion - baseline.own_cohesion
    cohesive = baseline.kind == "random" or abs(off) <= _COHESION
    alike = (
        "about as frequent" if not less_frequent else f"as frequent to within a factor of {effect(2**baseline.octaves)}"
    )
    if baseline.kind == "topical" and cohesive:
        alike += " and as cohesive"
    unlike = (
        ""
        if cohesive
        else f" (but {'less' if off < 0 else 'more'} cohesive: their mean cosine is {effect(baseline.cohesion)}, that of these "
        f"{effect(baseline.own_cohesion)})"
    )
    return f"{alike} as these", unlike


def so_do_others(result: Result) -> str | None:
    """For a clear result, how often sets about other topics separate as strongly."""
    topical = [each for each in result.baseline if each.kind == "topical"]
    if not topical or standing(result) != "clear":
        return None
    (each,) = topical
    often = "no pair" if not each.as_extreme else f"{per_cent(each.as_extreme / each.sets)} of pairs"
    return f"Of sets about other topics, {often} separate{'s' if not each.as_extreme else ''} as strongly."


def floor(result: Result, test: Test) -> str:
    """The smallest p within reach, where it is not small or where missing words raised it; empty otherwise."""
    one, other = result.coverage.sets[:2]
    found, asked = smallest_p(one.found, other.found, test), smallest_p(one.asked, other.asked, test)
    if found > asked:
        return f"The smallest p within reach is {probability(found)}; with all words found it would be {probability(asked)}."
    return f"The smallest p within reach is {probability(found)}." if found >= SIGNIFICANT else ""
