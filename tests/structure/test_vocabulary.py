"""Every word on the direction: projections by hand, bands, surprising words, inclusive forms, and files by the alphabet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pytest

from tests.spaces import composed_space
from tests.structure.leaning import examined, others, pairs_of, word_list
from weatherglass.embedding.embedding import Embedding
from weatherglass.measure.result import Lacking
from weatherglass.report.structure import sections
from weatherglass.structure.structure import Structure, Wishes, structure_of
from weatherglass.structure.subspace import Subspace, subspace
from weatherglass.structure.vocabulary import InclusiveForm, Projections, Vocabulary, vocabulary

PAIRS = [("Schwester", "Bruder"), ("Tochter", "Sohn"), ("Mutter", "Vater"), ("Oma", "Opa")]
PLAIN = {she: 0.8 for she, _ in PAIRS} | {he: -0.8 for _, he in PAIRS}
NAMES = others(1_300)
SIDES = ("feminine", "masculine")


def space_of(words: Mapping[str, float]) -> Embedding:
    """Words of length 2 with this cosine with the first axis.

    The pairs differ along it alone, so it is their direction, from the masculine words to the feminine ones.
    """
    vectors = [(2 * x, 2 * (1 - x * x) ** 0.5, 0.0) for x in words.values()]
    return Embedding.from_arrays(list(words), np.array(vectors, np.float32))


def amid(words: Mapping[str, float], count: int = 200, cosines: Iterable[float] = (0.2, 0.0)) -> Embedding:
    """The pairs, so many neutral words that have these cosines in turn (a mean of 0.1 and a deviation of 0.1), and these words."""
    neutral = dict(zip(NAMES[:count], np.resize(list(cosines), count).tolist(), strict=True))
    return space_of({**PLAIN, **neutral, **words})


def projected(
    embedding: Embedding,
    pairs: Iterable[tuple[str, str]] = PAIRS,
    *,
    language: str = "de",
    most: int = 50_000,
    extremes: int = 10,
) -> tuple[Vocabulary, Projections]:
    space, listed = examined(embedding, language), pairs_of(pairs)
    direction = subspace(space, listed)
    assert isinstance(direction, Subspace)
    found = vocabulary(space, direction, listed, SIDES, most=most, extremes=extremes)
    assert not isinstance(found, Lacking)
    return found


def inclusive(embedding: Embedding, language: str = "de") -> dict[str, InclusiveForm] | str:
    found = projected(embedding, language=language)[0].inclusive
    return found.skipped if isinstance(found, Lacking) else {each.word: each for each in found}


def test_projections_by_hand() -> None:
    """Neutral words have a cosine of 0.2 or 0: mean and deviation are 0.1. Of the pairs, 0.8 − 0.1 = 0.7 and −0.8 − 0.1 = −0.9."""
    found, projections = projected(amid({"Seltenes": 0.5}, cosines=(0.2, 0.0)))
    values = dict(zip(projections.words, projections.values, strict=True))
    # the one more word lifts the mean by (0.5 − 0.1) / 201
    assert found.mean == pytest.approx(0.1 + 0.4 / 201, abs=1e-6)
    assert values["Seltenes"] == pytest.approx(0.5 - found.mean, abs=1e-6)
    assert values["Mutter"] == pytest.approx(0.8 - found.mean, abs=1e-6)
    assert values["Vater"] == pytest.approx(-0.8 - found.mean, abs=1e-6)
    assert found.typical == pytest.approx((0.8 - found.mean, -0.8 - found.mean), abs=1e-6)
    assert found.sd == pytest.approx(np.std([0.2, 0.0] * 100 + [0.5]), abs=1e-6)
    assert (found.words, found.neutral, found.with_partner) == (209, 201, 0)
    assert (found.list, found.sides) == ("forms", SIDES)
    assert sum(found.counts) == 209
    assert len(found.edges) == len(found.counts) + 1
    assert projections.ranks.tolist() == list(range(209))


def test_a_lean_of_all_words_changes_the_mean_alone() -> None:
    plain, moved = (projected(amid({}, cosines=(0.2 + lean, lean)))[0] for lean in (0.0, 0.3))
    assert moved.mean == pytest.approx(plain.mean + 0.3, abs=1e-6)
    assert moved.sd == pytest.approx(plain.sd, abs=1e-6)


def test_words_of_digits_and_signs_composed_ones_and_those_of_later_rows_are_not_projected() -> None:
    whole = amid({"G20": 0.9, "Lehrer*in": 0.9, "a" * 21: 0.9, "Letztes": 0.9})
    found, projections = projected(whole)
    assert set(whole.words) - set(projections.words) == {"G20", "Lehrer*in", "a" * 21}
    _, fewer = projected(whole, most=150)
    assert fewer.words == projections.words[:150]
    assert found.words == 209
    _, without = projected(composed_space(whole, ["Letztes"]))
    assert "Letztes" not in without.words


def test_too_few_words_say_so() -> None:
    space, pairs = examined(amid({}, 50)), pairs_of(PAIRS)
    direction = subspace(space, pairs)
    assert isinstance(direction, Subspace)
    found = vocabulary(space, direction, pairs, SIDES, most=50_000, extremes=3)
    assert found == Lacking(skipped="58 ordinary words are among the first 50,000 rows; 100 are needed")


@pytest.mark.parametrize(("count", "ends"), [(990, [998]), (992, [1000]), (993, [1000, 1001]), (1_292, [1000, 1300])])
def test_bands_recounted(count: int, ends: list[int]) -> None:
    """With the eight words of the pairs in front."""
    embedding = amid({}, count, cosines=np.random.default_rng(0).uniform(-0.5, 0.5, count))
    found, projections = projected(embedding, extremes=3)
    assert [band.last for band in found.bands] == ends
    assert [band.first for band in found.bands] == [1, *(end + 1 for end in ends[:-1])]
    values = projections.values
    for band in found.bands:
        inside = values[band.first - 1 : band.last]
        words = projections.words[band.first - 1 : band.last]
        assert band.words == len(inside)
        assert band.mean == pytest.approx(inside.mean())
        assert band.sd == pytest.approx(inside.std())
        ordered = sorted(zip(inside.tolist(), words, strict=True))
        up = [(value, word) for value, word in ordered[::-1][:3] if value > 0]
        down = [(value, word) for value, word in ordered[:3] if value < 0]
        # the words of the pairs are equally far out, and stand in the file's order
        assert [each.value for each in band.towards_first] == pytest.approx([value for value, _ in up])
        assert [each.value for each in band.towards_second] == pytest.approx([value for value, _ in down])
        for each in (*band.towards_first, *band.towards_second):
            assert projections.words[each.rank - 1] == each.word
            assert values[each.rank - 1] == each.value


def test_planted_words_are_surprising_and_those_of_the_lists_are_not() -> None:
    """Beyond the 0.7 of half of the pairs' words; Prinzessin and Prinz stand on the list of gendered words."""
    embedding = amid({"Zaubergarten": 0.95, "Bergwerk": -0.97, "Nahe": 0.6, "Prinzessin": 0.95, "Prinz": -0.95})
    found, _ = projected(embedding)
    assert [each.word for each in found.surprising[0]] == ["Zaubergarten"]
    assert [each.word for each in found.surprising[1]] == ["Bergwerk"]
    assert found.surprising_counts == (1, 1)
    (garden,) = found.surprising[0]
    assert garden.value == pytest.approx(0.95 - found.mean, abs=1e-6)
    assert garden.rank == 209


