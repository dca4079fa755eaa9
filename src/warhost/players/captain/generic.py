"""What the captain does in a rulebook that tells it nothing: by the telling odds of options, and towards what counts.

Options carry odds, and a choice hangs on those that are `telling`: what an option takes from its target on average, or
how likely it succeeds. Points that count are drawn on the board (`Shows.overlay`). Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.field.loose.bodies import middle_of
from warhost.play import (
    Allocate,
    Allocated,
    Ask,
    Battle,
    Choose,
    Manoeuvre,
    Moved,
    Option,
    Pick,
    Place,
    Placed,
    Ruleset,
    Walk,
    Walked,
)
from warhost.play.rules.sides import same_side
from warhost.play.shown.cards import Shows
from warhost.players.captain.engine import Candidate
from warhost.table import Point, Rect, distance_to_point, summed, walk

DECLINING = frozenset({"pass", "stay", "keep", "no", "none", "done", "flee"})
"""Keys that decline something where no option says that it passes."""

LIKELY = 0.35
"""What succeeds more often than this is worth doing."""

SURE = 10.0
"""What a sure success counts, against a wasted chance and an inch of the way."""

CLAIMED = 6.0
"""How many inches farther a goal seems for each friend that is nearer to it."""

AT_GOAL = 3.0
"""Who is as near to a goal stays."""


class GenericAdvisor:
    """An advisor for what is likely to succeed and does most; units go where it counts, else towards the enemy."""

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        if isinstance(question, Choose):
            weighed = ask.weighed()
            assert isinstance(weighed, Choose)
            return [_option(weighed, view, ruleset, index) for index in range(len(weighed.options))]
        if isinstance(question, Allocate | Pick):
            best = [_allocated(question)] if isinstance(question, Allocate) else []
            rest = enumerate(ask.suggestions())
            words = "Split the pools" if best else "As many as possible"
            return [*best, *(Candidate(answer, words).add(-0.01 * n, "comes later in the list") for n, answer in rest)]
        goal = _goal(view, question.seat, question.unit, ruleset)
        found = []
        for answer in ask.drafts():
            where = _where(answer, ask, question, view, ruleset)
            candidate = Candidate(answer, _sentence(answer, question), sure=not isinstance(question, Place))
            if where is not None:
                candidate.add(-hypot(where[0] - goal[0], where[1] - goal[1]), "inches from where it counts")
            risk = summed(odd.value for odd in ask.risked(answer) if odd.kind == "expected")
            candidate.add(-SURE * risk, "what the way may cost")
            found.append(candidate)
        return found


def _option(question: Choose, view: Battle, ruleset: Ruleset, index: int) -> Candidate:
    option = question.options[index]
    candidate = Candidate.of(option).add(-0.01 * index, "comes later in the list")
    declines = option.passes or (option.key in DECLINING and not any(other.passes for other in question.options))
    candidate.add(-1.0 if declines else 0.0, "wastes a chance")
    worth = promised(option)
    if worth is not None:
        candidate.add(worth, "what its odds promise")
    elif option.target is None and not declines and option.unit is not None:
        candidate.add(_idles(question, option, view, ruleset), "stays away from where it counts")
    return candidate


def promised(option: Option) -> float | None:
    """What an option promises by its telling odds; nothing where it tells none."""
    telling = [odd for odd in option.odds if odd.telling]
    harm = next((odd.value for odd in telling if odd.kind == "expected"), None)
    if harm is not None:
        return harm
    chances = [odd.value for odd in telling if odd.kind == "chance"][:2]
    if not chances:
        return None
    # It has to arrive and to win: the first two chances that a choice hangs on, one after the other.
    chance = chances[0] * (chances[1] if len(chances) > 1 else 1.0)
    return SURE * (chance - LIKELY)


def _idles(question: Choose, option: Option, view: Battle, ruleset: Ruleset) -> float:
    """The first of several things that a unit could do is the least of them: too little where it does not count yet."""
    same = [other for other in question.options if other.unit == option.unit and other.target is None]
    if len(same) < 2 or same[0] is not option:
        return 0.0
    unit = next((unit for unit in view.units if unit.id == option.unit), None)
    shape = None if unit is None else ruleset.boundary(view, unit)
    if shape is None:
        return 0.0
    return -2.0 if distance_to_point(shape, *_goal(view, question.seat, option.unit, ruleset)) > AT_GOAL else 0.0


def _allocated(question: Allocate) -> Candidate:
    """All of each pool on the target on which its odds promise most."""
    shares: dict[str, dict[str, int]] = {}
    for pool in question.pools:
        best = max(pool.targets, key=lambda option: promised(option) or 0.0)
        shares[pool.key] = {best.key: pool.count}
    return Candidate(Allocated(shares), "Everything on one target", sure=False).add(1.0, "fells it first")


def _sentence(answer: object, question: Manoeuvre | Walk | Place) -> str:
    if question.unit is None:
        return "Place it where it counts"
    if isinstance(question, Walk) and isinstance(answer, Walked) and answer.instead:
        return next((option.label for option in question.instead if option.key == answer.instead), answer.instead)
    return "Stay" if answer in (Moved(), Walked()) else "Go where it counts"


def _goal(view: Battle, seat: int, number: int | None, ruleset: Ruleset | None = None) -> Point:
    """The nearest point that counts and that friends leave to the unit; else halfway to the middle of the enemies."""
    points = _points(view, ruleset)
    mine = next((unit.pose for unit in view.units if unit.id == number and unit.pose is not None), None)
    if points:
        x, y = (mine.x, mine.y) if mine is not None else view.scene.board.centre
        gaps = {point: hypot(point[0] - x, point[1] - y) for point in points}
        claims = {
            point: summed(
                same_side(view.scene.seats, unit.seat, seat)
                and unit.id != number
                and unit.pose is not None
                and hypot(unit.pose.x - point[0], unit.pose.y - point[1]) < gaps[point]
                for unit in view.units
            )
            for point in points
        }
        alone = len(points) > 1
        return min(points, key=lambda point: gaps[point] + (CLAIMED * claims[point] if alone else 0.0))
    x, y = view.scene.board.centre
    seats = view.scene.seats
    poses = [unit.pose for unit in view.units if unit.pose is not None and not same_side(seats, seat, unit.seat)]
    if not poses:
        return x, y
    if number is not None and mine is not None:
        nearest = min(poses, key=lambda pose: hypot(pose.x - mine.x, pose.y - mine.y))
        return nearest.x, nearest.y
    ex, ey = summed(pose.x for pose in poses) / len(poses), summed(pose.y for pose in poses) / len(poses)
    return (x + ex) / 2, (y + ey) / 2


def _points(view: Battle, ruleset: object) -> list[Point]:
    """The points around which the book draws a ring: what is near them counts."""
    if not isinstance(ruleset, Shows) or not view.turn:
        return []
    return [(ring.x, ring.y) for ring in ruleset.overlay(view).rings]


def _where(
    answer: object, ask: Ask, question: Manoeuvre | Walk | Place, view: Battle, ruleset: Ruleset
) -> Point | None:
    """Where the unit stands after the answer."""
    if isinstance(answer, Walked):
        stands = ask.previewed(answer)
        return middle_of(stands) if stands else None
    if isinstance(answer, Placed):
        return answer.pose.x, answer.pose.y
    unit = next(unit for unit in view.units if unit.id == question.unit)
    shape: Rect | None = ruleset.boundary(view, unit)
    if shape is None or not isinstance(answer, Moved):
        return None
    end = walk(shape, answer.steps)[-1]
    return end.x, end.y
