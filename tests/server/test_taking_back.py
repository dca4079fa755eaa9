"""Taking back: free until dice fell or something hidden was shown, by consent after that."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import PEOPLE, Page, Table, bid_and_run, deploy, refusals, serving
from warhost.players import Decision
from warhost.server.thinking import Task, Thinkers, decide


def two_people(table: Table, **wanted: Any) -> Any:
    return table.create(seats=PEOPLE, seed=5, map="1", **wanted)


def side_and_unit(pages: list[Page]) -> Page:
    """The roll-off is won by somebody, who picks a side and the first unit to deploy; returns that page."""
    first = pages[0] if pages[0].question else pages[1]
    first.choose("near")
    first.choose(first.question["options"][0]["key"])
    return first


def test_taking_back_is_free_while_no_dice_fell(table: Table) -> None:
    with two_people(table).pages() as pages:
        first = side_and_unit(pages)
        assert first.question["ask"] == "place"
        number = first.state["number"]
        undo = first.state["undo"]
        assert (undo["possible"], undo["free"], undo["asked_by"], undo["redo"]) == (True, True, None, False)
        first.send(type="undo")
        assert first.state["number"] == number - 1
        assert first.question["ask"] == "choose"
        assert first.state["undo"]["redo"]
        first.send(type="redo")
        assert first.state["number"] == number
        assert first.question["ask"] == "place"
        assert refusals(first.send(type="redo")) == ["There is nothing to restore."]


def test_the_units_that_could_be_chosen_instead_are_told(table: Table) -> None:
    with two_people(table).pages() as pages:
        first = side_and_unit(pages)
        deployed = first.question["unit"]
        instead = first.state["undo"]["instead"]
        first.send(type="undo")
        assert first.state["undo"]["instead"] == []
        units = [option["unit"] for option in first.question["options"]]
        assert sorted([deployed, *instead]) == sorted(units)


def test_the_log_loses_what_was_taken_back(table: Table) -> None:
    with two_people(table).pages() as pages:
        first = side_and_unit(pages)
        full = first.log
        first.send(type="undo")
        first.send(type="undo")
        assert len(first.log) < len(full)
        assert full[: len(first.log)] == first.log
        first.send(type="redo")
        first.send(type="redo")
        assert first.log == full
        other = pages[1] if first is pages[0] else pages[0]
        other.sync()
        assert other.log == full


def test_a_new_answer_ends_what_could_be_given_back(table: Table) -> None:
    with two_people(table).pages() as pages:
        first = side_and_unit(pages)
        first.send(type="undo")
        first.choose(first.question["options"][1]["key"])
        assert refusals(first.send(type="redo")) == ["There is nothing to restore."]


def test_nothing_decided_nothing_taken_back(table: Table) -> None:
    with two_people(table).pages() as pages:
        assert "not decided anything yet" in refusals(pages[0].send(type="undo"))[0]


def test_after_dice_the_other_player_must_consent(table: Table) -> None:
    with table.tiny().pages() as pages:
        bid_and_run(pages)
        assert not pages[0].state["undo"]["free"]
        pages[0].send(type="undo")
        assert pages[0].state["number"] == 4
        pages[1].sync()
        assert pages[1].last("consent")["what"] == "Hares ask to take back 1 decision and 1 roll of dice."
        assert pages[1].state["undo"]["asked_by"] == 0
        pages[1].send(type="consent", yes=True)
        assert pages[0].state["number"] == 2
        assert pages[0].question["topic"] == "run"
        assert pages[0].state["undo"]["asked_by"] is None


def test_who_shares_a_screen_agrees_there(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        assert not pages[0].state["undo"]["free"]
        assert refusals(pages[0].send(type="undo", agreed=[made.tokens[1]])) == []
        assert pages[0].state["number"] == 2
        pages[1].sync()
        assert not pages[1].all("consent")


def test_whoever_shares_a_screen_takes_back_what_was_decided_there_last(table: Table) -> None:
    made = two_people(table)
    with made.pages() as pages:
        first = side_and_unit(pages)
        seat = pages.index(first)
        other = pages[1 - seat]
        assert first.state["undo"]["theirs"] is None
        while first.question:
            number = first.state["number"]
            deploy(first)
        assert other.question
        assert other.state["undo"]["theirs"] == {"seat": seat, "free": True}
        assert not other.state["undo"]["possible"]
        assert refusals(other.send(type="undo", agreed=[made.tokens[seat]])) == []
        assert first.state["number"] == number
        assert first.question["ask"] == "place"
        assert first.state["undo"]["redo"]


def test_without_consent_nothing_is_taken_back(table: Table) -> None:
    with table.tiny().pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="undo")
        assert "Nobody has asked" in refusals(pages[0].send(type="consent", yes=True))[0]
        pages[1].send(type="consent", yes=False)
        assert refusals(pages[0].sync()) == ["Tortoises do not agree to the take-back."]
        assert pages[0].state["number"] == 4
        assert "Nobody has asked" in refusals(pages[1].send(type="consent", yes=True))[0]


def test_an_answer_ends_the_asking_for_consent(table: Table) -> None:
    with table.tiny().pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="undo")
        pages[0].choose("1")
        assert "Nobody has asked" in refusals(pages[1].send(type="consent", yes=True))[0]


def test_whoever_comes_later_is_asked_for_consent_too(table: Table) -> None:
    made = table.tiny()
    with made.pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="undo")
        with table.page(made.tokens[1]) as late:
            assert late.all("consent")


def run_and_take_back(pages: list[Page], times: int) -> list[list[str]]:
    """The same run so often, taken back after every time; returns what the log told of each."""
    told = []
    bid_and_run(pages)
    for _ in range(times):
        told.append(pages[0].log)
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        pages[0].sync()
        pages[0].run(1.0)
    return told


def places_of_rolls(pages: list[Page]) -> list[int]:
    """Play to the end; returns where in the stream of dice every roll was."""
    while not pages[0].state["over"]:
        bid_and_run(pages, "0", "0")
    (seed,) = pages[0].send(type="seed")
    return [counter for _, counter in seed["rolls"]]


def test_the_same_dice_fall_again_after_taking_back(table: Table) -> None:
    """Nothing is won by trying the same again."""
    with table.tiny().pages() as pages:
        first, *others = run_and_take_back(pages, 3)
        assert others == [first, first]
        places = places_of_rolls(pages)
    assert places[0] == 0
    assert places == sorted(set(places))


def test_where_players_agree_on_it_other_dice_fall_after_taking_back(table: Table) -> None:
    with table.tiny(house={"new_dice": True}).pages() as pages:
        run_and_take_back(pages, 3)
        places = places_of_rolls(pages)
    assert places[0] >= 3
    assert places == sorted(set(places))


def test_after_giving_back_the_stream_of_dice_goes_on_behind_them(table: Table) -> None:
    with table.tiny().pages() as pages:
        bid_and_run(pages)
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        pages[0].send(type="redo")
        places = places_of_rolls(pages)
    assert places == sorted(set(places))


def test_the_same_dice_fall_again_after_a_restart_too(tmp_path: Path) -> None:
    with serving(tmp_path / "battles.db") as table:
        made = table.tiny()
        with made.pages() as pages:
            bid_and_run(pages)
            log = pages[0].log
            pages[0].send(type="undo")
            pages[1].send(type="consent", yes=True)
    with serving(tmp_path / "battles.db") as table, table.page(made.tokens[0]) as page:
        page.run(1.0)
        assert page.log == log


def test_given_back_dice_are_the_same(table: Table) -> None:
    with table.tiny().pages() as pages:
        bid_and_run(pages)
        log = pages[0].log
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        pages[0].send(type="redo")
        assert pages[0].log == log
        assert pages[0].state["number"] == 4


def test_an_answer_that_waits_for_others_can_be_taken_back_freely(table: Table) -> None:
    with table.tiny().pages() as pages:
        pages[0].choose("5")
        assert pages[0].state["undo"]["free"]
        pages[0].send(type="undo")
        assert pages[0].question["topic"] == "bid"
        pages[0].choose("0")
        pages[1].choose("1")
        assert pages[1].log[:2] == ["Hares bids 0", "Tortoises bids 1"]


def test_taking_back_simultaneous_answers_is_not_free(table: Table) -> None:
    with table.tiny().pages() as pages:
        pages[0].choose("5")
        pages[1].choose("1")
        assert not pages[0].state["undo"]["free"]
        pages[0].send(type="undo")
        pages[1].send(type="consent", yes=True)
        assert pages[0].question["topic"] == "bid"
        assert pages[1].question["topic"] == "bid"
        assert pages[0].state["number"] == 0


@pytest.mark.slow
def test_computers_consent_unless_the_table_says_otherwise(table: Table) -> None:
    seats = [{"player": "human"}, {"player": "random"}]
    for consent, number in ((True, 2), (False, 4)):
        made = table.tiny(seats=seats, house={"consent": consent}, seed="x")
        with table.page(made.tokens[0]) as page:
            page.choose("7")
            page.wait(lambda state: bool(state["question"]) and state["question"]["topic"] == "run")
            page.run(1.0)
            assert page.state["number"] == 4
            came = page.send(type="undo")
            assert page.state["number"] == number
            assert bool(refusals(came)) is not consent


def test_nothing_is_taken_back_after_the_end(table: Table) -> None:
    with table.tiny().pages() as pages:
        while not pages[0].state["over"]:
            bid_and_run(pages, "0", "0")
        assert "The battle is over" in refusals(pages[0].send(type="undo"))[0]


def test_what_a_computer_thinks_about_may_be_taken_back_meanwhile(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking = asyncio.Event()

    async def slowly(self: Thinkers, task: Task, waits: object) -> Decision:
        await thinking.wait()
        return decide(task)

    monkeypatch.setattr(Thinkers, "think", slowly)
    made = table.tiny(seats=[{"player": "human"}, {"player": "random"}])
    with table.page(made.tokens[0]) as page:
        page.choose("5")
        assert page.state["thinking"]
        page.send(type="undo")
        assert page.question["topic"] == "bid"
        page.choose("0")
        assert table.client.portal is not None
        table.client.portal.call(thinking.set)
        page.wait(lambda state: state["number"] >= 2)
        assert page.log[0] == "Hares bids 0"
