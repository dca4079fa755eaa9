"""Patrols with parts of the Advanced game (Structure of this Book)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Play
from warhost.play import Setup
from warhost.rulesets.essence_of_war import RULESET
from warhost.rulesets.essence_of_war.chapters.setup.mixed_play import price_of
from warhost.rulesets.essence_of_war.chapters.victory.victory import judge
from warhost.rulesets.essence_of_war.lists.patrols import patrol, patrols

EMPIRE = "Empire of Sonnstahl"


def new_game(**options: Any) -> Play:
    setup = Setup(ruleset="eow", armies=(EMPIRE, "Vampire Covenant"), map="open", options=options)
    return Play(RULESET.set_up(setup), [6, 2]).choose("near")


@pytest.mark.rule("eow.mode.mixed", "eow.diff.characters", "eow.character.basic_alone")
@pytest.mark.parametrize("characters", [True, False])
def test_characters_of_patrols_join_units_only_where_players_agreed(characters: bool) -> None:
    game = new_game(characters=characters)
    game.choose(unit="Handgunners").place(18.0, 5.0)
    game.choose(unit="Wizard")
    assert (game.topic == "join") is characters
    if characters:
        game.choose(target="Handgunners").choose("2")
        assert game.unit("Wizard").host == game.unit("Handgunners").id
    assert game.battle.scene.settings.game_turns == 4


@pytest.mark.rule("eow.mode.mixed")
def test_victory_points_may_decide_a_battle_of_patrols() -> None:
    battle = new_game(points_decide=True).battle
    # The Armylist asks 175, 150, 125 and 150 points for the four of the Empire.
    assert [battle.entry(unit).points for unit in battle.units if unit.seat == 0] == [175, 150, 125, 150]
    # 175 + 175 + 100 + 175 points of the Vampire Covenant are more than the 600 of the Empire.
    assert battle.more.size == 625
    zombies = next(unit for unit in battle.units if unit.name == "Zombies")
    zombies.fate, zombies.models, battle.turn = "destroyed", 0, 4
    assert judge(battle).score == (100.0, 0.0)
    assert judge(battle).word == "draw"


@pytest.mark.rule("eow.mode.mixed")
def test_every_unit_of_a_patrol_has_a_price() -> None:
    prices = {entry.name: price_of(entry) for army in patrols().values() for entry in army.entries}
    assert prices["Skink Veteran on Pteradon"] == 125
    # 6 by 2 Iron Orcs cost 250.
    assert prices["Iron Orcs"] == 250
    assert all(price % 25 == 0 and price >= 75 for price in prices.values())
    assert len(patrol(EMPIRE).entries) == 4
