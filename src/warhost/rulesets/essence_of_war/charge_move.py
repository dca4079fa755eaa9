"""Charge Moves: arriving, aligning, maximising contact, catching fleeing units (Charge Phase).

What a charger can do is worked out here as plain functions of the battle; `charge` asks the players and does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from warhost.field import (
    DIFFERENT,
    FINE,
    SURE_CONTACT,
    Approach,
    Route,
    Stretch,
    any_route,
    best_arrivals,
    flush_routes,
    rough_routes,
    sample_offsets,
    shared_turn,
    straight_there,
    turned_targets,
    within_free,
)
from warhost.play.battle import settled
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.battle import Battle, Foe, Unit
from warhost.rulesets.essence_of_war.formation import boundary
from warhost.rulesets.essence_of_war.placement import blockers, count_at, stretches
from warhost.rulesets.essence_of_war.values import flies
from warhost.table import Arc, Rect, edge_length, on_board, outward, overlaps, turn_between

SIDES = (Arc.FRONT, Arc.RIGHT, Arc.REAR, Arc.LEFT)

MOST_WHEEL = 90.0
"""A charger wheels once, by no more than this (eow.charge.move.one_wheel)."""


class Arrival(msgspec.Struct, frozen=True):
    """A charge carried out: the way there, the place after aligning, and how the target stands if it had to turn."""

    path: Route
    place: Rect
    offset: float
    count: int
    target: Rect | None = None


class Combined(NamedTuple):
    """Where one charger of a Combined Charge comes in, and how many units of that charge then do."""

    places: list[Arrival]
    units: int


@rule("eow.board_edge.front_stays", "eow.charge.declare.no_passing", "eow.charge.move.one_wheel")
@rule("eow.charge.align.rotate_charger", "eow.charge.align.direction")
def approach_to(
    battle: Battle,
    charger: Unit,
    target: Unit,
    side: Arc,
    *,
    shape: Rect | None = None,
    ignoring: Iterable[int] = (),
) -> Approach:
    """All ways with one wheel into that facing: the front stays on the board, units and rocks are in the way of all but
    flyers, and the charger then turns about the point of contact, the short way, until its front lies flush.

    `shape` is the target as it would stand if it were turned; `ignoring` names units that will have moved.
    """
    return Approach(
        battle.scene.board,
        boundary(battle, charger),
        boundary(battle, target) if shape is None else shape,
        side,
        blockers(battle, charger, (target.id,), {target.id, *ignoring}),
        most_wheel=MOST_WHEEL,
        flies=flies(battle, charger),
    )


@rule("eow.charge.declare.room", "eow.charge.declare.no_passing", "eow.charge.declare.consider_charges")
def room(battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Iterable[int] = ()) -> bool:
    """Whether some way leads into contact with that facing and to a place flush on it (EOW-R070)."""
    if target.fleeing:
        return catch(battle, charger, target, ignoring) is not None
    if any_route(approach_to(battle, charger, target, side, ignoring=ignoring)):
        return True
    return _turning_target(battle, charger, target, side, ignoring) is not None


@rule("eow.charge.maximise.models", "eow.charge.maximise.free_choice", "eow.charge.align.rotate_charger")
def arrivals(battle: Battle, charger: Unit, target: Unit, side: Arc) -> list[Arrival]:
    """The places with the most models in contact that the charger can come to: those among which its owner chooses.

    At most three: nearest to the facing's centre line, leftmost, rightmost. Where no way ends in such a place the
    charger slides along the facing by the least that brings most models into contact (EOW-R071); where it cannot
    align the target turns (EOW-R072).
    """
    approach = approach_to(battle, charger, target, side)
    found = best_arrivals(approach, stretches(battle, charger, target, side))
    if found:
        return [Arrival(route, approach.place(offset), offset, count) for offset, route, count in found]
    turning = _turning_target(battle, charger, target, side)
    return [] if turning is None else [turning]


@rule("eow.charge.align.rotate_target", "eow.charge.align.combat_pivot", "eow.charge.align.engaged_fixed")
def _turning_target(
    battle: Battle, charger: Unit, target: Unit, side: Arc, ignoring: Iterable[int] = ()
) -> Arrival | None:
    """Where the charger cannot align alone: the target turns about the contact by the least whole number of degrees,
    else it is set anew by a Combat Pivot (EOW-R072). A unit that is Engaged never moves.
    """
    if target.engaged:
        return None
    approach = approach_to(battle, charger, target, side, ignoring=ignoring)
    blocks = list(blockers(battle, target, (charger.id,), {charger.id, *ignoring}))
    ways = rough_routes(approach)

    def stands(place: Rect) -> bool:
        return _clear(battle, place, blocks)

    shared = shared_turn(approach, ways, lambda place: _clear(battle, place, approach.blocks), stands)
    if shared is not None:
        route, place, turned = shared
        return Arrival(route, place, route.offset, count_at(battle, charger, target, side, route.offset), turned)
    for turned in turned_targets(approach, stands) if ways else ():
        # The struck facing lies square to a line on which the charger can come.
        after = approach_to(battle, charger, target, side, shape=turned, ignoring=ignoring)
        square = next(after.bearings(()), None)
        for route in () if square is None else flush_routes(after, square, after.free):
            count = count_at(battle, charger, target, side, route.offset)
            return Arrival(route, after.place(route.offset), route.offset, count, turned)
    return None


def _clear(battle: Battle, place: Rect, blocks: Iterable[Rect]) -> bool:
    board = battle.scene.board
    return on_board(place, board.width, board.depth) and not any(overlaps(place, block) for block in blocks)


@rule("eow.charge.fleeing.any_facing")
def catch(battle: Battle, charger: Unit, target: Unit, ignoring: Iterable[int] = ()) -> Route | None:
    """A way into contact with any facing of a fleeing unit, with the least wheel; the charger stays as it arrives."""
    start, shape = boundary(battle, charger), boundary(battle, target)
    towards = (start.x - shape.x, start.y - shape.y)
    for side in sorted(SIDES, key=lambda side: -_dot(outward(shape, side), towards)):
        approach = approach_to(battle, charger, target, side, ignoring=ignoring)
        ways = sorted(approach.bearings(FINE), key=lambda way: abs(turn_between(start.facing, way.turned.facing)))
        for bearing in ways:
            for offset in sample_offsets(bearing.low, bearing.high):
                path = approach.path(bearing, offset)
                if path is not None and _clear(battle, path.arrived, approach.blocks):
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
    return max(part.score for part in stretches(battle, charger, target, charger.target_arc))


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
    approach = approach_to(battle, charger, target, side)
    parts = within_free(stretches(battle, charger, target, side), approach.free)
    ends = {end for free in approach.free for end in free}
    points = {part.low: part.score for part in parts if part.low == part.high}
    points.update({end: part.score for part in parts for end in (part.low, part.high) if end in ends})
    for offset in _beside(battle, charger, target, side, others):
        if approach.is_free(offset):
            points[offset] = count_at(battle, charger, target, side, offset)
    for offset, count in sorted(points.items(), key=lambda point: (-point[1], abs(point[0]), point[0])):
        for at, route in straight_there(approach, [Stretch(offset, offset, count)]):
            yield Arrival(route, approach.place(at), at, count)


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
