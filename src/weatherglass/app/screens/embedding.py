"""Is this file what I think it is: what it would take to open it, and what it is like once it is open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from weatherglass.app.asking import from_pairs, made
from weatherglass.app.files import SAMPLE, DataFile
from weatherglass.app.opened import estimated, fewer_words, free_memory, opened_run, opening_job
from weatherglass.app.pictures import norms_said
from weatherglass.app.runs import Run
from weatherglass.app.same import of_opened_sample, of_vectors
from weatherglass.app.screen import Form, Screen
from weatherglass.app.screens.start import file_row
from weatherglass.app.view import Seen, View
from weatherglass.app.work import Same
from weatherglass.app.works.opening import OPENING, AskedOfOpening
from weatherglass.wording.messages import known, say
from weatherglass.wording.numbers import per_cent

if TYPE_CHECKING:
    import polars as pl
    from markupsafe import Markup

    from weatherglass.app.desk import Desk

_SHOWN_FILES = 500
_COLUMNS = ("id", "name", "format", "size", "rows", "dim")


def _view(desk: Desk, seen: Seen) -> View:
    """Those that can be looked at; or one of them, where the address names it."""
    if chosen := seen.one("vectors"):
        return _of(desk, seen, desk.files.get(chosen, "vectors"))
    files = desk.files.listed("vectors")[:_SHOWN_FILES]
    vectors = [file_row(each) for each in files]
    return View(
        screen="embedding",
        template="choose_vectors",
        title=say("app.embedding.title"),
        context={"vectors": vectors},
        data={"vectors": vectors},
        table=lambda: _frame(vectors, _COLUMNS),
        same=of_vectors(files),
    )


def _view_one(desk: Desk, seen: Seen) -> View:
    return _of(desk, seen, desk.files.get(seen.parts["id"], "vectors"))


def _of(desk: Desk, seen: Seen, file: DataFile) -> View:
    run = opened_run(desk, file.id)
    if run is not None and not seen.one("again"):
        return _opened(desk, seen, file, run)
    return _unopened(desk, seen, file)


def _unopened(desk: Desk, seen: Seen, file: DataFile) -> View:
    """What opening takes, beside what there is."""
    free = free_memory(desk.settings.job_memory)
    fewer = fewer_words(file, free)
    limit = seen.one("limit", str(fewer))
    job = opening_job(desk, file.id)
    row = file_row(file)
    whole = estimated(file)
    return View(
        screen="embedding",
        template="unopened",
        title=say("app.embedding.title"),
        vectors=file.id,
        context={
            "file": row,
            "memory": whole.memory if whole else 0,
            "free": free,
            "fewer": fewer,
            "limit": limit if limit.isdecimal() else "0",
            "refused": file.format.startswith("gensim"),
            "job": job,
            "again": bool(seen.one("again")),
            "problem": "",
        },
        data={"file": row, "memory": whole and whole.memory, "free": free, "opened": None, "job": job and job.shown()},
        table=lambda: _frame([row], _COLUMNS),
        same=_same(desk, AskedOfOpening(vectors=file.id)),
    )


def _opened(desk: Desk, seen: Seen, file: DataFile, run: Run) -> View:
    """What they are like."""
    described = desk.spaces.description(run.id)
    asked = AskedOfOpening.model_validate(dict(run.asked))
    language = desk.spaces.language(run.id)
    return View(
        screen="embedding",
        title=say("app.embedding.title"),
        vectors=file.id,
        context={
            "file": file_row(file),
            "run": run,
            "d": described,
            "memory": 4 * described["read"] * described["dim"],
            "limit": asked.limit,
            "guessed": language,
            "bars": _bars,
            "histogram": _histogram(described),
            "notices": _notices(described["notices"]),
            "made_by": _made_by(described),
        },
        data={"schema_version": 1, **described},
        table=lambda: _vocabulary(desk, run.id),
        same=_same(desk, asked),
    )


def _same(desk: Desk, asked: AskedOfOpening) -> Same:
    return of_opened_sample() if asked.vectors == SAMPLE else desk.same(OPENING, asked)


def _bars(shares: Mapping[str, float], kind: str) -> list[tuple[str, str, Markup]]:
    """Each with its share in words and as a bar."""
    from weatherglass.plot.inline import share_bar

    said = {name: say(key) if known(key := f"app.embedding.{kind}.{name}") else name for name in shares}
    return [(said[name], per_cent(share), share_bar(share, f"{said[name]}: {per_cent(share)}")) for name, share in shares.items()]  # fmt: skip


def _histogram(described: Mapping[str, Any]) -> Markup | None:
    from weatherglass.plot.inline import histogram

    counts, edges = described["norm_counts"], described["norm_edges"]
    return histogram(counts, edges, norms_said(described)) if sum(counts) else None


def _notices(notices: list[Mapping[str, str]]) -> list[tuple[str, str, str]]:
    """Each by its code, in words where there are some, and as it was told while reading."""
    return [(each["code"], say(key) if known(key := f"app.embedding.notice.{each['code']}") else "", each["text"]) for each in notices]  # fmt: skip


def _made_by(described: Mapping[str, Any]) -> str:
    from weatherglass.report.provenance import made_by

    return made_by(described["provenance"]) if described.get("provenance") else ""


def _vocabulary(desk: Desk, run: str) -> pl.DataFrame:
    """Every word by its row in the file, from 1."""
    import polars as pl

    found = desk.spaces.get(run).embedding
    return pl.DataFrame({"rank": (found.ranks + 1).tolist(), "word": list(found.words)})


def _frame(rows: list[dict[str, Any]], names: tuple[str, ...]) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame([{name: row[name] for name in names} for row in rows], infer_schema_length=None)


def _takes(desk: Desk, seen: Seen, form: Form) -> str:
    """Open them."""
    pairs = [(name, value) for name, value in form if isinstance(value, str) and name == "limit"]
    asked = made(AskedOfOpening, {**from_pairs(AskedOfOpening, pairs), "vectors": seen.parts["id"]})
    return f"/runs/{desk.ask(OPENING, asked)}"


SCREENS = (
    Screen(path="/embedding", view=_view),
    Screen(path="/embedding/{id}", view=_view_one, takes=_takes),
)
