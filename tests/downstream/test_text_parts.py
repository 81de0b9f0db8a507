"""Texts on their way to detectors: nothing leaks, nothing is lost unsaid, both classes count the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from tests.labelled import CLASSES, labelled
from weatherglass.downstream.text_parts import PARTS, Prepared, prepare
from weatherglass.downstream.texts import OTHER, Texts
from weatherglass.errors import SpecError


def read_back(prepared: Prepared, part: str) -> list[str]:
    return [" ".join(prepared.vocabulary[i] for i in words) for words in prepared.parts[part].words]  # type: ignore[index]


def codes(prepared: Prepared) -> list[str]:
    return [notice.code for notice in prepared.notices]


def unbalanced() -> Texts:
    texts = labelled(400)
    kept = [i for i, label in enumerate(texts.labels) if label or i % 4 == 1]
    return replace(
        texts,
        texts=tuple(texts.texts[i] for i in kept),
        labels=tuple(texts.labels[i] for i in kept),
        rows=tuple(range(1, len(kept) + 1)),
    )


def test_the_parts_of_the_file_are_kept() -> None:
    texts = labelled(120, parts=True)
    prepared = prepare(texts, "en", balanced=False)
    assert texts.parts is not None
    for part in PARTS:
        expected = [text for text, name in zip(texts.texts, texts.parts, strict=True) if name == part]
        assert read_back(prepared, part) == expected
    assert prepared.parts["test"].numbers.tolist() == list(range(81, 121))


def test_without_parts_a_fifth_of_each_class_is_for_testing_and_a_tenth_of_the_rest_for_validation() -> None:
    prepared = prepare(unbalanced(), "en", balanced=False)
    found = {name: Counter(part.labels.tolist()) for name, part in prepared.parts.items()}
    assert found == {
        "test": {True: 40, False: 20},
        "validation": {True: 16, False: 8},
        "train": {True: 144, False: 72},
    }
    every = np.concatenate([part.numbers for part in prepared.parts.values()])
    assert sorted(every) == list(range(1, 301))


def test_the_split_is_by_the_seed() -> None:
    first, again, other = (prepare(labelled(200), "en", seed=seed) for seed in (1, 1, 2))
    assert read_back(first, "test") == read_back(again, "test") != read_back(other, "test")


def test_balancing_samples_the_larger_class_down_and_says_so() -> None:
    prepared = prepare(unbalanced(), "en")
    for part in prepared.parts.values():
        assert Counter(part.labels.tolist())[True] == Counter(part.labels.tolist())[False]
    assert len(prepared.parts["test"]) == 40
    assert len(prepared.own) == 144 + 72, "own vectors learn from all training texts"
    said = next(notice.text for notice in prepared.notices if notice.code == "balanced")
    assert "100 texts of 300" in said


def test_what_stands_in_a_later_part_is_taken_out_of_the_earlier_ones() -> None:
    texts = labelled(120, parts=True)
    tested, validated = texts.texts[100], texts.texts[70]
    changed = (f"{tested.upper()}!", validated, *texts.texts[2:70], tested, *texts.texts[71:])
    prepared = prepare(replace(texts, texts=changed), "en", balanced=False)
    assert tested not in read_back(prepared, "train") + read_back(prepared, "validation")
    assert tested in read_back(prepared, "test")
    said = next(notice.text for notice in prepared.notices if notice.code == "leaks")
    assert said.startswith("1 training texts and 1 validation texts")
    assert len(prepared.parts["train"]) == 59


def test_texts_without_any_word_are_counted() -> None:
    texts = labelled(200)
    prepared = prepare(replace(texts, texts=("!!!", " ", *texts.texts[2:])), "en", balanced=False)
    assert "texts-without-words" in codes(prepared)
    assert sum(map(len, prepared.parts.values())) == 198


def test_a_file_of_its_own_is_tested_on() -> None:
    texts, test = labelled(200), labelled(60, seed=5)
    prepared = prepare(texts, "en", test=test, balanced=False)
    assert read_back(prepared, "test") == list(test.texts)
    assert prepared.parts["test"].numbers.tolist() == list(range(1, 61))
    assert len(prepared.parts["validation"]) == 20


def test_what_the_other_file_has_for_another_part_is_said() -> None:
    prepared = prepare(labelled(300, parts=True), "en", test=labelled(60, seed=5), balanced=False)
    assert len(prepared.parts["test"]) == 60
    said = [notice.text for notice in prepared.notices if notice.code == "texts-of-another-part"]
    assert said == ["100 texts that made has for testing were left out, as made is tested on."]
    other = prepare(labelled(200), "en", test=labelled(300, seed=5, parts=True), balanced=False)
    said = [notice.text for notice in other.notices if notice.code == "texts-of-another-part"]
    assert said == ["200 texts of made were left out, as it says that they are not for testing."]
    assert other.parts["test"].numbers.tolist() == list(range(201, 301))


def test_a_file_may_lack_labels_that_the_other_takes_together() -> None:
    several, one = replace(labelled(200), classes=("sexist", OTHER)), labelled(60, seed=5)
    assert len(prepare(several, "en", test=one).parts["test"]) == 60
    with pytest.raises(SpecError, match="same labels"):
        prepare(several, "en", test=replace(one, classes=("neutral", "sexist")))


def test_files_with_other_labels_are_refused() -> None:
    with pytest.raises(SpecError, match="same labels"):
        prepare(labelled(100), "en", test=replace(labelled(40), classes=("offence", "other")))


def test_too_few_texts_are_refused_with_their_counts() -> None:
    with pytest.raises(SpecError, match=f"validation: 1 {CLASSES[0]}, 1 {CLASSES[1]}"):
        prepare(labelled(20), "en")


def test_a_class_that_is_not_tested_and_texts_that_leak_are_told_as_they_are() -> None:
    one_class = replace(labelled(60, seed=5), labels=(True,) * 60)
    with pytest.raises(SpecError, match="test: 60 sexist, 0 neutral"):
        prepare(labelled(200), "en", test=one_class)
    with pytest.raises(
        SpecError, match=r"train: 0 sexist, 0 neutral.*180 training texts and 20 validation texts were left"
    ):
        prepare(labelled(200), "en", test=labelled(200))


def test_filtered_texts_have_only_words_of_the_training_texts() -> None:
    prepared = prepare(labelled(240, parts=True, shift=5), "en")
    trained = {word for text in read_back(prepared, "train") for word in text.split()}
    expected = [set(text.split()) <= trained for text in read_back(prepared, "test")]
    assert prepared.filtered().tolist() == expected
    assert 0 < sum(expected) < len(expected)
