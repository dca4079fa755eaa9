"""The Shooting Phase: a player's units shoot one after the other, and casters cast (Shooting Phase)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from warhost.field.sight.round_bases import in_arc
from warhost.play.counsel.throws import throw
from warhost.play.questions import Denied, Odds, Option, reasons
from warhost.play.script import Refused, Script, choose
from warhost.play.shown.english import acts
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings import penetration
from warhost.rulesets.blue_age.chapters.buildings.inside import occupant
from warhost.rulesets.blue_age.chapters.magic import casting
from warhost.rulesets.blue_age.chapters.shooting import blast, panic, shots
from warhost.rulesets.blue_age.chapters.turn import end_part
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.core import (
    Battle,
    RangedWeapon,
    Unit,
    bases_of,
    friends,
    head,
    hosts,
    section_piece,
    set_models,
    sight,
    walls_of,
)
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import shooting as shooting_events
from warhost.rulesets.blue_age.core.values import ranged_arms
from warhost.rulesets.blue_age.thinks import ranged_odds, template_odds
from warhost.table import Base, Point

RULES = ("blue.shoot.nominate_and_check", "blue.shoot.player_order")


class Shot(NamedTuple):
    """Shots that a unit may make with a weapon at an enemy, or at a section of a building."""

    key: str
    unit: Unit
    target: Unit | int
    weapon: RangedWeapon
    at: str

    @property
    def label(self) -> str:
        return f"{acts(self.unit.name, 'shoots')} at {self.at} with {self.weapon.name}"

    @property
    def option(self) -> Option:
        enemy = self.target.id if isinstance(self.target, Unit) else None
        return Option(self.key, self.label, unit=self.unit.id, target=enemy)


# What may be shot


class _Armed(NamedTuple):
    """A unit with a ranged weapon, the name of that in keys, and why it cannot shoot with it at all, if it cannot."""

    unit: Unit
    weapon: RangedWeapon
    name: str
    why: Refused | None


@rule("blue.shoot.needs_ranged_weapon", "blue.shoot.player_order")
def _armed(battle: Battle, seat: int) -> Iterator[_Armed]:
    """The ranged weapons of the units of a seat. A Hero who is with a unit shoots for himself (BLUE-R33)."""
    for unit in friends(battle, seat):
        weapons = ranged_arms(battle.entry(unit))
        if not weapons:
            continue
        silent = shots.why_silent(battle, unit)
        if silent is not None:
            yield _Armed(unit, weapons[0], str(unit.id), silent)
            continue
        for weapon in weapons:
            name = f"{unit.id}:{weapon.name}" if len(weapons) > 1 else str(unit.id)
            yield _Armed(unit, weapon, name, shots.why_spent(battle, unit, weapon))


@rule("blue.joining.not_targetable", "blue.shoot.nominate_and_check")
def _targets(battle: Battle, one: _Armed) -> list[Unit]:
    """The enemies that somebody might think of shooting at: none that is far out of range."""
    return shots.thinkable(battle, one.unit, hosts(battle, 1 - one.unit.seat), one.weapon)


@rule("blue.building.demolisher_only", "blue.ranged_quality.demolisher")
def _sections(battle: Battle, one: _Armed) -> Iterator[int]:
    """Sections that own units are not in."""
    for number, section in enumerate(battle.sections):
        inside = occupant(battle, number)
        if not section.ruined and (inside is None or inside.seat != one.unit.seat):
            yield number


def possible(battle: Battle, seat: int) -> list[Shot]:
    """All shots that the units of a seat may make now."""
    found: list[Shot] = []
    for one in _armed(battle, seat):
        if one.why is not None:
            continue
        unit, weapon = one.unit, one.weapon
        found += [
            Shot(f"{one.name}>{target.id}", unit, target, weapon, target.name)
            for target in _targets(battle, one)
            if shots.is_target(battle, unit, target, weapon)
        ]
        for number in _sections(battle, one) if shots.demolishes(weapon) else ():
            if shots.why_not_section(battle, unit, number, weapon) is None:
                name = section_piece(battle, number).name
                found.append(Shot(f"{one.name}>section:{number}", unit, number, weapon, name))
    return found


def denials(battle: Battle, seat: int) -> Iterator[Denied]:
    """Why units of a seat cannot shoot, or not at those who are near: worked out for those who read it."""
    for one in _armed(battle, seat):
        unit, weapon = one.unit, one.weapon
        if one.why is not None:
            yield _denied(one.name, one.why, unit)
            continue
        for target in _targets(battle, one):
            why = shots.why_no_target(battle, unit, target, weapon)
            if why is not None:
                yield _denied(f"{one.name}>{target.id}", why, unit, target)
        for number in _sections(battle, one):
            why = shots.why_not_section(battle, unit, number, weapon)
            if why is not None:
                yield _denied(f"{one.name}>section:{number}", why, unit)


def _denied(what: str, why: Refused, unit: Unit, target: Unit | None = None) -> Denied:
    return Denied(what, why.message, why.rule or RULES[0], unit.id, None if target is None else target.id)


# The phase


@rule("blue.shoot.player_order", "blue.shoot.second_player", "blue.shoot.spells")
def shoot(battle: Battle) -> Script[None]:
    """One unit shoots, or a caster casts; when nobody can or wants to, the player's part ends."""
    seat = battle.active
    known = possible(battle, seat)
    spells = casting.cast_options(battle, seat, "shooting")
    by_key = {one.key: one for one in known}
    if not by_key and not spells:
        own = friends(battle, seat)
        if any(ranged_arms(battle.entry(unit)) for unit in own) and not any(unit.shot for unit in own):
            yield events.NothingToDo(seat, "Shooting", why_nothing(denials(battle, seat)))
        yield from end_part(battle)
        return

    def weigh(option: Option) -> Sequence[Odds]:
        one = by_key.get(option.key)
        if one is None:
            return () if option.passes else casting.weigh(battle, option)
        return odds_of(battle, one)

    options = [*(one.option for one in known), *spells]
    options.append(Option("pass", "End Shooting Phase", passes=True))

    def denied() -> list[Denied]:
        return [*denials(battle, seat), *casting.cast_denials(battle, seat, "shooting")]

    key = yield from choose(seat, "shoot", "Who shoots next?", options, rules=RULES, denied=denied, weigh=weigh)
    if key in by_key:
        yield from fire(battle, by_key[key])
    elif key == "pass":
        yield from end_part(battle)
    else:
        yield from _cast(battle, key)


