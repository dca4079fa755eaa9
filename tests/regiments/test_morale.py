"""Morale tests, Shaken and routed units (Morale)."""

from __future__ import annotations

import pytest

from tests.regiments.fights import dice_for, fight, needs
from tests.regiments.harness import Dicing, Interlude, Play, Table, draw, find, happen, models, refusal, regiment
from warhost.play.battle import stand
from warhost.play.questions import Chosen, Moved
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation, morale
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Battle, Effect, Marker, Regiment, events
from warhost.table import Arc, Pivot, Pose

CAPTAIN = regiment(size=1, rules=["Hero", "Tough(3)"], quality=3, name="Captain")


def table(unit: Regiment, **fields: object) -> Table:
    return draw("Unit at 36,20 | Foe at 36,40 face 180", Unit=unit, Foe=regiment()).set("Unit", **fields)


def hurt(drawn: Table, wounds: int, dice: Dicing = ()) -> Interlude:
    """The unit takes so many wounds in an activation, which then ends."""

    def script(battle: Battle) -> Script[None]:
        yield from automatic_wounds(battle, battle.units[0], wounds)
        yield from morale.end_of_activation(battle)

    return happen(drawn, script, dice)


def lose(drawn: Table, dice: Dicing = (), side: Arc | None = None) -> Interlude:
    """The unit has lost a melee."""
    return happen(drawn, lambda battle: morale.lose_melee(battle, battle.units[0], side), dice)


def count_tests(play: Play) -> int:
    return len(play.told(events.MoraleTested))


@pytest.mark.rule("aofr.morale.trigger")
@pytest.mark.parametrize(("killed", "due"), [(5, 1), (4, 0)])
def test_a_unit_at_half_or_less_after_wounds_tests(killed: int, due: int) -> None:
    assert count_tests(hurt(table(regiment(size=10)), killed, [6] * due)) == due


@pytest.mark.rule("aofr.morale.trigger_single")
@pytest.mark.parametrize(("wounds", "due"), [(6, 1), (5, 0)])
def test_a_single_model_counts_its_wounds(wounds: int, due: int) -> None:
    assert count_tests(hurt(table(regiment(size=1, rules=["Tough(12)"])), wounds, [6] * due)) == due


@pytest.mark.rule("aofr.morale.trigger_single")
def test_a_unit_that_started_with_several_models_counts_models() -> None:
    trolls = regiment(size=3, rules=["Tough(3)"])
    assert count_tests(hurt(table(trolls), 5)) == 0
    assert count_tests(hurt(table(trolls), 6, [6])) == 1


@pytest.mark.rule("aofr.morale.starting_size")
def test_earlier_losses_count_for_the_starting_size() -> None:
    assert count_tests(hurt(table(regiment(size=10), left=(6,)), 1, [6])) == 1


@pytest.mark.rule("aofr.morale.needs_wounds", "aofr.morale.trigger")
@pytest.mark.parametrize("wounds", [0, 1])
def test_a_small_unit_tests_again_only_if_it_takes_wounds(wounds: int) -> None:
    assert count_tests(hurt(table(regiment(size=10), left=(3,)), wounds, [6] * wounds)) == wounds


@pytest.mark.rule("aofr.morale.trigger")
def test_a_unit_of_which_nothing_is_left_takes_no_test() -> None:
    play = hurt(table(regiment(size=10)), 10)
    assert (play.unit("Unit").fate, play.rolls) == ("destroyed", [])


@pytest.mark.rule("aofr.morale.needs_wounds")
def test_wounds_are_tested_for_once() -> None:
    def twice(battle: Battle) -> Script[None]:
        yield from automatic_wounds(battle, battle.units[0], 5)
        yield from morale.end_of_activation(battle)
        yield from morale.end_of_activation(battle)

    assert count_tests(happen(table(regiment(size=10)), twice, [6, 6])) == 1


