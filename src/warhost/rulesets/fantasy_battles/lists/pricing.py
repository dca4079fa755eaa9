"""What a model should cost: the formula behind the prices of the house armies.

Two models that fight until one is gone are even when (wounds dealt) x (blows survived) is even, so a model is worth
about the square root of that product, and a little more where much of it stands on one base:

    price = 1 + 14.5 x (deals x lasts) ** 0.5 x mobility x nerve + extras

- deals: wounds of a round of blows, in the charge and after it, of Stomp Attacks and of a volley against usual
  enemies; a volley counts the more the farther it reaches.
- lasts: how many usual blows and shots it takes to bring the model down.
- mobility: what the Advance Rate and ways to move are worth.
- nerve: what Discipline and rules about tests are worth.
- extras: points for what is worth the same on any model: magic, leading, Bound Spells.

A spearman (everything 3, Armour 2) costs 9 points. Prices in the files may differ from the formula by `TOLERANCE`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from warhost.rulesets.families.ninth_age.core.tables import armour_save, to_hit, to_wound
from warhost.rulesets.fantasy_battles.core import ArmedWith, Entry, MeleeWeapon, Part, Weapon, rule_name, said_in
from warhost.table import summed

__all__ = ["TOLERANCE", "fair_price", "mean_of", "worth"]

TOLERANCE = 0.15
"""So far may the price of an entry be from the formula, as a share of it."""

STANDING = 1.0
POINTS = 14.5
POWER = 0.5

ENEMIES = ((3, 3, 2, 0.4), (4, 4, 3, 0.3), (4, 3, 5, 0.15), (4, 5, 2, 0.15))
"""Defensive Skill, Resilience and Armour of usual enemies, and how often they are met."""
ATTACKS = ((3, 3, 0, 0.45), (4, 4, 1, 0.3), (4, 5, 3, 0.15), (4, 7, 10, 0.1))
"""Offensive Skill, Strength and AP of usual attacks, and how often they come."""
CHARGES = 0.5
"""The share of its fights in which a unit has charged in that turn."""
VOLLEY = (0.5, 48.0)
"""A volley counts this much of a round of blows, and one more for so many inches of range: battles have some four
volleys and two or three rounds, but volleys meet Long Range, Cover and friends in the way."""
STEADINESS = 0.025
"""What a point of Discipline adds: many tests are taken on the General's."""
RANKS = 4
"""So many ranks and files of a usual enemy an Area Attack finds."""
PACE = (0.74, 0.065)
"""What any unit is worth that comes to blows, and each inch of its Advance Rate besides: who is fast chooses its
fights, and is first at the Secondary Objective."""

DEALING = {
    "Fear": 1.04,
    "Terror": 1.06,
    "Frenzy": 1.0,
    "Massive Bulk": 1.0,
}
LASTING = {
    "Distracting": 1.2,
    "Hard Target": 1.1,
    "Flammable": 0.93,
    "Skirmisher": 1.03,
}
MOVING = {
    "Fly": 1.16,
    "Swiftstride": 1.06,
    "Light Troops": 1.03,
    "Vanguard": 1.05,
    "Scout": 1.06,
    "Ambush": 1.06,
    "Ghost Step": 1.05,
    "Strider": 1.02,
    "Random Movement": 0.85,
    "War Machine": 1.1,
}
NERVE = {"Fearless": 1.06, "Stubborn": 1.07}
ATTACK_RULES = {
    "Battle Focus": 1.16,
    "Lethal Strike": 1.12,
    "Divine Attacks": 1.03,
    "Magical Attacks": 1.01,
    "Flaming Attacks": 1.03,
}
CHARACTER = 45.0
"""What a Character is worth by being one: it leads, and chooses whom it strikes."""
LEVEL = {"Apprentice": 75.0, "Adept": 150.0, "Master": 275.0}
BOUND = 25.0
CHANNEL = 20.0
BREATH = 28.0
SWEEPING = 22.0

_DICE = re.compile(r"(\d*)D([36])(?:\+(\d+))?")


def mean_of(text: int | str) -> float:
    """The mean of a number or of dice: 3.5 of D6."""
    read = _DICE.fullmatch(str(text))
    if read is None:
        return float(text)
    return int(read[1] or 1) * (int(read[2]) + 1) / 2 + int(read[3] or 0)


def fair_price(entry: Entry) -> int:
    """The points that one model of an entry should cost by the formula: large ones to the nearest five."""
    points = worth(entry)
    return round(points) if points < 40 else round(points / 5) * 5


def worth(entry: Entry) -> float:
    """The same before it is rounded."""
    names = {rule_name(text) for text in entry.all_rules}
    deals = summed(_blows(entry, part) for part in entry.parts) + _stomp(entry)
    deals += summed(_volley(part) for part in entry.parts)
    lasts = entry.profile.hp * _lasting(entry)
    deals, lasts = deals * _product(DEALING, names), lasts * _product(LASTING, names)
    mobility = (PACE[0] + entry.profile.adv * PACE[1]) * _product(MOVING, names)
    nerve = (1.0 + (entry.profile.dis - 7) * STEADINESS) * _product(NERVE, names)
    total: float = STANDING + POINTS * (deals * lasts) ** POWER * mobility * nerve
    return total + _extras(entry, names)


def _extras(entry: Entry, names: set[str]) -> float:
    total = BOUND * len(entry.bound) + (CHARACTER if entry.is_character else 0.0)
    if entry.wizard is not None:
        total += LEVEL[entry.wizard.level]
    total += CHANNEL * ("Channel" in names) + BREATH * ("Breath Attack" in names)
    return total + SWEEPING * ("Sweeping Attack" in names)


