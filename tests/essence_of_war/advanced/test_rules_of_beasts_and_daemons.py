"""The rules and weapons of the lists of Beast Herds, Daemon Legions, Dread Elves and Dwarven Holds."""

from __future__ import annotations

from math import ceil

import pytest

from tests.essence_of_war.advanced.spellbook import ADVANCED, magic, shown, teach, values
from tests.essence_of_war.advanced.volleys import Volley, at_distance, volley
from tests.essence_of_war.harness import Interlude, Play, Table, draw, happen
from warhost.dice import Dice
from warhost.dice.odds import at_least
from warhost.play.questions import Choose
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import additions, farthest, needed
from warhost.rulesets.essence_of_war.chapters.damage import damage
from warhost.rulesets.essence_of_war.chapters.general.combined import left_alone
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated
from warhost.rulesets.essence_of_war.chapters.melee import combat_steps, strikes
from warhost.rulesets.essence_of_war.chapters.setup.advanced_setup import before_roll_off, marks
from warhost.rulesets.essence_of_war.chapters.setup.ambush import declare
from warhost.rulesets.essence_of_war.core.attacks import Attack
from warhost.rulesets.essence_of_war.core.battle import Boon, Settings
from warhost.rulesets.essence_of_war.lists.armylists import armylist, list_unit
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, models
from warhost.table import Arc, Pose, distance, touches


def spells_of(faction: str, *words: str) -> list[str]:
    return [spell.name for spell in list_unit(faction, *words).spells]


def blows(table: Table, attacker: str, target: str, side: Arc = Arc.FRONT) -> Attack:
    return strikes.normal_attack(table.battle, table.unit(attacker), table.unit(target), 1, side)


@pytest.mark.parametrize(
    ("line", "inches", "moved", "told"),
    [
        shown(
            "eow.list.beast_herds.rule.bow",
            *("Beast Herds/Mongrel Raiders + 6x3", 9.0, False, Volley(18, 1, 4, 3, 0, False)),
        ),
        shown(
            "eow.list.beast_herds.rule.throwing_weapons",
            *("Beast Herds/Centaurs + 5x1", 8.0, True, Volley(5, 2, 5, 4, 1, False)),
        ),
        shown(
            "eow.list.daemon_legions.rule.energy_bolts",
            *("Daemon Legions/Imps + 4x2", 9.0, False, Volley(8, 1, 4, 5, 0, False)),
        ),
        shown(
            "eow.list.daemon_legions.rule.energy_bolts",
            *("Daemon Legions/Imps + 4x2", 13.0, True, Volley(8, 1, 6, 5, 0, False)),
        ),
        shown(
            "eow.list.dread_elves.rule.repeater_crossbow",
            *("Dread Elves/Silexian Auxiliaries + 7x2", 10.0, False, Volley(14, 2, 4, 3, 0, False)),
        ),
        shown(
            "eow.list.dread_elves.rule.repeater_crossbow",
            *("Dread Elves/Silexian Auxiliaries + 5x2", 6.0, True, Volley(10, 2, 4, 3, 1, False)),
        ),
        shown(
            "eow.list.dwarven_holds.rule.crossbow",
            *("Dwarven Holds/Clan Marksmen + 5x2", 28.0, False, Volley(10, 1, 5, 4, 1, False)),
        ),
        shown(
            "eow.list.dwarven_holds.rule.forge_repeater",
            *("Dwarven Holds/Steam Copter", 9.0, True, Volley(1, 4, 4, 5, 2, False)),
        ),
    ],
)
def test_the_weapons_of_an_army_have_their_figures(line: str, inches: float, moved: bool, told: Volley) -> None:
    table = at_distance(line, inches)
    table.battle.units[0].moved = moved
    assert volley(table) == told


