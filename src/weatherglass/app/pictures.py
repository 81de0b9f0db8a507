"""Results as the page shows them: the document of the report, its figures as images from their own addresses.

What draws is loaded only when something is drawn, as it takes longer to load than the server to start.
"""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from weatherglass.app.runs import Runs
from weatherglass.errors import UnknownName
from weatherglass.wording.messages import say, speaking, spoken

if TYPE_CHECKING:
    from weatherglass.report.bound import Bound
    from weatherglass.report.document import Document, Figure, Section
    from weatherglass.report.write import Found

DRAWING = threading.Lock()  # matplotlib's settings are those of the whole process
_INK = {"": ("#1b1f24", "#ffffff"), "dark": ("#e6e9ed", "#15181c")}
FORMATS = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A result as a page shows it. `pictures`: how each figure on it is drawn; `figures`: the names of those that can be had as files."""

    id: str
    title: str
    document: Document
    report: Bound
    plain: Mapping[str, Any]
    pictures: tuple[Callable[[], Markup], ...]


def shown(runs: Runs, id: str) -> Shown:
    """In the language spoken; what was shown lately is kept."""
    return _kept(runs, id, runs.get(id).made, spoken())


@lru_cache(maxsize=16)
def _kept(runs: Runs, id: str, _made: float, language: str) -> Shown:
    from weatherglass.report.bound import bound
    from weatherglass.report.write import KINDS, documents, kind_of

    found = runs.found(id)
    with speaking(language):
        (document,) = documents([found])
        pictures: list[Callable[[], Markup]] = []
        closer = _closer(found)
        sections = (_unless_repeated(each, document) for each in document.sections)
        framed = replace(document, sections=tuple(_framed(each, id, pictures, closer) for each in sections))
        report = bound([framed])
    return Shown(id, report.title, framed, report, KINDS[kind_of(found)].plain(found), tuple(pictures))


def _unless_repeated(section: Section, document: Document) -> Section:
    """Without findings that stand at the head of the same page."""
    return replace(section, findings=()) if section.findings == document.findings else section


def _closer(found: Found) -> Mapping[str, Sequence[Figure]]:
    """What a page has room for beyond the report, by the anchor it belongs to: of each test, other splits and single words."""
    from weatherglass.auditing import Audit
    from weatherglass.plot.choice import figures
    from weatherglass.plot.figure import picture as drawn_picture
    from weatherglass.report.document import Figure

    if not isinstance(found, Audit):
        return {}
    drawn = figures(found)
    return {
        f"test-{i}": [
            Figure(title, partial(drawn_picture, title, draw), say(f"app.closer.{name}_caption"), beside=True)
            for name in ("null", "influence")
            if (draw := drawn.get(f"{name}:{result.query}")) and (title := say(f"app.closer.{name}"))
        ]
        for i, result in enumerate(found.results.association_tests, 1)
    }


def _framed(
    section: Section, id: str, pictures: list[Callable[[], Markup]], closer: Mapping[str, Sequence[Figure]]
) -> Section:
    """With an image in place of each figure that takes time to draw."""
    every = [*section.figures, *closer.get(section.anchor, ())]
    return replace(
        section,
        figures=tuple(_image(figure, id, pictures) for figure in every),
        parts=tuple(_framed(part, id, pictures, closer) for part in section.parts),
    )


def _image(figure: Figure, id: str, pictures: list[Callable[[], Markup]]) -> Figure:
    if not callable(figure.drawn):
        return figure
    pictures.append(figure.drawn)
    return replace(
        figure,
        drawn=image(f"/api/runs/{id}/pictures/{len(pictures)}.svg?ui={spoken()}", figure.title or figure.caption),
    )


def image(address: str, said: str) -> Markup:
    """A figure by its address, in the colours of the page."""
    dark = f"{address}{'&' if '?' in address else '?'}ink=dark"
    return Markup(
        '<picture><source media="(prefers-color-scheme: dark)" srcset="{}"><img src="{}" alt="{}" loading="lazy"></picture>'
    ).format(dark, address, said)


def picture(runs: Runs, id: str, number: int, ink: str) -> str:
    """The figure of this number on the page of a result, as an SVG file."""
    page = shown(runs, id)
    if not 1 <= number <= len(page.pictures):
        raise UnknownName("figure", str(number), map(str, range(1, len(page.pictures) + 1)))
    return _drawn(page.pictures[number - 1], ink, spoken())


@lru_cache(maxsize=64)
def _drawn(draw: Callable[[], Markup], ink: str, language: str) -> str:
    with DRAWING, speaking(language):
        return alone(str(draw()), ink)


def alone(svg: str, ink: str = "") -> str:
    """An SVG that stood in a page, as a file of its own, in dark or light ink."""
    line, ground = _INK[ink]
    made = svg.replace("var(--back, #fff)", ground).replace("currentColor", line)
    return made.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def figure_names(found: Any) -> Iterator[str]:
    """Of the figures that can be had as files."""
    from weatherglass.plot.choice import figures

    yield from figures(found)


def figure_file(runs: Runs, id: str, name: str, format: str) -> bytes:
    """A figure of a result by its name, the main one where none is given."""
    return _figure_bytes(runs, id, runs.get(id).made, name, format, spoken())


@lru_cache(maxsize=32)
def _figure_bytes(runs: Runs, id: str, _made: float, name: str, format: str, language: str) -> bytes:
    from weatherglass.plot.choice import plotted

    with speaking(language):
        return _as_file(format, plotted, runs.found(id), name)


def _as_file(format: str, draw: Callable[..., Any], *given: Any) -> bytes:
    from weatherglass.plot.figure import drawn, save

    with DRAWING, tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        return save(drawn(draw, *given), Path(folder) / f"figure.{format}").read_bytes()


def norms_said(described: Mapping[str, Any]) -> str:
    """The lengths of vectors in a sentence."""
    from weatherglass.wording.numbers import length

    least, middle, most = (length(described["norms"][name]) for name in ("min", "median", "max"))
    return say("app.embedding.norms_said", least=least, middle=middle, most=most)


def lengths_file(described: Mapping[str, Any], format: str) -> bytes:
    """The lengths of vectors that were opened, in the language spoken."""
    from weatherglass.plot.lengths import lengths

    texts = (norms_said(described), say("app.embedding.norm"), say("app.embedding.norm_words"))
    return _as_file(format, lengths, described["norm_counts"], described["norm_edges"], *texts)


def drawn_file(said: str, draw: Callable[[], Any], format: str, ink: str = "") -> bytes:
    """What a function of `plot` draws, as a file; an SVG in dark or light ink."""
    from weatherglass.plot.figure import drawn, save
    from weatherglass.plot.figure import picture as drawn_picture

    with DRAWING, tempfile.TemporaryDirectory(prefix="weatherglass-") as folder:
        if format == "svg":
            return alone(str(drawn_picture(said, draw)), ink).encode()
        return save(drawn(draw), Path(folder) / f"figure.{format}").read_bytes()
