"""Positions in which several rules meet: spells on combined units, terrain, flight, the end, coalitions."""

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
    score,
    struck,
)
from tests.essence_of_war.advanced.spellbook import magic, teach
from tests.essence_of_war.advanced.test_positions_of_coalitions import coalition
from tests.essence_of_war.advanced.test_positions_of_setting_out import game_of, on_to, zones
from tests.essence_of_war.harness import Fall, Table
from tests.playing import pose
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.damage.damage import aegis_save
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_attack
from warhost.rulesets.essence_of_war.chapters.victory.victory_points import points_of
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Boon, Effect
from warhost.rulesets.essence_of_war.core.formation import ranks
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Arc, Forward, Pose

# Spells and combined units


@pytest.mark.rule("eow.spell.druidism.healing_waters", "eow.adv.char.part_of_unit")
def test_waters_lift_the_aegis_of_each_model_by_itself() -> None:
    line = (
        "Daemon Legions/Myrmidons + 4x3 at 18,10 | Daemon Legions/Harbinger + Pyromancy + General at 3,3 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180"
    )
    table = lay(line).join("Harbinger", "Myrmidons").set("Myrmidons", effects=(Effect("Healing Waters", 0, 0),))
    blows_at = [damage.prepared(table.battle, Attack("melee", 2, one, 1, "T", "eow.melee.to_hit")) for one in (0, 1)]
    # 5+ of the Myrmidons becomes 4+; the Harbinger has it already.
    assert [aegis_save(blow) for blow in blows_at] == [(4, "Healing Waters"), (4, "Harbinger")]


@pytest.mark.rule("eow.spell.pyromancy.scorching_salvo", "eow.adv.char.hits_rf_first")
def test_a_salvo_strikes_a_combined_unit_once_and_in_its_ranks() -> None:
    line = (
        f"{EMPIRE}/Wizard + Pyromancy + Master + General at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | "
        f"1 {EMPIRE}/Marshal + General at 3,45"
    )
    table = lay(line).join("Marshal", "Spearmen")
    game = magic(table, {"Casting": (6, 6), "Hits": 6, "To-Wound": 6, "Save": 1, "": 1})
    game.choose(next(key for key in game.keys if "Scorching" in key)).choose("2")
    assert (lost(game, "Spearmen"), lost(game, "Marshal")) == (4, 0)


@pytest.mark.rule("eow.spell.thaumaturgy.wrath_of_god", "eow.adv.char.hits_rf_first")
def test_wrath_on_the_own_ranks_leaves_the_caster_among_them_alone() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Wizard + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,16 face 180"
    )
    table = ahead(lay(line).join("Wizard", "Handgunners"), "Tribesmen", "Handgunners", 3.0)
    teach(table.battle, "Wizard", "Wrath of God")
    game = magic(table, {"Casting": (6, 6), "To-Wound": 6, "Save": 1, "": 3})
    game.cast("Wizard", "Wrath of God", "Tribesmen", dice=2)
    # A radius of twice two inches reaches over three: four hits for each unit.
    assert (lost(game, "Tribesmen"), lost(game, "Handgunners"), lost(game, "Wizard")) == (4, 4, 0)


@pytest.mark.rule("eow.special.undead.march", "eow.list.vampire_covenant.rule.autonomous", "eow.adv.char.left_alone")
@pytest.mark.parametrize("ghouls", [True, False])
def test_a_vampire_marches_when_the_last_ghoul_is_gone(ghouls: bool) -> None:
    line = (
        "Vampire Covenant/Ghouls + 5x3 at 18,10 | Vampire Covenant/Vampire Courtier + Evocation at 3,3 | "
        "Vampire Covenant/Necromancer + Alchemy + General at 3,45 | 1 Ogre Khans/Tribesmen + 3x1 at 30,46 face 180"
    )
    table = lay(line).join("Vampire Courtier", "Ghouls")
    if not ghouls:
        table = alone(table, "Ghouls")
    game = table.play({"": 1}, phase="movement").choose(unit="Ghouls" if ghouls else "Vampire Courtier")
    assert ("march" in kinds(game)) is not ghouls


