"""Luck: expected against rolled."""

from __future__ import annotations

import pytest

from warhost.play import DiceRolled
from warhost.report import all_tried, luck_by_seat, strokes


def pool(faces: tuple[int, ...], need: int, seat: int | None = 0, unit: int | None = None) -> DiceRolled:
    return DiceRolled(f"{len(faces)}D6", faces, "To hit", "r", need, seat, unit, "pool")


def test_a_pool_expects_its_share_of_successes() -> None:
    (luck,) = luck_by_seat(all_tried([pool((1, 4, 5, 6), 4), pool((6, 6, 1), 5)]), 1)
    assert (luck.rolls, luck.tries, luck.successes) == (2, 7, 5)
    assert luck.expected == pytest.approx(4 / 2 + 3 / 3)
    assert luck.difference == pytest.approx(2)


def test_a_total_with_a_need_is_one_try() -> None:
    event = DiceRolled("2D6", (3, 4), "Charge", "r", 7, 0, read="sum")
    (tried,) = all_tried([event])
    assert (tried.tries, tried.successes) == (1, 1)
    assert tried.chance == pytest.approx(21 / 36)


def test_a_test_that_needs_little_is_lucky_when_low() -> None:
    events = [DiceRolled("2D6", faces, "Panic", "r", seat=0, most=7) for faces in ((3, 4), (4, 4))]
    tries = all_tried(events)
    assert [tried.successes for tried in tries] == [1, 0]
    assert tries[0].chance == pytest.approx(21 / 36)


def test_dropped_dice_change_the_chance() -> None:
    (tried,) = all_tried([DiceRolled("minimised 2D6", (6, 3, 4), "Panic", "r", seat=0, most=7)])
    assert tried.successes == 1
    assert tried.chance > 21 / 36


def test_a_die_of_three_is_read_halved() -> None:
    (tried,) = all_tried([DiceRolled("2D3", (4, 5), "Shots", "r", 3, 0, read="pool")])
    assert tried.successes == 1
    assert tried.chance == pytest.approx(1 / 3)


def test_rolls_without_a_need_do_not_count() -> None:
    assert all_tried([DiceRolled("2D6", (6, 6), "Flee", "r", seat=0)]) == []


def test_rolls_belong_to_their_seat_or_their_units_player() -> None:
    rolls = all_tried([pool((6,), 4, seat=1), pool((6,), 4, seat=None, unit=8), pool((6,), 4, seat=None)], {8: 0})
    assert [luck.tries for luck in luck_by_seat(rolls, 2)] == [1, 1]


def test_how_many_battles_would_have_gone_worse() -> None:
    (luck,) = luck_by_seat(all_tried([pool((6, 6, 1), 4)]), 1)
    assert luck.better_than == pytest.approx(4 / 8 + 3 / 8 / 2)
    (even,) = luck_by_seat(all_tried([pool((6, 1), 4)]), 1)
    assert even.better_than == pytest.approx(0.5)
    (none,) = luck_by_seat([], 1)
    assert (none.tries, none.better_than) == (0, 0.5)


def test_different_chances_are_added_up_exactly() -> None:
    rolls = all_tried([pool((6,), 4), pool((6,), 5)])
    (luck,) = luck_by_seat(rolls, 1)
    assert luck.better_than == pytest.approx(1 - 1 / 6 + 1 / 6 / 2)


def test_strokes_are_the_least_likely_rolls() -> None:
    even, lucky, luckier, bad = pool((6, 1), 4), pool((6, 6, 6, 6), 4), pool((6, 6, 6), 6), pool((1, 1, 1, 1), 4)
    rolls = all_tried([even, lucky, luckier, bad])
    assert [tried.roll for tried in strokes(rolls, lucky=True)] == [luckier, lucky]
    assert [tried.odds for tried in strokes(rolls, lucky=True)] == pytest.approx([1 / 216, 1 / 16])
    assert [tried.roll for tried in strokes(rolls, lucky=False)] == [bad]


def test_dice_that_count_by_themselves_are_tries_by_themselves() -> None:
    (tried,) = all_tried([DiceRolled("3D12", (2, 6, 1), "Casting", "r", 7, 0, counts="each")])
    assert (tried.tries, tried.successes) == (3, 0)
    assert tried.chance == pytest.approx(1 / 2)


def test_dice_that_say_how_many_are_no_tries() -> None:
    assert all_tried([DiceRolled("2D3", (1, 6), "Blast", "r", seat=0, read="pool", counts="total")]) == []
