"""The page as a person has it before them: what it asks, and hands to answer with.

What a test expects of the page it waits for, with `expect`, `Table.settles` or a method of the table: a page that is
slow is not a page that is wrong. `test_waiting.py` holds the tests to it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    Point = tuple[float, float]

ARMIES = ["Orcs and Goblins", "Empire of Sonnstahl"]
# So many seconds a page may take for anything before a test gives it up: only a test that fails waits so long.
PATIENCE = 60.0

expect.set_options(timeout=PATIENCE * 1000)


class Table:
    """One person's browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def new_battle(self, **wanted: Any) -> dict[str, Any]:
        """A battle with known armies, map and dice against the random player, opened in the first seat."""
        body = {
            "armies": ARMIES,
            "map": "1",
            "seed": "1",
            "seats": [{"player": "human"}, {"player": "random"}],
            **wanted,
        }
        made = self.post("/api/battles", body)
        self.takes(made, 0)
        self.wait()
        return made

    def takes(self, made: dict[str, Any], seat: int) -> None:
        """Follow the link of a seat. What was asked before goes first: it is not to be taken for what is asked here."""
        if self.page.locator(".question").count():
            self.page.goto("/#/library")
            expect(self.page.locator(".question")).to_have_count(0)
        self.page.goto(f"/#/join/{made['id']}/{seat}/{made['tokens'][str(seat)]}")

    def post(self, path: str, body: Any) -> dict[str, Any]:
        request = Request(self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=PATIENCE) as response:
            made: dict[str, Any] = json.load(response)
        return made

    def wait(self) -> None:
        """Until there is something to decide, or the battle is over."""
        self.page.locator(".question.open fieldset:enabled, dialog[open]").first.wait_for()

    def settles(self, read: Callable[[], object], wanted: object) -> None:
        """Until what is read of the page is as wanted; what `expect` has no words for."""
        deadline = time.monotonic() + PATIENCE
        while (found := read()) != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert found == wanted, f"{found!r} is not {wanted!r}"

    @property
    def asks(self) -> Locator:
        """The heading of the question."""
        return self.page.locator(".question h2")

    @property
    def text(self) -> str:
        """The question, once somebody is asked."""
        return self.asks.inner_text()

    def is_asked(self, kind: Literal["manoeuvre", "place", "allocate"]) -> None:
        """Until an answer of that kind is wanted."""
        expect(self.page.locator(f".question .{kind}")).to_be_visible()

    @property
    def may_answer(self) -> bool:
        """Whether the question is to this person, as the page stands now."""
        return self.page.locator(".question.open fieldset:enabled").count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator("dialog[open]").count() > 0

    @property
    def kind(self) -> str:
        for kind in ("manoeuvre", "place", "allocate"):
            if self.page.locator(f".question .{kind}").count():
                return kind
        return "choose"

    @property
    def number(self) -> int:
        """How many answers have been given."""
        told = self.page.locator(".place-in-time").inner_text()
        return int(told.split("/")[1])

    def has_gone_on(self, number: int, asked: str | None = None) -> None:
        """Until there are other answers than so many, or the battle is over; or something else is asked than that."""
        try:
            self.page.wait_for_function(
                "([last, asked]) => document.querySelector('dialog[open]')"
                " || Number(document.querySelector('.place-in-time').textContent.split('/')[1]) !== last"
                " || (asked !== null && (document.querySelector('.question h2')?.innerText ?? asked) !== asked)",
                arg=[number, asked],
            )
        except PlaywrightError as error:
            shown = self.page.locator("body").inner_text()
            raise AssertionError(f"Nothing goes on after {number} answers. The page shows:\n{shown}") from error

    def after(self, number: int, asked: str | None = None) -> None:
        """Until another answer was given, and it is this person's turn again."""
        self.has_gone_on(number, asked)
        self.wait()

    def is_at(self, number: int) -> None:
        """Until so many answers have been given."""
        expect(self.page.locator(".place-in-time")).to_have_text(re.compile(rf"/ {number}$"))

    def press(self, key: str) -> None:
        """Press a key that gives an answer, and wait for the next question."""
        number = self.number
        self.page.keyboard.press(key)
        self.after(number)

    def to_a_place(self) -> None:
        """Until a unit is to be placed."""
        while self.kind != "place":
            self.press("1")

    def option(self, name: str) -> Locator:
        return self.page.locator(".option .take", has_text=name).first

    def verdict(self) -> str:
        """What the server says of the answer in the making: ok or bad, once it has spoken."""
        told = self.page.locator(".verdict:is(.ok, .bad)[aria-busy=false]")
        told.wait_for()
        return "ok" if "ok" in (told.get_attribute("class") or "").split() else "bad"

    def middle(self, what: str) -> Point:
        box = self.page.locator(what).first.bounding_box()
        assert box is not None
        return (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def inch(self) -> float:
        """Pixels to the inch, by the board's own ruler."""
        ground = self.page.locator(".board-ground .ground").bounding_box()
        assert ground is not None
        return max(ground["width"], ground["height"]) / 48

    def drag(self, what: str, dx: float, dy: float) -> None:
        """Drag something by so many inches to the right and down on the screen."""
        x, y = self.middle(what)
        inch = self.inch()
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx * inch / 2, y + dy * inch / 2)
        mouse.move(x + dx * inch, y + dy * inch)
        mouse.up()

    def deploy(self) -> None:
        """Choose an edge and set every unit down where the page suggests it."""
        while not re.search(r"moves next|charges whom", self.text):
            if self.kind == "place":
                self.verdict()
            self.press("Enter" if self.kind == "place" else "1")

    def settled(self) -> None:
        """Until a new question takes clicks. A driver that is not let click scrolls about to find out why."""
        expect(self.page.locator(".table-screen.settling")).to_have_count(0)

    def to_the_first_move(self, unit: str) -> None:
        """Deployed and asked how that unit moves."""
        self.deploy()
        number = self.number
        self.settled()
        self.option(unit).click()
        self.after(number)
        self.is_asked("manoeuvre")

    def keeps_nobody_out(self, axe: str) -> None:
        """Until axe finds nothing serious on the page, in light and in dark."""
        self.settles(lambda: self._barriers(axe, "light"), [])
        self.settles(lambda: self._barriers(axe, "dark"), [])

    def _barriers(self, axe: str, scheme: Literal["light", "dark"]) -> list[tuple[str, str]]:
        """What axe finds serious on the page as it stands: the rule and the first thing that breaks it."""
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(axe)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            (one["id"], one["nodes"][0]["html"][:160])
            for one in found["violations"]
            if one["impact"] in ("serious", "critical")
        ]
