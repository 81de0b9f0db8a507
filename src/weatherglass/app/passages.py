"""The passages of a trace with their text, which is looked up in the corpus as it is now. Only the page shows it: no file holds it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from weatherglass.app.corpora import about
from weatherglass.app.files import DataFile
from weatherglass.app.runs import Run, Runs
from weatherglass.errors import UnknownName, WeatherglassError
from weatherglass.wording.messages import say, speaking, spoken

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk
    from weatherglass.report.passages import Part


@dataclass(frozen=True, slots=True)
class Shown:
    """Passages in the language of the corpus; or `problem`: why their text cannot be shown."""

    parts: tuple[Part, ...] = ()
    language: str = ""
    right_to_left: bool = False
    problem: str = ""


def passages(desk: Desk, run: Run) -> Shown:
    """Those of this result, if the very corpus that was traced is still there."""
    from weatherglass.trace.traced import Trace

    trace = desk.runs.found(run.id)
    if run.work != "trace" or not isinstance(trace, Trace):
        return Shown(problem=say("app.trace.text.elsewhere"))
    try:
        file = desk.files.get(str(run.asked["corpus"]), "corpus")
    except UnknownName:
        return Shown(problem=say("app.trace.text.gone", name=trace.corpus["name"]))
    told = about(file.path)
    if told is not None and told.sha256 != trace.corpus["sha256"]:
        return Shown(problem=say("app.trace.text.changed", name=file.name))
    try:
        return _looked_up(desk.runs, run.id, run.made, file, spoken())
    except (WeatherglassError, OSError, LookupError, TypeError, ValueError, AttributeError):  # it may hold anything
        return Shown(problem=say("app.trace.text.damaged", name=file.name))


@lru_cache(maxsize=8)
def _looked_up(runs: Runs, id: str, _made: float, file: DataFile, language: str) -> Shown:
    """Once, as long as neither the result nor the corpus changes: its vocabulary may be large."""
    from weatherglass import language as languages
    from weatherglass.corpus.store import open_corpus
    from weatherglass.report.passages import parts
    from weatherglass.trace.traced import Trace

    trace, corpus = runs.found(id), open_corpus(file.path)
    assert isinstance(trace, Trace), "looked at before"
    with speaking(language):
        own = corpus.facts.language
        return Shown(tuple(parts(trace, corpus)), own, languages.get(own).right_to_left)
