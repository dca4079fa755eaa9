"""Positions worked out by hand: what the log of a battle calls those who are left."""

from __future__ import annotations

from tests.fantasy_battles.brawl import MeleeAlone
from tests.fantasy_battles.harness import draw
from tests.playing import DiceByReason
from warhost.play import Chosen, Game
from warhost.server.shown.battle_log import Chronicle


def test_the_log_calls_a_captain_by_his_name_before_and_after_his_men_fall() -> None:
    line = '0 Spearmen at 36,20 models=4 files=3 | 0 Captain off in="Spearmen" | 1 Ogres at 36,30 face 180'
    battle = draw(line).fight("Ogres", "Spearmen").battle
    battle.phase, battle.stage = "melee", "fight"
    dice = DiceByReason({"Ogres": 6, "Break": (6, 6), "Flee": (3, 3), "Pursuit": (1, 1), "": 1}, battle)
    chronicle = Chronicle(battle)
    game = Game(MeleeAlone(), battle, dice, on_event=chronicle.hear)
    chronicle.follow(game)
    while not game.over:
        question = game.asked.question
        keys = [option.key for option in getattr(question, "options", ())]
        game.answer(Chosen("restrain") if "restrain" in keys else game.asked.suggestions()[0])
    told = [line.text for line in chronicle.lines]
    assert any(line.startswith("Spearmen lost") for line in told)
    assert "Captain fights on alone: the last of the Spearmen fell" in told
    assert any(line.startswith("Captain broke") for line in told)
