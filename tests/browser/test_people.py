"""Two people at one table, each with a browser of their own."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import ARMIES, Table, either_is_asked

TWO = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]


@pytest.mark.slow
def test_what_the_other_answered_since_is_taken_back_by_consent_only(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    friend.takes(made, 1)
    asked, other = deployed(table, friend)
    before = asked.number
    asked.page.get_by_role("button", name="Ask to take back").click()
    other.page.locator(".consent").get_by_role("button", name="Agree").click()
    asked.until("now.number >= 0 && now.number < given", before)
    asked.is_asked("place")


@pytest.mark.slow
def test_a_battle_over_the_network_outlives_a_lost_connection(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    friend.takes(made, 1)
    asked, other = deployed(table, friend)
    here = other.page.url
    other.page.goto("about:blank")
    number = asked.number
    while asked.until("now.may_answer || now.text.startsWith('Waiting for')").may_answer:
        asked.answers()
    asked.is_past(number)
    other.page.goto(here)
    before = other.wait().number
    asked.is_at(before)
    other.answers()
    asked.is_past(before)


@pytest.mark.slow
def test_a_battle_that_one_of_two_deletes_stays_with_the_other(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO, title="The ford")
    friend.takes(made, 1)
    friend.page.locator(".question h2").wait_for()
    for one, says in ((table, "The other players keep it"), (friend, "was deleted")):
        one.page.goto("/#/library")
        one.page.get_by_role("button", name="Delete: The ford").click()
        expect(one.page.locator(".battle-row.deleted")).to_contain_text(says)
        one.page.get_by_role("heading", name="No battle yet").wait_for()


def deployed(one: Table, two: Table) -> tuple[Table, Table]:
    """Both deploy; then whoever is asked first, and the other, who is told to wait."""
    while True:
        here, there = either_is_asked(one, two)
        asked, other = (one, two) if here.may_answer else (two, one)
        seen = here if here.may_answer else there
        if "deploy" not in seen.text and seen.kind == "choose" and "edge" not in seen.text:
            return asked, other
        asked.answers()


@pytest.mark.slow
def test_the_link_of_the_seat_that_is_asked_takes_it_at_once(table: Table) -> None:
    body = {"armies": ARMIES, "map": "1", "seed": "5", "seats": TWO}
    made = table.post("/api/battles", body)
    table.takes(made, 0)
    table.page.locator(".question h2", has_text="Waiting for Bob").wait_for()
    table.page.goto(f"/#/join/{made['id']}/1/{made['tokens']['1']}")
    table.wait()
    expect(table.page.locator(".turn-row .over").first).to_contain_text("Bob", ignore_case=True)


@pytest.mark.slow
def test_one_screen_serves_two_who_hold_both_keys(table: Table) -> None:
    made = table.post("/api/battles", {"armies": ARMIES, "map": "1", "seed": "1", "seats": TWO})
    table.takes(made, 1)
    table.page.locator(".question h2", has_text="Waiting for Ann").wait_for()
    table.takes(made, 0)
    table.wait()
    led = set()
    for _ in range(14):
        # Found and read in one step: between two questions the row says nobody's name for a moment.
        turn = table.page.locator(".turn-row .over", has_text="·").first
        led.add(turn.inner_text().rpartition("·")[2].strip().lower())
        table.answers()
        asked = table.wait()
        if "moves next" in asked.text or "charges" in asked.text:
            break
    assert led == {"ann", "bob"}


@pytest.mark.slow
def test_a_friend_by_a_link_keeps_the_seat_to_themselves(table: Table, friend: Table) -> None:
    page = table.page
    page.goto("/")
    page.locator(".side").nth(1).get_by_label("Played by").select_option(label="A friend, by a link")
    page.locator(".side").nth(1).locator("select").first.select_option("")
    page.get_by_role("button", name="To the table").click()
    invitation = page.locator("dialog[open] .share-seat").nth(1)
    link = invitation.get_by_role("textbox").input_value()
    boxes = page.locator(".share-seat").get_by_role("checkbox")
    expect(boxes).to_have_count(2)
    expect(boxes.nth(0)).not_to_be_checked()
    expect(boxes.nth(1)).to_be_checked()
    page.keyboard.press("Escape")
    friend.page.goto(link)
    _, other = deployed(table, friend)
    expect(other.page.locator(".question.open")).to_have_count(0)
    for place, seen in enumerate((table, friend)):
        expect(seen.page.locator(".seats .kind").nth(place)).to_have_text("you")
