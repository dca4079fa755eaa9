"""Any record dropped into this folder is replayed to its end, every hash compared."""

from __future__ import annotations

from math import dist
from pathlib import Path

import pytest

from warhost.play import Event, Game, read_record, replay, starting_battle
from warhost.rulesets import ruleset
from warhost.table import Rect, turn_between, walk

RECORDS = sorted(Path(__file__).parent.glob("*.json"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_golden_battle_replays_to_every_hash(path: Path) -> None:
    record = read_record(path)
    assert replay(record, ruleset(record.ruleset), name=path.name).battle.outcome == record.outcome


def test_there_are_golden_battles() -> None:
    assert RECORDS


@pytest.mark.parametrize("name", ["aofr-captains-1", "eow-captains-1", "kow-captains-1"])
def test_ways_that_are_told_lead_from_where_a_unit_stood_to_where_they_say(name: str) -> None:
    record = read_record(Path(__file__).parent / f"{name}.json")
    book = ruleset(record.ruleset)
    battle = starting_battle(record, book)
    stood: dict[int, Rect] = {}
    charged = []

    def hear(event: Event) -> None:
        went = event.went
        if went is not None:
            end = walk(stood[went.unit], went.steps)[-1]
            off = max(dist((end.x, end.y), (went.end.x, went.end.y)), abs(turn_between(end.facing, went.end.facing)))
            assert off < 0.01, event
            charged.append("charged" in event.say(str, str))
        places = {unit.id: book.boundary(battle, unit) for unit in battle.units}
        stood.update({number: place for number, place in places.items() if place is not None})

    Game(book, battle, history=False, on_event=hear).feed(record.entries)
    assert any(charged)
