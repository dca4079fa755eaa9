"""Mission cards: ties, exact distances and rounds."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows
from tests.regiments.harness import draw, find, happen, regiment
from tests.regiments.parts.mission_cards import (
    ALL,
    Doing,
    begun,
    dealt,
    ended,
    kill,
    lay,
    owned,
    piles,
    rest_of,
    score_of,
)
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation, morale
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.core import Battle, Cause, Settings, optional
from warhost.rulesets.regiments.parts.mission_cards.piles import Pile

FOUR = "0 A at 36,6 | 0 A1 at 20,6 | 1 B at 36,42 | 1 B0 at 50,42"


@pytest.mark.rule("aofr.cards.domination_tie")
def test_who_ties_on_the_dearest_card_scores_no_cheaper_one() -> None:
    shared = Pile(deck=rest_of(53, 11, 12), table=(53, 11, 12))
    table = dealt(lay(FOUR, game="total_domination", owners=(0, 1)), shared)
    play = ended(table, kill("B0"), kill("A1", by="B"))
    while not play.game.over and play.topic == "score card":
        play.choose("53")
    assert play.battle.points == (0.0, 0.0)


@pytest.mark.rule("aofr.cards.domination_score")
def test_in_total_domination_different_cards_are_both_scored() -> None:
    shared = Pile(deck=rest_of(11, 12, 45), table=(11, 12, 45))
    play = ended(dealt(lay(game="total_domination", owners=(0, 1, 0, 0)), shared))
    assert play.battle.points == (2.0, 1.0)


def scared(name: str, times: int) -> Doing:
    def script(battle: Battle) -> Script[None]:
        for _ in range(times):
            unit = find(battle, name)
            unit.shaken = False
            yield from wounds.suffer(battle, unit, 1, by=Cause(find(battle, "A").id, "shooting"))
            yield from morale.end_of_activation(battle)

    return script


@pytest.mark.rule("aofr.cards.55_terrify")
def test_one_unit_that_fails_three_tests_is_one_unit() -> None:
    table = lay(FOUR).set("B", left=(3,))
    table.unit("B").left = (3,)
    assert score_of(55, table, scared("B", 2), dice={"Morale": 1}) == 1


@pytest.mark.rule("aofr.cards.54_outflank")
@pytest.mark.parametrize(("y", "points"), [(30.5, 0), (30.6, 1), (36.5, 1), (36.6, 2)])
def test_six_and_twelve_inches_from_the_centre_count_as_within(y: float, points: float) -> None:
    assert score_of(54, lay(f"0 A at 36,6 | 1 B at 36,{y}")) == points


@pytest.mark.rule("aofr.cards.41_on_the_march")
def test_an_army_in_reserve_is_not_in_its_zone_but_a_corner_of_a_base_is() -> None:
    assert score_of(41, lay("0 A at 36,6 | 1 B at 36,42").set("A", pose=None, reserve="ambush")) == 1
    assert score_of(41, lay("0 A at 36,12.4 | 1 B at 36,42")) == 0
    assert score_of(41, lay("0 A at 36,12.6 | 1 B at 36,42")) == 1


@pytest.mark.rule("aofr.cards.42_delve_deep")
def test_two_units_deep_in_the_enemy_s_zone_are_worth_one() -> None:
    line = "0 A at 10,35.6 | 0 A1 at 20,40 | 0 A2 at 30,{} | 1 B at 60,42"
    assert score_of(42, lay(line.format(6))) == 1
    assert score_of(42, lay(line.format(40))) == 2


@pytest.mark.rule("aofr.cards.43_hold_the_line")
@pytest.mark.parametrize(("turn", "points"), [(1, 0), (2, 1)])
def test_holding_the_line_is_not_scored_in_the_first_round(turn: int, points: float) -> None:
    line = "0 A at 10,6 | 0 A1 at 20,6 | 0 A2 at 30,6 | 1 B at 60,42"
    assert score_of(43, lay(line), turn=turn) == points


@pytest.mark.rule("aofr.cards.46_total_dominance", "aofr.cards.wits_score")
def test_of_all_cards_completed_the_dearest_must_be_scored() -> None:
    own = Pile(deck=rest_of(11, 45, 46), table=(11, 45, 46))
    play = ended(dealt(lay(owners=(0,) * 6), own, Pile(deck=ALL)))
    assert play.battle.points == (5.0, 0.0)
    assert piles(play)[0].discarded == (46,)


@pytest.mark.rule("aofr.cards.44_shifting_strategy")
def test_shifting_strategy_is_worth_more_if_the_enemy_held_the_marker_at_the_start() -> None:
    owners = (None, 0)
    assert score_of(44, lay(owners=owners), starts=(None, 1), shifting=2) == 2
    assert score_of(44, lay(owners=owners), starts=(None, 0), shifting=2) == 1
    assert score_of(44, lay(owners=owners), starts=(None, None), shifting=2) == 1


@pytest.mark.rule("aofr.cards.53_cut_them_down")
def test_a_unit_that_its_own_side_kills_is_cut_down_by_nobody() -> None:
    assert score_of(53, lay(FOUR), kill("B0", by="B")) == 0


@pytest.mark.rule("aofr.cards.65_big_game_hunter")
def test_a_tough_hero_does_not_make_its_unit_big_game() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(6)"])
    assert score_of(65, lay(FOUR, {"B0": regiment(size=5, hero=hero)}), kill("B0")) == 0


@pytest.mark.rule("aofr.cards.62_spellbreaker", "aofr.cards.64_executioner")
def test_a_hero_and_caster_dies_with_its_unit() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(3)", "Caster(2)"])
    court = {"B0": regiment(size=5, hero=hero)}
    assert score_of(62, lay(FOUR, court), kill("B0")) == 1
    assert score_of(64, lay(FOUR, court), kill("B0")) == 1


@pytest.mark.rule("aofr.cards.wits_draw")
def test_a_player_with_three_cards_draws_none() -> None:
    full = Pile(deck=ALL[3:], table=ALL[:3])
    play = begun("battle_of_wits", full, full)
    assert play.rolls == []
    assert [own.table for own in piles(play)] == [ALL[:3], ALL[:3]]


@pytest.mark.rule("aofr.cards.51_volley_fire")
def test_a_unit_that_shots_drive_off_the_table_counts_for_volley_fire() -> None:
    parts = ("mission_cards:battle_of_wits", "unit_psychology:retreating")
    made = draw("0 A at 36,30 | 1 B at 36,46.5 face 180", Settings(parts=parts), A=bows(5), B=regiment(10))
    made.having(turn=1, markers=owned())
    dealt(made, Pile(deck=rest_of(51), table=(51,)), Pile(deck=ALL))

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, "A")
        yield from activation.act(battle, unit)
        yield from optional.each(battle, "after_activation", unit)
        yield from optional.each(battle, "at_round_end")

    dice = by_reason({"to hit": 6, "to block": (1, 1, 1, 6, 6)})
    play = happen(made, script, dice).act("A", "hold").stay().choose(target="B")
    while not play.game.over:
        play.decline()
    assert (play.unit("B").fate, play.battle.points[0]) == ("destroyed", 1.0)
