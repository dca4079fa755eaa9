"""Loose units, a template and teams, played through the same frame as every other rulebook."""

from __future__ import annotations

from math import hypot

import pytest

from tests.skirmish import COHESION, GAP, MODELS, RULESET, WALK, Band, Skirmish, bases_of, skirmish, stand
from warhost.dice import Chance
from warhost.field.loose import chains, gap_between, in_cohesion
from warhost.play import (
    Chosen,
    Game,
    Place,
    Placed,
    Refused,
    Setup,
    battle_hash,
    luck_of,
    parse_position,
    record_of,
    replay,
)
from warhost.players import RandomPlayer, play_out
from warhost.report import drawing
from warhost.server.picture import unit_shown
from warhost.table import Circle, Pose

SETUP = Setup(ruleset="skirmish", armies=tuple(MODELS))


def game_of(battle: Skirmish, dice: list[tuple[int, ...]] | None = None, seed: int = 1) -> Game:
    if dice is None:
        return Game(RULESET, battle, luck_of(Chance(seed)))
    written = iter(dice)
    return Game(RULESET, battle, lambda roll: next(written))


def placed(x: float, y: float, facing: float = 0.0) -> Placed:
    return Placed(Pose(x, y, facing))


def at(band: Band, *places: tuple[float, float]) -> None:
    stand(band, tuple(Circle(x, y, 0.5) for x, y in places), 0.0)


@pytest.mark.parametrize("seed", range(4))
def test_random_players_play_it_to_the_end_and_bands_keep_together(seed: int) -> None:
    game = game_of(skirmish(), seed=seed)
    chance = Chance(f"answers {seed}")
    while not game.over:
        moving = game.asked.question.topic == "move"
        band = game.battle.units[game.battle.active]
        before, links = bases_of(band), len(chains(bases_of(band), COHESION))
        game.answer(game.asked.sample(chance))
        assert RULESET.problems(game.battle) == []
        if moving:
            after = bases_of(game.battle.units[band.id])
            assert len(chains(after, COHESION)) <= links
            ways = [hypot(end.x - start.x, end.y - start.y) for start, end in zip(before, after, strict=True)]
            assert max(ways) <= WALK + 1e-6
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners in ((), (0,), (1, 2))


def test_a_record_replays_to_the_same_hash() -> None:
    game = game_of(skirmish(), seed=5)
    play_out(game, [RandomPlayer(Chance(seat)) for seat in range(3)])
    again = replay(record_of(game, SETUP, ("random",) * 3), RULESET)
    assert again.hash() == game.hash()


def test_a_position_in_text_tells_the_place_of_every_model() -> None:
    game = game_of(skirmish(), seed=2)
    chance = Chance(3)
    for _ in range(9):
        game.answer(game.asked.sample(chance))
    line = RULESET.to_text(game.battle)
    again = RULESET.from_text(parse_position(line))
    assert battle_hash(again) == battle_hash(game.battle)
    assert line.count("places=[[") == sum(bool(band.places) for band in game.battle.units)


def test_a_band_takes_up_a_formation_where_it_goes() -> None:
    battle = skirmish()
    at(battle.units[0], *((12.5 + 1.25 * number, 4.0) for number in range(6)))
    game = game_of(battle, [(6,)])
    game.answer(Chosen("wedge"))
    game.answer(placed(15.0, 6.0))
    wolves = game.battle.units[0]
    ranks = sorted({round(y, 3) for _, y in wolves.places}, reverse=True)
    assert [sum(round(y, 3) == rank for _, y in wolves.places) for rank in ranks] == [1, 2, 3]
    assert in_cohesion(bases_of(wolves), COHESION)


def test_a_spot_that_is_too_far_is_refused_with_its_rule() -> None:
    game = game_of(skirmish())
    game.answer(Chosen("line"))
    with pytest.raises(Refused, match=r'goes at most 5" \(skirmish\.move\)'):
        game.answer(placed(15.0, 9.1))


def test_a_band_walks_round_the_rocks_and_keeps_off_enemies() -> None:
    battle = skirmish()
    at(battle.units[0], (15.0, 10.4))
    at(battle.units[1], (19.5, 13.5))
    game = game_of(battle)
    game.answer(Chosen("line"))
    game.answer(placed(18.5, 13.0))
    wolf = bases_of(game.battle.units[0])
    assert wolf[0].x > 17.0
    assert gap_between(wolf, bases_of(game.battle.units[1])) >= GAP - 0.002


def thrown(battle: Skirmish, dice: list[tuple[int, ...]], x: float, y: float) -> Game:
    game = game_of(battle, dice)
    game.answer(Chosen("line"))
    assert battle.units[0].pose is not None
    game.answer(Placed(battle.units[0].pose))
    assert isinstance(game.asked.question, Place)
    assert game.asked.question.unit is None
    game.answer(placed(x, y))
    return game


def test_a_stone_that_lands_fells_all_under_it_friend_and_foe() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 11.9), (4.0, 15.0))
    at(battle.units[2], (5.9, 10.0), (6.1, 10.0))
    game = thrown(battle, [(4,)], 4.0, 10.0)
    assert [len(band.places) for band in game.battle.units] == [1, 1, 1]
    assert game.battle.units[1].places == ((4.0, 15.0),)


def test_a_stone_that_misses_scatters_by_two_dice() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 13.0))
    at(battle.units[2], (12.0, 13.0))
    # A third of a clock's turn is 90 degrees, to the right; 5" on.
    game = thrown(battle, [(3,), (3,), (5,)], 7.0, 13.0)
    assert [len(band.places) for band in game.battle.units] == [1, 1, 0]
    assert game.battle.units[2].pose is None


def test_models_push_into_contact_and_fell_those_nearest() -> None:
    battle = skirmish()
    at(battle.units[0], (4.125, 8.0), (5.375, 8.0))
    at(battle.units[1], (4.125, 10.1), (4.125, 11.2), (20.0, 20.0))
    at(battle.units[2], (25.0, 20.0))
    game = thrown(battle, [(6,), (5, 1)], 12.0, 3.0)
    assert game.battle.units[0].places[0] == pytest.approx((4.125, 9.1))
    assert game.battle.units[1].places == ((4.125, 11.2), (20.0, 20.0))


def test_a_team_without_models_has_lost_and_both_seats_of_the_other_win() -> None:
    battle = skirmish()
    at(battle.units[0], (4.0, 8.0))
    at(battle.units[1], (4.0, 20.0))
    at(battle.units[2], (8.0, 20.0))
    game = thrown(battle, [(6,)], 4.0, 8.0)
    assert game.over
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (1, 2)


def test_server_and_report_show_every_model_on_a_base_of_its_size() -> None:
    battle = skirmish()
    shown = unit_shown(RULESET, battle, battle.units[0])
    assert len(shown.bases) == 8
    assert {base[3:] for base in shown.bases} == {(1.0, 1.0)}
    assert shown.pose == battle.units[0].pose
    assert shown.width == pytest.approx(9.75)
    assert "svg" in drawing(RULESET, battle)
