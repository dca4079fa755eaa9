"""Events: what happened, as facts in the past tense. They are told, never asked, and no rule of a core game depends on
them; optional parts of a rulebook may listen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

import msgspec

from warhost.dice import Dice
from warhost.play.questions import Sum
from warhost.play.shown.english import listed, verb
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Step, Wheel

Deed = Literal[
    "",
    "attack",
    "attempt",
    "charge",
    "fight",
    "flight",
    "loss",
    "move",
    "nothing",
    "pursuit",
    "spell",
    "strike",
    "test",
    "volley",
]
"""Kinds of events that look alike in every rulebook: an attack is the result of shots, spells or blows, an attempt that
of a spell before its dice, a fight the beginning of one, nothing a phase without anything to do."""

_FIELD = re.compile(r"\{(\w+)(?::([^}]*))?\}")
_IF_ANY = re.compile(r"\[([^\]]*)\]")


class Blow(msgspec.Struct, frozen=True, gc=False):
    """What a unit did to another before anybody was taken off: wounds that nothing saved. By nobody: by the ground."""

    by: int | None
    to: int
    wounds: int


class Hurt(msgspec.Struct, frozen=True, gc=False):
    """What a unit really lost, in the rulebook's points of health."""

    unit: int
    health: int


class Went(msgspec.Struct, frozen=True, gc=False):
    """How a unit went: along these steps, and where they led it."""

    unit: int
    steps: tuple[Step, ...]
    end: Pose


