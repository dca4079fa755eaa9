"""All seasons of a server. It sets them up, finds them again, lets their battles be fought and takes their results."""

from __future__ import annotations

import asyncio
import hmac
import logging
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec

from warhost.campaign import ORGANISER, Fixture, find_campaign, told_result
from warhost.errors import WarhostError
from warhost.play import Record, Refused
from warhost.server import messages as m
from warhost.server.battles.all_battles import AllBattles
from warhost.server.battles.ledger import HUMAN
from warhost.server.battles.lobby import Lobby
from warhost.server.battles.setting_up import cleaned
from warhost.server.errors import Forbidden, NotFound
from warhost.server.net.limits import Guests, TooMuch
from warhost.server.seasons.files import Taken, is_proved, read_file, with_seals, written_file
from warhost.server.seasons.results import (
    answer_claim,
    correct_result,
    enter_result,
    form_for,
    refuse_others,
    refuse_strangers,
)
from warhost.server.seasons.room import SeasonRoom, TakenAlready
from warhost.server.seasons.setting_up import begun, entered, new_season, one_more, takes_back
from warhost.server.seasons.showing import listed, shown
from warhost.server.seasons.store import KeptSeason, Timer
from warhost.server.shown import history
from warhost.server.store.battles import Store, StoreError
from warhost.server.store.rows import now
from warhost.server.watching.counting import SeasonCounts

__all__ = ["AllSeasons"]

log = logging.getLogger(__name__)

ROOMS = 100
"""So many seasons are held in memory; the others are left to the store."""

WOKEN = 200
"""So many seasons are looked at after a restart, the latest first."""

AT_ONCE = 4
"""So many battles of computers a season has under way; the next one is set up when one of them has ended."""

SHARE = 0.75
"""The part of all battles of a server up to which seasons add some by themselves: the rest is for people."""

LATER = 60.0
"""Seconds until a season at the latest looks again whether there is room for its next battle."""

PROVING_SECONDS = 60.0
"""So long the battles of one imported season are worked out again; then the rest of its results is as good as entered
by hand. The one that is being worked out is finished."""

Allowed: TypeAlias = Callable[[], Awaitable[None]]
"""Refuses (`TooMuch`) where no more battles may be set up."""


