"""What a unit should cost: the formula behind the prices of the house armies.

Two units that fight until one is gone are equal when n x n x (wounds dealt) x (hits survived) is equal, n being their
models: twice the models are worth four times as much. So a model is worth the square root of what it deals times what
it survives, and a unit is worth its models times that:

    price = 14 x models x sqrt(deals x survives x staying) x nerve x reach + extras

- deals: wounds that one model is expected to cause in a round of melee against Defense 3+, 4+ and 5+ in equal parts,
  plus those of a round of shooting, which count the more the farther they reach.
- survives: hits of AP(0), AP(1) and AP(2) that it takes to kill it.
- staying: a single model hits at full strength until it dies, a big unit loses strength with every wound: (n + 1) / n.
- nerve: from the chance to pass a morale test.
- reach: what speed and ways to come into play are worth.
- extras: points for Caster, Fear, Hero and Transport, which are worth the same on any model.

A unit of ten with Quality 4+, Defense 4+ and one plain attack costs about 100 points. The prices in the files may be
moved away from the formula where games show that it is wrong.
"""

from __future__ import annotations

from math import sqrt

from warhost.rulesets.regiments.core import Group, Regiment, Weapon, rating
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.table import summed

__all__ = ["fair_price"]

_POINTS = 14.0
_DEFENSES = (3, 4, 5)
_PENETRATION = ((0, 0.5), (1, 0.3), (2, 0.2))
"""How often an attack comes with which AP."""

_CHARGES = 0.5
"""The share of its melees in which a unit is the one that charged."""

_REACH = {
    "Fast": 1.15,
    "Slow": 0.88,
    "Flying": 1.15,
    "Strider": 1.04,
    "Scout": 1.06,
    "Ambush": 1.06,
    "Immobilized": 0.75,
    "Musician": 1.03,
}
_SURVIVES = {"Regeneration": 1.4, "Stealth": 1.1, "Entrenched": 1.1}
_EXTRAS = {"Caster": 20, "Fear": 7, "Transport": 2}
_HERO = 10
_HITTING = {"Counter": 1.2, "Limited": 0.35, "Indirect": 1.15, "Sniper": 1.3}


def fair_price(regiment: Regiment) -> int:
    """The points that a unit should cost by the formula, to the nearest five; a hero that joined it is not counted."""
    worth = summed(group.count * _model_worth(regiment, group) for group in regiment.groups)
    staying = sqrt((regiment.size + 1) / regiment.size)
    price = _POINTS * worth * staying * _nerve(regiment) * _factor(regiment, _REACH)
    price += summed(points * _rating(regiment, rule) for rule, points in _EXTRAS.items())
    price += _HERO if regiment.is_hero else 0
    return max(5, 5 * round(price / 5))


def _model_worth(regiment: Regiment, group: Group) -> float:
    rules = (*regiment.rules, *group.rules)
    deals = summed(weapon.count * _wounds(weapon, regiment.quality, rules) for weapon in group.weapons)
    deals += rating(rules, "Impact") * 5 / 6 * _wound_chance(0) * _CHARGES
    survives = regiment.tough / summed(share * _through(ap, regiment.defense) for ap, share in _PENETRATION)
    # A model without any weapon still takes up the enemy's time and holds ground.
    return sqrt(max(deals, 0.1) * survives * _factor(regiment, _SURVIVES))


def _wounds(weapon: Weapon, quality: int, rules: tuple[RuleText, ...]) -> float:
    """Wounds that a model is expected to cause with a weapon in one round, weighed by how well it reaches."""
    names = {rule.name for rule in (*rules, *weapon.rules)}
    hit = (7 - (2 if names & {"Reliable", "Sniper"} else quality)) / 6
    if "Sergeant" in names:
        hit += 1 / 6
    ap = weapon.rating("AP")
    if "Lance" in names and not weapon.ranged:
        hit += _CHARGES / 6
        ap += 1 if _CHARGES >= 0.5 else 0
    sixes = 1 / 6
    wounds = (hit - sixes) * _wound_chance(ap, names) + sixes * _wound_chance(4 if "Rending" in names else ap, names)
    if "Furious" in names and not weapon.ranged:
        wounds += sixes * _CHARGES * _wound_chance(ap, names)
    if "Relentless" in names and weapon.ranged:
        wounds += sixes * _CHARGES * _wound_chance(ap, names)
    for rule, factor in _HITTING.items():
        wounds *= factor if rule in names else 1.0
    wounds *= 1 + 0.6 * max(0, weapon.rating("Blast") - 1)
    wounds *= 1 + 0.45 * max(0, weapon.rating("Deadly") - 1)
    reach = 1.0 if weapon.range is None else 0.15 + weapon.range / 20
    return weapon.attacks * wounds * reach


def _wound_chance(ap: int, names: set[str] | None = None) -> float:
    """The chance that a hit wounds the usual enemy."""
    chance = summed(_through(ap, defense) for defense in _DEFENSES) / len(_DEFENSES)
    if names and "Poison" in names:
        # One die in six is a 6 that is rolled again, and then blocks no more often than any other.
        chance += chance / 6
    return min(chance, 1.0)


def _through(ap: int, defense: int) -> float:
    """The chance that a hit goes through a Defense: a 6 always blocks, a 1 never does."""
    return (min(6, defense + ap) - 1) / 6


def _nerve(regiment: Regiment) -> float:
    passes = (7 - regiment.quality) / 6
    if regiment.count("Banner"):
        passes = min(5 / 6, passes + 1 / 6)
    if regiment.has("Fearless"):
        passes += (1 - passes) / 2
    return 0.7 + 0.6 * passes


def _factor(regiment: Regiment, factors: dict[str, float]) -> float:
    product = 1.0
    for rule, factor in factors.items():
        product *= factor if regiment.count(rule) else 1.0
    return product


def _rating(regiment: Regiment, rule: str) -> int:
    own = regiment.rating(rule)
    return own + sum(group.count * rating(group.rules, rule) for group in regiment.groups)
