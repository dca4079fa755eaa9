"""Walks of loose bodies: whole ones flow round what is there, single models go where told, all keep together."""

from __future__ import annotations

from math import atan2, degrees, hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.crowds import BOARD, REACH, facings, scenes
from tests.properties import examples
from warhost.dice import Chance
from warhost.field.loose.answers import LooseWalk
from warhost.field.loose.bodies import (
    FORMATIONS,
    Bases,
    Terms,
    chains,
    drawn_up,
    in_cohesion,
    middle_of,
    settled_places,
)
from warhost.field.loose.flowing import Purse, flowed
from warhost.field.loose.steps import Around, Way, may_stand
from warhost.play import Refused, Walked
from warhost.table import Base, Circle, Pose, bases_overlap, centred_at, inches_inside, rect

OPEN = Around(BOARD)
MODEL = Circle(0.0, 0.0, 0.5)
names = st.sampled_from(("", *FORMATIONS))


def terms(inches: float = 5.0, marsh: Base | None = None) -> Terms:
    def double(base: Base, way: Way) -> float:
        assert marsh is not None
        stretches = zip(way.points, way.points[1:], strict=False)
        return way.inches + sum(inches_inside(marsh, start, end) for start, end in stretches)

    rough = {} if marsh is None else {"cost": double, "rough": (marsh,)}
    return Terms(
        inches=inches,
        cohesion=REACH,
        move_rule="tiny.move",
        cohesion_rule="tiny.cohesion",
        room_rule="tiny.room",
        **rough,  # type: ignore[arg-type]
    )


def walks(bases: Bases, around: Around = OPEN, inches: float = 5.0, **more: object) -> LooseWalk:
    return LooseWalk("The Pack", bases, around, terms(inches), **more)  # type: ignore[arg-type]


def row(*xs: float, y: float = 10.0) -> Bases:
    return tuple(Circle(x, y, 0.5) for x in xs)


def is_sound(before: Bases, after: Bases, spent: tuple[float, ...], inches: float, around: Around) -> None:
    """Nobody went farther than allowed or stands on anybody, and the body is in no more parts than before."""
    assert len(chains(after, REACH)) <= len(chains(before, REACH))
    for number, (start, end) in enumerate(zip(before, after, strict=True)):
        assert hypot(end.x - start.x, end.y - start.y) <= spent[number] + 1e-6
        assert spent[number] <= inches + 0.002
        assert end == start or may_stand(end, around)
        assert not any(bases_overlap(end, other) for other in after[:number])


@examples(0.5)
@given(scenes(), st.floats(0.5, 29.5), st.floats(0.5, 23.5), facings, names, st.floats(0, 10))
def test_a_whole_walk_is_sound_wherever_it_is_sent_and_after_rounding_too(
    scene: tuple[Bases, Around], x: float, y: float, facing: float, formation: str, inches: float
) -> None:
    body, around = scene
    walk, walked = walks(body, around, inches, facing=0.0), Walked(formation, Pose(x, y, facing))
    assert walk.why_not(walked) is None
    after = walk.after(walked)
    is_sound(body, after, walk.spent(walked), inches, around)
    kept = tuple(centred_at(base, *spot) for base, spot in zip(after, settled_places(after), strict=True))
    is_sound(body, kept, walk.spent(walked), inches, around)


@examples(0.5)
@given(scenes(), st.floats(0, 360), st.floats(0, 10), st.integers(0, 99))
def test_where_a_whole_walk_ends_its_models_may_also_go_one_by_one(
    scene: tuple[Bases, Around], facing: float, inches: float, seed: int
) -> None:
    body, around = scene
    walk = walks(body, around, inches)
    walked = walk.at_random(Chance(seed), FORMATIONS)
    after = walk.after(walked)
    same = Walked(places=tuple(Pose(end.x, end.y, facing) for end in after))
    refused = walk.why_not(same)
    if in_cohesion(body, REACH):
        assert refused is None
        assert max(walk.spent(same)) <= max(walk.spent(walked)) + 0.01
    else:
        assert refused is None or refused.rule == "tiny.cohesion"


