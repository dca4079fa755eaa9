"""The shapes of Army Forge files: only what is used of them. Whatever else they hold is passed over."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, TypeAlias, TypeVar

import msgspec

from warhost.muster.files.army_text import DataError, tidied

__all__ = [
    "Affects",
    "Bases",
    "Book",
    "Chosen",
    "CommonRules",
    "Described",
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

Figure: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=9999)]
Price: TypeAlias = Annotated[int, msgspec.Meta(ge=-9999, le=9999)]
Points: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=99_999)]
Models: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=200)]
Long: TypeAlias = Annotated[list[T], msgspec.Meta(max_length=300)]
"""As many as the longest book has, and then some."""


class Thing(msgspec.Struct, rename="camel", kw_only=True):
    """A weapon, a rule or an item with rules and weapons in it: `type` tells which."""

    name: str
    type: str = ""
    range: Figure | None = None
    attacks: Figure | None = None
    special_rules: Long[Thing] = []
    count: Figure | Annotated[float, msgspec.Meta(ge=0, le=9999)] | None = None
    rating: int | str | None = None
    description: str | None = None
    content: Long[Thing] = []

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
    value: Figure | None = None


class Cost(msgspec.Struct, rename="camel"):
    cost: Price
    unit_id: str = ""


class Option(msgspec.Struct, kw_only=True):
    """Something to buy; its cost differs from unit to unit."""

    uid: str = ""
    id: str = ""
    label: str = ""
    cost: Price | None = None
    costs: Long[Cost] = []
    gains: Long[Thing] = []

    def cost_for(self, unit: str) -> int:
        return next((cost.cost for cost in self.costs if cost.unit_id == unit), self.cost or 0)


class Section(msgspec.Struct, kw_only=True):
    """Options of which a unit may buy."""

    uid: str = ""
    id: str = ""
    label: str = ""
    variant: str = ""
    targets: Long[str] | None = None
    affects: Affects | None = None
    select: Affects | None = None
    options: Long[Option] = []


class Package(msgspec.Struct):
    uid: str
    sections: Long[Section] = []


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
    size: Models = 1
    quality: Figure
    defense: Figure
    cost: Figure = 0
    bases: Bases | None = None
    items: Long[Thing] = []
    rules: Long[Thing] = []
    weapons: Long[Thing] = []
    upgrades: Long[str] = []
    army_id: str = ""
    custom_name: str | None = None
    selection_id: str = ""
    combined: bool = False
    join_to_unit: str | None = None
    selected_upgrades: Long[Chosen] = []
    loadout: Long[Thing] | None = None


class Spell(msgspec.Struct):
    name: str
    effect: str
    threshold: Figure = 1


class Described(msgspec.Struct):
    """A rule of an army book with its sentences."""

    name: str
    description: str | None = ""


class Book(msgspec.Struct, rename="camel", kw_only=True):
    """The answer of the army book interface."""

    uid: str = ""
    name: str
    units: Long[Unit]
    upgrade_packages: Long[Package]
    spells: Long[Spell] = []
    special_rules: Long[Described] = []
    version_string: str = ""
    game_system_key: str = ""


class Resolved(msgspec.Struct, rename="camel", kw_only=True):
    """The answer of the list interface that table simulators use: everything is resolved."""

    name: str
    game_system: str = ""
    points_limit: Points = 0
    list_points: Points = 0
    units: Long[Unit]
    special_rules: Long[Described] = []


class Listed(msgspec.Struct, rename="camel", kw_only=True):
    """A unit of a saved list: ids that only its army book explains."""

    id: str
    army_id: str = ""
    custom_name: str | None = None
    selection_id: str = ""
    selected_upgrades: Long[Chosen] = []
    combined: bool = False
    join_to_unit: str | None = None


class SavedList(msgspec.Struct, rename="camel", kw_only=True):
    name: str
    units: Long[Listed]
    points_limit: Points = 0


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
    army_versions: Long[Version] = []
    list_points: Points = 0


class CommonRules(msgspec.Struct):
    """The rules that all armies of a game share."""

    rules: Long[Thing]


def _no_number(word: str) -> None:
    raise ValueError(word)


_NUMBERS = frozenset(
    {"count", "attacks", "range", "size", "cost", "quality", "defense", "threshold", "value", "saveVersion"}
    | {"pointsLimit", "listPoints"}
)
"""Where files have numbers; some write them as text."""
_NUMBER = re.compile(r"\s*([+-]?\d{1,6})(?:\.0*)?\s*[+\"\u201d\u2033]?\s*")


def _with_numbers(raw: Any) -> Any:
    """The data with numbers where numbers were written as text: "02", "2", "4+"."""
    if isinstance(raw, list):
        return [_with_numbers(part) for part in raw]
    if not isinstance(raw, dict):
        return raw
    return {key: _number(part) if key in _NUMBERS else _with_numbers(part) for key, part in raw.items()}


def _number(value: Any) -> Any:
    if isinstance(value, str):
        match = _NUMBER.fullmatch(value)
        return int(match[1]) if match else None if not value.strip() else value
    return int(value) if isinstance(value, float) and value.is_integer() else value


def parse_json(text: str, filename: str) -> Any:
    """What a JSON text holds; the error names the line and the column."""
    try:
        return _with_numbers(tidied(json.loads(text.lstrip("\ufeff"), parse_constant=_no_number)))
    except json.JSONDecodeError as error:
        raise DataError(
            [f"{filename}, line {error.lineno}, column {error.colno}: is not valid JSON: {error.msg}."]
        ) from None
    except (ValueError, RecursionError):
        # Numbers of thousands of digits or without end, and lists in lists in lists: Army Forge writes none.
        raise DataError([f"{filename}: contains an invalid number, or lists nested too deeply."]) from None


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
        raise DataError([f"{filename}{place}: is not a complete {what}: {told[0].lower()}{told[1:]}."]) from None
