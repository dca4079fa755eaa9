"""What players agree on, what the die decides, and whom a rule is about."""

from __future__ import annotations

import pytest

from tests.regiments.harness import carried_out, draw, models, regiment
from warhost.play.script import Refused
from warhost.rulesets.regiments import agreements
from warhost.rulesets.regiments.battle import Battle
from warhost.rulesets.regiments.melee import strikes
from warhost.rulesets.regiments.morale import made_test
from warhost.table import Pose


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
def test_options_are_agreed_on_before_the_first_deployment() -> None:
    battle = fresh()
    battle.turn = 0
    poses = [unit.pose for unit in battle.units]
    for unit in battle.units:
        unit.pose = None
    agreements.agree(battle, step_back=False)
    assert battle.scene.settings.step_back is False
    battle.units[0].pose = poses[0] or Pose(0, 0, 0)
    with pytest.raises(Refused, match="before the first unit"):
        agreements.agree(battle, step_back=True)
    battle.units[0].pose = None
    battle.turn = 1
    with pytest.raises(Refused) as refused:
        agreements.agree(battle, step_back=True)
    assert refused.value.rule == "aofr.general.agree_before_game"
    assert battle.scene.settings.step_back is False
    battle.turn = 0
    with pytest.raises(Refused, match="There is no option"):
        agreements.agree(battle, step_bakc=True)


@pytest.mark.rule("aofr.general.rule_scope")
def test_a_rule_about_the_unit_helps_all_and_one_about_a_model_only_that_model() -> None:
    groups = [models(1, rules=["Sergeant"]), models(1, rules=["Banner"]), models(8)]
    table = draw("Pikes at 30,20 | Foe at 30,40 face 180", Pikes=regiment(groups=groups), Foe=regiment(10))
    battle, pikes, foe = table.battle, table.unit("Pikes"), table.unit("Foe")
    made = strikes(battle, pikes, foe, charging=True, fatigued=False, which=lambda rules: True)
    assert sorted((attack.count, attack.to_hit.total) for attack in made) == [(1, 1), (9, 0)]
    assert made_test(battle, pikes).modifiers.total == 1
