"""Looking back in the page: what decided a battle, branches of it, records, and the shelf of battles."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.browser.table import Table

RECORD = Path(__file__).parents[1] / "golden" / "eow-captains-1.json"


def older() -> bytes:
    """The record as if other rules had made it."""
    kept = json.loads(RECORD.read_text())
    kept["version"] = "0.1"
    kept["steps"][1][1] = "0" * 16
    return json.dumps(kept).encode()


def watch(table: Table, kept: bytes) -> None:
    """The record, opened as it ended."""
    with urlopen(Request(f"{table.address}/api/import", kept)) as response:
        made = json.load(response)
    table.page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")
    table.page.locator("dialog[open] .decided button").first.wait_for()


def test_the_end_says_what_decided_it_and_leads_there(table: Table) -> None:
    page = table.page
    watch(table, RECORD.read_bytes())
    points = page.locator("dialog[open] .decided button")
    count = points.count()
    assert 1 <= count <= 6
    assert page.locator(".chart-mark").count() == count
    points.last.click()
    page.locator(".past-banner").wait_for()
    assert "/at/" in page.url
    assert page.locator(".timeline .turning button").count() == count
    page.get_by_role("button", name="Result").click()
    page.locator("dialog[open] .decided").wait_for()


@pytest.mark.slow
def test_a_record_of_older_rules_can_be_watched_and_says_so(table: Table) -> None:
    page = table.page
    watch(table, older())
    assert "made by eow 0.1" in page.locator("dialog[open] .note").inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    page.locator(".timeline .marks button").last.click()
    page.locator(".unit").first.wait_for()
    assert page.get_by_role("button", name="Branch from here").is_disabled()


@pytest.mark.slow
def test_a_branch_is_a_battle_of_its_own_with_players_of_its_own(table: Table) -> None:
    made = table.new_battle()
    page = table.page
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    page.get_by_role("button", name="Branch from here").click()
    dialog = page.get_by_role("dialog", name="A new battle from this moment")
    assert dialog.get_by_label("The same dice").is_disabled()
    seats = dialog.locator("select")
    seats.nth(1).wait_for()
    assert seats.nth(1).input_value() == "random"
    seats.nth(1).select_option("away")
    dialog.get_by_label("Name of the new battle").fill("What if")
    dialog.get_by_role("button", name="To the table").click()
    page.wait_for_function("old => !location.hash.includes(old)", arg=made["id"])
    links = page.get_by_role("dialog", name="Links to this table")
    links.wait_for()
    assert links.locator(".share-link").count() == 3
    assert page.locator(".phase").inner_text().startswith("Deployment")
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
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    page.get_by_role("link", name="The pass").wait_for()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="No battle yet").wait_for()
    page.get_by_role("button", name="Play now").click()
    table.wait()


@pytest.mark.slow
def test_a_shelf_of_many_battles_is_sorted_and_searched(table: Table) -> None:
    page = table.page
    page.goto("/#/library")
    for number in range(7):
        made = table.post("/api/battles", {"title": f"The pass {number}", "map": "1"})
        page.goto(f"/#/join/{made['id']}/0/{made['tokens']['0']}")
        page.locator(".phase").wait_for()
    watch(table, RECORD.read_bytes())
    page.goto("/#/library")
    page.get_by_role("heading", name="Running 7").wait_for()
    page.get_by_role("heading", name="Over 1").wait_for()
    page.get_by_label("Sort by").select_option("title")
    assert page.locator(".battle-row h3").first.inner_text() == "The pass 0"
    page.get_by_label("Search").fill("pass 5")
    page.locator(".battle-row").nth(1).wait_for(state="detached")
    assert page.locator(".battle-row h3").inner_text() == "The pass 5"


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
    assert page.locator("dialog[open]").count() == 0
    assert page.url.endswith("/at/0")


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
        page.locator("dialog[open]").wait_for()
    assert table.barriers(axe, "light") == []
    assert table.barriers(axe, "dark") == []
