"""Reading army books and army lists of our own format: all problems of a file at once, each says where and what."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, get_args

import msgspec

from warhost.errors import WarhostError
from warhost.muster.building.buying import Pick, buy
from warhost.muster.files.army_text import DataError, Reading, Table, read_table
from warhost.muster.files.book_files import (
    COSTLIEST,
    Packages,
    check_options,
    one_or_more,
    option_fields,
    read_options,
    read_packages,
)
from warhost.rulesets.regiments.core import (
    DEFAULT_BASES,
    RULES,
    ArmyBook,
    ArmyList,
    Base,
    Bearer,
    Group,
    Kind,
    Regiment,
    SpellText,
    UnitEntry,
    Upgrade,
    Weapon,
)
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.lists.profile_text import looks_like_a_weapon, parse_weapon
from warhost.rulesets.regiments.lists.rosters import COMBINED, catalogue_of, join, regiment_of
from warhost.rulesets.regiments.lists.spell_files import read_spell
from warhost.rulesets.regiments.rules.in_force import is_in_force, unknown_rules
from warhost.rulesets.regiments.rules.reading import Lexicon

__all__ = ["is_book", "read_book", "read_list"]

_KINDS: tuple[Kind, ...] = get_args(Kind)


def is_book(raw: Mapping[str, Any]) -> bool:
    """Whether the tables of a file are those of an army book; an army list has regiments instead of units."""
    return "unit" in raw


_BEARERS: dict[Bearer, str] = {
    "models": "models",
    "weapons": "a weapon",
    "hits": "the hits of a spell",
    "enchanted": "a unit on which a spell lies",
}


class _Rules:
    """Which rules a file may name: those of the book, those that it describes, and those that it says itself are not in
    force."""

    def __init__(self, not_in_force: Sequence[str], lexicon: Lexicon) -> None:
        self.not_in_force = frozenset(not_in_force)
        self.lexicon = lexicon

    @classmethod
    def of(cls, file: Table, not_in_force: Sequence[str]) -> _Rules:
        """Those of a file: it describes rules of its own in tables such as [rule."Marsh Born"], with a text."""
        texts = {}
        for name, table in file.named_tables("rule"):
            texts[name] = table.text("text")
            table.done()
        return cls(not_in_force, Lexicon(texts))

    def rule(self, table: Table, text: str, bearer: Bearer = "models") -> RuleText:
        told = RuleText.parse(text)
        rule = self.lexicon.rule(told.name, told.rating)
        if bearer in ("enchanted", "weapons") and not rule.text and rule.name not in RULES:
            rule = self.lexicon.told(text) or rule
        if {rule.name, str(rule)} & self.not_in_force or is_in_force(rule, bearer):
            return rule
        if rule.text:
            why = f'nothing is known of "{rule.does.unread}"' if rule.does and rule.does.unread else "it is for others"
            table.problem(f'rule "{text}" does nothing here by its text: {why}.{self._hint(rule)}')
        elif rule.name not in RULES:
            near = table.near(rule.name, RULES.names)
            table.problem(f'rule "{rule.name}" is unknown.{near or self._hint(rule)}')
        elif misread := RULES.misread(rule.name, "" if rule.rating is None else str(rule.rating), text):
            table.problem(misread)
        else:
            fit = next(other for other in _BEARERS if other in RULES[rule.name].bearers)
            table.problem(f'rule "{text}" does nothing on {_BEARERS[bearer]}: it belongs on {_BEARERS[fit]}.')
        return rule

    def _hint(self, rule: RuleText) -> str:
        return f' To keep it without effect, write not_in_force = ["{rule.name}"] at the top of the file.'

    def weapon(self, table: Table, text: str) -> Weapon:
        try:
            weapon = parse_weapon(text)
        except WarhostError as error:
            table.problem(error.message)
            return Weapon(text, None, 0)
        rules = tuple(self.rule(table, str(rule), "weapons") for rule in weapon.rules)
        return msgspec.structs.replace(weapon, rules=rules)

    def rules(self, table: Table, key: str = "rules", bearer: Bearer = "models") -> tuple[RuleText, ...]:
        return tuple(self.rule(table, text, bearer) for text in table.names(key))

    def weapons(self, table: Table, key: str = "weapons") -> tuple[Weapon, ...]:
        return tuple(self.weapon(table, text) for text in table.names(key))


def read_book(text: str, filename: str) -> Reading[ArmyBook]:
    """The army book in the text of a file, or None and all its problems."""
    return read_table(text, filename, _book)


def _book(file: Table) -> ArmyBook:
    faction = file.text("faction")
    aliases = file.names("aliases")
    told = file.text("text") if file.has("text") else ""
    not_in_force = file.names("not_in_force")
    rules = _Rules.of(file, not_in_force)
    packages = read_packages(file, "upgrade")
    spells = tuple(read_spell(table, rules.rules) for _, table in file.named_tables("spell"))
    units = tuple(_unit(table, faction, packages, rules) for table in file.tables("unit"))
    file.done()
    file.distinct("unit", (unit.name for unit in units))
    _check_spells(units, spells, file)
    return ArmyBook(faction=faction, units=units, spells=spells, aliases=aliases, text=told, not_in_force=not_in_force)


def _check_spells(units: Sequence[UnitEntry], spells: Sequence[SpellText], file: Table) -> None:
    """Casters have the spells of their own faction (aofr.special.caster.own_spells), so there must be some."""
    if not spells:
        for unit in units:
            if any(rule.name == "Caster" for rule in unit.rules):
                file.problem_of("unit", unit.name, "it is a Caster, and the faction has no spells.")


def _unit(table: Table, faction: str, packages: Packages, rules: _Rules) -> UnitEntry:
    kind = table.choice("kind", _KINDS)
    entry = UnitEntry(
        faction=faction,
        name=table.text("name"),
        aliases=table.names("aliases"),
        size=table.number("size", 1, 40),
        quality=table.number("quality", 2, 6),
        defense=table.number("defense", 2, 6),
        cost=table.number("cost", 1, COSTLIEST),
        kind=kind,
        base=_base(table) or DEFAULT_BASES[kind],
        weapons=rules.weapons(table),
        rules=rules.rules(table),
    )
    upgrades = read_options(table, "upgrades", packages, lambda item: _upgrade(item, rules), "upgrade")
    weapons = {weapon.name for weapon in (*entry.weapons, *(w for upgrade in upgrades for w in upgrade.weapons))}
    check_options(table, upgrades, weapons, "upgrade")
    table.done()
    return msgspec.structs.replace(entry, upgrades=upgrades)


def _base(table: Table) -> Base | None:
    """Front and depth of a base in mm; any size is legal (aofr.scale.base_size_free)."""
    if not table.has("base"):
        return None
    text = table.text("base")
    match = re.fullmatch(r"([1-9]\d{0,3})x([1-9]\d{0,3})", text)
    if not match:
        table.problem(f'base "{text}" cannot be read: write front x depth in mm such as "25x50".')
        return None
    return int(match[1]), int(match[2])


def _upgrade(table: Table, rules: _Rules) -> Upgrade:
    fields = option_fields(table)
    gains = one_or_more(table, "with" if fields["replaces"] else "add")
    weapons = tuple(rules.weapon(table, text) for text in gains if looks_like_a_weapon(text))
    others = tuple(rules.rule(table, text) for text in gains if not looks_like_a_weapon(text))
    kind = table.choice("kind", _KINDS) if table.has("kind") else None
    upgrade = Upgrade(
        name=table.text("name") if table.has("name") else _named_after(weapons, others),
        **fields,
        drops=rules.rules(table, "drop"),
        weapons=weapons,
        rules=others,
        quality=table.number("quality", 2, 6) if table.has("quality") else None,
        defense=table.number("defense", 2, 6) if table.has("defense") else None,
        kind=kind,
        base=_base(table) or (DEFAULT_BASES[kind] if kind is not None else None),
    )
    table.done()
    if not upgrade.name:
        table.problem('"name" is missing: nothing is added that it could be named after.')
    if upgrade.models is not None and (upgrade.kind, upgrade.quality, upgrade.defense) != (None, None, None):
        table.problem('"quality", "defense" and "kind" are those of the whole unit: leave out "models".')
    return upgrade


def _named_after(weapons: Sequence[Weapon], rules: Sequence[RuleText]) -> str:
    return ", ".join([*(weapon.name for weapon in weapons), *map(str, rules)])


def read_list(text: str, filename: str, book: Callable[[str], ArmyBook]) -> Reading[ArmyList]:
    """The army list in the text of a file, or None and all its problems. `book` finds an army book by its faction.

    A regiment is a `unit` of a book with upgrades, or it is written out in full under a `name` of its own.
    """
    return read_table(text, filename, lambda file: _list(file, book))


def _list(file: Table, book: Callable[[str], ArmyBook]) -> ArmyList:
    name, limit, aliases = file.text("name"), file.number("points", 0, 99999), file.names("aliases")
    faction = file.text("faction") if file.has("faction") else ""
    made_for = file.text("made_for") if file.has("made_for") else ""
    rules = _Rules.of(file, file.names("not_in_force"))
    spells = {table.name: read_spell(table, rules.rules) for _, table in file.named_tables("spell")}
    reader = _ListReader(faction, rules, spells, book)
    regiments = [reader.regiment(table) for table in file.tables("regiment")]
    file.done()
    kept = tuple(regiment for regiment in regiments if regiment is not None)
    return ArmyList(name=name, limit=limit, regiments=kept, aliases=aliases, made_for=made_for)


class _ListReader:
    """A reader of the regiments of one file."""

    def __init__(
        self, faction: str, rules: _Rules, spells: Mapping[str, SpellText], book: Callable[[str], ArmyBook]
    ) -> None:
        self.faction = faction
        self.rules = rules
        self.spells = spells
        self.book = book

    def regiment(self, table: Table) -> Regiment | None:
        if isinstance(unit := table.raw.get("unit"), str):
            table.where = f'{table.where.rsplit(", ", 1)[0]}, {"regiment" if table.name == "" else table.name} "{unit}"'
        regiment = self._of_book(table) if table.has("unit") else self._in_full(table)
        hero = table.optional_table("hero")
        table.done()
        if hero is None or regiment is None:
            return regiment
        hero.name = "hero"
        joining = self.regiment(hero)
        if joining is None:
            return None
        return self._told(table, lambda: join(regiment, joining))

    def _of_book(self, table: Table) -> Regiment | None:
        name, faction = table.text("unit"), table.text("faction") if table.has("faction") else self.faction
        upgrades, combined = table.names("upgrades"), table.flag("combined")
        if not faction:
            table.problem('"faction" is missing: name it here or at the top of the file.')
            return None
        try:
            book = self.book(faction)
        except WarhostError as error:
            table.problem(str(error))
            return None
        entry = catalogue_of(book).find(name)
        if entry is None:
            table.problem(catalogue_of(book).unknown(name, len(table.problems)))
            return None
        if combined and len(entry.sizes) == 1:
            table.problem("a single model cannot be combined (aofr.army.combine_units).")
            return None
        pick = Pick(unit=name, size=COMBINED if combined else "", options=upgrades)
        return self._told(table, lambda: regiment_of(buy(entry, pick, word="upgrade")))

    def _in_full(self, table: Table) -> Regiment:
        kind = table.choice("kind", _KINDS) if table.has("kind") else "infantry"
        rules = self.rules.rules(table)
        groups = tuple(self._group(group) for group in table.tables("groups"))
        known = table.names("spells")
        for spell in known:
            if spell not in self.spells:
                table.problem(f'spell "{spell}" is unknown.{table.near(spell, self.spells)}')
        return Regiment(
            faction=table.text("faction") if table.has("faction") else self.faction,
            name=table.text("name"),
            quality=table.number("quality", 2, 6),
            defense=table.number("defense", 2, 6),
            cost=table.number("cost", 0, COSTLIEST),
            kind=kind,
            base=_base(table) or DEFAULT_BASES[kind],
            groups=groups,
            rules=rules,
            combined=table.flag("combined"),
            upgrades=table.names("upgrades"),
            for_all=table.names("for_all"),
            spells=tuple(self.spells[spell] for spell in known if spell in self.spells),
            unknown=unknown_rules(rules, groups),
        )

    def _group(self, table: Table) -> Group:
        group = Group(
            count=table.number("models", 1),
            weapons=self.rules.weapons(table),
            rules=self.rules.rules(table),
            name=table.text("name") if table.has("name") else "",
        )
        table.done()
        return group

    def _told(self, table: Table, make: Callable[[], Regiment]) -> Regiment | None:
        """What is made, or nothing and its problems told with their place."""
        try:
            return make()
        except DataError as error:
            for problem in error.problems:
                table.problem(problem)
            return None
