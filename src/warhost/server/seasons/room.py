"""A season that is being played on the server: its record, its players, and the battles that are fought for it."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from warhost.campaign import (
    ORGANISER,
    Campaign,
    Corrected,
    Entry,
    Fixture,
    Result,
    Season,
    Shows,
    corrected,
)
from warhost.campaign.contract import Plays
from warhost.campaign.season import give
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Ask, Refused, luck_of
from warhost.play.questions import AnyAnswer
from warhost.players import player_names
from warhost.server.seasons.claims import Claim
from warhost.server.seasons.store import KeptSeason, Player, Standing
from warhost.server.store.battles import Store

__all__ = ["Frozen", "SeasonRoom", "TakenAlready", "question_id", "seed_of_players", "started"]

log = logging.getLogger(__name__)

T = TypeVar("T")

MOST_IN_A_ROW = 300
"""After so many answers of computers in a row they answer at random: what they like best may lead in a circle."""


class Frozen(WarhostError):
    """A season that today's rules do not replay as it was played: it can only be looked at."""


class TakenAlready(Refused):
    """The result of a battle that the season has."""


class SeasonRoom:
    """One season. Every change is kept in the store before anybody is told of it."""

    def __init__(
        self,
        kept: KeptSeason,
        campaign: Campaign,
        store: Store,
        season: Season | None = None,
        battles: dict[tuple[str, int], str] | None = None,
        note: str = "",
        claims: dict[tuple[str, int], Claim] | None = None,
    ) -> None:
        self.kept = kept
        self.campaign = campaign
        self.season = season
        self.battles = battles or {}
        self.note = note
        """Why it can only be looked at."""
        self.problems: dict[tuple[str, int], str] = {}
        """Why results of battles here were not taken."""
        self.claims = claims or {}
        """Results that players entered and that wait to be confirmed."""
        self.version = secrets.randbits(40)
        """Changes with every change: whoever knows this one need not be told anything."""
        self.closed = False
        self._chance = Chance(kept.seed, kept.standing.counter)
        self._store = store
        self._lock = asyncio.Lock()
        self._stale = False
        if season is not None:
            season.luck = luck_of(self._chance)

    @classmethod
    async def load(cls, kept: KeptSeason, campaign: Campaign, store: Store) -> SeasonRoom:
        """The season as the store has it: from its start, through its record."""
        battles = await store.run(store.seasons.battles, kept.id)
        claims = await store.run(store.seasons.claims, kept.id)
        if kept.waits:
            return cls(kept, campaign, store, None, battles)
        entries = await store.run(store.seasons.entries, kept.id)
        try:
            season = await asyncio.to_thread(_replayed, kept, campaign, entries)
        except Frozen as error:
            log.warning("Season %s can only be looked at: %s", kept.id, error)
            return cls(kept, campaign, store, None, battles, error.message)
        return cls(kept, campaign, store, season, battles, claims=claims)

    def computer(self, player: int) -> bool:
        """Whether a computer plays for that player."""
        return 0 <= player < len(self.kept.players) and self.kept.players[player].player in player_names()

    @property
    def busy(self) -> bool:
        return self._lock.locked()

    @property
    def played(self) -> Season:
        """The season, if it is played now."""
        if self.note:
            raise Refused(f"This season can only be looked at. {self.note}", "campaign.frozen")
        if self.season is None:
            raise Refused("The season has not begun.", "campaign.start")
        return self.season

    @property
    def waiting(self) -> tuple[int, ...]:
        """The players who have to answer now; where battles are to be fought nobody has to."""
        season = self.season
        if season is None or season.fixtures:
            return ()
        return tuple(ask.question.seat for ask in season.pending if season.ask_of(ask.question.seat) is ask)

    def again(self, fixture: str, entry: int | None = None) -> int:
        """How often a fixture of that name was fought before: before now, or before that entry of the record."""
        return _again(self.played, fixture, entry)

    def occasions(self) -> Iterator[tuple[Fixture, tuple[str, int]]]:
        """The battles that are to be fought, each with its name and how often one of that name was fought before."""
        season = self.season
        if season is not None:
            before = Counter(one.result.fixture for one in season.fought)
            for fixture in season.fixtures:
                yield fixture, (fixture.key, before[fixture.key])

    def fixture(self, key: str) -> Fixture:
        """A battle that is to be fought."""
        for fixture in self.played.fixtures:
            if fixture.key == key:
                return fixture
        raise Refused(
            f'The season is not waiting for a battle "{key}": its result may already be in.', "campaign.result"
        )

    async def answer(self, answer: AnyAnswer, player: int, id_: str | None = None) -> None:
        """Take the answer of a player, to the question of that id."""

        def give_answer(season: Season) -> None:
            ask = season.ask_of(player)
            if ask is not None and id_ is not None and question_id(season, ask) != id_:
                raise Refused("This question is no longer open: look at the season again.", "campaign.question")
            season.answer(answer, player)

        await self._do(give_answer)

    async def report(self, result: Result, again: int | None = None) -> None:
        """Take the result of a battle; with `again`, only if so many of that name were fought before."""

        def give_result(season: Season) -> None:
            if again is not None and self.again(result.fixture) != again:
                raise TakenAlready("The season already has a result for this battle.", "campaign.result")
            season.report(result)

        await self._do(give_result)

    async def join(self, player: Player) -> int:
        """Somebody joins the season that is being played; returns their number."""
        await self._do(lambda season: season.join(player.entrant), player)
        return len(self.kept.players) - 1

    async def _do(self, deed: Callable[[Season], None], newcomer: Player | None = None) -> None:
        """Do something with the season, and keep what came of it with the dice that followed."""
        async with self._lock:
            await self._be_sound()
            season = self.played
            before = len(season.entries)
            try:
                deed(season)
            except WarhostError:
                # What is refused at once changes nothing; what the rules refuse later may have.
                self._stale = len(season.entries) != before
                raise
            except Exception as error:
                self._stale = True
                log.exception("Season %s: an answer broke the rules' own code.", self.kept.id)
                raise WarhostError("That could not be carried out; the season is as it was before.") from error
            standing = self._stands()
            seasons = self._store.seasons
            new = season.entries[before:]
            players = self.kept.players if newcomer is None else (*self.kept.players, newcomer)
            told = None if newcomer is None else players
            await self._keep(self._store.run(seasons.append, self.kept.id, before, new, standing, told))
            self.kept = msgspec.structs.replace(self.kept, standing=standing, players=players)
            known = {entry.result.fixture for entry in new if entry.result is not None}
            self.claims = {one: claim for one, claim in self.claims.items() if claim.fixture not in known}
            self.changed()

    async def claim(self, claim: Claim) -> None:
        """Keep a result that waits to be confirmed, in place of one of the same fixture."""
        await self._store.run(self._store.seasons.claim, self.kept.id, claim)
        self.claims[claim.fixture, claim.again] = claim
        self.changed()

    async def drop(self, claim: Claim) -> None:
        """A result that waited is withdrawn, or rejected."""
        await self._store.run(self._store.seasons.drop_claim, self.kept.id, claim.fixture, claim.again)
        self.claims.pop((claim.fixture, claim.again), None)
        self.changed()

    async def correct(self, number: int, result: Result | None, sure: bool) -> Corrected:
        """Another result in place of one, or none. Unless it is sure, it is only tried."""
        async with self._lock:
            await self._be_sound()
            season = self.played
            made = await asyncio.to_thread(corrected, season, number, result)
            if not sure:
                return made
            again = made.season
            again.luck = luck_of(self._chance)
            if again.roll is not None:
                again.throw(again.luck(again.roll))
            # A battle that was fought for what is to be fought again, or for what is no longer wanted, counts no more.
            stay = _occasions(again) | {
                (fixture.key, _again(again, fixture.key)) for fixture in again.fixtures if fixture in season.fixtures
            }
            forgotten = [one for one in {**self.battles, **self.claims} if one not in stay]
            self.season = again
            standing = self._stands()
            seasons = self._store.seasons
            new = again.entries[number:]
            await self._keep(self._store.run(seasons.correct, self.kept.id, number, new, standing, forgotten))
            for one in forgotten:
                self.battles.pop(one, None)
                self.problems.pop(one, None)
                self.claims.pop(one, None)
            self.kept = msgspec.structs.replace(self.kept, standing=standing)
            self.changed()
            return made

    def computer_answer(self) -> tuple[int, AnyAnswer, str] | None:
        """What the next computer player that is asked answers, to the question of which id."""
        season = self.season
        if season is None or self.closed:
            return None
        for player in self.waiting:
            ask = season.ask_of(player)
            if ask is None or not self.computer(player):
                continue
            chance = Chance(seed_of_players(self.kept)).fork(f"player {player} entry {len(season.entries)}")
            at_random = self.kept.players[player].player == "random" or self._in_a_row(season) >= MOST_IN_A_ROW
            return player, self._computed(season, ask, chance, at_random), question_id(season, ask)
        return None

    def _computed(self, season: Season, ask: Ask, chance: Chance, at_random: bool) -> AnyAnswer:
        """What a computer answers: as its campaign thinks best, or what is suggested first, or anything."""
        if at_random:
            return ask.sample(chance)
        if isinstance(self.campaign, Plays):
            return self.campaign.played(season.state, ask, chance)
        return next(iter(ask.suggestions()), None) or ask.sample(chance)

    def _in_a_row(self, season: Season) -> int:
        """How many of the last entries are answers of computers."""
        count = 0
        for entry in reversed(season.entries):
            if entry.player is None or not self.computer(entry.player):
                break
            count += 1
        return count

    def changed(self) -> None:
        self.version += 1

    def _stands(self) -> Standing:
        """How the season stands after a change. What cannot be told has not happened: it is built up again from the
        store."""
        assert self.season is not None
        try:
            return standing_of(self.campaign, self.season, self._chance, self.waiting)
        except Exception as error:
            self._stale = True
            log.exception("Season %s: its standing cannot be worked out.", self.kept.id)
            raise WarhostError("That could not be carried out; the season is as it was before.") from error

    async def _keep(self, work: Awaitable[T]) -> T:
        """Wait for the store. What could not be kept has not happened: the season is built up again from the store."""
        try:
            return await work
        except BaseException:
            self._stale = True
            raise

    async def sound(self) -> None:
        """Wait until what is in memory is what is kept."""
        async with self._lock:
            await self._be_sound()

    async def _be_sound(self) -> None:
        if self.closed:
            raise WarhostError("This season was closed.")
        if not self._stale:
            return
        kept = await self._store.run(self._store.seasons.find_sound, self.kept.id)
        if kept is None:
            raise WarhostError("This season was deleted.")
        again = await SeasonRoom.load(kept, self.campaign, self._store)
        self.kept, self.season, self.battles, self.note = again.kept, again.season, again.battles, again.note
        self.claims = again.claims
        self._chance = again._chance
        self._stale = False
        self.changed()


