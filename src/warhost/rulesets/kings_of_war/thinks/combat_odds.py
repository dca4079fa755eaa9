"""What combats have to expect, exactly: the damage of any number of attackers together, the nerve of who takes it, and
what its own next turn would do in return.

Every figure comes of the lots and nerve tests that play uses. It is reckoned that all attacks of a unit go at the enemy
that the figure is about, and that who may attack does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec

from warhost.dice import Dice, odds, rows
from warhost.dice.rows import Row
from warhost.field.contact.engagement import engage
from warhost.play.battle import copied, stand
from warhost.play.questions import Odds, Part
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.kings_of_war.chapters import attacks, nerve
from warhost.rulesets.kings_of_war.chapters.attacks import Lot
from warhost.rulesets.kings_of_war.chapters.combat.strikes import (
    FACINGS,
    bonuses,
    favouring,
    foes_of,
    has_attacks,
    lot_of,
    lots_apart,
)
from warhost.rulesets.kings_of_war.core import Battle, Unit, footprint, values
from warhost.table import Arc, flush, summed

SLIGHT = 0.0005
"""Chances below this are not told."""

Charger: TypeAlias = tuple[Unit, Arc, bool]
"""A unit that may charge: which facing of the target, and whether it would be hindered."""


# Damage


def damage_row(battle: Battle, unit: Unit, target: Unit) -> Row:
    """The chances of the damage that all attacks of a unit do to an enemy that it is engaged with."""
    row: Row = _own_row(battle, unit, target) if has_attacks(battle, unit) else (1.0,)
    for apart in lots_apart(battle, unit, target):
        row = rows.product(row, attacks.row_of_lot(battle, apart))
    return row


def _own_row(battle: Battle, unit: Unit, target: Unit) -> Row:
    """The same for the attacks of its own alone."""
    lot = plain_lot(battle, unit, target)
    times = lot.count
    parts = []
    for number, chance in numbers(battle, unit, target).items():
        lot.count = number * times
        parts.append((chance, attacks.row_of_lot(battle, lot)))
    return parts[0][1] if len(parts) == 1 else rows.blend(parts)


def plain_lot(battle: Battle, unit: Unit, target: Unit) -> Lot:
    """One attack of the unit on that enemy, multiplied by the facing, with everything that may help it."""
    favoured = [by.name for by, ids in favouring(battle, unit, foes_of(battle, unit)) if target.id in ids]
    return lot_of(battle, unit, target, 1, favoured)


@rule("kow.combat.attack_pipeline")
def numbers(battle: Battle, unit: Unit, target: Unit) -> dict[int, float]:
    """How many attacks the unit may have on that enemy before the facing multiplies them, with their chances."""
    found: dict[int, float] = {}
    for number, chance in _spread(values.attacks(battle, unit)).items():
        left = values.halved(battle, unit, max(0, number))
        found[left] = found.get(left, 0.0) + chance
    for bonus in bonuses(battle, unit, [target]):
        found = _sums(found, _spread(bonus.against[target.id]))
    return found


def _spread(number: int | Dice) -> dict[int, float]:
    return {number: 1.0} if isinstance(number, int) else dict(odds.of(number))


def _sums(one: dict[int, float], other: dict[int, float]) -> dict[int, float]:
    found: dict[int, float] = {}
    for first, chance in one.items():
        for second, share in other.items():
            found[first + second] = found.get(first + second, 0.0) + chance * share
    return found


def _mean(row: Row) -> float:
    return summed(count * chance for count, chance in enumerate(row))


# Damage and nerve


class Prospect(msgspec.Struct, frozen=True):
    """What attacks on a unit have to expect: their damage, its nerve test, and in what state it stays if it does."""

    damage: Row
    """What the attacks do, and barkskin tokens perhaps take."""
    mean: float
    """What of it becomes damage on average."""
    routed: float
    sound: float
    devastated: float


@rule("kow.nerve.test", "kow.combat.nerve_at_end")
def prospect(battle: Battle, attackers: Sequence[Unit], target: Unit) -> Prospect:
    """What these units do to an enemy that all of them are engaged with, in one combat phase."""
    row: Row = (1.0,)
    for unit in attackers:
        row = rows.product(row, damage_row(battle, unit, target))
    found = nerve.fate_after(battle, target, "combat", dict(enumerate(row)))
    spare = nerve.barkskin_of(target)
    mean = summed(max(0, number - spare) * chance for number, chance in enumerate(row))
    return Prospect(row, mean, found.routed, found.sound, found.devastated)


# Questions


class Fight(NamedTuple):
    """A battle in which units are engaged with a target, those that would charge it included."""

    battle: Battle
    attackers: list[Unit]
    target: Unit


@rule("kow.charge.engaged", "kow.charge.multiple", "kow.charge.forced")
def charged(battle: Battle, chargers: Sequence[Charger], target: Unit) -> Fight:
    """A copy of the battle in which these units have charged the target; friends who are engaged with it attack too."""
    there = copied(battle)
    goal = there.units[target.id]
    coming = {unit.id for unit, _, _ in chargers}
    own = [there.units[foe.unit] for foe in goal.foes if foe.unit not in coming]
    for unit, facing, hindered in chargers:
        charger = there.units[unit.id]
        shape = flush(footprint(there, charger), footprint(there, goal), facing, 0.0)
        stand(charger, shape)
        engage(charger, Arc.FRONT, goal, facing)
        charger.charged, charger.hindered = True, hindered
        own.append(charger)
    return Fight(there, own, goal)


def charge_odds(battle: Battle, chargers: Sequence[Charger], target: Unit) -> tuple[Odds, ...]:
    """What charges together have to expect, with the friends that fight the target already; and what the target's own
    next turn would do to the first of the chargers."""
    fight = charged(battle, chargers, target)
    found = prospect(fight.battle, fight.attackers, fight.target)
    first = fight.battle.units[chargers[0][0].id]
    return (*told(fight.battle, fight.attackers, fight.target, found), *_danger(fight, first, found))


def attack_odds(battle: Battle, unit: Unit) -> tuple[Odds, ...]:
    """What the attacks of a unit have to expect, all of them at one enemy: for each that it is engaged with."""
    foes = foes_of(battle, unit)
    found: list[Odds] = []
    for foe in foes:
        what = prospect(battle, [unit], foe)
        whom = foe.name if len(foes) > 1 else ""
        found += told(battle, [unit], foe, what, whom)
    return tuple(found)


def fight_odds(battle: Battle, own: Sequence[Unit]) -> tuple[Odds, ...]:
    """What a combat has to expect: for each enemy what all own units that have not attacked yet do to it together."""
    waiting = [unit for unit in own if unit.id not in battle.fought]
    foes = {foe.id: foe for unit in waiting for foe in foes_of(battle, unit)}
    found: list[Odds] = []
    for foe in foes.values():
        attackers = [unit for unit in waiting if any(one.unit == foe.id for one in unit.foes)]
        what = prospect(battle, attackers, foe)
        whom = foe.name if len(foes) > 1 else ""
        found += told(battle, attackers, foe, what, whom)
    return tuple(found)


def told(battle: Battle, attackers: Sequence[Unit], target: Unit, found: Prospect, whom: str = "") -> Iterator[Odds]:
    """The figures of attacks on an enemy; `whom` names it where there are several."""
    on = f" on {whom}" if whom else ""
    yield Odds(f"routs {whom or 'the enemy'}", found.routed, _nerve_parts(battle, target), telling=True)
    by_unit = tuple(
        Part(_mean(damage_row(battle, unit, target)), unit.name, "kow.combat.hit_dice") for unit in attackers
    )
    yield Odds(f"expected damage{on}", found.mean, by_unit, "expected")
    if found.devastated >= SLIGHT:
        yield Odds(f"{whom or 'the enemy'} stays and is devastated", found.devastated)
    for unit in attackers:
        if has_attacks(battle, unit):
            yield from _needed(battle, unit, target, unit.name if len(attackers) > 1 else "", on)


def _needed(battle: Battle, unit: Unit, target: Unit, who: str, on: str) -> Iterator[Odds]:
    """How many dice on average, and what they need."""
    lot = plain_lot(battle, unit, target)
    lead = f"{who}: " if who else ""
    known, times, face = numbers(battle, unit, target), lot.count, attacks.to_hit(lot).face
    dice = 0.0
    for number, chance in known.items():
        lot.count = number * times
        dice += chance * attacks.dice_of(lot)
    mean = summed(number * chance for number, chance in known.items())
    parts = [Part(mean, "attacks", "kow.combat.hit_dice")]
    if times > 1:
        by = "kow.combat.flank_double" if times == 2 else "kow.combat.rear_treble"
        parts.append(Part(mean * (times - 1), FACINGS[lot.facing], by))
    if dice < mean * times:
        parts.append(Part(dice - mean * times, "half: only 6s hit", "kow.combat.impossible_hit"))
    yield Odds(f"{lead}dice{on}", dice, tuple(parts), "expected")
    hit_parts = (Part(lot.need, "Melee", "kow.combat.hit_roll"), *attacks.needed_parts(lot.to_hit))
    damage_parts = (Part(lot.defence, "Defence", "kow.combat.damage_roll"), *attacks.needed_parts(lot.to_damage))
    yield Odds(f"{lead}to hit{on}", float(face), hit_parts, "needed")
    yield Odds(f"{lead}to damage{on}", float(attacks.to_damage(lot)), damage_parts, "needed")


def _nerve_parts(battle: Battle, unit: Unit) -> tuple[Part, ...]:
    """What the nerve test of a unit is made of as things stand, before the damage to come."""
    test = nerve.prepared(battle, unit, "combat")
    inspired = nerve.inspiring(battle, test)
    again = () if inspired is None else (Part(0, f"{inspired.name}: a failed test is rolled again", inspired.id),)
    return (Part(test.nerve.total, "its Nerve", "kow.nerve.test"), *nerve.parts_of(test), *again)


# The answer


@rule("kow.combat.active_only")
def _danger(fight: Fight, unit: Unit, found: Prospect) -> Iterator[Odds]:
    """What the target, if it stays, does to the unit in its own next turn."""
    row, routed = answer(fight, unit, found)
    yield Odds("expected damage in its turn", _mean(row), (), "expected")
    yield Odds(f"{acts(unit.name, 'routs')} in the enemy's turn", routed)


def answer(fight: Fight, unit: Unit, found: Prospect) -> tuple[Row, float]:
    """The damage that the target does to the unit in its own next turn, and the chance that it routs it: it may be gone
    by then, or devastated."""
    there = copied(fight.battle)
    target, goal = there.units[fight.target.id], there.units[unit.id]
    there.active = target.seat
    for one in there.units:
        one.charged = one.hindered = one.hurt = False
    target.held_by = tuple(foe.unit for foe in target.foes)
    target.damage = 0
    sound = damage_row(there, target, goal)
    target.damage = values.nerve(there, target) + 1
    broken = damage_row(there, target, goal)
    row = rows.blend([(found.routed, (1.0,)), (found.sound, sound), (found.devastated, broken)])
    return row, nerve.fate_after(there, goal, "combat", dict(enumerate(row))).routed
