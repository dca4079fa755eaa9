"""Rallying and moving (Movement Phase Sequence)."""

import math

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, find, happen, refusal, refused_move, shape, with_rules
from warhost.play.questions import Choose, Manoeuvre, Moved
from warhost.rulesets.fantasy_battles.chapters.general.running import dice_of
from warhost.rulesets.fantasy_battles.chapters.magic.magical_moves import magical_move, why_not
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, MovedAtRandom, PhaseBegan
from warhost.table import Back, Forward, Pivot, Pose, Sidestep, Wheel

ENEMY = "Swordsmen at 36,44 face 180"


def moving(line: str, name: str = "Spearmen") -> Play:
    """That unit is about to move."""
    return started(draw(f"{line} | {ENEMY}", phase="movement"), name)


def started(table: Table, name: str = "Spearmen") -> Play:
    game = table.play(dice={"": 1}, phase="movement")
    return game.choose(unit=name) if game.topic == "move" else game


def kinds(game: Play) -> list[str]:
    question = game.question
    assert isinstance(question, Manoeuvre)
    return [kind.name for kind in question.kinds]


def denied(game: Play, unit: str) -> set[str]:
    """The rules that keep a unit from moving."""
    question = game.question
    assert isinstance(question, Choose)
    return {one.rule for one in question.denied if one.unit == find(game.battle, unit).id}


@pytest.mark.rule("t9a.move.rally")
@pytest.mark.parametrize(("dice", "rallies"), [((3, 4), True), ((4, 4), False)])
def test_a_fleeing_unit_rallies_or_flees_on(dice: tuple[int, int], rallies: bool) -> None:
    table = draw(f"Spearmen at 36,20 face 180 | Guard at 10,10 | {ENEMY}", phase="movement")
    table.set("Spearmen", fleeing=True, seat=0)
    game = table.play(dice={"Rally": dice, "Flee distance": (2, 3)})
    assert game.unit("Spearmen").fleeing is not rallies
    assert game.unit("Spearmen").pose == Pose(36.0, 20.0 if rallies else 15.0, 180.0)
    if rallies:
        # It may pivot at once, and that is all for this turn.
        game.move("pivot", Pivot(180.0))
        assert game.unit("Spearmen").pose == Pose(36.0, 20.0, 0.0)
        assert denied(game, "Spearmen") == {"t9a.move.rally"}


@pytest.mark.rule("t9a.move.sequence")
def test_all_fleeing_units_test_before_anybody_moves() -> None:
    table = draw(f"Spearmen at 20,20 | Guard at 36,20 | Ogres at 52,20 | {ENEMY}", phase="movement")
    game = table.set("Spearmen", fleeing=True).set("Guard", fleeing=True).play(dice={"Rally": (1, 1)})
    topics = [game.topic]
    while game.topic != "move":
        game.decline()
        topics.append(game.topic)
    assert topics == ["rally", "rally pivot", "rally pivot", "move"]
    assert len(game.told(DisciplineTested)) == 2


@pytest.mark.rule("t9a.move.sequence")
def test_one_unit_after_the_other_makes_one_move() -> None:
    game = draw(f"Spearmen at 20,20 | Guard at 36,20 | Ogres at 52,20 | {ENEMY}", phase="movement", stage="move").play()
    for name, left in (("Guard", ["Spearmen", "Ogres"]), ("Spearmen", ["Ogres"])):
        game.choose(unit=name).move("advance", Forward(1.0))
        assert [one for one in ("Spearmen", "Guard", "Ogres") if game.offers(unit=one)] == left


