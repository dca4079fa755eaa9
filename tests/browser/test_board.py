"""What the board looks like, and that the decision has its room beside it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.table import PATIENCE, Table

pytestmark = pytest.mark.slow

RECORD = Path(__file__).parents[1] / "golden" / "eow-captains-2.json"
CHARGED = 61
"""After so many answers of the record the first seat is charged."""

IN_SIGHT = """name => {
  const seen = document.querySelector(name).getBoundingClientRect();
  const room = document.querySelector('.decide').getBoundingClientRect();
  const over = document.querySelector('.manoeuvre > .actions').getBoundingClientRect();
  return seen.top >= room.top && seen.bottom <= Math.min(room.bottom, over.top) + 1;
}"""


def test_units_in_ranks_have_a_flag_with_the_coat_of_their_army(table: Table) -> None:
    table.new_battle(armies=["Vermin Swarm", "Orcs and Goblins"])
    table.deploy()
    page = table.page
    expect(page.locator(".unit")).to_have_count(8)
    expect(page.locator(".banner")).to_have_count(6)
    expect(page.locator(".banner.standard")).to_have_count(2)
    fields = "[0, 1].map((seat) => document.querySelector(`#flag-${seat} [clip-path] path`).getAttribute('fill'))"
    table.settles(lambda: len(set(page.evaluate(fields))), 2)
    page.locator("[data-unit]", has=page.locator(".fig")).first.click(force=True)
    expect(page.locator(".unit-card .quiet").first).to_contain_text("on foot")


def test_plates_are_painted_over_units_and_the_ground_below_them(table: Table) -> None:
    table.new_battle()
    # What comes later is painted over what came before.
    drawn = "[...document.querySelectorAll('.painted, .edges, .units, .labels')].map((one) => one.classList[0])"
    table.settles(lambda: table.page.evaluate(drawn)[:4], ["painted", "edges", "units", "labels"])
    table.settles(lambda: table.page.evaluate("document.querySelector('.painted').dataset.painted !== undefined"), True)


def test_a_dragged_regiment_carries_its_banner(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    banner = table.page.locator(".banner.ghostly")
    expect(banner).to_have_count(1)
    before = table.middle(".banner.ghostly")[0]
    table.drag("[data-handle=body]", 3, 0)
    table.settles(lambda: table.middle(".banner.ghostly")[0] - before > 2.5 * table.inch(), True)


def test_whoever_is_asked_how_to_react_sees_who_does_what_to_whom(table: Table) -> None:
    kept = Request(f"{table.address}/api/import", RECORD.read_bytes())
    with urlopen(kept, timeout=PATIENCE) as response:
        made = json.load(response)
    wanted = {"at": CHARGED, "seats": [{"player": "human"}, {"player": "random"}]}
    branch = table.post(f"/api/battles/{made['id']}/branch?token={made['watch']}", wanted)
    table.takes(branch, 0)
    expect(table.asks).to_have_text(re.compile("^Tegu Warriors charge your Mongrel Herd in the front from 12.9"))
    expect(table.page.locator(".act-marks .intent")).to_have_count(1)
    table.page.keyboard.press("t")
    expect(table.page.locator(".text-view")).to_contain_text("now acting on")


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1280, 720)])
def test_the_verdict_on_a_move_is_in_sight(table: Table, width: int, height: int) -> None:
    table.page.set_viewport_size({"width": width, "height": height})
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    for keys in ("2", "ArrowUp", "1", "0", "e", "1", "ArrowUp"):
        table.page.keyboard.press(keys)
    table.verdict()
    table.page.wait_for_function(IN_SIGHT, arg=".verdict")


def test_names_of_players_are_not_cut_in_a_low_window(table: Table) -> None:
    table.page.set_viewport_size({"width": 1366, "height": 768})
    table.new_battle(armies=["Empire of Sonnstahl", "Empire of Sonnstahl"])
    table.deploy()
    cut = """() => [...document.querySelectorAll('.seats b, .turn-row .over')]
      .filter((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1)
      .map((one) => one.textContent)"""
    table.settles(lambda: table.page.evaluate(cut), [])
    # To pass stays where it is, however long the name beside it.
    table.settles(lambda: table.rests(".turn-row")[3], 32)


def test_the_log_folds_and_stays_folded(table: Table) -> None:
    table.new_battle()
    page = table.page
    page.get_by_role("button", name="Collapse the log").click()
    expect(page.locator(".log")).to_be_hidden()
    page.reload()
    table.wait()
    expect(page.locator(".log")).to_be_hidden()
    page.get_by_role("tab", name="Luck").click()
    expect(page.locator(".luck")).to_be_visible()


def test_the_log_is_as_high_as_one_likes_by_keys_alone(table: Table) -> None:
    table.new_battle()
    edge = table.page.get_by_role("separator", name="Height of the log")
    expect(edge).to_have_attribute("aria-valuetext", "automatic")
    edge.focus()
    table.page.keyboard.press("ArrowUp")
    expect(edge).to_have_attribute("aria-valuetext", re.compile(r"^\d+ pixels$"))
    table.page.keyboard.press("Home")
    expect(edge).to_have_attribute("aria-valuetext", "automatic")


def test_whoever_looks_from_near_is_led_to_the_unit_that_is_asked_about(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    for _ in range(7):
        page.keyboard.press("+")
    table.takes_option("Orc Shaman")
    page.wait_for_function(
        """() => {
          const unit = document.querySelector('.unit.selected').getBoundingClientRect();
          const stage = document.querySelector('.stage').getBoundingClientRect();
          return unit.left > stage.left && unit.right < stage.right
            && unit.top > stage.top && unit.bottom < stage.bottom;
        }"""
    )


@pytest.mark.parametrize(("dx", "dy"), [(0, -40), (0, 40), (-40, 0), (40, 0)])
def test_a_drag_beyond_the_limit_ends_at_the_limit(table: Table, dx: float, dy: float) -> None:
    table.new_battle()
    table.to_the_first_move("Iron Orcs")
    table.drag("[data-handle=body]", dx, dy)
    table.verdict()
    expect(table.page.locator(".cost")).to_have_count(1)
    expect(table.page.locator(".cost.too-much")).to_have_count(0)
    expect(table.page.locator(".cost")).to_contain_text("0\u2033 left")