def test_in_the_open_a_body_goes_where_it_is_sent_in_its_order() -> None:
    body = row(5.0, 6.5, 8.0)
    walk = walks(body)
    walked = Walked("", Pose(6.5, 14.0, 90.0))
    assert walk.after(walked) == row(5.0, 6.5, 8.0, y=14.0)
    assert walk.spent(walked) == (4.0, 4.0, 4.0)
    # Farther than it may: as far as it comes.
    assert walk.after(Walked("", Pose(6.5, 20.0, 0.0))) == row(5.0, 6.5, 8.0, y=15.0)
    assert walk.after(Walked()) == body


def test_as_it_stands_a_body_turns_about_its_middle() -> None:
    body = (Circle(5.0, 10.0, 0.5), Circle(7.0, 10.0, 0.5), Circle(6.0, 12.0, 0.5))
    right = walks(body, facing=0.0).after(Walked("", Pose(6.0, 11.0 - 1 / 3, 90.0)))
    wanted = [(16 / 3, 35 / 3), (16 / 3, 29 / 3), (22 / 3, 32 / 3)]
    for base, spot in zip(right, wanted, strict=True):
        assert (base.x, base.y) == pytest.approx(spot)
    # A body of which nobody says where it looks never turns.
    still = walks(body).after(Walked("", Pose(6.0, 11.0 - 1 / 3, 90.0)))
    assert settled_places(still) == settled_places(body)


@pytest.mark.parametrize("formation", FORMATIONS)
def test_in_the_open_a_body_takes_up_its_formation(formation: str) -> None:
    body = drawn_up("crowd", 6, MODEL, Pose(10.0, 10.0, 0.0), 0.25)
    walked = Walked(formation, Pose(11.0, 12.0, 90.0))
    after = walks(body, inches=9.0).after(walked)
    wanted = drawn_up(formation, 6, MODEL, Pose(11.0, 12.0, 90.0), 0.25)  # type: ignore[arg-type]
    assert sorted(settled_places(after)) == sorted(settled_places(wanted))
    assert middle_of(after) == pytest.approx((11.0, 12.0))


def test_a_body_that_meets_a_boulder_flows_round_it() -> None:
    body = row(9.0, 10.0, 11.0)
    around = Around(BOARD, (Circle(10.0, 13.0, 1.0),))
    walk = walks(body, around, 8.0)
    walked = Walked("", Pose(10.0, 17.0, 0.0))
    assert walk.after(walked) == row(9.0, 10.0, 11.0, y=17.0)
    assert max(walk.spent(walked)) > 7.1


def test_a_body_that_is_sent_onto_a_boulder_stands_round_it() -> None:
    body = drawn_up("crowd", 7, MODEL, Pose(10.0, 9.0, 0.0), 0.25)
    boulder = Circle(10.0, 13.0, 1.0)
    after = walks(body, Around(BOARD, (boulder,)), 6.0).after(Walked("", Pose(10.0, 13.0, 0.0)))
    assert not any(bases_overlap(one, boulder) for one in after)
    assert hypot(middle_of(after)[0] - 10.0, middle_of(after)[1] - 13.0) < 1.0


def test_a_body_in_a_dead_end_goes_as_far_as_it_can() -> None:
    fence = Around(BOARD, (rect(15.0, 13.0, 0.0, 30.0, 0.5),))
    after = walks(row(9.0, 10.0), fence, 6.0).after(Walked("", Pose(9.5, 16.0, 0.0)))
    assert [base.y for base in after] == pytest.approx([12.25, 12.25], abs=0.01)


# Ground that costs more


