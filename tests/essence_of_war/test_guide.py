"""What Essence of War tells newcomers."""

from __future__ import annotations

from tests.fuzz.test_random_battles import brawling
from warhost.dice import Chance
from warhost.play import Game, Setup, luck_of
from warhost.rulebook import find
from warhost.rulesets import ruleset
from warhost.rulesets.essence_of_war.armies import patrol, patrols
from warhost.rulesets.essence_of_war.cards import printed_profile
from warhost.rulesets.essence_of_war.entries import rule_name
from warhost.rulesets.essence_of_war.guide import guide


def test_every_word_on_a_card_is_explained_by_a_rule() -> None:
    explained = {term.name: term for term in guide().terms}
    printed = {
        word
        for army in patrols()
        for entry in patrol(army).entries
        for word in (*printed_profile(entry.profile), *map(rule_name, entry.listed))
    }
    assert printed <= set(explained)
    assert all(find(term.rule).plain == term.text for term in explained.values())


def test_lessons_are_about_what_is_really_asked() -> None:
    waiting = {lesson.topic for lesson in guide().lessons}
    for number in range(40):
        waiting -= topics_of_a_brawl(number)
        if not waiting:
            break
    assert not waiting


def topics_of_a_brawl(number: int) -> set[str]:
    rules = ruleset("eow")
    chance = Chance(f"guide {number}")
    armies = ("Vermin Swarm", "Warriors of the Dark Gods")
    game = Game(rules, rules.set_up(Setup(ruleset="eow", armies=armies)), luck_of(chance.fork("dice")))
    asked = set()
    while not game.over:
        asked.add(game.asked.question.topic)
        game.answer(brawling(game.asked, chance))
    return asked
