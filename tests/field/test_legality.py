"""Legality: one check for kinds of moves that are described by values, for a book that does not exist."""

from __future__ import annotations

from math import inf, nan

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.field import Body, Burden, Cites, Field, MoveKind, Passage, Piece, Terrain, check
from warhost.field.moves.legality import check_gaps
from warhost.play.questions import Kind, Turning
from warhost.play.script import Refused
from warhost.table import (
    TOLERANCE,
    Back,
    Board,
    Forward,
    Pivot,
    Rect,
    Sidestep,
    Step,
    Wheel,
    distance,
    gap_along,
    on_board,
    overlaps,
    rect,
)

BOARD = Board(36.0, 36.0)
CITES = Cites(
    move="move",
    direction="direction",
    back="back",
    side="side",
    ahead_only="ahead only",
    wheeled="wheeled",
    pivot="pivot",
    wheel="wheel",
    no_pivot="no pivot",
    no_wheel="no wheel",
    pivots="pivots",
    pivot_first="pivot first",
    spot="spot",
    edge="edge",
    inside="inside",
    passing="passing",
    through="through",
    gap="gap",
    overlap="overlap",
    contact="contact",
    touching="touching",
    barred="barred",
    barred_end="barred end",
)
WALK = Kind("walk", 6.0, 3.0, 2.0, (Turning("centre", 90.0, most=2), Turning("corner", 45.0, costs=True)), 1.0)
LIFTED = Passage(
    gap=1.0, passing=0.5, crowded="stays near", board="front", pivots="lifted", barred="rock", barred_keeps_gap=True
)
SET_DOWN = Passage(gap=1.0, passing=1.0, crowded="comes no nearer", board="whole", pivots="set down", barred="rock")
PASSAGES = st.sampled_from([LIFTED, SET_DOWN])

SQUARE = rect(18.0, 18.0, 0.0, 2.0, 2.0)


def field(*others: Rect, rocks: tuple[Rect, ...] = (), own: Rect = SQUARE) -> Field:
    pieces = [Piece("the rock", rock, frozenset({"rock"})) for rock in rocks]
    bodies = [Body(number, number % 2, f"unit {number}", shape) for number, shape in enumerate((own, *others))]
    return Field(Terrain(BOARD, pieces), bodies)


def refusal(
    here: Field,
    *steps: Step,
    kind: Kind = WALK,
    passage: Passage = LIFTED,
    flies: bool = False,
    without: tuple[int, ...] = (),
    burden: Burden | None = None,
) -> str:
    """The rule by which a move of the first body is refused; nothing if it is legal."""
    move = MoveKind(kind, passage, CITES)
    told = None if burden is None else lambda path: burden
    try:
        check(here, here[0], move, steps, flies=flies, without=without, burden=told)
    except Refused as refused:
        return refused.rule or "?"
    return ""


@pytest.mark.parametrize(
    ("steps", "says"),
    [
        ((), ""),
        ((Forward(6),), ""),
        ((Forward(6.01),), "move"),
        ((Back(3),), ""),
        ((Back(3.01),), "back"),
        ((Sidestep(-2),), ""),
        ((Sidestep(-2.01),), "side"),
        ((Forward(1), Back(1)), "direction"),
        ((Sidestep(1), Sidestep(-1)), "direction"),
        ((Back(1), Wheel(10)), "direction"),
        ((Pivot(90), Forward(2), Pivot(-90)), ""),
        ((Pivot(91),), "pivot"),
        ((Pivot(nan),), "pivot"),
        ((Pivot(9), Forward(1), Pivot(9), Forward(1), Pivot(9)), "pivots"),
        ((Wheel(45),), ""),
        ((Wheel(46),), "wheel"),
        ((Wheel(45), Forward(5)), "wheeled"),
        ((Wheel(45), Forward(4.4)), ""),
        ((Forward(-1),), "move"),
        ((Forward(inf),), "move"),
        ((Sidestep(-inf),), "move"),
        ((Forward(0.01),) * 101, "move"),
    ],
)
def test_the_steps_are_such_as_the_kind_is_made_of(steps: tuple[Step, ...], says: str) -> None:
    assert refusal(field(), *steps) == says