def test_difficult_ground_costs_double_as_the_book_says() -> None:
    marsh = rect(10.0, 13.0, 0.0, 20.0, 4.0)
    walk = LooseWalk("The Pack", row(9.0, 10.0), OPEN, terms(6.0, marsh))
    walked = Walked("", Pose(9.5, 16.0, 0.0))
    # An inch to the marsh, then two and a half inches that cost five.
    assert [base.y for base in walk.after(walked)] == pytest.approx([13.5, 13.5], abs=0.01)
    assert walk.spent(walked) == pytest.approx((6.0, 6.0), abs=0.01)
    far = Walked(places=(Pose(9.0, 14.0, 0.0), Pose(10.0, 13.0, 0.0)))
    refused = walk.why_not(far)
    assert refused is not None
    assert str(refused) == 'Model 1 of The Pack cannot get there with 6" (tiny.move).'
    near = Walked(places=(Pose(9.0, 13.0, 0.0), Pose(10.0, 11.0, 0.0)))
    assert walk.spent(near) == pytest.approx((5.0, 1.0))


def test_a_model_goes_round_difficult_ground_where_that_is_cheaper() -> None:
    marsh = rect(10.0, 13.0, 0.0, 2.0, 4.0)
    course = flowed(row(10.0), row(10.0, y=16.0), Purse(8.0, terms(8.0, marsh).cost, (marsh,)), OPEN, REACH)
    assert course.ends == row(10.0, y=16.0)
    assert 6.0 < course.inches[0] < 8.0


def test_ground_that_costs_more_elsewhere_costs_nothing_here() -> None:
    def never(base: Base, way: Way) -> float:
        raise AssertionError("nobody is near the marsh")

    purse = Purse(6.0, never, (rect(25.0, 20.0, 0.0, 2.0, 2.0),))
    assert flowed(row(5.0), row(5.0, y=14.0), purse, OPEN, REACH).inches == (4.0,)


# Refusals and facings


def test_a_refusal_names_its_model_and_its_reason() -> None:
    around = Around(BOARD, (rect(7.0, 12.0, 0.0, 1.0, 1.0),), row(5.0, y=13.0), row(9.0, y=13.0), 1.0)
    walk = walks(row(5.0, 6.5), around)

    def why(one: tuple[float, float], other: tuple[float, float] = (6.5, 10.0)) -> tuple[str, int | None]:
        refused = walk.why_not(Walked(places=(Pose(*one, 0.0), Pose(*other, 0.0))))
        assert refused is not None
        return refused.message, refused.model

    start = (5.0, 10.0)
    assert why((0.3, 10.0)) == ("Model 1 of The Pack may not stand there: it would be partly off the table.", 0)
    assert why(start, (7.0, 11.5)) == ("Model 2 of The Pack may not stand there: something is in its way.", 1)
    assert why((5.5, 12.8)) == ("Model 1 of The Pack may not stand there: it would stand on another unit.", 0)
    assert why(start, (8.5, 12.5)) == ("Model 2 of The Pack may not stand there: it would stand on an enemy.", 1)
    assert why(start, (8.4, 11.3)) == (
        'Model 2 of The Pack may not stand there: it would be less than 1" from an enemy.',
        1,
    )
    assert why((2.0, 10.0)) == ('Model 2 of The Pack would be more than 2" from the others.', 1)
    off = walk.why_not(Walked("", Pose(-1.0, 10.0, 0.0)))
    assert off is not None
    assert str(off) == "The middle of The Pack would be off the table (tiny.room)."
    short = walk.why_not(Walked(places=(Pose(5.0, 10.0, 0.0),)))
    assert short is not None
    assert "Each of the 2 models of" in str(short)
    with pytest.raises(Refused):
        walk.after(Walked(places=(Pose(0.3, 10.0, 0.0), Pose(6.5, 10.0, 0.0))))


def test_a_model_that_stays_may_stand_where_nobody_may_end() -> None:
    around = Around(BOARD, foes=row(4.6, y=11.2), gap=1.0)
    assert walks(row(5.0, 6.5), around).why_not(Walked(places=(Pose(5.0, 10.0, 0.0), Pose(6.5, 8.5, 0.0)))) is None


