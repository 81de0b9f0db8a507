"""`replicate`: every experiment of a paper for which the inputs are given, each kept as soon as it is done."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from weatherglass.corpus.shared import is_url
from weatherglass.errors import Notice, SpecError, WeatherglassError
from weatherglass.files import write_whole
from weatherglass.files.plain import from_plain, json_text, to_plain
from weatherglass.files.toml import checked, kind_of
from weatherglass.progress import Progress, shows_progress
from weatherglass.replication.experiments import KINDS, check_settings, training_of
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.given import Item, content_of, fitting, read_items
from weatherglass.replication.paper import Experiment, Role, paper
from weatherglass.replication.replicated import Carried, Input, NotCarried, Replication
from weatherglass.replication.workshop import Space, Workshop, settings_of
from weatherglass.study.folder import Folder, alone
from weatherglass.train.settings import METHODS, settings_for

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
    check_settings(published)
    chosen = published.chosen(tuple(only))
    if seed < 0:
        raise SpecError(f"seed={seed}: give 0 or a positive number")
    if threads is not None and threads < 1:
        raise SpecError(f"threads={threads}: give at least 1")
    items, notices = read_items(data, published)
    shop = Workshop(
        folder=Path(out),
        paper=published,
        items=items,
        quick=quick,
        seed=seed,
        threads=threads or 1,
        other=settings or {},
        progress=progress,
    )
    _refuse_settings(shop, chosen)
    folder = _own_folder(Path(out), published.name)
    with alone(Folder.at(folder)):
        carried, not_carried = _every(shop, chosen, progress)
    return Replication(
        paper=published.name,
        file=Path(name).name if name.endswith(".toml") else "",
        experiments=len(published.experiments),
        only=tuple(only),
        title=published.title,
        cite=published.cite,
        inputs=tuple(_input(item) for item in items),
        quick=quick,
        seed=seed,
        threads=shop.threads,
        carried=tuple(carried),
        not_carried=tuple(not_carried),
        notices=(*notices, *_unused(shop, carried), *_unused_settings(shop, carried)),
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


def _refuse_settings(shop: Workshop, chosen: Sequence[Experiment]) -> None:
    """What is wrong with settings that were given, before anything is trained; each goes to the models whose method has it."""
    if own := shop.other.keys() & {"seed", "threads"}:
        raise SpecError(
            f"settings: {' and '.join(sorted(own))} cannot be set there; give seed=… or threads=… by themselves"
        )
    wished = [each.wished(quick=shop.quick) for each in chosen]
    named = {
        name for each, asked in zip(chosen, wished, strict=True) for name in (each.model, *asked.get("recipes", ()))
    }
    trained = [shop.paper.recipe(name, quick=shop.quick) for name in sorted(filter(None, named))]
    trained += [dict(each) for asked in wished if "study" in asked for each in training_of(asked["study"])]
    for name in shop.other:
        if trained and not any(name in settings_of(each) for each in trained):
            settings_for(trained[0]["method"], {name: shop.other[name]})  # says which method has it, or what is nearest
    for training in trained:
        recipe = {key: value for key, value in shop.otherwise(training).items() if not isinstance(value, list)}
        ngrams = recipe.pop("ngrams", 1)
        if isinstance(ngrams, bool) or not isinstance(ngrams, int) or ngrams < 1:
            raise SpecError(f"ngrams={ngrams!r}: give a whole number from 1 on")
        method = recipe.pop("method")
        defaults = {each.name: each.default for each in fields(METHODS[method])}
        checked(recipe, {name: kind_of(default) for name, default in defaults.items()}, file=None, at="settings")
        settings_for(method, recipe)


def _unused(shop: Workshop, carried: Sequence[Carried]) -> tuple[Notice, ...]:
    """What was given and no experiment that was carried out made use of."""
    used = {name for each in carried for name in each.inputs}
    others = [f"{item.name} ({item.role})" for item in shop.items if item.name not in used]
    if not others:
        return ()
    text = f"Given, and used by no experiment that was carried out: {', '.join(others)}."
    return (Notice("unused-data", text),)


def _unused_settings(shop: Workshop, carried: Sequence[Carried]) -> tuple[Notice, ...]:
    if not shop.other or any(each.recipes for each in carried):
        return ()
    told = ", ".join(f"{name}={value}" for name, value in shop.other.items())
    return (Notice("unused-settings", f"Settings of training had no effect, as nothing was trained: {told}."),)


def refuse_folder(folder: Path, name: str) -> None:
    """A folder that holds another paper's replication, or something else; an earlier run of the same paper is gone on with."""
    manifest = folder / MANIFEST
    if manifest.is_file():
        try:
            other = json.loads(manifest.read_text("utf-8"))["paper"]
        except (ValueError, KeyError, TypeError) as error:
            raise SpecError(
                f"{manifest}: is damaged, so it cannot be told what the folder holds; give a new folder"
            ) from error
        if other != name:
            raise SpecError(f"{folder}: holds a replication of {other}; give another folder for {name}")
    elif folder.is_dir() and any(each.name != ".lock" for each in folder.iterdir()):
        raise SpecError(f"{folder}: is not empty, and holds no replication of {name}; give a new folder")


