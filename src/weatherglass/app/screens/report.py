"""What can I file, cite and show? Results chosen, put in order and bound into one report, seen before it is taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from weatherglass.app.papers import FORMATS, LONGEST_TITLE, MOST_RUNS, Wished, chapters, file_name
from weatherglass.app.runs import RESULT, Run
from weatherglass.app.screen import Screen, runs_table
from weatherglass.app.view import Seen, View
from weatherglass.app.work import Same
from weatherglass.errors import WeatherglassError
from weatherglass.report.command import command, unless
from weatherglass.wording.messages import ENGLISH, languages, say

if TYPE_CHECKING:
    from weatherglass.app.desk import Desk

_LISTED = 50  # results that are offered


@dataclass(frozen=True, slots=True)
class Offered:
    """A result that can be put into the report; `up` and `down` are the addresses with it moved, where it can be."""

    run: Run
    chosen: bool
    up: str = ""
    down: str = ""


def _view(desk: Desk, seen: Seen) -> View:
    from weatherglass.report.pdf import chromium

    there = [run for run in desk.runs.listed() if (run.folder / RESULT).is_file()]
    by_id = {run.id: run for run in there}
    asked = list(dict.fromkeys(seen.query.get("run", [])))
    ids = [id for id in asked if id in by_id][:MOST_RUNS]
    language = seen.one("language")
    parts, problem = _parts(desk, ids)
    wished = Wished(
        runs=tuple(ids),
        language=language if language in languages() else seen.language,
        title=" ".join(seen.one("title").split())[:LONGEST_TITLE],
        # A part whose result was taken out of the report again is no mistake of anybody's.
        without=tuple(part for part in parts if part in seen.query.get("without", [])),
    )
    formats = {name: wished.address(name) for name in FORMATS if name != "pdf" or chromium()} if ids else {}
    return View(
        screen="report",
        title=say("app.report.title"),
        context={
            "offered": _offered(there, by_id, wished),
            "gone": [id for id in asked if id not in by_id],
            "wished": wished,
            "parts": parts,
            "problem": problem,
            "formats": {} if problem else formats,
            "has_pdf": chromium() is not None,
            "beside": say("app.report.beside", file=file_name(wished, "json")) if ids else "",
            "preview": f"/report/preview?{wished.asked()}" if ids and not problem else "",
        },
        data={
            "report": _fields(wished),
            "gone": [id for id in asked if id not in by_id],
            "parts": parts,
            "formats": formats,
            "runs": [run.shown() for run in there[:_LISTED]],
        },
        table=lambda: runs_table(there),
        same=_same(wished) if ids else None,
    )


def _fields(wished: Wished) -> dict[str, Any]:
    return {name: getattr(wished, name) for name in ("runs", "language", "title", "without")}


def _parts(desk: Desk, ids: list[str]) -> tuple[dict[str, str], str]:
    """What can be left out, by its name; or why there is no report of these."""
    from weatherglass.report.parts import parts_of

    try:
        return (parts_of(chapters(desk.runs, ids)) if ids else {}), ""
    except WeatherglassError as error:
        return {}, str(error)


def _offered(there: list[Run], by_id: dict[str, Run], wished: Wished) -> list[Offered]:
    """The chosen ones in the order of the report, then the others, the newest first."""
    ids = list(wished.runs)
    chosen = [
        Offered(
            by_id[id], True, up=_moved(wished, i, i - 1) if i else "", down=_moved(wished, i, i + 1) if i + 1 < len(ids) else ""
        )
        for i, id in enumerate(ids)
    ]  # fmt: skip
    return [*chosen, *(Offered(run, False) for run in there[:_LISTED] if run.id not in ids)]


def _moved(wished: Wished, here: int, there: int) -> str:
    ids = list(wished.runs)
    ids[here], ids[there] = ids[there], ids[here]
    return f"/report?{wished.ordered(ids).asked()}"


def _same(wished: Wished) -> Same:
    """With the results beside, as they are had from the page in one file."""
    name = file_name(wished, "json")
    options = {
        "--out": ["report.html"],
        "--report-lang": unless(wished.language, ENGLISH),
        "--title": unless(wished.title, ""),
        "--without": wished.without,
    }
    named = {
        "language": unless(wished.language, ENGLISH),
        "title": unless(wished.title, ""),
        "without": [list(wished.without)] if wished.without else [],
    }
    arguments = "".join(f", {name}={value[0]!r}" for name, value in named.items() if value)
    lines = [
        "from pathlib import Path",
        "",
        "from weatherglass.report.formats import reported",
        "from weatherglass.report.write import read_results",
        "",
        f"found = read_results({name!r})",
        f'Path("report.html").write_text(reported(found{arguments}), "utf-8")',
    ]
    return Same(command=command(["weatherglass", "report", name], options, {}), python="\n".join(lines))


SCREENS = (Screen(path="/report", view=_view),)
