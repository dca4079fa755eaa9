"""Flight and pursuit, Overruns, and what stops them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import pose
from warhost.field.moves.running import inches_to_gap
from warhost.rulesets.essence_of_war.chapters.melee.melee import combats_to_fight
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.chapters.melee import pursuit_moves
from warhost.rulesets.families.ninth_age.chapters.melee.pursuit_moves import JUST_BEFORE, ROCK_GAP, Plan
from warhost.rulesets.families.ninth_age.core.contact import engage
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Arc, Pose, Rect, bearing, distance, rect, touches

from .brawl import Brawl, brawl
from .harness import Table, draw

DICE: dict[str, Any] = {
    "to hit": 1,
    "Handgunners: Break": 6,
    "Break": 1,
    "Panic": 1,
    "Combat pivot": 1,
}
DEEP = 20 / 25.4


def duel(more: str = "", board: str = "36x48", y: float = 20.0) -> Table:
    """Imperial Guard that charged up the board into the front of Handgunners, who will break; fronts meet at y."""
    middle = y + DEEP
    table = draw(f"{board} | 0 Imperial Guard at 4,4 charging | 1 Handgunners at 18,{middle} face 180 {more}")
    return table.fight("Imperial Guard", "Handgunners")


def dice(flee: tuple[int, int], pursuit: tuple[int, int], **more: Any) -> dict[str, Any]:
    return {"Flee Distance": flee, "Pursuit Distance": pursuit, **more, **DICE}


def pursue(table: Table, flee: tuple[int, int], pursuit: tuple[int, int], **more: Any) -> Brawl:
    """Everybody who may pursue the Handgunners does."""
    game = brawl(table, dice(flee, pursuit, **more))
    while not game.game.over and game.topic in ("pursuit", "overrun", "flee direction", "allocate attacks"):
        if game.topic in ("pursuit", "overrun"):
            game.choose(game.keys[0])
        else:
            game.decline()
    return game


def two_broken() -> Table:
    """Imperial Guard whose front meets Handgunners and Sylvan Archers."""
    table = draw("0 Imperial Guard at 18,20 charging | 1 Handgunners at 4,4 | 1 Sylvan Archers at 4,40")
    table.fight("Handgunners", "Imperial Guard", "front", -2.2)
    return table.fight("Sylvan Archers", "Imperial Guard", "front", 2.2)


@pytest.mark.rule("eow.pursuit.declare")
def test_a_unit_that_touches_two_broken_units_names_one() -> None:
    game = brawl(two_broken(), dice((6, 6), (1, 1), **{"Sylvan Archers: Break": 6})).until_asked("pursuit")
    assert (game.question.seat, game.keys) == (0, ["0>1", "0>2", "pass"])
    assert not any("Distance" in roll.why for roll in game.rolls)
    game.choose(target="Sylvan Archers").rest()
    assert [(event.unit, event.target) for event in game.told(events.PursuitDeclared)] == [(0, 2)]


@pytest.mark.rule("eow.pursuit.allowed")
def test_a_unit_that_still_fights_an_unbroken_enemy_cannot_pursue() -> None:
    game = brawl(two_broken(), dice((6, 6), (1, 1)))
    while not game.game.over:
        assert game.topic not in ("pursuit", "pivot after combat")
        game.decline()
    assert game.unit("Handgunners").fleeing
    assert not any("Pursuit" in roll.why for roll in game.rolls)


@pytest.mark.rule("eow.pursuit.refuse")
def test_a_unit_that_lets_them_run_may_pivot_afterwards() -> None:
    game = brawl(duel(), dice((6, 6), (1, 1)))
    game.choose("pass")
    assert (game.topic, game.unit("Handgunners").fleeing) == ("pivot after combat", True)
    assert not game.told(events.UnitPursued)


@pytest.mark.rule("eow.pursuit.flee_direction")
@pytest.mark.parametrize(("enemy", "facing"), [("Imperial Guard", 0.0), ("Citadel Guard", 180.0)])
def test_the_winner_names_the_enemy_that_a_broken_unit_flees_from(enemy: str, facing: float) -> None:
    table = duel("| 0 Citadel Guard at 30,4").fight("Citadel Guard", "Handgunners", "rear")
    game = brawl(table, dice((6, 6), (1, 1))).until_asked("flee direction")
    assert game.question.seat == 0
    game.choose(target=enemy).rest()
    assert pose(game, "Handgunners").facing == pytest.approx(facing)


@pytest.mark.rule("eow.pursuit.rolls")
def test_every_broken_unit_and_every_pursuer_rolls_2d6() -> None:
    table = duel("| 0 Citadel Guard at 30,4").fight("Citadel Guard", "Handgunners", "left")
    game = pursue(table, (6, 6), (1, 1)).rest()
    assert [(roll.unit, roll.dice) for roll in game.rolls if "Distance" in roll.why] == [
        (1, "2D6"),
        (0, "2D6"),
        (2, "2D6"),
    ]
    assert [(fled.unit, fled.rolled) for fled in game.told(events.UnitFled)] == [(1, 12)]


@pytest.mark.rule("eow.pursuit.catch")
@pytest.mark.parametrize(("pursuit", "caught"), [((3, 4), True), ((3, 3), False), ((6, 6), True)])
def test_a_pursuer_that_rolls_at_least_the_flee_distance_destroys_its_quarry(
    pursuit: tuple[int, int], caught: bool
) -> None:
    game = pursue(duel(), (3, 4), pursuit).rest()
    assert (game.unit("Handgunners").fate == "destroyed") == caught
    assert game.unit("Handgunners").fleeing == (not caught)


@pytest.mark.rule("eow.pursuit.catch")
@pytest.mark.parametrize(("pursuit", "tests"), [((6, 6), 1), ((1, 1), 0)])
def test_friends_test_for_panic_when_a_unit_is_run_down(pursuit: tuple[int, int], tests: int) -> None:
    """The Wizard is out of reach of the rank that is left when the unit breaks, but not of where it began."""
    table = duel("| 1 Wizard at 23.36,26.77 face 180")
    half = {"Imperial Guard: Melee Attacks: to hit": (6,) * 5 + (1,) * 5, "Wound": 6, "Armour": 1}
    game = pursue(table, (3, 4), pursuit, **half).rest()
    assert len(game.told(events.UnitBroke)) == 1
    assert len(game.tests("panic", "Wizard")) == tests


@pytest.mark.rule("eow.pursuit.catch")
def test_a_pursuer_catches_nobody_but_the_quarry_it_named() -> None:
    # It runs 7 inches after the archers, who flee 12; the gunners beside them only flee 2.
    both = {"Sylvan Archers: Break": 6, "Handgunners: Flee": (1, 1)}
    telling = {**both, **dice((6, 6), (3, 4))}
    game = brawl(two_broken(), telling).until_asked("pursuit").choose(target="Sylvan Archers").rest()
    assert [game.unit(name).fate for name in ("Handgunners", "Sylvan Archers")] == ["", ""]


@pytest.mark.rule("eow.pursuit.disengage")
def test_broken_units_have_left_the_combat_before_the_first_of_them_runs() -> None:
    game = brawl(two_broken(), dice((6, 6), (1, 1), **{"Sylvan Archers: Break": 6})).until_asked("flee order")
    for name, flees in (("Handgunners", True), ("Sylvan Archers", True), ("Imperial Guard", False)):
        assert (game.unit(name).engaged, game.unit(name).fleeing) == (False, flees)


@pytest.mark.rule("eow.pursuit.disengage")
def test_a_unit_that_flees_from_combat_is_no_longer_engaged_nor_are_its_foes() -> None:
    game = brawl(duel(), dice((6, 6), (1, 1)))
    game.choose("pass").rest()
    guns, guard = game.unit("Handgunners"), game.unit("Imperial Guard")
    assert (guns.engaged, guns.fleeing, guard.engaged, guard.rounds) == (False, True, False, 0)


@pytest.mark.rule("eow.pursuit.flee_move")
def test_a_broken_unit_turns_away_and_runs_the_distance_rolled() -> None:
    game = brawl(duel(), dice((2, 4), (1, 1)))
    before = pose(game, "Handgunners")
    game.choose("pass").rest()
    after = pose(game, "Handgunners")
    assert (after.x, after.y, after.facing) == pytest.approx((before.x, before.y + 6, 0.0))


@pytest.mark.rule("eow.pursuit.flee_move")
def test_the_owner_chooses_which_broken_unit_flees_first() -> None:
    game = brawl(two_broken(), dice((6, 6), (1, 1), **{"Sylvan Archers: Break": 6})).until_asked("flee order")
    assert game.question.seat == 1
    game.choose(unit="Sylvan Archers").rest()
    assert [event.unit for event in game.told(events.UnitFled)] == [2, 1]


@pytest.mark.rule("eow.pursuit.move")
def test_a_pursuer_advances_the_distance_rolled() -> None:
    game = brawl(duel(), dice((2, 4), (1, 2)))
    before = pose(game, "Imperial Guard")
    game.choose(target="Handgunners")
    after = pose(game, "Imperial Guard")
    assert (after.x, after.y, after.facing) == pytest.approx((before.x, before.y + 3, 0.0))
    # No Pivot is left to it after that.
    assert game.game.over


@pytest.mark.rule("eow.pursuit.move")
def test_a_pursuer_turns_to_the_direction_in_which_its_quarry_flees_even_if_that_was_caught() -> None:
    table = draw("0 Imperial Guard at 4,4 charging | 1 Handgunners at 18,24 face 180")
    table.fight("Imperial Guard", "Handgunners", "front", 1.5)
    before, quarry = boundary(table.battle, table.unit("Imperial Guard")), table.unit("Handgunners").pose
    assert quarry is not None
    game = pursue(table, (1, 1), (2, 3)).rest()
    assert game.unit("Handgunners").pose is None
    assert pose(game, "Imperial Guard").facing == pytest.approx(bearing(before.x, before.y, quarry.x, quarry.y))
    assert game.told(events.UnitPursued)[0].inches == 5.0


def two_pursuers() -> Table:
    """Citadel Guard (number 0) in the flank and Imperial Guard in front of Handgunners; beyond them a Wizard."""
    table = draw(
        "0 Citadel Guard at 4,4 charging | 1 Handgunners at 18,24 face 180 | 0 Imperial Guard at 30,4 charging | "
        "1 Wizard at 16.5,34 face 180"
    )
    return table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Handgunners", "left", 2.0)


@pytest.mark.rule("eow.pursuit.chargers_first")
def test_pursuers_that_will_run_into_another_enemy_move_first() -> None:
    game = brawl(two_pursuers(), dice((1, 1), (6, 6))).until_asked("flee direction")
    game.choose(target="Imperial Guard")
    while game.topic == "pursuit":
        game.choose(game.keys[0])
    while not game.game.over:
        assert game.topic != "pursuit order"
        game.decline()
    assert game.order(events.PursuitCharged, events.UnitPursued) == ["PursuitCharged", "UnitPursued"]
    assert [event.unit for event in game.told(events.PursuitCharged)] == [2]


@pytest.mark.rule("eow.pursuit.chargers_first")
def test_the_owner_orders_pursuers_that_run_into_nobody() -> None:
    table = two_pursuers().set("Wizard", pose=Pose(2.0, 46.0, 180.0))
    game = brawl(table, dice((6, 6), (1, 1))).until_asked("pursuit")
    while game.topic == "pursuit":
        game.choose(game.keys[0])
    assert (game.topic, game.question.seat) == ("pursuit order", 0)
    game.choose(unit="Imperial Guard").rest()
    assert [event.unit for event in game.told(events.UnitPursued)] == [2, 0]


def with_friend_behind() -> Table:
    """Imperial Guard in front and Citadel Guard in the rear of Handgunners, who will flee from the former."""
    return duel("| 0 Citadel Guard at 30,4").fight("Citadel Guard", "Handgunners", "rear")


def chase_from_the_front(table: Table, pursuit: tuple[int, int]) -> Brawl:
    """Imperial Guard alone pursue Handgunners, who flee from them."""
    game = brawl(table, dice((1, 1), pursuit)).until_asked("flee direction")
    game.choose(target="Imperial Guard")
    assert game.topic == "pursuit"
    game.choose(unit="Imperial Guard", target="Handgunners")
    return game.rest()


@pytest.mark.rule("eow.pursuit.friends_same_combat")
def test_friends_of_the_same_combat_do_not_stop_a_pursuer() -> None:
    game = chase_from_the_front(with_friend_behind(), (6, 6))
    assert [event.inches for event in game.told(events.UnitPursued)] == [12.0]


@pytest.mark.rule("eow.pursuit.obstruction")
def test_friends_from_outside_the_combat_stop_a_pursuer_just_before_contact() -> None:
    table = duel("| 0 Citadel Guard at 18,30")
    game = pursue(table, (1, 1), (6, 6)).rest()
    assert distance(*shapes(game, "Imperial Guard", "Citadel Guard")) == pytest.approx(0.1)


def shapes(game: Brawl, *units: str) -> list[Any]:
    return [boundary(game.battle, game.unit(unit)) for unit in units]


@pytest.mark.rule("eow.pursuit.obstruction")
def test_the_board_edge_stops_a_pursuer_with_all_of_it_on_the_board() -> None:
    game = pursue(duel(y=44.0), (1, 1), (4, 5)).rest()
    front = shapes(game, "Imperial Guard")[0].front
    assert front == (18.0, pytest.approx(48.0))
    assert game.told(events.UnitPursued)[0].inches == pytest.approx(4.0)


@pytest.mark.rule("eow.pursuit.obstruction")
def test_enemies_that_fled_from_the_same_combat_stop_a_pursuer_and_are_not_charged() -> None:
    table = duel(f"| 1 Sylvan Archers at 18,{20.4 + 3 * DEEP} face 180 | 0 Citadel Guard at 4,4 charging")
    flank = table.unit("Citadel Guard")
    flank.pose = Pose(18 + 2.5 * DEEP + DEEP, 20.2 + 2 * DEEP, 270.0)
    for name in ("Handgunners", "Sylvan Archers"):
        engage(flank, Arc.FRONT, table.unit(name), Arc.LEFT)
    both = {"Sylvan Archers: Break": 6}
    game = brawl(table, dice((1, 1), (6, 6), **both)).until_asked("flee direction")
    game.choose(target="Imperial Guard")
    game.choose(unit="Imperial Guard", target="Handgunners").choose("pass").rest()
    assert game.unit("Handgunners").fate == "destroyed"
    assert game.unit("Sylvan Archers").fleeing
    assert not game.told(events.PursuitCharged)
    assert distance(*shapes(game, "Imperial Guard", "Sylvan Archers")) == pytest.approx(0.1, abs=0.05)


@pytest.mark.rule("eow.terrain.impassable.pursuit_stop")
def test_a_pursuer_stops_an_inch_before_impassable_terrain() -> None:
    game = pursue(duel(board="36x48 impassable 18,28 6x4"), (1, 1), (4, 5)).rest()
    assert game.told(events.UnitPursued)[0].inches == pytest.approx(5.0)
    past = pursue(duel(board="36x48 impassable 28,28 6x4"), (1, 1), (4, 5)).rest()
    assert past.told(events.UnitPursued)[0].inches == pytest.approx(9.0)


def to_rock(pursuer: Rect, rock: Rect, limit: float) -> float:
    return inches_to_gap(pursuer, rock, limit, ROCK_GAP, JUST_BEFORE)


@pytest.mark.rule("eow.terrain.impassable.pursuit_stop")
@pytest.mark.parametrize(("x", "y", "stop"), [(18, 13.5, 0.4), (22.5, 11, 6.0), (18, 6.5, 6.0)])
def test_a_pursuer_that_starts_within_an_inch_of_a_rock_stops_only_if_it_is_ahead(
    x: float, y: float, stop: float
) -> None:
    pursuer, rock = rect(18, 10, 0, 4, 2), rect(x, y, 0, 4, 4)
    assert distance(pursuer, rock) == pytest.approx(0.5)
    assert to_rock(pursuer, rock, 6.0) == pytest.approx(stop)


@pytest.mark.rule("eow.terrain.impassable.pursuit_stop")
@pytest.mark.parametrize(("beside", "stop"), [(0.6, 7 - 0.8), (1.0, 40.0)])
def test_a_pursuer_stops_an_inch_from_a_rock_that_it_would_pass_too_near(beside: float, stop: float) -> None:
    # The rock begins 7 inches farther up and so far to the right: 0.6 aside and 0.8 ahead are an inch.
    pursuer, rock = rect(18, 10, 0, 4, 2), rect(22 + beside, 20, 0, 4, 4)
    assert to_rock(pursuer, rock, 40.0) == pytest.approx(stop)


@pytest.mark.rule("eow.pursuit.new_enemy", "eow.pursuit.hold_only")
@pytest.mark.parametrize(("facing", "side"), [(180, "front"), (0, "rear"), (90, "right"), (270, "left")])
def test_a_pursuer_that_meets_another_enemy_is_placed_against_the_facing_it_comes_from(facing: int, side: str) -> None:
    game = brawl(duel(f"| 1 Sylvan Archers at 18,27 face {facing}"), dice((1, 1), (4, 4)))
    assert game.topic == "pursuit"
    game.choose(target="Handgunners")
    if game.topic == "pursuit charge place":
        assert game.question.seat == 0
        game.choose("0")
    game.rest()
    guard, archers = game.unit("Imperial Guard"), game.unit("Sylvan Archers")
    assert [(foe.unit, foe.mine, foe.theirs) for foe in guard.foes] == [(2, Arc.FRONT, Arc(side))]
    assert archers.engaged
    assert touches(*shapes(game, "Imperial Guard", "Sylvan Archers"))
    assert guard.charging


@pytest.mark.rule("eow.pursuit.new_enemy")
def test_an_enemy_out_of_the_pursuers_distance_is_not_charged() -> None:
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180"), (1, 1), (2, 3)).rest()
    assert not game.unit("Sylvan Archers").engaged
    assert game.told(events.UnitPursued)[0].inches == 5.0


@pytest.mark.rule("eow.pursuit.new_enemy")
def test_the_first_enemy_in_the_way_is_charged() -> None:
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180 | 1 Wizard at 18,30 face 180"), (1, 1), (6, 6)).rest()
    assert [event.target for event in game.told(events.PursuitCharged)] == [game.unit("Sylvan Archers").id]


@pytest.mark.rule("eow.pursuit.hold_only", "eow.panic.friend_destroyed")
def test_friends_of_a_fleeing_enemy_that_a_pursuer_reaches_test_for_panic() -> None:
    # The Wizard stands 10 inches from the Handgunners, 4 inches from the archers.
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180 fleeing | 1 Wizard at 18,32"), (1, 1), (4, 4)).rest()
    assert len(game.tests("panic", "Wizard")) == 1


@pytest.mark.rule("eow.pursuit.hold_only")
def test_a_fleeing_enemy_that_a_pursuer_reaches_is_destroyed_and_the_pursuer_may_pivot() -> None:
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180 fleeing"), (1, 1), (4, 4))
    if game.topic == "pursuit charge place":
        game.choose("0")
    assert game.unit("Sylvan Archers").fate == "destroyed"
    assert not game.unit("Imperial Guard").engaged
    assert game.topic == "pivot after combat"


@pytest.mark.rule("eow.pursuit.later_combat", "eow.combat_pivot.who")
def test_a_new_combat_waits_for_the_next_melee_phase_with_the_pursuer_charging() -> None:
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180"), (1, 1), (4, 4))
    while not game.game.over:
        assert "combat pivot" not in game.topic
        game.decline()
    assert len(game.told(events.RoundFought)) == 1
    assert game.unit("Imperial Guard").charging
    game.battle.fought = ()
    assert combats_to_fight(game.battle) == [(0, 2)]


def second_combat() -> Table:
    """Behind the Handgunners, Sylvan Archers fight Citadel Guard of another combat."""
    return duel("| 1 Sylvan Archers at 18,27 face 180 | 0 Citadel Guard at 30,4").fight(
        "Citadel Guard", "Sylvan Archers", "left"
    )


@pytest.mark.rule("eow.pursuit.later_combat")
@pytest.mark.parametrize(("first", "rounds"), [("0+1", [(0, 1), (0, 2, 3)]), ("2+3", [(2, 3), (0, 1)])])
def test_a_pursuer_that_joins_a_combat_fights_again_only_if_that_is_still_to_be_fought(
    first: str, rounds: list[tuple[int, ...]]
) -> None:
    game = brawl(second_combat(), dice((1, 1), (4, 4)))
    game.choose(first).until_asked("pursuit")
    game.choose(target="Handgunners").rest()
    assert [event.units for event in game.told(events.RoundFought)] == rounds
    guard = game.unit("Imperial Guard")
    assert guard.engaged
    assert guard.charging == (first == "2+3")


@pytest.mark.rule("eow.pursuit.legal_position")
def test_a_pursuer_that_would_end_in_a_friend_goes_back_to_the_last_legal_place() -> None:
    game = chase_from_the_front(with_friend_behind(), (1, 1))
    assert game.told(events.UnitPursued)[0].inches == pytest.approx(1.5)
    assert distance(*shapes(game, "Imperial Guard", "Citadel Guard")) == pytest.approx(2 * DEEP - 1.5)


@pytest.mark.rule("eow.pursuit.legal_position")
@pytest.mark.parametrize(
    ("other", "inches"),
    [
        ("0 Citadel Guard at {beside},21", 2.0),
        ("1 Citadel Guard at {beside},21", 0.0),
        ("0 Citadel Guard at 18,{touched}", 1.9),
        ("0 Citadel Guard at 18,{clear}", 2.0),
    ],
    ids=["a friend touched before", "an enemy touched before", "a friend touched at the end", "a friend left alone"],
)
def test_a_pursuer_ends_in_contact_with_nobody_but_friends_that_it_touched_before(other: str, inches: float) -> None:
    ahead = 20 + 1.5 * DEEP + 2 + 1 * DEEP
    line = other.format(beside=18 + 5 * DEEP, touched=ahead, clear=ahead + 0.05)
    table = draw(f"0 Imperial Guard at 18,20 | {line}")
    guard = table.unit("Imperial Guard")
    start = boundary(table.battle, guard)
    _, ran = pursuit_moves.last_legal(table.battle, guard, Plan(start, 2.0))
    assert ran == pytest.approx(inches)


@pytest.mark.rule("eow.pursuit.legal_position")
def test_a_pursuer_that_has_no_room_to_turn_stays_as_it_stood() -> None:
    table = draw(f"0 Imperial Guard at 18,20 | 0 Citadel Guard at 18,{20 + 2.5 * DEEP + 0.2}")
    guard = table.unit("Imperial Guard")
    own = boundary(table.battle, guard)
    for facing, stays in ((90.0, own), (180.0, rect(own.x, own.y, 180.0, own.width, own.depth))):
        turned = rect(own.x, own.y, facing, own.width, own.depth)
        assert pursuit_moves.last_legal(table.battle, guard, Plan(turned, 0.0)) == (stays, 0.0)


def overrun(charging: str = "charging charged") -> Brawl:
    table = draw(f"0 Imperial Guard at 4,4 {charging} | 1 Wizard at 18,24 face 180").fight("Imperial Guard", "Wizard")
    return brawl(table, {"to hit": 6, "Wound": 6, "Armour": 1, "Pursuit Distance": (3, 4)})


@pytest.mark.rule("eow.pursuit.overrun")
def test_a_charger_that_has_no_foe_left_may_run_on_straight_ahead() -> None:
    game = overrun()
    before = pose(game, "Imperial Guard")
    game.choose("overrun").rest()
    after = pose(game, "Imperial Guard")
    assert (after.x, after.y, after.facing) == pytest.approx((before.x, before.y + 7, before.facing))


@pytest.mark.rule("eow.pursuit.overrun")
def test_a_unit_that_did_not_charge_cannot_overrun() -> None:
    assert overrun("").topic == "pivot after combat"


def into_a_wizard(more: str = "") -> Table:
    """Behind the Handgunners stands a Wizard, into whom the Guard's pursuit will lead."""
    table = duel(f"| 1 Wizard at 18,25 face 180 wounds=2 {more}")
    return table.set("Imperial Guard", charged=True)


