"""How the captain sets up: in a line towards the goal that all share, or spread over the goals that need units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from warhost.play import Ask, Choose, Pick, Picked, Place, Placed, passes
from warhost.play.shown.english import acts
from warhost.players.captain.acting.moves import ROUGHLY
from warhost.players.captain.engine import Candidate, Looks, best_of
from warhost.players.captain.judging.friends import stands_before
from warhost.players.captain.judging.overview import Overview, U
from warhost.players.captain.judging.places import PlaceJudge
from warhost.table import (
    Area,
    Point,
    Pose,
    Rect,
    distance,
    distance_to_point,
    overlaps_any,
    rect,
    segment_crosses,
    summed,
)

FAST, FAR_SHOOTER = 12.0, 18.0
"""Who goes so far in a turn can come from the flank; who shoots so far stands beside the line."""

LANE = 8.0
"""How far ahead of a unit the ground should be free of walls."""

FLANK = 9.0
"""How far from the middle fast units like to stand."""

ROLES = {"line": 1.0, "shooter": 0.6, "fast": 0.7, "leader": 0.5}
"""The part that units play, in the order in which they are set up, and what an inch from their place costs."""

LANES = (0.15, 0.3, 0.5, 0.7, 0.85)
"""The ways to the goal that are looked at before a table edge is chosen, as parts of it."""

CROWDED = 8.0
"""How near friends may be before a place is crowded."""


def side(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """Which edge: the one with the freer ways to the centre, and the better hill for shooters."""
    board = here.counsel.battle.scene.board
    found = []
    for option in question.options:
        candidate = Candidate.of(option)
        if option.areas:
            front = _front(option.areas[0], board.centre)
            starts = [(board.width * part, front) for part in LANES]
            walls = here.counsel.walls()
            barred = sum(any(segment_crosses(wall, start, here.centre) for wall in walls) for start in starts)
            candidate.add(-2.0 * barred, "paths to the centre are blocked", here.cite("wall"))
            hills = sum(abs(hill.y - front) < 6.0 for hill in here.counsel.heights() if _in(option.areas[0], hill))
            candidate.add(1.0 * hills, "a hill for the shooters", here.cite("hill"))
        if not candidate.terms:
            candidate.add(0.01, "nothing in the way")
        found.append(candidate)
    return found


def _front(area: Area, centre: Point) -> float:
    """How far up the table the front of a zone lies."""
    return min((y for _, y in area.corners), key=lambda y: abs(y - centre[1]))


def _is_strip(area: Area) -> bool:
    """Whether a zone lies along a table edge, as deep everywhere."""
    return len(area.corners) == 4 and len({x for x, _ in area.corners}) == len({y for _, y in area.corners}) == 2


def _in(area: Area, hill: Rect) -> bool:
    return area.contains_point(hill.x, hill.y)


def role(here: Overview, unit: U) -> str:
    counsel = here.counsel
    if counsel.follows(unit) or counsel.leads(unit):
        return "leader"
    if counsel.range(unit) >= FAR_SHOOTER:
        return "shooter"
    return "fast" if counsel.pace(unit) >= FAST else "line"


def order(here: Overview, ask: Ask, question: Choose) -> list[Candidate]:
    """The line first, then those who stand beside it, leaders last; with many goals the valuable units wait and see."""
    found = []
    for option in question.options:
        candidate = Candidate.of(option, f"{option.label} next")
        if option.unit is None:
            if option.passes:
                candidate.add(-1000.0, "keeps units off the table")
            else:
                candidate.add(-500.0, "can wait until the units stand")
        else:
            unit = here.counsel.unit(option.unit)
            what = role(here, unit)
            if here.counsel.in_line:
                candidate.add(-10.0 * list(ROLES).index(what), f"its place in the line ({what})")
                candidate.add(here.counsel.footprint(unit, Pose(0.0, 0.0, 0.0)).width / 10, "wide units first")
            else:
                candidate.add(-0.1 * here.counsel.worth(unit), "valuable units wait")
            for score, label, rule in here.counsel.first_set_up(unit, question):
                candidate.add(score, label, rule)
        found.append(candidate)
    return found


def place(here: Overview, ask: Ask, question: Place) -> list[Candidate]:
    """Places in the zone, each weighed."""
    if question.unit is None:
        return []
    unit = here.counsel.unit(question.unit)
    judge = _Setting(here, unit)
    if here.counsel.in_line and question.zone is not None and _is_strip(question.zone):
        answers = [Placed(pose) for pose in judge.poses(question.zone)]
    else:
        answers = [answer for answer in ask.drafts() if isinstance(answer, Placed)]
    found = []
    for answer in answers:
        candidate = Candidate(answer, f"{acts(unit.name, 'deploys')} there", sure=False)
        judge.weigh(candidate, here.counsel.footprint(unit, answer.pose))
        found.append(candidate)
    return found


FURTHER = 1.5
"""What each further one of several that are picked has to be worth."""


def picks(here: Overview, ask: Ask, question: Pick) -> list[Candidate]:
    """Those of several that the book speaks for, each for itself; few rather than many."""
    found = []
    for answer in ask.suggestions():
        assert isinstance(answer, Picked)
        chosen = [option for option in question.options if option.key in answer.options]
        candidate = Candidate(answer, ", ".join(option.label for option in chosen) or "None of them")
        for option in chosen:
            for score, label, rule in here.counsel.choice(question, option):
                candidate.add(score, label, rule)
        candidate.add(-FURTHER * max(0, len(chosen) - 1), "more than one of them")
        found.append(candidate)
    return found


ALONG = 1.5
"""How far apart places along the front of a zone are looked at."""


class _Setting:
    """A judge of places for one unit before the battle."""

    def __init__(self, here: Overview, unit: U) -> None:
        self.here = here
        self.unit = unit
        self.role = role(here, unit)
        self.goals: list[Point] = [(goal.x, goal.y) for goal in here.goals] or [here.centre]
        self.friends = [(friend, here.rects[friend.id]) for friend in here.own if friend is not unit]
        self.claims = [sum(self._is_for(shape, goal) for _, shape in self.friends) for goal in self.goals]
        self.foes = [sum(self._is_for(here.rects[foe.id], goal) for foe in here.foes) for goal in self.goals]
        self.pace = max(1.0, here.counsel.pace(unit))
        self.range = here.counsel.range(unit)
        self.walls = here.counsel.walls(unit)

    def poses(self, zone: Area) -> Iterator[Pose]:
        """Places along the front of a zone, and some way behind it."""
        board = self.here.counsel.battle.scene.board
        front = _front(zone, board.centre)
        middle = summed(y for _, y in zone.corners) / len(zone.corners)
        facing, back = (0.0, -1.0) if middle < front else (180.0, 1.0)
        shape = self.here.counsel.footprint(self.unit, Pose(0.0, 0.0, facing))
        left, right = (edge(x for x, _ in zone.corners) for edge in (min, max))
        for behind in (2.0, 3.5, 5.0) if self.role == "leader" else (0.0, 2.0, 4.0):
            y = front + back * (behind + shape.depth / 2 + 0.001)
            first = left + shape.width / 2 + 0.01
            for step in range(max(0, ceil((right - shape.width / 2 - first) / ALONG))):
                yield Pose(round(first + ALONG * step, 3), y, facing)

    def _is_for(self, shape: Rect, goal: Point) -> bool:
        """Whether a unit that stands already is nearer to this goal than to any other."""
        return distance_to_point(shape, *goal) <= min(distance_to_point(shape, *point) for point in self.goals) + 0.01

    def weigh(self, candidate: Candidate, where: Rect) -> None:
        if self.here.counsel.in_line:
            self._line(candidate, where)
        else:
            self._needed(candidate, where)
        for score, label, rule in self.here.counsel.set_up_at(self.unit, where):
            candidate.add(score, label, rule)

    def _line(self, candidate: Candidate, where: Rect) -> None:
        """The unit's place in the line: in the middle, beside it or outside, and not behind friends or walls."""
        here = self.here
        x, y = here.centre if here.gathering is not None else here.counsel.battle.scene.board.centre
        aside = abs((where.x - x) * where.rx + (where.y - y) * where.ry)
        cost = ROLES[self.role] * (abs(aside - FLANK) if self.role == "fast" else aside)
        candidate.add(-cost, "inches from its flank" if self.role == "fast" else "inches from the middle")
        behind = (x - where.x) * where.fx + (y - where.y) * where.fy - 12.0 - where.depth / 2
        candidate.add(-max(0.0, behind), "inches behind the front")
        if self.role == "leader":
            self._leader(candidate, where)
        else:
            self._neighbours(candidate, where)
        if self.walls:
            candidate.add(-2.0 * here.detour(where), "its path to the centre is blocked", here.cite("wall"))
            lane = _lane(where, LANE, where.depth + LANE)
            if overlaps_any(lane, self.walls):
                candidate.add(-5.0, "a wall before its front", here.cite("wall"))

    def _neighbours(self, candidate: Candidate, where: Rect) -> None:
        """Nobody stands behind a friend, where neither way nor line of fire is free; shooters keep off fast enemies."""
        lane = _lane(where, 12.0, 12.0)
        for friend, shape in self.friends:
            if distance(lane, shape) <= 0.0:
                candidate.add(-6.0, f"stands behind {friend.name}")
        if self.role == "shooter":
            for foe in self.here.foes:
                if self.here.counsel.pace(foe) >= FAST:
                    near = abs(self.here.rects[foe.id].x - where.x)
                    candidate.add(0.1 * min(near, 15.0), f"away from {foe.name}")

    def _leader(self, candidate: Candidate, where: Rect) -> None:
        for friend, shape in self.friends:
            gap = distance(shape, where)
            score = 3.0 if gap <= 8.0 else -0.3 * (gap - 8.0)
            candidate.add(score, f"{friend.name} within its command", self.here.cite("command"))
            if (shape.y - where.y) * where.fy > 0 and abs(shape.x - where.x) < shape.width / 2:
                candidate.add(2.0, f"safe behind {friend.name}")

    def _needed(self, candidate: Candidate, where: Rect) -> None:
        """Near a goal that nobody else is for, not crowded, shooters with somebody in range."""
        here = self.here
        best = -1e9
        for goal, claims, foes in zip(self.goals, self.claims, self.foes, strict=True):
            turns = max(0.0, distance_to_point(where, *goal) - 3.0) / self.pace
            best = max(best, 30.0 / (1 + 1.2 * claims) + 4.0 * min(foes, claims + 1) - 9.0 * turns)
        candidate.add(best, f"near {here.counsel.goal_name} that needs it", here.cite("near"))
        near = sum(abs(where.x - s.x) + abs(where.y - s.y) < CROWDED + where.radius for _, s in self.friends)
        candidate.add(-1.5 * near, "crowded")
        slower = (shape for friend, shape in self.friends if here.counsel.pace(friend) < self.pace)
        if any(stands_before(where, shape, self.pace) for shape in slower):
            candidate.add(-3.0, "a slower friend stands in its way", here.cite("room"))
        if self.range:
            shapes = [here.rects[foe.id] for foe in here.foes]
            nearest = min((distance_to_point(where, shape.x, shape.y) for shape in shapes), default=24.0)
            candidate.add(-0.2 * max(0.0, nearest - self.range), "out of range")


