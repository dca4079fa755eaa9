"""What a random event is: its words, the moments at which it may speak, and what is remembered of one that happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal, TypeVar

import msgspec

from warhost.field import Path
from warhost.play.events import Event
from warhost.play.questions import Part as Scored
from warhost.play.questions import Roll
from warhost.play.script import Script
from warhost.play.shown.cards import Token
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.chapters.melee.strikes import Side
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.core import ActionName, Battle, Cause, Clash, Kind, SpecialRule, Unit, optional

SLUG = "random_events"

Lasts = Literal["now", "round", "game"]


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an event is called, how long it lasts and what players read."""

    name: str
    text: str
    lasts: Lasts = "now"


class Neutral(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit of nobody's that an event brings."""

    name: str
    size: str
    kind: Kind
    base: tuple[int, int]
    quality: int
    defense: int
    weapons: tuple[str, ...]
    rules: tuple[str, ...]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: dict[str, Words]
    neutral: dict[str, Neutral]


def _file() -> _File:
    return read_data("warhost.rulesets.regiments", f"parts/{SLUG}.toml", _File)


def words(slug: str) -> Words:
    return _file().event[slug]


def neutral(slug: str) -> Neutral:
    """The unit that an event brings."""
    return _file().neutral[slug]


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event that happened and is still in force: in which round, and on whom, what or where it fell."""

    slug: str
    round: int
    seat: int = -1
    quarter: int = 0
    units: tuple[int, ...] = ()
    x: float = 0.0
    y: float = 0.0
    spent: bool = False
    count: int = 0
    """How many dice showed it, or how often it may still happen."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """The events that are in force, in the order in which they happened."""

    events: tuple[Happening, ...] = ()
    harmed: tuple[int, ...] = ()
    """The units that a marker has harmed in the present activation."""


def told(battle: Battle) -> Told:
    return optional.kept(battle, SLUG, Told)


def tell(battle: Battle, **changes: object) -> None:
    optional.keep(battle, SLUG, msgspec.structs.replace(told(battle), **changes))


def now(battle: Battle) -> list[Happening]:
    """The events that are in force: those of this round, and those that last."""
    return [one for one in told(battle).events if one.round == battle.turn or EVENTS[one.slug].words.lasts == "game"]


def begin(battle: Battle, happening: Happening) -> None:
    """The event is in force from now on."""
    tell(battle, events=(*told(battle).events, happening))


def hide(battle: Battle, seat: int | None, *slugs: str) -> None:
    """Take out of a view what other players have noted in secret for these events, as long as it has not come out.

    What is left is the same whatever was noted, and if nothing was.
    """
    seen = tuple(
        Happening(one.slug, one.round, one.seat, one.quarter, spent=one.spent, count=one.count)
        if one.slug in slugs and one.seat != seat and not one.spent
        else one
        for one in told(battle).events
    )
    if seen != told(battle).events:
        tell(battle, events=seen)


def change(battle: Battle, old: Happening, **changes: object) -> Happening:
    """Something about an event that is in force has changed."""
    new = msgspec.structs.replace(old, **changes)
    tell(battle, events=tuple(new if one == old else one for one in told(battle).events))
    return new


class RandomEvent:
    """A random event. Every method is a moment; what is written here has nothing to say."""

    slug: ClassVar[str] = ""

    @property
    def rule(self) -> str:
        return f"aofr.event.{self.slug}"

    @property
    def words(self) -> Words:
        """What players read of it."""
        return words(self.slug)

    @property
    def name(self) -> str:
        return self.words.name

    def happen(self, battle: Battle) -> Script[None]:
        """It happens now."""
        self.begin(battle)
        yield from ()

    def begin(self, battle: Battle, **fields: object) -> None:
        """It is in force, with what was drawn for it."""
        begin(battle, msgspec.structs.replace(Happening(self.slug, battle.turn), **fields))

    def rules(self, battle: Battle, unit: Unit, one: Happening) -> Iterable[SpecialRule]:
        """The rules that speak for a unit because of it."""
        return ()

    def moves(self, battle: Battle, unit: Unit, action: ActionName, one: Happening) -> Script[None]:
        yield from ()

    def on_way(self, battle: Battle, unit: Unit, way: Path | None, one: Happening) -> Script[None]:
        """A unit has moved, or was set up."""
        yield from ()

    def after_roll(self, battle: Battle, roll: Roll, faces: tuple[int, ...], one: Happening) -> Script[None]:
        yield from ()

    def hits_scored(self, battle: Battle, attacks: Sequence[Attack], one: Happening) -> Script[None]:
        yield from ()

    def after_shots(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        yield from ()

    def struck(self, battle: Battle, side: Side, other: Side, one: Happening) -> Script[None]:
        yield from ()

    def scores(self, battle: Battle, unit: Unit, wounds: int, one: Happening) -> Iterable[Scored]:
        return ()

    def melee_over(self, battle: Battle, clash: Clash, one: Happening) -> None:
        """A melee was fought and its winner found."""

    def morale_tested(self, battle: Battle, unit: Unit, one: Happening, forced: Cause | None) -> Script[None]:
        yield from ()

    def acts(self, battle: Battle, unit: Unit, one: Happening) -> Script[bool]:
        """A unit that the event has brought is activated. Whether it has done what it does."""
        yield from ()
        return False

    def round_ends(self, battle: Battle, one: Happening) -> Script[None]:
        """A round ends, before markers are seized."""
        yield from ()

    def where(self, battle: Battle, one: Happening) -> str:
        """On whom or where it fell, for the reader."""
        if one.quarter:
            return QUARTER_NAMES[one.quarter - 1]
        if one.seat >= 0:
            return battle.scene.seats[one.seat].name
        return ", ".join(battle.units[number].name for number in one.units)

    def tokens(self, battle: Battle, one: Happening) -> Iterable[Token]:
        """The markers that it has put on the table."""
        return ()


QUARTER_NAMES = ("south-west", "south-east", "north-east", "north-west")

EVENTS: dict[str, RandomEvent] = {}
"""The events by their slugs."""

R = TypeVar("R", bound=type[RandomEvent])


def event(slug: str) -> Callable[[R], R]:
    """Make an event known."""

    def register(cls: R) -> R:
        cls.slug = slug
        EVENTS[slug] = cls()
        return cls

    return register


class EventHappened(Event, frozen=True):
    words = "Random event {number}: {name}"
    grave = True
    number: int
    name: str


class NothingHappened(Event, frozen=True):
    words = "No random event this round"


class EventFell(Event, frozen=True):
    words = "{name}: {where}"
    name: str
    where: str
