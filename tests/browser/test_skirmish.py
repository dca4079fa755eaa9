"""The tiny skirmish in a real browser, by mouse and by keyboard: every kind of question, three seats in two teams."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def battle(table: Table, seconds: int = 600) -> dict[str, Any]:
    """A battle of one turn between three people."""
    return table.post(
        "/api/battles",
        {
            "ruleset": "skirmish",
            "armies": ["Wolves", "Goblins", "Golems"],
            "seats": [{"player": "human"}] * 3,
            "seed": "1",
            "options": {"turns": 1, "seconds": seconds},
        },
    )


def hot_seat(table: Table) -> None:
    """Everybody plays at this screen."""
    made = battle(table)
    for seat in (2, 1, 0):
        table.page.goto(f"/#/join/{made['id']}/{seat}/{made['tokens'][str(seat)]}")
        expect(table.page.locator(".seats .kind").nth(seat)).to_contain_text("you")


def asks(table: Table, text: str) -> None:
    """Until that is asked, and clicks are taken."""
    expect(table.asks).to_have_text(text)
    table.wait()
    table.settled()


def drag(table: Table, what: str, dx: float, dy: float) -> None:
    """By so many inches of the skirmish's board, which is 30 inches wide."""
    table.drag(what, dx * 48 / 30, dy * 48 / 30)


def refused(table: Table, why: str) -> None:
    expect(table.page.locator(".verdict.bad[aria-busy=false]")).to_contain_text(why)


def legal(table: Table) -> None:
    expect(table.page.locator(".verdict.ok[aria-busy=false]")).to_contain_text("Legal")


def test_a_battle_is_played_to_its_end_by_mouse(browser: Browser, skirmish: str) -> None:
    with seated(browser, skirmish) as page:
        table = Table(page, skirmish)
        hot_seat(table)
        confirm = page.locator(".question button.primary")
        seats = page.locator(".seats .kind")
        expect(seats).to_have_text(["you, team 1", "person, team 2", "person, team 2"])
        for name in ("Wolves", "Goblins", "Golems"):
            asks(table, f"How do {name} fight this turn?")
            expect(page.locator(".countdown")).to_contain_text("You are wary if you do not choose in time.")
            table.option("Bold").click()

        asks(table, "Where do Wolves go?")
        expect(page.locator(".unit.s0 .tint")).to_have_attribute("d", re.compile("a"))
        page.get_by_role("button", name="Wedge").click()
        legal(table)
        # What tells whose turn it is lies over the table for a while.
        expect(page.locator(".notice")).to_have_count(0)
        drag(table, "[data-handle=body]", 0.0, -3.0)
        legal(table)
        expect(page.get_by_label("Y (inches)")).to_have_value("7")
        expect(page.locator(".walk .cost")).to_contain_text("of 5″")
        drag(table, "[data-handle=pivot]", 1.0, 0.0)
        legal(table)
        confirm.click()

        asks(table, "What do Wolves put their efforts into?")
        expect(page.get_by_role("button", name="One more to Strike")).to_be_disabled()
        page.get_by_role("button", name="One less to Strike").click()
        expect(confirm).to_be_disabled()
        page.get_by_role("button", name="One more to Guard").click()
        confirm.click()

        asks(table, "Which tricks do Wolves use?")
        table.option("Breathe fire").click()
        table.option("Loose a bolt").click()
        refused(table, "cannot be used in the same turn")
        expect(confirm).to_be_disabled()
        table.option("Loose a bolt").click()
        table.option("Throw a stone").click()
        legal(table)
        confirm.click()
        asks(table, "Throw a stone: where?")
        expect(page.locator(".ghost.template .outline")).to_have_count(1)
        # It begins over the Golems, whose models are wanted later.
        drag(table, "[data-handle=body]", -10.0, 4.0)
        legal(table)
        confirm.click()
        asks(table, "Breathe fire: where?")
        drag(table, "[data-handle=pivot]", 3.0, 0.0)
        legal(table)
        confirm.click()

        asks(table, "Where do Goblins go?")
        expect(seats).to_have_text(["person, team 1", "you, team 2", "person, ally"])
        to_golems(table)
        asks(table, "How do Golems move?")
        expect(page.locator("[data-handle=files]")).to_have_count(2)
        files = page.locator(".files output")
        expect(files).to_have_text("3")
        page.get_by_role("button", name="Wider").click()
        expect(files).to_have_text("4")
        # The block faces the near edge: its left is the right of the screen.
        drag(table, "[data-handle=files]", 1.0, 0.0)
        expect(files).to_have_text("6")
        legal(table)
        expect(page.locator(".cost")).to_contain_text("Reform")
        confirm.click()
        to_the_end(table)


