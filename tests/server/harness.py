"""A server for tests and pages that talk to it, in the process of the test."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession

from examples.tiny_race import RULESET
from warhost.rulesets import register
from warhost.server.app import application
from warhost.server.net.limits import Limits
from warhost.server.store import databases

register(RULESET)

PEOPLE = [{"player": "human"}, {"player": "human"}]
TINY = {"ruleset": "tiny", "armies": ["Hares", "Tortoises"], "seats": PEOPLE, "seed": "tests"}
# So many seconds something may take before a test gives it up: only a test that fails waits so long.
LONGEST_WAIT = 60.0
# A busy machine takes long for what a quick one does at once, and a quick one asks faster than any page: no test has
# used too much of the server.
PATIENT = Limits(page_work=1e6, address_work=1e6, address_requests=1e6)


def until(happens: Callable[[], bool]) -> None:
    """Wait for what others bring about."""
    deadline = time.monotonic() + LONGEST_WAIT
    while not happens():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.02)


@contextmanager
def serving(data: Path | str, **options: Any) -> Iterator[Table]:
    """A server in this process. It does not wait for the disk: no power cut comes between two lines of a test."""
    options = {"limits": PATIENT, **options}
    with patch.object(databases, "SYNCHRONOUS", "OFF"):
        served = application(str(data), workers=1, **options)
    with TestClient(served) as client:
        yield Table(client)


class Table:
    """A server, asked over HTTP."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def create(self, **wanted: Any) -> Made:
        response = self.client.post("/api/battles", json=wanted)
        assert response.status_code == 201, response.text
        return Made(self, response.json())

    def tiny(self, **wanted: Any) -> Made:
        return self.create(**{**TINY, **wanted})

    def get(self, path: str, token: str = "", status: int = 200) -> Any:
        response = self.client.get(path, headers={"X-Warhost-Token": token})
        assert response.status_code == status, response.text
        return response.json()

    def post(self, path: str, token: str = "", status: int = 201, **body: Any) -> Any:
        response = self.client.post(path, headers={"X-Warhost-Token": token}, json=body)
        assert response.status_code == status, response.text
        return response.json()

    @contextmanager
    def page(self, token: str) -> Iterator[Page]:
        with self.client.websocket_connect(f"/ws?token={token}") as socket:
            yield Page(socket)


class Made:
    """A battle that was set up."""

    def __init__(self, table: Table, data: dict[str, Any]) -> None:
        self.table = table
        self.id: str = data["id"]
        self.title: str = data["title"]
        self.watch: str = data["watch"]
        self.commitment: str = data["commitment"]
        self.tokens: list[str] = list(data["tokens"].values())

    @property
    def path(self) -> str:
        return f"/api/battles/{self.id}"

    @contextmanager
    def pages(self) -> Iterator[list[Page]]:
        """The pages of the first two seats."""
        with self.table.page(self.tokens[0]) as one, self.table.page(self.tokens[1]) as other:
            yield [one, other]


class Page:
    """A page: what it sends, and what it was told. `sync` waits until everything it sent was dealt with."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.told: list[dict[str, Any]] = []
        self._pings = 0
        self.sync()

    def send(self, **message: Any) -> list[dict[str, Any]]:
        """Send a message; returns what came back until it was dealt with."""
        self.sync()
        self.socket.send_text(msgspec.json.encode(message).decode())
        return self.sync()

    def send_raw(self, data: str | bytes) -> list[dict[str, Any]]:
        self.sync()
        if isinstance(data, bytes):
            self.socket.send_bytes(data)
        else:
            self.socket.send_text(data)
        return self.sync()

    def sync(self) -> list[dict[str, Any]]:
        self._pings += 1
        self.socket.send_text(msgspec.json.encode({"type": "ping", "id": self._pings}).decode())
        came = []
        while (message := msgspec.json.decode(self.socket.receive_text())) != {"type": "pong", "id": self._pings}:
            came.append(message)
        self.told += came
        return came

    def wait(self, until: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Wait for a state of the battle, which others bring about."""
        deadline = time.monotonic() + LONGEST_WAIT
        while not until(self.state):
            assert time.monotonic() < deadline, f"waited in vain: {self.state['waiting_for']}"
            time.sleep(0.02)
            self.sync()
        return self.state

    def last(self, kind: str) -> dict[str, Any]:
        return next(message for message in reversed(self.told) if message["type"] == kind)

    def all(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in self.told if message["type"] == kind]

    @property
    def state(self) -> dict[str, Any]:
        self.sync()
        return self.last("state")

    @property
    def question(self) -> Any:
        return self.state["question"]

    @property
    def log(self) -> list[str]:
        """The log as the page has it."""
        lines: list[str] = []
        for message in self.all("events"):
            lines = [] if message["fresh"] else lines
            lines += [line["text"] for line in message["lines"]]
        return lines

    def answer(self, answer: dict[str, Any], number: int | None = None) -> list[dict[str, Any]]:
        number = self.state["number"] if number is None else number
        return self.send(type="answer", number=number, answer=answer)

    def choose(self, option: str) -> list[dict[str, Any]]:
        return self.answer({"answer": "choose", "option": option})

    def run(self, inches: float) -> list[dict[str, Any]]:
        return self.answer({"answer": "manoeuvre", "kind": "run", "steps": [{"move": "forward", "inches": inches}]})


def refusals(messages: list[dict[str, Any]]) -> list[str]:
    return [message["reason"] for message in messages if message["type"] == "refused"]


def bid_and_run(pages: list[Page], first: str = "2", second: str = "1", inches: float = 1.0) -> None:
    """A whole round of the tiny race, which the first seat wins."""
    pages[0].choose(first)
    pages[1].choose(second)
    assert refusals(pages[0].run(inches)) == []


def deploy(page: Page) -> None:
    """Answer a question of the deployment: the first option, or the first place that is free."""
    question = page.question
    if question["ask"] == "choose":
        page.choose(question["options"][0]["key"])
        return
    (_, low), (_, high) = question["zone"]["corners"][:2]
    widest = max(x for x, _ in question["zone"]["corners"])
    for x in range(4, int(widest) - 3, 2):
        place = {"answer": "place", "pose": [float(x), (low + high) / 2, 0.0 if low == 0.0 else 180.0]}
        if page.send(type="check", id=1, answer=place)[0]["ok"]:
            refused = refusals(page.answer(place))
            assert refused == [], refused
            return
    raise AssertionError("no place was found")
