"""Detectors that need no torch, on texts in which one word decides."""

from __future__ import annotations

import importlib.util
import json
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.labelled import BAD, FILLERS, GOOD, knowing, labelled, made_words
from weatherglass.downstream.detected import COUNTED, Detection, Scores
from weatherglass.downstream.detection import DetectionSettings, detect
from weatherglass.downstream.text_parts import prepare
from weatherglass.downstream.word_spaces import LEAST_COUNT, SIZE, common_words, matrix_of, spaces_of
from weatherglass.embedding.embedding import Embedding
from weatherglass.embedding.formats import write
from weatherglass.errors import CoverageError, SpecError, UnknownName
from weatherglass.files.plain import json_text
from weatherglass.measure.result import Lacking

BAG = DetectionSettings(models=("bag",), resamples=100)


@pytest.fixture(scope="module")
def found() -> Detection:
    return detect(labelled(600), [knowing()], "en", settings=BAG)


def by_space(found: Detection) -> dict[str, Any]:
    return {each.space: each for each in found.detectors}


def test_vectors_that_know_the_words_beat_random_ones(found: Detection) -> None:
    each = by_space(found)
    assert list(each) == ["random", "knowing", "own"]
    assert each["knowing"].test.accuracy.value > 0.9
    assert each["knowing"].against_random.interval.low > 0
    assert each["random"].against_random is None
    assert found.best_detector.space == max(found.detectors, key=lambda detector: detector.validation).space


def test_what_is_certain_is_trained_once(found: Detection) -> None:
    each = by_space(found)
    assert [len(each[name].test.accuracy.by_seed) for name in each] == [3, 1, 1]
    assert len(each["knowing"].against_random.by_seed) == 3


def test_json_and_back_without_times(found: Detection) -> None:
    text = json_text(found.to_dict())
    assert Detection.from_dict(json.loads(text)) == found
    assert "cpu_minutes" not in text
    assert found.cpu_minutes["all"] == pytest.approx(sum(found.cpu_minutes.values()) / 2)


def test_the_same_bytes_twice_and_others_with_another_seed(found: Detection) -> None:
    again = detect(labelled(600), [knowing()], "en", settings=replace(BAG, workers=2))
    assert json_text(again.to_dict()) == json_text(found.to_dict())
    assert detect(labelled(600), [knowing()], "en", settings=replace(BAG, seed=7)).numbers != found.numbers


def test_tables(found: Detection) -> None:
    table = found.table()
    assert table["model"].to_list()[:2] == [COUNTED] * 2
    assert table["vectors"].to_list()[2:] == ["random"] * 2 + ["knowing"] * 2 + ["own"] * 2
    assert table.filter(table["best"])["vectors"][0] == found.best_detector.space
    predictions = found.predictions_table()
    assert predictions.height == found.part("test").texts
    told = (predictions["bag, knowing, frozen, common words"] > 0.5).to_numpy()
    assert (told == np.array(found.labels)).mean() == by_space(found)["knowing"].test.accuracy.value


def test_filtered_texts_are_those_without_new_words() -> None:
    found = detect(labelled(600, parts=True, shift=8), [knowing()], "en", settings=BAG)
    scores = by_space(found)["knowing"].filtered
    assert isinstance(scores, Scores)
    assert scores.texts == found.filtered.texts < found.part("test").texts
    none = detect(labelled(600, parts=True), [knowing()], "en", settings=BAG)
    lacking = by_space(none)["knowing"].filtered
    assert isinstance(lacking, Lacking)
    assert "0 are sexist and 0 neutral" in lacking.skipped


def test_own_vectors_never_see_validation_or_test_texts() -> None:
    texts = labelled(600, parts=True)
    spaces, _ = spaces_of(prepared := prepare(texts, "en"), [], "en")
    own = next(each for each in spaces if each.space.kind == "own")
    words = {word for word, has in zip(prepared.vocabulary, own.has, strict=True) if has}
    assert words >= set(BAD[:10] + GOOD[:10])
    assert not words & set(BAD[10:] + GOOD[10:])


