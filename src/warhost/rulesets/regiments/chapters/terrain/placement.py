"""How terrain is placed: six styles (Advanced Terrain: Terrain Placement Styles)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import hypot

import msgspec

from warhost.dice import Chance
from warhost.field.ground import laying
from warhost.field.ground.laying import Prop, Shapes, shapes_of, to_edge, to_piece, to_point
from warhost.play.ground import ground_word
from warhost.play.questions import Option, Place, Placed
from warhost.play.script import Refused, Script, choose, place, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.roll_off import roll_off
from warhost.rulesets.regiments.chapters.terrain.generator import Kinds, decide
from warhost.rulesets.regiments.core import Battle, events
from warhost.table import TOLERANCE, Area, Point, Pose, feature_rect

APART = 6.0
"""How far pieces are from each other at least."""

STEP = 3.0
"""How finely places are looked for."""

INCHING = 0.25
"""How finely a piece stops on its way."""

TRIES = 16

RESTRICTIONS = (
    "aofr.placement.restricted_1",
    "aofr.placement.restricted_2",
    "aofr.placement.restricted_3",
    "aofr.placement.restricted_4",
    "aofr.placement.restricted_5",
    "aofr.placement.restricted_6",
)
"""The rules of the six restrictions."""

Limit = Callable[[Shapes], str]
"""Why a piece may not lie there by the rule of its style, as a sentence; empty if it may."""


@rule("aofr.placement.sections")
def sections(battle: Battle) -> tuple[Area, ...]:
    """Six sections: 1 to 3 from west to east in the south, 4 to 6 in the north (AOFR-R123)."""
    return laying.sections(battle.scene.board, 3, 2)


def section_centres(battle: Battle) -> tuple[Point, ...]:
    """The middle of each section."""
    return laying.section_centres(battle.scene.board, 3, 2)


class Terms(msgspec.Struct, frozen=True):
    """What holds where a piece is placed: by which rule, what else is forbidden, how far from other pieces."""

    rule: str
    limit: Limit | None = None
    apart: float = APART


def why_not(battle: Battle, shapes: Shapes, terms: Terms) -> Refused | None:
    """Why a piece may not lie there: off the table, too near to another, or against its style."""
    board = battle.scene.board
    if not laying.lies_on(board, shapes):
        return Refused("The piece must be completely on the table.", terms.rule)
    words = terms.limit(shapes) if terms.limit is not None else ""
    if not words and not laying.is_apart(shapes, list(map(feature_rect, board.features)), terms.apart):
        words = "Another piece of terrain is in the way."
        if terms.apart:
            words = f'Pieces of terrain must be at least {terms.apart:g}" apart.'
    return Refused(words, terms.rule) if words else None


def put(battle: Battle, piece: Prop, pose: Pose) -> None:
    """The piece lies on the table."""
    board = battle.scene.board
    number = len(shapes_of(board.features)) + 1
    features = (*board.features, *piece.features(pose, f"{piece.name} {number}"))
    battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))


def _places(battle: Battle, piece: Prop, terms: Terms) -> Iterator[Pose]:
    """Legal places all over the table, lengthwise and across."""
    poses = laying.poses_over(battle.scene.board, STEP)
    return (pose for pose in poses if why_not(battle, piece.at(pose), terms) is None)


def place_by(battle: Battle, seat: int, kinds: Kinds, terms: Terms) -> Script[None]:
    """A player places a piece; one for which there is no legal place is removed, and the turn passes."""
    piece = yield from decide(kinds, seat)
    pose = yield from ask_place(battle, seat, piece, terms)
    if pose is not None:
        put(battle, piece, pose)


def ask_place(battle: Battle, seat: int, piece: Prop, terms: Terms) -> Script[Pose | None]:
    """Where a player wants the piece; None if there is no legal place."""
    first = next(_places(battle, piece, terms), None)
    if first is None:
        yield events.PieceRemoved(piece.name)
        return None

    def check(placed: Placed) -> Refused | None:
        return why_not(battle, piece.at(placed.pose), terms)

    def sample(chance: Chance) -> Placed:
        board = battle.scene.board
        for _ in range(TRIES):
            pose = Pose(chance.uniform() * board.width, chance.uniform() * board.depth, chance.uniform() * 360.0)
            if why_not(battle, piece.at(pose), terms) is None:
                return Placed(pose)
        return Placed(first)

    text = f"Where do you place the {piece.name}?"
    question = Place(seat=seat, topic="terrain", text=text, rules=(terms.rule,))
    answer = yield from place(question, check, lambda: [Placed(pose) for pose in _places(battle, piece, terms)], sample)
    return answer.pose


@rule("aofr.placement.random", "aofr.placement.random_remove")
def at_random(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Random: each piece starts in the middle of a section and moves 2D6" towards the middle of another.

    It stops at the last point of its way that is 6" from all others, or at the first if it cannot start; if there
    is no such point it is removed (AOFR-R123).
    """
    rule_id = "aofr.placement.random"
    centres = section_centres(battle)
    for kinds in wanted:
        piece = yield from decide(kinds, None)
        (start,) = yield from roll("D6", why=f"Section of the {piece.name}", rule=rule_id)
        end = start
        while end == start:
            (end,) = yield from roll("D6", why=f"Section towards which to move the {piece.name}", rule=rule_id)
        inches = yield from roll_sum("2D6", why=f"How far to move the {ground_word(piece.name)}", rule=rule_id)
        pose = _stop(battle, piece, centres[start - 1], centres[end - 1], inches)
        if pose is None:
            yield events.PieceRemoved(piece.name)
        else:
            put(battle, piece, pose)


