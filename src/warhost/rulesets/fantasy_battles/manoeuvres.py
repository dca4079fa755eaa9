"""Moves as players draw them: what is legal, what is sensible, and what chance might do (Movement Phase)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from warhost import field
from warhost.dice import Chance
from warhost.field import Cites, MoveKind
from warhost.play.questions import Kind, Moved
from warhost.play.script import refuse
from warhost.rulebook import rule
from warhost.rulesets.families.ninth_age import manoeuvres
from warhost.rulesets.fantasy_battles.battle import Battle, Unit
from warhost.rulesets.fantasy_battles.formation import boundary, field_of
from warhost.rulesets.fantasy_battles.rules import spoken
from warhost.rulesets.fantasy_battles.spacing import GAP, SPACING
from warhost.rulesets.fantasy_battles.values import flies
from warhost.table import Rect

_CITES = Cites(
    move="t9a.move.advance",
    direction="t9a.move.advance",
    back="t9a.move.advance",
    side="t9a.move.advance",
    wheeled="t9a.move.advance",
    pivot="t9a.move.advance",
    wheel="t9a.move.advance",
    edge="t9a.geometry.unit_spacing",
    inside="t9a.geometry.unit_spacing",
    passing="t9a.geometry.unit_spacing",
    touching="t9a.geometry.unit_spacing",
    through="t9a.geometry.unit_spacing",
    gap="t9a.geometry.unit_spacing",
    contact="t9a.geometry.boundary",
    barred="t9a.terrain.impassable",
)

CITES = {
    "pivot": msgspec.structs.replace(_CITES, gap="t9a.move.advance"),
    "advance": msgspec.structs.replace(_CITES, move="t9a.move.advance"),
    "march": msgspec.structs.replace(_CITES, move="t9a.move.march"),
}
"""The rules that a refusal names, for each kind of move."""


@rule("t9a.move.advance")
def pivot_kind() -> Kind:
    """A Pivot on the spot: once, as far as its owner likes."""
    return manoeuvres.pivot_kind(GAP)


@rule("t9a.move.advance")
@rule("t9a.move.advance", "t9a.special.character")
def advancing(inches: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels and a Pivot before all else, or half of it straight back or to a side.

    Single models pivot at any moment, as often as they like.
    """
    return manoeuvres.advancing(inches, GAP, single=single, text=text)


@rule("t9a.move.march", "t9a.move.advance")
def marching(inches: float, *, single: bool, text: str) -> Kind:
    """The rate forward with wheels; only single models pivot."""
    return manoeuvres.marching(inches, GAP, single=single, text=text)


@rule("t9a.move.advance")
@rule("t9a.move.advance", "t9a.move.march")
@rule("t9a.move.advance", "t9a.special.character", "t9a.special.fly", "t9a.geometry.unit_spacing")
@rule("t9a.geometry.unit_spacing")
@rule("t9a.geometry.unit_spacing", "t9a.move.advance")
@rule("t9a.terrain.impassable", "t9a.cover.hills", "t9a.geometry.boundary")
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
    shape = boundary(battle, unit)
    return manoeuvres.suggest(battle, unit, shape, kinds, lambda moved: check(battle, unit, kinds, moved))


def sample(
    battle: Battle, unit: Unit, kinds: Sequence[Kind], check: Callable[[Moved], object], chance: Chance
) -> Moved:
    """A move at random that passes the check; none after a few failures."""
    return manoeuvres.sample(boundary(battle, unit), kinds, check, chance)
