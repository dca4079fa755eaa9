"""What a battle is fought for, as a captain weighs it: the places that the Secondary Objective makes count."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import dist

from warhost.play.counsel.counsel import Goal
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import zone
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import (
    BREAKTHROUGH,
    CAPTURE_THE_FLAGS,
    HOLD_THE_GROUND,
    KING_OF_THE_HILL,
    REACH,
    SECURE_TARGET,
    SPOILS_OF_WAR,
    is_flag,
)
from warhost.rulesets.fantasy_battles.core import Battle, Unit
from warhost.table import Area, Board, Point, feature_rect, rect

POINT = 0.15
"""What a point of Army Points is worth."""

OBJECTIVE = 0.3
"""The Secondary Objective moves 6 Battle Points: as many as a third of the army's points do, roughly."""

DECIDES = 0.6
"""The part of that which one more unit where it counts is taken to decide."""

FLAG = 0.12
"""The part of the objective that a single flag is worth."""

WAITING = {1: 0.35, 2: 0.2, 3: 0.12}
"""The part of its worth that a place has which counts only at the end, with so many moves left."""

INSIDE, APART, GRID, MOST_PLACES = 4.0, 12.0, 3.0, 5
"""The places in the enemy's zone that units make for: so far inside, so far from each other, of a grid so wide, so
many."""

TRAIN, LATE = 40.0, 12.0
"""An inch on the way to the enemy's zone, and one that is missing to come there in time, are worth such a part of what
it is worth to be there."""

GOAL_NAMES = {
    HOLD_THE_GROUND: "the centre",
    BREAKTHROUGH: "the enemy's deployment zone",
    SPOILS_OF_WAR: "a marker",
    KING_OF_THE_HILL: "the enemy's hill",
    SECURE_TARGET: "a marker",
}
"""What units go for, by the objective."""


def stake(battle: Battle) -> float:
    """What the Secondary Objective is worth."""
    return OBJECTIVE * POINT * battle.scene.settings.points


def goals(battle: Battle, seat: int, left: int) -> Sequence[Goal]:
    """The points that count for the objective, with so many moves left."""
    whole, last = stake(battle), left <= 0
    if battle.objective == HOLD_THE_GROUND:
        # A counter at the end of every Game Turn but the first: each is one of those that are left.
        x, y = battle.scene.board.centre
        each = whole * DECIDES / max(1, min(5, left + 1))
        return [Goal(x=x, y=y, reach=REACH, worth=each, most=True, left=0.3 * each, wanted=3.0)]
    waits = 1.0 if last else WAITING.get(left, 0.08)
    if battle.objective == SECURE_TARGET:
        worth = whole * DECIDES * waits
        return [
            Goal(x=x, y=y, reach=REACH, worth=worth, most=True, left=0.3 * worth, wanted=2.0) for x, y in battle.markers
        ]
    if battle.objective == SPOILS_OF_WAR:
        carried = {unit.carries for unit in battle.units if unit.carries >= 0}
        worth = marker(battle)
        # Who does not touch a marker when its own next turn begins does not carry it away.
        return [
            Goal(x=x, y=y, reach=0.0, worth=worth if left else 0.0, left=0.3 * worth)
            for number, (x, y) in enumerate(battle.markers)
            if number not in carried
        ]
    if battle.objective == BREAKTHROUGH and battle.homes:
        return _through(battle, seat, whole * DECIDES / 2, waits)
    if battle.objective == KING_OF_THE_HILL and battle.hills:
        return _hill(battle, seat, whole * DECIDES * waits)
    return ()


def marker(battle: Battle) -> float:
    """What it is worth to carry one of the markers of Spoils of War."""
    return stake(battle) * DECIDES / 2


def _through(battle: Battle, seat: int, worth: float, waits: float) -> list[Goal]:
    """Places in the enemy's zone, the nearest ones."""
    return [
        Goal(
            x=x,
            y=y,
            reach=INSIDE,
            worth=worth * waits,
            each=True,
            left=0.3 * worth * waits,
            inch=worth / TRAIN,
            late=(worth, worth / LATE),
            middle=True,
        )
        for x, y in _places(battle.scene.board, zone(battle, seat), zone(battle, 1 - seat))
    ]


@lru_cache(maxsize=16)
def _places(board: Board, own: Area, enemy: Area) -> tuple[Point, ...]:
    """Where a unit that comes from its own zone is well inside of the enemy's: the nearest such places."""
    columns, lines = int(board.width / GRID), int(board.depth / GRID)
    spots = ((GRID * (i + 0.5), GRID * (j + 0.5)) for i in range(columns) for j in range(lines))
    around = 2 * INSIDE + 0.1
    inside = [(x, y) for x, y in spots if enemy.contains_rect(rect(x, y, 0.0, around, around))]
    found: list[Point] = []
    for spot in sorted(inside, key=lambda spot: own.distance_to_point(*spot)):
        if len(found) < MOST_PLACES and all(dist(spot, other) >= APART for other in found):
            found.append(spot)
    return tuple(found)


def _hill(battle: Battle, seat: int, worth: float) -> list[Goal]:
    """The Terrain Feature that the enemy named."""
    number = battle.hills[1 - seat]
    if number < 0:
        return []
    shape = feature_rect(battle.scene.board.features[number])
    reach = max(0.2, min(shape.width, shape.depth) / 2 - 0.1)
    return [Goal(x=shape.x, y=shape.y, reach=reach, worth=worth, left=0.3 * worth, wanted=2.0, middle=True)]


def points_at_stake(battle: Battle, unit: Unit) -> float:
    """What a unit and those in its ranks are worth by their Point Costs, with what the objective makes of them."""
    total = 0.0
    for one in battle.company(unit):
        entry = battle.entry(one)
        total += POINT * (entry.points + 200 * (entry.general or entry.battle_standard))
        if battle.objective == CAPTURE_THE_FLAGS and is_flag(battle, one):
            total += FLAG * stake(battle)
    return total + marker(battle) * (unit.carries >= 0)
