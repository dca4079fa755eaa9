"""What a unit should cost: the formula behind the prices of the house armies.

Two units that fight until one is gone are even when (damage dealt) x (hits survived) is even, so a unit is worth the
square root of that product:

    price = 14 + 15.5 x sqrt(deals x lasts) x mobility + extras

- deals: damage in one combat against Defence 3+, 4+ and 5+ in equal parts, in the charge and after it, and that of a
  volley, which counts the more the farther it reaches.
- lasts: hits that it takes until a nerve test is as likely failed as passed, from enemies with Crushing Strength 0 to
  2.
- mobility: what Speed and ways to move are worth.
- extras: points for what is worth the same on any unit: Inspiring, auras, spells, command orders.

A regiment of infantry with Melee 4+, Defence 4+, 12 Attacks and Nerve 14 costs about 105 points. All figures are in
the tables below. Prices in the files may differ from the formula by `TOLERANCE`, where battles show that it is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

from warhost.play.rules.rulebase import parted
from warhost.rulesets.kings_of_war.core import Entry, Known, Weapon, figure, mean_of, saying
from warhost.table import summed

__all__ = ["TOLERANCE", "fair_price"]

TOLERANCE = 0.15
"""So far may the price of an entry be from the formula, as a share of it."""

STANDING = 14.0
"""What any unit is worth by being there."""
POINTS = 15.5
DEFENCES = (3, 4, 5)
STRENGTHS = ((0, 0.5), (1, 0.3), (2, 0.2))
"""How often an attack comes with which bonus to damage."""
CHARGES = 0.6
"""The share of its combats in which a unit has charged in that turn."""
AVERAGE_ROLL = 6.5
"""2D6 reach so much or more in 58 of 100 tests: the damage up to there is what a unit lasts."""
RANGED_REACH = (0.25, 30.0)
"""A volley counts this much, and one more for so many inches of range."""
LEAST_LASTING = 9.0
"""Engines and casters stand behind the others and last so long however weak they are."""

MOBILITY = {
    "Fly": 1.14,
    "Nimble": 1.05,
    "Pathfinder": 1.02,
    "Strider": 1.04,
    "Scout": 1.05,
    "Shambling": 0.9,
    "Feint": 1.04,
}
LASTING = {
    "Big Shield": 1.2,
    "Ensnare": 1.18,
    "Fearless": 1.04,
    "Headstrong": 1.02,
    "Phalanx": 1.05,
    "Spellward": 1.02,
    "Stealthy": 1.07,
    "Individual": 1.1,
}
LASTING_EACH = {"Iron Resolve": 0.06, "Lifeleech": 0.04}
EXTRAS = {
    "Aura": 18,
    "Cloak of Death": 25,
    "Dread": 15,
    "Frostbite": 5,
    "Radiance of Life": 20,
    "Rallying": 15,
    "Inspiring": 20,
    "Very Inspiring": 28,
    "Leaper": 2,
    "Retaliator": 4,
    "Yielding": -4,
}
INSPIRES_ITSELF = 8
COMMANDS = {"champion": 8, "warlord": 25}

SPELLS = {
    "Alchemist's Curse": (28, 4),
    "Bane Chant": (12, 5),
    "Barkskin": (5, 4),
    "Bastion": (8, 8),
    "Blizzard": (10, 8),
    "Bloodboil": (30, 0),
    "Celestial Restoration": (5, 10),
    "Drain Life": (6, 4),
    "Enthral": (5, 4),
    "Fireball": (0, 5.5),
    "Heal": (4, 5.5),
    "Hex": (10, 4),
    "Host Shadowbeast": (5, 3.2),
    "Icy Breath": (2, 2),
    "Lightning Bolt": (0, 6.5),
    "Martyr's Prayer": (2, 4.5),
    "Mind Fog": (2, 4.5),
    "Scorched Earth": (4, 8),
    "Surge": (2, 3),
    "Veil of Shadows": (16, 4.5),
    "Weakness": (10, 5),
    "Wind Blast": (4, 3),
    "Wither and Perish": (6, 9),
}
"""What knowing a spell is worth: so much, and so much for each of its dice."""
OTHER_SPELLS = 0.5
"""A caster casts one spell a turn: all but its best count so much."""


def fair_price(unit: Entry) -> int:
    """The points that a unit should cost by the formula, to the nearest five."""
    rules = _Rules(unit)
    deals = _combat(unit, rules) + summed(sorted((_volley(unit, one, rules) for one in unit.weapons), reverse=True)[:1])
    lasts = _lasts(unit, rules)
    if unit.type == "war engine" or unit.spells:
        lasts = max(lasts, LEAST_LASTING)
    price = STANDING + POINTS * sqrt(max(deals, 0.3) * lasts) * _mobility(unit, rules) + _extras(unit, rules)
    return max(5, 5 * round(price / 5))


class _Rules:
    """The special rules of a unit with what their brackets say."""

    def __init__(self, unit: Entry) -> None:
        self.said = [(parted(text)[0], saying(parted(text)[1])) for text in unit.rules]

    def has(self, name: str) -> bool:
        return any(own == name for own, _ in self.said)

    def level(self, name: str) -> float:
        """The (n) of a rule; half of it where it works against some enemies only."""
        found = [
            mean_of(figure(said.number)) * (0.5 if said.versus else 1.0)
            for own, said in self.said
            if own == name and said.number
        ]
        return max(found, default=0.0)


def _through(need: float, bonus: float = 0.0) -> float:
    """The chance that a die does damage: a 1 never does, a 6 always does."""
    return min(5.0, max(1.0, 7.0 - (need - bonus))) / 6.0


def _damage_chance(bonus: float, again: bool) -> float:
    chance = summed(_through(one, bonus) for one in DEFENCES) / len(DEFENCES)
    return chance * (1 + 1 / 6) if again else chance


def _hit_chance(need: float, again: bool) -> float:
    chance = min(5.0, max(1.0, 7.0 - need)) / 6.0
    return chance * (1 + 1 / 6) if again else chance


def _combat(unit: Entry, rules: _Rules) -> float:
    """Damage in a combat. Flanks and rears make more of it, except for individuals."""
    if unit.melee is None:
        return 0.0
    attacks = mean_of(figure(str(unit.attacks)))
    attacks += 0.5 * rules.level("Rampage") + 0.4 * rules.level("Slayer") + 0.25 * rules.level("Duellist")
    hits = attacks * _hit_chance(unit.melee, rules.has("Elite"))
    strength, thunder = rules.level("Crushing Strength"), rules.level("Thunderous Charge")
    again = rules.has("Vicious")
    chance = CHARGES * _damage_chance(strength + thunder, again) + (1 - CHARGES) * _damage_chance(strength, again)
    flanks = 0.8 if rules.has("Individual") else 1.0
    return hits * chance * flanks * (1 + 0.06 * rules.level("Brutal"))


def _volley(unit: Entry, weapon: Weapon, rules: _Rules) -> float:
    """Damage of a volley, weighed by how far it reaches."""
    need = weapon.shooting or unit.shooting
    if need is None:
        return 0.0
    own = _Rules(Entry(name=weapon.name, rules=weapon.rules))
    attacks = mean_of(figure(str(unit.attacks if weapon.attacks is None else weapon.attacks)))
    both = (own, rules)
    # Who may shoot after a halt only always aims; others do half of the time.
    aiming = 1.0 if any(one.has("Reload") for one in both) else 0.5
    hits = attacks * _hit_chance(need - aiming, any(one.has("Elite") for one in both))
    hits *= max(1.0, *(one.level("Blast") for one in both))
    chance = _damage_chance(max(one.level("Piercing") for one in both), any(one.has("Vicious") for one in both))
    least, inches = RANGED_REACH
    worth = least + weapon.range / inches
    worth *= 0.8 if any(one.has("Reload") for one in both) else 1.0
    worth *= 1.05 if any(one.has("Indirect") for one in both) else 1.0
    return hits * chance * worth * (1 + 0.06 * max(one.level("Shattering") for one in both))


def _lasts(unit: Entry, rules: _Rules) -> float:
    hurt = summed(share * _through(unit.defence, bonus) for bonus, share in STRENGTHS)
    lasts = max(1.0, unit.nerve - AVERAGE_ROLL) / hurt
    for name, factor in LASTING.items():
        lasts *= factor if rules.has(name) else 1.0
    for name, share in LASTING_EACH.items():
        lasts *= 1 + share * rules.level(name)
    if rules.has("Regeneration"):
        lasts *= 1 + 0.6 * (7 - rules.level("Regeneration")) / 6
    # Attacks against war engines are trebled.
    return lasts / 2 if unit.type == "war engine" else lasts


def _mobility(unit: Entry, rules: _Rules) -> float:
    factor = 1 + 0.05 * (unit.speed - 5) + 0.012 * rules.level("Wild Charge")
    if unit.type == "war engine":
        factor = 1.0
    for name, worth in MOBILITY.items():
        factor *= worth if rules.has(name) else 1.0
    return factor


def _extras(unit: Entry, rules: _Rules) -> float:
    points = float(COMMANDS.get(unit.rank, 0))
    for name, said in rules.said:
        alone = name == "Inspiring" and said.text.casefold() == "self"
        points += INSPIRES_ITSELF if alone else EXTRAS.get(name, 0)
    return points + summed(
        worth * (1.0 if place == 0 else OTHER_SPELLS) for place, worth in enumerate(sorted(_spells(unit), reverse=True))
    )


def _spells(unit: Entry) -> Iterator[float]:
    for spell in unit.spells:
        yield _spell(spell)


def _spell(spell: Known) -> float:
    flat, each = SPELLS.get(spell.name, (10, 4))
    return flat + each * spell.number
