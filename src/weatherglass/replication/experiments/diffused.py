"""A sentiment classifier on the vectors, first names scored by it, and mitigation at two levels (Papakyriakopoulos et al. 2020)."""

from __future__ import annotations

from functools import lru_cache

from weatherglass.downstream.diffused import Classified, Diffusion, stage_name
from weatherglass.downstream.diffusion import diffusion_of
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.given import KnownFile, known
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Telling, Workshop
from weatherglass.words.lexicon import read_lexicons

_TOO_FEW = "too few names of two groups are in the vectors"


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """The paper's classifier, the linear SVM; the other kind is in the result."""
    diffusion = _diffused(
        known(space.path),
        experiment.language,
        tuple(known(item.path) for item in shop.given("lexicon", experiment)),
        experiment.wished(quick=shop.quick).get("refits", 20),
        shop.seed,
        Telling(shop.progress),
    )
    found = Found(results=[diffusion], embedding=diffusion.embedding, notices=list(diffusion.warnings))
    _tell(found, next(each for each in diffusion.classified if each.kind == "svm"))
    _lacking_pairs(found, experiment)
    return found


@lru_cache(maxsize=16)
def _diffused(
    vectors: KnownFile,
    language: str,
    lexicons: tuple[KnownFile, ...],
    refits: int,
    seed: int,
    telling: Telling,
) -> Diffusion:
    """One diffusion serves all experiments on it, as long as the files are the same."""
    lexicon = read_lexicons([each.path for each in lexicons]) if lexicons else None
    return diffusion_of(vectors.path, language, lexicon=lexicon, refits=refits, seed=seed, progress=telling.progress)


def _tell(found: Found, svm: Classified) -> None:
    found.put("classifier/accuracy", svm.accuracy.value, svm.accuracy.interval)
    found.put("classifier/distance", None if svm.cosine is None else 1 - svm.cosine)
    for stage in svm.stages:
        level = stage_name(stage)
        for by, compared in (("population", stage.populations), ("sex", stage.sexes)):
            if compared is None:
                for row in (by, *(f"{by}, {what}" for what in ("p", "H", "U", "at random"))):
                    found.lacking[row] = _TOO_FEW
                continue
            two = compared.pairs[0] if len(compared.groups) == 2 else None
            found.put(f"{by}/{level}", compared.bias)
            found.put(f"{by}, at random/{level}", compared.floor)
            found.put(f"{by}, p/{level}", compared.p if two is None else two.p)
            found.put(f"{by}, H/{level}", compared.h)
            found.put(f"{by}, U/{level}", None if two is None else two.u)
        of_populations = () if stage.populations is None else stage.populations.pairs
        for pair in (*stage.within, *of_populations):
            found.put(f"{pair.one}–{pair.other}, p/{level}", pair.p)
            found.put(f"{pair.one}–{pair.other}, U/{level}", pair.u)


def _lacking_pairs(found: Found, experiment: Experiment) -> None:
    """Rows about two groups of which one has too few names."""
    for row in experiment.rows:
        if "–" in row.of and not found.tells_of(row.of):
            found.lacking[row.of] = _TOO_FEW
