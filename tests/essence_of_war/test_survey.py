"""What a unit reaches and sees from a place, and who threatens it there."""

from __future__ import annotations

import pytest

from warhost.play import Surveys, battle_hash, parse_position
from warhost.rulesets.essence_of_war.battle import Battle
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.survey import survey
from warhost.table import Pose


def drawn(text: str) -> Battle:
    return RULESET.from_text(parse_position(text))


def test_the_ruleset_surveys() -> None:
    assert isinstance(RULESET, Surveys)


@pytest.mark.rule("eow.charge.declare.range")
def test_reaches_are_advance_march_and_the_longest_charge() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,30 face 180")
    reaches = {reach.label: reach.inches for reach in survey(battle, battle.units[0], None).reaches}
    assert reaches == {"Advance": 4, "March": 8, "Charge at most": 16}


def test_an_archer_reaches_as_far_as_its_bow() -> None:
    battle = drawn("Highborn Elves/Citizen Archers at 18,10 | Ghouls at 18,30 face 180")
    bow = battle.entry(battle.units[0]).weapons[0].weapon
    reaches = {reach.label: reach.inches for reach in survey(battle, battle.units[0], None).reaches}
    assert reaches[f"Range of {bow.name}"] == bow.range
    assert reaches[f"Half range of {bow.name}"] == bow.range / 2


def test_a_unit_sees_what_is_in_front_of_it_and_unhidden() -> None:
    units = (
        "Iron Orcs at 18,10 | Ghouls at 18,16 face 180 | 1 Vampire Covenant/Zombies @18,4,0 | Ghouls at 18,30 face 180"
    )
    battle = drawn(f"eow | 36x48 impassable 18,24 30x4 | {units}")
    assert survey(battle, battle.units[0], None).sees == (1,)


def test_from_another_place_it_sees_other_things_and_the_battle_stays_as_it_is() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")
    before = battle_hash(battle)
    looked = survey(battle, battle.units[0], Pose(18.0, 30.0, 0.0))
    assert looked.pose == Pose(18.0, 30.0, 0.0)
    assert looked.sees == ()
    assert survey(battle, battle.units[0], Pose(18.0, 30.0, 180.0)).sees == (1,)
    assert battle_hash(battle) == before


def test_a_target_behind_hindering_terrain_is_in_cover() -> None:
    archers = "Highborn Elves/Citizen Archers at 18,10 | Ghouls at 18,30 face 180"
    open_field, wood = drawn(archers), drawn(f"eow | 36x48 hindering 18,20 12x4 | {archers}")
    assert survey(open_field, open_field.units[0], None).covered == ()
    assert survey(wood, wood.units[0], None).covered == (1,)


def test_an_enemy_that_sees_it_within_its_charge_range_threatens_it() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")
    (threat,) = survey(battle, battle.units[0], None).threats
    assert (threat.unit, threat.label) == (1, "charge")
    assert threat.chance is not None
    assert 0.0 < threat.chance <= 1.0
    assert survey(battle, battle.units[0], Pose(18.0, 30.0, 0.0)).threats == ()
    far = drawn("Iron Orcs at 18,4 | Ghouls at 18,45 face 180")
    assert survey(far, far.units[0], None).threats == ()


def test_a_fleeing_enemy_is_no_threat() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180 fleeing")
    assert survey(battle, battle.units[0], None).threats == ()


def test_a_unit_off_the_table_has_only_its_reaches() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")
    battle.units[0].pose = None
    looked = survey(battle, battle.units[0], None)
    assert looked.reaches
    assert (looked.pose, looked.sees, looked.threats) == (None, (), ())
