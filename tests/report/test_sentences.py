"""What the report says about how sure a result is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from weatherglass.auditing import Audit, audit
from weatherglass.errors import SpecError
from weatherglass.measure.baseline import Baseline
from weatherglass.measure.result import Result
from weatherglass.measure.scrutiny import Equivalence, Influence, Scrutiny, WithoutWord
from weatherglass.measure.standing import standing
from weatherglass.report import sentences
from weatherglass.report.methods import methods_paragraph
from weatherglass.report.write import report_html
from weatherglass.stats.permutation import Test
from weatherglass.wording import numbers


@pytest.fixture(scope="module")
def found() -> Audit:
    return audit(queries=["en/weat6", "en/weat7", "en/weat7-short", "en/weat8-short"])


def result_of(found: Audit, query: str) -> Result:
    outcome = found.results[query]
    assert isinstance(outcome, Result)
    return outcome


def test_a_clear_result_that_hangs_on_one_word_says_so(found: Audit) -> None:
    """Without “male” WEAT7-short has p 0.08 instead of 0.0005 in the sample that ships."""
    said = sentences.hangs_on(result_of(found, "en/weat7-short"))
    assert said == "This result hangs on one word: without “male” d = 0.71 and p = 0.082."
    assert sentences.hangs_on(result_of(found, "en/weat6")) is None
    assert "hangs on one word" in report_html(found).replace("\u00a0", " ")


def test_an_interval_across_zero_weakens_a_clear_result(found: Audit) -> None:
    assert "The interval includes 0" in " ".join(sentences.cautions(result_of(found, "en/weat8-short")))
    (only,) = sentences.cautions(result_of(found, "en/weat6"))
    assert only.startswith("Of sets about other topics, ")


def influence(*words: tuple[str, float, float | None], sign: str = "", p: str = "") -> Influence:
    """`sign` and `p` name the words that flip them."""
    found = tuple(
        WithoutWord(
            word=word, set="x", value=value, p=p_, flips_sign=word in sign.split(), flips_significance=word in p.split()
        )
        for word, value, p_ in words
    )
    return Influence(words=found, with_p=True)


def test_several_words_are_counted_and_unclear_results_are_told_the_other_way_round(found: Audit) -> None:
    clear = result_of(found, "en/weat7")
    many = influence(*((f"w{i}", 0.5, 0.2) for i in range(5)), p="w0 w1 w2 w3 w4")
    said = sentences.hangs_on(replace(clear, influence=many))
    assert said is not None
    assert said.startswith("This result hangs on single words: without “w0” d = 0.50 and p = 0.2;")
    assert said.endswith("(5 words in all).")
    assert clear.p is not None
    unclear = replace(clear, p=replace(clear.p, estimate=0.3, low=0.3, high=0.3))
    flips = influence(("odd", 1.5, 0.01), ("sign", -0.1, 0.4), sign="sign", p="odd")
    said = sentences.hangs_on(replace(unclear, influence=flips))
    assert said == "One word decides that it is not clear: without “odd” d = 1.50 and p = 0.01."
    only_sign = influence(("sign", -0.1, 0.4), sign="sign")
    assert sentences.hangs_on(replace(unclear, influence=only_sign)) is None


def test_the_largest_change_is_told_and_that_p_was_not_computed(found: Audit) -> None:
    result = result_of(found, "en/weat6")
    assert sentences.largest_influence(result).startswith(
        "The largest change: without “Diana” d = 1.76 and p = 0.00016"
    )
    large = Influence(words=(WithoutWord(word="w", set="x", value=1.0),), with_p=False)
    said = sentences.largest_influence(replace(result, influence=large))
    assert said == "The largest change: without “w” d = 1.00 (x). How p changes was not computed for sets this large."
    empty = replace(large, words=())
    assert "No word can be left out" in sentences.largest_influence(replace(result, influence=empty))


def test_bounds_on_both_sides_of_5_per_cent_decide_nothing(found: Audit) -> None:
    result = result_of(found, "en/weat7")
    assert result.p is not None
    between = replace(result, p=replace(result.p, method="certified", estimate=0.05, low=0.04, high=0.06))
    assert standing(between) == "undecided"
    query = next(q for q in found.queries if q.id == "en/weat7")
    text = sentences.finding(between, query)
    assert "p between 0.04 and 0.06" in text
    assert "is not decided" in text


def test_absence_is_told_only_where_it_was_asked_for_and_shown(found: Audit) -> None:
    result = result_of(found, "en/weat7")
    assert result.p is not None
    unclear = replace(result, p=replace(result.p, estimate=0.3, low=0.3, high=0.3), influence=None)
    query = next(q for q in found.queries if q.id == "en/weat7")
    assert "this does not show that there is no association" in sentences.finding(unclear, query)
    shown = Equivalence(smallest=0.5, low=-0.2, high=0.4, level=0.9, shown=True)
    text = sentences.finding(replace(unclear, equivalence=shown), query)
    assert "this does not show" not in text
    assert "d is shown to lie within ±0.50 (90 % interval −0.20 to 0.40; two one-sided tests at 0.05)." in text
    not_shown = sentences.finding(replace(unclear, equivalence=replace(shown, shown=False)), query)
    assert "this does not show that there is no association" in not_shown
    assert "That d lies within ±0.50 is not shown" in not_shown


def test_equivalence_follows_the_90_per_cent_interval() -> None:
    def shown(smallest: float) -> bool:
        found = audit(queries="en/weat8", scrutiny=Scrutiny(smallest_effect=smallest, baseline=0))
        equivalence = found.results.measured[0].equivalence
        assert equivalence is not None
        assert equivalence.level == pytest.approx(0.9)
        assert equivalence.shown == (-smallest < equivalence.low and equivalence.high < smallest)
        return equivalence.shown

    assert not shown(0.5)
    assert shown(1.9)
    for bad in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(SpecError, match="smallest_effect"):
            Scrutiny(smallest_effect=bad)


def baseline(**changes: object) -> Baseline:
    values = {
        "kind": "topical", "sets": 299, "share": 0.04, "rejected": 0.31, "rejected_two_sided": 0.55, "low": -1.0,
        "median": 0.0, "high": 1.0, "cohesion": 0.41, "own_cohesion": 0.4, "octaves": 0.3,
    }  # fmt: skip
    return Baseline(**(values | changes))  # type: ignore[arg-type]


def test_where_a_value_stands_among_others(found: Audit) -> None:
    result = result_of(found, "en/weat7")
    assert sentences.among_others(result, baseline()) == (
        "Of 299 pairs of sets of words about other topics, about as frequent and as cohesive as these, 11 separate at least as "
        "strongly in the tested direction; 31 % have p below 0.05 (55 % in a two-sided test)."
    )
    none = sentences.among_others(result, baseline(kind="random", share=1 / 300, rejected=0.0))
    assert none.startswith("Of 299 pairs of sets of random words, about as frequent as these, none separate at least")
    assert "; none have p below 0.05 (55 % in a two-sided test)." in none
    assert "as frequent to within a factor of 2.14 and as cohesive as these" in sentences.among_others(
        result, baseline(octaves=1.1)
    )
    one = sentences.among_others(result, baseline(share=2 / 300, cohesion=0.2))
    assert "(but less cohesive: their mean cosine is 0.20, that of these 0.40), 1 separates at least" in one


def test_a_value_against_the_tested_direction_is_told_as_such(found: Audit) -> None:
    """p then counts what lies further in the other direction; nobody must read it as “this strong”."""
    result = result_of(found, "en/weat7")
    assert result.p is not None
    turned = replace(result, value=-0.36, p=replace(result.p, estimate=0.75, low=0.75, high=0.75), influence=None)
    query = next(q for q in found.queries if q.id == "en/weat7")
    text = sentences.finding(turned, query)
    assert (
        "This is against the direction tested: 75 % of all ways to divide these words into two such sets lean" in text
    )
    assert "this strong" not in text
    assert "11 lie at least as far in the tested direction" in sentences.among_others(turned, baseline())


@pytest.mark.parametrize(
    ("value", "text"), [(0.0496, "0.0496"), (0.0504, "0.05"), (0.05, "0.05"), (0.049996, "0.049996")]
)
def test_no_number_is_rounded_across_5_per_cent(value: float, text: str) -> None:
    assert numbers.probability(value) == text
    assert (float(numbers.per_cent(value).removesuffix(" %")) < 5) == (value < 0.05)


def test_the_floor_is_told_where_it_matters(found: Audit) -> None:
    result = result_of(found, "en/weat7")
    assert sentences.floor(result, found.test) == ""
    one, *others = result.coverage.sets
    lost = replace(result.coverage, sets=(replace(one, found=5), *others))
    said = sentences.floor(replace(result, coverage=lost), found.test)
    assert said == "The smallest p within reach is 0.00078; with all words found it would be 7.8×10⁻⁵."
    tiny = replace(result.coverage, sets=tuple(replace(s, found=3, asked=3) for s in result.coverage.sets))
    assert sentences.floor(replace(result, coverage=tiny), Test(alternative="two-sided")) == (
        "The smallest p within reach is 0.1."
    )


def test_corrections_are_told_with_their_family(found: Audit) -> None:
    result = result_of(found, "en/weat7")
    assert result.adjusted is not None
    said = sentences.corrected(result.adjusted)
    assert said == "Holm 0.0045; Benjamini–Hochberg 0.003; Benjamini–Yekutieli 0.0063; over 4 tests"
    twin = replace(result.adjusted, counted_with="de/weat6")
    assert sentences.corrected(twin).endswith("over 4 tests, counted once with de/weat6, which has the same words")
    first, *rest = result.adjusted.corrections
    undecided = replace(result.adjusted, corrections=(replace(first, verdict="inconclusive"), *rest))
    assert "Holm 0.0045 (inconclusive);" in sentences.corrected(undecided)


def test_the_methods_paragraph_tells_how_sure_was_found_out(found: Audit) -> None:
    text = methods_paragraph(found)
    assert "corrected by Holm's method over the tests of each measure: WEAT (4), BAT (4), KM (3)." in text
    assert "p of the measure “Bias analogy test”: the share of partitions" in text
    assert "Intervals of ECT, BAT: by the jackknife" in text
    assert "Intervals of KM: by subsampling" in text
    assert "Intervals of d are 95 % BCa bootstrap intervals from 9,999 resamples (seed 0)" in text
    assert "300 pairs of target sets made of random words matched for frequency" in text
    alone = methods_paragraph(audit(queries="en/weat6"))
    assert "corrected" not in alone


def test_the_report_counts_before_and_after_correction(found: Audit) -> None:
    page = " ".join(report_html(found).split())
    assert "In 4 of them p is below 0.05, taken one by one. Corrected for 4 tests by Holm’s method, in 4." in page
