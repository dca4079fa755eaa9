"""What happens is shown one thing at a time: held, stepped through, skipped, or there at once.

The pages of these tests are so slow that nothing goes on by itself: whoever wants the next happening asks for it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import seated
from tests.browser.table import PATIENCE, Glance, Table, either_is_asked

if TYPE_CHECKING:
    from playwright.sync_api import Browser

GOLDEN = Path(__file__).parents[1] / "golden"
RECORDS = {"eow": GOLDEN / "eow-captains-1.json", "aofr": GOLDEN / "aofr-captains-2.json"}
# A happening lasts for hours at this speed.
ALL_STANDS_STILL = {"speed": 0.0001, "hints": False}
MOST = 400


class Show(Table):
    """A table whose page shows what happens, and waits for whoever watches."""

    def place(self) -> int:
        """The place in the log of what is shown; -1: nothing is."""
        return self.now().shown

    def begins(self) -> None:
        self.page.locator(".show").wait_for()

    def step(self) -> None:
        """The next happening, if there is one; else the next question."""
        place = self.place()
        self.page.keyboard.press(".")
        self.until("now.shown !== given", place)

    def steps_to(self, what: str) -> None:
        """Step on until that is there."""
        for _ in range(MOST):
            seen = self.until("document.querySelector(given) || now.shown >= 0 || now.may_answer || now.over", what)
            # Nothing of a page that waits for somebody changes by itself.
            if self.page.locator(what).count():
                return
            assert seen.shown >= 0, f"{what} did not come before the next question."
            self.step()
        raise AssertionError(f"{what} did not come.")

    def skips(self) -> Glance:
        """To the next question."""
        while (seen := self.something()).shown >= 0:
            self.page.keyboard.press("s")
            self.until("now.shown !== given", seen.shown)
        return seen

    def counts_shows(self) -> None:
        """From now on the page notes how often something was shown."""
        self.page.evaluate(
            "() => { window.seen = 0; new MutationObserver(() => {"
            " if (document.querySelector('.show')) window.seen++; }).observe(document.body,"
            " {childList: true, subtree: true}); }"
        )

    def shows_counted(self) -> int:
        count: int = self.page.evaluate("window.seen")
        return count

    def spoken(self) -> list[str]:
        return self.page.locator(".voice p").all_inner_texts()

    def get(self, path: str, token: str) -> Any:
        with urlopen(Request(self.address + path, headers={"X-Warhost-Token": token}), timeout=PATIENCE) as response:
            return json.load(response)

    def before_a_fight(self, book: str) -> dict[str, Any]:
        """Sit down at a recorded battle where the last decision before its first fight was made."""
        with urlopen(Request(f"{self.address}/api/import", RECORDS[book].read_bytes()), timeout=PATIENCE) as response:
            shown = json.load(response)
        timeline = self.get(f"/api/battles/{shown['id']}/timeline", shown["watch"])
        log = self.get(f"/api/battles/{shown['id']}/moment/{timeline['last']}", shown["watch"])["log"]
        told = next(line["number"] for line in log if line["fight"])
        stop = next(stop for stop in reversed(timeline["stops"]) if stop["number"] < told)
        seats = [{"player": "human" if seat == stop["seat"] else "random"} for seat in range(2)]
        body = json.dumps({"at": stop["number"], "seats": seats, "seed": "1"}).encode()
        headers = {"Content-Type": "application/json", "X-Warhost-Token": shown["watch"]}
        request = Request(f"{self.address}/api/battles/{shown['id']}/branch", body, headers)
        with urlopen(request, timeout=PATIENCE) as response:
            made: dict[str, Any] = json.load(response)
        self.takes(made, stop["seat"])
        self.wait()
        return made

    def answers(self, first: str = "1") -> Glance:
        super().answers(first)
        return self.something()

    def something(self) -> Glance:
        """Until something is shown, or somebody is asked, here or elsewhere."""
        return self.until("now.shown >= 0 || now.may_answer || now.over || now.text.startsWith('Waiting for')")

    def to_a_fight(self, book: str) -> dict[str, Any]:
        """Until the result of a fight is shown."""
        made = self.before_a_fight(book)
        for _ in range(MOST):
            seen = self.something()
            if self.page.locator(".show .fight-card .fighters").count():
                return made
            if seen.shown >= 0:
                self.step()
            else:
                self.answers()
        raise AssertionError("Nobody fought.")


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Show]:
    with seated(browser, address, likes=ALL_STANDS_STILL) as page:
        yield Show(page, address)


def deployed(show: Show) -> dict[str, Any]:
    """Until this person's first unit is placed and the other side sets up its own."""
    made = show.new_battle()
    for _ in range(MOST):
        placed = show.wait().kind == "place"
        if show.answers().shown >= 0 and placed:
            return made
        show.skips()
    raise AssertionError("Nobody else was deployed.")


