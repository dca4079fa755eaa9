"""After a melee: the survivor moves a little, or the charger steps back."""

from __future__ import annotations

from math import hypot, nan

import pytest

from tests.regiments.fights import clash, dice_for
from tests.regiments.harness import (
    Dicing,
    Fall,
    Interlude,
    Play,
    Table,
    acts,
    carried_out,
    draw,
    find,
    happen,
    regiment,
)
from warhost.play.battle import stand
from warhost.rulesets.regiments.chapters.melee import consolidation
from warhost.rulesets.regiments.core import Settings, events
from warhost.table import Arc, Back, Forward, Pivot, Pose, Sidestep, Step, Wheel, distance

TEN = regiment(10)
ONE = regiment(1)
MEETING = "Riders at 36,20 | Pikes at 36,24 face 180"


def parted(table: Table, side: str = "front", dice: Dicing = ()) -> Play:
    """What happens after a melee that both or one of Riders and Pikes survived."""
    return happen(table, lambda b: consolidation.after_melee(b, find(b, "Riders"), find(b, "Pikes"), Arc(side)), dice)


def survivor(rules: tuple[str, ...] = (), line: str = MEETING) -> Interlude:
    """Riders whose enemy is gone."""
    table = draw(line, Riders=regiment(10, rules=rules), Pikes=TEN)
    table.set("Pikes", pose=None, fate="routed", left=(0,))
    return happen(table, lambda b: consolidation.after_melee(b, find(b, "Riders"), find(b, "Pikes"), Arc.FRONT))


@pytest.mark.rule("aofr.melee.consolidate_order")
def test_consolidation_comes_after_the_result_and_the_morale_test() -> None:
    table = draw(MEETING, Riders=regiment(10, quality=2), Pikes=regiment(5))
    game = clash(table, "Riders", "Pikes", {"Riders": 6, "to block": (6, 6, 6, 6, 6, 6, 6, 6, 6, 1), "": 6})
    while not game.game.over:
        game.decline()
    kinds = [type(event) for event in game.game.events]
    order = [kinds.index(kind) for kind in (events.MeleeResolved, events.MoraleTested, events.UnitSteppedBack)]
    assert order == sorted(order)


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_the_survivor_may_turn_by_180_degrees_or_move_three_inches_but_not_both() -> None:
    game = survivor()
    assert game.topic == "consolidate"
    assert game.refuses(Pivot(90), Forward(2), kind="consolidate") == "aofr.melee.consolidate_destroyed"
    assert game.refuses(Forward(3.1), kind="consolidate") == "aofr.melee.consolidate_destroyed"
    assert game.refuses(Forward(2.5), Sidestep(2.5), kind="consolidate") == "aofr.melee.consolidate_destroyed"
    game.move(Forward(3), kind="consolidate")
    assert game.footprint("Riders").y == pytest.approx(23.0)
    assert survivor().move(Pivot(180), kind="pivot").footprint("Riders").facing == 180.0
    assert survivor().refuses(Pivot(181), kind="pivot") == "aofr.melee.consolidate_destroyed"


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_the_move_goes_in_any_direction_facing_kept() -> None:
    for steps, place in (((Back(3),), (36, 17)), ((Sidestep(-3),), (33, 20)), ((Forward(2), Sidestep(2)), (38, 22))):
        game = survivor().move(*steps, kind="consolidate")
        shape = game.footprint("Riders")
        assert (shape.x, shape.y, shape.facing) == pytest.approx((*place, 0.0))
        (told,) = game.told(events.UnitConsolidated)
        assert told.inches == pytest.approx(hypot(place[0] - 36, place[1] - 20))


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_the_target_consolidates_too_if_the_charger_is_gone() -> None:
    table = draw(MEETING, Riders=TEN, Pikes=TEN).set("Riders", pose=None, fate="destroyed", left=(0,))
    game = parted(table)
    assert (game.topic, game.question.seat) == ("consolidate", 1)


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_consolidation_keeps_an_inch_and_out_of_impassable_ground() -> None:
    line = "72x48 building 36,24 12x2 | Riders at 36,20 | Pikes at 60,24 face 180 | Bows at 44,20"
    table = draw(line, Riders=TEN, Pikes=TEN, Bows=TEN).set("Pikes", pose=None, fate="routed", left=(0,))
    game = happen(table, lambda b: consolidation.after_melee(b, find(b, "Riders"), find(b, "Pikes"), Arc.FRONT))
    assert game.refuses(Sidestep(2.5), kind="consolidate") == "aofr.move.one_inch"
    assert game.refuses(Forward(2.5), kind="consolidate") == "aofr.move.possible_location"
    game.move(Sidestep(2), kind="consolidate")
    assert distance(game.footprint("Riders"), game.footprint("Bows")) == pytest.approx(1.0)


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_dangerous_ground_is_tested_when_consolidating() -> None:
    table = draw("72x48 lava 36,22 12x1 | Riders at 36,20 | Pikes at 60,24 face 180", Riders=regiment(5), Pikes=TEN)
    table.set("Pikes", pose=None, fate="routed", left=(0,))
    game = happen(
        table,
        lambda b: consolidation.after_melee(b, find(b, "Riders"), find(b, "Pikes"), Arc.FRONT),
        dice=[(1, 2, 2, 2, 2)],
    )
    game.move(Forward(2), kind="consolidate")
    assert game.unit("Riders").models == 4


