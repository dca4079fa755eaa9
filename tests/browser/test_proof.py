"""The page says whether the dice of a battle are proved."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.request import Request, urlopen

import msgspec
import pytest

from tests.browser.table import PATIENCE, Table
from tests.forging import sealed_with
from warhost.play import Record, read_record

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from playwright.sync_api import expect

pytestmark = pytest.mark.slow

GOLDEN = Path(__file__).parents[1] / "golden" / "eow-captains-1.json"


def opened(table: Table, record: Record) -> None:
    """A record that was taken in, before a spectator."""
    with urlopen(Request(f"{table.address}/api/import", msgspec.json.encode(record)), timeout=PATIENCE) as response:
        made = json.load(response)
    table.page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")


def test_the_dice_of_a_record_are_said_to_be_proved(table: Table) -> None:
    opened(table, read_record(GOLDEN))
    expect(table.page.locator("dialog .good")).to_contain_text("rolls are proved by the seed.")
    table.page.keyboard.press("Escape")
    table.page.get_by_role("tab", name="Luck").click()
    table.page.locator(".fair summary").click()
    expect(table.page.locator(".fair")).to_contain_text("Fingerprint of the seed in the record")


def test_the_dice_of_a_record_without_a_seed_are_said_to_be_unproved(table: Table) -> None:
    opened(table, sealed_with(read_record(GOLDEN), seed=None))
    expect(table.page.locator("dialog .bad")).to_have_text("The dice are unproved: the record has no seed.")
