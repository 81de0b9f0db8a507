"""Who may ask what: the door that every request passes before anything else is done with it.

Any web page that a person visits can send requests to a server on their own machine, and on a shared machine so can other people. So
the Host must be one of ours (else a foreign name could be made to lead here), a token or the cookie given for it must be there, and what
changes something must come from our own page, or carry the token. Requests that are too long are cut off while they arrive.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Iterator
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from weatherglass.app.settings import Settings

_CHANGES_NOTHING = ("GET", "HEAD", "OPTIONS")
_LONGEST_LENGTH = 16  # digits
_OPEN = "/static/"  # style sheets and scripts, the same for everybody
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
    ]
)
_ALWAYS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",  # without any, browsers send forms of our own pages as from nowhere
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
_LOCKED = (
    "This page belongs to whoever started it. Open the address that `weatherglass serve` printed, which ends with a token, "
    "or send the token as `Authorization: Bearer …`.\n"
)


class TooLong(Exception):
    """A request's body is longer than allowed."""


class Guard:
    """Wraps an application; see above. `failed` answers where the application breaks: what goes on to the server is logged with all that was typed."""

    def __init__(self, app: ASGIApp, settings: Settings, failed: Callable[[Request, Exception], Awaitable[Response]]):
        self._app, self._settings, self._failed = app, settings, failed
        self._once = settings.once  # emptied when it is used

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        answer = _Answer(send, scope["path"])
        try:
            refused = self._refused(scope)
        except ValueError:  # headers that make no sense
            refused = PlainTextResponse("The request could not be read.\n", 400)
        if refused is not None:
            await refused(scope, receive, answer)
            return
        arriving = _Arriving(receive, self._most(Headers(scope=scope)))
        answer.cut_off = arriving
        try:
            await self._app(scope, arriving, answer)
        except Exception as error:
            said = await self._said(scope, error)
            if not answer.begun:
                await said(scope, receive, answer)

    async def _said(self, scope: Scope, error: Exception) -> Response:
        try:
            return await self._failed(Request(scope), error)
        except Exception:  # the page that would tell it is broken too
            return PlainTextResponse("Something went wrong, and so did telling what it is.\n", 500)

    def _most(self, headers: Headers) -> int:
        """Of a body: only files are long."""
        is_upload = headers.get("content-type", "").lower().startswith("multipart/form-data")
        return self._settings.body if is_upload else min(self._settings.body, self._settings.text)

    def _refused(self, scope: Scope) -> Response | None:
        """What is answered instead, where the request is not let in."""
        headers = Headers(scope=scope)
        if (name := _host(headers.get("host", ""))) not in self._settings.hosts:
            return PlainTextResponse(f"This server is not called {name[:80]!r}.\n", 421)
        if len(headers.getlist("host")) != 1:
            return PlainTextResponse("Give one Host.\n", 400)
        length, most = headers.get("content-length", "0"), self._most(headers)
        if not (length.isascii() and length.isdecimal() and len(length) < _LONGEST_LENGTH and int(length) <= most):
            return _too_long(most)
        if not self._settings.token or scope["path"].startswith(_OPEN):
            return self._foreign(scope, headers, by_bearer=False)
        by_bearer = self._is_token(headers.get("authorization", "").removeprefix("Bearer "))
        if not by_bearer:
            asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
            if any(key == "token" for key, _ in asked) or not self._has_cookie(headers):
                return self._exchanged(scope, asked, known=self._has_cookie(headers))
        return self._foreign(scope, headers, by_bearer=by_bearer)

    def _exchanged(self, scope: Scope, asked: list[tuple[str, str]], *, known: bool) -> Response:
        """A token in the address becomes a cookie, and the address loses it, also where it is `known` who asks: it would be passed on with
        the address. Without one nothing is shown."""
        given = next((value for key, value in asked if key == "token"), "")
        if scope["method"] not in _CHANGES_NOTHING or not (known or self._is_token(given) or self._used(given)):
            return PlainTextResponse(_LOCKED, 401, {"WWW-Authenticate": "Bearer"})
        others = urlencode([(key, value) for key, value in asked if key != "token"])
        made = RedirectResponse(_local(scope["path"]) + (f"?{others}" if others else ""), 303)
        made.set_cookie(self._settings.cookie, self._settings.token, httponly=True, samesite="strict", path="/")
        return made

    def _foreign(self, scope: Scope, headers: Headers, *, by_bearer: bool) -> Response | None:
        """A change that another site's page asks for."""
        if by_bearer:
            return None
        site, origin = headers.get("sec-fetch-site"), headers.get("origin")
        if scope["method"] in _CHANGES_NOTHING:
            # A link that leads here is followed; a picture or frame of another site's page would only make us work.
            by_link = headers.get("sec-fetch-dest", "document") == "document"
            return None if site in (None, "same-origin", "none") or by_link else _not_ours()
        if site is not None:
            fine = site in ("same-origin", "none")
        else:
            fine = origin is not None and urlsplit(origin).netloc == headers.get("host") and origin.startswith("http")
        if fine and origin is not None:
            fine = _host(urlsplit(origin).netloc) in self._settings.hosts
        return None if fine else _not_ours()

    def _has_cookie(self, headers: Headers) -> bool:
        """Browsers send those of other servers on this machine too, whatever is in them, and others by this name."""
        pairs = (part.strip().partition("=") for each in headers.getlist("cookie") for part in each.split(";"))
        return any(name == self._settings.cookie and self._is_token(value) for name, _, value in pairs)

    def _is_token(self, given: str) -> bool:
        return _equal(given, self._settings.token)

    def _used(self, given: str) -> bool:
        """Whether it is the token that is good for one time, which then has passed."""
        fine = bool(self._once) and _equal(given, self._once)
        self._once = "" if fine else self._once
        return fine