def test_models_look_where_the_answer_says() -> None:
    walk = walks(row(5.0, 6.5))
    assert walk.facings(Walked(), (10.0, 20.0)) == (10.0, 20.0)
    assert walk.facings(Walked("", Pose(6.0, 12.0, 90.0)), (10.0, 20.0)) == (90.0, 90.0)
    places = (Pose(5.0, 11.0, 30.0), Pose(6.5, 11.0, 40.0))
    assert walk.facings(Walked(places=places), (10.0, 20.0)) == (30.0, 40.0)


def test_square_bases_turn_where_there_is_room() -> None:
    pair: Bases = (rect(5.0, 10.0, 0.0, 1.0, 1.0), rect(6.0, 10.0, 0.0, 1.0, 1.0))
    turned = walks(pair, faces=True).after(Walked("", Pose(5.5, 12.0, 45.0)))
    assert [base.facing for base in turned if not isinstance(base, Circle)] == [0.0, 0.0]
    apart: Bases = (rect(5.0, 10.0, 0.0, 1.0, 1.0), rect(7.0, 10.0, 0.0, 1.0, 1.0))
    turned = walks(apart, faces=True).after(Walked("", Pose(6.0, 12.0, 45.0)))
    assert [base.facing for base in turned if not isinstance(base, Circle)] == [45.0, 45.0]
    placed = walks(apart, faces=True).after(Walked(places=(Pose(5.0, 11.0, 30.0), Pose(7.0, 11.0, 60.0))))
    assert [base.facing for base in placed if not isinstance(base, Circle)] == [30.0, 60.0]
    kept = walks(apart).after(Walked(places=(Pose(5.0, 11.0, 30.0), Pose(7.0, 11.0, 60.0))))
    assert [base.facing for base in kept if not isinstance(base, Circle)] == [0.0, 0.0]


def test_suggestions_are_legal_and_go_ahead_first() -> None:
    walk = walks(row(5.0, 6.5))
    found = walk.suggestions(("line", "wedge"), 0.0, [(20.0, 10.0)])
    assert all(walk.why_not(one) is None for one in found)
    assert found[0] == Walked("", Pose(5.75, 15.0, 0.0))
    assert found[3] == Walked("", Pose(10.75, 10.0, 90.0))
    assert found[-1] == Walked()
    assert len(set(found)) == len(found)


class Told(Chance):
    """Chance that gives these figures, and picks that one."""

    def __init__(self, *shares: float, picked: int = 0) -> None:
        super().__init__(0)
        self.shares, self.picked, self.among = list(shares), picked, 0

    def uniform(self) -> float:
        return self.shares.pop(0)

    def pick(self, number: int) -> int:
        self.among = number
        return self.picked


def test_a_walk_at_random_is_drawn_from_a_facing_inches_and_a_formation() -> None:
    """The middle is at (6, 10), and the body may go five inches."""
    walk = walks(row(5.0, 7.0))
    # A quarter of a full turn, and half of the inches.
    chance = Told(0.25, 0.5, picked=2)
    assert walk.at_random(chance, ("line", "wedge")) == Walked("line", Pose(8.5, 10.0, 90.0))
    # Every other time as it stands.
    assert chance.among == 4
    assert walk.at_random(Told(0.0, 0.2, picked=1), ("line", "wedge")) == Walked("", Pose(6.0, 11.0, 0.0))
    assert walk.at_random(Told(0.5, 1.0, picked=3), ("line", "wedge")) == Walked("wedge", Pose(6.0, 5.0, 180.0))
    # Without formations there is only that.
    alone = Told(0.75, 0.0)
    assert walk.at_random(alone, ()) == Walked("", Pose(6.0, 10.0, 270.0))
    assert alone.among == 1
    # Never off the table.
    assert walks(row(1.0, 3.0)).at_random(Told(0.75, 1.0), ()) == Walked("", Pose(0.0, 10.0, 270.0))


