"""Positions in which several rules meet, reckoned by hand from the book and the rulings, then played."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.meeting_rules import DYNASTIES, ELVES, PACK, alone, fought_at, kinds
from tests.essence_of_war.advanced.positions import (
    EMPIRE,
    ahead,
    blows,
    checks,
    gap,
    lay,
    lost,
    melee,
    needs,
    struck,
)
from tests.essence_of_war.advanced.spellbook import magic, teach
from tests.essence_of_war.harness import Fall, Play, Table, happen
from tests.playing import pose
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.damage.damage import aegis_save
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.melee.result import rank_bonus
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Boon, Effect
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import rate
from warhost.rulesets.essence_of_war.rules.armies.elves import Dance, ScatteringDance, WovenDance
from warhost.rulesets.essence_of_war.rules.armies.empire_of_sonnstahl import ORDERS
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Forward, Pivot

# Frenzy, Fearless and a Character who has neither

MILITANTS = (
    f"{ELVES}/Temple Militants + 5x3 at 18,10 | {ELVES}/Silexian Officer + General at 3,3 | "
    "1 Ogre Khans/Tribesmen + 3x1 at 18,20 face 180"
)


def frenzied(table: Table, test: Fall = 1) -> Play:
    return table.play({"Frenzy": test, "": 1}, phase="charge", stage="start of charges")


@pytest.mark.rule("eow.special.frenzy", "eow.adv.char.highest_discipline")
def test_one_who_is_calm_lends_the_frenzied_his_discipline() -> None:
    game = frenzied(lay(MILITANTS).join("Silexian Officer", "Temple Militants"), (4, 5, 6))
    # Three dice of which the highest two count, on the Officer's Discipline of 10.
    assert checks(game, "frenzy") == [("Temple Militants", 10, False)]


@pytest.mark.rule("eow.special.frenzy", "eow.special.fearless", "eow.adv.char.left_alone")
def test_the_frenzy_dies_with_the_last_militant() -> None:
    table = lay(MILITANTS).join("Silexian Officer", "Temple Militants")
    game = frenzied(alone(table, "Temple Militants"))
    assert checks(game, "frenzy") == []
    assert game.offers("pass")


@pytest.mark.rule("eow.special.fearless", "eow.adv.char.part_of_unit", "eow.adv.char.left_alone")
@pytest.mark.parametrize(("militants", "reactions"), [(1, {"hold"}), (0, {"hold", "flee"})])
def test_one_militant_of_two_models_keeps_the_officer_from_fleeing(militants: int, reactions: set[str]) -> None:
    table = lay(MILITANTS).join("Silexian Officer", "Temple Militants")
    table = Table.of(struck(table, "Temple Militants", 14 - militants).battle)
    game = table.play({"": 6}, phase="charge", active=1).choose(unit="Tribesmen")
    assert (set(game.keys) if game.topic == "charge reaction" else {"hold"}) == reactions


@pytest.mark.rule("eow.special.frenzy")
@pytest.mark.parametrize(("y", "fleeing", "tests"), [(20, True, 1), (2, False, 0), (2, True, 0)])
def test_frenzy_is_for_those_who_can_be_charged(y: int, fleeing: bool, tests: int) -> None:
    line = (
        f"{ELVES}/Temple Militants + 5x3 at 18,10 | 1 Ogre Khans/Tribesmen + 3x1 at 18,{y} face 180 | "
        "1 Ogre Khans/Bruisers + 3x1 at 18,40 face 180"
    )
    game = frenzied(lay(line).set("Tribesmen", fleeing=fleeing))
    assert len(checks(game, "frenzy")) == tests


# Hunt Leader


@pytest.mark.rule("eow.list.saurian_ancients.rule.hunt_leader", "eow.special.frenzy", "eow.special.support")
@pytest.mark.parametrize(("leads", "attacks"), [(True, 12), (False, 11)])
def test_a_pack_that_lost_its_leader_is_a_pack_again(leads: bool, attacks: int) -> None:
    table = lay(PACK + f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180").join("Carnosaur", "Raptor Pack")
    if not leads:
        table = Table.of(struck(table.set("Carnosaur", wounds=4), "Carnosaur", 1).battle)
    assert len(checks(frenzied(table), "frenzy")) == leads
    # Of six raptors three stand beside the leader and three behind: with Support each of them strikes twice. Without
    # the leader five stand in front, and the sixth has one Supporting Attack.
    fight = Table.of(table.battle).fight("Imperial Guard", "Raptor Pack")
    assert blows(melee(fight, {"": 1}), "Raptor Pack") == [("Imperial Guard", attacks, 4, 4)]


@pytest.mark.rule("eow.special.war_platform.target", "eow.special.towering.los")
def test_a_carnosaur_is_seen_over_a_screen_that_hides_its_pack() -> None:
    line = PACK + f"0 Saurian Ancients/Skink Hunters + 6x2 at 18,14 | 1 {EMPIRE}/Handgunners + 5x2 at 18,24 face 180"
    game = lay(line).join("Carnosaur", "Raptor Pack").play({"": 1}, phase="shooting", active=1)
    assert game.offers(unit="Handgunners", target="Carnosaur")
    assert not game.offers(unit="Handgunners", target="Raptor Pack")


@pytest.mark.rule("eow.special.towering.los", "eow.charge.declare.los", "eow.charge.declare.consider_charges")
@pytest.mark.parametrize(("leads", "charges"), [(True, True), (False, False)])
def test_a_carnosaur_sees_for_its_pack_whom_to_charge(leads: bool, charges: bool) -> None:
    line = PACK + (
        f"0 Saurian Ancients/Skink Hunters + 6x2 at 18,14 | 1 {EMPIRE}/Handgunners + 5x2 at 18,24 face 180 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 27,20 face 180"
    )
    table = lay(line)
    if leads:
        table.join("Carnosaur", "Raptor Pack")
    game = table.play({"": 1}, phase="charge")
    assert not game.offers(unit="Raptor Pack", target="Handgunners")
    # The Hunters are about to leave the way free; but who is no giant does not see past them yet.
    game.choose(unit="Skink Hunters", target="Spearmen").until("declare charge")
    assert game.offers(unit="Raptor Pack", target="Handgunners") is charges


# Commanding Presence, banners and crowns in units that flee or stand far away


@pytest.mark.rule("eow.vault.artefact.crown_of_autocracy", "eow.special.undead.march")
@pytest.mark.parametrize(("inches", "marches"), [(3.0, True), (3.1, False)])
def test_a_crown_in_the_ranks_lets_the_undead_march(inches: float, marches: bool) -> None:
    line = (
        f"{DYNASTIES}/Necropolis Guard + 5x3 at 18,10 | {DYNASTIES}/Nomarch + Crown of Autocracy at 3,3 | "
        f"{DYNASTIES}/Death Cult Hierarch + Evocation + General at 3,45 | "
        f"{DYNASTIES}/Skeleton Archers + 5x3 at 30,10 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,46 face 180"
    )
    table = lay(line).join("Nomarch", "Necropolis Guard", 4)
    gap(table, "Skeleton Archers", "Necropolis Guard", inches)
    game = table.play({"": 1}, phase="movement")
    game.choose(unit="Necropolis Guard")
    assert "march" in kinds(game)
    game.stay().choose(unit="Skeleton Archers")
    assert ("march" in kinds(game)) is marches


@pytest.mark.rule("eow.vault.artefact.crown_of_autocracy", "eow.list.ogre_khans.rule.cult_leader")
@pytest.mark.parametrize(
    ("khan", "inches", "needed"),
    [
        ("Cult Leader + Crown of Autocracy", 18.0, 8),
        ("Cult Leader + Crown of Autocracy", 18.1, 6),
        ("Crown of Autocracy + General", 15.0, 8),
        ("Crown of Autocracy + General", 15.1, 6),
    ],
)
def test_no_crown_carries_farther_than_eighteen_inches(khan: str, inches: float, needed: int) -> None:
    line = (
        f"Ogre Khans/Khan + {khan} at 5,10 | Ogre Khans/Scraplings + 5x4 at 30,10 fleeing | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,46 face 180"
    )
    table = gap(lay(line), "Scraplings", "Khan", inches).set("Scraplings", fleeing=True)
    game = table.play({"": 1}, phase="movement")
    assert checks(game, "rally") == [("Scraplings", needed, True)]


FLAG = (
    f"{EMPIRE}/Spearmen + 5x4 at 18,10 fleeing | {EMPIRE}/Marshal + {{}} at 3,3 | "
    f"{EMPIRE}/Handgunners + 5x2 at 30,10 fleeing | 1 Ogre Khans/Tribesmen + 3x1 at 18,46 face 180"
)


@pytest.mark.rule("eow.special.rally_around_the_flag", "eow.vault.banner.battle_standard", "eow.adv.char.part_of_unit")
def test_a_standard_that_flees_rallies_nobody_and_lends_its_bearers_discipline_to_his_own() -> None:
    table = gap(lay(FLAG.format("Battle Standard")).join("Marshal", "Spearmen"), "Handgunners", "Spearmen", 4.0)
    game = table.set("Spearmen", fleeing=True).set("Handgunners", fleeing=True)
    tests = rallies(game)
    assert tests == [("Spearmen", 9, False), ("Handgunners", 7, False)]


@pytest.mark.rule("eow.special.commanding_presence", "eow.adv.char.highest_discipline")
def test_a_general_who_flees_steadies_his_own_ranks_alone() -> None:
    table = gap(lay(FLAG.format("General")).join("Marshal", "Spearmen"), "Handgunners", "Spearmen", 4.0)
    assert rallies(table) == [("Spearmen", 9, False), ("Handgunners", 7, False)]


def rallies(table: Table) -> list[tuple[str, int, bool]]:
    """The Rally Tests of a Movement Phase, all of them with two sixes."""
    table.set("Spearmen", fleeing=True).set("Handgunners", fleeing=True)
    game = table.play({"Rally": 6, "": 1}, phase="movement")
    while game.topic and not checks(game, "rally")[1:] and game.battle.phase == "movement":
        game.decline()
    return checks(game, "rally")


@pytest.mark.rule("eow.vault.banner.banner_of_speed", "eow.adv.char.part_of_unit")
@pytest.mark.parametrize(("flees", "rates"), [(False, (5, 10)), (True, (4, 8))])
def test_a_banner_that_flees_hastens_nobody(flees: bool, rates: tuple[float, float]) -> None:
    table = gap(lay(FLAG.format("Banner of Speed")).join("Marshal", "Spearmen"), "Handgunners", "Spearmen", 4.0)
    table.set("Spearmen", fleeing=flees)
    guns = table.unit("Handgunners")
    assert (rate(table.battle, guns, "adv"), rate(table.battle, guns, "mar")) == rates


# Magic


@pytest.mark.rule("eow.list.dwarven_holds.rule.hewn_mountain")
@pytest.mark.parametrize("flees", [False, True])
def test_a_mountain_that_flees_is_still_on_the_board(flees: bool) -> None:
    line = (
        f"{EMPIRE}/Wizard + Alchemy + General at 18,10 | {EMPIRE}/Spearmen + 5x4 at 18,14 | "
        "1 Dwarven Holds/Thane + General at 3,3 | 1 Dwarven Holds/Clan Warriors + 5x2 at 18,40 face 180"
    )
    table = lay(line).join("Thane", "Clan Warriors").set("Clan Warriors", fleeing=flees)
    game = magic(table, {"": (3, 2)})
    game.cast("Wizard", "Word of Iron", "Spearmen", dice=2)
    # Word of Iron needs 5 and one more: a five does not do.
    assert game.unit("Spearmen").effects == ()


@pytest.mark.rule("eow.vault.artefact.crystal_ball", "eow.list.dread_elves.rule.irresistible_will")
@pytest.mark.parametrize("flees", [False, True])
def test_a_will_of_iron_and_a_crystal_ball_cancel_each_other_once(flees: bool) -> None:
    line = (
        f"{ELVES}/Warlock Outcast + Witchcraft + Master + General at 18,10 | {ELVES}/Silexian Spears + 5x3 at 18,14 | "
        f"1 {EMPIRE}/Marshal + Crystal Ball + General at 3,3 | 1 {EMPIRE}/Spearmen + 5x4 at 18,26 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen").set("Spearmen", fleeing=flees)
    dice: dict[str, Fall] = {"Casting": (1, 2, 3, 4), "Dispelling": [(4, 6), (5, 6)], "": 1}
    game = magic(table, dice, pools=(9, 9)).cast("Warlock Outcast", "The Wheel Turns", "Silexian Spears", dice=4)
    game.choose("2")
    # Ten against ten, one less for the will, one more for the ball.
    assert [(told.total, told.cast) for told in game.told(events.SpellDispelled)] == [(10, 10)]
    game.cast("Warlock Outcast", "Bewitching Glare", "Spearmen", dice=4).choose("2")
    # Eleven less one against ten again: the ball is spent.
    assert [told.total for told in game.told(events.SpellDispelled)] == [10, 10]


@pytest.mark.rule("eow.spell.battle_runes.rune_of_revocation", "eow.magic.miscast.trigger")
def test_a_triple_on_a_unit_with_a_rune_is_no_miscast() -> None:
    line = f"{EMPIRE}/Wizard + Pyromancy + General at 18,10 | 1 Dwarven Holds/Greybeards + 5x2 at 18,26 face 180"
    table = lay(line).set("Greybeards", effects=(Effect("Rune of Revocation", 1, 0),))
    game = magic(table, {"Casting": (4, 4, 4), "": 6}, pools=(9, 9)).cast("Wizard", "Fireball", "Greybeards", dice=3)
    assert len(game.told(events.SpellWarded)) == 1
    assert game.told(events.Miscast) == []
    assert game.unit("Wizard").wounds == 0


BURNT = (
    f"{EMPIRE}/Wizard + Pyromancy + General at 12,10 | Daemon Legions/Harbinger + Pyromancy at 30,10 | "
    f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,26 face 180 | 1 {EMPIRE}/Marshal + General at 3,45"
)


def burnt(first: int, second: int, panic: Fall) -> Play:
    """Two Fireballs that hurt so many each."""
    falls: dict[str, Fall] = {
        "Casting": (6, 6),
        "Hits": [first - 1, second - 1],
        "To-Wound": 6,
        "Save": 1,
        "Panic": panic,
        "": 1,
    }
    table = lay(BURNT)
    teach(table.battle, "Harbinger", "Fireball")
    teach(table.battle, "Wizard", "Fireball")
    game = magic(table, falls)
    game.cast("Wizard", "Fireball", "Imperial Guard", dice=2)
    return game.cast("Harbinger", "Fireball", "Imperial Guard", dice=2)


@pytest.mark.rule("eow.spell.replicable", "eow.panic.quarter_losses", "eow.panic.direction_source")
def test_two_fireballs_add_up_to_a_panic_and_the_second_is_fled_from() -> None:
    game = burnt(2, 2, 6)
    assert [passed for _, _, passed in checks(game, "panic")] == [False]
    # From the Harbinger, 12" to the right and 16" behind them, they face 3 to 4 to the left.
    assert pose(game, "Imperial Guard").facing == pytest.approx(360 - 36.870, abs=0.01)
    calm = burnt(4, 4, 1)
    assert [passed for _, _, passed in checks(calm, "panic")] == [True]


@pytest.mark.rule("eow.list.undying_dynasties.rule.amplify", "eow.spell.replicable")
def test_a_spell_that_was_attempted_amplified_is_gone_in_its_plain_form_too() -> None:
    line = (
        f"{DYNASTIES}/Death Cult Hierarch + Adept + Evocation + General at 18,10 | "
        f"{DYNASTIES}/Necropolis Guard + 5x3 at 26,12 | 1 {EMPIRE}/Spearmen + 5x4 at 18,26 face 180"
    )
    game = magic(lay(line), {"": 1})
    plain, amplified = (next(key for key in game.keys if f"Spectral Blades:{need}" in key) for need in (6, 8))
    game.choose(amplified).choose("1")
    assert game.topic == "cast"
    assert not [key for key in game.keys if "Spectral Blades" in key]
    assert plain != amplified


@pytest.mark.rule("eow.spell.divination.scrying", "eow.magic.sequence")
def test_a_scrying_that_failed_small_cannot_be_tried_large() -> None:
    line = (
        f"{EMPIRE}/Wizard + Master + General at 18,10 | {EMPIRE}/Spearmen + 5x4 at 18,14 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,44 face 180"
    )
    table = lay(line)
    teach(table.battle, "Wizard", "Scrying", "Word of Iron")
    game = magic(table, {"": 1}).cast("Wizard", "Scrying", "Spearmen", value=7, dice=2)
    assert len(game.told(events.SpellFailed)) == 1
    assert not [key for key in game.keys if "Scrying" in key]


@pytest.mark.rule("eow.special.undead.crumble", "eow.magic.miscast.hits")
def test_a_hierophant_who_blows_himself_up_takes_his_army_along_before_anybody_shoots() -> None:
    line = (
        f"{DYNASTIES}/Death Cult Hierarch + Hierophant + Evocation + General at 18,10 wounds=2 | "
        f"{DYNASTIES}/Necropolis Guard + 5x3 at 18,14 | {DYNASTIES}/Skeleton Archers + 5x3 at 26,14 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,44 face 180"
    )
    dice: dict[str, Fall] = {"Casting": (3, 3, 3), "Miscast": 6, "Save": 1, "Crumble": (6, 4), "": 1}
    game = magic(lay(line), dice)
    game.choose(next(key for key in game.keys if "Spectral Blades:6" in key)).choose("3").until(phase="shooting")
    # Two hits, one less than dice; he has one Health Point left. 10 against 8 and against 4.
    assert game.unit("Death Cult Hierarch").fate == "destroyed"
    assert (lost(game, "Necropolis Guard"), lost(game, "Skeleton Archers")) == (2, 6)


# Shooting with a Character in the ranks


@pytest.mark.rule("eow.vault.artefact.dragon_staff", "eow.special_attack.breath_modes", "eow.adv.char.no_unit_rules")
@pytest.mark.parametrize(("marched", "shots"), [(True, 0), (False, 9)])
def test_a_staff_breathes_though_the_guns_around_it_have_marched(marched: bool, shots: int) -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Wizard + Alchemy + Dragon Staff + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,16 face 180"
    )
    table = lay(line).join("Wizard", "Handgunners").set("Handgunners", marched=marched, moved=marched)
    game = ahead(table, "Tribesmen", "Handgunners", 4.0).play({"": 1}, phase="shooting")
    assert game.offers("0>2") is (not marched)
    game.choose("0>2:breath")
    told = [(game.battle.units[shot.unit].name, shot.shots) for shot in game.told(events.UnitShot)]
    # 2D3 of the breath: two ones.
    assert told == [*([("Handgunners", 9)] if shots else []), ("Wizard", 2)]


@pytest.mark.rule("eow.list.sylvan_elves.rule.sylvan_longbow", "eow.adv.char.no_unit_rules", "eow.shoot.aim")
def test_a_chieftain_aims_better_than_the_archers_around_him() -> None:
    line = (
        "Sylvan Elves/Sylvan Archers + 5x2 at 18,10 | Sylvan Elves/Chieftain + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,40 face 180"
    )
    table = lay(line).join("Chieftain", "Sylvan Archers").set("Sylvan Archers", moved=True)
    ahead(table, "Tribesmen", "Sylvan Archers", 20.0)
    game = table.play({"": 1}, phase="shooting")
    game.choose(unit="Sylvan Archers", target="Tribesmen")
    # Long Range and nothing for the move: 3+ becomes 4+, 1+ becomes 2+.
    assert (needs(game, "Sylvan Archers", "to hit"), needs(game, "Chieftain", "to hit")) == ([4], [2])


# Melee


@pytest.mark.rule("eow.special_attack.impact", "eow.special_attack.stomp", "eow.melee.agility_order")
def test_a_khan_among_bruisers_strikes_three_times_in_four_steps() -> None:
    line = (
        "Ogre Khans/Bruisers + 3x1 at 18,10 | Ogre Khans/Khan + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 6x3 at 18,20 face 180"
    )
    table = lay(line).join("Khan", "Bruisers", 1).fight("Bruisers", "Imperial Guard")
    game = melee(table.set("Bruisers", charging=True), {"Impact": 1, "": 1})
    units = game.battle.units
    told = [(units[one.unit].name, one.what, one.count, one.agility) for one in game.told(events.BlowsStruck)]
    # D3 hits of the Khan: a one. He strikes at 3, the Bruisers with their great weapons together with all Stomps.
    assert [one for one in told if one[0] != "Imperial Guard"] == [
        ("Bruisers", "Impact", 2, 10),
        ("Khan", "Impact", 1, 10),
        ("Khan", "Melee Attacks", 5, 3),
        ("Bruisers", "Melee Attacks", 6, 0),
        ("Bruisers", "Stomp", 2, 0),
        ("Khan", "Stomp", 1, 0),
    ]
    assert [roll.why for roll in game.rolls if "Hits of" in roll.why] == ["Hits of Impact by 1 model"]
    # Their Impact and Stomp have Strength 4 against 3, the Khan's his own 5.
    assert needs(game, "Bruisers", "Impact: To-Wound") == needs(game, "Bruisers", "Stomp: To-Wound") == [3]
    assert needs(game, "Khan", "Impact: To-Wound") == needs(game, "Khan", "Stomp: To-Wound") == [2]


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.order_extra_rank", "eow.special.fight_in_extra_rank")
def test_an_order_to_spearmen_with_their_marshal_brings_four_ranks_to_bear() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {EMPIRE}/Marshal + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen").fight("Imperial Guard", "Spearmen")
    table.set("Spearmen", boons=(Boon(ORDERS[0].name, "next turn"),))
    game = melee(table, {"": 1})
    # Four beside the Marshal strike, and behind them and him three ranks of five support: one by the rule of all
    # units, one by their own and one by the Order.
    assert blows(game, "Spearmen") == [("Imperial Guard", 4 + 15, 3, 4)]
    assert blows(game, "Marshal") == [("Imperial Guard", 3, 5, 4)]


@pytest.mark.rule("eow.special_attack.stomp", "eow.special.war_platform.base", "eow.adv.char.left_alone")
@pytest.mark.parametrize(("dwarfs", "stomps"), [(True, 3), (False, 0)])
def test_nobody_stomps_on_shield_bearers(dwarfs: bool, stomps: int) -> None:
    line = (
        "Dwarven Holds/Clan Warriors + 5x2 at 18,10 | Dwarven Holds/Thane + on Shield Bearers + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,20 face 180"
    )
    table = lay(line).join("Thane", "Clan Warriors")
    if not dwarfs:
        table = alone(table, "Clan Warriors")
    table.fight("Tribesmen", "Clan Warriors" if dwarfs else "Thane")
    game = melee(table, {"": 1}, 1)
    assert sum(count for _, count, _, _ in blows(game, "Tribesmen", "Stomp")) == stomps


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_aegis", "eow.list.sylvan_elves.rule.dance_ranks")
@pytest.mark.rule("eow.list.sylvan_elves.rule.dances_of_cenyrn", "eow.adv.char.left_alone")
@pytest.mark.parametrize("dance", [WovenDance, ScatteringDance])
def test_a_dance_ends_with_the_last_dancer(dance: type[Dance]) -> None:
    line = (
        "Sylvan Elves/Blade Dancers + 4x2 at 18,10 | Sylvan Elves/Chieftain + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).join("Chieftain", "Blade Dancers").fight("Imperial Guard", "Blade Dancers")
    dancers = table.set("Blade Dancers", boons=(Boon(dance.name, "round", seat=0),)).unit("Blade Dancers")
    guard = [table.unit("Imperial Guard")]
    assert rank_bonus(table.battle, guard).amount == (2 if dance is WovenDance else 0)
    happen(table, lambda battle: damage.lose_unsaved(battle, dancers, 7, "a test"))
    left = table.unit("Chieftain").id
    assert aegis_save(damage.prepared(table.battle, Attack("melee", 2, left, 1, "T", "eow.melee.to_hit"))) is None
    assert rank_bonus(table.battle, guard).amount == 2


@pytest.mark.rule("eow.list.dwarven_holds.rule.grudge", "eow.adv.char.part_of_unit")
def test_a_grudge_against_spearmen_is_one_against_their_marshal() -> None:
    line = (
        "Dwarven Holds/Clan Warriors + 5x2 at 18,10 | Dwarven Holds/Thane + General at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | 1 {EMPIRE}/Marshal + General at 3,45"
    )
    table = lay(line).join("Marshal", "Spearmen", 2).join("Thane", "Clan Warriors", 2)
    table.fight("Clan Warriors", "Spearmen")
    table.set("Spearmen", boons=(Boon("Grudge", "game", other=table.unit("Thane").entry, seat=0),))
    game = fought_at(table, "Marshal", 0)
    # Nine Warriors and the Thane: those who touch the Marshal strike him, and all dice that fail are rolled again.
    again = [roll.unit for roll in game.rolls if "to hit again by Grudge" in roll.why]
    assert again == [0, 0, 1]
    assert [target for target, *_ in blows(game, "Clan Warriors")] == ["Spearmen", "Marshal"]


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.goblin_cunning_fail", "eow.list.orcs_and_goblins.rule.warborn")
def test_a_goblin_among_feral_orcs_teaches_them_when_to_run() -> None:
    line = (
        "Orcs and Goblins/Feral Orc Marauders + 5x2 at 18,10 | "
        "Orcs and Goblins/Goblin Demagogue + on Beastie + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 6x3 at 18,20 face 180"
    )
    table = lay(line)
    assert check_join(table.battle, table.unit("Goblin Demagogue"), table.unit("Feral Orc Marauders")) is None
    table.join("Goblin Demagogue", "Feral Orc Marauders").fight("Imperial Guard", "Feral Orc Marauders", "left")
    game = table.set("Imperial Guard", charging=True).play({"": 1}, phase="melee", active=1).until("choose to fail")
    assert game.topic == "choose to fail"
    game.choose("roll")
    assert [roll.dice for roll in game.rolls if "Break" in roll.why] == ["minimised 2D6"]


CONCLAVE = (
    f"{ELVES}/Warlock Acolytes + 5x1 + Conclave at 18,10 | "
    f"{ELVES}/Warlock Outcast + on Elven Horse + Witchcraft + General at 3,3 | "
    f"1 {EMPIRE}/Spearmen + 5x4 at 18,26 face 180"
)


@pytest.mark.rule("eow.list.dread_elves.rule.conclave", "eow.adv.char.left_alone")
def test_what_the_acolytes_knew_dies_with_them() -> None:
    def spells(table: Table) -> set[str]:
        return {key.split(":")[1] for key in magic(table, {"": 1}).keys if key != "pass"}

    table = lay(CONCLAVE).join("Warlock Outcast", "Warlock Acolytes").change("Warlock Acolytes", aeg=None)
    assert spells(table) == {"Perception of Strength", "Raven's Wing", "The Wheel Turns"}
    again = lay(CONCLAVE).join("Warlock Outcast", "Warlock Acolytes").change("Warlock Acolytes", aeg=None)
    assert spells(alone(again, "Warlock Acolytes")) == {"Raven's Wing", "The Wheel Turns"}


@pytest.mark.rule("eow.magic.miscast.hits", "eow.magic.miscast.wound", "eow.list.dread_elves.rule.conclave")
def test_a_conclave_pays_for_its_miscast_in_models() -> None:
    table = lay(CONCLAVE).join("Warlock Outcast", "Warlock Acolytes")
    dice: dict[str, Fall] = {"Casting": (4, 4, 4), "Save": 1, "Miscast": (6, 6, 1), "": 1}
    game = magic(table, dice).cast("Warlock Acolytes", "Perception of Strength", "Spearmen", dice=3)
    # As many hits as dice, none less as for a Character, and none for the Character in the ranks.
    assert [(told.hits, told.ap) for told in game.told(events.Miscast)] == [(3, 4)]
    assert (lost(game, "Warlock Acolytes"), lost(game, "Warlock Outcast")) == (2, 0)
    # Two of the four and the Outcast's three are more than a quarter of seven.
    assert checks(game, "panic") == [("Warlock Acolytes", 9, True)]


@pytest.mark.rule("eow.special.light_troops.joined", "eow.special.light_troops.ranks", "eow.move.advance.lowest")
def test_an_officer_slows_the_acolytes_and_becomes_as_light_as_they_are() -> None:
    line = (
        f"{ELVES}/Warlock Acolytes + 4x2 at 18,10 | {ELVES}/Silexian Officer + on Raptor + General at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,40 face 180"
    )
    table = lay(line).join("Silexian Officer", "Warlock Acolytes")
    unit = table.unit("Warlock Acolytes")
    assert (rate(table.battle, unit, "adv"), rate(table.battle, unit, "mar"), ranks(table.battle, unit)) == (7, 14, 0)
    game = table.play({"": 1}, phase="movement").choose(unit="Warlock Acolytes")
    game.move("march", Pivot(45.0), Forward(7.0), Pivot(-45.0), Forward(7.0))
    assert game.unit("Warlock Acolytes").marched


@pytest.mark.rule("eow.melee.agility_order", "eow.spell.faction.black_wing_totem")
def test_nobody_strikes_before_the_tenth_step() -> None:
    line = (
        f"{ELVES}/Silexian Officer + Supernatural Dexterity + General at 18,10 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,26 face 180"
    )
    table = lay(line).fight("Silexian Officer", "Spearmen")
    table.set("Silexian Officer", effects=(Effect("Black Wing Totem", 0, 0),))
    game = melee(table, {"": 1})
    # 7 + 2 + 3 is 12.
    assert blows(game, "Silexian Officer") == [("Spearmen", 4, 10, 2)]


@pytest.mark.rule("eow.list.ogre_khans.rule.touch_of_frost", "eow.melee.agility_order")
def test_nobody_strikes_after_the_last_step() -> None:
    line = "Ogre Khans/Yetis + 3x1 at 18,10 | 1 Ogre Khans/Bruisers + 3x1 at 18,26 face 180"
    game = melee(lay(line).fight("Yetis", "Bruisers"), {"": 1})
    assert blows(game, "Bruisers") == [("Yetis", 9, 0, 4)]


@pytest.mark.rule("eow.list.dwarven_holds.rule.shield_wall", "eow.special_attack.immune")
@pytest.mark.rule("eow.spell.battle_runes.rune_of_resilience", "eow.spell.witchcraft.bewitching_glare")
@pytest.mark.parametrize(
    ("spell", "rolls"),
    [
        ("", [(4, "3D6")]),
        ("Rune of Resilience", [(5, "3D6")]),
        ("Bewitching Glare", [(4, "3D6"), (4, "2D6")]),
    ],
)
def test_stomps_meet_whatever_lies_on_those_who_are_trampled(spell: str, rolls: list[tuple[int, str]]) -> None:
    line = "Dwarven Holds/Greybeards + 5x2 at 18,10 | 1 Ogre Khans/Tribesmen + 3x1 at 18,20 face 180"
    table = lay(line).fight("Tribesmen", "Greybeards")
    table.set("Greybeards", effects=(Effect(spell, 0, 0),) if spell else ())
    dice: dict[str, Fall] = {"again": 1, "Stomp: To-Wound": (6, 1, 1), "": 1}
    game = melee(table, dice, 1)
    # Strength 4 against 4; of the three one wounds, and Armour 3 and the wall in front may stop it.
    assert [(roll.need, roll.dice) for roll in game.rolls if "Stomp: To-Wound" in roll.why] == rolls
    saves = [(roll.why, roll.need) for roll in game.rolls if "Stomp" in roll.why and "Save" in roll.why]
    assert saves == [("Stomp: Armour Save", 5), ("Stomp: Aegis Save", 6)]
