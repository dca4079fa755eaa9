"""What a campaign must offer, and what passes between it and its battles."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

import msgspec

from warhost.play import Ask, Event, Outcome, Record, Refused, Roll, Setup, Together

T = TypeVar("T")


class Fixture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A battle that a campaign wants fought: its set-up, and who of the campaign sits where."""

    key: str
    setup: Setup
    players: tuple[int, ...]
    """For each seat of the battle the player of the campaign."""
    title: str = ""


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a fixture. `seal` is that of the battle's record, by which the record can be found and checked;
    a result that was agreed on without a battle has none."""

    fixture: str
    outcome: Outcome
    seal: str = ""


class Fight:
    """Fixtures on their way to the tables. Results may come in any order; the script gets them in this one."""

    __slots__ = ("fixtures",)

    def __init__(self, fixtures: Sequence[Fixture]) -> None:
        self.fixtures = tuple(fixtures)


CampaignScript: TypeAlias = Generator[Ask | Together | Roll | Event | Fight, Any, T]


def fight(fixtures: Sequence[Fixture]) -> CampaignScript[tuple[Result, ...]]:
    """Ask for battles. No fixture, no waiting."""
    if not fixtures:
        return ()
    results: tuple[Result, ...] = yield Fight(fixtures)
    return results


def result_of(fixture: Fixture, record: Record) -> Result:
    """The result of a fixture as the record of its battle tells it; refuses the record of another battle."""
    asked, fought = fixture.setup, record.setup
    for field in ("ruleset", "armies", "map", "options", "lists"):
        if getattr(asked, field) != getattr(fought, field):
            raise Refused(
                f"This is no record of {fixture.title or fixture.key}: its {field} differ from what was agreed.",
                "campaign.record",
            )
    if record.outcome is None:
        raise Refused(f"The battle of {fixture.title or fixture.key} is not over.", "campaign.record")
    return Result(fixture.key, record.outcome, record.seal)


class State(msgspec.Struct, kw_only=True):
    """The whole state of a campaign; a campaign adds fields of its own, immutable values all."""

    players: tuple[str, ...]
    stage: str = ""
    over: bool = False


class Campaign(Protocol):
    """A campaign that can be played. Every method is a pure function of what it is given."""

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def version(self) -> str: ...

    @property
    def state_type(self) -> type[State]: ...

    def next_step(self, state: Any) -> str | None:
        """The name of the next step, or nothing when the campaign is over."""
        ...

    def run(self, state: Any, step: str) -> CampaignScript[None]:
        """The script of that step. It changes the state that it is given."""
        ...
