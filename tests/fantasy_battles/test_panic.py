"""Panic Tests and flights (Psychology: Panic Test Triggers)."""

import pytest

from tests.fantasy_battles.harness import Faces, Fall, Play, Table, carried_out, draw, happen
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.panic import Fright
from warhost.rulesets.families.ninth_age.core.formation import size
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.core.battle import Battle, Began, Boon
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, UnitShaken
from warhost.table import Pose

DEEP = 80 / 25.4
WIDE = 100 / 25.4


def lose(battle: Battle, number: int, points: int, source: int | None = None) -> Script[None]:
    """A volley takes so many Health Points from a unit."""
    unit = battle.units[number]
    yield from damage.lose_health(battle, unit, points, "a volley")
    if unit.pose is not None:
        yield from panic.after_losses(battle, unit, source)


def destroyed(battle: Battle, number: int) -> Script[None]:
    unit = battle.units[number]
    yield from damage.destroy(battle, unit, "a test")
    yield from panic.after_destroyed(battle, unit)


def frightened(game: Play) -> set[str]:
    """The units that took a Panic Test."""
    return {game.battle.units[event.unit].name for event in game.told(DisciplineTested)}


def falling(panic: Faces = 1, flee: Faces = (2, 3)) -> dict[str, Fall]:
    """The dice of Panic Tests and of flights; all others show sixes."""
    return {"Panic": panic, "Flee distance": flee, "": 6}


def volley(table: Table, points: int, panic: Faces = 1, flee: Faces = (2, 3)) -> Play:
    """The first unit loses so many Health Points to the last one."""
    source = table.battle.units[-1].id
    return happen(table, lambda battle: lose(battle, 0, points, source), falling(panic, flee))


@pytest.mark.rule("t9a.panic.friend_destroyed")
@pytest.mark.parametrize(("inches", "tests"), [(6.0, True), (6.1, False)])
def test_a_friend_destroyed_within_6_inches_frightens(inches: float, tests: bool) -> None:
    line = f"Spearmen at 20,10 | Guard at {20 + WIDE + inches},10 | Swordsmen at 36,44 face 180"
    game = happen(draw(line), lambda battle: destroyed(battle, 0), [(1, 1)])
    assert frightened(game) == ({"Guard"} if tests else set())


@pytest.mark.rule("t9a.panic.friend_destroyed")
def test_a_destroyed_unit_is_measured_from_where_it_began_the_phase() -> None:
    table = draw("Spearmen at 20,10 | Guard at 29,10 | Archers at 60,10 | Swordsmen at 36,44 face 180")
    table.set("Spearmen", pose=Pose(52.0, 10.0, 0.0))
    game = happen(table, lambda battle: destroyed(battle, 0), [(1, 1)])
    assert frightened(game) == {"Guard"}


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.special.flee_move")
@pytest.mark.parametrize(("dice", "lost"), [((3, 4), False), ((4, 4), True), ((4, 5), True)])
def test_a_flight_over_the_board_edge_destroys_and_frightens(dice: tuple[int, int], lost: bool) -> None:
    line = f"Spearmen at 20,{8 + DEEP / 2} face 180 | Guard at 28,3 | Swordsmen at 36,44 face 180"
    table = draw(line).set("Spearmen", seat=0, fleeing=True)
    game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0]), falling(flee=dice))
    assert (game.unit("Spearmen").pose is None) is lost
    assert game.unit("Spearmen").fate == ("fled" if lost else "")
    assert frightened(game) == ({"Guard"} if lost else set())


@pytest.mark.rule("t9a.panic.friend_breaks")
@pytest.mark.parametrize(("inches", "tests"), [(4.0, True), (6.1, False)])
def test_a_friend_that_breaks_within_6_inches_frightens(inches: float, tests: bool) -> None:
    line = f"Spearmen at 20,10 | Guard at {20 + WIDE + inches},10 | Swordsmen at 36,44 face 180"
    game = happen(draw(line), lambda battle: panic.after_break(battle, battle.units[0]), [(1, 1)])
    assert frightened(game) == ({"Guard"} if tests else set())


