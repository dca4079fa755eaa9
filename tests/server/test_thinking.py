"""Computer players think beside the server, within their time, and never hold a battle up."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import Callable, Iterator

import pytest

from examples.tiny_race import RULESET, race
from tests.server.harness import LONGEST_WAIT, Table, until
from warhost.play import Chosen, Game
from warhost.players import Decision
from warhost.server.thinking import NICE, Line, Task, Thinkers, ThinkingFailed, Waits, _Worker, decide, task_of


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers(1, budget=LONGEST_WAIT)
    yield thinkers
    thinkers.close()


def test_the_question_is_opened_again_in_the_middle_of_a_step() -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    game.answer(Chosen("3"), 0)
    game.answer(Chosen("2"), 1)
    decision = decide(task_of(game, 0, "random", b"seed"))
    game.answer(decision.answer, 0)


def test_the_same_question_gives_the_same_decision() -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    task = task_of(game, 1, "random", b"seed")
    assert decide(task) == decide(task)


def test_a_worker_answers_from_a_process_of_its_own(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    decision = asyncio.run(thinkers.think(task_of(game, 1, "random", b"seed")))
    assert decision == decide(task_of(game, 1, "random", b"seed"))
    assert thinkers._all[0]._process.pid != os.getpid()


@pytest.mark.slow
def test_a_player_that_breaks_is_told_and_the_worker_stays(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    with pytest.raises(ThinkingFailed, match="There is no player"):
        asyncio.run(thinkers.think(task_of(game, 0, "nobody", b"seed")))
    (worker,) = thinkers._all
    assert asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed"))).sentence
    assert thinkers._all[0] is worker
    assert worker.alive


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))
    pid = thinkers._all[0]._process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(ThinkingFailed, match="process ended"):
        asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))
    assert asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed"))).sentence


@pytest.mark.slow
def test_a_player_that_takes_too_long_is_stopped() -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    worker = _Worker()
    worker.ask(task_of(game, 0, "random", b"seed"), LONGEST_WAIT)
    pid = worker._process.pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(ThinkingFailed, match=r"No decision within 0\.3 seconds"):
        worker.ask(task_of(game, 0, "random", b"seed"), 0.3)
    assert not worker.alive
    assert not worker._process.is_alive()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "nice"), reason="this system knows no such priorities")
def test_workers_give_way_to_the_server(thinkers: Thinkers) -> None:
    asyncio.run(thinkers.think(task_of(Game(RULESET, race("Hares", "Foxes")), 0, "random", b"seed")))
    pid = thinkers._all[0]._process.pid
    assert pid is not None
    assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICE)


def test_all_workers_are_there_once_one_was_needed(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    thinkers.start()
    (first,) = thinkers._all
    asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))
    assert [worker.alive for worker in thinkers._all] == [True, True]
    assert thinkers._all[0] is first


def test_nothing_is_started_any_more_once_the_server_closes(thinkers: Thinkers) -> None:
    thinkers.close()
    with pytest.raises(ThinkingFailed, match="shutting down"):
        thinkers._ask(task_of(Game(RULESET, race("Hares", "Foxes")), 0, "random", b"seed"))
    assert not thinkers._all


def test_a_process_that_cannot_be_started_is_told(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("warhost.server.thinking._Worker", fails)
    game = Game(RULESET, race("Hares", "Foxes"))
    with pytest.raises(ThinkingFailed, match="No process can be started"):
        asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))


class Wish:
    """Somebody in a line, who may come to wait otherwise than before."""

    def __init__(self, line: Line, name: str, waits: Waits, served: list[str]) -> None:
        self.waits = waits
        self.line = line
        self._name = name
        self._served = served
        self.task = asyncio.get_running_loop().create_task(self._take())

    async def _take(self) -> None:
        await self.line.take(lambda: self.waits)
        self._served.append(self._name)


async def settle() -> None:
    """Let everybody go as far as they get."""
    for _ in range(5):
        await asyncio.sleep(0)


async def in_line(places: int, kept: int, *waits: Waits) -> tuple[Line, list[Wish], list[str]]:
    """A line, with somebody for each of these; those who were served bear their number."""
    line, served = Line(places, kept), list[str]()
    wishes = [Wish(line, str(number), one, served) for number, one in enumerate(waits)]
    await settle()
    return line, wishes, served


async def serve_all(line: Line, wishes: list[Wish], served: list[str]) -> list[str]:
    """Give a place back as long as anybody waits."""
    while len(served) < len(wishes):
        line.give_back()
        await settle()
    return served


def test_whoever_plays_comes_before_whoever_looks_on() -> None:
    async def order() -> list[str]:
        nobody, spectator, player = Waits.NOBODY, Waits.SPECTATOR, Waits.PLAYER
        return await serve_all(*await in_line(1, 0, nobody, nobody, spectator, player, player))

    assert asyncio.run(order()) == ["0", "3", "4", "2", "1"]


def test_who_comes_first_is_settled_when_a_place_is_free() -> None:
    async def order() -> list[str]:
        line, wishes, served = await in_line(1, 0, *[Waits.NOBODY] * 4)
        wishes[2].waits = Waits.PLAYER
        wishes[3].waits = Waits.SPECTATOR
        line.give_back()
        await settle()
        wishes[3].waits = Waits.NOBODY
        return await serve_all(line, wishes, served)

    assert asyncio.run(order()) == ["0", "2", "1", "3"]


def test_computers_among_themselves_leave_a_place_for_the_next_player() -> None:
    async def order() -> list[list[str]]:
        line, wishes, served = await in_line(3, 1, *[Waits.NOBODY] * 200)
        found = [list(served)]
        assert len(line) == 198
        wishes.append(Wish(line, "player", Waits.PLAYER, served))
        await settle()
        found.append(served[2:])
        # The place that a computer gives back stays free for another player.
        line.give_back()
        await settle()
        found.append(served[3:])
        wishes.append(Wish(line, "another", Waits.PLAYER, served))
        await settle()
        found.append(served[3:])
        return found

    assert asyncio.run(order()) == [["0", "1"], ["player"], [], ["another"]]


def test_a_player_who_comes_back_to_the_table_has_the_place_that_is_kept() -> None:
    async def order() -> list[str]:
        line, wishes, served = await in_line(2, 1, Waits.SPECTATOR, Waits.SPECTATOR, Waits.NOBODY)
        wishes[2].waits = Waits.PLAYER
        line.call()
        await settle()
        return served

    assert asyncio.run(order()) == ["0", "2"]


def test_whoever_leaves_the_line_holds_nobody_up() -> None:
    async def order() -> list[str]:
        line, wishes, served = await in_line(1, 0, *[Waits.PLAYER] * 4)
        wishes[1].task.cancel()
        line.give_back()
        # Called, and gone before it could come.
        wishes[2].task.cancel()
        await settle()
        return served

    assert asyncio.run(order()) == ["0", "3"]


class Held:
    """Workers that decide when they are told to. What they were asked bears the name of the player."""

    def __init__(self, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.gates: dict[str, threading.Event] = {}
        monkeypatch.setattr(thinkers, "_ask", self._ask)

    def _ask(self, task: Task) -> Decision:
        self.gates[task.player] = threading.Event()
        self.asked.append(task.player)
        assert self.gates[task.player].wait(LONGEST_WAIT)
        return Decision(Chosen("1"))

    async def until_asked(self, *players: str) -> None:
        async with asyncio.timeout(LONGEST_WAIT):
            while not self.gates.keys() >= set(players):
                await asyncio.sleep(0.01)


def test_a_player_is_served_at_once_among_two_hundred_battles_of_computers(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(thinkers, monkeypatch)
    game = Game(RULESET, race("Hares", "Foxes"))

    async def asked() -> list[str]:
        loop = asyncio.get_running_loop()
        task = task_of(game, 0, "computers", b"seed")
        computers = [loop.create_task(thinkers.think(task, lambda: Waits.SPECTATOR)) for _ in range(200)]
        await held.until_asked("computers")
        person = loop.create_task(thinkers.think(task_of(game, 0, "person", b"seed"), lambda: Waits.PLAYER))
        await held.until_asked("person")
        before = list(held.asked)
        for computer in computers:
            computer.cancel()
        await asyncio.gather(*computers, return_exceptions=True)
        for gate in held.gates.values():
            gate.set()
        await person
        return before

    assert asyncio.run(asked()) == ["computers", "person"]


def test_a_worker_that_is_still_at_it_is_not_taken_for_free(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held(thinkers, monkeypatch)
    game = Game(RULESET, race("Hares", "Foxes"))

    async def asked() -> list[str]:
        loop = asyncio.get_running_loop()
        think = [loop.create_task(thinkers.think(task_of(game, 0, name, b"seed"))) for name in ("one", "two")]
        await held.until_asked("one", "two")
        # Both battles are closed while the workers think. Of those who come then, the player is first.
        for one in think:
            one.cancel()
        await asyncio.gather(*think, return_exceptions=True)
        nobody, player = (task_of(game, 0, name, b"seed") for name in ("nobody", "player"))
        later = [
            loop.create_task(thinkers.think(nobody, lambda: Waits.NOBODY)),
            loop.create_task(thinkers.think(player, lambda: Waits.PLAYER)),
        ]
        await settle()
        held.gates["one"].set()
        await held.until_asked("player")
        before = list(held.asked)
        held.gates["two"].set()
        held.gates["player"].set()
        await held.until_asked("nobody")
        held.gates["nobody"].set()
        await asyncio.gather(*later)
        return sorted(before)

    assert asyncio.run(asked()) == ["one", "player", "two"]


def test_a_battle_goes_on_when_its_player_fails(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(self: Thinkers, task: object, waits: object) -> None:
        raise ThinkingFailed("It fell asleep.")

    monkeypatch.setattr(Thinkers, "think", failing)
    made = table.tiny(seats=[{"player": "human"}, {"player": "random"}])
    with table.page(made.tokens[0]) as page:
        page.choose("7")
        page.wait(lambda state: state["number"] >= 2)
        while not page.state["over"]:
            question = page.wait(lambda state: bool(state["question"]) or state["over"])["question"]
            if question:
                page.choose("0") if question["topic"] == "bid" else page.run(1.0)
        page.sync()
        assert "It fell asleep." in page.last("reasons")["sentence"]


def test_who_waits_in_a_battle_is_told_at_the_moment_it_is_asked(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Callable[[], Waits]] = []

    async def waiting(self: Thinkers, task: object, waits: Callable[[], Waits]) -> None:
        asked.append(waits)
        await asyncio.Event().wait()

    looked: list[Waits] = []
    monkeypatch.setattr(Thinkers, "think", waiting)
    monkeypatch.setattr(Thinkers, "look_again", lambda self: looked.append(asked[0]()))
    made = table.tiny(seats=[{"player": "random"}, {"player": "human"}])
    assert asked[0]() is Waits.NOBODY
    with table.page(made.watch):
        assert asked[0]() is Waits.SPECTATOR
        with table.page(made.tokens[0]):
            assert asked[0]() is Waits.PLAYER
        until(lambda: asked[0]() is Waits.SPECTATOR)
    until(lambda: asked[0]() is Waits.NOBODY)
    # Whoever joins is served at once if a worker is kept for them.
    assert looked == [Waits.SPECTATOR, Waits.PLAYER]
