"""What a unit should cost: the formula behind the prices of the house armies.

Two models that fight until one is gone are even when (wounds dealt) x (blows survived) is even, so a model is worth
about the square root of that product, and a little more where much of it stands on one base:

    price = 1.5 + 9.2 x (deals x lasts) ** 0.56 x mobility + extras

- deals: wounds of a round of blows and of a volley against four usual enemies, in the charge and after it. Blows count
  the more the earlier they fall. A volley counts the more the farther it reaches: archers shoot in every turn, all of
  them, while others still walk.
- lasts: how many hits of four usual weapons it takes to bring the model down.
- mobility: what Movement, Charge Rolls and ways to move are worth.
- extras: points for what is worth the same on any model: Spirit, special rules, Destiny, Magic Rating.

A model of plain infantry (Light Armour, shield, spear, everything on 6+) costs 8 points. Prices in the files may differ
from the formula by `TOLERANCE`, where battles show that it is wrong.
"""

from __future__ import annotations

from math import prod

from warhost.play.rules.rulebase import parted
from warhost.rulesets.blue_age.chapters.wounds.attacks import CHART
from warhost.rulesets.blue_age.core import Entry, MeleeWeapon, RangedWeapon, Type
from warhost.rulesets.blue_age.core.values import armour_save, melee_arms, ranged_arms
from warhost.table import summed

__all__ = ["TOLERANCE", "fair_price", "worth"]

TOLERANCE = 0.15
"""So far may the price of an entry be from the formula, as a share of it."""

STANDING = 1.5
"""What any model is worth by being there."""
POINTS = 9.2
POWER = 0.56

ENEMIES = ((4, 8, 0.4), (4, 6, 0.25), (5, 9, 0.15), (6, 9, 0.2))
"""Grit and Armour Save of usual enemies, and how often they are met."""
WEAPONS = ((4, 0, 0.4), (4, 1, 0.25), (6, 2, 0.2), (7, 2, 0.15))
"""Strength and Armour Piercing of usual attacks, and how often they come."""
CHARGES = 0.5
"""The share of its fights in which a unit has charged in that turn."""
EARLIER = 0.05
"""What a point of Initiative above or below 4 makes of blows: those who strike first are struck less."""
VOLLEY = (0.4, 8.0)
"""A volley counts this much, and one more for so many inches of range."""
MORE_SHOTS = {"Volley Fire": 1.8, "Rapid Fire": 1.35}
"""Shots of those who mostly stand still, and of those whose enemies are at half range now and then."""

SURER = {"Accurate": 0.05}
"""What is added to the chance to hit."""
SWEEPING = {"Firestorm": 4.0}
"""Hits of a template that is laid at the shooter; none of them misses."""
STRIKING = {"Polearm": 1.25, "Fast": 1.04, "Slow": 0.92}
"""What qualities make of blows: more models strike, sooner or later."""

BEHIND = 2.0
"""War Machines stand behind the others and last so much longer."""

CHARGE_REACH: dict[Type, float] = {
    "infantry": 7.15,
    "cavalry": 13.5,
    "chariot": 11.0,
    "beast": 15.0,
    "swarm": 3.8,
    "monstrous infantry": 5.5,
    "monster": 10.5,
    "war machine": 3.0,
}
"""The mean of Charge Rolls in inches, re-rolls included."""

MOBILITY = {"Sure Step": 1.03, "Scout": 1.06, "Vanguard": 1.05, "Ambush": 1.05, "Stupid": 0.85, "Frenzy": 0.95}
LASTING = {
    "Unbreakable": 1.12,
    "Unstable": 0.92,
    "Animated Construct": 1.15,
    "Elite": 1.06,
    "Shrouded": 1.12,
    "Stealth": 1.05,
    "Parry": 1.0,
    "Regeneration": 1.3,
    "Flammable": 0.95,
}
DEALING = {
    "Fear": 1.04,
    "Terror": 1.08,
    "Rage": 1.12,
    "Furious Charge": 1.08,
    "Wrath": 1.05,
    "Deathblow": 1.25,
    "Bane": 1.03,
    "Ponderous": 0.9,
}
EXTRAS = {"Feral Beast Strike": 4.0, "Stomp": 4.0, "Arcane Mastery": 12.0, "Mindful Acumen": 1.0, "Deft of Mind": 2.0}
HERO = 14.0
DESTINY = 9.0
MAGIC = (14.0, 24.0)
"""What a caster is worth by being one, and for each point of Magic Rating."""
BONUS = 6.0
"""What each rule of a Heroic Bonus is worth."""


def fair_price(entry: Entry) -> int:
    """The points that one model of an entry should cost by the formula: large ones to the nearest five."""
    points = worth(entry)
    return round(points) if points < 60 else round(points / 5) * 5


