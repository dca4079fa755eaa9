"""What rulebooks do in the same way: a battle's stage names its next step, options are read, seats are named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar

import msgspec
from msgspec import inspect

from warhost.errors import WarhostError, did_you_mean
from warhost.play.battle import Battle, Seat, copied
from warhost.play.kept.text import PositionError, UnitText, print_position
from warhost.play.ruleset import Describes, Ruleset, Setup, Step, Strength
from warhost.play.script import Script
from warhost.play.shown.cards import (
    ArmyCard,
    Cards,
    Figure,
    LeadsSeveral,
    MapCard,
    Menace,
    OptionCard,
    Overlay,
    Shows,
    Survey,
    Surveys,
    TakesSides,
    UnitNotes,
)
from warhost.play.shown.guide import Aims, Guide, Guides
from warhost.play.shown.offers import chosen_pack
from warhost.play.shown.sheets import Prints, Sheet
from warhost.table import Pose

S = TypeVar("S", bound=msgspec.Struct)
E = TypeVar("E")
U = TypeVar("U")

LONGEST_SHOWN = 60
"""So much of a value that cannot be is shown."""


class Book:
    """A rulebook whose steps are scripts in a table, and in whose battles everything lies open."""

    steps: ClassVar[Mapping[str, Callable[[Any], Script[None]]]]
    deployment: ClassVar[frozenset[str]] = frozenset({"deploy"})
    """The stages in which units are set up."""
    quick: ClassVar[Mapping[str, Any]] = {}
    """The options of a quick battle, where the usual one takes more than an hour."""

    def next_step(self, battle: Battle) -> Step | None:
        return None if battle.outcome is not None else Step(battle.stage)

    def run(self, battle: Any, step: Step) -> Script[None]:
        return self.steps[step.name](battle)

    def deploys(self, battle: Battle) -> bool:
        """Whether units are set up now."""
        return battle.stage in self.deployment

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


class GuidesAndAims(Guides, Aims, Protocol):
    """A rulebook's explanations for newcomers."""


class ShownBook(Book):
    """A rulebook that says what a page shows of it in modules of its own."""

    telling: ClassVar[Telling]
    surveying: ClassVar[Surveys]
    guiding: ClassVar[GuidesAndAims]
    printing: ClassVar[Prints]

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

    def goal(self, battle: Battle) -> str:
        """How the battle is won: by its mission or scenario, in its length."""
        return self.guiding.goal(battle)

    def army_sheet(self, name: str) -> Sheet:
        return self.printing.army_sheet(name)

    def army_data(self, name: str) -> Mapping[str, Any]:
        return self.printing.army_data(name)


def agreed(setup: Setup, settings: type[S]) -> S:
    """The options of a set-up as the book's settings; each that does not exist or cannot be so is told."""
    kinds = _kinds(settings)
    options = {name: _listed(value, kinds.get(name)) for name, value in setup.options.items()}
    problems = [_refusal(name, value, kinds) for name, value in options.items()]
    if any(problems):
        raise WarhostError(" ".join(filter(None, problems)))
    return msgspec.convert(options, settings)


def _listed(value: Any, kind: Any) -> Any:
    """One value where a setting is a list of them is a list of one."""
    several = kind is not None and isinstance(inspect.type_info(kind), inspect.VarTupleType)
    return [value] if several and isinstance(value, str) else value


@cache
def _kinds(settings: type[msgspec.Struct]) -> dict[str, Any]:
    """The type of each setting."""
    return {field.name: field.type for field in msgspec.structs.fields(settings)}


def _refusal(name: str, value: Any, kinds: Mapping[str, Any]) -> str:
    """What is wrong with an option, in a sentence; empty if it can be so."""
    if name not in kinds:
        known = ", ".join(kinds)
        return f'There is no option "{name}".{did_you_mean(name, kinds) or f" There are {known}."}'
    try:
        msgspec.convert(value, kinds[name])
    except msgspec.ValidationError:
        told = msgspec.json.encode(value).decode()[:LONGEST_SHOWN]
        return f"The option {name} cannot be {told}: it is {_may_be(inspect.type_info(kinds[name]))}."
    return ""


