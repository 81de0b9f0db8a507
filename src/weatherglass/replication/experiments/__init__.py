"""What each kind of experiment does. A kind gives figures under keys such as `en/weat6/d`; a paper's rows and columns name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Literal

from weatherglass.errors import SpecError, UnknownName
from weatherglass.files.toml import COUNT, NUMBER, TABLE, TEXTS, TRUTH, checked, list_of, one_of
from weatherglass.files.toml import Kind as ToBe
from weatherglass.replication.experiments.found import Found
from weatherglass.replication.paper import Experiment, Paper, Role
from weatherglass.train.settings import METHODS

On = Literal["each vectors", "each corpus", "recipes"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of experiment: the module that carries it out, what it is carried out on, the settings that its table may have, and must, and the inputs
    that it cannot do without.
    """

    module: str
    on: On
    settings: Mapping[str, ToBe] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    inputs: tuple[Role, ...] = ()

    @property
    def carry_out(self) -> Callable[..., Found]:
        work: Callable[..., Found] = import_module(f"{__name__}.{self.module}").carry_out
        return work


_OF_TESTS: Mapping[str, ToBe] = {
    "measures": list_of(one_of("weat", "ect", "bat", "km")),
    "alternative": one_of("greater", "less", "two-sided"),
    "min_coverage": NUMBER,
    "min_words": COUNT,
    "min_test_coverage": NUMBER,
    "absolute": TRUTH,
    "baseline": COUNT,
}
KINDS: Mapping[str, Kind] = {
    "tests": Kind("tests", "each vectors", _OF_TESTS),
    "models": Kind("models", "recipes", {**_OF_TESTS, "recipes": TEXTS}, ("recipes",)),
    "stability": Kind("base_pairs", "each vectors"),
    "counter-check": Kind("counter_check", "each vectors", {"pair": TEXTS}, ("pair",)),
    "structure": Kind("gender", "each vectors", {"parts": TEXTS}, ("parts",)),
    "quality": Kind("examined", "each vectors"),
    "diffusion": Kind("diffused", "each vectors", {"refits": COUNT}, inputs=("lexicon",)),
    "detection": Kind(
        "detected", "each vectors", {"models": TEXTS, "seeds": COUNT, "epochs": COUNT}, inputs=("texts",)
    ),
    "study": Kind(
        "studied",
        "each corpus",
        {"read": one_of("robustness", "periods", "settings"), "study": TABLE},
        ("read", "study"),
    ),
}


def check_settings(paper: Paper) -> None:
    """Refuse a kind that there is not, and settings that its experiments do not have, before anything is done."""
    for each in paper.experiments:
        if each.kind not in KINDS:
            raise UnknownName(f"kind of experiment ({each.id})", each.kind, KINDS)
        kind, at = KINDS[each.kind], f"{each.id}.settings"
        checked(each.settings, kind.settings, file=None, at=at, needed=kind.needed)
        checked(each.quick, kind.settings, file=None, at=f"{each.id}.quick")
        for role in kind.inputs:
            if role not in each.needs:
                raise SpecError(f"needs '{role}', as {each.kind} is made of it", key=f"{each.id}.needs")
        for row in each.rows:
            if "*" in row.of:
                raise SpecError(f"'{row.of}' names several things; a row is about one", key=f"{each.id}.rows")
        for name in each.settings.get("recipes", ()):
            if name not in paper.models:
                raise UnknownName(f"model ({at})", name, paper.models)
        if kind.on == "each corpus":
            _check_study(each)


def _check_study(experiment: Experiment) -> None:
    """What is asked of a study's file before it is one; the rest is checked with the file."""
    for at, wished in (("settings", experiment.settings), ("quick", experiment.wished(quick=True))):
        study, key = wished["study"], f"{experiment.id}.{at}.study"
        train: Any = study.get("train")
        each: list[Any] = [train] if isinstance(train, Mapping) else train if isinstance(train, list) else []
        if not each or not all(isinstance(one, Mapping) and one.get("method") in METHODS for one in each):
            raise SpecError(f"needs tables 'train' with a method: {', '.join(METHODS)}", key=key)
        if not isinstance(study.get("samples"), Mapping):
            raise SpecError("needs a table 'samples'", key=key)


def training_of(study: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tables of training of a study, which may have one or several."""
    given = study["train"]
    return [given] if isinstance(given, Mapping) else list(given)
