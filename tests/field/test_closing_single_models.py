"""Single models of a body that closes in: where they stand, what is in their way, whom they follow."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

import pytest

from tests.field.crowds import REACH
from tests.field.rows import BOARD, OPEN, row
from warhost.field.loose import closing
from warhost.field.loose.bodies import chains
from warhost.field.loose.closing import MOST_WAYS, Goes, _bridged, _Field, _mend, closed_up
from warhost.field.loose.steps import Around, may_stand
from warhost.table import Base, Circle, Point, base_distance, rect

# The field, seen by one model


def field_of(
    now: Sequence[Circle],
    inches: float = 8.0,
    *,
    targets: Sequence[Base] = (),
    around: Around = OPEN,
    over: bool = False,
    goes: Goes | None = None,
) -> _Field:
    return _Field(targets, inches, around, list(now), None, over, goes)


@pytest.mark.parametrize(
    ("x", "y", "free"),
    [
        (0.5, 20, True),
        (0.4, 20, False),
        (47.5, 20, True),
        (47.6, 20, False),
        (20, 0.5, True),
        (20, 0.4, False),
        (20, 47.5, True),
        (20, 47.6, False),
    ],
)
def test_a_model_stands_on_the_table_up_to_its_edge(x: float, y: float, free: bool) -> None:
    assert field_of(row(1, 20, 20)).free(x, y, 0.5, ()) is free


@pytest.mark.parametrize(
    ("other", "gap", "free"),
    [
        (Circle(10, 11.0, 0.5), 0.0, True),
        (Circle(10, 10.9, 0.5), 0.0, False),
        (Circle(10, 11.9, 0.5), 1.0, False),
        (Circle(12, 10, 0.5), 1.0, True),
        (rect(10, 11, 0, 8, 1), 0.0, True),
        (rect(10, 10.9, 0, 8, 1), 0.0, False),
        (rect(10, 11.9, 0, 8, 1), 1.0, False),
        (rect(10, 12.1, 0, 8, 1), 1.0, True),
        # Near the corner of a house: it is farther away than either of its sides.
        (rect(12.4, 12.4, 0, 4, 4), 0.0, True),
        (rect(12.3, 12.3, 0, 4, 4), 0.0, False),
    ],
)
def test_a_model_stands_on_nobody_and_keeps_its_gaps(other: Base, gap: float, free: bool) -> None:
    assert field_of(row(1, 20, 20)).free(10, 10, 0.5, [(other, gap)]) is free


def test_places_in_contact_go_round_a_target_from_straight_ahead() -> None:
    field, base, target = field_of(row(1, 10, 10)), Circle(10, 10, 0.5), Circle(10, 14, 1.0)
    spots = field._spots(base, target)
    assert spots[0] == pytest.approx((2.5, 10.0, 12.5))
    for far, x, y in spots:
        assert hypot(x - 10, y - 14) == pytest.approx(1.5)
        assert hypot(x - 10, y - 10) == pytest.approx(far)
    # Half of them on either side, the last ones past it.
    assert sum(x > 10.001 for _, x, _ in spots) == sum(x < 9.999 for _, x, _ in spots) == 5
    assert max(y for _, _, y in spots) > 14.0
    # Before a house there is one, and none for who is in the middle of either.
    assert field._spots(base, rect(12, 16, 0, 6, 2)) == [pytest.approx((4.5, 10.0, 14.5))]
    # Its corner is three inches to the right and four ahead.
    assert field._spots(base, rect(16, 15, 0, 6, 2)) == [pytest.approx((4.5, 12.7, 13.6))]
    assert field._spots(base, Circle(10, 10, 2.0)) == []
    assert field._spots(base, rect(10, 10, 0, 4, 4)) == []
    assert field._nearer(base, 0.0, Circle(10, 10, 2.0), (), ()) is base


def test_who_reaches_nobody_goes_at_the_nearest_even_if_others_reach_somebody_else() -> None:
    # The first has its enemy within two inches; that of the second is three inches off, and the other one 3.24.
    starts, enemy = (Circle(6, 10, 0.5), Circle(9, 10, 0.5)), (Circle(6, 13, 0.5), Circle(9, 14, 0.5))
    ends = closed_up(starts, enemy, 2.0, OPEN, REACH)
    assert [(end.x, end.y) for end in ends] == [pytest.approx((6, 12)), pytest.approx((9, 12))]


def test_without_anybody_to_go_at_all_stay() -> None:
    starts = row(3, 10, 10)
    assert closed_up(starts, (), 6.0, OPEN, REACH) == starts


def test_who_finds_the_place_before_it_taken_takes_the_next_one_beside() -> None:
    mate = Circle(10, 13, 0.5)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 14), 6.0, Around(BOARD, mates=(mate,)), REACH)
    # A place for 72 degrees: 54 are not enough beside a model as wide, which takes 60.
    assert base_distance(end, Circle(10, 14, 0.5)) == pytest.approx(0, abs=1e-6)
    assert abs(end.x - 10) == pytest.approx(0.951, abs=0.001)
    assert end.y == pytest.approx(14 - 0.309, abs=0.001)


def test_it_goes_no_farther_for_a_place_beside_than_its_inches() -> None:
    # Three inches are just enough for the place that is taken; the one beside it is 3.8 off.
    mate = Around(BOARD, mates=(Circle(10, 13, 0.5),))
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 14), 3.0, mate, REACH)
    # So it goes 0.7 of the way, half an inch aside.
    assert (end.x, end.y) == pytest.approx((9.5, 12.1))


def test_the_nearest_free_place_in_contact_is_taken_whosever_it_is() -> None:
    # That beside the taken one is 3.8 off, that before the other enemy hypot(3, 3.5) - 1 = 3.6.
    mate, enemy = Around(BOARD, mates=(Circle(10, 13, 0.5),)), (Circle(10, 14, 0.5), Circle(13, 13.5, 0.5))
    (end,) = closed_up(row(1, 10, 10), enemy, 6.0, mate, REACH)
    far = hypot(3, 3.5)
    assert (end.x, end.y) == pytest.approx((10 + 3 * (far - 1) / far, 10 + 3.5 * (far - 1) / far))


def test_who_flies_over_a_wall_does_not_end_on_it() -> None:
    wall = Circle(10, 15, 0.5)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 16), 6.0, Around(BOARD, walls=(wall,)), REACH, over=True)
    assert base_distance(end, Circle(10, 16, 0.5)) == pytest.approx(0, abs=1e-6)
    assert hypot(end.x - 10, end.y - 15) >= 1.0 - 1e-6


@pytest.mark.parametrize(
    "around",
    [
        Around(BOARD, mates=(Circle(10, 13.9, 0.5),)),
        Around(BOARD, walls=(Circle(10, 13.9, 0.5),)),
        Around(BOARD, foes=(Circle(10, 14.9, 0.5),), gap=1.0),
    ],
)
def test_what_it_would_only_come_upon_at_its_end_counts(around: Around) -> None:
    # Three inches ahead it would be a tenth too near: it goes 0.85 of them.
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 20), 3.0, around, REACH)
    assert (end.x, end.y) == pytest.approx((10, 12.55))


def test_so_does_a_model_of_its_own() -> None:
    starts = (Circle(10, 10, 0.5), Circle(10, 13.9, 0.5))
    ends = closed_up(starts, row(1, 10, 20), 3.0, OPEN, 9.0, moving=[0])
    assert (ends[0].x, ends[0].y) == pytest.approx((10, 12.55))


def test_at_a_house_it_goes_where_that_is_nearest() -> None:
    # The middle of the house is to the right; its near side is straight ahead, nine inches off.
    (end,) = closed_up(row(1, 10, 10), (rect(16, 20, 0, 20, 2),), 4.0, OPEN, REACH)
    assert (end.x, end.y) == pytest.approx((10, 14))


def test_ground_that_costs_all_it_has_is_not_too_dear() -> None:
    def double(base: Base, end: Point) -> float:
        return 2.0 * hypot(end[0] - base.x, end[1] - base.y)

    (end,) = closed_up(row(1, 10, 10), row(1, 10, 12.5), 3.0, OPEN, REACH, cost=double)
    assert (end.x, end.y) == pytest.approx((10, 11.5))


def test_who_is_barred_goes_a_smaller_share_of_the_way() -> None:
    # The near side of the fence is at 12.5: of four inches, 0.4 is the first share that ends short of 12.
    fence = rect(10, 13, 0, 20, 1)
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 20), 4.0, Around(BOARD, walls=(fence,)), REACH)
    assert (end.x, end.y) == pytest.approx((10, 11.6))


@pytest.mark.parametrize(("post", "x"), [(10.2, 9.5), (9.8, 10.5)])
def test_or_a_step_aside_of_it(post: float, x: float) -> None:
    # A post of a friend bars four inches ahead and 0.85 of them, but not half an inch beside those.
    around = Around(BOARD, mates=(Circle(post, 14, 0.2),))
    (end,) = closed_up(row(1, 10, 10), row(1, 10, 20), 4.0, around, REACH)
    assert (end.x, end.y) == pytest.approx((x, 13.4))
    (turned,) = closed_up(
        (Circle(10, 10, 0.5),), (Circle(20, 10, 0.5),), 4.0, Around(BOARD, mates=(Circle(14, post, 0.2),)), REACH
    )
    assert (turned.x, turned.y) == pytest.approx((13.4, x))


def test_who_is_shut_in_stays() -> None:
    ring = tuple(Circle(10 + 0.8 * x, 10 + 0.8 * y, 0.3) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    starts = row(1, 10, 10)
    assert closed_up(starts, row(1, 10, 20), 4.0, Around(BOARD, walls=ring), REACH) == starts


def test_only_what_can_be_met_is_looked_at() -> None:
    """Two models at 10 and 16 with four inches, the wider of 0.8: they come no farther than to 5.2 and to 20.8."""
    now = (Circle(10, 10, 0.5), Circle(16, 10, 0.8))

    def met(one: Circle) -> list[bool]:
        around = Around(BOARD, (one,), (one,), (one,), 1.0)
        field = field_of(now, 4.0, targets=(one,), around=around)
        solid = [gap for _, gap in field.solid]
        return [bool(field.targets), solid.count(0.0) == 2, bool(field.mates), 1.0 in solid]

    for x, y in ((21.7, 10), (4.3, 10), (13, 15.7), (13, 4.3)):
        assert met(Circle(x, y, 1.0)) == [True] * 4
    # Farther off, it is met only by those who keep an inch away from it.
    for x, y in ((22.5, 10), (3.5, 10), (13, 16.5), (13, 3.5)):
        assert met(Circle(x, y, 1.0)) == [False, False, False, True]
    assert met(Circle(13, 17, 1.0)) == [False] * 4


# Those who were left behind


MATE = Circle(10, 20, 0.5)
BEHIND = Circle(10, 10, 0.5)


def followed(field: _Field, mates: Sequence[Circle] = (MATE,), start: Circle = BEHIND) -> tuple[float, float] | None:
    """Where the first model of the field follows its mates to, from where it started."""
    end = field.follow(0, start, mates, REACH)
    return None if end is None else (end.x, end.y)


def test_who_is_left_behind_follows_a_hair_nearer_than_the_gap_that_holds() -> None:
    # Centres ten inches apart, radii of half an inch, a gap of two: seven inches, and a hundredth more.
    assert followed(field_of((BEHIND, MATE))) == pytest.approx((10, 17.01))
    assert followed(field_of((BEHIND, MATE), 7.0)) is None
    # Six to the side and eight ahead are ten inches too.
    aslant = Circle(16, 18, 0.5)
    assert followed(field_of((BEHIND, aslant)), [aslant]) == pytest.approx((10 + 0.6 * 7.01, 10 + 0.8 * 7.01))
    # Wider bases need not go as far.
    wide, large = Circle(10, 10, 1.0), Circle(10, 20, 1.5)
    assert followed(field_of((wide, large)), [large], wide) == pytest.approx((10, 15.51))


@pytest.mark.parametrize(
    ("taken", "inches", "y"),
    [
        (16.2, 9.0, 17.51),  # half an inch farther, and an inch from who stands there
        (16.7, 9.0, 18.01),
        (17.5, 9.0, 19.0),  # into contact
        (17.5, 8.9, None),
        (16.7, 8.0, None),
    ],
)
def test_where_somebody_stands_already_it_goes_farther(taken: float, inches: float, y: float | None) -> None:
    other = Circle(10, taken, 0.5)
    wanted = None if y is None else pytest.approx((10, y))
    assert followed(field_of((BEHIND, MATE, other), inches)) == wanted
    assert followed(field_of((BEHIND, MATE), inches, around=Around(BOARD, mates=(other,)))) == wanted
    # Who flies passes walls but does not stand on them.
    walled = Around(BOARD, walls=(other,))
    assert followed(field_of((BEHIND, MATE), inches, around=walled, over=True)) == wanted
    assert followed(field_of((BEHIND, MATE), inches, around=walled)) is None


def test_it_is_no_bar_to_itself_wherever_it_went_before() -> None:
    assert followed(field_of((Circle(10, 17, 0.5), MATE))) == pytest.approx((10, 17.01))


def test_it_follows_the_nearest_mate_that_it_can() -> None:
    far = Circle(20, 16, 0.5)
    both = [far, MATE]
    assert followed(field_of((BEHIND, MATE, far), 12.0), both) == pytest.approx((10, 17.01))
    fence = Around(BOARD, walls=(rect(10, 14, 0, 4, 1),))
    end = followed(field_of((BEHIND, MATE, far), 12.0, around=fence), both)
    assert end is not None
    # Straight at the other one: ten to the side for six ahead.
    assert (end[0] - 10) / (end[1] - 10) == pytest.approx(10 / 6)
    assert base_distance(Circle(*end, 0.5), far) == pytest.approx(REACH - 0.01)


def test_who_started_near_enough_goes_back_there() -> None:
    near = Circle(10, 12, 0.5)
    assert followed(field_of((Circle(15, 10, 0.5), near)), [near]) == (10, 10)
    # A mate who stands where it started tells no direction.
    assert followed(field_of((Circle(15, 10, 0.5), BEHIND)), [BEHIND]) is None


def test_round_a_fence_it_goes_to_the_nearest_free_place_near_enough() -> None:
    # Of the places below the mate, one is on the fence (a hair inside two inches), the next an inch from the mate.
    mate, fence = Circle(10, 16, 0.5), Around(BOARD, walls=(rect(10, 13, 0, 6, 0.5),))
    asked: list[Point] = []

    def any_way(base: Base, end: Point) -> bool:
        asked.append(end)
        return True

    def no_way(base: Base, end: Point) -> bool:
        asked.append(end)
        return False

    assert followed(field_of((BEHIND, mate), around=fence), [mate]) is None
    assert followed(field_of((BEHIND, mate), around=fence, goes=any_way), [mate]) == pytest.approx((10, 14))
    assert followed(field_of((BEHIND, mate), 3.9, around=fence, goes=any_way), [mate]) is None
    asked.clear()
    assert followed(field_of((BEHIND, mate), around=fence, goes=no_way), [mate]) is None
    # The nearest first, each of them free and near enough, and no more of them than are worth a look.
    assert len(asked) == MOST_WAYS
    assert [hypot(x - 10, y - 10) for x, y in asked] == sorted(hypot(x - 10, y - 10) for x, y in asked)
    for x, y in asked:
        assert base_distance(Circle(x, y, 0.5), mate) <= REACH
        assert may_stand(Circle(x, y, 0.5), Around(BOARD, fence.walls, (mate,)))


def test_places_round_a_mate_are_in_three_rings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closing, "MOST_WAYS", 99)
    mate, asked = Circle(10, 16, 1.0), []

    def no_way(base: Base, end: Point) -> bool:
        asked.append(base_distance(Circle(*end, 0.5), mate))
        return False

    assert field_of((BEHIND, mate), 12.0, goes=no_way)._round(BEHIND, [mate], REACH, ()) is None
    # In contact but for a hair, an inch off, and two inches but for a hair: twelve places each.
    for ring in (0.02, 1.0, 1.98):
        assert sum(far == pytest.approx(ring) for far in asked) == 12
    assert len(asked) == 36


def test_who_cannot_follow_goes_as_near_to_the_nearest_as_it_comes() -> None:
    # Seven inches are needed; four leave a gap of five.
    far = Circle(24, 10, 0.5)
    end = field_of((BEHIND, MATE, far), 4.0).nearer(0, BEHIND, [far, MATE])
    assert (end.x, end.y) == pytest.approx((10, 14))
    # Somebody of another unit stands there: a step aside of 0.85 of the way.
    taken = Around(BOARD, mates=(Circle(10.2, 14, 0.2),))
    end = field_of((BEHIND, MATE), 4.0, around=taken).nearer(0, BEHIND, [MATE])
    assert (end.x, end.y) == pytest.approx((9.5, 13.4))
    # Nor does who flies end on a wall.
    walled = Around(BOARD, walls=(Circle(10.2, 14, 0.2),))
    end = field_of((BEHIND, MATE), 4.0, around=walled, over=True).nearer(0, BEHIND, [MATE])
    assert (end.x, end.y) == pytest.approx((9.5, 13.4))
    # Where it went before it is in nobody's way.
    end = field_of((Circle(10, 13.5, 0.5), MATE), 4.0).nearer(0, BEHIND, [MATE])
    assert (end.x, end.y) == pytest.approx((10, 14))
    # It is nearer already.
    gone = Circle(12, 15, 0.5)
    assert field_of((gone, MATE), 4.0).nearer(0, BEHIND, [MATE]) is gone


def test_nobody_is_brought_back_to_a_place_that_another_has_taken() -> None:
    # It is shut in where it started, and went off; a mate came in there by air.
    ring = tuple(Circle(10 + 1.1 * x, 10 + 1.1 * y, 0.6) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)
    gone, other = Circle(10, 5, 0.5), Circle(10, 10.2, 0.5)
    end = field_of((gone, other, MATE), 4.0, around=Around(BOARD, walls=ring)).nearer(0, BEHIND, [MATE])
    assert end is gone
    end = field_of((gone, MATE), 4.0, around=Around(BOARD, walls=ring)).nearer(0, BEHIND, [MATE])
    assert end == BEHIND


def bridged(
    bases: Sequence[Circle],
    now: Sequence[Circle],
    *,
    inches: float = 4.0,
    targets: Sequence[Base] = (),
    around: Around = OPEN,
) -> tuple[bool, list[Circle]]:
    """Whether the chain of models that went there holds again, and where they stand then."""
    field = field_of(now, inches, targets=targets, around=around)
    return _bridged(bases, field.now, range(len(bases)), field, REACH, 1), field.now


TORN = (Circle(10, 10, 0.5), Circle(12, 13, 0.5), Circle(14, 10, 0.5))
"""Three inches between the outer ones, and a good two from either to the one behind them."""

ENEMIES = (Circle(9, 10, 0.5), Circle(15, 10, 0.5))
"""The outer ones touch them."""


def test_a_model_that_touches_nobody_steps_into_the_middle_of_a_gap() -> None:
    starts = row(3, 11, 13)
    holds, ends = bridged(starts, TORN, targets=ENEMIES)
    # First between the first and itself, (11, 11.5), then between that and the third.
    assert holds
    assert (ends[1].x, ends[1].y) == pytest.approx((12.5, 10.75))
    assert (ends[0], ends[2]) == (TORN[0], TORN[2])
    # A chain that holds is left alone.
    assert bridged(starts, starts, targets=ENEMIES) == (True, list(starts))


def test_a_gap_stays_where_nobody_can_step_into_it() -> None:
    starts = row(3, 11, 13)
    # The one behind touches an enemy too.
    assert bridged(starts, TORN, targets=(*ENEMIES, Circle(12, 14, 0.5))) == (False, list(TORN))
    # The middle of the gap is hypot(1, 1.5) from where it started: 1.8 inches.
    assert bridged(starts, TORN, targets=ENEMIES, inches=1.7) == (False, list(TORN))
    # Somebody else stands there, or in the way.
    post = Circle(11, 11.5, 0.3)
    assert bridged(starts, TORN, targets=ENEMIES, around=Around(BOARD, mates=(post,))) == (False, list(TORN))
    assert bridged(starts, TORN, targets=ENEMIES, around=Around(BOARD, walls=(post,))) == (False, list(TORN))


def test_the_one_that_started_nearest_bridges_a_gap() -> None:
    # The middle of the gap is (12, 10): the last one started 2.2 inches from it, the one before it 3.2.
    starts = (Circle(10, 10, 0.5), Circle(14, 10, 0.5), Circle(10, 12.5, 0.5), Circle(11, 12, 0.5))
    now = (Circle(10, 10, 0.5), Circle(14, 10, 0.5), Circle(9, 11.5, 0.5), Circle(10, 11.5, 0.5))
    assert bridged(starts, now, targets=ENEMIES) == (True, [*now[:3], Circle(12, 10, 0.5)])


# The chain as a whole


def test_where_nobody_can_follow_the_last_who_went_go_back() -> None:
    # Three in a row with gaps of two inches: the outer ones can each go two inches to an enemy, and the middle one
    # cannot be with both. So nobody goes.
    starts, enemy = row(3, 9, 10, gap=2.0), (Circle(6, 10, 0.5), Circle(18, 10, 0.5))
    assert closed_up(starts, enemy, 2.0, OPEN, REACH) == starts


def test_who_would_tear_the_chain_stays_and_the_others_go() -> None:
    # The two on the left reach their enemies. The third, two inches from them, reaches one of its own to the right, but
    # would be alone there: it follows the others instead, to a hair less than two inches.
    starts = (Circle(10, 10, 0.5), Circle(11, 10, 0.5), Circle(14, 10, 0.5))
    enemy = (Circle(10, 12, 0.5), Circle(11, 12, 0.5), Circle(17.5, 10, 0.5))
    ends = closed_up(starts, enemy, 3.0, OPEN, REACH)
    assert [(end.x, end.y) for end in ends[:2]] == [pytest.approx((10, 11)), pytest.approx((11, 11))]
    assert base_distance(ends[2], ends[1]) == pytest.approx(REACH - 0.01)


def test_a_model_between_two_in_contact_holds_them_together() -> None:
    # The outer ones go two inches into contact. The middle one cannot; it went after the left one and lost the right.
    starts = (Circle(10, 10, 0.5), Circle(12, 10, 0.5), Circle(14.6, 10, 0.5))
    enemy = (Circle(10, 13, 0.5), Circle(14.6, 13, 0.5))
    ends = closed_up(starts, enemy, 2.0, OPEN, REACH)
    assert [(end.x, end.y) for end in (ends[0], ends[2])] == [pytest.approx((10, 12)), pytest.approx((14.6, 12))]
    assert len(chains(ends, REACH)) == 1
    assert hypot(ends[1].x - 12, ends[1].y - 10) <= 2.0


def test_only_as_many_go_back_as_have_to() -> None:
    # The first goes half an inch, to an enemy that the second comes near to. The third goes to one on the other side,
    # and a post bars its way back to the others: it stays, and so does the second, from which it is 1.9 inches off.
    starts = (Circle(9, 10, 0.5), Circle(11.9, 10, 0.5), Circle(14.8, 10, 0.5))
    enemy, post = (Circle(9, 11.5, 0.5), Circle(17.8, 10, 0.5)), Circle(13.3, 10, 0.3)
    ends = closed_up(starts, enemy, 2.0, Around(BOARD, walls=(post,)), REACH)
    assert (ends[0].x, ends[0].y) == pytest.approx((9, 10.5))
    assert ends[1:] == starts[1:]


def test_the_many_follow_the_one_that_was_placed() -> None:
    # Both would touch an enemy on the left. The first follows its lead, seven inches ahead, to a gap of two; the second
    # follows that one.
    starts, lead = (Circle(10, 10, 0.5), Circle(10, 9, 0.5), Circle(11, 9, 0.5)), Circle(10, 16, 0.5)
    enemy = (Circle(10, 17, 0.5), Circle(5, 9, 0.5))
    ends = closed_up(starts, enemy, 6.0, OPEN, REACH, moving=[1, 2], placed={0: lead})
    assert ends[0] == lead
    assert (ends[1].x, ends[1].y) == pytest.approx((10, 13.01))
    assert base_distance(ends[2], ends[1]) == pytest.approx(REACH - 0.01)


def test_who_cannot_be_with_the_placed_one_comes_nearer_to_it_than_to_any_enemy() -> None:
    # There is an enemy three inches behind it, and its lead is twenty inches ahead.
    starts, lead = (Circle(12, 10, 0.5), Circle(10, 10, 0.5)), Circle(10, 30, 0.5)
    ends = closed_up(starts, (Circle(10, 6, 0.5),), 4.0, OPEN, REACH, moving=[1], placed={0: lead})
    assert ends[0] == lead
    assert (ends[1].x, ends[1].y) == pytest.approx((10, 14))


def test_a_place_that_was_taken_sends_all_back_together() -> None:
    """The first has gone where the second started, and nobody was placed before: as a whole they can go back."""
    starts = [Circle(10, 10, 0.5), Circle(11, 10, 0.5)]
    now = [Circle(11.2, 10, 0.5), Circle(20, 10, 0.5)]
    field = _Field((), 0.5, OPEN, now, None, False, None)
    _mend(starts, field.now, [0, 1], (), field, REACH)
    assert field.now == starts


def test_with_one_placed_the_others_stay_with_it() -> None:
    """A lead eight inches ahead: the second follows, and the third behind it."""
    starts = (Circle(10, 10, 0.5), Circle(10, 9, 0.5), Circle(10, 7, 0.5))
    lead = Circle(10, 18, 0.5)
    ends = closed_up(starts, (Circle(10, 19, 0.5),), 8.0, OPEN, REACH, moving=[1, 2], placed={0: lead})
    assert ends[0] == lead
    assert len(chains(ends, REACH)) == 1
    # Those who may not move do not, whatever becomes of the chain.
    ends = closed_up(starts, (Circle(10, 19, 0.5),), 8.0, OPEN, REACH, moving=[1], placed={0: lead})
    assert ends[2] == starts[2]
    assert base_distance(ends[1], lead) <= REACH
