"""Reports of some sections only: which there are, and a document without some of them, which says so.

Findings, warnings, limits, methods and the command stay in every report: without them numbers are read for more than they say.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from weatherglass.errors import UnknownName
from weatherglass.report.document import Document, Section, Table
from weatherglass.wording.messages import Finding, say

WORDS = "words"  # the lists at the end, which are no section


def parts_of(documents: Sequence[Document]) -> dict[str, str]:
    """What can be left out: the kind of result and the section's anchor, such as `audit.tests`, and its title."""
    return {f"{each.kind}.{anchor}": title for each in documents for anchor, title in _parts(each)}


def _parts(document: Document) -> Iterator[tuple[str, str]]:
    yield from ((section.anchor, section.title) for section in document.sections)
    if document.word_lists:
        yield WORDS, say("report.words")


def without(documents: Sequence[Document], left_out: Collection[str]) -> list[Document]:
    """The documents without these parts; what is left out is said among the facts at the head of each."""
    known = parts_of(documents)
    for name in left_out:
        if name not in known:
            raise UnknownName("part of this report", name, known)
    return [_lessened(each, left_out) for each in documents]


def _lessened(document: Document, left_out: Collection[str]) -> Document:
    gone = [(anchor, title) for anchor, title in _parts(document) if f"{document.kind}.{anchor}" in left_out]
    if not gone:
        return document
    names = {anchor for anchor, _ in gone}
    kept = tuple(section for section in document.sections if section.anchor not in names)
    lists = () if WORDS in names else document.word_lists
    shown = kept if document.verdict is None else (document.verdict, *kept)
    there = {anchor for section in shown for anchor in _anchors(section)} | {each.anchor for each in lists}
    said = "; ".join(title for _, title in gone)
    return replace(
        document,
        identity=(*document.identity, (say("report.left_out"), said)),
        findings=tuple(_led(each, there) for each in document.findings),
        verdict=document.verdict and _section_led(document.verdict, there),
        sections=tuple(_section_led(section, there) for section in kept),
        word_lists=lists,
    )


def _anchors(section: Section) -> Iterator[str]:
    yield section.anchor
    for part in section.parts:
        yield from _anchors(part)


def _section_led(section: Section, there: Collection[str]) -> Section:
    """Without links to what is not there any more."""

    def relinked(table: Table) -> Table:
        return replace(table, links=tuple(each if each in there else "" for each in table.links))

    return replace(
        section,
        findings=tuple(_led(each, there) for each in section.findings),
        tables=tuple(map(relinked, section.tables)),
        folded=tuple(map(relinked, section.folded)),
        parts=tuple(_section_led(part, there) for part in section.parts),
        words=section.words if section.words in there else "",
    )


def _led(finding: str, there: Collection[str]) -> str:
    if isinstance(finding, Finding) and finding.anchor and finding.anchor not in there:
        return Finding(finding.parts, finding.about)
    return finding
