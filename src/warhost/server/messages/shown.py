"""What a page draws and reads: the picture of the table, the lines of the log."""

from __future__ import annotations

import msgspec

from warhost.play import Deed, Fight, Sum, Went
from warhost.play.shown.cards import Build, Figure, Look, PartNow, Scored
from warhost.table import Pose


class FeatureShown(msgspec.Struct, frozen=True):
    """A piece of terrain; `text` says what it means. What can be battered down has `points` left of `most`, and perhaps
    somebody `inside`, of the seat `owner`."""

    kind: str
    x: float
    y: float
    width: float
    depth: float
    facing: float
    name: str
    text: str = ""
    points: int = 0
    most: int = 0
    owner: int | None = None
    inside: str = ""


class MarkerShown(msgspec.Struct, frozen=True):
    x: float
    y: float
    owner: int | None
    label: str
    face: str = ""
    """What is written on it, for those who may see its face."""


class ZoneShown(msgspec.Struct, frozen=True):
    seat: int
    corners: tuple[tuple[float, float], ...]


class RingShown(msgspec.Struct, frozen=True):
    x: float
    y: float
    radius: float
    label: str


class BoardShown(msgspec.Struct, frozen=True):
    """The board and what lies on it."""

    width: float
    depth: float
    features: tuple[FeatureShown, ...]
    markers: tuple[MarkerShown, ...]
    zones: tuple[ZoneShown, ...]
    rings: tuple[RingShown, ...]


class SeatShown(msgspec.Struct, frozen=True):
    """A player with the figures to keep an eye on, the team, if there are any, and what points are scored for."""

    name: str
    army: str
    panel: dict[str, Figure]
    team: int | None = None
    scored: tuple[Scored, ...] = ()


class UnitShown(msgspec.Struct, frozen=True):
    """A unit: where it stands (nowhere: no pose), the bases of its models as x, y, facing, width, depth, its card.

    `build`: what its models look like. `leader`: somebody of rank is with it. `standard`: it carries one that counts.
    `loose`: its models do not stand in ranks and files. `round`: its bases are round, as wide as they are deep.
    `host`: the unit in whose ranks this single model stands; `belongs`: it is a model of that unit, as a champion is.
    `look`: the figure to draw for its models.
    """

    id: int
    seat: int
    name: str
    army: str
    pose: Pose | None
    width: float
    depth: float
    bases: tuple[tuple[float, float, float, float, float], ...]
    models: int
    models_at_start: int
    health: int
    health_at_start: int
    wounds: int
    marks: tuple[str, ...]
    profile: dict[str, Figure]
    rules: tuple[str, ...]
    single: bool
    build: Build = ""
    leader: bool = False
    standard: bool = False
    loose: bool = False
    round: bool = False
    points: str = ""
    host: int | None = None
    belongs: bool = False
    look: Look = Look()


class Picture(msgspec.Struct, frozen=True):
    """What stands on the table, as one seat may see it."""

    turn: int
    phase: str
    active: int
    title: str
    board: BoardShown
    seats: tuple[SeatShown, ...]
    units: tuple[UnitShown, ...]
    parts: tuple[PartNow, ...] = ()
    """What the optional parts in force come to just now."""
    goal: str = ""
    """How the battle is won."""


class DiceShown(msgspec.Struct, frozen=True):
    """Dice as they fell: their faces, what each of them counts, and the places of those that were not dropped.

    Where something was needed of them: how many tries that was, each at which chance, and how many succeeded; `each`
    says that every die was a try of its own. Where a card was drawn, `card` names it and `deck` those it came from.
    """

    dice: str
    faces: tuple[int, ...]
    values: tuple[int, ...]
    kept: tuple[int, ...]
    need: int | None
    most: int | None
    why: str
    rule: str
    each: bool
    tries: int
    chance: float
    good: int
    card: str = ""
    deck: tuple[str, ...] = ()


class Line(msgspec.Struct, frozen=True):
    """One line of the log. `number` is the count of answers after which it is known.

    `unit` is the unit that acts, `others` are those it acts upon or that are in it too. Where the line is the result
    of a fight, `fight` says who fought and who won; its `sums` are the scores. `deed` is the kind of event, the same
    in every rulebook: an attack is the result of shots, spells or blows, an attempt that of a spell before its dice, a
    fight the beginning of one, nothing a phase without anything to do.
    """

    text: str
    kind: str
    number: int
    turn: int
    phase: str
    seat: int | None
    unit: int | None
    dice: DiceShown | None
    sums: tuple[Sum, ...] = ()
    others: tuple[int, ...] = ()
    fight: Fight | None = None
    deed: Deed = ""


class Change(msgspec.Struct, frozen=True):
    """What a line of the log, by its place in the log, brought to the table: units as they are once it is told, the
    way that one of them went, and the turn, phase and title of that moment."""

    line: int
    units: tuple[UnitShown, ...]
    went: Went | None
    turn: int
    phase: str
    active: int
    title: str


class Term(msgspec.Struct, frozen=True):
    label: str
    score: float
    rule: str


class Near(msgspec.Struct, frozen=True):
    name: str
    inches: float


class Fighting(msgspec.Struct, frozen=True):
    """A model that would fight: its number, the nearest enemy unit, and whether they touch or are only within reach."""

    model: int
    unit: int
    touches: bool
