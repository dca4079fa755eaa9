"""Panic of friends, restraint, flight, pursuit, Overruns, and what follows (Round of Combat: steps 8 to 16)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Table, draw, shape
from warhost.play import Moved
from warhost.rulesets.fantasy_battles.core.battle import Boon, Settings
from warhost.rulesets.fantasy_battles.shown import events, melee_events
from warhost.table import Arc, Pivot

LOST: dict[str, Any] = {
    "Spearmen Close Combat Attacks: to hit": (6,) * 8 + (1, 1),
    "to wound": 6,
    "Break": 6,
}
"""The Spearmen win by far, and whoever lost breaks."""


def line(more: str = "", settings: Settings | None = None) -> Table:
    """Spearmen against Swordsmen in the middle of the board."""
    return draw(f"Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180{more}", settings).fight("Spearmen", "Swordsmen")


def beaten(table: Table, dice: Any = (), **fields: Any) -> Brawl:
    return brawl(table, {**dict(dice), **LOST}, **fields)


@pytest.mark.rule("t9a.round.step08_panic")
@pytest.mark.parametrize(("gap", "tests"), [(5.9, 1), (6.1, 0)])
def test_friends_within_6_inches_of_a_broken_unit_test_before_anybody_flees(gap: float, tests: int) -> None:
    width = 5 * 20 / 25.4
    table = line(f" | 1 Archers at {36 + width + gap},24 face 180")
    game = beaten(table, {"Panic": 1}).rest()
    assert len(game.tests("panic", "Archers")) == tests
    order = game.order(events.UnitBroke, events.DisciplineTested, events.PursuitDeclared, events.UnitFled)
    assert order[-1] == "UnitFled"
    if tests:
        assert order == ["DisciplineTested", "UnitBroke", "DisciplineTested", "UnitFled"]


@pytest.mark.rule("t9a.round.step09_restrain_pursue")
def test_winners_decide_on_pursuit_before_any_distance_is_rolled() -> None:
    game = beaten(line()).until_asked("pursuit")
    assert game.question.seat == 0
    assert not [roll for roll in game.rolls if "Distance" in roll.why]
    assert not game.told(events.DisciplineTested)[1:]
    game.choose("pass").rest()
    assert [event.unit for event in game.told(melee_events.UnitRestrained)] == [0]
    assert not game.told(events.UnitPursued)


@pytest.mark.rule("t9a.round.step09_restrain_pursue")
@pytest.mark.parametrize(("dice", "restrains"), [((3, 4), True), ((4, 4), False)])
def test_by_a_setting_restraining_takes_a_discipline_test(dice: tuple[int, int], restrains: bool) -> None:
    table = line(settings=Settings(restrain="Discipline Test"))
    game = beaten(table, {"Restrain": dice, "Flee": 6, "Pursuit": 1}).until_asked("pursuit").choose("pass").rest()
    assert bool(game.told(melee_events.UnitRestrained)) is restrains
    assert bool(game.told(events.UnitPursued)) is not restrains


@pytest.mark.rule("t9a.round.step10_flee_distance")
@pytest.mark.parametrize(("rules", "dice", "inches"), [((), (3, 4), 7), (("Swiftstride",), (1, 3, 5), 8)])
def test_broken_units_flee_2d6_inches_and_swiftstride_drops_the_lowest_of_3(
    rules: tuple[str, ...], dice: tuple[int, ...], inches: int
) -> None:
    table = line().change("Swordsmen", rules)
    game = beaten(table, {"Flee": dice}).rest()
    assert [event.rolled for event in game.told(events.UnitFled)] == [inches]
    assert [roll.rule for roll in game.rolls if "Flee" in roll.why] == ["t9a.round.step10_flee_distance"]


@pytest.mark.rule("t9a.round.step10_flee_distance")
def test_each_broken_unit_rolls_its_own_distance() -> None:
    table = line(" | 1 Archers at 4,40").fight("Archers", "Spearmen", "left")
    lost = {"Spearmen Close Combat Attacks: to hit": 6, "to hit": 1, "to wound": 6, "Break": 6}
    game = brawl(table, {"Flee Distance": [(1, 2), (4, 5)], **lost}).rest()
    assert {event.unit: event.rolled for event in game.told(events.UnitFled)} == {
        game.unit("Swordsmen").id: 3,
        game.unit("Archers").id: 9,
    }


@pytest.mark.rule("t9a.round.step11_pursuit_distance")
@pytest.mark.parametrize(("pursuit", "caught"), [((4, 3), True), ((5, 5), True), ((3, 3), False)])
def test_a_pursuer_that_rolls_at_least_as_much_destroys_its_prey(pursuit: tuple[int, int], caught: bool) -> None:
    game = beaten(line(), {"Flee": (3, 4), "Pursuit": pursuit}).until_asked("pursuit")
    game.choose(target="Swordsmen").rest()
    assert (game.unit("Swordsmen").fate == "destroyed") is caught
    assert game.unit("Swordsmen").fleeing is not caught


@pytest.mark.rule("t9a.round.step11_pursuit_distance")
def test_a_pursuer_catches_nobody_but_its_own_prey() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Archers at 40,24 face 180")
    table.fight("Spearmen", "Swordsmen").fight("Archers", "Spearmen", "front", 3.0)
    game = beaten(table, {"Flee": 2, "Pursuit": 6}).until_asked("allocate attacks").strike_at("Swordsmen")
    game.until_asked("pursuit").choose(target="Swordsmen").rest()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert (game.unit("Archers").fate, game.unit("Archers").fleeing) == ("", True)


@pytest.mark.rule("t9a.round.step12_move_fleeing", "t9a.round.step13_move_pursuing")
def test_all_who_flee_move_before_anybody_pursues() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 | 1 Archers at 40,24 face 180")
    table.fight("Spearmen", "Swordsmen")
    table.fight("Archers", "Spearmen", "front", 3.0)
    game = beaten(table, {"Flee": 6, "Pursuit": 1}).until_asked("pursuit").decline()
    game.rest()
    order = game.order(events.UnitFled, events.UnitPursued)
    assert order == sorted(order)
    assert order.count("UnitFled") == 2


@pytest.mark.rule("t9a.round.step13_move_pursuing")
def test_a_pursuer_that_runs_into_a_fresh_enemy_charges_it() -> None:
    table = line(" | 1 Guard at 36,32 face 180")
    game = beaten(table, {"Flee": 5, "Pursuit": (4, 5), "Panic": 1}).until_asked("pursuit")
    game.choose(target="Swordsmen").rest()
    spears = game.unit("Spearmen")
    assert [event.target for event in game.told(events.PursuitCharged)] == [game.unit("Guard").id]
    assert spears.charging
    assert spears.rounds == 0
    assert [foe.theirs for foe in spears.foes] == [Arc.FRONT]
    assert len(game.told(events.RoundFought)) == 1, "the new combat waits for the next Melee Phase"


@pytest.mark.rule("t9a.special.fly")
def test_a_flyer_pursues_on_the_ground() -> None:
    table = line(" | 0 Archers at 36,29").change("Spearmen", ["Fly"])
    game = beaten(table, {"Flee": 1, "Pursuit": 6}).until_asked("pursuit").choose(target="Swordsmen").rest()
    assert game.unit("Swordsmen").fate == "destroyed"
    assert shape(game, "Spearmen").y < shape(game, "Archers").y


@pytest.mark.rule("t9a.special.overrun")
def test_a_unit_that_charged_and_wiped_out_its_enemy_may_overrun() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 models=3").fight("Spearmen", "Swordsmen")
    table.set("Spearmen", charged=True, charging=True).change("Spearmen", agi=5)
    game = brawl(table, {"Spearmen Close": 6, "to wound": 6, "Pursuit": (4, 4)})
    assert game.topic == "overrun"
    before = shape(game, "Spearmen")
    game.choose("overrun").rest()
    after = shape(game, "Spearmen")
    assert after.x == pytest.approx(before.x)
    assert after.y == pytest.approx(before.y + 8)


@pytest.mark.rule("t9a.special.overrun")
def test_one_that_did_not_charge_this_turn_may_not() -> None:
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 models=3").fight("Spearmen", "Swordsmen")
    game = brawl(table.change("Spearmen", agi=5), {"Spearmen Close": 6, "to wound": 6})
    assert game.topic == "post-combat reform"


@pytest.mark.rule("t9a.shaken.no_pursuit", "t9a.shaken.no_overrun", "t9a.shaken.combat_reforms_allowed")
def test_a_shaken_unit_neither_pursues_nor_overruns_but_may_reform() -> None:
    shaken = (Boon("Shaken", "game"),)
    game = beaten(line().set("Spearmen", boons=shaken), {"Flee": 6}).until_asked("post-combat reform")
    assert not game.told(melee_events.UnitRestrained)
    table = draw("Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180 models=3").fight("Spearmen", "Swordsmen")
    table.set("Spearmen", charged=True, boons=shaken).change("Spearmen", agi=5)
    assert brawl(table, {"Spearmen Close": 6, "to wound": 6}).topic == "post-combat reform"


@pytest.mark.rule("t9a.round.step14_post_combat", "t9a.special.post_combat_reform")
@pytest.mark.parametrize("degrees", [90.0, 180.0])
def test_a_winner_that_restrained_may_turn_about_its_centre(degrees: float) -> None:
    game = beaten(line(), {"Flee": 6}).until_asked("pursuit").choose("pass")
    assert (game.topic, game.question.seat) == ("post-combat reform", 0)
    before = game.unit("Spearmen").pose
    game.answer(Moved("pivot", (Pivot(degrees),)))
    after = game.unit("Spearmen").pose
    assert before is not None
    assert after is not None
    assert (after.x, after.y) == (before.x, before.y)
    assert after.facing == pytest.approx(before.facing + degrees)
    assert game.unit("Spearmen").moved


@pytest.mark.rule("t9a.special.post_combat_reform")
def test_or_it_may_reform() -> None:
    game = beaten(line(), {"Flee": 6}).until_asked("pursuit").choose("pass")
    game.answer(Moved("reform", (), 10))
    assert (game.unit("Spearmen").files, game.unit("Spearmen").moved) == (10, True)


@pytest.mark.rule("t9a.special.post_combat_reform")
def test_a_pursuer_does_not_pivot() -> None:
    game = beaten(line(), {"Flee": 6, "Pursuit": 1}).until_asked("pursuit").choose(target="Swordsmen").rest()
    assert not [event for event in game.told(events.UnitMoved) if event.kind == "pivot"]
    assert game.game.over


@pytest.mark.rule("t9a.round.step16_end")
def test_boons_of_a_round_end_with_it() -> None:
    table = line().set("Spearmen", boons=(Boon("Shaken", "round"), Boon("Shaken", "game")))
    game = beaten(table, {"Flee": 6}).rest()
    assert [boon.until for boon in game.unit("Spearmen").boons] == ["game"]


@pytest.mark.rule("t9a.round.step13_move_pursuing")
@pytest.mark.parametrize(
    ("board", "more", "inches"),
    [
        ("72x48 | ", "", 8.0),
        ("72x26 | ", "", 26 - 20 - 80 / 25.4 / 2 - (24 - 20 - 80 / 25.4)),
        ("72x48 impassable 36,30 6x2 | ", "", 29 - 1 - (24 - 80 / 25.4 / 2)),
        ("72x48 | ", " | 0 Archers at 36,30", 30 - 20 / 25.4 - 0.1 - (24 - 80 / 25.4 / 2)),
    ],
)
def test_edges_impassable_terrain_and_friends_stop_a_pursuit(board: str, more: str, inches: float) -> None:
    table = draw(f"{board}Spearmen at 36,20 | 1 Swordsmen at 36,24 face 180{more}").fight("Spearmen", "Swordsmen")
    game = (
        beaten(table, {"Flee": 6, "Pursuit": 4, "Dangerous": 6})
        .until_asked("pursuit")
        .choose(target="Swordsmen")
        .rest()
    )
    assert game.told(events.UnitPursued)[0].inches == pytest.approx(inches, abs=0.11)
