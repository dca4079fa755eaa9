"""Kitchen-table games: their tables, their markers, half the army, half the distances."""

from __future__ import annotations

from typing import Any

import pytest

from tests.playing import refused_place
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Play, acts, draw, find, happen, regiment
from tests.regiments.parts.playing import played
from warhost.errors import WarhostError
from warhost.play import Setup
from warhost.rulesets.regiments.chapters import missions, morale
from warhost.rulesets.regiments.chapters.deployment.styles import style
from warhost.rulesets.regiments.chapters.missions import objectives, seizing
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Marker, Settings, events, optional
from warhost.rulesets.regiments.parts.kitchen_table import FRONTLINE
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward

FOOT = regiment(size=5)


def kitchen(chosen: str = "", width: float = 36, depth: float = 24) -> Settings:
    part = f"kitchen_table:{chosen}" if chosen else "kitchen_table"
    return Settings(parts=(part,), width=width, depth=depth)


def prepared(dice: Any, chosen: str = "", width: float = 36, depth: float = 24, count: int = 1) -> Play:
    """The table lies; everything else is to come."""
    names = [f"A{i}" for i in range(count)] + [f"B{i}" for i in range(count)]
    line = f"{width}x{depth} | " + " | ".join(f"{int(name[0] == 'B')} {name} off" for name in names)
    table = draw(line, kitchen(chosen, width, depth), **dict.fromkeys(names, FOOT))
    return table.play(dice, stage="deployment style", turn=0, phase="setup")


@pytest.mark.rule("aofr.kitchen.use")
@pytest.mark.parametrize(("width", "depth", "fits"), [(36, 24, True), (30, 30, True), (30, 24, False)])
def test_a_table_is_at_least_two_by_three_feet(width: float, depth: float, fits: bool) -> None:
    armies = ("Unburied Host", "Tallgrass Horde")
    setup = Setup(ruleset="aofr", armies=armies, map="open", options=_options(width, depth))
    if fits:
        assert RULESET.set_up(setup).scene.board.width == width
    else:
        with pytest.raises(WarhostError, match="A kitchen table is at least"):
            RULESET.set_up(setup)


def _options(width: float, depth: float) -> dict[str, Any]:
    return {"parts": ["kitchen_table"], "width": width, "depth": depth, "points": 750}


@pytest.mark.rule("aofr.kitchen.deploy_table")
@pytest.mark.parametrize(
    ("face", "slug"),
    [(1, FRONTLINE), (2, FRONTLINE), (3, "long_haul"), (4, "long_haul"), (5, "side_battle"), (6, "side_battle")],
)
def test_a_die_picks_the_deployment(face: int, slug: str) -> None:
    play = prepared({"Deployment style": face, "Roll-off": [2, 5], "Markers": 1}, "duel")
    assert play.battle.style == slug


@pytest.mark.parametrize(
    ("slug", "inside", "outside"),
    [
        pytest.param("frontline", (1, 6), (1, 6.1), marks=pytest.mark.rule("aofr.kitchen.frontline")),
        pytest.param("frontline", (35, 0), (35, 17.9), marks=pytest.mark.rule("aofr.kitchen.frontline")),
        pytest.param("long_haul", (9, 20), (9.1, 20), marks=pytest.mark.rule("aofr.kitchen.long_haul")),
        pytest.param("side_battle", (10, 9), (18, 12), marks=pytest.mark.rule("aofr.kitchen.side_battle")),
    ],
)
def test_zones_shrink_with_the_table(slug: str, inside: tuple[float, float], outside: tuple[float, float]) -> None:
    zone, other = prepared({"Roll-off": [2, 5]}, f"{slug}+seize_ground").battle.zones
    assert any(part.contains_point(*inside) for part in zone)
    assert not any(part.contains_point(*outside) for part in zone)
    mirrored = (36 - inside[0], 24 - inside[1])
    assert any(part.contains_point(*mirrored) for part in other)


