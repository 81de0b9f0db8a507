"""Warnings of a report: every notice is called by its name."""

from __future__ import annotations

import re
from pathlib import Path

import weatherglass
from weatherglass.embedding.selection import _LEFT_OUT
from weatherglass.errors import Notice
from weatherglass.report.warnings import warned
from weatherglass.wording.messages import known, say

ELSEWHERE = {"other-provenance", "long-sentences"}  # told by `info` and `corpus build`, in no report


def test_every_notice_has_a_title_or_is_about_rows() -> None:
    """Otherwise it would be taken for rows that were left out."""
    source = "".join(file.read_text("utf-8") for file in Path(weatherglass.__file__).parent.rglob("*.py"))
    codes = set(re.findall(r'Notice\(\s*"([a-z-]+)"', source))
    assert len(codes) > 40
    assert {code for code in codes - ELSEWHERE if not known(f"warning.{code}.title")} == set()
    assert not any(known(f"warning.{code}.title") for code in _LEFT_OUT)


def test_each_kind_is_explained_once_and_what_weighs_most_comes_first() -> None:
    notices = [Notice("zero-vectors", "3 rows"), Notice("low-coverage", "a"), Notice("low-coverage", "b")]
    first, second = warned(("", notice) for notice in notices)
    assert (first.code, first.cases) == ("low-coverage", ("a", "b"))
    assert (second.title, second.cases) == (say("warning.row.title"), ("3 rows",))
