"""A server that is killed without warning loses nothing that it acknowledged, and goes on where it was."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.sync.client import connect

from tests.server.harness import LONGEST_WAIT, until
from tests.server.process import Client, Server, killed_and_restarted, server_at

PEOPLE = [{"player": "human"}] * 2


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    assert killed_and_restarted(tmp_path / "battles.sqlite", 2) >= 2


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_twenty_times(tmp_path: Path) -> None:
    assert killed_and_restarted(tmp_path / "battles.sqlite", 20) >= 60


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
def test_workers_end_with_their_server(tmp_path: Path) -> None:
    with server_at(tmp_path / "battles.sqlite") as server:
        made = server.call("/api/battles", {"seats": [{"player": "random"}, {"player": "random"}]})
        pid = server.process.pid
        until(lambda: server.call(f"/api/battles/{made['id']}/timeline", token=made["watch"])["last"] >= 10)
        children = [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]
        assert children
        server.kill()
    until(lambda: not any(_runs(child) for child in children))


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_says_goodbye_and_has_not_failed(tmp_path: Path, told: signal.Signals) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "battles.sqlite", errors=errors) as server:
        # A computer thinks and a page is connected: neither holds it up.
        server.call("/api/battles", {"seats": [{"player": "captain"}, {"player": "captain"}]})
        made = server.call("/api/battles", {"seats": PEOPLE})
        client = Client(server, made["watch"], random.Random(1))
        os.kill(server.process.pid, told)
        assert client.hear_of("bye")["reason"] == "The server is shutting down."
        assert server.process.wait(LONGEST_WAIT) == 0
        client.close()
    assert errors.read_text() == ""


def test_what_the_server_says_never_has_a_token_in_it(tmp_path: Path) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "battles.sqlite", "--verbose", errors=errors) as server:
        made = server.call("/api/battles", {"seats": PEOPLE})
        tokens = [made["watch"], *made["tokens"].values()]
        for token in tokens:
            client = Client(server, token, random.Random(1))
            client.socket.send("nonsense")
            client.ask("redo")
            client.close()
            server.call(f"/api/battles/{made['id']}/moment/0?token={token}")
            with suppress(HTTPError):
                server.call(f"/api/battles/{made['id']}/moment/99?token={token}")
        os.kill(server.process.pid, signal.SIGTERM)
        server.process.wait(LONGEST_WAIT)
    said = errors.read_text()
    assert made["id"] in said
    assert not [token for token in tokens if token in said]


@pytest.mark.slow
def test_computers_go_on_by_themselves_after_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with server_at(data) as server:
        made = server.call("/api/battles", {"seats": [{"player": "random"}] * 2, "house": {"pace": 0.05}})
        until(lambda: length(data, made["id"]) > 0)
        server.kill()
    before = length(data, made["id"])
    with server_at(data):
        # Nobody opens it: only the store is looked at.
        until(lambda: length(data, made["id"]) >= before + 5)


def length(data: Path, battle: str) -> int:
    with closing(sqlite3.connect(data)) as store:
        return int(store.execute("SELECT count(*) FROM answers WHERE battle = ?", (battle,)).fetchone()[0])


def both(server: Server, made: dict[str, Any]) -> tuple[Client, Client]:
    """The page that is asked first, and the other."""
    one, other = (Client(server, token, random.Random(1)) for token in made["tokens"].values())
    return (one, other) if one.state["question"] else (other, one)


@pytest.mark.slow
def test_a_question_for_consent_is_gone_after_a_kill_and_can_be_asked_again(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with server_at(data) as server:
        made = server.call("/api/battles", {"seats": PEOPLE, "seed": 5, "map": "1"})
        first, second = both(server, made)
        while first.state["question"]:
            first.decide()
        while not second.state["question"]:
            second.hear()
        second.decide()
        first.ask("undo")
        second.hear_of("consent")
        server.kill()
        first.close()
        second.close()
    with server_at(data) as server:
        second, first = both(server, made)
        assert first.state["undo"]["asked_by"] is None
        assert second.state["undo"]["asked_by"] is None
        number = first.state["number"]
        first.ask("undo")
        second.hear_of("consent")
        second.ask("consent", yes=True)
        while first.state["number"] == number:
            first.hear()
        assert first.state["question"]
        first.close()
        second.close()


@pytest.mark.slow
def test_a_battle_that_waits_for_its_armies_outlives_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    chooses = {"player": "human", "chooses": True}
    with server_at(data) as server:
        made = server.call("/api/battles", {"armies": ["orcs"], "map": "1", "seats": [{"player": "human"}, chooses]})
        friend = made["tokens"]["1"]
        with connect(f"{server.address.replace('http', 'ws')}/ws?token={friend}") as socket:
            before = json.loads(socket.recv(timeout=LONGEST_WAIT))
        server.kill()
    with server_at(data) as server:
        with connect(f"{server.address.replace('http', 'ws')}/ws?token={friend}") as socket:
            assert json.loads(socket.recv(timeout=LONGEST_WAIT)) == before
            server.call(f"/api/battles/{made['id']}/army", {"army": "dwarven holds"}, friend, method="PUT")
            hello = json.loads(socket.recv(timeout=LONGEST_WAIT))
        server.kill()
    with server_at(data) as server:
        client = Client(server, friend, random.Random(1))
        assert client.state["number"] == hello["number"]
        client.close()


@pytest.mark.slow
def test_what_was_taken_back_can_be_given_back_after_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with server_at(data) as server:
        made = server.call("/api/battles", {"seats": PEOPLE, "seed": 5, "map": "1"})
        first, second = both(server, made)
        first.decide()
        first.decide()
        number, picture = first.state["number"], first.state["picture"]
        first.ask("undo")
        while first.state["number"] == number:
            first.hear()
        server.kill()
        first.close()
        second.close()
    with server_at(data) as server:
        first, second = both(server, made)
        assert first.state["undo"]["redo"]
        first.ask("redo")
        while first.state["number"] < number:
            first.hear()
        assert first.state["picture"] == picture
        first.close()
        second.close()
