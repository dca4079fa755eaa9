"""Where units are set up: zones, strips along the table edges, distances that must be kept (Deploying Armies)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from math import ceil, hypot, sqrt

import msgspec

from warhost.dice import Chance
from warhost.play.english import does
from warhost.play.questions import Place, Placed
from warhost.play.script import Refused, Script, place
from warhost.rulebook import rule
from warhost.rulesets.regiments import events
from warhost.rulesets.regiments.battle import Battle, Unit
from warhost.rulesets.regiments.formation import footprint, footprint_at, on_table, perimeter, size, stand, troopers
from warhost.rulesets.regiments.scenery import scenery
from warhost.table import (
    TOLERANCE,
    Area,
    Point,
    Pose,
    Rect,
    bearing,
    distance,
    distance_to_point,
    on_board,
    overlaps,
    strip,
    within,
)

GAP = 1.0
"""How far units stay from each other; exactly that far is far enough (AOFR-R041)."""

LOOKED_AT = 150
"""About how many places are looked at when sensible ones are wanted."""

TRIES = 24
"""How many places at random are tried."""

EDGES = ("south", "north", "west", "east")


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where a unit may be set up, and by which rule. What is not told does not matter."""

    rule: str
    parts: tuple[Area, ...] = ()
    """Fully inside one of these."""
    band: float = 0.0
    """Within so many inches of any table edge."""
    around: Point | None = None
    reach: float = 0.0
    """Within so many inches of the point."""
    fully: bool = True
    """Whether all of the unit must be that near to the edge or the point; else its closest model is enough."""
    enemies: float = 0.0
    """More than so many inches from every enemy unit."""
    away: tuple[tuple[int, float], ...] = ()
    """More than so many inches from these units."""
    points: tuple[Point, ...] = ()
    clear: float = 0.0
    """More than so many inches from these points."""
    friends: float = 0.0
    """Within so many inches of a friendly unit, once there is one on the table."""


def set_down(battle: Battle, unit: Unit, ground: Ground, topic: str, text: str) -> Script[Pose]:
    """Ask the owner where the unit stands, and put it there."""
    question = Place(
        seat=unit.seat,
        topic=topic,
        text=text,
        rules=(ground.rule, "aofr.move.one_inch"),
        unit=unit.id,
        zone=ground.parts[0] if len(ground.parts) == 1 else None,
    )
    answer = yield from place(
        question,
        lambda placed: check(battle, unit, placed.pose, ground),
        lambda: [Placed(pose) for pose in sensible_places(battle, unit, ground)],
        lambda chance: Placed(random_place(battle, unit, ground, chance)),
    )
    stand(unit, answer.pose)
    assert unit.pose is not None
    return unit.pose


def check(battle: Battle, unit: Unit, pose: Pose, ground: Ground) -> None:
    """Raises Refused if the unit may not be set up there."""
    refusal = why_not(battle, unit, pose, ground)
    if refusal is not None:
        raise refusal


@rule("aofr.deploy.zone")
def deploy_on(battle: Battle, unit: Unit, ground: Ground) -> Script[bool]:
    """The unit is placed; one for which there is no room is held back (AOFR-R070). Whether it stands."""
    if not fits(battle, unit, ground):
        unit.reserve = "held back"
        yield events.UnitSetAside(unit.id, "there was no room")
        return False
    pose = yield from set_down(battle, unit, ground, "deploy", f"Where {does(unit.name)} deploy?")
    unit.reserve = ""
    yield events.UnitDeployed(unit.id, pose)
    return True


def fits(battle: Battle, unit: Unit, ground: Ground) -> bool:
    """Whether there is room for the unit at all (AOFR-R070)."""
    return bool(sensible_places(battle, unit, ground, enough=1))


def why_not(battle: Battle, unit: Unit, pose: Pose, ground: Ground) -> Refused | None:
    """Why the unit may not be set up there: off its ground, too close to something, or no place to stand."""
    shape = footprint_at(battle, unit, pose)
    board = battle.scene.board
    if not on_board(shape, board.width, board.depth):
        return Refused(f"{unit.name} would not be completely on the table.", ground.rule)
    bases = perimeter(battle, unit, pose)
    if not _on_ground(battle, unit, pose, bases, ground):
        return Refused(f"{unit.name} must be {_where(ground)}.", ground.rule)
    return why_no_room(battle, unit, shape) or _too_close(battle, unit, bases, ground)


