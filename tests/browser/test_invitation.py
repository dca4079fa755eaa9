"""A friend by a link chooses the army: what each of the two sees, until the battle begins for both."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import ROOT, seated
from tests.browser.table import Table
from tests.ports import free_port
from tests.server.test_muster import LIST

if TYPE_CHECKING:
    from playwright.sync_api import Browser

REGIMENTS = "Age of Fantasy: Regiments"
WAITING = "Waiting for your friend to choose an army"


def invite(table: Table, book: str = "", army: str = "", hidden: bool = False) -> str:
    """Set up a battle in which a friend chooses the second army; returns the link."""
    page = table.page
    page.goto("/")
    if book:
        page.get_by_role("button", name=book).click()
    first, second = page.locator(".side").nth(0), page.locator(".side").nth(1)
    if army:
        first.get_by_label("Army").select_option(army)
    first.get_by_label("Name").fill("Ann")
    second.get_by_label("Played by").select_option(label="A friend, by a link")
    if hidden:
        second.get_by_label("until both are chosen").check()
    page.get_by_role("button", name="Invite your friend").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(WAITING)
    link = page.get_by_label("Send this link to your friend")
    expect(link).to_have_value(re.compile("/#/join/"))
    return link.input_value()


def at_the_table(*tables: Table) -> None:
    """The battle has begun for all of them."""
    for one in tables:
        one.page.locator(".question h2").wait_for()


def test_a_friend_chooses_an_army_and_the_battle_begins_for_both(table: Table, friend: Table) -> None:
    link = invite(table, army="Dread Elves")
    friend.page.goto(link)
    expect(friend.page.get_by_role("heading", level=1)).to_have_text("Choose your army")
    expect(friend.page.get_by_text("Ann invites you to a battle of The 9th Age: Essence of War.")).to_be_visible()
    expect(friend.page.locator(".side", has_text="First side: Ann")).to_contain_text("Dread Elves")
    expect(table.page.locator(".side", has_text="Second side")).to_contain_text("Here")
    friend.page.get_by_label("Army").select_option("Empire of Sonnstahl")
    friend.page.get_by_label("Name").fill("Bob")
    friend.page.get_by_role("button", name="Ready").click()
    at_the_table(table, friend)
    for one in (table, friend):
        expect(one.page.locator(".seats b")).to_have_text(["Ann", "Bob"])
    expect(friend.page.locator(".seats li:has(.kind:text-is('you')) b")).to_have_text("Bob")


@pytest.mark.slow
def test_a_friend_brings_a_list_by_keyboard_alone(table: Table, friend: Table) -> None:
    friend.page.goto(invite(table, REGIMENTS))
    page = friend.page
    page.get_by_role("button", name="Bring your own list").focus()
    page.keyboard.press("Enter")
    text = page.locator("dialog textarea")
    text.focus()
    # The window takes the focus itself when it opens, perhaps a moment later.
    expect(text).to_be_focused()
    page.keyboard.insert_text(LIST)
    expect(text).to_have_value(LIST)
    page.get_by_text("This list is legal").wait_for()
    page.get_by_role("button", name="Use this list").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".mustered")).to_contain_text("Reed Levy: 280 of 500 points")
    page.get_by_label("Name", exact=True).focus()
    page.keyboard.insert_text("Bob")
    page.keyboard.press("Enter")
    at_the_table(table, friend)
    expect(page.locator(".question")).to_be_focused()
    expect(table.page.locator(".seats b").nth(1)).to_have_text("Bob")


@pytest.mark.slow
def test_a_list_that_is_too_large_is_refused_as_in_a_new_battle(table: Table, friend: Table) -> None:
    friend.page.goto(invite(table, REGIMENTS))
    page = friend.page
    page.get_by_role("button", name="Bring your own list").click()
    page.locator("dialog textarea").fill(LIST.replace("120pts", "1120pts"))
    page.get_by_role("button", name="Use this list").click()
    expect(page.locator(".mustered")).to_contain_text("280 more than the 1000 of the game")
    page.get_by_role("button", name="Ready").click()
    friend.is_told("280 more than the 1000 of the game")
    expect(page.get_by_role("heading", level=1)).to_have_text("Choose your army")
    page.get_by_label("Army").select_option("Unburied Host")
    page.get_by_role("button", name="Ready").click()
    at_the_table(table, friend)


@pytest.mark.slow
def test_whoever_waits_may_choose_for_the_friend_and_change_the_own_army(table: Table) -> None:
    invite(table, army="Dread Elves")
    page = table.page
    page.get_by_role("button", name="Change the army").click()
    page.locator(".choosing").get_by_label("Army").select_option("Beast Herds")
    page.get_by_role("button", name="Take this army").click()
    expect(page.locator(".choosing")).to_have_count(0)
    expect(page.locator(".side", has_text="First side")).to_contain_text("Beast Herds")
    page.get_by_role("button", name="Choose for them").click()
    page.locator(".choosing").get_by_label("Army").select_option("Dread Elves")
    page.get_by_role("button", name="Choose this army for them").click()
    # The friend still needs the link.
    expect(page.locator("dialog[open] .share-seat")).to_have_count(2)
    expect(page.locator(".seats b")).to_have_text(["Ann", "Dread Elves"])


@pytest.mark.slow
def test_hidden_armies_are_seen_by_their_owner_alone(table: Table, friend: Table) -> None:
    friend.page.goto(invite(table, army="Dread Elves", hidden=True))
    expect(table.page.locator(".side", has_text="First side")).to_contain_text("Warlock Outcast")
    expect(friend.page.locator(".side", has_text="First side")).to_contain_text(
        "You will see it when the battle begins"
    )
    expect(friend.page.locator("main")).to_contain_text("hidden until the battle begins.")
    expect(friend.page.locator(".side", has_text="First side")).not_to_contain_text("Warlock Outcast")


@pytest.mark.slow
def test_spectators_see_that_armies_are_chosen_and_then_the_battle(table: Table, friend: Table) -> None:
    link = invite(table, army="Dread Elves")
    watching = table.page.get_by_label("Anyone with this link can watch")
    expect(watching).to_have_value(re.compile("/#/"))
    friend.page.goto(watching.input_value())
    expect(friend.page.get_by_role("heading", level=1)).to_have_text("The armies are being chosen")
    expect(friend.page.get_by_role("button", name="Choose for them")).to_have_count(0)
    table.page.goto(link)
    table.page.get_by_role("button", name="Ready").click()
    at_the_table(table, friend)


@contextmanager
def server(data: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """A server on a port of its own, so that another can take its place."""
    program = "from warhost.cli import main; main()"
    command = [sys.executable, "-c", program, "play", "--no-browser", "--port", str(port), "--data", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            process.kill()


@pytest.mark.slow
def test_both_pages_come_back_when_the_server_was_killed_while_they_waited(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    where = f"http://127.0.0.1:{port}"
    with (
        server(tmp_path / "b.sqlite", port) as process,
        seated(browser, where, may_complain=True) as here,
        seated(browser, where, may_complain=True) as there,
    ):
        table, friend = Table(here, where), Table(there, where)
        friend.page.goto(invite(table, army="Dread Elves"))
        friend.page.get_by_label("Army").select_option("Empire of Sonnstahl")
        process.send_signal(signal.SIGKILL)
        for one in (table, friend):
            expect(one.page.locator(".gathering")).to_contain_text("Connection lost")
        process.wait()
        with server(tmp_path / "b.sqlite", port):
            for one in (table, friend):
                expect(one.page.locator(".gathering")).not_to_contain_text("Connection lost")
            # What was being chosen is still there.
            expect(friend.page.get_by_label("Army")).to_have_value("Empire of Sonnstahl")
            friend.page.get_by_role("button", name="Ready").click()
            at_the_table(table, friend)


@pytest.mark.slow
def test_a_friend_who_leaves_and_returns_finds_the_choice_again(table: Table, friend: Table) -> None:
    friend.page.goto(invite(table))
    friend.page.locator(".choosing").wait_for()
    friend.page.goto("about:blank")
    expect(table.page.locator(".side", has_text="Second side")).to_contain_text("Away")
    friend.page.goto("/#/library")
    expect(friend.page.locator(".battle-row .your-move")).to_have_text("Choose your army")
    friend.page.get_by_role("link", name="Open").click()
    friend.page.get_by_role("button", name="Ready").click()
    at_the_table(table, friend)


@pytest.mark.slow
@pytest.mark.parametrize("screen", ["waiting", "choosing"])
def test_nothing_serious_keeps_people_out_of_the_lobby(table: Table, friend: Table, axe: str, screen: str) -> None:
    link = invite(table, army="Dread Elves")
    if screen == "waiting":
        table.keeps_nobody_out(axe)
    else:
        friend.page.goto(link)
        friend.page.locator(".choosing").wait_for()
        friend.keeps_nobody_out(axe)
