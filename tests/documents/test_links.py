"""Links between pages lead to files and headings that are there; nothing of the pages is left out of the navigation."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]
from tools.site_nav import expanded

from tests.documents.blocks import PAGES, ROOT, name_of, without_blocks

DOCS = ROOT / "docs"
_LINK = re.compile(r"!?\[[^\]\[]*\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_HEADING = re.compile(r"^#{1,6} +(.+?)(?: +#+)?$", re.MULTILINE)
_NOT_IN_A_SLUG = re.compile(r"[^\w\s-]")


def prose(page: Path) -> str:
    """Without blocks and code, in which a link is no link."""
    return _CODE.sub("", without_blocks(page.read_text("utf-8")))


def anchors(page: Path) -> set[str]:
    """Those that MkDocs gives the headings: words in lower case with hyphens, and a number where one comes again."""
    found: Counter[str] = Counter()
    named = set()
    for heading in _HEADING.findall(without_blocks(page.read_text("utf-8"))):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[-\s]+", "-", _NOT_IN_A_SLUG.sub("", text).strip().lower())
        named.add(f"{slug}_{found[slug]}" if found[slug] else slug)
        found[slug] += 1
    return named


def links(page: Path) -> list[str]:
    return [link for link in _LINK.findall(prose(page)) if not re.match(r"[a-z]+:", link)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in links(page):
        file, _, anchor = link.partition("#")
        assert not file.startswith("/"), f"{link}: pages are also opened from a folder, so links are relative"
        target = (page.parent / file).resolve() if file else page
        assert target.is_file(), f"{link}: there is no such file"
        if page != ROOT / "README.md":
            assert target.is_relative_to(DOCS), f"{link} leads out of the documentation"
        if anchor:
            assert anchor in anchors(target), f"{link}: there is no such heading"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_pages_that_are_named_are_linked(page: Path) -> None:
    """`docs/x.md` in code font is a link that nobody can follow."""
    named = re.findall(r"`docs/[\w/-]+\.md`", without_blocks(page.read_text("utf-8")))
    assert named == []


def test_every_page_is_in_the_navigation() -> None:
    settings: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    found = Counter(_pages(expanded(settings["nav"], DOCS)))
    assert set(found) == {page.relative_to(DOCS).as_posix() for page in PAGES if page.is_relative_to(DOCS)}
    assert [page for page, times in found.items() if times > 1] == []


def test_pages_that_are_not_there_are_left_out(tmp_path: Path) -> None:
    for name in ("index.md", "more/index.md", "more/b.md", "more/a.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    nav = ["index.md", {"More": ["more/index.md", "more/*"]}, {"Gone": "gone.md"}, {"All gone": ["gone.md", "none/*"]}]
    assert expanded(nav, tmp_path) == ["index.md", {"More": ["more/index.md", "more/a.md", "more/b.md"]}]


def test_every_decision_is_listed_with_its_title_and_a_line() -> None:
    folder = DOCS / "decisions"
    listed = re.findall(r"^\| \[(.+)\]\((.+)\) \| \S.* \|$", (folder / "index.md").read_text("utf-8"), re.MULTILINE)
    decisions = sorted(page for page in folder.glob("*.md") if page.name != "index.md")
    assert listed == [(_HEADING.findall(page.read_text("utf-8"))[0], page.name) for page in decisions]


def _pages(nav: list[Any]) -> list[str]:
    found: list[str] = []
    for entry in nav:
        inside = next(iter(entry.values())) if isinstance(entry, dict) else entry
        found += _pages(inside) if isinstance(inside, list) else [inside]
    return found
