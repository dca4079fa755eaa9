"""The shapes of Army Forge files: only what is used of them. Whatever else they hold is passed over."""

from __future__ import annotations

import json
import re
from typing import Any, TypeVar

import msgspec

from warhost.rulesets.families.army_text import DataError

__all__ = [
    "Affects",
    "Bases",
    "Book",
    "Chosen",
    "CommonRules",
    "Listed",
    "Option",
    "Package",
    "Resolved",
    "Saved",
    "Section",
    "Spell",
    "Thing",
    "Unit",
    "decode",
    "parse_json",
]

T = TypeVar("T")


class Thing(msgspec.Struct, rename="camel", kw_only=True):
    """A weapon, a rule or an item with rules and weapons in it: `type` tells which."""

    name: str
    type: str = ""
    range: int | None = None
    attacks: int | None = None
    special_rules: list[Thing] = []
    count: int | float | None = None
    rating: int | str | None = None
    content: list[Thing] = []

    @property
    def is_weapon(self) -> bool:
        return self.type == "ArmyBookWeapon" or self.attacks is not None

    @property
    def is_item(self) -> bool:
        return self.type == "ArmyBookItem" or bool(self.content)


class Bases(msgspec.Struct):
    """Base sizes in mm: one number for square and round ones, else long side x short side."""

    round: str | None = None
    square: str | None = None


class Affects(msgspec.Struct):
    """How many models an upgrade is for, or how many options may be picked."""

    type: str
    value: int | None = None


class Cost(msgspec.Struct, rename="camel"):
    cost: int
    unit_id: str = ""


class Option(msgspec.Struct, kw_only=True):
    """Something to buy; its cost differs from unit to unit."""

    uid: str = ""
    id: str = ""
    label: str = ""
    cost: int | None = None
    costs: list[Cost] = []
    gains: list[Thing] = []

    def cost_for(self, unit: str) -> int:
        return next((cost.cost for cost in self.costs if cost.unit_id == unit), self.cost or 0)


class Section(msgspec.Struct, kw_only=True):
    """Options of which a unit may buy."""

    uid: str = ""
    id: str = ""
    label: str = ""
    variant: str = ""
    targets: list[str] | None = None
    affects: Affects | None = None
    select: Affects | None = None
    options: list[Option] = []


class Package(msgspec.Struct):
    uid: str
    sections: list[Section] = []


class Chosen(msgspec.Struct, rename="camel", kw_only=True):
    """An upgrade that was bought: by its ids in a saved list, in full in a resolved one."""

    upgrade_id: str = ""
    option_id: str = ""
    upgrade: Section | None = None
    option: Option | None = None


class Unit(msgspec.Struct, rename="camel", kw_only=True):
    """A unit of an army book; in a resolved list with what was bought."""

    id: str
    name: str
    size: int = 1
    quality: int
    defense: int
    cost: int = 0
    bases: Bases | None = None
    items: list[Thing] = []
    rules: list[Thing] = []
    weapons: list[Thing] = []
    upgrades: list[str] = []
    army_id: str = ""
    custom_name: str | None = None
    selection_id: str = ""
    combined: bool = False
    join_to_unit: str | None = None
    selected_upgrades: list[Chosen] = []
    loadout: list[Thing] | None = None


class Spell(msgspec.Struct):
    name: str
    effect: str
    threshold: int = 1


class Book(msgspec.Struct, rename="camel", kw_only=True):
    """The answer of the army book interface."""

    uid: str = ""
    name: str
    units: list[Unit]
    upgrade_packages: list[Package]
    spells: list[Spell] = []
    version_string: str = ""
    game_system_key: str = ""


class Resolved(msgspec.Struct, rename="camel", kw_only=True):
    """The answer of the list interface that table simulators use: everything is resolved."""

    name: str
    game_system: str = ""
    points_limit: int = 0
    list_points: int = 0
    units: list[Unit]


class Listed(msgspec.Struct, rename="camel", kw_only=True):
    """A unit of a saved list: ids that only its army book explains."""

    id: str
    army_id: str = ""
    custom_name: str | None = None
    selection_id: str = ""
    selected_upgrades: list[Chosen] = []
    combined: bool = False
    join_to_unit: str | None = None


class SavedList(msgspec.Struct, rename="camel", kw_only=True):
    name: str
    units: list[Listed]
    points_limit: int = 0


class Version(msgspec.Struct, rename="camel", kw_only=True):
    version: str = ""
    army_id: str = ""


class Saved(msgspec.Struct, rename="camel", kw_only=True):
    """A list as it is shared as a file."""

    save_version: int
    saved: SavedList = msgspec.field(name="list")
    game_system: str = ""
    army_id: str = ""
    army_name: str = ""
    army_versions: list[Version] = []
    list_points: int = 0


class CommonRules(msgspec.Struct):
    """The rules that all armies of a game share."""

    rules: list[Thing]


def parse_json(text: str, filename: str) -> Any:
    """What a JSON text holds; the error names the line and the column."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise DataError(
            [f"{filename}, line {error.lineno}, column {error.colno}: is not valid JSON: {error.msg}."]
        ) from None


_AT = re.compile(r"(?P<what>.*?)(?: - at `\$?\.?(?P<place>.*)`)?")


def decode(raw: Any, shape: type[T], filename: str, what: str) -> T:
    """The raw data in their shape; the error names the place where they have another."""
    try:
        return msgspec.convert(raw, shape)
    except msgspec.ValidationError as error:
        match = _AT.fullmatch(str(error))
        assert match is not None
        place = f", {match['place']}" if match["place"] else ""
        told = match["what"].replace("`", '"')
        raise DataError([f"{filename}{place}: is no whole {what}: {told[0].lower()}{told[1:]}."]) from None
