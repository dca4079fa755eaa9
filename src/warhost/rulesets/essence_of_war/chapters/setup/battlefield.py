"""Which map is fought on: chosen, rolled for, or set up at random (Play a Basic Game: Maps)."""

from __future__ import annotations

import msgspec

from warhost.errors import WarhostError
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war.chapters.setup.maps import (
    ADVANCED_SIZE,
    BASIC_SIZE,
    FEATURE_SIZES,
    SECTION,
    Scatter,
    TerrainKind,
    advanced_map,
    advanced_maps,
    basic_map,
    basic_maps,
    custom_map,
    random_map,
    sections,
)
from warhost.rulesets.essence_of_war.core import Battle, Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Board

ROLLED = ""
RANDOM = "random"
OPEN = "open"

WIDE_FROM = 1200
"""From so many Army Points on the board is wider."""


def names() -> tuple[str, ...]:
    """What may be named as the map of a battle; nothing named: a D6 decides."""
    return (*(str(number.number) for number in basic_maps()), RANDOM, OPEN)


def after_map(settings: Settings) -> str:
    """The stage that follows once the battlefield is set up."""
    if settings.has_mission:
        return "mission"
    return "before roll off" if settings.advanced else "roll off"


def chosen(name: str, settings: Settings, armies: int = 1) -> tuple[Board, str]:
    """The board for a map's name, and the battle's first stage: the map may still have to be rolled.

    `armies` is how many a side has. On boards for which there are no premade maps the terrain is set up at random.
    """
    size = size_of(settings, armies)
    if name == ROLLED and size not in (BASIC_SIZE, ADVANCED_SIZE):
        name = RANDOM
    if name in (ROLLED, RANDOM):
        return custom_map((), size), "map" if name == ROLLED else "random map"
    if name == OPEN:
        return custom_map((), size), after_map(settings)
    if name.isdigit():
        return premade(int(name), size), after_map(settings)
    raise WarhostError(
        f'There is no map "{name}": choose {", ".join(names())}, or none to roll for it.', "eow.map.premade"
    )


@rule("eow.adv.map.size", "eow.multi.battlefield")
def size_of(settings: Settings, armies: int = 1) -> tuple[float, float]:
    """Width and depth of the board: wider in advanced games of 1200 points and more, and for several armies a side."""
    if armies > 1:
        return (ADVANCED_SIZE[0] + (armies - 2) * SECTION[0], ADVANCED_SIZE[1])
    return ADVANCED_SIZE if settings.advanced and settings.points >= WIDE_FROM else BASIC_SIZE


@rule("eow.map.premade", "eow.adv.map.premade")
def premade(number: int, size: tuple[float, float]) -> Board:
    """The premade map of that number for a board of that size."""
    if size == BASIC_SIZE:
        return basic_map(number)
    if size == ADVANCED_SIZE:
        return advanced_map(number)
    told = f"choose {RANDOM} or {OPEN}"
    raise WarhostError(
        f'There is no map {number} for a board of {size[0]:g} by {size[1]:g}": {told}.', "eow.map.premade"
    )


@rule("eow.map.premade", "eow.adv.map.premade")
def roll_map(battle: Battle) -> Script[None]:
    """A D6 picks one of the six premade maps."""
    (face,) = yield from roll("D6", why="Map", rule="eow.map.premade")
    board = battle.scene.board
    size = (board.width, board.depth)
    battle.scene = msgspec.structs.replace(battle.scene, board=premade(face, size))
    battle.stage = after_map(battle.scene.settings)
    maps = basic_maps() if size == BASIC_SIZE else advanced_maps()
    yield events.MapChosen(f"map {face}, {maps[face - 1].name}")


@rule("eow.map.random.features", "eow.map.random.scatter")
def set_up_at_random(battle: Battle) -> Script[None]:
    """One feature in each section, at least one of each kind, each shifted D6 inches in a random direction.

    The kinds are rolled with a D3 each, all again until each kind is there; the direction is a whole degree.
    """
    kinds: list[TerrainKind] = []
    board = battle.scene.board
    size = (board.width, board.depth)
    count = len(sections(size))
    while set(kinds) != set(FEATURE_SIZES):
        faces = yield from roll(f"{count}D3", why="Kinds of terrain", rule="eow.map.random.features", counts="each")
        kinds = [list(FEATURE_SIZES)[(face + 1) // 2 - 1] for face in faces]
    shifts = []
    for _ in range(count):
        (inches,) = yield from roll("D6", why="Terrain shifts", rule="eow.map.random.scatter")
        (tens,) = yield from roll("D36", why="Direction of the shift, tens of degrees", rule="eow.map.random.scatter")
        (ones,) = yield from roll("D10", why="Direction of the shift, degrees", rule="eow.map.random.scatter")
        shifts.append(Scatter(float(inches), (tens - 1) * 10.0 + ones - 1))
    battle.scene = msgspec.structs.replace(battle.scene, board=random_map(kinds, shifts, size))
    battle.stage = after_map(battle.scene.settings)
    yield events.MapChosen("terrain set up at random")


STEPS = {"map": roll_map, "random map": set_up_at_random}
