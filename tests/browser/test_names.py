"""Names of units, armies and players are read in full on small screens: none is cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

LONG = [
    {"player": "human", "name": "Maximilian of the Northern Marches"},
    {"player": "captain", "name": "The Host of the Unburied Dead Kings"},
]
SCREENS = [
    pytest.param({"viewport": {"width": 390, "height": 844}, "has_touch": True}, id="phone"),
    pytest.param({"viewport": {"width": 740, "height": 360}, "has_touch": True}, id="lying"),
    pytest.param({"viewport": {"width": 768, "height": 1024}, "has_touch": True}, id="tablet"),
]
# Every text that leaves the screen to the right, or the first box around it that hides what leaves it.
CUT = """(within) => {
  const cut = [];
  const hides = (element) => getComputedStyle(element).overflowX !== "visible";
  const scrolls = (element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
  const look = (text) => {
    const range = document.createRange();
    range.selectNodeContents(text);
    const { left, right } = range.getBoundingClientRect();
    let box = text.parentElement;
    while (box && !hides(box)) box = box.parentElement;
    if (box && scrolls(box)) return;
    const room = box?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
    if (right > room.right + 1 || left < room.left - 1) cut.push(text.data);
  };
  for (const root of document.querySelectorAll(within)) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      const hidden = parent.closest(".visually-hidden, .wide-only, option") || !parent.checkVisibility();
      if (walker.currentNode.data.trim() && !hidden) look(walker.currentNode);
    }
    for (const select of root.querySelectorAll("select")) {
      const { font, paddingLeft, paddingRight } = getComputedStyle(select);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = font;
      const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - 18;
      const text = select.selectedOptions[0]?.text ?? "";
      if (pen.measureText(text).width > room) cut.push(text);
    }
  }
  return cut;
}"""
# News do not stay: they are looked at in every picture of the page, along with what stands in their way.
WATCH = """(cut) => {
  window.lost = new Set();
  const find = new Function(`return ${cut}`)();
  const box = (what) => document.querySelector(what)?.getBoundingClientRect();
  const look = () => {
    for (const one of find(".newest")) window.lost.add(one);
    const [news, button] = [box(".newest"), box(".stage-actions")];
    const meet = news && button?.width && news.right > button.left && news.bottom > button.top;
    if (meet) window.lost.add("news under the button");
    requestAnimationFrame(look);
  };
  look();
}"""


def reads(table: Table, within: str) -> None:
    """Until nothing there is cut off."""
    table.settles(lambda: table.page.evaluate(CUT, within), [])


@pytest.mark.parametrize("screen", SCREENS)
def test_setting_up_a_battle_cuts_no_name_off(browser: Browser, address: str, screen: dict[str, Any]) -> None:
    with seated(browser, address, **screen) as page:
        table = Table(page, address)
        page.goto("/")
        expect(page.locator(".armies button").first).to_be_visible()
        for book in page.get_by_role("group", name="Rulebook").get_by_role("button").all():
            book.click()
            expect(page.locator(".armies button").first).to_be_visible()
            reads(table, ".sides")


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("book", ["eow", "aofr", "blue", "t9a"])
def test_a_battle_cuts_no_name_off(browser: Browser, address: str, screen: dict[str, Any], book: str) -> None:
    armies = {"eow": ["Empire of Sonnstahl", "Kingdom of Equitaine"], "aofr": ["Tallgrass Horde", "Unburied Host"]}
    armies |= {"blue": ["Greenfold Kin", "Ashmoot Clans"], "t9a": ["Saltbridge Compact", "Thornback Tribes"]}
    with seated(browser, address, **screen) as page:
        table = Table(page, address)
        table.new_battle(ruleset=book, armies=armies[book], map="1" if book == "eow" else None, seats=LONG)
        page.evaluate(WATCH, CUT)
        for _ in range(14):
            if table.wait().over:
                break
            reads(table, ".seats")
            reads(table, ".turn-row")
            reads(table, ".question")
            table.answers()
        table.settles(lambda: page.evaluate("[...window.lost]"), [])


def test_on_a_low_screen_the_names_of_the_sides_are_not_cut_off(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 1280, "height": 720}) as page:
        table = Table(page, address)
        table.new_battle(seats=LONG)
        reads(table, ".seats")


def test_what_happened_meanwhile_is_read_in_full_on_a_wide_screen(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 1366, "height": 768}) as page:
        table = Table(page, address)
        table.new_battle(seats=[{"player": "human"}, {"player": "captain"}], seed="3")
        long = "(document.querySelector('.meanwhile .brief')?.innerText.length ?? 0) > 80"
        table.plays_until(lambda asked: page.evaluate(long))
        reads(table, ".meanwhile summary")
