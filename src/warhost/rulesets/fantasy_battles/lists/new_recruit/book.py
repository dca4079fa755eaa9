"""Army books of New Recruit: a tree of categories, units and options with costs and limits.

Groups say of how many options a unit may take (`maxSize`); `numeric` nodes are the models of a unit, and what stands
below them is paid for each; `optionsDict` names lists of options in the dictionary of the book; `refopt` names the
stat line of a mount.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from warhost.muster.entries import Catalogue, Choice, Size
from warhost.rulesets.fantasy_battles.chapters.magic.spell_data import all_spells
from warhost.rulesets.fantasy_battles.core import Entry, Wizard
from warhost.rulesets.fantasy_battles.lists.arms import Arms, arms
from warhost.rulesets.fantasy_battles.lists.army_books import ArmyBook, CategoryLimit, Offer, Upgrade
from warhost.rulesets.fantasy_battles.lists.list_checks import ENCHANTMENT
from warhost.rulesets.fantasy_battles.lists.new_recruit.item_texts import effect_of, plain_text
from warhost.rulesets.fantasy_battles.lists.new_recruit.loose import (
    base_of,
    items_of,
    key_of,
    number_of,
    share_of,
    span_of,
    text_of,
    texts_of,
)
from warhost.rulesets.fantasy_battles.lists.new_recruit.meanings import meaning_of, spell_named
from warhost.rulesets.fantasy_battles.lists.new_recruit.notes import Notes
from warhost.rulesets.fantasy_battles.lists.new_recruit.rule_names import melee_weapon
from warhost.rulesets.fantasy_battles.lists.new_recruit.stats import Stats, blank_entry, entry_of, mount_of

__all__ = ["book_of", "is_book_document"]

MOST_OPTIONS = 400
DEEPEST = 12
LARGEST = 80
MOST_POINTS = 9999
_CONDITIONAL = ("hasOption", "hasNotOption", "extraCategories", "override", "childrenOptions")
CONDITIONS = "The book has conditions between options, and categories that depend on them: these are not checked."
_ONE_IN_AN_ARMY = frozenset({"legendary", "one of a kind", "unique"})


def is_book_document(document: Any) -> bool:
    """Whether a document may be such a book."""
    return isinstance(document, Mapping) and isinstance(document.get("army"), (list, Mapping))


def book_of(document: Mapping[str, Any], stats: Stats, notes: Notes) -> ArmyBook:
    """The army book of a document, with the stat lines that are at hand."""
    return _Book(document, stats, notes).read()


class _Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where in the tree of a unit an option stands."""

    choose: str = ""
    """The group of which so many may be taken."""
    each: bool = False
    """It is paid for each model."""
    parent: str = ""
    """The option that it goes with."""
    enchantment: bool = False
    weapon: str = ""
    """The weapon that it would enchant."""


