"""The tables to hit, to wound and for Armour Saves: the D6 that is needed."""

from __future__ import annotations


def to_hit(offence: int, defence: int) -> int:
    """The D6 needed to hit in close combat, by Offensive against Defensive Skill."""
    difference = offence - defence
    if difference >= 4:
        return 2
    if difference >= 1:
        return 3
    if difference >= -3:
        return 4
    if difference >= -7:
        return 5
    return 6


def to_wound(strength: int, resilience: int) -> int:
    """The D6 needed to wound."""
    return min(6, max(2, 4 - (strength - resilience)))


def armour_save(armour: int, ap: int) -> int | None:
    """The D6 needed for the Armour Save, never less than 2; none if no save is possible."""
    left = armour - ap
    return None if left <= 0 else max(2, 7 - left)
