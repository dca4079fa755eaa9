"""The Blue Age on the page: loose units, Heroes, buildings, and every kind of question by mouse and by finger."""

from __future__ import annotations

from functools import cache
from math import dist
from typing import TYPE_CHECKING, Any

import msgspec
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.moments import Moment, answered, moments_of, to_the_moment, topics_of
from tests.browser.table import Table
from tests.browser.test_battles import BLUE, by_mouse, play
from tests.browser.test_touch import by_finger, phone_at
from warhost.dice import Chance
from warhost.play import Ask, Refused, Setup, Walk, Walked, record_of
from warhost.players import named_player, start
from warhost.rulesets import ruleset
from warhost.rulesets.blue_age.core import bases_of, section_piece
from warhost.table import Pose, nearest_on

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEEP: dict[str, Any] = {**BLUE, "map": "4", "seed": "3"}
WIDE = {"width": 1366, "height": 768}
MOST_BATTLES = 300
TOPICS = [
    *("side", "deploy", "formation", "place", "building", "heroes", "vanguard", "first player", "command", "dice"),
    *("dispel", "destiny", "destiny dice", "move", "walk", "dash", "action", "join", "ambush (choose)"),
    *("ambush (place)", "plant", "shoot"),
    *("blast", "spell", "spell move", "charge", "reaction", "which charge", "reroll", "which fight", "weapon"),
    *("challenge", "accept", "bug out", "attacks", "consolidate", "demolish"),
]
"""The topics of questions that some battle at random is sure to ask about; of one, both kinds of question."""


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
        for moment, question, _ in moments_of(setup, str(seed)):
            found.update(dict.fromkeys(topics_of(question), moment))
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


def test_every_kind_of_question_is_answered_by_mouse(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport=WIDE) as page:
        for topic in TOPICS:
            answered(Table(page, address), moments()[topic], by_mouse)


def test_every_kind_of_question_is_answered_by_finger_on_a_phone(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        for topic in TOPICS:
            answered(phone, moments()[topic], by_finger)


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
    expect(told.filter(has_text="Wall: climbing costs double, heavy cover")).to_have_count(2)
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
    expect(table.asks).to_contain_text("(up to 5″)")
    table.press("i")
    expect(page.locator(".log")).to_contain_text("Harbour Spears dashed")
    table.is_asked("walk")
    expect(table.asks).not_to_contain_text("(up to 5″)")
    table.drag("[data-handle=body]", 0, -3)
    assert table.verdict() == "ok"
    table.press("Enter")
    expect(page.locator(".log")).to_contain_text("Harbour Spears dashed")


def test_a_charge_tells_its_odds_and_the_title_its_phase(table: Table) -> None:
    to_the_moment(table, moments()["charge"])
    page = table.page
    expect(page.locator("h1.phase")).to_contain_text("Combat Phase")
    figures = page.locator(".option .figures").first
    expect(figures).to_contain_text("charge succeeds")
    expect(figures).to_contain_text("wins the fight")
    page.locator(".option .take").first.hover()
    expect(page.locator(".option-marks .intent")).to_have_count(1)
