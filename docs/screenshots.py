"""The pictures of the page that the README and the documents show, taken anew.

    python docs/screenshots.py              # writes docs/images/*.png
    python docs/screenshots.py move report  # only these

Captains fight a battle of each rulebook with known dice. The pictures are taken at moments of these battles that are
worth a look: the record is opened in a server of its own, and a battle branches off there. It needs playwright
(`pip install playwright`), a Chromium on the machine, and the built page; with Pillow the files become smaller.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Literal
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from warhost.dice import Chance
from warhost.play import Battle, Choose, Game, Manoeuvre, Question, Setup, copied, record_of
from warhost.players import named_player, play_out, start
from warhost.rulesets import ruleset

IMAGES = Path(__file__).parent / "images"
WIDTH, HEIGHT = 1440, 900
PHONE = 600
PATIENCE = 120_000
"""Milliseconds that a busy machine may take for anything."""
CORNER = [(x, y) for y in (2.1, 5.3, 6.6, 9.9, 8.4, 10.9) for x in (3.6, 9.8, 16.0, 22.2, 28.0, 34.0)]
"""Places for many units close together, tried one after the other."""
Scheme = Literal["light", "dark"]


class Fought:
    """A battle of captains, and where it is worth a look."""

    def __init__(self, setup: Setup, seed: str) -> None:
        self.setup = setup
        self.seed = seed

    @cached_property
    def game(self) -> Game:
        game = start(ruleset(self.setup.ruleset), self.setup, self.seed)
        play_out(game, [named_player("captain", seat, Chance(self.seed).fork(f"{seat}")) for seat in range(2)])
        return game

    @cached_property
    def record(self) -> bytes:
        return msgspec.json.encode(record_of(self.game, self.setup, ("captain", "captain")))

    def moments(self) -> Iterator[tuple[int, Question, Battle]]:
        """Every question of the battle, with the count of answers before it."""
        twin = Game(self.game.ruleset, copied(self.game.marks[0].battle), history=False)
        for number, entry in enumerate(self.game.entries):
            if twin.pending:
                yield number, twin.pending[0].question, twin.battle
            twin.answer(entry.answer, entry.seat)

    def where(self, worth: Callable[[Question, Battle], float]) -> tuple[int, int]:
        """The moment that is worth most, and the seat that is asked there."""
        found = [(worth(question, battle), -number, question.seat) for number, question, battle in self.moments()]
        best, number, seat = max(found)
        assert best > 0, f"{self.setup.ruleset} has no such moment with the seed {self.seed}"
        return -number, seat


def to_choose(question: Question, battle: Battle) -> float:
    """A choice in the thick of it: who does what to whom, and at which odds."""
    if not isinstance(question, Choose) or battle.turn < 2 or question.seat != battle.active:
        return 0.0
    enemies = {unit.id for unit in battle.units if unit.seat != question.seat}
    aimed = {(option.unit, option.target) for option in question.options if option.target in enemies}
    odds = [odds for option in question.options for odds in option.odds]
    on_table = sum(unit.pose is not None for unit in battle.units)
    deep = max((len(one.parts) for one in odds), default=0)
    if not odds or not aimed or len(question.options) > 6:
        return 0.0
    # Figures that all options have alike are told once: nothing opens beside an option then.
    if len(aimed) > 1 and len({option.odds for option in question.options}) < 3:
        return 0.0
    return (min(4, len(aimed)) + min(8, deep)) * on_table


def to_charge(question: Question, battle: Battle) -> float:
    """A unit that may charge several enemies, while many are on the table."""
    if not isinstance(question, Choose) or question.topic != "action" or battle.turn < 2:
        return 0.0
    enemies = {unit.id for unit in battle.units if unit.seat != question.seat}
    charges = sum(option.target in enemies for option in question.options)
    return (charges - 1.0) * sum(unit.pose is not None for unit in battle.units)


def to_declare(question: Question, battle: Battle) -> float:
    """Charges of loose units to be declared, not more than one reads at a glance, while many are on the table."""
    if not isinstance(question, Choose) or question.topic != "charge" or not 2 < len(question.options) <= 5:
        return 0.0
    return float(sum(unit.pose is not None for unit in battle.units))


def to_attack(question: Question, battle: Battle) -> float:
    """Charges of regiments to be declared, not more than one reads at a glance, while many are on the table."""
    if not isinstance(question, Choose) or question.topic != "declare charge" or not 2 < len(question.options) <= 5:
        return 0.0
    return float(sum(unit.pose is not None for unit in battle.units))


def to_move(question: Question, battle: Battle) -> float:
    """A regiment that may go somewhere, the wider the better."""
    if not isinstance(question, Manoeuvre) or battle.turn not in (1, 2) or not question.kinds:
        return 0.0
    book = ruleset(battle.scene.ruleset)
    unit = next(unit for unit in battle.units if unit.id == question.unit)
    return len(book.bases(battle, unit)) + 5.0 * battle.turn + max(kind.forward for kind in question.kinds) / 10


def to_pass(question: Question, battle: Battle) -> float:
    """The last decision of a turn, before the other side moves."""
    on_table = sum(unit.pose is not None for unit in battle.units)
    return float(on_table) if question.topic == "store" and battle.turn in (1, 2) else 0.0


def to_fight(question: Question, battle: Battle) -> float:
    """Blows are about to be struck, by many."""
    fighting = sum(bool(unit.engaged) for unit in battle.units if hasattr(unit, "engaged"))
    return float(fighting) if battle.phase in ("melee", "charge") and battle.turn > 1 else 0.0


EOW = Fought(Setup(ruleset="eow", armies=("Orcs and Goblins", "Empire of Sonnstahl"), map="1"), "3")
KINGS = Fought(
    Setup(ruleset="kow", armies=("Crown of Aldermere", "Gutterfang Tribes"), map="1", options={"points": 2000}), "4"
)
BLUE = Fought(Setup(ruleset="blue", armies=("Tidewardens", "Ashmoot Clans"), map="2", options={"points": 1000}), "3")
REGIMENTS = Fought(Setup(ruleset="aofr", armies=("Unburied Host", "Burrowfolk Swarm"), map="balanced"), "2")
FANTASY = Fought(
    Setup(ruleset="t9a", armies=("Saltbridge Compact", "Thornback Tribes"), map="1", options={"points": 3000}), "4"
)


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


class Photographer:
    """A browser at a server, with a way to any moment of a battle."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def post(self, path: str, body: bytes, token: str = "") -> dict[str, Any]:
        headers = {"Content-Type": "application/json", "X-Warhost-Token": token}
        with urlopen(Request(f"{self.address}{path}", body, headers)) as response:
            made: dict[str, Any] = json.load(response)
        return made

    def page(self, scheme: Scheme = "light", height: int = HEIGHT, width: int = WIDTH, **likes: Any) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce",
            has_touch=width < PHONE,
        )
        context.set_default_timeout(PATIENCE)
        # Hints for newcomers would lie over what is to be shown.
        settings = json.dumps({"hints": False, "atOnce": True, **likes})
        context.add_init_script(f"localStorage.setItem('warhost.settings', JSON.stringify({settings}))")
        return context.new_page()

    def asked(
        self,
        fought: Fought,
        worth: Callable[[Question, Battle], float],
        scheme: Scheme = "light",
        height: int = HEIGHT,
        width: int = WIDTH,
        **likes: Any,
    ) -> Page:
        """The page of the seat that is asked at the moment that is worth most."""
        number, seat = fought.where(worth)
        shown = self.post("/api/import", fought.record)
        seats = [{"player": "human" if one == seat else "captain"} for one in range(2)]
        body = json.dumps({"at": number, "seats": seats, "seed": fought.seed}).encode()
        made = self.post(f"/api/battles/{shown['id']}/branch", body, shown["watch"])
        page = self.page(scheme, height, width, **likes)
        page.goto(f"{self.address}/#/join/{made['id']}/{seat}/{made['tokens'][str(seat)]}")
        page.locator(".question.open fieldset:enabled").wait_for()
        # What happened last stays over the table for a while.
        page.locator(".newest").wait_for(state="detached")
        return page

    def shown(
        self, fought: Fought, worth: Callable[[Question, Battle], float], what: str, height: int = HEIGHT
    ) -> Page:
        """A page that stands still when that is shown, after whatever is answered first."""
        page = self.asked(fought, worth, height=height, atOnce=False, speed=0.0001)
        while not page.locator(what).count():
            if page.locator(".show").count():
                page.keyboard.press(".")
            elif page.locator(".question.open fieldset:enabled").count():
                passing = page.locator(".pass kbd")
                page.keyboard.press(passing.inner_text().lower() if passing.count() else "1")
                page.keyboard.press("Enter")
            page.wait_for_timeout(80)
        # It is held: the usual speed is what a reader knows.
        page.get_by_role("button", name="Faster").click()
        return page

    def crowded(self, width: int, height: int, units: int = 8) -> Page:
        """So many units of one side in a corner of the table."""
        seats = [{"player": "human"}, {"player": "random"}]
        wanted = {"ruleset": "aofr", "armies": ["Tallgrass Horde", None], "seed": "3", "options": {"points": 2000}}
        made = self.post("/api/battles", json.dumps({**wanted, "seats": seats}).encode())
        page = self.page(width=width, height=height)
        page.goto(f"{self.address}/#/join/{made['id']}/0/{made['tokens']['0']}")
        places, place = iter(CORNER), page.locator(".question .place")
        while page.locator(".unit.s0").count() < units:
            page.locator(".question.open fieldset:enabled").wait_for()
            before = page.locator(".place-in-time").inner_text()
            if place.count() and "marker" not in page.locator(".question h2").inner_text():
                while True:
                    for field, inches in enumerate(next(places)):
                        place.locator("input").nth(field).fill(str(inches))
                    page.locator(".verdict:is(.ok, .bad)[aria-busy=false]").wait_for()
                    if page.locator(".verdict.ok").count():
                        break
            if place.count():
                page.locator(".verdict.ok[aria-busy=false]").wait_for()
            page.keyboard.press("Enter" if place.count() else "1")
            page.wait_for_function(
                "before => document.querySelector('.place-in-time').textContent !== before", arg=before
            )
        page.locator(".newest").wait_for(state="detached")
        return page

    def ended(self, fought: Fought, scheme: Scheme = "light", height: int = HEIGHT) -> Page:
        shown = self.post("/api/import", fought.record)
        page = self.page(scheme, height)
        page.goto(f"{self.address}/#/join/{shown['id']}/watch/{shown['watch']}")
        page.locator("dialog[open] .decided button").first.wait_for()
        return page