def test_what_the_other_side_does_is_shown_one_thing_at_a_time(show: Show) -> None:
    deployed(show)
    page = show.page
    expect(page.locator(".question.open")).to_have_count(0)
    said = page.locator(".happening h2").inner_text()
    assert said.endswith("deployed")
    # The table and the log are no farther than what is told.
    expect(page.locator(".log .line").last).to_contain_text(said)
    expect(page.locator(".unit.acting")).to_have_count(1)
    expect(page.locator(".turn-row .over")).to_have_text(page.locator("h1.phase").inner_text())
    show.steps_to(".question.open fieldset:enabled")
    expect(page.locator(".show")).to_have_count(0)


@pytest.mark.slow
def test_one_key_skips_to_the_next_decision(show: Show) -> None:
    deployed(show)
    show.page.keyboard.press("Escape")
    show.wait()
    expect(show.page.locator(".show")).to_have_count(0)


@pytest.mark.parametrize("book", ["eow", pytest.param("aofr", marks=pytest.mark.slow)])
def test_the_result_of_a_fight_is_a_card_with_scores_and_their_parts(show: Show, book: str) -> None:
    show.to_a_fight(book)
    page = show.page
    card = page.locator(".show .fight-card")
    sides = card.locator(".fighters")
    expect(sides).to_have_count(2)
    for number in range(2):
        side = sides.nth(number)
        expect(side.locator(".who span")).not_to_be_empty()
        amounts = [float(text or 0) for text in side.locator("li > b").all_inner_texts()]
        expect(side.locator(".total")).to_have_text(f"{sum(amounts):g}")
        expect(side.locator(".chip").first).to_be_visible()
    winners = card.locator(".fighters.winner").count()
    expect(card.locator("h3")).to_have_text(re.compile("won by" if winners else "tie|Nobody"))
    expect(page.locator(".unit:is(.acting, .acted-on)").first).to_be_visible()
    card.locator(".chip").first.click()
    expect(page.locator(".popover, [popover], .rule-popover").first).to_be_visible()


@pytest.mark.slow
def test_dice_are_shown_with_what_they_need_and_losses_at_the_unit(show: Show) -> None:
    show.before_a_fight("eow")
    show.answers()
    show.steps_to(".happening .dice .need")
    expect(show.page.locator(".happening .die").first).to_be_visible()
    show.steps_to(".losses .loss")
    expect(show.page.locator(".losses .loss").first).to_have_text(re.compile(r"\d"))


@pytest.mark.slow
def test_the_buttons_hold_step_and_skip(show: Show) -> None:
    deployed(show)
    page = show.page
    controls = page.get_by_role("group", name="Playback")
    controls.get_by_role("button", name="Pause").click()
    expect(controls.get_by_role("button", name="Continue")).to_be_visible()
    controls.get_by_role("button", name="Skip").click()
    show.wait()


