"""What positions in which rules meet have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.kings_of_war.harness import Fall, Play, Table
from tests.kings_of_war.test_positions_1 import stands
from tests.kings_of_war.test_positions_2 import field
from tests.kings_of_war.test_positions_3 import ruled
from warhost.play import Refused
from warhost.rulesets.kings_of_war.core import Effect, lay
from warhost.table import Step

MOVING = 'phase="movement"'


REST = "0 Idle at 6,6 | 1 Rest at 66,44 face 180"


def moving(text: str, **units: Any) -> Table:
    """The first player's movement phase; somebody else of each side stands far off."""
    return field(f"{text} | {REST}", MOVING, **units)


def under(table: Table, name: str, *effects: str) -> Table:
    """The unit is under these spells in its own turn."""
    for effect in effects:
        lay(table.battle, table.unit(name), Effect(effect, "end", table.unit(name).seat))
    return table


def thrown(table: Table, dice: Mapping[str, Fall]) -> Play:
    """The table is played with dice told by what they are for."""
    return table.play(dice=dice)


def went(game: Play, name: str, kind: str, *steps: Step) -> Any:
    """Where the unit stands after that move, or the rule by which it is refused."""
    try:
        game.move(kind, *steps)
    except Refused as refused:
        return refused.rule
    return stands(game, name)


BIRD = ruled("Fly", type="monster", speed=10)
