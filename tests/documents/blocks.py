"""The pages of the documentation, and the fenced blocks in them."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>[^\n]*)\n(?P<text>.*?)^ *(?P=fence) *$", re.M | re.S
)
_OPENING = re.compile(r"^ *(?:```|~~~)", re.M)
_TITLE = re.compile(r'title="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Block:
    """What stands between two fences; `line` is that of the first one, `title` the file that it is the text of."""

    language: str
    title: str
    text: str
    line: int
    follows_at_once: bool  # nothing stands between it and the block before


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def blocks_of(page: Path) -> list[Block]:
    """All of a page's blocks in order; a fence that is never closed is an error."""
    text = page.read_text("utf-8")
    found: list[Block] = []
    end = 0
    for match in _FENCE.finditer(text):
        between = text[end : match.start()]
        assert not _OPENING.search(between), f"{name_of(page)}: a fence is not closed"
        language, _, rest = match["info"].strip().partition(" ")
        title = _TITLE.search(rest)
        found.append(
            Block(
                language=language,
                title=title[1] if title else "",
                text=textwrap.dedent(match["text"]),
                line=text.count("\n", 0, match.start()) + 1,
                follows_at_once=bool(found) and not between.strip(),
            )
        )
        end = match.end()
    assert not _OPENING.search(text[end:]), f"{name_of(page)}: a fence is not closed"
    return found


def without_blocks(text: str) -> str:
    """A page's prose, with its lines where they were."""
    return _FENCE.sub(lambda match: "\n" * match[0].count("\n"), text)
