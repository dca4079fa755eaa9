"""Objective markers, bluff counters and who wins (Objectives, Loot & Bluffing; The Standard Game: Victory)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import msgspec
import pytest

from tests.kings_of_war.harness import Play, Table, draw, refusal, unit
from tests.playing import refused_place
from warhost.play import Placed
from warhost.rulesets.kings_of_war.chapters.scenario import objectives, victory
from warhost.rulesets.kings_of_war.core import Marker, Settings, events, sees
from warhost.rulesets.kings_of_war.ruleset import RULESET
from warhost.table import Pose

TOKEN = 20 / 25.4
HALF = 40 / 25.4
"""Half the depth of a regiment of infantry."""


def around(text: str, *markers: Marker, scenario: str = "hold_the_line", **units: object) -> Table:
    """A position with markers."""
    made = {"Horde": unit(size="horde"), "Troop": unit(size="troop"), "Foot": unit(), "Foes": unit(), **units}
    table = draw(text, Settings(scenario=scenario), **made)  # type: ignore[arg-type]
    table.battle.markers = markers
    return table


def at(inches: float, depth: float = HALF) -> float:
    """Where the centre of a unit south of the marker at y = 24 is if it is that far from it."""
    return 24.0 - TOKEN - inches - depth


@pytest.mark.rule("kow.objective.control")
def test_a_scoring_unit_within_3_inches_controls_a_marker() -> None:
    marker = Marker(36.0, 24.0)
    near = around(f"0 Troop at 36,{at(2.9, 20 / 25.4)}", marker)
    assert objectives.controller(near.battle, marker) == 0
    far = around(f"0 Troop at 36,{at(3.1, 20 / 25.4)}", marker)
    assert objectives.controller(far.battle, marker) is None


@pytest.mark.rule("kow.us.non_scoring")
@pytest.mark.rule("kow.objective.control")
def test_who_does_not_score_controls_nothing() -> None:
    marker = Marker(36.0, 24.0)
    table = around("0 Foot at 36,22", marker, Foot=unit(strength=0))
    assert objectives.controller(table.battle, marker) is None


@pytest.mark.rule("kow.objective.many")
def test_one_unit_controls_any_number_of_markers() -> None:
    markers = Marker(31.0, 24.0), Marker(41.0, 24.0)
    table = around("0 Horde at 36,22", *markers)
    assert [objectives.controller(table.battle, marker) for marker in markers] == [0, 0]
    assert victory.victory_points(table.battle, 0) == 2


@pytest.mark.rule("kow.objective.contest")
def test_the_higher_unit_strength_controls_a_contested_marker() -> None:
    marker = Marker(36.0, 24.0)
    table = around(
        "0 Horde at 36,21 | 1 T1 at 33,26.5 face 180 | 1 T2 at 39,26.5 face 180",
        marker,
        T1=unit(size="troop"),
        T2=unit(size="troop"),
    )
    assert objectives.controller(table.battle, marker) == 0


@pytest.mark.rule("kow.objective.tie")
def test_equal_strength_gives_nobody_a_point() -> None:
    marker = Marker(36.0, 24.0)
    table = around(
        "0 Foot at 36,21 | 1 T1 at 33,26.5 face 180 | 1 T2 at 39,26.5 face 180",
        marker,
        T1=unit(size="troop"),
        T2=unit(size="troop"),
    )
    assert objectives.controller(table.battle, marker) is None
    assert [victory.victory_points(table.battle, seat) for seat in (0, 1)] == [0, 0]


@pytest.mark.rule("kow.objective.tie")
@pytest.mark.parametrize(("size", "owner"), [("troop", 0), ("regiment", None), ("horde", 1)])
def test_any_difference_of_strength_decides(size: str, owner: int | None) -> None:
    marker = Marker(36.0, 24.0)
    table = around("0 Foot at 36,21 | 1 Foes at 36,27 face 180", marker, Foot=unit(), Foes=unit(size=size))
    assert objectives.controller(table.battle, marker) == owner


@pytest.mark.rule("kow.objective.contest")
@pytest.mark.parametrize(("denial", "owner"), [("scoring units", 0), ("any unit", None)])
def test_whether_enemies_that_do_not_score_deny_a_marker_is_agreed_on(denial: str, owner: int | None) -> None:
    marker = Marker(36.0, 24.0)
    table = draw(
        "0 Foot at 36,21 | 1 Foes at 36,27 face 180",
        Settings(scenario="hold_the_line", objective_denial=denial),  # type: ignore[arg-type]
        Foot=unit(),
        Foes=unit(strength=0),
    )
    assert objectives.controller(table.battle, marker) == owner


def placing(board: str = "72x48", scenario: str = "far_afield", dice: object = (1,)) -> Play:
    header = f'kow stage="zones" phase="deployment" turn=0 scenario="{scenario}"'
    return draw(f"{header} | {board} | 0 Foot off | 1 Foes off", Foot=unit(), Foes=unit()).play(dice)  # type: ignore[arg-type]


@pytest.mark.rule("kow.objective.marker")
def test_markers_lie_12_inches_apart_and_3_from_blocking_terrain_and_the_edge() -> None:
    game = placing("72x48 building 60,24 6x6")
    assert [(marker.x, marker.y) for marker in game.battle.markers] == [(36.0, 24.0)]
    assert refused_place(game, 36.0, 24.0 - 11.9 - 2 * TOKEN) == "kow.objective.marker"
    assert refused_place(game, 57.0 - 2.9 - TOKEN, 24.0) == "kow.objective.marker"
    assert refused_place(game, 10.0, 2.9 + TOKEN) == "kow.objective.marker"
    game.place(36.0, 24.0 - 12.0 - 2 * TOKEN)
    assert len(game.battle.markers) == 2


@pytest.mark.rule("kow.objective.centre_blocked")
def test_a_marker_that_a_house_keeps_from_the_centre_goes_along_the_centre_line() -> None:
    left = placing("72x48 building 36,24 6x6", "hold_the_line", dice=[2, 6, 1])
    first = left.battle.markers[0]
    assert (first.x, first.y) == pytest.approx((36.0 - 6.787, 24.0), abs=0.002)
    right = placing("72x48 building 36,24 6x6", "hold_the_line", dice=[5, 6, 1])
    assert right.battle.markers[0].x == pytest.approx(36.0 + 6.787, abs=0.002)


@pytest.mark.rule("kow.objective.no_block")
def test_units_stand_on_markers_and_see_over_them() -> None:
    table = around("0 Foot at 36,24 | 1 Foes at 36,40 face 180", Marker(36.0, 24.0), Marker(36.0, 32.0))
    assert RULESET.problems(table.battle) == []
    assert sees(table.battle, table.unit("Foot"), table.unit("Foes")) == "free"


# Bluff counters


@pytest.mark.rule("kow.bluff.set")
def test_each_player_has_five_bluff_counters() -> None:
    game = placing(scenario="double_bluff")
    assert [sorted(hand) for hand in game.battle.hands] == [[0, 0, 1, 1, 2], [0, 0, 1, 1, 2]]
    assert sum(game.battle.hands[0]) == 4


@pytest.mark.rule("kow.bluff.set")
def test_each_player_lays_down_all_five_of_them() -> None:
    game = placing(scenario="double_bluff", dice=(1, 6, 1))
    while game.battle.hands:
        game.decline()
    for seat in (0, 1):
        worth = [marker.value for marker in game.battle.markers if marker.placed_by == seat]
        assert sorted(worth) == [0, 0, 1, 1, 2]


@pytest.mark.rule("kow.bluff.hidden")
def test_only_the_owner_knows_what_a_bluff_counter_is_worth() -> None:
    game = placing(scenario="double_bluff")
    seat = game.question.seat
    game.choose("2").place(36.0, 24.0)
    assert RULESET.view(game.battle, seat).markers[0].value == 2
    assert RULESET.view(game.battle, 1 - seat).markers[0].value == -1
    assert RULESET.view(game.battle, None).markers[0].value == -1
    assert RULESET.view(game.battle, 1 - seat).hands[seat] == (-1,) * 4
    assert RULESET.view(game.battle, seat).hands[seat] == (0, 0, 1, 1)
    assert not any("2" in line for line in game.log if "Bluff counter" in line and " is at " not in line)


def seen_by_the_opponent(order: Sequence[int]) -> list[object]:
    """All that the opponent of the first player learns while that one places bluff counters in this order."""
    game = placing(scenario="double_bluff", dice=[1, 6, 1])
    seat, waiting = game.question.seat, list(order)
    seen: list[object] = []
    while game.topic in ("bluff counter", "marker"):
        question = game.question
        seen.append((question.seat, question.topic))
        if question.topic == "bluff counter":
            game.choose(str(waiting.pop(0)) if question.seat == seat else game.keys[0])
        else:
            game.answer(game.game.asked.suggestions()[0])
        seen.append(msgspec.json.encode(RULESET.view(game.battle, 1 - seat)))
    assert len(waiting) <= 1
    return seen


@pytest.mark.rule("kow.bluff.hidden")
def test_the_order_in_which_bluff_counters_are_placed_tells_the_opponent_nothing() -> None:
    orders = sorted(set(permutations(objectives.BLUFFS)))
    assert len({repr(seen_by_the_opponent(order)) for order in orders}) == 1


@pytest.mark.rule("kow.bluff.counter")
def test_bluff_counters_lie_as_objectives_do() -> None:
    game = placing(scenario="double_bluff")
    game.choose("1").place(36.0, 24.0)
    game.choose("0")
    assert refusal(game, Placed(Pose(36.0, 24.0 - 11.9 - 2 * TOKEN, 0.0))).rule == "kow.objective.marker"
    game.place(36.0, 24.0 - 12.0 - 2 * TOKEN)
    assert len(game.battle.markers) == 2


@pytest.mark.rule("kow.bluff.hidden")
@pytest.mark.rule("kow.bluff.counter")
def test_bluff_counters_are_turned_at_the_end_and_score_for_who_controls_them() -> None:
    table = around(
        'kow stage="reckon" phase="end" scenario="double_bluff" | 72x48 | 0 Foot at 36,22 | 1 Foes at 10,40 face 180',
        scenario="double_bluff",
    )
    table.battle.markers = (Marker(36.0, 24.0, "bluff", 1, 2), Marker(10.0, 42.0, "bluff", 0, 1))
    game = table.play()
    assert [event.value for event in game.told(events.BluffRevealed)] == [2, 1]
    assert game.battle.outcome is not None
    assert game.battle.outcome.score == (2.0, 1.0)
    assert game.battle.outcome.winners == (0,)


# Who wins


@pytest.mark.rule("kow.victory.points")
@pytest.mark.rule("kow.scenario.winner")
@pytest.mark.parametrize(("scores", "winners"), [((4, 4), ()), ((5, 4), (0,)), ((3, 5), (1,))])
def test_more_victory_points_win(scores: tuple[int, int], winners: tuple[int, ...]) -> None:
    table = around("0 Foot at 36,5 | 1 Foes at 36,40 face 180")
    table.battle.scores = scores
    outcome = RULESET.verdict(table.battle)
    assert outcome is not None
    assert (outcome.winners, outcome.score) == (winners, tuple(map(float, scores)))


@pytest.mark.rule("kow.victory.points")
def test_loot_and_markers_count_for_who_has_them_and_for_nobody_else() -> None:
    table = around("0 Foot at 36,5 | 1 Foes at 36,40 face 180")
    table.battle.markers = (Marker(36.0, 40.0, "loot", value=2, carrier=1), Marker(36.0, 5.0, "objective", value=3))
    assert [victory.victory_points(table.battle, seat) for seat in (0, 1)] == [3, 2]


def routed(mine: int, theirs: int, **settings: object) -> tuple[int, ...]:
    """Who wins if these points of the enemy's and of one's own units are routed in a game of 2,000 points."""
    units = {
        "Foot": unit(points=theirs),
        "Stay": unit(points=2000 - theirs),
        "Foes": unit(points=mine),
        "Hold": unit(points=2000 - mine),
    }
    line = '0 Foot off fate="routed" | 0 Stay at 36,5 | 1 Foes off fate="routed" | 1 Hold at 36,40 face 180'
    table = draw(line, Settings(**settings), **units)  # type: ignore[arg-type]
    outcome = RULESET.verdict(table.battle)
    assert outcome is not None
    assert outcome.score == (float(mine), float(theirs))
    return outcome.winners


@pytest.mark.rule("kow.standard.victory")
@pytest.mark.parametrize(("mine", "theirs", "winners"), [(900, 700, (0,)), (899, 700, ()), (100, 300, (1,))])
def test_a_lead_of_a_tenth_of_an_army_wins_the_standard_game(mine: int, theirs: int, winners: tuple[int, ...]) -> None:
    assert routed(mine, theirs) == winners


@pytest.mark.rule("kow.standard.victory")
@pytest.mark.parametrize(("mine", "winners"), [(1100, (0,)), (1099, ())])
def test_or_a_tenth_of_both_armies_if_that_was_agreed(mine: int, winners: tuple[int, ...]) -> None:
    assert routed(mine, 700, victory_share="both armies") == winners


@pytest.mark.rule("kow.standard.duration")
def test_the_standard_game_ends_when_an_army_is_gone() -> None:
    table = draw('0 Foot at 36,5 | 1 Foes off fate="routed"', Foot=unit(), Foes=unit(points=2000))
    game = table.play()
    assert game.game.over
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (0,)
