"""Every message between a page and the server: over the WebSocket, one JSON object a frame, and over HTTP.

The shapes are published in `docs/schemas/messages.json`; `warhost schema messages` prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from warhost.play import (
    Allocated,
    AnyQuestion,
    ArmyCard,
    Chosen,
    Guide,
    MapCard,
    Menace,
    Moved,
    OptionCard,
    Outcome,
    Placed,
    Reach,
    Sight,
    Sum,
    Threat,
)
from warhost.play.cards import Figure
from warhost.report.course import Round, Standing, Toll
from warhost.report.turning import TurningPoint
from warhost.table import Pose

MOST_BYTES = 64 * 1024
"""No message of a page is longer."""

MOST_OF_LISTS = 1024 * 1024
"""What brings lists along may be longer: an army book of Army Forge has some 200 kB."""

Answer: TypeAlias = Chosen | Moved | Placed | Allocated
"""What a player may answer. Dice are not among it: they are the server's."""

Name: TypeAlias = Annotated[str, msgspec.Meta(max_length=80)]
ListText: TypeAlias = Annotated[str, msgspec.Meta(max_length=512 * 1024)]
Count: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Seed: TypeAlias = Annotated[str, msgspec.Meta(max_length=200)] | Annotated[int, msgspec.Meta(ge=-(2**62), le=2**62)]


class FeatureShown(msgspec.Struct, frozen=True):
    """A piece of terrain."""

    kind: str
    x: float
    y: float
    width: float
    depth: float
    facing: float
    name: str


class MarkerShown(msgspec.Struct, frozen=True):
    x: float
    y: float
    owner: int | None
    label: str


class ZoneShown(msgspec.Struct, frozen=True):
    seat: int
    corners: tuple[tuple[float, float], ...]


class RingShown(msgspec.Struct, frozen=True):
    x: float
    y: float
    radius: float
    label: str


class BoardShown(msgspec.Struct, frozen=True):
    """The board and what lies on it."""

    width: float
    depth: float
    features: tuple[FeatureShown, ...]
    markers: tuple[MarkerShown, ...]
    zones: tuple[ZoneShown, ...]
    rings: tuple[RingShown, ...]


class SeatShown(msgspec.Struct, frozen=True):
    """A player with the figures to keep an eye on."""

    name: str
    army: str
    panel: dict[str, Figure]


class UnitShown(msgspec.Struct, frozen=True):
    """A unit: where it stands (nowhere: no pose), the bases of its models as x, y, facing, width, depth, its card."""

    id: int
    seat: int
    name: str
    army: str
    pose: Pose | None
    width: float
    depth: float
    bases: tuple[tuple[float, float, float, float, float], ...]
    models: int
    models_at_start: int
    health: int
    health_at_start: int
    wounds: int
    marks: tuple[str, ...]
    profile: dict[str, Figure]
    rules: tuple[str, ...]
    single: bool


class Picture(msgspec.Struct, frozen=True):
    """What stands on the table, as one seat may see it."""

    turn: int
    phase: str
    active: int
    title: str
    board: BoardShown
    seats: tuple[SeatShown, ...]
    units: tuple[UnitShown, ...]


class BattleName(msgspec.Struct, frozen=True):
    id: str
    title: str
    ruleset: str
    title_of_ruleset: str
    turn_word: str = "Turn"
    """What the rulebook calls that which the turns of pictures and log lines count."""


class SeatKind(msgspec.Struct, frozen=True):
    """Who sits there: `human`, the name of a computer player, or `record` for a battle that is only shown."""

    name: str
    army: str
    kind: str


class UndoState(msgspec.Struct, frozen=True):
    """Whether this seat can take something back, whether it needs nobody's consent, and who has asked for consent."""

    possible: bool
    free: bool
    asked_by: int | None
    redo: bool


class DiceShown(msgspec.Struct, frozen=True):
    """Dice as they fell: their faces, what each of them counts, and the places of those that were not dropped.

    Where something was needed of them: how many tries that was, each at which chance, and how many succeeded; `each`
    says that every die was a try of its own.
    """

    dice: str
    faces: tuple[int, ...]
    values: tuple[int, ...]
    kept: tuple[int, ...]
    need: int | None
    most: int | None
    why: str
    rule: str
    each: bool
    tries: int
    chance: float
    good: int


