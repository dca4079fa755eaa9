"""Positions reckoned by hand from the book and its rulings: the score, losers and winners, Heroes and duels."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import dice, field, needed, parts, played, rolled, touching
from tests.blue_age.harness import Play, Table, draw, hero, unit
from warhost.play import Allocate, Allocated, Walk, Walked
from warhost.rulesets.blue_age.chapters.scenario.objectives import holder, strength_at
from warhost.rulesets.blue_age.core import CM, Marker, apart, in_contact
from warhost.rulesets.blue_age.core.events import combat as events

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


# Winners


@pytest.mark.rule("blue.resolution.catch_falling_back", "blue.resolution.consolidation")
@pytest.mark.parametrize(("face", "offered"), [(4, True), (3, False)])
def test_a_unit_that_fell_back_is_caught_by_a_roll_of_its_distance(face: int, offered: bool) -> None:
    # One model against two: X stands alone after it and falls back 4" (face 8) straight away.
    table = touching(unit(initiative=9, attacks=1), unit(models=1, health=2, attacks=0))
    game = played(table, dice(**{"A Hand Weapon": 9, "Lost": 3, "Fall back": 8, "Consolidation": face}))
    question = game.question
    assert isinstance(question, Walk)
    assert ("catch:1" in [option.key for option in question.instead]) is offered


@pytest.mark.rule("blue.resolution.catch_fleeing", "blue.fight.saves")
def test_the_caught_have_their_saves_and_flee_on() -> None:
    # Four models with Spears: four wounds at AP -1, whatever their attacks. Medium Armour saves on 8+: two saved.
    table = field(
        'A at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        A=unit(models=4, attacks=3, weapons=["Spear"], initiative=9),
        X=unit(models=12, attacks=0, armour=["Medium Armour"]),
    ).lock("A", "X")
    table.unit("A").weapon = "Spear"
    falls: dict[str, Any] = {
        "A Spear: to hit": (9, *[1] * 11),
        "A Spear: to wound": 9,
        "Lost": 2,
        "Break": (1, 1),
        "Consolidation": 10,
        "Caught": (8, 8, 7, 7),
        "Flee on": (2, 3),
    }
    game = played(table, dice(**falls))
    game.answer(Walked(instead="catch:1"))
    (saves,) = rolled(game, "Caught")
    assert (saves.dice, saves.need) == ("4D10", 8)
    assert len(game.unit("X").models) == 12 - 1 - 2
    assert game.unit("X").fleeing


@pytest.mark.rule("blue.resolution.consolidation", "blue.resolution.score_both_sides")
def test_a_side_that_is_wiped_out_has_lost_whatever_the_score() -> None:
    # X has 1 Health and slew two of A in the same step; X is gone, so A wins and consolidates (BLUE-R66).
    table = touching(unit(models=3), unit(attacks=3), Z=("at 4,44 face 180", ONE))
    table.places("A", [(24 - 25 / 25.4, 20.984252), (24, 20), (24 + 25 / 25.4, 20.984252)])
    game = played(
        table, dice(**{"A Hand Weapon: to hit": 9, "X Hand Weapon: to hit": (9, 9, 1), "to wound": 9, "Consol": 5})
    )
    scored = game.told(events.FightScored)[0]
    assert (scored.first, scored.second, scored.winner) == (1, 2, 0)
    assert not rolled(game, "Lost")
    assert game.topic == "consolidate"


@pytest.mark.rule("blue.resolution.pass", "blue.fight.push")
def test_a_loser_that_passes_pushes_once_more() -> None:
    # X's second model stands 6 cm behind the first line: it pushed 3 cm in its step and pushes 3 cm after the test.
    base = 25 / 25.4
    table = touching(unit(models=2, initiative=9, attacks=1), unit(models=3, initiative=2))
    x, y = 24.0, 20 + base
    table.places("A", [(x, 20.0), (x + base, 20.0)]).places("X", [(x, y), (x + base, y), (x - 0.3, y + base + 6 * CM)])
    game = played(table, dice(**{"A Hand Weapon: to hit": (9, 1), "A Hand Weapon: to wound": 9, "Lost": 10}))
    assert game.told(events.LoserStayed)
    assert in_contact(game.battle, game.unit("A"), game.unit("X"))
    assert max(model.y for model in game.unit("X").models) < y + base + 0.2


@pytest.mark.rule("blue.combat_score.bannerman")
def test_ordinary_models_fall_before_the_bannerman_and_he_before_the_champion() -> None:
    # Three models with bannerman and champion. Two wounds: one ordinary model, then the bannerman, who scores no more.
    # The champion (2 Health) is left.
    table = touching(unit(models=2, initiative=9), unit(models=3, attacks=0, champion=True, bannerman=True))
    game = table.play(dice=dice(**{"A Hand Weapon": 9}))
    while game.topic == "attacks":
        at = game.question
        assert isinstance(at, Allocate)
        game.answer(Allocated({pool.key: {"1": pool.count} for pool in at.pools}))
    assert [model.role for model in game.unit("X").models] == ["champion"]
    assert "bannermen" not in parts(game, 1)


@pytest.mark.rule("blue.combat_score.warbanner", "blue.warbanner.combat_resolution")
@pytest.mark.parametrize(("gap", "points"), [(14.95, 1), (15.05, 0)])
def test_a_warbanner_counts_within_fifteen_centimetres_of_the_fight(gap: float, points: int) -> None:
    y = 20 - 25 / 25.4 - gap * CM
    table = touching(ONE, ONE, H=(f"at 24,{y}", hero(warbanner=True)))
    assert parts(played(table), 0).get("Warbanner", 0) == points


@pytest.mark.rule("blue.joining.hero_spirit", "blue.resolution.spirit_test")
def test_a_unit_tests_on_the_spirit_of_its_hero_even_if_it_is_worse() -> None:
    # The unit has 4+, its Hero 8+: always the Hero's.
    table = touching(
        unit(models=5, initiative=9),
        unit(models=5, attacks=0, spirit=4),
        H=("at 24,21.968504 face 180", hero(spirit=8, attacks=0, destiny=0)),
    ).join("H", "X")
    game = table.play(dice=dice(**{"A Hand Weapon: to hit": (9, 1, 1, 1, 1), "A Hand Weapon: to wound": 9}))
    while game.topic in ("challenge", "accept"):
        game.choose("pass")
    assert needed(game, "X", "Lost") == 8


@pytest.mark.rule("blue.commander.spirit_aura")
@pytest.mark.parametrize(("gap", "need"), [(11.9, 3), (12.1, 6)])
def test_units_within_twelve_inches_use_the_spirit_of_their_commander(gap: float, need: int) -> None:
    y = 20 + 2 * 25 / 25.4 + gap
    table = touching(
        unit(initiative=9), unit(attacks=0, health=3), H=(f"at 24,{y} face 180", hero(spirit=3, commander=True))
    )
    game = played(table, dice(**{"A Hand Weapon": 9}))
    while game.topic not in ("", "first player", "charge", "consolidate") and not rolled(game, "Lost"):
        game.choose(game.keys[0])
    assert needed(game, "X", "Lost") == need


# Duels


def duel(ann: Any = None, bob: Any = None, guard: Any = MEN, pack: Any = MEN) -> Table:
    """Ann with her guard against Bob with his pack; she is 1, he is 3."""
    base = 25 / 25.4
    table = field(
        f'Guard at 24,20 form="line" | Ann at 28.5,20 | Pack at 24,{20 + base} face 180 form="line" | '
        f"Bob at 28.5,{20 + base} face 180",
        Guard=guard,
        Ann=ann or hero(destiny=0, initiative=6),
        Pack=pack,
        Bob=bob or hero(destiny=0),
    )
    return table.lock("Guard", "Pack").join("Ann", "Guard").join("Bob", "Pack")


def fought(game: Play) -> Play:
    while game.battle.phase == "combat" and game.topic != "":
        game.decline()
    return game


@pytest.mark.rule("blue.duel.only_each_other", "blue.combat_score.unsaved_wounds")
def test_the_wounds_of_a_duel_score_up_to_the_health_of_the_slain() -> None:
    # Ann strikes six times and wounds six times; Bob has 3 Health: 3 points, and no wound for his pack.
    game = duel(hero(destiny=0, initiative=6, attacks=6)).play(dice=dice(Ann_Hand_Weapon=9, Items=1))
    game.until("challenge").choose("1").choose("3")
    fought(game)
    assert not game.unit("Bob").models
    assert len(game.unit("Pack").models) == 5
    assert parts(game, 0)["unsaved wounds"] == 3


@pytest.mark.rule("blue.duel.before_combat", "blue.duel.only_each_other")
def test_the_winner_of_a_duel_strikes_nobody_else_in_that_turn() -> None:
    game = duel(hero(destiny=0, initiative=6, attacks=3)).play(dice=dice(Ann_Hand_Weapon=9, Items=1))
    game.until("challenge").choose("1").choose("3")
    fought(game)
    assert [event.target for event in game.told(events.Struck) if event.unit == 1] == [3]


@pytest.mark.rule("blue.duel.bug_out")
def test_nobody_bugs_out_in_the_first_turn_of_a_duel() -> None:
    game = duel().play(dice=dice()).until("challenge").choose("1").choose("3")
    while game.battle.phase == "combat":
        assert "bug out" not in (game.keys if hasattr(game.question, "options") else [])
        game.decline()


@pytest.mark.rule("blue.destiny.death_save")
@pytest.mark.parametrize(("face", "lives"), [(6, True), (5, False)])
def test_a_point_of_destiny_saves_on_six(face: int, lives: bool) -> None:
    # Bob has one point and loses 3 Health of 3.
    game = duel(hero(destiny=0, initiative=6, attacks=3), hero(destiny=1)).play(
        dice=dice(Ann_Hand_Weapon=9, Death_Save=face, Items=1)
    )
    game.until("challenge").choose("1").choose("3")
    while game.topic != "destiny" or "spend" not in game.keys:
        game.decline()
    while game.topic == "destiny":
        game.choose("spend" if rolled(game, "Ann Hand Weapon: to wound") or game.question.seat == 1 else "pass")
    bob = game.unit("Bob")
    assert bool(bob.models) is lives
    assert bob.destiny == 0
    if lives:
        assert bob.models[0].lost == 2


@pytest.mark.rule("blue.joining.part_of_unit", "blue.resolution.half_strength_modifier")
def test_a_hero_does_not_count_for_half_strength() -> None:
    # Four men; two fall, which is half; a Hero beside them makes no difference: -1 for the margin of 2 alone.
    table = touching(
        unit(models=5, initiative=9),
        unit(models=4, attacks=0),
        H=("at 24,21.968504 face 180", hero(spirit=6, attacks=0, destiny=0)),
    ).join("H", "X")
    game = table.play(dice=dice(**{"A Hand Weapon: to hit": (9, 9, 1, 1, 1), "A Hand Weapon: to wound": 9}))
    while game.topic in ("challenge", "accept"):
        game.choose("pass")
    assert needed(game, "X", "Lost") == 7


# Objectives


@pytest.mark.rule("blue.objective_hold.monster", "blue.objective_hold.hero")
@pytest.mark.parametrize(("men", "held"), [(4, 1), (5, None), (6, 0)])
def test_a_monster_holds_against_four_and_not_against_five(men: int, held: int | None) -> None:
    table = draw(
        '48x48 marker 24,24 | A at 24,22.5 form="crowd" | X at 24,26.5 face 180',
        A=unit(models=men),
        X=unit(type="monster", health=6, base=60),
    )
    assert holder(table.battle, Marker(24.0, 24.0)) == held


@pytest.mark.rule("blue.objective_hold.hero")
@pytest.mark.parametrize(("gap", "held"), [(2.95, 0), (3.05, None)])
def test_a_hero_counts_within_three_inches_to_the_edge_of_his_base(gap: float, held: int | None) -> None:
    table = draw(f"48x48 marker 24,24 | A at 24,{24 - gap - 25 / 50.8} | X at 4,44 face 180", A=hero(), X=unit())
    assert holder(table.battle, Marker(24.0, 24.0)) == held
    assert strength_at(table.battle, 0, Marker(24.0, 24.0)) == (2 if held == 0 else 0)


@pytest.mark.rule("blue.objective_hold.hero")
def test_the_fleeing_hold_nothing_and_the_locked_do() -> None:
    table = draw("48x48 marker 24,24 | A at 24,23 | X at 24,23.984252 face 180", A=unit(models=2), X=unit(models=1))
    table.lock("A", "X")
    assert holder(table.battle, Marker(24.0, 24.0)) == 0
    table.unit("A").fleeing = True
    assert holder(table.battle, Marker(24.0, 24.0)) == 1
