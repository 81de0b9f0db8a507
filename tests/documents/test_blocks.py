"""Every block of every page does what the page says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from threadpoolctl import threadpool_limits

from tests.cluster import Cluster
from tests.documents.blocks import PAGES, blocks_of, name_of
from tests.documents.carrying_out import LANGUAGES, Page, needs_networks
from weatherglass.corpus.documents import FORMATS as TEXTS
from weatherglass.embedding.formats import PATH_FORMATS
from weatherglass.measure.base import MEASURES
from weatherglass.mitigate.base import METHODS

SCHEDULER, BUCKET = "tcp://10.0.0.5:8786", "s3://bucket/"
WITH_BLOCKS = [page for page in PAGES if blocks_of(page)]


@pytest.fixture(autouse=True)
def _one_thread() -> Iterator[None]:
    """Where tests run side by side, more threads than cores wait for each other."""
    with threadpool_limits(1):
        yield


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Pages register what they add, and keep what they download."""
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("WEATHERGLASS_CACHE", str(tmp_path / ".cache"))
    tables: list[dict[str, Any]] = [MEASURES, METHODS, TEXTS, PATH_FORMATS]
    before = [dict(table) for table in tables]
    yield
    for table, entries in zip(tables, before, strict=True):
        table.clear()  # so that the order, which decides for formats, is that of before
        table.update(entries)


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=name_of)
def test_every_block_is_of_a_known_kind(path: Path) -> None:
    for block in blocks_of(path):
        assert block.language in LANGUAGES, f"line {block.line}: '{block.language}'; give one of {', '.join(LANGUAGES)}"


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=name_of)
def test_what_is_shown_as_printed_stands_at_once_under_what_prints_it(path: Path) -> None:
    """Elsewhere nothing would be compared with it."""
    before = ""
    for block in blocks_of(path):
        if block.language == "text":
            assert block.follows_at_once, f"line {block.line}: not at once under what printed it"
            assert before in ("sh", "python"), f"line {block.line}: a block of '{before}' prints nothing"
        before = block.language


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=name_of)
def test_python_that_is_a_file_is_run_as_one(path: Path) -> None:
    commands = "\n".join(block.text for block in blocks_of(path) if block.language == "sh")
    for block in blocks_of(path):
        if block.language == "python" and block.title:
            assert block.title in commands, f"line {block.line}: nobody runs {block.title}"


@pytest.mark.parametrize("path", WITH_BLOCKS, ids=name_of)
def test_a_page_can_be_carried_out(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    instead = {}
    if SCHEDULER in path.read_text("utf-8"):
        cluster: Cluster = request.getfixturevalue("cluster")
        instead = {SCHEDULER: cluster.address, BUCKET: f"{tmp_path.as_uri()}/bucket/"}
    Page(path, tmp_path, instead).carry_out(networks=False)


@pytest.mark.neural
@pytest.mark.parametrize("path", [page for page in PAGES if needs_networks(page)], ids=name_of)
def test_what_needs_networks_can_be_carried_out(path: Path, tmp_path: Path) -> None:
    Page(path, tmp_path).carry_out(networks=True)
