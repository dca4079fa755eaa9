"""What a campaign shows of itself: standings, rosters, fixtures, a map or a ladder, and all that happened, as data.

A page, a report or the command line draws exactly these and knows no campaign by name. Texts are whole sentences or
table cells, ready to be read; ids are stable, so that a page can link from one thing to another.
"""

from __future__ import annotations

from typing import Literal

import msgspec

__all__ = [
    "Card",
    "Chart",
    "Column",
    "Edge",
    "Game",
    "Happening",
    "Node",
    "Page",
    "Roster",
    "Row",
    "Rung",
    "Scar",
    "Standings",
    "UnitSheet",
]


class Column(msgspec.Struct, frozen=True, omit_defaults=True):
    """A column of a table: its heading, whether it holds numbers, and what it means."""

    title: str
    number: bool = False
    help: str = ""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the standings. Players of equal rank share a place."""

    player: int
    rank: int
    cells: tuple[str, ...]
    """One for each column."""
    note: str = ""
    """Why it stands where it stands, if a tie-break decided: "ahead of Ben by kill points"."""
    out: bool = False
    """No longer in it."""
    leads: bool = False


class Standings(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table of players, best first; several tables if there are pools or divisions."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    tie_breaks: tuple[str, ...] = ()
    """What decides between equals, in this order."""
    rules: tuple[str, ...] = ()
    equals: str = "Players who cannot be separated share a place."
    """What becomes of equals if nothing decides between them."""


class Happening(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the timeline."""

    text: str
    round: int = 0
    step: str = ""
    """The part of the round: "Check for casualties"."""
    player: int | None = None
    unit: str = ""
    """The id of the unit of a roster that it is about."""
    fixture: str = ""
    grave: bool = False
    rules: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()


class Scar(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that a unit has for good: a trait, a skill, an injury, a weapon that it found."""

    name: str
    kind: Literal["trait", "skill", "talent", "injury", "gear", "note"]
    text: str
    """What it does, in a sentence."""
    rule: str = ""
    since: int = 0
    """The round in which it came by it."""


class UnitSheet(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A unit of a roster with its life so far."""

    id: str
    name: str
    kind: str
    """Its entry in the army book, and its faction."""
    models: int
    cost: int
    figures: tuple[tuple[str, str], ...] = ()
    """What its card tells: ("Quality", "4+"), ("Weapons", ...)."""
    gear: tuple[str, ...] = ()
    """Upgrades that were bought, with their prices."""
    hero: bool = False
    state: Literal["ready", "resting", "captured", "dead", "disbanded"] = "ready"
    state_text: str = ""
    """Why it is not ready: "sits out 2 more missions"."""
    battles: int = 0
    kills: int = 0
    xp: int = 0
    xp_max: int = 0
    """0 where the campaign has no experience; else how many boxes its track has."""
    xp_marks: tuple[int, ...] = ()
    """The boxes at which it gains a level."""
    level: int = 0
    scars: tuple[Scar, ...] = ()
    history: tuple[Happening, ...] = ()


class Roster(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A player's army as it lives through the campaign."""

    player: int
    name: str
    faction: str = ""
    value: int = 0
    """What its units are worth."""
    purse: int = 0
    """Points that are not spent."""
    units: tuple[UnitSheet, ...] = ()
    lost: tuple[UnitSheet, ...] = ()
    """Units that are gone, with their story."""


class Node(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of a map; x and y from 0 to 1, from the lower left."""

    id: str
    name: str
    x: float
    y: float
    owner: int | None = None
    text: str = ""


class Edge(msgspec.Struct, frozen=True):
    """A way between two places."""

    one: str
    other: str


class Rung(msgspec.Struct, frozen=True, omit_defaults=True):
    """A rung of a ladder or a place of a bracket: who stands there."""

    id: str
    name: str
    players: tuple[int, ...] = ()
    leads_to: str = ""
    """The rung to which its winner goes on."""
    text: str = ""


class Chart(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map, a ladder, a bracket or a track towards the end, where the campaign has one."""

    title: str
    kind: Literal["map", "ladder", "bracket", "track"]
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    rungs: tuple[Rung, ...] = ()
    done: int = 0
    """Of a track: how far the campaign has come ..."""
    goal: int = 0
    """... of how much; 0 if it has no end."""


class Game(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A battle of the campaign: to be fought, or fought."""

    fixture: str
    title: str
    players: tuple[int, ...]
    round: int = 0
    table: int = 0
    """The number of the table, where tables have numbers."""
    scores: tuple[str, ...] = ()
    """For each of its players what it made of it; nothing while the battle is to be fought."""
    winners: tuple[int, ...] = ()
    """The players who won."""
    text: str = ""
    seal: str = ""
    """By which the battle's record is found; none if the result was entered by hand."""
    done: bool = False


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box of facts beside the rest: what was agreed on, what a mission gives."""

    title: str
    lines: tuple[tuple[str, str], ...]


class Page(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything that a campaign shows of itself at a moment. What it has nothing of stays empty."""

    title: str
    stage: str
    """Where the campaign is, in words: "Mission 3 of 7: check for casualties"."""
    round: int = 0
    word: str = "Round"
    """What a round is called: a mission of a campaign, a week of a league."""
    over: bool = False
    players: tuple[str, ...] = ()
    winners: tuple[int, ...] = ()
    standings: tuple[Standings, ...] = ()
    charts: tuple[Chart, ...] = ()
    games: tuple[Game, ...] = ()
    rosters: tuple[Roster, ...] = ()
    timeline: tuple[Happening, ...] = ()
    cards: tuple[Card, ...] = ()
