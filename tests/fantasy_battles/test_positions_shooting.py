"""Positions worked out by hand: who sees whom, behind what, and what must be rolled to hit."""

from __future__ import annotations

from itertools import product
from math import comb, sqrt
from typing import Any

import pytest

from tests.fantasy_battles.gunnery import armed, at, needed, option, shooting, told
from tests.fantasy_battles.harness import Play, Table, draw
from tests.fantasy_battles.test_cover import cover
from tests.fantasy_battles.test_sight import sees
from warhost.rulesets.fantasy_battles.chapters.shooting.cover import Cover
from warhost.rulesets.fantasy_battles.shown.events import UnitShot

MM = 1 / 25.4
RANK = 20 * MM
NONE, SOFT, HARD = Cover.NONE, Cover.SOFT, Cover.HARD

MAN = "0 Captain at 36,4"
MEN = "1 Spearmen at 36,44 face 180"
FRONT = 44 - 40 * MM
"""Where the front of these men is; it is 100 mm wide."""


def offered(game: Play, unit: str, target: str = "Spearmen") -> bool:
    return game.topic == "shoot" and game.offers(unit=unit, target=target)


# Modifiers

MOVES: dict[str, tuple[bool, tuple[str, ...], int]] = {
    "stood": (False, (), 0),
    "stood, unwieldy": (False, ("Unwieldy",), 0),
    "moved": (True, (), 1),
    "moved, quick": (True, ("Quick to Fire",), 0),
    "moved, unwieldy": (True, ("Unwieldy",), 2),
    "moved, both": (True, ("Quick to Fire", "Unwieldy"), 1),
}
COVERS: dict[str, int] = {"": 0, "field": 1, "ruins": 2}


@pytest.mark.rule(
    "t9a.shooting.mods_add_up",
    "t9a.shooting.mod_long_range",
    "t9a.shooting.mod_moving",
    "t9a.shooting.mod_moving_unwieldy",
    "t9a.shooting.mod_moving_both",
    "t9a.shooting.mod_soft_cover",
    "t9a.shooting.mod_hard_cover",
    "t9a.shooting.mod_hard_target",
    "t9a.special.accurate",
)
@pytest.mark.parametrize(("away", "move", "terrain", "hard"), [*product((8, 16), MOVES, COVERS, (0, 1))])
def test_modifiers_in_all_combinations(away: int, move: str, terrain: str, hard: int) -> None:
    moved, rules, slow = MOVES[move]
    y = 10 + 50 * MM + away
    ground = f"72x48 {terrain} 36,{y} 8x6 | " if terrain else ""
    line = f"{ground}0 Archers at 36,10 models=5 | 1 Spearmen at 36,{y} face 180"
    wanted = 2 + slow + COVERS[terrain] + hard
    for accurate in (False, True):
        named = (*rules, "Accurate") if accurate else rules
        table = armed(draw(line), "Archers", 2, rules=named).change("Spearmen", ["Hard Target (1)"] * hard)
        table.set("Archers", moved=moved)
        assert needed(table) == {wanted + (away > 12 and not accurate): 5}


@pytest.mark.rule("t9a.shooting.mod_stand_and_shoot", "t9a.shooting.mods_add_up")
@pytest.mark.parametrize(("inches", "terrain", "need"), [(8, "", 4), (13, "", 5), (8, "field", 5), (13, "ruins", 7)])
def test_shots_at_a_charger_suffer_from_cover_and_range_as_well(inches: float, terrain: str, need: int) -> None:
    # One rank of Archers at Aim 3+; the charger stands in a field or in ruins.
    ground = f"72x48 {terrain} 36,10 8x6 | " if terrain else ""
    line = f"{ground}0 Spearmen at 36,10 | 1 Archers at 36,{10 + 50 * MM + inches} face 180 models=5"
    table = armed(draw(line).change("Spearmen", adv=5), "Archers", 3)
    game = table.play(dice={"to hit": 1, "": 6}).choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    assert game.rolls[0].need in (need, 6 if need > 6 else need)
    assert game.told(UnitShot)[0].shots == 5


