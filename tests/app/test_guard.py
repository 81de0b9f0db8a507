"""Who may ask what of the page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from tests.app.served import asked, settings
from weatherglass.app.server import make_app

TOKEN = "told-to-nobody-else"
ASKS = {"vectors": "sample", "queries": ["en/weat1"]}


@pytest.fixture
def locked(data: Path, tmp_path: Path) -> Iterator[TestClient]:
    """A page that asks for a token, asked by somebody who sends nothing of their own accord."""
    app = make_app(settings(data, state=tmp_path / "state", token=TOKEN, port=4321))
    with TestClient(app, base_url="http://127.0.0.1:4321", follow_redirects=False) as client:
        yield client


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost:80@evil.example", "localhost.evil", "", "127.0.0.2", "0", "[::2]", ":tsohlacol"],
)  # fmt: skip
def test_a_host_that_is_not_ours_is_refused_before_anything_else(locked: TestClient, host: str) -> None:
    for address in ("/", "/api/vectors", "/static/app.css", "/?token=" + TOKEN):
        answer = locked.get(address, headers={"Host": host, "Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 421
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:99", "127.0.0.1:4321", "[::1]:4321", "localhost."])
def test_names_of_this_machine_are_ours(locked: TestClient, host: str) -> None:
    assert locked.get("/api/vectors", headers={"Host": host, "Authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_without_the_token_nothing_is_shown(locked: TestClient) -> None:
    for address in ("/", "/test", "/api/vectors", "/api/openapi.json", "/nowhere", "/?token=wrong", "/?token="):
        answer = locked.get(address)
        assert answer.status_code == 401
        assert "weatherglass serve" in answer.text
        assert "sample" not in answer.text
    assert locked.get("/static/app.css").status_code == 200


def test_the_token_becomes_a_cookie_that_no_script_and_no_other_site_gets(locked: TestClient) -> None:
    answer = locked.get(f"/test?vectors=sample&token={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/test?vectors=sample"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert locked.get("/test").status_code == 200


def test_the_address_to_go_on_to_stays_on_this_server(locked: TestClient) -> None:
    answer = locked.get(f"//evil.example/x?token={TOKEN}")
    assert answer.headers.get("location", "/").startswith("/")
    assert not answer.headers.get("location", "/").startswith("//")


def test_cookies_that_make_no_sense_are_no_token(locked: TestClient) -> None:
    for cookie in (b"weatherglass-4321=", b"weatherglass-4321=x; ;;=", b'"\\', "weatherglass-4321=ü".encode()):
        assert locked.get("/", headers=[(b"Cookie", cookie)]).status_code == 401


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:4321"}, 202),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://evil.example"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 202),
        ({"Sec-Fetch-Site": "cross-site", "Authorization": f"Bearer {TOKEN}"}, 202),
    ],
)
def test_only_our_own_pages_and_whoever_has_the_token_may_change_something(
    locked: TestClient, headers: dict[str, str], status: int
) -> None:
    locked.get(f"/?token={TOKEN}")
    assert locked.post("/api/audit", json=ASKS, headers=headers).status_code == status


def test_a_page_without_token_still_refuses_other_sites(data: Path, tmp_path: Path) -> None:
    with asked(data, state=tmp_path) as client:
        assert client.post("/api/audit", json=ASKS, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert client.post("/test", data=ASKS, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403
        assert client.get("/api/jobs").json() == []


def test_every_answer_forbids_foreign_and_inline_code(locked: TestClient) -> None:
    locked.get(f"/?token={TOKEN}")
    for address in ("/", "/test", "/nowhere", "/api/vectors", "/api/nowhere", "/static/app.js", "/static/nowhere.js"):
        headers = locked.get(address).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == "'self'"
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
        if not address.startswith("/static"):
            assert headers["cache-control"] == "no-store"


def test_pages_have_no_inline_style_or_script(page: TestClient) -> None:
    for address in ("/", "/test?vectors=sample", "/nowhere"):
        html = page.get(address).text
        assert " style=" not in html
        assert "<style" not in html
        assert " onclick" not in html
        assert html.count("<script") == html.count("<script type=") == html.count('src="/static/') - html.count("<img")


@pytest.mark.parametrize("length", [str(10 * 2**30), "1" * 30, "-1", "abc"])
def test_an_announced_length_beyond_the_limit_is_refused_without_reading(page: TestClient, length: str) -> None:
    answer = page.post("/test", content=b"x", headers={"Content-Length": length})
    assert answer.status_code == 413


@pytest.mark.parametrize("address", ["/api/audit", "/test"])
def test_a_body_is_cut_off_where_it_goes_beyond_the_limit(data: Path, tmp_path: Path, address: str) -> None:
    parts = (b"x" * 10_000 for _ in range(100))
    with asked(data, state=tmp_path, body=100_000) as client:
        answer = client.post(address, content=parts, headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert answer.status_code == 413


@pytest.mark.parametrize("preferred", ["ar", "ar-EG,ar;q=0.9,en;q=0.8", "xx, ar"])
def test_the_page_speaks_as_the_browser_prefers(page: TestClient, preferred: str) -> None:
    html = page.get("/test", headers={"Accept-Language": preferred}).text
    assert '<html lang="ar" dir="rtl">' in html


def test_a_language_that_was_chosen_is_kept(page: TestClient) -> None:
    assert '<html lang="de"' in page.get("/test?ui=de", headers={"Accept-Language": "ar"}).text
    assert '<html lang="de"' in page.get("/test", headers={"Accept-Language": "ar"}).text
    assert '<html lang="fr"' in page.get("/test?ui=fr").text
    assert '<html lang="fr"' in page.get("/test?ui=xx").text
