"""What is kept of seasons: their start, their record, the hashes of their keys. An answer that returned is on disk."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from typing import Literal, TypeAlias

import msgspec

from warhost.campaign import ORGANISER, Entrant, Entry
from warhost.campaign.showing import Page
from warhost.server.seasons.claims import Claim
from warhost.server.store.databases import Database, Row
from warhost.server.store.rows import now, text_of, text_or_none, token_hash
from warhost.server.store.sums import Sums, chained

__all__ = ["KeptSeason", "Opened", "Origin", "Player", "SeasonStore", "Standing", "Timer"]

_COLUMNS = (
    "id, title, campaign, version, ruleset, settings, players, seed, commitment, start_season, counter, state_hash, "
    "stage, is_over, asked, page, timer, created, updated"
)
_READ = f"{_COLUMNS}, coalesce((SELECT owner FROM season_owners WHERE season_owners.season = seasons.id), '')"
_READ += ", coalesce((SELECT origin FROM season_origins WHERE season_origins.season = seasons.id), '')"


Origin: TypeAlias = Literal["", "agreed", "told"]
"""Of a season that came from a file, whether it began as its players had agreed, or as only the file tells; nothing for
one that began here."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a season: a person or a computer, and the army that they bring. `chosen`: it is settled."""

    player: str
    entrant: Entrant
    chosen: bool = False


class Timer(msgspec.Struct, frozen=True):
    """The clock of a round: when it was started, and for how many minutes it runs."""

    started: str
    minutes: int


class Standing(msgspec.Struct, frozen=True):
    """What changes about a season with every entry of its record."""

    counter: int
    hash: str = ""
    stage: str = ""
    over: bool = False
    asked: tuple[int, ...] = ()
    page: Page | None = None


class KeptSeason(msgspec.Struct, frozen=True):
    """A season as it is kept, without its record. `seed` is a secret until the end."""

    id: str
    title: str
    campaign: str
    version: str
    ruleset: str
    settings: dict[str, bool | int | str]
    players: tuple[Player, ...]
    seed: str
    commitment: str
    start: str
    standing: Standing
    timer: Timer | None
    created: str
    updated: str
    owner: str = ""
    """The address that set it up: battles that it makes by itself count for that one. Older ones have none."""
    origin: Origin = ""

    @property
    def waits(self) -> bool:
        """Whether it has not begun."""
        return not self.start

    def __repr__(self) -> str:
        # The seed stays out of logs: whoever knows it knows all dice to come.
        return f"<season {self.id}>"


class Opened(msgspec.Struct, frozen=True):
    """What a key opens: the place of a player in a season, or (-1) of its organiser."""

    season: str
    player: int


