"""Optional parts of Regiments on the page: packs in one click, parts read and switched on, the card of what is in
force, and battles with them by mouse and by finger."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table
from tests.browser.test_fantasy import by_mouse
from tests.browser.test_touch import by_finger, phone_at

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

TITLE = "Age of Fantasy: Regiments"
ARMIES = ["Unburied Host", "Burrowfolk Swarm"]
FOR_TWO_ROUNDS = 120
"""So many answers two rounds take at most."""


def new_battle(page: Page) -> Locator:
    """The first page with Regiments chosen; its optional rules."""
    page.goto("/")
    page.get_by_role("button", name=TITLE).click()
    optional = page.locator(".optional")
    expect(optional.locator(".parts-on")).to_have_text("No parts on: the core game.")
    return optional


def part(optional: Locator, title: str) -> Locator:
    return optional.locator(".part").filter(
        has=optional.page.locator(".part-head b", has_text=re.compile(f"^{title}$"))
    )


def way(optional: Locator, title: str, name: str) -> Locator:
    """One of the ways of a part, to be ticked."""
    named = optional.page.locator("b", has_text=re.compile(f"^{name}$"))
    return part(optional, title).locator(".ways label").filter(has=named).locator("input")


def pack(optional: Locator, name: str) -> Locator:
    return optional.locator(".pack").filter(has_text=name)


def begins(table: Table) -> dict[str, Any]:
    """Start the battle; what the page wanted."""
    with table.page.expect_request(
        lambda request: request.method == "POST" and request.url.endswith("/battles")
    ) as sent:
        table.page.get_by_role("button", name="To the table").click()
    wanted = sent.value.post_data_json
    assert isinstance(wanted, dict)
    table.wait()
    return wanted


def test_a_pack_is_one_click_and_can_be_changed(table: Table) -> None:
    optional = new_battle(table.page)
    pack(optional, "Chaotic Rules").click()
    expect(pack(optional, "Chaotic Rules")).to_have_attribute("aria-pressed", "true")
    expect(optional.locator(".parts-on")).to_contain_text("5 parts on: Special Conditions")
    expect(table.page.get_by_label("Generic")).to_be_checked()
    optional.get_by_text(re.compile("^All .* parts$")).click()
    part(optional, "Random Events").get_by_role("checkbox").first.uncheck()
    part(optional, "Special Conditions").get_by_text("ways to play it").click()
    way(optional, "Special Conditions", "Muddy Terrain").check()
    expect(optional.locator(".parts-on")).to_contain_text("4 parts on")
    expect(optional.locator(".parts-on")).to_contain_text("Chaotic Rules, changed")
    options = begins(table)["options"]
    assert options["pack"] == "chaotic"
    assert options["parts"] == ["special_conditions:muddy_terrain", "-random_events"]
    expect(table.page.locator(".in-force-button")).to_have_text("Optional rules in force: 4")


def test_no_pack_leaves_nothing_of_the_last_one(table: Table) -> None:
    optional = new_battle(table.page)
    pack(optional, "Chaotic Rules").click()
    pack(optional, "None").click()
    expect(optional.locator(".parts-on")).to_have_text("No parts on: the core game.")
    expect(table.page.get_by_label("Any map")).to_be_checked()
    wanted = begins(table)
    assert (wanted["options"], wanted["map"]) == ({}, None)
    expect(table.page.locator(".in-force-button")).to_have_count(0)


def test_parts_are_found_read_and_kept_apart(table: Table) -> None:
    optional = new_battle(table.page)
    optional.get_by_text(re.compile("^All .* parts$")).click()
    side_missions, cards = part(optional, "Side-missions"), part(optional, "Mission cards")
    side_missions.get_by_role("checkbox").first.check()
    expect(cards.get_by_role("checkbox").first).to_be_disabled()
    expect(cards).to_contain_text("Does not go with Side-missions: each settles the victory its own way.")
    # Of its ways one of each group is played.
    way(optional, "Side-missions", "Hidden").check()
    expect(way(optional, "Side-missions", "Shared")).not_to_be_checked()
    expect(optional.locator(".parts-on")).to_contain_text("Side-missions (Hidden, Free choice)")
    optional.get_by_role("searchbox").fill("fog hesitation")
    expect(optional.locator(".part")).to_have_count(1)
    part(optional, "Fog of War").locator(".chip").first.click()
    expect(table.page.locator("dialog.popover")).to_contain_text("aofr.fog.use")


def test_what_cannot_begin_says_why_at_once(table: Table) -> None:
    optional = new_battle(table.page)
    optional.get_by_text(re.compile("^All .* parts$")).click()
    part(optional, "Solid Buildings").get_by_role("checkbox").first.check()
    way(optional, "Solid Buildings", "Building destruction").uncheck()
    expect(table.page.locator(".start .refusal")).to_contain_text(
        "Collateral damage needs buildings that can be destroyed"
    )
    way(optional, "Solid Buildings", "Collateral damage").uncheck()
    expect(table.page.locator(".start .refusal")).to_have_count(0)


def test_a_small_table_comes_with_the_part_for_it(table: Table) -> None:
    optional = new_battle(table.page)
    table.page.get_by_text("House options").click()
    depth = table.page.get_by_label("The depth of the table in inches")
    expect(depth).to_have_count(0)
    optional.get_by_text(re.compile("^All .* parts$")).click()
    part(optional, "Kitchen Table Games").get_by_role("checkbox").first.check()
    depth.select_option(label="24")
    table.page.get_by_label("The width of the table in inches").select_option(label="36")
    part(optional, "Kitchen Table Games").get_by_role("checkbox").first.uncheck()
    expect(depth).to_have_count(0)
    part(optional, "Kitchen Table Games").get_by_role("checkbox").first.check()
    depth.select_option(label="24")
    table.page.get_by_label("The width of the table in inches").select_option(label="36")
    expect(table.page.locator(".start .refusal")).to_have_count(0)
    assert begins(table)["options"] == {"width": 36, "depth": 24, "parts": ["kitchen_table"]}


def test_packs_of_ones_own_are_saved_sent_and_deleted(table: Table) -> None:
    page = table.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    optional = new_battle(page)
    pack(optional, "Competitive Play").click()
    optional.get_by_text(re.compile("^All .* parts$")).click()
    part(optional, "Command Points").get_by_role("checkbox").first.check()
    optional.get_by_role("button", name="Save as my pack").click()
    page.get_by_label("Name of the pack").fill("Sunday")
    page.get_by_role("dialog").get_by_role("button", name="Save as my pack").click()
    expect(pack(optional, "Sunday")).to_have_attribute("aria-pressed", "true")
    optional.get_by_role("button", name="Copy as text").click()
    expect(optional.get_by_role("button", name="Copied")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[:3] == ["Sunday", "book=aofr", "parts=side_missions,command_points"]
    page.reload()
    page.get_by_role("button", name=TITLE).click()
    pack(optional, "Sunday").click()
    expect(optional.locator(".parts-on")).to_contain_text("2 parts on: Side-missions, Command Points")
    optional.get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the pack").fill("Monday")
    page.keyboard.press("Enter")
    expect(pack(optional, "Monday")).to_be_visible()
    optional.get_by_role("button", name="Delete this pack").click()
    expect(pack(optional, "Monday")).to_have_count(0)
    optional.get_by_role("button", name="Restore “Monday”").click()
    expect(pack(optional, "Monday")).to_have_attribute("aria-pressed", "true")
    optional.get_by_role("button", name="Paste a pack").click()
    page.get_by_label("Paste the text of a pack here").fill(text)
    page.get_by_role("button", name="Use this pack").click()
    expect(pack(optional, "Sunday")).to_have_attribute("aria-pressed", "true")
    options = begins(table)["options"]
    assert options["parts"] == ["side_missions", "command_points"]
    assert (options["mission"], options["style"]) == ("any", "any")


def test_an_army_more_switches_on_the_part_that_seats_it(table: Table) -> None:
    page = table.page
    optional = new_battle(page)
    page.get_by_role("button", name="Add an army").click()
    expect(optional.locator(".parts-on")).to_contain_text("Multiplayer Games (Teams)")
    expect(page.locator(".side legend")).to_have_text(["First side", "Second side", "With the first side", "Map"])
    # A team of two splits its points, and no house list is as small.
    expect(page.locator(".start .refusal")).to_be_visible()
    page.get_by_label("Points per army").select_option(label="2000")
    expect(page.locator(".start .refusal")).to_have_count(0)
    optional.get_by_text(re.compile("^All .* parts$")).click()
    way(optional, "Multiplayer Games", "Free for all").check()
    expect(page.locator(".side legend")).to_have_text(["First side", "Second side", "Side 3", "Map"])
    way(optional, "Multiplayer Games", "Teams").check()
    assert begins(table)["options"] == {"points": 2000, "parts": ["multiplayer"]}
    expect(page.locator(".seats > li:not(.for-all)")).to_have_count(3)


def test_whoever_is_invited_reads_what_is_on(table: Table, friend: Table) -> None:
    options = {"pack": "competitive", "parts": ["fog_of_war:ebb", "-side_missions"]}
    seats = [{"player": "human"}, {"player": "human", "chooses": True}]
    made = table.post("/api/battles", {"ruleset": "aofr", "seats": seats, "options": options})
    friend.takes(made, 1)
    agreed = friend.page.locator(".agreed")
    expect(agreed).to_contain_text("Fog of War (Ebb & Flow)")
    expect(agreed).not_to_contain_text("Side-missions")
    agreed.get_by_text("Fog of War (Ebb & Flow)").click()
    expect(agreed).to_contain_text("less certain")


def plays(table: Table, until: str, hand: Callable[[Table, str], None]) -> None:
    """Any legal answers by such a hand, the first three options in turn, until it is that round."""
    for turn in range(FOR_TWO_ROUNDS):
        asked = table.wait()
        if asked.over or until in table.page.locator(".phase").inner_text():
            return
        options = table.page.locator(".question .option .take")
        if asked.kind == "choose" and options.count() > 1:
            table.settled()
            table.rests(".question")
            chosen = options.nth(turn * 7 % min(options.count(), 3))
            (chosen.tap if hand is by_finger else chosen.click)()
        else:
            hand(table, asked.kind)
        table.has_gone_on(asked.number)
    raise AssertionError(f"{until} has not come.")


@pytest.mark.parametrize(
    ("slug", "first"), [("added_complexity", "Solid Buildings"), ("chaotic", "Special Conditions")]
)
def test_two_rounds_with_a_pack_by_mouse(browser: Browser, address: str, slug: str, first: str) -> None:
    with seated(browser, address, viewport={"width": 1366, "height": 768}) as page:
        table = Table(page, address)
        seats = [{"player": "human"}, {"player": "captain"}]
        options = {"pack": slug, "points": 750}
        table.new_battle(ruleset="aofr", armies=ARMIES, map=None, seed="7", seats=seats, options=options)
        plays(table, "Round 3", by_mouse)
        page.locator(".in-force-button").click()
        card = page.get_by_role("dialog", name="In force in this battle")
        expect(card.locator(".in-force > li h3").first).to_have_text(first)
        expect(card.locator(".told-now li").first).to_be_visible()
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)


def test_a_round_with_hidden_hands_on_a_phone(browser: Browser, address: str) -> None:
    with phone_at(browser, address) as table:
        seats = [{"player": "human"}, {"player": "captain"}]
        options = {"parts": ["mission_cards:strategic_ruse"], "points": 750}
        table.new_battle(ruleset="aofr", armies=ARMIES, map="balanced", seed="7", seats=seats, options=options)
        plays(table, "Round 2", by_finger)
        table.page.locator(".in-force-button").tap()
        hands = table.page.locator(".part-figures div", has_text="Hand").locator("dd")
        # One's own by their names, the enemy's by their number.
        expect(hands.first).to_contain_text(re.compile(r"Hand|[A-Z][a-z]+ .*(,| and )"))
        expect(hands.last).to_contain_text(re.compile(r": \d+$"))


def test_optional_parts_keep_nobody_out(table: Table, axe: str) -> None:
    optional = new_battle(table.page)
    pack(optional, "Added Complexity").click()
    optional.get_by_text(re.compile("^All .* parts$")).click()
    table.keeps_nobody_out(axe)
    begins(table)
    table.page.locator(".in-force-button").click()
    expect(table.page.get_by_role("dialog", name="In force in this battle")).to_be_visible()
    table.keeps_nobody_out(axe)


def test_a_pack_of_ones_own_is_kept_on_the_server_and_goes_to_a_friend_as_a_link(table: Table, friend: Table) -> None:
    page = table.page
    optional = new_battle(page)
    pack(optional, "Extended Core").click()
    optional.get_by_role("button", name="Save as my pack").click()
    page.get_by_label("Name of the pack").fill("Friday")
    with page.expect_response(re.compile("api/packs$")) as kept:
        page.get_by_role("dialog").get_by_role("button", name="Save as my pack").click()
    assert kept.value.status == 201
    optional.get_by_role("button", name="Share a link").click()
    link = page.get_by_role("dialog").get_by_role("textbox").input_value()
    friend.page.goto(link)
    expect(friend.page.locator(".pack[aria-pressed=true]")).to_contain_text("Friday")
    expect(friend.page).to_have_url(re.compile("/#/$"))
    # The browser loses what it had, but not the keys: the server has it.
    page.evaluate("localStorage.removeItem('warhost.packs')")
    page.reload()
    expect(pack(new_battle(page), "Friday")).to_be_visible()