@pytest.mark.parametrize(
    ("line", "legal"),
    [
        shown("eow.list.dread_elves.rule.repeater_crossbow", "Dread Elves/Silexian Auxiliaries + 5x2", True),
        shown("eow.list.dwarven_holds.rule.forge_repeater", "Dwarven Holds/Steam Copter", True),
        shown("eow.list.dwarven_holds.rule.crossbow", "Dwarven Holds/Clan Marksmen + 5x2", False),
        shown("eow.list.beast_herds.rule.throwing_weapons", "Beast Herds/Wildhorn Herd + 5x3", False),
    ],
)
def test_some_weapons_shoot_after_a_march(line: str, legal: bool) -> None:
    table = at_distance(line, 6.0)
    table.battle.units[0].moved = table.battle.units[0].marched = True
    play = table.play({"": 1}, phase="shooting")
    assert (play.topic == "shoot" and len(play.options) > 1) == legal


@pytest.mark.rule("eow.list.beast_herds.rule.hurl_attack")
@pytest.mark.parametrize(("inches", "need"), [(20.0, 5), (11.0, 4)])
def test_a_hurled_rock_minds_neither_cover_nor_the_move_but_long_range(inches: float, need: int) -> None:
    table = at_distance("Beast Herds/Cyclops", inches, ground="hindering 27,14 20x2")
    table.battle.units[0].moved = True
    found = volley(table)
    assert (found.models, found.shots, found.need) == (1, 1, need)
    armed = table.battle.entry(table.battle.units[0]).weapons[0]
    assert armed.weapon.area == 12


@pytest.mark.rule("eow.list.beast_herds.rule.throwing_weapons")
def test_thrown_weapons_mind_cover() -> None:
    table = at_distance("Beast Herds/Centaurs + 5x1", 8.0, ground="hindering 27,12 30x2")
    assert volley(table).need == 6


@pytest.mark.rule("eow.list.beast_herds.rule.great_totem")
def test_the_bearer_of_the_great_totem_is_a_conclave_without_channel() -> None:
    chieftain = list_unit("Beast Herds", "Beast Chieftain", "Great Totem")
    assert [spell.name for spell in chieftain.spells] == ["Black Wing Totem", "Blooded Horn Totem"]
    assert "Channel" not in chieftain.rules
    assert list_unit("Beast Herds", "Beast Chieftain").spells == ()


HERD = (
    "0 Beast Herds/Soothsayer + Shamanism at 4,4 | 0 Beast Herds/Mongrel Herd + 5x3 at 18,10 | "
    "1 Vampire Covenant/Zombies + 5x4 at 18,20 face 180"
)


@pytest.mark.rule("eow.list.beast_herds.rule.primal_instinct")
@pytest.mark.parametrize(("dice", "again"), [((4, 4), True), ((5, 4), False)])
def test_a_herd_tests_with_the_discipline_of_its_soothsayer_to_strike_again(dice: tuple[int, int], again: bool) -> None:
    table = draw(HERD, settings=ADVANCED).join("Soothsayer", "Mongrel Herd").fight("Mongrel Herd", "Zombies")
    herd = table.unit("Mongrel Herd")
    assert nominated(table.battle, herd)[0] == 8
    play = happen(table, lambda battle: combat_steps.start_of_combat(battle, (1, 2)), [dice])
    assert [roll.rule for roll in play.rolls] == ["eow.patrol.beast_herds.primal_instinct"]
    for name in ("Mongrel Herd", "Soothsayer"):
        attack = strikes.normal_attack(play.battle, play.unit(name), play.unit("Zombies"), 1, Arc.FRONT)
        assert (attack.hits_rerolled_by is not None) == again


PARTY = (
    "0 Beast Herds/Beast Chieftain off | 0 Beast Herds/Soothsayer + Shamanism off | "
    "0 Beast Herds/Beast Chieftain + on Raiding Chariot off | 0 Beast Herds/Centaurs + 5x1 off | "
    "0 Beast Herds/Wildhorn Herd + 6x4 off | 0 Beast Herds/Mongrel Herd + 5x3 off | "
    "0 Beast Herds/Mongrel Raiders off | 0 Beast Herds/Minotaurs off | 1 Iron Orcs off"
)


def party() -> Play:
    battle = draw(PARTY, settings=ADVANCED)
    for number, unit in enumerate(battle.battle.units):
        unit.name = f"{unit.name} {number}"
    return happen(battle, before_roll_off)


