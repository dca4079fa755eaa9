"""Characters, Champions and War Platforms in the ranks of units: who joins whom, and how they fight there."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Table, draw, shape
from warhost.play.questions import Allocate
from warhost.rulesets.families.ninth_age.core.formation import guest_place, rows, whole_health
from warhost.rulesets.fantasy_battles.chapters.general.combined import check_join
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import normal_blows
from warhost.rulesets.fantasy_battles.core.formation import full_ranks, rank_and_file
from warhost.table import touches


def refusal(table: Table, guest: str, unit: str) -> str:
    """By which rule the guest cannot join; empty if it can."""
    refused = check_join(table.battle, table.unit(guest), table.unit(unit))
    return "" if refused is None else refused.rule or ""


@pytest.mark.rule("t9a.special.character")
def test_a_character_joins_units_on_the_same_base_only() -> None:
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 0 Ogres at 20,20 | 1 Swordsmen at 36,30 | 0 Giant at 50,20")
    assert refusal(table, "Captain", "Spearmen") == ""
    assert refusal(table, "Captain", "Ogres") == "t9a.special.character"
    assert refusal(table, "Captain", "Swordsmen") == "t9a.special.character"
    assert refusal(table, "Captain", "Giant") == "t9a.special.character"


@pytest.mark.rule("t9a.special.towering_presence")
def test_whoever_towers_joins_nobody() -> None:
    table = draw("Spearmen at 36,20 | 0 Giant at 4,4").change("Giant", base=(20, 20))
    assert refusal(table, "Giant", "Spearmen") == "t9a.special.towering_presence"


@pytest.mark.rule("t9a.special.war_platform")
def test_a_war_platform_covers_whole_bases_of_the_unit_it_joins() -> None:
    table = draw("Spearmen at 36,20 | 0 Giant at 4,4").change("Giant", ["War Platform"], height="Large")
    assert refusal(table.change("Giant", base=(40, 40)), "Giant", "Spearmen") == ""
    assert refusal(table.change("Giant", base=(50, 50)), "Giant", "Spearmen") == "t9a.special.war_platform"
    table.change("Giant", ["War Platform (Guard)"], height="Large", base=(40, 40))
    assert refusal(table, "Giant", "Spearmen") == "t9a.special.war_platform"


@pytest.mark.rule("t9a.special.character")
def test_the_model_whose_place_a_character_takes_moves_to_the_rear() -> None:
    table = draw("Spearmen at 36,20 models=10 | 0 Captain at 4,4")
    front = shape(table, "Spearmen").front
    table.join("Captain", "Spearmen")
    unit = table.unit("Spearmen")
    assert (unit.models, rows(unit)) == (10, 3)
    assert guest_place(unit, table.unit("Captain").id).file == 2
    assert shape(table, "Spearmen").front == pytest.approx(front)
    assert table.unit("Captain").pose is None


@pytest.mark.rule("t9a.special.character")
def test_a_unit_takes_in_several_characters_as_long_as_its_first_rank_has_room() -> None:
    table = draw("Guard at 36,20 files=2 models=10 | 0 Captain at 4,4 | 0 General at 8,8")
    table.join("Captain", "Guard")
    assert refusal(table, "General", "Guard") == "t9a.special.character"


@pytest.mark.rule("t9a.special.rank_and_file", "t9a.special.champion")
def test_the_champion_is_one_of_the_rank_and_file_and_a_character_is_not() -> None:
    table = draw("Guard at 36,20 models=9 | 0 Captain at 4,4").join("Captain", "Guard")
    assert rank_and_file(table.battle, table.unit("Guard")) == 10
    assert whole_health(table.battle, table.unit("Guard")) == 13


@pytest.mark.rule("t9a.special.champion", "t9a.score.rank_bonus")
def test_champions_and_characters_count_for_the_ranks_in_which_they_stand() -> None:
    table = draw("Guard at 36,20 models=8 | 0 Captain at 4,4").join("Captain", "Guard")
    assert full_ranks(table.battle, table.unit("Guard")) == 2


@pytest.mark.rule("t9a.special.character")
def test_a_character_in_the_ranks_strikes_and_is_struck_where_it_stands() -> None:
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 1 Swordsmen at 36,30 face 180").join("Captain", "Spearmen", 0)
    table.fight("Swordsmen", "Spearmen")
    game = brawl(table, {"Swordsmen Close": 1})
    game.until_asked("allocate attacks")
    question = game.question
    assert isinstance(question, Allocate)
    reach = {option.target for pool in question.pools for option in pool.targets}
    assert game.unit("Captain").id in reach
    game.rest()
    assert [(blow.count, blow.agility) for blow in game.struck("Captain")] == [(3, 5)]
    # The Captain has no comrade before him to support, and the man behind him supports.
    assert [blow.count for blow in game.struck("Spearmen")] == [4 + 5]
    own = shape(game, "Captain")
    assert touches(own, shape(game, "Swordsmen"))


@pytest.mark.rule("t9a.attack.allocate", "t9a.charge.fight_across_gaps")
@pytest.mark.parametrize(("models", "across"), [(9, False), (6, True)])
def test_a_character_is_struck_across_a_gap(models: int, across: bool) -> None:
    # Two ranks of five: the Captain leads the middle file, behind him stands a man or nobody.
    line = f"0 Spearmen at 36,20 files=5 models={models} | 0 Captain at 4,4 | 1 Swordsmen at 36,10 models=5"
    table = draw(line).join("Captain", "Spearmen", 2).set("Spearmen", rear_from=0)
    table.fight("Swordsmen", "Spearmen", "rear")
    blows = normal_blows(table.battle, table.unit("Swordsmen"))
    assert any(table.unit("Captain").id in blow.targets for blow in blows) is across
