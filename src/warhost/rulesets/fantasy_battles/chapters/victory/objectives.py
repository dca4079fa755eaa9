"""The six Secondary Objectives: what counts for them, and who wins them (Secondary Objectives)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import zone
from warhost.rulesets.fantasy_battles.chapters.victory.unit_fates import is_casualty
from warhost.rulesets.fantasy_battles.core import MODEL_RULES, Battle, Entry, Unit, boundary, everybody_at
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import TOLERANCE, Area, distance_to_point, feature_rect

HOLD_THE_GROUND, BREAKTHROUGH, SPOILS_OF_WAR = "Hold the Ground", "Breakthrough", "Spoils of War"
KING_OF_THE_HILL, CAPTURE_THE_FLAGS, SECURE_TARGET = "King of the Hill", "Capture the Flags", "Secure Target"

OBJECTIVES = (
    HOLD_THE_GROUND,
    BREAKTHROUGH,
    SPOILS_OF_WAR,
    KING_OF_THE_HILL,
    CAPTURE_THE_FLAGS,
    SECURE_TARGET,
)
"""In the order of the D6."""

NONE = "none"
"""What is said where players agreed to play without."""

RULES = {kind: f"t9a.objective.{kind.lower().replace(' ', '_')}" for kind in OBJECTIVES}
"""The rule of each objective."""

REACH = 6.0
"""Units no farther than this from the centre, or from a marker, count."""

MOST_THROUGH = 3
"""So many units count at most for Breakthrough."""

FLAGS = 3
"""So many units of each army count at least for Capture the Flags."""


# Scoring Units


@rule("t9a.special.scoring", "t9a.objective.scoring_only")
def scoring_entry(entry: Entry) -> bool:
    """Whether a unit is Scoring by its list: as its data say, else all R&F that began with two models or more, but no
    War Machine (T9A-R021)."""
    if entry.scoring is not None:
        return entry.scoring
    machine = any(speaker.machine for speaker in MODEL_RULES.spoken(entry.all_rules))
    return entry.role == "unit" and entry.models > 1 and not machine


@rule("t9a.special.scoring", "t9a.objective.scoring_only")
def scores(battle: Battle, unit: Unit) -> bool:
    """Whether the unit counts now: a Scoring Unit on the board that does not flee."""
    if unit.pose is None or unit.fleeing:
        return False
    entry = battle.entry(unit)
    if entry.role == "champion":
        # The last of its unit: it is behind it among the entries.
        entry = battle.scene.entries[unit.entry - 1]
    return scoring_entry(entry)


def _scoring(battle: Battle, seat: int) -> list[Unit]:
    return [unit for unit in battle.units if unit.seat == seat and scores(battle, unit)]


@rule("t9a.objective.breakthrough", "t9a.objective.king_of_the_hill")
def is_inside(battle: Battle, unit: Unit, area: Area) -> bool:
    """Whether the unit is in a zone or a Terrain Feature: its Centre is, or most of its models if agreed (T9A-R023)."""
    pose = unit.pose
    if pose is None:
        return False
    if battle.scene.settings.inside_by == "centre":
        return area.contains_point(pose.x, pose.y)
    bases = [model.base for model in everybody_at(battle, unit, pose)]
    return 2 * sum(area.contains_point(base.x, base.y) for base in bases) > len(bases)


def _near(battle: Battle, seat: int, x: float, y: float) -> int:
    """How many Scoring Units of a side have some part within reach of a point."""
    return sum(distance_to_point(boundary(battle, unit), x, y) <= REACH + TOLERANCE for unit in _scoring(battle, seat))


# Who wins


Count: TypeAlias = Callable[[Battle, int], int]


@rule("t9a.objective.hold_the_ground")
def _counters(battle: Battle, seat: int) -> int:
    return battle.counters[seat]


@rule("t9a.objective.breakthrough")
def _through(battle: Battle, seat: int) -> int:
    """Scoring Units inside the opponent's zone, up to three."""
    there = zone(battle, 1 - seat)
    return min(MOST_THROUGH, sum(is_inside(battle, unit, there) for unit in _scoring(battle, seat)))


@rule("t9a.objective.spoils_of_war")
def _carrying(battle: Battle, seat: int) -> int:
    return sum(unit.carries >= 0 for unit in _scoring(battle, seat))


@rule("t9a.objective.king_of_the_hill")
def _on_the_hill(battle: Battle, seat: int) -> int:
    """Whether the side has a Scoring Unit inside the feature that the opponent named: one is as good as several."""
    feature = battle.hills[1 - seat] if battle.hills else -1
    if feature < 0:
        return 0
    area = Area(feature_rect(battle.scene.board.features[feature]).corners)
    return int(any(is_inside(battle, unit, area) for unit in _scoring(battle, seat)))


@rule("t9a.objective.capture_the_flags", "t9a.objective.capture_marked_units")
def _captured(battle: Battle, seat: int) -> int:
    """The enemy's Scoring and marked units that were removed as casualties."""
    return sum(is_flag(battle, unit) and is_casualty(battle, unit) for unit in battle.units if unit.seat != seat)


def is_flag(battle: Battle, unit: Unit) -> bool:
    """Whether the enemy wants to destroy the unit in Capture the Flags."""
    return unit.flagged or scoring_entry(battle.entry(unit))


@rule("t9a.objective.secure_target")
def _controlled(battle: Battle, seat: int) -> int:
    """The markers at which the side has more Scoring Units."""
    return sum(_near(battle, seat, x, y) > _near(battle, 1 - seat, x, y) for x, y in battle.markers)


COUNTS: Mapping[str, tuple[Count, str]] = {
    HOLD_THE_GROUND: (_counters, "counters"),
    BREAKTHROUGH: (_through, "Scoring Units in the enemy's Deployment Zone"),
    SPOILS_OF_WAR: (_carrying, "units that carry a marker"),
    KING_OF_THE_HILL: (_on_the_hill, "in the enemy's Terrain Feature"),
    CAPTURE_THE_FLAGS: (_captured, "flags captured"),
    SECURE_TARGET: (_controlled, "markers under control"),
}
"""What a side counts for each objective, and what that is called."""


def tally(battle: Battle) -> tuple[int, int]:
    """What both sides count for the objective as things stand."""
    if battle.objective not in COUNTS:
        return (0, 0)
    count, _ = COUNTS[battle.objective]
    return (count(battle, 0), count(battle, 1))


@rule("t9a.objective.hold_the_ground", "t9a.objective.breakthrough", "t9a.objective.spoils_of_war")
@rule("t9a.objective.king_of_the_hill", "t9a.objective.capture_the_flags", "t9a.objective.secure_target")
def won_by(battle: Battle) -> int | None:
    """Who wins the objective as things stand: the side that counts more; nobody where both count as many."""
    own, enemy = tally(battle)
    return None if own == enemy else 0 if own > enemy else 1


@rule("t9a.objective.hold_the_ground")
def hold_the_ground(battle: Battle) -> Script[None]:
    """At the end of each Game Turn but the first, who has more Scoring Units at the centre gains a counter."""
    if battle.objective != HOLD_THE_GROUND or battle.turn < 2:
        return
    near = [_near(battle, seat, *battle.scene.board.centre) for seat in (0, 1)]
    if near[0] == near[1]:
        return
    seat = 0 if near[0] > near[1] else 1
    counters = list(battle.counters)
    counters[seat] += 1
    battle.counters = tuple(counters)
    yield events.CounterGained(seat, near[seat], near[1 - seat])
