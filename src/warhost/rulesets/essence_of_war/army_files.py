"""Reading patrol files: every problem of a file is collected, each as a sentence that says where and what."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar, get_args

from warhost.rulesets.essence_of_war.entries import (
    CHARACTERISTICS,
    AimModifier,
    ArmedWith,
    Category,
    CloseRange,
    Entry,
    Multiply,
    NearTerrain,
    Patrol,
    Profile,
    SpellEntry,
    SpellVersion,
    Target,
    Weapon,
    rule_name,
)

__all__ = ["did_you_mean", "known_rules", "read_patrol"]

T = TypeVar("T")
Word = TypeVar("Word", bound=str)

_RULES = (
    "Communal Bond",
    "Daemonic",
    "Devastating",
    "Eagle Standard",
    "Fearless",
    "Fight in Extra Rank",
    "Fly",
    "General",
    "Hewn Mountain",
    "Impact",
    "Insignificant",
    "Irresistible Will",
    "Life is Cheap",
    "Path of the Exiled",
    "Path of the Favoured",
    "Primal Instinct",
    "Shield Wall",
    "Spellcrafting",
    "Stomp",
    "The Undeath",
    "Warborn",
)
_RULE_ALIASES = {"Devastating Charge": "Devastating"}

_DICE = r"(?:\d*D[36](?:\+\d+)?)"
_HITS = re.compile(rf"(?:\d+|{_DICE}) Hits?, Str \d+, AP \d+")
_BRACKETS = {
    "Devastating": (re.compile(r"\+\d+ \w+(?:, \+\d+ \w+)*"), "Devastating (+1 Str, +1 AP)"),
    "Impact": (_HITS, "Impact (1 Hit, Str 4, AP 1)"),
    "Stomp": (_HITS, "Stomp (1 Hit, Str 4, AP 1)"),
}
"""The rules that say their figures in brackets: how these read, and an example."""

_BASES = ("20x20", "25x25", "25x50", "40x40", "50x50", "50x75", "50x100", "60x100")
_COMPOSITION: dict[Category, int] = {"Character": 1, "Core": 2, "Special": 1}
_CATEGORIES = tuple(_COMPOSITION)
_TARGETS: tuple[Target, ...] = get_args(Target)
_AIM_MODIFIERS: tuple[AimModifier, ...] = get_args(AimModifier)
_LIMITS = {"dis": (0, 10), "hp": (1, 99), "arm": (0, 5), "aeg": (2, 6), "agi": (0, 10)}
_OPTIONAL = ("rsr", "aeg")
_TERRAIN = ("elevated", "hindering", "impassable")


def known_rules() -> tuple[str, ...]:
    """The names of all model rules that an entry may list, without what stands in brackets."""
    return _RULES


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question with the nearest known word, with a space before it; empty if none is near."""
    by_key = {name.casefold(): name for name in known}
    near = get_close_matches(word.casefold(), by_key, n=1, cutoff=0.6)
    return f' Did you mean "{by_key[near[0]]}"?' if near else ""


def read_patrol(text: str, filename: str) -> tuple[Patrol | None, list[str]]:
    """The patrol in the text of a file, or None and all its problems."""
    problems: list[str] = []
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return None, [f"{filename}: is not valid TOML: {error}."]
    file = _Table(raw, filename, problems)
    faction = file.text("faction")
    aliases = file.names("aliases")
    weapons = {name: _weapon(table) for name, table in file.named_tables("weapon")}
    spells = {name: _spell(table) for name, table in file.named_tables("spell")}
    units = file.tables("unit")
    file.done()
    entries = tuple(_entry(table, faction, weapons, spells) for table in units)
    if all(table.raw.get("category") in _CATEGORIES for table in units):
        _check_composition(entries, filename, problems)
    _check_names(entries, filename, problems)
    _check_riders(spells, filename, problems)
    _check_use(entries, weapons, spells, filename, problems)
    if problems:
        return None, problems
    return Patrol(faction, entries, aliases), []


