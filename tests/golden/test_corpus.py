"""Some battles of each book, recorded before a change, must be the same battles after it, step by step.

Where a rule has changed on purpose, the battles of its book are recorded anew:

    python -m benchmarks.corpus record eow /tmp/corpus --games 60
    python -m benchmarks.corpus pack /tmp/corpus tests/golden/corpus/eow.jsonl.xz
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.golden.packing import pack, unpacked, widest
from warhost.play import Record, RecordError, read_record, replay, sealed_record
from warhost.rulebook import books
from warhost.rulesets import ruleset

GOLDEN = Path(__file__).parent
PACKED = GOLDEN / "corpus"

MOST_BYTES = 300_000
"""What the records of all books may take in the repository."""


every_book = pytest.mark.parametrize("slug", list(books()))


def corpus(slug: str) -> list[tuple[str, Record]]:
    return list(unpacked(PACKED / f"{slug}.jsonl.xz"))


@pytest.mark.slow
@every_book
def test_recorded_battles_replay_to_every_hash(slug: str) -> None:
    for name, record in corpus(slug):
        assert replay(record, ruleset(slug), name=name).battle.outcome == record.outcome


@every_book
def test_a_book_has_battles_of_all_its_armies_on_all_its_maps_by_all_kinds_of_players(slug: str) -> None:
    records = [record for _, record in corpus(slug)]
    book = ruleset(slug)
    assert len(records) >= 10
    assert {record.ruleset for record in records} == {slug}
    assert {army for record in records for army in record.setup.armies} == set(book.armies())
    assert {record.setup.map for record in records} == set(book.maps())
    assert {name for record in records for name in record.players} == {"captain", "brawler", "random"}


def test_the_files_are_small_and_each_is_of_a_book() -> None:
    files = sorted(PACKED.iterdir())
    assert [file.name for file in files] == sorted(f"{slug}.jsonl.xz" for slug in books())
    assert sum(file.stat().st_size for file in files) <= MOST_BYTES


def test_a_packed_record_is_the_same_battle_and_still_shows_a_change(tmp_path: Path) -> None:
    record, book = read_record(GOLDEN / "eow-random.json"), ruleset("eow")
    pack([record], tmp_path / "eow.jsonl.xz")
    ((name, kept),) = unpacked(tmp_path / "eow.jsonl.xz")
    assert (kept.entries, kept.steps, kept.final) == (record.entries, record.steps, record.final)
    assert replay(kept, book, name=name).battle.outcome == record.outcome
    last = msgspec.structs.replace(kept.steps[-1], hash="0" * 16)
    other = sealed_record(msgspec.structs.replace(kept, steps=(*kept.steps[:-1], last)))
    with pytest.raises(RecordError, match=r"eow\.jsonl\.xz, battle 0"):
        replay(other, book, name=name)


def test_the_records_that_are_kept_differ_most() -> None:
    first = read_record(GOLDEN / "eow-captains-1.json")
    random = read_record(GOLDEN / "eow-random.json")
    assert widest([first, first, random], 2) == [random, first]
    assert widest([first], 3) == [first]
