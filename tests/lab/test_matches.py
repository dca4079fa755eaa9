"""Many battles: the schedule, the work on several processes, the intervals."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from warhost.errors import WarhostError
from warhost.lab import Plan, interval, play_all, schedule, summarise
from warhost.play import read_record, replay
from warhost.rulesets import ruleset

PLAN = Plan(ruleset="eow", players=("random", "random"), games=4, seed="7")


def test_the_same_plan_gives_the_same_battles_on_any_number_of_processes() -> None:
    alone = play_all(PLAN)
    together = play_all(PLAN, jobs=2)
    assert [played.result for played in alone] == [played.result for played in together]


def test_players_swap_seats_every_other_game_and_are_counted_as_themselves() -> None:
    plan = msgspec.structs.replace(PLAN, players=("captain", "random"), armies=("orcs", "orcs"), map="open")
    assert [job.players for job in schedule(plan)] == [("captain", "random"), ("random", "captain")] * 2
    summary = summarise(plan, play_all(plan), 1.0)
    assert [line.name for line in summary.players] == ["captain", "random"]
    assert summary.players[0].wins == 4 - summary.draws
    fixed = msgspec.structs.replace(plan, swap=False)
    assert {job.players for job in schedule(fixed)} == {("captain", "random")}


def test_named_armies_and_maps_are_played_and_others_drawn() -> None:
    plan = msgspec.structs.replace(PLAN, armies=("Beast Herds",), map="3", games=30)
    jobs = list(schedule(plan))
    assert {(job.setup.armies[0], job.setup.map) for job in jobs} == {("Beast Herds", "3")}
    assert len({job.setup.armies[1] for job in jobs}) > 5


def test_records_are_kept_and_replay(tmp_path: Path) -> None:
    play_all(msgspec.structs.replace(PLAN, games=2), records=tmp_path)
    paths = sorted(tmp_path.iterdir())
    assert len(paths) == 2
    for path in paths:
        record = read_record(path)
        assert replay(record, ruleset("eow")).hash() == record.final


@pytest.mark.parametrize(
    "change",
    [{"games": 0}, {"players": ("nobody", "random")}, {"armies": ("Nobodies",)}, {"map": "moon"}, {"ruleset": "x"}],
)
def test_a_plan_that_cannot_be_played_is_refused_before_the_first_battle(change: dict[str, object]) -> None:
    with pytest.raises(WarhostError):
        play_all(msgspec.structs.replace(PLAN, **change))


def test_wilsons_interval() -> None:
    found = interval(8, 10)
    assert (round(found.low, 3), round(found.high, 3)) == (0.49, 0.943)
    assert interval(0, 0).high == 1.0
    assert interval(200, 200).high == pytest.approx(1.0)
