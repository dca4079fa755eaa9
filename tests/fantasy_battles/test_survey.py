"""What a unit reaches and sees from a place, and who threatens it there."""

from __future__ import annotations

import re

import pytest

from tests.fantasy_battles.gunnery import armed
from tests.fantasy_battles.harness import Table, draw
from tests.survey_words import seen, words
from warhost.play import battle_hash
from warhost.play.shown.cards import Survey
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.shown.survey import menaces, survey
from warhost.table import Pose

FACING = "Archers at 36,10 | Spearmen at 36,22 face 180"


def looked(table: Table | str, name: str, pose: Pose | None = None) -> Survey:
    table = draw(table) if isinstance(table, str) else table
    return survey(table.battle, table.unit(name), pose)


@pytest.mark.rule("t9a.charge.range")
def test_reaches_are_advance_march_the_longest_charge_and_ranges() -> None:
    reaches = {reach.label: reach.inches for reach in looked(FACING, "Archers").reaches}
    shots = {"Half range of Bow": 12, "Range of Bow": 24}
    assert reaches == {"Advance": 4, "March": 8, "Maximum charge": 16, **shots}


def test_a_unit_sees_what_is_in_front_of_it_and_unhidden() -> None:
    line = "72x48 impassable 36,16 20x2 | Archers at 36,10 | Spearmen at 36,22 face 180 | 1 Swordsmen at 36,4 face 0"
    found = looked(line, "Archers")
    assert seen(found) == []
    assert words(found) == {1: "Impassable Terrain", 2: ""}


def test_a_unit_in_the_way_is_named() -> None:
    assert words(looked("Captain at 36,10 | 0 Swordsmen at 36,14 | Spearmen at 36,22 face 180", "Captain")) == {
        2: "Swordsmen"
    }


@pytest.mark.rule("t9a.los.per_model")
@pytest.mark.parametrize(
    ("terrain", "told"),
    [
        ("forest 36,16 12x2", "Soft Cover, -1 to hit"),
        ("ruins 36,22 12x6", "Hard Cover, -2 to hit"),
        ("water 36,16 12x2", ""),
        ("forest 34,12 2x1", r"Soft Cover from \d of 10 models"),
    ],
)
def test_the_cover_of_a_target_is_told(terrain: str, told: str) -> None:
    (found,) = words(looked(f"72x48 {terrain} | {FACING}", "Archers")).values()
    assert re.fullmatch(told, found)


@pytest.mark.rule("t9a.special.aim", "t9a.shooting.mod_moving")
def test_from_another_place_it_has_moved_and_the_battle_stays_as_it_is() -> None:
    table = draw(FACING)
    before = battle_hash(table.battle)
    assert [(aim.label, aim.need, aim.models) for aim in looked(table, "Archers").aims] == [("Bow", 4, 10)]
    ahead = looked(table, "Archers", Pose(36.0, 12.0, 0.0))
    assert [(aim.label, aim.need, aim.models) for aim in ahead.aims] == [("Bow", 5, 10)]
    # Farther than an Advance is a March, after which nobody shoots.
    assert looked(table, "Archers", Pose(36.0, 15.0, 0.0)).aims == ()
    assert battle_hash(table.battle) == before


def test_enemies_threaten_with_charges_and_shots() -> None:
    found = looked("Spearmen at 36,10 | Archers at 36,24 face 180", "Spearmen").threats
    assert [(threat.label, threat.after) for threat in found] == [("charge", False), ("shoot with Bow", False)]
    assert found[0].chance is not None
    assert 0.0 < found[0].chance < 1.0
    far = looked("Spearmen at 36,6 | Archers at 36,35 face 180", "Spearmen").threats
    assert [(threat.label, threat.after) for threat in far] == [("advance and shoot with Bow", True)]


@pytest.mark.rule("t9a.special.light_troops")
def test_light_troops_threaten_after_a_march() -> None:
    table = draw("Spearmen at 36,4 | Archers at 36,38 face 180")
    assert looked(table, "Spearmen").threats == ()
    (threat,) = looked(table.change("Archers", ["Light Troops"]), "Spearmen").threats
    assert threat.label == "march and shoot with Bow"


@pytest.mark.rule("t9a.fleeing.no_shooting", "t9a.shaken.no_shooting")
@pytest.mark.parametrize("state", [{"fleeing": True}, {"boons": (Boon("Shaken", "turn"),)}])
def test_fleeing_and_shaken_enemies_are_no_threat(state: dict[str, object]) -> None:
    assert (
        looked(draw("Spearmen at 36,10 | Archers at 36,24 face 180").set("Archers", **state), "Spearmen").threats == ()
    )


@pytest.mark.rule("t9a.misfire.breakdown")
def test_a_broken_weapon_is_no_threat() -> None:
    table = armed(draw("Spearmen at 36,10 | Cannon at 36,24 face 180"), "Cannon", name="Gun")
    assert [threat.label for threat in looked(table, "Spearmen").threats] == ["shoot with Gun"]
    assert looked(table.set("Cannon", broken_weapons=("Gun",)), "Spearmen").threats == ()


def test_the_menaces_of_a_seat() -> None:
    table = draw("Spearmen at 36,10 | Archers at 36,24 face 180 | Swordsmen at 4,44 face 180")
    archers, swordsmen = menaces(table.battle, 1)
    assert [(reach.label, reach.inches, reach.after) for reach in archers.reaches] == [
        ("Maximum charge", 16, False),
        ("Range of Bow", 24, False),
        ("Advance and range of Bow", 28, True),
    ]
    assert [threat.label for threat in archers.threats] == ["charge", "shoot with Bow"]
    assert swordsmen.threats == ()


def test_a_guest_looks_with_its_unit() -> None:
    table = draw("Archers at 36,10 | 0 Captain at 60,4 | Spearmen at 36,22 face 180").join("Captain", "Archers")
    found = looked(table, "Captain")
    assert (found.unit, seen(found)) == (1, [2])


def test_a_unit_off_the_table_has_only_its_reaches() -> None:
    table = draw(FACING).set("Archers", pose=None)
    found = looked(table, "Archers")
    assert found.reaches
    assert (found.pose, found.sights, found.threats) == (None, (), ())
