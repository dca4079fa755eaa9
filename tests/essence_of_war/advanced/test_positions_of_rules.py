"""Positions of model rules, the Vault, spells and Victory Points, reckoned by hand from the book and the rulings."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.advanced.positions import (
    EMPIRE,
    ahead,
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
from tests.essence_of_war.harness import Fall, Table
from warhost.rulesets.essence_of_war.chapters.victory.victory_points import points_of, result_of
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.shown import events

# Fear, Fearless, Unstable, Supernal, Undead


@pytest.mark.rule("eow.special.fear", "eow.special.unstable.break", "eow.list.undying_dynasties.rule.undying_will")
def test_a_nomarch_among_his_guard_frightens_and_crumbles_last() -> None:
    line = (
        "Undying Dynasties/Necropolis Guard + 5x3 at 18,10 | Undying Dynasties/Nomarch + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).join("Nomarch", "Necropolis Guard", 2).fight("Imperial Guard", "Necropolis Guard")
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: To-Wound": (6, 6, 6, *[1] * 7)}
    dice["Imperial Guard Melee Attacks: to hit"] = 6
    game = melee(table.set("Imperial Guard", charging=True), {**dice, "Save": 1}, 1)
    # All at Agility 3. The R&F have 4 + 2 to hit against 5: 3+; 4 in front with 2 attacks, 5 behind: 13. The Nomarch,
    # who gives but does not get the bonus, 5 against 5 on 4+.
    assert blows(game, "Necropolis Guard") == [("Imperial Guard", 13, 3, 3)]
    assert blows(game, "Nomarch") == [("Imperial Guard", 3, 3, 4)]
    # Imperial Guard 4 against 3 + 2: 4+; 5 in front and 5 behind, all on the ranks.
    assert blows(game, "Imperial Guard") == [("Necropolis Guard", 10, 3, 4)]
    # Three fall: 11 R&F and the Nomarch are three ranks. 2 against 3 + 2 + 1: four more crumble, without a test.
    assert score(game) == (2, 6)
    assert checks(game, "break") == []
    assert (game.unit("Necropolis Guard").models, game.unit("Nomarch").wounds) == (7, 0)
    # In contact with the Nomarch the Imperial Guard has a Discipline of 8 - 1.
    assert value(game.battle, game.unit("Imperial Guard"), "dis") == 7


@pytest.mark.rule("eow.special.fear", "eow.special.fear_immune")
@pytest.mark.parametrize(("file", "discipline"), [(2, 7), (0, 8)])
def test_only_a_vampire_in_contact_frightens(file: int, discipline: int) -> None:
    # One knight of 25 mm before the middle of five ghouls: it touches file 2 and, by its ends, files 1 and 3.
    line = (
        "Vampire Covenant/Ghouls + 5x3 at 18,10 | Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        f"1 {EMPIRE}/Electoral Cavalry + 5x1 at 18,20 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Ghouls", file).set("Electoral Cavalry", models=1, files=1)
    table.fight("Electoral Cavalry", "Ghouls")
    assert value(table.battle, table.unit("Electoral Cavalry"), "dis") == discipline


@pytest.mark.rule("eow.special.supernal", "eow.special.fear")
def test_the_margin_of_supernal_counts_the_combat_and_fear() -> None:
    line = "Daemon Legions/Hellhounds + 5x1 at 18,10 | 1 Varkolak at 18,20 face 180"
    table = lay(line).fight("Varkolak", "Hellhounds").set("Varkolak", charging=True)
    game = melee(table, {"Varkolak Melee Attacks": 6, "Aegis": 1, "Break": (4, 4)}, 1)
    # Five blows at Agility 4, 5 against 3: 3+; they strike together with the hounds: 5 hounds of 3 attacks could.
    # All five hounds fall: nobody is left to test.
    assert blows(game, "Varkolak") == [("Hellhounds", 5, 4, 3)]
    assert checks(game, "break") == []
    table = lay(line).fight("Varkolak", "Hellhounds").set("Varkolak", charging=True)
    wounds = (6, 6, 1, 1, 1)
    dice: dict[str, Fall] = {"Varkolak Melee Attacks: to hit": 6, "Varkolak Melee Attacks: To-Wound": wounds}
    game = melee(table, {**dice, "Aegis": 1, "Break": (4, 4)}, 1)
    # Two fall and the charge: 0 to 3. The hounds have one rank, the Towering Varkolak one: nobody is Steadfast.
    assert score(game) == (0, 3)
    # Discipline 7 - 3, Fearless against Fear: 8 is four too many; of the three hounds left all are gone.
    assert checks(game, "break") == [("Hellhounds", 4, False)]
    assert game.unit("Hellhounds").fate == "destroyed"


@pytest.mark.rule("eow.list.vampire_covenant.rule.grim_coachman", "eow.special.unstable.break")
@pytest.mark.parametrize(("inches", "crumbles"), [(6.0, 2), (6.1, 3)])
def test_the_coachman_saves_one_zombie(inches: float, crumbles: int) -> None:
    line = (
        "Vampire Covenant/Zombies + 5x4 at 18,10 | Necromancer + Grim Coachman + Alchemy + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).fight("Imperial Guard", "Zombies", "rear").set("Imperial Guard", charging=True)
    gap(table, "Necromancer", "Zombies", inches)
    # Nobody is hurt. Zombies +3; Guard +2 by ranks, +1 charge, +2 rear and one Zombie killed: 6.
    dice: dict[str, Fall] = {"Imperial Guard Melee Attacks: to hit": 6, "Aegis": 1}
    game = melee(table, {**dice, "Imperial Guard Melee Attacks: To-Wound": (6, *[1] * 9)}, 1)
    assert score(game) == (3, 6)
    assert lost(game, "Zombies") == 1 + crumbles


@pytest.mark.rule("eow.special.undead.crumble")
def test_the_army_crumbles_at_the_end_of_the_phase_in_which_the_vampire_fell() -> None:
    line = (
        "0 Vampire Covenant/Vampire Courtier + Evocation + General at 18,20 face 180 wounds=2 | "
        "0 Vampire Covenant/Zombies + 5x4 at 6,40 face 180 | 0 Vampire Covenant/Barrow Guard + 5x3 at 28,40 face 180 | "
        "1 Clan Marksmen + 5x2 at 18,8 face 0"
    )
    game = lay(line, active=1).play(
        {"to hit": 6, "To-Wound": 6, "Save": 1, "Zombies": (3, 3), "Barrow Guard": (3, 3), "": 1}, phase="shooting"
    )
    game.choose(unit="Clan Marksmen", target="Vampire Courtier")
    # 6 against Discipline 2 costs four Zombies, against 7 no Barrow Guard.
    assert (lost(game, "Zombies"), lost(game, "Barrow Guard")) == (4, 0)


# Weapons and armour of the Vault


@pytest.mark.rule("eow.vault.weapon.touch_of_greatness", "eow.special.devastating")
@pytest.mark.parametrize(("charging", "needed"), [(True, []), (False, [6])])
def test_greatness_and_a_charge_add_up(charging: bool, needed: list[int]) -> None:
    # Strength 6 and AP 3 of the Thane, +1 each by the weapon, +1 each by the charge.
    line = "Dwarven Holds/Thane + Touch of Greatness at 18,10 | Steam Tank at 18,20 face 180"
    table = lay(line).fight("Thane", "Steam Tank").set("Thane", charging=charging)
    game = melee(table, {"Thane Melee Attacks": 6, "Save": 6})
    # Resilience 5, Armour 5: 2+ to wound either way; 5 - 5 leaves no save, 5 - 4 leaves 6+.
    assert needs(game, "Thane", "To-Wound") == [2]
    assert [roll.need for roll in game.rolls if "Armour" in roll.why] == needed


@pytest.mark.rule("eow.vault.armour.essence_of_mithril", "eow.vault.armour.hardening_infusion")
@pytest.mark.parametrize(
    ("line", "spell", "armour"),
    [
        ("Dwarven Holds/Runic Smith + Hardening Infusion", "", 5),  # 4 + 1
        ("Dwarven Holds/Thane + on Shield Bearers + Hardening Infusion", "", 5),  # 3 + 2 is five already
        (f"{EMPIRE}/Marshal + on Horse + Destiny's Call", "", 3),  # 3 + 2, then set to 3
        (f"{EMPIRE}/Marshal + Destiny's Call", "Word of Iron", 3),  # never better than 3
        (f"{EMPIRE}/Marshal + Essence of Mithril", "Word of Iron", 5),
        (f"{EMPIRE}/Marshal + Hardening Infusion", "Word of Iron", 5),  # 3 + 1, and 1 by the spell
        (f"{EMPIRE}/Wizard + Hardening Infusion + Alchemy", "", 2),
    ],
)
def test_armour_of_the_vault(line: str, spell: str, armour: int) -> None:
    table = lay(f"{line} at 18,10 | 1 Zombies at 18,40 face 180")
    one = table.battle.units[0]
    if spell:
        one.effects = (Effect(spell, 0, 0),)
    assert value(table.battle, one, "arm") == armour


@pytest.mark.rule("eow.vault.artefact.signet_of_command")
@pytest.mark.parametrize(
    ("line", "discipline"),
    [
        (f"{EMPIRE}/Wizard + Alchemy + Signet of Command", 8),
        (f"{EMPIRE}/Marshal + Signet of Command", 9),
        ("Dread Elves/Silexian Officer + Signet of Command", 10),  # more than nine already: no more, no less
    ],
)
def test_the_signet_lifts_discipline_up_to_nine(line: str, discipline: int) -> None:
    table = lay(f"{line} at 18,10 | 1 Zombies at 18,40 face 180")
    assert value(table.battle, table.battle.units[0], "dis") == discipline


@pytest.mark.rule("eow.vault.weapon.shield_breaker", "eow.vault.weapon.supernatural_dexterity")
def test_a_shield_breaker_needs_a_three_against_anybody() -> None:
    line = f"{EMPIRE}/Marshal + {{}} at 18,10 | Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
    table = lay(line.format("Shield Breaker")).fight("Marshal", "Zombies")
    game = melee(table, {"Marshal Melee Attacks: to hit": 6, "Marshal Melee Attacks: To-Wound": (2, 2, 3)})
    assert lost(game, "Zombies") == 1  # Strength 5 against 3 is 2+, but twos never wound; Zombies have no saves
    # Dexterity: 5 + 2 against 1 is 2+ as 5 against 1 is; Agility 7.
    table = lay(line.format("Supernatural Dexterity")).fight("Marshal", "Zombies")
    assert blows(melee(table, {}), "Marshal") == [("Zombies", 3, 7, 2)]


@pytest.mark.rule("eow.vault.banner.battle_standard", "eow.special.rally_around_the_flag")
def test_a_standard_in_the_ranks_lets_the_unit_roll_its_break_again() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Marshal + Battle Standard at 3,3 | "
        "Warriors + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Handgunners", 2).fight("Warriors", "Handgunners").set("Warriors", charging=True)
    dice: dict[str, Fall] = {"to hit": 6, "Warriors Melee Attacks: To-Wound": (6, 6, *[1] * 13), "To-Wound": 1}
    game = melee(table, {**dice, "Break": [(6, 6), (2, 3)]}, 1)
    # Two fall; 7 and the Marshal are two ranks as the Warriors: 1 to 2 + 1 + 1. Discipline 9 - 3.
    assert score(game) == (1, 4)
    assert checks(game, "break") == [("Handgunners", 6, False), ("Handgunners", 6, True)]


@pytest.mark.rule("eow.vault.banner.banner_of_speed", "eow.list.empire_of_sonnstahl.rule.order_speed")
def test_a_banner_in_the_ranks_hastens_its_own_unit_and_those_near_it() -> None:
    line = (
        f"{EMPIRE}/Spearmen + 5x4 at 18,10 | {EMPIRE}/Marshal + Banner of Speed at 3,3 | "
        f"{EMPIRE}/Imperial Guard + 5x3 at 30,10 | Zombies at 18,44 face 180"
    )
    table = lay(line).join("Marshal", "Spearmen", 4)
    for inches, rates in ((6.0, (5, 10)), (6.1, (4, 8))):
        gap(table, "Imperial Guard", "Marshal", inches)
        guard = table.unit("Imperial Guard")
        assert (rate(table.battle, guard, "adv"), rate(table.battle, guard, "mar")) == rates
    spears = table.unit("Spearmen")
    assert (rate(table.battle, spears, "adv"), rate(table.battle, spears, "mar")) == (5, 10)


@pytest.mark.rule("eow.vault.artefact.dragon_staff", "eow.special_attack.breath_hits")
def test_a_dragon_staff_in_the_ranks_breathes_from_where_its_bearer_stands() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 marched moved | {EMPIRE}/Marshal + Dragon Staff at 3,3 | "
        "Zombies + 5x4 at 18,20 face 180"
    )
    table = lay(line).join("Marshal", "Handgunners", 2)
    ahead(table, "Zombies", "Handgunners", 6.0)
    game = table.play({"To-Wound": 6, "shots": (6, 6), "": 1}, phase="shooting")
    # The Handgunners marched; only the breath may still be used: 2D3 hits of Strength 4 against 3.
    game.choose(target="Zombies")
    assert lost(game, "Zombies") == 6
    assert needs(game, "Marshal", "To-Wound") == [3]


# Spells of Wizards in the ranks

CASTERS = (
    "0 {army}/{unit} at 18,10 | 0 {army}/{wizard} at 3,3 | 1 {target} at 18,22 face 180 | "
    "1 Zombies + 5x4 at 32,44 face 180"
)


def caster(army: str, unit: str, wizard: str, target: str) -> Table:
    table = lay(CASTERS.format(army=army, unit=unit, wizard=wizard, target=target))
    return table.join(wizard.partition(" +")[0], unit.partition(" +")[0])


@pytest.mark.rule("eow.spell.alchemy.molten_copper")
@pytest.mark.parametrize(
    ("target", "need"),
    [
        ("Vampire Covenant/Zombies + 5x4", 4),  # Armour 0 counts as 2: Strength 3 against 3
        ("Vermin Swarm/Vermin Velites + 5x3", 3),  # Armour 1 counts as 2: Strength 3 against 2
        ("Dwarven Holds/Greybeards + 5x2", 4),  # Strength 4 against 4
        (f"{EMPIRE}/Electoral Cavalry + 5x2", 2),  # Strength 6 against 3
    ],
)
def test_molten_copper_is_hotter_on_armour(target: str, need: int) -> None:
    table = caster(EMPIRE, "Handgunners + 5x2", "Wizard + Master + Alchemy", target)
    play = magic(table, {"Casting": (6, 6), "": 1})
    key = next(key for key in play.keys if ":Molten Copper:" in key and key.endswith(">2"))
    play.choose(key).choose("2")
    assert needs(play, "Wizard", "To-Wound") == [need]


@pytest.mark.rule("eow.spell.alchemy.silver_spike", "eow.special.multiple_wounds_cap")
@pytest.mark.parametrize(("target", "health_lost"), [("Ogre Khans/Tribesmen + 3x1", 2), (f"{EMPIRE}/Reiters + 5x1", 1)])
def test_a_silver_spike_takes_two_from_an_ogre_and_one_from_a_man(target: str, health_lost: int) -> None:
    table = caster(EMPIRE, "Handgunners + 5x2", "Wizard + Alchemy", target)
    play = magic(table, {"Casting": (6, 6), "To-Wound": 6, "": 1})
    play.choose(next(key for key in play.keys if ":Silver Spike:" in key and key.endswith(">2"))).choose("2")
    # AP 10 leaves no Armour.
    assert play.told(events.HealthLost)[0].health == health_lost


@pytest.mark.rule("eow.spell.shamanism.swarm_of_insects")
def test_insects_sting_on_sixes_and_armour_holds() -> None:
    table = caster("Beast Herds", "Wildhorn Herd + 5x3", "Soothsayer + Shamanism", f"{EMPIRE}/Imperial Guard + 5x3")
    play = magic(table, {"Casting": (6, 6), "To-Wound": 6, "Save": 6, "": (1, 2, 3, 4)})
    play.choose(next(key for key in play.keys if ":Swarm of Insects:" in key and key.endswith(">2"))).choose("2")
    told = play.told(events.AttackResolved)[0]
    # 4D6 hits; Strength 1 against 3 on 6+, Armour 4 against AP 0 on 3+.
    assert needs(play, "Soothsayer", "To-Wound") == [6]
    assert [roll.need for roll in play.rolls if "Armour" in roll.why] == [3]
    assert told.hits == 1 + 2 + 3 + 4


@pytest.mark.rule("eow.spell.evocation.spectral_blades", "eow.list.vampire_covenant.rule.lethal_strike")
def test_lethal_blows_under_spectral_blades() -> None:
    line = (
        "0 Vampire Covenant/Barrow Guard + 5x3 at 18,10 | 0 Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        "1 Dwarven Holds/Greybeards + 5x2 at 18,20 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Barrow Guard").fight("Barrow Guard", "Greybeards")
    table.set("Barrow Guard", effects=(Effect("Spectral Blades", 0, 0),))
    dice: dict[str, Fall] = {
        "Barrow Guard Melee Attacks: to hit": 6,
        "Barrow Guard Melee Attacks: To-Wound again": (6, 6, 3),
        "Barrow Guard Melee Attacks: To-Wound": (1, 1, 1, 3, 3, 3, 3, 3, 6),
        "Save": 6,
    }
    game = melee(table, dice)
    # 4 in front and 5 behind: nine. Strength 5 against 4: 3+. Three ones are rolled again: 6, 6, 3. So three of nine
    # wounds are lethal and have no Armour Save (AP 10), six have 3 - 2: 6+. Shield Wall saves on 6+ in front.
    assert blows(game, "Barrow Guard") == [("Greybeards", 9, 3, 4)]
    told = next(t for t in game.told(events.AttackResolved) if t.attacker == named(game, "Barrow Guard"))
    assert (told.wounds, told.armour_saved, told.aegis_saved) == (9, 6, 3)


@pytest.mark.rule("eow.spell.pyromancy.fireball", "eow.list.highborn_elves.rule.fiery_heart_engaged")
@pytest.mark.rule("eow.list.highborn_elves.rule.spellcrafting")
def test_a_fiery_heart_burns_whom_its_unit_fights() -> None:
    line = (
        "0 Highborn Elves/Citizen Spearmen + 5x3 at 18,10 | 0 Highborn Elves/Mage + Fiery Heart + Pyromancy at 3,3 | "
        "1 Dwarven Holds/Greybeards + 5x2 at 18,20 face 180 | 1 Dwarven Holds/Clan Warriors + 5x2 at 26,20 face 180"
    )
    table = lay(line).join("Mage", "Citizen Spearmen").fight("Citizen Spearmen", "Greybeards")
    play = magic(table, {"Casting": (2, 2), "": 1})
    targets = {option.target for option in play.options if ":Fireball:" in option.key}
    # The unit it fights, and nobody else: for others it stays Engaged.
    assert targets == {2}
    play.cast("Mage", "Fireball", "Greybeards", dice=2)
    # 5+ is 4+ by Spellcrafting: a total of 4 is enough.
    assert [told.value for told in play.told(events.SpellDeclared)] == [4]
    assert play.told(events.SpellCast)


@pytest.mark.rule("eow.list.dwarven_holds.rule.hewn_mountain", "eow.list.highborn_elves.rule.spellcrafting")
def test_a_mountain_outweighs_spellcrafting() -> None:
    line = (
        "0 Highborn Elves/Mage + Pyromancy at 18,10 | 1 Dwarven Holds/Clan Warriors + 5x2 at 18,24 face 180 | "
        "1 Dwarven Holds/Thane at 4,40 | 1 Dwarven Holds/Runic Smith at 8,40"
    )
    play = magic(lay(line), {"Casting": (1, 3), "": 1}).cast("Mage", "Fireball", "Clan Warriors", dice=2)
    # 5 + 1 (two bearers do not add up) - 1.
    assert [told.value for told in play.told(events.SpellDeclared)] == [5]
    assert play.told(events.SpellFailed)


@pytest.mark.rule("eow.vault.artefact.obsidian_rock", "eow.list.daemon_legions.rule.immortal_denizens")
def test_a_rock_in_the_ranks_weakens_the_casting() -> None:
    line = (
        "0 Daemon Legions/Imps + 6x2 + Conclave at 18,10 | 1 Beast Herds/Wildhorn Herd + 5x3 at 18,24 face 180 | "
        "1 Beast Herds/Beast Chieftain + Obsidian Rock at 4,40"
    )
    table = lay(line).join("Beast Chieftain", "Wildhorn Herd")
    play = magic(table, {"Casting": 5, "": 1}).cast("Imps", "Spear of Infinity", "Wildhorn Herd", dice=1)
    # 5 + 1 by one die of an Immortal Denizen - 2 by the Rock is 4: just enough.
    assert [told.total for told in play.told(events.SpellCast)] == [4]
    table = lay(line).join("Beast Chieftain", "Wildhorn Herd")
    play = magic(table, {"Casting": 4, "": 1}).cast("Imps", "Spear of Infinity", "Wildhorn Herd", dice=1)
    assert play.told(events.SpellFailed)


# Points of Victory


def outcome(table: Table, size: int = 1600) -> Any:
    table.battle.note(size=size)
    table.battle.mission = "Occupation"
    return points_of(table.battle, 1)


@pytest.mark.rule("eow.adv.vp.characters_separate", "eow.adv.vp.shattered", "eow.adv.vp.starting_hp")
@pytest.mark.parametrize(
    ("models", "wounds", "flees", "points"),
    [
        (6, 0, False, 175),  # 6 of the 24 of the list are a quarter
        (7, 2, False, 0),  # 7 are more; a Marshal with 1 of 3 is not shattered
        (7, 0, True, 175 + 150),  # both flee
    ],
)
def test_spearmen_and_marshal_are_reckoned_apart(models: int, wounds: int, flees: bool, points: int) -> None:
    line = f"0 {EMPIRE}/Spearmen + 6x4 at 5,5 | 0 {EMPIRE}/Marshal at 3,3 | 1 Zombies + 5x4 at 5,43 face 180"
    table = lay(line).join("Marshal", "Spearmen", 0).set("Spearmen", models=models, fleeing=flees)
    assert outcome(table.set("Marshal", wounds=wounds)).total == points


@pytest.mark.rule("eow.adv.vp.result")
@pytest.mark.parametrize("size", [0, 800])
def test_equal_points_are_a_draw_of_whatever_size(size: int) -> None:
    assert result_of(0, size) == "draw"


@pytest.mark.rule("eow.adv.vp.mission", "eow.adv.mission.ignored_units")
def test_a_combined_unit_counts_once_and_its_last_character_not_at_all() -> None:
    line = f"0 Zombies + 5x4 at 5,5 | 1 {EMPIRE}/Spearmen + 6x4 at 18,24 face 180 | 1 {EMPIRE}/Marshal at 3,40"
    table = lay(line).join("Marshal", "Spearmen")
    assert outcome(table).mission == 400
    game = struck(lay(line).join("Marshal", "Spearmen"), "Spearmen", 23)
    game.battle.note(size=1600)
    game.battle.mission = "Occupation"
    assert points_of(game.battle, 1).mission == 0
    # For the other side: the Spearmen are destroyed, the Marshal is whole.
    assert points_of(game.battle, 0).total == 175