def killing(guard: str) -> dict[str, Any]:
    """The Guard hits nobody in its first round and kills the Wizard in its second."""
    return {f"Imperial Guard{guard} Melee Attacks: to hit": [1, 6], "Wound": 6, "Armour": 1, **dice((1, 1), (3, 4))}


@pytest.mark.rule("eow.pursuit.overrun")
def test_a_pursuer_that_fights_a_new_enemy_in_the_opponents_turn_cannot_overrun() -> None:
    game = into_a_wizard().play({"Handgunners Break": 6, "Flux": 1, **killing("")}, phase="melee")
    game.until("pursuit").choose(target="Handgunners")
    while game.battle.active == 0:
        game.decline()
    assert game.unit("Imperial Guard").charging
    topics = []
    while game.topic != "pivot after combat":
        topics.append(game.topic)
        game.decline()
    assert game.unit("Wizard").pose is None
    assert game.told(events.CombatScored)[-1].totals[0] > 0
    assert "overrun" not in topics


@pytest.mark.rule("eow.pursuit.overrun")
def test_a_pursuer_that_joins_a_combat_of_the_same_phase_may_overrun_after_it() -> None:
    table = into_a_wizard("| 0 Citadel Guard at 30,4").fight("Citadel Guard", "Wizard", "rear")
    game = brawl(table, killing(":")).choose("0+1").until_asked("pursuit")
    game.choose(target="Handgunners").until_asked("overrun")
    assert game.options[0].unit == game.unit("Imperial Guard").id


