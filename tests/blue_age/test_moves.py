"""The Move Phase: walking, dashing, cohesion, mandatory moves, leaving combat (Move Phase)."""

from __future__ import annotations

import pytest

from tests.blue_age.harness import Fall, Play, Table, draw, hero, places, refusal, spots, unit, walk
from warhost.play.questions import Walk, Walked
from warhost.rulesets.blue_age.core import CM, Settings
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.shown.invariants import problems

ALONE = "Spears at 24,10 | Ogres at 24,40 face 180 | Rats at 4,44 face 180"


def alone(count: int = 10, **fields: object) -> Table:
    return draw(ALONE, Spears=unit(models=count, **fields), Ogres=unit(models=3), Rats=unit())


# Walking


@pytest.mark.rule("blue.move.first_player_moves")
def test_a_unit_moves_up_to_its_movement() -> None:
    play = alone().play()
    play.choose(unit="Spears")
    assert refusal(play, walk(play, 0, 5.1)).rule == "blue.move.first_player_moves"
    before = spots(play, "Spears")
    play.answer(walk(play, 0, 5.0))
    assert spots(play, "Spears") == [(x, y + 5.0) for x, y in before]
    assert play.unit("Spears").moved


@pytest.mark.rule("blue.terrain.open")
def test_single_models_are_held_to_the_movement() -> None:
    play = alone(1).play()
    play.choose(unit="Spears")
    assert "cannot get there" in refusal(play, places((24, 15.1))).message
    play.answer(places((24, 15.0)))
    assert spots(play, "Spears") == [(24.0, 15.0)]


@pytest.mark.rule("blue.move.second_player_moves")
def test_the_second_player_moves_after_the_first() -> None:
    play = alone().play()
    assert (play.topic, play.question.seat) == ("move", 0)
    assert not play.offers(unit="Ogres")
    play.choose("pass")
    assert (play.topic, play.question.seat) == ("move", 1)
    play.choose(unit="Ogres")
    assert refusal(play, walk(play, 0, -5.1)).rule == "blue.move.second_player_moves"
    play.answer(walk(play, 0, -5.0))
    assert play.unit("Ogres").moved


def test_a_unit_moves_once() -> None:
    play = draw(f"{ALONE} | Bows at 10,10", Spears=unit(), Ogres=unit(), Bows=unit(), Rats=unit()).play()
    play.choose(unit="Spears").answer(walk(play, 0, 2))
    assert not play.offers(unit="Spears")
    assert play.offers(unit="Bows")


@pytest.mark.rule("blue.move.cohesion")
def test_models_end_within_two_inches_of_each_other() -> None:
    base = 25 / 25.4
    play = alone(3).play()
    play.choose(unit="Spears")
    assert (
        refusal(play, places((22, 10), (22 + base + 2.0, 10), (22 + 2 * base + 4.1, 10))).rule == "blue.move.cohesion"
    )
    play.answer(places((22, 10), (22 + base + 2.0, 10), (22 + 2 * base + 4.0, 10)))
    assert not problems(play.battle)


@pytest.mark.rule("blue.move.cohesion")
def test_two_pairs_are_no_unit_unless_players_agreed_so() -> None:
    base = 25 / 25.4
    pairs = places((22, 10), (23, 10), (26 + base, 10), (27.1 + base, 10))
    play = alone(4).play()
    play.choose(unit="Spears")
    assert refusal(play, pairs).rule == "blue.move.cohesion"
    settings = Settings(cohesion="pairs")
    play = draw(ALONE, settings, Spears=unit(models=4), Ogres=unit(models=3), Rats=unit()).play()
    play.choose(unit="Spears").answer(pairs)
    assert spots(play, "Spears")[2][0] == round(26 + base, 3)


