"""Army books of Kings of War as files: profiles, sizes, options, command orders, read with all problems at once.

faction = "Crown of Aldermere"

[[order]]
name   = "Brace"
target = 4
gives  = ["Phalanx"]

[[entry]]
name     = "Pike Wardens"
category = "core"
type     = "infantry"
speed    = 5
melee    = 4
defence  = 5
rules    = ["Phalanx"]
sizes    = [{ name = "regiment", attacks = 12, nerve = 14, cost = 130 }]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, get_args

import msgspec

from warhost.dice import Dice
from warhost.dice.notation import DiceError
from warhost.muster.entries import Catalogue, Option, Size
from warhost.muster.entries import Entry as Offered
from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.muster.files.book_files import (
    COSTLIEST,
    OPTION,
    Packages,
    Shape,
    entry_text,
    read_entry,
    read_packages,
)
from warhost.muster.files.forms import Form, Key, choice, flag, key, names, number, text
from warhost.muster.files.toml_text import toml_table, toml_text
from warhost.play.rules.rulebase import parted
from warhost.rulebook import rule
from warhost.rulesets.families.house_books import HouseBook
from warhost.rulesets.kings_of_war.chapters.magic import SPELLS
from warhost.rulesets.kings_of_war.core import (
    CATEGORIES,
    REGIMENT_MODELS,
    SIZES,
    Entry,
    Known,
    Order,
    Rank,
    Type,
    Weapon,
    models_of,
    problem_with,
)

__all__ = [
    "ArmyBook",
    "Formation",
    "Profile",
    "Upgrade",
    "book_text",
    "known",
    "read_book",
    "rules_of",
    "spell_text",
]

TYPES: tuple[Type, ...] = get_args(Type)
RANKS: tuple[Rank, ...] = get_args(Rank)
LASTS: tuple[str, ...] = ("phase", "turn", "next turn")
VALUES = ("speed", "melee", "shooting", "defence", "attacks", "nerve")
"""The values of a profile that options may change."""


class Formation(Size, frozen=True):
    """A size with the values of a profile that depend on it."""

    attacks: int | str = 0
    nerve: int = 0


class Upgrade(Option, frozen=True, kw_only=True):
    """An option with what it does to a unit."""

    rules: tuple[str, ...] = ()
    loses: tuple[str, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    spells: tuple[Known, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    """Values of the profile that it sets."""
    type: str = ""
    """The type that a unit becomes, where it is mounted."""
    unique: bool = False
    """One in the whole army [U]."""
    artefact: bool = False


class Profile(msgspec.Struct, frozen=True):
    """What a unit of an army book is in battle, before a size is chosen and anything is bought."""

    unit: Entry
    unique_spells: tuple[str, ...] = ()
    """Spells of its profile that an army may have once [U]."""


class ArmyBook(HouseBook, frozen=True, kw_only=True):
    """The army list of a faction: its command orders and its entries."""

    orders: tuple[Order, ...] = ()
    not_in_force: tuple[str, ...] = ()
    """Special rules that are kept without effect, by their names or as they are written."""


# Small things in texts


_SPELL = re.compile(r"(?P<name>[^()\[\]]+?)\s*(?:\((?P<number>\d+)\))?\s*(?P<unique>\[U\])?")


def known(said: str) -> tuple[Known, bool] | None:
    """A spell as army lists write it, `Heal (3)` or `Storm (4) [U]`, and whether it is unique; None if it cannot be
    read."""
    found = _SPELL.fullmatch(said.strip())
    return None if found is None else (Known(found["name"], int(found["number"] or 0)), bool(found["unique"]))


def spell_text(spell: Known) -> str:
    """A spell as army lists write it."""
    return f"{spell.name} ({spell.number})" if spell.number else spell.name


def _spells(table: Table, name: str) -> tuple[Known, ...]:
    found = []
    for said in table.names(name):
        spell = known(said)
        if spell is None:
            table.problem(f'spell "{said}" cannot be read: write it like "Heal (3)".')
        else:
            found.append(spell[0])
    return tuple(found)


def _attacks(table: Table, name: str) -> int | str:
    """A number, or dice such as "D6+6"."""
    if not isinstance(table.raw.get(name), str):
        return table.number(name, 0, 99)
    said = table.text(name)
    try:
        Dice.parse(said)
    except DiceError:
        table.problem(f'{name} "{said}" cannot be read: write a number or dice such as "D6+6".')
    return said


def _values(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    values = table.table(name)
    found = tuple((one, values.number(one, 0, 99)) for one in VALUES if values.has(one))
    values.done()
    return found


def _roll(name: str, *, needed: bool = False) -> Key:
    """What a die has to show, 2 to 6; a unit without it does not fight that way."""
    return number(name, 2, 6) if needed else number(name, 2, 6, default=None)


def _tables(name: str, form: Form[Any]) -> Key:
    def read(table: Table, name: str) -> tuple[Any, ...]:
        return tuple(form.read(one) for one in table.tables(name))

    return key(name, read, (), write=lambda many: [form.fields(one) for one in many])


def _base(table: Table, name: str) -> tuple[int, int] | None:
    said = table.text(name)
    found = re.fullmatch(r"(\d{2,3})x(\d{2,3})", said)
    if found is None:
        table.problem(f'base "{said}" cannot be read: write width x depth in mm such as "50x100".')
        return None
    return int(found[1]), int(found[2])


# Forms


WEAPON: Form[Weapon] = Form(
    Weapon,
    text("name"),
    number("range", 1, 72),
    key("attacks", _attacks, default=None),
    _roll("shooting"),
    names("rules"),
)

ORDER: Form[Order] = Form(
    Order,
    text("name"),
    number("target", 2, 6),
    text("text", default=""),
    text("trait", default=""),
    flag("enemy"),
    flag("commanders"),
    names("gives"),
    key("weapon", lambda table, name: WEAPON.read(table.table(name)), None, write=WEAPON.fields),
    key(
        "changes",
        lambda table, name: tuple((one, table.table(name).number(one, -9, 9)) for one in table.table(name).raw),
        (),
        write=dict,
    ),
    flag("steadies"),
    number("heals", 0, 9, default=0),
    key("lasts", lambda table, name: table.choice(name, LASTS), "turn"),
)

_FOUGHT = (key("attacks", _attacks, default=0), number("nerve", 1, 40, default=0))
SHAPE = Shape(
    only_size=Form(Formation, *_FOUGHT, number("cost", 0, COSTLIEST)),
    size=Form(Formation, choice("name", SIZES), *_FOUGHT, number("cost", 0, COSTLIEST)),
    option=Form(
        Upgrade,
        *OPTION.keys,
        names("rules"),
        names("loses"),
        _tables("weapons", WEAPON),
        key("spells", _spells, (), write=lambda many: [spell_text(one) for one in many]),
        key("values", _values, (), write=dict),
        key("type", lambda table, name: table.choice(name, TYPES), ""),
        flag("unique"),
    ),
    sizes=SIZES,
)

PROFILE: Form[dict[str, Any]] = Form(
    dict,
    choice("type", TYPES),
    flag("hero"),
    key("rank", lambda table, name: table.choice(name, RANKS), ""),
    names("traits"),
    number("speed", 0, 20),
    _roll("melee"),
    _roll("shooting"),
    _roll("defence", needed=True),
    names("rules"),
    _tables("weapons", WEAPON),
    names("spells"),
    flag("legacy"),
    key("base", _base, None, write=lambda base: f"{base[0]}x{base[1]}"),
    number("strength", 0, 9, default=None),
    flag("unique"),
)


# Reading


def read_book(source: str, filename: str) -> Reading[ArmyBook]:
    """The army book in the text of a file, or None and all its problems."""
    return read_table(source, filename, _book)


def _book(file: Table) -> ArmyBook:
    faction, aliases, packages = file.text("faction"), file.names("aliases"), read_packages(file)
    told, silent = file.text("text") if file.has("text") else "", file.names("not_in_force")
    orders = tuple(ORDER.read(table) for table in file.tables("order")) if file.has("order") else ()
    tables = file.tables("entry")
    entries = tuple(_entry(table, faction, packages, orders) for table in tables)
    file.done()
    file.distinct("entry", (entry.name for entry in entries))
    file.distinct("order", (order.name for order in orders))
    _check_changes(file, entries)
    catalogue = Catalogue(faction=faction, aliases=aliases, entries=entries, text=told)
    book = ArmyBook(catalogue=catalogue, orders=orders, not_in_force=silent)
    _check_rules(file, book)
    _check_spells(file, entries)
    return book


def _entry(table: Table, faction: str, packages: Packages, orders: Sequence[Order]) -> Offered:
    entry = read_entry(table, faction, packages, lambda one: _profile(one, faction, orders), CATEGORIES, SHAPE)
    profile: Profile = entry.own
    unit = msgspec.structs.replace(profile.unit, limit=entry.limit, name=entry.name)
    sizes = tuple(_formation(table, unit, size) for size in entry.sizes)
    usual = sorted(sizes, key=lambda size: size.name != "regiment")
    _check_entry(table, entry, unit)
    return msgspec.structs.replace(entry, sizes=tuple(usual), own=msgspec.structs.replace(profile, unit=unit))


def _profile(table: Table, faction: str, orders: Sequence[Order]) -> Profile:
    told = PROFILE.read_part(table)
    spells = []
    for said in told.pop("spells"):
        spell = known(said)
        if spell is None:
            table.problem(f'spell "{said}" cannot be read: write it like "Heal (3)".')
        else:
            spells.append(spell)
    category = table.choice("category", CATEGORIES)
    unit = Entry(
        name="",
        army=faction,
        category=category,
        orders=tuple(orders) if told["rank"] else (),
        spells=tuple(one for one, _ in spells),
        **told,
    )
    return Profile(unit, tuple(one.name for one, unique in spells if unique))


def _formation(table: Table, unit: Entry, size: Size) -> Formation:
    """A size with its models. What stands in ranks and comes in one size alone is a regiment (kow.unit.regiment)."""
    assert isinstance(size, Formation)
    ranks = unit.type in REGIMENT_MODELS and not unit.hero
    name = size.name or ("regiment" if ranks else "")
    if size.name and not ranks:
        table.problem(
            f'a {"hero" if unit.hero else unit.type} has no size "{size.name}": write its values in the entry.'
        )
    if not size.nerve:
        table.problem(f'"nerve" is missing{f" for the {size.name}" if size.name else ""}.')
    models = models_of(msgspec.structs.replace(unit, size=name))
    return msgspec.structs.replace(size, name=name, models=models)


@rule("kow.army.categories")
def _check_entry(table: Table, entry: Offered, unit: Entry) -> None:
    """Champions and warlords are commanders (KOW-R037); who shoots or casts has what that takes."""
    if bool(unit.rank) != (entry.category == "commander"):
        table.problem('only champions and warlords can have "rank", and every commander needs it.')
    if unit.shooting is None and any(weapon.shooting is None for weapon in unit.weapons):
        table.problem('it has a ranged weapon and no "shooting" value.')
    if unit.spells and "Spellcaster" not in unit.traits:
        table.problem('it has spells without the trait "Spellcaster".')


def _check_rules(file: Table, book: ArmyBook) -> None:
    """Special rules that the engine does not know are problems, unless the file says itself that it knows."""
    silent = set(book.not_in_force)
    for owner, place, said in rules_of(book):
        problem = "" if said in silent or parted(said)[0] in silent else problem_with(said)
        if problem:
            hint = f' To keep it without effect, write not_in_force = ["{parted(said)[0]}"] at the top of the file.'
            file.problem_of(place, owner, problem if "Did you mean" in problem else problem + hint)


def _check_spells(file: Table, entries: Sequence[Offered]) -> None:
    for entry in entries:
        options = (option for option in entry.options if isinstance(option, Upgrade))
        for spell in (*entry.own.unit.spells, *(spell for option in options for spell in option.spells)):
            if spell.name not in SPELLS:
                near = file.near(spell.name, SPELLS)
                file.problem_of("entry", entry.name, f'spell "{spell.name}" is unknown.{near}')


def rules_of(book: ArmyBook) -> Iterator[tuple[str, str, str]]:
    """Every special rule that a book names: whose it is, whether that is an entry or an order, and the rule."""
    for entry in book.catalogue.entries:
        profile: Profile = entry.own
        upgrades = [option for option in entry.options if isinstance(option, Upgrade)]
        weapons = [*profile.unit.weapons, *(weapon for option in upgrades for weapon in option.weapons)]
        texts = [*profile.unit.rules, *(said for option in upgrades for said in option.rules)]
        texts += [said for weapon in weapons for said in weapon.rules]
        yield from ((entry.name, "entry", said) for said in texts)
    for order in book.orders:
        weapon_rules = () if order.weapon is None else order.weapon.rules
        yield from ((order.name, "order", said) for said in (*order.gives, *weapon_rules))


def _check_changes(file: Table, entries: Sequence[Offered]) -> None:
    everybody = {entry.name for entry in entries}
    for entry in entries:
        for change in entry.changes:
            if change.unit not in everybody:
                near = file.near(change.unit, everybody)
                file.problem_of("entry", entry.name, f'it changes "{change.unit}", which is not an entry.{near}')
            if change.category not in CATEGORIES:
                near = file.near(change.category, CATEGORIES)
                file.problem_of("entry", entry.name, f'category "{change.category}" is unknown.{near}')


# Writing


def book_text(book: ArmyBook) -> str:
    """The file of an army book, which `read_book` understands."""
    silent = dict.fromkeys([*book.not_in_force, *(said for _, _, said in rules_of(book) if problem_with(said))])
    told = {"faction": book.faction, "aliases": book.aliases, "text": book.catalogue.text}
    top = toml_table("", {**told, "not_in_force": list(silent)})
    orders = [toml_table("[[order]]", ORDER.fields(order)) for order in book.orders]
    entries = [entry_text(entry, _fields(entry.own), SHAPE) for entry in book.catalogue.entries]
    return toml_text([top, *orders, *entries])


def _fields(profile: Profile) -> dict[str, Any]:
    unit = profile.unit
    told = {one.name: getattr(unit, one.attribute) for one in PROFILE.keys}
    told["spells"] = tuple(
        spell_text(spell) + (" [U]" if spell.name in profile.unique_spells else "") for spell in unit.spells
    )
    return {
        one.name: one.write(told[one.name])
        for one in PROFILE.keys
        if told[one.name] is not None and told[one.name] != one.default
    }
