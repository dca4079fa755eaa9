"""Any record dropped into this folder is replayed to its end, every hash compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from warhost.play import read_record, replay
from warhost.rulesets import ruleset

RECORDS = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_battle_replays_to_every_hash(path: Path) -> None:
    record = read_record(path)
    assert replay(record, ruleset(record.ruleset), name=path.name).battle.outcome == record.outcome


def test_there_are_golden_battles() -> None:
    assert RECORDS
