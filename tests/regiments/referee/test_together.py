"""Positions in which rules of two optional parts meet."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for, needs
from tests.regiments.harness import Fall, Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.referee.tables import (
    BEAST,
    CHAMPION,
    MARKSMEN,
    SWORDS,
    agreed,
    extra,
    facing,
    finish,
    offered,
    whole,
    with_boosts,
    with_feats,
)
from warhost.play import Manoeuvre
from warhost.rulesets.regiments.chapters.melee import consolidation
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, Regiment, events, optional
from warhost.rulesets.regiments.parts.action_boosting import Boosting, fill_bags
from warhost.rulesets.regiments.parts.army_terrain import ArmyTerrain
from warhost.rulesets.regiments.parts.army_terrain.pieces import Piece, kind_of
from warhost.rulesets.regiments.parts.army_terrain.placing import lay
from warhost.rulesets.regiments.parts.living_spells import state
from warhost.rulesets.regiments.parts.living_spells.moving import end_of_round
from warhost.rulesets.regiments.parts.magic_items import equipping
from warhost.rulesets.regiments.parts.magic_items.items import item_of
from warhost.rulesets.regiments.parts.solid_buildings import SolidBuildings
from warhost.rulesets.regiments.parts.terrain_effects import TerrainRevealed, tell
from warhost.rulesets.regiments.parts.winds_of_power import state as winds
from warhost.table import Forward, Pose

NO_DICE: Mapping[str, Fall] = {}


def after(number: int, table: Table, dice: Mapping[str, Fall] = NO_DICE) -> Table:
    """The table after that random event."""
    told: dict[str, Fall] = {"Random event?": 6, "Which random event": divmod(number, 10), **dice}
    play = happen(table.having(mission="duel"), lambda battle: optional.each(battle, "round_begun"), told)
    table.battle = play.battle
    return table


def beside(table: Table, slug: str, x: float, y: float, seat: int = 0) -> Table:
    """That side's army terrain lies there."""
    pose = Pose(x, y, 0.0)
    lay(table.battle, kind_of(slug), pose)
    optional.keep(table.battle, "army_terrain", ArmyTerrain(placed=(Piece(seat, slug, (pose,)),)))
    return table


def given(table: Table, name: str, item: str) -> Table:
    play = happen(table, lambda battle: equipping.take(battle, find(battle, name), item_of(item)))
    while not play.game.over:
        play.choose(play.keys[0])
    table.battle = play.battle
    return table


def farthest(play: Interlude) -> float:
    question = play.question
    assert isinstance(question, Manoeuvre)
    return question.kinds[0].forward


# Extra actions are the actions that they take


def test_a_stealth_move_is_an_advance_for_gravity_and_banners() -> None:
    table = after(52, facing(24.0, "extra_actions", "random_events", mine=SWORDS))
    assert farthest(extra(acts(table, "Mine"), "stealth_move")) == 7.0
    table = facing(24.0, "extra_actions", "army_terrain", mine=SWORDS)
    here = table.footprint("Mine")
    beside(table, "army_banner", here.x, here.y - 4)
    assert farthest(extra(acts(table, "Mine"), "stealth_move")) == 8.0


def test_winds_carry_on_who_moves_by_stealth() -> None:
    table = facing(26.0, "extra_actions", "special_conditions:magical_winds", mine=SWORDS)
    before = table.footprint("Mine").y
    extra(acts(table, "Mine", {"": 6}), "stealth_move").move(Forward(2))
    assert table.footprint("Mine").y - before == pytest.approx(5.0)


def test_an_icon_of_war_helps_a_heavy_charge_and_makes_good_for_an_assault() -> None:
    both = regiment(size=5, weapons=['Bow (24", A1)', "Sword (A1)"])
    for action, wanted in (("heavy_charge", [2]), ("assault", [5, 4])):
        table = facing(5.0, "extra_actions", "army_terrain", mine=both, theirs=regiment(size=10))
        here = table.footprint("Mine")
        beside(table, "icon_of_war", here.x, here.y - 6)
        play = extra(acts(table, "Mine", {"to hit": 1, "Morale": 6}), action)
        assert needs(play, "to hit")[: len(wanted)] == wanted


