"""What requests and responses about seasons carry: campaigns, tournaments and leagues."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from warhost.campaign import Brings, Field
from warhost.campaign.showing import Page
from warhost.play import AnyQuestion, OptionCard
from warhost.server.messages.values import Answer, Count, ListText, Name, Seed

MOST_PLAYERS = 128

FixtureKey: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
PlayerNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=-1, lt=MOST_PLAYERS)]
"""A player of a season, counted from 0; -1 is the organiser."""
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=MOST_PLAYERS)]
Score: TypeAlias = Annotated[float, msgspec.Meta(ge=-1_000_000, le=1_000_000)]


class CampaignBook(msgspec.Struct, frozen=True):
    """A rulebook with which a campaign can be played, and what players agree on then."""

    slug: str
    title: str
    settings: tuple[OptionCard, ...]


class CampaignCard(msgspec.Struct, frozen=True):
    """A campaign or tournament of which a season can be set up."""

    slug: str
    title: str
    text: str
    fewest: int
    most: int
    brings: Brings
    """What its players bring: nothing, one of the rulebook's armies, or that or a list of their own."""
    books: tuple[CampaignBook, ...]


class EntrantWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's name and army. What is left out stays as it is."""

    name: Name | None = None
    army: Name | None = None
    list: ListText | None = None
    """A list of their own, as a text in any format that is known, in place of the army."""
    sideboards: Annotated[tuple[ListText, ...], msgspec.Meta(max_length=3)] = ()
    """Lists that are added to it, where the campaign has such."""


class PlayerWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes part: a person or a computer player, under which name, with which army. A person may choose both
    later, with the link that invites them."""

    player: Name = "human"
    name: Name = ""
    army: Name | None = None
    list: ListText | None = None
    sideboards: Annotated[tuple[ListText, ...], msgspec.Meta(max_length=3)] = ()


class PlayerMade(msgspec.Struct, frozen=True):
    """A player who was added to a season, and the key that invites them; none for a computer."""

    player: int
    key: str = ""


class SeasonWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new season: of which campaign, with which rulebook, by whom, and what is agreed on."""

    campaign: Name
    players: Annotated[tuple[PlayerWanted, ...], msgspec.Meta(min_length=1, max_length=MOST_PLAYERS)]
    ruleset: Name = ""
    settings: dict[Name, bool | int | Name] = {}
    title: Name = ""
    seed: Seed | None = None


class SeasonMade(msgspec.Struct, frozen=True):
    """A new season with the keys of its organiser and of its players (those who are people)."""

    id: str
    title: str
    organiser: str
    players: dict[str, str]
    left_out: int = 0
    """How many battles of an imported season are not shown here, as there is no room or no time for more now."""
    unproved: int = 0
    """How many results of an imported season count as entered by hand, as there was no time to work out their battles
    again."""


class KeyMade(msgspec.Struct, frozen=True):
    """A new key of a player, in place of the one before."""

    key: str


class SeasonListed(msgspec.Struct, frozen=True):
    """One of the seasons whose keys were shown."""

    id: str
    title: str
    campaign: str
    ruleset: str
    stage: str
    over: bool
    waits: bool
    """It has not begun: players may still choose their armies."""
    created: str
    updated: str
    your_players: tuple[int, ...]
    organiser: bool
    your_move: bool


class PlayerShown(msgspec.Struct, frozen=True):
    """A player of a season. `asked`: the season waits for an answer of theirs."""

    name: str
    player: str
    title: str
    army: str = ""
    ready: bool = False
    asked: bool = False


class PendingShown(msgspec.Struct, frozen=True, kw_only=True):
    """A result that somebody entered and that does not count yet. `by` entered it, `disputed` say that it is wrong, and
    it waits for `waits_for` (-1: the organiser). Whoever confirms or disputes it names its `id`. `told` is all that was
    entered besides, in words: whoever confirms it confirms that too."""

    id: str
    by: tuple[int, ...]
    waits_for: tuple[int, ...]
    disputed: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    scores: tuple[str, ...] = ()
    text: str = ""
    told: tuple[tuple[str, str], ...] = ()