def _stop(battle: Battle, piece: Prop, start: Point, towards: Point, inches: float) -> Pose | None:
    length = hypot(towards[0] - start[0], towards[1] - start[1])
    ux, uy = (towards[0] - start[0]) / length, (towards[1] - start[1]) / length

    def stop(number: int) -> Pose:
        at = number * INCHING
        return Pose(round(start[0] + at * ux, 9), round(start[1] + at * uy, 9), 0.0)

    terms = Terms("aofr.placement.random")

    def legal(shapes: Shapes) -> bool:
        return why_not(battle, shapes, terms) is None

    last = int(inches / INCHING)
    backwards = legal(piece.at(stop(0)))
    number = 0
    while number <= last:
        pose = stop(last - number if backwards else number)
        shapes = piece.at(pose)
        if legal(shapes):
            return pose
        number += _hopeless(battle, shapes)
    return None


def _hopeless(battle: Battle, shapes: Shapes) -> int:
    """How many stops on to look again: a piece that is so much too near to another has to go at least so far."""
    gap = min((to_piece(shapes, other) for other in shapes_of(battle.scene.board.features)), default=APART)
    return max(1, int((APART - TOLERANCE - gap) / INCHING))


@rule("aofr.placement.free", "aofr.placement.free_remove")
def alternating(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Alternating (Free): the winner of a roll-off begins, each piece at least 6" from all others."""
    rule_id = "aofr.placement.free"
    seat = yield from roll_off(battle, "who places terrain first", rule_id)
    for kinds in wanted:
        yield from place_by(battle, seat, kinds, Terms(rule_id))
        seat = battle.other(seat)


@rule("aofr.placement.restricted_table")
def restricted(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Alternating (Restricted): a D6 picks a restriction that holds besides."""
    (face,) = yield from roll("D6", why="Restriction for terrain", rule="aofr.placement.restricted_table")
    rule_id = RESTRICTIONS[face - 1]
    seat = yield from roll_off(battle, "who places terrain first", "aofr.placement.free")
    board = battle.scene.board
    for kinds in wanted:
        if face in (3, 4) and not battle.scene.board.features:
            piece = yield from decide(kinds, seat)
            put(battle, piece, Pose(*board.centre, 0.0))
        else:
            yield from place_by(battle, seat, kinds, Terms(rule_id, restriction(battle, face)))
        seat = battle.other(seat)


@rule(*RESTRICTIONS)
def restriction(battle: Battle, face: int) -> Limit:
    """What a restriction forbids for the next piece."""
    board = battle.scene.board
    pieces = shapes_of(board.features)
    middle = board.centre
    corners = ((0.0, 0.0), (board.width, 0.0), (0.0, board.depth), (board.width, board.depth))

    def quarter(shapes: Shapes) -> tuple[bool, bool]:
        return (shapes[0].x >= middle[0], shapes[0].y >= middle[1])

    def at_corner(shapes: Shapes) -> Point | None:
        return next((corner for corner in corners if to_point(shapes, corner) <= 12.0 + TOLERANCE), None)

    def broken(shapes: Shapes) -> str:
        match face:
            case 1 if to_point(shapes, middle) <= 12.0 + TOLERANCE:
                return 'No piece may be within 12" of the table centre.'
            case 2 if to_edge(battle.scene.board, shapes) <= 12.0 + TOLERANCE:
                return 'No piece may be within 12" of a table edge.'
            case 3 if to_piece(shapes, pieces[0]) <= 12.0 + TOLERANCE:
                return 'All pieces must be more than 12" from the first one.'
            case 4 if min(to_piece(shapes, other) for other in pieces) > 9.0 + TOLERANCE:
                return 'Every piece must be within 9" of another one.'
            case 5 if len(pieces) < 4 and at_corner(shapes) in (None, *map(at_corner, pieces)):
                return 'The first four pieces must be within 12" of a different table corner each.'
            case 6 if len(pieces) < 4 and quarter(shapes) in map(quarter, pieces):
                return "The first four pieces must be in a different table quarter each."
        return ""

    return broken


def _from_edge(battle: Battle, shapes: Shapes) -> str:
    near = to_edge(battle.scene.board, shapes) < APART - TOLERANCE
    return f'Pieces must be at least {APART:g}" from the table edges.' if near else ""


@rule("aofr.placement.full_table", "aofr.placement.full_table_side")
def full_table(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Full Table: the winner of a roll-off places everything; the other one picks its side later (AOFR-R124)."""
    rule_id = "aofr.placement.full_table"
    seat = yield from roll_off(battle, "who places all terrain", rule_id)
    battle.side_chooser = battle.other(seat)
    for kinds in wanted:
        yield from place_by(battle, seat, kinds, Terms(rule_id, partial(_from_edge, battle)))


@rule("aofr.placement.two_halves_line", "aofr.placement.two_halves")
def two_halves(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Two Halves: the winner of a roll-off picks a diagonal and a half and begins; each fills its own (AOFR-R125)."""
    rule_id = "aofr.placement.two_halves"
    winner = yield from roll_off(battle, "who picks a half of the table", "aofr.placement.two_halves_line")
    halves = laying.halves(battle.scene.board)
    options = [Option(name, f"The {name} half") for name in halves]
    text = "Which half of the table do you fill?"
    key = yield from choose(winner, "half", text, options, rules=("aofr.placement.two_halves_line",))
    own = {winner: halves[key][0], battle.other(winner): halves[key][1]}
    seat = winner
    for kinds in wanted:
        yield from place_by(battle, seat, kinds, Terms(rule_id, partial(_in_half, battle, own[seat])))
        seat = battle.other(seat)


def _in_half(battle: Battle, half: Area, shapes: Shapes) -> str:
    if not all(half.contains_rect(shape) for shape in shapes):
        return "The piece must be completely in your half."
    return _from_edge(battle, shapes)


@rule("aofr.placement.six_squares", "aofr.placement.six_squares_remove")
def six_squares(battle: Battle, wanted: Sequence[Kinds]) -> Script[None]:
    """Six Squares: the winner of a roll-off begins; each piece goes into a section that a die picks."""
    rule_id = "aofr.placement.six_squares"
    seat = yield from roll_off(battle, "who places terrain first", rule_id)
    for kinds in wanted:
        (face,) = yield from roll("D6", why="Section", rule=rule_id, seat=seat)
        yield from place_by(battle, seat, kinds, Terms(rule_id, partial(_in_section, battle, face)))
        seat = battle.other(seat)


def _in_section(battle: Battle, face: int, shapes: Shapes) -> str:
    section = sections(battle)[face - 1]
    inside = all(section.contains_rect(shape) for shape in shapes)
    return "" if inside else f"The piece must be completely in section {face}."


STYLES: dict[str, Callable[[Battle, Sequence[Kinds]], Script[None]]] = {
    "random": at_random,
    "free": alternating,
    "restricted": restricted,
    "full_table": full_table,
    "two_halves": two_halves,
    "six_squares": six_squares,
}
"""The styles in the order of the die that picks one."""


@rule("aofr.placement.table")
def style_on(face: int) -> str:
    """The style that a D6 picks."""
    return tuple(STYLES)[face - 1]
