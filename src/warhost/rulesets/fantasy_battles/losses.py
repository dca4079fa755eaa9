"""What losses would do to a unit: tried out on a copy of the battle, and the Panic that they may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.events import Event
from warhost.play.questions import Odds, Part
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.damage import lose_together
from warhost.rulesets.fantasy_battles.discipline import passing, passing_odds
from warhost.rulesets.fantasy_battles.formation import health
from warhost.rulesets.fantasy_battles.panic import exempt, has_lost_enough

SLIGHT = 0.0005
"""Chances below that are not worth a line: they would be shown as nothing."""


def with_losses(battle: Battle, lost: Mapping[int, int]) -> Battle:
    """A copy of the battle in which units have lost these Health Points and contact is closed again. Nobody panics."""
    twin = copied(battle)
    carry_out(lose_together(twin, lost, ""))
    return twin


def carry_out(script: Script[Any]) -> None:
    """Run a script as far as it asks nobody and needs no dice."""
    for asked in script:
        if not isinstance(asked, Event):
            return


@rule("t9a.panic.losses_25", "t9a.panic.exempt", "t9a.shooting.sequence")
def panic_odds(battle: Battle, unit: Unit, lost: Distribution[int], when: str = "") -> Iterator[Odds]:
    """How likely a unit that may lose so many Health Points to a volley or a spell panics, and is destroyed."""
    left = health(battle, unit)
    tests = flees = 0.0
    if not exempt(unit):
        for points, chance in lost.items():
            if points >= left:
                continue
            after = with_losses(battle, {unit.id: points}) if points else battle
            if has_lost_enough(after, after.units[unit.id]):
                tests += chance
                flees += chance * (1 - passing(after, after.units[unit.id], "panic"))
    if flees >= SLIGHT:
        test = passing_odds("", battle, unit, "panic")
        share = Part(0, f"{tests:.1%} to lose a quarter of its HP and take a test", "t9a.panic.losses_25")
        yield Odds(f"panics and flees{when}", flees, (share, *test.parts), telling=True)
    if lost[left] >= SLIGHT:
        last = (Part(0, "the last Health Point is lost", "t9a.attack.casualties"),)
        yield Odds(f"destroyed{when}", lost[left], last, telling=True)
