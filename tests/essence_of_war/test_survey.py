"""What a unit reaches and sees from a place, and who threatens it there."""

from __future__ import annotations

import re

import pytest

from tests.survey_words import seen, words
from warhost.play import Surveys, battle_hash, parse_position
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.essence_of_war.ruleset import RULESET
from warhost.rulesets.essence_of_war.shown.survey import menaces, survey
from warhost.table import Pose


def drawn(text: str) -> Battle:
    return RULESET.from_text(parse_position(text))


def test_the_ruleset_surveys() -> None:
    assert isinstance(RULESET, Surveys)


@pytest.mark.rule("eow.charge.declare.range")
def test_reaches_are_advance_march_and_the_longest_charge() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,30 face 180")
    reaches = {reach.label: reach.inches for reach in survey(battle, battle.units[0], None).reaches}
    assert reaches == {"Advance": 4, "March": 8, "Maximum charge": 16}


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
    looked = survey(battle, battle.units[0], None)
    assert seen(looked) == [1]
    assert words(looked) == {1: "", 2: "", 3: "the rocks"}


def test_a_unit_in_the_way_is_named() -> None:
    battle = drawn("Orcs and Goblins/Orc Shaman at 18,10 | Iron Orcs at 18,13 | Ghouls at 18,22 face 180")
    assert words(survey(battle, battle.units[0], None)) == {2: "Iron Orcs"}


def test_from_another_place_it_sees_other_things_and_the_battle_stays_as_it_is() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")
    before = battle_hash(battle)
    looked = survey(battle, battle.units[0], Pose(18.0, 30.0, 0.0))
    assert looked.pose == Pose(18.0, 30.0, 0.0)
    assert seen(looked) == []
    assert seen(survey(battle, battle.units[0], Pose(18.0, 30.0, 180.0))) == [1]
    assert battle_hash(battle) == before


def test_a_target_behind_hindering_terrain_is_in_cover() -> None:
    archers = "Highborn Elves/Citizen Archers at 18,10 | Ghouls at 18,30 face 180"
    open_field, wood = drawn(archers), drawn(f"eow | 36x48 hindering 18,20 12x4 | {archers}")
    assert words(survey(open_field, open_field.units[0], None)) == {1: ""}
    assert words(survey(wood, wood.units[0], None)) == {1: "cover, Aim +1"}


@pytest.mark.rule("eow.shoot.cover.per_model")
def test_cover_from_some_models_only_is_counted() -> None:
    battle = drawn(
        "eow | 36x48 hindering 15,20 6x4 | Highborn Elves/Citizen Archers at 18,10 | Ghouls at 18,24 face 180"
    )
    (told,) = words(survey(battle, battle.units[0], None)).values()
    assert re.fullmatch(r"cover from \d+ of 10 models", told)


def test_an_enemy_that_sees_it_within_its_charge_range_threatens_it() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")
    (threat,) = survey(battle, battle.units[0], None).threats
    assert (threat.unit, threat.target, threat.label) == (1, 0, "charge")
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
    assert (looked.pose, looked.sights, looked.threats) == (None, (), ())


def test_the_menaces_of_a_seat_are_its_charges_and_shots_and_whom_they_reach() -> None:
    battle = drawn("Iron Orcs at 18,10 | Highborn Elves/Citizen Archers at 18,20 face 180 | Ghouls at 4,44 face 180")
    archers, ghouls = menaces(battle, 1)
    assert [(reach.does, reach.arc, reach.after) for reach in archers.reaches] == [
        ("charge", "front", False),
        ("shoot", "front", False),
        ("shoot", "around", True),
    ]
    assert [(threat.unit, threat.target, threat.label) for threat in archers.threats] == [
        (1, 0, "charge"),
        (1, 0, "shoot with Arandai Longbow"),
    ]
    assert (ghouls.unit, ghouls.threats) == (2, ())
    assert [menace.unit for menace in menaces(battle, 0)] == [0]


def test_what_a_unit_menaces_is_what_threatens_the_others() -> None:
    battle = drawn("Iron Orcs at 18,10 | Goblin Rabble at 26,12 | Ghouls at 18,20 face 180 | Ghouls at 25,24 face 200")
    told = {threat for menace in menaces(battle, 1) for threat in menace.threats}
    asked = {threat for unit in battle.units[:2] for threat in survey(battle, unit, None).threats}
    assert told == asked != set()