@pytest.mark.rule("aofr.terrain.dangerous", "aofr.melee.consolidate_destroyed", "aofr.terrain.rivers")
@pytest.mark.parametrize(
    ("ground", "rolled"), [("lava 34,22 0.4x0.4 lava 37,22 0.4x0.4", ["2D6"]), ("river 36,22 12x0.5", [])]
)
def test_only_models_that_cross_dangerous_ground_test_and_a_consolidation_is_no_rush(
    ground: str, rolled: list[str]
) -> None:
    table = draw(f"72x48 {ground} | Riders at 36,20 | Pikes at 60,24 face 180", Riders=regiment(5), Pikes=TEN)
    table.set("Pikes", pose=None, fate="routed", left=(0,))
    game = parted(table, dice={"Dangerous": 2}).move(Forward(3), kind="consolidate")
    assert dice_for(game, "Dangerous") == rolled


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
@pytest.mark.parametrize(
    "steps", [(Forward(-1),), (Back(-1),), (Forward(nan),), (Forward(1), Sidestep(1), Back(1)), (Wheel(10),)]
)
def test_a_consolidation_is_one_straight_move(steps: tuple[Step, ...]) -> None:
    assert survivor().refuses(*steps, kind="consolidate") == "aofr.melee.consolidate_destroyed"


@pytest.mark.rule("aofr.melee.consolidate_back")
def test_a_charger_that_does_not_stand_square_steps_back_from_the_point_of_contact() -> None:
    table = draw("Riders at 36,20 face 45 | Pikes at 36,24 face 180", Riders=ONE, Pikes=TEN)
    stand(table.unit("Riders"), Pose(36.0, 23.0 - 0.5**0.5, 45.0))
    parted(table)
    shape = table.footprint("Riders")
    assert (shape.x, shape.y, shape.facing) == pytest.approx((36.0, 22.0 - 0.5**0.5, 45.0))


@pytest.mark.rule("aofr.terrain.dangerous", "aofr.melee.consolidate_destroyed")
def test_who_tested_in_its_own_activation_tests_again_in_that_of_another() -> None:
    line = "72x48 lava 36,20 12x0.5 | Riders at 36,10 | Pikes at 36,18 face 180"
    table = draw(line, Riders=ONE, Pikes=regiment(5)).set("Pikes", tested=5)
    dice: dict[str, Fall] = {"Riders Hand Weapon: to hit": 1, "to hit": 6, "to block": 1, "Dangerous": 2}
    game = acts(table, "Riders", dice).charge("Riders", "Pikes").choose("strike")
    game.move(Back(3), kind="consolidate")
    assert dice_for(game, "Dangerous") == ["5D6"]


@pytest.mark.rule("aofr.melee.consolidate_destroyed", "aofr.special.entrenched")
@pytest.mark.parametrize(
    ("steps", "kind", "moved"), [((Forward(1),), "consolidate", True), ((Pivot(90),), "pivot", False)]
)
def test_a_consolidation_move_counts_as_a_move_and_a_turn_does_not(
    steps: tuple[Step, ...], kind: str, moved: bool
) -> None:
    game = survivor().move(*steps, kind=kind)
    assert game.unit("Riders").moved is moved
    assert (len(game.told(events.UnitConsolidated)), len(game.told(events.UnitTurned))) == (moved, not moved)


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_nobody_has_to_consolidate() -> None:
    game = survivor().stay()
    assert (game.game.over, game.game.events) == (True, [])


