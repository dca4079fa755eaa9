"""How smoothly scenes are played: frames of a real browser while 42 units with 324 models shoot, charge and fight.

    python -m benchmarks.scenes
    python -m benchmarks.scenes --rounds 6 --width 390 --height 844
    python -m benchmarks.scenes --shots pictures          # besides, a screenshot of every kind of scene

The page is the real one; what it is told is made up here, so that every run plays the same scenes. Frames are counted
from the first line that is shown to the last. `benchmarks.frames` measures a turn of a real battle instead. It needs
playwright and a Chromium.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec
from playwright.sync_api import Page, sync_playwright

from benchmarks.frames import COUNT, FRAME, LATE, post, serving
from benchmarks.plates import HELD
from warhost.play import Deed, Fight, Part, Sum, Went
from warhost.play.shown.cards import Look
from warhost.server.messages import Change, DiceShown, Line, UnitShown
from warhost.table import Forward, Pose

UNITS, MODELS = 42, 324
SIDE = UNITS // 2
FILES = 4
BASE = 0.8
PROMISED = 25.0
"""Milliseconds within which 95 of 100 frames come."""

TELL = """({lines, changes, units}) => {
  const { title, turn, phase, active } = changes[0];
  window.tell(lines, changes, { units, title, turn, phase, active });
}"""

# The listener of the page is the one that `plates.HELD` keeps; a scene is events and the state after them.
SPEAKING = HELD.replace(
    "window.lay = (picture) => {",
    """window.tell = (lines, changes, over) => {
    window.holding = true;
    const number = lines.at(-1).number;
    hear({ data: JSON.stringify({ type: "events", number, lines }) });
    told = { ...told, number, picture: { ...told.picture, ...over }, question: null, changes, over: false };
    hear({ data: JSON.stringify(told) });
    window.known.lines += lines.length;
    window.known.number = number;
  };
  window.known = { lines: 0, number: 0 };
  window.lay = (picture) => {""",
).replace(
    'if (message.type === "state") told = message;',
    """if (message.type === "state") [told, window.known.number] = [message, message.number];
        if (message.type === "events" && message.fresh) window.known.lines = 0;
        if (message.type === "events") window.known.lines += message.lines.length;""",
)


class Telling:
    """A battle that is made up line by line."""

    def __init__(self) -> None:
        sizes = [MODELS // UNITS + (number < MODELS % UNITS) for number in range(UNITS)]
        self.units = [_unit(number, models) for number, models in enumerate(sizes)]
        self.number, self.told = 1, 0
        self.lines: list[Line] = []
        self.changes: list[Change] = []

    def tell(
        self,
        text: str,
        deed: Deed,
        unit: int | None,
        *others: int,
        dice: DiceShown | None = None,
        fight: Fight | None = None,
        units: tuple[UnitShown, ...] = (),
        went: Went | None = None,
    ) -> None:
        seat = None if unit is None else unit // SIDE
        kind = "dice" if dice else "Told"
        sums = tuple(Sum("Score", 3 + side, (Part(3 + side, "wounds"),), seat=side) for side in (0, 1)) if fight else ()
        line = Line(text, kind, self.number, 2, "combat", seat, unit, dice, sums, others, fight, deed)
        if units:
            for one in units:
                self.units[one.id] = one
            self.changes.append(Change(self.told, units, went, 2, "combat", 0, "Turn 2"))
        self.lines.append(line)
        self.told += 1
        self.number += 1

    def rolls(self, unit: int, why: str, count: int) -> None:
        faces = tuple(1 + (7 * index + self.told) % 6 for index in range(count))
        good = sum(face >= 4 for face in faces)
        kept = tuple(range(count))
        dice = DiceShown(f"{count}D6", faces, faces, kept, 4, None, why, "", True, count, 0.5, good)
        self.tell(why, "", unit, dice=dice)

    def loses(self, unit: int, models: int) -> None:
        before = self.units[unit]
        left = max(1, before.models - models)
        now = msgspec.structs.replace(before, models=left, health=left, bases=before.bases[:left])
        self.tell(f"{before.name} lost {models} models", "loss", unit, units=(now,))

    def goes(self, unit: int, deed: Deed, inches: float, *others: int) -> None:
        before = self.units[unit]
        assert before.pose is not None
        way = inches if before.pose.facing == 0 else -inches
        end = Pose(before.pose.x, before.pose.y + way, before.pose.facing)
        bases = tuple((bx, by + way, bf, w, d) for bx, by, bf, w, d in before.bases)
        now = msgspec.structs.replace(before, pose=end, bases=bases)
        went = Went(unit, (Forward(inches),), end) if inches > 0 else None
        self.tell(f"{before.name} {deed}", deed, unit, *others, units=(now,), went=went)

    def scenes(self, one: int, other: int) -> None:
        """A volley, a spell, a charge, a fight and a flight between two units of either side."""
        shooter = (one + 3) % SIDE
        self.rolls(shooter, "Bow: to hit", 16)
        self.rolls(shooter, "Bow: to wound", 9)
        self.tell("Shot", "volley", shooter, other)
        self.loses(other, 2)
        self.tell("Cast", "spell", (one + 5) % SIDE, other)
        self.goes(one, "charge", 6, other)
        self.tell("Fought", "fight", None, one, other)
        for striker, struck in ((one, other), (other, one)):
            self.rolls(striker, "Sword: to hit", 12)
            self.rolls(striker, "Sword: to wound", 7)
            self.rolls(struck, "Sword: Armour Save", 4)
            self.tell("Struck", "strike", striker, struck)
            self.loses(struck, 1)
        self.tell("Scored", "", None, one, other, fight=Fight((one, other), 0))
        self.goes(other, "flight", -5)


def _unit(number: int, models: int) -> UnitShown:
    seat, place = divmod(number, SIDE)
    across, row = place % 7, place // 7
    x, y = 3.6 + across * 4.8, (11 - row * 4.2) if seat == 0 else (37 + row * 4.2)
    facing = 0.0 if seat == 0 else 180.0
    bases = tuple(
        (x + (index % FILES - (FILES - 1) / 2) * BASE, y - (index // FILES - 0.5) * BASE, facing, BASE, BASE)
        for index in range(models)
    )
    return UnitShown(
        id=number,
        seat=seat,
        name=f"Regiment {number + 1}",
        army="",
        pose=Pose(x, y, facing),
        width=FILES * BASE,
        depth=2 * BASE,
        bases=bases,
        models=models,
        models_at_start=models,
        health=models,
        health_at_start=models,
        wounds=0,
        marks=(),
        profile={},
        rules=(),
        single=False,
        look=Look(kind=("spear", "bow", "sword", "great")[number % 4]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often each kind of scene is played")
    parser.add_argument("--width", type=int, default=1366)
    parser.add_argument("--height", type=int, default=768)
    parser.add_argument("--shots", type=Path, help="a folder for screenshots")
    wanted = parser.parse_args()
    with serving() as address, sync_playwright() as driver:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": wanted.width, "height": wanted.height})
        context.add_init_script(SPEAKING)
        kept = json.dumps({"hints": False, "speed": 1})
        context.add_init_script(f"localStorage.setItem('warhost.settings', JSON.stringify({kept}))")
        page = context.new_page()
        found = measure(page, address, wanted.rounds, wanted.shots)
        browser.close()
    frames: list[float] = found["frames"]
    parts = quantiles(frames, n=100)
    late = sum(frame > LATE for frame in frames)
    sys.stdout.write(
        f"{found['units']} units, {MODELS} models, {found['beats']} events, {found['played']} particles, "
        f"{found['elements']} SVG elements; {len(frames)} frames in {sum(frames) / 1000:.1f} s: "
        f"{1000 * len(frames) / sum(frames):.1f} a second, median {median(frames):.1f} ms, 95 of 100 within "
        f"{parts[94]:.1f} ms, 99 within {parts[98]:.1f} ms, {late} later than {LATE:.0f} ms\n"
    )
    sys.exit(0 if median(frames) < FRAME * 1.1 and parts[94] < PROMISED else 1)


def measure(page: Page, address: str, rounds: int, shots: Path | None) -> dict[str, Any]:
    seats = [{"player": "human"}, {"player": "human"}]
    made = post(f"{address}/api/battles", {"ruleset": "eow", "seed": "1", "seats": seats})
    page.goto(f"{address}/#/join/{made['id']}/watch/{made['watch']}")
    page.wait_for_function("() => window.ready()")
    page.locator(".board").wait_for()
    story = Telling()
    number = page.evaluate("window.known.number") + 1
    page.evaluate(TELL, _told(story, [Line("Turn 2", "heading", number, 2, "combat", 0, None, None)]))
    page.wait_for_function(f"() => document.querySelectorAll('.unit').length === {UNITS}")
    # The ground is painted and the banner is gone before anything is counted.
    page.wait_for_timeout(2500)
    story.told, story.number = page.evaluate("window.known.lines"), number + 1
    for index in range(rounds):
        story.scenes((3 * index + 1) % SIDE, SIDE + (3 * index + 1) % SIDE)
    page.evaluate(COUNT)
    page.evaluate(TELL, _told(story))
    page.locator(".happening").wait_for()
    if shots:
        shots.mkdir(parents=True, exist_ok=True)
        for number in range(12):
            page.wait_for_timeout(700)
            page.screenshot(path=shots / f"scene-{number:02}.png")
    page.locator(".happening").wait_for(state="detached", timeout=600_000)
    read = """() => ({
      frames: window.frames,
      beats: window.beats.size,
      units: document.querySelectorAll(".unit").length,
      played: Number(document.querySelector(".effects").dataset.played ?? 0),
      elements: document.querySelectorAll(".board-frame svg *").length,
    })"""
    found: dict[str, Any] = page.evaluate(read)
    return found


def _told(story: Telling, lines: list[Line] | None = None) -> dict[str, Any]:
    """What the page is told of a story so far, as plain data; with lines of one's own nothing of it is told yet."""
    change = Change(0, (), None, 2, "combat", 0, "Turn 2")
    changes = [change] if lines else [*story.changes]
    body = {"lines": lines or story.lines, "changes": changes, "units": story.units}
    told: dict[str, Any] = json.loads(msgspec.json.encode(body))
    return told


if __name__ == "__main__":
    main()
