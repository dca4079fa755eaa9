"""Proof of dice: whether the rolls of a battle are those that its seed gives, each at its place in the stream."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeAlias

import msgspec

from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play.events import DiceRolled, Event, counted

Place: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=2**48)]
"""Where in the stream of its seed a roll begins."""

Verdict: TypeAlias = Literal["proved", "gaps", "partly", "unproved"]


class DiceAltered(WarhostError):
    """Dice that are not those of the seed that they are said to come from."""


class Proof(msgspec.Struct, frozen=True):
    """How far the dice of a battle are proved: so many of its rolls are those of the seed with that commitment.

    `gaps` counts where the rolls leave out a stretch of the stream, as they do where new dice are rolled after a
    take-back; where the same dice fall again they leave out nothing. `why` says why nothing is proved. `places` has the
    place of every roll, as far as it is known.
    """

    rolls: int
    proved: int = 0
    gaps: int = 0
    commitment: str = ""
    why: str = ""
    places: tuple[int | None, ...] = ()

    @property
    def verdict(self) -> Verdict:
        if self.why:
            return "unproved"
        if self.proved < self.rolls:
            return "partly" if self.proved else "unproved"
        return "gaps" if self.gaps else "proved"

    @property
    def text(self) -> str:
        """What a reader must know about the dice, in a few sentences."""
        if self.why:
            return f"The dice are unproved: {self.why}"
        if not self.rolls:
            return "No dice were rolled."
        if not self.proved:
            return "The dice are unproved: all of them fell in the battle from which this one branched off."
        past = self.rolls - self.proved
        told = f"All {self.rolls} rolls are" if self.rolls > 1 else "The one roll is"
        if past:
            first = f"The first {past}" if past > 1 else "The first"
            told = f"{first} of {self.rolls} rolls fell before this battle branched off another. The rest is"
        told += " proved by the seed."
        if self.gaps:
            told += (
                f" Dice of the seed were skipped in {counted(self.gaps, 'place')}. This happens when players agree to "
                "roll new dice after a take-back; without that, the same dice fall again and none are skipped. Only "
                "the players know what they agreed to."
            )
        return told


def rolls_of(events: Iterable[Event]) -> list[DiceRolled]:
    """The rolls among what a battle told, in their order."""
    return [event for event in events if isinstance(event, DiceRolled)]


def prove(rolls: Sequence[DiceRolled], seed: str, places: Sequence[int | None] | None = None) -> Proof:
    """The proof that these rolls are those of the seed; raises `DiceAltered` where they are not.

    Without places they follow each other from the start of the stream. The first rolls may have no place: they fell in
    the battle from which this one branched off.
    """
    if places is not None and len(places) != len(rolls):
        raise DiceAltered(
            f"{counted(len(rolls), 'roll')} fell, but the record names {counted(len(places), 'place')} in the seed"
        )
    chance = Chance(seed)
    commitment = chance.commitment()
    found: list[int | None] = []
    gaps = 0
    for number, roll in enumerate(rolls, 1):
        end = chance.counter
        place = end if places is None else places[number - 1]
        if place is None:
            if found and found[-1] is not None:
                raise DiceAltered(f"roll {number} has no place in the seed, but rolls before it have")
            found.append(None)
            continue
        if place < end:
            raise DiceAltered(f"roll {number} uses dice of the seed that a roll before it has used")
        if place > end:
            gaps += 1
            chance = Chance(chance.seed, place)
        given = chance.roll(Dice.parse(roll.dice))
        if given != roll.faces:
            raise DiceAltered(
                f"roll {number} ({roll.why}, {roll.dice}) fell {_faces(roll.faces)}, but its seed gives {_faces(given)}"
            )
        found.append(place)
    proved = sum(place is not None for place in found)
    return Proof(len(rolls), proved, gaps, commitment, "", tuple(found))


def _faces(faces: Sequence[int]) -> str:
    shown = " ".join(map(str, faces[:20]))
    return f"{shown} ..." if len(faces) > 20 else shown
