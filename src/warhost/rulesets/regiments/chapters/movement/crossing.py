"""Moves through enemies: what rules of army books do to a unit that a model moves through."""

from __future__ import annotations

from collections.abc import Sequence

from warhost.field import Path
from warhost.play.questions import Option
from warhost.play.script import Script, choose, roll_pool
from warhost.play.shown.english import does
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, prepared, promised, strike
from warhost.rulesets.regiments.core import Battle, Clause, SpecialRule, Unit, enemies, footprint, optional
from warhost.rulesets.regiments.core.speakers import unit_rules
from warhost.rulesets.regiments.rules.written import WRITTEN, spoken
from warhost.table import passes_through


def cross(battle: Battle, unit: Unit, way: Path) -> Script[None]:
    """Once per activation a unit may strike an enemy that it has moved through, as its rules say."""
    if unit.fate or battle.acting != unit.id:
        return
    for rule, share in unit_rules(battle, unit).at("crossings"):
        for clause in rule.crossings:
            done = unit.used if clause.name == "game" else unit.tried
            if rule.name in done or not share.having:
                continue
            crossed = [
                enemy
                for enemy in enemies(battle, unit.seat)
                if enemy.pose is not None
                and not enemy.fate
                and any(passes_through(shape, step, footprint(battle, enemy)) for shape, step in way.straights())
            ]
            if crossed:
                yield from _strike_one(battle, unit, rule, clause, share.having, crossed)


def _strike_one(
    battle: Battle, unit: Unit, rule: SpecialRule, clause: Clause, models: int, crossed: Sequence[Unit]
) -> Script[None]:
    options = [Option("pass", "Nobody", unit=unit.id, passes=True)]
    for enemy in crossed:
        sure = _hits(battle, unit, rule, clause, enemy, models * clause.dice)
        options.append(Option(f">{enemy.id}", enemy.name, promised(battle, [sure]), unit.id, enemy.id))
    text = f"Who {does(unit.name)} use {rule.name} on?"
    key = yield from choose(unit.seat, "ability", text, options, rules=(WRITTEN,), about=rule.name)
    if key == "pass":
        return
    unit.tried = (*unit.tried, rule.name)
    if clause.name == "game":
        unit.used = (*unit.used, rule.name)
    target = battle.units[int(key[1:])]
    faces = yield from roll_pool(
        models * clause.dice, need=clause.need, why=rule.name, rule=WRITTEN, seat=unit.seat, unit=unit.id
    )
    successes = sum(face >= clause.need for face in faces)
    if successes:
        yield from strike(battle, [_hits(battle, unit, rule, clause, target, successes)])


def _hits(battle: Battle, unit: Unit, rule: SpecialRule, clause: Clause, target: Unit, successes: int) -> Attack:
    """The hits of so many dice that showed enough: blocked with Defense, neither shooting nor melee."""
    attack = Attack(
        *("spell", unit.id, target.id, successes * clause.amount, rule.name, WRITTEN, None),
        defense=defense_of(battle, target),
        limit=optional.models_left(battle, target),
    )
    return prepared(battle, attack, spoken(clause.rules))
