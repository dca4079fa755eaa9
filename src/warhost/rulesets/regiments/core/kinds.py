"""The kinds of model in a unit: how many are left, the rules written on them, the wounds that kill one."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.rulesets.regiments.core import optional
from warhost.rulesets.regiments.core.battle import Battle, Effect, Unit, by_losses, by_rules
from warhost.rulesets.regiments.core.entries import RuleText, SpellEffect
from warhost.rulesets.regiments.core.formation import HERO
from warhost.rulesets.regiments.core.rules import Share, named, unfolded
from warhost.rulesets.regiments.rules.pickings import spells_and_pickings


def kinds_of_model(unit: Unit) -> Iterator[tuple[int, int]]:
    """The groups that still have models, and how many; a joined hero first."""
    if unit.hero:
        yield HERO, 1
    for group, count in enumerate(unit.left):
        if count:
            yield group, count


@by_rules
def texts_of(battle: Battle, unit: Unit, group: int) -> tuple[RuleText, ...]:
    """The rules of the models of a group as they are written: its regiment's, its own, and those that spells give."""
    regiment = battle.regiment(unit)
    if group == HERO:
        assert regiment.hero is not None
        regiment, group = regiment.hero, 0
    return regiment.rules + regiment.groups[group].rules + given(battle, unit) + _given_to_all(battle, unit)


@by_losses
def _given_to_all(battle: Battle, unit: Unit) -> tuple[RuleText, ...]:
    """What models give to their whole unit while they live: auras.

    A joined hero belongs to the unit, and the unit's own rules are its too if they are for all.
    """
    regiment, left = battle.regiment(unit), unit.left
    texts = [rule for group, count in zip(regiment.groups, left, strict=True) if count for rule in group.rules]
    if any(left):
        texts += regiment.rules
    if unit.hero and regiment.hero is not None:
        texts += regiment.hero.rules + regiment.hero.groups[0].rules
    auras = (clause for text in texts for clause in text.clauses if clause.deed == "gives" and clause.whose == "unit")
    return tuple(dict.fromkeys(rule for clause in auras for rule in clause.rules))


@by_rules
def unfolded_texts(battle: Battle, unit: Unit, group: int) -> tuple[RuleText, ...]:
    """The rules of the models of a group, and those that these rules give at every moment."""
    return unfolded(texts_of(battle, unit, group))


@by_rules
def written_rules(battle: Battle, unit: Unit) -> tuple[tuple[RuleText, Share], ...]:
    """The written rules of a unit and how many of its models have them."""
    kinds = [(unfolded_texts(battle, unit, group), count) for group, count in kinds_of_model(unit)]
    models = sum(count for _, count in kinds)
    having: dict[RuleText, int] = {}
    for texts, count in kinds:
        for rule in texts:
            if rule.clauses:
                having[rule] = having.get(rule, 0) + count
    return tuple((rule, Share(count, models)) for rule, count in having.items())


def given(battle: Battle, unit: Unit) -> tuple[RuleText, ...]:
    """The rules that all models of the unit have by spells."""
    if not unit.effects:
        return ()
    lying = {(effect.name, effect.number): figures_of(battle, effect) for effect in unit.effects}
    return tuple(text for figures in lying.values() if figures is not None for text in figures.gives)


def figures_of(battle: Battle, effect: Effect) -> SpellEffect | None:
    """What a lasting effect does: its figures stand with the spells of whoever cast it."""
    spell = spells_and_pickings(battle.regiment(battle.units[effect.source])).get(effect.name)
    figures = optional.effect_of(battle, effect) if spell is None else spell.effect
    if figures is None or not effect.number:
        return figures
    return next(iter(figures.parts[effect.number - 1 : effect.number]), None)


@by_rules
def tough(battle: Battle, unit: Unit, group: int) -> int:
    """How many wounds kill a model of that group."""
    return max(1, sum(own.toughness for own in named(texts_of(battle, unit, group))))