@pytest.mark.rule("t9a.shooting.hopeless_shots", "t9a.shooting.mods_add_up")
@pytest.mark.parametrize(("hard", "chance"), [(1, 1 / 6), (2, 1 / 12), (3, 1 / 12)])
def test_a_six_is_a_plain_shot_and_a_seven_or_more_a_hopeless_one(hard: int, chance: float) -> None:
    # Aim 4+, Long Range: 5+, and so much more.
    table = draw(at(16)).change("Spearmen", [f"Hard Target ({hard})"])
    shot = option(shooting(table))
    assert told(shot, "expected hits").value == pytest.approx(10 * chance)


# Ranges at the edge


@pytest.mark.rule("t9a.los.per_model", "t9a.shooting.mod_long_range", "t9a.shooting.two_ranks")
@pytest.mark.parametrize(
    ("away", "found"),
    [
        (12 - RANK, {4: 10}),
        (12 - RANK + 0.02, {4: 5, 5: 5}),
        (12.0, {4: 5, 5: 5}),
        (12.02, {5: 10}),
        (24 - RANK, {5: 10}),
        (24 - RANK + 0.02, {5: 5}),
        (24.0, {5: 5}),
    ],
)
def test_each_rank_measures_from_its_own_bases(away: float, found: dict[int, int]) -> None:
    assert needed(draw(at(away))) == found


@pytest.mark.rule("t9a.los.per_model")
def test_a_hair_beyond_the_range_nobody_shoots() -> None:
    assert not offered(shooting(draw(f"{at(24.02)} | 0 Cannon at 60,10")), "Archers")


@pytest.mark.rule("t9a.los.per_model", "t9a.geometry.inches_closest")
@pytest.mark.parametrize(("near", "shoots"), [(23.8, True), (24.05, False)])
def test_range_is_measured_to_the_closest_point_even_if_that_is_hidden(near: float, shoots: bool) -> None:
    # A building hides all of the wide target but what lies more than 3.3 inches aside, farther than 24.
    assert sqrt(23.8**2 + 3.25**2) > 24
    y = 10 + 10 * MM + near + 20 * MM
    rock = f"72x48 impassable 34.85,{y - 20 * MM - 0.6} 9.7x1"
    line = f"{rock} | 0 Captain at 36,10 | 1 Spearmen at {35 + 100 * MM},{y} face 180 files=10"
    table = armed(draw(f"{line} | 0 Cannon at 60,10"), "Captain")
    assert offered(shooting(table), "Captain") is shoots


@pytest.mark.rule("t9a.special.breath_attack")
@pytest.mark.parametrize(("away", "shoots"), [(6.0, True), (6.02, False)])
def test_a_breath_reaches_six_inches_and_no_farther(away: float, shoots: bool) -> None:
    line = f"{at(away, 'Giant', deep=75)} | 0 Cannon at 60,10"
    assert offered(shooting(draw(line).change("Giant", ["Breath Attack (Str 4, AP 1)"])), "Giant") is shoots


# Who shoots


@pytest.mark.rule("t9a.shooting.two_ranks", "t9a.special.character")
def test_a_captain_in_the_first_rank_sends_an_archer_to_the_third() -> None:
    # Eleven models in fives: the Captain has no bow, and the tenth Archer stands in the third rank.
    table = draw(f'{at(8)} | 0 Captain off in="Archers"')
    assert sum(needed(table).values()) == 9


@pytest.mark.rule("t9a.shooting.two_ranks")
@pytest.mark.parametrize(("models", "files", "shots"), [(10, 3, 6), (10, 10, 10), (7, 5, 7), (5, 2, 4), (1, 1, 1)])
def test_two_ranks_of_any_width_shoot(models: int, files: int, shots: int) -> None:
    line = f"0 Archers at 36,10 models={models} files={files} | 1 Spearmen at 36,20 face 180"
    assert sum(needed(draw(line)).values()) == shots


