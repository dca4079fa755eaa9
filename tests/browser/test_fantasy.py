"""Fantasy Battles on the page: set-up, magic, duels and reforms, every kind of question, and whole battles."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.moments import Moment, answered, moments_of, to_the_moment, topics_of
from tests.browser.table import Table
from tests.browser.test_battles import by_keyboard, play
from tests.browser.test_touch import by_finger, phone_at
from warhost.play import Battle, Choose, Manoeuvre, Question, Setup
from warhost.rulesets import ruleset

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

TITLE = "The 9th Age: Fantasy Battles"
SMALL: dict[str, Any] = {
    "ruleset": "t9a",
    "armies": ["Thornback Tribes", "Saltbridge Compact"],
    "map": "1",
    "options": {"points": 1500},
}
WIDE = {"width": 1366, "height": 768}
MOST_BATTLES = 120
TOPICS = [
    *("attacker", "side", "short edge", "diagonal", "hill", "marker", "select spells", "scouts", "ambush"),
    *("deploys first", "column edge", "deploy (choose)", "deploy (place)", "join", "place in the ranks", "intent"),
    *("first turn", "vanguard", "vanguard move", "declare charge", "charge reaction", "redirect", "move charger"),
    *("charge place", "panic order", "rally", "rally pivot", "random direction", "move", "manoeuvre"),
    *("ambush order", "ambush place", "siphon", "cast", "casting dice", "dispel", "attribute", "spell point"),
    *("magical move", "shoot", "next combat", "weapon", "make way", "issue duel", "accept duel"),
    *("allocate attacks", "flee direction", "pursuit", "overrun", "post-combat reform", "combat reform test"),
    *("combat reform order", "combat reform", "combat reform files", "combat reform place"),
]
"""The topics of questions that some battle at random is sure to ask about; of one, both kinds of question."""
TYPES = ["Frontline Clash", "Dawn Assault", "Counterthrust", "Encircle", "Refused Flank", "Marching Columns"]


@cache
def moments() -> dict[str, Moment]:
    """A question on each topic in as many battles of computers as that takes: the last one, when most has happened."""
    armies = ruleset("t9a").armies()
    found: dict[str, Moment] = {}
    for seed in range(MOST_BATTLES):
        if found.keys() >= set(TOPICS):
            break
        pair = (armies[seed % 4], armies[(seed + 1 + seed // 4) % 4])
        setup = Setup(ruleset="t9a", armies=pair, map=str(seed % 6 + 1), options={"points": 3000})
        for moment, question, _ in moments_of(setup, str(seed)):
            found.update(dict.fromkeys(topics_of(question), moment))
    return found


def where(holds: Callable[[Question, Battle], bool]) -> Moment:
    """The first question of battles at random that is as wanted."""
    for seed in map(str, range(MOST_BATTLES)):
        setup = Setup(ruleset="t9a", armies=("Thornback Tribes", "Ossuary Kings"), map="2", options={"points": 3000})
        for moment, question, battle in moments_of(setup, seed):
            if holds(question, battle):
                return moment
    raise AssertionError("No battle comes to that.")


def by_mouse(table: Table, kind: str) -> None:
    """Drag what can be dragged, else click on the first that is offered; Characters join units."""
    page = table.page
    table.settled()
    table.rests(".question")
    match kind:
        case "place":
            table.verdict()
            page.locator(".place .primary").click()
        case "manoeuvre":
            if page.locator(".lane path").count():
                table.drag("[data-handle=body]", 0, -2)
                table.rests(".question")
            if page.locator(".step").count() and table.verdict() == "ok":
                page.locator(".manoeuvre .primary").click()
            else:
                page.get_by_role("button", name=re.compile(r"^(Pass|Stay here)")).first.click()
        case "pick":
            table.picks(1, lambda number: page.locator(".pick .take").nth(number).click())
            page.locator(".pick .primary").click()
        case "allocate":
            page.locator(".question .actions .primary").first.click()
        case _:
            ranks = page.locator(".option .take", has_text="In the ranks of")
            (ranks if ranks.count() else page.locator(".option .take")).first.click()


def guests(table: Table) -> Locator:
    return table.page.locator(".unit.guest.s0")


def test_a_whole_battle_by_mouse_to_its_battle_points(table: Table, axe: str) -> None:
    assert play(table, by_mouse, **SMALL) > 60
    end = table.page.locator("dialog[open]")
    told = re.search(r"(\d+)(?: to (\d+))? Battle Points", end.locator(".outcome").inner_text())
    assert told
    assert sum(int(points) for points in (told[1], told[2] or told[1])) == 20
    totals = [int(re.sub(r"\D", "", text)) for text in end.locator(".scored .sum .n").all_inner_texts()]
    scored = re.search(r"(\d+) to (\d+) Victory Points", end.locator(".outcome").inner_text())
    assert scored
    assert sorted(totals or [0, 0]) == sorted(map(int, scored.groups()))
    table.keeps_nobody_out(axe)


def test_a_whole_battle_by_keyboard_alone(table: Table) -> None:
    assert play(table, by_keyboard, **SMALL) > 60
    expect(table.page.locator("dialog .good")).to_contain_text("Verified: the fingerprint matches")


def test_a_battle_by_finger_on_a_phone_to_the_second_turn(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        phone.new_battle(**SMALL)
        title = phone.page.locator("h1.phase")
        while "Turn 2" not in title.inner_text():
            asked = phone.wait()
            by_finger(phone, asked.kind)
            phone.has_gone_on(asked.number, asked.text)
        expect(phone.page.locator(".seats")).to_contain_text("Victory Points")
        wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
        phone.settles(lambda: phone.page.evaluate(wide), 0)


def test_every_kind_of_question_is_answered_by_mouse(browser: Browser, address: str) -> None:
    with seated(browser, address, viewport=WIDE) as page:
        for topic in TOPICS:
            answered(Table(page, address), moments()[topic], by_mouse)


def test_every_kind_of_question_is_answered_by_finger_on_a_phone(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as phone:
        for topic in TOPICS:
            answered(phone, moments()[topic], by_finger)


@pytest.mark.parametrize("kind", TYPES)
def test_the_zones_of_every_deployment_type_are_drawn(table: Table, kind: str) -> None:
    table.new_battle(**{**SMALL, "options": {"points": 1500, "deployment": kind, "objective": "Breakthrough"}})
    table.plays_until(lambda asked: "deploy next" in asked.text)
    page = table.page
    expect(page.locator(".seats")).to_contain_text(kind)
    expect(page.locator(".seats")).to_contain_text("have more Scoring Units in the enemy Deployment Zone")
    for seat in (0, 1):
        expect(page.locator(f".zones .zone.s{seat}")).to_have_count(1)
    table.answers()
    table.plays_until(lambda asked: asked.kind == "place")
    assert table.verdict() == "ok"


def test_a_champion_is_on_the_card_of_its_unit_and_a_character_at_its_label(table: Table) -> None:
    table.new_battle(**{**SMALL, "map": "open"})
    page = table.page
    table.plays_until(lambda asked: "deploy next" in asked.text)
    table.takes_option("Steppe Axes")
    table.verdict()
    table.press("Enter")
    table.plays_until(lambda asked: "deploy next" in asked.text)
    table.takes_option("Beast Shaman")
    table.takes_option("In the ranks of Steppe Axes")
    expect(table.asks).to_contain_text("Where in the first rank of Steppe Axes does Beast Shaman stand?")
    number = table.number
    table.settled()
    page.locator(".option .take").first.click()
    table.has_gone_on(number)
    expect(guests(table)).to_have_count(2)
    unit = page.locator(".labels [data-label]", has_text="+ Beast Shaman")
    expect(unit).to_have_count(1)
    expect(unit.locator(".label")).not_to_contain_text("Big Axe")
    guests(table).locator(".catch").first.click()
    company = page.locator(".unit-card .company")
    expect(company).to_contain_text("In the ranks of Steppe Axes")
    company.get_by_role("button").click()
    expect(company).to_contain_text("In its ranks: Beast Shaman 3/3 HP, Big Axe of Steppe Axes 1/1")


def test_a_spell_is_cast_with_dice_whose_odds_are_told(table: Table) -> None:
    def may_cast(question: Question, battle: Battle) -> bool:
        dice = re.search(r"You have (\d+) dice", question.text)
        enough = question.topic == "cast" and dice is not None and int(dice[1]) > 3
        return enough and isinstance(question, Choose) and "(basic)" in question.options[1].label

    to_the_moment(table, where(may_cast))
    page = table.page
    expect(page.locator(".question")).to_contain_text("Casting Value")
    expect(page.locator(".question .odds", has_text="success with 2 dice").first).to_contain_text("%")
    number = table.number
    table.settled()
    page.locator(".group", has_text="(basic)").locator(".option .take").first.click()
    table.has_gone_on(number)
    expect(table.asks).to_contain_text("dice do you roll?")
    dice = table.option("3 dice")
    expect(dice).to_contain_text("success")
    expect(dice).to_contain_text("Miscast")
    expect(dice).to_contain_text("takes effect against")
    number = table.number
    table.settled()
    dice.click()
    table.has_gone_on(number)
    expect(page.locator(".log")).to_contain_text("with 3 dice")


def test_a_spell_is_dispelled_with_dice_whose_odds_are_told(table: Table) -> None:
    to_the_moment(table, moments()["dispel"])
    page = table.page
    expect(table.asks).to_contain_text("Dispel?")
    last = page.locator(".option .take", has_text=re.compile(r"\d di(e|ce)")).last
    expect(last).to_contain_text("dispelled")
    number = table.number
    table.settled()
    last.click()
    table.has_gone_on(number)
    expect(page.locator(".log .line", has_text="Dispelling").last).to_be_attached()
    expect(page.locator(".log")).to_contain_text(re.compile(r"(dispelled|failed to dispel) "))


def test_a_duel_is_issued_and_accepted(table: Table) -> None:
    to_the_moment(table, moments()["issue duel"])
    page = table.page
    expect(table.asks).to_contain_text("Do you issue a Duel?")
    number = table.number
    table.settled()
    table.option("issues a Duel").click()
    table.has_gone_on(number)
    expect(page.locator(".log")).to_contain_text("issued a Duel")
    to_the_moment(table, moments()["accept duel"])
    number = table.number
    table.settled()
    table.option("accepts").click()
    table.has_gone_on(number)
    expect(page.locator(".log")).to_contain_text("accepted the Duel")


def test_a_regiment_reforms_into_other_files(table: Table) -> None:
    def may_reform(question: Question, battle: Battle) -> bool:
        kinds = question.kinds if isinstance(question, Manoeuvre) and question.topic == "manoeuvre" else ()
        return any(len(kind.frontages) > 1 for kind in kinds)

    to_the_moment(table, where(may_reform))
    page = table.page
    files = page.locator(".files output")
    before = int(files.inner_text())
    way = "Wider" if page.get_by_role("button", name="Wider").is_enabled() else "Narrower"
    page.get_by_role("button", name=way).click()
    after = before + (1 if way == "Wider" else -1)
    expect(files).to_have_text(str(after))
    expect(page.locator(".manoeuvre .cost")).to_contain_text("Reform")
    number = table.number
    assert table.verdict() == "ok"
    page.locator(".manoeuvre .primary").click()
    table.has_gone_on(number)
    expect(page.locator(".log")).to_contain_text(f"reformed, {after} wide")


def test_a_new_battle_offers_sizes_maps_and_house_options_in_words(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("group", name="Rulebook").get_by_role("button", name=TITLE).click()
    first = page.locator("fieldset.s0")
    first.get_by_label("Army").select_option("Deepforge Hold")
    for points in ("4500 (default)", "3000", "1500"):
        page.get_by_label("Size of the battle").select_option(label=points)
    page.get_by_role("radio", name="Twin woods").check()
    expect(page.locator(".map-shown")).to_contain_text("72")
    page.locator("summary", has_text="House options").click()
    page.get_by_label("Deployment Type").select_option("Encircle")
    page.get_by_label("Secondary Objective").select_option("Hold the Ground")
    page.get_by_role("button", name="To the table").click()
    table.wait()
    expect(page.locator(".seats")).to_contain_text("of 1500 points")
    expect(page.locator(".seats")).to_contain_text("Encircle")
    expect(page.locator(".seats")).to_contain_text("Hold the Ground")
