"""The battle as the captain sees it in one decision: who stands where, what is at stake, what a unit is worth."""

from __future__ import annotations

from math import dist, hypot
from typing import Any

from warhost.players.captain.essence_of_war.estimates import BreakTest
from warhost.players.captain.overview import Overview
from warhost.rulesets.essence_of_war.battle import Battle, Unit
from warhost.rulesets.essence_of_war.discipline import passing
from warhost.rulesets.essence_of_war.formation import boundary, full_health, health
from warhost.rulesets.essence_of_war.rules import Speaker, speakers
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.rulesets.essence_of_war.values import rate
from warhost.rulesets.essence_of_war.victory import REACH, centre
from warhost.table import Point, Rect, distance_to_point, grown, segment_crosses, within

SCORING = 30.0
"""What a unit that counts at the end is worth when it is whole."""

LEADER = 16.0
"""What a Character is worth: it does not count at the end, but it lends its Discipline and casts."""

STANDING = 0.4
"""The part of the worth that a unit keeps down to its last models."""

SPENT = 0.3
"""The part of its worth that a unit keeps in the last turn if it can no longer count at the end."""

COMES = 0.7
"""How likely a unit that is near enough comes to where units count in its last move."""

HOLDING, HOLDING_AT_LAST = 12.0, 25.0
"""What a unit where units count is worth beyond itself in the last turn but one, and in the last."""

CLEAR = 0.6
"""How far from a rock a unit goes past it: it must not come within half an inch (eow.move.blockers)."""

PANIC_REACH = 6.0
"""How near a friend must be to a unit that breaks to test for Panic (eow.panic.friend_breaks)."""

PANICKED = 0.5
"""The part of its worth that a unit loses by taking to flight."""


