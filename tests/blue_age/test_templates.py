"""Blasts, Firestorms, scatter, War Machines and their arcs; fire (Universal Special Rules; Unit Types)."""

from __future__ import annotations

from math import cos, radians, sin
from typing import Any

import pytest

from tests.blue_age.harness import Play, Table, refusal, unit
from tests.blue_age.shooters import archers, copied, field, need, shot, shown, still
from warhost.play import Placed
from warhost.rulesets.blue_age.core import Flame, Settings
from warhost.rulesets.blue_age.core.events import shooting as events
from warhost.rulesets.blue_age.core.events.battle import HealthLost
from warhost.table import Pose

THROWER: dict[str, Any] = {"type": "war machine", "ranged": 5, "weapons": ["Stone Thrower"], "base": 60, "health": 3}
BOLTS: dict[str, Any] = {"type": "war machine", "ranged": 6, "weapons": ["Bolt Thrower"], "base": 60, "health": 3}
FAR = "Own at 24,8 | Target at 24,30 face 180"


def stones(text: str = FAR, **units: Any) -> Table:
    """A Stone Thrower that has moved, so that it hits on 5+."""
    return field(text, **{"Own": unit(**THROWER), "Target": unit(models=5), **units})


def aimed(table: Table, dice: Any, x: float, y: float, key: str = "0>1") -> Play:
    """A Blast is aimed there."""
    return copied(table).play(dice).choose(key).place(x, y)


def hurt(play: Play, name: str = "Target") -> int:
    """How many models a unit has lost."""
    one = play.unit(name)
    return play.battle.entry(one).models - len(one.models)


ALL = {"to wound": 9, "Panic": 10, "Armour": 1}


# Blast


@pytest.mark.rule("blue.special.blast", "blue.ranged_quality.blast", "blue.special.blast_hit_or_scatter")
def test_a_blast_hits_all_bases_that_it_touches() -> None:
    table = stones(Target=unit(models=6))
    base = 12.5 / 25.4
    # The template of 3" reaches bases whose rim is closer to its centre than 1.5".
    near = [(24, 30), (25, 30), (23, 30), (24, 31), (24 + 1.49 + base, 30)]
    table.places("Target", [*near, (24, 30 - 1.51 - base)])
    play = aimed(table, {"to hit": 6, **ALL}, 24, 30)
    assert [roll.dice for roll in play.rolls if "to wound" in roll.why] == ["5D10"]
    assert [(model.x, model.y) for model in play.unit("Target").models] == [(24, 30 - 1.51 - base)]


@pytest.mark.rule("blue.special.blast_hit_or_scatter", "blue.unit_type.stone_thrower_visible", "blue.special.scatter")
@pytest.mark.rule("blue.ranged_quality.blast_scatter")
@pytest.mark.parametrize(("face", "scatters"), [(5, False), (4, True)])
def test_a_blast_that_misses_scatters(face: int, scatters: bool) -> None:
    dice = {"to hit": face, "tens": 9, "ones": 10, "distance": 6, **ALL}
    play = aimed(stones(Target=unit(models=1)), dice, 24, 30)
    (landed,) = play.told(events.TemplateLanded)
    assert (landed.x, landed.y) == ((30.0, 30.0) if scatters else (24.0, 30.0))
    assert hurt(play) == (0 if scatters else 1)


@pytest.mark.rule("blue.special.scatter")
@pytest.mark.parametrize(("tens", "ones", "inches", "degrees"), [(9, 10, 4, 90), (1, 1, 10, 1), (36, 10, 7, 360)])
def test_scatter_goes_where_the_dice_point(tens: int, ones: int, inches: int, degrees: int) -> None:
    dice = {"to hit": 1, "tens": tens, "ones": ones, "distance": inches, **ALL}
    play = aimed(stones(Target=unit(models=1)), dice, 24, 30)
    assert [roll.dice for roll in play.rolls if "scatters" in roll.why] == ["D36", "D10", "D10"]
    (landed,) = play.told(events.TemplateLanded)
    x, y = 24 + inches * sin(radians(degrees)), 30 + inches * cos(radians(degrees))
    assert [landed.x, landed.y] == pytest.approx([x, y], abs=0.001)


