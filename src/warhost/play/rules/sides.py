"""Sides of a battle: seats of one team win and lose together; a seat without a team is a side of its own."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.battle import Seat

__all__ = ["against", "allies", "foes", "same_side", "sides"]


def same_side(seats: Sequence[Seat], one: int, other: int) -> bool:
    """Whether two seats win and lose together. Nobody is on the side of neutral units, which have the seat -1."""
    if one == other:
        return True
    return min(one, other) >= 0 and seats[one].team is not None and seats[one].team == seats[other].team


def allies(seats: Sequence[Seat], seat: int) -> tuple[int, ...]:
    """The seats on the side of that seat, itself included."""
    return tuple(other for other in range(len(seats)) if same_side(seats, seat, other))


def foes(seats: Sequence[Seat], seat: int) -> tuple[int, ...]:
    """The seats on all other sides."""
    return tuple(other for other in range(len(seats)) if not same_side(seats, seat, other))


def sides(seats: Sequence[Seat]) -> tuple[tuple[int, ...], ...]:
    """All sides of a battle, each as its seats, in the order of their first seats."""
    return tuple(dict.fromkeys(allies(seats, seat) for seat in range(len(seats))))


def against(seats: Sequence[Seat]) -> str:
    """Who fights whom: "Hares against Tortoises and Foxes"."""
    return " against ".join(" and ".join(seats[seat].name for seat in side) for side in sides(seats))
