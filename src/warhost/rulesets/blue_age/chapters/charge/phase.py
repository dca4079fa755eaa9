"""Charges: who declares one on whom, and how they are rolled and made (Combat Phase: Charge Sub-Phase)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal

from warhost.dice import Dice
from warhost.field.ground.boxes import Box, boxes_meet
from warhost.play.questions import Act, Denied, Odds, Option
from warhost.play.script import Script, choose, roll
from warhost.play.shown.english import acts, listed, verb
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.buildings import inside as buildings
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.charge import reactions
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.chapters.combat import consolidation
from warhost.rulesets.blue_age.chapters.movement.ground import box_of
from warhost.rulesets.blue_age.chapters.shooting import thrown
from warhost.rulesets.blue_age.core import (
    Battle,
    Unit,
    apart,
    centre_of,
    enemies,
    has,
    hosts,
    is_within,
    sight,
    speakers,
    trials,
)
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.core.party import is_torn
from warhost.rulesets.blue_age.thinks import charge_odds

FELT = 6.0
"""Within so many inches a target need not be seen (BLUE-R44)."""

MOST_TARGETS = 3
"""So many enemies are offered as the targets of one charge."""

BESIDES = 6.0
"""Of enemies that are so much farther away than the longest charge nothing is said."""

NEAREST = 4
"""Charges on several enemies are offered among so many of the nearest."""


# Declarations


@rule("blue.charge.multi_charge", "blue.charge.premeasure")
def charge_options(battle: Battle, seat: int) -> list[Option]:
    """The charges that a player may declare now."""
    options: list[Option] = []
    foes = _targets(battle, seat)
    boxes = {foe.id: box_of(battle, foe) for foe in foes}
    for unit in hosts(battle, seat) if foes else ():
        if charger_denial(battle, unit) is not None:
            continue
        far = charge_roll.most(battle, unit)
        close = _close(battle, unit, foes, far, boxes)
        reached = [(apart(battle, unit, foe), foe) for foe in close if not _bar(battle, unit, foe, far)]
        reached.sort(key=lambda pair: (pair[0], pair[1].id))
        options += [_option(battle, unit, (foe,)) for _, foe in reached]
        options += [_option(battle, unit, foes) for foes in _several(battle, unit, [foe for _, foe in reached])]
    return options


def charge_denials(battle: Battle, seat: int) -> list[Denied]:
    """The charges that a player may not declare now, with reasons: worked out for those who read them."""
    denied: list[Denied | None] = []
    foes = _targets(battle, seat)
    boxes = {foe.id: box_of(battle, foe) for foe in foes}
    for unit in hosts(battle, seat) if foes else ():
        no = charger_denial(battle, unit)
        if no is not None:
            denied.append(no)
            continue
        far = charge_roll.most(battle, unit)
        close = _close(battle, unit, foes, far, boxes)
        if not close:
            why = f'No enemy is within {far}" of {unit.name}, {verb(unit.name, "its")} longest charge.'
            denied.append(Denied(str(unit.id), why, "blue.charge.success", unit.id))
        denied += [target_denial(battle, unit, foe, far) for foe in close]
    return [one for one in denied if one is not None]


def _targets(battle: Battle, seat: int) -> list[Unit]:
    """The enemies that a player may think of charging."""
    return [unit for unit in enemies(battle, seat) if unit.host is None]


def _close(battle: Battle, unit: Unit, foes: Sequence[Unit], far: float, boxes: Mapping[int, Box]) -> Sequence[Unit]:
    """The enemies that a unit may think of charging: the nearest alone for one in Frenzy."""
    close = foes if battle.settings.hopeless_charges else _worth_a_look(battle, unit, foes, far, boxes)
    if close and _raves(battle, unit):
        return [min(close, key=lambda foe: (round(apart(battle, unit, foe), 6), foe.id))]
    return close


@rule("blue.special.frenzy_move")
def _raves(battle: Battle, unit: Unit) -> bool:
    """Whether a unit charges the nearest enemy and nobody else (BLUE-R115)."""
    return has(battle, unit, "frenzied")


def must_charge(battle: Battle, options: Sequence[Option]) -> Denied | None:
    """Why a player cannot stop declaring charges: a unit in Frenzy has an enemy before it that it could reach."""
    for option in options:
        if option.unit is not None and _raves(battle, battle.units[option.unit]):
            name = battle.units[option.unit].name
            return Denied("pass", f"{name} must charge the nearest enemy.", "blue.special.frenzy_move", option.unit)
    return None


def _option(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Option:
    names = listed([foe.name for foe in foes])
    key = f"{unit.id}>{'+'.join(str(foe.id) for foe in foes)}"
    return Option(key, f"{unit.name}: charge {names}", unit=unit.id, target=foes[0].id)


def _several(battle: Battle, unit: Unit, foes: Sequence[Unit]) -> Iterator[Sequence[Unit]]:
    """Enemies that are near enough to each other to be charged together: a chain of its models reaches from one to
    the next."""
    near = foes[:NEAREST]
    if len(near) < 2:
        return
    count, wide = len(unit.models), battle.entry(unit).radius * 2
    chain = count * wide + (count - 1) * 2.0
    close = {(one.id, other.id): is_within(battle, one, other, chain) for one, other in combinations(near, 2)}
    for number in range(2, MOST_TARGETS + 1):
        for some in combinations(near, number):
            if all(close[one.id, other.id] for one, other in combinations(some, 2)):
                yield some


@rule("blue.reaction.flee_no_charge", "blue.special.stupid_fail_limits", "blue.special.ambush_building")
@rule("blue.special.ambush_actions", "blue.charge.declare_until_done")
def charger_denial(battle: Battle, unit: Unit) -> Denied | None:
    """Why a unit can declare no charge at all; None if it can (BLUE-R44)."""
    cite, why = "blue.charge.declare_alternating", ""
    if not unit.declares or unit.declared:
        why = f"{unit.name} cannot declare another charge in this turn."
        if unit.fled:
            why, cite = f"{unit.name} chose to flee in this turn.", "blue.reaction.flee_no_charge"
    elif unit.locked:
        why = f"{acts(unit.name, 'is')} locked in combat."
    elif unit.fleeing:
        why = f"{acts(unit.name, 'is')} fleeing."
    elif unit.fled:
        why, cite = f"{unit.name} chose to flee in this turn.", "blue.reaction.flee_no_charge"
    elif unit.rallied and battle.settings.rally_limits:
        why, cite = f"{unit.name} rallied in this turn.", "blue.command.rally"
    elif unit.left:
        why, cite = f"{unit.name} walked away from a fight in this turn.", "blue.move.fall_back_pass"
    elif unit.stupid:
        why, cite = f"{unit.name} failed the Mind Test of this turn.", "blue.special.stupid_fail_limits"
    elif unit.ambushed == "building":
        why, cite = f"{unit.name} arrived in a building in this turn.", "blue.special.ambush_building"
    elif has(battle, unit, "no_charge"):
        why = f"{unit.name} cannot charge now."
    elif unit.inside is None and is_torn(battle, unit):
        why, cite = f"{acts(unit.name, 'is')} out of cohesion.", "blue.move.cohesion"
    return Denied(str(unit.id), why, cite, unit.id) if why else None


def _worth_a_look(battle: Battle, unit: Unit, foes: Sequence[Unit], far: float, boxes: Mapping[int, Box]) -> list[Unit]:
    """The enemies that are not farther away than anybody would think of: by the boxes about their models."""
    reach = far + BESIDES
    if unit.inside is not None:
        return [foe for foe in foes if is_within(battle, unit, foe, reach)]
    own = box_of(battle, unit)
    return [foe for foe in foes if foe.inside is not None or boxes_meet(own, boxes[foe.id], reach)]


@rule("blue.unit_type.chariot_charge_arc", "blue.unit_type.monster_arc", "blue.unit_type.flyer_landed")
def _bar(battle: Battle, unit: Unit, target: Unit, far: float) -> Literal["", "far", "arc", "sight"]:
    """What keeps a unit from charging that enemy, if anything does. Only who could reach it with the best roll declares
    a charge, unless players agreed otherwise (BLUE-R155)."""
    if not battle.settings.hopeless_charges and not is_within(battle, unit, target, far):
        return "far"
    if not charge_move.in_arc(battle, unit, target):
        return "arc"
    if not is_within(battle, unit, target, FELT) and not sight.sees_any(battle, unit, target):
        return "sight"
    return ""


def target_denial(battle: Battle, unit: Unit, target: Unit, far: float) -> Denied | None:
    """Why a unit cannot charge that enemy; None if it can."""
    bar = _bar(battle, unit, target, far)
    if not bar:
        return None
    if bar == "far":
        cite = "blue.charge.success"
        why = f'{acts(target.name, "is")} more than {far}" away, the longest charge of {unit.name}.'
    elif bar == "arc":
        narrow = min(one.charge_arc for one in speakers(battle, unit).at("charge_arc")) <= 90.0
        cite = "blue.unit_type.chariot_charge_arc" if narrow else "blue.unit_type.monster_arc"
        why = f"{acts(target.name, 'is')} not before {unit.name}."
    else:
        cite, why = "blue.charge.declare_alternating", f"{unit.name} cannot see {target.name}."
    return Denied(f"{unit.id}>{target.id}", why, cite, unit.id, target.id)


def declare(battle: Battle, key: str) -> Script[None]:
    """A unit declares a charge: a test where the target has Terror, then each target reacts at once."""
    number, _, names = key.partition(">")
    unit = battle.units[int(number)]
    targets = [battle.units[int(name)] for name in names.split("+")]
    unit.declares = False
    yield events.ChargeDeclared(unit.id, tuple(target.id for target in targets))
    if not (yield from dares(battle, unit, targets)):
        yield events.ChargeNotDared(unit.id, tuple(target.id for target in targets))
        return
    unit.declared = tuple(target.id for target in targets)
    for target in targets:
        if unit.models and target.models:
            yield from reactions.react(battle, unit, target)
    if not unit.models:
        unit.declared = ()


@rule("blue.special.terror_charger_test")
def dares(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Script[bool]:
    """Who charges a unit with Terror takes a Spirit Test first; if it fails, its declaration is gone (BLUE-R55)."""
    if not any(has(battle, target, "terrible") for target in targets):
        return True
    cite = "blue.special.terror_charger_test"
    return (yield from trials.tested(battle, unit, "spirit", "Charging Terror", cite)).passed


# Rolls and moves


def waiting_charges(battle: Battle, seat: int) -> list[Unit]:
    """The units of a seat whose declared charges are still to be made."""
    return [unit for unit in hosts(battle, seat) if unit.declared]


def which_charge(battle: Battle, seat: int, units: Sequence[Unit]) -> Script[Unit]:
    """The charge that a player makes next."""
    options = [
        Option(
            str(unit.id),
            f"{unit.name} at {listed([battle.units[number].name for number in unit.declared])}",
            unit=unit.id,
            target=unit.declared[0],
        )
        for unit in units
    ]
    key = yield from choose(
        seat,
        "which charge",
        "Which charge is made next?",
        options,
        rules=("blue.charge.roll_alternating",),
        weigh=lambda option: charge_odds.waiting_odds(battle, battle.units[int(option.key)]),
    )
    return battle.units[int(key)]


@rule("blue.charge.success", "blue.charge.fail_in_cm")
def make(battle: Battle, unit: Unit) -> Script[None]:
    """Roll a declared charge and make its move."""
    targets = [battle.units[number] for number in unit.declared if battle.units[number].models]
    gone = [battle.units[number] for number in unit.declared if not battle.units[number].models]
    if unit.locked:
        unit.declared = ()
        yield events.ChargeLapsed(unit.id, "already locked in combat")
        return
    if not targets and not any(one.fled for one in gone):
        unit.declared = ()
        yield events.ChargeLapsed(unit.id, "nobody is left to charge")
        return
    if unit.inside is not None and not (yield from _out(battle, unit, targets)):
        unit.declared = ()
        yield events.ChargeLapsed(unit.id, "there is no room in front of the building")
        return
    distances = [charge_odds.distance(battle, unit, target) for target in targets]
    nearest = min(distances, default=charge_odds.FAR)
    total = yield from charge_roll_of(battle, unit, nearest, max(distances, default=nearest))
    if total + 1e-6 < nearest:
        goal = targets[distances.index(nearest)] if targets else None
        yield from charge_move.fail_forward(battle, unit, goal, total)
        return
    yield from thrown.throw(battle, unit, [t for t, far in zip(targets, distances, strict=True) if far <= total + 1e-6])
    targets = [target for target in targets if target.models]
    if not targets:
        unit.declared = ()
        yield events.ChargeLapsed(unit.id, "nobody is left to charge")
        return
    reached = yield from charge_move.into_contact(battle, unit, targets, total)
    yield events.ChargeReached(unit.id, tuple(target.id for target in reached))
    if unit.models:
        for target in reached:
            yield from _met(battle, unit, target)


def _out(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Script[bool]:
    """A unit that charges out of a building stands at its wall first, on the side of the enemy (BLUE-R137)."""
    x, y = centre_of(battle, targets) if targets else unit.goal or centre_of(battle, [unit])
    return (yield from buildings.step_out(battle, unit, (x, y), gap=charge_move.APART))


def _met(battle: Battle, unit: Unit, target: Unit) -> Script[None]:
    """What a charge does at once to whom it reaches."""
    if target.fled and battle.settings.caught_by_charge == "wounds":
        yield from consolidation.cut_down(battle, unit, target)
    if target.models:
        yield from terrify(battle, unit, target)
    if target.models and unit.id in target.charged:
        yield from terrify(battle, target, unit)


@rule("blue.special.terror_target_test")
def terrify(battle: Battle, charger: Unit, target: Unit) -> Script[None]:
    """Whom Terror reaches takes a Spirit Test; if it fails, its Initiative and its blows suffer in this turn."""
    if target.terrified or not has(battle, charger, "terrible"):
        return
    cite = "blue.special.terror_target_test"
    if not (yield from trials.tested(battle, target, "spirit", "Charged by Terror", cite)).passed:
        target.terrified = True
        yield events.Terrified(target.id, charger.id)


def charge_roll_of(battle: Battle, unit: Unit, nearest: float, farthest: float) -> Script[int]:
    """Roll the dice of a charge, those again that the player picks where it falls short of a target (BLUE-R46)."""
    row = charge_roll.row_of(battle, unit)
    dice = row.thrown
    faces = yield from roll(dice, why="Charge Roll", rule=row.rule, seat=unit.seat, unit=unit.id, counts="total")
    shown = tuple(dice.value_of_face(face) for face in faces)
    total, parts = charge_roll.total_of(battle, unit, shown)
    if row.again and total + 1e-6 < farthest:
        one_reached = total + 1e-6 >= nearest
        key = yield from _which_again(battle, unit, shown, farthest if one_reached else nearest, one_reached)
        kept = {"none": (0, 1), "0": (1,), "1": (0,), "both": ()}[key]
        if len(kept) < 2:
            more, cite = Dice(2 - len(kept), dice.size) if kept else dice, "blue.charge_roll.reroll_note"
            new = yield from roll(
                more, why="Charge Roll, again", rule=cite, seat=unit.seat, unit=unit.id, counts="total"
            )
            shown = (*(shown[number] for number in kept), *(dice.value_of_face(face) for face in new))
            total, parts = charge_roll.total_of(battle, unit, shown)
    yield events.ChargeRolled(unit.id, total, nearest if nearest < charge_odds.FAR else 0.0, parts)
    return total


@rule("blue.charge_roll.reroll_note", "blue.unit_type.cavalry_reroll_charge", "blue.unit_type.beast_rerolls")
def _which_again(battle: Battle, unit: Unit, shown: tuple[int, ...], distance: float, one_reached: bool) -> Script[str]:
    """Which dice the player rolls again: for the nearest target, or where that is reached for the farthest."""
    row = charge_roll.row_of(battle, unit)
    need = charge_roll.inches_needed(distance) - charge_roll.added(battle, unit).total
    labels = {
        "none": f"Keep {shown[0]} and {shown[1]}",
        "0": f"Roll the {shown[0]} again",
        "1": f"Roll the {shown[1]} again",
        "both": "Roll both again",
    }
    options = [Option(key, labels[key], unit=unit.id, passes=key == "none") for key in charge_roll.again_keys(row)]

    def weigh(option: Option) -> Sequence[Odds]:
        label = "charge reaches every target" if one_reached else "charge succeeds"
        return (Odds(label, charge_roll.chance_after(row, shown, option.key, need), telling=True),)

    far = f' of {distance:.1f}"' if distance < charge_odds.FAR else ""
    rolled = f"{unit.name} rolled {shown[0]} and {shown[1]} for a charge{far}."
    return (
        yield from choose(
            unit.seat,
            "reroll",
            f"{rolled} Which dice do you roll again?",
            options,
            rules=("blue.charge_roll.reroll_note",),
            act=Act(unit.id, unit.declared),
            weigh=weigh,
        )
    )