def _lane(where: Rect, ahead: float, depth: float) -> Rect:
    """The ground before a place."""
    return rect(where.x + where.fx * ahead / 2, where.y + where.fy * ahead / 2, where.facing, where.width, depth)


def arrive(here: Overview, ask: Ask, question: Place) -> list[Candidate]:
    """Where a unit arrives in battle: by what a place is worth there."""
    if question.unit is None:
        return []
    unit = here.counsel.unit(question.unit)
    judge = PlaceJudge(here, unit, fresh=here.counsel.acts_now(question))
    places: dict[tuple[int, int, int], list[tuple[Placed, Rect]]] = {}
    for answer in ask.drafts():
        if isinstance(answer, Placed):
            where = here.counsel.footprint(unit, answer.pose)
            places.setdefault(ROUGHLY.mark(here.counsel.ways, where), []).append((answer, where))
    best = best_of(_looks(ask, judge, alike) for alike in places.values())
    return [] if best is None else [best]


def _looks(ask: Ask, judge: PlaceJudge, drafts: Sequence[tuple[Placed, Rect]]) -> Looks:
    """The first of these places that is legal: what it can be worth at most, and what it is worth."""
    yield judge.at_most(drafts[0][1])
    for answer, where in drafts:
        candidate = Candidate(answer, f"{acts(judge.unit.name, 'arrives')} there")
        yield judge.weigh(candidate, where, shoots=False).total
        if passes(ask.check, answer):
            return candidate
    return None


