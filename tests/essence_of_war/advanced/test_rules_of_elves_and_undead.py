"""The rules and weapons of the lists of Highborn Elves, Saurian Ancients, Undying Dynasties and Vampire Covenant."""

from __future__ import annotations

import pytest

from tests.essence_of_war.advanced.spellbook import ADVANCED, magic, shown, teach, values
from tests.essence_of_war.advanced.volleys import Volley, at_distance, volley
from tests.essence_of_war.harness import Play, Table, draw, happen
from warhost.play.counsel.throws import mean
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join, join
from warhost.rulesets.essence_of_war.chapters.general.discipline import TestKind, nominated, prepare
from warhost.rulesets.essence_of_war.chapters.melee import strikes
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_blows, supporting_attacks
from warhost.rulesets.essence_of_war.chapters.movement.movement import why_not_march
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.moments import has, speakers
from warhost.rulesets.essence_of_war.lists.armylists import armylist, list_unit
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.contact import models_touch
from warhost.rulesets.families.ninth_age.core.formation import boundary, layout
from warhost.table import Arc, Pose, distance


def blows(table: Table | Play, attacker: str, target: str) -> Attack:
    return strikes.normal_attack(table.battle, table.unit(attacker), table.unit(target), 1, Arc.FRONT)


@pytest.mark.parametrize(
    ("line", "inches", "moved", "told"),
    [
        shown(
            "eow.list.highborn_elves.rule.arandai_longbow",
            *("Highborn Elves/Citizen Archers + 7x3", 27.0, False, Volley(21, 1, 3, 3, 0, False)),
        ),
        shown(
            "eow.list.highborn_elves.rule.arandai_longbow",
            *("Highborn Elves/Citizen Archers + 5x2", 10.0, True, Volley(10, 1, 4, 3, 0, False)),
        ),
        shown(
            "eow.list.saurian_ancients.rule.poisoned_javelin",
            *("Saurian Ancients/Skink Hunters + 6x2", 5.0, True, Volley(12, 1, 4, 3, 0, True)),
        ),
        shown(
            "eow.list.saurian_ancients.rule.shoot_spikes",
            *("Saurian Ancients/Spearback + 2x1", 6.0, True, Volley(2, 4, 3, 5, 2, False)),
        ),
        shown(
            "eow.list.undying_dynasties.rule.aspen_bow",
            *("Undying Dynasties/Skeleton Archers + 7x4", 21.0, True, Volley(21, 1, 5, 3, 0, False)),
        ),
    ],
)
def test_the_weapons_of_an_army_have_their_figures(line: str, inches: float, moved: bool, told: Volley) -> None:
    table = at_distance(line, inches)
    table.battle.units[0].moved = moved
    assert volley(table) == told


@pytest.mark.rule("eow.list.undying_dynasties.rule.aspen_bow")
def test_an_aspen_bow_minds_no_cover() -> None:
    table = at_distance("Undying Dynasties/Skeleton Archers + 5x3", 20.0, ground="hindering 27,14 30x2")
    assert volley(table).need == 5


@pytest.mark.rule("eow.list.saurian_ancients.rule.poisoned_javelin")
def test_a_natural_six_of_a_poisoned_javelin_wounds_without_a_roll() -> None:
    table = at_distance("Saurian Ancients/Skink Hunters + 6x2", 5.0)
    play = table.play([(6, *[1] * 11)], phase="shooting")
    play.choose(unit="Skink Hunters")
    assert [roll.why.partition(": ")[2] for roll in play.rolls] == ["to hit"]
    assert [event.wounds for event in play.told(events.AttackResolved)] == [1]


@pytest.mark.rule("eow.list.saurian_ancients.rule.shoot_spikes")
def test_spikes_are_shot_after_a_march() -> None:
    table = at_distance("Saurian Ancients/Spearback + 2x1", 6.0)
    table.battle.units[0].moved = table.battle.units[0].marched = True
    assert table.play(phase="shooting").offers(unit="Spearback")


# Highborn Elves.


