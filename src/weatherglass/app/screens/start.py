"""What can be opened, and where was I: vectors, studies, corpora, results, and what people bring along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.datastructures import UploadFile

from weatherglass.app.files import SAMPLE, DataFile
from weatherglass.app.opened import estimated
from weatherglass.app.runs import Run
from weatherglass.app.same import of_folder
from weatherglass.app.screen import Form, Screen
from weatherglass.app.uploads import keep_file, keep_results, keep_vectors
from weatherglass.app.view import Seen, View
from weatherglass.errors import SpecError, UnknownName
from weatherglass.wording.messages import say

if TYPE_CHECKING:
    import polars as pl

    from weatherglass.app.desk import Desk

_SHOWN_FILES = 200
_SHOWN_RUNS = 20
TOLD_RUNS = 8  # the newest, of which the finding is said; making a document takes a moment


def file_row(file: DataFile) -> dict[str, Any]:
    """A file of vectors as tables show it: with its words and dimensions as far as its beginning tells them."""
    known = estimated(file)
    size = (
        {"rows": known.rows, "dim": known.dim, "exact": known.exact}
        if known
        else dict.fromkeys(("rows", "dim", "exact"))
    )
    return {**file.shown(), **size}


def _view(desk: Desk, seen: Seen) -> View:
    files = desk.files.listed()
    vectors = [file_row(each) for each in files if each.kind == "vectors"][:_SHOWN_FILES]
    runs = desk.runs.listed()[:_SHOWN_RUNS]
    told = {run.id: finding(desk, run) for run in runs[:TOLD_RUNS]}
    given = {kind: [each for each in files if each.kind == kind] for kind in ("study", "corpus", "result")}
    chosen = seen.one("vectors")
    return View(
        screen="start",
        title=say("app.start.title"),
        vectors=chosen if any(each["id"] == chosen for each in vectors) else "",
        context={
            "vectors": vectors,
            "unshown": sum(each.kind == "vectors" for each in files) - len(vectors),
            "studies": given["study"],
            "corpora": given["corpus"],
            "results": given["result"],
            "recent": runs,
            "told": told,
            "sample": SAMPLE,
            "problem": "",
        },
        data={
            "vectors": vectors,
            "studies": [each.shown() for each in given["study"]],
            "corpora": [each.shown() for each in given["corpus"]],
            "results": [each.shown() for each in given["result"]],
            "runs": [{**run.shown(), "finding": told.get(run.id)} for run in runs],
        },
        table=lambda: _table(vectors, [each for some in given.values() for each in some], runs),
        same=of_folder(),
    )


def finding(desk: Desk, run: Run) -> str:
    """What was found, in a sentence; nothing where the result cannot be read any more."""
    from weatherglass.app.pictures import shown

    try:
        document = shown(desk.runs, run.id).document
    except Exception:  # whatever is wrong with one result, the others are shown; its own page tells it
        return ""
    first = next((str(each) for each in document.findings), "")
    return f"{document.summary} {first}" if document.summary.endswith(":") else document.summary or first


def _table(vectors: list[dict[str, Any]], others: list[DataFile], runs: list[Run]) -> pl.DataFrame:
    import polars as pl

    schema = {"kind": pl.String, "id": pl.String, "name": pl.String, "format": pl.String, "size": pl.Int64, "rows": pl.Int64, "dim": pl.Int64, "made": pl.Float64}  # fmt: skip
    kept = [{"kind": f"run: {run.work}", "id": run.id, "name": run.about, "made": run.made} for run in runs]
    rows = [*vectors, *(each.shown() for each in others), *kept]
    return pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)


def _takes(desk: Desk, _seen: Seen, form: Form) -> str:
    """Keep vectors or results that were sent, or open a result that lies in the folder given."""
    given = dict(form)
    wish, sent = given.get("wish"), given.get("file")
    if wish == "open" and isinstance(sent, str):
        return f"/runs/{keep_file(desk, desk.files.get(sent, 'result'))}"
    if wish not in ("vectors", "result"):
        raise UnknownName("wish", str(wish), ["open", "result", "vectors"])
    if not isinstance(sent, UploadFile) or not sent.filename:
        raise SpecError(say("app.start.no_file"))
    if wish == "vectors":
        return f"/embedding/{keep_vectors(desk, sent.filename, sent.file)}"
    return f"/runs/{keep_results(desk, sent.filename, sent.file)}"


SCREENS = (Screen(path="/", view=_view, takes=_takes),)
