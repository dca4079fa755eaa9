"""Hits and wounds that nobody deals: of events, conditions and the ground (AOFR-R504, AOFR-R505, AOFR-R506)."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.play.script import Script, roll_sum
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.rules.written import spoken


def take_wounds(battle: Battle, unit: Unit, dice: str, name: str, rule_id: str) -> Script[int]:
    """The unit takes as many wounds as the dice show: they are not blocked, what ignores wounds still does."""
    if unit.fate or not unit.models:
        return 0
    wounds = yield from roll_sum(dice, why=f"{name}: wounds", rule=rule_id, seat=unit.seat, unit=unit.id)
    return (yield from damage.automatic_wounds(battle, unit, wounds))


def take_hits(
    battle: Battle, unit: Unit, dice: str | int, name: str, rule_id: str, rules: Sequence[RuleText] = ()
) -> Script[int]:
    """The unit takes as many hits as the dice show. It blocks them with its Defense; they are neither shooting nor
    melee. Returns the wounds that it took."""
    if unit.fate or not unit.models:
        return 0
    hits = dice
    if isinstance(hits, str):
        hits = yield from roll_sum(hits, why=f"{name}: hits", rule=rule_id, seat=unit.seat, unit=unit.id)
    return (yield from damage.strike(battle, [attack_of(battle, unit, hits, name, rule_id, rules)]))


def attack_of(battle: Battle, unit: Unit, hits: int, name: str, rule_id: str, rules: Sequence[RuleText] = ()) -> Attack:
    """So many hits on a unit that nobody deals, with these rules."""
    attack = Attack(
        *("spell", unit.id, unit.id, hits),
        what=name,
        rule=rule_id,
        quality=None,
        defense=damage.defense_of(battle, unit),
        limit=unit.models,
    )
    return damage.prepared(battle, attack, spoken(tuple(rules)))


def begin_between(battle: Battle) -> None:
    """Something happens between activations: wounds are counted from here."""
    for unit in battle.units:
        unit.hurt, unit.hurt_by, unit.tested, unit.fought = 0, None, 0, False


def end_between(battle: Battle) -> Script[None]:
    """It has happened to all units: those that it left at half strength or less test morale."""
    yield from morale.end_of_activation(battle)
