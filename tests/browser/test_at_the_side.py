"""What stands beside the board: the menu, the log, cards that were drawn, edges of the table, marks in time."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Route

pytestmark = pytest.mark.slow

AT_ITS_END = """() => {
  const list = document.querySelector('.log ol');
  return Math.round(list.scrollHeight - list.scrollTop - list.clientHeight) <= 1;
}"""


def test_the_menu_closes_with_escape_and_with_a_click_elsewhere(table: Table) -> None:
    table.new_battle()
    page = table.page
    entry = page.locator(".menu").get_by_text("Export record")
    page.locator(".menu summary").click()
    expect(entry).to_be_visible()
    page.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(page.locator(".menu summary")).to_be_focused()
    page.locator(".menu summary").click()
    expect(entry).to_be_visible()
    page.mouse.click(500, 500)
    expect(entry).to_be_hidden()


def test_the_rolls_that_set_up_a_table_are_one_line_that_opens(table: Table) -> None:
    table.new_battle(ruleset="aofr", armies=[None, None], map=None, seed="3")
    table.page.get_by_role("button", name="Got it").click()
    log = table.page.locator(".log")
    opening = log.locator(".opening")
    expect(opening.locator("summary")).to_have_text(re.compile(r"^\d+ rolls before the battle$"))
    expect(log.get_by_text("Section of the wall").first).to_be_hidden()
    opening.locator("summary").click()
    expect(log.get_by_text("Section of the wall").first).to_be_visible()


def test_the_last_line_of_the_log_is_in_sight_also_when_the_decision_takes_more_room(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.settles(lambda: table.page.evaluate(AT_ITS_END), True)
    for _ in range(4):
        table.page.keyboard.press("ArrowUp")
        table.page.keyboard.press("e")
    table.settles(lambda: table.page.evaluate(AT_ITS_END), True)


def test_who_reads_an_earlier_line_is_left_in_peace_until_there_are_new_ones(table: Table) -> None:
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.new_battle()
    table.deploy()
    table.page.get_by_role("button", name="Turn hints off").click()
    table.settles(lambda: table.page.evaluate(AT_ITS_END), True)
    table.page.locator(".log ol").hover()
    table.page.mouse.wheel(0, -60)
    table.settles(lambda: table.page.evaluate(AT_ITS_END), False)
    # The decision takes more room, and the log has less.
    table.takes_option("Goblin Rabble")
    table.rests(".log ol")
    table.settles(lambda: table.page.evaluate(AT_ITS_END), False)
    table.page.keyboard.press("ArrowUp")
    table.verdict()
    table.press("Enter")
    table.settles(lambda: table.page.evaluate(AT_ITS_END), True)


def test_a_flux_card_shows_the_card_that_was_drawn(table: Table) -> None:
    """The deck shrinks with every draw: from the second turn on, place and card differ."""
    table.new_battle()
    table.deploy()
    page = table.page
    drawn = page.locator(".log .line", has=page.locator(".die.card"))
    for _ in range(200):
        if table.wait().over or drawn.count() >= 3:
            break
        table.answers()
    cards = [text.split()[0] for text in drawn.locator(".die.card text").all_text_contents()]
    told = re.findall(r"drew Flux Card (\d)", " ".join(page.locator(".log .what").all_text_contents()))
    assert len(cards) >= 2
    assert cards == told[: len(cards)]


def test_the_edges_of_the_table_are_named_and_lit_as_the_player_sees_them(table: Table) -> None:
    table.new_battle()
    page = table.page
    edges = page.locator(".option .take")
    expect(edges.nth(0)).to_contain_text("The south edge, ")
    lit = page.locator(".zone.offered.eyed")
    middle = table.middle(".board-ground .ground")
    for place in range(2):
        edges.nth(place).hover()
        expect(lit).to_have_count(1)
        x, y, width, height = table.rests(lit)
        said = re.search(r"(bottom|top|left|right) of your screen", edges.nth(place).inner_text())
        assert said is not None
        there = {
            "bottom": y > middle[1],
            "top": y + height < middle[1],
            "left": x + width < middle[0],
            "right": x > middle[0],
        }
        assert there[said[1]]


def test_an_edge_is_chosen_by_a_click_on_it(table: Table) -> None:
    table.new_battle()
    number = table.number
    table.page.mouse.click(*table.middle(".zone.offered"))
    table.after(number)
    expect(table.page.locator(".log")).to_contain_text("deployed in the south")


def test_after_a_rematch_the_marks_of_the_old_battle_are_not_on_its_timeline(table: Table) -> None:
    page = table.page
    held: list[Route] = []
    made = table.new_battle()
    table.deploy()
    page.route(f"**/api/battles/{made['id']}/timeline", lambda route: held.append(route))
    page.reload()
    table.wait()
    table.settles(lambda: len(held) > 0, True)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Rematch").click()
    expect(page).not_to_have_url(re.compile(made["id"]))
    table.wait()
    with page.expect_response(f"**/api/battles/{made['id']}/timeline"):
        for late in held:
            late.continue_()
    table.answers()
    strayed = """() => {
      const end = document.querySelector('.timeline .track').getBoundingClientRect().right;
      const marks = [...document.querySelectorAll('.timeline .marks button')];
      return marks.filter((mark) => mark.getBoundingClientRect().right > end).length;
    }"""
    table.settles(lambda: page.evaluate(strayed), 0)


def test_news_cover_neither_the_board_nor_its_button_on_a_phone(table: Table) -> None:
    browser = table.page.context.browser
    assert browser is not None
    with seated(browser, table.address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        phone = Table(page, table.address)
        phone.new_battle()
        phone.rests()
        # News do not stay: they are looked at from before they come.
        page.evaluate("""() => {
          window.seen = {news: false, onBoard: false, onButton: false};
          const hits = document.createElement('style');
          hits.textContent = '.stage :is(.newest, .stage-actions) { pointer-events: auto !important; }';
          document.head.append(hits);
          const box = (what) => document.querySelector(what)?.getBoundingClientRect();
          const look = () => {
            const [news, ground] = [box('.newest'), box('.board-ground .ground')];
            const button = box('.stage-actions .primary');
            if (news && ground) {
              const middle = button && [button.x + button.width / 2, button.y + button.height / 2];
              const there = middle && document.elementFromPoint(...middle);
              window.seen.news = true;
              window.seen.onBoard ||= news.top < ground.bottom;
              window.seen.onButton ||= Boolean(there?.closest('.newest'));
            }
            requestAnimationFrame(look);
          };
          look();
        }""")
        phone.to_a_place()
        phone.verdict()
        phone.rests(".stage-actions .primary")
        phone.settles(lambda: page.evaluate("window.seen"), {"news": True, "onBoard": False, "onButton": False})
