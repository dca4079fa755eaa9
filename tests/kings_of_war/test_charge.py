"""Charges of single units: conditions, facing, way, alignment, slide, hindrance (Charging; Hindered charges)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, carried_out, draw, pose, unit
from warhost.field import path_of
from warhost.field.contact.engagement import Foe
from warhost.play.questions import Pick
from warhost.rulesets.kings_of_war.chapters.movement import charge
from warhost.rulesets.kings_of_war.core import Settings, Unit, apart, footprint, sees
from warhost.rulesets.kings_of_war.core.events import UnitAligned, UnitCharged
from warhost.table import MM_PER_INCH, Arc, Forward, Pivot

MM = 1 / MM_PER_INCH
DEEP, WIDE = 80 * MM, 100 * MM


def mm(inches: float) -> float:
    return inches * MM_PER_INCH


def begun(line: str, dice: Any = (), settings: Settings | None = None, **units: Any) -> Play:
    """The unit "Unit" is about to get its order; all units are regiments of infantry unless told. One that has nothing
    to do keeps the phase open."""
    line += " | Idle at 66,6"
    names = [part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part]
    table = draw(line, settings, **{name: unit() for name in names} | units)
    return table.play(dice).choose(str(table.unit("Unit").id))


def charged(line: str, dice: Any = (), settings: Settings | None = None, **units: Any) -> Play:
    """The unit "Unit" has charged "Foe" alone."""
    game = begun(line, dice, settings, **units)
    game.choose(f"charge>{game.unit('Foe').id}")
    return game.answer(game.game.asked.suggestions()[-1]) if isinstance(game.question, Pick) else game


def offered(game: Play, target: str = "Foe") -> bool:
    return game.topic == "action" and game.offers(f"charge>{game.unit(target).id}")


def why_not(game: Play, target: str = "Foe") -> str:
    """The rule by which the target cannot be charged. A unit that can only move is asked for its move at once."""
    unit = game.unit("Unit")
    if game.topic == "action":
        return game.denial(f"charge>{game.unit(target).id}") or game.denial("charge")
    why = charge.why_not(game.battle, unit) or charge.why_no_target(
        game.battle, unit, game.unit(target), charge.reach(game.battle, unit)
    )
    return (why.rule or "") if why is not None else "kow.charge.cond_space"


# Conditions


@pytest.mark.rule("kow.charge.cond_distance")
@pytest.mark.parametrize(("gap", "can"), [(10.0, True), (10.1, False)])
def test_a_charge_reaches_double_speed(gap: float, can: bool) -> None:
    game = begun(f"Unit at 36,10 | Foe at 36,{10 + DEEP + gap} face 180")
    assert offered(game) is can
    if not can:
        assert why_not(game) == "kow.charge.cond_distance"


@pytest.mark.rule("kow.charge.cond_visible")
def test_a_target_beside_the_unit_is_not_seen() -> None:
    table = draw("0 Unit at 36,10 | 1 Foe at 42,10", Unit=unit(), Foe=unit())
    assert charge.plan(table.battle, table.unit("Unit"), table.unit("Foe")) is None


@pytest.mark.rule("kow.charge.cond_visible")
def test_a_target_behind_a_wood_is_not_seen() -> None:
    line = "Unit at 36,10 | Foe at 36,20 face 180"
    assert offered(begun(line))
    game = begun(f"kow | 72x48 wood 36,15 40x3 | {line}")
    assert not offered(game)
    assert why_not(game) == "kow.charge.cond_visible"


@pytest.mark.rule("kow.charge.cond_visible")
@pytest.mark.rule("kow.los.dispute_roll")
@pytest.mark.parametrize(("face", "sees"), [(4, True), (3, False)])
def test_a_die_says_whether_a_target_in_doubt_is_seen(face: int, sees: bool) -> None:
    # Two friends leave a gap of less than a millimetre, over which a flyer charges.
    line = "Unit at 30,10 | One at 28.0315,16 | Two at 31.9985,16 | Foe at 30,30 face 180"
    flyer = unit(type="infantry", size="troop", speed=10, rules=["Fly"])
    game = begun(line, [face], Unit=flyer, Foe=unit(hero=True))
    assert offered(game)
    game.choose(f"charge>{game.unit('Foe').id}")
    assert bool(game.unit("Unit").foes) is sees
    assert (game.unit("Foe").id in game.unit("Unit").barred) is not sees


@pytest.mark.rule("kow.charge.cond_space")
def test_a_target_boxed_in_cannot_be_charged() -> None:
    walls = "building 33.8,19 2x6 building 38.2,19 2x6"
    game = begun(f"kow | 72x48 {walls} | Unit at 36,10 | Foe at 36,20 face 180", Foe=unit(type="monster"))
    assert not offered(game)
    assert why_not(game) == "kow.charge.cond_space"


@pytest.mark.rule("kow.charge.cond_not_engaged")
@pytest.mark.rule("kow.move.engaged_orders")
def test_an_engaged_unit_does_not_charge() -> None:
    line = f"Unit at 36,10 | Foe at 36,{10 + DEEP} face 180 | Other at 40,18 face 180"
    table = draw(line, Unit=unit(), Foe=unit(), Other=unit())
    engage(table.unit("Unit"), table.unit("Foe"))
    assert charge.plan(table.battle, table.unit("Unit"), table.unit("Other")) is None
    game = table.play().order("Unit")
    assert set(game.keys) == {"halt", "withdraw"}
    assert game.denial("move") == "kow.move.engaged_orders"


def engage(one: Unit, other: Unit, mine: Arc = Arc.FRONT, theirs: Arc = Arc.FRONT) -> None:
    one.foes = (*one.foes, Foe(other.id, mine, theirs))
    other.foes = (*other.foes, Foe(one.id, theirs, mine))


@pytest.mark.rule("kow.charge.cond_two_per_facing")
@pytest.mark.rule("kow.charge.into_engaged")
def test_two_friends_on_a_facing_leave_no_place() -> None:
    # Heroes are narrow: there is room for a third one between them.
    hero = unit(hero=True)
    line = "Unit at 36,10 | One at 34,10 | Two at 38,10 | 0 Side at 48,20 face 270 | Foe at 36,20 face 180"
    line += " | Other at 30,16 face 180"
    table = draw(line, Unit=hero, One=hero, Two=hero, Side=unit(), Foe=unit(size="horde"), Other=unit())
    table.engage("One", "Foe", offset=-3.0)
    assert charge.plan(table.battle, table.unit("Unit"), table.unit("Foe")) is not None
    table.engage("Two", "Foe", offset=3.0)
    game = table.play().order("Unit")
    assert not offered(game)
    assert why_not(game) == "kow.charge.cond_two_per_facing"
    side = charge.plan(table.battle, table.unit("Side"), table.unit("Foe"))
    assert side is not None
    assert side.facing is Arc.LEFT


# Facing


@pytest.mark.rule("kow.charge.facing_by_midpoint")
@pytest.mark.parametrize(
    ("x", "y", "facing"),
    [(120, 100, Arc.RIGHT), (100, 120, Arc.FRONT), (0, -200, Arc.REAR), (-300, 0, Arc.LEFT)],
)
def test_the_middle_of_the_front_decides_the_facing(x: float, y: float, facing: Arc) -> None:
    front = 20 + y * MM - DEEP / 2
    table = draw(f"0 Unit at {36 + x * MM},{front} | 1 Foe at 36,20", Unit=unit(), Foe=unit())
    assert charge.facings(table.battle, table.unit("Unit"), table.unit("Foe")) == (facing,)


def on_the_border() -> str:
    """A charger whose front's middle is exactly on the line between the front and the left flank of the target."""
    return f"Unit at {36 + WIDE / 2 + 4},{24 - DEEP / 2 - 4 - DEEP / 2} | Foe at 36,24 face 180"