def shoot(page: Page, name: str, part: str = "") -> None:
    """A picture of the page, or of a part of it."""
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(600)
    file = IMAGES / f"{name}.png"
    if part:
        page.locator(part).first.screenshot(path=file)
    else:
        page.screenshot(path=file)
    page.context.close()
    _shrink(file)
    print(f"{file} {file.stat().st_size // 1024} kB")  # noqa: T201


def _shrink(file: Path) -> None:
    """A palette of 256 colours is enough for what is drawn here."""
    try:
        from PIL import Image  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return
    with Image.open(file) as image:
        image.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def table_light(photographer: Photographer) -> None:
    page = photographer.asked(EOW, to_choose)
    page.locator(".option .take").last.hover()
    shoot(page, "table-light")


def table_dark(photographer: Photographer) -> None:
    page = photographer.asked(REGIMENTS, to_choose, "dark")
    page.locator(".option .take").last.hover()
    shoot(page, "table-dark")


def question(photographer: Photographer) -> None:
    page = photographer.asked(EOW, to_choose, height=1500)
    page.locator(".option .open").first.click()
    page.mouse.move(2, 2)
    shoot(page, "question", ".question")


def move(photographer: Photographer) -> None:
    page = photographer.asked(EOW, to_move)
    for typed in (("4", "ArrowUp", "15", "e"), ("4", "ArrowUp", "15", "q"), ("2", "ArrowUp")):
        for key in typed:
            (page.keyboard.type if key.isdigit() else page.keyboard.press)(key)
        page.locator(".verdict:is(.ok, .bad)[aria-busy=false]").wait_for()
        if page.locator(".verdict.ok").count():
            break
        # It takes the steps back; where there are none it would lead to another unit.
        page.keyboard.press("Escape")
    shoot(page, "move")


