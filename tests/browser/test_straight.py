"""A Hold action of Regiments: to shoot without turning takes one answer for the action and one for the target."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.slow


def to_a_shooter(table: Table) -> None:
    """Until a unit may hold and shoot."""
    table.new_battle(ruleset="aofr", armies=["Burrowfolk Swarm", "Unburied Host"], map="balanced", seed="2")
    straight = table.page.locator(".option", has=table.page.locator(".in-full"))
    for _ in range(200):
        asked = table.wait()
        if asked.over:
            break
        if straight.count():
            return
        table.answers()
    raise AssertionError("Nobody may hold and shoot.")


def test_to_hold_and_shoot_does_not_ask_which_way_to_face(table: Table) -> None:
    to_a_shooter(table)
    page = table.page
    number = table.number
    table.settled()
    page.locator(".option", has=page.locator(".in-full")).locator(".take").click()
    # The pivot before shooting is answered as well: the next question is another one.
    table.until("now.number >= given && (now.may_answer || now.over)", number + 2)
    expect(page.locator(".question h2")).not_to_have_text(re.compile("^Which way"))


def test_turning_first_is_one_press_away(table: Table) -> None:
    to_a_shooter(table)
    page = table.page
    number = table.number
    table.settled()
    page.get_by_role("button", name="Hold: stay, pivot, shoot").click()
    table.after(number)
    expect(page.locator(".question h2")).to_have_text(re.compile("^Which way"))
