"""Setting up a battle with a mouse: what is pointed at stays where it is, and help stands at what it helps with."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.table import Table

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("book", ["The 9th Age: Essence of War", "Age of Fantasy: Regiments"])
def test_every_map_is_picked_where_the_mouse_finds_it(table: Table, book: str) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name=book).click()
    names = page.locator(".map-name")
    expect(names.first).to_be_visible()
    for place in range(names.count()):
        name = names.nth(place)
        table.rests(name)
        name.scroll_into_view_if_needed()
        x, y, _, height = table.rests(name)
        # In two steps, as a hand does: first the pointer rests there and the picture changes, then it clicks.
        page.mouse.move(x + 40, y + height / 2)
        expect(page.locator(".map-shown figcaption b")).to_have_text(name.inner_text())
        page.mouse.down()
        page.mouse.up()
        expect(name.locator("input")).to_be_checked()


def test_to_pick_a_map_moves_no_name_of_another(table: Table) -> None:
    page = table.page
    page.set_viewport_size({"width": 1366, "height": 768})
    page.goto("/")
    names = page.locator(".map-name")
    expect(names.first).to_be_visible()
    places = """() => {
      const origin = document.querySelector('.maps').getBoundingClientRect();
      return [...document.querySelectorAll('.map-name')].map((name) => {
        const { x, y, width, height } = name.getBoundingClientRect();
        return [x - origin.x, y - origin.y, width, height].map(Math.round).join(' ');
      });
    }"""
    table.rests(".maps")
    before = page.evaluate(places)
    for place in range(names.count()):
        names.nth(place).click()
        expect(names.nth(place).locator("input")).to_be_checked()
        table.settles(lambda: page.evaluate(places), before)


def test_the_help_on_the_seed_stands_in_its_field(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_text("House options").click()
    field = page.locator("label.field", has_text="Dice seed")
    expect(field).to_contain_text("The same seed always gives the same dice.")
    expect(field.locator("input")).to_have_attribute("aria-describedby", "seed-help")


@pytest.mark.parametrize(
    ("slug", "book"),
    [
        ("eow", "The 9th Age: Essence of War"),
        ("aofr", "Age of Fantasy: Regiments"),
        ("kow", "Kings of War, 4th edition"),
        ("blue", "The Blue Age: Legends at War"),
        ("t9a", "The 9th Age: Fantasy Battles"),
    ],
)
def test_play_now_plays_the_chosen_rulebook(table: Table, slug: str, book: str) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name=book).click()
    with page.expect_request(lambda request: request.method == "POST") as asked:
        page.get_by_role("button", name="Play now").click()
    # At a size that ends within the hour.
    quick = {"kow": {"points": 1000}, "t9a": {"points": 1500}}
    assert asked.value.post_data_json == {"ruleset": slug, "options": quick.get(slug, {})}
    table.until("now.text")
