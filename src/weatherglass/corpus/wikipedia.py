"""Wikipedia dumps (pages-articles XML, multistream or not): the articles, without redirects and other namespaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from weatherglass.corpus.parts import About, Findings, Part, Reading, parts_of
from weatherglass.corpus.source import Source
from weatherglass.corpus.wikitext import HIDDEN, paragraphs_of_wikitext
from weatherglass.corpus.xml_events import parse

ROOT = "mediawiki"
LONGEST_PAGE = 16 << 20  # characters; MediaWiki's own limit is 2 MB
_HIDDEN_NAMESPACES = ("-2", "6", "14")  # media, files, categories
_REDIRECT = re.compile(r"\s*+#(?:redirect|weiterleitung|redirection|تحويل)\s*+:?\s*+\[\[", re.IGNORECASE)
# Which elements hold what is wanted; those of a page are not those of its revision or contributor.
_WANTED = {
    ("siteinfo", "dbname"): "site",
    ("namespaces", "namespace"): "namespace",
    ("page", "title"): "title",
    ("page", "ns"): "ns",
    ("page", "id"): "id",
    ("revision", "timestamp"): "date",
    ("revision", "model"): "model",
    ("revision", "text"): "text",
}


class _Page(NamedTuple):
    id: str
    title: str
    date: str
    site: str
    hidden: frozenset[str]
    text: str


def read_wikipedia(source: Source, reading: Reading, findings: Findings) -> Iterator[Part]:
    """The articles of a dump as paragraphs; headings, tables, templates and notes are left out."""
    for page in parse(source, reading, findings, _Dump(findings)):
        name = f"{source.name}, page {page.id}"
        paragraphs = paragraphs_of_wikitext(page.text, page.hidden)
        if not paragraphs:
            findings.add("empty-documents", name)
            continue
        fields = {**source.fields, "id": page.id, "title": page.title, "date": page.date}
        if page.site:
            fields["source"] = page.site
        yield from parts_of(About(name, {key: value for key, value in fields.items() if value}), paragraphs, findings)


class _Dump:
    """The page that is open, and those that are complete."""

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._ready: list[_Page] = []
        self._open: list[str] = [""]
        self._site = ""
        self._hidden = HIDDEN
        self._namespace = ""
        self._page: dict[str, str] = {}
        self._collecting: list[str] | None = None
        self._size = 0

    def take(self) -> Iterator[_Page]:
        ready, self._ready = self._ready, []
        return iter(ready)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if (self._open[-1], tag) in _WANTED:
            self._collecting, self._size = [], 0
            self._namespace = attributes.get("key", "")
        elif tag == "page":
            self._page = {}
        elif tag == "redirect":
            self._page["redirect"] = "yes"
        self._open.append(tag)

    def text(self, data: str) -> None:
        if self._collecting is not None:
            self._size += len(data)
            if self._size <= LONGEST_PAGE:
                self._collecting.append(data)

    def end(self, tag: str) -> None:
        self._open.pop()
        if self._collecting is not None and (what := _WANTED.get((self._open[-1], tag))) is not None:
            value = "".join(self._collecting)
            self._collecting = None
            if what == "site":
                self._site = value
            elif what == "namespace":
                if self._namespace in _HIDDEN_NAMESPACES and value:
                    self._hidden |= {value.casefold()}
            else:  # of several revisions the last one is the page
                self._page[what] = value
                if what == "text":
                    self._page["long"] = "yes" if self._size > LONGEST_PAGE else ""
        elif tag == "page":
            self._end_page(self._page)

    def _end_page(self, page: dict[str, str]) -> None:
        text = page.get("text", "")
        if page.get("ns", "0") != "0" or "redirect" in page or _REDIRECT.match(text):
            return
        name = f"page {page.get('id', '?')}"
        if page.get("long"):
            self._findings.add("long-pages", name)
        elif page.get("model", "wikitext") != "wikitext":
            self._findings.add("other-models", name)
        else:
            self._ready.append(
                _Page(page.get("id", "?"), page.get("title", ""), page.get("date", ""), self._site, self._hidden, text)
            )
