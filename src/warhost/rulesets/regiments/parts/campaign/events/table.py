"""What a random event of a campaign is, and how two dice find it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulebook import rule
from warhost.rulesets.families.data import read_data
from warhost.rulesets.regiments.core import Battle, Cause, Unit
from warhost.rulesets.regiments.parts.random_events.happening import EVENTS, Happening, Neutral, RandomEvent, Words

PREFIX = "campaign_"
"""What stands before the slugs of these events, so that none is mistaken for one of the general table."""


ROWS = "aofr.campaign."


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    event: dict[str, Words]
    neutral: dict[str, Neutral]


def _file() -> _File:
    return read_data("warhost.rulesets.regiments", "parts/campaign.toml", _File)


class CampaignEvent(RandomEvent):
    """A random event of a campaign: its words and its rule are those of the campaign's own table."""

    @property
    def number(self) -> str:
        return self.slug.removeprefix(PREFIX)

    @property
    def rule(self) -> str:
        return f"{ROWS}event_{self.number}"

    @property
    def words(self) -> Words:
        return _file().event[self.number]

    @property
    def neutral(self) -> Neutral:
        """The unit that it brings."""
        return _file().neutral[self.number]

    def destroyed(self, battle: Battle, unit: Unit, by: Cause | None, one: Happening) -> Script[None]:
        """A unit is about to be destroyed or routed, by that enemy; it still stands."""
        yield from ()

    def shaken(self, battle: Battle, unit: Unit, one: Happening) -> Script[None]:
        """A unit has become Shaken."""
        yield from ()

    def ends(self, battle: Battle, outcome: Outcome, one: Happening) -> None:
        """The battle is over."""


R = TypeVar("R", bound=type[CampaignEvent])


def event(number: str) -> Callable[[R], R]:
    """Make an event known under its number and name."""

    def register(cls: R) -> R:
        cls.slug = f"{PREFIX}{number}"
        EVENTS[cls.slug] = cls()
        return cls

    return register


@rule("aofr.campaign.event_d66")
def numbered(first: int, second: int) -> RandomEvent:
    """The event that two dice find, the first being the tens."""
    number = f"{PREFIX}{first}{second}_"
    return next(found for slug, found in EVENTS.items() if slug.startswith(number))
