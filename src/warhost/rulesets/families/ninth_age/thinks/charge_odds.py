"""What the flight from a charge has to expect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple

import msgspec

from warhost.dice import odds
from warhost.field.crossing import Way
from warhost.field.running import ahead, leaves_after
from warhost.play.battle import stand
from warhost.play.questions import Odds, Part
from warhost.rulesets.families.ninth_age.chapters.flee import FleeMoves, clear_distance, turn_away
from warhost.rulesets.families.ninth_age.core.contact import friends
from warhost.rulesets.families.ninth_age.core.kinds import B, U
from warhost.rulesets.families.ninth_age.thinks.losses import SLIGHT
from warhost.table import Forward, summed


class Flights(msgspec.Struct, Generic[B, U], frozen=True, kw_only=True):
    """What a book says to flights from charges: what they risk, who catches them, and its rules."""

    moves: FleeMoves[B, U]
    copied: Callable[[B], B]
    falls: Callable[[B, U, Way], float]
    """How likely Dangerous Terrain on that way takes the last of the unit."""
    reaches: Callable[[B, U, U], float]
    """How likely the dice bring a charger to a unit."""
    open: Callable[[B, U, U], bool]
    """Whether some way leads the charger to the fleeing unit."""
    distance: str
    off_board: str
    danger: str
    caught: str


class Flight(NamedTuple):
    """What may become of a unit that flees from a charge: off the table, fallen in dangerous ground, or caught."""

    lost: float
    fallen: float
    caught: float


def flight_odds(flight: Flight, rules: Flights[B, U]) -> Iterator[Odds]:
    """How likely a unit that flees from a charge gets away from all that charge it."""
    yield Odds("escapes if the charge continues", max(0.0, 1 - summed(flight)), _parts(flight, rules))


def hunt_odds(flight: Flight, rules: Flights[B, U]) -> Iterator[Odds]:
    """How likely a unit that flees already, and must flee on when it is charged, is caught."""
    parts = _parts(flight, rules)
    yield Odds("catches the fleeing unit", flight.caught, parts, telling=True)
    if flight.lost >= SLIGHT:
        yield Odds("target flees off the table", flight.lost, parts)


def _parts(flight: Flight, rules: Flights[B, U]) -> tuple[Part, ...]:
    told = [Part(0, "2D6 inches away from the charger", rules.distance)]
    if flight.lost >= SLIGHT:
        told.append(Part(0, f"{flight.lost:.1%} to flee off the table", rules.off_board))
    if flight.fallen >= SLIGHT:
        told.append(Part(0, f"{flight.fallen:.1%} to die in dangerous terrain", rules.danger))
    told.append(Part(0, f"{flight.caught:.1%} to be caught if the charge continues", rules.caught))
    return tuple(told)


def flight_of(battle: B, charger: U, target: U, rules: Flights[B, U]) -> Flight:
    """What may become of a unit that flees from this charge, as all stand now.

    A charger that redirects does not catch it; friends that flee in turn and units that move first are left out.
    """
    chargers = [one.id for one in friends(battle, charger.seat) if one is charger or one.target == target.id]
    distances = odds.of(rules.moves.dice(battle, target))
    ways = [(chance, _flight(battle, charger, target, inches, chargers, rules)) for inches, chance in distances.items()]
    lost, fallen, caught = (summed(chance * way[place] for chance, way in ways) for place in range(3))
    return Flight(lost, fallen, caught)


def _flight(battle: B, charger: U, target: U, inches: int, chargers: Sequence[int], rules: Flights[B, U]) -> Flight:
    """After a flight of so many inches: how likely it is off the table, fallen on the way, or caught."""
    twin = rules.copied(battle)
    unit: U = twin.units[target.id]
    assert charger.pose is not None
    turn_away(twin, unit, charger.pose.x, charger.pose.y)
    start = rules.moves.boundary(twin, unit)
    length = clear_distance(twin, unit, start, float(inches), rules.moves)
    if leaves_after(start, length, twin.scene.board) is not None:
        return Flight(1.0, 0.0, 0.0)
    stand(unit, ahead(start, length))
    fallen = rules.falls(twin, unit, [(start, Forward(length))])
    escapes = 1.0
    for number in chargers:
        pursuer: U = twin.units[number]
        chance = rules.reaches(twin, pursuer, unit)
        if chance and rules.open(twin, pursuer, unit):
            escapes *= 1 - chance
    return Flight(0.0, fallen, (1 - fallen) * (1 - escapes))
