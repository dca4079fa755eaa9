"""Moving chargers: range, paths, aligning, maximising contact, Combined Charges (Charge Phase)."""

from __future__ import annotations

from collections.abc import Container
from itertools import pairwise
from random import Random

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw, shape
from warhost.field import Approach, Arrival, Foe
from warhost.play.battle import settled, stand
from warhost.play.questions import Choose
from warhost.rulesets.essence_of_war.chapters.charge.charge_move import arrivals, charger_of, onset, room
from warhost.rulesets.essence_of_war.chapters.charge.placement import arc_struck
from warhost.rulesets.essence_of_war.core.battle import Battle, Unit
from warhost.rulesets.essence_of_war.invariants import problems
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, size
from warhost.rulesets.families.ninth_age.core.placement import best_places, blockers, contact_count
from warhost.table import (
    TOLERANCE,
    Arc,
    Forward,
    Pose,
    Rect,
    Wheel,
    apply,
    cost,
    distance,
    flush,
    front_on_board,
    on_board,
    overlaps,
    rect,
    touches,
    turned,
    walk,
)

REST = "Hold Guardians at 3,3"
DEPTHS = 30 / 25.4 + 20 / 25.4
BASE = 20 / 25.4


def facing_each_other(gap: float, x: float = 18.0) -> str:
    return f"Imperial Guard at {x},10 | {REST} | Handgunners at 18,{10 + gap + DEPTHS:.6f} face 180"


def charged(line: Table | str, *dice: tuple[int, ...], unit: str = "Imperial Guard") -> Play:
    """The unit has charged the Handgunners, who held, and the first of equal places was taken."""
    table = draw(line) if isinstance(line, str) else line
    game = table.play(dice=dice).choose(unit=unit, target="Handgunners")
    if game.topic == "charge reaction":
        game.choose("hold")
    while game.topic in ("declare charge", "charge place"):
        game.choose("pass" if game.topic == "declare charge" else "0")
    return game


TWO_CHARGERS = f"Imperial Guard at 15.5,10 | Temple Militants at 20.5,10 | {REST} | Handgunners at 18,20 face 180"


def both_charge(*dice: tuple[int, ...]) -> Play:
    game = draw(TWO_CHARGERS).play(dice=dice)
    for unit in ("Imperial Guard", "Temple Militants"):
        game.choose(unit=unit, target="Handgunners").choose("hold")
    return game


@pytest.mark.rule("eow.charge.combined.roll_first")
def test_all_ranges_against_one_target_are_rolled_before_any_charger_moves() -> None:
    game = both_charge((6, 6), (5, 5))
    assert game.topic == "combined order"
    assert [(event.unit, event.inches) for event in game.told(events.ChargeRangeRolled)] == [(0, 16), (1, 15)]
    assert not game.told(events.ChargeMoved)


@pytest.mark.rule("eow.charge.combined.order")
def test_a_successful_charger_may_move_before_one_that_failed() -> None:
    game = both_charge((1, 1), (5, 5)).choose(unit="Temple Militants").until("move")
    moves = [event for event in game.game.events if isinstance(event, events.ChargeMoved | events.FailedChargeMoved)]
    assert [type(event) for event in moves] == [events.ChargeMoved, events.FailedChargeMoved]
    game = both_charge((1, 1), (5, 5)).choose(unit="Imperial Guard").until("move")
    moves = [event for event in game.game.events if isinstance(event, events.ChargeMoved | events.FailedChargeMoved)]
    assert [type(event) for event in moves] == [events.FailedChargeMoved, events.ChargeMoved]


@pytest.mark.rule("eow.charge.maximise.units")
def test_a_charger_waits_for_the_comrade_in_its_way() -> None:
    # The lancers come up behind the wardens' flank: first they would find no way, and one unit alone would get in.
    elves = "Highborn Lancers at 13.19,19.21 face 24.4 | Flame Wardens at 17.98,21.21"
    game = draw(f"{elves} | {REST} | Iron Orcs at 17.96,28.99 face 180").play(dice=[(6, 6), (6, 6)])
    for unit in ("Flame Wardens", "Highborn Lancers"):
        game.choose(unit=unit, target="Iron Orcs").choose("hold")
    assert game.topic != "combined order"
    game.until("move")
    moved = [game.battle.units[event.unit].name for event in game.told(events.ChargeMoved)]
    assert moved == ["Flame Wardens", "Highborn Lancers"]


