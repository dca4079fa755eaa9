"""What a page says over the WebSocket."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from warhost.server.messages.values import Answer, Count, Key, Keys
from warhost.table import Pose


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
    """Take back the last decision of this seat, and all that followed it.

    `agreed`: the keys of other seats that are played at the same screen, whose players have agreed to it there. The
    last decision that was made at this screen is taken back then, whoever made it.
    """

    agreed: Keys = ()


class Redo(ToServer, frozen=True, tag="redo"):
    """Give back what was taken back last."""


class Consent(ToServer, frozen=True, tag="consent"):
    """The answer to another seat that asks to take something back, or offers a draw.

    `agreed`: the keys of other seats that are played at the same screen, whose players agree, too.
    """

    yes: bool
    agreed: Keys = ()


class Concede(ToServer, frozen=True, tag="concede"):
    """Give the battle up. It is over for all then, and that cannot be taken back.

    `key` is that of the seat that concedes, where several seats are played at one screen; else this seat concedes.
    """

    key: Key | None = None


class OfferDraw(ToServer, frozen=True, tag="draw"):
    """Offer a draw: computers answer at once, the other players are asked.

    `agreed`: the keys of other seats that are played at the same screen, whose players have agreed to it there.
    """

    agreed: Keys = ()


class Deploy(ToServer, frozen=True, tag="deploy"):
    """The captain sets up the units of this seat, or (`on` false) its player does from here on."""

    on: bool


class MoveAgain(ToServer, frozen=True, tag="again"):
    """Ask once more where a unit is set up; what was answered after that is given again."""

    unit: int


class Advise(ToServer, frozen=True, tag="advise"):
    """What would the captain answer to the question that is open for this seat? Nothing changes."""

    id: int


class Ping(ToServer, frozen=True, tag="ping"):
    id: int


class SeedAsked(ToServer, frozen=True, tag="seed"):
    """Reveal the seed of the dice; only after the end."""


AnyToServer: TypeAlias = (
    Answered
    | Check
    | SurveyAsked
    | ThreatsAsked
    | Undo
    | Redo
    | Consent
    | Concede
    | OfferDraw
    | Deploy
    | MoveAgain
    | Advise
    | Ping
    | SeedAsked
)