def test_only_as_many_are_told_as_asked_for_and_all_are_counted() -> None:
    embedding = amid({f"Garten{letter}": 0.95 - i / 1000 for i, letter in enumerate("abcde")})
    found, _ = projected(embedding, extremes=2)
    assert [each.word for each in found.surprising[0]] == ["Gartena", "Gartenb"]
    assert found.surprising_counts == (5, 0)


def test_far_out_is_also_three_standard_deviations() -> None:
    """Where neutral words scatter by 0.35, a word at 0.9 is beyond the pairs' but not beyond 1.05."""
    found, _ = projected(amid({"Garten": 0.9}, cosines=(0.35, -0.35)))
    assert found.typical[0] < 0.9 < 3 * found.sd
    assert found.surprising_counts == (0, 0)


def test_words_with_a_partner_in_the_vocabulary_are_left_out() -> None:
    """Zwergin and Zwerg, Gauklerinnen and Gaukler by their endings; Undulin, which has none, stays."""
    embedding = amid({"Zwergin": 0.95, "zwerg": -0.95, "Gauklerinnen": 0.95, "Gaukler": -0.95, "Undulin": 0.95})
    found, _ = projected(embedding)
    assert found.with_partner == 4
    assert [each.word for each in found.surprising[0]] == ["Undulin"]
    assert found.surprising[1] == ()
    assert found.neutral == 201