@pytest.mark.rule("eow.charge.maximise.units")
def test_a_charger_that_would_take_all_the_room_lets_the_others_go_first() -> None:
    # Three units find room before the levies only if the archers are the first of them.
    line = (
        "0 Feudal Knights at 13.486,37.97 face 181.346 models=5 files=3 | 0 Lowborn Archers at 17.979,36.788 face 180"
        " | 0 Pegasus Knights at 25.579,33.232 face 200.245 | 0 Damsel at 34,46 face 180"
        " | 1 Vassal Levies at 18.101,24.396 face 1.1"
    )
    game = draw(line).play(dice=[(6, 6), (6, 6), (6, 6)])
    for unit in ("Feudal Knights", "Lowborn Archers", "Pegasus Knights"):
        game.choose(unit=unit, target="Vassal Levies").choose("hold")
    game.choose(unit="Feudal Knights").until("move")
    moved = [game.battle.units[event.unit].name for event in game.told(events.ChargeMoved)]
    assert moved == ["Lowborn Archers", "Feudal Knights", "Pegasus Knights"]


@pytest.mark.rule("eow.charge.maximise.units")
@pytest.mark.parametrize(("comrades", "places"), [([], 3), (["Electoral Cavalry"], 2)])
def test_a_place_that_would_keep_a_comrade_from_the_flank_is_not_offered(comrades: list[str], places: int) -> None:
    empire = "Imperial Guard at 21.2,18.9 | Electoral Cavalry at 10,22.1 face 90"
    game = draw(f"{empire} | {REST} | Handgunners at 18,26 face 180").play(dice=[(6, 6), (6, 6)])
    for unit in ("Imperial Guard", *comrades):
        game.choose(unit=unit, target="Handgunners").choose("hold")
    game.choose("0>3" if comrades else "pass")
    assert (game.topic, len(game.options)) == ("charge place", places)


@pytest.mark.rule("eow.charge.range.roll")
def test_charge_range_is_two_dice_and_the_advance_rate() -> None:
    game = charged(f"Myrmidons at 18,10 | {REST} | Handgunners at 18,20 face 180", (3, 4), unit="Myrmidons")
    assert game.told(events.ChargeRangeRolled)[0].inches == 12


@pytest.mark.rule("eow.charge.range.lowest_adv")
def test_the_slowest_model_sets_the_charge_range() -> None:
    table = draw(f"Feudal Knights at 18,10 | Damsel at 3,6 | {REST} | Handgunners at 18,24 face 180")
    table.join("Damsel", "Feudal Knights")
    assert charged(table, (3, 4), unit="Feudal Knights").told(events.ChargeRangeRolled)[0].inches == 4 + 7


@pytest.mark.rule("eow.charge.range.compare")
@pytest.mark.parametrize(("gap", "made"), [(12.0, True), (12.1, False)])
def test_a_range_equal_to_the_distance_is_enough(gap: float, made: bool) -> None:
    game = charged(facing_each_other(gap), (4, 4))
    assert game.told(events.ChargeRangeRolled)[0].made is made
    assert game.unit("Imperial Guard").engaged is made


def about_to_move(line: str) -> Table:
    """The Imperial Guard has declared a charge against the front of the Handgunners, and now chargers move."""
    table = draw(line)
    target = table.unit("Handgunners").id
    return table.set("Imperial Guard", declared=True, target=target, target_arc=Arc.FRONT)


@pytest.mark.rule("eow.charge.range.no_space")
def test_without_space_a_charge_fails_whatever_was_rolled() -> None:
    for friend, moved in (("", events.ChargeMoved), (" | Zombies at 18,16.5 face 90", events.FailedChargeMoved)):
        table = about_to_move(f"{facing_each_other(8.0)}{friend}")
        game = table.play(dice=[(6, 6)], stage="move chargers").until("move")
        assert game.told(events.ChargeRangeRolled)[0].made
        assert len(game.told(moved)) == 1


