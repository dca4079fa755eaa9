"""Which map is fought on: chosen, rolled for, or set up at random (Play a Basic Game: Maps)."""

from __future__ import annotations

import msgspec

from warhost.errors import WarhostError
from warhost.play.script import Script, roll
from warhost.rulebook import rule
from warhost.rulesets.essence_of_war import events
from warhost.rulesets.essence_of_war.battle import Battle, Settings
from warhost.rulesets.essence_of_war.maps import (
    FEATURE_SIZES,
    Scatter,
    TerrainKind,
    basic_map,
    basic_maps,
    custom_map,
    random_map,
    sections,
)
from warhost.table import Board

ROLLED = ""
RANDOM = "random"
OPEN = "open"


def names() -> tuple[str, ...]:
    """What may be named as the map of a battle; nothing named: a D6 decides."""
    return (*(str(number.number) for number in basic_maps()), RANDOM, OPEN)


def after_map(settings: Settings) -> str:
    """The stage that follows once the battlefield is set up."""
    return "mission" if settings.missions else "roll off"


def chosen(name: str, settings: Settings) -> tuple[Board, str]:
    """The board for a map's name, and the battle's first stage: the map may still have to be rolled."""
    if name in (ROLLED, RANDOM):
        return custom_map(()), "map" if name == ROLLED else "random map"
    if name == OPEN:
        return custom_map(()), after_map(settings)
    if name.isdigit():
        return basic_map(int(name)), after_map(settings)
    raise WarhostError(
        f'There is no map "{name}": choose {", ".join(names())}, or none to roll for it.', "eow.map.premade"
    )


@rule("eow.map.premade")
def roll_map(battle: Battle) -> Script[None]:
    """A D6 picks one of the six premade maps."""
    (face,) = yield from roll("D6", why="Map", rule="eow.map.premade")
    battle.scene = msgspec.structs.replace(battle.scene, board=basic_map(face))
    battle.stage = after_map(battle.scene.settings)
    yield events.MapChosen(f"map {face}, {basic_maps()[face - 1].name}")


@rule("eow.map.random.features", "eow.map.random.scatter")
def set_up_at_random(battle: Battle) -> Script[None]:
    """One feature in each section, at least one of each kind, each shifted D6 inches in a random direction.

    The kinds are rolled with a D3 each, all again until each kind is there; the direction is a whole degree.
    """
    kinds: list[TerrainKind] = []
    count = len(sections())
    while set(kinds) != set(FEATURE_SIZES):
        faces = yield from roll(f"{count}D3", why="Kinds of terrain", rule="eow.map.random.features")
        kinds = [list(FEATURE_SIZES)[(face + 1) // 2 - 1] for face in faces]
    shifts = []
    for _ in range(count):
        (inches,) = yield from roll("D6", why="Terrain shifts", rule="eow.map.random.scatter")
        (tens,) = yield from roll("D36", why="Direction of the shift, tens of degrees", rule="eow.map.random.scatter")
        (ones,) = yield from roll("D10", why="Direction of the shift, degrees", rule="eow.map.random.scatter")
        shifts.append(Scatter(float(inches), (tens - 1) * 10.0 + ones - 1))
    battle.scene = msgspec.structs.replace(battle.scene, board=random_map(kinds, shifts))
    battle.stage = after_map(battle.scene.settings)
    yield events.MapChosen("terrain set up at random")


STEPS = {"map": roll_map, "random map": set_up_at_random}
