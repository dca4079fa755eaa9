"""Solo & Co-Op Rules: unit types and the three decision trees."""

from __future__ import annotations

from math import hypot

import msgspec
import pytest

from tests.regiments.harness import Table, acts, draw, regiment
from tests.regiments.solo import activation, at, decide, on, order
from tests.regiments.solo import rows as rows_of
from warhost.play import Chosen
from warhost.players.solo.regiments.kinds import unit_type
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.core.entries import RuleText
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.table import Feature, Pose, bearing, distance_to_point

SWORDS = regiment(weapons=["Sword (A1)"])
RIFLES = regiment(weapons=['Rifle (24", A2, AP(1))', "Hand Weapon (A1)"])
HYBRIDS = regiment(weapons=['Bow (24", A1)', "Great Weapon (A3, AP(2))"])


@pytest.mark.rule("aofr.ai.type_melee")
def test_a_unit_without_ranged_weapons_is_a_melee_unit() -> None:
    assert unit_type(SWORDS) == "melee"


@pytest.mark.rule("aofr.ai.type_shooting")
@pytest.mark.parametrize(
    ("ranged", "close"),
    [
        ('Rifle (24", A2, AP(1))', "Hand Weapon (A1)"),
        ('Handgun (24", A1, AP(1))', "Hand Weapon (A1)"),
        ('Gun (24", A1, Deadly(3))', "Claws (A2)"),
        ('Mortar (24", A1, Blast(3))', "Claws (A2)"),
        ('Long Rifle (30", A1, Sniper)', "Dagger (A1)"),
        ('Crossbow (30", A1, Reliable)', "Dagger (A1)"),
        ('Mortar (24", A1, Blast(9))', "Claws (A2)"),
    ],
)
def test_a_unit_with_better_ranged_weapons_is_a_shooting_unit(ranged: str, close: str) -> None:
    assert unit_type(regiment(weapons=[ranged, close])) == "shooting"


@pytest.mark.rule("aofr.ai.type_hybrid")
@pytest.mark.parametrize(
    ("ranged", "close"),
    [
        ('Bow (24", A1)', "Great Weapon (A3, AP(2))"),
        ('Bow (24", A1)', "Hand Weapon (A1)"),
        ('Mortar (24", A1, Blast(9))', "Claws (A3)"),
        ('Handgun (24", A2, AP(1))', "Claws (A3)"),
        ('Handgun (24", A1, AP(2))', "Claws (A2)"),
    ],
)
def test_a_unit_with_ranged_weapons_and_better_melee_weapons_is_a_hybrid_unit(ranged: str, close: str) -> None:
    assert unit_type(regiment(weapons=[ranged, close])) == "hybrid"


def test_a_joined_hero_counts_for_the_type() -> None:
    archer = regiment(size=1, weapons=['Great Bow (30", A30)'], rules=["Hero"])
    assert unit_type(regiment(weapons=["Sword (A1)"], hero=archer)) == "shooting"
    fencer = regiment(size=1, weapons=["Rapier (A12)"], rules=["Hero"])
    bows = ['Bow (24", A2)', "Dagger (A1)"]
    assert [unit_type(regiment(weapons=bows, hero=hero)) for hero in (None, fencer)] == ["shooting", "hybrid"]


def faced(
    own: Regiment, inches: float, *, marker: tuple[float, float] | None = (36.0, 36.0), **fields: object
) -> Table:
    """Mine looks north from the south, Foe stands so many inches in front of it; the marker is further north.

    Without a marker that is still to be had, the only one is under control.
    """
    table = draw("Mine at 36,6 | Foe at 36,30 face 180", Mine=own, Foe=regiment(size=5, weapons=["Claw (A1)"]))
    table.touch("Mine", "Foe", gap=inches)
    mine = table.unit("Mine").pose
    assert mine is not None
    return table.having(markers=at(marker) if marker else at((0.0, 0.0), owner=0), **fields)


def clear(own: Regiment, marker: tuple[float, float], foe: str = "at 4,44 face 180") -> Table:
    """Mine in the middle of the south with a clear way to a marker; Foe far off."""
    return draw(f"Mine at 36,6 | Foe {foe}", Mine=own, Foe=regiment(size=5, weapons=["Claw (A1)"])).having(
        markers=at(marker)
    )


@pytest.mark.rule("aofr.ai.melee_1")
def test_a_melee_unit_goes_for_an_objective_that_is_not_under_control_and_else_for_the_enemy() -> None:
    assert order(clear(SWORDS, (36.0, 30.0)), "Mine") == ("rush", ["melee_2"])
    assert order(faced(SWORDS, 15.0, marker=None), "Mine") == ("rush", ["melee_3"])