@pytest.mark.rule("eow.charge.move.unlimited")
def test_the_way_of_a_successful_charge_may_be_longer_than_its_range() -> None:
    line = f"Imperial Guard at 18,10 | {REST} | 1 Empire of Sonnstahl/Handgunners @24,17,240"
    away = distance(shape(draw(line), "Imperial Guard"), shape(draw(line), "Handgunners"))
    assert 5.0 < away < 6.0
    game = charged(line, (1, 1))
    (moved,) = game.told(events.ChargeMoved)
    stops = walk(rect(18, 10, 0, *size(game.battle, game.unit("Imperial Guard"))), moved.steps)
    assert sum(cost(stop, step) for stop, step in zip(stops, moved.steps, strict=False)) > 6.0
    assert game.unit("Imperial Guard").engaged


@pytest.mark.rule("eow.charge.move.one_wheel")
def test_a_way_that_needs_two_wheels_is_closed() -> None:
    """Two walls with gaps that are not opposite each other: sight goes through, a straight front does not."""
    board = "36x48 impassable {},14.5 {}x1 impassable {},14.5 {}x1 impassable {},22.5 {}x1 impassable {},22.5 {}x1"
    units = "Imperial Guard at 18,11 | Handgunners at 24,27 face 180"

    def walls(first: float, second: float) -> str:
        ends = []
        for gap in (first, second):
            left, right = gap - 2.5, 36 - gap - 2.5
            ends += [left / 2, left, 36 - right / 2, right]
        return f"{board.format(*ends)} | {units}"

    assert not draw(walls(18.0, 24.0)).play().offers(target="Handgunners")
    assert draw(walls(18.0, 18.0).replace("24,27", "18,27")).play().offers(target="Handgunners")


@pytest.mark.rule("eow.charge.move.one_wheel")
def test_the_wheel_of_a_charge_is_at_most_a_quarter_turn() -> None:
    """The facing is turned 110 degrees away from the charger's own."""
    table = draw("Imperial Guard at 18,10 | 1 Empire of Sonnstahl/Handgunners @22,13,290")
    found = arrivals(table.battle, table.unit("Imperial Guard"), table.unit("Handgunners"), Arc.FRONT)
    assert found
    for arrival in found:
        assert arrival.place.facing == pytest.approx(110.0)
        assert abs(arrival.path.wheel) <= 90.0 + 1e-9


@pytest.mark.rule("eow.charge.move.front_contact")
@pytest.mark.parametrize(("facing", "side"), [(180, Arc.FRONT), (90, Arc.RIGHT), (270, Arc.LEFT), (0, Arc.REAR)])
def test_the_front_strikes_the_facing_that_was_fixed(facing: int, side: Arc) -> None:
    game = charged(f"Imperial Guard at 18,10 | {REST} | 1 Empire of Sonnstahl/Handgunners @18,20,{facing}", (6, 6))
    charger, target = game.unit("Imperial Guard"), game.unit("Handgunners")
    assert charger.foes == (Foe(target.id, Arc.FRONT, side),)
    # Flush on that facing means: its centre line meets the facing's line at a right angle, half a depth away.
    offset = (shape(game, "Imperial Guard").x - 18.0) * -1
    assert charger.pose == settled(flush(shape(game, "Imperial Guard"), shape(game, "Handgunners"), side, offset))


@pytest.mark.rule("eow.charge.move.front_contact")
def test_the_facing_stays_the_one_that_was_fixed_although_another_one_is_nearer() -> None:
    table = about_to_move(facing_each_other(8.0)).set("Imperial Guard", target_arc=Arc.REAR)
    game = table.play(dice=[(6, 6)], stage="move chargers").until("move")
    assert game.told(events.ChargeImpossible)
    assert not game.told(events.ChargeMoved)


@pytest.mark.rule("eow.charge.move.proximity")
def test_a_charger_may_be_close_to_an_enemy_that_it_did_not_charge_but_not_touch_it() -> None:
    """Centred, six files of 25 mm would overlap the front of the neighbour beside the target."""
    neighbour = f"Citadel Guard at {18 + 5 * BASE:.6f},20 face 180"
    game = charged(
        f"Iron Orcs at 18,10 | {REST} | Handgunners at 18,20 face 180 | {neighbour}", (6, 6), unit="Iron Orcs"
    )
    orcs = game.unit("Iron Orcs")
    assert [foe.unit for foe in orcs.foes] == [game.unit("Handgunners").id]
    assert TOLERANCE < distance(shape(game, "Iron Orcs"), shape(game, "Citadel Guard")) < 1.0


