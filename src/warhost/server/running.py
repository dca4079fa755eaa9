"""Running the server: on which address, how it says that it is there, and how it ends."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from contextlib import suppress

import uvicorn

from warhost.errors import WarhostError
from warhost.server.app import application
from warhost.server.hall import Hall
from warhost.server.messages import MOST_BYTES

PORT = 8190
"""Where the server is found if nothing else is said."""

PATIENCE = 5
"""Seconds that requests have to finish when the server is told to end."""


class Server(uvicorn.Server):
    """Says goodbye to every page before it closes."""

    hall: Hall
    on_start: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.on_start is not None:
            self.on_start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hall.close()
        # One turn of the loop, so that the last words are sent before the connections are cut.
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def listen(host: str, port: int, *, or_another: bool = False) -> socket.socket:
    """A socket that listens there; with `or_another` on any free port if that one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ears = socket.socket(family, socket.SOCK_STREAM)
    ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ears.bind((host, port))
    except OSError as error:
        ears.close()
        if or_another and port:
            return listen(host, 0)
        raise WarhostError(f"The server cannot listen on {host} port {port}: {error.strerror or error}.") from None
    ears.listen(128)
    return ears


def address(ears: socket.socket) -> str:
    """The address to open in a browser."""
    host, port = ears.getsockname()[:2]
    shown = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{shown}:{port}/"


def run(
    ears: socket.socket,
    data: str | None = None,
    *,
    workers: int | None = None,
    on_start: Callable[[], None] | None = None,
    verbose: bool = False,
) -> None:
    """Serve until Ctrl-C or a signal to end."""
    logging.basicConfig(level=logging.INFO if verbose else logging.ERROR, format="%(asctime)s %(name)s %(message)s")
    app = application(data, workers=workers)
    config = uvicorn.Config(
        app,
        # Never uvicorn's own notices of requests: they would write tokens into the log.
        log_level="warning" if verbose else "error",
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES * 2,
        ws_ping_interval=20.0,
        ws_ping_timeout=60.0,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    server = Server(config)
    server.hall = app.state.hall
    server.on_start = on_start
    # Ctrl-C is how a person ends it: that is no error.
    with suppress(KeyboardInterrupt):
        server.run([ears])