class AllSeasons:
    """The seasons of one server. Battles that are fought for them end with a word to this."""

    def __init__(self, store: Store, battles: AllBattles, guests: Guests) -> None:
        self.store = store
        self.battles = battles
        self.guests = guests
        battles.on_over = self.battle_over
        self.counts = SeasonCounts()
        self._rooms: dict[str, SeasonRoom] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._nudged: set[str] = set()
        self._changes: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._reading = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._later: dict[str, asyncio.TimerHandle] = {}

    @property
    def open(self) -> int:
        """How many seasons are held in memory."""
        return len(self._rooms)

    async def room(self, season: str) -> SeasonRoom:
        """A season, built up from the store if need be."""
        room = self._rooms.get(season)
        if room is None:
            try:
                async with self._loading.setdefault(season, asyncio.Lock()):
                    room = self._rooms.get(season) or await self._load(season)
            finally:
                self._loading.pop(season, None)
            self.nudge(room)
        await room.sound()
        return room

    async def _load(self, season: str) -> SeasonRoom:
        kept = await self.store.run(self.store.seasons.find_sound, season)
        if kept is None:
            raise NotFound("There is no such season: the address is wrong, or it was deleted.")
        room = await SeasonRoom.load(kept, find_campaign(kept.campaign), self.store)
        for other in list(self._rooms):
            if len(self._rooms) < ROOMS:
                break
            if not self._rooms[other].busy and other not in self._playing and other not in self._later:
                del self._rooms[other]
        return self._rooms.setdefault(season, room)

    @asynccontextmanager
    async def _changing(self, season: str) -> AsyncIterator[SeasonRoom]:
        """The season, while nobody else changes who takes part or what is fought in it. Each has a lock of its own: no
        season waits for another one."""
        lock = self._changes.setdefault(season, asyncio.Lock())
        async with lock:
            yield await self.room(season)

    async def players_of(self, season: str, keys: Iterable[str]) -> frozenset[int]:
        """The players of a season whose keys these are; -1 is its organiser."""
        found = [await self.store.run(self.store.seasons.opened, key) for key in keys if 0 < len(key) <= 200]
        return frozenset(one.player for one in found if one is not None and one.season == season)

    async def listed(self, keys: Iterable[str]) -> list[m.SeasonListed]:
        """The seasons that these keys open."""
        return [listed(*one) for one in await self.store.run(self.store.seasons.listed, keys)]

    async def shown(self, season: str, you: frozenset[int]) -> m.SeasonShown:
        return shown(await self.room(season), you)

    async def create(self, wanted: m.SeasonWanted, owner: str) -> m.SeasonMade:
        """Set up a new season for that address. It begins when its organiser says so."""
        kept = msgspec.structs.replace(await asyncio.to_thread(new_season, wanted), owner=owner)
        return await self._keep(SeasonRoom(kept, find_campaign(kept.campaign), self.store))

    async def _keep(self, room: SeasonRoom) -> m.SeasonMade:
        kept = room.kept
        people = [number for number, player in enumerate(kept.players) if player.player == HUMAN]
        entries = () if room.season is None else room.season.entries
        keys = await self.store.run(self.store.seasons.create, kept, entries, people)
        self._rooms[kept.id] = room
        log.info("Season %s was set up: %s", kept.id, kept.title)
        players = {str(player): key for player, key in keys.items() if player != ORGANISER}
        return m.SeasonMade(kept.id, kept.title, keys[ORGANISER], players)

    async def enter(self, season: str, player: int, wanted: m.EntrantWanted, keys: Sequence[str]) -> None:
        """A player chooses a name and an army, before the season begins."""
        # One at a time: two players may choose at the same moment.
        async with self._changing(season) as room:
            refuse_others(player, await self.players_of(season, keys))
            if not 0 <= player < len(room.kept.players):
                raise NotFound("The season has no such player.")
            players = await asyncio.to_thread(entered, room.kept, player, wanted)
            await self.store.run(self.store.seasons.enter, season, players)
            self._change(room, msgspec.structs.replace(room.kept, players=players))

    async def add(self, season: str, wanted: m.PlayerWanted) -> m.PlayerMade:
        """One player more: an invitation before the season begins, a late joiner where the campaign takes them."""
        async with self._changing(season) as room:
            player = await asyncio.to_thread(one_more, room.kept, wanted)
            if room.kept.waits:
                players = (*room.kept.players, player)
                await self.store.run(self.store.seasons.enter, season, players)
                self._change(room, msgspec.structs.replace(room.kept, players=players))
                number = len(players) - 1
            else:
                number = await room.join(player)
            person = player.player == HUMAN
            key = await self.store.run(self.store.seasons.new_key, season, number) if person else ""
        self.nudge(room)
        return m.PlayerMade(number, key)

    async def start(self, season: str) -> None:
        """The season begins."""
        async with self._changing(season) as room:
            if not room.kept.waits:
                raise Refused("The season has begun already.", "campaign.start")
            kept, begun_ = await asyncio.to_thread(begun, room.kept)
            await self.store.run(self.store.seasons.begin, kept, begun_.entries)
            new = SeasonRoom(kept, room.campaign, self.store, begun_)
            new.version = room.version + 1
            # The dice of the beginning are rolled: the stream goes on behind them.
            self._rooms[season] = new
        log.info("Season %s began: %s", kept.id, kept.title)
        self.nudge(new)

    async def rename(self, season: str, title: str) -> None:
        title = cleaned(title)
        if not title:
            raise WarhostError("A season needs a readable title.")
        room = await self.room(season)
        await self.store.run(self.store.seasons.rename, season, title)
        self._change(room, msgspec.structs.replace(room.kept, title=title))

    async def set_timer(self, season: str, minutes: int) -> None:
        """Start the clock of a round, or (0) stop it."""
        room = await self.room(season)
        timer = Timer(now(), minutes) if minutes else None
        await self.store.run(self.store.seasons.set_timer, season, timer)
        self._change(room, msgspec.structs.replace(room.kept, timer=timer))

    def _change(self, room: SeasonRoom, kept: KeptSeason) -> None:
        room.kept = kept
        room.changed()

    async def new_key(self, season: str, player: int) -> m.KeyMade:
        """Another key for a player who lost theirs. Whatever was opened or claimed with the old one is so no longer."""
        async with self._changing(season) as room:
            if not 0 <= player < len(room.kept.players) or room.kept.players[player].player != HUMAN:
                raise NotFound("No person plays there.")
            key = await self.store.run(self.store.seasons.new_key, season, player)
            for claim in [one for one in room.claims.values() if player in one.agreed]:
                await room.drop(claim)
            for battle, seat in self._seats_of(room, player):
                await self.battles.revoke(battle, seat)
            return m.KeyMade(key)

    def _seats_of(self, room: SeasonRoom, player: int) -> list[tuple[str, int]]:
        """The seats of a player in the battles of the season."""
        if room.season is None:
            return []
        met = {(one.fixture.key, room.again(one.fixture.key, one.number)): one.fixture for one in room.season.fought}
        met |= {occasion: fixture for fixture, occasion in room.occasions()}
        return [
            (battle, seat)
            for occasion, battle in room.battles.items()
            for seat, one in enumerate(met[occasion].players if occasion in met else ())
            if one == player
        ]

    async def answer(self, season: str, wanted: m.SeasonAnswer, keys: Sequence[str]) -> None:
        async with self._changing(season) as room:
            refuse_others(wanted.player, await self.players_of(season, keys))
            await room.answer(wanted.answer, wanted.player, wanted.id)
        self.counts.answers["person"] += 1
        self.nudge(room)

    async def form(self, season: str, key: str, number: int | None, you: frozenset[int]) -> m.FormShown:
        """What is asked of somebody who enters a result, or corrects the one in that entry of the record."""
        return await form_for(await self.room(season), key, number, you)

    async def report(self, season: str, wanted: m.ResultWanted, keys: Sequence[str]) -> m.ResultEntered:
        """Take a result from a real table: of somebody who played there, or of the organiser."""
        async with self._changing(season) as room:
            # Now, and not when it was asked for: a key that was replaced meanwhile claims nothing.
            you = await self.players_of(season, keys)
            return self._entered(room, await enter_result(room, self.store, wanted, you))

    async def confirm(self, season: str, wanted: m.ClaimAnswered, keys: Sequence[str]) -> m.ResultEntered:
        """Confirm or dispute a result that somebody else entered."""
        async with self._changing(season) as room:
            you = await self.players_of(season, keys)
            return self._entered(room, await answer_claim(room, self.store, wanted, you), taken=wanted.yes)

    def _entered(self, room: SeasonRoom, waits_for: tuple[int, ...], taken: bool = True) -> m.ResultEntered:
        if taken and not waits_for:
            self.counts.results["hand"] += 1
            self.nudge(room)
        return m.ResultEntered(waits_for)

    async def correct(self, season: str, wanted: m.CorrectionWanted) -> m.CorrectionShown:
        """Another result in place of one, or none."""
        async with self._changing(season) as room:
            made = await correct_result(room, wanted)
        if wanted.sure:
            self.counts.other["corrected"] += 1
            self.nudge(room)
        return made

    async def fight(self, season: str, key: str, you: Mapping[int, str], allowed: Allowed) -> m.BattleEntered:
        """The battle of a fixture, set up if it is not yet; with tokens for the seats of those whose keys these are."""
        async with self._changing(season) as room:
            fixture = room.fixture(key)
            refuse_strangers(fixture, frozenset(you))
            battle = await self._battle_of(room, fixture, room.again(key), allowed, by_organiser=ORGANISER in you)
            tokens = {
                str(seat): _seat_token(you[player], battle, seat)
                for seat, player in enumerate(fixture.players)
                if player in you and not room.computer(player)
            }
            # A key that was replaced a moment ago must not open a seat again.
            if await self.players_of(season, you.values()) != frozenset(you):
                raise Forbidden("This key was replaced: ask the organiser for the new link.")
            for seat, token in tokens.items():
                await self.store.run(self.store.admit, battle, int(seat), token)
        kept = await self.store.run(self.store.find, battle)
        return m.BattleEntered(battle, "" if kept is None else kept.title, tokens)

    async def _battle_of(
        self, room: SeasonRoom, fixture: Fixture, again: int, allowed: Allowed, *, by_organiser: bool = False
    ) -> str:
        """The battle of a fixture. To be called while nobody else changes the season: both players may ask for it at
        the same moment. `allowed` refuses where no battle may be set up now."""
        battle = room.battles.get((fixture.key, again))
        if battle is not None:
            if await self.store.run(self.store.find, battle) is not None:
                return battle
            # Whoever does not like the dice must not get others by having the battle deleted.
            if not by_organiser and not all(room.computer(player) for player in fixture.players):
                raise Refused("The battle was deleted: only the organiser can begin it again.", "campaign.battle")
        if (fixture.key, again) in room.claims:
            raise Refused(
                "A result of this battle was entered and waits to be confirmed: withdraw it, or ask the organiser to "
                "reject it, before you play here.",
                "campaign.battle",
            )
        await allowed()
        seats = tuple(
            m.SeatWanted(room.kept.players[player].player, room.played.state.players[player][:80])
            for player in fixture.players
        )
        title = f"{room.kept.title}: {fixture.title or fixture.key}"[:80]
        house = m.House(consent=takes_back(room.kept))
        battle = await self.battles.arrange(fixture.setup, seats, title, house)
        await self.store.run(self.store.seasons.fought_in, room.kept.id, fixture.key, again, battle)
        room.battles[fixture.key, again] = battle
        room.changed()
        # Where only computers play it may be over before it was known to be the season's.
        self.battle_over(battle)
        return battle

    def battle_over(self, battle: str) -> None:
        """A battle may have ended: if it was fought for a season, that gets its result."""
        self._run(self._take(battle))

    async def _take(self, battle: str) -> None:
        try:
            season = await self.store.run(self.store.seasons.season_of, battle)
            if season is not None:
                await self._take_result(await self.room(season), battle)
        except WarhostError as error:
            log.warning("Battle %s: its result could not be taken: %s", battle, error)

    async def _take_result(self, room: SeasonRoom, battle: str) -> None:
        """Report the result of a battle that is over, if the season waits for it."""
        occasion = next((one for one, known in room.battles.items() if known == battle), None)
        if room.season is None or occasion is None:
            return
        key, again = occasion
        fixture = next((one for one in room.season.fixtures if one.key == key), None)
        if fixture is None or room.again(key) != again:
            return
        place = await self.battles.look_into(battle)
        if isinstance(place, Lobby) or not place.kept_over:
            return
        record = history.record(place, None)
        try:
            result = await asyncio.to_thread(told_result, room.campaign, fixture, record)
            await room.report(result, again)
        except TakenAlready:
            return
        except Refused as error:
            if room.problems.get(occasion) != error.message:
                self.counts.other["refused"] += 1
            room.problems[occasion] = error.message
            room.changed()
            log.warning("Season %s: the result of battle %s was refused: %s", room.kept.id, battle, error)
            return
        self.counts.results["battle"] += 1
        log.info("Season %s has the result of battle %s.", room.kept.id, battle)
        self.nudge(room)

    def nudge(self, room: SeasonRoom) -> None:
        """Let computer players do what the season waits for, and take results that have not been taken."""
        if room.season is None:
            return
        self._nudged.add(room.kept.id)
        if room.kept.id not in self._playing:
            self._playing[room.kept.id] = self._run(self._play(room))

    async def _play(self, room: SeasonRoom) -> None:
        """Until nothing is left to do: what is done may bring about what was waited for."""
        try:
            while room.kept.id in self._nudged and not room.closed:
                self._nudged.discard(room.kept.id)
                await self._play_once(room)
        finally:
            self._playing.pop(room.kept.id, None)

    async def _play_once(self, room: SeasonRoom) -> None:
        try:
            while (answer := room.computer_answer()) is not None:
                player, given, id_ = answer
                await room.answer(given, player, id_)
                self.counts.answers["computer"] += 1
            for _, occasion in list(room.occasions()):
                if occasion in room.battles:
                    with suppress(NotFound):
                        await self._take_result(room, room.battles[occasion])
            await self._open_some(room)
        except TooMuch as error:
            self._nudge_later(room, error.wait)
        except Refused as error:
            log.warning("Season %s: a computer player stopped: %s", room.kept.id, error)
        except StoreError as error:
            log.error("Season %s: %s", room.kept.id, error)
        except WarhostError as error:
            log.warning("Season %s: %s", room.kept.id, error)

    async def _open_some(self, room: SeasonRoom) -> None:
        """Set up battles in which only computers play: a few at a time, the next when one of them has ended."""
        among = [one for one in room.occasions() if all(room.computer(player) for player in one[0].players)]
        running = [one for one in among if one[1] in room.battles and await self._goes_on(room, one[1])]
        for fixture, occasion in [one for one in among if one not in running and one[1] not in room.problems]:
            if len(running) >= AT_ONCE:
                return
            async with self._changing(room.kept.id):
                if occasion in {now for _, now in room.occasions()}:
                    await self._battle_of(room, fixture, occasion[1], lambda: self._refuse_crowding(room.kept))
                    running.append((fixture, occasion))

    async def _goes_on(self, room: SeasonRoom, occasion: tuple[str, int]) -> bool:
        """Whether the battle of computers is there; they play on in it, also if the server was stopped meanwhile."""
        try:
            await self.battles.room(room.battles[occasion])
        except NotFound:
            return False
        return occasion not in room.problems

    async def _refuse_crowding(self, kept: KeptSeason) -> None:
        """Battles of computers count for whoever set the season up, and leave room for those of people."""
        if await self.store.run(self.store.count) >= SHARE * self.guests.limits.battles:
            raise TooMuch("The server has no room for more battles of computers.", LATER)
        wait = self.guests.of(kept.owner).battles.take() if kept.owner else 0.0
        if wait:
            raise TooMuch("Too many battles were set up from the address of this season.", wait)

    def _nudge_later(self, room: SeasonRoom, wait: float) -> None:
        """Go on when more battles may be set up."""

        def again() -> None:
            self._later.pop(room.kept.id, None)
            if self._rooms.get(room.kept.id) is room:
                self.nudge(room)

        if room.kept.id not in self._later:
            self._later[room.kept.id] = asyncio.get_running_loop().call_later(max(0.1, min(wait, LATER)), again)

    def _run(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def wake(self) -> None:
        """After a restart: let computers go on, and take results of battles that ended meanwhile."""
        try:
            for season in (await self.store.run(self.store.seasons.unfinished))[:WOKEN]:
                with suppress(WarhostError):
                    await self.room(season)
        except StoreError as error:
            log.error("No season can be woken: %s", error)

    async def file(self, season: str) -> bytes:
        """The whole season as one document: its record, and those of its battles that were fought here."""
        room = await self.room(season)
        played, records = room.played, {}
        for fought in played.fought:
            battle = room.battles.get((fought.result.fixture, room.again(fought.result.fixture, fought.number)))
            if battle is not None and fought.result.seal:
                with suppress(WarhostError):
                    records[fought.number] = await self._record_of(battle)
        return await asyncio.to_thread(written_file, room.kept, played, records)

    async def _record_of(self, battle: str) -> Record:
        place = await self.battles.look_into(battle)
        if isinstance(place, Lobby):
            raise place.refuse()
        return history.record(place, None)

    async def take_in(self, data: bytes, owner: str, allowed: Allowed) -> m.SeasonMade:
        """Go on here with a season from elsewhere, and show the battles that were fought for it, as many as that
        address may set up now."""
        async with self._reading:
            taken = await asyncio.to_thread(read_file, data)
        proved, unproved = await self._proved(taken)
        kept, season = await asyncio.to_thread(with_seals, taken, proved)
        room = SeasonRoom(msgspec.structs.replace(kept, owner=owner), season.campaign, self.store, season)
        made = await self._keep(room)
        left_out = len(proved)
        until = time.monotonic() + PROVING_SECONDS
        for number in proved:
            if time.monotonic() > until:
                break
            with suppress(WarhostError):
                await allowed()
                battle = (await self.battles.show(taken.records[number], "The record")).id
                key, again = taken.occasions[number]
                await self.store.run(self.store.seasons.fought_in, made.id, key, again, battle)
                room.battles[key, again] = battle
                left_out -= 1
        self.nudge(room)
        return msgspec.structs.replace(made, left_out=left_out, unproved=unproved)

    async def _proved(self, taken: Taken) -> tuple[list[int], int]:
        """The results that are those of the battles whose records came with them; and how many could not be looked at,
        as the others took too long."""
        found, late, spent = [], 0, 0.0
        seals: set[str] = set()
        for fought in taken.season.fought:
            record = taken.records.get(fought.number)
            # One battle was fought for one of them, also where two have the same armies.
            if record is None or fought.result.seal in seals:
                continue
            if spent > PROVING_SECONDS:
                late += 1
                continue
            # One at a time: somebody who sends long records must not keep all threads from other work.
            async with self._reading:
                began = time.monotonic()
                if await asyncio.to_thread(is_proved, taken.season.campaign, fought, record):
                    found.append(fought.number)
                    seals.add(fought.result.seal)
                spent += time.monotonic() - began
        return found, late

    async def put_away(self, season: str) -> None:
        """Delete a season. For a while it can be brought back."""
        await self.store.run(self.store.seasons.put_away, season)
        room = self._rooms.pop(season, None)
        if room is not None:
            room.closed = True

    async def bring_back(self, season: str, keys: Iterable[str]) -> None:
        if not await self.store.run(self.store.seasons.bring_back, season, keys):
            raise NotFound("This season cannot be restored: it is gone for good, or was not yours.")

    async def close(self) -> None:
        """Play no more. All that was acknowledged is kept."""
        for handle in self._later.values():
            handle.cancel()
        tasks = [task for task in self._tasks if task.get_loop() is asyncio.get_running_loop()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _seat_token(key: str, battle: str, seat: int) -> str:
    """The token by which whoever has a key of the season sits at a battle that is fought for it: always the same."""
    return urlsafe_b64encode(hmac.digest(key.encode(), f"{battle} {seat}".encode(), sha256)[:24]).decode()