@pytest.mark.rule("aofr.morale.trigger")
def test_the_side_that_does_not_act_tests_first() -> None:
    drawn = draw("Unit at 36,20 | Foe at 36,40 face 180", Unit=regiment(size=2), Foe=regiment(size=2))
    for unit in drawn.battle.units:
        unit.left, unit.hurt = (1,), 1
    play = happen(drawn, morale.end_of_activation, [6, 6])
    assert [event.unit for event in play.told(events.MoraleTested)] == [1, 0]


@pytest.mark.rule("aofr.morale.test", "aofr.stats.quality")
@pytest.mark.parametrize(("die", "passed"), [(4, True), (3, False)])
def test_a_morale_test_needs_the_quality(die: int, passed: bool) -> None:
    play = hurt(table(regiment(size=10, quality=4)), 5, [die])
    assert play.told(events.MoraleTested)[0].passed is passed
    assert dice_for(play, "Morale") == ["1D6"]


@pytest.mark.rule("aofr.morale.pass")
def test_a_passed_test_changes_nothing() -> None:
    play = hurt(table(regiment(size=10)), 5, [4])
    unit = play.unit("Unit")
    assert (unit.shaken, unit.fate, unit.models) == (False, "", 5)
    melee = lose(table(regiment(size=10), left=(5,)), [4])
    assert (melee.unit("Unit").shaken, melee.unit("Unit").fate, melee.unit("Unit").models) == (False, "", 5)


@pytest.mark.rule("aofr.morale.fail_shaken")
def test_failing_outside_of_melee_shakes_the_unit() -> None:
    unit = hurt(table(regiment(size=10)), 5, [3]).unit("Unit")
    assert (unit.shaken, unit.fate) == (True, "")


@pytest.mark.rule("aofr.morale.melee_replaces")
def test_a_unit_that_fought_a_melee_takes_no_test_for_its_wounds() -> None:
    assert count_tests(hurt(table(regiment(size=10), fought=True), 6)) == 0


@pytest.mark.rule("aofr.morale.melee_replaces")
def test_both_sides_of_a_melee_are_spared_the_other_test() -> None:
    play = fight(regiment(size=5), regiment(size=5), {"to hit": 1, "Morale": 6}).choose("no")
    assert (play.unit("Riders").fought, play.unit("Pikes").fought) == (True, True)


@pytest.mark.rule("aofr.morale.melee_fail_shaken")
def test_a_loser_with_more_than_half_left_is_shaken() -> None:
    unit = lose(table(regiment(size=10), left=(6,)), [3]).unit("Unit")
    assert (unit.shaken, unit.fate) == (True, "")


@pytest.mark.rule("aofr.morale.melee_fail_rout")
def test_a_loser_with_half_or_less_left_routs() -> None:
    assert lose(table(regiment(size=10), left=(5,)), [3]).unit("Unit").fate == "routed"
    ogre = regiment(size=1, rules=["Tough(6)"])
    assert lose(table(ogre, wounds=3), [3]).unit("Unit").fate == "routed"
    assert lose(table(ogre, wounds=2), [3]).unit("Unit").fate == ""


@pytest.mark.rule("aofr.morale.flank")
@pytest.mark.parametrize("side", [Arc.LEFT, Arc.RIGHT])
def test_a_unit_charged_in_the_flank_tests_at_minus_one(side: Arc) -> None:
    assert lose(table(regiment(quality=4)), [4], side).unit("Unit").shaken
    assert not lose(table(regiment(quality=4)), [5], side).unit("Unit").shaken
    assert not lose(table(regiment(quality=4)), [4], Arc.FRONT).unit("Unit").shaken


@pytest.mark.rule("aofr.morale.rear")
def test_a_unit_charged_in_the_rear_tests_at_minus_two() -> None:
    assert lose(table(regiment(quality=3)), [4], Arc.REAR).unit("Unit").shaken
    assert not lose(table(regiment(quality=3)), [5], Arc.REAR).unit("Unit").shaken


