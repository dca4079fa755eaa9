"""Dangerous Terrain Tests and what terrain does besides (Terrain)."""

from typing import Any

import pytest

from tests.fantasy_battles.harness import Play, Table, carried_out, draw, shape
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.families.ninth_age.core.terrain import FOREST, RUINS, WALL, WATER
from warhost.rulesets.fantasy_battles.chapters.general.dangerous import danger_of, models_in_danger, take_tests
from warhost.rulesets.fantasy_battles.chapters.general.panic import has_lost_enough
from warhost.rulesets.fantasy_battles.chapters.melee.result import break_modifier, combat_result, steadfast
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.core.entries import Height, ModelType
from warhost.rulesets.fantasy_battles.core.ground import kinds_of
from warhost.table import Forward, Pivot

ENEMY = "Swordsmen at 36,44 face 180"


def marching(terrain: str, unit: str = "Spearmen", **changes: Any) -> tuple[Table, Play]:
    """That unit is about to move through a feature that lies ahead of it."""
    table = draw(f"72x48 {terrain} 36,15 20x2 | {unit} at 36,10 | Guard at 4,4 | {ENEMY}").change(unit, **changes)
    game = table.play(dice={"Dangerous": 1, "": 6}, phase="movement").choose(unit=unit)
    return table, game


def dangers(game: Play) -> list[str]:
    return [f"{roll.dice} {roll.why}" for roll in game.rolls if "Dangerous" in roll.why]


DANGERS: list[tuple[str, ModelType, Height, int]] = [
    (FOREST, "Infantry", "Standard", 0),
    (FOREST, "Beast", "Standard", 0),
    (FOREST, "Cavalry", "Standard", 1),
    (FOREST, "Construct", "Large", 1),
    (RUINS, "Infantry", "Standard", 1),
    (RUINS, "Beast", "Gigantic", 1),
    (RUINS, "Cavalry", "Standard", 2),
    (RUINS, "Construct", "Standard", 2),
    (WATER, "Infantry", "Standard", 1),
    (WATER, "Beast", "Standard", 1),
    (WATER, "Infantry", "Large", 0),
    (WATER, "Beast", "Large", 0),
    (WATER, "Cavalry", "Standard", 0),
    (WATER, "Construct", "Standard", 0),
    (WALL, "Construct", "Standard", 2),
    (WALL, "Cavalry", "Standard", 0),
    (WALL, "Infantry", "Standard", 0),
    ("field", "Construct", "Large", 0),
    ("hill", "Construct", "Large", 0),
]
ROWS = {FOREST: "forest", RUINS: "ruins", WATER: "water", WALL: "walls"}
TABLE = [
    pytest.param(*row, marks=pytest.mark.rule(f"t9a.terrain.dangerous_{ROWS[row[0]]}") if row[0] in ROWS else ())
    for row in DANGERS
]


@pytest.mark.parametrize(("kind", "model_type", "height", "danger"), TABLE)
def test_what_is_dangerous_to_whom(kind: str, model_type: ModelType, height: Height, danger: int) -> None:
    table = draw(f"72x48 {kind} 36,15 20x2 | Spearmen at 36,10").change("Spearmen", type=model_type, height=height)
    way = [(shape(table, "Spearmen"), Forward(8.0))]
    touched = models_in_danger(table.battle, table.unit("Spearmen"), way)
    assert touched == ({danger: 20} if danger else {})


@pytest.mark.rule("t9a.terrain.dangerous_water")
def test_a_mounted_character_does_not_mind_water() -> None:
    table = draw("Captain at 36,10")
    assert danger_of(table.battle, table.unit("Captain"), WATER, flying=False) == 1
    table.change("Captain", mounted=True)
    assert danger_of(table.battle, table.unit("Captain"), WATER, flying=False) == 0


