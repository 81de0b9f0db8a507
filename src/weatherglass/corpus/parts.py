"""What every reader of a corpus gives: stretches of documents, and what it found on the way."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from weatherglass.errors import Notice, SpecError, UnknownName

PART = 1 << 20  # characters of one Part at most
LONGEST = 1 << 19  # characters of one paragraph at most; a longer one is cut
SHORT = 200  # characters of a field that is kept
_SHOWN = 5

Lines = Literal["sentence", "paragraph", "document"]
OnError = Literal["refuse", "replace"]


@dataclass(frozen=True, slots=True, eq=False)
class About:
    """One document; the parts of a document share the object, so `is` tells documents apart.

    `name`: the file, and the line, page or sentence where it holds many. `fields`: `date`, `source` and `group` where
    known, and whatever else the input says in few words.
    """

    name: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A stretch of one document, at most about a megabyte; paragraphs are stripped, never empty, and hold no newline."""

    about: About
    paragraphs: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How to read a corpus; the defaults suit most.

    `format`: None recognises it from name and content. `lines`: what a line of plain text is; with "document" each line
    is one, otherwise a file is. `blocks`: an empty line of plain text ends a document. The fields are those of JSON
    lines; without them the text is in "text", "paragraphs", "content" or "body", and the others are named as they are
    here. `encoding`: XML says its own, unless another is given here. `errors`: what to do about bytes that are not in it.
    """

    format: str | None = None
    lines: Lines = "paragraph"
    blocks: bool = False
    text_field: str | None = None
    date_field: str | None = None
    source_field: str | None = None
    group_field: str | None = None
    encoding: str = "utf-8"
    errors: OnError = "refuse"

    def __post_init__(self) -> None:
        if self.lines not in get_args(Lines):
            raise UnknownName("kind of line", self.lines, get_args(Lines))
        if self.errors not in get_args(OnError):
            raise UnknownName("way to handle errors", self.errors, get_args(OnError))
        if self.blocks and self.lines == "document":
            raise SpecError(
                'lines="document" and blocks=True: a document ends at the line or at an empty line, not both'
            )
        try:
            "".encode(self.encoding)
        except (LookupError, ValueError) as error:
            raise SpecError(
                f"'{self.encoding}' is no encoding; common ones are utf-8, utf-16, latin-1, cp1252 and cp1256",
                key="encoding",
            ) from error

    @property
    def codec(self) -> str:
        """The encoding by the one name that Python has for it."""
        name = codecs.lookup(self.encoding).name
        return "utf-8" if name == "utf-8-sig" else name


DEFAULT = Reading()


class Findings:
    """Counts what is worth telling, with the first examples."""

    def __init__(self) -> None:
        self._counts: dict[str, int] = {}
        self._examples: dict[str, list[str]] = {}

    def add(self, code: str, example: str = "", count: int = 1) -> None:
        if not count:
            return
        self._counts[code] = self._counts.get(code, 0) + count
        examples = self._examples.setdefault(code, [])
        if example and len(examples) < _SHOWN and example not in examples:
            examples.append(example)

    def notices(self) -> Iterator[Notice]:
        for code, count in sorted(self._counts.items()):
            one, many, text = _TEXTS[code]
            shown = self._examples[code]
            more = ", …" if count > len(shown) else ""
            examples = f" ({', '.join(shown)}{more})" if shown else ""
            yield Notice(code, f"{count:,} {one if count == 1 else many} {text}{examples}.")


_TEXTS = {
    "long-paragraphs": (
        "paragraph",
        "paragraphs",
        f"of more than {LONGEST:,} characters cut at white space; perhaps the line breaks are lost",
    ),
    "replaced-bytes": (
        "line",
        "lines",
        "with bytes that are not of the encoding: each became the replacement character �",
    ),
    "empty-documents": ("document", "documents", "without text left out"),
    "empty-files": ("file", "files", "without text left out"),
    "foreign-files": ("file", "files", "left out: not text, or of no known format"),
    "side-files": ("file", "files", "left out: what goes with a corpus, such as its README, is not part of it"),
    "encoded-corpora": ("folder", "folders", "left out: encoded corpora, which are no texts"),
    "mixed-formats": ("format", "formats", "in one folder; each file was read as what its content says"),
    "no-date-field": ("document", "documents", "without the field asked for as date"),
    "no-source-field": ("document", "documents", "without the field asked for as source"),
    "no-group-field": ("document", "documents", "without the field asked for as group"),
    "long-pages": ("page", "pages", "left out: longer than any wiki allows"),
    "other-models": ("page", "pages", "left out: not wikitext but data or code"),
    "several-sources": ("sentence", "sentences", "with several sources; the first one counts"),
    "unknown-sources": ("sentence", "sentences", "whose source is not listed"),
}


def paragraphs_of(text: str) -> list[str]:
    """The lines of a text, stripped, without empty ones; only a line feed ends a line."""
    return [line for raw in text.split("\n") if (line := raw.strip())]


def parts_of(about: About, paragraphs: list[str], findings: Findings) -> Iterator[Part]:
    """A document that is at hand, as one part, or as many as its length asks for."""
    if sum(map(len, paragraphs)) <= LONGEST:
        if paragraphs:
            yield Part(about, paragraphs)
        return
    size, kept = 0, list[str]()
    for paragraph in paragraphs:
        if len(paragraph) > LONGEST:
            findings.add("long-paragraphs", about.name)
        for piece in pieces(paragraph) if len(paragraph) > LONGEST else (paragraph,):
            if size + len(piece) > PART:
                yield Part(about, kept)
                size, kept = 0, []
            size += len(piece)
            kept.append(piece)
    if kept:
        yield Part(about, kept)


def pieces(paragraph: str) -> Iterator[str]:
    """The paragraph cut at white space into pieces that are not too long; where there is none, anywhere."""
    start = 0
    while len(paragraph) - start > LONGEST:
        end = paragraph.rfind(" ", start + 1, start + LONGEST)
        end = start + LONGEST if end < 0 else end
        if piece := paragraph[start:end].strip():
            yield piece
        start = end
    if piece := paragraph[start:].strip():
        yield piece
