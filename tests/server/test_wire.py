"""Hostile connections to the real server: frames, pieces and pings without end, slow readers, silent crowds."""

from __future__ import annotations

import json
import os
import random
import socket
import struct
import time
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.server.harness import LONGEST_WAIT, PEOPLE
from tests.server.process import SERVE, Client, Server, server_at

pytestmark = pytest.mark.slow

FINAL, COMPRESSED = 0x80, 0x40
CONTINUED, TEXT, CLOSE, PING, PONG = 0, 1, 8, 9, 10
STRICT = (
    "from warhost.server.net import limits, wire; limits._is_loopback = lambda place: False; "
    f"wire.SLOWEST_REQUEST = 1.0; wire.SLOWEST_READER = 1.0; wire.LATE_BODY = 0.2; {SERVE}"
)
"""A server that counts this machine's own addresses, too, and has little patience."""
PATIENT = f"from warhost.server.net import limits; limits._is_loopback = lambda place: False; {SERVE}"
FAST = (
    "from msgspec.structs import replace; usual = limits.Guests.__init__; "
    "limits.Guests.__init__ = lambda self, of, *more: usual(self, replace(of, body_seconds=0.5), *more); "
    f"{SERVE}"
)
"""One that gives bodies half a second, besides."""
NARROW = (
    "import socket; from warhost.server.net import listening as of; usual = of.listen; "
    "of.listen = lambda *at: (ears := usual(*at), ears.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096))[0]; "
    f"{SERVE}"
)
"""One for which the system takes on little that is not read yet."""


def frame(opcode: int, data: bytes = b"", flags: int = FINAL) -> bytes:
    """A frame as a client sends it; a mask of zeros changes nothing."""
    size = len(data)
    if size < 126:
        return struct.pack("!BB", flags | opcode, 0x80 | size) + bytes(4) + data
    return struct.pack("!BBQ", flags | opcode, 0x80 | 127, size) + bytes(4) + data


