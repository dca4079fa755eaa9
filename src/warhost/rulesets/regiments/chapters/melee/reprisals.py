"""Hits on whoever wounds or kills models in melee, by the rules of these models."""

from __future__ import annotations

from typing import NamedTuple

from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, prepared, strike
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import model_rules
from warhost.rulesets.regiments.rules.written import WRITTEN


class Grudge(NamedTuple):
    """What the models of a group bear, before they are struck: hits for each wound and for each model that falls."""

    name: str
    lives: int
    models: int
    by_wound: int
    by_model: int


def grudges(battle: Battle, unit: Unit) -> dict[int, Grudge]:
    """Those of each group of the unit that has any."""
    found: dict[int, Grudge] = {}
    muster: Muster | None = None
    for group, count in kinds_of_model(unit):
        own = model_rules(battle, unit, group)
        rules = list(dict.fromkeys((*own.at("retaliates"), *own.at("avenges"))))
        if rules:
            muster = muster or Muster(battle, unit)
            by_wound, by_model = sum(rule.retaliates for rule in rules), sum(rule.avenges for rule in rules)
            found[group] = Grudge(rules[0].name, muster.lives(group), count, by_wound, by_model)
    return found


def repaid(battle: Battle, struck: Side, striker: Side, before: dict[int, Grudge]) -> Script[None]:
    """The hits that the striker takes for what it has done; wounds of them count for the unit that was struck."""
    if not before or striker.unit.fate:
        return
    muster = None if struck.unit.fate else Muster(battle, struck.unit)
    for group, grudge in before.items():
        lives = muster.lives(group) if muster is not None and muster.left.get(group) else 0
        models = muster.left.get(group, 0) if muster is not None else 0
        hits = (grudge.lives - lives) * grudge.by_wound + (grudge.models - models) * grudge.by_model
        if hits <= 0 or striker.unit.fate:
            continue
        attack = Attack(
            *("impact", struck.unit.id, striker.unit.id, hits, grudge.name, WRITTEN, None),
            defense=defense_of(battle, striker.unit),
            limit=optional.models_left(battle, striker.unit),
        )
        struck.wounds += yield from strike(battle, [prepared(battle, attack, ())])
