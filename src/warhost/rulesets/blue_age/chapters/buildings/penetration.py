"""Damage to buildings (Buildings; Table: Building Penetration; BLUE-R138, BLUE-R139)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from warhost.play.rules.tally import Tally
from warhost.play.script import Script, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings import inside as buildings
from warhost.rulesets.blue_age.chapters.movement import flight
from warhost.rulesets.blue_age.chapters.shooting import shots
from warhost.rulesets.blue_age.chapters.wounds import attacks, harm
from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
from warhost.rulesets.blue_age.core import (
    EFFECTS,
    Battle,
    Effect,
    Section,
    Special,
    Unit,
    adjacent,
    centre_of,
    defense_of,
    lay,
    section_piece,
    together,
    trials,
)
from warhost.rulesets.blue_age.core.events import shooting as shooting_events

GOES_DOWN = 8
"""What a D10 has to reach for a section to go down by This Thing Is Going Down!"""

LIGHT = 1


# What lies on those inside until the End Phase


@EFFECTS.rule("Shudder", "blue.penetration.01_shudder")
class Shudder(Special):
    """Its models strike one step later, after everything else."""

    shaken = 1


@EFFECTS.rule("Rattling damage", "blue.penetration.02_rattling_damage")
class Rattling(Special):
    no_shooting = True

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        tally.add(-1, self)


@EFFECTS.rule("Quake", "blue.penetration.06_quake")
class Quake(Special):
    """It neither shoots nor charges, and has nothing of the building but its cover."""

    no_shooting = True
    no_charge = True
    undefended = True


@EFFECTS.rule("This Thing Is Going Down!", "blue.penetration.09_going_down")
class GoingDown(Special):
    """-1 to hit with blows and shots."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        if lot.kind in ("melee", "ranged"):
            lot.to_hit.add(-1, self)


@EFFECTS.rule("Automatic Wounds", "blue.to_wound.automatic")
class Automatic(Special):
    """By this rule hits wound without a die: falling stones."""


# Penetration


class Attack(msgspec.Struct, frozen=True):
    """What attacks a building: whose attack, with what, and how strong it is."""

    unit: int
    what: str
    strength: int
    ap: int


