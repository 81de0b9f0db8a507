"""A trace in a real browser: asked for, read with its passages by eyes and by keys, in both directions, and what is said without a corpus."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.app.served import Served, run, served
from tests.app.texts import PLANTED, QUICK, planted_corpus, reworded, spoken_corpus
from tests.app.visited import fits, visited
from tests.e2e.pages import headings_in_order, no_axe_violations
from weatherglass.app.sets import Sets
from weatherglass.corpus.store import open_corpus
from weatherglass.words import packs

pytestmark = pytest.mark.browser
LONG = 60_000.0  # milliseconds that work may take; no measure of speed
MOST_STOPS = 400  # of the Tab key on one page
HOSTILE = ("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\u202egnp", "x" * 900, "</q></ul></section>")


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, state: Path) -> Iterator[Served]:
    """With a corpus in Arabic, one in English, and one whose words mean harm."""
    folder = tmp_path_factory.mktemp("texts")
    for language in ("ar", "en"):
        spoken_corpus(folder / language, f"{language}/weat7")
    corpus = planted_corpus(folder / "planted")
    tested = {forms[0] for each in PLANTED.sets for forms in each.words}
    frequent = [word for word in open_corpus(corpus).words if word not in tested]
    reworded(corpus, dict(zip(frequent, HOSTILE, strict=False)))
    with served(folder, "--state", state) as made:
        yield made


def _traced(server: Served, state: Path, name: str) -> str:
    """The id of a trace in this corpus; it is computed once."""
    test = Sets(state / "sets").save(PLANTED) if name == "planted" else f"{name}/weat7"
    few = {} if name == "planted" else {"dim": 4, "least_documents": 2}
    with server.client() as client:
        ids = {each["name"]: each["id"] for each in client.get("/api/corpora").json()}
        return run(client, "trace", corpus=ids[name], query=test, **QUICK | few)


def _texts(page: Page) -> list[str]:
    return page.locator(".text-of-corpus q").all_inner_texts()


def test_a_trace_is_asked_for_and_its_passages_are_read(browser: Browser, server: Served) -> None:
    with visited(browser, server) as page:
        menu = page.get_by_role("navigation", name="Menu")
        menu.get_by_role("link", name="Trace", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Which documents carry the effect?")
        page.get_by_label("Corpus", exact=True).select_option(label="\u2068en\u2069 (English, 60 documents)")
        page.get_by_label("Test", exact=True).select_option("en/weat7")
        page.get_by_text("More options", exact=True).click()
        page.get_by_label("Dimensions", exact=True).fill("4")
        page.get_by_label("Least count of a word", exact=True).fill("1")
        page.get_by_label("Passes over the counts", exact=True).fill("5")
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.get_by_role("heading", name="Findings", exact=True)).to_be_visible(timeout=LONG)
        assert page.locator(".menu [aria-current=page]").inner_text() == "Trace"
        region = page.get_by_role("region", name="The text of these passages")
        expect(region.locator("details").first).to_have_attribute("open", "")
        words = {forms[0].lower() for each in packs.catalogue()["en/weat7"].sets for forms in each.words}
        quoted = region.locator("q").first.inner_text().split()
        assert words & set(quoted)
        marked = region.locator("q").first.locator("mark.test").all_inner_texts()
        assert set(marked) == words & set(quoted)
        with page.expect_download() as taken:
            page.get_by_role("link", name="Every document with what it carries (CSV)").click()
        assert len(taken.value.path().read_text("utf-8").splitlines()) == 61


def test_passages_are_reached_and_unfolded_by_keys(browser: Browser, server: Served, state: Path) -> None:
    id = _traced(server, state, "planted")
    with visited(browser, server, f"/runs/{id}#passages") as page:
        page.evaluate("document.querySelector('#passages-text').scrollIntoView()")
        third = page.locator(".text-of-corpus details").nth(2)
        assert third.get_attribute("open") is None
        page.locator("#passages summary").first.focus()
        for _ in range(MOST_STOPS):
            page.keyboard.press("Tab")
            if third.locator("summary").evaluate("each => each === document.activeElement"):
                break
        style = third.locator("summary").evaluate("each => getComputedStyle(each).outlineStyle")
        assert style != "none"
        page.keyboard.press("Enter")
        expect(third.locator("q").first).to_be_visible()


@pytest.mark.parametrize("name", ["ar", "planted"])
@pytest.mark.parametrize("language", ["en", "ar"])
def test_passages_are_whole_and_readable(browser: Browser, server: Served, state: Path, name: str, language: str) -> None:  # fmt: skip
    id = _traced(server, state, name)
    with visited(browser, server, f"/runs/{id}", language=language) as page:
        headings_in_order(page)
        fits(page, 1280)
        quoted = page.locator(".text-of-corpus q").first
        assert quoted.evaluate("each => getComputedStyle(each).direction") == ("rtl" if name == "ar" else "ltr")
        changes = page.locator(".text-of-corpus .change bdi").all_inner_texts()
        assert all(re.fullmatch(r"[−+]\d+\.\d+", each) for each in changes)
        if name == "planted":
            assert any("<script>alert(1)</script>" in each for each in _texts(page))
            assert page.locator("main script, .text-of-corpus img").count() == 0
            assert all("\u202e" not in each for each in _texts(page))
            no_axe_violations(page)
        page.set_viewport_size({"width": 360, "height": 800})
        fits(page, 360)


def test_marks_are_told_apart_where_colours_are_forced(browser: Browser, server: Served, state: Path) -> None:
    id = _traced(server, state, "planted")
    with visited(browser, server, f"/runs/{id}") as page:
        page.emulate_media(forced_colors="active")
        looks = {
            kind: page.locator(f".text-of-corpus mark.{kind}").first.evaluate(
                "each => [getComputedStyle(each).outlineStyle, getComputedStyle(each).borderBlockEndStyle].join()"
            )
            for kind in ("test", "for", "against")
        }
        assert len(set(looks.values())) == 3


def test_without_scripts_passages_are_there_too(browser: Browser, server: Served, state: Path) -> None:
    id = _traced(server, state, "ar")
    with visited(browser, server, f"/runs/{id}", scripts=False) as page:
        assert len(_texts(page)) > 20


@pytest.mark.parametrize("language", ["en", "ar"])
def test_without_a_corpus_the_screen_says_what_to_do(browser: Browser, tmp_path: Path, language: str) -> None:
    with served(tmp_path) as server, visited(browser, server, "/trace", language=language) as page:
        assert "weatherglass corpus build" in page.locator(".empty pre").inner_text()
        headings_in_order(page)
        fits(page, 1280)
        no_axe_violations(page)
        page.set_viewport_size({"width": 360, "height": 800})
        fits(page, 360)
