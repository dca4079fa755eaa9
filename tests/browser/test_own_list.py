"""A player brings a list of their own to the page, as a person would."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from tests.fantasy_battles.new_recruit_files import BOOK, STATS
from tests.fantasy_battles.new_recruit_files import TEXT as PASTED
from tests.server.test_muster import LIST

NAME = "Reed Levy"


def bring(table: Table) -> None:
    """The window for a list of the first side, in a rulebook that takes lists."""
    table.page.goto("/")
    table.page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    table.page.get_by_role("button", name="Bring your own list").first.click()


def take(table: Table) -> None:
    table.page.get_by_text("This list is legal").wait_for()
    table.page.get_by_role("button", name="Use this list").click()
    expect(table.page.locator("dialog")).to_have_count(0)


def brings(table: Table, army: str) -> None:
    """Until that is what the first side has chosen."""
    expect(table.page.locator(".side select").first.locator("option:checked")).to_have_text(army)


def test_a_pasted_list_is_read_taken_and_played(table: Table) -> None:
    page = table.page
    bring(table)
    page.locator("textarea").fill(LIST)
    page.get_by_text(f"{NAME}: 280 of 500 points").wait_for()
    expect(page.locator(".mustered")).to_contain_text("2 rules are not supported yet")
    take(table)
    brings(table, NAME)
    page.locator(".side").nth(1).locator("select").nth(0).select_option("Unburied Host")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats b").first).to_have_text(NAME)


def drop(table: Table, on: str) -> None:
    """Let go of the list as a file there."""
    table.page.evaluate(
        """([text, on]) => {
            const carried = new DataTransfer();
            carried.items.add(new File([text], "reeds.txt"));
            const drop = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
            document.querySelector(on).dispatchEvent(drop);
        }""",
        [LIST, on],
    )
    table.page.locator(".chosen-files").get_by_text("reeds.txt").wait_for()


@pytest.mark.slow
def test_a_list_is_dropped_as_a_file(table: Table) -> None:
    bring(table)
    drop(table, "textarea")
    take(table)
    brings(table, NAME)


def test_a_list_dropped_anywhere_where_armies_are_chosen_is_taken_for_a_list(table: Table) -> None:
    table.page.goto("/")
    table.page.locator(".side").first.wait_for()
    drop(table, ".doors")
    take(table)
    brings(table, NAME)


@pytest.mark.slow
def test_a_kept_list_is_there_again_renamed_and_deleted(table: Table, tmp_path: Path) -> None:
    page = table.page
    path = tmp_path / "reeds.txt"
    path.write_text(LIST, encoding="utf-8")
    bring(table)
    page.set_input_files("input[type=file]", path)
    take(table)
    page.get_by_role("button", name=f"Rename {NAME}").click()
    page.get_by_label("New name for the list").fill("Old Reeds")
    page.keyboard.press("Enter")
    page.get_by_text("Old Reeds (Reed Levy): 280 of 500 points").wait_for()
    page.reload()
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.locator(".side select").first.select_option(label="Old Reeds")
    page.get_by_text("Old Reeds (Reed Levy): 280 of 500 points").wait_for()
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Delete Old Reeds").click()
    brings(table, "Any army")
    expect(page.locator(".side select").first).not_to_contain_text("Old Reeds")


@pytest.mark.slow
def test_what_forbids_a_list_is_told_and_players_may_agree_to_it(table: Table) -> None:
    page = table.page
    bring(table)
    page.locator("textarea").fill(LIST.replace("[AOFR 500pts]", "[GF 500pts]"))
    page.get_by_text("was made for Grimdark Future").wait_for()
    page.get_by_role("button", name="Use this list").click()
    page.get_by_role("button", name="We agree to play it anyway").click()
    page.locator(".own-army").get_by_text("This list is legal").wait_for()
    page.get_by_role("button", name="To the table").click()
    table.wait()


@pytest.mark.slow
def test_what_is_no_list_is_told_in_words(table: Table) -> None:
    bring(table)
    table.page.locator("textarea").fill("Dear friend, shall we play tonight?")
    table.page.get_by_text("This list cannot be read").wait_for()
    expect(table.page.get_by_role("button", name="Use this list")).to_be_disabled()


@pytest.mark.slow
def test_a_house_army_is_shown_at_the_size_of_the_game(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.locator(".side select").first.select_option("Unburied Host")
    page.get_by_text("of 1000 points").wait_for()
    page.get_by_label("Points per army").select_option(label="1500")
    page.get_by_text("of 1500 points").wait_for()


@pytest.mark.slow
def test_nobody_is_kept_out_of_the_window_for_lists(table: Table, axe: str) -> None:
    bring(table)
    table.page.locator("textarea").fill(LIST)
    table.page.get_by_text("This list is legal").wait_for()
    table.keeps_nobody_out(axe)


def test_a_list_of_new_recruit_is_pasted_reported_given_its_files_and_played(table: Table, tmp_path: Path) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="The 9th Age: Fantasy Battles").click()
    page.get_by_role("button", name="Bring your own list").first.click()
    page.locator("textarea").fill(PASTED.replace("235 - 20 Reed", "595 - 20 Reed").replace("1140", "1500"))
    page.get_by_text("No profile for Fen Elder, Reed Spears, Mud Wagons and Fen Hydra").first.wait_for()
    files = [tmp_path / "book.json", tmp_path / "stats.json"]
    for file, content in zip(files, (BOOK, STATS), strict=True):
        file.write_text(json.dumps(content), encoding="utf-8")
    page.set_input_files("input[type=file]", files)
    page.get_by_text("Fen Folk: 1500 of 1500 points").wait_for()
    expect(page.locator(".mustered")).to_contain_text("Fen Elder: It costs 265 points in the list")
    take(table)
    brings(table, "Fen Folk")
    page.locator(".side").nth(1).locator("select").nth(0).select_option("Ossuary Kings")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats b").first).to_have_text("Fen Folk")