@pytest.mark.rule("eow.special.undead.crumble", "eow.adv.char.highest_discipline")
def test_the_ranks_around_a_fallen_general_crumble_too_on_what_discipline_is_left() -> None:
    line = (
        f"{DYNASTIES}/Necropolis Guard + 5x3 at 18,10 | {DYNASTIES}/Nomarch + General at 3,3 wounds=2 | "
        f"1 {EMPIRE}/Marshal + General at 18,20 face 180"
    )
    table = lay(line).join("Nomarch", "Necropolis Guard", 2).fight("Marshal", "Necropolis Guard")
    table.set("Nomarch", wounds=2)
    game = fought_at(table, "Nomarch", 1, {"Marshal Melee": 6, "Save": 1, "Crumble": (5, 5)})
    # Without his 9 the Guard has its own 8.
    assert game.unit("Nomarch").fate == "destroyed"
    assert checks(game, "crumble") == [("Necropolis Guard", 8, False)]
    assert lost(game, "Necropolis Guard") == 2


# Terrain, flight and the end of the battle


@pytest.mark.rule("eow.dangerous.damage", "eow.adv.char.separate_hp")
def test_a_marshal_on_a_horse_has_a_die_of_his_own_in_the_wood() -> None:
    line = (
        f"36x48 hindering 18,15 6x4 | {EMPIRE}/Electoral Cavalry + 5x1 at 18,10 | "
        f"{EMPIRE}/Marshal + on Horse + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 4,46 face 180"
    )
    table = lay(line).join("Marshal", "Electoral Cavalry")
    game = table.play({"Marshal": 1, "Electoral": (1, 2, 2, 2), "": 1}, phase="movement")
    game.choose(unit="Electoral Cavalry").move("march", Forward(14.0))
    assert (lost(game, "Electoral Cavalry"), lost(game, "Marshal")) == (1, 1)


@pytest.mark.rule("eow.charge.fleeing.destroyed", "eow.adv.char.part_of_unit", "eow.adv.vp.characters_separate")
def test_who_is_ridden_down_in_flight_dies_with_the_character_in_the_ranks() -> None:
    line = (
        f"{EMPIRE}/Electoral Cavalry + 5x1 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,16 fleeing | "
        f"1 {EMPIRE}/Marshal + General at 3,45"
    )
    table = lay(line).join("Marshal", "Spearmen").set("Spearmen", fleeing=True)
    table.battle.note(size=1200)
    game = table.play({"Flee": 1, "": 6}, phase="charge").choose(unit="Electoral Cavalry")
    while game.topic and game.battle.phase == "charge":
        game.decline()
    assert (game.unit("Spearmen").fate, game.unit("Marshal").fate) == ("destroyed", "destroyed")
    assert points_of(game.battle, 0).total == 150 + 150


ENDED = (
    f"0 {EMPIRE}/Spearmen + 5x4 at 5,5 | 0 {EMPIRE}/Marshal + General at 3,3 | 0 {EMPIRE}/Handgunners + 5x2 at 20,5 | "
    "1 Ogre Khans/Tribesmen + 3x1 at 30,46 face 180 | 1 Ogre Khans/Khan + General at 20,46 face 180"
)


def ended(mission: str = "Occupation") -> Table:
    table = lay(ENDED).join("Marshal", "Spearmen")
    table.battle.note(size=1200)
    table.battle.mission = mission
    return table


@pytest.mark.rule("eow.adv.vp.fleeing", "eow.adv.vp.characters_separate", "eow.adv.vp.destroyed")
@pytest.mark.parametrize("dead", [False, True])
def test_a_unit_in_flight_costs_its_character_once_whether_he_lives_or_not(dead: bool) -> None:
    table = ended()
    if dead:
        table = Table.of(struck(table.set("Marshal", wounds=2), "Marshal", 1).battle)
        table.battle.mission = "Occupation"
    table.set("Spearmen", fleeing=True)
    assert points_of(table.battle, 1).total == 150 + 150


@pytest.mark.rule("eow.adv.vp.shattered", "eow.adv.vp.characters_separate", "eow.adv.char.left_alone")
def test_the_last_of_a_combined_unit_costs_the_unit_and_not_himself() -> None:
    table = alone(ended(), "Spearmen")
    table.battle.mission = "Occupation"
    table.set("Marshal", pose=Pose(18.0, 24.0, 0.0))
    # 150 for the Spearmen; and he who stands in the centre alone does not complete the Mission.
    assert points_of(table.battle, 1).total == 150
    assert points_of(table.battle, 0).mission == 0


