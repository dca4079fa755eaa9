"""Lines of sight that are told all at once: what is said of all of them holds for each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from warhost.rulesets.blue_age.sight import _hides, _is_free, _rim_lines, _Scene
from warhost.table import Circle, Point, Rect, rect

SEEDS = range(600)


def _lines(one: Circle, other: Circle) -> Iterator[tuple[Point, Point]]:
    yield (one.x, one.y), (other.x, other.y)
    yield from _rim_lines(one, other)


def _pair(chance: Random) -> tuple[Circle, Circle]:
    one = Circle(0.0, 0.0, chance.choice((0.5, 1.0, 2.0)))
    return one, Circle(chance.uniform(5.0, 12.0), chance.uniform(-3.0, 3.0), chance.choice((0.5, 1.0, 3.0)))


def _piece(chance: Random) -> Rect:
    wide, deep = chance.uniform(0.5, 4.0), chance.uniform(1.0, 9.0)
    return rect(chance.uniform(2.0, 8.0), chance.uniform(-2.0, 2.0), chance.uniform(0.0, 360.0), wide, deep)


@pytest.mark.parametrize("kind", ["solid", "veil"])
def test_terrain_that_parts_two_circles_is_on_every_line_between_them(kind: str) -> None:
    parted = 0
    for seed in SEEDS:
        chance = Random(seed)
        one, other = _pair(chance)
        pieces = [_piece(chance)]
        scene = _Scene(pieces if kind == "solid" else [], pieces if kind == "veil" else [], [], [], [])
        if scene.parts(one, other):
            parted += 1
            assert not any(_is_free(*line, scene, []) for line in _lines(one, other)), seed
    assert parted > 20


def test_a_base_that_hides_another_is_on_every_line_to_it() -> None:
    hidden = 0
    for seed in SEEDS:
        chance = Random(seed)
        one, other = _pair(chance)
        share, radius = chance.uniform(0.1, 0.9), chance.choice((0.5, 1.0, 2.0))
        disc = Circle(other.x * share, other.y * share + chance.uniform(-1.0, 1.0), radius)
        if _hides(disc, one, other):
            hidden += 1
            assert not any(_is_free(*line, _Scene([], [], [], [], []), [disc]) for line in _lines(one, other)), seed
    assert hidden > 20


def test_a_road_through_a_wood_parts_nobody() -> None:
    wood, road = rect(5.0, 0.0, 0.0, 4.0, 12.0), rect(5.0, 0.0, 0.0, 12.0, 2.0)
    one, other = Circle(0.0, 0.0, 0.5), Circle(10.0, 0.0, 0.5)
    assert _Scene([], [wood], [], [], []).parts(one, other)
    assert not _Scene([], [wood], [road], [], []).parts(one, other)