@pytest.mark.rule("aofr.ai.melee_2")
def test_a_melee_unit_charges_who_is_in_the_way_else_rushes_to_the_objective() -> None:
    assert order(faced(SWORDS, 8.0), "Mine")[0] == "charge Foe"
    assert order(faced(SWORDS, 8.0), "Mine")[1][0] == "melee_2"
    assert order(faced(SWORDS, 20.0), "Mine") == ("rush", ["melee_2"])
    blocked = activation(faced(SWORDS, 20.0), "Mine").to("action").sentence
    assert blocked == "Mine rushes to marker 1: the enemy in the way cannot be charged."
    done = activation(clear(SWORDS, (20.0, 30.0)), "Mine")
    assert done.to("action").sentence == "Mine rushes to marker 1: no enemy is in the way."
    assert done.action == "rush"
    assert distance_to_point(done.play.footprint("Mine"), 20.0, 30.0) < 27.6 - 11.0


def test_a_melee_unit_with_a_clear_way_leaves_an_enemy_beside_it_alone() -> None:
    table = clear(SWORDS, (36.0, 30.0), foe="at 47,8 face 265")
    assert order(table, "Mine")[0] == "rush"


@pytest.mark.rule("aofr.ai.melee_3")
def test_a_melee_unit_without_an_objective_charges_else_rushes_at_the_enemy() -> None:
    assert order(faced(SWORDS, 12.0, marker=None), "Mine")[0] == "charge Foe"
    done = activation(faced(SWORDS, 15.0, marker=None), "Mine")
    assert done.action == "rush"
    assert done.play.footprint("Mine").y == pytest.approx(30.0 - 0.5 - 15.0 - 1.0 + 12.0)


@pytest.mark.rule("aofr.ai.shooting_1", "aofr.ai.shooting_2")
def test_a_shooting_unit_advances_to_the_objective_if_that_brings_somebody_in_range() -> None:
    action, rows = order(faced(RIFLES, 25.0, marker=(36.0, 20.0)), "Mine")
    assert (action, rows[0]) == ("advance", "shooting_2")
    assert "shoot" in activation(faced(RIFLES, 25.0, marker=(36.0, 20.0)), "Mine").topics


@pytest.mark.rule("aofr.ai.shooting_2")
def test_a_shooting_unit_rushes_to_the_objective_if_nobody_would_be_in_range() -> None:
    assert order(clear(RIFLES, (60.0, 6.0), foe="at 4,46 face 180"), "Mine")[0] == "rush"


LAKES = (
    Feature("lake", 36.0, 4.0, 20.0, 2.0),
    Feature("lake", 31.0, 1.0, 4.0, 4.0),
    Feature("lake", 41.0, 1.0, 4.0, 4.0),
)
"""Mine at 36,1.2 has no way out between them."""


@pytest.mark.rule("aofr.ai.shooting_2", "aofr.ai.hybrid_2_advance")
@pytest.mark.parametrize(("own", "row"), [(RIFLES, "shooting_2"), (HYBRIDS, "hybrid_2_advance")])
def test_who_cannot_get_nearer_to_the_objective_shoots_from_where_it_stands(own: Regiment, row: str) -> None:
    table = on("Mine at 36,1.2 | Foe at 36,22 face 180", *LAKES, Mine=own, Foe=SWORDS).having(markers=at((36.0, 30.0)))
    done = activation(table, "Mine")
    assert (done.action, rows_of(done.to("action"))[0]) == ("advance", row)
    assert done.place("Mine") == (36.0, 1.2)
    assert done.to("advance").sentence == "Mine stays: there is no closer spot."
    assert "shoot" in done.topics


def test_a_way_round_what_nobody_can_enter_is_no_way_round_difficult_ground() -> None:
    wall = Feature("building", 36.0, 14.0, 10.0, 2.0)
    line = "Mine at 36,6 | Foe at 4,44 face 180"
    blocked = on(line, wall, Mine=SWORDS, Foe=SWORDS).having(markers=at((36.0, 24.0)))
    assert rows_of(activation(blocked, "Mine").to("action")) == ["melee_2"]
    swamp = Feature("swamp", 36.0, 14.0, 10.0, 2.0)
    slow = on(line, swamp, Mine=SWORDS, Foe=SWORDS).having(markers=at((36.0, 24.0)))
    assert rows_of(activation(slow, "Mine").to("action")) == ["melee_2", "difficult"]