def odds_of(battle: Battle, one: Shot) -> Sequence[Odds]:
    """What shots have to expect."""
    if isinstance(one.target, int):
        return ranged_odds.section_odds(battle, one.unit, one.target, one.weapon)
    template = shots.template_of(one.weapon)
    if not template:
        return ranged_odds.shot_odds(battle, one.unit, one.target, one.weapon)
    aim = ranged_odds.aimed(battle, one.unit, one.target, one.weapon)
    weighs = template_odds.storm_odds if template == "firestorm" else template_odds.blast_odds
    return weighs(battle, one.unit, one.target, one.weapon, aim)


@rule("blue.shoot.spells")
def _cast(battle: Battle, key: str) -> Script[None]:
    """A spell of the Shooting Phase: what it does counts as an attack, so that it may cause Panic (BLUE-R38)."""
    before = panic.strengths(battle)
    caster = battle.units[int(key.partition(":")[0])]
    yield from casting.cast(battle, key)
    yield from panic.after_attack(battle, before, [caster])


def why_nothing(denied: Iterable[Denied]) -> str:
    """Why nobody can shoot, in few words."""
    return reasons(denied, "no unit has a target near", many="no unit has a target in range and sight")


@rule("blue.shoot.one_weapon_per_phase", "blue.shoot.panic_threshold", "blue.shoot.war_machine_exception")
def fire(battle: Battle, one: Shot) -> Script[None]:
    """A unit shoots in the Shooting Phase; then those who lost too much take Panic Tests."""
    unit, target, weapon = one.unit, one.target, one.weapon
    before = panic.strengths(battle)
    unit.shot = (*unit.shot, weapon.name)
    if isinstance(target, int):
        yield from turned(battle, unit, (section_piece(battle, target).shape,))
        yield from _at_section(battle, unit, target, weapon)
    else:
        aim = shots.aim_at(battle, unit, target, weapon)
        if not aim.shots:
            yield from turned(battle, unit, walls_of(battle, target))
            aim = shots.aim_at(battle, unit, target, weapon)
        yield from volley(battle, unit, target, weapon, aim=aim)
    yield from panic.after_attack(battle, before, [head(battle, unit)])


@rule("blue.unit_type.war_machine_pivot")
def turned(battle: Battle, unit: Unit, there: Sequence[Base]) -> Script[None]:
    """A War Machine that has not got its target in its arc turns to it, once a turn."""
    facing = shots.needed_facing(battle, unit, there)
    arc = shots.arc_of(battle, unit)
    if facing is None or any(
        in_arc(model.x, model.y, model.facing, (base.x, base.y), arc) for model in unit.models for base in there
    ):
        return
    unit.pivoted = True
    set_models(battle, unit, tuple(msgspec.structs.replace(model, facing=round(facing, 9)) for model in unit.models))
    yield shooting_events.TurnedToShoot(unit.id)


