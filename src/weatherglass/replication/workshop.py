"""Where a replication works: corpora encoded and models trained once, each experiment's outcome kept as soon as it is there.

FOLDER/corpora/…       encoded corpora
FOLDER/models/…        trained vectors, with their provenance
FOLDER/studies/…       studies of many models
FOLDER/experiments/…   what came of each experiment; the same command goes on after any stop
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import weatherglass
from weatherglass.corpus.build import build_corpus
from weatherglass.corpus.corpus import Corpus
from weatherglass.corpus.shared import is_encoded, open_shared
from weatherglass.errors import SpecError
from weatherglass.files import write_whole
from weatherglass.files.plain import json_text
from weatherglass.progress import Progress, phase
from weatherglass.replication.given import Item, content_of, fitting
from weatherglass.replication.paper import Experiment, Paper, Role
from weatherglass.train.settings import METHODS
from weatherglass.train.training import train_vectors


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """Vectors to measure: given, or trained by a recipe of the paper."""

    name: str
    path: str
    language: str
    recipe: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Telling:
    """Who is told how far work is. No result hangs on that: as a part of what was asked, one is like any other."""

    progress: Progress | None = field(compare=False)


def settings_of(training: Mapping[str, Any]) -> set[str]:
    """The names of the settings that a training can have, by its method."""
    return {each.name for each in fields(METHODS[training["method"]])} | ({"ngrams"} & training.keys())


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """One replication: the paper, what was given for it, and the folder in which it works.

    `other`: settings of training that are other than in the paper's recipes.
    """

    folder: Path
    paper: Paper
    items: tuple[Item, ...]
    quick: bool
    seed: int
    threads: int
    other: Mapping[str, Any] = field(default_factory=dict)
    progress: Progress | None = None

    def given(self, role: Role, experiment: Experiment) -> tuple[Item, ...]:
        """What was given of this kind for an experiment; beside vectors and texts only what it says that it needs or may use."""
        if role not in ("vectors", "corpus", *experiment.needs, *experiment.may_use):
            return ()
        return fitting(self.items, role, experiment.language, experiment.method if role == "vectors" else "")

    def lacking(self, experiment: Experiment) -> tuple[Role, ...]:
        """What would have to be given; vectors may be trained where the experiment has a recipe and there is a corpus."""
        return tuple(role for role in experiment.needs if not self._has(role, experiment))

    def _has(self, role: Role, experiment: Experiment) -> bool:
        if self.given(role, experiment):
            return True
        return role == "vectors" and bool(experiment.model) and bool(self.given("corpus", experiment))

    def trained(self, model: str, corpus: Item) -> Space:
        """The vectors of a recipe on a corpus; those that are there already are taken."""
        recipe = self.recipe(model)
        settings = {"seed": self.seed, "threads": self.threads, **recipe}
        method, ngrams = settings.pop("method"), settings.pop("ngrams", 1)
        encoded = self.encoded(corpus, ngrams)
        told = {"method": method, "ngrams": ngrams, **settings, "corpus": encoded.identity()["sha256"]}
        file = self._made("models") / f"{model}-{_key(told)}.bin"
        if not file.exists():
            train_vectors(encoded, method, out=file, progress=self._told_of(model), **settings)
        return Space(
            name=f"{model} of {corpus.name}",
            path=str(file),
            language=corpus.language,
            recipe={"model": model, "corpus": corpus.name, "words": encoded.identity()["words"], **recipe},
        )

    def recipe(self, model: str) -> dict[str, Any]:
        """How a model is trained: as in the paper, but for the settings given that its method has."""
        return self.otherwise(self.paper.recipe(model, quick=self.quick))

    def otherwise(self, training: Mapping[str, Any]) -> dict[str, Any]:
        """Training with the settings given, as far as its method has them."""
        return {**training, **{name: value for name, value in self.other.items() if name in settings_of(training)}}

    def _told_of(self, model: str) -> Progress | None:
        """Progress that says which model it is about: several are trained one after the other."""
        progress = self.progress
        if progress is None:
            return None
        return lambda what, done, total: progress(f"{model}: {what}", done, total)

    def encoded(self, item: Item, ngrams: int = 1) -> Corpus:
        """The corpus as numbers: the one given, or made of the texts given and kept."""
        return open_shared(self.encoded_path(item, ngrams))

    def encoded_path(self, item: Item, ngrams: int = 1) -> str:
        """Where it is; kept under the content of the texts, so that others of the same name are others."""
        if is_encoded(item.path):
            if ngrams > 1:
                raise SpecError(
                    f"{item.path}: is encoded already, so its phrases can no longer be joined; give the texts it was made from"
                )
            return item.path
        told = {"texts": content_of(item.path), "language": item.language, "ngrams": ngrams}
        target = self._made("corpora") / f"{Path(item.path).name.split('.')[0] or 'corpus'}-{_key(told)[:8]}"
        if not target.exists():
            build_corpus(
                item.path, target, language=item.language, ngrams=ngrams, progress=phase(self.progress, "cleaning")
            )
        return str(target)

    def _made(self, name: str) -> Path:
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def studies(self) -> Path:
        """The folder of studies of many models."""
        return self._made("studies")

    def study_file(self, name: str, text: str, told: Mapping[str, Any]) -> Path:
        """A study's file, beside which its folder goes; what is told otherwise is another study, and takes nothing away."""
        file = self.studies / f"{name}-{_key(told)[:8]}.toml"
        write_whole(file, text)
        return file

    def kept(self, name: str, asked: Mapping[str, Any]) -> dict[str, Any] | None:
        """What came of an experiment before, if the same was asked of the same data by the same version."""
        try:
            kept: dict[str, Any] = json.loads(self._outcome(name, asked).read_text("utf-8"))
            return kept["outcome"] if kept["asked"] == _asked(asked) else None
        except (FileNotFoundError, ValueError, KeyError, TypeError):  # not there, or damaged: it is done again
            return None

    def keep(self, name: str, asked: Mapping[str, Any], outcome: Mapping[str, Any]) -> None:
        """Keep it, under what was asked, beside what came when something else was."""
        self._made("experiments")
        write_whole(self._outcome(name, asked), json_text({"asked": _asked(asked), "outcome": dict(outcome)}))

    def _outcome(self, name: str, asked: Mapping[str, Any]) -> Path:
        return self.folder / "experiments" / f"{name}-{_asked(asked)}.json"


def _asked(told: Mapping[str, Any]) -> str:
    """Another version may measure otherwise; models it need not train again."""
    return _key({**told, "version": weatherglass.__version__})


def _key(told: Mapping[str, Any]) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]
