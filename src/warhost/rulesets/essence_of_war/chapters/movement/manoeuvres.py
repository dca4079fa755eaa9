"""Moves as players draw them: what is legal, what is sensible, and what chance might do (Movement Phase)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warhost import field
from warhost.dice import Chance
from warhost.field import Cites, MoveKind, drawn, offered
from warhost.field.moves.drafts import random_wheeling, wheeling_drafts
from warhost.play.questions import Kind, Moved
from warhost.play.script import refuse
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.core import GAP, SPACING, Battle, Unit, boundary, enemies, field_of, flies, spoken
from warhost.rulesets.families.ninth_age.chapters import manoeuvres
from warhost.table import Rect

_CITES = Cites(
    move="eow.move.pivot",
    direction="eow.move.advance.one_direction",
    back="eow.move.advance.backward",
    side="eow.move.advance.sidestep",
    wheeled="eow.move.total",
    pivot="eow.move.pivot",
    wheel="eow.move.wheel",
    edge="eow.board_edge.front_stays",
    inside="eow.board_edge.end_inside",
    passing="eow.spacing.during_move",
    touching="eow.move.blockers",
    through="eow.move.blockers",
    gap="eow.move.end_spacing",
    contact="eow.boundary.contact_only_by_charge",
    barred="eow.terrain.impassable.movement",
)

CITES = {
    "pivot": msgspec.structs.replace(_CITES, gap="eow.move.pivot_space"),
    "advance": msgspec.structs.replace(_CITES, move="eow.move.advance.forward"),
    "march": msgspec.structs.replace(_CITES, move="eow.move.march"),
}
"""The rules that a refusal names, for each kind of move."""


@rule("eow.move.pivot", "eow.move.pivot_space")
def pivot_kind() -> Kind:
    """A Pivot on the spot: once, as far as its owner likes."""
    return manoeuvres.pivot_kind(GAP)


@rule("eow.move.advance.forward", "eow.move.advance.backward", "eow.move.advance.sidestep", "eow.move.wheel")
@rule("eow.move.single_model_pivots", "eow.character.basic_alone")
def advancing(inches: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels and a Pivot before all else, or half of it straight back or to a side.

    Single models pivot at any moment, as often as they like.
    """
    return manoeuvres.advancing(inches, GAP, single=single, text=text)


@rule("eow.move.march", "eow.move.single_model_pivots", "eow.move.wheel")
def marching(inches: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels; only single models pivot."""
    return manoeuvres.marching(inches, GAP, single=single, text=text)


@rule("eow.move.advance.one_direction", "eow.move.pivot", "eow.move.wheel", "eow.move.wheel_cost", "eow.move.total")
@rule("eow.move.advance.forward", "eow.move.advance.backward", "eow.move.advance.sidestep", "eow.move.march")
@rule("eow.move.single_model_pivots", "eow.character.basic_alone", "eow.basic.fly", "eow.move.on_board")
@rule("eow.move.blockers", "eow.spacing.during_move", "eow.spacing.stay_close", "eow.move.end_spacing")
@rule("eow.board_edge.front_stays", "eow.board_edge.partly_off", "eow.board_edge.end_inside", "eow.move.pivot_space")
@rule("eow.terrain.impassable.movement", "eow.terrain.elevated.movement", "eow.boundary.contact_only_by_charge")
def check(battle: Battle, unit: Unit, kinds: Sequence[Kind], moved: Moved) -> Rect:
    """Where a legal move ends; Refused, with the reason and the rule, if it is not one."""
    if not moved.kind:
        return boundary(battle, unit)
    kind = next(kind for kind in kinds if kind.name == moved.kind)
    here = field_of(battle)
    move = MoveKind(kind, SPACING, CITES[kind.name])
    path = field.check(here, here[unit.id], move, moved.steps, flies=flies(battle, unit))
    for bearer, speaker in spoken(battle, unit, "check_move"):
        refuse(speaker.check_move(battle, bearer, moved.kind, path))
    return path.end


def suggest(battle: Battle, unit: Unit, kinds: Sequence[Kind]) -> list[Moved]:
    """Sensible legal moves, the first of them to stay: ahead, towards enemies and the centre, facing them, away."""
    goals = [(enemy.pose.x, enemy.pose.y) for enemy in enemies(battle, unit.seat) if enemy.pose is not None]
    drafts = wheeling_drafts(boundary(battle, unit), kinds, goals, battle.scene.board.centre)
    return offered(lambda moved: check(battle, unit, kinds, moved), drafts)


def sample(
    battle: Battle, unit: Unit, kinds: Sequence[Kind], check: Callable[[Moved], object], chance: Chance
) -> Moved:
    """A move at random that passes the check: any kind, any direction, any distance; or none.

    After a few failures it stays.
    """
    shape = boundary(battle, unit)
    return drawn(check, lambda: random_wheeling(shape, kinds, chance), manoeuvres.TRIES)
