"""What HTTP requests and responses carry."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec

from warhost.muster.verdicts import Verdict
from warhost.play import AnyQuestion, ArmyCard, MapCard, OptionCard, Outcome
from warhost.play.shown.cards import Cover, PackCard, PartCard
from warhost.report.telling.course import Round, Standing, Toll
from warhost.report.telling.turning import TurningPoint
from warhost.server.messages.shown import Change, FeatureShown, Line, Picture
from warhost.server.messages.to_page import Reasons
from warhost.server.messages.values import Count, ListText, Name, Seed


class PlayerCard(msgspec.Struct, frozen=True):
    """Who may sit in a seat: the name to ask for, a sentence, and a plain name to show."""

    name: str
    text: str
    title: str = ""
    level: int = 0
    """How strong a computer plays, from 1 up; 0 where that cannot be said."""


class RulesetCard(msgspec.Struct, frozen=True):
    """A rulebook with all that a new battle can be made of."""

    slug: str
    title: str
    version: str
    seats: int
    armies: tuple[ArmyCard, ...]
    maps: tuple[MapCard, ...]
    players: tuple[PlayerCard, ...]
    options: tuple[OptionCard, ...]
    lists: bool = False
    """Players may bring army lists of their own."""
    turn_word: str = "Turn"
    """What it calls that which is counted."""
    most_seats: int = 2
    """How many armies a battle may have, with optional parts that seat more than usual if there are any."""
    seatings: tuple[tuple[int, ...], ...] = ()
    """For each number of armies that a battle may have without optional parts, the side of each of them. Parts that
    seat more say how."""
    leads_several: bool = False
    """A player may lead several armies of a side: the option `commanders` then says the seat of each army."""
    parts: tuple[PartCard, ...] = ()
    """The optional parts that players may switch on, in the order of the book."""
    packs: tuple[PackCard, ...] = ()
    """Ready-made packs of them."""
    quick: Mapping[str, Any] = {}
    """The options of a quick battle, which ends within the hour."""
    cover: Cover | None = None
    """What its cover looks like; nothing: the page makes one up."""


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: `human` or the name of a computer player, and under which name.

    `chooses`: whoever sits there chooses the army, and the battle begins when all have chosen.
    """

    player: Name = "human"
    name: Name = ""
    chooses: bool = False


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table is run.

    `consent`: whether computer players agree to taking back. `pace`: how many seconds they pause between moves where
    no person plays. `known_seed`: whether somebody named the seed of the dice; the server itself says so, whatever was
    asked for. `hidden_armies`: armies that players choose later are shown to the others only when the battle begins.
    `new_dice`: after something was taken back, other dice fall than before; else the same ones fall again.
    """

    consent: bool = True
    pace: Annotated[float, msgspec.Meta(ge=0.0, le=60.0)] = 0.0
    known_seed: bool = False
    hidden_armies: bool = False
    new_dice: bool = False


class BattleWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new battle. Whatever is left out is chosen: `{}` is a quick battle against the captain.

    There is a seat for each army, but where a rulebook lets a player lead several of them (`leads_several`).
    """

    ruleset: Name = ""
    armies: tuple[Name | None, ...] = ()
    lists: Annotated[tuple[ListText | None, ...], msgspec.Meta(max_length=8)] = ()
    """For each army a list of the player's own, as a text in any format that is known, in place of the army."""
    map: Name | None = None
    seats: tuple[SeatWanted, ...] = ()
    seed: Seed | None = None
    options: dict[Name, Any] = {}
    house: House = House()
    title: Name = ""


