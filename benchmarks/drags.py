"""How long a hand waits for the verdict on a drag: from the pointer's last move until the verdict is on the screen.

    python -m benchmarks.drags --drags 60
    python -m benchmarks.drags --loose
    python -m benchmarks.drags --book kow

A real browser drags a regiment at a table with forty units, as fast as a mouse reports its moves, and rests. Three
figures are told: how long the verdict takes once the hand rests, how old the verdicts are that come while it moves, and
how much of the processor's time the page itself needs for a move and its verdict, which a busy machine changes little.
With `--loose` it drags 20 models that stand loose, in the tests' tiny skirmish, round its rocks; with `--book` a unit
in the first turn of a battle of that rulebook, in The Blue Age one of 20 loose models or more.
It needs playwright and a Chromium (`warhost doctor`); `benchmarks/ghosts.py` measures the server's part alone.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import time
from functools import partial
from statistics import median, quantiles
from typing import Any
from urllib.request import Request, urlopen

from msgspec.json import encode
from playwright.sync_api import CDPSession, Page, sync_playwright
from websockets.sync.client import connect

from benchmarks.frames import HEIGHT, WIDTH, battle, post, serving
from warhost.dice import Chance
from warhost.play import Game, Manoeuvre, Setup, Walk, copied, record_of
from warhost.players import named_player, play_out, start
from warhost.rulesets import ruleset

# Every verdict is noted with the time since the move that it is about, once it is painted.
WATCH = """(() => {
  window.moved = 0;
  window.verdicts = [];
  const asked = new Map();
  const Socket = WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address) {
      super(address);
      this.addEventListener("message", ({data}) => {
        const told = JSON.parse(data);
        const since = told.type === "checked" ? asked.get(told.id) : undefined;
        if (since === undefined) return;
        requestAnimationFrame(() => setTimeout(() => verdicts.push([since, performance.now() - since])));
      });
    }
    send(data) {
      const said = JSON.parse(data);
      if (said.type === "check") asked.set(said.id, window.moved);
      super.send(data);
    }
  };
  addEventListener("pointermove", () => (window.moved = performance.now()), true);
})()"""
RESTED = """() => verdicts.some(([since]) => since === moved)
  && document.querySelector(".verdict:is(.ok, .bad)[aria-busy=false]")"""
# The wolves of the tiny skirmish as a horde, right before its rocks.
HORDE = (
    "from tests.skirmish import RULESET, bands; bands.MODELS['Wolves'] = (20, bands.ROUND); "
    "from warhost.rulesets import register; register(RULESET); "
)
SETUPS = {
    "eow": Setup(ruleset="eow", armies=("Orcs and Goblins", "Empire of Sonnstahl"), map="1"),
    "aofr": Setup(ruleset="aofr", armies=("League of Nine Bridges", "Unburied Host"), map="balanced"),
    "kow": Setup(ruleset="kow", armies=("Crown of Aldermere", "Lanternless Court"), map="1"),
    "blue": Setup(ruleset="blue", armies=("Ashmoot Clans", "Hollow Court"), map="1"),
    "t9a": Setup(ruleset="t9a", armies=("Thornback Tribes", "Saltbridge Compact"), map="1"),
}
MOVES = 20
LARGE = 20
EVERY = 1000 / 60


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--drags", type=int, default=60, help="so many drags are measured")
    parser.add_argument("--loose", action="store_true", help="20 loose models instead of a regiment")
    parser.add_argument("--book", choices=SETUPS, help="a unit in the first turn of a battle of that rulebook")
    wanted = parser.parse_args()
    find = to_a_walk if wanted.loose else partial(to_a_first_move, slug=wanted.book) if wanted.book else to_a_move
    with serving(HORDE if wanted.loose else "") as address, sync_playwright() as driver:
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}).new_page()
        page.add_init_script(WATCH)
        page.goto(f"{address}{find(address)}")
        page.locator("[data-handle=body]").wait_for()
        units = page.locator(".unit").count()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        drags = [drag(page, session) for _ in range(wanted.drags)]
        resting, working = [took for took, _ in drags], [work for _, work in drags]
        moving = page.evaluate("verdicts.map(([, took]) => took)")
        browser.close()
    sys.stdout.write(f"{units} units, {wanted.drags} drags. ")
    sys.stdout.write(f"Once the hand rests: {told(resting)}. While it moves: {told(moving)}, {len(moving)} verdicts. ")
    sys.stdout.write(f"The page's own work for a move: {told(working)}.\n")


def drag(page: Page, session: CDPSession) -> tuple[float, float]:
    """Drag the regiment ahead and rest; returns how many milliseconds the verdict on its place took, and how many of
    the processor's time the page needed for one more move."""
    box = page.locator("[data-handle=body]").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, MOVES + 1):
        began = time.perf_counter()
        page.mouse.move(x, y - 2 * step)
        page.wait_for_timeout(max(0, EVERY - 1000 * (time.perf_counter() - began)))
    page.wait_for_function(RESTED)
    took: float = page.evaluate("Math.max(...verdicts.filter(([since]) => since === moved).map(([, took]) => took))")
    before = worked(session)
    page.mouse.move(x, y - 2 * (MOVES + 1))
    page.wait_for_function(RESTED)
    work = worked(session) - before
    page.mouse.up()
    page.keyboard.press("Escape")
    page.locator(".question .verdict").wait_for(state="detached")
    return took, work


