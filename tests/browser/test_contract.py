"""The page plays a rulebook that it was not written for: the tiny race, with three seats and secret bids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated, served
from tests.browser.table import Table
from tests.browser.test_battles import by_keyboard

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

WITH_THE_RACE = (
    "from examples import tiny_race as tiny; from warhost.rulesets import register; register(tiny.RULESET);"
    "from warhost.cli import main; main()"
)


@pytest.fixture
def racetrack(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    """A browser at a server that knows the tiny race too."""
    with served(tmp_path / "battles.db", WITH_THE_RACE) as address, seated(browser, address) as page:
        yield Table(page, address)


def test_a_rulebook_that_nobody_told_the_page_of_is_offered_and_played(racetrack: Table) -> None:
    racetrack.page.goto("/")
    racetrack.page.get_by_text("The Tiny Race").first.wait_for()
    racetrack.new_battle(
        ruleset="tiny",
        armies=["Hares", "Tortoises", "Foxes"],
        map="meadow",
        seats=[{"player": "human"}, {"player": "random"}, {"player": "random"}],
    )
    decided = 0
    while not (asked := racetrack.wait()).over:
        by_keyboard(racetrack, asked.kind)
        racetrack.has_gone_on(asked.number)
        decided += 1
        assert decided < 100
    assert decided > 3
    expect(racetrack.page.locator("dialog[open]")).to_contain_text("first")
