"""Who acts next (Solo & Co-Op Rules: Activation Order, Shaken Units, Counter, Transport)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.dice import Chance, Dice
from warhost.players.solo.regiments.verdict import any_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import Battle, Unit, site_of
from warhost.rulesets.regiments.core.arms import weapons
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import attack_rules
from warhost.table import Point

SECTIONS = 3
D3 = Dice.parse("D3")


def section_die(chance: Chance) -> int:
    return D3.total(chance.roll(D3))


@rule("aofr.ai.activation_section", "aofr.ai.deploy_sections")
def section_of(battle: Battle, seat: int, x: float, y: float) -> int:
    """The third of the table along that side's edge in which a point lies, 1 to 3 from its left."""
    width, depth = battle.scene.board.width, battle.scene.board.depth
    edge = battle.edges[seat] if seat < len(battle.edges) else ""
    share = {"north": 1 - x / width, "west": 1 - y / depth, "east": y / depth}.get(edge, x / width)
    return min(SECTIONS, max(1, int(share * SECTIONS) + 1))


def place_of(battle: Battle, unit: Unit) -> Point:
    """Where the unit counts as being: a passenger is where its transport is, a garrison where its building is."""
    site = site_of(battle, unit)
    if site is not None:
        return (site.x, site.y)
    pose = unit.pose or (battle.units[unit.inside].pose if unit.inside is not None else None)
    return (0.0, 0.0) if pose is None else (pose.x, pose.y)


def has_counter(battle: Battle, unit: Unit) -> bool:
    return any(
        special.name == "Counter"
        for group, _ in kinds_of_model(unit)
        for weapon in weapons(battle, unit, group, ranged=False)
        for special in attack_rules(battle, unit, group, weapon)
    )


@rule("aofr.ai.shaken", "aofr.ai.transport_order")
def eligible(battle: Battle, units: Sequence[Unit]) -> list[Unit]:
    """Shaken units wait for all others; in round 1 passengers wait for their transport (AOFR-R635)."""
    fresh = [unit for unit in units if not unit.shaken] or list(units)
    if battle.turn > 1:
        return fresh
    free = [
        unit
        for unit in fresh
        if unit.inside is None or battle.units[unit.inside].activated or site_of(battle, unit) is not None
    ]
    return free or fresh


@rule("aofr.ai.activation_fallback", "aofr.ai.counter", "aofr.ai.activation_random")
def next_unit(battle: Battle, seat: int, units: Sequence[Unit], chance: Chance) -> tuple[Unit, int]:
    """A D3 names a section; one without anybody to act passes it on to the next; a die picks the unit there.

    Units with Counter wait for the others of their section. Returns the unit and what the D3 showed.
    """
    free = eligible(battle, units)
    homes = {unit.id: section_of(battle, seat, *place_of(battle, unit)) for unit in free}
    die = section_die(chance)
    section = die
    while section not in homes.values():
        section = section % SECTIONS + 1
    there = [unit for unit in free if homes[unit.id] == section]
    quick = [unit for unit in there if not has_counter(battle, unit)]
    return any_of(quick or there, chance), die
