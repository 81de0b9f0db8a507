"""WEFAT by hand and against scipy; words without a rate; rates that tell nothing."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy import stats

from tests.measure.measuring import cosine, measured, query_of, scores, skipped, space_of
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.permutation import Alternative, Test

# One attribute word a side, the axes. A word (u, v) has s = (u − v)/|w| and the spread of u/|w| and v/|w| is |s|/√2 with
# ddof 1, so every score is ±√2. With a second word each the spread is another.
AXES = {"a1": (1, 0, 0), "a2": (0, 0, 1), "b1": (0, 1, 0)}
WORDS = {"p": (1, 0, 0), "q": (0, 1, 0), "r": (0, 0, 1), "s": (3, 4, 0), "t": (4, 3, 0), "u": (3, 0, 4)}
ATTRIBUTES = {"a": ["a1", "a2"], "b": ["b1"]}
RATES = {"p": 0.9, "q": 0.1, "r": 0.6, "s": 0.3, "t": 0.5, "u": 0.8}


def expected_scores(ddof: int = 1) -> dict[str, float]:
    found = {}
    for word, row in WORDS.items():
        near = [cosine(np.array(row, float), np.array(axis, float)) for axis in AXES.values()]
        found[word] = float((np.mean(near[:2]) - near[2]) / np.std(near, ddof=ddof))
    return found


def test_by_hand() -> None:
    """p has cosines 1, 0 with a and 0 with b: s = 0.5, their mean is 1/3, std √(6/9/2) = √(1/3), so the score is √3/2.

    q has 0, 0 and 1: s = −1, the same std, the score is −√3. With rates 1, 0 and, for r as p, 1, r is 1.
    """
    rates = {"p": 1.0, "q": 0.0, "r": 1.0}
    query = query_of({"x": ["p", "q", "r"]}, attributes=ATTRIBUTES, rates=rates)
    result = measured("wefat", space_of({**AXES, **WORDS}), query)
    assert scores(result) == pytest.approx({"p": sqrt(3) / 2, "q": -sqrt(3), "r": sqrt(3) / 2}, abs=1e-6)
    assert result.value == pytest.approx(1)
    assert result.extra["words"] == 3
    assert result.extra["slope"] == pytest.approx(1.5 * sqrt(3))
    assert result.extra["intercept"] == pytest.approx(-sqrt(3))
    assert result.extra["rates"] == rates


@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_as_scipy_has_it(ddof: int, alternative: Alternative) -> None:
    query = query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates=RATES)
    result = measured(
        "wefat", space_of({**AXES, **WORDS}), query, params={"ddof": ddof}, test=Test(alternative=alternative)
    )
    s, rates = [expected_scores(ddof)[word] for word in WORDS], [RATES[word] for word in WORDS]
    assert scores(result) == pytest.approx(dict(zip(WORDS, s, strict=True)), abs=1e-6)
    r = stats.pearsonr(rates, s, alternative=alternative)
    line, ranked = stats.linregress(rates, s), stats.spearmanr(rates, np.round(s, 6))
    assert result.value == pytest.approx(r.statistic, rel=1e-6)
    assert result.p is not None
    assert (result.p.method, result.p.alternative) == ("t", alternative)
    assert result.p.estimate == pytest.approx(r.pvalue, rel=1e-5)
    assert result.extra["slope"] == pytest.approx(line.slope, rel=1e-6)
    assert result.extra["intercept"] == pytest.approx(line.intercept, rel=1e-5, abs=1e-6)
    assert result.extra["spearman"] == pytest.approx(ranked.statistic)
    assert result.extra["spearman_p_two_sided"] == pytest.approx(ranked.pvalue)
    assert result.adjusted is not None


def test_words_without_a_rate_are_scored_and_named_but_do_not_count() -> None:
    rates = {word: rate for word, rate in RATES.items() if word not in ("r", "t")}
    space = space_of({**AXES, **WORDS})
    result = measured("wefat", space, query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates=rates))
    assert result.extra["without_rate"] == ["r", "t"]
    assert result.extra["words"] == 4
    assert list(scores(result)) == list(WORDS)
    fewer = measured("wefat", space, query_of({"x": list(rates)}, attributes=ATTRIBUTES, rates=rates))
    assert (result.value, result.p) == (fewer.value, fewer.p)


def test_a_missing_word_takes_its_rate_with_it() -> None:
    words = {word: row for word, row in WORDS.items() if word != "q"}
    result = measured(
        "wefat", space_of({**AXES, **words}), query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates=RATES)
    )
    s = expected_scores()
    assert result.value == pytest.approx(
        stats.pearsonr([RATES[w] for w in words], [s[w] for w in words]).statistic, rel=1e-6
    )
    assert "q" not in result.extra["rates"]


@pytest.mark.parametrize("rates", [{"other": 0.1}, {"q": 0.1}, {"q": 0.1, "other": 0.9}])
def test_a_rate_may_stand_under_any_form_of_a_word_and_the_first_form_counts(rates: dict[str, float]) -> None:
    words = [word if word != "q" else "q|other" for word in WORDS]
    given = {**{word: rate for word, rate in RATES.items() if word != "q"}, **rates}
    result = measured("wefat", space_of({**AXES, **WORDS}), query_of({"x": words}, attributes=ATTRIBUTES, rates=given))
    assert result.extra["without_rate"] == []
    assert result.extra["rates"] == RATES


def test_a_rate_under_the_form_that_is_found() -> None:
    rows = {("other" if word == "q" else word): row for word, row in WORDS.items()}
    words = [word if word != "q" else "q|other" for word in WORDS]
    rates = {("other" if word == "q" else word): rate for word, rate in RATES.items()}
    result = measured("wefat", space_of({**AXES, **rows}), query_of({"x": words}, attributes=ATTRIBUTES, rates=rates))
    assert result.extra["rates"] == RATES  # under the name that results use


def test_what_cannot_be_told_is_skipped_with_the_reason() -> None:
    space = space_of({**AXES, **WORDS})
    few = query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates={"p": 0.1, "q": 0.4})
    assert skipped("wefat", space, few).startswith("2 of the words found have a rate; at least 3")
    flat = query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates=dict.fromkeys(WORDS, 0.4))
    assert "constant (0.4 for all 6 words)" in skipped("wefat", space, flat)
    zero = query_of({"x": list(WORDS)}, attributes=ATTRIBUTES, rates=dict.fromkeys(WORDS, 0.0))
    assert "constant" in skipped("wefat", space, zero)
    same = query_of({"x": ["p", "r", "u"]}, attributes=ATTRIBUTES, rates={"p": 0.1, "r": 0.2, "u": 0.5})
    assert isinstance(measured("wefat", space, same), Result)


def test_rounding_noise_does_not_correlate() -> None:
    """Words of one direction have one score; what 32 bits leave of a difference is no variation."""
    base = np.random.default_rng(0).normal(size=30)
    rng = np.random.default_rng(1)
    rows = {f"w{i}": base * (1 + i / 7) for i in range(6)} | {word: rng.normal(size=30) for word in ("a1", "a2", "b1")}
    query = query_of(
        {"x": [f"w{i}" for i in range(6)]}, attributes=ATTRIBUTES, rates={f"w{i}": i / 10 for i in range(6)}
    )
    assert "no variation" in skipped("wefat", space_of(rows), query)


def test_the_interval_is_the_jackknife_over_words_and_attributes() -> None:
    rng = np.random.default_rng(0)
    rows = {f"w{i}": rng.normal(size=8) for i in range(9)} | {
        f"{s}{i}": rng.normal(size=8) for s in "ab" for i in range(3)
    }
    rates = {f"w{i}": (i * 3 % 7) / 7 for i in range(9)}
    query = query_of({"x": list(rates)}, attributes={"a": ["a0", "a1", "a2"], "b": ["b0", "b1", "b2"]}, rates=rates)
    result = measured("wefat", space_of(rows), query, scrutiny=Scrutiny(baseline=0))
    assert result.interval is not None
    assert (result.interval.method, result.interval.resamples) == ("jackknife", 15)
    assert -1 <= result.interval.low <= result.interval.high <= 1
