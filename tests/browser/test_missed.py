"""What happened while nobody looked is offered or waits: after a reload, a lost connection, in a tab behind others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE, Table, either_is_asked
from tests.browser.test_showing import ALL_STANDS_STILL, MOST, Show, deployed

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

TWO = [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}]
# Sockets that can be cut, and a page that can be put behind others.
HANDS = """(() => {
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address) {
      super(window.cut ? address.replace("/ws?", "/nowhere?") : address);
      window.socket = this;
    }
  };
  Object.defineProperty(document, "visibilityState", {get: () => (window.behind ? "hidden" : "visible")});
})()"""


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Show]:
    with seated(browser, address, may_complain=True, likes=ALL_STANDS_STILL) as page:
        page.context.add_init_script(HANDS)
        yield Show(page, address)


def offer(table: Table) -> Any:
    return table.page.get_by_role("region", name="Since you last looked")


def both(show: Show, friend: Table) -> dict[str, Any]:
    """Ann and Bob at a table, each in a browser of their own; both have seen all."""
    made = show.new_battle(seats=TWO)
    friend.takes(made, 1)
    friend.page.locator(".question h2").wait_for()
    return made


def until_it_is_bobs_turn(show: Show, friend: Table) -> None:
    """Ann plays until only Bob can."""
    for _ in range(MOST):
        here, _ = either_is_asked(show, friend)
        if here.shown >= 0:
            show.skips()
        elif here.may_answer:
            show.answers()
        else:
            return
    raise AssertionError("Bob was never asked.")


def put_behind(page: Page, behind: bool) -> None:
    page.evaluate(
        "behind => { window.behind = behind; document.dispatchEvent(new Event('visibilitychange', {bubbles: true})); }",
        behind,
    )


def bob_plays(friend: Table) -> None:
    """Until he has set a unit down: to choose one is no news yet."""
    friend.plays_until(lambda asked: asked.kind == "place")
    friend.answers()


def broken_off(show: Show) -> None:
    """The page is loaded again while the other side's deployment is shown, once the server has all of it."""
    made = deployed(show)
    address = f"{show.address}/api/battles"

    def asked() -> bool:
        with urlopen(Request(address, headers={"X-Warhost-Tokens": made["tokens"]["0"]}), timeout=PATIENCE) as answer:
            return bool(json.load(answer)[0]["your_move"])

    show.settles(asked, True)
    show.page.reload()
    show.wait()


def test_what_happened_while_the_page_was_away_is_offered_and_shown(show: Show, friend: Table) -> None:
    both(show, friend)
    until_it_is_bobs_turn(show, friend)
    here = show.page.url
    expect(offer(show)).to_have_count(0)
    show.page.goto("about:blank")
    bob_plays(friend)
    last = friend.number
    show.page.goto(here)
    show.is_at(last)
    told = offer(show).locator(".brief").inner_text()
    assert told
    expect(show.page.locator(".voice")).to_contain_text("since you last looked")
    offer(show).get_by_role("button", name="Show what happened").click()
    show.begins()
    expect(offer(show)).to_have_count(0)
    facts = []
    while (seen := show.now()).shown >= 0:
        facts.append(seen.text)
        show.step()
    assert set(told.split("; ")) <= set(facts)
    expect(show.page.locator(".past-banner")).to_have_count(0)
    expect(offer(show)).to_have_count(0)
    show.page.reload()
    show.is_at(last)
    expect(offer(show)).to_have_count(0)


def test_what_a_reload_broke_off_is_offered_and_can_be_left_out(show: Show) -> None:
    broken_off(show)
    expect(show.page.locator(".show")).to_have_count(0)
    # What was before the eyes already is not told again.
    expect(offer(show)).to_contain_text("deployed")
    offer(show).get_by_role("button", name="Skip").click()
    expect(offer(show)).to_have_count(0)
    show.page.reload()
    show.wait()
    expect(offer(show)).to_have_count(0)


def test_whoever_decides_without_having_looked_is_asked_no_more(show: Show) -> None:
    broken_off(show)
    expect(offer(show)).to_be_visible()
    show.answers()
    expect(offer(show)).to_have_count(0)


def test_what_happened_without_a_connection_is_offered(show: Show, friend: Table) -> None:
    both(show, friend)
    until_it_is_bobs_turn(show, friend)
    show.page.evaluate("() => { window.cut = true; socket.close(); }")
    expect(show.page.locator(".offline")).to_be_visible()
    bob_plays(friend)
    show.page.evaluate("() => { window.cut = false; }")
    expect(show.page.locator(".offline")).to_have_count(0)
    show.is_at(friend.number)
    expect(offer(show)).to_be_visible()


def test_a_tab_behind_others_waits_with_what_it_shows(show: Show, friend: Table) -> None:
    both(show, friend)
    until_it_is_bobs_turn(show, friend)
    page = show.page
    # As fast as can be: only the eyes that are elsewhere hold it up.
    page.evaluate("""() => {
      const likes = JSON.parse(localStorage.getItem("warhost.settings") ?? "{}");
      localStorage.setItem("warhost.settings", JSON.stringify({...likes, speed: 40}));
    }""")
    page.reload()
    page.locator(".question h2").wait_for()
    put_behind(page, True)
    bob_plays(friend)
    show.begins()
    first = show.place()
    put_behind(page, False)
    show.something()
    expect(page.locator(".show")).to_have_count(0)
    assert first >= 0
    expect(offer(show)).to_have_count(0)


def test_what_came_at_once_to_a_tab_behind_others_is_offered(table: Table, friend: Table) -> None:
    made = table.new_battle(seats=TWO)
    page = table.page
    page.evaluate(HANDS)
    friend.takes(made, 1)
    friend.page.locator(".question h2").wait_for()
    for _ in range(MOST):
        here, _ = either_is_asked(table, friend)
        if not here.may_answer:
            break
        table.answers()
    page.evaluate("() => { window.behind = true; }")
    bob_plays(friend)
    table.is_at(friend.number)
    expect(offer(table)).to_be_visible()


def test_an_end_that_nobody_saw_is_told_after_what_led_to_it(show: Show, friend: Table) -> None:
    both(show, friend)
    until_it_is_bobs_turn(show, friend)
    here = show.page.url
    show.page.goto("about:blank")
    bob_plays(friend)
    friend.page.locator(".menu summary").click()
    friend.page.locator(".menu").get_by_role("button", name="Concede").click()
    friend.page.get_by_role("dialog").get_by_role("button", name="Concede", exact=True).click()
    expect(friend.page.get_by_role("dialog", name="Defeat")).to_be_visible()
    show.page.goto(here)
    expect(offer(show)).to_contain_text("Bob conceded")
    expect(show.page.locator("dialog[open]")).to_have_count(0)
    offer(show).get_by_role("button", name="Skip").click()
    expect(show.page.get_by_role("dialog", name="Victory")).to_contain_text(re.compile("Bob conceded"))