def _own_folder(folder: Path, name: str) -> Path:
    """The folder, which says which paper it belongs to."""
    refuse_folder(folder, name)
    manifest = folder / MANIFEST
    if manifest.is_file():
        return folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SpecError(f"{folder}: cannot be made ({error.strerror}); give another folder") from error
    write_whole(manifest, json_text({"paper": name}))
    return folder


def _input(item: Item) -> Input:
    return Input(
        role=item.role,
        name=item.name,
        gold=Path(item.gold).name if item.gold else "",
        language=item.language,
        method=item.method,
        sha256="" if is_url(item.path) else content_of(item.path),
    )


def _carried_out(shop: Workshop, experiment: Experiment) -> Iterator[Carried | NotCarried]:
    """The experiment on each of what it can be carried out on, or why it cannot be."""
    if lacking := shop.lacking(experiment):
        yield _lacking(experiment, lacking)
        return
    subjects = list(_subjects(shop, experiment))
    if not subjects:  # a study whose file does not say that it needs a corpus
        yield _lacking(experiment, ("corpus",))
    for on, subject in subjects:
        if isinstance(subject, WeatherglassError):
            yield NotCarried(
                id=experiment.id, where=experiment.where, reason=f"{on}: {subject}" if on else str(subject)
            )
            continue
        asked = _asked(shop, experiment, on, subject)
        if (kept := _kept(shop, experiment.id, asked)) is not None:
            yield kept
            continue
        try:
            found = KINDS[experiment.kind].carry_out(shop, experiment, subject)
        except WeatherglassError as error:
            yield NotCarried(id=experiment.id, where=experiment.where, reason=f"{on}: {error}")
            continue
        outcome = _outcome(shop, experiment, on, subject, found)
        if not found.unfinished:
            shop.keep(experiment.id, asked, to_plain(outcome))
        yield outcome


def _kept(shop: Workshop, name: str, asked: dict[str, Any]) -> Carried | None:
    """What came of it before; nothing where that is damaged or of another shape, so that it is done again."""
    kept = shop.kept(name, asked)
    try:
        return None if kept is None else from_plain(Carried, kept)
    except (TypeError, ValueError, KeyError, AttributeError):
        return None


def _lacking(experiment: Experiment, needs: tuple[Role, ...]) -> NotCarried:
    return NotCarried(
        id=experiment.id,
        where=experiment.where,
        needs=needs,
        language=experiment.language,
        method=experiment.method,
    )


def _subjects(shop: Workshop, experiment: Experiment) -> Iterator[tuple[str, Any]]:
    """What the experiment is carried out on: its name, and the thing itself, or what went wrong in making it."""
    on = KINDS[experiment.kind].on
    if on == "each corpus":
        yield from ((corpus.name, corpus) for corpus in shop.given("corpus", experiment))
    elif on == "recipes":
        try:
            yield from _recipes(shop, experiment, _given_by_recipe(shop, experiment))
        except WeatherglassError as error:
            yield "", error
    elif given := shop.given("vectors", experiment):
        for each in given:
            yield each.name, Space(name=each.name, path=each.path, language=experiment.language)
    else:
        yield from _trained(shop, experiment)


def _trained(shop: Workshop, experiment: Experiment) -> Iterator[tuple[str, Space | WeatherglassError]]:
    """Vectors of each corpus, of which one may be too small to train on."""
    corpora = shop.given("corpus", experiment)
    for corpus in corpora:
        try:
            space = shop.trained(experiment.model, corpus)
        except WeatherglassError as error:
            yield _name_among(corpora, corpus), error
        else:
            yield space.name, space


def _recipes(
    shop: Workshop, experiment: Experiment, given: Mapping[str, Space | None]
) -> Iterator[tuple[str, dict[str, Space | str] | WeatherglassError]]:
    """The same with vectors for each recipe."""
    corpora = shop.given("corpus", experiment)
    for corpus in corpora or (None,):
        try:
            spaces = _by_recipe(shop, given, corpus)
        except WeatherglassError as error:
            yield _name_among(corpora, corpus), error
        else:
            names = [space.name for space in spaces.values() if isinstance(space, Space)]
            yield ", ".join(dict.fromkeys(names)), spaces


def _name_among(corpora: Sequence[Item], corpus: Item | None) -> str:
    """Which of several it is; of one alone nothing need be said."""
    return corpus.name if corpus is not None and len(corpora) > 1 else ""


def _given_by_recipe(shop: Workshop, experiment: Experiment) -> dict[str, Space | None]:
    """For each recipe of the settings the vectors given that were trained in its way."""
    found: dict[str, Space | None] = {}
    names = experiment.wished(quick=shop.quick)["recipes"]
    recipes = {name: shop.paper.recipe(name, quick=shop.quick) for name in names}
    for name, recipe in recipes.items():
        same_method = [each for each in recipes.values() if each["method"] == recipe["method"]]
        given = [
            item
            for item in fitting(shop.items, "vectors", experiment.language, recipe["method"])
            if item.method and not _contradicted(item, recipe, same_method)
        ]
        if len(given) > 1:
            listed = ", ".join(item.name for item in given)
            raise SpecError(
                f"several vectors fit the recipe {name} ({listed}), which has one row of each test; give one at a time"
            )
        found[name] = Space(name=given[0].name, path=given[0].path, language=experiment.language) if given else None
    return found