@pytest.mark.rule("eow.list.highborn_elves.rule.dragon_mage")
def test_a_dragon_mage_breathes_channels_and_knows_two_spells() -> None:
    initiate = list_unit("Highborn Elves", "Initiate of the Fiery Heart")
    assert [spell.name for spell in initiate.spells] == ["Fireball", "Silver Spike"]
    assert {"Breath (Str 4, AP 1)", "Channel"} <= set(initiate.rules)
    table = draw(
        "0 Highborn Elves/Initiate of the Fiery Heart at 18,10 | 1 Zombies at 18,40 face 180", settings=ADVANCED
    )
    assert table.play([1], phase="magic").battle.pools[0] == 5


@pytest.mark.rule("eow.list.highborn_elves.rule.fiery_heart_profile")
def test_a_fiery_heart_has_armour_and_two_paths() -> None:
    mage = list_unit("Highborn Elves", "Mage", "Fiery Heart", "Pyromancy")
    assert mage.profile.arm == 3
    assert [spell.name for spell in mage.spells] == ["Fireball", "Flaming Swords"]
    assert set(armylist("Highborn Elves").effects["Fiery Heart"].paths or ()) == {"Alchemy", "Pyromancy"}


FIERY = (
    "0 Highborn Elves/Mage + Fiery Heart + Pyromancy at 18,10 | 0 Highborn Elves/Citizen Spearmen at 8,10 | "
    "1 Vampire Covenant/Zombies at 18,16 face 180 | 1 Vampire Covenant/Ghouls at 8,16 face 180 | "
    "1 Vampire Covenant/Dire Wolves at 28,30 face 180"
)


@pytest.mark.rule("eow.list.highborn_elves.rule.fiery_heart_engaged")
def test_a_fiery_heart_casts_fire_at_those_it_fights_and_at_nobody_else() -> None:
    table = draw(FIERY, settings=ADVANCED).fight("Mage", "Zombies").fight("Citizen Spearmen", "Ghouls")
    play = magic(table, {"Casting": (6, 6), "": 1})
    fire = {option.target for option in play.options if ":Fireball:" in option.key}
    assert fire == {play.unit("Zombies").id}
    play.cast("Mage", "Fireball", "Zombies", dice=2)
    assert play.told(events.SpellCast)


@pytest.mark.rule("eow.list.highborn_elves.rule.fiery_heart_engaged")
@pytest.mark.parametrize(("rules", "spell", "legal"), [((), "Fireball", False), (None, "Ice and Fire", False)])
def test_others_and_other_paths_stay_out_of_combat(rules: tuple[str, ...] | None, spell: str, legal: bool) -> None:
    table = draw(FIERY, settings=ADVANCED).fight("Mage", "Zombies").change("Mage", rules)
    teach(table.battle, "Mage", spell, "Raven's Wing")
    play = magic(table)
    assert any(f":{spell}:" in key for key in play.keys) == legal


@pytest.mark.rule("eow.list.highborn_elves.rule.royal_huntsman")
@pytest.mark.parametrize(("target", "times"), [("Dread Elves/Hydra", (2, 1)), ("Vampire Covenant/Zombies", None)])
def test_a_royal_huntsman_hunts_what_towers(target: str, times: tuple[int, int] | None) -> None:
    line = f"0 Highborn Elves/Commander + Royal Huntsman at 18,10 | 1 {target} at 18,20 face 180"
    table = draw(line, settings=ADVANCED)
    commander = table.battle.entry(table.unit("Commander"))
    assert (commander.base, commander.bought and commander.bought.mount) == ((50, 100), "Lion Chariot")
    attack = blows(table, "Commander", target.partition("/")[2])
    assert attack.multiply == times
    shot = damage.prepared(table.battle, Attack("shooting", 0, 1, 1, "T", "eow.shoot.aim", hit_on=4))
    assert shot.multiply is None


@pytest.mark.rule("eow.list.highborn_elves.rule.royal_huntsman")
def test_a_royal_huntsman_fears_nothing() -> None:
    line = "0 Highborn Elves/Commander at 18,10 | 1 Dread Elves/Hydra at 18,20 face 180"
    table = draw(line, settings=ADVANCED).fight("Commander", "Hydra")
    assert values(table, "Commander", "dis") == [8]
    table = draw(line.replace("Commander at", "Commander + Royal Huntsman at"), settings=ADVANCED)
    assert values(table.fight("Commander", "Hydra"), "Commander", "dis") == [9]


