"""What a unit reaches and sees from a place, and who threatens it there."""

from __future__ import annotations

import pytest

from tests.regiments.harness import draw, regiment
from tests.survey_words import seen, words
from warhost.play import Surveys, battle_hash
from warhost.rulesets.regiments.core import Battle, Regiment
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.rulesets.regiments.shown.survey import menaces, survey
from warhost.table import Pose

BOWS = regiment(weapons=['Bow (24", A1)', "Knife (A1)"])


def drawn(line: str = "Pikes at 36,10 | Riders at 36,30 face 180", **given: Regiment) -> Battle:
    names = [told.split(" at ")[0].strip() for told in line.split("|") if " at " in told]
    return draw(line, None, **{name: given.get(name, regiment()) for name in names}).battle


def reaches(battle: Battle) -> dict[str, float]:
    return {reach.label: reach.inches for reach in survey(battle, battle.units[0], None).reaches}


def test_the_ruleset_surveys() -> None:
    assert isinstance(RULESET, Surveys)


@pytest.mark.rule("aofr.action.advance", "aofr.action.rush", "aofr.action.charge")
def test_reaches_are_advance_rush_and_charge() -> None:
    assert reaches(drawn()) == {"Advance": 6, "Rush": 12, "Charge": 12}
    assert reaches(drawn(Pikes=regiment(rules=["Fast"]))) == {"Advance": 8, "Rush": 16, "Charge": 16}


def test_an_archer_reaches_as_far_as_its_bow_and_knives_reach_nobody() -> None:
    assert reaches(drawn(Pikes=BOWS)) == {"Advance": 6, "Rush": 12, "Charge": 12, "Range of Bow": 24}


@pytest.mark.rule("aofr.special.immobilized")
def test_who_can_only_hold_has_no_moves() -> None:
    assert reaches(drawn(Pikes=regiment(weapons=['Cannon (30", A1)'], rules=["Immobilized"]))) == {
        "Range of Cannon": 30
    }


@pytest.mark.rule("aofr.los.front_arc")
def test_from_another_place_it_sees_other_things_and_the_battle_stays_as_it_is() -> None:
    battle = drawn()
    before = battle_hash(battle)
    unit = battle.units[0]
    assert seen(survey(battle, unit, None)) == [1]
    looked = survey(battle, unit, Pose(36.0, 40.0, 0.0))
    assert (looked.pose, seen(looked)) == (Pose(36.0, 40.0, 0.0), [])
    assert seen(survey(battle, unit, Pose(36.0, 40.0, 180.0))) == [1]
    assert battle_hash(battle) == before


@pytest.mark.rule("aofr.los.units_block")
def test_what_stands_behind_others_is_not_seen() -> None:
    line = "Pikes at 36,10 | Riders at 36,20 face 180 | Guards at 36,23 face 180"
    battle = drawn(line, Guards=regiment(size=1))
    assert words(survey(battle, battle.units[0], None)) == {1: "", 2: "Riders"}


@pytest.mark.rule("aofr.terrain.cover")
def test_a_target_in_cover_is_told() -> None:
    line = "aofr | 72x48 forest 36,30 12x8 | Pikes at 36,10 | Riders at 36,30 face 180"
    plain, wood, swords = drawn(Pikes=BOWS), drawn(line, Pikes=BOWS), drawn(line)
    assert words(survey(plain, plain.units[0], None)) == {1: ""}
    assert words(survey(wood, wood.units[0], None)) == {1: "cover, Defense +1"}
    assert words(survey(swords, swords.units[0], None)) == {1: ""}


@pytest.mark.rule("aofr.melee.valid_target")
def test_an_enemy_within_its_charge_threatens_the_unit() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180")
    (threat,) = survey(battle, battle.units[0], None).threats
    assert (threat.unit, threat.label, threat.inches, threat.chance) == (1, "charge", 8.0, None)
    far = drawn("Pikes at 36,10 | Riders at 36,25 face 180")
    assert survey(far, far.units[0], None).threats == ()


@pytest.mark.rule("aofr.shoot.valid_target")
def test_an_enemy_with_a_bow_in_range_threatens_the_unit() -> None:
    battle = drawn(Riders=BOWS)
    (threat,) = survey(battle, battle.units[0], None).threats
    assert (threat.unit, threat.label) == (1, "shoot with Bow")
    far = drawn("Pikes at 36,2 | Riders at 36,40 face 180", Riders=BOWS)
    assert survey(far, far.units[0], None).threats == ()


