"""Face-Off missions: who holds what when the last round has ended (Advanced Missions: Face-Off Missions)."""

from __future__ import annotations

from typing import ClassVar

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.missions.carrying import carried_away, changed
from warhost.rulesets.regiments.chapters.missions.mission import Mission, outcome
from warhost.rulesets.regiments.chapters.missions.places import (
    place_on_the_hill,
    place_own,
    put_in_quarters,
    put_in_zones,
)
from warhost.rulesets.regiments.core import Battle, Marker, events


@rule("aofr.mission.duel")
class Duel(Mission):
    """The core mission."""


@rule("aofr.mission.seize_ground.setup", "aofr.mission.seize_ground.win")
class SeizeGround(Mission):
    """A marker in each quarter of the ground outside of the zones."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from put_in_quarters(battle)


@rule("aofr.mission.relic_hunt.setup", "aofr.mission.relic_hunt.win")
class RelicHunt(Mission):
    """Seized markers are carried along."""

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from carried_away(battle, "aofr.mission.relic_hunt.carry")


@rule("aofr.mission.sabotage.setup", "aofr.mission.sabotage.destroy", "aofr.mission.sabotage.win")
class Sabotage(Mission):
    """Each has a marker to guard and one to destroy."""

    own_markers: ClassVar[bool] = True

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from place_own(battle)

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        yield from destroy_seized(battle)

    def judge(self, battle: Battle) -> Outcome:
        """Who destroyed the enemy's marker and kept its own wins."""
        one, other = destroyed(battle)
        words = ("both markers are intact", "only the winner's marker is intact", "both markers are destroyed")
        return outcome(battle, (other, one), words[one + other])


@rule("aofr.mission.sabotage.destroy", "aofr.mission.demolition.setup")
def destroy_seized(battle: Battle) -> Script[None]:
    """Markers that the enemy of their owner has seized are destroyed, at a round's end (AOFR-R191)."""
    for number, marker in enumerate(battle.markers):
        if not marker.gone and marker.placed_by is not None and marker.owner != marker.placed_by:
            changed(battle, number, gone=True)
            yield events.MarkerDestroyed(number + 1)


def destroyed(battle: Battle) -> tuple[int, int]:
    """How many of its own markers each side has lost."""
    lost = [marker.placed_by for marker in battle.markers if marker.gone]
    return lost.count(0), lost.count(1)


@rule("aofr.mission.breakthrough.setup", "aofr.mission.breakthrough.win")
class Breakthrough(Mission):
    """A marker in each zone."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from put_in_zones(battle)


@rule("aofr.mission.king_of_the_hill.setup", "aofr.mission.king_of_the_hill.win")
class KingOfTheHill(Mission):
    """One marker in the middle."""

    def set_markers(self, battle: Battle) -> Script[None]:
        yield from place_on_the_hill(battle, "aofr.mission.king_of_the_hill.setup")
