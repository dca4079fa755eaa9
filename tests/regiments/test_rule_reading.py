"""What the sentences of army books are read as, and what of them is not read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.harness import written
from warhost.rulesets.regiments.core import Clause
from warhost.rulesets.regiments.core.clauses import RuleText
from warhost.rulesets.regiments.rules.in_force import is_in_force
from warhost.rulesets.regiments.rules.reading import Lexicon


def read(text: str, rating: int | None = None, **others: str) -> list[dict[str, Any]]:
    """The clauses of a text, as what of them is not as usual."""
    return [_told(clause) for clause in written(text, rating=rating, **others).clauses]


def _told(clause: Clause) -> dict[str, Any]:
    usual = Clause(deed=clause.deed)
    return {
        key: getattr(clause, key)
        for key in clause.__struct_fields__
        if key == "deed" or getattr(clause, key) != getattr(usual, key)
    }


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("Gets +2 to hit when attacking.", [{"deed": "hit", "amount": 2}]),
        ("This model gets +1 to hit rolls in melee.", [{"deed": "hit", "amount": 1, "when": ("melee",)}]),
        ("This model gets AP(+2) when charging.", [{"deed": "ap", "amount": 2, "when": ("charging",)}]),
        (
            "This model's melee weapons get AP(+1) against units where most models have Tough(6) or higher.",
            [{"deed": "ap", "amount": 1, "when": ("melee",), "tough": (6, 99)}],
        ),
        (
            "Against units where most models have Defense 3+ to Defense 5+, this weapon gets Blast(+2).",
            [{"deed": "blast", "amount": 2, "defense": (3, 5)}],
        ),
        (
            "Ignores Cover, and on unmodified results of 6 to hit, those hits get AP(+3).",
            [{"deed": "ignore cover"}, {"deed": "six ap", "amount": 3}],
        ),
        (
            "When charging, gets +1 to hit rolls and AP(+1) in melee.",
            [
                {"deed": "hit", "amount": 1, "when": ("charging", "melee")},
                {"deed": "ap", "amount": 1, "when": ("charging", "melee")},
            ],
        ),
        (
            "Enemies get -2 to hit rolls in melee when attacking units where all models have this rule.",
            [{"deed": "enemy hit", "amount": -2, "when": ("melee",), "whose": "all"}],
        ),
        (
            "When units where all models have this rule are shot or charged from over 9\u201d away, they get +1 to "
            "defense rolls.",
            [{"deed": "block", "amount": 1, "when": ("from afar",), "whose": "all"}],
        ),
        (
            'Moves +1" when using Advance, and -2" when using Rush/Charge.',
            [
                {"deed": "move", "amount": 1, "actions": ("advance",)},
                {"deed": "move", "amount": -2, "actions": ("rush", "charge")},
            ],
        ),
        (
            'Enemies get -5" range when trying to shoot units where all models have this rule, and -1" movement when '
            "trying to charge units where all models have this rule.",
            [
                {"deed": "enemy range", "amount": -5, "whose": "all"},
                {"deed": "enemy charge", "amount": -1, "whose": "all"},
            ],
        ),
        ("May ignore the Slow rule.", [{"deed": "no rule", "name": "Slow"}]),
        ("This unit may only be taken once per army.", [{"deed": "unique"}]),
    ],
)
def test_a_sentence_of_a_regular_form_is_read(text: str, clauses: list[dict[str, Any]]) -> None:
    assert read(text) == clauses


def test_the_number_of_a_rule_stands_for_its_x() -> None:
    assert read("This model gets +X to defense rolls.", rating=2) == [{"deed": "block", "amount": 2}]
    assert read("This model gets +X to defense rolls.") == []


@pytest.mark.parametrize(
    "text",
    [
        "This model gets +1 to hit rolls in melee. Then it dances.",
        "This model gets +1 to hit rolls in melee on rainy days.",
        "This model gets +1 to juggling rolls.",
        'This model gets AP(+1) when shooting enemies over 12" away.',
        "This model gets Featherfoot.",
        "Whenever it likes, this model wins.",
        "On unmodified results of 4 to block hits, this weapon deals 1 extra wound.",
        "This model gets AP(-1).",
        "",
        "+1",
    ],
)
def test_a_text_that_says_anything_else_is_not_in_force_at_all(text: str) -> None:
    rule = written(text)
    assert rule.clauses == ()
    assert not any(is_in_force(rule, bearer) for bearer in ("models", "weapons", "hits", "enchanted"))


def test_the_part_that_was_not_understood_is_told_with_the_text() -> None:
    text = "This model gets +1 to hit rolls in melee. Then it dances."
    rule = written(text)
    assert (rule.text, rule.does and rule.does.unread) == (text, "Then it dances")


def test_a_condition_that_the_game_cannot_look_at_puts_the_rule_out_of_force() -> None:
    rule = written("This model gets +1 to morale test rolls in melee.")
    assert rule.clauses
    assert not is_in_force(rule)


@pytest.mark.parametrize(
    ("text", "given", "whose"),
    [
        ("This model and its unit get Reed Step.", "Reed Step", "unit"),
        ("This model counts as having Reed Step.", "Reed Step", "model"),
        ("This model and its unit get Furious.", "Furious", "unit"),
    ],
)
def test_rules_in_rules_are_found_by_their_names(text: str, given: str, whose: str) -> None:
    (clause,) = written(text, Reed_Step='Moves +3" when using Advance.').clauses
    assert (clause.deed, clause.rules[0].name, clause.whose) == ("gives", given, whose)


def test_a_rule_that_gives_what_is_not_in_force_is_not_either() -> None:
    assert written("This model and its unit get Reed Step.", Reed_Step="It hops.").clauses == ()


def test_rules_that_speak_of_each_other_come_to_an_end() -> None:
    ring = {"Egg": "This model gets Hen.", "Hen": "This model gets Egg."}
    assert Lexicon(ring).rule("Egg").clauses == ()


def test_the_rules_of_the_book_are_not_read_from_texts() -> None:
    assert Lexicon({"Furious": "It barks."}).rule("Furious") == RuleText("Furious")
    assert Lexicon({}).rule("Bane") == RuleText("Poison")


def test_a_rule_for_one_kind_of_attack_is_in_force_if_it_speaks_for_attacks() -> None:
    assert is_in_force(written("This model gets Rending in melee."))
    assert not is_in_force(written("This model gets Strider in melee."))


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Gets +1 to hit when attacking.", {"models", "weapons", "enchanted"}),
        ("On unmodified results of 6 to hit, those hits get AP(+2).", {"models", "weapons", "hits", "enchanted"}),
        ('Moves +1" when using Advance.', {"models", "enchanted"}),
        ("Enemy units using Ambush must be set up over 10\" away from this model's unit.", {"models"}),
    ],
)
def test_a_rule_is_in_force_where_it_can_do_something(text: str, places: set[str]) -> None:
    rule = written(text)
    assert {b for b in ("models", "weapons", "hits", "enchanted") if is_in_force(rule, b)} == places


def test_a_very_long_text_is_not_read() -> None:
    assert written("This model gets +1 to hit rolls, " * 60 + "and AP(+1).").clauses == ()


PLAIN_TEXTS = {
    "Greed": "For each unmodified result of 6 to hit, this model may make 1 extra attack.",
    "Thick Hide": "Units where all models have this rule get +1 to defense rolls.",
}


@pytest.mark.parametrize(
    ("text", "deeds"),
    [
        (
            "For each unmodified result of 6 to hit when shooting, this model may make 1 extra attack.",
            ["extra attacks"],
        ),
        ("Models with Greed in this unit roll extra attacks on results of 4-6 from Greed.", ["boosts"]),
        ("Models with Greed in this unit deal extra hits on rolls of 5-6 from Greed.", ["boosts"]),
        ("This model's Impact hits count as having AP(+2).", ["impact ap"]),
        ("Gets AP(2), but the unit takes 1 wound on unmodified results of 1-2 to hit.", ["ap", "recoil"]),
        ('Ignores Cover, and when shooting enemies within 12", this weapon gets AP(+2).', ["ignore cover", "ap"]),
        ('When this model shoots at enemies within 12", it gets +1 to hit rolls.', ["hit"]),
        (
            'If a unit where all models have this rule has most of them within 1" of terrain, they get AP(+1) '
            "in melee.",
            ["ap"],
        ),
        (
            'If a unit where most models have this rule has most of them within 1" of terrain, enemies get -2 to hit '
            "rolls when attacking them.",
            ["enemy hit"],
        ),
        ("This model gets Ignores Regeneration in melee.", ["ignore regeneration"]),
        ("Counts as being in Dangerous Terrain.", ["endangered"]),
        (
            'Once per activation, before attacking, pick up to two enemy units within 9", which loses AP(2) in '
            "melee once.",
            ["ability"],
        ),
        (
            'Once per game, pick one enemy unit within 9", which must take a morale test. If it fails, it is Shaken.',
            ["ability"],
        ),
        ('Once per activation, pick one enemy unit within 9", which must take a Dangerous Terrain test.', ["ability"]),
        (
            'Once per activation, pick one enemy unit within 9", which friendly units get Greed when attacking '
            "against once.",
            ["ability"],
        ),
        (
            "Put one marker on this model when it destroys an enemy unit. For each marker, this model gets "
            "AP(+1) and +1 to "
            "hit rolls (up to a max. of +3).",
            ["grows"],
        ),
        (
            "Place a marker on this unit at the start of each round. If all models in this unit have this "
            "rule, for each "
            "marker enemies attacking them get -1 to hit rolls (up to a max. of -1).",
            ["grows"],
        ),
        (
            "Once per game, once during its activation when this model moves through enemy units, pick one of "
            "them and roll "
            "six dice. For each 5+ it takes one hit.",
            ["crosses"],
        ),
        (
            "Once per game, during this model's activation, pick one enemy unit within 24\" and place 1 marker on it. "
            "Friendly units get AP(+1) when attacking it.",
            ["ability"],
        ),
        (
            "This model counts as having Ambush, and gets +1 to hit rolls when shooting on the round it deploys.",
            ["gives", "hit"],
        ),
        ('Counts as having Ambush, but may be deployed up to 1" away from enemy units.', ["gives"]),
        ("This model and its unit get Thick Hide.", ["gives"]),
    ],
)
def test_sentences_built_from_the_same_words_are_read_as_well(text: str, deeds: list[str]) -> None:
    rule = Lexicon({"Reed Lore": text, **PLAIN_TEXTS}).rule("Reed Lore")
    assert [clause.deed for clause in rule.clauses] == deeds
    assert is_in_force(rule) or is_in_force(rule, "weapons")


@pytest.mark.parametrize(
    "text",
    [
        "Put one marker on this model when it destroys an enemy unit. For each marker, this model gets Greed "
        "(up to a max. of "
        "+2).",
        "Put one marker on this model when it wins a melee. For each marker, this model gets AP(+1) (up to a "
        "max. of +2).",
        "Once per game, when this unit dances and all its models have this rule, you may use this rule so that "
        "they get +2 "
        "to hit rolls.",
        "Once per activation, when this model moves through friendly units, pick one of them and roll 2 dice. "
        "For each 4+ it "
        "takes 1 hit.",
        'Once per activation, pick one enemy unit within 9", which must take a morale test. If failed, it flees.',
        "This model's Impact hits get Deadly(3).",
        'Moves +40" when using Advance.',
    ],
)
def test_what_only_looks_like_such_a_sentence_is_kept_without_effect(text: str) -> None:
    rule = Lexicon({"Reed Lore": text, **PLAIN_TEXTS}).rule("Reed Lore")
    assert rule.clauses == ()
    assert rule.does
    assert rule.does.unread


def test_a_boost_that_is_stronger_on_more_results_is_for_the_rule_it_names() -> None:
    rule = Lexicon({"Boost": "Models with Greed in this unit roll extra attacks on results of 4-6 from Greed."}).rule(
        "Boost"
    )
    (clause,) = rule.clauses
    assert (clause.name, clause.clauses[0].face) == ("Greed", 4)