@pytest.mark.rule("aofr.morale.rear", "aofr.morale.flank")
def test_only_the_charged_unit_has_the_malus() -> None:
    silent = regiment(size=5, weapons=[])
    play = fight(silent, regiment(size=10, weapons=[]), {"Morale": 6}, "rear")
    assert needs(play, "Morale") == [4]
    play = fight(regiment(size=10, weapons=[]), silent, {"Morale": 6}, "rear")
    assert needs(play, "Morale") == [6]


@pytest.mark.rule("aofr.shaken.auto_fail")
def test_a_shaken_unit_fails_without_a_die() -> None:
    play = lose(table(regiment(size=10), left=(4,), shaken=True))
    assert (play.unit("Unit").fate, play.rolls) == ("routed", [])


@pytest.mark.rule("aofr.shaken.auto_fail")
def test_a_shaken_unit_that_fails_again_stays_shaken_and_no_more() -> None:
    play = lose(table(regiment(size=10), left=(6,), shaken=True))
    assert (play.unit("Unit").shaken, play.told(events.UnitShaken)) == (True, [])


@pytest.mark.rule("aofr.shaken.auto_fail", "aofr.special.fearless")
def test_fearless_helps_a_shaken_unit_too() -> None:
    brave = regiment(size=10, rules=["Fearless"])
    assert lose(table(brave, left=(4,), shaken=True), [4]).unit("Unit").fate == ""


@pytest.mark.rule("aofr.rout.remove")
def test_a_routed_unit_is_off_the_table_and_counts_as_lost() -> None:
    play = lose(table(regiment(size=10), left=(5,)), [1])
    unit = play.unit("Unit")
    assert (unit.pose, unit.models, unit.fate) == (None, 0, "routed")
    assert [event.unit for event in play.told(events.UnitRouted)] == [unit.id]


@pytest.mark.rule("aofr.rout.remove")
def test_a_hero_goes_with_its_unit_and_nothing_of_both_is_left() -> None:
    spell = (Effect("Ward", 0),)
    drawn = table(regiment(size=10, hero=CAPTAIN), left=(4,), hero_wounds=1, wounds=1, tokens=(2,), effects=spell)
    unit = lose(drawn, [1]).unit("Unit")
    assert (unit.models, unit.hero, unit.wounds, unit.hero_wounds) == (0, False, 0, 0)
    assert (unit.tokens, unit.effects) == ((), ())


@pytest.mark.rule("aofr.special.fearless")
@pytest.mark.parametrize(("brave", "rolls"), [(6, 2), (5, 1)])
def test_fearless_needs_most_of_the_models(brave: int, rolls: int) -> None:
    mixed = regiment(groups=[models(brave, rules=["Fearless"]), models(10 - brave)])
    play = lose(table(mixed), [3, 4][:rolls])
    assert play.unit("Unit").shaken is (rolls == 1)


@pytest.mark.rule("aofr.special.fearless")
def test_fearless_passes_on_a_four() -> None:
    brave = regiment(rules=["Fearless"])
    assert lose(table(brave), [3, 3]).unit("Unit").shaken
    assert not lose(table(brave), [3, 4]).unit("Unit").shaken


@pytest.mark.rule("aofr.special.fearless")
def test_one_die_is_rolled_for_fearless_and_only_for_a_failed_test() -> None:
    brave = regiment(rules=["Fearless"])
    assert dice_for(lose(table(brave), [4, 1]), "Fearless") == []
    saved = lose(table(brave), [3, 4])
    assert (dice_for(saved, "Fearless"), saved.told(events.MoraleTested)[0].how) == (["1D6"], "by Fearless")
    assert lose(table(brave), [3, 3]).told(events.MoraleTested)[0].how == ""


