"""What a charge and the flight from it have to expect (Charge Phase)."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.field.crossing import Way
from warhost.play.battle import copied
from warhost.play.questions import Odds
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.thinks import charge_odds
from warhost.rulesets.families.ninth_age.thinks.charge_odds import Flight, Flights
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import catch
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import reach_chance
from warhost.rulesets.fantasy_battles.chapters.general import dangerous, flee
from warhost.rulesets.fantasy_battles.core import Battle, Unit, health


def _falls(battle: Battle, unit: Unit, way: Way) -> float:
    return dangerous.losses(battle, unit, way, fleeing=True)[health(battle, unit)]


FLIGHTS: Flights[Battle, Unit] = Flights(
    moves=flee.RULES,
    copied=copied,
    falls=_falls,
    reaches=reach_chance,
    open=lambda battle, charger, target: catch(battle, charger, target) is not None,
    distance="t9a.special.flee_move",
    off_board="t9a.special.flee_move",
    danger="t9a.terrain.dangerous_hit",
    caught="t9a.charge.reaction_flee",
)


def flight_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees from a charge gets away from all that charge it."""
    return charge_odds.flight_odds(flight_of(battle, charger, target), FLIGHTS)


@rule("t9a.fleeing.only_flee_reaction", "t9a.charge.reaction_flee")
def hunt_odds(battle: Battle, charger: Unit, target: Unit) -> Iterator[Odds]:
    """How likely a unit that flees already, and must flee on when it is charged, is caught."""
    return charge_odds.hunt_odds(flight_of(battle, charger, target), FLIGHTS)


@rule("t9a.charge.reaction_flee", "t9a.special.flee_move")
def flight_of(battle: Battle, charger: Unit, target: Unit) -> Flight:
    """What may become of a unit that flees from this charge, as all stand now.

    A charger that redirects does not catch it; friends that flee in turn and units that move first are left out.
    """
    return charge_odds.flight_of(battle, charger, target, FLIGHTS)
