"""Whether the plates of units keep their promises: positions of all books on the real page, at a desk and on a phone.

    python -m benchmarks.plates                            # 500 positions, both screens
    python -m benchmarks.plates --positions kept.jsonl     # positions made by `python -m benchmarks.positions`
    python -m benchmarks.plates --shots pictures --each 1  # besides, a screenshot of every position, light and dark

Counted are plates that lie over a unit, over another plate or over an objective, and units without a plate; and the
largest number of SVG elements of a table. A unit is where its bases are drawn, a plate where its card is drawn: both
are asked of the browser. It needs playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

from benchmarks.frames import post, serving
from benchmarks.positions import BOOKS, Position, positions, read

SCREENS: dict[str, dict[str, Any]] = {
    "desk": {"viewport": {"width": 1366, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
}
SETTINGS = {"atOnce": True, "hints": False}

# The page as it is; what the server says of the table is replaced by a position.
HELD = """(() => {
  const Socket = WebSocket;
  let told = null;
  let hear = null;
  window.WebSocket = class extends Socket {
    set onmessage(listener) {
      hear = listener;
      super.onmessage = (event) => {
        const message = JSON.parse(event.data);
        if (message.type === "state") told = message;
        if (!window.holding) listener(event);
      };
    }
  };
  window.ready = () => told !== null;
  window.lay = (picture) => {
    window.holding = true;
    told = { ...told, number: (told.number ?? 0) + 1, picture, question: null };
    hear({ data: JSON.stringify(told) });
  };
})()"""

# Bases of models are what must not be covered: of a unit in ranks its whole rectangle, of a loose one each base.
FAULTS = """() => {
  const clear = (a, b) => [a, b].some((polygon) => polygon.some((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [nx, ny] = [q[1] - p[1], p[0] - q[0]];
    const along = (points) => points.map(([x, y]) => x * nx + y * ny);
    const [one, other] = [along(a), along(b)];
    const slack = 0.5 * Math.hypot(nx, ny);
    return Math.max(...one) <= Math.min(...other) + slack || Math.max(...other) <= Math.min(...one) + slack;
  }));
  const box = ({ left, top, right, bottom }) => [[left, top], [right, top], [right, bottom], [left, bottom]];
  const frame = document.querySelector(".board-frame").getBoundingClientRect();
  const units = [...document.querySelectorAll(".units .unit:not(.guest)")].map((unit) => {
    const edge = unit.querySelector(".edge");
    const m = edge.getScreenCTM();
    const at = (x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
    let parts;
    if (edge.tagName === "rect") {
      const [x, y, w, d] = ["x", "y", "width", "height"].map((name) => Number(edge.getAttribute(name)));
      parts = [[at(x, y), at(x + w, y), at(x + w, y + d), at(x, y + d)]];
    } else {
      parts = edge.getAttribute("d").split("Z").filter(Boolean).map((rim) => {
        const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
        path.setAttribute("d", rim + "Z");
        edge.parentNode.append(path);
        const { x, y, width: w, height: d } = path.getBBox();
        path.remove();
        const n = 12;
        return Array.from({ length: n }, (_, i) => {
          const turn = (i / n) * 2 * Math.PI;
          return at(x + w / 2 + (Math.cos(turn) * w) / 2, y + d / 2 + (Math.sin(turn) * d) / 2);
        });
      });
    }
    return { id: unit.dataset.unit, parts };
  });
  const inSight = ({ parts }) => {
    const points = parts.flat();
    const seen = points.filter(([x, y]) => x > frame.left && x < frame.right && y > frame.top && y < frame.bottom);
    return seen.length > points.length / 2;
  };
  const plates = [...document.querySelectorAll(".labels [data-label]")].map((plate) => ({
    id: plate.dataset.label,
    name: plate.querySelector("title").textContent,
    box: box(plate.querySelector(".card").getBoundingClientRect()),
  }));
  const markers = [...document.querySelectorAll(".marker .plate")].map((one) => box(one.getBoundingClientRect()));
  const named = new Set(plates.map(({ id }) => id));
  return {
    units: units.length,
    plates: plates.length,
    onUnits: plates.flatMap((plate) => units
      .filter(({ parts }) => parts.some((part) => !clear(plate.box, part)))
      .map(({ id }) => `${plate.name} on ${id}`)),
    onPlates: plates.flatMap((plate, i) => plates.slice(i + 1)
      .filter((other) => !clear(plate.box, other.box))
      .map((other) => `${plate.name} on ${other.name}`)),
    onMarkers: plates.flatMap((plate) => markers.filter((marker) => !clear(plate.box, marker)).map(() => plate.name)),
    missing: units.filter((unit) => inSight(unit) && !named.has(unit.id)).map(({ id }) => id),
    outside: plates
      .filter(({ box: [[l, t], , [r, b]] }) => l < frame.left - 1 || t < frame.top - 1
        || r > frame.right + 1 || b > frame.bottom + 1)
      .map(({ name }) => name),
    elements: document.querySelectorAll(".board-frame svg *").length,
  };
}"""
KINDS = ("onUnits", "onPlates", "onMarkers", "missing", "outside")


@contextmanager
def table(address: str, screen: str, theme: str) -> Iterator[Page]:
    """The page of a spectator, ready for positions."""
    wanted = {"ruleset": "eow", "seed": "1", "seats": [{"player": "human"}, {"player": "human"}]}
    made = post(f"{address}/api/battles", wanted)
    with sync_playwright() as driver:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        context = browser.new_context(**SCREENS[screen], reduced_motion="reduce")
        context.add_init_script(HELD)
        kept = json.dumps({**SETTINGS, "theme": theme})
        context.add_init_script(f"localStorage.setItem('warhost.settings', JSON.stringify({kept}))")
        page = context.new_page()
        page.goto(f"{address}/#/join/{made['id']}/watch/{made['watch']}")
        page.wait_for_function("() => window.ready()")
        page.locator(".board").wait_for()
        yield page
        browser.close()


def lay(page: Page, one: Position) -> None:
    """Lay a position on the table, and wait until everything has its place."""
    page.evaluate("(picture) => window.lay(picture)", json.loads(msgspec.json.encode(one.picture)))
    page.evaluate("() => new Promise((done) => setTimeout(() => requestAnimationFrame(done), 90))")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=Path, help="positions to look at")
    parser.add_argument("--each", type=int, default=100, help="positions of each book, if none are given")
    parser.add_argument("--screens", nargs="*", default=list(SCREENS))
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    parser.add_argument("--themes", nargs="*", default=["light"], help="of the screenshots")
    wanted = parser.parse_args()
    found = read(wanted.positions) if wanted.positions else [p for book in BOOKS for p in positions(book, wanted.each)]
    failed = False
    with serving() as address:
        for screen in wanted.screens:
            for theme in wanted.themes:
                failed |= measure(address, screen, theme, found, wanted.shots)
    sys.exit(1 if failed else 0)


def measure(address: str, screen: str, theme: str, found: list[Position], shots: Path | None) -> bool:
    """Look at all positions on a screen; whether a promise was broken."""
    count: Counter[str] = Counter()
    most = 0
    with table(address, screen, theme) as page:
        for number, one in enumerate(found):
            lay(page, one)
            told = page.evaluate(FAULTS)
            count.update({"units": told["units"], "plates": told["plates"]})
            most = max(most, told["elements"])
            for kind in KINDS:
                count[kind] += len(told[kind])
                if told[kind]:
                    sys.stdout.write(f"  {number} {one.book} {one.battle}: {kind} {told[kind][:3]}\n")
            if shots:
                shots.mkdir(parents=True, exist_ok=True)
                page.wait_for_timeout(900)
                page.screenshot(path=shots / f"{number}-{one.book}-{screen}-{theme}.png")
    sys.stdout.write(
        f"{screen}, {theme}: {len(found)} positions, {count['units']} units, {count['plates']} plates; over units "
        f"{count['onUnits']}, over plates {count['onPlates']}, over objectives {count['onMarkers']}, units without "
        f"{count['missing']}, outside {count['outside']}; at most {most} SVG elements\n"
    )
    return any(count[kind] for kind in KINDS)


if __name__ == "__main__":
    main()
