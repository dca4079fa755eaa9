"""The army sheet: armies and units that live through battles, and the whole state of a campaign as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from warhost.campaign.contract import State
from warhost.campaign.regiments.armies.tables import Kind, Line, line_of
from warhost.campaign.showing import Happening
from warhost.muster.building.buying import Pick, buy
from warhost.muster.entries import Entry
from warhost.rulebook import rule
from warhost.rulesets.regiments.core import ArmyBook
from warhost.rulesets.regiments.lists.house import book as house_book
from warhost.rulesets.regiments.lists.rosters import HERO, catalogue_of

MOST_XP = 30
LEVEL = 5
"""So much experience brings a level."""

Fate = Literal["survived", "destroyed", "routed", "removed", "captured"]
Length = Literal["game-limited", "point-limited", "time-limited", "endless"]


class Terms(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the players agree on before the campaign starts."""

    type: Length = "game-limited"
    parallel: bool = False
    """Armies may play matches without all others; a score is then VP for each match."""
    late_joiners: bool = False
    joins: tuple[int, ...] = ()
    """For each player the mission before which he or she joins; 1 or nothing: from the start."""
    no_permadeath: bool = False
    points: Annotated[int, Meta(ge=100, le=10_000)] = 750
    """What each player gets for a new army."""
    saving: Annotated[int, Meta(ge=0, le=10_000)] = 150
    """How much of it may be kept for later."""
    map: str = ""
    options: Mapping[str, Any] = {}
    """What else is agreed on for every battle: its mission, its deployment, the size of the table."""


