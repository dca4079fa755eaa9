"""A battle from a line of text: any units of any patrols and Armylists, anywhere, in any state."""

from __future__ import annotations

from collections.abc import Iterator
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
from warhost.rulesets.essence_of_war.chapters.turn import FIRST_STAGE
from warhost.rulesets.essence_of_war.core import Battle, Began, Entry, Scene, Settings, Unit, size, whole_health
from warhost.rulesets.essence_of_war.lists.armylists import armylists, list_entry, list_unit
from warhost.rulesets.essence_of_war.lists.listed_units import ListEntry
from warhost.rulesets.essence_of_war.lists.patrols import entry, patrol, patrols
from warhost.table import Board

PLAIN = Board(36.0, 48.0, (), ((18.0, 24.0),))
"""The board of a basic game without terrain (eow.setup.table_size)."""

FULL_DECK = (1, 2, 3, 4, 5, 6)

LISTED = ("list",)
"""What a unit of a line tells of its Armylist: what was bought for it in words, or all of its entry."""

PLUS = " + "
OF_PATROL = "patrol"
"""What an advanced battle says of a unit that is as the patrols have it."""


def fresh_unit(number: int, seat: int, entry: Entry) -> Unit:
    """A unit of an entry as it is before deployment."""
    return Unit(
        id=number,
        seat=seat,
        name=entry.name,
        army=entry.faction,
        entry=number,
        models=entry.models,
        files=entry.files,
    )


def battle_from_text(position: PositionText, version: str, settings: Settings | None = None) -> Battle:
    """The battle that a line tells. What it leaves out: turn 1, the Charge Phase, an empty board of 36 by 48 inches.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    settings = settings or settings_of(position, Settings)
    entries = [find_entry(unit, settings.advanced) for unit in position.units]
    board = position.board or PLAIN
    if not board.markers:
        board = Board(board.width, board.depth, board.features, (board.centre,))
    scene = Scene(
        ruleset="eow",
        version=version,
        board=board,
        seats=position.seats or seats_of(position.units, [told.faction for told in entries]),
        entries=tuple(entries),
        settings=settings,
    )
    battle = Battle(
        scene=scene,
        units=[],
        turn=1,
        phase="charge",
        homes=(0, 1),
        decks=(FULL_DECK, FULL_DECK),
        pools=(0, 0),
        stored=(0, 0),
    )
    as_told(battle, position)
    if scene.settings.victory_points and not battle.advanced:
        battle.note(size=scene.settings.points)
    if not battle.stage:
        battle.stage = FIRST_STAGE.get(battle.phase, "reckon")
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), entries[number])
        unit_as_told(unit, told, position, LISTED)
        if unit.models > unit.files and "files" not in told.fields and entries[number].ranks == 1:
            raise PositionError(f"{told.name}: {unit.models} models do not fit into one rank of {unit.files}.")
        if unit.models < unit.files and "files" not in told.fields:
            unit.files = unit.models
        if unit.began is None and unit.pose is not None and not position.whole:
            unit.began = Began(whole_health(battle, unit), unit.pose, *size(battle, unit))
        battle.units.append(unit)
    _swap_back(battle)
    return battle


def _swap_back(battle: Battle) -> None:
    """Lines tell entries unit by unit; those of a Character left alone and of its ranks lie the other way round."""
    entries = list(battle.scene.entries)
    for unit in battle.units:
        if unit.stood is not None and not battle.entry(unit).single:
            other = battle.units[unit.stood]
            entries[unit.id], entries[other.id] = entries[other.id], entries[unit.id]
            unit.entry, other.entry = other.id, unit.id
            battle.scene = msgspec.structs.replace(battle.scene, entries=tuple(entries))


def position_text(battle: Battle) -> str:
    """The whole battle in one line, with what was bought for units of Armylists."""
    advanced = battle.scene.settings.advanced
    return print_position(battle, lambda unit: _listed(battle.entry(unit), advanced))


def _listed(entry: Entry, advanced: bool) -> dict[str, Any]:
    if not entry.bought:
        return {"list": OF_PATROL} if advanced else {}
    words = tuple(bought_words(entry))
    same = list_unit(entry.faction, entry.name, *words) if entry.faction in armylists() else None
    return {"list": PLUS.join(words) if same == entry else msgspec.to_builtins(entry)}


def bought_words(entry: Entry) -> Iterator[str]:
    """What was bought for a unit of an Armylist, in the words of a line."""
    bought = entry.bought
    assert bought
    yield bought.option or entry.formation
    yield from bought.upgrades
    listed = list_entry(entry.faction, entry.name)
    yield from (path for path in bought.paths if listed.paths)
    yield from bought.items
    if bought.general:
        yield "General"


def find_entry(told: UnitText, advanced: bool = False) -> Entry:
    """The entry of that name, in that army or in any.

    In an advanced battle a unit is one of an Armylist if its army or what was bought for it is named: `Empire of
    Sonnstahl/Marshal + on Horse + General`; other names are looked up among the patrols first.
    """
    listed = told.fields.get("list")
    if isinstance(listed, dict):
        try:
            return msgspec.convert(listed, Entry)
        except msgspec.ValidationError as error:
            raise PositionError(f"{told.name}: {error}.") from None
    name, *words = told.name.split(PLUS)
    if listed == OF_PATROL and told.army:
        return entry(patrol(told.army), name)
    if listed is not None:
        words += str(listed).split(PLUS)
    if words or (advanced and told.army):
        return list_unit(told.army or _faction_of(name), name, *words)
    if told.army:
        return entry(patrol(told.army), name)
    for army in patrols().values():
        for found in army.entries:
            if _is_called(found, name):
                return found
    if advanced:
        return list_unit(_faction_of(name), name)
    raise PositionError(f'No patrol has a unit called "{name}".')


def _faction_of(name: str) -> str:
    """The faction whose Armylist has a unit of that name."""
    for army in armylists().values():
        if any(_is_called(found, name) for found in army.entries):
            return army.faction
    raise PositionError(f'No Armylist has a unit called "{name}".')


def _is_called(found: Entry | ListEntry, name: str) -> bool:
    return name.casefold() in (found.name.casefold(), *(alias.casefold() for alias in found.aliases))
