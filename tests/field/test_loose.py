"""Loose bodies: cohesion, formations, moves that keep together, contact and losses."""

from __future__ import annotations

from math import hypot, inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, crowds, facings, models, scenes
from tests.properties import examples
from warhost.field.loose.bodies import (
    FORMATIONS,
    Bases,
    Formation,
    Terms,
    _along,
    _gap_to,
    _ranks,
    assigned,
    chains,
    closed_in,
    contact_places,
    drawn_up,
    fallen,
    gap_between,
    in_cohesion,
    middle_of,
    moved_into,
    pushed,
    rect_about,
    settled_places,
    shifted_together,
    stragglers,
    touching,
    why_not,
)
from warhost.field.loose.steps import Around, may_stand
from warhost.table import (
    TOLERANCE,
    Base,
    Circle,
    Pose,
    Rect,
    base_distance,
    bases_overlap,
    bases_touch,
    contains_point,
    contains_rect,
    direction,
    grown,
    local,
    rect,
)

TERMS = Terms(inches=5.0, cohesion=2.0, move_rule="tiny.move", cohesion_rule="tiny.cohesion", room_rule="tiny.room")
OPEN = Around(BOARD)


def row(*xs: float, y: float = 10.0) -> Bases:
    return tuple(Circle(x, y, 0.5) for x in xs)


# Cohesion


@pytest.mark.parametrize(("third", "together"), [(6.0, True), (6.1, False)])
def test_a_gap_of_two_inches_holds_and_a_wider_one_does_not(third: float, together: bool) -> None:
    assert in_cohesion(row(0.0, 3.0, third), REACH) is together


def test_a_unit_of_one_or_none_is_always_together() -> None:
    assert in_cohesion(row(4.0), REACH)
    assert in_cohesion((), REACH)


def test_the_smaller_part_straggles() -> None:
    models = row(0.0, 1.0, 9.0, 10.0, 11.0)
    assert chains(models, REACH) == [(2, 3, 4), (0, 1)]
    assert stragglers(models, REACH) == (0, 1)
    assert stragglers(row(0.0, 9.0), REACH) == (1,)


@given(st.lists(st.builds(Circle, st.floats(0, 20), st.floats(0, 20), st.just(0.5)), max_size=9))
def test_chains_share_out_all_models_and_are_apart(models: list[Base]) -> None:
    found = chains(models, REACH)
    assert sorted(number for chain in found for number in chain) == list(range(len(models)))
    for one in found:
        for other in found:
            if one != other:
                gaps = [base_distance(models[a], models[b]) for a in one for b in other]
                assert min(gaps) > REACH


# Formations


@given(
    st.sampled_from(FORMATIONS),
    st.integers(1, 20),
    models,
    facings,
    st.sampled_from([0.0, 0.5, 1.9]),
    st.integers(1, 5),
)
def test_a_formation_has_room_for_all_and_keeps_together(
    formation: Formation, count: int, model: Base, facing: float, gap: float, files: int
) -> None:
    body = drawn_up(formation, count, model, Pose(15.0, 12.0, facing), gap, files)
    assert len(body) == count
    assert middle_of(body) == pytest.approx((15.0, 12.0))
    assert not any(bases_overlap(one, other) for i, one in enumerate(body) for other in body[:i])
    assert in_cohesion(body, gap if formation != "wedge" or isinstance(model, Circle) else 1.25 * gap)


def test_each_formation_has_its_form() -> None:
    model, pose = Circle(0.0, 0.0, 0.5), Pose(10.0, 10.0, 0.0)
    line = drawn_up("line", 3, model, pose)
    assert [(base.x, base.y) for base in line] == [(9.0, 10.0), (10.0, 10.0), (11.0, 10.0)]
    column = drawn_up("column", 5, model, pose, files=2)
    assert sorted({round(base.y, 6) for base in column}, reverse=True) == [10.8, 9.8, 8.8]
    wedge = drawn_up("wedge", 6, model, pose)
    assert [sum(base.y == y for base in wedge) for y in sorted({base.y for base in wedge}, reverse=True)] == [1, 2, 3]
    crowd = drawn_up("crowd", 7, model, pose)
    assert max(hypot(base.x - 10.0, base.y - 10.0) for base in crowd) == pytest.approx(1.0)


def test_a_formation_faces_as_its_pose_does() -> None:
    line = drawn_up("line", 3, rect(0.0, 0.0, 0.0, 1.0, 2.0), Pose(10.0, 10.0, 90.0))
    assert [(round(base.x, 6), round(base.y, 6)) for base in line] == [(10.0, 11.0), (10.0, 10.0), (10.0, 9.0)]
    assert all(base.facing == 90.0 for base in line if not isinstance(base, Circle))


# Moves


