"""How far a whole side reaches: asked by either side and by spectators, told to each as it may see the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.harness import PEOPLE, Made, Page, Table, refusals
from tests.server.hiding import code


def hidden_battle(table: Table) -> Made:
    return table.create(ruleset="hiding", armies=["Hares", "Foxes"], seats=PEOPLE)


def threats(page: Page, seat: int, **more: Any) -> dict[str, Any]:
    page.send(type="threats", id=7, seat=seat, **more)
    return page.last("threatened")


@pytest.mark.parametrize("seat", [0, 1])
def test_both_sides_and_spectators_ask_for_either_side(table: Table, seat: int) -> None:
    made = hidden_battle(table)
    for token in (*made.tokens, made.watch):
        with table.page(token) as page:
            told = threats(page, seat)
            assert (told["id"], told["seat"]) == (7, seat)
            assert [menace["unit"] for menace in told["menaces"]] == [seat]


def test_nobody_learns_what_is_hidden_from_it(table: Table) -> None:
    made = hidden_battle(table)
    with table.page(made.tokens[0]) as page, table.page(made.watch) as watcher:
        assert code(0) in str(threats(page, 0))
        assert code(1) not in str(threats(page, 1))
        assert code(0) not in str(threats(watcher, 0))


@pytest.mark.slow
def test_the_past_can_be_asked_about_as_far_as_there_is_one(table: Table) -> None:
    made = table.create(seats=[{"player": "captain"}, {"player": "captain"}], map="1", seed=1)
    with table.page(made.watch) as page:
        page.wait(lambda state: state["picture"]["turn"] > 0)
        assert threats(page, 0, at=0)["menaces"] == []
        assert len(threats(page, 0)["menaces"]) == 4
        assert page.send(type="survey", id=1, unit=0, at=0)[-1]["pose"] is None
        assert "there is no moment 999999" in refusals(page.send(type="threats", id=1, seat=0, at=999_999))[0]


def test_a_seat_that_nobody_has_is_refused(table: Table) -> None:
    with table.page(hidden_battle(table).watch) as page:
        assert refusals(page.send(type="threats", id=1, seat=2)) == ["There is no seat 2 at this table."]


def test_a_rulebook_without_surveys_says_so(table: Table) -> None:
    with table.page(table.tiny().watch) as page:
        (refusal,) = refusals(page.send(type="threats", id=1, seat=0))
        assert "does not show what units can reach" in refusal
