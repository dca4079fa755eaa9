"""The roll-off, sides, and alternating deployment."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_place
from tests.regiments.harness import Play, draw, regiment
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.field.ground.placing import Ground
from warhost.play import Game, Setup
from warhost.play.game import luck_of
from warhost.rulesets.regiments.chapters.deployment.ground import ahead, fits, sensible_places, why_not
from warhost.rulesets.regiments.chapters.deployment.setup import FIRST_STAGE
from warhost.rulesets.regiments.chapters.deployment.styles import style, style_names
from warhost.rulesets.regiments.chapters.missions import mission_names
from warhost.rulesets.regiments.core import Settings, events
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Pose

FOOT = regiment(size=5)
"""5" wide and 1" deep."""

BLOCK = regiment(size=15)
"""5" wide and 3" deep."""

WAGON = regiment(size=1, base=(3, 3), weapons=[], rules=["Transport(6)"])


def roll_off(ours: int = 1, theirs: int = 1, *dice: int, **fields: Any) -> Play:
    """The deployment roll-off; by these dice, the first player's first."""
    names = [f"A{i}" for i in range(ours)] + [f"B{i}" for i in range(theirs)]
    line = " | ".join(f"{int(name[0] == 'B')} {name} off" for name in names)
    return draw(line, None, **dict.fromkeys(names, BLOCK)).play(dice or (2, 5), stage="roll off", turn=0, **fields)


def order(play: Play) -> str:
    """Who places a unit, in turn."""
    seats = ""
    while play.battle.turn == 0:
        if play.question.__struct_config__.tag == "place":
            seats += "AB"[play.question.seat]
        play.decline()
    return seats


@pytest.mark.rule("aofr.deploy.rolloff")
def test_the_winner_of_the_roll_off_begins() -> None:
    play = roll_off().choose("north")
    assert (play.topic, play.question.seat) == ("deploy", 1)
    assert roll_off(1, 1, 5, 2).choose("north").question.seat == 0
    assert roll_off(1, 1, 3, 3, 1, 6).battle.first == 1


@pytest.mark.rule("aofr.deploy.choose_edge")
def test_the_winner_picks_a_long_edge_and_the_other_gets_the_opposite_one() -> None:
    play = roll_off()
    assert (play.topic, play.question.seat, play.keys) == ("side", 1, ["south", "north"])
    play.choose("south")
    assert play.battle.edges == ("north", "south")
    play.place(36, 6)
    assert refused_place(play, 36, 6) == "aofr.deploy.zone"
    play.place(36, 42, 180)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.deploy.zone")
def test_every_model_stands_fully_in_the_zone() -> None:
    play = roll_off(1, 1, 5, 2).choose("south")
    assert refused_place(play, 36, 10.7) == "aofr.deploy.zone"
    assert refused_place(play, 36, 1.4) == "aofr.deploy.zone"
    play.place(36, 10.5)
    assert play.unit("A0").pose == Pose(36, 10.5, 0)


@pytest.mark.rule("aofr.deploy.zone")
def test_a_unit_stands_in_one_part_of_its_zone() -> None:
    zones = tuple(zone.parts for zone in style("disordered").zones)
    play = draw("0 A off | 1 B at 60,5", A=BLOCK, B=BLOCK).play(stage="deploy", turn=0, zones=zones, style="disordered")
    assert refused_place(play, 36, 24) == "aofr.deploy.zone"
    play.place(60, 42)
    assert play.battle.turn == 1


def test_deployed_units_keep_their_distance_and_stand_on_open_ground() -> None:
    """AOFR-R068."""
    line = "72x48 building 50,6 6x6 | 0 A at 20,6 | 0 B off | 1 C at 36,44 face 180"
    play = draw(line, A=FOOT, B=FOOT, C=FOOT).play(stage="deploy", turn=0)
    assert refused_place(play, 20, 7.9) == "aofr.move.one_inch"
    assert refused_place(play, 50, 9.4) == "aofr.terrain.impassable"
    assert refused_place(play, 1, 6) == "aofr.deploy.zone"
    play.place(20, 8)
    assert play.battle.turn == 1


