"""Where a named rule may speak, and which rules a unit has.

The core never asks for a rule by its name. It says at which moments rules may speak (a value is looked up, attacks are
made, a test is taken ...) and asks those that are present: the rules of the unit's type and subtypes, its special
rules, what its armour, weapons and Magic Items give, what lasts on it, and the Heroic Bonus of a Hero who is with it.
A unit that has a rule several times has one speaker for it, which knows all that was said of it in brackets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, Literal

from warhost.play.rules.rulebase import NamedRule, Rulebase, Speakers, parted
from warhost.play.rules.tally import Tally
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.blue_age.core.arms import armours, melee_weapons, ranged_weapons
from warhost.rulesets.blue_age.core.battle import Battle, Effect, Unit, joined
from warhost.rulesets.blue_age.core.entries import Entry

if TYPE_CHECKING:
    from warhost.rulesets.blue_age.chapters.wounds.attacks import Lot
    from warhost.rulesets.blue_age.core.trials import Trial


class Special(NamedRule):
    """A rule that may speak; what it does not override changes nothing."""

    shared: ClassVar[bool] = False
    """One model with it gives it to its whole unit: that of a Hero to the unit that he is with, and the other way."""
    gives: ClassVar[tuple[str, ...]] = ()
    """Other special rules that come with it."""

    cost: ClassVar[int] = 0
    """The points of a Magic Item."""
    unique: ClassVar[bool] = False
    """A Magic Item of which an army has one at most, and which no Hero takes from another."""

    sure_step: ClassVar[bool] = False
    """No terrain slows it."""
    flies: ClassVar[bool] = False
    difficult_is_dangerous: ClassVar[bool] = False
    """Difficult ground is Dangerous to it."""
    all_is_dangerous: ClassVar[bool] = False
    """All terrain but Open Ground is Dangerous to it."""
    closed: ClassVar[frozenset[str]] = frozenset()
    """Words of terrain that it never enters: "woods", "high"."""
    opened: ClassVar[frozenset[str]] = frozenset()
    """Words of terrain that are no more than Open Ground to it: "shallow", "deep"."""
    drives: ClassVar[bool] = False
    """It turns by pivots only and goes straight ahead between them (BLUE-R86)."""
    dashes_again: ClassVar[bool] = False
    """It may roll again how far it dashes."""
    unbreakable: ClassVar[bool] = False
    """Every Spirit Test is passed."""
    deft: ClassVar[bool] = False
    """Every Mind Test is passed."""
    no_dash: ClassVar[bool] = False
    no_buildings: ClassVar[bool] = False
    """It never enters a building."""
    fearsome: ClassVar[bool] = False
    """It scores a point for Fear."""
    terrible: ClassVar[bool] = False
    """It has Terror."""
    unstable: ClassVar[bool] = False
    frenzied: ClassVar[bool] = False
    """It always goes for the nearest enemy."""
    stupid: ClassVar[bool] = False
    """It takes a Mind Test when a turn begins."""
    ponderous: ClassVar[bool] = False
    """It does not shoot in a turn in which it moved."""
    ambushes: ClassVar[bool] = False
    scouts: ClassVar[bool] = False
    vanguard: ClassVar[bool] = False
    flammable: ClassVar[bool] = False
    no_initiative_bonus: ClassVar[bool] = False
    no_block: ClassVar[bool] = False
    """It is never in the way of those who look."""
    towers: ClassVar[bool] = False
    """It is seen over units, and sees over them (BLUE-R14)."""
    all_weapons: ClassVar[bool] = False
    """It shoots with each of its weapons in one phase."""
    parries: ClassVar[bool] = False
    shields: ClassVar[bool] = False
    """Its Parry is that of a shield, which Two-Handed weapons take away."""
    demolishes: ClassVar[bool] = False
    """Its attacks may damage buildings."""
    reaches: ClassVar[float] = 0.0
    """How far from base contact models strike with the weapon, in inches."""
    reach_matters: ClassVar[bool] = False
    """Models that strike from there have other figures than those in base contact."""
    wards_off: ClassVar[bool] = False
    """Those who charge its bearers strike them less easily."""
    two_handed: ClassVar[bool] = False
    """The weapon leaves no hand for a shield or for a throw."""
    thrown: ClassVar[bool] = False
    """The weapon is thrown on the charge."""
    flaming: ClassVar[bool] = False
    """Its attacks are made with fire."""
    burden: ClassVar[bool] = False
    """A weapon is the worse for it."""
    no_gift: ClassVar[bool] = False
    """A weapon is no better for it: it is a burden, or only tells when which of two figures holds."""
    for_unit: ClassVar[tuple[str, ...]] = ()
    """Special rules that the other models of the bearer's unit have while he is with them."""
    masters_dispels: ClassVar[bool] = False
    """It rolls failed dice of a dispel again."""
    charge_arc: ClassVar[float] = 360.0
    """How many degrees of the front of its models it can charge into."""
    undefended: ClassVar[bool] = False
    """It has no defensive bonus of the building that it is in, except cover."""
    shaken: ClassVar[int] = 0
    """How much later its models strike, after everything else (a building that shudders)."""
    no_charge: ClassVar[bool] = False
    """It declares no charge."""
    no_shooting: ClassVar[bool] = False
    """It does not shoot."""
    shoot_arc: ClassVar[float] = 360.0
    """The arc in degrees, about where its models look, into which they shoot."""
    pivots: ClassVar[bool] = False
    """Its model may turn on the spot before it shoots, once a turn."""
    ignores_cover: ClassVar[bool] = False
    """No Cover Bonus counts against its shots."""
    template: ClassVar[Literal["", "blast", "firestorm"]] = ""
    """The template by which a weapon hits."""
    indirect: ClassVar[bool] = False
    """It shoots at enemies that nobody sees."""
    swarming: ClassVar[bool] = False
    """A template does D5 hits on each of its models."""

    def __init__(self, said: str = "", sayings: tuple[str, ...] = (), effect: Effect | None = None) -> None:
        super().__init__(said)
        self.sayings = sayings or (said,)
        self.effect = effect

    @property
    def figure(self) -> int:
        """The number in its brackets: 7 for (7+)."""
        return int("".join(char for char in self.said if char.isdigit()) or 0)

    def on_value(self, battle: Battle, bearer: Unit, name: str, tally: Tally) -> None:
        """A value of the bearer is looked up: movement, strength, grit, attacks, spirit, mind, initiative ..."""

    def on_attack(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        """Models of the bearer make attacks."""

    def on_defence(self, battle: Battle, bearer: Unit, lot: Lot) -> None:
        """Attacks are made on the bearer."""

    def on_initiative(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        """The step at which models of the bearer strike is worked out."""

    def on_test(self, battle: Battle, bearer: Unit, trial: Trial) -> None:
        """The bearer takes a Spirit or Mind Test."""

    def on_charge(self, battle: Battle, bearer: Unit, tally: Tally) -> None:
        """What is added to the Charge Roll of the bearer."""

    def impact(self, battle: Battle, bearer: Unit, entry: Entry) -> int:
        """How many Impact Attacks each of its models has."""
        return 0

    def magical_saves(self, battle: Battle, bearer: Unit) -> Iterable[int]:
        """The Magical Saves that it gives, as numbers: one for each source (BLUE-R106)."""
        return ()

    def regenerates(self, battle: Battle, bearer: Unit) -> int | None:
        """The number from which on lost Health comes back."""
        return None

    def last_blows(self, battle: Battle, bearer: Unit, target: Unit) -> Iterable[Lot]:
        """Attacks that each of its models makes at Initiative 1 besides its own."""
        return ()

    def cover_bonus(self, battle: Battle, bearer: Unit, cover: int, kinds: frozenset[str]) -> int:
        """The Cover Bonus of the bearer, in terrain of these kinds, as it becomes by this rule."""
        return cover

    def range_against(self, battle: Battle, bearer: Unit) -> float:
        """By how many inches ranges are changed for those who shoot at the bearer."""
        return 0.0

    def on_shots(self, battle: Battle, bearer: Unit, shots: int, gap: float, reach: float) -> int:
        """How many shots a model has, of so many, at a target that far away with a weapon of that range."""
        return shots

    def first_figures(self, battle: Battle, bearer: Unit, reaching: bool) -> bool:
        """Whether a weapon with two figures has its first ones, for models that strike from a reach or in contact."""
        return True

    def after_wounds(self, battle: Battle, bearer: Unit, lot: Lot, wounds: int) -> Script[None]:
        """Attacks of the bearer have done so many wounds that nothing saved."""
        yield from ()

    def pool_dice(self, battle: Battle, bearer: Unit) -> int:
        """Dice that it adds to the Magic Pool of each turn."""
        return 0

    def turn_roll(self, battle: Battle, bearer: Unit) -> int:
        """What the Commander adds to the turn roll besides his Initiative."""
        return 0

    def on_command(self, battle: Battle, bearer: Unit) -> Script[None]:
        """A Command Ability of the bearer is used, in the Command Phase of its player."""
        yield from ()

    def aura_reach(self, battle: Battle, bearer: Unit, inches: float) -> float:
        """How far the Commander's Spirit reaches."""
        return inches


SPECIALS: Rulebase[Special] = Rulebase(Special, form="{} ({})")
"""The special rules that a list may name."""

TYPES: Rulebase[Special] = Rulebase(Special)
"""What the unit types and subtypes bring: "infantry", "cavalry" ... "hero", "flyer"."""

QUALITIES: Rulebase[Special] = Rulebase(Special, form="{} ({})")
"""The qualities of weapons: they speak for attacks with a weapon that has them."""

ITEMS: Rulebase[Special] = Rulebase(Special)
"""The Magic Items."""

TRAITS: Rulebase[Special] = Rulebase(Special)
"""The Command Traits."""

EFFECTS: Rulebase[Special] = Rulebase(Special)
"""What may last on a unit: spells, expulsions, damage to the building that it is in."""


def speakers(battle: Battle, unit: Unit) -> Speakers[Special]:
    """The rules that may speak for the models of a unit now."""
    entry = battle.scene.entries[unit.entry]
    # What a Champion took from a Hero is his alone, not his unit's.
    items = unit.items if entry.hero else ()
    # Nobody is with a Hero, but he may be with others.
    heroes = None if unit.host is not None else () if entry.hero else joined(battle, unit)
    if heroes or heroes is None:
        others, bonus = _company(battle, unit, heroes)
        return _speakers(entry, items, unit.effects, bonus, others, unit.promoted)
    if items or unit.effects or unit.promoted:
        return _speakers(entry, items, unit.effects, (), (), unit.promoted)
    return _plain_speakers(entry)


@lru_cache(maxsize=512)
def _plain_speakers(entry: Entry) -> Speakers[Special]:
    """The rules of a unit of that entry that carries no items and has nothing from anybody else: most units."""
    return _speakers(entry, (), (), (), (), False)


def own_speakers(entry: Entry) -> Speakers[Special]:
    """The rules that a unit of that entry always has."""
    return _speakers(entry, entry.items, (), (), (), False)


@rule("blue.joining.heroic_bonus", "blue.joining.part_of_unit")
def _company(battle: Battle, unit: Unit, heroes: Sequence[Unit] | None) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What those who are with a unit give to it: rules that one model gives to all, and the Heroic Bonus of Heroes.
    `heroes` are with it; none at all for a Hero who is with others himself.

    A Hero does not have his own Heroic Bonus, but that of another Hero who is with the same unit (BLUE-R97).
    """
    if heroes is not None:
        company = heroes
    else:
        assert unit.host is not None
        host = battle.units[unit.host]
        heroes = [one for one in joined(battle, host) if one is not unit]
        company = [host, *heroes]
    entries = battle.scene.entries
    return _gifts(tuple([entries[one.entry] for one in company]), tuple([entries[one.entry] for one in heroes]))


@lru_cache(maxsize=1024)
def _gifts(company: tuple[Entry, ...], heroes: tuple[Entry, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The rules that those of such entries give to who is with them, and the Heroic Bonus of the Heroes among them."""
    others = tuple(text for one in company for text in _shared_texts(one))
    return others, tuple(text for one in heroes for text in (*one.bonus, *_for_unit(one)))


def _for_unit(entry: Entry) -> tuple[str, ...]:
    """What the Command Trait of a Hero gives to the unit that he is with."""
    return TRAITS[entry.trait].for_unit if entry.trait in TRAITS else ()


@lru_cache(maxsize=512)
def _shared_texts(entry: Entry) -> tuple[str, ...]:
    return tuple(text for text in _texts(entry, entry.items) if SPECIALS[parted(text)[0]].shared)


@lru_cache(maxsize=1024)
def _texts(entry: Entry, items: tuple[str, ...]) -> tuple[str, ...]:
    """The special rules of an entry: its own, its type's, its armour's, its items', and what comes with any of them."""
    found = [*entry.rules]
    kinds = [TYPES[name] for name in type_names(entry) if name in TYPES]
    found += [text for kind in kinds for text in kind.gives]
    found += [text for name in entry.armour if name in armours() for text in armours()[name].rules]
    found += [text for name in items if name in ITEMS for text in ITEMS[name].gives]
    if entry.trait in TRAITS:
        found += TRAITS[entry.trait].gives
    return _with_given(found)


def _with_given(texts: Iterable[str]) -> tuple[str, ...]:
    """These special rules and all that come with them; what is no special rule is left out."""
    found: list[str] = []
    waiting = list(texts)
    while waiting:
        text = waiting.pop(0)
        name = parted(text)[0]
        if name in SPECIALS:
            found.append(text)
            waiting += [other for other in SPECIALS[name].gives if other not in found]
    return tuple(found)


@rule("blue.unit_type.infantry", "blue.unit_type.hero_subtype", "blue.unit_type.flyer_subtype")
def type_names(entry: Entry, promoted: bool = False) -> tuple[str, ...]:
    """The names of a unit's type and subtypes."""
    return (entry.type, *(["hero"] if entry.hero or promoted else []), *(["flyer"] if entry.flyer else []))


@lru_cache(maxsize=8192)
def _speakers(
    entry: Entry,
    items: tuple[str, ...],
    effects: tuple[Effect, ...],
    bonus: tuple[str, ...],
    others: tuple[str, ...],
    promoted: bool,
) -> Speakers[Special]:
    """Types first, then special rules, Magic Items, the Command Trait and what lasts on the unit."""
    kinds = [TYPES[name]() for name in type_names(entry, promoted) if name in TYPES]
    lasting = [EFFECTS[effect.name]("", (), effect) for effect in effects if effect.name in EFFECTS]
    given = [text for effect in effects for text in effect.gives] + [text for one in lasting for text in one.gives]
    texts = [*_texts(entry, items), *_with_given(given), *_with_given(bonus), *others]
    carried = [ITEMS[name]() for name in items if name in ITEMS]
    trait = [TRAITS[entry.trait]()] if entry.trait in TRAITS else []
    return Speakers([*kinds, *gathered(SPECIALS, texts), *carried, *trait, *lasting])


def gathered(base: Rulebase[Special], texts: Iterable[str]) -> list[Special]:
    """One speaker for each rule by name, with all that was said of it."""
    said: dict[str, list[str]] = {}
    for text in texts:
        name, brackets = parted(text)
        if name in base:
            said.setdefault(name, []).append(brackets)
    return [base[name](sayings[0], tuple(sayings)) for name, sayings in said.items()]


@lru_cache(maxsize=512)
def quality_speakers(qualities: tuple[str, ...]) -> Speakers[Special]:
    """The qualities of a weapon as rules that speak."""
    return Speakers(gathered(QUALITIES, qualities))


def is_so(qualities: tuple[str, ...], trait: str) -> bool:
    """Whether a quality of a weapon says so: two_handed, thrown, demolishes and the like."""
    return bool(quality_speakers(qualities).at(trait))


def has(battle: Battle, unit: Unit, trait: str) -> bool:
    """Whether a rule of the unit says so: sure_step, flies, unbreakable and the like."""
    return bool(speakers(battle, unit).at(trait))


def problem_with(text: str) -> str:
    """Why a list cannot name a special rule like that, as a sentence; empty if it can."""
    return SPECIALS.problem(text)


def weapon_problem(name: str) -> str:
    """Why a list cannot name a weapon like that; empty if it can."""
    known = name in melee_weapons() or name in ranged_weapons()
    return "" if known else f'the weapon "{name}" is unknown.'
