"""Odd corners of the random events, and what they do together with other parts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Fall, Interlude, Table, acts, draw, happen, regiment
from tests.regiments.referee.tables import CHAMPION, SWORDS, agreed, extra, finish, with_boosts, with_feats
from warhost.play import Manoeuvre
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, events, optional
from warhost.rulesets.regiments.parts.random_events.happening import EventHappened
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

ARMY = "First, 4-6"
OURS = 1
"""What the die that picks an army is for, and what it shows for the first."""

FAR = "0 Unit at 18,12 | 1 Foe at 54,36 face 180"
NO_DICE: Mapping[str, Fall] = {}


def table(line: str = FAR, *parts: str, **regiments: Regiment) -> Table:
    made = {"Unit": SWORDS, "Foe": SWORDS} | regiments
    named = {name: one for name, one in made.items() if f" {name} " in f" {line}"}
    return draw(line, agreed("random_events", *parts), **named).having(turn=1, mission="duel")


def event(number: int, laid: Table, dice: Mapping[str, Fall] = NO_DICE) -> Interlude:
    """That event happens at the start of a round."""
    told: dict[str, Fall] = {"Random event?": 6, "Which random event": divmod(number, 10), **dice}
    return happen(laid, lambda battle: optional.each(battle, "round_begun"), told)


def after(number: int, laid: Table, dice: Mapping[str, Fall] = NO_DICE) -> Table:
    play = event(number, laid, dice)
    assert play.game.over, play.topic
    laid.battle = play.battle
    return laid


def at_half(laid: Table, name: str, dice: Dicing = ()) -> Interlude:
    """That unit was hurt to less than half in an activation that ends now."""
    laid.set(name, hurt=1, left=(2,))
    return happen(laid, morale.end_of_activation, dice)


def passed(play: Interlude) -> list[bool]:
    return [told.passed for told in play.told(events.MoraleTested)]


def test_a_unit_in_reserve_is_never_drawn() -> None:
    laid = table("0 Unit at 18,12 | 0 Late off | 1 Foe at 54,36 face 180", Late=SWORDS)
    laid.set("Late", reserve="ambush")
    play = event(11, laid, {ARMY: OURS, "to block": 6, "": ONE})
    assert [one.target for one in attacks(play)] == [play.unit("Unit").id]


def test_three_units_with_low_supplies_are_all_there_are_if_there_are_but_two() -> None:
    laid = after(12, table(Unit=bows(), Foe=bows()), {ARMY: OURS, "": THREE})
    for name in ("Unit", "Foe"):
        play = acts(laid, name).act(name, "hold")
        assert finish(play).rolls == []


def test_who_has_low_supplies_cannot_shoot_from_overwatch_either() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,34 face 180"
    laid = table(line, "extra_actions", Unit=bows())
    extra(acts(laid, "Unit"), "overwatch", "Unit")
    laid = after(12, laid, {ARMY: OURS, "": ONE})
    play = acts(laid, "Foe").act("Foe", "advance").move(Forward(6))
    assert play.topic != "overwatch"


def test_broken_morale_adds_to_the_smell_of_death() -> None:
    laid = after(13, table(FAR, "special_conditions:smell_of_death"), {ARMY: OURS})
    assert morale.made_test(laid.battle, laid.unit("Unit")).modifiers.total == -2
    assert morale.made_test(laid.battle, laid.unit("Foe")).modifiers.total == -1


def test_a_surprise_attack_on_open_ground_surprises_nobody() -> None:
    play = event(14, table(), {ARMY: OURS})
    assert [play.unit(name).shaken for name in ("Unit", "Foe")] == [False, False]


def test_echoes_are_heard_by_who_is_surprised() -> None:
    line = "72x48 forest 18,12 10x6 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    laid = after(14, table(line, "special_conditions:sinister_echoes"), {ARMY: OURS, "Morale": 6, "": TWO})
    assert (laid.unit("Unit").shaken, laid.unit("Unit").models) == (True, 3)


def test_who_has_chipped_weapons_neither_runs_over_nor_strikes_but_charges() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,20 face 180"
    laid = after(15, table(line, Unit=regiment(size=5, rules=["Impact(2)"])), {ARMY: OURS, "": ONE})
    play = finish(acts(laid, "Unit", {"Foe Sword: to hit": 1, "Morale": 6}).charge("Unit", "Foe"))
    assert dice_for(play, "to hit") == ["10D6"], "the target alone strikes"


def test_the_beasts_one_hit_tears_one_model_apart() -> None:
    laid = after(16, table(Unit=regiment(size=3, rules=["Tough(3)"])), {ARMY: OURS, "to block": 5, "Morale": 6})
    assert (laid.unit("Unit").models, laid.unit("Unit").wounds) == (2, 0)


def test_an_anomaly_hits_a_charger_before_it_strikes() -> None:
    line = "0 Unit at 18,16 face 180 | 1 Foe at 18,6"
    laid = after(21, table(line, Unit=regiment(size=10)), {"quarter": 1, "": 1})
    dice = {"to block": 1, "Morale": 6, "to hit": 1, "": ONE}
    play = finish(acts(laid, "Unit", dice).charge("Unit", "Foe"))
    told = [type(one).__name__ for one in play.game.events]
    assert play.unit("Unit").models == 6
    assert "MeleeBegan" in told


def test_fauna_bites_who_charges_into_a_wood() -> None:
    line = "72x48 forest 18,18 10x4 | 0 Unit at 18,12 | 1 Foe at 18,18 face 180"
    laid = after(22, table(line))
    play = acts(laid, "Unit", {"to hit": 1, "Morale": 6, "Dangerous": 2, "": 1}).charge("Unit", "Foe")
    assert dice_for(finish(play), "Dangerous")[0] == "5D6"


def test_the_end_is_nigh_even_for_the_fearless() -> None:
    laid = after(25, table(Unit=regiment(size=5, rules=["Fearless"])))
    play = at_half(laid, "Unit")
    assert passed(play) == [False]
    assert play.unit("Unit").shaken


def test_who_is_fatigued_by_a_god_is_fresh_in_the_next_round() -> None:
    laid = after(26, table(), {"quarter": 1})
    happen(laid, structure.end_of_round, {"": 1})
    laid.having(turn=2)
    play = finish(clash(laid, "Unit", "Foe", {"to hit": 5, "to block": 6, "Morale": 6}))
    assert attacks(play)[0].hits > 0


def test_zombies_seize_nothing_and_deny_nothing() -> None:
    laid = table("0 Unit at 18,17 | 1 Foe at 54,36 face 180").having(markers=(Marker(18, 14.5),))
    laid = after(31, laid, {"quarter": 1, "": (1, 1)})
    assert controller(laid.battle, laid.battle.markers[0]) == 0


def test_a_rat_swarm_has_as_many_models_as_the_dice_say() -> None:
    laid = after(33, table("0 Unit at 36,6 | 1 Foe at 54,36 face 180"), {"quarter": 1, "": THREE})
    assert [unit.models for unit in laid.battle.units if unit.seat not in (0, 1)] == [4]


@pytest.mark.parametrize(("face", "hits"), [(1, [1]), (2, [])])
def test_a_grave_miscalculation_is_made_once_for_the_table(face: int, hits: list[int]) -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,34 face 180"
    laid = after(41, table(line, Unit=bows(), Foe=bows()))
    first = volley(laid, "Unit", "Foe", {"to hit": (face, 2, 2, 2, 2), "to block": 6})
    own = [one.hits for one in attacks(first) if one.target == first.unit("Unit").id]
    assert own == hits
    if hits:
        second = volley(laid, "Foe", "Unit", {"to hit": 1, "to block": 6})
        assert [one.target for one in attacks(second) if one.hits] == []


def test_what_blows_up_is_known_to_one_player_alone_until_it_does() -> None:
    line = "72x48 forest 18,18 10x4 forest 54,30 10x4 | 0 Unit at 18,12 | 1 Foe at 54,40 face 180"
    laid = table(line)
    play = event(43, laid, {ARMY: OURS})
    seat = play.question.seat
    play.choose(next(option.key for option in play.options if not option.passes))
    views = {one: RULESET.view(play.battle, one) for one in (0, 1)}
    kept: dict[int, str] = {}
    for one, view in views.items():
        assert isinstance(view, Battle)
        kept[one] = str(view.kept)
    assert kept[seat] != kept[1 - seat]
    assert kept[seat] == str(play.battle.kept)


def test_a_one_routs_even_the_fearless_in_a_panic() -> None:
    laid = after(44, table(Unit=regiment(size=5, rules=["Fearless"])))
    play = at_half(laid, "Unit", {"Morale": 1, "": 6})
    assert play.unit("Unit").fate == "routed"


def test_only_the_first_one_is_a_panic() -> None:
    laid = after(44, table())
    laid.battle = at_half(laid, "Unit", {"Morale": 1}).battle
    play = at_half(laid, "Foe", {"Morale": 1})
    assert (play.unit("Unit").fate, play.unit("Foe").fate, play.unit("Foe").shaken) == ("routed", "", True)


def test_suppressive_fire_makes_a_test_harder_by_every_six() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,34 face 180"
    laid = after(45, table(line, Unit=bows()))
    play = volley(laid, "Unit", "Foe", {"to hit": (6, 6, 1, 1, 1), "to block": 6, "Morale": 5})
    assert passed(play) == [False]
    assert play.unit("Foe").shaken


def test_gravity_and_a_boost_go_together() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,44 face 180"
    laid = with_boosts(after(52, table(line, "action_boosting")), 1)
    play = acts(laid, "Unit").act("Unit", "rush")
    play.choose(next(option.key for option in play.options if not option.passes))
    assert isinstance(play.question, Manoeuvre)
    assert play.question.kinds[0].forward == 21.0


def test_the_brave_need_no_die_and_others_do() -> None:
    laid = after(54, table(), {"quarter": 1})
    assert passed(at_half(laid, "Unit")) == [True]
    assert passed(at_half(laid, "Foe", {"Morale": 1})) == [False]


def test_nobody_moves_back_into_the_fight_who_is_shaken() -> None:
    laid = table("0 Unit at 8,6 | 1 Foe at 36,44 face 180").set("Unit", shaken=True)
    play = event(55, laid)
    assert not any(option.unit == play.unit("Unit").id for option in (play.options if not play.game.over else ()))


def test_mist_adds_nothing_to_cover() -> None:
    line = "72x48 forest 18,12 12x6 | 0 Unit at 18,12 | 1 Foe at 18,26 face 180"
    laid = after(56, table(line, Foe=bows()), {"quarter": 1})
    play = volley(laid, "Foe", "Unit", {"to hit": 6, "to block": 6})
    assert needs(play, "to block") == [3]


def test_flash_bombs_blind_those_who_strike_back_as_well() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,20 face 180"
    laid = after(61, table(line), {ARMY: OURS})
    play = finish(acts(laid, "Unit", {"to hit": 1, "Morale": 6}).charge("Unit", "Foe"))
    assert needs(play, "to hit") == [4, 5]


def test_suppressing_fire_doubles_attacks_and_not_models() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,34 face 180"
    laid = after(62, table(line, Unit=bows(weapon='Bow (24", A2)')), {ARMY: OURS})
    assert dice_for(volley(laid, "Unit", "Foe", {"to hit": 1}), "to hit") == ["20D6"]


def test_a_shout_where_nobody_is_shaken_does_nothing() -> None:
    play = event(63, table(), {ARMY: OURS})
    assert play.game.over
    assert not play.told(events.UnitRecovered)
    assert len(play.told(EventHappened)) == 1


def test_the_blood_dries_when_the_unit_is_gone() -> None:
    line = "0 Unit at 36,20 | 1 Foe at 36,26 face 180"
    laid = after(64, table(line), {ARMY: OURS})
    assert morale.made_test(laid.battle, laid.unit("Foe")).modifiers.total == -1
    happen(laid, lambda battle: removal.destroy(battle, laid.unit("Unit")))
    assert morale.made_test(laid.battle, laid.unit("Foe")).modifiers.total == 0


def test_blood_frightens_no_friends() -> None:
    line = "0 Unit at 36,20 | 0 Friend at 42,20 | 1 Foe at 36,40 face 180"
    laid = after(64, table(line, Friend=SWORDS), {ARMY: OURS, "unit": 1})
    assert morale.made_test(laid.battle, laid.unit("Friend")).modifiers.total == 0


def test_rage_ends_with_the_round() -> None:
    line = "0 Unit at 36,14 | 1 Foe at 36,20 face 180"
    laid = after(66, table(line), {ARMY: OURS})
    happen(laid, structure.end_of_round, {"": 1})
    laid.having(turn=2)
    play = finish(clash(laid, "Unit", "Foe", {"to hit": 1, "Morale": 6}))
    assert needs(play, "to hit") == [4, 4]


def test_who_has_to_fail_fails_though_a_hero_steadies_it() -> None:
    line = "0 Unit at 18,12 | 0 Hero at 22,12 | 1 Foe at 54,36 face 180"
    laid = with_feats(after(25, table(line, "feats", Hero=CHAMPION)))
    play = acts(laid, "Hero").choose("resolve").choose(target="Unit")
    finish(play)
    laid.battle = play.battle
    assert passed(at_half(laid, "Unit")) == [False]


def test_wounds_of_an_event_make_who_is_halved_test_at_once() -> None:
    play = event(11, table(), {ARMY: OURS, "to block": 1, "Morale": 1, "": ONE})
    assert play.unit("Unit").models == 1
    assert passed(play) == [False]
    assert play.unit("Unit").shaken


def test_fumes_reach_who_stands_on_the_line_between_two_quarters() -> None:
    line = "0 Unit at 36,12 | 1 Foe at 54,36 face 180"
    play = event(23, table(line), {"quarter": 1, "to block": 6, "": ONE})
    assert [one.hits for one in attacks(play)] == [5]
