"""Reforms: other files about a point that stays, the room that they need, and how far models go for them."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.field.test_legality import LIFTED, SET_DOWN
from warhost.field import Body, Cites, Field, MoveKind, Passage, Path, Terrain, check
from warhost.field.moves.reforming import farthest_model, frontages, reformed
from warhost.play.battle import Seat
from warhost.play.questions import Kind, Turning
from warhost.play.script import Refused
from warhost.table import Board, Forward, Pivot, Pose, Rect, block, rect

BOARD = Board(36.0, 36.0)
REFORM = Kind("reform", turns=(Turning("centre", 180.0, 1),), frontages=frontages(10, range(2, 6), 1.0, 1.0))
CITES = Cites(move="move", files="files", gap="gap", overlap="overlap", contact="contact", inside="inside")


def reform(files: int, *steps: Pivot | Forward, kind: Kind = REFORM, others: tuple[Body, ...] = ()) -> Path:
    mover = Body(0, 0, "Spears", rect(18.0, 18.0, 0.0, 5.0, 2.0))
    field = Field(Terrain(BOARD, ()), (mover, *others))
    return check(field, mover, MoveKind(kind, LIFTED, CITES), steps, files=files)


def refusal(files: int, *steps: Pivot | Forward, kind: Kind = REFORM, others: tuple[Body, ...] = ()) -> Refused:
    with pytest.raises(Refused) as refused:
        reform(files, *steps, kind=kind, others=others)
    return refused.value


def test_frontages_tell_width_and_depth_of_every_number_of_files() -> None:
    assert [(one.files, one.width, one.depth) for one in frontages(7, (0, 2, 3, 8), 1.0, 2.0)] == [(2, 2, 8), (3, 3, 6)]
    assert [one.files for one in frontages(3, range(5), 1.0, 1.0)] == [1, 2, 3]


def test_the_centre_stays_or_the_front_does() -> None:
    start = rect(10.0, 10.0, 90.0, 5.0, 2.0)
    about_centre = reformed("Spears", start, REFORM, 2, "files")
    assert (about_centre.x, about_centre.y, about_centre.width, about_centre.depth) == (10.0, 10.0, 2.0, 5.0)
    about_front = reformed("Spears", start, msgspec.structs.replace(REFORM, holds="front"), 2, "files")
    assert (about_front.x, about_front.y) == pytest.approx((8.5, 10.0))


def test_a_legal_reform_turns_with_its_new_front() -> None:
    path = reform(2, Pivot(90.0))
    assert (path.end.width, path.end.depth, path.end.facing) == (2.0, 5.0, 90.0)


def test_files_that_the_move_does_not_have_are_refused_with_what_it_has() -> None:
    assert str(refusal(7)) == "Spears cannot change to 7 files: it can have 2, 3, 4, 5 (files)."
    assert "keeps them as they are" in refusal(3, kind=Kind("advance", forward=5.0)).message


def test_a_reform_needs_its_room_where_it_ends() -> None:
    behind = Body(1, 0, "Bows", rect(18.0, 15.0, 0.0, 5.0, 2.0))
    assert refusal(2, others=(behind,)).rule == "overlap"
    assert reform(5, others=(behind,)).end == rect(18.0, 18.0, 0.0, 5.0, 2.0)
    near = Body(1, 0, "Bows", rect(18.0, 14.0, 0.0, 5.0, 2.0))
    assert refusal(2, others=(near,)).rule == "gap"


def test_who_goes_on_after_a_reform_needs_the_room_before_it_goes() -> None:
    swift = msgspec.structs.replace(REFORM, forward=6.0)
    behind = Body(1, 0, "Bows", rect(18.0, 14.4, 0.0, 5.0, 2.0))
    assert refusal(2, Forward(4.0), kind=swift, others=(behind,)).rule == "gap"
    assert reform(4, Forward(4.0), kind=swift, others=(behind,)).end.width == 4.0
    # A turn and then some inches are going on as well.
    assert refusal(2, Pivot(0.0), Forward(4.0), kind=swift, others=(behind,)).rule == "gap"


def test_who_goes_on_after_a_reform_begins_on_the_table() -> None:
    swift = msgspec.structs.replace(REFORM, forward=6.0)
    mover = Body(0, 0, "Spears", rect(18.0, 1.2, 0.0, 5.0, 2.0))
    with pytest.raises(Refused) as refused:
        check(Field(Terrain(BOARD, ()), (mover,)), mover, MoveKind(swift, LIFTED, CITES), (Forward(4.0),), files=2)
    assert refused.value.rule == "inside"


@pytest.mark.parametrize("passage", [LIFTED, SET_DOWN])
def test_a_reform_ends_on_the_table(passage: Passage) -> None:
    mover = Body(0, 0, "Spears", rect(18.0, 1.2, 0.0, 5.0, 2.0))
    with pytest.raises(Refused) as refused:
        check(Field(Terrain(BOARD, ()), (mover,)), mover, MoveKind(REFORM, passage, CITES), (), files=2)
    assert refused.value.rule == "inside"


def test_contact_with_an_ally_is_no_contact_with_an_enemy() -> None:
    behind = Body(1, 1, "Bows", rect(18.0, 14.5, 0.0, 5.0, 2.0))
    assert refusal(2, others=(behind,)).rule == "contact"
    mover = Body(0, 0, "Spears", rect(18.0, 18.0, 0.0, 5.0, 2.0))
    allied = Field(Terrain(BOARD, ()), (mover, behind), (Seat("A", team=0), Seat("B", team=0)))
    with pytest.raises(Refused) as refused:
        check(allied, mover, MoveKind(REFORM, LIFTED, CITES), (), files=2)
    assert refused.value.rule == "gap"
    assert list(allied.enemies(0)) == []


def bases(pose: Pose, files: int) -> list[Rect]:
    return [model.base for model in block(pose, 10, files, 0, 1.0, 1.0)]


def test_models_share_the_new_places_out_so_that_nobody_goes_far() -> None:
    start = bases(Pose(18.0, 18.0, 0.0), 5)
    assert farthest_model(start, start) == 0.0
    # Turned about, everybody finds a place where somebody stood.
    assert farthest_model(start, bases(Pose(18.0, 18.0, 180.0), 5)) == pytest.approx(0.0)
    assert farthest_model(start, bases(Pose(21.0, 18.0, 0.0), 5)) == pytest.approx(3.0)
    assert farthest_model((), ()) == 0.0


@given(st.integers(2, 5), st.floats(0.0, 360.0))
def test_the_longest_way_is_no_longer_than_that_of_any_order(files: int, turn: float) -> None:
    start, end = bases(Pose(0.0, 0.0, 0.0), 5), bases(Pose(0.0, 0.0, turn), files)
    in_order = max(((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 for a, b in zip(start, end, strict=True))
    assert farthest_model(start, end) <= in_order + 1e-6