@pytest.mark.rule("eow.adv.mission.infiltration", "eow.adv.mission.ignored_units", "eow.special.war_platform.place")
@pytest.mark.parametrize(("raptors", "mission"), [(True, 300), (False, 0)])
def test_a_carnosaur_counts_as_long_as_it_has_a_pack(raptors: bool, mission: int) -> None:
    line = PACK.replace("18,10", "18,40") + "1 Ogre Khans/Tribesmen + 3x1 at 30,46 face 180"
    table = lay(line).join("Carnosaur", "Raptor Pack")
    if not raptors:
        table = alone(table, "Raptor Pack")
    table.battle.note(size=1200)
    table.battle.mission = "Infiltration"
    assert points_of(table.battle, 0).mission == mission


LEVIES = (
    "Infernal Dwarves/Vassal Levies + 5x4 at 18,3 fleeing | Infernal Dwarves/Vizier + General at 3,3 | "
    f"Infernal Dwarves/Taurukh Enforcers + 3x1 at 26,3 | 1 {EMPIRE}/Electoral Cavalry + 5x1 at 18,30 face 180"
)


@pytest.mark.rule("eow.special.insignificant_joined", "eow.special.insignificant", "eow.panic.friend_destroyed")
@pytest.mark.parametrize(("vizier", "tests"), [("joined", 1), ("fallen", 0), ("elsewhere", 0)])
def test_levies_that_flee_off_the_board_matter_if_a_vizier_goes_with_them(vizier: str, tests: int) -> None:
    table = lay(LEVIES)
    if vizier != "elsewhere":
        table.join("Vizier", "Vassal Levies")
    if vizier == "fallen":
        table = Table.of(struck(table.set("Vizier", wounds=2), "Vizier", 1).battle)
    table.set("Vassal Levies", pose=Pose(18.0, 3.0, 180.0), fleeing=True)
    gap(table, "Taurukh Enforcers", "Vassal Levies", 2.0)
    game = table.play({"Rally": 6, "": 3}, phase="movement")
    assert game.unit("Vassal Levies").fate == "fled"
    assert len(checks(game, "panic")) == tests


@pytest.mark.rule("eow.special.insignificant_joined", "eow.charge.fleeing.destroyed", "eow.panic.friend_destroyed")
@pytest.mark.parametrize(("joined", "tests"), [(True, 1), (False, 0)])
def test_levies_that_are_ridden_down_matter_if_a_vizier_is_among_them(joined: bool, tests: int) -> None:
    line = LEVIES.replace("18,3 ", "18,20 ").replace("26,3", "24,20").replace("18,30 face 180", "18,14 face 0")
    table = lay(line)
    if joined:
        table.join("Vizier", "Vassal Levies")
    game = table.play({"Flee": 1, "": 6}, phase="charge", active=1)
    game.choose(unit="Electoral Cavalry", target="Vassal Levies")
    while game.unit("Vassal Levies").pose is not None:
        game.decline()
    assert len(checks(game, "panic")) == tests


@pytest.mark.rule("eow.special.fear", "eow.special.commanding_presence", "eow.adv.char.highest_discipline")
@pytest.mark.parametrize("joined", [True, False])
def test_fear_takes_from_a_lent_discipline_what_it_takes_from_ones_own(joined: bool) -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Marshal + General at 24,6 | "
        "1 Ogre Khans/Yetis + 3x1 at 18,20 face 180"
    )
    table = lay(line)
    if joined:
        table.join("Marshal", "Handgunners")
    table.fight("Yetis", "Handgunners", "rear").set("Yetis", charging=True)
    game = melee(table, {"": 1}, 1)
    # 1 against 1 + 2, but two ranks against one are Steadfast: the Marshal's 9, whether he stands among them or near.
    assert score(game) == (1, 3)
    assert checks(game, "break") == [("Handgunners", 9 - 1, True)]


