"""Buildings: being in them, damage to them, and what it does to those inside (Buildings; Building Penetration)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.blue_age.harness import Play, Table, carried_out, draw, hero, unit
from tests.blue_age.shooters import archers, copied, field, need, shot, shown
from warhost.rulesets.blue_age.chapters.buildings import inside as buildings
from warhost.rulesets.blue_age.chapters.combat.initiative import step_of
from warhost.rulesets.blue_age.core import Settings, all_bases, arms, defense_of, has, section_piece, terrain_of, values
from warhost.rulesets.blue_age.core.events import shooting as events
from warhost.rulesets.blue_age.shown.invariants import problems
from warhost.table import base_distance

BOLTS: dict[str, Any] = {"type": "war machine", "ranged": 6, "weapons": ["Bolt Thrower"], "base": 60, "health": 3}
HOUSE = "{} 24,26 6x6"
TWO = 'medium_building 21,26 6x6 named "House" medium_building 27,26 6x6 named "House"'


def besieged(kind: str = "medium_building", *, board: str = "", settings: Any = None, **units: Any) -> Table:
    """A bolt thrower (Strength 9, AP -3, hits on 6+) before a house with ten models in its first section."""
    board = board or HOUSE.format(kind)
    text = f"48x48 {board} | Own at 24,10 | Target at 24,26 face 180"
    for name in units:
        if name not in ("Own", "Target"):
            text += f" | {name} at 40,30 face 180"
    table = field(text, settings, **{"Own": unit(**BOLTS), "Target": unit(models=10), **units})
    inside(table, "Target", 0)
    return table


def inside(table: Table, name: str, number: int) -> Table:
    """The unit is in that section."""
    shape = section_piece(table.battle, number).shape
    one = table.unit(name)
    table.places(name, [(shape.x, shape.y)] * len(one.models))
    one.inside = number
    return table


def hit(table: Table, *faces: int, **more: Any) -> Play:
    """The bolt thrower hits the first section; the faces are those of the penetration roll, of the damage table (with
    AP -3, so that 1 counts as 4), and of what follows by their words."""
    dice = {"to hit": 10, "penetrates": faces[0], **more, "Panic": 10}
    if len(faces) > 1:
        dice = {"Building Penetration": list(faces[1:]), **dice}
    return shot(table, dice, "0>section:0")


def weak(table: Table) -> Table:
    """The attack has Strength 9 but no Armour Piercing, so that the faces of the damage table are as written."""
    entries = list(table.battle.scene.entries)
    entries[0] = msgspec.structs.replace(entries[0], weapons=("Weak Bolts",))
    table.battle.scene = msgspec.structs.replace(table.battle.scene, entries=tuple(entries))
    return table


@pytest.fixture(autouse=True)
def _weak_bolts(monkeypatch: pytest.MonkeyPatch) -> None:
    bolts = msgspec.structs.replace(arms.ranged_weapons()["Bolt Thrower"], name="Weak Bolts", ap=0)
    monkeypatch.setitem(arms.ranged_weapons(), "Weak Bolts", bolts)


def section(play: Play, number: int = 0) -> Any:
    return play.battle.sections[number]


# Being in a building


@pytest.mark.rule("blue.building.structure")
def test_a_unit_is_in_one_section() -> None:
    table = besieged(board=TWO, Own=archers(), Other=unit(models=5))
    play = table.play()
    assert buildings.occupant(play.battle, 0) is play.unit("Target")
    assert buildings.occupant(play.battle, 1) is None
    assert buildings.why_not_in(play.battle, play.unit("Other"), 1) is None
    why = buildings.why_not_in(play.battle, play.unit("Other"), 0)
    assert why is not None
    assert why.rule == "blue.building.structure"


@pytest.mark.rule("blue.building.structure")
@pytest.mark.parametrize(
    ("kind", "fits", "too_many"),
    [("infantry", 20, 21), ("beast", 10, 11), ("swarm", 10, 11), ("monstrous infantry", 6, 7), ("cavalry", 0, 1)],
)
def test_how_many_find_room(kind: str, fits: int, too_many: int) -> None:
    for models, may in ((fits, True), (too_many, False)):
        if models:
            battle = besieged(board=TWO, Other=unit(type=kind, models=models)).battle
            assert (buildings.why_not_in(battle, battle.units[2], 1) is None) == may


def test_who_comes_out_stands_at_the_walls_in_cohesion() -> None:
    for models in (5, 20):
        table = besieged(Target=unit(models=models))
        battle, one = table.battle, table.unit("Target")
        done = carried_out(buildings.step_out(battle, one, (24, 40)))
        assert done.value
        assert one.inside is None
        wall = section_piece(battle, 0).shape
        assert all(base_distance(base, wall) <= 1.0 + 1e-6 for base in all_bases(battle, one))
        assert problems(battle) == []


def test_range_and_sight_are_those_of_the_walls() -> None:
    table = besieged(Own=archers(1))
    base = 12.5 / 25.4
    assert table.places("Own", [(24, 23 - 24 - base + 10)]).play().offers("0>1")
    table = besieged(Own=archers(), Target=archers(10))
    table.battle.active = table.battle.first = 1
    assert table.play().offers("1>0")


# Damage


@pytest.mark.rule("blue.building.demolisher_only")
def test_only_demolishers_harm_buildings() -> None:
    play = besieged(Own=archers()).play()
    assert not play.offers("0>section:0")
    assert play.denial("0>section:0") == "blue.building.demolisher_only"
    assert besieged().play().offers("0>section:0")


@pytest.mark.rule("blue.building.penetrate_roll", "blue.building.penetrate_less", "blue.building.penetrate_equal")
@pytest.mark.rule("blue.building.penetrate_greater", "blue.ranged_quality.demolisher")
@pytest.mark.parametrize(("face", "points", "rolls"), [(1, 4, 0), (2, 3, 0), (3, 2, 1)])
def test_penetration(face: int, points: int, rolls: int) -> None:
    play = hit(besieged(), face, 1)
    assert section(play).points == points
    assert sum("Building Penetration" in roll.why for roll in play.rolls) == rolls
    (told,) = play.told(events.BuildingHit)
    assert (told.total, told.defense) == (9 + face, 11)


@pytest.mark.rule("blue.ranged_quality.demolisher", "blue.building.penetrate_greater")
def test_a_stone_thrower_hits_house_and_inmates() -> None:
    stones = unit(**{**BOLTS, "weapons": ["Stone Thrower"]})
    dice = {"Building Penetration": 2, "to hit": 10, "penetrates": 4, "to wound": 1, "Panic": 10}
    table = besieged(Own=stones).places("Own", [(24, 8)])
    play = shot(table, dice, "0>section:0")
    assert section(play).points == 2
    assert [roll.dice for roll in play.rolls if "to wound" in roll.why] == ["10D10"]


@pytest.mark.parametrize(
    ("kind", "defense", "points"),
    [
        pytest.param(kind, defense, points, marks=pytest.mark.rule(f"blue.building_type.{row}"))
        for kind, row, defense, points in (
            ("light_building", "light", 10, 3),
            ("medium_building", "medium", 11, 4),
            ("heavy_building", "heavy", 12, 5),
            ("fortification", "fortification", 14, 6),
            ("light_building_magical", "magical", 14, 5),
        )
    ],
)
def test_building_types(kind: str, defense: int, points: int) -> None:
    equal = hit(besieged(kind), defense - 9)
    assert section(equal).points == points - 1
    if defense - 10 >= 1:
        assert section(hit(besieged(kind), defense - 10)).points == points
    assert section(hit(weak(besieged(kind)), defense - 8, 1)).points == points - 2


@pytest.mark.rule("blue.building.becomes_ruins", "blue.penetration.10_partial_collapse")
def test_a_section_without_points_is_ruins() -> None:
    table = besieged("light_building", Target=unit(models=10, mind=6))
    table.battle.sections = (_worn(table, points=1),)
    play = hit(table, 1, **{"Automatic Wounds": 5})
    assert section(play).ruined
    (piece,) = terrain_of(play.battle).pieces
    assert {"ruins", "difficult", "light_cover"} <= piece.traits
    target = play.unit("Target")
    assert target.inside is None
    assert len(target.models) == 7
    assert problems(play.battle) == []


def _worn(table: Table, number: int = 0, **fields: Any) -> Any:
    return msgspec.structs.replace(table.battle.sections[number], **fields)


@pytest.mark.rule("blue.building.ruins_cover", "blue.building.becomes_ruins")
def test_who_stands_in_the_ruins_has_light_cover() -> None:
    table = besieged("light_building", Own=archers())
    table.battle.sections = (_worn(table, ruined=True),)
    table.unit("Target").inside = None
    table.places("Target", [(22 + number % 5, 25 + number // 5) for number in range(10)])
    assert need(table) == 7


# The table


@pytest.mark.rule("blue.penetration.01_shudder")
def test_shudder() -> None:
    play = hit(weak(besieged()), 3, 1)
    assert [effect.name for effect in play.unit("Target").effects] == ["Shudder"]
    target = play.unit("Target")
    target.charged_by = (0,)
    assert step_of(play.battle, target, values.melee_arms(play.battle.entry(target))[0]) == 4 + 3 - 1


@pytest.mark.rule("blue.penetration.02_rattling_damage")
def test_rattling_damage() -> None:
    play = hit(weak(besieged(Target=archers(10, "Crossbow"))), 3, 2).choose("pass")
    target = play.unit("Target")
    assert step_of(play.battle, target, values.melee_arms(play.battle.entry(target))[0]) == 3
    assert play.denial("1") == "blue.penetration.02_rattling_damage"


@pytest.mark.rule("blue.penetration.03_groaning_timbers")
@pytest.mark.parametrize(("mind", "stays"), [(6, True), (5, False)])
def test_groaning_timbers(mind: int, stays: bool) -> None:
    play = hit(weak(besieged()), 3, 3, Groaning=mind)
    assert (play.unit("Target").inside == 0) == stays
    if not stays:
        wall = section_piece(play.battle, 0).shape
        gaps = [base_distance(base, wall) for base in all_bases(play.battle, play.unit("Target"))]
        assert min(gaps) <= 0.03
        assert max(gaps) <= 1.0
        assert problems(play.battle) == []


@pytest.mark.rule("blue.penetration.04_window", "blue.penetration.ap_bonus")
def test_a_new_window() -> None:
    # AP -3 makes a 4 of a 1.
    table = besieged(Other=archers(), Target=archers(10))
    table.places("Other", [(30 + n, 20) for n in range(10)])
    table.unit("Other").seat = 0
    play = hit(table, 3, 1)
    assert section(play).window
    assert shown(play, "2>1")["to hit"] == 7
    play.choose("pass")
    assert shown(play, "1>2")["to hit"] == 4


@pytest.mark.rule("blue.penetration.05_structural")
def test_structural() -> None:
    play = hit(weak(besieged(board=TWO)), 3, 5)
    assert [defense_of(play.battle, number) for number in (0, 1)] == [10, 10]


@pytest.mark.rule("blue.penetration.06_quake")
@pytest.mark.parametrize(("mind", "shakes"), [(6, False), (5, True)])
def test_quake(mind: int, shakes: bool) -> None:
    table = besieged(Target=archers(10), Other=archers())
    table.unit("Other").seat = 0
    table.places("Other", [(30 + n, 20) for n in range(10)])
    play = hit(weak(table), 3, 6, Quake=mind)
    assert shown(play, "2>1")["to hit"] == 8
    play.choose("pass")
    assert play.offers("1>2") != shakes
    target = play.unit("Target")
    assert has(play.battle, target, "no_charge") == shakes
    assert has(play.battle, target, "undefended") == shakes


@pytest.mark.rule("blue.penetration.07_breach")
def test_breaches_lower_the_cover() -> None:
    table = weak(besieged("fortification", Other=archers()))
    table.unit("Other").seat = 0
    table.places("Other", [(30 + n, 20) for n in range(10)])
    play = hit(table, 6, 7)
    assert shown(play, "2>1")["to hit"] == 7
    table.battle.sections = (_worn(table, cover=1),)
    assert shown(hit(table, 6, 7), "2>1")["to hit"] == 6


@pytest.mark.rule("blue.penetration.08_collateral")
def test_collateral_damage() -> None:
    table = besieged("light_building", Target=unit(models=10))
    play = hit(weak(table), 2, 8, **{"Automatic Wounds": 1})
    assert section(play).ruined
    play = hit(weak(besieged(board=TWO)), 3, 8, 7)
    assert [one.cover for one in play.battle.sections] == [2, 1]
    assert section(play).points == 2
    play = hit(weak(besieged(board=TWO)), 3, 8, 8)
    assert sum("Building Penetration" in roll.why for roll in play.rolls) == 2


@pytest.mark.rule("blue.penetration.08_collateral")
def test_collateral_damage_passes_over_sections_that_are_not_adjacent() -> None:
    play = hit(weak(besieged(board=f'{TWO} medium_building 33,26 6x6 named "House"')), 3, 8, 7, 7)
    assert [one.cover for one in play.battle.sections] == [2, 1, 2]
    assert sum("Building Penetration" in roll.why for roll in play.rolls) == 2


@pytest.mark.rule("blue.penetration.09_going_down")
def test_this_thing_is_going_down() -> None:
    table = weak(besieged(Target=archers(10)))
    play = hit(table, 3, 9, **{"Going Down": 8, "Automatic Wounds": 1})
    assert section(play).ruined
    # A Spirit Test that is passed leaves -1 to hit.
    play = hit(table, 3, 9, **{"Target This Thing": 6, "Going Down": 7})
    assert not section(play).ruined
    assert play.unit("Target").inside == 0
    assert shown(play.choose("pass"), "1>0")["to hit"] == 6 - 1 + 1
    play = hit(table, 3, 9, **{"flees": (4, 4), "Target This Thing": 5, "Going Down": 7})
    assert play.unit("Target").inside is None
    assert play.unit("Target").fleeing
    assert min(model.y for model in play.unit("Target").models) > 29 + 3


@pytest.mark.rule("blue.penetration.10_partial_collapse", "blue.penetration.ap_bonus")
@pytest.mark.parametrize("face", [7, 8])
def test_partial_collapse(face: int) -> None:
    # AP -3: 7 and 8 are 10 and 11. Without another section nobody can bail out.
    play = hit(besieged(), 3, face, **{"Automatic Wounds": 6})
    assert section(play).ruined
    assert len(play.unit("Target").models) == 7


@pytest.mark.rule("blue.penetration.10_partial_collapse")
@pytest.mark.parametrize(("mind", "where", "left"), [(6, 1, 10), (5, None, 7)])
def test_bailing_out(mind: int, where: int | None, left: int) -> None:
    play = hit(besieged(board=TWO), 3, 7, **{"bails out": mind, "Automatic Wounds": 6})
    assert section(play).ruined
    assert play.unit("Target").inside == where
    assert len(play.unit("Target").models) == left


@pytest.mark.rule("blue.penetration.10_partial_collapse")
@pytest.mark.parametrize(("kills", "left"), [("by the chart", 10), ("always", 7)])
def test_automatic_wounds_of_a_collapse(kills: Any, left: int) -> None:
    table = besieged(settings=Settings(automatic_kills=kills), Target=unit(models=10, health=4))
    play = hit(table, 3, 7, **{"Automatic Wounds": 6})
    assert len(play.unit("Target").models) == left


@pytest.mark.rule("blue.penetration.12_apocalyptic_collapse")
def test_apocalyptic_collapse() -> None:
    table = besieged(board=TWO, Other=unit(models=5, rules=["Magical Save (4+)"]))
    inside(table, "Other", 1)
    play = hit(table, 3, 9)
    assert not play.unit("Target").models
    assert not play.unit("Other").models
    assert all(one.ruined for one in play.battle.sections)
    assert all("ruins" in piece.traits for piece in terrain_of(play.battle).pieces)


@pytest.mark.rule("blue.penetration.ap_bonus")
def test_armour_piercing_adds_to_the_damage() -> None:
    (told,) = hit(besieged(), 3, 8, **{"Automatic Wounds": 1}).told(events.BuildingDamaged)
    assert told.result == "Partial Collapse"
    (told,) = hit(weak(besieged()), 3, 7).told(events.BuildingDamaged)
    assert told.result == "Breach!"


def test_a_hero_inside_is_caught_too() -> None:
    table = besieged(Hero=hero(destiny=0)).join("Hero", "Target")
    shape = section_piece(table.battle, 0).shape
    table.places("Hero", [(shape.x, shape.y)])
    play = hit(table, 3, 9)
    assert not play.unit("Hero").models


def test_the_figures_of_a_shot_at_a_building() -> None:
    told = shown(besieged().play(), "0>section:0")
    assert told["to penetrate"] == 2
    assert told["to hit"] == 6
    assert told["expected Structure Points lost"] == pytest.approx(0.5 * (0.1 + 0.8 * 2))


def test_a_monster_that_shoots_at_a_house_is_not_its_own_target() -> None:
    monster = unit(type="monster", ranged=6, weapons=["Bolt Thrower"], base=60)
    assert shown(besieged(Own=monster).play(), "0>section:0")["to hit"] == 6


def test_panic_drives_out_of_the_building() -> None:
    table = besieged(Own=archers(10))
    play = shot(table, {"to hit": 10, "to wound": (9, 9, 9, 1, 1, 1, 1, 1, 1, 1), "Panic Test": 1, "falls back": 4})
    target = play.unit("Target")
    assert target.inside is None
    assert min(model.y for model in target.models) > 29 + 1.5
    assert problems(play.battle) == []


def test_copies_of_a_table_are_equal() -> None:
    table = besieged()
    assert copied(table).battle == table.battle


@pytest.mark.rule("blue.unit_type.war_machine_deploy_building")
@pytest.mark.parametrize(("y", "offered"), [(6, True), (26, False)])
def test_war_machines_are_set_up_in_buildings_of_their_zone(y: int, offered: bool) -> None:
    table = draw(
        f"48x48 light_building 24,{y} 6x6 | Own at 24,20 | Target at 24,40 face 180", Own=unit(**BOLTS), Target=unit()
    )
    one = table.unit("Own")
    one.models, one.pose = (), None
    table.battle.phase, table.battle.stage = "deployment", "deploy"
    play = table.play({"Turn roll": [9, 1]})
    assert (play.topic == "building") == offered
    if offered:
        play.choose("section:0")
        assert play.unit("Own").inside == 0


@pytest.mark.rule("blue.unit_type.war_machine_deploy_building")
def test_nobody_else_is_set_up_in_a_building() -> None:
    table = draw(
        "48x48 light_building 24,6 6x6 | Own at 24,20 | Target at 24,40 face 180", Own=unit(models=5), Target=unit()
    )
    one = table.unit("Own")
    one.models, one.pose = (), None
    table.battle.phase, table.battle.stage = "deployment", "deploy"
    assert table.play().topic != "building"
