"""What is around those who move, what their ways cost, and what Dangerous ground does to them (Terrain)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache, partial

from warhost.field.ground.boxes import Box, boxes_meet, reaches_into
from warhost.field.loose.costs import cheapest_way
from warhost.field.loose.steps import Around, Way
from warhost.field.loose.ways import Room
from warhost.play.rules.rulebase import Speakers
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.chapters.wounds.attacks import unsaved
from warhost.rulesets.blue_age.chapters.wounds.harm import suffer
from warhost.rulesets.blue_age.core import (
    GAP,
    NOTHING,
    Battle,
    Feet,
    Footing,
    Special,
    Unit,
    bases_of,
    footing_on,
    group_of,
    lands_in,
    paid,
    risks,
    speakers,
    terrain_of,
    together,
)
from warhost.rulesets.blue_age.core.values import movement
from warhost.table import Base, Point, Rect


def feet_of(battle: Battle, unit: Unit, *, flees: bool = False) -> Feet:
    """The feet of a unit's own models."""
    return _feet(speakers(battle, unit), battle.entry(unit).radius, movement(battle, unit) / 2, flees)


@lru_cache(maxsize=1024)
def _feet(said: Speakers[Special], radius: float, jump: float, flees: bool) -> Feet:
    return Feet(
        radius,
        jump,
        bool(said.at("flies")),
        bool(said.at("sure_step")),
        bool(said.at("difficult_is_dangerous")),
        bool(said.at("all_is_dangerous")),
        frozenset().union(*(one.closed for one in said.at("closed"))),
        frozenset().union(*(one.opened for one in said.at("opened"))),
        flees,
    )


def footing_of(battle: Battle, unit: Unit, *, flees: bool = False) -> Footing:
    """What the table is to a unit's own models."""
    terrain = terrain_of(battle)
    return footing_on(terrain, feet_of(battle, unit, flees=flees)) if terrain.pieces else NOTHING


# What is around


def box_of(battle: Battle, unit: Unit) -> Box:
    """The upright box about a unit's own bases."""
    return group_of(battle, unit).box


def standing(battle: Battle, without: Container[int] = ()) -> Iterator[Unit]:
    """The units whose models have places on the table: not those in buildings."""
    for unit in battle.units:
        if unit.models and unit.id not in without:
            own = unit if unit.host is None else battle.units[unit.host]
            if own.inside is None:
                yield unit


@rule("blue.terrain.impassable_move")
def around(
    battle: Battle,
    unit: Unit,
    gap: float = GAP,
    *,
    touch: Container[int] = (),
    without: Container[int] = (),
    alone: bool = False,
    near: Box | None = None,
    footing: Footing | None = None,
) -> Around:
    """What models of a unit find around them: walls, models of their side, which they pass, and enemies, from which
    they keep the gap (BLUE-R16).

    Enemies whose numbers are in `touch` may be touched, units in `without` are not there at all. A Hero who goes
    `alone` finds the unit that he is with among the others. Only what is near the box is looked at, if there is one.
    """
    own = {unit.id} if alone else {one.id for one in together(battle, unit)}
    footing = footing_of(battle, unit) if footing is None else footing
    walls: list[Base] = [wall for wall in footing.walls if near is None or reaches_into(wall, near)]
    mates: list[Base] = [shape for shape in footing.narrow if near is None or reaches_into(shape, near)]
    foes: list[Base] = []
    for other in standing(battle):
        if other.id in own or other.id in without:
            continue
        if near is not None and not boxes_meet(near, box_of(battle, other), gap):
            continue
        host = other.id if other.host is None else other.host
        found = mates if other.seat == unit.seat else walls if host in touch else foes
        bases = bases_of(battle, other)
        found += bases if near is None else [base for base in bases if reaches_into(base, near, gap)]
    return Around(battle.scene.board, tuple(walls), tuple(mates), tuple(foes), gap)


# Ways


