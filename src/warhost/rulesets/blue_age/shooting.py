"""The Shooting Phase: a player's units shoot one after the other, and casters cast (Shooting Phase)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from warhost.play.english import acts
from warhost.play.questions import Denied, Odds, Option, reasons
from warhost.play.script import Refused, Script, choose
from warhost.rulebook import rule
from warhost.rulesets.blue_age import events, panic, ranged_odds, shots
from warhost.rulesets.blue_age.arms import RangedWeapon
from warhost.rulesets.blue_age.battle import Battle, Unit, friends, head, hosts
from warhost.rulesets.blue_age.formation import bases_of, set_models
from warhost.rulesets.blue_age.turn import end_part
from warhost.rulesets.blue_age.values import ranged_arms

RULES = ("blue.shoot.nominate_and_check", "blue.shoot.player_order")

NEARLY = 6.0
"""How far out of range an enemy is, in inches, of which a player is still told why it is no target."""


class Shot(NamedTuple):
    """Shots that a unit may make with a weapon at an enemy."""

    key: str
    unit: Unit
    target: Unit
    weapon: RangedWeapon

    @property
    def label(self) -> str:
        return f"{acts(self.unit.name, 'shoots')} at {self.target.name} with {self.weapon.name}"


class Chances(NamedTuple):
    """What may be shot now, and why other things may not."""

    shots: list[Shot]
    denied: list[Denied]


# What may be shot


@rule("blue.shoot.needs_ranged_weapon", "blue.shoot.nominate_and_check", "blue.shoot.player_order")
def possible(battle: Battle, seat: int) -> Chances:
    """All shots that the units of a seat may make now. A Hero who is with a unit shoots for himself (BLUE-R33)."""
    found = Chances([], [])
    for unit in friends(battle, seat):
        weapons = ranged_arms(battle.entry(unit))
        if not weapons:
            continue
        why = shots.why_silent(battle, unit)
        if why is not None:
            found.denied.append(_denied(str(unit.id), why, unit))
            continue
        for weapon in weapons:
            name = f"{unit.id}:{weapon.name}" if len(weapons) > 1 else str(unit.id)
            spent = shots.why_spent(battle, unit, weapon)
            if spent is not None:
                if name not in (str(unit.id),) or not unit.shot:
                    found.denied.append(_denied(name, spent, unit))
                continue
            _at_enemies(battle, unit, weapon, name, found)
    return found


def _at_enemies(battle: Battle, unit: Unit, weapon: RangedWeapon, name: str, found: Chances) -> None:
    for target in hosts(battle, 1 - unit.seat):
        key = f"{name}>{target.id}"
        why = shots.why_no_target(battle, unit, target, weapon)
        if why is None:
            found.shots.append(Shot(key, unit, target, weapon))
        else:
            found.denied.append(_denied(key, why, unit, target))


def _denied(what: str, why: Refused, unit: Unit, target: Unit | None = None) -> Denied:
    return Denied(what, why.message, why.rule or RULES[0], unit.id, None if target is None else target.id)


# The phase


@rule("blue.shoot.player_order", "blue.shoot.second_player", "blue.shoot.spells")
def shoot(battle: Battle) -> Script[None]:
    """One unit shoots, or a caster casts; when nobody can or wants to, the player's part ends."""
    seat = battle.active
    known = possible(battle, seat)
    by_key = {one.key: one for one in known.shots}
    if not by_key:
        own = friends(battle, seat)
        if any(ranged_arms(battle.entry(unit)) for unit in own) and not any(unit.shot for unit in own):
            yield events.NothingToDo(seat, "Shooting", why_nothing(known.denied))
        yield from end_part(battle)
        return

    def weigh(option: Option) -> Sequence[Odds]:
        one = by_key.get(option.key)
        return () if one is None else ranged_odds.shot_odds(battle, one.unit, one.target, one.weapon)

    options = [Option(one.key, one.label, unit=one.unit.id, target=one.target.id) for one in known.shots]
    options.append(Option("pass", "End your part of the Shooting Phase", passes=True))
    key = yield from choose(seat, "shoot", "Who shoots next?", options, rules=RULES, denied=known.denied, weigh=weigh)
    if key in by_key:
        one = by_key[key]
        yield from fire(battle, one.unit, one.target, one.weapon)
    else:
        yield from end_part(battle)


def why_nothing(denied: Sequence[Denied]) -> str:
    """Why nobody can shoot, in few words: what each enemy is spared by would be a long list."""
    if len(denied) > 1 and any(one.target is not None for one in denied):
        return "nobody has a target in range and in sight"
    return reasons(denied, "no unit has a target near")


@rule("blue.shoot.one_weapon_per_phase", "blue.shoot.panic_threshold", "blue.shoot.war_machine_exception")
def fire(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> Script[None]:
    """A unit shoots in the Shooting Phase; then those who lost too much take Panic Tests."""
    before = panic.strengths(battle)
    yield from pivoted(battle, unit, target, weapon)
    unit.shot = (*unit.shot, weapon.name)
    yield from volley(battle, unit, target, weapon)
    yield from panic.after_attack(battle, before, [head(battle, unit)])


@rule("blue.unit_type.war_machine_pivot")
def pivoted(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon) -> Script[None]:
    """A War Machine that has not got the target in its arc turns to it, once a turn."""
    facing = shots.needed_facing(battle, unit, target)
    if facing is None or shots.aim_at(battle, unit, target, weapon).shots:
        return
    unit.pivoted = True
    set_models(battle, unit, tuple(msgspec.structs.replace(model, facing=round(facing, 9)) for model in unit.models))
    yield events.TurnedToShoot(unit.id)


@rule("blue.shoot.hit_roll", "blue.shoot.wound_roll", "blue.shoot.armour_save", "blue.shoot.remove_casualties")
@rule("blue.unit_type.war_machine_shooting")
def volley(
    battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, *, stand: bool = False, thrown: bool = False
) -> Script[int]:
    """A unit shoots with a weapon: dice to hit and to wound, saves, casualties. Returns the Health that was lost.

    `stand`: as a charge reaction. `thrown`: on the charge, by every model once (BLUE-R130). Neither causes Panic.
    """
    if thrown:
        aim = shots.Aim(dict.fromkeys(range(len(unit.models)), 1))
    else:
        aim = shots.aim_at(battle, unit, target, weapon, stand=stand)
    if not aim.shots:
        return 0
    lot = shots.lot_of(battle, unit, target, weapon, aim.dice, stand=stand, thrown=thrown)
    own = bases_of(battle, unit)
    attackers = tuple(own[number] for number in aim.shots)
    loss = yield from shots.carry_out(battle, lot, attackers=attackers, models=aim.exposed)
    yield shots.shot_event(battle, lot, target, loss)
    return loss.health


STEPS = {"shoot": shoot}