@given(st.integers(0, 999), st.floats(0, 9))
def test_any_walk_at_random_is_legal(seed: int, inches: float) -> None:
    walk = walks(row(14.0, 15.5), inches=inches)
    walked = walk.at_random(Chance(seed), FORMATIONS)
    assert walk.why_not(walked) is None
    assert walked.pose is not None
    assert hypot(walked.pose.x - 14.75, walked.pose.y - 10.0) <= inches + 1e-6


@pytest.mark.parametrize(
    ("goal", "pose"),
    [
        ((10.0, 13.0), Pose(9.0, 12.25, 53.13010235)),  # four to the right and three ahead: 3.75 inches of the five
        ((6.0, 18.0), Pose(6.0, 13.75, 0.0)),
        ((8.0, 10.0), Pose(8.0, 10.0, 90.0)),  # nearer than it may go: it goes there
        ((6.0, 10.0), Pose(6.0, 10.0, 0.0)),
    ],
)
def test_towards_a_goal_the_middle_goes_as_far_as_it_may_and_looks_there(goal: tuple[float, float], pose: Pose) -> None:
    walk = walks(row(5.0, 7.0), inches=3.75)
    found = walk._at(goal)
    assert (found.x, found.y, found.facing) == pytest.approx((pose.x, pose.y, pose.facing))
    assert walk.suggestions((), 90.0, [goal]).count(Walked("", found)) == 1


def test_suggestions_go_ahead_in_each_formation_then_to_goals_then_all_round() -> None:
    walk = walks(row(5.0, 7.0), inches=4.0)
    found = walk.suggestions(("line", "wedge"), 90.0, [(6.0, 30.0)])
    assert [(one.formation, one.pose and one.pose.facing) for one in found] == [
        ("", 90.0),
        ("line", 90.0),
        ("wedge", 90.0),
        ("", 0.0),  # to the goal, and once only
        ("", 135.0),
        ("", 180.0),
        ("", 225.0),
        ("", 270.0),
        ("", 315.0),
        ("", 45.0),
        ("", None),
    ]
    # All of them as far as they go.
    for one in found[:-1]:
        assert one.pose is not None
        assert hypot(one.pose.x - 6.0, one.pose.y - 10.0) == pytest.approx(4.0)


def test_as_it_stands_a_body_turns_by_as_much_as_its_facing_changes_while_it_goes() -> None:
    # Its middle is at (6, 10) and goes three inches to the right; it looked to the right and looks back towards us:
    # a quarter turn, so who was ahead of it, on the right, is now below.
    body = (Circle(7.0, 10.0, 0.5), Circle(5.0, 10.0, 0.5))
    walk = walks(body, facing=90.0)
    after = walk.after(Walked("", Pose(9.0, 11.0, 180.0)))
    for base, spot in zip(after, [(9.0, 10.0), (9.0, 12.0)], strict=True):
        assert (base.x, base.y) == pytest.approx(spot)
    # A full turn is none.
    assert walk.after(Walked("", Pose(9.0, 11.0, 450.0))) == (Circle(10.0, 11.0, 0.5), Circle(8.0, 11.0, 0.5))


def test_it_turns_to_either_side_and_aslant() -> None:
    # A cross of four models about (10, 10), who look to the right and then ahead: a quarter turn to the left.
    cross = (Circle(11.0, 10.0, 0.5), Circle(9.0, 10.0, 0.5), Circle(10.0, 11.0, 0.5), Circle(10.0, 9.0, 0.5))
    left = walks(cross, facing=90.0).after(Walked("", Pose(12.0, 10.0, 0.0)))
    for base, spot in zip(left, [(12.0, 11.0), (12.0, 9.0), (11.0, 10.0), (13.0, 10.0)], strict=True):
        assert (base.x, base.y) == pytest.approx(spot)
    # A turn to where 0.6 to the right and 0.8 ahead are: who was ahead is there, who was to the right is below.
    aslant = walks(cross, facing=0.0).after(Walked("", Pose(12.0, 11.0, degrees(atan2(0.6, 0.8)))))
    for base, spot in zip(aslant, [(12.8, 10.4), (11.2, 11.6), (12.6, 11.8), (11.4, 10.2)], strict=True):
        assert (base.x, base.y) == pytest.approx(spot)


