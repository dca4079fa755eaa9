"""Rules of Fantasy Battles that meet in a Round of Combat: weapons, saves, spells, ground and Combat Scores."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl, next_phase
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import lay
from tests.fantasy_battles.troops import GREAT_WEAPON, part

HITS: dict[str, Any] = {"to hit": 4, "to wound": 4, "Save": 1, "": 1}


def fighting(ground: str = "", more: str = "") -> Table:
    """Swordsmen against Spearmen who stand at 36,20; a Wizard of each side is far off."""
    line = f"{ground}0 Swordsmen at 4,4 | 1 Spearmen at 36,20 face 180 | 0 Wizard at 4,40 | 1 Banner at 68,4{more}"
    return draw(line).fight("Swordsmen", "Spearmen")


def rolled(game: Brawl, unit: str, what: str) -> list[tuple[str, int | None]]:
    """The dice of a unit for that reason, and what they needed."""
    number = game.unit(unit).id
    return [(roll.dice, roll.need) for roll in game.rolls if roll.unit == number and what in roll.why]


# Weapons and the order of attacks


@pytest.mark.rule(
    "t9a.divination.1_know_thine_enemy", "t9a.round.step05_initiative", "t9a.modifiers.step4_always_never"
)
def test_who_strikes_last_strikes_last_however_quick_a_spell_makes_him() -> None:
    table = lay(fighting(), "Know Thine Enemy", "Swordsmen", by="Wizard")
    table.change("Swordsmen", parts=(part(agi=5, weapons=(GREAT_WEAPON,)),))
    game = brawl(table).rest()
    # Offence 5 against Defence 3, and three against five.
    assert [(blow.agility, blow.need) for blow in game.struck("Swordsmen")] == [(0, 3)]
    assert [(blow.agility, blow.need) for blow in game.struck("Spearmen")] == [(3, 4)]


@pytest.mark.rule("t9a.cosmology.4_perception_of_strength", "t9a.special.stomp_attacks", "t9a.alchemy.3_glory_of_gold")
def test_what_takes_strength_from_blows_takes_none_from_a_stomp() -> None:
    table = draw("0 Giant at 36,10 | 1 Spearmen at 36,20 face 180 | 1 Wizard at 4,40").change("Spearmen", res=6)
    lay(table.fight("Giant", "Spearmen"), "Perception of Strength", "Giant", by="Wizard", version="Chaos")
    game = brawl(table, {"Giant Close Combat Attacks: to hit": 6, "Stomp": 1, "": 1}).rest()
    # Strength 6 less 1 against Resilience 6, and 6 against 6.
    assert rolled(game, "Giant", "Close Combat Attacks: to wound") == [("5D6", 5)]
    assert [need for _, need in rolled(game, "Giant", "Stomp Attacks: to wound")] == [4]
    assert [blow.agility for blow in game.struck("Giant")] == [3, 0]


@pytest.mark.rule("t9a.special.stomp_attacks", "t9a.special.cannot_be_stomped", "t9a.height.large")
@pytest.mark.parametrize(("foe", "stomps"), [("Knights", 0), ("Ogres", 0), ("Wolves", 1)])
def test_a_giant_stomps_on_small_beasts_but_not_on_riders_or_ogres(foe: str, stomps: int) -> None:
    game = brawl(draw(f"0 Giant at 36,10 | 1 {foe} at 36,20 face 180").fight("Giant", foe), {"": 1}).rest()
    assert len([blow for blow in game.struck("Giant") if "Stomp" in blow.what]) == stomps


@pytest.mark.rule("t9a.score.charge", "t9a.round.step13_move_pursuing", "t9a.special.swiftstride")
def test_knights_who_pursued_into_others_charge_with_lances_in_the_next_phase() -> None:
    line = "0 Knights at 4,4 charging | 1 Archers at 36,20 face 180 models=5 | 1 Swordsmen at 36,27 face 180"
    table = draw(line).fight("Knights", "Archers")
    falls: dict[str, Any] = {"Archers Break": 6, "Flee": (2, 3), "Pursuit": (1, 5, 6), "Panic": 1, "": 1}
    game = brawl(table, falls).until_asked("pursuit").choose(target="Archers").rest()
    assert {foe.unit for foe in game.unit("Knights").foes} == {game.unit("Swordsmen").id}
    after = next_phase(game, {"Knights": 6, "": 1}).rest()
    assert after.score(0)["Charge Bonus"] == 1
    # Riders with lances: 4 + 2 against Resilience 3; horses: 3 against 3.
    assert {need for _, need in rolled(after, "Knights", "to wound")} == {2, 4}


# Saves


@pytest.mark.rule("t9a.terrain.water_flaming", "t9a.pyromancy.3_flaming_swords", "t9a.special.fortitude")
@pytest.mark.parametrize(("ground", "saved"), [("", 0), ("72x48 water 36,20 12x4 | ", 1)])
def test_water_puts_out_flaming_swords_but_they_still_wound_better(ground: str, saved: int) -> None:
    table = fighting(ground).change("Spearmen", ["Fortitude (4+)"])
    game = brawl(lay(table, "Flaming Swords", "Swordsmen", by="Wizard"), HITS).rest()
    assert {need for _, need in rolled(game, "Swordsmen", "to wound")} == {3}
    assert len(rolled(game, "Spearmen", "Special Save")) == saved


@pytest.mark.rule("t9a.terrain.water_flaming", "t9a.special.flammable", "t9a.alchemy.a_alchemical_fire")
@pytest.mark.parametrize(("ground", "again"), [("", 1), ("72x48 water 36,15 12x8 | ", 0)])
def test_who_attacks_out_of_water_sets_nobody_alight(ground: str, again: int) -> None:
    table = lay(fighting(ground), "Glory of Gold", "Swordsmen", by="Wizard")
    lay(table, "Alchemical Fire", "Spearmen", by="Wizard")
    game = brawl(table, {"Swordsmen Close Combat Attacks: to hit": 6, "": 1}).rest()
    assert len([roll for roll in game.rolls if "to wound" in roll.why and "again" in roll.why]) == again


@pytest.mark.rule("t9a.special.lethal_strike", "t9a.special.fortitude", "t9a.attack.special_save")
def test_fortitude_is_rolled_for_common_wounds_and_aegis_for_lethal_ones() -> None:
    table = fighting().change("Spearmen", ["Fortitude (4+)", "Aegis (6+)"], arm=4)
    lay(table, "Spectral Blades", "Swordsmen", by="Wizard", version="boosted")
    falls: dict[str, Any] = {
        "Swordsmen Close Combat Attacks: to hit": 6,
        "Swordsmen Close Combat Attacks: to wound": (6, 6, 4, 4, 4, 5, 5, 5, 5, 5),
        "": 1,
    }
    game = brawl(table, falls).rest()
    # Armour 4 holds against eight wounds and not against AP 10.
    assert rolled(game, "Spearmen", "Armour Save") == [("8D6", 3)]
    assert sorted(rolled(game, "Spearmen", "Special Save")) == [("2D6", 6), ("8D6", 4)]


@pytest.mark.rule("t9a.special.divine_attacks", "t9a.divination.4_the_stars_align", "t9a.special.fortitude")
@pytest.mark.parametrize(("save", "again"), [("Aegis (4+)", 1), ("Fortitude (4+)", 0)])
def test_divine_blows_have_an_aegis_rolled_again_and_no_fortitude(save: str, again: int) -> None:
    table = lay(fighting().change("Spearmen", [save]), "The Stars Align", "Swordsmen", by="Wizard")
    game = brawl(table, {"Special Save": 5, "Swordsmen Close": 4, "": 1}).rest()
    saves = rolled(game, "Spearmen", "Special Save")
    assert len(saves) == 1 + again


# To hit and to wound


@pytest.mark.rule("t9a.terrain.walls_defend", "t9a.special.distracting", "t9a.shamanism.6_break_the_spirit")
@pytest.mark.parametrize("broken", [False, True])
def test_a_wall_adds_nothing_to_another_penalty(broken: bool) -> None:
    line = "72x48 wall 36,18.3 8x0.4 | 0 Swordsmen at 4,4 charging | 1 Spearmen at 36,20 face 180 | 1 Wizard at 4,40"
    table = draw(line).fight("Swordsmen", "Spearmen").set("Swordsmen", charged=True)
    if broken:
        lay(table, "Break the Spirit", "Swordsmen", by="Wizard")
    # 4+ and one worse, whether one of the two says so or both.
    assert [blow.need for blow in brawl(table).rest().struck("Swordsmen")] == [5]


@pytest.mark.rule("t9a.hereditary.se_forest_embrace", "t9a.runes.reckoning", "t9a.special.reroll")
def test_a_die_is_rolled_again_once_whoever_asks_for_it() -> None:
    table = fighting()
    lay(table, "Rune of Reckoning", "Swordsmen", by="Wizard")
    lay(table, "Forest Embrace", "Spearmen", by="Banner", version="boosted")
    falls: dict[str, Any] = {
        "Swordsmen Close Combat Attacks: to hit": [(6, 6, 1, 1, 1, 4, 4, 4, 4, 4), (6, 1, 6, 6, 1)],
        "": 1,
    }
    game = brawl(table, falls).rest()
    # Five dice are rolled again: sixes and misses. Three of them hit, and the five fours did.
    assert [dice for dice, _ in rolled(game, "Swordsmen", "to hit")] == ["10D6", "5D6"]
    assert rolled(game, "Swordsmen", "to wound") == [("8D6", 4)]


@pytest.mark.rule("t9a.shamanism.3_savage_fury", "t9a.special.battle_focus", "t9a.runes.reckoning")
def test_sixes_of_the_second_roll_bring_extra_hits_too() -> None:
    table = fighting()
    lay(table, "Rune of Reckoning", "Swordsmen", by="Wizard")
    lay(table, "Savage Fury", "Swordsmen", by="Wizard")
    falls: dict[str, Any] = {
        "Swordsmen Close Combat Attacks: to hit": [(6, 1, 1, 1, 1, 4, 4, 4, 4, 4), (6, 4, 1, 1)],
        "": 1,
    }
    game = brawl(table, falls).rest()
    assert rolled(game, "Swordsmen", "to wound") == [("10D6", 4)]


@pytest.mark.rule("t9a.witchcraft.6_bewitching_glare", "t9a.hereditary.ok_children_of_umi", "t9a.attack.natural_rolls")
def test_a_six_wounds_through_every_penalty_and_failures_are_rolled_again() -> None:
    table = fighting().change("Spearmen", res=5)
    lay(table, "Bewitching Glare", "Spearmen", by="Wizard")
    lay(table, "Children of Umi", "Spearmen", by="Banner")
    falls: dict[str, Any] = {
        "Swordsmen Close Combat Attacks: to hit": 6,
        "Swordsmen Close Combat Attacks: to wound": [(6, 6, 5, 5, 5, 5, 5, 5, 5, 5), (6, 5, 5, 5, 5, 5, 5, 5)],
        "": 1,
    }
    game = brawl(table, falls).rest()
    # Strength 3 against 5 is 6+, and 7+ with the spell: only natural sixes are left.
    assert game.score(0)["Health Points lost by Spearmen"] == 3


# Combat Scores and Break Tests


@pytest.mark.rule("t9a.score.flank", "t9a.score.rear", "t9a.score.standard", "t9a.special.steadfast")
@pytest.mark.parametrize(("ogres", "totals", "discipline"), [(6, (5, 7), 6), (3, (5, 6), 8)])
def test_two_standards_between_a_flank_and_a_rear(ogres: int, totals: tuple[int, int], discipline: int) -> None:
    line = f"0 Guard at 36,20 | 0 Banner at 4,4 | 1 Knights at 4,40 charging | 1 Ogres at 60,40 charging models={ogres}"
    table = draw(line).join("Banner", "Guard", 0)
    table.fight("Knights", "Guard", "left").fight("Ogres", "Guard", "rear")
    game = brawl(table, {"": 1}).rest()
    # Ranks +3, standards +2; charge +1, flank +2, rear +3, and a second Full Rank of Ogres +1, which ends Steadfast.
    assert (game.total(0), game.total(1)) == totals
    assert [test.needed for test in game.tests("break", "Guard")] == [discipline]


@pytest.mark.rule("t9a.divination.6_portent_of_doom", "t9a.score.rank_bonus", "t9a.special.character")
@pytest.mark.parametrize(("models", "total"), [(20, 1), (5, 0)])
def test_a_portent_takes_one_for_the_men_and_one_for_their_captain(models: int, total: int) -> None:
    table = draw(
        f"0 Swordsmen at 4,4 | 1 Spearmen at 36,20 face 180 models={models} | 1 Captain at 60,40 | 0 Wizard at 4,40"
    )
    table.join("Captain", "Spearmen").fight("Swordsmen", "Spearmen")
    game = brawl(lay(table, "Portent of Doom", "Spearmen", by="Wizard", permanent=True), {"": 1}).rest()
    # Three for ranks less two, and nothing less two is nothing.
    assert game.total(1) == total


@pytest.mark.rule("t9a.special.fear", "t9a.special.steadfast", "t9a.special.commanding_presence")
def test_steadfast_men_near_their_general_lose_one_to_fear_and_nothing_to_the_score() -> None:
    line = "0 Giant at 4,4 charging | 1 Spearmen at 36,20 face 180 | 1 General at 42,22"
    table = draw(line).fight("Giant", "Spearmen")
    falls: dict[str, Any] = {"Giant Close Combat Attacks: to hit": 6, "Giant Close Combat Attacks: to wound": 6, "": 1}
    game = brawl(table, falls).rest()
    assert game.total(0) > game.total(1)
    assert [test.needed for test in game.tests("break", "Spearmen")] == [9 - 1]


@pytest.mark.rule("t9a.terrain.forest_stubborn", "t9a.special.fear", "t9a.special.light_troops")
@pytest.mark.parametrize(("rules", "needed"), [(["Light Troops"], 6), (["Light Troops", "Fly"], 2), ([], 2)])
def test_light_men_in_a_wood_mind_a_giant_but_not_the_score(rules: list[str], needed: int) -> None:
    line = "72x48 forest 36,20 12x6 | 0 Giant at 4,4 charging | 1 Spearmen at 36,20 face 180 models=10"
    table = draw(line).change("Spearmen", rules).fight("Giant", "Spearmen")
    falls: dict[str, Any] = {
        "Giant Close Combat Attacks: to hit": 6,
        "Giant Close Combat Attacks: to wound": (6, 6, 6, 1, 1),
        "Giant Stomp": 1,
        "": 1,
    }
    game = brawl(table, falls).rest()
    # Three fell, and a charge: by four. Seven men have one Full Rank.
    assert game.total(0) - game.total(1) == 4
    assert [test.needed for test in game.tests("break", "Spearmen")] == [needed]


@pytest.mark.rule("t9a.special.war_machine", "t9a.panic.friend_breaks", "t9a.special.overrun")
def test_a_cannon_that_breaks_is_gone_its_friends_test_once_and_its_foes_run_on() -> None:
    line = "0 Knights at 4,4 charging | 1 Cannon at 36,20 face 180 | 1 Archers at 41,22 face 180"
    table = draw(line).fight("Knights", "Cannon").set("Knights", charged=True)
    falls: dict[str, Any] = {
        "Knights rider": 1,
        "Cannon Break": 6,
        "Panic": 1,
        "Pursuit": (1, 1, 2),
        "Overrun": (1, 1, 2),
        "": 1,
    }
    game = brawl(table, falls).until_asked("overrun")
    assert game.unit("Cannon").pose is None
    game.choose("overrun").rest()
    assert len(game.tests("panic", "Archers")) == 1
