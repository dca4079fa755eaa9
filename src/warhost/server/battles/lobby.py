"""The lobby of a battle that waits for its armies: whoever has a seat chooses one, and when all have, it begins."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from typing import TypeVar

import msgspec

from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import ArmyCard, Refused, Ruleset
from warhost.play.shown.english import listed
from warhost.report.telling.words import turn_word
from warhost.server import messages as m
from warhost.server.battles.connections import Connection
from warhost.server.battles.ledger import HUMAN, Ledger
from warhost.server.battles.room import Room
from warhost.server.battles.setting_up import (
    leading,
    missing,
    setup_of,
    sides_of_seats,
    start_of,
    title_of,
    tried,
    with_army,
)
from warhost.server.lists.mustering import army_card
from warhost.server.shown.levels import title_of as title_of_player
from warhost.server.store.battles import Store
from warhost.server.store.values import Kept, Progress
from warhost.server.thinking import Thinkers

log = logging.getLogger(__name__)

T = TypeVar("T")


class Lobby:
    """One battle before it begins. Every choice is kept in the store before anybody is told of it.

    `table` is where the battle is played, from when it has begun.
    """

    def __init__(self, kept: Kept, ruleset: Ruleset, wish: m.BattleWanted, store: Store, thinkers: Thinkers) -> None:
        self.kept = kept
        self.ruleset = ruleset
        self.store = store
        self.thinkers = thinkers
        self.connections: set[Connection] = set()
        self.table: Room | None = None
        self.closed = False
        self.visitors = 0
        """How many are about to join."""
        self._cards, self._wish = _cards(ruleset, wish)
        self._sides = sides_of_seats(ruleset, wish)
        self._lock = asyncio.Lock()

    @property
    def idle(self) -> bool:
        """Whether nobody is connected and nothing is being chosen."""
        return not self.connections and not self.visitors and not self._lock.locked()

    @property
    def people(self) -> list[int]:
        return [number for number, seat in enumerate(self.kept.seats) if seat.player == HUMAN]

    async def sound(self) -> None:
        """What is in memory is what is kept: else it would not be here any more."""

    def nudge(self) -> None:
        """Nobody plays here yet."""

    def refuse(self) -> Refused:
        """Why nothing can be done here yet."""
        return Refused("This battle has not begun: some armies have not been chosen.", "play.army")

    async def join(self, connection: Connection) -> None:
        """A page has come: it is told how things stand, and the others that it is here. Since it knocked the battle may
        have begun."""
        if self.table is not None:
            await self.table.join(connection)
            return
        if self.closed:
            raise WarhostError("This battle was closed.")
        self.connections.add(connection)
        if connection.seat is None:
            connection.send(self._gathering(None))
        else:
            self.publish()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.seat is not None and not self.closed:
            self.publish()

    def publish(self) -> None:
        """Tell every page how things stand."""
        told: dict[int | None, bytes] = {}
        for connection in list(self.connections):
            if connection.seat not in told:
                told[connection.seat] = m.encode(self._gathering(connection.seat))
            connection.send_bytes(told[connection.seat])

    def _gathering(self, seat: int | None) -> m.Gathering:
        kept, wish = self.kept, self._wish
        return m.Gathering(
            battle=m.BattleName(kept.id, kept.title, kept.ruleset, self.ruleset.title, turn_word(self.ruleset)),
            seat=seat,
            seats=tuple(self._seat(number, seat) for number in range(len(wish.seats))),
            map=wish.map or "",
            options=wish.options,
            commitment=kept.commitment,
            known_seed=kept.house.known_seed,
            hidden=kept.house.hidden_armies,
        )

    def _seat(self, number: int, seen_by: int | None) -> m.SeatGathered:
        wanted, card = self._wish.seats[number], self._cards[number]
        if self.kept.house.hidden_armies and number != seen_by:
            card = None
        return m.SeatGathered(
            name=wanted.name,
            kind=wanted.player,
            chosen=not wanted.chooses,
            called="" if card is None else self._called(number),
            army=card,
            here=any(connection.seat == number for connection in self.connections),
            side=self._sides[number],
            title=title_of_player(wanted.player),
        )

    def _called(self, seat: int) -> str:
        """What the army of a seat was chosen by, or all of its armies."""
        card, wish = self._cards[seat], self._wish
        own = [wish.armies[army] for army in _led_by(self.ruleset, wish, seat)]
        return listed([name for name in own if name]) if all(own) or card is None else card.name

    async def choose(self, seat: int, wanted: m.ArmyWanted) -> None:
        """A seat has chosen its army, or another than before. If it was the last one, the battle begins."""
        async with self._lock:
            if self.table is not None:
                raise Refused("The battle has begun: armies can no longer change.", "play.army")
            if self.closed:
                raise WarhostError("This battle was closed.")
            wish = with_army(self.ruleset, self._wish, seat, wanted, Chance(self.kept.seed))
            # Reading a list of the player's own may take a while: in a thread, so that others play on.
            if missing(wish):
                await self._wait_on(wish)
            else:
                await self._begin(wish)

    async def _wait_on(self, wish: m.BattleWanted) -> None:
        def build() -> tuple[Kept, tuple[ArmyCard | None, ...]]:
            kept = msgspec.structs.replace(
                self.kept,
                setup=tried(self.ruleset, wish),
                seats=wish.seats,
                progress=Progress(self.kept.progress.counter, 0, False, "", asked=missing(wish)),
            )
            return msgspec.structs.replace(kept, title=self._title(kept)), _cards(self.ruleset, wish)[0]

        kept, cards = await asyncio.to_thread(build)
        await self._keep(self.store.run(self.store.wish_anew, kept, wish))
        self.kept, self._wish, self._cards = kept, wish, cards
        self.publish()

    async def _begin(self, wish: m.BattleWanted) -> None:
        def build() -> Ledger:
            book = self.ruleset
            setup = setup_of(book, wish, Chance(self.kept.seed).fork("set-up"))
            kept = msgspec.structs.replace(
                self.kept, version=book.version, setup=setup, seats=wish.seats, start=start_of(book, setup)
            )
            ledger = Ledger(msgspec.structs.replace(kept, title=self._title(kept)), book, self.store)
            ledger.restore(())
            ledger.kept = msgspec.structs.replace(ledger.kept, progress=ledger.progress)
            return ledger

        ledger = await asyncio.to_thread(build)
        steps = ledger.unkept_steps()
        ledger.kept_steps(steps)
        await self._keep(self.store.run(self.store.begin, ledger.kept, ledger.log, steps))
        self.table = Room(ledger, self.store, self.thinkers)
        log.info("Battle %s has begun: %s", self.kept.id, ledger.kept.title)

    def _title(self, kept: Kept) -> str:
        """A title that nobody gave names the armies that are known by now."""
        hidden = self.kept.house.hidden_armies
        if self.kept.title != title_of(self.ruleset, self.kept.setup, hidden):
            return self.kept.title
        return title_of(self.ruleset, kept.setup, hidden and kept.waits)

    async def _keep(self, work: Awaitable[T]) -> T:
        """Wait for the store. Where memory and store may differ now, the lobby closes: it is opened anew from there."""
        try:
            return await work
        except BaseException:
            await self.close("")
            raise

    async def move(self) -> None:
        """Everybody goes on to the table."""
        assert self.table is not None
        while self.connections:
            await self.table.join(self.connections.pop())

    async def close(self, reason: str) -> None:
        """Send everybody away. What was acknowledged is kept."""
        self.closed = True
        for connection in list(self.connections):
            connection.close(reason)
        self.connections.clear()


def _cards(book: Ruleset, wish: m.BattleWanted) -> tuple[tuple[ArmyCard | None, ...], m.BattleWanted]:
    """The armies that were chosen, and the wish: an army that a newer Warhost has no more is to be chosen anew."""
    cards: list[ArmyCard | None] = []
    seats = list(wish.seats)
    for number, seat in enumerate(wish.seats):
        card = None
        if not seat.chooses:
            try:
                card = _card(book, wish, _led_by(book, wish, number))
            except WarhostError as error:
                log.warning("The army of seat %d is no longer available: %s", number, error)
                seats[number] = msgspec.structs.replace(seat, chooses=seat.player == HUMAN)
        cards.append(card)
    return tuple(cards), msgspec.structs.replace(wish, seats=tuple(seats))


def _led_by(book: Ruleset, wish: m.BattleWanted, seat: int) -> list[int]:
    """The armies that a seat leads."""
    return [army for army, leader in enumerate(leading(book, wish)) if leader == seat]


def _card(book: Ruleset, wish: m.BattleWanted, armies: Sequence[int]) -> ArmyCard:
    """The army of a seat, or all of its armies on one card."""
    cards = [army_card(book, wish.armies[army] or "", wish.lists[army], wish.options) for army in armies]
    if len(cards) == 1:
        return cards[0]
    return ArmyCard(listed([card.name for card in cards]), tuple(unit for card in cards for unit in card.units))