@pytest.mark.rule("t9a.panic.flees_through", "t9a.special.flee_move")
@pytest.mark.parametrize(("x", "tests"), [(36 - WIDE + 0.1, True), (36 - WIDE - 0.1, False)])
def test_a_friend_that_flees_through_a_unit_frightens_it(x: float, tests: bool) -> None:
    line = f"Spearmen at 36,30 face 180 | Guard at {x},22 | Swordsmen at 36,44 face 180 | Knights at 36,21 face 180"
    table = draw(line).set("Spearmen", seat=0, fleeing=True)
    game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0]), falling(flee=(5, 5)))
    # The enemy that it runs through does not mind.
    assert frightened(game) == ({"Guard"} if tests else set())


@pytest.mark.rule("t9a.special.flee_move")
def test_a_flight_goes_on_until_it_is_an_inch_clear_of_others() -> None:
    line = "Spearmen at 36,30 face 180 | Guard at 36,22 | Swordsmen at 36,44 face 180"
    table = draw(line).set("Spearmen", seat=0, fleeing=True)
    game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0]), falling(flee=(4, 4)))
    pose = game.unit("Spearmen").pose
    assert pose is not None
    assert pose.y == pytest.approx(22 - DEEP - 1.0, abs=0.01)


@pytest.mark.rule("t9a.panic.losses_25")
@pytest.mark.parametrize(("first", "second", "tests"), [(3, 2, True), (2, 2, False), (5, 0, True), (4, 0, False)])
def test_losses_of_a_quarter_in_one_phase_frighten(first: int, second: int, tests: bool) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,44 face 180")

    def volleys(battle: Battle) -> Script[None]:
        yield from lose(battle, 0, first, 1)
        yield from lose(battle, 0, second, 1)

    game = happen(table, volleys, {"Panic": 1})
    assert frightened(game) == ({"Spearmen"} if tests else set())


@pytest.mark.rule("t9a.panic.losses_25")
def test_losses_are_measured_against_the_start_of_the_phase() -> None:
    table = draw("Spearmen at 36,10 models=8 | Swordsmen at 36,44 face 180")
    assert frightened(volley(table, 1)) == set()
    table = draw("Spearmen at 36,10 models=8 | Swordsmen at 36,44 face 180")
    assert frightened(volley(table, 2)) == {"Spearmen"}


@pytest.mark.rule("t9a.panic.losses_single_model")
def test_single_models_do_not_mind_losses_but_the_last_of_many_does() -> None:
    assert frightened(volley(draw("Cannon at 36,10 | Swordsmen at 36,44 face 180"), 2)) == set()
    table = draw("Ogres at 36,10 models=1 files=1 | Swordsmen at 36,44 face 180")
    assert frightened(volley(table, 1)) == {"Ogres"}


@pytest.mark.rule("t9a.panic.failed_flees")
@pytest.mark.parametrize(("dice", "flees"), [((3, 4), False), ((4, 4), True)])
def test_a_failed_test_means_flight_at_once(dice: tuple[int, int], flees: bool) -> None:
    game = volley(draw("Spearmen at 36,20 | Swordsmen at 36,44 face 180"), 5, panic=dice, flee=(2, 3))
    unit = game.unit("Spearmen")
    assert unit.fleeing is flees
    assert any("Flee distance" in roll.why for roll in game.rolls) is flees


@pytest.mark.rule("t9a.panic.flee_direction")
def test_losses_make_a_unit_flee_from_who_caused_them() -> None:
    # The Knights are nearer, but the Swordsmen shot.
    line = "Spearmen at 36,20 | Knights at 26,20 face 180 | Swordsmen at 36,40 face 180"
    game = volley(draw(line), 5, panic=(6, 6), flee=(2, 3))
    unit = game.unit("Spearmen")
    assert unit.pose is not None
    assert (unit.pose.facing, unit.pose.x) == (180.0, 36.0)
    # The rank that was lost moved the centre ahead of it.
    assert unit.pose.y == pytest.approx(20 + 10 / 25.4 - 5.0)


@pytest.mark.rule("t9a.panic.flee_direction")
def test_other_causes_make_a_unit_flee_from_the_closest_enemy() -> None:
    line = "Spearmen at 36,12 | Guard at 36,20 | Knights at 26,20 face 180 | Swordsmen at 36,44 face 180"
    game = happen(draw(line), lambda battle: destroyed(battle, 0), falling(panic=6))
    pose = game.unit("Guard").pose
    assert pose == Pose(41.0, 20.0, 90.0)


@pytest.mark.rule("t9a.panic.exempt")
@pytest.mark.parametrize(("fields", "tests"), [({}, True), ({"fleeing": True}, False), ({"passed_panic": True}, False)])
def test_who_takes_no_panic_test(fields: dict[str, object], tests: bool) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,44 face 180").set("Spearmen", **fields)
    assert frightened(volley(table, 5)) == ({"Spearmen"} if tests else set())


