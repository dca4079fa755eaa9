"""Whole battles played through the page: one by mouse, one by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

MOST = 1500
KINGS = {
    "ruleset": "kow",
    "armies": ["Crown of Aldermere", "Gutterfang Tribes"],
    "map": "1",
    "options": {"points": 2000},
}

BLUE = {
    "ruleset": "blue",
    "armies": ["Tidewardens", "Hollow Court"],
    "map": "2",
    "options": {"points": 1000},
}


def play(table: Table, answer: Callable[[Table, str], None], **wanted: Any) -> int:
    """Answer until the battle is over; returns how many decisions that took."""
    table.new_battle(**wanted)
    for count in range(MOST):
        asked = table.wait()
        if asked.over:
            return count
        answer(table, asked.kind)
        # A hand that takes hold of another unit that could be chosen is asked about that one instead.
        table.has_gone_on(asked.number, asked.text)
    raise AssertionError(f"The battle goes on after {MOST} decisions.")


def by_mouse(table: Table, kind: str) -> None:
    """Drag what can be dragged, click on units where that means something, else on the first option."""
    page = table.page
    table.stirs()
    table.rests(".question")
    match kind:
        case "place":
            table.verdict()
            page.get_by_role("button", name="Place it here").click()
        case "manoeuvre":
            if page.locator(".lane path").count():
                table.drag("[data-handle=body]", 2, 0)
                table.rests(".question")
            if page.locator(".step").count() and table.verdict() == "ok":
                page.get_by_role("button", name="Confirm").click()
            else:
                page.get_by_role("button", name="Stay here").click()
        case "walk":
            table.drag("[data-handle=body]", 2, 0)
            table.rests(".question")
            if table.verdict() == "bad":
                page.get_by_role("button", name="Reset").click()
                if page.locator(".turn-row .pass").count():
                    page.locator(".turn-row .pass").click()
                    return
                page.get_by_role("button", name="Suggest a move").click()
                assert table.verdict() == "ok"
            page.locator(".walk .primary").click()
        case "allocate":
            page.get_by_role("button", name="Confirm split").click()
        case "pick":
            table.picks(1, lambda number: page.locator(".pick .take").nth(number).click())
            page.locator(".pick .primary").click()
        case _:
            page.locator(".option .take").first.click()


def by_keyboard(table: Table, kind: str) -> None:
    """No mouse at all: arrows, wheels and Enter; options by their digits."""
    keys = table.page.keyboard
    match kind:
        case "place":
            keys.press("ArrowUp")
            if table.verdict() == "bad":
                keys.press("Escape")
                table.verdict()
            keys.press("Enter")
        case "manoeuvre":
            keys.type("4")
            keys.press("ArrowUp")
            keys.press("e")
            keys.press("Enter" if table.verdict() == "ok" else "h")
        case "walk":
            keys.type("4")
            keys.press("ArrowUp")
            keys.press("f")
            if table.verdict() == "bad":
                keys.press("Escape")
                if table.page.locator(".turn-row .pass").count():
                    keys.press("h")
                    return
                # Who has to move is shown a way.
                keys.press("Enter")
                assert table.verdict() == "ok"
            keys.press("Enter")
        case "allocate":
            keys.press("Enter")
        case "pick":
            table.picks(1, lambda number: keys.press(str(number + 1)))
            keys.press("Enter")
        case _:
            keys.press("1")


@pytest.mark.slow
def test_a_whole_battle_by_mouse(table: Table, axe: str) -> None:
    assert play(table, by_mouse) > 20
    expect(table.page.locator("dialog .losses tbody tr")).to_have_count(8)
    table.page.locator("dialog .chart").nth(1).wait_for()
    table.keeps_nobody_out(axe)


@pytest.mark.slow
def test_a_whole_battle_by_keyboard_alone(table: Table) -> None:
    assert play(table, by_keyboard) > 20
    expect(table.page.locator("dialog .good")).to_contain_text("Verified: the fingerprint matches")
    table.page.keyboard.press("Escape")
    table.page.get_by_role("tab", name="Luck").click()
    table.page.locator(".fair summary").click()
    table.page.locator(".fair .good").wait_for()


@pytest.mark.slow
def test_a_whole_battle_of_regiments_by_keyboard_alone(table: Table, axe: str) -> None:
    armies = ["League of Nine Bridges", "Unburied Host"]
    assert play(table, by_keyboard, ruleset="aofr", armies=armies, map="balanced") > 20
    table.keeps_nobody_out(axe)


@pytest.mark.slow
def test_a_whole_battle_of_kings_of_war_by_mouse(table: Table, axe: str) -> None:
    assert play(table, by_mouse, **KINGS) > 100
    expect(table.page.locator("dialog .losses tbody tr")).to_have_count(28)
    table.keeps_nobody_out(axe)


@pytest.mark.slow
def test_a_whole_battle_of_kings_of_war_by_keyboard_alone(table: Table) -> None:
    assert play(table, by_keyboard, **KINGS) > 100
    expect(table.page.locator("dialog .good")).to_contain_text("Verified: the fingerprint matches")


@pytest.mark.slow
def test_a_whole_battle_of_the_blue_age_by_mouse(table: Table, axe: str) -> None:
    assert play(table, by_mouse, **BLUE) > 60
    expect(table.page.locator("dialog .losses tbody tr")).to_have_count(20)
    table.keeps_nobody_out(axe)


@pytest.mark.slow
def test_a_whole_battle_of_the_blue_age_by_keyboard_alone(table: Table) -> None:
    assert play(table, by_keyboard, **BLUE) > 60
    expect(table.page.locator("dialog .good")).to_contain_text("Verified: the fingerprint matches")
