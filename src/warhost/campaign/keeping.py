"""Seasons in files: every answer, roll and result is on disk before the next one is asked for.

The file of a season has a line of JSON for its head (which campaign, how it began, its seed, which players are
computers) and a line for each entry of its log, with the hash of the state after it. A line is written whole or not at
all: what a crash left behind half written is dropped when the file is opened again, and the season goes on from there.
`as_record` gives the same as one JSON document, to be sent to others, and `take_in` makes a file of such a document.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from warhost.campaign.contract import Campaign, Result, State
from warhost.campaign.known import Known, find_campaign
from warhost.campaign.opening import Entrant
from warhost.campaign.season import CampaignRecord, Entry, Season, give, season_record
from warhost.errors import WarhostError
from warhost.play import UNREADABLE, Refused
from warhost.play.questions import AnyAnswer

__all__ = ["Export", "Head", "Kept", "Line", "as_record", "begin", "go_on", "head_of", "look", "read_export", "take_in"]

FORMAT = 1


class Head(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The first line of a season's file."""

    format: int = FORMAT
    campaign: str
    version: str
    start: msgspec.Raw
    seed: str = ""
    """From which dice and computer players of the season come; empty if they come from somewhere else."""
    computers: Mapping[str, str] = {}
    """The players, by their number, for whom computers play, and which."""


class Line(msgspec.Struct, frozen=True):
    """Any other line: an entry, and the hash of the state after it."""

    entry: Entry
    hash: str


