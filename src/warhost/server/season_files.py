"""Whole seasons as documents, to be kept, sent and gone on with elsewhere."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

import msgspec

from warhost.campaign import Entrant, Opens, Season, find_campaign, season_record
from warhost.campaign.keeping import Export, read_export
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import UNREADABLE, Record, luck_of
from warhost.players import NAMES
from warhost.server.ledger import HUMAN
from warhost.server.rows import now
from warhost.server.season_rooms import started
from warhost.server.season_store import KeptSeason, Player, Standing
from warhost.server.setting_up import cleaned

__all__ = ["MOST_OF_A_SEASON", "Taken", "read_file", "written_file"]

MOST_OF_A_SEASON = 32 * 1024 * 1024
"""So many bytes the document of a season may have, with the records of its battles."""

MOST_RECORDS = 500


class Taken(msgspec.Struct, frozen=True):
    """A season from a document, and the records of battles that were fought for it, by fixture."""

    kept: KeptSeason
    season: Season
    records: dict[tuple[str, int], bytes]


def written_file(kept: KeptSeason, season: Season, records: Mapping[int, Record]) -> bytes:
    """The document of a season. Answers that still wait for those of others stay out of it: they are secret."""
    record = season_record(season)
    waiting = 0 if season.fixtures else sum(season.ask_of(ask.question.seat) is None for ask in season.pending)
    if waiting:
        answers = [number for number, entry in enumerate(record.entries) if entry.player is not None][-waiting:]
        entries = tuple(entry for number, entry in enumerate(record.entries) if number not in answers)
        record = msgspec.structs.replace(record, entries=entries)
    return msgspec.json.encode(
        Export(
            record=record,
            computers={str(n): one.player for n, one in enumerate(kept.players) if one.player in NAMES},
            title=kept.title,
            ruleset=kept.ruleset,
            settings=kept.settings,
            entrants=tuple(one.entrant for one in kept.players),
            battles={str(number): msgspec.Raw(msgspec.json.encode(one)) for number, one in records.items()},
        )
    )


def read_file(data: bytes) -> Taken:
    """The season that a document tells, each entry judged anew; it goes on here with new dice."""
    season, _ = read_export(data, "The season", find_campaign)
    try:
        export = msgspec.json.decode(data, type=Export)
    except UNREADABLE as error:
        raise WarhostError(f"The season cannot be read: {error}.") from None
    campaign, chance = season.campaign, Chance.fresh()
    season.luck = luck_of(chance)
    if season.roll is not None:
        season.throw(season.luck(season.roll))
    names = season.state.players
    entrants = export.entrants if len(export.entrants) == len(names) else tuple(Entrant(name) for name in names)
    books = campaign.rulesets() if isinstance(campaign, Opens) else ()
    kept = KeptSeason(
        id=secrets.token_urlsafe(9),
        title=cleaned(export.title)[:80] or campaign.title,
        campaign=campaign.slug,
        version=campaign.version,
        ruleset=export.ruleset if export.ruleset in books else next(iter(books), ""),
        settings=dict(export.settings),
        players=tuple(
            Player(_kind(export, number), msgspec.structs.replace(one, name=names[number]), chosen=True)
            for number, one in enumerate(entrants)
        ),
        seed=chance.seed.hex(),
        commitment=chance.commitment(),
        start="",
        standing=Standing(chance.counter),
        timer=None,
        created=now(),
        updated=now(),
    )
    return Taken(started(kept, campaign, season, chance), season, _records(export, season))


def _kind(export: Export, player: int) -> str:
    named = export.computers.get(str(player), HUMAN)
    return named if named in NAMES else HUMAN


def _records(export: Export, season: Season) -> dict[tuple[str, int], bytes]:
    found: dict[tuple[str, int], bytes] = {}
    for fought in season.fought:
        record = export.battles.get(str(fought.number))
        if record is not None and len(found) < MOST_RECORDS:
            key = fought.result.fixture
            again = sum(one.result.fixture == key and one.number < fought.number for one in season.fought)
            found[key, again] = bytes(record)
    return found
