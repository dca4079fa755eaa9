"""The battlefield: premade maps, the random set-up, maps of the players' own."""

from __future__ import annotations

from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from warhost.errors import WarhostError
from warhost.muster.files.army_text import DataError
from warhost.rulesets.essence_of_war.chapters.setup.maps import (
    ADVANCED_SIZE,
    FEATURE_SIZES,
    BattleMap,
    Scatter,
    TerrainKind,
    advanced_map,
    advanced_maps,
    basic_map,
    basic_maps,
    custom_map,
    random_map,
    sections,
)
from warhost.table import Feature, board_problems

KINDS: tuple[TerrainKind, ...] = ("elevated", "hindering", "impassable")
STILL = Scatter(0, 0)


@pytest.mark.rule("eow.setup.table_size")
def test_the_board_of_a_basic_game_is_36_wide_and_48_deep() -> None:
    for board in (custom_map([]), basic_map(1)):
        assert (board.width, board.depth) == (36, 48)


@pytest.mark.rule("eow.map.centre_marker")
def test_a_marker_lies_on_the_centre_of_the_battlefield() -> None:
    still = random_map((*KINDS, "elevated"), [STILL] * 4)
    for board in (custom_map([]), still, *(basic_map(number) for number in range(1, 7))):
        assert board.markers == ((18, 24),)
    assert advanced_map(1).markers == ((27, 24),)


@pytest.mark.rule("eow.map.premade")
def test_the_die_is_the_number_of_the_map() -> None:
    assert [battle_map.number for battle_map in basic_maps()] == [1, 2, 3, 4, 5, 6]
    fourth = basic_map(4)
    assert fourth.features[0] == Feature("hindering", 12, 16.5, 6, 4)
    assert fourth == basic_maps()[3].board


@pytest.mark.rule("eow.map.premade")
@pytest.mark.parametrize("number", [0, 7])
def test_there_is_no_other_map(number: int) -> None:
    with pytest.raises(WarhostError) as error:
        basic_map(number)
    assert str(error.value) == f"There is no basic map {number}: choose or roll 1 to 6 (eow.map.premade)."


@pytest.mark.rule("eow.adv.map.premade")
def test_there_are_six_wider_maps() -> None:
    assert [battle_map.number for battle_map in advanced_maps()] == [1, 2, 3, 4, 5, 6]
    assert {(battle_map.board.width, battle_map.board.depth) for battle_map in advanced_maps()} == {(54, 48)}
    assert advanced_map(6).features[-1] == Feature("elevated", 7, 26, 6, 8)


@pytest.mark.rule("eow.map.feature_sizes")
@pytest.mark.parametrize("battle_map", [*basic_maps(), *advanced_maps()], ids=lambda m: f"{m.board.width:g} {m.name}")
def test_hills_are_6x8_woods_6x4_and_rocks_3x4(battle_map: BattleMap) -> None:
    sizes = {"elevated": {6, 8}, "hindering": {4, 6}, "impassable": {3, 4}}
    for feature in battle_map.board.features:
        assert {feature.width, feature.depth} == sizes[feature.kind]
    assert {feature.kind for feature in battle_map.board.features} == set(sizes)


@pytest.mark.parametrize("battle_map", [*basic_maps(), *advanced_maps()], ids=lambda m: f"{m.board.width:g} {m.name}")
def test_a_premade_map_favours_neither_side(battle_map: BattleMap) -> None:
    board = battle_map.board
    places = {(f.kind, f.x, f.y, f.width, f.depth) for f in board.features}
    turned = {(f.kind, board.width - f.x, board.depth - f.y, f.width, f.depth) for f in board.features}
    assert places == turned


@pytest.mark.rule("eow.map.free_setup")
def test_players_may_agree_on_any_terrain() -> None:
    features = [Feature("hindering", 9, 20, 10, 7, facing=30), Feature("impassable", 30, 30, 1, 1)]
    assert custom_map(features).features == tuple(features)


@pytest.mark.rule("eow.map.free_setup")
def test_terrain_that_overlaps_lies_off_the_board_or_is_unknown_is_refused_all_at_once() -> None:
    features = [
        Feature("elevated", 10, 10, 6, 8),
        Feature("hindering", 14, 10, 6, 4),
        Feature("impassable", 0, 24, 3, 4),
        Feature("swamp", 30, 30, 3, 4),
    ]
    with pytest.raises(DataError) as error:
        custom_map(features)
    text = str(error.value)
    assert 'Feature 4 is of the unknown kind "swamp": use elevated, hindering, impassable.' in text
    assert "Feature 3 (impassable) at (0, 24) is not wholly on the 36x48 board." in text
    assert "Feature 1 (elevated) overlaps Feature 2 (hindering)" in text
    assert len(error.value.problems) == 3


