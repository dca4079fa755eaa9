"""Where taking back leads to, read from the log alone."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play import Entry
from warhost.play.events import counted


def last_decision(entries: Sequence[Entry], seat: int) -> int | None:
    """The number of the last question that this seat answered; answers given together count from their first."""
    for number in range(len(entries) - 1, -1, -1):
        if entries[number].seat == seat:
            while entries[number].joint:
                number -= 1
            return number
    return None


def next_decision(entries: Sequence[Entry], seat: int) -> int:
    """The next place after the first entry where this seat decides, alone or together with others; else the end."""
    for number in range(1, len(entries)):
        if entries[number].opens:
            group = number
            while entries[group].seat != seat and group + 1 < len(entries) and entries[group + 1].joint:
                group += 1
            if entries[group].seat == seat:
                return number
    return len(entries)


def told(entries: Sequence[Entry], seat: int) -> str:
    """What goes with the seat's last decision, in words."""
    start = last_decision(entries, seat)
    gone = entries[start:] if start is not None else ()
    decisions = sum(1 for entry in gone if entry.opens)
    rolls = sum(1 for entry in gone if entry.seat is None)
    dice = f" and {counted(rolls, 'roll')} of dice" if rolls else ""
    return f"{counted(decisions, 'decision')}{dice}"
