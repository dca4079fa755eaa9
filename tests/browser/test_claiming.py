"""What an address opens: a battle to watch, one's own in another browser, or nothing; and which ones carry a key."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table

TWO = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]
# All that a reader can see, follow or copy of a page: what links lead to, what fields hold, what is written.
SHOWN = """() => [
  location.href, document.body.innerText,
  ...[...document.querySelectorAll('[href], [src], [action]')].flatMap((one) => [one.href, one.src, one.action]),
  ...[...document.querySelectorAll('input, textarea')].map((one) => one.value),
].join(' ')"""
COPIED = """() => {
  window.copied = [];
  Object.defineProperty(navigator, 'clipboard', {value: {writeText: async (text) => void window.copied.push(text)}});
}"""


def watches(page: Page) -> None:
    """Until the page shows the battle, to somebody who has no seat in it."""
    expect(page.locator(".board-ground")).to_be_visible()
    expect(page.locator(".seats li:not(.for-all)")).to_have_count(2)
    expect(page.locator(".seats .kind:text-is('you')")).to_have_count(0)


@pytest.mark.slow
def test_an_address_without_a_key_opens_the_battle_to_watch(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    friend.page.goto(f"/#/battle/{made['id']}")
    watches(friend.page)
    expect(friend.page.locator(".decide")).to_contain_text("You are watching")
    expect(friend.page.locator(".claim summary")).to_have_text("Do you play in this battle?")
    number = table.number
    table.page.keyboard.press("1")
    table.has_gone_on(number)
    friend.is_past(number)
    # It is found again, as one that is watched.
    friend.page.goto("/#/library")
    row = friend.page.locator(".battle-row")
    expect(row).to_contain_text("as a spectator")
    row.get_by_role("link", name="Watch").click()
    watches(friend.page)


@pytest.mark.slow
def test_an_address_that_opens_nothing_says_so(table: Table, friend: Table) -> None:
    made = table.new_battle(title="Soon gone")
    page = friend.page
    page.goto("/#/battle/mistyped")
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no battle here")
    expect(page.locator("main")).to_contain_text("mistyped, or the battle was deleted")
    expect(page.locator(".offline")).to_have_count(0)
    page.locator("main").get_by_role("link", name="My battles").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("My battles")
    # Whoever watches a battle that is deleted is told, too.
    page.goto(f"/#/battle/{made['id']}")
    watches(page)
    table.page.goto("/#/library")
    table.page.get_by_role("button", name="Delete: Soon gone").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no battle here")
    page.locator("main").get_by_role("link", name="New battle").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


@pytest.mark.slow
def test_a_key_that_fits_no_seat_leads_to_watching(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    friend.page.goto(f"/#/join/{made['id']}/1/wrong")
    watches(friend.page)
    expect(friend.page.locator(".claim")).to_contain_text("does not open a seat in this battle")


def code_of(table: Table) -> str:
    """The code that the player's own browser shows."""
    table.page.locator(".menu summary").click()
    table.page.get_by_role("button", name="Play on another device").click()
    code = table.page.locator("dialog[open] p.code code")
    expect(code).to_have_text(re.compile(r"^[2-9A-Z]{4}-[2-9A-Z]{4}$"))
    return code.inner_text()


@pytest.mark.slow
def test_ones_own_battle_goes_on_in_another_browser_with_a_code(table: Table, friend: Table, axe: str) -> None:
    made = table.new_battle(seats=[{"player": "human", "name": "Ann"}, {"player": "random"}])
    code = code_of(table)
    table.keeps_nobody_out(axe)
    page = friend.page
    page.goto(f"/#/battle/{made['id']}")
    watches(page)
    page.locator(".claim summary").click()
    page.get_by_label("Code from your other browser").fill("AAAA-AAAA")
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".claim [role=alert]")).to_contain_text("mistyped, already used or older than ten minutes")
    friend.keeps_nobody_out(axe)
    page.get_by_label("Code from your other browser").fill(code.lower())
    page.keyboard.press("Enter")
    friend.wait()
    expect(page.locator(".seats li:has(.kind:text-is('you')) b")).to_have_text("Ann")
    friend.press("1")
    table.is_at(friend.number)


@pytest.mark.slow
def test_a_code_is_entered_among_ones_battles_too_and_good_once(table: Table, friend: Table) -> None:
    table.new_battle(seats=TWO)
    code = code_of(table)
    page = friend.page
    page.goto("/#/library")
    page.locator(".claim summary").click()
    page.get_by_label("Code from your other browser").fill(code)
    page.get_by_role("button", name="Play here").click()
    friend.wait()
    page.goto("/#/library")
    page.locator(".claim summary").click()
    page.get_by_label("Code from your other browser").fill(code)
    page.get_by_role("button", name="Play here").click()
    expect(page.locator(".claim [role=alert]")).to_contain_text("already used")
    expect(page.locator(".battle-row")).to_have_count(1)
    page.locator(".battle-row").get_by_role("link", name="Resume").click()
    friend.wait()
    expect(page.locator(".seats li:has(.kind:text-is('you')) b")).to_have_text("Ann")


@pytest.mark.slow
def test_nothing_that_is_shown_or_copied_carries_ones_own_key(table: Table, friend: Table) -> None:
    page = table.page
    page.add_init_script(f"({COPIED})()")
    made = table.new_battle(seats=TWO)
    page.reload()
    table.wait()
    own, theirs = made["tokens"]["0"], made["tokens"]["1"]
    # The second seat is a friend's: only its invitation has a key in it.
    page.evaluate(
        "held => localStorage.setItem('warhost.tokens', JSON.stringify(held))",
        {made["id"]: {"seats": made["tokens"], "watch": None, "away": [1]}},
    )
    page.reload()
    table.wait()
    seen = [page.evaluate(SHOWN)]
    page.get_by_role("button", name="Copy a link to this moment").click()
    table.settles(lambda: len(page.evaluate("window.copied")), 1)
    page.locator(".menu summary").click()
    seen.append(page.evaluate(SHOWN))
    report = page.get_by_role("link", name="Battle report").evaluate("link => link.href")
    page.get_by_role("button", name="Invite").click()
    links = page.locator("dialog[open] .share-link")
    expect(links).to_have_count(2)
    for link in links.all():
        link.get_by_role("button", name="Copy").click()
    table.settles(lambda: len(page.evaluate("window.copied")), 3)
    seen += [page.evaluate(SHOWN), json.dumps(page.evaluate("window.copied"))]
    page.keyboard.press("Escape")
    code_of(table)
    seen.append(page.evaluate(SHOWN))
    page.keyboard.press("Escape")
    page.goto("/#/library")
    expect(page.locator(".battle-row")).to_have_count(1)
    seen.append(page.evaluate(SHOWN))
    assert not [text for text in seen if own in text]
    assert [text for text in seen if theirs in text] == [seen[2], seen[3]]
    assert "token" not in report
    # A seat that is given away gets its link then, and not before.
    page.goto(f"/#/battle/{made['id']}")
    table.wait()
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Invite").click()
    seat = page.locator("dialog[open] .share-seat").first
    expect(seat).to_contain_text("You play Ann here.")
    seat.get_by_role("checkbox").check()
    expect(seat.locator(".share-link input")).to_have_value(re.compile(re.escape(own)))
    # Whoever has the report's address is a stranger.
    friend.page.goto(report)
    expect(friend.page.locator("body")).to_contain_text("Ann")
    friend.page.goto(report.replace("/api/battles/", "/#/battle/").removesuffix("/report"))
    watches(friend.page)