def test_who_stays_spends_nothing() -> None:
    walk = walks(row(5.0, 7.0))
    assert walk.spent(Walked()) == (0.0, 0.0)
    assert walk.after(Walked()) == row(5.0, 7.0)


def test_a_walk_is_worked_out_once_and_another_anew() -> None:
    walk = walks(row(5.0, 7.0))
    there, elsewhere = Walked("", Pose(6.0, 12.0, 0.0)), Walked("", Pose(6.0, 13.0, 0.0))
    assert walk.after(there) is walk.after(Walked("", Pose(6.0, 12.0, 0.0)))
    assert walk.after(elsewhere) == row(5.0, 7.0, y=13.0)
    assert walk.after(there) == row(5.0, 7.0, y=12.0)


def test_square_bases_whose_models_face_nowhere_do_not_turn() -> None:
    apart: Bases = (rect(5.0, 10.0, 0.0, 1.0, 1.0), rect(7.0, 10.0, 0.0, 1.0, 1.0))
    after = walks(apart).after(Walked("", Pose(6.0, 12.0, 45.0)))
    assert after == (rect(5.0, 12.0, 0.0, 1.0, 1.0), rect(7.0, 12.0, 0.0, 1.0, 1.0))
    # Among those that do, a round one only goes.
    mixed: Bases = (rect(5.0, 10.0, 0.0, 1.0, 1.0), Circle(7.0, 10.0, 0.5))
    after = walks(mixed, faces=True).after(Walked("", Pose(6.0, 12.0, 45.0)))
    assert after == (rect(5.0, 12.0, 45.0, 1.0, 1.0), Circle(7.0, 12.0, 0.5))


def test_squares_turn_neither_into_a_wall_nor_out_of_cohesion() -> None:
    square = rect(5.0, 10.0, 0.0, 1.0, 1.0)
    # Turned by 45 degrees its corners reach 0.7 inches to each side; the wall is 0.6 from its middle.
    wall = Around(BOARD, (rect(6.1, 12.0, 0.0, 1.0, 9.0),))
    (kept,) = walks((square,), wall, faces=True).after(Walked("", Pose(5.0, 12.0, 45.0)))
    assert kept == rect(5.0, 12.0, 0.0, 1.0, 1.0)
    # Two of three inches by one, side by side with two inches between their short sides: turned by 90 degrees they
    # would be four inches apart.
    pair: Bases = (rect(5.0, 10.0, 0.0, 3.0, 1.0), rect(10.0, 10.0, 0.0, 3.0, 1.0))
    after = walks(pair, faces=True).after(Walked("", Pose(7.5, 12.0, 90.0)))
    assert after == (rect(5.0, 12.0, 0.0, 3.0, 1.0), rect(10.0, 12.0, 0.0, 3.0, 1.0))


def test_a_formation_has_the_gaps_and_files_that_a_book_gives_it() -> None:
    body = row(8.0, 9.0, 10.0, 11.0)
    after = walks(body, inches=9.0, spacing=0.5, files=1).after(Walked("column", Pose(9.5, 12.0, 0.0)))
    assert sorted(settled_places(after)) == [(9.5, 9.75), (9.5, 11.25), (9.5, 12.75), (9.5, 14.25)]
    # The widest of the models says how wide places are.
    mixed: Bases = (Circle(8.0, 10.0, 0.5), Circle(10.0, 10.0, 1.0))
    after = walks(mixed, inches=9.0).after(Walked("line", Pose(9.0, 12.0, 0.0)))
    assert settled_places(after) == ((7.875, 12.0), (10.125, 12.0))
