"""The captain in Fantasy Battles: it plays legal answers with reasons, and no habit of it is foolish."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, with_rules
from tests.players.captains import always_answers_legally_and_says_why, overview
from warhost.dice import Chance
from warhost.play import Choose, Chosen, Moved, Option, Place, Setup
from warhost.players import Decision
from warhost.players.captain import Candidate, Captain
from warhost.players.captain.judging.places import PlaceJudge
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import MARCHING_COLUMNS, TYPES, zone
from warhost.rulesets.fantasy_battles.chapters.victory.objectives import (
    BREAKTHROUGH,
    KING_OF_THE_HILL,
    OBJECTIVES,
    SECURE_TARGET,
    SPOILS_OF_WAR,
)
from warhost.rulesets.fantasy_battles.thinks.counsel import FantasyCounsel
from warhost.table import Arc, Forward, Pose, Rect, distance_to_point, rect, walk

FAR = "1 Guard at 66,44 face 180"
"""Somebody of the other side who is far off."""


def a_setup(objective: str = "Hold the Ground") -> Setup:
    return Setup(
        ruleset="t9a",
        armies=("Ossuary Kings", "Thornback Tribes"),
        map="2",
        options={"points": 1500, "objective": objective},
    )


def decide(play: Play) -> Decision:
    return Captain(Chance(0)).decide(play.game.asked, play.battle, RULESET)


def move(table: Table, name: str) -> tuple[Rect, Decision]:
    """Where the captain moves that unit in the Movement Phase, and what it says."""
    play = table.play(phase="movement")
    play.choose(str(play.unit(name).id))
    decision = decide(play)
    assert isinstance(decision.answer, Moved)
    return walk(boundary(play.battle, play.unit(name)), decision.answer.steps)[-1], decision


def told(decision: Decision) -> set[str]:
    return {reason.label for reason in decision.reasons}


def weighed(table: Table, name: str, x: float, y: float, facing: float = 0.0) -> dict[str, float]:
    """What the captain says of a place for a unit."""
    here = overview(table.battle, 0)
    unit = here.counsel.unit(table.unit(name).id)
    judged = PlaceJudge(here, unit).weigh(Candidate(Moved(), ""), here.counsel.footprint(unit, Pose(x, y, facing)))
    return {label: score for label, score, _ in judged.terms}


def choice(counsel: FantasyCounsel, topic: str, option: Option, about: str = "") -> float:
    """What the book makes of an option."""
    question = Choose(seat=counsel.seat, topic=topic, text="", options=(option,), about=about)
    return sum(score for score, _, _ in counsel.choice(question, option))


@pytest.mark.slow
@pytest.mark.parametrize(
    "objective", [OBJECTIVES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in OBJECTIVES[1:])]
)
def test_every_answer_is_legal_and_comes_with_reasons(objective: str) -> None:
    always_answers_legally_and_says_why(a_setup(objective))


# Fights and charges.


def test_a_charge_in_the_flank_is_worth_more_than_one_at_the_front() -> None:
    table = draw("Knights at 36,10 | Swordsmen at 36,22 face 180")
    counsel = FantasyCounsel(table.battle, 0)
    knights, swordsmen = counsel.unit(0), counsel.unit(1)
    front, flank = (counsel.duel(knights, swordsmen, side) for side in (Arc.FRONT, Arc.LEFT))
    assert flank.wins > front.wins
    assert flank.value > front.value


def test_a_charge_that_rear_ranks_see_is_a_danger() -> None:
    table = draw("Archers at 36,20 | 1 Wolves at 44.5,22.5 face 180")
    table.unit("Wolves").files = 2
    assert any(label.startswith("may be charged by Wolves") for label in weighed(table, "Archers", 36.0, 20.0))


def test_a_war_machine_charges_nobody_and_is_feared_by_nobody() -> None:
    table = draw("Cannon at 36,10 | 1 Archers at 36,16 face 180 | 1 Cannon at 20,16 face 180")
    terms = weighed(table, "0:Cannon", 36.0, 10.0)
    assert not any("could charge" in label or "would beat" in label for label in terms)
    other = FantasyCounsel(table.battle, 0)
    assert not other.charges_soon(other.unit(2))


def test_a_long_shot_is_not_declared() -> None:
    table = draw(f"Swordsmen at 36,10 | 1 Archers at 36,26.7 | {FAR}", phase="charge")
    decision = decide(table.play())
    assert isinstance(decision.answer, Chosen)
    assert decision.answer.option == "pass"


def test_a_lone_model_does_not_panic_for_nothing() -> None:
    table = draw("Archers at 36,10 | 1 Captain at 36,26 face 180")
    counsel = FantasyCounsel(table.battle, 0)
    assert counsel.harm(counsel.unit(1), 0.05) < 0.1 * counsel.worth(counsel.unit(1))


# Moves.


def test_who_marches_counts_what_dangerous_terrain_costs() -> None:
    table = draw(f"t9a | 72x48 ruins 36,16 8x6 | Knights at 36,8 | {FAR}")
    counsel = FantasyCounsel(table.battle, 0)
    knights = counsel.unit(0)
    start = boundary(table.battle, knights)
    ((cost, words, rule),) = counsel.along(knights, start, (Forward(12.0),), "march")
    assert cost < 0.0
    assert "Dangerous Terrain" in words
    assert rule == "t9a.terrain.dangerous_test_when"
    assert not list(counsel.along(knights, start, (Forward(6.0),), "advance"))


def test_a_unit_without_a_goal_goes_for_an_enemy_that_it_would_beat() -> None:
    end, decision = move(draw("Knights at 20,8 | 1 Archers at 44,40 face 180", objective=""), "Knights")
    assert end.y > 16.0
    assert "close to an enemy it would beat" in told(decision)


def test_leaders_far_from_the_centre_have_their_move_too() -> None:
    play = draw("Spearmen at 36,20 | Wizard at 2,2 | 1 Archers at 60,40 face 180").play(phase="movement")
    play.answer(decide(play).answer)
    play.answer(decide(play).answer)
    decision = decide(play)
    assert decision.sentence.startswith("Wizard moves next")


# Objectives.


def test_a_marker_is_touched_and_not_only_approached() -> None:
    table = draw("Spearmen at 36,17 | 1 Archers at 5,46 face 180", objective=SPOILS_OF_WAR, turn=2)
    table.battle.markers = ((36.0, 24.0),)
    end, decision = move(table, "Spearmen")
    assert distance_to_point(end, 36.0, 24.0) == 0.0
    assert "holds a marker" in told(decision)


def test_who_carries_a_marker_is_worth_more_and_looks_for_no_other() -> None:
    table = draw(f"Spearmen at 36,17 | Swordsmen at 20,17 | {FAR}", objective=SPOILS_OF_WAR)
    table.battle.markers = ((36.0, 17.0), (20.0, 24.0))
    table.unit("Spearmen").carries = 0
    counsel = FantasyCounsel(table.battle, 0)
    carrier, other = counsel.unit(0), counsel.unit(1)
    assert counsel.worth(carrier) > counsel.worth(other)
    assert not counsel.scores(carrier)
    assert [(goal.x, goal.y) for goal in counsel.goals()] == [(20.0, 24.0)]


@pytest.mark.parametrize("deployment", TYPES)
def test_units_break_through_into_the_enemys_zone(deployment: str) -> None:
    table = draw(f"Spearmen at 36,17 | {FAR}", objective=BREAKTHROUGH, deployment=deployment, homes=(0, 1))
    table.battle.edges, table.battle.attacker = (0, 1), 0
    goals = FantasyCounsel(table.battle, 0).goals()
    there = zone(table.battle, 1)
    assert len(goals) >= 3
    # Whoever counts at one of them stands with its centre in the zone.
    assert all(there.contains_rect(rect(goal.x, goal.y, 0.0, goal.reach, goal.reach)) for goal in goals)
    assert all(goal.middle for goal in goals)


def test_a_unit_stops_with_its_centre_on_the_hill() -> None:
    table = draw(f"t9a | 72x48 wall 36,24 8x1 | Spearmen at 36,17 | {FAR}", objective=KING_OF_THE_HILL, turn=6)
    table.battle.hills = (-1, 0)
    end, decision = move(table, "Spearmen")
    assert abs(end.y - 24.0) <= 0.5
    assert "holds the enemy's hill" in told(decision)


def test_markers_are_placed_near_the_own_zone() -> None:
    table = draw(f"Spearmen at 36,5 | {FAR}", objective=SECURE_TARGET, deployment=TYPES[0], homes=(0, 1))
    for unit in table.battle.units:
        unit.pose = None
    counsel = FantasyCounsel(table.battle, 0)
    question = Place(seat=0, topic="marker", text="")
    near, far = (sum(score for score, _, _ in counsel.spot(question, Pose(36.0, y, 0.0))) for y in (25.0, 40.0))
    assert near > far


def test_shooters_leave_the_objective_to_others_at_first() -> None:
    table = draw(f"Archers at 36,17 | Spearmen at 20,17 | {FAR}", objective="Hold the Ground", turn=2)
    counsel = FantasyCounsel(table.battle, 0)
    assert [unit.name for unit in counsel.own if counsel.scores(unit)] == ["Spearmen"]
    table.battle.turn = 6
    counsel = FantasyCounsel(table.battle, 0)
    assert [unit.name for unit in counsel.own if counsel.scores(unit)] == ["Archers", "Spearmen"]


# Before the battle.


def test_the_general_does_not_wait_for_the_flank_attack() -> None:
    counsel = FantasyCounsel(draw(f"General at 36,5 | Wolves at 20,5 | Archers at 50,5 | {FAR}").battle, 0)
    for unit in counsel.own:
        assert choice(counsel, "ambush", Option(str(unit.id), unit.name, unit=unit.id), "flank") < 0.0
    wolves = counsel.unit(1)
    assert choice(counsel, "ambush", Option("1", wolves.name, unit=1), "ambush") > 0.0


def test_who_has_the_last_word_counts_where_only_the_end_does() -> None:
    table = draw(f"Spearmen at 36,5 | {FAR}", objective=SECURE_TARGET)
    counsel = FantasyCounsel(table.battle, 0)
    first, second = (choice(counsel, "intent", Option(key, key)) for key in ("first", "second"))
    assert second > first


def test_the_cheaper_of_two_damage_spells_is_learned() -> None:
    counsel = FantasyCounsel(draw(f"Wizard at 36,5 | {FAR}").battle, 0)
    fireball, pyroclast = (
        choice(counsel, "select spells", Option(name, name)) for name in ("Fireball", "Pyroclastic Flow")
    )
    assert fireball > pyroclast


def test_a_column_wastes_no_ground() -> None:
    table = draw(f"Spearmen at 13,5 | Swordsmen at 60,5 | {FAR}", deployment=MARCHING_COLUMNS, homes=(0, 1))
    table.battle.edges, table.battle.placed = (0, 1), (0,)
    counsel = FantasyCounsel(table.battle, 0)
    near, far = (
        sum(score for score, _, _ in counsel.set_up_at(counsel.unit(1), rect(x, 5.0, 0.0, 4.0, 3.0)))
        for x in (18.0, 40.0)
    )
    assert near > far


# In the ranks.


def test_a_unit_turns_to_face_who_fights_its_flank() -> None:
    table = draw(f"Spearmen at 36,20 | 1 Swordsmen at 30,20 face 90 | {FAR}").fight("Swordsmen", "Spearmen", "left")
    counsel = FantasyCounsel(table.battle, 0)
    assert choice(counsel, "combat reform", Option("0", "Spearmen", unit=0)) > 0.0
    table = draw(f"Spearmen at 36,20 | 1 Swordsmen at 36,26 face 180 | {FAR}").fight("Swordsmen", "Spearmen")
    assert choice(FantasyCounsel(table.battle, 0), "combat reform", Option("0", "Spearmen", unit=0)) < 0.0


def test_rules_of_a_unit_may_keep_it_from_marching() -> None:
    table = with_rules(f"Archers at 36,10 | {FAR}", "Archers", ("War Machine",))
    counsel = FantasyCounsel(table.battle, 0)
    assert counsel.pace(counsel.unit(0)) == 4.0


def test_the_enemy_keeps_dice_for_what_can_still_be_cast() -> None:
    table = draw("Wizard at 36,20 | Swordsmen at 36,34 face 180")
    wizard = table.unit("Wizard")
    table.battle.phase, table.battle.stage, table.battle.pools = "magic", "cast", (6, 4)
    wizard.known = ("Fireball", "Pyroclastic Flow")
    several = FantasyCounsel(table.battle, 0).spells(Choose(seat=0, topic="cast", text="", options=()))
    wizard.known = ("Fireball",)
    alone = FantasyCounsel(table.battle, 0).spells(Choose(seat=0, topic="cast", text="", options=()))
    (fireball,) = alone.values()
    same = next(spell for spell in several.values() if spell.name == "Fireball")
    assert same.chance(2, 4) > fireball.chance(2, 4)
    assert same.chance(6, 4) == fireball.chance(6, 4)


def test_more_dice_risk_a_harder_miscast() -> None:
    table = draw("Wizard at 36,20 | Swordsmen at 36,34 face 180")
    table.battle.phase, table.battle.stage, table.battle.pools = "magic", "cast", (6, 0)
    table.unit("Wizard").known = ("Fireball",)
    (fireball,) = FantasyCounsel(table.battle, 0).spells(Choose(seat=0, topic="cast", text="", options=())).values()
    costs = [fireball.cost(dice) for dice in (2, 3, 4, 5)]
    assert costs[0] == 0.0
    assert costs == sorted(costs)
    assert costs[-1] > 3 * costs[1]
