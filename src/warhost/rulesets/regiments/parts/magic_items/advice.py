"""What computer players think of magic items: which to take, and when to use them."""

from __future__ import annotations

from collections.abc import Iterator

from warhost.play.counsel.counsel import Term
from warhost.play.questions import Option, Question
from warhost.rulesets.regiments.chapters.wounds.casualties import Muster
from warhost.rulesets.regiments.core import Battle, Unit
from warhost.rulesets.regiments.parts.magic_items import state, uses
from warhost.rulesets.regiments.parts.magic_items.items import items

WORTHY = 0.5
"""An enemy of that part of a unit's worth is worth a gem or an amulet."""


def on_item(battle: Battle, option: Option) -> Iterator[Term]:
    """What an item is good for, by what the hero is."""
    if option.passes or option.unit is None:
        yield 0.0, "goes without", ""
        return
    item = items()[option.key]
    hero = state.hero_of(battle, battle.units[option.unit])
    casts = hero is not None and hero.has("Caster")
    worth = float(item.caster if casts and item.caster is not None else item.worth)
    if item.weapon and hero is not None:
        most = max(arm.attacks for arm in hero.groups[0].weapons)
        worth = worth * most / 3 if item.weapon != "attacks" else worth
    yield worth, "what it is good for", item.rule


def on_use(battle: Battle, question: Question, option: Option) -> Iterator[Term]:
    """Whether now is the time for an item that is used once."""
    if option.passes or option.unit is None:
        yield 0.0, "keeps it for later", ""
        return
    unit = battle.units[option.unit]
    other = None if option.target is None else battle.units[option.target]
    yield _now(battle, question.about, unit, other, option), "now is the time", items()[question.about].rule


def _now(battle: Battle, item: str, unit: Unit, other: Unit | None, option: Option) -> float:
    """How good the moment is: above 0 the item is used."""
    last = 1.0 if battle.turn >= 3 else 0.0
    if item in (uses.GEM, uses.AMULET, uses.MASK) and other is not None:
        own, theirs = battle.regiment(unit).points, battle.regiment(other).points
        return theirs - WORTHY * own + last * own
    if item == uses.SEED:
        bearer = state.in_unit(battle, item, unit)
        wounds = 0 if bearer is None else Muster(battle, unit).wounds.get(bearer.group, 0)
        return wounds - 1.5 + last
    if item == uses.POTION:
        return -1.0
    if item == uses.TOME:
        return 1.0 if sum(unit.tokens) <= 3 else -1.0
    if item == uses.SHIELDING and option.odds:
        return option.odds[0].value - 0.8 + last
    return 1.0
