"""What is drawn at random, and the parts of the table: quarters, corners, strips (AOFR-R507, AOFR-R508)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from warhost.field import Path
from warhost.field.sight.lines import is_mostly_inside
from warhost.play.script import Script, draw_from, roll
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.movement.ground_on_moves import gait
from warhost.rulesets.regiments.core import (
    Battle,
    Piece,
    Unit,
    footprint,
    ground_of,
    is_present,
    perimeter,
    present,
    troopers,
)
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.table import Area, Board, Point, Rect, clipped, contains_rect, overlaps, rect, strip, swept

QUARTERS = ("south-west", "south-east", "north-east", "north-west")
"""The quarters and the corners of the table by their numbers, from the lower left counter-clockwise."""


@rule("aofr.event.random_unit")
def random_army(battle: Battle, why: str, rule_id: str) -> Script[int]:
    """One of the sides, with equal chances."""
    sides = sorted(battle.in_turn(battle.first))
    if len(sides) > 2:
        cards = [f"{number}. {_seat(battle, side)}" for number, side in enumerate(sides, 1)]
        return sides[cards.index((yield from draw_from(cards, why=why, rule=rule_id)))]
    (face,) = yield from roll("D6", why=f"{why}: 1-3 {_seat(battle, 0)}, 4-6 {_seat(battle, 1)}", rule=rule_id)
    return 0 if face <= 3 else 1


def _seat(battle: Battle, seat: int) -> str:
    return battle.scene.seats[seat].name


@rule("aofr.event.random_unit", "aofr.campaign.event_random_unit")
def random_unit(
    battle: Battle, why: str, rule_id: str, among: Callable[[Unit], bool] = lambda unit: True
) -> Script[Unit | None]:
    """A unit of a random army that stands on the table and is one of those looked for. If the army has none it is one
    of the other's, or of the next; nobody if there is none at all."""
    sides = battle.in_turn(battle.first)
    found = {seat: [unit for unit in present(battle, seat) if among(unit)] for seat in sides}
    if not any(found.values()):
        return None
    seat = yield from random_army(battle, why, rule_id)
    units = next(found[side] for side in battle.in_turn(seat) if found[side])
    return (yield from one_of_units(units, why, rule_id))


def random_units(
    battle: Battle, count: int, why: str, rule_id: str, among: Callable[[Unit], bool] = lambda unit: True
) -> Script[list[Unit]]:
    """So many different units, each drawn anew; all of them if there are no more."""
    found: list[Unit] = []
    for _ in range(count):
        unit = yield from random_unit(battle, why, rule_id, lambda unit: unit not in found and among(unit))
        if unit is not None:
            found.append(unit)
    return found


def one_of_units(units: Sequence[Unit], why: str, rule_id: str) -> Script[Unit]:
    """One of these units, with equal chances."""
    cards = [f"{number}. {unit.name}" for number, unit in enumerate(units, 1)]
    card = yield from draw_from(cards, why=f"{why}: which unit", rule=rule_id)
    return units[cards.index(card)]


def random_quarter(why: str, rule_id: str, what: str = "quarter") -> Script[int]:
    """A quarter of the table, or a corner, by its number: a D6, on a 5 or 6 another one."""
    told = ", ".join(f"{number} {name}" for number, name in enumerate(QUARTERS, 1))
    face = 6
    while face > len(QUARTERS):
        (face,) = yield from roll("D6", why=f"{why}: {what} ({told}, 5-6 again)", rule=rule_id)
    return face


def quarter(board: Board, number: int) -> Rect:
    """The ground of a quarter."""
    x, y = quarter_centre(board, number)
    return rect(x, y, 0.0, board.width / 2, board.depth / 2)


def quarter_centre(board: Board, number: int) -> Point:
    x = board.width * (0.25 if number in (1, 4) else 0.75)
    y = board.depth * (0.25 if number in (1, 2) else 0.75)
    return x, y


def corner(board: Board, number: int) -> Point:
    """The corner of that quarter."""
    return 0.0 if number in (1, 4) else board.width, 0.0 if number in (1, 2) else board.depth


def in_quarter(battle: Battle, unit: Unit, number: int) -> bool:
    """Whether any part of a base of the unit is in the quarter; it may be in several. Who is inside a building is
    where that stands (AOFR-R061)."""
    if not is_present(battle, unit):
        return False
    ground = quarter(battle.scene.board, number)
    return any(overlaps(part, ground) for part in perimeter(battle, unit))


def strip_of(battle: Battle, unit: Unit) -> int:
    """The third of the table along its long edges, from the left, that holds the centre of the unit: 1 to 3."""
    stands, board = unit if unit.inside is None else battle.units[unit.inside], battle.scene.board
    shape = ground_of(stands.site) if stands.site is not None else footprint(battle, stands)
    length, at = (board.width, shape.x) if board.width >= board.depth else (board.depth, shape.y)
    return min(3, 1 + int(3 * at / length))


def strips(left: float, right: float, along: Literal["x", "y"], board: Board) -> list[Area]:
    """Three strips of equal width across the board, from the left or the near edge, between two lines."""
    third = (right - left) / 3
    bounds = [(left + number * third, left + (number + 1) * third) for number in range(3)]
    if along == "x":
        return [strip(low, 0.0, high, board.depth) for low, high in bounds]
    return [strip(0.0, low, board.width, high) for low, high in bounds]


def common(area: Area, other: Area) -> Area | None:
    """What an area has in common with an upright strip; None if that is nothing."""
    xs, ys = [x for x, _ in other.corners], [y for _, y in other.corners]
    points: Sequence[Point] = area.corners
    for nx, ny, least in ((1.0, 0.0, min(xs)), (-1.0, 0.0, -max(xs)), (0.0, 1.0, min(ys)), (0.0, -1.0, -max(ys))):
        points = clipped(points, nx, ny, least)
    return Area(tuple(points)) if len(points) > 2 else None


def is_inside(battle: Battle, unit: Unit, ground: Rect) -> bool:
    """Whether most models of the unit are fully on the ground; of a lone model, more than half of it (AOFR-R509)."""
    if unit.pose is None:
        return False
    bases = [trooper.base for trooper in troopers(battle, unit)]
    if len(bases) == 1:
        return is_mostly_inside(bases[0], [ground])
    return 2 * sum(contains_rect(ground, base) for base in bases) > len(bases)


def entered(battle: Battle, unit: Unit, way: Path | None = None) -> list[Piece]:
    """The pieces of terrain that any base of the unit touches where it stands, or on that way. Who flies touches only
    what lies at its end; nobody enters impassable ground (AOFR-R509)."""
    if unit.pose is None:
        return []
    bases = list(perimeter(battle, unit))
    if way is not None and not gait(battle, unit).flies:
        bases += [swept(part, step) for shape, step in way.straights() for part in perimeter(battle, unit, shape.pose)]
    return [
        piece
        for piece in scenery(battle).pieces
        if not piece.impassable and any(overlaps(base, piece.shape) for base in bases)
    ]