@pytest.mark.rule("blue.move.cohesion")
def test_a_torn_unit_has_to_close_up_and_cannot_dash() -> None:
    table = alone(4).places("Spears", [(20, 10), (21, 10), (22, 10), (27, 10)])
    play = table.play()
    play.choose(unit="Spears")
    question = play.question
    assert isinstance(question, Walk)
    assert "close up" in question.note
    assert refusal(play, Walked(instead="dash")).rule == "blue.move.cohesion"
    assert refusal(play, places((20, 11), (21, 11), (22, 11), (27, 11))).rule == "blue.move.cohesion"
    play.answer(next(answer for answer in play.game.asked.suggestions() if isinstance(answer, Walked) and answer.goes))
    assert spots(play, "Spears")[:3] == [(20, 10), (21, 10), (22, 10)]
    assert 22 < spots(play, "Spears")[3][0] < 25


TORN_FAR = [(20, 10), (21, 10), (22, 10), (33, 10)]
"""Four models, one of them farther from the others than it can go."""


@pytest.mark.rule("blue.move.cohesion")
def test_who_is_torn_too_far_for_one_move_comes_nearer_with_each() -> None:
    play = alone(4).places("Spears", TORN_FAR).play()
    play.choose(unit="Spears")
    play.answer(next(answer for answer in play.game.asked.suggestions() if isinstance(answer, Walked) and answer.goes))
    assert spots(play, "Spears") == [*TORN_FAR[:3], (28, 10)]


@pytest.mark.rule("blue.move.cohesion")
def test_the_larger_part_waits_for_those_who_are_torn_too_far_away() -> None:
    play = alone(4).places("Spears", TORN_FAR).play()
    play.choose(unit="Spears")
    assert refusal(play, places((20, 11), (21, 11), (22, 11), (28.5, 10))).rule == "blue.move.cohesion"
    assert refusal(play, places(*TORN_FAR[:3], (33, 12))).rule == "blue.move.cohesion"
    play.answer(places(*TORN_FAR[:3], (29, 10)))


@pytest.mark.rule("blue.move.cohesion")
def test_a_unit_that_is_torn_too_far_and_dragged_as_a_whole_closes_up() -> None:
    play = alone(4).places("Spears", TORN_FAR).play()
    play.choose(unit="Spears").answer(walk(play, 0, 3))
    assert spots(play, "Spears") == [*TORN_FAR[:3], (28, 10)]


def test_a_unit_takes_up_a_formation_on_its_way() -> None:
    play = alone(6).play()
    play.choose(unit="Spears").answer(walk(play, 0, 2, "line"))
    assert len({y for _, y in spots(play, "Spears")}) == 1


def test_models_keep_an_inch_from_enemies() -> None:
    table = draw("Spears at 24,10 | Ogres at 24,14 face 180", Spears=unit(), Ogres=unit())
    play = table.play()
    play.choose(unit="Spears")
    assert "may not stand" in refusal(play, places((24, 14 - 25 / 25.4 - 0.9))).message
    play.answer(places((24, 14 - 25 / 25.4 - 1.0)))


def test_a_unit_flows_round_enemies() -> None:
    table = draw("Spears at 24,10 | Ogres at 24,13.4 face 180", Spears=unit(movement=8), Ogres=unit())
    play = table.play()
    play.choose(unit="Spears").answer(walk(play, 0, 7))
    (model,) = play.unit("Spears").models
    assert model.y > 15
    assert not problems(play.battle)


# Dashing


@pytest.mark.rule("blue.move.dash", "blue.move.dash_marker")
def test_a_dash_adds_a_d5() -> None:
    play = alone().play(dice=[5])
    play.choose(unit="Spears").answer(Walked(instead="dash"))
    assert play.rolls[0].dice == "D5"
    assert refusal(play, walk(play, 0, 8.1)).rule == "blue.move.first_player_moves"
    assert "dashed already" in refusal(play, Walked(instead="dash")).message
    play.answer(walk(play, 0, 8.0))
    assert play.unit("Spears").dashed