@pytest.mark.rule("eow.vault.artefact.signet_of_command")
def test_a_signet_takes_nothing_from_an_officer_of_ten() -> None:
    line = (
        f"{ELVES}/Silexian Officer + Signet of Command + General at 18,10 | 1 Ogre Khans/Yetis + 3x1 at 18,20 face 180"
    )
    table = lay(line)
    assert value(table.battle, table.unit("Silexian Officer"), "dis") == 10


@pytest.mark.rule("eow.special.war_platform.place", "eow.melee.supporting")
@pytest.mark.rule("eow.list.vermin_swarm.rule.cohort_coordination")
@pytest.mark.parametrize(
    ("enemy", "attacks"),
    [("Kingdom of Equitaine/Lowborn Levies + 5x5", 3 + 3 + 2), (f"{EMPIRE}/Imperial Guard + 5x3", 3 + 3 + 3 + 2 + 2)],
)
def test_rats_fight_past_the_brute_of_their_legate(enemy: str, attacks: int) -> None:
    line = (
        "Vermin Swarm/Vermin Legionaires + 5x5 at 18,10 | "
        f"Vermin Swarm/Bloodfur Legate + on Praetorian Brute + General at 3,3 | 1 {enemy} at 18,20 face 180"
    )
    name = enemy.split("/")[1].split(" + ")[0]
    table = lay(line).join("Bloodfur Legate", "Vermin Legionaires").fight(name, "Vermin Legionaires")
    legion = table.unit("Vermin Legionaires")
    # The brute stands where four rats stood, half a file left of the middle, and adds no rank to the five.
    assert (legion.models, legion.spot, legion.room, ranks(table.battle, legion)) == (21, (0, 1), (2, 2), 5)
    game = melee(table, {"": 1})
    # Beside it three strike and three support; behind it the third rank is the second. Against three ranks the legion
    # is Steadfast and one more rank fights, behind the brute too.
    assert [count for _, count, _, _ in blows(game, "Vermin Legionaires")] == [attacks]
    assert blows(game, "Bloodfur Legate", "Grind")[0][1:3] == (2, 0)


@pytest.mark.rule("eow.special.war_platform.base", "eow.special_attack.grind")
def test_a_sorcerer_on_a_dais_leaves_four_of_eight_warriors() -> None:
    line = (
        "Warriors of the Dark Gods/Warriors + 4x2 at 18,10 | "
        "Warriors of the Dark Gods/Sorcerer + on War Dais + General at 3,3 | "
        f"1 {EMPIRE}/Imperial Guard + 5x3 at 18,20 face 180"
    )
    table = lay(line).join("Sorcerer", "Warriors").fight("Imperial Guard", "Warriors")
    unit = table.unit("Warriors")
    assert (unit.models, unit.spot, unit.room, ranks(table.battle, unit)) == (4, (0, 1), (2, 2), 2)
    game = melee(table, {"": 1})
    # One at each end strikes twice, the one behind it supports.
    assert blows(game, "Warriors") == [("Imperial Guard", 6, 4, 4)]
    assert blows(game, "Sorcerer") == [("Imperial Guard", 3, 3, 4)]
    assert blows(game, "Sorcerer", "Grind") == [("Imperial Guard", 2, 0, None)]


@pytest.mark.rule("eow.list.undying_dynasties.rule.undying_will", "eow.spell.cosmology.altered_sight")
@pytest.mark.parametrize(("spell", "need"), [("Altered Sight", 3), ("Entwining Roots", 5)])
def test_spells_change_the_aim_that_the_will_has_set(spell: str, need: int) -> None:
    line = (
        f"{DYNASTIES}/Skeleton Archers + 5x3 at 18,10 | {DYNASTIES}/Nomarch + General at 3,3 | "
        "1 Ogre Khans/Tribesmen + 3x1 at 18,20 face 180"
    )
    table = lay(line).join("Nomarch", "Skeleton Archers").set("Skeleton Archers", effects=(Effect(spell, 0, 0),))
    game = table.play({"": 1}, phase="shooting").choose(unit="Skeleton Archers", target="Tribesmen")
    # The Nomarch's own 4+ is changed in the same way.
    assert (needs(game, "Skeleton Archers", "to hit"), needs(game, "Nomarch", "to hit")) == ([need], [need])


