"""The connections beneath the application: how many an address has, how slowly it may send and read, in which pieces.

uvicorn lets a connection say nothing for ever, send a request one letter after the other, and leave an answer unread;
and it reads whatever has come before anybody else has a turn. A table for strangers cannot afford any of that. The
connections keep in mind when something began; `look` is called once a second for each of them and lets go of those
that take too long.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, TypeAlias

import h11
from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from warhost.server.net.limits import Bucket, Guest, Guests

__all__ = ["FULL", "GUESTS", "TOO_MANY", "Asking", "Paging", "look_at"]

log = logging.getLogger(__name__)

GUESTS = "guests"
"""Under this name the application tells its connections who is connected (the state of its lifespan)."""

SLOWEST_REQUEST = 20.0
"""Seconds in which a request must have come, up to its body, and a new connection must have spoken."""

LATE_BODY = 5.0
"""Seconds beyond those that a body has, after which the connection is cut: by then whoever waits for it has said so."""

SLOWEST_READER = 60.0
"""Seconds in which somebody must have taken what was sent: some 50 kB, or the rest of a connection that is closing."""

PIECE = 1024
"""So many bytes of a page are read before others have their turn."""

MOST_FRAGMENTS = 256
"""So many pieces a message may have. Browsers send one, or a few."""

ODD_FRAMES = 50.0
"""So many pings, pongs and pieces a second a page may send; four seconds' worth at once. Browsers send one in 20 s."""

LONGEST_LINE = 8000
MOST_HEADERS = 100
"""Of a request for a WebSocket; what reads it knows limits of its own, and breaks at them."""


def _answer(status: bytes, why: bytes) -> bytes:
    """What a connection is told that is turned away before it has asked anything."""
    head = (b"HTTP/1.1 " + status, b"Content-Type: text/plain", b"Connection: close", b"Retry-After: 30")
    return b"\r\n".join((*head, b"Content-Length: %d" % len(why), b"", why))


TOO_MANY = _answer(b"429 Too Many Requests", b"Too many connections are open from your address: close some of them.\n")
FULL = _answer(b"503 Service Unavailable", b"The server is full: try again in a while.\n")


