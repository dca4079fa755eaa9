"""A raid as data: the bands, what has happened to them, and where they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from border_raid.armies import Entry, entry_of
from warhost.field import Body, Field, FieldOf, Piece, Terrain
from warhost.play import Battle, Event, Scene, Unit, Went, settled
from warhost.table import Board, Feature, Pose, Rect, Step, block, feature_rect, ranks_of, rect

FILES, BASE = 5, 1.0
"""Models side by side, and the size of a base in inches."""

MAPS: dict[str, tuple[str, Board]] = {
    "drove": (
        "The drove road",
        Board(
            30.0,
            24.0,
            (
                Feature("wood", 5.0, 12.0, 5.0, 4.0),
                Feature("rocks", 19.0, 10.0, 3.0, 2.0, 30.0),
                Feature("wood", 26.0, 15.0, 4.0, 4.0),
            ),
            markers=((7.0, 12.0), (15.0, 12.0), (23.0, 12.0)),
        ),
    ),
    "ford": (
        "The rocky ford",
        Board(
            30.0,
            24.0,
            (
                Feature("rocks", 9.0, 12.0, 2.0, 3.0),
                Feature("rocks", 21.0, 12.0, 2.0, 3.0),
                Feature("wood", 15.0, 16.0, 6.0, 3.0),
            ),
            markers=((4.0, 13.0), (15.0, 12.0), (26.0, 11.0)),
        ),
    ),
}
"""The maps with their herds (raid.setup.herds)."""


class Settings(msgspec.Struct, frozen=True):
    """What players agree on."""

    rounds: Annotated[int, Meta(ge=1, le=10)] = 5


class Ground(Scene, frozen=True, kw_only=True):
    """The table of a raid."""

    settings: Settings = Settings()


class Band(Unit, kw_only=True, omit_defaults=True):
    """A band of models in ranks of five. `kind` is its name in its army's file."""

    kind: str = ""
    models: int = 0
    acted: bool = False
    advanced: bool = False
    """Whether it advanced in this round, and neither ran nor stayed."""
    shaken: bool = False

    @property
    def entry(self) -> Entry:
        return entry_of(self.army, self.kind or self.name)

    @property
    def files(self) -> int:
        return min(FILES, self.models)


class Raid(Battle, kw_only=True, omit_defaults=True):
    """The whole state of a raid."""

    scene: Ground
    units: list[Band]
    acting: int = -1
    """The band that acts now; -1 between two bands."""


class BandMoved(Event, frozen=True):
    words = "{unit:unit} moved: {kind}"
    unit: int
    kind: str
    steps: tuple[Step, ...]
    pose: Pose

    @property
    def went(self) -> Went:
        return Went(self.unit, self.steps, self.pose)


class BandAttacked(Event, frozen=True):
    words = "{unit:unit} attacked {target:unit}: {hits:# hit}, {lost:# model} removed"
    unit: int
    target: int
    hits: int
    lost: int


class BandShaken(Event, frozen=True):
    words = "{unit:unit} shaken"
    unit: int


class BandRouted(Event, frozen=True):
    words = "{unit:unit} routed"
    unit: int


class BandRecovered(Event, frozen=True):
    words = "{unit:unit} recovered"
    unit: int


def fresh_band(number: int, seat: int, army: str, kind: str) -> Band:
    """A band with all its models, before it is drawn up."""
    return Band(id=number, seat=seat, name=kind, army=army, kind=kind, models=entry_of(army, kind).models)


def shape_at(band: Band, pose: Pose) -> Rect:
    """The rectangle that a band takes at a pose."""
    return rect(pose.x, pose.y, pose.facing, band.files * BASE, ranks_of(band.models, band.files) * BASE)


def shape_of(band: Band) -> Rect:
    """The rectangle that a band on the table takes."""
    assert band.pose is not None
    return shape_at(band, band.pose)


def bases_of(band: Band) -> Sequence[Rect]:
    """The bases of its models."""
    if band.pose is None:
        return ()
    return tuple(model.base for model in block(band.pose, band.models, band.files, 0, BASE, BASE))


def standing(battle: Raid, seat: int | None = None) -> list[Band]:
    """The bands on the table, of one seat or of both."""
    return [band for band in battle.units if band.pose is not None and seat in (None, band.seat)]


def remove_models(band: Band, count: int) -> None:
    """Remove models from the rear: the front stays where it is. A band without models leaves the table."""
    before = shape_of(band)
    band.models -= min(count, band.models)
    if not band.models:
        band.pose = None
        return
    deep = ranks_of(band.models, band.files) * BASE
    ahead = before.depth / 2 - deep / 2
    band.pose = settled(Pose(before.x + ahead * before.fx, before.y + ahead * before.fy, before.facing))


def _terrain(board: Board) -> Terrain:
    return Terrain(
        board, [Piece(f"the {one.kind}", feature_rect(one), frozenset({one.kind})) for one in board.features]
    )


FIELD = FieldOf[Raid, Band](
    lambda battle, band: Body(band.id, band.seat, band.name, shape_of(band)),
    lambda band: (band.pose, band.models),
    _terrain,
)
"""The field of a raid: bodies, terrain and the distances between them."""


def field_of(battle: Raid) -> Field:
    """What stands where now."""
    return FIELD(battle)