@pytest.mark.rule("blue.move.dash_marker")
def test_the_mark_of_a_dash_is_gone_after_the_end_phase() -> None:
    table = alone()
    table.unit("Spears").dashed = True
    table.battle.phase = table.battle.stage = "end"
    play = table.play(dice={"Turn roll": [9, 2]})
    assert play.battle.turn == 2
    assert not play.unit("Spears").dashed


@pytest.mark.rule("blue.unit_type.beast_rerolls")
def test_beasts_may_roll_a_dash_again() -> None:
    play = alone(3, type="beast").play(dice=[1, 8])
    play.choose(unit="Spears").answer(Walked(instead="dash"))
    assert play.keys == ["none", "0"]
    play.choose("0")
    play.answer(walk(play, 0, 9.0))
    assert play.told(events.UnitDashed)[0].inches == 4


@pytest.mark.rule("blue.special.animated_construct_no_dash")
def test_animated_constructs_do_not_dash() -> None:
    play = alone(rules=["Animated Construct"]).play()
    play.choose(unit="Spears")
    assert refusal(play, Walked(instead="dash")).rule == "blue.special.animated_construct_no_dash"
    play.answer(walk(play, 0, 5))


@pytest.mark.rule("blue.armour.movement")
def test_heavy_armour_slows_down() -> None:
    play = alone(armour=["Heavy Armour"]).play()
    play.choose(unit="Spears")
    question = play.question
    assert isinstance(question, Walk)
    assert question.inches == 3.0


# Mandatory moves


@pytest.mark.rule("blue.move.mandatory_moves_first", "blue.move.fleeing_units_excluded")
def test_fleeing_units_of_both_run_before_anybody_moves() -> None:
    table = draw(
        "Spears at 24,20 | Ogres at 24,30 face 180 | Rats at 4,44 face 180",
        Spears=unit(models=5),
        Ogres=unit(models=3),
        Rats=unit(),
    )
    table.unit("Ogres").fleeing = True
    table.battle.stage = "mandatory"
    play = table.play(dice=[(3, 2)])
    assert (play.topic, play.question.seat) == ("move", 0)
    ran = play.unit("Ogres").pose
    assert ran is not None
    assert ran.y == pytest.approx(30 + 5 * CM)
    play.choose("pass")
    assert play.denial(str(play.unit("Ogres").id)) == "blue.move.fleeing_units_excluded"


@pytest.mark.rule("blue.move.fleeing_units_excluded")
def test_a_fleeing_unit_has_no_move_of_its_own() -> None:
    table = draw(f"{ALONE} | Bows at 10,10", Spears=unit(models=5), Ogres=unit(models=3), Bows=unit(), Rats=unit())
    table.unit("Spears").fleeing = True
    play = table.play()
    assert not play.offers(unit="Spears")
    assert play.denial(str(play.unit("Spears").id)) == "blue.move.fleeing_units_excluded"


def test_who_flees_over_the_edge_is_gone() -> None:
    table = draw("Spears at 24,1.5 | Ogres at 24,30 face 180", Spears=unit(models=5), Ogres=unit(models=3))
    table.unit("Spears").fleeing = True
    table.battle.stage = "mandatory"
    play = table.play(dice=[(10, 10)])
    assert play.unit("Spears").fate == "fled"


def test_who_flees_is_stopped_by_a_wall() -> None:
    table = draw(
        "48x48 impassable 24,16 10x2 | Spears at 24,20 | Ogres at 24,40 face 180",
        Spears=unit(models=1),
        Ogres=unit(models=3),
    )
    table.unit("Spears").fleeing = True
    table.battle.stage = "mandatory"
    play = table.play(dice=[(10, 10)])
    assert play.unit("Spears").models[0].y >= 17.4
    assert not problems(play.battle)