class Line(msgspec.Struct, frozen=True):
    """One line of the log. `number` is the count of answers after which it is known."""

    text: str
    kind: str
    number: int
    turn: int
    phase: str
    seat: int | None
    unit: int | None
    dice: DiceShown | None
    sums: tuple[Sum, ...] = ()


class Term(msgspec.Struct, frozen=True):
    label: str
    score: float
    rule: str


class Near(msgspec.Struct, frozen=True):
    name: str
    inches: float


class ToPage(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the server."""


class Hello(ToPage, frozen=True, tag="hello"):
    """The first message: which battle this is and which seat the token opens; no seat: it only watches.

    `note` says what a reader must know about where a battle comes from that is only shown. `known_seed`: somebody named
    the seed of the dice, and may know how they will fall.
    """

    battle: BattleName
    seat: int | None
    seats: tuple[SeatKind, ...]
    commitment: str
    number: int
    note: str = ""
    known_seed: bool = False


class State(ToPage, frozen=True, tag="state"):
    """How things stand after `number` answers. The question is there for the seat that is asked, and only for it."""

    number: int
    picture: Picture
    question: AnyQuestion | None
    waiting_for: tuple[str, ...]
    thinking: bool
    undo: UndoState
    over: bool
    outcome: Outcome | None


class Events(ToPage, frozen=True, tag="events"):
    """What happened: to be appended to the log. With `fresh` it is the whole log, in place of what was there."""

    number: int
    lines: tuple[Line, ...]
    fresh: bool = False


class Reasons(ToPage, frozen=True, tag="reasons"):
    """Why a computer player answered as it did; `number` is that of its question."""

    number: int
    seat: int
    sentence: str
    terms: tuple[Term, ...]


class Checked(ToPage, frozen=True, tag="checked"):
    """Whether an answer would be legal, what it would cost, and where the unit would stand. Nothing has changed."""

    id: int
    ok: bool
    reason: str = ""
    rule: str | None = None
    cost: float | None = None
    left: float | None = None
    pose: Pose | None = None
    bases: tuple[tuple[float, float, float, float, float], ...] = ()
    distances: tuple[Near, ...] = ()


class Surveyed(ToPage, frozen=True, tag="surveyed"):
    """What a unit reaches and sees from a place, and who threatens it there."""

    id: int
    unit: int
    pose: Pose | None
    reaches: tuple[Reach, ...]
    sights: tuple[Sight, ...]
    threats: tuple[Threat, ...]


class Threatened(ToPage, frozen=True, tag="threatened"):
    """How far every unit of a seat reaches next, and whom."""

    id: int
    seat: int
    menaces: tuple[Menace, ...]


class RefusedMessage(ToPage, frozen=True, tag="refused"):
    """A message that changed nothing: why, by which rule, and the type of the message it is about."""

    reason: str
    rule: str | None
    about: str


class ConsentAsked(ToPage, frozen=True, tag="consent"):
    """Another seat asks to take something back."""

    seat: int
    what: str


class SeedRevealed(ToPage, frozen=True, tag="seed"):
    """The seed of the dice, after the end, and for each roll the number of its entry and its place in the stream."""

    seed: str
    commitment: str
    rolls: tuple[tuple[int, int], ...]


class Renamed(ToPage, frozen=True, tag="renamed"):
    title: str


class Pong(ToPage, frozen=True, tag="pong"):
    id: int


class Bye(ToPage, frozen=True, tag="bye"):
    """The last message: the server closes the connection."""

    reason: str


AnyToPage: TypeAlias = (
    Hello
    | State
    | Events
    | Reasons
    | Checked
    | Surveyed
    | Threatened
    | RefusedMessage
    | ConsentAsked
    | SeedRevealed
    | Renamed
    | Pong
    | Bye
)


class ToServer(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message of a page."""


class Answered(ToServer, frozen=True, tag="answer"):
    """The answer to the question that is open after `number` answers."""

    number: Count
    answer: Answer


class Check(ToServer, frozen=True, tag="check"):
    """Would this answer be legal? Nothing changes."""

    id: int
    answer: Answer


class SurveyAsked(ToServer, frozen=True, tag="survey"):
    """What does this unit reach and see from there, or from where it stands; now, or after so many answers?"""

    id: int
    unit: int
    pose: Pose | None = None
    at: Count | None = None


class ThreatsAsked(ToServer, frozen=True, tag="threats"):
    """How far does every unit of that seat reach next, and whom; now, or after so many answers?"""

    id: int
    seat: Count
    at: Count | None = None


class Undo(ToServer, frozen=True, tag="undo"):
    """Take back the last decision of this seat, and all that followed it."""


class Redo(ToServer, frozen=True, tag="redo"):
    """Give back what was taken back last."""


class Consent(ToServer, frozen=True, tag="consent"):
    """The answer to another seat that asks to take something back."""

    yes: bool


class Ping(ToServer, frozen=True, tag="ping"):
    id: int


class SeedAsked(ToServer, frozen=True, tag="seed"):
    """Reveal the seed of the dice; only after the end."""


AnyToServer: TypeAlias = Answered | Check | SurveyAsked | ThreatsAsked | Undo | Redo | Consent | Ping | SeedAsked


class PlayerCard(msgspec.Struct, frozen=True):
    name: str
    text: str


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


class SeatWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: `human` or the name of a computer player, and under which name."""

    player: Name = "human"
    name: Name = ""


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How this table is run.

    `consent`: whether computer players agree to taking back. `pace`: how many seconds they pause between moves where
    no person plays. `known_seed`: whether somebody named the seed of the dice; the server itself says so, whatever was
    asked for.
    """

    consent: bool = True
    pace: Annotated[float, msgspec.Meta(ge=0.0, le=60.0)] = 0.0
    known_seed: bool = False


class BattleWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new battle. Whatever is left out is chosen: `{}` is a quick battle against the captain."""

    ruleset: Name = "eow"
    armies: tuple[Name | None, ...] = ()
    lists: Annotated[tuple[ListText | None, ...], msgspec.Meta(max_length=8)] = ()
    """For each seat a list of the player's own, as a text in any format that is known, in place of the army."""
    map: Name | None = None
    seats: tuple[SeatWanted, ...] = ()
    seed: Seed | None = None
    options: dict[Name, Any] = {}
    house: House = House()
    title: Name = ""


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
    notes: tuple[str, ...]
    wants: Mapping[str, Any]
    waiver: Mapping[str, Any]
    text: str


class BattleMade(msgspec.Struct, frozen=True):
    """A new battle with the tokens that open its seats (those of people) and the view of a spectator."""

    id: str
    title: str
    tokens: dict[str, str]
    watch: str
    commitment: str


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
    """The battle after so many answers, as the token may see it."""

    number: int
    picture: Picture
    question: AnyQuestion | None
    log: tuple[Line, ...]
    reasons: Reasons | None
    over: bool
    outcome: Outcome | None


class Stop(msgspec.Struct, frozen=True):
    """A moment of the timeline at which somebody decided: after `number` answers this seat was asked."""

    number: int
    turn: int
    active: int
    phase: str
    seat: int


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
    """How the server is: `well`, or its battles are `out of reach`."""

    status: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request was refused."""

    error: str
    rule: str | None = None


class Published(msgspec.Struct, frozen=True):
    """All shapes in one: messages both ways, and the bodies of HTTP requests and responses."""

    to_page: AnyToPage
    to_server: AnyToServer
    rulesets: tuple[RulesetCard, ...]
    guide: Guide
    battle_wanted: BattleWanted
    muster_wanted: MusterWanted
    mustered: MusterShown
    battle_made: BattleMade
    battles: tuple[BattleListed, ...]
    title_wanted: TitleWanted
    branch_wanted: BranchWanted
    moment: Moment
    timeline: Timeline
    course: CourseShown
    rule: RuleShown
    problem: Problem


encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(AnyToServer).decode


def read_message(text: bytes | str) -> AnyToServer:
    """A message of a page; raises msgspec.DecodeError (or its ValidationError) with the place of the fault."""
    message: AnyToServer = _decode(text)
    return message


def schema() -> dict[str, Any]:
    """The published shapes, whole: what is referred to stands in their own $defs."""
    (body,), components = msgspec.json.schema_components([Published], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Warhost messages",
        **body,
        "$defs": components,
    }