@pytest.mark.rule("aofr.deploy.alternate")
def test_players_place_one_unit_each_in_turn() -> None:
    assert order(roll_off(3, 3).choose("south")) == "BABABA"
    assert order(roll_off(3, 3, 5, 2).choose("south")) == "ABABAB"


@pytest.mark.rule("aofr.deploy.remaining")
def test_who_has_more_units_places_the_rest() -> None:
    assert order(roll_off(3, 5).choose("south")) == "BABABABB"


@pytest.mark.rule("aofr.deploy.zone")
def test_a_unit_without_room_is_held_back_and_may_come_later() -> None:
    """AOFR-R070."""
    line = "72x48 mountain 36,6 72x11 | 0 A off | 1 B at 36,44 face 180"
    play = draw(line, A=BLOCK, B=FOOT).play(stage="deploy", turn=0)
    assert (play.battle.turn, play.unit("A").reserve) == (1, "held back")
    assert [event.unit for event in play.told(events.UnitSetAside)] == [0]
    room = draw("0 A off | 1 B at 36,44 face 180", A=BLOCK, B=FOOT).set("A", reserve="held back")
    later = room.play(stage="start of round", turn=2).choose(unit="A")
    assert refused_place(later, 36, 20) == "aofr.deploy.zone"
    later.place(36, 6)
    assert (later.unit("A").reserve, later.unit("A").arrived) == ("", 0)


def test_a_unit_that_never_found_room_counts_as_destroyed() -> None:
    """AOFR-R070."""
    laid = draw("0 A off | 1 B at 36,44", A=BLOCK, B=FOOT).set("A", reserve="held back")
    assert laid.play(stage="reckon", turn=4).unit("A").fate == "destroyed"


@pytest.mark.parametrize(("reserve", "fate"), [("held back", "destroyed"), ("ambush", ""), ("mission", "")])
def test_who_is_inside_a_transport_that_never_came_shares_its_fate(reserve: str, fate: str) -> None:
    """AOFR-R069, AOFR-R070, AOFR-R139."""
    laid = draw("0 Ship off | 0 Crew off | 1 B at 36,44", Ship=WAGON, Crew=FOOT, B=FOOT)
    laid.set("Ship", reserve=reserve).set("Crew", inside=laid.unit("Ship").id)
    end = laid.play(stage="reckon", turn=4)
    assert [end.unit(name).fate for name in ("Ship", "Crew")] == [fate, fate]


@pytest.mark.rule("aofr.setup.order")
def test_terrain_then_markers_then_the_roll_off_then_units_then_the_first_round() -> None:
    setup = Setup(ruleset="aofr", armies=tuple(RULESET.armies()[:2]), map="generic")
    game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance(4)))
    chance = Chance(5)
    while game.battle.turn == 0:
        game.answer(game.asked.sample(chance))
    told = [type(event).__name__ for event in game.events]
    first = [told.index(name) for name in ("TerrainSetUp", "MarkerPlaced", "SidePicked", "UnitDeployed", "RoundBegan")]
    assert first == sorted(first)
    last = len(told) - 1 - told[::-1].index("MarkerPlaced")
    assert last < told.index("SidePicked")


@pytest.mark.parametrize("slug", style_names())
def test_there_are_sensible_places_in_every_zone(slug: str) -> None:
    zones = tuple(zone.parts for zone in style(slug).zones)
    battle = draw("0 A off | 1 B off", A=BLOCK, B=BLOCK).having(zones=zones, style=slug).battle
    for unit in battle.units:
        ground = Ground(rule="aofr.deploy.zone", parts=zones[unit.seat])
        places = sensible_places(battle, unit, ground)
        assert len(places) >= 10
        assert all(why_not(battle, unit, pose, ground) is None for pose in places)


@pytest.mark.parametrize(
    ("where", "fewest"),
    [({"around": (6.0, 40.0), "reach": 12.0}, 100), ({"band": 6.0}, 200), ({}, 150)],
)
def test_there_are_sensible_places_all_over_other_grounds(where: dict[str, Any], fewest: int) -> None:
    battle = draw("0 A off | 1 B off", A=FOOT, B=FOOT).battle
    ground = Ground(rule="", **where)
    places = sensible_places(battle, battle.units[0], ground)
    assert len(places) >= fewest
    assert all(why_not(battle, battle.units[0], pose, ground) is None for pose in places)


