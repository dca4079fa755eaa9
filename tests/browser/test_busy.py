"""The page at a server that has little time for it: it waits longer, and loses nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated, served
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

# Whatever is worked out for a page counts for a thousand times as long: all looks but the first come too fast.
BUSY = """
from warhost.server.net.limits import Pace
counted = Pace.worked
Pace.worked = lambda pace, seconds: counted(pace, 1000 * seconds)
from warhost.cli import main; main()
"""


@pytest.fixture
def busy(browser: Browser, tmp_path: Path) -> Iterator[Table]:
    """A browser at such a server."""
    with served(tmp_path / "battles.db", BUSY) as address, seated(browser, address) as page:
        yield Table(page, address)


def test_every_look_is_answered_in_the_end_and_every_decision_taken(busy: Table) -> None:
    busy.new_battle()
    busy.to_a_place()
    busy.verdict()
    # Where it may not stand, and back: the verdict is the one on where it stands at last.
    busy.drag("[data-handle=body]", 20, 0)
    assert busy.verdict() == "bad"
    busy.drag("[data-handle=body]", -20, 0)
    assert busy.verdict() == "ok"
    number = busy.number
    busy.page.get_by_role("button", name="Place it here").click()
    busy.after(number)
    expect(busy.page.locator(".unit")).to_have_count(1)
