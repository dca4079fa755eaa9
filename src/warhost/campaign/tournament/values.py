"""A tournament or league as data: what was agreed on, who takes part, the rounds and their matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from warhost.campaign.contract import State
from warhost.campaign.tournament.pairing import BYE
from warhost.plugins import TOURNAMENTS, plugins
from warhost.rulebook import rule

__all__ = ["USUAL", "Entrant", "Match", "Round", "Settings", "System", "TieBreak", "Tournament"]

USUAL = next(iter(plugins(TOURNAMENTS)))
"""The usual rulebook: the first with tournament rules of its own."""

System = Literal["swiss", "round robin"]
TieBreak = Literal["destruction", "opponents", "wins"]


@rule("aofr.tourney.length", "aofr.tourney.clocks", "aofr.tourney.game_size")
class Settings(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What an organiser decides beforehand; the defaults are the guidelines of Age of Fantasy: Regiments."""

    title: str = "Tournament"
    ruleset: str = USUAL
    system: System = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=60)] = 4
    """How many rounds are played. A round robin has as many as it takes for everybody to meet everybody."""
    league: bool = False
    """A round is a week or a club night: its matches may be played later, and the next one does not wait for them."""
    minutes: Annotated[int, Meta(ge=0, le=1440)] = 90
    """How long a round lasts, set-up included; 0: as long as it takes."""
    clocks: bool = False
    """Each player has a chess clock of half the minutes (`clock_seconds`)."""
    points: Annotated[int, Meta(ge=1, le=100_000)] = 1500
    win: Annotated[int, Meta(ge=0, le=1000)] = 3
    tie: Annotated[int, Meta(ge=0, le=1000)] = 1
    loss: Annotated[int, Meta(ge=0, le=1000)] = 0
    tie_breaks: tuple[TieBreak, ...] = ("destruction",)
    """What decides between players with equal victory points, in this order."""
    referees: tuple[str, ...] = ()
    force_organisation: bool = True
    mixed: bool = False
    """Armies may hold units of two factions."""
    sideboards: bool = False
    """Players bring a main list and up to three others, one of which they add to it in secret before each match."""
    fortune: bool = False
    """Players have fortune points."""
    missions: tuple[str, ...] = ()
    """The mission of each round; the organiser picks those that are not named here."""
    maps: tuple[str, ...] = ()
    """The table of each round; the last one is that of all later rounds."""
    options: Mapping[str, Any] = {}
    """What else the battles are played with."""

    @property
    def clock_seconds(self) -> float:
        """What each player has on the chess clock: half of the round."""
        return self.minutes * 60.0 / 2


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Somebody who takes part, with the army of the whole event."""

    name: str
    army: str
    """The name of the army; one of the rulebook's if there is no list."""
    list: Mapping[str, Any] | None = None
    """The list that was handed in, as data of the rulebook; the main list where there are sideboards."""
    sideboards: tuple[Mapping[str, Any], ...] = ()
    primary: str = ""
    """The primary faction of a mixed army."""
    joins: int = 1
    """The first round that it plays: late arrivals miss some."""


class Match(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Two players at a table, or one who has no opponent in a round."""

    key: str
    players: tuple[int, int]
    table: int = 0
    picks: tuple[int, int] = (-1, -1)
    """Which of its sideboards each has added."""
    done: bool = False
    winners: tuple[int, ...] = ()
    """The players who won: one, or nobody in a tie."""
    victory: tuple[int, int] = (0, 0)
    """Victory points of each."""
    destruction: tuple[int, int] = (0, 0)
    """Destruction points of each."""
    text: str = ""
    seal: str = ""

    @property
    def is_bye(self) -> bool:
        return BYE in self.players


class Round(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A round, or a week of a league."""

    number: int
    matches: tuple[Match, ...]
    mission: str = ""
    map: str = ""


class Tournament(State, kw_only=True):
    """The whole state of a tournament. `stage` says what comes next."""

    settings: Settings
    entrants: tuple[Entrant, ...]
    lots: tuple[int, ...] = ()
    """The players in the order that was drawn at the beginning: it decides where nothing else does."""
    rounds: tuple[Round, ...] = ()
    dropped: Mapping[str, int] = {}
    """Those who dropped out, by their number, and after which round."""

    @property
    def number(self) -> int:
        """The number of the present round; 0 before the first."""
        return len(self.rounds)

    def matches(self) -> Iterator[tuple[Round, Match]]:
        for one in self.rounds:
            for match in one.matches:
                yield one, match

    def is_in(self, player: int, number: int) -> bool:
        """Whether that player takes part in that round."""
        return str(player) not in self.dropped and self.entrants[player].joins <= number
