"""The Command Phase: the turn roll, the pools, rallies, abilities, spells (Command Phase)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.blue_age.harness import Play, draw, hero, refusal, unit
from tests.blue_age.magic import cast, mage, table, was_cast
from warhost.play import Chosen
from warhost.play.script import Script
from warhost.rulesets.blue_age.core import TRAITS, Battle, Settings, Special, Unit, rules
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import magic as told

GENERALS = "Ann at 24,10 | Ben at 24,30 face 180"


def turn(dice: object, settings: Settings | None = None, **changes: object) -> Play:
    """The start of a turn with a Commander of Initiative 4 against one of 5."""
    made = {
        "Ann": hero(commander=True, initiative=4, **changes),
        "Ben": hero(commander=True, initiative=5),
    }
    drawn = draw(GENERALS, settings, **made)
    drawn.battle.phase, drawn.battle.stage = "command", "turn"
    return drawn.play(dice=dice)  # type: ignore[arg-type]


def winner(game: Play) -> int:
    """Who is asked who goes first: the winner of the turn roll."""
    assert game.topic == "first player"
    return game.question.seat


@pytest.mark.rule("blue.command.initiative_roll", "blue.commander.initiative_bonus")
def test_the_higher_of_die_and_initiative_wins_the_turn_roll() -> None:
    game = turn([6, 4])
    assert [event.total for event in game.told(events.TurnRolled)] == [10, 9]
    assert winner(game) == 0
    assert winner(turn([6, 6])) == 1
    assert [event.total for event in turn([6, 5, 1, 2]).told(events.TurnRolled)] == [10, 10, 5, 7]


@pytest.mark.rule("blue.commander.initiative_bonus")
def test_the_commanders_initiative_is_added_and_nobody_elses() -> None:
    made = {"Ann": hero(initiative=9), "Ben": hero(commander=True, initiative=6)}
    drawn = draw(GENERALS, **made)
    drawn.battle.phase, drawn.battle.stage = "command", "turn"
    assert [event.total for event in drawn.play(dice=[5, 3]).told(events.TurnRolled)] == [5, 9]


def test_a_successor_adds_his_initiative_where_players_agreed() -> None:
    made = {"Ann": hero(initiative=7), "Ben": hero(commander=True, initiative=6)}
    drawn = draw(GENERALS, Settings(successor=True), **made)
    drawn.battle.phase, drawn.battle.stage = "command", "turn"
    assert [event.total for event in drawn.play(dice=[5, 3]).told(events.TurnRolled)] == [12, 9]


@pytest.mark.rule("blue.command.winner_decides")
@pytest.mark.parametrize(("key", "first"), [("first", 0), ("second", 1)])
def test_the_winner_names_the_first_player(key: str, first: int) -> None:
    game = turn([6, 4, (1, 1)], magic=2)
    game.battle.units[0].spells = ("Ward",)
    game.choose(key)
    assert game.battle.first == first


# Pools


@pytest.mark.rule("blue.command.generate_pool", "blue.magic.pool_only_living")
def test_the_pool_has_a_die_for_each_point_on_the_table() -> None:
    text = "Mage at 24,10 | Other at 30,10 | Foe at 24,20 face 180 fleeing"
    game = table(text, "turn", Other=mage(magic=3), spells={"Mage": ("Ward",)}).play(dice=[9, 1, (1,) * 5])
    assert game.choose("first").battle.pools == (5, 0)
    slain = table(text, "turn", Other=mage(magic=3), spells={"Mage": ("Ward",)})
    slain.battle.units[1].models = ()
    assert slain.play(dice=[9, 1, (1, 1)]).choose("first").battle.pools == (2, 0)


@pytest.mark.rule("blue.command.bonus_pool_dice")
def test_nines_give_further_dice() -> None:
    game = table(stage="turn", Mage=mage(magic=4)).play(dice=[9, 1, (9, 12, 3, 8)]).choose("first")
    assert game.battle.pools == (6, 0)


@pytest.mark.rule("blue.magic.pool_lasts_turn")
def test_what_is_left_of_the_pool_stays_for_the_turn() -> None:
    game = table(pools=(6, 0), spells={"Mage": ("Ward", "Bark Skin")}).play(dice=[(1, 2, 3)])
    cast(game, "0:Ward>0", 3)
    assert game.battle.pools == (3, 0)
    assert [option.key for option in game.choose("0:Bark Skin>0").options] == ["1", "2", "3"]


# What players do


@pytest.mark.rule("blue.command.first_player_actions")
def test_the_first_player_acts_before_the_second() -> None:
    text = "Mage at 24,10 | Runners at 30,10 fleeing | Others at 24,30 face 180 fleeing"
    game = table(text, Runners=unit(models=4), Others=unit(models=4)).play()
    assert game.question.seat == 0
    assert game.keys == ["rally:1", "0:Ward>0", "0:Ward>1", "pass"]
    refusal(game, Chosen("rally:2"))


@pytest.mark.rule("blue.command.second_player_actions")
def test_the_second_player_does_the_same() -> None:
    text = "Mage at 24,10 | Others at 24,30 face 180 fleeing | Witch at 30,30 face 180"
    game = table(text, pools=(5, 5), Others=unit(models=4), Witch=mage(), spells={"Witch": ("Ward",)}).play()
    assert (game.question.seat, game.keys) == (1, ["rally:1", "2:Ward>1", "2:Ward>2", "pass"])


@pytest.mark.rule("blue.command.rally")
@pytest.mark.parametrize(("face", "fleeing"), [(6, False), (5, True)])
def test_a_fleeing_unit_rallies_by_a_spirit_test(face: int, fleeing: bool) -> None:
    text = "Mage at 4,10 | Runners at 30,10 fleeing | Foe at 24,20 face 180 fleeing"
    game = table(text, Runners=unit(models=4)).play(dice=[face]).choose("rally:1")
    runners = game.unit("Runners")
    assert (runners.fleeing, runners.rallied) == (fleeing, not fleeing)
    assert "rally:1" not in game.keys


@pytest.mark.rule("blue.command.rally")
def test_under_half_strength_it_is_harder_and_under_a_quarter_impossible() -> None:
    text = "Mage at 4,10 | Runners at 30,10 fleeing | Foe at 24,20 face 180 fleeing"
    drawn = table(text, Runners=unit(models=8))
    models = drawn.unit("Runners").models
    drawn.unit("Runners").models = models[:3]
    game = drawn.play(dice=[6]).choose("rally:1")
    assert game.unit("Runners").fleeing
    drawn = table(text, Runners=unit(models=8))
    drawn.unit("Runners").models = models[:2]
    assert "rally:1" in drawn.play().keys
    drawn.unit("Runners").models = models[:1]
    assert drawn.play().denial("rally:1") == "blue.command.rally"


def test_a_rally_limits_nothing_where_players_agreed() -> None:
    text = "Mage at 4,10 | Runners at 30,10 fleeing | Foe at 24,20 face 180 fleeing"
    game = table(text, Runners=unit(models=4), settings=Settings(rally_limits=False)).play(dice=[6]).choose("rally:1")
    assert not game.unit("Runners").rallied


def test_the_chance_to_rally_is_shown() -> None:
    text = "Mage at 4,10 | Runners at 30,10 fleeing | Foe at 24,20 face 180 fleeing"
    game = table(text, Runners=unit(models=4, spirit=7)).play()
    (odds,) = next(option.odds for option in game.weighed if option.key == "rally:1")
    assert odds.label == "rallies"
    assert odds.value == pytest.approx(0.4)


@pytest.mark.rule("blue.command.cast_spells")
def test_only_spells_of_the_command_phase_are_cast_in_it() -> None:
    game = table(spells={"Mage": ("Ward", "Arc Bolt")}).play(dice=[(7, 8)])
    assert game.keys == ["0:Ward>0", "pass"]
    assert refusal(game, Chosen("0:Arc Bolt>1")).rule == "blue.command.cast_spells"
    assert was_cast(cast(game, "0:Ward>0", 2))


@pytest.fixture
def horn() -> Iterator[None]:
    """A Command Ability for this test."""

    class Horn(Special):
        def on_command(self, battle: Battle, bearer: Unit) -> Script[None]:
            bearer.destiny += 1
            yield from ()

    TRAITS.rule("Horn", "blue.command.abilities")(Horn)
    rules._speakers.cache_clear()
    yield
    del TRAITS.rules["Horn"]
    rules._speakers.cache_clear()


@pytest.mark.rule("blue.command.abilities")
def test_command_abilities_are_those_of_the_units_rules(horn: None) -> None:
    assert table().play().keys == ["0:Ward>0", "pass"]
    game = table(Mage=mage(trait="Horn")).play()
    assert game.keys == ["ability:0:Horn", "0:Ward>0", "pass"]
    game.choose("ability:0:Horn")
    assert game.unit("Mage").destiny == 1
    assert game.keys == ["0:Ward>0", "pass"]
    assert game.told(told.AbilityUsed)