@pytest.mark.rule("aofr.melee.consolidate_destroyed", "aofr.special.flying")
def test_flyers_consolidate_over_dangerous_ground_and_others() -> None:
    line = "72x48 lava 36,21.2 12x0.2 building 36,21.6 12x0.2 | Riders at 36,20 | Pikes at 60,24 face 180"
    assert survivor(line=line).refuses(Forward(3), kind="consolidate") == "aofr.terrain.impassable"
    flown = survivor(("Flying",), line).move(Forward(3), kind="consolidate")
    for rules in ((), ("Flying",)):
        near = "0 Riders at 36,20 | 1 Pikes at 60,24 face 180 | 0 Bows at 36,21.2"
        drawn = draw(near, Riders=regiment(1, rules=rules), Pikes=TEN, Bows=regiment(1, base=(0.2, 0.2)))
        over = parted(drawn.set("Pikes", pose=None, fate="routed", left=(0,)))
        if rules:
            assert over.move(Forward(3), kind="consolidate").footprint("Riders").y == pytest.approx(23.0)
        else:
            assert over.refuses(Forward(3), kind="consolidate") == "aofr.move.one_inch"
    assert flown.footprint("Riders").y == pytest.approx(23.0)
    assert not flown.rolls


@pytest.mark.rule("aofr.melee.consolidate_destroyed", "aofr.move.stay_on_table", "aofr.move.one_inch")
def test_nobody_consolidates_off_the_table_or_too_near_to_others() -> None:
    edge = survivor(line="Riders at 36,2.5 | Pikes at 36,6 face 180")
    assert edge.refuses(Back(2), kind="consolidate") == "aofr.move.stay_on_table"
    assert edge.move(Back(1.5), kind="consolidate").footprint("Riders").y == pytest.approx(1.0)
    line = "0 Riders at 36,20 | 1 Pikes at 60,24 face 180 | 0 Bows at 38.6,20"
    table = draw(line, Riders=ONE, Pikes=TEN, Bows=regiment(1, base=(0.2, 0.2)))
    table.set("Pikes", pose=None, fate="routed", left=(0,))
    assert parted(table).refuses(Sidestep(3), kind="consolidate") == "aofr.move.one_inch"


@pytest.mark.rule("aofr.special.immobilized", "aofr.melee.consolidate_destroyed")
def test_the_immobilized_may_only_turn_after_a_melee() -> None:
    game = survivor(("Immobilized",))
    assert game.denied == {"consolidate": "aofr.special.immobilized"}
    assert game.refuses(Forward(1), kind="consolidate") == "aofr.special.immobilized"
    assert game.move(Pivot(90), kind="pivot").footprint("Riders").facing == 90.0


@pytest.mark.rule("aofr.melee.consolidate_back")
@pytest.mark.parametrize("side", ["front", "left", "rear"])
def test_if_both_survive_the_charger_steps_back_an_inch(side: str) -> None:
    table = draw(MEETING, Riders=TEN, Pikes=TEN).touch("Riders", "Pikes", side)
    facing = table.footprint("Riders").facing
    game = parted(table, side)
    assert distance(table.footprint("Riders"), table.footprint("Pikes")) == pytest.approx(1.0)
    assert table.footprint("Riders").facing == facing
    assert table.footprint("Pikes").y == pytest.approx(24.0)
    assert game.game.over


@pytest.mark.rule("aofr.melee.consolidate_blocked")
@pytest.mark.parametrize(("wall", "gap"), [(18.0, 0.0), (17.5, 0.5)])
def test_a_charger_without_room_stays_as_far_back_as_it_can_and_is_free(wall: float, gap: float) -> None:
    line = f"72x48 building 36,{wall} 12x4 | Riders at 36,30 | Pikes at 36,23 face 180"
    table = draw(line, Riders=TEN, Pikes=TEN).touch("Riders", "Pikes")
    parted(table)
    assert distance(table.footprint("Riders"), table.footprint("Pikes")) == pytest.approx(gap)
    assert {"hold", "advance", "rush"} <= set(acts(table, "Riders").activate("Riders").keys)


@pytest.mark.rule("aofr.melee.optional_no_separation")
def test_players_may_agree_to_leave_units_in_contact() -> None:
    table = draw(MEETING, Settings(step_back=False), Riders=TEN, Pikes=TEN).touch("Riders", "Pikes")
    before = table.footprint("Riders")
    parted(table)
    assert table.footprint("Riders") == before
    assert {"hold", "advance", "rush"} <= set(acts(table, "Riders").activate("Riders").keys)


@pytest.mark.rule("aofr.melee.consolidate_destroyed")
def test_nobody_consolidates_if_both_are_gone() -> None:
    table = draw(MEETING, Riders=ONE, Pikes=ONE)
    for name in ("Riders", "Pikes"):
        table.set(name, pose=None, fate="destroyed", left=(0,))
    battle = table.battle
    done = carried_out(consolidation.after_melee(battle, find(battle, "Riders"), find(battle, "Pikes"), Arc.FRONT))
    assert done.events == []
