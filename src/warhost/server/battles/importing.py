"""Records that somebody sends: read with care, and played again where today's rules do."""

from __future__ import annotations

from contextlib import suppress

import msgspec

from warhost.errors import WarhostError
from warhost.play import (
    Battle,
    Game,
    Record,
    RecordError,
    Ruleset,
    SetsUpAgain,
    Setup,
    battle_hash,
    parse_record,
    replay,
    starting_battle,
)
from warhost.play.book import leaders_of

MOST_ENTRIES = 5_000
MOST_SEATS = 8
"""Of a record that is taken in; most battles have some 200 answers and rolls."""


class OtherStart(RecordError):
    """A record that does not begin as its set-up does today."""


def read_record(data: bytes, name: str) -> Record:
    """A record that somebody sent, if it is not larger than any battle."""
    record = parse_record(data, name)
    texts = (record.ruleset, record.version, record.setup.map, *record.setup.names, *record.setup.armies)
    if len(record.entries) > MOST_ENTRIES or len(record.setup.armies) > MOST_SEATS or max(map(len, texts)) > 200:
        raise RecordError(f"{name}: the battle is too long, or its names are too odd, to show here.")
    outcome = "" if record.outcome is None else record.outcome.text
    if "\0" in record.version + outcome:
        # PostgreSQL keeps no such text.
        raise RecordError(f"{name}: its version, or its outcome, has a character in it that cannot be read.")
    return record


def why_not(record: Record, book: Ruleset, name: str) -> str:
    """Why a record of other rules or army lists cannot be played again; nothing if it can. Else it is at fault."""
    try:
        replayed(record, book, name)
    except WarhostError as error:
        if record.version == book.version and not isinstance(error, OtherStart):
            raise
        return error.message
    return ""


def replayed(record: Record, book: Ruleset, name: str) -> Game:
    """Play a record again that somebody sent. It must begin as its set-up says: a start made up by hand could hold
    anything, units of a thousand million models included."""
    start = starting_battle(record, book, name)
    if not _begins_as_then(record.setup, book, start) and not _is_begun_by(book.set_up(record.setup), start):
        made_by = "" if record.version == book.version else f" It was made by version {record.version}."
        raise OtherStart(
            f"{name}: with the current army lists the battle starts differently from what its setup says.{made_by}"
        )
    return replay(record, book, name=name)


def _begins_as_then(setup: Setup, book: Ruleset, start: Battle) -> bool:
    """Whether the battle begins as its set-up says with the army lists that it has."""
    if isinstance(book, SetsUpAgain):
        with suppress(WarhostError):
            return _is_begun_by(book.set_up_again(setup, start), start)
    return False


def _is_begun_by(begun: Battle, start: Battle) -> bool:
    """Whether the start is that battle, whatever version of the rules set it up: whether they still hold is seen when
    it is played again."""
    begun.scene = msgspec.structs.replace(begun.scene, version=start.scene.version)
    return battle_hash(begun) == battle_hash(start)


def seat_count(book: Ruleset, record: Record) -> int:
    """How many players a record has; one for each army where this Warhost cannot tell."""
    armies = len(record.setup.armies)
    try:
        return max(leaders_of(book, armies, record.setup.options)) + 1
    except WarhostError:
        return armies


def record_title(record: Record) -> str:
    return f"{' against '.join(record.setup.armies)} (record)"[:80]
