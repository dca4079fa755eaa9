"""The hall: all battles of a server. It sets tables up, finds them again, copies and clears them."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import (
    Guide,
    Guides,
    Record,
    RecordError,
    Refused,
    Ruleset,
    Setup,
    Shows,
    battle_hash,
    parse_record,
    replay,
)
from warhost.play.cards import ArmyCard, MapCard
from warhost.players import NAMES
from warhost.report.words import turn_word
from warhost.rulesets import ruleset, slugs
from warhost.server import messages as m
from warhost.server.exhibit import Exhibit
from warhost.server.history import Place
from warhost.server.ledger import HUMAN, RECORD, Ledger, Outdated
from warhost.server.mustering import brought, takes_lists
from warhost.server.previews import example
from warhost.server.rooms import Room
from warhost.server.snapshots import record_from_steps
from warhost.server.store import Kept, Logged, Passed, Progress, Store, StoreError, Ticket, now
from warhost.server.thinking import Thinkers

log = logging.getLogger(__name__)

ROOMS = 200
"""So many battles are held in memory; beyond that those that nobody watches are left to the store."""

MOST_ENTRIES = 5_000
MOST_SEATS = 8
"""Of a record that is taken in; most battles have some 200 answers and rolls."""

PLAYER_TEXTS = {
    HUMAN: "A person at a screen",
    "captain": "Weighs every answer, takes the best and says why",
    "solo": "Follows the decision rules that a book prints for an army without a player, where it has any",
    "random": "Any legal answer, each as likely as the next",
}


class NotFound(WarhostError):
    """There is no such battle, or the token does not open it."""


class Forbidden(WarhostError):
    """The token opens the battle, but not this."""


class OtherStart(RecordError):
    """A record that does not begin as its set-up does today."""


class Hall:
    """The battles of one server."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self.store = store
        self.thinkers = thinkers
        self._rooms: dict[str, Place] = {}
        self._idle_since: dict[str, float] = {}
        self._reading = asyncio.Lock()
        self._loading: dict[str, asyncio.Lock] = {}
        self._closed = False

    async def ticket(self, token: str) -> Ticket:
        """What a token opens."""
        found = await self.store.run(self.store.ticket, token) if 0 < len(token) <= 200 else None
        if found is None:
            raise NotFound("This token opens no battle: it is wrong, or the battle was deleted.")
        return found

    async def room(self, battle: str) -> Place:
        """The room of a battle, built up from the store if need be. Computers that are asked in it go on."""
        room = await self.look_into(battle)
        room.nudge()
        await room.sound()
        return room

    async def look_into(self, battle: str) -> Place:
        """The room of a battle as `room` has it; nobody plays on by that."""
        if self._closed:
            raise WarhostError("The server is closing.")
        room = self._rooms.get(battle)
        if room is None:
            try:
                async with self._loading.setdefault(battle, asyncio.Lock()):
                    room = self._rooms.get(battle) or await self._load(battle)
            finally:
                self._loading.pop(battle, None)
        return room

    async def _load(self, battle: str) -> Place:
        kept = await self.store.run(self.store.find, battle)
        if kept is None:
            raise NotFound("There is no such battle.")
        room = await self._placed(kept)
        await self._make_place()
        # Whoever came after a failed attempt may have been faster.
        return self._rooms.setdefault(battle, room)

    async def _placed(self, kept: Kept) -> Place:
        """The battle at its table. What today's rules do not replay is still shown from its snapshots."""
        book = ruleset(kept.ruleset)
        data = await self.store.run(self.store.record, kept.id)
        if data is None:
            return await self._played_here(kept, book)
        record = parse_record(data, "The record")
        why = await asyncio.to_thread(_why_not, record, book, "The record")
        if why:
            return await asyncio.to_thread(Exhibit, kept, book, record, why)
        return Room(await Ledger.load(kept, book, self.store), self.store, self.thinkers)

    async def _played_here(self, kept: Kept, book: Ruleset) -> Place:
        try:
            return Room(await Ledger.load(kept, book, self.store), self.store, self.thinkers)
        except Outdated as error:
            steps = await self.store.run(self.store.steps, kept.id)
            if not steps:
                raise
            log.warning("Battle %s is only shown from now on: %s", kept.id, error)
            entries = await self.store.run(self.store.log, kept.id)
            why = error.message

        def build() -> Exhibit:
            return Exhibit(kept, book, record_from_steps(kept, entries, steps), why)

        return await asyncio.to_thread(build)

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
        """Set up a new battle; what is not named is drawn."""
        book = ruleset(wanted.ruleset)
        chance = Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
        seats = _seated(book, wanted)
        # Reading a list of the player's own may take a while: in a thread, so that others play on.
        setup = await asyncio.to_thread(_setup, book, wanted, seats, chance.fork("set-up"))
        start = msgspec.json.encode(book.set_up(setup)).decode()
        house = msgspec.structs.replace(wanted.house, known_seed=wanted.seed is not None)
        return await self._open(_kept(book, setup, seats, house, chance, start, wanted.title), book)

    async def branch(self, source: Room, wanted: m.BranchWanted) -> m.BattleMade:
        """A new battle from a moment of another: its own players and title, new dice or the same."""
        entries = source.entries
        at = wanted.at
        if at > len(entries):
            raise WarhostError(f"The battle has {len(entries)} answers; there is no moment {at}.")
        while 0 < at < len(entries) and entries[at].entry.joint:
            at -= 1
        kept = source.kept
        seats = tuple(seat if seat.player != RECORD else m.SeatWanted(HUMAN) for seat in kept.seats)
        if wanted.seats:
            if len(wanted.seats) != len(seats):
                raise WarhostError(f"The battle has {len(seats)} seats, not {len(wanted.seats)}.")
            seats = tuple(_checked(seat) for seat in wanted.seats)
        chance = _dice(source, wanted, at)
        # With the same dice the past is of the same stream: its rolls keep their places in it.
        past = [Logged(one.entry, one.counter if wanted.same_dice else None, one.reasons) for one in entries[:at]]
        title = cleaned(wanted.title) or f"{kept.title} (from answer {at})"[:80]
        house = msgspec.structs.replace(wanted.house, known_seed=wanted.seed is not None or wanted.same_dice)
        new = _kept(source.ruleset, kept.setup, seats, house, chance, kept.start, title)
        return await self._open(new, source.ruleset, past)

    async def rematch(self, source: Room) -> m.BattleMade:
        """The same battle again with the armies swapped: everybody keeps the seat and leads the other's army."""
        kept = source.kept
        if any(seat.player == RECORD for seat in kept.seats):
            raise WarhostError("A battle that is only shown has nobody to play it again.")
        armies = kept.setup.armies
        lists = [kept.setup.list_of(seat) for seat in range(len(armies))]
        setup = msgspec.structs.replace(
            kept.setup,
            armies=(*armies[1:], armies[0]),
            lists=(*lists[1:], lists[0]) if any(lists) else (),
        )
        names = tuple(seat.name for seat in kept.seats)
        setup = msgspec.structs.replace(setup, names=_names(names, setup.armies))
        start = msgspec.json.encode(source.ruleset.set_up(setup)).decode()
        house = msgspec.structs.replace(kept.house, known_seed=False)
        new = _kept(source.ruleset, setup, kept.seats, house, Chance.fresh(), start)
        return await self._open(new, source.ruleset)

    async def show(self, data: bytes, name: str) -> m.BattleMade:
        """Take a record in, to be watched and branched from. Made by other rules, it can only be looked at."""
        # One at a time: somebody who sends long records must not keep all threads from other work.
        async with self._reading:
            record = await asyncio.to_thread(_read, data, name)
            book = ruleset(record.ruleset)
            why = await asyncio.to_thread(_why_not, record, book, name)
        players = (*record.players, *[""] * len(record.setup.armies))
        seats = tuple(m.SeatWanted(RECORD, cleaned(players[seat])[:80]) for seat in range(len(record.setup.armies)))
        chance, title = Chance.fresh(), _record_title(record)
        kept = _kept(book, record.setup, seats, m.House(), chance, bytes(record.start).decode(), title)
        # The dice of a record are in it; this server has promised nothing about them.
        kept = msgspec.structs.replace(kept, commitment="", version=record.version)
        if why:
            return await self._exhibit(Exhibit(kept, book, record, why), data)
        return await self._open(kept, book, [Logged(entry) for entry in record.entries], data)

    async def _exhibit(self, room: Exhibit, data: bytes) -> m.BattleMade:
        outcome = room.story.outcome
        progress = Progress(0, room.story.battle.turn, outcome is not None, "" if outcome is None else outcome.text)
        room.kept = msgspec.structs.replace(room.kept, progress=progress)
        return await self._keep(room, [], data)

    async def _open(
        self, kept: Kept, book: Ruleset, past: Sequence[Logged] = (), record: bytes | None = None
    ) -> m.BattleMade:
        """Set the table up and play what is already past."""

        def build() -> Ledger:
            ledger = Ledger(kept, book, self.store)
            ledger.restore(past)
            ledger.kept = msgspec.structs.replace(kept, progress=ledger.progress)
            return ledger

        ledger = await asyncio.to_thread(build)
        steps = ledger.unkept_steps()
        ledger.kept_steps(steps)
        return await self._keep(Room(ledger, self.store, self.thinkers), ledger.log, record, steps)

    async def _keep(
        self, room: Place, log_: Sequence[Logged], record: bytes | None, steps: Sequence[Passed] = ()
    ) -> m.BattleMade:
        """Keep a new battle and open its doors."""
        if self._closed:
            raise WarhostError("The server is closing.")
        kept = room.kept
        tokens = await self.store.run(self.store.create, kept, log_, room.people, record, steps)
        await self._make_place()
        self._rooms[kept.id] = room
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
        return [
            m.BattleListed(
                id=one.kept.id,
                title=one.kept.title,
                ruleset=one.kept.ruleset,
                turn=one.kept.progress.turn,
                over=one.kept.progress.over,
                outcome=one.kept.progress.outcome,
                created=one.kept.created,
                updated=one.kept.updated,
                your_seats=tuple(sorted(seat for seat in one.seats if seat is not None)),
                watch=None in one.seats,
                shared=one.shared,
                your_move=any(seat in one.kept.progress.asked for seat in one.seats),
            )
            for one in found
        ]

    async def rename(self, battle: str, title: str) -> None:
        title = cleaned(title)
        if not title:
            raise WarhostError("A battle needs a title that can be read.")
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

    async def let_go(self, battle: str, tokens: Iterable[str]) -> None:
        """Whoever has these tokens is done with the battle. It is deleted if nobody else plays it."""
        if await self.store.run(self.store.let_go, battle, tokens):
            await self._dismiss(battle)

    async def delete(self, battle: str) -> None:
        await self.store.run(self.store.delete, battle)
        await self._dismiss(battle)

    async def _dismiss(self, battle: str) -> None:
        room = self._rooms.pop(battle, None)
        if room is not None:
            await room.close("This battle was deleted.")

    async def close(self) -> None:
        """Say goodbye to everybody, stop thinking. All that was acknowledged is kept."""
        self._closed = True
        await asyncio.gather(*(room.close("The server is closing.") for room in self._rooms.values()))
        self._rooms.clear()
        await asyncio.to_thread(self.thinkers.close)


