"""What armies are made of: rules with a rating, weapons, models, regiments, spells, upgrades and army books."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import msgspec

from warhost.muster.entries import Option
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.table import OnBases

__all__ = [
    "COMMAND_GROUP",
    "DEFAULT_BASES",
    "HEALING",
    "SCALE_BASES",
    "ArmyBook",
    "ArmyList",
    "Group",
    "Kind",
    "Regiment",
    "RuleText",
    "SpellEffect",
    "SpellText",
    "UnitEntry",
    "Upgrade",
    "Weapon",
    "described",
    "rating",
    "rules_of",
]

Kind: TypeAlias = Literal["infantry", "large infantry", "cavalry", "monster", "giant", "vehicle"]
Base: TypeAlias = tuple[int, int]

SCALE_BASES: dict[Kind, tuple[Base, ...]] = {
    "infantry": ((20, 20), (32, 32)),  # aofr.scale.infantry
    "large infantry": ((40, 40), (50, 50)),  # aofr.scale.large_infantry
    "cavalry": ((25, 50),),  # aofr.scale.cavalry
    "monster": ((60, 60),),  # aofr.scale.monster
    "giant": ((50, 100),),  # aofr.scale.giant
    "vehicle": ((60, 100),),  # aofr.scale.vehicle: any footprint that was agreed; this one if none was
}
"""The bases that the book suggests for each kind of model: front and depth in mm, the usual one first (AOFR-R005)."""

DEFAULT_BASES: dict[Kind, Base] = {kind: bases[0] for kind, bases in SCALE_BASES.items()}

COMMAND_GROUP = ("Sergeant", "Musician", "Banner")
"""The models of which a unit may have one each (aofr.command.limit)."""

HEALING = re.compile(r"\d{1,2}|\d?D[36](?:\+\d)?")
"""Wounds that a spell takes off, as a number or dice."""


def rating(rules: Iterable[RuleText], name: str) -> int:
    """The X of a rule: rules with (X) add up when met more than once (aofr.special.x_rules_stack); 0 without it."""
    return sum(rule.rating or 0 for rule in rules if rule.name == name)


class Weapon(msgspec.Struct, frozen=True, gc=False):
    """A weapon. One without a range is for melee only, one with a range for shooting only.

    `count` is how many of it each model of its group carries.
    """

    name: str
    range: int | None
    attacks: int
    rules: tuple[RuleText, ...] = ()
    count: int = 1

    @property
    def ranged(self) -> bool:
        return self.range is not None

    def has(self, rule: str) -> bool:
        return any(own.name == rule for own in self.rules)

    def rating(self, rule: str) -> int:
        return rating(self.rules, rule)

    def __str__(self) -> str:
        """The weapon as the book writes it: Name (Range, Attacks, special rules) (aofr.weapon.profile)."""
        reach = () if self.range is None else (f'{self.range}"',)
        text = f"{self.name} ({', '.join((*reach, f'A{self.attacks}', *map(str, self.rules)))})"
        return text if self.count == 1 else f"{self.count}x {text}"


class Group(msgspec.Struct, frozen=True, gc=False):
    """Models of one unit that are alike; a Sergeant is a group of one. Its rules come on top of the unit's."""

    count: int
    weapons: tuple[Weapon, ...]
    rules: tuple[RuleText, ...] = ()
    name: str = ""


