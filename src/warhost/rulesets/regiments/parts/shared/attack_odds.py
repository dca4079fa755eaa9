"""What an effect does to the attacks that a unit may make or suffer as all stand now, told before it is laid.

Each figure is the wounds of whoever makes most of it, by the chain of dice that is played: of the enemies that the unit
can shoot at, or charge, the one that suffers most; and of those that still have to act and can shoot at the unit, or
charge it, the one that does most harm.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec.structs import replace

from warhost.play.battle import copied
from warhost.play.questions import Odds, Part
from warhost.play.shown.english import acts
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.melee import charge, strikes
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import Battle, Effect, Unit, enemies, gap_between, optional
from warhost.rulesets.regiments.parts.shared import harm_odds
from warhost.rulesets.regiments.thinks.shooting_odds import SLIGHT
from warhost.table import TOLERANCE, Arc, summed

Way = Literal["shoots", "shoots on the move", "charges", "is shot at", "is charged"]
"""How a unit comes to attack or to be attacked."""

OWN: tuple[Way, ...] = ("shoots", "charges")
AGAINST: tuple[Way, ...] = ("is shot at", "is charged")

Change = Callable[[Battle, Unit], None]
"""What would be done to the unit, in a battle that is a copy."""


class _Onslaught(NamedTuple):
    """Attacks of one unit on another that could be made now: volleys, one after the other."""

    unit: Unit
    target: Unit
    volleys: list[list[Attack]]

    def roughly(self, battle: Battle) -> float:
        return summed(expected(battle, attack).wounds for attacks in self.volleys for attack in attacks)


def laid(effect: Effect) -> Change:
    """An effect is laid on the unit."""
    return lambda battle, unit: optional.lay(unit, effect)


def as_they_stand(battle: Battle, unit: Unit, ways: Sequence[Way]) -> tuple[Odds, ...]:
    """The figures of a unit on which nothing is laid."""
    made = ((way, _worst(battle, unit, way)) for way in ways)
    told = (_figure(battle, worst, way) for way, worst in made if worst is not None)
    return tuple(one for one in told if one is not None)


def with_change(battle: Battle, unit: Unit, change: Change, ways: Sequence[Way], row: str = "") -> tuple[Odds, ...]:
    """The figures of a unit with that change, as far as they are others than without it, and by how much."""
    there = copied(battle)
    own = there.units[unit.id]
    change(there, own)
    found: list[Odds] = []
    for way in ways:
        made = _worst(there, own, way)
        told = None if made is None else _figure(there, made, way)
        if made is None or told is None:
            continue
        before = _without(battle, unit, way, made)
        if abs(told.value - before) >= SLIGHT:
            why = Part(round(told.value - before, 4), f"instead of {before:.2f} without it", row)
            found.append(replace(told, parts=(why, *told.parts)))
    return tuple(found)


def _worst(battle: Battle, unit: Unit, way: Way) -> _Onslaught | None:
    """The onslaught that does most harm."""
    return max(_onslaughts(battle, unit, way), key=lambda one: one.roughly(battle), default=None)


def _without(battle: Battle, unit: Unit, way: Way, made: _Onslaught) -> float:
    """The figure of the same onslaught where nothing is changed; 0 where it cannot be made."""
    for plain in _onslaughts(battle, unit, way):
        if (plain.unit.id, plain.target.id) == (made.unit.id, made.target.id):
            told = _figure(battle, plain, way)
            return 0.0 if told is None else told.value
    return 0.0


def _figure(battle: Battle, made: _Onslaught, way: Way) -> Odds | None:
    told = harm_odds.dealt(battle, made.target, made.volleys)
    return replace(told[0], label=_label(made, way)) if told else None


def _label(made: _Onslaught, way: Way) -> str:
    if way.startswith("shoots"):
        return f"expected wounds on {made.target.name} when shooting"
    if way == "charges":
        return f"expected wounds on {made.target.name} when charging"
    deed = "shoots" if way == "is shot at" else "charges"
    return f"expected wounds if {acts(made.unit.name, deed)}{' at' if way == 'is shot at' else ''} it"


def _onslaughts(battle: Battle, unit: Unit, way: Way) -> Iterator[_Onslaught]:
    if unit.fate or (unit.pose is None and unit.inside is None):
        return
    foes = enemies(battle, unit.seat)
    dangers = [foe for foe in foes if not foe.activated and not foe.shaken]
    if way == "charges":
        yield from _charges(battle, unit, foes)
    elif way == "is charged":
        for foe in dangers:
            yield from _charges(battle, foe, [unit])
    elif way == "is shot at":
        for foe in dangers:
            yield from _volleys(battle, foe, [unit])
    else:
        yield from _volleys(battle, unit, foes, held=way == "shoots")


def _volleys(battle: Battle, unit: Unit, targets: Sequence[Unit], *, held: bool = True) -> Iterator[_Onslaught]:
    """What a unit could fire from where it stands; `held`: as one that has not moved."""
    fires = shooting.possible(battle, unit, targets)
    for number in dict.fromkeys(fire.target for fire in fires):
        volleys = shooting.volleys_of(battle, unit, [fire for fire in fires if fire.target == number], held)
        if volleys:
            yield _Onslaught(unit, battle.units[number], volleys)


def _charges(battle: Battle, unit: Unit, targets: Sequence[Unit]) -> Iterator[_Onslaught]:
    """The blows of a charge that a unit could make: those of the charger alone, before anybody strikes back."""
    if unit.pose is None or unit.shaken or moving.why_not_move(battle, unit) is not None:
        return
    far = moving.allowance(battle, unit, "charge") + TOLERANCE
    for target in targets:
        plan = None
        if target.pose is not None and gap_between(battle, unit, target) <= far:
            plan = charge.plan(battle, unit, target)
        if plan is None:
            continue
        tired = strikes.tired(unit)
        blows = strikes.strikes(battle, unit, target, charging=True, fatigued=tired, which=strikes.sorting(None))
        braced = strikes.counter_models(battle, target) if plan.side is Arc.FRONT else 0
        impact = [] if tired else strikes.impacts_of(battle, unit, target, braced)
        made = [*impact, *blows]
        if made:
            yield _Onslaught(unit, target, [made])
