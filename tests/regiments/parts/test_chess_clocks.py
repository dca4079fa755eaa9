"""Chess clocks: when they run, and what becomes of a player who runs out of time. Heroes of mixed armies."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import draw, regiment
from warhost.campaign.tournament.guidelines import destruction_points
from warhost.dice import Chance
from warhost.play import Game, Refused, Setup, Ticked, luck_of
from warhost.players import RandomPlayer, play_out
from warhost.rulesets.regiments.chapters.deployment.joining import may_join
from warhost.rulesets.regiments.core import Battle, Settings
from warhost.rulesets.regiments.parts.chess_clocks import OutOfTime
from warhost.rulesets.regiments.ruleset import RULESET

CLOCKED = {"parts": ["chess_clocks"], "points": 750}


def begun(**options: object) -> Game:
    setup = Setup(
        ruleset="aofr",
        armies=("Unburied Host", "Tallgrass Horde"),
        map="balanced",
        options={**CLOCKED, **options},
        names=("Ann", "Ben"),
    )
    return Game(RULESET, RULESET.set_up(setup), luck_of(Chance("clocks")))


def battle_of(game: Game) -> Battle:
    battle = game.battle
    assert isinstance(battle, Battle)
    return battle


def on_to(game: Game, stage: str) -> Game:
    while game.battle.stage != stage:
        game.answer(game.asked.suggestions()[0], game.asked.question.seat)
    return game


@pytest.mark.rule("aofr.tourney.clocks")
@pytest.mark.parametrize(("part", "seconds"), [("chess_clocks", 2700.0), ("chess_clocks:30", 1800.0)])
def test_each_player_has_half_of_the_match(part: str, seconds: float) -> None:
    game = begun(parts=[part])
    assert {seat: clock.seconds for seat, clock in RULESET.clocks(game.battle).items()} == {0: seconds, 1: seconds}
    assert not RULESET.clocks(draw("A at 36,10", None, A=regiment()).battle)


@pytest.mark.rule("aofr.tourney.match_start")
def test_clocks_start_when_players_roll_off_for_deployment() -> None:
    game = begun()
    assert game.battle.stage == "markers"
    while game.battle.stage == "markers":
        assert game.asked.question.clock is None
        with pytest.raises(Refused, match="No clock runs"):
            game.answer(Ticked(), game.asked.question.seat)
        game.answer(game.asked.suggestions()[0], game.asked.question.seat)
    names = set()
    for _ in range(12):
        question = game.asked.question
        assert question.clock is not None
        assert question.clock.name == f"seat {question.seat}"
        names.add(question.clock.name)
        game.answer(game.asked.suggestions()[0], question.seat)
    assert names == {"seat 0", "seat 1"}


@pytest.mark.rule("aofr.tourney.clock_out")
@pytest.mark.parametrize("stage", ["deploy", "activate"])
def test_a_player_who_runs_out_of_time_loses_all_units_and_the_match(stage: str) -> None:
    game = on_to(begun(), stage)
    seat = game.asked.question.seat
    battle = battle_of(game)
    gone = next(unit for unit in battle.units if unit.seat == seat)
    gone.fate, gone.pose = "left", None
    game.answer(Ticked(), seat)
    assert game.over
    assert gone.fate == "left"
    gone.fate = "destroyed"
    assert game.outcome is not None
    assert game.outcome.winners == (1 - seat,)
    assert game.outcome.text == f"{('Ben', 'Ann')[seat]} wins: {('Ann', 'Ben')[seat]} ran out of time."
    assert all(unit.fate == "destroyed" and unit.pose is None for unit in battle.units if unit.seat == seat)
    assert not any(unit.fate for unit in battle.units if unit.seat != seat)
    whole = sum(battle.regiment(unit).points for unit in battle.units if unit.seat == seat)
    assert destruction_points(battle, 1 - seat) == whole > 0
    assert destruction_points(battle, seat) == 0
    assert [event.seat for event in game.events if isinstance(event, OutOfTime)] == [seat]
    assert not RULESET.problems(battle)


@pytest.mark.rule("aofr.tourney.match_end")
@pytest.mark.parametrize("rounds", [0, 2])
def test_a_match_ends_when_the_mission_says_so(rounds: int) -> None:
    game = begun(rounds=rounds) if rounds else begun()
    players = [RandomPlayer(Chance(f"end {seat}")) for seat in (0, 1)]
    play_out(game, players)
    assert game.battle.turn == (rounds or 4)
    assert game.outcome is not None
    assert "time" not in game.outcome.text
    assert not RULESET.clocks(game.battle)


@pytest.mark.rule("aofr.tourney.mixed_heroes")
def test_heroes_of_mixed_armies_join_their_own_when_they_deploy() -> None:
    elf = msgspec.structs.replace(regiment(size=1, rules=["Hero"]), faction="Elves")
    elves, dwarves = (msgspec.structs.replace(regiment(), faction=name) for name in ("Elves", "Dwarves"))
    for parts, joins in ((("own_heroes",), [True, False]), ((), [True, True])):
        table = draw(
            "Elf at 9,9 | Elves at 20,9 | Dwarves at 40,9", Settings(parts=parts), Elf=elf, Elves=elves, Dwarves=dwarves
        )
        units = [table.unit(name) for name in ("Elves", "Dwarves")]
        assert [may_join(table.battle, table.unit("Elf"), unit) for unit in units] == joins
