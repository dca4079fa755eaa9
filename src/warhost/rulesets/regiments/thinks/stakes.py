"""What is at stake in a battle of Regiments: the worth of units and markers, and what losses come to."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from warhost.play.counsel.counsel import Counsel, Fate, Goal
from warhost.play.counsel.reckoning import below, left_of, once
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.missions import last_round, mission_of, seizing
from warhost.rulesets.regiments.chapters.structure import waiting
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import Battle, Marker, Unit, footprint
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.thinks import parts as counsel_parts
from warhost.table import (
    Arc,
    Rect,
)

MARKER = 140.0
"""What a marker is worth when the battle ends, in points of an army."""

SOONER, SCORED = {0: 1.0, 1: 0.62, 2: 0.45, 3: 0.36}, 0.75
"""The part of that which holding it is worth with so many rounds to come; the least part where every round scores."""

FORCE = {0: 0.3, 1: 0.8}
"""The part of its worth that a unit still counts with so many rounds to come: markers decide, not who is left."""

LEFT_OPEN = 0.4
"""The part of a marker's worth that its side loses with the unit at it, while rounds are to come."""

STANDING = 0.3
"""The part of its worth that a unit keeps down to its last models: it still holds ground and fills gaps."""

RECOVERS = 0.15
"""How much a Shaken unit that has yet to act is missing at markers when the round ends."""

SHAKEN = 0.35
"""What it costs a side, of the unit's worth, to have it Shaken: a round of doing nothing."""

SPREAD = 0.8
"""How much wounds vary about their mean, as a part of it."""

TEMPO = 0.1
"""How much it matters who begins the next round."""

HOME, ACROSS, CARRIED = 300.0, 72.0, 80.0
"""What it is worth to have a marker at the table edge where it has to be, how far from it that is worth nothing, and
what a marker adds otherwise to the worth of who carries it."""

ENEMY_OWN, ONLY, DECOY = 4.0, 1.6, 0.15
"""How much more or less than others markers count: the enemy's own that is destroyed for good, the one that decides,
and those that decide nothing any more."""

CARRIED_HOME = {"smash_grab": "aofr.mission.smash_grab.win", "rescue": "aofr.mission.rescue.win"}
"""The missions in which the attacker wins with a marker at a table edge, and the row that says so."""


