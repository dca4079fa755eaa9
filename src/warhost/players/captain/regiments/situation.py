"""The battle as the captain sees it in one decision: who stands where, what units and markers are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from warhost.players.captain.regiments import aims
from warhost.players.captain.regiments.overview import Overview
from warhost.rulesets.regiments import moving, shooting
from warhost.rulesets.regiments.battle import Battle, Marker, Unit
from warhost.rulesets.regiments.formation import footprint
from warhost.rulesets.regiments.ground_on_moves import DIFFICULT, Gait, gait
from warhost.rulesets.regiments.missions import figures, last_round
from warhost.rulesets.regiments.scenery import scenery
from warhost.rulesets.regiments.seizing import REACH, eligible
from warhost.rulesets.regiments.structure import waiting
from warhost.rulesets.regiments.wounds import Muster
from warhost.table import TOLERANCE, Arc, Rect, distance_to_point, overlaps

if TYPE_CHECKING:
    from warhost.players.captain.regiments.fights import Duel

MARKER = 140.0
"""What a marker is worth when the battle ends, in points of an army."""

SOONER = {0: 1.0, 1: 0.62, 2: 0.45, 3: 0.36}
"""The part of that which holding it is worth with so many rounds to come."""

SCORED = 0.75
"""The least part where every round scores."""

FORCE = {0: 0.3, 1: 0.8}
"""The part of its worth that a unit still counts with so many rounds to come: markers decide, not who is left."""

LEFT_OPEN = 0.4
"""The part of a marker's worth that its side loses with the unit at it, while rounds are to come."""

GUARD, GUARD_LATER = 0.5, 0.3
"""How likely an enemy that can comes to a marker that nobody guards, in this round and later."""

STANDING = 0.3
"""The part of its worth that a unit keeps down to its last models: it still holds ground and fills gaps."""


class Situation(Overview[Battle, Unit]):
    """What units and markers are worth."""

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, footprint)
        battle = self.battle
        self._slow = [piece.shape for piece in scenery(battle).slowing if piece.difficult]
        self._gaits: dict[int, Gait] = {}
        self.full = {unit.id: moving.allowance(battle, unit, "charge") for unit in self.units}
        """How far units charge or rush over open ground."""
        self.charges = {unit.id: self.full_from(unit, self.rects[unit.id]) for unit in self.units}
        """How far they get from where they stand."""
        self.advances = {unit.id: moving.allowance(battle, unit, "advance") for unit in self.units}
        self.ranges = {
            unit.id: max((weapon.range for weapon in shooting.arsenal(battle, unit)), default=0) for unit in self.units
        }
        self.begins = self._begins()
        """Whether its side is likely to have the first turn of the next round."""
        self.ambushers = self._lying_in_wait()
        """Enemies that may come from any table edge in the next round."""
        self.markers = [marker for marker in battle.markers if not marker.gone and marker.carrier is None]
        self.rounds_left = max(0, last_round(battle) - battle.turn)
        self.force = FORCE.get(self.rounds_left, 1.0)
        self.weights = [aims.weight(battle, seat, marker) for marker in self.markers]
        self._carried = aims.carried_worth(battle)
        self._swings: dict[int, float] = {}
        self._lives: dict[int, tuple[int, int]] = {}
        self.duels: dict[tuple[int, int, Arc], Duel] = {}
        """Charges that this decision has reckoned with: who, whom, in which side."""
        self._near = [self._who_is_near(marker) for marker in self.markers]
        self._at_markers = {unit.id for near in self._near for unit in near}
        self.stake = self._stake()
        """What a marker is worth at the end of this round."""

    def _begins(self) -> bool:
        """Who has no more units to activate first has the first turn of the next round."""
        if self.battle.finished:
            return self.battle.finished[0] == self.seat
        own, theirs = (len(waiting(self.battle, seat)) for seat in (self.seat, 1 - self.seat))
        return own <= theirs if self.battle.active == self.seat else own < theirs

    def _lying_in_wait(self) -> list[Unit]:
        found = [unit for unit in self.battle.units if unit.seat != self.seat and unit.reserve == "ambush"]
        for unit in found:
            self.full[unit.id] = self.charges[unit.id] = moving.allowance(self.battle, unit, "charge")
        return found

    def full_from(self, unit: Unit, place: Rect) -> float:
        """How far a unit charges or rushes from a place: not far out of difficult ground."""
        return min(self.full[unit.id], DIFFICULT) if self.is_slow(unit, place) else self.full[unit.id]

    def is_slow(self, unit: Unit, place: Rect) -> bool:
        """Whether difficult ground slows the unit down there."""
        if not any(overlaps(place, shape) for shape in self._slow):
            return False
        how = self._gaits.get(unit.id)
        if how is None:
            how = self._gaits[unit.id] = gait(self.battle, unit)
        return not how.flies and not how.strides

    def _who_is_near(self, marker: Marker) -> list[Unit]:
        return [
            unit
            for unit in self.units
            if eligible(self.battle, unit)
            and distance_to_point(self.rects[unit.id], marker.x, marker.y) <= REACH + TOLERANCE
        ]

    def is_near(self, number: int, unit: Unit) -> bool:
        """Whether a unit counts at a marker now."""
        return any(other is unit for other in self._near[number])

    def holders(self, number: int, seat: int, without: Unit | None = None) -> int:
        """How many units of a side count at a marker now."""
        return sum(unit.seat == seat and unit is not without for unit in self._near[number])

    def held(self, number: int, own: int, foes: int) -> float:
        """What a marker is worth at the end of the round with so many units of either side at it."""
        marker = self.markers[number]
        if own and foes:
            owner = marker.owner if marker.placed_by is not None else None
        else:
            owner = self.seat if own else 1 - self.seat if foes else marker.owner
        side = 0.0 if owner is None else 1.0 if owner == self.seat else -1.0
        return side * self.stake * self.weights[number]

    def swing(self, unit: Unit) -> float:
        """What its own side would lose at markers if the unit did not count at them any more."""
        known = self._swings.get(unit.id)
        if known is not None:
            return known
        total = 0.0
        for number, near in enumerate(self._near):
            if any(other is unit for other in near):
                own, foes = self.holders(number, self.seat), self.holders(number, 1 - self.seat)
                mine = unit.seat == self.seat
                change = self.held(number, own, foes) - self.held(number, own - mine, foes - (not mine))
                # A marker stays with its owner when nobody is left there, but it is open to whoever comes next.
                least = LEFT_OPEN * self.stake * self.weights[number] if self.rounds_left else 0.0
                total += max(least, change if mine else -change)
        self._swings[unit.id] = total
        return total

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
        return own * self.force + self.carried(unit)

    def life(self, unit: Unit) -> float:
        """What one of its wounds is worth."""
        return self.worth(unit) / self.lives(unit)[0]

    def shaken_cost(self, unit: Unit) -> float:
        """What it costs a side to have the unit Shaken: a round of doing nothing."""
        return 0.35 * self.worth(unit)

    def at_marker(self, unit: Unit) -> bool:
        return unit.id in self._at_markers
