"""The routes of the monitor's server."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isnan
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from entrostream.monitor.file_input import ReadSettings
from entrostream.monitor.service import Service
from entrostream.monitor.web.ingest import IngestEndpoint
from entrostream.monitor.web.live import live_stream
from entrostream.monitor.web.metrics import exposition
from entrostream.monitor.web.openapi import description
from entrostream.monitor.web.security import COOKIE, Guard, is_same, session_of

__all__ = ["AppSettings", "make_app"]

STATIC = Path(__file__).parent / "static"
MOST_POINTS = 20_000
MOST_ALARMS = 1000
FAILED_LOGIN = 0.5  # seconds that a wrong token costs
SMALL_BODY = 10_000  # bytes of a request that is no ingest


@dataclass(frozen=True)
class AppSettings:
    """Who may use the server, and how much.

    Parameters
    ----------
    token : str, optional
        What requests have to carry.
    hosts : sequence of str
        Names under which the server may be called, besides those of this machine.
    max_body : int
        The number of bytes of a request beyond which it is refused.
    public_metrics : bool, default False
        Whether `/metrics` needs no token.
    """

    token: str | None = None
    hosts: Sequence[str] = ()
    max_body: int = 4 << 20
    public_metrics: bool = False


def make_app(service: Service, reading: ReadSettings, settings: AppSettings) -> Starlette:
    """Return the server of a monitor as an ASGI application."""
    pages = Pages(service, settings)
    ingest = IngestEndpoint(service, reading, settings.max_body)
    routes = [
        Route("/", pages.index),
        Route("/login", pages.login, methods=["POST"]),
        Route("/ingest", ingest.answer, methods=["POST"]),
        Route("/metrics", pages.metrics),
        Route("/healthz", pages.health),
        Route("/api/stream", pages.stream),
        Route("/api/snapshot", pages.snapshot),
        Route("/api/history", pages.history),
        Route("/api/alarms", pages.alarms),
        Route("/api/alarms/{number:int}/acknowledge", pages.acknowledge, methods=["POST"]),
        Route("/api/fields/{name:path}/mute", pages.mute, methods=["POST"]),
        Route("/api/clients/{client:path}", pages.client),
        Route("/api/openapi.json", pages.openapi),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    guard = Middleware(
        Guard,
        token=settings.token,
        hosts=settings.hosts,
        login_page=str(STATIC / "login.html"),
        public_metrics=settings.public_metrics,
    )
    return Starlette(routes=routes, middleware=[guard])


class Pages:
    """The answers to all requests but `/ingest`."""

    def __init__(self, service: Service, settings: AppSettings):
        self._service = service
        self._settings = settings

    async def index(self, request: Request) -> Response:
        """Give the page."""
        return FileResponse(STATIC / "index.html", headers={"Cache-Control": "no-cache"})

    async def login(self, request: Request) -> Response:
        """Take a token from the form, and give a cookie for it."""
        token = self._settings.token
        given = await form_field(request, "token")
        if token is None or given is None or not is_same(given, token):
            await asyncio.sleep(FAILED_LOGIN)
            return FileResponse(STATIC / "login.html", 401)
        response = RedirectResponse("/", 303)
        response.set_cookie(COOKIE, session_of(token), httponly=True, samesite="strict")
        return response

    async def stream(self, request: Request) -> Response:
        """Give snapshots as server-sent events."""
        return live_stream(self._service, request)

    async def snapshot(self, request: Request) -> Response:
        """Give the newest snapshot."""
        return Response(self._service.latest, media_type="application/json")

    def history(self, request: Request) -> Response:
        """Give the history of a field."""
        name = request.query_params.get("field", "")
        if name not in self._service.monitor.fields:
            return refused(404, f"there is no field {name!r}")
        try:
            first = number_in(request, "from", -inf)
            last = number_in(request, "to", inf)
            most = number_in(request, "points", 4000)
        except ValueError as error:
            return refused(400, str(error))
        points = int(min(max(most, 1), MOST_POINTS))
        return as_json(self._service.history(name, first, last, points))

    def alarms(self, request: Request) -> Response:
        """Give the alarms."""
        order = request.query_params.get("order", "time")
        if order not in ("time", "severity"):
            return refused(400, f"order is time or severity, got {order!r}")
        try:
            most = number_in(request, "limit", 200)
        except ValueError as error:
            return refused(400, str(error))
        return as_json(self._service.alarms(order, int(min(max(most, 0), MOST_ALARMS))))

    def acknowledge(self, request: Request) -> Response:
        """Note that somebody has seen an alarm."""
        number = request.path_params["number"]
        if not self._service.acknowledge(number):
            return refused(404, f"there is no alarm {number}")
        return Response(status_code=204)

    async def mute(self, request: Request) -> Response:
        """Send no notifications of a field for some time."""
        name = request.path_params["name"]
        if name not in self._service.monitor.fields:
            return refused(404, f"there is no field {name!r}")
        try:
            seconds = msgspec.json.decode(await small_body(request), type=MuteRequest).seconds
        except (msgspec.MsgspecError, ValueError):
            return refused(400, 'the body is {"seconds": NUMBER}, from 0 to 2592000')
        self._service.mute(name, seconds)
        return Response(status_code=204)

    def client(self, request: Request) -> Response:
        """Give the last sequence number of a client that is stored."""
        client = request.path_params["client"]
        return JSONResponse({"client": client, "durable": self._service.durable(client)})

    def metrics(self, request: Request) -> Response:
        """Give the metrics of Prometheus."""
        return PlainTextResponse(
            exposition(self._service), media_type="text/plain; version=0.0.4; charset=utf-8"
        )

    async def health(self, request: Request) -> Response:
        """Say whether the monitor works."""
        service = self._service
        if service.failure is not None:
            return JSONResponse({"status": "failed", "why": str(service.failure)}, 503)
        if service.checkpoint_error is not None:
            return JSONResponse({"status": "degraded", "why": service.checkpoint_error})
        return JSONResponse({"status": "ok"})

    async def openapi(self, request: Request) -> Response:
        """Give the description of this interface."""
        return JSONResponse(description())


class MuteRequest(msgspec.Struct):
    """The body of a request to mute a field."""

    seconds: float

    def __post_init__(self) -> None:
        if not 0 <= self.seconds <= 30 * 86_400:
            raise ValueError("seconds are from 0 to 2592000")


def as_json(content: Any) -> Response:
    """Return plain data as JSON, fast."""
    return Response(msgspec.json.encode(content), media_type="application/json")


def refused(status: int, why: str) -> Response:
    """Return an answer that says what is wrong."""
    return JSONResponse({"error": why}, status)


def number_in(request: Request, name: str, default: float) -> float:
    """Return a number of the query, or the default."""
    given = request.query_params.get(name)
    try:
        number = default if given is None else float(given)
    except ValueError:
        number = float("nan")
    if isnan(number):
        raise ValueError(f"{name} is a number, got {given!r}")
    return number


async def small_body(request: Request) -> bytes:
    """Return the body of a request, or refuse a large one."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > SMALL_BODY:
            raise ValueError("the body is too large")
    return body


async def form_field(request: Request, name: str) -> str | None:
    """Return a field of a form."""
    try:
        body = await small_body(request)
    except ValueError:
        return None
    return parse_qs(body.decode("utf-8", "replace")).get(name, [None])[0]