def test_who_has_low_supplies_makes_no_assault() -> None:
    both = regiment(size=5, weapons=['Bow (24", A1)', "Sword (A1)"])
    table = facing(5.0, "extra_actions", "random_events", mine=both)
    table = after(12, table, {"First, 4-6": 1, "": 2})
    play = acts(table, "Mine").activate("Mine")
    assert "assault" not in offered(play)
    assert "charge" in offered(play)


def test_a_one_for_covering_fire_routs_in_a_panic() -> None:
    table = after(44, facing(8.0, "extra_actions", "random_events"))
    dice = by_reason({"to hit": (6, 1, 1, 1, 1), "Morale": 1, "": 6})
    play = finish(extra(acts(table, "Mine", dice), "covering_fire"))
    assert play.unit("Theirs").fate == "routed"


def test_a_one_before_a_terrible_monster_routs_in_a_panic() -> None:
    table = with_feats(after(44, facing(5.0, "feats", "random_events", mine=BEAST)))
    play = whole(table, "Mine").act("Mine", "hold")
    while play.topic != "monstrous feat":
        play.decline()
    finish(play.choose(next(key for key in play.keys if key.startswith("terror"))))
    charge = acts(table, "Theirs", {"Morale": 1}).charge("Theirs", "Mine")
    assert charge.unit("Theirs").fate == "routed"
    assert not charge.told(events.MeleeBegan)


def test_an_amulet_hinders_a_shot_from_overwatch() -> None:
    lord = regiment(size=1, rules=["Hero", "Tough(6)"])
    table = given(facing(20.0, "extra_actions", "magic_items", theirs=lord), "Theirs", "Opal Amulet")
    extra(acts(table, "Mine"), "overwatch")
    play = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(3))
    play.choose(next(option.key for option in play.options if not option.passes))
    assert play.topic == "use item"
    play.choose("use")
    assert needs(play, "to hit") == [6]


def test_suppressing_fire_doubles_the_dice_of_covering_fire() -> None:
    table = after(62, facing(8.0, "extra_actions", "random_events"), {"First, 4-6": 1})
    play = finish(extra(acts(table, "Mine", {"to hit": 1}), "covering_fire"))
    assert dice_for(play, "to hit") == ["10D6"]


def test_a_first_one_from_overwatch_is_a_grave_miscalculation() -> None:
    table = facing(20.0, "extra_actions", "random_events")
    extra(acts(table, "Mine"), "overwatch")
    table = after(41, table)
    play = acts(table, "Theirs", by_reason({"to hit": (1, 1, 2, 2, 2), "to block": 6, "Morale": 6}))
    play.act("Theirs", "advance").move(Forward(3))
    play.choose(next(option.key for option in play.options if not option.passes))
    assert [one.hits for one in attacks(play) if one.target == play.unit("Mine").id] == [2]


def test_a_boosted_overwatch_from_a_magical_piece_hits_at_plus_one() -> None:
    line = "72x48 signpost 36,14 12x4 | Mine at 36,14 | Theirs at 36,32 face 180"
    table = draw(
        line, agreed("extra_actions", "action_boosting", "terrain_effects:random"), Mine=MARKSMEN, Theirs=SWORDS
    )
    tell(table.battle, terrain=((36.0, 14.0, "magical_vigor"),))
    with_boosts(table.having(turn=1), 1)
    play = extra(acts(table, "Mine"), "overwatch")
    play.choose(next(option.key for option in play.options if not option.passes))
    moves = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "advance").move(Forward(3))
    moves.choose(next(option.key for option in moves.options if not option.passes))
    assert needs(moves, "to hit") == [3]


# Neutral units are enemies of all


def zombies(line: str, *parts: str, **units: Regiment) -> Table:
    made = {"Mine": SWORDS, "Theirs": SWORDS, **units}
    table = draw(line, agreed("random_events", *parts), **made).having(turn=1, mission="duel")
    return after(31, table, {"quarter": 1, "": (1, 1)})


def test_zombies_are_hurt_by_a_watch_tower() -> None:
    table = zombies("0 Mine at 18,24 | 1 Theirs at 60,44 face 180", "army_terrain")
    beside(table, "watch_tower", 24.0, 18.0)
    play = happen(table, objectives.at_round_end, {"Dangerous": 2, "to hit": 1, "to block": 6, "Morale": 6, "": 6})
    assert dice_for(finish(play), "Dangerous")


