"""Special conditions: how one is found, and what each of the twelve does."""

from __future__ import annotations

import pytest

from tests.pacing import first_now
from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Dicing, Fall, Play, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.playing import played
from tests.regiments.wizards import SPARK, cast, wizard
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Regiment, Settings, events, gap_between, optional
from warhost.rulesets.regiments.parts.special_conditions import ConditionChosen
from warhost.rulesets.regiments.parts.special_conditions.condition import tell, told
from warhost.table import TOLERANCE, Back, Forward

TWO, THREE = 4, 6
"""What a D6 shows that is read as a D3."""

FACING = "Unit at 30,20 | Foe at 30,40 face 180"


def under(condition: str, line: str = FACING, **regiments: Regiment) -> Table:
    """A table on which that condition is in force."""
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    return draw(line, Settings(parts=(f"special_conditions:{condition}",)), **made)


def rolled(dice: Dicing) -> Play:
    """A battle before which a condition is rolled for."""
    return happen(under("random"), lambda battle: optional.each(battle, "after_table"), dice)


@pytest.mark.rule("aofr.condition.use")
def test_one_condition_is_agreed_on_and_holds_for_all_rounds() -> None:
    table = under("smell_of_death")
    play = happen(table, lambda battle: optional.each(battle, "after_table"))
    assert [event.name for event in play.told(ConditionChosen)] == ["Smell of Death"]
    for turn in (1, 4):
        table.having(turn=turn)
        assert optional.speaking(table.battle, "in_force")[0].in_force(table.battle) == (
            "Special condition: Smell of Death. All units get -1 to morale tests.",
        )
        assert morale.made_test(table.battle, table.unit("Unit")).modifiers.total == -1
    assert (
        morale.made_test(draw(FACING, Unit=regiment(5), Foe=regiment(5)).battle, table.unit("Unit")).modifiers.total
        == 0
    )


@pytest.mark.rule("aofr.condition.type_table", "aofr.condition.none")
@pytest.mark.parametrize("face", [1, 2])
def test_on_a_1_or_2_there_is_no_condition_and_no_second_die(face: int) -> None:
    play = rolled([face])
    assert [event.name for event in play.told(ConditionChosen)] == ["none"]
    assert told(play.battle).condition == "none"
    assert len(play.rolls) == 1


GEOLOGICAL = ["Earthquake", "Heavy Storm", "Muddy Terrain", "Smell of Death", "Magical Winds", "Dark Skies"]
MYSTERIOUS = ["Damnation", "Arcane Power", "Inspiration", "Deadly Vortex", "Mystical Fog", "Sinister Echoes"]


@pytest.mark.rule("aofr.condition.type_table", "aofr.condition.geological_table", "aofr.condition.mysterious_table")
@pytest.mark.parametrize(
    ("kind", "face", "name"),
    [
        *((3 + face % 2, face, name) for face, name in enumerate(GEOLOGICAL, 1)),
        *((5 + face % 2, face, name) for face, name in enumerate(MYSTERIOUS, 1)),
    ],
)
def test_two_dice_find_the_condition(kind: int, face: int, name: str) -> None:
    play = rolled([kind, face, *([(1, 1)] if name == "Dark Skies" else [])])
    assert [event.name for event in play.told(ConditionChosen)] == [name]


# Geological


@pytest.mark.rule("aofr.condition.earthquake")
def test_in_an_earthquake_every_model_that_is_activated_tests_once() -> None:
    game = acts(under("earthquake"), "Unit", [(1, 3, 4, 6, 1)]).act("Unit", "advance").move(Forward(6))
    assert game.game.over
    assert game.unit("Unit").models == 3
    assert [(roll.why, roll.dice) for roll in game.rolls] == [("Dangerous terrain", "5D6")]


