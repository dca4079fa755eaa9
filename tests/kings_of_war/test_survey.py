"""What a unit reaches, sees and hits from a place, and who threatens it there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import BOW, archers, wizard
from tests.kings_of_war.harness import draw, unit
from tests.survey_words import seen, words
from warhost.play import Surveys, battle_hash
from warhost.rulesets.kings_of_war.core import Battle, Settings
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.rulesets.kings_of_war.shown.survey import menaces, survey
from warhost.table import Pose


def drawn(
    line: str = "Pikes at 36,10 | Riders at 36,30 face 180", settings: Settings | None = None, **given: Any
) -> Battle:
    names = [told.split(" at ")[0].strip() for told in line.split("|") if " at " in told]
    return draw(line, settings, **{name: given.get(name, unit()) for name in names}).battle


def reaches(battle: Battle) -> dict[str, float]:
    return {reach.label: reach.inches for reach in survey(battle, battle.units[0], None).reaches}


def threats(battle: Battle) -> list[str]:
    """What the second unit could do to the first."""
    return [threat.label for threat in survey(battle, battle.units[0], None).threats]


def aims(battle: Battle, pose: Pose | None = None) -> dict[str, tuple[int, float]]:
    return {aim.label: (aim.need, aim.dice) for aim in survey(battle, battle.units[0], pose).aims}


def test_the_ruleset_surveys() -> None:
    assert isinstance(RULESET, Surveys)


@pytest.mark.rule("kow.order.advance", "kow.order.at_the_double", "kow.charge.cond_distance")
def test_reaches_are_advance_double_and_charge() -> None:
    assert reaches(drawn()) == {"Advance": 5, "At the double": 10, "Charge": 10}
    assert reaches(drawn(Pikes=unit(speed=8, rules=["Wild Charge (2)"])))["Charge"] == 18


@pytest.mark.rule("kow.nerve.wavering_orders")
def test_who_wavers_goes_nowhere_ahead_and_charges_nobody() -> None:
    battle = drawn()
    battle.units[0].wavering = 1
    assert reaches(battle) == {}


@pytest.mark.rule("kow.special.shambling")
def test_who_shambles_does_not_go_at_the_double() -> None:
    assert reaches(drawn(Pikes=unit(rules=["Shambling"]))) == {"Advance": 5, "Charge": 10}


@pytest.mark.rule("kow.war_engine.range", "kow.war_engine.no_double_charge")
def test_a_war_engine_reaches_48_inches_and_only_advances() -> None:
    engine = unit(type="war engine", shooting=5, weapons=[{"name": "Cannon", "range": 0}])
    assert reaches(drawn(Pikes=engine)) == {"Advance": 5, "Range of Cannon": 48}


def test_weapons_and_spells_have_a_reach() -> None:
    found = reaches(drawn(Pikes=wizard(("Fireball", 8), ("Heal", 3), weapons=[BOW], shooting=4)))
    assert {label: found[label] for label in found if label.startswith("Range")} == {
        "Range of Bow": 24,
        "Range of Fireball": 12,
        "Range of Heal": 12,
    }


@pytest.mark.rule("kow.los.arc_of_sight")
def test_from_another_place_it_sees_other_things_and_the_battle_stays_as_it_is() -> None:
    battle = drawn()
    before = battle_hash(battle)
    one = battle.units[0]
    assert seen(survey(battle, one, None)) == [1]
    looked = survey(battle, one, Pose(36.0, 40.0, 0.0))
    assert (looked.pose, seen(looked)) == (Pose(36.0, 40.0, 0.0), [])
    assert seen(survey(battle, one, Pose(36.0, 40.0, 180.0))) == [1]
    assert battle_hash(battle) == before


@pytest.mark.rule("kow.los.blocked")
def test_what_stands_behind_others_is_not_seen() -> None:
    line = "Pikes at 36,10 | Riders at 36,20 face 180 | Guards at 36,25 face 180"
    battle = drawn(line, Riders=unit(size="horde"), Guards=unit(size="troop"))
    assert words(survey(battle, battle.units[0], None)) == {1: "", 2: "Riders"}


@pytest.mark.rule("kow.cover.in_difficult", "kow.ranged.cover_modifier")
def test_a_target_in_cover_is_told_to_who_shoots() -> None:
    line = "kow | 72x48 wood 36,25 12x8 | Pikes at 36,10 | Riders at 36,25 face 180"
    plain, wood, swords = drawn(Pikes=archers()), drawn(line, Pikes=archers()), drawn(line)
    assert words(survey(plain, plain.units[0], None)) == {1: ""}
    assert words(survey(wood, wood.units[0], None)) == {1: "cover, -1 to hit"}
    assert words(survey(swords, swords.units[0], None)) == {1: ""}
    assert aims(wood)["Bow"][0] == aims(plain)["Bow"][0] + 1


@pytest.mark.rule("kow.ranged.hit_roll", "kow.ranged.aiming")
def test_who_stays_aims_and_who_moves_does_not() -> None:
    battle = drawn(Pikes=archers())
    here = battle.units[0].pose
    assert aims(battle) == aims(battle, here) == {"Bow": (4, 4)}
    assert aims(battle, Pose(36.0, 12.0, 0.0)) == {"Bow": (5, 4)}
    assert aims(battle, Pose(36.0, 12.0, 180.0)) == {}


@pytest.mark.rule("kow.magic.magical_missile", "kow.ranged.aiming")
def test_a_magical_missile_aims_as_a_weapon_does() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180", Pikes=wizard(("Fireball", 8), ("Bloodboil", 3)))
    assert aims(battle) == {"Fireball": (3, 8)}
    assert aims(battle, Pose(36.0, 11.0, 0.0)) == {"Fireball": (4, 8)}


@pytest.mark.rule("kow.ranged.not_after_double", "kow.ranged.not_wavering", "kow.ranged.no_engaged_target")
@pytest.mark.parametrize(("field", "value"), [("order", "at the double"), ("wavering", 1), ("shot", True)])
def test_who_cannot_shoot_has_nothing_to_hit(field: str, value: Any) -> None:
    battle = drawn(Pikes=archers())
    assert aims(battle)
    setattr(battle.units[0], field, value)
    assert aims(battle) == {}


@pytest.mark.rule("kow.charge.cond_visible", "kow.charge.cond_distance")
def test_an_enemy_within_its_charge_threatens_the_unit() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180")
    (threat,) = survey(battle, battle.units[0], None).threats
    assert (threat.unit, threat.label, threat.chance) == (1, "charge", None)
    assert threats(drawn("Pikes at 36,10 | Riders at 36,27 face 180")) == []


@pytest.mark.rule("kow.special.individual_pivot")
def test_an_individual_turns_before_it_charges_and_others_do_not() -> None:
    line = "Pikes at 36,10 | Riders at 36,18 face 180"
    for rules, wanted in (([], []), (["Individual"], ["turn and charge"])):
        battle = drawn(line, Riders=unit(hero=True, rules=rules))
        battle.units[1].pose = Pose(36.0, 18.0, 0.0)
        assert threats(battle) == wanted
        (reach,) = (one for one in menaces(battle, 1)[0].reaches if one.label == "Charge")
        assert reach.arc == ("around" if rules else "front")


@pytest.mark.rule("kow.ranged.target")
def test_an_enemy_with_a_bow_in_range_threatens_the_unit() -> None:
    assert threats(drawn(Riders=archers())) == ["shoot with Bow"]
    assert threats(drawn("Pikes at 36,2 | Riders at 36,40 face 180", Riders=archers())) == []


@pytest.mark.rule("kow.magic.as_ranged", "kow.magic.friendly")
def test_a_spell_for_enemies_is_a_threat_and_one_for_friends_is_none() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,22 face 180", Riders=wizard(("Fireball", 8), ("Heal", 3)))
    assert threats(battle) == ["charge", "cast Fireball"]


@pytest.mark.rule("kow.order.change_facing")
def test_who_looks_away_may_turn_and_shoot() -> None:
    battle = drawn(Riders=archers())
    battle.units[1].pose = Pose(36.0, 30.0, 0.0)
    (menace,) = menaces(battle, 1)
    assert [(threat.target, threat.label) for threat in menace.threats] == [(0, "turn and shoot with Bow")]
    assert [(reach.label, reach.arc, reach.inches) for reach in menace.reaches] == [
        ("Charge", "front", 10),
        ("Range of Bow", "around", 24),
        ("Advance and range of Bow", "around", 29),
    ]


@pytest.mark.rule("kow.order.advance", "kow.ranged.not_after_double")
def test_who_is_out_of_range_may_be_shot_at_after_an_advance_but_not_at_the_double() -> None:
    near = drawn("Pikes at 36,2 | Riders at 36,32 face 180", Riders=archers())
    (threat,) = survey(near, near.units[0], None).threats
    assert (threat.label, threat.after) == ("advance and shoot with Bow", True)
    assert threats(drawn("Pikes at 36,2 | Riders at 36,36 face 180", Riders=archers())) == []


@pytest.mark.rule("kow.order.advance_pivots", "kow.special.shambling")
def test_two_pivots_of_an_advance_turn_about_and_the_one_of_who_shambles_does_not() -> None:
    for rules, wanted in (([], ["advance and shoot with Bow"]), (["Shambling"], [])):
        battle = drawn("Pikes at 36,2 | Riders at 36,32 face 180", Riders=archers(rules=rules))
        battle.units[1].pose = Pose(36.0, 32.0, 0.0)
        assert threats(battle) == wanted


@pytest.mark.rule("kow.nerve.wavering_no_ranged", "kow.nerve.wavering_orders")
def test_who_wavers_menaces_nobody() -> None:
    battle = drawn("Pikes at 36,10 | Riders at 36,20 face 180", Riders=archers())
    assert threats(battle) == ["charge", "shoot with Bow"]
    battle.units[1].wavering = 1
    (menace,) = menaces(battle, 1)
    assert (menace.reaches, menace.threats) == ((), ())


def test_a_unit_off_the_table_has_only_its_reaches() -> None:
    battle = drawn()
    battle.units[0].pose = None
    looked = survey(battle, battle.units[0], None)
    assert looked.reaches
    assert (looked.pose, looked.sights, looked.threats) == (None, (), ())
