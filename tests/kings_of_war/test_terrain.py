"""Terrain: what pieces are, and how high (Terrain; Terrain height)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.firing import archers
from tests.kings_of_war.harness import Fall, Play, draw, pose, refusal, unit
from warhost.play import Moved
from warhost.rulesets.kings_of_war.core import Settings, apart, field_of, level_of, nature, sees, values
from warhost.rulesets.kings_of_war.core.events import UnitShot
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.table import Forward, Pose


def rule(name: str, *values: object) -> Any:
    return pytest.param(*values, marks=pytest.mark.rule(name), id=f"{name.removeprefix('kow.')}-{values[0]}")


@pytest.mark.parametrize(
    ("kind", "height", "classes"),
    [
        rule("kow.terrain.height_0", "river", 0, {"difficult"}),
        rule("kow.terrain.height_0", "pond", 0, {"difficult"}),
        rule("kow.terrain.height_0", "lake", 0, {"difficult"}),
        rule("kow.terrain.height_1", "crops", 1, {"difficult", "cover"}),
        rule("kow.terrain.height_1", "scree", 1, {"difficult"}),
        rule("kow.terrain.height_1", "low_wall", 1, {"obstacle"}),
        rule("kow.terrain.height_1", "hedge", 1, {"obstacle"}),
        rule("kow.terrain.height_2", "corn", 2, {"difficult", "cover"}),
        rule("kow.terrain.height_2", "bushes", 2, {"difficult", "cover"}),
        rule("kow.terrain.height_2", "boulders", 2, {"difficult", "cover"}),
        rule("kow.terrain.height_2", "high_wall", 2, {"blocking"}),
        rule("kow.terrain.height_2", "palisade", 2, {"blocking"}),
        rule("kow.terrain.height_3", "hill", 3, {"hill"}),
        rule("kow.terrain.height_5", "high_hill", 5, {"hill"}),
        rule("kow.terrain.height_8", "wood", 8, {"difficult", "cover"}),
        rule("kow.terrain.height_8", "building", 8, {"blocking"}),
    ],
)
def test_pieces_are_as_the_guide_has_them(kind: str, height: int, classes: set[str]) -> None:
    table = draw(f"72x48 {kind} 36,24 6x6 | Foot at 10,10", Foot=unit())
    (piece,) = field_of(table.battle).terrain.pieces
    assert (piece.height, set(piece.traits) & {"blocking", "difficult", "obstacle", "hill", "cover"}) == (
        height,
        classes,
    )


@pytest.mark.rule("kow.terrain.height_per_inch")
@pytest.mark.parametrize(("inches", "level"), [(0.9, 0), (1.0, 1), (2.9, 2), (8.0, 8)])
def test_a_piece_has_a_level_for_each_full_inch(inches: float, level: int) -> None:
    assert level_of(inches) == level


@pytest.mark.rule("kow.terrain.agree_heights")
@pytest.mark.rule("kow.scenario.terrain_define")
def test_players_may_agree_otherwise() -> None:
    assert [nature(kind).height for kind in ("wood", "wood_tall5", "wood_tall0", "low_wall_tall3")] == [8, 5, 0, 3]
    assert nature("scree_cover").classes == {"difficult", "cover"}
    assert nature("obelisk_blocking_tall6").classes == {"blocking"}
    assert nature("obelisk_blocking_tall6").height == 6
    low = "72x48 wood_tall1 36,20 6x2 | 0 Foot at 36,14 | 1 Foes at 36,28 face 180"
    table = draw(low, Foot=unit(), Foes=unit())
    assert sees(table.battle, table.unit("Foot"), table.unit("Foes")) == "free"
    high = draw(low.replace("_tall1", ""), Foot=unit(), Foes=unit())
    assert sees(high.battle, high.unit("Foot"), high.unit("Foes")) == "blocked"


@pytest.mark.rule("kow.terrain.open")
def test_open_ground_does_nothing() -> None:
    game = draw("0 Foot at 36,10 | 1 Foes at 36,40 face 180", Foot=archers(), Foes=unit()).play()
    assert sees(game.battle, game.unit("Foot"), game.unit("Foes")) == "free"
    game.order("Foot").move("at the double", Forward(10.0))
    assert pose(game, "Foot").y == 20.0
    line = '0 Foot at 36,10 order="advance" | 1 Foes at 36,24 face 180'
    shot = draw(f'phase="ranged" | {line}', Foot=archers(), Foes=unit()).play({"to hit": 5, "": 1}).choose("0>1")
    assert [(event.to_hit, event.hits) for event in shot.told(UnitShot)] == [(5, 4)]


@pytest.mark.rule("kow.terrain.decorative")
def test_decorative_pieces_are_ignored() -> None:
    line = "72x48 tree 36,16 2x2 cattle 36,24 3x3 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    table = draw(line, Foot=unit(speed=5), Foes=unit())
    assert sees(table.battle, table.unit("Foot"), table.unit("Foes")) == "free"
    game = table.play()
    game.order("Foot").move("at the double", Forward(10.0))
    assert pose(game, "Foot").y == 20.0
    assert RULESET.problems(game.battle) == []


@pytest.mark.rule("kow.terrain.hill")
@pytest.mark.rule("kow.terrain.hill_standing")
@pytest.mark.rule("kow.terrain.hill_height")
def test_hills_do_not_slow_and_lift_who_stands_on_them() -> None:
    line = "72x48 hill 36,22 10x8 | 0 Foot at 36,10 | 1 Foes at 36,44 face 180"
    game = draw(line, Foot=unit(speed=6), Foes=unit()).play()
    game.order("Foot").move("at the double", Forward(12.0))
    assert pose(game, "Foot").y == 22.0
    assert values.height(game.battle, game.unit("Foot")) == 5
    beside = draw("72x48 hill 36,22 10x8 | 0 Foot at 36,17.9", Foot=unit())
    assert values.height(beside.battle, beside.unit("Foot")) == 2


@pytest.mark.rule("kow.unit.traits")
def test_a_trait_changes_nothing_by_itself() -> None:
    line = "0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    plain, marked = (draw(line, Foot=unit(traits=traits), Foes=unit()) for traits in ((), ("Mounted", "Loyal")))
    for name in ("Foot", "Foes"):
        assert values.nerve(plain.battle, plain.unit(name)) == values.nerve(marked.battle, marked.unit(name))
        assert values.speed(plain.battle, plain.unit(name)) == values.speed(marked.battle, marked.unit(name))
    dice: dict[str, Fall] = {"First turn": [6, 1], "": 4}
    ends = []
    for table in (plain, marked):
        game = table.play(dice=dice)
        game.order("Foot").move("advance", Forward(5.0)).until(turn=2)
        ends.append([(one.pose, one.damage) for one in game.battle.units])
    assert ends[0] == ends[1]


@pytest.mark.rule("kow.measure.any_time")
def test_distances_are_open_and_asking_commits_to_nothing() -> None:
    game = draw("0 Foot at 36,10 | 1 Foes at 36,20 face 180", Foot=unit(), Foes=unit()).play()
    before = game.game.hash()
    for name in ("Foot", "Foes"):
        told = RULESET.survey(game.battle, game.unit(name), None)
        assert {reach.label for reach in told.reaches} >= {"Advance", "At the double", "Charge"}
        assert RULESET.survey(game.battle, game.unit(name), Pose(20.0, 14.0, 0.0)).reaches
    assert [menace.unit for menace in RULESET.menaces(game.battle, 1)] == [game.unit("Foes").id]
    assert game.game.hash() == before


def charging_at_a_wall(*, across: bool) -> Play:
    """Foot charges an enemy that stands right behind a wall 15 mm thick, and straight before the charger."""
    thick, half = 15 / 25.4, 40 / 25.4
    line = f"72x48 low_wall 36,{24 - half - thick / 2} 10x{thick} | 0 Foot at 36,14 | 1 Foes at 36,24 face 180"
    table = draw(line, Settings(obstacle_contact=across), Foot=unit(), Foes=unit())
    dice: dict[str, Fall] = {"First turn": [6, 1], "": 1}
    return table.play(dice=dice).order("Foot", f"charge>{table.unit('Foes').id}")


@pytest.mark.rule("kow.terrain.obstacle_contact")
def test_units_touch_across_an_obstacle_if_players_agreed_on_it() -> None:
    game = charging_at_a_wall(across=True)
    assert game.unit("Foot").engaged
    assert apart(game.battle, game.unit("Foot"), game.unit("Foes")) == pytest.approx(15 / 25.4)
    assert RULESET.problems(game.battle) == []
    game.until(turn=2)
    assert game.unit("Foot").engaged


@pytest.mark.rule("kow.terrain.obstacle_contact")
def test_else_a_charger_stands_on_the_obstacle() -> None:
    game = charging_at_a_wall(across=False)
    assert game.unit("Foot").engaged
    assert apart(game.battle, game.unit("Foot"), game.unit("Foes")) == pytest.approx(0.0, abs=0.01)


@pytest.mark.rule("kow.terrain.obstacle_contact")
def test_an_obstacle_that_leads_away_from_the_target_is_not_between_the_two() -> None:
    half = 40 / 25.4
    line = f"72x48 low_wall 37,{24 - half - 3} 0.5x6 | 0 Foot at 36,14 | 1 Foes at 36,24 face 180"
    table = draw(line, Settings(obstacle_contact=True), Foot=unit(), Foes=unit())
    dice: dict[str, Fall] = {"First turn": [6, 1], "": 1}
    game = table.play(dice=dice).order("Foot", f"charge>{table.unit('Foes').id}")
    assert game.unit("Foot").engaged
    assert RULESET.problems(game.battle) == []
    assert apart(game.battle, game.unit("Foot"), game.unit("Foes")) == pytest.approx(0.0, abs=0.01)


@pytest.mark.parametrize(
    ("kind", "cited"),
    [("building", "kow.terrain.blocking"), ("hedge", "kow.terrain.obstacle"), ("wood", "kow.terrain.difficult")],
)
def test_a_refusal_at_the_double_names_the_rule_of_what_is_in_the_way(kind: str, cited: str) -> None:
    line = f"72x48 {kind} 36,16 6x2 | 0 Foot at 36,10 | 1 Foes at 36,40 face 180"
    game = draw(line, Foot=unit(), Foes=unit()).play()
    assert refusal(game.order("Foot"), Moved("at the double", (Forward(8.0),))).rule == cited