@pytest.mark.rule("aofr.condition.earthquake")
def test_flyers_are_spared_by_the_earthquake_if_they_move() -> None:
    flyers = regiment(5, rules=["Flying"])
    moved = acts(under("earthquake", Unit=flyers), "Unit").act("Unit", "rush").move(Forward(12))
    assert moved.game.over
    held = acts(under("earthquake", Unit=flyers), "Unit", [(2, 2, 2, 2, 2)]).act("Unit", "hold").stay()
    assert [roll.dice for roll in held.rolls] == ["5D6"]


LAVA = "72x48 lava 30,{y} 12x4 | Unit at 30,20 | Foe at 60,40 face 180"


@pytest.mark.rule("aofr.condition.earthquake_dangerous")
@pytest.mark.parametrize(("y", "wounds"), [(20, 4), (26, 4), (40, 2)])
def test_lava_costs_two_wounds_for_each_1_in_an_earthquake(y: int, wounds: int) -> None:
    table = under("earthquake", LAVA.format(y=y), Unit=regiment(1, rules=["Tough(6)"]))
    dice: dict[str, Fall] = {"Dangerous": (1, 1, 5, 5, 5, 5), "Morale": 6}
    game = acts(table, "Unit", dice).act("Unit", "advance").move(Forward(6))
    assert game.game.over
    assert game.unit("Unit").wounds == wounds


@pytest.mark.rule("aofr.condition.earthquake_dangerous")
@pytest.mark.parametrize(("action", "wounds"), [("advance", 2), ("rush", 4)])
def test_ground_that_is_dangerous_in_haste_costs_more_only_then(action: str, wounds: int) -> None:
    line = "72x48 ruins 30,26 12x4 | Unit at 30,20 | Foe at 60,40 face 180"
    table = under("earthquake", line, Unit=regiment(1, rules=["Tough(6)"]))
    dice: dict[str, Fall] = {"Dangerous": (1, 1, 5, 5, 5, 5), "Morale": 6}
    game = acts(table, "Unit", dice).act("Unit", action).move(Forward(6))
    assert game.unit("Unit").wounds == wounds


@pytest.mark.rule("aofr.condition.heavy_storm", "aofr.condition.heavy_storm_cover")
@pytest.mark.parametrize(
    ("ground", "weapon", "need"),
    [
        ("", 'Bow (30", A1)', 4),
        ("", 'Bomb (30", A1, Blast(3))', 5),
        ("barricade 30,40 12x6", 'Bow (30", A1)', 3),
        ("barricade 30,40 12x6", 'Bomb (30", A1, Blast(3))', 5),
    ],
)
def test_in_a_heavy_storm_everybody_is_in_cover(ground: str, weapon: str, need: int) -> None:
    line = f"72x48 {ground} | {FACING}" if ground else FACING
    table = under("heavy_storm", line, Unit=bows(weapon=weapon), Foe=regiment(5, defense=5))
    assert needs(volley(table, "Unit", "Foe", {"to hit": 6, "to block": 6}), "to block") == [need]


@pytest.mark.rule("aofr.condition.heavy_storm")
def test_a_storm_does_not_help_in_melee() -> None:
    play = clash(under("heavy_storm", Foe=regiment(5, defense=5)), "Unit", "Foe", {"to hit": 6, "to block": 6})
    assert needs(play, "to block") == [5]


@pytest.mark.rule("aofr.condition.muddy_terrain", "aofr.condition.muddy_terrain_difficult")
@pytest.mark.parametrize(
    ("rules", "ground", "action", "most"),
    [
        ((), "signpost 30,26 12x2", "rush", 6.0),
        (("Fast",), "signpost 30,26 12x2", "advance", 6.0),
        (("Strider",), "signpost 30,26 12x2", "rush", 12.0),
        (("Flying",), "swamp 30,24 12x2", "rush", 12.0),
        ((), "swamp 30,24 12x2", "advance", 4.0),
        ((), "swamp 30,24 12x2", "rush", 4.0),
    ],
)
def test_mud_holds_every_move_up(rules: tuple[str, ...], ground: str, action: str, most: float) -> None:
    table = under("muddy_terrain", f"72x48 {ground} | {FACING}", Unit=regiment(5, rules=rules))
    game = acts(table, "Unit").act("Unit", action)
    assert game.refuses(Forward(most + 0.1))
    game.move(Forward(most))
    assert game.footprint("Unit").y == pytest.approx(20 + most)


