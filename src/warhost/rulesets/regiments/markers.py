"""Where objective markers may lie, and who puts them there (Preparation: Placing Objectives)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, hypot, radians, sin

import msgspec

from warhost.dice import Chance
from warhost.field.placing import edge_distance
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Refused, Script, choose, place
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle, Marker
from warhost.rulesets.regiments.roll_off import roll_off
from warhost.rulesets.regiments.scenery import scenery
from warhost.table import TOLERANCE, Point, Pose, distance_to_point, point_on_board

APART = 9.0
"""Markers are further from each other than this."""

STEP = 3.0
"""How finely sensible places are looked for."""

TRIES = 24

ROOM = 1.0
"""The radius of the disc that has to be free near a marker."""

NEAR = 3.0


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """Where a marker may lie, and by which rule. What is not told does not matter."""

    rule: str
    outside: bool = False
    """In neither deployment zone."""
    apart: float = 0.0
    """More than so many inches from all other markers."""
    clear: float = 0.0
    """More than so many inches from the deployment zones and the table edges."""
    around: Point | None = None
    reach: float = 0.0
    """Within so many inches of the point."""
    band: float = 0.0
    """Within so many inches of any table edge."""


def common(rule_id: str = "aofr.objective.outside_zones") -> Spot:
    """The places of markers for which a mission has no rule of its own."""
    return Spot(rule=rule_id, outside=True, apart=APART)


def lying(battle: Battle) -> list[Marker]:
    """The markers that lie on the table."""
    return [marker for marker in battle.markers if not marker.gone and marker.carrier is None]


def _zone_distance(battle: Battle, x: float, y: float) -> float:
    return min((area.distance_to_point(x, y) for zone in battle.zones for area in zone), default=1e9)


@rule("aofr.objective.outside_zones", "aofr.objective.spacing", "aofr.mission.common_placing")
def why_not(battle: Battle, x: float, y: float, spot: Spot) -> Refused | None:
    """Why a marker may not lie there."""
    board = battle.scene.board
    if not point_on_board(x, y, board.width, board.depth):
        return Refused("The marker must be on the table.", spot.rule)
    if spot.outside and _zone_distance(battle, x, y) <= TOLERANCE:
        return Refused("Markers cannot be placed in a deployment zone.", "aofr.objective.outside_zones")
    if spot.clear and _zone_distance(battle, x, y) <= spot.clear + TOLERANCE:
        return Refused(f'The marker must be more than {spot.clear:g}" from both deployment zones.', spot.rule)
    if spot.clear and edge_distance(battle.scene.board, x, y) <= spot.clear + TOLERANCE:
        return Refused(f'The marker must be more than {spot.clear:g}" from the table edges.', spot.rule)
    if spot.around is not None and hypot(x - spot.around[0], y - spot.around[1]) > spot.reach + TOLERANCE:
        return Refused(f'The marker must be within {spot.reach:g}" of that point.', spot.rule)
    if spot.band and edge_distance(battle.scene.board, x, y) > spot.band + TOLERANCE:
        return Refused(f'The marker must be within {spot.band:g}" of a table edge.', spot.rule)
    if spot.apart and _nearest_marker(battle, x, y) <= spot.apart + TOLERANCE:
        return Refused(f'Markers must be more than {spot.apart:g}" from each other.', "aofr.objective.spacing")
    if not reachable(battle, x, y):
        return Refused("No unit could reach the marker there.", "aofr.objective.reachable")
    return None


def _nearest_marker(battle: Battle, x: float, y: float) -> float:
    return min((hypot(x - marker.x, y - marker.y) for marker in lying(battle)), default=1e9)


@rule("aofr.objective.reachable")
def reachable(battle: Battle, x: float, y: float) -> bool:
    """Whether the point is not in impassable ground and a disc of 1" has room within 3" of it (AOFR-R063)."""
    walls = [piece.shape for piece in scenery(battle).impassable]
    if any(distance_to_point(wall, x, y) <= 0.0 for wall in walls):
        return False
    return any(_disc_is_free(battle, x + dx, y + dy) for dx, dy in _AROUND)


_AROUND = tuple(
    (reach * sin(radians(turn)), reach * cos(radians(turn)))
    for reach in (0.0, 1.0, 2.0, NEAR)
    for turn in range(0, 360, 30)
)


def _disc_is_free(battle: Battle, x: float, y: float) -> bool:
    if edge_distance(battle.scene.board, x, y) < ROOM - TOLERANCE:
        return False
    return all(distance_to_point(piece.shape, x, y) >= ROOM - TOLERANCE for piece in scenery(battle).impassable)


def sensible_spots(battle: Battle, spot: Spot) -> list[Point]:
    """Legal places a few inches apart, those in the middle of the table first."""
    return list(_spots(battle, spot))


def _spots(battle: Battle, spot: Spot) -> Iterator[Point]:
    board = battle.scene.board
    step = STEP if spot.around is None and not spot.band else STEP / 2
    points = _from_the_middle(board.width, board.depth, step)
    return (point for point in points if why_not(battle, *point, spot) is None)


@lru_cache(maxsize=16)
def _from_the_middle(width: float, depth: float, step: float) -> tuple[Point, ...]:
    """Points all over a table a step apart, those in its middle first."""
    x, y = width / 2, depth / 2
    points = [
        (x + i * step, y + j * step)
        for i in range(-int(x / step), int(x / step) + 1)
        for j in range(-int(y / step), int(y / step) + 1)
    ]
    return tuple(sorted(points, key=lambda p: (hypot(p[0] - x, p[1] - y), p)))


def random_spot(battle: Battle, spot: Spot, chance: Chance) -> Point:
    """A legal place at random; where a few tries find none, one of the sensible ones."""
    board = battle.scene.board
    for _ in range(TRIES):
        x, y = chance.uniform() * board.width, chance.uniform() * board.depth
        if spot.around is not None:
            x = spot.around[0] + (2 * chance.uniform() - 1) * spot.reach
            y = spot.around[1] + (2 * chance.uniform() - 1) * spot.reach
        if why_not(battle, x, y, spot) is None:
            return (x, y)
    points = sensible_spots(battle, spot)
    return points[chance.pick(len(points))]


def ask_spot(battle: Battle, seat: int, spot: Spot, topic: str, text: str) -> Script[Point | None]:
    """Ask a player for a legal place; nobody is asked and there is none if there is no legal place."""
    if next(_spots(battle, spot), None) is None:
        return None
    answer = yield from place(
        Place(seat=seat, topic=topic, text=text, rules=(spot.rule,)),
        lambda placed: why_not(battle, placed.pose.x, placed.pose.y, spot),
        lambda: [there(point) for point in sensible_spots(battle, spot)],
        lambda chance: there(random_spot(battle, spot, chance)),
    )
    return (round(answer.pose.x, 9), round(answer.pose.y, 9))


def there(point: Point) -> Placed:
    """The answer that puts a marker at a point."""
    return Placed(Pose(*point, 0.0))


def put(battle: Battle, point: Point, seat: int | None = None, *, own: bool = False, edge: str = "") -> Script[None]:
    """A marker lies there from now on; one that is somebody's own is under its control at once."""
    owner = seat if own else None
    battle.markers = (*battle.markers, Marker(*point, owner=owner, placed_by=owner, edge=edge))
    yield events.MarkerPlaced(len(battle.markers), *point, seat)


