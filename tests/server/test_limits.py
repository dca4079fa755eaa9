"""How much somebody may ask: generous to a page that drags, and nobody else notices who floods."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import socket
import time
import urllib.request
from collections.abc import MutableMapping
from contextlib import ExitStack, suppress
from ipaddress import ip_network
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError

import msgspec
import pytest
from starlette.testclient import WebSocketDenialResponse
from websockets.sync.client import connect

from tests.server.harness import LONGEST_WAIT, PEOPLE, TINY, Table, refusals, serving
from tests.server.process import SERVE, Client, Server, server_at
from warhost.server.battles import connections
from warhost.server.battles.connections import Connection
from warhost.server.messages import Pong
from warhost.server.net.limits import MOST_ADDRESSES, Bucket, Guests, Limits, Pace, TooMuch


def refused(table: Table) -> Any:
    response = table.client.post("/api/battles", json=TINY)
    assert response.status_code == 429
    return response.json()


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_allowance_is_used_up_and_fills_again() -> None:
    clock = Clock()
    bucket = Bucket(2.0, 4.0, clock)
    assert [bucket.take() for _ in range(5)] == [0.0, 0.0, 0.0, 0.0, 0.5]
    clock.now = 0.5
    assert bucket.take() == 0.0
    assert bucket.take() == 0.5
    clock.now = 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(5)][-1] == 0.5


def test_work_that_was_done_is_paid_for_later() -> None:
    clock = Clock()
    bucket = Bucket(0.5, 1.0, clock)
    bucket.drain(1.5)
    assert bucket.take(0.0) == 1.0
    clock.now = 1.0
    assert bucket.take(0.0) == 0.0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("203.0.113.7", "203.0.113.8", False),
        ("2001:db8:1:2::3", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::3", "2001:db8:1:3::3", False),
        ("::ffff:203.0.113.7", "203.0.113.7", True),
        ("fe80::1%eth0", "fe80::2%eth1", True),
    ],
)
def test_what_counts_as_one_address(one: str, other: str, same: bool) -> None:
    guests = Guests(Limits())
    assert (guests.of(one) is guests.of(other)) is same


@pytest.mark.parametrize("own", ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
def test_this_machine_is_not_counted(own: str) -> None:
    """A proxy on it may ask for everybody."""
    guests = Guests(Limits(address_requests=1.0, address_pages=1))
    guest = guests.of(own)
    assert not any(guest.requests.take() for _ in range(1000))
    with guests.seated(guest), guests.seated(guest):
        assert guests.pages == 2
    assert guests.pages == 0


def test_proxies_that_were_named_are_not_counted() -> None:
    guests = Guests(Limits(address_pages=1, address_connections=1), [ip_network("172.16.0.0/12")])
    assert all(guests.of("172.18.0.2").connect() for _ in range(1000))
    assert [guests.of("203.0.113.7").connect() for _ in range(3)] == [True, True, False]


def test_an_address_has_so_many_requests_answered_at_once() -> None:
    guest = Guests(Limits(address_connections=2)).of("203.0.113.7")
    with guest.asking(), guest.asking(), pytest.raises(TooMuch, match="still being answered"), guest.asking():
        pass
    with guest.asking():
        assert not guest.quiet
    assert guest.quiet


def test_addresses_that_are_quiet_are_forgotten() -> None:
    guests = Guests(Limits())
    busy = guests.of("203.0.113.7")
    busy.battles.take()
    for number in range(MOST_ADDRESSES + 10):
        guests.of(f"somebody {number}")
    assert len(guests._known) <= MOST_ADDRESSES
    assert guests.of("203.0.113.7") is busy


def test_a_page_that_drags_is_never_slowed_down() -> None:
    guest = Guests(Limits()).of("203.0.113.7")
    pace = Pace(Limits(), guest)
    clock = Clock()
    for bucket in (*pace._messages, *pace._work):
        bucket._clock, bucket._at = clock, 0.0
    for _ in range(30 * 60):
        clock.now += 1 / 30
        assert pace.step() == 0.0
        pace.worked(0.008)


@pytest.fixture
def time_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    """No allowance fills again, however long a slow machine takes to use it up."""
    monkeypatch.setattr(Bucket, "_fill", lambda bucket: None)


@pytest.mark.usefixtures("time_stands_still")
def test_whoever_sends_too_much_is_told_to_slow_down_and_may_play_on(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(page_messages=5.0)) as table:
        made = table.tiny()
        with table.client.websocket_connect(f"/ws?token={made.tokens[0]}") as socket:
            for number in range(22):
                socket.send_json({"type": "ping", "id": number})
            told: list[Any] = []
            while len(told) < 22:
                message = socket.receive_json()
                told += [message] if message["type"] in ("pong", "refused") else []
        assert [one["type"] for one in told] == ["pong"] * 20 + ["refused"] * 2
        assert told[-1]["reason"].startswith("Slow down")
        assert told[-1]["about"] == "ping"
        with made.pages() as pages:
            assert refusals(pages[0].choose("2")) == []


def test_a_decision_of_whoever_sent_too_much_waits_and_is_not_lost(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(page_messages=5.0)) as table:
        made = table.tiny()
        with table.client.websocket_connect(f"/ws?token={made.tokens[0]}") as socket:
            for number in range(20):
                socket.send_json({"type": "ping", "id": number})
            socket.send_json({"type": "answer", "number": 0, "answer": {"answer": "choose", "option": "2"}})
            socket.send_json({"type": "ping", "id": 20})
            about = ""
            while about != "ping":
                message = socket.receive_json()
                assert (message["type"], message.get("about")) != ("refused", "answer")
                about = "ping" if message.get("id") == 20 else message.get("about", "")
        with table.page(made.tokens[0]) as page:
            assert page.question is None


@pytest.mark.usefixtures("time_stands_still")
def test_an_address_has_so_many_requests(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(address_requests=2.0)) as table:
        answers = [table.client.get("/api/battles") for _ in range(9)]
        assert [one.status_code for one in answers] == [200] * 8 + [429]
        assert int(answers[-1].headers["retry-after"]) >= 1
        assert answers[-1].json()["error"].startswith("Slow down")
        assert table.client.get("/").status_code != 429


def test_an_address_sets_up_so_many_battles_in_an_hour(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(address_battles=3)) as table:
        made = [table.tiny() for _ in range(3)]
        assert "from your address" in refused(table)["error"]
        for path in (f"{made[0].path}/rematch", f"{made[0].path}/branch", "/api/import"):
            assert table.client.post(path, headers={"X-Warhost-Token": made[0].tokens[0]}).status_code == 429
        with made[0].pages() as pages:
            assert refusals(pages[0].choose("2")) == []


def test_a_server_keeps_so_many_battles(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(battles=2)) as table:
        made = table.tiny()
        table.tiny()
        assert "full of battles" in refused(table)["error"]
        table.client.delete(made.path, headers={"X-Warhost-Token": made.tokens[0]})
        table.tiny()


@pytest.mark.parametrize("limits", [Limits(address_pages=2), Limits(pages=2)])
def test_so_many_pages_may_be_connected(tmp_path: Path, limits: Limits) -> None:
    with serving(tmp_path / "b.sqlite", limits=limits) as table:
        made = table.tiny()
        with made.pages() as pages:
            address = f"/ws?token={made.watch}"
            with pytest.raises(WebSocketDenialResponse) as denied, table.client.websocket_connect(address):
                pass
            assert denied.value.status_code == 429
            assert refusals(pages[0].choose("2")) == []
        with table.page(made.watch):
            pass


def test_spectators_do_not_keep_players_out(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(spectators=1)) as table:
        made = table.tiny()
        with table.page(made.watch):
            with table.client.websocket_connect(f"/ws?token={made.watch}") as socket:
                assert "no room for more spectators" in socket.receive_json()["reason"]
            with made.pages() as pages:
                assert pages[1].question


def test_a_page_that_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    async def flood() -> list[bytes | None]:
        connection = Connection(None)
        monkeypatch.setattr(connections, "MOST_WAITING", 200)
        for number in range(100):
            connection.send(Pong(number))
        return [await connection.next() for _ in range(connection.outbox.qsize())]

    waiting = asyncio.run(flood())
    assert waiting[-1] is None
    assert len(waiting) == 1


def test_what_was_read_makes_room_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        connection = Connection(None)
        monkeypatch.setattr(connections, "MOST_WAITING", 60)
        for number in range(100):
            connection.send(Pong(number))
            assert await connection.next() == msgspec.json.encode({"type": "pong", "id": number})

    asyncio.run(talk())


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    """The server asks the application as any server does, with a body that never ends."""
    with serving(tmp_path / "b.sqlite", limits=Limits(body_seconds=0.2)) as table:
        told: list[MutableMapping[str, Any]] = []

        async def ask() -> None:
            pieces = [{"type": "http.request", "body": b"{", "more_body": True}]

            async def receive() -> Any:
                if not pieces:
                    await asyncio.sleep(30)
                return pieces.pop()

            async def send(message: MutableMapping[str, Any]) -> None:
                told.append(message)

            headers = [(b"host", b"testserver"), (b"content-type", b"application/json")]
            scope = {
                "type": "http",
                "method": "POST",
                "path": "/api/battles",
                "query_string": b"",
                "headers": headers,
                "client": ("203.0.113.9", 1),
            }
            await table.client.app(scope, receive, send)

        assert table.client.portal is not None
        table.client.portal.call(ask)
        assert told[0]["status"] == 408


def test_an_address_has_so_much_of_the_servers_time(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite", limits=Limits(address_work=0.0001)) as table:
        made = table.create(seats=PEOPLE, map="1")
        asked = [table.client.get(f"{made.path}/report?token={made.watch}") for _ in range(2)]
        assert [one.status_code for one in asked][-1] == 429
        assert "wait a moment" in asked[-1].json()["error"]
        # What needs no work is still answered.
        assert table.client.get(f"{made.path}/timeline?token={made.watch}").status_code == 200


def test_a_page_is_refused_in_words(tmp_path: Path) -> None:
    guests = Guests(Limits(pages=0))
    with pytest.raises(TooMuch, match="The server is full"), guests.seated(guests.of("203.0.113.7")):
        pass


IMPATIENT = f"from warhost.server.net import wire; wire.SLOWEST_REQUEST = 0.4; {SERVE}"


def is_let_go(connection: socket.socket) -> bool:
    """Send a request one letter after the other, until the server has enough of it."""
    deadline = time.monotonic() + LONGEST_WAIT
    connection.settimeout(0.1)
    connection.sendall(b"GET / HTTP/1.1\r\nX: ")
    try:
        while time.monotonic() < deadline:
            with suppress(TimeoutError):
                return connection.recv(1) == b""
            connection.sendall(b"A")
    except ConnectionError:
        return True
    return False


@pytest.mark.slow
def test_a_request_that_never_ends_is_let_go_and_a_page_that_only_listens_is_not(tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite", program=IMPATIENT) as server:
        page = Client(server, server.call("/api/battles", {"seats": PEOPLE})["watch"], random.Random(1))
        host, port = server.address.removeprefix("http://").split(":")
        with socket.create_connection((host, int(port))) as slow:
            assert is_let_go(slow)
        page.ask("ping", id=1)
        assert page.hear_of("pong")["id"] == 1
        page.close()


@pytest.mark.slow
def test_behind_a_proxy_addresses_are_those_that_it_tells(tmp_path: Path) -> None:
    def create(server: Server, address: str) -> int:
        headers = {"Content-Type": "application/json", "X-Forwarded-For": address}
        request = urllib.request.Request(f"{server.address}/api/battles", json.dumps({}).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as response:
                return int(response.status)
        except HTTPError as error:
            return error.code

    with server_at(tmp_path / "battles.sqlite", "--address-battles", "1") as server:
        assert create(server, "203.0.113.5") == 201
        assert create(server, "203.0.113.5") == 429
        assert create(server, "203.0.113.6") == 201


@pytest.mark.slow
def test_behind_a_proxy_one_address_has_so_many_requests_answered_at_once(tmp_path: Path) -> None:
    """All connections are the proxy's: here it counts for whom it asks."""

    def post(address: str) -> socket.socket:
        connection = socket.create_connection((host, int(port)), LONGEST_WAIT)
        head = f"POST /api/muster HTTP/1.1\r\nHost: {host}\r\nX-Forwarded-For: {address}\r\nContent-Length: 99\r\n\r\n"
        connection.sendall(head.encode())
        return connection

    def status(connection: socket.socket) -> bytes:
        return connection.recv(4096).split()[1]

    with server_at(tmp_path / "battles.sqlite", "--address-connections", "3") as server, ExitStack() as stack:
        host, port = server.address.removeprefix("http://").split(":")
        # Bodies that do not come keep them busy.
        for _ in range(3):
            stack.enter_context(post("203.0.113.5"))
        deadline = time.monotonic() + LONGEST_WAIT
        refused = b""
        while refused != b"429" and time.monotonic() < deadline:
            with post("203.0.113.5") as another:
                another.settimeout(1.0)
                with suppress(TimeoutError):
                    refused = status(another)
        assert refused == b"429"
        with post("203.0.113.6") as other:
            other.sendall(b"{" * 99)
            assert status(other) != b"429"


