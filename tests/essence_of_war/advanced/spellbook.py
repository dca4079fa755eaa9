"""Wizards with any spells of the Grimoire, for the tests of magic in advanced battles."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.essence_of_war.harness import Dicing, Play, Table, draw
from tests.playing import find
from warhost.rulesets.essence_of_war.core.battle import Battle, Effect, Settings
from warhost.rulesets.essence_of_war.core.values import value
from warhost.rulesets.essence_of_war.lists.armylists import grimoire

ADVANCED = Settings(mode="advanced")
NO_DISPEL = (9, 0)


def teach(battle: Battle, name: str, *spells: str) -> None:
    """Let a unit know these spells of the Grimoire and no others."""
    unit = find(battle, name)
    entries = list(battle.scene.entries)
    known = tuple(grimoire().spells[spell] for spell in spells)
    entries[unit.entry] = msgspec.structs.replace(entries[unit.entry], spells=known)
    battle.scene = msgspec.structs.replace(battle.scene, entries=tuple(entries))


def table_of(line: str, **casters: tuple[str, ...]) -> Table:
    """A table of an advanced battle; casters are named with underscores, each with its spells."""
    table = draw(line, settings=ADVANCED)
    for caster, spells in casters.items():
        teach(table.battle, caster.replace("_", " "), *spells)
    return table


def magic(table: Table, dice: Dicing | dict[str, Any] = (), **fields: Any) -> Play:
    """A Magic Phase in which both players have their dice already, and nobody dispels unless the fields say so."""
    return table.play(dice, **{"phase": "magic", "stage": "cast", "pools": NO_DISPEL, **fields})


def under(line: str, spell: str, name: str, form: int = 0, seat: int = 0) -> Table:
    """A table of an advanced battle on which a spell of a player lies on that unit."""
    return draw(line, settings=ADVANCED).set(name, effects=(Effect(spell, seat, 0, form),))


def shown(rule: str, *row: Any) -> Any:
    """A line of a table of spells, with the rule that it shows."""
    return pytest.param(*row, marks=pytest.mark.rule(rule))


def values(play: Play | Table, unit: str, *names: str) -> list[int]:
    return [value(play.battle, play.unit(unit), name) for name in names]