@pytest.mark.rule("blue.special.stupid_test")
def test_stupid_units_test_when_a_turn_begins() -> None:
    table = alone(3, rules=["Stupid"], mind=7)
    table.battle.phase, table.battle.stage = "command", "turn"
    play = table.play(dice={"Stupid": [7], "Turn roll": [9, 2]})
    assert next(roll.why for roll in play.rolls) == "Stupid"
    assert not play.unit("Spears").stupid
    failed = table.play(dice={"Stupid": [6], "Turn roll": [9, 2]})
    assert failed.unit("Spears").stupid


@pytest.mark.rule("blue.special.stupid_fail_move")
def test_who_failed_goes_for_the_nearest_enemy() -> None:
    table = draw("Trolls at 10,24 | Ogres at 24,24 face 180", Trolls=unit(movement=6, rules=["Stupid"]), Ogres=unit())
    table.unit("Trolls").stupid = True
    table.battle.stage = "mandatory"
    play = table.play()
    assert play.topic == "dash"
    play.choose("pass")
    assert spots(play, "Trolls") == [(16.0, 24.0)]
    assert play.unit("Trolls").moved
    assert not play.offers(unit="Trolls")


@pytest.mark.rule("blue.special.stupid_fail_move")
def test_who_failed_may_dash_and_ends_an_inch_short() -> None:
    table = draw("Trolls at 10,24 | Ogres at 18,24 face 180", Trolls=unit(movement=6, rules=["Stupid"]), Ogres=unit())
    table.unit("Trolls").stupid = True
    table.battle.stage = "mandatory"
    play = table.play(dice=[10])
    play.choose("dash")
    (model,) = play.unit("Trolls").models
    assert model.x == pytest.approx(18 - 25 / 25.4 - 1.0, abs=0.01)
    assert play.unit("Trolls").dashed


@pytest.mark.rule("blue.special.frenzy_move")
def test_frenzied_units_go_for_the_nearest_enemy() -> None:
    table = draw(
        "Berserks at 24,10 | Ogres at 24,22 face 180 | Far at 2,40 face 180",
        Berserks=unit(rules=["Frenzy"]),
        Ogres=unit(),
        Far=unit(),
    )
    table.battle.stage = "mandatory"
    play = table.play()
    assert spots(play, "Berserks") == [(24.0, 15.0)]
    assert not play.offers(unit="Berserks")
    table.battle.stage = "move"
    asked = draw(
        "Berserks at 24,10 | Ogres at 24,22 face 180 | Bows at 9,9",
        Berserks=unit(rules=["Frenzy"]),
        Ogres=unit(),
        Bows=unit(),
    ).play()
    assert asked.denial(str(asked.unit("Berserks").id)) == "blue.special.frenzy_move"


@pytest.mark.rule("blue.special.frenzy_move")
def test_frenzied_units_dash_at_enemies_that_are_far() -> None:
    table = draw("Berserks at 24,10 | Ogres at 24,40 face 180", Berserks=unit(rules=["Frenzy"]), Ogres=unit())
    table.battle.stage = "mandatory"
    play = table.play(dice=[5])
    assert spots(play, "Berserks") == [(24.0, 18.0)]
    assert play.unit("Berserks").dashed


# Leaving combat


def fight(**fields: object) -> Table:
    base = 25 / 25.4
    table = draw(f"Spears at 24,20 | Ogres at 24,{20 + base} face 180", Spears=unit(spirit=5, **fields), Ogres=unit())
    return table.lock("Spears", "Ogres")


FAILS: dict[str, Fall] = {"Fall Back": 4, "Flee!": (5, 4), "Consolidation": 6, "Flee on": (1, 1)}
"""A failed Spirit Test, 5" of flight, and a press that catches."""


def leaving(play: Play) -> Play:
    play.choose(unit="Spears")
    assert play.keys == ["fall back", "pass"]
    return play.choose("fall back")


