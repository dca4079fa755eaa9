"""How terrain is placed: six styles and six restrictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.playing import refused_place
from tests.regiments.harness import Fall, Interlude, Play, draw, happen, refusal, regiment
from warhost.errors import WarhostError
from warhost.play import Placed, Setup
from warhost.players import start
from warhost.rulesets.regiments.chapters.terrain import placement, placers
from warhost.rulesets.regiments.chapters.terrain.battlefield import chosen
from warhost.rulesets.regiments.chapters.terrain.generator import Kinds
from warhost.rulesets.regiments.core import Settings, events
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Feature, Pose, board_problems, rect

FOOT = regiment(size=5)


def placing(style: str, dice: Any, count: int = 3, kinds: Kinds = ("lava",), board: str = "72x48") -> Interlude:
    """So many pieces are placed by a style; lava measures 6" by 6"."""
    table = draw(f"{board} | 0 A off | 1 B off", A=FOOT, B=FOOT)
    wanted: Sequence[Kinds] = [kinds] * count
    return happen(table, lambda battle: placers.WAYS[style](battle, wanted), dice)


def pieces(play: Play) -> list[tuple[float, float]]:
    return [(feature.x, feature.y) for feature in play.battle.scene.board.features]


@pytest.mark.rule("aofr.placement.table")
def test_a_die_picks_the_style() -> None:
    styles = ["random", "free", "restricted", "full_table", "two_halves", "six_squares"]
    assert [placement.style_on(die) for die in range(1, 7)] == styles
    table = draw("0 A off | 1 B off", Settings(placement="any"), A=FOOT, B=FOOT)
    play = happen(table, lambda battle: placers.place_all(battle, []), [4, 2, 5])
    assert play.value == "full_table"


def placed_by(play: Play) -> str:
    """Who places a piece, in turn, each at the first place that is suggested."""
    seats = ""
    while not play.game.over:
        if play.topic == "terrain":
            seats += "AB"[play.question.seat]
        play.answer(play.game.asked.suggestions()[0])
    return seats


@pytest.mark.rule("aofr.terrain.placers")
@pytest.mark.parametrize(("way", "seats"), [("alternately", "BABA"), ("one_player", "BBBB"), ("together", "BABA")])
def test_terrain_is_placed_by_one_by_both_or_in_turn_from_the_winner_of_a_roll_off(way: str, seats: str) -> None:
    play = placing(way, [2, 5], count=4)
    assert placed_by(play) == seats
    assert len(pieces(play)) == 4


@pytest.mark.rule("aofr.terrain.placers")
def test_without_a_style_pieces_lie_anywhere_but_on_each_other() -> None:
    play = placing("alternately", [2, 5], count=2).answer(Placed(Pose(3.0, 3.0, 0.0)))
    assert refused_place(play, 8.9, 3.0) == "aofr.terrain.placers"
    assert refused_place(play, 2.9, 20.0) == "aofr.terrain.placers"
    play.answer(Placed(Pose(9.0, 3.0, 0.0)))
    assert pieces(play) == [(3.0, 3.0), (9.0, 3.0)]


@pytest.mark.rule("aofr.terrain.placers")
def test_who_places_together_agrees_or_proposes_another_place() -> None:
    play = placing("together", [5, 2], count=1).answer(Placed(Pose(20.0, 20.0, 0.0)))
    assert (play.topic, play.question.seat, play.keys) == ("terrain agreed", 1, ["agree", "elsewhere"])
    assert pieces(play) == []
    play.choose("elsewhere")
    assert (play.topic, play.question.seat) == ("terrain", 1)
    play.answer(Placed(Pose(40.0, 20.0, 0.0)))
    assert play.question.seat == 0
    play.choose("agree")
    assert pieces(play) == [(40.0, 20.0)]


@pytest.mark.rule("aofr.terrain.placers", "aofr.general.dispute_roll")
@pytest.mark.parametrize(("die", "x"), [(3, 20.0), (4, 40.0)])
def test_if_nobody_gives_way_the_dispute_die_decides_where_a_piece_lies(die: int, x: float) -> None:
    play = placing("together", [5, 2, die], count=1).answer(Placed(Pose(20.0, 20.0, 0.0)))
    play.choose("elsewhere").answer(Placed(Pose(40.0, 20.0, 0.0))).choose("elsewhere")
    assert pieces(play) == [(x, 20.0)]


@pytest.mark.rule("aofr.terrain.placers", "aofr.setup.order")
def test_placing_together_is_the_first_part_of_a_battle() -> None:
    brought = ("lava",) * 10
    setup = Setup(
        ruleset="aofr",
        armies=("Unburied Host", "Tallgrass Horde"),
        options={"pieces": list(brought), "placement": "together"},
    )
    game = start(RULESET, setup, "together")
    topics = []
    while game.battle.stage == "brought terrain":
        topics.append(game.asked.question.topic)
        game.answer(game.asked.suggestions()[0])
    assert topics == ["terrain", "terrain agreed"] * 10
    assert len(game.battle.scene.board.features) == 10


@pytest.mark.rule("aofr.placement.pieces")
def test_players_bring_ten_pieces_or_more() -> None:
    with pytest.raises(WarhostError, match="9 pieces") as caught:
        chosen("", Settings(pieces=("forest",) * 9))
    assert caught.value.rule == "aofr.placement.pieces"
    assert chosen("", Settings(pieces=("forest",) * 10))[1] == "brought terrain"
    with pytest.raises(WarhostError, match='no piece of terrain "tree"'):
        chosen("", Settings(pieces=("tree",) * 10))


@pytest.mark.rule("aofr.placement.pieces")
def test_pieces_that_players_bring_are_placed() -> None:
    settings = Settings(pieces=("lava",) * 5 + ("wall",) * 5, mission="seize_ground")
    dice: dict[str, Fall] = {"Section of": [1, 3, 5], "Section towards": 6, "How far": (1, 1), "Roll-off": [2, 5]}
    play = draw("0 A off | 1 B off", settings, A=FOOT, B=FOOT).play(dice, stage="brought terrain", turn=0)
    kinds = {feature.kind for feature in play.battle.scene.board.features}
    assert kinds <= {"lava", "wall"}
    assert len(play.battle.scene.board.features) >= 3


@pytest.mark.rule("aofr.terrain.coverage_guideline", "aofr.terrain.half_block_los", "aofr.terrain.min_gap")
@pytest.mark.parametrize(("size", "crowded"), [(10, True), (1, False)])
def test_whoever_places_pieces_is_told_which_guidelines_the_table_misses(size: int, crowded: bool) -> None:
    settings = Settings(pieces=("lava",) * 10, placement="one_player")
    table = draw("0 A off | 1 B off", settings, A=regiment(size=size), B=regiment(size=size))
    dice: dict[str, Fall] = {"Roll-off": [6, 1, 6, 1], "Markers": 1}
    play = table.play(dice, stage="brought terrain", turn=0)
    for number in range(10):
        play.answer(Placed(Pose(8.0 + 10.5 * (number % 5), 12.0 + 20.0 * (number // 5), 0.0)))
    (told,) = play.told(events.TableAdvised)
    assert {"aofr.terrain.coverage_guideline", "aofr.terrain.half_block_los"} < {*told.rules}
    assert "aofr.setup.terrain_minimum" not in told.rules
    assert ("aofr.terrain.min_gap" in told.rules) is crowded
    assert "0 of 10 pieces block sight: half should." in told.texts


@pytest.mark.rule("aofr.placement.sections")
def test_the_table_has_six_sections_of_two_feet() -> None:
    battle = draw("0 A off", A=FOOT).battle
    assert [*placement.section_centres(battle)] == [(12, 12), (36, 12), (60, 12), (12, 36), (36, 36), (60, 36)]
    first, second, *_, last = placement.sections(battle)
    assert [*first.corners] == [(0, 0), (0, 24), (24, 24), (24, 0)]
    assert [*second.corners] == [(24, 0), (24, 24), (48, 24), (48, 0)]
    assert [*last.corners] == [(48, 24), (48, 48), (72, 48), (72, 24)]


@pytest.mark.rule("aofr.placement.random")
def test_a_piece_moves_from_one_section_towards_another() -> None:
    play = placing("random", [1, 3, (3, 4)], count=1)
    assert pieces(play) == [(19, 12)]


@pytest.mark.rule("aofr.placement.random")
def test_the_second_section_is_rolled_until_it_differs() -> None:
    play = placing("random", [1, 1, 1, 4, (1, 1)], count=1)
    assert pieces(play) == [(12, 14)]


@pytest.mark.rule("aofr.placement.random")
def test_a_piece_stops_six_inches_from_others() -> None:
    play = placing("random", [1, 3, (6, 6)], count=1, board="72x48 forest 33,12 6x6")
    ((_, _), (x, y)) = pieces(play)
    assert (x, y) == (21, 12)


@pytest.mark.rule("aofr.placement.random")
def test_a_piece_that_cannot_start_goes_to_the_first_place_it_can() -> None:
    play = placing("random", [1, 3, (6, 6)], count=1, board="72x48 forest 9,12 6x6")
    assert pieces(play)[1] == (21, 12)


@pytest.mark.rule("aofr.placement.random_remove")
def test_a_piece_without_a_place_on_its_way_is_removed() -> None:
    play = placing("random", [1, 3, (1, 1)], count=1, board="72x48 forest 12,12 6x6")
    assert pieces(play) == [(12, 12)]
    assert len(play.told(events.PieceRemoved)) == 1


@pytest.mark.rule("aofr.placement.restricted_1", "aofr.placement.restricted_3", "aofr.placement.restricted_4")
@pytest.mark.parametrize(
    ("face", "near", "far", "legal"),
    [(1, (36, 37), (36, 44), False), (3, (50, 24), (66, 24), False), (4, (48, 24), (66, 24), True)],
)
def test_a_piece_of_several_parts_is_where_its_nearest_part_is(
    face: int, near: tuple[float, float], far: tuple[float, float], legal: bool
) -> None:
    """A 6" by 6" piece lies on the table's centre."""
    table = draw("72x48 lava 36,24 6x6 | 0 A off | 1 B off", A=FOOT, B=FOOT)
    limit = placement.restriction(table.battle, face)
    parts = [rect(*point, 0.0, 4.0, 4.0) for point in (near, far)]
    for shapes in (tuple(parts), tuple(reversed(parts))):
        assert (limit(shapes) == "") == legal


