"""A real server, a real page, a real browser. Whatever of them is missing, the tests say so and are skipped.

The tests hold on a machine that is slow or busy. Two settings of the environment show it on one that is not:
WARHOST_BROWSER_SLOWDOWN=6 lets the page run at a sixth of its speed (`slowing`), and with WARHOST_BROWSER_LATENESS=300
whatever the server tells comes 300 milliseconds late.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.slowing import slow_down
from tests.browser.table import PATIENCE, Table
from warhost.web import STATIC

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: pip install playwright")

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LATENESS = int(os.environ.get("WARHOST_BROWSER_LATENESS", "0"))
# Nobody waits for what happens to be shown, but for the tests of that.
ALL_AT_ONCE = {"atOnce": True}
# The page as it is, but that it says what it has under way: short timers, files, and looks that the server has not
# answered. All messages are late by the same time, so that they keep their order; a socket that the page closed is
# silent.
ALL_IS_COUNTED = """(() => {
  const [Socket, load, later, never, lateness] = [WebSocket, fetch, setTimeout, clearTimeout, %d];
  const late = (act) => (lateness ? later(act, lateness) : act());
  const LOOKS = ["check", "survey", "threats"];
  const LOOKED = ["checked", "surveyed", "threatened"];
  const timers = new Set();
  let [looks, files] = [0, 0];
  window.underWay = () => timers.size + looks + files;
  // What lasts longer than a second waits for a reader, not for the page.
  window.setTimeout = (act, wait = 0, ...given) => {
    const timer = later(() => {
      timers.delete(timer);
      act(...given);
    }, wait);
    if (wait < 1000) timers.add(timer);
    return timer;
  };
  window.clearTimeout = (timer) => {
    timers.delete(timer);
    never(timer);
  };
  window.WebSocket = class extends Socket {
    constructor(address) {
      super(address);
      looks = 0;
    }
    set onmessage(hear) {
      super.onmessage = (event) => late(() => {
        if (this.left) return;
        const { type, about } = JSON.parse(event.data);
        if (LOOKED.includes(type) || (type === "refused" && LOOKS.includes(about))) looks = Math.max(0, looks - 1);
        hear(event);
      });
    }
    send(message) {
      if (LOOKS.includes(JSON.parse(message).type)) looks++;
      super.send(message);
    }
    close() {
      this.left = true;
      looks = 0;
      super.close();
    }
  };
  window.fetch = async (...wanted) => {
    files++;
    try {
      const told = await load(...wanted);
      await new Promise((done) => late(done));
      return told;
    } finally {
      files--;
    }
  };
})()"""


# What somebody likes who has not chosen anything else. An empty page, where every test begins, keeps nothing.
LIKES = """(() => {
  if (location.protocol === "about:") return;
  const key = "warhost.settings";
  localStorage.setItem(key, JSON.stringify({...%s, ...JSON.parse(localStorage.getItem(key) ?? "{}")}));
})()"""


# The tests press faster than a person does who reads each question: their hand moves before every key, so that no key
# is taken for the second half of a double press. Whoever sets `hasty` presses twice.
UNHURRIED = """addEventListener("keydown", () => {
  if (window.hasty) return;
  for (const clientX of [-1000, 0]) dispatchEvent(new PointerEvent("pointermove", { clientX }));
}, true)"""


SMOKE = "test_page.py"
"""The fast suite looks at the page by the tests of this file that are not marked slow."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All other tests with a browser are of the long suite."""
    here = Path(__file__).parent
    for item in items:
        if item.path.parent == here and item.path.name != SMOKE and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.slow)


def _chromium() -> str:
    # The first is the same engine without a window around the page, which nobody sees and which costs much to draw.
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    pytest.skip("no Chromium on this machine: install chromium to try the page")


@contextmanager
def served(data: Path, program: str = "from warhost.cli import main; main()") -> Iterator[str]:
    """A server of its own, and where it listens."""
    if not (STATIC / "index.html").is_file():
        pytest.skip("the page is not built: cd web && npm install && npm run build")
    command = [sys.executable, "-c", program, "play", "--no-browser", "--port", "0", "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        told = server.stdout.readline()
        try:
            yield next(word for word in told.split() if word.startswith("http")).rstrip("/")
        finally:
            server.terminate()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of all tests listens."""
    with served(tmp_path_factory.mktemp("server") / "battles.db") as where:
        yield where


# No user is offered this rulebook: only the server of some tests knows it.
WITH_SKIRMISH = (
    "from tests.skirmish import RULESET; from warhost.rulesets import register; register(RULESET); "
    "from warhost.cli import main; main()"
)


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a server listens that knows the tiny skirmish, a game for three seats."""
    with served(tmp_path_factory.mktemp("skirmish") / "battles.db", WITH_SKIRMISH) as where:
        yield where


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Not for the whole session: while playwright runs, its event loop keeps other tests from running their own."""
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=_chromium(), args=["--no-sandbox"])
        yield started
        started.close()


@contextmanager
def seated(
    browser: Browser,
    address: str,
    may_complain: bool = False,
    likes: Mapping[str, Any] = ALL_AT_ONCE,
    **wanted: Any,
) -> Iterator[Page]:
    """A browser of somebody's own at a server. What its page complains of fails the test, unless that is expected."""
    context = browser.new_context(
        **{
            "base_url": address,
            "viewport": {"width": 1280, "height": 800},
            "accept_downloads": True,
            "reduced_motion": "reduce",
            **wanted,
        }
    )
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(LIKES % json.dumps(likes))
    context.add_init_script(ALL_IS_COUNTED % LATENESS)
    context.add_init_script(UNHURRIED)
    page = context.new_page()
    slow_down(browser, page)
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    yield page
    context.close()
    assert may_complain or not complaints


@pytest.fixture
def table(browser: Browser, address: str) -> Iterator[Table]:
    """A fresh browser at the server's front page."""
    with seated(browser, address) as page:
        yield Table(page, address)


@pytest.fixture
def friend(browser: Browser, address: str) -> Iterator[Table]:
    """Somebody else's browser at the same server; what the server refuses them, the browser notes as an error."""
    with seated(browser, address, may_complain=True) as page:
        yield Table(page, address)


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, which finds what keeps people out."""
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: cd web && npm install")
    return AXE.read_text(encoding="utf-8")