@pytest.mark.rule("kow.charge.facing_unclear")
@pytest.mark.parametrize(("face", "facing"), [(2, Arc.FRONT), (5, Arc.LEFT)])
def test_a_die_decides_between_two_arcs(face: int, facing: Arc) -> None:
    # The target looks at the charger; what is to the right of the table is to its left.
    game = charged(on_the_border(), dice=[face])
    assert game.unit("Unit").foes[0].theirs is facing


def test_doubt_may_be_settled_for_the_attacker() -> None:
    game = charged(on_the_border(), settings=Settings(doubtful="attacker"))
    assert game.unit("Unit").foes[0].theirs is Arc.LEFT


# The way


@pytest.mark.rule("kow.charge.move")
@pytest.mark.rule("kow.charge.one_pivot")
def test_the_way_is_not_measured_and_has_one_pivot() -> None:
    game = begun("Unit at 36,10 | Foe at 44,20 face 180")
    made = charge.plan(game.battle, game.unit("Unit"), game.unit("Foe"))
    assert made is not None
    assert sum(isinstance(step, Pivot) for step in made.path.steps) == 1
    assert all(abs(step.degrees) <= 90.0 for step in made.path.steps if isinstance(step, Pivot))


@pytest.mark.rule("kow.charge.right_facing")
def test_the_other_facing_does_not_do() -> None:
    # In the flank arc of the target, but a wall along that flank leaves only its front.
    line = "Unit at 44,14 face 0 | Foe at 36,20 face 180"
    free = begun(line)
    made = charge.plan(free.battle, free.unit("Unit"), free.unit("Foe"))
    assert made is not None
    assert made.facing is Arc.LEFT
    walled = begun(f"kow | 72x48 high_wall 38.4,19.5 0.5x6 | {line}")
    assert charge.plan(walled.battle, walled.unit("Unit"), walled.unit("Foe")) is None


