"""A timed battle in two browsers: both players see both clocks, and who runs out of time gives no more orders."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.conftest import seated, served
from tests.browser.table import Table
from warhost.server.store import Store
from warhost.server.stored import Spent

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
