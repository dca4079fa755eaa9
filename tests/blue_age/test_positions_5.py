"""Positions reckoned by hand from the book and its rulings: the score, losers and winners, Heroes and duels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import dice, field, needed, parts, played, rolled, touching
from tests.blue_age.harness import Play, unit
from warhost.rulesets.blue_age import combat_events as events
from warhost.rulesets.blue_age.formation import CM, apart

MEN = unit(models=5)
ONE = unit()

# The score and the losers


def lost(
    margin: int, *, loser: Any = None, face: int = 10, models: int = 10, place: str = "24,20.984252", **falls: Any
) -> Play:
    """X loses to A by so many wounds and throws that die for its test."""
    hits = tuple([9] * margin + [1] * (10 - margin))
    y = float(place.partition(",")[2]) - 25 / 25.4
    table = field(
        f'A at 24,{y} form="line" | X at {place} face 180 form="line"',
        A=unit(models=10, initiative=9),
        X=loser or unit(models=models, attacks=0),
    ).lock("A", "X")
    told = {reason.replace("_", " "): fall for reason, fall in falls.items()}
    named = {"A Hand Weapon: to hit": hits, "A Hand Weapon: to wound": 9, "Lost": face, **told}
    return played(table, dice(**named))


@pytest.mark.rule("blue.resolution.margin_modifier", "blue.resolution.spirit_test")
@pytest.mark.parametrize(("margin", "need"), [(1, 6), (2, 7), (3, 7), (4, 8), (5, 8)])
def test_every_two_points_make_the_test_one_harder(margin: int, need: int) -> None:
    # Ten models, so that five are left at the least: not below half.
    assert needed(lost(margin), "X", "Lost") == need


@pytest.mark.rule("blue.resolution.half_strength_modifier")
@pytest.mark.parametrize(("margin", "need"), [(5, 8), (6, 10)])
def test_below_half_is_one_harder_still(margin: int, need: int) -> None:
    # Five of ten is half, four is below it: -3 for the margin of 6, -1 more.
    assert needed(lost(margin), "X", "Lost") == need


@pytest.mark.rule("blue.resolution.half_strength_modifier")
@pytest.mark.parametrize(("health", "need"), [(4, 7), (3, 8)])
def test_a_single_model_is_counted_by_its_health(health: int, need: int) -> None:
    # Two wounds: 2 of 4 are half, 1 of 3 is less. The margin of 2 is -1.
    one = unit(health=health, attacks=0, base=60)
    table = touching(unit(models=1, attacks=2, initiative=9, base=60), one)
    game = played(table, dice(**{"A Hand Weapon: to hit": 9, "to wound": 9}))
    assert needed(game, "X", "Lost") == need


@pytest.mark.rule("blue.resolution.spirit_test")
def test_a_ten_always_passes() -> None:
    # Nine of ten lost: -4 and -1 make 6+ an 11+; a natural 10 passes (BLUE-R04).
    game = lost(9, face=10)
    assert game.told(events.LoserStayed)


@pytest.mark.rule("blue.resolution.break_on_1_2")
@pytest.mark.parametrize(("face", "breaks"), [(1, True), (2, True), (3, False)])
def test_a_one_or_two_breaks_the_bravest(face: int, breaks: bool) -> None:
    # Spirit 2+, lost by 1: a 2 would pass, yet it breaks; a 3 passes.
    game = lost(1, loser=unit(models=10, attacks=0, spirit=2), face=face)
    assert bool(game.told(events.Broke)) is breaks
    assert game.unit("X").fleeing is breaks


@pytest.mark.rule("blue.special.elite", "blue.resolution.break_on_1_2")
def test_the_elite_throw_again_and_the_last_die_counts() -> None:
    game = lost(1, loser=unit(models=10, attacks=0, rules=["Elite"]), Lost=[1, 6])
    while game.topic == "reroll":
        game.choose(game.keys[0])
    assert not game.told(events.Broke)
    assert game.told(events.LoserStayed)


@pytest.mark.rule("blue.special.unbreakable", "blue.resolution.break_on_1_2")
def test_the_unbreakable_throw_no_die() -> None:
    game = lost(9, loser=unit(models=10, attacks=0, rules=["Unbreakable"]), face=1)
    assert not rolled(game, "Lost")
    assert game.told(events.LoserStayed)


@pytest.mark.rule("blue.special.unstable_wounds", "blue.special.unstable_unbreakable")
def test_the_unstable_crumble_by_the_margin_without_a_save() -> None:
    # Three wounds, and three more: ten models, four left. The score stays 3.
    ghosts = unit(models=10, attacks=0, rules=["Unstable", "Magical Save (4+)"])
    game = lost(3, loser=ghosts, Magical=1)
    assert len(game.unit("X").models) == 4
    assert parts(game, 0) == {"unsaved wounds": 3}


@pytest.mark.rule("blue.special.unstable_wounds", "blue.resolution.score_both_sides")
def test_nobody_crumbles_in_a_drawn_fight() -> None:
    table = touching(MEN, unit(models=5, rules=["Unstable"]))
    game = played(table, dice(**{"to hit": (9, 1, 1, 1, 1), "to wound": 9}))
    scored = game.told(events.FightScored)[0]
    assert (scored.first, scored.second, scored.winner) == (1, 1, None)
    assert (len(game.unit("A").models), len(game.unit("X").models)) == (4, 4)
    assert not rolled(game, "Lost")


@pytest.mark.rule("blue.resolution.fail_fall_back")
def test_who_fails_falls_back_a_d5_and_is_not_in_flight() -> None:
    # Face 6 of a D10 is a 3.
    game = lost(1, face=3, Fall_back=6)
    assert 'X fell back 3.0"' in game.log
    assert not game.unit("X").fleeing
    assert not game.unit("X").foes


@pytest.mark.rule("blue.resolution.fail_fall_back")
def test_who_falls_back_stops_at_the_edge() -> None:
    # X stands an inch from the far edge and falls back 5": it stops there (BLUE-R17).
    game = lost(1, place="24,46.5", face=3, Fall_back=10)
    assert game.unit("X").models
    assert max(model.y for model in game.unit("X").models) == pytest.approx(48 - 25 / 50.8, abs=0.01)


@pytest.mark.rule("blue.resolution.break_distance")
def test_who_breaks_across_the_edge_is_gone() -> None:
    game = lost(1, place="24,46.5", face=1, Breaks=10, flees=10)
    assert game.unit("X").fate == "fled"


@pytest.mark.rule("blue.resolution.break_distance")
def test_who_breaks_flees_its_roll_in_centimetres_to_its_own_edge() -> None:
    # 9 + 6 = 15 cm.
    game = lost(1, face=2, Break=(9, 6), Flee=(9, 6), flee=(9, 6))
    assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(15 * CM, abs=0.05)


@pytest.mark.rule("blue.resolution.fall_back_open_terrain", "blue.terrain.dangerous_no_save_fleeing")
def test_who_falls_back_through_danger_goes_the_whole_way_and_has_no_save() -> None:
    # D5 of 4" through Dangerous ground: 4" far; nine dice, all 1: nine wounds without a save.
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        board="dangerous 24,24 40x4",
        A=unit(models=10, initiative=9),
        X=unit(models=10, attacks=0, armour=["Heavy Armour", "Great Shield"], health=2),
    ).lock("A", "X")
    falls: dict[str, Any] = {
        "A Hand Weapon: to hit": (9, 1, 1, 1, 1, 1, 1, 1, 1, 1),
        "A Hand Weapon: to wound": 9,
        "Lost": 3,
        "Fall back": 8,
        "Dangerous": 1,
        "Armour": [1, 1, 10],
    }
    game = played(table, dice(**falls))
    assert apart(game.battle, game.unit("A"), game.unit("X")) == pytest.approx(4.0, abs=0.05)
    # 20 Health, one lost to the blow and ten to the ground.
    assert sum(2 - model.lost for model in game.unit("X").models) == 9