@pytest.mark.rule("aofr.placement.random")
def test_a_piece_stops_six_inches_from_whichever_other_is_nearest() -> None:
    play = placing("random", [1, 3, (6, 6)], count=1, board="72x48 forest 33,12 6x6 forest 60,40 6x6 forest 4,40 4x4")
    assert pieces(play)[-1] == (21, 12)


@pytest.mark.rule("aofr.placement.free")
def test_players_take_turns_to_place_pieces_six_inches_apart() -> None:
    play = placing("free", [2, 5])
    assert play.question.seat == 1
    play.place(20, 20)
    assert play.question.seat == 0
    assert refused_place(play, 31.9, 20) == "aofr.placement.free"
    play.place(32, 20)
    assert play.question.seat == 1
    play.place(60, 40, 45)
    assert [feature.facing for feature in play.battle.scene.board.features] == [0, 0, 45]
    assert board_problems(play.battle.scene.board) == []


@pytest.mark.rule("aofr.placement.free_remove")
def test_a_piece_for_which_there_is_no_room_is_removed_and_the_turn_passes() -> None:
    full = "72x48 forest 36,24 61x37"
    play = placing("free", [2, 5], count=2, board=full)
    assert play.game.over
    assert len(play.told(events.PieceRemoved)) == 2


def restricted(face: int, count: int = 4, board: str = "72x48") -> Interlude:
    return placing("restricted", [face, 2, 5], count, board=board)


