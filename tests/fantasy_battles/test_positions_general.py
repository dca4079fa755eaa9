"""Positions worked out by hand: ranks, supporters, stomps, Discipline, and how long a battle lasts."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Fall, Play, Table, draw, happen
from tests.fantasy_battles.test_special_nerve import needed
from warhost.rulesets.fantasy_battles.chapters.general.discipline import discipline_test
from warhost.rulesets.fantasy_battles.core.battle import Boon
from warhost.rulesets.fantasy_battles.core.formation import full_ranks
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, TurnBegan

MM = 1 / 25.4
FOE = "1 Swordsmen at 36,44 face 180"


def rank_bonus(game: Brawl, seat: int) -> float:
    return sum(amount for why, amount in game.score(seat).items() if "ank" in why and "lank" not in why)


# Full Ranks


@pytest.mark.rule("t9a.height.full_ranks", "t9a.special.character")
@pytest.mark.parametrize(("models", "full"), [(4, 1), (8, 1), (9, 2), (10, 2), (14, 3)])
def test_a_character_fills_a_place_in_the_first_rank(models: int, full: int) -> None:
    # Nine men and a Captain are two ranks of five.
    table = draw(f'0 Spearmen at 36,10 models={models} files=5 | 0 Captain off in="Spearmen" | {FOE}')
    table.set("Spearmen", files=5)
    assert full_ranks(table.battle, table.unit("Spearmen")) == full


@pytest.mark.rule("t9a.height.full_ranks", "t9a.score.rank_bonus")
@pytest.mark.parametrize(
    ("line", "changes", "full"),
    [
        ("Giant at 36,10", {}, 1),
        ("Captain at 36,10", {}, 0),
        ("Ogres at 36,10 models=1 files=1", {}, 0),
        ("Ogres at 36,10 models=5 files=3", {}, 1),
        ("Ogres at 36,10 models=6 files=2", {}, 0),
        ("Giant at 36,10", {"rules": ["Light Troops"]}, 0),
    ],
)
def test_full_ranks_of_few_models(line: str, changes: dict[str, Any], full: int) -> None:
    table = draw(f"0 {line} | {FOE}")
    name = line.split()[0]
    if changes:
        table.change(name, **changes)
    assert full_ranks(table.battle, table.unit(name)) == full


@pytest.mark.rule("t9a.score.rank_bonus", "t9a.height.gigantic")
def test_a_single_gigantic_model_has_a_rank_and_no_bonus() -> None:
    game = brawl(draw("0 Giant at 36,10 | 1 Swordsmen at 36,20 face 180").fight("Swordsmen", "Giant"), {"": 1}).rest()
    assert rank_bonus(game, 0) == 0
    # Four Full Ranks: +3 for the others.
    assert rank_bonus(game, 1) == 3


# Supporters


def attacks(game: Brawl, unit: str) -> int:
    return sum(blow.count for blow in game.struck(unit) if "Stomp" not in str(blow))


@pytest.mark.rule("t9a.height.supporting_attacks", "t9a.special.supporting_attacks")
@pytest.mark.parametrize(("att", "total"), [(1, 6), (2, 12), (3, 18), (4, 21), (6, 27)])
def test_large_supporters_strike_three_times_at_most_and_never_more_than_they_have(att: int, total: int) -> None:
    # Three Ogres in contact strike with all they have, three behind them with up to 3 each.
    table = draw("0 Ogres at 36,10 | 1 Swordsmen at 36,20 face 180 files=10").change("Ogres", att=att)
    game = brawl(table.fight("Ogres", "Swordsmen"), {"": 1}).rest()
    assert attacks(game, "Ogres") == total


@pytest.mark.rule("t9a.special.supporting_attacks", "t9a.special.character")
def test_men_behind_a_captain_support_through_him() -> None:
    # Four men in contact, five behind: nine attacks with the one behind the Captain. He himself makes three.
    table = draw('0 Spearmen at 36,10 models=9 | 0 Captain off in="Spearmen" | 1 Swordsmen at 36,20 face 180')
    game = brawl(table.fight("Spearmen", "Swordsmen"), {"": 1}).rest()
    assert (attacks(game, "Spearmen"), attacks(game, "Captain")) == (9, 3)


# Stomps


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.height.large")
@pytest.mark.parametrize(("models", "hits"), [(6, 3), (2, 2), (1, 1)])
def test_only_ogres_in_contact_stomp(models: int, hits: int) -> None:
    table = draw(f"0 Ogres at 36,10 models={models} files={min(3, models)} | 1 Swordsmen at 36,20 face 180 files=10")
    game = brawl(table.fight("Ogres", "Swordsmen"), {"Stomp": 1, "": 1}).rest()
    stomps = [roll for roll in game.rolls if "Stomp" in roll.why]
    assert [roll.dice for roll in stomps] == [f"{hits}D6"]


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.special.cannot_be_stomped", "t9a.special.character")
def test_a_captain_on_foot_among_cavalry_in_contact_is_the_only_one_to_be_stomped() -> None:
    table = draw("0 Giant at 36,10 | 1 Knights at 36,20 face 180 | 1 Captain at 5,40 face 180")
    table.change("Captain", base=(25, 50)).join("Captain", "Knights", 2)
    game = brawl(table.fight("Giant", "Knights"), {"Stomp Attacks (D6)": 3, "to wound": 1, "": 1}).rest()
    assert all(game.battle.units[blow.target].name != "Knights" for blow in game.struck("Giant") if "tomp" in str(blow))


# Discipline


@pytest.mark.rule("t9a.special.fear", "t9a.modifiers.step3_add_subtract", "t9a.special.commanding_presence")
def test_fear_takes_one_from_a_borrowed_discipline() -> None:
    # 9 of the General, who is not in contact, less 1 for the Giant.
    table = draw("0 Spearmen at 36,10 | 0 General at 42,10 | 1 Giant at 36,20 face 180").fight("Giant", "Spearmen")
    assert needed(table, "Spearmen", "break") == 8


@pytest.mark.rule("t9a.special.fear", "t9a.modifiers.step1_set_values", "t9a.special.commanding_presence")
def test_a_frightened_general_lends_what_is_left_of_his_discipline() -> None:
    # He fights a Giant himself: 8 for his friends nearby.
    table = draw("0 Spearmen at 30,10 | 0 General at 36,10 | 1 Giant at 36,20 face 180").fight("Giant", "General")
    assert needed(table, "Spearmen") == 8


@pytest.mark.rule("t9a.special.fear", "t9a.special.commanding_presence")
def test_a_unit_in_contact_with_fear_loses_one_once_even_if_its_general_is_in_its_ranks() -> None:
    table = draw('0 Spearmen at 36,10 | 0 General off in="Spearmen" | 1 Giant at 36,20 face 180')
    assert needed(table.fight("Giant", "Spearmen"), "Spearmen", "break") == 8


@pytest.mark.rule("t9a.special.fear")
def test_two_monsters_frighten_no_more_than_one() -> None:
    table = draw("0 Spearmen at 36,10 | 1 Giant at 36,20 face 180 | 1 Ogres at 50,10 face 270").change(
        "Ogres", ["Fear"]
    )
    table.fight("Giant", "Spearmen").fight("Ogres", "Spearmen", "right")
    assert needed(table, "Spearmen", "break") == 6


@pytest.mark.rule("t9a.special.commanding_presence")
def test_nobody_takes_a_generals_discipline_that_is_worse_than_his_own() -> None:
    table = draw(f"0 Spearmen at 36,10 | 0 General at 42,10 | {FOE}").change("General", dis=5)
    assert needed(table, "Spearmen") == 7


@pytest.mark.rule("t9a.special.commanding_presence", "t9a.geometry.inches_closest")
@pytest.mark.parametrize(("gap", "discipline"), [(12.0, 9), (12.05, 7)])
def test_presence_is_measured_to_the_unit_and_not_to_its_centre(gap: float, discipline: int) -> None:
    y = 20 + 40 * MM + gap + 10 * MM
    table = draw(f"0 Spearmen at 36,20 | 0 General at 36,{y} | {FOE}".replace("36,44", "5,44"))
    assert needed(table, "Spearmen") == discipline


@pytest.mark.rule("t9a.special.reroll", "t9a.special.rally_around_the_flag")
def test_a_reroll_that_fails_stands_even_if_it_is_lower() -> None:
    table = draw(f"0 Spearmen at 36,10 | 0 Banner at 42,10 | {FOE}").change("Banner", dis=5)
    game: Play = happen(
        table, lambda battle: discipline_test(battle, battle.units[0], "panic", "t9a.x"), [(6, 6), (4, 4)]
    )
    assert [test.passed for test in game.told(DisciplineTested)][-1] is False
    assert len(game.rolls) == 2


# The length of a battle


@pytest.mark.rule("t9a.turn.game_length", "t9a.turn.active_reactive")
def test_a_battle_has_twelve_player_turns_that_alternate() -> None:
    game = draw("0 Spearmen at 36,4 | 1 Swordsmen at 36,44 face 180").play(dice={"": 1})
    while not game.game.over:
        game.decline()
    # The first one had begun already.
    assert [(turn.turn, turn.seat) for turn in game.told(TurnBegan)] == [
        (number, seat) for number in range(1, 7) for seat in (0, 1)
    ][1:]


@pytest.mark.rule("t9a.turn.game_length")
def test_the_player_who_went_second_goes_last() -> None:
    game = draw("0 Spearmen at 36,4 | 1 Swordsmen at 36,44 face 180", first=1, active=1).play(dice={"": 1})
    while not game.game.over:
        game.decline()
    turns = [(turn.turn, turn.seat) for turn in game.told(TurnBegan)]
    assert (turns[-1], len(turns)) == ((6, 0), 11)


# Shaken


def shaken(table: Table, name: str) -> Table:
    return table.set(name, boons=(Boon("Shaken", "turn"),))


@pytest.mark.rule("t9a.shaken.no_pursuit", "t9a.shaken.combat_reforms_allowed")
def test_a_shaken_winner_lets_its_enemies_go_but_may_turn() -> None:
    table = shaken(draw("0 Ogres at 36,10 | 1 Swordsmen at 36,20 face 180").fight("Ogres", "Swordsmen"), "Ogres")
    dice: dict[str, Fall] = {
        "Ogres Close Combat Attacks: to hit": 6,
        "Ogres Close": 6,
        "Break": (6, 6),
        "Stomp": 1,
        "Flee": (1, 1),
        "": 1,
    }
    game = brawl(table, dice)
    topics = []
    while not game.game.over:
        topics.append(game.topic)
        game.decline()
    assert not any("pursu" in topic for topic in topics if topic != "post-combat")
    assert not any("Pursuit" in roll.why for roll in game.rolls)
