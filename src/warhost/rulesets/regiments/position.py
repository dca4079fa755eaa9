"""A battle from a line of text: any regiments of any house armies, anywhere, in any state."""

from __future__ import annotations

from warhost.play.book import seat_of, seats_of
from warhost.play.text import PositionError, PositionText, plain, with_fields
from warhost.rulesets.regiments.armies import find_regiment
from warhost.rulesets.regiments.battle import Battle, Scene, Settings, Unit
from warhost.rulesets.regiments.entries import Regiment
from warhost.rulesets.regiments.formation import files_of
from warhost.table import Board, strip

PLAIN = Board(72.0, 48.0)
"""The standard battlefield without terrain (aofr.setup.table_size)."""


def fresh_unit(number: int, seat: int, place: int, regiment: Regiment) -> Unit:
    """A unit of a regiment as it is before deployment."""
    left = tuple(group.count for group in regiment.groups)
    return Unit(
        id=number,
        seat=seat,
        name=regiment.name,
        army=regiment.faction,
        entry=place,
        left=left,
        files=files_of(regiment),
        start=sum(left) + (regiment.hero is not None),
        hero=regiment.hero is not None,
    )


def battle_from_text(position: PositionText, version: str, settings: Settings | None = None) -> Battle:
    """The battle that a line tells. What it leaves out: round 1, the first activation, an empty table of 6 by 4 feet.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    regiments = [find_regiment(unit.name, unit.army) for unit in position.units]
    return battle_of(regiments, position, version, settings)


def battle_of(
    regiments: list[Regiment], position: PositionText, version: str, settings: Settings | None = None
) -> Battle:
    """The same with the regiments given."""
    board = position.board or PLAIN
    scene = Scene(
        ruleset="aofr",
        version=version,
        board=board,
        seats=seats_of(position.units, [told.faction for told in regiments]),
        regiments=tuple(regiments),
        settings=settings or Settings(),
    )
    battle = Battle(
        scene=scene,
        units=[],
        turn=1,
        phase="round",
        stage="activate",
        zones=((strip(0.0, 0.0, board.width, 12.0),), (strip(0.0, board.depth - 12.0, board.width, board.depth),)),
        edges=("south", "north"),
        mission="duel",
        points=(0.0, 0.0),
    )
    if position.whole:
        plain(battle)
    with_fields(battle, position.fields, "The battle")
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), number, regiments[number])
        if position.whole:
            plain(unit)
        unit.pose = told.pose
        with_fields(unit, told.fields, told.name)
        battle.units.append(unit)
    return battle