def is_sound(before: Bases, after: Bases, inches: float, around: Around) -> None:
    """A move has moved everybody no farther than allowed, on nobody, and the body keeps together as it did."""
    assert len(before) == len(after)
    assert len(chains(after, REACH)) <= len(chains(before, REACH))
    for number, (start, end) in enumerate(zip(before, after, strict=True)):
        assert hypot(end.x - start.x, end.y - start.y) <= inches + 1e-6
        assert end == start or may_stand(end, around)
        assert not any(bases_overlap(end, other) for other in after[:number])


@examples(0.4)
@given(scenes(), st.floats(0, 360), st.floats(0, 10))
def test_a_body_that_shifts_stays_sound(scene: tuple[Bases, Around], facing: float, inches: float) -> None:
    body, around = scene
    is_sound(body, shifted_together(body, direction(facing), inches, around, REACH), inches, around)


@examples(0.4)
@given(scenes(), st.floats(3, 27), st.floats(3, 21), st.sampled_from(FORMATIONS), st.floats(0, 10))
def test_a_body_that_takes_up_a_formation_stays_sound(
    scene: tuple[Bases, Around], x: float, y: float, formation: Formation, inches: float
) -> None:
    body, around = scene
    places = drawn_up(formation, len(body), body[0], Pose(x, y, 0.0), 0.3)
    is_sound(body, moved_into(body, places, inches, around, REACH), inches, around)


@examples(0.4)
@given(scenes(), crowds(), st.floats(0, 10))
def test_a_body_that_closes_in_stays_sound_and_never_gets_farther_away(
    scene: tuple[Bases, Around], targets: Bases, inches: float
) -> None:
    body, around = scene
    targets = tuple(one for one in targets if not any(bases_overlap(one, base) for base in body))
    after = closed_in(body, targets, inches, around, REACH)
    is_sound(body, after, inches, around)
    assert not any(bases_overlap(one, other) for one in after for other in targets)
    assert gap_between(after, targets) <= gap_between(body, targets) + TOLERANCE


def test_on_open_ground_all_go_the_whole_way() -> None:
    assert shifted_together(row(5.0, 6.0), (0.0, 1.0), 4.0, OPEN, REACH) == row(5.0, 6.0, y=14.0)
    places = row(7.0, 8.0, y=13.0)
    assert sorted(settled_places(moved_into(row(5.0, 6.0), places, 4.0, OPEN, REACH))) == [(7.0, 13.0), (8.0, 13.0)]


def test_a_body_goes_no_farther_than_it_keeps_together() -> None:
    fence = Around(BOARD, (rect(10.0, 13.0, 0.0, 4.0, 1.0),))
    body = row(10.0, 12.9)
    after = shifted_together(body, (0.0, 1.0), 9.0, fence, REACH)
    assert in_cohesion(after, REACH)
    assert after[1].y < 19.0


def test_a_body_flows_round_a_boulder() -> None:
    boulder = Circle(10.0, 14.0, 1.5)
    places = row(9.0, 10.0, 11.0, y=18.0)
    after = moved_into(row(9.0, 10.0, 11.0), places, 12.0, Around(BOARD, (boulder,)), REACH)
    assert sorted(settled_places(after)) == [(9.0, 18.0), (10.0, 18.0), (11.0, 18.0)]


@given(crowds(), crowds())
def test_everybody_gets_a_place_of_its_own(bases: Bases, places: Bases) -> None:
    count = min(len(bases), len(places))
    goals = assigned(bases[:count], places[:count])
    assert sorted((goal.x, goal.y) for goal in goals) == sorted((place.x, place.y) for place in places[:count])


def test_ways_to_places_do_not_cross() -> None:
    assert assigned(row(0.0, 5.0), row(4.0, 9.0)) == list(row(4.0, 9.0))


# Push


@pytest.mark.parametrize(("gap", "arrives"), [(1.1, True), (1.3, False)])
def test_a_push_ends_in_contact_or_short_of_it(gap: float, arrives: bool) -> None:
    enemy = Circle(10.0 + 1.0 + gap, 10.0, 0.5)
    after = pushed(Circle(10.0, 10.0, 0.5), [enemy], 1.18, OPEN)
    assert bases_touch(after, enemy) is arrives
    assert after.x == pytest.approx(10.0 + min(gap, 1.18))


@given(models, models, st.floats(3, 9), st.floats(0, 360))
def test_a_push_is_straight_at_the_closest_enemy(model: Base, enemy: Base, far: float, facing: float) -> None:
    ux, uy = direction(facing)
    (one,) = drawn_up("line", 1, model, Pose(15.0, 12.0, 0.0))
    (foe,) = drawn_up("line", 1, enemy, Pose(15.0 + ux * far, 12.0 + uy * far, 20.0))
    gap = base_distance(one, foe)
    half, whole = pushed(one, [foe], gap / 2, OPEN), pushed(one, [foe], gap + 1.0, OPEN)
    assert base_distance(half, foe) == pytest.approx(gap / 2, abs=1e-6)
    assert bases_touch(whole, foe)


