"""BibTeX entries of everything that is cited."""

from __future__ import annotations

import re
from collections.abc import Iterable
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