class Asking(H11Protocol):
    """A connection that asks over HTTP. It is counted before it speaks, and may be slow, but not for ever."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._lag = _Lag()
        self._doing: tuple[str, RequestResponseCycle | None] = ("", None)
        self._since = self.loop.time()
        self._place = _Place(self.app_state, self.client)
        if not self._place.taken:
            self._turn_away(TOO_MANY)
        elif self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self._turn_away(FULL)

    def _turn_away(self, why: bytes) -> None:
        self.transport.write(why)
        self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._place.leave()

    def data_received(self, data: bytes) -> None:
        # Whoever was turned away may have spoken all the same.
        if not self.transport.is_closing():
            super().data_received(data)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        lines = [len(name) + len(value) for name, value in self.headers]
        if len(event.target) > LONGEST_LINE or len(lines) > MOST_HEADERS or max(lines, default=0) > LONGEST_LINE:
            self.send_400_response("This request for a WebSocket is too long.")
            return
        # The place goes to the page: no other connection of the address comes between.
        self._place.leave()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._lag.began(self.loop.time())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._lag.ended()

    def look(self, now: float) -> None:
        """Let go of it if it takes too long."""
        if self._lag.is_too_long(self.transport, now):
            self.transport.abort()
            return
        doing = (self._phase(), self.cycle)
        if doing != self._doing:
            self._doing, self._since = doing, now
        elif doing[0] and now - self._since >= self._patience(doing[0]):
            self.transport.close()

    def _phase(self) -> str:
        """What is waited for: the `head` of a request, its `body`, or nothing, as it is being answered."""
        if self.conn.their_state is h11.SEND_BODY:
            return "body"
        return "head" if self.conn.their_state is h11.IDLE and self.conn.our_state is h11.IDLE else ""

    def _patience(self, phase: str) -> float:
        guests: Guests | None = self.app_state.get(GUESTS)
        if phase == "head" or guests is None:
            return SLOWEST_REQUEST
        return guests.limits.body_seconds + LATE_BODY


class Paging(WebSocketsSansIOProtocol):
    """The WebSocket of a page. What has come is read piece by piece, so that others have their turn in between, and
    nothing more is read while the page leaves unread what it was sent."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._unread = bytearray()
        self._is_due = False
        self._lag = _Lag()
        self._odd = Bucket(ODD_FRAMES, ODD_FRAMES * 4)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._place = _Place(self.app_state, self.client)

    def connection_lost(self, exc: Exception | None) -> None:
        self._unread.clear()
        super().connection_lost(exc)
        self._place.leave()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            super().data_received(data)
            return
        self._unread += data
        self._read_on()

    def _read_on(self) -> None:
        """Read the next piece in the next turn, if it may be read now. Nothing more is taken in before."""
        if self._unread or self._is_held_up:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()
        if self._unread and not self._is_held_up and not self._is_due:
            self._is_due = True
            self.loop.call_soon(self._read_piece)

    @property
    def _is_held_up(self) -> bool:
        """Whether nothing may be read now: the page is not let in yet, has said something that is still to be dealt
        with, or does not read itself."""
        return not self.handshake_complete or self.read_paused or self._lag.is_lagging

    def _read_piece(self) -> None:
        self._is_due = False
        if self.transport.is_closing():
            self._unread.clear()
        if not self._unread or self._is_held_up:
            return
        piece = bytes(self._unread[:PIECE])
        del self._unread[:PIECE]
        super().data_received(piece)
        self._read_on()

    async def send(self, message: ASGISendEvent) -> None:
        waited = not self.handshake_complete
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            # A page that was not let in has had its whole answer; uvicorn takes that for a mistake of the application.
            self.handshake_complete = True
        if waited and self.handshake_complete:
            self._read_on()

    async def receive(self) -> ASGIReceiveEvent:
        message = await super().receive()
        if not self.read_paused:
            self._read_on()
        return message

    def handle_cont(self, event: Frame) -> None:
        if len(self.frames) >= MOST_FRAGMENTS:
            self._let_go(1008, "a message in too many pieces")
        elif self._is_fair():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._is_fair():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._is_fair():
            super().handle_pong(event)

    def _is_fair(self) -> bool:
        """Whether the page may send one more frame that is no message."""
        if self.close_sent:
            return False
        if self._odd.take():
            self._let_go(1008, "too many pings, or pieces of messages")
            return False
        return True

    def send_receive_event_to_app(self) -> None:
        if self.curr_msg_data_type == "text" and not _is_text(self.frames):
            self._let_go(1007, "a message that is not text")
        else:
            super().send_receive_event_to_app()

    def _let_go(self, code: int, why: str) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        log.warning("A page at %s was disconnected: it sent %s.", self.client[0] if self.client else "?", why)
        self.frames = []
        self.conn.fail(code, why)
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": why})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._lag.began(self.loop.time())
        self._read_on()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._lag.ended()
        self._read_on()

    def look(self, now: float) -> None:
        """Let go of it if it takes too long to read."""
        if self._lag.is_too_long(self.transport, now):
            self.transport.abort()


Connected: TypeAlias = Asking | Paging


def look_at(connection: object, now: float) -> None:
    """Let go of a connection that takes too long."""
    if isinstance(connection, Connected):
        connection.look(now)


class _Place:
    """The place of a connection among those of its address, for as long as it lasts."""

    def __init__(self, state: dict[str, Any], client: tuple[str, int] | None) -> None:
        guests: Guests | None = state.get(GUESTS)
        self._guest: Guest | None = None
        self.taken = True
        if guests is not None:
            guest = guests.of(client[0] if client else "")
            self.taken = guest.connect()
            self._guest = guest if self.taken else None

    def leave(self) -> None:
        if self._guest is not None:
            self._guest.disconnect()
            self._guest = None


class _Lag:
    """How long somebody has left unread what was sent."""

    def __init__(self) -> None:
        self._unread_since: float | None = None
        self._closing_since: float | None = None

    @property
    def is_lagging(self) -> bool:
        return self._unread_since is not None

    def began(self, now: float) -> None:
        self._unread_since = now

    def ended(self) -> None:
        self._unread_since = None

    def is_too_long(self, transport: asyncio.Transport, now: float) -> bool:
        # A transport that is closed waits for ever until the rest was taken.
        if transport.is_closing() and self._closing_since is None:
            self._closing_since = now
        return any(
            since is not None and now - since >= SLOWEST_READER for since in (self._unread_since, self._closing_since)
        )


def _is_text(pieces: list[bytes]) -> bool:
    try:
        b"".join(pieces).decode()
    except UnicodeDecodeError:
        return False
    return True
