"""Reforms: a unit takes up other files and another facing about its Centre (Movement Phase: Reform)."""

from __future__ import annotations

from copy import copy

import msgspec

from warhost.field.moves.reforming import farthest_model
from warhost.play.questions import Frontage, Kind, Turning
from warhost.play.script import Refused
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.damage.casualties import settle_rear
from warhost.rulesets.fantasy_battles.core import GAP, Battle, Guest, Unit, boundary, grid, last_rank, rate, rows, size
from warhost.table import TOLERANCE, Base, Rect

RULE = "t9a.move.reform"

TURN = Turning("centre", 360.0, most=1)


@rule("t9a.move.reform")
def reform_kind(battle: Battle, unit: Unit) -> Kind:
    """A Reform: the Centre stays, any facing, any number of files that the unit can stand in."""
    text = "Turn about the centre, with other files if you like. No shooting this turn."
    return Kind("reform", turns=(TURN,), gap=GAP, text=text, frontages=frontages(battle, unit))


def frontages(battle: Battle, unit: Unit) -> tuple[Frontage, ...]:
    """The numbers of files that the unit can stand in, with its width and depth then; none for a single model."""
    found = []
    for files in range(1, places_for(unit) + 1):
        twin = refiled(battle, unit, files)
        if twin is not None:
            found.append(Frontage(files, *size(battle, twin)))
    return tuple(found) if len(found) > 1 else ()


def places_for(unit: Unit) -> int:
    """The widest that the unit could stand: all in one rank."""
    return unit.models + sum(guest.files for guest in unit.guests)


@rule("t9a.move.reform", "t9a.special.war_platform")
def refiled(battle: Battle, unit: Unit, files: int) -> Unit | None:
    """The unit as it would stand in so many files, its guests still in the first rank; None if it cannot."""
    guests = _placed(unit, files)
    if guests is None:
        return None
    twin = copy(unit)
    twin.files = twin.frontage = files
    twin.guests, twin.foes, twin.rear_from = guests, (), 0
    if any(guest.ranks > rows(twin) for guest in guests):
        return None
    if not guests:
        twin.rear_from = (files - last_rank(twin)) // 2
        return twin
    reaching = [guest for guest in guests if guest.ranks == rows(twin)]
    wide = max((g.file + g.files for g in reaching), default=0) - min((g.file for g in reaching), default=0)
    if wide > last_rank(twin):
        return None
    settle_rear(battle, twin)
    return twin


def _placed(unit: Unit, files: int) -> tuple[Guest, ...] | None:
    """The places of the guests in a first rank of so many files: as far from its middle as before, a War Platform in
    the middle; None if they do not all fit."""
    taken: set[int] = set()
    found: list[Guest] = []
    for guest in sorted(unit.guests, key=lambda one: (-one.files * one.ranks, one.file)):
        wanted = guest.file + (files - unit.files) / 2
        free = [file for file in range(files - guest.files + 1) if taken.isdisjoint(range(file, file + guest.files))]
        if not free:
            return None
        file = min(free, key=lambda one: (abs(one - wanted), one))
        taken.update(range(file, file + guest.files))
        found.append(msgspec.structs.replace(guest, file=file))
    return tuple(sorted(found, key=lambda one: one.file))


@rule("t9a.move.reform")
def check_distance(battle: Battle, unit: Unit, end: Rect, files: int, inches: float | None = None) -> None:
    """No model ends farther from where it stood than the March Rate of the unit, or so many inches (T9A-R035)."""
    most = float(rate(battle, unit, "mar")) if inches is None else inches
    if boundary(battle, unit).radius + end.radius <= most:
        return
    before = [place.base for place in grid(battle, unit)]
    farthest = farthest_model(before, bases_after(battle, unit, end, files))
    if farthest > most + TOLERANCE:
        told = f'a model would move {farthest:.2f}", and the limit is {most:g}"'
        raise Refused(f"{unit.name} cannot reform like that: {told}.", RULE)


def bases_after(battle: Battle, unit: Unit, end: Rect, files: int) -> list[Base]:
    """Where the models stand once the unit is there in so many files; 0: in those that it has."""
    twin = (refiled(battle, unit, files) if files else None) or copy(unit)
    twin.pose = end.pose
    return [place.base for place in grid(battle, twin)]


@rule("t9a.move.reform")
def take_up(battle: Battle, unit: Unit, files: int) -> None:
    """The unit stands in so many files from now on."""
    twin = refiled(battle, unit, files)
    assert twin is not None, f"{unit.name} cannot stand {files} wide"
    unit.files, unit.frontage, unit.rear_from, unit.guests = twin.files, twin.frontage, twin.rear_from, twin.guests
