"""Endings that players agree on, whatever the rules say: one of them concedes, or all take a draw.

They are no part of the battle's state: its answers, steps and hashes are the same with them and without.
"""

from __future__ import annotations

from warhost.play.battle import Battle, Outcome
from warhost.play.rules.sides import foes

CONCEDED = "conceded"
DRAW = "draw"


def concession(battle: Battle, seat: int) -> Outcome:
    """That seat concedes, and its whole team loses with it: all other sides win."""
    seats = battle.scene.seats
    winners = foes(seats, seat)
    named = " and ".join(seats[other].name for other in winners)
    return Outcome(winners, CONCEDED, f"{seats[seat].name} conceded. Victory for {named}.")


def agreed_draw() -> Outcome:
    """All players agree on a draw."""
    return Outcome((), DRAW, "The players agreed on a draw.")


def may_be_agreed(battle: Battle, outcome: Outcome) -> bool:
    """Whether players can have ended that battle so."""
    return outcome == agreed_draw() or any(
        outcome == concession(battle, seat) for seat in range(len(battle.scene.seats))
    )