@pytest.mark.rule("eow.list.beast_herds.rule.ambushing_party")
def test_one_character_on_foot_and_two_cheap_units_get_ambush() -> None:
    play = party()
    assert (play.topic, play.question.seat) == ("ambushing party", 0)
    assert play.keys == ["0", "1", "3", "5", "6", "pass"]
    assert isinstance(play.question, Choose)
    why = {denied.unit: denied.why for denied in play.question.denied}
    assert "mounted" in why[2]
    assert "250 points" in why[4]
    assert "Core" in why[7]
    play.choose("1")
    assert play.keys == ["3", "5", "6", "pass"]
    play.choose("3").choose("6")
    assert play.game.over
    ambushers = [number for number, unit in enumerate(play.battle.units) if unit.boons]
    assert ambushers == [1, 3, 6]


@pytest.mark.rule("eow.list.beast_herds.rule.ambushing_party")
def test_the_party_is_chosen_once_for_the_army_and_may_wait_in_ambush() -> None:
    play = party().choose("5").choose("pass")
    assert [unit.used for unit in play.battle.units[:3]] == [("Ambushing Party",), (), ()]
    play.battle.stage = "ambush"
    later = Play(play.battle, (), Interlude(declare))
    assert later.keys == ["5", "pass"]


CONCLAVE = "0 Daemon Legions/Imps + Conclave at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"


@pytest.mark.rule("eow.list.daemon_legions.rule.conclave", "eow.list.daemon_legions.rule.immortal_denizens")
@pytest.mark.parametrize(("dice", "faces", "total"), [(1, (3,), 4), (2, (2, 1), 4), (3, (2, 1, 1), 4)])
def test_denizens_cast_one_better_with_one_or_two_dice(dice: int, faces: tuple[int, ...], total: int) -> None:
    assert spells_of("Daemon Legions", "Imps", "Conclave") == ["Spear of Infinity"]
    play = magic(draw(CONCLAVE, settings=ADVANCED), {"Casting": faces, "": 1})
    play.cast("Imps", "Spear of Infinity", "Zombies", dice=dice)
    assert [event.total for event in play.told(events.SpellCast)] == [total]


@pytest.mark.rule("eow.list.daemon_legions.rule.immortal_denizens")
def test_the_bonus_of_denizens_is_told_with_each_number_of_dice_and_counts_against_dispelling() -> None:
    play = magic(draw(CONCLAVE, settings=ADVANCED), {"Casting": (2, 2), "Dispelling": (4,), "": 1}, pools=(9, 1))
    play.choose(target="Zombies")
    success = [option.odds[0].value for option in play.options]
    assert success[0] == pytest.approx(4 / 6)  # 3 or more on one die
    assert success[2] == pytest.approx(1 - 1 / 216)  # 4 or more on three, without a bonus
    play.choose("2").choose("1")
    assert [(event.total, event.cast) for event in play.told(events.DispelFailed)] == [(4, 5)]


@pytest.mark.rule("eow.list.daemon_legions.rule.conclave", "eow.list.daemon_legions.rule.immortal_denizens")
def test_who_is_no_denizen_has_no_bonus() -> None:
    table = draw("0 Orc Shaman at 18,10 | 1 Zombies at 18,20 face 180", settings=ADVANCED)
    teach(table.battle, "Orc Shaman", "Spear of Infinity")
    play = magic(table, [(3,)]).cast("Orc Shaman", "Spear of Infinity", "Zombies", dice=1)
    assert [event.total for event in play.told(events.SpellFailed)] == [3]
    assert "Immortal Denizens" not in list_unit("Daemon Legions", "Imps").rules


@pytest.mark.rule("eow.list.daemon_legions.rule.daemon_mage")
def test_a_daemon_mage_is_an_apprentice_without_enchantments() -> None:
    harbinger = list_unit("Daemon Legions", "Harbinger", "Divination")
    assert [spell.name for spell in harbinger.spells] == ["Know Thine Enemy"]
    assert harbinger.bought
    assert harbinger.bought.wizard == "Apprentice"
    assert set(armylist("Daemon Legions").effects["Daemon Mage"].bars) == {"weapon", "armour", "banner", "artefact"}


