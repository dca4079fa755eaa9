"""Values of units with everything that changes them: Speed, Nerve, Defence, Attacks, Unit Strength, height."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.dice import Dice
from warhost.play.rules.tally import Tally
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.core.battle import Battle, Unit, effect_of, enemies, friends
from warhost.rulesets.kings_of_war.core.entries import HEIGHTS, unit_strength
from warhost.rulesets.kings_of_war.core.formation import field_of
from warhost.rulesets.kings_of_war.core.rules import Special, speaking, with_rule
from warhost.rulesets.kings_of_war.core.sayings import figure, plus
from warhost.rulesets.kings_of_war.core.terrain import hills_under

CARRIERS_SPEED = 5
"""The Speed of a unit that carries loot, unless it is slower (kow.loot.speed)."""

SLOWEST_FROZEN = 4
"""Nobody is frozen to less than this (kow.special.frozen)."""

WORST, BEST = 2, 6
"""A value of a profile that is rolled against stays between these (KOW-R030)."""


def tally(battle: Battle, unit: Unit, name: str, base: int) -> Tally:
    """A value with what makes it up: the printed one, then what the unit's own rules and lasting effects say."""
    result = Tally(base)
    for speaker in speaking(battle, unit, "on_value"):
        speaker.on_value(battle, unit, name, result)
    for effect in unit.effects:
        for changed, amount in effect.changes:
            if changed == name:
                result.add(amount, effect.name, "kow.command.duration")
    return result


@rule("kow.loot.speed", "kow.special.frozen")
def speed(battle: Battle, unit: Unit) -> int:
    """Speed: with bonuses, at most 5 with loot, and last of all one less if frozen (KOW-R176)."""
    inches = max(0, tally(battle, unit, "speed", battle.entry(unit).speed).total)
    if any(marker.carrier == unit.id for marker in battle.markers):
        inches = min(inches, CARRIERS_SPEED)
    if inches > SLOWEST_FROZEN and effect_of(unit, "Frozen") is not None:
        inches -= 1
    return inches


@rule("kow.special.dread_single", "kow.special.rallying")
def nerve_tally(battle: Battle, unit: Unit, *, dread: bool = True) -> Tally:
    """Nerve: what is printed, what the unit has of its own, Rallying of friends and (where it counts) Dread of enemies,
    each rule of others once."""
    result = tally(battle, unit, "nerve", battle.entry(unit).nerve)
    if unit.pose is None:
        return result
    near = [(one, "on_friends_value", bearer) for bearer, one in _around(battle, unit, "on_friends_value")]
    if dread:
        near += [(one, "on_enemys_value", bearer) for bearer, one in _around(battle, unit, "on_enemys_value")]
    counted = immunities(battle, unit)
    for one, moment, bearer in near:
        if one.name in counted:
            continue
        before = len(result.parts)
        getattr(one, moment)(battle, bearer, unit, "nerve", result)
        if len(result.parts) > before:
            counted.add(one.name)
    return result


@rule("kow.artefact.lilianas_tear")
def immunities(battle: Battle, unit: Unit) -> set[str]:
    """The rules of enemies that do nothing to the unit."""
    return {name for one in speaking(battle, unit, "immune") for name in one.immune}


def _around(battle: Battle, unit: Unit, moment: str) -> Iterable[tuple[Unit, Special]]:
    """The rules of others that may change a value of this unit."""
    if moment == "on_enemys_value":
        return with_rule(battle, enemies(battle, unit.seat), moment)
    return with_rule(battle, (one for one in friends(battle, unit.seat) if one is not unit), moment)


def nerve(battle: Battle, unit: Unit) -> int:
    """Nerve as it is now."""
    return nerve_tally(battle, unit).total


@rule("kow.nerve.devastated", "kow.nerve.devastated_recover")
def is_devastated(battle: Battle, unit: Unit) -> bool:
    """Whether there is more damage on the unit than its Nerve; always worked out anew (KOW-R119)."""
    if not unit.damage:
        return False
    if battle.settings.devastated_by == "printed nerve":
        return unit.damage > tally(battle, unit, "nerve", battle.entry(unit).nerve).total
    return unit.damage > nerve(battle, unit)


def defence(battle: Battle, unit: Unit) -> int:
    """Defence: what rolls to damage need."""
    return min(BEST, max(WORST, tally(battle, unit, "defence", battle.entry(unit).defence).total))


def melee(battle: Battle, unit: Unit) -> int | None:
    """What rolls to hit in combat need; None for a unit that cannot attack."""
    printed = battle.entry(unit).melee
    return None if printed is None else min(BEST, max(WORST, tally(battle, unit, "melee", printed).total))


@rule("kow.combat.random_attacks", "kow.special.aura_extra_attacks")
def attacks(battle: Battle, unit: Unit, printed: int | str | None = None) -> int | Dice:
    """Attacks before they are halved or shared out: the profile's, or a weapon's own, and what is added to them."""
    number = figure(str(battle.entry(unit).attacks if printed is None else printed))
    return plus(number, tally(battle, unit, "attacks", 0).total)


@rule("kow.nerve.devastated_attacks")
def halved(battle: Battle, unit: Unit, number: int) -> int:
    """So many attacks, or half of them, rounded down, if the unit is devastated."""
    return number // 2 if is_devastated(battle, unit) else number


@rule("kow.us.halved", "kow.artefact.orb_of_towering_presence")
def strength(battle: Battle, unit: Unit) -> int:
    """Unit Strength: with bonuses, then halved once while devastated or wavering, but never below 1 (KOW-R039)."""
    full = tally(battle, unit, "strength", unit_strength(battle.entry(unit))).total
    if full > 0 and (unit.wavering or is_devastated(battle, unit)):
        return max(1, full // 2)
    return full


@rule("kow.us.scoring", "kow.us.non_scoring")
def is_scoring(battle: Battle, unit: Unit) -> bool:
    """Whether the unit counts for objectives and loot."""
    return strength(battle, unit) > 0


@rule("kow.height.infantry", "kow.height.large_infantry", "kow.height.cavalry", "kow.height.large_cavalry")
@rule("kow.height.chariot", "kow.height.monster", "kow.height.war_engine", "kow.height.hero")
@rule("kow.terrain.hill_height")
def height(battle: Battle, unit: Unit, x: float | None = None, y: float | None = None) -> int:
    """How tall a unit is: that of its type, or its own, and of the highest hill on which it stands (KOW-R048)."""
    own = tally(battle, unit, "height", HEIGHTS[battle.entry(unit).type]).total
    if x is None or y is None:
        assert unit.pose is not None, f"{unit.name} is not on the table"
        x, y = unit.pose.x, unit.pose.y
    hills = hills_under(field_of(battle).terrain, x, y)
    return own + int(max((hill.height for hill in hills), default=0.0))


@rule("kow.special.leaper")
def eye_height(battle: Battle, unit: Unit, x: float | None = None, y: float | None = None) -> int:
    """How tall a unit is for sight that is drawn from it."""
    higher = max((one.leaps for one in speaking(battle, unit, "leaps")), default=0)
    return height(battle, unit, x, y) + higher
