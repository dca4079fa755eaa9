"""Reforming and wrapping around (Reforming; Wrap-around)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, Table, draw, pose, unit
from warhost.field.contact.engagement import Foe
from warhost.rulesets.kings_of_war.chapters.combat import reform
from warhost.rulesets.kings_of_war.core import Settings, apart, footprint
from warhost.table import MM_PER_INCH, Arc

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM


def fight(off: float = 40.0, line: str = "", board: str = "", settings: Settings | None = None, **units: Any) -> Table:
    """A unit fights the front of its enemy, so many millimetres to the right of its middle as the unit sees it."""
    header = f"kow | 72x48 {board} | " if board else ""
    text = f"{header}Unit at 36,10 | Idle at 6,6 | Foe at 36,20 face 180{line}"
    table = draw(text, settings, **{"Unit": unit(), "Idle": unit(), "Foe": unit(), **units})
    return table.engage("Unit", "Foe", offset=-off * MM)


def offset(game: Play) -> float:
    return (pose(game, "Unit").x - pose(game, "Foe").x) * MM_PER_INCH


@pytest.mark.rule("kow.reform.place")
@pytest.mark.rule("kow.order.withdraw_reform_engaged_only")
def test_a_unit_reforms_to_the_middle() -> None:
    table = fight()
    assert table.unit("Unit").pose is not None
    game = table.play().order("Unit", "reform")
    assert offset(game) == pytest.approx(0, abs=0.1)
    assert game.unit("Unit").order == "reform"
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)


@pytest.mark.rule("kow.reform.place")
def test_a_unit_hit_in_the_flank_turns_to_face_the_enemy() -> None:
    table = draw("Unit at 36,10 | Idle at 6,6 | Foe at 44,10 face 270", Unit=unit(), Idle=unit(), Foe=unit())
    table.unit("Foe").seat = 1
    table.engage("Foe", "Unit", "right")
    game = table.play().order("Unit", "reform")
    assert pose(game, "Unit").facing == pytest.approx(90.0)
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)
    assert game.unit("Foe").foes == (Foe(game.unit("Unit").id, Arc.FRONT, Arc.FRONT),)
    assert apart(game.battle, game.unit("Unit"), game.unit("Foe")) < 1e-3


@pytest.mark.rule("kow.order.withdraw_reform_engaged_only")
def test_only_engaged_units_reform_or_withdraw() -> None:
    table = draw("Unit at 36,10 | Foe at 36,40 face 180", Unit=unit(), Foe=unit())
    for what in ("reform", "withdraw"):
        why = reform.why_not_leave(table.unit("Unit"), what, "")
        assert why is not None
        assert why.rule == "kow.order.withdraw_reform_engaged_only"
    assert table.play().order("Unit").topic == "move"


@pytest.mark.rule("kow.reform.condition")
@pytest.mark.rule("kow.withdraw.condition")
def test_enemies_on_two_facings_allow_neither_reform_nor_withdrawal() -> None:
    table = fight(40.0, " | Side at 20,10 face 90", Side=unit())
    table.unit("Side").seat = 1
    table.engage("Side", "Unit", "left")
    game = table.play().choose(str(table.unit("Unit").id))
    assert game.topic == "order", "only a halt is left"
    assert game.unit("Unit").order == "halt"
    two = fight(40.0, " | Side at 60,20 face 180", Side=unit())
    two.engage("Side", "Unit", offset=-WIDE + 0.2)
    assert "reform" in two.play().order("Unit").keys


@pytest.mark.rule("kow.withdraw.condition")
@pytest.mark.parametrize(("one", "other"), [("left", "right"), ("left", "rear"), ("front", "rear")])
def test_any_two_facings_with_enemies_keep_a_unit_where_it_is(one: str, other: str) -> None:
    units = {name: unit() for name in ("Foot", "Foe", "Also", "Idle")}
    table = draw("0 Foot at 36,20 | 0 Idle at 60,6 | 1 Foe at 20,40 face 180 | 1 Also at 60,40 face 180", None, **units)
    table.engage("Foe", "Foot", one).engage("Also", "Foot", other)
    game = table.play().order("Foot")
    assert not any(game.offers(key) for key in ("withdraw", "reform"))


@pytest.mark.rule("kow.reform.two_enemies")
@pytest.mark.parametrize("off", [30.0, -40.0, 0.0])
def test_against_two_enemies_a_unit_stands_before_the_border(off: float) -> None:
    y = 20.0
    line = f"Unit at 36,10 | Idle at 6,6 | Foe at {36 - WIDE / 2},{y} face 180 | Other at {36 + WIDE / 2},{y} face 180"
    table = draw(line, Unit=unit(), Idle=unit(), Foe=unit(), Other=unit())
    table.engage("Unit", "Foe", offset=-(50 + off) * MM).engage("Unit", "Other", offset=-(off - 50) * MM)
    game = table.play().order("Unit")
    if off:
        game.choose("reform")
        assert (pose(game, "Unit").x - 36) * MM_PER_INCH == pytest.approx(0, abs=0.1)
        assert len(game.unit("Unit").foes) == 2
    else:
        assert game.denial("reform") == "kow.reform.place"


@pytest.mark.rule("kow.reform.not_hindered")
@pytest.mark.rule("kow.charge.reform_not_hindered")
def test_terrain_does_not_hinder_a_reform() -> None:
    game = fight(board="pond 34,17 3x3 fence 36,16 6x0.5").play().order("Unit", "reform")
    assert offset(game) == pytest.approx(0, abs=0.1)
    assert not game.unit("Unit").hindered


@pytest.mark.rule("kow.reform.must_fit")
def test_without_room_there_is_no_reform() -> None:
    # Turned towards the enemy in its flank the unit would stand on the walls.
    text = (
        "kow | 72x48 high_wall 36,8 9x0.5 high_wall 36,12 9x0.5 | Unit at 36,10 | Idle at 6,6 | Foe at 44,10 face 270"
    )
    table = draw(text, Unit=unit(size="horde"), Idle=unit(), Foe=unit())
    table.unit("Foe").seat = 1
    table.engage("Foe", "Unit", "right")
    game = table.play().order("Unit")
    assert game.topic == "order", "between the walls it cannot turn to withdraw either"
    open_table = draw(
        text.replace("36,8", "36,1").replace("36,12", "36,40"), Unit=unit(size="horde"), Idle=unit(), Foe=unit()
    )
    open_table.unit("Foe").seat = 1
    open_table.engage("Foe", "Unit", "right")
    assert "reform" in open_table.play().order("Unit").keys


@pytest.mark.rule("kow.reform.no_new_no_lost")
def test_the_slide_of_a_reform_stops_before_another_enemy() -> None:
    # 40 mm are needed to the left, another enemy is 15 mm away.
    left = 36 + (40 - 50 - 15) * MM - WIDE / 2
    table = fight(40.0, f" | Other at {left},{20 - DEEP - DEEP / 2} face 180", Other=unit(size="troop"))
    game = table.play().order("Unit", "reform")
    assert offset(game) == pytest.approx(26, abs=0.1)
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)


def test_a_friend_stops_the_slide_of_a_reform() -> None:
    left = 36 + (40 - 50 - 15) * MM - WIDE / 2
    table = fight(40.0, f" | 0 Friend at {left},{20 - DEEP - DEEP / 2} face 180", Friend=unit(size="troop"))
    assert offset(table.play().order("Unit", "reform")) == pytest.approx(25, abs=0.1)


# Wrap-around


def wrapping(off: float, line: str = "", settings: Settings | None = None, **units: Any) -> Play:
    return fight(off, line, settings=settings, **units).play().order("Unit")


@pytest.mark.rule("kow.reform.wrap_condition")
def test_only_a_front_past_the_corner_wraps() -> None:
    assert wrapping(60.0).offers("wrap")
    within = wrapping(30.0)
    assert not within.offers("wrap")
    assert within.denial("wrap") == "kow.reform.wrap_condition"


@pytest.mark.rule("kow.reform.wrap_condition")
@pytest.mark.parametrize(("setting", "can"), [(True, True), (False, False)])
def test_a_front_at_the_corner_wraps_if_that_is_agreed(setting: bool, can: bool) -> None:
    assert wrapping(50.0, settings=Settings(wrap_at_corner=setting)).offers("wrap") is can


@pytest.mark.rule("kow.reform.wrap_place")
@pytest.mark.parametrize(("off", "facing"), [(60.0, Arc.LEFT), (-60.0, Arc.RIGHT)])
def test_a_wrapping_unit_stands_in_the_middle_of_the_new_facing(off: float, facing: Arc) -> None:
    # Something stands between the old place and the new one: it is lifted over it.
    game = wrapping(off, " | 0 Small at 50,15", Small=unit(hero=True)).choose("wrap")
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, facing),)
    assert pose(game, "Unit").y == pytest.approx(20.0)
    assert pose(game, "Unit").facing == pytest.approx(270.0 if facing is Arc.LEFT else 90.0)
    front = footprint(game.battle, game.unit("Unit")).front[0]
    assert (front - 36) * MM_PER_INCH == pytest.approx(50 if facing is Arc.LEFT else -50, abs=0.1)
    assert game.unit("Unit").order == "reform"


@pytest.mark.rule("kow.reform.wrap_one_enemy")
def test_who_fights_two_enemies_does_not_wrap() -> None:
    right = 36 + WIDE * 1.5
    table = fight(60.0, f" | Other at {right},20 face 180", Other=unit())
    table.unit("Unit").foes += (Foe(table.unit("Other").id, Arc.FRONT, Arc.FRONT),)
    table.unit("Other").foes = (Foe(table.unit("Unit").id, Arc.FRONT, Arc.FRONT),)
    assert table.play().order("Unit").denial("wrap") == "kow.reform.wrap_one_enemy"


@pytest.mark.rule("kow.reform.wrap_beyond_corner")
def test_the_middle_of_the_front_ends_beyond_the_corner() -> None:
    # A friend on the flank leaves 30 mm of it; a horde's middle would be past the corner.
    x = 36 + 50 * MM + DEEP / 2
    y = 20 + 10 * MM + WIDE / 2 - 20 * MM
    line = f" | 0 Friend at {x},{y} face 270"
    game = wrapping(60.0, line, Friend=unit(), Unit=unit(size="horde"))
    assert game.denial("wrap") == "kow.reform.wrap_beyond_corner"


def test_a_full_facing_takes_no_wrapping_unit() -> None:
    table = fight(60.0, " | 0 A at 60,20 face 270 | 0 B at 60,30 face 270", A=unit(hero=True), B=unit(hero=True))
    table.engage("A", "Foe", "left", offset=-20 * MM).engage("B", "Foe", "left", offset=20 * MM)
    assert table.play().order("Unit").denial("wrap") == "kow.reform.wrap_condition"