def test_every_space_has_the_same_size_and_keeps_its_cosines() -> None:
    prepared = prepare(labelled(200), "en")
    spaces, _ = spaces_of(prepared, [knowing()], "en", own=False)
    given = spaces[1]
    assert np.sqrt((given.vectors[given.has].astype(float) ** 2).mean()) == pytest.approx(SIZE, rel=1e-5)
    source = knowing()
    rows = [source.index[word] for word in prepared.vocabulary]
    assert given.vectors == pytest.approx(source.vectors[rows] * given.space.scale, rel=1e-5)
    assert spaces[0].drawn(3).std() == pytest.approx(SIZE, rel=0.1)
    assert (spaces[0].drawn(3) != spaces[0].drawn(4)).any()


def test_of_common_words_all_spaces_know_the_same() -> None:
    prepared = prepare(labelled(200), "en")
    half = Embedding.from_arrays([*BAD, *FILLERS[:10]], np.eye(30, 8, dtype=np.float32) + 1, "half")
    spaces, _ = spaces_of(prepared, [knowing(), half], "en", own=False)
    common = common_words(spaces)
    assert {w for w, has in zip(prepared.vocabulary, common, strict=True) if has} == {*BAD[:10], *FILLERS[:10]}
    for space in spaces:
        matrix, rows = matrix_of(space, words=common, seen=None, seed=0)
        assert not matrix[rows[~common]].any()
        assert (rows > 1).tolist() == common.tolist()
        assert matrix[rows[common]].any(axis=1).all()


def test_words_that_must_be_learnt_start_small() -> None:
    prepared = prepare(labelled(300, parts=True), "en")
    only = Embedding.from_arrays(FILLERS, np.ones((40, 8), np.float32), "fillers")
    space = spaces_of(prepared, [only], "en", own=False)[0][1]
    matrix, rows = matrix_of(space, words=None, seen=prepared.seen, seed=0)
    learnt = prepared.seen & ~space.has
    assert 0 < np.abs(matrix[rows[learnt]]).max() < SIZE
    assert not matrix[rows[~prepared.seen & ~space.has]].any(), "what training does not have cannot be learnt"
    assert len(set(rows[prepared.seen])) == prepared.seen.sum()


def test_files_are_read_and_case_is_bridged(tmp_path: Path) -> None:
    space = knowing()
    shouted = Embedding.from_arrays([word.capitalize() for word in space.words], space.vectors.copy(), "shouted")
    file = write(shouted, tmp_path / "shouted.bin")
    found = detect(labelled(300), [file, file], "en", settings=replace(BAG, own=False))
    assert [each.name for each in found.spaces] == ["random", "shouted.bin", "shouted.bin (2)"]
    assert found.spaces[1].running == 1
    assert found.detectors[1].test == found.detectors[2].test


def test_how_alike_spaces_are_or_why_it_is_not_told() -> None:
    found = detect(labelled(600), [knowing(), knowing(40)], "en", settings=BAG)
    alike, lacking = (space.similarity for space in found.spaces[1:3])
    assert alike is not None
    assert not isinstance(alike, Lacking)
    assert alike.other == "own"
    assert isinstance(lacking, Lacking)
    assert "words in common" in lacking.skipped


def test_long_texts_are_cut_with_a_notice() -> None:
    found = detect(labelled(200), [knowing()], "en", settings=replace(BAG, longest=5, own=False))
    assert "texts-cut" in [notice.code for notice in found.warnings]


def test_progress_counts_all_trainings() -> None:
    heard: list[tuple[str, int, int]] = []
    settings = replace(BAG, own=False)
    detect(labelled(200), [knowing()], "en", settings=settings, progress=lambda *said: heard.append(said))
    assert heard == [("training detectors", i, 4) for i in (0, 1, 2, 3, 4)]


def test_predictions_name_the_rows_of_the_file() -> None:
    texts = labelled(300)
    found = detect(replace(texts, rows=tuple(range(1000, 1300))), [knowing()], "en", settings=replace(BAG, own=False))
    for number, label in found.predictions_table().select("text", "label").iter_rows():
        assert texts.labels[number - 1000] == (label == "sexist")


