"""Lists that carry their units in full: of armies whose book is not at hand when they are read again.

A list that was brought over has the costs of its own text and the figures of files that players gave with it. Written
as picks it would need those files again, and cost what they say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from warhost.muster.building.drafts import Draft
from warhost.muster.checking.roster import Listed
from warhost.muster.entries import Option
from warhost.muster.files.army_text import DataError
from warhost.muster.foreign.importers import Importer
from warhost.muster.values import Mustered, Source
from warhost.play.shown.english import listed
from warhost.rulesets.fantasy_battles.core import ArmyList, Entry
from warhost.rulesets.fantasy_battles.lists.army_books import CategoryLimit
from warhost.rulesets.fantasy_battles.lists.force import report_on_list
from warhost.rulesets.fantasy_battles.lists.list_checks import ArmyRoster, army_of
from warhost.rulesets.fantasy_battles.lists.list_limits import bounds

__all__ = ["WHOLE_LISTS", "whole_text"]

FORM = "list with its units in full"
GAME = "The 9th Age: Fantasy Battles"
MARK = '"warhost"'
LARGEST = 2_000_000
MOST_POINTS = 9999


class _Taken(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option that a unit has, as far as limits count it."""

    name: str
    cost: int = 0
    tags: tuple[str, ...] = ()
    limit: int | None = None


class _Whole(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A unit with all that it is."""

    entry: Entry
    traits: tuple[str, ...] = ()
    limit: int | None = None
    options: tuple[_Taken, ...] = ()


class _List(msgspec.Struct, frozen=True, kw_only=True):
    """The file."""

    warhost: Literal["t9a list"] = "t9a list"
    name: str
    army: str
    points: int
    limits: tuple[CategoryLimit, ...] = ()
    units: tuple[_Whole, ...] = ()


def whole_text(roster: ArmyRoster) -> str:
    """The list as a file, which can be read without any other."""
    army = army_of(roster)
    units = tuple(
        _Whole(
            entry=unit.own,
            traits=unit.traits,
            limit=unit.limit,
            options=tuple(_Taken(name=one.name, cost=one.cost, tags=one.tags, limit=one.limit) for one in unit.options),
        )
        for unit in roster.units
    )
    told = _List(name=army.name, army=army.army, points=army.points, limits=roster.limits, units=units)
    # In our own order and with one unit on each line, so that the file can be read by people and compared.
    head = msgspec.json.encode(msgspec.structs.replace(told, units=())).decode()
    lines = ",\n".join(msgspec.json.encode(unit).decode() for unit in units)
    return f"{head.removesuffix('[]}')}[\n{lines}\n]}}\n"


def _is_whole(text: str) -> bool:
    head = text[:80].lstrip("\ufeff \r\n\t")
    return head.startswith("{") and MARK in head and "t9a list" in head


def _read(source: Source, books: Sequence[Source]) -> Mustered:
    if len(source.text) > LARGEST:
        raise DataError([f"{source.name}: is too large to be a list."])
    try:
        told = msgspec.json.decode(source.text.lstrip("\ufeff").encode(), type=_List)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        raise DataError([f"{source.name}: the {FORM} cannot be read: {error}."]) from None
    except RecursionError:
        raise DataError([f"{source.name}: is nested too deeply."]) from None
    profiled = tuple(unit.entry for unit in told.units if unit.entry.profiled)
    army = ArmyList(name=told.name, army=told.army, points=told.points, entries=profiled)
    if profiled and (problems := bounds(army)):
        raise DataError([f"{source.name}: {problem}" for problem in problems])
    roster = ArmyRoster(
        name=told.name,
        units=tuple(_listed(unit, told.army) for unit in told.units),
        own=Draft(name=told.name, faction=told.army, points=told.points),
        limits=told.limits,
        items=tuple((unit.entry.name, MOST_POINTS) for unit in told.units),
        whole=True,
    )
    entries = army_of(roster).entries
    blank = list(dict.fromkeys(entry.name for entry in entries if not entry.profiled))
    obstacles = (f"No profile for {listed(blank)}: give a file with stat lines.",) if blank else ()
    report = report_on_list(entries, source=source.name, form=FORM, game=GAME, obstacles=obstacles)
    return Mustered(kind="list", content=roster, report=report)


def _listed(unit: _Whole, army: str) -> Listed:
    options = tuple(Option(name=one.name, cost=one.cost, tags=one.tags, limit=one.limit) for one in unit.options)
    entry = unit.entry
    return Listed(
        name=entry.name,
        faction=army,
        traits=unit.traits,
        cost=entry.points,
        models=entry.models,
        options=options,
        limit=unit.limit,
        own=entry,
    )


WHOLE_LISTS = Importer(FORM, _is_whole, _read)
