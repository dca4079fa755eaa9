"""Blows at buildings: a Demolisher at a wall may strike it (Weapon Qualities: Demolisher; BLUE-R138)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from warhost.play.questions import Denied, Odds, Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings.penetration import Attack, penetrate
from warhost.rulesets.blue_age.chapters.combat import weapons
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    Battle,
    MeleeWeapon,
    Unit,
    bases_of,
    defense_of,
    has,
    head,
    hosts,
    is_so,
    section_piece,
    touches,
    values,
)


@rule("blue.melee_quality.demolisher", "blue.unit_type.monster_demolisher", "blue.building.demolisher_only")
def why_not(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> Denied | None:
    """Why a unit cannot harm buildings with that weapon; None if it can."""
    if is_so(weapon.qualities, "demolishes") or has(battle, unit, "demolishes"):
        return None
    why = f"{weapon.name} of {unit.name} cannot damage buildings."
    return Denied(str(unit.id), why, "blue.melee_quality.demolisher", unit.id)


def sections_touched(battle: Battle, unit: Unit) -> list[int]:
    """The sections at whose walls models of a unit stand."""
    return [number for number in range(len(battle.sections)) if _at_wall(battle, unit, number)]


def _at_wall(battle: Battle, unit: Unit, number: int) -> list[int]:
    """The models of a unit that stand at the wall of a section that is no ruin."""
    if battle.sections[number].ruined or unit.inside is not None:
        return []
    wall = section_piece(battle, number).shape
    return [index for index, base in enumerate(bases_of(battle, unit)) if touches(base, wall)]


def which(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> Script[int | None]:
    """Which section a unit strikes, if it can and its player wants it to: in a fight, in place of its enemies
    (BLUE-R156)."""
    sections = sections_touched(battle, unit) if battle.sections else []
    if not sections or why_not(battle, unit, weapon) is not None:
        return None
    options = [
        Option(f"{unit.id}>section:{number}", f"Strike {section_piece(battle, number).name}", unit=unit.id)
        for number in sections
    ]
    quiet = Option(
        "pass", "Strike the enemies" if head(battle, unit).locked else "Do not strike", unit=unit.id, passes=True
    )
    key = yield from choose(
        unit.seat,
        "demolish",
        f"Which building {does(unit.name)} strike?",
        [*options, quiet],
        rules=("blue.melee_quality.demolisher",),
        weigh=lambda option: tuple(_odds(battle, unit, weapon, option)),
    )
    return None if key == "pass" else int(key.rpartition(":")[2])


class Blows(NamedTuple):
    """The blows of a unit at a section: how many, and what each of them is."""

    section: int
    number: int
    attack: Attack


def blows_at(battle: Battle, unit: Unit, number: int, weapon: MeleeWeapon) -> Blows:
    """What a unit strikes a section with as it stands now."""
    return Blows(number, hits(battle, unit, number), attack_of(battle, unit, weapon))


@rule("blue.melee_quality.demolisher", "blue.unit_type.monster_demolisher")
def strike(battle: Battle, blows: Blows) -> Script[None]:
    """The models at the wall hit by themselves: one penetration roll for each of their attacks."""
    for _ in range(blows.number):
        yield from penetrate(battle, blows.section, blows.attack)


@rule("blue.melee_quality.demolisher", "blue.unit_type.monster_demolisher")
def strike_in_fight(battle: Battle, fight: Fight, blows: Blows) -> Script[None]:
    """The same in a fight: those who are driven out of the section are in it no longer."""
    housed = [unit for unit in fight.everybody(battle) if unit.inside is not None]
    yield from strike(battle, blows)
    for unit in housed:
        if unit.models and not unit.foes:
            fight.leave(battle, unit)


def hits(battle: Battle, unit: Unit, number: int) -> int:
    """How many attacks the models at a wall have."""
    return sum(values.attacks(battle, unit, unit.models[index].role) for index in _at_wall(battle, unit, number))


def attack_of(battle: Battle, unit: Unit, weapon: MeleeWeapon) -> Attack:
    """One attack of a unit on a building: Strength and Armour Piercing with the weapon."""
    more, ap = weapons.figures(battle, unit, weapon, reaching=False)
    lot = Lot(
        "melee",
        unit.id,
        unit.id,
        1,
        None,
        strength=values.strength(battle, unit) + more,
        ap=ap,
        what=weapon.name,
        rule="blue.melee_quality.demolisher",
        qualities=weapon.qualities,
    )
    attacks.prepared(battle, lot)
    return Attack(unit.id, weapon.name, lot.strength.total, max(0, lot.ap.total))


def _odds(battle: Battle, unit: Unit, weapon: MeleeWeapon, option: Option) -> Iterator[Odds]:
    if option.passes:
        return
    number = int(option.key.rpartition(":")[2])
    need = defense_of(battle, number) - attack_of(battle, unit, weapon).strength
    each = (min(10, max(0, 11 - need)) + min(10, max(0, 10 - need))) / 10
    yield Odds("expected Structure Points lost", each * hits(battle, unit, number), (), "expected", telling=True)


@rule("blue.melee_quality.demolisher")
def storm(battle: Battle) -> Script[None]:
    """After the fights those who fight nobody may strike the buildings that they stand at."""
    if not battle.sections:
        return
    for seat in (battle.first, battle.second):
        for unit in hosts(battle, seat):
            if unit.locked or unit.fleeing or unit.fought:
                continue
            unit.fought = True
            weapon = weapons.weapon_of(battle, unit)
            number = yield from which(battle, unit, weapon)
            if number is not None:
                yield from strike(battle, blows_at(battle, unit, number, weapon))
