"""The table under fingers, on a tablet: zoom and pan, choose, move a regiment, ask what lies somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, CDPSession, Page

    Point = tuple[float, float]

pytestmark = pytest.mark.slow

both_ways = pytest.mark.parametrize(
    "tablet", [(820, 1180), pytest.param((1180, 820), marks=pytest.mark.slow)], indirect=True, ids=["upright", "lying"]
)


class Tablet(Table):
    """A browser without a mouse."""

    def __init__(self, page: Page, address: str, session: CDPSession) -> None:
        super().__init__(page, address)
        self.session = session

    def touch(self, kind: str, *points: Point) -> None:
        # A finger reaches what is on the screen, and nothing that is scrolled away.
        size = self.page.viewport_size
        assert size is not None
        for x, y in points:
            assert 0 <= x < size["width"], f"{x:.0f} is beside the screen"
            assert 0 <= y < size["height"], f"{y:.0f} is above or below the screen"
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        self.session.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": fingers})

    def slide(self, *ways: tuple[Point, Point], steps: int = 8) -> None:
        """Each finger from one point to another, all at once."""
        self.touch("Start", *(start for start, _ in ways))
        for step in range(1, steps + 1):
            share = step / steps
            self.touch("Move", *((a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in ways))
        self.touch("End")

    def drag(self, what: str, dx: float, dy: float) -> None:
        x, y = self.middle(what)
        inch = self.inch()
        self.slide(((x, y), (x + dx * inch, y + dy * inch)))

    def centre(self) -> Point:
        return self.middle(".board-ground .ground")

    @property
    def table_is_in_sight(self) -> bool:
        """Whether nothing of the table is scrolled away at the top."""
        return self.rests(".stage")[1] > -1

    @property
    def lies(self) -> bool:
        """Whether the table lies on its side, so that the first player's regiments look to the right."""
        _, _, width, height = self.rests(".board-ground .ground")
        return width > height


@contextmanager
def phone_at(browser: Browser, address: str) -> Iterator[Tablet]:
    """The browser of a phone."""
    with seated(browser, address, viewport={"width": 390, "height": 844}, has_touch=True) as page:
        yield Tablet(page, address, page.context.new_cdp_session(page))


def by_finger(tablet: Table, kind: str) -> None:
    """Drag what can be dragged, tap what can be tapped."""
    page = tablet.page
    tablet.rests(".question")
    match kind:
        case "place":
            tablet.verdict()
            page.locator(".place .primary").tap()
        case "manoeuvre":
            page.evaluate("scrollTo(0, 0)")
            if page.locator(".lane path").count():
                tablet.drag("[data-handle=body]", 2, 0)
                tablet.rests(".question")
            if not page.locator(".step").count():
                page.get_by_role("button", name=re.compile("^(Pass|Stay here)")).first.tap()
                return
            if tablet.verdict() == "bad":
                page.locator(".stage-actions").get_by_role("button", name="Reset").tap()
                expect(page.locator(".step")).to_have_count(0)
                page.get_by_role("button", name=re.compile("^(Pass|Stay here)")).first.tap()
                return
            page.locator(".manoeuvre .primary").tap()
        case "walk":
            page.evaluate("scrollTo(0, 0)")
            tablet.drag("[data-handle=body]", 2, 0)
            tablet.rests(".question")
            if tablet.verdict() == "bad":
                # The same buttons stand in the panel below.
                at_hand = page.locator(".stage-actions")
                at_hand.get_by_role("button", name="Reset").tap()
                if page.locator(".turn-row .pass").count():
                    page.locator(".turn-row .pass").tap()
                    return
                at_hand.get_by_role("button", name="Suggest a move").tap()
                assert tablet.verdict() == "ok"
            page.locator(".walk .primary").tap()
        case "allocate":
            page.get_by_role("button", name="Confirm split").tap()
        case "pick":
            tablet.picks(1, lambda number: page.locator(".pick .take").nth(number).tap())
            page.locator(".pick .primary").tap()
        case _:
            page.locator(".option .take").first.tap()


@pytest.fixture
def tablet(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Tablet]:
    width, height = request.param
    with seated(browser, address, viewport={"width": width, "height": height}, has_touch=True) as page:
        yield Tablet(page, address, page.context.new_cdp_session(page))


