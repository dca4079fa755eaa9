"""A battle from a line of text: any units, anywhere, in any state."""

from __future__ import annotations

from typing import Any

import msgspec

from warhost.field.loose.bodies import FORMATIONS, Formation, drawn_up
from warhost.play.book import seat_of, seats_of
from warhost.play.kept.text import PositionError, PositionText, as_told, print_position, settings_of, unit_as_told
from warhost.rulesets.blue_age.chapters.magic.pools import core_spell
from warhost.rulesets.blue_age.chapters.turn import FIRST_STAGE
from warhost.rulesets.blue_age.core import (
    Battle,
    Entry,
    Marker,
    Model,
    Role,
    Scene,
    Settings,
    Unit,
    nature,
    sections_of,
    set_models,
)
from warhost.rulesets.blue_age.lists.house import find_entry
from warhost.rulesets.families.listed import ListedUnits
from warhost.table import Board, Circle, Pose, strip

PLAIN = Board(48.0, 48.0)
"""The smaller of the two tables, without terrain (blue.setup.table_size)."""

ZONE = 12.0
"""How deep deployment zones are (BLUE-R140)."""

LISTED = ("list", "form", "gap", "files")
"""What a unit of a line tells of its list and of how it stands: where its entry differs from the house unit of that
name (or all of it), the formation that it is drawn up in about its place, the gaps between its bases in inches, and
the number of its files in a column."""


UNITS = ListedUnits(Entry, find_entry, "The Blue Age")
"""The units of the house, as lines of text tell them."""


def fresh_unit(number: int, seat: int, entry: Entry) -> Unit:
    """A unit of an entry as it is before deployment."""
    return Unit(
        id=number,
        seat=seat,
        name=entry.name,
        army=entry.army,
        entry=number,
        destiny=entry.destiny,
        items=entry.items,
        spells=(core_spell(),) if entry.magic else (),
    )


def roles_of(entry: Entry) -> list[Role]:
    """Who the models of a fresh unit are: a Champion and a bannerman, if it has them, in the middle of its front."""
    roles: list[Role] = [""] * entry.models
    wanted: list[Role] = [*(["champion"] if entry.champion else []), *(["bannerman"] if entry.bannerman else [])]  # type: ignore[list-item]
    for number, role in enumerate(wanted[: entry.models]):
        roles[number] = role
    return roles


def fresh_models(entry: Entry, pose: Pose, form: str = "column", gap: float = 0.0, files: int = 5) -> tuple[Model, ...]:
    """The models of a unit that is set up in a formation about a pose."""
    shape = Circle(0.0, 0.0, entry.radius)
    formation: Formation = next((one for one in FORMATIONS if one == form), "column")
    bases = drawn_up(formation, entry.models, shape, pose, gap, files)
    facing = pose.facing % 360.0 if entry.has_facing else 0.0
    return tuple(
        Model(round(base.x, 9) + 0.0, round(base.y, 9) + 0.0, 0, role, facing)
        for base, role in zip(bases, roles_of(entry), strict=True)
    )


def home_zones(board: Board) -> tuple[Any, ...]:
    """The two deployment zones along the long edges: near and far."""
    return (
        strip(0.0, 0.0, board.width, ZONE),
        strip(0.0, board.depth - ZONE, board.width, board.depth),
    )


def battle_from_text(position: PositionText, version: str, settings: Settings | None = None) -> Battle:
    """The battle that a line tells. What it leaves out: turn 1, the Move Phase, an empty table of 4 by 4 feet.

    A unit without a seat belongs to the second player if it looks towards the near edge, else to the first.
    """
    if not position.units:
        raise PositionError("A position needs at least one unit.")
    entries = [UNITS.entry(unit) for unit in position.units]
    board = position.board or PLAIN
    for feature in board.features:
        if nature(feature.kind) is None:
            raise PositionError(f'There is no terrain of the kind "{feature.kind}" in The Blue Age.')
    scene = Scene(
        ruleset="blue",
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
        phase="move",
        homes=(0, 1),
        zones=home_zones(board),
        sections=sections_of(board),
        markers=tuple(Marker(x, y) for x, y in board.markers),
        scenario=scene.settings.scenario,
    )
    as_told(battle, position)
    if not battle.stage:
        battle.stage = {"move": "move"}.get(battle.phase) or FIRST_STAGE.get(battle.phase, "reckon")
    for number, told in enumerate(position.units):
        unit = fresh_unit(number, seat_of(told), entries[number])
        unit_as_told(unit, told, position, LISTED)
        battle.units.append(unit)
        if told.pose is not None and not unit.models:
            fields = told.fields
            form, gap, files = fields.get("form", "column"), fields.get("gap", 0.0), fields.get("files", 5)
            set_models(battle, unit, fresh_models(entries[number], told.pose, form, float(gap), int(files)))
            unit.pose = msgspec.structs.replace(unit.pose, facing=told.pose.facing) if unit.pose else None
    return battle


def position_text(battle: Battle) -> str:
    """The whole battle in one line, with what the lists say of its units."""
    return print_position(battle, lambda unit: UNITS.listed(battle.entry(unit)))
