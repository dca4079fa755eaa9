"""Whether a drawn move is legal: one check for every kind of move, which a book describes by values.

A kind of move (`MoveKind`) says which steps it is made of (the `Kind` that the player is shown, from which the page
draws as well), what has to be kept from others on the way and at the end (`Passage`), and which rules a refusal names
(`Cites`).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from math import isfinite
from typing import Literal

import msgspec

from warhost.field.field import Body, Field, Piece
from warhost.field.moves.path import Path, is_on_board, path_of, runs_into
from warhost.field.moves.reforming import reformed
from warhost.play.questions import Kind, Turning
from warhost.play.script import Refused
from warhost.table import (
    MM_PER_INCH,
    TOLERANCE,
    Back,
    Pivot,
    Rect,
    Sidestep,
    Step,
    Wheel,
    distance,
    front_on_board,
    gap_along,
    heading,
    keeps_clear,
    on_board,
    overlaps,
    passes_through,
    stays_on_board,
)

MOST_STEPS = 100
"""More steps than any table needs; a longer list is a mistake or mischief."""

TIMES = {1: "once", 2: "twice"}


class Cites(msgspec.Struct, frozen=True, kw_only=True):
    """The rules that refusals name. Where a book has none of its own for something, the move itself is named."""

    move: str
    """The limit straight ahead, and everything that nothing else is named for."""
    direction: str = ""
    """One direction in one move."""
    back: str = ""
    side: str = ""
    ahead_only: str = ""
    """No way but ahead."""
    wheeled: str = ""
    """The limit of a move with wheels in it."""
    pivot: str = ""
    """How far a pivot turns."""
    wheel: str = ""
    """How far a wheel turns."""
    no_pivot: str = ""
    no_wheel: str = ""
    pivots: str = ""
    """How many pivots there are."""
    files: str = ""
    """Which numbers of files there may be."""
    pivot_first: str = ""
    """When a pivot is made."""
    spot: str = ""
    """Turning on the spot only."""
    edge: str = ""
    """Staying on the board on the way."""
    inside: str = ""
    """Ending on the board."""
    passing: str = ""
    """The gap that is kept on the way."""
    touching: str = ""
    """No contact on the way; none of its own: the gap on the way."""
    through: str = ""
    """No moving through others."""
    gap: str = ""
    """The gap that is kept at the end."""
    overlap: str = ""
    """No ending in others."""
    contact: str = ""
    """No ending in contact with an enemy."""
    barred: str = ""
    """No moving into barred terrain."""
    barred_end: str = ""
    """No ending in barred terrain."""
    barred_by: tuple[tuple[str, str], ...] = ()
    """Where pieces are barred for several reasons: the rule by the first trait that a piece has."""

    def to(self, what: str) -> str:
        """The rule for that, or for the move itself."""
        return str(getattr(self, what)) or self.move


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """What a mover keeps from others, from barred terrain and from the edge of the board."""

    gap: float
    """At the end."""
    passing: float
    """On the way; 0: nothing is looked at but the end, unless others block the way."""
    crowded: Literal["stays near", "comes no nearer", "turns freely"]
    """What holds for one that begins nearer than the gap. It may stay as near as it likes short of new contact; or it
    comes no nearer on the way and ends with the whole gap; or it only has to end outside of others."""
    board: Literal["front", "whole", "stops"]
    """What stays on the board on the way: the front, or everything; or everything wherever a step ends, while turns may
    swing over the edge. At the end everything is on it."""
    pivots: Literal["lifted", "set down"]
    """Nothing is in the way of a pivot. One that is lifted looks only at where the move ends; one that is set down also
    where the pivot itself ends, and its sweep stays on the board."""
    barred: str
    """The trait of terrain that nobody moves into."""
    barred_keeps_gap: bool = False
    """The gaps hold for barred terrain as for units; else it must only not be entered."""
    blocked: bool = False
    """Nobody moves through others, although no gap is kept on the way."""
    friends_pass: bool = False
    """Friends let the mover pass and may be touched; no pivot and no move ends on them."""


class MoveKind(msgspec.Struct, frozen=True, gc=False):
    """A kind of move as a book describes it."""

    shown: Kind
    passage: Passage
    cites: Cites
    verb: str = ""
    """How a refusal says it ("move at the double"); none: as the kind is called."""


class Burden(msgspec.Struct, frozen=True, gc=False):
    """What ground on the way costs: more inches, and perhaps a lower limit (of a move ahead) with its rule."""

    inches: float = 0.0
    limit: float | None = None
    cite: str = ""


def check(
    field: Field,
    mover: Body,
    move: MoveKind,
    steps: Sequence[Step],
    *,
    files: int = 0,
    flies: bool = False,
    without: Container[int] = (),
    passed: Container[int] = (),
    burden: Callable[[Path], Burden] | None = None,
) -> Path:
    """The path of a legal move; Refused, with the reason and the rule, if it is not one.

    The mover stands where it begins. A reform changes it to so many `files` first; if it goes on from there, it needs
    the room there that it needs at the end of a move. `without` are bodies that are not in its way, `passed` those that
    let it pass and are kept from only where pivots and the move end; `burden` is what a book says of the ground on the
    way.
    """
    check_steps(mover.name, move.shown, steps, move.cites)
    start = mover.shape
    if files:
        start = reformed(mover.name, start, move.shown, files, move.cites.to("files"))
        if not all(isinstance(step, Pivot) for step in steps):
            check_inside(field, mover.name, start, move.cites)
            check_gaps(field, mover, start, mover.shape, move.passage, move.cites)
    path = path_of(start, steps)
    if files:
        check_inside(field, mover.name, path.end, move.cites)
    check_cost(mover.name, move.shown, path, move.cites, Burden() if burden is None else burden(path), move.verb)
    check_board(field, mover.name, path, move.passage, move.cites)
    check_others(
        field, mover, path, move.passage, move.cites, flies=flies, without=without, passed=passed, begun=mover.shape
    )
    check_barred(field, mover.name, path, move.passage, move.cites, flies=flies)
    return path


def check_steps(name: str, kind: Kind, steps: Sequence[Step], cites: Cites) -> None:
    """The steps are such as this kind of move is made of, with sensible figures, in one direction."""
    if len(steps) > MOST_STEPS:
        raise Refused(f"{name} cannot make {len(steps)} steps in one move: the limit is {MOST_STEPS}.", cites.move)
    direction = ""
    pivots = wheels = 0
    for step in steps:
        if isinstance(step, Pivot):
            pivots += 1
            _check_turn(name, kind, step, "pivot", kind.turning("centre"), pivots, cites)
            _check_first(name, kind, steps, cites)
            continue
        if isinstance(step, Wheel):
            wheels += 1
            _check_turn(name, kind, step, "wheel", kind.turning("corner"), wheels, cites)
        elif not isfinite(step.inches) or (step.inches < 0.0 and not isinstance(step, Sidestep)):
            raise Refused(f"{name} cannot move {step.inches:g} inches.", cites.move)
        way = heading(step)
        if direction and way != direction:
            raise Refused(f"{name} cannot move {direction} and {way} in one move.", cites.to("direction"))
        direction = way


def _check_turn(
    name: str, kind: Kind, step: Pivot | Wheel, what: str, turning: Turning | None, count: int, cites: Cites
) -> None:
    """A turn of such a kind, by no more degrees than it may have, and not one too many of them."""
    if turning is None:
        raise Refused(f"{name} cannot {what} in this move.", cites.to(f"no_{what}" if kind.goes else "spot"))
    if not isfinite(step.degrees) or abs(step.degrees) > turning.degrees + TOLERANCE:
        raise Refused(
            f"{name} cannot {what} {abs(step.degrees):g} degrees: a {what} turns at most {turning.degrees:g}.",
            cites.to(what),
        )
    if turning.most is not None and count > turning.most:
        times = TIMES.get(turning.most, f"{turning.most} times")
        raise Refused(f"{name} can {what} only {times} in this move.", cites.to("pivots"))


def _check_first(name: str, kind: Kind, steps: Sequence[Step], cites: Cites) -> None:
    """A pivot that is made before a move straight ahead is made at no other moment."""
    turning = kind.turning("centre")
    if turning is None or not turning.first:
        return
    if not isinstance(steps[0], Pivot):
        raise Refused(f"{name} can pivot only at the start of the move.", cites.to("pivots"))
    if any(isinstance(step, Back | Sidestep) for step in steps):
        raise Refused(f"{name} can pivot only before moving forward.", cites.to("pivot_first"))


def check_cost(name: str, kind: Kind, path: Path, cites: Cites, burden: Burden, verb: str = "") -> None:
    """What all steps and the ground cost together is within the limit of this kind of move in this direction."""
    total = path.inches + burden.inches
    limit, way, cite = kind.forward, "forward", cites.move
    for step in path.steps:
        if isinstance(step, Back):
            limit, way, cite = kind.back, "backwards", cites.to("back")
        elif isinstance(step, Sidestep):
            limit, way, cite = kind.side, "sideways", cites.to("side")
        elif isinstance(step, Wheel):
            cite = cites.to("wheeled")
    if burden.limit is not None:
        # What the ground allows ahead it allows in the same proportion to the other sides.
        capped = burden.limit * (limit / kind.forward) if kind.forward > 0.0 else burden.limit
        if capped < limit:
            limit, cite = capped, burden.cite
    if total <= limit + TOLERANCE:
        return
    if not kind.goes:
        raise Refused(f"{name} cannot move {way}: this move only turns on the spot.", cites.to("spot"))
    does = verb or kind.name
    if not limit and way != "forward":
        goes = "forward" if kind.forward else "backwards" if kind.back else "sideways"
        raise Refused(f"{name} cannot {does} {way}: this move goes {goes}.", cites.to("ahead_only"))
    raise Refused(f'{name} cannot {does} {total:.2f}" {way}: the limit is {limit:g}".', cite)


def check_board(field: Field, name: str, path: Path, passage: Passage, cites: Cites) -> None:
    """What has to stay on the board does so all the way, and all of the mover is on it at the end."""
    board = field.board
    if passage.board == "whole":
        if not is_on_board(path, board):
            raise Refused(f"{name} would leave the table.", cites.to("edge"))
        return
    width, depth = board.width, board.depth
    if passage.board == "stops":
        if not all(on_board(stop, width, depth) for stop in path.stops[1:]):
            raise Refused(f"{name} would leave the table.", cites.to("edge"))
        return
    for shape, step, after in path.parts():
        if isinstance(step, Wheel) or (isinstance(step, Pivot) and passage.pivots != "lifted"):
            stays = stays_on_board(shape, step, width, depth, front_only=True)
        else:
            # What goes straight is on the board all the way if it is so before and after.
            stays = front_on_board(after, width, depth) and (
                isinstance(step, Pivot) or front_on_board(shape, width, depth)
            )
        if not stays:
            raise Refused(f"The front of {name} would leave the table.", cites.to("edge"))
    check_inside(field, name, path.end, cites)


def check_inside(field: Field, name: str, end: Rect, cites: Cites) -> None:
    """The whole footprint is on the board where it ends."""
    board = field.board
    if not on_board(end, board.width, board.depth):
        raise Refused(f"{name} would be partly off the table.", cites.to("inside"))


def check_others(
    field: Field,
    mover: Body,
    path: Path,
    passage: Passage,
    cites: Cites,
    *,
    flies: bool = False,
    without: Container[int] = (),
    passed: Container[int] = (),
    begun: Rect | None = None,
) -> None:
    """The gaps to others, and to barred terrain that keeps them, are kept on the way and at the end.

    `passed` are bodies that let the mover pass; `begun` is where the mover stood before it changed its files.
    """
    start = path.stops[0]
    reach = path.reach + passage.gap
    near: list[Body | Piece] = [*field.near(start.x, start.y, reach, mover.id, without)]
    if passage.barred_keeps_gap:
        near += field.pieces_near(start.x, start.y, reach, passage.barred)
    looks = (passage.passing > 0.0 or passage.blocked) and not flies
    for other in near:
        friend = passage.friends_pass and isinstance(other, Body) and field.friends(mover.seat, other.seat)
        if looks:
            passes = friend or (isinstance(other, Body) and other.id in passed)
            _check_passing(mover.name, path, other, passage, cites, pivots_only=passes)
        if not friend:
            check_end(field, mover, path.stops[-1], begun or start, other, passage, cites)
        elif overlaps(path.stops[-1], other.shape):
            raise _too_near(mover.name, path.stops[-1], 0.0, other, passage, cites)


def _check_passing(
    name: str, path: Path, other: Body | Piece, passage: Passage, cites: Cites, *, pivots_only: bool = False
) -> None:
    """No step comes nearer to the other than it may, unless the mover was near to it already; or, past somebody who
    lets it pass, only no pivot ends there."""
    for shape, step, after in path.parts():
        if isinstance(step, Pivot):
            if passage.pivots == "set down":
                _check_set_down(name, path.stops[0], after, other, passage, cites)
        elif pivots_only:
            continue
        elif passage.passing <= 0.0:
            if passes_through(shape, step, other.shape):
                raise Refused(f"{name} would move into {other.name}.", cites.to("through"))
        elif not keeps_clear(shape, step, other.shape, passage.passing):
            _check_step(name, path.stops[0], shape, step, other, passage, cites)


def _check_step(
    name: str, start: Rect, shape: Rect, step: Step, other: Body | Piece, passage: Passage, cites: Cites
) -> None:
    """A step that comes near: only who was near at the start may, and nobody moves through others."""
    gap, before = gap_along(shape, step, other.shape), distance(start, other.shape)
    through = gap <= TOLERANCE and passes_through(shape, step, other.shape)
    if passage.crowded == "comes no nearer":
        fine = not through and gap >= max(TOLERANCE, min(passage.passing, before)) - TOLERANCE
    else:
        fine = before < passage.gap - TOLERANCE and (gap > TOLERANCE or (before <= TOLERANCE and not through))
    if fine:
        return
    if through:
        cite = cites.to("barred" if isinstance(other, Piece) else "through")
        raise Refused(f"{name} would move into {other.name}.", cite)
    if gap > TOLERANCE:
        words, cite = f'{name} would pass {gap:.2f}" from {other.name}', cites.to("passing")
    else:
        words = f"{name} would touch {other.name}"
        cite = cites.to("barred") if isinstance(other, Piece) else cites.touching or cites.to("passing")
    raise Refused(f'{words}: moving units stay {passage.passing:g}" apart.', cite)


def _check_set_down(name: str, start: Rect, after: Rect, other: Body | Piece, passage: Passage, cites: Cites) -> None:
    """Where a pivot ends the mover is in nobody, and no nearer than it may come on the way."""
    gap = distance(after, other.shape)
    if gap >= max(passage.passing - TOLERANCE, TOLERANCE):
        return
    if overlaps(after, other.shape) or gap < min(passage.passing, distance(start, other.shape)) - TOLERANCE:
        raise _too_near(name, after, gap, other, passage, cites)


def check_gaps(field: Field, mover: Body, end: Rect, start: Rect | None, passage: Passage, cites: Cites) -> None:
    """The mover ends with the gap to everything that keeps it, as after a move from the start, if there was one."""
    reach = end.radius + passage.gap
    near: list[Body | Piece] = [*field.near(end.x, end.y, reach, mover.id)]
    if passage.barred_keeps_gap:
        near += field.pieces_near(end.x, end.y, reach, passage.barred)
    for other in near:
        check_end(field, mover, end, start, other, passage, cites)


def check_end(
    field: Field, mover: Body, end: Rect, start: Rect | None, other: Body | Piece, passage: Passage, cites: Cites
) -> None:
    """The mover ends with the gap to the other, or was nearer before and may stay so. No start: it was nowhere."""
    shape = other.shape
    dx, dy, far = shape.x - end.x, shape.y - end.y, shape.radius + end.radius + passage.gap
    if dx * dx + dy * dy >= far * far:
        return
    gap = distance(end, shape)
    if gap >= passage.gap - TOLERANCE:
        return
    if start is not None and passage.crowded != "comes no nearer":
        before = distance(start, shape)
        if before < passage.gap - TOLERANCE:
            # Contact that was there before the move does not arise by it; going deeper would be an overlap.
            if gap > TOLERANCE or (before <= TOLERANCE and not overlaps(end, shape)):
                return
            if passage.crowded == "turns freely" and not overlaps(end, shape):
                return
    if cites.contact and gap <= TOLERANCE and _is_enemy(field, mover, other):
        raise Refused(f"{mover.name} would touch {other.name}: only a charge may end in contact.", cites.contact)
    raise _too_near(mover.name, end, gap, other, passage, cites)


def _is_enemy(field: Field, mover: Body, other: Body | Piece) -> bool:
    return isinstance(other, Body) and not field.friends(mover.seat, other.seat)


def _too_near(name: str, place: Rect, gap: float, other: Body | Piece, passage: Passage, cites: Cites) -> Refused:
    if gap > TOLERANCE:
        words = f'{name} would stand {gap:.2f}" from {other.name}: units stay {_told(passage.gap)} apart.'
        return Refused(words, cites.to("gap"))
    if isinstance(other, Piece):
        return Refused(f"{name} would touch {other.name}.", cites.to("barred"))
    if overlaps(place, other.shape):
        return Refused(f"{name} would overlap {other.name}.", cites.to("overlap" if cites.overlap else "gap"))
    return Refused(f"{name} would touch {other.name}: units stay {_told(passage.gap)} apart.", cites.to("gap"))


def _told(gap: float) -> str:
    """A gap in inches, or a very small one in millimetres."""
    return f'{gap:g}"' if gap >= 0.1 else f"{gap * MM_PER_INCH:g} mm"


def check_barred(field: Field, name: str, path: Path, passage: Passage, cites: Cites, *, flies: bool = False) -> None:
    """No part of the path leads into barred terrain, and it does not end there; who flies passes over it."""
    if passage.barred_keeps_gap:
        return
    for piece in field.terrain.having(passage.barred):
        if runs_into(path, piece.shape, flies=flies):
            cite = cites.to("barred_end" if flies or not path.steps else "barred")
            if not flies:
                cite = next((rule for trait, rule in cites.barred_by if trait in piece.traits), cite)
            raise Refused(f"{name} would move into {piece.name}.", cite)