def test_zombies_that_charge_a_terrible_monster_test_first() -> None:
    table = zombies("0 Mine at 18,19 | 1 Theirs at 60,44 face 180", "feats", Mine=BEAST)
    with_feats(table)
    play = whole(table, "Mine").act("Mine", "hold")
    while play.topic != "monstrous feat":
        play.decline()
    finish(play.choose(next(key for key in play.keys if key.startswith("terror"))))
    night = happen(table, objectives.at_round_end, {"Morale": 1, "to hit": 1, "": 1})
    finish(night)
    assert not night.told(events.MeleeBegan)


def test_zombies_feel_the_vortex() -> None:
    table = zombies("0 Mine at 18,30 | 1 Theirs at 60,44 face 180", "special_conditions:deadly_vortex")
    count = table.battle.units[-1].models
    play = happen(table, objectives.at_round_end, {"to hit": 1, "Morale": 6, "": 1})
    finish(play)
    assert play.battle.units[-1].models == count - 1


# Others


def test_a_holy_monument_and_a_heavy_charge_add_up() -> None:
    table = facing(5.0, "extra_actions", "terrain_effects:random", mine=SWORDS)
    there = table.footprint("Theirs")
    table.having(markers=(Marker(there.x, there.y),), turn=2)
    tell(table.battle, objective=((0, "holy_monument", 2),))
    play = finish(extra(acts(table, "Mine", {"to hit": 1, "Morale": 6}), "heavy_charge"))
    assert needs(play, "to hit") == [2, 3]


def test_a_gem_and_a_defensive_stance_add_up() -> None:
    lord = regiment(size=1, rules=["Hero", "Tough(6)"])
    table = facing(5.0, "extra_actions", "magic_items", mine=lord, theirs=regiment(size=5, quality=2))
    given(table, "Mine", "Protective Gem")
    extra(acts(table, "Mine"), "defensive_stance")
    play = acts(table, "Theirs", {"to hit": 1, "Morale": 6}).charge("Theirs", "Mine")
    if play.topic == "use item":
        play.choose("use")
    finish(play)
    assert needs(play, "to hit") == [5]


def test_a_storm_is_cover_for_who_hunkers_down() -> None:
    table = facing(14.0, "extra_actions", "special_conditions:heavy_storm", theirs=bows(quality=2))
    extra(acts(table, "Mine"), "hunker_down")
    play = acts(table, "Theirs", {"to hit": 6, "to block": 6}).act("Theirs", "hold")
    finish(play)
    assert (needs(play, "to hit"), needs(play, "to block")) == ([4], [3])


def test_the_storm_and_a_protective_dome_are_cover_twice_over() -> None:
    """Ground that counts as cover already gives +2 in a storm; the area of a dome is such ground."""
    table = facing(14.0, "army_terrain", "special_conditions:heavy_storm", theirs=bows())
    here = table.footprint("Mine")
    beside(table, "protective_dome", here.x, here.y - 3)
    play = finish(acts(table, "Theirs", {"to hit": 6, "to block": 6}).act("Theirs", "hold"))
    assert needs(play, "to block") == [2]


def test_mud_and_a_defensive_barrier_leave_four_inches() -> None:
    """Ground that counts as difficult already is crossed by 4" in the mud; the area of a barrier is such ground."""
    table = facing(26.0, "army_terrain", "special_conditions:muddy_terrain", mine=SWORDS)
    here = table.footprint("Mine")
    beside(table, "defensive_barrier", here.x, here.y + 8, seat=1)
    play = acts(table, "Mine").act("Mine", "rush")
    assert play.refuses(Forward(4.5))
    assert finish(play.move(Forward(4))).game.over


def test_an_earthquake_and_a_watch_tower_cost_two_wounds_for_a_one() -> None:
    """Ground that counts as dangerous already is deadlier; the area of a tower is such ground."""
    table = facing(26.0, "army_terrain", "special_conditions:earthquake", mine=regiment(size=1, rules=["Tough(6)"]))
    here = table.footprint("Mine")
    beside(table, "watch_tower", here.x, here.y - 4, seat=1)
    play = acts(table, "Mine", by_reason({"Dangerous": (1, 2, 2, 2, 2, 2), "Morale": 6})).act("Mine", "hold")
    finish(play)
    assert play.unit("Mine").wounds == 2


