"""A battle of each rulebook against the computer, followed by somebody who has nothing but the screen and a mouse.

At every moment what is in sight must say what has just happened, whose turn it is, and what can be done; and what can
be done is done by clicking what is in sight.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import seated
from tests.browser.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# All that is read in one glance, so that it is of one moment. What is scrolled away or covered is not in sight.
GLANCE = """async (patient) => {
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let wait = 0; wait < (patient ? 3 : 0); wait++) await frame();
  const point = (element, share = 0.5) => {
    const box = element.getBoundingClientRect();
    return [box.x + Math.min(box.width / 2, 60), box.y + box.height * share];
  };
  const isAt = (element, at) => {
    const hit = document.elementFromPoint(...at);
    return Boolean(hit) && (element.contains(hit) || hit.contains(element));
  };
  const shows = (element) => element.checkVisibility({visibilityProperty: true, opacityProperty: true});
  const inSight = (element) => shows(element) && isAt(element, point(element));
  // Of a long line the end is enough: one reads up from there.
  const endsInSight = (element) => shows(element) && isAt(element, point(element, 0.85));
  const all = (what) => [...document.querySelectorAll(what)].filter(inSight);
  const read = (what) => all(what).map((element) => element.innerText.trim()).filter(Boolean);
  const button = (element) => ({
    text: element.innerText.trim(), at: point(element), ready: !element.disabled,
  });
  const last = [...document.querySelectorAll(".log > ol > .line")].at(-1);
  return {
    title: read("h1.phase").join(" "),
    over: Boolean(document.querySelector("dialog[open] .outcome")),
    shows: Boolean(document.querySelector(".show")),
    happening: read(".show .happening h2").join(" "),
    dice: all(".show .happening .die").length,
    card: read(".show .fight-card :is(h3, .who-whom, .follows li)").join(" "),
    log: last && endsInSight(last) ? last.innerText.trim() : "",
    news: read(".newest, .meanwhile .brief, .last-fight .brief").join(" "),
    asked: Boolean(document.querySelector(".question.open fieldset:enabled")),
    heading: read(".question h2").join(" "),
    whose: read(".turn-row .over").join(" "),
    moment: read(".place-in-time").join(" "),
    controls: all(".show-controls button:enabled").map(button),
    main: all(".question .actions .primary").map(button),
    options: all(".question .option .take:enabled:not([aria-checked=true])").map(button),
    pass: all(".turn-row .pass:enabled").map(button),
  };
}"""
# Fast enough to be done soon, slow enough that every happening can be seen.
HURRIED = {"speed": 40, "hints": False}
BOOKS: dict[str, dict[str, Any]] = {
    "eow": {"armies": ["Orcs and Goblins", "Empire of Sonnstahl"], "map": "1"},
    "aofr": {"armies": ["League of Nine Bridges", "Unburied Host"], "map": "balanced"},
    "kow": {"armies": ["Crown of Aldermere", "Lanternless Court"], "map": "1", "options": {"points": 1000}},
    "blue": {"armies": ["Tidewardens", "Ashmoot Clans"], "map": "4", "options": {"points": 1000}},
    "t9a": {"armies": ["Thornback Tribes", "Saltbridge Compact"], "map": "1", "options": {"points": 1500}},
}
MOST = 40_000
# So often a screen that is only just being drawn is looked at again.
LOOKS = 400


class Follower(Table):
    """Whoever follows the battle from the screen alone."""

    def __init__(self, page: Any, address: str) -> None:
        super().__init__(page, address)
        self.clicked: tuple[str, str, str] | None = None
        self.seats: list[str] = []

    def glances(self) -> Iterator[dict[str, Any]]:
        for _ in range(MOST):
            seen = self.page.evaluate(GLANCE, False)
            for _ in range(LOOKS):
                if seen["over"] or not self.lacking(seen):
                    break
                seen = self.page.evaluate(GLANCE, True)
            yield seen
        raise AssertionError("The battle does not come to its end.")

    def lacking(self, seen: dict[str, Any]) -> str:
        """What the screen leaves open at this moment, if anything."""
        if not any(seat in seen["title"] for seat in self.seats) and not _of_nobody(seen["title"]):
            return "whose turn it is"
        if seen["shows"]:
            return self._lacking_in_show(seen)
        if not seen["log"] and not seen["news"]:
            return "what has just happened"
        if not seen["heading"]:
            return "what can be done, or whom one waits for"
        if seen["asked"] and self.seats[0].lower() not in seen["whose"].lower():
            return "who decides"
        if seen["asked"] and not any(one["text"] for one in (*seen["main"], *seen["options"], *seen["pass"])):
            return "how to answer"
        return ""

    @staticmethod
    def _lacking_in_show(seen: dict[str, Any]) -> str:
        told = seen["happening"] or seen["card"]
        if not told:
            return "what is happening"
        # The log is no farther than what is shown, and ends with it; of a roll it has other words.
        if seen["happening"] and not seen["dice"] and not seen["card"] and seen["happening"] not in seen["log"]:
            return "in its log what is happening"
        return "" if seen["controls"] else "how to go on"

    def answer(self) -> None:
        """As a person who takes the main button, else the first thing offered, else passes."""
        # What has come to rest is still there when it is clicked.
        self.rests(".question")
        seen = self.page.evaluate(GLANCE, False)
        ready = [one for one in (*seen["main"], *seen["options"], *seen["pass"]) if one["ready"]]
        if not ready:
            # The server has not judged yet what the main button would do.
            return
        wanted = ready[0]
        mark = (seen["moment"], seen["heading"], wanted["text"])
        if mark == self.clicked:
            # A click that came too early for a new question is given again, by a hand that moves.
            self.page.mouse.move(5, 5)
        self.clicked = mark
        self.page.mouse.click(*wanted["at"])


def _of_nobody(title: str) -> bool:
    """Parts of a battle that belong to no player's turn."""
    return bool(
        re.match(r"The end|End of|Start of|Deployment|Preparation|Battlefield|The battlefield|Set-up|Mission", title)
    )


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_the_screen_tells_the_whole_battle(browser: Browser, address: str, book: str) -> None:
    with seated(browser, address, likes=HURRIED, viewport={"width": 1366, "height": 768}) as page:
        table = Follower(page, address)
        made = table.new_battle(
            ruleset=book, seed="5", seats=[{"player": "human"}, {"player": "captain"}], **BOOKS[book]
        )
        table.seats = page.locator(".seats li b").all_inner_texts()
        shown: set[str] = set()
        cards, dice = 0, 0
        for seen in table.glances():
            if seen["over"]:
                break
            lacking = table.lacking(seen)
            assert not lacking, f"{made['id']}: the screen does not say {lacking}: {seen}"
            if seen["shows"]:
                shown.add(seen["happening"])
                cards += bool(seen["card"])
                dice += seen["dice"]
            elif seen["asked"]:
                table.answer()
        assert cards > 0
        assert dice > 0
        assert len(shown) > 30
