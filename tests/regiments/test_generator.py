"""Terrain generators: the pieces of the four planes, and what they are."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import msgspec
import pytest

from tests.regiments.harness import Faces, Play, carried_out, draw, happen, refusal, regiment
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.field.ground.laying import pieces_of
from warhost.play import Game, Moved, Setup
from warhost.play.game import luck_of
from warhost.rulesets.regiments.chapters.terrain import generator
from warhost.rulesets.regiments.chapters.terrain.battlefield import chosen, layouts, names
from warhost.rulesets.regiments.chapters.terrain.generator import decide, generate, planes
from warhost.rulesets.regiments.chapters.terrain.guidelines import advice
from warhost.rulesets.regiments.chapters.terrain.pieces import bridges_of, kinds, most_bridges, prop
from warhost.rulesets.regiments.chapters.terrain.placement import STYLES
from warhost.rulesets.regiments.core import Battle, Scene, Settings, events, nature, unit_sees
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Feature, Forward, Pose, board_problems, distance, feature_rect

FOOT = regiment(size=5)


def types(kind: str) -> set[str]:
    return set(nature(kind).types)


def on_table(plane: str, total: int) -> tuple[str, ...]:
    """Between which kinds the placer chooses if 2D6 give so much."""
    faces = (total - 6, 6) if total > 6 else (total - 1, 1)
    found: list[tuple[str, ...]] = carried_out(generate(planes()[plane]), [(1, 1), faces, faces]).value
    assert len(found) == 9
    return found[-1]


def kind_on(plane: str, total: int) -> str:
    """The kind of piece that 2D6 give; there must be only one."""
    (kind,) = on_table(plane, total)
    return kind


@pytest.mark.rule("aofr.generator.planes")
def test_there_are_four_planes_and_each_goes_with_any_placement() -> None:
    assert list(planes()) == ["generic", "hospitable", "wasteland", "death"]
    for plane in planes():
        for style in STYLES:
            assert chosen(plane, Settings(placement=style))[1] == f"{plane} terrain"


@pytest.mark.rule("aofr.generator.two_steps")
@pytest.mark.parametrize(("dice", "count"), [((1, 1), 9), ((3, 3), 11), ((1, 5), 11), ((6, 6), 13)])
def test_seven_fixed_pieces_and_2d3_more(dice: tuple[int, int], count: int) -> None:
    more = count - 7
    for plane in planes().values():
        done = carried_out(generate(plane), [dice, *[(3, 4)] * more])
        assert len(done.value) == count
        assert [roll.dice for roll in done.rolls] == ["2D3", *["2D6"] * more]


def fixed(plane: str) -> Counter[tuple[str, ...]]:
    return Counter(planes()[plane].fixed)


@pytest.mark.rule("aofr.generator.generic.base")
def test_the_fixed_pieces_of_generic_planes() -> None:
    assert fixed("generic") == {("barricade",): 2, ("forest", "field"): 2, ("sight_blocker",): 3}
    assert types("sight_blocker") == {"impassable", "blocking"}


@pytest.mark.rule("aofr.generator.generic.table")
def test_the_table_of_generic_planes() -> None:
    table = [kind_on("generic", total) for total in range(2, 13)]
    assert table == [
        *["hill"] * 2,
        "ruins",
        "field",
        *["barricade"] * 3,
        "forest",
        "sight_blocker",
        *["lake"] * 2,
    ]


@pytest.mark.rule("aofr.generator.generic.dangerous")
def test_players_take_turns_to_pick_dangerous_pieces() -> None:
    board = "72x48 forest 10,24 8x6 hill 26,24 8x6 field 42,24 8x6 lake 58,24 8x6"
    table = draw(f"{board} | 0 A off | 1 B off", A=FOOT, B=FOOT)
    play = happen(table, lambda battle: generator.pick_dangerous(battle, "D3"), [5, 2, 3, 1])
    seats = []
    while not play.game.over:
        seats.append(play.question.seat)
        play.decline()
    assert seats == [0, 1, 0]
    kinds_now = [feature.kind for feature in play.battle.scene.board.features]
    assert kinds_now == ["forest_dangerous", "hill_dangerous", "field_dangerous", "lake"]
    assert types("forest_dangerous") == types("forest") | {"dangerous"}


@pytest.mark.rule("aofr.generator.generic.dangerous", "aofr.terrain.pick_dangerous")
@pytest.mark.parametrize("how", ["dice", "one each"])
def test_the_piece_that_a_player_names_is_dangerous_and_is_named_once(how: str) -> None:
    table = draw("72x48 forest 10,24 8x6 hill 26,24 8x6 field 42,24 8x6 | 0 A off | 1 B off", A=FOOT, B=FOOT)
    if how == "dice":
        play = happen(table, lambda battle: generator.pick_dangerous(battle, "D3"), [5, 2, 1, 1])
    else:
        play = happen(table, generator.name_dangerous, [5, 2])
    assert [option.label for option in play.options] == ["forest at 10, 24", "hill at 26, 24", "field at 42, 24"]
    play.choose(play.keys[2])
    assert [option.label for option in play.options] == ["forest at 10, 24", "hill at 26, 24"]
    play.choose(play.keys[1])
    kinds_now = [feature.kind for feature in play.battle.scene.board.features]
    assert kinds_now == ["forest", "hill_dangerous", "field_dangerous"]


@pytest.mark.rule("aofr.generator.generic.dangerous")
def test_a_group_of_small_pieces_is_picked_as_one() -> None:
    rocks = prop("small_rocks").features(Pose(20, 20, 0), "small rocks 1")
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT)
    table.battle.scene = _with(table.battle, rocks)
    play = happen(table, lambda battle: generator.pick_dangerous(battle, "D3"), [5, 2, 1, 1])
    assert {feature.kind for feature in play.battle.scene.board.features} == {"small_rocks_dangerous"}


def _with(battle: Battle, features: tuple[Feature, ...]) -> Scene:
    board = msgspec.structs.replace(battle.scene.board, features=features)
    return msgspec.structs.replace(battle.scene, board=board)


@pytest.mark.rule("aofr.generator.hospitable.base")
def test_the_fixed_pieces_of_hospitable_planes() -> None:
    assert fixed("hospitable") == {
        ("wall", "fence"): 2,
        ("plane_hill", "plantation"): 2,
        ("forest", "building"): 3,
    }
    assert types("plantation") == types("forest")
    assert types("fence") == types("wall")


@pytest.mark.rule("aofr.generator.hospitable.table")
def test_the_table_of_hospitable_planes() -> None:
    assert [on_table("hospitable", total) for total in range(2, 13)] == [
        ("deep_lake",),
        ("shallow_river",),
        ("tall_crops",),
        ("ruins",),
        ("forest", "plantation"),
        ("plane_hill", "forest", "tall_crops"),
        ("plane_hill",),
        ("wall", "fence"),
        ("building",),
        ("small_buildings",),
        ("steep_hill",),
    ]


@pytest.mark.rule("aofr.generator.wasteland.base")
def test_the_fixed_pieces_of_wastelands() -> None:
    assert fixed("wasteland") == {("dunes",): 2, ("large_rock", "crater"): 2, ("building", "toxic_smog"): 3}


@pytest.mark.rule("aofr.generator.wasteland.table")
def test_the_table_of_wastelands() -> None:
    assert [on_table("wasteland", total) for total in range(2, 13)] == [
        ("toxic_river",),
        ("sludge_stream",),
        ("sludge_field",),
        ("ruins",),
        ("large_rock", "small_rocks"),
        ("dunes",),
        ("crater",),
        ("toxic_smog",),
        ("building",),
        ("mine_field",),
        ("small_buildings",),
    ]


@pytest.mark.rule("aofr.generator.death.base")
def test_the_fixed_pieces_of_death_planes() -> None:
    assert fixed("death") == {
        ("overgrown_ruins",): 2,
        ("deadly_vegetation", "plane_hill"): 2,
        ("dense_vegetation", "steep_hill"): 3,
    }


@pytest.mark.rule("aofr.generator.death.table")
def test_the_table_of_death_planes() -> None:
    assert [on_table("death", total) for total in range(2, 13)] == [
        ("death_marsh",),
        ("crumbly_rock",),
        ("overgrown_ruins",),
        ("deadly_vegetation",),
        ("dense_vegetation",),
        ("dense_vegetation", "plane_hill"),
        ("plane_hill",),
        ("small_buildings",),
        ("steep_hill",),
        ("beast_lair",),
        ("quicksand",),
    ]


def row(plane: str, total: int, *told: str) -> Any:
    rule = pytest.mark.rule(f"aofr.generator.{plane}.r{total}")
    return pytest.param(plane, total, set(told), marks=rule, id=f"{plane} {total}")


@pytest.mark.parametrize(
    ("plane", "total", "told"),
    [
        row("hospitable", 2, "impassable"),
        row("hospitable", 3, "difficult"),
        row("hospitable", 4, "difficult", "cover"),
        row("hospitable", 5, "cover", "reckless"),
        row("hospitable", 6, "difficult", "cover", "veil"),
        row("hospitable", 8, "cover", "lookout"),
        row("hospitable", 9, "cover", "difficult"),
        row("hospitable", 10, "impassable", "blocking"),
        row("hospitable", 11, "impassable", "blocking"),
        row("hospitable", 12, "cover", "uphill", "lookout"),
        row("wasteland", 2, "difficult", "dangerous"),
        row("wasteland", 3, "dangerous"),
        row("wasteland", 4, "difficult"),
        row("wasteland", 5, "cover", "reckless"),
        row("wasteland", 6, "impassable", "blocking"),
        row("wasteland", 7, "cover", "lookout"),
        row("wasteland", 8, "cover"),
        row("wasteland", 9, "cover", "dangerous", "veil"),
        row("wasteland", 10, "impassable", "blocking"),
        row("wasteland", 11, "dangerous"),
        row("wasteland", 12, "impassable", "blocking"),
        row("death", 2, "difficult", "dangerous"),
        row("death", 3, "difficult"),
        row("death", 4, "difficult", "cover"),
        row("death", 5, "difficult", "cover", "dangerous"),
        row("death", 6, "difficult", "cover", "veil"),
        row("death", 8, "cover", "lookout"),
        row("death", 9, "impassable", "blocking"),
        row("death", 10, "cover", "uphill", "lookout"),
        row("death", 11, "dangerous"),
        row("death", 12, "reckless"),
    ],
)
def test_what_the_pieces_of_a_plane_are(plane: str, total: int, told: set[str]) -> None:
    for kind in on_table(plane, total):
        assert types(kind) == told


def pieces_on(plane: str, total: int, *named: str) -> Any:
    rule = pytest.mark.rule(f"aofr.generator.{plane}.r{total}")
    return pytest.param(plane, total, named, marks=rule, id=f"{plane} {total}")


@pytest.mark.parametrize(
    ("plane", "total", "named"),
    [
        pieces_on("hospitable", 6, "forest", "plantation"),
        pieces_on("hospitable", 9, "wall", "fence"),
        pieces_on("hospitable", 10, "building"),
        pieces_on("hospitable", 11, "small_buildings"),
        pieces_on("wasteland", 6, "large_rock", "small_rocks"),
        pieces_on("wasteland", 10, "building"),
        pieces_on("wasteland", 12, "small_buildings"),
        pieces_on("death", 9, "small_buildings"),
    ],
)
def test_which_pieces_of_one_nature_a_row_gives(plane: str, total: int, named: tuple[str, ...]) -> None:
    assert on_table(plane, total) == named


@pytest.mark.rule("aofr.generator.hospitable.r7", "aofr.generator.death.r7")
@pytest.mark.parametrize(
    ("plane", "pick", "like"),
    [("hospitable", "tall_crops", 4), ("hospitable", "plane_hill", 8), ("death", "plane_hill", 8)],
)
def test_on_a_seven_the_placer_chooses(plane: str, pick: str, like: int) -> None:
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT)
    play = happen(table, lambda _: decide(on_table(plane, 7), 1))
    assert play.question.seat == 1
    play.choose(pick)
    assert play.value.kind == kind_on(plane, like)


@pytest.mark.rule("aofr.generator.hospitable.r7", "aofr.generator.death.r7")
def test_a_die_chooses_if_nobody_places_the_piece() -> None:
    picked = [carried_out(decide(on_table("hospitable", 7), None), [die]).value.kind for die in (1, 3, 6)]
    assert picked == ["plane_hill", "forest", "tall_crops"]


def rush(kind: str, inches: float = 12.0, dice: Any = ()) -> Play:
    """A unit rushes straight across a piece; it is 8" wide and begins 2" before it."""
    line = f"72x48 {kind} 36,14 8x6 | 0 A at 36,8.5 | 1 B at 60,44 face 180"
    return draw(line, A=FOOT, B=FOOT).play(dice).act("A", "rush").move(Forward(inches))


def rush_is_capped(kind: str) -> bool:
    line = f"72x48 {kind} 36,14 8x6 | 0 A at 36,8.5 | 1 B at 60,44 face 180"
    play = draw(line, A=FOOT, B=FOOT).play().act("A", "rush")
    return "difficult" in (refusal(play, Moved("rush", (Forward(8.0),))).rule or "")


@pytest.mark.rule("aofr.generator.hospitable.r8", "aofr.generator.death.r8")
def test_a_hill_of_a_plane_does_not_slow_who_goes_up() -> None:
    assert rush("plane_hill", 4.0).unit("A").pose == Pose(36, 12.5, 0)
    assert rush("plane_hill", 12.0).unit("A").pose == Pose(36, 20.5, 0)


@pytest.mark.rule("aofr.generator.hospitable.r9")
def test_a_fence_slows_who_crosses_it() -> None:
    assert rush_is_capped("fence")
    assert rush_is_capped("wall")


@pytest.mark.rule("aofr.generator.hospitable.r12", "aofr.generator.death.r10")
def test_a_steep_hill_slows_who_goes_up() -> None:
    assert rush_is_capped("steep_hill")


@pytest.mark.rule("aofr.generator.hospitable.r5", "aofr.generator.wasteland.r5", "aofr.generator.death.r12")
@pytest.mark.parametrize("kind", ["ruins", "quicksand"])
def test_ruins_and_quicksand_are_dangerous_for_who_rushes(kind: str) -> None:
    assert len(rush(kind, dice=[(2, 2, 2, 2, 2)]).told(events.DangerousTest)) == 1
    line = f"72x48 {kind} 36,14 8x6 | 0 A at 36,8.5 | 1 B at 60,44 face 180"
    play = draw(line, A=FOOT, B=FOOT).play().act("A", "advance").move(Forward(6))
    assert not play.told(events.DangerousTest)


@pytest.mark.rule("aofr.generator.death.r4")
def test_overgrown_ruins_are_not_dangerous() -> None:
    line = "72x48 overgrown_ruins 36,14 8x6 | 0 A at 36,8.5 | 1 B at 60,44 face 180"
    play = draw(line, A=FOOT, B=FOOT).play().act("A", "rush").move(Forward(6))
    assert not play.told(events.DangerousTest)


@pytest.mark.rule("aofr.generator.wasteland.r9")
def test_nobody_sees_through_smog_but_into_it() -> None:
    def seen(line: str) -> bool:
        battle = draw(f"72x48 toxic_smog 36,20 12x6 | {line}", A=FOOT, B=FOOT).battle
        return unit_sees(battle, battle.units[0], battle.units[1])

    assert not seen("0 A at 36,10 | 1 B at 36,30 face 180")
    assert seen("0 A at 36,10 | 1 B at 36,20 face 180")
    assert len(rush("toxic_smog", dice=[(2, 2, 2, 2, 2)]).told(events.DangerousTest)) == 1


def group(kind: str) -> list[Feature]:
    return list(prop(kind).features(Pose(20, 20, 0), kind))


@pytest.mark.rule(
    "aofr.generator.hospitable.r11",
    "aofr.generator.wasteland.r7",
    "aofr.generator.wasteland.r12",
    "aofr.generator.death.r9",
    "aofr.generator.wasteland.r6",
)
@pytest.mark.parametrize("kind", ["small_buildings", "dunes", "small_rocks"])
def test_groups_have_three_small_footprints_an_inch_or_two_apart(kind: str) -> None:
    parts = group(kind)
    assert len(parts) == 3
    assert all(2 <= side <= 3 for part in parts for side in (part.width, part.depth))
    shapes = [feature_rect(part) for part in parts]
    assert all(1 <= distance(one, other) <= 2 for one, other in combinations(shapes, 2))
    assert all(abs(x - 20) <= 3 and abs(y - 20) <= 3 for shape in shapes for x, y in shape.corners)
    assert {part.name for part in parts} == {kind}


@pytest.mark.rule("aofr.generator.wasteland.r6", "aofr.generator.hospitable.r10", "aofr.generator.wasteland.r10")
@pytest.mark.parametrize("kind", ["large_rock", "building"])
def test_large_pieces_are_one_footprint(kind: str) -> None:
    (part,) = group(kind)
    assert min(part.width, part.depth) >= 4


@pytest.mark.rule("aofr.generator.hospitable.r3_bridge", "aofr.generator.wasteland.r2_bridge")
@pytest.mark.parametrize(("length", "bridges"), [(50.0, 2), (48.0, 2), (24.0, 1), (23.0, 0)])
def test_one_bridge_for_each_full_24_inches_of_a_river(length: float, bridges: int) -> None:
    assert most_bridges(length) == bridges


@pytest.mark.rule(
    "aofr.generator.hospitable.r3_bridge", "aofr.generator.wasteland.r2_bridge", "aofr.generator.wasteland.r3"
)
@pytest.mark.parametrize("kind", ["shallow_river", "toxic_river", "sludge_stream"])
def test_the_placer_may_have_a_bridge_across_running_water(kind: str) -> None:
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT)
    play = happen(table, lambda _: decide((kind,), 0))
    assert (play.topic, play.keys) == ("bridges", ["1", "0"])
    play.choose("1")
    west, east = play.value.parts
    assert 3 <= east.right - west.right - (west.width + east.width) / 2 <= 6
    without = happen(table, lambda _: decide((kind,), 0))
    without.choose("0")
    assert sum(part.width for part in without.value.parts) == 24


def test_a_long_piece_lies_in_equal_parts_around_its_middle_with_gaps_for_bridges_alone() -> None:
    whole = [(part.right - part.width / 2, part.right + part.width / 2) for part in prop("shallow_river").parts]
    assert whole == [(-12, 0), (0, 12)]
    (left, west), (east, right) = (
        (part.right - part.width / 2, part.right + part.width / 2) for part in prop("shallow_river", 1).parts
    )
    assert (left, right) == (-12, 12)
    assert 0 < east == -west


def test_other_pieces_have_no_bridges() -> None:
    assert [kind for kind in kinds() if bridges_of(kind)] == ["shallow_river", "sludge_stream", "toxic_river"]


def test_every_piece_has_types_of_its_own() -> None:
    table = {kind for plane in planes().values() for told in (*plane.fixed, *plane.table.values()) for kind in told}
    for kind in table:
        assert types(kind), kind
        assert prop(kind).parts


def generated(name: str, seed: int, **options: Any) -> Battle:
    """The battle after its table was set up at random, whoever places it."""
    setup = Setup(ruleset="aofr", armies=tuple(RULESET.armies()[:2]), map=name, options=options)
    game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance(seed)))
    chance = Chance(seed + 1000)
    while not any(isinstance(event, events.TerrainSetUp) for event in game.events):
        game.answer(game.asked.sample(chance))
    battle = game.battle
    assert isinstance(battle, Battle)
    return battle


@pytest.mark.rule("aofr.generator.planes", "aofr.generator.two_steps")
@pytest.mark.parametrize("name", planes())
@pytest.mark.parametrize("style", STYLES)
def test_generated_tables_have_all_their_pieces_and_none_overlaps(name: str, style: str) -> None:
    board = generated(name, seed=len(style), placement=style).scene.board
    # Seven, and 2D3 more; but pieces that dice place are taken away where there is no room.
    assert len(pieces_of(board.features)) >= (4 if style == "random" else 9)
    assert board_problems(board) == []


@pytest.mark.rule("aofr.terrain.count_guideline", "aofr.terrain.no_edge_to_edge")
@pytest.mark.parametrize("number", range(6))
@pytest.mark.parametrize("mirrored", [1, 6])
@pytest.mark.parametrize("kind", [1, 6])
def test_balanced_tables_keep_to_the_guidelines(number: int, mirrored: int, kind: int) -> None:
    layout = layouts().layout[number]
    count = len(layout.blockers) + len(layout.open)
    table = draw("0 A off | 1 B off", A=FOOT, B=FOOT).having(stage="balanced terrain", turn=0, mission="duel")
    dice: list[Faces] = [number + 1, mirrored, (kind,) * count, 1, 1, 6]
    board = table.play(dice).battle.scene.board
    assert advice(board) == []
    assert board_problems(board) == []


def test_maps_for_a_quick_battle() -> None:
    assert names() == ("balanced", "generic", "hospitable", "wasteland", "death", "open")
    assert chosen("", Settings()) == chosen("balanced", Settings())
    with pytest.raises(WarhostError, match='no table "moon"'):
        chosen("moon", Settings())
    with pytest.raises(WarhostError, match='cannot be placed "anyhow"'):
        chosen("generic", Settings(placement="anyhow"))