def test_suggested_places_look_at_the_enemy() -> None:
    battle = draw("0 A off | 1 B off", A=FOOT, B=FOOT).battle
    ours, theirs = (Ground(rule="", parts=zone) for zone in battle.zones)
    assert ahead(battle, 0, ours, 20, 5) == 0.0
    assert ahead(battle, 1, theirs, 20, 40) == 180.0
    edges = [(36, 2), (2, 24), (36, 46), (70, 24)]
    assert [ahead(battle, 0, Ground(rule="", band=6.0), x, y) for x, y in edges] == [0.0, 90.0, 180.0, 270.0]
    around = Ground(rule="", around=(36.0, 24.0), reach=12.0)
    assert [ahead(battle, 0, around, x, y) for x, y in edges] == [180.0, 270.0, 0.0, 90.0]


def test_a_narrow_zone_is_used_sideways() -> None:
    zones = tuple(zone.parts for zone in style("behind_enemy_lines").zones)
    wide = regiment(size=20, base=(1.5, 1.0))
    battle = draw("0 A off | 1 B off", A=wide, B=wide).having(zones=zones).battle
    assert fits(battle, battle.units[0], Ground(rule="", parts=zones[0]))


def test_random_deployment_is_legal_everywhere() -> None:
    for number, slug in enumerate(style_names()):
        options = {"style": slug, "mission": "breakthrough"}
        setup = Setup(ruleset="aofr", armies=tuple(RULESET.armies()[:2]), map="balanced", options=options)
        game = Game(RULESET, RULESET.set_up(setup), luck_of(Chance(number)))
        chance = Chance(number + 50)
        while game.battle.turn == 0:
            game.answer(game.asked.sample(chance))
            assert RULESET.problems(game.battle) == []


def beginning(**agreed: Any) -> tuple[object, ...]:
    """How a battle of two small armies stands when it begins, the same dice and the same fancies given."""
    table = draw("0 A off | 0 B off | 1 C off | 1 D off", Settings(**agreed), A=FOOT, B=BLOCK, C=FOOT, D=BLOCK)
    battle = table.having(stage=FIRST_STAGE, turn=0).battle
    game = Game(RULESET, battle, luck_of(Chance(3)))
    chance = Chance(4)
    while battle.turn == 0:
        game.answer(game.asked.sample(chance))
    return battle.roles, battle.markers, tuple(unit.pose for unit in battle.units)


@pytest.mark.parametrize("mission", mission_names())
@pytest.mark.parametrize(("option", "choices"), [("style", ("long_haul", "disordered")), ("attacker", (0, 1))])
def test_what_is_agreed_on_for_a_mission_is_taken_if_it_has_an_effect(
    mission: str, option: str, choices: tuple[int | str, ...]
) -> None:
    usual = beginning(mission=mission)
    counts = any(beginning(mission=mission, **{option: choice}) != usual for choice in choices)
    for choice in choices:
        setup = Setup(ruleset="aofr", armies=tuple(RULESET.armies()[:2]), options={"mission": mission, option: choice})
        if counts:
            assert RULESET.set_up(setup).units
        else:
            with pytest.raises(WarhostError, match=f"leave out the option {option}"):
                RULESET.set_up(setup)


@pytest.mark.parametrize(("mission", "told"), [("duel", True), ("attack_defend", True), ("last_stand", False)])
def test_a_style_is_told_unless_it_is_known_that_nobody_deploys_by_it(mission: str, told: bool) -> None:
    battle = draw("0 A off | 1 B off", Settings(mission=mission), A=FOOT, B=FOOT).having(stage=FIRST_STAGE).battle
    game = Game(RULESET, battle, luck_of(Chance(3)))
    assert any(isinstance(event, events.StyleChosen) for event in game.events) == told


def test_settings_are_checked_before_the_battle() -> None:
    assert Settings().rounds == 0
    setup = Setup(ruleset="aofr", armies=tuple(RULESET.armies()[:2]), options={"mission": "tea"})
    with pytest.raises(Exception, match='no mission "tea"'):
        RULESET.set_up(setup)
