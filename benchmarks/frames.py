"""How smoothly a turn is shown: frames of a real browser while computers fight with forty units on the table.

python benchmarks/frames.py [--seconds 20] [--trace turn.json]

It needs playwright and a Chromium (`warhost doctor`). The trace opens in Chromium (chrome://tracing) or on
https://ui.perfetto.dev. On a machine that is busy with other things frames come late whatever the page does: what the
page itself needs is told in time of the processor, for a frame, for a happening, and for its longest pieces of work.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import CDPSession, sync_playwright

WIDTH, HEIGHT = 1366, 768
FRAME = 1000 / 60
LATE = FRAME * 1.5
"""A frame that comes later than this, in milliseconds, was missed by a display of 60 a second."""

SETTLING = 1_000_000
"""For so many microseconds a trace is busy with itself."""

LIST = """++ {name} [AOFR 3000pts] ++

10x Spears [10] Q4+ D5+ | 100pts | Strider
10x Spear (A1)

6x Riders [5] Q4+ D4+ | 140pts | Fast
5x Lance (A1)

4x Archers [10] Q4+ D5+ | 130pts |
10x Bow (24", A1), 10x Knife (A1)
"""

DEPLOYED = """() => {
  if (document.querySelectorAll(".unit").length >= 40) return true;
  document.querySelector(".skip-show")?.click();
  return false;
}"""

# Frames are counted while something is shown, and the happenings with them.
COUNT = """() => {
  window.frames = [];
  window.beats = new Set();
  let last = 0;
  // Looked up once: to search the page for it in every frame would count as the page's own work.
  const found = document.getElementsByClassName("happening");
  const tick = (now) => {
    const shown = found[0];
    if (shown && last) window.frames.push(now - last);
    if (shown) window.beats.add(shown.dataset.place);
    last = shown ? now : 0;
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=int, default=20, help="so long is measured")
    parser.add_argument("--trace", help="write Chromium's own trace to this file")
    wanted = parser.parse_args()
    with serving() as address:
        measure(address, wanted.seconds, wanted.trace)


@contextmanager
def serving(before: str = "") -> Iterator[str]:
    """A server with an empty data base; its address. `before` is Python that it runs first."""
    with tempfile.TemporaryDirectory() as folder:
        program = f"{before}from warhost.cli import main; main()"
        data = str(Path(folder) / "battles.db")
        command = [sys.executable, "-c", program, "play", "--no-browser", "--port", "0", "--data", data]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            try:
                yield next(word for word in server.stdout.readline().split() if word.startswith("http")).rstrip("/")
            finally:
                server.terminate()


def measure(address: str, seconds: int, trace: str | None) -> None:
    made = battle(address)
    with sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        page.goto(f"{address}/#/join/{made['id']}/watch/{made['watch']}")
        # Deployment is skipped, until all stand on the table.
        page.wait_for_function(DEPLOYED, timeout=600_000, polling=500)
        page.locator(".happening").wait_for(timeout=120_000)
        browser.start_tracing(page=page, path=trace)
        session = page.context.new_cdp_session(page)
        # Time of the processor, so that whatever else runs on the machine does not count.
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.evaluate(COUNT)
        before = work(session)
        page.wait_for_timeout(seconds * 1000)
        done = {name: spent - before[name] for name, spent in work(session).items()}
        frames, beats, units = page.evaluate("[frames, beats.size, document.querySelectorAll('.unit').length]")
        pieces = pieces_of_work(browser.stop_tracing())
        browser.close()
    parts = quantiles(frames, n=100)
    missed = sum(frame > LATE for frame in frames)
    sys.stdout.write(
        f"{units} units, {beats} happenings, {len(frames)} frames in {sum(frames) / 1000:.1f} s: "
        f"{1000 * len(frames) / sum(frames):.1f} a second, median {median(frames):.1f} ms, "
        f"95 of 100 within {parts[94]:.1f} ms, 99 within {parts[98]:.1f} ms, {missed} came late\n"
    )
    each = ", ".join(f"{name} {1000 * spent / len(frames):.1f}" for name, spent in done.items())
    sys.stdout.write(f"Milliseconds of the page's own work a frame: {each}\n")
    sys.stdout.write(
        f"Scripts for a happening: {1000 * done['scripts'] / beats:.1f} ms. Pieces of work longer than a frame: "
        f"{sum(piece > FRAME for piece in pieces)} of {len(pieces)}, the longest "
        f"{', '.join(f'{piece:.1f}' for piece in pieces[:5])} ms\n"
    )


def pieces_of_work(trace: bytes) -> list[float]:
    """How many milliseconds of the processor each task of the page's main thread took, the longest first."""
    events = json.loads(trace)["traceEvents"]
    mains = {(one["pid"], one["tid"]) for one in events if one.get("args", {}).get("name") == "CrRendererMain"}
    tasks = [one for one in events if one["name"] == "RunTask" and "tdur" in one and (one["pid"], one["tid"]) in mains]
    tasks.sort(key=lambda one: one["ts"])
    # The first of all is the start of the trace itself.
    return sorted((one["tdur"] / 1000 for one in tasks if one["ts"] > tasks[0]["ts"] + SETTLING), reverse=True)


def work(session: CDPSession) -> dict[str, float]:
    """Seconds of the processor that the page has spent so far, and on what."""
    told = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    kinds = {"scripts": "Script", "styles": "RecalcStyle", "layout": "Layout", "everything": "Task"}
    return {kind: told[f"{name}Duration"] for kind, name in kinds.items()}


def battle(address: str) -> dict[str, Any]:
    """Two armies of twenty units each, led by computers."""
    lists = []
    for name in ("Red Levy", "Blue Levy"):
        asked = {"ruleset": "aofr", "files": [{"text": LIST.format(name=name), "name": f"{name}.txt"}]}
        lists.append(post(f"{address}/api/muster", asked)["text"])
    options = {"free_lists": True, "points": 3000}
    seats = [{"player": "random"}, {"player": "random"}]
    wanted = {"ruleset": "aofr", "lists": lists, "map": "balanced", "seed": "1", "options": options, "seats": seats}
    return post(f"{address}/api/battles", wanted)


def post(url: str, body: Any) -> dict[str, Any]:
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as response:
        told: dict[str, Any] = json.load(response)
    return told


if __name__ == "__main__":
    main()
