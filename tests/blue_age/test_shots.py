"""What dice to hit need, by the table of Ranged Attack Modifiers, terrain and special rules; weapons and their
qualities (Table: Ranged Attack Modifiers, Ranged Weapons)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.blue_age.harness import Table, carried_out, hero, unit
from tests.blue_age.shooters import archers, copied, field, need, shot, shown, still
from warhost.rulesets.blue_age.chapters.shooting.phase import volley
from warhost.rulesets.blue_age.chapters.wounds.attacks import to_wound
from warhost.rulesets.blue_age.core import Settings, arms, values

FACED = "Own at 24,10 | Target at 24,26 face 180"


def gap(inches: float, settings: Settings | None = None, **units: Any) -> Table:
    """A shooting unit and a single model that far away."""
    base = 25 / 25.4
    armed = {"Own": archers(1), "Target": unit(), **units}
    table = field("Own at 24,8 | Target at 24,30 face 180", settings, **armed)
    table.places("Own", [(24 + base * number, 8.0) for number in range(len(table.unit("Own").models))])
    radius = table.battle.entry(table.unit("Own")).radius + table.battle.entry(table.unit("Target")).radius
    return table.places("Target", [(24.0, 8.0 + radius + inches)])


def dice(table: Table, key: str = "0>1") -> int:
    """How many dice the odds promise; as many are thrown."""
    play = copied(table).play({"": 1})
    told = shown(play, key)["dice"]
    play.choose(key)
    assert next(roll.dice for roll in play.rolls if "to hit" in roll.why) == f"{int(told)}D10"
    return int(told)


# Modifiers


@pytest.mark.rule("blue.ranged_mod.shooter_dashed", "blue.ranged_mod.target_dashed")
def test_dashing_makes_hitting_harder() -> None:
    table = field(FACED)
    table.unit("Own").dashed = True
    assert need(table) == 7
    table.unit("Target").dashed = True
    assert need(table) == 8


@pytest.mark.rule("blue.ranged_mod.shooter_stood_still")
def test_who_stood_still_aims_better() -> None:
    assert need(still(field(FACED))) == 5
    assert need(field(FACED)) == 6


@pytest.mark.rule("blue.ranged_mod.shooter_ambushed")
def test_who_came_from_ambush_aims_better() -> None:
    table = still(field(FACED))
    table.unit("Own").ambushed = "open"
    assert need(table) == 5
    table.unit("Own").moved = True
    assert need(table) == 5


@pytest.mark.rule("blue.ranged_mod.shooter_in_building")
def test_who_is_in_a_building_aims_better() -> None:
    table = still(field("48x48 light_building 24,10 6x6 | " + FACED))
    table.unit("Own").inside = 0
    assert need(table) == 4


@pytest.mark.rule("blue.ranged_mod.stand_and_shoot")
def test_stand_and_shoot_is_hurried() -> None:
    table = still(field(FACED))
    own, target = table.unit("Own"), table.unit("Target")
    done = carried_out(volley(table.battle, own, target, arms.ranged_weapons()["Bow"], stand=True), [(1,) * 10])
    assert done.rolls[0].need == 8


@pytest.mark.rule("blue.ranged_mod.target_half_cover", "blue.terrain.woods_light_cover", "blue.terrain.woods_light_los")
def test_light_woods_give_light_cover_and_hide_nobody() -> None:
    assert need(field("48x48 light_woods 24,26 8x6 | " + FACED)) == 7
    assert need(field("48x48 light_woods 24,18 8x10 | " + FACED)) == 7


@pytest.mark.rule("blue.ranged_mod.target_full_cover", "blue.building.heavy_cover")
def test_a_building_gives_heavy_cover() -> None:
    table = field("48x48 light_building 24,26 6x6 | " + FACED)
    table.unit("Target").inside = 0
    assert need(table) == 8


@pytest.mark.rule("blue.terrain.woods_heavy_cover")
def test_heavy_woods_give_heavy_cover() -> None:
    assert need(field("48x48 heavy_woods 24,26 8x3 | " + FACED, Target=unit())) == 8


@pytest.mark.rule("blue.terrain.woods_heavy_los")
@pytest.mark.parametrize(("cm", "seen"), [(3.9, True), (4.1, False)])
def test_heavy_woods_hide_what_is_deep_in_them(cm: float, seen: bool) -> None:
    # The near rim of the base is what is seen first: so deep it stands in the wood.
    base = 12.5 / 25.4
    table = field(
        "48x48 heavy_woods 24,30 20x10 | Own at 24,15 | Target at 24,30 face 180", Own=archers(1), Target=unit()
    )
    table.places("Own", [(24, 15)]).places("Target", [(24, 25 + cm / 2.54 + base)])
    assert table.play().offers("0>1") == seen


@pytest.mark.rule("blue.terrain.road")
def test_a_road_through_a_wood_is_open() -> None:
    text = "48x48 heavy_woods 24,18 20x8 road 24,18 1x20 | Own at 24,10 | Target at 24,26 face 180"
    table = field(text, Own=archers(1), Target=unit()).places("Own", [(24, 10)]).places("Target", [(24, 26)])
    assert table.play().offers("0>1")


@pytest.mark.rule("blue.terrain.obstacle_low_cover", "blue.terrain.obstacle_high_cover")
@pytest.mark.parametrize(("kind", "face"), [("low_obstacle", 7), ("high_obstacle", 8)])
def test_obstacles_cover_who_stands_close_behind_them(kind: str, face: int) -> None:
    text = f"48x48 {kind} 24,24 8x0.5 | Own at 24,10 | Target at 24,26 face 180"
    table = field(text, Target=unit(models=1))
    assert need(table.places("Target", [(24, 25.2)])) == face
    assert need(table.places("Target", [(24, 27)])) == 6


@pytest.mark.rule("blue.building.ruins_cover")
def test_ruins_cover_who_is_in_them() -> None:
    assert need(field("48x48 ruins 24,26 8x6 | " + FACED)) == 7
    assert need(field("48x48 ruins 24,18 8x6 | " + FACED)) == 6


@pytest.mark.rule("blue.ranged_mod.target_half_cover")
def test_more_than_half_of_the_models_have_to_be_in_cover() -> None:
    table = field("48x48 light_woods 20,26 8x6 | " + FACED, Target=unit(models=4))
    inside, outside = [(22, 26), (23, 26)], [(25, 26), (26, 26)]
    assert need(table.places("Target", inside + outside)) == 6
    assert need(table.places("Target", [*inside, (21, 26), (25, 26)])) == 7


@pytest.mark.rule("blue.terrain.open")
def test_open_ground_neither_covers_nor_hides() -> None:
    assert need(field("48x48 difficult 24,18 8x6 | " + FACED)) == 6


@pytest.mark.rule("blue.terrain.hill_range")
def test_a_hill_gives_two_inches_of_range() -> None:
    assert not gap(25.9).play().offers("0>1")
    text = "48x48 hill 24,8 6x6 | Own at 24,8 | Target at 24,40 face 180"
    table = field(text, Own=archers(1), Target=unit()).places("Own", [(24, 8)])
    assert table.places("Target", [(24, 8 + 25 / 25.4 + 26)]).play().offers("0>1")
    assert not table.places("Target", [(24, 8 + 25 / 25.4 + 26.1)]).play().offers("0>1")


# Sight


@pytest.mark.rule("blue.unit_type.swarm_no_los_block")
@pytest.mark.parametrize(("kind", "seen"), [("swarm", True), ("infantry", False), ("beast", False)])
def test_units_block_sight_but_swarms_do_not(kind: str, seen: bool) -> None:
    text = 'Own at 24,10 | Target at 24,26 face 180 | Between at 24,18 form="line"'
    table = field(text, Between=unit(type=kind, models=20), Own=archers(1), Target=unit())
    play = table.play()
    assert play.offers("0>1") == seen
    if seen:
        assert need(table) == 6


def test_monsters_and_models_on_hills_are_seen_over_units() -> None:
    text = '{}Own at 24,10 | Target at 24,26 face 180 | Between at 24,18 form="line"'
    line = unit(models=20)
    hill = "48x48 hill 24,26 6x6 | "
    assert field(text.format(""), Between=line, Target=unit(type="monster", base=60)).play().offers("0>1")
    assert field(text.format(hill), Between=line, Target=unit(models=3)).play().offers("0>1")
    assert not field(text.format(""), Between=line, Target=unit(models=3)).play().offers("0>1")


def test_only_models_that_see_shoot() -> None:
    text = "48x48 impassable 20,18 8x2 | Own at 24,10 | Target at 24,26 face 180"
    table = field(text, Own=archers(2), Target=unit()).places("Own", [(14, 16), (25, 10)]).places("Target", [(25, 26)])
    assert dice(table) == 1


@pytest.mark.rule("blue.terrain.impassable_los")
def test_a_line_past_the_cliff_is_free() -> None:
    text = "48x48 impassable 20,18 8x2 | Own at 24,10 | Target at 24,26 face 180"
    table = field(text, Own=archers(1), Target=unit()).places("Own", [(20, 10)])
    assert not table.places("Target", [(20, 26)]).play().offers("0>1")
    assert table.places("Target", [(30, 26)]).play().offers("0>1")


# Weapons: range, Strength, shots, Armour Piercing, qualities

WEAPONS = [
    # name, range, need to wound Grit 4, points of Armour Piercing, shots far, still, near
    ("Bola", 6, 7, 0, 1, 1, 1),
    ("Throwing Weapon", 8, 6, 1, 1, 1, 1),
    ("Sling", 10, 7, 1, 2, 2, 4),
    ("Handbow", 10, 6, 1, 1, 1, 1),
    ("Shortbow", 16, 7, 0, 1, 1, 2),
    ("Bow", 24, 6, 0, 1, 1, 1),
    ("Longbow", 30, 5, 1, 1, 2, 1),
    ("Crossbow", 36, 3, 2, 1, 1, 1),
    ("Repeater Crossbow", 36, 3, 2, 2, 2, 4),
    ("Tharian Hunting Bow", 28, 5, 1, 2, 4, 2),
    ("'Kragi Crossbow", 40, 2, 3, 1, 1, 1),
]
ROWS = {row[0]: f"blue.ranged_weapon.{row[0].lower().replace(' ', '_').strip(chr(39))}" for row in WEAPONS}


@pytest.mark.parametrize(
    ("name", "reach", "wounds", "ap", "far", "stood", "near"),
    [pytest.param(*row, marks=pytest.mark.rule(ROWS[row[0]])) for row in WEAPONS],
)
def test_weapons(name: str, reach: int, wounds: int, ap: int, far: int, stood: int, near: int) -> None:
    own, target = archers(1, name), unit(armour=["Heavy Armour"])
    at_most = gap(float(reach), Own=own, Target=target)
    assert dice(at_most) == far
    assert dice(still(at_most)) == stood
    assert dice(gap(reach / 2, Own=own, Target=target)) == near
    assert not gap(reach + 0.1, Own=own, Target=target).play().offers("0>1")
    told = shown(at_most.play(), "0>1")
    assert (told["to wound"], told["Armour Save"]) == (wounds, 6 + ap)


@pytest.mark.rule("blue.ranged_weapon.throwing_weapon")
def test_a_throwing_weapon_has_the_strength_of_its_user() -> None:
    assert shown(gap(8, Own=archers(1, "Throwing Weapon", strength=6)).play(), "0>1")["to wound"] == 4


@pytest.mark.rule("blue.ranged_quality.rapid_fire", "blue.ranged_weapon.shortbow", "blue.ranged_weapon.sling")
def test_rapid_fire_doubles_within_half_range() -> None:
    assert dice(gap(8.0, Own=archers(1, "Shortbow"))) == 2
    assert dice(gap(8.1, Own=archers(1, "Shortbow"))) == 1
    assert dice(gap(6.0, Own=archers(1, "Sling"))) == 2
    assert dice(gap(5.0, Own=archers(1, "Sling"))) == 4


@pytest.mark.rule("blue.ranged_quality.volley_fire", "blue.ranged_weapon.longbow")
def test_volley_fire_doubles_for_who_stood_still() -> None:
    assert dice(still(field(FACED, Own=archers(10, "Longbow")))) == 20
    assert dice(field(FACED, Own=archers(10, "Longbow"))) == 10


@pytest.mark.rule("blue.ranged_quality.accurate", "blue.ranged_weapon.crossbow", "blue.ranged_weapon.kragi_crossbow")
@pytest.mark.parametrize("weapon", ["Crossbow", "'Kragi Crossbow"])
def test_accurate_rerolls_failed_ones_and_twos(weapon: str) -> None:
    play = shot(field(FACED, Own=archers(3, weapon)), [(1, 2, 3), (6, 5), 1])
    assert [roll.dice for roll in play.rolls] == ["3D10", "2D10", "1D10"]


@pytest.mark.rule("blue.ranged_quality.snaring", "blue.ranged_weapon.bola")
def test_a_wound_by_a_bola_snares() -> None:
    target = unit(health=3, initiative=5)
    assert shot(gap(4, Own=archers(1, "Bola"), Target=target), [10, 7, 10]).unit("Target").snared
    assert not shot(gap(4, Own=archers(1, "Bola"), Target=target), [10, 6]).unit("Target").snared


@pytest.mark.rule("blue.ranged_quality.snaring")
def test_a_hit_snares_where_players_agreed_so() -> None:
    table = gap(4, Settings(snaring="hits"), Own=archers(1, "Bola"), Target=unit(health=3))
    assert shot(table, [10, 6]).unit("Target").snared


@pytest.mark.rule("blue.ranged_quality.shred")
@pytest.mark.parametrize(("again", "lost"), [(10, 0), (8, 1)])
def test_shred_rerolls_saves(again: int, lost: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _reforged(monkeypatch, "Bow", "Shred")
    table = gap(10, Target=unit(health=2, armour=["Light Armour"]))
    play = shot(table, [10, 9, 9, again, *([10] if lost else [])])
    assert play.unit("Target").models[0].lost == lost


@pytest.mark.rule("blue.ranged_quality.ignores_cover", "blue.special.ignores_cover")
def test_some_shots_ignore_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "48x48 heavy_woods 24,26 8x3 | " + FACED
    assert need(field(text, Target=unit(), Own=archers(rules=["Ignores Cover"]))) == 6
    _reforged(monkeypatch, "Bow", "Ignores Cover")
    assert need(field(text, Target=unit())) == 6


def _reforged(monkeypatch: pytest.MonkeyPatch, name: str, quality: str) -> None:
    """The weapon has that quality; what was known of weapons is forgotten."""
    made = msgspec.structs.replace(arms.ranged_weapons()[name], qualities=(quality,))
    monkeypatch.setitem(arms.ranged_weapons(), name, made)
    values.ranged_arms.cache_clear()


@pytest.fixture(autouse=True)
def _fresh_arms() -> Any:
    yield
    values.ranged_arms.cache_clear()


# The chart


CHART = [
    (1, "6 7 7 8 8 9 9 10 - -"),
    (2, "5 6 7 7 8 8 9 9 10 -"),
    (3, "4 5 6 7 7 8 8 9 9 10"),
    (4, "3 4 5 6 7 7 8 8 9 9"),
    (5, "2 3 4 5 6 7 7 8 8 9"),
    (6, "2 2 3 4 5 6 7 7 8 8"),
    (7, "A 2 2 3 4 5 6 7 7 8"),
    (8, "A A 2 2 3 4 5 6 7 7"),
    (9, "A A A 2 2 3 4 5 6 7"),
    (10, "A A A A 2 2 3 4 5 6"),
]


@pytest.mark.parametrize(
    ("strength", "row"),
    [pytest.param(s, row, marks=pytest.mark.rule(f"blue.to_wound.strength_{s:02}")) for s, row in CHART],
)
def test_the_chart_row_by_row(strength: int, row: str) -> None:
    for grit, entry in enumerate(row.split(), 1):
        table = gap(4, Own=archers(1, "Throwing Weapon", strength=strength), Target=unit(grit=grit))
        play = table.play({"to hit": 10, "to wound": 1})
        told = shown(play, "0>1")
        play.choose("0>1")
        asked = [roll.need for roll in play.rolls if "to wound" in roll.why]
        assert asked == ([int(entry)] if entry.isdigit() else [])
        assert told.get("to wound", 0) == (int(entry) if entry.isdigit() else 0)
        assert bool(play.unit("Target").models) == (entry != "A")
        assert (told["expected wounds"] > 0) == (entry != "-")


@pytest.mark.rule("blue.to_wound.automatic")
def test_an_automatic_wound_slays_unless_magic_saves() -> None:
    own, target = (
        archers(1, "'Kragi Crossbow"),
        unit(grit=3, health=3, armour=["Heavy Armour"], rules=["Magical Save (8+)"]),
    )
    assert not shot(gap(9, Own=own, Target=target), [10, 7]).unit("Target").models
    assert shot(gap(9, Own=own, Target=target), [10, 8]).unit("Target").models[0].lost == 0


@pytest.mark.rule("blue.to_wound.impossible")
def test_a_dash_never_wounds() -> None:
    play = shot(gap(4, Own=archers(1, "Bola"), Target=unit(grit=10)), [10])
    assert len(play.rolls) == 1
    assert play.unit("Target").models


@pytest.mark.rule("blue.to_wound.zero_is_ten")
def test_a_nought_is_a_ten() -> None:
    table = gap(4, Own=archers(1, "Throwing Weapon", strength=1), Target=unit(grit=8))
    assert shown(table.play(), "0>1")["to wound"] == 10
    assert shot(table, [10, 9]).unit("Target").models
    assert (
        not shot(gap(4, Own=archers(1, "Throwing Weapon", strength=1), Target=unit(grit=8)), [10, 10])
        .unit("Target")
        .models
    )


@pytest.mark.parametrize(("chart", "wounds"), [("clamped", 6), ("formula", 5)])
def test_strength_beyond_the_chart(chart: Any, wounds: int) -> None:
    table = field(FACED, Settings(chart=chart))
    assert to_wound(table.battle, 11, 10) == wounds


def test_a_natural_ten_hits_unless_players_agreed_otherwise() -> None:
    for tens, face in ((True, 10), (False, 11)):
        table = field(
            "48x48 heavy_woods 24,26 8x3 | " + FACED, Settings(natural_ten=tens), Own=archers(ranged=10), Target=unit()
        )
        assert shown(table.play(), "0>1")["to hit"] == face


# Special rules


@pytest.mark.rule("blue.special.ponderous")
def test_ponderous_units_move_or_shoot() -> None:
    table = field(FACED, Own=archers(rules=["Ponderous"]))
    assert table.play().denial("0") == "blue.special.ponderous"
    assert still(table).play().offers("0>1")


@pytest.mark.rule("blue.special.shrouded_cover")
def test_shrouded_counts_open_ground_as_light_cover() -> None:
    assert need(field(FACED, Target=unit(rules=["Shrouded"]))) == 7


@pytest.mark.rule("blue.special.shrouded_range")
def test_shrouded_shortens_ranges() -> None:
    assert gap(22.0, Target=unit(rules=["Shrouded"])).play().offers("0>1")
    assert not gap(22.5, Target=unit(rules=["Shrouded"])).play().offers("0>1")


@pytest.mark.rule("blue.special.stealth")
def test_stealth_adds_to_the_cover_of_its_terrain() -> None:
    for kind, face in (("light_woods", 8), ("ruins", 7)):
        text = f"48x48 {kind} 24,26 8x6 | " + FACED
        assert need(field(text, Target=unit(models=10, rules=["Stealth (Woods)"]))) == face
    assert need(field(FACED, Target=unit(rules=["Stealth (Woods)"]))) == 6


@pytest.mark.rule("blue.special.bane")
@pytest.mark.parametrize(("army", "rolls"), [("Kyrani", 2), ("Tharian", 1)])
def test_bane_rerolls_against_one_army(army: str, rolls: int) -> None:
    table = gap(9, Own=archers(1, rules=["Bane (Kyrani)"]), Target=unit(army=army))
    assert len(shot(table, [3, 3][:rolls]).rolls) == rolls


@pytest.mark.rule("blue.special.animated_construct_ap")
@pytest.mark.parametrize(("weapon", "face"), [("Crossbow", 8), ("Bow", 7), ("Handbow", 7)])
def test_constructs_disregard_a_point_of_armour_piercing(weapon: str, face: int) -> None:
    target = unit(armour=["Medium Armour"], rules=["Animated Construct"])
    play = shot(gap(9, Own=archers(1, weapon), Target=target), {"to hit": 10, "to wound": 9, "Armour": 1})
    assert [roll.need for roll in play.rolls if "Armour" in roll.why] == [face]


@pytest.mark.rule("blue.special.deathblow")
def test_a_deathblow_slays_without_saves() -> None:
    target = hero(rules=["Magical Save (5+)", "Regeneration (2+)"], destiny=0)
    play = shot(gap(9, Own=archers(1, rules=["Deathblow"]), Target=target), [10, 9])
    assert not play.unit("Target").models
    assert play.unit("Target").healing == 0
    play = shot(gap(9, Own=archers(1, rules=["Deathblow"]), Target=target), [10, 8, 1, 10])
    assert play.unit("Target").models[0].lost == 1


@pytest.mark.rule("blue.special.deathblow_monsters")
def test_a_deathblow_does_two_wounds_to_a_monster() -> None:
    target = unit(type="monster", base=60, health=6)
    play = shot(gap(9, Own=archers(1, rules=["Deathblow"]), Target=target), {"to hit": 10, "to wound": 10, "Panic": 10})
    assert play.unit("Target").models[0].lost == 2


@pytest.mark.rule("blue.special.wrath")
@pytest.mark.parametrize(("rules", "face"), [(["Wrath"], 8), ([], 7)])
def test_wrath_strikes_on_a_nine(rules: list[str], face: int) -> None:
    target = unit(armour=["Medium Armour"])
    play = shot(gap(9, Own=archers(1, rules=rules), Target=target), {"to hit": 10, "to wound": 9, "Armour": 1})
    assert [roll.need for roll in play.rolls if "Armour" in roll.why] == [face]


@pytest.mark.rule("blue.unit_type.monster_easy_target")
def test_monsters_are_easy_to_hit_but_not_for_war_machines() -> None:
    monster = unit(type="monster", base=60, health=6)
    assert need(gap(9, Target=monster)) == 5
    machine = unit(type="war machine", ranged=6, weapons=["Bolt Thrower"], base=60)
    assert need(gap(20, Own=machine, Target=monster)) == 6


# Armour


def save_against(ap: int, *armour: str, **fields: Any) -> tuple[int | None, bool]:
    """What an Armour Save needs against so many points, and whether failed ones are thrown again."""
    weapon = {0: "Bow", 1: "Handbow", 2: "Crossbow"}[ap]
    table = gap(9, Own=archers(1, weapon), Target=unit(armour=list(armour), health=5, **fields))
    play = shot(table, {"to hit": 10, "to wound": 9, "Armour": 1, "Magical": 1})
    rolls = [roll for roll in play.rolls if "Armour Save" in roll.why]
    return (rolls[0].need if rolls else None), len(rolls) > 1


@pytest.mark.rule("blue.armour.row_1_light", "blue.armour.row_2_medium", "blue.armour.row_3_heavy")
@pytest.mark.rule("blue.armour.row_4_shield", "blue.armour.row_5_great_shield", "blue.armour.row_6_magic_armour")
@pytest.mark.parametrize(
    ("worn", "ap", "found"),
    [
        (["Light Armour"], 0, (9, False)),
        (["Light Armour"], 2, (None, False)),
        (["Medium Armour"], 1, (8, False)),
        (["Heavy Armour"], 0, (6, False)),
        (["Light Armour", "Shield"], 0, (8, True)),
        (["Shield"], 0, (10, True)),
        (["Medium Armour", "Great Shield"], 0, (5, True)),
        (["Great Shield"], 0, (9, True)),
        (["Medium Armour", "Magic Armour"], 0, (5, False)),
        (["Shield", "Magic Armour"], 0, (10, True)),
    ],
)
def test_armour(worn: list[str], ap: int, found: tuple[int | None, bool]) -> None:
    assert save_against(ap, *worn) == found


@pytest.mark.rule("blue.armour.one_shield", "blue.armour.row_5_great_shield")
def test_only_the_better_shield_counts() -> None:
    assert save_against(0, "Light Armour", "Shield", "Great Shield") == (7, True)


@pytest.mark.rule("blue.armour.armour_save_cap")
def test_an_armour_save_is_never_better_than_two() -> None:
    assert save_against(0, "Heavy Armour", "Great Shield", "Magic Armour") == (2, True)
    assert save_against(2, "Heavy Armour", "Great Shield", "Magic Armour") == (4, True)


@pytest.mark.rule("blue.armour.parry")
def test_parry_rerolls_failed_armour_saves_but_no_magical_ones() -> None:
    target = unit(armour=["Light Armour", "Shield"], rules=["Magical Save (9+)"], health=2)
    play = shot(gap(9, Target=target), [10, 9, 5, 8])
    assert play.unit("Target").models[0].lost == 0
    play = shot(gap(9, Target=target), {"to hit": 10, "to wound": 9, "Armour": 5, "Magical": 8, "Panic": 10})
    assert play.unit("Target").models[0].lost == 1
    assert sum("Magical" in roll.why for roll in play.rolls) == 1


@pytest.mark.rule("blue.armour.magical_save", "blue.armour.magical_save_cap", "blue.armour.row_6_magic_armour")
@pytest.mark.parametrize(
    ("rules", "armour", "face"),
    [
        (["Magical Save (9+)"], ["Light Armour", "Magic Armour"], 7),
        ([], ["Light Armour", "Magic Armour"], 8),
        (
            ["Magical Save (7+)", "Magical Save (8+)", "Magical Save (9+)", "Magical Save (10+)", "Magical Save (9+)"],
            [],
            4,
        ),
        (["Magical Save (9+)"], [], 9),
    ],
)
def test_magical_saves_add_up(rules: list[str], armour: list[str], face: int) -> None:
    table = gap(9, Own=archers(1, "'Kragi Crossbow"), Target=unit(rules=rules, armour=armour))
    play = shot(table, {"to hit": 10, "to wound": 9, "Magical": 1, "Armour": 1})
    assert [roll.need for roll in play.rolls if "Magical" in roll.why] == [face]
