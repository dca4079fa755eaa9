"""What players agree on, what the die decides, and whom a rule is about."""

from __future__ import annotations

import pytest

from tests.regiments.harness import carried_out, draw, models, regiment
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Game, Setup, luck_of
from warhost.rulesets.regiments.chapters import agreements
from warhost.rulesets.regiments.chapters.melee.strikes import strikes
from warhost.rulesets.regiments.chapters.morale import made_test
from warhost.rulesets.regiments.core import Battle, Settings
from warhost.rulesets.regiments.ruleset import RULESET


def fresh() -> Battle:
    return draw("Pikes at 30,20 | Foe at 60,40 face 180", Pikes=regiment(10), Foe=regiment(10)).battle


@pytest.mark.rule("aofr.general.dispute_roll")
@pytest.mark.parametrize(("die", "seat"), [(1, 0), (3, 0), (4, 1), (6, 1)])
def test_the_die_names_who_decides(die: int, seat: int) -> None:
    assert carried_out(agreements.settle(fresh(), "Is the stump cover?"), [die]).value == seat


@pytest.mark.rule("aofr.general.dispute_persists")
def test_what_was_decided_holds_for_the_match_without_another_roll() -> None:
    battle = fresh()
    carried_out(agreements.settle(battle, "Is the stump cover?"), [2])
    battle.turn = 3
    again = carried_out(agreements.settle(battle, "Is the stump cover?"))
    assert (again.value, again.rolls) == (0, [])
    assert carried_out(agreements.settle(battle, "Is the pond deep?"), [5]).value == 1
    assert fresh().rulings == ()


@pytest.mark.rule("aofr.general.agree_before_game")
def test_options_are_agreed_on_before_the_first_deployment_and_stay() -> None:
    first, second, *_ = RULESET.armies()
    options = {"step_back": False, "rounds": 1}
    battle = RULESET.set_up(Setup(ruleset="aofr", armies=(first, second), map="open", options=options))
    assert all(unit.pose is None for unit in battle.units)
    game = Game(RULESET, battle, luck_of(Chance("agreed")))
    chance = Chance("players")
    while not game.over:
        game.answer(game.asked.sample(chance))
    assert isinstance(game.battle, Battle)
    assert game.battle.scene.settings == Settings(step_back=False, rounds=1)
    for option in options:
        with pytest.raises(AttributeError):
            setattr(game.battle.scene.settings, option, 0)


@pytest.mark.rule("aofr.general.agree_before_game")
def test_what_would_have_no_effect_cannot_be_agreed_on() -> None:
    armies = tuple(RULESET.armies()[:2])
    with pytest.raises(WarhostError, match="No side attacks in the mission"):
        RULESET.set_up(Setup(ruleset="aofr", armies=armies, options={"mission": "duel", "attacker": 1}))
    assert RULESET.set_up(Setup(ruleset="aofr", armies=armies, options={"mission": "raid", "attacker": 1})).units


@pytest.mark.rule("aofr.general.rule_scope")
def test_a_rule_about_the_unit_helps_all_and_one_about_a_model_only_that_model() -> None:
    groups = [models(1, rules=["Sergeant"]), models(1, rules=["Banner"]), models(8)]
    table = draw("Pikes at 30,20 | Foe at 30,40 face 180", Pikes=regiment(groups=groups), Foe=regiment(10))
    battle, pikes, foe = table.battle, table.unit("Pikes"), table.unit("Foe")
    made = strikes(battle, pikes, foe, charging=True, fatigued=False, which=lambda rules: True)
    assert sorted((attack.count, attack.to_hit.total) for attack in made) == [(1, 1), (9, 0)]
    assert made_test(battle, pikes).modifiers.total == 1
