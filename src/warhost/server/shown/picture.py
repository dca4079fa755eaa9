"""What stands on the table, as plain data for a page. There are no rules in it."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from warhost.play import Battle, Overlay, Ruleset, Token, UnitNotes
from warhost.play.shown.cards import Ground, PartCard
from warhost.play.shown.guide import Aims
from warhost.play.shown.looks import seen_look
from warhost.play.shown.offers import offering_parts, showing, tallying
from warhost.report.drawing.terrain import names_of
from warhost.report.telling.words import marks_of, strength_of, turn_of, when
from warhost.server.messages import (
    BoardShown,
    FeatureShown,
    MarkerShown,
    Picture,
    RingShown,
    SeatShown,
    UnitShown,
    ZoneShown,
)
from warhost.table import Base, Circle, Feature, Pose, Rect, rect_around

_NO_NOTES = UnitNotes({})


class Pictures:
    """The table at one moment, as each seat may see it. What lies open to several of them is drawn once."""

    def __init__(self, ruleset: Ruleset, battle: Battle) -> None:
        self._ruleset = ruleset
        self._battle = battle
        self._open: Picture | None = None

    def of(self, seat: int | None) -> Picture:
        """The table for that seat, or for a spectator."""
        view = seen_by(self._ruleset, self._battle, seat)
        if view is not self._battle:
            return picture_of(self._ruleset, view)
        if self._open is None:
            self._open = picture_of(self._ruleset, view)
        return self._open


def seen_by(ruleset: Ruleset, battle: Battle, seat: int | None) -> Battle:
    """The battle as that seat, or a spectator, may see it: itself if nothing of it is hidden from them. To look at
    only: whoever tries something out takes a view of the rulebook, which is a copy."""
    view = ruleset.view(battle, seat)
    return battle if view == battle else view


def picture_of(ruleset: Ruleset, view: Battle) -> Picture:
    """The battle as somebody may see it: give it the view of that seat."""
    shows, tallies, offers = showing(ruleset), tallying(ruleset), offering_parts(ruleset)
    return Picture(
        turn=view.turn,
        phase=view.phase,
        active=view.active,
        title=title_of(ruleset, view),
        board=_board(view, shows.overlay(view) if shows else _marked(view)),
        seats=tuple(
            SeatShown(
                seat.name,
                seat.army,
                dict(shows.panel(view, number)) if shows else {},
                seat.team,
                tuple(tallies.tally(view, number)) if tallies else (),
            )
            for number, seat in enumerate(view.scene.seats)
        ),
        units=tuple(unit_shown(ruleset, view, unit) for unit in view.units),
        parts=tuple(offers.parts_now(view)) if offers else (),
        goal=ruleset.goal(view) if isinstance(ruleset, Aims) else "",
    )


def parts_of(ruleset: Ruleset, battle: Battle) -> tuple[PartCard, ...]:
    """The optional parts that are in force in a battle."""
    offers = offering_parts(ruleset)
    return tuple(offers.parts_in_force(battle)) if offers else ()


def title_of(ruleset: Ruleset, battle: Battle) -> str:
    """The moment in words: `Turn 2, Charge Phase, Orcs`."""
    seats = battle.scene.seats
    time = when(ruleset, battle)
    if battle.outcome is not None:
        return f"The end: {time}" if battle.turn else "The end"
    acts = turn_of(ruleset, battle)
    return f"{time}, {seats[acts].name}" if acts is not None and 0 <= acts < len(seats) else time


def bases_shown(bases: Iterable[Base]) -> tuple[tuple[float, float, float, float, float], ...]:
    """Bases as x, y, facing, width, depth; a tenth of a thousandth of an inch is fine enough to draw.

    Of a round base it is the square around it.
    """
    return tuple(
        (round(b.x, 4), round(b.y, 4), round(b.facing, 4), round(b.width, 4), round(b.depth, 4))
        for b in map(rect_around, bases)
    )


def _marked(view: Battle) -> Overlay:
    return Overlay(tuple(Token(x, y) for x, y in view.scene.board.markers))


def _board(view: Battle, overlay: Overlay) -> BoardShown:
    board = view.scene.board
    grounds = {ground.piece: ground for ground in overlay.grounds}
    return BoardShown(
        board.width,
        board.depth,
        tuple(
            _feature(piece, name, grounds.get(number))
            for number, (piece, name) in enumerate(zip(board.features, names_of(board), strict=True))
        ),
        tuple(MarkerShown(token.x, token.y, token.owner, token.label, token.face) for token in overlay.tokens),
        tuple(ZoneShown(zone.seat, zone.area.corners) for zone in overlay.zones),
        tuple(RingShown(ring.x, ring.y, ring.radius, ring.label) for ring in overlay.rings),
    )


def _feature(piece: Feature, name: str, ground: Ground | None) -> FeatureShown:
    place = (piece.x, piece.y, piece.width, piece.depth, piece.facing)
    if ground is None:
        return FeatureShown(piece.kind, *place, name)
    left = (ground.points, ground.most, ground.owner, ground.inside)
    return FeatureShown(ground.kind or piece.kind, *place, ground.name or name, ground.text, *left)


def unit_shown(ruleset: Ruleset, view: Battle, unit: Any) -> UnitShown:
    """One unit of a view."""
    shows = showing(ruleset)
    strength = strength_of(ruleset, view, unit)
    shape = ruleset.boundary(view, unit)
    destroyed = strength.models_at_start > 0 and not strength.models
    size = shape or (None if destroyed else _if_it_stood(ruleset, view, unit))
    notes = shows.notes(view, unit) if shows else _NO_NOTES
    bases = ruleset.bases(view, unit) if shape else ()
    # A single model in the ranks of others has no pose of its own, but it stands somewhere.
    pose = shape.pose if unit.pose is None and shape is not None else unit.pose
    return UnitShown(
        id=unit.id,
        seat=unit.owner,
        name=unit.name,
        army=unit.army,
        pose=pose,
        width=size.width if size else 0.0,
        depth=size.depth if size else 0.0,
        bases=bases_shown(bases),
        models=strength.models,
        models_at_start=strength.models_at_start,
        health=strength.health,
        health_at_start=strength.health_at_start,
        wounds=strength.wounds,
        marks=marks_of(ruleset, view, unit),
        profile=dict(notes.profile),
        rules=notes.rules,
        single=notes.single,
        build=notes.build,
        leader=notes.leader,
        standard=notes.standard,
        loose=notes.loose,
        round=any(isinstance(base, Circle) for base in bases) if bases else notes.round,
        points=strength.points,
        host=notes.host,
        belongs=notes.belongs,
        look=seen_look(notes, unit.name, unit.army),
    )


def _if_it_stood(ruleset: Ruleset, view: Battle, unit: Any) -> Rect | None:
    """The space that a unit off the table would take: whoever places it wants to see it."""
    standing = copy(unit)
    standing.pose = Pose(0.0, 0.0, 0.0)
    return ruleset.boundary(view, standing)
