"""Straight moves in any direction: what is one, what is in its way, which ones are worth a thought."""

from __future__ import annotations

from itertools import pairwise
from math import hypot, inf, nan
from typing import cast

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from warhost.field import Body, Cites, Field, Passage, Piece, Terrain, path_of
from warhost.field.moves.drifting import FINE, check_drift, drift_of, drifts_to, stops_on, straight_inches
from warhost.play.script import Refused
from warhost.table import TOLERANCE, Back, Board, Forward, Pivot, Rect, Sidestep, Step, apply, distance, overlaps, rect

HERE = rect(20.0, 20.0, 30.0, 4.0, 2.0)
PASSAGE = Passage(gap=1.0, passing=1.0, crowded="comes no nearer", board="whole", pivots="set down", barred="wall")
CITES = Cites(move="move", gap="gap", through="through", barred="barred")


def about(figure: float) -> float:
    """A figure that equals others but for rounding."""
    return cast("float", pytest.approx(figure))


straights = st.builds(Forward, st.floats(0.0, 3.0)) | st.builds(Back, st.floats(0.0, 3.0))
sides = st.builds(Sidestep, st.floats(-3.0, 3.0))


def judged(steps: tuple[Step, ...], *others: Rect, walls: tuple[Rect, ...] = (), flies: bool = False) -> str:
    """The rule that such a move breaks; empty if it is legal."""
    mover = Body(0, 0, "Mover", HERE)
    bodies = [mover, *(Body(number, 1, "Other", shape) for number, shape in enumerate(others, 1))]
    pieces = [Piece("the wall", shape, frozenset({"wall"})) for shape in walls]
    field = Field(Terrain(Board(48.0, 48.0), pieces), bodies)
    try:
        path = drift_of("Mover", HERE, steps, 3.0, "move")
        check_drift(field, mover, path, PASSAGE, CITES, flies=flies)
    except Refused as refused:
        return refused.rule or ""
    return ""


@pytest.mark.parametrize(
    "steps",
    [
        (Pivot(5.0),),
        (Forward(-1.0),),
        (Sidestep(nan),),
        (Forward(inf), Back(inf)),
        (Forward(1.0), Sidestep(1.0), Back(1.0)),
        (Forward(2.5), Sidestep(2.5)),
    ],
)
def test_turns_third_steps_and_too_many_inches_are_no_such_move(steps: tuple[Step, ...]) -> None:
    assert judged(steps) == "move"


@example(straight=Forward(0.0625), aside=Sidestep(3.0))  # less than the tolerance too far
@given(straight=straights, aside=sides)
def test_the_inches_are_those_of_the_straight_line(straight: Step, aside: Step) -> None:
    path = path_of(HERE, (straight, aside))
    end = apply(apply(HERE, straight), aside)
    assert straight_inches(path) == pytest.approx(hypot(end.x - HERE.x, end.y - HERE.y))
    stops = [HERE, *stops_on(path)]
    assert (stops[-1].x, stops[-1].y) == pytest.approx((end.x, end.y))
    assert all(hypot(b.x - a.x, b.y - a.y) <= FINE + 1e-9 for a, b in pairwise(stops))
    assert (judged((straight, aside)) == "") == (straight_inches(path) <= 3.0 + TOLERANCE)


@given(straight=straights, aside=sides, x=st.floats(12.0, 28.0), y=st.floats(12.0, 28.0), flies=st.booleans())
def test_a_legal_move_keeps_the_gap_at_its_end_and_comes_no_nearer_on_the_way(
    straight: Step, aside: Step, x: float, y: float, flies: bool
) -> None:
    other = rect(x, y, 75.0, 2.0, 3.0)
    path = path_of(HERE, (straight, aside))
    if overlaps(HERE, other) or judged((straight, aside), other, flies=flies):
        return
    assert distance(path.end, other) >= 1.0 - 1e-6
    if not flies:
        nearest = min(1.0, distance(HERE, other))
        assert all(distance(stop, other) >= nearest - 1e-6 for stop in stops_on(path))


def test_what_is_in_the_way_is_named_by_its_rule() -> None:
    ahead = apply(HERE, Forward(2.6))
    assert judged((Forward(3.0),), apply(HERE, Forward(2.0))) == "through"
    assert judged((Forward(1.0),), apply(HERE, Forward(3.5))) == "gap"
    assert judged((Forward(3.0),), walls=(ahead,)) == "barred"
    thin = rect(ahead.x, ahead.y, 30.0, 1.0, 0.1)
    assert judged((Forward(3.0),), walls=(thin,), flies=True) == ""
    # Exactly a gap away is far enough; who flies passes over somebody, but may not end so near.
    assert judged((Forward(1.0),), apply(HERE, Forward(4.0))) == ""
    assert judged((Forward(1.0),), apply(HERE, Forward(3.99))) == "gap"
    beyond = rect(apply(HERE, Forward(1.6)).x, apply(HERE, Forward(1.6)).y, 30.0, 1.0, 0.1)
    assert judged((Forward(3.0),), beyond, flies=True) == "gap"
    near = apply(HERE, Forward(2.5))  # half an inch away
    assert judged((Sidestep(0.5),), near) == "gap"
    assert judged((Sidestep(0.5),), near, flies=True) == "gap"
    assert judged((Back(0.5),), near) == ""
    assert judged((Back(0.5),), near, flies=True) == ""
    assert judged((Back(0.4),), near) == "gap"


def test_drafts_lead_straight_at_goals_and_no_further() -> None:
    goal = (apply(apply(HERE, Forward(1.0)), Sidestep(-1.0)).x, apply(apply(HERE, Forward(1.0)), Sidestep(-1.0)).y)
    drafts = drifts_to(HERE, [goal, (20.0, 40.0), (HERE.x, HERE.y)], 3.0)
    assert len(drafts) == 6
    end = path_of(HERE, drafts[4]).end
    assert (end.x, end.y) == pytest.approx(goal)
    assert straight_inches(path_of(HERE, drafts[5])) == pytest.approx(3.0)
    behind = apply(apply(HERE, Back(2.0)), Sidestep(1.0))
    *_, last = drifts_to(HERE, [(behind.x, behind.y)], 3.0)
    assert last == (Back(about(2.0)), Sidestep(about(1.0)))
    *_, last = drifts_to(rect(20.0, 20.0, 0.0, 4.0, 2.0), [(22.0, 20.0)], 3.0)
    assert last == (Forward(0.0), Sidestep(2.0))