def to_golems(table: Table) -> None:
    """The goblins do whatever is offered first."""
    table.page.locator(".turn-row .pass").click()
    asks(table, "What do Goblins put their efforts into?")
    table.page.locator(".question button.primary").click()
    asks(table, "Which tricks do Goblins use?")
    straggler(table)


def straggler(table: Table) -> None:
    """The goblins call one, and set it down among them by hand."""
    page = table.page
    confirm = page.locator(".question button.primary")
    table.option("Call a straggler").click()
    confirm.click()
    asks(table, "Where does the straggler of Goblins come up?")
    ghost = page.locator(".ghost.s1[data-handle=body]")
    expect(ghost.locator(".outline")).to_have_count(1)
    expect(page.locator(".place .told")).to_have_text("Cohesion: within 2″")
    legal(table)
    drag(table, "[data-handle=body]", 0.0, 9.0)
    refused(table, "The straggler would be")
    expect(confirm).to_be_disabled()
    page.get_by_role("button", name="Reset").click()
    legal(table)
    drag(table, "[data-handle=body]", 0.0, -0.5)
    legal(table)
    confirm.click()
    expect(page.locator(".log, [role=tabpanel]").first).to_contain_text("Goblins called a straggler")


def to_the_end(table: Table) -> None:
    asks(table, "What do Golems put their efforts into?")
    table.page.locator(".question button.primary").click()
    asks(table, "Which tricks do Golems use?")
    table.page.locator(".turn-row .pass").click()
    expect(table.page.locator("dialog[open]")).to_be_visible()


def tells(table: Table, *lines: str) -> None:
    """What the text view says of the open question."""
    for line in lines:
        expect(table.page.locator(".text-view .asked")).to_contain_text(line)


@pytest.mark.parametrize("in_words", [False, True], ids=["on the table", "in words"])
def test_a_battle_is_played_to_its_end_by_keyboard(browser: Browser, skirmish: str, in_words: bool) -> None:
    with seated(browser, skirmish) as page:
        table = Table(page, skirmish)
        hot_seat(table)
        keys = page.keyboard
        told = page.locator(".text-view")

        def says(*lines: str) -> None:
            if in_words:
                tells(table, *lines)

        asks(table, "How do Wolves fight this turn?")
        if in_words:
            keys.press("t")
        for name in ("Wolves", "Goblins", "Golems"):
            asks(table, f"How do {name} fight this turn?")
            says(f"How do {name} fight this turn?", "Choose one of 3 options:", "1: Bold", "3: Wary")
            says("The stances are then revealed together.", "left. You are wary if you do not choose in time.")
            keys.press("3")
        for name, count in (("Wolves", 8), ("Goblins", 5)):
            asks(table, f"Where do {name} go?")
            says("Each model goes up to 5″. Gaps of up to 2″ keep them together, and they stay 1″ away from enemies.")
            says("They move together (as they stand, line, column, wedge or crowd, turned if you like)")
            says("They fight enemies within 1.2″.", "Instead: Dash. Up to 7″, no efforts.", "Or they stay where")
            keys.press("Enter")
            legal(table)
            if in_words:
                expect(told).to_contain_text(f"Seen from where {name} would end up")
            keys.press("Escape")
            expect(page.locator(".verdict")).to_have_count(0)
            keys.press("f")
            expect(page.get_by_role("button", name="Line")).to_have_attribute("aria-pressed", "true")
            keys.press("1")
            keys.press("ArrowRight")
            keys.press("e")
            legal(table)
            keys.press("m")
            expect(page.locator(".models[aria-pressed=true]")).to_be_visible()
            keys.press("j")
            expect(page.get_by_label("Model", exact=True)).to_have_value("1")
            keys.press("9")
            keys.press("ArrowRight")
            refused(table, f"Model 2 of {name}")
            keys.press("m")
            legal(table)
            keys.press("Enter")
            asks(table, f"What do {name} put their efforts into?")
            says("Split 3 efforts:", "Strike: 2 now, at most 2 (nobody does more than that at once)", "Guard: 1 now")
            less = page.get_by_role("button", name="One less to Strike")
            less.focus()
            keys.press("Enter")
            says("Strike: 1 now")
            page.get_by_role("button", name="One more to Guard").focus()
            keys.press("Enter")
            says("Guard: 2 now, at most 2")
            page.locator(".question button.primary").focus()
            keys.press("Enter")
            asks(table, f"Which tricks do {name} use?")
            says("Pick up to 2.", "1: Throw a stone", "4: Call a straggler")
            keys.press("2")
            expect(page.locator("[data-key=fire]")).to_have_attribute("aria-checked", "true")
            says("2: Breathe fire; picked")
            keys.press("3")
            refused(table, "cannot be used in the same turn")
            keys.press("2")
            legal(table)
            keys.press("4")
            legal(table)
            keys.press("Enter")
            asks(table, "Loose a bolt: where?")
            says("A template: a line 8″ long and 0.5″ wide, which begins at its place.")
            says(f"It begins at a model of {name}.")
            keys.press("e")
            legal(table)
            if in_words:
                expect(told).to_contain_text("Seen from where the template would be")
            keys.press("Enter")
            asks(table, f"Where does the straggler of {name} come up?")
            says(f"Model {count + 1} of {name}, a circle 1″ across.", f"Cohesion: within 2″ of {name}.")
            says("It stands at least 1″ from enemies and not on the rocks.")
            if in_words:
                expect(told).to_contain_text(f"Seen from where model {count + 1} of {name} would be")
            legal(table)
            for _ in range(12):
                keys.press("ArrowRight" if in_words else "ArrowUp")
            refused(table, "The straggler would be")
            keys.press("Escape")
            legal(table)
            keys.press("Enter")
        asks(table, "How do Golems move?")
        says("Advance: up to 5″ forward; any number of wheels of up to 90°, which cost inches; it ends 1″ or more")
        says("Reform: it takes up other files about its centre: 1 file (1″ by 6″), 2 files (2″ by 3″)")
        says("3 files (3″ by 2″, as now)", "6 files (6″ by 1″); one pivot to any facing", "Or it stays where it is.")
        keys.press(">")
        keys.press(">")
        expect(page.locator(".files output")).to_have_text("5")
        keys.press("<")
        expect(page.locator(".files output")).to_have_text("4")
        keys.press("]")
        legal(table)
        expect(page.locator(".cost")).to_contain_text("Reform")
        keys.press("Enter")
        asks(table, "What do Golems put their efforts into?")
        keys.press("Enter")
        asks(table, "Which tricks do Golems use?")
        keys.press("h")
        expect(page.locator("dialog[open]")).to_be_visible()


