"""The generic masculine: means by hand, p by counting, and a lean of all words that must not be taken for it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import wilcoxon

from tests.structure.gendered_corpus import sentences
from tests.structure.leaning import Lean, examined, leaning, others, pairs_of, set_of, word_list
from weatherglass.arrays import Floats
from weatherglass.corpus.build import build_from_words
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.result import Lacking
from weatherglass.stats.permutation import Test, difference_of_means
from weatherglass.structure.generic_masculine import FEMININE, MASCULINE, Asymmetry, of_pairs, of_sets
from weatherglass.structure.structure import structure_of
from weatherglass.train.training import train_vectors

FORMS = [
    ("Lehrerin", "Lehrer"), ("Ärztin", "Arzt"), ("Köchin", "Koch"), ("Anwältin", "Anwalt"), ("Pilotin", "Pilot"), ("Malerin", "Maler"),
    ("Bäckerin", "Bäcker"), ("Richterin", "Richter"), ("Autorin", "Autor"), ("Sängerin", "Sänger"),
]  # fmt: skip
NEUTRAL = others(1_100)
Leans = Sequence[float] | Floats


def space(hers: Leans, his: Leans, neutral: float | Sequence[float] = 0.0, names: Sequence[str] = NEUTRAL) -> Embedding:
    """Forms that lean so amid neutral words that do, so: half of these are more frequent, half less."""
    leans = [neutral] * len(names) if isinstance(neutral, int | float) else neutral
    around: list[Lean] = list(zip(names, leans, strict=True))
    forms = [
        lean
        for (she, he), f, m in zip(FORMS[: len(hers)], hers, his, strict=True)
        for lean in ((she, float(f)), (he, float(m)))
    ]
    return leaning(around[: len(around) // 2], forms, around[len(around) // 2 :])


def of_forms(embedding: Embedding, count: int = 10, seed: int = 0) -> Asymmetry:
    found = of_pairs(examined(embedding, seed=seed), "occupations", pairs_of(FORMS[:count]))
    assert isinstance(found, Asymmetry)
    return found


def of_names(embedding: Embedding, hers: int, his: int) -> Asymmetry:
    """The same words, taken as two sets."""
    female, male = [she for she, _ in FORMS[:hers]], [he for _, he in FORMS[:his]]
    found = of_sets(examined(embedding), "names", set_of(female, "female"), set_of(male, "male"))
    assert isinstance(found, Asymmetry)
    return found


def by_counting(values: Sequence[float], here: float) -> float:
    """Two-sided, the observed one counted."""
    here_or_above = sum(value >= here - 1e-9 for value in values)
    here_or_below = sum(value <= here + 1e-9 for value in values)
    return min(1.0, 2 * min(here_or_above, here_or_below) / len(values))


def test_the_means_and_the_asymmetry_by_hand() -> None:
    """(0.5 + 0.3 + 0.4 + 0.2) / 4 = 0.35 and (0.1 + 0.2 + 0.3 + 0) / 4 = 0.15: raw 0.35 − 0.15 = 0.20.

    Seen from neutral words at 0.05 the feminine forms lie at 0.40, the masculine ones at 0.10: 0.30.
    """
    found = of_forms(space([-0.5, -0.3, -0.4, -0.2], [0.1, 0.2, 0.3, 0.0], 0.05), 4)
    assert (found.paired, found.asked, found.missing, found.no_neutral) == (True, 4, (), "")
    assert (found.feminine.words, found.masculine.words) == (4, 4)
    assert found.feminine.mean == pytest.approx(-0.35, abs=1e-6)
    assert found.masculine.mean == pytest.approx(0.15, abs=1e-6)
    assert found.feminine.neutral == pytest.approx(0.05, abs=1e-6)
    assert found.masculine.neutral == pytest.approx(0.05, abs=1e-6)
    assert found.raw == pytest.approx(0.20, abs=1e-6)
    assert found.value == pytest.approx(0.30, abs=1e-6)
    scores = {(each.set, each.word): round(each.score, 6) for each in found.scores}
    assert scores[FEMININE, "Köchin"] == -0.4
    assert scores[MASCULINE, "Koch"] == 0.3
    assert len(scores) == 8


def test_each_side_is_seen_from_neutral_words_as_frequent_as_its_own() -> None:
    """Frequent words lean by 0.1, rare ones by −0.02; masculine forms are frequent, feminine ones rare.

    (−0.02 + 0.35) − (0.15 − 0.1) = 0.33 − 0.05 = 0.28, whereas the mean of all neutral words, 0.013, would give 0.23.
    """
    hers, his = [-0.5, -0.3, -0.4, -0.2], [0.1, 0.2, 0.3, 0.0]
    names = iter(NEUTRAL)
    frequent = [(next(names), 0.1) for _ in range(300)]
    rare = [(next(names), -0.02) for _ in range(800)]
    embedding = leaning(
        frequent[:150], zip([he for _, he in FORMS], his, strict=False), frequent[150:],
        rare[:400], zip([she for she, _ in FORMS], hers, strict=False), rare[400:],
    )  # fmt: skip
    found = of_forms(embedding, 4)
    assert found.masculine.neutral == pytest.approx(0.1, abs=1e-6)
    assert found.feminine.neutral == pytest.approx(-0.02, abs=1e-6)
    assert found.value == pytest.approx(0.28, abs=1e-6)


def test_gendered_words_are_no_neutral_ones() -> None:
    """All other forms of the German list lean by 0.9, the neutral words by 0."""
    own = {form for pair in FORMS for form in pair}
    gendered = dict.fromkeys(word[0] for word in word_list("forms").all_words() if word[0] not in own)
    half = len(gendered) // 2
    leans = [(word, 0.9) for word in gendered]
    embedding = leaning(
        zip(NEUTRAL[:550], [0.0] * 550, strict=True), leans[:half],
        ((form, lean) for she, he in FORMS for form, lean in ((she, -0.3), (he, 0.1))),
        leans[half:], zip(NEUTRAL[550:], [0.0] * 550, strict=True),
    )  # fmt: skip
    found = of_forms(embedding)
    assert found.feminine.neutral == pytest.approx(0.0, abs=1e-6)
    assert found.masculine.neutral == pytest.approx(0.0, abs=1e-6)


def test_the_picture_of_the_thesis_made_by_a_lean_of_all_words_is_no_asymmetry() -> None:
    """Forms at ±0.08 around −0.03 give means of 0.05 and −0.11, as published; neutral words lie at −0.03 as well."""
    apart = np.array([0.01, -0.01, 0.02, -0.02, 0.03, -0.03, 0.05, -0.05])
    found = of_forms(space(-0.03 - 0.08 + apart, -0.03 + 0.08 + apart[::-1], -0.03), 8)
    assert found.masculine.mean == pytest.approx(0.05, abs=1e-6)
    assert found.feminine.mean == pytest.approx(-0.11, abs=1e-6)
    assert found.raw == pytest.approx(0.06, abs=1e-6)
    assert found.value == pytest.approx(0.0, abs=1e-6)
    assert found.p is not None
    assert found.p.estimate > 0.5
    assert found.interval is not None
    assert found.interval.low < 0 < found.interval.high


@pytest.mark.parametrize("sign", [1, -1])
def test_a_planted_asymmetry_is_found_with_its_sign(sign: int) -> None:
    """Feminine forms lean by 0.3 more than masculine ones, or by 0.3 less, amid words that lean by 0.1."""
    apart = np.linspace(-0.04, 0.04, 8)
    weak, strong = 0.1 + apart, 0.4 + apart[::-1]
    hers, his = (strong, weak) if sign > 0 else (weak, strong)
    found = of_forms(space(0.1 - hers, 0.1 + his, 0.1), 8)
    assert found.value == pytest.approx(0.3 * sign, abs=1e-6)
    assert found.value is not None
    assert found.p is not None
    assert found.p.estimate == 2 / 2**8  # the most extreme of all exchanges, and its mirror image
    assert (found.p.method, found.p.alternative) == ("exact", "two-sided")
    assert found.wilcoxon_p == pytest.approx(2 / 2**8)
    assert found.interval is not None
    assert found.interval.low <= found.value <= found.interval.high
    assert (found.interval.low > 0) if sign > 0 else (found.interval.high < 0)


LEANS = st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=4, max_size=8, unique=True)


@settings(max_examples=8)
@given(leans=LEANS, lean=st.integers(-400, 400))
def test_a_lean_of_all_words_changes_the_raw_asymmetry_alone(leans: list[tuple[int, int]], lean: int) -> None:
    hers, his = (np.array(side) / 1000 for side in zip(*leans, strict=True))
    plain = of_forms(space(hers, his, 0.0), len(leans))
    moved = of_forms(space(hers + lean / 1000, his + lean / 1000, lean / 1000), len(leans))
    assert moved.raw == pytest.approx(plain.raw - 2 * lean / 1000, abs=1e-6)
    assert moved.value == pytest.approx(plain.value, abs=1e-6)


@settings(max_examples=8)
@given(leans=LEANS)
def test_p_of_pairs_by_looking_at_every_exchange(leans: list[tuple[int, int]]) -> None:
    """Irregular thousandths, so that no two exchanges are equal but for rounding."""
    irregular = np.sqrt(np.arange(2, 2 + len(leans))) / 50
    hers, his = (np.array(side) / 1000 + irregular for side in zip(*leans, strict=True))
    found = of_forms(space(hers, his, 0.02), len(leans))
    differences = [0.04 - f - m for f, m in zip(hers, his, strict=True)]
    means = [float(np.mean(np.multiply(signs, differences))) for signs in product((1, -1), repeat=len(differences))]
    assert found.p is not None
    assert found.p.estimate == pytest.approx(by_counting(means, float(np.mean(differences))), abs=1e-12)
    assert found.p.partitions == 2 ** len(leans)


def test_wilcoxon_by_looking_at_every_sign() -> None:
    differences = np.array([0.11, -0.02, 0.23, 0.05, -0.07, 0.31, 0.13])
    found = of_forms(space(-0.2 - differences, [0.2] * 7), 7)
    ranks = np.argsort(np.argsort(abs(differences))) + 1
    sums = [float(ranks[np.array(signs) > 0].sum()) for signs in product((1, -1), repeat=7)]
    assert found.wilcoxon_p == pytest.approx(by_counting(sums, float(ranks[differences > 0].sum())))
    assert found.wilcoxon_p == pytest.approx(wilcoxon(differences).pvalue)


@pytest.mark.parametrize("differences", [[0.25, 0.25, -0.25, 0.25], [0.0, 0.0, 0.25, -0.5], [0.0, 0.0, 0.0, 0.25]])
def test_ties_and_pairs_without_a_difference_give_no_warning(differences: list[float]) -> None:
    """Powers of two, which 32 bits hold exactly."""
    found = of_forms(space([-each for each in differences], [0.0] * 4), 4)
    assert found.wilcoxon_p is not None
    assert 0 < found.wilcoxon_p <= 1
    means = [float(np.mean(np.multiply(signs, differences))) for signs in product((1, -1), repeat=4)]
    assert found.p is not None
    assert found.p.estimate == by_counting(means, float(np.mean(differences)))


def test_forms_that_do_not_differ_at_all() -> None:
    found = of_forms(space([0.0] * 4, [0.0] * 4), 4)
    assert (found.value, found.raw, found.wilcoxon_p) == (0.0, 0.0, None)
    assert found.p is not None
    assert found.p.estimate == 1.0


def test_p_of_sets_by_looking_at_every_partition() -> None:
    hers, his = np.array([-0.31, -0.12, -0.45, -0.27, -0.38]), np.array([0.11, 0.23, -0.05, 0.17, 0.29])
    embedding = space(hers, his, 0.05)
    found = of_names(embedding, 5, 4)
    one, other = 0.05 - hers, his[:4] - 0.05
    both = np.concatenate([one, other])
    means = []
    for chosen in combinations(range(9), 5):
        here = np.isin(np.arange(9), chosen)
        means.append(float(both[here].mean() - both[~here].mean()))
    assert found.value == pytest.approx(one.mean() - other.mean(), abs=1e-6)
    assert found.p is not None
    assert found.p.estimate == pytest.approx(by_counting(means, one.mean() - other.mean()))
    assert found.p.partitions == len(means) == 126
    assert found.p.estimate == difference_of_means(one, other, Test(alternative="two-sided")).estimate
    assert (found.paired, found.wilcoxon_p, found.asked) == (False, None, 9)


def test_the_interval_is_as_wide_as_the_scatter_of_the_forms_and_of_the_neutral_words() -> None:
    """By Gauss: the mean of the pairs' differences scatters by sd/√n; the neutral mean enters twice, being that of both sides."""
    random = np.random.default_rng(5)
    hers, his = random.normal(-0.3, 0.08, 10), random.normal(0.2, 0.08, 10)
    for spread in (0.0, 0.3):
        neutral = np.clip(random.normal(0.0, 1.0, 120), -2.5, 2.5) * spread
        near = np.concatenate([np.zeros(490), neutral, np.zeros(490)])  # the forms stand in the middle
        found = of_forms(space(hers, his, near.tolist()))
        assert found.interval is not None
        assert found.value is not None
        assert found.interval.low < found.value < found.interval.high
        # of the 120, the 50 nearest to the forms are those of every form, up to 9 rows at the edges
        middle = near[525:575]
        expected = np.hypot((hers + his).std() / np.sqrt(10), 2 * middle.std() / np.sqrt(50))
        width = (found.interval.high - found.interval.low) / (2 * 1.96)
        assert width == pytest.approx(expected, rel=0.25)


