"""Who has which rules: models, units, and what all, most or any of their models have."""

from __future__ import annotations

from functools import lru_cache

from warhost.play.rules.rulebase import Speakers
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.enchantments import enchantments
from warhost.rulesets.regiments.core.battle import Battle, Unit, by_rules
from warhost.rulesets.regiments.core.entries import RuleText, Weapon
from warhost.rulesets.regiments.core.formation import HERO
from warhost.rulesets.regiments.core.kinds import kinds_of_model, texts_of
from warhost.rulesets.regiments.core.optional import speakers_for, surrounding
from warhost.rulesets.regiments.core.rules import Share, SpecialRule, unfolded
from warhost.rulesets.regiments.rules import special
from warhost.rulesets.regiments.rules.written import spoken


class Shares(Speakers[tuple[SpecialRule, Share]]):
    """Rules and how many of a unit's models have them."""

    @staticmethod
    def rule_of(one: tuple[SpecialRule, Share]) -> SpecialRule:
        return one[0]


REGISTRY = special
"""The module that makes the named rules known by being imported."""


@lru_cache(maxsize=8192)
def _heard(texts: tuple[RuleText, ...], moment: str = "") -> Speakers[SpecialRule]:
    """The rules that speak for these texts."""
    return Speakers(spoken(unfolded(texts, moment) if any(text.clauses for text in texts) else texts))


@by_rules
def model_rules(battle: Battle, unit: Unit, group: int) -> Speakers[SpecialRule]:
    """The rules that speak for the models of a group."""
    own = _heard(texts_of(battle, unit, group))
    more = _besides(battle, unit, group)
    return Speakers((*own, *more)) if more else own


@rule("aofr.general.rule_scope")
def attack_rules(battle: Battle, unit: Unit, group: int, weapon: Weapon) -> Speakers[SpecialRule]:
    """The rules that speak for a weapon in the hands of such models: one rule on both counts once, ratings add up."""
    own = _heard(texts_of(battle, unit, group) + weapon.rules, "shooting" if weapon.ranged else "melee")
    more = _besides(battle, unit, group)
    return Speakers((*own, *more)) if more else own


def _besides(battle: Battle, unit: Unit, group: int | None = None) -> list[SpecialRule]:
    """What speaks for a unit, or for the models of one of its groups, besides their own rules: spells that lie on it,
    and what optional parts say of it."""
    if not unit.effects and not battle.scene.settings.parts:
        return []
    laid = [*enchantments(battle, unit), *speakers_for(battle, unit)] if unit.effects else []
    told = [*laid, *surrounding(battle, unit)]
    if group is None or not told:
        return told
    others = unit.hero and group != HERO
    return [own for own in told if own.only in (None, group) and not (own.hero_only and others)]


@rule("aofr.general.rule_scope", "aofr.special.sniper.unit_of_one")
@by_rules
def unit_rules(battle: Battle, unit: Unit, picked: int | None = None) -> Shares:
    """Every rule that is present in the unit and how many of its models have it.

    Models that have a rule with different ratings are told apart. A picked model counts as a unit of one, and spells
    on its unit lie on it as well.
    """
    if picked is not None:
        return Shares((own, Share(1, 1)) for own in model_rules(battle, unit, picked))
    own = _shares(tuple((texts_of(battle, unit, group), count) for group, count in kinds_of_model(unit)))
    more = _besides(battle, unit)
    if not more:
        return own
    return Shares((*own, *((one, _share(unit, one)) for one in more)))


def _share(unit: Unit, one: SpecialRule) -> Share:
    """How many models of a unit a rule speaks for that lies on it."""
    if one.only is not None:
        return Share(dict(kinds_of_model(unit)).get(one.only, 0), unit.models)
    return Share(1 if one.hero_only and unit.hero else unit.models, unit.models)


@lru_cache(maxsize=4096)
def _shares(kinds: tuple[tuple[tuple[RuleText, ...], int], ...]) -> Shares:
    """The rules of so many models each with these texts, and how many have them."""
    models = sum(count for _, count in kinds)
    present: dict[tuple[str, int], tuple[SpecialRule, int]] = {}
    for texts, count in kinds:
        for own in _heard(texts):
            key = (own.name, own.rating)
            present[key] = (own, present[key][1] + count if key in present else count)
    return Shares((own, Share(having, models)) for own, having in present.values())


@by_rules
def movement_rules(battle: Battle, unit: Unit) -> Speakers[SpecialRule]:
    """The rules that are in force for the unit's moves and its deployment (AOFR-R046): what helps it is needed by all
    its models, what hinders it or says so is enough on one."""
    return Speakers(own for own, share in unit_rules(battle, unit) if share.all or own.one_is_enough)


@by_rules
def casters(battle: Battle, unit: Unit) -> tuple[int, ...]:
    """The group of each caster model of the unit, in the order of their tokens: a joined hero first."""
    return tuple(
        group
        for group, count in kinds_of_model(unit)
        if model_rules(battle, unit, group).at("casts")
        for _ in range(count)
    )
