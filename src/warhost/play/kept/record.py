"""Records: a whole battle as its set-up, the list of its answers, a hash for each step and a snapshot for each turn.

A record replays to the same hashes for ever. Where rules were mended since it was made, it is shown from its
snapshots, and says so.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from warhost.errors import WarhostError
from warhost.play.battle import Battle, Outcome, battle_hash, told_apart, with_own_names
from warhost.play.game import Entry, Game, Luck
from warhost.play.kept.proof import DiceAltered, Place, Proof, prove, rolls_of
from warhost.play.rules.ending import may_be_agreed
from warhost.play.ruleset import Ruleset, Setup
from warhost.play.script import Refused

FORMAT = 1
WITH_LISTS = 2
"""Records of battles with lists of the players' own: an older Warhost says that it cannot read them."""
WITH_PLACES = 3
"""Records that tell their seed: their dice are those of the seed, at the places that are told."""
FORMATS = (FORMAT, WITH_LISTS, WITH_PLACES)

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What may be raised by reading JSON that somebody sent: no JSON, no text, lists too deep in each other."""


class RecordError(WarhostError):
    """A record that cannot be read, or that does not tell a battle that the rules allow."""


class StepHash(msgspec.Struct, frozen=True, array_like=True):
    """After this many answers a step began, with the battle in this state."""

    at: int
    hash: str


class Snapshot(msgspec.Struct, frozen=True):
    """The whole battle when a seat first has its turn in a turn or round, in the ruleset's own form."""

    at: int
    turn: int
    active: int
    battle: msgspec.Raw


