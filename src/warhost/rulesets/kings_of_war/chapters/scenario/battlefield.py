"""The table: its size, terrain set-ups, terrain at random (Battle Scenarios, steps 2 and 3; The Standard Game)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.play.script import Script, draw_from, roll, roll_sum
from warhost.rulebook import rule
from warhost.rulesets.families.layouts import Layout, read_layouts, twinned
from warhost.rulesets.families.layouts import laid_out as on_table
from warhost.rulesets.kings_of_war.core import Battle, Settings, events, nature, table_of_pieces
from warhost.table import Board, Feature

ROLLED, RANDOM, OPEN = "", "random", "open"

TABLES: dict[str, tuple[float, float]] = {
    "36x36": (36.0, 36.0),
    "48x48": (48.0, 48.0),
    "72x48": (72.0, 48.0),
    "96x48": (96.0, 48.0),
}
DRAWN_ON = TABLES["72x48"]
"""The table on which set-ups are drawn."""

BUILDINGS = ((7.0, 6.0), (6.0, 5.0), (8.0, 5.0))
"""About how large buildings are (kow.scenario.building_sizes)."""

AT_RANDOM: tuple[tuple[str, float, float], ...] = (
    ("wood", 8.0, 6.0),
    ("wood", 7.0, 7.0),
    ("hill", 9.0, 7.0),
    ("high_hill", 8.0, 6.0),
    ("building", *BUILDINGS[0]),
    ("building", *BUILDINGS[1]),
    ("crops", 8.0, 5.0),
    ("rocks", 6.0, 4.0),
    ("low_wall", 6.0, 0.5),
    ("pond", 6.0, 5.0),
)
"""The pieces that a D10 picks."""

SECTION = (24.0, 12.0)
"""About how large the sections are in which pieces are set down at random: one each, and its twin opposite."""

FEWEST_PAIRS = 4


@lru_cache(maxsize=1)
def layouts() -> tuple[Layout, ...]:
    """The six set-ups."""
    return read_layouts("warhost.rulesets.kings_of_war", DRAWN_ON)


def names() -> tuple[str, ...]:
    """What may be named as the map of a battle; nothing named: a D6 decides."""
    return (*(str(layout.number) for layout in layouts()), RANDOM, OPEN)


@rule("kow.scenario.area", "kow.standard.area", "kow.scenario.size_ambush", "kow.scenario.size_standard")
@rule("kow.scenario.size_legendary")
def table_size(settings: Settings) -> tuple[float, float]:
    """The table that was agreed on; else by the size of the game: 4 by 4 feet, 6 by 4, or 8 by 4."""
    if settings.table != "usual":
        return TABLES[settings.table]
    if settings.points <= 1000:
        return TABLES["48x48"]
    return TABLES["96x48"] if settings.points >= 3000 else TABLES["72x48"]


@rule("kow.scenario.terrain_setup", "kow.scenario.terrain_match", "kow.standard.terrain")
def laid_out(layout: Layout, settings: Settings) -> Board:
    """The set-up on the table in use: of a smaller one the part around its centre; pieces that are not at hand are left
    out."""
    return on_table(layout, DRAWN_ON, table_size(settings), settings.missing)


def chosen(name: str, settings: Settings) -> tuple[Board, str]:
    """The board for a map's name, and the battle's first stage: terrain may still have to be rolled for."""
    bare = Board(*table_size(settings))
    if name in (ROLLED, RANDOM):
        return bare, "map" if name == ROLLED else "random map"
    if name == OPEN:
        return bare, "scenario"
    for layout in layouts():
        if name == str(layout.number):
            return laid_out(layout, settings), "scenario"
    known = ", ".join(names())
    raise WarhostError(f'There is no map "{name}": choose {known}, or none to roll for it.', _RULE)


@rule("kow.scenario.terrain_define", "kow.standard.terrain")
def check_terrain(features: Sequence[Feature], where: str = "The table") -> None:
    """Of every piece it is known what it is and how high; else the battle cannot begin."""
    problems = [
        f'{where}: unknown terrain piece "{feature.kind}": name a class ({", ".join(_CLASSES)}), '
        f"or a kind of piece ({', '.join(table_of_pieces())})."
        for feature in features
        if not nature(feature.kind).classes
    ]
    if problems:
        raise DataError(problems)


_CLASSES = ("blocking", "difficult", "obstacle", "hill", "decorative")


@rule("kow.scenario.terrain_setup")
def roll_map(battle: Battle) -> Script[None]:
    """A D6 picks one of the six set-ups."""
    (face,) = yield from roll("D6", why="Terrain set-up", rule="kow.scenario.terrain_setup")
    layout = layouts()[face - 1]
    battle.scene = msgspec.structs.replace(battle.scene, board=laid_out(layout, battle.settings))
    battle.stage = "scenario"
    yield events.MapChosen(f"map {face}, {layout.name}")


@rule("kow.scenario.terrain_setup")
def set_up_at_random(battle: Battle) -> Script[None]:
    """Four to six pairs of pieces, twins about the centre, each in a section of its own (KOW-R005)."""
    width, depth = table_size(battle.settings)
    spots = _sections(width, depth)
    pairs = min(len(spots), FEWEST_PAIRS - 1 + (yield from roll_sum("D3", why="Pairs of pieces", rule=_RULE)))
    features: list[Feature] = []
    for _ in range(pairs):
        x, y = yield from draw_from(spots, why="Section of the table", rule=_RULE)
        spots.remove((x, y))
        (kind,) = yield from roll("D10", why="Piece of terrain", rule=_RULE)
        why = "Where in the section, and how it is turned"
        right, ahead, turned = yield from roll("3D6", why=why, rule=_RULE, counts="each")
        name, wide, deep = AT_RANDOM[kind - 1]
        scale = min(1.0, depth / DRAWN_ON[1])
        x, y = x + (right - 3.5) * scale, y + (ahead - 3.5) * scale / 2
        piece = Feature(name, x, y, wide * scale, deep * scale, 90.0 * (turned % 2))
        features += twinned([piece], (width, depth))
    battle.scene = msgspec.structs.replace(battle.scene, board=Board(width, depth, tuple(features)))
    battle.stage = "scenario"
    yield events.MapChosen("terrain at random")


_RULE = "kow.scenario.terrain_setup"


def _sections(width: float, depth: float) -> list[tuple[float, float]]:
    """The middles of the sections of one half of the table."""
    columns, rows = max(2, round(width / SECTION[0])), max(2, round(depth / 2 / SECTION[1]))
    return [
        ((column + 0.5) * width / columns, (row + 0.5) * depth / 2 / rows)
        for row in range(rows)
        for column in range(columns)
    ]


STEPS = {"map": roll_map, "random map": set_up_at_random}
