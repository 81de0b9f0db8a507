"""Documents bound into one report: what concerns them all is gathered, and every anchor leads to one place."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from importlib.metadata import version

from weatherglass.report.document import Document, Section, Table
from weatherglass.report.warnings import Warned, warned
from weatherglass.wording.messages import Finding, say
from weatherglass.wording.numbers import in_turn
from weatherglass.words.references import bibtex, entries


@dataclass(frozen=True, slots=True)
class Bound:
    """A report of one or several chapters, and what stands before and after their sections."""

    title: str
    chapters: tuple[Document, ...]
    warnings: tuple[Warned, ...]
    limits: tuple[str, ...]
    bibtex: str
    uncited: tuple[str, ...]  # keys that queries of one's own cite, and that have no entry

    @property
    def several(self) -> bool:
        return len(self.chapters) > 1

    @property
    def has_words(self) -> bool:
        return any(each.word_lists for each in self.chapters)


def bound(documents: Sequence[Document], title: str = "") -> Bound:
    """One report; without a title of its own it is called by its chapters."""
    several = len(documents) > 1
    cited = list(dict.fromkeys(key for each in documents for key in each.cited))
    return Bound(
        title=title or in_turn(dict.fromkeys(map(chapter_title, documents))),
        chapters=tuple(_with_prefix(each, f"{i}-") if several else each for i, each in enumerate(documents, 1)),
        warnings=tuple(
            warned((each.name if several else "", notice) for each in documents for notice in each.warnings)
        ),
        limits=tuple(dict.fromkeys(text for each in documents for text in each.limits)),
        bibtex=bibtex(key for key in cited if key in entries()),
        uncited=tuple(sorted(key for key in cited if key not in entries())),
    )


def chapter_title(document: Document) -> str:
    """What kind of result it is, and of what."""
    return f"{say(f'kind.{document.kind}')}: {document.name}"


def written() -> str:
    """When and by what the report is written."""
    return f"{date.today().isoformat()}, Weatherglass {version('weatherglass')}"


def environment() -> str:
    """What the numbers were, or could be, computed with."""
    parts = [f"Weatherglass {version('weatherglass')}", f"Python {platform.python_version()}"]
    return ", ".join([*parts, *(f"{name} {version(name)}" for name in ("numpy", "scipy", "scikit-learn"))])


def all_tables(document: Document) -> Iterator[tuple[Section, Table]]:
    """Every table that is read, the folded ones too, with the section that it stands in, in the order of the page."""
    for section in (document.verdict, *document.sections):
        if section is not None:
            yield from _tables_within(section)


def _tables_within(section: Section) -> Iterator[tuple[Section, Table]]:
    yield from ((section, table) for table in (*section.tables, *section.folded))
    for part in section.parts:
        yield from _tables_within(part)


def _with_prefix(document: Document, prefix: str) -> Document:
    """With every anchor prefixed, so that several documents can stand on one page."""

    def renamed(section: Section) -> Section:
        return replace(
            section,
            anchor=prefix + section.anchor,
            findings=tuple(map(redirected, section.findings)),
            tables=tuple(map(relinked, section.tables)),
            folded=tuple(map(relinked, section.folded)),
            parts=tuple(map(renamed, section.parts)),
            words=section.words and prefix + section.words,
        )

    def redirected(finding: str) -> str:
        if isinstance(finding, Finding) and finding.anchor:
            return Finding(finding.parts, finding.about, prefix + finding.anchor)
        return finding

    def relinked(table: Table) -> Table:
        return replace(table, links=tuple(each and prefix + each for each in table.links))

    return replace(
        document,
        findings=tuple(map(redirected, document.findings)),
        verdict=document.verdict and renamed(document.verdict),
        sections=tuple(map(renamed, document.sections)),
        word_lists=tuple(replace(each, prefix=prefix) for each in document.word_lists),
    )