@pytest.mark.rule("t9a.terrain.dangerous_forest", "t9a.special.fly")
@pytest.mark.parametrize(
    ("inches", "flying", "tests"), [(8.0, True, False), (4.0, True, True), (4.0, False, False), (8.0, False, False)]
)
def test_a_forest_is_dangerous_to_flyers_that_land_in_it(inches: float, flying: bool, tests: bool) -> None:
    table = draw("72x48 forest 36,15 20x2 | Hawks at 36,10")
    way = [(shape(table, "Hawks"), Forward(inches))]
    assert bool(models_in_danger(table.battle, table.unit("Hawks"), way, flying=flying)) is tests


@pytest.mark.rule("t9a.terrain.dangerous_test_when")
@pytest.mark.parametrize(("kind", "rolls"), [("advance", []), ("march", ["5D6 Dangerous Terrain (1)"])])
def test_a_march_is_a_risk_and_an_advance_is_none(kind: str, rolls: list[str]) -> None:
    _, game = marching("forest", "Knights")
    game.move(kind, Forward(8.0))
    assert dangers(game) == rolls


@pytest.mark.rule("t9a.terrain.dangerous_test_when")
def test_a_reform_is_no_risk() -> None:
    table = draw(f"72x48 ruins 36,10 20x9 | Knights at 36,10 | Guard at 4,4 | {ENEMY}")
    game = table.play(dice={"": 6}, phase="movement").choose(unit="Knights").move("reform", Pivot(90.0))
    assert dangers(game) == []


@pytest.mark.rule("t9a.terrain.dangerous_test_when")
@pytest.mark.parametrize(("dice", "distance"), [((6, 6), "charge"), ((1, 2), "failed charge")])
def test_charges_and_failed_charges_are_risks(dice: tuple[int, int], distance: str) -> None:
    line = "72x48 ruins 36,13 20x1 | Spearmen at 36,10 | Swordsmen at 36,22 face 180"
    game = draw(line).play(dice={"Charge Range": dice, "": 6})
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    while game.topic == "charge place":
        game.choose("0")
    assert len(dangers(game)) == 1


@pytest.mark.rule("t9a.terrain.dangerous_test_when", "t9a.terrain.impassable", "t9a.special.flee_move")
def test_a_flight_through_rocks_is_dangerous_3_and_goes_on_beyond_them() -> None:
    line = f"72x48 impassable 36,20 20x2 | Spearmen at 36,26 face 180 | Guard at 4,4 | {ENEMY}"
    table = draw(line, phase="movement").set("Spearmen", fleeing=True, seat=0)
    game = table.play(dice={"Rally": 6, "Flee distance": (2, 3), "Dangerous": [(3,) * 10 + (4,) * 10], "": 6})
    assert dangers(game) == ["20D6 Dangerous Terrain (3)"]
    assert game.unit("Spearmen").models == 10
    pose = game.unit("Spearmen").pose
    assert pose is not None
    # One inch beyond the rocks, which end at y = 19; the losses took two ranks from behind.
    assert shape(game, "Spearmen").front[1] == pytest.approx(19 - 1 - 80 / 25.4, abs=0.02)


@pytest.mark.rule("t9a.terrain.dangerous_dice")
@pytest.mark.parametrize(
    ("unit", "changes", "dice"),
    [("Knights", {}, 5), ("Ogres", {"type": "Cavalry"}, 12), ("Giant", {"type": "Cavalry"}, 3), ("Chariot", {}, 2)],
)
def test_how_many_dice_a_model_rolls(unit: str, changes: dict[str, Any], dice: int) -> None:
    _, game = marching("forest", unit, mar=16, **changes)
    game.move("march", Forward(9.0))
    number = "" if dice == 1 else dice
    assert dangers(game) == [f"{number}D6 Dangerous Terrain (1)"]


