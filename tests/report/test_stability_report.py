"""The study of base pairs as a page: whole, by itself, and harmless whatever words are in it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from tests.spaces import cased_space
from weatherglass.errors import Notice
from weatherglass.measure.stability import stability
from weatherglass.measure.stability_result import Example, Stability
from weatherglass.report.stability import summary, tables, write_stability
from weatherglass.words.lookup import Substitution

HOSTILE = "<img src=x onerror=alert(1)>\"'</script>"


@pytest.fixture(scope="module")
def study() -> Stability:
    return stability(cased_space(steady=True, odd="gal–guy", filler=200), "en", k=10)


def page_of(study: Stability, folder: Path, *notices: Notice) -> str:
    return write_stability(replace(study, warnings=notices), folder / "stability.html").read_text("utf-8")


def test_the_page_needs_nothing_else(study: Stability, tmp_path: Path) -> None:
    page = page_of(study, tmp_path)
    assert [file.name for file in tmp_path.iterdir()] == ["stability.html"]
    assert "default-src 'none'" in page
    assert not re.search(r"<script|<link|<img|@import|url\(|src=", page)
    assert set(re.findall(r"https?://[^\s\"<}]+", page)) <= set(
        re.findall(r"https?://[^\s\"<}]+", page[page.index("BibTeX") :])
    )
    assert page.count("<h1") == 1
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()


def test_every_table_and_both_figures_are_there(study: Stability, tmp_path: Path) -> None:
    page = unescape(page_of(study, tmp_path))
    for table in tables(study):
        assert f"<h2>{table.title}</h2>" in page
        assert table.note in page
        for row in table.rows:
            assert len(row) == len(table.header)
            for cell in row:
                assert f">{cell}<" in page
    assert page.count("<svg") == 2
    for sentence in summary(study):
        assert sentence in page
    assert study.embedding["sha256"] in page
    for key in ("zhang2021", "bolukbasi2016", "ethayarajh2019", "gonen2019", "bem1974"):
        assert f"{{{key}," in page


def test_unstable_pairs_are_marked(study: Stability, tmp_path: Path) -> None:
    page = page_of(study, tmp_path)
    assert study.unstable == ("gal–guy",)
    assert page.count(">gal–\u200bguy*<") == 5  # tables 3 to 6, and the figure in numbers
    assert ">she–he<" in page
    assert ">she–he*<" not in page
    assert "Unstable pairs, marked *: gal–guy;" in page


def test_what_was_noticed_while_reading_is_on_the_page(study: Stability, tmp_path: Path) -> None:
    page = page_of(study, tmp_path, Notice("language-guessed", f"The language was guessed {HOSTILE}."))
    assert "The language was guessed" in page
    assert "<img" not in page


def test_hostile_words_and_names_are_text(study: Stability, tmp_path: Path) -> None:
    scores = {name: {HOSTILE: next(iter(forms.values()))} for name, forms in study.example.scores.items()}
    evil = replace(
        study,
        embedding={**study.embedding, "name": HOSTILE, "format": HOSTILE},
        example=Example(word=HOSTILE, scores=scores),
        missing_pairs=(HOSTILE,),
        missing_neutral=(HOSTILE,),
        substituted=(Substitution("mary", HOSTILE, "case"),),
    )
    page = page_of(evil, tmp_path)
    assert "<img" not in page
    assert "<script" not in page
    assert "</script" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 6


def test_hostile_pairs_are_text(study: Stability, tmp_path: Path) -> None:
    """A pair of ones own pack may be called anything."""

    def renamed(part: Any) -> Any:
        if isinstance(part, dict):
            return {renamed(key): renamed(value) for key, value in part.items()}
        if isinstance(part, tuple):
            return tuple(renamed(each) for each in part)
        return HOSTILE if part == "she–he" else part

    evil = replace(
        study,
        pairs=renamed(study.pairs),
        pair_agreement=renamed(dict(study.pair_agreement)),
        between_measures=renamed({name: dict(each) for name, each in study.between_measures.items()}),
        correlated=replace(study.correlated, r=renamed(dict(study.correlated.r)), p=renamed(dict(study.correlated.p))),
    )
    assert "<img" not in page_of(evil, tmp_path)


def test_summaries_say_what_was_replaced_and_left_out(study: Stability) -> None:
    said = summary(
        replace(
            study,
            missing_pairs=("her–his",),
            substituted=(Substitution("mary", "Mary", "case"),),
            professions=(300, 320),
            missing_neutral=tuple(f"w{i}" for i in range(21)),
        )
    )
    assert said[0].startswith("Over 300 of 320 professions and 10 base pairs")
    assert "Not in the vectors, and left out: her–his." in said
    assert "Words of base pairs matched by another spelling: mary as Mary." in said
    assert any(sentence.endswith("(21): " + ", ".join(f"w{i}" for i in range(20)) + ", ….") for sentence in said)


def test_the_paper_stands_beside_the_values(study: Stability) -> None:
    """Table 2 of the paper: κ 0.45, 0.42, 0.29; it prints the complement of the changes, 1 − 0.69 = 0.31."""
    second = tables(study)[1]
    assert [row[2] for row in second.rows] == ["0.45", "0.42", "0.29"]
    assert [row[4] for row in second.rows] == ["31 %", "34 %", "29 %"]
    assert [row[0] for row in second.rows] == ["DB", "RIPA", "NBM"]


def test_a_failed_write_leaves_nothing(study: Stability, tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none"):
        write_stability(study, tmp_path / "none" / "stability.html")
    assert list(tmp_path.iterdir()) == []
