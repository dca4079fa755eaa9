"""How the captain moves loose units: as a whole, to the best of many places, or it does something else instead."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, hypot, inf, radians, sin

from warhost.field.loose.bodies import middle_of, rect_about
from warhost.play import Ask, Walk, Walked, passes
from warhost.play.shown.english import acts
from warhost.players.captain.acting.drafts import Drafts
from warhost.players.captain.acting.moves import CAREFUL
from warhost.players.captain.engine import Candidate, Looks, best_of
from warhost.players.captain.judging.overview import Overview, U
from warhost.players.captain.judging.places import PlaceJudge
from warhost.table import Point, Pose, Rect, bearing, rect

FAN = tuple(range(0, 360, 45))
"""Headings that lead nowhere in particular."""

ROUNDED = 0.002
"""What rounding a place may add to the way there."""

VOLLEYS = 4
"""For so many of the best places the volley is worked out."""


def walk(here: Overview, ask: Ask, question: Walk) -> list[Candidate]:
    """The best place that the unit can go to, to stay, and what it may do instead."""
    unit = here.counsel.unit(question.unit)
    start = here.rects.get(unit.id)
    if start is None:
        return []
    judge = PlaceJudge(here, unit, fresh=here.counsel.acts_now(question))
    found: list[Candidate] = []
    if question.optional:
        stays = Candidate(Walked(), acts(unit.name, "stays"))
        judge.weigh(stays, start)
        found.append(stays)
    least = found[0].total if found else -inf
    volleys = [VOLLEYS]
    drafts: dict[tuple[int, int, int], tuple[Walked, Rect]] = {}
    for answer, end in drafted(here, ask, unit, start, question):
        drafts.setdefault(CAREFUL.mark(here.counsel.ways, end), (answer, end))
    best = best_of((_looks(here, ask, judge, answer, end, volleys) for answer, end in drafts.values()), least)
    if best is not None:
        found.append(best)
    choice = max(found, key=lambda candidate: candidate.total, default=None)
    standing, goes = (0.0, 0.0) if choice is None else (choice.total, _inches(here, ask, unit, choice))
    for option in question.instead:
        other = Candidate(Walked(instead=option.key), option.label)
        other.add(standing, "what it can do after that")
        for score, label, rule in here.counsel.instead(unit, option, goes):
            other.add(score, label, rule)
        found.append(other)
    return found


def _inches(here: Overview, ask: Ask, unit: U, candidate: Candidate) -> float:
    """How far a unit goes by an answer."""
    assert isinstance(candidate.answer, Walked)
    bases = ask.previewed(candidate.answer) if ask.previews else ()
    if not candidate.answer.goes or not bases:
        return 0.0
    start, end = here.rects[unit.id], rect_about(bases, 0.0)
    return hypot(end.x - start.x, end.y - start.y)


def drafted(here: Overview, ask: Ask, unit: U, start: Rect, question: Walk) -> Iterator[tuple[Walked, Rect]]:
    """Places within reach: towards all that is worth a thought, and all round."""
    # Places are rounded: a hair less than all inches is no inch too many.
    inches = question.inches - ROUNDED
    middle = middle_of(ask.previewed(Walked()) or ()) if ask.previews else (start.x, start.y)
    lengths = here.counsel.ways.lengths
    for x, y in Drafts(here, unit).points:
        far = hypot(x - middle[0], y - middle[1])
        if far > 0.1:
            for length in (min(inches, far), *(inches * share for share in lengths if inches * share < far)):
                yield _gone(start, middle, bearing(*middle, x, y), length, turns=question.faces)
    for heading in FAN:
        for share in lengths:
            yield _gone(start, middle, float(heading), inches * share, turns=question.faces)


def _gone(start: Rect, middle: Point, heading: float, inches: float, *, turns: bool) -> tuple[Walked, Rect]:
    """A walk that way. Where it does not matter where models look, they keep their places to each other: to turn about
    takes inches from those on the flanks."""
    dx, dy = sin(radians(heading)) * inches, cos(radians(heading)) * inches
    end = rect(start.x + dx, start.y + dy, start.facing, start.width, start.depth)
    pose = Pose(round(middle[0] + dx, 3), round(middle[1] + dy, 3), heading if turns else start.facing)
    return Walked(pose=pose), end


def _looks(here: Overview, ask: Ask, judge: PlaceJudge, answer: Walked, end: Rect, volleys: list[int]) -> Looks:
    """A place: what it can be worth at most, what it is worth where the unit would really end, its volley."""
    unit = judge.unit
    hope = judge.most_shots(end, "walk")
    yield judge.at_most(end) + hope
    rough = Candidate(answer, "")
    judge.weigh_stand(rough, end)
    yield rough.total + hope
    if not passes(ask.check, answer):
        return None
    bases = ask.previewed(answer)
    place = end if not bases else rect_about(bases, end.facing)
    candidate = Candidate(answer, _told(here, unit, place))
    start = here.rects[unit.id]
    gone = hypot(place.x - start.x, place.y - start.y)
    cost = judge.temper.fidget if gone < 1.0 else judge.temper.leaving
    candidate.add(-cost, "hardly moves" if gone < 1.0 else "leaves its place")
    judge.weigh_stand(candidate, place)
    judge.weigh_rest(candidate, place, "walk", ())
    for score, label, rule in here.counsel.across(unit, start, place):
        candidate.add(score, label, rule)
    yield candidate.total + hope
    if hope:
        if not volleys[0]:
            return None
        volleys[0] -= 1
        judge.volley(candidate, place, "walk")
        yield candidate.total
    return candidate


def _told(here: Overview, unit: U, end: Rect) -> str:
    """The move in words."""
    start, goals = here.rects[unit.id], here.goals
    near = min((hypot(end.x - goal.x, end.y - goal.y) for goal in goals), default=0.0)
    before = min((hypot(start.x - goal.x, start.y - goal.y) for goal in goals), default=0.0)
    return acts(unit.name, "moves") + (f" towards {here.counsel.goal_name}" if near < before - 1.0 else "")
