"""The frame of a battle: set-up, turns, phases, victory, missions."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from tests.essence_of_war.harness import Dicing, Play, draw
from warhost.errors import WarhostError
from warhost.play import Chosen, Refused, Setup
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.victory.victory import judge
from warhost.rulesets.essence_of_war.core.battle import PHASES, Settings
from warhost.rulesets.essence_of_war.shown import events

APART = "Imperial Guard at 6,6 | Ghouls at 30,42 face 180"


def new_battle(dice: Dicing, map_: str = "1", **options: object) -> Play:
    setup = Setup(ruleset="eow", armies=("Empire of Sonnstahl", "Orcs and Goblins"), map=map_, options=options)
    return Play(RULESET.set_up(setup), dice)


def deploy_everything(game: Play) -> Play:
    while game.battle.phase == "deployment":
        game.answer(game.game.asked.suggestions()[0])
    return game


@pytest.mark.rule("eow.setup.sequence_basic")
def test_a_battle_starts_with_map_roll_off_both_deployments_and_the_first_deployers_turn() -> None:
    game = deploy_everything(new_battle([4, 5, 2], map_=""))
    told = [type(event) for event in game.game.events if not isinstance(event, events.PhaseBegan)]
    told = [kind for kind in told if kind.__name__ != "DiceRolled"]
    assert told[:3] == [events.MapChosen, events.RolledOff, events.SidePicked]
    assert told[3:11] == [events.UnitDeployed] * 8
    assert told[11] is events.TurnBegan
    deployed = [event.unit for event in game.told(events.UnitDeployed)]
    assert [game.battle.units[unit].seat for unit in deployed] == [0] * 4 + [1] * 4
    assert (game.battle.turn, game.battle.active) == (1, 0)


@pytest.mark.rule("eow.map.premade")
def test_a_die_picks_the_map() -> None:
    game = new_battle([4, 5, 2], map_="")
    assert game.told(events.MapChosen)[0].name.startswith("map 4")
    assert game.battle.scene.board == RULESET.set_up(Setup(ruleset="eow", armies=("orcs", "orcs"), map="4")).scene.board


@pytest.mark.rule("eow.map.random.features")
def test_dice_pick_a_feature_for_each_section_and_all_are_rolled_again_until_each_kind_is_there() -> None:
    still = [1, 1, 1] * 4
    game = new_battle([(1, 2, 3, 4), (6, 2, 3, 5), *still, 5, 2], map_="random")  # 1-2 hill, 3-4 wood, 5-6 rocks
    kinds = [feature.kind for feature in game.battle.scene.board.features]
    assert kinds == ["impassable", "elevated", "hindering", "impassable"]
    assert game.topic == "side"


@pytest.mark.rule("eow.map.random.scatter")
def test_each_feature_is_shifted_by_a_die_to_where_the_dice_point() -> None:
    # Inches, then the direction: a D36 for whole tens of degrees from none on, a D10 for the degrees.
    shifts = [(4, 10, 1), (2, 1, 1), (3, 19, 1), (2, 5, 6)]  # 90, 0, 180 and 45 degrees
    game = new_battle([(1, 3, 5, 1), *(face for shift in shifts for face in shift), 5, 2], map_="random")
    diagonal = 2 * sqrt(0.5)
    places = [(feature.x, feature.y) for feature in game.battle.scene.board.features]
    assert places[:3] == [(13, 12), (27, 14), (9, 33)]
    assert places[3] == pytest.approx((27 + diagonal, 36 + diagonal))


@pytest.mark.rule("eow.turn.alternate", "eow.turn.game_length_basic")
def test_players_take_four_turns_each_by_turns_and_then_the_battle_is_over() -> None:
    game = draw(APART).play(dice=[(1,)] * 8, turn=1)
    game.until("never asked")
    turns = [(event.turn, event.seat) for event in game.told(events.TurnBegan)]
    assert [(1, 0), *turns] == [(turn, seat) for turn in (1, 2, 3, 4) for seat in (0, 1)]
    assert game.game.over


@pytest.mark.rule("eow.turn.phase_order")
def test_a_player_turn_runs_through_five_phases_in_their_order() -> None:
    game = draw("Handgunners at 18,20 | Ghouls at 18,38 face 180").play(dice=[(1,)] * 8)
    while game.battle.active == 0:
        game.decline()
    told = [event.phase.lower() for event in game.told(events.PhaseBegan) if event.seat == 0]
    assert ["charge", *told] == list(PHASES)


@pytest.mark.rule("eow.turn.phase_order")
def test_nobody_shoots_before_the_magic_phase_is_over() -> None:
    game = draw("Handgunners at 18,20 | Ghouls at 18,38 face 180").play(dice=[(1,)] * 8)
    game.until("move")
    with pytest.raises(Refused):
        game.game.answer(Chosen("0>1"))


@pytest.mark.rule("eow.turn.active_reactive")
def test_the_player_whose_turn_it_is_is_active_the_other_reactive() -> None:
    game = draw(APART).play(dice=[(1,)] * 8)
    assert (game.battle.active, game.battle.reactive) == (0, 1)
    while game.battle.active == 0:
        game.decline()
    assert (game.battle.active, game.battle.reactive) == (1, 0)
    assert game.question.seat == 1
    other = draw(APART).play(dice=[(1,)] * 8, active=1)
    assert (other.battle.active, other.battle.reactive) == (1, 0)
    assert other.question.seat == 1


@pytest.mark.rule("eow.panic.exempt_states", "eow.panic.quarter_losses")
def test_what_a_phase_counts_for_panic_is_forgotten_when_the_next_one_begins() -> None:
    table = draw(APART).set("Ghouls", passed_panic=True, lost_this_phase=5)
    game = table.play(dice={"": (1,)}, phase="movement")
    assert game.unit("Ghouls").passed_panic
    game.choose("pass")
    ghouls = game.unit("Ghouls")
    assert (ghouls.passed_panic, ghouls.lost_this_phase) == (False, 0)


@pytest.mark.rule("eow.charge.redirect.once", "eow.turn.alternate")
def test_what_a_unit_did_in_its_turn_is_forgotten_when_its_owners_next_turn_begins() -> None:
    table = draw(APART).set("Imperial Guard", declared=True, redirected=True, failed_charge=True, fled_from_me=(1,))
    game = table.play(dice={"": (1,)}, phase="melee").until(phase="movement")
    assert (game.battle.active, game.unit("Imperial Guard").redirected) == (1, True)
    game.choose("pass").until(phase="movement")
    guard = game.unit("Imperial Guard")
    assert game.battle.active == 0
    assert (guard.declared, guard.redirected, guard.failed_charge) == (False, False, False)
    assert guard.fled_from_me == ()


def ended(line: str, **fields: Any) -> tuple[tuple[int, ...], str]:
    outcome = judge(draw(line, **fields).battle)
    return outcome.winners, outcome.word


@pytest.mark.rule("eow.victory.basic.count")
def test_more_units_within_six_inches_of_the_centre_win() -> None:
    line = "Imperial Guard at 14,20 | Handgunners at 22,20 | Ghouls at 18,28 face 180"
    assert ended(line) == ((0,), "victory")
    assert ended("Imperial Guard at 14,20 | Ghouls at 18,28 face 180 | Zombies at 22,28 face 180") == ((1,), "victory")


@pytest.mark.rule("eow.victory.basic.count", "eow.map.centre_marker")
def test_a_unit_counts_if_any_part_of_it_is_within_six_inches() -> None:
    # The Guard is 2.36" deep: its front edge is 6.0" from the centre in the first case, 6.1" in the second.
    assert ended("Imperial Guard at 18,16.8189 | Ghouls at 18,40 face 180") == ((0,), "victory")
    assert ended("Imperial Guard at 18,16.71 | Ghouls at 18,40 face 180") == ((), "draw")


@pytest.mark.rule("eow.victory.basic.draw")
@pytest.mark.parametrize(
    "line",
    ["Imperial Guard at 18,20 | Ghouls at 18,28 face 180", "Imperial Guard at 18,4 | Ghouls at 18,44 face 180"],
)
def test_as_many_units_or_none_at_all_is_a_draw(line: str) -> None:
    assert ended(line) == ((), "draw")


@pytest.mark.rule("eow.victory.basic.remove")
def test_characters_and_fleeing_units_do_not_count() -> None:
    assert ended("Wizard at 18,24 | Ghouls at 18,44 face 180") == ((), "draw")
    assert ended("Imperial Guard at 18,24 fleeing | Ghouls at 18,44 face 180") == ((), "draw")


@pytest.mark.rule("eow.victory.basic.massacre")
def test_with_the_enemy_army_gone_and_a_unit_near_the_centre_it_is_a_massacre() -> None:
    assert ended("Imperial Guard at 18,19 | 1 Ghouls off") == ((0,), "massacre")
    assert ended("Imperial Guard at 18,4 | 1 Ghouls off") == ((), "draw")
    assert ended("0 Imperial Guard off | 1 Ghouls at 18,29") == ((1,), "massacre")


@pytest.mark.rule("eow.victory.basic.massacre")
@pytest.mark.parametrize(("agreed", "turn"), [(Settings(), 4), (Settings(destroyed_army="end at once"), 2)])
def test_a_battle_ends_with_an_army_where_that_is_agreed_and_else_is_played_on(agreed: Settings, turn: int) -> None:
    line = "Electoral Cavalry at 18,20 | Handgunners at 4,4 | 1 Ghouls @18,26,0 fleeing"
    game = draw(line, agreed, turn=2).play(dice={"Ghouls Flee": (1, 1), "Charge Range": (6, 6), "": (1,)})
    game.choose(unit="Electoral Cavalry", target="Ghouls")
    while not game.game.over:
        game.decline()
    assert (game.battle.turn, game.battle.outcome and game.battle.outcome.word) == (turn, "massacre")


@pytest.mark.rule("eow.mode.basic")
def test_a_basic_game_has_patrols_four_turns_and_the_centre() -> None:
    battle = RULESET.set_up(Setup(ruleset="eow", armies=("beast herds", "orcs"), map="1"))
    assert battle.scene.settings.mode == "basic"
    assert battle.scene.settings.game_turns == 4
    with pytest.raises(WarhostError, match="no faction"):
        RULESET.set_up(Setup(ruleset="eow", armies=("beast herds", "Pearl Navy"), map="1"))
    with pytest.raises(WarhostError, match="has fixed patrols"):
        RULESET.set_up(Setup(ruleset="eow", armies=("beast herds", "orcs"), map="1", lists=({"name": "Mine"}, None)))


@pytest.mark.rule("eow.mode.advanced")
def test_an_advanced_game_lasts_five_turns() -> None:
    game = draw(APART, settings=Settings(mode="advanced")).play(dice=[(1,)] * 10)
    game.until("never asked")
    assert max(event.turn for event in game.told(events.TurnBegan)) == 5


@pytest.mark.rule("eow.mode.advanced", "eow.special.fearless")
@pytest.mark.parametrize(("models", "holds_only"), [(1, True), (2, False)])
def test_in_an_advanced_game_half_of_the_models_must_be_fearless(models: int, holds_only: bool) -> None:
    line = f"Handgunners at 18,10 models={models + 1} | Wizard at 30,4 | Ghouls at 18,20 face 180"
    table = draw(line, settings=Settings(mode="advanced"), active=1).join("Wizard", "Handgunners")
    game = table.change("Wizard", rules=["General", "Fearless"]).play(dice=[(1, 1), 1])
    game.choose(unit="Ghouls", target="Handgunners")
    assert (game.topic != "charge reaction") == holds_only


@pytest.mark.rule("eow.mode.mixed", "eow.adv.mission.in_basic", "eow.adv.mission.roll")
@pytest.mark.parametrize(("face", "mission"), [(1, "Occupation"), (4, "Patrolling"), (6, "Infiltration")])
def test_missions_may_be_added_to_a_basic_game(face: int, mission: str) -> None:
    game = new_battle([face, 5, 2], missions=True)
    assert game.battle.mission == mission
    assert game.battle.scene.settings.game_turns == 4
    assert new_battle([5, 2]).battle.mission == ""


@pytest.mark.rule("eow.adv.mission.patrolling_markers")
def test_patrolling_markers_keep_their_distances() -> None:
    game = new_battle([3, 5, 2], missions=True, map_="open").choose("near")
    assert game.topic == "marker"
    for x, y in ((18, 23), (18, 37), (2, 30), (18, 29)):
        with pytest.raises(Refused):
            game.place(x, y)
    game.place(9, 30)
    assert game.question.seat == 1
    with pytest.raises(Refused, match="18"):
        game.place(9, 18)
    game.place(27, 18)
    assert game.topic == "deploy"


@pytest.mark.rule("eow.adv.mission.patrolling_markers")
def test_a_patrolling_marker_may_lie_at_just_those_distances() -> None:
    # The right edge of the rock is at x = 8.5. Who won the roll-off places first, here the second player.
    table = draw("36x48 impassable 7,20 3x4 | Imperial Guard at 6,4 | Ghouls at 18,44 face 180", first=1)
    refused, allowed = ((2.9, 15), (33.1, 15), (11.4, 20), (18, 18.1)), ((3, 15), (33, 15), (11.5, 20), (18, 18))
    for x, y in (*refused, *allowed):
        game = table.play(phase="deployment", stage="markers", mission="Patrolling", markers=())
        assert (game.question.seat, accepts(game, x, y)) == (1, (x, y) in allowed)
    for x, y, legal in ((3, 35.9, False), (3, 36, True)):
        game = table.play(phase="deployment", stage="markers", markers=((3.0, 18.0),))
        assert (game.question.seat, accepts(game, x, y)) == (0, legal)


@pytest.mark.rule("eow.adv.mission.patrolling_markers")
def test_the_first_patrolling_marker_leaves_a_place_for_the_second() -> None:
    # Rocks fill the near half but for its right end, where nothing is 18 inches away from (30, 29).
    table = draw("36x48 impassable 12,18 24x12 | Imperial Guard at 6,4 | Ghouls at 18,44 face 180")
    for x, y, legal in ((30, 29, False), (30, 30, True)):
        game = table.play(phase="deployment", stage="markers", mission="Patrolling", markers=())
        assert (game.question.seat, accepts(game, x, y)) == (0, legal)


def accepts(game: Play, x: float, y: float) -> bool:
    try:
        game.place(x, y)
    except Refused:
        return False
    return True


@pytest.mark.rule("eow.adv.mission.patrolling_goal")
def test_patrolling_is_completed_by_more_units_within_three_inches_of_a_marker() -> None:
    fields = {"mission": "Patrolling", "markers": ((9.0, 30.0), (27.0, 18.0))}
    assert ended("Imperial Guard at 9,26 | Ghouls at 18,24 face 180", **fields) == ((0,), "victory")
    assert ended("Imperial Guard at 9,25 | Ghouls at 18,24 face 180", **fields) == ((), "draw")
    # The Guard is 2.36" deep: its front edge is just 3" from the marker.
    assert ended("Imperial Guard at 9,25.8189 | Ghouls at 18,24 face 180", **fields) == ((0,), "victory")


@pytest.mark.rule("eow.adv.mission.infiltration")
def test_infiltration_is_completed_by_more_units_in_the_enemys_zone() -> None:
    line = "Imperial Guard at 9,37 | Ghouls at 18,24 face 180"
    assert ended(line, mission="Infiltration") == ((0,), "victory")
    assert ended(line.replace("9,37", "9,36.01"), mission="Infiltration") == ((0,), "victory")
    assert ended(line.replace("9,37", "9,36"), mission="Infiltration") == ((), "draw")
    assert ended("Imperial Guard at 9,24 | Ghouls at 18,11.99 face 180", mission="Infiltration") == ((1,), "victory")
    assert ended("Imperial Guard at 9,24 | Ghouls at 18,12 face 180", mission="Infiltration") == ((), "draw")


@pytest.mark.rule("eow.adv.mission.occupation")
def test_occupation_is_about_the_centre() -> None:
    line = "Imperial Guard at 18,22 | Ghouls at 18,44 face 180"
    assert ended(line, mission="Occupation") == ((0,), "victory")


def idle(game: Play) -> dict[str, str]:
    """Why the first player could do nothing in which phase."""
    return {event.phase: event.why for event in game.told(events.NothingToDo) if event.seat == 0}


def test_a_phase_in_which_nothing_can_be_done_says_so_and_why() -> None:
    game = draw(APART).play(dice={"": 3}, phase="charge")
    game.choose("pass")
    assert idle(game) == {
        "Charge": "no enemy is within reach of a charge",
        "Magic": "no Wizard to cast spells",
        "Shooting": "no unit can shoot",
        "Melee": "no unit is in combat",
    }


def test_what_stands_in_the_way_is_told_of_each_unit() -> None:
    table = draw("Imperial Guard at 6,6 | Ghouls at 6,9 face 180").fight("Imperial Guard", "Ghouls")
    game = table.play(dice={"": 3}, phase="charge")
    assert idle(game) == {
        "Charge": "Imperial Guard are Engaged in Combat",
        "Movement": "Imperial Guard are Engaged in Combat",
        "Magic": "no Wizard to cast spells",
        "Shooting": "no unit can shoot",
    }
