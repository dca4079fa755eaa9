"""Three seats, two of them at one screen: what is asked and declined reaches all who have to know."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@contextmanager
def two_and_one(browser: Browser, skirmish: str) -> Iterator[tuple[Table, Table]]:
    """Wolves and Goblins share a screen, Golems sit elsewhere."""
    with seated(browser, skirmish) as here, seated(browser, skirmish) as there:
        table, friend = Table(here, skirmish), Table(there, skirmish)
        wanted: dict[str, Any] = {
            "ruleset": "skirmish",
            "armies": ["Wolves", "Goblins", "Golems"],
            "seats": [{"player": "human"}] * 3,
            "seed": "1",
            "options": {"turns": 1, "seconds": 600},
        }
        made = table.post("/api/battles", wanted)
        for one, seat in ((table, 1), (table, 0), (friend, 2)):
            one.takes(made, seat)
            expect(one.page.locator(".seats .kind").nth(seat)).to_contain_text("you")
            one.wait()
        yield table, friend


def wants(table: Table, name: str) -> None:
    table.page.locator(".menu summary").click()
    table.page.locator(".menu").get_by_role("button", name=name).click()


def steady(table: Table, name: str) -> None:
    expect(table.asks).to_have_text(f"How do {name} fight this turn?")
    table.wait()
    table.settled()
    table.option("Steady").click()


def test_who_shares_a_screen_is_told_that_a_draw_was_declined(browser: Browser, skirmish: str) -> None:
    with two_and_one(browser, skirmish) as (table, friend):
        wants(table, "Offer a draw")
        table.page.get_by_role("dialog").get_by_role("button", name="We both agree").click()
        expect(table.page.locator(".decide")).to_contain_text("You offered a draw")
        friend.page.locator(".consent").get_by_role("button", name="Decline").click()
        table.is_told("Golems declined the draw.")
        expect(table.page.locator(".decide")).not_to_contain_text("You offered a draw")


def test_who_shares_a_screen_is_told_that_a_take_back_was_declined(browser: Browser, skirmish: str) -> None:
    with two_and_one(browser, skirmish) as (table, friend):
        steady(table, "Wolves")
        steady(table, "Goblins")
        steady(friend, "Golems")
        expect(table.asks).to_have_text("Where do Wolves go?")
        table.wait()
        # Goblins decided last of the two, and Wolves have the screen.
        table.page.get_by_role("button", name="Take back", exact=True).click()
        table.page.get_by_role("dialog").get_by_role("button", name="We both agree").click()
        expect(table.page.locator(".decide")).to_contain_text("You asked to take back your move")
        friend.page.locator(".consent").get_by_role("button", name="Decline").click()
        table.is_told("Golems do not agree to the take-back.")
        expect(table.page.locator(".decide")).not_to_contain_text("You asked to take back your move")


def test_who_shares_a_screen_agrees_for_all_who_sit_there(browser: Browser, skirmish: str) -> None:
    with two_and_one(browser, skirmish) as (table, friend):
        wants(friend, "Offer a draw")
        asked = table.page.locator(".consent")
        expect(asked).to_contain_text("Wolves and Goblins both have to agree.")
        asked.get_by_role("button", name="We both agree").click()
        for one in (table, friend):
            expect(one.page.get_by_role("dialog", name="A draw")).to_contain_text("The players agreed on a draw.")
