"""The same tests in several spaces: common words, references, languages, corrections, tables."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.study.spaces import query, space, without
from weatherglass.corpus.build import build_from_words
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.embedding.similarity import Similarity
from weatherglass.errors import Notice, SpecError, UnknownName
from weatherglass.measure.result import Result, Skipped
from weatherglass.measure.run import run
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.stats.multiplicity import adjust
from weatherglass.stats.permutation import Test
from weatherglass.study.compare import TRANSLATED, Vectors, compare
from weatherglass.study.comparison import Comparison, NoSimilarity
from weatherglass.words.lookup import Match
from weatherglass.words.query import Query

FEW = 399


def quick(spaces: list[Embedding], **given: object) -> Comparison:
    options = {"queries": query(), "resamples": FEW, "alike": False, **given}
    return compare(spaces, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def three() -> list[Embedding]:
    return [space(lean, seed=i, noise=0.4, name=name) for i, (name, lean) in enumerate((("weak", 0.1), ("middle", 0.3), ("strong", 0.7)))]  # fmt: skip


def test_each_space_gets_what_a_run_of_its_own_gives(three: list[Embedding]) -> None:
    found = quick(three)
    for each in three:
        (alone,) = run(each, query(), scrutiny=Scrutiny(baseline=0, resamples=FEW))
        here = found["en/made"].of(each.name)
        assert isinstance(alone, Result)
        assert isinstance(here, Result)
        assert (here.value, here.p, here.interval) == (alone.value, alone.p, alone.interval)
        assert (here.coverage.found, here.coverage.asked) == (24, 24)
    assert [(one.before, one.after) for one in found["en/made"].differences] == [("weak", "middle"), ("weak", "strong")]
    values = found["en/made"].values
    assert [one.value for one in found["en/made"].differences] == pytest.approx(
        [values["middle"] - values["weak"], values["strong"] - values["weak"]]
    )


def test_only_words_that_all_have_are_used(three: list[Embedding]) -> None:
    spaces = [without(three[0], "xa0"), without(three[1], "ya5", "aa1"), three[2]]
    found = quick(spaces)["en/made"]
    restricted = query()
    common = replace(
        restricted,
        targets=(replace(restricted.targets[0], words=restricted.targets[0].words[1:]), replace(restricted.targets[1], words=restricted.targets[1].words[:5])),
        attributes=(replace(restricted.attributes[0], words=tuple(w for w in restricted.attributes[0].words if w != ("aa1",))), restricted.attributes[1]),
    )  # fmt: skip
    for each in spaces:
        (alone,) = run(each, common, scrutiny=Scrutiny(baseline=0, resamples=FEW))
        here = found.of(each.name)
        assert isinstance(alone, Result)
        assert isinstance(here, Result)
        assert here.value == alone.value
        assert {word.word for word in here.words}.isdisjoint({"xa0", "ya5"})
        assert here.coverage.missing == ("xa0", "ya5", "aa1")
        assert (here.coverage.found, here.coverage.asked) == (21, 24)
    assert found.own == ((23, 24), (22, 24), (24, 24))
    assert all(one.p is not None and one.interval is not None for one in found.differences)


def test_own_words_on_request_and_then_no_pair(three: list[Embedding]) -> None:
    spaces = [without(three[0], "xa0"), three[1], three[2]]
    found = quick(spaces, common_words=False, reference=1)
    assert not found.common_words
    first, second = found["en/made"].differences
    assert (first.before, first.after) == ("middle", "weak")
    assert first.value is not None
    assert first.p is None
    assert "different words" in first.no_p
    assert second.p is not None  # both have all words, so they are the same words
    here = found["en/made"].of("middle")
    assert (here.coverage.found, here.coverage.asked) == (24, 24)


def test_a_word_is_the_same_whatever_spelling_stands_for_it(three: list[Embedding]) -> None:
    upper = Embedding.from_arrays([word.capitalize() for word in three[1].words], three[1].vectors, name="Upper")
    found = quick([three[0], upper])
    assert found["en/made"].own == ((24, 24), (24, 24))
    assert found["en/made"].differences[0].p is not None
    assert any(notice.text.startswith("Upper: en/made: 24 words: xa0 as Xa0 (case)") for notice in found.warnings)


def test_too_few_common_words_are_skipped_with_the_reason_and_the_counts(three: list[Embedding]) -> None:
    spaces = [without(three[0], "xa0", "xa1"), without(three[1], "xa3", "xa4")]
    found = quick(spaces)["en/made"]
    for outcome in found.outcomes:
        assert isinstance(outcome, Skipped)
        assert outcome.reason == (
            "too few common words: xa: 2 of 6 words are in all spaces (weak 4, middle 4); each set needs at least 3 words and 50% of its words"
        )
        assert outcome.coverage.found == 20
    (one,) = found.differences
    assert (one.value, one.no_value) == (None, "not measured in weak and middle")
    assert quick(spaces, match=Match(min_words=2, min_coverage=0.3))["en/made"].differences[0].p is not None
    loose = Match(min_words=1, min_coverage=0, min_test_coverage=0.85)
    (of_test,) = {outcome.reason for outcome in quick(spaces, match=loose)["en/made"].outcomes}  # type: ignore[union-attr]
    assert of_test == (
        "too few common words: 20 of 24 words of all sets are in all spaces; a test needs at least 85% of its words"
    )
    enough = replace(loose, min_test_coverage=20 / 24)
    assert quick(spaces, match=enough)["en/made"].differences[0].value is not None
    only_targets = quick([without(three[0], *(f"aa{i}" for i in range(6))), three[1]], measures=["km"])["en/made"]
    assert only_targets.differences[0].value is not None  # km does not look at attributes


def test_low_coverage_is_noticed(three: list[Embedding]) -> None:
    found = quick([without(three[0], "xa0", "xa1"), three[1]])
    assert "en/made: only 4 of 6 words of 'xa' are in all spaces." in [notice.text for notice in found.warnings]


def test_references_and_pairs(three: list[Embedding]) -> None:
    by_name = quick(three, reference="strong")
    assert by_name.reference == "strong"
    assert by_name.pairs == (("strong", "weak"), ("strong", "middle"))
    chosen = quick(three, pairs=[(0, 1), (1, 2), (0, 1)])
    assert chosen.pairs == (("weak", "middle"), ("middle", "strong"))
    with pytest.raises(UnknownName, match="Did you mean 'strong'"):
        quick(three, reference="strnog")
    with pytest.raises(SpecError, match="reference=3: give the number of a space, 0 to 2"):
        quick(three, reference=3)
    with pytest.raises(SpecError, match="pairs: 1 and 1 are no two of the spaces 0 to 2"):
        quick(three, pairs=[(1, 1)])
    with pytest.raises(SpecError, match="pairs: give at least one"):
        quick(three, pairs=[])


def test_holm_corrects_over_all_differences_of_a_measure(three: list[Embedding]) -> None:
    short = query(5, name="short")
    found = quick(three, queries=[query(), short])
    tested = [one for each in found.tests for one in each.differences]
    p = [one.p.estimate for one in tested if one.p is not None]
    assert len(p) == 4
    assert [one.adjusted.by("holm").estimate for one in tested if one.adjusted is not None] == pytest.approx(
        list(adjust(p, "holm"))
    )
    twice = quick(three[:2], queries=[query(), query(name="again")])
    families = [one.adjusted for each in twice.tests for one in each.differences]
    assert [each.family for each in families if each is not None] == [1, 1]
    assert families[1] is not None
    assert families[1].counted_with == "en/made"


def test_tests_that_differ_in_attribute_words_alone_are_two_tests(three: list[Embedding]) -> None:
    whole = query()
    attributes = (replace(whole.attributes[0], words=whole.attributes[0].words[:4]), whole.attributes[1])
    fewer = replace(whole, name="fewer", attributes=attributes)
    found = quick(three[:2], queries=[whole, fewer])
    assert {one.adjusted.family for each in found.tests for one in each.differences if one.adjusted} == {2}


def test_a_measure_is_run_on_the_queries_that_fit_and_refused_if_none_does(three: list[Embedding]) -> None:
    single = Query(name="single", language="en", targets=(query().targets[0],))
    found = quick(three[:2], queries=[query(), single], measures=["weat", "ect"])
    assert [(each.query, each.measure) for each in found.tests] == [("en/made", "weat"), ("en/made", "ect")]
    assert found.measures == ("weat", "ect")
    with pytest.raises(SpecError, match="en/single: weat needs 2 target sets"):
        quick(three[:2], queries=[single])
    with pytest.raises(UnknownName, match="There is no measure 'waet'"):
        quick(three, measures=["waet"])
    with pytest.raises(SpecError, match="no measure was given"):
        quick(three, measures=[])


def test_base_pairs_are_those_that_all_spaces_have() -> None:
    from tests.spaces import cased_space

    one, other = (
        cased_space(cased=False, filler=60, seed=i, name=f"s{i}", without=("he", "man")[i : i + 1]) for i in range(2)
    )
    found = compare([one, other], queries="en/professions", measures="direct-bias", resamples=FEW, alike=False)
    covered = [outcome.coverage.sets[-1] for outcome in found.tests[0].outcomes]
    assert covered[0].found == covered[1].found == 8
    assert found.tests[0].differences[0].interval is not None
    neighbours = compare([one, other], queries="en/professions", measures="nbm", resamples=FEW, alike=False)
    told = [[notice for notice in each.warnings if notice.code == "own-neutral-words"] for each in (found, neighbours)]
    assert [len(each) for each in told] == [0, 1]
    assert told[1][0].text.startswith("nbm: the neutral words are each space’s own")


def test_two_to_eight_spaces(three: list[Embedding]) -> None:
    for count in (1, 9):
        with pytest.raises(SpecError, match=f"{count} spaces were given; give 2 to 8 of them"):
            quick(three[:1] * count)
    with pytest.raises(SpecError, match="1 spaces were given"):
        compare("vectors.bin")
    eight = quick([replace(three[i % 3], name=f"s{i}") for i in range(8)], resamples=FEW)
    assert len(eight.pairs) == 7


def test_names_are_told_apart_and_the_same_vectors_are_noticed(three: list[Embedding], tmp_path: Path) -> None:
    files: list[Vectors] = []
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        files.append(write(three[0], tmp_path / folder / "v.bin"))
    found = compare([*files, three[1], three[1]], queries=query(), resamples=FEW, alike=False)
    assert [each.name for each in found.spaces] == ["one/v.bin", "two/v.bin", "middle (1)", "middle (2)"]
    assert [each.file for each in found.spaces] == [str(files[0]), str(files[1]), "", ""]
    texts = [notice.text for notice in found.warnings if notice.code == "same-vectors"]
    assert texts == [
        "one/v.bin and two/v.bin are the same vectors, so they cannot differ.",
        "middle (1) and middle (2) are the same vectors, so they cannot differ.",
    ]
    assert found["en/made"].differences[0].value == 0


def test_files_give_what_spaces_in_memory_give(three: list[Embedding], tmp_path: Path) -> None:
    files = [write(each, tmp_path / f"{each.name}.bin") for each in three[:2]]
    one, other = quick(files), quick(three[:2])  # type: ignore[arg-type]
    assert [each.value for each in one["en/made"].differences] == [each.value for each in other["en/made"].differences]
    assert one["en/made"].differences[0].p == other["en/made"].differences[0].p


def test_different_languages_stand_side_by_side_without_a_difference(three: list[Embedding]) -> None:
    both = [query(), query(language="fr")]
    found = quick(three[:2], queries=both, language=["en", "fr"])
    assert [each.language for each in found.spaces] == ["en", "fr"]
    assert not found.one_language
    assert not found.common_words
    (each,) = found.tests
    assert each.query == "made"
    assert set(each.values) == {"weak", "middle"}
    (one,) = each.differences
    assert (one.value, one.p, one.interval) == (None, None, None)
    assert one.no_value == one.no_p == one.no_interval == TRANSLATED
    alike = quick(three[:2], queries=both, language=["en", "fr"], alike=True).similarities
    assert isinstance(alike[0], NoSimilarity)
    assert "different languages" in alike[0].reason


def test_languages_need_queries_of_the_same_name(three: list[Embedding]) -> None:
    with pytest.raises(SpecError, match="queries of the same name in each, but 'autre' is not there in all"):
        quick(three[:2], queries=[query(), query(name="autre", language="fr")], language=["en", "fr"])
    with pytest.raises(SpecError, match="3 languages were given for 2 spaces"):
        quick(three[:2], language=["en", "fr", "de"])
    with pytest.raises(SpecError, match="'en/made' is not in the language 'fr'"):
        quick(three[:2], language="fr")


def test_packs_of_two_languages_are_paired_by_name(tmp_path: Path) -> None:
    from tests.test_auditing import pack_space

    files: list[Vectors] = [pack_space(code, tmp_path, f"{code}.bin") for code in ("en", "de")]
    found = compare(files, queries=["weat7", "weat8"], language=["en", "de"], resamples=FEW, alike=False)
    assert [each.query for each in found.tests] == ["weat7", "weat8"]
    assert [outcome.query for outcome in found.tests[0].outcomes] == ["en/weat7", "de/weat7"]
    guessed = compare(files, resamples=FEW, alike=False)
    assert [each.language for each in guessed.spaces] == ["en", "de"]
    codes = {notice.code for notice in guessed.warnings}
    assert {"language-guessed", "not-in-all-languages"} <= codes
    assert {"weat1", "weat7"} <= {each.query for each in guessed.tests}


def test_level_resamples_notices_and_progress(three: list[Embedding]) -> None:
    noted = replace(three[0], notices=(Notice("zero-vectors", "2 rows left out: zeros."),))
    told: list[tuple[str, int, int]] = []
    found = quick([noted, *three[1:]], level=0.8, alike=True, progress=lambda *now: told.append(now))
    intervals = [outcome.interval for outcome in found["en/made"].outcomes if isinstance(outcome, Result)]
    intervals += [one.interval for one in found["en/made"].differences]
    assert [each and (each.level, each.resamples) for each in intervals] == [(0.8, FEW)] * 5
    assert found.warnings == (Notice("zero-vectors", "weak: 2 rows left out: zeros."),)
    assert told == [("measuring", n, 3) for n in (1, 2, 3)] + [("aligning", n, 2) for n in (1, 2)]


def test_similarities_are_those_of_each_pair(three: list[Embedding], tmp_path: Path) -> None:
    spaces = [space(0.3, seed=i, noise=i * 0.5, filler=150, name=f"s{i}") for i in range(3)]
    found = quick(spaces, alike=True)
    one, other = found.similarities
    assert isinstance(one, Similarity)
    assert isinstance(other, Similarity)
    assert (one.one, one.other, other.other) == ("s0", "s1", "s2")
    assert one.value > other.value > other.floor_high
    corpus = build_from_words([spaces[0].words, spaces[0].words[:9]], tmp_path / "texts", language="en")
    (weighted,) = quick(spaces[:2], alike=True, corpus=corpus).similarities
    assert isinstance(weighted, Similarity)
    assert weighted.weights == "how often a word occurs in texts"
    assert weighted.effective == pytest.approx((174 + 9) ** 2 / (165 + 9 * 4))  # nine of the words count twice
    (few,) = quick(three[:2], alike=True).similarities
    assert isinstance(few, NoSimilarity)
    assert "weak and middle have 24 words in common; at least 40 are needed" in few.reason


def test_it_survives_json_and_has_no_nan(three: list[Embedding]) -> None:
    spaces = [space(0.3, seed=i, noise=i * 0.5, filler=100, name=f"s{i}") for i in range(2)]
    for found in (
        quick(spaces, measures=["weat", "ect", "rnsb", "word-association", "km"], alike=True, seed=3),
        quick([without(three[0], "xa0", "xa1"), without(three[1], "xa3", "xa4")], alike=True),
        quick(three[:2], queries=[query(), query(language="fr")], language=["en", "fr"]),
    ):
        data = json.loads(json.dumps(found.to_dict(), allow_nan=False))
        assert data["schema_version"] == 1
        again = Comparison.from_dict(data)
        assert again == found
        assert again.to_dict() == found.to_dict()


def test_the_same_seed_gives_the_same_bytes(three: list[Embedding]) -> None:
    texts = [json.dumps(quick(three, seed=seed).to_dict()) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]
    assert quick(three[:2], test=Test(seed=5)).test.seed == 5


def test_the_long_table_has_a_row_for_each_test_and_space(three: list[Embedding]) -> None:
    found = quick(three, measures=["weat", "rnsb"])
    table = found.table()
    assert table.height == 6
    weat = table.filter(pl.col("measure") == "weat")
    assert weat["space"].to_list() == ["weak", "middle", "strong"]
    assert weat["against"].to_list() == [None, "weak", "weak"]
    one = found["en/made"].differences[1]
    row = weat.row(2, named=True)
    assert one.interval is not None
    assert one.p is not None
    assert (row["difference"], row["difference_low"], row["difference_p"]) == (
        one.value,
        one.interval.low,
        one.p.estimate,
    )
    assert row["found"] == row["own_found"] == 24
    assert row["low"] < row["value"] < row["high"]
    assert row["difference_low"] < row["difference"] < row["difference_high"]
    fewer = quick([without(three[0], "xa0"), three[1]]).table()
    assert fewer.select("found", "asked", "own_found", "own_asked").rows() == [(23, 24, 23, 24), (23, 24, 24, 24)]
    rnsb = table.filter(pl.col("measure") == "rnsb").row(1, named=True)
    assert rnsb["difference"] is not None
    assert rnsb["difference_low"] is None
    assert "resampling the words" in rnsb["no_interval"]
    assert not table.select(pl.selectors.float().is_nan().any()).to_numpy().any()


def test_the_wide_table_has_a_column_for_each_space_and_difference(three: list[Embedding]) -> None:
    found = quick(three, queries=[query(), query(5, name="short")])
    wide = found.wide()
    assert wide.height == 2
    assert wide.columns[:5] == ["query", "measure", "weak", "middle", "strong"]
    assert wide["strong − weak"].to_list() == [each.differences[1].value for each in found.tests]
    (middle, strong) = found["en/made"].differences
    for one in (middle, strong):
        assert one.interval is not None
        assert one.p is not None
        assert one.adjusted is not None
        figures = (one.value, one.interval.low, one.interval.high, one.p.estimate, one.adjusted.by("holm").estimate)
        columns = [f"{one.after} − {one.before}{part}" for part in ("", ", low", ", high", ", p", ", p_holm")]
        assert wide.select(columns).row(0) == figures


def test_settings_of_measures_are_passed_on(three: list[Embedding]) -> None:
    found = quick(three[:2], params={"weat": {"ddof": 0}})["en/made"]
    other = quick(three[:2])["en/made"]
    ratio = found.values["weak"] / other.values["weak"]
    assert ratio == pytest.approx(np.sqrt(12 / 11))
    with pytest.raises(UnknownName, match="dof"):
        quick(three[:2], params={"weat": {"dof": 0}})


@pytest.mark.real
def test_real_vectors(real_vectors: Path) -> None:
    """Test 6 in GloVe and Google News on the same 32 words; the figures of docs/comparing.md."""
    files: list[Vectors] = [real_vectors / "en-glove6b-100d-50k.bin", real_vectors / "en-googlenews-13k-raw.bin"]
    found = compare(files, queries="en/weat6", alike=False)["en/weat6"]
    assert list(found.values.values()) == pytest.approx([1.718, 1.890], abs=0.001)
    (one,) = found.differences
    assert one.value == pytest.approx(0.172, abs=0.001)
    assert one.p is not None
    assert one.p.estimate == pytest.approx(0.0232, abs=0.0001)