def flyers(pursuit: tuple[int, int], seat: int = 1) -> Brawl:
    """Pegasus Knights pursue Handgunners; a Wizard of that side stands in between."""
    table = draw(f"0 Pegasus Knights at 4,4 charging | 1 Handgunners at 18,20 | {seat} Wizard at 18,25 face 180")
    return pursue(table.fight("Pegasus Knights", "Handgunners", "rear"), (1, 1), pursuit).rest()


@pytest.mark.rule("eow.basic.fly")
def test_a_flyer_pursues_over_enemies_and_charges_only_where_it_ends() -> None:
    over, onto = flyers((6, 6)), flyers((3, 4))
    assert over.told(events.UnitPursued)[0].inches == 12.0
    assert not over.unit("Wizard").engaged
    assert onto.unit("Wizard").engaged
    friend = flyers((3, 4), seat=0)
    assert not friend.told(events.PursuitCharged)
    assert distance(*shapes(friend, "Pegasus Knights", "Wizard")) > 0


@pytest.mark.rule("eow.pursuit.new_enemy")
def test_an_enemy_without_a_free_place_on_its_facing_stops_the_pursuer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pursuit_moves, "best_places", lambda *_: ())
    game = pursue(duel("| 1 Sylvan Archers at 18,27 face 180"), (1, 1), (6, 6)).rest()
    assert not game.told(events.PursuitCharged)
    assert distance(*shapes(game, "Imperial Guard", "Sylvan Archers")) == pytest.approx(0.1)


@pytest.mark.rule("eow.pursuit.chargers_first")
def test_of_several_charging_pursuers_the_order_with_most_contact_is_taken() -> None:
    # Both find room before the archers if the narrow unit goes first; else the wide one stands in its way.
    line = "0 Imperial Guard at 30,4 charging | 1 Handgunners at 18,24 face 180 | "
    table = draw(f"{line}0 Citadel Guard at 4,4 charging models=2 files=2 | 1 Sylvan Archers at 18.5,32 face 180")
    table.fight("Imperial Guard", "Handgunners").fight("Citadel Guard", "Handgunners", "left", 1.2)
    game = brawl(table, dice((1, 1), (6, 6))).until_asked("flee direction")
    game.choose(target="Imperial Guard")
    while game.topic == "pursuit":
        game.choose(game.keys[0])
    game.rest()
    assert [event.unit for event in game.told(events.PursuitCharged)] == [2, 0]
    assert not problems(game.battle)
