"""Casters and targets in ranks, in fights and in flight: positions worked out from the book by hand."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles.grimoire import SURE, apart, attack, conjured, values
from tests.fantasy_battles.harness import Table, carried_out, draw, happen
from tests.fantasy_battles.spellcraft import Conjuring, conjure, lay
from warhost.play.script import Script
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.damage.damage import lose_together, special_save
from warhost.rulesets.fantasy_battles.chapters.general.discipline import passing
from warhost.rulesets.fantasy_battles.chapters.turn import begin_phase
from warhost.rulesets.fantasy_battles.core.attacks import Attack
from warhost.rulesets.fantasy_battles.core.battle import Battle, Boon, Effect
from warhost.rulesets.fantasy_battles.core.entries import Bound, Wizard
from warhost.rulesets.fantasy_battles.shown import magic_events as events
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested


def nerves(play: Conjuring) -> list[str]:
    """The units that took Discipline Tests."""
    return [play.battle.units[event.unit].name for event in play.told(DisciplineTested)]


@pytest.mark.rule("t9a.special.magical_move", "t9a.evocation.6_danse_macabre")
def test_a_shaken_unit_makes_no_magical_move() -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 36,20 | 0 Ogres at 30,14 | 1 Guard at 36,44 face 180")
    table.set("Spearmen", boons=(Boon("Shaken", "game"),))
    play = conjure(table, known={"Wizard": ["Danse Macabre"]})
    assert not play.castings("Wizard", "Danse Macabre", "Spearmen", "basic")
    assert play.castings("Wizard", "Danse Macabre", "Ogres", "basic")


@pytest.mark.rule("t9a.special.random_movement", "t9a.special.magical_move", "t9a.witchcraft.5_will_o_the_wisp")
def test_a_unit_with_random_movement_makes_no_magical_move() -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 36,20 | 0 Ogres at 30,14 | 1 Guard at 36,44 face 180")
    table.change("Spearmen", ["Random Movement (2D6)"])
    play = conjure(table, known={"Wizard": ["Danse Macabre"]})
    assert not play.castings("Wizard", "Danse Macabre", "Spearmen", "basic")


@pytest.mark.rule("t9a.fleeing.no_casting_or_items", "t9a.fleeing.no_channel")
def test_a_wizard_in_a_fleeing_unit_neither_channels_nor_casts() -> None:
    table = draw("0 Guard at 36,10 | 0 Wizard at 60,10 | 0 Captain at 10,10 | 1 Spearmen at 36,30 face 180")
    table.join("Wizard", "Guard").set("Guard", fleeing=True).change("Wizard", ["Channel"])
    known = {"Wizard": ["Fireball"], "Captain": ["Word of Iron"]}
    play = conjure(table, stage="", decks=((2,), (1,)), pools=(0, 0), known=known)
    assert not play.told(events.VeilChannelled)
    if play.topic == "siphon":
        play.choose("0")
    assert play.battle.tokens == (2, 0)
    assert not play.castings("Wizard", "Fireball")
    assert play.castings("Captain", "Word of Iron")


@pytest.mark.rule("t9a.spelltype.missile")
def test_a_wizard_out_of_contact_in_an_engaged_unit_is_engaged() -> None:
    table = draw("0 Spearmen at 36,10 | 0 Wizard at 60,10 | 1 Captain at 4,40 | 1 Guard at 36,30 face 180")
    table.join("Wizard", "Spearmen", 0).fight("Captain", "Spearmen", "front", -1.5)
    play = conjure(table, known={"Wizard": ["Fireball", "Word of Iron"]})
    assert not play.castings("Wizard", "Fireball")
    assert play.castings("Wizard", "Word of Iron", "Spearmen")


@pytest.mark.rule("t9a.miscast.333_magical_inferno", "t9a.panic.exempt")
def test_an_inferno_in_a_fight_burns_the_men_and_nobody_panics() -> None:
    # Word of Iron on 333: 2D6 = 6 hits of Strength 3 against Resilience 3, armour 1 and AP 2.
    table = draw("0 Spearmen at 36,10 | 0 Wizard at 60,10 | 1 Guard at 36,30 face 180").join("Wizard", "Spearmen")
    table.fight("Guard", "Spearmen")
    play = conjure(table, [(3, 3, 3), (3, 3), (4,) * 6], known={"Wizard": ["Word of Iron"]}, pools=(9, 0))
    play.cast("Wizard", "Word of Iron", "Spearmen", dice=3, version="basic")
    while not play.game.over and play.topic != "cast":
        play.choose("no")
    assert (play.left("Spearmen"), play.left("Wizard"), nerves(play)) == (14, 3, [])
    assert play.unit("Spearmen").engaged


@pytest.mark.rule("t9a.evocation.5_touch_of_the_reaper", "t9a.evocation.2_whispers_of_the_veil")
def test_the_reaper_compares_with_discipline_as_whispers_left_it_and_not_with_a_generals() -> None:
    # Discipline 10 less 1 is 9: 3+. The General near by leads tests, he lends no Characteristic to the Spearmen.
    table = draw("0 Wizard at 36,10 | 1 Spearmen at 36,24 face 180 | 1 General at 40,24 face 180")
    table.change("Spearmen", dis=10)
    lay(table, "Whispers of the Veil", "Spearmen", by="Wizard")
    play = conjured(table, "Touch of the Reaper", "Spearmen", dice=[1, (1,)])
    assert [(roll.dice, roll.need) for roll in play.rolls[1:]] == [("D3", None), ("1D6", 3)]
    low = draw("0 Wizard at 36,10 | 1 Spearmen at 36,24 face 180 | 1 General at 40,24 face 180")
    play = conjured(
        low.change("Spearmen", dis=8).change("General", dis=10), "Touch of the Reaper", "Spearmen", dice=[1, (1,)]
    )
    assert play.rolls[-1].need == 2


@pytest.mark.rule("t9a.druidism.0_oaken_throne", "t9a.spell.range_caster")
def test_the_throne_helps_its_own_druid_alone() -> None:
    table = draw("0 Wizard at 36,10 | 0 Captain at 34,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180")
    table.change("Captain", wizard=Wizard(level="Master", paths=("Druidism",)))
    wizard = table.unit("Wizard")
    table.set("Wizard", effects=(Effect("The Oaken Throne", 0, wizard.entry, permanent=True, only=wizard.entry),))
    play = conjure(table, known={"Wizard": ["Stone Skin"], "Captain": ["Healing Waters"]})
    (stone,) = play.castings("Wizard", "Stone Skin", "Spearmen")
    (waters,) = play.castings("Captain", "Healing Waters", "Spearmen")
    assert (play.odds(stone, "Casting Value").value, play.odds(waters, "Casting Value").value) == (9, 7)


@pytest.mark.rule("t9a.divination.conclave", "t9a.special.wizard")
def test_wizards_in_the_ranks_count_for_the_conclave_and_those_of_the_enemy_do_not() -> None:
    # Two other Wizards near: 24 + 6 inches. The enemy's Wizards do not count.
    table = draw(
        "0 Wizard at 36,4 | 0 Captain at 60,4 | 0 Spearmen at 36,8 | 0 Banner at 38,4 | 1 General at 34,12 | "
        "1 Guard at 36,40 face 180"
    )
    for name in ("Captain", "Banner", "General"):
        table.change(name, wizard=Wizard(level="Adept", paths=("Divination",)))
    table.join("Captain", "Spearmen")
    for away, legal in ((30.0, True), (30.1, False)):
        apart(table, "Wizard", "Guard", away)
        known = {"Wizard": ["Portent of Doom"], "Captain": ["Scrying"], "Banner": ["Scrying"]}
        play = conjure(table, known={**known, "General": ["Scrying"]})
        assert bool(play.castings("Wizard", "Portent of Doom", "Guard")) is legal


@pytest.mark.rule("t9a.occultism.4_pentagram_of_pain", "t9a.occultism.the_sacrifice", "t9a.special.recover_hp")
def test_a_pentagram_over_two_units_heals_its_caster_once() -> None:
    table = draw("0 Wizard at 36,10 | 0 Ogres at 60,10 | 1 Guard at 36,20 face 180 | 1 Spearmen at 28,18 face 180")
    table.set("Wizard", wounds=2).change("Guard", arm=0).change("Sergeant of Guard", arm=0)
    dice: dict[str, Any] = {"Casting": SURE, "Hits": 1, "to wound": 6, "Panic": 1}
    play = conjure(table, dice, known={"Wizard": ["Pentagram of Pain"]}, pools=(9, 0))
    play.cast("Wizard", "Pentagram of Pain", None, dice=3, version="boosted")
    play.choose(unit="Ogres")
    assert (play.left("Guard"), play.left("Spearmen"), play.left("Wizard")) == (18, 19, 2)


@pytest.mark.rule("t9a.occultism.5_marked_for_doom", "t9a.special.multiple_wounds")
def test_the_champion_whom_doom_strikes_loses_one_health_point() -> None:
    # The D3 is capped by his one Health Point; the men beside him are unhurt.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,10 | 1 Guard at 36,20 face 180")
    play = conjured(table, "Marked for Doom", "Guard", dice=[(6,), (6,), (6,)]).choose(unit="Spearmen")
    if play.topic == "strike whom":
        play.choose(target="Sergeant of Guard")
    assert play.unit("Sergeant of Guard").fate == "destroyed"
    assert play.left("Guard") == 19


@pytest.mark.rule("t9a.hereditary.vc_arise", "t9a.special.raise_hp", "t9a.special.champion")
def test_arise_brings_no_slain_champion_back() -> None:
    # Eighteen Guards and no Sergeant; the Res value of 2 brings back the one man that was lost, 19 and no more.
    table = draw("0 Wizard at 36,10 | 0 Guard at 30,14 | 1 Spearmen at 36,40 face 180")
    carried_out(lose_together(table.battle, {table.unit("Guard").id: 1}, "a test"))
    carried_out(lose_together(table.battle, {table.unit("Sergeant of Guard").id: 1}, "a test"))
    play = conjured(table, "Arise!", "Guard")
    assert play.unit("Guard").models == 19
    assert play.unit("Sergeant of Guard").fate == "destroyed"


@pytest.mark.rule("t9a.thaumaturgy.5_wrath_of_god", "t9a.panic.losses_25", "t9a.spelltype.damage")
def test_the_wrath_strikes_who_fights_and_only_others_panic() -> None:
    # One counter and 2 + 2: 5 inches around 36,24. Ten men fight there and lose four; ten stand near and lose four.
    table = draw(
        "0 Wizard at 5,5 | 0 Spearmen at 36,24 models=10 | 1 Swordsmen at 36,30 face 180 models=10 | "
        "1 Guard at 42,24 face 180"
    )
    table.change("Guard", arm=0).change("Sergeant of Guard", arm=0).fight("Swordsmen", "Spearmen")
    wraths = ((36.0, 24.0, 1, 2),)
    dice: dict[str, Any] = {"Wrath of God: does": 4, "distance": 2, "Hits": (3, 2), "to wound": 6, "Panic": 1, "": 4}
    play = conjure(table, dice, known={}, turn=1, active=1, wraths=wraths, stage="end of magic")
    assert set(nerves(play)) <= {"Guard"}
    assert play.left("Spearmen") < 10
    assert play.left("Swordsmen") < 10
    assert play.battle.wraths == ()


# When the caster's company changes


def enthroned_in_ranks(spell: str) -> Table:
    """A Wizard in the Guard on whom a spell lies, and who falls."""
    table = draw("0 Guard at 36,14 | 0 Wizard at 60,10 | 0 Captain at 36,10 | 1 Spearmen at 36,30 face 180")
    table.join("Wizard", "Guard")
    wizard = table.unit("Wizard")
    permanent = spell == "The Oaken Throne"
    table.set("Guard", effects=(Effect(spell, 0, wizard.entry, permanent=permanent, only=wizard.entry),))
    carried_out(lose_together(table.battle, {wizard.id: 3}, "a test"))
    assert table.unit("Wizard").fate == "destroyed"
    return table


@pytest.mark.rule("t9a.druidism.0_oaken_throne")
@pytest.mark.parametrize("active", [0, 1])
def test_nobody_pays_a_die_for_the_throne_of_a_druid_who_fell_in_the_ranks(active: int) -> None:
    table = enthroned_in_ranks("The Oaken Throne")
    known = {"Captain": ["Word of Iron"], "Spearmen": ["Word of Iron"]}
    play = conjure(table, [3], known=known, stage="draw flux", active=active)
    if play.topic == "siphon":
        play.choose("0")
    assert play.topic == "cast"


@pytest.mark.rule("t9a.hereditary.he_favour_of_meladis")
def test_the_favour_of_a_caster_who_fell_in_the_ranks_is_gone() -> None:
    table = enthroned_in_ranks("Favour of Meladis")
    table.battle.tokens = (3, 0)
    number, foe = table.unit("Guard").id, table.unit("Spearmen").id

    def script(battle: Battle) -> Script[None]:
        made = Attack("spell", foe, number, 1, "Test", "t9a.attack.hits", ap=10)
        yield from damage.roll_hits(battle, damage.prepared(battle, made))
        yield from damage.suffer(battle, [made])

    game = happen(table, script)
    assert game.game.over
    assert game.battle.tokens == (3, 0)


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.occultism.3_the_rot_within")
def test_a_caster_whose_last_comrades_are_sacrificed_gains_what_the_spell_gives() -> None:
    # Two men of Discipline 7 are the price. The Wizard stands alone, takes a Panic Test for two of five Health Points,
    # and has Offence 4 and Defence 6; the enemy has 2 and 2.
    table = draw("0 Spearmen at 36,10 models=2 | 0 Wizard at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    play = conjured(table, "The Rot Within", "Guard", dice=[(1, 1)]).choose(unit="Spearmen")
    assert play.unit("Spearmen").fate == "destroyed"
    assert values(play, "Wizard", "off", "def") == [4, 6]
    assert values(play, "Guard", "off", "def") == [2, 2]


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.miscast.555_backlash")
def test_a_miscast_finds_the_caster_whose_last_comrades_were_sacrificed() -> None:
    # 5, 5, 5 for Casting Value 6: after the spell two hits that wound on 4+ strike the Wizard, not the dead.
    table = draw("0 Spearmen at 36,10 models=2 | 0 Wizard at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    dice: dict[str, Any] = {"Casting": 5, "Panic": 1, "": 4}
    play = conjure(table, dice, known={"Wizard": ["The Rot Within"]}, pools=(9, 0))
    play.cast("Wizard", "The Rot Within", "Guard", dice=3).choose(unit="Spearmen")
    assert [event.result for event in play.told(events.Miscast)] == ["Backlash"]
    assert play.left("Wizard") == 1


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.occultism.4_pentagram_of_pain", "t9a.special.recover_hp")
def test_a_pentagram_heals_the_caster_whose_last_comrades_were_sacrificed() -> None:
    table = draw("0 Spearmen at 36,10 models=2 | 0 Wizard at 60,10 wounds=1 | 1 Swordsmen at 36,24 face 180")
    table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    dice: dict[str, Any] = {"Casting": SURE, "Panic": 1, "Hits": 1, "to wound": 6}
    play = conjure(table, dice, known={"Wizard": ["Pentagram of Pain"]}, pools=(9, 0))
    play.cast("Wizard", "Pentagram of Pain", "Swordsmen", dice=3, version="basic").choose(unit="Spearmen")
    assert (play.left("Swordsmen"), play.left("Wizard")) == (19, 3)


@pytest.mark.rule("t9a.divination.a_guiding_light")
def test_a_guiding_light_that_was_declined_may_follow_the_next_spell() -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180")
    play = conjured(table, "Know Thine Enemy", "Spearmen", dice=[SURE], knows=["Scrying"]).choose("no")
    play.cast("Wizard", "Scrying", "Spearmen", dice=3, version="basic")
    assert play.topic == "attribute"


@pytest.mark.rule("t9a.divination.a_guiding_light", "t9a.special.frenzy", "t9a.special.maximised_roll")
def test_guiding_light_and_frenzy_cancel_out() -> None:
    # Frenzy's test is Maximised, the light Minimises: two dice. On Discipline 7 it is passed in 21 of 36 cases.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 1 Guard at 36,24 face 180")
    table.change("Spearmen", ["Frenzy"])
    lay(table, "Guiding Light", "Spearmen", by="Wizard")
    assert passing(table.battle, table.unit("Spearmen"), "frenzy") == pytest.approx(21 / 36)
    assert passing(table.battle, table.unit("Spearmen"), "panic") == pytest.approx(174 / 216)


@pytest.mark.rule("t9a.thaumaturgy.3_speaking_in_tongues", "t9a.special.rally_around_the_flag", "t9a.special.reroll")
def test_tongues_and_the_battle_standard_are_one_reroll() -> None:
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 30,12 | 0 Banner at 28,8 | 1 Guard at 36,24 face 180")
    lay(table, "Speaking in Tongues", "Spearmen", by="Wizard")
    # The Banner lends no Discipline: 7, failed twice in 15 of 36.
    assert passing(table.battle, table.unit("Spearmen"), "panic") == pytest.approx(1 - (15 / 36) ** 2)


@pytest.mark.rule("t9a.witchcraft.3_twisted_effigy", "t9a.special.bound_spell")
def test_an_effigy_does_not_lower_the_power_level_of_a_bound_spell() -> None:
    table = draw("0 Captain at 36,10 | 0 Guard at 36,14 | 1 Spearmen at 36,30 face 180")
    lay(table, "Twisted Effigy", "Captain", by="Spearmen", version="boosted")
    play = conjure(table, [(4,)], bound={"Captain": [Bound(spell="Rune of Oaths", range=18)]}, pools=(9, 9))
    play.cast("Captain", "Rune of Oaths", "Guard", dice=2).choose("1")
    assert play.told(events.SpellCast), "4 is less than the Power Level of 5"


@pytest.mark.rule("t9a.attack.distribute", "t9a.special.champion", "t9a.special.rank_and_file")
def test_the_champion_takes_the_hits_of_his_unit_before_its_characters() -> None:
    # Nineteen Guards are gone: the Sergeant is the rank and file. Three hits cost him his life, nobody else's.
    table = draw("0 Wizard at 36,10 | 1 Guard at 36,24 face 180 | 1 Captain at 60,40").join("Captain", "Guard")
    carried_out(lose_together(table.battle, {table.unit("Guard").id: 19}, "a test"))
    carried_out(begin_phase(table.battle, "magic"))
    body = table.battle.body(table.unit("Captain"))
    dice: dict[str, Any] = {"Casting": SURE, "Hits": 3, "to wound": 6, "Save": 1, "Panic": 1}
    play = conjure(table, dice, known={"Wizard": ["Fireball"]}, pools=(9, 0))
    play.cast("Wizard", "Fireball", body.name, dice=3)
    assert play.unit("Sergeant of Guard").fate == "destroyed"
    assert play.left("Captain") == 3


@pytest.mark.rule("t9a.occultism.the_sacrifice", "t9a.occultism.2_hand_of_glory", "t9a.spelltype.focused")
def test_a_captain_whose_men_are_sacrificed_for_his_glory_has_it() -> None:
    # The target stands in the ranks of the two men that are given; he goes on alone, with Aegis 6+.
    table = draw("0 Wizard at 36,10 | 0 Spearmen at 34,12 models=2 | 0 Captain at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Captain", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    dice: dict[str, Any] = {"Casting": SURE, "Panic": 1}
    play = conjure(table, dice, known={"Wizard": ["Hand of Glory"]}, pools=(9, 0))
    play.cast("Wizard", "Hand of Glory", "Captain", dice=3, version="boosted").choose(unit="Spearmen")
    save = special_save(attack(play, "Guard", "Captain"))
    assert save is not None
    assert save[0] == 6


@pytest.mark.rule("t9a.occultism.the_sacrifice")
def test_a_caster_who_flees_off_the_board_from_the_sacrifice_casts_nothing() -> None:
    # Five men and the Wizard have 8 Health Points: two are a quarter. They stand an inch from the edge and run.
    table = draw("0 Spearmen at 36,2 face 180 models=5 | 0 Wizard at 60,10 | 1 Guard at 36,24 face 180")
    table.join("Wizard", "Spearmen")
    carried_out(begin_phase(table.battle, "magic"))
    dice: dict[str, Any] = {"Casting": SURE, "Panic": 6, "Flee": 6}
    play = conjure(table, dice, known={"Wizard": ["The Rot Within"]}, pools=(9, 9))
    play.cast("Wizard", "The Rot Within", "Guard", dice=3).choose(unit="Spearmen")
    assert play.game.over
    assert play.unit("Wizard").fate == "fled"
    assert play.unit("Guard").effects == ()
