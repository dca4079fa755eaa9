"""Scenarios, tables and terrain set-ups (Scenarios; Battle Scenarios, steps 1 to 5; The Standard Game)."""

from __future__ import annotations

import pytest

from tests.kings_of_war.harness import Play, draw, unit
from warhost.errors import WarhostError
from warhost.rulesets.families.layouts import Layout
from warhost.rulesets.kings_of_war.chapters.scenario import battlefield, scenarios
from warhost.rulesets.kings_of_war.core import Settings, events
from warhost.table import board_problems

OFF = "0 Foot off | 1 Foes off"


def at_stage(stage: str, dice: object = (), board: str = "72x48", **settings: object) -> Play:
    """A battle of two units that is about to come to that stage of its set-up."""
    header = f'kow stage="{stage}" phase="deployment" turn=0'
    table = draw(f"{header} | {board} | {OFF}", Settings(**settings), Foot=unit(), Foes=unit())  # type: ignore[arg-type]
    return table.play(dice)  # type: ignore[arg-type]


@pytest.mark.rule("kow.scenario.types")
def test_there_are_three_families_of_scenarios() -> None:
    assert scenarios.FAMILIES == ("standard", "battle", "narrative")
    assert {one.family for one in scenarios.scenarios().values()} <= set(scenarios.FAMILIES)
    assert scenarios.scenarios()["standard"].family == "standard"


@pytest.mark.rule("kow.scenario.victory_pick")
def test_a_type_is_rolled_first_and_then_a_scenario_of_that_type() -> None:
    game = at_stage("scenario", [4, 1, 6, 1], scenario="any")
    assert [roll.dice for roll in game.rolls[:2]] == ["D3", "D2"]
    kind = scenarios.types()[1]
    assert game.battle.scenario == scenarios.of_type(kind)[0]
    assert game.told(events.ScenarioChosen) == [events.ScenarioChosen(scenarios.scenarios()[game.battle.scenario].name)]


@pytest.mark.rule("kow.scenario.victory_pick")
@pytest.mark.parametrize("face", [1, 2])
def test_an_agreed_type_is_rolled_in(face: int) -> None:
    game = at_stage("scenario", [face, 6, 1], scenario="objectives")
    assert game.battle.scenario == scenarios.of_type("objectives")[face - 1]


def test_an_unknown_scenario_is_refused_with_a_suggestion() -> None:
    with pytest.raises(WarhostError, match="Did you mean") as caught:
        scenarios.check(Settings(scenario="plundr"))
    assert caught.value.rule == "kow.scenario.victory_pick"


@pytest.mark.rule("kow.scenario.area")
@pytest.mark.rule("kow.standard.area")
@pytest.mark.parametrize(
    ("settings", "size"),
    [
        pytest.param(Settings(), (72.0, 48.0), id="usual"),
        pytest.param(
            Settings(points=1000), (48.0, 48.0), id="ambush", marks=pytest.mark.rule("kow.scenario.size_ambush")
        ),
        pytest.param(Settings(points=1000, table="36x36"), (36.0, 36.0), id="small"),
        pytest.param(
            Settings(points=1001), (72.0, 48.0), id="1001", marks=pytest.mark.rule("kow.scenario.size_standard")
        ),
        pytest.param(
            Settings(points=2999), (72.0, 48.0), id="2999", marks=pytest.mark.rule("kow.scenario.size_standard")
        ),
        pytest.param(
            Settings(points=3000), (96.0, 48.0), id="3000", marks=pytest.mark.rule("kow.scenario.size_legendary")
        ),
    ],
)
def test_the_table_by_the_size_of_the_game(settings: Settings, size: tuple[float, float]) -> None:
    assert battlefield.table_size(settings) == size
    board, _ = battlefield.chosen("1", settings)
    assert (board.width, board.depth) == size


@pytest.mark.rule("kow.scenario.area")
def test_a_smaller_table_has_fewer_objectives() -> None:
    header = 'kow stage="zones" phase="deployment" turn=0 scenario="hold_the_line"'
    for board, count in (("72x48", 5), ("48x48", 3)):
        game = draw(f"{header} | {board} | {OFF}", Foot=unit(), Foes=unit()).play([6, 1])
        assert len(game.battle.markers) == count


@pytest.mark.rule("kow.scenario.terrain_setup")
@pytest.mark.parametrize("layout", battlefield.layouts(), ids=lambda layout: layout.name)
def test_a_set_up_has_8_to_12_pieces_that_look_alike_from_both_sides(layout: Layout) -> None:
    board = battlefield.laid_out(layout, Settings())
    assert 8 <= len(board.features) <= 12
    assert board_problems(board) == []
    spots = {(round(f.x, 6), round(f.y, 6), f.kind) for f in board.features}
    assert spots == {(round(72 - x, 6), round(48 - y, 6), kind) for x, y, kind in spots}


