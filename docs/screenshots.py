"""Takes the pictures of the page that the README shows: a server of its own, a battle with known dice, Chromium.

    python docs/screenshots.py            # writes docs/images/*.png

It needs playwright (`pip install playwright`), a Chromium on the machine, and the built page.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parent / "images"
BATTLE = {"armies": ["Orcs and Goblins", "Empire of Sonnstahl"], "map": "1", "seed": "12"}
ENOUGH = 300


@contextmanager
def server() -> Iterator[str]:
    """A server with an empty data base; its address."""
    program = "from warhost.cli import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        data = str(Path(folder) / "battles.db")
        command = [sys.executable, "-c", program, "play", "--no-browser", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            told = running.stdout.readline().split()
            try:
                yield next(word for word in told if word.startswith("http")).rstrip("/")
            finally:
                running.terminate()


def begin(page: Page, address: str) -> None:
    """The battle, opened in its first seat."""
    request = Request(f"{address}/api/battles", json.dumps(BATTLE).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as response:
        made: dict[str, Any] = json.load(response)
    page.goto(f"{address}/#/join/{made['id']}/0/{made['tokens']['0']}")
    wait(page)


def wait(page: Page) -> None:
    page.locator(".question.open fieldset:enabled, dialog[open]").first.wait_for(timeout=60_000)


def answer(page: Page) -> None:
    """A plain answer by keyboard, and the wait for the next question."""
    number = page.locator(".place-in-time").inner_text()
    keys = page.keyboard
    if page.locator(".question .manoeuvre").count():
        keys.type("4")
        keys.press("ArrowUp")
        page.locator(".verdict:is(.ok, .bad)[aria-busy=false]").wait_for()
        keys.press("Enter" if page.locator(".verdict.ok").count() else "h")
    elif page.locator(".question .place, .question .allocate").count():
        if page.locator(".question .place").count():
            page.locator(".verdict.ok").wait_for()
        keys.press("Enter")
    else:
        keys.press("1")
    page.wait_for_function(
        "last => document.querySelector('dialog[open]')"
        " || document.querySelector('.place-in-time').textContent !== last",
        arg=number,
        timeout=60_000,
    )
    wait(page)


def until(page: Page, text: str) -> None:
    """Play on until the question holds these words, or the battle is over."""
    for _ in range(ENOUGH):
        if page.locator("dialog[open]").count() or text in page.locator(".question h2").inner_text():
            return
        answer(page)
    raise SystemExit(f"No question with {text!r} came up.")


def shoot(page: Page, name: str) -> None:
    page.mouse.move(2, 2)
    page.wait_for_timeout(700)
    page.screenshot(path=IMAGES / f"{name}.png")
    print(IMAGES / f"{name}.png")  # noqa: T201


def pictures(browser: Browser, address: str) -> None:
    for scheme in ("light", "dark"):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, color_scheme=scheme)
        page = context.new_page()
        if scheme == "light":
            page.goto(address)
            page.locator(".own").wait_for()
            shoot(page, "new-battle")
        begin(page, address)
        until(page, "moves next")
        page.locator(".option .take", has_text="Goblin Rabble").click()
        page.locator(".question .manoeuvre").wait_for()
        if scheme == "light":
            page.keyboard.type("3")
            page.keyboard.press("ArrowUp")
            page.keyboard.type("20")
            page.keyboard.press("e")
            page.locator(".verdict.ok").wait_for()
            shoot(page, "move")
        until(page, "charges whom")
        page.locator(".option .take").first.hover()
        page.wait_for_timeout(7500)
        page.screenshot(path=IMAGES / f"table-{scheme}.png")
        if scheme == "light":
            until(page, "no such question: to the end")
            shoot(page, "end")
        context.close()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    IMAGES.mkdir(exist_ok=True)
    with server() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        pictures(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
