"""How single dice are read: against a needed value, naturally or modified, and once re-rolled."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from warhost.dice.notation import DiceError


def meets(value: int, need: int) -> bool:
    """A need of N+ is met by N or more."""
    return value >= need


def passes(
    face: int,
    need: int,
    *,
    modifier: int = 0,
    natural_one_fails: bool = True,
    natural_top_passes: bool = False,
    sides: int = 6,
) -> bool:
    """Whether a die meets N+ once modified. Rules about natural values look at the face alone and come first."""
    if natural_one_fails and face == 1:
        return False
    if natural_top_passes and face == sides:
        return True
    return meets(face + modifier, need)


def reroll(faces: Sequence[int], which: Sequence[int], new_faces: Sequence[int]) -> tuple[int, ...]:
    """The faces after the dice at the places `which` (counted from 0) were thrown again; each new face stands."""
    if len(which) != len(new_faces):
        raise DiceError(f"{len(which)} dice are re-rolled, but {len(new_faces)} new faces were given.")
    if len(set(which)) != len(which):
        raise DiceError(f"A die can be re-rolled only once, but the places {list(which)} name one twice.")
    result = list(faces)
    for place, face in zip(which, new_faces, strict=True):
        if not 0 <= place < len(result):
            raise DiceError(f"Die {place} cannot be re-rolled: there are {len(result)} dice, counted from 0.")
        result[place] = face
    return tuple(result)


class Throw(msgspec.Struct, frozen=True, omit_defaults=True):
    """Thrown dice that remember which of them were re-rolled, since no die is re-rolled twice."""

    faces: tuple[int, ...]
    rerolled: tuple[int, ...] = ()

    def may_reroll(self, which: Sequence[int]) -> tuple[int, ...]:
        """Those of the places that were not re-rolled yet."""
        return tuple(place for place in which if place not in self.rerolled)

    def reroll(self, which: Sequence[int], new_faces: Sequence[int]) -> Throw:
        """Throw the dice at these places again. A die that was re-rolled before is refused."""
        spent = sorted(set(self.rerolled).intersection(which))
        if spent:
            raise DiceError(f"No die is re-rolled twice, but the dice at {spent} already were.")
        return Throw(reroll(self.faces, which, new_faces), tuple(sorted({*self.rerolled, *which})))
