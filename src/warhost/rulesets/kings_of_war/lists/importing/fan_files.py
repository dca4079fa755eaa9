"""Fan-made files of the 4th edition: an army as JSON, one record for each unit in each size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

import msgspec

from warhost.muster.files.army_text import DataError, tidied
from warhost.muster.values import Mustered, Source
from warhost.rulesets.kings_of_war.core import Size, Weapon
from warhost.rulesets.kings_of_war.lists.importing.profiles import (
    SINGLE,
    Found,
    Notes,
    attacks,
    book_of,
    category_of,
    crown,
    mustered,
    named_rules,
    nerve,
    number,
    roll,
    type_of,
)

__all__ = ["is_fan_file", "read_fan_file"]

GAME = "Kings of War, 4th edition"
MOST_UNITS = 500
SIZES: dict[str, Size] = {"troop": "troop", "regiment": "regiment", "horde": "horde"}


class _Army(msgspec.Struct):
    army_name: str
    units: list[dict[str, Any]]
    game_system: str = ""
    version: str = ""


def is_fan_file(text: str) -> bool:
    """Whether a text may be such a file."""
    return text.lstrip("\ufeff \r\n\t").startswith("{") and '"units"' in text


def read_fan_file(source: Source, books: Sequence[Source] = ()) -> Mustered:
    """The army book of a fan file; raises DataError with all that is wrong with it."""
    try:
        army = msgspec.convert(tidied(msgspec.json.decode(source.text.lstrip("\ufeff").encode())), _Army)
    except msgspec.DecodeError as error:
        raise DataError([f"{source.name}: is not a fan file of Kings of War: {error}."]) from None
    except RecursionError:
        raise DataError([f"{source.name}: is nested too deeply."]) from None
    if army.game_system not in ("", "kow"):
        raise DataError([f'{source.name}: is made for the game "{army.game_system}", not for Kings of War.'])
    if len(army.units) > MOST_UNITS:
        raise DataError([f"{source.name}: has {len(army.units)} units: {MOST_UNITS} are read at most."])
    notes = Notes()
    problems: list[str] = []
    units = []
    for place, raw in enumerate(army.units, 1):
        if raw.get("retired"):
            notes.add("Marked as retired and left out.", _title(raw, place))
            continue
        unit = _unit(raw, place, source.name, problems, notes)
        if unit is not None:
            units.append(unit)
    if problems:
        raise DataError(problems)
    if units:
        notes.add("The file names no categories: they were set by type and size (core, auxiliary, ...); check them.")
        notes.add("Heroes are champions, the costliest is a warlord: the file has no ranks.")
        notes.add("The file has no command orders: the army has none.")
    crown(units)
    book = book_of(army.army_name, units, notes)
    return mustered(book, source.name, "fan file of the 4th edition", GAME, army.version, notes)


def _title(raw: Mapping[str, Any], place: int) -> str:
    name, size = raw.get("name"), raw.get("size")
    return f"{name} {size}" if isinstance(name, str) and isinstance(size, str) else f"unit {place}"


def _unit(raw: Mapping[str, Any], place: int, filename: str, problems: list[str], notes: Notes) -> Found | None:
    title = _title(raw, place)
    where = f'{filename}, unit {place} "{raw.get("name", "")}"'
    wrong = len(problems)
    name = raw.get("name")
    if not isinstance(name, str) or not name:
        problems.append(f'{where}: "name" is missing.')
    kind = type_of(str(raw.get("type", "")))
    if kind is None:
        problems.append(f'{where}: type "{raw.get("type", "")}" is unknown.')
    figures = {key: number(raw.get(key)) for key in ("sp", "de", "pts")}
    problems += [
        f'{where}: "{key}" must be a number, not {raw.get(key)!r}.' for key, value in figures.items() if value is None
    ]
    nerves = nerve(raw.get("ne"), title, notes)
    if not nerves:
        problems.append(f'{where}: "ne" must be a number, not {raw.get("ne")!r}.')
    lists = {key: raw.get(key, []) for key in ("special_rules", "traits")}
    for key, value in lists.items():
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            problems.append(f'{where}: "{key}" must be a list of texts.')
    if len(problems) > wrong or kind is None:
        return None
    rules, weapons = named_rules(lists["special_rules"])
    unit = Found(
        name=cast(str, name),
        type="titan" if raw.get("size") == "Titan" and kind[0] == "monster" else kind[0],
        hero=kind[1],
        legacy=kind[2],
        size=_size(raw, kind[0], kind[1], title, notes),
        speed=min(cast(int, figures["sp"]), 20),
        melee=roll(raw.get("me")),
        shooting=roll(raw.get("sh")),
        defence=roll(figures["de"]) or 2,
        attacks=attacks(raw.get("att"), title, notes),
        nerve=min(cast(int, nerves), 40),
        points=cast(int, figures["pts"]),
        rules=tuple(rule for rule in rules if rule),
        traits=tuple(lists["traits"]),
        weapons=weapons,
    )
    if unit.type == "war engine" and unit.shooting is not None and not unit.weapons:
        unit = _with_engine(unit, notes)
    elif unit.shooting is not None and not unit.weapons:
        notes.add("They have a Shooting value and no weapon in the file, so they cannot shoot.", title)
    unit.category = category_of(unit)
    unit.rank = "champion" if unit.hero else ""
    return unit


def _with_engine(unit: Found, notes: Notes) -> Found:
    """A war engine shoots 48" unless it says otherwise (kow.war_engine.range); its rules are those of its weapon."""
    notes.add('War engines without a weapon of their own have one of 48".', unit.name)
    unit.weapons = (Weapon(unit.name, 48),)
    return unit


def _size(raw: Mapping[str, Any], kind: str, hero: bool, title: str, notes: Notes) -> Size:
    told = str(raw.get("size", "")).casefold()
    if hero or kind in SINGLE:
        if told in SIZES:
            notes.add("Monsters and engines have no sizes in the 4th edition: each is an entry of its own.", title)
        return ""
    return SIZES.get(told, "regiment")