@pytest.mark.rule("eow.list.daemon_legions.rule.horde")
def test_a_horde_is_bigger_and_hits_harder() -> None:
    engine, horde = (
        list_unit("Daemon Legions", "Threshing Engine"),
        list_unit("Daemon Legions", "Threshing Engine", "Horde"),
    )
    assert (horde.profile.hp, horde.profile.att, horde.base) == (6, 6, (100, 100))
    assert [text for text in horde.rules if text.startswith("Impact")] == ["Impact (3D3)"]
    assert engine.base != horde.base


@pytest.mark.rule("eow.list.daemon_legions.rule.protean_adept")
def test_a_protean_adept_channels_and_knows_the_first_spell_of_two_paths() -> None:
    deceiver = list_unit("Daemon Legions", "Kuulima's Deceiver", "Protean Adept", "Divination", "Evocation")
    assert [spell.name for spell in deceiver.spells] == ["Know Thine Enemy", "Spectral Blades"]
    assert "Channel" in deceiver.rules


@pytest.mark.rule("eow.list.daemon_legions.rule.wings")
def test_wings_carry_the_deceiver_over_others() -> None:
    deceiver = list_unit("Daemon Legions", "Kuulima's Deceiver", "Wings", "Divination")
    assert (deceiver.profile.adv, deceiver.profile.mar, "Fly" in deceiver.rules) == (7, 14, True)


@pytest.mark.rule("eow.list.daemon_legions.rule.know_thyself")
@pytest.mark.parametrize(("models", "theirs", "attacks"), [(2, 2, 5), (1, 1, 2), (3, 3, 5), (1, 3, 4)])
def test_who_knows_itself_adds_the_attacks_of_those_it_touches(models: int, theirs: int, attacks: int) -> None:
    line = "0 Daemon Legions/Kuulima's Deceiver + Divination at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    table = draw(line, settings=ADVANCED).set("Zombies", models=models, files=models)
    table.change("Kuulima's Deceiver", ["Know Thyself"], att=1).change("Zombies", (), att=theirs)
    table.fight("Kuulima's Deceiver", "Zombies")
    assert values(table, "Kuulima's Deceiver", "att") == [1]
    play = happen(table, lambda battle: combat_steps.start_of_combat(battle, (0, 1)))
    assert values(play, "Kuulima's Deceiver", "att") == [attacks]


@pytest.mark.rule("eow.list.daemon_legions.rule.know_thyself")
def test_a_deceiver_in_the_ranks_adds_only_what_itself_touches_and_until_the_round_ends() -> None:
    line = (
        "0 Daemon Legions/Kuulima's Deceiver + Divination at 4,4 | 0 Daemon Legions/Lemures + 5x2 at 18,10 | "
        "1 Vampire Covenant/Ghouls + 5x3 at 18,20 face 180"
    )
    table = draw(line, settings=ADVANCED).join("Kuulima's Deceiver", "Lemures", 0).fight("Lemures", "Ghouls")
    table.change("Kuulima's Deceiver", ["Know Thyself"], att=1).change("Ghouls", (), att=1)
    before = values(table, "Lemures", "att")
    play = happen(table, lambda battle: combat_steps.start_of_combat(battle, (1, 2)))
    own = boundary(play.battle, play.unit("Kuulima's Deceiver"))
    touched = sum(touches(own, model.base) for model in models(play.battle, play.unit("Ghouls")))
    assert 0 < touched < 5
    assert values(play, "Kuulima's Deceiver", "att") == [min(5, 1 + touched)]
    assert values(play, "Lemures", "att") == before
    assert [boon.until for boon in play.unit("Lemures").boons] == ["round"]


ACADEMY = (
    "0 Dread Elves/Silexian Spears + 5x3 at 18,10 | 0 Dread Elves/Silexian Officer at 18,4 | "
    "1 Vampire Covenant/Zombies at 18,26 face 180"
)


