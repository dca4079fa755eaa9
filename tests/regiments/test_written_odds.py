"""What options promise of units with rules of army books is what their dice give, every way they may fall."""

from __future__ import annotations

import pytest

from tests.regiments.harness import regiment, weapon, written
from tests.regiments.test_odds import FRONT, assert_kept, charging, fates, lives, shooting, told, weighed
from warhost.rulesets.regiments.chapters.shooting import attacks_of, possible
from warhost.rulesets.regiments.chapters.wounds.damage import expected
from warhost.rulesets.regiments.core import Regiment
from warhost.rulesets.regiments.core.clauses import RuleText

EITHER = (
    "When attacking, roll one die and apply one effect to all models with this rule: on a 1-3 they "
    "get AP(+1), and on a "
    "4-6 they get +1 to hit rolls instead."
)

ATTACKING = [
    "On unmodified results of 6 to hit, this weapon deals 1 extra hits.",
    "When this model attacks, unmodified results of 5-6 to hit deal 1 extra hit.",
    "Ignores Regeneration, and on unmodified results of 6 to hit, those hits get AP(+2).",
    "On unmodified results of 6 to hit that aren't blocked, this weapon deals 1 extra wound.",
    "On unmodified results of 1 to block hits, this weapon deals 1 extra wound.",
    "When attacking the target must re-roll unmodified Defense results of 6.",
    "This model may re-roll results of 1 to hit.",
    "This model may re-roll failed hit rolls.",
    "Against units where most models have Defense 2+ to Defense 4+, this weapon gets AP(+1).",
    "Against units where most models have Defense 2+ to Defense 4+, this weapon gets Blast(+2).",
    EITHER,
    'When this model shoots at enemies over 9" away, or when it charges, its weapons get AP(+1).',
]

DEFENDING = [
    "When a unit where all models have this rule takes wounds, roll one die for each. On a 6+ it is ignored.",
    "When units where all models have this rule take hits, those hits count as having AP(-1), to a min. of AP(0).",
    "Enemies get -1 to hit rolls when attacking units where all models have this rule.",
    "Units where all models have this rule get +1 to defense rolls.",
    "Units where all models have this rule may re-roll failed Defense rolls.",
    "Units where all models have this rule may re-roll Defense results of 1.",
    "Units where all models have this rule may re-roll failed morale tests.",
    'When units where all models have this rule are shot or charged from over 9" away, they get +1 to defense rolls.',
    (
        "When a unit where all models have this rule fails a morale test, roll one die. On a 4+ it "
        "counts as passed instead."
    ),
]


def bow(*rules: RuleText) -> Regiment:
    return regiment(2, weapons=[weapon('Bow (24", A1, AP(1))', *rules)])


def assert_volley_kept(shooters: Regiment, mark: Regiment) -> None:
    play = shooting(shooters, mark)
    option = weighed(play, "Mark")
    before = lives(play.battle, play.unit("Mark"))
    exact = fates(play, option)
    promise = told(option)
    wounds = sum(chance * (before - end[1][0]) for end, chance in exact.items())
    assert promise["expected wounds"].value == pytest.approx(wounds)
    shaken = promise["becomes Shaken"].value if "becomes Shaken" in promise else 0.0
    assert shaken == pytest.approx(exact.chance(lambda end: end[1][1]), abs=5e-4)


@pytest.mark.parametrize("text", ATTACKING)
def test_a_volley_with_such_a_weapon(text: str) -> None:
    assert_volley_kept(bow(written(text)), regiment(3, rules=["Regeneration"]))


@pytest.mark.parametrize("text", DEFENDING)
def test_a_volley_at_such_a_unit(text: str) -> None:
    assert_volley_kept(bow(), regiment(3, rules=[written(text)]))


@pytest.mark.parametrize("text", [*ATTACKING, "Strikes first when charged."])
def test_a_charge_at_and_with_such_weapons(text: str) -> None:
    armed = regiment(1, rules=[written(text)])
    for pikes, foe in ((armed, regiment(2)), (regiment(1), armed)):
        play = charging(FRONT, pikes, foe)
        assert_kept(play, weighed(play, "Foe"), {"expected wounds": 1, "expected wounds in return": 0})


@pytest.mark.parametrize("text", DEFENDING)
def test_a_charge_at_such_a_unit(text: str) -> None:
    play = charging(FRONT, regiment(2), regiment(2, rules=[written(text)]))
    assert_kept(play, weighed(play, "Foe"), {"expected wounds": 1, "expected wounds in return": 0})


@pytest.mark.parametrize("distance", ["20", "21"])
def test_a_charge_from_afar_counts_how_far_it_is(distance: str) -> None:
    line = f"Pikes at 30,10 | Foe at 30,{distance} face 180"
    text = (
        'When units where all models have this rule are shot or charged from over 9" away, enemy units '
        "get -1 to hit rolls."
    )
    play = charging(line, regiment(2), regiment(2, rules=[written(text)]))
    assert_kept(play, weighed(play, "Foe"), {"expected wounds": 1, "expected wounds in return": 0})


@pytest.mark.parametrize("text", ATTACKING)
def test_the_quick_estimate_is_the_mean_as_well(text: str) -> None:
    """What computer players reckon with, against a unit that cannot be destroyed."""
    play = shooting(bow(written(text)), regiment(9))
    battle, bows = play.battle, play.unit("Bows")
    (fire,) = possible(battle, bows)
    quick = sum(expected(battle, attack).wounds for attack in attacks_of(battle, bows, fire, True, None))
    assert quick == pytest.approx(told(weighed(play, "Mark"))["expected wounds"].value)
