"""Set-up without homework: the captain deploys, answers are filled in, formations are used again, quick battles."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table

pytestmark = pytest.mark.slow

BOOKS: dict[str, dict[str, Any]] = {
    "eow": {"armies": ["Orcs and Goblins", "Empire of Sonnstahl"]},
    "aofr": {"armies": ["Tallgrass Horde", "Unburied Host"], "map": None},
    "kow": {"armies": ["Crown of Aldermere", "Gutterfang Tribes"], "map": None, "options": {"points": 1000}},
    "blue": {"armies": ["Tidewardens", "Hollow Court"], "map": None},
    "t9a": {"armies": ["Ossuary Kings", "Deepforge Hold"], "map": None, "options": {"points": 1500}},
}
DEPLOY = "Deploy for me"
FORMATION = "Use my formation"


def to_deployment(table: Table, book: str, **wanted: Any) -> None:
    """A battle at its deployment."""
    table.new_battle(ruleset=book, **BOOKS[book], **wanted)
    deploy = table.page.get_by_role("button", name=DEPLOY)
    table.plays_until(lambda asked: deploy.count() > 0)


def deployed(table: Table) -> None:
    """Until all units stand."""
    table.until("!document.querySelector('.deploying') && (now.may_answer || now.over)")


def standing(page: Page) -> int:
    return page.locator(".unit.s0").count()


def formations(page: Page) -> list[dict[str, Any]]:
    kept: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('warhost.formations')"))
    return kept


@pytest.mark.parametrize("book", list(BOOKS))
def test_one_click_sets_up_the_army(table: Table, book: str) -> None:
    to_deployment(table, book)
    page = table.page
    before = standing(page)
    table.stirs()
    page.get_by_role("button", name=DEPLOY).click()
    deployed(table)
    assert standing(page) > before + 2
    expect(page.get_by_role("button", name=DEPLOY)).to_have_count(0)


def test_a_unit_that_was_set_up_is_moved_again(table: Table) -> None:
    to_deployment(table, "eow")
    page = table.page
    again = page.get_by_role("button", name=re.compile("^Move .* again$"))
    table.plays_until(lambda asked: again.count() > 0)
    number = table.number
    name = re.sub("^Move (.*) again$", r"\1", again.first.get_attribute("aria-label") or "")
    table.stirs()
    again.first.click()
    table.is_asked("place")
    expect(table.asks).to_contain_text(name)
    table.verdict()
    page.keyboard.press("Enter")
    table.is_at(number)


def test_spells_are_suggested_and_can_be_changed(table: Table) -> None:
    table.new_battle(ruleset="t9a", **BOOKS["t9a"])
    page = table.page
    table.plays_until(lambda asked: asked.kind == "pick" and "pell" in asked.text)
    expect(page.locator(".advising")).to_contain_text("Filled in by the captain")
    ticked = page.locator(".pick .take[aria-checked=true]")
    some = ticked.count()
    assert some > 0
    number = table.number
    ticked.first.click()
    expect(ticked).to_have_count(some - 1)
    # Nothing is sent before it is confirmed.
    table.settles(lambda: table.number, number)


def test_choose_for_me_names_what_the_captain_would_choose(table: Table) -> None:
    to_deployment(table, "kow")
    page = table.page
    expect(page.locator(".question .option").first).to_be_visible()
    number = table.number
    table.stirs()
    page.get_by_role("button", name="Choose for me").click()
    told = page.locator(".advising p").first
    expect(told).to_contain_text("The captain would choose")
    table.settles(lambda: table.number, number)
    table.stirs()
    page.get_by_role("button", name="Choose it").click()
    table.is_past(number)


def test_a_formation_is_kept_and_used_again(table: Table) -> None:
    to_deployment(table, "eow")
    page = table.page
    expect(page.get_by_role("button", name=FORMATION)).to_have_count(0)
    table.stirs()
    page.get_by_role("button", name=DEPLOY).click()
    deployed(table)
    page.get_by_role("button", name="Keep this formation").click()
    table.is_told("Your formation is kept in this browser.")
    places = formations(page)[0]["places"]
    assert len(places) == 4
    to_deployment(table, "eow", seed="9")
    table.stirs()
    page.get_by_role("button", name=FORMATION).click()
    deployed(table)
    assert standing(page) == 4
    keep = page.get_by_role("button", name="Keep this formation")
    if keep.count():
        # The other side of the table: turned half round about its centre.
        keep.click()
        table.settles(lambda: len(formations(page)), 1)
        there = formations(page)[0]["places"]
        for name, (x, y, facing) in there.items():
            assert [36 - x, 48 - y, (facing + 180) % 360] == pytest.approx(places[name], abs=0.01)


def test_a_quick_battle_ends_within_the_hour(table: Table) -> None:
    page = table.page
    for book, points in (("Fantasy Battles", "1500"), ("Kings of War", "1000")):
        page.goto("about:blank")
        page.goto("/")
        page.get_by_role("button", name=re.compile(book)).first.click()
        with page.expect_request(lambda one: one.method == "POST" and one.url.endswith("/api/battles")) as sent:
            page.get_by_role("button", name="Play now").click()
        assert json.loads(sent.value.post_data or "{}")["options"] == {"points": int(points)}
        table.wait()