class Stakes(Counsel[Battle, Unit]):
    """What there is to win and to lose."""

    goal_name = "a marker"

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, footprint)
        battle = self.battle
        self.turns_left = self.enemy_turns_left = max(0, last_round(battle) - battle.turn)
        self.tempo = TEMPO if self._begins() else -TEMPO
        self.force = FORCE.get(self.turns_left, 1.0)
        part = SOONER.get(self.turns_left, 0.3)
        if mission_of(battle).figures.type == "progressive":
            part = max(part, SCORED)
        self.stake = MARKER * part
        worth = HOME / 2 if battle.mission in CARRIED_HOME else CARRIED
        carried = (marker for marker in battle.markers if marker.carrier is not None and not marker.gone)
        self._carried = {marker.carrier: worth for marker in carried}
        pieces = scenery(battle)
        self._trodden: tuple[Rect | None, int, bool] = (None, 0, False)
        self._sheltered: tuple[Rect | None, bool] = (None, False)
        self._slow = [piece.shape for piece in pieces.slowing if piece.difficult]
        self._cover = [piece.shape for piece in pieces.sheltering if piece.cover]
        self._risky = [piece.shape for piece in pieces.risky if piece.dangerous]

    def _begins(self) -> bool:
        """Who has no more units to activate first has the first turn of the next round."""
        if self.battle.finished:
            return self.battle.finished[0] == self.seat
        own, theirs = (len(waiting(self.battle, seat)) for seat in (self.seat, 1 - self.seat))
        return own <= theirs if self.battle.active == self.seat else own < theirs

    def goals(self) -> Sequence[Goal]:
        return [
            Goal(
                x=marker.x,
                y=marker.y,
                reach=seizing.reach_of(self.battle),
                worth=(worth := self.marker_worth(number)),
                owner=marker.owner,
                keeps=marker.placed_by is not None,
                wanted=0.3 if marker.placed_by == self.seat else 1.0 if marker.owner != self.seat else 0.25,
                left=LEFT_OPEN * worth if self.turns_left else 0.0,
            )
            for number, marker in enumerate(self.battle.markers)
            if not marker.gone and marker.carrier is None
        ]

    def _weight(self, number: int, marker: Marker) -> float:
        """How much a marker counts in this mission and by the optional parts in force."""
        weight = marker_weight(self.battle, self.seat, marker)
        return counsel_parts.marker_weight(self.battle, self.seat, number, weight)

    def marker_worth(self, number: int) -> float:
        """What it is worth to this side to hold a marker, by its place in the battle."""
        return self.stake * self._weight(number, self.battle.markers[number])

    def scores(self, unit: Unit) -> bool:
        return not unit.shaken

    def counts(self, unit: Unit) -> bool:
        return seizing.eligible(self.battle, unit)

    @once
    def _lives(self, unit: Unit) -> tuple[int, int]:
        """The wounds that a unit can still take, and those that it could take at first."""
        muster = Muster(self.battle, unit)
        left = sum(muster.lives(group) for group in muster.left)
        regiment = self.battle.regiment(unit)
        most = regiment.size * regiment.tough + (regiment.hero.tough if regiment.hero is not None else 0)
        return max(1, left), max(1, most)

    def worth(self, unit: Unit) -> float:
        left, most = self._lives(unit)
        share = min(1.0, left / most)
        own = self.battle.regiment(unit).points * left_of(share, STANDING, 3)
        if unit.seat != self.seat:
            own *= self._prize(unit)
        return own * self.force + self._carried.get(unit.id, 0.0)

    @once
    def _prize(self, unit: Unit) -> float:
        """How much more or less an enemy unit counts by the optional parts in force."""
        return counsel_parts.prize(self.battle, self.seat, unit)

    def life(self, unit: Unit) -> float:
        return self.worth(unit) / self._lives(unit)[0]

    def missing(self, fate: Fate, unit: Unit) -> float:
        acted = unit.activated or unit.id == self.battle.acting
        return fate.gone + fate.broken * (1.0 if acted else RECOVERS)

    def fate_of(self, target: Unit, losses: float) -> Fate:
        left, most = self._lives(target)
        gone = fallen(losses, left)
        if target.shaken or losses <= 0.05:
            return Fate(gone)
        after = left - min(losses, float(left))
        return Fate(gone, (1 - gone) * ahead(most / 2 - after, losses) * self._fails(target, None))

    def harm(self, target: Unit, losses: float) -> float:
        broken = self.fate_of(target, losses).broken
        return min(losses, float(self._lives(target)[0])) * self.life(target) + broken * SHAKEN * self.worth(target)

    def chance(self, test: str, unit: Unit) -> float:
        return 1 - self._fails(unit, None)

    @once
    def _fails(self, unit: Unit, side: Arc | None) -> float:
        """The chance that the unit fails a morale test after a melee, charged in that side."""
        return morale.failing_after_melee(self.battle, unit, morale.melee_test(self.battle, unit, side))


def marker_weight(battle: Battle, seat: int, marker: Marker) -> float:
    """How much more or less than others a marker counts in this mission, for that side."""
    if battle.mission == "smash_grab":
        # The relic alone counts, as soon as one knows it: the defender does, the attacker when it is revealed.
        if not any(other.secret == "relic" for other in battle.markers):
            return 1.0
        return ONLY if marker.secret == "relic" else DECOY
    if battle.mission in ("sabotage", "demolition") and marker.placed_by not in (None, seat):
        return ENEMY_OWN
    return ONLY if battle.mission in CARRIED_HOME or battle.mission == "vip_escort" else 1.0


def fallen(wounds: float, lives: int) -> float:
    """The chance that so many wounds on average are all that a unit can take."""
    return min(wounds / lives, ahead(wounds - lives + 0.5, wounds))


def ahead(lead: float, wounds: float) -> float:
    """The chance to be ahead when so far ahead on average."""
    return below(lead, 0.0, sqrt(SPREAD * wounds + 0.3))
