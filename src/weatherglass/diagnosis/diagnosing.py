"""All checks, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from weatherglass.diagnosis import installed, machine, paper, places, self_test, shipped
from weatherglass.diagnosis.check import Check, Diagnosis, without_home

Looked = Callable[[], Iterator[Check]]
CHECKS: tuple[tuple[str, Looked], ...] = (
    ("weatherglass", installed.itself),
    ("python", machine.python),
    ("system", machine.system),
    ("processors", machine.processors),
    ("memory", machine.memory),
    ("encoding", machine.encoding),
    ("dependencies", installed.dependencies),
    ("extras", installed.extras),
    ("linear algebra", machine.linear_algebra),
    ("arabic figures", paper.arabic),
    ("chromium", paper.browser),
    ("compiled code", places.compiled_code),
    ("page's results", places.state),
    ("temporary files", places.temporary),
    ("files", shipped.recorded_files),
    ("word lists", shipped.word_lists),
    ("sample vectors", shipped.vectors),
    ("association test", self_test.association),
    ("compiled learning", self_test.learning),
)


def diagnose() -> Diagnosis:
    """Look at everything; what cannot even be looked at is a problem too, and stops nothing else."""
    found = (check for name, looked in CHECKS for check in _looked(name, looked))
    return Diagnosis(tuple(replace(check, found=without_home(check.found)) for check in found))


def _looked(name: str, looked: Looked) -> tuple[Check, ...]:
    try:
        return tuple(looked())
    except Exception as error:
        said = f"could not be looked at ({type(error).__name__}: {error})"
        return (Check(name=name, state="problem", found=said, advice="mend the other problems first, then try again"),)