@pytest.mark.rule("aofr.placement.restricted_table")
def test_a_die_picks_a_restriction_that_holds_besides_the_spacing() -> None:
    play = restricted(2)
    assert refused_place(play, 20, 12) == "aofr.placement.restricted_2"
    play.place(20, 20)
    assert refused_place(play, 31, 20) == "aofr.placement.restricted_2"
    assert "6" in str(refusal(play, Placed(Pose(31, 20, 0))))
    play.place(32, 20)


@pytest.mark.rule("aofr.placement.restricted_1")
def test_restriction_one_keeps_the_middle_free() -> None:
    play = restricted(1)
    assert refused_place(play, 50, 24) == "aofr.placement.restricted_1"
    play.place(51.5, 24)
    assert len(pieces(play)) == 1


@pytest.mark.rule("aofr.placement.restricted_2")
def test_restriction_two_keeps_the_edges_free() -> None:
    play = restricted(2)
    assert refused_place(play, 22, 13) == "aofr.placement.restricted_2"
    assert refused_place(play, 22, 15) == "aofr.placement.restricted_2"
    play.place(22, 16)
    assert len(pieces(play)) == 1


@pytest.mark.rule("aofr.placement.restricted_3")
def test_restriction_three_puts_the_first_in_the_middle_and_others_away() -> None:
    play = restricted(3)
    assert pieces(play) == [(36, 24)]
    assert play.question.seat == 0
    assert refused_place(play, 54, 24) == "aofr.placement.restricted_3"
    play.place(54.1, 24)


