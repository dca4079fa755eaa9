"""A season played by computers: they answer its questions, its dice come from the seed, its battles are fought out.

The same seed gives the same season, however often it is stopped and however many processes fight its battles: dice
depend on the seed and on how much has happened before, battles on the seed and their fixture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

import msgspec

from warhost.campaign.contract import ORGANISER, Campaign, Fixture, Plays, Result, told_result
from warhost.campaign.keeping import Kept
from warhost.campaign.known import Known, find_campaign
from warhost.campaign.season import Season
from warhost.dice import Chance, Dice
from warhost.errors import WarhostError
from warhost.play import Ask, Record, write_record
from warhost.play.questions import AnyAnswer
from warhost.players import play_match
from warhost.players.workers import Fault, worked_off
from warhost.rulesets import ruleset as find_ruleset

__all__ = ["Done", "fight_computers", "fight_out", "play_season", "record_path", "throw_due"]

Done = Callable[[Season, Fixture, Result], None]
"""Is told of every battle that was fought."""


class Job(msgspec.Struct, frozen=True):
    """A battle that is to be fought by computers."""

    campaign: str
    fixture: Fixture
    players: tuple[str, ...]
    seed: str
    record: str = ""


def play_season(
    kept: Kept,
    known: Known = find_campaign,
    *,
    jobs: int = 1,
    records: Path | None = None,
    done: Done | None = None,
    until: Callable[[Season], bool] = lambda season: False,
) -> None:
    """Play a season on to its end, or until that moment. Every player must be a computer's (`Head.computers`).

    Each answer, roll and result is in the file before the next is asked for. `records` is the folder for the records of
    battles, `known` gives a process its campaign: a function of a module, if there are several processes.
    """
    season = kept.season
    if not kept.head.seed:
        raise WarhostError(f"{kept.path.name}: this season has no seed, so computers cannot continue it.")
    fighters = _Fighters(known, jobs)
    while not season.over and not until(season):
        if season.roll is not None:
            throw_due(kept)
        elif season.fixtures:
            _fight_all(kept, fighters, records, done)
        else:
            ask = next(ask for ask in season.pending if season.ask_of(ask.question.seat) is ask)
            kept.answer(_answered(kept, ask), ask.question.seat)


def throw_due(kept: Kept) -> None:
    """Throw all dice that are asked for now, from the seed."""
    season = kept.season
    while season.roll is not None:
        chance = Chance(f"{kept.head.seed} roll {len(season.entries)}")
        kept.throw(chance.roll(Dice.parse(season.roll.dice)))


def _fight_all(kept: Kept, fighters: _Fighters, records: Path | None, done: Done | None) -> None:
    """Fight all battles that are open. Results are told in the order of the fixtures."""
    season = kept.season
    fixtures = season.fixtures
    jobs = [_job(kept, fixture, records) for fixture in fixtures]
    for fixture, result in zip(fixtures, fighters.fight(jobs), strict=True):
        kept.report(result)
        if done is not None:
            done(season, fixture, result)


def fight_computers(kept: Kept, records: Path | None = None) -> Iterator[tuple[Fixture, Result]]:
    """Fight the open battles in which nobody but computers takes part, and tell each result."""
    for fixture in kept.season.fixtures:
        if all(str(player) in kept.head.computers for player in fixture.players):
            result = _fought(_job(kept, fixture, records), kept.season.campaign)
            kept.report(result)
            yield fixture, result


def _job(kept: Kept, fixture: Fixture, records: Path | None) -> Job:
    return Job(
        kept.season.campaign.slug,
        fixture,
        tuple(computer_of(kept, player) for player in fixture.players),
        _seed_of(kept, fixture),
        "" if records is None else str(record_path(records, fixture)),
    )


def _seed_of(kept: Kept, fixture: Fixture) -> str:
    """The seed of a fixture's battle. Where an earlier round had a fixture of that key, it is another battle."""
    results = (entry.result for entry in kept.season.entries)
    again = sum(result is not None and result.fixture == fixture.key for result in results)
    return f"{kept.head.seed}/{fixture.key}{f' {again + 1}' if again else ''}"


def computer_of(kept: Kept, player: int) -> str:
    """The computer that plays for that player."""
    name = kept.head.computers.get(str(player), "")
    if not name:
        who = kept.season.state.players[player]
        raise WarhostError(f"{who} is not a computer player: enter the results of their battles, then continue.")
    return name


def record_path(folder: Path, fixture: Fixture) -> Path:
    """Where the record of a fixture's battle lies in a folder of records."""
    name = "".join(letter if letter.isalnum() else "-" for letter in fixture.key)
    return folder / f"{name}.json"


def _answered(kept: Kept, ask: Ask) -> AnyAnswer:
    """What a computer answers: as the campaign would (`Plays`); else the random player anything, others what is
    suggested first, as the organiser does."""
    player = ask.question.seat
    campaign = kept.season.campaign
    if isinstance(campaign, Plays):
        return campaign.played(kept.season.state, ask, Chance(f"{kept.head.seed} answer {len(kept.season.entries)}"))
    if player != ORGANISER and computer_of(kept, player) == "random":
        return ask.sample(Chance(f"{kept.head.seed} answer {len(kept.season.entries)}"))
    return ask.suggestions()[0]


def fight_out(fixture: Fixture, players: Sequence[str], seed: str) -> Record:
    """Fight the battle of a fixture with computer players. The same seed gives the same battle."""
    ruleset = find_ruleset(fixture.setup.ruleset)
    _, record = play_match(ruleset, fixture.setup, players, seed, record=True, stand_in=True)
    assert record is not None
    return record


def _fought(job: Job, campaign: Campaign) -> Result:
    record = fight_out(job.fixture, job.players, job.seed)
    if job.record:
        write_record(record, Path(job.record))
    return told_result(campaign, job.fixture, record)


class _Fighters:
    """Processes that fight battles, or this one alone."""

    def __init__(self, known: Known, jobs: int) -> None:
        self.known, self.jobs = known, jobs

    def fight(self, jobs: Sequence[Job]) -> Iterator[Result]:
        """The results, in the order of the battles."""
        if self.jobs <= 1:
            for job in jobs:
                yield _fought(job, self.known(job.campaign))
            return
        came: dict[int, bytes] = {}
        at = {id(job): number for number, job in enumerate(jobs)}
        following = 0
        for job, told in worked_off(min(self.jobs, len(jobs)), partial(_fought_elsewhere, self.known), iter(jobs)):
            if isinstance(told, Fault):
                raise WarhostError(f"A battle of the season with seed {job.seed} failed: {told.why}.")
            came[at[id(job)]] = told
            while following in came:
                yield msgspec.json.decode(came.pop(following), type=Result)
                following += 1


def _fought_elsewhere(known: Known, job: Job) -> bytes:
    return msgspec.json.encode(_fought(job, known(job.campaign)))
