"""Looking back in the page: what decided a battle, branches of it, records, and the shelf of battles."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.table import PATIENCE, Table

RECORD = Path(__file__).parents[1] / "golden" / "eow-captains-1.json"
REGIMENTS = RECORD.with_name("aofr-captains-2.json")


def older() -> bytes:
    """The record as if other rules had made it."""
    kept = json.loads(RECORD.read_text())
    kept["version"] = "0.1"
    kept["steps"][1][1] = "0" * 16
    return json.dumps(kept).encode()


def watch(table: Table, kept: bytes) -> None:
    """The record, opened as it ended."""
    with urlopen(Request(f"{table.address}/api/import", kept), timeout=PATIENCE) as response:
        made = json.load(response)
    table.page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")
    table.page.locator("dialog[open] .decided button").first.wait_for()


def test_the_end_says_what_decided_it_and_leads_there(table: Table) -> None:
    page = table.page
    watch(table, RECORD.read_bytes())
    points = page.locator("dialog[open] .decided button")
    # All points are told at once.
    count = points.count()
    assert 1 <= count <= 6
    expect(page.locator(".chart-mark")).to_have_count(count)
    points.last.click()
    page.locator(".past-banner").wait_for()
    expect(page).to_have_url(re.compile("/at/"))
    expect(page.locator(".timeline .turning button")).to_have_count(count)
    page.get_by_role("button", name="Result").click()
    page.locator("dialog[open] .decided").wait_for()


@pytest.mark.slow
def test_what_ends_a_round_stands_under_its_own_heading_in_the_log(table: Table) -> None:
    watch(table, REGIMENTS.read_bytes())
    table.page.keyboard.press("Escape")
    heading = table.page.locator(".log .heading", has_text="End of round 4")
    expect(heading).to_be_visible()
    expect(heading.locator("xpath=following-sibling::li[1]")).to_contain_text(re.compile("seized|The battle"))


@pytest.mark.slow
def test_a_record_of_older_rules_can_be_watched_and_says_so(table: Table) -> None:
    page = table.page
    watch(table, older())
    expect(page.locator("dialog[open] .note")).to_contain_text("made by eow 0.1")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    page.locator(".timeline .marks button").last.click()
    page.locator(".unit").first.wait_for()
    expect(page.get_by_role("button", name="Branch from here")).to_be_disabled()


@pytest.mark.slow
def test_a_branch_is_a_battle_of_its_own_with_players_of_its_own(table: Table) -> None:
    made = table.new_battle()
    page = table.page
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    page.get_by_role("button", name="Branch from here").click()
    dialog = page.get_by_role("dialog", name="A new battle from this moment")
    expect(dialog.get_by_label("The same dice")).to_be_disabled()
    seats = dialog.locator("select")
    expect(seats.nth(1)).to_have_value("random")
    seats.nth(1).select_option("away")
    dialog.get_by_label("Name of the new battle").fill("What if")
    dialog.get_by_role("button", name="To the table").click()
    page.wait_for_function("old => !location.hash.includes(old)", arg=made["id"])
    links = page.get_by_role("dialog", name="Links to this table")
    # That of the friend, and one to watch: the own seat has none.
    expect(links.locator(".share-link")).to_have_count(2)
    expect(page.locator(".phase")).to_have_text(re.compile("^Deployment"))
    page.goto("/#/library")
    page.get_by_role("link", name="What if").wait_for()


def test_battles_are_renamed_resumed_and_deleted(table: Table) -> None:
    table.new_battle()
    page = table.page
    page.goto("/#/library")
    page.get_by_role("button", name="Rename").click()
    page.get_by_label("New name").fill("The pass")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="The pass").wait_for()
    page.locator(".battle-row .your-move").wait_for()
    page.get_by_role("link", name="Resume").click()
    table.wait()
    page.goto("/#/library")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="No battle yet").wait_for()
    # The focus is on what undoes it.
    expect(page.get_by_role("button", name="Restore")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Resume").click()
    table.wait()
    page.goto("/#/library")
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="No battle yet").wait_for()
    page.reload()
    page.get_by_role("heading", name="No battle yet").wait_for()
    # It can be undone after the page was opened anew, too.
    page.get_by_role("button", name="Restore").click()
    page.get_by_role("link", name="The pass").wait_for()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="No battle yet").wait_for()
    page.get_by_role("button", name="Play now").click()
    table.wait()


@pytest.mark.slow
def test_a_shelf_of_many_battles_is_sorted_and_searched(table: Table) -> None:
    page = table.page
    page.goto("/#/library")
    for number in range(7):
        made = table.post("/api/battles", {"title": f"The pass {number}", "map": "1"})
        table.takes(made, 0)
        page.locator(".phase").wait_for()
    watch(table, RECORD.read_bytes())
    page.goto("/#/library")
    page.get_by_role("heading", name="Running 7").wait_for()
    page.get_by_role("heading", name="Over 1").wait_for()
    page.get_by_label("Sort by").select_option("title")
    expect(page.locator(".battle-row h3").first).to_have_text("The pass 0")
    page.get_by_label("Search").fill("pass 5")
    expect(page.locator(".battle-row h3")).to_have_text(["The pass 5"])


@pytest.mark.slow
def test_a_dropped_record_is_opened_at_its_start(table: Table) -> None:
    page = table.page
    page.goto("/#/library")
    page.get_by_role("heading", name="No battle yet").wait_for()
    page.evaluate(
        """text => {
            const files = new DataTransfer();
            files.items.add(new File([text], "battle.json", {type: "application/json"}));
            document.querySelector(".app").dispatchEvent(new DragEvent("drop", {bubbles: true, dataTransfer: files}));
        }""",
        RECORD.read_text(),
    )
    page.locator(".past-banner").wait_for()
    expect(page).to_have_url(re.compile("/at/0$"))
    expect(page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["end", "branch", "delete"])
def test_nothing_serious_keeps_people_out_of_looking_back(table: Table, axe: str, screen: str) -> None:
    watch(table, RECORD.read_bytes())
    page = table.page
    if screen == "branch":
        page.keyboard.press("Escape")
        page.get_by_role("button", name="To the start").click()
        page.locator(".past-banner").wait_for()
        page.get_by_role("button", name="Branch from here").click()
        page.locator("dialog[open] option").first.wait_for(state="attached")
    elif screen == "delete":
        page.goto("/#/library")
        page.get_by_role("button", name="Delete").click()
        page.locator(".battle-row.deleted").wait_for()
    table.keeps_nobody_out(axe)


@pytest.mark.slow
def test_what_is_taken_back_leaves_the_marks_of_turns_and_the_reasons_where_they_are(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.to_the_first_move("Goblin Rabble")
    page = table.page
    marks, reasons = page.locator(".timeline .marks button"), page.locator(".log").get_by_role("button", name="Why?")
    expect(marks.first).to_be_visible()
    expect(reasons.first).to_be_visible()
    before = (marks.count(), reasons.count())
    number = table.number
    page.keyboard.press("u")
    table.is_at(number - 1)
    table.settles(lambda: (marks.count(), reasons.count()), before)
