"""Which armies meet when one of them has no player."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.rulebook import rule

FEWEST = 3


@rule("aofr.ai.armies")
def draw_armies(lists: Sequence[str], chance: Chance, players: int = 1) -> tuple[str, ...]:
    """Draw from a set of balanced lists: first the one for the army without a player, then one for each player."""
    if len(lists) < max(FEWEST, players + 1):
        raise WarhostError(
            f"Armies are drawn from at least {max(FEWEST, players + 1)} lists, not {len(lists)}.", "aofr.ai.armies"
        )
    left = list(lists)
    return tuple(left.pop(chance.pick(len(left))) for _ in range(players + 1))