def legal_place(battle: Battle, mover: Unit, place: Rect, touching: Container[int]) -> bool:
    """Whether a unit may stand there after a move that ends in combat: on the board, and over nothing."""
    on_it = on_board(place, battle.scene.board.width, battle.scene.board.depth)
    return on_it and not any(overlaps(place, block) for block in blockers(battle, mover, touching))


@pytest.mark.rule("eow.charge.move.proximity")
def test_a_charger_may_touch_friends_and_impassable_terrain() -> None:
    table = draw(f"36x48 impassable 28,20.5 2x2 | Imperial Guard at 18,10 | Handgunners at 18,20 face 180 | {REST}")
    guard, rock = table.unit("Imperial Guard"), rect(28, 20.5, 0, 2, 2)
    place = flush(shape(table, "Imperial Guard"), rock, Arc.REAR)
    assert touches(place, rock)
    assert legal_place(table.battle, guard, place, ())
    beside = rect(3 + 1.575 + 5 * BASE / 2, 3, 0, *size(table.battle, guard))
    assert legal_place(table.battle, guard, beside, ())
    over = rect(3 + 1.575 + 5 * BASE / 2 - 0.01, 3, 0, *size(table.battle, guard))
    assert not legal_place(table.battle, guard, over, ())
    foe = flush(shape(table, "Imperial Guard"), shape(table, "Handgunners"), Arc.FRONT)
    assert legal_place(table.battle, guard, foe, (1,))
    assert not legal_place(table.battle, guard, foe, ())


def straight_at_an_angle() -> tuple[Approach, list[float]]:
    """The facing is turned by 20 degrees; ways straight ahead into it, by where they lead."""
    table = draw("Imperial Guard at 18,10 | Handgunners at 18,20 face 200")
    guard, guns = table.unit("Imperial Guard"), table.unit("Handgunners")
    approach = onset(table.battle, guns).approach(charger_of(table.battle, guard, guns, Arc.FRONT))
    straight = next(bearing for bearing in approach.bearings((0.0,)) if bearing.turned == approach.start)
    return approach, [straight.low, straight.high]


@pytest.mark.rule("eow.charge.align.rotate_charger", "eow.charge.align.direction")
def test_the_charger_turns_about_the_contact_the_short_way_until_it_is_flush() -> None:
    approach, (offset, _) = straight_at_an_angle()
    straight = next(bearing for bearing in approach.bearings((0.0,)) if bearing.turned == approach.start)
    path = approach.path(straight, offset)
    assert path is not None
    assert path.wheel == 0.0
    assert touches(path.arrived, approach.target)
    assert path.turn == pytest.approx(20.0)
    assert approach.aligns(path)
    aligned, place = turned(path.arrived, path.contact, path.turn), approach.place(path.offset)
    assert (aligned.x, aligned.y, aligned.facing) == pytest.approx((place.x, place.y, place.facing), abs=1e-6)


@pytest.mark.rule("eow.charge.align.rotate_charger")
def test_after_a_charge_the_front_lies_on_the_facing() -> None:
    game = charged(f"Imperial Guard at 18,10 | {REST} | Handgunners at 18,20 face 200", (6, 6))
    assert shape(game, "Imperial Guard").facing == pytest.approx(20.0)
    assert game.unit("Handgunners").pose == Pose(18.0, 20.0, 200.0)
    assert not problems(game.battle)


def channel(width: float, rocks: str = "") -> str:
    """Between rocks the Imperial Guard can only go straight; at the end the Handgunners stand turned by 20 degrees."""
    left, right = 15 - width / 2, 21 + width / 2
    walls = f"36x48 impassable {left},12 6x16 impassable {right},12 6x16{rocks}"
    return f"{walls} | {REST} | Imperial Guard at 18,8 | Handgunners at 18,22 face 200"


def best(table: Table) -> Arrival | None:
    found = arrivals(table.battle, table.unit("Imperial Guard"), table.unit("Handgunners"), Arc.FRONT)
    return found[0] if found else None