@pytest.mark.rule("kow.charge.ignores_terrain")
def test_woods_do_not_stop_a_charge() -> None:
    game = begun("kow | 72x48 pond 36,15 8x3 | Unit at 36,10 | Foe at 36,20 face 180")
    assert offered(game)


@pytest.mark.rule("kow.charge.goes_round_blocking")
def test_a_charge_goes_round_a_house_or_not_at_all() -> None:
    half = begun("kow | 72x48 building 38.5,15 4x1 | Unit at 36,10 | Foe at 36,20 face 180", Foe=unit(size="horde"))
    made = charge.plan(half.battle, half.unit("Unit"), half.unit("Foe"))
    assert made is not None
    assert any(isinstance(step, Pivot) for step in made.path.steps)
    whole = begun("kow | 72x48 building 36,15 60x1 | Unit at 36,10 | Foe at 36,20 face 180")
    assert charge.plan(whole.battle, whole.unit("Unit"), whole.unit("Foe")) is None


@pytest.mark.rule("kow.charge.goes_round_blocking")
def test_enemies_are_in_the_way_of_a_charge() -> None:
    line = "Unit at 36,10 | Foe at 36,20 face 180 | Screen at 36,15 face 180"
    game = begun(line, Screen=unit(size="horde", type="large infantry"))
    assert offered(game, "Screen")
    assert not offered(game)


@pytest.mark.rule("kow.interp.charge_friends_block")
@pytest.mark.rule("kow.charge.friends_block")
def test_friends_are_in_the_way_of_a_charge() -> None:
    # Through a gap of 2" the target is seen, but nobody comes through who is wider.
    line = "Unit at 36,8 | Foe at 36,20 face 180"
    friends = ' | 0 Left at 31,14 order="halt" | 0 Right at 41,14 order="halt"'
    horde = unit(size="horde")
    game = begun(line + friends, Left=horde, Right=horde)
    assert sees(game.battle, game.unit("Unit"), game.unit("Foe")) == "free"
    assert not offered(game)
    assert why_not(game) == "kow.charge.cond_space"
    assert offered(begun(line))


@pytest.mark.rule("kow.charge.impossible_other_order")
def test_who_cannot_charge_one_enemy_may_charge_another_or_move() -> None:
    line = "kow | 72x48 building 36,15 9x1 | Unit at 36,10 | Foe at 36,20 face 180 | Other at 44,17 face 225"
    game = begun(line)
    assert not offered(game)
    assert offered(game, "Other")
    assert game.offers("move")


@pytest.mark.rule("kow.charge.cond_not_engaged")
@pytest.mark.rule("kow.war_engine.no_double_charge")
@pytest.mark.rule("kow.nerve.wavering_orders")
def test_who_charges_nobody_is_told_why() -> None:
    line = f"Free at 60,10 | Busy at 36,10 | Shaken at 20,10 | Engine at 50,10 | Foe at 36,{10 + DEEP} face 180"
    units = {"Free": unit(), "Busy": unit(), "Shaken": unit(), "Engine": unit(type="war engine"), "Foe": unit()}
    table = draw(line, None, **units)
    engage(table.unit("Busy"), table.unit("Foe"))
    table.unit("Shaken").wavering = 1
    told = {name: charge.why_not(table.battle, table.unit(name)) for name in units if name != "Foe"}
    assert {name: why and why.rule for name, why in told.items()} == {
        "Free": None,
        "Busy": "kow.charge.cond_not_engaged",
        "Shaken": "kow.nerve.wavering_orders",
        "Engine": "kow.war_engine.no_double_charge",
    }


# Where it ends


@pytest.mark.rule("kow.charge.align")
@pytest.mark.rule("kow.charge.engaged")
def test_lining_up_is_told_only_of_who_did() -> None:
    straight = charged("Unit at 36,10 | Foe at 36,20 face 180")
    assert not straight.told(UnitAligned)
    askew = charged("Unit at 37.5,10 face 355 | Foe at 36,20 face 200")
    (event,) = askew.told(UnitAligned)
    assert event.pose.facing == pytest.approx(20.0)
    assert askew.told(UnitCharged)[0].pose.facing != pytest.approx(20.0)