def _equal(given: str, token: str) -> bool:
    return secrets.compare_digest(given.encode("utf-8", "surrogateescape"), token.encode())


def _not_ours() -> Response:
    return PlainTextResponse("Only this server's own pages may ask for that.\n", 403)


def _host(header: str) -> str:
    """The name in a Host header, without port; empty where it is none that a server could have."""
    name, _, port = (
        header.lower().rpartition(":") if not header.endswith("]") and ":" in header else (header.lower(), "", "")
    )
    if port and not port.isdecimal():
        return header
    return name.removeprefix("[").removesuffix("]").removesuffix(".")


def _local(path: str) -> str:
    """The path as an address on this server; two slashes would lead to another."""
    return quote("/" + path.lstrip("/"), safe="/:@!$&'()*+,;=~-._")


def _too_long(most: int) -> Response:
    return PlainTextResponse(
        f"A request of this kind may have {most / 2**20:.3g} MB at most.\n", 413, {"Connection": "close"}
    )


class _Arriving:
    """A body that is counted while it arrives."""

    def __init__(self, receive: Receive, most: int):
        self._receive, self.most, self._length, self.beyond = receive, most, 0, False

    async def __call__(self) -> Message:
        message = await self._receive()
        self._length += len(message.get("body", b""))
        if self._length > self.most:
            self.beyond = True
            raise TooLong
        return message


class _Answer:
    """An answer with the headers that all have; one that was cut off says so, whatever became of it."""

    def __init__(self, send: Send, path: str):
        self._send, self._path = send, path
        self.cut_off: _Arriving | None = None
        self._replaced = False
        self.begun = False

    async def __call__(self, message: Message) -> None:
        if self.cut_off is not None and self.cut_off.beyond and message["type"] == "http.response.start":
            self._replaced = True
            for part in _as_messages(_too_long(self.cut_off.most)):
                await self._with_headers(part)
        elif not self._replaced:
            await self._with_headers(message)

    async def _with_headers(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.begun = True
            headers = MutableHeaders(scope=message)
            for name, value in _ALWAYS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-cache" if self._path.startswith(_OPEN) else "no-store")
        await self._send(message)


def _as_messages(response: Response) -> Iterator[Message]:
    yield {"type": "http.response.start", "status": response.status_code, "headers": list(response.raw_headers)}
    yield {"type": "http.response.body", "body": response.body}


def asked_language(request: Request, usual: str, known: tuple[str, ...]) -> str:
    """Which language the page is shown in: as the address says, as was chosen before, as the browser prefers."""
    preferred = [
        part.split(";")[0].strip()[:2].lower() for part in request.headers.get("accept-language", "").split(",")
    ]
    wished = [request.query_params.get("ui", ""), request.cookies.get("ui", ""), usual, *preferred]
    return next((each for each in wished if each in known), known[0])
