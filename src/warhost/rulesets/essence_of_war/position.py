"""A battle from a line of text: any units of any patrols, anywhere, in any state."""

from __future__ import annotations

from warhost.play.book import seat_of, seats_of
from warhost.play.text import PositionError, PositionText, UnitText, as_told, settings_of, unit_as_told
from warhost.rulesets.essence_of_war.armies import entry, patrol, patrols
from warhost.rulesets.essence_of_war.battle import Battle, Began, Scene, Settings, Unit
from warhost.rulesets.essence_of_war.entries import Entry
from warhost.rulesets.essence_of_war.formation import size, whole_health
from warhost.rulesets.essence_of_war.turn import FIRST_STAGE
from warhost.table import Board

PLAIN = Board(36.0, 48.0, (), ((18.0, 24.0),))
"""The board of a basic game without terrain (eow.setup.table_size)."""

FULL_DECK = (1, 2, 3, 4, 5, 6)


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
    entries = [find_entry(unit) for unit in position.units]
    board = position.board or PLAIN
    if not board.markers:
        board = Board(board.width, board.depth, board.features, (board.centre,))
    scene = Scene(
        ruleset="eow",
        version=version,
        board=board,
        seats=position.seats or seats_of(position.units, [told.faction for told in entries]),
        entries=tuple(entries),
        settings=settings or settings_of(position, Settings),
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
    if not battle.stage:
        battle.stage = FIRST_STAGE.get(battle.phase, "reckon")
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), entries[number])
        unit_as_told(unit, told, position)
        if unit.models > unit.files and "files" not in told.fields and entries[number].ranks == 1:
            raise PositionError(f"{told.name}: {unit.models} models do not fit into one rank of {unit.files}.")
        if unit.models < unit.files and "files" not in told.fields:
            unit.files = unit.models
        if unit.began is None and unit.pose is not None and not position.whole:
            unit.began = Began(whole_health(battle, unit), unit.pose, *size(battle, unit))
        battle.units.append(unit)
    return battle


def find_entry(told: UnitText) -> Entry:
    """The entry of that name, in that army or in any."""
    if told.army:
        return entry(patrol(told.army), told.name)
    for army in patrols().values():
        for found in army.entries:
            if told.name.casefold() in (found.name.casefold(), *(alias.casefold() for alias in found.aliases)):
                return found
    raise PositionError(f'No patrol has a unit called "{told.name}".')
