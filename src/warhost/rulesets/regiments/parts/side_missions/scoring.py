"""Victory points for markers and side-missions, in the place of the mission's own conditions."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.battle import Outcome
from warhost.play.events import Event
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions import Deploying, Mission
from warhost.rulesets.regiments.chapters.missions.mission import outcome
from warhost.rulesets.regiments.core import Battle, Marker
from warhost.rulesets.regiments.parts.side_missions import events

REMAINING = "reckon"
"""The stage in which all points are in."""


class InItsPlace(Mission):
    """A mission that is set up as it always is, and won by victory points alone."""

    def __init__(self, mission: Mission) -> None:
        super().__init__(mission.figures)
        self.mission = mission

    @property
    def sides_first(self) -> bool:
        return self.mission.sides_first

    def how_many(self) -> Script[int]:
        return self.mission.how_many()

    def set_markers(self, battle: Battle) -> Script[None]:
        return self.mission.set_markers(battle)

    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        return self.mission.deployment(battle)

    def at_round_start(self, battle: Battle) -> Script[None]:
        return self.mission.at_round_start(battle)

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        return self.mission.after_control(battle, before)

    def after_drop(self, battle: Battle, number: int) -> Script[None]:
        return self.mission.after_drop(battle, number)

    def still_to_score(self, battle: Battle) -> tuple[float, float]:
        """The points that would be scored if this round were the last and ended now."""
        return (0.0, 0.0)

    @rule("aofr.side.vp_system")
    def judge(self, battle: Battle) -> Outcome:
        """Most victory points win."""
        one, other = battle.points
        if battle.stage != REMAINING:
            more = self.still_to_score(battle)
            one, other = one + more[0], other + more[1]
        return outcome(battle, (one, other), f"{max(one, other):g} to {min(one, other):g} victory points")


@rule("aofr.side.marker_value")
def marker_value(markers: int) -> int:
    """What each seized marker is worth where so many were set up (AOFR-R208)."""
    return 3 if markers == 1 else 2 if markers == 2 else 1


@rule("aofr.side.vp_system", "aofr.side.marker_value")
def seized(battle: Battle, seat: int) -> int:
    """The markers that a side has seized; the enemy's own that were destroyed count (AOFR-R208)."""
    return sum(
        marker.placed_by == battle.other(seat) if marker.gone else marker.owner == seat for marker in battle.markers
    )


def marker_points(battle: Battle, seat: int) -> int:
    """The victory points for the markers of a side."""
    return seized(battle, seat) * marker_value(len(battle.markers))


def score(battle: Battle, seat: int, points: int, told: Event) -> Script[None]:
    """A side scores so many points for something."""
    battle.points = tuple(have + points if number == seat else have for number, have in enumerate(battle.points))
    yield told


def score_markers(battle: Battle) -> Script[None]:
    """Both sides score their markers."""
    for seat in battle.sides:
        points = marker_points(battle, seat)
        if points:
            yield from score(battle, seat, points, events.MarkersScored(seat, seized(battle, seat), points))
