"""WEFAT by form: scores by hand, correlations by their definitions, the orientation of all four forms, and a table with a gap."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean, stdev

import numpy as np
import pytest
from scipy.stats import rankdata, spearmanr
from scipy.stats import t as student

from tests.structure.leaning import examined, word_list
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.result import Lacking
from weatherglass.structure.occupations import PRINTED_SHARES, Correlation, Occupations, gerard, occupations
from weatherglass.structure.structure import Wishes, structure_of
from weatherglass.words.query import Query, Word, make_query

Vector = Sequence[float]
FEMALE, MALE = word_list("terms").targets
GERARD = word_list("gerard-occupations")
SHARES = (0.95, 0.9, 0.8, 0.75, 0.6, 0.55, 0.5, 0.4, 0.3, 0.2, 0.1, 0.05)
# Occupations of which all four forms differ.
FORMS = [
    (hers, his, them, they)
    for (hers, his), (them, they) in zip(*(each.pairs for each in word_list("forms").pairs), strict=True)
    if his != they and all(len(form) == 1 for form in (hers, his, them, they))
][: len(SHARES)]
NAMES = ("feminine singular", "masculine singular", "feminine plural", "masculine plural")


def space_of(words: Mapping[str, Vector]) -> Embedding:
    """The terms on four axes, half of the male ones on the first and half on the third; and these words."""
    rows: dict[str, Vector] = {}
    for axes, target in (((0, 2), MALE), ((1, 3), FEMALE)):
        for i, word in enumerate(target.words):
            rows[word[0]] = np.eye(6)[axes[i % 2]].tolist()
    rows |= words
    return Embedding.from_arrays(list(rows), np.array(list(rows.values()), np.float32))


def scattered(words: Iterable[Word], seed: int = 0) -> dict[str, Vector]:
    random = np.random.default_rng(seed)
    return {word[0]: random.normal(size=6).tolist() for word in words}


def table(shares: Mapping[str, float], language: str = "de") -> Query:
    return make_query(
        {"name": "own", "language": language, "targets": {"occupations": list(shares)}, "rates": dict(shares)}
    )


def found_by_form(embedding: Embedding, shares: Mapping[str, float]) -> dict[str, Correlation]:
    found = occupations(examined(embedding), table(shares))
    assert isinstance(found, Occupations)
    assert not found.ranks_only
    return {each.form: each for each in found.forms if isinstance(each, Correlation)}


def wefat(embedding: Embedding, word: str, towards: str) -> float:
    """By its definition, term by term."""

    def cosine(term: str) -> float:
        one, other = (embedding.vectors[embedding.index[each]].astype(float).tolist() for each in (word, term))
        product = sum(x * y for x, y in zip(one, other, strict=True))
        lengths = sum(x * x for x in one) * sum(y * y for y in other)
        return float(product / lengths**0.5)

    male, female = ([cosine(term[0]) for term in target.words] for target in (MALE, FEMALE))
    score = (fmean(male) - fmean(female)) / stdev(male + female)
    return score if towards == "male" else -score


def p_of(r: float, n: int) -> float:
    return float(2 * student.sf(abs(r) * ((n - 2) / (1 - r * r)) ** 0.5, n - 2))


def test_a_score_by_hand() -> None:
    """Cosines of 0.6 with four male terms, 0.8 with the other four and 0 with all female ones: s = 0.7.

    Their mean is 0.35, the squares add up to 4 · 0.25² + 4 · 0.45² + 8 · 0.35² = 2.04, and √(2.04 / 15) = 0.3688.
    """
    words = scattered(his for _, his, _, _ in FORMS)
    words[FORMS[0][1][0]] = (3.0, 0, 4.0, 0, 0, 0)
    made = found_by_form(space_of(words), {FORMS[i][1][0]: share for i, share in enumerate(SHARES)})
    point = made["masculine singular"].points[0]
    assert point.word == FORMS[0][1][0]
    assert point.share == pytest.approx(1 - SHARES[0])
    assert point.score == pytest.approx(0.7 / 0.36878, abs=1e-4)


def test_correlation_line_and_ranks_by_their_definitions() -> None:
    embedding = space_of(scattered(form for forms in FORMS for form in forms))
    made = found_by_form(embedding, {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)})
    assert set(made) == set(NAMES)
    for column, name in enumerate(NAMES):
        each = made[name]
        towards = "female" if name.startswith("feminine") else "male"
        x = np.array(SHARES) if towards == "female" else 1 - np.array(SHARES)
        y = np.array([wefat(embedding, forms[column][0], towards) for forms in FORMS])
        r = float(np.corrcoef(x, y)[0, 1])
        rho = float(np.corrcoef(rankdata(x), rankdata(y))[0, 1])
        slope, intercept = np.polyfit(x, y, 1)
        assert (each.towards, each.words, each.asked, each.missing, each.gap) == (towards, 12, 12, (), None)
        assert [point.score for point in each.points] == pytest.approx(y.tolist(), abs=1e-5)
        assert [point.share for point in each.points] == pytest.approx(x.tolist())
        assert each.r == pytest.approx(r, abs=1e-5)
        assert each.p == pytest.approx(p_of(r, 12), abs=1e-5)
        assert each.spearman == pytest.approx(rho)
        assert each.spearman_p == pytest.approx(p_of(rho, 12))
        assert (each.slope, each.intercept) == pytest.approx((slope, intercept), abs=1e-4)
        assert each.spearman == pytest.approx(spearmanr(x, y).statistic)
        assert each.interval is not None
        assert each.interval.low < r < each.interval.high
        assert each.spearman_interval is not None
        assert each.spearman_interval.low < rho < each.spearman_interval.high


@pytest.mark.parametrize("column", range(4))
@pytest.mark.parametrize("follows", [True, False])
def test_the_orientation_of_all_forms(column: int, follows: bool) -> None:
    """Words that are the more male the more men there are, and so the more female the more women, correlate positively in any form."""
    words = scattered(form for forms in FORMS for form in forms)
    for forms, share in zip(FORMS, SHARES, strict=True):
        # far from the middle the score is (male − female) over something that hardly changes
        male, female = (1 - share, share) if follows else (share, 1 - share)
        words[forms[column][0]] = (male, female, 0.2, 0.2, 1.0, 0.0)
    made = found_by_form(space_of(words), {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)})
    r = made[NAMES[column]].r
    assert r is not None
    assert r > 0.95 if follows else r < -0.95


def test_any_form_and_any_case_of_an_occupation_names_it() -> None:
    """The table may have feminine forms, or words in lower case: the share is that of women all the same."""
    embedding = space_of(scattered(form for forms in FORMS for form in forms))
    plain = found_by_form(embedding, {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)})
    named = found_by_form(embedding, {forms[0][0].lower(): share for forms, share in zip(FORMS, SHARES, strict=True)})
    assert named == plain


def test_words_without_forms_are_taken_as_they_are_against_the_share_of_men() -> None:
    unknown = [f"Beruf{letter}" for letter in "abcdefghijkl"]
    embedding = space_of(scattered((*(form for forms in FORMS for form in forms), *((word,) for word in unknown))))
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    made = found_by_form(embedding, shares | dict(zip(unknown, SHARES, strict=True)))
    assert set(made) == {*NAMES, "one form"}
    each = made["one form"]
    assert each.towards == "male"
    assert [point.word for point in each.points] == unknown
    assert [point.share for point in each.points] == pytest.approx([1 - share for share in SHARES])
    assert [p.score for p in each.points] == pytest.approx([wefat(embedding, w, "male") for w in unknown], abs=1e-5)


def test_a_few_words_with_two_forms_are_no_table_of_their_own() -> None:
    unknown = [f"Beruf{letter}" for letter in "abcdefghijkl"]
    embedding = space_of(scattered((*(form for forms in FORMS for form in forms), *((word,) for word in unknown))))
    shares = dict(zip(unknown, SHARES, strict=True)) | {FORMS[0][1][0]: 0.5}
    made = found_by_form(embedding, shares)
    assert {name: each.words for name, each in made.items()} == {"one form": 13}


def test_a_users_own_shares_take_the_place_of_the_shipped_tables() -> None:
    embedding = space_of(scattered(form for forms in FORMS for form in forms))
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    (found,) = structure_of(embedding, "de", parts=("occupations",), wishes=Wishes(shares=table(shares))).occupations
    assert isinstance(found, Occupations)
    assert found.table == "de/own"
    assert {each.form: each for each in found.forms if isinstance(each, Correlation)} == found_by_form(
        embedding, shares
    )
    shipped = structure_of(embedding, "de", parts=("occupations",)).occupations
    assert [each.table for each in shipped if isinstance(each, Occupations)] == ["de/shares", "de/gerard-occupations"]


def test_two_shares_for_one_occupation_are_refused() -> None:
    embedding = space_of(scattered(form for forms in FORMS for form in forms))
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    twice = shares | {FORMS[0][0][0]: SHARES[0]}
    assert found_by_form(embedding, twice) == found_by_form(embedding, shares), "the same share twice"
    found = occupations(examined(embedding), table(shares | {FORMS[0][0][0]: 0.1}))
    assert isinstance(found, Lacking)
    assert FORMS[0][0][0] in found.skipped
    assert FORMS[0][1][0] in found.skipped


def test_missing_words_are_named_and_too_few_are_not_run() -> None:
    words = scattered(form for forms in FORMS for form in forms)
    for forms in FORMS[:2]:
        del words[forms[0][0]]
    for forms in FORMS[:3]:
        del words[forms[2][0]]
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    found = occupations(examined(space_of(words)), table(shares))
    assert isinstance(found, Occupations)
    masculine, _, feminine, plural = found.forms
    assert isinstance(masculine, Correlation)
    assert (masculine.words, masculine.missing) == (12, ())
    assert isinstance(feminine, Correlation)
    assert (feminine.words, feminine.asked) == (10, 12)
    assert feminine.missing == tuple(forms[0][0] for forms in FORMS[:2])
    assert plural == Lacking(skipped="feminine plural: 9 of 12 words were found; at least 10 are needed")


def test_shares_or_scores_that_do_not_vary_are_not_correlated() -> None:
    embedding = space_of(scattered(form for forms in FORMS for form in forms))
    same = {forms[1][0]: 0.5 for forms in FORMS}
    found = occupations(examined(embedding), table(same))
    assert isinstance(found, Occupations)
    assert all(isinstance(each, Lacking) and "no variation" in each.skipped for each in found.forms)
    alike = space_of({form[0]: (0.5, 0.1, 0.2, 0, 1, 0) for forms in FORMS for form in forms})
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    found = occupations(examined(alike), table(shares))
    assert isinstance(found, Occupations)
    assert all(isinstance(each, Lacking) and "no variation" in each.skipped for each in found.forms)
    away = scattered(form for forms in FORMS for form in forms)
    away[FORMS[3][1][0]] = (0, 0, 0, 0, 1, 1)  # equally near to every term
    found = occupations(examined(space_of(away)), table(shares))
    assert isinstance(found, Occupations)
    assert isinstance(found.forms[0], Lacking)
    assert FORMS[3][1][0] in found.forms[0].skipped


def test_without_terms_there_is_nothing_to_judge_by() -> None:
    shares = {forms[1][0]: share for forms, share in zip(FORMS, SHARES, strict=True)}
    words = scattered(form for forms in FORMS for form in forms)
    bare = Embedding.from_arrays(list(words), np.array(list(words.values()), np.float32))
    for found in (occupations(examined(bare), table(shares)), gerard(examined(bare), GERARD)):
        assert isinstance(found, Lacking)
        assert "0 of 8 female and 0 of 8 male terms" in found.skipped


def test_the_shares_of_the_thesis_are_one_fewer_than_its_words_and_rise_but_for_the_last() -> None:
    assert len(PRINTED_SHARES) == 56
    assert [len(pairs.pairs) for pairs in GERARD.pairs] == [57, 57]
    assert list(PRINTED_SHARES[:-1]) == sorted(PRINTED_SHARES[:-1])
    assert PRINTED_SHARES[-2:] == (99.5, 98.7)


@pytest.mark.parametrize("gone", [(), ("Arzthelfer", "Koch", "Elektroniker", "Arzthelferin", "Tischlerinnen")])
def test_the_thesis_by_order_and_r_over_all_places_of_the_gap(gone: tuple[str, ...]) -> None:
    words = scattered(GERARD.all_words(), seed=4)
    embedding = space_of({word: vector for word, vector in words.items() if word not in gone})
    found = gerard(examined(embedding), GERARD)
    assert isinstance(found, Occupations)
    assert found.ranks_only
    assert [each.form for each in found.forms if isinstance(each, Correlation)] == [
        "masculine singular", "masculine plural", "feminine singular", "feminine plural",
    ]  # fmt: skip
    for each in found.forms:
        assert isinstance(each, Correlation)
        feminine = each.form.startswith("feminine")
        (column,) = [pairs.pairs for pairs in GERARD.pairs if pairs.name == each.form.split()[1]]
        listed = [pair[0 if feminine else 1][0] for pair in column]
        there = [i for i, word in enumerate(listed) if word not in gone]
        score = {i: wefat(embedding, listed[i], each.towards) for i in there}
        assert (each.words, each.asked) == (len(there), 57)
        assert each.missing == tuple(word for word in (listed[::-1] if feminine else listed) if word in gone)
        order = [-i if feminine else i for i in there]
        assert each.spearman == pytest.approx(spearmanr(order, [score[i] for i in there]).statistic)
        assert each.spearman == pytest.approx(
            spearmanr([p.share for p in each.points], [p.score for p in each.points]).statistic
        )
        values = []
        for without in range(57):
            printed = iter(PRINTED_SHARES)
            men = {i: next(printed) / 100 for i in range(57) if i != without}
            own = {i: 1 - share if feminine else share for i, share in men.items() if i in score}
            r = float(np.corrcoef(list(own.values()), [score[i] for i in own])[0, 1])
            values.append((r, p_of(r, len(own))))
        assert each.gap is not None
        assert each.gap.places == 57
        assert (each.gap.low, each.gap.p_of_low) == pytest.approx(min(values), abs=1e-5)
        assert (each.gap.high, each.gap.p_of_high) == pytest.approx(max(values), abs=1e-5)
        assert (each.r, each.p, each.interval, each.slope, each.intercept) == (None,) * 5