@pytest.mark.rule("eow.charge.align.rotate_target")
def test_where_rocks_stop_the_charger_the_target_turns_the_rest_and_no_more() -> None:
    arrival = best(draw(channel(4.4)))
    assert arrival is not None
    assert arrival.target is not None
    by_target = 200.0 - arrival.target.facing
    by_charger = arrival.place.facing
    assert by_charger == pytest.approx(6.0)
    assert by_target == pytest.approx(14.0)
    assert touches(arrival.place, arrival.target)
    farther = turned(arrival.path.arrived, arrival.path.contact, by_charger + 1.0)
    rocks = (rect(12.8, 12, 0, 6, 16), rect(23.2, 12, 0, 6, 16))
    assert any(overlaps(farther, rock) for rock in rocks)


@pytest.mark.rule("eow.charge.align.rotate_target")
def test_the_turned_target_stands_so_after_the_charge() -> None:
    game = charged(channel(4.4), (6, 6))
    (told,) = game.told(events.TargetTurned)
    assert game.unit("Handgunners").pose == told.pose
    assert told.pose.facing == pytest.approx(186.0)
    assert game.unit("Handgunners").engaged
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.align.rotate_charger", "eow.charge.align.rotate_target")
def test_a_charger_that_can_align_alone_turns_nobody_else() -> None:
    arrival = best(draw(channel(5.0)))
    assert arrival is not None
    assert arrival.target is None
    assert 0 < arrival.path.turn == pytest.approx(20.0 - arrival.path.wheel)


@pytest.mark.rule("eow.charge.align.combat_pivot")
def test_where_a_rock_stops_the_target_too_it_pivots_on_its_centre() -> None:
    arrival = best(draw(channel(4.0, " impassable 15.5,20.8 1x1")))
    assert arrival is not None
    assert arrival.target is not None
    assert (arrival.target.x, arrival.target.y, arrival.target.facing) == pytest.approx((18.0, 22.0, 180.0))
    assert touches(arrival.place, arrival.target)


@pytest.mark.rule("eow.charge.align.combat_pivot", "eow.charge.impossible")
def test_where_not_even_that_helps_the_charge_is_impossible() -> None:
    assert best(draw(channel(4.0, " impassable 15.5,20.8 2x1"))) is None


@pytest.mark.rule("eow.charge.declare.room", "eow.charge.fleeing.any_facing")
def test_where_nobody_can_align_a_unit_that_flees_can_still_be_charged() -> None:
    # One rock is in the way of any turn at the contact, the other one of a pivot of the target.
    table = draw(channel(4.0, " impassable 15.5,20.8 1x1 impassable 15.83,22.6 0.46x0.4"))
    guard, guns = table.unit("Imperial Guard"), table.unit("Handgunners")
    assert not room(table.battle, guard, guns, Arc.FRONT)
    table.set("Handgunners", fleeing=True)
    assert room(table.battle, guard, guns, Arc.FRONT)


@pytest.mark.rule("eow.charge.align.engaged_fixed")
def test_a_target_that_is_engaged_never_turns() -> None:
    table = draw(f"{channel(4.4)} | Mongrel Herd at 18,40")
    assert best(table) is not None
    table.fight("Mongrel Herd", "Handgunners", "rear")
    assert best(table) is None
    assert not room(table.battle, table.unit("Imperial Guard"), table.unit("Handgunners"), Arc.FRONT)


@pytest.mark.rule("eow.charge.align.engaged_fixed")
def test_charging_an_engaged_unit_turns_only_the_newcomer() -> None:
    cavalry = "0 Empire of Sonnstahl/Electoral Cavalry @30,21,260"
    table = draw(f"Imperial Guard at 18,10 | {cavalry} | {REST} | Handgunners at 18,20 face 180").fight(
        "Imperial Guard", "Handgunners"
    )
    before = {unit.name: unit.pose for unit in table.battle.units}
    game = charged(table, (6, 6), unit="Electoral Cavalry")
    assert game.unit("Electoral Cavalry").foes[0].theirs is Arc.LEFT
    assert shape(game, "Electoral Cavalry").facing == pytest.approx(270.0)
    for name in ("Imperial Guard", "Handgunners"):
        assert game.unit(name).pose == before[name]


