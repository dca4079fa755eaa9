"""What a battle is fought for, as a captain weighs it: the places that the Secondary Objective makes count."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.counsel import Goal
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.deployment_types import ahead, zone
from warhost.rulesets.fantasy_battles.objectives import (
    BREAKTHROUGH,
    CAPTURE_THE_FLAGS,
    HOLD_THE_GROUND,
    KING_OF_THE_HILL,
    REACH,
    SECURE_TARGET,
    SPOILS_OF_WAR,
    is_flag,
)
from warhost.table import feature_rect

POINT = 0.15
"""What a point of Army Points is worth."""

OBJECTIVE = 0.25
"""The Secondary Objective moves 6 Battle Points: as many as a quarter of the army's points do, roughly."""

DECIDES = 0.6
"""The part of that which one more unit where it counts is taken to decide."""

FLAG = 0.12
"""The part of the objective that a single flag is worth."""

WAITING = {1: 0.35, 2: 0.2, 3: 0.12}
"""The part of its worth that a place has which counts only at the end, with so many moves left."""

INTO_ZONE = 3.0
"""How far inside the enemy's zone a unit had better stand."""

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
        worth = whole * DECIDES / 2
        return [
            Goal(x=x, y=y, reach=1.0, worth=worth, left=0.3 * worth)
            for number, (x, y) in enumerate(battle.markers)
            if number not in carried
        ]
    if battle.objective == BREAKTHROUGH and battle.homes:
        return _through(battle, seat, whole * DECIDES / 2 * waits)
    if battle.objective == KING_OF_THE_HILL and battle.hills:
        return _hill(battle, seat, whole * DECIDES * waits)
    return ()


def _through(battle: Battle, seat: int, worth: float) -> list[Goal]:
    """Places along the near border of the enemy's zone."""
    corners = zone(battle, 1 - seat).corners
    forward = ahead(battle, seat)
    near = min(y * forward for _, y in corners) * forward
    width = battle.scene.board.width
    return [
        Goal(
            x=width * part / 8,
            y=near + forward * INTO_ZONE,
            reach=INTO_ZONE + width / 16,
            worth=worth,
            each=True,
            left=0.3 * worth,
            inch=worth / 20,
            late=(worth, worth / 12),
        )
        for part in (1, 3, 5, 7)
    ]


def _hill(battle: Battle, seat: int, worth: float) -> list[Goal]:
    """The Terrain Feature that the enemy named."""
    number = battle.hills[1 - seat]
    if number < 0:
        return []
    shape = feature_rect(battle.scene.board.features[number])
    reach = max(1.0, min(shape.width, shape.depth) / 2 - 0.5)
    return [Goal(x=shape.x, y=shape.y, reach=reach, worth=worth, left=0.3 * worth, wanted=2.0)]


def points_at_stake(battle: Battle, unit: Unit) -> float:
    """What a unit and those in its ranks are worth by their Point Costs, with what the objective makes of them."""
    total = 0.0
    for one in battle.company(unit):
        entry = battle.entry(one)
        total += POINT * (entry.points + 200 * (entry.general or entry.battle_standard))
        if battle.objective == CAPTURE_THE_FLAGS and is_flag(battle, one):
            total += FLAG * stake(battle)
    return total
