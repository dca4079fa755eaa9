"""What a charge and the flight from it have to expect (Charge Phase)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.dice import odds
from warhost.field.running import ahead, leaves_after
from warhost.play.battle import copied, stand
from warhost.play.questions import Odds, Part
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles import dangerous, flee
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.charge_move import catch
from warhost.rulesets.fantasy_battles.charge_range import reach_chance
from warhost.rulesets.fantasy_battles.contact import friends
from warhost.rulesets.fantasy_battles.formation import boundary, health
from warhost.rulesets.fantasy_battles.losses import SLIGHT
from warhost.rulesets.fantasy_battles.running import dice_of
from warhost.table import Forward


class Flight(NamedTuple):
    """What may become of a unit that flees from a charge: off the table, fallen in dangerous ground, or caught."""

    lost: float
    fallen: float
    caught: float

    @property
    def parts(self) -> tuple[Part, ...]:
        told = [Part(0, "2D6 inches away from the charger", "t9a.special.flee_move")]
        if self.lost >= SLIGHT:
            told.append(Part(0, f"{self.lost:.1%} to flee off the table", "t9a.special.flee_move"))
        if self.fallen >= SLIGHT:
            told.append(Part(0, f"{self.fallen:.1%} to die in dangerous terrain", "t9a.terrain.dangerous_hit"))
        told.append(Part(0, f"{self.caught:.1%} to be caught if the charge continues", "t9a.charge.reaction_flee"))
        return tuple(told)


def flight_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees from a charge gets away from all that charge it."""
    flight = flight_of(battle, charger, target)
    yield Odds("escapes if the charge continues", max(0.0, 1 - sum(flight)), flight.parts)


@rule("t9a.fleeing.only_flee_reaction", "t9a.charge.reaction_flee")
def hunt_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees already, and must flee on when it is charged, is caught."""
    flight = flight_of(battle, charger, target)
    yield Odds("catches the fleeing unit", flight.caught, flight.parts, telling=True)
    if flight.lost >= SLIGHT:
        yield Odds("target flees off the table", flight.lost, flight.parts)


@rule("t9a.charge.reaction_flee", "t9a.special.flee_move")
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