@pytest.mark.rule("eow.charge.maximise.units")
def test_the_first_of_two_chargers_leaves_room_for_the_second() -> None:
    game = both_charge((6, 6), (6, 6)).choose(unit="Imperial Guard").until("move")
    assert game.unit("Imperial Guard").engaged
    assert game.unit("Temple Militants").engaged
    assert not problems(game.battle)
    assert distance(shape(game, "Imperial Guard"), shape(game, "Temple Militants")) < 1.0


def both_strike(line: str, *, second: tuple[int, int] = (6, 6)) -> Play:
    """Two units charge the one enemy, who holds; every first offer is taken."""
    dice: dict[str, Fall] = {"Charge Range": [(6, 6), second], "": 6}
    game = draw(line).play(dice=dice)
    while game.battle.phase == "charge":
        game.choose(next((key for key in game.keys if key in ("hold", "1>0", "2>0")), game.keys[0]))
    return game


@pytest.mark.rule("eow.charge.maximise.units")
def test_two_wide_units_share_the_front_of_a_single_model() -> None:
    line = "1 Death Cult Hierarch @18,26,180 | Skeleton Archers at 19.56,20.12 | Skink Hunters at 14.26,14.98"
    game = both_strike(line)
    assert [foe.unit for foe in game.unit("Death Cult Hierarch").foes] == [1, 2]
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.maximise.units", "eow.charge.combined.order")
def test_a_charger_whose_best_places_keep_a_comrade_out_takes_another_one() -> None:
    units = "Temple Militants at 27.5,25.4 face 270 | Skeleton Archers at 20.7,18.7"
    game = both_strike(f"36x48 impassable 17.2,22.7 2x2 | 1 Death Cult Hierarch @18,26,150 | {units}")
    assert [event.unit for event in game.told(events.ChargeMoved)] == [1, 2]


@pytest.mark.rule("eow.charge.maximise.units", "eow.charge.maximise.models")
def test_no_room_is_left_for_a_charger_that_does_not_reach() -> None:
    line = "1 Death Cult Hierarch @18,26,180 | Skeleton Archers at 19.56,20.12 | Skink Hunters at 14.26,14.98"
    game = both_strike(line, second=(1, 1))
    assert shape(game, "Skeleton Archers").x == pytest.approx(18.0, abs=BASE)
    both = both_strike(line)
    assert abs(shape(both, "Skeleton Archers").x - 18.0) > BASE


@pytest.mark.rule("eow.charge.maximise.units", "eow.charge.align.engaged_fixed")
def test_the_first_charger_does_not_count_on_the_target_turning_for_the_second() -> None:
    ground = "36x48 impassable 19.5,18.1 3x4 impassable 12.2,25.4 3x4"
    game = both_strike(f"{ground} | 1 Fallen @18,26,170 | Mage at 24.6,12.8 | Murmillo Brutes at 12.9,16.6")
    assert {foe.unit for foe in game.unit("Fallen").foes} == {1, 2}
    assert not problems(game.battle)


@pytest.mark.rule("eow.charge.maximise.units", "eow.charge.impossible")
def test_two_chargers_that_find_no_way_both_fail() -> None:
    table = draw(f"36x48 impassable 18,16 36x1 | {TWO_CHARGERS}")
    for unit in ("Imperial Guard", "Temple Militants"):
        table.set(unit, declared=True, target=table.unit("Handgunners").id, target_arc=Arc.FRONT)
    game = table.play(dice=[(6, 6), (6, 6)], stage="move chargers").until("move")
    assert [event.unit for event in game.told(events.FailedChargeMoved)] == [0, 1]


@pytest.mark.rule("eow.charge.maximise.units")
def test_alone_the_same_charger_takes_the_middle() -> None:
    game = both_charge((6, 6), (1, 1)).choose(unit="Imperial Guard").until("move")
    middle = abs(shape(game, "Imperial Guard").x - 18.0)
    assert middle <= BASE + TOLERANCE
    assert not game.unit("Temple Militants").engaged


@pytest.mark.rule("eow.charge.maximise.models")
@pytest.mark.parametrize("x", [14.5, 18.0, 21.0])
def test_the_charger_strikes_where_most_models_touch(x: float) -> None:
    """Straight ahead from the side only some files would meet: five against five is possible and so has to be."""
    game = charged(facing_each_other(8.0, x), (6, 6))
    guard, guns = game.unit("Imperial Guard"), game.unit("Handgunners")
    assert contact_count(game.battle, guard, shape(game, "Imperial Guard"), guns, Arc.FRONT) == 10


