"""Positions of Advanced games in which Fear, standards, runes, flights and crumbling meet."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.positions import EMPIRE, checks, lay, melee
from tests.essence_of_war.advanced.spellbook import magic, teach
from tests.essence_of_war.harness import Fall, Play, Table
from warhost.play import Moved
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Forward

VAMPIRES = "Vampire Covenant"


def settled(game: Play) -> Play:
    while not game.game.over and game.battle.phase == "magic" and game.topic != "cast":
        game.decline()
    return game


# Runes


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation", "eow.spell.alchemy.word_of_iron", "eow.magic.duration")
def test_a_rune_on_an_enemy_strips_it_and_spoils_what_its_own_wizard_casts_on_it_next() -> None:
    line = (
        f"0 {EMPIRE}/Wizard + General at 18,12 | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | "
        "1 Infernal Dwarves/Prophet + General at 18,30 face 180"
    )
    table = lay(line)
    teach(table.battle, "Wizard", "Rune of Revocation")
    teach(table.battle, "Prophet", "Word of Iron", "Know Thine Enemy")
    table.set("Spearmen", effects=(Effect("Word of Iron", 1, 2, 0),))
    game = magic(table, {"Casting": (6, 5), "": 1}).cast("Wizard", "Rune of Revocation", "Spearmen", dice=2)
    settled(game)
    assert [effect.spell for effect in game.unit("Spearmen").effects] == ["Rune of Revocation"]
    theirs = magic(Table.of(game.battle), {"Casting": (6, 5), "": 1}, active=1, pools=(0, 9))
    theirs.cast("Prophet", "Word of Iron", "Spearmen", dice=2)
    settled(theirs)
    assert not [one for one in theirs.unit("Spearmen").effects if one.spell == "Word of Iron"]
    settled(theirs.cast("Prophet", "Know Thine Enemy", "Spearmen", dice=2))
    assert [one for one in theirs.unit("Spearmen").effects if one.spell == "Know Thine Enemy"]


# Fear


@pytest.mark.rule("eow.special.fear", "eow.combat_pivot.loser_test", "eow.vault.banner.battle_standard")
def test_losers_in_fear_turn_on_one_less_and_may_roll_again_near_a_standard() -> None:
    line = (
        f"0 {EMPIRE}/Imperial Guard + 5x3 at 4,4 charging | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | "
        f"1 {EMPIRE}/Marshal + Battle Standard at 24,24 face 180"
    )
    table = lay(line).change("Imperial Guard", ["Fear"]).fight("Imperial Guard", "Spearmen", "left")
    falls = {"Combat pivot": [(6, 6), (1, 1)], "Break": 1, "": 1}
    game = table.play(falls, phase="melee", active=0, first=1, turn=5).until("combat pivot test").choose("test")
    # Seven less one for Fear; what was lost by is for the Break Test alone.
    assert checks(game, "combat pivot") == [("Spearmen", 6, False), ("Spearmen", 6, True)]
    assert len([roll for roll in game.rolls if "ombat pivot" in roll.why]) == 2


# Chargers whose targets all run


@pytest.mark.rule("eow.charge.redirect.both_fled", "eow.charge.redirect.once", "eow.charge.failed.path")
def test_a_charger_whose_two_targets_fled_chooses_before_it_rolls() -> None:
    line = (
        f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 16,20 face 180 | "
        f"1 {EMPIRE}/Handgunners + 5x2 at 23,20 face 180"
    )
    game = lay(line).play({"Flee": (6, 6), "": 1}, phase="charge")
    game.choose(unit="Imperial Guard", target="Spearmen").choose("flee").choose("redirect")
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    assert not game.offers("redirect")
    targets = {option.target for option in game.options if option.target is not None}
    assert targets == {game.unit("Spearmen").id, game.unit("Handgunners").id}
    assert not [roll for roll in game.rolls if "Charge Range" in roll.why]


# Crumbling


@pytest.mark.rule("eow.special.unstable.break", "eow.multi.combat_win", "eow.break.test")
def test_of_two_losers_the_dead_crumble_and_the_living_test() -> None:
    line = (
        f"0 {EMPIRE}/Imperial Guard + 5x3 at 18,20 charging | 1 {VAMPIRES}/Zombies + 5x4 at 4,40 | "
        f"1 {EMPIRE}/Handgunners + 5x2 at 30,40"
    )
    table = (
        lay(line).fight("Zombies", "Imperial Guard", "front", -2.2).fight("Handgunners", "Imperial Guard", "front", 2.2)
    )
    hits: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "Imperial Guard": 6, "": 1}
    game = melee(table, hits)
    scored = game.told(events.CombatScored)[0]
    by = scored.totals[0] - scored.totals[1]
    assert by > 0
    assert [name for name, _, _ in checks(game, "break")] == ["Handgunners"]
    zombies = next(unit.id for unit in game.battle.units if unit.name == "Zombies")
    lost = [one.health for one in game.told(events.HealthLost) if one.unit == zombies]
    assert by in lost


# Marching light troops


@pytest.mark.rule("eow.special.light_troops.shoot", "eow.shoot.moved", "eow.special.light_troops.move")
def test_light_hunters_who_marched_shoot_as_those_who_moved() -> None:
    line = f"0 Saurian Ancients/Skink Hunters + 6x2 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,24 face 180"
    game = lay(line).play({"": 1}, phase="movement").choose(unit="Skink Hunters")
    game.answer(Moved("march", (Forward(8.0),)))
    while game.battle.phase in ("movement", "magic"):
        game.decline()
    game.choose(unit="Skink Hunters", target="Spearmen")
    assert {roll.need for roll in game.rolls if "to hit" in roll.why} == {4}