@pytest.mark.rule("t9a.special.light_troops", "t9a.move.reform", "t9a.shooting.mod_moving")
def test_light_troops_shoot_after_a_march_as_movers_but_not_after_a_reform() -> None:
    line = f"{at(8)} | 0 Cannon at 60,10"
    marched = draw(line).change("Archers", ["Light Troops"]).set("Archers", moved=True, marched=True)
    assert needed(marched) == {5: 10}
    reformed = draw(line).change("Archers", ["Light Troops"]).set("Archers", moved=True, reformed=True)
    assert not offered(shooting(reformed), "Archers")


@pytest.mark.rule("t9a.shooting.sequence")
def test_fleeing_units_may_be_shot_at() -> None:
    assert offered(shooting(draw(at(8)).set("Spearmen", fleeing=True)), "Archers")


# Line of Sight


@pytest.mark.rule("t9a.los.definition", "t9a.geometry.arcs")
@pytest.mark.parametrize(("aside", "seen"), [(-0.02, True), (0.0, True), (0.02, False)])
def test_a_corner_on_the_very_line_of_the_front_arc_is_seen(aside: float, seen: bool) -> None:
    # The upper left corner of the target lies ten inches ahead of the man's right front corner and ten aside.
    x, y = 36 + 10 * MM + 10 + aside + 50 * MM, 10 + 10 * MM + 10 - 40 * MM
    assert sees(f"0 Captain at 36,10 | 1 Spearmen at {x},{y} face 180") is seen


@pytest.mark.rule("t9a.special.tall", "t9a.type.cavalry", "t9a.cover.intervening_models")
@pytest.mark.parametrize(
    ("viewer", "between", "target", "seen"),
    [
        ("Infantry", "Infantry", "Infantry", False),
        ("Cavalry", "Infantry", "Infantry", True),
        ("Infantry", "Infantry", "Cavalry", True),
        ("Infantry", "Cavalry", "Infantry", False),
        ("Cavalry", "Cavalry", "Cavalry", False),
        ("Cavalry", "Cavalry", "Infantry", False),
        ("Beast", "Infantry", "Construct", False),
    ],
)
def test_riders_look_over_men_on_foot_and_not_over_each_other(
    viewer: str, between: str, target: str, seen: bool
) -> None:
    table = draw("0 Captain at 36,10 | 1 Ogres at 36,17 | 1 Spearmen at 36,24 face 180").change(
        "Ogres", height="Standard"
    )
    for name, kind in (("Captain", viewer), ("Ogres", between), ("Spearmen", target)):
        table.change(name, type=kind)
    assert sees(table) is seen


@pytest.mark.rule("t9a.special.opaque_terrain", "t9a.cover.hills")
def test_from_one_hill_nobody_sees_through_another() -> None:
    assert not sees("72x48 hill 36,10 8x6 hill 36,18 20x3 | 0 Captain at 36,10 | 1 Spearmen at 36,28 face 180")


@pytest.mark.rule("t9a.cover.hills", "t9a.cover.ignore_own")
def test_men_on_the_same_hill_see_each_other_without_cover() -> None:
    line = "72x48 hill 36,20 30x30 | 0 Captain at 36,10 | 1 Spearmen at 36,28 face 180"
    assert sees(line)
    assert cover(line) is NONE


# Cover


@pytest.mark.rule("t9a.cover.half", "t9a.cover.intervening_models")
@pytest.mark.parametrize(("hidden", "found"), [(49, NONE), (50.05, HARD)])
def test_friends_of_the_target_hide_half_of_it(hidden: float, found: Cover) -> None:
    x = 36 - 50 * MM + hidden * MM - 50 * MM
    assert cover(f"{MAN} | 1 Swordsmen at {x},{FRONT - 0.005 - 40 * MM} | {MEN}") is found