@pytest.mark.rule("aofr.kitchen.side_battle")
def test_the_other_corner_is_the_other_zone() -> None:
    assert any(part.contains_point(30, 12) for part in style("side_battle", 36, 24).zones[1].parts)


@pytest.mark.rule("aofr.kitchen.square")
@pytest.mark.parametrize("slug", [FRONTLINE, "long_haul"])
def test_on_a_square_table_the_edges_are_picked(slug: str) -> None:
    dice = {"who picks the edges": [3, 6], "Roll-off": [2, 5], "Markers": 1}
    play = prepared(dice, "frontline+duel", 30, 30)
    assert (play.topic, play.question.seat) == ("edges", 1)
    play.choose(slug)
    assert play.battle.style == slug


@pytest.mark.rule("aofr.kitchen.mission_table")
@pytest.mark.parametrize(
    ("face", "slug"), [(1, "duel"), (2, "duel"), (3, "seize_ground"), (4, "seize_ground"), (5, "relic_hunt")]
)
def test_a_die_picks_the_mission(face: int, slug: str) -> None:
    play = prepared({"Mission": face, "Roll-off": [2, 5], "Markers": 1}, "frontline")
    assert play.battle.mission == slug


@pytest.mark.rule("aofr.kitchen.marker_placement", "aofr.kitchen.duel", "aofr.kitchen.halved_setup")
def test_markers_may_lie_in_zones_but_nine_inches_apart() -> None:
    play = prepared({"Markers": 3, "Roll-off": [2, 5] * 3}, "frontline+duel")
    play.choose()
    play.place(10, 3)
    assert refused_place(play, 18, 3) == "aofr.objective.spacing"
    play.place(20, 3)
    assert len(play.battle.markers) == 2
    assert play.topic != "marker"


@pytest.mark.rule("aofr.kitchen.duel")
def test_who_holds_more_after_four_rounds_wins() -> None:
    table = draw("36x24 | A at 18,5 | B at 18,20 face 180", kitchen("duel"), A=FOOT, B=FOOT)
    table.having(mission="duel", markers=(Marker(18, 5, owner=0), Marker(30, 12)))
    assert missions.last_round(table.battle) == 4
    assert objectives.verdict(table.battle).winners == (0,)


@pytest.mark.rule("aofr.kitchen.seize_ground")
def test_a_marker_lies_in_the_middle_of_each_quarter() -> None:
    play = prepared({"Roll-off": [2, 5]}, "frontline+seize_ground")
    assert [(one.x, one.y) for one in play.battle.markers] == [(9, 6), (27, 6), (9, 18), (27, 18)]


@pytest.mark.rule("aofr.kitchen.relic_hunt")
def test_relics_are_carried_and_dropped() -> None:
    table = draw("36x24 | A at 18,5 | B at 18,20 face 180", kitchen("relic_hunt"), A=FOOT, B=FOOT)
    table.having(mission="relic_hunt", markers=(Marker(18, 6.5),))
    play = happen(table, objectives.at_round_end)
    assert play.battle.markers[0].carrier == 0
    table.having(markers=play.battle.markers)
    play = happen(table, lambda battle: morale.shake(battle, find(battle, "A")))
    assert play.battle.markers[0].carrier is None
    assert (play.battle.markers[0].x, play.battle.markers[0].y) == (18, 5)


@pytest.mark.rule("aofr.kitchen.relic_hunt")
def test_a_relic_hunt_has_d3_markers() -> None:
    play = prepared({"Markers": 6, "Roll-off": [2, 5] * 3}, "frontline+relic_hunt")
    play.choose()
    while play.topic == "marker":
        play.decline()
    assert len(play.battle.markers) == 3


