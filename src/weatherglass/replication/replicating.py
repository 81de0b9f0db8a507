"""`replicate`: every experiment of a paper for which the inputs are given, each kept as soon as it is done."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from weatherglass.errors import SpecError, WeatherglassError
from weatherglass.files import write_whole
from weatherglass.files.fingerprint import file_sha256
from weatherglass.files.plain import from_plain, json_text, to_plain
from weatherglass.progress import Progress, shows_progress
from weatherglass.replication.experiments import KINDS
from weatherglass.replication.given import Item, fitting, read_items
from weatherglass.replication.paper import Experiment, paper
from weatherglass.replication.replicated import Carried, Input, NotCarried, Replication
from weatherglass.replication.workshop import Space, Workshop
from weatherglass.study.folder import Folder, alone
from weatherglass.train.settings import settings_for

MANIFEST = "replication-of.json"


@shows_progress
def replicate(
    name: str,
    data: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    only: Sequence[str] = (),
    quick: bool = False,
    seed: int = 0,
    threads: int | None = None,
    settings: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Replication:
    """Carry out the experiments of a paper (its name, or a file like those that ship) on the data given, in the folder `out`; what was done there before is not done again.

    `data`: paths, or what they are and paths, such as "corpus=debates.jsonl" (`given`). `only`: ids of experiments. `quick`: smaller models and fewer
    of them, as the paper's file says; every experiment that differs from the paper in this way says so. `threads`: of training; with
    one the same seed gives the same vectors. `settings`: of training, where they are other than the paper's, such as {"min_count": 5} for a smaller corpus.
    """
    published = paper(name)
    chosen = published.chosen(tuple(only))
    if seed < 0:
        raise SpecError(f"seed={seed}: give 0 or a positive number")
    if threads is not None and threads < 1:
        raise SpecError(f"threads={threads}: give at least 1")
    items, notices = read_items(data, published)
    folder = _own_folder(Path(out), published.name)
    shop = Workshop(
        folder=folder,
        paper=published,
        items=items,
        quick=quick,
        seed=seed,
        threads=threads or 1,
        other=settings or {},
        progress=progress,
    )
    for model in {each.model for each in chosen if each.model}:
        _refuse_settings(shop, model)
    with alone(Folder.at(folder)):
        carried, not_carried = _every(shop, chosen, progress)
    return Replication(
        paper=published.name,
        title=published.title,
        cite=published.cite,
        inputs=tuple(_input(item) for item in items),
        quick=quick,
        seed=seed,
        threads=shop.threads,
        carried=tuple(carried),
        not_carried=tuple(not_carried),
        notices=notices,
        settings=dict(shop.other),
    )


def _every(
    shop: Workshop, chosen: Sequence[Experiment], progress: Progress | None
) -> tuple[list[Carried], list[NotCarried]]:
    carried: list[Carried] = []
    not_carried: list[NotCarried] = []
    for number, experiment in enumerate(chosen):
        if progress is not None:
            progress(f"experiment {experiment.id}", number, len(chosen))
        for outcome in _carried_out(shop, experiment):
            if isinstance(outcome, Carried):
                carried.append(outcome)
            else:
                not_carried.append(outcome)
    return carried, not_carried


def _refuse_settings(shop: Workshop, model: str) -> None:
    """What is wrong with settings that were given, before anything is trained."""
    recipe = {**shop.paper.recipe(model, quick=shop.quick), **shop.other}
    recipe.pop("ngrams", None)
    settings_for(recipe.pop("method"), recipe)


def _own_folder(folder: Path, name: str) -> Path:
    """The folder, which may hold an earlier run of the same paper and nothing else."""
    manifest = folder / MANIFEST
    if manifest.is_file():
        other = json.loads(manifest.read_text("utf-8")).get("paper")
        if other != name:
            raise SpecError(f"{folder}: holds a replication of {other}; give another folder for {name}")
        return folder
    if folder.is_dir() and any(each.name != ".lock" for each in folder.iterdir()):
        raise SpecError(f"{folder}: is not empty, and holds no replication of {name}; give a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(manifest, json_text({"paper": name}))
    return folder


def _input(item: Item) -> Input:
    file = Path(item.path)
    sha256 = file_sha256(file) if item.role != "corpus" and file.is_file() else ""
    return Input(role=item.role, name=item.name, language=item.language, method=item.method, sha256=sha256)


def _carried_out(shop: Workshop, experiment: Experiment) -> Iterator[Carried | NotCarried]:
    """The experiment on each of what it can be carried out on, or why it cannot be."""
    if lacking := shop.lacking(experiment):
        yield NotCarried(id=experiment.id, where=experiment.where, needs=lacking)
        return
    try:
        subjects = list(_subjects(shop, experiment))
    except WeatherglassError as error:  # training may find that a corpus is too small
        yield NotCarried(id=experiment.id, where=experiment.where, reason=str(error))
        return
    for number, (on, recipe, subject) in enumerate(subjects):
        stored = experiment.id if len(subjects) == 1 else f"{experiment.id}-{number + 1}"
        asked = _asked(shop, experiment, on, subject)
        if (kept := shop.kept(stored, asked)) is not None:
            yield from_plain(Carried, kept)
            continue
        try:
            outcome = _done(shop, experiment, on, recipe, subject)
        except WeatherglassError as error:
            yield NotCarried(id=experiment.id, where=experiment.where, reason=f"{on}: {error}")
            continue
        shop.keep(stored, asked, to_plain(outcome))
        yield outcome


def _subjects(shop: Workshop, experiment: Experiment) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """What the experiment is carried out on: its name, how it was made, and the thing itself."""
    on = KINDS[experiment.kind].on
    if on == "each corpus":
        for corpus in shop.given("corpus", experiment):
            yield corpus.name, {}, corpus
    elif on == "recipes":
        spaces = _by_recipe(shop, experiment)
        yield ", ".join(dict.fromkeys(space.name for space in spaces.values())), {}, spaces
    else:
        found = shop.spaces(experiment)
        if on == "all vectors":
            yield ", ".join(space.name for space in found), dict(found[0].recipe), found
        else:
            for space in found:
                yield space.name, dict(space.recipe), space


def _by_recipe(shop: Workshop, experiment: Experiment) -> dict[str, Space]:
    """For each recipe of the settings: vectors given that were trained by its method, or those trained on the corpus."""
    found: dict[str, Space] = {}
    corpora = shop.given("corpus", experiment)
    for name in experiment.wished(quick=shop.quick)["recipes"]:
        method = shop.paper.recipe(name, quick=shop.quick)["method"]
        given = [item for item in fitting(shop.items, "vectors", experiment.language, method) if item.method]
        if given:
            path = given[0].path
            found[name] = Space(path=path, language=experiment.language, method=method, recipe={})
        elif corpora:
            found[name] = shop.trained(name, corpora[0])
    if not found:
        raise SpecError(
            "no vectors of a known method were given; say it, as in word2vec=FILE or fasttext=FILE, or give a corpus"
        )
    return found


def _asked(shop: Workshop, experiment: Experiment, on: str, subject: Any) -> dict[str, Any]:
    """All that an outcome depends on: what is asked, of which data."""
    beside = {
        role: [_content(item.path) for item in shop.given(role, experiment)]
        for role in ("lexicon", "texts", "sentences", "analogies")
    }
    if isinstance(subject, Item):
        told = shop.encoded(subject).identity()["sha256"]
    elif isinstance(subject, Space):
        told = _content(subject.path)
    else:
        told = [_content(space.path) for space in (subject.values() if isinstance(subject, dict) else subject)]
    return {
        "experiment": to_plain(experiment),
        "quick": shop.quick,
        "settings": dict(shop.other),
        "seed": shop.seed,
        "on": on,
        "subject": told,
        "beside": beside,
    }


def _content(path: str) -> str:
    file = Path(path)
    return file_sha256(file) if file.is_file() else path


def _done(shop: Workshop, experiment: Experiment, on: str, recipe: dict[str, Any], subject: Any) -> Carried:
    found = KINDS[experiment.kind].carry_out(shop, experiment, subject)
    settings = {key: value for key, value in experiment.wished(quick=shop.quick).items() if key != "study"}
    return Carried(
        id=experiment.id,
        where=experiment.where,
        kind=experiment.kind,
        language=experiment.language,
        on=on,
        embedding=found.embedding,
        recipe=recipe,
        settings=settings,
        columns=experiment.columns,
        beside=experiment.beside,
        lines=found.lines(experiment),
        mind=experiment.mind,
        figures=experiment.figures,
        cite=experiment.cite,
        notices=tuple(dict.fromkeys(found.notices)),
        results=tuple(result.to_dict() for result in found.results) if experiment.figures else (),
    )
