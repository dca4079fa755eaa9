"""What enemies make of a place for one unit: their charges and fire, its own charges and volleys, who lies in wait."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import hypot

from warhost.play.counsel.counsel import Charge
from warhost.players.captain.engine import Candidate
from warhost.players.captain.judging.friends import Friends
from warhost.players.captain.judging.goals import AtGoals, Melee
from warhost.players.captain.judging.overview import REMOTE, Overview, U
from warhost.table import TOLERANCE, Arc, Point, Rect, bearing, distance, turn_between

LATE_LOSS = 0.5
"""How much it counts that a goal that is held now may be lost by a charge in the next turn."""

TIRED = 0.5
"""How much the charge of an enemy counts that has just been fought."""

FAR_AWAY = 48.0
"""An enemy so far away draws nobody."""

LURK_ROOM = 3.0
"""Nobody finds room between a unit and a table edge that is nearer than this."""

SLIGHTLY, FAR_ENOUGH, ALL_THE_SAME, GROUND = 0.3, 5.0, 0.5, 0.3
"""Who goes farther from an enemy by more than the first and less than the second, in inches, and is still charged so
often, gives ground for nothing; and what that costs at least."""

BOTH = 0.2
"""Two charges that come at once less often than this are not thought of together."""


def facing_name(side: Arc) -> str:
    return {Arc.FRONT: "front", Arc.REAR: "rear"}.get(side, "flank")


class Enemy:
    """One enemy of the unit: where it stands, what it can reach, and what charges of either on the other promise.

    A charge is thought of from many places, but strikes one of four sides: what it promises is worked out once.
    """

    __slots__ = ("_exposes", "_fears", "_here", "_hopes", "_lost", "_of", "reach", "shape", "soon", "stride", "unit")

    def __init__(self, here: Overview, unit: U, of: U) -> None:
        counsel = here.counsel
        self._here, self._of = here, of
        self.unit = unit
        self.shape: Rect = here.rects[unit.id]
        self.soon = counsel.charges_soon(unit)
        self.reach = counsel.reach(unit)
        self.stride = counsel.stride(unit)
        self._fears: dict[tuple[Arc, float | None], float] = {}
        self._hopes: dict[Arc, float] = {}
        self._lost: dict[Arc, float] = {}
        self._exposes: dict[Arc, float] = {}

    def feared(self, side: Arc, stake: float | None) -> float:
        """What its charge costs, with what is at stake where each unit counts for itself."""
        key = (side, stake)
        known = self._fears.get(key)
        if known is None:
            here, own = self._here, self._of
            known = here.duel(self.unit, own, side).value if stake is None else here.prize(self.unit, own, side, stake)
            self._fears[key] = known
        return known

    def hoped(self, side: Arc) -> float:
        """What it is worth to charge it in that side."""
        known = self._hopes.get(side)
        if known is None:
            known = self._hopes[side] = self._here.prize(self._of, self.unit, side)
        return known

    def breaks(self, side: Arc) -> float:
        """How likely the unit is gone or broken after its charge."""
        known = self._lost.get(side)
        if known is None:
            fate = self._here.duel(self.unit, self._of, side).fate(self._of)
            known = self._lost[side] = fate.gone + fate.broken
        return known

    def exposes(self, side: Arc) -> float:
        """How much worse a side is than the front where it charges."""
        if side is Arc.FRONT:
            return 0.0
        known = self._exposes.get(side)
        if known is None:
            worse = self.feared(side, None) - self.feared(Arc.FRONT, None)
            known = self._exposes[side] = max(0.0, worse)
        return known


class Enemies:
    """The enemies of one unit."""

    def __init__(self, here: Overview, unit: U, goals: AtGoals, friends: Friends, *, fresh: bool) -> None:
        self.here = here
        self.unit = unit
        self.counsel = here.counsel
        self.temper = here.temper
        self.goals = goals
        self.friends = friends
        self.left = here.counsel.turns_left
        self.range = here.counsel.range(unit)
        self.next = self.temper.soon if fresh else self.temper.next + here.counsel.tempo if self.left else 0.0
        self.when = "soon" if fresh else "next"
        self.all = [Enemy(here, foe, unit) for foe in here.foes]
        self.charging = [enemy for enemy in self.all if enemy.soon > 0.0]
        self.shooting = [enemy for enemy in self.charging if here.counsel.range(enemy.unit)]
        self._lurkers = here.counsel.lurkers() if self.left else ()
        self._opens = bool(self.temper.exposed and self.left)
        self._limits = [(enemy, enemy.reach + enemy.stride * self._opens) for enemy in self.charging]
        self._gaps: dict[int, tuple[Rect, dict[int, float]]] = {}
        self._charges: dict[int, tuple[Rect, tuple[float, str, float]]] = {}

    def gap(self, place: Rect, enemy: Enemy) -> float:
        """How far an enemy is from a place."""
        # The place is kept with what was measured from it, so that no other can have its id meanwhile.
        there = self._gaps.get(id(place))
        if there is None:
            there = self._gaps[id(place)] = (place, {})
        known = there[1].get(enemy.unit.id)
        if known is None:
            known = there[1][enemy.unit.id] = distance(place, enemy.shape)
        return known

    def still(self, enemy: Enemy, melee: Melee | None) -> float:
        """How much is left of an enemy that the unit has fought."""
        if melee is None or enemy.unit is not melee.target:
            return 1.0
        return melee.left * (TIRED if enemy.soon == 1.0 else 1.0)

    # Their charges.

    def danger(self, candidate: Candidate, place: Rect, held: float, melee: Melee | None) -> float:
        """What enemies could do by charging it there. Returns how likely none of them does."""
        here, temper, counsel = self.here, self.temper, self.counsel
        stake = self.goals.stake(place) if self.goals.each else None
        kept, left_alone, total, open_to = 1.0, 1.0, 0.0, 0.0
        likely: list[tuple[float, U, Arc]] = []
        costs: list[tuple[float, str]] = []
        near = -1
        faced = temper.faced
        freed = temper.wheels * melee.fight.fate(melee.target).gone if melee is not None else 0.0
        for enemy, limit in self._limits:
            shape, reach = enemy.shape, enemy.reach
            if not _may_be_within(place, shape, limit):
                continue
            gap = self.gap(place, enemy)
            if gap > limit + TOLERANCE:
                continue
            if gap > reach + TOLERANCE or not counsel.faces(enemy.unit, shape, place):
                chance = 0.0
            else:
                chance = counsel.arrives(enemy.unit, gap)
            if chance < REMOTE:
                if self._opens and gap <= limit:
                    open_to += (1 - freed) * enemy.exposes(counsel.side(place, shape))
                continue
            if temper.screened and self.friends.screens(place, shape.front):
                chance *= 1 - temper.screened
            if near < 0:
                near = self.friends.company(place) if temper.shared or temper.alone else 0
                faced = temper.faced / (1 + temper.shared * near)
            weight = enemy.soon * self.still(enemy, melee)
            side = counsel.side(place, shape)
            bad = enemy.feared(side, stake)
            if freed and side is not Arc.FRONT:
                bad += freed * (enemy.feared(Arc.FRONT, stake) - bad)
            if stake is None and held > 0.0:
                kept *= 1 - chance * enemy.breaks(side) * (1.0 if weight == 1.0 else LATE_LOSS * weight)
            likely.append((chance, enemy.unit, side))
            if bad > 0.0:
                total += bad
                made = chance * weight * (min(1.0, bad / temper.tempting) if temper.tempting else 1.0)
                left_alone *= 1 - made
                flank = side is not Arc.FRONT
                where = f" in the {facing_name(side)}" if flank else ""
                share = temper.invited if flank and enemy.soon == 1.0 else faced
                costs.append((share * made * bad, f"{enemy.unit.name}{where}"))
        if costs:
            costs.sort(reverse=True)
            rule, share = here.cite("charged"), 1.0
            for cost, words in costs:
                candidate.add(-share * cost, f"may be charged by {words}", rule)
                share = temper.others
        if stake is None and held > 0.0:
            words = f"may lose {counsel.goal_name} by a charge"
            candidate.add(-temper.faced * (1 - kept) * held, words, here.cite("charged"))
        if len(likely) > 1:
            self._alone(candidate, near, len(likely))
            if counsel.charge_together:
                self._both(candidate, sorted(likely, key=lambda told: -told[0])[:2], total, faced)
        if open_to:
            words = "shows a flank or its rear to enemies that come"
            candidate.add(-temper.exposed * open_to, words, here.cite("flank"))
        return left_alone

    def _both(self, candidate: Candidate, likely: Sequence[tuple[float, U, Arc]], alone: float, faced: float) -> None:
        """Two chargers at once are worse than one after the other: what that adds, by the chance of both."""
        (one, first, its_side), (two, second, other_side) = likely
        if one * two < BOTH:
            return
        here = self.here
        key = ("together", self.unit.id, first.id, its_side, second.id, other_side)
        bad = here.memo.get(key)
        if bad is None:
            charges = tuple(Charge(foe.id, self.unit.id, side) for _, foe, side in likely)
            bad = here.memo[key] = -here.value(self.counsel.fight(self.unit, charges))
        if bad > alone:
            label = f"may be charged by {first.name} and {second.name} together"
            candidate.add(-faced * one * two * (bad - alone), label, here.cite("together"))

    def _alone(self, candidate: Candidate, near: int, enemies: int) -> None:
        """A unit does not go far ahead of its friends where several enemies can reach it."""
        if self.temper.alone and self.goals.scores and self.left >= 2:
            cost = self.temper.alone * max(0, enemies - 1 - near)
            candidate.add(-cost, "alone before several enemies", self.here.cite("charged"))

    def gives_ground(self, candidate: Candidate, start: Rect, place: Rect) -> None:
        """A few inches farther from an enemy that more likely than not charges it all the same gain nothing: what that
        charge promises the less by them does not count."""
        counsel = self.counsel
        lost, whom = 0.0, ""
        for enemy in self.charging:
            if enemy.soon < 1.0 or not _may_be_within(place, enemy.shape, enemy.reach):
                continue
            gap, before = self.gap(place, enemy), self.gap(start, enemy)
            if not SLIGHTLY < gap - before < FAR_ENOUGH or not counsel.faces(enemy.unit, enemy.shape, place):
                continue
            chance = counsel.arrives(enemy.unit, gap)
            likelier = counsel.arrives(enemy.unit, before)
            # Where a charge is as sure as before, the danger is the same and nothing is gained by going.
            if chance < ALL_THE_SAME or likelier <= chance:
                continue
            bad = enemy.feared(counsel.side(place, enemy.shape), None)
            if bad > 0.0:
                lost, whom = lost + (likelier - chance) * bad, enemy.unit.name
        if whom:
            words = f"gives ground to {whom}, which may well charge it anyway"
            candidate.add(-self.temper.invited * lost - GROUND, words, self.here.cite("charged"))

    def under_fire(self, candidate: Candidate, place: Rect, melee: Melee | None) -> None:
        counsel, here = self.counsel, self.here
        for enemy in self.shooting:
            losses = counsel.fire(enemy.unit, enemy.shape, self.unit, place)
            if losses > 0.0:
                worth = counsel.harm(self.unit, losses) * enemy.soon * self.still(enemy, melee)
                candidate.add(-self.temper.fire * worth, f"under fire from {enemy.unit.name}", here.cite("fire"))

    def lurkers(self, candidate: Candidate, place: Rect) -> None:
        """What reserves may do in the next turn: come from an edge behind the unit and charge its rear."""
        here = self.here
        if not self._lurkers:
            return
        worst, where = 0.0, Arc.FRONT
        for edge, room in edges_around(here, place):
            side = self.counsel.side_seen(place, edge)
            if side is Arc.FRONT:
                continue
            for foe in self._lurkers:
                # Who comes stands wholly within the band, and needs room to stand there.
                if LURK_ROOM <= room <= self.counsel.lurk_band + self.counsel.reach(foe):
                    value = here.duel(foe, self.unit, side).value
                    if value > worst and not self.friends.screens(place, edge):
                        worst, where = value, side
        words = f"ambushers may come at its {facing_name(where)}"
        candidate.add(-self.temper.lurking * worst, words, here.cite("lurkers"))

    # Its own charges and volleys.

    def chances(self, candidate: Candidate, place: Rect, left_alone: float, melee: Melee | None) -> None:
        """The best charge that it could make next if the enemy stood still: who is charged does not charge."""
        best, whom, lure = self._best_charge(place, melee)
        free = 1 - self.temper.forestalled * (1 - left_alone)
        if melee is not None and self.counsel.fights_on:
            free *= melee.fight.over
            lure *= melee.fight.over
        candidate.add(self.next * free * best, f"could charge {whom} {self.when}", self.here.cite("charge"))
        candidate.add(self.temper.lure * lure, "close to an enemy it would beat")

    def most_chances(self, place: Rect) -> float:
        """What its next charge is worth if nobody forestalls it."""
        best, _, lure = self._best_charge(place, None)
        return self.next * best + self.temper.lure * lure

    def _best_charge(self, place: Rect, melee: Melee | None) -> tuple[float, str, float]:
        """What its best charge from there promises, on whom, and how much an enemy that it would beat draws it."""
        if not self.next:
            return 0.0, "", 0.0
        if melee is not None:
            return self._charge_from(place, melee)
        # The place is kept with what was told of it, so that no other can have its id meanwhile.
        known = self._charges.get(id(place))
        if known is None:
            known = self._charges[id(place)] = (place, self._charge_from(place, None))
        return known[1]

    def _charge_from(self, place: Rect, melee: Melee | None) -> tuple[float, str, float]:
        best, whom, lure = 0.0, "", 0.0
        counsel, drawn = self.counsel, self.temper.lure
        reach = counsel.reach(self.unit, place)
        if reach <= 0.0:
            return best, whom, lure
        for enemy in self.all:
            shape = enemy.shape
            near = _may_be_within(place, shape, reach)
            if near:
                gap = self.gap(place, enemy)
                near = gap <= reach + TOLERANCE
            if not near and not drawn:
                continue
            value = enemy.hoped(counsel.side(shape, place))
            if melee is not None and enemy.unit is melee.target:
                value *= 1 - melee.fight.fate(enemy.unit).gone
            if value <= 0.0:
                continue
            if near and value > best and counsel.may_be_charged(enemy.unit) and counsel.faces(self.unit, place, shape):
                chance = counsel.arrives(self.unit, gap)
                if chance >= REMOTE and chance * value > best:
                    best, whom = chance * value, enemy.unit.name
            if drawn:
                away = hypot(shape.x - place.x, shape.y - place.y) - (shape.depth + place.depth) / 2
                lure = max(lure, value * (1 - min(1.0, max(0.0, away) / FAR_AWAY)))
        return best, whom, lure

    @cached_property
    def _shots(self) -> list[tuple[Enemy, float]]:
        """What a volley on each enemy is worth about, if it stands in the open; the best first."""
        if not self.range:
            return []
        harm, shots = self.here.harm, self.counsel.shots
        found = [(enemy, harm(enemy.unit, shots(self.unit, enemy.unit))) for enemy in self.all]
        return sorted(found, key=lambda told: -told[1])

    def most_shots(self, place: Rect) -> float:
        """About what the best volley from a place is worth: on whom stands before it and in range."""
        for enemy, worth in self._shots:
            near = _may_be_within(place, enemy.shape, self.range) and self.gap(place, enemy) <= self.range
            if near and self.counsel.side(place, enemy.shape) is Arc.FRONT:
                return worth
        return 0.0

    # Which way it looks.

    def turned_away(self, place: Rect) -> float:
        """How far it looks away from the nearest enemy; without an enemy from the centre."""
        x, y = self.here.centre
        nearest = 1e9
        for enemy in self.all:
            shape = enemy.shape
            away = hypot(shape.x - place.x, shape.y - place.y)
            if away < nearest:
                nearest, x, y = away, shape.x, shape.y
        return abs(turn_between(place.facing, bearing(place.x, place.y, x, y)))


def _may_be_within(place: Rect, shape: Rect, inches: float) -> bool:
    """Whether an enemy can be so near to a place, by the circles around both: most are not, and need no measuring."""
    dx, dy, most = shape.x - place.x, shape.y - place.y, inches + place.radius + shape.radius
    return dx * dx + dy * dy <= most * most


def edges_around(here: Overview, place: Rect) -> list[tuple[Point, float]]:
    """The point of each table edge beside a place, and how much room is before it."""
    board = here.counsel.battle.scene.board
    xs, ys = [x for x, _ in place.corners], [y for _, y in place.corners]
    return [
        ((place.x, 0.0), min(ys)),
        ((place.x, board.depth), board.depth - max(ys)),
        ((0.0, place.y), min(xs)),
        ((board.width, place.y), board.width - max(xs)),
    ]
