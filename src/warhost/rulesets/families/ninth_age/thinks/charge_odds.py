"""What the flight from a charge has to expect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from warhost.dice import odds
from warhost.field.moves.running import ahead, leaves_after
from warhost.play.battle import copied, stand
from warhost.play.questions import Odds, Part
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters.flee import clear_distance, turn_away
from warhost.rulesets.families.ninth_age.core.contact import friends
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.rulesets.families.ninth_age.core.kinds import B, Unit
from warhost.rulesets.families.ninth_age.thinks.losses import SLIGHT
from warhost.table import Forward, summed


class Flight(NamedTuple):
    """What may become of a unit that flees from a charge: off the table, fallen in dangerous ground, or caught."""

    lost: float
    fallen: float
    caught: float


def flight_odds(battle: B, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees from a charge gets away from all that charge it."""
    flight = flight_of(battle, charger, target)
    yield Odds("escapes if the charge continues", max(0.0, 1 - summed(flight)), _parts(battle, flight))


@rule("eow.charge.reaction.fleeing_must_flee", "eow.charge.fleeing.destroyed")
@rule("t9a.fleeing.only_flee_reaction", "t9a.charge.reaction_flee")
def hunt_odds(battle: B, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees already, and must flee on when it is charged, is caught."""
    flight = flight_of(battle, charger, target)
    parts = _parts(battle, flight)
    yield Odds("catches the fleeing unit", flight.caught, parts, telling=True)
    if flight.lost >= SLIGHT:
        yield Odds("target flees off the table", flight.lost, parts)


def _parts(battle: B, flight: Flight) -> tuple[Part, ...]:
    rows = battle.book.rows
    told = [Part(0, "2D6 inches away from the charger", rows.flee_distance)]
    if flight.lost >= SLIGHT:
        told.append(Part(0, f"{flight.lost:.1%} to flee off the table", rows.flee_off_board))
    if flight.fallen >= SLIGHT:
        told.append(Part(0, f"{flight.fallen:.1%} to die in dangerous terrain", rows.danger))
    told.append(Part(0, f"{flight.caught:.1%} to be caught if the charge continues", rows.caught))
    return tuple(told)


@rule("eow.charge.reaction.flee", "eow.flee.distance", "eow.flee.off_board", "eow.charge.fleeing.destroyed")
@rule("t9a.charge.reaction_flee", "t9a.special.flee_move")
def flight_of(battle: B, charger: Unit, target: Unit) -> Flight:
    """What may become of a unit that flees from this charge, as all stand now.

    A charger that redirects does not catch it; friends that flee in turn and units that move first are left out.
    """
    chargers = [one.id for one in friends(battle, charger.seat) if one is charger or one.target == target.id]
    distances = odds.of(battle.book.dice_of(battle, target, "flee"))
    ways = [(chance, _flight(battle, charger, target, inches, chargers)) for inches, chance in distances.items()]
    lost, fallen, caught = (summed(chance * way[place] for chance, way in ways) for place in range(3))
    return Flight(lost, fallen, caught)


def _flight(battle: B, charger: Unit, target: Unit, inches: int, chargers: Sequence[int]) -> Flight:
    """After a flight of so many inches: how likely it is off the table, fallen on the way, or caught."""
    twin = copied(battle)
    unit = twin.units[target.id]
    assert charger.pose is not None
    turn_away(twin, unit, charger.pose.x, charger.pose.y)
    start = boundary(twin, unit)
    length = clear_distance(twin, unit, start, float(inches))
    if leaves_after(start, length, twin.scene.board) is not None:
        return Flight(1.0, 0.0, 0.0)
    stand(unit, ahead(start, length))
    fallen = twin.book.danger_losses(twin, unit, [(start, Forward(length))])[health(twin, unit)]
    escapes = 1.0
    for number in chargers:
        pursuer = twin.units[number]
        chance = twin.book.reach_chance(twin, pursuer, unit)
        if chance and twin.book.catches(twin, pursuer, unit):
            escapes *= 1 - chance
    return Flight(0.0, fallen, (1 - fallen) * (1 - escapes))
