"""Charge Moves: arriving, aligning, maximising contact, catching fleeing units (Charge Phase).

What a charger can do is worked out here as plain functions of the battle; `charge` asks the players and does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import ceil
from typing import NamedTuple

import msgspec

from warhost.play.battle import settled
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Foe, Unit
from warhost.rulesets.essence_of_war.charge_path import COARSE, FINE, MOST_WHEEL, TENS, Approach, Bearing, Path
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.placement import (
    SURE_CONTACT,
    Stretch,
    blockers,
    count_at,
    stretches,
    within,
)
from warhost.table import TOLERANCE, Arc, Interval, Rect, edge_length, on_board, outward, overlaps, turn_between, turned

SIDES = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)

SAMPLE = 0.5
"""How finely the places that one wheel leads to are tried, in inches, where the obvious ones are closed."""

DIFFERENT = 0.1
"""Places nearer to each other than this are the same place to a player."""


class Arrival(msgspec.Struct, frozen=True):
    """A charge carried out: the way there, the place after aligning, and how the target stands if it had to turn."""

    path: Path
    place: Rect
    offset: float
    count: int
    target: Rect | None = None


class Combined(NamedTuple):
    """Where one charger of a Combined Charge comes in, and how many units of that charge then do."""

    places: list[Arrival]
    units: int


@rule("eow.charge.declare.room", "eow.charge.declare.no_passing", "eow.charge.declare.consider_charges")
def room(battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Iterable[int] = ()) -> bool:
    """Whether some way leads into contact with that facing and to a place flush on it (EOW-R070)."""
    if target.fleeing:
        return catch(battle, charger, target, ignoring) is not None
    approach = Approach(battle, charger, target, side, ignoring=ignoring)
    if approach.free:
        for bearing in approach.bearings():
            for _ in _ways(approach, bearing, approach.free):
                return True
    return _turning_target(battle, charger, target, side, ignoring) is not None


def _ways(approach: Approach, bearing: Bearing, free: Sequence[Interval]) -> Iterator[Path]:
    """Ways with that wheel to free places, the place nearest to the facing's centre line first."""
    for low, high in free:
        low, high = max(low, bearing.low), min(high, bearing.high)
        if low > high:
            continue
        for offset in _samples(low, high):
            path = _aligned(approach, bearing, offset)
            if path is not None:
                yield path


def _three(low: float, high: float) -> Iterator[float]:
    """The place nearest to the centre line, and both ends: near to the target one of them may be the only way in."""
    yield max(low, min(high, 0.0))
    if high - low >= TOLERANCE:
        yield low
        yield high


def _samples(low: float, high: float) -> Iterator[float]:
    yield from _three(low, high)
    pieces = ceil((high - low) / SAMPLE)
    for piece in range(1, pieces):
        yield low + (high - low) * piece / pieces


@rule("eow.charge.maximise.models", "eow.charge.maximise.free_choice", "eow.charge.align.rotate_charger")
def arrivals(battle: Battle, charger: Unit, target: Unit, side: Arc) -> list[Arrival]:
    """The places with the most models in contact that the charger can come to: those among which its owner chooses.

    At most three: nearest to the facing's centre line, leftmost, rightmost. Where no way ends in such a place the
    charger slides along the facing by the least that brings most models into contact (EOW-R071); where it cannot
    align the target turns (EOW-R072).
    """
    approach = Approach(battle, charger, target, side)
    parts = within(stretches(battle, charger, target, side), approach.free)
    best = [max((p.count for p in parts if _inside(p, free)), default=0) for free in approach.free]
    for count in sorted(set(best), reverse=True):
        intervals = [free for free, top in zip(approach.free, best, strict=True) if top == count]
        wanted = [p for p in parts if p.count == count and any(_inside(p, free) for free in intervals)]
        found = _straight_there(approach, wanted) or _sliding(approach, intervals, wanted)
        if found:
            return [_arrival(approach, path, offset, count) for offset, path in found]
    turning = _turning_target(battle, charger, target, side)
    return [] if turning is None else [turning]


def _inside(part: Stretch, free: Interval) -> bool:
    return part.low <= free[1] and free[0] <= part.high


