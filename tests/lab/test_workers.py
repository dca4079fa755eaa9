"""Battles that fail and processes that die in the middle of one: each is a line, and all others are played."""

from __future__ import annotations

import os
import signal
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest

from warhost.players.workers import Fault, worked_off

pytestmark = pytest.mark.filterwarnings("error")


def doubled(bad: int, number: int) -> int:
    """Work that raises at one number and dies at the one after it."""
    if number == bad:
        raise KeyError(number)
    if number == bad + 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def leaves(number: int) -> int:
    os._exit(7)


def test_work_that_raises_is_told_and_the_rest_is_done() -> None:
    came = list(worked_off(1, partial(doubled, 3), iter([1, 2, 3, 7])))
    assert [(job, told) for job, told in came if not isinstance(told, Fault)] == [(1, 2), (2, 4), (7, 14)]
    ((job, told),) = [(job, told) for job, told in came if isinstance(told, Fault)]
    assert job == 3
    assert told.why.startswith("KeyError: 3 (lab/test_workers.py:")


def test_a_process_that_is_killed_loses_its_piece_alone_and_another_takes_over() -> None:
    came = dict(worked_off(2, partial(doubled, 3), iter(range(12))))
    assert sorted(came) == list(range(12))
    assert {job: told for job, told in came.items() if not isinstance(told, Fault)} == {
        number: 2 * number for number in range(12) if number not in (3, 4)
    }
    assert came[4] == Fault("its process died of SIGKILL")


def test_work_that_ends_every_process_comes_to_an_end_too() -> None:
    assert dict(worked_off(2, leaves, iter(range(3)))) == dict.fromkeys(
        range(3), Fault("its process died with exit code 7")
    )


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are looked up in /proc")
def test_who_stops_listening_leaves_no_process_behind() -> None:
    work = worked_off(2, partial(doubled, -9), iter(range(1000)))
    assert isinstance(work, Generator)
    next(work)
    assert len(children()) >= 2
    work.close()
    assert not children()


def children() -> list[str]:
    """The processes of this one that work."""
    found = [child for task in Path("/proc/self/task").iterdir() for child in (task / "children").read_text().split()]
    return [child for child in found if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]
