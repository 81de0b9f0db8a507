"""Reports without some of their parts: what is gone is gone and said, nothing leads to it, and the data stay whole."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import Path

import pytest

from tests.documented import Documented, DocumentedKind, document
from weatherglass.errors import UnknownName
from weatherglass.report.bundle import extract
from weatherglass.report.formats import reported
from weatherglass.report.page import html
from weatherglass.report.parts import parts_of, without
from weatherglass.report.write import KINDS
from weatherglass.wording.messages import speaking


def test_every_section_and_the_words_can_be_left_out() -> None:
    assert list(parts_of([document(), document(kind="quality", word_lists=())])) == [
        "audit.results", "audit.second", "audit.words", "quality.results", "quality.second",
    ]  # fmt: skip


@pytest.mark.parametrize("part", ["audit.results", "audit.second", "audit.words"])
def test_what_is_left_out_is_not_there_and_is_said(part: str) -> None:
    (made,) = without([document()], [part])
    title = parts_of([document()])[part]
    assert part not in parts_of([made])
    assert made.identity[-1] == ("Left out of this report", title)
    assert made.identity[:-1] == document().identity
    assert (made.limits, made.methods, made.warnings, made.mind) == (
        document().limits, document().methods, document().warnings, document().mind,
    )  # fmt: skip


@pytest.mark.parametrize("gone", [["audit.results"], ["audit.words"], ["audit.results", "audit.second", "audit.words"]])
def test_no_link_leads_to_what_is_not_there(gone: list[str]) -> None:
    for several in ([document()], [document(), document(kind="quality")]):
        page = html(without(several, gone))
        there = set(re.findall(r'id="([^"]+)"', page))
        assert [each for each in re.findall(r'href="#([^"]+)"', page) if each not in there] == []


def test_a_part_is_left_out_of_results_of_its_kind_only() -> None:
    quality = document(kind="quality")
    one, other = without([document(), quality], ["audit.second"])
    assert [section.anchor for section in one.sections] == ["results"]
    assert other is quality


def test_nothing_left_out_changes_nothing() -> None:
    given = document()
    (made,) = without([given], [])
    assert made is given


def test_a_part_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownName, match="no part of this report"):
        without([document()], ["audit.tests"])


def test_it_is_said_in_the_language_of_the_report() -> None:
    with speaking("de"):
        (made,) = without([document()], ["audit.second"])
    assert made.identity[-1][0] == "In diesem Bericht weggelassen"


def test_formats_for_reading_leave_it_out_and_data_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(KINDS, "documented", DocumentedKind())
    found = [Documented("one")]
    for chosen in ("html", "md"):
        text = str(reported(found, chosen, without=["audit.second"]))
        assert "A second section" in text  # where it says that it is left out
        assert "Alone." in str(reported(found, chosen))
        assert "Alone." not in text
    for chosen in ("json", "csv"):
        assert reported(found, chosen, without=["audit.second"]) == reported(found, chosen)
    made = reported(found, "csv", without=["audit.words"])
    assert isinstance(made, bytes)
    with zipfile.ZipFile(io.BytesIO(made)) as files:
        assert files.namelist() == ["1-audit-results.csv"]


def test_the_data_inside_a_page_are_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(KINDS, "documented", DocumentedKind())
    made = {}
    wished: dict[str, list[str]] = {"all": [], "some": ["audit.results", "audit.words"]}
    for name, gone in wished.items():
        file = tmp_path / f"{name}.html"
        file.write_text(str(reported([Documented("one")], "html", without=gone)), "utf-8")
        made[name] = extract(file)
    assert made["all"] == made["some"]
