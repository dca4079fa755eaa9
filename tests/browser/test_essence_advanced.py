"""The Advanced game of Essence of War in the page: set up, with Characters in the ranks, to its Victory Points."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.browser.table import Glance

SMALL: dict[str, Any] = {
    "armies": ["Kingdom of Equitaine", "Sylvan Elves"],
    "options": {"mode": "advanced", "points": 800},
    "seats": [{"player": "human"}, {"player": "captain"}],
}


def clicks(table: Table, asked: Glance) -> None:
    """Answer with the mouse: Characters join units, units go ahead, everything else is the first that is offered."""
    page = table.page
    table.settled()
    if asked.kind == "place":
        table.verdict()
    options = page.locator(".option .take")
    if asked.kind == "choose" and "deploy next" in asked.text:
        # Characters are listed first, and join those who are there already.
        options.last.click()
    elif asked.kind == "choose" and (ranks := page.locator(".option .take", has_text="In the ranks of")).count():
        ranks.first.click()
    elif asked.kind == "choose":
        options.first.click()
    elif asked.kind == "manoeuvre":
        page.get_by_role("button", name=re.compile(r"^(Pass|Stay here)")).first.click()
    else:
        page.locator(".question .actions .primary").first.click()
    table.has_gone_on(asked.number)


def plays(table: Table, until: str) -> Glance:
    """By mouse until the title says so, or the battle is over."""
    while True:
        asked = table.wait()
        if asked.over or (until and re.search(until, table.page.locator("h1.phase").inner_text())):
            return asked
        clicks(table, asked)


def guest(page: Page) -> Any:
    return page.locator(".unit.guest.s0")


def test_a_whole_battle_by_mouse_to_its_victory_points(table: Table) -> None:
    table.new_battle(**SMALL)
    page = table.page
    table.plays_until(lambda asked: "deploy next" in asked.text)
    expect(page.locator(".seats")).to_contain_text("of 800 points")
    expect(page.locator(".seats")).to_contain_text("How to win")
    while "first turn" not in (asked := table.wait()).text:
        clicks(table, asked)
    # The Damsel stands in the ranks: drawn over them, named at their label, with a card of her own.
    expect(guest(page)).to_have_count(1)
    number = guest(page).get_attribute("data-unit")
    expect(page.locator(f".labels [data-label='{number}']")).to_have_count(0)
    expect(page.locator(".labels [data-label]", has_text="+ Damsel 3/3 HP")).to_have_count(1)
    guest(page).locator(".catch").click()
    card = page.locator(".unit-card", has=page.get_by_role("heading", name="Damsel"))
    expect(card).to_contain_text("3/3 HP")
    expect(card.locator(".company")).to_contain_text("In the ranks of")
    card.locator(".company button").click()
    expect(page.locator(".unit-card .company")).to_contain_text("In its ranks: Damsel")
    plays(table, "")
    end = page.locator("dialog[open]")
    expect(end.locator(".outcome")).to_contain_text("Victory Points")
    totals = [int(re.sub(r"\D", "", text)) for text in end.locator(".scored .sum .n").all_inner_texts()]
    parts = end.locator(".scored tr:not(.sum) .n").all_inner_texts()
    assert sum(totals) == sum(int(re.sub(r"\D", "", text)) for text in parts) > 0
    told = re.search(r"(\d+) to (\d+) Victory Points", end.locator(".outcome").inner_text())
    assert told
    assert sorted(totals) == sorted(map(int, told.groups()))


def test_by_keyboard_to_the_second_turn(table: Table) -> None:
    table.new_battle(**SMALL)
    table.plays_until(lambda asked: "Turn 2" in table.page.locator("h1.phase").inner_text())
    expect(table.page.locator(".seats")).to_contain_text("Victory Points")


def test_on_a_phone_to_the_second_turn(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        table = Table(page, address)
        table.new_battle(**SMALL)
        plays(table, r"Turn 2")
        expect(page.locator("h1.phase")).to_contain_text("Turn 2")
        expect(guest(page)).to_have_count(1)
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        table.settles(lambda: page.evaluate(wide), 0)


def test_a_unit_comes_in_from_ambush_wherever_the_hand_brings_it_along_an_edge(table: Table) -> None:
    table.new_battle(
        armies=["Sylvan Elves", "Kingdom of Equitaine"],
        options={"mode": "advanced", "points": 1200},
        seats=[{"player": "human"}, {"player": "random"}],
    )
    while "come in" not in (asked := table.wait()).text:
        clicks(table, asked)
    page = table.page
    assert table.verdict() == "ok"
    for dx, dy in ((3, 0), (30, -20), (-50, 0)):
        table.drag(".ghost", dx, dy)
        table.rests()
        expect(page.locator(".verdict")).not_to_contain_text("along a board edge")
    page.keyboard.press("Escape")
    table.rests()
    assert table.verdict() == "ok"
    page.locator(".question .actions .primary").first.click()
    table.has_gone_on(asked.number)
    expect(page.locator(".log")).to_contain_text("Heath Hunters deployed")


def test_a_new_battle_offers_both_games_with_their_armies_and_boards(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name="Essence of War").click()
    first = page.locator("fieldset.s0")
    first.get_by_label("Army").select_option("Empire of Sonnstahl")
    page.get_by_role("radio", name="Open field").check()
    expect(page.locator(".map-shown")).to_contain_text("36")
    expect(first).not_to_contain_text("points")
    expect(page.get_by_label("Size of the battle")).to_have_count(0)
    page.locator("label.field", has=page.get_by_text("Game", exact=True)).locator("select").select_option(
        label="Advanced"
    )
    expect(page.locator(".map-shown")).to_contain_text("54")
    expect(first).to_contain_text("1600")
    page.get_by_label("Size of the battle").select_option(label="800")
    expect(page.locator(".map-shown")).to_contain_text("36")
    expect(first).to_contain_text("800")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats")).to_contain_text("of 800 points")
