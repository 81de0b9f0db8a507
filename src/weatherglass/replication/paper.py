"""Papers as data: their experiments, what each needs, and the figures that they print, with page and table.

A figure is a number, or a text where the paper prints no number ("< 0.001", "not significant"). What is measured beside it has the key
`of/column`, which the experiment's kind gives (`experiments/`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Literal, get_args

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files.toml import ANY, NUMBER, TABLE, TABLES, TEXT, TEXTS, Kind, checked, read_toml
from weatherglass.train.settings import METHODS

Role = Literal["vectors", "corpus", "lexicon", "texts", "sentences", "analogies"]
ROLES: tuple[Role, ...] = get_args(Role)
Figure = float | str

_PAPER: dict[str, Kind] = {
    "name": TEXT,
    "title": TEXT,
    "cite": TEXT,
    "year": ANY,
    "languages": TEXTS,
    "models": TABLE,
    "experiments": TABLES,
}
_EXPERIMENT: dict[str, Kind] = {
    "id": TEXT,
    "kind": TEXT,
    "where": TEXT,
    "language": TEXT,
    "needs": TEXTS,
    "may_use": TEXTS,
    "model": TEXT,
    "method": TEXT,
    "minutes": NUMBER,
    "columns": TEXTS,
    "beside": TEXTS,
    "settings": TABLE,
    "quick": TABLE,
    "figures": TEXTS,
    "cite": TEXTS,
    "rows": TABLES,
    "mind": TEXTS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A line of a published table. `of`: what is measured for it.

    `printed_as`: by column, a printed number as it is written, with the zeros at its end. `misprint`: by column, the code of what is wrong with the
    printed figure; `corrected`: what it should be, where that is known.
    """

    label: str
    of: str
    printed: Mapping[str, Figure] = field(default_factory=dict)
    printed_as: Mapping[str, str] = field(default_factory=dict)
    misprint: Mapping[str, str] = field(default_factory=dict)
    corrected: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One table, figure or passage of a paper; what is said of it in words stands among the messages, under `replication.<paper>.<id>`.

    `needs`: what must be given, beside vectors, which may be trained on a corpus by the recipe `model` where the experiment has one. `may_use`: what
    is used if it is given. `method`: the way of training whose vectors it is about, empty for any. `minutes`: about how long it takes with 10 million words
    on two cores. `beside`: columns that are printed and have nothing measured beside them. `quick`: settings that are other with --quick. `figures`:
    of its result, which are shown. `mind`: caveats that belong to the printed figures, as codes of messages or as sentences.
    """

    id: str
    kind: str
    where: str
    language: str
    needs: tuple[Role, ...]
    may_use: tuple[Role, ...] = ()
    model: str = ""
    method: str = ""
    minutes: float = 1.0
    columns: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    quick: Mapping[str, Any] = field(default_factory=dict)
    figures: tuple[str, ...] = ()
    cite: tuple[str, ...] = ()
    mind: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()

    def wished(self, *, quick: bool) -> dict[str, Any]:
        """Its settings, in their quick form or as in the paper."""
        if not quick:
            return dict(self.settings)
        wished = {**self.settings, **self.quick}
        if "study" in self.quick:  # table by table: what is measured need not be said twice
            wished["study"] = {**self.settings["study"], **self.quick["study"]}
        return wished


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A paper: what it is, the recipes of its models (with a table `quick` of what is smaller there), and its experiments."""

    name: str
    title: str
    cite: str
    languages: tuple[str, ...]
    models: Mapping[str, Mapping[str, Any]]
    experiments: tuple[Experiment, ...]

    def recipe(self, name: str, *, quick: bool) -> dict[str, Any]:
        """How a model is trained: method and settings."""
        recipe = dict(self.models[name])
        smaller = recipe.pop("quick", {})
        return {**recipe, **(smaller if quick else {})}

    def chosen(self, only: tuple[str, ...]) -> tuple[Experiment, ...]:
        """The experiments of these ids, in the paper's order; all of them where none is named."""
        known = {each.id for each in self.experiments}
        for name in only:
            if name not in known:
                raise UnknownName(f"experiment of {self.name}", name, known)
        return tuple(each for each in self.experiments if not only or each.id in only)


def _folder() -> Traversable:
    return resources.files("weatherglass.replication") / "papers"


def names() -> tuple[str, ...]:
    """Every paper whose experiments can be run."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml")))


def paper(name: str) -> Paper:
    """The paper of this name, or the one of somebody's own file (.toml)."""
    return read_paper(Path(name)) if name.endswith(".toml") else _shipped(name)