@pytest.mark.rule("eow.list.dread_elves.rule.academy_trained")
@pytest.mark.parametrize(
    ("gap", "fleeing", "more"), [(7.0, False, 1), (8.0, False, 1), (8.1, False, 0), (7.0, True, 0)]
)
def test_the_academy_charges_an_inch_farther_together(gap: float, fleeing: bool, more: int) -> None:
    table = draw(ACADEMY, settings=ADVANCED)
    spears, officer = table.unit("Silexian Spears"), table.unit("Silexian Officer")
    own, other = boundary(table.battle, spears), boundary(table.battle, officer)
    officer.pose = Pose(18.0, own.y - own.depth / 2 - gap - other.depth / 2, 0.0)
    officer.fleeing = fleeing
    assert distance(own, boundary(table.battle, officer)) == pytest.approx(gap)
    assert farthest(table.battle, spears) == 5 + 12 + more
    assert [number for _, number in additions(table.battle, spears)] == [1] * more
    (option,) = (one for one in table.play(phase="charge").weighed if one.unit == spears.id and one.target is not None)
    needs = next(one for one in option.odds if one.label == "needed with 2D6")
    chance = next(one.value for one in option.odds if one.label == "charge succeeds")
    # 14" of room less 5" of Advance Rate: the inch that is added is one less for the dice.
    away = distance(own, boundary(table.battle, table.unit("Zombies")))
    assert needs.value == ceil(away - 5 - more) == needed(table.battle, spears, table.unit("Zombies"))
    assert sum(part.amount for part in needs.parts) == pytest.approx(away - 5 - more, abs=0.01)
    assert chance == pytest.approx(at_least(Dice.parse("2D6"), int(needs.value)))


@pytest.mark.rule("eow.list.dread_elves.rule.academy_trained")
def test_the_officer_in_their_own_ranks_is_no_other_unit_and_strangers_spoil_it() -> None:
    table = draw(ACADEMY, settings=ADVANCED).join("Silexian Officer", "Silexian Spears")
    assert farthest(table.battle, table.unit("Silexian Spears")) == 5 + 12
    line = f"{ACADEMY} | 0 Dread Elves/Warlock Outcast + Occultism at 4,4"
    table = draw(line, settings=ADVANCED).join("Warlock Outcast", "Silexian Spears")
    assert additions(table.battle, table.unit("Silexian Spears")) == []
    line = f"{ACADEMY} | 0 Dread Elves/Warlock Outcast + Occultism at 18,4"
    table = draw(line, settings=ADVANCED).set("Silexian Officer", pose=Pose(50.0, 4.0, 0.0))
    assert additions(table.battle, table.unit("Silexian Spears")) == []


@pytest.mark.rule("eow.list.dread_elves.rule.conclave")
def test_acolytes_know_perception_of_strength() -> None:
    assert spells_of("Dread Elves", "Warlock Acolytes", "Conclave") == ["Perception of Strength"]
    assert spells_of("Dread Elves", "Warlock Acolytes") == []


@pytest.mark.rule("eow.list.dread_elves.rule.irresistible_will")
@pytest.mark.parametrize(
    ("dice", "faces", "fails"), [(5, (1, 3, 3, 3, 4), True), (4, (4, 4, 3, 3), True), (3, (6, 5, 3), False)]
)
def test_a_will_of_four_or_five_dice_is_hard_to_dispel(dice: int, faces: tuple[int, ...], fails: bool) -> None:
    line = "0 Dread Elves/Warlock Outcast + Occultism at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    table = draw(line, settings=ADVANCED)
    teach(table.battle, "Warlock Outcast", "The Rot Within")
    play = magic(table, {"Casting": faces, "Dispelling": (5, 5, 4), "": 1}, pools=(9, 3))
    play.cast("Warlock Outcast", "The Rot Within", "Zombies", dice=dice).choose("3")
    assert bool(play.told(events.DispelFailed)) == fails


@pytest.mark.rule("eow.list.dread_elves.rule.rage")
@pytest.mark.parametrize(("wounds", "attacks"), [(0, 5), (2, 7)])
def test_a_hurt_hydra_strikes_more_often(wounds: int, attacks: int) -> None:
    table = draw(f"0 Dread Elves/Hydra at 18,10 wounds={wounds} | 1 Zombies at 18,30", settings=ADVANCED)
    assert values(table, "Hydra", "att") == [attacks]