class SpellEffect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What a spell does to each of its targets, as figures that the engine can apply.

    Modifiers and rules given last until the end of the round, or with `once` each until the first time it counts.
    """

    hits: int = 0
    rules: tuple[RuleText, ...] = ()
    """The rules of these hits."""
    gives: tuple[RuleText, ...] = ()
    """Rules that all models of the target have for the time being."""
    against: tuple[RuleText, ...] = ()
    """Rules that its enemies have when they attack the target."""
    marks: bool = False
    """What enemies have against the target they have only for markers that they remove."""
    sixes: bool = False
    """Dice are rolled for its hits, to see which of them count as 6s."""
    danger: bool = False
    """The target takes a dangerous terrain test."""
    fails: Literal["", "fatigued", "shaken"] = ""
    """The target takes a morale test: what it becomes if it fails."""
    melee: int = 0
    """Added to its rolls to hit in melee."""
    shooting: int = 0
    """Added to its rolls to hit when shooting."""
    defense: int = 0
    """Added to its Defense rolls."""
    morale: int = 0
    """Added to its morale tests."""
    move: int = 0
    """Inches added to its Advance; Rush and Charge get twice as much."""
    heals: str = ""
    """Wounds that are taken off it, as a number or dice."""
    once: bool = False

    @property
    def lasting(self) -> bool:
        """Whether anything of it stays on the target."""
        return bool(self.parts)

    @property
    def parts(self) -> tuple[SpellEffect, ...]:
        """What stays on the target, each thing by itself; a bonus to hit is one, whatever it is good for."""
        each = [SpellEffect(gives=(rule,), once=self.once) for rule in self.gives]
        each += [SpellEffect(against=(rule,), once=self.once, marks=self.marks) for rule in self.against]
        each += [
            SpellEffect(melee=self.melee, shooting=self.shooting, once=self.once),
            SpellEffect(defense=self.defense, once=self.once),
            SpellEffect(morale=self.morale, once=self.once),
            SpellEffect(move=self.move, once=self.once),
        ]
        return tuple(part for part in each if part != SpellEffect(once=self.once))


class SpellText(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A spell of a faction: its tokens, its range in inches, and whom it targets. Without an effect it does nothing."""

    name: str
    cost: int
    range: int
    target: Literal["enemy", "friend"]
    units: int = 1
    """How many units it may pick."""
    one_model: bool = False
    """It picks a single model, which is hit as if it were a unit of one."""
    text: str = ""
    effect: SpellEffect | None = None


class Based(msgspec.Struct, frozen=True, gc=False):
    """What stands on the one base of a regiment whose models do not stand for themselves: how many models, how wide,
    and the Tough value of most of them."""

    models: int
    files: int
    tough: int


