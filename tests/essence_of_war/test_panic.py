"""Panic Tests: what causes them, who takes them, and where the panicked run."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.essence_of_war.harness import Play, Table, draw, find, happen
from tests.playing import pose
from warhost.play.script import Script
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.core.battle import Battle
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.families.ninth_age.chapters.panic import Fright
from warhost.table import Pose

FAILS = (6, 6)
PASSES = (1, 2)
BASE = 20 / 25.4
GUARD = (5 * BASE, 3 * BASE)
"""Imperial Guard: 3.94 wide and 2.36 deep; Discipline 8, 15 Health Points."""

Happening = Callable[[Battle], Script[None]]


def destroyed(name: str) -> Happening:
    """That unit is destroyed, whatever by."""

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, name)
        yield from damage.destroy(battle, unit, "for the test")
        yield from panic.after_destroyed(battle, unit)

    return script


def broken(name: str) -> Happening:
    return lambda battle: panic.after_break(battle, find(battle, name))


def shot(name: str, points: int, by: str | None) -> Happening:
    """That unit loses Health Points to a volley of another one."""

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, name)
        yield from damage.lose_health(battle, unit, points, "for the test")
        yield from panic.after_losses(battle, unit, None if by is None else find(battle, by).id)

    return script


def who_tested(game: Play) -> list[int | None]:
    """The units that rolled a Panic Test, in their order."""
    return [roll.unit for roll in game.rolls if roll.why.startswith("Panic")]


def beside(gap: float) -> Table:
    """Archers (0) with the Guard (1) that far to their right, and ghouls (2) a long way off."""
    x = 10 + 5 * BASE + gap
    return draw(f"Citizen Archers at 10,20 | Imperial Guard at {x},20 | Ghouls at 18,46 face 180")


@pytest.mark.rule("eow.panic.friend_destroyed")
@pytest.mark.parametrize(("gap", "tested"), [(5.9, [1]), (6.0, [1]), (6.1, [])])
def test_friends_within_six_inches_of_a_destroyed_unit_test(gap: float, tested: list[int]) -> None:
    assert who_tested(happen(beside(gap), destroyed("Citizen Archers"), dice=[PASSES])) == tested


@pytest.mark.rule("eow.panic.friend_destroyed")
def test_enemies_do_not_panic_for_a_destroyed_unit() -> None:
    table = draw("Citizen Archers at 10,20 | 1 Imperial Guard at 15,20")
    assert who_tested(happen(table, destroyed("Citizen Archers"))) == []


@pytest.mark.rule("eow.panic.friend_destroyed", "eow.panic.destroyed_measure", "eow.flee.off_board")
@pytest.mark.parametrize(("gap", "tested"), [(5.9, [1]), (6.1, [])])
def test_a_unit_that_flees_off_the_board_is_measured_from_where_it_touches_the_edge(
    gap: float, tested: list[int]
) -> None:
    x = 10 + 5 * BASE + gap
    line = f"0 Citizen Archers at 10,10 face 180 fleeing | Imperial Guard at {x},1.5 | Ghouls at 18,46 face 180"
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0], inches=12), dice=[PASSES])
    assert game.unit("Citizen Archers").pose is None
    assert who_tested(game) == tested


@pytest.mark.rule("eow.panic.destroyed_measure")
def test_a_destroyed_unit_is_measured_from_where_the_phase_began() -> None:
    table = beside(5.0)
    archers = table.unit("Citizen Archers")
    archers.pose = Pose(3, 40, 0)
    archers.models = 1
    archers.files = 1
    assert who_tested(happen(table, destroyed("Citizen Archers"), dice=[PASSES])) == [1]
    table = beside(15.0)
    table.unit("Citizen Archers").pose = Pose(10 + 14, 20, 0)
    assert who_tested(happen(table, destroyed("Citizen Archers"))) == []


@pytest.mark.rule("eow.panic.friend_breaks")
@pytest.mark.parametrize(("gap", "tested"), [(4.0, [1]), (6.1, [])])
def test_friends_within_six_inches_of_a_breaking_unit_test_before_it_flees(gap: float, tested: list[int]) -> None:
    assert who_tested(happen(beside(gap), broken("Citizen Archers"), dice=[PASSES])) == tested


@pytest.mark.rule("eow.panic.friend_breaks")
def test_a_breaking_unit_is_measured_where_it_stands_not_where_the_phase_began() -> None:
    table = beside(15.0)
    table.unit("Citizen Archers").pose = Pose(10 + 11, 20, 0)
    assert who_tested(happen(table, broken("Citizen Archers"), dice=[PASSES])) == [1]


@pytest.mark.rule("eow.panic.fled_through")
def test_a_friend_fled_through_tests_once_after_the_move() -> None:
    line = "0 Citizen Archers at 18,30 face 180 fleeing | 0 Imperial Guard at 18,25 | 1 Ghouls at 18,46 face 180"
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0]), dice=[(6, 4), PASSES])
    assert [roll.why.split()[0] for roll in game.rolls] == ["Flee", "Panic"]
    assert who_tested(game) == [1]


@pytest.mark.rule("eow.panic.quarter_losses")
@pytest.mark.parametrize("phase", ["magic", "shooting"])
@pytest.mark.parametrize(
    ("unit", "lost", "tested"),
    [
        ("Iron Orcs", 3, True),
        ("Iron Orcs", 2, False),
        ("Handgunners", 2, False),
        ("Handgunners", 3, True),
    ],
)
def test_a_quarter_lost_in_a_magic_or_shooting_phase_is_a_test(phase: str, unit: str, lost: int, tested: bool) -> None:
    # Twelve orcs, ten gunners.
    table = draw(f"1 {unit} at 18,30 face 180 | 0 Citizen Archers at 18,10", phase=phase)
    game = happen(table, shot(unit, lost, "Citizen Archers"), dice={"": 1})
    assert who_tested(game) == ([0] if tested else [])


@pytest.mark.rule("eow.panic.quarter_losses")
def test_losses_of_a_phase_add_up_and_those_of_a_melee_do_not_count() -> None:
    line = "1 Handgunners at 18,30 face 180 | 0 Citizen Archers at 18,10"

    def twice(battle: Battle) -> Script[None]:
        yield from shot("Handgunners", 2, "Citizen Archers")(battle)
        yield from shot("Handgunners", 1, "Citizen Archers")(battle)

    assert who_tested(happen(draw(line, phase="shooting"), twice, dice=[PASSES])) == [0]
    assert who_tested(happen(draw(line, phase="melee"), twice)) == []


@pytest.mark.rule("eow.panic.quarter_losses")
def test_the_quarter_is_of_what_the_unit_had_when_the_phase_began() -> None:
    # Eight of ten are left: two are a quarter of them.
    table = draw("1 Handgunners at 18,30 face 180 models=8 | 0 Citizen Archers at 18,10", phase="shooting")
    assert who_tested(happen(table, shot("Handgunners", 2, "Citizen Archers"), dice=[PASSES])) == [0]


@pytest.mark.rule("eow.panic.quarter_losses")
def test_models_taken_off_the_table_of_a_test_are_not_there_when_the_phase_begins() -> None:
    table = draw("1 Handgunners at 18,30 face 180 | 0 Citizen Archers at 18,10", phase="shooting")
    table.set("Handgunners", models=8)
    assert who_tested(happen(table, shot("Handgunners", 2, "Citizen Archers"), dice=[PASSES])) == [0]


@pytest.mark.rule("eow.panic.single_model_exempt")
def test_single_models_do_not_mind_their_own_wounds_but_their_friends_fate() -> None:
    line = "1 Orc Shaman at 18,30 face 180 | 1 Iron Orcs at 23,30 face 180 | 0 Citizen Archers at 18,10"
    assert who_tested(happen(draw(line, phase="shooting"), shot("Orc Shaman", 2, "Citizen Archers"))) == []
    assert who_tested(happen(draw(line, phase="shooting"), destroyed("Iron Orcs"), dice={"": 1})) == [0]


@pytest.mark.rule("eow.panic.single_model_exempt")
def test_a_ranked_unit_reduced_to_one_model_still_minds() -> None:
    table = draw("1 Tribesmen at 18,30 face 180 models=1 | 0 Citizen Archers at 18,10", phase="shooting")
    assert who_tested(happen(table, shot("Tribesmen", 1, "Citizen Archers"), dice=[PASSES])) == [0]


@pytest.mark.rule("eow.panic.exempt_states")
@pytest.mark.parametrize("state", ["engaged", "fleeing", "passed_panic"])
def test_units_that_fight_flee_or_have_passed_do_not_test(state: str) -> None:
    table = beside(3.0)
    if state == "engaged":
        table.fight("Ghouls", "Imperial Guard")
    else:
        table.set("Imperial Guard", **{state: True})
    assert who_tested(happen(table, destroyed("Citizen Archers"))) == []


@pytest.mark.rule("eow.panic.exempt_states")
def test_a_unit_that_passed_does_not_test_again_in_the_same_phase() -> None:
    line = "1 Handgunners at 18,30 face 180 | 0 Citizen Archers at 18,10"

    def twice(battle: Battle) -> Script[None]:
        yield from shot("Handgunners", 3, "Citizen Archers")(battle)
        yield from shot("Handgunners", 3, "Citizen Archers")(battle)

    game = happen(draw(line, phase="shooting"), twice, dice=[PASSES])
    assert who_tested(game) == [0]
    assert game.unit("Handgunners").passed_panic


@pytest.mark.rule("eow.panic.direction_nearest", "eow.panic.pivot_line")
def test_after_a_friends_fate_a_unit_flees_from_the_closest_enemy() -> None:
    # To the west at 8 inches and to the north at 11.
    line = "Mage at 18,19 | Imperial Guard at 18,16 face 90"
    far = f"1 Zombies at 18,{16 + GUARD[0] / 2 + 11 + 2 * BASE} face 180"
    near = f"1 Ghouls at {18 - GUARD[1] / 2 - 8 - 1.5 * BASE},16 face 90"
    game = happen(draw(f"{line} | {far} | {near}"), destroyed("Mage"), dice=[FAILS, (2, 3)])
    assert pose(game, "Imperial Guard").facing == 90
    assert (pose(game, "Imperial Guard").x, pose(game, "Imperial Guard").y) == pytest.approx((23, 16))


@pytest.mark.rule("eow.panic.direction_source")
def test_after_losses_a_unit_flees_from_who_caused_them() -> None:
    line = "1 Handgunners at 18,24 face 180 | 0 Citizen Archers at 2.5,24 face 90 | 0 Imperial Guard at 18,30 face 180"
    game = happen(draw(line, phase="shooting"), shot("Handgunners", 3, "Citizen Archers"), dice=[FAILS, (2, 3)])
    assert pose(game, "Handgunners") == Pose(23, 24, 90)


@pytest.mark.rule("eow.panic.direction_source")
@pytest.mark.parametrize("source", ["Wizard", None])
def test_after_losses_by_its_own_side_a_unit_flees_from_the_closest_enemy(source: str | None) -> None:
    line = "1 Handgunners at 18,24 face 180 | 1 Wizard at 8,24 face 180 | 0 Imperial Guard at 18,30 face 180"
    game = happen(draw(line, phase="magic"), shot("Handgunners", 3, source), dice=[FAILS, (2, 3)])
    assert pose(game, "Handgunners") == Pose(18, 19, 180)


@pytest.mark.rule("eow.panic.pivot_line")
def test_the_line_runs_from_centre_to_centre_and_the_unit_faces_along_it() -> None:
    # Three to the right for each four ahead, whichever way both look.
    line = "1 Handgunners at 16,18 face 270 | 0 Citizen Archers at 10,10"

    def volley(battle: Battle) -> Script[None]:
        battle.units[0].lost_this_phase = 3
        yield from panic.after_losses(battle, battle.units[0], 1)

    game = happen(draw(line, phase="shooting"), volley, dice=[FAILS, (1, 4)])
    assert pose(game, "Handgunners").facing == pytest.approx(36.8699, abs=1e-4)
    assert (pose(game, "Handgunners").x, pose(game, "Handgunners").y) == pytest.approx((19, 22))


@pytest.mark.rule("eow.panic.immediate")
def test_a_panicking_unit_flees_before_the_next_thing_happens() -> None:
    line = "1 Handgunners at 18,24 face 180 | 0 Citizen Archers at 18,10"
    seen: list[bool] = []

    def volleys(battle: Battle) -> Script[None]:
        yield from shot("Handgunners", 3, "Citizen Archers")(battle)
        seen.append(find(battle, "Handgunners").fleeing)

    game = happen(draw(line, phase="shooting"), volleys, dice=[FAILS, (2, 3)])
    assert seen == [True]
    assert pose(game, "Handgunners").y > 28


@pytest.mark.rule("eow.panic.direction_nearest")
def test_of_equally_close_enemies_the_owner_picks_one() -> None:
    line = "Mage at 18,19 | Imperial Guard at 18,16 | 1 Ghouls at 8,16 face 90 | 1 Vermin Velites at 28,16 face 270"
    game = happen(draw(line), destroyed("Mage"), dice=[FAILS, (2, 3)])
    assert game.topic == "flee from"
    assert game.question.seat == 0
    game.choose(target="Vermin Velites")
    assert pose(game, "Imperial Guard") == Pose(13, 16, 270)


@pytest.mark.rule("eow.panic.direction_nearest")
def test_without_enemies_a_unit_flees_to_its_own_edge() -> None:
    game = happen(draw("Mage at 18,20 | Imperial Guard at 18,16"), destroyed("Mage"), dice=[FAILS, (2, 3)])
    assert pose(game, "Imperial Guard") == Pose(18, 11, 180)


@pytest.mark.rule("eow.panic.immediate", "eow.panic.fled_through")
def test_the_owner_orders_the_tests_and_new_ones_come_last() -> None:
    # The Guard, fleeing west, runs through the Handgunners, which were not near enough to the Mage to test before.
    line = (
        "Mage at 30,19 | Imperial Guard at 26,19 | Citizen Archers at 26,23.5"
        " | 0 Handgunners at 18,19 face 90 | 1 Ghouls at 34,19 face 270"
    )
    game = happen(draw(line), destroyed("Mage"), dice=[FAILS, (6, 6), PASSES, PASSES])
    assert game.topic == "panic order"
    assert game.keys == ["1", "2"]
    game.choose("1")
    assert who_tested(game) == [1, 2, 3]


def test_two_causes_of_one_event_are_one_test() -> None:
    # The archers flee through the Guard and off the board behind it: a failed test is not followed by another.
    line = "0 Citizen Archers at 18,8 face 180 fleeing | 0 Imperial Guard at 18,4 | 1 Ghouls at 18,46 face 180"
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0], inches=12), dice=[PASSES])
    assert game.unit("Citizen Archers").pose is None
    assert who_tested(game) == [1]


@pytest.mark.rule("eow.panic.fled_through")
def test_who_is_fled_through_tests_though_the_flight_ends_over_the_edge() -> None:
    # The board edge is more than 6 inches from the Guard.
    line = "0 Citizen Archers at 18,20 face 180 fleeing | 0 Imperial Guard at 18,14 | 1 Ghouls at 18,46 face 180"
    game = happen(draw(line), lambda battle: panic.flee_move(battle, battle.units[0], inches=30), dice=[PASSES])
    assert game.unit("Citizen Archers").pose is None
    assert who_tested(game) == [1]


@pytest.mark.parametrize("active", [0, 1])
def test_the_active_players_units_test_first(active: int) -> None:
    table = draw("Imperial Guard at 18,14 | Blackfur Veterans at 18,40 face 180", active=active)
    frights = [Fright(unit, "eow.panic.friend_destroyed") for unit in (0, 1)]
    game = happen(table, lambda battle: panic.resolve(battle, frights), dice=[PASSES, PASSES])
    assert who_tested(game) == [active, 1 - active]


@pytest.mark.rule("eow.panic.immediate", "eow.panic.exempt_states")
def test_panic_runs_through_an_army_and_ends() -> None:
    line = "Mage at 18,22 | Imperial Guard at 18,19 | Citizen Archers at 18,15 | Handgunners at 18,11"
    table = draw(f"{line} | Ghouls at 18,30 face 180")
    game = happen(table, destroyed("Mage"), dice=[FAILS, (6, 6)] * 3).choose(unit="Imperial Guard")
    assert game.game.over
    assert who_tested(game) == [1, 2, 3]
    assert [unit.pose and unit.pose.y for unit in game.battle.units[1:4]] == [7, 3, None]


@pytest.mark.rule("eow.basic.insignificant")
def test_insignificant_units_frighten_only_their_like() -> None:
    line = "Scraplings at 10,20 | Tribesmen at 18,20 | 0 Lowborn Archers at 10,24.5 | Ghouls at 18,46 face 180"
    for happening in (destroyed("Scraplings"), broken("Scraplings")):
        assert who_tested(happen(draw(line), happening, dice=[PASSES])) == [2]


@pytest.mark.rule("eow.basic.insignificant", "eow.panic.fled_through")
def test_insignificant_units_that_run_through_others_frighten_only_their_like() -> None:
    line = (
        "0 Scraplings at 18,30 face 180 fleeing | 0 Tribesmen at 18,26 | 0 Goblin Rabble at 18,21.5 | 1 Ghouls at 4,46"
    )
    for rules, tested in (((), []), (("Insignificant",), [2])):
        table = draw(line).change("Goblin Rabble", rules)
        game = happen(table, lambda battle: panic.flee_move(battle, battle.units[0], inches=14), dice=[PASSES])
        assert who_tested(game) == tested
