"""How to win is told of the battle that is played: its mission or scenario, and its length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from warhost.play import Setup
from warhost.players import start
from warhost.rulesets import ruleset
from warhost.server.shown.picture import picture_of


@pytest.mark.parametrize(
    ("book", "options", "told"),
    [
        ("eow", {}, "within 6 inches of the centre after 4 turns"),
        ("eow", {"mode": "advanced"}, "a quarter of the battle's size for the Mission"),
        ("aofr", {"mission": "king_of_the_hill"}, "Hold the marker."),
        ("aofr", {"mission": "duel", "rounds": 5}, "The battle lasts 5 rounds."),
        ("kow", {"scenario": "standard"}, "each routed unit scores its points"),
        ("kow", {"scenario": "plunder"}, "Five loot counters"),
        ("blue", {"scenario": "break the line"}, "in the enemy zone at the end"),
        ("blue", {"turns": 4}, "after 4 turns wins"),
        ("t9a", {"objective": "Breakthrough"}, "Breakthrough: have more Scoring Units in the enemy Deployment Zone"),
    ],
)
def test_the_goal_is_that_of_the_game_that_is_played(book: str, options: Mapping[str, Any], told: str) -> None:
    rules = ruleset(book)
    first, second, *_ = rules.armies()
    game = start(rules, Setup(ruleset=book, armies=(first, second), map=rules.maps()[0], options=dict(options)), "1")
    assert told in picture_of(rules, game.battle).goal
