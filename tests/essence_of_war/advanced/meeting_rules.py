"""What positions in which several rules meet have in common."""

from __future__ import annotations

from tests.essence_of_war.advanced.positions import (
    named,
    struck,
)
from tests.essence_of_war.harness import Fall, Play, Table
from warhost.play import Allocate, Manoeuvre

ELVES = "Dread Elves"


def alone(table: Table, unit: str) -> Table:
    """All R&F models of a Combined Unit fall: its Character is left."""
    fallen = struck(table, unit, table.unit(unit).models)
    return Table.of(fallen.battle)


PACK = (
    "Saurian Ancients/Raptor Pack + 5x2 at 18,10 | Saurian Ancients/Carnosaur + Hunt Leader at 3,3 | "
    "Saurian Ancients/Skink Veteran + General at 33,3 | "
)


DYNASTIES = "Undying Dynasties"


def kinds(game: Play) -> set[str]:
    """The kinds of move that the unit may make."""
    assert isinstance(game.question, Manoeuvre)
    return {kind.name for kind in game.question.kinds}


def fought_at(table: Table, target: str, seat: int, dice: dict[str, Fall] | None = None) -> Play:
    """The last Melee Phase of a battle, in which all attacks of a player that may go to a Character do."""
    game = table.play({**(dice or {}), "": 1}, phase="melee", active=seat, first=1 - seat, turn=5)
    while not game.game.over:
        question = game.question
        if isinstance(question, Allocate) and question.seat == seat:
            game.allocate(**{pool.key: {str(named(game, target)): pool.count} for pool in question.pools})
        else:
            game.decline()
    return game