def _may_be(kind: inspect.Type) -> str:
    """What a value of that kind is, in words."""
    match kind:
        case inspect.LiteralType(values=values):
            return " or ".join(map(str, values))
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=lowest, le=highest) if lowest is not None and highest is not None:
            return f"a whole number from {lowest} to {highest}"
        case inspect.FloatType(ge=lowest, le=highest) if lowest is not None and highest is not None:
            return f"a number from {lowest:g} to {highest:g}"
        case inspect.VarTupleType(item_type=item):
            return f"a list, and each of it {_may_be(item)}"
        case inspect.UnionType(types=kinds):
            return " or ".join(_may_be(one) for one in kinds if not isinstance(one, inspect.NoneType))
        case inspect.StrType():
            return "a name"
        case _:
            raise TypeError(f"Settings of the kind {kind} have no description yet.")


def maps_to_draw(ruleset: Ruleset, options: Mapping[str, Any]) -> list[str]:
    """The maps of which one is drawn if none is named: no open field, and those on which all that was agreed on has a
    meaning, if there are any. A pack of optional parts may name its own."""
    pack = chosen_pack(ruleset, options)
    if pack is not None:
        if pack.map:
            return [pack.map]
        options = {**pack.options, **options}
    maps = [name for name in ruleset.maps() if name != "open"]
    cards = ruleset.option_cards() if isinstance(ruleset, Shows) else ()
    needed = [
        card.only_with["map"]
        for card in cards
        if "map" in card.only_with and options.get(card.name, card.default) != card.default
    ]
    return [name for name in maps if all(name in choices for choices in needed)] or maps


def army_name(ruleset: Ruleset, name: str) -> str:
    """The name in full of an army that may have been named by a part of it; raises WarhostError if there is none."""
    return ruleset.army_card(name).name if isinstance(ruleset, Shows) else name


def leaders_of(ruleset: Ruleset, count: int, options: Mapping[str, Any]) -> tuple[int, ...]:
    """The seat of the player who leads each of so many armies: one for each, unless the rulebook says otherwise."""
    return tuple(ruleset.leaders(count, options) if isinstance(ruleset, LeadsSeveral) else range(count))


def sides_of(ruleset: Ruleset, count: int, options: Mapping[str, Any]) -> tuple[int, ...]:
    """The side of each of so many armies: one for each, unless the rulebook says otherwise."""
    return tuple(ruleset.sides(count, options) if isinstance(ruleset, TakesSides) else range(count))


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


def numbered(armies: Sequence[Sequence[E]], fresh: Callable[[int, int, E], U]) -> list[U]:
    """The units of all armies, fresh and numbered through from the first seat to the last."""
    told = [(seat, entry) for seat, entries in enumerate(armies) for entry in entries]
    return [fresh(number, seat, entry) for number, (seat, entry) in enumerate(told)]


def seat_of(told: UnitText) -> int:
    """Whose unit it is in a line of text: the second player's if it looks towards the near edge and no seat is told."""
    if told.seat is not None:
        return told.seat
    return 1 if told.pose is not None and 90.0 < told.pose.facing % 360.0 < 270.0 else 0


ORDINALS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")


def seats_of(units: Sequence[UnitText], factions: Sequence[str]) -> tuple[Seat, ...]:
    """The seats of a line of text that does not tell them, each named by the first faction that it has: two, or as many
    as its units have."""
    owners = [seat_of(unit) for unit in units]
    for unit, owner in zip(units, owners, strict=True):
        if owner >= len(ORDINALS):
            most = len(ORDINALS) - 1
            raise PositionError(f"{unit.name} cannot be in seat {owner}: seats run from 0 to {most}.")
    names = ORDINALS[: max(1, *owners) + 1] if owners else ORDINALS[:2]
    armies = [
        next((faction for faction, owner in zip(factions, owners, strict=True) if owner == seat), name)
        for seat, name in enumerate(names)
    ]
    return seated(armies, names if len(set(armies)) < len(armies) else ())
