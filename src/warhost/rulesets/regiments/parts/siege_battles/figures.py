"""The figures of castles and siege tools, and what a siege remembers."""

from __future__ import annotations

from typing import Literal

import msgspec

from warhost.play.events import counted
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.missions import ATTACKER, DEFENDER, in_role
from warhost.rulesets.regiments.core import Battle, Unit, optional
from warhost.rulesets.regiments.parts.solid_buildings.buildings import Building, Side

SLUG = "siege_battles"
STEP = 750
"""The castle grows with every so many points of the defending army."""

ComponentName = Literal["wall", "tower", "fort"]
GateName = Literal["barricade", "wooden", "reinforced", "metal"]
ToolName = Literal["ladder", "charge", "ram", "tower"]
Carried = Literal["ladder", "charge", "ram"]

GATES: dict[GateName, str] = {
    "barricade": "Barricade",
    "wooden": "Wooden Gate",
    "reinforced": "Reinforced Gate",
    "metal": "Metal Gate",
}
TOOLS: dict[ToolName, str] = {
    "ladder": "Siege Ladder",
    "charge": "Demolition Charge",
    "ram": "Battering Ram",
    "tower": "Siege Tower",
}


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of castle component."""

    name: str
    size: tuple[float, float]
    capacity: int
    tough: int
    ports: tuple[Side, ...]
    gate: float = 0.0


class _SiegeText(msgspec.Struct, forbid_unknown_fields=True):
    components: dict[ComponentName, Plan]
    gates: dict[GateName, int]
    tools: dict[ToolName, int]


class Component(Building, frozen=True, omit_defaults=True):
    """A castle component on the table, and which of its entry points are open."""

    outer: bool = False
    """The one on its front, towards the attacker."""
    inner: bool = False
    """The one on its rear."""


class Passage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A gate: its number among the units, and whether it is open to both armies."""

    unit: int
    open: bool = False


class Tool(msgspec.Struct, frozen=True, omit_defaults=True):
    """A siege tool that is a marker: who carries it, or where it lies.

    A ladder may stand against a component (`at`); a charge that was placed or dropped goes off at the end of the round
    `fuse`; a ram that lies on the table counts like a unit (`unit`).
    """

    kind: Carried
    carrier: int | None = None
    x: float = 0.0
    y: float = 0.0
    at: int | None = None
    fuse: int = 0
    unit: int | None = None


class Siege(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a siege remembers."""

    half: str = ""
    """The half of the table that is the defender's: south or north."""
    components: tuple[Component, ...] = ()
    passages: tuple[Passage, ...] = ()
    tools: tuple[Tool, ...] = ()
    towers: tuple[int, ...] = ()
    charged: int | None = None
    """The component into which the unit that acts has charged."""


def told(battle: Battle) -> Siege:
    return optional.kept(battle, SLUG, Siege)


def change(battle: Battle, **fields: object) -> None:
    """Remember the siege with these fields changed."""
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **fields))


def _file() -> _SiegeText:
    return read_data("warhost.rulesets.regiments", "parts/siege_battles.toml", _SiegeText)


def plans() -> dict[ComponentName, Plan]:
    return _file().components


@rule("aofr.siege.passage_tough", "aofr.siege.gate_barricade", "aofr.siege.gate_wooden")
@rule("aofr.siege.gate_reinforced", "aofr.siege.gate_metal")
def gate_tough(name: GateName) -> int:
    """How many wounds destroy a passage of that kind."""
    return _file().gates[name]


@rule("aofr.siege.tool_prices")
def price(name: ToolName) -> int:
    """What a siege tool costs, in siege tool points."""
    return _file().tools[name]


@rule("aofr.siege.components_count")
def how_many_components(points: int) -> tuple[int, int]:
    """Two to three components for every full 750 points of the defending army, at least for one such step
    (AOFR-R516)."""
    steps = max(1, points // STEP)
    return 2 * steps, 3 * steps


def attacker(battle: Battle) -> int:
    return in_role(battle, ATTACKER)


def defender(battle: Battle) -> int:
    return in_role(battle, DEFENDER)


def is_attacking(battle: Battle, unit: Unit) -> bool:
    return bool(battle.roles) and unit.seat == attacker(battle)


def in_words(points: int) -> str:
    return counted(points, "siege tool point")
