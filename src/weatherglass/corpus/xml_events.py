"""XML as a stream of events: nothing is kept of what was read, and nothing is fetched or expanded.

The parser is used directly, as entity declarations must be seen to be refused.
"""

from __future__ import annotations

import codecs
import html
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Protocol, TypeVar
from xml.parsers import expat  # declarations of entities are refused below

from weatherglass.corpus.lines import encoding_of, utf8
from weatherglass.corpus.parts import Findings, Reading
from weatherglass.corpus.source import Source
from weatherglass.errors import FormatError

LONGEST_TAG = 16 << 20  # bytes of one tag or comment
_ROOT = re.compile(
    r"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>\s*)*+<((?:[\w.-]+:)?[\w.-]+)", re.S
)
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)")
_UNFINISHED = {
    expat.errors.codes[name]
    for name in (
        expat.errors.XML_ERROR_NO_ELEMENTS,
        expat.errors.XML_ERROR_UNCLOSED_TOKEN,
        expat.errors.XML_ERROR_PARTIAL_CHAR,
        expat.errors.XML_ERROR_UNCLOSED_CDATA_SECTION,
    )
}
_T_co = TypeVar("_T_co", covariant=True)


class Handler(Protocol[_T_co]):
    """Hears the events of a file; `take` gives what is complete since it was last asked."""

    def start(self, tag: str, attributes: dict[str, str]) -> None: ...
    def end(self, tag: str) -> None: ...
    def text(self, data: str) -> None: ...
    def take(self) -> Iterator[_T_co]: ...


def root_of(head: str) -> str | None:
    """The name of the outermost element, without its prefix, if this is XML."""
    found = _ROOT.match(head)
    return _local(found[1]) if found else None


def parse(source: Source, reading: Reading, findings: Findings, handler: Handler[_T_co]) -> Iterator[_T_co]:
    """What the handler makes of the file; names reach it without their prefix."""
    parser, chunks = _opened(source, reading, findings)
    parser.buffer_text = True
    parser.buffer_size = 1 << 16
    parser.StartElementHandler = lambda tag, attributes: handler.start(_local(tag), attributes)
    parser.EndElementHandler = lambda tag: handler.end(_local(tag))
    parser.CharacterDataHandler = handler.text

    def refuse_entity(name: str, *_: object) -> None:
        raise FormatError(
            f"declares the entity '{name}'; refused, as entities can blow a small file up without end. Expand them first, "
            "as with `xmllint --noent`",
            file=source.path,
            line=parser.CurrentLineNumber,
        )

    def spell_entity(name: str, parameter: bool) -> None:
        """A name from a document type that is not read; the names of HTML are what such files use."""
        if parameter:
            return
        character = html.unescape(f"&{name};")
        if character == f"&{name};":
            raise FormatError(
                f"uses the entity '{name}', which is not known", file=source.path, line=parser.CurrentLineNumber
            )
        handler.text(character)

    parser.UseForeignDTD(True)  # else a name from a document type that is not read would be an error
    parser.EntityDeclHandler = refuse_entity
    parser.SkippedEntityHandler = spell_entity
    fed = 0
    try:
        for chunk in chunks:
            parser.Parse(chunk, False)
            fed += len(chunk)
            if fed - parser.CurrentByteIndex > LONGEST_TAG:
                raise FormatError(
                    f"a tag or comment is longer than {LONGEST_TAG >> 20} MB",
                    file=source.path,
                    line=parser.CurrentLineNumber,
                )
            yield from handler.take()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FormatError(_malformed(error), file=source.path, line=error.lineno) from error
    yield from handler.take()


def _local(tag: str) -> str:
    return tag if ":" not in tag else tag.rpartition(":")[2]


def _opened(source: Source, reading: Reading, findings: Findings) -> tuple[expat.XMLParserType, Iterator[bytes]]:
    """The parser, and bytes in the encoding it expects."""
    encoding = encoding_of(source.head, reading)
    if encoding == "utf-8" and (declared := _DECLARED.search(source.head[:1024])):
        with suppress(LookupError):  # one that is not known is the parser's to refuse
            encoding = codecs.lookup(declared[1].decode()).name
    if encoding != "utf-8" or reading.errors == "replace":
        return expat.ParserCreate("utf-8"), utf8(source, encoding, reading, findings)
    return expat.ParserCreate(), source.chunks()


def _malformed(error: expat.ExpatError) -> str:
    problem = f"is not well-formed XML: {expat.errors.messages[error.code]} at column {error.offset + 1:,}"
    if error.code in _UNFINISHED:
        return f"{problem}; the file is probably cut short"
    if error.code == expat.errors.codes[expat.errors.XML_ERROR_INVALID_TOKEN]:
        return f"{problem}; if a byte is not UTF-8 there, give its encoding, or errors='replace'"
    if error.code == expat.errors.codes[expat.errors.XML_ERROR_UNKNOWN_ENCODING]:
        return f"{problem}; give it as encoding, by the name that Python has for it"
    return problem
