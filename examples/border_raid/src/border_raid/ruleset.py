"""Border Raid: its steps, its set-up, and everything that it offers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from border_raid import shown
from border_raid.armies import army_of, army_with
from border_raid.battle import MAPS, Band, Ground, Raid, Settings, bases_of, field_of, fresh_band, shape_at, shape_of
from border_raid.counsel import RaidCounsel
from border_raid.turn import attack_with, choose_band, end_of_action, move_band, tally, verdict
from warhost.field.field import misplaced
from warhost.play import Battle, Outcome, PositionText, Script, Setup, settled
from warhost.play.book import (
    GuidesAndAims,
    ShownBook,
    Telling,
    agreed,
    refuse_lists,
    seat_of,
    seated,
    seats_of,
    two_armies,
)
from warhost.play.kept.text import PositionError, as_told, settings_of, unit_as_told
from warhost.play.shown.cards import Scored, Surveys
from warhost.play.shown.sheets import Prints
from warhost.rulebook import rule
from warhost.table import Board, Pose, Rect

EDGE = 3.0
"""How far from their edge the fronts of the bands are drawn up, in inches."""


class BorderRaid(ShownBook):
    """A raid of two armies."""

    slug: ClassVar[str] = "raid"
    title: ClassVar[str] = "Border Raid"
    version: ClassVar[str] = "1.0"
    battle_type: ClassVar[type[Battle]] = Raid
    seat_count: ClassVar[int] = 2
    turn_word: ClassVar[str] = "Round"
    steps: ClassVar[Mapping[str, Callable[[Any], Script[None]]]] = {
        "choose": choose_band,
        "move": move_band,
        "attack": attack_with,
        "end": end_of_action,
    }
    telling: ClassVar[Telling] = shown
    surveying: ClassVar[Surveys] = shown
    guiding: ClassVar[GuidesAndAims] = shown
    printing: ClassVar[Prints] = shown

    def armies(self) -> Sequence[str]:
        return shown.army_names()

    def maps(self) -> Sequence[str]:
        return tuple(MAPS)

    @rule("raid.setup.bands", "raid.setup.herds")
    def set_up(self, setup: Setup) -> Raid:
        """Both armies in a line along their edges, the first player's in the south."""
        armies = two_armies(setup, "raid.setup.bands")
        refuse_lists(setup, "Border Raid has armies of its own: choose one of them.", "raid.setup.bands")
        board = shown.map_card(setup.map or next(iter(MAPS))).board
        assert board is not None
        units: list[Band] = []
        for seat, army in enumerate(armies):
            units += [fresh_band(len(units) + number, seat, army, kind) for number, kind in enumerate(army_of(army))]
        for seat in (0, 1):
            _draw_up([band for band in units if band.seat == seat], board)
        scene = Ground(
            ruleset=self.slug,
            version=self.version,
            board=board,
            seats=seated(armies, setup.names),
            settings=agreed(setup, Settings),
        )
        return Raid(scene=scene, units=units, turn=1, phase="raid", stage="choose")

    def from_text(self, position: PositionText) -> Raid:
        """The raid that a line tells; what it leaves out is as at the beginning, on the first map."""
        if not position.units:
            raise PositionError("A position needs at least one band.")
        armies = [told.army or army_with(told.name) for told in position.units]
        scene = Ground(
            ruleset=self.slug,
            version=self.version,
            board=position.board or MAPS["drove"][1],
            seats=position.seats or seats_of(position.units, armies),
            settings=settings_of(position, Settings),
        )
        battle = Raid(scene=scene, units=[], turn=1, phase="raid", stage="choose")
        as_told(battle, position)
        for number, told in enumerate(position.units):
            band = fresh_band(number, seat_of(told), armies[number], str(told.fields.get("kind", told.name)))
            band.name = told.name
            unit_as_told(band, told, position)
            battle.units.append(band)
        return battle

    def boundary(self, battle: Battle, unit: Any) -> Rect | None:
        return None if unit.pose is None else shape_of(unit)

    def bases(self, battle: Battle, unit: Any) -> Sequence[Rect]:
        return bases_of(unit)

    def problems(self, battle: Any) -> Sequence[str]:
        gone = [f"{band.name} has no models." for band in battle.units if band.pose is not None and not band.models]
        return [*misplaced(field_of(battle)), *gone]

    def counsel(self, battle: Raid, seat: int) -> RaidCounsel:
        return RaidCounsel(battle, seat)

    def tally(self, battle: Raid, seat: int) -> Sequence[Scored]:
        return tally(battle, seat)

    def verdict(self, battle: Any) -> Outcome:
        return verdict(battle)

    def when(self, battle: Battle) -> str:
        return f"Round {battle.turn}"

    def turn_of(self, battle: Battle) -> int | None:
        return battle.active

    def doing(self, battle: Battle) -> str:
        return ""


def _draw_up(bands: Sequence[Band], board: Board) -> None:
    """In a line, side by side, with equal gaps, facing the enemy."""
    room = board.width / len(bands)
    for number, band in enumerate(bands):
        across = room * (number + 0.5)
        shape = shape_at(band, Pose(across, 0.0, 0.0))
        y = EDGE + 1.0 - shape.depth / 2
        south = band.seat == 0
        band.pose = settled(
            Pose(across if south else board.width - across, y if south else board.depth - y, 0.0 if south else 180.0)
        )


RULESET = BorderRaid()