@pytest.mark.rule("aofr.command.banner")
def test_a_banner_helps_morale_tests() -> None:
    squad = regiment(groups=[models(1, rules=["Banner"]), models(9)], quality=4)
    assert not lose(table(squad), [3]).unit("Unit").shaken
    assert lose(table(squad), [2]).unit("Unit").shaken
    assert needs(lose(table(squad, left=(0, 9)), [3]), "Morale") == [4]
    best = regiment(groups=[models(1, rules=["Banner"]), models(9)], quality=2)
    assert lose(table(best), [1]).unit("Unit").shaken


@pytest.mark.rule("aofr.special.hero.morale")
def test_a_hero_tests_for_its_unit_with_its_own_quality() -> None:
    assert not lose(table(regiment(quality=5, hero=CAPTAIN)), [3]).unit("Unit").shaken
    assert needs(lose(table(regiment(quality=2, hero=CAPTAIN)), [6]), "Morale") == [2]
    few = regiment(groups=[models(1), models(4)], quality=2, hero=CAPTAIN)
    assert needs(lose(table(few, left=(0, 4)), [6]), "Morale") == [2]


@pytest.mark.rule("aofr.special.hero.morale")
def test_a_hero_that_is_dead_tests_for_nobody() -> None:
    assert needs(lose(table(regiment(quality=5, hero=CAPTAIN), hero=False), [6]), "Morale") == [5]


@pytest.mark.rule("aofr.special.hero.last_model")
def test_a_hero_that_is_left_alone_still_tests_as_the_unit() -> None:
    alone = table(regiment(size=5, quality=5, hero=CAPTAIN), left=(0,))
    assert count_tests(hurt(alone, 1, [3])) == 1
    alone = table(regiment(size=5, quality=5, hero=CAPTAIN), left=(0,))
    assert lose(alone, [2]).unit("Unit").fate == "routed"


@pytest.mark.rule("aofr.special.hero.last_model")
def test_a_hero_that_is_left_alone_has_its_own_quality_even_if_it_is_worse() -> None:
    alone = table(regiment(size=5, quality=2, hero=CAPTAIN), left=(0,))
    assert needs(lose(alone, [6]), "Morale") == [3]


def idle(drawn: Table) -> Interlude:
    """A Shaken unit acts."""
    return happen(drawn.set("Unit", shaken=True), lambda battle: activation.act(battle, find(battle, "Unit")))


@pytest.mark.rule("aofr.shaken.idle")
def test_a_shaken_unit_does_nothing_in_its_activation() -> None:
    play = idle(table(regiment(weapons=['Bow (36", A1)'])))
    assert play.topic == "idle"
    assert refusal(play, Chosen("advance")).rule == "aofr.shaken.pivot"
    play.stay()
    assert [event.action for event in play.told(events.UnitActivated)] == ["idle"]
    assert play.game.over


@pytest.mark.rule("aofr.shaken.pivot")
def test_a_shaken_unit_may_pivot_by_ninety_degrees() -> None:
    play = idle(table(regiment()))
    assert play.refuses(Pivot(120)) == "aofr.shaken.pivot"
    assert play.refuses(Pivot(91)) == "aofr.shaken.pivot"
    play.move(Pivot(90))
    pose = play.unit("Unit").pose
    assert pose is not None
    assert pose.facing == pytest.approx(90)


@pytest.mark.rule("aofr.shaken.recover")
def test_a_shaken_unit_recovers_by_staying_idle() -> None:
    play = idle(table(regiment())).answer(Moved())
    assert not play.unit("Unit").shaken


@pytest.mark.rule("aofr.shaken.no_objectives")
def test_shaken_units_neither_seize_nor_contest_markers() -> None:
    battle = table(regiment(size=1), shaken=True).having(markers=(Marker(36, 30),)).battle
    stand(battle.units[0], Pose(36, 28.5, 0))
    stand(battle.units[1], Pose(36, 33, 180))
    assert controller(battle, battle.markers[0]) == 1
    battle.units[0].shaken = False
    assert controller(battle, battle.markers[0]) is None
