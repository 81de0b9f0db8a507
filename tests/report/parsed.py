"""A page read as a browser does: its elements, ids, links, headings, and its text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

_EMPTY = ("br", "meta", "path", "link", "img", "hr", "input", "use", "rect", "circle", "line")


@dataclass
class Parsed(HTMLParser):
    """What stands in a page; every element that is opened must be closed in its turn."""

    page: str
    elements: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[tuple[tuple[str, ...], str]] = field(default_factory=list)  # with the elements around each
    around: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.feed(self.page)
        self.close()
        assert self.around == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _EMPTY:
            self.around.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in _EMPTY:
            assert self.around.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((tuple(self.around), data))

    @property
    def tags(self) -> set[str]:
        return {tag for tag, _ in self.elements}

    @property
    def ids(self) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get("id"))]

    @property
    def links(self) -> list[str]:
        return [value for _, attributes in self.elements if (value := attributes.get("href"))]

    @property
    def levels(self) -> list[int]:
        return [int(tag[1]) for tag, _ in self.elements if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit()]

    @property
    def text(self) -> str:
        """What is read, in one line."""
        read = (data for around, data in self.texts if not {"style", "script"} & set(around))
        return " ".join("".join(read).split())

    def within(self, tag: str) -> list[str]:
        """The texts that stand in such an element."""
        return [data for around, data in self.texts if tag in around]


def text_of(page: str) -> str:
    """The page as it is read."""
    return unescape(re.sub("<[^>]+>", "", page)).replace("\u00a0", " ")
