"""Living Spells: drawn, cast and placed, moving when rounds end, touching all units near them, unbound."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from tests.playing import refusal
from tests.regiments.fights import attacks, clash, needs, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.magic_battles import random_battle
from tests.regiments.wizards import BOLT, cast
from warhost.play.questions import Placed
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.core import Battle, Regiment, Settings, events, footprint, unit_sees
from warhost.rulesets.regiments.parts.living_spells import LivingSpells, state
from warhost.rulesets.regiments.parts.living_spells.events import LivingSpellGone, LivingSpellMoved
from warhost.rulesets.regiments.parts.living_spells.moving import end_of_round
from warhost.rulesets.regiments.parts.living_spells.spells import spell_on, spells
from warhost.rulesets.regiments.parts.living_spells.state import Living, shape_at
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Circle, Forward, Pose, Rect

LIVING = Settings(parts=("living_spells",))
LINE = "0 Wizard at 36,20 | 1 Foe at 36,40 face 180"
PART = LivingSpells()


def wizard(tough: int = 6, **more: Any) -> Regiment:
    return regiment(size=1, rules=["Caster(2)", f"Tough({tough})"], spells=[BOLT], **more)


def table(line: str = LINE, *, settings: Settings = LIVING, tokens: int = 6, **units: Any) -> Table:
    """A wizard with tokens and an enemy, and whoever else is named."""
    made: dict[str, Any] = {"Wizard": wizard(), "Foe": regiment(size=5, defense=2), **units}
    laid = draw(line, settings, **{name: one for name, one in made.items() if name in line})
    return laid.set("Wizard", tokens=(tokens,)) if "Wizard" in line else laid


def alive(laid: Table, name: str, x: float, y: float, facing: float = 0.0, *, seat: int = 0, **more: Any) -> Table:
    """A living spell is in play; the first unit of its side has cast it."""
    unit = next(one.id for one in laid.battle.units if one.seat == seat)
    state.put(laid.battle, Living(name, seat, unit, 0, x, y, facing, **more))
    return laid


def ends(laid: Table, dice: Mapping[str, Any] | None = None) -> Interlude:
    """The round ends for the spells in play."""
    return happen(laid, end_of_round, {"to block": 6, "Morale": 6, **(dice or {})})


def spell(play: Interlude, seat: int = 0) -> Living | None:
    return state.of_seat(play.battle, seat)


def hits(play: Interlude) -> dict[str, int]:
    return {play.battle.units[one.target].name: one.hits for one in attacks(play)}


# Sizes and tables


@pytest.mark.rule("aofr.living.small", "aofr.living.large")
@pytest.mark.parametrize(
    ("name", "larger", "mm"),
    [("Burning Pyre", False, 32), ("Burning Pyre", True, 40), ("Killing Sun", False, 50), ("Killing Sun", True, 60)],
)
def test_small_and_large_spells_stand_on_round_bases(name: str, larger: bool, mm: int) -> None:
    shape = shape_at(spells()[name], 0.0, 0.0, 0.0, larger=larger)
    assert isinstance(shape, Circle)
    assert shape.radius * 2 == pytest.approx(mm / 25.4)


@pytest.mark.rule("aofr.living.long")
def test_long_spells_stand_on_an_oblong_base() -> None:
    shape = shape_at(spells()["Arcane Palisade"], 0.0, 0.0, 0.0, larger=False)
    assert isinstance(shape, Rect)
    assert (shape.width, shape.depth) == pytest.approx((6.890, 1.260), abs=0.001)


SMALL = ["Burning Pyre", "Cogs of Time", "Deathly Pendulum", "Shard of Mist", "Linked Voidgates", "Magic Shackles"]
SMALL += ["Healing Swarm", "Screaming Horror", "Divine Maelstrom", "Sword Swarm", "Twin Shock-Spheres", "Spirit Seeker"]
LARGE = ["Hungering Jaws", "Soul-Drain Platform", "Killing Sun", "Vortex Platform"]
LONG = ["Suffocating Cloud", "Arcane Palisade"]


@pytest.mark.rule("aofr.living.small", "aofr.living.large", "aofr.living.long")
def test_every_spell_has_its_size() -> None:
    sizes = {one.name: one.size for one in spells().values()}
    wanted = {**dict.fromkeys(SMALL, "small"), **dict.fromkeys(LARGE, "large"), **dict.fromkeys(LONG, "long")}
    assert sizes == wanted


PRIMITIVE = "Burning Pyre, Suffocating Cloud, Cogs of Time, Deathly Pendulum, Shard of Mist, Linked Voidgates"
INTRICATE = "Hungering Jaws, Magic Shackles, Healing Swarm, Soul-Drain Platform, Screaming Horror, Arcane Palisade"
FORBIDDEN = "Killing Sun, Divine Maelstrom, Sword Swarm, Twin Shock-Spheres, Spirit Seeker, Vortex Platform"


@pytest.mark.rule("aofr.living.primitive_table", "aofr.living.intricate_table", "aofr.living.forbidden_table")
@pytest.mark.parametrize(
    ("category", "cost", "names"),
    [("primitive", 1, PRIMITIVE), ("intricate", 2, INTRICATE), ("forbidden", 3, FORBIDDEN)],
)
def test_a_die_draws_a_spell_in_each_category(category: Any, cost: int, names: str) -> None:
    drawn = [spell_on(category, face) for face in range(1, 7)]
    assert [one.name for one in drawn] == names.split(", ")
    assert {one.cost for one in drawn} == {cost}


@pytest.mark.rule("aofr.living.draw")
def test_each_army_draws_one_spell_of_each_category() -> None:
    dice = {"Primitive": [1, 2], "Intricate": [4, 3], "Forbidden": [6, 1]}
    play = happen(table(), PART.before_deployment, dice)
    assert state.told(play.battle).drawn == {
        "0": ("Burning Pyre", "Soul-Drain Platform", "Vortex Platform"),
        "1": ("Suffocating Cloud", "Healing Swarm", "Killing Sun"),
    }
    assert [roll.dice for roll in play.rolls] == ["D6"] * 6


# Casting


def knowing(laid: Table, *names: str) -> Table:
    state.keep(laid.battle, msgspec.structs.replace(state.told(laid.battle), drawn={"0": names}))
    return laid


def tries(laid: Table, name: str, die: int, *, deed: str = "cast") -> Interlude:
    play = cast(laid, {"Casting": die, "to block": 6})
    play.choose(f"living_spells:{deed}:0:{name}")
    return play.choose("0") if play.topic == "boost" else play


@pytest.mark.rule("aofr.living.cast")
def test_a_living_spell_is_paid_for_rolled_for_and_placed() -> None:
    play = tries(knowing(table(tokens=1), "Burning Pyre"), "Burning Pyre", 4)
    assert play.topic == "living spell"
    play.answer(Placed(Pose(36.0, 31.0, 0.0)))
    assert (play.unit("Wizard").tokens, spell(play)) == ((0,), Living("Burning Pyre", 0, 0, 0, 36.0, 31.0))


@pytest.mark.rule("aofr.living.cast")
def test_a_living_spell_fails_on_a_three_and_needs_its_tokens() -> None:
    play = tries(knowing(table(tokens=1), "Burning Pyre"), "Burning Pyre", 3)
    assert (play.game.over, spell(play), play.unit("Wizard").tokens) == (True, None, (0,))
    assert cast(knowing(table(tokens=2), "Killing Sun")).game.over


@pytest.mark.rule("aofr.living.cast")
@pytest.mark.parametrize(
    ("x", "y", "told"),
    [(36.0, 32.0, "within"), (36.0, 0.5, "table"), (36.0, 29.0, "Foe"), (36.0, 24.0, "Wall")],
)
def test_a_living_spell_is_placed_within_12_on_free_ground(x: float, y: float, told: str) -> None:
    line = "0 Wizard at 36,20 | 1 Foe at 36,29 face 180"
    laid = knowing(table(f"aofr | 72x48 impassable 36,24 2x1 | {line}"), "Burning Pyre")
    if told == "table":
        laid.set("Wizard", pose=Pose(36.0, 8.0, 0.0))
    play = tries(laid, "Burning Pyre", 6)
    why = str(refusal(play, Placed(Pose(x, y, 0.0))))
    assert told in why or (told == "Wall" and "impassable" in why)
    play.answer(Placed(Pose(40.0, play.footprint("Wizard").y + 4, 0.0)))
    assert spell(play) is not None


@pytest.mark.rule("aofr.living.one_in_play")
def test_a_new_living_spell_takes_the_place_of_the_old() -> None:
    laid = alive(knowing(table(), "Burning Pyre"), "Shard of Mist", 30.0, 20.0)
    play = tries(laid, "Burning Pyre", 6).answer(Placed(Pose(40.0, 22.0, 0.0)))
    assert [one.name for one in state.told(play.battle).play] == ["Burning Pyre"]
    assert not RULESET.problems(play.battle)


@pytest.mark.rule("aofr.living.unbind")
@pytest.mark.parametrize(("die", "left"), [(4, False), (3, True)])
def test_an_enemy_spell_is_unbound_as_it_is_cast(die: int, left: bool) -> None:
    laid = alive(table(tokens=3), "Killing Sun", 36.0, 33.0, seat=1)
    play = tries(laid, "Killing Sun", die, deed="unbind")
    assert (spell(play, 1) is not None, play.unit("Wizard").tokens) == (left, (0,))


@pytest.mark.rule("aofr.living.unbind")
def test_only_enemy_spells_within_12_are_unbound_each_once_in_an_activation() -> None:
    assert cast(alive(table(), "Killing Sun", 36.0, 34.0, seat=1)).game.over
    assert cast(alive(table(), "Killing Sun", 36.0, 30.0, seat=0)).game.over
    play = tries(alive(table(), "Killing Sun", 36.0, 30.0, seat=1), "Killing Sun", 1, deed="unbind")
    assert play.game.over
    assert play.unit("Wizard").tokens == (3,)


# Moves


@pytest.mark.rule("aofr.living.move_straight")
def test_a_spell_with_a_front_moves_12_straight_ahead() -> None:
    play = ends(alive(table(), "Spirit Seeker", 20.0, 10.0, 90.0))
    living = spell(play)
    assert living is not None
    assert (living.x, living.y) == (32.0, 10.0)


@pytest.mark.rule("aofr.living.move_straight")
def test_a_spell_that_reaches_a_table_edge_is_gone() -> None:
    play = ends(alive(table(), "Spirit Seeker", 65.0, 10.0, 90.0))
    assert (spell(play), len(play.told(LivingSpellGone))) == (None, 1)
    exactly = 72.0 - 12.0 - 16 / 25.4
    assert spell(ends(alive(table(), "Spirit Seeker", exactly, 10.0, 90.0))) is None
    assert spell(ends(alive(table(), "Spirit Seeker", exactly - 0.1, 10.0, 90.0))) is not None


@pytest.mark.rule("aofr.living.move_corner")
@pytest.mark.parametrize(
    ("dice", "x", "y"),
    [(1, 26.02, 17.34), (2, 45.98, 17.34), (3, 26.02, 30.66), (4, 45.98, 30.66), ([5, 6, 4], 45.98, 30.66)],
)
def test_a_wandering_spell_moves_12_to_a_random_corner(dice: Any, x: float, y: float) -> None:
    play = ends(
        alive(table("0 Wizard at 10,10 | 1 Foe at 60,40 face 180"), "Cogs of Time", 36.0, 24.0), {"corner": dice}
    )
    living = spell(play)
    assert living is not None
    assert (living.x, living.y) == pytest.approx((x, y), abs=0.01)


@pytest.mark.rule("aofr.living.move_corner")
def test_a_wandering_spell_at_an_edge_is_gone() -> None:
    play = ends(alive(table("0 Wizard at 10,40 | 1 Foe at 60,40 face 180"), "Cogs of Time", 8.0, 4.0), {"corner": 1})
    assert spell(play) is None


# Primitive spells


@pytest.mark.rule("aofr.living.burning_pyre")
def test_a_burning_pyre_hits_all_units_within_6_when_a_round_ends() -> None:
    line = "0 Wizard at 36,20 | 0 Guard at 44,20 | 1 Foe at 36,28.63 face 180 | 1 Far at 60,28 face 180"
    laid = table(line, Guard=regiment(size=5), Far=regiment(size=5))
    play = ends(alive(laid, "Burning Pyre", 36.0, 21.5), {"hits": 3})
    assert hits(play) == {"Wizard": 3, "Guard": 3, "Foe": 3}
    assert needs(play, "to block") == [6, 6, 6]
    assert spell(play) is not None


@pytest.mark.rule("aofr.living.burning_pyre")
def test_a_burning_pyre_does_not_reach_further() -> None:
    laid = table("0 Wizard at 10,10 | 1 Foe at 36,31 face 180")
    play = ends(alive(laid, "Burning Pyre", 36.0, 23.85), {"hits": 3})
    assert footprint(play.battle, play.unit("Foe")).y - 0.5 - 23.85 - 16 / 25.4 == pytest.approx(6.02, abs=0.01)
    assert not hits(play)


@pytest.mark.rule("aofr.living.suffocating_cloud")
def test_a_cloud_moves_straight_and_whoever_it_goes_through_tests_for_danger() -> None:
    line = "0 Wizard at 10,10 | 1 Foe at 36,24 face 180 | 1 Far at 46,24 face 180"
    laid = table(line, Foe=regiment(size=10), Far=regiment(size=10))
    play = ends(alive(laid, "Suffocating Cloud", 36.0, 14.0, 0.0), {"Dangerous": 6})
    assert [(roll.dice, roll.unit) for roll in play.rolls if "Dangerous" in roll.why] == [("10D6", 1)]
    living = spell(play)
    assert living is not None
    assert living.y == 26.0


@pytest.mark.rule("aofr.living.suffocating_cloud")
def test_a_cloud_is_as_wide_as_its_base_and_hits_on_its_way_to_the_edge() -> None:
    line = "0 Wizard at 10,40 | 1 Foe at 41.9,6 face 180"
    play = ends(alive(table(line), "Suffocating Cloud", 36.0, 9.0, 180.0), {"Dangerous": 6})
    assert [roll.dice for roll in play.rolls if "Dangerous" in roll.why] == ["5D6"]
    assert spell(play) is None
    beside = ends(alive(table(line), "Suffocating Cloud", 35.8, 9.0, 180.0))
    assert not beside.rolls


def shot(laid: Table, dice: Mapping[str, Any] | None = None) -> Interlude:
    return volley(laid, "Bows", "Foe", {"to hit": 4, "to block": 6, **(dice or {})})


BOWS = "0 Bows at 36,20 | 1 Foe at 36,30 face 180"


def bows(quality: int) -> Table:
    return table(BOWS, Bows=regiment(size=5, quality=quality, weapons=['Bow (24", A1)']))


@pytest.mark.rule("aofr.living.cogs_of_time")
@pytest.mark.parametrize(("y", "need"), [(12.88, 4), (12.8, 5)])
def test_cogs_of_time_help_shooters_within_6(y: float, need: int) -> None:
    # The base reaches 0.63", the bows stand from 19.5" on.
    play = shot(alive(bows(5), "Cogs of Time", 36.0, y, seat=1))
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.living.cogs_of_time")
def test_cogs_of_time_do_nothing_in_melee_and_wander() -> None:
    play = clash(alive(bows(5), "Cogs of Time", 36.0, 28.0), "Bows", "Foe", {"to hit": 1})
    assert not attacks(play)
    assert spells()["Cogs of Time"].moves == "corner"


@pytest.mark.rule("aofr.living.deathly_pendulum")
def test_a_pendulum_moves_first_and_hits_those_near_its_new_place() -> None:
    line = "0 Wizard at 36,24 | 1 Foe at 26,12 face 180"
    play = ends(alive(table(line), "Deathly Pendulum", 36.0, 24.0), {"corner": 1, "hits": 3})
    assert hits(play) == {"Foe": 4}
    assert needs(play, "to block") == [3]
    assert [type(one).__name__ for one in play.told(LivingSpellMoved)] == ["LivingSpellMoved"]


@pytest.mark.rule("aofr.living.deathly_pendulum")
def test_a_pendulum_that_reaches_the_edge_hits_nobody() -> None:
    line = "0 Wizard at 36,40 | 1 Foe at 6,9 face 180"
    play = ends(alive(table(line), "Deathly Pendulum", 9.0, 6.0), {"corner": 1})
    assert (hits(play), spell(play)) == ({}, None)


@pytest.mark.rule("aofr.living.shard_of_mist")
@pytest.mark.parametrize(("y", "need"), [(13.88, 5), (12.0, 4)])
def test_a_shard_of_mist_hinders_shooters_within_6(y: float, need: int) -> None:
    assert needs(shot(alive(bows(4), "Shard of Mist", 36.0, y)), "to hit") == [need]


def gates(laid: Table) -> Table:
    return alive(laid, "Linked Voidgates", 36.0, 24.0, second=(60.0, 24.0))


@pytest.mark.rule("aofr.living.linked_voidgates")
def test_a_unit_near_a_gate_may_be_placed_near_the_other() -> None:
    laid = gates(table())
    play = happen(laid, lambda battle: PART.after_activation(battle, find(battle, "Wizard")))
    assert (play.topic, play.keys) == ("voidgates", ["go", "pass"])
    play.choose("go")
    near = round(24.0 - 16 / 25.4 - 3.0 - 0.5, 9)
    assert refusal(play, Placed(Pose(60.0, near - 0.1, 90.0))).rule == "aofr.living.linked_voidgates"
    play.answer(Placed(Pose(60.0, near, 90.0)))
    assert play.unit("Wizard").pose == Pose(60.0, near, 90.0)


@pytest.mark.rule("aofr.living.linked_voidgates")
def test_only_units_within_3_go_through_a_gate_and_both_sides_may() -> None:
    far = gates(table("0 Wizard at 36,19.8 | 1 Foe at 60,28 face 180"))
    assert happen(far, lambda battle: PART.after_activation(battle, find(battle, "Wizard"))).game.over
    play = happen(far, lambda battle: PART.after_activation(battle, find(battle, "Foe")))
    assert (play.topic, play.question.seat) == ("voidgates", 1)


@pytest.mark.rule("aofr.living.linked_voidgates")
def test_the_second_gate_is_placed_within_24_of_the_first() -> None:
    play = tries(knowing(table(), "Linked Voidgates"), "Linked Voidgates", 6).answer(Placed(Pose(36.0, 24.0, 0.0)))
    base = 16 / 25.4
    assert refusal(play, Placed(Pose(60.1, 24.0, 0.0))).rule == "aofr.living.cast"
    play.answer(Placed(Pose(60.0, 24.0, 0.0)))
    living = spell(play)
    assert living is not None
    assert living.second == (60.0, 24.0)
    assert base < 1.0


# Intricate spells


@pytest.mark.rule("aofr.living.hungering_jaws")
def test_jaws_hit_every_unit_on_their_way_once() -> None:
    line = "0 Wizard at 36,12 | 1 Foe at 36,24 face 180 | 1 Far at 36,30 face 180"
    laid = table(line, Far=regiment(size=5))
    play = ends(alive(laid, "Hungering Jaws", 36.0, 12.0), {"hits": (3, 4)})
    assert hits(play) == {"Wizard": 8, "Foe": 8}
    assert needs(play, "to block") == [4, 2]


@pytest.mark.rule("aofr.living.magic_shackles")
@pytest.mark.parametrize(("x", "slowed"), [(42.5, True), (43.7, False)])
def test_who_begins_its_move_near_shackles_is_slowed(x: float, slowed: bool) -> None:
    laid = alive(table(), "Magic Shackles", x, 20.0, seat=1)
    play = acts(laid.set("Wizard", tokens=(0,)), "Wizard").act("Wizard", "rush")
    if slowed:
        assert play.refuses(Forward(6.1)) == "aofr.terrain.difficult"
        play.move(Forward(6.0))
    else:
        play.move(Forward(12.0))
    assert play.told(events.UnitMoved)


@pytest.mark.rule("aofr.living.magic_shackles")
def test_who_comes_near_shackles_on_its_way_is_slowed_too() -> None:
    laid = alive(table("0 Wizard at 36,10 | 1 Foe at 60,40"), "Magic Shackles", 36.0, 24.0, seat=1)
    play = acts(laid.set("Wizard", tokens=(0,)), "Wizard").act("Wizard", "rush")
    assert play.refuses(Forward(8.0)) == "aofr.terrain.difficult"


SWARM = "0 Wizard at 36,20 | 0 Ogre at 40,24 | 1 Foe at 60,40 face 180"


@pytest.mark.rule("aofr.living.healing_swarm")
def test_a_swarm_heals_units_near_its_new_place() -> None:
    laid = table(SWARM, Ogre=regiment(size=1, rules=["Tough(6)"])).set("Ogre", wounds=3)
    play = ends(alive(laid, "Healing Swarm", 36.0, 22.0), {"Wounds healed": 3})
    assert (play.topic, play.question.seat) == ("living spell", 0)
    assert refusal(play, Placed(Pose(48.1, 22.0, 0.0))).rule == "aofr.living.healing_swarm"
    play.answer(Placed(Pose(40.0, 29.5, 0.0)))
    assert play.unit("Ogre").wounds == 1


@pytest.mark.rule("aofr.living.healing_swarm")
def test_a_swarm_moves_with_nobody_near_but_heals_where_it_is() -> None:
    laid = table(SWARM, Ogre=regiment(size=1, rules=["Tough(6)"])).set("Ogre", wounds=3)
    play = ends(alive(laid, "Healing Swarm", 46.0, 28.0), {"Wounds healed": 1})
    assert (play.game.over, play.unit("Ogre").wounds) == (True, 2)


def on_platform(name: str, line: str = "0 Wizard at 36,20 | 1 Foe at 36,40 face 180", **units: Any) -> Table:
    return alive(table(line, **units), name, 0.0, 0.0)


@pytest.mark.rule("aofr.living.soul_drain_platform")
def test_a_platform_drains_a_random_unit_when_its_caster_is_activated() -> None:
    line = "0 Wizard at 36,20 | 1 Foe at 36,26.9 face 180 | 1 Far at 36,40 face 180"
    laid = on_platform("Soul-Drain Platform", line, Far=regiment(size=5)).set("Wizard", tokens=(0,))
    play = acts(laid, "Wizard", {"who is drained": 2, "hits": 3, "to block": 6, "Morale": 6})
    drained = next(roll for roll in play.rolls if "drained" in roll.why)
    assert drained.cards == ("Wizard", "Foe")
    assert (hits(play), needs(play, "to block")) == ({"Foe": 3}, [6])


@pytest.mark.rule("aofr.living.soul_drain_platform")
def test_a_lone_caster_on_a_platform_drains_itself() -> None:
    laid = on_platform("Soul-Drain Platform").set("Wizard", tokens=(0,))
    play = acts(laid, "Wizard", {"hits": 3, "to block": 6})
    assert hits(play) == {"Wizard": 3}


@pytest.mark.rule("aofr.living.soul_drain_platform", "aofr.living.vortex_platform")
@pytest.mark.parametrize("name", ["Soul-Drain Platform", "Vortex Platform"])
def test_a_platform_stands_under_its_caster_and_goes_with_it(name: str) -> None:
    play = tries(knowing(table(), name), name, 6)
    living = spell(play)
    assert living is not None
    for x in (36.0, 20.0):
        play.unit("Wizard").pose = Pose(x, 20.0, 0.0)
        (shape,) = state.shapes(play.battle, living)
        assert (shape.x, shape.y) == (x, 20.0)
    play.unit("Wizard").fate = "destroyed"
    assert spell(play) is None


@pytest.mark.rule("aofr.living.screaming_horror")
@pytest.mark.parametrize(("y", "need"), [(14.0, 5), (12.0, 4)])
def test_a_horror_takes_one_from_morale_tests_within_6(y: float, need: int) -> None:
    laid = alive(table(), "Screaming Horror", 36.0, y, seat=1)

    def test(battle: Battle) -> Any:
        unit = find(battle, "Wizard")
        return morale.take_test(battle, unit, morale.made_test(battle, unit))

    play = happen(laid, test, {"Morale": 4})
    assert (needs(play, "Morale"), play.value) == ([need], need == 4)


@pytest.mark.rule("aofr.living.arcane_palisade")
def test_a_palisade_blocks_sight_and_ways_until_it_is_gone() -> None:
    laid = alive(table("0 Wizard at 36,20 | 1 Foe at 36,30 face 180"), "Arcane Palisade", 36.0, 24.0)
    wizard_, foe = laid.unit("Wizard"), laid.unit("Foe")
    assert not unit_sees(laid.battle, wizard_, foe)
    play = acts(laid.set("Wizard", tokens=(0,)), "Wizard").act("Wizard", "advance")
    assert play.refuses(Forward(5.0)) == "aofr.terrain.impassable"
    (wall,) = play.battle.scene.board.features
    assert (wall.width, wall.depth) == pytest.approx((6.890, 1.260), abs=0.001)
    again = alive(table("0 Wizard at 36,20 | 1 Foe at 36,30 face 180"), "Arcane Palisade", 36.0, 24.0)
    state.take_off(again.battle, state.told(again.battle).play[0])
    assert unit_sees(again.battle, again.unit("Wizard"), again.unit("Foe"))


# Forbidden spells


@pytest.mark.rule("aofr.living.killing_sun")
def test_a_sun_is_moved_by_a_random_caster_near_it_and_hits_all_on_its_way() -> None:
    line = "0 Wizard at 36,20 | 0 Pupil at 30,22 | 1 Foe at 36,30 face 180 | 1 Witch at 42,22 face 180"
    laid = table(line, Pupil=wizard(), Witch=wizard())
    play = ends(alive(laid, "Killing Sun", 36.0, 22.5), {"who moves it": 5, "hits": 3})
    assert next(roll for roll in play.rolls if "who moves" in roll.why).cards == ("Wizard", "Pupil", "Witch")
    assert play.question.seat == 1
    play.answer(Placed(Pose(36.0, 34.5, 0.0)))
    assert hits(play) == {"Foe": 4}
    assert needs(play, "to block") == [3]


@pytest.mark.rule("aofr.living.killing_sun")
def test_without_a_caster_near_it_a_sun_stays() -> None:
    play = ends(alive(table(), "Killing Sun", 36.0, 39.0, seat=0))
    assert (play.game.over, hits(play), play.told(LivingSpellMoved)) == (True, {}, [])


@pytest.mark.rule("aofr.living.divine_maelstrom")
@pytest.mark.parametrize(("y", "need"), [(37.0, 3), (38.0, 4)])
def test_units_near_a_maelstrom_are_in_cover(y: float, need: int) -> None:
    laid = table(BOWS, Bows=regiment(size=5, weapons=['Bow (24", A1)']), Foe=regiment(size=5, defense=4))
    play = shot(alive(laid, "Divine Maelstrom", 36.0, y))
    assert needs(play, "to block") == [need]


def melee(name: str, y: float) -> Interlude:
    line = "0 Riders at 36,20 | 1 Foe at 36,24 face 180"
    laid = table(line, Riders=regiment(size=5), Foe=regiment(size=5, weapons=[]))
    laid.touch("Riders", "Foe")
    return clash(alive(laid, name, 36.0, y), "Riders", "Foe", {"to hit": 3, "to block": 6, "Morale": 6})


@pytest.mark.rule("aofr.living.sword_swarm")
@pytest.mark.parametrize(("y", "need"), [(16.5, 3), (15.0, 4)])
def test_a_sword_swarm_helps_who_strikes_within_6(y: float, need: int) -> None:
    # The riders stand from 22.5" to 23.5".
    assert needs(melee("Sword Swarm", y), "to hit") == [need]


@pytest.mark.rule("aofr.living.spirit_seeker")
@pytest.mark.parametrize(("y", "need"), [(16.5, 5), (15.0, 4)])
def test_a_spirit_seeker_hinders_who_strikes_within_6(y: float, need: int) -> None:
    assert needs(melee("Spirit Seeker", y), "to hit") == [need]


@pytest.mark.rule("aofr.living.twin_shock_spheres")
@pytest.mark.parametrize(("far", "struck"), [(6.0, True), (4.0, False)])
def test_who_moves_through_the_line_between_spheres_is_hit(far: float, struck: bool) -> None:
    laid = alive(table(), "Twin Shock-Spheres", 30.0, 25.0, second=(42.0, 25.0))
    dice: dict[str, Any] = {"hits": (2, 3), "to block": 6}
    play = acts(laid.set("Wizard", tokens=(0,)), "Wizard", dice)
    play.act("Wizard", "rush").move(Forward(far))
    assert hits(play) == ({"Wizard": 6} if struck else {})


@pytest.mark.rule("aofr.living.twin_shock_spheres")
def test_who_passes_beside_the_line_is_not_hit() -> None:
    laid = alive(table(), "Twin Shock-Spheres", 38.0, 25.0, second=(50.0, 25.0))
    play = acts(laid.set("Wizard", tokens=(0,)), "Wizard").act("Wizard", "rush").move(Forward(6.0))
    assert not hits(play)


@pytest.mark.rule("aofr.living.vortex_platform")
def test_a_caster_on_a_vortex_platform_gets_another_token() -> None:
    laid = on_platform("Vortex Platform").set("Wizard", tokens=(0,)).having(turn=2)
    play = happen(laid, structure.start_of_round)
    assert play.unit("Wizard").tokens == (3,)


# What is shown


def test_what_is_drawn_and_in_play_is_shown() -> None:
    laid = alive(knowing(table(), "Burning Pyre", "Healing Swarm"), "Burning Pyre", 36.0, 24.0)
    battle = laid.battle
    assert RULESET.panel(battle, 0)["Living spells"] == "Burning Pyre, Healing Swarm"
    assert RULESET.panel(battle, 0)["In play"] == "Burning Pyre"
    assert "near Burning Pyre" in RULESET.marks(battle, laid.unit("Wizard"))
    assert [token.label for token in RULESET.overlay(battle).tokens] == ["Burning Pyre"]


def test_a_joined_caster_takes_its_platform_along() -> None:
    host = regiment(size=10, hero=wizard())
    laid = draw("0 Wizard at 36,20 | 1 Foe at 36,40", LIVING, Wizard=host, Foe=regiment())
    state.put(laid.battle, Living("Vortex Platform", 0, 0, -1))
    (shape,) = state.shapes(laid.battle, state.told(laid.battle).play[0])
    assert (shape.x, shape.y) == (34.0, 21.0)


def test_battles_with_living_spells_replay() -> None:
    game = random_battle("living_spells", seed="alive")
    battle: Any = game.battle
    assert len(state.told(battle).drawn) == 2


def test_living_spells_are_cast_with_spell_dice_too() -> None:
    random_battle("winds_of_power", "living_spells:larger_bases")