class Export(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A season as one document: its record, and what its file's head says besides."""

    record: CampaignRecord
    seed: str = ""
    computers: Mapping[str, str] = {}
    title: str = ""
    ruleset: str = ""
    settings: Mapping[str, bool | int | str] = {}
    entrants: tuple[Entrant, ...] = ()
    """Who takes part with which army, and what was agreed on: what a server knows besides."""
    battles: Mapping[str, msgspec.Raw] = {}
    """The records of battles, by the number of the entry that has their result."""


class Kept:
    """A season that is being played, and its file. Give answers, dice and results to this, not to the season."""

    def __init__(self, path: Path, head: Head, season: Season, file: BinaryIO) -> None:
        self.path, self.head, self.season = path, head, season
        self._file = file
        self._written = len(season.entries)

    def answer(self, answer: AnyAnswer, player: int) -> None:
        self._do(lambda: self.season.answer(answer, player))

    def throw(self, faces: Sequence[int]) -> None:
        self._do(lambda: self.season.throw(faces))

    def report(self, result: Result) -> None:
        self._do(lambda: self.season.report(result))

    def join(self, entrant: Entrant) -> None:
        self._do(lambda: self.season.join(entrant))

    def give(self, entry: Entry) -> None:
        """Give whatever an entry of another log says."""
        self._do(lambda: give(self.season, entry))

    def _do(self, deed: Callable[[], None]) -> None:
        """Do it, and write at once what it added to the log."""
        deed()
        new = self.season.entries[self._written :]
        hash_ = self.season.hash()
        # Where dice followed by themselves, only the last of the lines can tell the hash.
        lines = [Line(entry, "" if entry is not new[-1] else hash_) for entry in new]
        _append(self._file, b"".join(msgspec.json.encode(line) + b"\n" for line in lines), self.path)
        self._written = len(self.season.entries)

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def begin(
    path: Path, campaign: Campaign, state: State, *, seed: str = "", computers: Mapping[str, str] | None = None
) -> Kept:
    """Begin a season in a new file. A file that is there already is not touched."""
    season = Season(campaign, state)
    head = Head(
        campaign=campaign.slug,
        version=campaign.version,
        start=msgspec.Raw(season.start),
        seed=seed,
        computers=computers or {},
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file: BinaryIO = path.open("xb", buffering=0)
    except FileExistsError:
        raise WarhostError(f"{path}: this file exists already. Continue it, or choose another name.") from None
    except OSError as error:
        raise WarhostError(f"{path}: cannot be written: {error.strerror or error}.") from None
    _locked(file, path)
    _append(file, msgspec.json.encode(head) + b"\n", path)
    return Kept(path, head, season, file)


def go_on(path: Path, known: Known = find_campaign) -> Kept:
    """Open the file of a season to go on with it. Every entry is judged again; half a line at the end is cut off."""
    try:
        file: BinaryIO = path.open("r+b", buffering=0)
    except OSError as error:
        raise WarhostError(f"{path}: cannot be opened: {error.strerror or error}.") from None
    try:
        _locked(file, path)
        data = file.read() or b""
        season, head, whole = _read(data, path.name, known)
        file.truncate(whole)
        file.seek(whole)
    except BaseException:
        file.close()
        raise
    return Kept(path, head, season, file)


def look(path: Path, known: Known = find_campaign) -> tuple[Season, Head]:
    """The season of a file as it is, without touching the file: another program may be writing it."""
    season, head, _ = _read(_bytes(path), path.name, known)
    return season, head


def head_of(path: Path) -> Head:
    """The head of a season's file."""
    first, _, _ = _bytes(path).partition(b"\n")
    return _head(first, path.name)


def as_record(season: Season, head: Head) -> bytes:
    """A season as one JSON document."""
    return msgspec.json.encode(Export(record=season_record(season), seed=head.seed, computers=head.computers))


def read_export(
    data: bytes, name: str, known: Known = find_campaign, watch: Callable[[Campaign, State], None] | None = None
) -> tuple[Season, Head]:
    """The season that a document tells, each entry judged anew. `watch` sees its state before anything happens in it
    and before every entry, and may refuse it."""
    try:
        export = msgspec.json.decode(data, type=Export)
    except UNREADABLE as error:
        raise WarhostError(f"{name}: this is not an exported season: {error}.") from None
    record = export.record
    head = Head(
        campaign=record.campaign,
        version=record.version,
        start=record.start,
        seed=export.seed,
        computers=export.computers,
    )
    campaign = known(head.campaign)
    if watch is not None:
        watch(campaign, _state(head, name, campaign))
    season = _started(head, name, campaign)
    for number, entry in enumerate(record.entries, 1):
        if watch is not None:
            watch(campaign, season.state)
        _given(season, entry, f"{name}, entry {number}")
    if season.hash() != record.final:
        # Not to what they lead: whoever altered the document would only have to write that down.
        raise WarhostError(f"{name}: its entries do not lead to where it says that they do: it was altered.")
    return season, head


def take_in(data: bytes, name: str, path: Path, known: Known = find_campaign) -> None:
    """Make the file of a season from a document."""
    season, head = read_export(data, name, known)
    state = _state(head, name, season.campaign)
    with begin(path, season.campaign, state, seed=head.seed, computers=head.computers) as kept:
        for entry in season.entries:
            kept.give(entry)


def _read(data: bytes, name: str, known: Known) -> tuple[Season, Head, int]:
    """The season of a file's content, its head, and how many of its bytes are whole lines."""
    whole = data.rfind(b"\n") + 1
    first, *rest = data[:whole].split(b"\n")[:-1] or [b""]
    head = _head(first, name)
    season = _started(head, name, known(head.campaign))
    for number, text in enumerate(rest, 2):
        at = f"{name}, line {number}"
        try:
            line = msgspec.json.decode(text, type=Line)
        except UNREADABLE as error:
            raise WarhostError(f"{at}: the file is damaged: {error}.") from None
        _given(season, line.entry, at)
        if line.hash and line.hash != season.hash():
            raise WarhostError(f"{at}: this does not lead to where the file says that it does: it was altered.")
    return season, head, whole


def _head(text: bytes, name: str) -> Head:
    try:
        head = msgspec.json.decode(text, type=Head)
    except UNREADABLE as error:
        raise WarhostError(f"{name}: this is not the file of a season: {error}.") from None
    if head.format != FORMAT:
        raise WarhostError(f"{name}: the file has format {head.format}; this Warhost reads format {FORMAT}.")
    return head


def _state(head: Head, name: str, campaign: Campaign) -> State:
    try:
        return msgspec.json.decode(head.start, type=campaign.state_type)
    except UNREADABLE as error:
        raise WarhostError(f"{name}: how the season began cannot be read: {error}.") from None


def _started(head: Head, name: str, campaign: Campaign) -> Season:
    if head.version != campaign.version:
        raise WarhostError(
            f"{name}: it was made by {head.campaign} {head.version}, this is {campaign.version}: "
            "open it with the Warhost that made it."
        )
    return Season(campaign, _state(head, name, campaign))


def _given(season: Season, entry: Entry, at: str) -> None:
    try:
        give(season, entry)
    except Refused as error:
        raise WarhostError(f"{at}: this is not possible: {error}") from None


def _append(file: BinaryIO, data: bytes, path: Path) -> None:
    """All of it on the disk, or an error."""
    try:
        written = 0
        while written < len(data):
            written += file.write(data[written:]) or 0
        os.fsync(file.fileno())
    except OSError as error:
        raise WarhostError(f"{path}: cannot be written: {error.strerror or error}.") from None


def _locked(file: BinaryIO, path: Path) -> None:
    """Two programs must not write one file; where the system has no such locks, nobody is kept away."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise WarhostError(f"{path}: another program is writing this file. Wait for it to end.") from None
    except OSError:
        return


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise WarhostError(f"{path}: cannot be read: {error.strerror or error}.") from None
