"""What it is worth to a unit to stand somewhere: goals, danger, chances, shooting, command, room for friends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from warhost.play.counsel.counsel import Term
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.enemies import Enemies, edges_around
from warhost.players.captain.judging.friends import Friends
from warhost.players.captain.judging.goals import AtGoals, Melee
from warhost.players.captain.judging.overview import Overview, U
from warhost.table import Pivot, Point, Rect, Step, apply, bearing, distance, summed, turn_between

LOOKS_ALREADY = 5.0
"""Who looks so nearly at an enemy, in degrees, need not turn to it."""


class _Lie(NamedTuple):
    """A place without enemies: what is held there, its way to goals, the way round walls, the ground, command."""

    held: float
    drawn: float
    detour: float | None
    terms: tuple[Term, ...]


class PlaceJudge:
    """A judge of places for one unit."""

    def __init__(self, here: Overview, unit: U, *, fresh: bool = False) -> None:
        self.here = here
        self.unit = unit
        self.counsel = here.counsel
        self.temper = here.temper
        self.range = here.counsel.range(unit)
        self.goals = AtGoals(here, unit)
        self.friends = Friends(here, unit)
        self.enemies = Enemies(here, unit, self.goals, self.friends, fresh=fresh)
        scores = self.goals.scores and here.counsel.turns_left
        self._walled = bool(scores and here.gathering is not None and here.counsel.walls(unit))
        self._lies: dict[int, tuple[Rect, _Lie]] = {}
        self._turns: dict[int, tuple[Rect, float]] = {}
        goal = here.counsel.goal_name
        self._words = (f"holds {goal}", f"its way to {goal}")

    def weigh(
        self,
        candidate: Candidate,
        place: Rect,
        kind: str = "",
        steps: Sequence[Step] = (),
        melee: Melee | None = None,
        *,
        shoots: bool = True,
    ) -> Candidate:
        """Add what the place is worth, term by term; after a fight there, if it comes to one."""
        self.weigh_stand(candidate, place, melee)
        self.weigh_rest(candidate, place, kind, steps, melee)
        if shoots and self.range:
            self.volley(candidate, place, kind)
        return candidate

    def weigh_stand(self, candidate: Candidate, place: Rect, melee: Melee | None = None) -> None:
        """What tells most places apart: goals, the ground, command, which way it looks, charges of either side."""
        here, enemies = self.here, self.enemies
        lie = self._lie(place)
        held = lie.held if melee is None else self.goals.gained(place, melee)
        candidate.add(held, self._words[0], here.cite("hold"))
        candidate.add(lie.drawn, self._words[1], here.cite("near"))
        if lie.detour is not None:
            candidate.add(-lie.detour, "a wall in its way", here.cite("wall"))
        for score, label, rule in lie.terms:
            candidate.add(score, label, rule)
        candidate.add(-self.looks_away(place), "faces away from the enemy")
        left_alone = enemies.danger(candidate, place, held, melee)
        enemies.chances(candidate, place, left_alone, melee)

    def weigh_rest(
        self, candidate: Candidate, place: Rect, kind: str, steps: Sequence[Step], melee: Melee | None = None
    ) -> None:
        """Fire, ambushers, room for friends, and the way there: all speaks against it."""
        self.enemies.under_fire(candidate, place, melee)
        self.enemies.lurkers(candidate, place)
        self.friends.room(candidate, place)
        if steps or kind == "walk":
            self.enemies.gives_ground(candidate, self.here.rects[self.unit.id], place)
        if steps:
            for score, label, rule in self.counsel.along(self.unit, self.here.rects[self.unit.id], steps, kind):
                candidate.add(score, label, rule)

    def at_most(self, place: Rect) -> float:
        """The most that a place can be worth, its volleys aside: what `weigh` adds besides speaks against a place."""
        lie = self._lie(place)
        total = lie.held + lie.drawn
        if lie.detour is not None:
            total -= lie.detour
        total += summed(score for score, _, _ in lie.terms)
        return total + self.enemies.most_chances(place)

    def _lie(self, place: Rect) -> _Lie:
        """What goals, the ground and command make of a place; a place is judged roughly first, and closely later."""
        # The place is kept with what was told of it, so that no other can have its id meanwhile.
        known = self._lies.get(id(place))
        if known is None:
            goals = self.goals
            detour = self.here.detour(place) if self._walled and goals.nearest(place) > 0.0 else None
            terms = (*self.counsel.at(self.unit, place), *self.friends.command(place))
            known = self._lies[id(place)] = (place, _Lie(goals.gained(place), goals.drawn(place), detour, terms))
        return known[1]

    def looks_away(self, place: Rect) -> float:
        """What it costs to look away from the enemy there."""
        if not self.temper.facing:
            return 0.0
        # The place is kept with what was told of it, so that no other can have its id meanwhile.
        known = self._turns.get(id(place))
        if known is None:
            known = self._turns[id(place)] = (place, self.temper.facing * self.enemies.turned_away(place))
        return known[1]

    def volley(self, candidate: Candidate, place: Rect, kind: str) -> None:
        """What it may shoot at from there."""
        losses = self.counsel.volleys(self.unit, place, kind)
        worth = {number: self.here.harm(self.counsel.unit(number), lost) for number, lost in losses.items()}
        if worth:
            target = max(worth, key=lambda number: worth[number])
            name = self.counsel.unit(target).name
            candidate.add(worth[target], f"shoots at {name}", self.here.cite("shoot"))

    def most_shots(self, place: Rect, kind: str) -> float:
        """About the most that its volley can be worth from a place after such a move."""
        return self.enemies.most_shots(place) if self.range and self.counsel.shoots_after(self.unit, kind) else 0.0


def places_turned(here: Overview, unit: U) -> list[Rect]:
    """The unit as it stands, and turned to each of the nearest enemies or to where reserves may come from."""
    place = here.rects[unit.id]
    nearest = sorted(here.foes, key=lambda foe: distance(place, here.rects[foe.id]))[:3]
    looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in nearest]
    found = [place]
    for x, y in [*looks, *lurking_behind(here, place)]:
        turn = turn_between(place.facing, bearing(place.x, place.y, x, y))
        if abs(turn) > LOOKS_ALREADY:
            found.append(apply(place, Pivot(turn)))
    return found


def lurking_behind(here: Overview, place: Rect) -> list[Point]:
    """The point of the nearest table edge, while enemies lie in wait."""
    return [min(edges_around(here, place), key=lambda edge: edge[1])[0]] if here.counsel.lurkers() else []
