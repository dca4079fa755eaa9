"""Rules of Fantasy Battles that meet in the Magic Phase: triples, modifiers, attributes, sacrifices, healing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tests.fantasy_battles.grimoire import attack, values
from tests.fantasy_battles.harness import Table, draw
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.rulesets.fantasy_battles.chapters.damage.damage import special_save
from warhost.rulesets.fantasy_battles.core.entries import Bound
from warhost.rulesets.fantasy_battles.shown import events, magic_events

LINE = "0 Wizard at 36,10 | 1 Spearmen at 36,30 face 180"


def settled(game: Conjuring) -> Conjuring:
    """Pass on everything until the next casting, or the end of the phase."""
    while not game.game.over and game.topic != "cast":
        game.decline()
    return game


def cast(
    table: Table | str, spell: str, target: str | None, faces: Sequence[int], dice: Any = (), **fields: Any
) -> Conjuring:
    """The Wizard casts that with those faces, and the rest of the casting follows as quietly as it can."""
    pools = fields.pop("pools", (9, 0))
    version = fields.pop("version", None)
    falls = {"Casting": tuple(faces), **dict(dice), "": 1}
    game = conjure(table, falls, known={"Wizard": [spell, "Savage Fury"]}, pools=pools, **fields)
    return settled(game.cast("Wizard", spell, target, dice=len(faces), version=version))


# Triples


@pytest.mark.rule("t9a.miscast.modifier", "t9a.miscast.111_broken_concentration", "t9a.magic.fizzle")
def test_under_the_last_card_twos_break_the_concentration_and_only_ones_come_back() -> None:
    # 2 + 2 + 2 + 1 is enough for Fireball (4+), but 222 - 1 is 111.
    game = cast(LINE, "Fireball", "Spearmen", (2, 2, 2, 1), {"Fireball": 6}, flux=8)
    assert game.left("Spearmen") == 20
    assert game.battle.pools[0] == 9 - 4 + 1


@pytest.mark.rule("t9a.miscast.modifier", "t9a.miscast.000_no_effect", "t9a.pyromancy.a_blaze")
def test_under_the_last_card_three_ones_cast_what_they_are_enough_for() -> None:
    game = conjure(LINE, {"Casting": (1, 1, 1, 1), "": 6}, known={"Wizard": ["Fireball"]}, pools=(9, 0), flux=8)
    game.cast("Wizard", "Fireball", "Spearmen", dice=4)
    assert game.told(magic_events.SpellCast)
    settled(game)
    assert game.left("Spearmen") < 20
    assert game.left("Wizard") == 3


@pytest.mark.rule("t9a.thaumaturgy.judgement_on_high", "t9a.miscast.777_breach", "t9a.flux.card1")
@pytest.mark.parametrize(("spell", "left"), [("Hand of Heaven", 0), ("Fireball", 2)])
def test_under_the_first_card_fives_tear_the_veil_for_a_thaumaturge_alone(spell: str, left: int) -> None:
    # 555 + 1 + 1 is 777; without the Path it is 666 and four hits, of which one is neither withstood nor saved.
    table = draw(LINE).change("Wizard", ["Aegis (2+)"])
    falls = {"Implosion: to wound": (6, 6, 1, 1), "Special Save": (1, 6)}
    game = cast(table, spell, "Spearmen", (5, 5, 5), falls, flux=1, version="basic")
    assert game.left("Wizard") == left
    assert (game.unit("Wizard").pose is not None) is bool(left)


@pytest.mark.rule("t9a.miscast.777_breach", "t9a.special.character", "t9a.panic.losses_25")
def test_a_wizard_whom_the_veil_takes_from_the_ranks_leaves_his_men_without_a_panic() -> None:
    table = draw("0 Spearmen at 36,10 | 0 Wizard at 50,4 | 1 Knights at 36,30 face 180").join("Wizard", "Spearmen")
    game = cast(table, "Fireball", "Knights", (6, 6, 6), {"Panic": 6}, flux=1)
    # Three of 23 Health Points are no quarter, and no unit was destroyed.
    assert game.left("Wizard") == 0
    assert game.left("Spearmen") == 20
    assert not [told for told in game.told(events.DisciplineTested) if told.kind == "panic"]


@pytest.mark.rule("t9a.miscast.555_backlash", "t9a.special.aegis", "t9a.attack.distribute")
def test_a_backlash_strikes_the_wizard_among_his_men_and_he_may_save() -> None:
    table = draw("0 Spearmen at 36,10 | 0 Wizard at 50,4 | 1 Knights at 36,30 face 180").join("Wizard", "Spearmen")
    table.change("Wizard", ["Aegis (5+)"], arm=6)
    game = cast(table, "Fireball", "Knights", (5, 5, 5), {"Backlash: to wound": (4, 4), "Special Save": (5, 4)})
    assert [(roll.dice, roll.need) for roll in game.rolls if "Special Save" in roll.why] == [("2D6", 5)]
    assert not [roll for roll in game.rolls if "Armour" in roll.why and roll.unit == game.unit("Wizard").id]
    assert (game.left("Wizard"), game.left("Spearmen")) == (2, 20)


@pytest.mark.rule("t9a.miscast.666_implosion", "t9a.panic.friend_destroyed", "t9a.special.commanding_presence")
def test_a_general_who_implodes_frightens_friends_who_have_lost_his_discipline() -> None:
    table = draw("0 Wizard at 36,10 | 0 Archers at 40,10 | 1 Spearmen at 36,30 face 180")
    table.change("Wizard", general=True, dis=10)
    game = cast(table, "Fireball", "Spearmen", (6, 6, 6), {"Implosion: to wound": 6})
    assert game.left("Wizard") == 0
    assert [(told.kind, told.needed) for told in game.told(events.DisciplineTested)] == [("panic", 7)]


@pytest.mark.rule("t9a.miscast.trigger", "t9a.magic.cast_step_b", "t9a.magic.fizzle_not_when_dispelled")
def test_a_triple_that_is_dispelled_hurts_nobody_and_returns_no_dice() -> None:
    falls = {"Casting": (6, 6, 6, 1), "Dispel": (6, 6, 6, 1), "": 1}
    game = conjure(LINE, falls, known={"Wizard": ["Fireball", "Savage Fury"]}, pools=(9, 9))
    game.cast("Wizard", "Fireball", "Spearmen", dice=4).choose("4")
    assert game.left("Wizard") == 3
    assert game.battle.pools == (5, 5)


@pytest.mark.rule("t9a.magic.fizzle_dispel", "t9a.witchcraft.3_twisted_effigy", "t9a.magic.dispel_total")
def test_an_effigy_makes_what_is_cast_easier_to_dispel_and_ones_of_a_failure_return() -> None:
    table = lay(draw(f"{LINE} | 1 Wizard at 70,46"), "Twisted Effigy", "0:Wizard", by="1:Wizard", version="boosted")
    falls = {"Casting": (3, 4), "Dispel": [(1, 3), (5,)], "": 1}
    game = conjure(table, falls, known={"0:Wizard": ["Fireball", "Cascading Fire", "Savage Fury"]}, pools=(9, 9))
    # Seven less two are five: a total of four fails, and one of the dice comes back.
    game.cast("0:Wizard", "Fireball", "Spearmen", dice=2).choose("2")
    assert game.battle.pools[1] == 9 - 2 + 1
    settled(game).cast("0:Wizard", "Cascading Fire", "Spearmen", dice=2, version="basic").choose("1")
    assert game.left("Spearmen") == 20
    assert game.battle.pools[1] == 7


# Attributes and Bound Spells


@pytest.mark.rule("t9a.special.bound_spell", "t9a.magic.cast_step_e", "t9a.miscast.trigger")
def test_a_pyromancer_with_a_bound_fireball_brings_no_blaze() -> None:
    table = draw(LINE)
    game = conjure(
        table, {"": 3}, known={"Wizard": ["Cascading Fire"]}, bound={"Wizard": [Bound(spell="Fireball")]}, pools=(9, 0)
    )
    key = next(key for key in game.castings("Wizard", "Fireball", "Spearmen"))
    game.choose(key)
    if game.topic == "casting dice":
        game.choose("3")
    topics = []
    while not game.game.over and game.topic != "cast":
        topics.append(game.topic)
        game.decline()
    assert not [roll for roll in game.rolls if "Blaze" in roll.why]
    assert not [topic for topic in topics if "attribute" in topic]
    assert game.battle.pools[0] == 6


@pytest.mark.rule("t9a.pyromancy.2_cascading_fire", "t9a.pyromancy.a_blaze", "t9a.spelltype.damage")
def test_cascading_fire_reaches_into_a_fight_and_its_blaze_does_not() -> None:
    table = draw("0 Wizard at 36,10 | 0 Swordsmen at 4,4 | 1 Spearmen at 36,30 face 180 | 1 Archers at 44,30 face 180")
    table.fight("Swordsmen", "Spearmen")
    game = conjure(table, {"Casting": (6, 5), "": 1}, known={"Wizard": ["Cascading Fire"]}, pools=(9, 0))
    game.cast("Wizard", "Cascading Fire", "Spearmen", dice=2, version="basic")
    targets = {option.target for option in game.options if option.target is not None}
    assert targets == {game.unit("Archers").id}


@pytest.mark.rule("t9a.cosmology.duality", "t9a.magic.cast_step_b")
@pytest.mark.parametrize(("dispelled", "value"), [(False, 4), (True, 5)])
def test_only_what_takes_effect_eases_the_opposite_spell(dispelled: bool, value: int) -> None:
    table = draw("0 Wizard at 36,10 | 0 Archers at 30,10 | 1 Spearmen at 36,30 face 180")
    falls = {"Casting": (3, 4), "Dispel": (4, 3), "": 1}
    game = conjure(table, falls, known={"Wizard": ["Altered Sight", "Truth of Time"]})
    game.cast("Wizard", "Altered Sight", "Archers", dice=2, version="Cosmos").choose("2" if dispelled else "no")
    settled(game)
    chaos = game.key("Wizard", "Truth of Time", "Spearmen", "Chaos")
    assert next(option for option in game.options if option.key == chaos).odds[0].value == value


# Values


@pytest.mark.rule("t9a.witchcraft.a_evil_eye", "t9a.modifiers.step4_always_never")
def test_no_evil_eye_takes_a_man_below_three_and_six() -> None:
    table = draw("0 Spearmen at 36,10 | 1 Wizard at 36,30 face 180")
    lay(table, "Evil Eye", "Spearmen", by="Wizard")
    assert values(table, "Spearmen", "adv", "mar") == [3, 6]
    lay(table, "Evil Eye", "Spearmen", by="Wizard")
    assert values(table, "Spearmen", "adv", "mar") == [3, 6]


@pytest.mark.rule("t9a.alchemy.2_word_of_iron", "t9a.alchemy.5_corruption_of_tin", "t9a.alchemy.6_molten_copper")
@pytest.mark.parametrize(("armour", "strength"), [(5, 6), (0, 1)])
def test_molten_copper_is_as_hot_as_iron_and_tin_have_left_the_armour(armour: int, strength: int) -> None:
    # Armour 5 with +2 and -1 is 6 (not more than 6); Armour 0 likewise is 1.
    table = draw(LINE).change("Spearmen", arm=armour, res=strength)
    lay(table, "Word of Iron", "Spearmen", by="Spearmen", version="boosted")
    lay(table, "Corruption of Tin", "Spearmen", by="Wizard", permanent=True)
    game = cast(table, "Molten Copper", "Spearmen", (6, 5), {"Molten Copper": 1})
    assert {roll.need for roll in game.rolls if roll.why.endswith("to wound") and "Molten" in roll.why} == {4}


@pytest.mark.rule("t9a.alchemy.1_quicksilver_lash", "t9a.runes.resilience", "t9a.modifiers.step4_always_never")
def test_quicksilver_always_wounds_on_what_armour_says_whatever_a_rune_adds() -> None:
    table = lay(draw(LINE).change("Spearmen", arm=3), "Rune of Resilience", "Spearmen", by="Spearmen")
    game = cast(table, "Quicksilver Lash", "Spearmen", (6, 5), {"Quicksilver": 1})
    assert {roll.need for roll in game.rolls if "to wound" in roll.why} == {4}


@pytest.mark.rule("t9a.evocation.5_touch_of_the_reaper", "t9a.runes.resilience", "t9a.special.commanding_presence")
def test_the_reaper_finds_the_men_no_braver_for_their_general() -> None:
    table = draw(f"{LINE} | 1 General at 40,30 face 180")
    game = cast(table, "Touch of the Reaper", "Spearmen", (6, 5), {"Reaper": 1}, version="basic")
    # Strength 10 against Discipline 7 is three above.
    assert {roll.need for roll in game.rolls if "to wound" in roll.why} == {2}


@pytest.mark.rule("t9a.occultism.2_hand_of_glory", "t9a.cosmology.5_unity_in_divergence", "t9a.modifiers.full_chain")
@pytest.mark.parametrize(("own", "save"), [([], 4), (["Aegis (5+)"], 4), (["Aegis (3+)"], 3)])
def test_glory_betters_the_aegis_that_unity_gives_but_never_beyond_three(own: list[str], save: int) -> None:
    # What is given is set first, and only then is it bettered.
    table = draw("0 Wizard at 36,10 | 0 Captain at 36,14 | 1 Spearmen at 36,30 face 180").change("Captain", own)
    lay(table, "Hand of Glory", "Captain", by="Wizard")
    lay(table, "Unity in Divergence", "Captain", by="Wizard", version="Cosmos")
    made = attack(table, "Spearmen", "Captain", "spell", ap=10)
    found = special_save(made)
    assert found is not None
    assert found[0] == save
