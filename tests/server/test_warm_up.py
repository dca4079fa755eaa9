"""Types are prepared in one thread before the server has others: msgspec crashes where two threads are first at once.

A crash takes its process with it, and a type is prepared once for a whole process: so every function here whose name
begins with `in_a_process` runs in one of its own and prints what it found.
"""

from __future__ import annotations

import gc
import os
import socket
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import msgspec
import pytest

from tests.server.harness import LONGEST_WAIT, Table, serving
from tests.server.test_muster import LIST
from warhost.play import Setup
from warhost.rulesets import ruleset, slugs
from warhost.server import running, thinking
from warhost.server.net.listening import listen
from warhost.server.warm_up import structs, warm_up

ROOT = Path(__file__).parents[2]
THREADS = 8


def found_by(function: str, *arguments: str) -> str:
    """What a function of this module prints that is run in a process of its own."""
    call = "import sys; from tests.server import test_warm_up as here; getattr(here, sys.argv[1])(*sys.argv[2:])"
    done = subprocess.run(
        [sys.executable, "-c", call, function, *arguments],
        capture_output=True,
        text=True,
        timeout=5 * LONGEST_WAIT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def tell(found: object) -> None:
    sys.stdout.write(f"{found}\n")


def in_a_process_threads_race(rounds: str, prepare: str) -> None:
    """How many of so many processes crash in which threads decode the battles of all rulebooks at the same moment."""
    sys.setswitchinterval(1e-6)
    battles = [(ruleset(slug).battle_type, start(slug)) for slug in slugs() if slug != "tiny"]
    crashes = 0
    for _ in range(int(rounds)):
        child = os.fork()
        if not child:
            if prepare == "prepared":
                warm_up()
            for kind, data in battles:
                race(kind, data)
            os._exit(0)
        crashes += os.waitpid(child, 0)[1] != 0
    tell(crashes)


def start(slug: str) -> bytes:
    book = ruleset(slug)
    return msgspec.json.encode(
        book.set_up(Setup(ruleset=slug, armies=tuple(book.armies()[:2]), map=next(iter(book.maps()))))
    )


def race(kind: type, data: bytes) -> None:
    together = threading.Barrier(THREADS)

    def decode() -> None:
        together.wait()
        msgspec.json.decode(data, type=kind)

    threads = [threading.Thread(target=decode) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each round is a fork")
@pytest.mark.slow
def test_threads_that_decode_a_battle_at_the_same_moment_do_not_crash() -> None:
    # Without the preparation ("cold") about 13 of 20 rounds crash.
    assert found_by("in_a_process_threads_race", "10", "prepared") == "0"


def prepared() -> set[type[msgspec.Struct]]:
    """The structs that msgspec has worked out. This reference is the only trace of it."""
    return {kind for kind in structs() if any(type(one).__name__ == "StructInfo" for one in gc.get_referents(kind))}


def unprepared() -> list[str]:
    """The structs that could be decoded, and are not worked out yet."""
    return sorted(kind.__qualname__ for kind in set(structs()) - prepared() if _can_be_decoded(kind))


def _can_be_decoded(kind: type[msgspec.Struct]) -> bool:
    try:
        msgspec.json.Decoder(kind)
    except (NameError, TypeError):
        return False
    return True


class Looking(running.Server):
    """A server that says what is left to prepare when it is about to take connections, and ends."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        tell([*unprepared(), *(slug for slug in slugs() if ruleset(slug).battle_type not in prepared())])
        await super().startup(sockets)
        self.should_exit = True


def in_a_process_a_server_starts(data: str) -> None:
    running.Server = Looking  # type: ignore[misc]
    running.run(listen("127.0.0.1", 0), data)


@pytest.mark.slow
def test_everything_that_can_be_decoded_is_prepared_before_the_server_takes_connections(tmp_path: Path) -> None:
    assert found_by("in_a_process_a_server_starts", str(tmp_path / "battles.sqlite")) == "[]"


class Pipe:
    """The server's end of a worker that is not given anything."""

    def recv(self) -> None:
        tell(unprepared())
        raise EOFError


def in_a_process_a_worker_starts() -> None:
    thinking._work(Pipe())  # type: ignore[arg-type]


@pytest.mark.slow
def test_everything_that_can_be_decoded_is_prepared_before_a_worker_takes_its_first_task() -> None:
    assert found_by("in_a_process_a_worker_starts") == "[]"


def in_a_process_a_server_is_used(data: str) -> None:
    """What was worked out only while the server ran."""
    with serving(data) as table:
        before = prepared()
        token, path = _use(table)
    with serving(data) as table, table.page(token) as page:
        page.sync()
        table.get(f"{path}/timeline", token)
    tell(sorted(kind.__qualname__ for kind in prepared() - before))


def _use(table: Table) -> tuple[str, str]:
    """Have the server decode whatever it decodes; returns the token and the path of a battle."""
    table.get("/api/rulesets")
    table.post("/api/muster", status=200, ruleset="aofr", files=[{"name": "list", "text": LIST}])
    for book, player in (("eow", "captain"), ("aofr", "solo")):
        made = table.create(ruleset=book, seats=[{"player": "human"}, {"player": player}])
        with table.page(made.tokens[0]) as page:
            page.sync()
    raced = table.tiny(seats=[{"player": "random"}] * 2)
    with table.page(raced.watch) as page:
        page.wait(lambda state: bool(state["over"]))
    get = partial(table.client.get, headers={"X-Warhost-Token": raced.watch})
    for path in ("report", "course", "moment/3"):
        assert get(f"{raced.path}/{path}").status_code == 200
    record = get(f"{raced.path}/record").content
    shown = table.client.post("/api/import", content=record, headers={"Content-Type": "application/json"})
    assert shown.status_code == 201, shown.text
    table.post(f"{raced.path}/branch", raced.watch, at=1, seats=[{"player": "human"}] * 2)
    return raced.watch, raced.path


@pytest.mark.slow
def test_nothing_is_left_for_threads_to_prepare_while_the_server_runs(tmp_path: Path) -> None:
    assert found_by("in_a_process_a_server_is_used", str(tmp_path / "battles.sqlite")) == "[]"