@pytest.mark.slow
def test_the_speed_is_remembered(show: Show) -> None:
    deployed(show)
    page = show.page
    page.get_by_role("button", name="Normal", exact=True).click()
    expect(page.get_by_role("button", name="Normal", exact=True)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("s")
    show.wait()
    page.reload()
    show.wait()
    page.wait_for_function("JSON.parse(localStorage.getItem('warhost.settings')).speed === 1")


def test_at_once_is_remembered_and_can_be_turned_off_again(show: Show) -> None:
    deployed(show)
    page = show.page
    page.get_by_label("Skip animations").click()
    show.wait()
    page.reload()
    show.wait()
    show.counts_shows()
    show.answers()
    show.settles(show.shows_counted, 0)
    page.locator(".menu summary").click()
    page.get_by_role("button", name="Show what happens step by step").click()
    while show.answers().shown < 0:
        pass


@pytest.mark.slow
def test_after_a_reload_nothing_is_shown_again(show: Show) -> None:
    made = show.to_a_fight("eow")
    page = show.page
    seat = next(iter(made["tokens"]))
    last = show.get(f"/api/battles/{made['id']}/timeline", made["tokens"][seat])["last"]
    page.reload()
    page.locator(".question").wait_for()
    show.until("now.number >= given", last)
    expect(page.locator(".show")).to_have_count(0)


@pytest.mark.slow
def test_what_is_taken_back_is_not_shown_on(show: Show) -> None:
    deployed(show)
    number = show.number
    show.page.locator("button.undo").click()
    show.wait()
    expect(show.page.locator(".show")).to_have_count(0)
    show.until("now.number < given", number)
    show.is_asked("place")


@pytest.mark.slow
def test_everything_is_spoken_once_and_in_its_order(show: Show) -> None:
    show.to_a_fight("eow")
    show.skips()
    spoken = show.spoken()
    page = show.page
    # A fight is folded into one entry.
    page.evaluate("document.querySelectorAll('.log details').forEach((one) => (one.open = true))")
    facts = (
        page.locator(".log .line:not(.heading)")
        .filter(has_not=page.locator(".dice"))
        .locator(".what")
        .all_inner_texts()
    )
    new = facts[-12:]
    places = [spoken.index(text) for text in dict.fromkeys(new) if text in spoken]
    assert len(places) > 3
    assert places == sorted(places)
    assert not Counter(text for text in spoken if text in new) - Counter(facts)


@pytest.mark.slow
def test_looking_back_ends_the_show_and_now_is_where_the_battle_stands(show: Show) -> None:
    deployed(show)
    page = show.page
    page.get_by_role("button", name="To the start").click()
    page.locator(".past-banner").wait_for()
    expect(page.locator(".show")).to_have_count(0)
    page.locator(".past-banner button").click()
    show.wait()


def test_a_battle_that_is_watched_is_shown_in_the_same_way(show: Show) -> None:
    page = show.page
    with urlopen(Request(f"{show.address}/api/import", RECORDS["eow"].read_bytes()), timeout=PATIENCE) as response:
        made = json.load(response)
    page.goto(f"/#/join/{made['id']}/watch/{made['watch']}/at/0")
    page.locator(".past-banner").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    show.begins()
    place = show.place()
    show.step()
    show.until("now.shown > given", place)
    expect(page.locator(".log .line").last).to_contain_text(page.locator(".happening h2").inner_text())
    page.keyboard.press("s")
    expect(page.locator(".show")).to_have_count(0)
    expect(page.locator(".past-banner")).to_have_count(0)


@pytest.mark.slow
def test_whoever_sits_on_the_other_side_is_shown_it_too(show: Show, friend: Table) -> None:
    """Two people, each with a page: what one decides is shown to the other, who is then asked."""
    made = show.new_battle(seats=[{"player": "human"}, {"player": "human"}])
    page = show.page
    friend.takes(made, 1)
    friend.page.locator(".question h2").wait_for()
    for _ in range(MOST):
        # Either may be asked: whoever is answers, until something of the other's is shown here.
        here, _ = either_is_asked(show, friend)
        if here.shown >= 0:
            break
        Table.answers(show if here.may_answer else friend)
    show.steps_to(".question h2:not(.happening h2)")
    expect(page.locator(".show")).to_have_count(0)


@pytest.mark.slow
def test_an_own_move_without_dice_is_not_waited_for(show: Show) -> None:
    show.new_battle()
    while show.skips().kind != "manoeuvre":
        show.answers()
    show.counts_shows()
    show.page.keyboard.type("2")
    show.page.keyboard.press("ArrowUp")
    assert show.verdict() == "ok"
    show.press("Enter")
    show.settles(show.shows_counted, 0)


@pytest.mark.slow
def test_who_watches_computers_skips_to_now_and_is_shown_what_follows(show: Show) -> None:
    seats = [{"player": "captain"}, {"player": "captain"}]
    made = show.post("/api/battles", {"map": "1", "seed": "2", "seats": seats, "house": {"pace": 1}})
    show.page.goto(f"/#/join/{made['id']}/watch/{made['watch']}")
    show.begins()
    place = show.place()
    show.page.keyboard.press("s")
    show.until("now.shown > given", place)