def test_a_marker_is_no_piece_of_terrain_for_earthquake_and_mud() -> None:
    lone = regiment(size=1, rules=["Tough(6)"])
    for condition, effect in (("earthquake", "booby_traps"), ("muddy_terrain", "magical_field")):
        table = facing(26.0, "terrain_effects:random", f"special_conditions:{condition}", mine=lone)
        here = table.footprint("Mine")
        table.having(markers=(Marker(here.x, here.y),), turn=2)
        tell(table.battle, objective=((0, effect, 2),))
        play = acts(table, "Mine", by_reason({"Dangerous": (1, 2, 2, 2, 2, 2), "Morale": 6})).act("Mine", "rush")
        finish(play.move(Forward(6)))
        assert play.unit("Mine").wounds == (condition == "earthquake")


def test_a_storm_and_a_divine_maelstrom_are_cover_twice_over() -> None:
    table = facing(14.0, "living_spells", "special_conditions:heavy_storm", theirs=bows())
    here = table.footprint("Mine")
    state.put(table.battle, state.Living("Divine Maelstrom", 0, 0, 0, here.x, here.y - 3, 0.0))
    play = finish(acts(table, "Theirs", {"to hit": 6, "to block": 6}).act("Theirs", "hold"))
    assert needs(play, "to block") == [2]


# Moves and places that are no actions


def test_a_heroic_move_past_an_anomaly_is_hit() -> None:
    line = "0 Mine at 18,17 face 180 | 1 Theirs at 60,44 face 180"
    table = draw(line, agreed("feats", "random_events"), Mine=CHAMPION, Theirs=SWORDS).having(turn=1)
    with_feats(after(21, table, {"quarter": 1, "": 1}))
    play = acts(table, "Mine", {"to block": 6, "Morale": 6, "": 2}).choose("move").move(Forward(3))
    assert [one.hits for one in attacks(finish(play))] == [4]


def test_a_heroic_move_through_the_line_of_the_spheres_is_hit() -> None:
    line = "0 Mine at 36,24 | 1 Theirs at 60,44 face 180"
    table = with_feats(draw(line, agreed("feats", "living_spells"), Mine=CHAMPION, Theirs=SWORDS).having(turn=1))
    state.put(table.battle, state.Living("Twin Shock-Spheres", 1, 1, 0, 30.0, 27.0, 0.0, second=(42.0, 27.0)))
    play = acts(table, "Mine", {"to block": 6, "Morale": 6, "": 1}).choose("move").move(Forward(5))
    assert [one.hits for one in attacks(finish(play))] == [3]


def test_a_heroic_move_into_an_unknown_wood_finds_out_what_it_is() -> None:
    line = "72x48 signpost 36,30 12x4 | 0 Mine at 36,24 | 1 Theirs at 60,44 face 180"
    settings = agreed("feats", "terrain_effects:random")
    table = with_feats(draw(line, settings, Mine=CHAMPION, Theirs=SWORDS).having(turn=1))
    play = acts(table, "Mine", {"": 5}).choose("move").move(Forward(5))
    assert [event.effect for event in play.told(TerrainRevealed)] == ["Magical Vigor"]


def test_who_comes_out_of_a_gate_into_an_unknown_wood_finds_out_what_it_is() -> None:
    line = "72x48 signpost 50,24 8x8 | 0 Mine at 30,20 | 1 Theirs at 60,44 face 180"
    table = draw(line, agreed("living_spells", "terrain_effects:random"), Mine=SWORDS, Theirs=SWORDS).having(turn=1)
    state.put(table.battle, state.Living("Linked Voidgates", 0, 0, 0, 30.0, 23.0, 0.0, second=(50.0, 20.5)))
    play = whole(table, "Mine", {"": 5}).act("Mine", "hold")
    while play.topic != "voidgates":
        play.decline()
    play.choose("go").place(50, 24)
    assert [event.effect for event in play.told(TerrainRevealed)] == ["Magical Vigor"]


