"""What the server sends goes out at once: Nagle's algorithm is off on every connection that it takes."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import pytest
from websockets.asyncio.client import connect

from tests.server.harness import LONGEST_WAIT
from warhost.server import running
from warhost.server.running import listen, run
from warhost.server.wire import Asking


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