def test_a_pivot_that_comes_first_comes_at_no_other_moment() -> None:
    kind = msgspec.structs.replace(WALK, turns=(Turning("centre", 360.0, most=1, first=True),))
    assert refusal(field(), Pivot(200), Forward(3), kind=kind) == ""
    assert refusal(field(), Forward(3), Pivot(10), kind=kind) == "pivots"
    assert refusal(field(), Pivot(10), Back(1), kind=kind) == "pivot first"
    assert refusal(field(), Wheel(10), kind=kind) == "no wheel"


def test_a_kind_without_inches_turns_on_the_spot() -> None:
    turn = Kind("turn", turns=(Turning("centre", 180.0, most=1),))
    assert refusal(field(), Pivot(170), kind=turn) == ""
    assert refusal(field(), Forward(1), kind=turn) == "spot"
    assert refusal(field(), Wheel(10), kind=turn) == "spot"
    run = Kind("run", 12.0)
    assert refusal(field(), Pivot(10), kind=run) == "no pivot"
    assert refusal(field(), Back(1), kind=run) == "ahead only"


def test_the_ground_costs_inches_and_lowers_the_limit() -> None:
    assert refusal(field(), Forward(4), burden=Burden(2.0)) == ""
    assert refusal(field(), Forward(4.1), burden=Burden(2.0)) == "move"
    slow = Burden(0.0, 4.0, "slow")
    assert refusal(field(), Forward(4), burden=slow) == ""
    assert refusal(field(), Forward(4.1), burden=slow) == "slow"
    assert refusal(field(), Back(2), burden=slow) == ""
    assert refusal(field(), Back(2.1), burden=slow) == "slow"
    assert refusal(field(), Forward(6.1), burden=Burden(0.0, 9.0, "slow")) == "move"


def test_the_front_or_all_of_it_stays_on_the_board() -> None:
    near = field(own=rect(18.0, 34.0, 0.0, 2.0, 2.0))
    assert refusal(near, Forward(1)) == ""
    assert refusal(near, Forward(1.1)) == "edge"
    assert refusal(near, Forward(1.1), passage=SET_DOWN) == "edge"
    deep = field(own=rect(18.0, 2.1, 0.0, 2.0, 4.0))
    assert refusal(deep, Pivot(30)) == "inside"
    # The rear may leave the board on the way, and a pivot that is lifted only looks at where it ends.
    wide = field(own=rect(18.0, 1.5, 0.0, 6.0, 2.0))
    turns = msgspec.structs.replace(WALK, turns=(Turning("centre", 180.0),))
    assert refusal(wide, Pivot(180), kind=turns) == ""
    assert refusal(wide, Pivot(180), kind=turns, passage=SET_DOWN) == "edge"


@pytest.mark.parametrize(
    ("passage", "through", "beside"), [(LIFTED, "through", "passing"), (SET_DOWN, "through", "passing")]
)
def test_others_are_in_the_way_on_foot_and_not_in_the_air(passage: Passage, through: str, beside: str) -> None:
    post = rect(18.0, 20.0, 0.0, 0.5, 0.5)
    assert refusal(field(post), Forward(6), passage=passage) == through
    assert refusal(field(post), Forward(6), passage=passage, flies=True) == ""
    assert refusal(field(post), Forward(6), passage=passage, without=(1,)) == ""
    at = 18.0 + 1.0 + 0.25 + 0.4
    assert refusal(field(rect(at, 21.0, 0.0, 0.5, 0.5)), Forward(6), passage=passage) == beside
    assert refusal(field(rect(at + 0.1, 21.0, 0.0, 0.5, 0.5)), Forward(6)) == ""
    assert refusal(field(rect(at + 0.1, 21.0, 0.0, 0.5, 0.5)), Forward(6), passage=SET_DOWN) == "passing"


def test_the_gap_is_kept_at_the_end() -> None:
    foe = rect(18.0, 26.0, 0.0, 2.0, 2.0)
    assert refusal(field(foe), Forward(5), flies=True) == ""
    assert refusal(field(foe), Forward(5.1), flies=True) == "gap"
    assert refusal(field(foe), Forward(6), flies=True) == "contact"
    assert refusal(field(rect(2.0, 2.0, 0.0, 1.0, 1.0), foe), Forward(6), flies=True) == "gap"  # a friend
    longer = msgspec.structs.replace(WALK, forward=9.0)
    assert refusal(field(rect(2.0, 2.0, 0.0, 1.0, 1.0), foe), Forward(7), kind=longer, flies=True) == "overlap"


