"""Methods on the page: every card, word, limit and reference, in four languages; and anchors that others lead to."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import polars as pl
import pytest
from starlette.testclient import TestClient

import weatherglass.measure
import weatherglass.mitigate  # noqa: F401  (registers them)
from tests.app.served import asked
from weatherglass.measure.base import BATTERY, MEASURES
from weatherglass.mitigate.base import METHODS
from weatherglass.wording.messages import languages, messages, speaking
from weatherglass.words.references import entries, in_words


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with asked(tmp_path_factory.mktemp("page")) as client:
        yield client


@pytest.mark.parametrize("language", languages())
def test_everything_has_a_card_and_an_anchor(page: TestClient, language: str) -> None:
    shown = page.get("/methods", params={"ui": language}).text
    ids = re.findall(r'id="([^"]+)"', shown)
    assert len(ids) == len(set(ids))
    assert {*MEASURES, *METHODS, *(f"ref-{key}" for key in entries())} <= set(ids)
    assert [each for each in re.findall(r'href="#([^"]+)"', shown) if each not in ids] == []


def test_cards_say_what_the_measures_say_of_themselves(page: TestClient) -> None:
    told = page.get("/methods.json", params={"ui": "en"}).json()  # a language once chosen is kept
    cards = {each["name"]: each for each in told["measures"]}
    for name, card in MEASURES.items():
        assert (cards[name]["what"], cards[name]["range"], cards[name]["limits"]) == (
            card.what,
            card.range,
            card.limits,
        )
        assert cards[name]["formula"] == card.formula != ""
        assert cards[name]["cite"] == list(card.cite)
    assert [each["name"] for each in told["measures"][: len(BATTERY)]] == list(BATTERY)
    assert {each["name"] for each in told["methods"]} == METHODS.keys()


def test_what_a_measure_needs_is_said_in_the_language_of_the_page(page: TestClient) -> None:
    def needs(name: str, language: str) -> str:
        cards = page.get("/methods.json", params={"ui": language}).json()["measures"]
        return next(str(each["needs"]) for each in cards if each["name"] == name)

    assert needs("weat", "en") == MEASURES["weat"].inputs()
    assert needs("nbm", "en") == "1 target set or more, base pairs, neutral words"
    assert needs("weat", "de") == "2 Zielmengen, 2 Attributmengen"
    assert needs("weat", "ar").startswith("مجموعتا هدف")


@pytest.mark.parametrize("language", languages())
def test_words_are_explained_in_every_language(page: TestClient, language: str) -> None:
    words = page.get("/methods.json", params={"ui": language}).json()["glossary"]
    terms = [key for key in messages("en") if re.fullmatch(r"app\.glossary\.\w+\.name", key)]
    assert len(words) == len(terms) >= 25
    with speaking(language):
        own = messages(language)
    assert set(words) == {own[key] for key in terms}


def test_the_table_has_every_measure(page: TestClient) -> None:
    table = pl.read_csv(io.StringIO(page.get("/methods.csv").text.removeprefix("\ufeff")))
    assert sorted(table["name"]) == sorted(MEASURES)


def test_references_are_had_as_bibtex(page: TestClient) -> None:
    answer = page.get("/methods.bib")
    assert set(re.findall(r"^@\w+\{([^,]+),", answer.text, re.MULTILINE)) == entries().keys()
    assert "weatherglass.bib" in answer.headers["content-disposition"]


def test_references_are_read_without_the_marks_of_bibtex() -> None:
    every = [in_words(key) for key in entries()]
    for each in every:
        assert each.authors
        assert each.title
        assert re.fullmatch(r"\d{4}", each.year)
        assert not re.search(r"[{}\\]", each.authors + each.title), each
    assert in_words("lauscher2020").authors == "Lauscher, Takieddin, Ponzetto & Glavaš"
    assert in_words("schonemann1966").authors == "Schönemann"
    assert in_words("bls2022").authors == "U.S. Bureau of Labor Statistics"
    assert in_words("nosek2002math").title == "Math = male, me = female, therefore math ≠ me"
    assert in_words("caliskan2017").address == "https://doi.org/10.1126/science.aal4230"
