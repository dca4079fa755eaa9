"""What the table shows to whoever looks: the reach of a whole side, sight and cover, texts that keep off each other."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

pytestmark = pytest.mark.slow

CLASHES = """() => {
  const seen = [...document.querySelectorAll('.board [data-label] .label, .board [data-note]')].map((one) => ({
    name: one.textContent, of: one.closest('[data-label]')?.dataset.label, box: one.getBoundingClientRect(),
  }));
  const clashes = [];
  for (const [index, one] of seen.entries()) for (const other of seen.slice(index + 1)) {
    const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
    const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
    if (width > 6 && height > 6 && (one.of ?? 1) !== (other.of ?? 2)) clashes.push(`${one.name} on ${other.name}`);
  }
  return clashes;
}"""


def test_the_reach_of_every_enemy_is_shown_with_one_key_and_hidden_with_it(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    page.keyboard.press("x")
    expect(page.locator(".menace")).to_have_count(4)
    expect(page.locator(".unit.s1")).to_have_count(4)
    expect(page.locator(".threats")).to_have_text(re.compile("^Orcs and Goblins"))
    page.keyboard.press("x")
    expect(page.locator(".menace")).to_have_count(0)
    expect(page.locator(".threats")).to_have_count(0)


def test_whoever_is_pointed_at_comes_forward(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    page.keyboard.press("x")
    enemy = page.locator(".unit.s1").first
    enemy.hover()
    expect(page.locator(".menace.forward")).to_have_attribute("data-menace", enemy.get_attribute("data-unit") or "")


def test_how_far_a_shooter_reaches_after_a_move_is_drawn_when_it_comes_forward_and_told(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.to_the_first_move("Goblin Rabble")
    page = table.page
    page.keyboard.press("x")
    expect(page.locator(".threats")).to_contain_text("advance and shoot with Handgun")
    expect(page.locator(".menace.forward path.after")).to_have_count(1)
    expect(page.locator(".threat-mark.after").first).to_be_visible()


def test_who_stands_within_reach_is_marked_and_told_and_so_is_a_ghost(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.to_the_first_move("Goblin Rabble")
    page = table.page
    page.keyboard.press("x")
    page.locator(".menace").first.wait_for(state="attached")
    page.keyboard.type("8")
    page.keyboard.press("ArrowUp")
    told = page.locator(".plaque .threat")
    expect(told.filter(has_text="in reach of").first).to_be_visible()
    expect(told.filter(has_text="charge").first).to_be_visible()
    number = table.number
    page.keyboard.press("Enter")
    table.after(number)
    goblins = page.locator(".threat-mark:not(.after)", has_text="Goblin Rabble")
    expect(goblins).to_be_visible()
    expect(page.locator(".threats")).to_contain_text("Goblin Rabble in reach of")


def test_the_past_has_its_own_reach(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    page.keyboard.press("x")
    page.locator(".menace").nth(3).wait_for(state="attached")
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    expect(page.locator(".menace")).to_have_count(0)
    page.get_by_role("button", name="Back to now").click()
    page.locator(".menace").nth(3).wait_for(state="attached")


def test_a_spectator_looks_at_the_reach_of_either_side(table: Table) -> None:
    made = table.new_battle()
    table.deploy()
    browser = table.page.context.browser
    assert browser is not None
    with seated(browser, table.address) as page:
        page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")
        page.locator(".unit").first.wait_for()
        page.get_by_role("button", name="Reach of every enemy").click()
        page.locator(".menace.s0").first.wait_for(state="attached")
        page.locator(".threats").get_by_role("button", name="Empire of Sonnstahl").click()
        page.locator(".menace.s1").first.wait_for(state="attached")
        expect(page.locator(".menace.s0")).to_have_count(0)


def test_what_is_in_the_way_of_a_look_is_written_at_the_target(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Orc Shaman")
    notes = table.page.locator("[data-note^='sight']")
    # A note may run over two lines.
    table.settles(lambda: "blocked by" in " ".join(notes.all_text_contents()), True)
    expect(table.page.locator(".survey")).to_contain_text("(blocked by")


@pytest.mark.parametrize(
    "wanted",
    [
        pytest.param({}, id="Essence of War"),
        pytest.param(
            {"ruleset": "aofr", "armies": [None, None], "map": None, "seed": "3"},
            id="Regiments",
        ),
    ],
)
def test_texts_keep_off_each_other_at_every_zoom(table: Table, wanted: dict[str, Any]) -> None:
    table.new_battle(**wanted)
    table.plays_until(lambda _: table.page.locator(".unit").count() >= 8)
    table.page.keyboard.press("n")
    table.page.locator(".reach").first.wait_for(state="attached")
    for _ in range(4):
        table.settles(lambda: table.page.evaluate(CLASHES), [])
        table.page.keyboard.press("+")