@pytest.mark.rule("t9a.terrain.dangerous_fail", "t9a.terrain.dangerous_hit")
@pytest.mark.parametrize(("terrain", "lost"), [("ruins", 2), ("forest", 1)])
def test_each_die_of_the_danger_or_less_costs_a_health_point_whatever_the_armour(terrain: str, lost: int) -> None:
    table = draw(f"72x48 {terrain} 36,15 20x2 | Knights at 36,10").set("Knights", models=3, files=3)
    way = [(shape(table, "Knights"), Forward(8.0))]
    done = carried_out(take_tests(table.battle, table.unit("Knights"), way), dice=[(1, 2, 3)])
    assert table.unit("Knights").models == 3 - lost
    assert [roll.why for roll in done.rolls] == [f"Dangerous Terrain ({2 if terrain == 'ruins' else 1})"]


@pytest.mark.rule("t9a.terrain.dangerous_hit")
def test_special_saves_help_and_nobody_panics() -> None:
    table = draw("72x48 forest 36,15 20x2 | Knights at 36,10").change("Knights", ["Aegis (4+)"])
    unit = table.unit("Knights")
    way = [(shape(table, "Knights"), Forward(8.0))]
    carried_out(take_tests(table.battle, unit, way), dice=[(1, 1, 1, 1, 6), (4, 4, 3, 3)])
    assert unit.models == 3
    assert unit.lost_this_phase == 0
    assert not has_lost_enough(table.battle, unit)


@pytest.mark.rule("t9a.terrain.dangerous_hit")
def test_a_model_tests_once_for_the_worst_that_it_touched() -> None:
    table = draw("72x48 forest 36,14 20x1 ruins 36,16 20x1 | Knights at 36,10")
    way = [(shape(table, "Knights"), Forward(9.0))]
    assert models_in_danger(table.battle, table.unit("Knights"), way) == {2: 5}


@pytest.mark.rule("t9a.terrain.open", "t9a.terrain.fields")
@pytest.mark.parametrize("terrain", ["field", "hill"])
def test_fields_and_open_ground_are_no_danger(terrain: str) -> None:
    _, game = marching(terrain, "Chariot")
    game.move("march", Forward(9.0))
    assert dangers(game) == []


@pytest.mark.rule("t9a.special.skirmisher", "t9a.terrain.dangerous_ruins")
def test_ruins_are_no_danger_to_skirmishers() -> None:
    _, game = marching("ruins", rules=["Skirmisher"])
    game.move("march", Forward(8.0))
    assert dangers(game) == []
    _, game = marching("water", rules=["Skirmisher"])
    game.move("march", Forward(8.0))
    assert len(dangers(game)) == 1


@pytest.mark.rule("t9a.special.strider")
@pytest.mark.parametrize(
    ("rule", "terrain", "danger"),
    [
        ("Strider", "forest", False),
        ("Strider", "ruins", False),
        ("Strider (Forest)", "forest", False),
        ("Strider (Forest)", "ruins", True),
    ],
)
def test_striders_pass_their_terrain(rule: str, terrain: str, danger: bool) -> None:
    _, game = marching(terrain, "Knights", rules=[rule])
    game.move("march", Forward(9.0))
    assert bool(dangers(game)) is danger


@pytest.mark.rule("t9a.special.ghost_step")
def test_terrain_is_no_danger_to_ghosts() -> None:
    _, game = marching("ruins", "Knights", rules=["Ghost Step"])
    game.move("march", Forward(9.0))
    assert dangers(game) == []


def lost_combat(terrain: str, rules: list[str], **changes: Any) -> tuple[bool, int]:
    """Whether Spearmen with four Full Ranks in that terrain are Steadfast against a single rank, and what their Break
    Test suffers after they lost by three."""
    table = draw(f"72x48 {terrain} 36,20 9x9 | Spearmen at 36,20 | Archers at 36,30 face 180")
    table.change("Spearmen", rules, **changes).set("Archers", models=5).fight("Archers", "Spearmen")
    table.set("Spearmen", lost_this_round=7)
    combat = [0, 1]
    result = combat_result(table.battle, combat)
    unit = table.unit("Spearmen")
    part = break_modifier(table.battle, unit, combat, result)
    return steadfast(table.battle, unit, combat), int(part.amount)