@pytest.mark.rule("aofr.condition.muddy_terrain")
def test_mud_holds_charges_up() -> None:
    """By pivoting a unit gains a little."""
    near, far = under("muddy_terrain"), under("muddy_terrain")
    assert acts(near.touch("Unit", "Foe", gap=6.0), "Unit").activate("Unit").offers("charge>1")
    assert not acts(far.touch("Unit", "Foe", gap=8.0), "Unit").activate("Unit").offers("charge>1")


@pytest.mark.rule("aofr.condition.smell_of_death", "aofr.condition.inspiration")
@pytest.mark.parametrize(
    ("condition", "face", "shaken"),
    [("smell_of_death", 4, True), ("smell_of_death", 5, False), ("inspiration", 3, False), ("inspiration", 2, True)],
)
@pytest.mark.parametrize("name", ["Unit", "Foe"])
def test_conditions_change_the_morale_of_both_sides(condition: str, face: int, shaken: bool, name: str) -> None:
    play = happen(under(condition), lambda battle: morale.lose_melee(battle, find(battle, name), None), [face])
    assert play.unit(name).shaken == shaken


@pytest.mark.rule("aofr.condition.inspiration")
def test_inspiration_does_not_help_against_a_1() -> None:
    table = under("inspiration", Unit=regiment(5, quality=2))
    assert happen(table, lambda battle: morale.lose_melee(battle, battle.units[0], None), [1]).unit("Unit").shaken


def blown(action: str, dice: Fall, *, ground: str = "", line: str = FACING) -> Play:
    line = f"72x48 {ground} | {line}" if ground else line
    return acts(under("magical_winds", line), "Unit", {"Magical Winds": dice}).act("Unit", action)


@pytest.mark.rule("aofr.condition.magical_winds_advance")
def test_winds_carry_a_unit_on_after_an_advance() -> None:
    game = blown("advance", TWO)
    assert [roll.dice for roll in game.rolls] == ["D3"]
    assert game.refuses(Forward(6.1))
    game.move(Forward(6))
    assert game.footprint("Unit").y == pytest.approx(28.0)
    assert [event.inches for event in game.told(events.UnitMoved)] == [6.0, 2.0]


@pytest.mark.rule("aofr.condition.magical_winds_advance")
def test_winds_blow_the_way_the_unit_went_and_ahead_if_it_stayed() -> None:
    assert blown("advance", TWO).move(Back(3)).footprint("Unit").y == pytest.approx(15.0)
    assert blown("advance", THREE).stay().footprint("Unit").y == pytest.approx(23.0)


@pytest.mark.rule("aofr.condition.magical_winds_rush")
def test_winds_carry_a_unit_on_after_a_rush() -> None:
    line = "Unit at 30,10 | Foe at 60,40 face 180"
    game = blown("rush", (3, 4), line=line).move(Forward(12))
    assert game.footprint("Unit").y == pytest.approx(29.0)
    wall = "impassable 30,27 12x2"
    assert blown("rush", (3, 4), ground=wall, line=line).move(Forward(12)).footprint("Unit").y == pytest.approx(25.5)


@pytest.mark.rule("aofr.condition.magical_winds_rush")
def test_winds_stop_before_enemies_and_in_difficult_ground() -> None:
    table = under("magical_winds").touch("Unit", "Foe", gap=9.0)
    game = acts(table, "Unit", {"Magical Winds": (6, 6)}).act("Unit", "rush").move(Forward(6))
    assert game.footprint("Foe").y - game.footprint("Unit").y == pytest.approx(2.0)
    slow = blown("rush", (6, 6), ground="swamp 30,24 12x2").move(Forward(5))
    assert slow.footprint("Unit").y == pytest.approx(26.0)


