"""A battle from a line of text: any units, anywhere, in any state."""

from __future__ import annotations

from warhost.play.book import seat_of, seats_of
from warhost.play.kept.text import PositionError, PositionText, as_told, print_position, settings_of, unit_as_told
from warhost.rulesets.families.listed import ListedUnits
from warhost.rulesets.kings_of_war.chapters.scenario.battlefield import check_terrain
from warhost.rulesets.kings_of_war.chapters.turn import FIRST_STAGE
from warhost.rulesets.kings_of_war.core import Battle, Entry, Scene, Settings, Unit
from warhost.rulesets.kings_of_war.lists.house import find_entry
from warhost.table import Board, strip

PLAIN = Board(72.0, 48.0)
"""The usual table without terrain (kow.scenario.area)."""

LISTED = ("list",)
"""What a unit of a line tells of its list: where its entry differs from the house unit of that name, or all of it."""


UNITS = ListedUnits(Entry, find_entry, "Kings of War")
"""The units of the house, as lines of text tell them."""


def fresh_unit(number: int, seat: int, entry: Entry) -> Unit:
    """A unit of an entry as it is before deployment."""
    return Unit(id=number, seat=seat, name=entry.name, army=entry.army, entry=number)


def battle_from_text(position: PositionText, version: str, settings: Settings | None = None) -> Battle:
    """The battle that a line tells. What it leaves out: round 1, the movement phase, an empty table of 6 by 4 feet.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    entries = [UNITS.entry(unit) for unit in position.units]
    board = position.board or PLAIN
    check_terrain(board.features)
    scene = Scene(
        ruleset="kow",
        version=version,
        board=board,
        seats=position.seats or seats_of(position.units, [told.army for told in entries]),
        entries=tuple(entries),
        settings=settings or settings_of(position, Settings),
    )
    battle = Battle(
        scene=scene,
        units=[],
        turn=1,
        phase="movement",
        homes=(0, 1),
        zones=(
            strip(0.0, 0.0, board.width, board.depth / 2 - 12.0),
            strip(0.0, board.depth / 2 + 12.0, board.width, board.depth),
        ),
        scenario=scene.settings.scenario,
        scores=(0, 0),
    )
    as_told(battle, position)
    if not battle.stage:
        battle.stage = FIRST_STAGE.get(battle.phase, "reckon")
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), entries[number])
        unit_as_told(unit, told, position, LISTED)
        battle.units.append(unit)
    return battle


def position_text(battle: Battle) -> str:
    """The whole battle in one line, with what the lists say of its units."""
    return print_position(battle, lambda unit: UNITS.listed(battle.entry(unit)))
