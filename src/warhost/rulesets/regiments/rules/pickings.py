"""What models may do with units that they pick, and what a unit chooses when it is activated, as spells without cost.

They stand in the rules of army books, as clauses. As spells they are cast, last, and are spent like any other.
"""

from __future__ import annotations

from collections.abc import Iterator

from warhost.rulesets.regiments.core import Clause, Picking, Regiment, SpellEffect, SpellText
from warhost.rulesets.regiments.core.clauses import RuleText


def own_rules(regiment: Regiment) -> Iterator[RuleText]:
    """The rules of all models of a regiment, without a hero that joined it, and what these rules give."""
    waiting = [*regiment.rules, *(rule for group in regiment.groups for rule in group.rules)]
    seen: set[RuleText] = set()
    while waiting:
        rule = waiting.pop(0)
        if rule in seen:
            continue
        seen.add(rule)
        yield rule
        waiting += [given for clause in rule.clauses if clause.deed == "gives" for given in clause.rules]


def picking_effect(picking: Picking) -> SpellEffect:
    """What happens to a unit that is picked."""
    return SpellEffect(
        hits=picking.hits,
        rules=picking.rules,
        gives=picking.gives,
        against=picking.against,
        heals=picking.heals,
        danger=picking.danger,
        fails=picking.fails,
        marks=bool(picking.marks),
        once=picking.once,
    )


def pickings(rule: RuleText, deed: str = "ability") -> Iterator[tuple[SpellText, Picking]]:
    """What a model with the rule may do once in an activation, or when it arrives."""
    for clause in rule.clauses:
        if clause.deed == deed and clause.picking is not None:
            yield _spell(rule, clause.picking), clause.picking


def _spell(rule: RuleText, picking: Picking) -> SpellText:
    return SpellText(
        name=rule.name,
        cost=0,
        range=picking.range,
        target=picking.target,
        units=picking.units,
        text=rule.text,
        effect=picking_effect(picking),
    )


def chosen(rule: RuleText) -> Iterator[tuple[SpellText, Clause]]:
    """What a unit with the rule chooses from when it is activated: each part of the spell's effect is a choice."""
    for clause in rule.clauses:
        if clause.deed == "choose":
            effect = SpellEffect(gives=clause.rules, once=clause.name == "next")
            yield SpellText(name=rule.name, cost=0, range=0, target="friend", text=rule.text, effect=effect), clause


def growing(rule: RuleText) -> Iterator[tuple[SpellText, Clause]]:
    """What a unit with the rule has by markers or by a feat: each part of the spell's effect is one of its bonuses."""
    for clause in rule.clauses:
        if clause.deed in ("grows", "feat"):
            effect = SpellEffect(gives=clause.rules)
            yield SpellText(name=rule.name, cost=0, range=0, target="friend", text=rule.text, effect=effect), clause


_known: dict[int, tuple[Regiment, dict[str, SpellText]]] = {}
MOST_KNOWN = 512


def spells_and_pickings(regiment: Regiment) -> dict[str, SpellText]:
    """By their names, all things of a regiment and its hero that may last on a unit. Worked out once for each."""
    known = _known.get(id(regiment))
    if known is None or known[0] is not regiment:
        if len(_known) > MOST_KNOWN:
            _known.clear()
        found: dict[str, SpellText] = {}
        for one in (regiment, *((regiment.hero,) if regiment.hero is not None else ())):
            for rule in own_rules(one):
                found |= {spell.name: spell for spell, _ in (*pickings(rule), *chosen(rule), *growing(rule))}
        for one in (regiment, *((regiment.hero,) if regiment.hero is not None else ())):
            found |= {spell.name: spell for spell in reversed(one.spells)}
        known = _known[id(regiment)] = (regiment, found)
    return known[1]
