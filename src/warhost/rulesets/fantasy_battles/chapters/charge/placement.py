"""Places against an enemy's facing: which are free, and where most models touch (Charge Phase: Maximising Contact)."""

from __future__ import annotations

from warhost.rulebook import rule
from warhost.table import Arc, Rect, arc_of


@rule("t9a.geometry.arcs")
def arc_struck(place: Rect, target: Rect) -> Arc:
    """The arc of the target in which the mover lies: that of its front's midpoint (T9A-R005)."""
    return arc_of(target, *place.front)
