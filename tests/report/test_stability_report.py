"""The study of base pairs as a page: whole, by itself, and harmless whatever words are in it."""

from __future__ import annotations

import json
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
from weatherglass.report.document import Document
from weatherglass.report.formats import write_report
from weatherglass.report.page import html
from weatherglass.report.stability import command_line, document, summary, tables
from weatherglass.wording.messages import speaking
from weatherglass.words.lookup import Substitution

HOSTILE = "<img src=x onerror=alert(1)>\"'</script>"


@pytest.fixture(scope="module")
def study() -> Stability:
    return stability(cased_space(steady=True, odd="gal–guy", filler=200), "en", k=10)


@pytest.fixture(scope="module")
def made(study: Stability) -> Document:
    return document(study)


@pytest.fixture(scope="module")
def page(study: Stability, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    written = page_of(study, folder)
    assert [file.name for file in folder.iterdir()] == ["stability.html"]
    return written


def page_of(study: Stability, folder: Path, *notices: Notice) -> str:
    return write_report(replace(study, warnings=notices), folder / "stability.html").read_text("utf-8")


def in_language(study: Stability, language: str) -> str:
    with speaking(language):
        return unescape(html([document(study)]))


def plain(page: str) -> str:
    """Its texts, with spaces that may break."""
    return unescape(re.sub(r"<[^>]*>", "", page)).replace("\u00a0", " ")


def test_the_page_needs_nothing_else(page: str) -> None:
    assert "default-src 'none'" in page
    assert re.findall(r"<script[^>]*>", page) == ['<script type="application/json" id="weatherglass-result">']
    assert not re.search(r"<link|<img|@import|url\((?!#)|src=", page)
    assert set(re.findall(r"https?://[^\s\"<}]+", page)) <= set(
        re.findall(r"https?://[^\s\"<}]+", page[page.index("BibTeX") :])
    )
    assert page.count("<h1") == 1
    assert "nan" not in re.sub(r"<[^>]*>", " ", page).lower().split()


def test_every_table_and_figure_is_there(study: Stability, page: str) -> None:
    texts = plain(page)
    for table in tables(study):
        assert f"<h3>{table.title}</h3>" in unescape(page)
        assert table.note in texts
        for row in table.rows:
            assert len(row) == len(table.header)
            for cell in row:
                assert f">{cell.replace(' %', chr(160) + '%')}<" in unescape(page)
    assert page.count("<svg") == 4
    for sentence in summary(study):
        assert sentence in texts
    assert study.embedding["sha256"] in page
    for key in ("zhang2021", "bolukbasi2016", "ethayarajh2019", "gonen2019", "bem1974", "landis1977"):
        assert f"{{{key}," in page


def test_parts_that_were_not_run_say_why_and_have_no_empty_table() -> None:
    lower = stability(cased_space(cased=False, filler=100), "en", k=5)
    page = in_language(lower, "en")
    assert "of 10 base pairs, none is in the vectors both as listed and capitalised." in page
    assert page.count("<table") == 7  # without table 3, with the cosines
    with speaking("de"):
        assert "von 10 Basispaaren ist keines sowohl wie aufgeführt als auch großgeschrieben" in tables(lower)[2].note
        assert "haben 0 auch diese Form, nötig sind mindestens 20" in tables(lower)[3].note


def test_unstable_pairs_are_marked(study: Stability, page: str) -> None:
    assert study.unstable == ("gal–guy",)
    assert page.count('class="n">gal–guy*<') == 6  # tables 3 to 6, the figure in numbers, the cosines
    assert 'class="n">she–he<' in page
    assert ">she–he*<" not in page
    assert "Unstable pairs, marked *: gal–guy;" in page


def test_a_study_read_back_gives_the_same_page(study: Stability, made: Document) -> None:
    data = study.to_dict()
    assert list(data)[:2] == ["schema_version", "kind"]
    back = Stability.from_dict(json.loads(json.dumps(data)))
    assert back == study
    assert html([document(back)]) == html([made])


@pytest.mark.parametrize(
    ("language", "direction", "texts"),
    [
        ("de", "ltr", ("Stimmen die Basispaare überein?", "Tabelle 2: Stabilität der Basispaare", "zweites Wort, weniger", "Zeilen, die nicht nach Häufigkeit geordnet sind", "Die Zeilen der Datei sind alphabetisch geordnet")),
        ("fr", "ltr", ("Les paires de base concordent-elles\u00a0?", "Tableau 2\u00a0: stabilité des paires de base", "second mot, moins", "Les lignes du fichier sont en ordre alphabétique")),
        ("ar", "rtl", ("هل تتفق الأزواج الأساسية؟", "الجدول <bdi>2</bdi>: استقرار الأزواج الأساسية", "الكلمة الثانية، أقل", "صفوف الملف مرتبة أبجديًا")),
    ],
)  # fmt: skip
def test_other_languages(
    study: Stability, made: Document, language: str, direction: str, texts: tuple[str, ...]
) -> None:
    page = in_language(replace(study, warnings=(Notice("not-by-frequency", "Sorted."),)), language)
    assert f'<html lang="{language}" dir="{direction}">' in page
    for text in texts:
        assert text in page
    english = [
        *summary(study),
        *(table.title for table in tables(study)),
        *(table.note for table in tables(study)),
        *(section.title for section in made.sections),
        *(figure.caption for section in made.sections for figure in section.figures),
        "base pair, those that agree most",
        "first word",
        "Sorted.",
    ]
    assert [sentence for sentence in english if sentence and sentence in plain(page)] == []


def test_what_makes_it_again_is_said_where_it_is_known(study: Stability) -> None:
    assert command_line(study) == ""  # vectors in memory
    of_a_file = replace(study, embedding={**study.embedding, "name": "my vectors.bin", "format": "word2vec binary"})
    assert command_line(of_a_file) == "weatherglass stability 'my vectors.bin' --lang en --k 10"
    chosen = replace(of_a_file, seed=3, k=100, example=replace(study.example, asked="nurse"))
    assert command_line(chosen) == "weatherglass stability 'my vectors.bin' --lang en --word nurse --seed 3"
    assert command_line(replace(of_a_file, own_neutral=True)) == ""


def test_the_numbers_of_the_figures_are_tables(study: Stability, made: Document) -> None:
    pairs, words = made.tables["stability-pairs"], made.tables["stability-words"]
    assert pairs.columns == ["pair", "other", "cosine", "kappa"]
    assert pairs.height == 45
    one, other, cosine, kappa = pairs.row(10)
    i, j = study.pairs.index(one), study.pairs.index(other)
    assert (cosine, kappa) == (study.correlated.cosines[i][j], study.correlated.kappas[i][j])
    assert words.height == 320 * 10
    word, pair, score = words.row(1234)
    assert score == study.profession_scores[word][study.pairs.index(pair)]
    direct = study.example.scores["direct-bias"][study.example.word]
    assert study.profession_scores[study.example.word] == direct


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
    assert page.count("<script") == page.count("</script") == 1  # the data
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
        write_report(study, tmp_path / "none" / "stability.html")
    assert list(tmp_path.iterdir()) == []
