"""Progressive Scoring missions: victory points at each round's end (Advanced Missions)."""

from __future__ import annotations

from typing import ClassVar

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.carrying import carried_away
from warhost.rulesets.regiments.chapters.missions.face_off import destroy_seized
from warhost.rulesets.regiments.chapters.missions.mission import Mission, held, outcome
from warhost.rulesets.regiments.chapters.missions.places import (
    place_on_the_hill,
    place_own,
    put_in_quarters,
    put_in_zones,
)
from warhost.rulesets.regiments.core import Battle, Marker


@rule("aofr.mission.pitched_battle.win", "aofr.mission.domination.win", "aofr.mission.demolition.win")
class ScoringMission(Mission):
    """Most victory points win; equal points are a draw."""

    def judge(self, battle: Battle) -> Outcome:
        one, other = battle.points[0], battle.points[1]
        return outcome(battle, (one, other), f"{max(one, other):g} to {min(one, other):g} victory points")


def more_markers(battle: Battle) -> tuple[float, float]:
    """A point for the side that has more markers than the other."""
    one, other = held(battle)
    return (float(one > other), float(other > one))


@rule("aofr.mission.pitched_battle.score", "aofr.mission.capture_hold.score", "aofr.mission.headquarters.score")
class MarkerScoring(ScoringMission):
    """A point at each round's end for every marker that a side controls (AOFR-R194), one at the end for having more."""

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        one, other = held(battle)
        return (float(one), float(other))

    def scored_at_the_end(self, battle: Battle) -> tuple[float, float]:
        return more_markers(battle)


@rule("aofr.mission.pitched_battle.setup", "aofr.mission.pitched_battle.score")
class PitchedBattle(MarkerScoring):
    """The core mission's markers, scored each round."""


@rule("aofr.mission.domination.setup", "aofr.mission.domination.score")
class Domination(MarkerScoring):
    """A marker in each quarter; having more scores in every round."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from put_in_quarters(battle)

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        one, other = held(battle)
        more = more_markers(battle)
        return (one + more[0], other + more[1])

    def scored_at_the_end(self, battle: Battle) -> tuple[float, float]:
        return (0.0, 0.0)


@rule("aofr.mission.capture_hold.setup", "aofr.mission.capture_hold.carry", "aofr.mission.capture_hold.score")
class CaptureAndHold(MarkerScoring):
    """Seized markers are carried along."""

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from carried_away(battle, "aofr.mission.capture_hold.carry")


@rule("aofr.mission.demolition.setup", "aofr.mission.demolition.score_intact", "aofr.mission.demolition.score_revenge")
class Demolition(ScoringMission):
    """A point each round for an intact marker, one for taking revenge for the own marker (AOFR-R196)."""

    own_markers: ClassVar[bool] = True

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from place_own(battle)

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from destroy_seized(battle)

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        points = [0.0, 0.0]
        for seat in (0, 1):
            lost = _own_gone(before, seat)
            intact = not _own_gone(battle.markers, seat)
            revenge = lost and _own_gone(battle.markers, 1 - seat) and not _own_gone(before, 1 - seat)
            points[seat] = float(intact) + float(revenge)
        return (points[0], points[1])


def _own_gone(told: tuple[Marker, ...], seat: int) -> bool:
    return any(marker.gone for marker in told if marker.placed_by == seat)


@rule("aofr.mission.headquarters.setup", "aofr.mission.headquarters.score")
class Headquarters(MarkerScoring):
    """A marker in each zone."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from put_in_zones(battle)


@rule("aofr.mission.mosh_pit.setup", "aofr.mission.mosh_pit.score", "aofr.mission.mosh_pit.win")
class MoshPit(ScoringMission):
    """One marker in the middle: a point for holding it, another if the enemy did not hold it before (AOFR-R195)."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from place_on_the_hill(battle, "aofr.mission.mosh_pit.setup")

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, float]:
        points = [0.0, 0.0]
        for was, now in zip(before, battle.markers, strict=True):
            if now.owner is not None:
                points[now.owner] += 1.0 if was.owner == 1 - now.owner else 2.0
        return (points[0], points[1])
