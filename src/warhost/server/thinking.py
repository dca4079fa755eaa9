"""Computer players think in processes of their own, so that nobody else waits, and within a limit of time.

A worker is given the battle at the start of the present step and the answers since: it opens the same question, asks
the player and sends its decision back. A worker that takes too long, or dies, is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from enum import IntEnum
from heapq import heappop, heappush
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Battle, Entry, Game, Ruleset
from warhost.players import Decision, named_player

log = logging.getLogger(__name__)

BUDGET = 20.0
"""Seconds that a computer player has for one decision."""

START_UP = 30.0
"""Seconds more that a new worker has for its first one: it loads the program before."""


class ThinkingFailed(WarhostError):
    """A computer player gave no decision: it took too long, or broke."""


class Task(msgspec.Struct, frozen=True):
    """A question for a computer player: the battle at the start of the step, what was answered since, who is asked."""

    ruleset: Ruleset
    battle: Battle
    entries: tuple[Entry, ...]
    seat: int
    player: str
    seed: bytes
    """For the player's own chance, which has nothing to do with the dice of the battle."""
    waits: Waits


class Waits(IntEnum):
    """Who waits for a decision. Where workers are scarce, whoever plays comes before whoever looks on."""

    PLAYER = 0
    SPECTATOR = 1
    NOBODY = 2


def task_of(game: Game, seat: int, player: str, seed: bytes, waits: Waits = Waits.PLAYER) -> Task:
    """The question that is open for this seat, to be taken elsewhere."""
    mark = game.marks[-1]
    return Task(game.ruleset, mark.battle, tuple(game.entries[mark.at :]), seat, player, seed, waits)


def decide(task: Task) -> Decision:
    """Open the question again, ask the player."""
    game = Game(task.ruleset, task.battle, history=False)
    game.feed(task.entries)
    ask = game.ask_of(task.seat)
    if ask is None:
        raise ThinkingFailed(f"Seat {task.seat} is not asked.")
    player = named_player(task.player, task.seat, Chance(task.seed))
    try:
        return player.decide(ask, task.ruleset.view(game.battle, task.seat), task.ruleset)
    finally:
        player.close()


class Line:
    """A line of those who want one of a few places: by rank, then by who came first."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._count = 0
        self._line: list[tuple[int, int, asyncio.Future[None]]] = []

    @asynccontextmanager
    async def turn(self, rank: int) -> AsyncIterator[None]:
        """Have a place for so long."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(rank)
        try:
            yield
        finally:
            self._next()

    async def _wait(self, rank: int) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._count += 1
        heappush(self._line, (rank, self._count, called))
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._next()
            raise

    def _next(self) -> None:
        while self._line:
            *_, called = heappop(self._line)
            if not called.done():
                called.set_result(None)
                return
        self._free += 1


class Thinkers:
    """A few workers, started when they are first needed."""

    def __init__(self, workers: int | None = None, budget: float = BUDGET) -> None:
        self.workers = workers or max(1, min(4, (os.cpu_count() or 2) - 1))
        self.budget = budget
        self._idle: queue.SimpleQueue[_Worker] = queue.SimpleQueue()
        self._all: list[_Worker] = []
        self._threads = ThreadPoolExecutor(self.workers, "warhost-thinking")
        self._line = Line(self.workers)
        self._closed = False

    async def think(self, task: Task) -> Decision:
        """The decision of the player; ThinkingFailed if there is none in time."""
        async with self._line.turn(task.waits):
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._ask, task)

    def _ask(self, task: Task) -> Decision:
        if self._closed:
            raise ThinkingFailed("The server is closing.")
        try:
            worker = self._idle.get_nowait()
        except queue.Empty:
            worker = self._start()
        try:
            decision = worker.ask(task, self.budget)
        except ThinkingFailed as error:
            if worker.alive:
                self._idle.put(worker)
            else:
                self._all.remove(worker)
            if not self._closed:
                log.warning("%s: %s", task.player, error)
            raise
        self._idle.put(worker)
        return decision

    def _start(self) -> _Worker:
        try:
            worker = _Worker()
        except (OSError, RuntimeError) as error:
            log.error("No process can be started for computer players.", exc_info=error)
            raise ThinkingFailed("No process can be started for it.") from error
        self._all.append(worker)
        return worker

    def close(self) -> None:
        """Stop thinking at once."""
        self._closed = True
        for worker in list(self._all):
            worker.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)


class _Worker:
    """A process that answers one question after the other."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process: BaseProcess = context.Process(target=_work, args=(theirs,), daemon=True, name="warhost-player")
        self._process.start()
        theirs.close()
        self._fresh = True
        self._ending = threading.Lock()
        self.alive = True

    def ask(self, task: Task, budget: float) -> Decision:
        limit = budget + START_UP if self._fresh else budget
        try:
            self._pipe.send(task)
            if not self._pipe.poll(limit):
                self.kill()
                raise ThinkingFailed(f"No decision within {limit:g} seconds.")
            reply: Decision | str = self._pipe.recv()
        except (EOFError, OSError):
            self.kill()
            raise ThinkingFailed("The player's process ended.") from None
        self._fresh = False
        if isinstance(reply, str):
            raise ThinkingFailed(reply)
        return reply

    def kill(self) -> None:
        """End the process. The thread that waits for it and the one that closes the server may both come to this."""
        with self._ending:
            if not self.alive:
                return
            self.alive = False
            if self._process.is_alive():
                self._process.kill()
            self._process.join(5)
            self._pipe.close()


def _work(pipe: Connection) -> None:
    """The life of a worker: it ends when the server closes its end, or is gone."""
    # Ctrl-C goes to the whole group; the server alone decides when its workers end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while True:
        try:
            task: Task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            reply: Decision | str = decide(task)
        except Exception as error:
            reply = f"{type(error).__name__}: {error}"
        try:
            pipe.send(reply)
        except OSError:
            return


def anything_legal(game: Game, seat: int, seed: bytes, why: str) -> Decision:
    """What is answered for a player that gave no decision, so that the battle goes on."""
    ask = game.ask_of(seat)
    if ask is None:
        raise ThinkingFailed(f"Seat {seat} is not asked.")
    return Decision(ask.sample(Chance(seed)), (), f"Anything legal, for want of a decision: {why}")
