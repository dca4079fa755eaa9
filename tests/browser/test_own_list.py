"""A player brings a list of their own to the page, as a person would."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.table import Table
from tests.server.test_muster import LIST

NAME = "Reed Levy"


def bring(table: Table) -> None:
    """The window for a list of the first side, in a rulebook that takes lists."""
    table.page.goto("/")
    table.page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    table.page.get_by_role("button", name="Bring your own list").first.click()


def take(table: Table) -> None:
    table.page.get_by_text("Nothing forbids it").wait_for()
    table.page.get_by_role("button", name="Use this list").click()
    table.page.locator("dialog").wait_for(state="detached")


def army(table: Table) -> str:
    """What the first side has chosen."""
    return str(table.page.locator(".side select").first.evaluate("one => one.selectedOptions[0].textContent"))


def test_a_pasted_list_is_read_taken_and_played(table: Table) -> None:
    page = table.page
    bring(table)
    page.locator("textarea").fill(LIST)
    page.get_by_text(f"{NAME}: 280 of 500 points").wait_for()
    assert "2 rules are not in force" in page.locator(".mustered").inner_text()
    take(table)
    assert army(table) == NAME
    page.locator(".side").nth(1).locator("select").nth(0).select_option("Unburied Host")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    assert page.locator(".seats b").first.inner_text() == NAME


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
    assert army(table) == NAME


def test_a_list_dropped_anywhere_where_armies_are_chosen_is_taken_for_a_list(table: Table) -> None:
    table.page.goto("/")
    table.page.locator(".side").first.wait_for()
    drop(table, ".hero")
    take(table)
    assert army(table) == NAME


@pytest.mark.slow
def test_a_kept_list_is_there_again_renamed_and_deleted(table: Table, tmp_path: Path) -> None:
    page = table.page
    path = tmp_path / "reeds.txt"
    path.write_text(LIST, encoding="utf-8")
    bring(table)
    page.set_input_files("input[type=file]", path)
    take(table)
    page.get_by_role("button", name=f"Rename {NAME}").click()
    page.get_by_label("New name of the list").fill("Old Reeds")
    page.keyboard.press("Enter")
    page.get_by_text("Old Reeds (Reed Levy): 280 of 500 points").wait_for()
    page.reload()
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.locator(".side select").first.select_option(label="Old Reeds")
    page.get_by_text("Old Reeds (Reed Levy): 280 of 500 points").wait_for()
    page.on("dialog", lambda asked: asked.accept())
    page.get_by_role("button", name="Delete Old Reeds").click()
    assert army(table) == "Any army"
    assert "Old Reeds" not in page.locator(".side select").first.inner_text()


@pytest.mark.slow
def test_what_forbids_a_list_is_told_and_players_may_agree_to_it(table: Table) -> None:
    page = table.page
    bring(table)
    page.locator("textarea").fill(LIST.replace("[AOFR 500pts]", "[GF 500pts]"))
    page.get_by_text("was made for Grimdark Future").wait_for()
    page.get_by_role("button", name="Use this list").click()
    page.get_by_role("button", name="We agree to play it as it is").click()
    page.locator(".own-army").get_by_text("Nothing forbids it").wait_for()
    page.get_by_role("button", name="To the table").click()
    table.wait()


@pytest.mark.slow
def test_what_is_no_list_is_told_in_words(table: Table) -> None:
    bring(table)
    table.page.locator("textarea").fill("Dear friend, shall we play tonight?")
    table.page.get_by_text("This cannot be read").wait_for()
    assert table.page.get_by_role("button", name="Use this list").is_disabled()


@pytest.mark.slow
def test_a_house_army_is_shown_at_the_size_of_the_game(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.locator(".side select").first.select_option("Unburied Host")
    page.get_by_text("of 1000 points").wait_for()
    page.get_by_label("Points: of a faction's list").select_option(label="1500")
    page.get_by_text("of 1500 points").wait_for()


@pytest.mark.slow
def test_nobody_is_kept_out_of_the_window_for_lists(table: Table, axe: str) -> None:
    bring(table)
    table.page.locator("textarea").fill(LIST)
    table.page.get_by_text("Nothing forbids it").wait_for()
    assert table.barriers(axe, "light") == []
    assert table.barriers(axe, "dark") == []
