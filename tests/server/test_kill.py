"""A server that is killed without warning loses nothing that it acknowledged, and goes on where it was."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.harness import LONGEST_WAIT, until

PEOPLE = [{"player": "human"}] * 2
SERVE = "from warhost.cli import main; main()"


class Server:
    """The real server as a process of its own."""

    def __init__(self, data: Path, *options: str, errors: Path | None = None, program: str = SERVE) -> None:
        command = [
            sys.executable,
            "-c",
            program,
            "serve",
            "--port",
            "0",
            "--data",
            str(data),
            "--workers",
            "1",
            *options,
        ]
        with ExitStack() as files:
            stderr = None if errors is None else files.enter_context(errors.open("w"))
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "The table is at" in line, line
        self.address = line.split()[-1].rstrip("/")

    def call(self, path: str, body: Any = None, token: str = "", method: str | None = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-Warhost-Token": token}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as response:
            return None if response.status == 204 else json.load(response)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LONGEST_WAIT)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def server_at(data: Path, *options: str, errors: Path | None = None, program: str = SERVE) -> Iterator[Server]:
    server = Server(data, *options, errors=errors, program=program)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.kill()


class Client:
    """A page that plays at random, and remembers the last state that the server acknowledged."""

    def __init__(self, server: Server, token: str, dice: random.Random) -> None:
        self.dice = dice
        self.state: dict[str, Any] = {}
        self.log: list[str] = []
        self.answers = 0
        self._open = ExitStack()
        address = f"{server.address.replace('http', 'ws')}/ws?token={token}"
        self.socket: ClientConnection = self._open.enter_context(
            connect(address, max_size=None, open_timeout=LONGEST_WAIT)
        )
        while not self.state:
            self.hear()

    def close(self) -> None:
        with suppress(ConnectionClosed, OSError):
            self._open.close()

    def hear(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=LONGEST_WAIT))
        if message["type"] == "events":
            self.log = ([] if message["fresh"] else self.log) + [line["text"] for line in message["lines"]]
        elif message["type"] == "state":
            self.state = message
        assert message["type"] != "refused", message
        return message

    def play(self, count: int, then: Callable[[], None]) -> None:
        """Answer until the connection breaks or the battle ends; after so many answers do something besides."""
        while not self.state["over"]:
            if self.answers == count:
                then()
                count = -1
            if self.state["question"] is not None:
                self.decide()
                self.answers += 1
            else:
                self.hear()

    def decide(self) -> None:
        """Answer the question that is open, and wait until that is acknowledged."""
        number = self.state["number"]
        self.ask("answer", number=number, answer=self.answer(self.state["question"]))
        while self.state["number"] == number:
            self.hear()

    def ask(self, kind: str, **fields: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **fields}))

    def hear_of(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            pass
        return message

    def answer(self, question: dict[str, Any]) -> Any:
        match question["ask"]:
            case "choose":
                return {"answer": "choose", "option": self.dice.choice(question["options"])["key"]}
            case "allocate":
                shares = {pool["key"]: {pool["targets"][0]["key"]: pool["count"]} for pool in question["pools"]}
                return {"answer": "allocate", "shares": shares}
            case "place":
                return self.place(question)
        return {"answer": "manoeuvre"}

    def place(self, question: dict[str, Any]) -> Any:
        (_, low), (_, high) = question["zone"]["corners"][:2]
        while True:
            pose = [self.dice.uniform(2, 34), self.dice.uniform(low, high), 0.0 if low == 0.0 else 180.0]
            answer = {"answer": "place", "pose": pose}
            self.ask("check", id=1, answer=answer)
            if self.hear_of("checked")["ok"]:
                return answer


def killed_and_restarted(data: Path, times: int) -> int:
    """Play, kill, restart and compare; returns how many answers of the page were acknowledged in all."""
    dice = random.Random(times)
    answers = 0
    made: dict[str, Any] | None = None
    acknowledged: dict[str, Any] = {}
    log: list[str] = []
    for _ in range(times + 1):
        with server_at(data) as server:
            if made is not None:
                token = made["tokens"]["0"]
                client = Client(server, token, dice)
                # What was on its way when the server died may have been kept; what was acknowledged must have been.
                assert client.state["number"] >= acknowledged["number"]
                assert client.log[: len(log)] == log
                path = f"/api/battles/{made['id']}/moment/{acknowledged['number']}"
                moment = server.call(path, token=token)
                assert moment["picture"] == acknowledged["picture"]
                assert moment["question"] == acknowledged["question"]
                if client.state["over"]:
                    client.close()
                    made = None
            if made is None:
                seats = [{"player": "human"}, {"player": "random"}]
                made = server.call("/api/battles", {"seats": seats})
                client = Client(server, made["tokens"]["0"], dice)
            # By answers, not by the clock, so that a slow machine gets as far; then at any moment of what follows.
            timer = threading.Timer(dice.uniform(0.0, 0.1), server.process.kill)
            with suppress(ConnectionClosed, TimeoutError, OSError):
                client.play(dice.randint(1, 12), timer.start)
            if timer.ident is not None:
                timer.join()
            server.kill()
            client.close()
            answers += client.answers
            acknowledged, log = client.state, client.log
    return answers


def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    assert killed_and_restarted(tmp_path / "battles.sqlite", 3) >= 4


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed_twenty_times(tmp_path: Path) -> None:
    assert killed_and_restarted(tmp_path / "battles.sqlite", 20) >= 60


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


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_told_to_end_says_goodbye_and_has_not_failed(tmp_path: Path, told: signal.Signals) -> None:
    errors = tmp_path / "errors"
    with server_at(tmp_path / "battles.sqlite", errors=errors) as server:
        # A computer thinks and a page is connected: neither holds it up.
        server.call("/api/battles", {"seats": [{"player": "captain"}, {"player": "captain"}]})
        made = server.call("/api/battles", {"seats": PEOPLE})
        client = Client(server, made["watch"], random.Random(1))
        os.kill(server.process.pid, told)
        assert client.hear_of("bye")["reason"] == "The server is closing."
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