def test_who_flees_or_is_off_the_table_menaces_nobody() -> None:
    battle = drawn("Iron Orcs at 18,10 | Ghouls at 18,20 face 180 fleeing | Ghouls at 4,44 face 180")
    battle.units[2].pose = None
    (fleeing,) = menaces(battle, 1)
    assert (fleeing.reaches, fleeing.threats) == ((), ())


ARCHERS = "Highborn Elves/Citizen Archers"


@pytest.mark.rule("eow.move.shooting_after", "eow.move.march_no_shoot")
def test_an_archer_shoots_as_far_as_its_advance_and_its_bow_together() -> None:
    battle = drawn(f"Iron Orcs at 18,4 | {ARCHERS} at 18,40 face 180")
    bow = battle.entry(battle.units[1]).weapons[0].weapon
    advance = battle.profile(battle.units[1]).adv
    (archers,) = menaces(battle, 1)
    (wide,) = (reach for reach in archers.reaches if reach.after)
    assert (wide.label, wide.inches) == (f"Advance and range of {bow.name}", advance + bow.range)


@pytest.mark.rule("eow.move.shooting_after")
@pytest.mark.parametrize(("y", "threatens"), [(33.0, ["shoot"]), (37.0, ["advance and shoot"]), (43.0, [])])
def test_who_is_out_of_range_may_be_shot_at_after_an_advance(y: float, threatens: list[str]) -> None:
    battle = drawn(f"Iron Orcs at 18,3 | {ARCHERS} at 18,{y} face 180")
    (archers,) = menaces(battle, 1)
    told = [threat.label.partition(" with ")[0] for threat in archers.threats if threat.label != "charge"]
    assert told == threatens
    assert all(threat.after == threat.label.startswith("advance") for threat in archers.threats)


@pytest.mark.rule("eow.move.shooting_after")
def test_an_archer_that_looks_away_turns_in_its_advance() -> None:
    battle = drawn(f"Iron Orcs at 18,20 | {ARCHERS} at 18,40 face 180")
    battle.units[1].pose = Pose(18.0, 40.0, 0.0)
    assert [threat.after for threat in menaces(battle, 1)[0].threats] == [True]


@pytest.mark.rule("eow.charge.sequence")
def test_no_charge_comes_after_a_move_of_the_same_turn() -> None:
    battle = drawn("Iron Orcs at 18,4 | Ghouls at 18,26 face 180")
    (ghouls,) = menaces(battle, 1)
    assert (ghouls.threats, [reach.after for reach in ghouls.reaches]) == ((), [False])


def needed(battle: Battle, pose: Pose | None = None) -> dict[int, int]:
    return {aim.unit: aim.need for aim in survey(battle, battle.units[0], pose).aims}


@pytest.mark.rule("eow.shoot.moved", "eow.move.march_no_shoot")
def test_a_shooter_is_told_what_it_would_need_from_another_place() -> None:
    battle = drawn("Lowborn Archers at 18,4 | Ghouls at 18,30 face 180")
    assert needed(battle) == {1: 5}  # Longbows hit on 4+, and this is Long Range.
    assert needed(battle, Pose(18.0, 8.0, 0.0)) == {1: 6}  # They have moved, too.
    assert needed(battle, Pose(18.0, 8.0, 180.0)) == {}  # They look away.
    assert needed(battle, Pose(18.0, 13.0, 0.0)) == {}  # Whoever comes so far has marched.


@pytest.mark.rule("eow.shoot.seven_plus")
def test_a_shot_that_cannot_hit_is_told_as_a_seven() -> None:
    battle = drawn("36x48 hindering 18,20 10x2 | Lowborn Archers at 18,4 | Ghouls at 18,30 face 180")
    assert needed(battle, Pose(18.0, 8.0, 0.0)) == {1: 7}


def test_who_has_nothing_to_shoot_with_is_told_nothing() -> None:
    assert needed(drawn("Ghouls at 18,10 | Iron Orcs at 18,20 face 180")) == {}
