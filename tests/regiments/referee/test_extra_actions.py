"""Odd corners of the Extra Actions."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Interlude, Table, acts, happen, regiment, written
from tests.regiments.referee.tables import (
    CHAMPION,
    MARKSMEN,
    SWORDS,
    extra,
    facing,
    finish,
    last_stand,
    offered,
    with_feats,
)
from tests.regiments.wizards import wizard
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.core import events
from warhost.table import Forward

ALL = "extra_actions"


def shot_by_theirs(table: Table, name: str = "Theirs", target: str = "Mine") -> Interlude:
    play = acts(table, name, {"to hit": 6, "to block": 6, "Morale": 6}).act(name, "hold").stay()
    return play.choose(target=target) if play.topic == "shoot" else play


def test_an_assault_whose_volley_kills_the_target_tires_nobody() -> None:
    table = facing(5.0, ALL, mine=bows(count=5), theirs=regiment(size=2))
    play = extra(acts(table, "Mine", {"to hit": 6, "to block": 1}), "assault")
    assert play.unit("Theirs").fate == "destroyed"
    assert not play.unit("Mine").fatigued
    assert not play.told(events.MeleeBegan)


def test_an_assault_needs_a_target_that_can_be_shot_at() -> None:
    short = facing(8.0, ALL, mine=bows(weapon='Javelin (6", A1)'))
    play = acts(short, "Mine").activate("Mine")
    assert "charge" in offered(play)
    assert "assault" not in offered(play)


def test_an_assault_hits_at_minus_one_with_bow_and_blade_and_the_answer_is_at_full() -> None:
    both = regiment(size=5, quality=3, weapons=['Bow (24", A1)', "Sword (A1)"])
    table = facing(5.0, ALL, mine=both, theirs=regiment(size=10, quality=3, rules=["Fearless"]))
    play = extra(acts(table, "Mine", by_reason({"to hit": 6, "to block": 6, "Morale": 6})), "assault")
    assert needs(finish(play), "to hit") == [4, 4, 3]


@pytest.mark.parametrize(("gap", "charges"), [(6.0, True), (6.2, False)])
def test_a_last_stand_charges_half_as_far(gap: float, charges: bool) -> None:
    table = facing(gap, ALL, mine=SWORDS).set("Mine", shaken=True)
    play = acts(table, "Mine").activate("Mine").choose("extra_actions:last_stand")
    assert any("charge" in key for key in play.keys) is charges


def test_a_last_stand_charge_hits_on_sixes_alone() -> None:
    table = facing(5.0, ALL, mine=regiment(size=5, quality=2)).set("Mine", shaken=True)
    play = acts(table, "Mine", by_reason({"to hit": 5, "to block": 6, "Morale": 6}))
    last_stand(play, "charge")
    assert attacks(play)[0].hits == 0


def test_a_unit_stays_shaken_after_its_last_stand() -> None:
    table = facing(20.0, ALL, mine=SWORDS).set("Mine", shaken=True)
    play = finish(last_stand(acts(table, "Mine"), "hold"))
    assert play.unit("Mine").shaken


@pytest.mark.parametrize(("action", "need"), [("hunker_down", 6), ("stealth_move", 5)])
def test_penalties_to_shots_add_up_with_stealth(action: str, need: int) -> None:
    table = facing(14.0, ALL, mine=regiment(size=5, rules=["Stealth"]), theirs=bows(quality=3))
    play = extra(acts(table, "Mine"), action)
    while not play.game.over:
        play.stay()
    assert needs(shot_by_theirs(table), "to hit") == [need]


def test_hunkering_down_is_no_help_in_melee() -> None:
    table = facing(5.0, ALL, theirs=regiment(size=5, quality=3))
    extra(acts(table, "Mine"), "hunker_down")
    play = acts(table, "Theirs", {"to hit": 1, "Morale": 6}).charge("Theirs", "Mine")
    assert needs(play, "to hit")[0] == 3


def test_a_defensive_stance_is_no_help_against_shots() -> None:
    table = facing(14.0, ALL, theirs=bows(quality=3))
    extra(acts(table, "Mine"), "defensive_stance")
    assert needs(shot_by_theirs(table), "to hit") == [3]


def test_a_stance_holds_into_the_next_round_until_the_unit_acts_again() -> None:
    table = facing(14.0, ALL, theirs=bows(quality=3))
    extra(acts(table, "Mine"), "hunker_down")
    table.having(turn=2)
    happen(table, structure.start_of_round)
    assert needs(shot_by_theirs(table), "to hit") == [5]
    acts(table, "Mine").act("Mine", "hold").stay()
    assert needs(shot_by_theirs(table), "to hit") == [3]


def test_who_becomes_shaken_keeps_its_cover_from_hunkering_down() -> None:
    table = facing(14.0, ALL, theirs=bows(quality=3))
    extra(acts(table, "Mine"), "hunker_down")
    table.set("Mine", shaken=True)
    assert needs(shot_by_theirs(table), "to hit") == [5]


@pytest.mark.parametrize(("first", "idle"), [("pass", True), ("0:Bolt", False)])
def test_who_has_cast_is_not_idle_any_more(first: str, idle: bool) -> None:
    armed = regiment(size=1, rules=["Caster(2)"], weapons=['Bow (24", A1)'], spells=wizard().spells)
    table = facing(14.0, ALL, mine=armed).set("Mine", tokens=(2,))
    play = acts(table, "Mine", {"Casting": 6, "block": 6}).activate("Mine").choose(first)
    while play.topic != "action":
        play.decline()
    stances = {"hunker_down", "defensive_stance", "overwatch"}
    assert offered(play) & stances == (stances if idle else set())
    assert {key.split(":")[-1] for key in play.denied} >= (set() if idle else stances)
    if idle:
        assert play.choose("extra_actions:hunker_down").game.over


def test_a_hero_that_has_moved_by_a_feat_is_not_idle_any_more() -> None:
    table = with_feats(facing(14.0, ALL, "feats", mine=CHAMPION))
    play = acts(table, "Mine").choose("move").move(Forward(3))
    assert "hunker_down" not in offered(play)


def test_focused_fire_counts_each_target_by_itself() -> None:
    two = regiment(size=5, quality=4, weapons=['Bow (24", A1)', 'Sling (24", A1)'])
    table = facing(12.0, ALL, mine=two)
    play = extra(acts(table, "Mine", {"to hit": 1}), "focused_fire")
    finish(play)
    assert set(needs(play, "to hit")) == {3}


def test_who_cannot_charge_has_no_heavy_charge_either() -> None:
    table = facing(5.0, ALL, mine=regiment(size=5, rules=["Immobilized"]))
    play = acts(table, "Mine").activate("Mine")
    assert "heavy_charge" not in offered(play)


def test_covering_fire_hits_on_sixes_even_with_the_best_of_quality() -> None:
    table = facing(8.0, ALL, mine=bows(quality=2, weapon='Bow (24", A1, Reliable)'))
    play = extra(acts(table, "Mine", {"to hit": (5, 5, 5, 5, 5)}), "covering_fire")
    finish(play)
    assert not play.told(events.MoraleTested)


def test_covering_fire_leaves_a_unit_shaken_that_fails_its_test_and_costs_no_models() -> None:
    table = facing(8.0, ALL)
    dice = by_reason({"to hit": (6, 6, 1, 1, 1), "Morale": 2, "": (3, 4)})
    play = extra(acts(table, "Mine", dice), "covering_fire")
    finish(play)
    theirs = play.unit("Theirs")
    assert (theirs.shaken, theirs.models) == (True, 5)


def test_overwatch_ends_when_the_unit_acts_again() -> None:
    table = facing(20.0, ALL)
    extra(acts(table, "Mine"), "overwatch")
    acts(table, "Mine").act("Mine", "advance").move(Forward(1))
    play = acts(table, "Theirs").act("Theirs", "advance").move(Forward(3))
    assert play.topic != "overwatch"


def test_overwatch_reacts_to_a_move_or_to_a_shot_but_not_to_both() -> None:
    table = facing(20.0, ALL, theirs=MARKSMEN)
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(3))
    assert play.topic == "overwatch"
    play.choose(next(option.key for option in play.options if not option.passes))
    assert play.topic == "shoot"
    play.choose(target="Mine")
    assert play.game.over, play.topic


def test_who_passes_on_the_move_may_still_shoot_back() -> None:
    table = facing(20.0, ALL, theirs=MARKSMEN)
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(3))
    play.choose("pass").choose(target="Mine")
    assert play.topic == "overwatch"
    play.choose("shoot")
    assert needs(play, "to hit") == [4, 5]


def test_nobody_shoots_back_who_was_shot_to_the_last_model() -> None:
    table = facing(20.0, ALL, mine=bows(count=2), theirs=MARKSMEN)
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 6, "to block": 1}).act("Theirs", "hold").stay().choose(target="Mine")
    assert play.unit("Mine").fate == "destroyed"
    assert play.topic != "overwatch"


def test_overwatch_that_shoots_back_shoots_with_the_survivors() -> None:
    table = facing(20.0, ALL, theirs=MARKSMEN)
    extra(acts(table, "Mine"), "overwatch")
    dice = by_reason({"Theirs Bow: to hit": 6, "to block": (1, 1, 1, 6, 6), "Mine Bow: to hit": 1, "Morale": 6})
    play = acts(table, "Theirs", dice).act("Theirs", "hold").stay().choose(target="Mine").choose("shoot")
    finish(play)
    assert [roll.dice for roll in play.rolls if "to hit" in roll.why] == ["5D6", "2D6"]
    kinds = [roll.why for roll in play.rolls]
    assert "Morale" in kinds[-1], kinds


def test_a_defensive_stance_hides_who_cannot_strike_back_from_nothing_but_hits() -> None:
    """Who does not strike back is not fatigued by it, and a charge that wounds nobody still tires the charger."""
    table = facing(5.0, ALL, theirs=regiment(size=5, quality=2))
    extra(acts(table, "Mine"), "defensive_stance")
    play = acts(table, "Theirs", by_reason({"to hit": (4, 3, 3, 3, 3), "to block": 6, "Morale": 6})).charge(
        "Theirs", "Mine"
    )
    assert needs(play, "to hit") == [4]
    assert (play.unit("Mine").fatigued, play.unit("Theirs").fatigued) == (False, True)


@pytest.mark.rule("aofr.extra_action.overwatch_move", "aofr.brutal.mishap", "aofr.brutal.critical")
def test_shots_from_overwatch_have_mishaps_and_critical_hits() -> None:
    parts = ("extra_actions", "brutal_damage:horrible_mishaps+critical_hits")
    table = facing(16.0, *parts, theirs=regiment(size=10))
    extra(acts(table, "Mine"), "overwatch")
    dice = by_reason({"to hit": (1, 6, 2, 2, 2), "mishap": 1, "critical": 4, "to block": 6, "Morale": 6})
    play = acts(table, "Theirs", dice).act("Theirs", "advance").move(Forward(6))
    finish(play.choose(next(option.key for option in play.options if not option.passes)))
    assert (play.unit("Mine").models, play.unit("Theirs").models) == (4, 9)


SURE = (
    "Once per game, when this unit attacks and all of its models have this rule, it may use this rule so that they get "
    "+2 to hit rolls."
)


@pytest.mark.rule("aofr.extra_action.assault", "aofr.special.priority")
def test_a_feat_may_be_used_for_the_shots_of_an_assault_alone() -> None:
    arms = ['Bow (24", A1)', "Sword (A1)"]
    table = facing(6.0, "extra_actions", mine=regiment(5, weapons=arms, rules=[written(SURE, "Sure")]))
    play = extra(acts(table, "Mine", by_reason({"to hit": 1, "Morale": 6})), "assault")
    assert play.topic == "feat"
    finish(play.choose("use"))
    assert (needs(play, "Bow: to hit"), needs(play, "Sword: to hit")[0]) == ([3], 5)


@pytest.mark.rule("aofr.extra_action.overwatch_move", "aofr.special.priority")
def test_a_feat_may_be_used_from_overwatch() -> None:
    archers = regiment(5, weapons=['Bow (24", A1)'], rules=[written(SURE, "Sure")])
    table = facing(16.0, "extra_actions", mine=archers)
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(6))
    play.choose(next(option.key for option in play.options if not option.passes))
    assert play.topic == "feat"
    assert needs(finish(play.choose("use")), "to hit") == [3]
    assert (play.unit("Mine").used, play.unit("Mine").effects) == (("Sure",), ())


@pytest.mark.rule("aofr.extra_action.covering_fire", "aofr.special.priority")
def test_nobody_is_asked_for_a_feat_that_covering_fire_has_no_use_for() -> None:
    archers = regiment(5, weapons=['Bow (24", A1)'], rules=[written(SURE, "Sure")])
    play = extra(acts(facing(8.0, "extra_actions", mine=archers), "Mine", {"to hit": 1}), "covering_fire")
    assert finish(play).unit("Mine").used == ()