def test_a_push_goes_round_friends_to_a_free_place_in_contact() -> None:
    friend, enemy = Circle(11.5, 10.0, 0.5), Circle(12.5, 10.0, 0.5)
    after = pushed(Circle(10.0, 10.0, 0.5), [enemy], 3.0, Around(BOARD, mates=(friend,)))
    assert bases_touch(after, enemy)
    assert not bases_overlap(after, friend)


def test_who_is_in_contact_does_not_push_and_nobody_pushes_at_nobody() -> None:
    one = Circle(10.0, 10.0, 0.5)
    assert pushed(one, [Circle(11.0, 10.0, 0.5), Circle(10.0, 12.0, 0.5)], 2.0, OPEN) is one
    assert pushed(one, [], 2.0, OPEN) is one


@given(models, models, facings)
def test_places_in_contact_touch_the_target(model: Base, target: Base, facing: float) -> None:
    (there,) = drawn_up("line", 1, target, Pose(12.0, 12.0, facing))
    assert all(bases_touch(place, there) for place in contact_places(model, there))


# Legality


def test_a_legal_move_has_nothing_against_it() -> None:
    assert why_not("The Pack", row(5.0, 6.0), row(5.0, 6.0, y=15.0), OPEN, TERMS) is None


@pytest.mark.parametrize(
    ("after", "says", "rule"),
    [
        (row(5.0, y=12.0), "Each of the 2 models of", "tiny.move"),
        (row(5.0, 6.0, y=15.1), 'Model 1 of The Pack cannot get there with 5"', "tiny.move"),
        (row(5.0, 5.4, y=12.0), "Model 2 of The Pack would stand on another model of its unit", "tiny.room"),
        (row(5.0, 10.6, y=10.0), 'Model 2 of The Pack would be more than 2" from the others', "tiny.cohesion"),
        (row(5.0, 6.0, y=8.0), "Model 2 of The Pack may not stand there: something is in its way", "tiny.room"),
        (row(0.4, 1.4, y=10.0), "Model 1 of The Pack may not stand there: it would be partly off", "tiny.room"),
    ],
)
def test_an_illegal_move_is_refused_with_its_model_and_its_rule(after: Bases, says: str, rule: str) -> None:
    around = Around(BOARD, (rect(7.0, 8.0, 0.0, 1.5, 1.0),))
    refusal = why_not("The Pack", row(5.0, 6.0), after, around, TERMS)
    assert refusal is not None
    assert says in str(refusal)
    assert refusal.rule == rule


def test_inches_are_counted_along_the_way_of_each_model() -> None:
    wall = Around(BOARD, (rect(5.0, 12.0, 0.0, 5.0, 0.5),))
    refusal = why_not("The Pack", row(5.0), row(5.0, y=14.0), wall, TERMS)
    assert refusal is not None
    assert "cannot get there" in str(refusal)


# Contact and losses


def test_contact_is_told_model_by_model_and_reach_goes_farther() -> None:
    ours, theirs = row(5.0, 6.0, 8.0), row(6.0, 7.0, y=11.0)
    assert list(touching(ours, theirs)) == [(1, 0)]
    assert list(touching(ours, theirs, 1.3)) == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
    assert gap_between(ours, theirs) == 0.0
    assert gap_between(ours, row(8.0, y=14.0)) == pytest.approx(3.0)


def test_losses_take_those_nearest_to_the_attackers_and_the_banner_last() -> None:
    body = row(1.0, 2.0, 3.0, 4.0)
    assert fallen(body, 2, row(9.0)) == (2, 3)
    assert fallen(body, 2, row(9.0), spared=(3,)) == (1, 2)
    assert fallen(body, 3, row(9.0), spared=(3, 2)) == (0, 1, 3)
    assert fallen(body, 9, row(9.0)) == (0, 1, 2, 3)


def test_stored_places_have_no_noise() -> None:
    assert settled_places((Circle(0.1 + 0.2, -0.0, 0.5),)) == ((0.3, 0.0),)
    assert str(settled_places((Circle(1.0, -0.0, 0.5),))) == "((1.0, 0.0),)"


@given(crowds(), st.floats(0, 360))
def test_the_rectangle_about_a_body_holds_all_its_bases_and_no_more(body: Bases, facing: float) -> None:
    whole = rect_about(body, facing)
    assert all(contains_rect(grown(whole, 1e-6), one) for one in body if not isinstance(one, Circle))
    assert all(contains_point(whole, one.x, one.y) for one in body)
    smaller = grown(whole, -0.01)
    for base in body:
        if isinstance(base, Circle):
            right, ahead = local(whole, base.x, base.y)
            assert abs(right) + base.radius <= whole.width / 2 + 1e-6
            assert abs(ahead) + base.radius <= whole.depth / 2 + 1e-6
    reach = [max(abs(x) for x, _ in _seen(whole, body)), max(abs(y) for _, y in _seen(whole, body))]
    assert reach[0] > smaller.width / 2
    assert reach[1] > smaller.depth / 2


