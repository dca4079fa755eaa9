"""The driver of a campaign: hands out its questions and fixtures, judges answers and results, keeps the record."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import msgspec

from warhost.campaign.contract import (
    ORGANISER,
    Answered,
    Campaign,
    CampaignScript,
    Fight,
    Fixture,
    Result,
    State,
    Tells,
)
from warhost.campaign.opening import Admits, Entrant
from warhost.dice import Dice
from warhost.errors import WarhostError
from warhost.play import Ask, Event, Luck, Refused, Roll, Rolled, Together
from warhost.play.questions import AnyAnswer

FORMAT = 1


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a campaign's log: the answer of a player or of chance, the result of a fixture, or who joined."""

    answer: AnyAnswer | None = None
    player: int | None = None
    result: Result | None = None
    joined: Entrant | None = None


class Fought(msgspec.Struct, frozen=True):
    """A fixture whose result is known, and the number of the entry that told it."""

    number: int
    fixture: Fixture
    result: Result


class CampaignRecord(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign to keep: where it started, and all that it was told since."""

    format: int = FORMAT
    campaign: str
    version: str
    start: msgspec.Raw
    entries: tuple[Entry, ...]
    final: str


class Season:
    """A campaign being played.

    `pending` holds the questions that wait for players, `roll` the one that waits for chance (where no luck was given),
    `fixtures` the battles whose results are still to come. While there are fixtures nobody has to answer, but those who
    are asked may. What is refused changes nothing.
    """

    def __init__(self, campaign: Campaign, state: State, luck: Luck | None = None) -> None:
        self.campaign = campaign
        self.start = msgspec.json.encode(state)
        # As whoever reads it from a file will have it: what is left out as a default is told by identity.
        self.state = msgspec.json.decode(self.start, type=campaign.state_type)
        self.luck = luck
        self.entries: list[Entry] = []
        self.events: list[Event] = []
        self.fought: list[Fought] = []
        """All results that came in, in their order."""
        self.pending: tuple[Ask, ...] = ()
        self.roll: Roll | None = None
        self._fight = Fight(())
        self._results: dict[str, Result] = {}
        self._answers: dict[int, AnyAnswer] = {}
        self._together = False
        self._script: CampaignScript[None] | None = None
        self._advance(None)

    @property
    def over(self) -> bool:
        return self._script is None

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """The battles that are still to be fought, or to be told of."""
        return tuple(fixture for fixture in self._fight.fixtures if fixture.key not in self._results)

    def hash(self) -> str:
        return blake2b(msgspec.msgpack.encode(self.state), digest_size=8).hexdigest()

    def ask_of(self, player: int) -> Ask | None:
        """The question that this player has to answer now."""
        return next((ask for ask in self.pending if ask.question.seat == player and player not in self._answers), None)

    def answer(self, answer: AnyAnswer, player: int) -> None:
        """Give a player's answer."""
        ask = self.ask_of(player)
        if ask is None:
            raise Refused(f"{self._name(player)} has no question to answer now.", "campaign.player")
        ask.check(answer)
        self.entries.append(Entry(answer, player))
        if self._fight.fixtures:
            self._advance(Answered(player, answer))
            return
        self._answers[player] = answer
        if len(self._answers) == len(self.pending):
            given = tuple(self._answers[ask.question.seat] for ask in self.pending)
            self._advance(given if self._together else given[0])

    def throw(self, faces: Sequence[int]) -> None:
        """Give the dice that the campaign waits for."""
        if self.roll is None:
            raise Refused("There are no dice to roll now.", "campaign.dice")
        problem = Dice.parse(self.roll.dice).check(tuple(faces))
        if problem:
            raise Refused(problem, "campaign.dice")
        self.entries.append(Entry(Rolled(tuple(faces))))
        self._advance(tuple(faces))

    def report(self, result: Result) -> None:
        """Give the result of a fixture."""
        fixture = next((one for one in self.fixtures if one.key == result.fixture), None)
        if fixture is None:
            waiting = ", ".join(one.key for one in self.fixtures) or "none"
            raise Refused(f'No result is missing for "{result.fixture}". Still open: {waiting}.', "campaign.result")
        strangers = [seat for seat in result.outcome.winners if not 0 <= seat < len(fixture.players)]
        if strangers:
            raise Refused(f"{fixture.key} has no seat {strangers[0]} that could have won.", "campaign.result")
        if isinstance(self.campaign, Tells):
            self.campaign.judge(self.state, fixture, result)
        self.fought.append(Fought(len(self.entries), fixture, result))
        self.entries.append(Entry(result=result))
        if self._fight.each:
            self._advance(result)
            return
        self._results[result.fixture] = result
        if not self.fixtures:
            self._advance(tuple(self._results[one.key] for one in self._fight.fixtures))

    def join(self, entrant: Entrant) -> None:
        """Somebody takes part from now on, as the last of the players."""
        if not isinstance(self.campaign, Admits):
            raise Refused(f"Nobody can join once it has begun: {self.campaign.title}.", "campaign.join")
        why = "It is over." if self.over else self.campaign.why_closed(self.state)
        if why:
            raise Refused(f"Nobody can join now. {why}", "campaign.join")
        self.campaign.admit(self.state, entrant)
        self.entries.append(Entry(joined=entrant))

    def _name(self, player: int) -> str:
        names = self.state.players
        if player == ORGANISER:
            return "The organiser"
        return names[player] if 0 <= player < len(names) else f"Player {player}"

    def _advance(self, value: Any) -> None:
        """Run on until somebody is asked, battles are to be fought, or the campaign is over."""
        self.pending, self.roll, self._fight = (), None, Fight(())
        self._answers, self._results = {}, {}
        while True:
            if self._script is None:
                step = self.campaign.next_step(self.state)
                if step is None:
                    return
                self._script = self.campaign.run(self.state, step)
                value = None
            try:
                asked = self._script.send(value)
            except StopIteration:
                self._script = None
                continue
            value = None
            match asked:
                case Event():
                    self.events.append(asked)
                case Roll():
                    if self.luck is None:
                        self.roll = asked
                        return
                    value = self.luck(asked)
                    self.entries.append(Entry(Rolled(value)))
                case Fight():
                    self._fight = _sound(asked)
                    self.pending, self._together = asked.asides, True
                    return
                case Together():
                    self.pending, self._together = asked.asks, True
                    return
                case _:
                    self.pending, self._together = (asked,), False
                    return


def _sound(fight: Fight) -> Fight:
    """The fixtures, if each can be told by its key."""
    keys = [fixture.key for fixture in fight.fixtures]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        raise WarhostError(f'Two fixtures of one round are called "{twice[0]}".')
    return fight


def season_record(season: Season) -> CampaignRecord:
    """The record of a campaign so far."""
    return CampaignRecord(
        campaign=season.campaign.slug,
        version=season.campaign.version,
        start=msgspec.Raw(season.start),
        entries=tuple(season.entries),
        final=season.hash(),
    )


def replay_season(record: CampaignRecord, campaign: Campaign, luck: Luck | None = None) -> Season:
    """Play a campaign's record again, each answer and result judged as if it were new; then go on with that luck."""
    made = (record.format, record.campaign, record.version)
    if made != (FORMAT, campaign.slug, campaign.version):
        raise WarhostError(
            f"The record is of {record.campaign} {record.version} (format {record.format}), "
            f"not of {campaign.slug} {campaign.version} (format {FORMAT})."
        )
    season = Season(campaign, msgspec.json.decode(record.start, type=campaign.state_type))
    for number, entry in enumerate(record.entries):
        try:
            give(season, entry)
        except Refused as error:
            raise WarhostError(f"Entry {number} of the record is not possible: {error}") from None
    if season.hash() != record.final:
        raise WarhostError("The entries of the record do not lead to where it says that it ends: it was altered.")
    if luck is not None:
        season.luck = luck
        if season.roll is not None:
            season.throw(luck(season.roll))
    return season


def give(season: Season, entry: Entry) -> None:
    """Give a season an entry of a record, judged as if it were new."""
    if entry.result is not None:
        season.report(entry.result)
    elif entry.joined is not None:
        season.join(entry.joined)
    elif isinstance(entry.answer, Rolled):
        season.throw(entry.answer.faces)
    elif entry.answer is not None and entry.player is not None:
        season.answer(entry.answer, entry.player)
    else:
        raise Refused("it says nothing", "campaign.record")
