"""What tests of shooting share: a table in the Shooting Phase, units that shoot, and odds by their labels."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from tests.blue_age.harness import Play, Table, draw, unit
from warhost.rulesets.blue_age.core import Settings


def archers(models: int = 10, weapon: str = "Bow", **fields: Any) -> Mapping[str, Any]:
    """Models that shoot on 6+."""
    return unit(**{"models": models, "ranged": 6, "weapons": [weapon], **fields})


def field(text: str, settings: Settings | None = None, **units: Mapping[str, Any]) -> Table:
    """A table in the Shooting Phase of the first player. Units that are not told are ten plain models; "Own" shoots
    with bows and has moved, so that the dice need 6+. In a far corner, two units more watch each other with bows, so
    that the phase goes on."""
    text += " | Watch at 46,40 | Mark at 46,46 face 180"
    units = {"Watch": archers(1, "Handbow"), "Mark": archers(1, "Handbow"), **units}
    names = [part.split(" at ")[0].strip().lstrip("0123456789 ") for part in text.split("|") if " at " in part]
    plain = {name.replace(" ", ""): archers() if name == "Own" else unit(models=10) for name in names}
    table = draw(f'phase="shooting" | {text}', settings, **{**plain, **units})
    for one in table.battle.units:
        one.moved = True
    return table


def still(table: Table, name: str = "Own") -> Table:
    """The unit has not moved in this turn."""
    table.unit(name).moved = False
    return table


def shown(play: Play, key: str) -> dict[str, float]:
    """The figures of an option by their labels."""
    option = next(one for one in play.weighed if one.key == key)
    return {odds.label: odds.value for odds in option.odds}


def played(table: Table, dice: Any) -> Play:
    """The table is played with these dice."""
    return table.play(dice)


def copied(table: Table) -> Table:
    """The same table once more: play changes what it plays on."""
    return Table(deepcopy(table.battle))


def shot(table: Table, dice: Any, key: str = "0>1") -> Play:
    """The option is taken, with these dice; the table stays as it is."""
    return copied(table).play(dice).choose(key)


def need(table: Table, key: str = "0>1") -> int:
    """What the dice to hit need by the odds; the same is asked of chance."""
    play = copied(table).play({"": 1})
    told = shown(play, key)["to hit"]
    play.choose(key)
    asked = next(roll.need for roll in play.rolls if "to hit" in roll.why)
    assert asked == told
    return int(told)
