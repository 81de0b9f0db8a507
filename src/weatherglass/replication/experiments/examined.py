"""How good the vectors are: analogies, odd one out, and sentence similarity where pairs of sentences are given."""

from __future__ import annotations

from weatherglass.quality.quality import quality_of
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """By the questions given, or those that ship for the language."""
    quality = quality_of(
        space.path,
        language=experiment.language,
        analogies=[item.path for item in shop.given("analogies", experiment)],
        sentences=[(item.path, item.gold) if item.gold else item.path for item in shop.given("sentences", experiment)],
        progress=shop.progress,
    )
    found = Found(results=[quality], embedding=quality.embedding, notices=list(quality.warnings))
    for each in quality.analogies:
        for part in (*each.parts, each.overall):  # of one category there is no total among the parts
            found.put(f"analogies/{part.name}/accuracy", part.accuracy, part.interval)
            found.put(f"analogies/{part.name}/asked", part.covered)
    for odd in quality.odd_one_out:
        found.put("odd one out/accuracy", odd.overall.accuracy, odd.overall.interval)
        found.put("odd one out/asked", odd.overall.covered)
    for pairs in quality.sentence_similarity:
        found.put("sentences/STS", pairs.pearson, pairs.interval)
    return found
