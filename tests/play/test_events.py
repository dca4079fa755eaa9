"""Events say their sentences, whom they are about, and which way somebody went."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from warhost.play.events import DiceRolled, Event, Went, counted
from warhost.rulesets import ruleset
from warhost.table import Forward, Pose, Step

NAMES = ("Iron Orcs", "Wizard", "Ghouls")
SEATS = ("Anna", "The Dwarves")


class Struck(Event, frozen=True):
    words = "{unit:unit} {well:hit|missed} {targets:unit}[ for {wounds:# wound}][, {note}]"
    involves = ("targets", "helper")
    unit: int
    targets: tuple[int, ...]
    well: bool = True
    wounds: int = 0
    note: str = ""
    helper: int | None = None


class Thrown(Event, frozen=True):
    words = "{seat:seat} {seat:throws|throw} {dice:# die|dice} of {cost:# point}"
    seat: int
    dice: int
    cost: float


class Walked(Event, frozen=True):
    words = "{unit:unit} {unit:was|were} on the way"
    unit: int
    steps: tuple[Step, ...]
    pose: Pose


def said(event: Event) -> str:
    return event.say(NAMES.__getitem__, SEATS.__getitem__)


def test_brackets_are_left_out_where_they_would_say_nothing() -> None:
    assert said(Struck(0, (1,), wounds=1)) == "Iron Orcs hit Wizard for 1 wound"
    assert said(Struck(0, (1,), wounds=2, note="at last")) == "Iron Orcs hit Wizard for 2 wounds, at last"
    assert said(Struck(0, (1, 2), well=False)) == "Iron Orcs missed Wizard and Ghouls"


def test_things_are_counted() -> None:
    assert said(Thrown(0, 1, 2.5)) == "Anna throws 1 die of 2.5 points"
    assert said(Thrown(1, 2, 1.0)) == "The Dwarves throw 2 dice of 1 point"
    assert [counted(number, "model") for number in (0, 1, 2)] == ["0 models", "1 model", "2 models"]
    assert [counted(number, "roll") for number in (100, 1_000_000, 12_345_678)] == [
        "100 rolls",
        "1000000 rolls",
        "12345678 rolls",
    ]
    assert [counted(number, "point") for number in (1.0, 2.5, 1_234_567.5)] == [
        "1 point",
        "2.5 points",
        "1234567.5 points",
    ]


def test_an_event_is_about_its_unit_and_all_that_it_involves() -> None:
    assert (Struck(0, (1, 2)).actor, Struck(0, (1, 2)).others) == (0, (1, 2))
    assert Struck(0, (1,), helper=2).others == (1, 2)
    assert (Thrown(0, 1, 1.0).actor, Thrown(0, 1, 1.0).others) == (None, ())


def test_steps_to_a_pose_are_a_way() -> None:
    walked = Walked(1, (Forward(3.0),), Pose(1.0, 2.0, 0.0))
    assert walked.went == Went(1, (Forward(3.0),), Pose(1.0, 2.0, 0.0))
    assert Struck(0, (1,)).went is None


@pytest.mark.parametrize(
    ("dice", "faces", "says"),
    [
        ("2D6", (3, 4), "Flees: 2D6: 7 (3 4)"),
        ("2D5", (9, 3), "Flees: 2D5: 7 (5 2)"),
        ("D3+1", (5,), "Flees: D3+1: 4 (3)"),
    ],
)
def test_dice_that_are_halved_say_what_they_count(dice: str, faces: tuple[int, ...], says: str) -> None:
    assert DiceRolled(dice, faces, "Flees", "tiny.move").say(str, str) == says


@pytest.mark.parametrize("book", ["eow", "aofr", "kow", "blue", "t9a"])
def test_every_rulebook_says_which_events_look_alike(book: str) -> None:
    """Programs that show battles know no event of any book by its name."""
    home = type(ruleset(book)).__module__.rsplit(".", 1)[0]
    shared = "warhost.rulesets.families.ninth_age" if book in ("eow", "t9a") else home
    deeds = {kind.deed for kind in _kinds(Event) if kind.__module__.startswith((home, shared))}
    assert deeds >= {"attempt", "attack" if book in ("eow", "aofr", "t9a") else "strike"} - (
        {"attempt"} if book == "kow" else set()
    )
    assert deeds >= {"charge", "flight", "loss", "spell", "test", "volley"}


def _kinds(parent: type[Event]) -> Iterator[type[Event]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _kinds(kind)
