"""Markers, groups, sections and places (Solo & Co-Op Rules: Preparation; Ambush, Entrenched, Scout, Transport)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from math import hypot, inf

from warhost.dice import Chance, Dice
from warhost.play import Ask, Placed, passes
from warhost.players.solo.regiments.order import SECTIONS, section_die, section_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.deployment.markers import lying
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.chapters.movement.transports import spaces
from warhost.rulesets.regiments.core import Battle, Unit, footprint_at
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.table import (
    Arc,
    Area,
    Point,
    Pose,
    Rect,
    contains_point,
    distance_to_point,
    edge_midpoint,
    overlaps,
    segment_crosses,
)

D6 = Dice.parse("D6")
COLUMNS, ROWS = 3, 2
CELL = 0.5
"""How finely the ground outside of the zones is looked at."""

STEP = 0.25
MOST_ROLLS = 60
GROUPS = 3
NUDGES = (4.0, 1.0, 0.25, 0.0625)
LOOKS = 6.0
"""How far apart the points are that a place's view is judged by."""


def is_legal(ask: Ask, x: float, y: float, facing: float = 0.0) -> bool:
    return passes(ask.check, Placed(Pose(x, y, facing)))


def permitted_area(battle: Battle, ask: Ask) -> tuple[float, float, float, float]:
    """The upright rectangle around the ground where markers may lie: left, near, right, far (AOFR-R639)."""
    if "aofr.objective.outside_zones" not in ask.question.rules:
        poses = [answer.pose for answer in ask.suggestions() if isinstance(answer, Placed)]
        xs, ys = [pose.x for pose in poses], [pose.y for pose in poses]
        return min(xs), min(ys), max(xs), max(ys)
    board = battle.scene.board
    return _outside(tuple(area for zone in battle.zones for area in zone), board.width, board.depth)


@lru_cache(maxsize=32)
def _outside(zones: tuple[Area, ...], width: float, depth: float) -> tuple[float, float, float, float]:
    """The same for the ground outside of zones."""
    free = [
        (i * CELL, j * CELL)
        for i in range(int(width / CELL))
        for j in range(int(depth / CELL))
        if not any(area.contains_point((i + 0.5) * CELL, (j + 0.5) * CELL) for area in zones)
    ]
    xs, ys = [x for x, _ in free], [y for _, y in free]
    return min(xs), min(ys), max(xs) + CELL, max(ys) + CELL


@rule("aofr.ai.objective_setup")
def squares(area: tuple[float, float, float, float]) -> list[Point]:
    """The centres of the six squares, three along the long side, row by row."""
    left, near, right, far = area
    across, along = (COLUMNS, ROWS) if right - left >= far - near else (ROWS, COLUMNS)
    return [
        (left + (right - left) * (i + 0.5) / across, near + (far - near) * (j + 0.5) / along)
        for j in range(along)
        for i in range(across)
    ]


@rule("aofr.ai.objective_setup", "aofr.ai.objective_fallback")
def marker_place(battle: Battle, ask: Ask, chance: Chance) -> tuple[Placed, str] | None:
    """The centre of a rolled square; if that is not legal, from there towards another just as far as is needed."""
    centres = squares(permitted_area(battle, ask))

    def roll() -> Point:
        return centres[D6.total(chance.roll(D6)) - 1]

    first = roll()
    if is_legal(ask, *first):
        return Placed(Pose(*first, 0.0)), "aofr.ai.objective_setup"
    for _ in range(MOST_ROLLS):
        other = roll()
        length = hypot(other[0] - first[0], other[1] - first[1])
        for number in range(1, int(length / STEP) + 1):
            share = number * STEP / length
            x, y = first[0] + (other[0] - first[0]) * share, first[1] + (other[1] - first[1]) * share
            if is_legal(ask, x, y):
                return Placed(Pose(x, y, 0.0)), "aofr.ai.objective_fallback"
    return None


@rule("aofr.ai.deploy_groups")
def split(units: Iterable[int], chance: Chance) -> list[list[int]]:
    """The units in three groups at random, as equal as can be."""
    left = list(units)
    groups: list[list[int]] = [[] for _ in range(GROUPS)]
    for number in range(len(left)):
        groups[number % GROUPS].append(left.pop(chance.pick(len(left))))
    return groups


@rule("aofr.ai.deploy_sections")
def roll_sections(chance: Chance) -> list[int]:
    """A section for each group by D3; all three in one are rolled again."""
    sections = [section_die(chance) for _ in range(GROUPS)]
    while len(set(sections)) == 1:
        sections = [section_die(chance) for _ in range(GROUPS)]
    return sections