@both_ways
def test_two_fingers_zoom_and_one_pans(tablet: Tablet) -> None:
    tablet.new_battle()
    inch = tablet.inch()
    x, y = tablet.centre()
    tablet.slide(((x - 40, y), (x - 120, y)), ((x + 40, y), (x + 120, y)))
    tablet.settles(tablet.inch, pytest.approx(3 * inch, rel=0.05))
    tablet.settles(tablet.centre, pytest.approx((x, y), abs=3))
    tablet.slide(((x, y), (x + 90, y - 60)))
    tablet.settles(tablet.centre, pytest.approx((x + 90, y - 60), abs=15))
    tablet.slide(((x - 60, y), (x - 20, y + 40)), ((x + 60, y), (x + 100, y + 40)))
    tablet.settles(tablet.centre, pytest.approx((x + 130, y - 20), abs=20))


@both_ways
def test_a_regiment_is_moved_by_finger(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.to_the_first_move("Goblin Rabble")
    number = tablet.number
    tablet.drag("[data-handle=body]", *((3, 0) if tablet.lies else (0, -3)))
    tablet.drag("[data-handle=wheel-left]", *((1, 0) if tablet.lies else (0, -1)))
    expect(tablet.page.locator(".step > span:first-child")).to_have_text(["Forward", "Wheel"])
    assert tablet.verdict() == "ok"
    tablet.page.locator(".stage-actions").get_by_role("button", name="Confirm").tap()
    tablet.after(number)


@both_ways
def test_a_second_finger_takes_back_what_the_first_began(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.to_the_first_move("Goblin Rabble")
    x, y = tablet.middle("[data-handle=body]")
    tablet.touch("Start", (x, y))
    ahead = (1, 0) if tablet.lies else (0, -1)
    for far in range(6, 48, 6):
        tablet.touch("Move", (x + far * ahead[0], y + far * ahead[1]))
    tablet.page.locator(".step").first.wait_for()
    tablet.touch("Start", (x + 42 * ahead[0], y + 42 * ahead[1]), (x + 120, y - 120))
    expect(tablet.page.locator(".step")).to_have_count(0)
    tablet.touch("End")


@pytest.mark.parametrize("tablet", [(820, 1180), (390, 844)], indirect=True, ids=["tablet", "phone"])
def test_an_answer_far_down_the_page_brings_the_table_back_into_sight(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.deploy()
    number = tablet.number
    option = tablet.option("Goblin Rabble")
    option.evaluate("button => button.scrollIntoView({block: 'start'})")
    tablet.settles(lambda: tablet.table_is_in_sight, False)
    tablet.settled()
    option.tap()
    tablet.after(number)
    tablet.is_asked("manoeuvre")
    tablet.settles(lambda: tablet.table_is_in_sight, True)


@both_ways
def test_a_tap_chooses_also_when_it_falls_beside_a_small_base(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.deploy()
    tablet.page.locator("[data-unit]").first.wait_for()
    shaman = tablet.option("Orc Shaman").get_attribute("data-key")
    x, y = tablet.middle(f"[data-unit='{shaman}'] .edge")
    near = (x, y - 0.4 * tablet.inch() - 8) if tablet.lies else (x + 0.4 * tablet.inch() + 8, y)
    number = tablet.number
    tablet.page.touchscreen.tap(*near)
    tablet.after(number)
    expect(tablet.asks).to_have_text("Move Orc Shaman")


@both_ways
def test_a_resting_finger_is_told_what_lies_there_and_decides_nothing(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.deploy()
    number = tablet.number
    x, y = tablet.middle(".unit.can .edge")
    tablet.touch("Start", (x, y))
    tablet.page.locator(".tip").wait_for()
    tablet.touch("End")
    expect(tablet.page.locator(".tip")).to_contain_text("Orcs and Goblins")
    tablet.touch("Start", tablet.middle("[data-terrain=impassable]"))
    tablet.page.locator(".tip", has_text="Rocks").wait_for()
    tablet.touch("End")
    tablet.is_at(number)


@both_ways
def test_everything_can_be_hit_with_a_finger(tablet: Tablet) -> None:
    tablet.new_battle()
    tablet.to_the_first_move("Goblin Rabble")
    tablet.page.keyboard.press("ArrowUp")
    tablet.verdict()
    too_small = """() => [...document.querySelectorAll('button, a:not(.skip), select, summary, .handle .wide')]
             .filter((one) => one.checkVisibility() || one.closest('.handle'))
             .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
             .filter(([, box]) => Math.min(box.width, box.height) < 40)
             .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""
    tablet.settles(lambda: tablet.page.evaluate(too_small), [])
    tablet.page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
