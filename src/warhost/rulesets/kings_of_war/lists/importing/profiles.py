"""What files of list builders tell of a unit, put into the words of our army books, with notes of what changed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

import msgspec

from warhost.dice import Dice, DiceError
from warhost.muster.checking.bounds import MOST_THINGS
from warhost.muster.entries import Catalogue
from warhost.muster.entries import Entry as Offered
from warhost.muster.values import Mustered
from warhost.rulesets.kings_of_war.core import (
    REGIMENT_MODELS,
    Category,
    Entry,
    Known,
    Rank,
    Size,
    Type,
    Weapon,
    models_of,
    problem_with,
)
from warhost.rulesets.kings_of_war.lists.files import ArmyBook, Formation, Profile, Upgrade
from warhost.rulesets.kings_of_war.lists.in_force import report_on_book

__all__ = [
    "SINGLE",
    "Found",
    "Notes",
    "attacks",
    "book_of",
    "category_of",
    "crown",
    "mustered",
    "named_rules",
    "nerve",
    "number",
    "roll",
    "split",
    "type_of",
]

TYPES: dict[str, Type] = {
    "inf": "infantry",
    "infantry": "infantry",
    "hvy inf": "infantry",
    "heavy infantry": "infantry",
    "swa": "infantry",
    "swarm": "infantry",
    "lrg inf": "large infantry",
    "large infantry": "large infantry",
    "mon inf": "large infantry",
    "monstrous infantry": "large infantry",
    "cav": "cavalry",
    "cavalry": "cavalry",
    "lrg cav": "large cavalry",
    "large cavalry": "large cavalry",
    "cht": "chariot",
    "chariot": "chariot",
    "war eng": "war engine",
    "war engine": "war engine",
    "mon": "monster",
    "monster": "monster",
    "ttn": "titan",
    "titan": "titan",
    "mon/cht": "monster chariot",
}
"""Types as list builders write them."""

LEGACY = frozenset({"hvy inf", "heavy infantry", "mon inf", "monstrous infantry"})
"""Types of the 3rd edition that stand on larger bases."""

SINGLE: frozenset[Type] = frozenset({"war engine", "monster", "titan", "monster chariot"})


class Notes:
    """What a player should know of an import: sentences, each with the units that it is about."""

    def __init__(self) -> None:
        self.units: dict[str, dict[str, None]] = {}

    def add(self, sentence: str, unit: str = "") -> None:
        found = self.units.setdefault(sentence, {})
        if unit:
            found[unit] = None

    def told(self) -> tuple[str, ...]:
        return tuple(self._line(sentence, list(units)) for sentence, units in self.units.items())

    @staticmethod
    def _line(sentence: str, units: Sequence[str]) -> str:
        if not units:
            return sentence
        shown = ", ".join(units[:8]) + (f" and {len(units) - 8} more" if len(units) > 8 else "")
        return f"{sentence.rstrip('.')}: {shown}."


class Found(msgspec.Struct, kw_only=True):
    """A unit of another list builder's file in one of its sizes."""

    name: str
    type: Type
    hero: bool = False
    legacy: bool = False
    size: Size = ""
    speed: int = 5
    melee: int | None = None
    shooting: int | None = None
    defence: int = 4
    attacks: int | str = 0
    nerve: int = 10
    points: int = 0
    rules: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Known, ...] = ()
    options: tuple[Upgrade, ...] = ()
    unique: bool = False
    limit: int | None = None
    category: Category = "core"
    rank: Rank = ""


def number(text: object) -> int | None:
    """A figure such as 5, "5", "4+"; None for a dash and for what is none."""
    found = re.fullmatch(r"\s*(\d{1,3})(?:\.0+)?\s*\+?\s*", str(text))
    return int(found[1]) if found else None


def roll(value: object) -> int | None:
    """What a die has to show, kept between 2 and 6; None for a dash."""
    found = number(value)
    return None if found is None else min(6, max(2, found))


def attacks(text: object, name: str, notes: Notes) -> int | str:
    """Attacks: a number, or dice such as "D6 +8"."""
    plain = str(text).replace(" ", "").upper()
    figure = number(plain)
    if figure is not None:
        return min(figure, 99)
    try:
        Dice.parse(plain)
    except DiceError:
        if plain not in ("-", "", "NONE"):
            notes.add("Their Attacks cannot be read and are 0.", name)
        return 0
    return plain