@pytest.mark.rule("aofr.action.advance", "aofr.action.rush")
def test_who_is_out_of_range_may_be_shot_at_after_an_advance_but_not_after_a_rush() -> None:
    near = drawn("Pikes at 36,2 | Riders at 36,33 face 180", Riders=BOWS)
    (threat,) = survey(near, near.units[0], None).threats
    assert (threat.label, threat.after) == ("advance and shoot with Bow", True)
    beyond = drawn("Pikes at 36,2 | Riders at 36,36 face 180", Riders=BOWS)
    assert survey(beyond, beyond.units[0], None).threats == ()


@pytest.mark.rule("aofr.move.advance_pivot")
def test_an_advance_has_one_turn_of_ninety_degrees_before_the_shot() -> None:
    battle = drawn("Pikes at 20,10 | Riders at 50,10 face 180", Riders=BOWS)
    assert [threat.label for threat in menaces(battle, 1)[0].threats] == ["advance and shoot with Bow"]
    battle.units[1].pose = Pose(50.0, 10.0, 90.0)
    assert menaces(battle, 1)[0].threats == ()


@pytest.mark.rule("aofr.special.immobilized")
def test_who_can_only_hold_does_not_advance_and_shoot() -> None:
    cannon = regiment(1, weapons=['Cannon (24", A1)'], rules=["Immobilized"])
    battle = drawn("Pikes at 36,2 | Riders at 36,32 face 180", Riders=cannon)
    (menace,) = menaces(battle, 1)
    assert (menace.threats, [reach.label for reach in menace.reaches]) == ((), ["Range of Cannon"])


@pytest.mark.rule("aofr.shaken.idle")
def test_a_shaken_enemy_is_no_threat() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180", Riders=BOWS)
    assert len(survey(battle, battle.units[0], None).threats) == 2
    battle.units[1].shaken = True
    assert survey(battle, battle.units[0], None).threats == ()


def test_a_unit_off_the_table_has_only_its_reaches() -> None:
    battle = drawn()
    battle.units[0].pose = None
    looked = survey(battle, battle.units[0], None)
    assert looked.reaches
    assert (looked.pose, looked.sights, looked.threats) == (None, (), ())


@pytest.mark.rule("aofr.terrain.forests")
def test_a_wood_in_between_is_named() -> None:
    battle = drawn("aofr | 72x48 forest 36,20 30x4 | Pikes at 36,10 | Riders at 36,30 face 180")
    assert words(survey(battle, battle.units[0], None)) == {1: "the forest"}


@pytest.mark.rule("aofr.move.hold_pivot")
def test_an_archer_that_looks_away_may_turn_and_shoot() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,30 face 180", Riders=BOWS)
    battle.units[1].pose = Pose(36.0, 30.0, 0.0)
    (menace,) = menaces(battle, 1)
    assert [(threat.target, threat.label) for threat in menace.threats] == [(0, "turn and shoot with Bow")]
    assert [(reach.label, reach.arc) for reach in menace.reaches] == [
        *(("Charge", "turned"), ("Range of Bow", "around")),
        ("Advance and range of Bow", "turned"),
    ]


@pytest.mark.rule("aofr.charge.move", "aofr.melee.rear_no_countercharge")
def test_a_charge_may_turn_to_the_side_but_not_about() -> None:
    aside = drawn("Pikes at 45,30 | Riders at 36,30 face 180")
    behind = drawn("Pikes at 36,38 | Riders at 36,30 face 180")
    assert [threat.label for threat in menaces(aside, 1)[0].threats] == ["charge"]
    assert menaces(behind, 1)[0].threats == ()


@pytest.mark.rule("aofr.shaken.idle")
def test_who_is_shaken_menaces_nobody() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180", Riders=BOWS)
    battle.units[1].shaken = True
    (menace,) = menaces(battle, 1)
    assert (menace.reaches, menace.threats) == ((), ())


@pytest.mark.rule("aofr.quality.test")
def test_a_shooter_is_told_what_it_would_need_from_another_place() -> None:
    battle = drawn("Pikes at 36,4 | Riders at 36,40 face 180", Pikes=BOWS)
    assert survey(battle, battle.units[0], None).aims == ()
    (aim,) = survey(battle, battle.units[0], Pose(36.0, 20.0, 0.0)).aims
    assert (aim.unit, aim.label, aim.need) == (1, "Bow", 4)
    assert survey(battle, battle.units[0], Pose(36.0, 20.0, 180.0)).aims == ()