@pytest.mark.rule("aofr.ai.shooting_3", "aofr.ai.shooting_1")
def test_a_shooting_unit_without_an_objective_rushes_at_an_enemy_out_of_range() -> None:
    gun = regiment(size=1, weapons=['Rifle (24", A2, AP(1))'])
    table = draw("Mine at 36,4 | Foe at 36,40 face 180", Mine=gun, Foe=SWORDS).having(markers=at((0, 0), owner=0))
    table.touch("Mine", "Foe", gap=31.0)
    done = activation(table, "Mine")
    assert done.action == "rush"
    assert done.to("action").reasons[0].rule == "aofr.ai.shooting_3"
    assert done.play.footprint("Mine").y == pytest.approx(40.0 - 1.0 - 31.0 - 0.5 + 12.0, abs=0.5)


@pytest.mark.rule("aofr.ai.shooting_3")
def test_a_shooting_unit_without_an_objective_advances_when_that_is_enough() -> None:
    assert order(faced(RIFLES, 26.0, marker=None), "Mine")[0] == "advance"


@pytest.mark.rule("aofr.ai.hybrid_1")
def test_a_hybrid_unit_with_all_objectives_in_hand_looks_at_the_enemy() -> None:
    assert order(faced(HYBRIDS, 13.0, marker=None), "Mine")[1][0] == "hybrid_6"
    assert order(faced(HYBRIDS, 13.0, marker=(36.0, 40.0)), "Mine")[1][0] == "hybrid_2_advance"


@pytest.mark.rule("aofr.ai.hybrid_2_charge")
def test_a_hybrid_unit_charges_who_is_in_the_way() -> None:
    action, rows = order(faced(HYBRIDS, 9.0), "Mine")
    assert (action, rows[0]) == ("charge Foe", "hybrid_2_charge")


@pytest.mark.rule("aofr.ai.hybrid_2_advance")
def test_a_hybrid_unit_that_cannot_charge_who_is_in_the_way_advances_and_shoots() -> None:
    done = activation(faced(HYBRIDS, 20.0, marker=(36.0, 40.0)), "Mine")
    assert done.action == "advance"
    assert done.to("action").reasons[0].rule == "aofr.ai.hybrid_2_advance"
    assert done.play.footprint("Mine").y == pytest.approx(30.0 - 0.5 - 20.0 - 1.0 + 6.0)
    assert done.play.rolls[0].why == "Bow: to hit"


@pytest.mark.rule("aofr.ai.hybrid_2_rush")
def test_a_hybrid_unit_that_can_neither_charge_nor_shoot_rushes() -> None:
    table = draw("Mine at 36,2 | Foe at 36,46 face 180", Mine=HYBRIDS, Foe=SWORDS).having(markers=at((36.0, 46.0)))
    table.touch("Mine", "Foe", gap=40.0)
    action, rows = order(table, "Mine")
    assert (action, rows[0]) == ("rush", "hybrid_2_rush")
    action, rows = order(clear(HYBRIDS, (36.0, 20.0)), "Mine")
    assert rows[0] != "hybrid_2_rush"


@pytest.mark.rule("aofr.ai.hybrid_2_rush")
def test_a_hybrid_unit_rushes_to_the_objective_and_not_at_who_is_in_the_way() -> None:
    table = draw("Mine at 10,4 face 45 | Foe at 40,44 face 180", Mine=HYBRIDS, Foe=SWORDS)
    done = activation(table.having(markers=at((48.0, 44.0))), "Mine")
    assert rows_of(done.to("action"))[0] == "hybrid_2_rush"
    x, y = done.place("Mine")
    assert hypot(x - 10.0, y - 4.0) == pytest.approx(12.0, abs=0.2)
    assert bearing(10.0, 4.0, x, y) == pytest.approx(bearing(10.0, 4.0, 48.0, 44.0), abs=2.0)


@pytest.mark.rule("aofr.ai.hybrid_3")
@pytest.mark.parametrize(("needs", "row"), [(10.0, "hybrid_3"), (5.0, "hybrid_4"), (20.0, "hybrid_4")])
def test_a_hybrid_unit_rushes_to_an_objective_that_only_a_rush_reaches(needs: float, row: str) -> None:
    # The front is at 7", the marker is seized from 3" away.
    action, rows = order(clear(HYBRIDS, (36.0, 7.0 + 3.0 + needs), foe="at 66,44 face 180"), "Mine")
    assert rows[0] == row
    if needs == 10.0:
        assert action == "rush"


