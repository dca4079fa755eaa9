"""Which rules are in force where they stand: those that the game knows and that can do something there."""

from __future__ import annotations

from collections.abc import Iterable

from warhost.rulesets.regiments.core import (
    ATTACK_DEEDS,
    CONDITIONS,
    HIT_DEEDS,
    RULES,
    Bearer,
    Clause,
    Group,
    SpellText,
    Weapon,
    is_known,
)
from warhost.rulesets.regiments.core.clauses import RuleText


def is_in_force(rule: RuleText, bearer: Bearer = "models") -> bool:
    """Whether the rule is known and does something where it stands."""
    if rule.clauses:
        return all(_acts(clause, bearer) for clause in rule.clauses)
    return is_known(rule) and bearer in RULES[rule.name].bearers


_MODELS_ALONE = frozenset({"ability", "choose", "deploy place", "repel", "feat", "grows", "takedown", "crosses"}) | {
    "arrival",
    "band",
    "keeps off",
    "delays",
}
"""What a model does by itself: no spell can give it."""


def _acts(clause: Clause, bearer: Bearer) -> bool:
    """Whether a clause does something on such a bearer."""
    if not set(clause.when) <= CONDITIONS.get(clause.deed, frozenset()):
        return False
    if (clause.tough is not None or clause.defense is not None) and clause.deed not in ATTACK_DEEDS:
        return False
    if clause.deed == "gives":
        # A rule for melee or for shooting alone is asked for when its bearer attacks, and at no other moment.
        return all(is_in_force(rule, "weapons" if clause.when else bearer) for rule in clause.rules)
    if bearer == "hits":
        return clause.deed in HIT_DEEDS and not clause.when
    if bearer == "weapons":
        return clause.deed in ATTACK_DEEDS
    if bearer == "enchanted" and clause.deed in _MODELS_ALONE:
        return False
    if clause.deed in ("choose", "feat", "grows"):
        return all(is_in_force(rule, "enchanted") for rule in clause.rules)
    return all(_acts(inner, "models") for inner in clause.clauses)


def unknown_rules(
    rules: Iterable[RuleText] = (),
    groups: Iterable[Group] = (),
    weapons: Iterable[Weapon] = (),
    spells: Iterable[SpellText] = (),
) -> tuple[str, ...]:
    """The rules among these that are not in force, each once and in the order in which they stand."""
    idle = [*_idle(rules, "models"), *_idle((rule for weapon in weapons for rule in weapon.rules), "weapons")]
    for group in groups:
        idle += _idle(group.rules, "models")
        idle += _idle((rule for weapon in group.weapons for rule in weapon.rules), "weapons")
    for spell in spells:
        if spell.effect is not None:
            idle += [*_idle(spell.effect.rules, "hits"), *_idle(spell.effect.gives, "enchanted")]
            idle += _idle(spell.effect.against, "weapons")
    return tuple(dict.fromkeys(idle))


def _idle(rules: Iterable[RuleText], bearer: Bearer) -> list[str]:
    return [str(rule) for rule in rules if not is_in_force(rule, bearer)]
