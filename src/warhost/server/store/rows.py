"""How battles stand in the rows of the tables: values as text, moments, and the hashes of tokens."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import msgspec

from warhost.play import Entry, Setup
from warhost.server.messages import House, Reasons, SeatWanted
from warhost.server.store.databases import Row
from warhost.server.store.values import Kept, Logged, Progress

__all__ = ["COLUMNS", "days_ago", "kept_in", "logged_in", "now", "text_of", "text_or_none", "token_hash"]

COLUMNS = (
    "id, title, ruleset, version, setup, seats, house, seed, commitment, start_battle, "
    "counter, turn, is_over, outcome, state_hash, asked, created, updated, shown_by"
)
"""Those of a battle, in the order in which `kept_in` reads them."""


def now() -> str:
    """The present moment as it is written into the store."""
    return days_ago(0)


def days_ago(days: float) -> str:
    """A moment in the past, to be compared with those in the store."""
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")


def token_hash(token: str) -> str:
    """What is kept of a token. Tokens are long and random, so a plain hash cannot be turned back."""
    return sha256(token.encode()).hexdigest()


def text_of(value: object) -> str:
    """A value as it is written into a column."""
    return msgspec.json.encode(value).decode()


def text_or_none(value: object | None) -> str | None:
    """The same of one that may be missing."""
    return None if value is None else text_of(value)


def logged_in(entry: str, counter: int | None, reasons: str | None) -> Logged:
    """The entry of a log that a row holds."""
    return Logged(
        msgspec.json.decode(entry, type=Entry),
        counter,
        None if reasons is None else msgspec.json.decode(reasons, type=Reasons),
    )


def kept_in(row: Row) -> Kept:
    """The battle that a row holds."""
    (id_, title, ruleset, version, setup, seats, house, seed, commitment, start) = row[:10]
    counter, turn, over, outcome, state, asked, created, updated, shown_by = row[10:]
    return Kept(
        id=id_,
        title=title,
        ruleset=ruleset,
        version=version,
        setup=msgspec.json.decode(setup, type=Setup),
        seats=msgspec.json.decode(seats, type=tuple[SeatWanted, ...]),
        house=msgspec.json.decode(house, type=House),
        seed=seed,
        commitment=commitment,
        start=start,
        progress=Progress(counter, turn, bool(over), outcome, state, msgspec.json.decode(asked, type=tuple[int, ...])),
        created=created,
        updated=updated,
        shown_by=shown_by,
    )