def _arrival(approach: Approach, path: Path, offset: float, count: int) -> Arrival:
    return Arrival(path, approach.place(offset), offset, count)


def _straight_there(approach: Approach, wanted: Sequence[Stretch]) -> list[tuple[float, Path]]:
    """Ways whose alignment ends in a wanted place: the one nearest to the centre line, the leftmost, the rightmost."""
    if not wanted:
        return []
    goals = (
        min((max(p.low, min(p.high, 0.0)) for p in wanted), key=abs),
        min(p.low for p in wanted),
        max(p.high for p in wanted),
    )
    found: list[tuple[float, Path] | None] = [None, None, None]
    for bearing in approach.bearings(COARSE):
        for part in wanted:
            low, high = max(part.low, bearing.low), min(part.high, bearing.high)
            if low > high:
                continue
            tries = (max(low, min(high, 0.0)), low, high)
            # Where bases meet edge to edge all three are one place: a way to it is looked for once.
            ways: dict[float, Path | None] = {}
            for which, (offset, goal) in enumerate(zip(tries, goals, strict=True)):
                known = found[which]
                if known is None or abs(offset - goal) < abs(known[0] - goal) - 1e-6:
                    if offset not in ways:
                        ways[offset] = _aligned(approach, bearing, offset)
                    path = ways[offset]
                    if path is not None:
                        found[which] = (offset, path)
        if all(one is not None and abs(one[0] - goal) < 1e-6 for one, goal in zip(found, goals, strict=True)):
            break
    different: list[tuple[float, Path]] = []
    for one in found:
        if one is not None and all(abs(one[0] - other[0]) >= DIFFERENT for other in different):
            different.append(one)
    return different


def _aligned(approach: Approach, bearing: Bearing, offset: float) -> Path | None:
    path = approach.path(bearing, offset)
    return path if path is not None and approach.aligns(path) else None


def _sliding(approach: Approach, intervals: Sequence[Interval], wanted: Sequence[Stretch]) -> list[tuple[float, Path]]:
    """The way after which the least sliding along the facing, within a free interval, reaches a wanted place."""
    best: tuple[float, float, Path] | None = None
    for bearing in approach.bearings(COARSE):
        for free in intervals:
            low, high = max(free[0], bearing.low), min(free[1], bearing.high)
            for part in (p for p in wanted if low <= high and _inside(p, free)):
                near = min(max(part.low, low), high)
                offset = min(max(part.low, near), part.high)
                if best is None or abs(offset - near) < best[0] - 1e-6:
                    path = _aligned(approach, bearing, near)
                    if path is not None:
                        best = (abs(offset - near), offset, path)
    if best is None:
        best = _any_slide(approach, intervals, wanted)
    return [] if best is None else [best[1:]]


def _any_slide(
    approach: Approach, intervals: Sequence[Interval], wanted: Sequence[Stretch]
) -> tuple[float, float, Path] | None:
    """The first way at all into one of the intervals, and the slide from there."""
    for bearing in approach.bearings(FINE):
        for free in intervals:
            # An interval that holds none of the wanted places is not worth a way into it.
            parts = [part for part in wanted if _inside(part, free)]
            for path in _ways(approach, bearing, [free]) if parts else ():
                offsets = [max(p.low, min(p.high, path.offset)) for p in parts]
                offset = min(offsets, key=lambda o: abs(o - path.offset))
                return (abs(offset - path.offset), offset, path)
    return None


@rule("eow.charge.align.rotate_target", "eow.charge.align.combat_pivot", "eow.charge.align.engaged_fixed")
def _turning_target(
    battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Iterable[int] = ()
) -> Arrival | None:
    """Where the charger cannot align alone: the target turns about the contact by the least whole number of degrees,
    else it is set anew by a Combat Pivot (EOW-R072). A unit that is Engaged never moves.
    """
    if target.engaged:
        return None
    approach = Approach(battle, charger, target, side, ignoring=ignoring)
    blocks = list(blockers(battle, target, (charger.id,), {charger.id, *ignoring}))
    ways: list[Path] = []
    for bearing in approach.bearings(TENS):
        tries = (approach.path(bearing, offset) for offset in _three(bearing.low, bearing.high))
        ways.extend(path for path in tries if path is not None)
    shared = _shared_rotation(battle, charger, target, approach, ways, blocks)
    if shared is not None or not ways:
        return shared
    return _combat_pivot(battle, charger, target, approach, blocks, ignoring)


