"""Positions to rules that were drawn by lot over all chapters, none of them the example of its row."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.brawl import brawl
from tests.fantasy_battles.grimoire import attack, chance, conjured, to_wound, values
from tests.fantasy_battles.harness import draw
from tests.fantasy_battles.spellcraft import conjure, lay
from warhost.play import Moved
from warhost.rulesets.fantasy_battles.chapters.charge.charge_range import farthest
from warhost.rulesets.fantasy_battles.chapters.victory.victory_points import battle_points
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.core.psychology import decimated as is_decimated
from warhost.table import Pivot

LINE = "Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Guard at 36,24 face 180"


@pytest.mark.rule("t9a.miscast.444_amnesia")
def test_amnesia_takes_both_versions_of_a_spell() -> None:
    table = draw(LINE).set("Wizard", forgotten=("Cascading Fire",))
    play = conjure(table, known={"Wizard": ["Cascading Fire", "Fireball"]})
    assert not play.castings("Wizard", "Cascading Fire")
    assert play.castings("Wizard", "Fireball")


@pytest.mark.rule("t9a.alchemy.4_silver_spike")
def test_silver_spike_from_the_flank_goes_along_the_files() -> None:
    # Five files seen from the flank, one of them hit hard; from the front there would be four ranks.
    table = draw("Wizard at 10,24 face 90 | Spearmen at 24,24 face 180")
    play = conjured(table, "Silver Spike", "Spearmen", dice=[(1,) * 4, (1,)])
    assert [roll.dice for roll in play.rolls[1:3]] == ["4D6", "1D6"]


@pytest.mark.rule("t9a.cosmology.4_perception_of_strength")
def test_armour_penetration_does_not_fall_below_nothing() -> None:
    table = lay(draw(LINE), "Perception of Strength", "Guard", by="Wizard", version="Chaos")
    told = attack(table, "Guard", "Spearmen", strength=values(table, "Guard", "str")[0])
    assert values(table, "Guard", "str", "ap") == [2, 0]
    assert told.ap == 0


@pytest.mark.rule("t9a.shamanism.2_swarm_of_insects")
def test_a_unit_that_only_turns_has_moved_away_from_the_insects() -> None:
    table = lay(
        draw("Wizard at 36,10 | 1 Archers at 36,24"), "Swarm of Insects", "Archers", by="Wizard", permanent=True
    )
    game = (
        table.play({"": 1}, phase="movement", active=1).choose(unit="Archers").answer(Moved("reform", (Pivot(180.0),)))
    )
    assert not game.unit("Archers").effects


@pytest.mark.rule("t9a.decimated.definition")
def test_a_character_who_fell_counts_on_neither_side() -> None:
    # 20 Spearmen and a Captain: with him 23 Health Points, of which a quarter is 5.75; without him 20, and 5.
    table = draw("0 Spearmen at 36,20 | 0 Captain at 5,5 | 1 Guard at 36,40 face 180").join("Captain", "Spearmen")
    for models, decimated in ((3, False), (2, True)):
        assert is_decimated(table.set("Spearmen", models=models).battle, table.unit("Spearmen")) is decimated
    alone = draw("0 Spearmen at 36,20 | 0 Captain at 5,5 | 1 Guard at 36,40 face 180")
    for models, decimated in ((6, False), (5, True)):
        assert is_decimated(alone.set("Spearmen", models=models).battle, alone.unit("Spearmen")) is decimated


@pytest.mark.rule("t9a.victory.bp_5_10", "t9a.victory.percent_basis")
@pytest.mark.parametrize(("points", "score"), [(75, 10), (76, 11), (150, 11), (151, 12)])
def test_brackets_of_a_small_game(points: int, score: int) -> None:
    assert battle_points((points, 0), 1500, None) == (score, 20 - score)
    assert battle_points((0, points), 1500, None) == (20 - score, score)


@pytest.mark.rule("t9a.magic.bound_auto_pass", "t9a.magic.dispel_dice")
@pytest.mark.parametrize(("dispel", "stopped"), [((2, 3), True), ((2, 2), False)])
def test_a_bound_spell_with_two_dice_is_dispelled_by_its_first_power_level(
    dispel: tuple[int, int], stopped: bool
) -> None:
    table = draw(LINE)
    play = conjure(table, [dispel], bound={"Spearmen": [Bound(spell="Rune of Oaths", power=(5, 8), range=18)]})
    play.cast("Spearmen", "Rune of Oaths", "Spearmen", dice=2).choose("2")
    assert bool(play.unit("Spearmen").effects) is not stopped


@pytest.mark.rule("t9a.runes.oaths")
def test_the_rune_of_oaths_does_nothing_for_arrows() -> None:
    table = draw("0 Wizard at 36,10 | 0 Archers at 30,10 | 1 Guard at 36,24 face 180")
    before = [chance(table, "Archers", "Guard", kind) for kind in ("melee", "shooting")]
    lay(table, "Rune of Oaths", "Archers", by="Wizard")
    after = [chance(table, "Archers", "Guard", kind) for kind in ("melee", "shooting")]
    assert after[0] == pytest.approx(before[0] * 1.5)
    assert after[1] == before[1]


@pytest.mark.rule("t9a.type.construct")
def test_a_construct_does_not_stomp_whatever_its_height() -> None:
    for height in ("Large", "Gigantic"):
        table = draw("0 Chariot at 36,20 | 1 Spearmen at 36,40 face 180").change("Chariot", height=height)
        game = brawl(table.fight("Chariot", "Spearmen")).rest()
        assert not [roll for roll in game.rolls if "Stomp" in roll.why]


@pytest.mark.rule("t9a.charge.declare", "t9a.charge.range")
@pytest.mark.parametrize(("away", "offered"), [(19.9, True), (20.1, False)])
def test_swiftstride_reaches_no_farther_than_two_dice(away: float, offered: bool) -> None:
    table = draw("0 Knights at 36,10 | 1 Spearmen at 36,40 face 180")
    front = table.shape("Knights").y + table.shape("Knights").depth / 2
    depth = table.shape("Spearmen").depth / 2
    table = draw(f"0 Knights at 36,10 | 1 Spearmen at 36,{front + away + depth} face 180")
    assert farthest(table.battle, table.unit("Knights")) == 20
    game = table.play(phase="charge")
    assert (game.topic == "declare charge" and game.offers(unit="Knights", target="Spearmen")) is offered


@pytest.mark.rule("t9a.attack.natural_rolls", "t9a.towound.0")
def test_a_six_wounds_the_toughest_and_a_one_saves_nobody() -> None:
    table = draw("0 Spearmen at 36,20 | 1 Guard at 36,24 face 180").change("Guard", res=10, arm=6)
    assert to_wound(table, "Spearmen", "Guard") == 6
    # Hit on 4+, wounded on 6, and the best of armours fails on a 1.
    assert chance(table, "Spearmen", "Guard") == pytest.approx(1 / 2 * 1 / 6 * 1 / 6)


@pytest.mark.rule("t9a.height.standard")
def test_a_man_in_the_second_rank_strikes_once_however_many_attacks_he_has() -> None:
    table = draw("0 Spearmen at 36,20 models=10 | 1 Guard at 36,30 face 180").change("Spearmen", att=3, agi=9)
    game = brawl(table.fight("Spearmen", "Guard")).rest()
    # Five in front with three attacks each, five behind with one.
    assert sum(blows.count for blows in game.struck("Spearmen")) == 20


@pytest.mark.rule("t9a.fleeing.no_presence")
def test_a_banner_lost_in_flight_gives_no_second_roll() -> None:
    for fleeing, rolls in ((False, 2), (True, 1)):
        table = draw(
            "0 Spearmen at 36,20 models=10 | 0 Banner at 42,20 | 0 Wizard at 60,40 | 1 Guard at 36,24 face 180"
        )
        table.set("Banner", fleeing=fleeing).fight("Guard", "Spearmen").set("Guard", charging=True)
        game = brawl(table, {"Break": [(6, 6), (6, 5)], "Flee": 6, "to hit": 1, "Panic": 1, "": 1}, active=1).rest()
        assert len([roll for roll in game.rolls if "Break" in roll.why]) == rolls