@pytest.mark.rule("kow.charge.align")
@pytest.mark.rule("kow.charge.slide")
def test_the_charger_lies_flush_in_the_middle() -> None:
    game = charged("Unit at 37.5,10 face 355 | Foe at 36,20 face 200")
    assert (pose(game, "Unit").facing - pose(game, "Foe").facing) % 360 == pytest.approx(180.0)
    assert apart(game.battle, game.unit("Unit"), game.unit("Foe")) == pytest.approx(0.0, abs=1e-3)
    shape, goal = footprint(game.battle, game.unit("Unit")), footprint(game.battle, game.unit("Foe"))
    assert shape.front == pytest.approx(goal.front, abs=1e-3)


@pytest.mark.rule("kow.charge.slide")
def test_a_building_stops_the_slide() -> None:
    # Comes in 30 mm off the middle; after 10 mm a building is in the way.
    wall = 36 + (30 - 50 - 10) * MM - 0.5
    y = 20 - DEEP / 2
    line = f"kow | 72x48 building {wall},{y - 0.4} 1x0.8 | Unit at {36 + 30 * MM},14 | Foe at 36,20 face 180"
    game = charged(line)
    assert mm(pose(game, "Unit").x - 36) == pytest.approx(20, abs=0.1)


@pytest.mark.rule("kow.charge.engaged")
@pytest.mark.rule("kow.interp.touch_not_engaged")
def test_only_charger_and_target_are_engaged() -> None:
    beside = 36 + WIDE
    line = f"Unit at 36,12 | Foe at 36,20 face 180 | Other at {beside},{20 - DEEP + 0.5} face 180"
    game = charged(line)
    assert game.unit("Unit").foes == (Foe(game.unit("Foe").id, Arc.FRONT, Arc.FRONT),)
    assert not game.unit("Other").foes
    assert apart(game.battle, game.unit("Unit"), game.unit("Other")) < 1e-3
    assert game.unit("Unit").charged


@pytest.mark.rule("kow.charge.no_corner_only")
def test_a_corner_is_not_enough() -> None:
    # A friend that has halted leaves so much of the front on its right: nothing but a corner, or 1 mm.
    for left, can in ((0.0, False), (0.8, False), (1.2, True)):
        line = f"Unit at {36 + 98.9 * MM},10 | Friend at 36,10 | Foe at 36,20 face 180"
        table = draw(line, Unit=unit(), Friend=unit(), Foe=unit()).engage("Friend", "Foe", offset=left * MM)
        table.unit("Friend").order = "halt"
        assert offered(table.play().order("Unit")) is can, left


@pytest.mark.rule("kow.charge.into_engaged_halted")
def test_a_newcomer_takes_what_is_left_beside_a_halted_friend() -> None:
    y = 20 - DEEP
    line = f"Unit at 37.5,10 | Friend at 36,{y} | Foe at 36,20 face 180"
    table = draw(line, Unit=unit(), Friend=unit(), Foe=unit(size="horde"))
    engage(table.unit("Friend"), table.unit("Foe"))
    table.unit("Friend").order = "halt"
    game = table.play().charge("Unit", "Foe")
    assert mm(pose(game, "Unit").x - 36) == pytest.approx(100, abs=0.1)
    assert mm(pose(game, "Friend").x - 36) == pytest.approx(0)


@pytest.mark.rule("kow.charge.into_engaged_halted")
def test_a_newcomer_stays_on_its_side_of_a_halted_friend() -> None:
    # The friend stands 30 mm right of the middle: on its left a place would be nearer to the middle of the facing.
    x = 36 + 30 * MM
    line = f"Unit at {x + 110 * MM},10 | Friend at {x},{20 - DEEP} | Foe at 36,20 face 180"
    table = draw(line, Unit=unit(), Friend=unit(), Foe=unit(size="horde"))
    engage(table.unit("Friend"), table.unit("Foe"))
    table.unit("Friend").order = "halt"
    game = table.play().charge("Unit", "Foe")
    assert mm(pose(game, "Unit").x - 36) == pytest.approx(130, abs=0.1)


@pytest.mark.rule("kow.charge.engaged_persists")
def test_who_is_still_in_contact_stays_engaged() -> None:
    game = charged("Unit at 36,12 | Foe at 36,20 face 180").until(phase="movement", stage="orders")
    game.until("order")
    while game.battle.active == 0:
        game.decline()
    assert game.unit("Foe").foes
    assert game.unit("Unit").foes


