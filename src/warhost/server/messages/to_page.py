"""What the server says over the WebSocket."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

from warhost.play import (
    Aim,
    AnyQuestion,
    ArmyCard,
    Menace,
    Moved,
    Odds,
    Outcome,
    Placed,
    Proof,
    Reach,
    Sight,
    Threat,
    Verdict,
    Walked,
)
from warhost.play.shown.cards import PartCard
from warhost.server.messages.shown import Change, Fighting, Line, Near, Picture, Term
from warhost.server.messages.values import Answer
from warhost.table import Pose


class BattleName(msgspec.Struct, frozen=True):
    id: str
    title: str
    ruleset: str
    title_of_ruleset: str
    turn_word: str = "Turn"
    """What the rulebook calls that which the turns of pictures and log lines count."""


class SeatKind(msgspec.Struct, frozen=True):
    """Who sits there: `human`, the name of a computer player, or `record` for a battle that is only shown. `title` is
    its plain name. Seats of one `team` win and lose together; one without a team is a side of its own."""

    name: str
    army: str
    kind: str
    title: str = ""
    team: int | None = None


class LastDecision(msgspec.Struct, frozen=True):
    """Whose decision was the last, and whether it can be taken back without anybody's consent."""

    seat: int
    free: bool


class UndoState(msgspec.Struct, frozen=True):
    """Whether this seat can take something back, whether it needs nobody's consent, and who has asked for consent.

    `instead` are the units that could be chosen in place of the last one, where that choice can be taken back freely.
    `theirs` is the last decision of all where another person made it: whoever shares a screen takes that back.
    """

    possible: bool
    free: bool
    asked_by: int | None
    redo: bool
    instead: tuple[int, ...] = ()
    theirs: LastDecision | None = None


class ToPage(msgspec.Struct, frozen=True, tag_field="type"):
    """A message of the server."""


class DiceProof(msgspec.Struct, frozen=True):
    """How far the dice of a record are proved by the seed that it tells, with the commitment to that seed."""

    verdict: Verdict
    text: str
    commitment: str

    @classmethod
    def of(cls, proof: Proof | None) -> DiceProof | None:
        return None if proof is None else cls(proof.verdict, proof.text, proof.commitment)


class Hello(ToPage, frozen=True, tag="hello"):
    """The first message: which battle this is and which seat the token opens; no seat: it only watches.

    `note` says what a reader must know about where a battle comes from that is only shown. `known_seed`: somebody named
    the seed of the dice, and may know how they will fall. `dice` says of a battle that is only shown whether its dice
    are proved; of one that is played here the seed is told after the end. `parts` are the optional parts of the
    rulebook that are in force, each with the ways alone in which it is played.
    """

    battle: BattleName
    seat: int | None
    seats: tuple[SeatKind, ...]
    commitment: str
    number: int
    note: str = ""
    known_seed: bool = False
    dice: DiceProof | None = None
    parts: tuple[PartCard, ...] = ()


class SeatGathered(msgspec.Struct, frozen=True):
    """A seat of a battle that has not begun: who sits there, whether its army is chosen, and which, if that may be
    known: `called` is what it was chosen by. `here`: somebody has the page of that seat open. `side`: seats with the
    same number are on one side."""

    name: str
    kind: str
    chosen: bool
    called: str
    army: ArmyCard | None
    here: bool
    side: int
    title: str = ""


class Gathering(ToPage, frozen=True, tag="gathering"):
    """How things stand in a battle that waits for its armies; `hello` follows as soon as it begins.

    `map` and `options` are settled, and the seed of the dice is behind its commitment already. `hidden`: what armies
    the others have chosen is told when the battle begins.
    """

    battle: BattleName
    seat: int | None
    seats: tuple[SeatGathered, ...]
    map: str
    options: Mapping[str, Any]
    commitment: str
    known_seed: bool
    hidden: bool


class SeatClock(msgspec.Struct, frozen=True):
    """The clock of a seat: the seconds that it has left, and whether it runs now."""

    seat: int
    seconds_left: float
    running: bool


class State(ToPage, frozen=True, tag="state"):
    """How things stand after `number` answers. The question is there for the seat that is asked, and only for it.

    `changes` are how the table came to look like this since the last decision, line by line. A page that has just come
    gets none: it is shown how things stand. `suggested` is a legal answer to begin
    with, for whoever is asked how a unit moves, or where something is set down near something else. `seconds_left` is
    what the clock of the question has left, if it has one. `clocks` has the clock of every seat that has one, for all
    to see. `waiting_for` names who has to answer, `waiting_seats` are
    their seats.
    """

    number: int
    picture: Picture
    question: AnyQuestion | None
    waiting_for: tuple[str, ...]
    thinking: bool
    undo: UndoState
    over: bool
    outcome: Outcome | None
    changes: tuple[Change, ...] = ()
    suggested: Moved | Walked | Placed | None = None
    seconds_left: float | None = None
    waiting_seats: tuple[int, ...] = ()
    clocks: tuple[SeatClock, ...] = ()
    deploying: bool = False
    """Units are set up now, and the captain can do it for this seat."""
    helped: bool = False
    """The captain does, until it is switched off."""
    movable: tuple[int, ...] = ()
    """The units of this seat that were set up and may still be moved."""


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
    """Whether an answer would be legal, its cost and risk, and where the unit would stand. Nothing has changed."""

    id: int
    ok: bool
    reason: str = ""
    rule: str | None = None
    cost: float | None = None
    left: float | None = None
    pose: Pose | None = None
    bases: tuple[tuple[float, float, float, float, float], ...] = ()
    distances: tuple[Near, ...] = ()
    odds: tuple[Odds, ...] = ()
    model: int | None = None
    """The number of the one model of the unit at which it fails."""
    inches: tuple[float, ...] = ()
    """What each model of a loose unit uses up."""
    fights: tuple[Fighting, ...] = ()


class Surveyed(ToPage, frozen=True, tag="surveyed"):
    """What a unit reaches and sees from a place, who threatens it there, and what it would need to hit whom."""

    id: int
    unit: int
    pose: Pose | None
    reaches: tuple[Reach, ...]
    sights: tuple[Sight, ...]
    threats: tuple[Threat, ...]
    aims: tuple[Aim, ...] = ()


class Threatened(ToPage, frozen=True, tag="threatened"):
    """How far every unit of a seat reaches next, and whom."""

    id: int
    seat: int
    menaces: tuple[Menace, ...]


class Advised(ToPage, frozen=True, tag="advised"):
    """What the captain would answer to the question that is open after `number` answers, and why. Nothing changed."""

    id: int
    number: int
    answer: Answer
    sentence: str


class RefusedMessage(ToPage, frozen=True, tag="refused"):
    """A message that changed nothing: why, by which rule, and the type of the message it is about."""

    reason: str
    rule: str | None
    about: str


class ConsentAsked(ToPage, frozen=True, tag="consent"):
    """Another seat asks to take something back, or offers a draw."""

    seat: int
    what: str


class SeatPresence(msgspec.Struct, frozen=True):
    """Whether the page of a person is open, and if not for how many seconds, as far as that is known."""

    seat: int
    here: bool
    away: int | None = None


class Presence(ToPage, frozen=True, tag="presence"):
    """Which people are at the table. It is told to a page that comes, and to all when that has changed."""

    seats: tuple[SeatPresence, ...]


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
    | Gathering
    | State
    | Events
    | Reasons
    | Checked
    | Surveyed
    | Threatened
    | Advised
    | RefusedMessage
    | ConsentAsked
    | Presence
    | SeedRevealed
    | Renamed
    | Pong
    | Bye
)