@pytest.mark.rule("eow.spell.witchcraft.ravens_wing", "eow.spell.evocation.danse_macabre")
def test_who_flew_on_a_ravens_wing_does_not_dance() -> None:
    line = (
        f"{EMPIRE}/Wizard + General at 18,10 | {EMPIRE}/Spearmen + 5x4 at 18,14 | "
        f"{EMPIRE}/Handgunners + 5x2 at 24,12 | 1 Ogre Khans/Tribesmen + 3x1 at 18,44 face 180"
    )
    table = lay(line)
    teach(table.battle, "Wizard", "Raven's Wing", "Danse Macabre")
    game = magic(table, {"": 6}).cast("Wizard", "Raven's Wing", "Spearmen", dice=1)
    game.move("advance", Forward(2.0))
    dancers = [key.partition(">")[2].split("+") for key in game.keys if "Danse Macabre" in key]
    assert dancers == [[str(game.unit(name).id) for name in ("Wizard", "Handgunners")]]


# Orders, Vanguard, Ambush


@pytest.mark.rule("eow.list.empire_of_sonnstahl.rule.parent_and_support", "eow.adv.char.part_of_unit")
def test_handgunners_with_a_wizard_still_take_orders() -> None:
    line = (
        f"{EMPIRE}/Handgunners + 5x2 at 18,10 | {EMPIRE}/Wizard + Alchemy at 3,3 | "
        f"{EMPIRE}/Marshal + General at 22,10 | 1 Ogre Khans/Tribesmen + 3x1 at 18,44 face 180"
    )
    table = lay(line, turn=1, first=0).join("Wizard", "Handgunners")
    game = table.play({"": 1}, phase="charge", stage="start of turn").choose(f"{table.unit('Handgunners').id}:2")
    # +1" and +4", also for the Wizard among them, or he would hold them back.
    guns = game.unit("Handgunners")
    assert (rate(game.battle, guns, "adv"), rate(game.battle, guns, "mar")) == (5, 12)


@pytest.mark.rule("eow.special.vanguard.move", "eow.special.war_platform.join")
@pytest.mark.parametrize(("thane", "ahead_of_all"), [("Thane + on Shield Bearers", False), ("Thane", True)])
def test_greybeards_under_a_shield_do_not_go_ahead(thane: str, ahead_of_all: bool) -> None:
    dwarfs = ("Dwarven Holds", (thane, "Greybeards + 5x4 + Vanguard", "Clan Warriors + 5x2"))
    game = zones(game_of(dwarfs, ("Vampire Covenant", ("Necromancer + Alchemy", "Ghouls + 5x3", "Zombies + 5x4"))))
    on_to(game, "first turn")
    # On shields he must stand in somebody's ranks, and takes the first that hold him; on foot he stays by himself.
    joined = game.unit("Thane").host == game.unit("Greybeards").id
    on_to(game.choose("me"), "vanguard")
    assert (joined, game.topic == "vanguard") == (not ahead_of_all, ahead_of_all)


@pytest.mark.rule("eow.special.ambush.arrive", "eow.special.commanding_presence", "eow.special.channel")
def test_a_general_in_ambush_lends_and_channels_from_the_turn_in_which_he_arrives() -> None:
    herd = ("Beast Herds", ("Soothsayer + Druidism + General", "Mongrel Herd + 5x3", "Mongrel Raiders + 5x2"))
    wolves = ("Vampire Covenant", ("Vampire Courtier + Evocation", "Dire Wolves + 4x2", "Zombies + 5x4"))
    dice: dict[str, Fall] = {"Mission": 6, "": [6, 2, 1]}
    game = on_to(game_of(herd, wolves, dice), "ambushing party")
    game.choose(unit="Soothsayer").choose("pass")
    zones(game).choose(unit="Soothsayer")
    on_to(game, "first turn").choose("me")
    game.until(turn=1, phase="magic")
    assert nominated(game.battle, game.unit("Mongrel Raiders"))[0] == 6
    assert game.told(events.DiceChannelled) == []
    game.until("ambush place").place(pose(game, "Mongrel Raiders").x + 6.0, 12.5 / 25.4)
    assert nominated(game.battle, game.unit("Mongrel Raiders"))[0] == 8
    game.until(turn=2, phase="magic")
    assert [told.dice for told in game.told(events.DiceChannelled)] == [1]


