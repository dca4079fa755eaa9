"""The captain sets up the units of people who want it, and says what it would answer."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.harness import PEOPLE, Page, Table, refusals
from warhost.rulesets import musters


def advice(page: Page) -> dict[str, Any]:
    """What the captain would answer in the seat of this page."""
    (told,) = [message for message in page.send(type="advise", id=7) if message["type"] == "advised"]
    assert told["id"] == 7
    assert told["number"] == page.state["number"]
    return dict(told)


def follow(page: Page) -> None:
    """Answer as the captain would."""
    page.send(type="answer", number=page.state["number"], answer=advice(page)["answer"])


def till_deployment(page: Page) -> None:
    """Answer what is asked before units are set up."""
    page.wait(lambda state: state["question"] is not None)
    while not page.state["deploying"]:
        follow(page)
        page.wait(lambda state: state["question"] is not None)


def own(page: Page, seat: int = 0) -> list[dict[str, Any]]:
    return [unit for unit in page.state["picture"]["units"] if unit["seat"] == seat]


@pytest.mark.parametrize("book", sorted(musters()))
def test_the_captain_sets_up_all_units_of_a_person_in_every_book(table: Table, book: str) -> None:
    quick = next(card for card in table.get("/api/rulesets") if card["slug"] == book)["quick"]
    made = table.create(ruleset=book, seats=[{"player": "human"}, {"player": "random"}], seed=3, options=quick)
    with table.page(made.tokens[0]) as page:
        till_deployment(page)
        before = sum(unit["pose"] is None for unit in own(page))
        assert before, "nothing is set up yet"
        page.send(type="deploy", on=True)
        page.wait(lambda state: not state["deploying"] or state["over"])
        left = [unit for unit in own(page) if unit["pose"] is None]
        assert len(left) < before / 2, "only what waits in reserve, or goes in the ranks of others, is left"
        assert not page.state["helped"]
        page.wait(lambda state: state["question"] is not None)
        assert refusals(page.send(type="deploy", on=True)) == [
            "Units are set up before the battle: nothing is left to deploy."
        ]


def test_a_person_may_go_on_alone(table: Table) -> None:
    made = table.create(ruleset="kow", seats=PEOPLE, seed=5, options={"points": 1000})
    with made.pages() as pages:
        first = pages[0] if pages[0].question else pages[1]
        till_deployment(first)
        seat = pages.index(first)
        first.send(type="deploy", on=True)
        first.wait(lambda state: state["waiting_seats"] == [1 - seat])
        assert first.state["helped"]
        assert not first.state["thinking"], "the other one is a person"
        assert sum(unit["pose"] is not None for unit in own(first, seat)) == 1
        first.send(type="deploy", on=False)
        assert not first.state["helped"]
        other = pages[1 - seat]
        other.sync()
        assert not other.state["helped"], "the help is for one seat"
        follow(other)
        follow(other)
        first.wait(lambda state: state["question"] is not None)
        assert first.question["topic"] == "deploy", "asked again"
        assert sum(unit["pose"] is not None for unit in own(first, seat)) == 1


def test_who_only_watches_gets_no_help(table: Table) -> None:
    made = table.create(seats=PEOPLE, seed=5, map="1")
    with table.page(made.watch) as page:
        assert refusals(page.send(type="deploy", on=True)) == ["Spectators cannot make decisions."]
        assert refusals(page.send(type="advise", id=1)) == ["Spectators cannot make decisions."]
        assert not page.state["deploying"]


def test_a_unit_that_was_set_up_is_moved_while_nobody_else_has_decided(table: Table) -> None:
    made = table.create(seats=PEOPLE, seed=5, map="1")
    with made.pages() as pages:
        page = pages[0] if pages[0].question else pages[1]
        seat = pages.index(page)
        till_deployment(page)
        assert page.state["movable"] == []
        page.send(type="deploy", on=True)
        page.wait(lambda state: state["waiting_seats"] == [1 - seat])
        before = {unit["id"]: unit["pose"] for unit in own(page, seat)}
        assert sorted(page.state["movable"]) == sorted(before), "the whole army stands, and the other has done nothing"
        number = page.state["number"]
        again = page.state["movable"][-1]
        page.send(type="again", unit=again)
        assert (page.question["ask"], page.question["unit"]) == ("place", again)
        assert page.state["number"] < number
        place = advice(page)["answer"]
        assert place["pose"] == pytest.approx(before[again])
        place["pose"] = before[again][:]
        place["pose"][1] += -0.5 if place["pose"][2] == 0 else 0.5
        page.answer(place)
        assert page.state["number"] == number, "what came after it is given again"
        after = {unit["id"]: unit["pose"] for unit in own(page, seat)}
        assert after.pop(again) == pytest.approx(place["pose"])
        assert after == {unit: pose for unit, pose in before.items() if unit != again}
        strange = own(page, 1 - seat)[0]["id"]
        (why,) = refusals(page.send(type="again", unit=strange))
        assert why.startswith("This unit cannot be moved again")
        other = pages[1 - seat]
        other.sync()
        follow(other)
        page.sync()
        assert page.state["movable"] == []
        assert refusals(page.send(type="again", unit=again)) == [why]


def test_taking_back_ends_the_help(table: Table) -> None:
    made = table.create(seats=PEOPLE, seed=5, map="1")
    with made.pages() as pages:
        page = pages[0] if pages[0].question else pages[1]
        till_deployment(page)
        page.send(type="deploy", on=True)
        page.wait(lambda state: state["waiting_seats"] == [1 - pages.index(page)])
        page.send(type="undo")
        assert page.question is not None
        assert not page.state["helped"]