class _Table:
    """A table of the file under reading: what is missing, of the wrong kind or never asked for becomes a problem."""

    def __init__(self, raw: Mapping[str, Any], where: str, problems: list[str], name: str = "") -> None:
        self.raw = raw
        self.where = where
        self.problems = problems
        self.name = name
        self.asked: set[str] = set()

    def problem(self, sentence: str) -> None:
        self.problems.append(f"{self.where}: {sentence}")

    def has(self, key: str) -> bool:
        self.asked.add(key)
        return key in self.raw

    def done(self) -> None:
        for key in self.raw:
            if key not in self.asked:
                self.problem(f'key "{key}" is unknown.{did_you_mean(key, self.asked)}')

    def get(self, key: str, kind: type[T], fallback: T, what: str) -> T:
        """The required value; a problem and the fallback if there is none of that kind."""
        if not self.has(key):
            self.problem(f'"{key}" is missing.')
            return fallback
        value = self.raw[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self.problem(f'"{key}" must be {what}, not {value!r}.')
            return fallback
        return value

    def text(self, key: str) -> str:
        return self.get(key, str, "", "a text")

    def number(self, key: str, lowest: int = 0, highest: int = 99) -> int:
        value = self.get(key, int, lowest, "a whole number")
        if not lowest <= value <= highest:
            self.problem(f'"{key}" must be from {lowest} to {highest}, not {value}.')
        return value

    def number_or(self, key: str, default: T, lowest: int = 0) -> int | T:
        return self.number(key, lowest) if self.has(key) else default

    def number_or_dice(self, key: str) -> int | str:
        """A number, or dice such as D3+1."""
        if isinstance(self.raw.get(key), str):
            dice = self.text(key)
            if not re.fullmatch(_DICE, dice):
                self.problem(f'"{key}" must be a whole number or dice such as "D3+1", not {dice!r}.')
            return dice
        return self.number(key)

    def number_or_user(self, key: str) -> int | None:
        """A number, or None for the bearer's own."""
        if self.has(key) and self.raw[key] == "user":
            return None
        if isinstance(self.raw.get(key), str):
            self.problem(f'"{key}" must be a whole number or "user", not {self.raw[key]!r}.')
            return None
        return self.number(key)

    def flag(self, key: str) -> bool:
        return self.get(key, bool, False, "true or false") if self.has(key) else False

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts, empty if absent."""
        if not self.has(key):
            return ()
        value = self.get(key, list, [], "a list of texts")
        wrong = [item for item in value if not isinstance(item, str)]
        if wrong:
            self.problem(f'"{key}" must be a list of texts, but holds {wrong[0]!r}.')
        return tuple(item for item in value if isinstance(item, str))

    def choice(self, key: str, options: Sequence[Word]) -> Word:
        value = self.text(key)
        return self.one_of(key, value, options) if isinstance(self.raw.get(key), str) else options[0]

    def one_of(self, key: str, value: str, options: Sequence[Word]) -> Word:
        """The option that the value names; a problem and the first option if it names none."""
        for option in options:
            if value == option:
                return option
        listed = ", ".join(f'"{option}"' for option in options)
        self.problem(f'{key} "{value}" is unknown: it must be one of {listed}.{did_you_mean(value, options)}')
        return options[0]

    def table(self, key: str) -> _Table:
        raw = self.get(key, dict, {}, "a table")
        return _Table(raw, f"{self.where}, {key}", self.problems)

    def optional_table(self, key: str) -> _Table | None:
        return self.table(key) if self.has(key) else None

    def tables(self, key: str) -> list[_Table]:
        raw = self.get(key, list, [], "a list of tables")
        tables = []
        for number, item in enumerate(raw, 1):
            if isinstance(item, dict):
                name = item.get("name")
                place = f'{key} "{name}"' if isinstance(name, str) else f"{key} {number}"
                tables.append(_Table(item, f"{self.where}, {place}", self.problems))
            else:
                self.problem(f'"{key}" must be a list of tables, but holds {item!r}.')
        return tables

    def named_tables(self, key: str) -> list[tuple[str, _Table]]:
        raw = self.get(key, dict, {}, "a table of tables") if self.has(key) else {}
        named = []
        for name, item in raw.items():
            if isinstance(item, dict):
                named.append((name, _Table(item, f'{self.where}, {key} "{name}"', self.problems, name)))
            else:
                self.problem(f'{key} "{name}" must be a table, not {item!r}.')
        return named


def _entry(table: _Table, faction: str, weapons: Mapping[str, Weapon], spells: Mapping[str, SpellEntry]) -> Entry:
    name = table.text("name")
    aliases = table.names("aliases")
    category = table.choice("category", _CATEGORIES)
    files, ranks = _formation(table)
    base = _base(table)
    profile = _profile(table.table("profile"))
    rules = tuple(_rule(table, text) for text in table.names("rules"))
    armed = tuple(_armed(table, text, weapons) for text in _weapon_texts(table))
    known = tuple(_known(table, text, spells) for text in table.names("spells"))
    shown = {
        "rules": rules,
        "weapon": tuple(map(str, armed)),
        "weapons": tuple(map(str, armed)),
        "spells": tuple(spell.name for spell in known),
    }
    table.done()
    if table.raw.get("category") == "Character" and ranks != 0:
        table.problem('a Character is a single model: write formation = "single".')
    return Entry(
        faction=faction,
        name=name,
        aliases=aliases,
        category=category,
        files=files,
        ranks=ranks,
        base=base,
        profile=profile,
        rules=rules,
        weapons=armed,
        spells=known,
        # The order of the keys is the order of the entry: a bow may stand before or after the rules.
        listed=tuple(text for key in table.raw for text in shown.get(key, ())),
    )


def _formation(table: _Table) -> tuple[int, int]:
    """Files and ranks; a single model has one file and no ranks."""
    text = table.text("formation")
    match = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", text)
    files, ranks = (int(match[1]), int(match[2])) if match else (1, 0)
    if not match and text != "single" and table.has("formation"):
        table.problem(f'formation "{text}" cannot be read: write files x ranks such as "5x2", or "single".')
    elif table.has("models") and table.number("models", 1, 999) != files * max(ranks, 1):
        table.problem(f"formation {text} holds {files * max(ranks, 1)} models, not {table.raw['models']}.")
    return files, ranks


def _base(table: _Table) -> tuple[int, int]:
    width, depth = table.choice("base", _BASES).split("x")
    return (int(width), int(depth))


def _profile(table: _Table) -> Profile:
    values: dict[str, int] = {}
    for key in CHARACTERISTICS:
        if key in _OPTIONAL and not table.has(key):
            continue
        attribute = f"{key}_" if key in ("def", "str") else key
        values[attribute] = table.number(key, *_LIMITS.get(key, (0, 99)))
    table.done()
    return Profile(**values)


def _rule(table: _Table, text: str) -> str:
    """The rule with its canonical name; a problem if it is unknown or its brackets cannot be read."""
    name = rule_name(text)
    bracket = text[len(name) :].strip()
    name = _RULE_ALIASES.get(name, name)
    if name not in known_rules():
        table.problem(f'rule "{name}" is unknown.{did_you_mean(name, known_rules())}')
    elif name in _BRACKETS:
        pattern, example = _BRACKETS[name]
        if not pattern.fullmatch(bracket[1:-1]) or not bracket.endswith(")"):
            table.problem(f'rule "{text}" cannot be read: write it like "{example}".')
    elif bracket:
        table.problem(f'rule "{text}" cannot be read: {name} has nothing in brackets.')
    return f"{name} {bracket}".strip()


def _weapon_texts(table: _Table) -> tuple[str, ...]:
    if not table.has("weapon"):
        return table.names("weapons")
    if table.has("weapons"):
        table.problem('"weapon" and "weapons" both stand here: keep one of them.')
    return (table.text("weapon"),)


def _armed(table: _Table, text: str, weapons: Mapping[str, Weapon]) -> ArmedWith:
    name = rule_name(text)
    match = re.fullmatch(r"\(([2-6])\+\)", text[len(name) :].strip())
    if not match:
        table.problem(f'weapon "{text}" needs the unit\'s Aim in brackets, such as "{name} (4+)".')
    if name not in weapons:
        near = did_you_mean(name, weapons) or f' Describe it under [weapon."{name}"].'
        table.problem(f'weapon "{name}" is unknown.{near}')
    weapon = weapons.get(name) or Weapon(name=name, shots=0, range=0, str_=0, ap=0)
    return ArmedWith(weapon, int(match[1]) if match else 0)


def _known(table: _Table, name: str, spells: Mapping[str, SpellEntry]) -> SpellEntry:
    if name not in spells:
        near = did_you_mean(name, spells) or f' Describe it under [spell."{name}"].'
        table.problem(f'spell "{name}" is unknown.{near}')
    return spells.get(name) or SpellEntry(name=name, versions=(SpellVersion(0),))


def _weapon(table: _Table) -> Weapon:
    ignores = table.names("ignores")
    weapon = Weapon(
        name=table.name,
        shots=table.number_or_dice("shots"),
        range=table.number("range", 1),
        str_=table.number_or_user("str"),
        ap=table.number_or_user("ap"),
        ranks=table.number_or("ranks", 2, lowest=1),
        ignores=tuple(table.one_of("ignores", text, _AIM_MODIFIERS) for text in ignores),
        close=_close(table.optional_table("close")),
        march_and_shoot=table.flag("march_and_shoot"),
        poison=table.flag("poison"),
    )
    table.done()
    return weapon


def _close(table: _Table | None) -> CloseRange | None:
    if table is None:
        return None
    close = CloseRange(table.number("within", 1), table.number_or("str", None), table.number_or("ap", None))
    table.done()
    return close


def _spell(table: _Table) -> SpellEntry:
    if table.has("amplifies"):
        rider = SpellEntry(name=table.name, versions=_versions(table), amplifies=table.text("amplifies"))
        table.done()
        return rider
    damages = table.has("hits")
    automatic = table.has("wounds") and table.choice("wounds", ("auto",)) == "auto"
    spell = SpellEntry(
        name=table.name,
        versions=_versions(table),
        target=table.choice("target", _TARGETS),
        range=table.number("range", 1),
        or_near=_near(table.optional_table("or_near")),
        sight=table.flag("sight"),
        unengaged=table.flag("unengaged"),
        lasts=table.flag("lasts"),
        hits=table.number_or_dice("hits") if damages else None,
        str_=table.number_or_dice("str") if damages and not automatic else None,
        ap=table.number("ap") if damages else None,
        wounds_automatically=automatic,
        one_model=table.flag("one_model"),
        multiply=_multiply(table.optional_table("multiply")),
        reroll_armour_saves=table.flag("reroll_armour_saves"),
    )
    table.done()
    return spell


def _versions(table: _Table) -> tuple[SpellVersion, ...]:
    values = _small_and_large(table, "value")
    units = _small_and_large(table, "units") if table.has("units") else (1,) * len(values)
    if len(units) != len(values):
        table.problem('"units" and "value" must both be one number, or both small and large.')
    return tuple(SpellVersion(value, count) for value, count in zip(values, units, strict=False))


def _small_and_large(table: _Table, key: str) -> tuple[int, ...]:
    if not isinstance(table.raw.get(key), dict):
        return (table.number(key, 1),)
    both = table.table(key)
    numbers = (both.number("small", 1), both.number("large", 1))
    both.done()
    return numbers


def _near(table: _Table | None) -> NearTerrain | None:
    if table is None:
        return None
    kinds = tuple(table.one_of("terrain", kind, _TERRAIN) for kind in table.names("of"))
    near = NearTerrain(table.number("within", 1), kinds)
    table.done()
    return near


def _multiply(table: _Table | None) -> Multiply | None:
    if table is None:
        return None
    multiply = Multiply(table.number("by", 2), table.number("against_hp", 1))
    table.done()
    return multiply


def _check_composition(entries: tuple[Entry, ...], filename: str, problems: list[str]) -> None:
    """A patrol is one Character, two Core units and one Special unit (eow.army.basic_patrol)."""
    counts = Counter(entry.category for entry in entries)
    for category, wanted in _COMPOSITION.items():
        if counts[category] != wanted:
            problems.append(
                f"{filename}: a patrol has {wanted} {category} {'unit' if wanted == 1 else 'units'}, "
                f"this one has {counts[category]} (eow.army.basic_patrol)."
            )


def _check_names(entries: tuple[Entry, ...], filename: str, problems: list[str]) -> None:
    for name, count in Counter(entry.name for entry in entries if entry.name).items():
        if count > 1:
            problems.append(f'{filename}, unit "{name}": the name stands {count} times; give each unit its own.')


def _check_riders(spells: Mapping[str, SpellEntry], filename: str, problems: list[str]) -> None:
    for spell in spells.values():
        if spell.amplifies is not None and spell.amplifies not in spells:
            near = did_you_mean(spell.amplifies, spells)
            problems.append(f'{filename}, spell "{spell.name}": spell "{spell.amplifies}" is unknown.{near}')


def _check_use(
    entries: tuple[Entry, ...],
    weapons: Mapping[str, Weapon],
    spells: Mapping[str, SpellEntry],
    filename: str,
    problems: list[str],
) -> None:
    """A weapon or spell that no unit lists is a slip of the pen."""
    used = {armed.weapon.name for entry in entries for armed in entry.weapons}
    known = {spell.name for entry in entries for spell in entry.spells}
    # A misspelt name has been told already: that the right one is unused then tells nothing new.
    if used <= weapons.keys():
        problems += [f'{filename}, weapon "{name}": no unit lists it.' for name in weapons if name not in used]
    if known <= spells.keys():
        problems += [f'{filename}, spell "{name}": no unit lists it.' for name in spells if name not in known]
