"""Whole seasons as documents, to be kept, sent and gone on with elsewhere."""

from __future__ import annotations

import logging
import secrets
import time
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import msgspec

from warhost.campaign import (
    BeginsAgain,
    Campaign,
    Entrant,
    Fought,
    Opens,
    Season,
    Settings,
    Shows,
    State,
    agreed,
    find_campaign,
    season_record,
    told_result,
)
from warhost.campaign.keeping import Export, read_export
from warhost.campaign.season import give
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Record, luck_of, proof_of
from warhost.players import player_names
from warhost.rulesets import ruleset
from warhost.server.battles.importing import read_record, replayed
from warhost.server.battles.ledger import HUMAN
from warhost.server.battles.setting_up import cleaned
from warhost.server.messages.seasons import MOST_PLAYERS
from warhost.server.seasons.room import started
from warhost.server.seasons.setting_up import all_settings, as_agreed
from warhost.server.seasons.store import KeptSeason, Origin, Player, Standing
from warhost.server.store.rows import now

__all__ = ["MOST_OF_A_SEASON", "Taken", "is_proved", "read_file", "with_seals", "written_file"]

log = logging.getLogger(__name__)

MOST_OF_A_SEASON = 32 * 1024 * 1024
"""So many bytes the document of a season may have, with the records of its battles."""

MOST_RECORDS = 500

READING_SECONDS = 60.0
"""So long the entries of a document are judged; a season that takes longer is refused."""


class Taken(msgspec.Struct, frozen=True):
    """A season from a document; the records of battles that came with it, and of which fixtures they are, by the number
    of their results."""

    kept: KeptSeason
    season: Season
    records: dict[int, bytes]
    occasions: dict[int, tuple[str, int]]


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
            computers={str(n): one.player for n, one in enumerate(kept.players) if one.player in player_names()},
            title=kept.title,
            ruleset=kept.ruleset,
            settings=kept.settings,
            entrants=tuple(one.entrant for one in kept.players),
            battles={str(number): msgspec.Raw(msgspec.json.encode(one)) for number, one in records.items()},
        )
    )


def read_file(data: bytes) -> Taken:
    """The season that a document tells, each entry judged anew. Whatever is wrong with it is refused."""
    try:
        return _read(data)
    except WarhostError:
        raise
    except Exception as error:
        # A document may say anything, and the rules of a campaign trip over what no season of theirs could say.
        log.warning("A season cannot be read: %r", error)
        raise WarhostError("The season cannot be read: it is damaged, or no Warhost wrote it.") from error


def _read(data: bytes) -> Taken:
    season, _ = read_export(data, "The season", find_campaign, _Reader())
    export = msgspec.json.decode(data, type=Export)
    campaign, names = season.campaign, season.state.players
    _refuse_names(names)
    books = campaign.rulesets() if isinstance(campaign, Opens) else ()
    book = export.ruleset if export.ruleset in books else next(iter(books), "")
    entrants = export.entrants if len(export.entrants) == len(names) else tuple(Entrant(name) for name in names)
    settings = _settings(campaign, book, export)
    chance = Chance.fresh()
    kept = KeptSeason(
        id=secrets.token_urlsafe(9),
        title=cleaned(export.title)[:80] or campaign.title,
        campaign=campaign.slug,
        version=campaign.version,
        ruleset=book,
        settings=settings,
        players=tuple(
            Player(_kind(export, number), _entrant(one, names[number]), chosen=True)
            for number, one in enumerate(entrants)
        ),
        seed=chance.seed.hex(),
        commitment=chance.commitment(),
        start="",
        standing=Standing(chance.counter),
        timer=None,
        created=now(),
        updated=now(),
        origin=_origin(season, book, entrants, settings),
    )
    return Taken(kept, season, *_records(export, season))


def with_seals(taken: Taken, proved: Collection[int]) -> tuple[KeptSeason, Season]:
    """The season with the seals of those results alone that are proved, as it goes on here with new dice. Any other was
    entered by hand, as far as anybody can tell."""
    start = msgspec.json.decode(taken.season.start, type=taken.season.campaign.state_type)
    season = Season(taken.season.campaign, start)
    for number, entry in enumerate(taken.season.entries):
        if entry.result is not None and number not in proved:
            entry = msgspec.structs.replace(entry, result=msgspec.structs.replace(entry.result, seal=""))
        give(season, entry)
    chance = Chance(taken.kept.seed)
    season.luck = luck_of(chance)
    if season.roll is not None:
        season.throw(season.luck(season.roll))
    return started(taken.kept, season.campaign, season, chance), season