def test_who_lets_the_clock_run_out_is_answered_for(browser: Browser, skirmish: str) -> None:
    with seated(browser, skirmish) as page:
        table = Table(page, skirmish)
        table.takes(battle(table, seconds=1), 0)
        asks(table, "Where do Wolves go?")
        expect(page.locator(".log, [role=tabpanel]").first).to_contain_text("The stance of Golems: wary")


def test_nothing_keeps_anybody_out_of_the_new_questions(browser: Browser, skirmish: str, axe: str) -> None:
    with seated(browser, skirmish) as page:
        table = Table(page, skirmish)
        hot_seat(table)
        table.keeps_nobody_out(axe)
        for name in ("Wolves", "Goblins", "Golems"):
            asks(table, f"How do {name} fight this turn?")
            page.keyboard.press("1")
        asks(table, "Where do Wolves go?")
        page.keyboard.press("Enter")
        legal(table)
        table.keeps_nobody_out(axe)
        page.keyboard.press("m")
        legal(table)
        table.keeps_nobody_out(axe)
        page.keyboard.press("Enter")
        asks(table, "What do Wolves put their efforts into?")
        table.keeps_nobody_out(axe)
        page.keyboard.press("Enter")
        asks(table, "Which tricks do Wolves use?")
        page.keyboard.press("1")
        table.keeps_nobody_out(axe)


def test_a_new_battle_tells_the_sides_that_it_will_have(browser: Browser, skirmish: str) -> None:
    with seated(browser, skirmish) as page:
        page.goto("/")
        page.get_by_role("group", name="Rulebook").get_by_role("button", name="The Tiny Skirmish").click()
        legends = page.locator(".side legend")
        expect(legends).to_have_text(["First side", "Second side", "With the second side", "Map"])
        page.locator("fieldset.side").nth(2).get_by_label("Played by").select_option("away")
        page.get_by_role("button", name="Invite your friend").click()
        expect(legends).to_have_text(["First side", "Second side", "With the second side", "The battle"])
