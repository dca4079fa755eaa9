"""Build the Battlefield: a set-up that was chosen or rolled for, terrain at random, or open ground."""

from __future__ import annotations

import msgspec

from warhost.errors import WarhostError
from warhost.play.script import Script, draw_from, roll
from warhost.rulebook import rule
from warhost.rulesets.fantasy_battles.chapters.setup.maps import (
    AT_RANDOM,
    SIZE,
    Scatter,
    board_of,
    layouts,
    random_board,
    sections,
)
from warhost.rulesets.fantasy_battles.core import Battle
from warhost.rulesets.fantasy_battles.shown import setup_events as events
from warhost.table import Board

ROLLED, RANDOM, OPEN = "", "random", "open"

AFTER = "deployment type"
"""The stage that follows once the battlefield is built."""

_RULE = "t9a.pregame.build_battlefield"


def names() -> tuple[str, ...]:
    """What may be named as the map of a battle; nothing named: a D6 decides."""
    return (*(str(layout.number) for layout in layouts()), RANDOM, OPEN)


def map_name(name: str) -> str:
    """What a map is called."""
    known = {str(layout.number): layout.name for layout in layouts()}
    return known.get(name, {RANDOM: "Terrain at random", OPEN: "Open ground"}.get(name, name))


@rule("t9a.pregame.build_battlefield")
def chosen(name: str) -> tuple[Board, str]:
    """The board for a map's name, and how the battlefield is built: terrain may still have to be rolled for."""
    if name in (ROLLED, RANDOM):
        return Board(*SIZE), "map" if name == ROLLED else "random map"
    if name == OPEN:
        return Board(*SIZE), "battlefield"
    for layout in layouts():
        if name == str(layout.number):
            return board_of(layout), "battlefield"
    raise WarhostError(f'There is no map "{name}": choose {", ".join(names())}, or none to roll for it.', _RULE)


@rule("t9a.pregame.build_battlefield")
def as_chosen(battle: Battle) -> Script[None]:
    """The players agreed on the terrain: it lies on the board already."""
    features = battle.scene.board.features
    told = next((one.name for one in layouts() if board_of(one).features == features), "") if features else ""
    battle.stage = AFTER
    yield events.BattlefieldBuilt(told or ("as agreed" if features else "open ground"))


@rule("t9a.pregame.build_battlefield")
def roll_map(battle: Battle) -> Script[None]:
    """A D6 picks one of the six set-ups."""
    (face,) = yield from roll("D6", why="Battlefield", rule=_RULE)
    layout = layouts()[face - 1]
    battle.scene = msgspec.structs.replace(battle.scene, board=board_of(layout))
    battle.stage = AFTER
    yield events.BattlefieldBuilt(f"map {face}, {layout.name}")


@rule("t9a.pregame.build_battlefield")
def set_up_at_random(battle: Battle) -> Script[None]:
    """A feature of any kind in each section of 18 by 24 inches, shifted D6 inches in a random direction (T9A-R012)."""
    kinds: list[str] = []
    shifts: list[Scatter] = []
    for _ in sections():
        kinds.append((yield from draw_from(tuple(AT_RANDOM), why="Kind of terrain", rule=_RULE)))
        (inches,) = yield from roll("D6", why="Terrain shifts", rule=_RULE)
        (tens,) = yield from roll("D36", why="Direction of the shift, tens of degrees", rule=_RULE)
        (ones,) = yield from roll("D10", why="Direction of the shift, degrees", rule=_RULE)
        shifts.append(Scatter(float(inches), (tens - 1) * 10.0 + ones - 1))
    battle.scene = msgspec.structs.replace(battle.scene, board=random_board(kinds, shifts))
    battle.stage = AFTER
    yield events.BattlefieldBuilt("terrain at random")


STEPS = {"battlefield": as_chosen, "map": roll_map, "random map": set_up_at_random}
