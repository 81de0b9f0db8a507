"""What people come for, done as they do it: through what is seen on the page, from the first click to what they take away."""

from __future__ import annotations

import csv
import io
import json
import pickle
import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.app.served import Served, run, served
from tests.app.visited import visited
from tests.spaces import toy_space
from tests.test_auditing import pack_space
from weatherglass import read
from weatherglass.auditing import audit
from weatherglass.embedding.formats import write
from weatherglass.embedding.sample import sample_path
from weatherglass.measure.scrutiny import Scrutiny
from weatherglass.wording.messages import say, speaking
from weatherglass.wording.numbers import effect, p_value
from weatherglass.words.query import make_query

pytestmark = pytest.mark.browser
LONG = 60_000.0  # milliseconds that work may take; no measure of speed
QUICK = {"vectors": "sample", "language": "en", "measures": ["weat"], "comparisons": 0, "interval": "none", "structure": "no"}  # fmt: skip
FILLED = "/test?vectors=sample&language=en&measures=weat&comparisons=0&interval=none&structure=no&queries=en/"
SLOW = "/test?vectors=sample&language=en&comparisons=2000" + "".join(f"&queries=en/weat{i}" for i in (1, 2, 6, 7, 8, 9))


@dataclass(frozen=True)
class Own:
    """Words as somebody pastes them; one of them is misspelt."""

    spoken: str
    name: str
    sets: tuple[tuple[str, str], ...]
    words: tuple[tuple[str, ...], ...]
    misspelt: str
    meant: str

    def says(self, key: str, **values: Any) -> str:
        """A text of the page, in the language it speaks."""
        with speaking(self.spoken):
            return say(key, **values)