class Raw:
    """A connection, byte by byte, from one of this machine's own addresses."""

    def __init__(self, server: Server, own: str = "127.0.0.1") -> None:
        self.host = urlsplit(server.address).netloc
        name, _, port = self.host.partition(":")
        self.socket = socket.create_connection((name, int(port)), LONGEST_WAIT, source_address=(own, 0))

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def head(self, line: str, *headers: str) -> None:
        self.send("\r\n".join((line, f"Host: {self.host}", *headers, "", "")).encode())

    def answer(self) -> bytes:
        """The head of what comes back."""
        data = b""
        while not data.endswith(b"\r\n\r\n"):
            more = self.socket.recv(1)
            if not more:
                return data
            data += more
        return data

    def page(self, token: str) -> bytes:
        """Become the page of that token; returns the head of the answer."""
        self.head(
            f"GET /ws?token={token} HTTP/1.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        )
        return self.answer()

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """What the server sends, frame by frame, until it closes."""
        with suppress(ConnectionError), self.socket.makefile("rb") as stream:
            while len(head := stream.read(2)) == 2:
                size = head[1]
                if size == 126:
                    (size,) = struct.unpack("!H", stream.read(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", stream.read(8))
                yield head[0] & 0x0F, stream.read(size)

    def close_code(self) -> int | None:
        """By which code the page is let go; None if the connection is cut without a word."""
        for opcode, data in self.frames():
            if opcode == CLOSE:
                return int.from_bytes(data[:2], "big")
        return None

    def is_cut(self) -> bool:
        """Whether the server ends the connection; whatever it says before is passed over."""
        try:
            while self.socket.recv(65_536):
                pass
        except TimeoutError:
            return False
        except ConnectionError:
            return True
        return True


@contextmanager
def playing(server: Server) -> Iterator[tuple[Client, str]]:
    """A page of another address that must notice nothing, and a token of another battle."""
    quiet, other = (server.call("/api/battles", {"seats": PEOPLE}) for _ in range(2))
    page = Client(server, quiet["watch"], random.Random(1))
    try:
        yield page, other["watch"]
    finally:
        page.close()


def answers(page: Client, number: int = 7) -> bool:
    page.ask("ping", id=number)
    return bool(page.hear_of("pong")["id"] == number)


def memory(server: Server) -> int:
    """What the server has of the machine's memory, in bytes."""
    return int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_nothing_that_is_compressed_is_taken(tmp_path: Path) -> None:
    text = b'{"type":"ping","id":1' + b" " * 119_970 + b"}"
    squeezer = zlib.compressobj(9, wbits=-12)
    small = (squeezer.compress(text) + squeezer.flush(zlib.Z_SYNC_FLUSH))[:-4]
    assert len(small) < 200
    with server_at(tmp_path / "battles.sqlite") as server, playing(server) as (page, token), Raw(server) as hostile:
        head = hostile.page(token)
        assert b" 101 " in head
        assert b"permessage-deflate" not in head.lower()
        with suppress(ConnectionError):
            hostile.send(frame(TEXT, small, FINAL | COMPRESSED) * 500)
        assert hostile.close_code() in (1002, None)
        assert answers(page)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells how much memory a process has")
def test_small_messages_in_one_packet_take_no_memory(tmp_path: Path) -> None:
    """300,000 of them from 12 pages would be 100 MB if they were taken in as fast as they come."""
    with server_at(tmp_path / "battles.sqlite") as server, playing(server) as (page, token), ExitStack() as stack:
        before = memory(server)
        pages = [stack.enter_context(Raw(server)) for _ in range(12)]
        for one in pages:
            assert b" 101 " in one.page(token)
            one.socket.setblocking(False)
        data = frame(TEXT, b"x") * 9_000
        for _ in range(20):
            for one in pages:
                with suppress(BlockingIOError):
                    one.socket.send(data)
            assert answers(page)
        assert memory(server) - before < 30e6


def test_a_message_in_pieces_without_end_is_let_go(tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite") as server, playing(server) as (page, token), Raw(server) as hostile:
        hostile.page(token)
        hostile.send(frame(TEXT, b"", 0))
        with suppress(ConnectionError):
            for _ in range(100):
                hostile.send(frame(CONTINUED, b"", 0) * 100)
        assert hostile.close_code() in (1008, None)
        assert answers(page)


def test_a_message_in_a_few_pieces_is_read(tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite") as server, playing(server) as (_, token), Raw(server) as one:
        one.page(token)
        text = json.dumps({"type": "ping", "id": 11}).encode() + b" " * 3_000
        pieces = [text[at : at + 100] for at in range(0, len(text), 100)]
        one.send(frame(TEXT, pieces[0], 0))
        for piece in pieces[1:-1]:
            one.send(frame(CONTINUED, piece, 0) + frame(PONG))
        one.send(frame(CONTINUED, pieces[-1]))
        for _ in range(8):
            # Larger than what is read at once.
            one.send(frame(TEXT, json.dumps({"type": "ping", "id": 12}).encode() + b" " * 50_000))
        told = [json.loads(data) for opcode, data in take(one, 30) if opcode == TEXT]
        assert [message["id"] for message in told if message["type"] == "pong"] == [11, *[12] * 8]


def take(raw: Raw, most: int) -> Iterator[tuple[int, bytes]]:
    """Frames until nothing was said for a moment after the pongs, or so many have come."""
    pongs = 0
    for opcode, data in raw.frames():
        yield opcode, data
        pongs += b'"pong"' in data
        most -= 1
        if pongs == 9 or not most:
            return


@pytest.mark.parametrize("opcode", [PING, PONG])
def test_pings_without_end_are_let_go(tmp_path: Path, opcode: int) -> None:
    with server_at(tmp_path / "battles.sqlite") as server, playing(server) as (page, token), Raw(server) as hostile:
        hostile.page(token)
        with suppress(ConnectionError):
            for _ in range(50):
                hostile.send(frame(opcode, b"x" * 100) * 100)
        assert hostile.close_code() in (1008, None)
        assert answers(page)


def test_what_is_no_text_is_let_go_in_one_line_of_the_log(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "battles.sqlite", "--verbose", errors=errors, program=STRICT) as server:
        token = server.call("/api/battles", {"seats": PEOPLE})["watch"]
        for _ in range(9):
            with Raw(server) as hostile:
                hostile.page(token)
                hostile.send(frame(TEXT, b'{"type":"\xff"}'))
                assert hostile.close_code() == 1007
    told = errors.read_text()
    assert "Traceback" not in told
    assert told.count("A page at 127.0.0.1 was disconnected: it sent a message that is not text.") == 5


def test_a_page_that_never_reads_is_cut(tmp_path: Path) -> None:
    """What it is told of a battle between computers waits here as soon as the system takes on no more of it."""
    program = STRICT.replace(SERVE, NARROW)
    with (
        server_at(tmp_path / "battles.sqlite", program=program) as server,
        playing(server) as (page, _),
        Raw(server) as hostile,
    ):
        made = server.call("/api/battles", {"seats": [{"player": "random"}] * 2, "seed": 1})
        hostile.page(made["watch"])
        assert is_cut_while_it_sends(hostile, frame(PONG))
        assert answers(page)


def is_cut_while_it_sends(raw: Raw, data: bytes) -> bool:
    """Whether the server cuts a connection that reads nothing."""
    deadline = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < deadline:
        try:
            raw.send(data)
        except ConnectionError:
            return True
        time.sleep(0.1)
    return False


def test_an_answer_that_is_never_read_is_cut(tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite", program=STRICT) as server:
        raws = [Raw(server, "127.0.0.2") for _ in range(3)]
        for raw in raws:
            raw.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            for _ in range(40):
                raw.head("GET /api/rulesets HTTP/1.1")
        assert all(is_cut_while_it_sends(raw, b"\r\n") for raw in raws)
        for raw in raws:
            raw.socket.close()


def test_connections_are_counted_before_they_speak(tmp_path: Path) -> None:
    options = ("--address-pages", "4", "--address-connections", "6")
    with server_at(tmp_path / "battles.sqlite", *options, program=PATIENT) as server, ExitStack() as stack:
        silent = [stack.enter_context(Raw(server, "127.0.0.2")) for _ in range(10)]
        with Raw(server, "127.0.0.2") as one_too_many:
            assert one_too_many.answer().startswith(b"HTTP/1.1 429 Too Many Requests")
            assert one_too_many.is_cut()
        # Whoever has another address notices nothing.
        with playing(server) as (page, _):
            assert answers(page)
        # A place that was left is free.
        silent[0].socket.close()
        deadline = time.monotonic() + LONGEST_WAIT
        while time.monotonic() < deadline:
            with Raw(server, "127.0.0.2") as again:
                again.head("GET /healthz HTTP/1.1")
                if again.answer().startswith(b"HTTP/1.1 200"):
                    break
        else:
            pytest.fail("the place stays taken")


def test_pages_give_their_places_back(tmp_path: Path) -> None:
    options = ("--address-pages", "1", "--address-connections", "1", "--address-requests", "1000")
    with server_at(tmp_path / "battles.sqlite", *options, program=PATIENT) as server:
        token = server.call("/api/battles", {"seats": PEOPLE})["watch"]
        deadline = time.monotonic() + LONGEST_WAIT
        opened = 0
        while opened < 6 and time.monotonic() < deadline:
            with Raw(server, "127.0.0.3") as page:
                opened += b" 101 " in page.page(token)
        assert opened == 6


@pytest.mark.parametrize(
    ("line", "headers"),
    [
        ("GET /healthz HTTP/1.1", ("Content-Length: 900000",)),
        ("POST /api/muster HTTP/1.1", ("Content-Length: 900000",)),
        ("POST /api/battles/none/rematch HTTP/1.1", ("Transfer-Encoding: chunked",)),
        ("DELETE /api/battles/none HTTP/1.1", ("Content-Length: 900000",)),
        ("GET / HTTP/1.1", ("Content-Length: 900000", "Expect: 100-continue")),
    ],
)
def test_a_body_that_trickles_in_is_cut_wherever_it_goes(tmp_path: Path, line: str, headers: tuple[str, ...]) -> None:
    """Also where nobody waits for it, and the answer was given long ago."""
    program = STRICT.replace(SERVE, FAST)
    with server_at(tmp_path / "battles.sqlite", program=program) as server, Raw(server, "127.0.0.2") as slow:
        slow.head(line, *headers)
        deadline = time.monotonic() + LONGEST_WAIT
        slow.socket.settimeout(0.1)
        ended = False
        while not ended and time.monotonic() < deadline:
            try:
                with suppress(TimeoutError):
                    ended = slow.socket.recv(65_536) == b""
                slow.send(b"1\r\nx\r\n" if "chunked" in headers[0] else b"x")
            except ConnectionError:
                ended = True
        assert ended


def test_a_request_for_a_page_that_is_too_long_is_refused(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "battles.sqlite", errors=errors) as server:
        for path, headers in (("x" * 9_000, 0), ("x", 200), ("%00", 0)):
            with Raw(server) as raw:
                raw.head(
                    f"GET /ws/{path} HTTP/1.1",
                    "Upgrade: websocket",
                    "Connection: Upgrade",
                    "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
                    "Sec-WebSocket-Version: 13",
                    *(f"X-{number}: x" for number in range(headers)),
                )
                assert raw.answer().split()[1] in (b"400", b"414")
    assert "Traceback" not in errors.read_text()
