"""TEI: the paragraphs of the body, without notes and variants; title, author and date from the header."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from weatherglass.corpus.parts import LONGEST, PART, SHORT, About, Findings, Part, Reading, pieces
from weatherglass.corpus.source import Source
from weatherglass.corpus.xml_events import parse

ROOTS = frozenset({"TEI", "TEI.2", "teiCorpus", "teiCorpus.2"})
_TEXTS = frozenset({"TEI", "TEI.2"})
_BLOCKS = frozenset({"p", "l", "ab", "head", "u", "item"})  # and <seg> directly in an utterance, as parliaments have it
_BREAKS = frozenset({"lb", "pb", "cb", "gb", "milestone"})
# Not the running text: notes, what the page adds, pictures, and readings that another one replaces.
_LEFT_OUT = frozenset({"note", "noteGrp", "fw", "figure", "formula", "del", "rdg", "front", "back"})
_REPLACED = frozenset({"sic", "orig", "abbr"})  # within <choice>
_HEADER = frozenset({"teiHeader", "titleStmt", "sourceDesc", "creation", "bibl", "title", "author", "date"})
# All others only mark a stretch of the text; they are many, so they are passed over first.
_SPECIAL = ROOTS | _BLOCKS | _BREAKS | _LEFT_OUT | _REPLACED | _HEADER | {"body", "seg"}
_NO_DATE = 4  # after creation, first edition, source, and any other


def read_tei(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    """The documents of a TEI file, one for each <TEI>."""
    return parse(source, reading, findings, _Tei(source, findings))


def _spaced(text: str) -> str:
    """White space in XML is a space; a no-break space stays what it is."""
    for space in "\n\t\r":
        text = text.replace(space, " ")
    while "  " in text:
        text = text.replace("  ", " ")
    return text


class _Tei:
    """What is open now, what has been gathered of it, and the parts that are complete."""

    def __init__(self, source: Source, findings: Findings) -> None:
        self._source, self._findings = source, findings
        self._ready: list[Part] = []
        self._open: list[str] = []
        self._within: Counter[str] = Counter()
        self._blocks: list[str] = []
        self._left_out_at: int | None = None  # how deep the outermost element is that is left out
        self._several = False
        self._number = 0
        self._about: About | None = None
        self._pieces: list[str] = []
        self._size = 0  # of the pieces
        self._cut = False  # whether the paragraph was already given in part
        self._paragraphs: list[str] = []
        self._paragraphs_size = 0
        self._header: dict[str, str] = {}
        self._date_rank = _NO_DATE  # of the date that was found; the smallest says most about the text
        self._first_edition_at = 0  # how deep its description is, if it is open
        self._is_open = False  # the document
        self._value: list[str] | None = None  # the text of a header's element

    def take(self) -> Iterator[Part]:
        ready, self._ready = self._ready, []
        return iter(ready)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        parent = self._open[-1] if self._open else ""
        self._open.append(tag)
        if tag not in _SPECIAL:
            return
        self._within[tag] += 1
        if tag in _TEXTS:
            self._begin(attributes)
        elif tag.startswith("teiCorpus"):
            self._several = True
        elif self._within["teiHeader"]:
            self._start_in_header(tag, attributes)
        elif self._left_out_at is None and (tag in _LEFT_OUT or (tag in _REPLACED and parent == "choice")):
            self._left_out_at = len(self._open)
        elif self._within["body"] and self._left_out_at is None:
            if tag in _BLOCKS or (tag == "seg" and parent == "u"):
                self._end_paragraph()
                self._blocks.append(tag)
            elif tag in _BREAKS and attributes.get("break") != "no":
                self.text(" ")

    def end(self, tag: str) -> None:
        depth = len(self._open)
        self._open.pop()
        if tag not in _SPECIAL:
            return
        self._within[tag] -= 1
        if self._left_out_at is not None:
            if self._left_out_at == depth:
                self._left_out_at = None
        elif tag in _TEXTS:
            self._finish()
        elif self._within["teiHeader"]:
            self._end_in_header(tag)
        elif self._blocks and self._blocks[-1] == tag and self._is_block_end(tag):
            self._end_paragraph()
            self._blocks.pop()

    def _is_block_end(self, tag: str) -> bool:
        return tag != "seg" or self._open[-1] == "u"

    def text(self, data: str) -> None:
        if self._value is not None:
            if sum(map(len, self._value)) <= SHORT:
                self._value.append(data)
        elif self._blocks and self._left_out_at is None:
            self._pieces.append(data)
            self._size += len(data)
            if self._size > 2 * LONGEST:
                self._give_some()

    def _begin(self, attributes: dict[str, str]) -> None:
        self._finish()
        self._number += 1
        self._is_open = True
        self._header, self._date_rank = {}, _NO_DATE
        identity = attributes.get("xml:id", "")
        if identity:
            self._header["id"] = identity[:SHORT]

    def _start_in_header(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "bibl" and "first" in attributes.get("type", "").lower():
            self._first_edition_at = len(self._open)
        titled = self._within["titleStmt"] and not self._within["sourceDesc"]
        if titled and (tag == "author" or (tag == "title" and "title" not in self._header)):
            self._value = []
        elif tag == "date":
            rank = self._rank()
            if rank < self._date_rank:
                self._date_rank = rank
                when = attributes.get("when") or attributes.get("when-iso") or attributes.get("from")
                self._header.pop("date", None)
                if when:
                    self._header["date"] = when[:SHORT]
                else:
                    self._value = []

    def _rank(self) -> int:
        if self._within["creation"]:
            return 0
        if self._first_edition_at:
            return 1
        return 2 if self._within["sourceDesc"] else 3

    def _end_in_header(self, tag: str) -> None:
        if self._first_edition_at > len(self._open):
            self._first_edition_at = 0
        if self._value is None or tag not in ("title", "author", "date"):
            return
        value = _spaced("".join(self._value)).strip()[:SHORT]
        self._value = None
        if value and tag == "author" and "author" in self._header:
            value = f"{self._header['author']}; {value}"[:SHORT]
        if value:
            self._header[tag] = value
        elif tag == "date":
            self._date_rank = _NO_DATE  # an empty one says nothing; another may

    def _end_paragraph(self) -> None:
        paragraph = _spaced("".join(self._pieces))
        self._pieces, self._size = [], 0
        if len(paragraph) > LONGEST and not self._cut:
            self._findings.add("long-paragraphs", self._name())
        self._cut = False
        for piece in pieces(paragraph):
            self._keep(piece)

    def _give_some(self) -> None:
        """A paragraph without end is given as it comes."""
        if not self._cut:
            self._findings.add("long-paragraphs", self._name())
            self._cut = True
        text = _spaced("".join(self._pieces))
        end = text.rfind(" ")
        end = len(text) if end <= 0 else end
        for piece in pieces(text[:end]):
            self._keep(piece)
        self._pieces, self._size = [text[end:]], len(text) - end

    def _keep(self, paragraph: str) -> None:
        if self._paragraphs_size + len(paragraph) > PART:
            self._give()
        self._paragraphs.append(paragraph)
        self._paragraphs_size += len(paragraph)

    def _give(self) -> None:
        if self._about is None:
            self._about = About(self._name(), {**self._source.fields, **self._header})
        if self._paragraphs:
            self._ready.append(Part(self._about, self._paragraphs))
        self._paragraphs, self._paragraphs_size = [], 0

    def _finish(self) -> None:
        """The document is complete."""
        self._end_paragraph()
        if self._is_open and not self._paragraphs and self._about is None:
            self._findings.add("empty-documents", self._name())
        self._give()
        self._about, self._is_open = None, False

    def _name(self) -> str:
        return f"{self._source.name}, text {self._number}" if self._several else self._source.name