def test_the_pairs_own_words_are_neither_neutral_nor_surprising() -> None:
    """Whatever the pairs are about: no list of gendered words has these."""
    pairs = [("reich", "arm"), ("teuer", "billig"), ("Villa", "Hütte"), ("Seide", "Wolle")]
    words = {one: 0.8 for one, _ in pairs} | {other: -0.8 for _, other in pairs} | {"Gold": 0.95}
    neutral = dict(zip(NAMES[:200], [0.2, 0.0] * 100, strict=True))
    found, _ = projected(space_of(neutral | words), pairs)
    assert found.neutral == 201
    assert found.mean == pytest.approx((0.1 * 200 + 0.95) / 201, abs=1e-6)
    assert [each.word for each in found.surprising[0]] == ["Gold"]
    assert found.surprising[1] == ()


def test_words_of_the_pairs_on_the_wrong_side() -> None:
    """One pair the other way round, and one of which both words lie on the masculine side."""
    turned = PLAIN | {"Tante": -0.3, "Onkel": 0.4, "Nonne": -0.1, "Mönch": -0.9}
    neutral = dict(zip(NAMES[:200], [0.05, -0.05] * 100, strict=True))
    pairs = [*PAIRS, ("Tante", "Onkel"), ("Nonne", "Mönch")]
    space, listed = examined(space_of(turned | neutral)), pairs_of(pairs)
    direction = subspace(space, listed)
    assert isinstance(direction, Subspace)
    along = np.array(direction.direction)
    found = vocabulary(space, direction, listed, SIDES, most=500, extremes=3)
    assert not isinstance(found, Lacking)
    cosine = {
        word: float(space.embedding.vectors[space.embedding.index[word]] @ along) / 2 - found[0].mean for word in turned
    }
    assert [each.word for each in found[0].unexpected] == ["Tante", "Nonne", "Onkel"]
    assert [each.value for each in found[0].unexpected] == pytest.approx(
        [cosine[word] for word in ("Tante", "Nonne", "Onkel")], abs=1e-6
    )


@pytest.mark.parametrize("written", ["Lehrer*in", "lehrer*in", "Lehrer:in", "Lehrer_in", "Lehrer/in", "LehrerIn"])
def test_an_inclusive_form_lies_between_the_two_others(written: str) -> None:
    """(0.3 − −0.2) / (0.8 − −0.2) = 0.5: half-way."""
    found = inclusive(amid({"Lehrerin": 0.8, "Lehrer": -0.2, written: 0.3}))
    assert isinstance(found, dict)
    assert set(found) == {written}
    form = found[written]
    assert (form.feminine, form.masculine) == ("Lehrerin", "Lehrer")
    assert form.place == pytest.approx(0.5, abs=1e-5)
    assert form.value - form.masculine_value == pytest.approx(0.5, abs=1e-5)
    assert form.feminine_value - form.masculine_value == pytest.approx(1.0, abs=1e-5)


def test_inclusive_forms_of_a_vocabulary_cleaned_by_the_steps_of_texts() -> None:
    """Lower case, without umlauts; beyond the feminine form the place is above 1."""
    found = inclusive(amid({"aerztinnen": 0.4, "aerzte": 0.0, "aerzt*innen": 0.6}))
    assert isinstance(found, dict)
    assert found["aerzt*innen"].place == pytest.approx(1.5, abs=1e-5)


def test_neutral_words_such_as_studierende() -> None:
    found = inclusive(amid({"Studentinnen": 0.6, "Studenten": -0.2, "Studierende": 0.0}))
    assert isinstance(found, dict)
    assert (found["Studierende"].feminine, found["Studierende"].masculine) == ("Studentinnen", "Studenten")
    assert found["Studierende"].place == pytest.approx(0.25, abs=1e-5)


def test_an_inclusive_form_without_both_others_is_not_placed() -> None:
    found = inclusive(amid({"Lehrerin": 0.8, "Lehrer*in": 0.3, "Köchin": 0.8, "Koch": 0.0, "Köch*in": 0.2}))
    assert isinstance(found, dict)
    assert set(found) == {"Köch*in"}


