"""Positions in which rules of Fantasy Battles meet: several chargers, Characters in ranks, magic, terrain in combat."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.harness import Play, draw
from tests.fantasy_battles.spellcraft import conjure, lay
from tests.fantasy_battles.test_charge_move import BEHIND
from tests.playing import pose
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.shown import events


def arrived(game: Play) -> set[int]:
    """The chargers of the Swordsmen who arrive when the rest of the phase is played."""
    while game.battle.phase == "charge":
        game.choose("0") if game.topic == "charge place" else game.decline()
    return {foe.unit for foe in game.unit("Swordsmen").foes}


@pytest.mark.rule("t9a.charge.contact_priority2", "t9a.charge.move_order")
@pytest.mark.parametrize("first", ["Captain", "Knights"])
def test_of_three_chargers_all_arrive_whoever_may_go_first(first: str) -> None:
    game = draw(f"{BEHIND} | 0 Knights at 50,20 face 270").play(dice={"Charge Range": 6, "": 1})
    for name in ("Captain", "Spearmen", "Knights"):
        game.choose(unit=name, target="Swordsmen").choose("hold")
    assert not game.offers(unit="Spearmen")
    game.choose(unit=first)
    assert arrived(game) == {game.unit(name).id for name in ("Captain", "Spearmen", "Knights")}


@pytest.mark.rule("t9a.terrain.hill_charge", "t9a.terrain.dangerous_test_when")
def test_knights_who_fail_twice_from_a_hill_still_ride_into_the_forest() -> None:
    line = "72x48 hill 36,8 10x8 forest 36,13 12x3 | 0 Knights at 36,8 | 1 Spearmen at 36,29 face 180"
    falls = {"Knights Charge Range": [(1, 1, 2), (5, 1, 1)], "Dangerous": (1, 2, 3, 4, 5), "": 1}
    game = draw(line).play(dice=falls).choose(unit="Knights", target="Spearmen").choose("hold").choose("reroll")
    assert pose(game, "Knights").y == pytest.approx(13)
    assert game.unit("Knights").models == 4


@pytest.mark.rule("t9a.miscast.222_witchfire", "t9a.panic.losses_25", "t9a.panic.flee_direction")
def test_witchfire_of_a_joined_wizard_burns_his_archers_who_run_from_the_nearest_enemy() -> None:
    line = "0 Archers at 36,10 | 0 Wizard at 50,4 | 1 Spearmen at 30,30 face 180 | 1 Knights at 44,16 face 270"
    falls = {"Casting": (2, 2, 2, 6), "Fireball": 1, "Witchfire": 6, "Panic": 6, "Flee": (1, 2)}
    game = conjure(draw(line).join("Wizard", "Archers"), falls, known={"Wizard": ["Fireball"]}, pools=(9, 0))
    game.cast("Wizard", "Fireball", "Spearmen", dice=4)
    while not game.game.over and game.topic != "cast":
        game.decline()
    # Strength 4 of four dice; six of thirteen Health Points; away from the Knights, who did nothing.
    assert [(roll.dice, roll.need) for roll in game.rolls if "Witchfire: to wound" in roll.why] == [("6D6", 3)]
    assert (game.left("Archers"), game.left("Wizard")) == (4, 3)
    assert 180 < pose(game, "Archers").facing < 270


@pytest.mark.rule("t9a.decimated.definition", "t9a.decimated.rally", "t9a.special.character")
@pytest.mark.parametrize(("left", "discipline"), [(2, 5), (3, 9)])
def test_a_general_counts_for_and_against_the_decimated_whom_he_rallies(left: int, discipline: int) -> None:
    # 2 + 3 of 20 + 3 Health Points are no more than a quarter, 3 + 3 are; half of 9 is 5.
    table = draw("1 Archers at 60,44 | 0 Spearmen at 36,30 face 180 fleeing | 0 General at 50,40")
    table.join("General", "Spearmen").set("Spearmen", models=left)
    game = table.play(dice={"": 1}, phase="movement")
    (test,) = (told for told in game.told(events.DisciplineTested) if told.kind == "rally")
    assert test.needed == discipline


@pytest.mark.rule("t9a.terrain.water_no_steadfast", "t9a.special.steadfast")
@pytest.mark.parametrize(("board", "discipline"), [("72x48", 7), ("72x48 water 36,20 12x8", 4)])
def test_deep_ranks_in_water_are_not_steadfast(board: str, discipline: int) -> None:
    table = draw(f"{board} | 0 Ogres at 4,4 charging | 1 Spearmen at 36,20 face 180").fight("Ogres", "Spearmen")
    hits = (6, 6, 6, *[1] * 15)
    game = brawl(table, {"Ogres Close Combat Attacks: to hit": hits, "Ogres Close Combat Attacks: to wound": 6, "": 1})
    # Three lost, a charge and a rank against two ranks.
    assert (game.total(0), game.total(1)) == (5, 2)
    assert [test.needed for test in game.tests("break", "Spearmen")] == [discipline]


@pytest.mark.rule("t9a.runes.revocation_end", "t9a.alchemy.5_corruption_of_tin")
def test_revocation_ends_what_lasts_a_turn_and_leaves_what_is_permanent() -> None:
    table = draw("0 Captain at 36,10 | 0 Spearmen at 36,16 | 1 Wizard at 36,30 face 180")
    lay(table, "Word of Iron", "Spearmen", by="Captain")
    lay(table, "Whispers of the Veil", "Spearmen", by="Wizard")
    lay(table, "Corruption of Tin", "Spearmen", by="Wizard", permanent=True)
    game = conjure(table, {"": 4}, bound={"Captain": [Bound(spell="Rune of Revocation")]}, pools=(9, 0))
    game.cast("Captain", "Rune of Revocation", "Spearmen", dice=2)
    while not game.game.over and game.topic != "cast":
        game.decline()
    assert [one.spell for one in game.unit("Spearmen").effects] == ["Corruption of Tin", "Rune of Revocation"]
