"""Who may ask: tokens, hosts, origins, and the headers that keep a browser from harm."""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import socket
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Guard", "is_loopback", "session_of"]

COOKIE = "entrostream"
LOOPBACK = ("localhost", "127.0.0.1", "::1")
PUBLIC = ("/healthz", "/login", "/static/")  # need no token
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Guard:
    """Lets requests pass that may, and adds headers to all answers.

    Parameters
    ----------
    app : ASGI application
        What is guarded.
    token : str, optional
        What requests have to carry; by default none is needed.
    hosts : iterable of str
        Names under which the server may be called, besides those of this machine.
    login_page : str
        The page that is shown where the token is missing.
    public_metrics : bool, default False
        Whether `/metrics` needs no token.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str | None,
        hosts: Iterable[str],
        login_page: str,
        public_metrics: bool = False,
    ):
        self._app = app
        self._token = token
        self._hosts = {*LOOPBACK, socket.gethostname().lower(), *(each.lower() for each in hosts)}
        self._login_page = login_page
        self._public = (*PUBLIC, "/metrics") if public_metrics else PUBLIC

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or let it pass."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
            await send(message)

        refusal = self._refusal(scope)
        await (refusal or self._app)(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the answer to a request that may not pass."""
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            return PlainTextResponse("this host name is not served (--allow-host)", 400)
        origin = headers.get("origin")
        reads_only = scope["method"] in ("GET", "HEAD")
        if not reads_only and origin is not None and not is_origin_of(origin, host):
            return PlainTextResponse("a request of another site", 403)
        if self._needs_token(scope["path"]) and not self._has_token(headers):
            if scope["path"] == "/" and scope["method"] == "GET":
                return FileResponse(self._login_page, 401)
            return PlainTextResponse(
                "a token is needed", 401, headers={"WWW-Authenticate": "Bearer"}
            )
        return None

    def _is_ours(self, host: str) -> bool:
        """Say whether a host name is one of ours; a site under another name may be hostile.

        Addresses are: a name that a hostile site has directed here is never an address.
        """
        try:
            name = (urlsplit(f"//{host}").hostname or "").lower()
        except ValueError:  # brackets that are not closed
            return False
        return name in self._hosts or is_address(name)

    def _needs_token(self, path: str) -> bool:
        return self._token is not None and not path.startswith(self._public)

    def _has_token(self, headers: Headers) -> bool:
        assert self._token is not None
        scheme, _, given = headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and is_same(given.strip(), self._token):
            return True
        return is_same(cookie_of(headers), session_of(self._token))


def session_of(token: str) -> str:
    """Return what a browser keeps instead of the token."""
    return hmac.new(token.encode(), b"entrostream session", hashlib.sha256).hexdigest()


def is_same(given: str, wanted: str) -> bool:
    """Compare in a time that does not depend on where two texts differ."""
    return hmac.compare_digest(given.encode(), wanted.encode())


def cookie_of(headers: Headers) -> str:
    """Return the cookie of a session; "" if there is none."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[COOKIE].value if COOKIE in cookies else ""


def is_origin_of(origin: str, host: str) -> bool:
    """Say whether a page of a host sent a request."""
    return origin != "null" and urlsplit(origin).netloc.lower() == host.lower()


def is_address(name: str) -> bool:
    """Say whether a host is a number."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Say whether only this machine reaches a host."""
    return host == "localhost" or (is_address(host) and ipaddress.ip_address(host).is_loopback)
