"""What is remembered of a battle for missions that count deeds: who fell by whom, who failed a test, who cast what.

A part that counts deeds is a `Remembering`. Its conditions are functions of the battle and of these deeds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import hypot
from typing import Literal

import msgspec

from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.deployment.styles import CORE, style
from warhost.rulesets.regiments.core import (
    HERO,
    Battle,
    Cause,
    Clash,
    Loss,
    Part,
    Regiment,
    SpellText,
    Unit,
    optional,
    perimeter,
    present,
    troopers,
)
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of
from warhost.table import TOLERANCE, Area, Point, Rect, distance_to_point, strip

KEY = "deeds"
"""Under which they are kept; of the parts that count deeds only one can be in force."""

LOST = ("destroyed", "routed")

What = Literal["unit lost", "models lost", "wounds taken", "test failed", "spell cast", "melee won"]


class Deed(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that happened, to whom or by whom it was done.

    Units and models are lost by their `unit`, tests failed by it, spells cast and melees won by it. `amount` is how
    many models or wounds it was, or by how many wounds a melee was won.
    """

    what: What
    round: int
    unit: int
    amount: int = 0
    group: int = 0
    """The group of the models that were lost; a joined hero is one by itself."""
    by: Cause | None = None
    """The enemy that brought it about."""
    heroic: bool = False
    """Whether a hero was in the unit that did it: the enemy, or the unit that cast or won."""
    acting: int | None = None
    """The unit whose activation it was."""
    active: int = 0
    """The player whose turn it was."""


class Deeds(msgspec.Struct, frozen=True):
    """All deeds of a battle, in the order in which they were done."""

    done: tuple[Deed, ...] = ()


def deeds_of(battle: Battle) -> tuple[Deed, ...]:
    return optional.kept(battle, KEY, Deeds).done


def note(
    battle: Battle,
    what: What,
    unit: Unit,
    *,
    doer: int | None = None,
    amount: int = 0,
    group: int = 0,
    by: Cause | None = None,
) -> None:
    """Remember one more; the doer is the unit that is looked at for heroes."""
    heroic = doer is not None and has_hero(battle, battle.units[doer])
    deed = Deed(what, battle.turn, unit.id, amount, group, by, heroic, battle.acting, battle.active)
    optional.keep(battle, KEY, Deeds((*deeds_of(battle), deed)))


def has_hero(battle: Battle, unit: Unit) -> bool:
    """Whether a hero is, or is in, the unit."""
    return any(rule.name == "Hero" for group, _ in kinds_of_model(unit) for rule in texts_of(battle, unit, group))


class Remembering(Part):
    """A part that counts deeds."""

    def wounded(self, battle: Battle, unit: Unit, loss: Loss) -> Script[None]:
        doer = None if loss.by is None else loss.by.unit
        note(battle, "wounds taken", unit, doer=doer, amount=loss.wounds, by=loss.by)
        for group, count in loss.fallen:
            note(battle, "models lost", unit, doer=doer, amount=count, group=group, by=loss.by)
        yield from ()

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None) -> Script[None]:
        """The unit is lost, and so are the models that are left of it; those that fell last are noted already."""
        if unit.site is not None:
            return
        by = by or _with_its_transport(battle, unit)
        doer = None if by is None else by.unit
        fallen = _just_fallen(battle, unit)
        for group, count in kinds_of_model(unit):
            if count > fallen.get(group, 0):
                note(battle, "models lost", unit, doer=doer, amount=count - fallen.get(group, 0), group=group, by=by)
        note(battle, "unit lost", unit, doer=doer, by=by)
        yield from ()

    def morale_tested(self, battle: Battle, unit: Unit, passed: bool, forced: Cause | None) -> Script[None]:
        if not passed:
            note(battle, "test failed", unit, doer=None if forced is None else forced.unit, by=forced)
        yield from ()

    def melee_fought(self, battle: Battle, clash: Clash) -> Script[None]:
        if clash.winner is not None:
            own, theirs = clash.wounds if clash.winner == clash.units[0] else clash.wounds[::-1]
            note(battle, "melee won", battle.units[clash.winner], doer=clash.winner, amount=own - theirs)
        yield from ()

    def spell_cast(self, battle: Battle, unit: Unit, spell: SpellText) -> Script[None]:
        note(battle, "spell cast", unit, doer=unit.id)
        yield from ()


