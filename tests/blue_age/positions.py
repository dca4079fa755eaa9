"""What positions worked out by hand share: walkers on ground, two single models that far apart, what saves needed."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.blue_age.harness import Play, Table, draw, spots, unit, walk
from tests.blue_age.shooters import archers, field, shot
from warhost.play.questions import Walk
from warhost.rulesets.blue_age.core import Settings

BASE = 25 / 25.4
"""Two radii of bases of 25 mm: how far apart the centres of models in contact are."""

ALONE = "Walkers at 24,10 | Foe at 2,46 face 180"


def staged(table: Table, stage: str, phase: str = "move") -> Table:
    """The table at that stage."""
    table.battle.phase, table.battle.stage = phase, stage
    return table


def left(table: Table, name: str, models: int) -> Table:
    """So many models of the unit are left."""
    table.unit(name).models = table.unit(name).models[:models]
    return table


def on(board: str = "", dice: Any = (), text: str = ALONE, **fields: Any) -> Play:
    """Walkers are about to walk."""
    table = draw(f"48x48 {board} | {text}", Walkers=unit(**fields), Foe=unit())
    return table.play(dice=dice).choose(unit="Walkers")


def ahead(play: Play, inches: float = 30.0) -> float:
    """How far they get straight ahead."""
    before = spots(play, "Walkers")[0][1]
    question = play.question
    assert isinstance(question, Walk)
    play.answer(walk(play, 0, min(inches, question.inches)))
    return round(spots(play, "Walkers")[0][1] - before, 3)


def apart(inches: float, board: str = "48x48", settings: Settings | None = None, **units: Any) -> Table:
    """Own, a single shooter who has moved, with that many inches between his rim and that of a single Target."""
    return field(
        f"{board} | Own at 24,8 | Target at 24,{8 + BASE + inches} face 180",
        settings,
        **{"Own": archers(1), "Target": unit(), **units},
    )


def dice(table: Table, key: str = "0>1") -> int:
    """How many dice are rolled to hit."""
    play = shot(table, {"": 1}, key)
    return next(int(roll.dice.split("D")[0] or 1) for roll in play.rolls if "to hit" in roll.why)


def wounded(table: Table, name: str, *lost: int) -> Table:
    """The first models of the unit have lost so much Health."""
    one = table.unit(name)
    one.models = tuple(replace(m, lost=n) for m, n in zip(one.models, [*lost, *[0] * 60], strict=False))
    return table


def save_of(play: Play) -> list[int | None]:
    """What the saves needed, in their order."""
    return [roll.need for roll in play.rolls if "Save" in roll.why and "again" not in roll.why]
