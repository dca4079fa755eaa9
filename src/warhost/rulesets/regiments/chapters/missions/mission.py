"""What every mission has: markers, a deployment, effects at the ends of rounds, points and a winner.

A mission is one small class that says only what differs from the core mission.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from warhost.field.ground.placing import Ground
from warhost.muster.checking.roster import Budget
from warhost.play.battle import Outcome
from warhost.play.script import Script, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment import markers
from warhost.rulesets.regiments.chapters.missions.figures import Figures, check_mission, figures, mission_names
from warhost.rulesets.regiments.core import Battle, Marker, Settings, Unit, optional

ATTACKER, DEFENDER = "attacker", "defender"


class Deploying(msgspec.Struct, frozen=True):
    """One part of the deployment: who deploys, where, how many units each leaves for later."""

    grounds: dict[int, Ground]
    """For each seat that deploys now: where."""
    leaves: dict[int, int] = {}
    """For each seat: how many of its units it keeps for later parts of the deployment; none if not told."""
    may_keep: bool = False
    """Whether a player may stop and keep the others in reserve."""


class Mission:
    """A mission. What is written here is the core mission's."""

    own_markers: ClassVar[bool] = False
    """Each player has a marker of its own: sides are picked before markers are placed."""

    uses_zones: ClassVar[bool] = True
    """Whether anybody deploys in a zone, so that sides are picked."""

    def __init__(self, figures: Figures) -> None:
        self.figures = figures

    @property
    def sides_first(self) -> bool:
        """Whether the deployment roll-off comes before markers are placed."""
        return self.own_markers or self.has_roles

    @property
    def has_roles(self) -> bool:
        return self.figures.type == "attack_defend"

    @rule("aofr.objective.count", "aofr.mission.duel", "aofr.mission.pitched_battle.setup")
    def how_many(self) -> Script[int]:
        """How many markers there are."""
        told = self.figures.markers
        if told.isdigit():
            return int(told)
        number: int = yield from roll_sum(told, why="Markers", rule="aofr.objective.count")
        return number

    def set_markers(self, battle: Battle) -> Script[None]:
        """Markers are placed: by the common rules unless the mission has its own."""
        count = yield from self.how_many()
        yield from markers.place_in_turn(battle, count)

    def deployment(self, battle: Battle) -> Sequence[Deploying]:
        """The parts of the deployment: players take turns in their zones."""
        return (Deploying({seat: zone_ground(battle, seat) for seat in battle.sides}),)

    def at_round_start(self, battle: Battle) -> Script[None]:
        """What the mission does when a round begins."""
        yield from ()

    def after_control(self, battle: Battle, before: tuple[Marker, ...]) -> Script[None]:
        """What seizing does, at a round's end."""
        yield from ()

    def after_drop(self, battle: Battle, number: int) -> Script[None]:
        """What happens to a marker that its carrier has dropped."""
        yield from ()

    def scored(self, battle: Battle, before: tuple[Marker, ...]) -> tuple[float, ...]:
        """The victory points of a round."""
        return (0.0, 0.0)

    def scored_at_the_end(self, battle: Battle) -> tuple[float, ...]:
        """The victory points that the end of the game brings."""
        return (0.0, 0.0)

    @rule("aofr.victory.core", "aofr.victory.no_wipeout")
    def judge(self, battle: Battle) -> Outcome:
        """Who controls more markers wins; equal numbers are a draw (AOFR-R064), whoever is left on the table."""
        one, other = held(battle)
        return outcome(battle, (one, other), f"{max(one, other)} to {min(one, other)} markers")


@rule("aofr.deploy.zone")
def zone_ground(battle: Battle, seat: int) -> Ground:
    """A side's own zone."""
    return Ground(rule="aofr.deploy.zone", parts=battle.zones[seat])


@rule("aofr.victory.core", "aofr.victory.no_wipeout")
def held(battle: Battle) -> tuple[int, ...]:
    """How many markers each side controls, those that it carries included."""
    owners = [marker.owner for marker in battle.markers if not marker.gone]
    return tuple(owners.count(side) for side in battle.sides)


@rule("aofr.victory.core")
def outcome(battle: Battle, score: tuple[float, float], tally: str) -> Outcome:
    """The higher score wins."""
    if score[0] == score[1]:
        return Outcome((), "draw", f"A draw: {tally}.", score)
    return won_by(battle, 0 if score[0] > score[1] else 1, tally, score)


def won_by(battle: Battle, seat: int, why: str, score: tuple[float, ...] = ()) -> Outcome:
    """That side wins."""
    return Outcome((seat,), "victory", f"{battle.scene.seats[seat].name} wins: {why}.", score)


def in_role(battle: Battle, role: str) -> int:
    """The seat of the attacker or the defender."""
    return battle.roles.index(role)


def army(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that are deployed, each by itself: not those set aside, not passengers (AOFR-R069)."""
    return [
        unit
        for unit in battle.units
        if unit.seat == seat
        and unit.inside is None
        and unit.part_of is None
        and unit.reserve not in ("ambush", "scout")
    ]


@rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
def attackers_limit(told: Figures, points: int) -> int:
    """What the attacker's army may cost if the defender's may cost so much: rounded down to 5 points (AOFR-R185)."""
    return int(points * told.attackers_points + 1e-9) // told.rounded_to * told.rounded_to


@rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
def limit_for(settings: Settings, seat: int | None) -> Budget:
    """What the army of a seat may cost by the mission, and by the optional parts that are in force."""
    budget = _limit_for(settings, seat)
    for part in optional.in_force(settings.parts).at("budget"):
        budget = part.budget(settings, seat, budget)
    return budget


@rule("aofr.mission.raid.points", "aofr.mission.smash_grab.points", "aofr.mission.rescue.points")
def _limit_for(settings: Settings, seat: int | None) -> Budget:
    """What the army of a seat may cost. Without a seat it is that of whoever may have most.

    The attacker of some missions has more, if who attacks was settled before lists were written (AOFR-R185).
    """
    check_mission(settings.mission)
    if settings.mission not in mission_names():
        return Budget(settings.points)
    told = figures(settings.mission)
    most = attackers_limit(told, settings.points)
    if most == settings.points:
        return Budget(settings.points)
    if seat is None or seat == settings.attacker:
        return Budget(most, f"the attacker in {told.name}")
    if settings.attacker >= 0:
        return Budget(settings.points, f"the defender in {told.name}")
    hint = f"In {told.name} the attacker may have up to {most}: settle who attacks first, with the attacker option."
    return Budget(settings.points, hint=hint)
