"""How the server takes connections: small messages go out at once, and a crowd does not hold up those who are here."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from contextlib import ExitStack, suppress

import pytest
from websockets.asyncio.client import connect

from tests.server.harness import LONGEST_WAIT
from warhost.server import running
from warhost.server.net import limits
from warhost.server.net.limits import Guests, Limits
from warhost.server.net.listening import IN_A_TURN, listen
from warhost.server.net.wire import Asking
from warhost.server.running import run


def prepared(proto: int) -> Callable[[str], socket.socket]:
    """A socket that somebody else made and listens with."""

    def make(host: str) -> socket.socket:
        ears = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM, proto)
        ears.bind((host, 0))
        ears.listen()
        return ears

    return make


def inherited(host: str) -> socket.socket:
    """A socket of which a process has nothing but the number, as from whoever started it."""
    return socket.socket(fileno=prepared(0)(host).detach())


def own(host: str) -> socket.socket:
    return listen(host, 0)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
@pytest.mark.parametrize("make", [own, prepared(0), prepared(socket.IPPROTO_TCP), inherited])
def test_small_messages_are_not_held_back(
    host: str, make: Callable[[str], socket.socket], tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    if ":" in host and not _has_ipv6():
        pytest.skip("this machine has no IPv6")
    found: list[int] = []

    class Looking(Asking):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            taken = transport.get_extra_info("socket")
            found.append(taken.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    class Visited(running.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            assert sockets is not None
            port = sockets[0].getsockname()[1]
            address = f"ws://{f'[{host}]' if ':' in host else host}:{port}/ws?token=none"
            async with connect(address, open_timeout=LONGEST_WAIT) as page:
                await page.recv()
            self.should_exit = True

    # What is set up for the log of a process would stay with the tests that come after.
    monkeypatch.setattr(running, "keep_log", lambda level: None)
    monkeypatch.setattr(running, "Asking", Looking)
    monkeypatch.setattr(running, "Server", Visited)
    run(make(host), f"{tmp_path}/battles.sqlite")
    assert len(found) == 1
    assert found[0]


def _has_ipv6() -> bool:
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            probe.bind(("::1", 0))
    except OSError:
        return False
    return True


def reached(count: int, allowed: Limits) -> tuple[list[bool], list[bytes]]:
    """So many connections come at once to a server that may have some of an address. Returns for each that was taken in
    the turns of an event loop, with False between the turns, and what those were told that were turned away."""
    guests = Guests(allowed)
    with listen("127.0.0.1", 0) as ears, ExitStack() as stack:
        ears.setblocking(False)
        ears.guests = guests
        pages = [stack.enter_context(socket.create_connection(ears.getsockname())) for _ in range(count)]
        turns: list[bool] = []
        for _ in range(count // IN_A_TURN + 1):
            with suppress(BlockingIOError):
                while True:
                    taken, place = ears.accept()
                    stack.enter_context(taken)
                    assert guests.of(place[0]).connect()
                    turns.append(True)
            turns.append(False)
        with pytest.raises(BlockingIOError):
            ears.accept()
        return turns, [all_of(page) for page in pages[turns.count(True) :]]


def all_of(page: socket.socket) -> bytes:
    """What it was told until it was let go."""
    page.settimeout(LONGEST_WAIT)
    told = b""
    while more := page.recv(4096):
        told += more
    return told


def test_those_who_are_here_have_their_turn_between_those_who_come() -> None:
    turns, told = reached(IN_A_TURN + 3, Limits())
    assert turns == [True] * IN_A_TURN + [False] + [True] * 3 + [False]
    assert told == []


def test_connections_of_an_address_that_has_enough_are_turned_away_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    # This machine's own addresses are not counted, as a proxy may ask for everybody; here they are.
    monkeypatch.setattr(limits, "_is_loopback", lambda place: False)
    turns, told = reached(IN_A_TURN + 3, Limits(address_pages=1, address_connections=1))
    assert turns == [True, True, False, False]
    assert len(told) == IN_A_TURN + 1
    assert {one.partition(b"\r\n")[0] for one in told} == {b"HTTP/1.1 429 Too Many Requests"}
    assert all(one.endswith(b"close some of them.\n") for one in told)