@pytest.mark.rule("eow.list.highborn_elves.rule.queens_cavalier")
def test_a_queens_cavalier_charges_with_an_attack_more_and_fear() -> None:
    line = "0 Highborn Elves/Commander + Queen's Cavalier at 18,10 | 1 Empire of Sonnstahl/Spearmen at 18,20 face 180"
    for charging, attacks, lower in ((True, 4, 1), (False, 3, 0)):
        table = draw(line, settings=ADVANCED).fight("Commander", "Spearmen").set("Commander", charging=charging)
        printed = table.battle.profile(table.unit("Spearmen")).dis
        assert table.battle.entry(table.unit("Commander")).base == (25, 50)
        assert values(table, "Commander", "att") == [attacks]
        assert values(table, "Spearmen", "dis") == [printed - lower]


@pytest.mark.rule("eow.list.highborn_elves.rule.martial_discipline")
@pytest.mark.parametrize(
    ("kind", "minimised"),
    [("redirect", True), ("combat pivot", True), ("rally", True), ("panic", False), ("break", False)],
)
def test_martial_discipline_helps_in_manoeuvres(kind: TestKind, minimised: bool) -> None:
    table = draw("0 Highborn Elves/Citizen Spearmen at 18,10 | 1 Zombies at 18,40", settings=ADVANCED)
    test = prepare(table.battle, table.unit("Citizen Spearmen"), kind)
    assert test.dice.is_minimised == minimised


@pytest.mark.rule("eow.list.highborn_elves.rule.spellcrafting")
def test_spellcrafting_lowers_casting_values_also_against_a_hewn_mountain() -> None:
    line = "0 Highborn Elves/Mage + Cosmology at 18,10 | 1 Zombies at 18,20 face 180"
    for more, needed in (("", 4), (" | 1 Dwarven Holds/Thane at 4,44", 5)):
        play = magic(draw(line + more, settings=ADVANCED), pools=(9, 9))
        sight = next(option for option in play.options if ":Altered Sight:" in option.key)
        assert sight.odds[0].value == needed


# Saurian Ancients.


@pytest.mark.rule("eow.list.saurian_ancients.rule.communal_bond")
@pytest.mark.parametrize(("gap", "fleeing", "discipline"), [(8.0, False, 7), (8.1, False, 6), (8.0, True, 6)])
def test_a_communal_bond_lends_discipline_and_minimises_tests(gap: float, fleeing: bool, discipline: int) -> None:
    line = (
        "0 Saurian Ancients/Raptor Pack + 5x1 at 18,10 | 0 Saurian Ancients/Tegu Warriors + 4x3 at 18,20 | "
        "1 Zombies at 18,44"
    )
    table = draw(line, settings=ADVANCED)
    raptors, tegu = table.unit("Raptor Pack"), table.unit("Tegu Warriors")
    tegu.pose = Pose(18.0, 10 + 25 / 25.4 + gap + 3 * 25 / 25.4 / 2, 0.0)
    tegu.fleeing = fleeing
    assert nominated(table.battle, raptors)[0] == discipline
    assert prepare(table.battle, raptors, "break").dice.is_minimised
    assert prepare(table.battle, raptors, "panic").dice.is_minimised


@pytest.mark.rule("eow.list.saurian_ancients.rule.enclave")
@pytest.mark.parametrize(
    ("unit", "spell"), [("Skink Hunters", "Entwining Roots"), ("Caiman Warriors", "Awaken the Beast")]
)
def test_an_enclave_knows_one_spell(unit: str, spell: str) -> None:
    assert [known.name for known in list_unit("Saurian Ancients", unit, "Enclave").spells] == [spell]
    assert list_unit("Saurian Ancients", unit).spells == ()


