"""What shooting has to expect, exactly: Health and models lost, Panic, and what every die needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from warhost.field.loose.bodies import Bases
from warhost.play.counsel.throws import success
from warhost.play.questions import Odds, Part
from warhost.rulesets.blue_age.chapters.shooting import panic, shots
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import Battle, RangedWeapon, Unit, bases_of, defense_of, sight, trials, walls_of
from warhost.table import summed

SLIGHT = 0.00005
"""A chance below this is not told."""


class Toll(NamedTuple):
    """What an attack may take from a unit and the Heroes who are with it; `gone`: the unit itself is."""

    health: int
    models: int
    gone: bool


Tolls = Mapping[Toll, float]
"""The chances of what an attack takes."""


def shot_odds(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> tuple[Odds, ...]:
    """What shots with that weapon at that target have to expect."""
    aim = aimed(battle, unit, target, weapon)
    lot = shots.lot_of(battle, unit, target, weapon, aim.dice)
    own = bases_of(battle, unit)
    attackers = tuple(own[number] for number in aim.shots)
    found = tolls_of(battle, lot, attackers, aim.exposed)
    return (*toll_odds(battle, target, found), *needed(battle, lot, weapon, aim.dice))


def aimed(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> shots.Aim:
    """Who will shoot, after the turn on the spot if that is needed."""
    aim = shots.aim_at(battle, unit, target, weapon)
    facing = shots.needed_facing(battle, unit, walls_of(battle, target))
    return aim if aim.shots or facing is None else shots.aim_at(battle, unit, target, weapon, facing=facing)


def tolls_of(battle: Battle, lot: Lot, attackers: Bases = (), models: Sequence[int] | None = None) -> dict[Toll, float]:
    """The exact chances of what a lot takes from its target."""
    found: dict[Toll, float] = {}
    for (wounds, slain), chance in attacks.spread_of(battle, lot).items():
        toll = toll_of(battle, lot, wounds, slain, attackers, models)
        found[toll] = found.get(toll, 0.0) + chance
    return found


def toll_of(
    battle: Battle, lot: Lot, wounds: int, slain: int, attackers: Bases = (), models: Sequence[int] | None = None
) -> Toll:
    """What so many wounds and slain models take from the target of a lot, in the order in which models fall."""
    target = battle.units[lot.target]
    health = fallen = 0
    for one, order in shots.order_of_fall(battle, target, attackers, models):
        after, lost, wounds, slain = shots.dealt(battle, one, order, wounds, slain, lot)
        health += lost
        fallen += sum(model is None for model in after)
        if any(model is not None for model in after):
            break
    return Toll(health, fallen, fallen >= len(target.models))


def toll_odds(battle: Battle, target: Unit, tolls: Tolls) -> Iterator[Odds]:
    """The figures of what a target has to expect."""
    yield Odds("expected wounds", _mean(tolls, 0), (), "expected", telling=True)
    yield Odds("expected models lost", _mean(tolls, 1), (), "expected")
    gone = summed(chance for toll, chance in tolls.items() if toll.gone)
    if gone >= SLIGHT:
        yield Odds("destroyed", gone, telling=True)
    tested, failed, parts = panic_of(battle, target, tolls)
    if tested >= SLIGHT:
        yield Odds("Panic Test", tested)
        yield Odds("falls back in panic", failed, parts, telling=True)


def _mean(tolls: Tolls, which: int) -> float:
    return summed(toll[which] * chance for toll, chance in tolls.items())


def panic_of(battle: Battle, target: Unit, tolls: Tolls) -> tuple[float, float, tuple[Part, ...]]:
    """The chances that a unit has to take a Panic Test, and that it fails one; with the parts of the test."""
    strength = panic.strength_of(battle, target)
    tested = summed(
        chance
        for toll, chance in tolls.items()
        if not toll.gone and panic.is_shaken(battle, target, strength.size, toll[not strength.by_health])
    )
    if not tested:
        return 0.0, 0.0, ()
    trial = panic.trial_of(battle, target)
    value = Part(trial.value, "Spirit", trial.rule)
    return tested, tested * (1.0 - trials.chance_of(trial)), (value, *attacks.needed_parts(trial.added))


def section_odds(battle: Battle, unit: Unit, number: int, weapon: RangedWeapon) -> tuple[Odds, ...]:
    """What shots of a Demolisher at a section of a building have to expect of their penetration rolls; what the damage
    table brings is not counted."""
    dice = sum(shots.at_section(battle, unit, number, weapon).values())
    lot = shots.lot_of(battle, unit, None, weapon, dice)
    seen = not shots.is_indirect(weapon) or bool(sight.sees_section(battle, unit, number))
    hit = success(attacks.only_hits(attacks.chain(battle, lot))) if seen else 0.0
    defense, power, points = defense_of(battle, number), lot.strength.total, battle.sections[number].points
    equal = 0.1 if 1 <= defense - power <= 10 else 0.0
    more = min(10, max(0, 10 - (defense - power))) / 10
    row = {0: 1.0 - hit * (equal + more), 1: hit * equal, 2: hit * more}
    lost: dict[int, float] = {0: 1.0}
    for _ in range(dice):
        now: dict[int, float] = {}
        for had, chance in lost.items():
            for taken, share in row.items():
                now[min(points, had + taken)] = now.get(min(points, had + taken), 0.0) + chance * share
        lost = now
    parts = (Part(defense, "Defense"), Part(-power, "Strength"))
    mean = summed(taken * chance for taken, chance in lost.items())
    told = [Odds("expected Structure Points lost", mean, (), "expected", telling=True)]
    if lost.get(points, 0.0) >= SLIGHT:
        told.append(Odds("no Structure Points left", lost[points], telling=True))
    told.append(Odds("to penetrate", float(defense - power), parts, "needed"))
    if seen and lot.need is not None:
        face = (Part(lot.need, "Ranged", lot.rule), *attacks.needed_parts(lot.to_hit))
        told.append(Odds("to hit", float(attacks.to_hit(battle, lot) or 0), face, "needed"))
    return tuple(told)


# What the dice need


def needed(battle: Battle, lot: Lot, weapon: RangedWeapon, dice: int) -> Iterator[Odds]:
    """How many dice there are, and what each of them needs."""
    if lot.need is not None:
        yield Odds("dice", float(dice), (), "expected")
        face = attacks.to_hit(battle, lot)
        parts = (Part(lot.need, "Ranged", lot.rule), *attacks.needed_parts(lot.to_hit))
        yield Odds("to hit", float(face or 0), parts, "needed")
    yield from wound_needs(battle, lot)


def wound_needs(battle: Battle, lot: Lot) -> Iterator[Odds]:
    """What dice to wound and saves need."""
    need = attacks.to_wound(battle, lot.strength.total, lot.grit)
    power = (Part(lot.strength.base, "Strength"), *lot.strength.parts, Part(-lot.grit, "Grit", "blue.shoot.wound_roll"))
    if isinstance(need, int) and lot.wounds_alone is None:
        yield Odds("to wound", float(need), power, "needed")
    face = attacks.to_save(lot, attacks.ap_of(lot)) if need != attacks.AUTOMATIC and lot.wounds_alone is None else None
    if face is not None and lot.armour is not None:
        parts = (
            Part(lot.armour, "Armour Save", "blue.shoot.armour_save"),
            Part(attacks.ap_of(lot), "Armour Piercing", "blue.shoot.armour_save"),
        )
        yield Odds("Armour Save", float(face), parts, "needed")
    if lot.magical is not None:
        told = (Part(lot.magical, "Magical Save", "blue.shoot.magic_save_after_armour"),)
        yield Odds("Magical Save", float(lot.magical), told, "needed")
