"""What wins a mission besides holding markers: bringing one home, an escort across the table, the one that counts."""

from __future__ import annotations

from warhost.field.placing import edge_distance
from warhost.rulesets.regiments.battle import Battle, Marker, Unit
from warhost.rulesets.regiments.missions import ATTACKER, DEFENDER
from warhost.rulesets.regiments.missions.attack_defend import NEAR_EDGE, edges
from warhost.table import Rect

HOME = 300.0
"""What it is worth to have the marker at a table edge that has to come there, in points of an army."""

ACROSS = 72.0
"""So far from the edge it is worth nothing."""

CARRIED = 80.0
"""What a marker adds to the worth of a unit that carries it."""

ENEMY_OWN = 4.0
"""How much more the enemy's own marker counts than others where it is destroyed at once and for good."""

ONLY = 1.6
"""How much more the one marker counts that decides the mission."""

DECOY = 0.15
"""What markers count that decide nothing any more."""

CARRIED_HOME = {"smash_grab": "aofr.mission.smash_grab.win", "rescue": "aofr.mission.rescue.win"}
"""The missions in which the attacker wins with a marker at a table edge, and the row that says so."""

OPPOSITE = {"south": "north", "north": "south", "west": "east", "east": "west"}


def carried_worth(battle: Battle) -> dict[int, float]:
    """What each unit that carries a marker is worth beyond itself: whoever fells it makes the marker fall."""
    worth = HOME / 2 if battle.mission in CARRIED_HOME else CARRIED
    return {marker.carrier: worth for marker in battle.markers if marker.carrier is not None and not marker.gone}


def weight(battle: Battle, seat: int, marker: Marker) -> float:
    """How much more or less than others a marker counts in this mission, for that side."""
    if battle.mission == "smash_grab":
        return _hunted(battle, marker)
    if battle.mission in ("sabotage", "demolition") and marker.placed_by not in (None, seat):
        return ENEMY_OWN
    if battle.mission in CARRIED_HOME or battle.mission == "vip_escort":
        return ONLY
    return 1.0


def _hunted(battle: Battle, marker: Marker) -> float:
    """The relic alone counts, as soon as one knows it: the defender does, the attacker when it is revealed."""
    known = any(other.secret == "relic" for other in battle.markers)
    if not known:
        return 1.0
    return ONLY if marker.secret == "relic" else DECOY


def homeward(battle: Battle, unit: Unit, place: Rect) -> tuple[float, str] | None:
    """What it is worth that a carrier of the attacker stands there, and by which row; None if it carries nothing home.

    The closest corner of the carrier counts.
    """
    row = CARRIED_HOME.get(battle.mission)
    if row is None or battle.roles[unit.seat] != ATTACKER:
        return None
    if not any(marker.carrier == unit.id and not marker.gone for marker in battle.markers):
        return None
    gap = min(edge_distance(battle.scene.board, x, y) for x, y in place.corners) - NEAR_EDGE
    return HOME * (1.0 if gap <= 0.0 else max(0.0, 0.8 - gap / ACROSS)), row


def moved_marker(battle: Battle, seat: int, x: float, y: float) -> tuple[float, str]:
    """What it is worth that a marker is moved there: an escort comes nearer to its edge, others are kept off all."""
    escorted = next((marker for marker in battle.markers if marker.edge), None)
    if escorted is not None and battle.roles[seat] == DEFENDER:
        return -edges(battle, x, y)[OPPOSITE[escorted.edge]], "inches from where it needs to be"
    return edge_distance(battle.scene.board, x, y), "inches from the edges"