def test_who_is_displaced_into_an_unknown_wood_finds_out_what_it_is() -> None:
    lord = regiment(size=1, rules=["Hero", "Tough(6)"])
    line = "72x48 signpost 36,24 8x4 | 0 Mine at 36,20 | 1 Theirs at 60,44 face 180"
    table = draw(line, agreed("magic_items", "terrain_effects:random"), Mine=lord, Theirs=SWORDS).having(turn=1)
    given(table, "Mine", "Potion of Displacement")
    play = acts(table, "Mine", {"": 5}).choose("use").place(36, 24)
    assert [event.effect for event in play.told(TerrainRevealed)] == ["Magical Vigor"]


def test_an_earthquake_is_tested_once_by_who_moves_by_a_feat_and_then_acts() -> None:
    line = "0 Mine at 36,20 | 1 Theirs at 60,44 face 180"
    settings = agreed("feats", "special_conditions:earthquake")
    table = with_feats(draw(line, settings, Mine=CHAMPION, Theirs=SWORDS).having(turn=1))
    play = acts(table, "Mine", {"Dangerous": 3}).choose("move").move(Forward(3))
    finish(play.choose("advance").move(Forward(3)))
    assert dice_for(play, "Dangerous") == ["3D6"]


# Casters that are none


def test_a_hero_that_channels_is_no_caster_for_a_shrine() -> None:
    table = with_feats(facing(14.0, "feats", "army_terrain", mine=CHAMPION))
    here = table.footprint("Mine")
    beside(table, "enchanted_shrine", here.x, here.y - 4)
    finish(acts(table, "Mine").choose("channeling"))
    assert table.unit("Mine").tokens == (1,)
    table.having(turn=2)
    acts(table, "Mine")
    assert table.unit("Mine").tokens == (1,)


def test_a_hero_that_channels_moves_no_healing_swarm() -> None:
    table = with_feats(facing(14.0, "feats", "living_spells", mine=CHAMPION))
    finish(acts(table, "Mine").choose("channeling"))
    here = table.footprint("Mine")
    state.put(table.battle, state.Living("Healing Swarm", 0, 0, 0, here.x, here.y - 3, 0.0))
    play = happen(table, end_of_round, {"": 1})
    assert play.game.over, play.topic


def test_a_hero_that_channels_has_no_book_and_adds_no_level_to_the_pool() -> None:
    table = with_feats(facing(14.0, "feats", "winds_of_power", mine=CHAMPION))
    finish(acts(table, "Mine").choose("channeling"))
    assert set(winds.told(table.battle).books) == set()


def test_garrisons_have_tokens_in_the_bag() -> None:
    line = "72x48 house 36,24 6x6 | 0 Mine at 36,8 | 0 Others at 10,8 | 1 Theirs at 36,44 face 180"
    settings = agreed("solid_buildings:holding", "action_boosting:random")
    table = draw(line, settings, Mine=SWORDS, Others=SWORDS, Theirs=SWORDS).having(turn=1)
    for part in optional.in_force(table.battle.scene.settings.parts):
        if isinstance(part, SolidBuildings):
            part.stand_up(table.battle)
    optional.keep(table.battle, "action_boosting", Boosting(style="random"))
    table.aboard("Mine", "House 1")
    fill_bags(table.battle)
    bag = optional.kept(table.battle, "action_boosting", Boosting)
    assert (bag.plain, bag.token) == ((1, 0), (True, True))


def test_a_unit_that_has_won_a_melee_takes_the_hits_of_the_ground_it_gains() -> None:
    line = "0 Mine at 36,24 | 1 Theirs at 60,44 face 180"
    table = draw(line, agreed("living_spells"), Mine=SWORDS, Theirs=SWORDS).having(turn=1)
    state.put(table.battle, state.Living("Twin Shock-Spheres", 1, 1, 0, 30.0, 26.0, 0.0, second=(42.0, 26.0)))
    dice = {"to block": 6, "Morale": 6, "": 1}
    play = happen(table, lambda battle: consolidation.drift(battle, find(battle, "Mine"), 3.0, "its victory"), dice)
    play.move(Forward(3))
    assert [one.hits for one in attacks(play)] == [3]
