"""What losses would do to a unit: the Panic and the end that they may bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from warhost.dice import Distribution
from warhost.play.events import Event
from warhost.play.questions import Odds, Part
from warhost.play.script import Script

SLIGHT = 0.0005
"""Chances below that are not worth a line: they would be shown as nothing."""


def carry_out(script: Script[Any]) -> None:
    """Run a script as far as it asks nobody and needs no dice."""
    for asked in script:
        if not isinstance(asked, Event):
            return


def panic_odds(
    lost: Distribution[int],
    left: int,
    fails: Callable[[int], float | None] | None,
    test: Callable[[], Odds],
    *,
    quarter: str,
    last: str,
    when: str,
) -> Iterator[Odds]:
    """How likely a unit that may lose so many of the Health Points that are left panics, and is destroyed.

    `fails` tells how likely it fails a Panic Test after such a loss, None if it need not take one; without it the unit
    never does. `test` is what is told of the test.
    """
    tests = flees = 0.0
    for points, chance in lost.items() if fails is not None else ():
        failed = fails(points) if fails is not None and points < left else None
        if failed is not None:
            tests += chance
            flees += chance * failed
    if flees >= SLIGHT:
        share = Part(0, f"{tests:.1%} to lose a quarter of its HP and take a test", quarter)
        yield Odds(f"panics and flees{when}", flees, (share, *test().parts), telling=True)
    if lost[left] >= SLIGHT:
        yield Odds(f"destroyed{when}", lost[left], (Part(0, "the last Health Point is lost", last),), telling=True)
