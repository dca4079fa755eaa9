"""What happens in a siege, as facts."""

from __future__ import annotations

from warhost.play.events import Event


class HalfPicked(Event, frozen=True):
    words = "{seat:seat} {seat:defends|defend} the {half} half"
    seat: int
    half: str


class ComponentBuilt(Event, frozen=True):
    words = "{seat:seat} built {component:unit}"
    involves = ("component",)
    seat: int
    component: int


class MarkerShifted(Event, frozen=True):
    words = "{seat:seat} moved marker {number}"
    seat: int
    number: int
    x: float
    y: float


class ToolBought(Event, frozen=True):
    words = "{seat:seat} brought a {tool}"
    seat: int
    tool: str


class ToolTaken(Event, frozen=True):
    words = "{unit:unit} took a {tool}"
    unit: int
    tool: str


class ToolDropped(Event, frozen=True):
    words = "{unit:unit} dropped a {tool}"
    unit: int
    tool: str


class LadderPlaced(Event, frozen=True):
    words = "{unit:unit} put a Siege Ladder against {component:unit}"
    involves = ("component",)
    unit: int
    component: int


class LadderThrownOff(Event, frozen=True):
    words = "{unit:unit} threw a Siege Ladder off {component:unit}"
    involves = ("component",)
    unit: int
    component: int


class ChargePlaced(Event, frozen=True):
    words = "A Demolition Charge explodes at the end of round {round}"
    round: int
    x: float
    y: float


class ChargeExploded(Event, frozen=True):
    words = "A Demolition Charge exploded"
    x: float
    y: float


class RamUsedUp(Event, frozen=True):
    words = "{unit:unit} used up the Battering Ram"
    unit: int


class GateOpened(Event, frozen=True):
    words = "{gate:unit} {gate:was|were} opened for good"
    involves = ("gate",)
    gate: int