@pytest.mark.rule("aofr.condition.magical_winds_rush", "aofr.move.one_inch")
@pytest.mark.parametrize(("dice", "further"), [((1, 2), 2.0), ((1, 1), 2.0), ((5, 5), 10.0)])
def test_winds_carry_flyers_over_others_but_drop_them_on_none(dice: Fall, further: float) -> None:
    # 3" are left to the foe: it is flown over, or the flyers stay 1" before it.
    table = under("magical_winds", Unit=regiment(5, rules=["Flying"])).touch("Unit", "Foe", gap=9.0)
    game = acts(table, "Unit", {"Magical Winds": dice}).act("Unit", "rush").move(Forward(6))
    assert [event.inches for event in game.told(events.UnitMoved)] == [6.0, pytest.approx(further)]
    assert gap_between(game.battle, game.unit("Unit"), game.unit("Foe")) >= 1.0 - TOLERANCE


@pytest.mark.rule("aofr.condition.magical_winds_rush")
def test_winds_make_charges_reach_further() -> None:
    table = under("magical_winds").touch("Unit", "Foe", gap=14.0)
    dice: dict[str, Fall] = {"Magical Winds": (1, 1), "to hit": 1, "Morale": 6}
    game = acts(table, "Unit", dice).charge("Unit", "Foe")
    assert [event.inches for event in game.told(events.UnitCharged)] == [pytest.approx(14.0)]
    further = under("magical_winds").touch("Unit", "Foe", gap=14.2)
    assert not acts(further, "Unit").activate("Unit").offers("charge>1")


@pytest.mark.rule("aofr.condition.dark_skies_roll")
def test_two_dice_say_how_dark_it_is_for_the_whole_battle() -> None:
    play = happen(under("dark_skies"), lambda battle: optional.each(battle, "after_table"), [(3, 4)])
    assert told(play.battle).loss == 7
    play.battle.turn = 4
    assert 'Weapons lose 7" of range.' in optional.speaking(play.battle, "in_force")[0].in_force(play.battle)[0]


@pytest.mark.rule("aofr.condition.dark_skies_range")
@pytest.mark.parametrize(
    ("loss", "reach", "gap", "hits"),
    [
        (7, 24, 17.0, 1),
        (7, 24, 17.2, 0),
        (12, 12, 3.0, 1),
        (12, 12, 3.2, 0),
        (12, 2, 2.0, 1),
        (12, 2, 2.2, 0),
        (0, 24, 24.0, 1),
    ],
)
def test_dark_skies_shorten_ranges_to_3_inches_at_least(loss: int, reach: int, gap: float, hits: int) -> None:
    table = under("dark_skies", Unit=bows(weapon=f'Bow ({reach}", A1)')).touch("Unit", "Foe", gap=gap)
    tell(table.battle, loss=loss)
    play = volley(table, "Unit", "Foe", {"to hit": 1})
    assert len(attacks(play)) == hits


# Mysterious


@pytest.mark.rule("aofr.condition.damnation_sacrifice")
def test_a_sacrifice_frees_the_army_for_the_round() -> None:
    line = "0 Unit at 30,20 | 0 Spearmen at 20,20 | 1 Foe at 30,40 face 180"
    table = under("damnation", line, Spearmen=regiment(10))
    game = table.play({"Damnation": TWO}, stage="start of round", turn=1)
    assert (game.topic, game.question.seat) == ("sacrifice", 0)
    game.choose(unit="Spearmen")
    assert game.question.seat == 1
    game.choose("refuse")
    assert game.unit("Spearmen").models == 8
    assert told(game.battle).refused == (1,)
    assert [roll.dice for roll in game.rolls] == ["D3"]


