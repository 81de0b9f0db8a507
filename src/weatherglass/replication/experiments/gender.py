"""Gender and other groups in the structure of a space: subspace, generic masculine, occupations, B_g and sentiment by group."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from weatherglass.measure.result import Lacking
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.given import KnownFile, known
from weatherglass.replication.paper import Experiment
from weatherglass.replication.workshop import Space, Telling, Workshop
from weatherglass.structure.structure import Part, Structure, Wishes, structure_of
from weatherglass.words.lexicon import read_lexicons

_EXTREMES = 5  # words of each group


def carry_out(shop: Workshop, experiment: Experiment, space: Space) -> Found:
    """The parts that the settings name."""
    structure = _examined(
        known(space.path),
        experiment.language,
        tuple(experiment.settings["parts"]),
        tuple(known(item.path) for item in shop.given("lexicon", experiment)),
        shop.seed,
        Telling(shop.progress),
    )
    found = Found(results=[structure], embedding=structure.embedding, notices=list(structure.warnings))
    for tell in (_subspaces, _asymmetries, _occupations, _biases, _genus):
        tell(found, structure)
    return found


@lru_cache(maxsize=16)
def _examined(
    vectors: KnownFile,
    language: str,
    parts: tuple[Part, ...],
    lexicons: tuple[KnownFile, ...],
    seed: int,
    telling: Telling,
) -> Structure:
    """One examination serves all tables of the same parts, as long as the files are the same."""
    lexicon = read_lexicons([each.path for each in lexicons]) if lexicons else None
    wishes = Wishes(lexicon=lexicon)
    return structure_of(vectors.path, language, parts=parts, wishes=wishes, seed=seed, progress=telling.progress)


def _present(found: Found, key: str, parts: tuple[Any, ...]) -> list[Any]:
    """Those that could be examined; why one could not begins with what it is about."""
    for part in parts:
        if isinstance(part, Lacking):
            about, colon, _ = part.skipped.partition(": ")
            found.lacking[f"{key}/{about}" if colon else key] = part.skipped
    return [part for part in parts if not isinstance(part, Lacking)]


def _subspaces(found: Found, structure: Structure) -> None:
    for each in _present(found, "subspace", structure.subspaces):
        for number, share in enumerate(each.shares[:2], 1):
            found.put(f"subspace/{each.list}/component {number}", share, each.interval if number == 1 else None)
        if each.random is not None:
            found.put(f"subspace/{each.list}/random pairs", each.random.high[0])
        found.put(f"subspace/{each.list}/pairs", each.coverage.found)


def _asymmetries(found: Found, structure: Structure) -> None:
    for each in _present(found, "generic-masculine", structure.generic_masculine):
        key = f"generic-masculine/{each.name}"
        found.put(f"{key}/male", each.masculine.mean)
        found.put(f"{key}/female", each.feminine.mean)
        found.put(f"{key}/asymmetry", each.value, each.interval)
        found.put(f"{key}/p", None if each.p is None else each.p.estimate)
        found.put(f"{key}/words", each.masculine.words + each.feminine.words)


def _occupations(found: Found, structure: Structure) -> None:
    for table in _present(found, "occupations", structure.occupations):
        for form in _present(found, f"occupations/{table.table}", table.forms):
            key = f"occupations/{table.table}/{form.form}"
            found.put(f"{key}/r", form.r, form.interval)
            found.put(f"{key}/p", form.p)
            if form.r is None:
                found.lacking[key] = "only the order of the shares is certain: see the range of r, and ρ"
            if form.gap is not None:
                found.put(f"{key}/lowest r", form.gap.low)
                found.put(f"{key}/highest r", form.gap.high)
            found.put(f"{key}/rho", form.spearman, form.spearman_interval)
            found.put(f"{key}/p of rho", form.spearman_p)
            found.put(f"{key}/words", form.words)


def _biases(found: Found, structure: Structure) -> None:
    for part in structure.biases:
        if isinstance(part, Lacking):
            task, _, groups = part.skipped.partition(":")[0].partition(", ")
            found.lacking[f"{task}/{groups}"] = part.skipped
    for each in _present(found, "bias", structure.biases):
        key = f"{each.task}/{'–'.join(each.groups)}"
        found.put(f"{key}/B_g", each.value, each.interval)
        found.put(f"{key}/floor", each.floor)
        found.put(f"{key}/shuffled", each.shuffled.mean)
        found.put(f"{key}/concepts", each.concepts)
        found.put(f"{key}/pairs", len(each.group_pairs))
        for group, leans in zip(each.groups, each.extremes(_EXTREMES), strict=True):
            if leans:
                found.in_words[f"{key}/{group}/extreme words"] = ", ".join(lean.concept for lean in leans)
            else:
                found.lacking[f"{key}/{group}"] = "no word leans to this group"
        if each.sentiment is not None:
            value, interval, p = each.sentiment.told
            found.put(f"{key}/difference", value, interval)
            found.put(f"{key}/p", p.estimate)


def _genus(found: Found, structure: Structure) -> None:
    if structure.genus is None:
        return
    if isinstance(structure.genus, Lacking):
        found.lacking["genus"] = structure.genus.skipped
    for each in _present(found, "genus", (structure.genus,)):
        found.put("genus/d", each.result.value, each.result.interval)
        found.put("genus/words", each.result.coverage.found)
        found.put("genus/p", None if each.result.p is None else each.result.p.estimate)