@pytest.mark.rule("t9a.cover.intervening_models", "t9a.shooting.mod_hard_cover")
@pytest.mark.parametrize(("high", "found"), [("Standard", SOFT), ("Large", SOFT), ("Gigantic", HARD)])
def test_what_is_hidden_by_low_and_by_high_models_is_added_up_for_soft_cover(high: str, found: Cover) -> None:
    # Large target, 120 mm wide. Low men hide 50 mm from the left; others hide 40 mm from the right: Standard ones are
    # low too, Large ones hide hard but less than half. Gigantic ones here hide 70 mm.
    front = 44 - 40 * MM
    right = 70 if high == "Gigantic" else 40
    left = f"1 Swordsmen at {36 - 60 * MM + 50 * MM - 50 * MM},{front - 0.005 - 40 * MM}"
    other = f"1 Guard at {36 + 60 * MM - right * MM + 50 * MM},{front - 0.005 - 40 * MM}"
    if high == "Gigantic":
        left = "1 Swordsmen at 5,40"
    table = draw(f"{MAN} | {left} | {other} | 1 Ogres at 36,44 face 180").change("Guard", height=high)
    assert cover(table, target="Ogres") is found


@pytest.mark.rule("t9a.cover.walls", "t9a.cover.half")
@pytest.mark.parametrize(("covered", "found"), [(50.0, HARD), (49.5, NONE)])
def test_a_wall_along_half_of_the_front_is_enough(covered: float, found: Cover) -> None:
    left = 36 - 50 * MM
    assert cover(f"72x48 wall {left + covered * MM / 2},{FRONT - 0.25} {covered * MM}x0.5 | {MAN} | {MEN}") is found


@pytest.mark.rule("t9a.cover.walls", "t9a.geometry.target_facing")
def test_a_wall_is_no_help_against_shots_into_the_flank() -> None:
    line = f"72x48 wall 36,{FRONT - 0.25} 8x0.5 | 0 Captain at 5,44 face 90 | {MEN}"
    assert cover(line) is NONE


@pytest.mark.rule("t9a.cover.walls")
def test_a_wall_that_is_longer_than_the_front_does_not_cover_the_flank() -> None:
    # The Captain stands before the wall, but beside the unit: every line to its flank crosses the wall.
    line = f"72x48 wall 36,{FRONT - 0.25} 20x0.5 | 0 Captain at 16,30 face 45 | {MEN}"
    assert cover(line) is NONE


@pytest.mark.rule("t9a.cover.walls", "t9a.shooting.mod_hard_cover")
def test_the_worse_of_a_wall_and_a_wood_counts() -> None:
    wall = f"wall 36,{FRONT - 0.25} 8x0.5"
    assert cover(f"72x48 {wall} forest 36,30 12x4 | {MAN} | {MEN}") is HARD
    assert cover(f"72x48 forest 36,30 12x4 | {MAN} | {MEN}") is SOFT


@pytest.mark.rule("t9a.cover.forests", "t9a.cover.ignore_own")
@pytest.mark.parametrize(("shooter", "found"), [("36,32", NONE), ("36,20", SOFT)])
def test_a_wood_that_both_stand_in_covers_nobody(shooter: str, found: Cover) -> None:
    assert cover(f"72x48 forest 36,38 20x20 | 0 Captain at {shooter} | {MEN}") is found


@pytest.mark.rule("t9a.cover.ignore_own", "t9a.cover.forests")
def test_two_woods_are_two_features() -> None:
    assert cover(f"72x48 forest 36,5 8x6 forest 36,30 12x4 | {MAN} | {MEN}") is SOFT


@pytest.mark.rule("t9a.geometry.target_facing", "t9a.cover.ruins", "t9a.cover.half")
@pytest.mark.parametrize(("x", "y", "face", "found"), [(36, 4, 0, NONE), (5, 44, 90, HARD)])
def test_cover_is_measured_on_the_side_that_is_shot_at(x: float, y: float, face: int, found: Cover) -> None:
    # The ruins lie under the western third of the men: a third of their front, all of their western flank.
    ruins = f"72x48 ruins {36 - 50 * MM - 2 + 33 * MM},44 4x8"
    assert cover(f"{ruins} | 0 Captain at {x},{y} face {face} | {MEN}") is found


