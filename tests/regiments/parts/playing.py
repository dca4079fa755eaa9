"""Whole battles with optional parts, played out, checked at every step and replayed to their hashes."""

from __future__ import annotations

from typing import Any

from warhost.dice import Chance
from warhost.play import Battle, Game, Setup, Step, luck_of, record_of, replay
from warhost.play.battle import battle_hash
from warhost.players import named_player
from warhost.players.base import Decision
from warhost.players.match import play_out
from warhost.rulesets.regiments.core import Battle as Regiments
from warhost.rulesets.regiments.ruleset import RULESET

ARMIES = RULESET.armies()


def played(parts: str, seed: int = 1, players: str = "random", points: int = 750, **options: Any) -> Regiments:
    """The end of a battle of two house armies with these parts, fought by such players."""
    armies = (ARMIES[seed % len(ARMIES)], ARMIES[(seed // 3 + 1) % len(ARMIES)])
    told = {"parts": tuple(parts.split(",")), "points": points, **options}
    setup = Setup(ruleset="aofr", armies=armies, map="balanced", options=told)

    def check(step: Step, battle: Battle) -> None:
        problems = RULESET.problems(battle)
        assert not problems, f"battle {seed} with {parts}, {step.name}: {' '.join(problems)}"

    game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance(seed)), on_step=check)
    names = (players, players)
    play_out(game, [named_player(name, seat, Chance(f"{seed} {seat}")) for seat, name in enumerate(names)])
    record = record_of(game, setup, names, str(seed))
    again = replay(record, RULESET)
    assert battle_hash(again.battle) == battle_hash(game.battle)
    battle = game.battle
    assert isinstance(battle, Regiments)
    return battle


def decision(play: Any) -> Decision:
    """What the captain answers to the question that is open in a test, and why."""
    ask = play.game.asked
    player = named_player("captain", ask.question.seat, Chance("captain"))
    return player.decide(ask, RULESET.view(play.battle, ask.question.seat), RULESET)
