"""A hook of MkDocs: folders of pages in the navigation, whatever pages there are, and bars inside code in tables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

_CELL = re.compile(r"<td.*?</td>", re.DOTALL)


def on_config(config: Any) -> Any:
    """Put the pages of a folder in the place of `FOLDER/*`, and leave out pages that are not there."""
    config["nav"] = expanded(config["nav"], Path(config["docs_dir"]))
    return config


def on_page_content(html: str, **_: Any) -> str:
    """Code in a table has its bars escaped, as GitHub wants it; Python's Markdown shows the backslash too."""
    return _CELL.sub(lambda cell: cell[0].replace("\\|", "|"), html)


def expanded(nav: list[Any], docs: Path) -> list[Any]:
    """The navigation with the pages that are there."""
    named = set(_pages(nav))
    found: list[Any] = []
    for entry in nav:
        if isinstance(entry, str) and entry.endswith("/*"):
            pages = sorted((docs / entry.removesuffix("/*")).glob("*.md"))
            found += [page for each in pages if (page := each.relative_to(docs).as_posix()) not in named]
        elif isinstance(entry, dict):
            [(title, content)] = entry.items()
            inside = expanded(content, docs) if isinstance(content, list) else _there(content, docs)
            found += [{title: inside}] if inside else []
        else:
            found += [entry] if _there(entry, docs) else []
    return found


def _there(page: str, docs: Path) -> str | None:
    return page if (docs / page).is_file() else None


def _pages(nav: list[Any]) -> list[str]:
    """Those that are named one by one, at this place."""
    return [entry for entry in nav if isinstance(entry, str) and not entry.endswith("/*")]
