"""Moves as players draw them: what is legal, what is sensible, and what chance might do (Movement Phase)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from warhost import field
from warhost.dice import Chance
from warhost.field import Cites, MoveKind, drawn, offered, path_of
from warhost.field.moves.drafts import random_wheeling, turns_to, wheeling_drafts
from warhost.field.moves.reforming import reformed
from warhost.play.questions import Kind, Moved
from warhost.play.script import refuse
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age.chapters import manoeuvres
from warhost.rulesets.fantasy_battles.chapters.movement.reforms import check_distance
from warhost.rulesets.fantasy_battles.core import (
    GAP,
    SPACING,
    Battle,
    Unit,
    boundary,
    check_spacing,
    enemies,
    field_of,
    has,
    spoken,
)
from warhost.table import Point, Rect, Step

FLYING = "flying "
"""What the names of moves in Flying Movement begin with."""

_SPACING = "t9a.geometry.unit_spacing"

GHOSTLY = msgspec.structs.replace(SPACING, barred="", barred_keeps_gap=False)
"""Unit Spacing for those whom terrain does not stop: where they end is looked at apart."""

_CITES = Cites(
    move="t9a.move.advance",
    edge=_SPACING,
    inside=_SPACING,
    passing=_SPACING,
    touching=_SPACING,
    through=_SPACING,
    gap=_SPACING,
    contact=_SPACING,
    barred="t9a.terrain.impassable",
)

_OF_KIND = {"march": "t9a.move.march", "reform": "t9a.move.reform"}


def cites_of(kind: str) -> Cites:
    """The rules that a refusal names, for each kind of move."""
    return msgspec.structs.replace(_CITES, move=_OF_KIND.get(kind.removeprefix(FLYING), "t9a.move.advance"))


@rule("t9a.move.rally", "t9a.special.post_combat_reform")
def pivot_kind() -> Kind:
    """A Pivot on the spot: once, as far as its owner likes."""
    return manoeuvres.pivot_kind(GAP)


@rule("t9a.move.advance", "t9a.special.light_troops")
def advancing(inches: float, *, free: bool, text: str, first_pivot: bool = False) -> Kind:
    """The rate forward with wheels, or half of it straight back or to a side.

    Single models and Light Troops pivot at any moment, as often as they like; some moves begin with a Pivot.
    """
    kind = manoeuvres.advancing(inches, GAP, single=free, text=text)
    return kind if free or first_pivot else msgspec.structs.replace(kind, turns=(manoeuvres.WHEELS,))


@rule("t9a.move.march", "t9a.special.light_troops")
def marching(inches: float, *, free: bool, text: str) -> Kind:
    """The rate forward with wheels; only single models and Light Troops pivot."""
    return manoeuvres.marching(inches, GAP, single=free, text=text)


@rule("t9a.special.fly")
def in_flight(kind: Kind) -> Kind:
    """The same move in Flying Movement: over everything, but who begins or ends in a Forest is at risk."""
    text = f"Over units and terrain. {kind.text}"
    return msgspec.structs.replace(kind, name=FLYING + kind.name, text=text)


@rule("t9a.move.advance", "t9a.move.march", "t9a.move.reform", "t9a.special.fly", "t9a.geometry.unit_spacing")
@rule("t9a.terrain.impassable")
def check(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved, inches: float | None = None) -> Rect:
    """Where a legal move ends; Refused, with the reason and the rule, if it is not one.

    `inches` are those that a model may go in a Reform, where they are not the March Rate.
    """
    if not moved.kind:
        return boundary(battle, unit)
    kind = next(kind for kind in kinds if kind.name == moved.kind)
    here = field_of(battle)
    ghostly = has(battle, unit, "ghostly")
    move = MoveKind(kind, GHOSTLY if ghostly else SPACING, cites_of(kind.name))
    flying = kind.name.startswith(FLYING)
    path = field.check(here, here[unit.id], move, moved.steps, files=moved.files, flies=flying)
    if ghostly:
        check_spacing(battle, unit, path.end, path.start)
    if kind.name == "reform":
        check_distance(battle, unit, path.end, moved.files, inches)
    for bearer, speaker in spoken(battle, unit, "check_move"):
        refuse(speaker.check_move(battle, bearer, moved.kind, path))
    return path.end


def start_of(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> Rect:
    """Where the unit stands before the first step of a move: a Reform changes its files first."""
    shape = boundary(battle, unit)
    if not moved.files:
        return shape
    kind = next(kind for kind in kinds if kind.name == moved.kind)
    return reformed(unit.name, shape, kind, moved.files, "t9a.move.reform")


def end_of(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> Rect:
    """Where such a move would end, legal or not."""
    return path_of(start_of(battle, unit, kinds, moved), moved.steps).end


def suggest(battle: Battle, unit: Unit, kinds: Sequence[Kind], inches: float | None = None) -> list[Moved]:
    """Sensible legal moves, the first of them to stay: ahead, towards enemies and the centre, facing them, away."""
    goals = [(enemy.pose.x, enemy.pose.y) for enemy in enemies(battle, unit.seat) if enemy.pose is not None]
    shape = boundary(battle, unit)
    drafts = [*wheeling_drafts(shape, kinds, goals, battle.scene.board.centre)]
    drafts += [draft for kind in kinds for draft in _reforms(unit, kind, shape, goals)]
    return offered(lambda moved: check(battle, unit, kinds, moved, inches), drafts)


def _reforms(unit: Unit, kind: Kind, shape: Rect, goals: Sequence[Point]) -> Iterator[Moved]:
    """Reforms to fronts about as wide as now, as wide again and half as wide, as they stand or facing an enemy."""
    wanted = {unit.files - 1, unit.files + 1, unit.files * 2, unit.files // 2}
    steps: list[tuple[Step, ...]] = [(), *((turn,) for turn in turns_to(shape, goals[:2], 180.0))]
    for one in kind.frontages:
        if one.files in wanted:
            yield from (Moved(kind.name, step, one.files) for step in steps)


def sample(
    battle: Battle, unit: Unit, kinds: Sequence[Kind], check: Callable[[Moved], object], chance: Chance
) -> Moved:
    """A move at random that passes the check: any kind, any direction, any distance; or none.

    After a few failures it stays.
    """
    shape = boundary(battle, unit)

    def draw() -> Moved:
        moved = random_wheeling(shape, kinds, chance)
        wide = next((kind.frontages for kind in kinds if kind.name == moved.kind), ())
        if not wide or not chance.pick(2):
            return moved
        return msgspec.structs.replace(moved, files=wide[chance.pick(len(wide))].files)

    return drawn(check, draw, manoeuvres.TRIES)
