"""Stories: events in words by turn, player and phase, and what they came to."""

from __future__ import annotations

from html import escape
from pathlib import Path

import msgspec
import pytest

from examples import tiny_race as tiny
from warhost.dice import Chance
from warhost.play import DiceRolled, Game, RecordError, Setup, luck_of, read_record
from warhost.play.battle import copied
from warhost.players import RandomPlayer, play_out, start
from warhost.report import Names, Story, as_data, page, story_of, story_of_record
from warhost.rulesets import ruleset
from warhost.rulesets.essence_of_war.shown import events

EOW = ruleset("eow")
SETUP = Setup(ruleset="eow", armies=("Vampire Covenant", "Vampire Covenant"), map="3")


def played(setup: Setup = SETUP, seed: str = "7") -> Game:
    game = start(EOW, setup, seed)
    play_out(game, [RandomPlayer(Chance(f"player {seat}")) for seat in range(2)])
    return game


@pytest.fixture(scope="module")
def game() -> Game:
    return played()


@pytest.fixture(scope="module")
def story(game: Game) -> Story:
    return story_of(game, setup=SETUP, seed="7")


def test_a_story_tells_every_event_but_headings_once_and_in_order(game: Game, story: Story) -> None:
    assert list(story.events) == [event for event in game.events if not type(event).heading]
    assert any(type(event).heading for event in game.events)


def test_chapters_are_the_set_up_and_the_turns_of_both_players(game: Game, story: Story) -> None:
    first = game.battle.active
    turns = [(turn, seat) for turn in range(1, 5) for seat in (1 - first, first)]
    assert [(chapter.turn, chapter.seat) for chapter in story.chapters] == [(0, None), *turns]


def test_a_chapter_begins_where_the_last_ended(game: Game, story: Story) -> None:
    for one, following in zip(story.chapters, story.chapters[1:], strict=False):
        assert one.after is following.before
    assert all(unit.pose is None for unit in story.chapters[0].before.units)
    assert all(unit.pose is not None for unit in story.chapters[0].after.units)
    assert story.chapters[-1].after == game.battle


def test_events_stand_under_the_phase_they_happened_in(story: Story) -> None:
    assert [passage.phase for passage in story.chapters[0].passages] == ["deployment"]
    for chapter in story.chapters[1:]:
        phases = [passage.phase for passage in chapter.passages]
        order = ["charge", "movement", "magic", "shooting", "melee", "end"]
        assert phases == sorted(phases, key=order.index)
        for passage in chapter.passages:
            if any(isinstance(event, events.UnitMoved) and event.kind == "march" for event in passage.events):
                assert passage.phase == "movement"


@pytest.fixture(scope="module")
def activations() -> Story:
    """A battle of a rulebook whose rounds have no phases."""
    return story_of_record(read_record(Path(__file__).parents[1] / "golden" / "aofr-captains-1.json"))


def test_phases_are_headings_where_a_rulebook_has_any(story: Story, activations: Story) -> None:
    assert {passage.title for chapter in story.chapters[1:] for passage in chapter.passages} >= {"Movement", "Magic"}
    before, *rounds = activations.chapters
    assert [passage.title for passage in before.passages] == ["The battlefield", "The mission", "Deployment"]
    assert {passage.title for chapter in rounds for passage in chapter.passages} == {""}
    lines = list(activations.lines())
    assert lines[lines.index(activations.title_of(rounds[0])) + 1].startswith("  Round 1 began")


def test_every_heading_of_a_story_has_something_below_it(activations: Story) -> None:
    lines = list(activations.lines())
    headings = [activations.title_of(chapter) for chapter in activations.chapters]
    assert all(lines[number + 1] for number, line in enumerate(lines) if line in headings)
    assert len([heading for heading in headings if heading.startswith("End of round")]) < 4


def test_units_of_the_same_name_are_told_apart(story: Story) -> None:
    names = story.names
    assert names.unit(0) == "Vampire Courtier (Vampire Covenant I)"
    assert names.unit(4) == "Vampire Courtier (Vampire Covenant II)"
    assert names.unit(99) == "unit 99"


def test_the_result_is_said_at_the_end(game: Game, story: Story) -> None:
    assert game.battle.outcome is not None
    assert list(story.lines())[-1] == game.battle.outcome.text


def test_a_battle_in_progress_has_a_story_too(game: Game) -> None:
    half = Game(EOW, EOW.set_up(SETUP), luck_of(Chance("7")))
    told = story_of(half)
    assert told.result == "The battle is not over."
    assert len(told.chapters) == 1


def test_what_was_lost(game: Game, story: Story) -> None:
    for loss in story.losses():
        (unit,) = [unit for unit in game.battle.units if unit.id == loss.unit]
        assert loss.strength.models == (unit.models if unit.pose is not None else 0)
        assert loss.strength.models_at_start == game.marks[0].battle.units[loss.unit].models
        assert loss.on_table is (unit.pose is not None)
    assert [loss.seat for loss in story.losses()] == sorted(loss.seat for loss in story.losses())


