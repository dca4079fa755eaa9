"""Drafts of moves by wheels: sensible ones towards goals, and any at random."""

from __future__ import annotations

from warhost.dice import Chance
from warhost.field.drafts import random_wheeling, wheeling_drafts
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
    ways = {draft.steps for draft in drafts if draft.kind == "advance"}
    assert {(Forward(4.0),), (Forward(2.0),), (Back(2.0),), (Sidestep(2.0),), (Sidestep(-2.0),)} <= ways
    assert {(Pivot(90.0), Forward(4.0)), (Pivot(90.0), Forward(2.0))} <= ways
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