@pytest.mark.rule("blue.ranged_quality.blast_scatter")
def test_a_scattered_blast_hits_friends() -> None:
    table = stones(FAR + " | Friends at 34,30", Friends=unit(models=1))
    play = aimed(table, {"to hit": 1, "tens": 9, "ones": 10, "distance": 10, **ALL}, 24, 30)
    assert hurt(play, "Friends") == 1


@pytest.mark.rule("blue.special.blast")
def test_a_blast_is_aimed_at_a_model_of_the_target() -> None:
    play = stones(FAR + " | Other at 34,30 face 180").play().choose("0>1")
    assert refusal(play, Placed(Pose(34, 30, 0))).rule == "blue.special.blast"
    assert refusal(play, Placed(Pose(24, 26, 0))).rule == "blue.special.blast"


@pytest.mark.rule("blue.special.blast")
def test_the_template_first_suggested_covers_most() -> None:
    table = stones(Target=unit(models=4))
    table.places("Target", [(20, 30), (24, 30), (25, 30), (25, 31)])
    play = copied(table).play({"to hit": 10, **ALL}).choose("0>1")
    play.answer(play.game.asked.suggestions()[0])
    assert hurt(play) == 3


@pytest.mark.rule("blue.ranged_weapon.kragi_bombs")
def test_kragi_bombs() -> None:
    base = 12.5 / 25.4
    bombs = archers(1, "'Kragi Bombs")
    table = field("Own at 24,20 | Target at 24,28 face 180", Own=bombs, Target=unit(models=3, armour=["Heavy Armour"]))
    table.places("Own", [(24, 20)])
    two_cm = 2 / 2.54
    table.places("Target", [(24, 26), (24 + base + two_cm - 0.01, 26), (24, 26 + base + two_cm + 0.01)])
    play = aimed(table, {"to hit": 10, "to wound": 2, "Armour": 9, "Panic": 10}, 24, 26)
    assert [(roll.dice, roll.need) for roll in play.rolls if "to wound" in roll.why] == [("2D10", 2)]
    assert hurt(play) == 2
    assert not table.places("Target", [(24, 29.1), (25, 30), (26, 30)]).play().offers("0>1")


@pytest.mark.rule("blue.unit_type.swarm_template_hits")
def test_templates_do_more_hits_on_swarms() -> None:
    table = stones(Target=unit(type="swarm", models=2, health=4))
    table.places("Target", [(24, 30), (25, 30)])
    play = aimed(table, {"to hit": 10, "Swarm": (7, 1), "to wound": 9, "Panic": 10}, 24, 30)
    assert [roll.dice for roll in play.rolls if "to wound" in roll.why] == ["5D10"]
    assert sum(event.health for event in play.told(HealthLost)) == 5


def test_a_hero_under_the_template_is_hit_himself() -> None:
    table = stones(FAR + " | Hero at 24,31 face 180", Hero=unit(hero=True, health=3)).join("Hero", "Target")
    table.places("Target", [(24, 30), (25, 30), (23, 30), (22, 30), (21, 30)])
    play = aimed(table, {"to hit": 10, **ALL}, 24, 30)
    assert play.unit("Hero").models[0].lost == 1


# Stone Throwers and other War Machines


@pytest.mark.rule("blue.unit_type.stone_thrower_indirect")
def test_an_unseen_target_is_never_hit_without_scatter() -> None:
    play = aimed(
        stones("48x48 impassable 24,18 20x2 | " + FAR, Target=unit(models=1)),
        {"tens": 9, "ones": 10, "distance": 3, **ALL},
        24,
        30,
    )
    assert not [roll for roll in play.rolls if "to hit" in roll.why]
    (landed,) = play.told(events.TemplateLanded)
    assert (landed.x, landed.y, landed.scattered) == (27.0, 30.0, True)


