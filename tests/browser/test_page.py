"""What a person does with the page, one thing at a time."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table
from warhost.web import STATIC

NOTE_GLIDES = """() => {
  window.glides = [];
  const animate = SVGElement.prototype.animate;
  SVGElement.prototype.animate = function (frames, wanted) {
    window.glides.push(frames.length);
    return animate.call(this, frames, wanted);
  };
}"""


def test_one_click_and_a_newcomer_decides(table: Table) -> None:
    table.page.goto("/")
    table.page.get_by_role("button", name="Play now").click()
    table.wait()
    expect(table.page.locator(".option .take, .question .place").first).to_be_visible()


def test_the_page_is_small_and_there_at_once(table: Table) -> None:
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < 300_000
    # What a newcomer waits for is what is fetched: seconds would measure how busy this machine is.
    asked_for: list[str] = []
    table.page.on("request", lambda request: asked_for.append(request.url))
    table.page.goto("/")
    table.page.get_by_role("button", name="Play now").wait_for()
    assert all(url.startswith(table.address) for url in asked_for)
    assert len(asked_for) <= 12


def test_an_own_battle_starts_with_what_was_chosen(table: Table) -> None:
    page = table.page
    page.goto("/")
    first, second = page.locator(".side").nth(0), page.locator(".side").nth(1)
    first.locator("select").nth(0).select_option("Dwarven Holds")
    second.locator("select").nth(0).select_option("Sylvan Elves")
    second.locator("select").nth(1).select_option("random")
    expect(first.get_by_text("Greybeards")).to_be_visible()
    page.get_by_text("Hill in the middle").click()
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats b")).to_have_text(["Dwarven Holds", "Sylvan Elves"])


def test_a_unit_is_deployed_by_dragging_it(table: Table) -> None:
    table.new_battle()
    table.to_a_place()
    number = table.number
    table.verdict()
    table.drag("[data-handle=body]", -3, 2)
    assert table.verdict() == "ok"
    table.page.get_by_role("button", name="Place it here").click()
    table.after(number)
    expect(table.page.locator(".unit")).to_have_count(1)


@pytest.mark.slow
def test_outside_the_zone_the_ghost_says_why_not(table: Table) -> None:
    table.new_battle()
    table.to_a_place()
    table.verdict()
    table.drag("[data-handle=body]", 20, 0)
    assert table.verdict() == "bad"
    expect(table.page.locator(".verdict")).to_contain_text("inside the deployment zone")
    expect(table.page.get_by_role("button", name="Place it here")).to_be_disabled()


@pytest.mark.slow
def test_a_move_too_far_turns_red_and_gives_the_reason(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    # A drag ends at the limit; what is typed does not.
    for key in ("3", "0", "ArrowUp"):
        table.page.keyboard.press(key)
    assert table.verdict() == "bad"
    expect(table.page.locator(".plaque .reason").first).to_contain_text("cannot march")
    expect(table.page.locator(".ghost.bad")).to_have_count(1)
    expect(table.page.locator(".verdict .chip")).to_have_count(1)


@pytest.mark.slow
def test_dragging_a_regiment_forward_and_its_corner_makes_a_move(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    number = table.number
    before = table.middle(".unit.selected .front")
    table.drag("[data-handle=body]", 3, 0)
    table.drag("[data-handle=wheel-left]", 1, 0)
    expect(table.page.locator(".step > span:first-child")).to_have_text(["Forward", "Wheel"])
    assert table.verdict() == "ok"
    table.page.get_by_role("button", name="Confirm").click()
    table.after(number)
    table.settles(lambda: table.middle(".unit.selected .front")[0] - before[0] > 2.5 * table.inch(), True)


@pytest.mark.slow
def test_with_ctrl_a_regiment_wheels_towards_the_pointer_and_goes_there(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    table.page.keyboard.down("Control")
    table.drag("[data-handle=body]", 5, 2)
    table.page.keyboard.up("Control")
    expect(table.page.locator(".step > span:first-child")).to_have_text(["Wheel", "Forward"])


@pytest.mark.slow
@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_regiment_glides_along_its_steps_for_those_who_like_motion(
    table: Table, motion: Literal["no-preference", "reduce"]
) -> None:
    table.new_battle()
    page = table.page
    page.emulate_media(reduced_motion=motion)
    table.to_the_first_move("Goblin Rabble")
    table.drag("[data-handle=body]", 3, 0)
    table.drag("[data-handle=wheel-left]", 1, 0)
    assert table.verdict() == "ok"
    page.evaluate(NOTE_GLIDES)
    table.press("Enter")
    # A straight way has two places, one with a turn has more: for the unit and its flag.
    # Its name was at its ghost: the plate comes back where it ends.
    glides = 0 if motion == "reduce" else 2
    page.wait_for_function("count => window.glides.filter((places) => places > 3).length === count", arg=glides)


@pytest.mark.slow
def test_a_step_can_be_typed(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Iron Orcs")
    table.page.keyboard.type("3.5")
    table.page.keyboard.press("ArrowUp")
    assert table.verdict() == "ok"
    expect(table.page.locator(".step input")).to_have_value("3.5")
    table.page.locator(".step input").fill("99")
    assert table.verdict() == "bad"
    table.page.locator(".step input").fill("2")
    assert table.verdict() == "ok"


@pytest.mark.slow
def test_a_move_can_be_taken_back(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Iron Orcs")
    table.page.keyboard.press("ArrowUp")
    assert table.verdict() == "ok"
    number = table.number
    table.page.keyboard.press("Enter")
    table.after(number)
    expect(table.option("Iron Orcs")).to_have_count(0)
    now = table.number
    table.page.get_by_role("button", name="Take back").click()
    table.after(now)
    table.is_at(number)
    expect(table.asks).to_have_text("Move Iron Orcs")


@pytest.mark.slow
def test_time_goes_back_and_forth_and_has_an_address(table: Table) -> None:
    made = table.new_battle()
    table.deploy()
    page = table.page
    here = table.number
    page.get_by_role("button", name="One decision back").click()
    page.locator(".past-banner").wait_for()
    expect(page).to_have_url(re.compile(f"/battle/{made['id']}/at/"))
    expect(page.locator(".question.open")).to_have_count(0)
    page.reload()
    page.locator(".past-banner").wait_for()
    page.get_by_role("button", name="Back to now").click()
    table.wait()
    table.is_at(here)


@pytest.mark.slow
def test_a_record_goes_out_and_comes_in(table: Table, tmp_path: Path) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    page.goto("/#/library")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").first.click()
    file = tmp_path / "battle.json"
    waiting.value.save_as(file)
    assert json.loads(file.read_text())["ruleset"] == "eow"
    page.locator("input[type=file]").set_input_files(file)
    page.locator(".table-screen .unit, .past-banner").first.wait_for()
    page.get_by_role("button", name="To now", exact=True).click()
    page.locator(".unit").nth(3).wait_for()
    expect(page.locator(".question.open")).to_have_count(0)


@pytest.mark.slow
def test_a_rule_opens_beside_the_question(table: Table) -> None:
    table.new_battle()
    page = table.page
    page.locator(".behind summary").click()
    page.locator(".behind .chip").first.click()
    expect(page.locator("dialog.popover .mono")).to_have_text(re.compile(r"^eow\."))
    page.keyboard.press("Escape")
    expect(page.locator("dialog.popover")).to_have_count(0)


@pytest.mark.slow
def test_the_text_view_tells_where_everything_stands(table: Table) -> None:
    table.new_battle()
    table.deploy()
    table.page.keyboard.press("n")
    table.page.keyboard.press("t")
    rows = table.page.locator(".text-view li:has(button)")
    expect(rows).to_have_count(8)
    expect(rows.filter(has_text="itself")).to_have_count(1)
    expect(rows.filter(has_text="clock")).to_have_count(7)


@pytest.mark.slow
def test_reasons_of_the_captain_can_be_read(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.deploy()
    table.page.keyboard.press("w")
    table.page.locator("dialog[open] .terms td").first.wait_for()


@pytest.mark.slow
def test_in_the_past_why_leads_to_the_nearest_decision_of_the_computer(table: Table) -> None:
    page = table.page
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.deploy()
    table.press("1")
    page.keyboard.press("w")
    dialog = page.locator("dialog[open]")
    dialog.locator(".terms td").first.wait_for()
    dialog.get_by_role("button", name="Show this moment").click()
    page.locator(".past-banner").wait_for()
    page.keyboard.press("w")
    dialog.locator(".terms td").first.wait_for()
    # Here nobody else has decided since.
    expect(dialog.get_by_role("button", name="Show this moment")).to_have_count(0)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="To the start").click()
    expect(page).to_have_url(re.compile("/at/0$"))
    page.keyboard.press("w")
    table.is_told("The computer has not moved yet")


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["new", "library", "deploy", "move"])
def test_nothing_serious_keeps_people_out(table: Table, axe: str, screen: str) -> None:
    if screen == "new":
        table.page.goto("/")
        table.page.locator(".own").wait_for()
    else:
        table.new_battle()
        if screen == "library":
            table.page.goto("/#/library")
            table.page.locator(".battle-row").wait_for()
        elif screen == "move":
            table.to_the_first_move("Iron Orcs")
            table.page.keyboard.press("ArrowUp")
            table.verdict()
    table.keeps_nobody_out(axe)