@pytest.mark.rule("aofr.placement.restricted_4")
def test_restriction_four_puts_each_near_another() -> None:
    play = restricted(4)
    assert pieces(play) == [(36, 24)]
    assert refused_place(play, 51.1, 24) == "aofr.placement.restricted_4"
    play.place(51, 24)
    assert refused_place(play, 67, 24) == "aofr.placement.restricted_4"
    play.place(65, 24)
    assert len(pieces(play)) == 3


@pytest.mark.rule("aofr.placement.restricted_5")
def test_restriction_five_uses_every_corner_first() -> None:
    play = restricted(5, count=5)
    assert refused_place(play, 36, 24) == "aofr.placement.restricted_5"
    play.place(3, 3).place(68, 4)
    # 12" from a corner that has its piece already, and 6" from that piece.
    assert refused_place(play, 15, 3) == "aofr.placement.restricted_5"
    play.place(4, 44).place(68, 44).place(36, 24)
    assert len(pieces(play)) == 5


@pytest.mark.rule("aofr.placement.restricted_5")
@pytest.mark.parametrize(("x", "y"), [(3, 15), (15, 3), (69, 15), (57, 3), (3, 33), (15, 45), (69, 33), (57, 45)])
def test_twelve_inches_are_no_further_from_a_corner_than_allowed(x: float, y: float) -> None:
    restricted(5).place(x, y)
    beyond = (x, y + 0.1 if y < 24 else y - 0.1) if x in (3, 69) else (x + 0.1 if x < 36 else x - 0.1, y)
    assert refused_place(restricted(5), *beyond) == "aofr.placement.restricted_5"


@pytest.mark.rule("aofr.placement.two_halves", "aofr.placement.six_squares", "aofr.placement.free")
@pytest.mark.parametrize("style", ["two_halves", "six_squares", "free"])
def test_all_parts_of_a_piece_lie_where_it_must_lie(style: str) -> None:
    """Three rocks of 2" by 2": the second is 3" to the east of the first, the third 3" to the north between them."""
    play = placing(style, [5, 2, 1], count=1, kinds=("small_rocks",))
    if style == "two_halves":
        play.choose("south-east")
        assert refused_place(play, 37, 24.5) == "aofr.placement.two_halves"
    elif style == "six_squares":
        assert refused_place(play, 22.5, 12) == "aofr.placement.six_squares"
        assert refused_place(play, 12, 22.5) == "aofr.placement.six_squares"
    else:
        assert refused_place(play, 70, 24) == "aofr.placement.free"
        assert refused_place(play, 36, 46.5) == "aofr.placement.free"
    play.place(*{"two_halves": (45, 12), "six_squares": (12, 12), "free": (36, 24)}[style])
    assert play.battle.scene.board.features