@cache
def _shipped(name: str) -> Paper:
    if name not in names():
        raise UnknownName("paper", name, names())
    with resources.as_file(_folder() / f"{name}.toml") as file:
        return read_paper(file)


def read_paper(file: Path) -> Paper:
    """A paper from its file, checked key by key."""
    data = checked(read_toml(file), _PAPER, file=file, needed=("name", "title", "cite", "languages", "experiments"))
    models = data.get("models", {})
    for name, model in models.items():
        _refuse_as_file(name, file, f"models.{name}")
        if not isinstance(model, dict) or model.get("method") not in METHODS:
            raise SpecError(f"needs a method: {', '.join(METHODS)}", file=file, key=f"models.{name}.method")
        if not isinstance(model.get("quick", {}), dict):
            raise SpecError(f"needs a table, got {model['quick']!r}", file=file, key=f"models.{name}.quick")
    as_written = read_toml(file, parse_float=str)["experiments"]  # a number itself does not tell 0.080 from 0.08
    experiments = tuple(
        _experiment(each, written, models, file, f"experiments[{i}]")
        for i, (each, written) in enumerate(zip(data["experiments"], as_written, strict=True), 1)
    )
    if len({each.id for each in experiments}) < len(experiments):
        raise SpecError("two experiments have the same id", file=file, key="experiments")
    return Paper(
        name=data["name"],
        title=data["title"],
        cite=data["cite"],
        languages=tuple(data["languages"]),
        models=models,
        experiments=experiments,
    )


def _refuse_as_file(name: str, file: Path, key: str) -> None:
    """Outcomes and models are kept under such names."""
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise SpecError(f"'{name}' can be no name: letters, digits, '-', '_' and '.' alone", file=file, key=key)


def _experiment(
    data: Mapping[str, Any], written: Mapping[str, Any], models: Mapping[str, Any], file: Path, at: str
) -> Experiment:
    data = checked(data, _EXPERIMENT, file=file, at=at, needed=("id", "kind", "where", "language", "needs"))
    _refuse_as_file(data["id"], file, f"{at}.id")
    for key in ("needs", "may_use"):
        for role in data.get(key, ()):
            if role not in ROLES:
                raise SpecError(f"no such input: {role}", file=file, key=f"{at}.{key}")
    if (model := data.get("model")) is not None and model not in models:
        raise SpecError(f"there is no model '{model}' in this file", file=file, key=f"{at}.model")
    columns = (*data.get("columns", ()), *data.get("beside", ()))
    rows = tuple(
        _row(row, as_written, columns, file, f"{at}.rows[{i}]")
        for i, (row, as_written) in enumerate(zip(data.get("rows", ()), written.get("rows", ()), strict=True), 1)
    )
    listed = ("needs", "may_use", "columns", "beside", "figures", "cite", "mind")
    return Experiment(**{**data, **{key: tuple(data.get(key, ())) for key in listed}, "rows": rows})


def _row(data: Mapping[str, Any], written: Mapping[str, Any], columns: tuple[str, ...], file: Path, at: str) -> Row:
    kinds: dict[str, Kind] = {
        "label": TEXT,
        "of": TEXT,
        "misprint": TABLE,
        "corrected": TABLE,
        **dict.fromkeys(columns, ANY),
    }
    data = checked(data, kinds, file=file, at=at, needed=("label", "of"))
    printed = {name: data[name] for name in columns if name in data}
    misprint, corrected = data.get("misprint", {}), data.get("corrected", {})
    for name, figure in printed.items():
        if not isinstance(figure, str) and not _is_number(figure):
            raise SpecError(f"needs a number or a text, got {figure!r}", file=file, key=f"{at}.{name}")
    for name, code in misprint.items():
        if name not in printed or not isinstance(code, str):
            problem = f"needs the code or sentence of a figure that this row prints, got {code!r}"
            raise SpecError(problem, file=file, key=f"{at}.misprint.{name}")
    for name, figure in corrected.items():
        if name not in misprint or not _is_number(figure):
            problem = f"needs a number, of a column that is said to be misprinted, got {figure!r}"
            raise SpecError(problem, file=file, key=f"{at}.corrected.{name}")
    return Row(
        label=data["label"],
        of=data["of"],
        printed={name: figure if isinstance(figure, str) else float(figure) for name, figure in printed.items()},
        printed_as={
            name: str(written[name]).replace("_", "") for name, figure in printed.items() if not isinstance(figure, str)
        },
        misprint=misprint,
        corrected={name: float(figure) for name, figure in corrected.items()},
    )


def _is_number(figure: object) -> bool:
    return isinstance(figure, int | float) and not isinstance(figure, bool) and math.isfinite(figure)