@pytest.mark.rule("eow.list.saurian_ancients.rule.forbidden")
def test_forbidden_mastery_adds_two_spells_of_fire() -> None:
    archmage = list_unit("Saurian Ancients", "Anurarch Archmage", "Forbidden", "Alchemy")
    names = [spell.name for spell in archmage.spells]
    assert names == ["Word of Iron", "Silver Spike", "Molten Copper", "Fireball", "Flaming Swords"]


TEGU = (
    "0 Saurian Ancients/Tegu Warriors + 6x3 at 18,10 | 0 Saurian Ancients/Anurarch Archmage + Alchemy at 4,4 | "
    "1 Vampire Covenant/Zombies + 5x6 at 18,20 face 180"
)


@pytest.mark.rule("eow.list.saurian_ancients.rule.guarded")
def test_a_guarded_archmage_stands_behind_a_full_rank_and_touches_nobody() -> None:
    table = draw(TEGU, settings=ADVANCED)
    tegu, archmage = table.unit("Tegu Warriors"), table.unit("Anurarch Archmage")
    assert check_join(table.battle, archmage, tegu) is None
    join(table.battle, archmage, tegu)
    assert {rank for rank, _ in layout(tegu).guest} == {1, 2}
    assert sum(rank == 0 for rank, _ in layout(tegu).rank_and_file) == 6
    table.fight("Tegu Warriors", "Zombies")
    assert not models_touch(table.battle, archmage, table.unit("Zombies"))
    assert all(archmage.id not in blow.targets for blow in normal_blows(table.battle, table.unit("Zombies")))


@pytest.mark.rule("eow.list.saurian_ancients.rule.wardens")
def test_an_archmage_on_wardens_acts_alone() -> None:
    archmage = list_unit("Saurian Ancients", "Anurarch Archmage", "Wardens", "Alchemy")
    profile = archmage.profile
    assert (profile.dis, profile.off, profile.def_, archmage.base) == (8, 4, 4, (50, 75))
    assert not {"War Platform (Tegu Warriors)", "Guarded"} & set(archmage.rules)


HUNT = (
    "0 Saurian Ancients/Raptor Pack + 6x2 at 18,10 | 0 Saurian Ancients/Carnosaur + Hunt Leader at 4,6 | "
    "0 Saurian Ancients/Skink Hunters at 30,10 | 1 Vampire Covenant/Zombies + 5x6 at 18,20 face 180"
)


@pytest.mark.rule("eow.list.saurian_ancients.rule.hunt_leader")
def test_a_hunt_leader_joins_raptors_alone_and_makes_them_fearless_with_support() -> None:
    table = draw(HUNT, settings=ADVANCED)
    raptors, leader = table.unit("Raptor Pack"), table.unit("Carnosaur")
    assert table.battle.entry(leader).points == 300
    assert check_join(table.battle, leader, raptors) is None
    assert check_join(table.battle, leader, table.unit("Skink Hunters")) is not None
    table.change("Raptor Pack", None, att=2)
    assert supporting_attacks(table.battle, raptors) == 1
    assert not has(table.battle, raptors, "holds_only")
    join(table.battle, leader, raptors)
    assert supporting_attacks(table.battle, raptors) == 2
    assert has(table.battle, raptors, "holds_only")
    assert has(table.battle, raptors, "unafraid")
    assert prepare(table.battle, raptors, "panic").passed_by is not None
    assert prepare(table.battle, raptors, "break").passed_by is None


# Undying Dynasties.


@pytest.mark.rule("eow.list.undying_dynasties.rule.battle_sphinx")
def test_a_battle_sphinx_breathes() -> None:
    sphinx = list_unit("Undying Dynasties", "Sphinx", "Battle Sphinx")
    assert (sphinx.points, [text for text in sphinx.rules if "Breath" in text]) == (325, ["Breath (Str 4, AP 1)"])
    table = draw("0 Undying Dynasties/Sphinx + Battle Sphinx at 18,10 | 1 Zombies at 18,40", settings=ADVANCED)
    unit = table.unit("Sphinx")
    told = [speaker.breathes(table.battle, unit) for speaker in speakers(table.battle, unit).at("breathes")]
    assert [(one.strength, one.ap, one.hits) for one in told if one is not None] == [(4, 1, "2D3")]


