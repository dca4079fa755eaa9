"""How a season is set up: who takes part with which army, and what the players agree on before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import msgspec

from warhost.campaign.contract import State
from warhost.play import Refused
from warhost.play.shown.cards import OptionCard

__all__ = ["Admits", "BeginsAgain", "Brings", "ChecksArmies", "Entrant", "Opens", "Settings", "agreed"]

Settings: TypeAlias = Mapping[str, bool | int | str]

Brings: TypeAlias = Literal["", "army", "list"]
"""What a player brings: nothing, the name of one of the rulebook's armies, or that or a list of their own."""


class Entrant(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player who takes part, and the army that they bring."""

    name: str
    army: str = ""
    list: Mapping[str, Any] | None = None
    """A list of their own as plain data of the rulebook's form, as in `Setup.lists`; `army` is its name then."""
    sideboards: tuple[Mapping[str, Any], ...] = ()
    """Lists that are added to it, where a campaign has such."""


@runtime_checkable
class Opens(Protocol):
    """What a campaign offers so that a season of it can be set up by anybody."""

    @property
    def text(self) -> str:
        """What it is, in a sentence or two for somebody who has never seen it."""
        ...

    @property
    def sizes(self) -> tuple[int, int]:
        """The fewest and the most players."""
        ...

    @property
    def brings(self) -> Brings: ...

    def rulesets(self) -> Sequence[str]:
        """The rulebooks whose battles it can be played with."""
        ...

    def settings(self, ruleset: str) -> Sequence[OptionCard]:
        """What players agree on before the season, each with its choices."""
        ...

    def begin(self, ruleset: str, entrants: Sequence[Entrant], settings: Settings) -> State:
        """The state before the first step; raises WarhostError where this cannot be played. Settings that are not
        given are as their cards have them by default."""
        ...


@runtime_checkable
class ChecksArmies(Protocol):
    """What a campaign may offer besides that does not take every army."""

    def army_problems(self, ruleset: str, entrant: Entrant, settings: Settings) -> Sequence[str]:
        """All that keeps the army of a player out, each a sentence."""
        ...


@runtime_checkable
class Admits(Protocol):
    """What a campaign may offer besides that players may join when it has begun."""

    def why_closed(self, state: Any) -> str:
        """Why nobody may join now, as a sentence; empty if somebody may."""
        ...

    def admit(self, state: Any, entrant: Entrant) -> None:
        """The state with one player more, the last. Raises WarhostError where that army may not come."""
        ...


@runtime_checkable
class BeginsAgain(Protocol):
    """What a campaign may offer besides, so that nobody can make up how a season of it began."""

    def begun_again(self, start: Any) -> State:
        """The state before the first step of a season with the players, armies and terms of that one: nobody has fought
        or gained anything."""
        ...


def agreed(cards: Sequence[OptionCard], settings: Settings) -> dict[str, bool | int | str]:
    """All settings of a season: those that are given, checked, and the defaults of the rest."""
    known = {card.name: card for card in cards}
    for name, value in settings.items():
        card = known.get(name)
        if card is None:
            raise Refused(f'There is no setting "{name}"; there are {", ".join(known) or "none"}.', "campaign.settings")
        # True equals 1: a choice is the same only with its kind.
        if not any(value == choice and type(value) is type(choice) for choice in card.choices):
            choices = ", ".join(str(choice) for choice in card.choices)
            raise Refused(f"{name} cannot be {value}: choose one of {choices}.", "campaign.settings")
    return {name: settings.get(name, card.default) for name, card in known.items()}
