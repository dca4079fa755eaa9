"""Computer players think beside the server, within their time, and never hold a battle up."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Iterator

import pytest

from tests.server.harness import LONGEST_WAIT
from tests.tiny import RULESET, race
from warhost.play import Chosen, Game
from warhost.server.thinking import Line, Thinkers, ThinkingFailed, Waits, _Worker, decide, task_of


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


def test_a_player_that_breaks_is_told_and_the_worker_stays(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    with pytest.raises(ThinkingFailed, match="There is no player"):
        asyncio.run(thinkers.think(task_of(game, 0, "nobody", b"seed")))
    assert asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed"))).sentence
    assert len(thinkers._all) == 1


def test_a_worker_that_dies_is_replaced(thinkers: Thinkers) -> None:
    game = Game(RULESET, race("Hares", "Foxes"))
    asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))
    pid = thinkers._all[0]._process.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(ThinkingFailed, match="process ended"):
        asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))
    assert asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed"))).sentence


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


def test_a_process_that_cannot_be_started_is_told(thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise OSError("too many processes")

    monkeypatch.setattr("warhost.server.thinking._Worker", fails)
    game = Game(RULESET, race("Hares", "Foxes"))
    with pytest.raises(ThinkingFailed, match="No process can be started"):
        asyncio.run(thinkers.think(task_of(game, 0, "random", b"seed")))


def test_whoever_plays_comes_before_whoever_looks_on() -> None:
    async def served() -> list[str]:
        line, order = Line(1), []

        async def want(name: str, waits: Waits) -> None:
            async with line.turn(waits):
                order.append(name)
                await asyncio.sleep(0.01)

        wishes = [
            ("first come", Waits.NOBODY),
            ("nobody", Waits.NOBODY),
            ("spectator", Waits.SPECTATOR),
            ("player", Waits.PLAYER),
            ("later player", Waits.PLAYER),
        ]
        await asyncio.gather(*(want(*wish) for wish in wishes))
        return order

    assert asyncio.run(served()) == ["first come", "player", "later player", "spectator", "nobody"]


def test_whoever_leaves_the_line_holds_nobody_up() -> None:
    async def served() -> bool:
        line = Line(1)
        async with line.turn(0):
            gone = [asyncio.create_task(line.turn(0).__aenter__()) for _ in range(2)]
            await asyncio.sleep(0)
            gone[0].cancel()
        # Called, and gone before it could come.
        gone[1].cancel()
        await asyncio.gather(*gone, return_exceptions=True)
        async with asyncio.timeout(LONGEST_WAIT), line.turn(0):
            return True

    assert asyncio.run(served())


def test_a_battle_goes_on_when_its_player_fails(table: object, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.server.harness import Table

    assert isinstance(table, Table)

    async def failing(self: Thinkers, task: object) -> None:
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
