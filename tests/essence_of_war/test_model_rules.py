"""The model rules of the patrols, each shown on the table."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Faces, Fall, Play, Table, draw
from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import boundary, health
from warhost.table import Forward, Pose

CAST: dict[str, Any] = {"phase": "magic", "stage": "cast", "pools": (9, 0)}
SAVED: dict[str, Fall] = {"Save": 6, "": 1}
"""Every wound is saved, everything else comes up 1: blows miss, tests are passed."""


def beside(table: Table, mover: str, fixed: str, gap: float) -> Table:
    """Put a unit to the right of another one, so far away."""
    unit, there, own = table.unit(mover), boundary(table.battle, table.unit(fixed)), table.unit(mover).pose
    assert own is not None
    width = boundary(table.battle, unit).width
    unit.pose = Pose(there.x + there.width / 2 + gap + width / 2, there.y, 0.0)
    return table


def rally_test(table: Table, dice: dict[str, Fall] | None = None) -> events.DisciplineTested:
    """The first test of a Movement Phase that begins with a fleeing unit."""
    return table.play(dice or {"": 1}, phase="movement").told(events.DisciplineTested)[0]


def fought(table: Table, dice: dict[str, Fall]) -> Play:
    """A Melee Phase, played as far as nobody decides anything."""
    return table.play(dice, phase="melee")


def blows(play: Play, unit: str, what: str = "Melee Attacks") -> list[events.BlowsStruck]:
    number = play.unit(unit).id
    return [blow for blow in play.told(events.BlowsStruck) if blow.unit == number and blow.what == what]


def dice_for(play: Play, why: str, unit: str | None = None) -> list[tuple[str, int | None]]:
    """The dice of the rolls made for that reason and what they needed."""
    number = None if unit is None else play.unit(unit).id
    return [(roll.dice, roll.need) for roll in play.rolls if why in roll.why and number in (None, roll.unit)]


def crossfire(line: str, victim: str, dice: dict[str, Fall] | None = None) -> Play:
    """A Sorcerer destroys that unit of one model with a spell."""
    table = draw(f"0 Sorcerer at 18,2 | {line}").set(victim, models=1, files=1, rear_from=0)
    play = table.play({"Save": 1, **(dice or {}), "": 6}, **CAST).cast("Sorcerer", "Pentagram of Pain", victim, dice=2)
    assert play.unit(victim).fate == "destroyed"
    return play


@pytest.mark.rule("eow.basic.general")
@pytest.mark.parametrize(("gap", "discipline"), [(11.0, 8), (12.0, 8), (12.1, 6)])
def test_friends_within_twelve_inches_use_the_generals_discipline(gap: float, discipline: int) -> None:
    table = draw("Soothsayer at 4,10 | Mongrel Herd at 18,10 fleeing | Imperial Guard at 18,40 face 180")
    assert rally_test(beside(table, "Mongrel Herd", "Soothsayer", gap)).needed == discipline


@pytest.mark.rule("eow.basic.general")
@pytest.mark.parametrize("general", ["0 Soothsayer at 14,10 fleeing", "0 Soothsayer off", "1 Soothsayer at 14,10"])
def test_a_general_that_flees_or_is_gone_or_is_the_enemys_lends_nothing(general: str) -> None:
    table = draw(f"0 Mongrel Herd at 18,10 fleeing | {general}").change("Mongrel Herd", [])
    play = table.play({"": 1}, phase="movement").until("move")
    tests = [test for test in play.told(events.DisciplineTested) if test.unit == play.unit("Mongrel Herd").id]
    assert [test.needed for test in tests] == [6]


@pytest.mark.rule("eow.basic.fearless")
def test_the_fearless_hold_and_nothing_else() -> None:
    line = "Iron Orcs at 18,10 | {} at 18,18 face 180"
    brave = draw(line.format("Temple Militants")).play({"": 6}).choose(unit="Iron Orcs")
    assert brave.topic != "charge reaction"
    other = draw(line.format("Imperial Guard")).play({"": 6}).choose(unit="Iron Orcs")
    assert (other.topic, {"hold", "flee"} <= set(other.keys)) == ("charge reaction", True)


@pytest.mark.rule("eow.basic.fearless")
def test_the_fearless_pass_panic_but_take_break_tests() -> None:
    panic = crossfire("Temple Militants at 18,24 face 180 | Handgunners at 18,20 face 180", "Handgunners")
    assert [(test.kind, test.by) for test in panic.told(events.TestPassedBy)] == [("panic", "Fearless")]
    assert not panic.told(events.DisciplineTested)

    table = draw("Iron Orcs at 18,10 | Temple Militants at 18,20 face 180").fight("Iron Orcs", "Temple Militants")
    broken = fought(table, {"Break": 6, "Temple Militants Melee": 1, "": 6})
    assert [(test.kind, test.passed) for test in broken.told(events.DisciplineTested)][:1] == [("break", False)]


@pytest.mark.rule("eow.basic.devastating")
def test_devastating_counts_in_the_first_round_after_a_charge_and_no_longer() -> None:
    # Feudal Knights: Strength 4 and AP 1, 6 and 3 on the charge; Imperial Guard: Resilience 3 and Armour 4.
    dice: dict[str, Fall] = {"harge": 4, "to hit": 6, "To-Wound": 6, **SAVED}
    play = draw("Feudal Knights at 18,10 | Imperial Guard at 18,20 face 180").play(dice)
    play.choose(unit="Feudal Knights", target="Imperial Guard")
    while len(dice_for(play, "To-Wound", "Feudal Knights")) < 2:
        play.decline()
    assert [need for _, need in dice_for(play, "To-Wound", "Feudal Knights")][:2] == [2, 3]
    assert [need for _, need in dice_for(play, "Armour Save", "Imperial Guard")][:2] == [6, 4]


@pytest.mark.rule("eow.basic.devastating")
def test_who_is_charged_has_no_devastating_bonus() -> None:
    table = draw("Iron Orcs at 18,10 | Feudal Knights at 18,20 face 180").fight("Iron Orcs", "Feudal Knights")
    play = fought(table.set("Iron Orcs", charging=True), {"to hit": 6, "": 1})
    # Strength 4 against Resilience 4.
    assert dice_for(play, "To-Wound", "Feudal Knights")[0][1] == 4


@pytest.mark.rule("eow.basic.fly")
def test_flyers_pass_over_units_and_rocks_but_do_not_end_there() -> None:
    line = "36x48 impassable 18,20 4x2 | {} at 18,10 | Imperial Guard at 18,16 face 180"
    flyer = draw(line.format("Pegasus Knights")).play({"": 1}, phase="movement").choose(unit="Pegasus Knights")
    for inches in (6.0, 10.0):
        with pytest.raises(Refused):
            flyer.move("march", Forward(inches))
    flyer.move("march", Forward(16.0))
    assert flyer.unit("Pegasus Knights").pose == Pose(18.0, 26.0, 0.0)

    rider = draw(line.format("Feudal Knights")).play(phase="movement").choose(unit="Feudal Knights")
    with pytest.raises(Refused):
        rider.move("march", Forward(16.0))


@pytest.mark.rule("eow.basic.insignificant")
def test_insignificant_units_frighten_only_their_like() -> None:
    others = "Tribesmen at 11,20 face 180 | Lowborn Archers at 25,20 face 180"
    few = crossfire(f"Scraplings at 18,20 face 180 | {others}", "Scraplings", {"Panic": 1})
    assert [test.unit for test in few.told(events.DisciplineTested)] == [few.unit("Lowborn Archers").id]
    all_of_them = crossfire(f"Handgunners at 18,20 face 180 | {others}", "Handgunners", {"Panic": 1})
    all_of_them.until("cast")
    assert {test.unit for test in all_of_them.told(events.DisciplineTested)} == {2, 3}


@pytest.mark.rule("eow.basic.impact")
@pytest.mark.parametrize("charging", [True, False])
def test_impact_strikes_first_and_surely_in_the_round_after_the_charge(charging: bool) -> None:
    table = draw("Taurukh Enforcers at 18,10 | Imperial Guard at 18,20 face 180")
    table.fight("Taurukh Enforcers", "Imperial Guard").set("Taurukh Enforcers", charging=charging)
    play = fought(table, {**SAVED})
    impact = blows(play, "Taurukh Enforcers", "Impact")
    assert [(blow.count, blow.agility, blow.need) for blow in impact] == ([(3, 10, None)] if charging else [])
    # Strength 4 against Resilience 3; AP 1 against Armour 4 once a hit wounds.
    assert dice_for(play, "Impact: To-Wound") == ([("3D6", 3)] if charging else [])


@pytest.mark.rule("eow.basic.impact")
def test_impact_hits_may_be_dice_for_each_model_and_ap_counts() -> None:
    table = draw("Skeleton Chariots at 18,10 | Imperial Guard at 18,20 face 180")
    table.fight("Skeleton Chariots", "Imperial Guard").set("Skeleton Chariots", charging=True)
    play = fought(table, {"Hits of Impact": (1, 6), "To-Wound": 6, **SAVED})
    assert [blow.count for blow in blows(play, "Skeleton Chariots", "Impact")] == [2 + 4]
    assert dice_for(play, "Impact: Armour Save")[0] == ("6D6", 4)


@pytest.mark.rule("eow.basic.impact")
def test_impact_is_for_enemies_before_the_front() -> None:
    table = draw("Taurukh Enforcers at 18,10 charging | 1 Imperial Guard at 18,20 face 180 | 1 Zombies at 9,10")
    table.fight("Taurukh Enforcers", "Imperial Guard").fight("Zombies", "Taurukh Enforcers", "left")
    play = fought(table, {**SAVED})
    impact = blows(play, "Taurukh Enforcers", "Impact")
    assert [(blow.target, blow.count) for blow in impact] == [(play.unit("Imperial Guard").id, 3)]


def crumbling(unit: str, models: int | None = None, blows: int = 12) -> Play:
    """That unit is beaten by Iron Orcs; 3 of their blows hit and wound, its own miss."""
    table = draw(f"Iron Orcs at 18,10 | {unit} at 18,20 face 180 | Handgunners at 18,24 face 180")
    if models is not None:
        table.set(unit, models=models, files=models)
    table.fight("Iron Orcs", unit)
    return fought(
        table,
        {
            "Iron Orcs Melee Attacks: to hit": [(6, 6, 6, *[1] * (blows - 3)), 1],
            "Iron Orcs Melee Attacks: To-Wound": 6,
            "Aegis": 1,
            "Panic": 6,
            "": 1,
        },
    )


@pytest.mark.rule("eow.basic.undeath", "eow.patrol.daemon_legions.daemonic")
@pytest.mark.parametrize("unit", ["Zombies", "Myrmidons"])
def test_the_unbreaking_crumble_by_the_difference_without_saves(unit: str) -> None:
    play = crumbling(unit)
    scored = play.told(events.CombatScored)[0]
    difference = abs(scored.totals[0] - scored.totals[1])
    assert (scored.loser, difference > 0) == (1, True)
    assert [event.points for event in play.told(events.UnitCrumbled)][:1] == [difference]
    assert [event.health for event in play.told(events.HealthLost)][:2] == [3, difference]
    assert play.told(events.TestPassedBy)[0].kind == "break"
    assert not [test for test in play.told(events.DisciplineTested) if test.kind == "break"]
    # The wounds of the blows are saved from where there is an Aegis; those of the defeat never are.
    assert dice_for(play, "Aegis") == ([("3D6", 5)] if unit == "Myrmidons" else [])
    assert play.unit(unit).engaged


@pytest.mark.rule("eow.basic.undeath", "eow.patrol.daemon_legions.daemonic")
@pytest.mark.parametrize(("unit", "blows"), [("Zombies", 8), ("Myrmidons", 12)])
def test_who_crumbles_away_is_destroyed_and_its_friends_panic(unit: str, blows: int) -> None:
    # Four zombies are as wide as four of the six files of orcs; Myrmidons stand on larger bases.
    play = crumbling(unit, models=4, blows=blows)
    assert play.unit(unit).fate == "destroyed"
    assert [(test.kind, test.unit) for test in play.told(events.DisciplineTested)][:1] == [("panic", 2)]


@pytest.mark.rule("eow.basic.undeath", "eow.patrol.daemon_legions.daemonic")
@pytest.mark.parametrize(("unit", "by"), [("Zombies", "The Undeath"), ("Myrmidons", "Daemonic")])
def test_the_unbreaking_pass_panic_and_only_hold(unit: str, by: str) -> None:
    panic = crossfire(f"{unit} at 18,24 face 180 | Handgunners at 18,20 face 180", "Handgunners")
    assert [(test.kind, test.by) for test in panic.told(events.TestPassedBy)] == [("panic", by)]
    charged = draw(f"Iron Orcs at 18,10 | {unit} at 18,18 face 180").play({"": 6}).choose(unit="Iron Orcs")
    assert charged.topic != "charge reaction"


@pytest.mark.rule("eow.basic.undeath")
@pytest.mark.parametrize(("gap", "marches"), [(12.0, True), (12.1, False)])
def test_the_undead_march_only_near_their_general(gap: float, marches: bool) -> None:
    table = draw("Vampire Courtier at 4,10 | Zombies at 18,10 | Imperial Guard at 18,46 face 180")
    play = beside(table, "Zombies", "Vampire Courtier", gap).play(phase="movement").choose(unit="Zombies")
    if marches:
        play.move("march", Forward(8.0))
        assert play.unit("Zombies").marched
    else:
        with pytest.raises(Refused) as refused:
            play.move("march", Forward(8.0))
        assert refused.value.rule == "eow.basic.undeath"
        play.move("advance", Forward(4.0))


@pytest.mark.rule("eow.basic.undeath")
def test_the_undead_general_himself_marches() -> None:
    play = draw("Vampire Courtier at 4,10 | Imperial Guard at 18,46 face 180").play({"": 1}, phase="movement")
    play.choose(unit="Vampire Courtier").move("march", Forward(12.0))
    assert play.unit("Vampire Courtier").marched


@pytest.mark.rule("eow.patrol.beast_herds.primal_instinct")
@pytest.mark.parametrize(("test", "again"), [((3, 4), True), ((4, 4), False)])
def test_primal_instinct_rolls_misses_again_if_the_test_is_passed(test: tuple[int, int], again: bool) -> None:
    table = draw("Minotaurs at 18,10 | Imperial Guard at 18,20 face 180").fight("Minotaurs", "Imperial Guard")
    play = fought(
        table, {"again by Primal": 1, "Primal": test, "Minotaurs Melee Attacks: to hit": [(6, *[1] * 8), 1], "": 1}
    )
    throws = ["9D6", "8D6"] if again else ["9D6"]
    assert [dice for dice, _ in dice_for(play, "to hit", "Minotaurs")][: len(throws)] == throws
    rerolled = [roll for roll in play.rolls if "Primal Instinct" in roll.why]
    assert bool(rerolled) is again
    assert not any(roll.unit == play.unit("Imperial Guard").id for roll in rerolled)


@pytest.mark.rule("eow.patrol.beast_herds.primal_instinct")
def test_primal_instinct_is_tested_anew_in_every_round() -> None:
    table = draw("Minotaurs at 18,10 | Imperial Guard at 18,20 face 180").fight("Minotaurs", "Imperial Guard")
    play = fought(table, {"again by Primal": 1, "Primal": [(1, 1), (6, 6)], **SAVED})
    while len([test for test in play.told(events.DisciplineTested) if test.kind == "primal instinct"]) < 2:
        play.decline()
    assert len([roll for roll in play.rolls if "again by Primal Instinct" in roll.why]) == 1


@pytest.mark.rule("eow.patrol.daemon_legions.fight_in_extra_rank")
def test_the_third_rank_supports_too() -> None:
    line = "{} at 18,10 | Imperial Guard at 18,20 face 180"
    three = fought(draw(line.format("Myrmidons")).fight("Myrmidons", "Imperial Guard"), SAVED)
    assert blows(three, "Myrmidons")[0].count == 12
    plain = draw(line.format("Myrmidons")).change("Myrmidons", ["Daemonic"]).fight("Myrmidons", "Imperial Guard")
    assert blows(fought(plain, SAVED), "Myrmidons")[0].count == 8


@pytest.mark.rule("eow.patrol.dread_elves.irresistible_will")
@pytest.mark.parametrize(("faces", "dispelled"), [((3, 3, 3, 3), False), ((3, 3, 3, 2), True), ((4, 4, 4), True)])
def test_many_dice_make_a_will_hard_to_resist(faces: tuple[int, ...], dispelled: bool) -> None:
    line = "Warlock Outcast at 18,10 | Temple Militants at 12,10 | Imperial Guard at 18,30 face 180"
    dice: dict[str, Fall] = {"Casting": faces, "Dispelling": 6, "": 1}
    play = draw(line).play(dice, phase="magic", stage="cast", pools=(9, 2))
    play.cast("Warlock Outcast", "Spectral Blades", "Temple Militants", dice=len(faces)).choose("2")
    assert bool(play.told(events.SpellDispelled)) is dispelled
    assert bool(play.unit("Temple Militants").effects) is not dispelled


def casting_value(line: str, spell: str, **changes: tuple[str, ...]) -> float:
    table = draw(line)
    for name, rules in changes.items():
        table.change(name.replace("_", " "), rules)
    option = next(option for option in table.play(**CAST).options if f":{spell}:" in option.key)
    return option.odds[0].value


@pytest.mark.rule("eow.patrol.dwarven_holds.hewn_mountain")
def test_hewn_mountain_raises_enemy_casting_values_once() -> None:
    line = "Orc Shaman at 18,10 | {} Thane {} | 1 Hold Guardians at 18,30 face 180"
    assert casting_value(line.format(1, "at 9,30 face 180"), "Fireball") == 6
    assert casting_value(line.format(1, "at 9,30 face 180"), "Fireball", Hold_Guardians=("Hewn Mountain",)) == 6
    assert casting_value(line.format(1, "off"), "Fireball") == 5
    assert casting_value(line.format(0, "at 9,10"), "Fireball") == 5


@pytest.mark.rule("eow.patrol.highborn_elves.spellcrafting")
def test_spellcrafting_lowers_own_casting_values() -> None:
    line = "Mage at 18,10 | Imperial Guard at 18,24 face 180"
    assert casting_value(line, "Ice and Fire") == 6
    assert casting_value(line, "Ice and Fire", Mage=("General",)) == 7


@pytest.mark.rule("eow.patrol.highborn_elves.spellcrafting")
def test_a_lower_casting_value_is_enough() -> None:
    table = draw("Mage at 18,10 | Citizen Archers at 12,10 | Imperial Guard at 18,40 face 180")
    play = table.play([(2, 2)], **CAST).cast("Mage", "Altered Sight", "Citizen Archers", dice=2)
    assert play.unit("Citizen Archers").effects


@pytest.mark.rule("eow.patrol.dwarven_holds.shield_wall")
@pytest.mark.parametrize(("side", "saves"), [("front", True), ("left", False), ("rear", False)])
def test_a_shield_wall_saves_from_blows_against_its_front(side: str, saves: bool) -> None:
    line = "Taurukh Enforcers at 18,10 charging | Greybeards at 18,24 face 180"
    table = draw(line).fight("Taurukh Enforcers", "Greybeards", side)
    play = fought(table, {"Taurukh Enforcers Melee": 6, "Impact: To-Wound": 6, "Aegis": 6, "": 1})
    aegis = [roll for roll in play.rolls if "Aegis" in roll.why]
    assert [roll.need for roll in aegis][:2] == ([6, 6] if saves else [])
    assert [roll.why.split(":")[0] for roll in aegis][:2] == (["Impact", "Melee Attacks"] if saves else [])


@pytest.mark.rule("eow.patrol.dwarven_holds.shield_wall")
def test_a_shield_wall_does_not_stop_shots() -> None:
    table = draw("Handgunners at 18,10 | Greybeards at 18,24 face 180")
    play = table.play({"to hit": 6, "Wound": 6, "": 1}, phase="shooting").choose(unit="Handgunners")
    assert dice_for(play, "Armour Save")
    assert not dice_for(play, "Aegis")


@pytest.mark.rule("eow.patrol.ogre_khans.stomp")
def test_stomp_treads_on_small_bases_only_last_and_in_every_round() -> None:
    table = draw("Tribesmen at 18,10 | Iron Orcs at 18,20 face 180").fight("Tribesmen", "Iron Orcs")
    play = fought(table, {**SAVED})
    while len(blows(play, "Tribesmen")) < 2:
        play.decline()
    assert [(blow.count, blow.agility) for blow in blows(play, "Tribesmen", "Stomp")][:2] == [(4, 0), (4, 0)]
    assert dice_for(play, "Stomp: To-Wound")[0] == ("4D6", 4)

    table = draw("Tribesmen at 18,10 | Electoral Cavalry at 18,20 face 180").fight("Tribesmen", "Electoral Cavalry")
    assert not blows(fought(table, {**SAVED}), "Tribesmen", "Stomp")


@pytest.mark.rule("eow.patrol.ogre_khans.stomp")
def test_stomp_treads_on_enemies_at_the_flank_too() -> None:
    table = draw("Tribesmen at 18,10 | Iron Orcs at 18,20 face 180").fight("Iron Orcs", "Tribesmen", "left")
    # One rank: the model at its left end touches the orcs.
    assert [blow.count for blow in blows(fought(table, {**SAVED}), "Tribesmen", "Stomp")][:1] == [1]


@pytest.mark.rule("eow.patrol.orcs_and_goblins.warborn")
def test_warborn_break_and_panic_tests_drop_the_highest_of_three_dice() -> None:
    table = draw("Imperial Guard at 18,10 charging | Iron Orcs at 18,20 face 180").fight("Imperial Guard", "Iron Orcs")
    broken = fought(table, {"Imperial Guard Melee": 6, "Break": (6, 4, 2), "": 1})
    tests = [test for test in broken.told(events.DisciplineTested) if test.kind == "break"]
    assert tests[0].total == 6
    assert dice_for(broken, "Break test")[0][0] == "minimised 2D6"

    panic = crossfire("Iron Orcs at 18,24 face 180 | Handgunners at 18,20 face 180", "Handgunners", {"Panic": 1})
    assert [dice for dice, _ in dice_for(panic, "Panic")] == ["minimised 2D6"]

    rally = draw("Iron Orcs at 18,20 fleeing | Imperial Guard at 18,40 face 180").play({"": 1}, phase="movement")
    assert [dice for dice, _ in dice_for(rally, "Rally")] == ["2D6"]


@pytest.mark.rule("eow.patrol.saurian_ancients.communal_bond")
@pytest.mark.parametrize(("gap", "discipline"), [(7.0, 7), (8.0, 7), (8.1, 5)])
def test_a_communal_bond_lends_over_eight_inches_and_drops_the_highest_die(gap: float, discipline: int) -> None:
    table = draw("Caiman Warriors at 6,20 | Skink Hunters at 18,20 fleeing | Imperial Guard at 18,46 face 180")
    test = rally_test(beside(table, "Skink Hunters", "Caiman Warriors", gap), {"Rally": (6, 3, 2), "": 1})
    assert (test.total, test.needed) == (5, discipline)


@pytest.mark.rule("eow.patrol.saurian_ancients.communal_bond")
def test_who_flees_lends_nothing_and_a_bond_is_not_a_chain() -> None:
    line = "Caiman Warriors at 4,20 fleeing | Skink Hunters at 12,20 fleeing | Imperial Guard at 18,46 face 180"
    fled = draw(line).play({"": 1}, phase="movement").choose(unit="Skink Hunters")
    assert fled.told(events.DisciplineTested)[0].needed == 5
    # The Skinks in the middle have 7 from the Caimans; the Rabble 7" from the Skinks has only their own 5 to use.
    line = "Caiman Warriors at 4,20 | Skink Hunters at 12,20 | Mongrel Herd at 30,20 fleeing | Thane at 18,46 face 180"
    table = draw(line).change("Mongrel Herd", [], dis=4)
    assert rally_test(beside(table, "Mongrel Herd", "Skink Hunters", 7.0)).needed == 5


EAGLE = (
    "Swarm Priest at 4,20 {} | Blackfur Veterans at 8,20 {} | Vermin Velites at 20,20 fleeing | Thane at 4,46 face 180"
)


@pytest.mark.rule("eow.patrol.vermin_swarm.eagle_standard")
@pytest.mark.parametrize(("gap", "helped"), [(8.0, True), (8.1, False)])
def test_an_eagle_standard_steadies_friends_within_eight_inches(gap: float, helped: bool) -> None:
    table = beside(draw(EAGLE.format("", "")), "Vermin Velites", "Blackfur Veterans", gap)
    rolled = [(6, 5, 4), (3, 2, 5)] if helped else [(5, 4)]
    play = table.play({"Rally": rolled, "": 1}, phase="movement")
    tests = [(test.total, test.passed) for test in play.told(events.DisciplineTested)]
    assert tests == ([(9, False), (5, True)] if helped else [(9, False)])
    assert [test.by for test in play.told(events.TestRerolled)] == (["Eagle Standard"] if helped else [])


@pytest.mark.rule("eow.patrol.vermin_swarm.eagle_standard")
@pytest.mark.parametrize(("priest", "veterans"), [("fleeing", ""), ("", "fleeing"), ("off", ""), ("far", "")], ids=str)
def test_an_eagle_standard_needs_its_general_near_and_neither_in_flight(priest: str, veterans: str) -> None:
    table = beside(
        draw(EAGLE.format("fleeing" if priest == "fleeing" else "", veterans)), "Vermin Velites", "Blackfur Veterans", 2
    )
    if priest == "off":
        table.set("Swarm Priest", pose=None)
    if priest == "far":
        table.set("Swarm Priest", pose=Pose(34.0, 40.0, 0.0))
    play = table.play({"": 1}, phase="movement")
    if play.topic == "rally":
        play.choose(unit="Vermin Velites")
    assert [dice for dice, _ in dice_for(play, "Rally", "Vermin Velites")] == ["2D6"]


@pytest.mark.rule("eow.patrol.vermin_swarm.eagle_standard")
def test_an_eagle_standard_steadies_its_own_unit() -> None:
    line = "Swarm Priest at 24,26 face 180 | Blackfur Veterans at 18,24 face 180 | Handgunners at 18,20 face 180"
    play = crossfire(line, "Handgunners", {"Panic": [(6, 5, 4), (3, 2, 5)]})
    panic = [test for test in play.told(events.DisciplineTested) if test.unit == play.unit("Blackfur Veterans").id]
    assert [(test.total, test.needed, test.passed) for test in panic] == [(9, 6, False), (5, 6, True)]


@pytest.mark.rule("eow.patrol.vermin_swarm.life_is_cheap")
@pytest.mark.parametrize(("lost", "points"), [(3, 2), (5, 3), (7, 5)])
def test_the_first_five_lives_count_half_and_the_sum_is_rounded_up(lost: int, points: int) -> None:
    def score(rules: tuple[str, ...] | None) -> int:
        line = "Iron Orcs at 18,10 | Blackfur Veterans at 18,20 face 180"
        table = draw(line).change("Blackfur Veterans", rules).fight("Iron Orcs", "Blackfur Veterans")
        hits = (*[6] * lost, *[1] * (12 - lost))
        dice: dict[str, Fall] = {"Iron Orcs Melee Attacks: to hit": [hits, 1], "Iron Orcs": 6, "": 1}
        return fought(table, dice).told(events.CombatScored)[0].totals[0]

    # Without the rule every Health Point is a point; all else is the same.
    assert score(None) == score(()) - lost + points


@pytest.mark.rule("eow.patrol.vermin_swarm.life_is_cheap")
def test_halves_of_two_units_are_added_before_rounding() -> None:
    line = "Iron Orcs at 18,20 | Blackfur Veterans at 20,30 face 180 | 1 Vermin Velites at 9,20"
    table = draw(line).change("Iron Orcs", att=6)
    table.fight("Blackfur Veterans", "Iron Orcs", "front", 1.5).fight("Vermin Velites", "Iron Orcs", "left")
    hits: list[Faces] = [(*[6] * 5, *[1] * 23), (*[6] * 5, *[1] * 7), 1]
    play = fought(table, {"Iron Orcs Melee Attacks: to hit": hits, "Iron Orcs": 6, "": 1})
    assert [event.health for event in play.told(events.HealthLost)][:2] == [5, 5]
    # Twice two and a half, and a rank.
    assert play.told(events.CombatScored)[0].totals[0] == 5 + 1


def lost_to_knights(unit: str, tests: Fall) -> Play:
    line = f"Highborn Lancers at 18,10 charging | {unit} at 18,20 face 180"
    table = draw(line).fight("Highborn Lancers", unit).change(unit, dis=10)
    return fought(table, {"Break": tests, "Highborn Lancers": [(6, *[1] * 4), 6], "": 1})


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.path_of_the_favoured")
def test_the_favoured_roll_a_failed_break_test_again() -> None:
    play = lost_to_knights("Warriors", [(6, 6), (3, 3)])
    breaks = [(test.total, test.passed) for test in play.told(events.DisciplineTested) if test.kind == "break"]
    assert breaks[:2] == [(12, False), (6, True)]
    assert play.unit("Warriors").engaged
    failed = lost_to_knights("Warriors", [(6, 6)])
    assert [event.unit for event in failed.told(events.UnitBroke)] == [failed.unit("Warriors").id]
    assert len(failed.told(events.TestRerolled)) == 1
    assert not lost_to_knights("Warriors", [(3, 3)]).told(events.TestRerolled)


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.path_of_the_favoured")
def test_the_favoured_do_not_roll_other_tests_again() -> None:
    table = draw("Warriors at 18,20 fleeing | Imperial Guard at 18,46 face 180")
    dice: dict[str, Fall] = {"Rally": (6, 6), "": 1}
    play = table.play(dice, phase="movement")
    assert [test.passed for test in play.told(events.DisciplineTested)] == [False]
    assert not play.told(events.TestRerolled)


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.path_of_the_exiled")
def test_the_exiled_strike_once_more_and_are_gone() -> None:
    line = "Imperial Guard at 18,10 charging | Fallen at 18,20 face 180"
    table = draw(line).fight("Imperial Guard", "Fallen")
    play = fought(table, {"Break": 6, "Armour": 6, "Fallen Melee Attacks: to hit": [1, 6], "Fallen": 6, "": 1})
    told = play.game.events
    breaks = [i for i, e in enumerate(told) if isinstance(e, events.DisciplineTested) and e.kind == "break"]
    assert len(breaks) == 2
    struck = [i for i, e in enumerate(told) if isinstance(e, events.BlowsStruck) and e.unit == play.unit("Fallen").id]
    assert [blow.count for blow in blows(play, "Fallen")] == [12, 12]
    assert struck[0] < breaks[0] < breaks[1] < struck[1]
    assert [e.health for e in play.told(events.HealthLost) if e.unit == play.unit("Imperial Guard").id] == []
    assert play.unit("Fallen").fate == "destroyed"
    assert len(play.told(events.CombatScored)) == 1


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.path_of_the_exiled")
def test_the_end_of_the_exiled_frightens_friends_like_that_of_any_other_unit() -> None:
    line = "Imperial Guard at 18,10 charging | Fallen at 18,20 face 180 | 1 Warriors at 18,18 face 180"
    play = fought(draw(line).fight("Imperial Guard", "Fallen"), {"Break": 6, "Panic": 1, **SAVED})
    tested = [(test.kind, test.unit) for test in play.told(events.DisciplineTested) if test.kind == "panic"]
    assert tested == [("panic", play.unit("Warriors").id)]
    assert not play.told(events.UnitBroke)


@pytest.mark.rule("eow.patrol.warriors_of_the_dark_gods.path_of_the_exiled")
def test_exiled_that_pass_the_second_time_fight_on() -> None:
    line = "Imperial Guard at 18,10 charging | Fallen at 18,20 face 180"
    play = fought(draw(line).fight("Imperial Guard", "Fallen"), {"Break": [(6, 6), (1, 1)], **SAVED})
    assert play.told(events.TestRerolled)[0].by == "Path of the Exiled"
    assert play.unit("Fallen").fate == ""
    assert health(play.battle, play.unit("Fallen")) == 4
