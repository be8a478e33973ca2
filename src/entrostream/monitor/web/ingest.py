"""`POST /ingest`: events as NDJSON or CSV."""

from __future__ import annotations

import asyncio
import io
import zlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, replace
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from entrostream.ingest import BadRecords, Source, reader_of
from entrostream.monitor.batch import Batch
from entrostream.monitor.file_input import ReadSettings
from entrostream.monitor.intake import BusyError
from entrostream.monitor.service import Service
from entrostream.streaming import Events
from entrostream.streaming.reorder import joined

__all__ = ["IngestEndpoint"]

FORMATS = {
    "application/x-ndjson": "jsonl",
    "application/ndjson": "jsonl",
    "application/jsonl": "jsonl",
    "application/json": "jsonl",
    "text/csv": "csv",
    "text/tab-separated-values": "tsv",
}
STORED_WITHIN = 30.0  # seconds that a request waits for its checkpoint


class RefusedError(Exception):
    """A request that is not taken: the status of the answer, and why."""

    def __init__(self, status: int, why: str):
        super().__init__(why)
        self.status = status


@dataclass(frozen=True)
class IngestEndpoint:
    """Takes events from requests.

    Parameters
    ----------
    service : Service
        Where they go.
    settings : ReadSettings
        How they are read.
    max_body : int
        The number of bytes of a request, unpacked, beyond which it is refused.
    """

    service: Service
    settings: ReadSettings
    max_body: int

    async def answer(self, request: Request) -> Response:
        """Answer a request."""
        try:
            return await self._taken(request)
        except RefusedError as error:
            self.service.rejected += 1
            headers = {"Retry-After": "1"} if error.status in (429, 503) else None
            return JSONResponse({"error": str(error)}, error.status, headers)
        except ClientDisconnect:
            return Response(status_code=400)

    async def _taken(self, request: Request) -> Response:
        is_sync = request.query_params.get("sync") in ("1", "true")
        if is_sync and not self.service.is_durable:
            raise RefusedError(409, "sync=1 needs a database: start the monitor with --db")
        client, sequence = sequence_of(request)
        body = await self._body(request)
        batch, first_bad = await run_in_threadpool(self._parsed, request, body)
        batch.client, batch.sequence = client, sequence
        batch.stored = Future() if is_sync else None
        accepted: dict[str, Any] = {"accepted": batch.events.n, "bad": batch.bad}
        if first_bad is not None:
            accepted["first_bad"] = first_bad
        try:
            is_new = self.service.submit(batch)
        except BusyError as error:
            raise RefusedError(429, str(error)) from None
        if not is_new:
            accepted = {"accepted": 0, "bad": 0, "duplicate": True}
        if batch.stored is not None:
            await self._wait(batch.stored)
            accepted["stored"] = True
        if client is not None:
            accepted["durable"] = self.service.durable(client)
        return JSONResponse(accepted, 200 if is_sync else 202)

    async def _body(self, request: Request) -> bytes:
        """Return the body, unpacked, or refuse one that is too large before it is read."""
        announced = request.headers.get("content-length", "0")
        if announced.isdigit() and int(announced) > self.max_body:
            raise self._too_large()
        unpack = unpacker(request.headers.get("content-encoding", "identity"))
        parts, size = [], 0
        async for chunk in request.stream():
            part = unpack(chunk, self.max_body + 1 - size)
            size += len(part)
            if size > self.max_body:
                raise self._too_large()
            parts.append(part)
        return b"".join(parts)

    def _too_large(self) -> RefusedError:
        return RefusedError(413, f"the body is larger than {self.max_body:,} bytes (--max-body)")

    def _parsed(self, request: Request, body: bytes) -> tuple[Batch, str | None]:
        """Return the events of a body, and its first bad record, if any."""
        name = "request" if request.client is None else f"request of {request.client.host}"
        bad = BadRecords()
        settings = replace(self.settings, format=format_of(request))
        try:
            events = read_events(Source(name, io.BytesIO(body)), settings, bad)
        except ValueError as error:  # a field that is not there, a damaged body
            raise RefusedError(400, str(error)) from None
        first = bad.examples[0] if bad.examples else None
        if not events.n and bad.count:
            raise RefusedError(400, f"no record can be read, the first: {first}")
        return Batch(name, events, size=len(body), bad=bad.count), first

    async def _wait(self, stored: Future[None]) -> None:
        try:
            await asyncio.wait_for(asyncio.wrap_future(stored), STORED_WITHIN)
        except (OSError, RuntimeError, asyncio.TimeoutError) as error:
            why = str(error) or "the checkpoint takes too long"
            raise RefusedError(503, f"taken, but not stored: {why}") from None


def read_events(source: Source, settings: ReadSettings, bad: BadRecords) -> Events:
    """Return all events of a source."""
    reader = reader_of(source, settings.options(bad))
    events = settings.events(bad, reader.format)
    columns = events.begin(source.name, reader.names, open_ended=reader.open_ended)
    whole = Events(0, {})
    for rows in reader.batches(columns):
        if rows.n:
            part = events.events(rows)
            whole = joined(whole, part) if whole.n else part
    events.finish()
    return whole


def sequence_of(request: Request) -> tuple[str | None, int | None]:
    """Return the client and the sequence number that a request gives."""
    client = request.query_params.get("client")
    given = request.query_params.get("sequence")
    if client is None and given is None:
        return None, None
    if not client or len(client) > 200 or given is None or not given.isdecimal():
        raise RefusedError(
            400, "client=NAME and sequence=NUMBER belong together; the number is 0 or larger"
        )
    return client, int(given)


def format_of(request: Request) -> str:
    """Return the format of a body by its content type, or by `format=`."""
    given = request.query_params.get("format")
    kind = request.headers.get("content-type", "").split(";")[0].strip().lower()
    form = given or FORMATS.get(kind)
    if form not in ("jsonl", "csv", "tsv", "lines", "common", "combined"):
        raise RefusedError(
            415,
            "which format? send Content-Type application/x-ndjson or text/csv, or format=jsonl, "
            "csv, tsv, lines, common or combined",
        )
    return form


def unpacker(encoding: str) -> Callable[[bytes, int], bytes]:
    """Return a function that unpacks parts of a body, to at most a number of bytes."""
    if encoding == "identity":
        return lambda chunk, most: chunk
    if encoding != "gzip":
        raise RefusedError(415, f"Content-Encoding must be gzip or identity, got {encoding!r}")
    inflate = zlib.decompressobj(wbits=31)

    def unpack(chunk: bytes, most: int) -> bytes:
        try:
            return inflate.decompress(chunk, max(most, 1))
        except zlib.error as error:
            raise RefusedError(400, f"the body is no gzip: {error}") from None

    return unpack
