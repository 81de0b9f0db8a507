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
from weatherglass.replication.paper import Paper

On = Literal["each vectors", "each corpus", "recipes"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of experiment: the module that carries it out, what it is carried out on, and the settings that its table may have, and must."""

    module: str
    on: On
    settings: Mapping[str, ToBe] = field(default_factory=dict)
    needed: tuple[str, ...] = ()

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
    "diffusion": Kind("diffused", "each vectors", {"refits": COUNT}),
    "detection": Kind("detected", "each vectors", {"models": TEXTS, "seeds": COUNT, "epochs": COUNT}),
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
        for name in each.settings.get("recipes", ()):
            if name not in paper.models:
                raise UnknownName(f"model ({at})", name, paper.models)
        if kind.on == "each corpus":
            for needed in ("train", "samples"):
                if needed not in each.settings["study"]:
                    raise SpecError(f"needs a table '{needed}'", key=f"{at}.study")


def training_of(study: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The tables of training of a study, which may have one or several."""
    given = study["train"]
    return [given] if isinstance(given, Mapping) else list(given)
