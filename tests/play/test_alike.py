"""Answers that are kept for units that are alike."""

from __future__ import annotations

from operator import attrgetter

from warhost.play import Battle, Scene, Seat, Unit
from warhost.play.counsel.alike import MOST_KEPT, Alike
from warhost.table import Board


class Told:
    """An entry, as a book may have them."""


def keeping(entries: list[Told]) -> tuple[Alike[Battle, Unit], list[int]]:
    """Answers kept by entry and seat, unless an army is named; a list of the units that they were worked out for."""
    return Alike(lambda battle: entries, attrgetter("id"), attrgetter("seat"), attrgetter("army")), []


def table() -> Battle:
    scene = Scene(ruleset="none", version="0", board=Board(24.0, 24.0), seats=(Seat("one"), Seat("two")))
    return Battle(scene=scene, units=[Unit(id=number, seat=0, name=f"unit {number}") for number in range(2)])


def test_units_of_one_entry_with_the_same_sign_share_an_answer() -> None:
    battle = table()
    entry = Told()
    alike, asked = keeping([entry, entry])

    @alike
    def described(battle: Battle, unit: Unit, word: str) -> str:
        asked.append(unit.id)
        return f"{word} of {unit.seat}"

    one, other = battle.units
    assert described(battle, one, "unit") == described(battle, other, "unit") == "unit of 0"
    assert len(asked) == 1
    other.seat = 1
    assert described(battle, other, "unit") == "unit of 1"
    assert described(battle, one, "pawn") == "pawn of 0"
    assert len(asked) == 3


def test_another_entry_has_answers_of_its_own() -> None:
    battle = table()
    entries = [Told(), Told()]
    alike, asked = keeping(entries)

    @alike
    def described(battle: Battle, unit: Unit) -> int:
        asked.append(unit.id)
        return len(asked)

    one, other = battle.units
    assert [described(battle, unit) for unit in (one, other, one)] == [1, 2, 1]
    entries[0] = Told()
    assert described(battle, one) == 3


def test_what_is_kept_is_bounded_and_can_be_forgotten() -> None:
    battle = table()
    alike, asked = keeping([Told() for _ in battle.units])

    @alike
    def counted(battle: Battle, unit: Unit, number: int) -> int:
        asked.append(unit.id)
        return number

    unit = battle.units[0]
    for number in range(MOST_KEPT + 1):
        assert counted(battle, unit, number) == number
    assert counted(battle, unit, MOST_KEPT) == MOST_KEPT
    assert len(asked) == MOST_KEPT + 1
    counted(battle, unit, 0)
    assert len(asked) == MOST_KEPT + 2
    alike.forget()
    counted(battle, unit, 0)
    assert len(asked) == MOST_KEPT + 3


def test_nothing_is_kept_of_units_that_differ_from_their_like() -> None:
    battle = table()
    alike, asked = keeping([Told(), Told()])

    @alike
    def described(battle: Battle, unit: Unit, word: str = "unit") -> str:
        asked.append(unit.id)
        return f"{word} of {unit.army}"

    unit = battle.units[0]
    assert described(battle, unit) == "unit of "
    unit.army = "Orcs"
    assert described(battle, unit) == described(battle, unit) == "unit of Orcs"
    assert len(asked) == 3
    unit.army = ""
    assert described(battle, unit) == "unit of "
    assert len(asked) == 3
    assert described(battle, unit, word="pawn") == "pawn of "
