"""All battles of a server. It sets tables up, finds them again, copies and clears them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Record, Refused, Rolled, Ruleset, Setup, parse_record, proof_of
from warhost.rulesets import ruleset, slugs, usual_slug
from warhost.server import messages as m
from warhost.server.battles.importing import read_record, record_title, seat_count, why_not
from warhost.server.battles.ledger import HUMAN, RECORD, Ledger, Outdated
from warhost.server.battles.lobby import Lobby
from warhost.server.battles.room import Room
from warhost.server.battles.setting_up import (
    branch_of,
    cleaned,
    missing,
    new_battle,
    rematch_of,
    seated,
    settled,
    setup_of,
    start_of,
    tried,
)
from warhost.server.errors import Forbidden, NotFound
from warhost.server.net.codes import GOOD_FOR, Codes
from warhost.server.shown.history import Place
from warhost.server.shown.levels import title_of
from warhost.server.shown.snapshots import record_from_steps
from warhost.server.shown.view_only import ViewOnly
from warhost.server.store.battles import Store, StoreError
from warhost.server.store.values import Found, Kept, Logged, Passed, Progress, Spent, Ticket
from warhost.server.thinking import Thinkers
from warhost.server.watching.counting import Metrics

log = logging.getLogger(__name__)

ROOMS = 200
"""So many battles are held in memory; beyond that those that nobody watches are left to the store."""


Anywhere: TypeAlias = Place | Lobby
"""Where a battle is, also before it has begun."""


class AllBattles:
    """The battles of one server."""

    def __init__(self, store: Store, thinkers: Thinkers, metrics: Metrics | None = None) -> None:
        self.store = store
        self.thinkers = thinkers
        self.metrics = metrics or Metrics()
        self.codes = Codes()
        self.on_over: Callable[[str], None] | None = None
        """Is told of every battle that ended."""
        self._rooms: dict[str, Anywhere] = {}
        self._idle_since: dict[str, float] = {}
        self._reading = asyncio.Lock()
        self._loading: dict[str, asyncio.Lock] = {}
        self._closed = False

    @property
    def in_memory(self) -> Collection[Anywhere]:
        """The battles that are open now."""
        return self._rooms.values()

    async def ticket(self, token: str) -> Ticket:
        """What a token opens."""
        found = await self.store.run(self.store.ticket, token) if 0 < len(token) <= 200 else None
        if found is None:
            raise NotFound("This link does not lead to a battle: the address or the key is wrong, or it was deleted.")
        return found

    async def room(self, battle: str) -> Anywhere:
        """The room of a battle, built up from the store if need be. Computers that are asked in it go on."""
        room = await self.look_into(battle)
        room.nudge()
        await room.sound()
        return room

    @asynccontextmanager
    async def visit(self, battle: str) -> AsyncIterator[Anywhere]:
        """The room of a battle as `room` has it. It stays open meanwhile, however many others are opened."""
        room = await self.look_into(battle)
        # Nothing has happened since: a room that is being entered is not idle.
        room.visitors += 1
        try:
            room.nudge()
            await room.sound()
            yield room
        finally:
            room.visitors -= 1

    async def look_into(self, battle: str) -> Anywhere:
        """The room of a battle as `room` has it; nobody plays on by that."""
        if self._closed:
            raise WarhostError("The server is shutting down.")
        room = self._rooms.get(battle)
        if room is None:
            try:
                async with self._loading.setdefault(battle, asyncio.Lock()):
                    room = self._rooms.get(battle) or await self._load(battle)
            finally:
                self._loading.pop(battle, None)
        return room

    async def _load(self, battle: str) -> Anywhere:
        kept = await self.store.run(self.store.find_sound, battle)
        if kept is None:
            raise NotFound("There is no such battle.")
        room = await self._placed(kept)
        await self._make_place()
        # Whoever came after a failed attempt may have been faster.
        return self._rooms.setdefault(battle, self._heard(room))

    def _heard(self, room: Anywhere) -> Anywhere:
        """A room whose end will be told."""
        if isinstance(room, Room):
            room.on_over = self.on_over
        return room

    async def _placed(self, kept: Kept) -> Anywhere:
        """The battle at its table. What today's rules do not replay is still shown from its snapshots."""
        book = ruleset(kept.ruleset)
        wish = await self.store.run(self.store.wish, kept.id) if kept.waits else None
        if wish is not None:
            return await asyncio.to_thread(Lobby, kept, book, wish, self.store, self.thinkers)
        data = await self.store.run(self.store.record, kept.id)
        if data is None:
            return await self._played_here(kept, book)
        record = parse_record(data, "The record")
        why = await asyncio.to_thread(why_not, record, book, "The record")
        if why:
            return await asyncio.to_thread(ViewOnly, kept, book, record, why)
        # Its record has all of it, also if it could only be shown when it was taken in.
        ledger = await asyncio.to_thread(self._shown_again, kept, book, record)
        return Room(ledger, self.store, self.thinkers)

    async def _played_here(self, kept: Kept, book: Ruleset) -> Place:
        try:
            room = Room(await Ledger.load(kept, book, self.store), self.store, self.thinkers)
            await self._note_shown(kept, "")
            return room
        except Outdated as error:
            steps = await self.store.run(self.store.steps, kept.id)
            if not steps:
                raise
            log.warning("Battle %s is view-only from now on: %s", kept.id, error)
            await self._note_shown(kept, book.version)
            entries = await self.store.run(self.store.log, kept.id)
            agreed = await self.store.run(self.store.ending, kept.id)
            why = error.message

        def build() -> ViewOnly:
            return ViewOnly(kept, book, record_from_steps(kept, entries, steps, agreed), why)

        return await asyncio.to_thread(build)

    async def _note_shown(self, kept: Kept, version: str) -> None:
        """Remember which version of the rulebook can only show the battle, so that lists of battles can tell."""
        if kept.shown_by == version:
            return
        try:
            await self.store.run(self.store.only_show, kept.id, version)
        except StoreError as error:
            # A full disk is no reason to keep anybody from looking at the battle.
            log.error("Battle %s: %s", kept.id, error)

    async def _make_place(self) -> None:
        for battle in list(self._rooms):
            if len(self._rooms) < ROOMS:
                return
            await self._leave(battle)

    async def _leave(self, battle: str) -> None:
        """Let a battle that nobody looks at leave memory. All of it is kept."""
        room = self._rooms.get(battle)
        if room is not None and room.idle:
            del self._rooms[battle]
            self._idle_since.pop(battle, None)
            await room.close("")

    async def rest(self, seconds: float) -> None:
        """Let battles leave memory that nobody has looked at for so long. To be called from time to time."""
        moment = asyncio.get_running_loop().time()
        idle = [battle for battle, room in self._rooms.items() if room.idle]
        self._idle_since = {battle: self._idle_since.get(battle, moment) for battle in idle}
        for battle in idle:
            if moment - self._idle_since[battle] >= seconds:
                await self._leave(battle)

    def is_busy(self, battle: str) -> bool:
        """Whether somebody looks at the battle, or a computer plays in it."""
        room = self._rooms.get(battle)
        return room is not None and not room.idle

    async def create(self, wanted: m.BattleWanted) -> m.BattleMade:
        """Set up a new battle; what is not named is drawn. Where players choose their armies, it waits for them."""
        book = ruleset(wanted.ruleset or usual_slug())
        chance = Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
        house = msgspec.structs.replace(wanted.house, known_seed=wanted.seed is not None)
        wish = seated(book, wanted)
        if missing(wish):
            return await self._gather(book, msgspec.structs.replace(wish, house=house), chance)

        def build() -> Kept:
            setup = setup_of(book, wish, chance.fork("set-up"))
            return new_battle(book, setup, wish.seats, house, chance, start_of(book, setup), wanted.title)

        # Reading a list of the player's own may take a while: in a thread, so that others play on.
        return await self._open(await asyncio.to_thread(build), book)

    async def arrange(self, setup: Setup, seats: tuple[m.SeatWanted, ...], title: str, house: m.House) -> str:
        """Set up a battle that was agreed on elsewhere, as it is; returns its id."""
        book = ruleset(setup.ruleset)
        whole = setup if setup.names else msgspec.structs.replace(setup, names=tuple(seat.name for seat in seats))

        def build() -> Kept:
            return new_battle(book, whole, seats, house, Chance.fresh(), start_of(book, whole), title)

        return (await self._open(await asyncio.to_thread(build), book)).id

    async def _gather(self, book: Ruleset, wish: m.BattleWanted, chance: Chance) -> m.BattleMade:
        """A new battle that waits for its armies. Its dice are settled, and their commitment is told, before the
        players choose."""

        def build() -> tuple[Lobby, m.BattleWanted]:
            whole = settled(book, wish, chance.fork("set-up"))
            kept = new_battle(book, tried(book, whole), whole.seats, whole.house, chance, "", wish.title)
            return Lobby(kept, book, whole, self.store, self.thinkers), whole

        lobby, whole = await asyncio.to_thread(build)
        return await self._keep(lobby, wish=whole)

    async def choose(self, battle: str, seat: int, wanted: m.ArmyWanted) -> None:
        """A seat has chosen its army. When all have, the battle begins for every page that is open."""
        lobby = await self.look_into(battle)
        if not isinstance(lobby, Lobby):
            raise Refused("The battle has begun: armies can no longer change.", "play.army")
        try:
            await lobby.choose(seat, wanted)
        finally:
            if lobby.closed and self._rooms.get(battle) is lobby:
                del self._rooms[battle]
        if lobby.table is not None:
            self._rooms[battle] = self._heard(lobby.table)
            await lobby.move()
            lobby.table.nudge()

    async def branch(self, source: Room, wanted: m.BranchWanted) -> m.BattleMade:
        """A new battle from a moment of another: its own players and title, new dice or the same."""
        kept, past = branch_of(source, wanted)
        spent = await self.store.run(self.store.spent, source.kept.id)
        return await self._open(kept, source.ruleset, past, [one for one in spent if one.number <= len(past)])

    async def rematch(self, source: Room) -> m.BattleMade:
        """The same battle again with the armies swapped: everybody keeps the seat and leads the other's army."""
        return await self._open(rematch_of(source), source.ruleset)

    async def show(self, data: bytes, name: str) -> m.BattleMade:
        """Take a record in, to be watched and branched from. Made by other rules, it can only be looked at."""
        # One at a time: somebody who sends long records must not keep all threads from other work.
        async with self._reading:
            record = await asyncio.to_thread(read_record, data, name)
            book = ruleset(record.ruleset)
            why = await asyncio.to_thread(why_not, record, book, name)
        players = (*record.players, *[""] * len(record.setup.armies))
        seats = tuple(m.SeatWanted(RECORD, cleaned(players[seat])[:80]) for seat in range(seat_count(book, record)))
        chance, title = Chance.fresh(), record_title(record)
        kept = new_battle(book, record.setup, seats, m.House(), chance, bytes(record.start).decode(), title)
        # The dice of a record are in it; this server has promised nothing about them.
        kept = msgspec.structs.replace(kept, commitment="", version=record.version)
        if why:
            return await self._exhibit(ViewOnly(kept, book, record, why), data)
        ledger = await asyncio.to_thread(self._shown_again, kept, book, record)
        return await self._keep(Room(ledger, self.store, self.thinkers), ledger.log, data)

    async def _exhibit(self, room: ViewOnly, data: bytes) -> m.BattleMade:
        outcome = room.story.outcome
        progress = Progress(0, room.story.battle.turn, outcome is not None, "" if outcome is None else outcome.text)
        room.kept = msgspec.structs.replace(room.kept, progress=progress)
        return await self._keep(room, [], data)

    async def _open(
        self, kept: Kept, book: Ruleset, past: Sequence[Logged] = (), spent: Sequence[Spent] = ()
    ) -> m.BattleMade:
        """Set the table up and play what is already past; clocks had run so long by then."""
        ledger = await asyncio.to_thread(self._played_again, kept, book, past)
        ledger.clocks_ran(spent)
        steps = ledger.unkept_steps()
        ledger.kept_steps(steps)
        return await self._keep(Room(ledger, self.store, self.thinkers), ledger.log, steps=steps, spent=spent)

    def _played_again(self, kept: Kept, book: Ruleset, past: Sequence[Logged]) -> Ledger:
        ledger = Ledger(kept, book, self.store)
        ledger.restore(past)
        ledger.kept = msgspec.structs.replace(kept, progress=ledger.progress)
        return ledger

    def _shown_again(self, kept: Kept, book: Ruleset, record: Record) -> Ledger:
        """A record at its table, with what its seed proves of its dice."""
        ledger = self._played_again(kept, book, [Logged(entry) for entry in record.entries])
        proof = ledger.proof = proof_of(record, ledger.game)
        if record.outcome is not None and not ledger.game.over:
            ledger.game.end(record.outcome)
            ledger.kept = msgspec.structs.replace(ledger.kept, progress=ledger.progress)
        if record.seed is not None and proof.proved:
            ledger.kept = msgspec.structs.replace(ledger.kept, seed=Chance(record.seed).seed.hex())
            places = iter(proof.places)
            ledger.log = [
                Logged(entry, next(places) if isinstance(entry.answer, Rolled) else None) for entry in record.entries
            ]
        return ledger

    async def _keep(
        self,
        room: Anywhere,
        log_: Sequence[Logged] = (),
        record: bytes | None = None,
        steps: Sequence[Passed] = (),
        wish: m.BattleWanted | None = None,
        spent: Sequence[Spent] = (),
    ) -> m.BattleMade:
        """Keep a new battle and open its doors."""
        if self._closed:
            raise WarhostError("The server is shutting down.")
        kept = room.kept
        tokens = await self.store.run(self.store.create, kept, log_, room.people, record, steps, wish, spent)
        await self._make_place()
        self._rooms[kept.id] = self._heard(room)
        log.info("Battle %s was set up: %s", kept.id, kept.title)
        room.nudge()
        return m.BattleMade(
            id=kept.id,
            title=kept.title,
            tokens={str(seat): token for seat, token in tokens.items() if seat is not None},
            watch=tokens[None],
            commitment=kept.commitment,
        )

    async def listed(self, tokens: Iterable[str]) -> list[m.BattleListed]:
        """The battles that these tokens open."""
        found = await self.store.run(self.store.listed, tokens)
        return [_listed(one) for one in found]

    async def rename(self, battle: str, title: str) -> None:
        title = cleaned(title)
        if not title:
            raise WarhostError("A battle needs a readable title.")
        room = await self.room(battle)
        await self.store.run(self.store.rename, battle, title)
        room.kept = msgspec.structs.replace(room.kept, title=title)
        for connection in list(room.connections):
            connection.send(m.Renamed(title))

    async def hold(self, token: str, ticket: Ticket) -> None:
        """Whoever opens a seat holds it from then on: nobody else can delete the battle without them."""
        if ticket.seat is None or ticket.held:
            return
        try:
            await self.store.run(self.store.hold, token)
        except StoreError as error:
            # A full disk is no reason to keep a player from looking at the battle.
            log.error("Battle %s, seat %d: %s", ticket.battle, ticket.seat, error)

    async def hand_over(self, battle: str, tokens: Iterable[str]) -> m.CodeMade:
        """A code with which whoever has these tokens goes on in another browser."""
        seats: dict[int, str] = {}
        for token in dict.fromkeys(tokens):
            ticket = await self.store.run(self.store.ticket, token)
            if ticket is not None and ticket.battle == battle and ticket.seat is not None:
                seats[ticket.seat] = token
        if not seats:
            raise Forbidden("Only a player of this battle can continue it in another browser.")
        return m.CodeMade(self.codes.make(battle, seats), int(GOOD_FOR))

    async def claim(self, wanted: m.CodeEntered) -> m.SeatsClaimed:
        """The seats that a code hands over."""
        found = self.codes.take(wanted.code, wanted.battle)
        kept = await self.store.run(self.store.find, found.battle)
        if kept is None:
            raise NotFound("The battle of this code was deleted.")
        return m.SeatsClaimed(kept.id, kept.title, {str(seat): token for seat, token in found.tokens.items()})

    async def revoke(self, battle: str, seat: int) -> None:
        """Nobody opens that seat with what they have: neither tokens nor codes, nor pages that are open."""
        await self.store.run(self.store.revoke, battle, seat)
        self.codes.revoke(battle, seat)
        room = self._rooms.get(battle)
        for connection in [] if room is None else list(room.connections):
            if connection.seat == seat:
                connection.close("The key of this seat was replaced: open the battle with the new link.")

    async def is_revoked(self, token: str, ticket: Ticket) -> bool:
        """Whether the token of a seat opens it no longer: it may have been revoked since it was looked up."""
        return ticket.seat is not None and await self.store.run(self.store.ticket, token) is None

    async def let_go(self, battle: str, tokens: Iterable[str]) -> None:
        """Whoever has these tokens is done with the battle. It is deleted if nobody else plays it; but not while a
        season goes on for which it is fought, as it could be begun anew with other dice."""
        season = await self.store.run(self.store.seasons.held_by, battle)
        if season:
            raise Refused(f'This battle is part of the season "{season}" and stays until that is over.', "play.season")
        if await self.store.run(self.store.let_go, battle, tokens):
            await self._dismiss(battle)

    async def bring_back(self, battle: str, tokens: Iterable[str]) -> None:
        """Whoever let go of a battle lately has it again."""
        if not await self.store.run(self.store.bring_back, battle, tokens):
            raise NotFound("This battle cannot be restored: it is gone for good, or was not yours.")

    async def put_away(self, battles: Sequence[str]) -> None:
        """Delete battles for their age. For a while they can be had back."""
        await self.store.run(self.store.put_away, battles)
        for battle in battles:
            await self._dismiss(battle)

    async def _dismiss(self, battle: str) -> None:
        room = self._rooms.pop(battle, None)
        if room is not None:
            await room.close("This battle was deleted.")

    async def close(self) -> None:
        """Say goodbye to everybody, stop thinking. All that was acknowledged is kept."""
        self._closed = True
        await asyncio.gather(*(room.close("The server is shutting down.") for room in self._rooms.values()))
        self._rooms.clear()
        await asyncio.to_thread(self.thinkers.close)


