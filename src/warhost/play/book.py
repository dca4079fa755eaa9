"""What rulebooks do in the same way: a battle's stage names its next step, options are read, seats are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Battle, Seat, copied
from warhost.play.cards import ArmyCard, Cards, Figure, MapCard, Menace, OptionCard, Overlay, Survey, Surveys, UnitNotes
from warhost.play.guide import Guide, Guides
from warhost.play.ruleset import Describes, Setup, Step, Strength
from warhost.play.script import Script
from warhost.play.text import UnitText, print_position
from warhost.table import Pose

S = TypeVar("S")


class Book:
    """A rulebook whose steps are scripts in a table, and in whose battles everything lies open."""

    steps: ClassVar[Mapping[str, Callable[[Any], Script[None]]]]

    def next_step(self, battle: Battle) -> Step | None:
        return None if battle.outcome is not None else Step(battle.stage)

    def run(self, battle: Any, step: Step) -> Script[None]:
        return self.steps[step.name](battle)

    def to_text(self, battle: Battle) -> str:
        """The whole state in one line, from which `from_text` makes the same battle."""
        return print_position(battle)

    def view(self, battle: Battle, seat: int | None) -> Battle:
        """A copy to think with. Everything lies open but future dice, and those are not in the battle.

        A book with secrets overrides this.
        """
        return copied(battle)


class Telling(Cards, Describes, Protocol):
    """All that is told of armies, maps, options and units."""


class ShownBook(Book):
    """A rulebook that says what a page shows of it in modules of its own."""

    telling: ClassVar[Telling]
    surveying: ClassVar[Surveys]
    guiding: ClassVar[Guides]

    def army_card(self, name: str) -> ArmyCard:
        return self.telling.army_card(name)

    def map_card(self, name: str) -> MapCard:
        return self.telling.map_card(name)

    def option_cards(self) -> Sequence[OptionCard]:
        return self.telling.option_cards()

    def notes(self, battle: Battle, unit: Any) -> UnitNotes:
        return self.telling.notes(battle, unit)

    def panel(self, battle: Battle, seat: int) -> Mapping[str, Figure]:
        return self.telling.panel(battle, seat)

    def overlay(self, battle: Battle) -> Overlay:
        return self.telling.overlay(battle)

    def marks(self, battle: Battle, unit: Any) -> Sequence[str]:
        return self.telling.marks(battle, unit)

    def strength(self, battle: Battle, unit: Any) -> Strength:
        return self.telling.strength(battle, unit)

    def survey(self, battle: Battle, unit: Any, pose: Pose | None) -> Survey:
        return self.surveying.survey(battle, unit, pose)

    def menaces(self, battle: Battle, seat: int) -> Sequence[Menace]:
        return self.surveying.menaces(battle, seat)

    def guide(self) -> Guide:
        return self.guiding.guide()


def agreed(setup: Setup, settings: type[S]) -> S:
    """The options of a set-up as the book's settings; what cannot be read is said in a sentence."""
    try:
        return msgspec.convert(dict(setup.options), settings)
    except msgspec.ValidationError as error:
        raise WarhostError(f"The options of the battle cannot be read: {error}.") from None


def two_armies(setup: Setup, rule: str) -> tuple[str, str]:
    """The two armies of a set-up."""
    if len(setup.armies) != 2:
        raise WarhostError(f"A battle has two armies, not {len(setup.armies)}.", rule)
    return setup.armies[0], setup.armies[1]


def refuse_lists(setup: Setup, why: str, rule: str) -> None:
    """Refuse lists of the players' own in a book whose armies are fixed."""
    if any(setup.lists):
        raise WarhostError(why, rule)


def seated(armies: Sequence[str], names: Sequence[str] = ()) -> tuple[Seat, ...]:
    """A seat for each army, named by its player or else by the army; equal names are told apart by numerals."""
    told = list(names) if len(names) == len(armies) else list(armies)
    if len(set(told)) < len(told):
        told = [f"{name} {'I' * (number + 1)}" for number, name in enumerate(told)]
    return tuple(Seat(name, army) for name, army in zip(told, armies, strict=True))


def seat_of(told: UnitText) -> int:
    """Whose unit it is in a line of text: the second player's if it looks towards the near edge and no seat is told."""
    if told.seat is not None:
        return told.seat
    return 1 if told.pose is not None and 90.0 < told.pose.facing % 360.0 < 270.0 else 0


def seats_of(units: Sequence[UnitText], factions: Sequence[str]) -> tuple[Seat, ...]:
    """The two seats of a line of text, each named by the first faction that it has."""
    owners = [seat_of(unit) for unit in units]
    armies = [
        next((faction for faction, owner in zip(factions, owners, strict=True) if owner == seat), name)
        for seat, name in enumerate(("First", "Second"))
    ]
    return seated(armies, ("First", "Second") if armies[0] == armies[1] else ())