def test_who_begins_near_may_stay_near_or_comes_no_nearer() -> None:
    near = rect(18.0 + 2.6, 18.0, 0.0, 2.0, 2.0)
    assert refusal(field(near), Sidestep(0.3)) == ""
    assert refusal(field(near), Sidestep(0.6)) == "touching"
    assert refusal(field(near), Sidestep(0.6), flies=True) == "contact"
    assert refusal(field(near), Sidestep(0.3), passage=SET_DOWN) == "passing"
    assert refusal(field(near), Forward(1), passage=SET_DOWN) == "gap"
    assert refusal(field(near), Forward(3.1), passage=SET_DOWN) == ""
    turning = msgspec.structs.replace(SET_DOWN, passing=0.0, crowded="turns freely")
    turn = Kind("turn", turns=(Turning("centre", 180.0, most=1),))
    assert refusal(field(rect(18.0 + 2.3, 18.0, 0.0, 2.0, 2.0)), Pivot(20), kind=turn, passage=turning) == ""
    assert refusal(field(rect(18.0 + 2.3, 18.0, 0.0, 2.0, 2.0)), Pivot(45), kind=turn, passage=turning) == "contact"
    assert refusal(field(rect(18.0 + 3.0, 18.0, 0.0, 2.0, 2.0)), Pivot(45), kind=turn, passage=turning) == "gap"


def test_contact_that_was_there_may_stay_but_no_more() -> None:
    touching = rect(20.0, 18.0, 0.0, 2.0, 2.0)
    assert refusal(field(touching), Forward(1)) == ""
    assert refusal(field(touching), Sidestep(0.1)) == "through"


def test_where_a_pivot_ends_counts_if_it_is_set_down() -> None:
    wide = rect(18.0, 18.0, 0.0, 6.0, 1.0)
    post = rect(18.0, 20.5, 0.0, 0.5, 0.5)
    there_and_back = (Pivot(90), Pivot(-90))
    assert refusal(field(post, own=wide), *there_and_back) == ""
    assert refusal(field(post, own=wide), *there_and_back, passage=SET_DOWN) == "overlap"


def test_barred_terrain_keeps_the_gap_or_is_only_not_entered() -> None:
    rock = rect(18.0, 22.0, 0.0, 2.0, 2.0)
    here = field(rocks=(rock,))
    assert refusal(here, Forward(1)) == ""
    assert refusal(here, Forward(1.1)) == "gap"
    assert refusal(here, Forward(2)) == "barred"
    assert refusal(here, Forward(2.1)) == "barred"
    assert refusal(here, Forward(2), passage=SET_DOWN) == ""
    assert refusal(here, Forward(2.1), passage=SET_DOWN) == "barred"
    assert refusal(here, Forward(6), passage=SET_DOWN, flies=True) == ""
    assert refusal(here, Forward(5), passage=SET_DOWN, flies=True) == "barred end"


def test_terrain_of_a_kind_with_a_rule_of_its_own_is_refused_by_that_to_who_walks() -> None:
    here = field(rocks=(rect(18.0, 22.0, 0.0, 2.0, 2.0),))
    move = MoveKind(WALK, SET_DOWN, msgspec.structs.replace(CITES, barred_by=(("wall", "walls"), ("rock", "rocks"))))
    for flies, says in ((False, "rocks"), (True, "barred end")):
        with pytest.raises(Refused) as caught:
            check(here, here[0], move, (Forward(5),), flies=flies)
        assert caught.value.rule == says


def test_who_hangs_over_the_edge_may_turn_back_onto_the_table_and_not_go_straight_on() -> None:
    hanging = rect(18.0, 35.5, 0.0, 1.0, 2.0)
    assert refusal(field(own=hanging), Pivot(90)) == ""
    assert refusal(field(own=hanging), Back(1.0)) == "edge"


squares = st.builds(rect, st.floats(10, 26), st.floats(10, 26), st.floats(0, 359), st.floats(1, 4), st.floats(1, 3))
moves = st.one_of(
    st.tuples(st.builds(Forward, st.floats(0, 6))),
    st.tuples(st.builds(Pivot, st.floats(-90, 90)), st.builds(Forward, st.floats(0, 6))),
    st.tuples(st.builds(Wheel, st.floats(-45, 45)), st.builds(Forward, st.floats(0, 4))),
    st.tuples(st.builds(Sidestep, st.floats(-2, 2))),
)