MOVES = (
    {"type": "check", "id": 1, "answer": {"answer": "place", "pose": [9.0, 4.0, 0.0]}},
    {"type": "survey", "id": 1, "unit": 1, "pose": [9.0, 4.0, 0.0]},
    {"type": "threats", "id": 1, "seat": 0},
)


def flood(server: str, token: str) -> None:
    """Send as fast as the server takes it, for ever; what comes back is not even read."""
    messages = [json.dumps(message) for message in MOVES]
    with connect(f"{server.replace('http', 'ws')}/ws?token={token}", max_size=None, max_queue=None) as socket:
        while True:
            for message in messages:
                socket.send(message)


@pytest.mark.slow
def test_a_flood_does_not_delay_other_battles(tmp_path: Path) -> None:
    """Four pages of one battle send moves in the making as fast as they can; a spectator of another pings."""
    with server_at(tmp_path / "battles.sqlite") as server:
        wanted = {"ruleset": "aofr", "seats": PEOPLE, "seed": 1}
        flooded, quiet = server.call("/api/battles", wanted), server.call("/api/battles", wanted)
        spawn = multiprocessing.get_context("spawn")
        tokens = [*flooded["tokens"].values()] * 2
        flooders = [spawn.Process(target=flood, args=(server.address, token), daemon=True) for token in tokens]
        for flooder in flooders:
            flooder.start()
        time.sleep(2.0)
        spectator = Client(server, quiet["watch"], random.Random(1))
        pings = []
        for number in range(60):
            began = time.monotonic()
            spectator.socket.send(json.dumps({"type": "ping", "id": number}))
            while spectator.hear()["type"] != "pong":
                pass
            pings.append(time.monotonic() - began)
            time.sleep(0.05)
        for flooder in flooders:
            flooder.kill()
            flooder.join()
        spectator.close()
        # The half of them, and a thousand times what they commonly take: it is about queues, not about this machine.
        assert median(pings) < 1.0, [round(ping * 1000) for ping in pings]
