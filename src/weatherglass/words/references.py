"""BibTeX entries of everything that is cited."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from weatherglass.errors import UnknownName
from weatherglass.words.packs import data_folder


@cache
def entries() -> dict[str, str]:
    """Key → BibTeX entry."""
    text = (data_folder() / "references.bib").read_text("utf-8")
    found = re.split(r"^(?=@)", text, flags=re.MULTILINE)[1:]
    return {entry[entry.index("{") + 1 : entry.index(",")].strip(): entry.strip() for entry in found}


def bibtex(keys: Iterable[str]) -> str:
    """The entries of these keys, once each, in order."""
    known = entries()
    chosen = []
    for key in dict.fromkeys(keys):
        if key not in known:
            raise UnknownName("reference", key, known)
        chosen.append(known[key])
    return "\n\n".join(chosen)


@dataclass(frozen=True, slots=True)
class Reference:
    """An entry as people read it; `address` is empty where none is known."""

    key: str
    authors: str
    year: str
    title: str
    address: str


_ACCENTS = {'"': "\u0308", "'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", "v": "\u030c", "c": "\u0327"}


def in_words(key: str) -> Reference:
    """An entry without the marks of BibTeX."""
    entry = bibtex([key])
    authors = [_author(each) for each in _entry(entry, "author").split(" and ")]
    said = authors[0] if len(authors) == 1 else f"{', '.join(authors[:-1])} & {authors[-1]}"
    doi = _entry(entry, "doi")
    linked = re.search(r"https?://[^\s{}]+", _entry(entry, "url") or _entry(entry, "howpublished"))
    address = f"https://doi.org/{doi}" if doi else linked[0] if linked else ""
    return Reference(key, _plain(said), _entry(entry, "year"), _plain(_entry(entry, "title")), address)


def _entry(entry: str, name: str) -> str:
    """The value of a field, which may hold braces; they are even within it."""
    begins = re.search(rf"^\s*{name}\s*=\s*\{{", entry, re.MULTILINE)
    if begins is None:
        return ""
    depth, start = 1, begins.end()
    for at in range(start, len(entry)):
        depth += {"{": 1, "}": -1}.get(entry[at], 0)
        if not depth:
            return " ".join(entry[start:at].split())
    return ""


def _author(name: str) -> str:
    """The family name, or the whole of an institution's."""
    return name if name.startswith("{") else name.split(",", maxsplit=1)[0]


def _plain(text: str) -> str:
    """Accents as letters have them, and no braces."""
    text = re.sub(r"\$\\neq\$", "≠", text)
    text = re.sub(
        r"\{?\\([\"'`^~vc])\s*\{?(\w)\}?\}?", lambda m: unicodedata.normalize("NFC", m[2] + _ACCENTS[m[1]]), text
    )
    return re.sub(r"[{}]", "", text).replace("\\&", "&").replace("--", "–")
