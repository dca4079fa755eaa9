"""Pieces of terrain: what they are, what they do to moves, dangerous ground, and what a table should be like."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import Dicing, Fall, Play, Table, acts, draw, find, happen, regiment
from warhost.play import Moved, Setup
from warhost.players import start
from warhost.rulesets.regiments.chapters.terrain import generator, guidelines
from warhost.rulesets.regiments.core import nature, piece_of
from warhost.rulesets.regiments.core.scenery import scenery
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Back, Board, Feature, Forward, Pivot, Sidestep, Step

TEN = regiment(10)
FIVE = regiment(5)
ONE = regiment(1)


def on(ground: str, action: str = "rush", *, rules: tuple[str, ...] = (), dice: Dicing = ()) -> Play:
    """Five Pikes about to move on a table with that ground."""
    line = f"72x48 {ground} | Pikes at 30,20 | Foe at 65,45 face 180"
    table = draw(line, Pikes=regiment(5, rules=rules), Foe=TEN)
    return acts(table, "Pikes", dice).act("Pikes", action)


def is_of(kind: str) -> set[str]:
    return set(nature(kind).types)


@pytest.mark.rule("aofr.terrain.types_agreed", "aofr.terrain.open", "aofr.terrain.decorative")
def test_a_piece_without_a_type_is_open_ground() -> None:
    assert is_of("signpost") == set()
    assert is_of("decoration") == set()
    game = on("signpost 30,25 12x4").move(Forward(12))
    assert game.footprint("Pikes").y == pytest.approx(32.0)
    assert not game.rolls


@pytest.mark.rule("aofr.terrain.types_agreed", "aofr.terrain.multiple_types")
def test_pieces_may_have_several_types_and_more_may_be_agreed_on() -> None:
    assert is_of("cover_difficult") == {"cover", "difficult"}
    assert is_of("swamp_dangerous") == {"difficult", "dangerous"}
    assert is_of("forest") == {"cover", "difficult", "veil"}
    game = on("swamp_dangerous 30,25 12x2", dice=[(2, 2, 2, 2, 2)])
    assert game.refuses(Forward(7)) == "aofr.terrain.difficult"
    game.move(Forward(6))
    assert [roll.rule for roll in game.rolls] == ["aofr.terrain.dangerous_test"]


@pytest.mark.rule(
    "aofr.terrain.barricades", "aofr.terrain.buildings", "aofr.terrain.fields", "aofr.terrain.lakes",
    "aofr.terrain.lava", "aofr.terrain.mountains", "aofr.terrain.rubble", "aofr.terrain.swamps",
)  # fmt: skip
@pytest.mark.parametrize(
    ("kind", "types"),
    [
        ("barricade", {"cover"}),
        ("building", {"impassable", "blocking"}),
        ("field", {"difficult", "cover"}),
        ("lake", {"difficult"}),
        ("deep_lake", {"impassable"}),
        ("lava", {"dangerous"}),
        ("mountain", {"impassable", "blocking"}),
        ("rubble", {"difficult"}),
        ("swamp", {"difficult"}),
    ],
)
def test_the_guideline_pieces_have_their_types(kind: str, types: set[str]) -> None:
    assert is_of(kind) == types


@pytest.mark.rule("aofr.terrain.barricades")
def test_a_barricade_does_not_slow() -> None:
    assert on("barricade 30,25 8x1").move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.impassable", "aofr.terrain.buildings", "aofr.terrain.mountains", "aofr.terrain.lakes")
@pytest.mark.parametrize("piece", ["building", "mountain", "deep_lake", "impassable"])
def test_nobody_moves_through_impassable_ground_but_flyers(piece: str) -> None:
    assert on(f"{piece} 30,25 8x2").refuses(Forward(12)) == "aofr.terrain.impassable"
    assert on(f"{piece} 30,25 8x2", rules=("Flying",)).move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.impassable")
def test_one_may_pass_beside_impassable_ground_without_a_gap() -> None:
    assert on("building 36.5,25 8x2").move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.gap")
@pytest.mark.parametrize(("width", "refused"), [(1.0, ""), (1.2, "aofr.terrain.impassable")])
def test_gaps_up_to_an_inch_are_crossed_like_flat_ground(width: float, refused: str) -> None:
    game = on(f"chasm 30,25 20x{width}")
    if refused:
        assert game.refuses(Forward(12)) == refused
    else:
        game.move(Forward(12))
        assert game.footprint("Pikes").y == pytest.approx(32.0)


@pytest.mark.rule("aofr.terrain.no_overhang")
def test_nobody_ends_over_a_gap() -> None:
    game = on("chasm 30,25 20x0.8")
    # The front would be 0.3" over the gap, which begins at y = 24.6.
    assert game.refuses(Forward(4.4)) == "aofr.terrain.no_overhang"
    assert game.move(Forward(4.1)).game.over


@pytest.mark.rule("aofr.terrain.difficult", "aofr.terrain.swamps", "aofr.terrain.rubble", "aofr.terrain.fields")
@pytest.mark.parametrize("piece", ["swamp", "rubble", "field", "lake", "forest"])
def test_difficult_ground_caps_a_rush_at_six_inches(piece: str) -> None:
    game = on(f"{piece} 30,23 8x2")
    assert game.refuses(Forward(6.1)) == "aofr.terrain.difficult"
    assert game.move(Forward(6)).game.over
    assert on(f"{piece} 30,23 8x2", "advance").move(Forward(6)).game.over


@pytest.mark.rule("aofr.terrain.difficult")
def test_the_start_counts_one_model_is_enough_and_a_pivot_alone_does_not_count() -> None:
    assert on("swamp 32.4,20 0.5x0.5").refuses(Forward(7)) == "aofr.terrain.difficult"
    # In the turn the corner passes over the swamp behind the unit; the straight part does not.
    game = on("swamp 30,17.9 1x1")
    game.move(Forward(1), Pivot(90), Forward(11))
    assert game.footprint("Pikes").x == pytest.approx(41.0)


@pytest.mark.rule("aofr.terrain.difficult", "aofr.move.advance_sideways")
def test_half_of_the_capped_move_goes_back_or_aside() -> None:
    fast = on("swamp 30,20 12x4", "advance", rules=("Fast",))
    assert fast.refuses(Sidestep(3.5)) == "aofr.terrain.difficult"
    assert fast.refuses(Back(3.5)) == "aofr.terrain.difficult"
    assert fast.move(Sidestep(3)).game.over
    assert on("swamp 60,20 4x4", "advance", rules=("Fast",)).move(Sidestep(4)).game.over


@pytest.mark.rule("aofr.special.strider")
def test_striders_are_not_slowed_but_still_in_danger() -> None:
    game = on("swamp 30,23 8x2 lava 30,27 8x1", rules=("Strider",), dice=[(2, 2, 2, 2, 2)])
    game.move(Forward(12))
    assert game.footprint("Pikes").y == pytest.approx(32.0)
    assert [roll.dice for roll in game.rolls] == ["5D6"]


@pytest.mark.rule("aofr.terrain.hills")
def test_hills_slow_only_who_goes_up() -> None:
    up = on("hill 30,25 8x6")
    assert up.refuses(Forward(7)) == "aofr.terrain.difficult"
    down = on("hill 30,18 8x6")
    down.move(Forward(12))
    assert down.footprint("Pikes").y == pytest.approx(32.0)
    assert is_of("hill") == {"cover", "uphill", "lookout"}


@pytest.mark.rule("aofr.terrain.hills")
@pytest.mark.parametrize(
    ("hill", "step", "slowed"),
    [
        ("30,16.5 8x2.4", Back(4), True),
        ("30,22 8x6", Back(4), False),
        ("33.8,20 2.4x8", Sidestep(4), True),
        ("27,20 8x8", Sidestep(4), False),
        ("26.2,20 2.4x8", Sidestep(-4), True),
        ("33,20 8x8", Sidestep(-4), False),
    ],
)
def test_hills_slow_who_goes_up_backwards_or_aside(hill: str, step: Step, slowed: bool) -> None:
    # Half of a fast Advance is 4", half of the 6" of difficult ground is 3".
    game = on(f"hill {hill}", "advance", rules=("Fast",))
    if slowed:
        assert game.refuses(step) == "aofr.terrain.difficult"
    else:
        assert game.move(step).game.over


@pytest.mark.rule("aofr.terrain.difficult")
@pytest.mark.parametrize(("count", "slowed"), [(8, False), (10, True)])
def test_the_empty_places_of_a_short_row_are_not_slowed(count: int, slowed: bool) -> None:
    # The mud lies under the right end of the last row; of eight models three stand there, on the left.
    line = "72x48 swamp 31.5,19.4 1x0.6 | Pikes at 30,20 | Foe at 65,45 face 180"
    game = acts(draw(line, Pikes=regiment(count), Foe=TEN), "Pikes").act("Pikes", "rush")
    if slowed:
        assert game.refuses(Forward(12)) == "aofr.terrain.difficult"
    else:
        assert game.move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.elevated")
@pytest.mark.parametrize(("kind", "impassable"), [("block_tall31", True), ("block_tall30", False)])
def test_what_is_taller_than_three_inches_is_impassable(kind: str, impassable: bool) -> None:
    piece = piece_of(Feature(kind, 30, 25, 8, 3))
    assert piece.impassable is impassable
    assert piece.climbed is not impassable


@pytest.mark.rule("aofr.terrain.climb")
def test_climbing_costs_the_height_up_and_down() -> None:
    game = on("block_tall20 30,23.5 8x3")
    # 4" for up and down leave 8" of the Rush.
    assert game.refuses(Forward(8.1)) == "aofr.action.rush"
    game.move(Forward(8))
    assert game.footprint("Pikes").y == pytest.approx(28.0)
    top = on("block_tall20 30,23.5 8x3")
    assert top.move(Forward(3.5)).footprint("Pikes").y == pytest.approx(23.5)
    # 2" ahead, then to the right over the block: 8.5" and 4" for it.
    bent = on("block_tall20 34.5,22 3x8")
    assert bent.refuses(Forward(2), Pivot(90), Forward(6.5)) == "aofr.action.rush"
    elsewhere = on("block_tall20 50,40 8x3")
    assert elsewhere.move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.climb")
def test_flyers_do_not_climb() -> None:
    assert on("block_tall20 30,23.5 8x3", rules=("Flying",)).move(Forward(12)).game.over


@pytest.mark.rule("aofr.terrain.no_mid_climb")
def test_nobody_ends_part_way_up() -> None:
    game = on("block_tall20 30,23.5 8x3")
    assert game.refuses(Forward(2)) == "aofr.terrain.no_mid_climb"
    assert game.refuses(Forward(5)) == "aofr.terrain.no_mid_climb"
    assert game.move(Forward(1.5)).game.over


@pytest.mark.rule("aofr.terrain.low_ignored")
@pytest.mark.parametrize(("kind", "most"), [("block_tall10", 12.0), ("block_tall11", 9.8)])
def test_what_is_up_to_an_inch_tall_costs_nothing(kind: str, most: float) -> None:
    game = on(f"{kind} 30,23 8x1")
    if most < 12.0:
        assert game.refuses(Forward(most + 0.1)) == "aofr.action.rush"
    assert game.move(Forward(most)).game.over


@pytest.mark.rule("aofr.terrain.dangerous")
def test_each_model_that_crosses_dangerous_ground_tests() -> None:
    # The pool lies in the way of the four files on the left.
    game = on("lava 29.4,25 4x1", "advance", dice=[(2, 2, 2, 2)])
    game.move(Forward(6))
    assert [roll.dice for roll in game.rolls] == ["4D6"]


@pytest.mark.rule("aofr.terrain.dangerous_test")
def test_a_move_over_dangerous_ground_tells_the_wounds_to_expect() -> None:
    ask = on("lava 29.4,25 4x1", "advance").game.asked
    (odds,) = ask.risked(Moved("advance", (Forward(6),)))
    assert odds.value == pytest.approx(4 / 6)
    assert ask.risked(Moved("advance", (Forward(2),))) == ()
    assert ask.risked(Moved()) == ()


@pytest.mark.rule("aofr.terrain.dangerous", "aofr.terrain.lava")
def test_who_is_activated_in_dangerous_ground_tests_once_for_each_model() -> None:
    # Two models stand in it; moving on, those two are not tested again, but the others that cross it are.
    line = "72x48 lava 28.5,20 1.8x1 lava 30,23 8x1 | Pikes at 30,20 | Foe at 65,45 face 180"
    table = draw(line, Pikes=FIVE, Foe=TEN)
    game = acts(table, "Pikes", [(2, 2), (2, 2, 2)])
    assert [roll.dice for roll in game.rolls] == ["2D6"]
    game.act("Pikes", "rush").move(Forward(6))
    assert [roll.dice for roll in game.rolls] == ["2D6", "3D6"]


@pytest.mark.rule("aofr.terrain.dangerous", "aofr.terrain.rivers")
def test_who_is_activated_in_a_river_beside_lava_is_in_no_danger() -> None:
    line = "72x48 lava 28.5,20 1.8x1 river 31.5,20 1.8x1 | Pikes at 30,20 | Foe at 65,45 face 180"
    game = acts(draw(line, Pikes=FIVE, Foe=TEN), "Pikes", [(2, 2)])
    assert [(roll.dice, roll.need) for roll in game.rolls] == [("2D6", 2)]


@pytest.mark.rule("aofr.terrain.difficult", "aofr.special.slow")
def test_difficult_ground_makes_nobody_faster() -> None:
    game = on("swamp 30,23 8x2", "advance", rules=("Slow",))
    assert game.refuses(Forward(4.5)) == "aofr.action.advance"
    assert game.move(Forward(4)).game.over


@pytest.mark.rule("aofr.terrain.dangerous_test")
def test_every_1_is_a_wound_without_a_defense_roll() -> None:
    game = on("lava 30,25 8x1", "advance", dice=[(1, 2, 3, 1, 6)]).move(Forward(6))
    assert game.unit("Pikes").models == 3


@pytest.mark.rule("aofr.terrain.dangerous_test")
def test_tough_models_roll_as_many_dice_as_they_are_tough() -> None:
    line = "72x48 lava 30,24 8x1 | Giant at 30,20 | Foe at 65,45 face 180"
    table = draw(line, Giant=regiment(1, rules=["Tough(6)"]), Foe=TEN)
    dice: dict[str, Fall] = {"Dangerous": (1, 2, 3, 1, 5, 6), "": 6}
    game = acts(table, "Giant", dice).act("Giant", "advance").move(Forward(6))
    assert game.rolls[0].dice == "6D6"
    giant = game.unit("Giant")
    assert giant.models == 1
    assert giant.hurt == 2


@pytest.mark.rule("aofr.terrain.rivers", "aofr.terrain.ruins")
@pytest.mark.parametrize("piece", ["river", "ruins"])
def test_rivers_and_ruins_are_dangerous_only_for_a_rush_or_charge(piece: str) -> None:
    assert not on(f"{piece} 30,23 8x2", "advance").move(Forward(6)).rolls
    rushed = on(f"{piece} 30,23 8x2", dice=[(2, 2, 2, 2, 2)]).move(Forward(6))
    assert [roll.dice for roll in rushed.rolls] == ["5D6"]
    # Acting in it is no reason (AOFR-R113).
    assert not on(f"{piece} 30,20 8x2", "advance").stay().rolls
    assert is_of("ruins") == {"cover", "reckless"}
    assert is_of("river") == {"reckless"}


def table_of(kinds: list[str], side: float = 8.0) -> Board:
    """A table with such pieces in rows, 4" apart."""
    features = [Feature(kind, 6.0 + (i % 6) * 12.0, 8.0 + (i // 6) * 14.0, side, side) for i, kind in enumerate(kinds)]
    return Board(72.0, 48.0, tuple(features))


def advised(board: Board, **options: float) -> set[str]:
    return {advice.rule for advice in guidelines.advice(board, **options)}


GOOD = ["building", "forest", "forest", "field"] * 4


@pytest.mark.rule("aofr.setup.terrain_minimum", "aofr.terrain.count_guideline")
def test_ten_pieces_are_placed_and_fifteen_advised() -> None:
    assert "aofr.setup.terrain_minimum" in advised(table_of(GOOD[:9]))
    assert "aofr.setup.terrain_minimum" not in advised(table_of(GOOD[:10]))
    assert "aofr.terrain.count_guideline" in advised(table_of(GOOD[:14]))
    assert "aofr.terrain.count_guideline" not in advised(table_of(GOOD[:15]))


@pytest.mark.rule("aofr.setup.terrain_minimum")
def test_the_parts_of_one_piece_count_as_one() -> None:
    board = table_of(GOOD[:10])
    parts = tuple(msgspec.structs.replace(feature, name="hamlet") for feature in board.features[:2])
    assert "aofr.setup.terrain_minimum" in advised(
        msgspec.structs.replace(board, features=(*parts, *board.features[2:]))
    )


@pytest.mark.rule("aofr.terrain.coverage_guideline")
def test_a_quarter_of_the_table_is_terrain() -> None:
    # 864 square inches: 14 pieces of 8" are 896, 13 are 832.
    assert "aofr.terrain.coverage_guideline" not in advised(table_of(GOOD[:14]))
    assert "aofr.terrain.coverage_guideline" in advised(table_of(GOOD[:13]))


@pytest.mark.rule("aofr.terrain.half_block_los")
def test_half_of_the_pieces_block_sight() -> None:
    assert "aofr.terrain.half_block_los" not in advised(table_of(["building"] * 3 + ["forest"] * 3 + ["field"] * 6))
    assert "aofr.terrain.half_block_los" in advised(table_of(["building"] * 5 + ["field"] * 7))


@pytest.mark.rule("aofr.terrain.third_cover")
def test_a_third_of_the_pieces_gives_cover() -> None:
    assert "aofr.terrain.third_cover" not in advised(table_of(["barricade"] * 4 + ["building"] * 8))
    assert "aofr.terrain.third_cover" in advised(table_of(["barricade"] * 3 + ["building"] * 9))


@pytest.mark.rule("aofr.terrain.third_difficult")
def test_a_third_of_the_pieces_is_difficult() -> None:
    assert "aofr.terrain.third_difficult" not in advised(table_of(["swamp"] * 4 + ["building"] * 8))
    assert "aofr.terrain.third_difficult" in advised(table_of(["swamp"] * 3 + ["building"] * 9))


@pytest.mark.rule("aofr.terrain.size_small")
def test_scatter_measures_one_to_three_inches() -> None:
    def scatter(width: float, depth: float) -> set[str]:
        return advised(Board(72.0, 48.0, (Feature("barricade", 10, 10, width, depth),)))

    assert "aofr.terrain.size_small" in scatter(0.9, 2)
    assert not {"aofr.terrain.size_small", "aofr.terrain.size_large"} & scatter(1, 3)
    assert "aofr.terrain.size_large" in scatter(3.5, 3.5)


@pytest.mark.rule("aofr.terrain.size_large")
def test_large_features_measure_four_to_eight_inches_and_twelve_at_most() -> None:
    def large(width: float, depth: float) -> set[str]:
        return advised(Board(72.0, 48.0, (Feature("forest", 20, 20, width, depth),)))

    assert "aofr.terrain.size_large" not in large(4, 8)
    assert "aofr.terrain.size_large" not in large(12, 12)
    assert "aofr.terrain.size_large" in large(12.5, 8)
    assert "aofr.terrain.size_large" in large(3.5, 8)


@pytest.mark.rule("aofr.terrain.no_edge_to_edge")
def test_blockers_leave_no_line_from_edge_to_edge() -> None:
    across = Feature("building", 36, 24, 72, 1)
    along = Feature("building", 36, 24, 1, 48)
    assert "aofr.terrain.no_edge_to_edge" not in advised(Board(72.0, 48.0, (across, along)))
    assert "aofr.terrain.no_edge_to_edge" in advised(Board(72.0, 48.0, (across,)))
    low = msgspec.structs.replace(along, kind="field")
    assert "aofr.terrain.no_edge_to_edge" in advised(Board(72.0, 48.0, (across, low)))


@pytest.mark.rule("aofr.terrain.max_gap")
@pytest.mark.parametrize(("gap", "warned"), [(12.0, False), (13.0, True)])
def test_neighbouring_pieces_are_no_further_than_twelve_inches_apart(gap: float, warned: bool) -> None:
    board = Board(72.0, 48.0, (Feature("forest", 10, 10, 4, 4), Feature("forest", 14 + gap, 10, 4, 4)))
    assert ("aofr.terrain.max_gap" in advised(board)) is warned


@pytest.mark.rule("aofr.terrain.min_gap")
@pytest.mark.parametrize(("gap", "warned"), [(5.0, True), (6.0, False)])
def test_large_units_need_six_inches_between_pieces(gap: float, warned: bool) -> None:
    board = Board(72.0, 48.0, (Feature("forest", 10, 10, 4, 4), Feature("forest", 14 + gap, 10, 4, 4)))
    assert ("aofr.terrain.min_gap" in advised(board, widest=7.0)) is warned
    assert "aofr.terrain.min_gap" not in advised(board, widest=4.0)


@pytest.mark.rule("aofr.terrain.pick_dangerous")
def test_each_player_names_one_piece_that_is_dangerous_as_well() -> None:
    line = "72x48 forest 20,24 6x6 swamp 40,24 6x6 field 55,24 6x6 | Pikes at 5,5 | Foe at 65,45 face 180"
    game = happen(draw(line, Pikes=ONE, Foe=ONE), generator.name_dangerous, dice=[2, 6])
    assert game.question.seat == 1
    game.choose("0")
    assert game.question.seat == 0
    assert "0" not in game.keys
    game.choose("1")
    kinds = [set(piece.traits) for piece in scenery(game.battle).pieces]
    assert kinds == [is_of("forest") | {"dangerous"}, {"difficult", "dangerous"}, is_of("field")]


@pytest.mark.rule("aofr.terrain.pick_dangerous")
@pytest.mark.parametrize(
    ("table", "agreed", "named"),
    [("balanced", True, 2), ("balanced", False, 0), ("hospitable", True, 2), ("open", False, 0)],
)
def test_dangerous_pieces_are_named_when_the_table_is_set_up_if_that_is_agreed(
    table: str, agreed: bool, named: int
) -> None:
    setup = Setup(
        ruleset="aofr",
        armies=("Unburied Host", "Tallgrass Horde"),
        map=table,
        options={"name_dangerous": agreed},
    )
    game = start(RULESET, setup, "dangerous")
    seats = []
    while game.battle.phase == "setup" and game.asked.question.topic == "dangerous piece":
        seats.append(game.asked.question.seat)
        game.answer(game.asked.suggestions()[0])
    assert len(set(seats)) == len(seats) == named
    kinds = [feature.kind for feature in game.battle.scene.board.features]
    assert sum(kind.endswith("_dangerous") for kind in kinds) == named


def test_a_table_is_read_once_and_anew_when_it_changes() -> None:
    table: Table = draw("72x48 forest 20,24 6x6 | Pikes at 5,5", Pikes=ONE)
    assert scenery(table.battle) is scenery(table.battle)
    table.battle.scene = msgspec.structs.replace(table.battle.scene, board=Board(72.0, 48.0))
    assert scenery(table.battle).pieces == ()
    assert find(table.battle, "Pikes").models == 1