@pytest.mark.rule("eow.charge.maximise.models", "eow.charge.align.rotate_charger")
def test_a_charger_that_can_only_come_straight_slides_to_where_most_models_touch() -> None:
    # It comes out of a channel 2.2" beside the middle; one file beside it all ten models touch, the last at corners.
    walls = "36x48 impassable 13,9.75 6x11.5 impassable 23,9.75 6x11.5"
    game = charged(f"{walls} | {REST} | Imperial Guard at 18,16 | Handgunners at 20.2,19.17 face 180", (6, 6))
    (moved,) = game.told(events.ChargeMoved)
    assert [type(step) for step in moved.steps] == [Forward]
    assert shape(game, "Imperial Guard").x == pytest.approx(20.2 - BASE)


@pytest.mark.rule("eow.charge.maximise.models")
def test_models_that_fight_over_gaps_count_for_the_best_place() -> None:
    """Struck in the rear, where two of five places of the last rank are filled, all five files still face the enemy."""
    table = draw("Imperial Guard at 18,10 | 1 Empire of Sonnstahl/Handgunners @18,20,0 models=7 rear_from=0")
    places = best_places(table.battle, table.unit("Imperial Guard"), table.unit("Handgunners"), Arc.REAR)
    counts = {
        contact_count(table.battle, table.unit("Imperial Guard"), place, table.unit("Handgunners"), Arc.REAR)
        for place in places
    }
    assert counts == {10}


@pytest.mark.rule("eow.charge.maximise.models")
def test_where_a_friend_divides_the_facing_the_better_part_is_struck() -> None:
    """Right of the friend one Ogre could be touched, left of it two at once."""
    table = draw("Wizard at 18,10 | Mage at 15,10 | Tribesmen at 18,20 face 180")
    table.fight("Wizard", "Tribesmen", offset=1.5)
    found = arrivals(table.battle, table.unit("Mage"), table.unit("Tribesmen"), Arc.FRONT)
    assert {arrival.count for arrival in found} == {3}
    assert all(arrival.offset < 1.5 for arrival in found)


@pytest.mark.rule("eow.charge.maximise.free_choice")
def test_among_equal_places_the_owner_chooses() -> None:
    line = f"Wizard at 18,10 | {REST} | Handgunners at 18,20 face 180"
    for pick in range(3):
        game = draw(line).play(dice=[(6, 6)]).choose(unit="Wizard", target="Handgunners").choose("hold")
        question = game.question
        assert isinstance(question, Choose)
        assert question.topic == "charge place"
        assert question.seat == 0
        assert len(question.options) == 3
        wanted = question.options[pick].pose
        game.choose(str(pick))
        assert wanted is not None
        assert game.unit("Wizard").pose == settled(wanted)


@pytest.mark.rule("eow.charge.maximise.models", "eow.charge.maximise.free_choice")
def test_places_with_fewer_models_are_not_offered() -> None:
    line = f"Wizard at 18,10 | {REST} | Handgunners at 18,20 face 180"
    game = draw(line).play(dice=[(6, 6)]).choose(unit="Wizard", target="Handgunners").choose("hold")
    wizard, guns = game.unit("Wizard"), game.unit("Handgunners")
    places = [option.pose for option in game.options if option.pose is not None]
    counts = [contact_count(game.battle, wizard, rect(p.x, p.y, p.facing, BASE, BASE), guns, Arc.FRONT) for p in places]
    assert counts == [4, 4, 4]


def crowd(seed: int) -> Battle:
    """Eight units strewn over a board with rocks, looking about."""
    chance = Random(seed)
    names = (
        "Imperial Guard",
        "Electoral Cavalry",
        "Wizard",
        "Iron Orcs",
        "Handgunners",
        "Minotaurs",
        "Ghouls",
        "Fallen",
    )
    table = draw(
        "36x48 impassable 10,20 3x4 impassable 25,28 4x3 | "
        + " | ".join(f"{name} @{i * 4 + 3},2,0" for i, name in enumerate(names))
    )
    rocks = [rect(10, 20, 0, 3, 4), rect(25, 28, 0, 4, 3)]
    placed: list[Rect] = []
    for unit in table.battle.units:
        unit.seat = unit.id % 2
        width, depth = size(table.battle, unit)
        while True:
            at = rect(chance.uniform(1, 35), chance.uniform(12, 34), chance.uniform(0, 360), width, depth)
            if on_board(at, 36, 48) and all(distance(at, other) >= 0.3 for other in (*placed, *rocks)):
                break
        stand(unit, at)
        placed.append(at)
    return table.battle


