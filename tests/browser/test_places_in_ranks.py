"""The place of a Character in the ranks is chosen on the table: by mouse, by finger, and by keyboard as before."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.moments import Moment, moments_of, to_the_moment
from tests.browser.table import Table
from tests.browser.test_touch import phone_at
from warhost.play import Choose, Setup

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    Point = tuple[float, float]

BOOKS: dict[str, Any] = {
    "eow": {"armies": ("Empire of Sonnstahl", "Dwarven Holds"), "options": {"mode": "advanced", "points": 1200}},
    "t9a": {"armies": ("Thornback Tribes", "Saltbridge Compact"), "options": {"points": 3000}},
}
MIDDLES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""
books = pytest.mark.parametrize("slug", BOOKS)
topics = pytest.mark.parametrize("topic", ["place in the ranks", "swap places"])


@cache
def asking(slug: str, topic: str) -> Moment:
    """A question for a place among several, in the first battle at random that comes to it."""
    for seed in map(str, range(60)):
        for moment, question, _ in moments_of(Setup(ruleset=slug, map="1", **BOOKS[slug]), seed):
            if question.topic == topic and isinstance(question, Choose) and len(question.options) >= 4:
                return moment
    raise AssertionError(f"No battle comes to {topic}.")


def places(table: Table) -> dict[str, Point]:
    """Where the places lie on the screen, by their keys."""
    spots = table.page.locator(".spot")
    keys = spots.evaluate_all("spots => spots.map((spot) => spot.dataset.spot)")
    return {key: table.middle(spots.nth(number)) for number, key in enumerate(keys)}


def outermost(found: dict[str, Point]) -> tuple[str, Point]:
    return max(found.items(), key=lambda one: one[1])


def stands_at(table: Table, spot: Point) -> None:
    """Until some Character in the ranks stands there, to half a base."""

    def near() -> bool:
        boxes = table.page.locator(".unit.guest .catch").evaluate_all(MIDDLES)
        half = 0.5 * table.inch()
        return any(abs(x - spot[0]) < half and abs(y - spot[1]) < half for x, y in boxes)

    table.settles(near, True)


@books
@topics
def test_a_click_on_a_place_of_the_first_rank_takes_it(table: Table, slug: str, topic: str) -> None:
    to_the_moment(table, asking(slug, topic))
    page, asked = table.page, table.now()
    table.settled()
    expect(page.locator(".question .hint")).to_have_text("or click it on the table")
    # A place has its file: nobody is told in which half of the table it lies.
    files = page.locator(".option .name", has_text="from the left").all_inner_texts()
    assert all(re.fullmatch(r"File \d+ from the left", text) for text in files), files
    key, spot = outermost(places(table))
    page.mouse.move(*spot)
    expect(page.locator(f".spot.eyed[data-spot='{key}']")).to_have_count(1)
    expect(page.locator(".spots .note")).to_have_text(f"File {int(key) + 1} from the left")
    expect(page.locator(f".option.eyed [data-key='{key}']")).to_have_count(1)
    page.mouse.click(*spot)
    table.has_gone_on(asked.number)
    stands_at(table, spot)


@books
def test_a_finger_slides_along_the_rank_and_lets_go_at_a_place(browser: Browser, address: str, slug: str) -> None:
    with phone_at(browser, address) as phone:
        to_the_moment(phone, asking(slug, "place in the ranks"))
        asked = phone.now()
        phone.settled()
        found = places(phone)
        (first, start), (last, spot) = min(found.items(), key=lambda one: one[1]), outermost(found)
        eyed = phone.page.locator(".spot.eyed")
        phone.touch("Start", start)
        expect(eyed).to_have_attribute("data-spot", first)
        phone.touch("Move", spot)
        expect(eyed).to_have_attribute("data-spot", last)
        assert phone.now() == asked
        phone.touch("End")
        phone.has_gone_on(asked.number)
        stands_at(phone, spot)


def test_a_finger_that_slides_away_takes_no_place(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        to_the_moment(phone, asking("eow", "place in the ranks"))
        asked = phone.now()
        phone.settled()
        _, spot = outermost(places(phone))
        middle = phone.middle(".board-ground .ground")
        phone.slide((spot, middle))
        expect(phone.page.locator(".spot.eyed")).to_have_count(0)
        assert phone.now() == asked


def test_a_place_is_chosen_by_keyboard_and_shown_while_it_is_looked_at(table: Table) -> None:
    to_the_moment(table, asking("eow", "place in the ranks"))
    asked = table.now()
    table.settled()
    option = table.page.locator(".option .take").nth(1)
    option.focus()
    key = option.get_attribute("data-key")
    assert key
    expect(table.page.locator(".spot.eyed")).to_have_attribute("data-spot", key)
    spot = places(table)[key]
    table.page.keyboard.press("2")
    table.has_gone_on(asked.number)
    stands_at(table, spot)
