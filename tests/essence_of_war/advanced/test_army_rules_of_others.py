"""Rules of the Armylists of Infernal Dwarves, Ogre Khans, Orcs and Goblins, Sylvan Elves, Vermin Swarm, Warriors."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Fall, Play, Table, draw, find, refused_move
from warhost.rulesets.essence_of_war.chapters.damage.damage import aegis_save
from warhost.rulesets.essence_of_war.chapters.general.combined import check_join
from warhost.rulesets.essence_of_war.chapters.general.dangerous import dangers
from warhost.rulesets.essence_of_war.chapters.general.discipline import nominated, prepare
from warhost.rulesets.essence_of_war.chapters.general.running import dice_of
from warhost.rulesets.essence_of_war.chapters.magic.casting import castable
from warhost.rulesets.essence_of_war.chapters.melee.result import broken_ranks, combat_result, health_points, rank_bonus
from warhost.rulesets.essence_of_war.chapters.melee.strikes import normal_attack, normal_blows
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import shooters, weapon_of
from warhost.rulesets.essence_of_war.core.battle import Boon, Settings
from warhost.rulesets.essence_of_war.core.entries import Weapon
from warhost.rulesets.essence_of_war.core.values import rate, value
from warhost.rulesets.essence_of_war.lists.armylists import list_unit
from warhost.rulesets.essence_of_war.rules.armies.elves import DANCES
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.table import Arc, Forward, Pivot, Pose

ADVANCED = Settings(mode="advanced")
DWARVES, OGRES, ORCS = "Infernal Dwarves", "Ogre Khans", "Orcs and Goblins"
ELVES, VERMIN, WARRIORS = "Sylvan Elves", "Vermin Swarm", "Warriors of the Dark Gods"
RATS = "Vermin Swarm/Vermin Velites"
FOES = "Ghouls at 18,44 face 180"


def table_of(line: str, **fields: object) -> Table:
    return draw(line, settings=ADVANCED, **fields).change("Ghouls", [])


def beside(table: Table, mover: str, fixed: str, gap: float) -> Table:
    there = boundary(table.battle, table.unit(fixed))
    width = boundary(table.battle, table.unit(mover)).width
    table.unit(mover).pose = Pose(there.x + there.width / 2 + gap + width / 2, there.y, 0.0)
    return table


def weapon(faction: str, *words: str) -> Weapon:
    return list_unit(faction, *words).weapons[0].weapon


def aims(line: str, shooter: str, target: str = "Ghouls") -> set[int]:
    """What the models of a unit need to hit a target."""
    table = table_of(line)
    unit = table.unit(shooter)
    armed = weapon_of(table.battle, unit)
    assert armed is not None
    return {group.aim for group in shooters(table.battle, unit, armed, table.unit(target))}


def shots(line: str, shooter: str, dice: dict[str, Fall] | None = None) -> int:
    game = table_of(line).play({**(dice or {}), "": 1}, phase="shooting").choose(unit=shooter)
    return game.told(events.UnitShot)[0].shots


# Infernal Dwarves


@pytest.mark.rule("eow.list.infernal_dwarves.rule.infernal_brand")
@pytest.mark.parametrize(("gap", "discipline"), [(5.0, 9), (6.0, 9), (6.1, 7)])
def test_the_brand_lends_discipline_to_the_insignificant(gap: float, discipline: int) -> None:
    table = table_of(f"{DWARVES}/Infernal Warriors at 10,10 | 0 {DWARVES}/Vassal Levies at 20,10 | {FOES}")
    levies = beside(table, "Vassal Levies", "Infernal Warriors", gap).unit("Vassal Levies")
    assert nominated(table.battle, levies)[0] == discipline
    table.change("Vassal Levies", [])
    assert nominated(table.battle, levies)[0] == 7


@pytest.mark.rule("eow.list.infernal_dwarves.rule.flintlock_axe")
def test_flintlock_axe() -> None:
    axe = weapon(DWARVES, "Vizier")
    assert (axe.range, axe.shots, axe.str_, axe.ap, axe.ignores) == (18, 1, 4, 2, ())
    assert aims(f"{DWARVES}/Vizier at 18,10 | Ghouls at 18,19 face 180", "Vizier") == {2}


@pytest.mark.rule("eow.list.infernal_dwarves.rule.titan_mortar")
def test_titan_mortar() -> None:
    line = "36x48 hindering 18,28 6x2 | Infernal Engine + Titan Mortar at 18,10 moved | Ghouls at 18,28 face 180"
    # Beyond 9", in Cover, after a move: Long Range alone counts.
    assert aims(line, "Infernal Engine") == {5}
    mortar = weapon(DWARVES, "Infernal Engine", "Titan Mortar")
    assert (mortar.range, mortar.shots, mortar.area) == (18, 1, 12)


@pytest.mark.rule("eow.list.infernal_dwarves.rule.rock_crusher")
def test_rock_crusher_grinds_more() -> None:
    assert "Grind (2D3)" in list_unit(DWARVES, "Infernal Engine", "Rock Crusher").rules
    assert "Grind (D3)" in list_unit(DWARVES, "Infernal Engine", "Titan Mortar").rules
    table = table_of("Infernal Engine + Rock Crusher at 18,10 | Ghouls at 18,20 face 180", phase="melee")
    game = table.fight("Infernal Engine", "Ghouls").play({"Hits of Grind": 6, "": 1, "Save": 6})
    assert [event.count for event in game.told(events.BlowsStruck) if event.what == "Grind"] == [6]


@pytest.mark.rule("eow.list.infernal_dwarves.rule.taurukh_ritual")
def test_taurukh_ritual() -> None:
    entry = list_unit(DWARVES, "Prophet", "Taurukh Ritual")
    assert (entry.profile.adv, entry.profile.mar, entry.base) == (7, 14, (25, 50))
    assert {"Swiftstride", "Impact (1)"} <= set(entry.rules)
    table = table_of(f"{DWARVES}/Taurukh Enforcers at 18,10 | {DWARVES}/Prophet + Taurukh Ritual at 3,3 | {FOES}")
    assert check_join(table.battle, table.unit("Prophet"), table.unit("Taurukh Enforcers")) is None


ENGINE = f"Infernal Engine + Rock Crusher at 18,10 | 0 Vizier at 3,3 | {FOES}"


@pytest.mark.rule("eow.list.infernal_dwarves.rule.steam_ahead_march")
def test_the_engine_marches_all_the_way_with_one_turn() -> None:
    def ready() -> Play:
        return table_of(ENGINE).play({"": 1}, phase="movement").choose(unit="Infernal Engine")

    rule = "eow.list.infernal_dwarves.rule.steam_ahead_march"
    assert refused_move(ready(), "march", Forward(9.0)) == rule
    assert refused_move(ready(), "march", Pivot(20.0), Forward(5.0), Pivot(-20.0), Forward(5.0)) == rule
    assert ready().move("march", Pivot(20.0), Forward(10.0)).unit("Infernal Engine").marched
    # It may Advance as others do.
    assert ready().move("advance", Forward(3.0)).unit("Infernal Engine").moved


@pytest.mark.rule("eow.list.infernal_dwarves.rule.steam_ahead_pursuit")
@pytest.mark.parametrize("charged", [True, False])
def test_the_engine_pursues_when_it_charged_and_only_then(charged: bool) -> None:
    table = table_of("Infernal Engine + Rock Crusher at 18,10 | Ghouls at 18,20 face 180", phase="melee")
    table.change("Ghouls", [], dis=2).change("Infernal Engine", ["Grind (2D3)", "Steam Ahead!"])
    table.fight("Infernal Engine", "Ghouls").set("Infernal Engine", charging=charged, charged=charged)
    dice: dict[str, Fall] = {"Break": 6, "Hits of": 4, "To-Wound": 6, "Save": 1, "Flee": 6, "": 1}
    game = table.play(dice)
    assert game.topic != "pursuit"
    assert bool(game.told(events.PursuitDeclared)) is charged


# Ogre Khans


@pytest.mark.rule("eow.list.ogre_khans.rule.brace_of_ogre_pistols")
def test_brace_of_ogre_pistols() -> None:
    pistols = weapon(OGRES, "Khan")
    assert (pistols.range, pistols.str_, pistols.ap) == (24, 4, 2)
    line = f"{OGRES}/Khan at 18,10 moved | Ghouls at 18,21 face 180"
    assert (aims(line, "Khan"), shots(line, "Khan")) == ({4}, 2)


@pytest.mark.rule("eow.list.ogre_khans.rule.cult_leader")
@pytest.mark.parametrize(("gap", "lent"), [(17.0, 8), (18.0, 8), (18.1, 7)])
def test_the_word_of_a_cult_leader_carries_far(gap: float, lent: int) -> None:
    table = table_of(f"{OGRES}/Khan + Cult Leader at 4,10 | {OGRES}/Tribesmen at 20,10 | {FOES}")
    beside(table, "Tribesmen", "Khan", gap)
    assert nominated(table.battle, table.unit("Tribesmen"))[0] == lent
    assert list_unit(OGRES, "Khan", "Cult Leader").general


@pytest.mark.rule("eow.list.ogre_khans.rule.hand_cannon")
def test_hand_cannon() -> None:
    cannon = weapon(OGRES, "Bombardiers")
    assert (cannon.range, cannon.str_, cannon.ap) == (24, 4, 2)
    line = f"{OGRES}/Bombardiers + 3x1 at 18,10 moved | Ghouls at 18,20 face 180"
    assert aims(line, "Bombardiers") == {4}
    # Three dice: 1, 2 and 3 on D3, and 1 more for each model.
    assert shots(line, "Bombardiers", {"shots": (1, 4, 6)}) == 9


@pytest.mark.rule("eow.list.ogre_khans.rule.spinesplitter")
def test_spinesplitter() -> None:
    table = table_of(f"{OGRES}/Khan + Splitter at 18,10 | Ghouls at 18,20 face 180", phase="melee")
    table.fight("Khan", "Ghouls").set("Khan", charging=True)
    khan = table.unit("Khan")
    assert [value(table.battle, khan, name) for name in ("att", "str", "ap")] == [6, 6, 3]
    game = table.play({"": 1, "Save": 6, "to hit": 6})
    needs = {roll.why: roll.need for roll in game.rolls if roll.unit == khan.id and "To-Wound" in roll.why}
    # Strength 6 against Resilience 4.
    assert (needs["Impact: To-Wound"], needs["Stomp: To-Wound"]) == (2, 2)


@pytest.mark.rule("eow.list.ogre_khans.rule.touch_of_frost")
def test_the_touch_of_frost_slows_once() -> None:
    line = f"{OGRES}/Yetis at 18,10 | Ghouls at 18,20 face 180 | 0 {OGRES}/Tribesmen at 4,4"
    table = table_of(line).fight("Yetis", "Ghouls").change("Tribesmen", ["Touch of Frost"])
    ghouls = table.unit("Ghouls")
    assert value(table.battle, ghouls, "agi") == 3
    table.fight("Tribesmen", "Ghouls", "left")
    assert value(table.battle, ghouls, "agi") == 3
    table.change("Ghouls", [], agi=1)
    assert value(table.battle, ghouls, "agi") == 1


# Orcs and Goblins


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.bow")
def test_three_ranks_shoot_bows() -> None:
    bow = weapon(ORCS, "Goblin Rabble")
    assert (bow.range, bow.str_, bow.ap) == (24, 3, 0)
    assert shots(f"{ORCS}/Goblin Rabble + 7x4 at 18,10 | Ghouls at 18,22 face 180", "Goblin Rabble") == 21


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.crossbow")
def test_iron_orcs_with_crossbows() -> None:
    crossbow = weapon(ORCS, "Iron Orcs", "Crossbow (4+)")
    assert (crossbow.range, crossbow.shots, crossbow.str_, crossbow.ap) == (30, 1, 4, 1)
    assert shots(f"{ORCS}/Iron Orcs + 6x3 + Crossbow (4+) at 18,10 | Ghouls at 18,22 face 180", "Iron Orcs") == 12


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.howdah_bows")
def test_howdah_bows() -> None:
    bows = weapon(ORCS, "Guardian Behemoth")
    assert (bows.range, bows.str_, bows.ap, bows.ignores) == (24, 3, 0, ())
    line = "Guardian Behemoth at 18,10 | Ghouls at 18,22 face 180"
    assert (aims(line, "Guardian Behemoth"), shots(line, "Guardian Behemoth")) == ({4}, 4)


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.brood_rivalry")
@pytest.mark.parametrize("others", [True, False])
def test_rivals_strike_more_while_others_fight(others: bool) -> None:
    line = (
        f"{ORCS}/Iron Orcs at 18,10 | Ghouls at 18,20 face 180 | 0 Goblin Rabble at 30,10 | 1 Zombies at 30,20 face 180"
    )
    table = table_of(line, phase="melee").change("Goblin Rabble", []).fight("Iron Orcs", "Ghouls")
    if others:
        table.fight("Goblin Rabble", "Zombies")
    table.change("Ghouls", [], agi=9)
    game = table.play({"to hit": 1, "": 1})
    if game.topic == "next combat":
        game.choose(unit="Iron Orcs")
    struck = next(event for event in game.told(events.BlowsStruck) if event.unit == game.unit("Iron Orcs").id)
    each = sum(blows.number for blows in normal_blows(table.battle, table.unit("Iron Orcs")))
    assert struck.count >= each
    contact = struck.count - 6
    assert (contact > 6) is others
    assert all(boon.until != "round" for boon in game.unit("Iron Orcs").boons)


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.goblin_cunning_flee")
def test_goblins_run_far() -> None:
    table = table_of(f"{ORCS}/Goblin Rabble at 18,20 fleeing | {FOES}")
    rabble = table.unit("Goblin Rabble")
    dice = dice_of(table.battle, rabble, "flee")
    assert (str(dice), dice.total((1, 4, 6))) == ("maximised 2D6", 10)
    assert str(dice_of(table.battle, rabble, "pursuit")) == "2D6"


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.goblin_cunning_fail")
def test_goblins_may_fail_on_purpose_and_rally_without_a_roll() -> None:
    table = table_of(f"{ORCS}/Goblin Rabble at 18,24 | Ghouls at 18,34 face 180", phase="melee")
    table.fight("Ghouls", "Goblin Rabble", "left").set("Ghouls", charging=True)
    game = table.play({"to hit": 1, "": 1})
    while game.topic in ("allocate attacks", "next combat"):
        game.decline()
    assert game.topic == "choose to fail"
    game.choose("fail")
    assert not game.told(events.DisciplineTested)
    assert [event.unit for event in game.told(events.UnitBroke)] == [game.unit("Goblin Rabble").id]
    rabble = game.unit("Goblin Rabble")
    assert [boon.rule for boon in rabble.boons] == ["Goblin Cunning"]
    later = table_of(f"{ORCS}/Goblin Rabble at 18,24 fleeing | {FOES}")
    later.set("Goblin Rabble", boons=(Boon("Goblin Cunning", "game"),))
    rallied = later.play({}, phase="movement")
    assert [event.kind for event in rallied.told(events.TestPassedBy)] == ["rally"]
    assert (rallied.unit("Goblin Rabble").fleeing, rallied.unit("Goblin Rabble").boons) == (False, ())


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.goblin_cunning_fail")
def test_goblins_may_take_the_test_as_well() -> None:
    table = table_of(f"{ORCS}/Goblin Rabble at 18,24 | Ghouls at 18,34 face 180", phase="melee")
    table.fight("Ghouls", "Goblin Rabble", "left").set("Ghouls", charging=True)
    game = table.play({"to hit": 1, "": 1})
    while game.topic in ("allocate attacks", "next combat"):
        game.decline()
    game.choose("roll")
    assert [test.kind for test in game.told(events.DisciplineTested)] == ["break"]


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.warborn")
def test_the_warborn_of_the_list_minimise_panic_and_break() -> None:
    table = table_of(f"{ORCS}/Veteran Orcs at 18,10 | {FOES}")
    kinds = {
        kind: str(prepare(table.battle, table.unit("Veteran Orcs"), kind).dice) for kind in ("panic", "break", "rally")
    }
    assert kinds == {"panic": "minimised 2D6", "break": "minimised 2D6", "rally": "2D6"}


def crying(bought: str = " + General", **fields: object) -> Play:
    line = f"Goblin Demagogue{bought} at 18,10 | {ORCS}/Veteran Orcs at 24,10 | {FOES}"
    table = table_of(line, first=0, turn=1).set("Goblin Demagogue", **fields)
    table.battle.phase, table.battle.stage = "charge", "start of turn"
    return table.play({"": 1})


@pytest.mark.rule("eow.list.orcs_and_goblins.rule.war_cry")
def test_the_war_cry_of_the_general_hastens_everybody_once() -> None:
    game = crying()
    assert game.topic == "war cry"
    game.choose("war cry")
    assert rate(game.battle, game.unit("Veteran Orcs"), "mar") == 10
    assert rate(game.battle, game.unit("Veteran Orcs"), "adv") == 5
    assert [boon.until for boon in game.unit("Veteran Orcs").boons] == ["turn"]
    assert game.unit("Goblin Demagogue").used == ("War Cry!",)
    assert crying(used=("War Cry!",)).topic != "war cry"
    assert crying(fleeing=True).topic != "war cry"
    assert crying("").topic != "war cry"


# Sylvan Elves


def dancing(**fields: object) -> Table:
    table = table_of(f"{ELVES}/Blade Dancers + 5x2 at 18,10 | Ghouls at 18,20 face 180", phase="melee")
    return table.fight("Blade Dancers", "Ghouls").set("Blade Dancers", **fields)


def danced(form: int) -> Table:
    return dancing(boons=(Boon(DANCES[form].name, "round"),))


@pytest.mark.rule("eow.list.sylvan_elves.rule.dances_of_cenyrn")
def test_no_dance_is_danced_twice_in_a_row() -> None:
    game = dancing().play({"to hit": 1, "Break": 1, "": 1})
    assert (game.topic, game.keys) == ("dance", ["0", "1", "2", "3"])
    game.choose("1")
    last = game.unit("Blade Dancers").boons
    assert [boon.form for boon in last] == [1]
    again = dancing(boons=last, rounds=1).play({"to hit": 1, "": 1})
    assert again.keys == ["0", "2", "3"]
    again.choose("0")
    assert dancing(boons=again.unit("Blade Dancers").boons, rounds=2).play({"": 1}).keys == ["1", "2", "3"]
    # In a new combat all are open.
    assert dancing(boons=last, rounds=0).play({"": 1}).keys == ["0", "1", "2", "3"]


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_aegis")
def test_the_dance_that_saves() -> None:
    table = danced(0)
    dancers, ghouls = table.unit("Blade Dancers"), table.unit("Ghouls")
    assert [value(table.battle, dancers, name) for name in ("str", "ap")] == [3, 1]
    best = aegis_save(normal_attack(table.battle, ghouls, dancers, 1, Arc.FRONT))
    assert best is not None
    assert best[0] == 3


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_attack")
def test_the_dance_that_strikes_more() -> None:
    counts = [
        sum(b.number for b in normal_blows(danced(form).battle, danced(form).unit("Blade Dancers"))) for form in (1, 2)
    ]
    assert value(danced(1).battle, danced(1).unit("Blade Dancers"), "att") == 3
    # One more for each of the five in front, none for those who support.
    assert counts[0] - counts[1] == 5


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_ap")
def test_the_dance_that_pierces() -> None:
    table = danced(2)
    assert value(table.battle, table.unit("Blade Dancers"), "ap") == 4


@pytest.mark.rule("eow.list.sylvan_elves.rule.dances_of_cenyrn")
def test_characters_do_not_dance() -> None:
    table = table_of(f"{ELVES}/Blade Dancers + 5x2 at 18,10 | {ELVES}/Chieftain at 3,3 | Ghouls at 18,20 face 180")
    table.join("Chieftain", "Blade Dancers").set("Blade Dancers", boons=(Boon(DANCES[2].name, "round"),))
    assert value(table.battle, table.unit("Chieftain"), "ap") == 2


@pytest.mark.rule("eow.list.sylvan_elves.rule.dance_ranks")
def test_the_dance_that_takes_the_rank_bonus() -> None:
    table = danced(3)
    ghouls = table.unit("Ghouls")
    assert rank_bonus(table.battle, [ghouls]).amount == 0
    table.set("Blade Dancers", boons=())
    assert rank_bonus(table.battle, [ghouls]).amount == 2


@pytest.mark.rule("eow.list.sylvan_elves.rule.forest_walker")
def test_forest_walkers_are_at_home_in_woods() -> None:
    line = f"36x48 hindering 18,10 6x4 | {ELVES}/Wild Huntsmen at 18,10 | Ghouls at 18,20 face 180"
    for rules, walks in ((None, True), (["Fearless"], False)):
        table = table_of(line, phase="melee")
        if rules is not None:
            table.change("Wild Huntsmen", rules)
        hunters = table.unit("Wild Huntsmen")
        assert bool(dangers(table.battle, hunters, fleeing=False)) is not walks
        assert broken_ranks(table.battle, hunters) is not walks
        attack = normal_attack(table.battle, hunters, table.unit("Ghouls"), 1, Arc.FRONT)
        assert (attack.ones_rerolled_by is not None) is walks
    outside = table_of(f"{ELVES}/Wild Huntsmen at 18,10 | Ghouls at 18,20 face 180")
    attack = normal_attack(outside.battle, outside.unit("Wild Huntsmen"), outside.unit("Ghouls"), 1, Arc.FRONT)
    assert attack.ones_rerolled_by is None


@pytest.mark.rule("eow.list.sylvan_elves.rule.forest_walker")
def test_natural_ones_to_wound_are_rolled_again_in_a_wood() -> None:
    line = f"36x48 hindering 18,10 6x9 | {ELVES}/Dryads + 4x2 at 18,10 | Ghouls at 18,20 face 180"
    table = table_of(line, phase="melee").change("Ghouls", [], agi=0).fight("Ghouls", "Dryads")
    game = table.play({"Dryads Melee Attacks: To-Wound again": 1, "To-Wound": 1, "to hit": 6, "Save": 6, "": 1})
    assert any("To-Wound again by Forest Walker" in roll.why for roll in game.rolls)


@pytest.mark.rule("eow.list.sylvan_elves.rule.impaling_roots")
def test_impaling_roots() -> None:
    line = "36x48 hindering 18,21 6x2 | Treefather at 18,10 marched moved | Ghouls at 18,21 face 180"
    roots = weapon(ELVES, "Treefather")
    assert (roots.range, roots.shots, roots.str_, roots.ap) == (12, 4, 4, 1)
    assert (aims(line, "Treefather"), shots(line, "Treefather")) == ({3}, 4)


@pytest.mark.rule("eow.list.sylvan_elves.rule.sylvan_longbow")
def test_sylvan_longbow() -> None:
    bow = weapon(ELVES, "Chieftain")
    assert (bow.range, bow.shots, bow.str_, bow.ap) == (30, 1, 3, 1)
    assert aims(f"{ELVES}/Chieftain at 18,10 moved | Ghouls at 18,30 face 180", "Chieftain") == {2}
    for away, strength in ((24, 4), (28, 3)):
        table = table_of(f"{ELVES}/Chieftain at 18,10 | Ghouls at 18,{away} face 180")
        armed = weapon_of(table.battle, table.unit("Chieftain"))
        assert armed is not None
        (group,) = shooters(table.battle, table.unit("Chieftain"), armed, table.unit("Ghouls"))
        assert group.strength == strength


@pytest.mark.rule("eow.list.sylvan_elves.rule.wild_hunter")
def test_wild_hunter() -> None:
    table = table_of(f"{ELVES}/Chieftain + Wild Hunter at 18,10 | Ghouls at 18,20 face 180")
    entry = table.battle.entry(table.unit("Chieftain"))
    assert entry.base == (50, 50)
    assert {"Fearless", "Frenzy", "Swiftstride"} <= set(entry.rules)
    table.fight("Chieftain", "Ghouls").set("Chieftain", charging=True)
    assert value(table.battle, table.unit("Chieftain"), "att") == 6


# Vermin Swarm


@pytest.mark.rule("eow.list.vermin_swarm.rule.eagle_standard")
@pytest.mark.parametrize(("gap", "works"), [(11.0, True), (12.1, False)])
def test_eagle_standards_work_near_the_general(gap: float, works: bool) -> None:
    line = f"{VERMIN}/Blackfur Veterans at 10,10 | Bloodfur Legate + General at 20,10 | 0 {RATS} at 10,16 | {FOES}"
    table = beside(table_of(line), "Bloodfur Legate", "Blackfur Veterans", gap)
    for name in ("Blackfur Veterans", "Vermin Velites"):
        test = prepare(table.battle, table.unit(name), "break")
        assert (str(test.dice) == "minimised 2D6", test.rerolled_by is not None) == (works, works)


@pytest.mark.rule("eow.list.vermin_swarm.rule.life_is_cheap")
@pytest.mark.parametrize(("lost", "points"), [(4, 2), (6, 4)])
def test_lives_of_the_list_are_cheap(lost: int, points: int) -> None:
    line = f"{VERMIN}/Plague Disciples at 18,10 | Ghouls at 18,20 face 180"
    table = table_of(line).fight("Plague Disciples", "Ghouls").set("Plague Disciples", lost_this_round=lost)
    (part,) = health_points(table.battle, [table.unit("Plague Disciples")])
    assert part.amount == {4: 2.0, 6: 3.5}[lost]
    others = sum(p.amount for p in combat_result(table.battle, (0, 1)).parts[1] if p.rule != part.rule)
    assert combat_result(table.battle, (0, 1)).totals[1] - others == points


@pytest.mark.rule("eow.list.vermin_swarm.rule.cohort_coordination")
@pytest.mark.parametrize(("ghouls", "ranked"), [(5, 3), (15, 3), (30, 2)])
def test_steadfast_cohorts_fight_in_an_extra_rank(ghouls: int, ranked: int) -> None:
    line = f"{VERMIN}/Vermin Legionaires + 5x5 at 18,10 | Ghouls at 18,20 face 180"
    table = table_of(line).set("Ghouls", models=ghouls).fight("Vermin Legionaires", "Ghouls")
    (blows,) = normal_blows(table.battle, table.unit("Vermin Legionaires"))
    assert blows.number == 5 * ranked


@pytest.mark.rule("eow.list.vermin_swarm.rule.rotary_gun")
def test_rotary_gun() -> None:
    gun = weapon(VERMIN, "Murmillo Brutes")
    assert (gun.range, gun.str_, gun.ap) == (18, 4, 2)
    line = "Murmillo Brutes + 3x1 at 18,10 moved | Ghouls at 18,18 face 180"
    assert aims(line, "Murmillo Brutes") == {4}
    assert shots(line, "Murmillo Brutes", {"shots": (1, 4, 6)}) == 9


@pytest.mark.rule("eow.list.vermin_swarm.rule.sling")
def test_sling() -> None:
    sling = weapon(VERMIN, "Vermin Velites")
    assert (sling.range, sling.str_, sling.ap) == (18, 3, 0)
    assert sling.close is not None
    assert (sling.close.within, sling.close.str_) == (9, 4)
    line = f"{VERMIN}/Vermin Velites + 7x3 at 18,10 moved | Ghouls at 18,26 face 180"
    assert (aims(line, "Vermin Velites"), shots(line, "Vermin Velites")) == ({4}, 14)


@pytest.mark.rule("eow.list.vermin_swarm.rule.duumvirate")
def test_duumvirate_knows_the_third_spell_of_the_path() -> None:
    entry = list_unit(VERMIN, "Swarm Priest", "Duumvirate", "Witchcraft")
    assert [spell.number for spell in entry.spells] == [3]
    assert "Channel" in entry.rules


# Warriors of the Dark Gods


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.battle_fever")
def test_battle_fever_needs_most_models() -> None:
    line = f"{WARRIORS}/Barbarians at 18,10 | {WARRIORS}/Chosen Lord at 3,3 | {FOES}"
    table = table_of(line).join("Chosen Lord", "Barbarians")
    unit = table.unit("Barbarians")
    kinds = {kind: prepare(table.battle, unit, kind).rerolled_by for kind in ("panic", "break", "rally")}
    assert (kinds["panic"] is not None, kinds["break"] is not None, kinds["rally"]) == (True, True, None)
    other = table_of(f"{WARRIORS}/Warriors at 18,10 | {WARRIORS}/Sorcerer at 3,3 | {FOES}").change("Warriors", [])
    other.join("Sorcerer", "Warriors")
    assert prepare(other.battle, other.unit("Warriors"), "break").rerolled_by is None
    # One of two is not most.
    other.unit("Warriors").models = 1
    assert prepare(other.battle, other.unit("Warriors"), "break").rerolled_by is None


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_favoured", "eow.diff.favoured_exiled")
def test_one_favoured_does_not_favour_a_unit() -> None:
    line = f"{WARRIORS}/Barbarians at 18,10 | {WARRIORS}/Chosen Lord at 3,3 | {FOES}"
    table = table_of(line).change("Barbarians", []).join("Chosen Lord", "Barbarians")
    assert prepare(table.battle, table.unit("Barbarians"), "break").rerolled_by is None
    table.change("Barbarians", ["Path of the Favoured"])
    assert prepare(table.battle, table.unit("Barbarians"), "break").rerolled_by is not None
    assert prepare(table.battle, table.unit("Barbarians"), "panic").rerolled_by is None


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled", "eow.diff.favoured_exiled")
def test_nobody_joins_the_exiled() -> None:
    table = table_of(f"{WARRIORS}/Fallen at 18,10 | {WARRIORS}/Sorcerer at 3,3 | {FOES}")
    refused = check_join(table.battle, table.unit("Sorcerer"), table.unit("Fallen"))
    assert refused is not None
    assert refused.rule == "eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled"


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.path_of_the_exiled")
def test_the_exiled_strike_once_more_and_are_gone() -> None:
    table = table_of(f"{WARRIORS}/Fallen at 18,10 | Ghouls at 18,20 face 180", phase="melee")
    table.change("Fallen", ["Path of the Exiled"], dis=2).fight("Ghouls", "Fallen", "left").set("Ghouls", charging=True)
    game = table.play({"to hit": 1, "Break": 6, "": 1})
    while game.topic == "allocate attacks":
        game.decline()
    assert len([test for test in game.told(events.DisciplineTested) if test.kind == "break"]) == 2
    assert game.told(events.LastBlowsStruck)
    assert game.unit("Fallen").fate == "destroyed"


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.dark_prelate")
def test_a_dark_prelate_casts_on_its_own_unit_only() -> None:
    lord = f"{WARRIORS}/Chosen Lord + Dark Prelate at 3,3"
    line = f"{WARRIORS}/Warriors at 18,10 | {lord} | {WARRIORS}/Barbarians at 22,10 | {FOES}"
    table = table_of(line, phase="magic", stage="cast", pools=(9, 0)).join("Chosen Lord", "Warriors")
    castings, denied = castable(table.battle)
    assert {target for casting in castings.values() for target in casting.targets} == {
        find(table.battle, "Warriors").id
    }
    assert "eow.list.warriors_of_the_dark_gods.rule.dark_prelate" in {one.rule for one in denied}


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.hurlers")
def test_hurlers_throw_from_three_ranks_of_seven() -> None:
    entry = list_unit(WARRIORS, "Barbarians", "Hurlers")
    assert (entry.formation, entry.points, entry.models) == ("7x3", 250, 21)
    assert [armed.aim for armed in entry.weapons] == [5]


@pytest.mark.rule("eow.list.warriors_of_the_dark_gods.rule.throwing_weapons")
def test_throwing_weapons() -> None:
    thrown = weapon(WARRIORS, "Barbarians", "Hurlers")
    assert (thrown.range, thrown.str_, thrown.ap) == (8, None, None)
    line = f"{WARRIORS}/Barbarians + Hurlers at 18,10 moved | Ghouls at 18,18 face 180"
    assert (aims(line, "Barbarians"), shots(line, "Barbarians")) == ({5}, 28)