def threats(photographer: Photographer) -> None:
    page = photographer.asked(REGIMENTS, to_move)
    page.get_by_role("button", name="Reach of every enemy").click()
    page.mouse.move(2, 2)
    shoot(page, "threats")


def text_view(photographer: Photographer) -> None:
    page = photographer.asked(REGIMENTS, to_choose, height=1700)
    page.keyboard.press("n")
    page.keyboard.press("t")
    page.locator(".text-view").wait_for()
    shoot(page, "text-view", ".text-view")


def turn(photographer: Photographer) -> None:
    shoot(photographer.shown(EOW, to_pass, ".trail"), "turn")


def fight(photographer: Photographer) -> None:
    page = photographer.shown(EOW, to_fight, ".show .fight-card .follows li")
    shoot(page, "fight")


def kings_of_war(photographer: Photographer) -> None:
    page = photographer.asked(KINGS, to_charge)
    page.locator(".option .take").nth(1).hover()
    shoot(page, "kings-of-war")


def blue_age(photographer: Photographer) -> None:
    page = photographer.asked(BLUE, to_declare, height=768, width=1366)
    page.locator(".option .take").first.hover()
    shoot(page, "blue-age")


def fantasy_battles(photographer: Photographer) -> None:
    page = photographer.asked(FANTASY, to_attack)
    page.locator(".option .take").nth(1).hover()
    shoot(page, "fantasy-battles")