@pytest.mark.rule("aofr.ai.hybrid_3")
def test_an_objective_behind_a_wall_is_not_in_reach_of_a_rush() -> None:
    """AOFR-R630."""
    wall = Feature("building", 36.0, 11.0, 30.0, 2.0)
    table = on("Mine at 36,6 | Foe at 66,44 face 180", wall, Mine=HYBRIDS, Foe=SWORDS).having(markers=at((36.0, 18.0)))
    assert order(table, "Mine")[1][0] == "hybrid_4"


@pytest.mark.parametrize(("own", "shoots"), [(RIFLES, True), (HYBRIDS, True), (SWORDS, False)])
def test_who_can_take_no_move_action_holds_and_shoots_if_it_can(own: Regiment, shoots: bool) -> None:
    fixed = msgspec.structs.replace(own, rules=(RuleText("Immobilized"),))
    for marker in ((36.0, 40.0), None):
        table = faced(fixed, 11.0, marker=marker)
        place = table.footprint("Mine")
        done = activation(table.set("Mine", pose=Pose(place.x, place.y, 180.0)), "Mine")
        assert ("shoot" in done.topics) == shoots


def test_with_nobody_and_nothing_left_a_unit_stays() -> None:
    table = faced(SWORDS, 11.0, marker=None).set("Foe", fate="destroyed", pose=None, left=(0,))
    assert order(table, "Mine") == ("hold", ["mode"])
    table.having(markers=at((36.0, 40.0)))
    assert order(table, "Mine")[1][0] == "melee_2"


@pytest.mark.rule("aofr.ai.hybrid_4")
def test_a_hybrid_unit_advances_to_the_objective_if_it_can_shoot_then_and_else_rushes() -> None:
    table = draw("Mine at 36,6 | Foe at 51,31 face 180", Mine=HYBRIDS, Foe=regiment(size=5)).having(
        markers=at((36.0, 30.0))
    )
    action, rows = order(table, "Mine")
    assert (action, rows[0]) == ("advance", "hybrid_4")
    action, rows = order(clear(HYBRIDS, (36.0, 30.0), foe="at 4,46 face 180"), "Mine")
    assert (action, rows[0]) == ("rush", "hybrid_4")


@pytest.mark.rule("aofr.ai.hybrid_5")
@pytest.mark.parametrize(("inches", "row"), [(11.0, "hybrid_5"), (13.0, "hybrid_6")])
def test_a_hybrid_unit_without_an_objective_charges_who_is_in_reach(inches: float, row: str) -> None:
    action, rows = order(faced(HYBRIDS, inches, marker=None), "Mine")
    assert rows[0] == row
    assert (action == "charge Foe") == (row == "hybrid_5")


@pytest.mark.rule("aofr.ai.hybrid_6")
@pytest.mark.parametrize(("inches", "action"), [(29.0, "advance"), (35.0, "rush")])
def test_a_hybrid_unit_without_an_objective_advances_to_shoot_else_rushes_at_the_enemy(
    inches: float, action: str
) -> None:
    table = draw("Mine at 36,4 | Foe at 36,44 face 180", Mine=HYBRIDS, Foe=SWORDS).having(markers=at((0, 0), owner=0))
    table.touch("Mine", "Foe", gap=inches)
    taken, rows = order(table, "Mine")
    assert (taken, rows[0]) == (action, "hybrid_6")


def test_the_reason_is_told_in_words_with_the_step_of_the_tree() -> None:
    told = activation(faced(HYBRIDS, 20.0, marker=(36.0, 40.0)), "Mine").to("action")
    assert (
        told.sentence
        == "Mine advances to marker 1 to shoot: the enemy in the way cannot be charged, but can be shot at."
    )
    assert told.reasons[0].label == "hybrid tree, step 2: advance"


@pytest.mark.rule("aofr.ai.mode")
def test_what_advanced_rules_give_is_used_where_it_helps() -> None:
    """Whichever die would be rolled: a charge that a stratagem makes possible is bought, a hopeless one is not."""
    strong, weak = regiment(size=10, quality=3, weapons=["Axe (A3, AP(1))"]), regiment(size=5)

    def answers(own: Regiment, foe: Regiment) -> set[object]:
        settings = Settings(parts=("command_points:growing",), points=750)
        table = draw("Axes at 36,10 | Foe at 36,26 face 180", settings, Axes=own, Foe=foe).having(turn=2)
        optional.keep(table.battle, "command_points", Purse("growing", (4, 4), ("shock", "shock")))
        play = acts(table.touch("Axes", "Foe", gap=15), "Axes")
        assert play.topic == "stratagem"
        return {decide(play, seed).answer for seed in range(6)}

    assert answers(strong, weak) == {Chosen("sweeping_move")}
    assert answers(weak, strong) == {Chosen("pass")}