@pytest.mark.rule("t9a.decimated.rally", "t9a.decimated.definition")
@pytest.mark.parametrize(("models", "joined", "target"), [(5, False, 4), (6, False, 7), (2, True, 4), (3, True, 8)])
def test_a_decimated_unit_rallies_at_half_its_discipline(models: int, joined: bool, target: int) -> None:
    # 20 Health Points, with a Character of 3: 23, of which a quarter is 5.75.
    table = draw(f"Spearmen at 36,20 | Captain at 10,10 | {ENEMY}", phase="movement")
    if joined:
        table.join("Captain", "Spearmen")
    else:
        table.set("Captain", pose=None, fate="destroyed")
    game = table.set("Spearmen", models=models, files=min(5, models), fleeing=True).play(dice={"Rally": (1, 1)})
    assert game.told(DisciplineTested)[0].needed == target


@pytest.mark.rule("t9a.move.one_move_each")
def test_a_unit_moves_once() -> None:
    game = moving("Spearmen at 36,10 | Guard at 10,10").move("advance", Forward(2.0))
    assert (game.topic, denied(game, "Spearmen")) == ("move", {"t9a.move.one_move_each"})
    assert not game.offers(unit="Spearmen")


@pytest.mark.rule("t9a.move.choose_type")
def test_types_of_move_are_not_combined() -> None:
    game = moving("Spearmen at 36,10 | Guard at 10,10")
    assert kinds(game) == ["advance", "march", "reform"]
    assert refused_move(game, "reform", Pivot(90.0), Forward(1.0)) == "t9a.move.reform"
    assert refused_move(game, "advance", Pivot(90.0), Forward(1.0)) == "t9a.move.advance"
    game.move("reform", Pivot(90.0))
    assert not game.offers(unit="Spearmen")


@pytest.mark.rule("t9a.move.end")
def test_the_phase_ends_when_its_player_passes() -> None:
    game = draw(f"Spearmen at 36,10 | Guard at 10,10 | {ENEMY}", phase="movement").play(dice={"": 1})
    game.choose("pass")
    assert game.told(PhaseBegan)[0].phase == "Magic"
    assert not game.unit("Spearmen").moved
    assert not game.unit("Guard").moved