@pytest.mark.rule("aofr.placement.restricted_6")
def test_restriction_six_uses_every_quarter_first() -> None:
    play = restricted(6, count=5)
    play.place(10, 10)
    assert refused_place(play, 30, 10) == "aofr.placement.restricted_6"
    play.place(60, 10).place(10, 40)
    assert refused_place(play, 30, 10) == "aofr.placement.restricted_6"
    play.place(60, 40).place(30, 10)
    assert len(pieces(play)) == 5


@pytest.mark.rule("aofr.placement.full_table")
def test_one_player_places_everything_away_from_the_edges() -> None:
    play = placing("full_table", [2, 5])
    assert refused_place(play, 8, 20) == "aofr.placement.full_table"
    play.place(9, 20)
    assert play.question.seat == 1
    assert refused_place(play, 20.9, 20) == "aofr.placement.full_table"
    play.place(21, 20)
    assert play.question.seat == 1


@pytest.mark.rule("aofr.placement.full_table_side")
def test_the_other_player_picks_the_side_but_the_winner_of_the_roll_off_deploys_first() -> None:
    assert placing("full_table", [5, 2], count=0).battle.side_chooser == 1
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT).having(side_chooser=1)
    play = table.play([5, 2], stage="roll off", turn=0)
    assert (play.topic, play.question.seat) == ("side", 1)
    play.choose("south")
    assert play.battle.edges == ("north", "south")
    assert (play.question.seat, play.battle.first) == (0, 0)


@pytest.mark.rule("aofr.placement.two_halves_line")
def test_the_winner_picks_a_diagonal_and_a_half_and_begins() -> None:
    play = placing("two_halves", [5, 2])
    assert (play.topic, play.question.seat) == ("half", 0)
    assert play.keys == ["south-east", "north-west", "south-west", "north-east"]
    play.choose("south-east")
    assert play.question.seat == 0
    assert refused_place(play, 20, 30) == "aofr.placement.two_halves"
    play.place(50, 15)
    assert play.question.seat == 1


@pytest.mark.rule("aofr.placement.two_halves")
def test_players_fill_their_own_halves() -> None:
    play = placing("two_halves", [5, 2]).choose("south-east")
    assert refused_place(play, 36, 24) == "aofr.placement.two_halves"
    assert refused_place(play, 60, 8) == "aofr.placement.two_halves"
    play.place(60, 9)
    assert refused_place(play, 50, 15) == "aofr.placement.two_halves"
    play.place(20, 39)
    assert refused_place(play, 49, 9) == "aofr.placement.two_halves"
    play.place(48, 9)
    assert len(pieces(play)) == 3


@pytest.mark.rule("aofr.placement.six_squares")
def test_each_piece_goes_into_the_section_that_is_rolled() -> None:
    play = placing("six_squares", [2, 5, 3, 4, 1])
    assert play.question.seat == 1
    assert refused_place(play, 40, 12) == "aofr.placement.six_squares"
    assert refused_place(play, 50, 12) == "aofr.placement.six_squares"
    play.place(60, 12)
    assert play.question.seat == 0
    play.place(12, 36)
    assert refused_place(play, 60, 12) == "aofr.placement.six_squares"
    assert play.question.seat == 1


@pytest.mark.rule("aofr.placement.six_squares_remove")
def test_a_piece_for_which_its_section_has_no_room_is_removed() -> None:
    play = placing("six_squares", [2, 5, 3, 4], count=2, board="72x48 forest 60,12 20x20")
    assert [event.what for event in play.told(events.PieceRemoved)] == ["lava"]
    assert play.question.seat == 0
    play.place(12, 36)
    assert len(pieces(play)) == 2


def test_the_placer_chooses_between_kinds() -> None:
    """AOFR-R119."""
    play = placing("free", [2, 5], count=1, kinds=("forest", "field"))
    assert (play.topic, play.question.seat, play.keys) == ("piece", 1, ["forest", "field"])
    play.choose("field").place(20, 20)
    assert play.battle.scene.board.features == (Feature("field", 20, 20, 8, 6, 0, "field 1"),)
