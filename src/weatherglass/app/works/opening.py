"""Vectors read once and laid beside the results, so that pages can look words up in a moment."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field

from weatherglass.app.asking import Asked, Vectors
from weatherglass.app.python_call import python_call
from weatherglass.app.work import Place, Same, Work, work
from weatherglass.files.plain import fields_of, json_text
from weatherglass.progress import Progress, phase
from weatherglass.report.command import command

OPENED = "opened.json"
DESCRIPTION = "description.json"
WORDS = "words.json"
MATRIX, RANKS = "vectors.npy", "ranks.npy"
MOST_DIMENSIONS = 4096


class AskedOfOpening(Asked):
    """`limit`: only the first rows, which are those of the most frequent words; 0 for all."""

    vectors: Vectors
    limit: Annotated[int, Field(ge=0, le=50_000_000)] = 0


def _done(asked: AskedOfOpening, place: Place, progress: Progress) -> None:
    import numpy as np

    from weatherglass.embedding.describe import describe
    from weatherglass.embedding.formats import read
    from weatherglass.errors import FormatError, WeatherglassError
    from weatherglass.words import packs
    from weatherglass.words.lookup import Match
    from weatherglass.words.reading import guess_language

    path = place.path(asked.vectors)
    found = read(path, limit=asked.limit or None, progress=phase(progress, "reading"))
    if found.dim > MOST_DIMENSIONS:
        raise FormatError(f"has {found.dim:,} dimensions; the page opens at most {MOST_DIMENSIONS:,}", file=path)
    progress("describing", 0, 1)
    description = describe(found)
    try:
        language = guess_language(found, packs.of_tests(None), Match())[0]
    except WeatherglassError:
        language = ""
    np.save(place.folder / MATRIX, found.vectors)
    np.save(place.folder / RANKS, found.ranks)
    (place.folder / WORDS).write_text(json.dumps(found.words, ensure_ascii=True), "utf-8")
    shown = fields_of(description) | {"name": place.name(asked.vectors) or found.name}
    (place.folder / DESCRIPTION).write_text(json_text(shown), "utf-8")
    facts: dict[str, Any] = {
        "name": found.name,
        "rows": found.rows,
        "source": None
        if found.source is None
        else fields_of(found.source) | {"path": str(found.source.path), "known": description.sha256},
        "language": language,
        "notices": [fields_of(each) for each in found.notices],
    }
    (place.folder / OPENED).write_text(json_text(facts), "utf-8")


def _same(asked: AskedOfOpening, place: Place) -> Same:
    name = place.name(asked.vectors)
    limited = {"limit": asked.limit} if asked.limit else {}
    return Same(
        command=command(["weatherglass", "info", name], {}, {}),
        python=python_call("weatherglass.read", [name], limited),
    )


OPENING = work(Work(name="open", asked=AskedOfOpening, done=_done, same=_same))
