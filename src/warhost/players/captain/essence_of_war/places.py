"""What it is worth to a unit to stand somewhere: the centre, danger, chances, shooting, command, room for friends."""

from __future__ import annotations

from math import hypot

from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.estimates import charge_gap
from warhost.players.captain.essence_of_war.fights import charge_link, duel, forecast
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import best_volley, harm_worth, volley, weapon_of
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.charge_range import charge_chance
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import (
    Arc,
    Pivot,
    Point,
    Rect,
    Step,
    Wheel,
    arc_of,
    bearing,
    distance,
    distance_to_point,
    grown,
    in_front_arc,
    overlaps,
    segment_crosses,
    swept,
    turn_between,
)

COMMAND = 12.0
"""How far a General's Discipline reaches."""

COUNTS = 45.0
"""What it is worth to stand where units count when no more move is to come."""

PULL = {0: 2.0, 1: 1.3, 2: 1.0, 3: 0.55}
"""What an inch nearer to the centre is worth, by the moves that are left."""

INSIDE = {1: 9.0, 2: 5.0, 3: 1.0}
"""What it is worth to stand where units count with so many moves left."""

ROUND = 1.0
"""What an inch of the way round a rock costs: at least as much as one straight on, for it takes turns too."""

MISSED = 15.0
"""What it costs to be too far from the centre to be there with the last move."""

SIDEWAYS = 60.0
"""Who faces the centre by no more degrees than this can wheel towards it on the march."""

IN_THE_WAY = {0: 22.0, 1: 5.0, 2: 1.5}
"""What it costs to block a friend's way to the centre, by the moves that are left."""

FACED, INVITED = 0.9, 1.2
"""How much a bad charge counts that an enemy may make on the front, and on a flank or the rear: that one it makes."""

ALONE = 5.0
"""What it costs to stand alone before two enemies that may charge it, and again for each one more."""

SHARED = 0.5
"""How much of the danger each friend takes that keeps a unit company: an enemy charges only one of them."""

TEMPTING = 4.0
"""A charge that costs the captain this much is surely made; one that costs less, by its share of it."""

UNDER_FIRE = 0.35
"""How much a volley counts that an enemy may shoot at it: it may shoot at others, and come nearer to do so."""

CHARGES_NEXT = 0.45
"""What a charge counts that it could make next turn."""

REMOTE = 0.05
"""A charge that succeeds less often is not thought of."""

SUPPORT = 6.0
"""Friends within this distance after their move keep a unit company."""