def test_terrain_may_touch() -> None:
    board = custom_map([Feature("elevated", 10, 10, 6, 8), Feature("hindering", 16, 10, 6, 4)])
    assert len(board.features) == 2


@pytest.mark.rule("eow.map.random.sections")
def test_the_board_is_divided_into_sections_of_18_by_24() -> None:
    assert sections() == ((9, 12), (27, 12), (9, 36), (27, 36))
    assert len(sections(ADVANCED_SIZE)) == 6


@pytest.mark.rule("eow.map.random.features")
def test_each_section_gets_one_feature_on_its_centre() -> None:
    board = random_map(("impassable", "elevated", "hindering", "elevated"), [STILL] * 4)
    assert [(f.kind, f.x, f.y) for f in board.features] == [
        ("impassable", 9, 12),
        ("elevated", 27, 12),
        ("hindering", 9, 36),
        ("elevated", 27, 36),
    ]


@pytest.mark.rule("eow.map.random.features")
def test_a_random_map_without_one_of_each_kind_is_refused() -> None:
    with pytest.raises(WarhostError, match="at least one feature of each kind: add impassable"):
        random_map(("elevated", "hindering", "elevated", "hindering"), [STILL] * 4)
    with pytest.raises(WarhostError, match="needs 4 features and as many shifts"):
        random_map(KINDS, [STILL] * 3)


@pytest.mark.rule("eow.map.random.scatter")
@pytest.mark.parametrize(
    ("shift", "place"),
    [(Scatter(4, 90), (13, 12)), (Scatter(4, 270), (5, 12)), (Scatter(3, 0), (9, 15)), (Scatter(2, 180), (9, 10))],
)
def test_a_feature_is_shifted_by_the_die(shift: Scatter, place: tuple[float, float]) -> None:
    board = random_map(("hindering", "elevated", "impassable", "elevated"), [shift, STILL, STILL, STILL])
    moved = board.features[0]
    assert (moved.x, moved.y) == place
    assert (moved.width, moved.depth, moved.facing) == (6, 4, 0)


# The board is too wide for a die to bring two features together, so these shifts are longer than a die's.
@pytest.mark.rule("eow.map.random.scatter")
def test_a_shift_stops_before_another_feature() -> None:
    board = random_map(("hindering", "elevated", "impassable", "elevated"), [Scatter(16, 90), STILL, STILL, STILL])
    assert (board.features[0].x, board.features[0].y) == (21, 12)
    assert board_problems(board) == []


@pytest.mark.rule("eow.map.random.scatter")
def test_a_shift_stops_at_the_edge_of_the_board() -> None:
    board = random_map(("elevated", "hindering", "impassable", "elevated"), [Scatter(10, 180), STILL, STILL, STILL])
    assert (board.features[0].x, board.features[0].y) == (9, 4)


shifts = st.builds(Scatter, st.floats(0, 40), st.floats(0, 360))


@given(
    st.permutations(("elevated", "hindering", "impassable", "elevated")),
    st.lists(shifts, min_size=4, max_size=4),
)
def test_a_random_map_is_always_playable(kinds: list[TerrainKind], scatter: list[Scatter]) -> None:
    board = random_map(kinds, scatter)
    assert board_problems(board) == []
    for feature, (x, y), shift in zip(board.features, sections(), scatter, strict=True):
        assert (feature.width, feature.depth) == FEATURE_SIZES[feature.kind]  # type: ignore[index]
        assert hypot(feature.x - x, feature.y - y) <= shift.inches + 1e-6


@given(
    st.permutations(("elevated", "hindering", "impassable", "elevated")),
    st.lists(st.builds(Scatter, st.integers(1, 3), st.floats(0, 360)), min_size=4, max_size=4),
)
def test_a_short_shift_is_carried_out_in_full(kinds: list[TerrainKind], scatter: list[Scatter]) -> None:
    for feature, (x, y), shift in zip(random_map(kinds, scatter).features, sections(), scatter, strict=True):
        assert hypot(feature.x - x, feature.y - y) == pytest.approx(shift.inches, abs=1e-6)
