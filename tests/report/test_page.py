"""The page of a battle: whole, on its own, and safe whatever things are called."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from warhost.dice import Chance
from warhost.play import Game, RecordError, Setup, copied, read_record, record_of
from warhost.players import RandomPlayer, play_out, start
from warhost.report import Story, page, report, story_of, story_of_record
from warhost.report.page import _die
from warhost.report.telling.turning import first_told
from warhost.report.telling.words import Names, words
from warhost.rulesets import ruleset

EOW = ruleset("eow")
NASTY = '<script>alert("x")</script> & <b>Sons</b>'
SETUP = Setup(ruleset="eow", armies=("Vampire Covenant", "Orcs and Goblins"), map="1", names=(NASTY, "Waaagh"))
VOID = {"meta", "br", "link", "img"}


class Tags(HTMLParser):
    """A check that every tag is closed in its order; it keeps what there is."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def parsed(html: str) -> Tags:
    tags = Tags()
    tags.feed(html)
    tags.close()
    assert tags.open == []
    return tags


@pytest.fixture(scope="module")
def game() -> Game:
    game = start(EOW, SETUP, "11")
    play_out(game, [RandomPlayer(Chance(f"player {seat}")) for seat in range(2)])
    return game


@pytest.fixture(scope="module")
def html(game: Game) -> str:
    return report(game, setup=SETUP, players=("Ann", "Bob"), seed="11", file="battle.json")


@pytest.fixture(scope="module")
def activations() -> Story:
    """A battle in which a player has several turns in a round."""
    record = read_record(Path(__file__).parents[1] / "golden" / "aofr-captains-1.json")
    return story_of_record(record)


def test_the_page_is_sound_html_with_a_drawing_for_every_turn(game: Game, html: str) -> None:
    tags = parsed(html)
    assert html.startswith("<!DOCTYPE html>\n")
    drawings = sum(1 for name, value in tags.attributes if name == "role" and value == "img")
    assert drawings == len(story_of(game).chapters) == 9
    assert tags.seen.count("details") > 0


def test_names_stay_text(html: str) -> None:
    tags = parsed(html)
    assert "script" not in tags.seen
    assert "b" not in tags.seen
    assert NASTY in tags.words


def test_the_page_needs_nothing_else(html: str) -> None:
    tags = parsed(html)
    assert not {"link", "img", "iframe", "object"} & set(tags.seen)
    assert not [value for name, value in tags.attributes if name in ("src", "srcset", "onload")]
    assert all(value and value.startswith("#") for name, value in tags.attributes if name == "href")
    assert "@import" not in html
    assert set(re.findall(r"url\((.)", html)) <= {"#"}
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}


def test_references_inside_the_page_lead_somewhere_and_ids_are_given_once(html: str) -> None:
    ids = [value for name, value in parsed(html).attributes if name == "id"]
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", html)) <= set(ids)
    assert set(re.findall(r'href="#([^"]+)"', html)) <= set(ids)


def test_a_turning_point_leads_to_the_line_that_tells_of_it(activations: Story) -> None:
    html = page(activations)
    decided = html[html.index('<section class="decided">') : html.index("Who was likely to win")]
    lines = dict(re.findall(r'<li id="([^"]+)">(.*?)</li>', html))
    told = [unescape(re.sub("<[^>]+>", "", lines[place])) for place in re.findall(r'href="#([^"]+)"', decided)]
    points = activations.turning_points
    assert len({(point.turn, point.active) for point in points}) < len(points), "several in one round of a player"
    legs = {leg.at: leg for leg in activations.course.legs}
    opens = [legs[point.at].events[first_told(legs[point.at]) or 0] for point in points]
    said = [
        words(event, Names(legs[point.at].before, legs[point.at].after))
        for point, event in zip(points, opens, strict=True)
    ]
    assert told == [one.replace('"', "\u2033") for one in said]


def test_how_every_round_ended_stands_under_the_word_of_the_rulebook(activations: Story, html: str) -> None:
    assert "<th>Round</th>" in page(activations)
    assert "<th>Turn</th>" in html


def test_the_page_says_who_played_how_it_ended_and_how_to_replay_it(game: Game, html: str) -> None:
    assert game.battle.outcome is not None
    words = "".join(parsed(html).words)
    assert game.battle.outcome.text in words
    assert "Player: Ann" in words
    assert "warhost replay battle.json --verify" in words
    assert game.hash() in words


def test_the_same_battle_gives_the_same_page(game: Game, html: str) -> None:
    assert report(game, setup=SETUP, players=("Ann", "Bob"), seed="11", file="battle.json") == html


def test_a_record_gives_the_page_of_its_game(game: Game, html: str) -> None:
    record = record_of(game, SETUP, ("Ann", "Bob"), "11")
    assert report(record, file="battle.json") == html


def test_a_record_of_other_rules_is_shown_from_its_snapshots_and_says_so(game: Game) -> None:
    record = record_of(game, SETUP, ("Ann", "Bob"), "11")
    steps = (record.steps[0], msgspec.structs.replace(record.steps[1], hash="0" * 16), *record.steps[2:])
    changed = msgspec.structs.replace(record, steps=steps)
    with pytest.raises(RecordError, match="step 1"):
        report(changed)
    told = report(msgspec.structs.replace(changed, version="0.9"))
    words = "".join(parsed(told).words)
    assert "it was made by eow 0.9, this is" in words
    assert "Showing its snapshots" in words
    assert game.battle.outcome is not None
    assert game.battle.outcome.text in words


def test_a_unit_that_was_lost_is_struck_out(game: Game) -> None:
    story = story_of(game)
    battle = copied(story.battle)
    battle.units[0].pose, battle.units[0].fate = None, "destroyed"
    told = page(msgspec.structs.replace(story, battle=battle))
    assert re.search(r'<tr class="gone"><td><span class="who s0">Vampire Courtier</span>.*?<td>destroyed</td>', told)


@pytest.mark.parametrize(("size", "drawn"), [(6, False), (3, False), (5, True), (10, True), (12, True), (8, False)])
def test_dice_that_are_no_cubes_have_their_own_shape(size: int, drawn: bool) -> None:
    html = _die(4, True, size)
    tags = parsed(html)
    assert tags.words == ["4"]
    assert ("svg" in tags.seen) is drawn
    assert (f"die d{size} good" if drawn else "die good") in html
    assert not drawn or ("aria-label", "4") in tags.attributes