# Coalitions


RIVALS = (
    f"Orcs and Goblins/Veteran Orcs + 5x3 at 10,10 | {{}} at 30,10 | 1 {EMPIRE}/Spearmen + 5x4 at 10,20 face 180 | "
    f"1 {EMPIRE}/Imperial Guard + 5x3 at 30,20 face 180"
)


@pytest.mark.rule("eow.multi.ally_army_rules", "eow.multi.brethren", "eow.list.orcs_and_goblins.rule.brood_rivalry")
@pytest.mark.parametrize(
    ("partner", "attacks"),
    [("Saurian Ancients/Tegu Warriors + 4x3", 15), ("Orcs and Goblins/Goblin Rabble* + 5x4", 20)],
)
def test_orcs_are_no_rivals_of_lizards(partner: str, attacks: int) -> None:
    table = coalition(RIVALS.format(partner), twice="*" in partner)
    table.fight("Spearmen", "Veteran Orcs").fight("Imperial Guard", table.battle.units[1].name)
    # Five of one attack and ten in support, five more beside Brethren who fight.
    assert blows(melee(table, {"": 1}), "Veteran Orcs") == [("Spearmen", attacks, 2, 3)]


@pytest.mark.rule("eow.multi.ally_army_rules", "eow.list.orcs_and_goblins.rule.war_cry")
@pytest.mark.parametrize(
    ("partner", "advance"), [("Saurian Ancients/Tegu Warriors + 4x3", 4), ("Orcs and Goblins/Veteran Orcs* + 5x3", 5)]
)
def test_lizards_do_not_mind_a_war_cry(partner: str, advance: int) -> None:
    line = (
        f"Orcs and Goblins/Goblin Demagogue + General at 10,10 | {partner} at 30,10 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 10,40 face 180"
    )
    table = coalition(line, twice="*" in partner, turn=1, first=0)
    game = table.play({"": 1}, phase="charge", stage="start of turn").choose("war cry")
    assert rate(game.battle, game.battle.units[1], "adv") == advance


@pytest.mark.rule("eow.multi.ally_army_rules", "eow.list.infernal_dwarves.rule.infernal_brand")
@pytest.mark.parametrize(
    ("partner", "discipline"),
    [("Kingdom of Equitaine/Lowborn Levies + 5x4", 6), ("Infernal Dwarves/Vassal Levies* + 5x4", 9)],
)
def test_a_brand_burns_no_levies_of_an_ally(partner: str, discipline: int) -> None:
    line = (
        f"Infernal Dwarves/Infernal Warriors + 5x2 at 10,10 | {partner} at 16,10 | "
        f"1 {EMPIRE}/Spearmen + 5x4 at 10,40 face 180"
    )
    table = coalition(line, twice="*" in partner)
    assert nominated(table.battle, table.battle.units[1])[0] == discipline


# The Quest


@pytest.mark.rule("eow.list.kingdom_of_equitaine.rule.the_quest", "eow.adv.char.part_of_unit")
@pytest.mark.parametrize(
    ("sworn", "joined", "again"),
    [
        ("Spearmen", True, {"Marshal", "Spearmen"}),
        ("Spearmen", False, {"Spearmen"}),
        ("Marshal", True, {"Marshal"}),
        ("Marshal", False, {"Marshal"}),
    ],
)
def test_who_stands_in_the_ranks_of_a_quest_is_part_of_it(sworn: str, joined: bool, again: set[str]) -> None:
    line = (
        f"Kingdom of Equitaine/Knights of the Quest + 5x1 at 18,10 | 1 {EMPIRE}/Spearmen + 5x4 at 18,20 face 180 | "
        f"1 {EMPIRE}/Marshal + General at 3,45"
    )
    table = lay(line)
    knights = table.unit("Knights of the Quest")
    knights.boons = (Boon("Quest", "game", other=table.unit(sworn).entry, seat=0),)
    if joined:
        table.join("Marshal", "Spearmen")
    blow = {
        name: normal_attack(table.battle, knights, table.unit(name), 1, Arc.FRONT) for name in ("Marshal", "Spearmen")
    }
    assert {name for name, attack in blow.items() if attack.wounds_rerolled_by is not None} == again
