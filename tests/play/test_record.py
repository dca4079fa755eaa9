"""Records: written, read, replayed, and refused when they do not hold."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec
import pytest

from examples import tiny_race as tiny
from warhost.dice import Chance
from warhost.play import (
    Chosen,
    Game,
    Record,
    RecordError,
    Rolled,
    Setup,
    frames_from_snapshots,
    luck_of,
    parse_record,
    read_record,
    record_of,
    replay,
    write_record,
)

SETUP = Setup(ruleset="tiny", armies=("Hares", "Tortoises", "Foxes"))


def played(seed: int = 1) -> Game:
    game, chance = Game(tiny.RULESET, tiny.race(), luck_of(Chance(seed))), Chance(seed + 1)
    while not game.over:
        game.answer(game.asked.sample(chance))
    return game


@pytest.fixture(scope="module")
def record() -> Record:
    return record_of(played(), SETUP, ("random", "random", "random"), "1")


def altered(record: Record, **changes: object) -> bytes:
    return msgspec.json.encode(msgspec.structs.replace(record, **changes))


def test_a_record_replays_to_the_same_hash(record: Record, tmp_path: Path) -> None:
    write_record(record, tmp_path / "race.json")
    again = replay(read_record(tmp_path / "race.json"), tiny.RULESET)
    assert again.hash() == record.final
    assert again.over


def test_another_process_comes_to_the_same_hash(record: Record, tmp_path: Path) -> None:
    write_record(record, tmp_path / "race.json")
    code = (
        "import sys; from pathlib import Path; from examples.tiny_race import RULESET;"
        "from warhost.play import read_record, replay;"
        "print(replay(read_record(Path(sys.argv[1])), RULESET).hash())"
    )
    root = Path(__file__).parents[2]
    told = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "race.json")], cwd=root, capture_output=True, text=True, check=True
    )
    assert told.stdout.strip() == record.final


def test_a_record_replays_to_any_moment(record: Record) -> None:
    game = replay(record, tiny.RULESET, to=4)
    assert game.number == 4
    assert not game.over
    with pytest.raises(RecordError, match="no moment"):
        replay(record, tiny.RULESET, to=100_000)


def test_a_truncated_file_is_refused(record: Record) -> None:
    data = msgspec.json.encode(record)
    with pytest.raises(RecordError, match=r"race\.json: the file is damaged or cut short"):
        parse_record(data[: len(data) // 2], "race.json")


def test_another_file_is_no_record() -> None:
    with pytest.raises(RecordError, match="not a Warhost record"):
        parse_record(b'{"a": 1}', "x.json")
    with pytest.raises(RecordError, match="cannot be read"):
        read_record(Path("nowhere.json"))


def test_a_record_with_its_last_answers_cut_off_is_refused(record: Record) -> None:
    for count, complaint in ((3, "cut short or altered in its last step"), (9, r"the record lists \d+ steps")):
        cut = parse_record(altered(record, entries=record.entries[:-count]), "race.json")
        with pytest.raises(RecordError, match=rf"race\.json: .*{complaint}"):
            replay(cut, tiny.RULESET, name="race.json")


def test_a_tampered_answer_is_refused_with_its_place(record: Record) -> None:
    index, rolled = next((i, e.answer) for i, e in enumerate(record.entries) if isinstance(e.answer, Rolled))
    changed = msgspec.structs.replace(record.entries[index], answer=Rolled((rolled.faces[0] % 6 + 1,)))
    entries = (*record.entries[:index], changed, *record.entries[index + 1 :])
    with pytest.raises(RecordError, match=r"step \d+ \(answer \d+\) gives hash"):
        replay(parse_record(altered(record, entries=entries), "race.json"), tiny.RULESET)


def test_an_impossible_answer_is_refused_with_its_place(record: Record) -> None:
    changed = msgspec.structs.replace(record.entries[0], answer=Chosen("99"))
    with pytest.raises(RecordError, match=r"answer [0-2] \(step 1\) is not possible"):
        replay(parse_record(altered(record, entries=(changed, *record.entries[1:])), "x"), tiny.RULESET)


def test_anything_else_that_was_altered_breaks_the_seal(record: Record) -> None:
    forged = parse_record(altered(record, players=("somebody", "else", "won")), "race.json")
    with pytest.raises(RecordError, match="something else in the file was altered"):
        replay(forged, tiny.RULESET, name="race.json")


def test_a_record_of_other_rules_says_so_and_shows_its_snapshots(record: Record) -> None:
    steps = (record.steps[0], *(msgspec.structs.replace(step, hash="0" * 16) for step in record.steps[1:]))
    old = parse_record(altered(record, version="0.9", steps=steps), "race.json")
    with pytest.raises(RecordError, match=r"made by tiny 0\.9, this is 1\.0"):
        replay(old, tiny.RULESET, name="race.json")
    frames = frames_from_snapshots(old, tiny.RULESET)
    assert [frame.battle.turn for frame in frames] == list(range(2, 2 + len(frames)))


def test_a_pipe_is_written_to_and_stays_a_pipe(record: Record, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor(1) as reader:
        read = reader.submit(pipe.read_bytes)
        write_record(record, pipe)
        assert parse_record(read.result(), "pipe") == record
    assert pipe.is_fifo()


def test_a_failed_write_leaves_the_old_file(record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "race.json"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    with pytest.raises(RecordError, match=r"race\.json: cannot be written: disk full\."):
        write_record(record, path)
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["race.json"]