@pytest.mark.rule("t9a.panic.exempt")
def test_engaged_units_take_none_and_one_passed_counts_for_its_phase_only() -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 180").fight("Swordsmen", "Spearmen")
    assert frightened(volley(table, 5)) == set()
    game = draw("Spearmen at 36,10 | Swordsmen at 36,44 face 180").set("Spearmen", passed_panic=True).play(dice={"": 1})
    game.until(phase="movement", turn=1)
    assert game.battle.phase != "charge" or game.battle.active == 1
    assert not game.unit("Spearmen").passed_panic


@pytest.mark.rule("t9a.special.fearless")
@pytest.mark.parametrize(("joined", "rolls"), [(True, 0), (False, 1)])
def test_half_of_the_models_are_enough_to_be_fearless(joined: bool, rolls: int) -> None:
    # A Fearless Character beside one man is half of the unit; beside two it is not.
    table = draw(
        f"Spearmen at 36,10 models={1 if joined else 2} files=2 | Captain at 60,10 | Swordsmen at 36,44 face 180"
    )
    table.change("Captain", ["Fearless"]).set("Spearmen", files=2).join("Captain", "Spearmen")
    game = happen(Table.of(table.battle), lambda battle: panic.resolve(battle, [Fright(0, "t9a.x")]), {"": 1})
    assert len(game.rolls) == rolls


@pytest.mark.rule("t9a.special.war_machine")
def test_a_war_machine_that_panics_is_shaken_until_the_end_of_the_next_player_turn() -> None:
    table = draw("Spearmen at 36,10 | Cannon at 41,10 | Swordsmen at 36,44 face 180")
    game = happen(table, lambda battle: destroyed(battle, 0), {"Panic": 6})
    unit = game.unit("Cannon")
    assert (unit.fleeing, unit.boons) == (False, (Boon("Shaken", "next turn", seat=1),))
    assert len(game.told(UnitShaken)) == 1


@pytest.mark.rule("t9a.special.war_machine")
def test_a_war_machine_that_breaks_is_destroyed() -> None:
    table = draw("Cannon at 36,20 | Swordsmen at 36,30 face 180", phase="melee").fight("Swordsmen", "Cannon")
    game = table.set("Cannon", lost_this_round=0).play(dice={"Break": 6, "Cannon": 1, "": 6})
    while game.unit("Cannon").pose is not None and game.topic != "declare charge":
        game.decline()
    assert game.unit("Cannon").fate == "destroyed"


@pytest.mark.rule("t9a.panic.flee_direction")
def test_with_nobody_to_flee_from_a_unit_runs_to_its_own_edge() -> None:
    table = draw("Spearmen at 36,12 | Guard at 36,20")
    done = carried_out(destroyed(table.battle, 0), dice=[(6, 6), (2, 3)])
    assert table.unit("Guard").pose == Pose(36.0, 15.0, 180.0)
    assert len(done.rolls) == 2


@pytest.mark.rule("t9a.panic.losses_25")
@pytest.mark.parametrize("at_once", [True, False])
def test_models_taken_off_the_table_of_a_test_are_not_there_when_the_phase_begins(at_once: bool) -> None:
    # Two of eight are a quarter, two of twenty are not.
    table = draw("Spearmen at 20,10 | Swordsmen at 36,44 face 180")
    if at_once:
        table.set("Spearmen", models=8)
    else:
        table.unit("Spearmen").models = 8
        table.set("Swordsmen", seat=1)
    assert frightened(volley(table, 2)) == {"Spearmen"}
    assert frightened(volley(draw("Spearmen at 20,10 | Swordsmen at 36,44 face 180"), 2)) == set()


def test_what_a_test_says_that_a_unit_began_with_stays() -> None:
    table = draw("Spearmen at 20,10 | Swordsmen at 36,44 face 180")
    own = Began(30, Pose(20.0, 10.0, 0.0), 4.0, 4.0)
    table.set("Spearmen", began=own, models=8).set("Swordsmen", models=3)
    assert table.unit("Spearmen").began is own
    assert table.set("Spearmen", models=9, lost_this_phase=2).unit("Spearmen").began == Began(
        11, own.pose, *size(table.battle, table.unit("Spearmen"))
    )