GERMAN = Own(
    spoken="en",
    name="Mathe und Kunst",
    sets=(
        ("Mathe", "Mathematik, Algebra, Geometrie\nGleichungen; Zahlen"),
        ("Künste", "Poesie\nKunst\nTanz\nLiteratur\nSkulptuur"),
        ("Männer", "Mann, Bruder\nSohn\tmännlich"),
        ("Frauen", '"Frau", Schwester,\nTochter, weiblich'),
    ),
    words=(
        ("Mathematik", "Algebra", "Geometrie", "Gleichungen", "Zahlen"),
        ("Poesie", "Kunst", "Tanz", "Literatur", "Skulptur"),
        ("Mann", "Bruder", "Sohn", "männlich"),
        ("Frau", "Schwester", "Tochter", "weiblich"),
    ),
    misspelt="Skulptuur",
    meant="Skulptur",
)
ARABIC = Own(
    spoken="ar",
    name="علوم وفنون",
    sets=(
        ("علوم", "الهندسة، الرياضيات، معادلات، حساب"),
        ("فنون", "نحت\nرواية\nرقص\nسنفونية"),
        ("رجال", "رجل، صبي، ابن، هو"),
        ("نساء", "هي، فتاة\nابنة؛ أخت"),
    ),
    words=(
        ("الهندسة", "الرياضيات", "معادلات", "حساب"),
        ("نحت", "رواية", "رقص", "سمفونية"),
        ("رجل", "صبي", "ابن", "هو"),
        ("هي", "فتاة", "ابنة", "أخت"),
    ),
    misspelt="سنفونية",
    meant="سمفونية",
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Vectors of two languages, and a file that is broken."""
    made = tmp_path_factory.mktemp("flows")
    for language in ("de", "ar"):
        pack_space(language, made, f"{language}.bin")
    rows = [f"word{i} 1 2 3 {i}" for i in range(1, 31)]
    (made / "broken.vec").write_text("\n".join(["31 4", "word0 1 2 3 4", "short 1 2", *rows, ""]), "utf-8")
    return made


@pytest.fixture(scope="module")
def state(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def server(folder: Path, state: Path) -> Iterator[Served]:
    with served(folder, "--state", state) as made:
        yield made


@pytest.fixture(scope="module")
def results(server: Served) -> list[str]:
    """The ids of two tests of the sample."""
    with server.client() as client:
        return [run(client, "audit", **QUICK, queries=[f"en/{name}"]) for name in ("weat1", "weat7")]


def _button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def _link(within: Page | Locator, name: str | re.Pattern[str]) -> Locator:
    return within.get_by_role("link", name=name, exact=True)


def _menu(page: Page, name: str) -> None:
    _link(page.get_by_role("navigation", name="Menu"), name).click()


def _headed(page: Page, text: str | re.Pattern[str]) -> None:
    """The page has come to this heading, after work where there was some."""
    expect(page.get_by_role("heading", level=1)).to_have_text(text, timeout=LONG)


def _quick(page: Page, says: Any = say) -> None:
    """Only what is needed, by the options that are folded away."""
    page.get_by_text(says("app.options"), exact=True).click()
    page.get_by_label(says("app.field.comparisons")).fill("0")
    page.get_by_label(says("app.field.interval")).select_option(label=says("app.choice.interval.none"))


def _twin(page: Page, name: str, title: str = "Use it elsewhere") -> str:
    """What the page offers for programs, downloaded or shown."""
    link = _link(page.get_by_role("region", name=title), name)
    answer = page.request.get(urljoin(page.url, str(link.get_attribute("href"))))
    assert answer.ok, answer.status_text
    return answer.text()


def _finding(page: Page) -> str:
    """The first finding of a result, as it is read."""
    return page.locator("#findings li").first.inner_text()


def _loaded(image: Locator) -> None:
    """A picture that is really there."""
    image.scroll_into_view_if_needed()
    expect(image).to_have_js_property("complete", True, timeout=LONG)
    assert image.evaluate("each => each.naturalWidth") > 0


@pytest.mark.parametrize(("own", "language"), [(GERMAN, "de"), (ARABIC, "ar")], ids=["german", "arabic"])
def test_own_words_are_written_looked_up_saved_and_tested(browser: Browser, server: Served, folder: Path, own: Own, language: str) -> None:  # fmt: skip
    says, file = own.says, f"{language}.bin"
    with visited(browser, server, language=own.spoken) as page:
        assert page.locator("html").get_attribute("dir") == ("rtl" if own.spoken == "ar" else "ltr")
        _link(page, file).click()
        _button(page, says("app.embedding.open")).click()
        expect(page.get_by_text(says("app.embedding.vocabulary"), exact=True)).to_be_visible(timeout=LONG)
        _link(page.locator("main"), says("app.start.go.words")).click()
        _link(page, says("app.words.new")).click()

        page.get_by_label(says("app.words.edit.name"), exact=True).fill(own.name)
        assert page.get_by_label(says("app.field.language")).input_value() == language  # guessed from the vectors
        for number, (letter, (name, words)) in enumerate(zip("XYAB", own.sets, strict=True)):
            page.get_by_label(says("app.words.edit.set_name"), exact=True).nth(number).fill(name)
            field = page.get_by_label(says("app.words.edit.words_of", name=letter), exact=True)
            field.fill(words)
            assert field.evaluate("each => getComputedStyle(each).direction") == ("rtl" if language == "ar" else "ltr")

        held = page.get_by_role("region", name=says("app.words.edit.coverage"))
        chip = held.get_by_role("listitem").filter(has_text=own.misspelt)
        expect(chip).to_contain_text(says("app.words.state_said.missing"))  # told while one types
        wrong = len(own.words[1])
        expect(held).to_contain_text(says("app.words.found_of", found=wrong - 1, n=wrong))
        _button(page, says("app.words.edit.check")).click()
        _link(page, says("app.words.near.add", spelling=own.meant, word=own.misspelt)).click()
        expect(held).to_contain_text(says("app.words.found_of", found=wrong, n=wrong))
        expect(held).not_to_contain_text(says("app.words.found_of", found=wrong - 1, n=wrong))
        field = page.get_by_label(says("app.words.edit.words_of", name=own.sets[1][0]), exact=True)
        assert f"{own.misspelt}|{own.meant}" in field.input_value()
        _button(page, says("app.words.edit.save")).click()

        _link(page, says("app.words.use")).click()
        assert page.get_by_role("checkbox", name=own.name.replace(" ", "-")).is_checked()
        _quick(page, says)
        _button(page, says("app.run")).click()
        expect(page.get_by_role("heading", name=says("report.findings"), exact=True)).to_be_visible(timeout=LONG)
        _tells_what_the_library_finds(page, own, folder / file)
        _forest_runs_from_left_to_right(page)
        _loaded(page.get_by_role("img", name=says("app.closer.null")))
        if own.spoken == "ar":
            menu, main = (page.locator(each).bounding_box() for each in (".menu", "main"))
            assert menu is not None
            assert main is not None
            assert menu["x"] > main["x"] + main["width"] / 2


def _tells_what_the_library_finds(page: Page, own: Own, vectors: Path) -> None:
    """Effect size, p and words, on the page and in its twins, are those of an audit without it, by the same words spelt right."""
    named = [(name, list(words)) for (name, _), words in zip(own.sets, own.words, strict=True)]
    query = make_query({"name": "same", "language": vectors.stem, "targets": dict(named[:2]), "attributes": dict(named[2:])})  # fmt: skip
    found = audit(vectors, queries=[query], measures=["weat"], language=vectors.stem, scrutiny=Scrutiny(baseline=0))
    (expected,) = found.results.association_tests
    assert expected.p is not None
    assert expected.value is not None
    assert expected.value > 0
    with speaking(own.spoken):
        seen = _plain(_finding(page))
        for told in (effect(expected.value), p_value(expected.p), *(name for name, _ in own.sets)):
            assert _plain(told) in seen
        title = say("app.exports.title")
    result = json.loads(_twin(page, "JSON", title))["results"][0]
    assert (result["measure"], result["value"], result["p"]["estimate"]) == ("weat", expected.value, expected.p.estimate)  # fmt: skip
    assert [each["score"] for each in result["words"]] == [each.score for each in expected.words]
    rows = list(csv.DictReader(io.StringIO(_twin(page, "CSV", title).lstrip("\ufeff"))))
    assert float(rows[0]["value"]) == expected.value


def _plain(text: str) -> str:
    """Without the signs that only keep directions and lines together."""
    return re.sub(r"[\u2066-\u2069\u2060]", "", text).replace("\u00a0", " ").replace("\u202f", " ")


def _forest_runs_from_left_to_right(page: Page) -> None:
    """On the axis of effect sizes, in pages of both directions; the dot of an effect above zero is right of zero."""
    ticks = page.locator("#results thead svg text").evaluate_all(
        "all => all.map(each => [each.textContent.replace('−', '-'), each.getBoundingClientRect().left])"
    )
    values = [float(text) for text, _ in sorted(ticks, key=lambda tick: tick[1])]
    assert values == sorted(values)
    assert len(values) >= 3
    dot = page.locator("#results tbody svg circle").first.bounding_box()
    assert dot is not None
    assert dot["x"] > next(left for text, left in ticks if float(text) == 0)


def test_work_is_cancelled_while_it_runs_and_taken_up_again(browser: Browser, server: Served, state: Path) -> None:
    with visited(browser, server, SLOW) as page:
        _button(page, "Run").click()
        _headed(page, re.compile("Working|Waiting"))
        id = page.url.rpartition("/")[2]
        bar = page.get_by_role("progressbar")
        page.wait_for_function("() => document.querySelector('progress')?.value > 0", timeout=LONG)
        assert float(bar.get_attribute("max") or 0) >= 1
        _button(page, "Cancel").click()
        _headed(page, "Cancelled")
        expect(page.get_by_text("nothing of it was kept")).to_be_visible()
        assert not (state / "runs" / id).exists()
        _menu(page, "Start")
        assert page.locator(f'a[href="/runs/{id}"]').count() == 0
        page.go_back()
        _button(page, "Try again").click()
        _headed(page, re.compile("^Audit of word vectors"))
        assert page.url.endswith(f"/runs/{id}")
        assert page.locator("#findings li").count() == 6


def test_work_that_fails_says_its_cause_and_the_way_on(browser: Browser, server: Served) -> None:
    with visited(browser, server) as page:
        _link(page, "Test broken.vec").click()
        page.get_by_label("Language of the words").select_option(label="English")
        _button(page, "Run").click()
        _headed(page, "This could not be done")
        expect(page.get_by_role("alert")).to_contain_text("broken.vec, line 3")
        _link(page, "Change the settings").click()
        chosen = page.get_by_label("Vectors", exact=True)
        assert "broken.vec" in chosen.locator("option:checked").inner_text()
        assert page.get_by_label("Language of the words").input_value() == "en"
        chosen.select_option(value="sample")
        test = page.get_by_role("checkbox", name="en/weat7 Mathematics")
        if not test.is_visible():  # own sets, where there are any, come first and are unfolded instead
            page.locator("summary", has_text="English").click()
        test.check()
        _quick(page)
        _button(page, "Run").click()
        _headed(page, re.compile("^Audit of word vectors: glove"))


def test_two_results_become_a_report_that_opens_again(browser: Browser, server: Served, results: list[str], tmp_path: Path) -> None:  # fmt: skip
    with visited(browser, server, f"/runs/{results[1]}") as page:
        finding = _finding(page)
        _link(page, "Put into a report").click()
        expect(page.get_by_role("checkbox", name=re.compile("^Test: ")).and_(page.locator(":checked"))).to_have_count(1)
        page.locator(f'input[value="{results[0]}"]').check()
        page.get_by_text("Sections", exact=True).click()
        page.get_by_role("checkbox", name=re.compile("^Test by test")).check()
        page.get_by_label("Title", exact=True).fill("For the <b>files</b>")
        _button(page, "Show the report").click()
        frame = page.get_by_title("Preview")
        frame.scroll_into_view_if_needed()
        preview = frame.content_frame
        expect(preview.get_by_role("heading", level=1)).to_have_text("For the <b>files</b>", timeout=LONG)
        expect(preview.get_by_role("heading", name="Test by test")).to_have_count(0)
        for name in ("en/weat1", "en/weat7"):
            expect(preview.get_by_text(name).first).to_be_visible()
        downloads = page.get_by_role("region", name="Downloads")
        with page.expect_download() as taken:
            _link(downloads, "Report (HTML)").click()
        taken.value.save_as(tmp_path / taken.value.suggested_filename)
        with page.expect_download() as numbers:
            _link(downloads, "JSON").click()
        told = json.loads(numbers.value.path().read_text("utf-8"))
        assert {each["query"] for told in told["results"] for each in told["results"]} == {"en/weat1", "en/weat7"}

        _menu(page, "Start")
        page.get_by_label(re.compile("^A report")).set_input_files(tmp_path / taken.value.suggested_filename)
        _button(page, "Open it").click()
        _headed(page, re.compile("^Audit of word vectors"))
        assert "opened" in {each["work"] for each in page.request.get(f"{server.base}/api/runs").json()}
        assert _finding(page) == finding


def test_back_forward_and_addresses_lead_where_they_led_after_a_new_start(browser: Browser, folder: Path, tmp_path: Path) -> None:  # fmt: skip
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        options = ("--state", tmp_path, "--port", str(free.getsockname()[1]))
    with served(folder, *options) as first, visited(browser, first, FILLED + "weat7&seed=3") as page:
        filled = page.url
        assert page.get_by_label("Seed").input_value() == "3"
        assert page.get_by_label("Comparisons with random words").input_value() == "0"
        assert page.get_by_role("checkbox", name="en/weat7 Mathematics").is_checked()
        _button(page, "Run").click()
        _headed(page, re.compile("^Audit of word vectors"))
        result, finding = page.url, _finding(page)
        page.go_back()
        assert page.get_by_label("Seed").input_value() == "3"
        _menu(page, "Methods")
        page.go_back()
        page.go_forward()
        _headed(page, "What does each measure say, and what not?")
    with served(folder, *options) as second, visited(browser, second) as page:
        page.goto(result)
        assert _finding(page) == finding
        page.goto(filled)
        _link(page, "Open the result").click()
        assert page.url == result


def test_changed_vectors_are_downloaded_read_and_offered_for_tests(browser: Browser, server: Served, tmp_path: Path) -> None:  # fmt: skip
    with visited(browser, server, "/mitigate?vectors=sample&language=en&queries=en/weat6&words=2000") as page:
        _button(page, "Run").click()
        made = _link(page, re.compile("^Download the changed vectors"))
        expect(made).to_be_visible(timeout=LONG)
        with page.expect_download() as taken:
            made.click()
        file = tmp_path / taken.value.suggested_filename
        taken.value.save_as(file)
        before, after = read(sample_path()), read(file)
        assert after.words == before.words
        leans = [abs(_lean(each, "nurse")) for each in (before, after)]
        assert leans[0] > 0.05
        assert leans[1] < 0.01
        _link(page.locator("#made"), "Test").click()
        chosen = page.get_by_label("Vectors", exact=True).locator("option:checked").inner_text()
        assert file.name in chosen
        assert "mitigated here" in chosen


def _lean(space: Any, word: str) -> float:
    """The cosine of a word with the difference of he and she."""
    vector, he, she = (space.vectors[space.index[each]].astype(float) for each in (word, "he", "she"))
    away = he - she
    return float(vector @ away / np.linalg.norm(vector) / np.linalg.norm(away))


def test_words_are_looked_up_and_points_are_chosen(browser: Browser, server: Served) -> None:
    with visited(browser, server) as page:
        _link(page, "Explore glove-6b-100d-sample").click()
        _button(page, "Open them").click()
        page.get_by_label("Words", exact=True).fill("docter")
        _button(page, "Show").click()
        _link(page, "doctor").click()
        expect(page.get_by_role("heading", name="doctor", exact=True)).to_be_visible()
        assert page.get_by_role("group", name="doctor", exact=True).get_by_role("row").count() > 10

        _link(page, "Projection").click()
        _link(page, "See an example with the sample").click()
        shown = page.get_by_role("group", name=say("app.explore.table")).locator("tbody tr:visible")
        every = shown.count()
        plane = page.locator(".plane svg")
        plane.scroll_into_view_if_needed()
        box = plane.bounding_box()
        assert box is not None
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] - 2, box["y"] + box["height"] - 60, steps=3)
        page.mouse.up()
        chosen = page.locator(".plane").get_by_role("option", selected=True).count()
        assert 0 < chosen < every
        assert shown.count() == chosen
        page.keyboard.press("Escape")
        expect(shown).to_have_count(every)


def test_vectors_are_brought_and_a_pickle_is_refused_with_the_way_out(browser: Browser, server: Served, tmp_path: Path) -> None:  # fmt: skip
    vectors = write(toy_space(), tmp_path / "brought.bin")
    pickled = tmp_path / "model.kv"
    pickled.write_bytes(pickle.dumps({"gensim": [1, 2]}))
    with visited(browser, server, refused=1) as page:
        for file in (pickled, vectors):
            with page.expect_file_chooser() as chooser:
                page.get_by_label(re.compile("^A file of word2vec")).click()
            chooser.value.set_files(file)
            _button(page, "Keep and look at it").click()
            if file == pickled:
                expect(page.get_by_role("alert")).to_contain_text("save_word2vec_format")
                assert _link(page, re.compile("^Test model")).count() == 0
        _button(page, "Open").click()
        expect(page.get_by_text("10 words with 3 dimensions are open.")).to_be_visible(timeout=LONG)
        _menu(page, "Start")
        expect(_link(page, re.compile("^Test brought-"))).to_be_visible()
