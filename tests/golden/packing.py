"""Many records in one small file: one after the other, without the snapshots, which a replay works out again."""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from warhost.play import Record, parse_record, sealed_record


def pack(records: Iterable[Record], path: Path) -> None:
    lean = (sealed_record(msgspec.structs.replace(record, snapshots=())) for record in records)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lzma.compress(msgspec.json.Encoder().encode_lines(lean), preset=9 | lzma.PRESET_EXTREME))


def unpacked(path: Path) -> Iterator[tuple[str, Record]]:
    """The records of a packed file, each with a name that says where it is."""
    for number, line in enumerate(lzma.decompress(path.read_bytes()).splitlines()):
        name = f"{path.name}, battle {number}"
        yield name, parse_record(line, name)


def features(record: Record) -> set[tuple[str, str]]:
    """What a battle was fought with: players, armies, a map, and each option that was agreed on."""
    setup = record.setup
    found = {("player", name) for name in record.players} | {("army", name) for name in setup.armies}
    return found | {("map", setup.map)} | {(name, str(choice)) for name, choice in setup.options.items()}


def widest(records: Sequence[Record], number: int) -> list[Record]:
    """So many of the records, each the one that has most which those before it have not; what is rare counts more."""
    often = Counter(feature for record in records for feature in features(record))
    left, taken, seen = list(records), list[Record](), set[tuple[str, str]]()
    while left and len(taken) < number:
        best = max(left, key=lambda record: sum(1 / often[feature] for feature in sorted(features(record) - seen)))
        left.remove(best)
        taken.append(best)
        seen |= features(best)
    return taken
