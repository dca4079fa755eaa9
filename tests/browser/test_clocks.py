"""A timed battle in two browsers: both players see both clocks, and who runs out of time gives no more orders."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated, served
from tests.browser.table import Table
from warhost.server.store.battles import Store
from warhost.server.store.values import Spent

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# In the battle of this seed the second seat takes a zone, which no clock is about, and then sets up under its clock.
TIMED = {
    "ruleset": "kow",
    "armies": ["Brasswater League", "Children of the Maw"],
    "map": "1",
    "seats": [{"player": "human", "name": "Ann"}, {"player": "human", "name": "Bob"}],
    "seed": "tests",
    "options": {"clock": "chess clock", "minutes": 50},
}


def test_who_runs_out_of_time_gives_no_more_orders_and_the_other_plays_on(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "battles.db"
    with served(data) as address, seated(browser, address) as page:
        made = Table(page, address).post("/api/battles", TIMED)
    store = Store(str(data))
    store.spend(made["id"], [Spent(0, "seat 1", 2994.0)])
    store.close()
    with served(data) as address, seated(browser, address) as page, seated(browser, address) as other:
        ann, bob = Table(page, address), Table(other, address)
        ann.takes(made, 0)
        bob.takes(made, 1)
        clocks = page.locator(".player-clock")
        expect(clocks).to_have_text(["50:00", "0:06"])
        expect(clocks.nth(1)).to_have_attribute("aria-label", "Bob: 6 seconds left, time is low, the clock is stopped")
        bob.wait()
        other.locator(".option").first.click()
        # Nobody answers: Bob's clock runs down before the eyes of both, and Ann has all her time.
        expect(clocks.nth(1)).to_have_attribute("aria-label", "Bob: no time left")
        expect(other.locator(".player-clock").nth(1)).to_have_text("0:00")
        expect(page.locator(".log")).to_contain_text("Bob is out of time")
        ann.wait()
        number = ann.number
        page.locator(".option").first.click()
        ann.is_past(number)
        bob.is_past(number)
        assert not bob.may_answer


# The picture of a clock and its time stand in one line, inside the card of their player, and so does the name.
LOOKS = """() => [...document.querySelectorAll('.player-clock')].map((clock) => {
  const middle = ({ top, bottom }) => (top + bottom) / 2;
  const parts = [clock, clock.querySelector('svg'), clock.closest('li')];
  const [box, icon, card] = parts.map((one) => one.getBoundingClientRect());
  const time = document.createRange();
  time.selectNodeContents(clock.lastChild);
  const text = time.getBoundingClientRect();
  const inLine = Math.abs(middle(text) - middle(icon)) < 4 && icon.right <= text.left + 1;
  return inLine && text.right <= card.right && box.height < 30;
})"""


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param({"viewport": {"width": 1366, "height": 768}}, id="desk"),
        pytest.param({"viewport": {"width": 390, "height": 844}, "has_touch": True}, id="phone"),
    ],
)
@pytest.mark.parametrize(
    ("clock", "told"),
    [
        ("chess clock", ["Ann", "Bob"]),
        ("stopwatch", ["Bob"]),
        ("game clock", ["Ann", "Bob"]),
    ],
)
def test_clocks_are_read_at_a_glance(
    browser: Browser, address: str, screen: dict[str, Any], clock: str, told: list[str]
) -> None:
    with seated(browser, address, **screen) as page, seated(browser, address, **screen) as other:
        ann, bob = Table(page, address), Table(other, address)
        made = ann.post("/api/battles", {**TIMED, "options": {"clock": clock, "minutes": 50}})
        ann.takes(made, 0)
        bob.takes(made, 1)
        bob.wait()
        bob.answers()
        bob.wait()
        expect(other.locator(".countdown")).to_contain_text("left.")
        for table in (ann, bob):
            shown = table.page.locator(".player-clock")
            expect(shown).to_have_count(len(told))
            table.settles(partial(table.page.evaluate, LOOKS), [True] * len(told))
            for number, name in enumerate(told):
                runs = "running" if name == "Bob" or clock == "game clock" else "stopped"
                expect(shown.nth(number)).to_have_attribute(
                    "aria-label", re.compile(f"^{name}: .* the clock is {runs}$")
                )
