"""Exact chances of casting and dispelling: with Fizzle's triples, Miscast Modifiers and dice that are rolled again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import fsum

from warhost.dice import Dice, odds, outcomes
from warhost.rulebook import rule

__all__ = [
    "BROKEN",
    "MOST_REROLLED",
    "chance_of_miscast",
    "chance_of_triple",
    "chance_through",
    "chance_to_cast",
    "chance_to_dispel",
    "chances_of_results",
    "thrown",
    "tripled",
]

BROKEN = 1
"""The triple, after Miscast Modifiers, that breaks the caster's concentration."""

MOST_REROLLED = 2
"""Three or more 1s are a Miscast and stay; fewer are rolled again (T9A-R099)."""

Faces = tuple[int, ...]


@rule("t9a.miscast.trigger")
def tripled(faces: Faces) -> int | None:
    """The number that three or more of the dice show; None if there is no triple (T9A-R069)."""
    return next((face for face in faces if faces.count(face) >= 3), None)


@lru_cache(maxsize=64)
def thrown(dice: int, rerolls_ones: bool = False) -> tuple[tuple[Faces, float], ...]:
    """What so many Magic Dice show in the end, with the chance of it: one or two 1s are rolled again where a rule says
    so, three or more are not."""
    first = tuple(outcomes(Dice(dice, 6)))
    if not rerolls_ones:
        return first
    found: dict[Faces, float] = {}
    for faces, chance in first:
        ones = faces.count(1)
        if not 1 <= ones <= MOST_REROLLED:
            found[faces] = found.get(faces, 0.0) + chance
            continue
        kept = tuple(face for face in faces if face != 1)
        for again, share in outcomes(Dice(ones, 6)):
            shown = tuple(sorted((*kept, *again)))
            found[shown] = found.get(shown, 0.0) + chance * share
    return tuple(found.items())


def _total(chances: Iterable[float]) -> float:
    """The sum of chances that exclude each other, never a hair above certainty."""
    return min(1.0, fsum(chances))


def _breaks(faces: Faces, modifier: int) -> bool:
    triple = tripled(faces)
    return triple is not None and triple + modifier == BROKEN


@rule("t9a.prob.cast_1d6", "t9a.prob.cast_2d6", "t9a.prob.cast_3d6", "t9a.prob.cast_4d6", "t9a.prob.cast_5d6")
@rule("t9a.prob.thau_1d6", "t9a.prob.thau_2d6", "t9a.prob.thau_3d6", "t9a.prob.thau_4d6", "t9a.prob.thau_5d6")
@rule("t9a.prob.cast_modifier_note", "t9a.miscast.111_broken_concentration")
@lru_cache(maxsize=4096)
def chance_to_cast(dice: int, need: int, modifier: int = 0, rerolls_ones: bool = False) -> float:
    """The chance that so many dice add up to that and do not break the caster's concentration.

    `modifier` is the sum of the Miscast Modifiers.
    """
    return _total(
        chance for faces, chance in thrown(dice, rerolls_ones) if sum(faces) >= need and not _breaks(faces, modifier)
    )


@rule("t9a.miscast.trigger", "t9a.prob.cast_3d6", "t9a.prob.thau_3d6")
@lru_cache(maxsize=256)
def chance_of_triple(dice: int, rerolls_ones: bool = False) -> float:
    """The chance that three dice or more show the same, whatever the spell needs."""
    return _total(chance for faces, chance in thrown(dice, rerolls_ones) if tripled(faces) is not None)


@rule("t9a.miscast.trigger", "t9a.miscast.modifier")
@lru_cache(maxsize=4096)
def chances_of_results(dice: int, need: int, modifier: int = 0, rerolls_ones: bool = False) -> tuple[float, ...]:
    """The chance of each Miscast result from 1 (111) to 7 (777 and above), in this order, in an attempt that reaches
    what it needs."""
    found = [0.0] * 7
    for faces, chance in thrown(dice, rerolls_ones):
        triple = tripled(faces)
        if triple is not None and sum(faces) >= need and triple + modifier >= BROKEN:
            found[min(7, triple + modifier) - 1] += chance
    return tuple(found)


def chance_of_miscast(dice: int, need: int, modifier: int = 0, rerolls_ones: bool = False) -> float:
    """The chance of any Miscast that does something, in an attempt that reaches what it needs."""
    return _total(chances_of_results(dice, need, modifier, rerolls_ones))


@rule("t9a.magic.dispel_total")
@lru_cache(maxsize=1024)
def chance_to_dispel(dice: int, need: int) -> float:
    """The chance that so many dice add up to at least that."""
    return odds.at_least(Dice(dice, 6), need)


@rule("t9a.magic.dispel_total", "t9a.magic.casting_total")
@lru_cache(maxsize=4096)
def chance_through(
    dice: int, need: int, against: int, lead: int = 0, modifier: int = 0, rerolls_ones: bool = False
) -> float:
    """The chance that a casting with so many dice takes effect though so many others are rolled to dispel it.

    `lead` is what is added to the casting roll beyond what is added to the dispelling roll.
    """
    dispelling = odds.of(Dice(against, 6))
    return _total(
        chance * dispelling.at_most(sum(faces) + lead - 1)
        for faces, chance in thrown(dice, rerolls_ones)
        if sum(faces) >= need and not _breaks(faces, modifier)
    )
