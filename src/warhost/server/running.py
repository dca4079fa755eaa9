"""Running the server: on which address, how it says that it is there, and how it ends."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from types import FrameType

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from warhost.errors import WarhostError
from warhost.server.app import application
from warhost.server.doors import hosts_for, is_loopback
from warhost.server.hall import Hall
from warhost.server.limits import Limits
from warhost.server.messages import MOST_BYTES

PORT = 8190
"""Where the server is found if nothing else is said."""

ROOM_FOR_REQUESTS = 500

SLOWEST_REQUEST = 20.0
"""Seconds in which a request must have come, up to its body."""

PATIENCE = 5
"""Seconds that requests have to finish when the server is told to end."""


class Patient(H11Protocol):
    """A connection that lets a request come slowly, but not for ever: whoever never finishes one is let go."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._asked = self.loop.time()
        self.loop.call_later(SLOWEST_REQUEST, self._look)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._asked = self.loop.time()

    def _look(self) -> None:
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if self.conn.their_state is h11.IDLE and self.loop.time() - self._asked >= SLOWEST_REQUEST:
            self.transport.close()
        else:
            self.loop.call_later(SLOWEST_REQUEST, self._look)


class Server(uvicorn.Server):
    """Says goodbye to every page before it closes. To be told to end is no error, whoever tells it."""

    hall: Hall
    on_start: Callable[[], None] | None = None

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # The one of uvicorn raises the signal once more after the end, so that the process would seem to have died.
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and self.on_start is not None:
            self.on_start()
        self.hall.thinkers.start()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.hall.close()
        # One turn of the loop, so that the last words are sent before the connections are cut.
        await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def listen(host: str, port: int, *, or_another: bool = False) -> socket.socket:
    """A socket that listens there; with `or_another` on any free port if that one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ears = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    ears.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        ears.bind((host, port))
    except OSError as error:
        ears.close()
        if or_another and port:
            return listen(host, 0)
        raise WarhostError(
            f"The server cannot listen on {host} port {port}: {error.strerror or error}. {_advice(error, host, port)}"
        ) from None
    ears.listen(128)
    return ears


def as_tcp(ears: socket.socket) -> socket.socket:
    """The same listening socket, known to be one of TCP. The other object is used up if it did not say so.

    asyncio switches off Nagle's algorithm, which holds small messages back for up to 40 ms, on connections whose
    socket names TCP as its protocol, and they take that over from the one that listens. A socket that was made
    elsewhere often leaves the protocol to the system.
    """
    if ears.family not in (socket.AF_INET, socket.AF_INET6) or ears.proto == socket.IPPROTO_TCP:
        return ears
    return socket.socket(ears.family, ears.type, socket.IPPROTO_TCP, fileno=ears.detach())


def _advice(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Perhaps Warhost runs already: open http://{host}:{port}/, or name another port (--port 0: a free one)."
    if error.errno == errno.EACCES:
        return "Ports below 1024 are for administrators: name another one with --port."
    return "Name an address of this machine with --host; 0.0.0.0 is all of them."


def address(ears: socket.socket) -> str:
    """The address to open in a browser on this machine."""
    host, port = ears.getsockname()[:2]
    return _link({"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host), port)


def address_for_others(ears: socket.socket) -> str | None:
    """The address to give to others in the same network; none if nobody else can reach this server."""
    host, port = ears.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = _number_in_the_network()
    return None if host is None or is_loopback(host) else _link(host, port)


def _link(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}/"


def _number_in_the_network() -> str | None:
    """The number of this machine in its network: the one it would write to others from. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return None
        number: str = probe.getsockname()[0]
        return number


def run(
    ears: socket.socket,
    data: str | None = None,
    *,
    workers: int | None = None,
    allowed: Sequence[str] = (),
    limits: Limits | None = None,
    keep_days: int | None = None,
    on_start: Callable[[str], None] | None = None,
    verbose: bool = False,
) -> None:
    """Serve until Ctrl-C or a signal to end. `on_start` is told where battles are kept. Raises AlreadyServed if another
    server has them."""
    ears = as_tcp(ears)
    level = logging.INFO if verbose else logging.WARNING
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    hosts = hosts_for(ears.getsockname()[0], allowed)
    app = application(data, workers=workers, hosts=hosts, limits=limits, keep_days=keep_days)
    store = app.state.hall.store
    try:
        store.serve(address_for_others(ears) or address(ears))
    except WarhostError:
        store.close()
        ears.close()
        raise
    config = uvicorn.Config(
        app,
        # Never uvicorn's own notices of requests: they would write tokens into the log.
        log_level="warning" if verbose else "error",
        log_config=None,
        access_log=False,
        http=Patient,
        # Beyond all pages some room for requests; more at once are told to come later.
        limit_concurrency=(limits or Limits()).pages + ROOM_FOR_REQUESTS,
        ws="websockets-sansio",
        ws_max_size=MOST_BYTES * 2,
        ws_ping_interval=20.0,
        ws_ping_timeout=60.0,
        timeout_graceful_shutdown=PATIENCE,
        server_header=False,
    )
    server = Server(config)
    server.hall = app.state.hall
    if on_start is not None:
        server.on_start = partial(on_start, store.name)
    # Ctrl-C is how a person ends it: that is no error.
    with suppress(KeyboardInterrupt):
        server.run([ears])
