"""Runs the monitor's server until a signal ends it."""

from __future__ import annotations

import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

__all__ = ["bind", "run_server"]

SIGNALS = (signal.SIGINT, signal.SIGTERM)
BACKLOG = 1024
GRACE = 2  # seconds that open connections get at the end


def bind(host: str, port: int) -> socket.socket:
    """Return a socket that listens, or raise OSError.

    Bound before anything else is done: an address in use is said at once.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)  # those who connect before the server runs are answered, too
    except OSError:
        listener.close()
        raise
    return listener


def run_server(
    app: ASGIApp,
    listener: socket.socket,
    *,
    on_end: Callable[[], None],
    should_end: Callable[[], bool] = lambda: False,
) -> None:
    """Answer requests until SIGINT or SIGTERM, or until `should_end` says so.

    `on_end` is called before open connections are closed.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
    )
    Server(config, on_end, should_end).run(sockets=[listener])


class Server(uvicorn.Server):
    """A server that can end by itself."""

    def __init__(
        self, config: uvicorn.Config, on_end: Callable[[], None], should_end: Callable[[], bool]
    ):
        super().__init__(config)
        self._on_end = on_end
        self._should_end = should_end

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End in order at SIGINT and SIGTERM; uvicorn would raise them again at the end."""
        before = {each: signal.signal(each, self.handle_exit) for each in SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    async def on_tick(self, counter: int) -> bool:
        """Say whether it is time to end; called ten times a second."""
        return bool(await super().on_tick(counter)) or self._should_end()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the connections."""
        self._on_end()
        await super().shutdown(sockets)
