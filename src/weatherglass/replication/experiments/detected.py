"""Detecting sexist or offensive texts with random, given and own vectors (Papakyriakopoulos et al. 2020, table 5)."""

from __future__ import annotations

from weatherglass.downstream.detected import Detector, Scores
from weatherglass.downstream.detection import DetectionSettings, detect
from weatherglass.downstream.texts import read_texts
from weatherglass.embedding.similarity import Similarity
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """The given vectors stand for the paper's foreign ones; the texts' own are trained here."""
    wished = experiment.wished(quick=shop.quick)
    files = [item.path for item in shop.given("texts", experiment)]
    detection = detect(
        read_texts(files[0]),
        [space.path],
        experiment.language,
        test=read_texts(files[1]) if len(files) > 1 else None,
        settings=DetectionSettings(
            models=tuple(wished.get("models", ("lstm", "attention"))),
            seeds=wished.get("seeds", 3),
            epochs=wished.get("epochs", 15),
            seed=shop.seed,
        ),
        progress=shop.progress,
    )
    found = Found(results=[detection], notices=list(detection.warnings))
    kinds = {each.name: each.kind for each in detection.spaces}
    for each in detection.detectors:
        _tell(found, f"{each.model}/{kinds[each.space]}", each)
    for told in detection.spaces:
        if told.kind == "given" and isinstance(told.similarity, Similarity):
            found.put("similarity/given/cosine", told.similarity.value)
            found.put("similarity/given/at random", told.similarity.floor)
    found.put(
        "counted words/accuracy", detection.counting.test.accuracy.value, detection.counting.test.accuracy.interval
    )
    return found


def _tell(found: Found, key: str, each: Detector) -> None:
    for name, scores in ((key, each.test), (f"{key}, filtered", each.filtered)):
        if not isinstance(scores, Scores):
            found.lacking[name] = scores.skipped
            continue
        found.put(f"{name}/accuracy", scores.accuracy.value, scores.accuracy.interval)
        found.put(f"{name}/F1", scores.f1.value, scores.f1.interval)
        found.put(f"{name}/F1 of the others", scores.f1_other.value, scores.f1_other.interval)
