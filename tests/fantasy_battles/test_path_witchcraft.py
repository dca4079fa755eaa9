"""Witchcraft: every spell in all its versions, and the Sweeping Attack of Raven's Wing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import (
    SURE,
    apart,
    attack,
    check_figures,
    conjured,
    shown,
    to_hit,
    to_wound,
    values,
)
from tests.fantasy_battles.gunnery import shooting, why
from tests.fantasy_battles.harness import draw, refused_move
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.play import Moved
from warhost.rulesets.fantasy_battles.chapters.general.running import random_dice
from warhost.rulesets.fantasy_battles.core.battle import Effect
from warhost.rulesets.fantasy_battles.core.values import rate
from warhost.table import Forward, Pivot

LINE = "Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,22 face 180"


@pytest.mark.parametrize(
    ("spell", "version", "needed", "reach", "types"),
    [
        shown("t9a.witchcraft.2_deceptive_glamour", "Deceptive Glamour", "basic", 4, 24, "H"),
        shown("t9a.witchcraft.2_deceptive_glamour", "Deceptive Glamour", "boosted", 6, 24, "H"),
        shown("t9a.witchcraft.3_twisted_effigy", "Twisted Effigy", "basic", 6, 36, "H"),
        shown("t9a.witchcraft.3_twisted_effigy", "Twisted Effigy", "boosted", 8, 36, "H"),
        shown("t9a.witchcraft.4_the_wheel_turns", "The Wheel Turns", "basic", 8, 24, "H"),
        shown("t9a.witchcraft.4_the_wheel_turns", "The Wheel Turns", "boosted", 10, 24, "H"),
        shown("t9a.witchcraft.5_will_o_the_wisp", "Will-o'-the-Wisp", "2D6", 8, 18, "U"),
        shown("t9a.witchcraft.5_will_o_the_wisp", "Will-o'-the-Wisp", "3D6", 8, 18, "U"),
        shown("t9a.witchcraft.6_bewitching_glare", "Bewitching Glare", "basic", 8, 18, "H"),
        shown("t9a.witchcraft.6_bewitching_glare", "Bewitching Glare", "boosted", 12, 18, "H"),
    ],
)
def test_every_spell_has_its_value_its_reach_and_its_types(
    spell: str, version: str, needed: int, reach: int, types: str
) -> None:
    check_figures(spell, version, needed, reach, types)


def eyed(target: str, times: int, **changes: Any) -> list[int]:
    """The Advance and March Rate of a unit on which the Evil Eye of the first player lies so often."""
    table = (
        draw(f"{LINE} | 1 Wolves at 50,40")
        .change(target, **changes)
        .set(target, effects=(Effect("Evil Eye", 0, 0),) * times)
    )
    return [rate(table.battle, table.unit(target), name) for name in ("adv", "mar")]


@pytest.mark.rule("t9a.witchcraft.a_evil_eye")
@pytest.mark.parametrize(
    ("target", "times", "found"),
    [
        ("Spearmen", 1, [5, 10]),
        ("Spearmen", 2, [6, 12]),
        ("Guard", 1, [3, 6]),
        ("Guard", 2, [3, 6]),
    ],
)
def test_the_evil_eye_quickens_friends_and_slows_enemies(target: str, times: int, found: list[int]) -> None:
    assert eyed(target, times) == found


@pytest.mark.rule("t9a.witchcraft.a_evil_eye")
def test_fast_enemies_are_slowed_twice_and_slow_ones_not_at_all() -> None:
    assert eyed("Wolves", 2, adv=6, mar=12) == [4, 8]
    assert eyed("Wolves", 2, adv=2, mar=4) == [2, 4]


@pytest.mark.rule("t9a.witchcraft.a_evil_eye")
@pytest.mark.parametrize(("already", "legal"), [(0, True), (1, True), (2, False)])
def test_it_lies_on_a_unit_twice_at_most(already: int, legal: bool) -> None:
    table = draw(LINE).set("Guard", effects=(Effect("Evil Eye", 0, 0),) * already)
    play = conjured(table, "Deceptive Glamour", "Guard")
    assert play.offers(target="Guard") is legal
    if legal:
        play.choose(target="Guard")
        assert sum(effect.spell == "Evil Eye" for effect in play.unit("Guard").effects) == already + 1


@pytest.mark.rule("t9a.witchcraft.a_evil_eye")
@pytest.mark.parametrize(("away", "legal"), [(24.0, True), (24.1, False)])
def test_it_reaches_24_inches_and_either_side(away: float, legal: bool) -> None:
    table = apart(draw(f"{LINE} | 1 Ogres at 36,40 face 180"), "Wizard", "Ogres", away)
    play = conjured(table, "Deceptive Glamour", "Guard")
    assert play.offers(target="Ogres") is legal
    assert play.offers(target="Spearmen")


WING = "Wizard at 20,10 | 0 Spearmen at 36,8 | 1 Guard at 36,14 face 180 | 1 Ogres at 60,40 face 180"


@pytest.mark.rule("t9a.witchcraft.1_ravens_wing")
@pytest.mark.parametrize(("version", "needed", "inches"), [("basic", 7, 8), ("boosted", 9, 12)])
def test_ravens_wing_flies_a_friend_as_far_as_its_version_says(version: str, needed: int, inches: int) -> None:
    line = "Wizard at 30,10 | 0 Spearmen at 36,8 | 1 Guard at 60,40 face 180"
    play = conjure(line, [SURE], known={"Wizard": ["Raven's Wing"]}, pools=(9, 0))
    assert play.odds(play.key("Wizard", "Raven's Wing", "Spearmen", version), "Casting Value").value == needed
    play.cast("Wizard", "Raven's Wing", "Spearmen", dice=3, version=version)
    kinds = {kind.name for kind in play.question.kinds}  # type: ignore[union-attr]
    assert refused_move(play, "advance", Forward(inches + 0.1)) == "t9a.move.advance"
    assert any("fl" in name for name in kinds)
    play.answer(Moved("advance", (Forward(float(inches)),)))
    pose = play.unit("Spearmen").pose
    assert pose is not None
    assert pose.y == pytest.approx(8 + inches)


@pytest.mark.rule("t9a.witchcraft.1_ravens_wing")
def test_ravens_wing_turns_like_light_troops() -> None:
    play = conjured("Wizard at 30,10 | 0 Spearmen at 36,8 | 1 Guard at 60,40", "Raven's Wing", "Spearmen")
    play.answer(Moved("advance", (Forward(3.0), Pivot(90.0), Forward(3.0), Pivot(-90.0))))
    pose = play.unit("Spearmen").pose
    assert pose is not None
    assert (pose.x, pose.y, pose.facing) == pytest.approx((39.0, 11.0, 0.0))


@pytest.mark.rule("t9a.witchcraft.1_ravens_wing")
@pytest.mark.parametrize(("away", "legal"), [(18.0, True), (18.1, False)])
def test_ravens_wing_reaches_friends_within_18_inches(away: float, legal: bool) -> None:
    table = apart(draw("Wizard at 36,10 | 0 Spearmen at 36,30 | 1 Guard at 60,40"), "Wizard", "Spearmen", away)
    play = conjure(table, known={"Wizard": ["Raven's Wing"]})
    assert bool(play.castings("Wizard", "Raven's Wing", "Spearmen", "basic")) is legal
    assert not play.castings("Wizard", "Raven's Wing", "Guard")


def swooping(line: str = WING, dice: Any = (), **fields: Any) -> Conjuring:
    """The Spearmen fly 12 inches ahead, over whoever stands there."""
    table = draw(line)
    for name, value in fields.items():
        table.set(name.replace("_", " "), **value)
    play = conjured(table, "Raven's Wing", "Spearmen", "boosted", dice=dice)
    flight = next(kind.name for kind in play.question.kinds if "fl" in kind.name)  # type: ignore[union-attr]
    return play.answer(Moved(flight, (Forward(12.0),)))


@pytest.mark.rule("t9a.special.sweeping_attack")
@pytest.mark.rule("t9a.witchcraft.1_ravens_wing")
def test_an_enemy_that_is_flown_over_may_suffer_a_sweeping_attack() -> None:
    # D6 hits of Strength 4 and AP 1: Resilience 3 is wounded on 3+, Armour 3 saves on 5+.
    play = swooping(dice=[3, (3, 3, 2), (4, 5)])
    assert play.topic == "sweeping attack"
    option = next(option for option in play.weighed if option.target is not None)
    assert option.odds[0].value == pytest.approx(3.5 * 4 / 6 * 4 / 6)
    play.choose(target="Guard")
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("D6", None), ("3D6", 3), ("2D6", 5)]
    assert play.left("Guard") == 18
    assert play.unit("Spearmen").swept


@pytest.mark.rule("t9a.special.sweeping_attack")
def test_of_two_enemies_on_the_way_one_is_chosen_or_none() -> None:
    line = WING.replace("1 Ogres at 60,40", "1 Ogres at 38,15.3").replace("Guard at 36,14", "Guard at 33,14")
    play = swooping(line)
    names = {play.battle.units[option.target].name for option in play.options if option.target is not None}
    assert names == {"Guard", "Ogres"}
    play.choose("pass")
    assert not play.unit("Spearmen").swept


@pytest.mark.rule("t9a.special.sweeping_attack")
def test_enemies_in_combat_are_spared_and_there_is_one_attack_in_a_turn() -> None:
    assert swooping(Spearmen={"swept": True}).topic != "sweeping attack"
    table = draw(WING + " | 0 Knights at 10,30").fight("Knights", "Guard", "left")
    play = conjured(table, "Raven's Wing", "Spearmen", "boosted")
    flight = next(kind.name for kind in play.question.kinds if "fl" in kind.name)  # type: ignore[union-attr]
    assert play.answer(Moved(flight, (Forward(12.0),))).topic != "sweeping attack"


@pytest.mark.rule("t9a.special.sweeping_attack")
def test_whoever_loses_a_quarter_to_it_takes_a_panic_test() -> None:
    line = WING.replace("1 Guard at 36,14 face 180", "1 Archers at 36,14 face 180 models=8")
    play = swooping(line, dice=[2, (3, 3), (6, 6), (1, 1)]).choose(target="Archers")
    assert play.unit("Archers").fleeing


@pytest.mark.rule("t9a.witchcraft.2_deceptive_glamour")
@pytest.mark.parametrize(("version", "found"), [("basic", [3, 3, 3]), ("boosted", [2, 2, 2])])
def test_deceptive_glamour_dulls_all_skills(version: str, found: list[int]) -> None:
    table = draw(LINE).change("Guard", off=4, agi=4, def_=4)
    assert values(conjured(table, "Deceptive Glamour", "Guard", version), "Guard", "off", "def", "agi") == found


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy")
@pytest.mark.parametrize("version", ["basic", "boosted"])
def test_twisted_effigy_stops_all_shooting(version: str) -> None:
    table = draw("0 Archers at 36,10 | 0 Chariot at 44,10 | 1 Spearmen at 36,20 face 180")
    lay(table, "Twisted Effigy", "Archers", by="Spearmen", version=version)
    game = shooting(table)
    assert not game.offers(unit="Archers")
    assert why(game, str(game.unit("Archers").id)) == "t9a.witchcraft.3_twisted_effigy"


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy")
def test_nor_may_it_stand_and_shoot() -> None:
    table = draw("0 Spearmen at 36,10 | 1 Archers at 36,22 face 180")
    lay(table, "Twisted Effigy", "Archers", by="Spearmen")
    game = table.play(dice={"": 1}).choose(unit="Spearmen", target="Archers")
    assert "hold" in game.keys
    assert not any("shoot" in key for key in game.keys)


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy")
@pytest.mark.parametrize(("version", "needed"), [("basic", 4), ("boosted", 6)])
def test_boosted_its_wizards_cast_worse(version: str, needed: int) -> None:
    table = draw("0 Wizard at 36,10 | 0 Swordsmen at 30,10 | 1 Spearmen at 36,24 face 180").join("Wizard", "Swordsmen")
    lay(table, "Twisted Effigy", "Swordsmen", by="Spearmen", version=version)
    play = conjure(table, known={"Wizard": ["Fireball"]})
    assert play.odds(play.key("Wizard", "Fireball", "Spearmen"), "Casting Value").value == needed


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns")
@pytest.mark.parametrize(("version", "against"), [("basic", False), ("boosted", True)])
def test_the_wheel_sets_hits_and_wounds_to_4(version: str, against: bool) -> None:
    play = conjured(LINE, "The Wheel Turns", "Guard", version)
    # Whatever skill and Strength would have needed: by the Guard, boosted also against it.
    assert to_hit(play, "Guard", "Spearmen", hit_on=2) == 4
    assert to_wound(play, "Guard", "Spearmen", strength=6) == 4
    assert to_wound(play, "Guard", "Spearmen", "special", strength=6) == 4
    assert to_hit(play, "Spearmen", "Guard", hit_on=2) == (4 if against else 2)
    assert to_wound(play, "Spearmen", "Guard", strength=6) == (4 if against else 2)
    assert to_wound(play, "Guard", "Spearmen", "shooting", strength=6) == 2
    assert to_hit(play, "Guard", "Spearmen", "shooting", hit_on=2) == 2


@pytest.mark.rule("t9a.witchcraft.4_the_wheel_turns")
def test_modifiers_come_after_the_wheel_and_characters_are_out_of_it() -> None:
    table = draw(f"{LINE} | 1 Captain at 60,40").join("Captain", "Guard").change("Spearmen", rules=("Distracting",))
    play = conjured(table, "The Wheel Turns", "Guard", "boosted")
    assert to_hit(play, "Guard", "Spearmen", hit_on=2) == 5
    assert to_hit(play, "Captain", "Spearmen", hit_on=2) == 3
    assert to_wound(play, "Captain", "Spearmen", strength=6) == 2
    assert to_wound(play, "Spearmen", "Captain", strength=7) == 2
    assert to_hit(play, "Sergeant of Guard", "Spearmen", hit_on=2) == 5


@pytest.mark.rule("t9a.witchcraft.5_will_o_the_wisp")
@pytest.mark.parametrize("dice", ["2D6", "3D6"])
@pytest.mark.parametrize("target", ["Spearmen", "Guard"])
def test_the_wisp_leads_astray_by_as_many_dice_as_the_caster_chose(target: str, dice: str) -> None:
    play = conjured(LINE, "Will-o'-the-Wisp", target, dice)
    assert str(random_dice(play.battle, play.unit(target))) == dice


@pytest.mark.rule("t9a.witchcraft.6_bewitching_glare")
@pytest.mark.parametrize(("version", "shots"), [("basic", False), ("boosted", True)])
def test_the_glare_makes_failed_wounds_be_rolled_again(version: str, shots: bool) -> None:
    play = conjured(LINE, "Bewitching Glare", "Guard", version)
    for kind, again in (("melee", True), ("special", True), ("shooting", shots), ("breath", shots), ("spell", False)):
        assert (attack(play, "Spearmen", "Guard", kind).wounds_rerolled_by is not None) is again
    assert attack(play, "Guard", "Spearmen").wounds_rerolled_by is None