def _on_ground(battle: Battle, unit: Unit, pose: Pose, bases: tuple[Rect, ...], ground: Ground) -> bool:
    """Whether every base lies fully where it may, or the closest one where that is enough (AOFR-R003)."""
    if ground.parts and not any(all(part.contains_rect(base) for base in bases) for part in ground.parts):
        return False
    if not ground.fully:
        return _reaches(battle, bases, ground)
    if ground.around is not None:
        x, y = ground.around
        far = max(hypot(cx - x, cy - y) for base in bases for cx, cy in base.corners)
        if far > ground.reach + TOLERANCE:
            return False
    if ground.band and not all(_in_band(battle, corner, ground.band) for base in bases for corner in base.corners):
        return False
    # A unit across a table corner may have its ends near two edges and its middle near none.
    return not ground.band or all(
        _in_band(battle, corner, ground.band) for one in troopers(battle, unit, pose) for corner in one.base.corners
    )


def _reaches(battle: Battle, bases: tuple[Rect, ...], ground: Ground) -> bool:
    """Whether the closest model is as near to the point or the table edge as it must be."""
    around = ground.around
    if around is not None and min(distance_to_point(base, *around) for base in bases) > ground.reach + TOLERANCE:
        return False
    # Of all points of a base, a corner is nearest to an edge.
    return not ground.band or any(_in_band(battle, corner, ground.band) for base in bases for corner in base.corners)


def _in_band(battle: Battle, point: Point, band: float) -> bool:
    return edge_distance(battle, *point) <= band + TOLERANCE


def edge_distance(battle: Battle, x: float, y: float) -> float:
    """From a point to the nearest table edge."""
    board = battle.scene.board
    return min(x, y, board.width - x, board.depth - y)


def _where(ground: Ground) -> str:
    if ground.parts:
        return "fully inside the deployment zone"
    near = "fully within" if ground.fully else "within"
    if ground.around is not None:
        return f'{near} {ground.reach:g}" of that point'
    return f'{near} {ground.band:g}" of a table edge'


@rule("aofr.move.one_inch")
def why_no_room(battle: Battle, unit: Unit, shape: Rect) -> Refused | None:
    """Whoever is set up stands 1" from other units and on ground that can be entered (AOFR-R068)."""
    pieces = scenery(battle)
    for piece in (*pieces.impassable, *pieces.gaps):
        if overlaps(shape, piece.shape):
            return Refused(f"{unit.name} cannot be placed in {piece.name}.", "aofr.terrain.impassable")
    for other in battle.units:
        if other.pose is None or other is unit:
            continue
        if within(shape, footprint(battle, other), GAP - 2 * TOLERANCE):
            return Refused(f'{unit.name} would be less than 1" from {other.name}.', "aofr.move.one_inch")
    return None


def _too_close(battle: Battle, unit: Unit, bases: tuple[Rect, ...], ground: Ground) -> Refused | None:
    for x, y in ground.points if ground.clear else ():
        if min(distance_to_point(base, x, y) for base in bases) <= ground.clear + TOLERANCE:
            return Refused(f'{unit.name} must be more than {ground.clear:g}" from the marker.', ground.rule)
    for number, inches in ground.away:
        other = battle.units[number]
        if other.pose is not None and _apart(battle, bases, other) <= inches:
            return Refused(f'{unit.name} must be more than {inches:g}" from {other.name}.', ground.rule)
    if not ground.enemies and not ground.friends:
        return None
    friends = [other for other in on_table(battle, unit.seat) if other is not unit]
    if ground.friends and friends and all(_apart(battle, bases, friend) > ground.friends for friend in friends):
        return Refused(f'{unit.name} must be within {ground.friends:g}" of a friendly unit.', ground.rule)
    for enemy in on_table(battle, battle.other(unit.seat)) if ground.enemies else ():
        if _apart(battle, bases, enemy) <= ground.enemies:
            return Refused(f'{unit.name} must be more than {ground.enemies:g}" from {enemy.name}.', ground.rule)
    return None


def _apart(battle: Battle, bases: tuple[Rect, ...], other: Unit) -> float:
    """The distance to another unit, without the hair by which equal lengths differ."""
    return min(distance(base, there) for base in bases for there in perimeter(battle, other)) - TOLERANCE


def sensible_places(battle: Battle, unit: Unit, ground: Ground, enough: int = 1000) -> list[Pose]:
    """Legal places all over the ground, looking ahead; if there are none, looking anywhere and closer together."""
    found = list(islice(_legal_places(battle, unit, ground, None, LOOKED_AT), enough))
    if found:
        return found
    closer = (_legal_places(battle, unit, ground, turn, 12 * LOOKED_AT) for turn in (0.0, 90.0, 180.0, 270.0))
    return list(islice(chain.from_iterable(closer), enough))


def _legal_places(battle: Battle, unit: Unit, ground: Ground, facing: float | None, looks: int) -> Iterator[Pose]:
    boxes = _boxes(battle, unit, ground)
    area = sum((right - left) * (far - near) for left, near, right, far in boxes)
    step = max(0.5, sqrt(area / looks))
    for left, near, right, far in boxes:
        for x in _spread(left, right, step):
            for y in _spread(near, far, step):
                turned = ahead(battle, unit.seat, ground, x, y) if facing is None else facing
                pose = Pose(*_drawn_in(battle, unit, x, y, turned, (left, near, right, far)), turned)
                # Whatever is in the way is the usual reason and quickly seen.
                crowded = why_no_room(battle, unit, footprint_at(battle, unit, pose)) is not None
                if not crowded and why_not(battle, unit, pose, ground) is None:
                    yield pose