class Fight(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The result of a fight: who was in it and which seat won. The scores are the event's sums, each with its seat.

    Nobody wins where the scores are equal, or where only one side is left to have a score. `verdict` is the result in
    words where that one side won by so much does not tell it.
    """

    units: tuple[int, ...]
    winner: int | None
    verdict: str = ""


def moved(steps: Sequence[Step], inches: float, forward: str) -> str:
    """What a unit did in these steps: `forward` names the move ahead (advanced, marched); backing up is none."""
    ways = {type(step) for step in steps if not isinstance(step, Pivot | Wheel)}
    if not ways:
        turns = {type(step) for step in steps}
        if turns == {Pivot}:
            return "pivoted"
        return f'wheeled {inches:.1f}"' if turns else forward
    if ways == {Back}:
        done = "backed up"
    elif ways == {Sidestep}:
        done = "sidestepped"
    elif Forward in ways and len(ways) == 1:
        done = forward
    else:
        done = "moved"
    return f'{done} {inches:.1f}"'


def counted(number: float, thing: str, things: str = "") -> str:
    """A number of things in words: 1 model, 2 models, 2.5 models, 1000000 models; 1 die, 2 dice."""
    digits = f"{number:.6f}".rstrip("0").rstrip(".")
    return f"{digits} {thing if number == 1 else things or f'{thing}s'}"


class Event(msgspec.Struct, frozen=True, tag_field="event", tag=True, omit_defaults=True, gc=False):
    """A fact. A ruleset makes one class for each kind, by whose name it is known in JSON, and gives it `words`.

    In `words`, {field} stands for a field's value, {field:unit} for the name of the unit with that number (or the names
    of several) and {field:seat} for the name of the player in that seat. {field:was|were} is the form that agrees with
    that name: of the unit, of the seat where the sentence names the field as one, or the field's own text; of a field
    that is true or false it is the one or the other. {field:# wound} counts: 1 wound, 2 wounds; {field:# die|dice}: 2
    dice. {field:names} puts the last of several names after "and", {field:cap} begins with a capital. Other formats are
    Python's. What stands in [square brackets] is left out where one of its fields says nothing: 0, an empty text,
    False, None. An event with `steps` to a `pose` tells of a way.
    """

    words: ClassVar[str] = ""
    involves: ClassVar[tuple[str, ...]] = ("target",)
    """The fields with the units that it was done to, or that were in it too."""
    heading: ClassVar[bool] = False
    """Whether it says only that a turn or a phase begins, so that a story with headings can leave it out."""
    grave: ClassVar[bool] = False
    """Whether it is what people tell of a battle afterwards: somebody broke, fell, or took what all fought for."""

    deed: ClassVar[Deed] = ""
    """What kind of event it is, for programs that show all rulebooks in the same way."""

    @property
    def actor(self) -> int | None:
        """The unit that did this, or to which it happened."""
        value = getattr(self, "unit", None)
        return value if isinstance(value, int) else None

    @property
    def others(self) -> tuple[int, ...]:
        """The units that it was done to, or that were in it too."""
        found: list[int] = []
        for value in (getattr(self, field, None) for field in self.involves):
            found += value if isinstance(value, tuple) else () if value is None else (value,)
        return tuple(found)

    @property
    def fight(self) -> Fight | None:
        """The fight whose result this event tells, where it tells one."""
        return None

    @property
    def blow(self) -> Blow | None:
        """The attack that this event tells of, where it tells of one: so that losses find who dealt them."""
        return None

    @property
    def hurt(self) -> Hurt | None:
        """The loss that this event tells of, where it tells of one."""
        return None

    @property
    def went(self) -> Went | None:
        """The way that this event tells of, where it tells of one: so that a move can be drawn as it was made."""
        told: Any = self
        return Went(told.unit, told.steps, told.pose) if hasattr(self, "steps") else None

    @property
    def sums(self) -> tuple[Sum, ...]:
        """The figures that this event tells of, with what makes them up, for whoever wants to open them."""
        return ()

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        """The event as a sentence."""

        def fill(match: re.Match[str]) -> str:
            value: Any = getattr(self, match[1])
            kind = match[2] or ""
            if kind == "unit":
                return listed([unit_name(one) for one in value]) if isinstance(value, tuple) else unit_name(value)
            if kind == "seat":
                return listed([seat_name(one) for one in value]) if isinstance(value, tuple) else seat_name(value)
            if kind == "cap":
                return f"{value[:1].upper()}{value[1:]}"
            if kind == "names":
                return listed(value.split(", "))
            if kind.startswith("# "):
                return counted(value, *kind[2:].split("|"))
            if "|" in kind:
                forms = kind.split("|")
                if isinstance(value, bool):
                    return forms[0] if value else forms[1]
                name = value
                if not isinstance(value, str):
                    name = seat_name(value) if f"{{{match[1]}:seat}}" in self.words else unit_name(value)
                return verb(name, *forms)
            return format(value, kind)

        def worth_saying(match: re.Match[str]) -> str:
            return match[1] if all(getattr(self, field[1]) for field in _FIELD.finditer(match[1])) else ""

        return _FIELD.sub(fill, _IF_ANY.sub(worth_saying, self.words))


class BattleEnded(Event, frozen=True):
    """Players ended the battle by agreement. The driver tells it."""

    words = "{text}"
    grave = True

    text: str


class DiceRolled(Event, frozen=True):
    """Dice fell. The driver tells it for every roll; a script need not.

    A roll with a `need` succeeds from there upwards, one with a `most` up to there. `each` says whether each die is
    judged by itself, or the total of all. Where a card was drawn, `cards` names what each face stands for. What fell in
    a `secret` roll is for its seat alone while the battle lasts.
    """

    dice: str
    faces: tuple[int, ...]
    why: str
    rule: str
    need: int | None = None
    seat: int | None = None
    unit: int | None = None
    read: Literal["faces", "sum", "pool"] = "faces"
    most: int | None = None
    cards: tuple[str, ...] = ()
    secret: bool = False
    counts: Literal["", "each", "total"] = ""

    @property
    def each(self) -> bool:
        """Whether each die counts by itself; otherwise their total does."""
        return self.counts == "each" or (not self.counts and self.read == "pool")

    @property
    def drawn(self) -> str:
        """The card that was drawn; nothing where dice fell."""
        return self.cards[Dice.parse(self.dice).total(self.faces) - 1] if self.cards else ""

    @property
    def needed(self) -> str:
        """What succeeds, in words: ` needing 4+`; nothing where nothing was needed."""
        if self.most is not None:
            return f" needing {self.most} or less"
        return "" if self.need is None else f" needing {self.need}+"

    @property
    def came(self) -> str:
        """What the dice came to, in words: how many succeeded, or the total and whether it did."""
        dice = Dice.parse(self.dice)
        values, total = dice.values(self.faces), dice.total(self.faces)
        shown = " ".join(map(str, values))
        if self.each and len(values) > 1:
            if self.need is None:
                return ", ".join(map(str, values))
            return f"{sum(value >= self.need for value in values)} of {len(values)} ({shown})"
        came = f"{total} ({shown})" if len(values) > 1 or total != values[0] else str(total)
        if self.most is not None:
            return f"{came}, {'passed' if total <= self.most else 'failed'}"
        return came if self.need is None else f"{came}, {'made' if total >= self.need else 'missed'}"

    def say(self, unit_name: Callable[[int], str], seat_name: Callable[[int], str]) -> str:
        """The roll in words: whose it was and what for, what was needed, what came up."""
        who = ""
        if self.unit is not None:
            who = f"{unit_name(self.unit)}, "
        elif self.seat is not None:
            who = f"{seat_name(self.seat)}, "
        if self.drawn:
            return f"{who}{self.why}: {self.drawn}, drawn from {', '.join(self.cards)}"
        return f"{who}{self.why}: {Dice.parse(self.dice).words}{self.needed}: {self.came}"
