"""Battles on several processes: one that fails, or whose process dies, is told, and the others are played."""

from __future__ import annotations

import multiprocessing
import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Generic, TypeVar

import msgspec

Job = TypeVar("Job")
Done = TypeVar("Done")

_SPAWNED = multiprocessing.get_context("spawn")


class Fault(msgspec.Struct, frozen=True):
    """Why a piece of work came to nothing."""

    why: str


def fault_of(error: Exception) -> Fault:
    """An exception in a line: what it is, and where in the sources it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({'/'.join(Path(frames[-1].filename).parts[-2:])}:{frames[-1].lineno})" if frames else ""
    return Fault(f"{type(error).__name__}: {error}{where}")


def tried(work: Callable[[Job], Done], job: Job) -> Done | Fault:
    """What a piece of work gives, or why it gave nothing."""
    try:
        return work(job)
    except Exception as error:
        return fault_of(error)


def worked_off(jobs: int, work: Callable[[Job], Done], plan: Iterator[Job]) -> Iterator[tuple[Job, Done | Fault]]:
    """Every piece of a plan with what came of it, in any order, on so many processes.

    A process that dies takes the piece with it that it worked at, and no other: a new one takes its place. Work is
    handed out piece by piece, so that a plan may be endless.
    """
    if jobs <= 1:
        for job in plan:
            yield job, tried(work, job)
        return
    workers: list[_Worker[Job, Done]] = []
    try:
        # No more processes than there is work for.
        for job in plan:
            workers.append(_Worker(work, job))
            if len(workers) == jobs:
                break
        while workers:
            by_pipe = {worker.pipe: worker for worker in workers}
            for pipe in wait(list(by_pipe)):
                worker = by_pipe[pipe]  # type: ignore[index]
                job, came = worker.job, worker.result()
                following = next(plan, None)
                if isinstance(came, Fault) and not worker.alive:
                    workers.remove(worker)
                    worker.end()
                    if following is not None:
                        workers.append(_Worker(work, following))
                elif following is not None:
                    worker.take(following)
                else:
                    workers.remove(worker)
                    worker.end()
                yield job, came
    finally:
        for worker in workers:
            worker.end()


class _Worker(Generic[Job, Done]):
    """A process that works at one piece at a time."""

    def __init__(self, work: Callable[[Job], Done], job: Job) -> None:
        self.pipe, theirs = _SPAWNED.Pipe()
        self._process: BaseProcess = _SPAWNED.Process(target=_serve, args=(theirs, work), daemon=True)
        self._process.start()
        # Only the process holds its end now: when it dies, this end says so.
        theirs.close()
        self.alive = True
        self.take(job)

    def take(self, job: Job) -> None:
        self.job = job
        # One that has died meanwhile is found out when its answer is read.
        with suppress(OSError):
            self.pipe.send(job)

    def result(self) -> Done | Fault:
        try:
            came: Done | Fault = self.pipe.recv()
        except (EOFError, OSError):
            self.alive = False
            self._process.join(5)
            return Fault(f"its process died{_how(self._process.exitcode)}")
        return came

    def end(self) -> None:
        if self._process.is_alive():
            self._process.kill()
        self._process.join(5)
        self.pipe.close()


def _how(code: int | None) -> str:
    if code is None:
        return ""
    if code >= 0:
        return f" with exit code {code}"
    with suppress(ValueError):
        return f" of {signal.Signals(-code).name}"
    return f" of signal {-code}"


def _serve(pipe: Connection, work: Callable[[Job], Done]) -> None:
    """The life of a process: it ends when nobody hands out work any more."""
    # Ctrl-C reaches every process of a terminal: the first one sees to it that all of them end.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            pipe.send(tried(work, pipe.recv()))
