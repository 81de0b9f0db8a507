"""By keys alone, without scripts, and by every kind of result: the page leaves nobody out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.app.served import Served, run, served
from tests.app.texts import QUICK, spoken_corpus
from tests.app.visited import fits, visited
from tests.e2e.pages import headings_in_order, no_axe_violations
from tests.gendered import gendered_space
from tests.test_auditing import pack_space
from weatherglass.embedding.formats import write

pytestmark = pytest.mark.browser
LONG = 60_000.0  # milliseconds that work may take; no measure of speed
FILLED = "/test?vectors=sample&language=en&measures=weat&comparisons=0&interval=none&structure=no&queries=en/weat7"
MOST_STOPS = 400  # of the Tab key on one page
FOCUSED = """() => {
  const each = document.activeElement, style = getComputedStyle(each), box = each.getBoundingClientRect();
  return {tag: each.tagName, text: (each.getAttribute('aria-label') ?? each.innerText ?? '').trim(), seen: box.width > 0 && box.right > 0 &&
    box.bottom > 0 && box.top < innerHeight && box.left < innerWidth, ring: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2};
}"""
IMAGES = """async () => {
  const all = [...document.querySelectorAll('main img')];
  all.forEach(each => { each.loading = 'eager'; });
  await Promise.all(all.map(each => each.complete ? null : new Promise(done => { each.onload = each.onerror = done; })));
  return all.map(each => [each.alt, each.naturalWidth]);
}"""
# Each kind of result, asked for so that it takes little; "de" and "en" are small vectors, and "texts" a small corpus, that are made for these tests.
KINDS: dict[str, dict[str, Any]] = {
    "audit": {"vectors": "sample", "language": "en", "queries": ["en/weat7"], "comparisons": 20},
    "structure": {"vectors": "de", "language": "de", "parts": ["subspace", "bias", "generic-masculine"], "draws": 100},
    "stability": {"vectors": "de", "language": "de", "k": 5},
    "compare": {"spaces": ["sample", "en"], "language": "en", "queries": ["en/weat7"], "resamples": 200},
    "mitigate": {"vectors": "de", "language": "de", "queries": ["de/weat7"], "words": 1000},
    "diffusion": {"vectors": "sample", "refits": 0},
    "trace": {"corpus": "texts", "query": "en/weat7", "verify": [10], "least_documents": 2, **QUICK, "dim": 4},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("every")
    write(gendered_space("de"), folder / "de.bin")
    pack_space("en", folder, "en.bin")
    spoken_corpus(folder / "texts", "en/weat7")
    with served(folder, "--state", tmp_path_factory.mktemp("kept")) as made:
        yield made


def _tabbed(page: Page, name: str | re.Pattern[str], *, key: str = "Tab") -> None:
    """Tab until what is called so has the focus; on the way each stop is in sight and marked."""
    page.wait_for_load_state()  # on a busy machine a key pressed before that may move the focus and leave it unmarked
    for _ in range(MOST_STOPS):
        page.keyboard.press(key)
        stop = page.evaluate(FOCUSED)
        if stop["tag"] == "BODY":  # past the last one, the browser itself is next
            continue
        assert stop["seen"], stop
        assert stop["ring"], stop
        if re.fullmatch(name, stop["text"]):
            return
    raise AssertionError(f"{name} cannot be reached by keys")


def test_by_keys_alone_from_the_menu_to_a_result_and_what_is_taken_away(browser: Browser, server: Served) -> None:
    with visited(browser, server) as page:
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUSED)["text"] == "Skip to the content"
        assert page.evaluate(FOCUSED)["seen"]
        page.keyboard.press("Enter")
        assert page.evaluate("document.activeElement.id") == "main"
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.closest('main') !== null")
        page.goto(server.base)
        _tabbed(page, "Test")
        page.keyboard.press("Enter")
        expect(page).to_have_url(re.compile("/test"))
        page.goto(server.base + FILLED)
        _tabbed(page, "Skip to the content")
        page.keyboard.press("Enter")
        _tabbed(page, "Run")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Findings", exact=True)).to_be_visible(timeout=LONG)
        assert page.evaluate("document.activeElement.tagName") == "BODY"  # nothing took the focus when the work ended
        assert page.evaluate("scrollY") == 0
        _tabbed(page, "CSV", key="Shift+Tab")
        with page.expect_download() as taken:
            page.keyboard.press("Enter")
        assert taken.value.path().read_text("utf-8").count("en/weat7") == 1


def test_without_scripts_a_test_is_run_words_are_checked_and_a_table_is_seen(browser: Browser, server: Served) -> None:  # fmt: skip
    with visited(browser, server, FILLED + "&seed=1", scripts=False) as page:
        page.get_by_role("button", name="Run", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("^Audit of word vectors"), timeout=LONG)
        assert "en/weat7" in page.locator("#findings li").inner_text()
        page.get_by_role("navigation", name="Menu").get_by_role("link", name="Explore", exact=True).click()
        page.get_by_role("button", name="Open them").click()
        expect(page.get_by_role("heading", name="Nothing here yet")).to_be_visible(timeout=LONG)  # back by itself
        page.get_by_label("Words", exact=True).fill("doctor")
        page.get_by_role("button", name="Show", exact=True).click()
        assert page.get_by_role("group", name="doctor", exact=True).locator("tbody tr").count() == 20
        page.get_by_role("navigation", name="Menu").get_by_role("link", name="Word sets", exact=True).click()
        page.get_by_role("link", name="Write a new set").click()
        page.get_by_label("Words of X", exact=True).fill("nurse, docter")
        page.get_by_role("button", name="Check", exact=True).click()
        held = page.get_by_role("region", name="What the vectors hold of it")
        expect(held).to_contain_text("1 of 2 words")
        page.get_by_role("link", name="Add doctor as an alternative to docter", exact=True).click()
        expect(held).to_contain_text("2 of 2 words")


def _made(server: Served, kind: str) -> str:
    """The id of a result of this kind; it is computed once."""
    with server.client() as client:
        files = [*client.get("/api/vectors").json(), *client.get("/api/corpora").json()]
        ids = {each["name"].removesuffix(".bin"): each["id"] for each in files}
        ids["sample"] = "sample"
        wished = dict(KINDS[kind])
        if "spaces" in wished:
            wished["spaces"] = [ids[each] for each in wished["spaces"]]
        for name in {"vectors", "corpus"} & wished.keys():
            wished[name] = ids[wished[name]]
        return run(client, kind, **wished)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "ar"])
def test_every_kind_of_result_is_whole_and_readable(browser: Browser, server: Served, kind: str, language: str) -> None:  # fmt: skip
    id = _made(server, kind)
    with visited(browser, server, f"/runs/{id}", width=360, language=language) as page:
        assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
        headings_in_order(page)
        fits(page, 360)
        images = page.evaluate(IMAGES)
        assert page.locator("main img, main svg").count()  # a comparison draws within its tables only
        assert [alt for alt, width in images if not width] == []
        assert all(alt for alt, _ in images)
        fits(page, 360)
        if (
            kind in ("audit", "compare", "trace") and language == "en"
        ):  # it takes long; others are made of the same parts
            no_axe_violations(page)
        assert json.loads(page.request.get(f"{server.base}/runs/{id}.json").text())
