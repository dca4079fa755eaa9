"""Going into buildings, shooting out of them and into them, and fighting for them (Using Solid Buildings; Solid
Buildings & Combat)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from warhost.play.events import counted
from warhost.play.questions import Odds, Option
from warhost.play.script import Refused, Script, choose, unit_options
from warhost.play.shown.cards import Ground, Overlay
from warhost.play.shown.english import acts, listed, verb
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.core import Battle, Unit, footprint
from warhost.rulesets.regiments.parts.solid_buildings.buildings import Building, garrison
from warhost.rulesets.regiments.thinks.melee_odds import bout_odds
from warhost.table import Arc, feature_rect

ENTER, STAY = "enter", "stay"


def holders(battle: Battle, building: Building) -> int | None:
    """The seat that holds the building; None if it is empty."""
    inside = garrison(battle, building)
    return inside[0].seat if inside else None


@rule("aofr.building.capacity")
def why_not_hold(battle: Battle, building: Building, unit: Unit) -> Refused | None:
    """Why the building does not take the unit in: whole units only, of one army, as many models as it holds
    (AOFR-R132, AOFR-R135)."""
    shelter, inside = battle.units[building.unit], garrison(battle, building)
    if any(other.seat != unit.seat for other in inside):
        return Refused(f"{acts(shelter.name, 'is')} held by the enemy.", "aofr.building.capacity")
    if transports.passengers(battle, unit):
        return Refused(f"{unit.name} cannot go in with other units inside.", "aofr.building.capacity")
    room = building.capacity - sum(other.models for other in inside)
    if unit.models > room:
        why = f"{acts(unit.name, 'has')} {counted(unit.models, 'model')}; {shelter.name} has room for {room} more."
        return Refused(why, "aofr.building.capacity")
    return None


Allowed = Callable[[Battle, Building], bool]


@rule("aofr.building.charge", "aofr.building.destructible", "aofr.building.shoot")
def targets(
    battle: Battle, buildings: Sequence[Building], unit: Unit, how: str, *, destructible: bool, chargeable: Allowed
) -> Iterator[Unit]:
    """Who and what can be attacked: enemies inside a building, one of them for a charge, and buildings that hold no
    friends if they can be destroyed. Spells also reach friends inside."""
    for building in buildings:
        if building.unit == unit.inside:
            continue
        inside = garrison(battle, building)
        foes = [other for other in inside if other.seat != unit.seat or how == "cast"]
        if how == "charge":
            foes = foes[:1] if chargeable(battle, building) else []
        yield from foes
        if destructible and not any(other.seat == unit.seat for other in inside):
            yield battle.units[building.unit]


@rule("aofr.building.charge")
def who_answers(battle: Battle, building: Building, charger: Unit) -> Script[Unit]:
    """The defender chooses which unit inside fights."""
    inside = garrison(battle, building)
    shelter = battle.units[building.unit]
    text = f"{acts(charger.name, 'charges')} into {shelter.name}. Which of your units inside fights?"

    def weigh(option: Option) -> Sequence[Odds]:
        return bout_odds(battle, charger, battle.units[int(option.key)], Arc.FRONT, charging=False)

    rules = ("aofr.building.charge",)
    key = yield from choose(inside[0].seat, "fights inside", text, unit_options(inside), rules=rules, weigh=weigh)
    return battle.units[int(key)]


@rule("aofr.building.charge")
def step_in(battle: Battle, building: Building, unit: Unit) -> Script[bool]:
    """A charger that has destroyed who was inside may use its small move to go in, if nobody else holds it
    (AOFR-R133). Returns whether it did."""
    if why_not_hold(battle, building, unit) is not None:
        return False
    shelter = battle.units[building.unit]
    text = f"No enemy is left in {shelter.name}. {verb(unit.name, 'Does')} {unit.name} go in?"
    options = [
        Option(ENTER, f"Go into {shelter.name}", unit=unit.id),
        Option(STAY, "Stay outside", unit=unit.id, passes=True),
    ]
    key = yield from choose(unit.seat, "go in", text, options, rules=("aofr.building.charge",))
    if key == ENTER:
        yield transports.goes_into(unit, shelter)
    return key == ENTER


def told(battle: Battle, building: Building, *, destructible: bool) -> str:
    """A building in a few words: what it holds and who is inside."""
    unit = battle.units[building.unit]
    regiment = battle.regiment(unit)
    inside = garrison(battle, building)
    words = [f"{unit.name}: up to {counted(building.capacity, 'model')}"]
    if destructible:
        words.append(f"Defense {regiment.defense}+, Tough({regiment.tough})")
    if unit.wounds:
        words.append(counted(unit.wounds, "wound"))
    if inside:
        words.append(f"held by {listed([other.name for other in inside])}")
    return ", ".join(words)


def shown(battle: Battle, buildings: Sequence[Building], overlay: Overlay, *, destructible: bool) -> Overlay:
    """The buildings as the board shows them: what they hold, how much they can still take, and who is inside."""
    lying = {feature_rect(feature): number for number, feature in enumerate(battle.scene.board.features)}
    grounds = []
    for one in buildings:
        unit = battle.units[one.unit]
        number = lying.get(footprint(battle, unit)) if unit.site is not None else None
        if number is not None:
            tough = battle.regiment(unit).tough if destructible else 0
            inside = ", ".join(other.name for other in garrison(battle, one))
            text = told(battle, one, destructible=destructible)
            left = max(0, tough - unit.wounds)
            grounds.append(Ground(number, text, "", left, tough, holders(battle, one), inside))
    return msgspec.structs.replace(overlay, grounds=(*overlay.grounds, *grounds))