class SeasonStore:
    """The seasons in a database. Like all work of the store, it is done in one thread."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._sums = Sums(database, "season")

    def create(self, kept: KeptSeason, entries: Sequence[Entry], people: Iterable[int]) -> dict[int, str]:
        """Keep a new season; returns the keys of its organiser and of those players. They are told only once."""
        keys = {player: secrets.token_urlsafe(24) for player in (ORGANISER, *people)}
        standing = kept.standing
        row = (
            kept.id,
            kept.title,
            kept.campaign,
            kept.version,
            kept.ruleset,
            text_of(kept.settings),
            text_of(kept.players),
            kept.seed,
            kept.commitment,
            kept.start,
            standing.counter,
            standing.hash,
            standing.stage,
            int(standing.over),
            text_of(standing.asked),
            text_of(standing.page),
            text_or_none(kept.timer),
            kept.created,
            kept.updated,
        )
        with self._database.transaction():
            self._database.ask(f"INSERT INTO seasons ({_COLUMNS}) VALUES ({', '.join('?' * len(row))})", row)
            self._sums.put(kept.id, head=chained([_head(row)]), present=chained([_present(row)]))
            self._database.ask("INSERT INTO season_owners (season, owner) VALUES (?, ?)", (kept.id, kept.owner))
            if kept.origin:
                self._database.ask("INSERT INTO season_origins (season, origin) VALUES (?, ?)", (kept.id, kept.origin))
            self._write(kept.id, 0, entries)
            self._database.many(
                "INSERT INTO season_keys (hash, season, player) VALUES (?, ?, ?)",
                [(token_hash(key), kept.id, player) for player, key in keys.items()],
            )
        return keys

    def find(self, season: str) -> KeptSeason | None:
        rows = self._database.ask(f"SELECT {_READ} FROM seasons WHERE id = ? AND deleted IS NULL", (season,))
        return _kept_in(rows[0]) if rows else None

    def find_sound(self, season: str) -> KeptSeason | None:
        """A season to be opened: refused if it is not what was written."""
        kept = self.find(season)
        if kept is not None:
            row = self._row(season)
            self._sums.check(season, "head", [_head(row)])
            self._sums.check(season, "present", [_present(row)])
        return kept

    def entries(self, season: str) -> list[Entry]:
        """The whole record of a season in its order."""
        rows = self._entry_rows(season)
        self._sums.check(season, "log", rows)
        return [msgspec.json.decode(entry, type=Entry) for _, entry in rows]

    def _row(self, season: str) -> Row:
        return self._database.ask(f"SELECT {_COLUMNS} FROM seasons WHERE id = ?", (season,))[0]

    def _entry_rows(self, season: str) -> list[Row]:
        return self._database.ask(
            "SELECT number, entry FROM season_entries WHERE season = ? ORDER BY number", (season,)
        )

    def _sum_present(self, season: str) -> None:
        """Sum up how things stand, as it was written just now."""
        self._sums.put(season, present=chained([_present(self._row(season))]))

    def opened(self, key: str) -> Opened | None:
        """What a key opens."""
        rows = self._database.ask(
            "SELECT season, player FROM season_keys JOIN seasons ON seasons.id = season_keys.season "
            "WHERE hash = ? AND deleted IS NULL",
            (token_hash(key),),
        )
        return Opened(*rows[0]) if rows else None

    def listed(self, keys: Iterable[str]) -> list[tuple[KeptSeason, tuple[int, ...], frozenset[int]]]:
        """The seasons that these keys open, each with the players whose keys they are, and with those for whom results
        wait; the latest first."""
        players: dict[str, list[int]] = {}
        for key in dict.fromkeys(keys):
            opened = self.opened(key)
            if opened is not None:
                players.setdefault(opened.season, []).append(opened.player)
        found = [
            (kept, tuple(sorted(mine)), frozenset(one for claim in self.claims(id_).values() for one in claim.waits))
            for id_, mine in players.items()
            if (kept := self.find(id_)) is not None
        ]
        return sorted(found, key=lambda one: one[0].updated, reverse=True)

    def new_key(self, season: str, player: int) -> str:
        """Another key for a player: the one before opens nothing any more."""
        key = secrets.token_urlsafe(24)
        with self._database.transaction():
            self._database.ask("DELETE FROM season_keys WHERE season = ? AND player = ?", (season, player))
            self._database.ask(
                "INSERT INTO season_keys (hash, season, player) VALUES (?, ?, ?)", (token_hash(key), season, player)
            )
        return key

    def rename(self, season: str, title: str) -> None:
        self._set(season, "title", title)

    def enter(self, season: str, players: Sequence[Player]) -> None:
        """Players of a season that has not begun chose their names and armies."""
        self._set(season, "players", text_of(players))

    def set_timer(self, season: str, timer: Timer | None) -> None:
        self._set(season, "timer", text_or_none(timer))

    def _set(self, season: str, column: str, value: str | None) -> None:
        with self._database.transaction():
            self._database.ask(f"UPDATE seasons SET {column} = ?, updated = ? WHERE id = ?", (value, now(), season))
            self._sum_present(season)

    def begin(self, kept: KeptSeason, entries: Sequence[Entry]) -> None:
        """All players are there: the season begins."""
        with self._database.transaction():
            self._database.ask(
                "UPDATE seasons SET version = ?, players = ?, start_season = ? WHERE id = ?",
                (kept.version, text_of(kept.players), kept.start, kept.id),
            )
            self._sums.put(kept.id, head=chained([_head(self._row(kept.id))]))
            self._write(kept.id, 0, entries)
            self._stand(kept.id, kept.standing)

    def append(
        self,
        season: str,
        number: int,
        entries: Sequence[Entry],
        standing: Standing,
        players: Sequence[Player] | None = None,
    ) -> None:
        """Keep what was answered, rolled and reported from that number on, and who takes part if somebody joined. Fails
        if somebody else has written there."""
        with self._database.transaction():
            if players is not None:
                self._database.ask("UPDATE seasons SET players = ? WHERE id = ?", (text_of(players), season))
            self._write(season, number, entries)
            told = [entry.result.fixture for entry in entries if entry.result is not None]
            self._database.many(
                "DELETE FROM season_claims WHERE season = ? AND fixture = ?", [(season, fixture) for fixture in told]
            )
            self._stand(season, standing)

    def correct(
        self,
        season: str,
        number: int,
        entries: Sequence[Entry],
        standing: Standing,
        forgotten: Sequence[tuple[str, int]],
    ) -> None:
        """Keep another record from that number on; those fixtures are no longer fought in the battles that they had,
        and what was claimed of them counts no more."""
        with self._database.transaction():
            self._database.ask("DELETE FROM season_entries WHERE season = ? AND number >= ?", (season, number))
            self._sums.put(season, log=chained(self._entry_rows(season)))
            self._write(season, number, entries)
            self._database.many(
                "DELETE FROM season_battles WHERE season = ? AND fixture = ? AND again = ?",
                [(season, fixture, again) for fixture, again in forgotten],
            )
            self._database.many(
                "DELETE FROM season_claims WHERE season = ? AND fixture = ? AND again = ?",
                [(season, fixture, again) for fixture, again in forgotten],
            )
            self._stand(season, standing)

    def claim(self, season: str, claim: Claim) -> None:
        """A result of a fixture waits to be confirmed, in place of one that was claimed before."""
        with self._database.transaction():
            self._database.ask(
                "INSERT INTO season_claims (season, fixture, again, claim) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (season, fixture, again) DO UPDATE SET claim = excluded.claim",
                (season, claim.fixture, claim.again, text_of(claim)),
            )

    def drop_claim(self, season: str, fixture: str, again: int) -> None:
        """Nothing is claimed of that fixture any more."""
        with self._database.transaction():
            self._database.ask(
                "DELETE FROM season_claims WHERE season = ? AND fixture = ? AND again = ?", (season, fixture, again)
            )

    def claims(self, season: str) -> dict[tuple[str, int], Claim]:
        """The results of a season that wait to be confirmed, by fixture."""
        rows = self._database.ask("SELECT claim FROM season_claims WHERE season = ?", (season,))
        found = [msgspec.json.decode(claim, type=Claim) for (claim,) in rows]
        return {(claim.fixture, claim.again): claim for claim in found}

    def fought_in(self, season: str, fixture: str, again: int, battle: str) -> None:
        """A fixture is fought in that battle, in place of one before."""
        with self._database.transaction():
            self._database.ask(
                "INSERT INTO season_battles (season, fixture, again, battle) VALUES (?, ?, ?, ?) "
                "ON CONFLICT (season, fixture, again) DO UPDATE SET battle = excluded.battle",
                (season, fixture, again, battle),
            )

    def battles(self, season: str) -> dict[tuple[str, int], str]:
        """The battles of a season that are or were fought here, by fixture."""
        rows = self._database.ask("SELECT fixture, again, battle FROM season_battles WHERE season = ?", (season,))
        return {(fixture, again): battle for fixture, again, battle in rows}

    def held_by(self, battle: str) -> str:
        """The title of the season that goes on and in which the battle is fought; empty if there is none."""
        rows = self._database.ask(
            "SELECT title FROM seasons JOIN season_battles ON seasons.id = season_battles.season "
            "WHERE battle = ? AND is_over = 0 AND deleted IS NULL",
            (battle,),
        )
        return str(rows[0][0]) if rows else ""

    def season_of(self, battle: str) -> str | None:
        """The season for which a battle is fought."""
        rows = self._database.ask("SELECT season FROM season_battles WHERE battle = ?", (battle,))
        return rows[0][0] if rows else None

    def unfinished(self) -> list[str]:
        """The seasons that go on, the latest first."""
        rows = self._database.ask(
            "SELECT id FROM seasons WHERE is_over = 0 AND start_season <> '' AND deleted IS NULL ORDER BY updated DESC"
        )
        return [season for (season,) in rows]

    def put_away(self, season: str) -> None:
        """Delete a season. For a while it can be brought back."""
        with self._database.transaction():
            self._database.ask("UPDATE seasons SET deleted = ? WHERE id = ?", (now(), season))

    def bring_back(self, season: str, keys: Iterable[str]) -> bool:
        """Bring a deleted season back with its organiser's key. False: it is gone for good, or it is another's."""
        with self._database.transaction():
            mine = any(
                self._database.ask(
                    "SELECT 1 FROM season_keys WHERE hash = ? AND season = ? AND player = ?",
                    (token_hash(key), season, ORGANISER),
                )
                for key in keys
            )
            if mine:
                self._database.ask("UPDATE seasons SET deleted = NULL WHERE id = ?", (season,))
        return mine

    def deleted(self) -> list[tuple[str, str]]:
        """The seasons that were deleted and are not gone yet, each with when that was."""
        rows = self._database.ask("SELECT id, deleted FROM seasons WHERE deleted IS NOT NULL")
        return [(season, moment) for season, moment in rows]

    def forget(self, season: str) -> None:
        """A deleted season is gone for good. The battles that were fought for it stay."""
        with self._database.transaction():
            self._database.ask("DELETE FROM seasons WHERE id = ? AND deleted IS NOT NULL", (season,))
            if not self._database.ask("SELECT 1 FROM seasons WHERE id = ?", (season,)):
                self._sums.forget(season)

    def count(self) -> int:
        """How many seasons are kept, those included that can still be brought back."""
        ((count,),) = self._database.ask("SELECT count(*) FROM seasons")
        return int(count)

    def states(self) -> dict[str, int]:
        """How many seasons wait for their players, run, and are over."""
        rows = self._database.ask(
            "SELECT CASE WHEN start_season = '' THEN 'waiting' WHEN is_over = 1 THEN 'over' ELSE 'running' END, "
            "count(*) FROM seasons WHERE deleted IS NULL GROUP BY 1"
        )
        return {"waiting": 0, "running": 0, "over": 0} | {str(state): int(count) for state, count in rows}

    def _write(self, season: str, number: int, entries: Sequence[Entry]) -> None:
        if entries:
            rows = [(number + place, text_of(entry)) for place, entry in enumerate(entries)]
            known = self._sums.of(season).get("log") if number else ""
            before = chained(self._entry_rows(season)) if known is None else known
            self._sums.put(season, log=chained(rows, before))
            self._database.many(
                "INSERT INTO season_entries (season, number, entry) VALUES (?, ?, ?)",
                [(season, *row) for row in rows],
            )

    def _stand(self, season: str, standing: Standing) -> None:
        self._database.ask(
            "UPDATE seasons SET counter = ?, state_hash = ?, stage = ?, is_over = ?, asked = ?, page = ?, updated = ? "
            "WHERE id = ?",
            (
                standing.counter,
                standing.hash,
                standing.stage,
                int(standing.over),
                text_of(standing.asked),
                text_of(standing.page),
                now(),
                season,
            ),
        )
        self._sum_present(season)


def _head(row: Row) -> Row:
    """What never changes about a season that has begun, of its row."""
    id_, _, campaign, version, ruleset, settings, _, seed, commitment, start = row[:10]
    return id_, campaign, version, ruleset, settings, seed, commitment, start


def _present(row: Row) -> Row:
    """Who takes part, and how a season stands, of its row."""
    return (row[6], *row[10:16])


def _kept_in(row: Row) -> KeptSeason:
    """The season that a row holds."""
    (id_, title, campaign, version, ruleset, settings, players, seed, commitment, start) = row[:10]
    counter, state, stage, over, asked, page, timer, created, updated, owner, origin = row[10:]
    return KeptSeason(
        id=id_,
        title=title,
        campaign=campaign,
        version=version,
        ruleset=ruleset,
        settings=msgspec.json.decode(settings, type=dict[str, bool | int | str]),
        players=msgspec.json.decode(players, type=tuple[Player, ...]),
        seed=seed,
        commitment=commitment,
        start=start,
        standing=Standing(
            counter,
            state,
            stage,
            bool(over),
            msgspec.json.decode(asked, type=tuple[int, ...]),
            _page_in(page),
        ),
        timer=None if timer is None else msgspec.json.decode(timer, type=Timer),
        created=created,
        updated=updated,
        owner=owner,
        origin=origin,
    )


def _page_in(text: str) -> Page | None:
    """The page that a season showed last; nothing if a newer Warhost has other pages."""
    try:
        return msgspec.json.decode(text, type=Page | None)
    except msgspec.DecodeError:
        return None
