"""Reports on the page: results chosen and put in order, the preview that is the file, and every format."""

from __future__ import annotations

import io
import re
import shlex
import zipfile
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, run
from tests.e2e.command import weatherglass
from weatherglass.report import pdf
from weatherglass.report.bundle import extract
from weatherglass.report.formats import reported
from weatherglass.report.write import read_result

SHORT = {"vectors": "sample", "comparisons": 0, "interval": "none", "structure": "no"}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("page")
    with asked(folder) as client:
        yield client


@pytest.fixture(scope="module")
def runs(page: TestClient) -> tuple[str, str]:
    one, other = (run(page, "audit", **SHORT, queries=[query]) for query in ("en/weat1", "en/weat6"))
    return one, other


def test_the_preview_is_the_file_and_the_library_writes_the_same(page: TestClient, runs: tuple[str, str]) -> None:
    wished = {"run": list(runs), "language": "de", "title": "Für die <Akte>", "without": "audit.tests"}
    shown = page.get("/report/preview", params=wished)
    file = page.get("/report/bound.html", params=wished)
    assert shown.content == file.content
    found = [read_result(page.get(f"/api/runs/{id}/result").text, id) for id in runs]
    made = reported(found, "html", language="de", title="Für die <Akte>", without=["audit.tests"])
    assert shown.text == made
    assert "attachment" in file.headers["content-disposition"]
    assert "Für die &lt;Akte&gt;" in shown.text
    assert "In diesem Bericht weggelassen" in shown.text


def test_a_preview_can_do_nothing_and_be_framed_by_the_page_only(page: TestClient, runs: tuple[str, str]) -> None:
    policy = page.get("/report/preview", params={"run": runs[0]}).headers["content-security-policy"].split("; ")
    assert {"default-src 'none'", "sandbox", "frame-ancestors 'self'"} <= set(policy)
    assert not any("script" in rule for rule in policy)
    assert "sandbox src=" in page.get("/report", params={"run": runs[0]}).text


def test_the_order_is_that_of_the_address_and_can_be_changed(page: TestClient, runs: tuple[str, str]) -> None:
    one, other = runs
    shown = page.get("/report", params={"run": [one, other]}).text
    ticked = re.findall(r'name="run" value="(\w+)" checked', shown)
    assert ticked == [one, other]
    (down,) = re.findall(r'<a href="([^"]+)" aria-label="Move [^"]+ down"', shown)
    assert re.findall(r'name="run" value="(\w+)" checked', page.get(unescape(down)).text) == [other, one]
    texts = [page.get("/report/bound.md", params={"run": order}).text for order in ([one, other], [other, one])]
    assert texts[0] != texts[1]


def test_parts_are_offered_and_stay_chosen(page: TestClient, runs: tuple[str, str]) -> None:
    told = page.get("/report.json", params={"run": runs[0], "without": ["audit.tests", "study.spread"]}).json()
    assert "audit.tests" in told["parts"]
    assert told["report"]["without"] == ["audit.tests"]  # the other is of a result that is not in the report
    assert "audit.tests" in told["formats"]["html"]
    assert "checked" in re.findall(r'value="audit.tests"[^>]*', page.get(told["formats"]["html"].replace("/report/bound.html", "/report")).text)[0]  # fmt: skip


@pytest.mark.parametrize("format", ["html", "md", "latex", "csv", "json"])
def test_one_result_in_every_format(page: TestClient, runs: tuple[str, str], format: str) -> None:
    answer = page.get(f"/report/{runs[0]}.{format}", params={"language": "en"})
    found = read_result(page.get(f"/api/runs/{runs[0]}/result").text, "result")
    made = reported([found], format)
    assert answer.content == (made if isinstance(made, bytes) else made.encode())
    assert f"weatherglass-{runs[0][:8]}." in answer.headers["content-disposition"]
    if format == "csv":
        assert zipfile.ZipFile(io.BytesIO(answer.content)).testzip() is None


def test_a_pdf_where_it_can_be_made_and_why_not_where_it_cannot(
    page: TestClient, runs: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if pdf.chromium() is not None:
        assert page.get(f"/report/{runs[0]}.pdf").content.startswith(b"%PDF-")
    monkeypatch.setenv("PATH", "")
    shown = page.get("/report", params={"run": runs[0]}).text
    assert "bound.pdf" not in shown
    assert "A PDF is made by Chromium, and none is installed" in shown
    refused = page.get(f"/report/{runs[1]}.pdf")
    assert refused.status_code == 422
    assert "Chromium" in refused.text


def test_a_downloaded_report_gives_its_data_back(page: TestClient, runs: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(page.get("/report/bound.html", params={"run": runs}).content)
    assert [*extract(file).values()] == [page.get(f"/api/runs/{id}/result").text for id in runs]


def test_the_language_is_that_of_the_page_unless_another_is_chosen(page: TestClient, runs: tuple[str, str]) -> None:
    address = f"/report/{runs[0]}.html"
    assert '<html lang="fr"' in page.get(address, params={"ui": "fr"}).text
    assert '<html lang="ar" dir="rtl"' in page.get(address, params={"ui": "fr", "language": "ar"}).text


def test_a_result_that_is_gone_is_said_and_the_rest_is_reported(page: TestClient, runs: tuple[str, str]) -> None:
    gone = "0" * 20
    shown = page.get("/report", params={"run": [gone, runs[0], "<b>"]}).text
    assert f"{gone} was deleted" in shown
    assert "&lt;b&gt; was deleted" in shown
    assert f"/report/preview?run={runs[0]}&amp;" in shown
    assert page.get(f"/report/{gone}.html").status_code == 404
    assert page.get("/report/bound.html", params={"run": [runs[0], gone]}).status_code == 404


@pytest.mark.parametrize(
    "asked_for",
    [
        {},
        {"run": "short"},
        {"run": "0" * 20, "language": "xx"},
        {"run": "0" * 20, "title": "t" * 300},
        {"run": ["0" * 20] * 51},
    ],
)
def test_what_makes_no_sense_is_refused(page: TestClient, asked_for: dict[str, str]) -> None:
    assert page.get("/report/bound.html", params=asked_for).status_code == 422


def test_a_part_that_there_is_not_is_named(page: TestClient, runs: tuple[str, str]) -> None:
    answer = page.get(f"/report/{runs[0]}.md", params={"without": "audit.no-such"})
    assert answer.status_code == 404
    assert "audit.no-such" in answer.text


def test_without_results_an_example_is_one_click_away(tmp_path: Path) -> None:
    with asked(tmp_path) as page:
        shown = page.get("/report").text
        assert '<form method="post" action="/test"><input type="hidden" name="vectors" value="sample">' in shown
        assert page.post("/test", data={"vectors": "sample"}, follow_redirects=False).status_code == 303


def test_the_command_gives_the_same_report(
    page: TestClient, runs: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wished = {"run": list(runs), "language": "fr", "title": "Les deux", "without": "audit.words"}
    monkeypatch.chdir(tmp_path)
    Path("weatherglass-report.json").write_bytes(page.get("/report/bound.json", params=wished).content)
    shown = page.get("/report", params=wished).text
    (typed,) = re.findall(r"<pre[^>]*>(weatherglass report [^<]+)</pre>", shown)
    weatherglass(*shlex.split(unescape(typed))[1:], cwd=tmp_path)
    made = Path("report.html").read_bytes()
    assert made == page.get("/report/bound.html", params=wished).content
    (code,) = re.findall(r"<pre[^>]*>(from pathlib import Path[^<]+)</pre>", shown)
    exec(unescape(code), {})
    assert Path("report.html").read_bytes() == made