def test_the_seed_moves_the_interval_and_not_the_exact_p() -> None:
    random = np.random.default_rng(1)
    made = space(random.normal(-0.3, 0.1, 8), random.normal(0.2, 0.1, 8), random.normal(0, 0.1, len(NEUTRAL)).tolist())
    one, again, other = (of_forms(made, 8, seed) for seed in (0, 0, 1))
    assert one == again
    assert one.p == other.p
    assert one.interval != other.interval


def test_a_pair_of_which_one_form_is_missing_is_left_out_and_says_which() -> None:
    embedding = space([-0.5, -0.3, -0.4, -0.2, -0.1], [0.1, 0.2, 0.3, 0.0, 0.1])
    asked = [*FORMS[:5], ("Kauffrau", "Arzt"), ("Weberin", "Weber"), ("köchin", "Köchin")]
    found = of_pairs(examined(embedding), "occupations", pairs_of(asked))
    assert isinstance(found, Asymmetry)
    assert (found.feminine.words, found.masculine.words, found.asked) == (5, 5, 8)
    assert [(each.concept, each.forms) for each in found.missing] == [
        ("Kauffrau–Arzt", ("Kauffrau",)),
        ("Weberin–Weber", ("Weberin", "Weber")),
        ("köchin–Köchin", ()),  # one row for both
    ]