def frames(start: Rect, arrival: Arrival) -> list[Rect]:
    """The charger at many moments of its way, aligning not included."""
    found = []
    for stop, step in zip(walk(start, arrival.path.steps), arrival.path.steps, strict=False):
        for share in range(41):
            if isinstance(step, Wheel):
                found.append(apply(stop, Wheel(step.degrees * share / 40)))
            elif isinstance(step, Forward):
                found.append(apply(stop, Forward(step.inches * share / 40)))
    return found


@pytest.mark.rule("eow.charge.declare.no_passing", "eow.charge.move.proximity", "eow.charge.move.one_wheel")
@pytest.mark.parametrize("seed", range(25))
def test_found_ways_pass_through_nothing_and_end_in_legal_contact(seed: int) -> None:
    battle = crowd(seed)
    rocks = [rect(10, 20, 0, 3, 4), rect(25, 28, 0, 4, 3)]
    for charger in battle.units:
        for target in battle.units:
            if charger.seat == target.seat or not target.on_table:
                continue
            start, goal = boundary(battle, charger), boundary(battle, target)
            side = arc_struck(battle, charger, start, goal)
            found = arrivals(battle, charger, target, side)
            assert not found or room(battle, charger, target, side)
            others = [boundary(battle, unit) for unit in battle.units if unit not in (charger, target)]
            for arrival in found:
                assert sum(isinstance(step, Wheel) for step in arrival.path.steps) <= 1
                assert abs(arrival.path.wheel) <= 90.0 + 1e-6
                for frame in frames(start, arrival):
                    assert front_on_board(frame, 36, 48)
                    assert not overlaps(frame, goal)
                    assert not any(overlaps(frame, other) for other in (*others, *rocks))
                at_rest = goal if arrival.target is None else arrival.target
                assert touches(arrival.path.arrived, goal) or arrival.target is not None
                assert touches(arrival.place, at_rest)
                if arrival.target is None:
                    assert legal_place(battle, charger, arrival.place, (target.id,))


def test_the_counts_along_a_facing_agree_with_counting_models() -> None:
    battle = crowd(3)
    for charger, target in pairwise(battle.units):
        for side in Arc:
            places = best_places(battle, charger, target, side)
            counts = {contact_count(battle, charger, place, target, side) for place in places}
            assert len(counts) <= 1
            for place in places:
                for step in range(-20, 21):
                    near = rect(
                        place.x + step * 0.1 * place.rx,
                        place.y + step * 0.1 * place.ry,
                        place.facing,
                        place.width,
                        place.depth,
                    )
                    if touches(near, boundary(battle, target)) and legal_place(battle, charger, near, (target.id,)):
                        assert contact_count(battle, charger, near, target, side) <= max(counts)


def test_a_combined_charge_looks_past_gaps_that_hold_no_wanted_place() -> None:
    # Where the archers may stand leaves the knights a gap too small for the contact they want.
    line = (
        "active=1 | 36x48 impassable 9,20 3x4 impassable 27,28 3x4 | 0 Dryads at 16.434937516,20.907521472 face 342.17"
        " | 1 Feudal Knights at 15.159,35.895 face 198.94 | 1 Lowborn Archers at 18.031,27.766 face 191.9"
        " | 1 Pegasus Knights at 23.847,32.39 face 182.32"
    )
    table = draw(line).set("Feudal Knights", target=0, target_arc=Arc.FRONT, declared=True)
    table.set("Lowborn Archers", target=0, target_arc=Arc.FRONT, declared=True)
    table.set("Pegasus Knights", target=0, target_arc=Arc.RIGHT, declared=True)
    game = table.play(dice=[(4, 3), (3, 6), (1, 1)], stage="move chargers").choose(unit="Lowborn Archers")
    assert game.topic == "charge place"
    game.choose("0")
    assert [foe.unit for foe in game.unit("Dryads").foes] == [2]
