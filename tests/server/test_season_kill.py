"""A server that is killed without warning loses nothing of a season that it acknowledged."""

from __future__ import annotations

import random
import threading
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import pytest

from tests.server.harness import until
from tests.server.process import Server, server_at
from tests.server.season import CUP

PROGRAM = "import tests.server.season; from warhost.cli import main; main()"


def answers_of(server: Server, path: str, keys: dict[str, str], dice: random.Random) -> int:
    """Answer what is asked and enter results, until the season is over or the server gone: after some answers it is
    killed at any moment. Returns how many were taken."""
    taken, most = 0, dice.randint(1, 6)
    timer = threading.Timer(dice.uniform(0.0, 0.05), server.process.kill)
    try:
        while True:
            # By answers, not by the clock, so that a slow machine gets as far.
            if taken == most:
                timer.start()
                most = -1
            shown = server.call(path)
            if shown["over"]:
                return taken
            if shown["waiting_for"]:
                player = dice.choice(shown["waiting_for"])
                (asked,) = server.call(path, token=keys[str(player)])["questions"]
                option = dice.choice(asked["question"]["options"])["key"]
                answer = {"answer": "choose", "option": option}
                body = {"player": player, "id": asked["id"], "answer": answer}
                server.call(f"{path}/answer", body, keys[str(player)])
            else:
                fixture = dice.choice([one["key"] for one in shown["fixtures"] if one["state"] != "done"])
                body = {"fixture": fixture, "winners": [dice.randrange(3)], "told": {"rabbit": taken % 9 + 1}}
                server.call(f"{path}/results", body, keys["o"])
            taken += 1
    except HTTPError:
        raise
    except (URLError, OSError, HTTPException):
        return taken
    finally:
        if timer.ident is not None:
            timer.join()


def entries(server: Server, path: str, key: str) -> list[Any]:
    found: list[Any] = server.call(f"{path}/file", token=key)["record"]["entries"]
    return found


class Season:
    """A season at a server that is killed now and then, and what of it was acknowledged."""

    def __init__(self, server: Server) -> None:
        made = server.call("/api/seasons", {**CUP, "settings": {"bidding": True}})
        self.path = f"/api/seasons/{made['id']}"
        self.organiser, self.keys = made["organiser"], made["players"]
        server.call(f"{self.path}/start", {}, self.organiser)
        self.record: list[Any] = []
        self.taken = 0

    def compare(self, server: Server) -> bool:
        """What was on its way when the server died may have been kept; what was acknowledged must have been. Returns
        whether the season is over."""
        now = entries(server, self.path, self.organiser)
        assert now[: len(self.record)] == self.record
        shown = server.call(self.path)
        # Answers that wait for those of others are in no file.
        sealed = len(self.keys) - len(shown["waiting_for"]) if len(shown["waiting_for"]) > 1 else 0
        told = sum("player" in one or "result" in one for one in now)
        assert told + max(sealed, 2) >= self.taken
        self.record = now
        return bool(shown["over"])


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    dice = random.Random(8)
    season: Season | None = None
    taken = 0
    for _ in range(8):
        with server_at(tmp_path / "battles.sqlite", program=PROGRAM) as server:
            if season is None or season.compare(server):
                season = Season(server)
            now = answers_of(server, season.path, {**season.keys, "o": season.organiser}, dice)
            season.taken += now
            taken += now
    assert taken >= 10


@pytest.mark.slow
def test_computers_go_on_with_their_season_after_a_kill(tmp_path: Path) -> None:
    data = tmp_path / "battles.sqlite"
    with server_at(data, program=PROGRAM) as server:
        made = server.call("/api/seasons", {**CUP, "players": [{"player": "random"}] * 3})
        path = f"/api/seasons/{made['id']}"
        server.call(f"{path}/start", {}, made["organiser"])
        until(lambda: any(one["battle"] for one in server.call(path)["fixtures"]))
        server.kill()
    with server_at(data, program=PROGRAM) as server:
        until(lambda: bool(server.call(path)["over"]))
