"""What Essence of War tells newcomers."""

from __future__ import annotations

import pytest

from tests.fuzz.manners import brawling
from tests.lessons import lessons_never_asked_for
from warhost.dice import Chance
from warhost.play import Game, Setup, luck_of
from warhost.rulebook import find
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.core.entries import rule_name
from warhost.rulesets.essence_of_war.core.moments import BOONS, SPELLS
from warhost.rulesets.essence_of_war.lists.patrols import patrol, patrols
from warhost.rulesets.essence_of_war.mustering import MUSTER
from warhost.rulesets.essence_of_war.shown.cards import printed_profile
from warhost.rulesets.essence_of_war.shown.guide import guide


def test_every_word_on_a_card_is_explained_by_a_rule() -> None:
    explained = {term.name: term for term in guide().terms}
    printed = {
        word
        for army in patrols()
        for entry in patrol(army).entries
        for word in (*printed_profile(entry), *map(rule_name, entry.listed))
    }
    assert printed <= set(explained)
    assert all(term.text.startswith(find(term.rule).plain) for term in explained.values())


def test_every_word_on_a_card_of_an_armylist_is_explained_by_a_rule() -> None:
    explained = {term.name for term in guide().terms}
    missing = {
        rule
        for army in MUSTER.shipped()
        if army.points
        for card in MUSTER.card(MUSTER.find(army.name)).units
        for rule in card.rules
        if rule_name(rule) not in explained
    }
    assert not missing


def test_the_missions_and_what_units_are_marked_with_are_explained() -> None:
    explained = {term.name for term in guide().terms}
    assert {"Occupation", "Patrolling", "Infiltration", *SPELLS, *BOONS} <= explained


def test_a_multi_game_asks_partners_about_what_their_lessons_explain() -> None:
    armies = ("Empire of Sonnstahl", "Orcs and Goblins", "Dwarven Holds", "Vampire Covenant")
    setup = Setup(ruleset="eow", armies=armies, map="open", options={"mode": "advanced", "points": 800})
    waiting = {lesson.topic for lesson in guide().lessons if lesson.partners}
    assert waiting == {"deploy", "cast"}
    game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance("partners")))
    chance = Chance("answers")
    while waiting:
        question = game.asked.question
        seats = game.battle.scene.seats
        assert sum(seat.team == seats[question.seat].team for seat in seats) == 2
        waiting.discard(question.topic)
        game.answer(brawling(game.asked, chance))


@pytest.mark.slow
def test_lessons_are_about_what_is_really_asked() -> None:
    options = {"mode": "advanced", "points": 800}
    setup = Setup(ruleset="eow", armies=("Empire of Sonnstahl", "Orcs and Goblins"), options=options)
    assert not lessons_never_asked_for(RULESET, setup)