class FixtureShown(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of a season: to be fought, being fought here, or fought. `number` is that of its result in the record:
    by that it can be corrected. `winners` and `scores` are of the season's players, in the order of `players`."""

    key: str
    title: str
    players: tuple[int, ...]
    round: int = 0
    table: int = 0
    state: Literal["open", "fighting", "done"] = "open"
    battle: str = ""
    """The battle on this server, if it is or was fought here."""
    number: int | None = None
    winners: tuple[int, ...] = ()
    scores: tuple[str, ...] = ()
    text: str = ""
    by_hand: bool = False
    """Its result was entered from a real table."""
    computers: bool = False
    """Nobody but computers plays it."""
    problem: str = ""
    """Why the result of the battle here was not taken."""
    pending: PendingShown | None = None
    """A result that waits to be confirmed."""


class SeasonQuestion(msgspec.Struct, frozen=True):
    """A question to a player, or (-1) to the organiser. Whoever answers names its `id`, so that no answer is taken for
    that to another question."""

    player: int
    id: str
    question: AnyQuestion


class TimerShown(msgspec.Struct, frozen=True):
    """The clock of a round: it runs for so many minutes, of which so many seconds are left."""

    minutes: int
    seconds_left: float


class SeasonShown(msgspec.Struct, frozen=True, kw_only=True):
    """A season as whoever asks may see it. `version` counts its changes: with `?after=` it, only a later one is told.

    `you` are the players whose keys were sent, `questions` what they (and the organiser) are asked now.
    """

    id: str
    title: str
    campaign: str
    campaign_title: str
    ruleset: str
    ruleset_title: str
    version: int
    brings: Brings
    agreed: tuple[tuple[str, str], ...]
    you: tuple[int, ...]
    organiser: bool
    waits: bool
    over: bool
    page: Page | None
    players: tuple[PlayerShown, ...]
    fixtures: tuple[FixtureShown, ...]
    questions: tuple[SeasonQuestion, ...]
    waiting_for: tuple[int, ...]
    """The players who have to answer (-1: the organiser), whatever they are asked."""
    timer: TimerShown | None
    commitment: str
    """The fingerprint of the seed of its dice; none if somebody named the seed, and so could know them."""
    seed: str
    """The seed itself, when the season is over."""
    note: str = ""
    """Why it can only be looked at."""
    takes_more: bool = False
    """Whether its organiser can add a player now."""
    imported: Literal["", "agreed", "told"] = ""
    """Of a season that came from a file: whether it began as its players had agreed ("agreed"), or its start and its
    settings are only what the file tells ("told")."""


class SeasonAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answer of a player. The organiser may answer for others."""

    player: PlayerNumber
    id: Name
    answer: Answer


class ResultWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The result of a battle on a real table: the seats that won (none: a draw), the points of each seat, a sentence if
    there is something to say, and what the campaign's form asks for."""

    fixture: FixtureKey
    winners: tuple[SeatNumber, ...] = ()
    score: tuple[Score, ...] = ()
    text: Annotated[str, msgspec.Meta(max_length=300)] = ""
    told: dict[Name, Any] = {}


class ResultEntered(msgspec.Struct, frozen=True):
    """For whom a result waits that was entered or confirmed (-1: for the organiser); it counts if that is nobody."""

    waits_for: tuple[int, ...]


class ClaimAnswered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirm a result that waits, or (not `yes`) dispute it. Whoever entered it withdraws it by that, and the
    organiser rejects it."""

    claim: Name
    yes: bool


class CorrectionWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another result in place of one, or (nothing) none: then the battle is to be fought again. Unless it is `sure`,
    nothing is changed: it is only told what of the season would have to be done again."""

    number: Count
    result: ResultWanted | None = None
    sure: bool = False


class CorrectionShown(msgspec.Struct, frozen=True):
    """What a correction costs: so many later answers and results that have to be given again. `done`: it is made."""

    lost: int
    results: tuple[str, ...]
    """The battles whose results are lost by it."""
    done: bool


class FixtureWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle of the season that shall be fought here."""

    fixture: FixtureKey


class BattleEntered(msgspec.Struct, frozen=True):
    """The battle of a fixture, with the tokens of the seats that whoever asks has in it."""

    id: str
    title: str
    tokens: dict[str, str]


class TimerWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Start the clock of a round, or (0) stop it."""

    minutes: Annotated[int, msgspec.Meta(ge=0, le=1440)]


class FormSeat(msgspec.Struct, frozen=True):
    """A seat of a battle whose result is entered."""

    player: int
    name: str
    army: str


class FormShown(msgspec.Struct, frozen=True):
    """What is asked of somebody who enters the result of a battle, and, where it is corrected, what it is now."""

    fixture: str
    title: str
    seats: tuple[FormSeat, ...]
    fields: tuple[Field, ...]
    result: ResultShown | None = None
    draws: bool = True
    """Whether nobody may have won."""


class ResultShown(msgspec.Struct, frozen=True):
    """A result that may be corrected."""

    winners: tuple[int, ...]
    score: tuple[float, ...]
    text: str
    told: Mapping[str, Any]