@rule("blue.building.penetrate_roll", "blue.building.penetrate_less", "blue.building.penetrate_equal")
@rule("blue.building.penetrate_greater", "blue.building.demolisher_only", "blue.ranged_quality.demolisher")
@rule("blue.melee_quality.demolisher", "blue.building.becomes_ruins")
def penetrate(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """One hit of a Demolisher on a section: D10 + Strength against its Defense. Equal takes a Structure Point, more
    takes two and brings a roll on the table; a section without points is destroyed."""
    if battle.sections[number].ruined:
        return
    seat = battle.units[attack.unit].seat
    defense = defense_of(battle, number)
    cite = "blue.building.penetrate_roll"
    why, need = f"{attack.what}: penetrates", max(1, defense - attack.strength)
    (face,) = yield from roll("D10", why=why, rule=cite, seat=seat, unit=attack.unit, need=need)
    total = face + attack.strength
    lost = 0 if total < defense else 1 if total == defense else 2
    yield shooting_events.BuildingHit(
        attack.unit, section_piece(battle, number).name, total, defense, min(lost, battle.sections[number].points)
    )
    _weaken(battle, number, lost)
    if total > defense:
        yield from damage(battle, number, attack)
    if battle.sections[number].points <= 0 and not battle.sections[number].ruined:
        yield from collapse(battle, number, attack)


def _weaken(battle: Battle, number: int, points: int) -> None:
    section = battle.sections[number]
    _change(battle, number, points=max(0, section.points - points))


def _change(battle: Battle, number: int, **changes: object) -> None:
    changed: Section = msgspec.structs.replace(battle.sections[number], **changes)
    battle.sections = (*battle.sections[:number], changed, *battle.sections[number + 1 :])


def _inside(battle: Battle, number: int) -> list[Unit]:
    """The unit in a section with its Heroes."""
    unit = buildings.occupant(battle, number)
    return [] if unit is None else together(battle, unit)


Result = Callable[[Battle, int, Attack], Script[None]]


@rule("blue.penetration.ap_bonus")
def damage(battle: Battle, number: int, attack: Attack, *, chained: bool = False) -> Script[None]:
    """A roll on the Building Penetration Table: D10, one more for each point of Armour Piercing."""
    seat = battle.units[attack.unit].seat
    why = f"Building Penetration: {section_piece(battle, number).name}"
    (face,) = yield from roll("D10", why=why, rule="blue.penetration.ap_bonus", seat=seat, unit=attack.unit)
    total = min(12, face + attack.ap)
    result, name = TABLE[total]
    yield shooting_events.BuildingDamaged(section_piece(battle, number).name, name)
    if result is not collateral or not chained:
        yield from result(battle, number, attack)


def _laid(name: str) -> Result:
    """A result that lays something on those inside until the End Phase."""

    def result(battle: Battle, number: int, attack: Attack) -> Script[None]:
        for unit in _inside(battle, number):
            lay(unit, Effect(name, battle.turn))
        yield from ()

    return result


@rule("blue.penetration.03_groaning_timbers")
def groaning(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """Mind Test, or out of the building."""
    unit = buildings.occupant(battle, number)
    if unit is not None:
        done = yield from trials.tested(
            battle, unit, "mind", "Groaning timbers", "blue.penetration.03_groaning_timbers"
        )
        if not done.passed:
            yield from _out(battle, unit, attack)


def _out(battle: Battle, unit: Unit, attack: Attack) -> Script[None]:
    """A unit leaves its section; it is not locked any more."""
    harm.unlock(battle, unit)
    x, y = centre_of(battle, [unit])
    fx, fy = centre_of(battle, [battle.units[attack.unit]]) if battle.units[attack.unit].models else (x, y)
    yield from buildings.driven_out(battle, unit, (x - fx, y - fy))


@rule("blue.penetration.04_window")
def window(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """Light Cover at best from now on, and +1 for those who shoot out."""
    _change(battle, number, cover=min(LIGHT, battle.sections[number].cover), window=True)
    yield from ()


@rule("blue.penetration.05_structural")
def structural(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """The Defense of the whole building is lowered by one."""
    building = battle.sections[number].building
    for other, section in enumerate(battle.sections):
        if section.building == building:
            _change(battle, other, weaker=section.weaker + 1)
    yield from ()


@rule("blue.penetration.06_quake")
def quake(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """Mind Test, or no shooting, no charging, nothing of the building but its cover."""
    unit = buildings.occupant(battle, number)
    if unit is not None:
        done = yield from trials.tested(battle, unit, "mind", "Quake", "blue.penetration.06_quake")
        if not done.passed:
            yield from _laid("Quake")(battle, number, attack)


@rule("blue.penetration.07_breach")
def breach(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """The Cover Bonus is lowered by one step."""
    _change(battle, number, cover=max(0, battle.sections[number].cover - 1))
    yield from ()


@rule("blue.penetration.08_collateral")
def collateral(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """Each adjacent section rolls too, without further chains; a building without other sections loses a point."""
    building = battle.sections[number].building
    others = [n for n, one in enumerate(battle.sections) if n != number and one.building == building and not one.ruined]
    if not others:
        _weaken(battle, number, 1)
        return
    for other in adjacent(battle, number):
        if not battle.sections[other].ruined:
            yield from damage(battle, other, attack, chained=True)


@rule("blue.penetration.09_going_down")
def going_down(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """On 8+ the section collapses; else a Spirit Test: Flee! out of it, or stay with -1 to hit."""
    seat, cite = battle.units[attack.unit].seat, "blue.penetration.09_going_down"
    (face,) = yield from roll("D10", why="This Thing Is Going Down!", rule=cite, seat=seat, need=GOES_DOWN)
    if face >= GOES_DOWN:
        yield from collapse(battle, number, attack)
        return
    unit = buildings.occupant(battle, number)
    if unit is None:
        return
    done = yield from trials.tested(battle, unit, "spirit", "This Thing Is Going Down!", cite)
    if done.passed:
        yield from _laid("This Thing Is Going Down!")(battle, number, attack)
        return
    why = "This Thing Is Going Down!: flees"
    inches = yield from roll_sum("2D5", why=why, rule=cite, seat=unit.seat, unit=unit.id)
    yield from flight.away(battle, unit, inches, [battle.units[attack.unit]], flees=True)


@rule("blue.penetration.10_partial_collapse", "blue.building.becomes_ruins")
def collapse(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """The section is destroyed. A Mind Test brings those inside into an adjacent section that is free; else they take
    D5 Automatic Wounds, and the survivors stand in the Ruins."""
    shape, name = section_piece(battle, number).shape, section_piece(battle, number).name
    unit = buildings.occupant(battle, number)
    _change(battle, number, ruined=True, points=0)
    yield shooting_events.SectionDestroyed(name)
    if unit is None:
        return
    harm.unlock(battle, unit)
    cite = "blue.penetration.10_partial_collapse"
    free = [other for other in adjacent(battle, number) if buildings.why_not_in(battle, unit, other) is None]
    if free:
        done = yield from trials.tested(battle, unit, "mind", "Partial Collapse: bails out", cite)
        if done.passed:
            yield from buildings.go_in(battle, unit, free[0])
            return
    why = "Partial Collapse: Automatic Wounds"
    wounds = yield from roll_sum("D5", why=why, rule=cite, seat=unit.seat, unit=unit.id)
    group = together(battle, unit)
    lot = automatic(battle, attack, unit, wounds, "Partial Collapse", cite)
    yield from shots.carry_out(battle, lot)
    for one in group:
        if one.models and one.host is None:
            yield from buildings.left_in_ruins(battle, one, shape)


def automatic(battle: Battle, attack: Attack, unit: Unit, wounds: int, what: str, cite: str) -> Lot:
    """Automatic Wounds that are not those of the chart: no die to wound, no armour, Magical Saves (BLUE-R43)."""
    lot = Lot("other", attack.unit, unit.id, wounds, None, strength=attack.strength, what=what, rule=cite)
    attacks.prepared(battle, lot)
    lot.wounds_alone = Automatic()
    return lot


@rule("blue.penetration.12_apocalyptic_collapse")
def apocalypse(battle: Battle, number: int, attack: Attack) -> Script[None]:
    """Everybody in the building is slain without a save, and it is Ruins."""
    building = battle.sections[number].building
    for other, section in enumerate(battle.sections):
        if section.building != building or section.ruined:
            continue
        piece, group = section_piece(battle, other), _inside(battle, other)
        _change(battle, other, ruined=True, points=0)
        yield shooting_events.SectionDestroyed(piece.name)
        for unit in group:
            yield from harm.suffer(battle, unit, 0, len(unit.models), what="Apocalyptic Collapse", by=attack.unit)
        for unit in group:
            # A Death Save leaves a Hero in the Ruins.
            if unit.models and unit.host is None:
                yield from buildings.left_in_ruins(battle, unit, piece.shape)


TABLE: dict[int, tuple[Result, str]] = {
    1: (_laid("Shudder"), "Shudder"),
    2: (_laid("Rattling damage"), "Rattling damage"),
    3: (groaning, "Groaning timbers"),
    4: (window, "Was That Window Always There?"),
    5: (structural, "I Think that's Structural"),
    6: (quake, "Quake"),
    7: (breach, "Breach!"),
    8: (collateral, "Collateral Damage"),
    9: (going_down, "This Thing Is Going Down!"),
    10: (collapse, "Partial Collapse"),
    11: (collapse, "Partial Collapse"),
    12: (apocalypse, "Apocalyptic Collapse!"),
}
