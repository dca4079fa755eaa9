"""Flee Moves (General Principles: Flee Move)."""

from __future__ import annotations

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.damage.damage import destroy
from warhost.rulesets.essence_of_war.chapters.general.dangerous import take_tests
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.core import GAP, Battle, Unit, boundary, obstacles
from warhost.rulesets.families.ninth_age.chapters import flee
from warhost.rulesets.families.ninth_age.chapters.flee import Fled, FleeMoves


def _lost(battle: Battle, unit: Unit) -> tuple[Unit, ...]:
    """The unit and the guest in its ranks."""
    guest = battle.guest_of(unit)
    return (unit,) if guest is None else (unit, guest)


RULES = FleeMoves(
    boundary=boundary,
    obstacles=obstacles,
    gap=GAP,
    dice=lambda battle, unit: dice_of(battle, unit, "flee"),
    dangers=lambda battle, unit, way: take_tests(battle, unit, way, fleeing=True),
    destroy=destroy,
    lost=_lost,
    distance="eow.flee.distance",
)


@rule("eow.panic.pivot_line", "eow.boundary.centre", "eow.flee.no_actions", "eow.rally.mandatory")
def turn_away(battle: Battle, unit: Unit, x: float, y: float) -> None:
    """The unit gives up whatever it was about, flees, and pivots about its Centre to face directly away from a point.

    Where the point is its own Centre it turns towards its own table edge (EOW-R062).
    """
    flee.turn_away(battle, unit, x, y)


@rule("eow.flee.distance", "eow.flee.extend", "eow.flee.off_board", "eow.flee.pass_through")
@rule("eow.terrain.impassable.flee_end", "eow.terrain.impassable.flee_through", "eow.spacing.charge_flee")
@rule("eow.panic.destroyed_measure")
def run(battle: Battle, unit: Unit, *, inches: int | None = None) -> Script[Fled]:
    """Straight ahead 2D6", farther if it must to be clear of everything; over the edge it is destroyed.

    Nobody tests for Panic here: `panic.flee_move` is the whole move with all that follows from it.
    """
    return flee.run(battle, unit, RULES, inches=inches)


def chance_off_board(battle: Battle, unit: Unit) -> float:
    """How likely a Flee Move straight ahead ends at the board edge."""
    return flee.chance_off_board(battle, unit, RULES)