class Situation(Overview[Battle, Unit]):
    """What is at stake, and what a unit is worth."""

    def __init__(self, view: Battle, seat: int) -> None:
        super().__init__(view, seat, boundary)
        battle = self.battle
        self.centre = centre(battle)
        self.last_turn = battle.scene.settings.game_turns
        self.late = battle.turn >= self.last_turn - 1
        """In the last two turns it matters to a fight who stands where units count."""
        self.advances = {unit.id: rate(battle, unit, "adv") for unit in self.units}
        self.marches = {unit.id: rate(battle, unit, "mar") for unit in self.units}
        self.forecasts: dict[tuple[object, ...], Any] = {}
        self._wide: dict[float, list[tuple[Rect, Rect]]] = {}
        self._tests: dict[int, BreakTest] = {}
        self._wholes: dict[int, float] = {}
        self._shocks: dict[int, float] = {}
        self._primal()

    def _primal(self) -> None:
        """Units that test before a fight are taken to pass if that is likelier than not."""
        for unit in self.units:
            if any(type(s).at_combat_start is not Speaker.at_combat_start for s in speakers(self.battle, unit)):
                unit.primal = passing(self.battle, unit, "primal instinct") > 0.5

    def break_test(self, unit: Unit) -> BreakTest:
        found = self._tests.get(unit.id)
        if found is None:
            found = self._tests[unit.id] = BreakTest(self.battle, unit)
        return found

    @property
    def moves_left(self) -> int:
        """How many Movement Phases of its own the captain has after this turn."""
        turns = self.last_turn - self.battle.turn
        if self.battle.active != self.seat and self.seat != self.battle.first:
            # The second player's turn of this Game Turn is still to come.
            turns += 1
        return turns

    @property
    def enemy_moves_left(self) -> int:
        """How many Movement Phases the enemy still has after the present player turn."""
        turns = self.last_turn - self.battle.turn
        if self.battle.active == self.seat and self.seat == self.battle.first:
            turns += 1
        return turns

    def scores(self, unit: Unit) -> bool:
        """Whether the unit may count at the end."""
        return self.battle.entry(unit).category != "Character"

    def from_zone(self, shape: Rect) -> float:
        """How far a place is from where units count."""
        return max(0.0, distance_to_point(shape, *self.centre) - REACH)

    def detour(self, place: Rect) -> float:
        """How much longer the way from a place to where units count is because of Impassable Terrain."""
        straight = self._goal(place)
        if straight is None:
            return 0.0
        start = (place.x, place.y)
        inches = dist(start, straight)
        return max(
            (_way_round(rock, wide, start, straight) - inches for rock, wide in self._in_the_way(place, straight)),
            default=0.0,
        )

    def ways_round(self, place: Rect) -> list[Point]:
        """The points beside Impassable Terrain over which the way from a place to where units count leads."""
        straight = self._goal(place)
        if straight is None:
            return []
        start = (place.x, place.y)
        return [corner for rock, wide in self._in_the_way(place, straight) for corner in _seen(rock, wide, start)]

    def _goal(self, place: Rect) -> Point | None:
        """The nearest point where units count, unless the place is there."""
        x, y = self.centre
        away = hypot(place.x - x, place.y - y)
        return None if away <= REACH else (x + (place.x - x) * REACH / away, y + (place.y - y) * REACH / away)

    def _in_the_way(self, place: Rect, goal: Point) -> list[tuple[Rect, Rect]]:
        """The rocks in the straight way to a point."""
        start = (place.x, place.y)
        return [(rock, wide) for rock, wide in self._rocks(place.width) if segment_crosses(wide, start, goal)]

    def _rocks(self, width: float) -> list[tuple[Rect, Rect]]:
        """Impassable Terrain as it is, and as wide as it is to the middle of a unit of that width."""
        known = self._wide.get(width)
        if known is None:
            rocks = of_kind(self.battle.scene.board, "impassable")
            known = self._wide[width] = [(rock, grown(rock, width / 2 + CLEAR)) for rock in rocks]
        return known

    def whole(self, unit: Unit) -> float:
        """What the unit is worth when nothing has happened to it."""
        known = self._wholes.get(unit.id)
        if known is not None:
            return known
        full = SCORING if self.scores(unit) else LEADER
        entry = self.battle.entry(unit)
        # What hits harder and lasts longer matters more: a little, since every unit counts the same at the end.
        profile = entry.profile
        strength = entry.models * profile.hp * (profile.res + profile.arm / 2) / 60 + entry.models * profile.att / 20
        known = self._wholes[unit.id] = full * (0.8 + min(0.4, strength / 8)) * self._matters(unit)
        return known

    def _matters(self, unit: Unit) -> float:
        """In the last turn a unit is worth what it can still do for the count at the end."""
        if self.battle.turn < self.last_turn:
            return 1.0
        if not self.scores(unit):
            return SPENT
        return SPENT + (1 - SPENT) * self.hope(unit)

    def hope(self, unit: Unit) -> float:
        """How likely the unit counts at the end if nobody keeps it from that: in the last turn only."""
        if unit.pose is None or unit.fleeing:
            return 0.0
        away = self.from_zone(self.rects[unit.id])
        if away <= 0.0:
            return 1.0
        if unit.engaged or away > self.marches[unit.id]:
            return 0.0
        if unit.seat != self.battle.active:
            return COMES if unit.seat != self.battle.first else 0.0
        return COMES if self.battle.phase in ("charge", "movement") and not unit.moved else 0.0

    def worth(self, unit: Unit, left: float | None = None) -> float:
        """What the unit is worth with so many Health Points left."""
        total = full_health(self.battle, unit)
        now = health(self.battle, unit) if left is None else max(0.0, left)
        share = now / total
        return self.whole(unit) * (STANDING * min(1.0, share * 4) + (1 - STANDING) * share)

    def stake(self, unit: Unit, holds: bool | None = None) -> float:
        """What the unit's leaving the fight would cost its side: more where it is about to count.

        `holds` says whether it stands where units count, if it is thought of at another place.
        """
        base = self.worth(unit)
        if not self.late or not self.scores(unit) or unit.pose is None:
            return base
        if holds is None:
            holds = self.from_zone(self.rects[unit.id]) <= 0.0
        return base + holds * (HOLDING if self.battle.turn < self.last_turn else HOLDING_AT_LAST)

    def shock(self, unit: Unit) -> float:
        """What Panic may cost the unit's side if it breaks: friends near it that would fail their tests."""
        known = self._shocks.get(unit.id)
        if known is None:
            known = self._shocks[unit.id] = sum(
                (1 - passing(self.battle, friend, "panic")) * PANICKED * self.stake(friend)
                for friend in self.units
                if friend.seat == unit.seat
                and friend.id != unit.id
                and not friend.engaged
                and not friend.fleeing
                and within(self.rects[unit.id], self.rects[friend.id], PANIC_REACH)
            )
        return known

    def leads(self, unit: Unit) -> bool:
        """Whether the unit lends its Discipline to friends around it."""
        return any(type(s).lends_discipline is not Speaker.lends_discipline for s in speakers(self.battle, unit))


def _seen(rock: Rect, wide: Rect, point: Point) -> list[Point]:
    """The corners beside a rock that can be reached straight from a point."""
    return [corner for corner in wide.corners if not segment_crosses(rock, point, corner)]


def _way_round(rock: Rect, wide: Rect, start: Point, goal: Point) -> float:
    """The shortest way from a point to another round a rock, over one of its corners or along one of its sides."""
    first, last = _seen(rock, wide, start), _seen(rock, wide, goal)
    return min(
        (
            dist(start, one) + dist(one, other) + dist(other, goal)
            for one in first
            for other in last
            if one == other or not segment_crosses(rock, one, other)
        ),
        default=dist(start, goal),
    )