# Hindered


def hindered(pieces: str, line: str = "Unit at 36,10 | Foe at 36,20 face 180", **units: Any) -> bool:
    return charged(f"kow | 72x48 {pieces} | {line}", **units).unit("Unit").hindered


@pytest.mark.rule("kow.charge.hindered")
@pytest.mark.parametrize(
    ("pieces", "is_hindered"),
    [
        ("hill_tall1 36,15 8x3", False),
        ("pond 36,15 60x2", True),
        ("hedge 36,15 60x0.5", True),
        ("pond 36,9 1x1", True),
        ("pond 36,24 4x2", False),
        ("pond 40,14 2x2", False),
    ],
)
def test_what_the_way_crosses_hinders(pieces: str, is_hindered: bool) -> None:
    assert hindered(pieces) is is_hindered


@pytest.mark.rule("kow.charge.hindered")
def test_the_slide_counts_too() -> None:
    # Straight ahead it is clear of the hedge; sliding to the middle puts a corner on it.
    line = "Unit at 38,10 | Foe at 36,20 face 180"
    assert hindered(f"hedge {36 - WIDE / 2 - 0.1},17.5 0.4x1", line)
    assert not hindered(f"hedge {36 - WIDE / 2 - 1.1},17.5 0.4x1", line)


@pytest.mark.rule("kow.charge.hindered")
@pytest.mark.parametrize(("y", "is_hindered"), [(12.5, True), (13.1, False)])
def test_what_a_pivot_swings_over_counts_too(y: float, is_hindered: bool) -> None:
    # A corner passes over the hedge; neither where the pivot starts nor where it ends does the unit touch it.
    assert hindered(f"hedge 35.2,{y} 0.4x0.4", "Unit at 36,10 | Foe at 44,20 face 180") is is_hindered


@pytest.mark.rule("kow.charge.hindered")
def test_turning_flush_counts_too() -> None:
    # The charger comes in at an angle, and its rear swings over the fence.
    line = "Unit at 31,12 face 40 | Foe at 36,20 face 180"
    game = begun(f"kow | 72x48 | {line}")
    made = charge.plan(game.battle, game.unit("Unit"), game.unit("Foe"))
    assert made is not None
    assert not made.hindered


def test_a_way_that_is_not_hindered_is_taken_if_there_is_one() -> None:
    assert not hindered("pond 34.4,14 0.4x1")


def test_contact_by_charge_is_made_where_it_is_told() -> None:
    table = draw("Unit at 36,10 | Foe at 36,20 face 180", Unit=unit(), Foe=unit())
    one, foe = table.unit("Unit"), table.unit("Foe")
    made = charge.plan(table.battle, one, foe)
    assert made is not None
    charge.contact(table.battle, one, foe, Arc.FRONT, made.place)
    assert one.charged
    assert foe.foes == (Foe(one.id, Arc.FRONT, Arc.FRONT),)


# Forced charges


@pytest.mark.rule("kow.charge.forced")
def test_who_is_driven_into_an_enemy_has_charged() -> None:
    table = draw("Unit at 37,10 | Foe at 36,20 face 180", Unit=unit(), Foe=unit())
    one, foe = table.unit("Unit"), table.unit("Foe")
    path = path_of(footprint(table.battle, one), (Forward(10 - DEEP),))
    table.battle.phase = "ranged"
    assert carried_out(charge.forced(table.battle, one, foe, path)).value
    assert one.charged
    assert one.foes == (Foe(foe.id, Arc.FRONT, Arc.FRONT),)
    assert one.pose is not None
    assert one.pose.x == pytest.approx(36)


@pytest.mark.rule("kow.charge.forced_full_facing")
def test_who_is_driven_into_a_full_facing_stops_short() -> None:
    y = 20 - DEEP
    line = (
        f"Unit at 36,10 | One at {36 - 60 * MM - WIDE},{y} | Two at {36 + 60 * MM + WIDE},{y} | Foe at 36,20 face 180"
    )
    table = draw(line, Unit=unit(), One=unit(), Two=unit(), Foe=unit(type="large infantry", size="horde"))
    one, foe = table.unit("Unit"), table.unit("Foe")
    engage(table.unit("One"), foe)
    engage(table.unit("Two"), foe)
    path = path_of(footprint(table.battle, one), (Forward(10 - DEEP),))
    assert not carried_out(charge.forced(table.battle, one, foe, path)).value
    assert not one.foes
    assert mm(apart(table.battle, one, foe)) == pytest.approx(1.0, abs=0.05)
