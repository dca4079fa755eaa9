"""What losses would do to a unit: the Panic and the end that they may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from warhost.dice import Distribution
from warhost.play.battle import copied
from warhost.play.events import Event
from warhost.play.questions import Odds, Part
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.panic import exempt
from warhost.rulesets.families.ninth_age.core.formation import health
from warhost.rulesets.families.ninth_age.core.kinds import B, Unit

SLIGHT = 0.0005
"""Chances below that are not worth a line: they would be shown as nothing."""


def carry_out(script: Script[Any]) -> None:
    """Run a script as far as it asks nobody and needs no dice."""
    for asked in script:
        if not isinstance(asked, Event):
            return


def with_losses(battle: B, lost: Mapping[int, int]) -> B:
    """A copy of the battle in which units have lost these Health Points and contact is closed again. Nobody panics."""
    twin = copied(battle)
    carry_out(twin.book.lose(twin, lost, ""))
    return twin


@rule("eow.panic.quarter_losses", "eow.panic.exempt_states", "eow.shoot.panic", "eow.magic.hits", "eow.stat.hp")
@rule("t9a.panic.losses_25", "t9a.panic.exempt", "t9a.shooting.sequence")
def panic_odds(battle: B, unit: Unit, lost: Distribution[int], when: str = "") -> Iterator[Odds]:
    """How likely a unit that may lose so many Health Points to a volley or a spell panics, and is destroyed."""
    book, left = battle.book, health(battle, unit)
    tests = flees = 0.0
    for points, chance in () if exempt(unit) else lost.items():
        if points >= left:
            continue
        after = with_losses(battle, {unit.id: points}) if points else battle
        one = after.units[unit.id]
        if book.lost_enough(after, one):
            tests += chance
            flees += chance * (1 - book.test_odds("holds", after, one, "panic").value)
    if flees >= SLIGHT:
        share = Part(0, f"{tests:.1%} to lose a quarter of its HP and take a test", book.rows.panic_losses)
        parts = book.test_odds("holds", battle, unit, "panic").parts
        yield Odds(f"panics and flees{when}", flees, (share, *parts), telling=True)
    if lost[left] >= SLIGHT:
        yield Odds(
            f"destroyed{when}",
            lost[left],
            (Part(0, "the last Health Point is lost", book.rows.last_health),),
            telling=True,
        )