# Shots


@rule("blue.shoot.hit_roll", "blue.shoot.wound_roll", "blue.shoot.armour_save", "blue.shoot.remove_casualties")
@rule("blue.unit_type.war_machine_shooting")
def volley(
    battle: Battle,
    unit: Unit,
    target: Unit,
    weapon: RangedWeapon,
    *,
    stand: bool = False,
    thrown: bool = False,
    aim: shots.Aim | None = None,
) -> Script[int]:
    """A unit shoots with a weapon: dice to hit and to wound, saves, casualties. Returns the Health that was lost.

    `stand`: as a charge reaction. `thrown`: on the charge, by every model once (BLUE-R130). Neither causes Panic.
    `aim`: who shoots, where that is known.
    """
    if thrown:
        aim = shots.Aim(dict.fromkeys(range(len(unit.models)), 1))
    elif aim is None:
        aim = shots.aim_at(battle, unit, target, weapon, stand=stand)
    if not aim.shots:
        return 0
    template = shots.template_of(weapon)
    if template == "firestorm":
        return (yield from blast.spew(battle, unit, target, weapon, sorted(aim.shots)))
    lot = shots.lot_of(battle, unit, target, weapon, aim.dice, stand=stand, thrown=thrown)
    own = bases_of(battle, unit)
    attackers = tuple(own[number] for number in aim.shots)
    if template == "blast":
        seen = not shots.is_indirect(weapon) or sight.sees_any(battle, unit, target)
        point = yield from _aimed(battle, unit, target, weapon, attackers)
        return (yield from blast.bombard(battle, unit, weapon, point, lot, seen=seen, landed=_landed))
    loss = yield from shots.carry_out(battle, lot, attackers=attackers, models=aim.exposed)
    yield shots.shot_event(battle, lot, target, loss)
    return loss.health


def _aimed(battle: Battle, unit: Unit, target: Unit, weapon: RangedWeapon, attackers: Sequence[Base]) -> Script[Point]:
    """Where the centre of a Blast goes: the middle of the section that the target is in, or as its player says."""
    inside = head(battle, target).inside
    if inside is not None:
        shape = section_piece(battle, inside).shape
        return (shape.x, shape.y)
    return (yield from blast.aim_point(battle, unit, target, weapon, attackers))


@rule("blue.special.blast", "blue.ranged_quality.demolisher")
def _landed(battle: Battle, unit: Unit, weapon: RangedWeapon, point: Point) -> Script[int]:
    """A template has come down: it hits those under it; a Demolisher's also the building under its centre."""
    section = blast.section_at(battle, point)
    lost = yield from blast.burst(
        battle, blast.covered_by(battle, point, weapon.blast), blast.hits_of(battle, unit, weapon)
    )
    if section is not None and shots.demolishes(weapon):
        yield from penetration.penetrate(battle, section, _attack(battle, unit, weapon))
    return lost


def _attack(battle: Battle, unit: Unit, weapon: RangedWeapon) -> penetration.Attack:
    lot = shots.lot_of(battle, unit, None, weapon, 1)
    return penetration.Attack(unit.id, weapon.name, lot.strength.total, max(0, lot.ap.total))


@rule("blue.building.penetrate_roll", "blue.ranged_quality.demolisher", "blue.special.blast")
def _at_section(battle: Battle, unit: Unit, number: int, weapon: RangedWeapon) -> Script[None]:
    """Shots of a Demolisher at a section: the normal roll to hit without cover, and a penetration for each hit."""
    dice = sum(shots.at_section(battle, unit, number, weapon).values())
    lot = shots.lot_of(battle, unit, None, weapon, dice)
    if shots.template_of(weapon) == "blast":
        shape = section_piece(battle, number).shape
        seen = not shots.is_indirect(weapon) or bool(sight.sees_section(battle, unit, number))
        yield from blast.bombard(battle, unit, weapon, (shape.x, shape.y), lot, seen=seen, landed=_landed)
        return
    done = yield from throw(attacks.only_hits(attacks.chain(battle, lot)), dice)
    for _ in range(done.passed):
        yield from penetration.penetrate(battle, number, _attack(battle, unit, weapon))


STEPS = {"shoot": shoot}
