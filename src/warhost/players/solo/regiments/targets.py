"""Whom units shoot at and charge (Solo & Co-Op Rules: Shooting, Melee, AP, Deadly, Sniper)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from warhost.dice import Chance
from warhost.muster.files.army_text import UnknownName
from warhost.players.solo.regiments.ground import enters, forbidden
from warhost.players.solo.regiments.verdict import any_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.melee import charge
from warhost.rulesets.regiments.chapters.shooting import Fire, WeaponType
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of
from warhost.rulesets.regiments.core import HERO, Battle, Group, Regiment, Unit, cover, footprint, gap_between
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.lists.house import book, entry
from warhost.rulesets.regiments.lists.pricing import fair_price
from warhost.rulesets.regiments.rules.written import spoken
from warhost.table import TOLERANCE, overlaps, summed

MOST_TARGETS = 2
"""A unit shoots at no more units than this."""


def _least(units: Sequence[Unit], key: Callable[[Unit], float]) -> list[Unit]:
    """Those for which the key is as low as for any."""
    keys = [key(unit) for unit in units]
    return [unit for unit, value in zip(units, keys, strict=True) if value <= min(keys) + TOLERANCE]


class Choice(msgspec.Struct, frozen=True):
    """A target and the rows that left nobody else, the last of them deciding."""

    target: int
    rules: tuple[str, ...]


@rule("aofr.ai.shoot_target", "aofr.ai.shoot_cover", "aofr.ai.ap", "aofr.ai.deadly", "aofr.ai.sniper")
def shooting_target(battle: Battle, unit: Unit, weapon: WeaponType, targets: Sequence[int], chance: Chance) -> Choice:
    """The weapon's own rules, then who is in the open, who has not acted yet, who is nearest, a die (AOFR-R632)."""
    left = [battle.units[number] for number in targets]
    rules: list[str] = []
    names = {text.name: text.rating or 0 for text in weapon.rules}
    indirect = not all(special.needs_sight for special in spoken(weapon.rules))
    filters: list[tuple[str, bool, Callable[[Unit], float]]] = [
        ("aofr.ai.sniper", "Sniper" in names, lambda one: -prize(battle, one)),
        ("aofr.ai.deadly", "Deadly" in names, lambda one: brittleness(battle, one)),
        ("aofr.ai.ap", names.get("AP", 0) > 0, lambda one: defense_of(battle, one)),
        ("aofr.ai.shoot_cover", True, lambda one: cover(battle, unit, one, indirect)),
        ("aofr.ai.shoot_target", True, lambda one: one.activated),
        ("aofr.ai.shoot_target", True, lambda one: gap_between(battle, unit, one)),
    ]
    for row, holds, key in filters:
        if holds and len(left) > 1:
            fewer = _least(left, key)
            if len(fewer) < len(left):
                rules.append(row)
            left = fewer
    chosen = any_of(left, chance)
    return Choice(chosen.id, tuple(dict.fromkeys(reversed(rules))) or ("aofr.ai.shoot_target",))


HERO_PRIZE = 10_000.0


@rule("aofr.ai.sniper")
def prize(battle: Battle, unit: Unit) -> float:
    """What a Sniper finds in a unit: a hero above all, else its dearest upgrade."""
    return max((model_prize(battle, unit, group) for group, _ in kinds_of_model(unit)), default=0.0)


def model_prize(battle: Battle, unit: Unit, group: int) -> float:
    """What one kind of model is worth to a Sniper."""
    regiment = battle.regiment(unit)
    if group == HERO or regiment.is_hero:
        return HERO_PRIZE
    return float(upgrade_price(regiment, regiment.groups[group]))


def upgrade_price(regiment: Regiment, group: Group) -> int:
    """What the upgrades of such a model cost: by its army book, else by the formula for prices."""
    if not group.name and not group.rules:
        return 0
    names = group.name.split(", ")
    try:
        costs = {upgrade.name: upgrade.cost for upgrade in entry(book(regiment.faction), regiment.name).upgrades}
    except UnknownName:
        costs = {}
    if any(name in costs for name in names):
        return sum(costs.get(name, 0) for name in names)
    plain = max(regiment.groups, key=lambda other: other.count)
    return _alone(regiment, group) - _alone(regiment, plain)


def _alone(regiment: Regiment, group: Group) -> int:
    """What ten of such models would cost."""
    ten = msgspec.structs.replace(group, count=10)
    return fair_price(msgspec.structs.replace(regiment, groups=(ten,), hero=None))


SINGLES, TOUGH, OTHERS = 0.0, 1_000.0, 2_000.0


@rule("aofr.ai.deadly")
def brittleness(battle: Battle, unit: Unit) -> float:
    """Single Tough models first, then other Tough units, the fewest wounds left first; the rest are all alike."""
    muster = Muster(battle, unit)
    tough = [group for group in muster.left if muster.tough[group] > 1]
    if not tough:
        return OTHERS
    return (SINGLES if unit.models == 1 else TOUGH) + summed(muster.lives(group) for group in tough)


def volleys(
    battle: Battle, unit: Unit, fires: Iterable[Fire], attacks: Callable[[Fire], int], chance: Chance
) -> dict[WeaponType, Choice]:
    """For each type of weapon its target, two at most: the type with the fewest attacks joins another (AOFR-R632)."""
    by_type: dict[WeaponType, list[Fire]] = {}
    for fire in fires:
        by_type.setdefault(fire.weapon, []).append(fire)
    chosen = {
        weapon: shooting_target(battle, unit, weapon, [fire.target for fire in own], chance)
        for weapon, own in by_type.items()
    }
    strength = {
        weapon: max(attacks(fire) for fire in own if fire.target == chosen[weapon].target)
        for weapon, own in by_type.items()
    }
    while len({choice.target for choice in chosen.values()}) > MOST_TARGETS:
        weight: dict[int, int] = {}
        for weapon, choice in chosen.items():
            weight[choice.target] = weight.get(choice.target, 0) + strength[weapon]
        kept = sorted(weight, key=lambda target: -weight[target])[:MOST_TARGETS]
        weakest = min((w for w in chosen if chosen[w].target not in kept), key=lambda w: strength[w])
        reached = [fire.target for fire in by_type[weakest] if fire.target in kept]
        if reached:
            chosen[weakest] = shooting_target(battle, unit, weakest, reached, chance)
        else:
            del chosen[weakest]
    return chosen


@rule("aofr.ai.charge_target")
def charge_target(battle: Battle, unit: Unit, targets: Sequence[Unit], chance: Chance) -> Unit:
    """Who has not acted yet first, then the nearest, then a die. A passenger measures from its transport."""
    fresh = _least(targets, lambda one: one.activated)
    standing = unit if unit.inside is None else battle.units[unit.inside]
    return any_of(_least(fresh, lambda one: gap_between(battle, standing, one)), chance)


@rule("aofr.ai.difficult", "aofr.ai.dangerous")
def may_charge(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Whether the charge keeps out of ground that is not entered: dangerous, or difficult with nobody to charge in."""
    made = charge.plan(battle, unit, target)
    if made is None:
        return False
    avoided = forbidden(battle, unit, "charge", target=footprint(battle, target))
    ends = () if made.place is None else (made.place,)
    return not enters(made.way, avoided) and not any(overlaps(end, piece.shape) for end in ends for piece in avoided)
