"""How often analogies are "solved" where their pair has nothing to do with the words (Zhang et al. 2021, section 7)."""

from __future__ import annotations

from weatherglass.embedding.formats import read
from weatherglass.quality.analogies import UNRELATED
from weatherglass.quality.counter_check import counter_check
from weatherglass.quality.quality import WORDS
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop
from weatherglass.words import packs


def carry_out(_shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """first : x :: second : ? over pairs unrelated to gender; by category and over all."""
    embedding = read(space.path, limit=WORDS)
    found = Found(embedding=embedding.identity(), notices=list(embedding.notices))
    listed = packs.word_list(experiment.language, UNRELATED)
    if listed is None:
        found.lacking["all"] = "no pairs unrelated to gender ship for this language"
        return found
    first, second = experiment.settings["pair"]
    check = counter_check(embedding, (first, second), listed.pairs)
    for name, tally in (("all", check.overall), *((each.name, each) for each in check.categories)):
        found.put(f"{name}/solved", tally.share)
        found.put(f"{name}/pairs", tally.found)
        found.put(f"{name}/cosine", tally.mean_cosine)
        found.put(f"{name}/sd", tally.sd_cosine)
        found.put(f"{name}/unrestricted", tally.unrestricted / tally.found if tally.found else None)
    return found
