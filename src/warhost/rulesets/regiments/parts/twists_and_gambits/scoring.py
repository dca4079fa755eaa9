"""When each gambit can be scored (Twists & Gambits: Gambits, Scoring)."""

from __future__ import annotations

from collections.abc import Callable

from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.attack_defend import edges
from warhost.rulesets.regiments.chapters.missions.mission import held
from warhost.rulesets.regiments.core import Battle, on_table, optional, perimeter
from warhost.rulesets.regiments.parts.twists_and_gambits.state import NEAR, is_at, kept
from warhost.table import TOLERANCE

Condition = Callable[[Battle, int], bool]

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def _holds(battle: Battle, seat: int, number: int) -> bool:
    return number < len(battle.markers) and battle.markers[number].owner == seat


def _in_zone_of(battle: Battle, owner: int) -> int:
    zones = kept(battle).zones
    return zones[owner] if zones else owner


def numbered(battle: Battle, number: int) -> int:
    """The place of objective 1, 2 or 3 among all markers."""
    outside = [place for place in range(len(battle.markers)) if place not in kept(battle).zones]
    return outside[number - 1] if number <= len(outside) else len(battle.markers)


def objective_of(battle: Battle, seat: int, slug: str) -> int | None:
    """The place among all markers of the objective that a side has to hold for a gambit; none if it is not one."""
    match slug:
        case "a1":
            return _in_zone_of(battle, battle.other(seat))
        case "b6":
            return _in_zone_of(battle, seat)
        case "b2" | "b3" | "b4":
            return numbered(battle, int(slug[1]) - 1)
        case _:
            return None


def taken(battle: Battle, seat: int) -> list[int]:
    """The objectives that the enemy held when the round began and that are this side's now (AOFR-R588)."""
    enemy = battle.other(seat)
    return [
        number
        for number, owner in enumerate(kept(battle).began)
        if owner == enemy and battle.markers[number].owner == seat
    ]


def at_edge(battle: Battle, seat: int, edge: str) -> bool:
    """Whether a unit of a side is within 3" of a table edge."""
    near = optional.measured(battle, NEAR) + TOLERANCE
    return any(
        edges(battle, x, y)[edge] <= near
        for unit in on_table(battle, seat)
        for base in perimeter(battle, unit)
        for x, y in base.corners
    )


@rule("aofr.gambit.a1_score")
def ground_war(battle: Battle, seat: int) -> bool:
    return _holds(battle, seat, _in_zone_of(battle, battle.other(seat)))


@rule("aofr.gambit.a2_score")
def valiant_drive(battle: Battle, seat: int) -> bool:
    """The edge along which the enemy deployed (AOFR-R589)."""
    edge = battle.edges[battle.other(seat)] if battle.edges else ""
    return bool(edge) and at_edge(battle, seat, edge)


@rule("aofr.gambit.a3_score")
def aggressive_takeover(battle: Battle, seat: int) -> bool:
    return len(taken(battle, seat)) >= 2


@rule("aofr.gambit.a4_score")
def total_domination(battle: Battle, seat: int) -> bool:
    return held(battle)[seat] >= 3


@rule("aofr.gambit.a5_score")
def silent_assault(battle: Battle, seat: int) -> bool:
    """All of the side's units at the objective have neither shot nor fought in this round (AOFR-R588)."""
    loud = {*kept(battle).shot, *kept(battle).fought}
    return any(
        not any(unit.id in loud for unit in on_table(battle, seat) if is_at(battle, unit, battle.markers[number]))
        for number in taken(battle, seat)
    )


@rule("aofr.gambit.a6_score")
def cautious_destruction(battle: Battle, seat: int) -> bool:
    theirs = sum(kill.seat != seat for kill in kept(battle).kills)
    ours = sum(kill.seat == seat for kill in kept(battle).kills)
    return theirs >= 1 and theirs > ours


@rule("aofr.gambit.b1_score")
def storm_strike(battle: Battle, seat: int) -> bool:
    told = kept(battle)
    fought = any(battle.units[number].seat == seat for number in told.fought)
    return fought and not any(kill.seat == seat for kill in told.kills)


@rule("aofr.gambit.b2_score")
def seize_and_guard(battle: Battle, seat: int) -> bool:
    return _holds(battle, seat, numbered(battle, 1))


@rule("aofr.gambit.b3_score")
def grab_and_secure(battle: Battle, seat: int) -> bool:
    return _holds(battle, seat, numbered(battle, 2))


@rule("aofr.gambit.b4_score")
def search_and_destroy(battle: Battle, seat: int) -> bool:
    return _holds(battle, seat, numbered(battle, 3))


@rule("aofr.gambit.b5_score")
def distributed_violence(battle: Battle, seat: int) -> bool:
    """The two edges along which nobody deployed (AOFR-R589)."""
    others = [edge for edge in OPPOSITE if edge not in battle.edges]
    return len(others) >= 2 and all(at_edge(battle, seat, edge) for edge in others[:2])


@rule("aofr.gambit.b6_score")
def fortify_domain(battle: Battle, seat: int) -> bool:
    return _holds(battle, seat, _in_zone_of(battle, seat))


CONDITIONS: dict[str, Condition] = {
    "a1": ground_war,
    "a2": valiant_drive,
    "a3": aggressive_takeover,
    "a4": total_domination,
    "a5": silent_assault,
    "a6": cautious_destruction,
    "b1": storm_strike,
    "b2": seize_and_guard,
    "b3": grab_and_secure,
    "b4": search_and_destroy,
    "b5": distributed_violence,
    "b6": fortify_domain,
}


def is_met(battle: Battle, seat: int, slug: str) -> bool:
    """Whether a side could score that gambit if the round ended now."""
    return CONDITIONS[slug](battle, seat)
