"""Line of Sight (BLUE-R14): which models of a unit see an enemy, and who stands on a hill.

Distances are looked at before this is asked. What may be in the way is first cut down to what stands between the
circles about the two units; what was found is kept until somebody moves or falls.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from warhost.field import Piece
from warhost.field.sight.round_bases import Band, Look, Obstacles, Standing, circle_round, is_on
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core.battle import Battle, Unit, head, together
from warhost.rulesets.blue_age.core.formation import CM, CONTACT, bases_of, circle_about, walls_of
from warhost.rulesets.blue_age.core.terrain import section_piece, terrain_of
from warhost.rulesets.blue_age.core.values import always
from warhost.table import Base, Circle, Rect, bases_within, contains_point

VEIL = 4.0 * CM
"""So much Heavy Wood hides what is behind it, or in it."""

KEPT = "blue sight"
"""The name under which a battle keeps what was seen, beside its data."""


KEPT_NOW = "blue sight now"
"""The same for what was seen while nobody at all has moved."""


def sees(battle: Battle, viewer: Unit, target: Unit) -> frozenset[int]:
    """Which models of the viewer see the target, by their numbers: those from whom a free line leads to some model of
    it. Who is in a building looks out of all its walls: all see, or nobody does (BLUE-R137)."""
    return _look(battle, viewer, target).all()


def _look(battle: Battle, viewer: Unit, target: Unit) -> Look:
    """The look of a unit at a target, kept while everybody stands where they stand: that is told quickly."""
    units = battle.units
    state = [one.models for one in units], [one.host for one in units], [one.inside for one in units], battle.sections
    kept: tuple[Any, dict[tuple[int, int], Look], list[Standing]] | None = battle.__dict__.get(KEPT_NOW)
    if kept is None or kept[0] != state:
        kept = battle.__dict__[KEPT_NOW] = (state, {}, _standing(battle))
    look = kept[1].get((viewer.id, target.id))
    if look is None:
        look = kept[1][viewer.id, target.id] = _look_past(battle, viewer, target, kept[2])
    return look


def _standing(battle: Battle) -> list[Standing]:
    """All units on the table."""
    circles = [(one.id, circle_about(battle, one)) for one in battle.units if one.models]
    return [(number, circle.x, circle.y, circle.radius) for number, circle in circles]


def _look_past(battle: Battle, viewer: Unit, target: Unit, standing: Sequence[Standing]) -> Look:
    """The look of a unit at a target, kept while those between the two stand where they stand."""
    ones, others = together(battle, viewer), together(battle, target)
    aside = {one.id for one in (*ones, *others)}
    band = Band(_circle(battle, (viewer,)), _circle(battle, others))
    between = [battle.units[number] for number in band.numbers_among(standing, aside)]
    where = head(battle, viewer).inside, others[0].inside, tuple(head(battle, one).inside for one in between)
    state = ([one.models for one in (viewer, *others, *between)], where, battle.sections)
    known: dict[tuple[int, int], tuple[Any, Look]] = battle.__dict__.setdefault(KEPT, {})
    kept = known.get((viewer.id, target.id))
    if kept is None or kept[0] != state:
        found = _looked(battle, viewer, walls_of(battle, target), others, others[0].inside, between)
        kept = known[viewer.id, target.id] = (state, found)
    return kept[1]


def sees_any(battle: Battle, viewer: Unit, target: Unit, among: Iterable[int] | None = None) -> bool:
    """Whether at least one model of the viewer, or of those among its models, sees the target."""
    return _look(battle, viewer, target).any(range(len(viewer.models)) if among is None else among)


def _circle(battle: Battle, group: Sequence[Unit]) -> Circle:
    """A circle about a unit with its Heroes, or about the walls of the section that they are in."""
    inside = head(battle, group[0]).inside
    if inside is not None:
        shape = section_piece(battle, inside).shape
        return Circle(shape.x, shape.y, shape.radius)
    first = circle_about(battle, group[0])
    if len(group) == 1:
        return first
    circles = [circle_about(battle, one) for one in group]
    return Circle(first.x, first.y, max(hypot(one.x - first.x, one.y - first.y) + one.radius for one in circles))


def sees_section(battle: Battle, viewer: Unit, number: int) -> frozenset[int]:
    """Which models of the viewer see a section of a building."""
    own = {one.id for one in together(battle, viewer)}
    shape = section_piece(battle, number).shape
    band = Band(_circle(battle, (viewer,)), Circle(shape.x, shape.y, shape.radius))
    between = [battle.units[number] for number in band.numbers_among(_standing(battle), own)]
    return _looked(battle, viewer, (shape,), (), number, between).all()


def _looked(
    battle: Battle,
    viewer: Unit,
    theirs: Sequence[Base],
    group: Sequence[Unit],
    section: int | None,
    others: Sequence[Unit],
) -> Look:
    """The look of a unit at these bases or walls; `group` and `section` are whose they are, and not in the way;
    `others` may be."""
    housed = head(battle, viewer).inside
    own = bases_of(battle, viewer) if housed is None else (section_piece(battle, housed).shape,)
    homes = [section_piece(battle, number).shape for number in (housed, section) if number is not None]
    there = circle_round(theirs)
    between = _between(battle, Band(circle_round(own), there), homes, others)
    over = any(always(battle.entry(one), "towers") for one in (viewer, *group[:1]))
    return Look(own, len(viewer.models), theirs, there, between, over=over)


# What may be in the way


@rule("blue.terrain.impassable_los", "blue.terrain.woods_heavy_los")
@rule("blue.unit_type.swarm_no_los_block", "blue.terrain.open", "blue.terrain.road")
def _between(battle: Battle, band: Band, homes: Sequence[Rect], units: Sequence[Unit]) -> Obstacles:
    """Impassable terrain, buildings but the two's own, Heavy Woods, and other units but Swarms; only what is near the
    strip between the circles about the two units.

    Of Heavy Wood a line passes no more than 4 cm (BLUE-R132); where a road leads through there is none. From a hill one
    sees over units. Nobody looks between two bases that are in contact.
    """
    terrain = terrain_of(battle)
    walls = [piece.shape for piece in terrain.having("building") if piece.shape not in homes]
    solid = [*(piece.shape for piece in terrain.having("impassable")), *walls]
    others: list[Base] = []
    for unit in units:
        if not always(battle.entry(unit), "no_block") and head(battle, unit).inside is None:
            others += band.among(bases_of(battle, unit))
    return Obstacles(
        walls=band.among(solid),
        veils=band.among([piece.shape for piece in terrain.having("veil")]),
        lanes=[piece.shape for piece in terrain.having("open")],
        discs=others,
        lookouts=band.among([piece.shape for piece in terrain.having("hill")]),
        deepest=VEIL,
        seam=CONTACT / 2,
    )


# On hills


def on_hill(battle: Battle, unit: Unit) -> bool:
    """Whether more than half of its models stand on a hill (BLUE-R134)."""
    pieces = terrain_of(battle).having("hill")
    if not pieces or head(battle, unit).inside is not None:
        return False
    about = circle_about(battle, unit)
    hills = [piece.shape for piece in pieces if bases_within(about, piece.shape, 0.0)]
    if not hills:
        return False
    bases = bases_of(battle, unit)
    return sum(is_on(hills, base) for base in bases) * 2 > len(bases)


def centre_in(piece: Piece, base: Base) -> bool:
    """Whether the centre of a base is on a piece of terrain."""
    return contains_point(piece.shape, base.x, base.y)