@pytest.mark.rule("blue.move.fall_back_option")
def test_a_locked_unit_only_stays_or_falls_back() -> None:
    play = fight().play()
    play.choose(unit="Spears")
    assert play.topic == "action"
    play.choose("pass")
    assert play.unit("Spears").locked
    assert not play.unit("Spears").moved


@pytest.mark.rule("blue.move.fall_back_option")
def test_falling_back_takes_a_spirit_test() -> None:
    play = leaving(fight().play(dice=[5]))
    assert play.rolls[0].rule == "blue.move.fall_back_option"
    assert play.rolls[0].need == 5


@pytest.mark.rule("blue.move.fall_back_pass")
def test_who_passes_walks_away() -> None:
    play = leaving(fight().play(dice=[5]))
    assert refusal(play, walk(play, 0.5, 0)).rule == "blue.move.fall_back_pass"
    play.answer(walk(play, 0, -5))
    own = play.unit("Spears")
    assert spots(play, "Spears") == [(24.0, 15.0)]
    assert (own.locked, own.fleeing, own.declares) == (False, False, False)
    assert not play.unit("Ogres").locked


@pytest.mark.rule("blue.move.fall_back_pass")
def test_who_finds_no_place_stays_locked() -> None:
    play = leaving(fight(movement=0).play(dice=[5]))
    assert play.unit("Spears").locked
    assert play.told(events.NoWayOut)


@pytest.mark.rule("blue.move.fall_back_fail")
def test_who_fails_flees() -> None:
    play = leaving(fight().play(dice=FAILS))
    assert play.unit("Spears").fleeing
    assert not play.unit("Spears").locked
    assert spots(play, "Spears") == [(24.0, 15.0)]


@pytest.mark.rule("blue.move.fall_back_pressed")
def test_the_enemies_press_whoever_flees_from_combat() -> None:
    play = leaving(fight(health=4).play(dice=FAILS))
    assert play.topic == "consolidate"
    assert play.question.seat == 1
    play.answer(Walked(instead=f"catch:{play.unit('Spears').id}"))
    # One model has caught it: one wound without a die to hit or to wound.
    assert play.unit("Spears").models[0].lost == 1


@pytest.mark.rule("blue.special.stupid_fail_limits")
def test_who_failed_neither_shoots_nor_charges() -> None:
    table = draw(
        "Trolls at 24,20 | Archers at 19,20 | Ogres at 24,26 face 180",
        Trolls=unit(rules=["Stupid"], weapons=["Bow"], ranged=4),
        Archers=unit(weapons=["Bow"], ranged=4),
        Ogres=unit(health=9),
    )
    table.unit("Trolls").stupid = True
    table.battle.phase, table.battle.stage = "shooting", "shoot"
    play = table.play(dice={"": 1})
    assert play.topic == "shoot"
    assert play.offers(unit="Archers")
    assert not play.offers(unit="Trolls")
    play.until("charge")
    assert play.offers(unit="Archers")
    assert not play.offers(unit="Trolls")


@pytest.mark.rule("blue.move.spells")
def test_spells_are_cast_in_the_move_phase() -> None:
    table = draw(
        "Mage at 20,20 | Spears at 24,20 | Witch at 30,40 face 180",
        Mage=hero(magic=3, destiny=0),
        Spears=unit(models=3),
        Witch=hero(magic=3, destiny=0),
    )
    table.unit("Mage").spells = ("Hasten",)
    table.battle.pools = (4, 4)
    play = table.play(dice=[(9, 8), (7, 7)])
    play.choose(f"{play.unit('Mage').id}:Hasten>{play.unit('Spears').id}")
    play.choose("2")
    assert (play.topic, play.question.seat) == ("dispel", 1)
    play.choose(f"{play.unit('Witch').id}:2")
    # Two successes undo two: nobody is hastened, and the player goes on with his moves.
    assert (play.topic, play.question.seat) == ("move", 0)
    assert play.battle.pools == (2, 2)
    assert not play.unit("Spears").moved