def _listed(one: Found) -> m.BattleListed:
    kept = one.kept
    return m.BattleListed(
        id=kept.id,
        title=kept.title,
        ruleset=kept.ruleset,
        turn=kept.progress.turn,
        over=kept.progress.over,
        outcome=kept.progress.outcome,
        created=kept.created,
        updated=kept.updated,
        your_seats=tuple(sorted(seat for seat in one.seats if seat is not None)),
        watch=None in one.seats,
        shared=one.shared,
        your_move=any(seat in kept.progress.asked for seat in one.seats),
        waits=kept.waits,
        only_shown=_is_only_shown(kept),
        waits_for=next((_called(kept, seat) for seat in kept.progress.asked if seat not in one.seats), ""),
    )


def _called(kept: Kept, seat: int) -> str:
    """Whoever sits there, by name: their own, that of the computer player, or that of the army."""
    if seat >= len(kept.seats):
        return ""
    sitting = kept.seats[seat]
    if sitting.name or sitting.player != HUMAN:
        return sitting.name or title_of(sitting.player)
    return kept.setup.armies[seat] if seat < len(kept.setup.armies) else ""


def _is_only_shown(kept: Kept) -> bool:
    """Whether nothing is played on in the battle, as far as it is known without playing it again."""
    if all(seat.player == RECORD for seat in kept.seats):
        return True
    return kept.ruleset in slugs() and kept.shown_by == ruleset(kept.ruleset).version