@pytest.mark.parametrize("inner", [{"lehrerin": 0.5}, {"Lehrerinnen": 0.7, "lehrerinnen": 0.5}])
def test_the_feminine_form_in_lower_case_is_no_form_with_an_inner_capital(inner: dict[str, float]) -> None:
    """LehrerIn is not there, and lehrerin, which looking for it in lower case would find, is the feminine."""
    found = inclusive(amid({"Lehrerin": 0.8, "Lehrer": -0.2} | inner))
    assert isinstance(found, str)


def test_a_place_is_told_only_where_the_two_forms_are_apart() -> None:
    """Neutral words scatter by about 0.1; forms that differ by less span no scale."""
    near, apart = (
        inclusive(amid({"Lehrerin": 0.1 + difference, "Lehrer": 0.1, "Lehrer*in": 0.3})) for difference in (0.05, 0.15)
    )
    assert isinstance(near, dict)
    assert near["Lehrer*in"].place is None
    assert near["Lehrer*in"].value == pytest.approx(0.3 - 0.1, abs=0.01)
    assert isinstance(apart, dict)
    assert apart["Lehrer*in"].place == pytest.approx(0.2 / 0.15, abs=1e-4)


def test_the_reason_where_there_are_no_inclusive_forms() -> None:
    asked = 29 + 5 * sum(
        pair[0][0].endswith(("in", "innen")) for pairs in word_list("forms").pairs for pair in pairs.pairs
    )
    said = inclusive(amid({"Lehrerin": 0.8, "Lehrer": -0.2}))
    assert isinstance(said, str)
    assert said.startswith(f"none of {asked:,} gender-inclusive forms such as Studierende and ")
    assert "inclusive-forms" in said
    assert inclusive(amid({}), "en") == "no gender-inclusive forms are known for 'en'"


def examined_by_alphabet(*, part: bool) -> Structure:
    names = dict(zip(NAMES, np.resize([0.2, 0.0], len(NAMES)).tolist(), strict=True))
    embedding = space_of(
        dict(sorted((PLAIN | names | {"zzzgarten": 0.95}).items(), key=lambda each: each[0].casefold()))
    )
    if part:
        kept = [word for word in embedding.words if word not in NAMES[::2]]
        embedding = embedding.subset(kept)
    return structure_of(embedding, "de", parts=("vocabulary",), wishes=Wishes(pairs=pairs_of(PAIRS), most=200))


def test_in_a_file_by_the_alphabet_all_words_are_one_band_and_no_frequency_is_told() -> None:
    found = examined_by_alphabet(part=False)
    assert isinstance(found.vocabulary, Vocabulary)
    assert not found.vocabulary.by_frequency
    assert found.vocabulary.words == 8 + len(NAMES) + 1
    (band,) = found.vocabulary.bands
    assert (band.first, band.last, band.words) == (1, found.vocabulary.words, found.vocabulary.words)
    assert [each.word for each in found.vocabulary.surprising[0]] == ["zzzgarten"]
    (notice,) = [notice.text for notice in found.warnings if notice.code == "not-by-frequency"]
    assert "1,309 rows are in alphabetical order" in notice
    assert "were read" not in notice
    (table,) = [table for section in sections(found) for table in section.tables if table.title.startswith("Extremes")]
    assert table.title == "Extremes"
    assert "alphabetical" in table.note


def test_a_file_by_the_alphabet_of_which_a_part_was_read_says_so() -> None:
    (notice,) = [each.text for each in examined_by_alphabet(part=True).warnings if each.code == "not-by-frequency"]
    assert "Only 659 of them were read" in notice


def test_a_file_by_frequency_has_nothing_to_say_and_its_table_is_no_part_of_the_json() -> None:
    found = structure_of(amid({}), "de", parts=("vocabulary",), wishes=Wishes(pairs=pairs_of(PAIRS)))
    assert isinstance(found.vocabulary, Vocabulary)
    assert found.vocabulary.by_frequency
    assert not [notice for notice in found.warnings if notice.code == "not-by-frequency"]
    assert found.projections is not None
    assert len(found.projections.words) == found.vocabulary.words
    assert "projections" not in found.to_dict()
    assert found.to_dict()["vocabulary"]["words"] == 208