def cheapest(footing: Footing, base: Base, end: Point, about: Around, most: float, room: Room) -> Way | None:
    """A way there that costs no more than that: the shortest one, or one round ground that would slow it down. `room`
    is what bases of that size find around them, and keeps what is known of it for the next of them."""

    def costly() -> dict[Rect, float]:
        margins = dict.fromkeys(footing.slow, base.radius)
        return margins | {shape: base.radius * CORNERS for shape, _ in footing.raised}

    return cheapest_way(base, end, about, most, room, partial(paid, footing), costly)


CORNERS = 0.707
"""By this share of its radius a base goes farther into a shape that it goes round without cutting its corners: a corner
of slow ground costs next to nothing, one of a wall the whole climb."""


# Dangerous ground


DANGER = 3
"""The natural face from which on Dangerous ground does not hurt."""


@rule("blue.terrain.dangerous_roll", "blue.terrain.dangerous_no_save_fleeing", "blue.move.jump_down")
@rule("blue.unit_type.flyer_ignores_terrain")
def endangered(
    battle: Battle,
    unit: Unit,
    ways: Mapping[int, Sequence[Sequence[Point]]],
    *,
    saves: bool = True,
    flees: bool = False,
    footings: Mapping[int, Footing] = {},
) -> Script[None]:
    """Dangerous rolls for a unit and the Heroes with it after a move: one D10 for each model whose way was at any time
    in Dangerous ground, a wound on 1 or 2.

    `ways` has for each of them by number the ways of its models in their order. Flee! and Fall Back leave no save.
    `footings` are those that are known, by the same numbers.
    """
    for one in together(battle, unit):
        if one.id not in ways or not one.models:
            continue
        footing = footings.get(one.id) or footing_of(battle, one, flees=flees)
        if not footing.dangers and not footing.raised:
            continue
        if not _touched(footing, ways[one.id]):
            continue
        flies = bool(speakers(battle, one).at("flies"))
        entered = [
            number
            for number, way in enumerate(ways[one.id])
            if len(way) > 1 and (lands_in(footing, way[-1]) if flies else risks(footing, way))
        ]
        if entered:
            yield from _danger_rolls(battle, one, entered, saves=saves)


def _touched(footing: Footing, ways: Sequence[Sequence[Point]]) -> bool:
    """Whether ways come near anything that may be dangerous; told by the box about them."""
    xs, ys = [x for way in ways for x, _ in way], [y for way in ways for _, y in way]
    box = (min(xs), min(ys), max(xs), max(ys))
    return any(reaches_into(shape, box) for shape in (*footing.dangers, *(shape for shape, _ in footing.raised)))


def _danger_rolls(battle: Battle, unit: Unit, entered: Sequence[int], *, saves: bool) -> Script[None]:
    cite = "blue.terrain.dangerous_roll"
    dice, why = f"{len(entered)}D10", "Dangerous ground"
    faces = yield from roll(dice, why=why, rule=cite, seat=unit.seat, unit=unit.id, need=DANGER, counts="each")
    hurt = [number for number, face in zip(entered, faces, strict=True) if face < DANGER]
    if not hurt:
        return
    lost = yield from unsaved(battle, unit, len(hurt), "Dangerous ground", cite, "all" if saves else "magical")
    yield from wounded(battle, unit, hurt[:lost], "Dangerous ground")


def wounded(battle: Battle, unit: Unit, numbers: Sequence[int], what: str) -> Script[None]:
    """Each of these models loses one Health."""
    if battle.entry(unit).health == 1:
        # A Champion has one Health more than the others: he comes last, so that each loses no more than one.
        order = sorted(numbers, key=lambda number: (unit.models[number].role == "champion", number))
        if order:
            yield from suffer(battle, unit, len(order), what=what, models=order)
        return
    for number in sorted(numbers, reverse=True):
        yield from suffer(battle, unit, 1, what=what, models=[number])