def place_one(battle: Battle, seat: int, spot: Spot) -> Script[None]:
    """The player puts one marker down. If there is no legal place it goes where others are furthest (AOFR-R062)."""
    number = len(battle.markers) + 1
    point = yield from ask_spot(battle, seat, spot, "marker", f"Where do you place marker {number}?")
    if point is None:
        loose = msgspec.structs.replace(spot, apart=0.0)
        points = sensible_spots(battle, loose)
        if not points:
            return
        point = max(points, key=lambda p: _nearest_marker(battle, *p))
    yield from put(battle, point, seat)


@rule("aofr.objective.first_placer", "aofr.objective.alternate", "aofr.mission.common_placing")
def place_in_turn(battle: Battle, count: int, first: int | None = None, spot: Spot | None = None) -> Script[None]:
    """The winner of a roll-off says who puts the first marker down, then players take turns, one marker each."""
    if first is None:
        first = yield from first_placer(battle)
    for number in range(count):
        seat = first if number % 2 == 0 else battle.other(first)
        yield from place_one(battle, seat, spot or common())


@rule("aofr.objective.first_placer")
def first_placer(battle: Battle) -> Script[int]:
    """A roll-off; the winner says who places the first marker."""
    winner = yield from roll_off(battle, "who places the first marker", "aofr.objective.first_placer")
    options = [Option(str(seat), told.name) for seat, told in enumerate(battle.scene.seats)]
    text = "Who places the first marker?"
    key = yield from choose(winner, "first marker", text, options, rules=("aofr.objective.first_placer",))
    return int(key)