class Gained(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a unit has for good: where it stands in the tables, and since which mission."""

    kind: Literal["trait", "skill", "talent", "injury", "gear"]
    slug: str
    since: int = 0
    choice: str = ""
    """Of a Specialist, melee or shooting."""
    number: int = 0
    """Of the Holy Sword, its AP."""

    @property
    def line(self) -> Line:
        if self.kind == "gear":
            return Line(
                slug="holy_sword",
                name="Holy Sword",
                dice=(),
                id="aofr.campaign.event_63_holy_sword",
                text=f"A melee weapon with 6 attacks and AP({self.number}).",
            )
        return line_of(self.kind, self.slug)

    @property
    def name(self) -> str:
        return f"{self.line.name} ({self.choice})" if self.choice else self.line.name

    @property
    def text(self) -> str:
        """What it does, in a sentence."""
        return f"+1 to hit in {self.choice}." if self.choice else self.line.text


class SheetUnit(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A unit on the army sheet: its own name, what was bought, and what became of it."""

    id: str
    name: str
    pick: Pick
    hero: bool = False
    changes: int = 0
    """Points that levels, injuries and talents have added to its price."""
    xp: int = 0
    levels: int = 0
    """Levels that it has gained its traits for."""
    gained: tuple[Gained, ...] = ()
    sets: tuple[str, ...] = ()
    """Skill sets of a hero."""
    battles: int = 0
    kills: int = 0
    rests: int = 0
    """Matches that it has to sit out."""
    forfeits: bool = False
    """It earns nothing for the last match."""
    tried: tuple[str, ...] = ()
    """Upgrades of 5 points that could not be sold after this mission."""
    fate: Literal["", "dead", "disbanded", "captured"] = ""

    def has(self, kind: Kind, slug: str, choice: str = "") -> bool:
        return any((one.kind, one.slug, one.choice) == (kind, slug, choice) for one in self.gained)


class Army(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player's army: its sheet."""

    player: int
    name: str
    faction: str
    purse: int = 0
    vp: int = 0
    matches: int = 0
    joined: bool = False
    """It has been bought and plays."""
    units: tuple[SheetUnit, ...] = ()
    lost: tuple[SheetUnit, ...] = ()
    recruited: int = 0
    """Units that it ever had: the next one gets the next id."""
    new_hero: bool = False
    """It has recruited a hero after this mission."""
    new_veteran: bool = False
    """It has recruited a unit with experience after this mission."""

    def unit(self, uid: str) -> SheetUnit:
        return next(unit for unit in self.units if unit.id == uid)


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a player enters: the army's name, its faction, and perhaps the units that it starts with, by name."""

    army: str
    faction: str
    units: tuple[tuple[str, Pick], ...] = ()


class UnitTold(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle tells of a unit."""

    unit: str
    """Its name on the army sheet."""
    fate: Fate = "survived"
    """Removed: it left play without being a casualty. Captured: it may be bought back."""
    kills: tuple[str, ...] = ()
    """The names of the enemy units that it killed."""
    xp: Annotated[int, Meta(ge=0, le=MOST_XP)] = 0
    """Experience from random events."""
    ransom: Annotated[int, Meta(ge=0, le=3)] = 0
    """Of a captured unit: the D3 that was rolled."""
    holy_sword: Annotated[int, Meta(ge=0, le=3)] = 0
    """The AP of a Holy Sword that it found."""
    warped: bool = False
    """It fights a Time Beast after the mission."""


class ArmyTold(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle tells of an army."""

    units: tuple[UnitTold, ...] = ()
    objective: bool = False
    """Its special objective was completed."""
    points: Annotated[int, Meta(ge=0, le=10_000)] = 0
    """Points from random events."""
    vp: Annotated[int, Meta(ge=0, le=100)] = 0
    """Victory points of the campaign from random events."""
    conceded: bool = False
    countdown: bool = False
    """It won in the round of a Countdown: 5 XP to split."""
    hearts: bool = False
    """The locals will take in its wounded, if it pays."""


class Told(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """What a battle tells the campaign beyond who won."""

    armies: tuple[ArmyTold, ...]
    rounds: int = 0


class Match(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A match of the campaign: who brings what, and what came of it."""

    key: str
    mission: int
    players: tuple[int, ...]
    """Two, or all that the campaign has."""
    fielded: tuple[tuple[str, ...], ...] = ()
    """For each seat the ids of the units that it brings."""
    values: tuple[int, ...] = ()
    underdog: tuple[int, ...] = ()
    objectives: tuple[str, ...] = ()
    winner: int | None = None
    """The player who won."""
    text: str = ""
    seal: str = ""
    told: Told | None = None


class CampaignState(State, kw_only=True):
    """The whole state of a campaign."""

    terms: Terms
    entrants: tuple[Entrant, ...]
    books: tuple[ArmyBook, ...] = ()
    """Army books of the players' own."""
    length: int = 0
    """D6+4: missions, victory points or weeks."""
    mission: int = 0
    weeks: int = 0
    armies: tuple[Army, ...] = ()
    matches: tuple[Match, ...] = ()
    """Those of this mission."""
    past: tuple[Match, ...] = ()
    winners: tuple[int, ...] = ()
    timeline: tuple[Happening, ...] = ()


# What can be looked up


def book_of(state: CampaignState, faction: str) -> ArmyBook:
    """The army book of a faction: a player's own, or one of the house."""
    return next((book for book in state.books if book.faction == faction), None) or house_book(faction)


def entry_for(state: CampaignState, army: Army, unit: str) -> Entry:
    catalogue = catalogue_of(book_of(state, army.faction))
    return next(entry for entry in catalogue.entries if entry.name == unit)


def is_hero(entry: Entry) -> bool:
    return entry.category == HERO


def value_of(state: CampaignState, army: Army, unit: SheetUnit) -> int:
    """What a unit is worth: its price with all upgrades, and what its life has added to it."""
    return buy(entry_for(state, army, unit.pick.unit), unit.pick, word="upgrade").cost + unit.changes


def army_value(state: CampaignState, army: Army, units: Iterable[SheetUnit] | None = None) -> int:
    return sum(value_of(state, army, unit) for unit in (army.units if units is None else units))


@rule("aofr.campaign.army_sheet")
def level_marks(unit: SheetUnit) -> int:
    """How many of the level marks at 5, 10, 15, 20, 25 and 30 its track of experience has passed."""
    return min(unit.xp, MOST_XP) // LEVEL


# Changes: the state is replaced, never altered in place


def put_army(state: CampaignState, army: Army) -> None:
    state.armies = tuple(army if one.player == army.player else one for one in state.armies)


def put_unit(state: CampaignState, player: int, unit: SheetUnit) -> None:
    army = state.armies[player]
    put_army(state, replace(army, units=tuple(unit if one.id == unit.id else one for one in army.units)))


def strike_off(
    state: CampaignState, player: int, unit: SheetUnit, fate: Literal["dead", "disbanded", "captured"]
) -> None:
    """The unit leaves the army sheet for good; its story stays."""
    army = state.armies[player]
    put_army(
        state,
        replace(
            army,
            units=tuple(one for one in army.units if one.id != unit.id),
            lost=(*army.lost, replace(unit, fate=fate)),
        ),
    )


def pay(state: CampaignState, player: int, points: int) -> None:
    """Points come into an army's purse, or go out of it."""
    army = state.armies[player]
    put_army(state, replace(army, purse=army.purse + points))


def note(
    state: CampaignState,
    text: str,
    *rules: str,
    player: int | None = None,
    unit: SheetUnit | None = None,
    fixture: str = "",
    grave: bool = False,
    dice: tuple[int, ...] = (),
) -> None:
    """Write a line into the timeline."""
    line = Happening(
        text=text,
        round=state.mission,
        step=state.stage,
        player=player,
        unit="" if unit is None else unit.id,
        fixture=fixture,
        grave=grave,
        rules=rules,
        dice=dice,
    )
    state.timeline = (*state.timeline, line)


def sides(match: Match) -> Iterator[tuple[int, int]]:
    """The seats of a match with their players."""
    yield from enumerate(match.players)


def seat_of(match: Match, player: int) -> int:
    return match.players.index(player)


def opponents(match: Match, seat: int) -> list[int]:
    """The other seats of a match."""
    return [other for other, _ in sides(match) if other != seat]
