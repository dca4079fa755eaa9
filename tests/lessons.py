"""Whether what a rulebook explains is ever asked."""

from __future__ import annotations

from tests.fuzz.manners import brawling
from warhost.dice import Chance
from warhost.play import Game, Guides, Ruleset, Setup, luck_of

MOST_BATTLES = 40


def lessons_never_asked_for(rules: Ruleset, setup: Setup) -> set[str]:
    """The topics of lessons that no question of many lively battles was about."""
    assert isinstance(rules, Guides)
    waiting = {lesson.topic for lesson in rules.guide().lessons}
    for number in range(MOST_BATTLES):
        if not waiting:
            break
        waiting -= _topics(rules, setup, Chance(f"guide {number}"))
    return waiting


def _topics(rules: Ruleset, setup: Setup, chance: Chance) -> set[str]:
    game = Game(rules, rules.set_up(setup), luck_of(chance.fork("dice")))
    asked = set()
    while not game.over:
        asked.add(game.asked.question.topic)
        game.answer(brawling(game.asked, chance))
    return asked
