"""Single volleys, melees and spells for rule tests, without the rounds around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.regiments.harness import Fall, Interlude, Play, Table, draw, find, happen, regiment
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.core import Regiment, events
from warhost.table import Arc

NO_DICE: Mapping[str, Fall] = {}


def volley(table: Table, unit: str, target: str, dice: Mapping[str, Fall] = NO_DICE, *, held: bool = True) -> Interlude:
    """That unit shoots at that target with all it has, after a Hold or after an Advance."""
    table.set(unit, moved=not held)
    play = happen(table, lambda battle: shooting.shoot(battle, find(battle, unit), held), dice)
    if play.topic == "shoot":
        play.choose(target=target)
    return play


def shoot(
    shooter: Regiment, target: Regiment, dice: Mapping[str, Fall], *, gap: float = 8.0, held: bool = True
) -> Interlude:
    """Bows shoots at Mark, which stands so far in front of them."""
    table = draw("Bows at 36,10 | Mark at 36,40 face 180", Bows=shooter, Mark=target)
    table.touch("Bows", "Mark", gap=gap)
    return volley(table, "Bows", "Mark", dice, held=held)


def clash(table: Table, unit: str, target: str, dice: Mapping[str, Fall] = NO_DICE, side: str = "front") -> Interlude:
    """That unit fights that target, which it has charged in that side."""
    table.touch(unit, target, side)
    return happen(table, lambda battle: melee.fight(battle, find(battle, unit), find(battle, target), Arc(side)), dice)


def fight(charger: Regiment, target: Regiment, dice: Mapping[str, Fall] = NO_DICE, side: str = "front") -> Interlude:
    """Riders fight Pikes, which they have charged in that side."""
    table = draw("Riders at 36,10 | Pikes at 36,30 face 180", Riders=charger, Pikes=target)
    return clash(table, "Riders", "Pikes", dice, side)


def attacks(play: Play, what: str = "") -> list[events.AttackResolved]:
    """The attacks so far, of one weapon or all."""
    return [event for event in play.told(events.AttackResolved) if what in ("", event.what)]


def dice_for(play: Play, why: str) -> list[str]:
    """The dice that were thrown for a reason."""
    return [roll.dice for roll in play.rolls if why in roll.why]


def needs(play: Play, why: str) -> list[int | None]:
    """What the dice that were thrown for a reason had to show."""
    return [roll.need for roll in play.rolls if why in roll.why]


def bows(count: int = 5, rules: Sequence[str] = (), weapon: str = 'Bow (24", A1)', quality: int = 4) -> Regiment:
    """Archers with rules of their own."""
    return regiment(size=count, quality=quality, weapons=[weapon], rules=rules)
