"""Many battles: the schedule, the work on several processes, the intervals."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import pytest

from warhost.errors import WarhostError
from warhost.lab import Plan, Played, interval, play_all, schedule, summarise
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


def test_a_map_is_drawn_on_which_the_options_count() -> None:
    plan = Plan(ruleset="aofr", players=("random", "random"), games=20, seed="7", options={"placement": "free"})
    assert {job.setup.map for job in schedule(plan)} == {"generic", "hospitable", "wasteland", "death"}


def test_every_army_meets_every_army_and_itself_from_either_seat() -> None:
    armies = ruleset("aofr").armies()
    plan = Plan(ruleset="aofr", players=("captain", "random"), games=40, seed="7", pairings=True)
    jobs = list(schedule(plan))
    seen = Counter(job.setup.armies for job in jobs)
    assert seen == {(one, other): 4 if one == other else 2 for one in armies for other in armies}
    assert {(job.setup.armies, job.moved) for job in jobs} == {(pair, who) for pair in seen for who in (0, 1)}
    with pytest.raises(WarhostError, match="not both"):
        play_all(msgspec.structs.replace(plan, armies=("Unburied Host",)))


def test_pairings_without_mirrors_are_those_of_different_armies() -> None:
    plan = Plan(ruleset="kow", players=("captain", "captain"), games=30, seed="7", pairings=True, mirrors=False)
    met = Counter(frozenset(job.setup.armies) for job in schedule(plan))
    assert set(met.values()) == {2}
    assert len(met) == 15
    assert all(len(pair) == 2 for pair in met)
    with pytest.raises(WarhostError, match="Only where every army plays every army"):
        play_all(msgspec.structs.replace(plan, pairings=False))


def test_a_pairing_is_told_from_the_view_of_its_first_army() -> None:
    plan = Plan(ruleset="aofr", players=("random", "random"), games=2, seed="7", pairings=True)
    first, second = "Unburied Host", "Burrowfolk Swarm"
    played = play_all(msgspec.structs.replace(plan, pairings=False, armies=(first, second), games=1))[0]
    won = Played(0, msgspec.structs.replace(played.result, winners=(0,)), moved=0)
    (line,) = summarise(plan, [won], 1.0).pairings
    assert (line.name, line.wins, line.losses) == ("Burrowfolk Swarm against Unburied Host", 0, 1)
    mirror = msgspec.structs.replace(won.result, setup=msgspec.structs.replace(won.result.setup, armies=(first, first)))
    (line,) = summarise(plan, [Played(0, mirror, moved=0)], 1.0).pairings
    assert (line.name, line.wins) == ("Unburied Host against itself, first seat", 1)


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
