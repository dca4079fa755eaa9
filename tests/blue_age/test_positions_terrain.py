"""Positions worked out by hand from the book: terrain, templates, fire."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Table, draw, hero, places, refusal, spots, unit, walk
from tests.blue_age.positions import BASE, apart, on, staged
from tests.blue_age.shooters import archers, field, shot
from warhost.play.questions import Walked
from warhost.rulesets.blue_age.core.events import battle as events
from warhost.rulesets.blue_age.core.events import shooting
from warhost.rulesets.blue_age.shown.invariants import problems

# Terrain


@pytest.mark.rule("blue.unit_type.cavalry_terrain", "blue.terrain.dangerous_roll")
def test_riders_in_difficult_ground_one_die_each_and_a_normal_save() -> None:
    # Four riders with Medium Armour (7+): 1, 2, 3, 10 -> two wounds; saves 7 (made) and 6 (failed): three are left.
    dice = {"Armour": (7, 6), "Dangerous": (1, 2, 3, 10)}
    play = on("difficult 24,14 20x6", dice, type="cavalry", models=4, movement=8, armour=["Medium Armour"], base=40)
    play.answer(walk(play, 0, 2))
    assert len(play.unit("Walkers").models) == 3


@pytest.mark.rule("blue.terrain.dangerous_roll")
def test_danger_takes_one_health_of_a_model() -> None:
    play = on("dangerous 24,12 20x6", {"Dangerous": 2}, health=3)
    play.answer(walk(play, 0, 2))
    assert [model.lost for model in play.unit("Walkers").models] == [1]


@pytest.mark.rule("blue.special.sure_step", "blue.terrain.dangerous_roll")
def test_sure_step_does_not_save_from_danger() -> None:
    play = on("dangerous 24,14 20x10", {"Dangerous": 1}, rules=["Sure Step"])
    before = spots(play, "Walkers")[0][1]
    play.answer(walk(play, 0, 5))
    assert before == 10
    assert not play.unit("Walkers").models


@pytest.mark.rule("blue.unit_type.chariot_terrain")
@pytest.mark.parametrize(
    ("board", "rolls"),
    [
        ("light_woods 24,13 20x4", 1),
        ("low_obstacle 24,13 20x0.5", 1),
        ("ruins 24,13 20x4", 1),
        ("shallow_river 24,13 20x4", 1),
        ("hill 24,13 20x4", 0),
        ("road 24,13 4x20", 0),
        ("heavy_woods 24,13 20x4 road 24,13 6x20", 0),
    ],
)
def test_to_chariots_all_but_open_ground_is_dangerous(board: str, rolls: int) -> None:
    play = on(board, {"Dangerous": 9}, type="chariot", movement=8, health=4, base=60)
    play.answer(walk(play, 0, 5))
    assert len(play.rolls) == rolls


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain")
@pytest.mark.parametrize(("inches", "rolls"), [(8.0, 0), (4.0, 1)])
def test_flyers_are_in_danger_only_where_they_land(inches: float, rolls: int) -> None:
    # The swamp reaches from y = 13 to 15: 8" lead over it, 4" into it.
    play = on("dangerous 24,14 20x2", {"Dangerous": 9}, flyer=True, movement=8)
    play.answer(walk(play, 0, inches))
    assert len(play.rolls) == rolls


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain", "blue.terrain.fly_overrules")
def test_flyers_cross_cliffs_but_do_not_end_on_them() -> None:
    play = on("impassable 24,14 20x2", flyer=True, movement=8)
    refusal(play, places((24, 14)))
    play.answer(places((24, 18)))


@pytest.mark.rule("blue.terrain.river_deep")
@pytest.mark.parametrize(
    ("fields", "crosses"),
    [({}, False), ({"type": "monstrous infantry"}, False), ({"type": "monster"}, True), ({"flyer": True}, True)],
)
def test_a_deep_river_lets_monsters_and_flyers_across(fields: dict[str, Any], crosses: bool) -> None:
    play = on("deep_river 24,13 48x2", movement=10, **fields)
    if crosses:
        play.answer(places((24, 17)))
        assert spots(play, "Walkers") == [(24.0, 17.0)]
        assert not play.rolls
    else:
        refusal(play, places((24, 17)))


@pytest.mark.rule("blue.terrain.bridge")
def test_a_bridge_leads_over_a_deep_river() -> None:
    play = on("deep_river 24,13 48x2 bridge 24,13 4x4", movement=8)
    play.answer(places((24, 18)))
    assert spots(play, "Walkers") == [(24.0, 18.0)]


@pytest.mark.rule("blue.terrain.obstacle_high_impassable", "blue.move.climbing")
@pytest.mark.parametrize(
    ("kind", "crosses"), [("cavalry", False), ("chariot", False), ("war machine", False), ("beast", True)]
)
def test_who_never_climbs_does_not_cross_a_high_obstacle(kind: str, crosses: bool) -> None:
    # A wall all across the table, 1" thick and 2" high.
    play = on("high_obstacle 24,13 48x1", movement=15, type=kind)
    if crosses:
        play.answer(places((24, 16)))
    else:
        refusal(play, places((24, 16)))


@pytest.mark.rule("blue.terrain.woods_light_war_machines", "blue.terrain.woods_heavy_war_machines")
@pytest.mark.parametrize("wood", ["light_woods", "heavy_woods"])
def test_war_machines_stay_out_of_woods(wood: str) -> None:
    play = on(f"{wood} 24,14 20x4", type="war machine", movement=6, base=25)
    refusal(play, places((24, 13)))
    play.answer(places((24, 11.4)))


@pytest.mark.rule("blue.building.structure", "blue.unit_type.cavalry_no_buildings")
@pytest.mark.parametrize(
    ("y", "fields", "enters"),
    [
        (17.0 - BASE / 2, {}, True),  # the wall at y = 23 is 6" away from the rim: Movement 5" and 1" more
        (16.9 - BASE / 2, {}, False),
        (18, {"type": "cavalry"}, False),
        (18, {"type": "monster"}, False),
        (18, {"type": "chariot"}, False),
        (18, {"type": "war machine"}, False),
        (18, {"flyer": True}, False),
        (18, {"type": "swarm"}, True),
    ],
)
def test_who_reaches_the_wall_within_an_inch_more_than_his_move_enters(
    y: float, fields: dict[str, Any], enters: bool
) -> None:
    play = on("light_building 24,26 6x6", text=f"Walkers at 24,{y} | Foe at 2,46 face 180", **fields)
    if enters:
        play.answer(Walked(instead="enter:0"))
        assert play.unit("Walkers").inside == 0
    else:
        refusal(play, Walked(instead="enter:0"))
    assert not problems(play.battle)


# Templates


def stones(distance: float, board: str = "48x48", **units: Any) -> Table:
    """A Stone Thrower that has moved (5+), and a Target so far from its rim."""
    own = unit(type="war machine", ranged=5, weapons=["Stone Thrower"], base=60, health=3)
    radius = 30 / 25.4 + BASE / 2
    text = f"{board} | Own at 24,4 | Target at 24,{4 + radius + distance} face 180"
    return field(text, **{"Own": own, "Target": unit(), **units})


@pytest.mark.rule("blue.unit_type.stone_thrower_visible")
@pytest.mark.parametrize(("inches", "offered"), [(11.95, False), (12.0, True)])
def test_a_stone_thrower_has_a_least_range(inches: float, offered: bool) -> None:
    assert stones(inches).play().offers("0>1") is offered


@pytest.mark.rule("blue.unit_type.stone_thrower_indirect", "blue.special.scatter")
def test_what_it_does_not_see_it_never_hits_by_a_roll() -> None:
    # Direction 270 degrees (27 tens): the stone lands 4" to one side, in line with the target.
    table = stones(20, "48x48 impassable 24,14 20x2")
    play = table.play({"to hit": 10, "tens": 27, "ones": 10, "distance": 4, "to wound": 9, "": 10})
    play.choose("0>1")
    model = play.unit("Target").models[0]
    play.place(model.x, model.y)
    assert not any("to hit" in roll.why for roll in play.rolls)
    (landed,) = play.told(shooting.TemplateLanded)
    assert abs(abs(landed.x - 24) - 4) < 1e-6
    assert len(play.unit("Target").models) == 1


@pytest.mark.rule("blue.unit_type.swarm_template_hits")
def test_each_swarm_base_under_a_blast_takes_d5_hits() -> None:
    # Two bases of 40 mm side by side under 3". D5 each: faces 5 and 9 are 3 + 5 = 8 hits.
    table = stones(20, Target=unit(type="swarm", models=2, health=4, base=40))
    play = table.play([10, (5, 9), (1,) * 8]).choose("0>1")
    model = play.unit("Target").models[0]
    play.place(model.x, model.y)
    assert [roll.dice for roll in play.rolls] == ["1D10", "2D5", "8D10"]


@pytest.mark.rule("blue.special.blast")
def test_a_blast_does_not_spare_friends_nor_joined_heroes() -> None:
    text_units: dict[str, Any] = {"Target": unit(models=1), "Friend": unit()}
    own = unit(type="war machine", ranged=5, weapons=["Stone Thrower"], base=60, health=3)
    text = "Own at 24,4 | Target at 24,26 face 180 | Friend at 25.5,26 | Chief at 23,26 face 180"
    table = field(text, Own=own, Chief=hero(destiny=0), **text_units).join("Chief", "Target")
    play = table.play({"to hit": 10, "to wound": 9, "Panic": 10}).choose("0>1").place(24, 26)
    assert not play.unit("Target").models
    assert not play.unit("Friend").models
    assert play.unit("Chief").models[0].lost == 1


@pytest.mark.rule("blue.ranged_weapon.kragi_bombs", "blue.ranged_quality.blast")
@pytest.mark.parametrize(("aside", "hit"), [(1.27, True), (1.29, False)])
def test_a_bomb_of_four_centimetres(aside: float, hit: bool) -> None:
    # Radius 2 cm = 0.787"; the rim of a base 1.27" from the centre is 0.778" away, that of one at 1.29" 0.798".
    table = apart(6, Own=archers(1, "'Kragi Bombs"), Target=unit(models=2))
    first = table.unit("Target").models[0]
    table.places("Target", [(24, first.y), (24 + aside, first.y)])
    play = table.play({"to hit": 10, "to wound": 9, "Panic": 10}).choose("0>1")
    play.place(24, first.y)
    assert len(play.unit("Target").models) == (0 if hit else 1)


@pytest.mark.rule("blue.special.firestorm_ignores_cover", "blue.special.firestorm")
def test_a_firestorm_hits_without_a_roll_up_to_eight_inches() -> None:
    spewer = archers(1, "Fire Spewer")
    near = apart(7.95, Own=spewer)
    play = shot(near, {"to wound": 1, "": 1})
    assert not any("to hit" in roll.why for roll in play.rolls)
    assert any("to wound" in roll.why for roll in play.rolls)
    assert not apart(8.05, Own=spewer).play().offers("0>1")


# Fire


@pytest.mark.rule("blue.ranged_quality.flaming_token", "blue.ranged_quality.flaming_one_token")
@pytest.mark.rule("blue.ranged_quality.flaming_end_phase")
@pytest.mark.parametrize(("face", "burns"), [(5, False), (6, True)])
def test_fire_goes_out_or_burns_on(face: int, burns: bool) -> None:
    # The Spewer: Strength 5 against Grit 4 wounds on 5+. At the end of the turn D5 of face 4 is 2 hits.
    table = apart(5, Own=archers(1, "Fire Spewer"), Target=unit(models=8))
    dice = {"Fire Spewer: to wound": 9, "to wound": 1, "Fire": face, "Turn": [9, 1], "Panic": 10, "": 4}
    play = shot(table, dice)
    assert play.unit("Target").burning
    play.until(turn=2)
    assert bool(play.unit("Target").burning) is burns


@pytest.mark.rule("blue.ranged_quality.flaming_token")
def test_a_saved_wound_sets_nobody_alight() -> None:
    table = apart(5, Own=archers(1, "Fire Spewer"), Target=unit(models=1, armour=["Medium Armour"]))
    # 7+ at AP -1: 8+.
    assert shot(table, {"to wound": 9, "Save": 8}).unit("Target").burning is None


@pytest.mark.rule("blue.special.flammable")
def test_the_flammable_lose_one_health_for_each_hit_of_fire() -> None:
    # No roll to wound, no Armour Save, one Health, not a whole model.
    target = unit(models=1, health=5, armour=["Heavy Armour"], rules=["Flammable"])
    play = shot(apart(5, Own=archers(1, "Fire Spewer"), Target=target), {"Panic": 10})
    assert [model.lost for model in play.unit("Target").models] == [1]


@pytest.mark.rule("blue.ranged_quality.snaring")
def test_snared_by_a_wound_and_not_by_a_hit() -> None:
    table = apart(5, Own=archers(1, "Bola"), Target=unit(models=5))
    assert not shot(table, {"to hit": 10, "to wound": 6}).unit("Target").snared
    assert shot(table, {"to hit": 10, "to wound": 7}).unit("Target").snared


@pytest.mark.rule("blue.special.deathblow")
@pytest.mark.parametrize(("face", "dies"), [(9, False), (10, True)])
def test_a_deathblow_has_to_wound_first(face: int, dies: bool) -> None:
    # Bola: Strength 2 against Grit 9 wounds on 10+: a 9 is no wound, and so no Deathblow.
    target = unit(models=3, health=3, grit=9, armour=["Heavy Armour"])
    table = apart(5, Own=archers(1, "Bola", rules=["Deathblow"]), Target=target)
    play = shot(table, {"to hit": 10, "to wound": face, "Panic": 10})
    assert len(play.unit("Target").models) == (2 if dies else 3)


@pytest.mark.rule("blue.unit_type.swarm_template_hits", "blue.special.firestorm")
def test_fire_does_d5_hits_to_a_swarm_too() -> None:
    table = apart(3, Own=archers(1, "Fire Spewer"), Target=unit(type="swarm", health=4))
    play = shot(table, [10, (1, 1, 1, 1, 1)])
    assert [roll.dice for roll in play.rolls] == ["D5", "5D10"]


@pytest.mark.rule("blue.ranged_quality.flaming_end_phase", "blue.special.regeneration_timing")
def test_burning_first_and_regeneration_after_it() -> None:
    # One wound sets the troll (3 Health, Regeneration 7+) alight, and comes back at the end of the Shooting Phase.
    # In the End Phase the fire goes on (6): D5 of face 1 is 1 hit, which wounds (5+); the die for it comes last.
    table = apart(5, Own=archers(1, "Fire Spewer"), Target=unit(health=3, rules=["Regeneration (7+)"]))
    dice = {"to wound": 9, "Panic": 10, "Regeneration": [7, 7], "Fire: hits": 1, "Fire": [6, 1], "Turn": [9, 1], "": 1}
    play = shot(table, dice).until(turn=2)
    ends = [roll.why for roll in play.rolls]
    assert [model.lost for model in play.unit("Target").models] == [0]
    assert sum("Regeneration" in why for why in ends) == 2
    assert max(n for n, why in enumerate(ends) if "Regeneration" in why) > max(
        n for n, why in enumerate(ends) if "to wound" in why
    )


@pytest.mark.rule("blue.unit_type.chariot_pivot_before", "blue.ranged_mod.shooter_stood_still")
@pytest.mark.parametrize("kind", ["chariot", "war machine", "monster"])
def test_a_turn_on_the_spot_is_no_move(kind: str) -> None:
    play = on(type=kind, base=60)
    play.answer(walk(play, 0, 0, facing=90.0))
    assert play.unit("Walkers").models[0].facing == 90.0
    assert not play.unit("Walkers").moved


@pytest.mark.rule("blue.terrain.woods_heavy_los")
@pytest.mark.parametrize(("cm", "seen"), [(4.0, True), (4.05, False)])
def test_four_centimetres_of_wood_do_not_hide_yet(cm: float, seen: bool) -> None:
    # A belt of wood all across the table between the two: the straight line through it is the shortest.
    deep = cm / 2.54
    table = apart(12, f"48x48 heavy_woods 24,15 48x{deep}")
    assert table.play().offers("0>1") is seen


@pytest.mark.rule("blue.special.blast", "blue.building.structure")
def test_a_stone_on_a_house_harms_only_the_section_under_its_centre() -> None:
    # Two sections side by side, the wall between them at x = 24; the stone is aimed at the left one.
    board = 'medium_building 21,30 6x6 named "House" medium_building 27,30 6x6 named "House"'
    own = unit(type="war machine", ranged=5, weapons=["Stone Thrower"], base=60, health=3)
    text = f"48x48 {board} | Own at 24,4 | Target at 21,30 face 180 | Other at 27,30 face 180"
    table = field(text, Own=own, Target=unit(models=4), Other=unit(models=4))
    for name, number, x in (("Target", 0, 21), ("Other", 1, 27)):
        table.unit(name).inside = number
        table.places(name, [(x, 30)] * 4)
    dice = {"to hit": 10, "penetrates": 1, "to wound": 9, "Panic": 10}
    play = shot(table, dice, "0>section:0")
    assert len(play.unit("Other").models) == 4
    assert not play.unit("Target").models


@pytest.mark.rule("blue.shoot.panic_threshold", "blue.joining.part_of_unit")
@pytest.mark.parametrize(("models", "tests"), [(3, False), (2, True)])
def test_a_joined_hero_counts_among_the_models_of_a_panic_test(models: int, tests: bool) -> None:
    # One of three and a Hero: 4 is not more than 4. One of two and a Hero: 4 > 3.
    text = "Own at 24,10 | Target at 24,26 face 180 | Chief at 26,26 face 180"
    table = field(text, Own=archers(1), Target=unit(models=models), Chief=hero(destiny=0)).join("Chief", "Target")
    play = shot(table, {"to hit": 10, "to wound": 9, "Panic": 10})
    assert any("Panic" in roll.why for roll in play.rolls) is tests


# Who has to go


@pytest.mark.rule("blue.special.stupid_fail_move", "blue.special.frenzy_move")
@pytest.mark.parametrize(("name", "stupid"), [("Stupid", True), ("Frenzy", False)])
def test_a_house_does_not_keep_who_has_to_go_for_the_enemy(name: str, stupid: bool) -> None:
    # The wall at y = 29 is 10.5" from the enemy's rim at y = 39.5: out of the house they stand within 1" of the wall,
    # and go on by 5" from there. After that the enemy is within the mean charge of 7.15": no Dash.
    text = "48x48 medium_building 24,26 6x6 | Walkers at 24,26 | Foe at 24,40 face 180"
    table = draw(text, Walkers=unit(rules=[name]), Foe=unit())
    table.unit("Walkers").inside, table.unit("Walkers").stupid = 0, stupid
    play = staged(table, "mandatory").play()
    if stupid:
        play.choose("pass")
    (walker,) = play.unit("Walkers").models
    assert play.unit("Walkers").inside is None
    assert 34 <= walker.y - BASE / 2 <= 35
    assert play.unit("Walkers").moved
    assert not problems(play.battle)


@pytest.mark.rule("blue.move.mandatory_moves_first")
def test_a_flight_that_is_held_up_is_told_as_long_as_it_was() -> None:
    # 18 cm are 7.1", but an enemy stands in the way 2" ahead, rim to rim.
    table = draw(f"Runners at 24,30 fleeing | Foe at 24,{28 - BASE} face 180", Runners=unit(), Foe=unit())
    play = staged(table, "mandatory").play(dice=[(9, 9)])
    (fled,) = play.told(events.UnitFled)
    assert fled.inches == pytest.approx(30 - play.unit("Runners").models[0].y, abs=0.3)
    assert fled.inches == pytest.approx(2.0)
