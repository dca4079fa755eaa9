"""How the captain moves: towards where units count, out of bad charges, into good ones, in reach of its General."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.play import Ask, Choose, Kind, Manoeuvre, Moved
from warhost.players.captain.engine import Candidate
from warhost.players.captain.essence_of_war.estimates import charge_chance, charge_gap
from warhost.players.captain.essence_of_war.fights import charge_link, duel, forecast
from warhost.players.captain.essence_of_war.situation import Situation
from warhost.players.captain.essence_of_war.volleys import best_volley, harm_worth, volley, weapon_of
from warhost.rulesets.essence_of_war.battle import Unit
from warhost.rulesets.essence_of_war.terrain import of_kind
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import (
    TOLERANCE,
    Arc,
    Back,
    Forward,
    Pivot,
    Point,
    Rect,
    Sidestep,
    Step,
    Wheel,
    apply,
    arc_of,
    bearing,
    cost,
    distance,
    distance_to_point,
    grown,
    in_front_arc,
    overlaps,
    segment_crosses,
    swept,
    turn_between,
    walk,
    wheel_angle_for,
    wheel_towards,
)

COMMAND = 12.0
"""How far a General's Discipline reaches."""

COUNTS = 45.0
"""What it is worth to stand where units count when no more move is to come."""

PULL = {0: 2.0, 1: 1.3, 2: 0.9, 3: 0.45}
"""What an inch nearer to the centre is worth, by the moves that are left."""

INSIDE = {1: 9.0, 2: 5.0, 3: 1.0}
"""What it is worth to stand where units count with so many moves left."""

ROUND = 1.8
"""What an inch of the way round a rock costs: more than one straight on, for it takes turns too."""

IN_THE_WAY = {0: 22.0, 1: 5.0, 2: 1.5}
"""What it costs to block a friend's way to the centre, by the moves that are left."""

FACED, INVITED = 0.9, 1.2
"""How much a bad charge counts that an enemy may make on the front, and on a flank or the rear: that one it makes."""

ALONE = 5.0
"""What it costs to stand alone before two enemies that may charge it, and again for each one more."""

REMOTE = 0.05
"""A charge that succeeds less often is not thought of."""

SUPPORT = 6.0
"""Friends within this distance after their move keep a unit company."""

SHARES = (1.0, 0.75, 0.5, 0.25)
ANGLES = (15.0, 30.0, 50.0, 75.0)


def next_unit(here: Situation, ask: Ask, question: Choose) -> list[Candidate]:
    """Who moves next: those in front first, so that nobody stands in the way; Characters last."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.unit is None:
            candidate.add(-50.0, "leaves units unmoved")
        else:
            unit = here.unit(option.unit)
            candidate.label = f"{unit.name} moves next"
            shape = here.rects[unit.id]
            away = hypot(shape.x - here.centre[0], shape.y - here.centre[1])
            candidate.add(-away, "inches from the centre")
            if not here.scores(unit):
                candidate.add(-30.0, "a Character follows the troops")
        found.append(candidate)
    return found


def manoeuvre(here: Situation, ask: Ask, question: Manoeuvre) -> list[Candidate]:
    """Every draft of a move with what its end promises. Only the best that is legal will be made."""
    unit = here.unit(question.unit)
    judge = MoveJudge(here, unit)
    start = here.rects[unit.id]
    found = []
    seen: set[tuple[str, float, float, float]] = set()
    for kind, steps in drafts(here, unit, start, question.kinds):
        if not kind and not question.optional:
            continue
        stops = walk(start, steps)
        end = stops[-1]
        mark = (kind, round(end.x, 2), round(end.y, 2), round(end.facing, 1))
        if mark in seen:
            continue
        seen.add(mark)
        candidate = Candidate(
            Moved(kind, tuple(steps)) if kind else Moved(), _label(here, unit, kind, steps, end), sure=not kind
        )
        judge.weigh(candidate, kind, steps, stops)
        found.append(candidate)
    return found


def _label(here: Situation, unit: Unit, kind: str, steps: tuple[Step, ...], end: Rect) -> str:
    if not kind:
        return f"{unit.name} stays"
    if kind == "pivot":
        return f"{unit.name} turns"
    if any(isinstance(step, Back) for step in steps):
        return f"{unit.name} steps back"
    if any(isinstance(step, Sidestep) for step in steps):
        return f"{unit.name} sidesteps"
    start = here.rects[unit.id]
    nearer = hypot(end.x - here.centre[0], end.y - here.centre[1]) < hypot(
        start.x - here.centre[0], start.y - here.centre[1]
    )
    return f"{unit.name} {'marches' if kind == 'march' else 'advances'}{' to the centre' if nearer else ''}"


def drafts(here: Situation, unit: Unit, start: Rect, kinds: tuple[Kind, ...]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Moves worth a thought: headings and distances over the whole reach, and to stay."""
    yield "", ()
    goals = [here.centre, *((here.rects[foe.id].x, here.rects[foe.id].y) for foe in here.foes)]
    if here.scores(unit) and here.from_zone(start) > 0.0:
        goals += _ways_round(here, start)
    turns = [turn_between(start.facing, bearing(start.x, start.y, x, y)) for x, y in goals]
    turns += [turn + shift for turn in turns[:1] for shift in (-40.0, 40.0)]
    for kind in kinds:
        if kind.pivots == "only":
            for turn in turns:
                if abs(turn) > 1.0:
                    yield kind.name, (Pivot(turn),)
            continue
        if kind.back > TOLERANCE:
            yield kind.name, (Back(kind.back),)
            yield kind.name, (Back(kind.back / 2),)
        if kind.side > TOLERANCE:
            for share in (1.0, 0.5, -0.5, -1.0):
                yield kind.name, (Sidestep(kind.side * share),)
        for share in SHARES:
            yield kind.name, (Forward(kind.forward * share),)
        if kind.pivots in ("first", "any"):
            yield from _pivoted(kind, turns)
        if kind.pivots == "any":
            yield from _pivoted_twice(here, start, kind, goals)
        elif kind.wheels and kind.pivots == "none":
            # Where a Pivot comes first for nothing there is no need to pay for a wheel.
            yield from _wheeled(start, kind, goals)
            yield from _turned_late(start, kind, goals[1:])
        yield from _just_inside(here, start, kind)