def _product(figures: dict[str, float], names: Iterable[str]) -> float:
    total = 1.0
    for name in names:
        total *= figures.get(name, 1.0)
    return total


def _chance(need: int | None) -> float:
    return 0.0 if need is None else (7 - need) / 6


def _unsaved(strength: int, ap: int, resilience: int, armour: int) -> float:
    """The chance that a hit is an unsaved wound."""
    return _chance(to_wound(strength, resilience)) * (1.0 - _chance(armour_save(armour, ap)))


def _blows(entry: Entry, part: Part) -> float:
    """Wounds of a round of blows of a part, in the charge and after it, with its best weapon."""
    weapons = part.weapons or (MeleeWeapon(name="Hand Weapon"),)
    return max(_with_weapon(entry, part, weapon) for weapon in weapons)


def _with_weapon(entry: Entry, part: Part, weapon: MeleeWeapon) -> float:
    rules = {rule_name(text): said_in(text) for text in (*entry.rules, *part.rules, *weapon.rules)}
    total = 0.0
    for charging, share in ((True, CHARGES), (False, 1 - CHARGES)):
        adds = charging or not weapon.charging
        off, strength = part.off + weapon.off * adds, part.str_ + weapon.str_ * adds
        ap, attacks = part.ap + weapon.ap * adds, part.att + weapon.att * adds
        if "Toxic Attacks" in rules:
            strength, ap = 3, 10
        for defence, resilience, armour, often in ENEMIES:
            hits = attacks * _chance(to_hit(off, defence))
            total += share * often * hits * _unsaved(strength, ap, resilience, armour)
    agility = 0 if weapon.last else part.agi + weapon.agi
    reach = 1.0 + 0.18 * weapon.ranks
    return total * part.count * _product(ATTACK_RULES, rules) * _wounds(rules) * reach * (0.9 + agility * 0.03)


def _wounds(rules: dict[str, str]) -> float:
    """How much more an unsaved wound is worth by Multiple Wounds: not all enemies have more than one Health Point."""
    said = rules.get("Multiple Wounds")
    return 1.0 if said is None else 1.0 + 0.3 * (mean_of(said) - 1.0)


def _stomp(entry: Entry) -> float:
    """Wounds of Stomp Attacks."""
    said = next((said_in(text) for text in entry.all_rules if rule_name(text) == "Stomp Attacks"), "")
    if not said:
        return 0.0
    part = entry.parts[-1]
    wounds = summed(_unsaved(part.str_, part.ap, res, arm) * often for _, res, arm, often in ENEMIES)
    return 0.7 * mean_of(said) * wounds


def _volley(part: Part) -> float:
    """Wounds of a volley, weighed by its range."""
    return max((_shot(part, armed) for armed in part.shots), default=0.0)


def _shot(part: Part, armed: ArmedWith) -> float:
    weapon = armed.weapon
    rules = {rule_name(text): said_in(text) for text in weapon.rules}
    strength = part.str_ if weapon.str_ is None else weapon.str_
    ap = part.ap if weapon.ap is None else weapon.ap
    if "Toxic Attacks" in rules:
        strength, ap = 3, 10
    # One gun has many hands.
    number = 1 if "Artillery Weapon" in rules else part.count
    hits = number * mean_of(weapon.shots) * _chance(armed.aim) * _product(ATTACK_RULES, rules) * _wounds(rules)
    quick = (1.06 if "Quick to Fire" in rules else 1.0) * (1.05 if "Accurate" in rules else 1.0)
    slow = 0.93 if "Unwieldy" in rules else 1.0
    worth = hits * _area(rules) * _harm(strength, ap) + hits * _one(weapon, ap)
    return worth * quick * slow * (VOLLEY[0] + weapon.range / VOLLEY[1])


def _harm(strength: int, ap: int) -> float:
    return summed(_unsaved(strength, ap, res, arm) * often for _, res, arm, often in ENEMIES)


def _area(rules: dict[str, str]) -> float:
    """How many models an Area Attack strikes on average."""
    said = rules.get("Area Attack")
    if said is None:
        return 1.0
    width, _, depth = said.replace("\u00d7", "x").partition("x")
    return float(min(int(width), RANKS) * min(int(depth), RANKS)) * 0.7


def _one(weapon: Weapon, ap: int) -> float:
    """What the one hit with the values in brackets is worth more."""
    if weapon.str_at_one is None:
        return 0.0
    rules = {rule_name(text): said_in(text) for text in weapon.rules_at_one}
    said = rules.get("Multiple Wounds", "1")
    return _harm(weapon.str_at_one, ap) * (1.0 + 0.6 * (mean_of(said) - 1.0))


def _lasting(entry: Entry) -> float:
    """How many attacks a Health Point lasts."""
    saves = [said_in(text) for text in entry.rules if rule_name(text) in ("Aegis", "Fortitude")]
    best = min((int(said[0]) for said in saves if said[:1].isdigit()), default=7)
    left = 1.0 - _chance(best)
    total = 0.0
    for off, strength, ap, often in ATTACKS:
        chance = _chance(to_hit(off, entry.profile.def_)) * _unsaved(
            strength, ap, entry.profile.res, min(6, entry.profile.arm)
        )
        total += often * max(0.02, chance)
    return 1.0 / (total * left)