def test_missing_names_are_named() -> None:
    embedding = space([-0.5] * 5, [0.1] * 5)
    female, male = [*(she for she, _ in FORMS[:5]), "Ute"], [*(he for _, he in FORMS[:4]), "Uwe"]
    found = of_sets(examined(embedding), "names", set_of(female, "female"), set_of(male, "male"))
    assert isinstance(found, Asymmetry)
    assert (found.feminine.words, found.masculine.words, found.asked) == (5, 4, 11)
    assert [each.concept for each in found.missing] == ["Ute", "Uwe"]


def test_too_few_words_say_so() -> None:
    embedding = space([-0.5] * 3, [0.1] * 3)
    asked = pairs_of(FORMS[:5])
    assert of_pairs(examined(embedding), "jobs", asked) == Lacking(
        skipped="jobs: 3 of 5 pairs of forms were found; at least 4 are needed"
    )
    female, male = set_of([she for she, _ in FORMS[:3]], "female"), set_of([he for _, he in FORMS], "male")
    assert of_sets(examined(embedding), "names", female, male) == Lacking(
        skipped="names: 3 of 3 words of “female” were found; at least 4 are needed"
    )
    assert of_pairs(examined(embedding), "jobs", pairs_of([])) == Lacking(
        skipped="jobs: 0 of 0 pairs of forms were found; at least 4 are needed"
    )


