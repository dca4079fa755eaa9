"""The real server as a process of its own, pages that play at it at random, and kills in the middle of that."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.server.harness import LONGEST_WAIT

SERVE = "from warhost.cli import main; main()"


class Server:
    """The real server as a process of its own."""

    def __init__(
        self,
        data: Path | str,
        *options: str,
        errors: Path | None = None,
        program: str = SERVE,
        python: Path | str = sys.executable,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        command = [
            str(python),
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
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "The table is at" in line, line
        self.address = line.split()[-1].rstrip("/")

    def call(self, path: str, body: Any = None, token: str = "", method: str | None = None) -> Any:
        told = self.read(path, body, token, method)
        return json.loads(told) if told else None

    def read(self, path: str, body: Any = None, token: str = "", method: str | None = None) -> bytes:
        """The answer as it came, byte by byte: the seal of a record is over those."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-Warhost-Token": token}
        request = urllib.request.Request(self.address + path, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=LONGEST_WAIT) as response:
            told: bytes = response.read()
            return told

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(LONGEST_WAIT)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def server_at(
    data: Path | str,
    *options: str,
    errors: Path | None = None,
    program: str = SERVE,
    python: Path | str = sys.executable,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Server]:
    server = Server(data, *options, errors=errors, program=program, python=python, environment=environment)
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
            case "walk":
                return {"answer": "walk"}
        return {"answer": "manoeuvre"}

    def place(self, question: dict[str, Any]) -> Any:
        (_, low), (_, high) = question["zone"]["corners"][:2]
        while True:
            pose = [self.dice.uniform(2, 34), self.dice.uniform(low, high), 0.0 if low == 0.0 else 180.0]
            answer = {"answer": "place", "pose": pose}
            self.ask("check", id=1, answer=answer)
            if self.hear_of("checked")["ok"]:
                return answer


def killed_and_restarted(data: Path, times: int, computers: int = 0, told: Callable[[int], None] | None = None) -> int:
    """Play, kill, restart and compare; returns how many answers of the page were acknowledged in all.

    So many battles of computers go on beside it. `told` hears after each kill how many answers there were by then.
    """
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
                if not answers:
                    for _ in range(computers):
                        server.call("/api/battles", {"seats": [{"player": "captain"}] * 2})
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
            if told is not None:
                told(answers)
    return answers
