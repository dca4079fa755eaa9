"""A battle from a line of text: any units, anywhere, in any state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from warhost.play.book import seat_of, seats_of
from warhost.play.kept.text import (
    PositionError,
    PositionText,
    UnitText,
    as_told,
    print_position,
    settings_of,
    unit_as_told,
)
from warhost.rulesets.fantasy_battles.chapters.general.combined import check_join, join
from warhost.rulesets.fantasy_battles.chapters.turn import FIRST_STAGE
from warhost.rulesets.fantasy_battles.core import (
    Battle,
    Began,
    Entry,
    Scene,
    Settings,
    Unit,
    champion_of,
    size,
    whole_health,
)
from warhost.rulesets.fantasy_battles.lists.house_armies import find_shipped
from warhost.table import Board

PLAIN = Board(72.0, 48.0)
"""The board without terrain (T9A-R012)."""

FULL_DECK = (1, 2, 3, 4, 5, 6, 7, 8)

TOLD = ("entry", "files", "in")
"""What a unit of a line tells besides its state: its whole entry, its frontage, the unit whose ranks it stands in."""

Finder = Callable[[str, str], Entry | None]
"""Looks an entry up by its name and, if told, by its army."""


def fresh_unit(number: int, seat: int, entry: Entry) -> Unit:
    """A unit of an entry as it is before deployment; its Champion is a unit of its own."""
    files = min(entry.files, entry.models)
    return Unit(
        id=number,
        seat=seat,
        name=entry.name,
        army=entry.army,
        entry=number,
        models=entry.models - (entry.champion is not None),
        files=files,
        frontage=files,
    )


def with_champions(entries: Sequence[Entry]) -> list[Entry]:
    """The entries of an army, each Champion right behind its unit."""
    return [one for entry in entries for one in ((entry, champion_of(entry)) if entry.champion else (entry,))]


def join_champions(battle: Battle) -> None:
    """Put each Champion into the first rank of the unit before it."""
    for unit in battle.units:
        if battle.entry(unit).role == "champion" and unit.host is None and not unit.fate:
            join(battle, unit, battle.units[unit.id - 1])


def battle_from_text(
    position: PositionText, version: str, settings: Settings | None = None, finder: Finder | None = None
) -> Battle:
    """The battle that a line tells. What it leaves out: turn 1, the Charge Phase, an empty board of 72 by 48 inches.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first. A single
    model with `in=NAME` stands in the ranks of that unit.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    settings = settings or settings_of(position, Settings)
    texts: list[UnitText] = []
    entries: list[Entry] = []
    for told in position.units:
        entry = find_entry(told, finder)
        texts.append(told)
        entries.append(entry)
        if entry.champion is not None and not position.whole:
            texts.append(UnitText(name=champion_of(entry).name, army=told.army, seat=seat_of(told), pose=None))
            entries.append(champion_of(entry))
    scene = Scene(
        ruleset="t9a",
        version=version,
        board=position.board or PLAIN,
        seats=position.seats or seats_of(texts, [entry.army for entry in entries]),
        entries=tuple(entries),
        settings=settings,
    )
    battle = Battle(scene=scene, units=[], turn=1, phase="charge", homes=(0, 1), decks=(FULL_DECK, FULL_DECK))
    as_told(battle, position)
    if not battle.stage:
        battle.stage = FIRST_STAGE.get(battle.phase, "reckon")
    for number, told in enumerate(texts):
        battle.units.append(_unit(number, told, entries[number], position))
    if not position.whole:
        join_champions(battle)
        _join_told(battle, texts)
        for unit in battle.units:
            if unit.began is None and unit.pose is not None:
                unit.began = Began(whole_health(battle, unit), unit.pose, *size(battle, unit))
    return battle


def _unit(number: int, told: UnitText, entry: Entry, position: PositionText) -> Unit:
    unit = fresh_unit(number, seat_of(told), entry)
    unit_as_told(unit, told, position, TOLD)
    if not position.whole:
        files = told.fields.get("files")
        if isinstance(files, int) and files > 0:
            unit.files = files
        unit.files = max(1, min(unit.files, unit.models + (entry.champion is not None)))
        unit.frontage = unit.files
        unit.lost = entry.models - (entry.champion is not None) - unit.models
    elif isinstance(told.fields.get("files"), int):
        unit.files = told.fields["files"]
    return unit


def _join_told(battle: Battle, texts: Sequence[UnitText]) -> None:
    """Put single models into the ranks that the line names."""
    for unit, told in zip(battle.units, texts, strict=True):
        name = told.fields.get("in")
        if name is None:
            continue
        host = next((one for one in battle.units if one.name.casefold() == str(name).casefold()), None)
        if host is None:
            raise PositionError(f'{told.name} cannot stand in "{name}": there is no such unit.')
        refused = check_join(battle, unit, host)
        if refused is not None:
            raise PositionError(refused.message)
        join(battle, unit, host)


def position_text(battle: Battle) -> str:
    """The whole battle in one line."""
    return print_position(battle, lambda unit: _told(battle.entry(unit)))


def _told(entry: Entry) -> dict[str, Any]:
    return {} if find_shipped(entry.name, entry.army) == entry else {"entry": msgspec.to_builtins(entry)}


def find_entry(told: UnitText, finder: Finder | None = None) -> Entry:
    """The entry of that name, in that army or in any; or the one that is told in full."""
    whole = told.fields.get("entry")
    if isinstance(whole, dict):
        try:
            return msgspec.convert(whole, Entry)
        except msgspec.ValidationError as error:
            raise PositionError(f"{told.name}: {error}.") from None
    found = finder(told.name, told.army or "") if finder is not None else None
    found = found or find_shipped(told.name, told.army or "")
    if found is None:
        raise PositionError(f'No army has a unit called "{told.name}".')
    return found
