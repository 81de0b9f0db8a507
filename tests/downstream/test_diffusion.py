"""Does bias reach a classifier? Spaces in which it is known, and what mitigation at either level takes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from tests.downstream.made import PAIRS, Planted, planted
from weatherglass.downstream.classifier import learn
from weatherglass.downstream.diffused import Classified, Compared, Diffusion, Kind, Stage, column
from weatherglass.downstream.diffusion import diffusion_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.files.plain import json_text
from weatherglass.mitigate.base import mitigation
from weatherglass.mitigate.roles import Roles
from weatherglass.words.lexicon import Entry
from weatherglass.words.query import PairSet, make_query

KINDS: tuple[Kind, ...] = ("svm", "logistic")
BIASED = {"Northern": (0.5,), "Southern": (-0.5,)}
SEXED = {
    "Northern female": (0.9,),
    "Northern male": (0.1,),
    "Southern female": (-0.1,),
    "Southern male": (-0.9,),
}


@cache
def biased() -> tuple[Planted, Diffusion]:
    made = planted(BIASED)
    return made, made.diffusion()


def of(found: Diffusion, kind: Kind) -> Classified:
    return next(each for each in found.classified if each.kind == kind)


def stage(found: Diffusion, kind: Kind, level: str, retrained: bool = False) -> Stage:
    return next(each for each in of(found, kind).stages if (each.level, each.retrained) == (level, retrained))


def populations(found: Diffusion, kind: Kind, level: str, retrained: bool = False) -> Compared:
    compared = stage(found, kind, level, retrained).populations
    assert compared is not None
    return compared


@pytest.mark.parametrize("kind", KINDS)
def test_planted_bias_is_the_difference_of_the_scores(kind: Kind) -> None:
    made, found = biased()
    signs = {entry.word: entry.polarity > 0 for entry in made.lexicon.entries}
    vectors = np.array([made.space[word] for word in signs], np.float64)
    learnt = learn(kind, vectors, np.array(list(signs.values())), np.arange(len(signs)), 0)
    assert abs(learnt.scorer.normal[0]) > 0.95
    means = []
    for group in made.groups.targets:
        names = np.array([made.space[word[0]] for word in group.words], np.float64)
        means.append(float(names.mean(axis=0) @ learnt.scorer.gradient) + learnt.scorer.zero)
    before = populations(found, kind, "none")
    assert [group.mean for group in before.groups] == pytest.approx(means, abs=1e-9)
    assert before.bias == pytest.approx(abs(means[0] - means[1]), abs=1e-9)
    assert before.pairs[0].difference > 3 * before.floor
    assert before.pairs[0].clear
    assert of(found, kind).zero == pytest.approx(learnt.scorer.zero)
    assert of(found, kind).cosine == pytest.approx(learnt.scorer.normal[0], abs=1e-6)
    assert not of(found, kind).near_chance


def test_without_planted_bias_there_is_about_what_chance_gives() -> None:
    found = [planted({"A": (), "B": (), "C": ()}, words=25, dim=4, seed=seed).diffusion(seed=seed) for seed in range(5)]
    compared = [populations(each, kind, "none") for each in found for kind in KINDS]
    ratio = np.mean([each.bias for each in compared]) / np.mean([each.floor for each in compared])
    assert ratio == pytest.approx(1, abs=0.4)
    assert np.mean([each.p is not None and each.p < 0.05 for each in compared]) <= 0.2


def test_sexes_within_and_across_populations() -> None:
    found = planted(SEXED, noise=0.1).diffusion()
    for kind in KINDS:
        before = stage(found, kind, "none")
        assert before.sexes is not None
        assert before.sexes.pairs[0].difference == pytest.approx(
            np.mean([pair.difference for pair in before.within]), abs=1e-9
        )
        assert [(pair.one, pair.other) for pair in before.within] == [
            ("Northern female", "Northern male"),
            ("Southern female", "Southern male"),
        ]
        assert all(pair.clear for pair in before.within)
        assert before.sexes.groups[0].names == 24
        assert before.balanced is not None
        assert before.balanced.difference == pytest.approx(before.sexes.pairs[0].difference, abs=1e-9)


@pytest.mark.parametrize("scale", [1.0, 5000.0])
def test_at_the_level_of_the_classifier_nothing_is_left_for_it_and_something_for_another(scale: float) -> None:
    found = planted(SEXED, noise=1.0, scale=scale).diffusion()
    for kind in KINDS:
        after = stage(found, kind, "classifier")
        assert after.populations is not None
        assert after.sexes is not None
        assert after.populations.bias < 1e-6
        assert after.sexes.bias < 1e-6
        assert after.populations.p is None
        assert after.accuracy == of(found, kind).accuracy
        np.testing.assert_allclose(after.scores, of(found, kind).zero, atol=1e-6)
        other = stage(found, kind, "other classifier")
        assert other.populations is not None
        assert 1e-4 < other.populations.bias < populations(found, kind, "none").bias
        assert other.accuracy == of(found, "logistic" if kind == "svm" else "svm").accuracy


def test_a_second_direction_of_sentiment_brings_the_bias_back() -> None:
    """After the first normal is gone, a classifier trained anew finds the other direction, and the bias along it."""
    both = planted({"Northern": (0.8, -0.8), "Southern": (-0.8, 0.8)}, sentiment=(1.5, 0.6), words=100, dim=6)
    found = both.diffusion()
    for kind in KINDS:
        anew = populations(found, kind, "classifier", retrained=True)
        assert populations(found, kind, "classifier").bias < 1e-6
        assert anew.bias > 3 * anew.floor
        assert anew.pairs[0].clear


@pytest.mark.parametrize("kind", KINDS)
def test_pairs_along_the_bias_take_it_all_and_pairs_beside_it_nothing(kind: Kind) -> None:
    names = {"Northern": (0.5,), "Southern": (-0.5,)}
    along = planted(names, pairs_along=0, noise=0.05).diffusion()
    before, after = populations(along, kind, "none"), populations(along, kind, "embedding")
    assert before.bias > 10 * before.floor / 3
    assert after.bias < 0.1 * before.bias
    anew = stage(along, kind, "embedding", retrained=True)
    assert anew.accuracy.value == pytest.approx(0.5, abs=0.15)
    beside = planted(names, pairs_along=3, noise=0.05).diffusion()
    before, after = populations(beside, kind, "none"), populations(beside, kind, "embedding")
    assert after.bias == pytest.approx(before.bias, rel=0.05)
    assert abs(of(beside, kind).cosine or 0.0) < 0.1
    assert stage(beside, kind, "embedding", retrained=True).accuracy.value == pytest.approx(1, abs=0.01)


def test_the_direction_is_that_of_the_mitigation_of_the_same_name() -> None:
    made = planted(BIASED, noise=0.5)
    method = mitigation("direction-removal")
    names = tuple(word[0] for target in made.groups.targets for word in target.words)
    treated = method.fit(made.space, Roles(language="en", pairs=PAIRS, neutral=names)).transform(made.space)
    found, again = made.diffusion(), made.diffusion(space=treated)
    for kind in KINDS:
        np.testing.assert_allclose(stage(found, kind, "embedding").scores, stage(again, kind, "none").scores, atol=1e-5)


def test_all_vectors_of_length_one_are_as_if_they_had_been_so() -> None:
    made = planted(BIASED, noise=0.6)
    vectors = made.space.vectors / np.linalg.norm(made.space.vectors, axis=1, keepdims=True)
    normalised = Embedding.from_arrays(made.space.words, vectors, name="planted")
    for one, other in zip(
        made.diffusion(lengths="unit").classified, made.diffusion(space=normalised).classified, strict=True
    ):
        assert one.cosine == pytest.approx(other.cosine, abs=1e-5)
        for first, second in zip(one.stages, other.stages, strict=True):
            np.testing.assert_allclose(first.scores, second.scores, atol=1e-4)


def test_the_same_seed_gives_the_same_bytes_and_leaves_the_vectors_alone() -> None:
    made = planted(SEXED)
    before = made.space.vectors.copy()
    one, other = (made.diffusion(refits=3) for _ in range(2))
    assert json_text(one.to_dict()) == json_text(other.to_dict())
    np.testing.assert_array_equal(made.space.vectors, before)
    assert Diffusion.from_dict(one.to_dict()).to_dict() == one.to_dict()


def test_from_a_file_as_from_memory(tmp_path: Any) -> None:
    """Of the file only the rows that are asked for are read; ranks are those of the file."""
    made, expected = biased()
    filler = [f"filler{i}" for i in range(500)]
    vectors = np.vstack([np.ones((500, 8), np.float32), made.space.vectors])
    file = tmp_path / "made.bin"
    write(Embedding.from_arrays([*filler, *made.space.words], vectors), file)
    found = made.diffusion(space=file)
    assert [each.stages for each in found.classified] == [each.stages for each in expected.classified]
    assert [name.rank for name in found.names] == [500 + (name.rank or 0) for name in expected.names]
    assert found.embedding["words"] == 500 + len(made.space)


@cache
def apart() -> tuple[Planted, Diffusion]:
    made = planted(SEXED, noise=0.6)
    return made, made.diffusion()


@pytest.mark.parametrize("change", ["turned", "names shuffled", "rows shuffled"])
def test_what_means_nothing_changes_nothing(change: str) -> None:
    made, expected = apart()
    rng = np.random.default_rng(3)
    space, groups = made.space, made.groups
    if change == "turned":
        turn, _ = np.linalg.qr(rng.normal(size=(8, 8)))
        space = Embedding.from_arrays(space.words, (space.vectors @ turn).astype(np.float32))
    elif change == "names shuffled":
        targets = {t.name: [w[0] for w in rng.permutation(np.array(t.words)).tolist()] for t in groups.targets}
        groups = make_query({"name": "made", "language": "en", "targets": targets})
    else:
        order = rng.permutation(len(space))
        space = Embedding.from_arrays([space.words[i] for i in order], space.vectors[order])
    for one, other in zip(
        expected.classified, replace(made, space=space, groups=groups).diffusion().classified, strict=True
    ):
        assert one.accuracy == other.accuracy
        for first, second in zip(one.stages, other.stages, strict=True):
            assert numbers(first) == pytest.approx(numbers(second), abs=2e-6)


def numbers(each: Stage) -> list[float]:
    assert each.populations is not None
    assert each.sexes is not None
    every: list[float] = []
    for pair in (*each.populations.pairs, *each.sexes.pairs, *each.within):
        every += [pair.difference]
        if each.level != "classifier" or each.retrained:
            every += [pair.interval.low, pair.interval.high] if pair.interval else []
    return [*every, each.populations.bias, each.sexes.bias, each.populations.floor]


def test_lexicons_drawn_again_see_a_planted_sign_and_not_one_of_chance() -> None:
    found = planted({"Northern": (0.5,), "Southern": (-0.5,), "Eastern": (-0.5,)}, noise=0.8).diffusion(refits=10)
    for kind in KINDS:
        pairs = {(pair.one, pair.other): pair for pair in populations(found, kind, "none").pairs}
        assert pairs["Northern", "Southern"].same_sign == 1
        assert pairs["Southern", "Eastern"].same_sign is not None
        assert of(found, kind).refits == 10
        assert populations(found, kind, "embedding").pairs[0].same_sign is None
    assert populations(biased()[1], "svm", "none").pairs[0].same_sign is None


def test_tables_have_a_row_for_everything() -> None:
    found = planted({**SEXED, "Eastern": (0.2,)}).diffusion()
    table = found.table()
    stages = sum(len(each.stages) for each in found.classified)
    assert stages == 12
    # Three pairs of populations and their sum, one pair of sexes and its sum, two pairs of sexes within, and their mean.
    assert len(table) == stages * (3 + 1 + 1 + 1 + 2 + 1)
    for (kind, name), rows in table.group_by("classifier", "stage"):
        by = {by: part for (by,), part in rows.group_by("by")}
        whole = by["all by population"]["bias"][0]
        assert whole == pytest.approx(by["population"]["bias"].mean())
        assert (by["population"]["difference"].abs() - by["population"]["bias"]).abs().max() == 0
        assert name in [column("", s).removeprefix(", ") for s in of(found, kind).stages]
    names = found.names_table()
    assert names.columns[:4] == ["word", "population", "sex", "rank"]
    assert len(names) == len(found.names) == 60
    assert names.width == 4 + stages
    northern = names.filter(names["population"] == "Northern")["svm, before"].mean()
    group = populations(found, "svm", "none").groups[0]
    assert group.name == "Northern"
    assert group.mean == pytest.approx(northern)


@pytest.mark.parametrize("kind", KINDS)
def test_words_of_the_pairs_are_not_judged_without_their_direction(kind: Kind) -> None:
    """The direction has seen their signs, and takes these along: they would be told worse than by chance."""
    made = planted({"A": (), "B": ()}, sentiment=(0.05,), words=25, dim=30, noise=1.0)
    words = [entry.word for entry in made.lexicon.entries]
    pairs = PairSet("seen", tuple(((good,), (bad,)) for good, bad in zip(words[:24:2], words[1:24:2], strict=True)))
    found = made.diffusion(pairs=pairs)
    vectors = np.array([made.space[word] for word in words], np.float64)
    positive = np.array([entry.polarity > 0 for entry in made.lexicon.entries])
    _, _, axes = np.linalg.svd(vectors[:24:2] - vectors[1:24:2], full_matrices=False)
    left = vectors - np.outer(vectors @ axes[0], axes[0])
    expected = learn(kind, left, positive, np.arange(50), 0, judged=np.arange(50) >= 24)
    accuracy = stage(found, kind, "embedding", retrained=True).accuracy
    assert accuracy.value == pytest.approx(expected.accuracy.value)
    assert accuracy.value != of(found, kind).accuracy.value
    assert "pairs-in-lexicon" not in [notice.code for notice in found.warnings]
    all_of_them = PairSet("seen", tuple(((good,), (bad,)) for good, bad in zip(words[::2], words[1::2], strict=True)))
    assert "pairs-in-lexicon" in [notice.code for notice in made.diffusion(pairs=all_of_them).warnings]


def test_names_of_the_lexicon_are_judged_unseen() -> None:
    made, expected = biased()
    name = made.groups.targets[0].words[0][0]
    lexicon = replace(made.lexicon, entries=(*made.lexicon.entries, Entry(name, -1.0, name)))
    found = made.diffusion(lexicon=lexicon)
    assert found.lexicon.left_out_names == (name,)
    assert [each.stages for each in found.classified] == [each.stages for each in expected.classified]


def test_names_that_define_the_direction_of_sentiment_are_scored_too() -> None:
    made, _ = biased()
    name = made.groups.targets[0].words[0]
    pairs = PairSet("made", (*PAIRS.pairs, (name, ("gloomy",))))
    found = made.diffusion(pairs=pairs)
    assert f"{name[0]}–gloomy" in found.pairs
    assert name[0] in [each.word for each in found.names]


@pytest.mark.parametrize(
    ("language", "pairs", "said"),
    [
        (
            "en",
            PairSet("x", ((("no",), ("nay",)),)),
            r"none of its 1 pairs is in planted \(no–nay\); give pairs that are",
        ),
        ("xx", None, "there is no list of sentiment pairs for 'xx'; give pairs"),
    ],
)
def test_without_sentiment_pairs_the_embedding_is_not_mitigated(
    language: str, pairs: PairSet | None, said: str
) -> None:
    made, _ = biased()
    groups = replace(made.groups, language=language)
    found = diffusion_of(made.space, language, lexicon=made.lexicon, groups=groups, pairs=pairs, refits=0)
    assert [each.level for each in found.classified[0].stages] == [
        "none",
        "classifier",
        "classifier",
        "other classifier",
    ]
    assert found.classified[0].cosine is None
    assert found.pairs == ()
    (notice,) = (each for each in found.warnings if each.code == "no-sentiment-pairs")
    assert said.replace("\\", "") in notice.text


def test_pairs_that_are_missing_are_told() -> None:
    pairs = PairSet("made", (*PAIRS.pairs, (("no",), ("nay",))))
    (notice,) = (each for each in biased()[0].diffusion(pairs=pairs).warnings if each.code == "pairs-missing")
    assert notice.text.startswith("2 of 3 pairs define the direction of sentiment")
    assert notice.text.endswith("no–nay.")


def of_nobody(made: Planted) -> Any:
    return make_query({"name": "own", "language": "en", "targets": {"A": ["Nobody"], "B": ["Noone"]}})


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"lengths": "long"}, UnknownName, "There is no choice of lengths 'long'.*kept, unit"),
        ({"refits": -1}, SpecError, "refits=-1: give 0 or a larger whole number"),
        ({"groups": of_nobody}, CoverageError, "none of the 2 names of en/own is in planted"),
    ],
)
def test_what_cannot_be_done_says_why(changes: dict[str, Any], error: type[Exception], message: str) -> None:
    made, _ = biased()
    given = {key: value(made) if callable(value) else value for key, value in changes.items()}
    with pytest.raises(error, match=message):
        made.diffusion(**given)


def test_the_language_must_be_known() -> None:
    made, _ = biased()
    with pytest.raises(SpecError, match="give the language of the vectors, such as language='en'"):
        diffusion_of(made.space, lexicon=made.lexicon, groups=made.groups)
    with pytest.raises(SpecError, match="no list of positive and negative words for 'xx'; give a lexicon"):
        diffusion_of(made.space, "xx")


def test_words_that_all_have_one_vector_teach_nothing() -> None:
    made, _ = biased()
    vectors = made.space.vectors.copy()
    vectors[[made.space.index[entry.word] for entry in made.lexicon.entries]] = 1.0
    found = made.diffusion(space=Embedding.from_arrays(made.space.words, vectors))
    assert all(each.near_chance for each in found.classified)
    assert sum(notice.code == "near-chance" for notice in found.warnings) == 2
    assert np.isfinite([score for each in found.classified for s in each.stages for score in s.scores]).all()


def test_vectors_of_one_dimension_have_nothing_left_to_train_anew_on() -> None:
    found = planted(BIASED, dim=1).diffusion()
    for kind in KINDS:
        anew = stage(found, kind, "classifier", retrained=True)
        assert anew.accuracy.value == pytest.approx(0.5)
        assert anew.populations is not None
        assert anew.populations.bias < 1e-9
