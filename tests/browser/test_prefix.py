"""The table below a path of a site, as a proxy puts it there: page, play, links, files and report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE, Table
from tests.proxying import nginx, own_proxy

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

WANTED = {"map": "1", "seed": "1", "seats": [{"player": "human"}, {"player": "random"}]}
TOKENS = "warhost.tokens /warhost/"


@pytest.fixture(params=["a proxy of the tests", "nginx with TLS, as documented"])
def below(request: pytest.FixtureRequest, address: str, tmp_path: Path) -> Iterator[str]:
    """Where the table is for those who come through the proxy."""
    port = int(address.rpartition(":")[2])
    through = nginx(port, tmp_path) if request.param.startswith("nginx") else own_proxy(port)
    with through as where:
        yield where


@pytest.fixture
def table(browser: Browser, below: str) -> Iterator[Table]:
    with seated(browser, f"{below}/", ignore_https_errors=True) as page:
        yield Table(page, below)


def test_the_page_its_battles_and_its_links_work_below_a_path(table: Table, browser: Browser, below: str) -> None:
    page = table.page
    # Without the slash, and with a path that names nothing: both lead to the page.
    for path in (below, f"{below}/battle/such"):
        page.goto(path)
        expect(page).to_have_url(re.compile(re.escape(below) + "/(#/)?$"))
    page.get_by_role("button", name="To the table").click()
    table.wait()
    table.press("1")
    # Another table of the same site has tokens of its own.
    table.settles(lambda: page.evaluate("Object.keys(localStorage).filter((key) => key.includes('tokens'))"), [TOKENS])
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Invite").click()
    link = page.locator("dialog[open] .share-link input").first
    expect(link).to_have_value(re.compile(re.escape(below) + "/#/battle/"))
    with seated(browser, f"{below}/", ignore_https_errors=True) as elsewhere:
        elsewhere.goto(link.input_value())
        elsewhere.locator(".board-ground").wait_for()


def test_files_and_the_report_come_from_below_the_path(table: Table, below: str, tmp_path: Path) -> None:
    page = table.page
    wanted = {**WANTED, "seats": [{"player": "random"}, {"player": "random"}], "house": {"pace": 0}}
    made = page.request.post(f"{below}/api/battles", data=wanted).json()
    page.goto(f"{below}/#/join/{made['id']}/watch/{made['watch']}")
    report = page.get_by_role("link", name="Read the battle report")
    expect(report).to_be_visible(timeout=5 * PATIENCE * 1000)
    address = report.evaluate("link => link.href")
    assert address.startswith(f"{below}/api/battles/")
    report_page = page.request.get(address).body().decode()
    assert "Seed:" in report_page
    with page.expect_download() as download:
        page.get_by_role("button", name="Export the record").click()
    file = tmp_path / "battle.json"
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["ruleset"] == "eow"