def ruleset_cards() -> tuple[m.RulesetCard, ...]:
    """Every rulebook with all that a new battle can be made of."""
    return tuple(ruleset_card(slug) for slug in slugs())


def guide_of(slug: str) -> Guide:
    """What a rulebook explains to newcomers; nothing, if it explains nothing."""
    if slug not in slugs():
        raise NotFound(f'There is no rulebook "{slug}" to play by.')
    book = ruleset(slug)
    return book.guide() if isinstance(book, Guides) else Guide()


@cache
def ruleset_card(slug: str) -> m.RulesetCard:
    book = ruleset(slug)
    shows = book if isinstance(book, Shows) else None
    return m.RulesetCard(
        slug=book.slug,
        title=book.title,
        version=book.version,
        seats=shows.seat_count if shows else 2,
        armies=tuple(shows.army_card(name) if shows else ArmyCard(name) for name in book.armies()),
        maps=tuple(map_card(book, name) for name in book.maps()),
        players=tuple(m.PlayerCard(name, PLAYER_TEXTS.get(name, "A computer player")) for name in (HUMAN, *NAMES)),
        options=tuple(shows.option_cards()) if shows else (),
        lists=takes_lists(slug),
        turn_word=turn_word(book),
    )


def map_card(book: Ruleset, name: str) -> MapCard:
    """A map with its board, or an example of the boards that are made of it."""
    if not isinstance(book, Shows):
        return MapCard(name, name)
    card = book.map_card(name)
    return card if card.board else msgspec.structs.replace(card, example=example(book, name, book.seat_count))


