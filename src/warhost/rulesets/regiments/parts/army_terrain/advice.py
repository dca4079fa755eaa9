"""What computer players are told of army terrain: which piece suits an army, and where it goes."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from warhost.play.counsel.counsel import Term
from warhost.rulesets.regiments.core import Battle, on_table
from warhost.rulesets.regiments.parts.army_terrain.pieces import Kind
from warhost.table import Pose

BESIDE = 4.0
"""Who stands so far beyond a piece's reach comes within it by moving."""

FIGHTS, SHOOTS, OTHER = "icon_of_war", "battle_forge", 1.0
"""The pieces that help who charges and who shoots, and what all others count against them."""


def on_kind(battle: Battle, seat: int, kind: Kind) -> Iterator[Term]:
    """A forge for who shoots, an icon for who fights, else one is as good as another."""
    own = [battle.regiment(unit) for unit in battle.units if unit.seat == seat]
    shooters = sum(any(weapon.ranged for group in one.groups for weapon in group.weapons) for one in own)
    share = shooters / max(1, len(own))
    if kind.slug == SHOOTS:
        yield 2 * share, "its units shoot", kind.rule
    elif kind.slug == FIGHTS:
        yield 2 * (1 - share), "its units fight", kind.rule
    else:
        yield OTHER, "of some use to any army", kind.rule


def on_place(battle: Battle, seat: int, kind: Kind, pose: Pose) -> Iterator[Term]:
    """What hinders enemies lies where they want to go, what helps friends where they stand."""
    if kind.enemies:
        points = [(marker.x, marker.y) for marker in battle.markers if not marker.gone]
        what = "markers"
    else:
        points = [(unit.pose.x, unit.pose.y) for unit in on_table(battle, seat) if unit.pose is not None]
        what = "friends"
    gaps = [hypot(x - pose.x, y - pose.y) for x, y in points or [battle.scene.board.centre]]
    yield float(sum(gap <= kind.reach + BESIDE for gap in gaps)), f"{what} near it", kind.rule
    yield -0.05 * min(gaps), "inches from the nearest", kind.rule
