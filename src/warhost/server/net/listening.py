"""The socket on which the server listens: where it is, and how many of those who come are let in at a time."""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from typing import Any

from warhost.errors import WarhostError
from warhost.server.net.guard import is_loopback
from warhost.server.net.limits import Guests
from warhost.server.net.wire import TOO_MANY

__all__ = ["Ears", "address", "address_for_others", "ears_of", "listen"]

IN_A_TURN = 16
"""So many connections are taken or turned away in one turn of the event loop: then those that are here have theirs."""


class Ears(socket.socket):
    """A socket that listens. Connections of an address that has as many as it may have are turned away at once, before
    anything is set up for them: flooders that come back again and again cost little that way."""

    guests: Guests | None = None
    _taken = 0

    def accept(self) -> tuple[socket.socket, Any]:
        """The next connection. Nothing is there for now (BlockingIOError) after so many of them, too: the event loop
        asks until then, and comes back in its next turn."""
        try:
            while self._taken < IN_A_TURN:
                connection, address = super().accept()
                self._taken += 1
                if self.guests is None or self.guests.of(str(address[0])).has_room:
                    return connection, address
                _turn_away(connection)
            raise BlockingIOError(errno.EAGAIN, "as many as fit in one turn")
        except BlockingIOError:
            self._taken = 0
            raise


def _turn_away(connection: socket.socket) -> None:
    with connection, suppress(OSError):
        connection.setblocking(False)
        connection.send(TOO_MANY)
        connection.shutdown(socket.SHUT_WR)
        # A connection that is closed with something unread is cut, and takes the answer with it.
        connection.recv(65536)


def listen(host: str, port: int, *, or_another: bool = False) -> Ears:
    """A socket that listens there; with `or_another` on any free port if that one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    ears = Ears(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
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


def ears_of(listening: socket.socket) -> Ears:
    """The same listening socket as one of ours, known to be one of TCP. The other object is used up if it was not.

    asyncio switches off Nagle's algorithm, which holds small messages back for up to 40 ms, on connections whose
    socket names TCP as its protocol, and they take that over from the one that listens. A socket that was made
    elsewhere often leaves the protocol to the system.
    """
    if isinstance(listening, Ears):
        return listening
    is_internet = listening.family in (socket.AF_INET, socket.AF_INET6)
    proto = socket.IPPROTO_TCP if is_internet else listening.proto
    return Ears(listening.family, listening.type, proto, fileno=listening.detach())


def _advice(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        place = f"http://{host}:{port}/"
        return f"Perhaps Warhost is already running: open {place}, or use another port (--port 0 picks a free one)."
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