@pytest.mark.rule("eow.list.undying_dynasties.rule.dread_sphinx")
def test_a_dread_sphinx_flies_and_strikes_last_but_hard() -> None:
    table = draw("0 Undying Dynasties/Sphinx + Dread Sphinx at 18,10 | 1 Zombies at 18,40", settings=ADVANCED)
    assert values(table, "Sphinx", "adv", "mar", "str", "ap", "agi") == [6, 12, 7, 4, 0]
    assert has(table.battle, table.unit("Sphinx"), "flies")


@pytest.mark.rule("eow.list.undying_dynasties.rule.hierophant_master")
def test_a_hierophant_is_a_master() -> None:
    hierarch = list_unit("Undying Dynasties", "Death Cult Hierarch", "Hierophant", "Cosmology")
    castable = [spell.name for spell in hierarch.spells if spell.castable]
    assert castable == ["Altered Sight", "Ice and Fire", "Perception of Strength"]
    assert ("Channel" in hierarch.rules, hierarch.points) == (True, 250)


HIEROPHANT = (
    "0 Undying Dynasties/Death Cult Hierarch + Hierophant + Cosmology at 18,10 | "
    "0 Undying Dynasties/Skeleton Archers + 5x3 at 30,10 models=11 | "
    "0 Undying Dynasties/Necropolis Guard + 5x3 at 8,10 models=11 | 1 Zombies at 18,30 face 180"
)


@pytest.mark.rule("eow.list.undying_dynasties.rule.hierophant_target")
@pytest.mark.parametrize(("healed", "after"), [("Skeleton Archers", (14, 11)), ("Necropolis Guard", (11, 13))])
def test_a_hierophant_heals_a_friend_by_a_spell_on_an_enemy(healed: str, after: tuple[int, int]) -> None:
    play = magic(draw(HIEROPHANT, settings=ADVANCED), {"Casting": (6, 6), "": 1})
    play.cast("Death Cult Hierarch", "Ice and Fire", "Zombies", value=9, dice=2)
    assert (play.topic, play.question.seat) == ("heal", 0)
    assert play.keys == ["1", "2", "pass"]
    play.choose(target=healed)
    assert (play.unit("Skeleton Archers").models, play.unit("Necropolis Guard").models) == after


@pytest.mark.rule("eow.list.undying_dynasties.rule.hierophant_target")
def test_a_hierophant_may_heal_another_than_the_target_but_none_too_far_away() -> None:
    play = magic(draw(HIEROPHANT, settings=ADVANCED), [(6, 6)])
    play.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", value=7, dice=2).choose("2")
    assert (play.unit("Skeleton Archers").models, play.unit("Necropolis Guard").models) == (11, 13)
    play = magic(draw(HIEROPHANT, settings=ADVANCED), [(6, 6)])
    play.cast("Death Cult Hierarch", "Altered Sight", "Skeleton Archers", value=7, dice=2).choose("pass")
    assert play.unit("Skeleton Archers").models == 14
    far = draw(HIEROPHANT.replace(" 8,10", " 8,38"), settings=ADVANCED)
    play = magic(far, {"Casting": (6, 6), "": 1})
    play.cast("Death Cult Hierarch", "Ice and Fire", "Zombies", value=9, dice=2)
    assert play.keys == ["1", "pass"]


@pytest.mark.rule("eow.list.undying_dynasties.rule.hierophant_target")
@pytest.mark.parametrize(("gap", "asked"), [(18.0, True), (18.1, False)])
def test_a_hierophant_heals_eighteen_inches_away(gap: float, asked: bool) -> None:
    table = draw(HIEROPHANT, settings=ADVANCED).set("Necropolis Guard", models=15)
    hierarch, archers = table.unit("Death Cult Hierarch"), table.unit("Skeleton Archers")
    width = 20 / 25.4
    archers.pose = Pose(18.0 + width / 2 + gap + 5 * width / 2, 10.0, 0.0)
    assert distance(boundary(table.battle, hierarch), boundary(table.battle, archers)) == pytest.approx(gap)
    play = magic(table, {"Casting": (6, 6), "": 1})
    play.cast("Death Cult Hierarch", "Ice and Fire", "Zombies", value=9, dice=2)
    assert (play.topic == "heal") == asked


