"""The battlefield: tables that can be named, generated terrain, pieces that players bring (Preparation)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from warhost.errors import WarhostError
from warhost.field.ground.laying import pieces_of
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.deployment.setup import FIRST_STAGE
from warhost.rulesets.regiments.chapters.deployment.styles import (
    ANY,
    DEPTH,
    SETS,
    WIDTH,
    check_table,
    style,
    style_names,
)
from warhost.rulesets.regiments.chapters.missions import check_mission
from warhost.rulesets.regiments.chapters.terrain.generator import (
    Plane,
    generate,
    name_dangerous,
    pick_dangerous,
    planes,
)
from warhost.rulesets.regiments.chapters.terrain.guidelines import advice
from warhost.rulesets.regiments.chapters.terrain.pieces import prop
from warhost.rulesets.regiments.chapters.terrain.placers import ANY as ANY_PLACEMENT
from warhost.rulesets.regiments.chapters.terrain.placers import WAYS, place_all
from warhost.rulesets.regiments.core import Battle, Settings, events, optional, size
from warhost.table import Board, Feature

BALANCED = "balanced"
OPEN = "open"

FEWEST = 10
"""Players bring at least so many pieces."""


def names() -> tuple[str, ...]:
    """What may be named as the table of a battle; nothing named: a balanced one, or the pieces that players bring."""
    return (BALANCED, *planes(), OPEN)


@rule("aofr.setup.table_size", "aofr.setup.smaller_table", "aofr.placement.pieces")
def chosen(name: str, settings: Settings) -> tuple[Board, str]:
    """The bare board for a table's name, and the battle's first stage: terrain may still have to be set up."""
    check_mission(settings.mission)
    if not optional.settled_by_parts(settings, "deployment"):
        _check_styles(settings)
    board = Board(settings.width, settings.depth)
    if settings.pieces:
        if name:
            why = f'Your own pieces of terrain go on an empty table: leave out the table "{name}".'
            raise WarhostError(why, "aofr.placement.pieces")
        check_pieces(settings.pieces)
        return board, _BROUGHT
    if name == OPEN:
        return board, FIRST_STAGE
    if name in planes():
        return board, _stage(name)
    if name in ("", BALANCED):
        return board, _BALANCED
    raise WarhostError(f'There is no table "{name}": choose {", ".join(names())}.', "aofr.generator.planes")


def _check_styles(settings: Settings) -> None:
    """Whether the styles exist and the table is deep enough for all that may be rolled."""
    if settings.placement not in (*WAYS, ANY_PLACEMENT):
        known = ", ".join((*WAYS, ANY_PLACEMENT))
        raise WarhostError(f'Terrain cannot be placed "{settings.placement}": choose {known}.', "aofr.placement.table")
    for slug in style_names():
        if settings.style in (slug, ANY, style(slug).set):
            check_table(settings.width, settings.depth, slug)
    if settings.style not in (*SETS, ANY):
        style(settings.style)


@rule("aofr.placement.pieces")
def check_pieces(brought: Sequence[str]) -> None:
    """Ten pieces or more, of kinds that exist."""
    if len(brought) < FEWEST:
        raise WarhostError(f"{len(brought)} pieces of terrain: place at least {FEWEST}.", "aofr.placement.pieces")
    for kind in brought:
        prop(kind)


@rule("aofr.terrain.pick_dangerous")
def _done(battle: Battle, what: str, *, picked: bool = False, judged: bool = False) -> Script[None]:
    """The table is ready, once dangerous pieces are named, if that was agreed on and they are not picked already."""
    if battle.scene.settings.name_dangerous and not picked:
        yield from name_dangerous(battle)
    yield events.TerrainSetUp(what, len(pieces_of(battle.scene.board.features)))
    if judged:
        yield from _judge(battle)
    battle.stage = FIRST_STAGE


def _judge(battle: Battle) -> Script[None]:
    """Where players or dice placed the pieces, the players are told of every guideline that the table misses."""
    widest = max((size(battle, unit)[0] for unit in battle.units), default=0.0)
    missed = advice(battle.scene.board, widest=widest)
    if missed:
        yield events.TableAdvised(tuple(one.text for one in missed), tuple(one.rule for one in missed))


@rule("aofr.generator.planes", "aofr.generator.two_steps")
def set_up_plane(battle: Battle, plane: Plane) -> Script[None]:
    """A generator's pieces, placed by a style; some planes have pieces that players declare dangerous afterwards."""
    wanted = yield from generate(plane)
    yield from place_all(battle, wanted)
    if plane.picked:
        yield from pick_dangerous(battle, plane.picked)
    yield from _done(battle, plane.name, picked=bool(plane.picked), judged=True)


def set_up_brought(battle: Battle) -> Script[None]:
    """The pieces that players have brought along, placed by a style."""
    yield from place_all(battle, [(kind,) for kind in battle.scene.settings.pieces])
    yield from _done(battle, "pieces of the players' own", judged=True)


class _Layout(msgspec.Struct, forbid_unknown_fields=True):
    forests: list[str]
    blockers: list[str]
    open: list[str]


class _LayoutFile(msgspec.Struct, forbid_unknown_fields=True):
    blockers: list[str]
    open: list[str]
    layout: list[_Layout]


def layouts() -> _LayoutFile:
    """The layouts of balanced tables and the kinds of pieces on them."""
    return read_data("warhost.rulesets.regiments", "balanced.toml", _LayoutFile)


@rule("aofr.terrain.count_guideline", "aofr.terrain.no_edge_to_edge")
def set_up_balanced(battle: Battle) -> Script[None]:
    """A table that keeps to the guidelines: one of six layouts, as it is or mirrored, with pieces that dice pick."""
    rule_id = "aofr.terrain.count_guideline"
    told = layouts()
    (number,) = yield from roll("D6", why="Layout of the table", rule=rule_id)
    (mirrored,) = yield from roll("D6", why="Mirrored on 4+", rule=rule_id, need=4)
    layout = told.layout[number - 1]
    pieces = len(layout.blockers) + len(layout.open)
    faces = yield from roll(f"{pieces}D6", why="Pieces of terrain", rule=rule_id, counts="each")
    wanted = [
        *(("forest", place) for place in layout.forests),
        *((told.blockers[face - 1], place) for face, place in zip(faces, layout.blockers, strict=False)),
        *((told.open[face - 1], place) for face, place in zip(faces[len(layout.blockers) :], layout.open, strict=True)),
    ]
    board = battle.scene.board
    features = tuple(_feature(board, kind, place, mirrored >= 4) for kind, place in wanted)
    battle.scene = msgspec.structs.replace(battle.scene, board=msgspec.structs.replace(board, features=features))
    yield from _done(battle, "a balanced table")


def _feature(board: Board, kind: str, place: str, mirrored: bool) -> Feature:
    """A piece of a layout, `12,8 8x6`; on a smaller table places and sizes shrink with it."""
    where, _, size = place.partition(" ")
    x, y = (float(value) for value in where.split(","))
    width, depth = (float(value) for value in size.split("x"))
    across, along = board.width / WIDTH, board.depth / DEPTH
    if mirrored:
        x = WIDTH - x
    return Feature(kind, x * across, y * along, width * across, depth * along)


def _stage(plane: str) -> str:
    return f"{plane} terrain"


_BALANCED = "balanced terrain"
_BROUGHT = "brought terrain"

STEPS: dict[str, Callable[[Battle], Script[None]]] = {
    _BALANCED: set_up_balanced,
    _BROUGHT: set_up_brought,
    **{_stage(slug): partial(set_up_plane, plane=plane) for slug, plane in planes().items()},
}
