"""What positions of advanced battles are laid out and read with."""

from __future__ import annotations

from typing import Any

from tests.essence_of_war.harness import Fall, Play, Table, draw, happen
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Battle, Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Pose

ADVANCED = Settings(mode="advanced")
EMPIRE = "Empire of Sonnstahl"


def lay(line: str, **fields: Any) -> Table:
    return draw(line, settings=ADVANCED, **fields)


def melee(table: Table, dice: dict[str, Fall], active: int = 0) -> Play:
    """The last Melee Phase of a battle, in which everybody gives the quietest answers."""
    reasons = {**dice, "": dice.get("", 1)}
    game = table.play(reasons, phase="melee", active=active, first=1 - active, turn=5)
    while not game.game.over:
        game.decline()
    return game


def blows(game: Play, name: str, what: str = "Melee Attacks") -> list[tuple[str, int, int, int | None]]:
    """What a unit struck: the target, how many, at which Agility, needing what to hit."""
    units = game.battle.units
    number = named(game, name)
    return [
        (units[told.target].name, told.count, told.agility, told.need)
        for told in game.told(events.BlowsStruck)
        if told.unit == number and told.what == what
    ]


def named(game: Play, name: str) -> int:
    return next(unit.id for unit in game.battle.units if unit.name == name)


def needs(game: Play, name: str, why: str) -> list[int | None]:
    """What the rolls of a unit for this reason needed."""
    number = named(game, name)
    return [roll.need for roll in game.rolls if roll.unit == number and why in roll.why]


def score(game: Play) -> tuple[int, int]:
    return game.told(events.CombatScored)[0].totals


def checks(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    units = game.battle.units
    return [(units[t.unit].name, t.needed, t.passed) for t in game.told(events.DisciplineTested) if t.kind == kind]


def lost(game: Play, name: str) -> int:
    number = named(game, name)
    return sum(told.health for told in game.told(events.HealthLost) if told.unit == number)


def struck(table: Table, target: str, hits: int) -> Play:
    """So many hits on a unit that wound without a roll and that no armour stops."""

    def strike(battle: Battle) -> object:
        attack = Attack("spell", None, table.unit(target).id, hits, "Blast", "eow.magic.hits", ap=10)
        attack.hits = hits
        return damage.suffer(battle, [damage.prepared(battle, attack)])

    return happen(table, strike)  # type: ignore[arg-type]


def base_of(game: Play | Table, name: str) -> tuple[float, float]:
    base = boundary(game.battle, game.unit(name))
    return round(base.x, 3), round(base.y, 3)


def gap(table: Table, mover: str, fixed: str, inches: float) -> Table:
    """Put a unit so far to the right of another, beside it."""
    there = boundary(table.battle, table.unit(fixed))
    width = boundary(table.battle, table.unit(mover)).width
    table.unit(mover).pose = Pose(there.x + there.width / 2 + inches + width / 2, there.y, 0.0)
    return table


def ahead(table: Table, mover: str, of: str, inches: float) -> Table:
    """Put a unit so far in front of another, facing it."""
    there = boundary(table.battle, table.unit(of))
    depth = boundary(table.battle, table.unit(mover)).depth
    table.unit(mover).pose = Pose(there.x, there.y + there.depth / 2 + inches + depth / 2, 180.0)
    return table