def worth(entry: Entry) -> float:
    """The same before it is rounded."""
    names = {parted(text)[0] for text in entry.rules}
    deals = max(_blows(entry, weapon) for weapon in melee_arms(entry)) + _impact(entry)
    deals += max((_volley(entry, weapon) for weapon in ranged_arms(entry)), default=0.0)
    lasts = entry.health * _lasting(entry) * (BEHIND if entry.type == "war machine" else 1.0)
    for name in names:
        deals, lasts = deals * DEALING.get(name, 1.0), lasts * LASTING.get(name, 1.0)
    mobility = 0.62 + entry.movement * 0.035 + CHARGE_REACH[entry.type] * 0.02 + 0.14 * entry.flyer
    for name in names:
        mobility *= MOBILITY.get(name, 1.0)
    spirit = 1.0 + (6 - entry.spirit) * 0.03
    total: float = STANDING + POINTS * (deals * lasts) ** POWER * mobility * spirit
    total += summed(EXTRAS.get(name, 0.0) for name in names)
    if entry.hero:
        total += HERO + DESTINY * entry.destiny + BONUS * len(entry.bonus)
    if entry.magic:
        total += MAGIC[0] + MAGIC[1] * entry.magic
    return total


def _wounds(strength: int, ap: int, grit: int, save: int | None) -> float:
    """The chance that a hit takes Health."""
    by = min(10, max(1, strength)) - min(10, max(1, grit))
    if by >= 6:
        return 1.0
    need = CHART.get(by)
    if need is None:
        return 0.0
    total = 0.0
    for face in range(need, 11):
        saved = 0.0 if save is None else max(0.0, (11 - (save + ap + (face == 10))) / 10)
        total += 0.1 * (1.0 - min(saved, 0.9))
    return total


def _blows(entry: Entry, weapon: MeleeWeapon) -> float:
    """Wounds of a round of blows with a weapon, in the charge and after it."""
    more = {"monster": 2, "monstrous infantry": 1}.get(entry.type, 0)
    total = 0.0
    for charging, share in ((True, CHARGES), (False, 1 - CHARGES)):
        second = weapon.otherwise is not None and not charging
        strength = entry.strength + (weapon.otherwise if second and weapon.otherwise is not None else weapon.strength)
        ap = (weapon.ap_otherwise if second and weapon.ap_otherwise is not None else weapon.ap) + more
        ap = max(3, ap) if entry.type == "monster" else ap
        need = max(2, min(10, entry.melee - charging))
        hit = (11 - need) / 10
        wounds = summed(_wounds(strength, ap, grit, save) * often for grit, save, often in ENEMIES)
        total += share * entry.attacks * hit * wounds * prod(STRIKING.get(name, 1.0) for name in weapon.qualities)
    return total * (1.0 + EARLIER * (entry.initiative - 4))


def _impact(entry: Entry) -> float:
    """Wounds of Impact Attacks, as often as it charges."""
    number = {"cavalry": 1, "monstrous infantry": 1, "chariot": 2, "monster": entry.attacks + 1}.get(entry.type, 0)
    number += entry.attacks if entry.flyer else 0
    ap = 2 if entry.type == "chariot" else 0
    wounds = summed(_wounds(entry.strength, ap, grit, save) * often for grit, save, often in ENEMIES)
    return CHARGES * number * wounds


def _volley(entry: Entry, weapon: RangedWeapon) -> float:
    """Wounds of a volley of those who stand still, weighed by its range."""
    if entry.ranged is None:
        return 0.0
    shots = weapon.shots * max((MORE_SHOTS.get(name, 1.0) for name in weapon.qualities), default=1.0)
    hit = (11 - max(2, entry.ranged - 1)) / 10 + summed(SURER.get(name, 0.0) for name in weapon.qualities)
    sweeping = summed(SWEEPING.get(name, 0.0) for name in weapon.qualities)
    if sweeping:
        shots, hit = sweeping, 1.0
    elif weapon.blast:
        shots, hit = 2.0 + weapon.blast * 0.4, 0.7
    wounds = summed(
        _wounds(weapon.strength or entry.strength, weapon.ap, grit, save) * often for grit, save, often in ENEMIES
    )
    return shots * hit * wounds * (VOLLEY[0] + weapon.range / VOLLEY[1])


def _lasting(entry: Entry) -> float:
    """How many hits a point of Health lasts."""
    save = armour_save(entry)
    parry = any(name in ("Shield", "Great Shield") for name in entry.armour)
    total = 0.0
    for strength, ap, often in WEAPONS:
        chance = _wounds(strength, ap, entry.grit, save)
        if parry and save is not None:
            need = min(11, save + ap)
            chance *= 1.0 - 0.5 * (11 - need) / 10
        total += often * max(0.02, chance)
    return 1.0 / total