def crowd(photographer: Photographer) -> None:
    shoot(photographer.crowded(1366, 768), "crowd")


def crowd_phone(photographer: Photographer) -> None:
    shoot(photographer.crowded(390, 844), "crowd-phone")


def end(photographer: Photographer) -> None:
    shoot(photographer.ended(REGIMENTS, height=1180), "end")


def report(photographer: Photographer) -> None:
    page = photographer.ended(EOW, height=1000)
    address = page.get_by_role("link", name="Read the battle report").get_attribute("href")
    page.goto(f"{photographer.address}{address}")
    shoot(page, "report")


class Season:
    """A season at the server, played by its organiser: results as from real tables, decisions in turn."""

    def __init__(self, photographer: Photographer, wanted: dict[str, Any]) -> None:
        self.address = photographer.address
        self.browser = photographer
        made = self.ask("POST", "/api/seasons", wanted)
        self.path, self.key, self.id = f"/api/seasons/{made['id']}", made["organiser"], made["id"]
        self.players = made["players"]
        self.ask("POST", f"{self.path}/start", {})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Content-Type": "application/json", "X-Warhost-Token": getattr(self, "key", "")}
        if hasattr(self, "players"):
            headers["X-Warhost-Tokens"] = ",".join(self.players.values())
        data = None if body is None else json.dumps(body).encode()
        with urlopen(Request(f"{self.address}{path}", data, headers, method=method)) as response:
            return None if response.status == 204 else json.load(response)

    def seen(self) -> Any:
        return self.ask("GET", self.path)

    def decide(self, *wanted: str) -> None:
        """Answer every question: with the first of these that is offered, else with one option after the other."""
        for turn in range(400):
            shown = self.seen()
            asked = [one for one in shown["questions"] if one["player"] in shown["waiting_for"]]
            if not asked:
                return
            keys = [option["key"] for option in asked[0]["question"]["options"]]
            chosen = next((key for key in wanted if key in keys), keys[turn * 3 % len(keys)])
            answer = {"answer": "choose", "option": chosen}
            body = {"player": asked[0]["player"], "id": asked[0]["id"], "answer": answer}
            self.ask("POST", f"{self.path}/answer", body)

    def report(self, fixture: str, winner: int, **told: Any) -> None:
        body = {"fixture": fixture, "winners": [winner], "told": told}
        self.ask("POST", f"{self.path}/results", body)

    def open(self) -> list[str]:
        return [one["key"] for one in self.seen()["fixtures"] if one["state"] != "done"]

    def page(self, player: str, **size: int) -> Page:
        """The page of a player who organises the season, too."""
        page = self.browser.page(**size)
        for who, key in (("organiser", self.key), (player, self.players[player])):
            page.goto(f"{self.address}/#/enter/{self.id}/{who}/{key}")
            page.locator(".standings").first.wait_for()
        page.reload()
        page.locator(".standings").first.wait_for()
        return page