@pytest.mark.rule("t9a.move.advance")
@pytest.mark.parametrize(
    ("steps", "legal"),
    [
        ((Forward(5.0),), True),
        ((Forward(5.1),), False),
        ((Back(2.5),), True),
        ((Back(2.6),), False),
        ((Sidestep(-2.5),), True),
        ((Sidestep(2.6),), False),
        ((Wheel(30.0), Forward(2.0)), True),
        ((Wheel(91.0),), False),
        ((Forward(1.0), Back(1.0)), False),
    ],
)
def test_how_far_an_advance_goes(steps: tuple[Forward | Back | Sidestep | Wheel, ...], legal: bool) -> None:
    game = started(draw(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}").change("Spearmen", adv=5))
    if legal:
        game.move("advance", *steps)
        assert game.unit("Spearmen").moved
    else:
        assert refused_move(game, "advance", *steps) == "t9a.move.advance"


@pytest.mark.rule("t9a.move.advance")
def test_a_wheel_costs_what_the_outer_corner_covers() -> None:
    game = started(draw(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}").change("Spearmen", adv=5))
    spent = 2 * shape(game, "Spearmen").width * math.sin(math.radians(20.0))
    assert refused_move(game, "advance", Wheel(40.0), Forward(5.0 - spent + 0.01)) == "t9a.move.advance"
    game.move("advance", Wheel(40.0), Forward(5.0 - spent))


@pytest.mark.rule("t9a.move.march")
def test_a_march_goes_farther_and_only_forward() -> None:
    game = started(draw(f"Archers at 36,20 | Guard at 10,10 | {ENEMY}").change("Archers", mar=10), "Archers")
    assert refused_move(game, "march", Forward(10.1)) == "t9a.move.march"
    assert refused_move(game, "march", Back(1.0)) == "t9a.move.march"
    assert refused_move(game, "march", Pivot(10.0)) == "t9a.move.march"
    game.move("march", Forward(10.0))
    assert game.unit("Archers").marched


@pytest.mark.rule("t9a.move.reform")
def test_a_reform_keeps_the_centre_and_changes_facing_and_files() -> None:
    game = moving("Spearmen at 36,20 | Guard at 10,10")
    game.answer(Moved("reform", (Pivot(-90.0),), 10))
    unit = game.unit("Spearmen")
    assert (unit.pose, unit.files, unit.models) == (Pose(36.0, 20.0, 270.0), 10, 20)
    assert (unit.moved, unit.reformed) == (True, True)
    assert shape(game, "Spearmen").depth == pytest.approx(40 / 25.4)


@pytest.mark.rule("t9a.move.reform")
def test_no_model_goes_farther_in_a_reform_than_the_march_rate() -> None:
    game = started(draw(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}").change("Spearmen", mar=4))
    assert refusal(game, Moved("reform", (), 20)).rule == "t9a.move.reform"
    game.answer(Moved("reform", (), 10))


@pytest.mark.rule("t9a.move.reform", "t9a.geometry.unit_spacing")
def test_a_reform_needs_room() -> None:
    game = moving("Spearmen at 36,20 | Guard at 41,20")
    assert refusal(game, Moved("reform", (), 10)).rule == "t9a.geometry.unit_spacing"


def test_guests_stay_in_the_first_rank_when_their_unit_reforms() -> None:
    table = draw(f"Guard at 36,20 | Captain at 10,10 | Spearmen at 10,20 | {ENEMY}").join("Captain", "Guard", 0)
    game = started(table, "Guard").answer(Moved("reform", (), 7))
    unit = game.unit("Guard")
    assert (unit.files, sorted(guest.ranks for guest in unit.guests)) == (7, [1, 1])
    assert len({guest.file for guest in unit.guests}) == 2


@pytest.mark.rule("t9a.shaken.no_advance", "t9a.shaken.no_march", "t9a.shaken.no_reform")
def test_a_shaken_unit_makes_no_move() -> None:
    table = draw(f"Spearmen at 36,10 | Guard at 10,10 | {ENEMY}", phase="movement")
    game = table.set("Spearmen", boons=(Boon("Shaken", "turn"),)).play()
    assert not game.offers(unit="Spearmen")
    assert denied(game, "Spearmen") == {"t9a.shaken.no_advance", "t9a.shaken.no_march", "t9a.shaken.no_reform"}


@pytest.mark.rule("t9a.fleeing.only_flee_moves", "t9a.fleeing.no_voluntary")
def test_a_fleeing_unit_makes_no_move_but_flee_moves() -> None:
    table = draw(f"Spearmen at 36,10 face 180 | Guard at 10,10 | {ENEMY}", phase="movement", stage="move")
    game = table.set("Spearmen", fleeing=True, seat=0).play()
    assert not game.offers(unit="Spearmen")
    assert denied(game, "Spearmen") == {"t9a.fleeing.only_flee_moves"}


@pytest.mark.rule("t9a.geometry.unit_spacing")
@pytest.mark.parametrize(("y", "legal"), [(0.9, False), (1.0, True)])
def test_units_end_an_inch_apart(y: float, legal: bool) -> None:
    deep = 80 / 25.4
    game = moving(f"Spearmen at 36,10 | Guard at 36,{10 + deep + 3 + y}")
    if legal:
        game.move("advance", Forward(3.0))
    else:
        assert refused_move(game, "advance", Forward(3.0)) == "t9a.geometry.unit_spacing"


@pytest.mark.rule("t9a.terrain.impassable")
def test_nobody_moves_into_impassable_terrain() -> None:
    game = moving("72x48 impassable 38.9,16 2x2 | Spearmen at 36,10 | Guard at 10,10".replace(" | Sp", " | Sp"))
    # The path would cut the building by a hair.
    assert refused_move(game, "march", Forward(8.0)) in ("t9a.terrain.impassable", "t9a.geometry.unit_spacing")
    through = moving("72x48 impassable 36,16 2x2 | Spearmen at 36,10 | Guard at 10,10")
    assert refused_move(through, "march", Forward(8.0)) == "t9a.terrain.impassable"


@pytest.mark.rule("t9a.special.light_troops")
def test_light_troops_pivot_freely_in_advances_and_marches() -> None:
    table = with_rules(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}", "Spearmen", ["Light Troops"])
    game = started(table).move("march", Forward(3.0), Pivot(90.0), Forward(5.0), Pivot(90.0))
    assert game.unit("Spearmen").pose == Pose(41.0, 23.0, 180.0)


@pytest.mark.rule("t9a.special.fly")
def test_a_flyer_says_whether_it_flies_and_then_passes_over_everything_but_ends_legally() -> None:
    line = "72x48 impassable 36,17 6x2 | Hawks at 36,10 | Guard at 10,10"
    table = draw(f"{line} | {ENEMY}").change("Hawks", mar=20, adv=8)
    game = started(table, "Hawks")
    assert kinds(game) == ["advance", "march", "flying advance", "flying march", "reform"]
    assert refused_move(game, "march", Forward(14.0)) == "t9a.terrain.impassable"
    assert refused_move(game, "flying march", Forward(7.0)) == "t9a.terrain.impassable"
    game.move("flying march", Forward(14.0))
    assert game.unit("Hawks").pose == Pose(36.0, 24.0, 0.0)
    assert game.unit("Hawks").marched


@pytest.mark.rule("t9a.special.fly")
def test_a_unit_flies_only_if_every_model_does() -> None:
    table = draw(f"Hawks at 36,10 | Captain at 10,10 | Guard at 60,10 | {ENEMY}").change("Captain", base=(50, 50))
    game = started(table.join("Captain", "Hawks"), "Hawks")
    assert "flying advance" not in kinds(game)


@pytest.mark.rule("t9a.special.ghost_step")
def test_ghosts_walk_through_buildings_but_not_through_units_and_do_not_end_in_them() -> None:
    line = f"72x48 impassable 36,16 6x2 | Spearmen at 36,10 | Guard at 50,16 | {ENEMY}"
    game = started(with_rules(line, "Spearmen", ["Ghost Step"], mar=12))
    assert refused_move(game, "march", Forward(6.0)) == "t9a.terrain.impassable"
    game.move("march", Forward(12.0))
    assert game.unit("Spearmen").pose == Pose(36.0, 22.0, 0.0)
    line = f"Spearmen at 36,10 | Guard at 36,16 | {ENEMY}"
    game = started(with_rules(line, "Spearmen", ["Ghost Step"], mar=12))
    assert refused_move(game, "march", Forward(12.0)) == "t9a.geometry.unit_spacing"


@pytest.mark.rule("t9a.special.war_machine")
def test_a_war_machine_does_not_march() -> None:
    game = moving("Cannon at 36,10 | Guard at 10,10", "Cannon")
    assert kinds(game) == ["advance", "reform"]
    assert refused_move(game, "march", Forward(1.0)) == "t9a.special.war_machine"


@pytest.mark.rule("t9a.special.random_movement")
def test_random_movement_goes_by_dice_in_the_chosen_direction() -> None:
    table = with_rules(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}", "Spearmen", ["Random Movement (2D6)"])
    game = table.play(dice={"Random Movement": (4, 5)}, phase="movement")
    assert game.topic == "random direction"
    game.move("pivot", Pivot(90.0))
    assert game.unit("Spearmen").pose == Pose(45.0, 20.0, 90.0)
    assert [event.inches for event in game.told(MovedAtRandom)] == [9.0]
    assert (game.topic, game.offers(unit="Spearmen")) == ("move", False)


@pytest.mark.rule("t9a.special.random_movement")
def test_random_movement_into_an_enemy_is_a_charge() -> None:
    line = "Spearmen at 36,20 | Guard at 10,10 | Swordsmen at 36,30 face 180"
    table = with_rules(line, "Spearmen", ["Random Movement (3D6)"])
    game = table.play(dice={"Random Movement": (4, 4, 4)}, phase="movement").stay()
    while game.topic == "pursuit charge place":
        game.choose("0")
    assert game.unit("Spearmen").engaged
    assert game.unit("Spearmen").charging
    assert not with_rules(line, "Spearmen", ["Random Movement (3D6)"]).play(dice={"": 1}).offers(unit="Spearmen")


@pytest.mark.rule("t9a.special.random_movement")
def test_random_movement_stays_on_the_board_and_tells_flights_and_pursuits() -> None:
    table = with_rules(f"Spearmen at 36,5 face 180 | Guard at 10,10 | {ENEMY}", "Spearmen", ["Random Movement (3D6)"])
    table.set("Spearmen", seat=0)
    unit = table.unit("Spearmen")
    assert [str(dice_of(table.battle, unit, run)) for run in ("flee", "pursuit", "charge")] == ["3D6", "3D6", "2D6"]
    game = table.play(dice={"Random Movement": (6, 6, 6)}, phase="movement").stay()
    pose = game.unit("Spearmen").pose
    assert pose is not None
    assert pose.y == pytest.approx(40 / 25.4, abs=0.11)


@pytest.mark.rule("t9a.shaken.no_random_movement")
def test_a_shaken_unit_does_not_move_at_random() -> None:
    table = with_rules(f"Spearmen at 36,20 | Guard at 10,10 | {ENEMY}", "Spearmen", ["Random Movement (2D6)"])
    game = table.set("Spearmen", boons=(Boon("Shaken", "turn"),)).play(phase="movement")
    assert (game.topic, game.rolls) == ("move", [])


@pytest.mark.rule("t9a.special.magical_move")
def test_a_magical_move_goes_its_own_distance_at_once() -> None:
    table = draw(f"Spearmen at 36,20 | {ENEMY}", phase="magic")
    game = happen(table, lambda battle: magical_move(battle, battle.units[0], 8))
    assert refused_move(game, "advance", Forward(8.1)) == "t9a.move.advance"
    game.move("advance", Forward(8.0))
    unit = game.unit("Spearmen")
    assert (unit.pose, unit.moved, unit.magic_moved) == (Pose(36.0, 28.0, 0.0), True, True)
    refused = why_not(game.battle, unit)
    assert refused is not None
    assert refused.rule == "t9a.special.magical_move"


@pytest.mark.rule("t9a.special.magical_move")
@pytest.mark.parametrize(
    ("having", "legal"), [(("Fly",), True), (("Ghost Step",), True), (("Light Troops",), False), ((), False)]
)
def test_a_magical_move_may_bring_rules_for_itself(having: tuple[str, ...], legal: bool) -> None:
    table = draw(f"72x48 impassable 36,25 6x1 | Spearmen at 36,20 | {ENEMY}", phase="magic")
    game = happen(table, lambda battle: magical_move(battle, battle.units[0], 12, having=having))
    kind = "flying advance" if having == ("Fly",) else "advance"
    if legal:
        game.move(kind, Forward(12.0))
        assert game.unit("Spearmen").pose == Pose(36.0, 32.0, 0.0)
    else:
        assert refused_move(game, kind, Forward(12.0)) == "t9a.terrain.impassable"
        game.stay()
    assert game.unit("Spearmen").boons == ()


@pytest.mark.rule("t9a.special.magical_move", "t9a.fleeing.only_flee_moves")
@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({}, ""),
        ({"fleeing": True}, "t9a.fleeing.only_flee_moves"),
        ({"boons": (Boon("Shaken", "turn"),)}, "t9a.special.magical_move"),
        ({"failed_charge": True}, "t9a.special.magical_move"),
        ({"rallied": True}, "t9a.special.magical_move"),
        ({"magic_moved": True}, "t9a.special.magical_move"),
    ],
)
def test_who_makes_no_magical_move(fields: dict[str, object], rule: str) -> None:
    table = draw(f"Spearmen at 36,20 | {ENEMY}", phase="magic").set("Spearmen", **fields)
    refused = why_not(table.battle, table.unit("Spearmen"))
    assert (refused.rule if refused is not None else "") == rule
