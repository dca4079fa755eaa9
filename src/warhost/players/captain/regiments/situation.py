"""The battle as the captain sees it in one decision: who stands where, what units and markers are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.players.captain.overview import Overview
from warhost.players.captain.regiments import aims
from warhost.rulesets.regiments import moving, shooting
from warhost.rulesets.regiments.battle import Battle, Marker, Unit
from warhost.rulesets.regiments.formation import footprint
from warhost.rulesets.regiments.missions import figures, last_round
from warhost.rulesets.regiments.seizing import REACH, eligible
from warhost.rulesets.regiments.wounds import Muster
from warhost.table import TOLERANCE, Arc, distance_to_point

if TYPE_CHECKING:
    from warhost.players.captain.regiments.fights import Duel

MARKER = 140.0
"""What a marker is worth when the battle ends, in points of an army."""

SOONER = {0: 1.0, 1: 0.62, 2: 0.45, 3: 0.36}
"""The part of that which holding it is worth with so many rounds to come."""

SCORED = 0.75
"""The least part where every round scores."""

STANDING = 0.3
"""The part of its worth that a unit keeps down to its last models: it still holds ground and fills gaps."""


class Situation(Overview[Battle, Unit]):
    """What units and markers are worth."""

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, footprint)
        battle = self.battle
        self.charges = {unit.id: moving.allowance(battle, unit, "charge") for unit in self.units}
        self.advances = {unit.id: moving.allowance(battle, unit, "advance") for unit in self.units}
        self.ranges = {
            unit.id: max((weapon.range for weapon in shooting.arsenal(battle, unit)), default=0) for unit in self.units
        }
        self.ambushers = self._lying_in_wait()
        """Enemies that may come from any table edge in the next round."""
        self.markers = [marker for marker in battle.markers if not marker.gone and marker.carrier is None]
        self.rounds_left = max(0, last_round(battle) - battle.turn)
        self.weights = [aims.weight(battle, seat, marker) for marker in self.markers]
        self._carried = aims.carried_worth(battle)
        self._lives: dict[int, tuple[int, int]] = {}
        self.duels: dict[tuple[int, int, Arc], Duel] = {}
        """Charges that this decision has reckoned with: who, whom, in which side."""
        self._near = [self._who_is_near(marker) for marker in self.markers]
        self._at_markers = {unit.id for near in self._near for unit in near}
        self.stake = self._stake()
        """What a marker is worth at the end of this round."""

    def _lying_in_wait(self) -> list[Unit]:
        found = [unit for unit in self.battle.units if unit.seat != self.seat and unit.reserve == "ambush"]
        for unit in found:
            self.charges[unit.id] = moving.allowance(self.battle, unit, "charge")
        return found

    def _who_is_near(self, marker: Marker) -> list[Unit]:
        return [
            unit
            for unit in self.units
            if eligible(self.battle, unit)
            and distance_to_point(self.rects[unit.id], marker.x, marker.y) <= REACH + TOLERANCE
        ]

    def holders(self, number: int, seat: int, without: Unit | None = None) -> int:
        """How many units of a side count at a marker now."""
        return sum(unit.seat == seat and unit is not without for unit in self._near[number])

    def carried(self, unit: Unit) -> float:
        """What a unit is worth beyond itself by the marker that it carries."""
        return self._carried.get(unit.id, 0.0)

    def _stake(self) -> float:
        part = SOONER.get(self.rounds_left, 0.3)
        if figures(self.battle.mission or "duel").type == "progressive":
            part = max(part, SCORED)
        return MARKER * part

    def lives(self, unit: Unit) -> tuple[int, int]:
        """The wounds that a unit can still take, and those that it could take at first."""
        known = self._lives.get(unit.id)
        if known is None:
            muster = Muster(self.battle, unit)
            left = sum(muster.lives(group) for group in muster.left)
            regiment = self.battle.regiment(unit)
            most = regiment.size * regiment.tough + (regiment.hero.tough if regiment.hero is not None else 0)
            known = self._lives[unit.id] = (max(1, left), max(1, most))
        return known

    def worth(self, unit: Unit) -> float:
        """What the unit is worth now, in points, what it carries included."""
        left, most = self.lives(unit)
        share = min(1.0, left / most)
        own = self.battle.regiment(unit).points * (STANDING * min(1.0, 3 * share) + (1 - STANDING) * share)
        return own + self.carried(unit)

    def life(self, unit: Unit) -> float:
        """What one of its wounds is worth."""
        return self.worth(unit) / self.lives(unit)[0]

    def shaken_cost(self, unit: Unit) -> float:
        """What it costs a side to have the unit Shaken: a round of doing nothing, and markers that it does not hold."""
        return 0.35 * self.worth(unit) + 0.5 * self.stake * self.at_marker(unit)

    def at_marker(self, unit: Unit) -> bool:
        return unit.id in self._at_markers
