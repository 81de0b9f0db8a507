"""The study of base pairs: every number against another way of computing it, and what is said where it cannot run."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import pearsonr
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats.inter_rater import fleiss_kappa

from tests.measure.by_base_pairs import FORMS, ByHand, K, in_space, listed
from tests.spaces import cased_space, filler_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.measure.stability import MEASURES, stability
from weatherglass.measure.stability_result import ByPair, Stability, TooFew
from weatherglass.report.stability import summary, tables
from weatherglass.stats.agreement import landis_koch


@pytest.fixture(scope="module")
def space() -> Embedding:
    return cased_space()


@pytest.fixture(scope="module")
def study(space: Embedding) -> Stability:
    return stability(space, "en", k=K)


@pytest.fixture(scope="module")
def by_hand(space: Embedding) -> ByHand:
    return ByHand(space)


def label(pair: tuple[str, str]) -> str:
    return "–".join(pair)


def ran(part: ByPair | TooFew) -> ByPair:
    assert isinstance(part, ByPair), part
    return part


def test_every_word_of_the_lists_is_found(study: Stability) -> None:
    assert study.professions == (320, 320)
    assert len(study.pairs) == 10
    assert study.pairs[:3] == ("she–he", "her–his", "woman–man")
    assert study.missing_pairs == study.missing_professions == study.missing_neutral == ()
    assert study.substituted == ()
    assert not study.unit_length
    assert list(study.population) == list(study.base_pairs) == list(MEASURES)


def test_table_1_is_mean_and_deviation_over_the_vocabulary_and_all_pairs(study: Stability, by_hand: ByHand) -> None:
    assert study.neutral_words == len(by_hand.neutral)
    for measure in MEASURES:
        scores = [by_hand.score(measure, pair, word) for pair in by_hand.pairs for word in by_hand.population]
        found = study.population[measure]
        assert found.words == len(by_hand.population)
        # single precision may exchange two neighbours of nearly the same cosine
        assert found.mean == pytest.approx(np.mean(scores), abs=1e-4 if measure == "nbm" else 1e-7)
        assert found.sd == pytest.approx(np.std(scores), abs=1e-4 if measure == "nbm" else 1e-7)


@pytest.mark.parametrize("measure", MEASURES)
def test_table_2(study: Stability, by_hand: ByHand, measure: str) -> None:
    words, found = by_hand.professions, study.base_pairs[measure]
    scores = [[by_hand.score(measure, pair, word) for word in words] for pair in by_hand.pairs]
    signs = np.sign(scores).astype(int)
    counts = [[list(column).count(side) for side in (-1, 0, 1)] for column in signs.T]
    assert found.kappa == pytest.approx(fleiss_kappa(np.array(counts)))
    assert not found.decided
    shares = [
        sum(abs(a - b) >= study.population[measure].sd for a, b in zip(scores[i], scores[j], strict=True)) / len(words)
        for i, j in combinations(range(10), 2)
    ]
    assert len(shares) == 45
    assert found.changed == pytest.approx(np.mean(shares))
    assert found.to_second == pytest.approx(np.mean(signs == -1))
    assert found.one_side == pytest.approx(sum(len(set(column)) == 1 for column in signs.T.tolist()) / len(words))
    plain = by_hand.sides(measure, ("woman", "man"), words)
    monarchs = by_hand.sides(measure, ("queen", "king"), words)
    assert found.flips == pytest.approx(sum(a != b for a, b in zip(plain, monarchs, strict=True)) / len(words))
    assert found.flips is not None
    assert 0 < found.flips < 1
    assert 0 < found.kappa < 1


def test_professions_keep_their_scores_by_every_pair(study: Stability, by_hand: ByHand) -> None:
    assert list(study.profession_scores) == by_hand.professions
    for word in by_hand.professions[::40]:
        expected = [by_hand.score("direct-bias", pair, word) for pair in by_hand.pairs]
        assert study.profession_scores[word] == pytest.approx(expected)


def test_table_3_compares_with_the_capitalised_pair_as_written(study: Stability, by_hand: ByHand) -> None:
    """The trap: matched without regard to case, both pairs would be the same rows and agree perfectly."""
    found = ran(study.capitalised_pairs)
    assert (found.words, found.asked) == (320, 320)
    assert list(found.kappas["direct-bias"]) == list(study.pairs)
    for measure in MEASURES:
        for pair in by_hand.pairs:
            capital = (pair[0].capitalize(), pair[1].capitalize())
            expected = by_hand.kappa(measure, pair, by_hand.professions, capital, by_hand.professions)
            assert found.kappas[measure][label(pair)] == pytest.approx(expected)
            assert expected < 1
        assert found.mean(measure) == pytest.approx(np.mean(list(found.kappas[measure].values())))


def test_table_4_compares_a_word_with_its_forms(study: Stability, by_hand: ByHand) -> None:
    plurals = {in_space(one[0]): in_space(other[0]) for one, other in listed("en", "plurals").pairs[0].pairs}
    forms: dict[str, Callable[[str], str]] = {"plural": lambda word: plurals.get(word, word), **FORMS}
    every = [
        word
        for word in by_hand.professions
        if all(form(word) in by_hand.rows and form(word) != word for form in forms.values())
    ]
    assert len(every) > 250
    assert list(study.word_forms) == ["plural", "Capitalised", "UPPERCASE"]
    for name, form in forms.items():
        found = ran(study.word_forms[name])
        assert (found.words, found.asked) == (len(every), 320)
        for measure in MEASURES:
            for pair in by_hand.pairs:
                expected = by_hand.kappa(measure, pair, every, pair, [form(word) for word in every])
                assert found.kappas[measure][label(pair)] == pytest.approx(expected)
                assert expected < 1


@pytest.mark.parametrize("name", ["animals", "traits"])
def test_table_5_compares_with_the_gender_a_word_has(study: Stability, by_hand: ByHand, name: str) -> None:
    female, male = ([in_space(word[0]) for word in target.words] for target in listed("en", name).targets)
    truth = [1] * len(female) + [-1] * len(male)
    found = ran(study.correspondence[name])
    assert found.words == found.asked == len(truth)
    assert set(study.correspondence) == {"animals", "traits", "forms"}
    for measure in MEASURES:
        for pair in by_hand.pairs:
            expected = cohen_kappa_score(by_hand.sides(measure, pair, [*female, *male]), truth)
            assert found.kappas[measure][label(pair)] == pytest.approx(expected)
    assert (found.mean("direct-bias") or 0.0) > 0.2  # these words were made to lean the way they should


def test_table_6_compares_measures(study: Stability, by_hand: ByHand) -> None:
    assert list(study.between_measures) == ["direct-bias & ripa", "direct-bias & nbm", "ripa & nbm"]
    for one, other in combinations(MEASURES, 2):
        for pair in by_hand.pairs:
            a, b = (by_hand.sides(measure, pair, by_hand.professions) for measure in (one, other))
            expected = cohen_kappa_score(a, b)
            assert study.between_measures[f"{one} & {other}"][label(pair)] == pytest.approx(expected)


def test_the_second_figure_correlates_cosines_with_agreement(study: Stability, by_hand: ByHand) -> None:
    apart = [by_hand.units[x] - by_hand.units[y] for x, y in by_hand.pairs]
    signs = [by_hand.sides("direct-bias", pair, by_hand.professions) for pair in by_hand.pairs]
    for i, pair in enumerate(by_hand.pairs):
        cosines = [float(apart[i] @ each / np.sqrt(apart[i] @ apart[i] * (each @ each))) for each in apart]
        kappas = [float(cohen_kappa_score(signs[i], each)) for each in signs]
        assert study.correlated.cosines[i] == pytest.approx(cosines)
        assert study.correlated.kappas[i] == pytest.approx(kappas)
        others = [j for j in range(10) if j != i]
        expected = pearsonr([cosines[j] for j in others], [kappas[j] for j in others])
        assert study.correlated.r[label(pair)] == pytest.approx(expected.statistic)
        assert study.correlated.p[label(pair)] == pytest.approx(expected.pvalue)
        assert study.pair_agreement[label(pair)] == pytest.approx(np.mean([kappas[j] for j in others]))
    assert study.unstable == tuple(name for name, kappa in study.pair_agreement.items() if kappa <= 0.4)


def test_random_cosines_are_those_of_random_words(study: Stability, by_hand: ByHand) -> None:
    """The mean cosine of two random words is the squared length of the mean unit vector; of differences it is 0."""
    mean = np.mean([by_hand.units[word] for word in by_hand.population], axis=0)
    assert study.correlated.random_words[0] == pytest.approx(mean @ mean, abs=0.003)  # 0.16/√100,000 = 0.0005
    assert study.correlated.random_differences[0] == pytest.approx(0, abs=0.003)
    assert 0.1 < study.correlated.random_words[1] < 0.25  # unrelated vectors of 40 dimensions: 1/√40 = 0.16


def test_the_example_is_a_profession_with_every_form(study: Stability, by_hand: ByHand) -> None:
    word = study.example.word
    assert word == "professor"  # all professions have every form here, and this is the paper's
    forms = study.example.scores["ripa"]
    assert len(forms) == 4
    assert next(iter(forms)) == word
    assert {word.upper(), word.capitalize()} <= set(forms)
    for measure in MEASURES:
        for form, scores in study.example.scores[measure].items():
            assert scores == pytest.approx([by_hand.score(measure, pair, form) for pair in by_hand.pairs])


def test_no_two_neighbours_were_too_near_to_tell_in_single_precision(study: Stability, space: Embedding) -> None:
    """So the comparisons above do not hang on the last bit."""
    fresh = ByHand(space)
    for word in fresh.professions:
        for form in (word, word.capitalize(), word.upper()):
            if form in fresh.rows:
                fresh.neighbours(form)
    assert fresh.least_gap > 2e-7


def test_on_unit_vectors_ripa_gives_the_sides_of_direct_bias() -> None:
    study = stability(cased_space(unit=True, filler=300), "en", k=K)
    assert study.unit_length
    assert set(study.between_measures["direct-bias & ripa"].values()) == {1.0}
    assert study.base_pairs["ripa"].kappa == study.base_pairs["direct-bias"].kappa
    assert study.base_pairs["ripa"].one_side == study.base_pairs["direct-bias"].one_side
    assert any("RIPA gives the same sides" in sentence for sentence in summary(study))


def test_a_lower_case_vocabulary_has_plurals_only_and_counts_say_why() -> None:
    study = stability(cased_space(cased=False, filler=300), "en", k=K)
    assert study.professions == (320, 320)
    assert study.capitalised_pairs == TooFew(
        skipped="of 10 base pairs, none is in the vectors both as listed and capitalised", counts={"pairs": 10}
    )
    plural = ran(study.word_forms["plural"])
    assert plural.words > 250
    for name in FORMS:
        part = study.word_forms[name]
        assert isinstance(part, TooFew)
        assert part.skipped.startswith("of 320 professions in the vectors, 0 have this form too")
        assert part.counts == {"found": 320, "forms": 0, "needed": 20}
    notes = " ".join(table.note for table in tables(study))
    assert "Capitalised pairs: not run, of 10 base pairs" in notes
    assert "UPPERCASE: not run, of 320 professions" in notes


def test_capitalised_pairs_are_compared_where_both_words_are_there() -> None:
    study = stability(cased_space(without=("She", "Father", "gal"), filler=300), "en", k=K)
    found = ran(study.capitalised_pairs)
    assert "she–he" not in found.kappas["nbm"]
    assert "mother–father" not in found.kappas["nbm"]
    # "gal" is found as "Gal", so there is no other form of it to compare with
    assert [(each.word, each.used) for each in study.substituted] == [("gal", "Gal")]
    assert "gal–guy" not in found.kappas["nbm"]
    assert len(found.kappas["nbm"]) == 7
    assert found.mean("nbm") == pytest.approx(np.mean(list(found.kappas["nbm"].values())))
    third = tables(study)[2]
    assert third.rows[0].count("–") == 3
    assert "–: not in the vectors both as listed and capitalised" in third.note


def test_pairs_of_one_direction_agree_perfectly() -> None:
    study = stability(cased_space(steady=True, cased=False, filler=300), "en", k=K)
    for measure in MEASURES:
        assert study.base_pairs[measure].kappa == 1
        assert not study.base_pairs[measure].decided
        assert study.base_pairs[measure].one_side == 1
        assert study.base_pairs[measure].flips == 0
    assert set(study.pair_agreement.values()) == {1.0}
    assert study.unstable == ()
    assert any("No pair is unstable" in sentence for sentence in summary(study))
    assert not any("*" in cell for table in tables(study) for cell in table.header)
    assert set(study.correlated.r.values()) == {None}  # nothing varies
    json.dumps(study.to_dict(), allow_nan=False)


def test_one_pair_of_another_direction_is_marked_and_only_it() -> None:
    study = stability(cased_space(steady=True, odd="gal–guy", cased=False, filler=300), "en", k=K)
    assert study.unstable == ("gal–guy",)
    # with the eight other pairs each agrees perfectly: (8·1 + κ)/9
    for name, kappa in study.pair_agreement.items():
        if name != "gal–guy":
            assert kappa == pytest.approx((8 + study.pair_agreement["gal–guy"]) / 9, abs=0.02)
    assert any("Unstable pairs, marked *: gal–guy;" in sentence for sentence in summary(study))
    for table in tables(study)[3:]:
        assert "gal–guy*" in table.header
        assert "she–he" in table.header
    assert study.to_dict()["unstable_pairs"] == ["gal–guy"]


def test_agreement_of_words_that_all_lean_one_way_shows_nothing_and_is_said() -> None:
    """κ is 0/0 there; a bare 1.00 would look like perfect agreement."""
    space = cased_space(steady=True, cased=False, filler=300)
    turned = space.vectors.copy()
    professions = [space.index[in_space(word[0])] for word in listed("en", "professions").targets[0].words]
    turned[professions, 0] = 0.5
    study = stability(Embedding.from_arrays(space.words, turned), "en", k=K)
    assert study.base_pairs["direct-bias"].decided
    assert study.between_decided["direct-bias & ripa"] == study.pairs
    assert "DB 1.00 (all lean one way, so it shows nothing)" in summary(study)[0]
    second, sixth = tables(study)[1], tables(study)[5]
    assert second.rows[0][1] == "1.00°"
    assert sixth.rows[0][1] == "1.00°"
    assert "it shows nothing" in sixth.note


@pytest.mark.parametrize("scale", [1e-9, 1e9])
def test_the_scale_of_the_vectors_changes_no_side(scale: float) -> None:
    space = cased_space(cased=False, filler=300)
    scaled = stability(Embedding.from_arrays(space.words, space.vectors * np.float32(scale)), "en", k=K)
    plain = stability(space, "en", k=K)
    assert scaled.base_pairs["ripa"].kappa == plain.base_pairs["ripa"].kappa
    assert scaled.base_pairs["ripa"].changed == pytest.approx(plain.base_pairs["ripa"].changed, abs=1e-3)
    assert scaled.between_measures == plain.between_measures


@pytest.mark.parametrize(("language", "capitalised"), [("de", 3), ("fr", 9)])
def test_other_languages(language: str, capitalised: int) -> None:
    """German nouns are capitalised as listed, so only sie–er, ihre–seine and weiblich–männlich have another form."""
    space = cased_space(language, filler=300)
    study, by_hand = stability(space, language, k=K), ByHand(space, language)
    assert study.professions[0] == study.professions[1] > 100
    assert study.missing_professions == ()
    assert len(ran(study.capitalised_pairs).kappas["direct-bias"]) == capitalised
    assert set(study.correspondence) == {"animals", "traits", "forms"}
    forms = listed(language, "forms").pairs[0].pairs
    both = [in_space(pair[i][0]) for i in (0, 1) for pair in forms]
    found = ran(study.correspondence["forms"])
    assert found.words == len(set(both)) == len(both)
    for pair in by_hand.pairs:
        expected = cohen_kappa_score(by_hand.sides("ripa", pair, both), [1] * len(forms) + [-1] * len(forms))
        assert found.kappas["ripa"][label(pair)] == pytest.approx(expected)
    assert isinstance(study.word_forms["Capitalised"], TooFew) == (language == "de")
    assert ran(study.word_forms["UPPERCASE"]).words > 50
    plural = ran(study.word_forms["plural"])
    assert 20 <= plural.words <= len(listed(language, "plurals").pairs[0].pairs)
    assert study.base_pairs["ripa"].flips is not None
    assert len(study.pairs) == 10
    json.dumps(study.to_dict(), allow_nan=False)


def test_json_is_complete_and_the_same_twice() -> None:
    one, other = (
        json.dumps(stability(cased_space(filler=200), "en", k=K, seed=3).to_dict(), allow_nan=False) for _ in range(2)
    )
    assert one == other
    data = json.loads(one)
    assert data["schema_version"] == 1
    assert data["seed"] == 3
    assert data["professions"] == [320, 320]
    assert set(data["capitalised_pairs"]) == {"words", "asked", "kappas", "decided"}
    assert len(data["correlated"]["cosines"]) == 10


def test_too_few_pairs_or_professions_is_said_with_counts() -> None:
    space = cased_space(cased=False, filler=100)
    pairs = [word[0] for pair in listed("en", "base-pairs").pairs[0].pairs[2:] for word in pair]
    few = space.subset(word for word in space.words if word not in pairs)
    with pytest.raises(CoverageError, match=r"2 base pairs and 320 professions were found; at least 3 and 20"):
        stability(few, "en")
    jobs = {in_space(word[0]) for word in listed("en", "professions").targets[0].words}
    kept = sorted(jobs)[:19]
    few = space.subset(word for word in space.words if word not in jobs or word in kept)
    with pytest.raises(CoverageError, match=r"10 base pairs and 19 professions were found"):
        stability(few, "en")
    with pytest.raises(CoverageError, match="none of the base pairs of 'en'"):
        stability(space.subset(jobs), "en")


def test_a_language_without_lists_names_those_that_have_them(tmp_path: Path) -> None:
    space = cased_space(cased=False, filler=100)
    with pytest.raises(
        SpecError, match=r"no list of professions, plurals, animals, traits for 'ar'; there are for de, en, fr"
    ):
        stability(space, "ar")
    with pytest.raises(SpecError, match=r"'ar'; there are for de, en, fr"):
        stability(write(space, tmp_path / "v.bin"), "ar")


def test_k_must_leave_neutral_words_over() -> None:
    space = cased_space(cased=False, filler=100)
    neutral = stability(space, "en", k=1).neutral_words
    assert stability(space, "en", k=neutral - 1).k == neutral - 1
    with pytest.raises(SpecError, match=rf"k={neutral} neighbours were asked for, but there are {neutral:,} neutral"):
        stability(space, "en", k=neutral)
    with pytest.raises(SpecError, match="k=0: give a positive number"):
        stability(space, "en", k=0)


def test_the_example_can_be_chosen_among_the_professions_found() -> None:
    space = cased_space(cased=False, filler=100)
    chosen = stability(space, "en", k=5, word="nurse").example
    assert (chosen.word, chosen.asked) == ("nurse", "nurse")
    assert list(chosen.scores["nbm"]) == ["nurse", "nurses"]
    with pytest.raises(UnknownName, match=r"no profession in the vectors 'nurze'\. Did you mean 'nurse'"):
        stability(space, "en", k=5, word="nurze")


def test_a_plural_that_is_written_as_a_name_is_no_form_of_the_word() -> None:
    """Nurses with a capital differs from nurse by more than its number."""
    space = cased_space(cased=False, filler=100, without=("nurses",))
    named = Embedding.from_arrays([*space.words, "Nurses"], np.vstack([space.vectors, space["nurse"]]))
    one, other = (ran(stability(each, "en", k=5).word_forms["plural"]) for each in (space, named))
    assert (
        one.words
        == other.words
        < ran(stability(cased_space(cased=False, filler=100), "en", k=5).word_forms["plural"]).words
    )


def test_three_pairs_are_enough_but_their_cosines_correlate_with_nothing() -> None:
    """Each has two others, and two points always lie on a line."""
    space = cased_space(cased=False, filler=100)
    gone = [word[0] for pair in listed("en", "base-pairs").pairs[0].pairs[3:] for word in pair]
    study = stability(space.subset(word for word in space.words if word not in gone), "en", k=5)
    assert len(study.pairs) == 3
    assert set(study.correlated.r.values()) == set(study.correlated.p.values()) == {None}


@pytest.mark.parametrize(("females", "males", "enough"), [(5, 5, True), (4, 13, False), (13, 4, False)])
def test_words_of_one_gender_alone_tell_nothing(females: int, males: int, enough: bool) -> None:
    female, male = ([word[0] for word in target.words] for target in listed("en", "animals").targets)
    space = cased_space(cased=False, filler=100, without=(*female[females:], *male[males:]))
    found = stability(space, "en", k=5).correspondence["animals"]
    if enough:
        assert (ran(found).words, ran(found).asked) == (10, 26)
    else:
        assert isinstance(found, TooFew)
        assert found.skipped.startswith(f"{females} female and {males} male words of 26")
        assert found.counts == {"female": females, "male": males, "asked": 26}


def test_neutral_words_can_be_given_and_missing_ones_are_named() -> None:
    space = cased_space(cased=False, filler=100)
    filler = filler_of(space)
    study = stability(space, "en", k=5, neutral=[*filler, "nowhere"])
    assert study.neutral_words == len(filler)
    assert study.missing_neutral == ("nowhere",)
    assert study.own_neutral
    assert any("not in the vectors (1): nowhere" in sentence for sentence in summary(study))
    assert study.base_pairs["direct-bias"] == stability(space, "en", k=5).base_pairs["direct-bias"]


def test_missing_words_are_named_not_only_counted() -> None:
    study = stability(cased_space(cased=False, filler=100, without=("nurse", "gal", "queen")), "en", k=5)
    assert study.missing_professions == ("nurse",)
    assert study.professions == (319, 320)
    assert study.missing_pairs == ("gal–guy",)
    assert study.base_pairs["nbm"].flips is None
    assert "Not in the vectors, and left out: gal–guy." in summary(study)
    assert tables(study)[1].rows[0][-1] == "–"


def test_reading_a_file_gives_the_same_as_the_whole_space(tmp_path: Path) -> None:
    space = cased_space(filler=300)
    file = write(space, tmp_path / "made.bin")
    study = stability(file, "en", k=K)
    assert study.warnings == ()
    whole = stability(space, "en", k=K)
    assert study.embedding["format"] == "word2vec binary"
    assert replace(study, embedding=whole.embedding) == whole


def test_an_alphabetical_file_is_said_not_to_be_by_frequency(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from weatherglass.measure import stability as module

    space = cased_space(cased=False, filler=300)
    ordered = sorted(space.words)
    rows = space.vectors[[space.index[word] for word in ordered]]
    file = write(Embedding.from_arrays(ordered, rows), tmp_path / "made.bin")
    assert stability(file, "en", k=K).warnings == ()  # all its rows are looked at anyway
    monkeypatch.setattr(module, "MOST_FREQUENT", 800)
    assert [notice.code for notice in stability(file, "en", k=K).warnings] == ["not-by-frequency"]


@pytest.mark.real
def test_google_news(real_vectors: Path) -> None:
    """Published: κ 0.45/0.42/0.29 (table 2), direct bias with NBM 0.48 (table 6); here on lower-case unit vectors."""
    study = stability(real_vectors / "en-googlenews-26k-unit.bin", "en")
    assert study.professions == (320, 320)
    assert study.unit_length
    assert set(study.between_measures["direct-bias & ripa"].values()) == {1.0}
    kappas = {name: each.kappa for name, each in study.base_pairs.items()}
    assert 0.40 <= kappas["direct-bias"] <= 0.52
    assert 0.25 <= kappas["nbm"] <= 0.40
    assert min(kappas, key=lambda name: kappas[name]) == "nbm"
    assert landis_koch(float(np.mean(list(study.between_measures["direct-bias & nbm"].values())))) == "moderate"
    assert isinstance(study.capitalised_pairs, TooFew)
    assert "of 10 base pairs" in study.capitalised_pairs.skipped
    for name in FORMS:
        part = study.word_forms[name]
        assert isinstance(part, TooFew)
        assert "of 320 professions in the vectors, 0 have this form" in part.skipped
    assert ran(study.word_forms["plural"]).words > 200
