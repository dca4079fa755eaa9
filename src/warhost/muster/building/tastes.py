"""What a captain wants of a list: how much of each role, and what counts how much."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

__all__ = ["TASTE", "Taste"]


class Taste(msgspec.Struct, frozen=True, kw_only=True):
    """What lists of a rulebook are judged by."""

    shares: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {"anvil": 0.34, "hammer": 0.28, "shooter": 0.18, "leader": 0.10, "wizard": 0.10}
    )
    """How much of its points a list spends on each role."""
    weights: Mapping[str, float] = msgspec.field(
        default_factory=lambda: {"points": 20.0, "worth": 25.0, "roles": 30.0, "scoring": 15.0, "upgrades": 10.0}
    )
    """What the best list gets for each thing that it is judged by: 100 in all."""


TASTE = Taste()
