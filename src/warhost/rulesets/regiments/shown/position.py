"""A battle from a line of text: any regiments of any house armies, anywhere, in any state."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from warhost.errors import WarhostError
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
from warhost.rulesets.regiments.core import Battle, Regiment, Scene, Settings, Unit, files_of, optional
from warhost.rulesets.regiments.lists.house import find_regiment
from warhost.rulesets.regiments.lists.limits import list_from_data
from warhost.rulesets.regiments.lists.rosters import join
from warhost.table import Board, strip

PLAIN = Board(72.0, 48.0)
"""The standard battlefield without terrain (aofr.setup.table_size)."""


def fresh_unit(number: int, seat: int, regiment: Regiment) -> Unit:
    """A unit of a regiment as it is before deployment."""
    left = tuple(group.count for group in regiment.groups)
    return Unit(
        id=number,
        seat=seat,
        name=regiment.name,
        army=regiment.faction,
        entry=number,
        left=left,
        files=files_of(regiment),
        start=regiment.starting_size,
        hero=regiment.hero is not None,
    )


def battle_from_text(position: PositionText, version: str, settings: Settings | None = None) -> Battle:
    """The battle that a line tells. What it leaves out: round 1, the first activation, an empty table of 6 by 4 feet.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    return battle_of([_regiment(unit) for unit in position.units], position, version, settings)


def battle_of(
    regiments: list[Regiment], position: PositionText, version: str, settings: Settings | None = None
) -> Battle:
    """The same with the regiments given. One that the line tells in full stands on the table as it says."""
    settings = settings or settings_of(position, Settings)
    regiments = [
        regiment if "regiment" in told.fields else optional.mustered(settings, regiment)
        for regiment, told in zip(regiments, position.units, strict=True)
    ]
    board = position.board or PLAIN
    scene = Scene(
        ruleset="aofr",
        version=version,
        board=board,
        seats=position.seats or seats_of(position.units, [told.faction for told in regiments]),
        regiments=tuple(regiments),
        settings=settings,
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
    as_told(battle, position)
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), regiments[number])
        unit_as_told(unit, told, position, LISTED)
        battle.units.append(unit)
    return battle


class Bought(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a list has of a house unit: its upgrades, whether it is a combined unit, and the hero that joined it."""

    upgrades: tuple[str, ...] = ()
    combined: bool = False
    joined: str = ""
    hero_upgrades: tuple[str, ...] = ()


LISTED = ("regiment", *(field.name for field in msgspec.structs.fields(Bought)))
"""What a unit of a line may tell of its list: the upgrades of a house unit, or the whole of any other."""


def position_text(battle: Battle) -> str:
    """The whole battle in one line, with what the lists say of its units."""
    return print_position(battle, lambda unit: _listed(battle.regiment(unit)))


def _listed(regiment: Regiment) -> dict[str, Any]:
    """In the words of its army book if it is a house unit, else in full."""
    hero = regiment.hero
    bought = Bought(
        regiment.upgrades,
        regiment.combined,
        "" if hero is None else hero.name,
        () if hero is None else hero.upgrades,
    )
    try:
        told: dict[str, Any] = msgspec.to_builtins(bought)
        if _built(regiment.name, regiment.faction, bought) == regiment:
            return told
    except WarhostError:
        pass
    return {"regiment": msgspec.to_builtins(regiment)}


@lru_cache(maxsize=256)
def _built(name: str, faction: str | None, bought: Bought) -> Regiment:
    """A house unit with what was bought for it; a hero comes from the same army book."""
    made = find_regiment(name, faction, bought.upgrades, bought.combined)
    if not bought.joined:
        return made
    return join(made, find_regiment(bought.joined, made.faction, bought.hero_upgrades))


def _regiment(told: UnitText) -> Regiment:
    """What a unit of a line is by its list."""
    listed = {name: told.fields[name] for name in LISTED if name in told.fields}
    if "regiment" in listed:
        (found,) = list_from_data({"name": told.name, "limit": 0, "regiments": [listed["regiment"]]}).regiments
        return found
    try:
        return _built(told.name, told.army, msgspec.convert(listed, Bought))
    except msgspec.ValidationError as error:
        raise PositionError(f"{told.name}: {error}.") from None