NO_STEADFAST = {"forest": "forest_no_steadfast", "water": "water_no_steadfast"}
STEADY = {"ruins": "ruins", "field": "fields"}


@pytest.mark.parametrize(
    ("terrain", "steady"),
    [
        *(pytest.param(t, False, marks=pytest.mark.rule(f"t9a.terrain.{row}")) for t, row in NO_STEADFAST.items()),
        *(pytest.param(t, True, marks=pytest.mark.rule(f"t9a.terrain.{row}")) for t, row in STEADY.items()),
    ],
)
def test_where_nobody_is_steadfast(terrain: str, steady: bool) -> None:
    found, modifier = lost_combat(terrain, [])
    assert (found, modifier == 0) == (steady, steady)


@pytest.mark.rule("t9a.special.strider", "t9a.terrain.forest_no_steadfast")
def test_striders_stay_steadfast_in_their_terrain() -> None:
    assert lost_combat("forest", ["Strider (Forest)"])[0]
    assert not lost_combat("water", ["Strider (Forest)"])[0]


@pytest.mark.rule("t9a.terrain.forest_stubborn")
@pytest.mark.parametrize(
    ("terrain", "rules", "changes", "stubborn"),
    [
        ("forest", ["Light Troops"], {}, True),
        ("ruins", ["Light Troops"], {}, False),
        ("forest", [], {}, False),
        ("forest", ["Light Troops"], {"type": "Beast"}, False),
        ("forest", ["Light Troops", "Fly"], {}, False),
        ("forest", ["Light Troops", "Towering Presence"], {}, False),
    ],
)
def test_light_infantry_is_stubborn_in_forests(
    terrain: str, rules: list[str], changes: dict[str, Any], stubborn: bool
) -> None:
    assert (lost_combat(terrain, rules, **changes)[1] == 0) is stubborn


@pytest.mark.rule("t9a.terrain.open")
@pytest.mark.parametrize(("inside_by", "y", "inside"), [("centre", 19.9, True), ("centre", 20.1, False)])
def test_a_unit_is_in_a_feature_by_its_centre(inside_by: str, y: float, inside: bool) -> None:
    table = draw(f"72x48 forest 36,18 9x4 | Spearmen at 36,{y}")
    assert (FOREST in kinds_of(table.battle, table.unit("Spearmen"))) is inside


def test_by_a_setting_a_unit_is_in_a_feature_by_most_of_its_models() -> None:
    # Of four ranks the front two stand out: half are not most.
    table = draw("72x48 forest 36,18 9x4 | Spearmen at 36,19.95", Settings(inside_by="most models"))
    assert kinds_of(table.battle, table.unit("Spearmen")) == set()
    table = draw("72x48 forest 36,18 9x4 | Spearmen at 36,19.5", Settings(inside_by="most models"))
    assert kinds_of(table.battle, table.unit("Spearmen")) == {FOREST}


@pytest.mark.rule("t9a.terrain.walls_defend")
@pytest.mark.parametrize(
    ("wall", "charging", "side", "needed"),
    [
        ("36,18", True, "front", 5),
        ("36,18", False, "front", 4),
        ("36,18", True, "right", 4),
        ("36,30", True, "front", 4),
    ],
)
def test_a_defended_wall_makes_chargers_miss(wall: str, charging: bool, side: str, needed: int) -> None:
    line = f"72x48 wall {wall} 9x1 | Spearmen at 36,10 | Swordsmen at 36,20 face 180"
    table = draw(line, phase="melee").fight("Spearmen", "Swordsmen", side).set("Spearmen", charging=charging)
    game = table.play(dice={"": 1})
    rolled = next(roll for roll in game.rolls if roll.unit == table.unit("Spearmen").id and "to hit" in roll.why)
    assert contacts(table.battle, table.unit("Swordsmen"))
    assert rolled.need == needed
