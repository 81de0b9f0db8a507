"""Very many requests at a time, and very large ones: refused or served, in bounded memory, and nothing is lost."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections import Counter

import httpx2 as httpx
import psutil

from tests.app.served import PATIENCE, Served, ended

AT_ONCE = 1000
MOST_MEMORY = 900 << 20  # bytes, of the server itself


def test_a_thousand_requests_at_once_are_served_or_refused(server: Served) -> None:
    with server.client() as client:
        job = client.post("/api/audit", json={"vectors": "sample", "queries": ["en/weat1"], "seed": 7}).json()["id"]
        counted = asyncio.run(_many(server, ["/api/vectors", "/api/jobs", "/static/app.css", "/nowhere", "/test"]))
        assert sum(counted.values()) == AT_ONCE
        assert set(counted) <= {200, 404, 503}
        assert counted[200] > 0
        assert psutil.Process(server.process.pid).memory_info().rss < MOST_MEMORY
        assert ended(client, job)["state"] == "done"
        assert client.get("/api/vectors").status_code == 200


async def _many(server: Served, addresses: list[str]) -> Counter[int]:
    limits = httpx.Limits(max_connections=AT_ONCE, max_keepalive_connections=0)
    headers = {"Authorization": f"Bearer {server.token}"}
    async with httpx.AsyncClient(base_url=server.base, headers=headers, limits=limits, timeout=PATIENCE) as client:
        answers = await asyncio.gather(*(client.get(addresses[i % len(addresses)]) for i in range(AT_ONCE)))
    return Counter(each.status_code for each in answers)


def _sent(server: Served, head: str, body: bytes = b"", most: int = 0) -> bytes:
    """What comes back for these bytes; `most`: how often the body is sent at most, while it is taken."""
    port = int(server.base.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        lines = [head, f"Host: 127.0.0.1:{port}", f"Authorization: Bearer {server.token}", "", ""]
        connection.sendall("\r\n".join(lines).encode())
        with contextlib.suppress(ConnectionError):
            for _ in range(most):
                connection.sendall(body)
        with contextlib.suppress(ConnectionError):
            return connection.recv(1000)
    return b""


def test_an_upload_announced_with_ten_gigabytes_is_refused_at_once(server: Served) -> None:
    for address in ("/", "/test", "/api/audit"):
        assert b" 413 " in _sent(server, f"POST {address} HTTP/1.1\r\nContent-Length: {10 << 30}")


def test_an_upload_without_end_is_cut_off(server: Served) -> None:
    part = b"%x\r\n%s\r\n" % (1 << 20, b"x" * (1 << 20))
    before = psutil.Process(server.process.pid).memory_info().rss
    head = "POST /test HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded"
    answer = _sent(server, head, part, most=200)
    assert answer == b"" or b" 4" in answer[:20]  # the connection may be closed before the answer is read
    assert psutil.Process(server.process.pid).memory_info().rss < before + (200 << 20)
    with server.client() as client:
        assert client.get("/api/vectors").status_code == 200


def test_connections_that_say_nothing_do_not_keep_others_out(server: Served) -> None:
    port = int(server.base.rsplit(":", 1)[1])
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(100)]
    for each in silent[:50]:
        each.sendall(b"GET / HTTP/1.1\r\nHost: ")
    with server.client() as client:
        assert client.get("/api/vectors").status_code == 200
    for each in silent:
        each.close()


def test_requests_that_are_no_http_are_refused(server: Served) -> None:
    for head in (
        "GET",
        "\x00\x01\x02",
        "POST /test HTTP/1.1\r\nContent-Length: x",
        "GET /" + "a" * 100_000 + " HTTP/1.1",
    ):
        answer = _sent(server, head)
        assert answer == b"" or b" 4" in answer[:20]
    with server.client() as client:
        assert client.get("/api/vectors").status_code == 200