@pytest.mark.rule("aofr.kitchen.halved")
def test_distances_are_halved_and_rounded_up() -> None:
    table = draw("36x24 | A at 18,5 | B at 18,20 face 180", kitchen(), A=FOOT, B=FOOT)
    unit = table.unit("A")
    told = [moving.allowance(table.battle, unit, action) for action in ("advance", "rush", "charge")]
    assert told == [3, 6, 6]
    assert seizing.reach_of(table.battle) == 2
    assert [optional.measured(table.battle, inches) for inches in (9, 16, 1)] == [5, 8, 1]
    play = acts(table, "A").act("A", "advance")
    assert play.refuses(Forward(3.1))
    play.move(Forward(3))


@pytest.mark.rule("aofr.kitchen.halved")
@pytest.mark.parametrize(("gap", "near"), [(12, True), (12.5, False)])
def test_weapons_reach_half_as_far(gap: float, near: bool) -> None:
    table = draw("60x60 | Bows at 18,5 | Foe at 18,30 face 180", kitchen(width=60, depth=60), Bows=bows(1), Foe=FOOT)
    play = acts(table.touch("Bows", "Foe", gap=gap), "Bows").act("Bows", "hold").stay()
    assert (play.topic == "shoot") is near


@pytest.mark.rule("aofr.kitchen.reinforcements")
def test_half_of_the_army_waits() -> None:
    play = prepared({"Roll-off": [2, 5]}, "frontline+seize_ground", count=6)
    play.until("reinforcements")
    while play.topic == "reinforcements":
        play.choose()
    waits = [unit.seat for unit in play.battle.units if unit.reserve == "mission"]
    assert (waits.count(0), waits.count(1)) == (3, 3)


@pytest.mark.rule("aofr.kitchen.reinforcements_arrive")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (3, True)])
def test_reinforcements_come_from_round_two_near_an_edge(turn: int, comes: bool) -> None:
    table = draw("36x24 | A off | B at 18,20 face 180 | C at 10,5", kitchen(), A=FOOT, B=FOOT, C=FOOT)
    play = table.set("A", reserve="mission").play(stage="start of round", turn=turn)
    assert (play.topic == "arrive") is comes
    if comes:
        play.choose(unit="A")
        assert refused_place(play, 3.6, 12, 90) == "aofr.kitchen.reinforcements_arrive"
        play.place(2.5, 12, 90)
        assert play.unit("A").pose is not None


@pytest.mark.rule("aofr.kitchen.reinforcements_order")
def test_a_roll_off_decides_who_brings_units_in_first() -> None:
    line = "36x24 | 0 A off | 0 C off | 1 B off | 0 D at 10,12 | 1 E at 26,12"
    table = draw(line, kitchen(), A=FOOT, B=FOOT, C=FOOT, D=FOOT, E=FOOT)
    for name in "ABC":
        table.set(name, reserve="mission")
    play = table.play({"Roll-off": [5, 2]}, stage="start of round", turn=2)
    order = ""
    while play.topic == "arrive":
        if play.question.__struct_config__.tag == "choose":
            order += "AB"[play.question.seat]
        play.choose() if play.question.__struct_config__.tag == "choose" else play.decline()
    assert order == "ABA"
    assert play.told(events.RolledOff)


@pytest.mark.rule("aofr.kitchen.range_penalty")
@pytest.mark.parametrize(("gap", "hits"), [(12, 1), (13, 0)])
def test_shots_beyond_twelve_inches_are_at_minus_one(gap: float, hits: int) -> None:
    guns = bows(1, weapon='Gun (30", A1)')
    table = draw("60x60 | Bows at 18,5 | Foe at 18,30 face 180", kitchen(width=60, depth=60), Bows=guns, Foe=FOOT)
    play = acts(table.touch("Bows", "Foe", gap=gap), "Bows", {"to hit": 4, "to block": 6})
    play.act("Bows", "hold").stay().choose(target="Foe")
    assert sum(event.hits for event in attacks(play)) == hits


@pytest.mark.slow
@pytest.mark.parametrize("number", range(2))
def test_whole_battles_are_played_on_a_kitchen_table(number: int) -> None:
    assert played("kitchen_table", number, points=750, width=36, depth=24).outcome is not None