@given(squares, st.lists(squares, min_size=1, max_size=3), moves, PASSAGES)
def test_a_legal_move_keeps_its_gaps(own: Rect, others: list[Rect], steps: tuple[Step, ...], passage: Passage) -> None:
    here = field(*others, own=own)
    if refusal(here, *steps, passage=passage):
        return
    path = check(here, here[0], MoveKind(WALK, passage, CITES), steps)
    assert on_board(path.end, BOARD.width, BOARD.depth)
    assert path.inches <= 6.0 + TOLERANCE
    for other in others:
        before = distance(own, other)
        if before >= 1.0 - TOLERANCE:
            assert distance(path.end, other) >= 1.0 - TOLERANCE
            for shape, step, _ in path.parts():
                if not isinstance(step, Pivot):
                    assert gap_along(shape, step, other) >= passage.passing - 2 * TOLERANCE
        if not overlaps(own, other):
            assert not overlaps(path.end, other)


@given(squares, st.lists(squares, min_size=1, max_size=3), moves, PASSAGES)
def test_what_is_legal_stays_so_with_fewer_in_the_way_and_in_the_air(
    own: Rect, others: list[Rect], steps: tuple[Step, ...], passage: Passage
) -> None:
    here = field(*others, own=own)
    if not refusal(here, *steps, passage=passage):
        assert not refusal(here, *steps, passage=passage, flies=True)
        assert not refusal(here, *steps, passage=passage, without=(1,))
        assert not refusal(field(own=own), *steps, passage=passage)


def test_what_has_no_rule_of_its_own_is_refused_by_that_of_the_move() -> None:
    bare = Cites(move="move", overlap="")
    assert (bare.to("back"), CITES.to("back"), bare.to("move")) == ("move", "back", "move")
    kind = MoveKind(WALK, LIFTED, bare)
    here = field(rect(18.0, 26.0, 0.0, 2.0, 2.0), rocks=(rect(18.0, 10.0, 0.0, 2.0, 2.0),))
    for steps in ((Back(3.5),), (Forward(6.0),), (Pivot(95.0),), (Back(3.0), Wheel(5.0))):
        with pytest.raises(Refused) as refused:
            check(here, here[0], kind, steps)
        assert refused.value.rule == "move"


def test_contact_on_the_way_is_refused_as_a_passage_too_near_where_nothing_else_is_told() -> None:
    near = field(rect(18.0 + 2.6, 18.0, 0.0, 2.0, 2.0))
    cites = msgspec.structs.replace(CITES, touching="")
    with pytest.raises(Refused) as refused:
        check(near, near[0], MoveKind(WALK, LIFTED, cites), (Sidestep(0.6),))
    assert refused.value.rule == "passing"
    overlapping = field(rect(2.0, 2.0, 0.0, 1.0, 1.0), rect(18.0, 24.0, 0.0, 2.0, 2.0))
    cites = msgspec.structs.replace(CITES, overlap="")
    with pytest.raises(Refused) as refused:
        check(overlapping, overlapping[0], MoveKind(WALK, LIFTED, cites), (Forward(5.5),), flies=True)
    assert refused.value.rule == "gap"


def test_a_pivot_may_come_at_any_moment_unless_it_comes_first() -> None:
    assert refusal(field(), Forward(1), Pivot(10), Forward(1)) == ""
    assert refusal(field(), Pivot(10), Back(1)) == ""
    kind = msgspec.structs.replace(WALK, turns=(Turning("centre", 360.0, most=1, first=True),))
    assert refusal(field(), Forward(2), kind=kind) == ""
    assert refusal(field(), Back(1), kind=kind) == ""


def test_the_front_counts_before_and_after_a_straight_step_and_after_a_pivot() -> None:
    """It begins with its front beyond the edge: only a pivot, which is lifted, takes it back."""
    over = field(own=rect(18.0, 35.5, 0.0, 2.0, 2.0))
    assert refusal(over, Back(1)) == "edge"
    narrow = field(own=rect(18.0, 35.2, 0.0, 2.0, 1.0))
    turns = msgspec.structs.replace(WALK, turns=(Turning("centre", 180.0),))
    assert refusal(narrow, Pivot(180), kind=turns) == ""
    # On the way a pivot of the front over the edge is looked at only where it is set down.
    wide = rect(18.0, 34.5, 90.0, 2.0, 5.0)
    set_down = msgspec.structs.replace(LIFTED, pivots="set down")
    assert refusal(field(own=wide), Pivot(-180), kind=turns) == ""
    assert refusal(field(own=wide), Pivot(-180), kind=turns, passage=set_down) == "edge"


