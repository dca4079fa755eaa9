"""Building an army in the page: from an empty list to a battle, by mouse, by keyboard and on a phone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import Table
from tests.server.test_muster import LIST
from warhost.dice import Chance
from warhost.muster import surprise
from warhost.muster.foreign.writing import foreign_roster, packed_roster, roster_xml
from warhost.rulesets import muster

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
REGIMENTS, KINGS = "Age of Fantasy: Regiments", "Kings of War, 4th edition"
ESSENCE = "The 9th Age: Essence of War"


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Table]:
    """The browser of a phone."""
    with seated(browser, address, **PHONE) as page:
        yield Table(page, address)


def lists(table: Table, book: str = REGIMENTS) -> None:
    """The lists, with that rulebook chosen for a new one."""
    table.page.goto("/#/lists")
    chosen = table.page.get_by_role("button", name=book)
    chosen.click()
    expect(chosen).to_have_attribute("aria-pressed", "true")


def begin(table: Table, faction: str = "Tallgrass Horde", book: str = REGIMENTS) -> None:
    """An empty list of a faction."""
    lists(table, book)
    table.page.get_by_label("Faction").select_option(faction)
    table.page.get_by_role("button", name="Build from scratch").click()
    table.page.locator(".builder-entry").first.wait_for()


def sample(table: Table, name: str, book: str = KINGS) -> None:
    lists(table, book)
    table.page.get_by_role("button", name=name).first.click()
    table.page.locator(".builder-pick").first.wait_for()
    settled(table)


def settled(table: Table) -> None:
    """Until the server has said what it thinks of the list."""
    expect(table.page.locator(".builder-totals")).to_have_attribute("aria-busy", "false")
    expect(table.page.locator(".builder-points b")).to_be_attached()


def adds(table: Table, unit: str) -> None:
    table.page.get_by_role("button", name=re.compile(f"^Add {unit}, \\d")).click()


def units(table: Table) -> Locator:
    return table.page.locator(".builder-pick")


def at_the_table(table: Table, army: str | re.Pattern[str]) -> None:
    """Until the battle asks its player something, with that army in the first seat."""
    table.wait()
    expect(table.page.locator(".seats b").first).to_have_text(army)


def test_from_an_empty_list_to_a_battle_by_mouse(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("link", name="Army lists").click()
    page.get_by_role("button", name=REGIMENTS).click()
    page.get_by_label("Faction").select_option("Tallgrass Horde")
    page.get_by_role("button", name="750", exact=True).click()
    page.get_by_role("button", name="Build from scratch").click()
    expect(page.get_by_text("The list is empty.").first).to_be_visible()
    expect(page.get_by_role("button", name="Play it now").first).to_be_disabled()
    page.get_by_label("Search units").fill("lancers")
    expect(page.locator(".builder-entry")).to_have_count(1)
    adds(table, "Grass Lancers")
    expect(units(table)).to_have_count(1)
    page.get_by_role("button", name="Unit 1: Grass Lancers").click()
    page.get_by_label("Sergeant", exact=True).check()
    expect(units(table).first).to_contain_text("Sergeant")
    page.get_by_role("button", name="Copy Grass Lancers").click()
    expect(units(table)).to_have_count(2)
    page.get_by_role("button", name="Undo").click()
    expect(units(table)).to_have_count(1)
    page.get_by_role("button", name="Redo").click()
    expect(units(table)).to_have_count(2)
    page.get_by_role("button", name="Remove Grass Lancers").last.click()
    expect(units(table)).to_have_count(1)
    page.get_by_label("Name of the list").fill("Autumn Raid")
    page.get_by_label("Name of the list").press("Enter")
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    page.get_by_role("button", name="Play it now").first.click()
    at_the_table(table, "Autumn Raid")


@pytest.mark.parametrize("book", [REGIMENTS, KINGS, "The Blue Age", "Essence of War", "Fantasy Battles"])
def test_a_sample_of_every_rulebook_is_played(table: Table, book: str) -> None:
    page = table.page
    lists(table, book)
    page.locator(".shelf-samples .armies button").first.click()
    units(table).first.wait_for()
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    page.get_by_label("Name of the list").fill("Autumn Raid")
    page.get_by_label("Name of the list").press("Enter")
    settled(table)
    page.get_by_role("button", name="Play it now").first.click()
    # Essence of War calls an army by its faction.
    at_the_table(table, re.compile("Autumn Raid|Beast Herds"))


def test_a_list_of_fantasy_battles_from_nothing_to_its_printed_sheet_and_a_battle(table: Table) -> None:
    page = table.page
    lists(table, "Fantasy Battles")
    page.get_by_label("Faction").select_option("Ossuary Kings")
    page.get_by_role("button", name="1500", exact=True).click()
    page.get_by_role("button", name="Build from scratch").click()
    for unit in ("Herald of Ash", "Bone Levy", "Bone Levy", "Shambling Dead"):
        adds(table, unit)
    expect(units(table)).to_have_count(4)
    expect(page.locator(".builder-totals")).to_contain_text("no General")
    page.get_by_role("button", name="Unit 1: Herald of Ash").click()
    page.get_by_label("General", exact=True).check()
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    page.get_by_label("Name of the list").fill("The Quiet Court")
    page.get_by_label("Name of the list").press("Enter")
    settled(table)
    page.emulate_media(media="print")
    expect(page.locator(".print-sheet article")).to_have_count(4)
    expect(page.locator(".print-sheet dt").first).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_role("button", name="Play it now").first.click()
    at_the_table(table, "The Quiet Court")


def test_the_set_up_leads_to_a_list_of_its_rulebook(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name=KINGS).click()
    page.get_by_role("link", name="Build a list").first.click()
    expect(page.get_by_role("button", name=KINGS)).to_have_attribute("aria-pressed", "true")


def tab_to(table: Table, name: str) -> None:
    """Go on with the tabulator until the focus is on what is called so."""
    here = """() => {
        const e = document.activeElement === document.body ? null : document.activeElement;
        const label = e?.labels?.[0]?.innerText ?? '';
        return [e?.getAttribute('aria-label') ?? '', label, e?.innerText ?? ''].join('|');
    }"""
    for _ in range(80):
        if name in str(table.page.evaluate(here)):
            return
        table.page.keyboard.press("Tab")
    raise AssertionError(f"{name} cannot be reached with the tabulator.")


def focused(table: Table) -> Locator:
    return table.page.locator(":focus")


def test_from_an_empty_list_to_a_battle_by_keyboard(table: Table) -> None:
    page, keys = table.page, table.page.keyboard
    page.goto("/")
    page.locator(".side").first.wait_for()
    tab_to(table, "Army lists")
    keys.press("Enter")
    page.get_by_role("group", name="Rulebook").wait_for()
    tab_to(table, REGIMENTS)
    keys.press("Enter")
    tab_to(table, "Faction")
    keys.type("Tallgrass")
    tab_to(table, "Build from scratch")
    keys.press("Enter")
    page.locator(".builder-entry").first.wait_for()
    keys.press("/")
    expect(page.get_by_label("Search units")).to_be_focused()
    keys.type("lancers")
    expect(page.locator(".builder-entry")).to_have_count(1)
    keys.press("ArrowDown")
    expect(focused(table)).to_have_accessible_name(re.compile("^Add Grass Lancers, "))
    keys.press("Enter")
    expect(units(table)).to_have_count(1)
    keys.press("l")
    expect(page.get_by_role("button", name="Unit 1: Grass Lancers")).to_be_focused()
    keys.press("c")
    expect(units(table)).to_have_count(2)
    keys.press("ArrowDown")
    expect(page.get_by_role("button", name="Unit 2: Grass Lancers")).to_be_focused()
    keys.press("Delete")
    expect(units(table)).to_have_count(1)
    expect(page.get_by_role("button", name="Unit 1: Grass Lancers")).to_be_focused()
    keys.press("Control+z")
    expect(units(table)).to_have_count(2)
    keys.press("Control+y")
    expect(units(table)).to_have_count(1)
    keys.press("Enter")
    tab_to(table, "Sergeant")
    keys.press("Space")
    expect(units(table).first).to_contain_text("Sergeant")
    keys.press("Escape")
    expect(page.locator(".pick-open")).to_have_count(0)
    expect(page.get_by_role("button", name="Unit 1: Grass Lancers")).to_be_focused()
    keys.press("Control+s")
    table.is_told("“Tallgrass Horde” is saved.")
    page.get_by_label("Name of the list").focus()
    tab_to(table, "Play it now")
    keys.press("Enter")
    at_the_table(table, "Tallgrass Horde")


def test_from_an_empty_list_to_a_battle_on_a_phone(phone: Table) -> None:
    page = phone.page
    page.goto("/")
    page.get_by_role("link", name="Army lists").tap()
    page.get_by_role("button", name=REGIMENTS).tap()
    page.get_by_label("Faction").select_option("Tallgrass Horde")
    page.get_by_role("button", name="Build from scratch").tap()
    page.locator(".builder-entry").first.wait_for()
    page.get_by_label("Search units").fill("lancers")
    page.get_by_role("button", name=re.compile("^Add Grass Lancers, \\d")).tap()
    foot = page.locator(".builder-foot")
    foot.get_by_role("button", name="List 1").tap()
    page.get_by_role("button", name="Unit 1: Grass Lancers").tap()
    page.get_by_label("Musician", exact=True).tap()
    expect(units(phone).first).to_contain_text("Musician")
    page.wait_for_function("document.documentElement.scrollWidth <= innerWidth")
    foot.get_by_role("button", name="Check").tap()
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    foot.get_by_role("button", name="Play it now").tap()
    at_the_table(phone, "Tallgrass Horde")


def test_every_problem_is_told_with_its_rule_and_mended(table: Table) -> None:
    page = table.page
    sample(table, "The League in Arms")
    page.get_by_label("Points limit").fill("1950")
    page.get_by_label("Points limit").press("Enter")
    problem = page.locator(".builder-problem", has_text="50 more than the 1950")
    expect(problem).to_have_count(1)
    expect(page.get_by_role("button", name="Play it now").first).to_be_disabled()
    problem.locator(".chip").click()
    expect(page.locator("dialog.popover .mono")).to_have_text("kow.army.faction_points")
    page.keyboard.press("Escape")
    problem.locator(".mend").first.click()
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    page.get_by_role("button", name="Undo").click()
    expect(problem).to_have_count(1)


def test_a_problem_leads_to_its_unit(table: Table) -> None:
    page = table.page
    text = 'name = "Raid"\nfaction = "Tallgrass Horde"\npoints = 750\n[[regiment]]\nunit = "Grass Lancers"\n'
    lists(table)
    page.get_by_role("button", name="Import a list").click()
    page.locator("textarea").fill(text + '\n[[regiment]]\nunit = "Milk Thieves"\n')
    page.get_by_role("button", name="Open in the builder").click()
    problem = page.locator(".builder-problem", has_text="Milk Thieves")
    problem.get_by_role("button", name="Go to unit 2").click()
    expect(page.get_by_role("button", name="Unit 2: Milk Thieves")).to_be_focused()
    problem.get_by_role("button", name="Remove Milk Thieves").click()
    expect(units(table)).to_have_count(1)


def test_filters_leave_what_one_can_have(table: Table) -> None:
    page = table.page
    begin(table, "Brasswater League", KINGS)
    entries = page.locator(".builder-entry")
    page.get_by_role("group", name="Category").get_by_role("button", name="Commander", exact=True).click()
    expect(entries.filter(has_not_text="commander")).to_have_count(0)
    page.get_by_role("group", name="Category").get_by_role("button", name="All").click()
    page.get_by_label("Points limit").fill("100")
    page.get_by_label("Points limit").press("Enter")
    page.get_by_label("Affordable").check()
    page.get_by_label("Legal", exact=True).check()
    expect(page.locator(".add-unit.not-now")).to_have_count(0)
    page.get_by_label("Search units").fill("no such thing")
    page.get_by_role("button", name="Clear filters").click()
    expect(entries.first).to_be_visible()


def test_saved_lists_come_back_are_renamed_copied_and_deleted(table: Table) -> None:
    page = table.page
    sample(table, "The Harbour Watch")
    page.get_by_role("button", name="Save", exact=True).click()
    table.is_told("“The Harbour Watch” is saved.")
    page.goto("/#/lists")
    page.reload()
    row = page.locator(".battle-row", has_text="The Harbour Watch")
    expect(row).to_contain_text("Saved on the server")
    page.get_by_role("button", name="Rename The Harbour Watch").click()
    page.get_by_label("New name for The Harbour Watch").fill("Night Watch")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Copy Night Watch").click()
    expect(page.get_by_role("link", name="Night Watch (copy)", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete Night Watch", exact=True).click()
    expect(page.get_by_role("link", name="Night Watch", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo: restore Night Watch", exact=True).click()
    expect(page.get_by_role("link", name="Night Watch", exact=True)).to_be_visible()
    page.get_by_role("link", name="Edit: Night Watch", exact=True).click()
    expect(page.get_by_label("Name of the list")).to_have_value("Night Watch")


def test_what_this_browser_has_lost_comes_back_from_the_server(table: Table) -> None:
    page = table.page
    sample(table, "The Harbour Watch")
    page.get_by_role("button", name="Save", exact=True).click()
    table.is_told("“The Harbour Watch” is saved.")
    page.evaluate("localStorage.removeItem('warhost.lists'); localStorage.removeItem('warhost.list-at-work')")
    page.goto("about:blank")
    page.goto("/#/lists")
    expect(page.get_by_role("link", name="The Harbour Watch", exact=True)).to_be_visible()


def test_the_list_at_work_outlives_a_reload(table: Table) -> None:
    begin(table)
    adds(table, "Grass Lancers")
    expect(units(table)).to_have_count(1)
    table.page.reload()
    expect(units(table)).to_have_count(1)


def test_a_link_opens_the_same_list_in_another_browser(table: Table, friend: Table) -> None:
    sample(table, "The Harbour Watch")
    count = table.page.locator(".builder-pick").count()
    table.page.get_by_role("button", name="Share").click()
    link = table.page.locator(".share-link input")
    expect(link).to_have_value(re.compile("#kow-1-"))
    friend.page.goto(link.input_value())
    expect(friend.page.get_by_label("Name of the list")).to_have_value("The Harbour Watch")
    expect(units(friend)).to_have_count(count)
    friend.page.goto("about:blank")
    friend.page.goto("/#kow-1-nonsense")
    expect(friend.page.get_by_text("the link is damaged")).to_be_visible()


def test_a_shared_text_is_pasted_into_another_browser(table: Table, friend: Table) -> None:
    sample(table, "The Harbour Watch")
    table.page.get_by_role("button", name="Share").click()
    text = table.page.get_by_role("textbox", name="As text")
    expect(text).to_have_value(re.compile("The Harbour Watch"))
    lists(friend, KINGS)
    friend.page.get_by_role("button", name="Import a list").click()
    friend.page.locator("textarea").fill(text.input_value())
    friend.page.get_by_role("button", name="Open in the builder").click()
    expect(friend.page.get_by_label("Name of the list")).to_have_value("The Harbour Watch")


def test_a_packed_roster_of_another_builder_is_opened(table: Table) -> None:
    essence = muster("eow")
    told = foreign_roster(essence, surprise(essence, "Dwarven Holds", 1200, "balanced", Chance(1), name="Holds"))
    packed = packed_roster(roster_xml(told), "Holds")
    lists(table, ESSENCE)
    page = table.page
    page.get_by_role("button", name="Import a list").click()
    choose = page.locator("dialog input[type=file]")
    choose.set_input_files({"name": "cut.rosz", "mimeType": "application/zip", "buffer": packed[:60]})
    expect(page.get_by_text("cut.rosz is damaged").first).to_be_visible()
    choose.set_input_files({"name": "holds.rosz", "mimeType": "application/zip", "buffer": packed})
    page.get_by_role("button", name="Open in the builder").click()
    expect(page.get_by_label("Name of the list")).to_have_value("Holds")


def test_a_list_with_units_of_its_own_is_kept_to_be_played(table: Table) -> None:
    page = table.page
    lists(table)
    page.get_by_role("button", name="Import a list").click()
    page.locator("textarea").fill(LIST)
    page.get_by_role("button", name="Open in the builder").click()
    expect(page.get_by_role("alert")).to_contain_text("you can play it but not edit it")
    page.get_by_role("button", name="Save to my lists").click()
    page.get_by_role("button", name="Set up a battle: Reed Levy").click()
    expect(page.locator(".side select").first.locator("option:checked")).to_have_text("Reed Levy")


def test_chance_makes_an_army_that_can_be_undone_and_compared(table: Table) -> None:
    page = table.page
    begin(table, "Brasswater League", KINGS)
    page.get_by_role("button", name="Surprise me").first.click()
    page.get_by_label("Kind of army").select_option("shooting")
    page.locator("dialog").get_by_role("button", name="Surprise me").click()
    expect(page.locator(".builder-totals")).to_contain_text("This list is legal.")
    page.get_by_role("button", name="Compare").click()
    page.locator("dialog select").select_option("same/The Harbour Watch")
    expect(page.locator(".compared th[scope=col]").last).to_have_text("The Harbour Watch")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Undo").click()
    expect(units(table)).to_have_count(0)


def test_a_list_is_taken_along_to_the_set_up_of_a_battle(table: Table) -> None:
    page = table.page
    sample(table, "The Harbour Watch")
    page.get_by_role("button", name="Set up a battle").click()
    expect(page.locator(".side select").first.locator("option:checked")).to_have_text("The Harbour Watch")
    page.locator(".own-army").get_by_text("This list is legal").wait_for()


def test_the_printed_sheet_has_every_unit_and_what_its_rules_mean(table: Table) -> None:
    page = table.page
    sample(table, "The Harbour Watch")
    page.emulate_media(media="print")
    sheet = page.locator(".print-sheet")
    expect(sheet).to_be_visible()
    expect(sheet.locator("article")).to_have_count(8)
    expect(sheet.locator("dt").first).to_be_visible()
    expect(page.locator(".builder-columns")).to_be_hidden()


def test_a_hero_joins_a_unit_and_leaves_it_again(table: Table) -> None:
    page = table.page
    begin(table)
    adds(table, "Grass Lancers")
    adds(table, "Horsetail Chieftain")
    page.get_by_role("button", name="Unit 2: Horsetail Chieftain").click()
    page.get_by_label("Joins a unit").select_option(label="Unit 1: Grass Lancers")
    expect(units(table)).to_have_count(1)
    expect(units(table).first).to_contain_text("with Horsetail Chieftain")
    page.get_by_role("button", name="Detach Horsetail Chieftain").click()
    expect(units(table)).to_have_count(2)


SCREENS: dict[str, Any] = {"wide": {}, "phone": PHONE}


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("state", ["lists", "open", "problems", "share", "compare"])
def test_nothing_serious_keeps_people_out_of_the_builder(
    browser: Browser, address: str, axe: str, screen: str, state: str
) -> None:
    with seated(browser, address, **SCREENS[screen]) as page:
        table = Table(page, address)
        lists(table, KINGS)
        if state != "lists":
            page.get_by_role("button", name="The League in Arms").click()
            units(table).first.wait_for()
            settled(table)
        match state:
            case "open":
                page.get_by_role("button", name="Unit 1: ").click()
                page.locator(".pick-options").wait_for()
            case "problems":
                page.get_by_label("Points limit").fill("900")
                page.get_by_label("Points limit").press("Enter")
                if screen == "phone":
                    page.locator(".builder-foot").get_by_role("button", name="Check").click()
                page.locator(".builder-problem").first.wait_for()
            case "share":
                page.get_by_role("button", name="Share").click()
                page.locator(".share-link").wait_for()
            case "compare":
                page.get_by_role("button", name="Compare").click()
                page.locator("dialog select").select_option("same/The Harbour Watch")
                page.locator(".compared").wait_for()
        table.keeps_nobody_out(axe)
