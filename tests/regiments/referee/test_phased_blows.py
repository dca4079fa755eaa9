"""Blows of a combat of phases are blows in melee: events, weapons that pick, reprisals and feats."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, clash, needs
from tests.regiments.harness import Fall, Interlude, Table, draw, happen, models, regiment, weapon, written
from tests.regiments.referee.tables import finish
from tests.regiments.referee.test_garrisons import housed
from tests.regiments.referee.test_together import after
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.phased_battles import combat
from warhost.rulesets.regiments.parts.phased_battles.engaged import Charged, Phases, combats
from warhost.table import Pose, distance


def combat_of(made: Table, dice: dict[str, Fall]) -> Interlude:
    """A has charged B in the front; one combat."""
    made.touch("A", "B")
    optional.keep(made.battle, "phased_battles", Phases(charges=(Charged(0, 1, "front"),)))
    return happen(made, lambda battle: combat.resolve(battle, combats(battle)[0]), dice)


def pair(*parts: str, mine: Regiment, theirs: Regiment) -> Table:
    line = "0 A at 36,20 | 1 B at 36,30 face 180"
    return draw(line, Settings(parts=("phased_battles", *parts)), A=mine, B=theirs).having(turn=1)


@pytest.mark.rule("aofr.phased.simultaneous", "aofr.event.42_berserker")
def test_a_berserker_of_a_combat_wounds_whom_it_strikes() -> None:
    made = after(42, pair("random_events", mine=regiment(5), theirs=regiment(10)))
    play = combat_of(made, by_reason({"A Hand": (6, 6, 2, 2, 2), "to hit": 2, "to block": 6, "Morale": 6}))
    assert finish(play).unit("B").models == 8


@pytest.mark.rule("aofr.phased.resolution", "aofr.event.46_bad_to_worse", "aofr.special.fear")
def test_ones_of_a_combat_take_from_its_result_and_from_fear() -> None:
    made = after(46, pair("random_events", mine=regiment(5, rules=["Fear(2)"]), theirs=regiment(5)))
    play = combat_of(made, by_reason({"A Hand": (1, 6, 2, 2, 2), "to hit": 2, "to block": 1, "Morale": 6}))
    (told,) = finish(play).told(combat.CombatResolved)
    assert (told.own, told.theirs) == (1 + 1 + 2 - 1, 0)


@pytest.mark.rule("aofr.phased.simultaneous", "aofr.special.priority")
def test_a_weapon_picks_its_model_in_a_combat_too() -> None:
    text = "May pick any model in the target as its target, which is resolved as a unit of 1."
    band = regiment(groups=[models(1, rules=["Sergeant"], name="Captain"), models(4)])
    killer = regiment(1, weapons=[weapon("Blade (A1)", written(text))])
    play = combat_of(pair(mine=killer, theirs=band), by_reason({"A ": 6, "to hit": 1, "to block": 1, "Morale": 6}))
    assert play.topic == "ability"
    assert finish(play.choose("0")).unit("B").left == (0, 4)


@pytest.mark.rule("aofr.phased.simultaneous", "aofr.special.priority")
def test_who_is_struck_in_a_combat_strikes_back_by_its_rules() -> None:
    spite = written("When a model with this rule takes one wound in melee, the attacking unit takes 2 hits.", "Spite")
    dice = by_reason({"A Hand": (6, 6, 1, 1, 1), "to hit": 1, "B Spite: to block": 6, "to block": 1, "Morale": 6})
    play = finish(combat_of(pair(mine=regiment(5), theirs=regiment(10, rules=[spite])), dice))
    assert [(one.target, one.hits) for one in attacks(play, "Spite")] == [(0, 4)]


@pytest.mark.rule("aofr.phased.simultaneous", "aofr.special.priority")
def test_a_feat_of_a_combat_is_for_the_blows_of_its_unit() -> None:
    text = (
        "Once per game, when this unit attacks and all of its models have this rule, it may use this rule so that they "
        "get +2 to hit rolls."
    )
    play = combat_of(
        pair(mine=regiment(5, rules=[written(text, "Surge")]), theirs=regiment(10)),
        by_reason({"to hit": 1, "to block": 6, "Morale": 6}),
    )
    assert play.topic == "feat"
    finish(play.choose("use"))
    assert (needs(play, "to hit"), play.unit("A").used, play.unit("A").effects) == ([2, 4], ("Surge",), ())


@pytest.mark.rule("aofr.phased.combats", "aofr.building.charge")
def test_a_garrison_and_who_has_charged_it_fight_in_the_melee_phase() -> None:
    line = "0 Mine at 36,8 | 1 Theirs at 36,33 face 180"
    made = housed("phased_battles", line=line, Mine=regiment(10), Theirs=regiment(10)).set("Mine", activated=True)
    optional.keep(made.battle, "phased_battles", Phases(opened=(0, 1), winner=1))
    dice = by_reason({"Theirs Hand": (6, *[1] * 9), "to hit": 1, "to block": 1, "Morale": 6})
    play = made.play(dice, stage="movement phase", active=1)
    play.choose(f"charge>{play.unit('Mine').id}")
    assert [(one.attacker, one.attacks) for one in attacks(play)] == [(0, 10), (1, 10)]
    assert (play.unit("Mine").models, play.unit("Mine").inside) == (9, play.unit("House 1").id)
    assert distance(play.footprint("Theirs"), play.footprint("Mine")) == pytest.approx(1.0)


def tired_out(made: Table) -> Table:
    """The second player can tire units in combat, and has points for nothing else."""
    loud = ("high_command", "supreme_command", "seize_initiative", "waive_initiative", "killing_blow", "hit_and_run")
    quiet = tuple((seat, slug) for seat in (0, 1) for slug in loud)
    optional.keep(made.battle, "command_points", Purse("growing", (0, 2), ("shock", "shock"), quiet=quiet))
    return made


def tire(play: Interlude) -> Interlude:
    while play.topic != "stratagem" or not play.offers("combat_fatigue"):
        play.decline()
    return finish(play.choose("combat_fatigue"))


@pytest.mark.rule("aofr.cp.combat_fatigue", "aofr.phased.impact")
def test_who_is_tired_before_its_impact_is_not_fatigued_by_its_blows() -> None:
    riders = regiment(5, rules=["Impact(1)"])
    made = tired_out(pair("command_points:growing", mine=riders, theirs=regiment(5)))
    play = tire(combat_of(made, by_reason({"Combat Fatigue": 4, "to hit": 5, "to block": 6, "Morale": 6})))
    assert needs(play, "to hit") == [6, 4]
    assert not play.unit("A").fatigued


@pytest.mark.rule("aofr.cp.combat_fatigue", "aofr.special.counter.first")
def test_who_is_tired_at_its_counter_strike_is_not_fatigued_by_striking_back() -> None:
    made = draw(
        "0 A at 36,20 | 1 B at 36,30 face 180",
        Settings(parts=("command_points:growing",)),
        A=regiment(5, weapons=["Pike (A1, Counter)", "Knife (A1)"]),
        B=regiment(5),
    )
    play = clash(tired_out(made.having(turn=1)), "B", "A", by_reason({"Combat Fatigue": 4, "to hit": 5, "to block": 6}))
    play = tire(play.choose("strike"))
    assert needs(play, "Knife: to hit") == [6]
    assert not play.unit("A").fatigued


@pytest.mark.rule("aofr.phased.combats", "aofr.building.destructible")
def test_a_building_that_is_charged_is_struck_and_nobody_wins() -> None:
    line = "0 Mine at 36,8 | 1 Theirs at 36,33 face 180"
    made = housed("phased_battles", line=line, parts="holding+destruction", Mine=regiment(10), Theirs=regiment(10))
    made.set("Mine", activated=True, inside=None, pose=Pose(10, 8, 0))
    optional.keep(made.battle, "phased_battles", Phases(opened=(0, 1), winner=1))
    play = made.play(by_reason({"to hit": (6, *[1] * 9), "to block": 1}), stage="movement phase", active=1)
    play.choose(f"charge>{play.unit('House 1').id}")
    assert play.unit("House 1").wounds == 1
    assert play.told(combat.CombatResolved) == []