def is_proved(campaign: Campaign, fought: Fought, data: bytes) -> bool:
    """Whether a record is that of the battle with this result: it has its seal, today's rules replay it, its dice are
    those of its seed, and the campaign reads the same result from it."""
    try:
        record = read_record(data, "The record")
        if not record.seal or record.seal != fought.result.seal:
            return False
        proof = proof_of(record, replayed(record, ruleset(record.ruleset), "The record"))
        if proof.proved < proof.rolls:
            return False
        told = told_result(campaign, fought.fixture, record)
        return msgspec.json.encode(told, order="deterministic") == msgspec.json.encode(
            fought.result, order="deterministic"
        )
    except WarhostError as error:
        log.info("The record of %s proves nothing: %s", fought.fixture.key, error)
    except Exception as error:
        log.warning("The record of %s cannot be read: %r", fought.fixture.key, error)
    return False


class _Reader:
    """Somebody who reads a document: refuses a start that no server would have made, before anything is worked out from
    it, and whatever takes too long."""

    def __init__(self) -> None:
        self._until = time.monotonic() + READING_SECONDS
        self._begun = False

    def __call__(self, campaign: Campaign, state: State) -> None:
        if not self._begun:
            self._begun = True
            _refuse_names(state.players)
            _refuse_made_up(campaign, state)
        if time.monotonic() > self._until:
            raise WarhostError("The season cannot be taken in: it takes too long to work it out again.")


def _refuse_names(names: Sequence[str]) -> None:
    """Too many players, or names that cannot be shown."""
    if not 0 < len(names) <= MOST_PLAYERS or any(name != cleaned(name) or not 0 < len(name) <= 80 for name in names):
        raise WarhostError("The season cannot be read: its players have no names, or ones that cannot be shown.")


def _refuse_made_up(campaign: Campaign, start: State) -> None:
    """A start at which somebody has fought or gained something."""
    if isinstance(campaign, Shows) and any(game.done or game.seal for game in campaign.telling(start).games):
        raise WarhostError("The season cannot be read: battles were fought before it began.")
    if isinstance(campaign, BeginsAgain) and not _same(campaign.begun_again(start), start):
        raise WarhostError("The season cannot be read: something had happened before it began.")


def _origin(season: Season, book: str, entrants: Sequence[Entrant], settings: Settings) -> Origin:
    """Whether it began as whatever was agreed on lets it begin, with armies that may take part; else its start, and by
    which settings it is played, is only what the document tells."""
    campaign = season.campaign
    start = msgspec.json.decode(season.start, type=campaign.state_type)
    # Those who joined later took no part in the beginning.
    first = [msgspec.structs.replace(one, name=name) for one, name in zip(entrants, start.players, strict=False)]
    try:
        if isinstance(campaign, Opens) and _same(campaign.begin(book, first, as_agreed(settings)), start):
            return "agreed"
    except Exception as error:
        # Lists of a document may say anything.
        log.info("An imported season could not begin like that here: %r", error)
    return "told"


def _same(one: State, other: State) -> bool:
    return msgspec.json.encode(one, order="deterministic") == msgspec.json.encode(other, order="deterministic")


def _settings(campaign: Campaign, book: str, export: Export) -> dict[str, bool | int | str]:
    """What was agreed on, as far as it could have been."""
    if not isinstance(campaign, Opens):
        return {}
    cards = all_settings(campaign, book)
    known = {card.name: card.choices for card in cards}
    given = {
        name: value
        for name, value in export.settings.items()
        if any(value == one and type(value) is type(one) for one in known.get(name, ()))
    }
    return agreed(cards, given)


def _entrant(one: Entrant, name: str) -> Entrant:
    return msgspec.structs.replace(one, name=name, army=cleaned(one.army)[:80])


def _kind(export: Export, player: int) -> str:
    named = export.computers.get(str(player), HUMAN)
    return named if named in player_names() else HUMAN


def _records(export: Export, season: Season) -> tuple[dict[int, bytes], dict[int, tuple[str, int]]]:
    records: dict[int, bytes] = {}
    occasions: dict[int, tuple[str, int]] = {}
    before: Counter[str] = Counter()
    for fought in season.fought:
        key = fought.result.fixture
        record = export.battles.get(str(fought.number))
        if record is not None and len(records) < MOST_RECORDS:
            records[fought.number] = bytes(record)
            occasions[fought.number] = (key, before[key])
        before[key] += 1
    return records, occasions
