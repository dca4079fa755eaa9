"""The Blue Age on the page: loose units, Heroes, buildings, and every kind of question by mouse and by finger."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from math import dist
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import msgspec
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE, Table
from tests.browser.test_battles import BLUE, by_mouse, play
from tests.browser.test_touch import Tablet
from warhost.dice import Chance
from warhost.play import Ask, Game, Refused, Setup, Walk, Walked, copied, record_of
from warhost.players import named_player, play_out, start
from warhost.rulesets import ruleset
from warhost.rulesets.blue_age.formation import bases_of
from warhost.rulesets.blue_age.terrain import section_piece
from warhost.table import Pose, nearest_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEEP: dict[str, Any] = {**BLUE, "map": "4", "seed": "3"}
WIDE = {"width": 1366, "height": 768}
PHONE = {"width": 390, "height": 844}
MOST_BATTLES = 300
TOPICS = [
    *("side", "deploy", "formation", "place", "building", "heroes", "vanguard", "first player", "command", "dice"),
    *("dispel", "destiny", "destiny dice", "move", "walk", "dash", "action", "join", "ambush (choose)"),
    *("ambush (place)", "plant", "shoot"),
    *("blast", "spell", "spell move", "charge", "reaction", "which charge", "reroll", "which fight", "weapon"),
    *("challenge", "accept", "bug out", "attacks", "consolidate", "demolish"),
]
"""The topics of questions that some battle at random is sure to ask about; of one, both kinds of question."""


class Moment(msgspec.Struct, frozen=True):
    """A question in a recorded battle: after how many answers it is asked, and whom."""

    record: bytes
    number: int
    seat: int


@cache
def moments() -> dict[str, Moment]:
    """A question on each topic in as many battles of computers as that takes: the last one, when most has happened."""
    book = ruleset("blue")
    armies = book.armies()
    found: dict[str, Moment] = {}
    for seed in range(MOST_BATTLES):
        if found.keys() >= set(TOPICS) - {"demolish"}:
            break
        pair = (armies[seed % 4], armies[(seed + 1 + seed // 4) % 4])
        setup = Setup(ruleset="blue", armies=pair, map=str(seed % 6 + 1), options={"points": 1500})
        game = start(book, setup, str(seed))
        play_out(game, [named_player("random", seat, Chance(str(seed)).fork(str(seat))) for seat in (0, 1)])
        record = msgspec.json.encode(record_of(game, setup, ("random", "random")))
        twin = Game(book, copied(game.marks[0].battle), history=False)
        for number, entry in enumerate(game.entries):
            if twin.pending:
                question = twin.pending[0].question
                moment = Moment(record, number, question.seat)
                found[question.topic] = found[f"{question.topic} ({type(question).__name__.lower()})"] = moment
            twin.answer(entry.answer, entry.seat)
    return {**found, "demolish": at_a_wall()}


def at_a_wall() -> Moment:
    """The question whether a monster strikes the building that it stands at: chance alone hardly leads it there."""
    book = ruleset("blue")
    for seed in map(str, range(MOST_BATTLES)):
        setup = Setup(ruleset="blue", armies=("Ashmoot Clans", "Hollow Court"), map="4", options={"points": 1500})
        game = start(book, setup, seed)
        players = [named_player("random", seat, Chance(seed).fork(str(seat))) for seat in (0, 1)]
        while not game.over:
            ask = game.asked
            seat = ask.question.seat
            if ask.question.topic == "demolish":
                record = record_of(game, setup, ("random", "random"))
                return Moment(msgspec.json.encode(record), len(game.entries), seat)
            walk = to_the_wall(game.battle, ask.question) if isinstance(ask.question, Walk) else None
            if walk is not None and is_legal(ask, walk):
                game.answer(walk, seat)
            else:
                game.answer(players[seat].decide(ask, book.view(game.battle, seat), book).answer, seat)
    raise AssertionError("No monster comes to a wall.")


def to_the_wall(battle: Any, asked: Walk) -> Walked | None:
    """The walk by which a monster comes nearest to the nearest wall."""
    unit = battle.units[asked.unit]
    if battle.entry(unit).type != "monster" or not battle.sections:
        return None
    (model,), (base,) = unit.models, bases_of(battle, unit)
    walls = [section_piece(battle, number).shape for number in range(len(battle.sections))]
    x, y = min((nearest_on(wall, model.x, model.y) for wall in walls), key=lambda spot: dist(spot, (model.x, model.y)))
    far = dist((x, y), (model.x, model.y))
    share = min(asked.inches - 0.01, far - base.radius - 0.005) / far
    return Walked(places=(Pose(model.x + (x - model.x) * share, model.y + (y - model.y) * share, model.facing),))


def is_legal(ask: Ask, answer: Walked) -> bool:
    try:
        ask.check(answer)
    except Refused:
        return False
    return True


def post(address: str, path: str, body: bytes, token: str = "") -> dict[str, Any]:
    url = f"{address}{path}" + (f"?token={token}" if token else "")
    with urlopen(Request(url, body, {"Content-Type": "application/json"}), timeout=PATIENCE) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def to_the_question(table: Table, topic: str) -> None:
    """The page of whoever is asked on that topic; the same person sits in the other seat too, at another screen."""
    moment = moments()[topic]
    shown = post(table.address, "/api/import", moment.record)
    people = [{"player": "human"}] * 2
    body = json.dumps({"at": moment.number, "seats": people, "seed": "1"}).encode()
    made = post(table.address, f"/api/battles/{shown['id']}/branch", body, shown["watch"])
    table.takes(made, moment.seat)
    table.wait()


def by_finger(tablet: Table, kind: str) -> None:
    """Drag what can be dragged, tap what can be tapped."""
    page = tablet.page
    tablet.rests(".question")
    match kind:
        case "place":
            tablet.verdict()
            page.locator(".place .primary").tap()
        case "walk":
            page.evaluate("scrollTo(0, 0)")
            tablet.drag("[data-handle=body]", 2, 0)
            tablet.rests(".question")
            if tablet.verdict() == "bad":
                # The same buttons stand in the panel below.
                at_hand = page.locator(".stage-actions")
                at_hand.get_by_role("button", name="Reset").tap()
                if page.locator(".turn-row .pass").count():
                    page.locator(".turn-row .pass").tap()
                    return
                at_hand.get_by_role("button", name="Suggest a move").tap()
                assert tablet.verdict() == "ok"
            page.locator(".walk .primary").tap()
        case "allocate":
            page.get_by_role("button", name="Confirm split").tap()
        case "pick":
            page.locator(".pick .take").first.tap()
            if tablet.verdict() == "bad":
                page.get_by_role("button", name="Reset").tap()
            page.locator(".pick .primary").tap()
        case _:
            page.locator(".option .take").first.tap()


@contextmanager
def phone_at(browser: Browser, address: str) -> Iterator[Tablet]:
    with seated(browser, address, viewport=PHONE, has_touch=True) as page:
        yield Tablet(page, address, page.context.new_cdp_session(page))


def answered(table: Table, topic: str, answer: Callable[[Table, str], None]) -> None:
    """What is asked says who is asked, has a heading and an answer, and the battle goes on after it."""
    to_the_question(table, topic)
    asked = table.now()
    expect(table.asks).not_to_be_empty()
    expect(table.page.locator(".turn-row .over")).to_contain_text("Your decision", ignore_case=True)
    answer(table, asked.kind)
    table.has_gone_on(asked.number, asked.text)


def test_every_kind_of_question_is_answered_by_mouse(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport=WIDE) as page:
        for topic in TOPICS:
            answered(Table(page, address), topic, by_mouse)


def test_every_kind_of_question_is_answered_by_finger_on_a_phone(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        for topic in TOPICS:
            answered(phone, topic, by_finger)


def test_a_whole_battle_on_a_phone(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        assert play(phone, by_finger, **BLUE) > 60


def test_a_unit_deploys_in_its_formation_and_its_hero_is_marked_on_both(table: Table) -> None:
    page = table.page
    table.new_battle(**KEEP)
    table.plays_until(lambda asked: "set up next" in asked.text)
    table.takes_option("Harbour Spears")
    expect(table.asks).to_contain_text("In which formation do Harbour Spears deploy?")
    table.takes_option("In a line")
    table.is_asked("place")
    table.verdict()
    asked = table.press("Enter")
    expect(table.asks).to_contain_text("Which Heroes are set up with")
    host = asked.text.replace("\n", " ").split(" with ")[1].rstrip("?")
    name = page.locator(".pick .take .name").first.inner_text()
    table.settled()
    page.locator(".pick .take").first.click()
    expect(page.locator(".pick .take").first).to_be_checked()
    assert table.verdict() == "ok"
    page.get_by_role("button", name="Confirm 1 pick").click()
    table.after(asked.number)
    table.plays_until(lambda asked: "set up next" in asked.text)
    expect(page.locator(".log")).to_contain_text(f"{name} joined")
    expect(page.locator(".log")).to_contain_text(host)
    page.keyboard.press("t")
    expect(page.locator(".text-view")).to_contain_text(f"led by {name}")
    expect(page.locator(".text-view")).to_contain_text(f"with {host}")


def test_a_building_shows_its_points_and_terrain_says_what_it_does(table: Table) -> None:
    page = table.page
    table.new_battle(**KEEP)
    expect(page.locator(".section .pip")).to_have_count(6)
    expect(page.locator(".section .pip.lost")).to_have_count(0)
    expect(page.locator(".section title")).to_have_text("Keep: Defense 14, 6 of 6 Structure Points")
    expect(page.locator(".terrain .other")).to_have_count(0)
    told = page.locator("rect.catch title")
    expect(told.filter(has_text="High obstacle: climbing costs double, heavy cover")).to_have_count(2)
    expect(told.filter(has_text="Light woods: light cover")).to_have_count(2)


def test_dice_have_ten_and_twelve_sides(table: Table) -> None:
    table.new_battle(**KEEP)
    table.plays_until(lambda asked: asked.kind == "walk")
    expect(table.page.locator(".log .die.d10").first).to_be_attached()
    expect(table.page.locator(".log .die.d12").first).to_be_attached()


def test_a_unit_dashes_and_then_goes_farther(table: Table) -> None:
    page = table.page
    table.new_battle(**KEEP)
    table.plays_until(lambda asked: "moves" in asked.text)
    table.takes_option("Harbour Spears")
    table.is_asked("walk")
    expect(table.asks).to_contain_text("(5″)")
    table.press("i")
    expect(page.locator(".log")).to_contain_text("Harbour Spears dashed")
    table.is_asked("walk")
    expect(table.asks).not_to_contain_text("(5″)")
    table.drag("[data-handle=body]", 0, -3)
    assert table.verdict() == "ok"
    table.press("Enter")
    expect(page.locator(".log")).to_contain_text("Harbour Spears dashed")


def test_a_charge_tells_its_odds_and_the_title_its_phase(table: Table) -> None:
    to_the_question(table, "charge")
    page = table.page
    expect(page.locator("h1.phase")).to_contain_text("Combat Phase")
    figures = page.locator(".option .figures").first
    expect(figures).to_contain_text("reaches")
    expect(figures).to_contain_text("wins the fight")
    page.locator(".option .take").first.hover()
    expect(page.locator(".option-marks .intent")).to_have_count(1)
