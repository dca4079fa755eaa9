"""Positions of Combined Units and War Platforms, reckoned by hand from the book and the rulings, then played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.advanced.positions import (
    EMPIRE,
    base_of,
    blows,
    checks,
    gap,
    lay,
    lost,
    melee,
    named,
    needs,
    score,
    struck,
)
from tests.essence_of_war.advanced.spellbook import magic
from tests.essence_of_war.harness import Fall
from warhost.play import Allocate
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.shown import events

# Combined Units in combat

HERD_CHARGE = (
    f"{EMPIRE}/Spearmen + 6x4 at 18,10 | {EMPIRE}/Marshal + General at 3,3 | "
    "Beast Herds/Minotaurs + 3x1 at 18,20 face 180"
)


@pytest.mark.rule("eow.special_attack.impact", "eow.special_attack.stomp", "eow.adv.char.highest_discipline")
def test_minotaurs_run_into_spearmen_with_a_marshal() -> None:
    table = lay(HERD_CHARGE).join("Marshal", "Spearmen", 2).fight("Minotaurs", "Spearmen")
    game = melee(table.set("Minotaurs", charging=True), {"Primal": (3, 3), "Break": (3, 3), "Save": 1, "": 4}, 1)
    # Agility 10: three Impact hits, Strength 5 against 3 wounds on 2+: three Spearmen fall.
    assert blows(game, "Minotaurs", "Impact") == [("Spearmen", 3, 10, None)]
    # Agility 5: the Marshal, 5 against 4 hits on 3+, Strength 5 against 4 on 3+, Armour 2 - 2 is none: a Minotaur dies.
    assert blows(game, "Marshal") == [("Minotaurs", 3, 5, 3)]
    # Agility 3: two Minotaurs left, 4 against 3. They touch four files and a fifth by the corner: of these the Marshal
    # is one, so 4 Spearmen strike, 5 of the second and 5 of the third rank support.
    assert blows(game, "Minotaurs") == [("Spearmen", 6, 3, 3)]
    assert blows(game, "Spearmen") == [("Minotaurs", 14, 3, 4)]
    assert blows(game, "Minotaurs", "Stomp") == [("Spearmen", 2, 0, None)]
    # 3 lost and 12 R&F with the Marshal in three ranks: 3 + 2. Against it 3 + 6 + 2 lost and the charge.
    assert score(game) == (5, 12)
    # Three ranks against one are Steadfast: no modifier, on the Marshal's Discipline of 9.
    assert checks(game, "break") == [("Spearmen", 9, True)]


@pytest.mark.rule("eow.adv.char.attackable", "eow.special_attack.allocate")
def test_attacks_on_the_marshal_come_only_from_models_that_touch_him() -> None:
    # Minotaurs of 40 mm stand before files 0-1, 2-3, 4-5: the Marshal in file 0 is touched by one of them alone (its
    # neighbour begins at the far edge of file 1), so three of nine attacks may be his.
    table = lay(HERD_CHARGE).join("Marshal", "Spearmen", 0).fight("Minotaurs", "Spearmen").change("Marshal", (), agi=1)
    game = table.play({"Primal": (6, 6), "": 1}, phase="melee", active=1)
    game.until("allocate attacks")
    assert isinstance(game.question, Allocate)
    assert [(pool.count, len(pool.targets)) for pool in game.question.pools if len(pool.targets) > 1] == [(3, 2)]
    game.allocate(**{game.question.pools[0].key: {str(named(game, "Marshal")): 3}})
    assert ("Marshal", 3, 3, 4) in blows(game, "Minotaurs")  # 4 against the Marshal's 5
    assert ("Spearmen", 6, 3, 3) in blows(game, "Minotaurs")


@pytest.mark.rule("eow.adv.char.left_alone", "eow.adv.char.hits_rf_first")
def test_the_last_spearmen_fall_and_the_marshal_fights_on() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 6x4 at 18,10 models=3 files=3 | {EMPIRE}/Marshal at 3,3 | "
        "Warriors + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen", 1).change("Marshal", (), agi=0).fight("Warriors", "Spearmen")
    game = melee(table, {"Warriors Melee Attacks": 6, "Save": 1, "Break": (1, 2)}, 1)
    # All Warriors strike the ranks at Agility 4: two fall, what is over is lost, the Marshal has not a scratch.
    assert [told.health for told in game.told(events.HealthLost)] == [2]
    assert game.unit("Marshal").wounds == 0
    assert not game.told(events.UnitDestroyed)
    # The Warriors have two ranks (+1), the Marshal alone none: 0 against 3, Discipline 9 - 3.
    assert score(game) == (0, 3)
    assert checks(game, "break") == [("Marshal", 6, True)]
    # He still strikes at Agility 0 in the same round.
    assert blows(game, "Marshal") == [("Warriors", 3, 0, 4)]


@pytest.mark.rule("eow.adv.char.hits_rf_first", "eow.panic.quarter_losses")
def test_what_the_first_volley_has_over_is_lost_and_the_second_finds_the_wizard() -> None:
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 models=3 files=3 | 0 {EMPIRE}/Wizard at 3,40 | "
        "1 Clan Marksmen + 5x2 at 14,8 face 0 | 1 Clan Marksmen + 5x2 at 22,8 face 0"
    )
    table = lay(line, active=1).join("Wizard", "Handgunners", 1)
    game = table.play({"to hit": 6, "To-Wound": 6, "Panic": (1, 1), "Save": 1, "": 1}, phase="shooting")
    game.choose(game.keys[1])
    assert (game.unit("Wizard").wounds, game.unit("Handgunners").fate) == (0, "destroyed")
    # 2 of 2 + 3 Health Points are more than a quarter: the unit, now the Wizard alone, tests on 7.
    assert checks(game, "panic") == [("Wizard", 7, True)]
    game.choose(game.keys[1])
    assert game.unit("Wizard").fate == "destroyed"


@pytest.mark.rule("eow.panic.quarter_losses", "eow.adv.char.separate_hp")
@pytest.mark.parametrize(("wounds", "tests"), [(2, False), (3, True)])
def test_a_quarter_is_reckoned_of_ranks_and_character_together(wounds: int, tests: bool) -> None:
    # Nine Handgunners and a Wizard of 3 HP are 12: 3 is a quarter, 2 is not.
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 | 0 {EMPIRE}/Wizard at 3,40 | "
        "1 Clan Marksmen + 5x2 at 18,8 face 0"
    )
    table = lay(line, active=1).join("Wizard", "Handgunners")
    wound = tuple(6 if n < wounds else 1 for n in range(10))
    game = table.play({"to hit": 6, "To-Wound": wound, "Panic": (1, 1), "": 1}, phase="shooting").choose(
        unit="Clan Marksmen"
    )
    assert lost(game, "Handgunners") == wounds
    assert bool(checks(game, "panic")) is tests


# Casualties around a Character


@pytest.mark.rule("eow.adv.char.casualty_shift")
@pytest.mark.parametrize(
    ("file", "hits", "files", "spot"),
    [
        (2, 15, 5, (0, 2)),  # 4 R&F and the Marshal: one whole rank
        (2, 16, 4, (0, 2)),  # R R M R: the odd one goes from the right
        (2, 17, 3, (0, 1)),  # R M R
        (0, 17, 3, (0, 0)),  # M R R: he stays at the end
        (4, 17, 3, (0, 2)),  # R R M
        (4, 14, 5, (0, 4)),  # R R R R M and one behind
    ],
)
def test_a_rank_shrinks_around_the_marshal(file: int, hits: int, files: int, spot: tuple[int, int]) -> None:
    line = f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {EMPIRE}/Marshal at 3,3 | Warriors + 5x2 at 18,30 face 180"
    table = lay(line).join("Marshal", "Spearmen", file)
    where = base_of(table, "Marshal")
    game = struck(table, "Spearmen", hits)
    unit = game.unit("Spearmen")
    assert (unit.models, unit.files, unit.spot) == (19 - hits, files, spot)
    assert base_of(game, "Marshal") == where


@pytest.mark.rule("eow.result.health_points", "eow.adv.char.casualty_self", "eow.special.undead.crumble")
def test_the_health_points_of_a_fallen_character_count_for_the_result() -> None:
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 | 0 Vampire Covenant/Necromancer + Alchemy + General at 3,3 | "
        "0 Vampire Covenant/Zombies + 5x4 at 32,5 | 1 Ogre Khans/Khan at 18,20 face 180"
    )
    table = lay(line).join("Necromancer", "Barrow Guard").fight("Khan", "Barrow Guard")
    dice: dict[str, Fall] = {"Khan Melee": 6, "Crumble": (4, 3), "": 1}
    game = table.play(dice, phase="melee", active=1, first=0, turn=5).until("allocate attacks")
    assert isinstance(game.question, Allocate)
    game.allocate(**{game.question.pools[0].key: {str(named(game, "Necromancer")): 5}})
    while not game.game.over:
        game.decline()
    # Five wounds on 3 HP are 3. The Guard, 14 in three ranks, has +2 and loses by one: one crumbles.
    assert score(game) == (2, 3)
    # The General is gone: 7 against Discipline 7 costs the Guard nothing, against 2 five Zombies.
    assert (lost(game, "Barrow Guard"), lost(game, "Zombies")) == (1, 5)


# War Platforms

SHIELDS = (
    "Dwarven Holds/Clan Warriors + 5x3 at 18,10 | Thane + on Shield Bearers at 3,3 | Zombies + 5x4 at 18,20 face 180"
)


@pytest.mark.rule("eow.special.war_platform.base", "eow.special.war_platform.place")
def test_a_thane_on_shields_takes_the_place_of_two() -> None:
    table = lay(SHIELDS).join("Thane", "Clan Warriors")
    unit = table.unit("Clan Warriors")
    assert (unit.models, unit.room, unit.spot) == (13, (2, 1), (0, 1))
    assert ranks(table.battle, unit) == 3
    # Armour 3 + 2, 4 Health Points, the Advance of a dwarf.
    thane = table.battle.profile(table.unit("Thane"))
    assert (thane.hp, thane.arm, rate(table.battle, unit, "adv"), rate(table.battle, unit, "mar")) == (4, 5, 3, 9)
    assert "swap:0" not in table.play({}, phase="movement").keys


@pytest.mark.rule("eow.special.war_platform.place", "eow.special_attack.grind")
def test_all_dwarfs_behind_the_shields_support() -> None:
    table = lay(SHIELDS).join("Thane", "Clan Warriors").fight("Clan Warriors", "Zombies")
    game = melee(table, {})
    # All at Agility 0: three in front and five behind them, the Thane's three blows (6 against 1 is 2+), one Grind.
    assert blows(game, "Clan Warriors") == [("Zombies", 8, 0, 3)]
    assert blows(game, "Thane") == [("Zombies", 3, 0, 2)]
    assert blows(game, "Thane", "Grind") == [("Zombies", 1, 0, None)]
    # Grind has Strength 4 against 3.
    assert needs(game, "Thane", "Grind: To-Wound") == [3]
    # Three ranks against four: 2 to 3.
    assert score(game) == (2, 3)


@pytest.mark.rule("eow.special.war_platform.place", "eow.adv.char.casualty_self")
def test_rear_dwarfs_fill_the_two_places_of_a_dead_thane() -> None:
    game = struck(lay(SHIELDS).join("Thane", "Clan Warriors"), "Thane", 4)
    unit = game.unit("Clan Warriors")
    assert (unit.models, unit.guest, unit.files, ranks(game.battle, unit)) == (13, None, 5, 3)


ARCHMAGE = (
    "Saurian Ancients/Tegu Warriors + {} at 18,10 | Anurarch Archmage + Druidism + General at 3,3 | "
    "Zombies + 5x4 at 18,20 face 180"
)


@pytest.mark.rule("eow.list.saurian_ancients.rule.guarded", "eow.special.war_platform.base")
@pytest.mark.parametrize(
    ("formation", "hits", "spot", "rows"),
    [("6x4", 0, (1, 2), 4), ("4x3", 0, (1, 1), 3), ("4x3", 4, (1, 1), 1), ("4x3", 5, (0, 1), 2)],
)
def test_the_archmage_is_guarded_by_a_full_rank(formation: str, hits: int, spot: tuple[int, int], rows: int) -> None:
    # 6x4: four are replaced, 20 stay. 4x3: 8 stay; with 4 left the front is still full, with 3 it is not:
    # two stand beside him, one behind them.
    table = lay(ARCHMAGE.format(formation)).join("Anurarch Archmage", "Tegu Warriors")
    game = struck(table, "Tegu Warriors", hits)
    unit = game.unit("Tegu Warriors")
    assert (unit.spot, ranks(game.battle, unit)) == (spot, rows)


@pytest.mark.rule("eow.list.saurian_ancients.rule.guarded", "eow.adv.char.attackable")
def test_nobody_in_front_strikes_the_guarded_archmage_but_he_supports() -> None:
    table = lay(ARCHMAGE.format("6x4")).join("Anurarch Archmage", "Tegu Warriors").fight("Zombies", "Tegu Warriors")
    game = melee(table, {}, 1)
    assert {target for target, *_ in blows(game, "Zombies")} == {"Tegu Warriors"}
    # In the second rank, behind models in contact, he makes one Supporting Attack: 1 against 1.
    assert blows(game, "Anurarch Archmage") == [("Zombies", 1, 1, 4)]


@pytest.mark.rule("eow.list.saurian_ancients.rule.hunt_leader", "eow.special.frenzy")
def test_a_carnosaur_leads_a_pack() -> None:
    line = (
        "Saurian Ancients/Raptor Pack + {} at 18,10 | Carnosaur + Hunt Leader at 3,3 | Zombies + 5x4 at 18,20 face 180"
    )
    small = lay(line.format("5x1"))
    assert check_join(small.battle, small.unit("Carnosaur"), small.unit("Raptor Pack")) is not None
    table = lay(line.format("6x2")).join("Carnosaur", "Raptor Pack")
    pack = table.unit("Raptor Pack")
    assert (pack.models, pack.room, pack.spot) == (8, (2, 2), (0, 2))
    table.fight("Raptor Pack", "Zombies")
    game = melee(table, {"Zombies": 1})
    # Zombies 100 mm, the pack 150 mm: files 1 to 4 overlap (25-125), files 0 and 5 touch with a corner each. In front
    # of it stand raptors in files 0, 1, 4, 5 with 2 attacks each; behind these four support with 2 each (Support, but
    # no more than their Attack Value): 16 at Agility 4. The Carnosaur: 5 at Agility 3.
    assert blows(game, "Raptor Pack") == [("Zombies", 16, 4, 3)]
    assert blows(game, "Carnosaur") == [("Zombies", 5, 3, 3)]
    assert blows(game, "Carnosaur", "Stomp") == [("Zombies", 1, 0, None)]


@pytest.mark.rule("eow.special.frenzy", "eow.list.saurian_ancients.rule.communal_bond")
def test_frenzy_and_the_bond_cancel_each_other() -> None:
    line = (
        "Saurian Ancients/Raptor Pack + 6x2 at 18,10 | Carnosaur + Hunt Leader at 3,3 | Zombies + 5x4 at 18,22 face 180"
    )
    table = lay(line).join("Carnosaur", "Raptor Pack")
    table.battle.stage = "start of charges"
    game = table.play({"Frenzy": (4, 4), "": 1})
    # Maximised and Minimised: two plain dice, on the Carnosaur's Discipline of 7.
    assert checks(game, "frenzy") == [("Raptor Pack", 7, False)]
    assert not game.offers("pass")


# Odd ends of Combined Units


@pytest.mark.rule("eow.spell.evocation.hasten_the_hour", "eow.adv.char.casualty_self")
def test_a_wizard_who_falls_in_the_ranks_is_no_unit_destroyed() -> None:
    line = (
        f"0 {EMPIRE}/Handgunners + 5x2 at 18,20 face 180 | 0 {EMPIRE}/Wizard + Alchemy at 3,40 | "
        f"0 {EMPIRE}/Spearmen + 5x4 at 24,20 face 180 | 1 Beast Herds/Soothsayer + Evocation at 18,8 face 0"
    )
    table = lay(line).join("Wizard", "Handgunners").set("Wizard", wounds=2)
    play = magic(table, {"Casting": (6, 6), "": 6}, active=1, pools=(0, 9))
    play.cast("Soothsayer", "Hasten the Hour", "Handgunners", dice=2).choose(target="Wizard")
    # The Spearmen stand within 6", but the unit lives; 1 HP of 10 is no quarter.
    assert play.unit("Wizard").fate == "destroyed"
    assert (play.unit("Handgunners").models, checks(play, "panic")) == (9, [])


@pytest.mark.rule("eow.spell.faction.arise", "eow.adv.char.separate_hp")
@pytest.mark.parametrize(("healed", "models", "wounds"), [("Barrow Guard", 10, 2), ("Vampire Courtier", 7, 1)])
def test_arise_heals_the_ranks_or_the_vampire(healed: str, models: int, wounds: int) -> None:
    # Rsr 3 of the Guard gives three models, a Character regains one at most.
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 models=8 | "
        "0 Vampire Covenant/Vampire Courtier + Evocation + Arise! at 3,3 | 1 Zombies at 18,40 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Barrow Guard").set("Vampire Courtier", wounds=2)
    play = magic(table, {"Casting": (2, 2), "": 1}).cast("Vampire Courtier", "Arise!", "Barrow Guard", value=4, dice=2)
    assert play.topic == "heal whom"
    play.choose(str(named(play, healed)))
    assert (play.unit("Barrow Guard").models, play.unit("Vampire Courtier").wounds) == (models, wounds)


@pytest.mark.rule("eow.special.fear_immune")
@pytest.mark.parametrize(("models", "discipline"), [(1, 6), (2, 5)])
def test_half_of_the_models_with_fear_are_immune_to_it(models: int, discipline: int) -> None:
    # A Vampire with Fear among Ghouls that are not Fearless here: half of 1 + 1, but not of 2 + 1.
    line = (
        "0 Vampire Covenant/Ghouls + 5x3 at 18,10 | 0 Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        "1 Varkolak at 18,20 face 180"
    )
    table = lay(line).change("Ghouls", ["Unstable"]).change("Vampire Courtier", ["Fear", "Unstable"])
    table.set("Ghouls", models=models + 1, files=models + 1).join("Vampire Courtier", "Ghouls", 0)
    assert value(table.fight("Varkolak", "Ghouls").battle, table.unit("Ghouls"), "dis") == discipline


@pytest.mark.rule("eow.adv.char.attackable", "eow.result.flank_rear")
@pytest.mark.parametrize(
    ("file", "on_marshal", "on_spearmen", "spearmen"),
    [(0, [("Marshal", 3, 4, 4)], 12, 3), (4, [], 15, 4)],
)
def test_warriors_in_the_flank(file: int, on_marshal: list[Any], on_spearmen: int, spearmen: int) -> None:
    # Five Warriors (125 mm) at a flank of four ranks (80 mm): all touch it, 5 x 2 and five that support. The one at the
    # end touches the first rank only: if the Marshal stands there, its two blows and its supporter's are his.
    line = (
        f"0 {EMPIRE}/Spearmen + 5x4 at 18,10 | 0 {EMPIRE}/Marshal at 3,3 | "
        "1 Warriors of the Dark Gods/Warriors + 5x2 at 30,10"
    )
    table = lay(line).join("Marshal", "Spearmen", file).fight("Warriors", "Spearmen", "left")
    game = melee(table, {"Break": (1, 1)}, 1)
    assert [blow for blow in blows(game, "Warriors") if blow[0] == "Marshal"] == on_marshal
    assert ("Spearmen", on_spearmen, 4, 3) in blows(game, "Warriors")
    # From the flank nobody supports: only the models of that file strike.
    assert blows(game, "Spearmen") == [("Warriors", spearmen, 3, 4)]
    # Four ranks +3 against two ranks +1 and the flank +2.
    assert score(game) == (3, 3)


@pytest.mark.rule("eow.special_attack.breath_modes", "eow.list.highborn_elves.rule.dragon_mage")
def test_an_initiate_breathes_in_melee() -> None:
    line = f"0 Highborn Elves/Initiate of the Fiery Heart at 18,10 | 1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    table = lay(line).fight("Initiate of the Fiery Heart", "Imperial Guard")
    game = table.play({"Hits of Breath": (3, 4), "": 1}, phase="melee", active=0, first=1, turn=5)
    assert game.topic == "breath"
    game.choose("breath")
    while not game.game.over:
        game.decline()
    # 2D3 of a 3 and a 4 are 2 + 2, at Agility 3 as its blows; Strength 4 against 3. Of the Guard three touch 50 mm and
    # three support.
    assert blows(game, "Initiate of the Fiery Heart", "Breath") == [("Imperial Guard", 4, 3, None)]
    assert blows(game, "Initiate of the Fiery Heart") == [("Imperial Guard", 4, 3, 4)]
    assert needs(game, "Initiate of the Fiery Heart", "Breath: To-Wound") == [3]
    assert blows(game, "Imperial Guard") == [("Initiate of the Fiery Heart", 6, 3, 4)]


@pytest.mark.rule("eow.list.highborn_elves.rule.queens_cavalier", "eow.special.devastating")
@pytest.mark.parametrize(("charging", "attacks", "discipline"), [(True, 4, 6), (False, 3, 7)])
def test_a_cavalier_frightens_when_he_charges(charging: bool, attacks: int, discipline: int) -> None:
    line = (
        "0 Highborn Elves/Highborn Lancers + 4x2 at 18,10 | 0 Highborn Elves/Commander + Queen's Cavalier at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 6x4 at 18,20 face 180"
    )
    table = lay(line).join("Commander", "Highborn Lancers", 1).fight("Highborn Lancers", "Spearmen")
    table.set("Highborn Lancers", charging=charging)
    assert value(table.battle, table.unit("Commander"), "att") == attacks
    assert value(table.battle, table.unit("Spearmen"), "dis") == discipline


@pytest.mark.rule("eow.vault.artefact.crown_of_autocracy", "eow.list.infernal_dwarves.rule.infernal_brand")
@pytest.mark.parametrize(
    ("lender", "borrower", "inches", "discipline"),
    [
        (f"{EMPIRE}/Marshal + General + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 15.0, 9),
        (f"{EMPIRE}/Marshal + General + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 15.1, 7),
        (f"{EMPIRE}/Marshal + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 3.0, 9),
        (f"{EMPIRE}/Marshal + Crown of Autocracy", f"{EMPIRE}/Handgunners + 5x2", 3.1, 7),
        # A Cult Leader reaches 18" already, and nobody farther.
        ("Ogre Khans/Khan + Cult Leader + Crown of Autocracy", "Ogre Khans/Scraplings + 5x4", 18.0, 8),
        ("Ogre Khans/Khan + Cult Leader + Crown of Autocracy", "Ogre Khans/Scraplings + 5x4", 18.1, 6),
        # The Brand is for the Insignificant within 6".
        ("Infernal Dwarves/Infernal Warriors + 5x2", "Infernal Dwarves/Vassal Levies + 5x4", 6.0, 9),
        ("Infernal Dwarves/Infernal Warriors + 5x2", "Infernal Dwarves/Vassal Levies + 5x4", 6.1, 7),
    ],
)
def test_how_far_discipline_is_lent(lender: str, borrower: str, inches: float, discipline: int) -> None:
    table = lay(f"0 {lender} at 5,10 | 0 {borrower} at 25,10 | 1 Zombies at 18,44 face 180")
    first, second = table.battle.units[:2]
    gap(table, second.name, first.name, inches)
    assert nominated(table.battle, second)[0] == discipline