@pytest.mark.rule("eow.list.dread_elves.rule.ruthless_efficiency")
@pytest.mark.parametrize(("rounds", "need"), [(0, 3), (1, 4)])
def test_dread_elves_wound_better_in_their_first_round(rounds: int, need: int) -> None:
    table = draw(ACADEMY, settings=ADVANCED).set("Silexian Spears", rounds=rounds)
    table.change("Silexian Spears", ["Ruthless Efficiency"], str_=3).change("Zombies", (), res=3)
    attack = blows(table, "Silexian Spears", "Zombies")
    assert damage.to_wound(table.battle, attack) == need
    shot = damage.prepared(table.battle, Attack("shooting", 0, 2, 1, "Test", "eow.shoot.aim", strength=3))
    assert damage.to_wound(table.battle, shot) == 4


@pytest.mark.rule("eow.list.dwarven_holds.rule.battle_runes")
def test_a_smith_of_battle_runes_knows_all_three_and_does_not_channel() -> None:
    smith = list_unit("Dwarven Holds", "Runic Smith", "Battle Runes")
    names = [spell.name for spell in smith.spells]
    assert names == ["Rune of Resolve", "Rune of Resilience", "Rune of Revocation"]
    assert "Channel" not in smith.rules
    assert list_unit("Dwarven Holds", "Runic Smith").spells == ()


@pytest.mark.rule("eow.list.dwarven_holds.rule.king")
def test_a_king_is_better_than_a_thane() -> None:
    profile = list_unit("Dwarven Holds", "Thane", "King").profile
    assert (profile.dis, profile.att, profile.off, profile.def_) == (10, 4, 7, 7)


GRUDGE = (
    "0 Dwarven Holds/Thane at 10,10 | 0 Dwarven Holds/Thane at 26,10 | 0 Dwarven Holds/Greybeards + 5x2 at 18,10 | "
    "1 Vampire Covenant/Zombies at 18,26 face 180 | 1 Vampire Covenant/Ghouls at 8,26 face 180"
)


def grudge(**settings: object) -> Play:
    table = draw(GRUDGE, settings=Settings(mode="advanced", **settings))  # type: ignore[arg-type]
    table.battle.units[1].name = "Other Thane"
    play = happen(table, marks)
    assert (play.topic, play.question.seat) == ("grudge", 0)
    return play.choose(unit="Zombies")


@pytest.mark.rule("eow.list.dwarven_holds.rule.grudge")
@pytest.mark.parametrize(
    ("target", "rounds", "again"), [("Zombies", 0, True), ("Zombies", 1, False), ("Ghouls", 0, False)]
)
def test_all_of_the_army_strike_again_at_a_grudge_in_their_first_round(target: str, rounds: int, again: bool) -> None:
    play = grudge()
    assert [len(unit.boons) for unit in play.battle.units] == [0, 0, 0, 1, 0]
    play.unit("Greybeards").rounds = rounds
    play.unit(target).rounds = 1 - rounds
    attack = strikes.normal_attack(play.battle, play.unit("Greybeards"), play.unit(target), 1, Arc.FRONT)
    assert (attack.hits_rerolled_by is not None) == again
    shot = damage.prepared(play.battle, Attack("shooting", 2, play.unit(target).id, 1, "T", "eow.shoot.aim", hit_on=4))
    assert shot.hits_rerolled_by is None


@pytest.mark.rule("eow.list.dwarven_holds.rule.grudge")
def test_players_may_agree_that_only_the_bearers_unit_bears_the_grudge() -> None:
    play = grudge(grudge="the bearer's unit")
    for name, again in (("Thane", True), ("Greybeards", False), ("Other Thane", False)):
        attack = strikes.normal_attack(play.battle, play.unit(name), play.unit("Zombies"), 1, Arc.FRONT)
        assert (attack.hits_rerolled_by is not None) == again


@pytest.mark.rule("eow.list.dwarven_holds.rule.grudge", "eow.adv.char.left_alone")
def test_a_thane_bears_the_grudge_on_after_its_unit_has_died_around_it() -> None:
    table = draw(GRUDGE, settings=Settings(mode="advanced", grudge="the bearer's unit"))
    table.battle.units[1].name = "Other Thane"
    table.join("Thane", "Greybeards")
    table.set("Zombies", boons=(Boon("Grudge", "game", other=table.unit("Thane").entry, seat=0),))
    left_alone(table.battle, table.unit("Greybeards"))
    thane = next(unit for unit in table.battle.units if unit.name == "Thane")
    assert thane.id == 2
    attack = strikes.normal_attack(table.battle, thane, table.unit("Zombies"), 1, Arc.FRONT)
    assert attack.hits_rerolled_by is not None