class _Book:
    """A book being read."""

    def __init__(self, document: Mapping[str, Any], stats: Stats, notes: Notes) -> None:
        self.document, self.stats, self.notes = document, stats, notes
        self.name = text_of(document.get("name")) or "Unnamed army"
        self.letters = text_of(document.get("short"))
        self.hereditary = next(iter(filter(None, map(_hereditary, items_of(document.get("hereditary"))))), "")
        self.texts: dict[str, str] = {}
        """The items that are played as their own texts say."""
        self.shelves: dict[str, list[Mapping[str, Any]]] = {}
        for shelf in items_of(document.get("dictionnary") or document.get("dictionary")):
            for ref in texts_of(shelf.get("refs")):
                self.shelves.setdefault(ref, []).extend(items_of(shelf.get("options")))

    def read(self) -> ArmyBook:
        limits: list[CategoryLimit] = []
        entries: list[Offer] = []
        categories: list[str] = []
        for category in self._categories():
            name = text_of(category.get("name")) or "Units"
            units = [self._entry(unit, name) for unit in items_of(category.get("options")) if not _hidden(unit)]
            least, most = share_of(category.get("minPercent")), share_of(category.get("maxPercent"))
            if units:
                categories.append(name)
                entries += units
                if least or (most is not None and most < 100):
                    limits.append(CategoryLimit(category=name, least=least or 0, most=100 if most is None else most))
            elif least or most:
                self.notes.add(f"The limit of {name} depends on options and is not checked.")
        entries = _distinct(entries)
        if not any(entry.own.profiled for entry in entries):
            self.notes.add("There are no stat lines at hand: lists can be built, but not played.")
        bound = tuple(limits)
        found = tuple(msgspec.structs.replace(entry, limits=bound) for entry in entries)
        return ArmyBook(
            catalogue=Catalogue(faction=self.name, entries=found, aliases=tuple(filter(None, (self.letters,)))),
            hereditary=self.hereditary,
            categories=tuple(dict.fromkeys(categories)),
            limits=bound,
            arms=_own_arms(found),
            texts=tuple(self.texts.items()),
        )

    def _categories(self) -> Iterator[Mapping[str, Any]]:
        for army in items_of(self.document.get("army")):
            yield from (one for one in items_of(army.get("options")) if not _hidden(one))

    # Units

    def _entry(self, unit: Mapping[str, Any], category: str) -> Offer:
        name = text_of(unit.get("name")) or text_of(unit.get("unit_id")) or "Unnamed unit"
        line = self.stats.find(name, text_of(unit.get("unit_id")), self.letters)
        base = base_of(unit.get("basesize"))
        own = blank_entry(name, self.name, base) if line is None else entry_of(line, self.name, self.notes)
        if line is None and self.stats:
            self.notes.add("There is no stat line at hand: it can be listed and not played.", name)
        if _has_conditions(unit):
            self.notes.add(CONDITIONS, name)
        size = self._size(unit, name, own)
        tree = _Tree(self, name)
        tree.walk(unit, _Place())
        character = key_of(category).startswith(("character", "hero", "lord")) or unit.get("logo") == "character"
        character = character or any(option.general or option.battle_standard for option in tree.options)
        options = [*tree.options, *self._spells(tree.options)]
        own = msgspec.structs.replace(
            own,
            name=name,
            army=self.name,
            category=category,
            role="character" if character else "unit",
            models=size.models,
            base=base or own.base,
            wizard=self._wizard(own, options),
        )
        aliases = (text_of(unit.get("parsername")), "" if line is None else line.name)
        return Offer(
            name=name,
            faction=self.name,
            aliases=tuple(alias for alias in dict.fromkeys(aliases) if alias and alias != name),
            category=category,
            tags=("character",) if character else (),
            sizes=(size,),
            options=tuple(options),
            choices=tuple(tree.choices),
            limit=1 if text_of(unit.get("rarity")).casefold() in _ONE_IN_AN_ARMY else None,
            own=own,
            item_points=tree.item_points or MOST_POINTS,
            complete=True,
        )

    def _size(self, unit: Mapping[str, Any], name: str, own: Entry) -> Size:
        cost = number_of(unit.get("cost")) or 0
        found = next(_numeric(unit), None)
        if found is not None:
            each, least, most = found
            least, most = max(1, min(least, LARGEST)), max(1, min(most, LARGEST))
            return Size(models=least, cost=max(0, cost + each * least), most=max(least, most), each=max(0, each))
        span = span_of(unit.get("size")) or (own.models, own.models)
        least, most = max(1, min(span[0], LARGEST)), max(1, min(span[1], LARGEST))
        if most > least:
            self.notes.add("The book does not say what each further model costs.", name)
        return Size(models=least, cost=max(0, cost), most=max(least, most) if most > 1 else 0)

    def _wizard(self, own: Entry, options: Sequence[Upgrade]) -> Wizard | None:
        paths = tuple(dict.fromkeys(option.path for option in options if option.path))
        if not paths and not any(option.level for option in options) and own.wizard is None:
            return None
        return Wizard(paths=paths, hereditary=self.hereditary)

    def _spells(self, options: Sequence[Upgrade]) -> Iterator[Upgrade]:
        """The Learned Spells among which a Wizard of these options may choose, where its list says which."""
        paths = {option.path for option in options if option.path}
        for spell in all_spells().values() if paths else ():
            if (spell.path in paths and spell.number is not None) or spell.name == self.hereditary:
                yield Upgrade(name=spell.name, spells=(spell.name,), tags=("spell",))

    def shelf(self, node: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        """The options of the dictionary that a node names."""
        for ref in texts_of(node.get("optionsDict")):
            if ref not in self.shelves:
                self.notes.add(f'Options of "{ref}" stand in another file and are left out.')
            yield from self.shelves.get(ref, ())


class _Tree:
    """The options of one unit while its tree is walked."""

    def __init__(self, book: _Book, unit: str) -> None:
        self.book, self.unit = book, unit
        self.options: list[Upgrade] = []
        self.choices: list[Choice] = []
        self.item_points = 0
        self._names: set[str] = set()

    def walk(self, node: Mapping[str, Any], place: _Place, deep: int = 0) -> None:
        """All options below a node."""
        if deep > DEEPEST or len(self.options) >= MOST_OPTIONS:
            return
        spend = number_of(node.get("leafMaxCost"))
        self.item_points = max(self.item_points, spend or 0)
        for child in items_of(node.get("options")):
            self._child(child, place, deep)
        shelf = msgspec.structs.replace(place, enchantment=True)
        for child in self.book.shelf(node):
            self._child(child, shelf, deep)

    def _child(self, child: Mapping[str, Any], place: _Place, deep: int) -> None:
        if child.get("type") == "numeric":
            self.walk(child, msgspec.structs.replace(place, each=True, choose=""), deep + 1)
        elif _is_group(child):
            label = text_of(child.get("optionsLabel")).removesuffix(" Enchant")
            weapon = label if melee_weapon(label) is not None else place.weapon
            # What goes with an option has to be taken only with it, which nobody checks.
            choose = self._choice(child, needed=not place.parent) or place.choose
            self.walk(child, msgspec.structs.replace(place, choose=choose, weapon=weapon), deep + 1)
        else:
            name = self._add(child, place)
            told = text_of(child.get("name"))
            weapon = told if melee_weapon(told) is not None else ""
            below = msgspec.structs.replace(place, parent=name, choose=self._choice(child), weapon=weapon)
            self.walk(child, below, deep + 1)

    def _choice(self, node: Mapping[str, Any], *, needed: bool = False) -> str:
        """The word for a group of which only so many may be taken; `needed`: so many at least have to be."""
        most = number_of(node.get("maxSize"))
        if most is None or node.get("addToUnitSize"):
            return ""
        label = text_of(node.get("optionsLabel")) or text_of(node.get("name")) or "Options"
        taken = {choice.name for choice in self.choices}
        word = next(one for one in (label, *(f"{label} {n}" for n in range(2, 99))) if one not in taken)
        least = number_of(node.get("minSize")) or 0
        self.choices.append(Choice(name=word, least=min(least, max(1, most)) if needed else 0, most=max(1, most)))
        return word

    def _add(self, node: Mapping[str, Any], place: _Place) -> str:
        told = text_of(node.get("name")) or text_of(node.get("option_id")) or "Unnamed option"
        label = place.parent or place.choose.removesuffix(" Enchant")
        names = (told, f"{told} ({label})", *(f"{told} ({n})" for n in range(2, 99)))
        name = next(one for one in names if one.casefold() not in self._names)
        self._names.add(name.casefold())
        fields = self._fields(told, node, place)
        if place.choose:
            fields["choose"] = place.choose
        else:
            fields.pop("choose", None)
        tags = (*fields.pop("tags", ()), *([ENCHANTMENT] if place.enchantment else []))
        per_model = place.each and node.get("costParentMult") is not False
        cost = max(-9999, min(number_of(node.get("cost")) or 0, 9999))
        self.options.append(Upgrade(name=name, cost=cost, per_model=per_model, limit=_limit(node), tags=tags, **fields))
        return name

    def _fields(self, name: str, node: Mapping[str, Any], place: _Place) -> dict[str, Any]:
        """What an option does: by its name, as a mount, or nothing that is in force."""
        ref = text_of(node.get("refopt"))
        if ref:
            line = self.book.stats.find(name, ref, self.book.letters)
            if line is not None:
                return mount_of(line, self.book.notes)
            self.book.notes.add(f"There is no stat line at hand for the mount {name}: it changes nothing.", self.unit)
            return {}
        found = meaning_of(name)
        if found is not None:
            return dict(found)
        spell = spell_named(name)
        if spell and not place.enchantment:
            return {"spells": (spell,)}
        if not place.enchantment:
            return {"rules": (name,)}
        text = plain_text(node.get("description"))
        effect = effect_of(name, text, place.weapon) if text else None
        if effect is None:
            return {"items": (name,)}
        self.book.texts[name] = text
        return effect


def _is_group(node: Mapping[str, Any]) -> bool:
    """Whether a node only holds others: a group, or one that costs nothing and is nothing by itself."""
    if node.get("type") == "group":
        return True
    return node.get("type") != "check" and "cost" not in node


def _has_conditions(node: Mapping[str, Any], deep: int = 0) -> bool:
    """Whether what an option costs, allows or counts for depends on others."""
    if any(node.get(key) for key in _CONDITIONAL):
        return True
    return deep < DEEPEST and any(_has_conditions(child, deep + 1) for child in items_of(node.get("options")))


def _hidden(node: Mapping[str, Any]) -> bool:
    """Whether players do not see a node: mounts and summoned units that others name."""
    return bool(node.get("invisible")) or node.get("category") == "mounts" or node.get("creatable") is True


def _numeric(node: Mapping[str, Any], deep: int = 0) -> Iterator[tuple[int, int, int]]:
    """What each model of a unit costs, and how many there may be."""
    for child in items_of(node.get("options")):
        if child.get("type") == "numeric":
            least = number_of(child.get("minSize", node.get("minSize")))
            most = number_of(child.get("maxSize", node.get("maxSize")))
            yield number_of(child.get("cost")) or 0, least or 1, most or LARGEST
        elif deep < 3:
            yield from _numeric(child, deep + 1)


def _limit(node: Mapping[str, Any]) -> int | None:
    """How often an army may have an option: once if it bars itself, or is one of a kind."""
    if text_of(node.get("rarity")).casefold() in _ONE_IN_AN_ARMY:
        return 1
    own = {ref.casefold() for ref in texts_of(node.get("refs"))}
    barred = node.get("armyHasNotOption")
    for one in barred if isinstance(barred, list) else ():
        refs = texts_of(one.get("refs")) if isinstance(one, Mapping) else texts_of(one)
        if own & {ref.casefold() for ref in refs}:
            amount = number_of(one.get("amount")) if isinstance(one, Mapping) else None
            return None if isinstance(one, Mapping) and "perPoints" in one else max(1, amount or 1)
    return None


def _hereditary(told: Mapping[str, Any]) -> str:
    """The hereditary spell that a reference such as `echoes_dark_forest` means."""
    words = set(key_of(text_of(told.get("ref") or told.get("name")).replace("_", " ")).split())
    for spell in all_spells().values():
        if spell.hereditary and words and words <= set(key_of(spell.name).split()):
            return spell.name
    return ""


def _own_arms(entries: Sequence[Offer]) -> Arms:
    """The weapons of options that only this book has: those that items enchant."""
    options = (option for entry in entries for option in entry.options if isinstance(option, Upgrade))
    weapons = (weapon for option in options for weapon in option.weapons)
    return Arms({weapon.name: weapon for weapon in weapons if weapon.name not in arms().melee})


def _distinct(entries: Sequence[Offer]) -> list[Offer]:
    """The entries, each under a name of its own."""
    found: list[Offer] = []
    taken: set[str] = set()
    for entry in entries:
        names = (entry.name, f"{entry.name} ({entry.category})", *(f"{entry.name} ({n})" for n in range(2, 99)))
        name = next(one for one in names if one.casefold() not in taken)
        taken.add(name.casefold())
        own = msgspec.structs.replace(entry.own, name=name)
        found.append(entry if name == entry.name else msgspec.structs.replace(entry, name=name, own=own))
    return found


def stats_book(stats: Stats, notes: Notes, letters: str = "", name: str = "") -> ArmyBook:
    """Stat lines as an army book by themselves: units with profiles and no options."""
    lines = [line for line in stats.lines if not letters or line.letters.casefold() == letters.casefold()]
    army = name or next((line.letters for line in lines if line.letters), "") or "Unit stats"
    entries = []
    for line in lines:
        size, cost = line.size or (1, 1), max(0, line.cost or 0)
        least, most = max(1, min(size[0], LARGEST)), max(1, min(size[1], LARGEST))
        own = msgspec.structs.replace(entry_of(line, army, notes), models=least)
        sizes = (Size(models=least, cost=cost, most=most if most > least else 0),)
        entries.append(
            Offer(name=line.name, faction=army, category="Units", sizes=sizes, own=own, limits=(), complete=True)
        )
    if any(entry.sizes[0].most for entry in entries):
        notes.add("The stat lines do not say what each further model costs.")
    found = tuple(_distinct(entries))
    return ArmyBook(catalogue=Catalogue(faction=army, entries=found), categories=("Units",), limits=())
