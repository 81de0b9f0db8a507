"""Corpora written by hand in each format, and what a reader gives put together again."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import sys
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from hypothesis import settings

from weatherglass.corpus.documents import Part, Reading, read
from weatherglass.errors import Notice

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

# The same examples in every run: a test suite that fails now and then is not believed when it matters.
REPEATABLE = settings(derandomize=True, deadline=None, database=None, max_examples=30)


def zipped(members: Mapping[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


COMPRESS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": zstd.compress,
    ".zip": lambda data: zipped({"inside": data}),
}
Document = tuple[str, dict[str, str], list[str]]


def put(folder: Path, name: str, data: bytes | str) -> Path:
    """A file with this content."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def documents(parts: Iterable[Part]) -> list[Document]:
    """Name, fields and paragraphs of each document; parts that share the object are one document."""
    found: list[tuple[object, Document]] = []
    for part in parts:
        assert part.paragraphs
        assert all(p == p.strip() and p and "\n" not in p for p in part.paragraphs)
        if found and found[-1][0] is part.about:
            found[-1][1][2].extend(part.paragraphs)
        else:
            found.append((part.about, (part.about.name, dict(part.about.fields), list(part.paragraphs))))
    return [document for _, document in found]


def texts(path: Path, reading: Reading | None = None) -> list[list[str]]:
    """Only the paragraphs of each document."""
    return [paragraphs for _, _, paragraphs in documents(read(path, reading or Reading()))]


def read_with_notices(path: Path, reading: Reading | None = None) -> tuple[list[Document], dict[str, str]]:
    """The documents, and the text of each notice by its code."""
    notices: list[Notice] = []
    found = documents(read(path, reading or Reading(), notices=notices))
    assert len({notice.code for notice in notices}) == len(notices)
    return found, {notice.code: notice.text for notice in notices}


Texts = Sequence[Sequence[str]]


def json_lines(objects: Iterable[Mapping[str, object]], *, ascii: bool = False) -> str:
    return "".join(json.dumps(item, ensure_ascii=ascii) + "\n" for item in objects)


def tei(body: str, header: str = "", attributes: str = "") -> str:
    """One text; the body's elements are given as they are."""
    return f"<TEI{attributes}><teiHeader>{header}</teiHeader><text><body>{body}</body></text></TEI>"


def tei_corpus(docs: Texts) -> str:
    inside = "".join(tei("".join(f"<p>{escape(p)}</p>" for p in doc)) for doc in docs)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<teiCorpus>\n<teiHeader/>{inside}</teiCorpus>\n'


def page(text: str, *, title: str = "T", number: int = 1, ns: int = 0, extra: str = "") -> str:
    return (
        f"<page><title>{escape(title)}</title><ns>{ns}</ns><id>{number}</id>{extra}<revision><id>9{number}</id>"
        f"<timestamp>2020-01-0{number % 9 + 1}T00:00:00Z</timestamp><contributor><id>77</id></contributor>"
        f'<model>wikitext</model><text xml:space="preserve">{escape(text)}</text></revision></page>'
    )


def dump(pages: Iterable[str], siteinfo: str = "<dbname>dewiki</dbname>") -> str:
    return (
        '<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="de">'
        f"<siteinfo>{siteinfo}</siteinfo>{''.join(pages)}</mediawiki>"
    )


def leipzig(sentences: Sequence[str], first: int = 1) -> str:
    return "".join(f"{number}\t{sentence}\n" for number, sentence in enumerate(sentences, first))
