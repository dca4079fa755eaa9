"""What decided a battle, branches with other players and dice, and records that today's rules do not replay."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.tiny_race import RULESET
from tests.server.harness import Made, Page, Table, bid_and_run, refusals, serving
from warhost.dice import Chance, Dice
from warhost.play import (
    Battle,
    Game,
    Record,
    Setup,
    luck_of,
    parse_record,
    record_of,
    sealed_record,
)
from warhost.rulesets.regiments.ruleset import RULESET as AOFR
from warhost.server.battles.importing import why_not
from warhost.server.battles.setting_up import branch_title

SETUP = Setup(ruleset="tiny", armies=("Hares", "Tortoises"))


def played_out(table: Table, **wanted: Any) -> Made:
    made = table.tiny(**wanted)
    with made.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
    return made


def raced(start: Battle | None = None) -> Record:
    game, chance = Game(RULESET, start or RULESET.set_up(SETUP), luck_of(Chance("old"))), Chance("players")
    while not game.over:
        game.answer(game.asked.sample(chance))
    return record_of(game, SETUP, ("Ann", "Bob"))


def older() -> Record:
    """The record of a race that other rules made."""
    record = raced()
    steps = (record.steps[0], msgspec.structs.replace(record.steps[1], hash="0" * 16), *record.steps[2:])
    return msgspec.structs.replace(record, version="0.9", steps=steps)


def taken_in(table: Table, record: Record) -> dict[str, Any]:
    response = table.client.post("/api/import", content=msgspec.json.encode(record))
    assert response.status_code == 201, response.text
    made: dict[str, Any] = response.json()
    return made


def test_the_course_is_told_after_the_end_and_not_before(table: Table) -> None:
    made = table.tiny()
    assert table.get(f"{made.path}/course", made.watch, 400)["rule"] == "play.hidden"
    made = played_out(table)
    course = table.get(f"{made.path}/course", made.watch)
    last = table.get(f"{made.path}/timeline", made.watch)["last"]
    assert course["standings"][-1]["at"] == last
    assert all(abs(sum(standing["chance"]) - 1) < 1e-5 for standing in course["standings"])
    assert [one["turn"] for one in course["rounds"]] == list(range(1, len(course["rounds"]) + 1))


def test_a_branch_has_the_players_and_the_title_that_were_wished_for(table: Table) -> None:
    made = played_out(table)
    seats = [{"player": "random"}, {"player": "human"}]
    branch = table.post(f"{made.path}/branch", made.watch, at=3, seats=seats, title="What if")
    assert branch["title"] == "What if"
    assert list(branch["tokens"]) == ["1"]
    with table.page(branch["tokens"]["1"]) as page:
        assert [seat["kind"] for seat in page.last("hello")["seats"]] == ["random", "human"]


def test_a_branch_has_no_players_that_are_not_known(table: Table) -> None:
    made = played_out(table)
    for seats in ([{"player": "program rm"}, {"player": "human"}], [{"player": "human"}]):
        table.post(f"{made.path}/branch", made.watch, 400, at=0, seats=seats)


def hops(page: Page) -> list[tuple[int, ...]]:
    lines = [line for message in page.all("events") for line in message["lines"]]
    return [tuple(line["dice"]["faces"]) for line in lines if line["dice"]]


def test_with_the_same_dice_what_is_done_again_comes_out_again(table: Table) -> None:
    made = played_out(table)
    with table.page(made.watch) as page:
        fell = hops(page)
    after_one_round = 4
    same = Made(table, table.post(f"{made.path}/branch", made.watch, at=after_one_round, same_dice=True))
    other = Made(table, table.post(f"{made.path}/branch", made.watch, at=after_one_round, seed="another"))
    rolled = []
    for branch in (same, other):
        with branch.pages() as pages:
            while not pages[0].state["over"]:
                bid_and_run(pages, "0", "0")
        with table.page(branch.watch) as page:
            rolled.append(hops(page))
    assert rolled[0] == fell
    assert rolled[1][:1] == fell[:1]
    assert rolled[1] != fell


def test_a_branch_with_the_same_dice_can_be_checked_like_any_battle(table: Table) -> None:
    made = played_out(table)
    branch = Made(table, table.post(f"{made.path}/branch", made.watch, at=4, same_dice=True))
    with branch.pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
        pages[0].send(type="seed")
        told = pages[0].last("seed")
        fell = hops(pages[0])
    assert len(told["rolls"]) == len(fell)
    for (_, place), faces in zip(told["rolls"], fell, strict=True):
        assert Chance(told["seed"], place).roll(Dice.parse("D6")) == faces


def test_dice_to_come_are_not_told_by_a_branch(table: Table) -> None:
    made = table.create(seats=[{"player": "human"}, {"player": "human"}], map="1")
    told = table.post(f"{made.path}/branch", made.tokens[0], 400, at=0, same_dice=True)
    assert told["rule"] == "play.seed"
    assert "after the end" in told["error"]


def test_a_record_of_older_rules_is_shown_from_its_snapshots(table: Table) -> None:
    record = older()
    made = taken_in(table, record)
    path = f"/api/battles/{made['id']}"
    with table.page(made["watch"]) as page:
        assert "it was made by tiny 0.9, this is 1.0" in page.last("hello")["note"]
        assert page.state["over"]
        assert record.outcome is not None
        assert page.state["outcome"]["text"] == record.outcome.text
        assert "view-only" in refusals(page.send(type="survey", id=1, unit=0))[0]
    stops = table.get(f"{path}/timeline", made["watch"])["stops"]
    assert [stop["number"] for stop in stops] == [shot.at for shot in record.snapshots]
    moment = table.get(f"{path}/moment/{stops[1]['number']}", made["watch"])
    assert moment["picture"]["turn"] == record.snapshots[1].turn
    assert table.get(f"{path}/course", made["watch"])["rounds"]
    report = table.client.get(f"{path}/report?token={made['watch']}").text
    assert "Showing its snapshots" in report
    assert "Player: Ann" in report
    assert parse_record(table.client.get(f"{path}/record?token={made['watch']}").content, "it").version == "0.9"


@pytest.mark.parametrize("what", ["branch", "rematch"])
def test_nothing_is_played_on_from_a_record_of_older_rules(table: Table, what: str) -> None:
    made = taken_in(table, older())
    body = {"at": 1} if what == "branch" else {}
    told = table.post(f"/api/battles/{made['id']}/{what}", made["watch"], 400, **body)
    assert "made by tiny 0.9" in told["error"]


def test_a_record_of_older_rules_is_still_there_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path / "b.sqlite") as table:
        made = taken_in(table, older())
    with serving(tmp_path / "b.sqlite") as table:
        with table.page(made["watch"]) as page:
            assert "made by tiny 0.9" in page.last("hello")["note"]
        headers = {"X-Warhost-Token": made["watch"]}
        assert table.client.delete(f"/api/battles/{made['id']}", headers=headers).status_code == 204


def test_a_record_of_older_rules_that_still_hold_can_be_branched_from(table: Table) -> None:
    start = RULESET.set_up(SETUP)
    start.scene = msgspec.structs.replace(start.scene, version="0.9")
    record = msgspec.structs.replace(raced(start), version="0.9")
    made = taken_in(table, sealed_record(record))
    assert table.post(f"/api/battles/{made['id']}/branch", made["watch"], at=3)["tokens"]


def test_a_record_that_could_only_be_shown_is_whole_when_it_can_be_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = raced()
    with serving(tmp_path / "b.sqlite") as table, monkeypatch.context() as older_warhost:
        older_warhost.setattr("warhost.server.battles.all_battles.why_not", lambda *_: "Other rules.")
        made = taken_in(table, record)
    with serving(tmp_path / "b.sqlite") as table:
        with table.page(made["watch"]) as page:
            assert page.state["number"] == len(record.entries)
            assert page.state["over"]
        assert table.post(f"/api/battles/{made['id']}/branch", made["watch"], at=3)["tokens"]


def of_other_lists(**figures: int) -> Record:
    """The beginning of a battle in which a weapon of a house army is not what it is today."""
    setup = Setup(ruleset="aofr", armies=("Burrowfolk Swarm", "Unburied Host"), map="open")
    start = msgspec.to_builtins(AOFR.set_up(setup))
    start["scene"]["regiments"][0]["groups"][0]["weapons"][0].update(figures)
    game = Game(AOFR, msgspec.convert(start, AOFR.battle_type), luck_of(Chance("old")))
    chance = Chance("players")
    for _ in range(6):
        game.answer(game.asked.sample(chance))
    return record_of(game, setup)


def test_a_record_with_army_lists_of_its_time_can_be_branched_from(table: Table) -> None:
    made = taken_in(table, of_other_lists(attacks=7))
    branch = table.post(f"/api/battles/{made['id']}/branch", made["watch"], at=4)
    with table.page(branch["tokens"]["0"]) as page:
        assert not page.last("hello")["note"]
        assert "A7" in str(page.state["picture"]["units"][0])


def test_a_record_with_an_option_that_did_nothing_can_be_branched_from(table: Table) -> None:
    """Today such an option is refused."""
    plain = Setup(ruleset="aofr", armies=("Burrowfolk Swarm", "Unburied Host"), map="open")
    setup = msgspec.structs.replace(plain, options={"attacker": 0})
    game = Game(AOFR, AOFR.set_up_again(setup, AOFR.set_up(plain)), luck_of(Chance("old")))
    game.answer(game.asked.sample(Chance("players")))
    made = taken_in(table, record_of(game, setup))
    assert table.post(f"/api/battles/{made['id']}/branch", made["watch"], at=1)["tokens"]


@pytest.mark.parametrize("figure", ["attacks", "range", "count"])
def test_army_lists_that_nobody_could_bring_are_not_played_on(figure: str) -> None:
    record = of_other_lists(**{figure: 10**6})
    assert "starts differently from what its setup says" in why_not(record, AOFR, "it")


def test_snapshots_that_no_table_could_hold_are_not_taken_in(table: Table) -> None:
    record = older()
    shot = msgspec.json.decode(record.snapshots[0].battle)
    shot["units"] *= 500
    crowded = msgspec.structs.replace(record.snapshots[0], battle=msgspec.Raw(msgspec.json.encode(shot)))
    for snapshots, says in (((crowded, *record.snapshots[1:]), "more than 400 units"), ((), "no snapshots")):
        broken = msgspec.structs.replace(record, snapshots=snapshots)
        response = table.client.post("/api/import", content=msgspec.json.encode(broken))
        assert response.status_code == 400
        assert says in response.json()["error"]


def test_whoever_played_a_record_is_named_in_its_report(table: Table) -> None:
    shown = taken_in(table, raced())
    report = table.client.get(f"/api/battles/{shown['id']}/report?token={shown['watch']}").text
    assert "Player: Ann" in report


def test_the_report_can_be_had_as_a_file(table: Table) -> None:
    made = played_out(table)
    response = table.client.get(f"{made.path}/report?token={made.watch}&file")
    assert response.headers["content-disposition"].startswith("attachment")


def test_the_title_of_a_branch_says_truly_what_it_branches_from(table: Table) -> None:
    made = played_out(table)
    branch = table.post(f"{made.path}/branch", made.watch, at=3)
    assert branch["title"].endswith(" (from move 3)")


def test_of_a_long_title_the_end_goes_and_not_the_moves_that_it_branches_from() -> None:
    assert branch_title("The pass (from move 3)", 12) == "The pass (from move 3, then 12)"
    assert branch_title("x" * 80, 12) == "x" * 65 + " (from move 12)"
