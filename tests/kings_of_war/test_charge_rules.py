"""What special rules mean for moves and charges: Fly, Nimble, Pathfinder, Strider, Phalanx, Yielding, Shambling."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, draw, pose, refusal, unit
from warhost.play import Moved
from warhost.rulesets.kings_of_war.chapters.movement import charge
from warhost.rulesets.kings_of_war.chapters.movement.charge import Plan
from warhost.rulesets.kings_of_war.core.events import UnitCharged
from warhost.table import MM_PER_INCH, Forward, Pivot, Step

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM
LINE = "Unit at 36,10 | Foe at 36,20 face 180"


def planned(line: str, **units: Any) -> Plan | None:
    names = [part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part]
    table = draw(line, None, **{name: unit() for name in names} | units)
    return charge.plan(table.battle, table.unit("Unit"), table.unit("Foe"))


def hindered(line: str, **units: Any) -> bool:
    made = planned(line, **units)
    assert made is not None
    return made.hindered


def moving(board: str, line: str = "Unit at 36,10", **units: Any) -> Play:
    text = f"kow | 72x48 {board} | {line} | Foe at 36,44 face 180"
    return draw(text, None, **{"Unit": unit(), "Foe": unit(), **units}).play().moving("Unit")


def refused(game: Play, kind: str, *steps: Step) -> str:
    return refusal(game, Moved(kind, steps)).rule or ""


# Fly

FLYER = unit(type="monster", speed=10, rules=["Fly"])


@pytest.mark.rule("kow.special.fly")
def test_flyers_charge_over_an_enemy_screen() -> None:
    line = f"{LINE} | Screen at 36,14.4 face 180"
    screen = unit(size="horde", type="large infantry")
    assert planned(line, Unit=unit(type="monster", speed=10), Screen=screen) is None
    assert planned(line, Unit=FLYER, Screen=screen) is not None


@pytest.mark.rule("kow.special.fly")
@pytest.mark.rule("kow.special.fly_end")
def test_flyers_move_over_everything_and_end_clear() -> None:
    game = moving("building 36,15 6x3", "Unit at 36,10 | 1 Other at 36,20 face 180", Unit=FLYER, Other=unit())
    assert refused(game, "advance", Forward(5.0)) == "kow.special.fly_end"
    assert refused(game, "advance", Forward(10.0))
    game.move("at the double", Forward(5.0), Pivot(5.0), Forward(9.0))
    assert pose(game, "Unit").y > 23.0


@pytest.mark.rule("kow.special.fly_end")
def test_flyers_do_not_double_into_a_wood_but_over_it() -> None:
    game = moving("wood 36,18 8x4", Unit=FLYER)
    assert refused(game, "at the double", Forward(8.0)) == "kow.special.fly_end"
    game.move("at the double", Forward(14.0))
    landed = moving("wood 36,18 8x4", Unit=FLYER).move("advance", Forward(8.0))
    assert pose(landed, "Unit").y == 18.0


@pytest.mark.rule("kow.special.fly_hindered")
def test_only_where_a_flyer_starts_and_ends_hinders_it() -> None:
    assert not hindered(f"kow | 72x48 pond 36,15 60x2 | {LINE}", Unit=FLYER)
    assert hindered(f"kow | 72x48 pond 36,9 1x1 | {LINE}", Unit=FLYER)
    # It ends with its side along a hedge: touching is enough.
    side = 36 - 25 * MM - 0.25
    touching = f"kow | 72x48 hedge {side},17.5 0.5x1 | {LINE}"
    assert hindered(touching, Unit=FLYER)
    assert not hindered(touching, Unit=unit(type="monster", speed=10))


# Nimble


@pytest.mark.rule("kow.special.nimble", "kow.charge.one_pivot")
def test_a_second_pivot_leads_round_what_one_does_not() -> None:
    line = "kow | 72x48 high_wall_tall1 36,14 4.4x0.4 | Unit at 36,9 | Foe at 36,19 face 180"
    hero = {"hero": True, "type": "infantry", "speed": 8}
    assert planned(line, Unit=unit(**hero)) is None
    made = planned(line, Unit=unit(**hero, rules=["Nimble"]))
    assert made is not None
    assert sum(isinstance(step, Pivot) for step in made.path.steps) == 2


@pytest.mark.rule("kow.special.nimble")
def test_nimble_gives_no_pivot_in_other_orders() -> None:
    game = moving("pond 5,5 1x1", Unit=unit(rules=["Nimble"]))
    assert refused(game, "advance", Pivot(5.0), Pivot(5.0), Pivot(5.0)) == "kow.order.advance_pivots"
    assert refused(game, "at the double", Pivot(5.0), Pivot(5.0)) == "kow.order.at_the_double_pivot"


# Pathfinder, Strider, Shambling


@pytest.mark.rule("kow.special.pathfinder")
def test_pathfinders_double_through_woods_but_not_over_hedges() -> None:
    scouts = unit(rules=["Pathfinder"])
    assert pose(moving("wood 36,15 8x4", Unit=scouts).move("at the double", Forward(10.0)), "Unit").y == 20.0
    assert refused(moving("hedge 36,15 8x0.5", Unit=scouts), "at the double", Forward(10.0))


@pytest.mark.rule("kow.special.strider")
def test_terrain_does_not_hinder_striders() -> None:
    line = f"kow | 72x48 pond 36,15 60x2 | {LINE}"
    assert hindered(line)
    assert not hindered(line, Unit=unit(rules=["Strider"]))


@pytest.mark.rule("kow.special.shambling")
def test_shambling_units_have_one_pivot_and_no_double() -> None:
    game = moving("pond 5,5 1x1", Unit=unit(rules=["Shambling"]))
    assert refused(game, "at the double", Forward(6.0)) == "kow.special.shambling"
    assert refused(game, "advance", Pivot(5.0), Forward(1.0), Pivot(5.0)) == "kow.order.advance_pivots"
    game.move("advance", Pivot(5.0), Forward(5.0))


# Phalanx


@pytest.mark.rule("kow.special.phalanx")
def test_cavalry_is_hindered_by_a_phalanx_even_if_it_strides() -> None:
    spears = unit(rules=["Phalanx"])
    assert hindered(LINE, Unit=unit(type="cavalry", rules=["Strider"]), Foe=spears)
    assert not hindered(LINE, Foe=spears)
    assert not hindered("Unit at 36,10 | 1 Foe at 36,20", Unit=unit(type="cavalry"), Foe=spears)


@pytest.mark.rule("kow.charge.hindered_once")
def test_a_charge_is_hindered_once() -> None:
    line = f"kow | 72x48 pond 36,15 60x2 hedge 36,17 60x0.4 | {LINE} | Idle at 6,6"
    table = draw(line, Unit=unit(type="cavalry"), Foe=unit(rules=["Phalanx"]), Idle=unit())
    game = table.play().charge("Unit", "Foe")
    (event,) = game.told(UnitCharged)
    assert event.hindered
    assert game.unit("Unit").hindered is True


# Yielding


@pytest.mark.rule("kow.special.yielding")
def test_yielding_units_let_pass_friend_and_foe() -> None:
    line = "Unit at 36,10 | 1 Thin at 36,14 face 180"
    thin = unit(size="troop", rules=["Yielding"])
    game = moving("pond 5,5 1x1", line, Unit=unit(speed=6), Thin=thin)
    assert refused(game, "at the double", Forward(4.0))
    game.move("at the double", Forward(9.0))
    assert pose(game, "Unit").y == 19.0


@pytest.mark.rule("kow.special.yielding")
def test_a_charge_passes_through_a_yielding_unit_to_a_free_place() -> None:
    line = f"{LINE} | 1 Thin at 36,13.5 face 180"
    wide = {"size": "horde", "type": "infantry"}
    assert planned(line, Thin=unit(**wide, rules=["Yielding"])) is not None
    assert planned(line, Thin=unit(**wide)) is None
    # On the place where the charger would stand it is still in the way.
    near = f"{LINE} | 1 Thin at 36,{20 - DEEP - DEEP / 2} face 180"
    assert planned(near, Thin=unit(**wide, rules=["Yielding"])) is None


@pytest.mark.rule("kow.war_engine.obstacles_block")
def test_a_yielding_war_engine_crosses_obstacles() -> None:
    engine = {"type": "war engine"}
    stopped = refused(moving("hedge 36,13 6x0.5", Unit=unit(**engine)), "advance", Forward(5.0))
    assert stopped == "kow.war_engine.obstacles_block"
    game = moving("hedge 36,13 6x0.5", Unit=unit(**engine, rules=["Yielding"]))
    assert pose(game.move("advance", Forward(5.0)), "Unit").y == 15.0
