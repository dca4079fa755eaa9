"""Spells of Fantasy Battles outside the Magic Phase: on the march, in charges, flights, tests and volleys."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import to_wound, values
from tests.fantasy_battles.harness import Play, Table, draw
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.play import Moved
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.shown import events
from warhost.table import Forward


def disciplined(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    units = game.battle.units
    return [
        (units[one.unit].name, one.needed, one.passed) for one in game.told(events.DisciplineTested) if one.kind == kind
    ]


def through(game: Play, phase: str) -> Play:
    """Pass on everything until that phase is over."""
    while not game.game.over and game.battle.phase == phase:
        game.choose("0") if game.topic == "charge place" else game.decline()
    return game


# Insects


def bitten(line: str, name: str) -> Table:
    return lay(draw(line), "Swarm of Insects", name, by="Wizard", permanent=True)


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects", "t9a.charge.failed_move", "t9a.charge.range")
@pytest.mark.parametrize("fall", [1, 6])
def test_a_charge_shakes_insects_off_even_if_it_fails(fall: int) -> None:
    table = bitten("0 Archers at 36,10 | 1 Spearmen at 36,22 face 180 | 1 Wizard at 70,46", "Archers")
    game = table.play(dice={"Charge Range": fall, "": 1}).choose(unit="Archers", target="Spearmen").choose("hold")
    assert not through(game, "charge").unit("Archers").effects


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects", "t9a.round.step13_move_pursuing", "t9a.round.step12_move_fleeing")
def test_flight_and_pursuit_shake_insects_off_on_both_sides() -> None:
    table = bitten("0 Archers at 4,4 | 1 Spearmen at 36,20 face 180 models=8 | 1 Wizard at 70,46", "Archers")
    lay(table.fight("Archers", "Spearmen"), "Swarm of Insects", "Spearmen", by="Archers", permanent=True)
    hits = (6, 6, 6, *[1] * 7)
    falls: dict[str, Any] = {
        "Archers Close Combat Attacks: to hit": hits,
        "Archers Close": 6,
        "Spearmen Break": 6,
        "Flee": (6, 6),
        "Pursuit": (1, 2),
        "": 1,
    }
    game = brawl(table, falls).until_asked("pursuit").choose(target="Spearmen").rest()
    assert game.unit("Spearmen").fleeing
    assert (game.unit("Archers").effects, game.unit("Spearmen").effects) == ((), ())


# Discipline


@pytest.mark.rule("t9a.thaumaturgy.3_speaking_in_tongues", "t9a.special.rally_around_the_flag", "t9a.move.rally")
@pytest.mark.parametrize(("by", "again"), [("Knights", 0), ("Banner", 1)])
def test_tongues_of_the_enemy_silence_the_flag_and_those_of_friends_add_nothing_to_it(by: str, again: int) -> None:
    line = "0 Spearmen at 36,20 fleeing | 0 Banner at 40,20 | 1 Knights at 4,44"
    table = lay(draw(line), "Speaking in Tongues", "Spearmen", by=by)
    game = table.play(dice={"Rally": 6, "": 1}, phase="movement")
    while game.topic not in ("move", "rally pivot") and not game.game.over:
        game.decline() if not game.offers("reroll") else game.choose("reroll")
    rolls = [roll for roll in game.rolls if "ally" in roll.why and "Flee" not in roll.why]
    assert len(rolls) == 1 + again


@pytest.mark.rule("t9a.divination.a_guiding_light", "t9a.decimated.rally", "t9a.special.minimised_roll")
def test_a_guiding_light_leads_the_decimated_on_half_their_discipline() -> None:
    line = "0 Spearmen at 36,20 fleeing models=5 | 0 Wizard at 60,40 | 1 Knights at 4,44"
    table = lay(draw(line), "Guiding Light", "Spearmen", by="Wizard")
    game = table.play(dice={"Rally": (2, 2, 6), "": 1}, phase="movement")
    # Half of seven is four, and the six is dropped.
    assert disciplined(game, "rally") == [("Spearmen", 4, True)]


@pytest.mark.rule(
    "t9a.evocation.2_whispers_of_the_veil", "t9a.druidism.5_stone_skin", "t9a.special.commanding_presence"
)
def test_whispers_take_from_lent_discipline_and_from_stone() -> None:
    line = "0 Spearmen at 36,20 fleeing | 0 General at 40,20 | 0 Wizard at 60,40 | 1 Knights at 4,44"
    table = lay(draw(line), "Whispers of the Veil", "Spearmen", by="Knights")
    lay(table, "Stone Skin", "Spearmen", by="Wizard")
    assert values(table, "Spearmen", "res") == [3 + 2 - 1]
    game = table.play(dice={"": 1}, phase="movement")
    assert disciplined(game, "rally") == [("Spearmen", 8, True)]


# To wound from afar


@pytest.mark.rule("t9a.shamanism.4_chilling_howl", "t9a.pyromancy.3_flaming_swords", "t9a.modifiers.step3_add_subtract")
def test_a_howl_and_flames_cancel_for_arrows_and_not_for_blades() -> None:
    table = draw("0 Archers at 36,10 | 0 Wizard at 60,4 | 1 Spearmen at 36,20 face 180")
    lay(table, "Flaming Swords", "Archers", by="Wizard")
    lay(table, "Chilling Howl", "Archers", by="Spearmen")
    assert to_wound(table, "Archers", "Spearmen", "shooting") == 4
    assert to_wound(table, "Archers", "Spearmen", "melee") == 3


# Ground


@pytest.mark.rule(
    "t9a.druidism.6_spirits_of_the_wood", "t9a.terrain.dangerous_forest", "t9a.terrain.dangerous_test_when"
)
@pytest.mark.parametrize(("kind", "tests"), [("march", 1), ("advance", 0)])
def test_riders_whom_a_wood_follows_march_in_danger_and_advance_without(kind: str, tests: int) -> None:
    table = lay(draw("0 Knights at 36,10 | 1 Wizard at 36,44 face 180"), "Spirits of the Wood", "Knights", by="Wizard")
    game = table.play(dice={"": 3}, phase="movement").choose(unit="Knights")
    game.answer(Moved(kind, (Forward(7.0),)))
    rolls = [roll for roll in game.rolls if "Dangerous" in roll.why]
    assert [roll.dice for roll in rolls] == ["5D6"] * tests


@pytest.mark.rule("t9a.druidism.6_spirits_of_the_wood", "t9a.terrain.forest_no_steadfast", "t9a.special.steadfast")
def test_a_wood_on_deep_ranks_ends_their_steadfastness() -> None:
    line = "0 Ogres at 4,4 charging | 1 Spearmen at 36,20 face 180 | 0 Wizard at 60,40"
    table = lay(draw(line).fight("Ogres", "Spearmen"), "Spirits of the Wood", "Spearmen", by="Wizard")
    hits = (6, 6, 6, *[1] * 15)
    falls: dict[str, Any] = {
        "Ogres Close Combat Attacks: to hit": hits,
        "Ogres Close Combat Attacks: to wound": 6,
        "": 1,
    }
    game = brawl(table, falls)
    assert [test.needed for test in game.tests("break", "Spearmen")] == [7 - 3]


@pytest.mark.rule("t9a.shamanism.6_break_the_spirit", "t9a.terrain.dangerous_dice", "t9a.terrain.dangerous_fail")
@pytest.mark.parametrize(("name", "dice"), [("Spearmen", 20), ("Chariot", 2), ("Giant", 3)])
def test_the_ground_itself_is_dangerous_to_the_broken_in_spirit(name: str, dice: int) -> None:
    table = draw(f"0 {name} at 36,10 | 0 Ogres at 4,4 | 1 Wizard at 36,44 face 180")
    lay(table, "Break the Spirit", name, by="Wizard")
    game = table.play(dice={"": 2}, phase="movement").choose(unit=name)
    game.answer(Moved("march", (Forward(8.0),)))
    rolls = [roll for roll in game.rolls if "Dangerous" in roll.why]
    assert [roll.dice for roll in rolls] == [f"{dice}D6"]
    assert sum(one.health for one in game.told(events.HealthLost)) == dice
    assert not disciplined(game, "panic")


# Terror


@pytest.mark.rule("t9a.special.terror", "t9a.charge.declare", "t9a.charge.reaction_flee")
def test_who_is_charged_by_a_giant_after_a_redirect_is_terrified_too() -> None:
    line = "0 Giant at 36,10 | 1 Archers at 36,21 face 180 | 1 Guard at 41,21 face 180 | 1 Wizard at 70,46"
    falls: dict[str, Any] = {"Archers Panic": 6, "Archers Flee": 6, "Guard Panic": 1, "Giant": 1, "": 1}
    game = draw(line).play(dice=falls).choose(unit="Giant", target="Archers")
    assert disciplined(game, "panic") == [("Archers", 7, False)]
    game.choose("redirect").choose(unit="Giant", target="Guard")
    assert disciplined(game, "panic")[-1] == ("Guard", 7, True)


@pytest.mark.rule("t9a.special.terror", "t9a.fleeing.only_flee_reaction", "t9a.panic.exempt")
def test_a_giant_frightens_nobody_who_flees_already() -> None:
    line = "0 Giant at 36,10 | 1 Archers at 36,21 face 180 fleeing | 1 Wizard at 70,46"
    game = draw(line).play(dice={"Flee": 6, "": 1}).choose(unit="Giant", target="Archers")
    assert disciplined(game, "panic") == []
    assert game.told(events.UnitFled)


# The end of a unit in the Magic Phase


@pytest.mark.rule("t9a.panic.friend_destroyed", "t9a.panic.exempt", "t9a.pyromancy.a_blaze")
def test_who_stood_firm_for_one_friend_does_not_test_for_the_next_in_that_phase() -> None:
    line = "0 Wizard at 36,10 | 1 Archers at 30,30 face 180 models=1 | 1 Swordsmen at 42,30 face 180 models=1"
    table = draw(f"{line} | 1 Spearmen at 36,33 face 180")
    falls: dict[str, Any] = {"Casting": (6, 5), "Hits": 6, "to wound": 6, "Panic": 1, "": 1}
    game = conjure(table, falls, known={"Wizard": ["Fireball"]}, pools=(9, 0))
    game.cast("Wizard", "Fireball", "Archers", dice=2)
    assert game.topic == "attribute"
    assert disciplined(game, "panic") == [("Spearmen", 7, True)]
    game.choose(target="Swordsmen")
    assert game.unit("Swordsmen").pose is None
    assert len(disciplined(game, "panic")) == 1


@pytest.mark.rule("t9a.magic.siphon", "t9a.special.channel", "t9a.flux.card5")
def test_eleven_tokens_buy_three_dice_and_two_remain() -> None:
    table = draw("0 Wizard at 36,10 | 0 Captain at 30,10 | 1 Spearmen at 36,44 face 180")
    table.change("Wizard", ["Channel (1)"]).change("Captain", ["Channel (1)"])
    game = conjure(table, {"": 1}, known={"Wizard": ["Fireball"]}, stage="", pools=(0, 0), decks=((5,), (2,)))
    assert (game.topic, game.keys) == ("siphon", ["3", "2", "1", "0"])
    game.choose("3")
    assert game.battle.pools[0] == 5 + 3
    assert game.battle.tokens[0] == 2


# Runes


@pytest.mark.rule("t9a.runes.revocation_end", "t9a.runes.revocation_ward", "t9a.alchemy.2_word_of_iron")
def test_a_rune_on_an_enemy_strips_it_and_spoils_the_next_that_its_own_wizard_casts_on_it() -> None:
    table = draw("0 Captain at 36,10 | 1 Spearmen at 36,22 face 180 | 1 Wizard at 36,30 face 180")
    lay(table, "Word of Iron", "Spearmen", by="Wizard")
    rune = Bound(spell="Rune of Revocation")
    game = conjure(table, {"": 4}, known={"Wizard": []}, bound={"Captain": [rune]}, pools=(9, 0))
    game.cast("Captain", "Rune of Revocation", "Spearmen", dice=2)
    assert [one.spell for one in game.unit("Spearmen").effects] == ["Rune of Revocation"]
    known = {"Wizard": ["Word of Iron", "Awaken the Beast"]}
    theirs = conjure(Table.of(game.battle), {"Casting": (6, 5), "": 4}, known=known, active=1, pools=(0, 9))
    for spell, lies in (("Word of Iron", []), ("Awaken the Beast", ["Awaken the Beast"])):
        theirs.cast("Wizard", spell, "Spearmen", dice=2, version="basic")
        while not theirs.game.over and theirs.topic != "cast":
            theirs.decline()
        assert [one.spell for one in theirs.unit("Spearmen").effects] == lies


@pytest.mark.rule("t9a.special.random_movement", "t9a.charge.reaction_stand_and_shoot", "t9a.score.charge")
def test_archers_whom_ogres_run_into_at_random_have_no_time_to_shoot() -> None:
    table = draw("0 Ogres at 36,20 | 1 Archers at 36,28 face 180 | 1 Wizard at 70,46")
    game = table.change("Ogres", ["Random Movement (3D6)"]).play(dice={"Random": 6, "": 1}, phase="movement")
    topics = []
    while game.battle.active == 0:
        topics.append(game.topic)
        game.decline()
    assert "charge reaction" not in topics
    assert not [roll for roll in game.rolls if "Bow" in roll.why]
    assert game.told(events.CombatScored)[0].totals == (2, 1)


@pytest.mark.rule("t9a.special.duel", "t9a.score.standard", "t9a.special.battle_standard_bearer")
def test_a_bearer_who_falls_in_a_duel_takes_his_standard_and_his_discipline_with_him() -> None:
    line = "0 Spearmen at 36,20 | 0 Banner at 4,4 | 1 Guard at 36,30 face 180 | 1 Captain at 60,40"
    table = draw(line).join("Banner", "Spearmen", 2).join("Captain", "Guard", 2).fight("Spearmen", "Guard")
    game = brawl(table, {"Captain Close": 6, "Save": 1, "": 1}).until_asked("issue duel")
    game.choose(unit="Banner").choose(unit="Captain").rest()
    # Three for his Health Points, three ranks and a standard, against three ranks: seven less four, rolled once.
    assert (game.total(0), game.total(1)) == (3, 7)
    assert disciplined(game, "break") == [("Spearmen", 3, True)]
    assert len([roll for roll in game.rolls if "Break" in roll.why]) == 1