@pytest.mark.rule("blue.unit_type.stone_thrower_keyword")
def test_only_stone_throwers_shoot_unseen() -> None:
    text = "48x48 impassable 24,18 20x2 | " + FAR + " | Bolts at 28,8"
    play = stones(text, Bolts=unit(**BOLTS)).play()
    assert play.offers("0>1")
    assert play.denial("2>1") == "blue.shoot.nominate_and_check"


@pytest.mark.rule("blue.unit_type.stone_thrower_visible")
def test_a_stone_thrower_has_a_least_range() -> None:
    table = stones(Target=unit(models=1))
    at = 8 + 30 / 25.4 + 12.5 / 25.4
    assert table.places("Target", [(24, at + 12)]).play().offers("0>1")
    assert not table.places("Target", [(24, at + 11.9)]).play().offers("0>1")


@pytest.mark.rule("blue.unit_type.war_machine_arc", "blue.shoot.war_machine_exception")
@pytest.mark.parametrize(("degrees", "legal"), [(89, True), (91, False)])
def test_war_machines_shoot_to_the_front(degrees: int, legal: bool) -> None:
    table = field("Own at 24,20 | Target at 24,30 face 180", Own=unit(**BOLTS), Target=unit())
    spot = (24 + 15 * sin(radians(degrees)), 20 + 15 * cos(radians(degrees)))
    table.places("Target", [spot]).unit("Own").pivoted = True
    play = table.play()
    assert play.offers("0>1") == legal
    if not legal:
        assert play.denial("0>1") == "blue.unit_type.war_machine_arc"


@pytest.mark.rule("blue.unit_type.war_machine_pivot", "blue.shoot.war_machine_exception")
def test_a_war_machine_turns_once_before_it_shoots() -> None:
    machine = unit(**{**BOLTS, "weapons": ["Bolt Thrower", "Bow"]})
    text = "Own at 24,20 | Target at 24,30 face 180 | Front at 24,34 face 180"
    table = field(text, Own=machine, Target=unit(), Front=unit())
    table.places("Target", [(24 + 15 * sin(radians(120)), 20 + 15 * cos(radians(120)))])
    play = table.play({"": 1})
    assert play.offers("0:Bolt Thrower>1")
    play.choose("0:Bolt Thrower>1")
    assert play.unit("Own").models[0].facing == pytest.approx(120)
    assert play.told(events.TurnedToShoot)
    # It looks at the first target now and may not turn again.
    assert play.offers("0:Bow>1")
    assert play.denial("0:Bow>2") == "blue.unit_type.war_machine_arc"


def test_a_war_machine_does_not_turn_for_what_it_has_before_it() -> None:
    play = shot(field(FAR, Own=unit(**BOLTS)), {"": 1})
    assert not play.unit("Own").pivoted


@pytest.mark.rule("blue.unit_type.war_machine_shooting")
def test_war_machines_shoot_like_other_units() -> None:
    table = still(field(FAR, Own=unit(**{**BOLTS, "ranged": 5})))
    assert need(table) == 4


@pytest.mark.rule("blue.unit_type.monster_arc")
@pytest.mark.parametrize(("behind", "legal"), [(False, True), (True, False)])
def test_monsters_shoot_to_the_front(behind: bool, legal: bool) -> None:
    monster = unit(type="monster", ranged=6, weapons=["Bow"], base=60)
    table = field("Own at 24,20 | Target at 24,30 face 180", Own=monster, Target=unit())
    assert table.places("Target", [(24, 10 if behind else 30)]).play().offers("0>1") == legal


@pytest.mark.rule("blue.unit_type.chariot_shoot_arc")
def test_chariots_shoot_all_round() -> None:
    table = field(
        "Own at 24,20 | Target at 24,10 face 180", Own=unit(type="chariot", ranged=6, weapons=["Bow"], base=60)
    )
    assert table.play().offers("0>1")


