"""What is kept of battles: their start, their log, the hashes of their tokens. An answer that returned is on disk."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

import msgspec

from warhost.errors import WarhostError
from warhost.play import UNREADABLE, Outcome, Ticked
from warhost.server.lists.store import ListStore
from warhost.server.messages import Answer, BattleWanted, Reasons
from warhost.server.seasons.store import SeasonStore
from warhost.server.store.databases import MEND, Damaged, Database, Row, StoreError, default_file, open_database
from warhost.server.store.rows import COLUMNS, kept_in, logged_in, now, text_of, text_or_none, token_hash
from warhost.server.store.sums import Sums, chained
from warhost.server.store.values import (
    NOTHING,
    Aged,
    Found,
    Kept,
    Logged,
    Passed,
    Progress,
    Sealed,
    Spent,
    TakenBack,
    Ticket,
)

__all__ = ["AlreadyServed", "Store", "StoreError"]

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


TRIED = 16 * 1024
"""So many bytes are written to see whether anything can be written."""


class AlreadyServed(WarhostError):
    """Another server has these battles. Its address is told, if it could be kept."""

    def __init__(self, name: str, address: str) -> None:
        self.address = address
        where = f"at {address}: open that" if address else "by another server: stop it"
        super().__init__(f"The battles in {name} are already being served {where}, or name another place with --data.")


class Store:
    """Battles in a database. All work is done in one thread, in order: `await store.run(store.append, ...)`."""

    def __init__(self, url: str | None = None) -> None:
        self._database: Database = open_database(url or str(default_file()))
        self.lists = ListStore(self._database)
        self.packs = ListStore(self._database, "pack")
        self.seasons = SeasonStore(self._database)
        self._sums = Sums(self._database, "battle")
        self._odd = ""
        self._thread = ThreadPoolExecutor(1, "warhost-store")

    @property
    def name(self) -> str:
        return self._database.name

    @property
    def damage(self) -> str:
        """What is known to be damaged in the database; empty if nothing is."""
        return self._database.damage or self._odd

    def check(self) -> str | None:
        """Look through the whole database; may be called from any thread, and takes a while."""
        return self._database.check()

    def try_out(self) -> None:
        """Write about as much as an answer needs, to see whether it can be kept."""
        with self._database.transaction():
            self._database.ask("DELETE FROM health")
            self._database.ask("INSERT INTO health (written) VALUES (?)", (secrets.token_hex(TRIED // 2),))

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do a piece of the store's work without holding up the event loop."""
        try:
            # Shielded: whoever asked may go away, but what was begun is finished and the connection stays in order.
            return await asyncio.shield(
                asyncio.get_running_loop().run_in_executor(self._thread, partial(work, *args, **kwargs))
            )
        except UnicodeEncodeError:
            raise
        except (*UNREADABLE, TypeError, ValueError) as error:
            # A row that cannot be read: what was written was sound.
            raise self._noted(Damaged("entry", ""), repr(error)) from error
        except Damaged as error:
            raise self._noted(error, "its check sum is wrong") from error

    def _noted(self, error: Damaged, how: str) -> Damaged:
        log.error("%s: damaged: %s: %s", self.name, error.about, how)
        self._odd = f"{self.name} is damaged: {error.about}. {MEND}"
        return error

    def serve(self, address: str) -> None:
        """Be the one server of these battles, at that address: two would both think for the same computer players."""
        if not self._database.claim():
            rows = self._database.ask("SELECT address FROM served_at")
            raise AlreadyServed(self.name, rows[0][0] if rows else "")
        try:
            with self._database.transaction():
                self._database.ask("DELETE FROM served_at")
                self._database.ask("INSERT INTO served_at (address) VALUES (?)", (address,))
        except StoreError as error:
            # Battles can be looked at while a disk is full, too.
            log.error("%s", error)

    def close(self) -> None:
        self._thread.shutdown(wait=True)
        self._database.close()

    def create(
        self,
        kept: Kept,
        log: Sequence[Logged],
        seats: Iterable[int],
        record: bytes | None = None,
        steps: Sequence[Passed] = (),
        wish: BattleWanted | None = None,
        spent: Sequence[Spent] = (),
    ) -> dict[int | None, str]:
        """Keep a new battle, or the wish for one whose armies are still to be chosen; returns the tokens of its seats
        and (None) of its spectators. They are told only once."""
        tokens: dict[int | None, str] = {seat: secrets.token_urlsafe(24) for seat in (*seats, None)}
        progress = kept.progress
        row = (
            kept.id,
            kept.title,
            kept.ruleset,
            kept.version,
            text_of(kept.setup),
            text_of(kept.seats),
            text_of(kept.house),
            kept.seed,
            kept.commitment,
            kept.start,
            progress.counter,
            progress.turn,
            int(progress.over),
            progress.outcome,
            progress.hash,
            text_of(progress.asked),
            kept.created,
            kept.updated,
            kept.shown_by,
        )
        with self._database.transaction():
            self._database.ask(f"INSERT INTO battles ({COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
            self._sums.put(kept.id, head=chained([_head(row)]), present=chained([_present(row, None)]))
            self._log(kept.id, 0, log)
            self._pass(kept.id, 0, steps)
            self._spend(kept.id, spent)
            if record is not None:
                self._database.ask("INSERT INTO records (battle, record) VALUES (?, ?)", (kept.id, record.decode()))
            if wish is not None:
                self._database.ask("INSERT INTO wishes (battle, wish) VALUES (?, ?)", (kept.id, text_of(wish)))
            self._database.many(
                "INSERT INTO tokens (hash, battle, seat, held) VALUES (?, ?, ?, 0)",
                [(token_hash(token), kept.id, seat) for seat, token in tokens.items()],
            )
        return tokens

    def wish(self, battle: str) -> BattleWanted | None:
        """What is wanted of a battle that waits for its armies."""
        rows = self._database.ask("SELECT wish FROM wishes WHERE battle = ?", (battle,))
        return msgspec.json.decode(rows[0][0], type=BattleWanted) if rows else None

    def wish_anew(self, kept: Kept, wish: BattleWanted) -> None:
        """Another choice was made for a battle that waits for its armies."""
        with self._database.transaction():
            self._lay_down(kept)
            self._database.ask("UPDATE wishes SET wish = ? WHERE battle = ?", (text_of(wish), kept.id))

    def begin(self, kept: Kept, log: Sequence[Logged], steps: Sequence[Passed]) -> None:
        """All armies are chosen: the battle begins."""
        with self._database.transaction():
            self._lay_down(kept)
            self._database.ask("DELETE FROM wishes WHERE battle = ?", (kept.id,))
            self._log(kept.id, 0, log)
            self._pass(kept.id, 0, steps)

    def _lay_down(self, kept: Kept) -> None:
        """What may change about a battle before it begins."""
        self._database.ask(
            "UPDATE battles SET title = ?, version = ?, setup = ?, seats = ?, start_battle = ? WHERE id = ?",
            (kept.title, kept.version, text_of(kept.setup), text_of(kept.seats), kept.start, kept.id),
        )
        self._progress(kept.id, kept.progress)
        self._sums.put(kept.id, head=chained([_head(self._row(kept.id))]))

    def append(
        self,
        battle: str,
        number: int,
        log: Sequence[Logged],
        progress: Progress,
        taken_back: TakenBack = NOTHING,
        step: int = 0,
        steps: Sequence[Passed] = (),
        spent: Sequence[Spent] = (),
    ) -> None:
        """Keep what was answered and rolled from that number on, the steps from that step on that came of it, and what
        clocks have run. Fails if somebody else has answered meanwhile."""
        with self._database.transaction():
            self._log(battle, number, log)
            self._pass(battle, step, steps)
            self._spend(battle, spent)
            self._database.ask("DELETE FROM sealed WHERE battle = ?", (battle,))
            self._take_back(battle, taken_back)
            self._progress(battle, progress)

    def end(self, battle: str, outcome: Outcome, progress: Progress, spent: Sequence[Spent] = ()) -> None:
        """The players ended the battle so, before its rules did."""
        with self._database.transaction():
            self._database.ask("INSERT INTO endings (battle, outcome) VALUES (?, ?)", (battle, text_of(outcome)))
            self._database.ask("DELETE FROM sealed WHERE battle = ?", (battle,))
            self._take_back(battle, NOTHING)
            self._spend(battle, spent)
            self._progress(battle, progress)

    def ending(self, battle: str) -> Outcome | None:
        """How the players ended the battle, if they did."""
        told = self._ended(battle)
        return None if told is None else msgspec.json.decode(told, type=Outcome)

    def seal(self, battle: str, sealed: Sequence[Sealed], spent: Sequence[Spent] = ()) -> None:
        """Keep the answers that wait for other seats, in place of those kept before."""
        with self._database.transaction():
            self._database.ask("DELETE FROM sealed WHERE battle = ?", (battle,))
            self._take_back(battle, NOTHING)
            self._spend(battle, spent)
            self._database.many(
                "INSERT INTO sealed (battle, seat, answer, reasons) VALUES (?, ?, ?, ?)",
                [(battle, one.seat, text_of(one.answer), text_or_none(one.reasons)) for one in sealed],
            )

    def cut(
        self,
        battle: str,
        number: int,
        progress: Progress,
        taken_back: TakenBack = NOTHING,
        spent: Sequence[Spent] = (),
    ) -> None:
        """Forget what was answered from that number on, but for what may be given back and what all clocks have run."""
        with self._database.transaction():
            self._database.ask("DELETE FROM answers WHERE battle = ? AND number >= ?", (battle, number))
            self._database.ask("DELETE FROM steps WHERE battle = ? AND answered > ?", (battle, number))
            self._sums.put(battle, log=chained(self._log_rows(battle)), steps=chained(self._step_rows(battle)))
            self._database.ask("DELETE FROM spent WHERE battle = ? AND number > ?", (battle, number))
            self._spend(battle, spent)
            self._database.ask("DELETE FROM sealed WHERE battle = ?", (battle,))
            self._take_back(battle, taken_back)
            self._progress(battle, progress)

    def catch_up(self, battle: str, step: int, steps: Sequence[Passed], progress: Progress) -> None:
        """Keep steps of a battle that an older Warhost kept without them. Nothing has happened in it by that."""
        with self._database.transaction():
            self._pass(battle, step, steps)
            self._database.ask(
                "UPDATE battles SET state_hash = ?, asked = ? WHERE id = ?",
                (progress.hash, text_of(progress.asked), battle),
            )
            self._sum_present(battle)

    def spend(self, battle: str, spent: Sequence[Spent]) -> None:
        """Keep what clocks have run, if the battle is still there. Nothing has happened in it by that."""
        with self._database.transaction():
            if self._database.ask("SELECT 1 FROM battles WHERE id = ?", (battle,)):
                self._spend(battle, spent)

    def spent(self, battle: str) -> list[Spent]:
        """What clocks had run, from the start of the battle to now."""
        rows = self._database.ask(
            "SELECT number, name, seconds FROM spent WHERE battle = ? ORDER BY number, name", (battle,)
        )
        return [Spent(*row) for row in rows]

    def find(self, battle: str) -> Kept | None:
        rows = self._database.ask(f"SELECT {COLUMNS} FROM battles WHERE id = ? AND deleted IS NULL", (battle,))
        return kept_in(rows[0]) if rows else None

    def find_sound(self, battle: str) -> Kept | None:
        """A battle to be opened: refused if it is not what was written."""
        kept = self.find(battle)
        if kept is not None:
            row = self._row(battle)
            self._sums.check(battle, "head", [_head(row)])
            self._sums.check(battle, "present", [_present(row, self._ended(battle))])
        return kept

    def log(self, battle: str) -> list[Logged]:
        """The whole log of a battle in its order."""
        rows = self._log_rows(battle)
        self._sums.check(battle, "log", rows)
        return [logged_in(*row[1:]) for row in rows]

    def steps(self, battle: str) -> list[Passed]:
        """The steps of a battle in their order."""
        rows = self._step_rows(battle)
        self._sums.check(battle, "steps", rows)
        return [Passed(*row[1:]) for row in rows]

    def _row(self, battle: str) -> Row:
        return self._database.ask(f"SELECT {COLUMNS} FROM battles WHERE id = ?", (battle,))[0]

    def _log_rows(self, battle: str) -> list[Row]:
        return self._database.ask(
            "SELECT number, entry, counter, reasons FROM answers WHERE battle = ? ORDER BY number", (battle,)
        )

    def _step_rows(self, battle: str) -> list[Row]:
        return self._database.ask(
            "SELECT number, answered, hash, snapshot FROM steps WHERE battle = ? ORDER BY number", (battle,)
        )

    def _ended(self, battle: str) -> str | None:
        rows = self._database.ask("SELECT outcome FROM endings WHERE battle = ?", (battle,))
        return str(rows[0][0]) if rows else None

    def _sum_present(self, battle: str) -> None:
        """Sum up how things stand, as it was written just now."""
        self._sums.put(battle, present=chained([_present(self._row(battle), self._ended(battle))]))

    def without_steps(self) -> list[str]:
        """The battles that were played here and have no steps kept: those of an older Warhost, the latest first."""
        rows = self._database.ask(
            "SELECT id FROM battles WHERE id NOT IN (SELECT battle FROM steps) AND start_battle <> '' "
            "AND id NOT IN (SELECT battle FROM records) AND deleted IS NULL ORDER BY updated DESC"
        )
        return [battle for (battle,) in rows]

    def of_other_rules(self, ruleset: str, version: str) -> list[str]:
        """The battles of a rulebook that go on and were begun with another version of it, the latest first; but for
        those of which it is known that this version only shows them."""
        rows = self._database.ask(
            "SELECT id FROM battles WHERE ruleset = ? AND version <> ? AND shown_by <> ? AND is_over = 0 "
            "AND start_battle <> '' AND id NOT IN (SELECT battle FROM records) AND deleted IS NULL "
            "ORDER BY updated DESC",
            (ruleset, version, version),
        )
        return [battle for (battle,) in rows]

    def only_show(self, battle: str, version: str) -> None:
        """That version of the rulebook cannot play the battle on; none: today's can. Nothing has happened in it."""
        with self._database.transaction():
            self._database.ask("UPDATE battles SET shown_by = ? WHERE id = ?", (version, battle))

    def taken_back(self, battle: str) -> TakenBack:
        """What may be given back, and by whom."""
        rows = self._database.ask(
            "SELECT seat, entry, counter, reasons FROM taken_back WHERE battle = ? ORDER BY number", (battle,)
        )
        return TakenBack(rows[0][0], tuple(logged_in(*row[1:]) for row in rows)) if rows else NOTHING

    def record(self, battle: str) -> bytes | None:
        """The record from which the battle was taken in, if it was."""
        rows = self._database.ask("SELECT record FROM records WHERE battle = ?", (battle,))
        return rows[0][0].encode() if rows else None

    def sealed(self, battle: str) -> list[Sealed]:
        rows = self._database.ask("SELECT seat, answer, reasons FROM sealed WHERE battle = ? ORDER BY seat", (battle,))
        return [
            Sealed(
                seat,
                msgspec.json.decode(answer, type=Answer | Ticked),
                None if reasons is None else msgspec.json.decode(reasons, type=Reasons),
            )
            for seat, answer, reasons in rows
        ]

    def ticket(self, token: str) -> Ticket | None:
        """What a token opens. The id of a battle opens the view of a spectator, as it stands in every link."""
        rows = self._database.ask(
            "SELECT battle, seat, held FROM tokens JOIN battles ON battles.id = tokens.battle "
            "WHERE hash = ? AND deleted IS NULL",
            (token_hash(token),),
        )
        if rows:
            return Ticket(rows[0][0], rows[0][1], bool(rows[0][2]))
        known = self._database.ask("SELECT 1 FROM battles WHERE id = ? AND deleted IS NULL", (token,))
        return Ticket(token, None, public=True) if known else None

    def admit(self, battle: str, seat: int, token: str) -> None:
        """One more token that opens that seat. Whoever has it holds the seat."""
        with self._database.transaction():
            self._database.ask(
                "INSERT INTO tokens (hash, battle, seat, held) VALUES (?, ?, ?, 1) ON CONFLICT (hash) DO NOTHING",
                (token_hash(token), battle, seat),
            )

    def revoke(self, battle: str, seat: int) -> None:
        """No token that was given out opens that seat any more."""
        with self._database.transaction():
            self._database.ask("DELETE FROM tokens WHERE battle = ? AND seat = ?", (battle, seat))
            # One that nobody has: the seat is still a seat.
            self._database.ask(
                "INSERT INTO tokens (hash, battle, seat, held) VALUES (?, ?, ?, 0)",
                (token_hash(secrets.token_urlsafe(24)), battle, seat),
            )

    def hold(self, token: str) -> None:
        """A player has taken the seat: the battle stays until that player lets go of it, too."""
        with self._database.transaction():
            self._database.ask("UPDATE tokens SET held = 1 WHERE hash = ?", (token_hash(token),))

    def let_go(self, battle: str, tokens: Iterable[str]) -> bool:
        """Whoever has these tokens lets go of the battle. Returns if it is deleted, as nobody else holds a seat.
        For a while it can still be brought back."""
        with self._database.transaction():
            self._database.many(
                "UPDATE tokens SET held = 0 WHERE hash = ? AND battle = ?",
                [(token_hash(token), battle) for token in tokens],
            )
            gone = not self._held(battle)
            if gone:
                self._database.ask("DELETE FROM aged WHERE battle = ?", (battle,))
                self._database.ask("UPDATE battles SET deleted = ? WHERE id = ?", (now(), battle))
        return gone

    def bring_back(self, battle: str, tokens: Iterable[str]) -> bool:
        """Whoever has these tokens has the battle again that they let go of. False: they never had it, or it is gone
        for good."""
        hashes = [token_hash(token) for token in tokens]
        with self._database.transaction():
            mine = {
                seat
                for hash_ in hashes
                for (seat,) in self._database.ask(
                    "SELECT seat FROM tokens WHERE hash = ? AND battle = ?", (hash_, battle)
                )
            }
            # Of a battle that was only shown whoever watched it has it back; else a player must ask.
            if not mine or (mine == {None} and self.has_seats(battle)):
                return False
            self._database.ask(
                "UPDATE battles SET updated = ? WHERE id = ? AND id IN (SELECT battle FROM aged)", (now(), battle)
            )
            self._database.ask("DELETE FROM aged WHERE battle = ?", (battle,))
            self._database.ask("UPDATE battles SET deleted = NULL WHERE id = ?", (battle,))
            self._database.many(
                "UPDATE tokens SET held = 1 WHERE hash = ? AND seat IS NOT NULL", [(hash_,) for hash_ in hashes]
            )
        return True

    def deleted(self) -> list[tuple[str, str]]:
        """The battles that players deleted and that are not gone yet, each with when that was."""
        rows = self._database.ask(
            "SELECT id, deleted FROM battles WHERE deleted IS NOT NULL AND id NOT IN (SELECT battle FROM aged)"
        )
        return [(battle, deleted) for battle, deleted in rows]

    def _is_shared(self, battle: str, mine: Collection[int | None]) -> bool:
        """Whether others play it; whoever only watches has no say if anybody may."""
        if all(seat is None for seat in mine):
            return self.has_seats(battle)
        return bool(self._held(battle).difference(mine))

    def _held(self, battle: str) -> set[int]:
        """The seats that players hold."""
        rows = self._database.ask("SELECT seat FROM tokens WHERE battle = ? AND held = 1", (battle,))
        return {seat for (seat,) in rows if seat is not None}

    def has_seats(self, battle: str) -> bool:
        """Whether any token opens a seat of the battle."""
        return bool(self._database.ask("SELECT 1 FROM tokens WHERE battle = ? AND seat IS NOT NULL LIMIT 1", (battle,)))

    def listed(self, tokens: Iterable[str]) -> list[Found]:
        """The battles that these tokens open, the latest first."""
        seats: dict[str, list[int | None]] = {}
        for token in dict.fromkeys(tokens):
            ticket = self.ticket(token)
            if ticket is not None:
                seats.setdefault(ticket.battle, []).append(ticket.seat)
        found = [
            Found(kept, tuple(mine), self._is_shared(battle, mine))
            for battle, mine in seats.items()
            if (kept := _readable(self._row(battle))) is not None
        ]
        return sorted(found, key=lambda one: one.kept.updated, reverse=True)

    def rename(self, battle: str, title: str) -> None:
        with self._database.transaction():
            self._database.ask("UPDATE battles SET title = ? WHERE id = ?", (title, battle))

    def delete(self, battle: str) -> None:
        with self._database.transaction():
            self._database.ask("DELETE FROM battles WHERE id = ?", (battle,))
            self._sums.forget(battle)

    def count(self) -> int:
        """How many battles are kept."""
        ((count,),) = self._database.ask("SELECT count(*) FROM battles WHERE deleted IS NULL")
        return int(count)

    def unfinished(self, since: str, most: int) -> list[Kept]:
        """The battles that go on and were played since then, the latest first."""
        rows = self._database.ask(
            f"SELECT {COLUMNS} FROM battles WHERE is_over = 0 AND updated >= ? AND deleted IS NULL "
            "ORDER BY updated DESC LIMIT ?",
            (since, most),
        )
        return [kept for row in rows if (kept := _readable(row)) is not None]

    def untouched(self, since: str) -> list[str]:
        """The battles in which nothing has happened since then, also those that were deleted for that; but
        for those of seasons that go on."""
        rows = self._database.ask(
            "SELECT id FROM battles WHERE updated < ? AND (deleted IS NULL OR id IN (SELECT battle FROM aged)) "
            "AND id NOT IN (SELECT battle FROM season_battles JOIN seasons ON seasons.id = season_battles.season "
            "WHERE seasons.is_over = 0)",
            (since,),
        )
        return [battle for (battle,) in rows]

    def aged(self) -> dict[str, Aged]:
        """The battles that are known to be old."""
        rows = self._database.ask("SELECT battle, waited, deleted FROM aged JOIN battles ON battles.id = aged.battle")
        return {battle: Aged(waited, deleted is not None) for battle, waited, deleted in rows}

    def grow_old(self, battles: Sequence[str]) -> None:
        """These are old from now on."""
        with self._database.transaction():
            self._database.many("INSERT INTO aged (battle, waited) VALUES (?, 0)", [(battle,) for battle in battles])

    def wait(self, seconds: float) -> None:
        """Those that are old have been so for so much longer."""
        with self._database.transaction():
            self._database.ask("UPDATE aged SET waited = waited + ?", (seconds,))

    def put_away(self, battles: Sequence[str]) -> None:
        """Delete battles for their age. They can be had back while they are known to be old."""
        with self._database.transaction():
            self._database.many("UPDATE battles SET deleted = ? WHERE id = ?", [(now(), one) for one in battles])

    def spare(self, battles: Sequence[str]) -> None:
        """These are not old, or no longer: whatever was deleted for that is back."""
        with self._database.transaction():
            self._database.many("UPDATE battles SET deleted = NULL WHERE id = ?", [(one,) for one in battles])
            self._database.many("DELETE FROM aged WHERE battle = ?", [(one,) for one in battles])

    def _log(self, battle: str, number: int, log: Sequence[Logged]) -> None:
        if not log:
            return
        rows = [
            (number + place, text_of(one.entry), one.counter, text_or_none(one.reasons))
            for place, one in enumerate(log)
        ]
        self._sum_more(battle, "log", rows, number, self._log_rows)
        self._database.many(
            "INSERT INTO answers (battle, number, entry, counter, reasons) VALUES (?, ?, ?, ?, ?)",
            [(battle, *row) for row in rows],
        )

    def _sum_more(
        self, battle: str, part: str, rows: Sequence[Row], number: int, kept: Callable[[str], list[Row]]
    ) -> None:
        """Add rows to the sum of those that are kept, from that number on."""
        known = self._sums.of(battle).get(part) if number else ""
        before = chained(kept(battle)) if known is None else known
        self._sums.put(battle, **{part: chained(rows, before)})

    def _pass(self, battle: str, step: int, steps: Sequence[Passed]) -> None:
        if steps:
            rows = [(step + place, one.answered, one.hash, one.snapshot) for place, one in enumerate(steps)]
            self._sum_more(battle, "steps", rows, step, self._step_rows)
            self._database.many(
                "INSERT INTO steps (battle, number, answered, hash, snapshot) VALUES (?, ?, ?, ?, ?)",
                [(battle, *row) for row in rows],
            )

    def _spend(self, battle: str, spent: Sequence[Spent]) -> None:
        if spent:
            self._database.many(
                "INSERT INTO spent (battle, number, name, seconds) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (battle, number, name) DO UPDATE SET seconds = excluded.seconds",
                [(battle, one.number, one.name, one.seconds) for one in spent],
            )

    def _take_back(self, battle: str, taken: TakenBack) -> None:
        self._database.ask("DELETE FROM taken_back WHERE battle = ?", (battle,))
        if taken.log:
            self._database.many(
                "INSERT INTO taken_back (battle, number, seat, entry, counter, reasons) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (battle, place, taken.seat, text_of(one.entry), one.counter, text_or_none(one.reasons))
                    for place, one in enumerate(taken.log)
                ],
            )

    def _progress(self, battle: str, progress: Progress) -> None:
        self._database.ask(
            "UPDATE battles SET counter = ?, turn = ?, is_over = ?, outcome = ?, state_hash = ?, asked = ?, "
            "updated = ? WHERE id = ?",
            (
                progress.counter,
                progress.turn,
                int(progress.over),
                progress.outcome,
                progress.hash,
                text_of(progress.asked),
                now(),
                battle,
            ),
        )
        self._sum_present(battle)


def _readable(row: Row) -> Kept | None:
    """The battle that a row holds; nothing if it is damaged, so that others can still be told of."""
    try:
        return kept_in(row)
    except (*UNREADABLE, TypeError, ValueError) as error:
        log.error("Battle %s is damaged: %r", row[0], error)
        return None


def _head(row: Row) -> Row:
    """What never changes about a battle that has begun, of its row."""
    id_, _, ruleset, version, setup, seats, house, seed, commitment, start = row[:10]
    return id_, ruleset, version, setup, seats, house, seed, commitment, start


def _present(row: Row, ended: str | None) -> Row:
    """How a battle stands, of its row, and how its players ended it."""
    return (*row[10:16], ended)
