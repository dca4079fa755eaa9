"""What the captain does in a rulebook that it knows nothing of: go forward, stay together, say yes."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.play import Allocate, Ask, Battle, Choose, Manoeuvre, Moved, Pick, Place, Placed, Ruleset
from warhost.play.sides import same_side
from warhost.players.captain.engine import Candidate
from warhost.table import Point, Rect, walk

DECLINING = frozenset({"pass", "stay", "keep", "no", "none", "done", "flee"})
"""Keys that decline something: taken only where nothing else is offered."""


class GenericAdvisor:
    """Geometry only: towards the middle of the table and the enemies, the first option that does something."""

    def candidates(self, ask: Ask, view: Battle, ruleset: Ruleset) -> Sequence[Candidate]:
        question = ask.question
        if isinstance(question, Choose):
            return [
                Candidate(answer, option.label)
                .add(-1.0 if option.key in DECLINING else 0.0, "wastes a chance")
                .add(-0.01 * index, "comes later in the list")
                for index, (answer, option) in enumerate(zip(ask.suggestions(), question.options, strict=True))
            ]
        if isinstance(question, Allocate | Pick):
            sentence = "Everything on one target" if isinstance(question, Allocate) else "As many as possible"
            return [
                Candidate(answer, sentence).add(-0.01 * index, "comes later in the list")
                for index, answer in enumerate(ask.suggestions())
            ]
        goal = _goal(view, question.seat)
        found = []
        for answer in ask.suggestions():
            where = _where(answer, question, view, ruleset)
            candidate = Candidate(answer, _sentence(answer, question))
            if where is not None:
                candidate.add(-hypot(where[0] - goal[0], where[1] - goal[1]), "inches from the centre of the action")
            found.append(candidate)
        return found


def _sentence(answer: object, question: Manoeuvre | Place) -> str:
    if question.unit is None:
        return "Place it near the middle"
    return "Stay" if answer == Moved() else "Go towards the enemy"


def _goal(view: Battle, seat: int) -> Point:
    """Halfway between the middle of the table and the middle of the enemies."""
    x, y = view.scene.board.centre
    seats = view.scene.seats
    poses = [unit.pose for unit in view.units if unit.pose is not None and not same_side(seats, seat, unit.seat)]
    if not poses:
        return x, y
    ex, ey = sum(pose.x for pose in poses) / len(poses), sum(pose.y for pose in poses) / len(poses)
    return (x + ex) / 2, (y + ey) / 2


def _where(answer: object, question: Manoeuvre | Place, view: Battle, ruleset: Ruleset) -> Point | None:
    """Where the unit stands after the answer."""
    if isinstance(answer, Placed):
        return answer.pose.x, answer.pose.y
    unit = next(unit for unit in view.units if unit.id == question.unit)
    shape: Rect | None = ruleset.boundary(view, unit)
    if shape is None or not isinstance(answer, Moved):
        return None
    end = walk(shape, answer.steps)[-1]
    return end.x, end.y
