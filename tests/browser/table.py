"""The page as a person has it before them: what it asks, and hands to answer with.

What a test expects of the page it waits for, with `expect`, `Table.settles` or a method of the table: a page that is
slow is not a page that is wrong. `test_waiting.py` holds the tests to it.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
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

# Where the mouse points at nothing, and farther beside it than a hand shakes.
CORNER, BESIDE = (2, 2), (22, 2)

expect.set_options(timeout=PATIENCE * 1000)


# All of it is read in one step, so that it is of one moment.
GLANCE = """() => {
  const find = (what) => document.querySelector(what);
  return {
    number: Number(find('.place-in-time')?.textContent.split('/')[1] ?? -1),
    text: find('.question h2')?.innerText ?? '',
    kind: ['manoeuvre', 'walk', 'place', 'allocate', 'pick'].find((kind) => find(`.question .${kind}`)) ?? 'choose',
    may_answer: Boolean(find('.question.open fieldset:enabled')),
    over: Boolean(find('dialog[open]')),
    shown: Number(find('.show .happening')?.dataset.place ?? -1),
  };
}"""
# What moves no more from one picture to the next, three times, while the page has nothing under way.
COMES_TO_REST = """async (element, patience) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const where = () => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x, y, width, height];
  };
  let [last, still] = [where(), 0];
  for (const end = performance.now() + 1000 * patience; still < 3;) {
    if (!element.isConnected || performance.now() > end) return null;
    await frame();
    const now = where();
    still = !window.underWay() && String(now) === String(last) ? still + 1 : 0;
    last = now;
  }
  return last;
}"""


@dataclass(frozen=True)
class Glance:
    """What a page shows at one moment."""

    number: int
    """How many answers have been given; -1: the battle is not there yet."""
    text: str
    """The question, or what is there instead."""
    kind: str
    may_answer: bool
    """Whether the question is to this person, and not answered yet."""
    over: bool
    """Whether a window is open over the table: at the end of a battle it tells the end."""
    shown: int
    """The place in the log of what is being shown; -1: nothing is."""


class Table:
    """One person's browser."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self._stirred = False

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
        """Follow the link of a seat from an empty page: no question of before is taken for one of this battle."""
        self.page.goto("about:blank")
        self.page.goto(f"/#/join/{made['id']}/{seat}/{made['tokens'][str(seat)]}")

    def post(self, path: str, body: Any) -> dict[str, Any]:
        request = Request(self.address + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urlopen(request, timeout=PATIENCE) as response:
            made: dict[str, Any] = json.load(response)
        return made

    def settles(self, read: Callable[[], object], wanted: object) -> None:
        """Until what is read of the page is as wanted; what `expect` has no words for."""
        deadline = time.monotonic() + PATIENCE
        while (found := read()) != wanted and time.monotonic() < deadline:
            self.page.wait_for_timeout(50)
        assert found == wanted, f"{found!r} is not {wanted!r}"

    def now(self) -> Glance:
        """The page as it stands."""
        return Glance(**self.page.evaluate(GLANCE))

    def until(self, holds: str, given: Any = None) -> Glance:
        """The first moment of the page that is as wanted: an expression of JavaScript over a glance and `given`."""
        wanted = f"(given) => {{ const now = ({GLANCE})(); return ({holds}) && now; }}"
        try:
            return Glance(**self.page.wait_for_function(wanted, arg=given).json_value())
        except PlaywrightError as error:
            shown = self.page.locator("body").inner_text()
            raise AssertionError(f"{holds} with {given!r} is not to be. The page shows:\n{shown}") from error

    def wait(self) -> Glance:
        """Until there is something to decide, or the battle is over."""
        return self.until("now.may_answer || now.over")

    def rests(self, what: str | Locator = "body") -> list[float]:
        """Until the page has nothing under way, and the first such thing lies still: where that is."""
        found = (self.page.locator(what) if isinstance(what, str) else what).first
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            box: list[float] | None = found.evaluate(COMES_TO_REST, PATIENCE)
            # What was drawn anew meanwhile is looked for again.
            if box:
                return box
        raise AssertionError(f"{what} does not come to rest.")

    @property
    def asks(self) -> Locator:
        """The heading of the question."""
        return self.page.locator(".question h2")

    @property
    def text(self) -> str:
        """The question, once somebody is asked."""
        return self.until("now.text").text

    def is_asked(self, kind: Literal["manoeuvre", "walk", "place", "allocate"]) -> None:
        """Until an answer of that kind is wanted."""
        expect(self.page.locator(f".question .{kind}")).to_be_visible()

    @property
    def may_answer(self) -> bool:
        """Whether the question is to this person, as the page stands now."""
        return self.now().may_answer

    @property
    def over(self) -> bool:
        return self.now().over

    @property
    def kind(self) -> str:
        return self.now().kind

    @property
    def number(self) -> int:
        """How many answers have been given, once the battle is there."""
        return self.until("now.number >= 0").number

    def has_gone_on(self, number: int, asked: str | None = None) -> Glance:
        """Until there are other answers than so many, or the battle is over; or something else is asked than that."""
        other = "given.asked !== null && now.text && now.text !== given.asked"
        moved = "now.number >= 0 && now.number !== given.number"
        return self.until(f"now.over || ({moved}) || ({other})", {"number": number, "asked": asked})

    def after(self, number: int, asked: str | None = None) -> Glance:
        """Until another answer was given, and it is this person's turn again."""
        self.has_gone_on(number, asked)
        return self.wait()

    def is_at(self, number: int) -> None:
        """Until so many answers have been given."""
        self.until("now.number === given", number)

    def is_past(self, number: int) -> None:
        """Until more answers than so many have been given."""
        self.until("now.number > given", number)

    def press(self, key: str) -> Glance:
        """Press a key that gives an answer, and wait for the next question."""
        number = self.number
        self.page.keyboard.press(key)
        return self.after(number)

    def ends_phase(self) -> Glance:
        """End the phase although units could still act, and wait for the next question."""
        number = self.number
        self.page.keyboard.press("e")
        expect(self.page.locator(".ending-phase .primary")).to_be_focused()
        self.page.keyboard.press("Enter")
        return self.after(number)

    def answers(self, first: str = "1") -> Glance:
        """Anything legal: a unit stays, or is placed where the page suggests it. Returns what comes of it first."""
        asked = self.wait()
        if asked.kind == "place":
            self.verdict()
        if asked.kind == "pick":
            self.picks(0, lambda number: self.page.keyboard.press(str(number + 1)))
        key = {"choose": first, "manoeuvre": "h", "walk": "h"}.get(asked.kind, "Enter")
        self.page.keyboard.press(key)
        return self.has_gone_on(asked.number)

    def picks(self, wanted: int, take: Callable[[int], None]) -> None:
        """Pick so many of the options, and no fewer than it must be; nothing, where the server does not like that."""
        least = re.match(r"Pick (\d+)", self.page.locator(".pick > .quiet").first.inner_text())
        boxes = self.page.locator(".pick .take")
        self.has_no_suggestion()
        for number in range(max(wanted, int(least[1]) if least else 0)):
            take(number)
            expect(boxes.nth(number)).to_be_checked()
        if wanted and self.verdict() == "bad" and not least:
            self.page.keyboard.press("Escape")
            expect(self.page.locator(".pick .take[aria-checked=true]")).to_have_count(0)

    def has_no_suggestion(self) -> None:
        """Until the captain has suggested what to pick, if it does so unasked, and without what it has picked."""
        expect(self.page.locator(".advising :disabled")).to_have_count(0)
        if self.page.locator(".pick .take[aria-checked=true]").count():
            self.page.keyboard.press("Escape")
            expect(self.page.locator(".pick .take[aria-checked=true]")).to_have_count(0)

    def plays_until(self, holds: Callable[[Glance], bool]) -> Glance:
        """Answer anything legal until one is asked what is wanted."""
        while not holds(asked := self.wait()):
            assert not asked.over, "The battle was over before that."
            self.answers()
        return asked

    def to_a_place(self) -> None:
        """Until a unit is to be placed."""
        self.plays_until(lambda asked: asked.kind == "place")

    def is_told(self, text: str) -> None:
        """Until a notice has said that. Notices go after a while, but what they said stays with those who listen."""
        expect(self.page.locator(".voice")).to_contain_text(text)

    def option(self, name: str) -> Locator:
        return self.page.locator(".option .take", has_text=name).first

    def verdict(self) -> str:
        """What the server says of the answer in the making: ok or bad, once it has spoken."""
        told = self.page.locator(".verdict:is(.ok, .bad)[aria-busy=false]").get_attribute("class") or ""
        return "ok" if "ok" in told.split() else "bad"

    def middle(self, what: str | Locator) -> Point:
        """The middle of the first such thing, once it lies still."""
        x, y, width, height = self.rests(what)
        return (x + width / 2, y + height / 2)

    def inch(self) -> float:
        """Pixels to the inch, by the board's own ruler."""
        self.rests(".board-ground .ground")
        return self._inch_now()

    def _inch_now(self) -> float:
        size = "(ground) => Math.max(ground.getBoundingClientRect().width, ground.getBoundingClientRect().height)"
        pixels: float = self.page.locator(".board-ground .ground").first.evaluate(size)
        return pixels / 48

    def drag(self, what: str, dx: float, dy: float) -> None:
        """Drag something by so many inches to the right and down on the screen."""
        # What lies on the board rests with it.
        x, y = self.middle(what)
        inch = self._inch_now()
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(x + dx * inch / 2, y + dy * inch / 2)
        mouse.move(x + dx * inch, y + dy * inch)
        mouse.up()

    def deploy(self) -> None:
        """Choose an edge and set every unit down where the page suggests it."""
        self.plays_until(lambda asked: re.search(r"moves next|charges whom", asked.text) is not None)

    def stirs(self) -> None:
        """Move the hand, as hands do before they click: a new question then takes clicks at once."""
        self._stirred = not self._stirred
        self.page.mouse.move(*(CORNER if self._stirred else BESIDE))

    def settled(self) -> None:
        """Until a new question takes clicks. A driver that is not let click scrolls about to find out why."""
        self.stirs()
        expect(self.page.locator(".table-screen.settling")).to_have_count(0)

    def takes_option(self, name: str) -> Glance:
        """Click on that option, and until the next question."""
        number = self.number
        self.settled()
        self.option(name).click()
        return self.after(number)

    def to_the_first_move(self, unit: str) -> None:
        """Deployed and asked how that unit moves."""
        self.deploy()
        self.takes_option(unit)
        self.is_asked("manoeuvre")

    def keeps_nobody_out(self, axe: str, *, of_any_weight: bool = False) -> None:
        """Until axe finds nothing serious on the page, or nothing at all, in light and in dark."""
        self.settles(lambda: self._barriers(axe, "light", of_any_weight), [])
        self.settles(lambda: self._barriers(axe, "dark", of_any_weight), [])

    def _barriers(self, axe: str, scheme: Literal["light", "dark"], of_any_weight: bool) -> list[tuple[str, str]]:
        """What axe finds on the page as it stands: the rule and the first thing that breaks it."""
        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(axe)
        found = self.page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        return [
            (one["id"], one["nodes"][0]["html"][:160])
            for one in found["violations"]
            if of_any_weight or one["impact"] in ("serious", "critical")
        ]


def either_is_asked(one: Table, two: Table) -> tuple[Glance, Glance]:
    """Until both pages have heard of the same answers and one of the two is asked, or something is being shown."""
    deadline = time.monotonic() + PATIENCE
    while True:
        here, there = one.now(), two.now()
        if max(here.shown, there.shown) >= 0:
            return here, there
        if here.number == there.number and here.may_answer != there.may_answer:
            return here, there
        assert time.monotonic() < deadline, f"Neither is asked: {here}, {there}"
        one.page.wait_for_timeout(50)