def test_only_models_in_the_arc_may_fall() -> None:
    table = field("Own at 24,20 | Target at 24,30 face 180", Own=unit(**BOLTS), Target=unit(models=2))
    table.places("Target", [(35, 18.5), (35, 21)]).unit("Own").pivoted = True
    play = shot(table, {"to hit": 10, "to wound": 9, "Panic": 10})
    assert [model.y for model in play.unit("Target").models] == [18.5]


# Firestorm

SPEWER: dict[str, Any] = {"weapons": ["Fire Spewer"], "type": "monster", "base": 60}


def spewing(places: list[tuple[float, float]], text: str = "", **fields: Any) -> Table:
    """A monster at 24,10 that spews fire at models in those places."""
    target = unit(models=len(places), **fields)
    table = field(f"{text}Own at 24,10 | Target at 24,15 face 180", Own=unit(**SPEWER), Target=target)
    return table.places("Target", places)


@pytest.mark.rule("blue.special.firestorm", "blue.ranged_quality.firestorm", "blue.ranged_weapon.fire_spewer")
def test_a_firestorm_hits_all_that_it_covers() -> None:
    table = spewing([(24, 15), (25, 16), (23, 16), (24, 18), (36, 30)], armour=["Light Armour"])
    play = shot(table, {"to wound": 5, "Armour": 1, "Panic": 10})
    assert [(roll.dice, roll.need) for roll in play.rolls if "to wound" in roll.why] == [("4D10", 5)]
    assert [roll.need for roll in play.rolls if "Armour" in roll.why] == [10]
    assert hurt(play) == 4


@pytest.mark.rule("blue.ranged_quality.firestorm", "blue.special.firestorm")
def test_the_reach_of_a_firestorm() -> None:
    radius = 42.5 / 25.4
    assert not spewing([(24, 10 + radius + 8.5)]).play().offers("0>1")
    assert spewing([(24, 10 + radius + 7.5)]).play().offers("0>1")
    assert hurt(shot(spewing([(24, 10 + radius + 7.5)]), ALL)) == 1


@pytest.mark.rule("blue.special.firestorm")
def test_a_firestorm_spares_own_models_if_it_can() -> None:
    table = field(
        "Own at 24,10 | Target at 24,16 face 180 | Friend at 24,14",
        Own=unit(**SPEWER),
        Target=unit(models=2),
        Friend=unit(),
    )
    table.places("Target", [(24, 17), (19.5, 14)])
    play = shot(table, ALL)
    assert [(model.x, model.y) for model in play.unit("Target").models] == [(24, 17)]
    assert play.unit("Friend").models


@pytest.mark.rule("blue.special.firestorm_ignores_cover")
def test_a_firestorm_ignores_cover() -> None:
    told = shown(spewing([(24, 16)], "48x48 heavy_woods 24,16 6x2 | ").play(), "0>1")
    assert "to hit" not in told
    assert told["expected wounds"] == pytest.approx(0.6)


@pytest.mark.rule("blue.special.firestorm_building")
def test_a_firestorm_hits_everybody_in_a_section() -> None:
    text = "48x48 light_building 24,17 6x6 | Own at 24,10 | Target at 24,17 face 180"
    table = field(text, Own=unit(**SPEWER), Target=unit(models=12))
    table.unit("Target").inside = 0
    play = shot(table, {"to wound": 1})
    assert [roll.dice for roll in play.rolls] == ["12D10"]


# Fire


@pytest.mark.rule("blue.ranged_quality.flaming_token", "blue.ranged_weapon.fire_spewer")
def test_unsaved_wounds_set_alight() -> None:
    spots = [(24.0, 15.0), (36.0, 30.0)]
    play = shot(spewing(spots), ALL)
    assert play.unit("Target").burning == Flame("Fire Spewer", 5, 1)
    table = spewing(spots, armour=["Medium Armour"])
    assert shot(table, {"to wound": 9, "Armour": 10}).unit("Target").burning is None