def _may_stand(battle: Battle, place: Rect, blocks: Iterable[Rect]) -> bool:
    board = battle.scene.board
    return on_board(place, board.width, board.depth) and not any(overlaps(place, block) for block in blocks)


def _shared_rotation(
    battle: Battle, charger: Unit, target: Unit, approach: Approach, ways: Iterable[Path], blocks: Sequence[Rect]
) -> Arrival | None:
    """The way for which the target has to turn least: what the charger cannot turn, and more if that is no place."""
    best: Arrival | None = None
    least = int(MOST_WHEEL)
    for path in ways:
        sign = 1.0 if path.turn > 0 else -1.0
        whole = abs(path.turn)
        for degrees in range(max(1, ceil(whole - abs(approach.free_align(path)) - 1e-6)), min(least, ceil(whole) + 1)):
            given = min(float(degrees), whole)
            place = turned(path.arrived, path.contact, sign * (whole - given))
            if not _may_stand(battle, place, approach.blocks):
                continue
            stands = turned(approach.target, path.contact, -sign * given)
            if _may_stand(battle, stands, blocks):
                count = count_at(battle, charger, target, approach.side, path.offset)
                best, least = Arrival(path, place, path.offset, count, stands), degrees
                break
    return best


def _combat_pivot(
    battle: Battle,
    charger: Unit,
    target: Unit,
    approach: Approach,
    blocks: Sequence[Rect],
    ignoring: Iterable[int],
) -> Arrival | None:
    """The target turns on its centre so that the struck facing lies square to a line on which the charger can come."""
    shape = approach.target
    for bearing in approach.bearings(TENS):
        turn = turn_between(approach.facing, bearing.turned.facing)
        stands = turned(shape, (shape.x, shape.y), turn)
        if not _may_stand(battle, stands, blocks):
            continue
        after = Approach(battle, charger, target, approach.side, shape=stands, ignoring=ignoring)
        square = next(after.bearings(()), None)
        if square is not None:
            for path in _ways(after, square, after.free):
                count = count_at(battle, charger, target, approach.side, path.offset)
                return Arrival(path, after.place(path.offset), path.offset, count, stands)
    return None


@rule("eow.charge.fleeing.any_facing")
def catch(battle: Battle, charger: Unit, target: Unit, ignoring: Iterable[int] = ()) -> Path | None:
    """A way into contact with any facing of a fleeing unit, with the least wheel; the charger stays as it arrives."""
    start, shape = boundary(battle, charger), boundary(battle, target)
    board = battle.scene.board
    towards = (start.x - shape.x, start.y - shape.y)
    for side in sorted(SIDES, key=lambda side: -_dot(outward(shape, side), towards)):
        approach = Approach(battle, charger, target, side, ignoring=ignoring)
        ways = sorted(approach.bearings(FINE), key=lambda way: abs(turn_between(start.facing, way.turned.facing)))
        for bearing in ways:
            for offset in _samples(bearing.low, bearing.high):
                path = approach.path(bearing, offset)
                if path is None or not on_board(path.arrived, board.width, board.depth):
                    continue
                if not any(overlaps(path.arrived, block) for block in approach.blocks):
                    return path
    return None


def _dot(one: tuple[float, float], other: tuple[float, float]) -> float:
    return one[0] * other[0] + one[1] * other[1]


