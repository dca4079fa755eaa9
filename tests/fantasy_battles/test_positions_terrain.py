"""Positions worked out by hand: what terrain does to those who cross it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Play, Table, draw, with_rules
from warhost.play import Moved, Refused
from warhost.rulesets.fantasy_battles.chapters.melee.result import steadfast
from warhost.table import Forward, Pose

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""

FOE = "1 Swordsmen at 36,45 face 180"


def crossing(table: Table, name: str, inches: float, dice: dict[str, Any] | None = None, kind: str = "march") -> Play:
    """That unit moves straight ahead."""
    game = table.play(dice={**(dice or {}), "": 6}, phase="movement")
    if game.topic == "move":
        game.choose(unit=name)
    return game.move(kind, Forward(inches))


def dangers(game: Play) -> list[tuple[str, str]]:
    return [(roll.dice, roll.why.removeprefix("Dangerous Terrain ")) for roll in game.rolls if "Dangerous" in roll.why]


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.terrain.dangerous_ruins")
def test_only_models_that_touched_the_ruins_test() -> None:
    # The ruins reach 35 mm under the left of the way: two files of four.
    east = 36 - WIDE / 2 + 35 * MM
    table = draw(f"72x48 ruins {east - 3},16 6x1 | 0 Spearmen at 36,10 | 0 Guard at 60,5 | {FOE}")
    assert dangers(crossing(table, "Spearmen", 8.0)) == [("8D6", "(1)")]


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.terrain.dangerous_ruins")
def test_ranks_that_did_not_get_so_far_do_not_test() -> None:
    # After eight inches the front is at 19.57. Ruins from 18.5 on are under the first two ranks of 0.79 inches.
    table = draw(f"72x48 ruins 36,20.5 10x4 | 0 Spearmen at 36,10 | 0 Guard at 60,5 | {FOE}")
    assert dangers(crossing(table, "Spearmen", 8.0)) == [("10D6", "(1)")]


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.special.character")
@pytest.mark.parametrize(("his", "lost"), [(1, 1), (2, 0)])
def test_a_character_in_the_ranks_tests_for_himself(his: int, lost: int) -> None:
    table = draw(
        f'72x48 ruins 36,16 20x2 | 0 Spearmen at 36,10 | 0 Captain off in="Spearmen" | 0 Guard at 60,5 | {FOE}'
    )
    game = crossing(table, "Spearmen", 7.0, {"Captain Dangerous": his, "Spearmen Dangerous": 6})
    assert sorted(dice for dice, _ in dangers(game)) == ["1D6", "20D6"]
    assert (game.unit("Captain").wounds, game.unit("Spearmen").models) == (lost, 20)


@pytest.mark.rule("t9a.terrain.dangerous_dice", "t9a.terrain.dangerous_fail", "t9a.terrain.dangerous_ruins")
def test_a_gigantic_construct_rolls_four_dice_and_fails_on_twos() -> None:
    table = draw(f"72x48 ruins 36,16 20x2 | 0 Giant at 36,10 | 0 Guard at 60,5 | {FOE}").change(
        "Giant", type="Construct"
    )
    game = crossing(table, "Giant", 8.0, {"Dangerous": (1, 2, 3, 6)})
    assert dangers(game) == [("4D6", "(2)")]
    assert game.unit("Giant").wounds == 2


@pytest.mark.rule("t9a.terrain.dangerous_dice", "t9a.terrain.dangerous_hit")
def test_large_models_roll_two_dice_each_and_lose_health_points() -> None:
    table = draw(f"72x48 ruins 36,16 20x2 | 0 Ogres at 36,10 | 0 Guard at 60,5 | {FOE}")
    game = crossing(table, "Ogres", 12.0, {"Dangerous": (1, 1, 1, 1, 2, 2, 3, 4, 5, 6, 6, 6)})
    assert dangers(game) == [("12D6", "(1)")]
    # Four of eighteen: one Ogre falls and another is wounded. A march through ruins frightens nobody.
    assert (game.unit("Ogres").models, game.unit("Ogres").wounds) == (5, 1)


@pytest.mark.rule("t9a.terrain.dangerous_walls", "t9a.terrain.dangerous_dice", "t9a.special.fly")
@pytest.mark.parametrize(("rules", "kind", "tests"), [([], "march", [("2D6", "(2)")]), (["Fly"], "flying march", [])])
def test_a_chariot_takes_a_wall_on_its_wheels_or_in_the_air(rules: list[str], kind: str, tests: list[Any]) -> None:
    table = with_rules(f"72x48 wall 36,16 20x0.5 | 0 Chariot at 36,10 | 0 Guard at 60,5 | {FOE}", "Chariot", rules)
    assert dangers(crossing(table, "Chariot", 12.0, kind=kind)) == tests


@pytest.mark.rule("t9a.terrain.dangerous_walls")
@pytest.mark.parametrize("name", ["Knights", "Wolves", "Spearmen", "Ogres", "Giant"])
def test_a_wall_is_no_danger_to_those_without_wheels(name: str) -> None:
    table = draw(f"72x48 wall 36,16 20x0.5 | 0 {name} at 36,10 | 0 Guard at 60,5 | {FOE}")
    assert dangers(crossing(table, name, 8.0, kind="march")) == []


@pytest.mark.rule("t9a.terrain.dangerous_test_when", "t9a.terrain.dangerous_forest")
def test_riders_that_start_in_a_forest_and_march_out_of_it_have_touched_it() -> None:
    table = draw(f"72x48 forest 36,10 8x6 | 0 Knights at 36,10 | 0 Guard at 60,5 | {FOE}")
    assert dangers(crossing(table, "Knights", 12.0)) == [("5D6", "(1)")]


@pytest.mark.rule("t9a.terrain.dangerous_test_when", "t9a.terrain.dangerous_forest", "t9a.special.flee_move")
def test_riders_that_flee_through_a_forest_test() -> None:
    table = draw(f"72x48 forest 36,22 12x2 | 0 Knights at 36,30 | 0 Guard at 60,5 | {FOE}", phase="movement")
    table.set("Knights", fleeing=True, pose=Pose(36.0, 30.0, 180.0))
    game = table.play(dice={"Rally": (6, 6), "Flee": (6, 6, 6), "Dangerous": (1, 1, 2, 2, 2), "": 1})
    assert dangers(game) == [("5D6", "(1)")]
    assert game.unit("Knights").models == 3


@pytest.mark.rule("t9a.terrain.dangerous_ruins", "t9a.special.skirmisher", "t9a.special.character")
def test_a_captain_among_skirmishers_who_is_none_still_minds_ruins() -> None:
    table = draw(
        f'72x48 ruins 36,16 20x2 | 0 Spearmen at 36,10 | 0 Captain off in="Spearmen" | 0 Guard at 60,5 | {FOE}'
    )
    game = crossing(table.change("Spearmen", ["Skirmisher"]), "Spearmen", 7.0)
    assert [why for _, why in dangers(game)] == ["(1)"]


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.special.strider")
def test_a_strider_of_forests_still_minds_ruins_on_the_same_way() -> None:
    terrain = "72x48 forest 36,14 20x1 ruins 36,18 20x1"
    table = with_rules(f"{terrain} | 0 Knights at 36,8 | 0 Guard at 60,5 | {FOE}", "Knights", ["Strider (Forest)"])
    assert dangers(crossing(table, "Knights", 15.0)) == [("5D6", "(2)")]


@pytest.mark.rule("t9a.terrain.forest_stubborn", "t9a.special.light_troops", "t9a.special.character")
def test_a_captain_does_not_spoil_the_forest_for_light_infantry() -> None:
    # He counts as Light Troops while he is with them.
    line = '72x48 forest 36,20 20x20 | 0 Spearmen at 36,20 | 0 Captain off in="Spearmen" | 1 Ogres at 36,30 face 180'
    table = with_rules(line, "Spearmen", ["Light Troops"]).fight("Ogres", "Spearmen")
    hits = (6,) * 5 + (1,) * 13
    game = brawl(table, {"Ogres Close Combat Attacks: to hit": hits, "Ogres Close": 6, "Ogres Stomp": 1, "": 1}).rest()
    assert [test.needed for test in game.tests("break", "Spearmen")] == [8]


@pytest.mark.rule("t9a.terrain.impassable", "t9a.special.ghost_step", "t9a.special.character")
@pytest.mark.parametrize(("ghosts", "ok"), [(("Spearmen",), False), (("Spearmen", "Captain"), True)])
def test_a_unit_walks_through_walls_only_if_all_its_models_do(ghosts: tuple[str, ...], ok: bool) -> None:
    line = f'72x48 impassable 36,14 6x1 | 0 Spearmen at 36,10 | 0 Captain off in="Spearmen" | 0 Guard at 60,5 | {FOE}'
    table = draw(line)
    for name in ("Spearmen", "Captain"):
        table.change(name, ["Ghost Step"] if name in ghosts else [], mar=12)
    game = table.play(dice={"": 6}, phase="movement").choose(unit="Spearmen")
    try:
        game.game.asked.check(Moved("march", (Forward(12.0),)))
        legal = True
    except Refused:
        legal = False
    assert legal is ok


@pytest.mark.rule("t9a.terrain.forest_no_steadfast", "t9a.special.steadfast")
@pytest.mark.parametrize(("y", "steady"), [(29.99, False), (30.01, True)])
def test_a_centre_just_outside_the_forest_keeps_a_unit_steadfast(y: float, steady: bool) -> None:
    # The forest ends at 30; the unit reaches into it either way.
    table = draw(f"72x48 forest 36,25 20x10 | 0 Spearmen at 36,{y} | 1 Knights at 36,40 face 180").fight(
        "Knights", "Spearmen"
    )
    assert steadfast(table.battle, table.unit("Spearmen"), (0, 1)) is steady


@pytest.mark.rule("t9a.special.strider", "t9a.special.character", "t9a.terrain.dangerous_ruins")
def test_a_captain_among_striders_tests_alone() -> None:
    ruins = "72x48 ruins 36,16 20x2"
    table = draw(f'{ruins} | 0 Spearmen at 36,10 | 0 Captain off in="Spearmen" | 0 Guard at 60,5 | {FOE}')
    game = crossing(table.change("Spearmen", ["Strider"]), "Spearmen", 7.0)
    assert dangers(game) == [("1D6", "(1)")]


@pytest.mark.rule("t9a.terrain.dangerous_water", "t9a.terrain.dangerous_dice")
@pytest.mark.parametrize(("name", "height", "tests"), [("Spearmen", "Standard", True), ("Spearmen", "Large", False)])
def test_the_tall_wade_where_the_small_may_drown(name: str, height: str, tests: bool) -> None:
    table = draw(f"72x48 water 36,16 20x2 | 0 {name} at 36,10 | 0 Guard at 60,5 | {FOE}").change(name, height=height)
    assert bool(dangers(crossing(table, name, 7.0))) is tests


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.terrain.dangerous_ruins", "t9a.charge.failed_move")
def test_a_failed_charge_that_stops_short_of_the_ruins_is_safe() -> None:
    # The front is at 11.57; three inches bring it to 14.57, and the ruins begin at 15.
    line = "72x48 ruins 36,16 20x2 | 0 Spearmen at 36,10 | 1 Swordsmen at 36,26 face 180"
    for face, tests in ((3, 0), (4, 1)):
        game = draw(line).play(dice={"Charge Range": (1, face), "Dangerous": 6, "": 1})
        game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
        # One rank of five has come into them with the longer way.
        assert dangers(game) == [("5D6", "(1)")] * tests