class Record(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle to keep.

    `places` tells where in the stream of the seed each roll begins. Left out, they follow each other from its start;
    null: the roll fell in the battle from which this one branched off, with other dice.
    """

    format: int = FORMAT
    ruleset: str
    version: str
    setup: Setup
    players: tuple[str, ...] = ()
    seed: str | None = None
    places: tuple[Place | None, ...] | None = None
    start: msgspec.Raw
    entries: tuple[Entry, ...]
    steps: tuple[StepHash, ...]
    snapshots: tuple[Snapshot, ...] = ()
    outcome: Outcome | None = None
    final: str
    seal: str = ""


def record_of(
    game: Game,
    setup: Setup,
    players: tuple[str, ...] = (),
    seed: str | None = None,
    places: tuple[int | None, ...] | None = None,
) -> Record:
    """The record of a game so far. The game must keep its history.

    Whoever names a seed says by it that the dice are its own: at these places, or else one after the other from the
    start of its stream.
    """
    if not game.marks:
        raise RecordError("This game keeps no history, so it cannot be recorded.")
    rolls = rolls_of(game.events)
    # A game that was forked off another has not heard of the rolls before.
    if seed is not None and len(rolls) == rolls_in(game.entries):
        try:
            prove(rolls, seed, places)
        except DiceAltered as error:
            raise RecordError(
                f"This game cannot be recorded with that seed: {error}. Name the places of its rolls, or no seed."
            ) from None
    snapshots: list[Snapshot] = []
    seen: set[tuple[int, int]] = set()
    for mark in game.marks[1:]:
        moment = (mark.battle.turn, mark.battle.active)
        if moment not in seen:
            snapshots.append(Snapshot(mark.at, *moment, _as_kept(mark.battle)))
            seen.add(moment)
    record = Record(
        format=format_for(setup, seed),
        ruleset=game.ruleset.slug,
        version=game.ruleset.version,
        setup=setup,
        players=players,
        seed=seed,
        places=places,
        start=_as_kept(game.marks[0].battle),
        entries=tuple(game.entries),
        steps=tuple(StepHash(mark.at, battle_hash(mark.battle)) for mark in game.marks),
        snapshots=tuple(snapshots),
        outcome=game.outcome,
        final=game.hash(),
    )
    return sealed_record(record)


def _as_kept(battle: Battle) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(with_own_names(battle)))


def format_for(setup: Setup, seed: str | None) -> int:
    """The lowest format that says all: what an older Warhost can read, it may."""
    if seed is not None:
        return WITH_PLACES
    return WITH_LISTS if any(setup.lists) else FORMAT


def rolls_in(entries: Sequence[Entry]) -> int:
    """How many of the answers are dice."""
    return sum(entry.seat is None for entry in entries)


def sealed_record(record: Record) -> Record:
    """The record with its seal, by which it shows whether it was altered."""
    # Sealed as it will be read: a whole number where a float is meant changes its spelling on the way.
    read = msgspec.json.decode(msgspec.json.encode(record), type=Record)
    return msgspec.structs.replace(read, seal=_seal(read))


def _seal(record: Record) -> str:
    return blake2b(msgspec.json.encode(msgspec.structs.replace(record, seal="")), digest_size=16).hexdigest()


def write_record(record: Record, path: Path) -> None:
    """Write a record so that a crash leaves the old file or the new one, never a half."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_whole(record, path.resolve())
    except OSError as error:
        raise RecordError(f"{path}: cannot be written: {error.strerror or error}.") from None


def _write_whole(record: Record, path: Path) -> None:
    if path.exists() and not path.is_file():
        # A pipe or a device is written to: a file put in its place would be no such thing any more.
        path.write_bytes(msgspec.json.encode(record))
        return
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".part")
    try:
        os.chmod(name, 0o644)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(record))
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def read_record(path: Path) -> Record:
    """A record from its file; a damaged one is refused with the place named."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise RecordError(f"{path.name}: cannot be read: {error.strerror or error}.") from None
    return parse_record(data, path.name)


def parse_record(data: bytes, name: str) -> Record:
    try:
        # What is kept as it came is not looked into when it is read: it must be text all the same.
        data.decode()
        record = msgspec.json.decode(data, type=Record)
    except msgspec.ValidationError as error:
        raise RecordError(f"{name}: this is not a Warhost record: {error}.") from None
    except UNREADABLE as error:
        raise RecordError(f"{name}: the file is damaged or cut short: {error} ({len(data)} bytes read).") from None
    if record.format not in FORMATS:
        raise RecordError(
            f"{name}: the record has format {record.format}; this Warhost reads formats {FORMATS[0]} to {FORMATS[-1]}."
        )
    return record


def starting_battle(record: Record, ruleset: Ruleset, name: str = "record") -> Battle:
    try:
        return msgspec.json.decode(record.start, type=ruleset.battle_type)
    except UNREADABLE as error:
        raise RecordError(f"{name}: the battle at the start cannot be read: {error}.") from None


def replay(
    record: Record,
    ruleset: Ruleset,
    *,
    name: str = "record",
    to: int | None = None,
    luck: Luck | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Game:
    """Play a record again, to the end or to a moment, checking the hash of every step on the way, and that the dice are
    those of its seed if it tells one. `proof_of` says how far they are proved."""
    start = starting_battle(record, ruleset, name)
    if record.steps and battle_hash(start) != record.steps[0].hash:
        raise RecordError(
            f"{name}: the battle at the start gives hash {battle_hash(start)}, the record says {record.steps[0].hash}"
            f"{_made_by(record, ruleset) or ': it was altered.'}"
        )
    game = Game(ruleset, start)
    end = len(record.entries) if to is None else to
    if not 0 <= end <= len(record.entries):
        raise RecordError(f"{name}: the battle has {len(record.entries)} answers; there is no moment {end}.")
    checked = 0
    for number, entry in enumerate(record.entries[:end]):
        checked = _check_marks(game, checked, record, name)
        try:
            if (entry.seat is None) != (game.roll is not None):
                raise Refused("dice and players' answers are in the wrong order", "play.record")
            game.answer(entry.answer, entry.seat)
        except Refused as error:
            step = len(game.marks)
            raise RecordError(
                f"{name}: answer {number} (step {step}) is not possible: {error}{_made_by(record, ruleset)}"
            ) from None
        if progress is not None:
            progress(number + 1, end)
    _check_marks(game, checked, record, name)
    if to is None:
        if len(game.marks) != len(record.steps):
            raise RecordError(
                f"{name}: the record lists {len(record.steps)} steps, but its answers make {len(game.marks)}: "
                f"it is cut short or altered after answer {len(record.entries)}."
            )
        if game.hash() != record.final:
            raise RecordError(
                f"{name}: the end, after answer {end}, gives hash {game.hash()}, the record says {record.final}: "
                "it is cut short or altered in its last step."
            )
        if record.seal != _seal(record):
            raise RecordError(f"{name}: the answers are sound, but something else in the file was altered.")
        _end_as_agreed(game, record, name)
    try:
        proof_of(record, game)
    except DiceAltered as error:
        raise RecordError(f"{name}: its dice were altered: {error}{_made_by(record, ruleset) or '.'}") from None
    game.luck = luck
    return game


def _end_as_agreed(game: Game, record: Record, name: str) -> None:
    """A record with an outcome to which its answers do not lead was ended by its players."""
    if game.over or record.outcome is None:
        return
    if not may_be_agreed(game.battle, record.outcome):
        raise RecordError(f"{name}: its outcome is none to which its answers lead, and none that players agree on.")
    game.end(record.outcome)


def proof_of(record: Record, game: Game) -> Proof:
    """How far the dice of a record are proved, as far as the game has played it again. Raises `DiceAltered` if they are
    not those of its seed.

    A record of an older Warhost does not tell the places of its rolls: where some were taken back, or fell in another
    battle, nothing can be said of its dice.
    """
    rolls = rolls_of(game.events)
    if record.seed is None:
        if record.places is not None:
            raise DiceAltered("it has the places of its rolls, but not their seed")
        later = "" if record.outcome is not None else " It is added after the end of a battle."
        return Proof(len(rolls), why=f"the record has no seed.{later}")
    places = record.places
    if places is not None and len(game.entries) < len(record.entries):
        places = places[: len(rolls)]
    try:
        return prove(rolls, record.seed, places)
    except DiceAltered as error:
        if record.format >= WITH_PLACES or places is not None:
            raise
        return Proof(
            len(rolls),
            why=f"they do not follow from the seed in the record: {error}. A record of an older Warhost looks "
            "the same if dice were taken back in it, or if it branched off another battle.",
        )


def _check_marks(game: Game, checked: int, record: Record, name: str) -> int:
    for index in range(checked, len(game.marks)):
        mark = game.marks[index]
        if index >= len(record.steps):
            raise RecordError(f"{name}: step {index} is not in the record: it is cut short or altered before it.")
        told = record.steps[index]
        found = battle_hash(mark.battle)
        if told.at != mark.at or told.hash != found:
            raise RecordError(
                f"{name}: step {index} (answer {mark.at}) gives hash {found}, the record says {told.hash}"
                f"{_made_by(record, game.ruleset) or '.'}"
            )
    return len(game.marks)


def _made_by(record: Record, ruleset: Ruleset) -> str:
    if record.version == ruleset.version:
        return ""
    return f": it was made by {record.ruleset} {record.version}, this is {ruleset.version}."


class Frame(msgspec.Struct, frozen=True):
    """The battle at one moment of a record."""

    at: int
    battle: Battle


def frames_from_snapshots(record: Record, ruleset: Ruleset) -> list[Frame]:
    """What can be shown of a record whose answers no longer replay under today's rules."""
    battles = (msgspec.json.decode(shot.battle, type=ruleset.battle_type) for shot in record.snapshots)
    return [Frame(shot.at, told_apart(battle)) for shot, battle in zip(record.snapshots, battles, strict=True)]
