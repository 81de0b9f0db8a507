"""Base pairs, word forms and correspondence (Zhang et al. 2021), with the keys of their tables 1 to 6."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from weatherglass.errors import Notice
from weatherglass.measure.result import Lacking
from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import ByPair, Stability
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.given import KnownFile, known
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Workshop

MEAN = "mean"


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """The study as a whole; the rows of a table pick what it prints."""
    study = _studied(known(space.path), experiment.language, shop.seed)
    found = Found(results=[study], embedding=study.embedding, notices=list(study.warnings))
    for name, spread in study.population.items():
        found.put(f"{name}/mean", spread.mean)
        found.put(f"{name}/sd", spread.sd)
        found.put(f"{name}/words", spread.words)
    for name, pairs in study.base_pairs.items():
        found.put(f"{name}/kappa", pairs.kappa)
        found.put(f"{name}/changed", pairs.changed)
        found.put(f"{name}/one-side", pairs.one_side)
        found.put(f"{name}/flips", pairs.flips)
        found.put(f"{name}/professions", study.professions[0])
    _by_pair(found, "capitalised", study.capitalised_pairs, study.pairs)
    for kind, forms in (*study.word_forms.items(), *study.correspondence.items()):
        _by_pair(found, kind, forms, study.pairs)
    for name, kappas in study.between_measures.items():
        for pair, kappa in kappas.items():
            found.put(f"between/{name}/{pair}", kappa)
        found.put(f"between/{name}/{MEAN}", sum(kappas.values()) / len(kappas))
    _cosines(found, study)
    found.without |= dict.fromkeys(study.missing_pairs, "the pair is not in the vectors")
    if study.missing_pairs:
        missing = ", ".join(study.missing_pairs)
        text = f"Means over base pairs are over {len(study.pairs)}: {missing} cannot be asked of these vectors."
        found.notices.append(Notice("missing-pairs", text))
    return found


@lru_cache(maxsize=16)
def _studied(vectors: KnownFile, language: str, seed: int) -> Stability:
    """One study serves all tables, as long as the file is the same; tables come one after the other, each on all vectors."""
    return stability(vectors.path, language, seed=seed)


def _by_pair(found: Found, kind: str, given: ByPair | Lacking, pairs: Sequence[str]) -> None:
    if not isinstance(given, ByPair):
        found.lacking[kind] = given.skipped
        return
    for name, kappas in given.kappas.items():
        for pair, kappa in kappas.items():
            found.put(f"{kind}/{name}/{pair}", kappa)
        found.put(f"{kind}/{name}/{MEAN}", given.mean(name))
        found.put(f"{kind}/{name}/words", given.words)
        absent = [pair for pair in pairs if pair not in kappas]
        found.lacking |= {f"{kind}/{name}/{pair}": f"{pair} is not in the vectors in this form too" for pair in absent}
        if absent:
            text = f"Means over {kind} base pairs are over {len(kappas)}: without {', '.join(absent)}."
            found.notices.append(Notice("missing-pairs", text))


def _cosines(found: Found, study: Stability) -> None:
    """How alike the pairs' differences are, and how that goes with their agreement."""
    size = len(study.pairs)
    between = [study.correlated.cosines[i][j] for i in range(size) for j in range(size) if i != j]
    if between:
        found.put("differences/cosine", sum(between) / len(between))
    known = [r for r in study.correlated.r.values() if r is not None]
    if known:
        found.put("differences/smallest r", min(known))
        found.put("differences/p of r", max(p for p in study.correlated.p.values() if p is not None))
    found.put("random differences/cosine", study.correlated.random_differences[0])
    found.put("random differences/sd", study.correlated.random_differences[1])
    found.put("random words/cosine", study.correlated.random_words[0])
    found.put("random words/sd", study.correlated.random_words[1])