def cleaned(text: str) -> str:
    """A name or title without what cannot be printed, on one line."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _seated(book: Ruleset, wanted: m.BattleWanted) -> tuple[m.SeatWanted, ...]:
    """Who sits where; left out: a person in the first seat against captains."""
    if wanted.seats:
        return tuple(_checked(seat) for seat in wanted.seats)
    count = len(wanted.armies) or (book.seat_count if isinstance(book, Shows) else 2)
    return tuple(m.SeatWanted(HUMAN if seat == 0 else NAMES[0]) for seat in range(count))


def _checked(seat: m.SeatWanted) -> m.SeatWanted:
    """A seat with a player that may be named here. Programs are not: a page must not start any on the server."""
    if seat.player != HUMAN and seat.player not in NAMES:
        raise WarhostError(f'There is no player "{seat.player}": {", ".join((HUMAN, *NAMES))}.')
    return m.SeatWanted(seat.player, cleaned(seat.name))


def _setup(book: Ruleset, wanted: m.BattleWanted, seats: Sequence[m.SeatWanted], chance: Chance) -> Setup:
    if len(wanted.armies) > len(seats):
        raise WarhostError(f"There are {len(wanted.armies)} armies for {len(seats)} seats.")
    given = (*wanted.armies, *[None] * (len(seats) - len(wanted.armies)))
    choice = book.armies()
    drawn = tuple(name or choice[chance.pick(len(choice))] for name in given)
    maps = [name for name in book.maps() if name != "open"]
    host = brought(book.slug, drawn, wanted.lists, wanted.options)
    return Setup(
        ruleset=book.slug,
        armies=host.armies,
        map=maps[chance.pick(len(maps))] if wanted.map is None else wanted.map,
        names=_names([seat.name for seat in seats], host.armies),
        options=host.options,
        lists=host.lists,
    )


def _names(names: Sequence[str], armies: Sequence[str]) -> tuple[str, ...]:
    """The names of players; whoever has none goes by the army. Nobody named: the rulebook decides."""
    if not any(names):
        return ()
    return tuple(name or army for name, army in zip(names, armies, strict=True))


def _kept(
    book: Ruleset,
    setup: Setup,
    seats: tuple[m.SeatWanted, ...],
    house: m.House,
    chance: Chance,
    start: str,
    title: str = "",
) -> Kept:
    """A new battle as it will be kept, before anything has happened in it."""
    moment = now()
    return Kept(
        id=secrets.token_urlsafe(9),
        title=cleaned(title) or " against ".join(setup.armies)[:80],
        ruleset=book.slug,
        version=book.version,
        setup=setup,
        seats=seats,
        house=house,
        seed=chance.seed.hex(),
        commitment=chance.commitment(),
        start=start,
        progress=Progress(chance.counter, 0, False, ""),
        created=moment,
        updated=moment,
    )


def _dice(source: Room, wanted: m.BranchWanted, at: int) -> Chance:
    """The dice of a branch. Those of its source only when they are no secret any more."""
    if not wanted.same_dice:
        return Chance.fresh() if wanted.seed is None else Chance(wanted.seed)
    if not source.kept.commitment:
        raise Refused("The dice of this battle are those of its record; a branch of it has new ones.", "play.seed")
    if not source.game.over:
        raise Refused("The same dice can be had after the end: until then nobody may know them.", "play.seed")
    following = (one.counter for one in source.entries[at:] if one.counter is not None)
    return Chance(source.kept.seed, next(following, source.ledger.progress.counter))


def _read(data: bytes, name: str) -> Record:
    """A record that somebody sent, if it is not larger than any battle."""
    record = parse_record(data, name)
    texts = (record.ruleset, record.version, record.setup.map, *record.setup.names, *record.setup.armies)
    if len(record.entries) > MOST_ENTRIES or len(record.setup.armies) > MOST_SEATS or max(map(len, texts)) > 200:
        raise RecordError(f"{name}: no battle is as long as this, or has such names, so it cannot be shown here.")
    return record


def _why_not(record: Record, book: Ruleset, name: str) -> str:
    """Why a record of other rules or army lists cannot be played again; nothing if it can. Else it is at fault."""
    try:
        _replayed(record, book, name)
    except WarhostError as error:
        if record.version == book.version and not isinstance(error, OtherStart):
            raise
        return error.message
    return ""


def _replayed(record: Record, book: Ruleset, name: str) -> None:
    """Play a record that somebody sent. It must begin as its set-up says: a start made up by hand could hold anything,
    units of a thousand million models included."""
    start = record.steps[0].hash if record.steps else ""
    if battle_hash(book.set_up(record.setup)) != start:
        made_by = "" if record.version == book.version else f" It was made by version {record.version}."
        raise OtherStart(f"{name}: the battle does not begin as its set-up says with the army lists of today.{made_by}")
    replay(record, book, name=name)


def _record_title(record: Record) -> str:
    return f"{' against '.join(record.setup.armies)} (record)"[:80]