def _spread(low: float, high: float, step: float) -> list[float]:
    """Points from one end to the other, both included, about a step apart."""
    count = max(1, ceil((high - low) / step))
    return [low + (high - low) * index / count for index in range(count + 1)]


def _drawn_in(
    battle: Battle, unit: Unit, x: float, y: float, facing: float, box: tuple[float, float, float, float]
) -> Point:
    """The point moved so that a unit with its centre there stays inside the box, as far as it can."""
    shape = footprint_at(battle, unit, Pose(x, y, facing))
    half_x = max(cx for cx, _ in shape.corners) - x
    half_y = max(cy for _, cy in shape.corners) - y
    left, near, right, far = box
    return (min(max(x, left + half_x), right - half_x), min(max(y, near + half_y), far - half_y))


def _boxes(battle: Battle, unit: Unit, ground: Ground) -> list[tuple[float, float, float, float]]:
    """Upright boxes in which the unit would stand on the ground: left, near, right, far."""
    board = battle.scene.board
    if ground.parts:
        return [_bounds(part) for part in ground.parts]
    beyond = 0.0 if ground.fully else hypot(*size(battle, unit))
    if ground.around is not None:
        x, y = ground.around
        r = ground.reach + beyond
        return [(max(0.0, x - r), max(0.0, y - r), min(board.width, x + r), min(board.depth, y + r))]
    if ground.band:
        band = min(ground.band + beyond, board.width, board.depth)
        return [_bounds(area) for area in edge_strips(battle, band)]
    return [(0.0, 0.0, board.width, board.depth)]


def _bounds(area: Area) -> tuple[float, float, float, float]:
    across, along = [x for x, _ in area.corners], [y for _, y in area.corners]
    return (min(across), min(along), max(across), max(along))


def edge_strips(battle: Battle, band: float) -> tuple[Area, ...]:
    """The strips along the four table edges, in the order of `EDGES`."""
    width, depth = battle.scene.board.width, battle.scene.board.depth
    return (
        strip(0.0, 0.0, width, band),
        strip(0.0, depth - band, width, depth),
        strip(0.0, 0.0, band, depth),
        strip(width - band, 0.0, width, depth),
    )


def ahead(battle: Battle, seat: int, ground: Ground, x: float, y: float) -> float:
    """The facing of a unit that looks at the enemy: at the nearest point of the enemy's zone, from a table edge
    straight away from it, from the middle of the table outwards."""
    board = battle.scene.board
    if ground.parts:
        others = battle.zones[battle.other(seat)]
        tx, ty = min((_nearest(area, x, y) for area in others), key=lambda p: hypot(p[0] - x, p[1] - y))
        return round(bearing(x, y, tx, ty), 6) if (tx, ty) != (x, y) else 0.0
    if ground.around is not None:
        return round(bearing(*ground.around, x, y) / 90.0) * 90.0 % 360.0
    edges = {0.0: y, 180.0: board.depth - y, 90.0: x, 270.0: board.width - x}
    return min(edges, key=lambda facing: edges[facing])


def _nearest(area: Area, x: float, y: float) -> Point:
    """The nearest point of an area."""
    if area.contains_point(x, y):
        return (x, y)
    best, where = 1e18, area.corners[0]
    ax, ay = area.corners[-1]
    for bx, by in area.corners:
        ex, ey = bx - ax, by - ay
        length = ex * ex + ey * ey
        along = max(0.0, min(1.0, ((x - ax) * ex + (y - ay) * ey) / length)) if length else 0.0
        px, py = ax + along * ex, ay + along * ey
        gap = hypot(px - x, py - y)
        if gap < best:
            best, where = gap, (px, py)
        ax, ay = bx, by
    return where


def random_place(battle: Battle, unit: Unit, ground: Ground, chance: Chance) -> Pose:
    """A legal place at random; where a few tries find none, one of the sensible ones."""
    boxes = _boxes(battle, unit, ground)
    for _ in range(TRIES):
        left, near, right, far = box = boxes[chance.pick(len(boxes))]
        x, y = left + chance.uniform() * (right - left), near + chance.uniform() * (far - near)
        facing = ahead(battle, unit.seat, ground, x, y) if chance.pick(2) else chance.uniform() * 360.0
        pose = Pose(*_drawn_in(battle, unit, x, y, facing, box), facing)
        if why_not(battle, unit, pose, ground) is None:
            return pose
    places = sensible_places(battle, unit, ground)
    assert places, f"{unit.name} was to be set up where there is no room"
    return places[chance.pick(len(places))]