class BattleTried(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Could a battle of so many armies begin with these options, on that map?"""

    ruleset: Name
    armies: Annotated[int, msgspec.Meta(ge=1, le=8)] = 2
    map: Name | None = None
    options: dict[Name, Any] = {}


class BattleJudged(msgspec.Struct, frozen=True):
    """Why it could not, as far as that depends on what was agreed on and not on the armies; nothing: it could."""

    problem: str = ""
    rule: str | None = None


class ArmyWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The army that a seat chooses before the battle begins: by its name, or a list of the player's own. Neither: it is
    drawn. With a name, whoever sits there is called so from then on."""

    army: Name | None = None
    list: ListText | None = None
    name: Name | None = None


class FileSent(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file by its name and its text."""

    text: ListText
    name: Name = ""


class MusterWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What army is this? The files of a list, with the army books that it refers to; or one of the rulebook's own
    armies by its name. The options are those of the battle that it is for."""

    ruleset: Name
    files: Annotated[tuple[FileSent, ...], msgspec.Meta(max_length=6)] = ()
    army: Name = ""
    options: dict[Name, Any] = {}
    seat: Annotated[int, msgspec.Meta(ge=0, le=8)] | None = None
    """The seat that it is for, where that matters: an attacker may have more."""


class MusterShown(msgspec.Struct, frozen=True, kw_only=True):
    """The army: what it is, its units, all that forbids it, which of its rules are in force and which are not. Of what
    cannot be read there are only the problems.

    `wants` are the options of a battle for which it was made, `waiver` those by which players agree to play it all the
    same, if it has problems that they can agree to overlook. `text` is the army in the rulebook's own format, whole:
    what a new battle takes as a list.
    """

    problems: tuple[Problem, ...]
    kind: Literal["list", "book", "other"]
    form: str
    game: str
    army: ArmyCard
    summary: str
    in_force: tuple[str, ...]
    not_in_force: Mapping[str, tuple[str, ...]]
    read: Mapping[str, str]
    """Rules of its army book that are played as their own text says, with that text."""
    notes: tuple[str, ...]
    wants: Mapping[str, Any]
    waiver: Mapping[str, Any]
    text: str
    verdict: Verdict


class BattleMade(msgspec.Struct, frozen=True):
    """A new battle with the tokens that open its seats (those of people) and the view of a spectator."""

    id: str
    title: str
    tokens: dict[str, str]
    watch: str
    commitment: str


class CodeMade(msgspec.Struct, frozen=True):
    """A code that hands the seats of a player over to another browser, once and for so many seconds."""

    code: str
    seconds: int


class CodeEntered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code from another browser; with `battle`, only if it is of that battle."""

    code: Name
    battle: Name = ""


class SeatsClaimed(msgspec.Struct, frozen=True):
    """The seats that a code handed over, with their tokens."""

    id: str
    title: str
    tokens: dict[str, str]


class BattleListed(msgspec.Struct, frozen=True):
    """One of the battles whose tokens were shown."""

    id: str
    title: str
    ruleset: str
    turn: int
    over: bool
    outcome: str
    created: str
    updated: str
    your_seats: tuple[int, ...]
    watch: bool
    shared: bool = False
    """Others play it, too: it stays theirs when you delete it."""
    your_move: bool = False
    """It waits for one of your seats."""
    waits: bool = False
    """It has not begun: armies are still to be chosen."""
    only_shown: bool = False
    """Nothing is played on in it: it can only be looked at."""
    waits_for: str = ""
    """Who is asked, if it is somebody else: a name, or what the computer player is called."""


class SketchedUnit(msgspec.Struct, frozen=True):
    """Where a unit stands on a sketch, and how much room it takes."""

    seat: int
    x: float
    y: float
    facing: float
    width: float
    depth: float


class Sketch(msgspec.Struct, frozen=True):
    """A battle as it stands, as small as a thumbnail needs it."""

    title: str
    """The turn and what is done in it."""
    width: float
    depth: float
    features: tuple[FeatureShown, ...]
    units: tuple[SketchedUnit, ...]


class TitleWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(min_length=1, max_length=80)]


class BranchWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new battle from a moment of this one: who plays it, under which title, and with which dice.

    The dice are new ones, those of a seed, or with `same_dice` (after the end) those that fell in this battle.
    """

    at: Count
    seats: tuple[SeatWanted, ...] = ()
    house: House = House()
    title: Name = ""
    seed: Seed | None = None
    same_dice: bool = False


class Moment(msgspec.Struct, frozen=True):
    """The battle after so many answers, as the token may see it; `changes` are those since the last decision."""

    number: int
    picture: Picture
    question: AnyQuestion | None
    log: tuple[Line, ...]
    reasons: Reasons | None
    over: bool
    outcome: Outcome | None
    changes: tuple[Change, ...] = ()


class Stop(msgspec.Struct, frozen=True):
    """A moment of the timeline at which somebody decided: after `number` answers this seat was asked.

    `explained`: the moment after it tells why it was decided so.
    """

    number: int
    turn: int
    active: int
    phase: str
    seat: int
    explained: bool = False


class Timeline(msgspec.Struct, frozen=True):
    """Every decision of a battle; `last` is its number of answers, dice included."""

    last: int
    stops: tuple[Stop, ...]


class CourseShown(msgspec.Struct, frozen=True):
    """What decided a battle, and how it came to its end.

    `standings` are for a chart, `points` the moments that decided most, `rounds` how every turn ended, `tolls` what
    each unit dealt and took.
    """

    standings: tuple[Standing, ...]
    points: tuple[TurningPoint, ...]
    rounds: tuple[Round, ...]
    tolls: tuple[Toll, ...]


class RulingShown(msgspec.Struct, frozen=True):
    id: str
    title: str
    says: str
    problem: str
    ruling: str
    alternative: str


class RuleShown(msgspec.Struct, frozen=True):
    id: str
    section: str
    rule: str
    example: str
    rulings: tuple[RulingShown, ...]


class Health(msgspec.Struct, frozen=True):
    """How the server is: `well`; or its battles are `out of reach`, it `cannot write` them, or they are `damaged`."""

    status: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    error: str
    rule: str | None = None
