"""Odd corners of the special conditions, and what they do together with other parts."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, happen, regiment
from tests.regiments.referee.tables import BEAST, SWORDS, agreed, facing, finish, whole, with_boosts, with_feats
from tests.regiments.wizards import BOLT, SPARK, cast
from warhost.play import Manoeuvre
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Regiment, events, optional
from warhost.rulesets.regiments.parts.living_spells import state as living
from warhost.rulesets.regiments.parts.solid_buildings import SolidBuildings
from warhost.rulesets.regiments.parts.winds_of_power import state
from warhost.table import Forward

TWO, THREE = 4, 6
"""What a D6 shows that is read as a D3."""


def under(condition: str, gap: float = 20.0, *parts: str, mine: Regiment = SWORDS, theirs: Regiment = SWORDS) -> Table:
    return facing(gap, f"special_conditions:{condition}", *parts, mine=mine, theirs=theirs)


def farthest(play: Interlude) -> float:
    question = play.question
    assert isinstance(question, Manoeuvre)
    return question.kinds[0].forward


def test_strider_does_not_help_in_an_earthquake() -> None:
    play = acts(under("earthquake", mine=regiment(size=5, rules=["Strider"])), "Mine", {"Dangerous": 2})
    play.act("Mine", "rush").move(Forward(12))
    assert dice_for(play, "Dangerous") == ["5D6"]


def test_a_shaken_unit_is_shaken_by_the_earthquake_too() -> None:
    play = acts(under("earthquake").set("Mine", shaken=True), "Mine", {"Dangerous": (1, 2, 2, 2, 2)})
    finish(play)
    assert (play.unit("Mine").models, play.unit("Mine").shaken) == (4, False)


def test_each_tough_point_is_a_die_in_an_earthquake() -> None:
    play = acts(under("earthquake", mine=regiment(size=1, rules=["Tough(3)"])), "Mine", {"Dangerous": (2, 2, 2)})
    finish(play.act("Mine", "hold"))
    assert dice_for(play, "Dangerous") == ["3D6"]


def test_mud_holds_up_a_boosted_rush() -> None:
    table = with_boosts(under("muddy_terrain", 24.0, "action_boosting"), 1)
    play = acts(table, "Mine").act("Mine", "rush")
    if play.topic == "boost action":
        play.choose(next(option.key for option in play.options if not option.passes))
    assert play.refuses(Forward(6.1)) == "aofr.terrain.difficult"
    play.move(Forward(6))


def test_mud_does_not_hold_up_flyers() -> None:
    play = acts(under("muddy_terrain", 24.0, mine=regiment(size=5, rules=["Flying"])), "Mine").act("Mine", "rush")
    assert play.move(Forward(12)).game.over


@pytest.mark.parametrize(("condition", "total"), [("smell_of_death", -1), ("inspiration", 1)])
def test_morale_changes_for_both_sides_alike(condition: str, total: int) -> None:
    table = under(condition)
    for name in ("Mine", "Theirs"):
        assert morale.made_test(table.battle, table.unit(name)).modifiers.total == total


def test_nobody_is_blown_about_who_holds_or_stays_idle() -> None:
    held = finish(acts(under("magical_winds"), "Mine").act("Mine", "hold"))
    assert held.rolls == []
    idle = finish(acts(under("magical_winds").set("Mine", shaken=True), "Mine"))
    assert idle.rolls == []


def test_winds_blow_a_unit_in_a_last_stand() -> None:
    table = under("magical_winds", 24.0, "extra_actions").set("Mine", shaken=True)
    play = acts(table, "Mine", {"": 6}).activate("Mine").choose("extra_actions:last_stand").choose("advance")
    before = table.footprint("Mine").y
    play.move(Forward(2))
    assert table.footprint("Mine").y - before == pytest.approx(5.0)


@pytest.mark.parametrize(
    ("reach", "gap", "shoots"), [(12, 3.0, True), (12, 3.1, False), (30, 23.0, True), (30, 23.1, False)]
)
def test_dark_skies_take_what_was_rolled_and_leave_three_inches(reach: int, gap: float, shoots: bool) -> None:
    table = under("dark_skies", gap, mine=bows(weapon=f'Bow ({reach}", A1)'))
    rolled = happen(table, lambda battle: optional.each(battle, "after_table"), [(6, 1) if reach == 30 else (5, 5)])
    table.battle = rolled.battle
    play = finish(acts(table, "Mine", {"to hit": 1}).act("Mine", "hold"))
    assert bool(needs(play, "to hit")) is shoots


def test_dark_skies_do_not_shorten_spells() -> None:
    caster = regiment(size=1, rules=["Caster(2)"], spells=[BOLT])
    table = under("dark_skies", 18.0, mine=caster).set("Mine", tokens=(2,))
    rolled = happen(table, lambda battle: optional.each(battle, "after_table"), [(6, 6)])
    table.battle = rolled.battle
    assert cast(table, unit="Mine").offers("0:Bolt")


def begin(table: Table, dice: Dicing = ()) -> Interlude:
    return happen(table, structure.start_of_round, dice)


def refuse(play: Interlude) -> Interlude:
    return play.choose(next(option.key for option in play.options if option.passes))


def test_who_makes_a_sacrifice_and_who_does_not_is_for_each_player_to_say() -> None:
    play = begin(under("damnation"), {"": TWO, "Morale": 6})
    first = play.question.seat
    play.choose(next(option.key for option in play.options if not option.passes))
    second = play.question.seat
    assert {first, second} == {0, 1}
    refuse(play)
    names = {0: "Mine", 1: "Theirs"}
    given, kept = play.unit(names[first]), play.unit(names[second])
    assert (given.models, kept.models) == (3, 5)
    assert morale.made_test(play.battle, given).modifiers.total == 0
    assert morale.made_test(play.battle, kept).modifiers.total == -1


def test_a_curse_that_is_refused_hits_attack_and_defense_alike_and_ends_with_the_round() -> None:
    table = under("damnation")
    play = begin(table)
    while not play.game.over:
        refuse(play)
    fight = clash(table, "Mine", "Theirs", {"to hit": 6, "to block": 6, "Morale": 6})
    finish(fight)
    assert set(needs(fight, "to hit")) == {5}
    assert set(needs(fight, "to block")) == {5}
    happen(table, structure.end_of_round)
    play = begin(table, {"": TWO, "Morale": 6})
    while not play.game.over:
        play.choose(next(option.key for option in play.options if not option.passes))
    for name in ("Mine", "Theirs"):
        assert morale.made_test(table.battle, table.unit(name)).modifiers.total == 0


@pytest.mark.parametrize(("face", "works"), [(3, True), (2, False)])
def test_arcane_power_lowers_what_every_spell_die_needs(face: int, works: bool) -> None:
    caster = regiment(size=1, rules=["Caster(2)", "Tough(6)"], spells=[SPARK])
    table = under("arcane_power", 10.0, "winds_of_power", mine=caster)
    state.keep(
        table.battle, msgspec.structs.replace(state.told(table.battle), pools=(4, 0), books={"0.0.0": ("Spark",)})
    )
    play = cast(table, {"block": 6, "": face}, unit="Mine").choose("0:Spark")
    if play.topic == "spell dice":
        play.choose("1")
    assert bool(play.told(events.SpellCast)) is works


def test_a_channeled_token_does_not_save_a_caster_from_an_unmodified_one() -> None:
    caster = regiment(size=1, rules=["Caster(2)", "Tough(6)"], spells=[SPARK])
    table = under("arcane_power", 10.0, mine=caster).set("Mine", tokens=(6,))
    play = cast(table, {"Casting": 1, "block": 6, "Morale": 6, "": THREE}, unit="Mine").choose("0:Spark")
    if play.topic == "boost":
        play.choose("5")
    assert play.unit("Mine").wounds == 3
    assert play.told(events.SpellFailed)


def test_the_vortex_takes_the_last_model_before_it_recovers() -> None:
    table = under("deadly_vortex").set("Mine", shaken=True, left=(1,))
    play = acts(table, "Mine", [1, 1])
    assert play.game.over
    assert play.unit("Mine").fate == "destroyed"


def test_fog_rolls_for_every_wound_of_dangerous_terrain() -> None:
    line = "72x48 lava 36,16 12x6 | Mine at 36,16 | Theirs at 36,40 face 180"
    table = draw(line, agreed("special_conditions:mystical_fog"), Mine=SWORDS, Theirs=SWORDS).having(turn=1)
    play = acts(table, "Mine", [(1, 1, 1, 2, 2), (6, 5, 6)])
    assert play.unit("Mine").models == 4


def test_fog_multiplies_deadly_wounds_first() -> None:
    table = under("mystical_fog", 8.0, mine=bows(count=1, weapon='Bolt (24", A1, Deadly(3))'), theirs=BEAST)
    play = volley(table, "Mine", "Theirs", {"to hit": 6, "to block": 1, "": (6, 1, 6)})
    assert play.unit("Theirs").wounds == 1


def shaken_by(table: Table, dice: Dicing) -> Interlude:
    """Theirs are at half strength at the end of an activation in which they were hurt."""
    table.set("Theirs", hurt=1, left=(2,))
    return happen(table, morale.end_of_activation, dice)


def test_echoes_cost_a_unit_wounds_once_when_it_becomes_shaken() -> None:
    play = shaken_by(under("sinister_echoes", theirs=regiment(size=5)), {"Morale": 1, "": 1})
    assert (play.unit("Theirs").shaken, play.unit("Theirs").models) == (True, 1)


def test_echoes_are_heard_by_who_is_shaken_by_a_roar() -> None:
    table = with_feats(under("sinister_echoes", 5.0, "feats", mine=BEAST, theirs=regiment(size=10)))
    play = whole(table, "Mine", by_reason({"Morale": [1, 6], "": TWO}))
    play.act("Mine", "hold")
    while play.topic != "monstrous feat":
        play.decline()
    play.choose(next(key for key in play.keys if key.startswith("roar")))
    finish(play)
    assert (play.unit("Theirs").shaken, play.unit("Theirs").models) == (True, 8)


def test_echoes_are_not_heard_by_who_is_shaken_already() -> None:
    table = with_feats(under("sinister_echoes", 5.0, "feats", mine=BEAST, theirs=regiment(size=10)))
    table.set("Theirs", shaken=True)
    play = whole(table, "Mine", {"Morale": 1})
    play.act("Mine", "hold")
    while play.topic != "monstrous feat":
        play.decline()
    play.choose(next(key for key in play.keys if key.startswith("roar")))
    finish(play)
    assert play.unit("Theirs").models == 10


def test_echoes_are_heard_by_who_bails_out_of_a_fallen_building() -> None:
    line = "72x48 house 36,24 6x6 | Mine at 36,10 | Theirs at 36,40 face 180"
    parts = agreed("solid_buildings:holding+destruction", "special_conditions:sinister_echoes")
    table = draw(line, parts, Mine=regiment(size=10), Theirs=SWORDS).having(turn=1)
    for part in optional.in_force(table.battle.scene.settings.parts):
        if isinstance(part, SolidBuildings):
            part.stand_up(table.battle)
    table.aboard("Mine", "House 1")
    dice = {"Dangerous": 2, "Morale": 6, "": TWO}
    play = happen(table, lambda battle: removal.destroy(battle, table.unit("House 1")), dice)
    play.place(36, 20, 180)
    finish(play)
    assert (play.unit("Mine").shaken, play.unit("Mine").models) == (True, 8)


def test_echoes_of_a_rout_do_not_reach_the_victors() -> None:
    line = "0 Mine at 36,20 | 1 Theirs at 36,30 face 180 | 1 Friends at 36,36 face 180 | 1 Far at 60,40 face 180"
    settings = agreed("special_conditions:sinister_echoes")
    table = draw(line, settings, Mine=regiment(size=10), Theirs=SWORDS, Friends=SWORDS, Far=SWORDS).having(turn=1)
    table.set("Theirs", left=(3,))
    dice = by_reason(
        {
            "Mine Hand Weapon: to hit": 6,
            "to block": (1, 6, 6, 6, 6, 6, 6, 6, 6, 6),
            "to hit": 1,
            "Morale": 1,
            "": TWO,
        }
    )
    play = clash(table, "Mine", "Theirs", dice)
    finish(play)
    assert play.unit("Theirs").fate == "routed"
    assert [play.unit(name).models for name in ("Mine", "Friends", "Far")] == [10, 3, 5]


def test_automatic_wounds_are_lost_in_the_fog_on_a_six() -> None:
    table = under("mystical_fog")
    play = happen(table, lambda battle: automatic_wounds(battle, table.unit("Mine"), 2), [(6, 5)])
    assert play.unit("Mine").models == 4


@pytest.mark.rule("aofr.campaign.skill_runner", "aofr.condition.muddy_terrain", "aofr.living.magic_shackles")
@pytest.mark.rule("aofr.condition.muddy_terrain_difficult")
@pytest.mark.parametrize(
    ("part", "ground", "most"),
    [
        ("special_conditions:muddy_terrain", "signpost 10,10 2x2", 6.0),
        ("special_conditions:muddy_terrain", "swamp 36,24 12x2", 4.0),
        ("living_spells", "signpost 10,10 2x2", 6.0),
        ("special_conditions:inspiration", "swamp 36,24 12x2", 6.0),
    ],
)
@pytest.mark.parametrize(("skills", "further"), [((), 0.0), (("Skill: Runner",), 2.0)])
def test_a_runner_goes_two_inches_further_whatever_slows_it(
    part: str, ground: str, most: float, skills: tuple[str, ...], further: float
) -> None:
    lord = regiment(1, rules=["Hero", "Tough(3)", *skills], cost=0)
    line = f"72x48 {ground} | Unit at 36,20 | Foe at 36,46 face 180"
    table = draw(line, agreed(part, "campaign"), Unit=lord, Foe=regiment(5, cost=0)).having(turn=1)
    if part == "living_spells":
        living.put(table.battle, living.Living("Magic Shackles", 1, 1, 0, 40.0, 20.0, 0.0))
    game = acts(table, "Unit").act("Unit", "rush")
    assert game.refuses(Forward(most + further + 0.1))
    game.move(Forward(most + further))
    assert game.footprint("Unit").y == pytest.approx(20 + most + further)
