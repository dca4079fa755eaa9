"""The data of a skirmish: bands, loose or in ranks, where their models stand, and how models leave."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from warhost.field.loose.bodies import Bases, rect_about, settled_places
from warhost.field.loose.steps import Around
from warhost.field.moves.reforming import frontages, reformed
from warhost.play import Battle, Event, Kind, Refused, Scene, Script, Turning, Unit, Went, settled
from warhost.play.rules.sides import foes, same_side
from warhost.table import (
    Base,
    Board,
    Circle,
    Feature,
    Point,
    Pose,
    Rect,
    block,
    centred_at,
    feature_rect,
    point_on_board,
    ranks_of,
    rect,
)
from warhost.table import Step as AnyStep

WALK, DASH, COHESION, GAP = 5.0, 7.0, 2.0, 1.0
THROW, PUSH = 12.0, 1.2
STANCES = {"bold": "Bold", "steady": "Steady", "wary": "Wary"}

BOARD = Board(30.0, 24.0, (Feature("rocks", 15.0, 12.0, 6.0, 2.0), Feature("rocks", 8.0, 16.0, 2.0, 3.0, 30.0)))

ROUND, SQUARE = Circle(0.0, 0.0, 0.5), rect(0.0, 0.0, 0.0, 1.0, 1.0)
MODELS: dict[str, tuple[int, Base]] = {"Wolves": (8, ROUND), "Goblins": (5, ROUND), "Golems": (6, SQUARE)}
FILES = 3
SIDES = (0, 1, 1)
"""The team of each seat."""
STARTS = (Pose(15.0, 4.0, 0.0), Pose(8.0, 20.5, 180.0), Pose(22.0, 20.0, 180.0))

REFORM = Kind("reform", turns=(Turning("centre", 180.0, 1),), gap=GAP, text=f'No model moves more than {WALK:g}".')


class Agreed(msgspec.Struct, frozen=True):
    """What players agree on."""

    seconds: int = 60
    turns: int = 6


class Ground(Scene, frozen=True, kw_only=True):
    settings: Agreed


class Band(Unit, kw_only=True, omit_defaults=True):
    """A loose unit: each of its models has a place of its own, and its pose is that of the rectangle around them.
    Or a block: so many models in so many files."""

    places: tuple[Point, ...] = ()
    models: int = 0
    files: int = 0

    @property
    def count(self) -> int:
        return self.models if self.files else len(self.places)


class Skirmish(Battle, kw_only=True, omit_defaults=True):
    scene: Ground
    units: list[Band]
    stances: tuple[str, ...] = ()
    strikes: tuple[int, ...] = (0, 0, 0)
    guards: tuple[int, ...] = (0, 0, 0)
    """The efforts of each seat."""
    used: tuple[str, ...] = ()
    """Tricks that are used up, each after the number of its seat: "0 fire"."""


class StanceTaken(Event, frozen=True):
    words = "The stance of {seat:seat}: {stance}"
    seat: int
    stance: str


class BandMoved(Event, frozen=True):
    words = "{unit:unit} moved in {formation}"
    unit: int
    formation: str


class BlockMoved(Event, frozen=True):
    words = "{unit:unit} moved: {kind}"
    unit: int
    kind: str
    steps: tuple[AnyStep, ...]
    pose: Pose
    files: int

    @property
    def went(self) -> Went | None:
        # A unit that changed its shape did not go: it is shown where it stands now.
        return None if self.files else Went(self.unit, self.steps, self.pose)


class TrickPlayed(Event, frozen=True):
    words = "{unit:unit} used a {trick}"
    unit: int
    trick: str
    x: float
    y: float


class StragglerCame(Event, frozen=True):
    words = "{unit:unit} called a straggler"
    unit: int


class ModelsFell(Event, frozen=True):
    words = "{unit:unit} lost {count}"
    unit: int
    count: int


# Where models stand


def bases_of(band: Band) -> Bases:
    """The bases of a band's models."""
    if band.pose is None:
        return ()
    if band.files:
        return block_of(band.pose, band.models, band.files)
    model = MODELS[band.army][1]
    return tuple(centred_at(model, x, y) for x, y in band.places)


def block_of(pose: Pose, count: int, files: int) -> Bases:
    return tuple(model.base for model in block(pose, count, files, 0, SQUARE.width, SQUARE.depth))


def shape_of(band: Band) -> Rect | None:
    """The space that a band takes."""
    if band.pose is None:
        return None
    if band.files:
        return rect(*_pose(band.pose), band.files * SQUARE.width, ranks_of(band.models, band.files) * SQUARE.depth)
    return rect_about(bases_of(band), band.pose.facing) if band.places else None


def _pose(pose: Pose) -> tuple[float, float, float]:
    return pose.x, pose.y, pose.facing


def stand(band: Band, bases: Bases, facing: float) -> None:
    """The models of a loose band stand there now; a band without any leaves the table."""
    band.places = settled_places(bases)
    band.pose = settled(rect_about(bases, facing)) if bases else None


def front_row(band: Band, count: int, pose: Pose) -> None:
    """A block of so many models about that pose."""
    band.models, band.files = count, min(FILES, count)
    band.pose = pose if count else None


def refuse_off_table(pose: Pose, rule: str) -> None:
    if not point_on_board(pose.x, pose.y, BOARD.width, BOARD.depth):
        raise Refused("That is off the table.", rule)


def foes_of(battle: Skirmish, band: Band) -> list[Band]:
    """The bands of the other side that still have models."""
    enemies = foes(battle.scene.seats, band.seat)
    return [other for other in battle.units if other.count and other.seat in enemies]


def around(battle: Skirmish, band: Band, gap: float) -> Around:
    """What a model of the band finds around it, its own band aside."""
    seats = battle.scene.seats
    friends = [other for other in battle.units if other is not band and same_side(seats, other.seat, band.seat)]
    return Around(
        battle.scene.board,
        tuple(feature_rect(feature) for feature in battle.scene.board.features),
        tuple(base for friend in friends for base in bases_of(friend)),
        tuple(base for foe in foes_of(battle, band) for base in bases_of(foe)),
        gap,
    )


def fall(band: Band, numbers: Sequence[int]) -> Script[None]:
    """Those models leave; a block closes up from its rear, its front stays."""
    if not numbers:
        return
    yield ModelsFell(band.id, len(numbers))
    shape = shape_of(band)
    assert shape is not None
    if not band.files:
        stand(band, tuple(base for number, base in enumerate(bases_of(band)) if number not in numbers), shape.facing)
        return
    left = band.models - len(numbers)
    files = min(band.files, left)
    if left:
        front = replace(REFORM, holds="front", frontages=frontages(left, (files,), SQUARE.width, SQUARE.depth))
        band.pose = settled(reformed(band.name, shape, front, files, "skirmish.fall"))
    else:
        band.pose = None
    band.models, band.files = left, files