def season(photographer: Photographer) -> None:
    names = ("Ann", "Ben", "Cay", "Dee", "Eve", "Finn")
    people = [{"name": name} for name in names]
    wanted = {"campaign": "tournament", "ruleset": "aofr", "title": "Winter Cup", "players": people, "seed": 7}
    cup = Season(photographer, {**wanted, "settings": {"mission": "duel"}})
    cup.decide("go on")
    for place, fixture in enumerate(cup.open()):
        form = cup.ask("GET", f"{cup.path}/form?fixture={fixture}")
        lost = [field for field in form["fields"] if field["seat"] == 1 - place % 2]
        cup.report(fixture, place % 2, **{lost[0]["name"]: [one["key"] for one in lost[0]["options"][: place + 2]]})
    cup.decide("go on")
    cup.ask("PUT", f"{cup.path}/timer", {"minutes": 90})
    shoot(cup.page("0", height=768, width=1366), "season")


def campaign(photographer: Photographer) -> None:
    people = [{"name": "Ann", "army": "Unburied Host"}, {"name": "Ben", "army": "Tallgrass Horde"}]
    wanted = {"campaign": "aofr-campaign", "title": "The Long Winter", "players": people, "seed": 3}
    war = Season(photographer, wanted)
    for mission in range(4):
        war.decide("done")
        (fixture,) = war.open()
        form = war.ask("GET", f"{war.path}/form?fixture={fixture.replace(' ', '%20')}")
        fields = {field["name"]: field for field in form["fields"]}
        winner, loser = mission % 2, 1 - mission % 2
        fallen = [one["key"] for one in fields[f"destroyed {loser}"]["options"][:3]]
        victors = [one["key"] for one in fields[f"destroyed {winner}"]["options"]]
        killers = {f"killer {loser} {unit}": victors[0] for unit in fallen}
        war.report(fixture, winner, **{f"destroyed {loser}": fallen, **killers})
    shoot(war.page("0", height=1500, width=1366), "campaign")


def new_battle(photographer: Photographer) -> None:
    page = photographer.page()
    page.goto(photographer.address)
    page.locator(".own").wait_for()
    shoot(page, "new-battle")


def optional_parts(photographer: Photographer) -> None:
    page = photographer.page(height=900)
    page.goto(photographer.address)
    page.get_by_role("button", name="Age of Fantasy: Regiments").click()
    page.locator(".pack", has_text="Added Complexity").click()
    page.locator(".all-parts > summary").click()
    # The first parts are enough of the long list.
    page.add_style_tag(content=".optional .part:nth-child(n + 5) { display: none; } .start { visibility: hidden; }")
    shoot(page, "optional-parts", ".optional")


def in_force(photographer: Photographer) -> None:
    seats = [{"player": "human"}, {"player": "captain"}]
    options = {"parts": ["special_conditions:dark_skies", "side_missions:shared", "command_points:growing"]}
    wanted = {"ruleset": "aofr", "armies": ["Unburied Host", "Burrowfolk Swarm"], "map": "balanced", "seed": "7"}
    made = photographer.post("/api/battles", json.dumps({**wanted, "seats": seats, "options": options}).encode())
    page = photographer.page()
    page.goto(f"{photographer.address}/#/join/{made['id']}/0/{made['tokens']['0']}")
    changed = "before => document.querySelector('.place-in-time').textContent !== before"
    while "deploy next" not in page.locator(".question h2").inner_text():
        page.locator(".question.open fieldset:enabled").wait_for()
        before = page.locator(".place-in-time").inner_text()
        if page.locator(".question .place").count():
            page.locator(".verdict.ok[aria-busy=false]").wait_for()
            page.keyboard.press("Enter")
        else:
            page.locator(".option .take").last.click()
        page.wait_for_function(changed, arg=before)
    page.locator(".in-force-button").click()
    shoot(page, "in-force")


PICTURES = {
    picture.__name__.replace("_", "-"): picture
    for picture in (
        *(table_light, table_dark, question, move, turn, fight, threats, text_view, crowd, crowd_phone),
        *(end, report, new_battle, kings_of_war, blue_age, fantasy_battles, season, campaign),
        *(optional_parts, in_force),
    )
}


def main() -> None:
    parser = argparse.ArgumentParser(description="Take the pictures that the documents show.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"only these of {', '.join(PICTURES)}")
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in PICTURES]:
        parser.error(f"there is no picture {unknown[0]}; there are {', '.join(PICTURES)}")
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    IMAGES.mkdir(exist_ok=True)
    with server() as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name in names or PICTURES:
            PICTURES[name](Photographer(browser, address))
        browser.close()


if __name__ == "__main__":
    main()
