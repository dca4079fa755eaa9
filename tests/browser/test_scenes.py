"""Fights, shots and spells as scenes: one card, one entry of the log, played where they happen and played again.

The pages of most of these tests are so slow that nothing goes on by itself, as in `test_showing`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE
from tests.browser.test_showing import ALL_STANDS_STILL, GOLDEN, MOST, Show

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

RECORDS = {
    "eow": "eow-captains-1",
    "aofr": "aofr-captains-2",
    "kow": "kow-captains-1",
    "blue": "blue-captains-1",
}
BOOKS = ["eow", *(pytest.param(book, marks=pytest.mark.slow) for book in ("aofr", "kow", "blue"))]

# Where the tray lies over a unit: both as they are on the screen, with a pixel to spare.
COVERED = """() => {
  const tray = document.querySelector(".tray")?.getBoundingClientRect();
  if (!tray) return ["no tray"];
  return [...document.querySelectorAll(".units .unit")].flatMap((unit) => {
    const { left, top, right, bottom } = unit.querySelector(".edge").getBoundingClientRect();
    const apart = left > tray.right - 1 || right < tray.left + 1 || top > tray.bottom - 1 || bottom < tray.top + 1;
    return apart ? [] : [unit.dataset.unit];
  });
}"""
# An instrument that only counts.
MUTE = """(() => {
  window.heard = 0;
  const node = () => new Proxy(() => undefined, {
    get: (_, name) => name === "getChannelData" ? () => [] : name === "then" ? undefined : name === "sampleRate" ? 1
      : node(),
    set: () => true,
    apply: () => node(),
  });
  window.AudioContext = class {
    constructor() {
      window.heard++;
      const get = (_, name) => (["currentTime", "sampleRate"].includes(name) ? 1 : node());
      return new Proxy(this, { get });
    }
  };
})()"""


class Scenes(Show):
    """A recorded battle that is watched."""

    def watches(self, book: str) -> None:
        record = (GOLDEN / f"{RECORDS[book]}.json").read_bytes()
        with urlopen(Request(f"{self.address}/api/import", record), timeout=PATIENCE) as response:
            made: dict[str, Any] = json.load(response)
        self.page.goto("about:blank")
        self.page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")
        self.page.locator("dialog[open]").wait_for()
        self.page.keyboard.press("Escape")
        self.page.locator(".log .line.scene").first.wait_for()

    def entry(self, text: str) -> Locator:
        """The first entry of a scene with that text."""
        return self.page.locator(".log .line.scene").filter(has=self.page.locator("summary", has_text=text)).first

    def plays(self, entry: Locator) -> None:
        # The log stays at its end until somebody scrolls it.
        entry.locator("> .tools .replay").dispatch_event("click")
        self.begins()


@pytest.fixture
def scenes(browser: Browser, address: str) -> Iterator[Scenes]:
    with seated(browser, address, likes=ALL_STANDS_STILL) as page:
        yield Scenes(page, address)


WON = {"eow": "won by", "aofr": "won by", "kow": "damage,", "blue": "won by"}
SHOT = "shot at"


@pytest.mark.parametrize("book", BOOKS)
def test_a_fight_is_one_card_that_fills_in_step_by_step(scenes: Scenes, book: str) -> None:
    scenes.watches(book)
    page = scenes.page
    scenes.plays(scenes.entry(WON[book]))
    card = page.locator(".show .fight-card")
    scenes.steps_to(".show .fight-card .attack .dice")
    expect(card).to_have_count(1)
    expect(card.locator(".fighters")).to_have_count(0)
    expect(card.locator(".who-whom b").first).not_to_be_empty()
    expect(card.locator(".dice .need").first).to_be_visible()
    if book == "kow":  # Only one side strikes: there is no winner to name.
        return
    rows = card.locator(".roll-row").count()
    scenes.steps_to(".show .fight-card .fighters")
    expect(card.locator(".attacks .roll-row").nth(rows - 1)).to_be_attached()
    expect(card.locator("h3")).not_to_be_empty()
    expect(page.locator(".log .line.scene").last).to_contain_text(card.locator("h3").inner_text())


def test_a_scene_is_one_entry_of_the_log_that_unfolds_and_ends_where_it_was_asked_for(scenes: Scenes) -> None:
    scenes.watches("eow")
    page = scenes.page
    entry = scenes.entry(WON["eow"])
    lines = entry.locator("details .line")
    expect(lines.first).to_be_hidden()
    entry.locator("> details > summary").dispatch_event("click")
    expect(entry.locator("details[open]")).to_have_count(1)
    expect(lines.nth(8)).to_be_attached()
    scenes.plays(entry)
    for _ in range(MOST):
        # Between two decisions nothing is shown for a moment.
        if scenes.until("now.shown >= 0 || !document.querySelector('.past-banner')").shown < 0:
            break
        scenes.step()
    # Back to now, where the entry was pressed.
    expect(page.locator(".show")).to_have_count(0)
    expect(page.locator(".past-banner")).to_have_count(0)


def test_the_keyboard_unfolds_a_scene_and_plays_it(scenes: Scenes) -> None:
    scenes.watches("eow")
    page = scenes.page
    page.locator(".log > ol").focus()
    for _ in range(MOST):
        page.keyboard.press("ArrowUp")
        if page.evaluate("document.activeElement.matches('.line.scene')"):
            break
    page.keyboard.press("Enter")
    expect(page.locator(".line.scene:focus > details[open]")).to_have_count(1)
    while not page.evaluate("document.activeElement.matches('.replay')"):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    scenes.begins()
    page.keyboard.press("t")
    expect(page.locator(".text-view h3").first).to_have_text(re.compile("Fight|Shooting|Spell"))


@pytest.mark.parametrize("book", BOOKS)
def test_shots_fly_and_their_dice_fall_beside_the_shooter(scenes: Scenes, book: str) -> None:
    scenes.watches(book)
    scenes.plays(scenes.entry(SHOT))
    scenes.steps_to(".tray .die")
    # Something flew from the shooter before the dice fell.
    scenes.settles(lambda: int(scenes.page.locator(".effects").get_attribute("data-played") or 0) > 0, True)
    scenes.settles(lambda: scenes.page.evaluate(COVERED), [])
    expect(scenes.page.locator(".tray .need")).not_to_be_empty()


def test_notices_and_the_moment_stand_beside_the_table(scenes: Scenes) -> None:
    scenes.watches("eow")
    page = scenes.page
    page.get_by_role("button", name="To the start").click()
    page.get_by_role("button", name="Copy a link to this moment").click()
    for what in (".notice", ".past-banner"):
        expect(page.locator(f".side-panel {what}").first).to_be_visible()
        expect(page.locator(f".stage {what}")).to_have_count(0)
    expect(page.locator("body > .app > .notices")).to_have_count(0)


def test_a_phase_that_begins_has_a_banner(scenes: Scenes) -> None:
    scenes.watches("eow")
    page = scenes.page
    page.get_by_role("button", name="To the start").click()
    expect(page.locator(".phase-banner")).to_have_text("Deployment")
    expect(page.locator("h1.phase")).to_contain_text("Deployment")


def test_sound_is_off_until_it_is_switched_on(scenes: Scenes) -> None:
    page = scenes.page
    page.add_init_script(MUTE)
    scenes.watches("eow")
    scenes.plays(scenes.entry(SHOT))
    scenes.steps_to(".tray .die")
    scenes.settles(lambda: page.evaluate("window.heard"), 0)
    page.keyboard.press("o")
    scenes.step()
    scenes.settles(lambda: page.evaluate("window.heard"), 1)
    page.keyboard.press("?")
    expect(page.get_by_label("Volume")).to_be_enabled()
    page.wait_for_function("JSON.parse(localStorage.getItem('warhost.settings')).sound === true")


@pytest.mark.slow
def test_after_a_skip_ones_losses_are_told_in_full(scenes: Scenes) -> None:
    scenes.before_a_fight("eow")
    page = scenes.page
    told = page.locator(".skipped")
    for _ in range(MOST):
        scenes.skips()
        if told.count():
            break
        scenes.answers()
    name = told.locator("li").first.inner_text().split(":")[0]
    expect(page.locator(".voice p").filter(has_text="While you skipped").last).to_contain_text(name)
    told.get_by_role("button", name="Play it").click()
    scenes.begins()


@pytest.mark.slow
def test_scenes_keep_nobody_out(scenes: Scenes, axe: str) -> None:
    scenes.watches("eow")
    entry = scenes.entry(WON["eow"])
    entry.locator("> details > summary").dispatch_event("click")
    scenes.keeps_nobody_out(axe)
    scenes.plays(entry)
    scenes.steps_to(".show .fight-card .attack .dice")
    scenes.keeps_nobody_out(axe)
    scenes.steps_to(".show .fight-card h3")
    scenes.keeps_nobody_out(axe)
    scenes.page.keyboard.press("?")
    scenes.page.locator("dialog[open]").wait_for()
    scenes.keeps_nobody_out(axe)


@pytest.mark.slow
def test_whoever_wants_no_motion_sees_the_same_without_it(browser: Browser, address: str) -> None:
    with seated(browser, address, likes=ALL_STANDS_STILL) as page:
        page.emulate_media(reduced_motion="reduce")
        calm = Scenes(page, address)
        calm.watches("eow")
        calm.plays(calm.entry(SHOT))
        calm.steps_to(".tray .die")
        page.wait_for_function("document.getAnimations().length === 0")
        # A ring where it happened, and no arrow.
        calm.settles(lambda: page.locator(".effects").get_attribute("data-played"), "1")