@pytest.mark.rule("eow.list.dwarven_holds.rule.hewn_mountain")
def test_one_hewn_mountain_or_two_raise_casting_values_by_one_even_from_the_ranks() -> None:
    line = (
        "0 Orc Shaman at 18,40 face 180 | 1 Dwarven Holds/Thane at 4,4 | 1 Dwarven Holds/Runic Smith at 8,4 | "
        "1 Dwarven Holds/Greybeards at 18,10"
    )

    def value_of(table: Table) -> float:
        teach(table.battle, "Orc Shaman", "Fireball")
        return magic(table, pools=(9, 9)).options[1].odds[0].value

    table = draw(line, settings=ADVANCED)
    assert value_of(table) == 6
    table.join("Runic Smith", "Greybeards").set("Thane", pose=None, fate="destroyed", models=0)
    assert value_of(table) == 6
    table = draw(line, settings=ADVANCED)
    for name in ("Thane", "Runic Smith"):
        table.set(name, pose=None, fate="destroyed", models=0)
    assert value_of(table) == 5


@pytest.mark.rule("eow.list.dwarven_holds.rule.rune_craft_mastery")
def test_blows_of_the_smiths_unit_pierce_more() -> None:
    line = (
        "0 Dwarven Holds/Runic Smith at 4,4 | 0 Dwarven Holds/Greybeards at 18,10 | "
        "0 Dwarven Holds/Clan Warriors at 28,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    )
    table = draw(line, settings=ADVANCED)
    assert blows(table, "Greybeards", "Zombies").ap == 1
    table.join("Runic Smith", "Greybeards")
    assert (blows(table, "Greybeards", "Zombies").ap, blows(table, "Runic Smith", "Zombies").ap) == (2, 2)
    assert blows(table, "Clan Warriors", "Zombies").ap == 2
    shot = damage.prepared(table.battle, Attack("shooting", 1, 3, 1, "T", "eow.shoot.aim", hit_on=4, ap=1))
    assert shot.ap == 1


@pytest.mark.rule("eow.list.dwarven_holds.rule.shield_wall")
@pytest.mark.parametrize(("side", "saves"), [(Arc.FRONT, True), (Arc.LEFT, False), (Arc.REAR, False)])
def test_a_shield_wall_holds_in_front(side: Arc, saves: bool) -> None:
    line = "0 Dwarven Holds/Greybeards at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    table = draw(line, settings=ADVANCED)
    attack = blows(table, "Zombies", "Greybeards", side)
    assert (damage.aegis_save(attack) == (6, "Shield Wall")) == saves
    shot = damage.prepared(table.battle, Attack("shooting", 1, 0, 1, "T", "eow.shoot.aim", hit_on=4))
    assert damage.aegis_save(shot) is None


@pytest.mark.rule("eow.list.dwarven_holds.rule.weapon_master")
@pytest.mark.parametrize(("key", "told"), [("other", [1, 4, 6, 3, 0]), ("pass", [2, 5, 4, 1, 2])])
def test_seekers_choose_their_weapon_in_each_round(key: str, told: list[int]) -> None:
    line = "0 Dwarven Holds/Seekers + 6x2 at 18,10 | 1 Vampire Covenant/Zombies at 18,20 face 180"
    table = draw(line, settings=ADVANCED).fight("Seekers", "Zombies")
    play = happen(table, lambda battle: combat_steps.start_of_combat(battle, (0, 1)))
    assert (play.topic, play.question.seat) == ("weapon master", 0)
    play.choose(key)
    assert values(play, "Seekers", "att", "off", "str", "ap", "agi") == told
    order = combat_steps.agility_order(play.battle, (0, 1))
    steps = {striker.entry: striker.agility for step in order for striker in step}
    assert steps[play.unit("Seekers").entry] == told[-1]
    assert [boon.until for boon in play.unit("Seekers").boons] == (["round"] if key == "other" else [])
