"""What is kept of a battle, as values."""

from __future__ import annotations

import msgspec

from warhost.play import Entry, Setup, Ticked
from warhost.server.messages import Answer, House, Reasons, SeatWanted


class Progress(msgspec.Struct, frozen=True):
    """What changes about a battle with every answer. Of a battle that an older Warhost kept the hash is not known."""

    counter: int
    turn: int
    over: bool
    outcome: str
    hash: str = ""
    asked: tuple[int, ...] = ()


class Kept(msgspec.Struct, frozen=True):
    """A battle as it is kept, without its log. `seed` is a secret until the end."""

    id: str
    title: str
    ruleset: str
    version: str
    setup: Setup
    seats: tuple[SeatWanted, ...]
    house: House
    seed: str
    commitment: str
    start: str
    progress: Progress
    created: str
    updated: str
    shown_by: str = ""
    """The version of its rulebook that was found unable to play it on: with that it is only shown."""

    @property
    def waits(self) -> bool:
        """Whether it has not begun: armies are still to be chosen."""
        return not self.start

    def __repr__(self) -> str:
        # The seed stays out of logs: whoever knows it knows all dice to come.
        return f"<battle {self.id}>"


class Logged(msgspec.Struct, frozen=True):
    """One entry of a log: for dice with their place in the stream, for a computer's answer with its reasons."""

    entry: Entry
    counter: int | None = None
    reasons: Reasons | None = None


class Passed(msgspec.Struct, frozen=True):
    """A step of a battle that began after so many answers, with the battle in this state; some have a snapshot."""

    answered: int
    hash: str
    snapshot: str | None = None


class TakenBack(msgspec.Struct, frozen=True):
    """What a seat took back and may give back again: the end of the log that was cut off."""

    seat: int = -1
    log: tuple[Logged, ...] = ()


NOTHING = TakenBack()


class Spent(msgspec.Struct, frozen=True):
    """The seconds that were spent of the clock with that name when the battle had so many answers."""

    number: int
    name: str
    seconds: float


class Sealed(msgspec.Struct, frozen=True):
    """An answer to a question that still waits for other seats."""

    seat: int
    answer: Answer | Ticked
    reasons: Reasons | None = None


class Ticket(msgspec.Struct, frozen=True):
    """What a token opens: one seat of a battle, or (no seat) the view of a spectator; and whether a player holds it.

    `public`: it is the battle's own id, which everybody has who was shown a link to it.
    """

    battle: str
    seat: int | None
    held: bool = False
    public: bool = False


class Found(msgspec.Struct, frozen=True):
    """A battle that somebody's tokens open, the seats that they open there, and whether others hold a seat, too."""

    kept: Kept
    seats: tuple[int | None, ...]
    shared: bool


class Aged(msgspec.Struct, frozen=True):
    """A battle in which nothing has happened for long: for how many seconds that has been known, and whether it was
    deleted for that."""

    waited: float
    is_deleted: bool
