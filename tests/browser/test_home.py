"""The first page: a battle that goes on, three doors, covers, what is running, and armies to choose from."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Page

BOOKS = 5


def opened(table: Table, theme: str = "light") -> Page:
    page = table.page
    page.emulate_media(color_scheme="dark" if theme == "dark" else "light", reduced_motion="reduce")
    page.goto("/")
    expect(page.locator(".book").first).to_be_visible()
    return page


def stays(page: Page) -> None:
    """The battle stands still for longer than it ever does while it is played."""
    page.wait_for_function(
        """async () => {
            const frame = () => document.querySelector(".living").dataset.frame, before = frame();
            await new Promise((done) => setTimeout(done, 3000));
            return frame() === before;
        }"""
    )


def test_a_battle_is_played_behind_the_title_and_can_be_stopped(table: Table) -> None:
    page = table.page
    page.emulate_media(reduced_motion="no-preference")
    page.goto("/")
    field = page.locator(".living")
    expect(field).to_be_visible()
    expect(page.locator(".living .unit .fig").nth(50)).to_be_attached()
    first = field.get_attribute("data-frame")
    expect(field).not_to_have_attribute("data-frame", first or "")
    page.get_by_role("button", name="Pause the battle").click()
    stays(page)


def test_nothing_moves_for_whoever_asks_for_that(table: Table) -> None:
    page = opened(table)
    field = page.locator(".living")
    expect(field).to_be_visible()
    expect(page.get_by_role("button", name="Pause the battle")).to_have_count(0)
    stays(page)


def test_nothing_comes_from_another_host_and_the_fonts_come_with_the_page(table: Table) -> None:
    page, asked = table.page, list[str]()
    page.on("request", lambda request: asked.append(request.url))
    opened(table)
    page.wait_for_function(
        "document.fonts.check('700 20px Alegreya') && document.fonts.check('500 15px Alegreya Sans')"
    )
    assert [url for url in asked if url.endswith(".woff2")]
    assert not [url for url in asked if not url.startswith((table.address, "data:", "blob:"))]


def test_the_first_door_leads_to_a_battle_with_hints(table: Table) -> None:
    page = opened(table)
    page.get_by_role("button", name="Start a first battle").click()
    expect(page).to_have_url(re.compile("#/battle/"))
    table.wait()
    expect(page.locator(".seats .kind")).to_have_text(["you", "Recruit"])
    expect(page.locator(".coach")).to_be_visible()


def test_every_opponent_has_a_sentence_and_is_played_against(table: Table) -> None:
    page = opened(table)
    door = page.locator(".door.main")
    for name, text in (
        ("Recruit", "at random"),
        ("Captain", "to win"),
        ("Solo rules", "rules"),
        ("A friend", "a link"),
    ):
        door.get_by_role("radio", name=name).check()
        expect(door.locator(".level-text")).to_contain_text(text)
    door.get_by_role("radio", name="Recruit").check()
    page.get_by_role("button", name="Play now").click()
    table.wait()
    expect(page.locator(".seats .kind")).to_have_text(["you", "Recruit"])


def test_a_friend_gets_a_link(table: Table) -> None:
    page = opened(table)
    page.locator(".door.main").get_by_role("radio", name="A friend").check()
    page.get_by_role("button", name="Play now").click()
    expect(page.get_by_text("Send this link to your friend:")).to_be_visible()


def test_a_list_can_be_brought_or_built(table: Table) -> None:
    page = opened(table)
    page.get_by_role("button", name="Paste or open a list").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Open the list builder").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Army lists")


def test_a_cover_opens_its_book_for_the_whole_page(table: Table) -> None:
    page = opened(table)
    shelf = page.get_by_role("group", name="Rulebook")
    expect(shelf.get_by_role("button")).to_have_count(BOOKS)
    kings = shelf.get_by_role("button", name="Kings of War")
    kings.click()
    expect(kings).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".doors")).to_contain_text("A first battle of Kings of War")
    expect(page.locator(".armies").first).to_contain_text("Crown of Aldermere")


def test_armies_show_their_units_and_are_chosen_with_the_keyboard(table: Table) -> None:
    page = opened(table)
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="Kings of War").click()
    armies = page.locator(".armies").first.get_by_role("button")
    expect(armies.first).to_contain_text("Guns, crossbows and engines")
    expect(armies.first.locator(".parade .fig").nth(20)).to_be_attached()
    armies.first.focus()
    page.keyboard.press("ArrowDown")
    expect(armies.nth(1)).to_be_focused()
    page.keyboard.press("End")
    expect(armies.last).to_be_focused()
    page.keyboard.press("Enter")
    side = page.locator(".side").first
    expect(side.locator(".army-banner")).to_contain_text("Nearly everyone rides")
    size = side.get_by_role("group", name="Size of the game")
    size.get_by_role("button", name="1,000").click()
    expect(size.get_by_role("button", name="1,000")).to_have_attribute("aria-pressed", "true")
    expect(side).to_contain_text("of 1000 points")


def test_running_battles_have_a_thumbnail_and_say_whose_move_it_is(table: Table) -> None:
    opened(table)
    expect(table.page.locator(".none-running")).to_contain_text("No battle is running.")
    table.new_battle(title="The ford")
    page = opened(table)
    row = page.locator(".running-battles li")
    expect(row).to_contain_text("Your move")
    expect(row.locator(".thumbnail canvas")).to_have_attribute("data-painted", re.compile("."))


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_first_page_keeps_nobody_out(table: Table, axe: str, theme: str, size: tuple[int, int]) -> None:
    table.page.set_viewport_size({"width": size[0], "height": size[1]})
    page = opened(table, theme)
    expect(page.locator(".living")).to_be_visible()
    table.keeps_nobody_out(axe)
    # Nothing is wider than the screen.
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