def _seen(whole: Rect, body: Bases) -> list[tuple[float, float]]:
    """The outermost points of all bases as seen from the rectangle."""
    points = []
    for base in body:
        if isinstance(base, Circle):
            right, ahead = local(whole, base.x, base.y)
            points += [(right - base.radius, ahead - base.radius), (right + base.radius, ahead + base.radius)]
        else:
            points += [local(whole, *corner) for corner in base.corners]
    return points


def test_those_in_front_go_first_so_that_nobody_stands_in_anybodys_way() -> None:
    """In contact one behind the other, whatever the order of their numbers and whichever way they go."""
    for dx, dy in ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0), (0.6, 0.8), (-0.8, 0.6)):
        for numbers in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
            body = tuple(Circle(15.0 + dx * n, 12.0 + dy * n, 0.5) for n in numbers)
            after = shifted_together(body, (dx, dy), 0.5, OPEN, REACH)
            assert [(one.x, one.y) for one in after] == [
                pytest.approx((one.x + dx / 2, one.y + dy / 2)) for one in body
            ]
    assert _along(Circle(2.0, 3.0, 0.5), (0.6, 0.8)) == pytest.approx(3.6)


def test_the_nearest_of_several_targets_counts() -> None:
    one = Circle(5.0, 10.0, 0.5)
    assert _gap_to(one, row(8.0, 12.0)) == pytest.approx(2.0)
    assert _gap_to(one, ()) == inf
    # Of two attackers the nearer one decides who falls.
    assert fallen(row(1.0, 2.0, 3.0), 1, row(-9.0, 4.0)) == (2,)
    # A hair's difference is none: then the lowest number falls.
    assert fallen(row(1.0, 3.0), 1, row(2.0 + 2e-7)) == (0,)
    assert fallen(row(1.0, 3.0), 1, row(2.0 + 1e-5)) == (1,)


def test_two_change_places_if_that_is_shorter_by_squares() -> None:
    """Nearest pairs first would send one far and one nowhere; by squares both go a middling way."""
    bases = (Circle(0.0, 0.0, 0.5), Circle(0.0, 3.0, 0.5))
    places = (Circle(0.0, 3.0, 0.5), Circle(0.0, 6.0, 0.5))
    assert assigned(bases, places) == list(places)
    across = (Circle(0.0, 0.0, 0.5), Circle(3.0, 0.0, 0.5))
    beside = (Circle(3.0, 0.0, 0.5), Circle(3.0, 3.0, 0.5))
    goals = assigned(across, beside)
    ways = [(base.x - goal.x) ** 2 + (base.y - goal.y) ** 2 for base, goal in zip(across, goals, strict=True)]
    assert sum(ways) == pytest.approx(18.0)


def test_a_rank_is_filled_before_the_next() -> None:
    assert _ranks("column", 5, 2) == [(2, 2), (2, 2), (2, 1)]
    assert _ranks("column", 3, 0) == [(1, 1), (1, 1), (1, 1)]
    assert _ranks("wedge", 5, 2) == [(1, 1), (2, 2), (3, 2)]
    assert _ranks("line", 4, 2) == [(4, 4)]


def test_stored_places_have_nine_decimals() -> None:
    assert settled_places((Circle(0.1234567891, 0.98765432109, 0.5),)) == ((0.123456789, 0.987654321),)


@pytest.mark.parametrize("facing", [0.0, 90.0])
def test_the_rectangle_about_round_bases_reaches_to_their_rims(facing: float) -> None:
    whole = rect_about((Circle(10.0, 10.0, 0.5), Circle(14.0, 11.0, 1.0)), facing)
    wide, deep = (5.5, 2.5) if facing == 0.0 else (2.5, 5.5)
    assert (whole.x, whole.y, whole.width, whole.depth) == pytest.approx((12.25, 10.75, wide, deep))


def test_a_push_stops_before_a_wall_and_does_not_jump_over_it() -> None:
    """The place in contact is free, but a fence from edge to edge stands before it."""
    fence = Around(BOARD, (rect(8.0, 12.0, 0.0, 0.2, 24.0),))
    after = pushed(Circle(5.0, 10.0, 0.5), [Circle(12.0, 10.0, 0.5)], 9.0, fence)
    assert after.x < 8.0
    clear = pushed(Circle(5.0, 10.0, 0.5), [Circle(12.0, 10.0, 0.5)], 9.0, OPEN)
    assert clear.x == pytest.approx(11.0)
