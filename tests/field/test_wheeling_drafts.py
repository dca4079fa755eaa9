"""Drafts of moves by wheels: sensible ones towards goals, and any at random."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.field.moves.drafts import random_wheeling, wheeling_drafts
from warhost.play.questions import Kind, Turning
from warhost.table import TOLERANCE, Back, Forward, Pivot, Sidestep, cost, rect

MARCH = Kind("march", 8.0, turns=(Turning("corner", 90.0, costs=True),))
ADVANCE = Kind(
    "advance", 4.0, 2.0, 2.0, (Turning("corner", 90.0, costs=True), Turning("centre", 360.0, most=1, first=True))
)
PIVOT = Kind("pivot", turns=(Turning("centre", 360.0, most=1),))


def test_wheeling_drafts_turn_to_goals_and_go_every_way_that_a_kind_allows() -> None:
    shape = rect(24.0, 24.0, 0.0, 4.0, 2.0)
    drafts = list(wheeling_drafts(shape, (PIVOT, ADVANCE, MARCH), [(40.0, 24.0)], (24.0, 40.0)))
    turns = [draft.steps for draft in drafts if draft.kind == "pivot"]
    assert (Pivot(90.0),) in turns
    assert all(len(steps) == 1 for steps in turns)
    # To look at a goal behind means to turn about, further than a wheel could.
    behind = [draft.steps for draft in wheeling_drafts(shape, (PIVOT,), [(24.0, 2.0)], (24.0, 40.0))]
    assert (Pivot(180.0),) in behind
    assert list(wheeling_drafts(shape, (Kind("stand"),), [(40.0, 24.0)], (24.0, 40.0))) == []
    ways = {draft.steps for draft in drafts if draft.kind == "advance"}
    assert {(Forward(4.0),), (Forward(2.0),), (Back(2.0),), (Sidestep(2.0),), (Sidestep(-2.0),)} <= ways
    assert {(Pivot(90.0), Forward(4.0)), (Pivot(90.0), Forward(2.0))} <= ways
    # The goal in front needs no turn, so no draft has one for it.
    assert not any(isinstance(steps[0], Pivot) and abs(steps[0].degrees) < 1.0 for steps in ways)
    marches = [draft.steps for draft in drafts if draft.kind == "march"]
    assert not any(isinstance(step, Pivot | Back | Sidestep) for steps in marches for step in steps)
    assert all(sum(cost(shape, step) for step in steps) <= 8.0 + TOLERANCE for steps in marches)


def test_moves_by_wheels_at_random_keep_to_their_kind() -> None:
    shape, chance = rect(24.0, 24.0, 0.0, 4.0, 2.0), Chance("wheels")
    seen = set()
    for _ in range(300):
        moved = random_wheeling(shape, (PIVOT, ADVANCE, MARCH), chance)
        seen.add(moved.kind)
        if moved.kind == "advance":
            limit = 2.0 if any(isinstance(step, Back | Sidestep) for step in moved.steps) else 4.0
            assert sum(cost(shape, step) for step in moved.steps) <= limit + TOLERANCE
        if moved.kind == "march":
            assert not any(isinstance(step, Pivot | Back | Sidestep) for step in moved.steps)
    assert seen == {"", "pivot", "advance", "march"}


def test_moves_by_wheels_at_random_go_ahead_half_of_the_time() -> None:
    shape, chance = rect(24.0, 24.0, 0.0, 4.0, 2.0), Chance("ways")
    drafts = [random_wheeling(shape, (ADVANCE,), chance).steps for _ in range(600)]
    drafts = [steps for steps in drafts if steps]
    assert 240 <= len(drafts) <= 360
    backs = [steps for steps in drafts if isinstance(steps[0], Back)]
    asides = [steps[0].inches for steps in drafts if isinstance(steps[0], Sidestep)]
    assert 30 <= len(backs) <= 75
    assert 70 <= len(asides) <= 130
    assert 25 <= sum(inches > 0.0 for inches in asides) <= 75
    ahead = [steps for steps in drafts if not isinstance(steps[0], Back | Sidestep)]
    assert {len(steps) for steps in ahead} == {1, 2, 3, 4}
    assert max(sum(not isinstance(step, Pivot) for step in steps) for steps in ahead) == 3
    # A pivot that must come first comes first, in about half of them.
    assert not any(isinstance(step, Pivot) for steps in ahead for step in steps[1:])
    assert 0.3 <= sum(isinstance(steps[0], Pivot) for steps in ahead) / len(ahead) <= 0.7
    # Only what can go back or aside is drawn to do so.
    back = Kind("retire", 4.0, 2.0, 0.0, ADVANCE.turns)
    assert any(
        isinstance(steps[0], Back)
        for steps in (random_wheeling(shape, (back,), chance).steps for _ in range(60))
        if steps
    )


def test_a_pivot_that_may_come_late_comes_late_at_times() -> None:
    shape, chance = rect(24.0, 24.0, 0.0, 4.0, 2.0), Chance("late")
    roam = Kind("roam", 4.0, turns=(Turning("corner", 90.0, costs=True), Turning("centre", 360.0)))
    drafts = [random_wheeling(shape, (roam,), chance).steps for _ in range(200)]
    assert any(isinstance(step, Pivot) for steps in drafts for step in steps[1:])
    assert not any(isinstance(step, Back | Sidestep) for steps in drafts for step in steps)