def test_where_a_pivot_is_set_down_it_comes_no_nearer_than_it_was_or_may() -> None:
    long = rect(18.0, 18.0, 0.0, 4.0, 1.0)
    turn = msgspec.structs.replace(WALK, turns=(Turning("centre", 180.0),))

    def set_down(gap: float, *steps: Step, passing: float = 1.0) -> str:
        """Another stands so many inches before the front; turned by 90 degrees the mover reaches 1.5 further."""
        other = rect(18.0, 18.5 + gap + 0.5, 0.0, 1.0, 1.0)
        passage = msgspec.structs.replace(SET_DOWN, passing=passing)
        return refusal(field(other, own=long), *steps, kind=turn, passage=passage)

    there_and_back = (Pivot(90), Pivot(-90))
    assert set_down(2.5, *there_and_back) == ""
    assert set_down(2.4, *there_and_back) == "gap"
    assert set_down(2.4, *there_and_back, passing=0.9) == ""
    assert set_down(1.4, *there_and_back) == "overlap"
    # Who was near stays as near, and ends with the whole gap: here it does neither, or goes off.
    assert set_down(0.5, Pivot(180), Forward(1)) == ""
    assert set_down(0.5, Pivot(180), Forward(0.4)) == "gap"


def test_contact_is_nothing_to_come_nearer_to() -> None:
    touching = field(rect(20.0, 18.0, 0.0, 2.0, 2.0))
    assert refusal(touching, Sidestep(-1), passage=SET_DOWN) == ""
    assert refusal(touching, Forward(1), passage=SET_DOWN) == "contact"
    assert refusal(touching, Forward(3), passage=SET_DOWN) == ""
    # Exactly the tolerance is contact still.
    hair = field(rect(20.0 + TOLERANCE / 2, 18.0, 0.0, 2.0, 2.0))
    assert refusal(hair, Forward(1)) == ""
    assert refusal(hair, Sidestep(TOLERANCE / 2)) == ""


def test_the_ground_lowers_the_limit_of_moves_that_go_no_way_ahead_too() -> None:
    crab = Kind("crab", 0.0, 0.0, 4.0)
    assert refusal(field(), Sidestep(3), kind=crab, burden=Burden(0.0, 3.0, "slow")) == ""
    assert refusal(field(), Sidestep(3.1), kind=crab, burden=Burden(0.0, 3.0, "slow")) == "slow"
    half = Kind("creep", 0.5, 0.0, 0.25)
    assert refusal(field(), Sidestep(0.2), kind=half, burden=Burden(0.0, 0.4, "slow")) == ""
    assert refusal(field(), Sidestep(0.22), kind=half, burden=Burden(0.0, 0.4, "slow")) == "slow"


@given(squares, st.lists(squares, min_size=1, max_size=3), PASSAGES, st.booleans())
def test_gaps_at_the_end_are_those_to_everything_that_keeps_them(
    own: Rect, others: list[Rect], passage: Passage, keeps: bool
) -> None:
    """As after a move from nowhere: every body, and barred terrain where it keeps the gap."""
    passage = msgspec.structs.replace(passage, barred_keeps_gap=keeps)
    here, rocks = field(*others, own=own), field(rocks=tuple(others), own=own)
    near = [other for other in others if distance(own, other) < passage.gap - TOLERANCE]
    for scene, expected in ((here, bool(near)), (rocks, bool(near) and keeps)):
        try:
            check_gaps(scene, scene[0], own, None, passage, CITES)
        except Refused:
            assert expected
        else:
            assert not expected


# Friends that let pass

CLOSE = Passage(
    gap=0.1,
    passing=0.0,
    crowded="stays near",
    board="stops",
    pivots="set down",
    barred="rock",
    blocked=True,
    friends_pass=True,
)
"""Enemies block the way up to contact and are kept from at the end; friends let pass."""


def beside(*others: Rect, seats: tuple[int, ...], rocks: tuple[Rect, ...] = ()) -> Field:
    pieces = [Piece("the rock", rock, frozenset({"rock"})) for rock in rocks]
    bodies = [Body(0, 0, "unit 0", SQUARE)]
    bodies += [
        Body(number + 1, seat, f"unit {number + 1}", shape)
        for number, (shape, seat) in enumerate(zip(others, seats, strict=True))
    ]
    return Field(Terrain(BOARD, pieces), bodies)


