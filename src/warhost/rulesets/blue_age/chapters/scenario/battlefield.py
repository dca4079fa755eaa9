"""The table: its size and its terrain (Preparing For Battle)."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core import Battle, Settings, nature, sections_of, table_of_pieces
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.families.layouts import Layout, laid_out, read_layouts
from warhost.table import Board

ROLLED, OPEN = "", "open"

TABLES: dict[str, tuple[float, float]] = {"48x48": (48.0, 48.0), "72x48": (72.0, 48.0)}
DRAWN_ON = TABLES["72x48"]
"""The table on which set-ups are drawn."""

FIRST_STAGE = "scenario"
"""What follows when the table is laid."""

_RULE = "blue.setup.terrain"


@lru_cache(maxsize=1)
def layouts() -> tuple[Layout, ...]:
    """The six set-ups."""
    return read_layouts("warhost.rulesets.blue_age", DRAWN_ON)


def names() -> tuple[str, ...]:
    """What may be named as the map of a battle; nothing named: a die decides."""
    return (*(str(layout.number) for layout in layouts()), OPEN)


@rule("blue.setup.table_size")
def table_size(settings: Settings) -> tuple[float, float]:
    """4 by 4 feet, or 6 by 4."""
    return TABLES[settings.table]


def chosen(name: str, settings: Settings) -> tuple[Board, str]:
    """The board for a map's name, and the battle's first stage: terrain may still have to be rolled for."""
    size = table_size(settings)
    if name == ROLLED:
        return Board(*size), "map"
    if name == OPEN:
        return Board(*size), FIRST_STAGE
    for layout in layouts():
        if name == str(layout.number):
            return laid_out(layout, DRAWN_ON, size), FIRST_STAGE
    known = ", ".join(names())
    raise WarhostError(f'There is no map "{name}": choose {known}, or none to roll for it.', _RULE)


@rule("blue.setup.terrain")
def check_terrain(board: Board) -> None:
    """Of every piece it is known what it is; else the battle cannot begin."""
    problems = [
        f'The table: unknown terrain piece "{feature.kind}". Known pieces: {", ".join(table_of_pieces())}.'
        for feature in board.features
        if nature(feature.kind) is None
    ]
    if problems:
        raise DataError(problems)


def roll_map(battle: Battle) -> Script[None]:
    """A die picks one of the set-ups."""
    (face,) = yield from roll("D6", why="Terrain set-up", rule=_RULE)
    layout = layouts()[face - 1]
    board = laid_out(layout, DRAWN_ON, table_size(battle.settings))
    battle.scene = msgspec.structs.replace(battle.scene, board=board)
    battle.sections = sections_of(board)
    battle.stage = FIRST_STAGE
    yield events.MapChosen(f"map {face}, {layout.name}")


STEPS = {"map": roll_map}