@pytest.mark.rule("t9a.cover.fields", "t9a.cover.ruins", "t9a.special.towering_presence")
def test_a_towering_monster_hides_behind_woods_and_rocks_only() -> None:
    giant = "1 Giant at 36,44 face 180"
    front = 44 - 37.5 * MM
    for kind, found in (("forest", SOFT), ("ruins", NONE), ("field", NONE)):
        assert cover(f"72x48 {kind} 36,44 12x7 | {MAN} | {giant}", target="Giant") is found
    # A rock that hides 30 of 50 mm.
    rock = f"impassable {36 - 25 * MM - 2 + 30 * MM},{front - 0.005} 4x0.01"
    assert cover(f"72x48 {rock} | {MAN} | {giant}", target="Giant") is HARD


# Hits


@pytest.mark.rule("t9a.special.area_attack")
@pytest.mark.parametrize(
    ("models", "files", "face", "hits"),
    [(17, 5, 180, 4), (17, 5, 90, 5), (3, 5, 180, 1), (3, 3, 90, 3), (20, 2, 180, 5), (20, 2, 90, 2), (1, 1, 180, 1)],
)
def test_a_ball_goes_through_ranks_or_files(models: int, files: int, face: int, hits: int) -> None:
    table = draw(f"0 Cannon at 36,10 | 1 Spearmen at 36,26 face {face} models={models} files={min(files, models)}")
    game = shooting(table, {"to hit": 6, "to wound": 1, "": 1}).choose(unit="Cannon", target="Spearmen")
    wounds = [roll.dice for roll in game.rolls if "to wound" in roll.why]
    assert sum(int(dice.split("D")[0] or 1) for dice in wounds) == hits


@pytest.mark.rule("t9a.special.area_attack", "t9a.special.multiple_wounds")
def test_the_one_strong_hit_of_a_ball_takes_a_whole_ogre() -> None:
    # Two ranks of three: two hits. Strength 10 wounds on 2+ and costs 3; Strength 5 against 4 wounds on 3+, one.
    table = draw("0 Cannon at 36,10 | 1 Ogres at 36,26 face 180")
    game = shooting(table, {"to hit": 6, "to wound": 4, "Multiple": 5, "": 6}).choose(unit="Cannon", target="Ogres")
    assert (game.unit("Ogres").models, game.unit("Ogres").wounds) == (5, 1)


# Odds


@pytest.mark.rule("t9a.attack.armour_save", "t9a.shooting.sequence")
def test_the_odds_of_a_volley_at_armoured_men_in_a_small_unit() -> None:
    # Nine Guards and their Sergeant behind a save of 4+: a shot kills one time in eight.
    line = at(8, target="Guard", half=40)
    shot = option(shooting(draw(f"{line} models=9")), target="Guard")
    assert told(shot, "expected HP lost").value == pytest.approx(10 / 8)
    # A quarter of ten is 2.5: three or more make them test at 7; if all ten fell nobody would be left to test.
    tests = sum(comb(10, n) * 0.125**n * 0.875 ** (10 - n) for n in range(3, 10))
    assert told(shot, "panics and flees").value == pytest.approx(tests * 15 / 36, abs=1e-4)


def near_flag(table: Table) -> Any:
    return told(option(shooting(table)), "panics and flees").value


@pytest.mark.rule("t9a.special.rally_around_the_flag", "t9a.special.commanding_presence")
def test_the_odds_of_panic_know_the_flag_and_the_general() -> None:
    tests = sum(comb(10, n) * 0.25**n * 0.75 ** (10 - n) for n in range(5, 11))
    flag = draw(f"{at(8)} | 1 Banner at 40,24 face 180").change("Banner", dis=5)
    assert near_flag(flag) == pytest.approx(tests * (15 / 36) ** 2)
    general = draw(f"{at(8)} | 1 General at 40,24 face 180")
    assert near_flag(general) == pytest.approx(tests * 6 / 36)
