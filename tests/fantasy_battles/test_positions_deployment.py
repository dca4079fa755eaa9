"""Positions worked out by hand: zones at the inch, and units that come by other ways."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import Play, draw, refused_move, with_rules
from tests.fantasy_battles.mustered import Muster, muster, ruled_out
from warhost.table import Back, Forward, Pivot, Pose

MM = 1 / 25.4
WIDE, DEEP = 100 * MM, 80 * MM
"""Twenty men, five wide, on bases of 20 mm."""

PLAIN: dict[str, Any] = {"deployment": "Frontline Clash", "objective": "none"}


def deploying(kind: str, *answers: str, ours: tuple[Any, ...] = ("Spearmen",)) -> Muster:
    """The first player, in the south, is about to place the Spearmen."""
    play = muster(list(ours), ["Swordsmen"], deployment=kind, objective="none")
    for answer in answers:
        play.on_to(answer.split(":")[0]).choose(answer.split(":")[1])
    play.on_to("side").choose("near")
    play.ours_first()
    return play.take("Spearmen")


# Zones


@pytest.mark.rule("t9a.deployment.frontline_clash")
def test_a_unit_on_the_slant_is_measured_at_its_foremost_corner() -> None:
    # Turned by 45 degrees its corner lies (100 + 80) mm / 2 * sin 45 before its centre.
    play = deploying("Frontline Clash")
    ahead = (WIDE + DEEP) / 2 * math.sqrt(0.5)
    assert ruled_out(play, 36.0, 12.0 - ahead - 0.02, 45.0) == ""
    assert ruled_out(play, 36.0, 12.0 - ahead + 0.02, 45.0) == "t9a.deployment.frontline_clash"


@pytest.mark.rule("t9a.deployment.encircle")
def test_the_attackers_zone_reaches_forward_only_where_a_unit_is_wholly_near_the_short_edges() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], deployment="Encircle", objective="none")
    play.on_to("attacker").choose("me" if "me" in play.keys_of_any() else play.keys_of_any()[0])
    play.on_to("side").choose("near")
    play.ours_first()
    play.take("Spearmen")
    assert play.battle.attacker == 0
    y = 24 - 9.05 - DEEP / 2
    assert ruled_out(play, 18.0 - WIDE / 2, y) == ""
    assert ruled_out(play, 18.1 - WIDE / 2, y) == "t9a.deployment.encircle"
    assert ruled_out(play, 54.0 + WIDE / 2, y) == ""
    assert ruled_out(play, 53.9 + WIDE / 2, y) == "t9a.deployment.encircle"
    assert ruled_out(play, 18.1 - WIDE / 2, 24 - 15.05 - DEEP / 2) == ""
    assert ruled_out(play, 36.0, 24 - 15.0 - DEEP / 2) == "t9a.deployment.encircle"
    assert ruled_out(play, 10.0, 24 - 9.0 - DEEP / 2) == "t9a.deployment.encircle"


@pytest.mark.rule("t9a.deployment.refused_flank")
def test_the_corner_nearest_to_the_diagonal_counts() -> None:
    play = muster(["Spearmen"], ["Swordsmen"], deployment="Refused Flank", objective="none", until="diagonal")
    play.choose("0").choose("near")
    play.ours_first()
    play.take("Spearmen")

    def with_corner_at(away: float) -> tuple[float, float]:
        # The diagonal goes from (0,0) to (72,48): the upper left corner lies (2x - 3y) / sqrt(13) from it.
        corner_y = 6.0
        corner_x = (away * math.sqrt(13) + 3 * corner_y) / 2
        return corner_x + WIDE / 2, corner_y - DEEP / 2

    assert ruled_out(play, *with_corner_at(9.05)) == ""
    assert ruled_out(play, *with_corner_at(8.95)) == "t9a.deployment.refused_flank"
    # Looking straight at the diagonal the whole front may be nine inches away.
    nx, ny = 2 / math.sqrt(13), -3 / math.sqrt(13)
    facing = math.degrees(math.atan2(-nx, -ny)) % 360
    for away, rule in ((9.05, ""), (8.95, "t9a.deployment.refused_flank")):
        x, y = 40 + nx * (away + DEEP / 2), 40 * 2 / 3 + ny * (away + DEEP / 2)
        assert ruled_out(play, x, y, facing) == rule


@pytest.mark.rule("t9a.deployment.counterthrust_single_units")
def test_an_army_with_too_few_units_for_counterthrust_goes_on_with_its_characters() -> None:
    play = muster(
        ["Spearmen", "Captain", "Wizard"], ["Swordsmen", "Guard", "Archers", "Ogres"], deployment="Counterthrust"
    )
    while not play.battle.turn:
        play.plainly()
    assert all(unit.pose is not None or unit.host is not None for unit in play.battle.units)


@pytest.mark.rule("t9a.deployment.marching_columns_single_units")
def test_an_army_of_war_machines_can_be_deployed_as_a_column() -> None:
    play = muster(
        ["Spearmen", "Cannon", "Cannon"], ["Swordsmen", "Guard", "Archers", "Ogres"], deployment="Marching Columns"
    )
    while not play.battle.turn:
        play.plainly()
    assert all(unit.pose is not None or unit.host is not None for unit in play.battle.units)


@pytest.mark.rule("t9a.deployment.alternate", "t9a.geometry.unit_spacing")
def test_units_are_deployed_side_by_side_an_inch_apart() -> None:
    play = deploying("Frontline Clash", ours=("Spearmen", "Archers"))
    play.place(20.0, 6.0, 0.0).on_to("deploy")
    while "Archers" not in play.deployable():
        play.plainly()
    play.take("Archers")
    assert ruled_out(play, 20.0 + WIDE + 1.02, 6.0) == ""
    assert ruled_out(play, 20.0 + WIDE + 0.98, 6.0) == "t9a.geometry.unit_spacing"


# Ambush


def lurking() -> Muster:
    """Archers in Ambush are about to come in; a lone enemy stands near the western edge."""
    hidden = troops.changed("Archers", rules=("Ambush",))
    play = muster([hidden, "Spearmen"], ["Swordsmen"], until="side", **PLAIN)
    play.choose("near")
    play.on_to("ambush").pick("Archers").on_to("ambush place")
    return play


@pytest.mark.rule("t9a.special.ambush", "t9a.geometry.unit_spacing")
def test_an_ambusher_comes_in_an_inch_from_others_and_in_a_corner() -> None:
    play = lurking()
    depth = 40 * MM
    foe = play.unit("Swordsmen")
    foe.pose = Pose(WIDE / 2 + 0.2, 24.0, 180.0)
    top = 24.0 + DEEP / 2
    assert ruled_out(play, depth / 2, top + 1.02 + WIDE / 2, 90.0) == ""
    assert ruled_out(play, depth / 2, top + 0.98 + WIDE / 2, 90.0) == "t9a.geometry.unit_spacing"
    # In the corner its flank may lie along the opponent's edge: its rear does not.
    assert ruled_out(play, depth / 2, 48.0 - WIDE / 2, 90.0) == ""


# Scouts


@pytest.mark.rule("t9a.special.scout")
@pytest.mark.parametrize(("first", "charges"), [(0, False), (1, True)])
def test_scouts_of_the_second_player_charge_in_their_first_turn(first: int, charges: bool) -> None:
    table = with_rules("0 Spearmen at 36,20 | 1 Swordsmen at 36,28 face 180", "Spearmen", ("Scout",))
    game = table.set("Spearmen", scouted=True).play(turn=1, first=first)
    assert (game.topic == "declare charge" and game.offers(unit="Spearmen", target="Swordsmen")) is charges


@pytest.mark.rule("t9a.deployment.counterthrust_distance", "t9a.special.scout")
@pytest.mark.parametrize(("kind", "near"), [("Frontline Clash", 18.0), ("Counterthrust", 20.0)])
def test_counterthrust_keeps_scouts_as_far_from_enemies_as_all_others(kind: str, near: float) -> None:
    base = (25, 25)
    spy, man, foe = (
        troops.single("Spy", base=base, rules=("Scout",)),
        troops.single("Man"),
        troops.single("Foe", base=base),
    )
    play = muster([spy, man], [foe], until="side", deployment=kind, objective="none")
    play.choose("near")
    play.on_to("scouts").pick("Spy").ours_first()
    play.put("Man", 5.0, 5.0).on_to("deploy")
    play.put("Foe", 36.0, 40.0).on_to("deploy")
    rule = "t9a.special.scout" if kind == "Frontline Clash" else "t9a.deployment.counterthrust_distance"
    assert ruled_out(play, 36.0, 40.0 - near - 0.02 - 25 * MM) == ""
    assert ruled_out(play, 36.0, 40.0 - near - 25 * MM) == rule


# Vanguard


def going_ahead(line: str, *vanguard: str) -> Play:
    table = draw(line, phase="deployment", stage="vanguard", turn=0, finished=(0, 1), homes=(0, 1))
    for name in vanguard:
        table.change(name, ("Vanguard",))
    return table.play(dice={"First turn": [6, 1], "Flux Card": 4})


@pytest.mark.rule("t9a.special.vanguard", "t9a.special.character")
@pytest.mark.parametrize(("rules", "goes"), [(("Spearmen",), False), (("Spearmen", "Captain"), True)])
def test_a_unit_goes_ahead_only_if_all_its_models_do(rules: tuple[str, ...], goes: bool) -> None:
    line = '0 Spearmen at 36,6 | 0 Captain off in="Spearmen" | 1 Swordsmen at 36,44 face 180'
    game = going_ahead(line, *rules)
    assert (game.topic == "vanguard" and game.offers(unit="Spearmen")) is goes


@pytest.mark.rule("t9a.special.vanguard")
def test_the_vanguard_goes_back_at_half_its_distance() -> None:
    game = going_ahead("0 Spearmen at 36,20 | 1 Swordsmen at 36,44 face 180", "Spearmen").choose(unit="Spearmen")
    assert refused_move(game, "advance", Back(6.1)) == "t9a.move.advance"
    game.move("advance", Back(6.0))
    assert game.unit("Spearmen").pose == Pose(36.0, 14.0, 0.0)


@pytest.mark.rule("t9a.special.vanguard")
def test_the_vanguard_may_leave_an_enemy_who_is_near_but_not_stay_near_him() -> None:
    # A scout of the enemy has come within ten inches.
    y = 6 + DEEP / 2 + 10 + 10 * MM
    line = f"0 Captain at 36,6 | 1 Wizard at 36,{y + 0.0} face 180"
    game = going_ahead(line, "Captain").choose(unit="Captain")
    assert refused_move(game, "advance", Forward(1.0)) == "t9a.special.vanguard"
    game.move("advance", Pivot(180.0), Forward(4.0))
    assert game.unit("Captain").vanguard


@pytest.mark.rule("t9a.deployment.first_turn_roll")
@pytest.mark.parametrize(("own", "other", "happens"), [(2, 4, True), (1, 4, False), (6, 6, True)])
def test_the_bonus_for_finishing_first_breaks_and_makes_ties(own: int, other: int, happens: bool) -> None:
    # One unit against three: when the first player is done, two of the enemy are still to come after his first.
    men = [troops.single(f"Foe {letter}", base=(25, 25)) for letter in "AB"]
    play = muster([troops.single("Man", base=(25, 25))], men, dice={"First turn": [own, other]}, **PLAIN).ours_first()
    play.plainly()
    assert play.topic == "intent"
    play.choose("first")
    while not play.battle.turn and play.topic != "first turn":
        play.plainly()
    assert (play.battle.turn > 0) is happens