def nerve(text: object, name: str, notes: Notes) -> int | None:
    """One Nerve value. Where a file has two, as the 3rd edition had, the second is taken: it is the one at which a
    unit routs, and there is no other in the 4th."""
    parts = [number(part) for part in str(text).split("/")]
    if len(parts) == 2 and parts[1] is not None:
        if parts[0] is None:
            notes.add("Nerve without a first value (-/n, never wavering in the 3rd edition) became Nerve n.", name)
        else:
            notes.add("Two Nerve values (3rd edition) became one: the second.", name)
        return parts[1]
    return parts[0]


def split(text: str) -> list[str]:
    """A list with commas, those in brackets left alone."""
    parts, depth, begun = [], 0, 0
    for place, letter in enumerate(text):
        depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(letter, 0)
        if letter == "," and depth <= 0:
            parts.append(text[begun:place])
            begun = place + 1
    return [part.strip() for part in (*parts, text[begun:]) if part.strip() and part.strip() != "-"]


_WEAPON = re.compile(r'<?(?P<name>[^():<>]+?)\s*[:(]\s*(?P<range>\d{1,2})\s*["\u201d]\s*,?\s*(?P<rest>.*?)\)?>?')
_ATTACKS = re.compile(r"Att:?\s*(\d{1,2}|\d?D\d(?:\+\d+)?),?\s*", re.IGNORECASE)


def weapon_of(text: str) -> Weapon | None:
    """A ranged weapon among the special rules: `Crossbow (24", Piercing (1))` or `<Shortbows: 18", Att: 4>`."""
    found = _WEAPON.fullmatch(text.strip())
    if found is None or not 1 <= int(found["range"]) <= 72:
        return None
    rest = found["rest"].strip()
    told = _ATTACKS.search(rest)
    count: int | str | None = None
    if told is not None:
        count = int(told[1]) if told[1].isdecimal() else told[1].upper()
        rest = rest[: told.start()] + rest[told.end() :]
    balanced = rest + ")" * (rest.count("(") - rest.count(")"))
    rules = tuple(tidy_rule(rule) for rule in split(balanced))
    return Weapon(found["name"].strip(), int(found["range"]), count, None, rules)


_TIDY = (
    (re.compile(r"\s*:\s*\("), " ("),
    (re.compile(r"(?<=\w)\("), " ("),
    (re.compile(r"\(\s*Melee\s*\)", re.IGNORECASE), "(combat)"),
    (re.compile(r"\(\s*Ranged\s*\)", re.IGNORECASE), "(ranged)"),
    (re.compile(r"\(\s*Combat\s*\)", re.IGNORECASE), "(combat)"),
    (re.compile(r"(?<=[\w)]) (?:Trait )?only\)", re.IGNORECASE), ")"),
    (re.compile(r"\s*-\s*combat\)", re.IGNORECASE), ", combat)"),
    (re.compile(r"\)\s*\(([^()]+)\)\)$"), r") - \1)"),
    (re.compile(r"\s+"), " "),
)


def tidy_rule(text: str) -> str:
    """A special rule as our army lists write it: `Vicious:(Melee)` is `Vicious (combat)`."""
    for pattern, to in _TIDY:
        text = pattern.sub(to, text)
    return text.strip()


def without_number(rules: Iterable[str], name: str, notes: Notes) -> tuple[str, ...]:
    """Special rules; one that is written without the number that it needs has 1."""
    found = []
    for said in rules:
        bare = "(" not in said and problem_with(said) and not problem_with(f"{said} (1)")
        if bare:
            notes.add(f"{said} is written without a number and became {said} (1).", name)
        found.append(f"{said} (1)" if bare else said)
    return tuple(found)


def named_rules(texts: Iterable[str]) -> tuple[tuple[str, ...], tuple[Weapon, ...]]:
    """Special rules and the ranged weapons that stand among them."""
    rules, weapons = [], []
    for text in list(texts)[:MOST_THINGS]:
        weapon = weapon_of(text)
        if weapon is not None:
            weapons.append(weapon)
        else:
            rules.append(tidy_rule(text))
    return tuple(rules), tuple(weapons)


def type_of(text: str) -> tuple[Type, bool, bool] | None:
    """A type with whether it is a hero and whether it stood on a larger base; None if there is no such type."""
    hero = re.fullmatch(r"Hero\s*[(/]\s*(.+?)\s*\)?", text.strip(), re.IGNORECASE)
    plain = (hero[1] if hero else text).strip().casefold()
    kind = TYPES.get(plain)
    return None if kind is None else (kind, hero is not None, plain in LEGACY)