@pytest.mark.rule("eow.list.undying_dynasties.rule.hierophant_target")
def test_who_is_no_hierophant_is_not_asked_whom_to_heal() -> None:
    line = HIEROPHANT.replace("Hierophant", "Adept")
    play = magic(draw(line, settings=ADVANCED), {"Casting": (6, 6), "": 1})
    play.cast("Death Cult Hierarch", "Ice and Fire", "Zombies", value=9, dice=2)
    assert play.topic != "heal"
    assert play.told(events.HealthRegained) == []


NOMARCH = (
    "0 Undying Dynasties/Nomarch at 4,4 | 0 Undying Dynasties/Skeleton Archers + 5x3 at 18,10 | "
    "1 Zombies at 18,20 face 180"
)


@pytest.mark.rule("eow.list.undying_dynasties.rule.undying_will")
def test_the_will_of_a_nomarch_guides_the_models_around_it() -> None:
    table = draw(NOMARCH, settings=ADVANCED)
    table.battle.units = [table.battle.units[index] for index in range(3)]
    plain, own = values(table, "Skeleton Archers", "off", "def"), values(table, "Nomarch", "off", "def")
    assert plain == [2, 2]
    table.join("Nomarch", "Skeleton Archers")
    assert values(table, "Skeleton Archers", "off", "def") == [4, 4]
    assert values(table, "Nomarch", "off", "def") == own
    play = table.play(phase="shooting")
    needs = {odd.value for odd in play.options[1].odds if odd.label.startswith("to hit")}
    assert needs == {4}


@pytest.mark.rule("eow.list.undying_dynasties.rule.undying_will")
def test_archers_without_their_nomarch_aim_as_before() -> None:
    play = draw(NOMARCH, settings=ADVANCED).play(phase="shooting")
    option = next(option for option in play.options if option.unit == 1)
    assert {odd.value for odd in option.odds if odd.label.startswith("to hit")} == {5}


# Vampire Covenant.


@pytest.mark.rule("eow.list.vampire_covenant.rule.arise")
def test_a_necromancer_knows_arise_besides_its_path() -> None:
    necromancer = list_unit("Vampire Covenant", "Necromancer", "Evocation")
    assert [spell.name for spell in necromancer.spells] == ["Spectral Blades", "Hasten the Hour", "Arise!"]
    courtier = list_unit("Vampire Covenant", "Vampire Courtier", "Arise!", "Evocation")
    assert [spell.name for spell in courtier.spells] == ["Spectral Blades", "Arise!"]


@pytest.mark.rule("eow.list.vampire_covenant.rule.conclave")
def test_spectral_hunters_know_ravens_wing() -> None:
    (spell,) = list_unit("Vampire Covenant", "Spectral Hunters", "Conclave").spells
    assert (spell.name, spell.value) == ("Raven's Wing", 4)


@pytest.mark.rule("eow.list.vampire_covenant.rule.skeletal_steed")
def test_a_skeletal_steed_is_a_warhorse_that_flies() -> None:
    courtier = list_unit("Vampire Covenant", "Vampire Courtier", "Skeletal Steed", "Evocation")
    profile = courtier.profile
    assert (profile.adv, profile.mar, profile.arm, courtier.base) == (8, 16, 4, (25, 50))
    assert "Fly" in courtier.rules


@pytest.mark.rule("eow.list.vampire_covenant.rule.autonomous")
def test_who_is_autonomous_marches_far_from_the_general() -> None:
    line = (
        "0 Vampire Covenant/Varkolak at 18,10 | 0 Vampire Covenant/Ghouls at 28,10 | "
        "0 Vampire Covenant/Vampire Courtier + Evocation at 4,4 | 1 Iron Orcs at 18,44"
    )
    table = draw(line, settings=ADVANCED)
    assert why_not_march(table.battle, table.unit("Varkolak")) == []
    assert [one.rule for one in why_not_march(table.battle, table.unit("Ghouls"))] == ["eow.special.undead.march"]
    table.join("Vampire Courtier", "Ghouls")
    assert why_not_march(table.battle, table.unit("Ghouls")) != []


