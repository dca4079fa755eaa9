"""Dice as the books write them: `2D6`, `D3+1`, `3D6kh2`, `maximised 2D6`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import msgspec

MOST_DICE = 1000
SMALLEST_DIE = 2
LARGEST_DIE = 100

_HALVED = {3: 6, 5: 10}
"""Dice that nobody owns: each is rolled on the die of twice its size, halved and rounded up."""

_NOTATION = re.compile(
    r"(?P<marks>(?:(?:maximised|minimised)\s+)*)"
    r"(?P<number>[0-9]{0,6})\s*d\s*(?P<size>[0-9]{1,6})"
    r"(?:\s*k(?P<end>[hl])\s*(?P<keep>[0-9]{1,6}))?"
    r"(?:\s*(?P<sign>[+\-\u2212\u2013])\s*(?P<modifier>[0-9]{1,6}))?",
    re.ASCII | re.IGNORECASE,
)

_UNDERSTOOD = "a number of dice and their size, as in D6, 2D6, D3+1, 2D3-1, 3D6kh2, 3D6kl2 or maximised 2D6"


class DiceError(ValueError):
    """Dice, faces or odds that make no sense. The message says which and why."""


class Dice(msgspec.Struct, frozen=True, omit_defaults=True, cache_hash=True, gc=False):
    """What is rolled and how it is added up.

    Faces are always those of the physical dice: a D3 is a D6 and a D5 a D10, halved and rounded up when read.
    Being maximised or minimised is remembered as two marks, not as a change of the dice, because the two cancel
    however often and in whichever order effects apply them.
    """

    number: int = 1
    size: int = 6
    modifier: int = 0
    keep_highest: int | None = None
    keep_lowest: int | None = None
    is_maximised: bool = False
    is_minimised: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.number <= MOST_DICE:
            raise DiceError(f"{self.number} dice cannot be rolled: a roll has 0 to {MOST_DICE} dice.")
        if not SMALLEST_DIE <= self.size <= LARGEST_DIE:
            raise DiceError(f"There is no D{self.size}: dice have {SMALLEST_DIE} to {LARGEST_DIE} sides.")
        if self.keep_highest is not None and self.keep_lowest is not None:
            raise DiceError("A roll keeps its highest or its lowest dice, not both.")
        keep = self.keep_lowest if self.keep_highest is None else self.keep_highest
        if keep is not None and not 1 <= keep <= self.number:
            raise DiceError(f"{keep} dice cannot be kept out of {self.number}: keep 1 to {self.number}.")

    @staticmethod
    def parse(text: str) -> Dice:
        """Read a notation; capitals and blanks do not matter."""
        return _parse(text)

    @staticmethod
    def pool(number: int, size: int = 6) -> Dice:
        """Dice that are read one by one: nobody asks for their sum."""
        return Dice(number, size)

    def __str__(self) -> str:
        marks = "maximised " * self.is_maximised + "minimised " * self.is_minimised
        number = "" if self.number == 1 else str(self.number)
        keep = ""
        if self.keep_highest is not None:
            keep = f"kh{self.keep_highest}"
        elif self.keep_lowest is not None:
            keep = f"kl{self.keep_lowest}"
        modifier = f"{self.modifier:+d}" if self.modifier else ""
        return f"{marks}{number}D{self.size}{keep}{modifier}"

    @property
    def words(self) -> str:
        """The dice as players say them: `best 2 of 3D6` for `3D6kh2`."""
        keep, best = (self.keep_highest, "best") if self.keep_lowest is None else (self.keep_lowest, "lowest")
        if keep is None:
            return str(self)
        whole = msgspec.structs.replace(self, keep_highest=None, keep_lowest=None, modifier=0)
        return f"{best}{f' {keep}' if keep > 1 else ''} of {whole}{f' {self.modifier:+d}' if self.modifier else ''}"

    @property
    def faces(self) -> int:
        """How many physical dice are thrown: one more than written when maximised or minimised."""
        return self.number + (self.is_maximised is not self.is_minimised)

    @property
    def sides(self) -> int:
        """The size of the physical dice."""
        return _HALVED.get(self.size, self.size)

    @property
    def kept_span(self) -> tuple[int, int]:
        """The dice that count, as a half-open span of the thrown dice sorted from low to high.

        The extra die of a maximised or minimised roll is dropped first, then the written keep applies.
        """
        low = 1 if self.is_maximised and not self.is_minimised else 0
        high = low + self.number
        if self.keep_highest is not None:
            low = high - self.keep_highest
        elif self.keep_lowest is not None:
            high = low + self.keep_lowest
        return low, high

    @property
    def is_plain(self) -> bool:
        """Whether all dice count and nothing is added: such dice can be read as a pool."""
        return self.modifier == 0 and self.keeps_all

    @property
    def keeps_all(self) -> bool:
        """Whether no thrown die is dropped."""
        return self.keep_highest is None and self.keep_lowest is None and self.is_maximised is self.is_minimised

    def maximised(self) -> Dice:
        """One die more than normal, the lowest dropped before modifiers. Twice is the same as once."""
        return self if self.is_maximised else msgspec.structs.replace(self, is_maximised=True)

    def minimised(self) -> Dice:
        """One die more than normal, the highest dropped before modifiers. Twice is the same as once."""
        return self if self.is_minimised else msgspec.structs.replace(self, is_minimised=True)

    def value_of_face(self, face: int) -> int:
        """What a physical face counts: itself, or half of it rounded up for a D3 or D5."""
        return (face + 1) // 2 if self.size in _HALVED else face

    def values(self, faces: Sequence[int]) -> tuple[int, ...]:
        """What each thrown die counts, in the order thrown, dropped dice included."""
        return tuple(self.value_of_face(face) for face in faces)

    def kept_indices(self, faces: Sequence[int]) -> tuple[int, ...]:
        """Which of the thrown dice count, in the order thrown. Of equal dice the earlier one counts as the lower."""
        if self.keeps_all:
            return tuple(range(len(faces)))
        low, high = self.kept_span
        return tuple(sorted(sorted(range(len(faces)), key=faces.__getitem__)[low:high]))

    def kept(self, faces: Sequence[int]) -> tuple[int, ...]:
        """The faces of the dice that count, in the order thrown."""
        return tuple(faces) if self.keeps_all else tuple(faces[index] for index in self.kept_indices(faces))

    def total(self, faces: Sequence[int]) -> int:
        """The dice that count added up, and the modifier added once. The faces are taken to be right: see `check`."""
        if not self.keeps_all:
            low, high = self.kept_span
            faces = sorted(faces)[low:high]
        if self.size in _HALVED:
            faces = self.values(faces)
        return sum(faces) + self.modifier

    def check(self, faces: Sequence[int]) -> str | None:
        """A sentence that says why these faces cannot be a throw of these dice, or None if they can."""
        number, sides = self.faces, self.sides
        if len(faces) != number:
            given = _many(len(faces), "face was", "faces were")
            return f"{self} is thrown with {_many(number, 'die', 'dice')}, but {given} given."
        for place, face in enumerate(faces, start=1):
            if type(face) is not int or not 1 <= face <= sides:
                return f"{self} is thrown with dice numbered 1 to {sides}, but die {place} shows {face!r}."
        return None


def _many(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


@lru_cache(maxsize=1024)
def _parse(text: str) -> Dice:
    match = _NOTATION.fullmatch(text.strip())
    if match is None:
        raise DiceError(f"{text!r} is not a dice notation. Write {_UNDERSTOOD}.")
    keep = None if match["keep"] is None else int(match["keep"])
    highest = (match["end"] or "").lower() == "h"
    modifier = int(match["modifier"] or 0)
    marks = match["marks"].lower()
    try:
        return Dice(
            number=int(match["number"] or 1),
            size=int(match["size"]),
            modifier=modifier if match["sign"] == "+" else -modifier,
            keep_highest=keep if highest else None,
            keep_lowest=None if highest else keep,
            is_maximised="maximised" in marks,
            is_minimised="minimised" in marks,
        )
    except DiceError as error:
        raise DiceError(f"{text!r} is not a possible roll: {error}") from None