def started(kept: KeptSeason, campaign: Campaign, season: Season, chance: Chance) -> KeptSeason:
    """A season that begins, as it will be kept."""
    waiting = () if season.fixtures else tuple(ask.question.seat for ask in season.pending)
    return msgspec.structs.replace(
        kept,
        version=campaign.version,
        start=season.start.decode(),
        standing=standing_of(campaign, season, chance, waiting),
    )


def standing_of(campaign: Campaign, season: Season, chance: Chance, waiting: Sequence[int]) -> Standing:
    page = campaign.telling(season.state) if isinstance(campaign, Shows) else None
    stage = season.state.stage if page is None else page.stage
    return Standing(chance.counter, season.hash(), stage[:200], season.over, tuple(waiting), page)


def question_id(season: Season, ask: Ask) -> str:
    """What tells a question of a season from all others: how often that player has answered before."""
    player = ask.question.seat
    return f"{player if player != ORGANISER else 'o'}.{sum(entry.player == player for entry in season.entries)}"


def seed_of_players(kept: KeptSeason) -> bytes:
    """For computer players: it has nothing to do with the dice of the season."""
    return Chance(kept.seed).fork("players").seed


def _again(season: Season, fixture: str, entry: int | None = None) -> int:
    before = len(season.entries) if entry is None else entry
    return sum(one.result.fixture == fixture and one.number < before for one in season.fought)


def _occasions(season: Season) -> set[tuple[str, int]]:
    """Every fixture that was fought, with how often one of that name had been before."""
    return {(one.result.fixture, _again(season, one.result.fixture, one.number)) for one in season.fought}


def _replayed(kept: KeptSeason, campaign: Campaign, entries: Sequence[Entry]) -> Season:
    """The season from its start through its record, each entry judged again."""
    versions = f"It was begun with version {kept.version}, this is {campaign.version}."
    try:
        season = Season(campaign, msgspec.json.decode(kept.start, type=campaign.state_type))
        for entry in entries:
            give(season, entry)
    except (WarhostError, msgspec.DecodeError) as error:
        raise Frozen(f"Its record cannot be played again: {error} {versions}") from None
    except Exception as error:
        # What the rules carried out once and trip over today is of other rules.
        log.exception("Season %s cannot be replayed.", kept.id)
        raise Frozen(f"Its record cannot be played again: {error!r}. {versions}") from error
    if season.hash() != kept.standing.hash:
        raise Frozen(f"With the current rules it turns out differently. {versions}")
    return season