def _by_recipe(shop: Workshop, given: Mapping[str, Space | None], corpus: Item | None) -> dict[str, Space | str]:
    """For each recipe the vectors given, or those trained on the corpus; or why there are none."""
    found: dict[str, Space | str] = {}
    for name, space in given.items():
        try:
            if space is not None:
                found[name] = space
            elif corpus is not None:
                found[name] = shop.trained(name, corpus)
            else:
                found[name] = "no vectors trained in this way were given, and no corpus to train them on"
        except WeatherglassError as error:  # of one recipe, such as phrases of a corpus that is encoded already
            found[name] = str(error)
    if not any(isinstance(each, Space) for each in found.values()):
        raise SpecError(
            "no vectors of a known method were given; say it, as in word2vec=FILE or fasttext=FILE, or give a corpus"
            if corpus is None
            else next(str(each) for each in found.values())
        )
    return found


def _contradicted(item: Item, recipe: Mapping[str, Any], others: Sequence[Mapping[str, Any]]) -> bool:
    """Whether vectors are known to be trained otherwise, in what tells recipes of the method apart; or of single words where phrases are asked for."""
    for trait in ("architecture", "dim"):
        told_by_it = any(each.get(trait) != recipe.get(trait) for each in others)
        if told_by_it and trait in item.traits and item.traits[trait] != recipe.get(trait):
            return True
    phrases = recipe.get("ngrams", 1) > 1
    return bool(item.traits.get("phrases", phrases) != phrases)


def _asked(shop: Workshop, experiment: Experiment, on: str, subject: Any) -> dict[str, Any]:
    """All that an outcome depends on: what is asked, of which data."""
    beside = {
        role: [content_of(path) for item in shop.given(role, experiment) for path in (item.path, item.gold) if path]
        for role in ("lexicon", "texts", "sentences", "analogies")
    }
    if isinstance(subject, dict):
        told: Any = {name: content_of(each.path) if isinstance(each, Space) else each for name, each in subject.items()}
    else:
        told = content_of(subject.path)
    return {
        "experiment": to_plain(experiment),
        "files": [content_of(each) for each in _files_named(experiment.wished(quick=shop.quick))],
        "quick": shop.quick,
        "settings": dict(shop.other),
        "seed": shop.seed,
        "on": on,
        "subject": told,
        "beside": beside,
    }


def _files_named(settings: Any) -> Iterator[str]:
    """Files, such as own queries, that settings name somewhere."""
    if isinstance(settings, str):
        if Path(settings).is_file():
            yield settings
    elif isinstance(settings, Mapping | list | tuple):
        for each in settings.values() if isinstance(settings, Mapping) else settings:
            yield from _files_named(each)


def _outcome(shop: Workshop, experiment: Experiment, on: str, subject: Any, found: Found) -> Carried:
    recipes = [subject.recipe] if isinstance(subject, Space) and subject.recipe else found.recipes
    settings = {key: value for key, value in experiment.wished(quick=shop.quick).items() if key != "study"}
    return Carried(
        id=experiment.id,
        where=experiment.where,
        kind=experiment.kind,
        language=experiment.language,
        on=on,
        embedding=found.embedding,
        recipes=tuple(recipes),
        samples=found.samples,
        settings=settings,
        columns=experiment.columns,
        beside=experiment.beside,
        lines=found.lines(experiment),
        mind=experiment.mind,
        figures=experiment.figures,
        cite=experiment.cite,
        notices=tuple(dict.fromkeys((*found.notices, *_failed(found)))),
        results=tuple(result.to_dict() for result in found.results) if experiment.figures else (),
        inputs=tuple(_made_use_of(shop, experiment, subject)),
    )


def _failed(found: Found) -> Iterator[Notice]:
    if found.unfinished:
        text = f"{len(found.unfinished)} models failed ({'; '.join(found.unfinished[:3])}); the same command tries them again."
        yield Notice("models-failed", text)


def _made_use_of(shop: Workshop, experiment: Experiment, subject: Any) -> Iterator[str]:
    """The names of what was given for it: vectors, or the corpus that they were trained on, and what stands beside."""
    subjects = subject.values() if isinstance(subject, dict) else (subject,)
    paths = {each.path for each in subjects if not isinstance(each, str)}
    corpora = {each.recipe["corpus"] for each in subjects if isinstance(each, Space) and each.recipe}
    roles = {*experiment.needs, *experiment.may_use} - {"vectors", "corpus"}
    beside = {item.name for role in roles for item in shop.given(role, experiment)}
    for item in shop.items:
        if item.path in paths or item.name in corpora | beside:
            yield item.name