@pytest.mark.rule("aofr.condition.damnation_sacrifice")
def test_a_sacrifice_that_costs_half_the_unit_tests_its_morale() -> None:
    line = "Unit at 30,20 | Foe at 30,40 face 180"
    game = under("damnation", line).play({"Damnation": THREE, "Morale": 1}, stage="start of round", turn=1)
    game.choose(unit="Unit").choose("refuse")
    assert game.unit("Unit").shaken


@pytest.mark.rule("aofr.condition.damnation_refuse")
def test_who_makes_no_sacrifice_is_cursed_until_the_round_ends() -> None:
    table = under("damnation", Unit=bows(quality=4), Foe=regiment(5, defense=4))
    tell(table.battle, refused=(0, 1))
    play = volley(table.touch("Unit", "Foe", gap=8.0), "Unit", "Foe", {"to hit": 6, "to block": 6})
    assert needs(play, "to hit") + needs(play, "to block") == [5, 5]
    fought = under("damnation")
    tell(fought.battle, refused=(0,))
    melee = clash(fought, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("strike")
    assert needs(melee, "to hit") == [5, 4]
    assert needs(melee, "to block") == [4, 5]
    assert morale.made_test(fought.battle, fought.unit("Unit")).modifiers.total == -1
    fought.having(turn=1, stage="start of round")
    game = fought.play({"Damnation": 1})
    assert told(game.battle).refused == ()


@pytest.mark.rule("aofr.condition.arcane_power_bonus")
@pytest.mark.parametrize(("face", "cast_on"), [(3, 1), (2, 0)])
def test_arcane_power_helps_to_cast(face: int, cast_on: int) -> None:
    table = under("arcane_power", "Wizard at 36,20 | Foe at 36,30 face 180", Wizard=wizard(SPARK))
    play = cast(table.set("Wizard", tokens=(1,)), {"Casting": face, "to block": 6}).choose("0:Spark")
    assert len(play.told(events.SpellCast)) == cast_on


@pytest.mark.rule("aofr.condition.arcane_power_backfire")
@pytest.mark.parametrize(("face", "wounds"), [(1, 3), (2, 0)])
def test_a_1_on_a_casting_roll_hurts_the_caster(face: int, wounds: int) -> None:
    mage = regiment(1, rules=["Caster(2)", "Tough(6)"], spells=[SPARK])
    table = under("arcane_power", "Wizard at 36,20 | Foe at 36,30 face 180", Wizard=mage).set("Wizard", tokens=(1,))
    play = cast(table, {"Casting": face, "Arcane Power": THREE}).choose("0:Spark")
    assert play.unit("Wizard").wounds == wounds
    assert play.told(events.SpellFailed)


@pytest.mark.rule("aofr.condition.arcane_power_backfire")
def test_the_wounds_of_magic_go_on_the_hero_that_casts() -> None:
    mage = regiment(1, rules=["Caster(2)", "Hero", "Tough(6)"], spells=[SPARK], name="Mage")
    table = under("arcane_power", "Guard at 36,20 | Foe at 36,30 face 180", Guard=regiment(5, hero=mage))
    play = cast(table.set("Guard", tokens=(1,)), {"Casting": 1, "Arcane Power": THREE}, "Guard").choose("0:Spark")
    assert (play.unit("Guard").hero_wounds, play.unit("Guard").models) == (3, 6)


@pytest.mark.rule("aofr.condition.deadly_vortex")
@pytest.mark.parametrize(("face", "left"), [(1, 3), (2, 5)])
@pytest.mark.parametrize("shaken", [False, True])
def test_the_vortex_may_wound_who_is_activated(face: int, left: int, shaken: bool) -> None:
    table = under("deadly_vortex").set("Unit", shaken=shaken)
    game = acts(table, "Unit", {"wounds": TWO, "Deadly Vortex": face, "Morale": 6})
    assert game.unit("Unit").models == left
    assert game.topic == ("idle" if shaken else "action")


@pytest.mark.rule("aofr.condition.deadly_vortex")
def test_who_dies_in_the_vortex_does_not_act() -> None:
    table = under("deadly_vortex", Unit=regiment(1))
    assert acts(table, "Unit", {"wounds": 1, "Deadly Vortex": 1}).unit("Unit").fate == "destroyed"


@pytest.mark.rule("aofr.condition.mystical_fog")
def test_fog_ignores_wounds_on_a_6() -> None:
    play = happen(under("mystical_fog"), lambda battle: automatic_wounds(battle, battle.units[0], 4), [(6, 2, 6, 1)])
    assert play.unit("Unit").models == 3


@pytest.mark.rule("aofr.condition.mystical_fog")
def test_fog_works_beside_regeneration_and_against_what_ignores_it() -> None:
    table = under("mystical_fog", Foe=regiment(5, rules=["Regeneration"]))
    play = happen(table, lambda battle: automatic_wounds(battle, battle.units[1], 3), [(5, 1, 1), (6, 1)])
    assert play.unit("Foe").models == 4
    poisoned = under("mystical_fog", Unit=regiment(5, weapons=["Fang (A1, Poison)"]), Foe=regiment(5))
    fought = clash(poisoned, "Unit", "Foe", {"to hit": 6, "to block": 1, "Mystical Fog": 6, "Morale": 6})
    assert fought.unit("Foe").models == 5


@pytest.mark.rule("aofr.condition.sinister_echoes_shaken")
def test_who_becomes_shaken_takes_wounds() -> None:
    table = under("sinister_echoes", Unit=regiment(8))
    play = happen(
        table, lambda battle: morale.lose_melee(battle, battle.units[0], None), {"Morale": 1, "Echoes": THREE}
    )
    assert (play.unit("Unit").shaken, play.unit("Unit").models) == (True, 5)
    again = under("sinister_echoes", Unit=regiment(8)).set("Unit", shaken=True)
    assert happen(again, lambda battle: morale.shake(battle, battle.units[0])).unit("Unit").models == 8


ROUT = "0 Unit at 30,20 | 0 Near at 30,14 | 0 Far at 30,3 | 1 Foe at 30,40 face 180"


@pytest.mark.rule("aofr.condition.sinister_echoes_rout")
@pytest.mark.parametrize(("fought", "left"), [(True, 3), (False, 5)])
def test_a_rout_from_melee_wounds_friends_nearby(fought: bool, left: int) -> None:
    table = under("sinister_echoes", ROUT, Unit=regiment(5), Near=regiment(5), Far=regiment(5)).set(
        "Unit", left=(2,), fought=fought
    )
    play = happen(table, lambda battle: morale.lose_melee(battle, battle.units[0], None), {"Morale": 1, "Echoes": TWO})
    assert play.unit("Unit").fate == "routed"
    assert (play.unit("Near").models, play.unit("Far").models) == (left, 5)


def test_the_captain_knows_what_a_sacrifice_costs() -> None:
    line = "0 Unit at 30,20 | 0 Spearmen at 20,20 | 1 Foe at 30,40 face 180"
    table = under("damnation", line, Spearmen=regiment(10, cost=40), Unit=regiment(1, cost=400))
    game = table.play({}, stage="start of round", turn=1)
    (part,) = optional.speaking(game.battle, "advise")
    worth = {one.key: sum(term[0] for term in part.advise(game.battle, game.question, one)) for one in game.options}
    assert max(worth, key=lambda key: worth[key]) == str(game.unit("Spearmen").id)


@pytest.mark.parametrize("number", first_now(range(3)))
def test_battles_with_random_conditions_come_to_an_end(number: int) -> None:
    assert played("special_conditions", number).outcome is not None
