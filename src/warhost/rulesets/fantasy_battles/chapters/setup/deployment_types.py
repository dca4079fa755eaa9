"""The six Deployment Types: the zones of each, and who deploys what when (Deployment Types)."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, degrees, hypot

from warhost.field.ground.placing import STRICTLY
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.core import Battle
from warhost.table import Area, Board, Point

FRONTLINE_CLASH, DAWN_ASSAULT, COUNTERTHRUST = "Frontline Clash", "Dawn Assault", "Counterthrust"
ENCIRCLE, REFUSED_FLANK, MARCHING_COLUMNS = "Encircle", "Refused Flank", "Marching Columns"

TYPES = (FRONTLINE_CLASH, DAWN_ASSAULT, COUNTERTHRUST, ENCIRCLE, REFUSED_FLANK, MARCHING_COLUMNS)
"""In the order of the D6."""

FROM_LINE = {FRONTLINE_CLASH: 12.0, DAWN_ASSAULT: 12.0, COUNTERTHRUST: 8.0, REFUSED_FLANK: 9.0, MARCHING_COLUMNS: 12.0}
"""How far zones keep from the Centre Line, or from the diagonal (T9A-R015)."""

ATTACKER_WINGS, ATTACKER_CENTRE = 9.0, 15.0
"""The same in Encircle for the attacker, near the short Board Edges and elsewhere; the defender has them swapped."""

EVERYWHERE = 12.0
"""The same for all types, if players agreed so."""

QUARTER = 0.25
"""The part of the board's length next to a short Board Edge that counts in Dawn Assault and Encircle."""

SINGLE_TURNS = 3
"""In so many deployment turns a player places one unit only, in the types that say so."""

APART = 20.0
"""How far units of Counterthrust are deployed from enemies, at least."""

RULES = {kind: f"t9a.deployment.{kind.lower().replace(' ', '_')}" for kind in TYPES}
"""The rule of each type."""

NEAR, FAR = 0, 1
LEFT, RIGHT = 0, 1
SIDES = ("south", "north")
SHORT_EDGES = ("west", "east")
"""What sides and short Board Edges are called: near and left change with the one who looks."""

DIAGONALS = ("south-west to north-east", "south-east to north-west")
CORNERS = (("south-east", "north-west"), ("south-west", "north-east"))
"""For each diagonal what the zones on its near and its far side are called."""


def side_name(battle: Battle, home: int) -> str:
    """What the zone on that side is called."""
    return CORNERS[battle.diagonal][home] if battle.deployment == REFUSED_FLANK else SIDES[home]


def zone(battle: Battle, seat: int) -> Area:
    """The Deployment Zone of a seat."""
    return zone_at(battle, seat, battle.homes[seat])


def zone_at(battle: Battle, seat: int, home: int) -> Area:
    """The zone that a seat has if it plays from that side."""
    board, kind = battle.scene.board, battle.deployment or FRONTLINE_CLASH
    even = battle.scene.settings.zones != "by type"
    if kind == DAWN_ASSAULT:
        corners = _dawn_assault(board, EVERYWHERE if even else FROM_LINE[kind], battle.edges[1 - seat])
    elif kind == ENCIRCLE:
        corners = _encircle(board, battle.attacker == seat, even)
    elif kind == REFUSED_FLANK:
        corners = _refused_flank(board, EVERYWHERE if even else FROM_LINE[kind], battle.diagonal)
        return Area(corners if home == NEAR else _opposite(board, corners))
    else:
        corners = _half(board, EVERYWHERE if even else FROM_LINE[kind])
    return Area(corners if home == NEAR else _mirrored(board, corners))


@rule("t9a.deployment.frontline_clash", "t9a.deployment.counterthrust", "t9a.deployment.marching_columns")
@rule("t9a.geometry.centre_line")
@lru_cache(maxsize=16)
def _half(board: Board, away: float) -> tuple[Point, ...]:
    """The near half of the board, so far from the Centre Line."""
    far = board.depth / 2 - away - STRICTLY
    return ((0.0, 0.0), (0.0, far), (board.width, far), (board.width, 0.0))


@rule("t9a.deployment.dawn_assault")
@lru_cache(maxsize=16)
def _dawn_assault(board: Board, away: float, enemy_edge: int) -> tuple[Point, ...]:
    """The near half without the quarter of the board next to the enemy's short edge."""
    far = board.depth / 2 - away - STRICTLY
    length = board.width * QUARTER
    left, right = (length, board.width) if enemy_edge == LEFT else (0.0, board.width - length)
    return ((left, 0.0), (left, far), (right, far), (right, 0.0))


@rule("t9a.deployment.encircle")
@lru_cache(maxsize=16)
def _encircle(board: Board, attacks: bool, even: bool) -> tuple[Point, ...]:
    """The near half: the attacker goes farther forward on both wings, the defender in the centre."""
    if even:
        return _half(board, EVERYWHERE)
    wings, centre = (ATTACKER_WINGS, ATTACKER_CENTRE) if attacks else (ATTACKER_CENTRE, ATTACKER_WINGS)
    outer, inner = (board.depth / 2 - away - STRICTLY for away in (wings, centre))
    left, right = board.width * QUARTER, board.width * (1 - QUARTER)
    front = ((0.0, outer), (left, outer), (left, inner), (right, inner), (right, outer), (board.width, outer))
    return ((0.0, 0.0), *front, (board.width, 0.0))


@rule("t9a.deployment.refused_flank")
@lru_cache(maxsize=16)
def _refused_flank(board: Board, away: float, diagonal: int) -> tuple[Point, ...]:
    """The near side of the diagonal: a triangle at the near edge, so far from it."""
    width, depth = board.width, board.depth
    slanted = (away + STRICTLY) * hypot(width, depth)
    along, up = slanted / depth, depth - slanted / width
    corners = ((along, 0.0), (width, 0.0), (width, up))
    return corners if diagonal == 0 else tuple((width - x, y) for x, y in corners)


def _mirrored(board: Board, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same on the far side of the Centre Line."""
    return tuple((x, board.depth - y) for x, y in corners)


def _opposite(board: Board, corners: tuple[Point, ...]) -> tuple[Point, ...]:
    """The same on the other side of the board's centre."""
    return tuple((board.width - x, board.depth - y) for x, y in corners)


def ahead(battle: Battle, seat: int) -> float:
    """The facing of a unit that looks straight at the enemy's side."""
    far = battle.homes[seat] == FAR
    if battle.deployment != REFUSED_FLANK:
        return 180.0 if far else 0.0
    board = battle.scene.board
    slope = degrees(atan2(board.depth, board.width))
    facing = -slope if battle.diagonal == 0 else slope
    return round((facing + 180.0 * far) % 360.0, 6)


@rule("t9a.deployment.counterthrust_single_units", "t9a.deployment.marching_columns_single_units")
def single_unit_turn(battle: Battle, seat: int) -> bool:
    """Whether the deployment turn that the seat has now, or next, is for one unit only."""
    limited = battle.deployment in (COUNTERTHRUST, MARCHING_COLUMNS)
    return limited and battle.deployment_turns[seat] < SINGLE_TURNS
