"""Which spell is cast, and on whom (Solo & Co-Op Rules: Caster)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from warhost.dice import Chance
from warhost.play import Choose, Option
from warhost.players.solo.regiments.order import place_of, section_die
from warhost.players.solo.regiments.verdict import any_of
from warhost.rulebook import rule
from warhost.rulesets.regiments.chapters.magic.casters import casters_of
from warhost.rulesets.regiments.chapters.magic.casting import named_spell, targets_of, way_of
from warhost.rulesets.regiments.core import HERO, Battle, SpellText, Unit, gap_between
from warhost.rulesets.regiments.core.speakers import model_rules
from warhost.table import TOLERANCE


@rule("aofr.ai.caster", "aofr.ai.caster_cycle")
def spell_to_cast(battle: Battle, unit: Unit, question: Choose, chance: Chance) -> tuple[Option, str] | None:
    """D3 + level names the spell, the last of the list if it has fewer; if it cannot be cast, on through the list.

    One spell in an activation, after the move (AOFR-R637).
    """
    if unit.tried or question.about == "before the move":
        return None
    for caster in casters_of(battle, unit):
        if not way_of(battle).ready(battle, caster):
            continue
        regiment = battle.regiment(unit)
        if caster.group == HERO and regiment.hero is not None:
            regiment = regiment.hero
        spells = regiment.spells
        level = sum(special.rating for special in model_rules(battle, unit, caster.group) if special.casts)
        number = min(len(spells), section_die(chance) + level)
        for shift in range(len(spells)):
            spell = spells[(number - 1 + shift) % len(spells)]
            offered = next((o for o in question.options if o.key == f"{caster.place}:{spell.name}"), None)
            if offered and any(makes_sense(target, spell) for target in targets_of(battle, caster, spell)):
                return offered, "aofr.ai.caster_cycle" if shift else "aofr.ai.caster"
    return None


@rule("aofr.ai.caster")
def spell_target(battle: Battle, unit: Unit, question: Choose, chance: Chance) -> Option:
    """The nearest target on which the spell makes sense."""
    _, spell = named_spell(battle, unit, question.options[0].key)
    sensible = [o for o in question.options if o.target is not None and makes_sense(battle.units[o.target], spell)]
    return nearest_option(battle, unit, sensible or question.options, chance)


def makes_sense(target: Unit, spell: SpellText) -> bool:
    """Whether the spell would change anything: a friend that it lies on already, or that needs no healing, is none."""
    effect = spell.effect
    if effect is None or spell.target == "enemy":
        return effect is not None
    if effect.heals and not effect.lasting:
        return is_wounded(target)
    return all(on.name != spell.name for on in target.effects)


def is_wounded(unit: Unit) -> bool:
    return bool(unit.wounds or unit.hero_wounds or any(count for _, count in unit.scars))


def nearest_option(battle: Battle, unit: Unit, options: Sequence[Option], chance: Chance) -> Option:
    """The option whose target is nearest, by a die if several are."""
    gaps = [_gap(battle, unit, battle.units[option.target]) for option in options if option.target is not None]
    return any_of([o for o, gap in zip(options, gaps, strict=True) if gap <= min(gaps) + TOLERANCE], chance)


def _gap(battle: Battle, unit: Unit, target: Unit) -> float:
    if target is unit:
        return 0.0
    if unit.pose is None or target.pose is None:
        (x, y), (tx, ty) = place_of(battle, unit), place_of(battle, target)
        return hypot(tx - x, ty - y)
    return gap_between(battle, unit, target)


@rule("aofr.ai.army_rules")
def army_rule(battle: Battle, unit: Unit, question: Choose, chance: Chance) -> Option | None:
    """A rule of its army is used as soon as the unit acts, on the nearest target that makes sense (AOFR-R642).

    Friends make sense that have lost something; enemies always do.
    """
    offered = [option for option in question.options if option.target is not None]
    sensible = [
        option
        for option in offered
        if option.target is not None
        and (battle.units[option.target].seat != unit.seat or needs_help(battle.units[option.target]))
    ]
    return nearest_option(battle, unit, sensible, chance) if sensible else None


def needs_help(unit: Unit) -> bool:
    return is_wounded(unit) or unit.shaken or unit.models < unit.start