@rule("aofr.ai.deploy_order", "aofr.ai.transport_load")
def first_to_deploy(battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    """Those among which a die picks the next: transports before the others, so that these can be put inside."""
    transports = [unit for unit in units if spaces(battle, unit)]
    return transports or list(units)


def _marks(battle: Battle) -> list[Point]:
    """What units are deployed near to: the objectives, else the middle of the table."""
    return [(marker.x, marker.y) for marker in lying(battle)] or [battle.scene.board.centre]


@rule("aofr.ai.deploy_terrain")
def is_bad_ground(battle: Battle, unit: Unit, place: Rect) -> bool:
    """Difficult or dangerous ground, which only units with Strider or Flying are deployed in."""
    how = gait(battle, unit)
    if how.flies or how.strides:
        return False
    return any(
        (piece.difficult or piece.dangerous) and overlaps(place, piece.shape) for piece in scenery(battle).pieces
    )


@rule("aofr.ai.deploy_place", "aofr.ai.entrenched_deploy", "aofr.ai.ambush")
def deployment_place(battle: Battle, unit: Unit, ask: Ask, section: int) -> tuple[Placed, str] | None:
    """In its section, or the next with room, as near as possible to the nearest objective; outside of bad ground.

    Entrenched units go to the highest place with the widest view instead.
    """
    poses = [answer.pose for answer in ask.suggestions() if isinstance(answer, Placed)]
    if not poses:
        return None
    entrenched = any(special.name == "Entrenched" and share.all for special, share in unit_rules(battle, unit))
    for bad in (False, True):
        for shift in range(SECTIONS):
            home = (section - 1 + shift) % SECTIONS + 1
            there = [
                pose
                for pose in poses
                if section_of(battle, unit.seat, pose.x, pose.y) == home
                and (bad or entrenched or not is_bad_ground(battle, unit, footprint_at(battle, unit, pose)))
            ]
            if not there:
                continue
            if entrenched:
                best = max(there, key=lambda pose: (height_at(battle, pose), view_from(battle, unit, pose)))
                return Placed(best), "aofr.ai.entrenched_deploy"
            return Placed(_nearest(battle, unit, ask, there, home, bad)), "aofr.ai.deploy_place"
    return Placed(poses[0]), "aofr.ai.deploy_place"


def _nearest(battle: Battle, unit: Unit, ask: Ask, poses: Sequence[Pose], home: int, bad: bool) -> Pose:
    """The pose nearest to an objective, then nudged nearer as long as that is legal."""
    marks = _marks(battle)

    def gap(pose: Pose) -> float:
        place = footprint_at(battle, unit, pose)
        return min(distance_to_point(place, *mark) for mark in marks)

    def fits(pose: Pose) -> bool:
        return (
            section_of(battle, unit.seat, pose.x, pose.y) == home
            and (bad or not is_bad_ground(battle, unit, footprint_at(battle, unit, pose)))
            and is_legal(ask, pose.x, pose.y, pose.facing)
        )

    return nudged(min(poses, key=gap), gap, fits)


def nudged(start: Pose, gap: Callable[[Pose], float], fits: Callable[[Pose], bool]) -> Pose:
    """A pose moved by ever smaller steps as long as it gets better and stays legal."""
    best, least = start, gap(start)
    for step in NUDGES:
        better = True
        while better:
            better = False
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)):
                pose = Pose(best.x + dx * step, best.y + dy * step, best.facing)
                if gap(pose) < least - 1e-6 and fits(pose):
                    best, least, better = pose, gap(pose), True
                    break
    return best


@rule("aofr.ai.scout")
def scout_place(battle: Battle, unit: Unit, ask: Ask) -> tuple[Placed, str]:
    """Scouts are then moved up to 12" towards the nearest objective, never away from it (AOFR-R638)."""
    marks = _marks(battle)

    def gap(pose: Pose) -> float:
        return min(distance_to_point(footprint_at(battle, unit, pose), *mark) for mark in marks)

    def fits(pose: Pose) -> bool:
        return not is_bad_ground(battle, unit, footprint_at(battle, unit, pose)) and is_legal(
            ask, pose.x, pose.y, pose.facing
        )

    assert unit.pose is not None
    here = gap(unit.pose)
    poses = [answer.pose for answer in ask.suggestions() if isinstance(answer, Placed)]
    good = [pose for pose in poses if gap(pose) <= here and fits(pose)] or poses
    return Placed(nudged(min(good, key=gap), gap, fits)), "aofr.ai.scout"


def height_at(battle: Battle, pose: Pose) -> float:
    """How high a place lies: on a hill or on top of a piece."""
    return max(
        (
            max(piece.height, 1.0 if piece.lookout else 0.0)
            for piece in scenery(battle).pieces
            if contains_point(piece.shape, pose.x, pose.y)
        ),
        default=0.0,
    )


def view_from(battle: Battle, unit: Unit, pose: Pose) -> int:
    """How many points all over the table are seen from the middle of the unit's front."""
    board = battle.scene.board
    place = footprint_at(battle, unit, pose)
    eye = edge_midpoint(place, Arc.FRONT)
    hiding = [piece.shape for piece in scenery(battle).hiding if not contains_point(piece.shape, *eye)]
    points = [
        ((i + 0.5) * LOOKS, (j + 0.5) * LOOKS)
        for i in range(int(board.width / LOOKS))
        for j in range(int(board.depth / LOOKS))
    ]
    return sum(
        (x - eye[0]) * place.fx + (y - eye[1]) * place.fy > 0.0
        and not any(segment_crosses(shape, eye, (x, y)) for shape in hiding)
        for x, y in points
    )


def nearest_place(ask: Ask, battle: Battle, unit: Unit, point: Point | None) -> Placed | None:
    """The suggested place nearest to a point."""
    poses = [answer.pose for answer in ask.suggestions() if isinstance(answer, Placed)]
    if not poses:
        return None

    def gap(pose: Pose) -> float:
        return inf if point is None else distance_to_point(footprint_at(battle, unit, pose), *point)

    return Placed(min(poses, key=gap) if point is not None else poses[0])
