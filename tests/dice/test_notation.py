"""Dice notations and what a throw of them adds up to."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.dice import Chance, Dice, DiceError, odds


@st.composite
def any_dice(draw: st.DrawFn) -> Dice:
    number = draw(st.integers(1, 40))
    keep = draw(st.sampled_from(["none", "highest", "lowest"]))
    kept = draw(st.integers(1, number))
    return Dice(
        number=number,
        size=draw(st.integers(2, 100)),
        modifier=draw(st.integers(-20, 20)),
        keep_highest=kept if keep == "highest" else None,
        keep_lowest=kept if keep == "lowest" else None,
        is_maximised=draw(st.booleans()),
        is_minimised=draw(st.booleans()),
    )


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("D6", Dice()),
        ("3D6", Dice(3)),
        ("D3", Dice(1, 3)),
        ("4D3", Dice(4, 3)),
        ("D3+1", Dice(1, 3, 1)),
        ("2D3-1", Dice(2, 3, -1)),
        ("D5", Dice(1, 5)),
        ("2D10", Dice(2, 10)),
        ("D12", Dice(1, 12)),
        ("3D6kh2", Dice(3, keep_highest=2)),
        ("3D6kl2+1", Dice(3, modifier=1, keep_lowest=2)),
        ("maximised 2D6", Dice(2, is_maximised=True)),
        ("maximised minimised 2D6-3", Dice(2, modifier=-3, is_maximised=True, is_minimised=True)),
    ],
)
def test_a_notation_is_read_and_written_back(text: str, dice: Dice) -> None:
    assert Dice.parse(text) == dice
    assert str(dice) == text


@pytest.mark.parametrize("text", ["2d6", " 2D6 ", "2 D 6", "02D6"])
def test_capitals_and_blanks_do_not_matter(text: str) -> None:
    assert Dice.parse(text) == Dice(2)


@pytest.mark.parametrize("minus", ["-", "\u2212", "\u2013", " - "])
def test_a_printed_minus_is_a_minus(minus: str) -> None:
    assert Dice.parse(f"D6{minus}1") == Dice(modifier=-1)


@given(any_dice())
def test_every_roll_can_be_written_and_read_back(dice: Dice) -> None:
    assert Dice.parse(str(dice)) == dice
    assert msgspec.json.decode(msgspec.json.encode(dice), type=Dice) == dice


@pytest.mark.parametrize(
    "text", ["", "6", "D", "2D", "D6++1", "2D6kh", "2D6k1", "D6+", "two dice", "-1D6", "D6 D6", "²D6"]
)
def test_a_bad_notation_names_the_text_and_what_is_understood(text: str) -> None:
    with pytest.raises(DiceError) as refusal:
        Dice.parse(text)
    assert repr(text) in str(refusal.value)
    assert "2D6" in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("D1", "2 to 100 sides"),
        ("D101", "2 to 100 sides"),
        ("1001D6", "0 to 1000 dice"),
        ("3D6kh4", "4 dice cannot be kept out of 3"),
        ("3D6kl0", "0 dice cannot be kept out of 3"),
    ],
)
def test_an_impossible_roll_says_why(text: str, why: str) -> None:
    with pytest.raises(DiceError, match=why) as refusal:
        Dice.parse(text)
    assert repr(text) in str(refusal.value)


def test_dice_cannot_keep_both_ends() -> None:
    with pytest.raises(DiceError, match="not both"):
        Dice(3, keep_highest=1, keep_lowest=1)


def test_a_pool_is_written_as_its_dice() -> None:
    assert str(Dice.pool(14)) == "14D6"
    assert Dice.pool(14).is_plain
    assert not Dice.parse("14D6+1").is_plain


@pytest.mark.rule("eow.dice.sum")
def test_dice_are_added_up_and_the_written_number_is_added_once() -> None:
    assert Dice.parse("3D6").total((2, 4, 5)) == 11
    assert Dice.parse("D3+1").total((5,)) == 4
    assert Dice.parse("2D3+1").total((6, 3)) == 6


@pytest.mark.rule("eow.dice.modifier")
def test_a_modifier_changes_the_result_of_the_roll() -> None:
    assert Dice.parse("D6+1").total((4,)) == 5
    assert Dice.parse("D6-1").total((4,)) == 3


@pytest.mark.rule("eow.dice.d3")
def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    d3 = Dice.parse("D3")
    assert (d3.faces, d3.sides) == (1, 6)
    assert [d3.value_of_face(face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [d3.total((face,)) for face in (3, 5, 1)] == [2, 3, 1]


def test_a_d5_is_a_d10_halved_and_rounded_up() -> None:
    d5 = Dice.parse("2D5")
    assert (d5.faces, d5.sides) == (2, 10)
    assert d5.values((1, 10)) == (1, 5)
    assert d5.total((3, 8)) == 6


@pytest.mark.rule("eow.dice.maximised")
def test_a_maximised_roll_has_a_die_more_and_drops_the_lowest() -> None:
    roll = Dice.parse("2D6").maximised()
    assert roll.faces == 3
    assert roll.total((2, 3, 6)) == 9
    assert Dice.parse("2D6+1").maximised().total((6, 2, 3)) == 10


@pytest.mark.rule("eow.dice.minimised")
def test_a_minimised_roll_has_a_die_more_and_drops_the_highest() -> None:
    roll = Dice.parse("2D6").minimised()
    assert roll.faces == 3
    assert roll.total((2, 3, 6)) == 5
    assert Dice.parse("2D6-1").minimised().total((6, 2, 3)) == 4


@pytest.mark.rule("eow.dice.max_min_cancel")
def test_maximised_and_minimised_cancel() -> None:
    roll = Dice.parse("2D6").maximised().minimised()
    assert roll.faces == 2
    assert roll.total((2, 6)) == 8
    assert odds.of(roll) == odds.of(Dice.parse("2D6"))


@pytest.mark.rule("eow.dice.max_min_cancel")
def test_how_often_and_in_which_order_they_apply_does_not_matter() -> None:
    normal = Dice.parse("2D6")
    assert normal.maximised().maximised() == normal.maximised()
    assert normal.maximised().maximised().minimised().faces == 2
    assert normal.minimised().maximised().minimised().faces == 2


def test_kept_dice_are_shown_in_the_order_thrown() -> None:
    roll = Dice.parse("4D6kh2")
    assert roll.kept_indices((5, 1, 6, 2)) == (0, 2)
    assert roll.kept((6, 1, 5, 2)) == (6, 5)
    assert Dice.parse("4D6kl3").kept((6, 1, 5, 2)) == (1, 5, 2)
    assert Dice.parse("2D6").minimised().kept((4, 4, 4)) == (4, 4)


@pytest.mark.parametrize(
    ("text", "total"), [("4D6kh2", 9), ("4D6kl2", 3), ("maximised 4D6kl2", 5), ("minimised 4D6kh2", 7)]
)
def test_a_written_keep_applies_after_the_extra_die_is_dropped(text: str, total: int) -> None:
    dice = Dice.parse(text)
    faces = (5, 1, 4, 2, 3)[: dice.faces] if dice.faces == 5 else (5, 1, 4, 2)
    assert dice.total(faces) == total


@given(any_dice(), st.integers(0, 2**32))
def test_the_total_is_what_the_kept_dice_count(dice: Dice, seed: int) -> None:
    faces = Chance(seed).roll(dice)
    assert dice.total(faces) == sum(dice.values(dice.kept(faces))) + dice.modifier
    assert len(dice.kept(faces)) == (dice.keep_highest or dice.keep_lowest or dice.number)


def test_faces_are_checked_for_number_and_range() -> None:
    assert Dice.parse("2D6").check((1, 6)) is None
    assert Dice.parse("2D6").check((1,)) == "2D6 is thrown with 2 dice, but 1 face was given."
    assert Dice.parse("D3").check((1, 2)) == "D3 is thrown with 1 die, but 2 faces were given."
    assert Dice.parse("2D6").check((1, 7)) == "2D6 is thrown with dice numbered 1 to 6, but die 2 shows 7."
    assert Dice.parse("D3").check((6,)) is None
    assert Dice.parse("maximised 2D6").check((1, 2)) is not None


@pytest.mark.parametrize("face", [0, -1, True, 2.0, "3", None])
def test_a_face_that_is_no_number_of_the_die_is_refused(face: int) -> None:
    assert Dice.parse("D6").check((face,)) is not None
