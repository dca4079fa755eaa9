"""A player that is a program of its own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from examples import tiny_race as tiny
from warhost.dice import Chance
from warhost.play import Game, luck_of
from warhost.players import Player, PlayerError, ProgramPlayer, RandomPlayer, named_player, play_out

GOOD = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        assert message["question"]["seat"] == message["seat"] == 0
        print(json.dumps({"answer": message["suggestions"][-1], "sentence": "The last."}), flush=True)
"""
STUBBORN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "hello" and message["type"] != "end":
        print(json.dumps({"answer": {"answer": "choose", "option": "the moon"}}), flush=True)
"""
CORRECTED = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        suggestions = message["suggestions"]
        print(json.dumps({"answer": {"answer": "choose", "option": "the moon"}}), flush=True)
    elif message["type"] == "refused":
        assert message["reason"] and message["rule"]
        print(json.dumps({"answer": suggestions[0]}), flush=True)
"""


def race(tmp_path: Path, program: str) -> Game:
    path = tmp_path / "player.py"
    path.write_text(program)
    game = Game(tiny.RULESET, tiny.race(), luck_of(Chance(1)))
    players: list[Player] = [
        ProgramPlayer([sys.executable, str(path)], 0),
        RandomPlayer(Chance(2)),
        RandomPlayer(Chance(3)),
    ]
    try:
        play_out(game, players)
    finally:
        for player in players:
            player.close()
    return game


@pytest.mark.parametrize("program", [GOOD, CORRECTED])
def test_a_program_plays_to_the_end(tmp_path: Path, program: str) -> None:
    assert race(tmp_path, program).over


@pytest.mark.parametrize(
    ("program", "complaint"),
    [
        (STUBBORN, "3 answers that are not allowed.*the moon"),
        ("", "ended without an answer to question 1|stopped listening at question 1"),
        ("print('hello', flush=True); import sys; sys.stdin.read()", "not an answer"),
    ],
)
def test_a_program_that_does_not_answer_is_named_with_its_fault(tmp_path: Path, program: str, complaint: str) -> None:
    with pytest.raises(PlayerError, match=complaint):
        race(tmp_path, program)


def test_a_program_that_is_not_there_is_a_clear_error() -> None:
    game = Game(tiny.RULESET, tiny.race(), luck_of(Chance(1)))
    with pytest.raises(PlayerError, match="cannot be started"):
        ProgramPlayer("no-such-program --fast", 0).decide(game.asked, game.battle, tiny.RULESET)


def test_a_program_is_started_by_its_name() -> None:
    assert isinstance(named_player(f"program {sys.executable} -V", 0, Chance(0)), ProgramPlayer)