@pytest.mark.rule("kow.scenario.terrain_setup")
def test_a_die_picks_the_set_up() -> None:
    game = at_stage("map", [4, 6, 1])
    assert game.battle.scene.board == battlefield.laid_out(battlefield.layouts()[3], Settings())


@pytest.mark.rule("kow.scenario.terrain_setup")
@pytest.mark.parametrize("table", ["72x48", "48x48", "36x36", "96x48"])
@pytest.mark.parametrize("face", [1, 3, 6])
def test_terrain_at_random_fits_the_table(table: str, face: int) -> None:
    dice = {"Pairs": min(face, 3), "Section": 1, "Piece": face, "Where": face, "Who": [6, 1, 6, 1]}
    game = at_stage("random map", dice, table=table)
    board = game.battle.scene.board
    assert board_problems(board) == []
    if table == "72x48":
        assert 8 <= len(board.features) <= 12


@pytest.mark.rule("kow.scenario.building_sizes")
def test_buildings_are_of_the_advised_sizes() -> None:
    assert battlefield.BUILDINGS == ((7.0, 6.0), (6.0, 5.0), (8.0, 5.0))
    features = [f for layout in battlefield.layouts() for f in layout.features if f.kind == "building"]
    assert features
    assert all((f.width, f.depth) in battlefield.BUILDINGS for f in features)
    assert all(
        (wide, deep) in battlefield.BUILDINGS for kind, wide, deep in battlefield.AT_RANDOM if kind == "building"
    )


@pytest.mark.rule("kow.scenario.terrain_match")
def test_pieces_that_are_not_at_hand_are_left_out() -> None:
    layout = battlefield.layouts()[0]
    whole = battlefield.laid_out(layout, Settings())
    without = battlefield.laid_out(layout, Settings(missing=("wood",)))
    woods = [sum(f.kind == "wood" for f in board.features) for board in (whole, without)]
    assert woods == [2, 1]
    assert len(without.features) == len(whole.features) - 1


@pytest.mark.rule("kow.scenario.terrain_define")
@pytest.mark.rule("kow.standard.terrain")
def test_a_piece_of_which_nobody_said_what_it_is_is_refused() -> None:
    with pytest.raises(WarhostError, match='unknown terrain piece "monolith"'):
        draw("72x48 monolith 36,24 4x4 | Foot at 36,10", Foot=unit())
    table = draw("72x48 monolith_blocking_tall4 36,24 4x4 | Foot at 36,10", Foot=unit())
    assert table.battle.scene.board.features[0].kind == "monolith_blocking_tall4"


@pytest.mark.rule("kow.scenario.adapt_maps")
@pytest.mark.parametrize(
    ("zones", "place"),
    [("long edges", (48.0, 24.0)), ("short edges", (36.0, 36.0)), ("corners", (45.985, 17.344))],
)
def test_places_along_the_centre_line_turn_with_the_zones(zones: str, place: tuple[float, float]) -> None:
    board = draw("Foot at 36,10", Foot=unit()).battle.scene.board
    assert scenarios.place_on(board, zones, 12.0, 0.0) == pytest.approx(place, abs=0.001)


@pytest.mark.rule("kow.scenario.adapt_maps")
@pytest.mark.parametrize(
    ("zones", "place"),
    [("long edges", (36.0, 30.0)), ("short edges", (42.0, 24.0)), ("corners", (39.328, 28.992))],
)
def test_places_across_the_centre_line_turn_with_the_zones_too(zones: str, place: tuple[float, float]) -> None:
    board = draw("Foot at 36,10", Foot=unit()).battle.scene.board
    assert scenarios.place_on(board, zones, 0.0, 6.0) == pytest.approx(place, abs=0.001)


@pytest.mark.rule("kow.scenario.adapt_maps")
def test_markers_of_the_map_lie_on_the_centre_line_between_the_short_edges() -> None:
    header = 'kow stage="zones" phase="deployment" turn=0 scenario="hold_the_line"'
    settings = Settings(scenario="hold_the_line", zones="short edges")
    table = draw(f"{header} | 72x48 | 0 Foot off | 1 Foes off", settings, Foot=unit(), Foes=unit())
    places = [(marker.x, marker.y) for marker in table.play([6, 1]).battle.markers]
    assert places == [(36.0, 24.0), (36.0, 38.0), (36.0, 10.0)]  # the table is too narrow for the outer two


def test_no_scenario_is_called_like_a_type() -> None:
    assert len(set(scenarios.names())) == len(scenarios.names())