class MoveJudge:
    """Weighs where a unit could stand at the end of its move."""

    def __init__(self, here: Situation, unit: Unit) -> None:
        self.here = here
        self.unit = unit
        self.scores = here.scores(unit)
        self.armed = weapon_of(here, unit)
        self.leaders = [
            friend
            for friend in here.own
            if friend.id != unit.id and not friend.fleeing and here.leads(friend) and not here.scores(friend)
        ]
        self.leads = here.leads(unit) and not self.scores
        self.chargers = [foe for foe in here.foes if not foe.fleeing and not foe.engaged and here.enemy_moves_left > 0]
        self.shooters = [foe for foe in self.chargers if weapon_of(here, foe) is not None]
        self.flies = flies(here.battle, unit)
        self.dangerous = self._dangerous()
        self.company = [
            (here.rects[friend.id], 0.0 if friend.moved or friend.engaged else float(here.marches[friend.id]))
            for friend in here.own
            if friend.id != unit.id and here.scores(friend) and not friend.fleeing
        ]
        self.behind = [
            (here.rects[friend.id], here.from_zone(here.rects[friend.id]))
            for friend in here.own
            if friend.id != unit.id
            and here.scores(friend)
            and not friend.engaged
            and not friend.fleeing
            and here.from_zone(here.rects[friend.id]) > 0.0
            and (here.moves_left > 0 or here.hope(friend) > 0.0)
        ]

    def _dangerous(self) -> bool:
        battle = self.here.battle
        return self.flies or battle.entry(self.unit).longest_side_mm > 40

    def weigh(self, candidate: Candidate, kind: str, steps: tuple[Step, ...], stops: list[Rect]) -> None:
        end = stops[-1]
        self._objective(candidate, end)
        left_alone = self._danger(candidate, end)
        self._chances(candidate, end, left_alone)
        self._shooting(candidate, end, kind)
        self._command(candidate, end)
        self._facing(candidate, end)
        self._room(candidate, end)
        if kind == "march" and self.dangerous:
            self._ground(candidate, steps, stops)

    def _objective(self, candidate: Candidate, end: Rect) -> None:
        here = self.here
        away = here.from_zone(end)
        left = here.moves_left
        if not self.scores:
            return
        if left and away > 0.0 and not self.flies:
            # Round a rock, not up to it.
            candidate.add(-ROUND * here.detour(end), "a rock in its way", "eow.terrain.impassable.movement")
        if left == 0:
            if away <= 0.0:
                candidate.add(COUNTS, "counts at the centre at the end", "eow.victory.basic.count")
                # Ranks that fall leave from the rear, and pushes happen: better not by a hair's breadth.
                deep = distance_to_point(end, *here.centre)
                candidate.add(-0.5 * max(0.0, deep - 4.0), "only just close enough", "eow.victory.basic.count")
            else:
                candidate.add(-PULL[0] * away, "inches short of the centre", "eow.victory.basic.count")
            return
        late = max(0.0, away - self._reach(end, left))
        missed = 4.0 * late + (MISSED if late and left == 1 else 0.0)
        candidate.add(-missed, "too far to be at the centre in time", "eow.victory.basic.count")
        pull, inside = PULL.get(left, 0.6), INSIDE.get(left, 3.0)
        if self.armed is not None and self.armed.weapon.range >= 18 and left > 1:
            # Shooters do their work from afar and come when it counts.
            pull, inside = pull * 0.4, inside * 0.3
        candidate.add(-pull * away, "inches from where units count", "eow.victory.basic.count")
        if away <= 0.0:
            candidate.add(inside, "holds the centre", "eow.victory.basic.count")

    def _reach(self, end: Rect, moves: int) -> float:
        """How far it comes towards the centre in so many moves: ranks that face away turn first and do not march."""
        here, unit = self.here, self.unit
        march = 0.8 * here.marches[unit.id]
        away = abs(turn_between(end.facing, bearing(end.x, end.y, *here.centre)))
        turns = away > SIDEWAYS and not here.battle.entry(unit).single
        return march * moves if not turns else here.advances[unit.id] + march * (moves - 1)

    def _danger(self, candidate: Candidate, end: Rect) -> float:
        """What enemies could do by charging it there, or by shooting. Returns how likely none of them charges it."""
        here, unit = self.here, self.unit
        thought = (unit.id, here.from_zone(end) <= 0.0)
        likely: list[tuple[float, Unit, Arc]] = []
        total, left_alone = 0.0, 1.0
        near = self._near(end)
        faced = FACED / (1 + SHARED * near)
        for foe in self.chargers:
            shape = here.rects[foe.id]
            gap = charge_gap(shape, end, here.advances[foe.id])
            if gap is None or not in_front_arc(shape, end):
                continue
            chance = charge_chance(gap, here.advances[foe.id])
            if chance < REMOTE:
                continue
            side = arc_of(end, *shape.front)
            bad = -duel(here, foe, unit, side, thought).value
            likely.append((chance, foe, side))
            if bad > 0.0:
                total += bad
                likely_made = chance * min(1.0, bad / TEMPTING)
                left_alone *= 1 - likely_made
                where = "" if side == "front" else f" in the {'rear' if side == 'rear' else 'flank'}"
                price = INVITED if where else faced
                cost = likely_made * bad
                candidate.add(-price * cost, f"may be charged by {foe.name}{where}", "eow.charge.range.roll")
        if len(likely) > 1:
            self._alone(candidate, near, len(likely))
            self._both(candidate, thought, sorted(likely, key=lambda told: -told[0])[:2], total, faced)
        for foe in self.shooters:
            losses = volley(here, foe, here.rects[foe.id], unit, end, moved=False)
            if losses > 0.0:
                candidate.add(
                    -UNDER_FIRE * harm_worth(here, unit, losses),
                    f"under fire from {foe.name}",
                    "eow.shoot.range_measure",
                )
        return left_alone

    def _both(
        self,
        candidate: Candidate,
        thought: tuple[int, bool],
        likely: list[tuple[float, Unit, Arc]],
        alone: float,
        faced: float,
    ) -> None:
        """Two chargers at once are worse than one after the other: what that adds, by the chance of both."""
        (one, first, _), (two, second, _) = likely
        if one * two < 0.1:
            return
        here = self.here
        links = tuple(charge_link(here, foe, self.unit, side) for _, foe, side in likely)
        bad = -forecast(here, links, frozenset((first.id, second.id)), thought).value
        if bad > alone:
            label = f"may be charged by {first.name} and {second.name} together"
            candidate.add(-faced * one * two * (bad - alone), label, "eow.charge.combined.roll_first")

    def _near(self, end: Rect) -> int:
        """How many friends keep it company there after their moves."""
        return sum(distance(shape, end) - more <= SUPPORT for shape, more in self.company)

    def _alone(self, candidate: Candidate, near: int, enemies: int) -> None:
        """Not far ahead of its friends where several enemies can reach it."""
        if self.scores and self.here.moves_left >= 2:
            candidate.add(-ALONE * max(0, enemies - 1 - near), "alone before several enemies", "eow.charge.range.roll")

    def _chances(self, candidate: Candidate, end: Rect, left_alone: float) -> None:
        """The best charge that it could make next turn if the enemy stood still: who is charged does not charge."""
        here = self.here
        if here.moves_left == 0:
            return
        best, whom = 0.0, ""
        for foe in here.foes:
            if foe.fleeing:
                continue
            shape = here.rects[foe.id]
            gap = charge_gap(shape, end, here.advances[self.unit.id])
            if gap is None or not in_front_arc(end, shape):
                continue
            chance = charge_chance(gap, here.advances[self.unit.id])
            if chance < REMOTE:
                continue
            side = arc_of(shape, *end.front)
            good = chance * duel(here, self.unit, foe, side).value
            if good > best:
                best, whom = good, foe.name
        candidate.add(CHARGES_NEXT * left_alone * best, f"could charge {whom} next", "eow.charge.range.roll")

    def _shooting(self, candidate: Candidate, end: Rect, kind: str) -> None:
        armed = self.armed
        if armed is None or (kind == "march" and not armed.weapon.march_and_shoot) or self.here.battle.phase == "melee":
            return
        moved = bool(kind) or self.unit.moved
        worth, whom = best_volley(self.here, self.unit, end, moved=moved)
        if whom is not None:
            candidate.add(worth, f"shoots at {whom.name}", "eow.shoot.sequence")

    def _command(self, candidate: Candidate, end: Rect) -> None:
        here = self.here
        if self.leads:
            near = sum(1 for f in here.own if f.id != self.unit.id and distance(here.rects[f.id], end) <= COMMAND)
            candidate.add(2.5 * near, "units within its command", "eow.basic.general")
            middle = self._middle()
            candidate.add(-0.1 * hypot(end.x - middle[0], end.y - middle[1]), "away from its troops")
        elif self.leaders:
            gap = min(distance(here.rects[leader.id], end) for leader in self.leaders)
            if gap <= COMMAND:
                candidate.add(2.0, "within its General's command", "eow.basic.general")

    def _middle(self) -> Point:
        """The middle of its troops."""
        others = [self.here.rects[f.id] for f in self.here.own if f.id != self.unit.id] or [
            self.here.rects[self.unit.id]
        ]
        return sum(r.x for r in others) / len(others), sum(r.y for r in others) / len(others)

    def _facing(self, candidate: Candidate, end: Rect) -> None:
        """To look where the enemy is; without an enemy at the centre."""
        here = self.here
        if here.foes:
            x, y = min(
                ((here.rects[f.id].x, here.rects[f.id].y) for f in here.foes),
                key=lambda p: hypot(p[0] - end.x, p[1] - end.y),
            )
        else:
            x, y = here.centre
        turn = abs(turn_between(end.facing, bearing(end.x, end.y, x, y)))
        candidate.add(-0.02 * turn, "faces away from the enemy")

    def _room(self, candidate: Candidate, end: Rect) -> None:
        """Not in the way of friends that still have to come to the centre: farther on there is room behind."""
        for shape, away in self.behind:
            if distance(shape, end) < away + 1.3 and segment_crosses(
                grown(end, shape.width / 2), shape.front, self.here.centre
            ):
                price = IN_THE_WAY.get(self.here.moves_left, 0.5)
                candidate.add(-price, "in the way of friends", "eow.move.blockers")

    def _ground(self, candidate: Candidate, steps: tuple[Step, ...], stops: list[Rect]) -> None:
        """Hindering Terrain is a risk for big bases and flyers that march (eow.terrain.hindering.dangerous_ride)."""
        here, unit = self.here, self.unit
        for patch in of_kind(here.battle.scene.board, "hindering"):
            if any(
                overlaps(stop if isinstance(step, Wheel | Pivot) else swept(stop, step), patch)
                for stop, step in zip(stops, steps, strict=False)
            ) or overlaps(stops[-1], patch):
                losses = 0.6 * unit.models / 6
                candidate.add(
                    -harm_worth(here, unit, losses), "dangerous terrain", "eow.terrain.hindering.dangerous_ride"
                )
                return
