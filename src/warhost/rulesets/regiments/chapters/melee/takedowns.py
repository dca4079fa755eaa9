"""Attacks in melee on a single model: weapons that pick it, and blows that are struck once per game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from warhost.play.questions import Option
from warhost.play.script import Script, choose
from warhost.play.shown.english import does
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.wounds.attacks import SNIPERS, Attack
from warhost.rulesets.regiments.chapters.wounds.damage import defense_of, prepared, promised
from warhost.rulesets.regiments.core import HERO, Battle, Clause, SpecialRule, Unit, group_of
from warhost.rulesets.regiments.core.arms import front_rows
from warhost.rulesets.regiments.core.kinds import kinds_of_model
from warhost.rulesets.regiments.core.speakers import model_rules
from warhost.rulesets.regiments.rules.written import WRITTEN, spoken


def aimed(battle: Battle, side: Side, other: Side, attacks: Sequence[Attack]) -> Script[list[Attack]]:
    """The attacks, those that pick a model aimed at one, and what may be struck once per game besides."""
    found: list[Attack] = []
    kinds = [kind for kind, _ in kinds_of_model(other.unit)]
    for attack in attacks:
        if attack.picking is None:
            found.append(attack)
            continue
        ways = {kind: attack.picking(kind) for kind in kinds}
        text = f"Which model in {other.unit.name} {does(side.unit.name)} attack with {attack.what}?"
        key = yield from _ask(battle, side.unit, other.unit, ways, text, ())
        found.append(ways[int(key)])
    for rule, clause, models in ready(battle, side.unit):
        ways = {kind: _blow(battle, side, other, rule, clause, models, kind) for kind in kinds}
        spare = (Option("pass", "Not now", unit=side.unit.id, passes=True),)
        text = f"Which model in {other.unit.name} {does(side.unit.name)} use {rule.name} on, once per game?"
        key = yield from _ask(battle, side.unit, other.unit, ways, text, spare)
        if key != "pass":
            side.unit.used = (*side.unit.used, rule.name)
            found.append(ways[int(key)])
    return found


def _ask(
    battle: Battle, unit: Unit, target: Unit, ways: dict[int, Attack], text: str, spare: tuple[Option, ...]
) -> Script[str]:
    if unit.seat < 0:
        return spare[0].key if spare else str(next(iter(ways)))
    options = [
        *spare,
        *(
            Option(str(kind), _called(battle, target, kind), promised(battle, [attack]), unit.id, target.id)
            for kind, attack in ways.items()
        ),
    ]
    return (
        yield from choose(unit.seat, "ability", text, options, rules=(WRITTEN,), about=next(iter(ways.values())).what)
    )


def _called(battle: Battle, unit: Unit, group: int) -> str:
    """What the models of a group are called by someone who picks one."""
    hero = battle.regiment(unit).hero
    if group == HERO and hero is not None:
        return hero.name or "the hero"
    armed = group_of(battle, unit, group)
    return armed.name or ", ".join(str(text) for text in armed.rules) or f"a plain model of {unit.name}"


def ready(battle: Battle, unit: Unit) -> Iterator[tuple[SpecialRule, Clause, int]]:
    """The blows that the unit has not struck yet, and how many of its models in the first rows can."""
    found: dict[str, tuple[SpecialRule, Clause, int]] = {}
    for group, count in front_rows(unit).items():
        for rule in model_rules(battle, unit, group).at("takedowns"):
            for clause in rule.takedowns:
                before = found[rule.name][2] if rule.name in found else 0
                found[rule.name] = (rule, clause, before + count)
    yield from (one for name, one in found.items() if name not in unit.used)


def _blow(
    battle: Battle, side: Side, other: Side, rule: SpecialRule, clause: Clause, models: int, picked: int
) -> Attack:
    attack = Attack(
        *("melee", side.unit.id, other.unit.id, models * clause.amount, rule.name, WRITTEN, clause.need),
        defense=defense_of(battle, other.unit, picked),
        picked=picked,
        shooters=models,
        charging=side.charging,
        only_sixes=side.tired,
    )
    made = prepared(battle, attack, spoken(clause.rules))
    made.order = SNIPERS
    return made