def test_texts_of_which_nothing_is_known_are_counted_for_each_choice_of_words() -> None:
    few = Embedding.from_arrays([FILLERS[0], BAD[0]], np.eye(2, dtype=np.float32), "few")
    settings = replace(BAG, own=False)
    common, every = (detect(labelled(300), [few], "en", settings=replace(settings, words=w)) for w in ("common", "all"))
    (said,) = (notice.text for notice in common.warnings if notice.code == "texts-without-vectors")
    (same,) = (notice.text for notice in every.warnings if notice.code == "texts-without-vectors")
    tested = [labelled(300).texts[number - 1].split() for number in common.numbers]
    count = sum(not {FILLERS[0], BAD[0]} & set(words) for words in tested)
    assert said == f"Of {count} of 60 test texts no word that was read has vectors in all spaces."
    assert same == f"Of {count} of 60 test texts no word that was read has vectors in few."


def test_other_dimensions_than_random_vectors_have_are_said() -> None:
    prepared = prepare(labelled(200), "en")
    _, notices = spaces_of(prepared, [knowing(10), knowing(25)], "en", own=False)
    assert [notice.code for notice in notices] == ["other-dimensions"]
    assert "10 dimensions" in notices[0].text
    assert "knowing (2) (25)" in notices[0].text
    assert not spaces_of(prepared, [knowing(10), knowing(10, seed=1)], "en", own=False)[1]


def test_texts_without_a_word_that_comes_twice_have_no_vectors_of_their_own() -> None:
    words = iter(" ".join(letters) for letters in permutations(made_words("once", 25), 2))
    texts = labelled(600)
    once = replace(texts, texts=tuple("".join(next(words).split()) for _ in texts.texts))
    with pytest.raises(SpecError, match=r"no vectors can be trained on the training texts .*own=False \(--no-own\)"):
        detect(once, [], "en", settings=BAG)


@pytest.mark.parametrize(
    ("setting", "value"),
    [
        ("seeds", 0),
        ("models", ()),
        ("models", ("bag", "bag")),
        ("dropout", 1.0),
        ("learning_rate", 0.0),
        ("workers", 0),
    ],
)
def test_settings_that_cannot_be(setting: str, value: object) -> None:
    with pytest.raises(SpecError, match=setting):
        DetectionSettings(**{setting: value})  # type: ignore[arg-type]


def test_unknown_names() -> None:
    with pytest.raises(UnknownName, match="transformer"):
        DetectionSettings(models=("transformer",))  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="some"):
        DetectionSettings(words="some")  # type: ignore[arg-type]


def test_nothing_to_compare_with_random_vectors() -> None:
    with pytest.raises(SpecError, match="only random"):
        detect(labelled(200), [], "en", settings=replace(BAG, own=False))


def test_vectors_of_another_language() -> None:
    other = Embedding.from_arrays(["ganz", "anders"], np.ones((2, 4), np.float32), "other")
    with pytest.raises(CoverageError, match="none of the"):
        detect(labelled(200), [other], "en", settings=BAG)


@pytest.mark.skipif(importlib.util.find_spec("torch") is not None, reason="torch is installed")
def test_without_torch_it_is_said_before_anything_is_trained() -> None:
    with pytest.raises(SpecError, match=r"lstm and attention need torch: pip install 'weatherglass\[neural\]'.*'bag'"):
        detect(labelled(10), [knowing()], "en")


def test_spaces_are_compared_by_words_that_were_learnt() -> None:
    texts = labelled(600)
    rare = replace(
        texts,
        texts=tuple(f"{text} {word}" for text, word in zip(texts.texts, made_words("rare", 60) * 10, strict=True)),
    )
    prepared = prepare(rare, "en")
    words = [*FILLERS, *BAD, *GOOD, *made_words("rare", 60)]
    given = Embedding.from_arrays(
        words, np.random.default_rng(0).normal(size=(len(words), 10)).astype(np.float32), "given"
    )
    counted = dict(zip(prepared.vocabulary, prepared.counts.tolist(), strict=True))
    alike = spaces_of(prepared, [given], "en")[0][1].space.similarity
    assert alike is not None
    assert not isinstance(alike, Lacking)
    assert alike.common == sum(count >= LEAST_COUNT for count in counted.values()) < len(counted)
