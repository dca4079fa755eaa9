"""What the sentences of army books are read as, and what of them is not read."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.harness import written
from warhost.rulesets.regiments.clauses import Clause, RuleText
from warhost.rulesets.regiments.in_force import is_in_force
from warhost.rulesets.regiments.rule_reading import Lexicon


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
