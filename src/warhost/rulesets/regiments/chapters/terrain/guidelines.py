"""What a battlefield should be like (Preparing the Battlefield; Terrain: Terrain Overview, Terrain Placement)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import inf

import msgspec

from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Piece, piece_of
from warhost.table import TOLERANCE, Board, Feature, Point, distance, segment_crosses, summed

FEWEST = 10
ADVISED = 15
COVERED = 0.25
WIDEST_GAP = 12.0
GAP_FOR_LARGE_UNITS = 6.0
SMALL = (1.0, 3.0)
"""The sides of scatter pieces, in inches."""
LARGE = (4.0, 8.0)
"""The sides of large features."""
LARGEST = 12.0
SAMPLED = 3.0
"""How far apart the points are, in inches, between which lines from edge to edge are looked along."""


class Advice(msgspec.Struct, frozen=True):
    """Something that a battlefield should have and has not."""

    rule: str
    text: str


def advice(board: Board, *, widest: float = 0.0) -> list[Advice]:
    """Everything in which the board falls short of the guidelines, with units so wide. None of it forbids a game."""
    wholes = whole_pieces(board)
    return [
        *_number(wholes),
        *_shares(board, [parts[0] for parts in wholes]),
        *_sizes(board.features),
        *_gaps(wholes, widest),
        *_open_lines(board, [part for parts in wholes for part in parts]),
    ]


def whole_pieces(board: Board) -> list[list[Piece]]:
    """The pieces of a board, each as its parts: features of one name are parts of one piece."""
    found: dict[str, list[Piece]] = {}
    for number, feature in enumerate(board.features):
        found.setdefault(feature.name or str(number), []).append(piece_of(feature))
    return list(found.values())


@rule("aofr.setup.terrain_minimum", "aofr.terrain.count_guideline")
def _number(pieces: Sequence[Sequence[Piece]]) -> Iterator[Advice]:
    if len(pieces) < FEWEST:
        yield Advice("aofr.setup.terrain_minimum", f"{len(pieces)} pieces of terrain: place at least {FEWEST}.")
    elif len(pieces) < ADVISED:
        yield Advice("aofr.terrain.count_guideline", f"{len(pieces)} pieces of terrain: {ADVISED} or more are advised.")


@rule("aofr.terrain.coverage_guideline", "aofr.terrain.half_block_los", "aofr.terrain.third_cover")
@rule("aofr.terrain.third_difficult")
def _shares(board: Board, pieces: Sequence[Piece]) -> Iterator[Advice]:
    """A quarter of the table is terrain; half of the pieces block sight, a third is cover, a third difficult."""
    area = summed(feature.width * feature.depth for feature in board.features)
    if area < COVERED * board.width * board.depth - TOLERANCE:
        share = area / (board.width * board.depth)
        yield Advice("aofr.terrain.coverage_guideline", f"Terrain covers {share:.0%} of the table: 25% is advised.")
    count = len(pieces)
    blocking = sum(piece.blocking or piece.veil for piece in pieces)
    if 2 * blocking < count:
        yield Advice("aofr.terrain.half_block_los", f"{blocking} of {count} pieces block sight: half should.")
    cover = sum(piece.cover for piece in pieces)
    if 3 * cover < count:
        yield Advice("aofr.terrain.third_cover", f"{cover} of {count} pieces give cover: a third should.")
    difficult = sum(piece.slows for piece in pieces)
    if 3 * difficult < count:
        yield Advice("aofr.terrain.third_difficult", f"{difficult} of {count} pieces are difficult: a third should be.")


@rule("aofr.terrain.size_small", "aofr.terrain.size_large")
def _sizes(features: Sequence[Feature]) -> Iterator[Advice]:
    """Scatter measures 1" to 3" each way, a large feature 4" to 8", and never more than 12"."""
    for feature in features:
        sides = (feature.width, feature.depth)
        if max(sides) <= SMALL[1] + TOLERANCE:
            if min(sides) < SMALL[0] - TOLERANCE:
                yield Advice("aofr.terrain.size_small", f'{_called(feature)} is scatter: 1" to 3" each way.')
        elif min(sides) < LARGE[0] - TOLERANCE or max(sides) > LARGEST + TOLERANCE:
            yield Advice("aofr.terrain.size_large", f'{_called(feature)} is large: 4" to 8" each way, 12" at most.')


@rule("aofr.terrain.max_gap", "aofr.terrain.min_gap")
def _gaps(pieces: Sequence[Sequence[Piece]], widest: float) -> Iterator[Advice]:
    """No piece is further than 12" from its nearest neighbour; nor nearer than 6" if a unit does not fit between."""
    nearest = [inf] * len(pieces)
    for (i, one), (j, other) in combinations(enumerate(pieces), 2):
        gap = min(distance(a.shape, b.shape) for a in one for b in other)
        nearest[i], nearest[j] = min(nearest[i], gap), min(nearest[j], gap)
    for (piece, *_), gap in zip(pieces, nearest, strict=True):
        called = f"{piece.name.capitalize()} at ({piece.shape.x:.0f}, {piece.shape.y:.0f})"
        if WIDEST_GAP + TOLERANCE < gap < inf:
            yield Advice("aofr.terrain.max_gap", f'{called} is {gap:.4g}" from the next piece: 12" at most.')
        if gap < min(GAP_FOR_LARGE_UNITS, widest) - TOLERANCE:
            yield Advice("aofr.terrain.min_gap", f'{called} is {gap:.4g}" from the next piece: 6" for large units.')


@rule("aofr.terrain.no_edge_to_edge")
def _open_lines(board: Board, pieces: Sequence[Piece]) -> Iterator[Advice]:
    blockers = [piece.shape for piece in pieces if piece.blocking or piece.veil]
    lines = (line for line in lines_across(board) if not any(segment_crosses(shape, *line) for shape in blockers))
    if any(lines):
        yield Advice("aofr.terrain.no_edge_to_edge", "There is an open line of sight from edge to edge.")


def lines_across(board: Board) -> Iterator[tuple[Point, Point]]:
    """Straight lines between opposite edges of the table."""
    across = [(i + 0.5) * SAMPLED for i in range(int(board.width / SAMPLED))]
    along = [(i + 0.5) * SAMPLED for i in range(int(board.depth / SAMPLED))]
    yield from (((a, 0.0), (b, board.depth)) for a in across for b in across)
    yield from (((0.0, a), (board.width, b)) for a in along for b in along)


def _called(feature: Feature) -> str:
    return f"{feature.name or feature.kind.replace('_', ' ')} at ({feature.x:.0f}, {feature.y:.0f})".capitalize()