def by_worth(here: Overview, ask: Ask, question: Choose | Place | Pick) -> list[Candidate]:
    """What the book says of each option, of all that are picked together, or of each place that is suggested."""
    found = []
    if isinstance(question, Pick):
        options = {option.key: option for option in question.options}
        for picked in [*([Picked(())] if not question.least else []), *ask.suggestions()]:
            if isinstance(picked, Picked):
                candidate = Candidate(picked, ", ".join(options[key].label for key in picked.options) or "None of them")
                candidate.add(0.0 if picked.options else 0.01, "better without")
                for key in picked.options:
                    for score, label, rule in here.counsel.choice(question, options[key]):
                        candidate.add(score, label, rule)
                found.append(candidate)
        return found
    if isinstance(question, Place):
        for answer in ask.suggestions():
            if isinstance(answer, Placed):
                candidate = Candidate(answer, "It goes there")
                for score, label, rule in here.counsel.spot(question, answer.pose):
                    candidate.add(score, label, rule)
                found.append(candidate)
        return found
    for option in question.options:
        candidate = Candidate.of(option)
        for score, label, rule in here.counsel.choice(question, option):
            candidate.add(score, label, rule)
        found.append(candidate)
    _say_why_without(found)
    return found


def _say_why_without(found: list[Candidate]) -> None:
    """Who takes none of several things says which of them came nearest to being worth it, and by how much not."""
    without = [candidate for candidate in found if not candidate.terms]
    others = [candidate for candidate in found if candidate.terms]
    if not without or not others:
        return
    best = max(others, key=lambda candidate: candidate.total)
    if best.total < 0.0:
        # The same for all of them, and they were better already: it changes no choice.
        why = min(best.terms, key=lambda term: term[1])
        for candidate in without:
            candidate.add(-best.total, f"rather than {best.label.rstrip('.')}: {why[0]}", why[2])