def _ways_round(here: Situation, start: Rect) -> list[Point]:
    """Points beside the centre where a unit counts too, for when friends stand in the direct way, and round rocks."""
    x, y = here.centre
    back = -3.0 if start.y < y else 3.0
    return [(x - 5.0, y), (x + 5.0, y), (x - 4.0, y + back), (x + 4.0, y + back), *here.ways_round(start)]


def _pivoted(kind: Kind, turns: list[float]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    for turn in turns:
        if abs(turn) > 1.0:
            for share in SHARES:
                yield kind.name, (Pivot(turn), Forward(kind.forward * share))


def _pivoted_twice(
    here: Situation, start: Rect, kind: Kind, goals: list[Point]
) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Single models go wherever they like and look at the enemy in the end."""
    looks = [(here.rects[foe.id].x, here.rects[foe.id].y) for foe in here.foes] or goals
    for heading in range(0, 360, 45):
        turn = turn_between(start.facing, float(heading))
        for share in (1.0, 0.5):
            inches = kind.forward * share
            there = walk(start, (Pivot(turn), Forward(inches)))[-1]
            look = min(looks, key=lambda goal: hypot(goal[0] - there.x, goal[1] - there.y))
            back = turn_between(there.facing, bearing(there.x, there.y, *look))
            yield kind.name, (Pivot(turn), Forward(inches), Pivot(back))


def _wheeled(start: Rect, kind: Kind, goals: list[Point]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """A wheel and then straight on: towards the goals and by a fan of angles."""
    most = min(90.0, wheel_angle_for(start.width, kind.forward))
    towards = (wheel_towards(start, *goal) for goal in goals)
    wanted = {round(max(-most, min(most, angle)), 1) for angle in towards if abs(angle) > 1.0}
    fan = {sign * angle for angle in ANGLES for sign in (-1.0, 1.0)}
    for angle in sorted(wanted | fan):
        if abs(angle) > most:
            continue
        wheel = Wheel(angle)
        left = kind.forward - cost(start, wheel)
        for share in SHARES if angle in wanted else (1.0, 0.5):
            yield kind.name, (wheel, Forward(max(0.0, left * share - 1e-6)))
        if left > 1.0 and abs(angle) <= 45.0:
            # There and back again: a step aside that keeps the facing.
            again = left - cost(start, wheel)
            if again > 0.5:
                yield kind.name, (wheel, Forward(again - 1e-6), Wheel(-angle))


def _turned_late(start: Rect, kind: Kind, foes: list[Point]) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Straight on and then wheeled to face one of the nearest enemies, so that none of them finds a flank."""
    nearest = sorted(foes, key=lambda foe: hypot(foe[0] - start.x, foe[1] - start.y))[:2]
    for share in (0.25, 0.6):
        inches = kind.forward * share
        ahead = apply(start, Forward(inches))
        most = min(90.0, wheel_angle_for(start.width, kind.forward - inches - 1e-6))
        for foe in nearest:
            angle = max(-most, min(most, wheel_towards(ahead, *foe)))
            if abs(angle) > 5.0:
                yield kind.name, (Forward(inches), Wheel(int(angle * 10) / 10))


def _just_inside(here: Situation, start: Rect, kind: Kind) -> Iterator[tuple[str, tuple[Step, ...]]]:
    """Ways that end just where units count: straight on and, late in the battle, by many headings round obstacles."""
    if here.from_zone(start) <= 0.0:
        return
    ways: list[tuple[Step, ...]] = [()]
    if here.moves_left <= 1:
        if kind.pivots in ("first", "any"):
            ahead = turn_between(start.facing, bearing(start.x, start.y, *here.centre))
            ways += [(Pivot(ahead + shift),) for shift in range(-75, 76, 15)]
        elif kind.wheels:
            wheels = [Wheel(float(angle)) for angle in range(-75, 76, 15) if angle]
            ways += [(wheel,) for wheel in wheels]
            ways += [(Forward(inches), wheel) for inches in (1.5, 3.0, 4.5) for wheel in wheels]
    for way in ways:
        left = kind.forward - sum(cost(start, step) for step in way)
        inches = _entry(here, walk(start, way)[-1], left)
        if inches is not None:
            for extra in (0.01, 0.5):
                if inches + extra <= left:
                    yield kind.name, (*way, Forward(inches + extra))


def _entry(here: Situation, shape: Rect, limit: float) -> float | None:
    """How far straight on the unit first counts, if it gets there."""
    inches = 0.0
    for _ in range(8):
        # What is missing to the nearest point of the zone is never more than what is missing straight on.
        missing = here.from_zone(apply(shape, Forward(inches)))
        if missing <= 0.005:
            return inches
        inches += missing
        if inches > limit:
            return None
    return None


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
        self._danger(candidate, end)
        self._chances(candidate, end)
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
                candidate.add(-0.5 * max(0.0, deep - 4.0), "only just near enough", "eow.victory.basic.count")
            else:
                candidate.add(-PULL[0] * away, "inches short of the centre", "eow.victory.basic.count")
            return
        reach = 0.8 * here.marches[self.unit.id] * left
        late = max(0.0, away - reach)
        candidate.add(-4.0 * late, "too far to be at the centre in time", "eow.victory.basic.count")
        pull, inside = PULL.get(left, 0.6), INSIDE.get(left, 3.0)
        if self.armed is not None and self.armed.weapon.range >= 18 and left > 1:
            # Shooters do their work from afar and come when it counts.
            pull, inside = pull * 0.4, inside * 0.3
        candidate.add(-pull * away, "inches from where units count", "eow.victory.basic.count")
        if away <= 0.0:
            candidate.add(inside, "holds the centre", "eow.victory.basic.count")

    def _danger(self, candidate: Candidate, end: Rect) -> None:
        """What enemies could do by charging it there."""
        here, unit = self.here, self.unit
        thought = (unit.id, here.from_zone(end) <= 0.0)
        likely: list[tuple[float, Unit, Arc]] = []
        total = 0.0
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
                where = "" if side == "front" else f" in the {'rear' if side == 'rear' else 'flank'}"
                price = INVITED if where else FACED
                candidate.add(-price * chance * bad, f"may be charged by {foe.name}{where}", "eow.charge.range.roll")
        if len(likely) > 1:
            self._alone(candidate, end, len(likely))
            self._both(candidate, thought, sorted(likely, key=lambda told: -told[0])[:2], total)
        for foe in self.shooters:
            losses = volley(here, foe, here.rects[foe.id], unit, end, moved=False)
            if losses > 0.0:
                candidate.add(
                    -0.5 * harm_worth(here, unit, losses), f"under fire of {foe.name}", "eow.shoot.range_measure"
                )

    def _both(
        self, candidate: Candidate, thought: tuple[int, bool], likely: list[tuple[float, Unit, Arc]], alone: float
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
            candidate.add(-FACED * one * two * (bad - alone), label, "eow.charge.combined.roll_first")

    def _alone(self, candidate: Candidate, end: Rect, enemies: int) -> None:
        """Not far ahead of its friends where several enemies can reach it."""
        here = self.here
        if not self.scores or here.moves_left < 2 or enemies < 2:
            return
        near = sum(distance(shape, end) - more <= SUPPORT for shape, more in self.company)
        candidate.add(-ALONE * max(0, enemies - 1 - near), "alone before several enemies", "eow.charge.range.roll")

    def _chances(self, candidate: Candidate, end: Rect) -> None:
        """The best charge that it could make next turn if the enemy stood still."""
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
        candidate.add(0.45 * best, f"could charge {whom} next", "eow.charge.range.roll")

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
        candidate.add(-0.02 * turn, "looks away from the enemy")

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
                    -harm_worth(here, unit, losses), "dangerous ground", "eow.terrain.hindering.dangerous_ride"
                )
                return
