"""What a campaign must offer, and what passes between it and its battles."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

import msgspec

from warhost.campaign.showing import Page
from warhost.dice import Chance
from warhost.play import AnyAnswer, Ask, Event, Outcome, Record, Refused, Roll, Setup, Together

T = TypeVar("T")

ORGANISER = -1
"""The seat of whoever runs the season: a campaign may ask the organiser too, such as to start the next round."""


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
    told: Mapping[str, Any] = {}
    """What the campaign wants to know beyond that, as plain data of its own form: worked out from the battle's record
    (`Tells.told_by`), or entered from a real table. The campaign judges it (`Tells.judge`)."""


class Answered(msgspec.Struct, frozen=True):
    """What came in the middle of a round instead of a result: the answer of a player, or of the organiser."""

    player: int
    answer: AnyAnswer


class Fight:
    """Fixtures on their way to the tables. Results may come in any order; the script gets them in this one.

    With `each` it gets every result by itself as soon as it is in, and names those that are left. Meanwhile the players
    of `asides` may answer, and need not: the script gets the answer in place of a result.
    """

    __slots__ = ("asides", "each", "fixtures")

    def __init__(self, fixtures: Sequence[Fixture], *, each: bool = False, asides: Sequence[Ask] = ()) -> None:
        self.fixtures, self.each, self.asides = tuple(fixtures), each, tuple(asides)


CampaignScript: TypeAlias = Generator[Ask | Together | Roll | Event | Fight, Any, T]


def fight(fixtures: Sequence[Fixture]) -> CampaignScript[tuple[Result, ...]]:
    """Ask for battles. No fixture, no waiting."""
    if not fixtures:
        return ()
    results: tuple[Result, ...] = yield Fight(fixtures)
    return results


def next_result(fixtures: Sequence[Fixture], asides: Sequence[Ask] = ()) -> CampaignScript[Result | Answered]:
    """Wait for the first result of these fixtures, or for an answer to one of the questions asked meanwhile."""
    came: Result | Answered = yield Fight(fixtures, each=True, asides=asides)
    return came


def result_of(fixture: Fixture, record: Record) -> Result:
    """The result of a fixture as the record of its battle tells it; refuses the record of another battle."""
    asked, fought = fixture.setup, record.setup
    for field in ("ruleset", "armies", "map", "options", "lists"):
        # As they are written: a record that was read from a file has lists where the set-up had tuples.
        if _written(getattr(asked, field)) != _written(getattr(fought, field)):
            raise Refused(
                f"This is not a record of {fixture.title or fixture.key}: its {field} differ from what was agreed.",
                "campaign.record",
            )
    if record.outcome is None:
        raise Refused(f"The battle of {fixture.title or fixture.key} is not over.", "campaign.record")
    return Result(fixture.key, record.outcome, record.seal)


def _written(value: object) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def told_result(campaign: Campaign, fixture: Fixture, record: Record) -> Result:
    """The result of a fixture with all that the campaign wants to know of its battle."""
    result = result_of(fixture, record)
    if isinstance(campaign, Tells):
        return msgspec.structs.replace(result, told=campaign.told_by(fixture, record))
    return result


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


@runtime_checkable
class Shows(Protocol):
    """What a campaign may offer besides, so that a page, a report and the command line can show it."""

    def telling(self, state: Any) -> Page:
        """Everything that everybody may see of the campaign now."""
        ...


@runtime_checkable
class Tells(Protocol):
    """What a campaign may offer besides that wants to know more of a battle than who won."""

    def told_by(self, fixture: Fixture, record: Record) -> Mapping[str, Any]:
        """What the record of the fixture's battle tells, as data for `Result.told`."""
        ...

    def judge(self, state: Any, fixture: Fixture, result: Result) -> None:
        """Refuse a result that the campaign's rules do not allow, saying what, where and by which rule."""
        ...


@runtime_checkable
class Plays(Protocol):
    """What a campaign may offer besides, so that computers answer its questions with some sense."""

    def played(self, state: Any, ask: Ask, chance: Chance) -> AnyAnswer:
        """What a computer answers, the same from the same chance."""
        ...