def _just_fallen(battle: Battle, unit: Unit) -> dict[int, int]:
    """The models that are noted as lost, though the unit has them still: they fell by the blow that destroyed it."""
    fallen: dict[int, int] = {}
    for deed in reversed(deeds_of(battle)):
        if deed.unit != unit.id or deed.what != "models lost":
            break
        fallen[deed.group] = deed.amount
    return fallen if all(fallen.get(group) == count for group, count in kinds_of_model(unit)) else {}


def _with_its_transport(battle: Battle, unit: Unit) -> Cause | None:
    """Who dies with a transport is lost by whoever destroyed that."""
    inside = unit.inside
    return next(
        (deed.by for deed in reversed(deeds_of(battle)) if deed.what == "unit lost" and deed.unit == inside), None
    )


# What deeds come to.


def lost(battle: Battle, seat: int, rounds: Callable[[int], bool] = lambda number: True) -> list[Deed]:
    """The units of a side that were lost in such rounds, in that order."""
    return [
        deed
        for deed in deeds_of(battle)
        if deed.what == "unit lost" and battle.units[deed.unit].seat == seat and rounds(deed.round)
    ]


def fallen(battle: Battle, seat: int) -> Iterator[Deed]:
    """The models of a side that were lost."""
    return (deed for deed in deeds_of(battle) if deed.what == "models lost" and battle.units[deed.unit].seat == seat)


def army(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side; a hero that has joined one is a part of it, and terrain that can be attacked is none."""
    return [unit for unit in battle.units if unit.seat == seat and unit.part_of is None and unit.site is None]


def heroes(battle: Battle, seat: int) -> dict[tuple[int, bool], Regiment]:
    """The heroes of a side by their unit and whether they have joined it, as they began."""
    found: dict[tuple[int, bool], Regiment] = {}
    for unit in army(battle, seat):
        regiment = battle.regiment(unit)
        if regiment.is_hero:
            found[unit.id, False] = regiment
        if regiment.hero is not None:
            found[unit.id, True] = regiment.hero
    return found


def heroes_lost(battle: Battle, seat: int) -> list[Regiment]:
    """The heroes of a side that were lost, alone or in units."""
    gone = {(deed.unit, deed.group == HERO) for deed in fallen(battle, seat)}
    return [hero for place, hero in heroes(battle, seat).items() if place in gone]


# Where units are.


def zone(battle: Battle, seat: int) -> tuple[Area, ...]:
    """The deployment zone of a side; without fixed zones it is its strip of the core rules (AOFR-R673)."""
    if battle.zones:
        return battle.zones[seat]
    board = battle.scene.board
    return style(CORE, board.width, board.depth).zones[seat].parts


def fully_in(battle: Battle, unit: Unit, parts: tuple[Area, ...]) -> bool:
    """Whether every base lies in the parts of that zone."""
    return all(any(area.contains_rect(base) for area in parts) for base in _bases(battle, unit))


def partly_in(battle: Battle, unit: Unit, parts: tuple[Area, ...]) -> bool:
    """Whether any part of the unit is in that zone."""
    return any(area.distance(shape) <= TOLERANCE for area in parts for shape in perimeter(battle, unit))


def quarters(battle: Battle) -> tuple[Area, ...]:
    """The four table quarters."""
    board = battle.scene.board
    x, y = board.centre
    return tuple(strip(left, near, left + x, near + y) for near in (0.0, y) for left in (0.0, x))


def corners(battle: Battle) -> tuple[Point, ...]:
    board = battle.scene.board
    return ((0.0, 0.0), (board.width, 0.0), (0.0, board.depth), (board.width, board.depth))


def is_fully_within(battle: Battle, unit: Unit, point: Point, inches: float) -> bool:
    """Whether every corner of every base is so near."""
    reach = optional.measured(battle, inches) + TOLERANCE
    return all(hypot(x - point[0], y - point[1]) <= reach for base in _bases(battle, unit) for x, y in base.corners)


def _bases(battle: Battle, unit: Unit) -> tuple[Rect, ...]:
    """The bases of the models; who is inside a building counts as being at its outline (AOFR-R061)."""
    if unit.pose is None:
        return perimeter(battle, unit)
    return tuple(trooper.base for trooper in troopers(battle, unit))


def is_within(battle: Battle, unit: Unit, point: Point, inches: float) -> bool:
    """Whether the closest base is so near."""
    reach = optional.measured(battle, inches) + TOLERANCE
    return min(distance_to_point(shape, *point) for shape in perimeter(battle, unit)) <= reach


def standing(battle: Battle, seat: int) -> list[Unit]:
    """The units of a side that are on the table or in a building there, Shaken ones too; reserves are nowhere."""
    return present(battle, seat)