COACH = (
    "0 Vampire Covenant/Necromancer + Grim Coachman + Evocation at 8,10 | 0 Vampire Covenant/Ghouls at 18,10 | "
    "1 Orcs and Goblins/Iron Orcs at 18,20 face 180"
)


def coached(gap: float) -> Table:
    table = draw(COACH, settings=ADVANCED)
    coach, ghouls = table.unit("Necromancer"), table.unit("Ghouls")
    width, own = table.battle.entry(coach).width, table.battle.entry(ghouls).width
    coach.pose = Pose(18.0 - own / 2 - gap - width / 2, 10.0, 0.0)
    return table


@pytest.mark.rule("eow.list.vampire_covenant.rule.grim_coachman")
@pytest.mark.parametrize(("gap", "saves"), [(6.0, True), (6.1, False)])
def test_a_grim_coachman_gives_friends_near_it_an_aegis(gap: float, saves: bool) -> None:
    table = coached(gap)
    assert (damage.aegis_save(blows(table, "Iron Orcs", "Ghouls")) == (6, "Grim Coachman")) == saves
    assert damage.aegis_save(blows(table, "Ghouls", "Iron Orcs")) is None
    own = damage.aegis_save(blows(table, "Iron Orcs", "Necromancer"))
    assert own == (5, "Necromancer")
    assert table.battle.entry(table.unit("Necromancer")).mounted


@pytest.mark.rule("eow.list.vampire_covenant.rule.grim_coachman")
@pytest.mark.parametrize(("gap", "lost_by", "lost"), [(5.0, 4, 3), (5.0, 1, 0), (6.5, 4, 4)])
def test_friends_of_a_grim_coachman_crumble_less(gap: float, lost_by: int, lost: int) -> None:
    table = coached(gap)
    ghouls = table.unit("Ghouls")
    before = ghouls.models
    (unstable,) = speakers(table.battle, ghouls).at("after_losing")
    play = happen(table, lambda battle: unstable.after_losing(battle, battle.units[ghouls.id], lost_by))
    assert before - play.unit("Ghouls").models == lost


LETHAL = "0 Vampire Covenant/Barrow Guard at 18,10 | 1 Empire of Sonnstahl/Electoral Cavalry at 18,20 face 180"


@pytest.mark.rule("eow.list.vampire_covenant.rule.lethal_strike")
def test_natural_sixes_of_a_lethal_strike_ignore_armour() -> None:
    table = draw(LETHAL, settings=ADVANCED).change("Barrow Guard", ["Lethal Strike"], str_=3, ap=0)
    table.change("Electoral Cavalry", (), res=3, arm=5)
    attack = blows(table, "Barrow Guard", "Electoral Cavalry")
    attack.hits = 3
    # Two wounds by a 5 and a 6: one may be saved on 2+, the other not at all.
    play = happen(table, lambda battle: damage.suffer(battle, [attack]), [(6, 5, 3), (2,)])
    assert [(roll.dice, roll.need) for roll in play.rolls] == [("3D6", 4), ("1D6", 2)]
    told = play.told(events.AttackResolved)[0]
    assert (told.wounds, told.armour_saved) == (2, 1)
    assert sum(event.health for event in play.told(events.HealthLost)) == 1


@pytest.mark.rule("eow.list.vampire_covenant.rule.lethal_strike")
def test_the_odds_know_lethal_strikes_and_other_kinds_of_attack_have_none() -> None:
    table = draw(LETHAL, settings=ADVANCED).change("Barrow Guard", ["Lethal Strike"], str_=3, ap=0, off=3)
    table.change("Electoral Cavalry", (), res=3, arm=5, def_=3)
    attack = blows(table, "Barrow Guard", "Electoral Cavalry")
    assert mean(damage.chain(table.battle, attack)) == pytest.approx(1 / 2 * (1 / 6 + 2 / 6 * 1 / 6))
    shot = damage.prepared(table.battle, Attack("shooting", 0, 1, 1, "T", "eow.shoot.aim", strength=3, hit_on=4))
    assert not shot.lethal