def test_a_game_without_history_has_no_story() -> None:
    game = start(EOW, SETUP, "1", history=False)
    with pytest.raises(RecordError, match="no history"):
        story_of(game)


def test_answers_given_together_and_turns_without_headings_are_told() -> None:
    game, chance = Game(tiny.RULESET, tiny.race(), luck_of(Chance(3))), Chance(4)
    while not game.over:
        game.answer(game.asked.sample(chance))
    story = story_of(game)
    assert list(story.events) == game.events
    assert len(story.chapters) == game.battle.turn - 1 or len(story.chapters) == game.battle.turn
    assert [loss.strength.models for loss in story.losses()] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("event", "says"),
    [
        (
            DiceRolled("3D6", (1, 4, 6), "To hit", "r", 4, 0, 1, "pool"),
            "Ghouls, To hit: 3D6 needing 4+: 2 of 3 (1 4 6)",
        ),
        (DiceRolled("2D6", (1, 4), "Charge", "r", 6, 0, read="sum"), "A, Charge: 2D6 needing 6+: 5 (1 4), missed"),
        (DiceRolled("2D6", (3, 4), "Charge", "r", 6, 0, read="sum"), "A, Charge: 2D6 needing 6+: 7 (3 4), made"),
        (
            DiceRolled("2D6", (3, 4), "Panic", "r", unit=1, most=7),
            "Ghouls, Panic: 2D6 needing 7 or less: 7 (3 4), passed",
        ),
        (
            DiceRolled("2D6", (4, 4), "Panic", "r", unit=1, most=7),
            "Ghouls, Panic: 2D6 needing 7 or less: 8 (4 4), failed",
        ),
        (DiceRolled("D6", (4,), "Map", "r"), "Map: D6: 4"),
        (DiceRolled("1D6", (4,), "Morale", "r", 5, 0, 1, "pool"), "Ghouls, Morale: D6 needing 5+: 4, missed"),
        (
            DiceRolled("2D12", (2, 6), "Casting", "r", 7, 0, 1, counts="each"),
            "Ghouls, Casting: 2D12 needing 7+: 0 of 2 (2 6)",
        ),
        (DiceRolled("3D6", (6, 1, 6), "Where", "r", counts="each"), "Where: 3D6: 6, 1, 6"),
        (DiceRolled("2D10kh1", (5, 6), "Charge Roll", "r"), "Charge Roll: best of 2D10: 6 (5 6)"),
        (DiceRolled("3D6kh2", (2, 5, 4), "Charge Range", "r"), "Charge Range: best 2 of 3D6: 9 (2 5 4)"),
        (DiceRolled("2D3", (4, 5), "Blast", "r", read="pool", counts="total"), "Blast: 2D3: 5 (2 3)"),
        (DiceRolled("D3", (4,), "Shots", "r"), "Shots: D3: 2"),
        (DiceRolled("2D3", (4, 5), "Shots", "r"), "Shots: 2D3: 5 (2 3)"),
        (DiceRolled("D3+2", (4,), "Markers", "r"), "Markers: D3+2: 4 (2)"),
    ],
)
def test_dice_say_what_they_were_needed_for(event: DiceRolled, says: str) -> None:
    battle = EOW.set_up(
        Setup(ruleset="eow", armies=("Vampire Covenant", "Orcs and Goblins"), map="3", names=("A", "B"))
    )
    assert event.say(Names(battle).unit, Names(battle).seat) == says


def test_as_data_every_event_has_its_sentence(story: Story) -> None:
    data = as_data(story)
    told = [event for chapter in data["chapters"] for phase in chapter["phases"] for event in phase["events"]]
    assert len(told) == len(story.events)
    assert all(event["text"] and event["event"] for event in told)
    assert data["result"] == story.result


def test_what_happens_is_told_with_the_names_of_the_time(game: Game) -> None:
    before, after = copied(game.battle), copied(game.battle)
    after.units[0].name = "The Last of Them"
    after.units.append(msgspec.structs.replace(after.units[1], id=99, name="Latecomers"))
    names = Names(before, after)
    assert names.short(0) == Names(before).short(0)
    assert (names.short(99), names.seat_of[99]) == ("Latecomers", after.units[1].seat)
    assert Names(after).short(0) == "The Last of Them"


@pytest.mark.slow
def test_a_story_names_the_optional_rules_that_were_in_force() -> None:
    told = story_of_record(read_record(Path(__file__).parents[1] / "golden" / "aofr-parts.json"))
    lines = list(told.lines())
    assert lines[0] == "Optional rules in force"
    titles = [part.title for part in told.parts]
    assert titles
    assert all(any(line.startswith(f"  {title}") for line in lines) for title in titles)
    assert [part["title"] for part in as_data(told)["parts"]] == titles
    html = page(told)
    assert all(f"<b>{escape(title)}</b>" in html for title in titles)


def test_a_story_without_optional_rules_says_nothing_of_them(story: Story) -> None:
    assert story.parts == ()
    assert "Optional rules in force" not in "\n".join(story.lines())
    assert "Optional rules in force" not in page(story)
