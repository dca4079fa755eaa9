"""Units of one name: what people read tells them apart, what is kept and hashed does not know of it."""

from __future__ import annotations

import msgspec
import pytest

from warhost.dice import Chance
from warhost.play import (
    Choose,
    Game,
    Setup,
    battle_hash,
    copied,
    frames_from_snapshots,
    names_apart,
    record_of,
    replay,
    told_apart,
    with_own_names,
)
from warhost.players import RandomPlayer, play_out, start
from warhost.report import as_data, story_of
from warhost.rulesets import ruleset

KOW = ruleset("kow")
TWINS = Setup(ruleset="kow", armies=("Crown of Aldermere", "Crown of Aldermere"), map="1")


def played(followed: bool) -> Game:
    game = start(KOW, TWINS, "7", followed=followed)
    play_out(game, [RandomPlayer(Chance(f"player {seat}")) for seat in range(2)])
    return game


@pytest.fixture(scope="module")
def followed() -> Game:
    return played(followed=True)


def test_units_of_one_name_get_numbers_within_their_seat() -> None:
    battle = KOW.set_up(TWINS)
    names = names_apart(battle)
    for seat in (0, 1):
        called = [names[unit.id] for unit in battle.units if unit.seat == seat]
        assert {"Swordsworn 1", "Swordsworn 2", "Pike Wardens"} <= set(called)
        assert len(set(called)) == len(called)


def test_a_number_that_a_player_gave_a_unit_is_not_given_again() -> None:
    battle = KOW.set_up(TWINS)
    pikes = next(unit for unit in battle.units if unit.name == "Pike Wardens")
    pikes.name = "Swordsworn 1"
    names = names_apart(battle)
    assert names[pikes.id] == "Swordsworn 1"
    assert sorted(name for unit, name in names.items() if battle.units[unit].seat == 0 and "worn" in name) == [
        "Swordsworn 1",
        "Swordsworn 2",
        "Swordsworn 3",
    ]


def test_what_is_hashed_and_kept_has_the_units_own_names() -> None:
    battle = KOW.set_up(TWINS)
    apart = told_apart(copied(battle))
    assert {unit.name for unit in apart.units} > {"Swordsworn 1", "Swordsworn 2"}
    assert battle_hash(apart) == battle_hash(battle)
    assert with_own_names(apart) == battle
    assert with_own_names(battle) is battle
    # To number them once more changes nothing.
    assert told_apart(copied(apart)) == apart
    assert battle_hash(told_apart(copied(apart))) == battle_hash(battle)


def test_a_battle_that_people_follow_is_recorded_as_any_other(followed: Game) -> None:
    plain = played(followed=False)
    assert record_of(followed, TWINS) == record_of(plain, TWINS)
    again = replay(record_of(followed, TWINS), KOW)
    assert again.hash() == plain.hash()
    assert {unit.name for unit in again.battle.units} >= {"Swordsworn"}


def test_questions_tell_units_of_one_name_apart() -> None:
    game = start(KOW, TWINS, "7", followed=True)
    while not (isinstance(game.asked.question, Choose) and game.asked.question.topic == "deploy"):
        play = RandomPlayer(Chance("one"))
        game.answer(play.decide(game.asked, game.battle, game.ruleset).answer)
    labels = [option.label for option in game.asked.question.options]
    assert {"Swordsworn 1", "Swordsworn 2"} <= set(labels)
    assert len(set(labels)) == len(labels)


def test_the_story_of_a_record_calls_units_as_the_battle_did(followed: Game) -> None:
    told = as_data(story_of(replay(record_of(followed, TWINS), KOW)))
    assert told == as_data(story_of(followed))
    text = msgspec.json.encode(told).decode()
    assert "Swordsworn 2" in text
    assert not [word for word in text.split("Swordsworn")[1:] if not word.startswith((" 1", " 2"))]


def test_snapshots_tell_units_apart_too(followed: Game) -> None:
    frames = frames_from_snapshots(record_of(followed, TWINS), KOW)
    assert frames
    for frame in frames:
        assert {unit.name for unit in frame.battle.units} >= {"Swordsworn 1", "Swordsworn 2"}