@rule("eow.charge.maximise.units")
def combined_arrivals(battle: Battle, charger: Unit, target: Unit, side: Arc, others: Sequence[Unit]) -> Combined:
    """The places for a charger of a Combined Charge that let most of the others in, then bring most models to bear.

    The others are those whose range is enough and who still have to move, each with the facing it has to strike.
    """
    alone = arrivals(battle, charger, target, side)
    if not alone or not others:
        return Combined(alone, min(1, len(alone)))
    rivals = any(other.target_arc is side for other in others)
    scored = [(_score(battle, charger, target, arrival, others), arrival) for arrival in alone]
    best = max(score for score, _ in scored)
    if rivals or best[0] < len(others):
        most = sum(_most(battle, other, target) for other in others)
        for arrival in _every_arrival(battle, charger, target, side, others):
            if best[0] == len(others) and arrival.count + most < best[1]:
                # From here on fewer models of this charger, and the others cannot make up for them.
                break
            scored.append((_score(battle, charger, target, arrival, others), arrival))
            best = max(best, scored[-1][0])
    return Combined(_different([arrival for score, arrival in scored if score == best]), 1 + best[0])


def _most(battle: Battle, charger: Unit, target: Unit) -> int:
    """The most models that any place on its facing could bring into contact."""
    if charger.target_arc is None:
        return 0
    return max(part.count for part in stretches(battle, charger, target, charger.target_arc))


def _different(found: Sequence[Arrival]) -> list[Arrival]:
    """The one nearest to the middle, the leftmost and the rightmost, each place once."""
    ends = (
        min(found, key=lambda a: abs(a.offset)),
        min(found, key=lambda a: a.offset),
        max(found, key=lambda a: a.offset),
    )
    different: list[Arrival] = []
    for one in ends:
        if all(abs(one.offset - other.offset) >= DIFFERENT for other in different):
            different.append(one)
    return different


def _score(battle: Battle, charger: Unit, target: Unit, arrival: Arrival, others: Sequence[Unit]) -> tuple[int, int]:
    """How many of the others find a place after this arrival, and how many models are in contact then."""
    stood, target_stood, foes = charger.pose, target.pose, target.foes
    charger.pose = settled(arrival.place)
    # It is Engaged from then on, so it does not turn for the next charger.
    target.foes = (*foes, Foe(charger.id, charger.target_arc or Arc.FRONT, Arc.FRONT))
    if arrival.target is not None:
        target.pose = settled(arrival.target)
    units, models = 0, arrival.count
    for place, other in enumerate(others):
        if other.target_arc is None:
            continue
        found = arrivals(battle, other, target, other.target_arc)
        if found:
            rest = [*others[:place], *others[place + 1 :]]
            then_units, then_models = _score(battle, other, target, found[0], rest)
            if (then_units + 1, then_models + arrival.count) > (units, models):
                units, models = then_units + 1, then_models + arrival.count
    charger.pose, target.pose, target.foes = stood, target_stood, foes
    return units, models


def _every_arrival(battle: Battle, charger: Unit, target: Unit, side: Arc, others: Sequence[Unit]) -> Iterator[Arrival]:
    """The places that the charger can come to, most models first: where edges of bases meet or its room ends, and
    where it stands beside one of the others on such a place of theirs.
    """
    approach = Approach(battle, charger, target, side)
    parts = within(stretches(battle, charger, target, side), approach.free)
    ends = {end for free in approach.free for end in free}
    points = {part.low: part.count for part in parts if part.low == part.high}
    points.update({end: part.count for part in parts for end in (part.low, part.high) if end in ends})
    for offset in _beside(battle, charger, target, side, others):
        if approach.is_free(offset):
            points[offset] = count_at(battle, charger, target, side, offset)
    for offset, count in sorted(points.items(), key=lambda point: (-point[1], abs(point[0]), point[0])):
        for at, path in _straight_there(approach, [Stretch(offset, offset, count)]):
            yield _arrival(approach, path, at, count)


def _beside(battle: Battle, charger: Unit, target: Unit, side: Arc, others: Iterable[Unit]) -> Iterator[float]:
    """Offsets of the charger that bring one of the others on the same facing exactly to where edges of bases meet."""
    own = boundary(battle, charger).width / 2
    reach = edge_length(boundary(battle, target), side) / 2
    for other in others:
        if other.target_arc is side:
            half = boundary(battle, other).width / 2
            last = reach + half - SURE_CONTACT
            places = {part.low for part in stretches(battle, other, target, side) if part.low == part.high}
            for place in (*(p for p in places if abs(p) < last), -last, last):
                yield place - half - own
                yield place + half + own