@pytest.mark.rule("blue.ranged_quality.flaming_one_token")
def test_who_burns_keeps_the_first_fire() -> None:
    table = spewing([(24, 15), (36, 30)])
    table.unit("Target").burning = Flame("Torch", 3, 0)
    assert shot(table, ALL).unit("Target").burning == Flame("Torch", 3, 0)


def burned(dice: Any, **fields: Any) -> Play:
    """A unit of ten that a Fire Spewer set alight, after the End Phase."""
    table = field("Own at 24,10 | Target at 24,26 face 180", Target=unit(models=10, **fields))
    table.unit("Target").burning = Flame("Fire Spewer", 5, 1)
    table.battle.phase = table.battle.stage = "end"
    play = table.play({"Turn roll": [9, 1], **dice})
    return play.until("first player") if play.topic != "first player" else play


@pytest.mark.rule("blue.ranged_quality.flaming_end_phase", "blue.end.resolve_effects")
def test_fire_goes_out_or_burns_on() -> None:
    play = burned({"Fire": 5})
    assert play.unit("Target").burning is None
    assert len(play.unit("Target").models) == 10
    play = burned({"Fire: hits": 6, "to wound": 5, "Armour": 8, "Fire": 6}, armour=["Medium Armour"])
    assert [(roll.dice, roll.need) for roll in play.rolls if "to wound" in roll.why] == [("3D10", 5)]
    assert [(roll.dice, roll.need) for roll in play.rolls if "Armour" in roll.why] == [("3D10", 8)]
    assert play.unit("Target").burning is not None


def test_fire_has_none_of_the_rules_of_who_burns() -> None:
    play = burned(
        {"Fire: hits": 1, "to wound": 9, "Armour": 10, "Fire": 6}, armour=["Medium Armour"], rules=["Deathblow"]
    )
    assert len(play.unit("Target").models) == 10


@pytest.mark.rule("blue.special.flammable")
def test_flammable_models_are_wounded_without_a_die() -> None:
    table = spewing([(24, 15), (36, 30)], rules=["Flammable"], armour=["Heavy Armour"])
    play = shot(table, {"Panic": 10})
    assert hurt(play) == 1
    assert not [roll for roll in play.rolls if "wound" in roll.why or "Armour" in roll.why]


@pytest.mark.rule("blue.special.flammable")
@pytest.mark.parametrize(("kills", "lost"), [("by the chart", 1), ("always", 3)])
def test_what_automatic_wounds_do(kills: Any, lost: int) -> None:
    text = "Own at 24,10 | Target at 24,15 face 180"
    target = unit(models=2, health=3, rules=["Flammable"])
    table = field(text, Settings(automatic_kills=kills), Own=unit(**SPEWER), Target=target)
    table.places("Target", [(24, 15), (36, 30)])
    play = shot(table, {"Panic": 10})
    assert sum(event.health for event in play.told(HealthLost)) == lost


@pytest.mark.rule("blue.end.tidy")
def test_tokens_are_gone_after_the_end_phase() -> None:
    table = field("Own at 24,10 | Target at 24,26 face 180")
    table.unit("Own").dashed = True
    table.battle.phase = table.battle.stage = "end"
    play = table.play({"Turn roll": [9, 1]})
    assert not play.unit("Own").dashed


@pytest.mark.rule("blue.end.next_turn")
def test_a_new_turn_begins_with_its_command_phase() -> None:
    table = field("Own at 24,10 | Target at 24,26 face 180")
    table.battle.turn = 3
    table.battle.phase = table.battle.stage = "end"
    play = table.play({"Turn roll": [9, 1]})
    assert (play.battle.turn, play.battle.phase, play.topic) == (4, "command", "first player")
