"""Duels and Overkill (Round of Combat: step 4)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.harness import Table, draw
from warhost.rulesets.fantasy_battles.chapters.melee.strikes import duelling, normal_blows
from warhost.rulesets.fantasy_battles.core.battle import Settings
from warhost.rulesets.fantasy_battles.shown import melee_events

SLAIN: dict[str, Any] = {"Captain Close Combat Attacks: to hit": 6, "to wound": 6, "Save": 1}


def ready(settings: Settings | None = None) -> Table:
    """A Captain among Spearmen against the Guard and its Sergeant, all in contact."""
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 1 Guard at 36,30 face 180", settings)
    return table.join("Captain", "Spearmen").fight("Spearmen", "Guard")


def duel(table: Table, dice: Any = (), **fields: Any) -> Brawl:
    """The Captain challenges, and the Sergeant accepts."""
    game = brawl(table, dict(dice), **fields).until_asked("issue duel").choose(unit="Captain")
    return game.choose(unit="Sergeant of Guard")


@pytest.mark.rule("t9a.round.step04_duels", "t9a.special.duel")
def test_both_duellists_strike_only_each_other_and_nobody_else_strikes_them() -> None:
    game = duel(ready()).rest()
    captain, sergeant = game.unit("Captain").id, game.unit("Sergeant of Guard").id
    assert {blow.target for blow in game.struck("Captain")} == {sergeant}
    assert {blow.target for blow in game.struck("Sergeant of Guard")} == {captain}
    assert {blow.target for blow in game.struck("Spearmen")} == {game.unit("Guard").id}
    assert {blow.target for blow in game.struck("Guard")} == {game.unit("Spearmen").id}
    assert [event.unit for event in game.told(melee_events.DuelAccepted)] == [sergeant]
    assert game.battle.duels == ()


@pytest.mark.rule("t9a.round.step04_duels", "t9a.special.duel")
def test_nobody_else_may_even_choose_to_strike_a_duellist() -> None:
    # Without the Duel the Spearmen could share their attacks between the Guard and its Sergeant.
    assert brawl(ready(Settings(duels=False))).topic == "allocate attacks"
    game = duel(ready())
    while not game.game.over:
        assert game.topic != "allocate attacks"
        game.decline()


@pytest.mark.rule("t9a.round.step04_duels")
def test_a_character_that_made_way_may_issue_a_duel_in_the_same_round() -> None:
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 1 General at 36,30 face 180").join("Captain", "Spearmen", 0)
    game = brawl(table.fight("General", "Spearmen", "front", 2.0))
    assert game.topic == "make way"
    game.choose(next(option.key for option in game.options if not option.passes))
    assert (game.topic, game.offers(unit="Captain")) == ("issue duel", True)


@pytest.mark.rule("t9a.special.duel")
def test_a_refused_duel_changes_nothing() -> None:
    game = brawl(ready()).until_asked("issue duel").choose(unit="Captain").choose("pass")
    assert [event.seat for event in game.told(melee_events.DuelRefused)] == [1]
    assert game.topic == "issue duel", "the other player may issue one"
    game.choose("pass")
    assert game.topic == "allocate attacks"
    assert game.battle.duels == ()


@pytest.mark.rule("t9a.round.step04_duels")
@pytest.mark.parametrize("active", [0, 1])
def test_the_active_player_issues_first_and_then_the_reactive_player(active: int) -> None:
    game = brawl(ready(), active=active).until_asked("issue duel")
    assert game.question.seat == active
    game.choose("pass")
    assert (game.topic, game.question.seat) == ("issue duel", 1 - active)


@pytest.mark.rule("t9a.special.duel", "t9a.special.champion")
def test_a_champion_may_challenge_and_troopers_may_not() -> None:
    game = brawl(ready(), active=1).until_asked("issue duel")
    assert [option.unit for option in game.options if option.unit is not None] == [game.unit("Sergeant of Guard").id]
    game.choose(unit="Sergeant of Guard")
    assert game.question.seat == 0
    assert game.offers(unit="Captain")


@pytest.mark.rule("t9a.round.step04_duels")
def test_who_fights_a_duel_cannot_be_challenged_again() -> None:
    game = duel(ready())
    assert game.topic != "issue duel"


@pytest.mark.rule("t9a.special.duel")
def test_a_character_out_of_contact_neither_issues_nor_accepts() -> None:
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 1 General at 36,30 face 180").join("Captain", "Spearmen", 0)
    game = brawl(table.fight("General", "Spearmen", "front", 2.0)).choose("stay")
    assert game.topic not in ("issue duel", "accept duel")


@pytest.mark.rule("t9a.round.step04_duels")
def test_players_may_agree_to_fight_without_duels() -> None:
    game = brawl(ready(Settings(duels=False)))
    assert game.topic == "allocate attacks"


@pytest.mark.rule("t9a.score.overkill", "t9a.special.overkill")
@pytest.mark.parametrize(
    ("attacks", "hp", "most", "lost", "bonus"), [(6, 2, 3, 2, 3), (4, 1, 3, 1, 3), (2, 1, 3, 1, 1), (6, 1, 5, 1, 5)]
)
def test_wounds_beyond_the_last_of_a_slain_duellist_count_up_to_3(
    attacks: int, hp: int, most: int, lost: int, bonus: int
) -> None:
    table = ready(Settings(overkill=most)).change("Captain", att=attacks).change("Sergeant of Guard", hp=hp)
    score = duel(table, SLAIN).rest().score(0)
    assert score["Health Points lost by Sergeant of Guard"] == lost
    assert score["Overkill on Sergeant of Guard"] == bonus


@pytest.mark.rule("t9a.special.overkill")
def test_without_a_duel_nothing_is_gained_by_overkill() -> None:
    table = draw("Captain at 36,20 | Guard at 36,30 face 180 models=1").fight("Captain", "Guard")
    game = brawl(table.change("Captain", att=6), {**SLAIN})
    game.until_asked("allocate attacks").strike_at("Sergeant of Guard").rest()
    assert "Overkill on Sergeant of Guard" not in game.score(0)
    assert game.score(0)["Health Points lost by Sergeant of Guard"] == 1


@pytest.mark.rule("t9a.special.duel", "t9a.special.champion")
def test_excess_wounds_of_the_rank_and_file_do_not_reach_a_champion_in_a_duel() -> None:
    table = draw("Spearmen at 36,20 | 0 Captain at 4,4 | 1 Guard at 36,30 face 180 models=2")
    table.join("Captain", "Spearmen").fight("Spearmen", "Guard").change("Spearmen", agi=6, att=4)
    dice = {"Spearmen Close Combat Attacks: to hit": 6, "to wound": 6, "Save": 1}
    game = duel(table, dice).rest()
    sergeant = game.battle.bearing(game.unit("Sergeant of Guard").entry)
    assert game.unit("Guard").fate == "destroyed"
    assert sergeant.fate == ""


@pytest.mark.rule("t9a.special.duel")
def test_a_lone_character_may_duel_with_one_in_the_ranks() -> None:
    table = draw("Captain at 36,20 | Guard at 36,30 face 180").fight("Captain", "Guard")
    game = duel(table, SLAIN).rest()
    assert game.unit("Sergeant of Guard").fate == "destroyed"
    assert not game.struck("Guard", "Captain")


@pytest.mark.rule("t9a.special.duel")
def test_a_duellist_whose_opponent_has_dropped_out_strikes_nobody() -> None:
    table = ready()
    captain, sergeant = table.unit("Captain"), table.unit("Sergeant of Guard")
    table.battle.duels = ((captain.entry, sergeant.entry),)
    assert [blows.targets for blows in normal_blows(table.battle, captain)] == [(sergeant.id,)]
    assert duelling(table.battle, sergeant, (captain.id,)) == (captain.id,)
    # Models between them have fallen: both units stand apart, and both duellists live.
    for unit in ("Spearmen", "Guard"):
        table.set(unit, foes=())
    assert normal_blows(table.battle, captain) == []
    assert duelling(table.battle, sergeant, (captain.id,)) == ()


@pytest.mark.rule("t9a.special.duel")
def test_challenges_and_answers_are_told_with_the_odds_of_the_duel() -> None:
    game = brawl(ready()).until_asked("issue duel")
    issued = next(option for option in game.weighed if option.unit is not None)
    assert [odds.label for odds in issued.odds] == ["slays Sergeant of Guard", "is slain"]
    game.choose(unit="Captain")
    accepted = next(option for option in game.weighed if option.unit is not None)
    assert [odds.label for odds in accepted.odds] == ["slays Captain", "is slain"]
    assert [odds.value for odds in accepted.odds] == [odds.value for odds in reversed(issued.odds)]
