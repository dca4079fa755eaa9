"""Rules of Fantasy Battles that meet in the ranks: Characters in flanks, set rolls, saves, the dead raised."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.brawl import Brawl, brawl
from tests.fantasy_battles.grimoire import attack, conjured, to_wound
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.play import Moved
from warhost.play.questions import Allocate
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import points_of
from warhost.table import Forward


def rolled(game: Brawl, unit: str, what: str) -> list[tuple[str, int | None]]:
    number = game.unit(unit).id
    return [(roll.dice, roll.need) for roll in game.rolls if roll.unit == number and what in roll.why]


# A flank


def flanked(file: int) -> Table:
    """Spearmen with a Captain in that file, whose left flank Swordsmen have charged."""
    table = draw("0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Swordsmen at 4,40 charging").join(
        "Captain", "Spearmen", file
    )
    return table.fight("Swordsmen", "Spearmen", "left")


@pytest.mark.rule("t9a.round.step03_make_way", "t9a.special.make_way", "t9a.score.flank")
def test_a_captain_makes_his_way_to_the_flank_that_is_charged_and_nowhere_else() -> None:
    game = brawl(flanked(2), {"": 1})
    assert game.topic == "make way"
    ways = [option for option in game.options if not option.passes]
    assert len(ways) == 1
    game.choose(ways[0].key).rest()
    assert [blow.target for blow in game.struck("Captain")] == [game.unit("Swordsmen").id]


@pytest.mark.rule("t9a.round.step03_make_way", "t9a.special.supporting_attacks", "t9a.attack.allocate")
@pytest.mark.parametrize(("file", "asked", "attacks"), [(0, False, 3), (4, True, 0)])
def test_who_is_struck_in_the_flank_fights_with_a_file_and_without_support(
    file: int, asked: bool, attacks: int
) -> None:
    game = brawl(flanked(file), {"": 1})
    assert (game.topic == "make way") is asked
    game.rest()
    # Twenty men and a Captain in five ranks: five places are in the left file, of which the Captain may have one; a man
    # of the last, short rank fights over the gap.
    assert sum(blow.count for blow in game.struck("Captain")) == attacks
    assert sum(blow.count for blow in game.struck("Spearmen")) == (4 if file == 0 else 5)
    assert sum(blow.count for blow in game.struck("Swordsmen")) == 10


@pytest.mark.rule("t9a.attack.allocate", "t9a.special.character", "t9a.charge.contact_priority2")
def test_a_captain_in_the_corner_shares_his_blows_between_front_and_flank() -> None:
    line = "0 Spearmen at 36,20 | 0 Captain at 4,4 | 1 Swordsmen at 4,40 | 1 Guard at 60,40"
    table = draw(line).join("Captain", "Spearmen", 0)
    table.fight("Swordsmen", "Spearmen", "left").fight("Guard", "Spearmen", "front")
    game = brawl(table, {"": 1})
    game.until_asked("allocate attacks")
    assert isinstance(game.question, Allocate)
    (pool,) = (one for one in game.question.pools if one.key.startswith(f"{game.unit('Captain').id}"))
    assert pool.count == 3
    reached = {target.target for target in pool.targets}
    assert {game.unit("Swordsmen").id, game.unit("Guard").id} <= reached


# Set rolls


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns", "t9a.special.stomp_attacks", "t9a.special.rank_and_file")
def test_the_wheel_turns_for_stomps_too_but_not_for_the_captain_in_the_ranks() -> None:
    line = "0 Ogres at 4,4 | 1 Swordsmen at 36,20 face 180 | 1 Captain at 60,40 | 1 Wizard at 66,40"
    table = draw(line).join("Captain", "Swordsmen").fight("Ogres", "Swordsmen")
    lay(table, "The Wheel Turns", "Ogres", by="Wizard")
    lay(table, "The Wheel Turns", "Swordsmen", by="Ogres")
    game = brawl(table, {"Close Combat Attacks: to hit": 6, "": 1}).rest()
    assert {need for _, need in rolled(game, "Ogres", "Close Combat Attacks: to wound")} == {4}
    assert {need for _, need in rolled(game, "Ogres", "Stomp Attacks: to wound")} == {4}
    # The Captain: Offence 5 against 3, Strength 4 against 4.
    assert {blow.need for blow in game.struck("Captain")} == {3}


@pytest.mark.rule("t9a.alchemy.a_alchemical_fire", "t9a.pyromancy.3_flaming_swords", "t9a.special.flammable")
def test_who_burns_in_melee_does_not_burn_from_arrows() -> None:
    table = draw("0 Archers at 36,10 | 0 Wizard at 60,4 | 1 Spearmen at 36,20 face 180")
    lay(table, "Flaming Swords", "Archers", by="Wizard")
    lay(table, "Alchemical Fire", "Spearmen", by="Wizard")
    game = table.play(dice={"to hit": 6, "": 1}, phase="shooting").choose(unit="Archers", target="Spearmen")
    assert [roll.dice for roll in game.rolls if "to wound" in roll.why] == ["10D6"]
    assert to_wound(table, "Archers", "Spearmen", "shooting") == 3


@pytest.mark.rule(
    "t9a.witchcraft.2_deceptive_glamour", "t9a.round.step06_simultaneous", "t9a.modifiers.step4_always_never"
)
def test_glamour_makes_the_quick_strike_with_the_slow() -> None:
    line = "0 Swordsmen at 4,4 | 1 Spearmen at 36,20 face 180 | 1 Wizard at 66,40"
    table = draw(line).change("Swordsmen", agi=5).fight("Swordsmen", "Spearmen")
    lay(table, "Deceptive Glamour", "Swordsmen", by="Wizard", version="boosted")
    game = brawl(table, {"Close Combat Attacks: to hit": 6, "Close Combat Attacks: to wound": 6, "": 1}).rest()
    # Five less two is three: all strike at once, ten against ten. Defence 1 is hit on 3+.
    assert [blow.count for blow in game.struck("Swordsmen")] == [10]
    assert [(blow.count, blow.agility) for blow in game.struck("Spearmen")] == [(10, 3)]
    assert [blow.need for blow in game.struck("Spearmen")] == [3]


@pytest.mark.rule("t9a.hereditary.bh_echoes_of_the_dark_forest", "t9a.special.fear", "t9a.special.break_test")
def test_echoes_frighten_twice_and_a_general_in_the_ranks_helps_against_neither() -> None:
    line = "0 Swordsmen at 4,4 charging | 0 Wizard at 4,40 | 1 Archers at 36,20 face 180 models=5 | 1 General at 60,40"
    table = draw(line).join("General", "Archers").fight("Swordsmen", "Archers")
    game = brawl(lay(table, "Echoes of the Dark Forest", "Swordsmen", by="Wizard"), {"": 1}).rest()
    # Nine, less two for Echoes and Fear, less a charge and three ranks.
    assert [test.needed for test in game.tests("break", "Archers")] == [9 - 2 - 4]


# Saves where nobody strikes


@pytest.mark.rule("t9a.terrain.dangerous_hit", "t9a.special.fortitude", "t9a.terrain.dangerous_ruins")
def test_fortitude_helps_against_ruins_and_armour_does_not() -> None:
    table = draw("72x48 ruins 36,16 12x3 | 0 Spearmen at 36,10 | 1 Knights at 4,44")
    table.change("Spearmen", ["Fortitude (4+)"], arm=6)
    game = table.play(dice={"Save": 4, "": 1}, phase="movement").choose(unit="Spearmen")
    game.answer(Moved("march", (Forward(8.0),)))
    assert not [roll for roll in game.rolls if "Armour" in roll.why]
    assert [roll.need for roll in game.rolls if "Save" in roll.why] == [4]
    assert game.unit("Spearmen").models == 20


@pytest.mark.rule("t9a.cosmology.3_ice_and_fire", "t9a.special.reroll", "t9a.cosmology.5_unity_in_divergence")
@pytest.mark.parametrize(("version", "saves"), [("Cosmos", ["Special"]), ("Chaos", ["Armour"])])
def test_ice_has_one_kind_of_save_rolled_again_and_fire_the_other(version: str, saves: list[str]) -> None:
    table = draw("0 Wizard at 36,10 | 1 Spearmen at 36,30 face 180").change("Spearmen", arm=4)
    lay(table, "Unity in Divergence", "Spearmen", by="Spearmen", version="Cosmos")
    made = attack(table, "Wizard", "Spearmen", "spell", strength=4)
    assert damage.special_save(made) is not None
    falls = {"Casting": (6, 5), "Hits": (1, 1), "to wound": 6, "again": 6, "Armour Save": [(6, 1)], "Special": 6, "": 1}
    game = conjure(table, falls, known={"Wizard": ["Ice and Fire"]}, pools=(9, 0))
    game.cast("Wizard", "Ice and Fire", "Spearmen", dice=2, version=version)
    again = [roll.why for roll in game.rolls if "again" in roll.why]
    assert [kind for kind in ("Armour", "Special") if any(kind in why for why in again)] == saves


# The dead


@pytest.mark.rule("t9a.special.raise_hp", "t9a.hereditary.vc_arise", "t9a.melee.engaged")
def test_men_are_raised_behind_a_unit_that_fights_unless_an_enemy_stands_there() -> None:
    for side, models in (("front", 14), ("rear", 10)):
        table = draw("0 Wizard at 30,16 | 0 Spearmen at 36,20 models=10 | 1 Swordsmen at 4,40").fight(
            "Swordsmen", "Spearmen", side
        )
        game = conjured(table, "Summer Growth", "Spearmen", "basic")
        while not game.game.over and game.topic != "cast":
            game.decline()
        assert game.unit("Spearmen").models == models, side


@pytest.mark.rule("t9a.victory.vp_general_bsb", "t9a.victory.vp_casualty", "t9a.special.flee_move")
def test_a_general_who_ran_off_the_board_with_his_men_costs_as_much_as_a_dead_one() -> None:
    line = "1 Spearmen at 36,45 fleeing | 1 General at 60,40 | 0 Archers at 36,5 | 1 Banner at 4,40 face 180"
    table = draw(line, objective="", deployment="Frontline Clash").join("General", "Spearmen")
    game = table.play(dice={"Rally": 6, "Flee": (6, 6), "": 1}, phase="movement", active=1)
    assert game.unit("Spearmen").fate == "fled"
    assert points_of(game.battle, 0).total == 200 + 150 + 200
