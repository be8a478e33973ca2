"""Snapshots as server-sent events."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import StreamingResponse

from entrostream.monitor.service import Service

__all__ = ["live_stream"]

PAUSE = 0.5  # seconds between two snapshots
SILENCE = 15.0  # seconds after which a comment keeps the connection open


def live_stream(service: Service, request: Request) -> StreamingResponse:
    """Return an endless answer with a snapshot about twice a second.

    Each client reads the newest snapshot when it is ready for it: one that is slow, or stuck,
    misses some and holds up nobody.
    """
    return StreamingResponse(
        events(service, request),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


async def events(service: Service, request: Request) -> AsyncIterator[bytes]:
    """Yield snapshots until the client or the service ends."""
    yield b"retry: 1000\n\n"
    sent, silent = b"", 0.0
    while not service.closing and not await request.is_disconnected():
        latest = service.latest
        if latest is not sent:
            yield b"event: snapshot\ndata: " + latest + b"\n\n"
            sent, silent = latest, 0.0
        elif silent >= SILENCE:
            yield b": still there\n\n"
            silent = 0.0
        await asyncio.sleep(PAUSE)
        silent += PAUSE
