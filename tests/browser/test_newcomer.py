"""What somebody finds who has never played: lessons, words that open, figures that open, one reason at a time."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

BESIDE_THE_QUESTION = """() => {
  const box = (one) => document.querySelector(one).getBoundingClientRect();
  const [hint, question, asked] = ['.coach', '.question', '.question h2'].map(box);
  return hint.top >= asked.bottom && hint.top < asked.bottom + 40 && hint.bottom <= question.bottom;
}"""


def to_deployment(table: Table) -> None:
    """Until a unit is to be chosen for deployment."""
    table.plays_until(lambda asked: "deploy next" in asked.text)


def test_what_is_decided_for_the_first_time_is_explained_once(table: Table) -> None:
    table.new_battle()
    coach = table.page.locator(".coach")
    coach.get_by_text("within 6 inches of the centre").wait_for()
    to_deployment(table)
    coach.get_by_text("Deploy in the marked zone").wait_for()
    table.press("1")
    table.verdict()
    table.press("Enter")
    expect(table.asks).to_contain_text("deploy next")
    expect(coach).to_have_count(0)


@pytest.mark.slow
def test_on_a_phone_a_hint_stands_right_below_its_question(table: Table) -> None:
    table.page.set_viewport_size({"width": 390, "height": 844})
    table.new_battle()
    to_deployment(table)
    table.page.locator(".coach").get_by_text("Deploy in the marked zone").wait_for()
    table.settles(lambda: table.page.evaluate(BESIDE_THE_QUESTION), True)


def test_the_hint_stands_beside_the_question_and_never_over_the_log(table: Table) -> None:
    table.new_battle()
    page = table.page
    page.locator(".coach").wait_for()
    table.settles(lambda: page.evaluate(BESIDE_THE_QUESTION), True)
    boxes = "['.coach', '.tabs'].map((one) => document.querySelector(one).getBoundingClientRect())"
    apart = f"(() => {{ const [hint, log] = {boxes}; return hint.bottom <= log.top; }})()"
    table.settles(lambda: page.evaluate(apart), True)
    page.get_by_role("button", name="Close the hint").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.get_by_role("button", name="Show the hint").click()
    expect(page.locator(".coach")).to_be_visible()


def test_how_to_win_speaks_of_the_game_that_is_played(table: Table) -> None:
    table.new_battle(ruleset="kow", armies=[None, None], map="1", options={"scenario": "plunder"})
    goal = table.page.locator(".goal")
    goal.locator("summary").click()
    expect(goal).to_contain_text("Five loot counters")
    expect(table.page.locator(".coach")).to_contain_text("Five loot counters")


def test_hints_can_be_switched_off_and_called_back(table: Table) -> None:
    table.new_battle()
    to_deployment(table)
    page = table.page
    page.get_by_role("button", name="Turn hints off").click()
    expect(page.locator(".coach")).to_have_count(0)
    page.get_by_role("button", name="Keyboard and help").click()
    page.get_by_role("button", name="Explain everything again").click()
    page.keyboard.press("Escape")
    page.locator(".coach").wait_for()


@pytest.mark.slow
def test_every_word_on_a_card_is_explained(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Iron Orcs")
    page = table.page
    page.get_by_role("button", name="What do these terms mean?").click()
    told = page.locator(".explained")
    expect(told.get_by_text("Advance Rate: inches")).to_be_visible()
    expect(told.locator("dt")).to_have_count(page.locator(".unit-card .profile dt, .unit-card .tags li").count())
    page.keyboard.press("Escape")
    page.locator(".unit-card .tags").get_by_role("button", name="Warborn").click()
    page.get_by_role("dialog").get_by_text("Panic").first.wait_for()


def test_a_reason_is_told_once_and_only_as_long_as_it_holds(table: Table) -> None:
    table.new_battle()
    to_deployment(table)
    table.press("1")
    table.verdict()
    table.drag("[data-handle=body]", 20, 0)
    assert table.verdict() == "bad"
    table.page.keyboard.press("Enter")
    # Once the page has taken a later key, it has done with Enter.
    table.page.keyboard.press("t")
    expect(table.page.locator(".text-view")).to_be_visible()
    expect(table.page.locator(".refusal, .notice")).to_have_count(0)
    expect(table.page.locator(".verdict.bad")).to_have_count(1)


@pytest.mark.slow
def test_the_options_of_all_units_are_there_although_one_is_selected(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    options = page.locator(".option .take")
    everything = options.count()
    for place in range(2):
        page.keyboard.press("ArrowDown")
        expect(options.nth(place)).to_be_focused()
    expect(page.locator(".unit-card h3")).to_have_count(1)
    expect(options).to_have_count(everything)


def test_nothing_but_the_panels_scrolls(table: Table) -> None:
    table.new_battle()
    table.deploy()
    page = table.page
    for width, height in ((1280, 720), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("height => innerHeight === height", arg=height)
        page.wait_for_function("document.documentElement.scrollHeight <= innerHeight")
        page.wait_for_function("(panel => panel.scrollWidth <= panel.clientWidth)(document.querySelector('.decide'))")


@pytest.mark.slow
def test_what_others_did_since_the_last_decision_is_told_with_the_next(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}], seed="3")
    table.deploy()
    told = table.page.locator(".meanwhile summary")
    for _ in range(30):
        if told.count():
            break
        table.answers(first=str(table.page.locator(".option").count()))
        table.wait()
    table.settled()
    told.click()
    expect(table.page.locator(".meanwhile li").first).to_be_visible()
