"""Whether the dice of battles are proved: in records, on the page, in the report."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from examples.tiny_race import RULESET
from tests.forging import forged, rolls_at, sealed_with
from tests.server.harness import Made, Page, Table, bid_and_run, refusals, serving
from warhost.dice import Chance
from warhost.play import Game, Record, Setup, luck_of, parse_record, proof_of, record_of, replay

SETUP = Setup(ruleset="tiny", armies=("Hares", "Tortoises"))


def finish(pages: list[Page]) -> None:
    while not pages[0].state["over"]:
        bid_and_run(pages, "0", "0")


def played_out(table: Table, take_back: bool = False, **house: bool) -> Made:
    made = table.tiny(seed=None, house=house)
    with made.pages() as pages:
        bid_and_run(pages, "0", "0")
        if take_back:
            take_back_the_run(pages)
        finish(pages)
    return made


def take_back_the_run(pages: list[Page]) -> None:
    """The run of the first seat, after which the rabbit has hopped; the other seat agrees."""
    before = pages[0].state["number"]
    assert refusals(pages[0].send(type="undo")) == []
    assert refusals(pages[1].send(type="consent", yes=True)) == []
    assert pages[0].state["number"] == before - 2
    assert refusals(pages[0].run(0.5)) == []


def exported(table: Table, made: Made) -> Record:
    data = table.client.get(f"{made.path}/record", headers={"X-Warhost-Token": made.watch}).content
    return parse_record(data, "exported")


def verdict(record: Record) -> str:
    return proof_of(record, replay(record, RULESET)).verdict


def taken_in(table: Table, record: Record, status: int = 201) -> dict[str, Any]:
    response = table.client.post("/api/import", content=msgspec.json.encode(record))
    assert response.status_code == status, response.text
    told: dict[str, Any] = response.json()
    return told


def shown(table: Table, record: Record) -> tuple[dict[str, Any], Record, str]:
    """Of a record that was taken in: what its page is told of the dice, the record as it is exported, the report."""
    made = taken_in(table, record)
    with table.page(made["watch"]) as page:
        dice = page.last("hello")["dice"]
    again = table.client.get(f"/api/battles/{made['id']}/record?token={made['watch']}").content
    report = table.client.get(f"/api/battles/{made['id']}/report?token={made['watch']}").text
    return dice, parse_record(again, "again"), report


def raced(seed: str | None = "old") -> Record:
    """A record as `warhost simulate` makes it."""
    game, chance = Game(RULESET, RULESET.set_up(SETUP), luck_of(Chance(seed or "old"))), Chance("players")
    while not game.over:
        game.answer(game.asked.sample(chance))
    return record_of(game, SETUP, ("random", "random"), seed)


def test_the_dice_of_a_battle_are_proved_after_its_end(table: Table) -> None:
    made = played_out(table)
    record = exported(table, made)
    proof = proof_of(record, replay(record, RULESET))
    assert (proof.verdict, proof.commitment) == ("proved", made.commitment)


def test_a_take_back_after_which_the_same_dice_fall_leaves_no_gap(table: Table) -> None:
    record = exported(table, played_out(table, take_back=True))
    assert verdict(record) == "proved"
    dice, _, report = shown(table, record)
    assert dice["text"].endswith("rolls are proved by the seed.")
    assert "skipped" not in report


def test_a_take_back_after_which_new_dice_fall_leaves_a_gap_that_is_told(table: Table) -> None:
    record = exported(table, played_out(table, take_back=True, new_dice=True))
    assert verdict(record) == "gaps"
    dice, again, report = shown(table, record)
    assert dice["verdict"] == "gaps"
    assert "skipped in 1 place. This happens when players agree to roll new dice after a take-back" in dice["text"]
    assert "skipped in 1 place" in report
    assert again.places == record.places


def test_a_branch_proves_what_fell_in_it(table: Table) -> None:
    made = played_out(table)
    branch = Made(table, table.post(f"{made.path}/branch", made.watch, at=8))
    with branch.pages() as pages:
        finish(pages)
    record = exported(table, branch)
    assert verdict(record) == "partly"
    assert record.places is not None
    assert record.places[:3] == (None, None, 0)
    assert shown(table, record)[0]["verdict"] == "partly"


def test_a_branch_in_which_new_dice_fall_after_a_take_back_tells_both(table: Table) -> None:
    made = played_out(table)
    branch = Made(table, table.post(f"{made.path}/branch", made.watch, at=4, house={"new_dice": True}))
    with branch.pages() as pages:
        bid_and_run(pages, "0", "0")
        take_back_the_run(pages)
        finish(pages)
    text = shown(table, exported(table, branch))[0]["text"]
    assert text.startswith("The first of ")
    assert "fell before this battle branched off another. The rest is proved by the seed." in text
    assert "skipped in 1 place." in text


def test_a_branch_with_the_same_dice_proves_all_of_them(table: Table) -> None:
    made = played_out(table)
    branch = Made(table, table.post(f"{made.path}/branch", made.watch, at=8, same_dice=True))
    with branch.pages() as pages:
        finish(pages)
    assert verdict(exported(table, branch)) == "proved"


def test_a_rematch_has_dice_of_its_own_that_are_proved(table: Table) -> None:
    made = played_out(table)
    again = Made(table, table.post(f"{made.path}/rematch", made.watch))
    with again.pages() as pages:
        finish(pages)
    record = exported(table, again)
    assert verdict(record) == "proved"
    assert record.seed != exported(table, made).seed


def test_the_report_says_that_the_dice_are_proved(table: Table) -> None:
    made = played_out(table)
    report = table.client.get(f"{made.path}/report?token={made.watch}").text
    assert '<p class="proof good">All ' in report
    assert made.commitment in report


@pytest.mark.parametrize("alter", ["dice", "seed", "places"])
def test_a_record_whose_luck_was_altered_is_refused(table: Table, alter: str) -> None:
    record = raced()
    false = {
        "dice": forged(record, RULESET, 1),
        "seed": sealed_with(record, seed="better"),
        "places": sealed_with(record, places=tuple(range(2, len(rolls_at(record)) + 2))),
    }[alter]
    assert "its dice were altered" in taken_in(table, false, 400)["error"]


def test_a_record_of_the_command_line_is_proved_and_exported_as_it_was(table: Table) -> None:
    record = raced()
    dice, again, report = shown(table, record)
    assert dice["verdict"] == "proved"
    assert dice["commitment"] == Chance("old").commitment()
    assert '<p class="proof good">' in report
    assert verdict(again) == "proved"
    assert again.seed == Chance("old").seed.hex()


def test_a_record_without_a_seed_is_taken_in_and_said_to_be_unproved(table: Table) -> None:
    dice, again, report = shown(table, raced(None))
    assert dice == {"verdict": "unproved", "text": "The dice are unproved: the record has no seed.", "commitment": ""}
    assert again.seed is None
    assert '<p class="proof bad">The dice are unproved' in report


def test_an_old_record_whose_dice_do_not_follow_is_taken_in_and_said_to_be_unproved(table: Table) -> None:
    dice, again, _ = shown(table, sealed_with(forged(raced(), RULESET, 1), format=1, places=None))
    assert dice["verdict"] == "unproved"
    assert "do not follow from the seed" in dice["text"]
    assert again.seed is None


def test_a_record_that_is_shown_from_its_snapshots_is_unproved(table: Table) -> None:
    record = raced()
    steps = (record.steps[0], msgspec.structs.replace(record.steps[1], hash="0" * 16), *record.steps[2:])
    dice, _, report = shown(table, msgspec.structs.replace(record, version="0.9", steps=steps))
    assert dice["verdict"] == "unproved"
    assert "only by replaying the battle" in report


def test_what_is_proved_is_known_after_a_restart_too(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.sqlite") as table:
        made = taken_in(table, raced())
    with serving(tmp_path / "battles.sqlite") as table, table.page(made["watch"]) as page:
        assert page.last("hello")["dice"]["verdict"] == "proved"


def test_a_branch_off_a_record_has_dice_of_its_own(table: Table) -> None:
    made = taken_in(table, raced())
    path = f"/api/battles/{made['id']}/branch"
    assert table.post(path, made["watch"], 400, at=4, same_dice=True)["rule"] == "play.seed"
    branch = Made(table, table.post(path, made["watch"], at=4))
    with branch.pages() as pages:
        assert pages[0].last("hello")["dice"] is None
        finish(pages)
    record = exported(table, branch)
    assert verdict(record) == "partly"
    assert record.seed != Chance("old").seed.hex()


def test_nothing_is_said_of_dice_while_their_seed_is_a_secret(table: Table) -> None:
    made = table.tiny(seed=None)
    with made.pages() as pages:
        assert pages[0].last("hello")["dice"] is None
