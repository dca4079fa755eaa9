"""A battle of each rulebook against the computer, followed by somebody who reads only what is on the screen.

At every moment the page must say what has just happened, whose turn it is, and what can be done.
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

# All that is read in one glance, so that it is of one moment.
GLANCE = """() => {
  const seen = (element) => element && element.getClientRects().length > 0;
  const text = (what) => {
    const found = [...document.querySelectorAll(what)].filter(seen);
    return found.map((element) => element.innerText.trim()).filter(Boolean);
  };
  return {
    title: text("h1.phase").join(" "),
    over: Boolean(document.querySelector("dialog[open]")),
    showing: text(".show .happening h2").join(" "),
    asked: document.querySelector(".question.open fieldset:enabled") ? text(".question h2").join(" ") : "",
    waiting: text(".question h2").join(" "),
    dice: document.querySelectorAll(".show .happening .die").length,
    log: text(".log .line").at(-1) ?? "",
    card: text(".show .fight-card h3").join(" "),
    controls: [...document.querySelectorAll(".show-controls button, .question.open button, .question.open input")]
      .filter(seen).length,
    sending: Boolean(document.querySelector(".question.open fieldset:disabled")),
  };
}"""
# Fast enough to be done soon, slow enough that every happening can be seen.
HURRIED = """(() => {
  const key = "warhost.settings";
  if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify({speed: 40, hints: false}));
})()"""
BOOKS = {
    "eow": {"armies": ["Orcs and Goblins", "Empire of Sonnstahl"], "map": "1"},
    "aofr": {"armies": ["League of Nine Bridges", "Unburied Host"], "map": "balanced"},
}
MOST = 40_000


def glances(table: Table) -> Iterator[dict[str, Any]]:
    for _ in range(MOST):
        yield table.page.evaluate(GLANCE)
    raise AssertionError("The battle does not come to its end.")


def problem(seen: dict[str, Any], seats: list[str]) -> str:
    """What the screen leaves open at this moment, if anything."""
    if not seen["title"] or (not any(seat in seen["title"] for seat in seats) and not _of_nobody(seen["title"])):
        return "whose turn it is"
    if not seen["log"]:
        return "what has just happened"
    if seen["showing"] and not seen["controls"]:
        return "how to go on"
    if not seen["showing"] and not seen["asked"] and not seen["waiting"]:
        return "what can be done, or whom one waits for"
    if seen["asked"] and not seen["controls"]:
        return "how to answer"
    return ""


def _of_nobody(title: str) -> bool:
    """Parts of a battle that belong to no player's turn."""
    return bool(re.match(r"The end|End of|Deployment|Preparation|Battlefield|The battlefield|Set-up|Mission", title))


@pytest.mark.slow
@pytest.mark.parametrize("book", BOOKS)
def test_the_screen_tells_the_whole_battle(browser: Browser, address: str, book: str) -> None:
    with seated(browser, address, paced=True) as page:
        page.context.add_init_script(HURRIED)
        table = Table(page, address)
        made = table.new_battle(
            ruleset=book, seed="5", seats=[{"player": "human"}, {"player": "captain"}], **BOOKS[book]
        )
        seats = page.locator(".seats li b").all_inner_texts()
        shown: set[str] = set()
        cards, dice, answered = 0, 0, -1
        for seen in glances(table):
            if seen["over"]:
                break
            lacking = problem(seen, seats)
            # What is only just being drawn is looked at once more.
            if lacking and problem(page.evaluate(GLANCE), seats):
                raise AssertionError(f"{made['id']}: the screen does not say {lacking}: {seen}")
            if seen["showing"]:
                shown.add(seen["showing"])
                cards += bool(seen["card"])
                dice += seen["dice"]
            elif seen["asked"] and table.number != answered:
                answered = table.number
                answer(table)
        assert cards > 0
        assert dice > 0
        assert len(shown) > 30


def answer(table: Table) -> None:
    """As a person who goes forward and takes the first thing offered."""
    keys, kind = table.page.keyboard, table.kind
    if kind == "place":
        table.verdict()
        keys.press("Enter")
    elif kind == "manoeuvre":
        keys.type("4")
        keys.press("ArrowUp")
        keys.press("Enter" if table.verdict() == "ok" else "h")
    else:
        keys.press("1" if kind == "choose" else "Enter")
