"""Cover (BLUE-R15): what terrain takes from shots at a unit. Light Cover is Half Cover, Heavy Cover is Full Cover."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Piece
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core.battle import Battle, Unit, head
from warhost.rulesets.blue_age.core.formation import all_bases, walls_of
from warhost.rulesets.blue_age.core.rules import speakers
from warhost.rulesets.blue_age.core.sight import centre_in
from warhost.rulesets.blue_age.core.terrain import pieces_at, terrain_of
from warhost.table import Base, Point, base_crossed, base_distance

LIGHT, HEAVY = 1, 2

BEHIND = 1.0
"""How near to an obstacle a model is that it covers (BLUE-R135)."""


def cover_of(battle: Battle, target: Unit, shooter: Unit | None) -> tuple[int, frozenset[str]]:
    """The Cover Bonus of a unit against a shooter, or against what comes from nowhere, and the kinds of terrain that
    give it. The rules of the unit have spoken (Shrouded, Stealth)."""
    host = head(battle, target)
    cover, kinds = _of_building(battle, host) if host.inside is not None else _of_ground(battle, host, shooter)
    for speaker in speakers(battle, host).at("cover_bonus"):
        cover = speaker.cover_bonus(battle, host, cover, kinds)
    return cover, kinds


@rule("blue.building.heavy_cover", "blue.penetration.04_window", "blue.penetration.07_breach")
def _of_building(battle: Battle, unit: Unit) -> tuple[int, frozenset[str]]:
    """Heavy Cover inside, as far as damage has not lowered it."""
    assert unit.inside is not None
    cover = battle.sections[unit.inside].cover
    return cover, frozenset({"building", "buildings"}) if cover else frozenset()


@rule("blue.ranged_mod.target_half_cover", "blue.ranged_mod.target_full_cover", "blue.terrain.open")
def _of_ground(battle: Battle, unit: Unit, shooter: Unit | None) -> tuple[int, frozenset[str]]:
    """The best cover that more than half of the models have: never added up, none from other units."""
    terrain, bases = terrain_of(battle), all_bases(battle, unit)
    eyes = () if shooter is None else walls_of(battle, shooter)
    pieces = _near([*terrain.having("light_cover"), *terrain.having("heavy_cover")], bases, eyes)
    if not pieces:
        return 0, frozenset()
    found = [_of_model(battle, base, eyes, pieces) for base in bases]
    for level in (HEAVY, LIGHT):
        covered = [(cover, kinds) for cover, kinds in found if cover >= level]
        if len(covered) * 2 > len(bases):
            return level, frozenset().union(*(kinds for cover, kinds in covered if cover == level))
    return 0, frozenset()


def _near(pieces: Sequence[Piece], bases: Sequence[Base], eyes: Sequence[Base]) -> list[Piece]:
    """The pieces that reach into the box about those who shoot and those who are shot at: no others give cover."""
    xs, ys = [one.x for one in (*bases, *eyes)], [one.y for one in (*bases, *eyes)]
    left, right, near, far = min(xs), max(xs), min(ys), max(ys)
    return [
        piece
        for piece in pieces
        if left - piece.shape.radius - BEHIND <= piece.shape.x <= right + piece.shape.radius + BEHIND
        and near - piece.shape.radius - BEHIND <= piece.shape.y <= far + piece.shape.radius + BEHIND
    ]


@rule("blue.terrain.woods_light_cover", "blue.terrain.woods_heavy_cover", "blue.building.ruins_cover")
@rule("blue.terrain.obstacle_low_cover", "blue.terrain.obstacle_high_cover")
def _of_model(battle: Battle, base: Base, eyes: Sequence[Base], pieces: Sequence[Piece]) -> tuple[int, frozenset[str]]:
    """The cover of one model: of what it stands in, of woods that it is seen through, and of obstacles close by that
    it is seen over."""
    here = [piece for piece in pieces_at(terrain_of(battle), base.x, base.y) if piece in pieces]
    eye = min(eyes, key=lambda one: base_distance(one, base), default=None)
    if eye is not None:
        here += [piece for piece in pieces if piece not in here and _shelters(piece, base, eye)]
    best = max((_level(piece) for piece in here), default=0)
    return best, frozenset(kind for piece in here if _level(piece) == best for kind in kinds_of(piece))


def _shelters(piece: Piece, base: Base, eye: Base) -> bool:
    """Whether a model is seen across a piece: a wood that neither of the two stands in, or an obstacle close to it."""
    start: Point = (eye.x, eye.y)
    if "woods" in piece.traits:
        if centre_in(piece, eye):
            return False
    elif not piece.traits & {"low", "high"} or base_distance(piece.shape, base) > BEHIND + 1e-6:
        return False
    return base_crossed(piece.shape, start, (base.x, base.y))


def _level(piece: Piece) -> int:
    return HEAVY if "heavy_cover" in piece.traits else LIGHT


KINDS = {"woods": ("woods", "wood"), "ruins": ("ruins",), "low": ("obstacles",), "high": ("obstacles",)}
"""What special rules call the terrain that gives cover: Stealth (Woods)."""


def kinds_of(piece: Piece) -> list[str]:
    """The kinds of terrain that a piece is of, as special rules name them."""
    return [kind for trait, kinds in KINDS.items() if trait in piece.traits for kind in kinds]
