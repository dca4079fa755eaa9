"""What volleys of list units need and how many shots they are, for the tests of the armies' weapons."""

from __future__ import annotations

from typing import NamedTuple

from tests.essence_of_war.advanced.spellbook import ADVANCED
from tests.essence_of_war.harness import Table, draw
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.shooting import shooting
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Pose


class Volley(NamedTuple):
    """What the models of a unit that shoot have in common."""

    models: int
    shots: int | str
    need: int | None
    strength: int | None
    ap: int
    poison: bool


def at_distance(line: str, inches: float, target: str = "Zombies + 5x8", ground: str = "") -> Table:
    """A unit of a list in the middle of an empty table, and a target straight ahead so many inches away."""
    board = f"eow | 54x48 {ground} | " if ground else ""
    table = draw(f"{board}0 {line} at 27,8 | 1 Vampire Covenant/{target} at 27,40 face 180", settings=ADVANCED)
    shooter, there = table.battle.units
    own = boundary(table.battle, shooter)
    depth = boundary(table.battle, there).depth
    there.pose = Pose(27.0, own.y + own.depth / 2 + inches + depth / 2, 180.0)
    return table


def volley(table: Table) -> Volley:
    """The volley of the first unit at the second, if all who shoot shoot alike."""
    battle = table.battle
    unit, target = battle.units[:2]
    armed = shooting.weapon_of(battle, unit)
    assert armed is not None
    groups = shooting.shooters(battle, unit, armed, target)
    attacks = [shooting.attack_of(battle, unit, armed.weapon, target, group) for group in groups]
    needs = {damage.to_hit(battle, attack) for attack in attacks}
    assert len(needs) <= 1, "they do not shoot alike"
    models = sum(group.count for group in groups)
    first = attacks[0]
    return Volley(models, armed.weapon.shots, needs.pop(), first.strength, first.ap, first.poison)
