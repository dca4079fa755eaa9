"""What a charge and the flight from it have to expect (Charge Phase)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.dice import odds
from warhost.field import Arrival
from warhost.field.crossing import way_of
from warhost.field.running import ahead, leaves_after
from warhost.play.battle import copied, stand
from warhost.play.questions import Odds, Part
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import dangerous, flee
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.charge_move import arrivals, arrive, catch
from warhost.rulesets.essence_of_war.charge_range import reach_chance
from warhost.rulesets.essence_of_war.combat_odds import (
    Forecast,
    Outlook,
    Weighed,
    forecast,
    outlook_odds,
)
from warhost.rulesets.essence_of_war.contact import friends
from warhost.rulesets.essence_of_war.formation import boundary, health
from warhost.rulesets.essence_of_war.losses import SLIGHT, with_losses
from warhost.rulesets.essence_of_war.running import dice_of
from warhost.table import Arc, Forward


def clash_odds(battle: Battle, charger: Unit, target: Unit, arc: Arc, own: Unit) -> Iterator[Odds]:
    """The first round of melee if this charge alone arrives and the target holds, as the owner of a unit reads it.

    Nothing is told where others fight along.
    """
    told = _clash(battle, charger, target, arc)
    if told is not None:
        yield from outlook_odds(battle, told, own.id, " if it arrives")


@rule("eow.charge.move.front_contact", "eow.engaged.start", "eow.dangerous.trigger")
def _clash(battle: Battle, charger: Unit, target: Unit, arc: Arc) -> Forecast | None:
    alone = all(friend.target != target.id for friend in friends(battle, charger.seat) if friend is not charger)
    if not alone or target.engaged or target.fleeing:
        return None
    places = arrivals(battle, charger, target, arc)
    if not places:
        return None
    total = {charger.id: Outlook(), target.id: Outlook()}
    for there, weight in _arrived(battle, charger, target, arc, places[0]):
        if there.units[charger.id].pose is None:
            total[charger.id] = total[charger.id].plus(Outlook(gone=1.0), weight)
            continue
        told = forecast(there, charger.id, target.id)
        if told is None:
            return None
        for number, outlook in told.items():
            total[number] = total[number].plus(outlook, weight)
    return total


@rule("eow.magic.duration")
def _arrived(battle: Battle, charger: Unit, target: Unit, arc: Arc, arrival: Arrival) -> Weighed:
    """The battle with the charger in contact, after its tests for dangerous ground. Spells of the Active Player end in
    the Magic Phase that comes before the melee."""
    twin = copied(battle)
    if battle.phase == "charge":
        for one in twin.units:
            one.effects = tuple(effect for effect in one.effects if effect.seat != battle.active)
    unit = twin.units[charger.id]
    arrive(unit, twin.units[target.id], arc, arrival)
    lost = dangerous.losses(twin, unit, way_of(arrival.path.start, arrival.path.steps, arrival.place))
    return [(with_losses(twin, {unit.id: points}) if points else twin, chance) for points, chance in lost.items()]


class Flight(NamedTuple):
    """What may become of a unit that flees from a charge: off the table, fallen in dangerous ground, or caught."""

    lost: float
    fallen: float
    caught: float

    @property
    def parts(self) -> tuple[Part, ...]:
        told = [Part(0, "2D6 inches away from the charger", "eow.flee.distance")]
        if self.lost >= SLIGHT:
            told.append(Part(0, f"{self.lost:.1%} to flee off the table", "eow.flee.off_board"))
        if self.fallen >= SLIGHT:
            told.append(Part(0, f"{self.fallen:.1%} to die in dangerous terrain", "eow.dangerous.damage"))
        told.append(Part(0, f"{self.caught:.1%} to be caught if the charge continues", "eow.charge.fleeing.destroyed"))
        return tuple(told)


def flight_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees from a charge gets away from all that charge it."""
    flight = flight_of(battle, charger, target)
    yield Odds("escapes if the charge continues", max(0.0, 1 - sum(flight)), flight.parts)


@rule("eow.charge.reaction.fleeing_must_flee", "eow.charge.fleeing.destroyed")
def hunt_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees already, and must flee on when it is charged, is caught."""
    flight = flight_of(battle, charger, target)
    yield Odds("catches the fleeing unit", flight.caught, flight.parts, telling=True)
    if flight.lost >= SLIGHT:
        yield Odds("target flees off the table", flight.lost, flight.parts)


@rule("eow.charge.reaction.flee", "eow.flee.distance", "eow.flee.off_board", "eow.charge.fleeing.destroyed")
def flight_of(battle: Battle, charger: Unit, target: Unit) -> Flight:
    """What may become of a unit that flees from this charge, as all stand now.

    A charger that redirects does not catch it; friends that flee in turn and units that move first are left out.
    """
    chargers = [one for one in friends(battle, charger.seat) if one is charger or one.target == target.id]
    distances = odds.of(dice_of(battle, target, "flee"))
    ways = [(chance, _flight(battle, charger, target, inches, chargers)) for inches, chance in distances.items()]
    lost, fallen, caught = (sum(chance * way[place] for chance, way in ways) for place in range(3))
    return Flight(lost, fallen, caught)


def _flight(battle: Battle, charger: Unit, target: Unit, inches: int, chargers: Sequence[Unit]) -> Flight:
    """After a flight of so many inches: how likely it is off the table, fallen on the way, or caught."""
    twin = copied(battle)
    unit = twin.units[target.id]
    assert charger.pose is not None
    flee.turn_away(twin, unit, charger.pose.x, charger.pose.y)
    start = boundary(twin, unit)
    length = flee.clear_distance(twin, unit, start, float(inches))
    if leaves_after(start, length, twin.scene.board) is not None:
        return Flight(1.0, 0.0, 0.0)
    stand(unit, ahead(start, length))
    fallen = dangerous.losses(twin, unit, [(start, Forward(length))], fleeing=True)[health(twin, unit)]
    escapes = 1.0
    for number in (one.id for one in chargers):
        pursuer = twin.units[number]
        chance = reach_chance(twin, pursuer, unit)
        if chance and catch(twin, pursuer, unit) is not None:
            escapes *= 1 - chance
    return Flight(0.0, fallen, (1 - fallen) * (1 - escapes))