def worked(session: CDPSession) -> float:
    """How many milliseconds of the processor's time the page has needed so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")


def to_a_walk(address: str) -> str:
    """The address of a seat that is asked where twenty loose models go."""
    seats = [{"player": "human"}, {"player": "random"}, {"player": "random"}]
    armies = ["Wolves", "Goblins", "Golems"]
    made = post(f"{address}/api/battles", {"ruleset": "skirmish", "armies": armies, "seats": seats, "seed": "1"})
    key = made["tokens"]["0"]
    with connect(f"{address.replace('http', 'ws')}/ws?token={key}") as socket:
        while (said := json.loads(socket.recv())).get("type") != "state" or (said["question"] or {}).get(
            "ask"
        ) != "walk":
            if said["type"] == "state" and (said["question"] or {}).get("ask") == "choose":
                answer = {"answer": "choose", "option": "steady"}
                socket.send(json.dumps({"type": "answer", "number": said["number"], "answer": answer}))
    return f"/#/join/{made['id']}/0/{key}"


def to_a_first_move(address: str, slug: str) -> str:
    """The address of a seat that is asked where a unit goes, when both armies stand on the table."""
    book, setup = ruleset(slug), SETUPS[slug]
    for seed in map(str, range(100)):
        game = start(book, setup, seed)
        play_out(game, [named_player("random", seat, Chance(seed).fork(str(seat))) for seat in (0, 1)])
        twin = Game(book, copied(game.marks[0].battle), history=False)
        for number, entry in enumerate(game.entries):
            asked = twin.pending[0].question if twin.pending else None
            if twin.battle.turn and is_for_a_drag(twin, asked):
                assert asked is not None
                shown = get(f"{address}/api/import", encode(record_of(game, setup, ("random", "random"))))
                seats = [{"player": "human"}, {"player": "human"}]
                branch = f"{address}/api/battles/{shown['id']}/branch?token={shown['watch']}"
                made = post(branch, {"at": number, "seats": seats, "seed": seed})
                return f"/#/join/{made['id']}/{asked.seat}/{made['tokens'][str(asked.seat)]}"
            twin.answer(entry.answer, entry.seat)
    raise AssertionError("No battle asks where a unit goes.")


def is_for_a_drag(game: Game, asked: object) -> bool:
    """Whether a unit is to be moved forward; of those that stand loose only a large one."""
    if isinstance(asked, Walk):
        # A note says that something holds the unit back: nobody would move.
        return not asked.note and len(game.battle.units[asked.unit].models) >= LARGE
    return isinstance(asked, Manoeuvre) and any(kind.forward for kind in asked.kinds)


def told(waits: list[float]) -> str:
    return f"median {median(waits):.1f} ms, 95 of 100 within {quantiles(waits, n=20)[18]:.1f} ms"


def to_a_move(address: str) -> str:
    """The address of a seat that is asked how a unit moves, at a table where all are deployed."""
    made = battle(address)
    token = made["watch"]
    while True:
        timeline = get(f"{address}/api/battles/{made['id']}/timeline?token={token}")
        for stop in (one for one in timeline["stops"] if one["turn"] == 1):
            seats = [{"player": "human"}, {"player": "human"}]
            wanted = {"at": stop["number"], "seats": seats}
            branch = post(f"{address}/api/battles/{made['id']}/branch?token={token}", wanted)
            key = branch["tokens"][str(stop["seat"])]
            if question(address, key) == "manoeuvre":
                return f"/#/join/{branch['id']}/{stop['seat']}/{key}"
        time.sleep(1)


def question(address: str, key: str) -> str:
    """The kind of question that is open for whoever has that key."""
    with connect(f"{address.replace('http', 'ws')}/ws?token={key}") as socket:
        while (said := json.loads(socket.recv()))["type"] != "state":
            pass
    return str((said["question"] or {}).get("ask", ""))


def get(url: str, body: bytes | None = None) -> dict[str, Any]:
    """What the server answers; to a record as it is written, where there is one."""
    with urlopen(Request(url, body, {"Content-Type": "application/json"})) as response:
        found: dict[str, Any] = json.load(response)
    return found


if __name__ == "__main__":
    main()
