"""Detectors of real texts: vectors that were trained on words tell more than random ones, as Papakyriakopoulos et al. (2020) report in table 5."""

from __future__ import annotations

from pathlib import Path

import pytest

from weatherglass.downstream.detected import Detection, Detector
from weatherglass.downstream.detection import DetectionSettings, detect
from weatherglass.downstream.texts import read_texts

pytestmark = pytest.mark.real
GLOVE = "en-glove6b-100d-50k.bin"


def edos(texts: Path, vectors: Path, settings: DetectionSettings) -> Detection:
    file = texts / "edos_sexism_en" / "edos_labelled_aggregated.csv"
    return detect(read_texts(file), [vectors / GLOVE], "en", settings=settings)


def of(found: Detection, space: str) -> Detector:
    (chosen,) = (each for each in found.detectors if each.space == space)
    return chosen


def beats_random(found: Detection, space: str) -> bool:
    """With the whole interval over seeds and texts."""
    score = of(found, space).against_random
    assert score is not None
    assert score.interval is not None
    return score.interval.low > 0


def test_bags_of_english_texts(real_texts: Path, real_vectors: Path) -> None:
    found = edos(real_texts, real_vectors, DetectionSettings(models=("bag",), seeds=5))
    assert {part.name: part.texts for part in found.parts} == {"train": 6_796, "validation": 972, "test": 1_940}
    assert 0.55 < of(found, "random").test.accuracy.value < 0.63
    for space in (GLOVE, "own"):
        assert 0.60 < of(found, space).test.accuracy.value < 0.68
        assert beats_random(found, space)


@pytest.mark.neural
def test_networks_of_english_texts(real_texts: Path, real_vectors: Path) -> None:
    pytest.importorskip("torch", reason="the neural extra is not installed")
    found = edos(real_texts, real_vectors, DetectionSettings(models=("lstm",), seeds=3, epochs=5, workers=2))
    assert [(each.trainable, each.words) for each in found.detectors] == [(False, "common")] * 3
    assert 0.59 < of(found, "random").test.accuracy.value < 0.67
    for space in (GLOVE, "own"):
        assert 0.66 < of(found, space).test.accuracy.value < 0.74
        assert beats_random(found, space)
    assert found.best_detector.space != "random"


def test_bags_of_german_texts_with_a_test_file(real_texts: Path) -> None:
    train, test = (
        read_texts(real_texts / "germeval2018" / f"germeval2018.{part}.txt") for part in ("training", "test")
    )
    found = detect(train, [], "de", test=test, settings=DetectionSettings(models=("bag",), seeds=5))
    assert found.classes == ("OFFENSE", "OTHER")
    assert {part.name: part.texts for part in found.parts} == {"train": 3_038, "validation": 338, "test": 2_404}
    assert 0.53 < of(found, "random").test.accuracy.value < 0.58
    assert 0.56 < of(found, "own").test.accuracy.value < 0.62
    assert beats_random(found, "own")
