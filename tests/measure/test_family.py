"""The tests of a run as a family: corrected as statsmodels does, the same words counted once."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from statsmodels.stats.multitest import multipletests

from tests.measure.measuring import BARE
from tests.spaces import toy_query
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.family import Adjusted, adjust_family
from weatherglass.measure.result import Result, Results, Skipped
from weatherglass.measure.run import run
from weatherglass.stats.multiplicity import PROCEDURES, Procedure
from weatherglass.stats.permutation import PValue, Test
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query, WordSet

THEIRS = {"holm": "holm", "benjamini-hochberg": "fdr_bh", "benjamini-yekutieli": "fdr_by"}
EACH = pytest.mark.parametrize("procedure", PROCEDURES)
WORDS = [f"{role}{i}" for role in "xyab" for i in range(24)]


def p_value(estimate: float, low: float | None = None, high: float | None = None) -> PValue:
    return PValue(
        estimate=estimate,
        low=estimate if low is None else low,
        high=estimate if high is None else high,
        method="exact" if low is None else "sampled",
        alternative="greater",
        ties="inclusive",
        partitions=100,
    )


def family(*p: PValue) -> list[Adjusted]:
    return adjust_family([(f"test {i}", i, each) for i, each in enumerate(p)])


def estimates(found: list[Adjusted], procedure: Procedure) -> list[float]:
    return [each.by(procedure).estimate for each in found]


@EACH
@pytest.mark.parametrize("n", [1, 2, 5, 30])
def test_estimates_agree_with_statsmodels(procedure: Procedure, n: int) -> None:
    p = (np.random.default_rng(n).random(n) ** 3).round(2)  # small ones, some of them equal
    found = family(*map(p_value, p))
    np.testing.assert_allclose(estimates(found, procedure), multipletests(p, method=THEIRS[procedure])[1], atol=1e-300)
    assert {each.family for each in found} == {len(p)}
    assert {each.counted_with for each in found} == {None}


@EACH
def test_bounds_are_corrected_among_themselves(procedure: Procedure) -> None:
    triples = np.array([[0.001, 0.01, 0.03], [0.02, 0.021, 0.022], [0.3, 0.4, 0.9], [0.004, 0.005, 0.006]])
    found = family(*(p_value(estimate, low, high) for low, estimate, high in triples))
    low, estimate, high = (multipletests(column, method=THEIRS[procedure])[1] for column in triples.T)
    for i, each in enumerate(found):
        correction = each.by(procedure)
        assert (correction.low, correction.estimate, correction.high) == pytest.approx((low[i], estimate[i], high[i]))


def test_a_single_test_keeps_its_p() -> None:
    (found,) = family(p_value(0.03, 0.02, 0.04))
    assert (found.family, found.counted_with) == (1, None)
    assert [each.procedure for each in found.corrections] == list(PROCEDURES)
    assert {(each.low, each.estimate, each.high) for each in found.corrections} == {(0.02, 0.03, 0.04)}
    assert {each.verdict for each in found.corrections} == {"clear"}


def test_no_tests_no_family() -> None:
    assert adjust_family([]) == []


def test_bounds_on_both_sides_of_5_per_cent_decide_nothing() -> None:
    """Clear alone; among three tests Holm triples the bounds, and they straddle 0.05."""
    assert family(p_value(0.016, 0.015, 0.018))[0].by("holm").verdict == "clear"
    found = family(p_value(0.016, 0.015, 0.018), p_value(0.5), p_value(0.001))
    assert [each.by("holm").verdict for each in found] == ["clear", "not clear", "clear"]  # second of three: doubled
    found = family(p_value(0.016, 0.015, 0.018), p_value(0.5), p_value(0.6))
    holm = found[0].by("holm")
    assert (holm.low, holm.high) == pytest.approx((0.045, 0.054))
    assert [each.by("holm").verdict for each in found] == ["inconclusive", "not clear", "not clear"]


def test_exactly_5_per_cent_is_not_clear() -> None:
    assert family(p_value(0.025), p_value(0.9))[0].by("holm").verdict == "not clear"
    assert family(p_value(0.0249), p_value(0.9))[0].by("holm").verdict == "clear"


@EACH
def test_the_same_words_under_two_names_are_one_test(procedure: Procedure) -> None:
    p = {"one": 0.01, "two": 0.02, "three": 0.04}
    found = adjust_family(
        [
            (name, words, p_value(p[words]))
            for name, words in (
                ("first", "one"),
                ("second", "two"),
                ("twin", "one"),
                ("third", "three"),
                ("triplet", "one"),
            )
        ]
    )
    assert {each.family for each in found} == {3}
    assert [each.counted_with for each in found] == [None, None, "first", None, "first"]
    expected = multipletests(list(p.values()), method=THEIRS[procedure])[1]
    assert estimates(found, procedure) == pytest.approx([expected[i] for i in (0, 1, 0, 2, 0)])
    assert found[0].corrections == found[2].corrections == found[4].corrections


# Through a run


def space() -> Embedding:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(len(WORDS), 10))
    vectors[:24, 0] += 0.5
    vectors[48:72, 0] += 2
    return Embedding.from_arrays(WORDS, vectors.astype(np.float32))


def query(name: str, first: int, n: int = 6) -> Query:
    def some(role: str) -> list[str]:
        return [f"{role}{i}" for i in range(first, first + n)]

    return toy_query(name=name, targets={"x": some("x"), "y": some("y")}, attributes={"a": some("a"), "b": some("b")})


def measure(*queries: Query, test: Test | None = None) -> Results:
    return run(space(), queries, match=Match(min_words=1), test=test, scrutiny=BARE)


def adjusted(results: Results) -> list[Adjusted]:
    return [result.adjusted for result in results.measured if result.adjusted is not None]


def p_values(results: Results) -> list[float]:
    return [result.p.estimate for result in results.measured if result.p is not None]


def backwards(word_set: WordSet, name: str) -> WordSet:
    return WordSet(name, word_set.words[::-1])


def renamed(original: Query, name: str) -> Query:
    """The same words in another order, query and sets under other names."""
    x, y = (backwards(s, f"other {s.name}") for s in original.targets)
    a, b = (backwards(s, f"other {s.name}") for s in original.attributes)
    return replace(original, name=name, targets=(x, y), attributes=(a, b))


@EACH
def test_a_run_corrects_for_all_its_tests(procedure: Procedure) -> None:
    results = measure(*(query(f"q{i}", 6 * i) for i in range(4)))
    expected = multipletests(p_values(results), method=THEIRS[procedure])[1]
    assert estimates(adjusted(results), procedure) == pytest.approx(expected)
    assert {each.family for each in adjusted(results)} == {4}


def test_a_run_of_one_test_keeps_its_p() -> None:
    results = measure(query("q", 0))
    (found,) = adjusted(results)
    assert found.family == 1
    assert {each.estimate for each in found.corrections} == set(p_values(results))


@pytest.mark.parametrize("method", ["exact", "sampled"])
def test_a_run_counts_a_copy_under_another_name_once(method: str) -> None:
    """Also where p is sampled, and would differ if the order of the words did matter."""
    original, other = query("original", 0), query("other", 6)
    test = Test(method=method, n=500)  # type: ignore[arg-type]
    results = measure(original, replace(original, name="copy"), other, renamed(original, "reordered"), test=test)
    assert [each.counted_with for each in adjusted(results)] == [None, "en/original", None, "en/original"]
    assert {each.family for each in adjusted(results)} == {2}
    p = p_values(results)
    assert p[0] == p[1] == p[3]
    expected = multipletests([p[0], p[2]], method="holm")[1]
    assert estimates(adjusted(results), "holm") == pytest.approx([expected[i] for i in (0, 0, 1, 0)])


def test_one_other_word_makes_another_test() -> None:
    original = query("original", 0)
    x, y = original.targets
    results = measure(original, replace(original, name="longer", targets=(WordSet("x", (*x.words, ("x23",))), y)))
    assert [each.counted_with for each in adjusted(results)] == [None, None]
    assert {each.family for each in adjusted(results)} == {2}


def test_another_spelling_of_the_same_rows_is_the_same_test() -> None:
    """What counts are the rows that were found; a word that is missing makes no difference."""
    original = query("original", 0)
    x, y = original.targets
    shouted = WordSet("x", (*((word[0].upper(),) for word in x.words), ("missing",)))
    results = measure(original, replace(original, name="shouted", targets=(shouted, y)))
    assert [each.counted_with for each in adjusted(results)] == [None, "en/original"]


def test_the_targets_exchanged_are_another_test() -> None:
    original = query("original", 0)
    results = measure(original, replace(original, name="exchanged", targets=original.targets[::-1]))
    assert {each.family for each in adjusted(results)} == {2}
    assert p_values(results)[0] != p_values(results)[1]


def test_targets_and_attributes_exchanged_are_the_same_test() -> None:
    original = query("original", 0)
    both = replace(original, name="both", targets=original.targets[::-1], attributes=original.attributes[::-1])
    results = measure(original, both)
    assert {each.family for each in adjusted(results)} == {1}
    assert p_values(results)[0] == p_values(results)[1]


def test_skipped_tests_do_not_count() -> None:
    absent = toy_query(name="absent", targets={"x": ["one"], "y": ["two"]})  # its target words are not in the file
    shapeless = replace(query("shapeless", 0), attributes=())
    results = measure(absent, query("q0", 0), shapeless, query("q1", 6), replace(absent, name="again"))
    assert [type(outcome) for outcome in results] == [Skipped, Result, Skipped, Result, Skipped]
    assert {each.family for each in adjusted(results)} == {2}
    assert [each.counted_with for each in adjusted(results)] == [None, None]
    expected = multipletests(p_values(results), method="holm")[1]
    assert estimates(adjusted(results), "holm") == pytest.approx(expected)