def category_of(unit: Found) -> Category:
    """A category by type and size, where a file has none."""
    if unit.hero:
        return "commander"
    if unit.type in SINGLE:
        return "support"
    if unit.weapons:
        return "auxiliary"
    return "core" if unit.type == "infantry" else "specialist"


def crown(units: Sequence[Found]) -> None:
    """An army needs somebody who may be its warlord: the costliest hero."""
    heroes = [unit for unit in units if unit.hero and not unit.unique]
    if len(heroes) > 1:
        max(heroes, key=lambda unit: unit.points).rank = "warlord"


def book_of(faction: str, units: Sequence[Found], notes: Notes) -> ArmyBook:
    """The army book of these units: those of one name are one entry with several sizes."""
    traits = {trait for unit in units for trait in unit.traits}
    groups: dict[str, list[Found]] = {}
    for unit in units:
        _sort_out(unit, traits, notes)
        groups.setdefault(unit.name, []).append(unit)
    entries = []
    for name, group in groups.items():
        alike = _alike(name, group, notes)
        entries += [_entry(faction, one, title) for title, one in alike]
    return ArmyBook(catalogue=Catalogue(faction=faction, entries=tuple(entries)))


def _sort_out(unit: Found, traits: Collection[str], notes: Notes) -> None:
    """Names among the special rules of a unit that others have as a trait are traits."""
    moved = [said for said in unit.rules if said in traits and problem_with(said)]
    for said in moved:
        notes.add(f"{said} is a trait of other units, so it is one of these too, not a special rule.", unit.name)
    unit.traits = tuple(dict.fromkeys((*unit.traits, *moved)))
    unit.rules = without_number((said for said in unit.rules if said not in moved), unit.name, notes)


def _alike(name: str, group: Sequence[Found], notes: Notes) -> list[tuple[str, list[Found]]]:
    """Units that differ in size alone together; others by themselves under a name with their size."""
    first = group[0]
    same: list[Found] = []
    others: list[Found] = []
    for unit in group:
        profile = (unit.type, unit.hero, unit.melee, unit.shooting, unit.defence, unit.speed)
        fits = profile == (first.type, first.hero, first.melee, first.shooting, first.defence, first.speed)
        fresh = unit.size not in {one.size for one in same}
        (same if fits and fresh and (unit is first or unit.size) else others).append(unit)
    if any(unit.rules != first.rules or unit.weapons != first.weapons for unit in same):
        apart = [unit for unit in same if unit.rules != first.rules or unit.weapons != first.weapons]
        same = [unit for unit in same if unit not in apart]
        others += apart
    if others:
        notes.add("Sizes with a profile or rules of their own are entries of their own.", name)
    found = [(name, same)]
    used = {name}
    for unit in others:
        title = f"{name} ({unit.size or 'another'})"
        while title in used:
            title += "*"
        used.add(title)
        found.append((title, [unit]))
    return found


def _entry(faction: str, group: Sequence[Found], name: str) -> Offered:
    first = group[0]
    unit = Entry(
        name=name,
        army=faction,
        type=first.type,
        hero=first.hero,
        rank=first.rank,
        category=first.category,
        traits=first.traits,
        speed=first.speed,
        melee=first.melee,
        shooting=first.shooting,
        defence=first.defence,
        rules=first.rules,
        weapons=first.weapons,
        spells=first.spells,
        legacy=first.legacy,
        unique=first.unique,
        limit=first.limit,
    )
    sizes = sorted((_formation(unit, one) for one in group), key=lambda size: size.name != "regiment")
    return Offered(
        name=name,
        faction=faction,
        category=first.category,
        sizes=tuple(sizes),
        options=first.options,
        limit=first.limit,
        own=Profile(unit),
    )


def _formation(unit: Entry, found: Found) -> Formation:
    ranks = unit.type in REGIMENT_MODELS and not unit.hero
    name: Size = (found.size or "regiment") if ranks else ""
    models = models_of(msgspec.structs.replace(unit, size=name))
    return Formation(name, models, found.points, attacks=found.attacks, nerve=found.nerve)


def mustered(book: ArmyBook, source: str, form: str, game: str, version: str, notes: Notes) -> Mustered:
    """An army book that was brought over, with its report."""
    report = report_on_book(book, source=source, form=form, game=game, version=version, notes=notes.told())
    return Mustered(kind="book", content=book, report=report)
