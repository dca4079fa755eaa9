"""Legal army lists at random, built from the books of the house, with rules and weapons that nobody has heard of."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from warhost.dice import Chance
from warhost.muster.files.army_text import DataError
from warhost.rulesets.regiments.core import ArmyList, Regiment, Weapon
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.house import books, ready_list
from warhost.rulesets.regiments.lists.rosters import build, check, join
from warhost.rulesets.regiments.rules.in_force import unknown_rules

SIZES = (750, 1000, 1500, 2000)
"""Those for which the house armies have lists to meet them with."""
STRANGE_RULES = ("Gloom", "Shred", "Crush(2)", "Aura of Moss", "Furious(2)", "Fear", "Storm-Born")
STRANGE_WEAPONS = (
    Weapon("Whistling Sling", 15, 2, (RuleText("Drench"),)),
    Weapon("Nothing at All", None, 0),
    Weapon("Very Long Rope", None, 1, (RuleText("Tangle", 3), RuleText("AP", 1)), 2),
)


def random_list(number: int, sizes: tuple[int, ...] = SIZES) -> ArmyList:
    """A list that may be played; the same number gives the same list."""
    chance = Chance(f"own list {number}")
    size = sizes[chance.pick(len(sizes))]
    army = ArmyList(name=f"Host {number}", limit=size, regiments=())
    for _ in range(60):
        unit = _any_unit(chance)
        longer = msgspec.structs.replace(army, regiments=(*army.regiments, unit))
        if not check(longer):
            army = longer
    return army


def split(name: str, points: int = 1000) -> ArmyList:
    """A list of the house whose heroes stand beside their units: they may join when they deploy."""
    army = ready_list(name, points)
    heroes = [unit.hero for unit in army.regiments if unit.hero is not None]
    apart = [msgspec.structs.replace(unit, hero=None) for unit in army.regiments]
    return msgspec.structs.replace(army, regiments=(*heroes, *apart))


def _any_unit(chance: Chance) -> Regiment:
    unit = _built(chance, hero=False)
    if chance.pick(3) == 0:
        # Not every hero may join every unit.
        with suppress(DataError):
            unit = join(unit, _built(chance, hero=True))
    return _estranged(unit, chance) if chance.pick(4) == 0 else unit


def _built(chance: Chance, hero: bool) -> Regiment:
    """Any unit of any book with any upgrades that it may have together."""
    armies = list(books().values())
    while True:
        army = armies[chance.pick(len(armies))]
        entry = army.units[chance.pick(len(army.units))]
        if hero and not entry.is_hero:
            continue
        names = [upgrade.name for upgrade in entry.upgrades if chance.pick(3) == 0]
        try:
            return build(entry, names, entry.size > 1 and chance.pick(6) == 0, army.spells)
        except DataError:
            continue


def _estranged(unit: Regiment, chance: Chance) -> Regiment:
    """The unit with a rule and a weapon that the engine does not know."""
    rules = (*unit.rules, RuleText.parse(STRANGE_RULES[chance.pick(len(STRANGE_RULES))]))
    weapon = STRANGE_WEAPONS[chance.pick(len(STRANGE_WEAPONS))]
    first = msgspec.structs.replace(unit.groups[0], weapons=(*unit.groups[0].weapons, weapon))
    groups = (first, *unit.groups[1:])
    return msgspec.structs.replace(unit, rules=rules, groups=groups, unknown=unknown_rules(rules, groups))
