"""Names on the board: each at its own unit, shorter where it is crowded, and still while something moves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

# Plates that are nearer to another unit than to their own, and have no line that leads to it.
STRAYED = """() => {
  const away = (one, other) => Math.hypot(
    Math.max(0, other.left - one.right, one.left - other.right),
    Math.max(0, other.top - one.bottom, one.top - other.bottom),
  );
  const middle = ({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return { left: x, right: x, top: y, bottom: y };
  };
  const units = [...document.querySelectorAll('.units .unit')].map((unit) => [
    unit.dataset.unit, unit.querySelector('.edge').getBoundingClientRect(),
  ]);
  return [...document.querySelectorAll('.labels [data-label]')].flatMap((label) => {
    if (label.querySelector('.leader')) return [];
    const box = label.querySelector('.card').getBoundingClientRect();
    const own = away(box, units.find(([id]) => id === label.dataset.label)[1]);
    const others = units.filter(([id]) => id !== label.dataset.label);
    const nearer = others.filter(([, unit]) => own > 0 ? away(box, unit) <= own : away(middle(box), unit) === 0);
    return nearer.length ? [label.textContent] : [];
  });
}"""
PLACES = """() => Object.fromEntries([...document.querySelectorAll('.labels [data-label]')].map((label) => {
  const { x, y } = label.querySelector('.card').getBoundingClientRect();
  return [label.dataset.label, [Math.round(x), Math.round(y)]];
}))"""
# Pairs of plates that lie on each other, and plates on units that stand straight.
OVER = """() => {
  const meet = (one, other) => Math.min(
    Math.min(one.right, other.right) - Math.max(one.left, other.left),
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
  ) > 1;
  const plates = [...document.querySelectorAll('.labels [data-label]')].map((label) => ({
    name: label.textContent, box: label.querySelector('.card').getBoundingClientRect(),
  }));
  const units = [...document.querySelectorAll('.units .unit')]
    .filter((unit) => /rotate\\((0|90|180|270)deg\\)/.test(unit.style.transform))
    .map((unit) => ({ name: unit.dataset.unit, box: unit.querySelector('.edge').getBoundingClientRect() }));
  return plates.flatMap((plate, at) => [...plates.slice(at + 1), ...units]
    .filter((other) => meet(plate.box, other.box))
    .map((other) => `${plate.name} on ${other.name}`));
}"""


# Of every figure that is shown on a unit: the labels into which it runs.
HIDDEN = """() => [...document.querySelectorAll('.badge')].flatMap((badge) => {
  const one = badge.getBoundingClientRect();
  const own = badge.closest('[data-label]');
  return [...document.querySelectorAll('.labels [data-label] .label')].filter((label) => {
    if (own.contains(label)) return label.getBoundingClientRect().right > one.left + 1;
    const other = label.getBoundingClientRect();
    return Math.min(
      Math.min(one.right, other.right) - Math.max(one.left, other.left),
      Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
    ) > 4;
  }).map((label) => label.textContent);
})"""


def crowd(table: Table) -> None:
    """Eight units of one side in a corner of the table."""
    table.new_battle(ruleset="aofr", armies=["Tallgrass Horde", None], map=None, seed="3", options={"points": 2000})
    page = table.page
    corner = iter([(x, y) for y in (2.1, 5.3, 6.6, 9.9, 8.4, 10.9) for x in (3.6, 9.8, 16, 22.2, 28, 34)])
    while True:
        asked = table.wait()
        if page.locator(".unit.s0").count() >= 8:
            return
        if asked.kind == "place" and "marker" not in asked.text:
            across, along = page.locator(".place input").nth(0), page.locator(".place input").nth(1)
            while True:
                x, y = next(corner)
                across.fill(str(x))
                along.fill(str(y))
                if table.verdict() == "ok":
                    break
            table.settled()
            page.locator(".place .primary").click()
            table.has_gone_on(asked.number)
        else:
            table.answers()


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param({"viewport": {"width": 1366, "height": 768}}, id="desk"),
        pytest.param({"viewport": {"width": 390, "height": 844}, "has_touch": True}, id="phone"),
    ],
)
def test_in_a_crowd_no_label_stands_at_another_unit(browser: Browser, address: str, screen: dict[str, Any]) -> None:
    with seated(browser, address, **screen) as page:
        table = Table(page, address)
        crowd(table)
        table.settles(lambda: page.evaluate(STRAYED), [])
        table.settles(lambda: page.evaluate(OVER), [])
        expect(page.locator(".labels [data-label]")).to_have_count(page.locator(".unit").count())


def test_labels_stay_where_they_are_while_a_unit_is_dragged_past_them(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Goblin Rabble")
    page = table.page
    page.keyboard.type("1")
    page.keyboard.press("ArrowUp")
    table.rests(".labels")
    before = page.evaluate(PLACES)
    for _ in range(8):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("e")
        table.rests(".labels")
        table.settles(lambda: page.evaluate(PLACES), before)


def test_pointing_at_a_unit_says_its_name_in_full_and_moves_no_other_plate(table: Table) -> None:
    page = table.page
    page.set_viewport_size({"width": 1000, "height": 600})
    crowd(table)
    table.rests(".labels")
    unit = page.locator(".plate-of.short").first.get_attribute("data-label") or ""
    before = page.evaluate(PLACES)
    # A hand comes from somewhere: a new question minds the pointer only once it has moved.
    page.mouse.move(*table.middle(f".unit[data-unit='{unit}']"), steps=5)
    expect(page.locator(f".plate-of.full[data-label='{unit}']")).to_be_visible()
    others = {number: place for number, place in before.items() if number != unit}
    table.settles(lambda: {number: page.evaluate(PLACES)[number] for number in others}, others)


def test_the_text_of_a_threat_stays_on_its_pill(table: Table) -> None:
    table.new_battle(seats=[{"player": "human"}, {"player": "captain"}])
    table.deploy()
    page = table.page
    page.keyboard.press("x")
    page.locator(".unit.s1").nth(1).hover()
    note = page.locator("[data-note^='menace']").first
    expect(note).to_be_visible()
    overhang = """note => {
      const [text, pill] = [note.getBoundingClientRect(), note.previousSibling.getBoundingClientRect()];
      return Math.max(pill.left - text.left, text.right - pill.right) > 0;
    }"""
    table.settles(lambda: note.evaluate(overhang), False)


def test_a_lone_character_can_be_seen_and_grabbed_between_its_handles(table: Table) -> None:
    table.new_battle()
    table.to_the_first_move("Orc Shaman")
    middle = table.middle(".ghost .edge")
    held = "([x, y]) => document.elementFromPoint(x, y)?.closest('[data-handle]')?.dataset.handle"
    table.settles(lambda: table.page.evaluate(held, list(middle)), "body")
    over = """() => {
      const body = document.querySelector('.ghost .edge').getBoundingClientRect();
      return [...document.querySelectorAll('.handle circle:not(.wide)')].filter((handle) => {
        const { left, right, top, bottom } = handle.getBoundingClientRect();
        return left < body.right && right > body.left && top < body.bottom && bottom > body.top;
      }).length;
    }"""
    table.settles(lambda: table.page.evaluate(over), 0)


def test_on_a_phone_on_its_side_every_unit_has_a_name_or_a_crest(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 740, "height": 360}, has_touch=True) as page:
        table = Table(page, address)
        table.new_battle(seed="3", seats=[{"player": "human"}, {"player": "captain"}])
        table.deploy()
        page.evaluate("scrollTo(0, 0)")
        table.rests(".labels")
        shown = "document.querySelectorAll('.plate-of.full .label, .plate-of use').length"
        table.settles(lambda: page.evaluate(f"{shown} === document.querySelectorAll('.unit').length"), True)
        table.settles(lambda: page.evaluate(OVER), [])
        table.settles(lambda: page.evaluate(STRAYED), [])
        # The board is no lower than the screen lets it be, and all of the question is reached beside it.
        tall = "document.querySelector('.board-frame').getBoundingClientRect().height > 0.6 * innerHeight"
        table.settles(lambda: page.evaluate(tall), True)
        page.locator(".option .take").last.scroll_into_view_if_needed()
        expect(page.locator(".board-ground")).to_be_in_viewport(ratio=0.9)


def test_a_figure_on_a_unit_hides_no_name(table: Table) -> None:
    page = table.page
    page.set_viewport_size({"width": 1366, "height": 768})
    table.new_battle()
    table.plays_until(lambda asked: "Cast a spell" in asked.text)
    expect(page.locator(".badge").first).to_be_visible()
    table.rests(".labels")
    table.settles(lambda: page.evaluate(HIDDEN), [])


def test_a_name_is_read_over_the_ghost_of_another_unit(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        table = Table(page, address)
        table.new_battle()
        table.to_a_place()
        table.answers()
        table.to_a_place()
        label = page.locator(".labels [data-label]").first
        mouse = page.mouse
        mouse.move(*table.middle(".ghost .edge"))
        mouse.down()
        mouse.move(*table.middle(label), steps=5)
        expect(label).to_have_class(re.compile("crossed"))
        # What is drawn later lies over it: the ghost, then the names of others, then the handles.
        drawn = """() => {
          const [ghost, name, handle] = ['.ghost', '[data-label]', '.handle'].map((one) => document.querySelector(one));
          const over = (one, other) => Boolean(other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
          return [over(name, ghost), over(handle, name)];
        }"""
        table.settles(lambda: page.evaluate(drawn), [True, True])