def test_a_word_of_both_sets_stands_on_no_side() -> None:
    embedding = space([-0.5] * 6, [0.1] * 6)
    female, male = [she for she, _ in FORMS[:5]], [*(he for _, he in FORMS[:5]), "köchin"]
    found = of_sets(examined(embedding), "names", set_of(female, "female"), set_of(male, "male"))
    assert isinstance(found, Lacking)
    assert "Köchin" in found.skipped


def test_without_terms_there_is_nothing_to_judge_by() -> None:
    plain = space([-0.5] * 4, [0.1] * 4)
    kept = [
        word for word in plain.words if word not in ("Frau", "Mädchen", "Mutter", "weiblich", "Großmutter", "Tante")
    ]
    found = of_pairs(examined(plain.subset(kept)), "jobs", pairs_of(FORMS[:4]))
    assert isinstance(found, Lacking)
    assert found.skipped.startswith("2 of 8 female and 8 of 8 male terms were found")
    unknown = of_pairs(examined(plain, "nl"), "jobs", pairs_of(FORMS[:4]))
    assert isinstance(unknown, Lacking)
    assert "nl/terms" in unknown.skipped


@pytest.mark.parametrize(("names", "reason"), [(NEUTRAL[:500], "1,000 are needed"), (sorted(NEUTRAL), "alphabetical")])
def test_without_neutral_words_the_means_stay_and_the_reason_is_said(names: list[str], reason: str) -> None:
    embedding = space([-0.5, -0.3, -0.4, -0.2], [0.1, 0.2, 0.3, 0.0], 0.05, names)
    if reason == "alphabetical":
        embedding = embedding.subset(sorted(embedding.words))
        embedding = Embedding.from_arrays(embedding.words, embedding.vectors)
    found = of_forms(embedding, 4)
    assert found.raw == pytest.approx(0.20, abs=1e-6)
    assert (found.value, found.interval, found.p, found.wilcoxon_p) == (None, None, None, None)
    assert (found.feminine.neutral, found.masculine.neutral) == (None, None)
    assert reason in found.no_neutral


