"""What the two editions of The 9th Age say differently: an object that each book overrides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, Literal, TypeAlias

import msgspec

from warhost.dice import Dice, Distribution
from warhost.field import Cites
from warhost.field.moves.crossing import Way
from warhost.play.questions import Odds
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.core.kinds import B, U
from warhost.table import Arc, Rect

Run: TypeAlias = Literal["charge", "flee", "pursuit"]
"""The moves that nobody measures out."""


class Rows(msgspec.Struct, frozen=True, kw_only=True):
    """The ids of a book's rows, by what the shared chapters cite them for."""

    flee_distance: str
    flee_off_board: str
    danger: str
    caught: str
    last_health: str
    panic_destroyed: str
    panic_breaks: str
    panic_fled_through: str
    panic_losses: str
    panic_direction: str
    flee_direction: str
    flee_roll: str
    flee_order: str
    pursuit_roll: str
    pursuit_catch: str
    pursuit_order: str
    pursuit_new_enemy: str
    most_models: str
    overrun: str


class Edition(Generic[B, U]):
    """One edition of the game: its figures, its rows and the steps that are its own.

    Chapters that both editions share ask the battle for it (`battle.book`) wherever the books differ.
    """

    rows: Rows
    spacing: Cites
    """The rows of Unit Spacing."""
    panic_ties_by_chance: bool = False
    """Whether chance picks among equally close enemies to flee from, and not the owner."""

    dice_of: Callable[[B, U, Run], Dice]
    """The dice of a charge, a flight or a pursuit."""
    flies: Callable[[B, U], bool]
    flies_running: Callable[[B, U], bool]
    """Whether the unit flies in a flight, a pursuit or an Overrun."""
    arc_struck: Callable[[B, U, Rect, Rect], Arc]
    """The arc of a target in which a unit lies that stands there."""
    catches: Callable[[B, U, U], bool]
    """Whether some way leads a charger to a fleeing unit."""
    reach_chance: Callable[[B, U, U], float]
    """How likely the dice bring a charger to a unit."""

    destroy: Callable[[B, U, str], Script[None]]
    suffer: Callable[[B, Any], Script[dict[int, int]]]
    """The Damage sequence of attacks; returns the Health Points that each unit lost."""
    lose: Callable[[B, Mapping[int, int], str], Script[Any]]
    """Units lose these Health Points at once."""

    test: Callable[[B, U, Any, str], Script[bool]]
    """A Discipline Test of that kind, by that rule."""
    test_odds: Callable[[str, B, U, Any], Odds]
    minds: Callable[[B, U, U], bool]
    """Whether what befalls the unit frightens that friend."""
    lost_enough: Callable[[B, U], bool]
    """Whether a volley or spell cost the unit so much that it has to test."""
    ways_to_run: Callable[[B, U, bool], Collection[str]]
    """Whether a unit that did or did not charge this turn must run or never does."""
    pursue: Callable[[B, U, bool], Script[int | None]]
    """Whom the unit pursues if it may or must."""
    instead_of_fleeing: Callable[[B, U], Script[bool]] | None = None
    """What a unit that failed its Panic Test may do instead of fleeing; whether it did."""

    def dangers(self, battle: B, unit: U, way: Way, *, fleeing: bool = False, running: bool = False) -> Script[None]:
        """The tests for Dangerous Terrain on that way, of a flight or of a pursuit."""
        raise NotImplementedError

    def danger_losses(self, battle: B, unit: U, way: Way) -> Distribution[int]:
        """The Health Points that Dangerous Terrain costs a unit that flees that way."""
        raise NotImplementedError


__all__ = ["Edition", "Rows", "Run"]
