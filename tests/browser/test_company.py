"""Other people at the table: they concede, offer a draw, come and go; and what runs is found on the first page."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table

TWO = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]


def joined(table: Table, friend: Table, **wanted: Any) -> dict[str, Any]:
    """Two people at a battle, each in a browser of their own."""
    made = table.new_battle(seats=TWO, **wanted)
    friend.takes(made, 1)
    expect(friend.page.locator(".seats .kind").nth(1)).to_have_text("you")
    return made


def choose_in_menu(page: Page, name: str) -> None:
    page.locator(".menu summary").click()
    page.locator(".menu").get_by_role("button", name=name).click()


def ends_at(table: Table, report: str) -> None:
    """Until the end leads to that report, to be read and to be saved, and nowhere else."""
    links = table.page.locator("dialog[open] a")
    table.settles(lambda: links.evaluate_all("links => links.map((link) => link.href)"), [report, f"{report}?file"])


@pytest.mark.slow
def test_a_player_concedes_after_a_question_and_both_see_the_end(table: Table, friend: Table, axe: str) -> None:
    made = joined(table, friend, title="The ford")
    choose_in_menu(table.page, "Concede")
    sure = table.page.get_by_role("dialog", name="Concede the battle?")
    table.keeps_nobody_out(axe)
    sure.get_by_role("button", name="Fight on").click()
    expect(sure).to_have_count(0)
    table.wait()
    choose_in_menu(table.page, "Concede")
    sure.get_by_role("button", name="Concede", exact=True).click()
    for one, title in ((table, "Defeat"), (friend, "Victory")):
        end = one.page.get_by_role("dialog", name=title)
        expect(end.locator(".outcome")).to_have_text("Ann conceded. Victory for Bob.")
        # Nothing that leads on from the end carries a key.
        ends_at(one, f"{one.address}/api/battles/{made['id']}/report")
    table.page.get_by_role("button", name="Look at the table").click()
    expect(table.page.locator(".log, .tabs, .side-panel").first).to_contain_text("Ann conceded. Victory for Bob.")
    table.page.locator(".menu summary").click()
    expect(table.page.locator(".menu").get_by_role("button", name="Concede")).to_have_count(0)
    table.page.goto("/#/library")
    expect(table.page.locator(".battle-row", has_text="The ford")).to_contain_text("Ann conceded. Victory for Bob.")
    friend.page.goto(f"/api/battles/{made['id']}/report")
    expect(friend.page.locator("body")).to_contain_text("Ann conceded. Victory for Bob.")


@pytest.mark.slow
def test_a_draw_is_offered_declined_and_taken(table: Table, friend: Table) -> None:
    joined(table, friend)
    choose_in_menu(table.page, "Offer a draw")
    expect(table.page.locator(".decide")).to_contain_text("You offered a draw. Waiting for the answer.")
    asked = friend.page.locator(".consent")
    expect(asked).to_contain_text("Ann offers a draw. Do you agree?")
    asked.get_by_role("button", name="Decline").click()
    table.is_told("Bob declined the draw.")
    expect(table.page.locator(".decide")).not_to_contain_text("You offered a draw")
    choose_in_menu(friend.page, "Offer a draw")
    table.page.locator(".consent").get_by_role("button", name="Agree").click()
    for one in (table, friend):
        expect(one.page.get_by_role("dialog", name="A draw")).to_contain_text("The players agreed on a draw.")


def at_one_screen(table: Table) -> dict[str, Any]:
    """Ann and Bob share a browser."""
    made = table.new_battle(seats=TWO)
    table.takes(made, 1)
    table.wait()
    return made


@pytest.mark.slow
def test_two_at_one_screen_agree_on_a_draw_with_one_click(table: Table, axe: str) -> None:
    at_one_screen(table)
    choose_in_menu(table.page, "Offer a draw")
    sure = table.page.get_by_role("dialog", name="Agree on a draw?")
    expect(sure).to_contain_text("Ann and Bob both have to agree.")
    table.keeps_nobody_out(axe)
    sure.get_by_role("button", name="Fight on").click()
    expect(sure).to_have_count(0)
    table.wait()
    choose_in_menu(table.page, "Offer a draw")
    sure.get_by_role("button", name="We both agree").click()
    expect(table.page.get_by_role("dialog", name="A draw")).to_contain_text("The players agreed on a draw.")


@pytest.mark.slow
@pytest.mark.parametrize(("loser", "winner"), [("Ann", "Bob"), ("Bob", "Ann")])
def test_two_at_one_screen_say_who_concedes(table: Table, loser: str, winner: str) -> None:
    at_one_screen(table)
    choose_in_menu(table.page, "Concede")
    sure = table.page.get_by_role("dialog", name="Concede the battle?")
    sure.get_by_role("button", name=f"{loser} concedes").click()
    expect(table.page.locator("dialog[open] .outcome")).to_have_text(f"{loser} conceded. Victory for {winner}.")


def decides(table: Table) -> str:
    """Who is asked at this screen, once somebody is."""
    table.wait()
    return table.page.locator(".turn-row .over").inner_text().rpartition("·")[2].strip().title()


@pytest.mark.slow
def test_at_one_screen_the_last_decision_is_taken_back_whoever_made_it(table: Table) -> None:
    at_one_screen(table)
    undo = table.page.get_by_role("button", name="Take back", exact=True)
    first = last = decides(table)
    while last == first:
        asked = table.wait()
        table.answers()
        last = decides(table)
    expect(undo).to_have_attribute("title", re.compile(f"made by {first}"))
    undo.click()
    table.is_at(asked.number)
    assert decides(table) == first


@pytest.mark.slow
def test_two_at_one_screen_agree_to_take_back_what_dice_followed(table: Table) -> None:
    at_one_screen(table)
    undo = table.page.get_by_role("button", name="Take back", exact=True)
    rolled = re.compile("Dice have been rolled since")
    table.wait()
    while not rolled.search(undo.get_attribute("title") or ""):
        table.answers()
        table.wait()
    before = table.number
    undo.click()
    sure = table.page.get_by_role("dialog", name="Take back the last decision?")
    sure.get_by_role("button", name="We both agree").click()
    table.until("now.number >= 0 && now.number < given", before)
    expect(table.page.locator(".consent")).to_have_count(0)


@pytest.mark.slow
def test_a_computer_says_why_it_takes_no_draw(table: Table) -> None:
    table.new_battle()
    choose_in_menu(table.page, "Offer a draw")
    table.is_told("no draw")
    expect(table.page.locator(".decide")).not_to_contain_text("You offered a draw")
    table.wait()


@pytest.mark.slow
def test_whether_the_other_is_here_away_or_thinking_is_told_and_spoken(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    bob = table.page.locator(".seats li").nth(1).locator(".presence")
    expect(bob).to_have_text("not here")
    friend.takes(made, 1)
    expect(bob).to_have_text("here")
    expect(table.page.locator(".voice")).to_contain_text("At the table: Bob.")
    expect(friend.page.locator(".seats li").nth(0).locator(".presence")).to_have_text("thinking")
    expect(friend.page.locator(".seats li").nth(1).locator(".presence")).to_have_count(0)
    friend.page.goto("about:blank")
    expect(bob).to_have_text("just left")
    expect(table.page.locator(".voice")).to_contain_text("Left the table: Bob.")


@pytest.mark.slow
def test_computers_have_plain_names_and_a_sentence_each(table: Table) -> None:
    page = table.page
    page.goto("/")
    side = page.locator(".side").nth(1)
    expect(side).to_contain_text("Plays to win and explains its moves.")
    side.get_by_label("Played by").select_option(label="Computer: Recruit")
    expect(side).to_contain_text("Moves at random. Good for learning the buttons.")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats .kind")).to_have_text(["you", "Recruit"])


@pytest.mark.slow
def test_running_battles_are_on_the_first_page(table: Table, axe: str) -> None:
    page = table.page
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    expect(page.locator(".running-battles")).to_have_count(0)
    for number in range(4):
        table.new_battle(title=f"Battle {number}")
    choose_in_menu(page, "Concede")
    page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    expect(page.get_by_role("dialog", name="Defeat")).to_be_visible()
    table.new_battle(title="Battle 4")
    page.goto("/#/")
    running = page.locator(".running-battles")
    expect(running.locator("h3")).to_have_text(["Battle 4", "Battle 2", "Battle 1"])
    expect(running.locator("li").first).to_contain_text("Your move")
    table.keeps_nobody_out(axe)
    expect(running.get_by_role("link", name="All my battles")).to_be_visible()
    running.get_by_role("link", name="Resume: Battle 2").click()
    expect(page).to_have_url(re.compile("#/battle/"))
    table.wait()
