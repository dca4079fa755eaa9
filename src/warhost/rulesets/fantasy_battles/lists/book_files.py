"""Army books as files: profiles, parts of models, weapons, sizes and options, read with all problems at once.

faction = "Saltbridge Compact"

[[entry]]
name     = "Harbour Pikes"
category = "Core"
base     = "20x20"
profile  = { adv = 4, mar = 8, dis = 7, hp = 1, def = 3, res = 3, arm = 1, att = 1, off = 3, str = 3, ap = 0, agi = 3 }
weapons  = ["Pike"]
command  = ["Champion", "Standard Bearer", "Musician"]
models   = 20
most     = 50
cost     = 160
each     = 8
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from warhost.muster.entries import Catalogue, Size
from warhost.muster.files.army_text import Reading, Table, read_table
from warhost.muster.files.book_files import OPTION, Packages, Shape, entry_text, read_entry, read_packages
from warhost.muster.files.forms import Form, Key, flag, key, names, number, text
from warhost.muster.files.toml_text import toml_table, toml_text
from warhost.rulesets.fantasy_battles.core import (
    FULL_RANK,
    Bound,
    Entry,
    Height,
    Level,
    ModelType,
    Part,
    Profile,
    Role,
    Wizard,
)
from warhost.rulesets.fantasy_battles.lists.arms import (
    MELEE,
    SHOOTING,
    Arms,
    arms,
    melee_weapons,
    read_arms,
    shooting_weapons,
    shot_text,
)
from warhost.rulesets.fantasy_battles.lists.army_books import (
    CATEGORIES,
    COMMAND,
    HOUSE_LIMITS,
    ArmyBook,
    CategoryLimit,
    Offer,
)
from warhost.rulesets.fantasy_battles.lists.army_books import Upgrade as Upgrade

__all__ = ["book_text", "read_book"]

TYPES: tuple[ModelType, ...] = get_args(ModelType)
HEIGHTS: tuple[Height, ...] = get_args(Height)
LEVELS: tuple[Level, ...] = get_args(Level)
ROLES: tuple[Role, ...] = ("unit", "character")
YES_NO = ("yes", "no")

SHARED = {"adv": (0, 20), "mar": (0, 40), "dis": (0, 10), "hp": (1, 20), "def": (0, 10), "res": (1, 10), "arm": (0, 6)}
OWN = {"att": (0, 20), "off": (0, 10), "str": (0, 12), "ap": (0, 10), "agi": (0, 10)}
"""The values that all parts share, and those that each has for itself, with the least and the most of each."""
_FIELDS = {"def": "def_", "str": "str_"}
_BASE = re.compile(r"(\d{2,3})\s*x\s*(\d{2,3})")
_NOTHING = Part(att=0, off=0, str_=0, agi=0)


# Keys of tables


def _word(name: str, words: Sequence[str], default: Any) -> Key:
    return key(name, lambda table, name: table.choice(name, words), default)


def _base(table: Table, name: str) -> tuple[int, int]:
    read = _BASE.fullmatch(table.text(name))
    if read is None:
        table.problem(f'"{name}" must be front and depth in mm, like "25x50", not {table.raw.get(name)!r}.')
        return 25, 25
    return int(read[1]), int(read[2])


def _base_text(base: tuple[int, int]) -> str:
    return f"{base[0]}x{base[1]}"


def _values(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    values, known = table.table(name), {**SHARED, **OWN}
    found = tuple((one, values.number(one, *known[one])) for one in known if values.has(one))
    values.done()
    return found


def _adds(table: Table, name: str) -> tuple[tuple[str, int], ...]:
    values = table.table(name)
    found = tuple((one, values.number(one, -9, 9)) for one in values.raw if one in SHARED or one in OWN)
    values.done()
    return found


def _power(table: Table, name: str) -> tuple[int, int]:
    value = table.get(name, list, [5, 8], "two numbers")
    if len(value) != 2 or not all(isinstance(one, int) for one in value):
        table.problem(f'"{name}" must be two numbers, not {value!r}.')
        return 5, 8
    return value[0], value[1]


_WIZARD: Form[Wizard] = Form(
    Wizard,
    _word("level", LEVELS, "Apprentice"),
    names("paths"),
    text("path", default=""),
    names("spells"),
    number("modifier", -3, 3, default=0),
    text("hereditary", default=""),
)
_BOUND: Form[Bound] = Form(
    Bound, text("spell"), key("power", _power, (5, 8), write=list), number("range", 0, 96, default=0)
)
_LIMIT: Form[CategoryLimit] = Form(
    CategoryLimit, text("category"), number("least", 0, 100, default=0), number("most", 0, 100, default=100)
)
_SIZE = Form(
    Size,
    number("models", 1, 99, default=1),
    number("cost", 0, 9999),
    number("most", 1, 99, default=0),
    number("each", 0, 999, default=0),
)
_HAS_BOUND = key(
    "bound",
    lambda table, name: tuple(map(_BOUND.read, table.tables(name))),
    (),
    write=lambda bound: [_BOUND.fields(one) for one in bound],
)


def _wizard_fields(wizard: Wizard) -> dict[str, Any]:
    return {"level": wizard.level, **_WIZARD.fields(wizard)}


def _unit_form() -> Form[dict[str, Any]]:
    """The keys of an entry that say what its models are, its profile and parts left out."""
    return Form(
        dict,
        _word("role", ROLES, "unit"),
        _word("type", TYPES, "Infantry"),
        _word("height", HEIGHTS, "Standard"),
        key("base", _base, write=_base_text),
        number("shield", 0, 3, default=0),
        names("rules"),
        flag("mounted"),
        flag("shaman"),
        key("wizard", lambda table, name: _WIZARD.read(table.table(name)), None, write=_wizard_fields),
        _HAS_BOUND,
        key("profiled", lambda table, name: table.choice(name, YES_NO) == "yes", True, write=lambda so: YES_NO[not so]),
        key("scoring", lambda table, name: table.choice(name, YES_NO) == "yes", None, write=lambda so: YES_NO[not so]),
    )


_UNIT = _unit_form()


class _Forms:
    """The forms of one book: entries, their parts and options, with the weapons that they may name."""

    def __init__(self, known: Arms) -> None:
        melee: Key = key(
            "weapons",
            lambda table, name: melee_weapons(table, table.names(name), known),
            (),
            write=lambda weapons: [one.name for one in weapons],
        )
        shots: Key = key(
            "shots",
            lambda table, name: shooting_weapons(table, table.names(name), known),
            (),
            write=lambda weapons: list(map(shot_text, weapons)),
        )
        own = [number(name, *OWN[name], attribute=_FIELDS.get(name, name)) for name in OWN]
        self.armed = (number("count", 1, 9, default=1), melee, shots)
        self.part: Form[Part] = Form(Part, text("name"), *own, *self.armed, names("rules"))
        self.only: Form[dict[str, Any]] = Form(dict, *self.armed, names("attack_rules"))
        self.option: Form[Upgrade] = Form(
            Upgrade,
            *OPTION.keys,
            names("rules"),
            names("attack_rules"),
            melee,
            shots,
            number("armour", -6, 6, default=0),
            number("shield", 0, 3, default=0),
            key("values", _values, (), write=dict),
            key("adds", _adds, (), write=dict),
            key("parts", lambda table, name: self.parts(table), (), write=self.part_fields),
            key("base", _base, None, write=_base_text),
            _word("type", TYPES, None),
            _word("height", HEIGHTS, None),
            flag("mounted"),
            _word("level", LEVELS, None),
            text("path", default=""),
            names("spells"),
            number("casting", -3, 3, default=0),
            _HAS_BOUND,
            names("items"),
            *map(flag, ("general", "battle_standard", "champion", "standard", "musician")),
        )
        self.shape = Shape(_SIZE, _SIZE, self.option)

    def parts(self, table: Table) -> tuple[Part, ...]:
        return tuple(map(self.part.read, table.tables("parts")))

    def part_fields(self, parts: Sequence[Part]) -> list[dict[str, Any]]:
        return [{"name": one.name, **self.part.fields(one)} for one in parts]


# Reading


def read_book(source: str, filename: str) -> Reading[ArmyBook]:
    """The army book in the text of a file, or None and all its problems."""
    return read_table(source, filename, _book)


def _book(file: Table) -> ArmyBook:
    army, aliases, packages = file.text("faction"), file.names("aliases"), read_packages(file)
    own, categories = read_arms(file), file.names("categories") or CATEGORIES
    forms = _Forms(arms().with_more(own))
    hereditary = file.text("hereditary") if file.has("hereditary") else ""
    limits = tuple(map(_LIMIT.read, file.tables("limit"))) if file.has("limit") else HOUSE_LIMITS
    entries = [_entry(table, army, packages, forms, categories) for table in file.tables("entry")]
    book = ArmyBook(
        catalogue=Catalogue(
            faction=army,
            aliases=aliases,
            entries=tuple(msgspec.structs.replace(one, limits=limits) for one in entries),
            text=file.text("text") if file.has("text") else "",
        ),
        hereditary=hereditary,
        categories=categories,
        limits=limits,
        arms=own,
    )
    file.done()
    file.distinct("entry", (entry.name for entry in entries))
    return book


def _entry(table: Table, army: str, packages: Packages, forms: _Forms, categories: Sequence[str]) -> Offer:
    command = tuple(table.one_of("command", word, COMMAND) for word in table.names("command"))
    champion = table.text("champion") if table.has("champion") else "Champion"
    points = table.number("item_points", 0, 9999) if table.has("item_points") else 0
    complete = table.flag("complete")
    read = read_entry(table, army, packages, lambda one: _unit(one, army, forms), categories, forms.shape)
    unit = msgspec.structs.replace(read.own, name=read.name, category=read.category, models=read.sizes[0].models)
    if unit.is_character and unit.models != 1:
        table.problem("a Character is one model.")
    fields = {name: getattr(read, name) for name in read.__struct_fields__}
    fields |= {"own": unit, "tags": (*read.tags, *(["character"] if unit.is_character else []))}
    return Offer(**fields, command=command, champion=champion, item_points=points, complete=complete)


def _unit(table: Table, army: str, forms: _Forms) -> Entry:
    """What the models of an entry are."""
    values = table.table("profile")
    shared = {_FIELDS.get(name, name): values.number(name, *SHARED[name]) for name in SHARED}
    rsr = values.number("rsr", 1, 20) if values.has("rsr") else None
    if table.has("parts"):
        parts = forms.parts(table) or (_NOTHING,)
    else:
        own: dict[str, Any] = {_FIELDS.get(name, name): values.number(name, *OWN[name]) for name in OWN}
        told = forms.only.read_part(table)
        parts = (Part(**own, rules=told.pop("attack_rules"), **told),)
    values.done()
    unit = _UNIT.read_part(table)
    height: Height = unit["height"]
    return Entry(
        army=army,
        name="",
        profile=Profile(**shared, rsr=rsr),
        parts=parts,
        files=table.number("files", 1, 20) if table.has("files") else FULL_RANK[height],
        **unit,
    )


# Writing


def book_text(book: ArmyBook) -> str:
    """The file of an army book, which `read_book` understands."""
    forms = _Forms(arms().with_more(book.arms))
    top = {"faction": book.faction, "aliases": book.aliases, "text": book.catalogue.text, "hereditary": book.hereditary}
    if book.categories != CATEGORIES:
        top["categories"] = book.categories
    limits = [] if book.limits == HOUSE_LIMITS else [toml_table("[[limit]]", _LIMIT.fields(one)) for one in book.limits]
    melee = [toml_table(f'[melee."{name}"]', MELEE.fields(one)) for name, one in book.arms.melee.items()]
    shooting = [toml_table(f'[shooting."{name}"]', SHOOTING.fields(one)) for name, one in book.arms.shooting.items()]
    entries = [_entry_text(entry, forms) for entry in book.catalogue.entries if isinstance(entry, Offer)]
    return toml_text([toml_table("", top), *limits, *melee, *shooting, *entries])


def _entry_text(entry: Offer, forms: _Forms) -> str:
    unit: Entry = entry.own
    bare = msgspec.structs.replace(entry, tags=tuple(tag for tag in entry.tags if tag != "character"))
    shared = {name: getattr(unit.profile, _FIELDS.get(name, name)) for name in SHARED}
    if unit.profile.rsr is not None:
        shared["rsr"] = unit.profile.rsr
    first = unit.parts[0]
    if len(unit.parts) == 1 and not first.name:
        shared |= {name: getattr(first, _FIELDS.get(name, name)) for name in OWN}
        parts: dict[str, Any] = {one.name: _written(one, first) for one in forms.armed if _said(one, first)}
        parts["attack_rules"] = first.rules
    else:
        parts = {"parts": forms.part_fields(unit.parts)}
    fields = {one.name: _written(one, unit) for one in _UNIT.keys if _said(one, unit)}
    own: dict[str, Any] = {
        **{name: fields.pop(name) for name in ("role", "type", "height", "base") if name in fields},
        "profile": shared,
        **parts,
        **fields,
        "files": None if unit.files == FULL_RANK[unit.height] else unit.files,
        "command": entry.command,
        "champion": "" if entry.champion == "Champion" else entry.champion,
        "item_points": entry.item_points or None,
        "complete": entry.complete,
    }
    return entry_text(bare, own, forms.shape)


def _said(one: Key, holder: Entry | Part) -> bool:
    """Whether a key says anything that would not hold without it."""
    return bool(getattr(holder, one.attribute) != one.default)


def _written(one: Key, holder: Entry | Part) -> Any:
    return one.write(getattr(holder, one.attribute))


def upgrade_form(known: Arms) -> Form[Upgrade]:
    """The keys of an option, with the weapons that it may name."""
    return _Forms(known).option
