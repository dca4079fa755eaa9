"""Computer players think in processes of their own, so that nobody else waits, and within a limit of time.

A worker is given the battle at the start of the present step and the answers since: it opens the same question, asks
the player and sends its decision back. A worker that takes too long, or dies, is replaced.

A person who waits for a decision comes first. Who that is can change while a task is in the line (a page joins or
leaves), so tasks are ranked when a worker is free, not when they come. A decision may take seconds, and one that was
begun is finished: so there is one worker more than is wanted, and a battle in which no person waits is thought about
only while another worker stays free for the next person.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import IntEnum
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Battle, Entry, Game, Ruleset
from warhost.players import Decision, named_player
from warhost.server.warm_up import warm_up

log = logging.getLogger(__name__)

BUDGET = 20.0
"""Seconds that a computer player has for one decision."""

START_UP = 30.0
"""Seconds more that a new worker has for its first one: it loads the program before."""

NICE = 5
"""So much workers give way to the server itself, which has little to do for each answer, where cores are scarce."""

KEPT = 1
"""So many workers there are besides, which stay free for people who wait."""


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


class Waits(IntEnum):
    """Who waits for a decision. Whoever plays comes before whoever looks on."""

    PLAYER = 0
    SPECTATOR = 1
    NOBODY = 2


def task_of(game: Game, seat: int, player: str, seed: bytes) -> Task:
    """The question that is open for this seat, to be taken elsewhere."""
    mark = game.marks[-1]
    return Task(game.ruleset, mark.battle, tuple(game.entries[mark.at :]), seat, player, seed)


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
    """A line of those who want one of a few places: by rank at the moment when a place is given, then by who came
    first. Whoever does not wait as a player is given one only if so many others stay free for players."""

    def __init__(self, places: int, kept: int = 0) -> None:
        self._free = places
        self._kept = kept
        self._line: list[tuple[Callable[[], Waits], asyncio.Future[None]]] = []

    async def take(self, waits: Callable[[], Waits]) -> None:
        """Wait for a place. It has to be given back."""
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append((waits, called))
        self.call()
        try:
            await called
        except asyncio.CancelledError:
            # Called, and gone before it could come.
            if not called.cancelled():
                self.give_back()
            raise

    def __len__(self) -> int:
        return sum(not called.done() for _, called in self._line)

    def give_back(self) -> None:
        self._free += 1
        self.call()

    def call(self) -> None:
        """Give the places that are free. Also to be called when somebody in the line comes to wait as a player."""
        self._line = [one for one in self._line if not one[1].done()]
        while self._free and self._line:
            waits, called = first = min(self._line, key=lambda one: one[0]())
            if self._free <= self._kept and waits() is not Waits.PLAYER:
                return
            self._line.remove(first)
            self._free -= 1
            called.set_result(None)


class Thinkers:
    """A few workers, and one more for people who wait. The first can be started ahead, the others are when that one has
    decided something."""

    def __init__(self, workers: int | None = None, budget: float = BUDGET) -> None:
        self.workers = (workers or max(1, min(4, (os.cpu_count() or 2) - 1))) + KEPT
        self.budget = budget
        self._idle: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._all: list[_Worker] = []
        self._threads = ThreadPoolExecutor(self.workers, "warhost-thinking")
        self._line = Line(self.workers, KEPT)
        self._starting = threading.Lock()
        self._closed = False

    def start(self) -> None:
        """Start the first worker."""
        self._start_ahead(1)

    def _start_ahead(self, workers: int) -> None:
        """Have so many workers: until one has loaded the program takes a while, and nobody is to wait for that."""
        with self._starting, suppress(ThinkingFailed):
            while len(self._all) < workers and not self._closed:
                self._idle.put(self._start())

    @property
    def waiting(self) -> int:
        """How many decisions wait for a worker."""
        return len(self._line)

    def look_again(self) -> None:
        """A page has joined a battle: somebody in the line may wait as a player now."""
        self._line.call()

    async def think(self, task: Task, waits: Callable[[], Waits] = lambda: Waits.PLAYER) -> Decision:
        """The decision of the player; ThinkingFailed if there is none in time. `waits` tells who waits for it, whenever
        it is asked."""
        await self._line.take(waits)
        asked = asyncio.get_running_loop().run_in_executor(self._threads, self._ask, task)
        asked.add_done_callback(self._done)
        # Where the battle is closed meanwhile, nobody waits any more, but the worker is still at it.
        return await asyncio.shield(asked)

    def _done(self, asked: asyncio.Future[Decision]) -> None:
        self._line.give_back()
        # So that nothing is said of a failure for which nobody waits any more.
        if not asked.cancelled():
            asked.exception()

    def _ask(self, task: Task) -> Decision:
        worker = self._any_worker()
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
        self._start_ahead(self.workers)
        # On top, where the next one is taken from: those that were started just now are not ready yet.
        self._idle.put(worker)
        return decision

    def _any_worker(self) -> _Worker:
        """One that is idle, or a new one."""
        with self._starting:
            if self._closed:
                raise ThinkingFailed("The server is shutting down.")
            try:
                return self._idle.get_nowait()
            except queue.Empty:
                return self._start()

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
        with self._starting:
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
    if hasattr(os, "nice"):
        os.nice(NICE)
    warm_up()
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
    return Decision(ask.sample(Chance(seed)), (), f"A random legal move, because no decision was made: {why}")
