"""A season by two people in two browsers: set up, joined by a link, fought here and on a real table, seen by others."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE, Table
from tests.browser.test_company import choose_in_menu

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TOURNAMENT = "Tournament"
CAMPAIGN = "Campaign of Age of Fantasy: Regiments"


def set_up(page: Page, kind: str, **settings: str) -> str:
    """Ann organises a season and invites Ben; returns the link to invite him."""
    page.goto("/#/seasons")
    page.get_by_role("link", name="New season").click()
    page.get_by_role("radio", name=kind).check()
    page.get_by_label("Name of the season").fill("Winter Cup")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Ben")
    for text, choice in settings.items():
        page.get_by_label(text.replace("_", " ")).select_option(label=choice)
    page.get_by_role("button", name="Set up the season").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter Cup")
    link = page.get_by_label("Link for Ben")
    expect(link).to_have_value(re.compile("/#/enter/"))
    return link.input_value()


def join(page: Page, army: str) -> None:
    """Whoever looks at the page chooses an army."""
    page.get_by_label("Army").select_option(army)
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator(".joining .side", has_text="You")).to_contain_text(f"Ready · {army}")


def begun(table: Table, friend: Table, kind: str, armies: tuple[str, str], **settings: str) -> str:
    """A season that has begun; returns the address of its public page."""
    link = set_up(table.page, kind, **settings)
    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", level=1)).to_have_text("Winter Cup")
    # The key does not stay in the address bar.
    expect(friend.page).to_have_url(re.compile(r"/#/season/[^/]+$"))
    join(friend.page, armies[1])
    join(table.page, armies[0])
    expect(table.page.locator(".joining .side", has_text="Ben")).to_contain_text("Ready")
    table.page.get_by_role("button", name="Start the season").click()
    expect(table.page.get_by_role("heading", name="Players join")).to_have_count(0)
    return table.page.url


def fight_here(table: Table, friend: Table) -> None:
    """Ann and Ben fight the battle that is open, and Ben concedes it."""
    for page in (table.page, friend.page):
        page.locator(".fixture").get_by_role("button", name=re.compile("Play here|Continue")).click()
        page.locator(".question h2").wait_for()
    choose_in_menu(friend.page, "Concede")
    friend.page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    for page in (table.page, friend.page):
        page.get_by_role("button", name="Back to the season").click()
        expect(page.locator(".fixture").first).to_contain_text("Ben conceded")


def enter_by_hand(page: Page, winner: str) -> None:
    """Enter the result of the battle that is open, from a real table."""
    page.get_by_role("button", name="Enter the result").click()
    window = page.get_by_role("dialog")
    window.get_by_role("radio", name=winner).check()
    window.get_by_role("button", name="Save the result").click()
    expect(window).to_have_count(0)


def test_a_tournament_is_played_here_and_on_a_real_table(
    table: Table, friend: Table, browser: Browser, address: str, axe: str
) -> None:
    rounds = "How many rounds a Swiss tournament has."
    public = begun(table, friend, TOURNAMENT, ("Orcs and Goblins", "Dread Elves"), **{rounds: "2"})
    ann, ben = table.page, friend.page
    expect(ann.get_by_text("Waiting for the organiser")).to_be_visible()
    ann.get_by_role("button", name="Pair Round 1").click()
    expect(ben.locator(".fixture")).to_contain_text("Table 1")
    fight_here(table, friend)
    expect(ben.get_by_role("row", name=re.compile("Ann"))).to_contain_text("3")
    ann.get_by_role("button", name="Pair Round 2").click()
    enter_by_hand(ben, "Ben")
    # It counts when Ann, who organises the season too, accepts it.
    expect(ben.locator(".fixture").first).to_contain_text("Waiting for Ann to confirm")
    expect(ben.get_by_role("button", name="Withdraw the result")).to_be_visible()
    ann.get_by_role("button", name="Accept the result").click()
    expect(ann.locator(".fixture").first).to_contain_text("From a real table")
    ann.get_by_label("Minutes").fill("75")
    ann.get_by_role("button", name="Start the timer").click()
    expect(ben.get_by_role("timer")).to_contain_text("left")
    table.keeps_nobody_out(axe)
    ann.get_by_role("button", name="Finish the event").click()
    expect(ben.locator("header .where")).to_contain_text("tie for first place")
    with seated(browser, address) as stranger:
        stranger.goto(public)
        expect(stranger.get_by_role("row", name=re.compile("Ann"))).to_contain_text("3")
        stranger.get_by_text("Earlier rounds").click()
        expect(stranger.get_by_role("link", name="Look back")).to_be_visible()
        expect(stranger.get_by_role("button", name=re.compile("Play here|Enter the result|Correct"))).to_have_count(0)


def test_the_organiser_corrects_a_result_and_prints_pairings(table: Table, friend: Table) -> None:
    begun(table, friend, TOURNAMENT, ("Orcs and Goblins", "Dread Elves"))
    ann = table.page
    ann.get_by_role("button", name="Pair Round 1").click()
    enter_by_hand(ann, "Ben")
    expect(ann.get_by_role("row", name=re.compile("Ben"))).to_contain_text("3")
    ann.get_by_role("button", name="Correct").click()
    window = ann.get_by_role("dialog")
    expect(window.get_by_role("radio", name="Ben")).to_be_checked()
    window.get_by_role("radio", name="Ann").check()
    window.get_by_role("button", name="Check what it changes").click()
    expect(window.get_by_text("Nothing else changes.")).to_be_visible()
    window.get_by_role("button", name="Make the correction").click()
    expect(ann.get_by_role("row", name=re.compile("Ann"))).to_contain_text("3")
    ann.emulate_media(media="print")
    expect(ann.locator(".season-paper")).to_be_visible()
    expect(ann.locator(".season-paper tbody tr").first).to_contain_text("against")
    expect(ann.locator("header.bar")).to_be_hidden()


def test_a_season_is_saved_as_a_file_and_opened_again(table: Table, friend: Table, tmp_path: Path) -> None:
    begun(table, friend, TOURNAMENT, ("Orcs and Goblins", "Dread Elves"))
    page = table.page
    page.get_by_role("button", name="Pair Round 1").click()
    enter_by_hand(page, "Ann")
    with page.expect_download() as coming:
        page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / "winter.json"
    coming.value.save_as(file)
    assert json.loads(file.read_text("utf-8"))["title"] == "Winter Cup"
    page.goto("/#/seasons")
    expect(page.locator(".battle-row")).to_have_count(1)
    page.get_by_label("Open a season file").set_input_files(file)
    expect(page.get_by_role("row", name=re.compile("Ann"))).to_contain_text("3")
    page.goto("/#/seasons")
    expect(page.locator(".battle-row")).to_have_count(2)


def decide(page: Page, *wanted: str) -> int:
    """Answer what is asked, with the first of these options that there is, or what comes first; until nothing is.

    Returns how many answers that took.
    """
    answers = 0
    question = page.locator(".season-question.urgent")
    others = page.get_by_text("Waiting for").or_(page.get_by_role("button", name="Play here"))
    while True:
        expect(question.or_(others).first).to_be_visible()
        if question.count() == 0:
            return answers
        options = question.locator(".take")
        keys = [one.get_attribute("data-key") or "" for one in options.all()]
        chosen = next((key for key in wanted if key in keys), keys[0])
        before = question.get_attribute("data-id")
        options.nth(keys.index(chosen)).click()
        expect(page.locator(f'.season-question[data-id="{before}"]')).to_have_count(0)
        answers += 1


@pytest.mark.slow
def test_a_mission_of_a_campaign_is_played_here_and_the_next_on_a_real_table(
    table: Table, friend: Table, axe: str
) -> None:
    begun(table, friend, CAMPAIGN, ("Unburied Host", "Tallgrass Horde"))
    pages = (table.page, friend.page)
    settle(pages)
    fight_here(table, friend)
    expect(table.page.get_by_role("row", name=re.compile("Ann"))).to_contain_text("2")
    settle(pages)
    expect(table.page.locator("header .where")).to_contain_text("Mission 2")
    table.keeps_nobody_out(axe)
    enter_by_hand(friend.page, "Ben")
    expect(table.page.get_by_role("row", name=re.compile("Ben"))).to_contain_text("2")
    expect(table.page.get_by_role("img", name=re.compile("XP")).first).to_be_visible()


def settle(pages: tuple[Page, Page]) -> None:
    """Both decide what they are asked, until a battle is to be fought."""
    deadline = time.monotonic() + PATIENCE
    while not all(page.get_by_role("button", name="Play here").count() for page in pages):
        if sum(decide(page, "done") for page in pages):
            deadline = time.monotonic() + PATIENCE
        assert time.monotonic() < deadline, "nobody comes to fight"


def test_a_season_fits_a_phone_and_is_found_on_the_first_page(table: Table, friend: Table, axe: str) -> None:
    begun(table, friend, TOURNAMENT, ("Orcs and Goblins", "Dread Elves"))
    phone = friend.page
    phone.set_viewport_size({"width": 390, "height": 844})
    table.page.get_by_role("button", name="Pair Round 1").click()
    expect(phone.get_by_role("button", name="Play here")).to_be_visible()
    friend.settles(lambda: phone.evaluate("document.documentElement.scrollWidth"), 390)
    friend.keeps_nobody_out(axe)
    # By keyboard alone: the result is entered from the button that opens the form to the one that saves it.
    phone.get_by_role("button", name="Enter the result").focus()
    phone.keyboard.press("Enter")
    window = phone.get_by_role("dialog")
    window.get_by_role("radio").first.focus()
    phone.keyboard.press("Space")
    window.get_by_role("button", name="Save the result").focus()
    phone.keyboard.press("Enter")
    expect(phone.locator(".fixture")).to_contain_text("Waiting for Ann to confirm")
    friend.keeps_nobody_out(axe)
    table.page.get_by_role("button", name="Accept the result").click()
    expect(phone.locator(".fixture")).to_contain_text("From a real table")
    phone.goto("/#/")
    expect(phone.get_by_role("link", name="Open: Winter Cup")).to_be_visible()


def test_a_deleted_season_can_be_had_back(table: Table) -> None:
    page = table.page
    set_up(page, TOURNAMENT)
    page.get_by_role("button", name="Delete the season").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the season").click()
    page.get_by_role("button", name="Restore “Winter Cup”").click()
    page.get_by_role("link", name="Open: Winter Cup").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Winter Cup")


@pytest.mark.slow
@pytest.mark.parametrize("where", ["seasons", "new", "joining"])
def test_nothing_serious_keeps_people_out_of_setting_a_season_up(table: Table, axe: str, where: str) -> None:
    if where == "joining":
        set_up(table.page, CAMPAIGN)
    else:
        table.page.goto("/#/seasons" if where == "seasons" else "/#/seasons/new")
        expect(table.page.get_by_role("heading", level=1)).to_be_visible()
    table.keeps_nobody_out(axe)


def test_a_late_joiner_is_added_to_a_campaign_that_has_begun(table: Table, friend: Table) -> None:
    page = table.page
    late = "Players may join while the campaign is running. They start with a regular army. VP are divided by matches."
    begun(table, friend, CAMPAIGN, ("Unburied Host", "Burrowfolk Swarm"), **{late: "yes"})
    page.get_by_role("button", name="Add a player").click()
    window = page.get_by_role("dialog")
    window.get_by_label("Name of the player").fill("Cay")
    window.get_by_label("Army").select_option("Tallgrass Horde")
    window.get_by_role("button", name="Add a player").click()
    expect(window.get_by_label("Link for Cay")).to_have_value(re.compile("/#/enter/.*/2/"))
    page.keyboard.press("Escape")
    expect(page.get_by_text("Cay joins the campaign with Cay's army.")).to_be_visible()


def test_the_page_says_when_the_server_is_away(browser: Browser, address: str, table: Table) -> None:
    set_up(table.page, CAMPAIGN)
    with seated(browser, address, may_complain=True) as page:
        page.goto(table.page.url)
        expect(page.get_by_role("heading", level=1)).to_have_text("Winter Cup")
        page.route("**/api/seasons/**", lambda route: route.abort())
        expect(page.get_by_text("The server does not answer.")).to_be_visible()
        page.unroute("**/api/seasons/**")
        expect(page.get_by_text("The server does not answer.")).to_have_count(0)