@pytest.mark.parametrize(
    ("seat", "steps", "says"),
    [
        (0, (Forward(6),), ""),
        (0, (Forward(4),), "overlap"),
        (0, (Forward(4.5),), ""),
        (0, (Forward(0.5),), ""),
        (0, (Forward(3), Pivot(5), Forward(3)), "overlap"),
        (1, (Forward(6),), "through"),
        (1, (Forward(0.5),), "contact"),
        (1, (Forward(0.45),), "gap"),
        (1, (Forward(0.4),), ""),
        (1, (Forward(0.4), Pivot(45)), "overlap"),
    ],
)
def test_friends_let_pass_and_enemies_do_not(seat: int, steps: tuple[Step, ...], says: str) -> None:
    other = rect(18.0, 20.5, 0.0, 4.0, 2.0)
    assert refusal(beside(other, seats=(seat,)), *steps, passage=CLOSE) == says


def test_who_blocks_may_be_grazed() -> None:
    here = beside(rect(20.0, 21.0, 0.0, 2.0, 2.0), seats=(1,))
    assert refusal(here, Forward(6), passage=CLOSE) == ""
    assert refusal(here, Forward(3), passage=CLOSE) == "contact"


def test_who_is_told_to_let_pass_is_still_kept_from_at_the_end() -> None:
    here = beside(rect(18.0, 20.5, 0.0, 4.0, 2.0), seats=(1,))
    move = MoveKind(WALK, CLOSE, CITES)
    assert check(here, here[0], move, (Forward(6),), passed=(1,)).end.y == 24.0
    for inches, says in ((4.0, "contact"), (4.5, "contact"), (4.55, "gap")):
        with pytest.raises(Refused) as caught:
            check(here, here[0], move, (Forward(inches),), passed=(1,))
        assert caught.value.rule == says
    with pytest.raises(Refused):
        check(here, here[0], move, (Forward(2), Pivot(5), Forward(4)), passed=(1,))


def test_who_touches_an_enemy_without_fighting_it_may_stay_there() -> None:
    here = beside(rect(18.0, 20.0, 0.0, 2.0, 2.0), seats=(1,))
    assert refusal(here, Pivot(90), passage=CLOSE) == ""
    assert refusal(here, Sidestep(1.0), passage=CLOSE) == ""
    assert refusal(here, Forward(0.5), passage=CLOSE) == "through"


@pytest.mark.parametrize(
    ("y", "steps", "says"),
    [
        (1.0, (Pivot(90),), ""),
        (1.0, (Pivot(45),), "edge"),
        (1.0, (Pivot(45), Forward(2)), "edge"),
        (2.0, (Back(1.0),), ""),
        (2.0, (Back(1.01),), "edge"),
    ],
)
def test_turns_may_swing_over_the_edge_and_no_step_ends_beyond_it(y: float, steps: tuple[Step, ...], says: str) -> None:
    own = rect(18.0, y, 0.0, 2.0, 2.0)
    here = Field(Terrain(BOARD), [Body(0, 0, "unit 0", own)])
    assert refusal(here, *steps, passage=CLOSE) == says


def test_flyers_look_only_at_where_they_end() -> None:
    here = beside(rect(18.0, 20.5, 0.0, 4.0, 2.0), seats=(1,))
    assert refusal(here, Forward(3), Pivot(5), Forward(3), passage=CLOSE, flies=True) == ""
    assert refusal(here, Forward(3), passage=CLOSE, flies=True) == "contact"


def test_a_refusal_says_the_move_in_its_own_words() -> None:
    here = field()
    move = MoveKind(Kind("at the double", 6.0), CLOSE, CITES, "move at the double")
    with pytest.raises(Refused, match=r'cannot move at the double 7.00" forward'):
        check(here, here[0], move, (Forward(7),))
    back = MoveKind(Kind("back", back=3.0), CLOSE, CITES, "move back")
    with pytest.raises(Refused, match="this move goes backwards"):
        check(here, here[0], back, (Sidestep(1),))
    near = beside(rect(18.0, 20.5, 0.0, 4.0, 2.0), seats=(1,))
    thin = msgspec.structs.replace(CLOSE, gap=1 / 25.4)
    with pytest.raises(Refused, match="units stay 1 mm apart"):
        check(near, near[0], MoveKind(WALK, thin, CITES), (Forward(0.47),))
    with pytest.raises(Refused, match=r'units stay 0\.1" apart'):
        check(near, near[0], MoveKind(WALK, CLOSE, CITES), (Forward(0.45),))
