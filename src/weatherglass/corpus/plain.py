"""Plain text: a file is a document, or each of its lines is, or each of its blocks between empty lines."""

from __future__ import annotations

from collections.abc import Iterator

from weatherglass.corpus.lines import blocks
from weatherglass.corpus.parts import About, Findings, Part, Reading, paragraphs_of
from weatherglass.corpus.source import Source


def read_plain(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    """The documents of a text file."""
    if reading.lines == "document":
        return _by_line(source, reading, findings)
    if reading.blocks:
        return _by_block(source, reading, findings)
    return _as_one(source, reading, findings)


def _as_one(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    about = About(source.name, source.fields)
    for block in blocks(source, reading, findings):
        if paragraphs := paragraphs_of(block.text):
            yield Part(about, paragraphs)


def _by_line(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    name, fields = source.name, source.fields
    about = About(name, fields)
    for first, text, continued in blocks(source, reading, findings):
        for number, raw in enumerate(text.split("\n"), first):
            if line := raw.strip():
                if not (continued and number == first):  # a line cut in two is one document still
                    about = About(f"{name}, line {number}", fields)
                yield Part(about, [line])


def _by_block(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    name, fields = source.name, source.fields
    about: About | None = None
    for first, text, continued in blocks(source, reading, findings):
        paragraphs: list[str] = []
        lines = text.split("\n")
        if lines[-1] == "":  # the end of the last line, not an empty line
            lines.pop()
        for number, raw in enumerate(lines, first):
            line = raw.strip()
            if line:
                about = about or About(f"{name}, line {number}", fields)
                paragraphs.append(line)
            elif about is not None and not (continued and number == first):
                if paragraphs:
                    yield Part(about, paragraphs)
                about, paragraphs = None, []
        if about is not None and paragraphs:
            yield Part(about, paragraphs)