class Regiment(OnBases, msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A unit of an army list with all its upgrades bought.

    `cost`, `size` and `groups` are its own; a hero that joined it at list building is a regiment by itself in `hero`.
    Rules that the engine does not know stay in `rules` and in the weapons, and are named in `unknown`.
    """

    faction: str
    name: str
    quality: int
    defense: int
    cost: int
    base: Base
    groups: tuple[Group, ...]
    """As they stand from the front: command models, other special ones, plain ones."""
    rules: tuple[RuleText, ...] = ()
    kind: Kind = "infantry"
    hero: Regiment | None = None
    combined: bool = False
    upgrades: tuple[str, ...] = ()
    """What was bought, for the reader."""
    for_all: tuple[str, ...] = ()
    """Those of its upgrades that all its models have: copies that are combined must agree on them."""
    spells: tuple[SpellText, ...] = ()
    unknown: tuple[str, ...] = ()
    based: Based | msgspec.UnsetType = msgspec.UNSET

    @property
    def size(self) -> int:
        """Its models, without a hero that joined it."""
        return sum(group.count for group in self.groups)

    @property
    def starting_size(self) -> int:
        """Its models with the hero that joined it (aofr.special.hero.size)."""
        return self.size + (1 if self.hero is not None else 0)

    @property
    def tough(self) -> int:
        """The wounds that each of its models takes before it dies."""
        return max(1, self.rating("Tough"))

    @property
    def is_hero(self) -> bool:
        return self.has("Hero")

    @property
    def points(self) -> int:
        """Its cost and that of the hero with it."""
        return self.cost + (self.hero.cost if self.hero is not None else 0)

    def has(self, rule: str) -> bool:
        """Whether all its models have the rule."""
        return any(own.name == rule for own in self.rules)

    def rating(self, rule: str) -> int:
        return rating(self.rules, rule)

    def count(self, rule: str) -> int:
        """How many of its models have the rule."""
        if self.has(rule):
            return self.size
        return sum(group.count for group in self.groups if any(own.name == rule for own in group.rules))

    def __str__(self) -> str:
        return f"{self.name} [{self.size}]"


class ArmyList(msgspec.Struct, frozen=True, kw_only=True):
    """An army ready for a game of so many points; a limit of 0 means that none was agreed."""

    name: str
    limit: int
    regiments: tuple[Regiment, ...]
    aliases: tuple[str, ...] = ()
    made_for: str = ""
    """The game for which it was made, if that is another one."""

    @property
    def factions(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(unit.faction for unit in self.units()))

    @property
    def points(self) -> int:
        return sum(regiment.points for regiment in self.regiments)

    def units(self) -> Iterator[Regiment]:
        """Every unit that was bought: heroes that joined a unit are units of their own (AOFR-R065)."""
        for regiment in self.regiments:
            yield regiment
            if regiment.hero is not None:
                yield regiment.hero


class Upgrade(Option, frozen=True, kw_only=True):
    """Something that a unit may buy: weapons and rules, in place of other weapons or on top."""

    cost: int
    drops: tuple[RuleText, ...] = ()
    """Rules of the unit that go, because what brought them is replaced."""
    weapons: tuple[Weapon, ...] = ()
    rules: tuple[RuleText, ...] = ()
    quality: int | None = None
    defense: int | None = None
    kind: Kind | None = None
    base: Base | None = None


class UnitEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of an army book as it comes without upgrades."""

    faction: str
    name: str
    size: int
    quality: int
    defense: int
    cost: int
    kind: Kind
    base: Base
    weapons: tuple[Weapon, ...]
    rules: tuple[RuleText, ...] = ()
    upgrades: tuple[Upgrade, ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def is_hero(self) -> bool:
        return any(rule.name == "Hero" for rule in self.rules)


class ArmyBook(msgspec.Struct, frozen=True, kw_only=True):
    """The units and spells of a faction."""

    faction: str
    units: tuple[UnitEntry, ...]
    spells: tuple[SpellText, ...] = ()
    aliases: tuple[str, ...] = ()
    text: str = ""
    """How the army fights, in one sentence."""
    not_in_force: tuple[str, ...] = ()
    """Rules that its units have and the engine does not know."""


def rules_of(thing: ArmyBook | ArmyList) -> Iterator[RuleText]:
    """Every rule in a book or a list, wherever it stands; one may come several times."""
    spells: Iterable[SpellText]
    if isinstance(thing, ArmyBook):
        weapons = [w for unit in thing.units for w in (*unit.weapons, *(w for u in unit.upgrades for w in u.weapons))]
        for unit in thing.units:
            yield from unit.rules
            yield from (rule for upgrade in unit.upgrades for rule in (*upgrade.rules, *upgrade.drops))
        spells = thing.spells
    else:
        weapons = [weapon for unit in thing.units() for group in unit.groups for weapon in group.weapons]
        for regiment in thing.units():
            yield from regiment.rules
            yield from (rule for group in regiment.groups for rule in group.rules)
        spells = [spell for regiment in thing.units() for spell in regiment.spells]
    yield from (rule for weapon in weapons for rule in weapon.rules)
    for effect in (spell.effect for spell in spells):
        if effect is not None:
            yield from (*effect.rules, *effect.gives, *effect.against)


def described(thing: ArmyBook | ArmyList) -> dict[str, str]:
    """The rules in a book or a list that have a text of their own, those in other rules included, by their names."""
    found: dict[str, str] = {}
    waiting = list(dict.fromkeys(rules_of(thing)))
    while waiting:
        rule = waiting.pop(0)
        if rule.text and rule.text != rule.name:
            found.setdefault(rule.name, rule.text)
        for clause in rule.clauses:
            picking = clause.picking
            waiting += clause.rules if picking is None else (*picking.rules, *picking.gives, *picking.against)
    return found
