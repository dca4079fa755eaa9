"""What a battle is fought for, as a captain weighs it: points on the table that count, and what units are worth."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.counsel.counsel import Goal
from warhost.rulesets.essence_of_war.chapters.victory.missions import (
    INFILTRATION,
    OCCUPATION,
    PATROL_REACH,
    PATROLLING,
    REACH,
    ZONE_FROM_MIDDLE,
)
from warhost.rulesets.essence_of_war.core import Battle, Unit

POINT = 0.15
"""What a point of Army Points is worth: a unit of 200 points counts as much as one that scores in a basic game."""

MISSION = 0.6
"""The part of what the Mission is worth that one more unit where it counts is taken to decide."""

COUNTS, INSIDE = 45.0, {1: 9.0, 2: 5.0, 3: 1.0}
"""What it is worth to stand where units count at the end of a basic game, and with so many moves left."""

PULL = {0: 2.0, 1: 1.3, 2: 1.0, 3: 0.55}
"""What an inch nearer to where units count is worth, by the moves that are left."""

HOLDING, HOLDING_AT_LAST = 12.0, 25.0
"""What a unit where units count is worth beyond itself in the last turn but one, and in the last."""

GOAL_NAMES = {
    "": "the centre",
    OCCUPATION: "the centre",
    PATROLLING: "a marker",
    INFILTRATION: "the enemy's deployment zone",
}
"""What units go for, by the Mission."""

INTO_ZONE = 2.5
"""How far inside the enemy's zone a unit had better stand."""


def goals(battle: Battle, seat: int, left: int) -> Sequence[Goal]:
    """The points that count for the Mission, or the centre, with so many moves left."""
    settings = battle.scene.settings
    last = battle.turn >= settings.game_turns
    holding = HOLDING_AT_LAST if last else HOLDING
    counts, scale = COUNTS, 1.0
    if settings.victory_points:
        counts = POINT * battle.more.size / 4 * MISSION if battle.mission else 0.0
        scale = counts / COUNTS
    return [
        Goal(
            x=x,
            y=y,
            reach=reach,
            worth=INSIDE.get(left, 3.0) * scale if left else counts,
            each=True,
            side=seat if battle.mission == INFILTRATION else None,
            left=holding * scale if battle.turn >= settings.game_turns - 1 else 0.0,
            inch=PULL.get(left, 0.6) * (0.4 + 0.6 * scale),
            late=(15.0 * scale, 4.0 * scale),
            well_inside=min(2.0, reach / 3),
        )
        for x, y, reach in _places(battle, seat)
    ]


def _places(battle: Battle, seat: int) -> list[tuple[float, float, float]]:
    """Where units count, and how near they must be."""
    if battle.mission == PATROLLING and battle.markers:
        return [(x, y, PATROL_REACH) for x, y in battle.markers]
    board = battle.scene.board
    if battle.mission == INFILTRATION and battle.homes:
        ahead = 1.0 if battle.homes[seat] == 0 else -1.0
        y = board.depth / 2 + ahead * (ZONE_FROM_MIDDLE + INTO_ZONE)
        return [(board.width * part / 6, y, INTO_ZONE + board.width / 12) for part in (1, 3, 5)]
    x, y = board.centre
    return [(x, y, REACH)]


def points_at_stake(battle: Battle, unit: Unit) -> float | None:
    """What a unit and its guest are worth by their Point Costs; None where no points are counted."""
    if not battle.scene.settings.victory_points:
        return None
    guest = battle.guest_of(unit)
    points = battle.entry(unit).points + (0 if guest is None else battle.entry(guest).points)
    return points * POINT or None