def trained(folder: Path, generic: float) -> Asymmetry:
    """The asymmetry of a made-up corpus, from its sentences over its vectors to the finding."""
    corpus = build_from_words(sentences(generic, size=20_000, seed=3), folder / f"{generic}", language="de")
    vectors = train_vectors(corpus, "glove", dim=25, epochs=15, window=8, x_max=10.0, min_count=1, seed=3)
    (found,) = [
        each
        for each in structure_of(vectors, "de", parts=("generic-masculine",)).generic_masculine
        if isinstance(each, Asymmetry)
    ]
    return found


def test_a_generic_masculine_is_found_in_the_vectors_of_texts_that_have_one_and_not_in_those_of_others(
    tmp_path: Path,
) -> None:
    """Where six of ten masculine forms stand for anybody, feminine forms are the more gendered; where none does, neither are."""
    planted, control = trained(tmp_path, 0.6), trained(tmp_path, 0.0)
    for found in (planted, control):
        assert (found.name, found.masculine.words, found.feminine.words) == ("occupations", 24, 24)
        assert found.masculine.mean > 0.2
        assert found.feminine.mean < -0.2
        assert found.p is not None
        assert found.interval is not None
        assert found.value is not None
    assert planted.value is not None
    assert planted.value > 0.2
    assert planted.p is not None
    assert planted.p.estimate < 0.001
    assert planted.interval is not None
    assert planted.interval.low > 0.1
    assert control.value is not None
    assert abs(control.value) < 0.1
    assert control.p is not None
    assert control.p.estimate > 0.05
    assert control.interval is not None
    assert control.interval.low < 0 < control.interval.high
