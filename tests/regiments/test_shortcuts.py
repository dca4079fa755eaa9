"""What is skipped for the sake of speed changes nothing: compared with looking at everything."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tests.regiments.harness import draw, regiment
from warhost.dice import Chance
from warhost.field import Path, path_of
from warhost.field.sight.lines import View, points_of
from warhost.rulesets.regiments.chapters.missions.seizing import REACH, eligible, marker_distance, seizers
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import Gait, gait
from warhost.rulesets.regiments.chapters.movement.reaching import ways_to
from warhost.rulesets.regiments.chapters.movement.reaching import why_not as why_not_there
from warhost.rulesets.regiments.chapters.terrain.pieces import kinds, prop
from warhost.rulesets.regiments.chapters.terrain.placement import INCHING, Terms, _stop, put, section_centres, why_not
from warhost.rulesets.regiments.core import Battle, Marker, base_sees, field_of, footprint, on_table
from warhost.table import (
    TOLERANCE,
    Forward,
    Pivot,
    Point,
    Pose,
    Rect,
    apply,
    bearing,
    block,
    clip_to_front_arc,
    contains_point,
    free_forward,
    overlaps,
    rect,
    segment_crosses,
)


def somewhere(chance: Chance, width: float, depth: float) -> Rect:
    facing = (0.0, 90.0, chance.uniform() * 360.0)[chance.pick(3)]
    return rect(chance.pick(40), chance.pick(40), facing, width, depth)


def scene(chance: Chance) -> tuple[Rect, View]:
    """A model that looks towards a unit of ten, with pieces of terrain strewn about."""
    target = somewhere(chance, 5.0, 2.0)
    place = somewhere(chance, 1.0, 1.0)
    turn = bearing(place.x, place.y, target.x, target.y + 0.1)
    viewer = rect(place.x, place.y, turn, 1.0, 1.0)

    def strewn(most: int) -> tuple[Rect, ...]:
        count = chance.pick(most + 1)
        return tuple(somewhere(chance, 1.0 + chance.pick(12), 1.0 + chance.pick(6)) for _ in range(count))

    bases = tuple(model.base for model in block(target.pose, 10, 5, 0, 1.0, 1.0))
    return viewer, View(target=target, bases=bases, walls=strewn(9), veils=strewn(6), lookouts=strewn(1))


def free_lines(viewer: Rect, view: View) -> Iterator[tuple[Point, Point]]:
    """Every line that no obstacle bars, one being left out from a hill."""
    left, right, _, _ = viewer.corners
    starts = (left, right, ((left[0] + right[0]) / 2, (left[1] + right[1]) / 2))
    spare = any(contains_point(hill, viewer.x, viewer.y) for hill in view.lookouts)
    for base, start in product(view.bases, starts):
        for end in points_of(base):
            bars = sum(segment_crosses(wall, start, end) for wall in view.walls)
            bars += sum(
                segment_crosses(veil, start, end)
                and not contains_point(veil, *start)
                and not contains_point(veil, *end)
                for veil in view.veils
            )
            if clip_to_front_arc(viewer, (end,)) and bars <= spare:
                yield start, end


@pytest.mark.rule("aofr.los.visible", "aofr.los.solid_blocks", "aofr.terrain.forests", "aofr.terrain.hills")
def test_a_model_sees_if_and_only_if_one_of_all_lines_is_free() -> None:
    chance = Chance("lines")
    seen: list[bool] = []
    while len(seen) < 400:
        viewer, view = scene(chance)
        if view.walls or view.veils:
            seen.append(next(free_lines(viewer, view), None) is not None)
            assert base_sees(viewer, view) == seen[-1], (viewer.pose, view)
    assert 100 < sum(seen) < 320


@pytest.mark.rule("aofr.placement.random")
def test_a_piece_stops_where_it_would_if_every_stop_were_looked_at() -> None:
    def every_stop(battle: Battle, kind: str, start: Point, end: Point, inches: int) -> Pose | None:
        length = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        found = []
        for number in range(int(inches / INCHING) + 1):
            share = number * INCHING / length
            x, y = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
            pose = Pose(round(x, 9), round(y, 9), 0.0)
            found.append(pose if why_not(battle, prop(kind).at(pose), Terms("")) is None else None)
        legal = [pose for pose in found if pose is not None]
        return None if not legal else legal[-1] if found[0] is not None else legal[0]

    chance = Chance("pieces")
    stopped = removed = 0
    for _ in range(12):
        battle = draw("Pikes at 36,10", Pikes=regiment()).battle
        centres = section_centres(battle)
        for _ in range(14):
            start, end = chance.pick(6), chance.pick(5)
            way = (centres[start], centres[(start + end + 1) % 6])
            kind, inches = kinds()[chance.pick(len(kinds()))], 2 + chance.pick(11)
            pose = _stop(battle, prop(kind), *way, inches)
            expected = every_stop(battle, kind, *way, inches)
            assert (pose is None) == (expected is None)
            if pose is None or expected is None:
                removed += 1
                continue
            assert (pose.x, pose.y) == pytest.approx((expected.x, expected.y))
            put(battle, prop(kind), pose)
            stopped += 1
    assert min(stopped, removed) > 20


@pytest.mark.rule("aofr.objective.seize_range")
def test_nobody_who_is_near_a_marker_is_left_out() -> None:
    chance = Chance("markers")
    found = 0
    for _ in range(300):
        x, y, turn = 30 + chance.uniform() * 12, 14 + chance.uniform() * 12, chance.uniform() * 360.0
        battle = draw("0 Pikes @36,10,0", Pikes=regiment(size=8)).battle
        battle.units[0].pose = Pose(x, y, turn)
        marker = Marker(36.0, 20.0)
        near = [u for u in on_table(battle, 0) if eligible(battle, u)]
        near = [u for u in near if marker_distance(battle, u, marker) <= REACH + TOLERANCE]
        assert seizers(battle, marker, 0) == near
        found += len(near)
    assert 50 < found < 250


@pytest.mark.rule("aofr.charge.not_straight", "aofr.melee.valid_target")
def test_a_way_is_found_where_trying_every_turn_finds_one() -> None:
    def any_way(battle: Battle, start: Rect, goal: Rect, how: Gait) -> Path | None:
        for length in (0.0, 0.5, *range(1, 12)):
            shape = apply(start, Forward(length))
            for turn in range(-90, 91, 3):
                turned = apply(shape, Pivot(turn))
                ahead = free_forward(turned, goal, 12.0 - length)
                if length + ahead > 12.0 - TOLERANCE or overlaps(turned, goal):
                    continue
                way = path_of(start, (Forward(length), Pivot(turn), Forward(ahead)))
                others = [other for other in field_of(battle).others(0) if other.shape != goal]
                if why_not_there(battle, battle.units[0], way, goal, others, 12.0, how) is None:
                    return way
        return None

    names = ("Foe", "Bows", "Slings", "Stakes")
    line = "0 Pikes at 30,14 | 1 Foe at 30,24 face 180 | 0 Bows at 50,10 | 0 Slings at 50,20 | 0 Stakes at 50,30"
    battle = draw(line, None, Pikes=regiment(5), **dict.fromkeys(names, regiment(5))).battle
    how, chance = gait(battle, battle.units[0]), Chance("ways")
    found = none = 0
    while found < 50 or none < 25:
        for unit in battle.units[1:]:
            unit.pose = Pose(24.0 + chance.pick(16), 15.0 + chance.pick(12), chance.uniform() * 360.0)
        shapes = [footprint(battle, unit) for unit in battle.units]
        if any(overlaps(one, other) for one, other in combinations(shapes, 2)):
            continue
        start, goal = shapes[:2]
        there_is = any_way(battle, start, goal, how) is not None
        is_found = next(ways_to(battle, battle.units[0], start, goal, 12.0, how), None) is not None
        assert is_found or not there_is, [unit.pose for unit in battle.units]
        found += is_found
        none += not is_found
