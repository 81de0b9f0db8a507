"""What each kind of experiment does. A kind gives figures under keys such as `en/weat6/d`; a paper's rows and columns name them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Literal

from weatherglass.replication.experiments.found import Found

On = Literal["each vectors", "all vectors", "each corpus", "recipes"]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of experiment: the module that carries it out, and what it is carried out on."""

    module: str
    on: On

    @property
    def carry_out(self) -> Callable[..., Found]:
        work: Callable[..., Found] = import_module(f"{__name__}.{self.module}").carry_out
        return work


KINDS: Mapping[str, Kind] = {
    "tests": Kind("tests", "each vectors"),
    "models": Kind("models", "recipes"),
    "stability": Kind("base_pairs", "each vectors"),
    "counter-check": Kind("counter_check", "each vectors"),
    "structure": Kind("gender", "each vectors"),
    "quality": Kind("examined", "each vectors"),
    "diffusion": Kind("diffused", "each vectors"),
    "detection": Kind("detected", "all vectors"),
    "study": Kind("studied", "each corpus"),
}
