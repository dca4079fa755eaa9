"""What losses would do to a unit: the Panic and the end that they may bring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from warhost.dice import Distribution
from warhost.play.events import Event
from warhost.play.questions import Odds, Part
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters.panic import Panic, exempt
from warhost.rulesets.families.ninth_age.core.kinds import B, U

SLIGHT = 0.0005
"""Chances below that are not worth a line: they would be shown as nothing."""


def carry_out(script: Script[Any]) -> None:
    """Run a script as far as it asks nobody and needs no dice."""
    for asked in script:
        if not isinstance(asked, Event):
            return


def panic_odds(
    battle: B,
    unit: U,
    lost: Distribution[int],
    left: int,
    with_losses: Callable[[B, Mapping[int, int]], B],
    rules: Panic[B, U],
    *,
    last: str,
    when: str,
) -> Iterator[Odds]:
    """How likely a unit that may lose so many of the Health Points that are left panics, and is destroyed.

    `with_losses` is the battle after units have lost Health Points, before anybody panics.
    """
    tests = flees = 0.0
    for points, chance in () if exempt(unit) else lost.items():
        if points >= left:
            continue
        after = with_losses(battle, {unit.id: points}) if points else battle
        one: U = after.units[unit.id]
        if rules.lost_enough(after, one):
            tests += chance
            flees += chance * (1 - rules.odds(after, one).value)
    if flees >= SLIGHT:
        share = Part(0, f"{tests:.1%} to lose a quarter of its HP and take a test", rules.losses)
        yield Odds(f"panics and flees{when}", flees, (share, *rules.odds(battle, unit).parts), telling=True)
    if lost[left] >= SLIGHT:
        yield Odds(f"destroyed{when}", lost[left], (Part(0, "the last Health Point is lost", last),), telling=True)
