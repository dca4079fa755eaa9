"""Summoned units: what appears, where it may stand, and what becomes of it."""

from __future__ import annotations

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, happen, refusal
from warhost.play import Placed, parse_position
from warhost.play.script import Script
from warhost.rulesets.families.ninth_age.chapters import panic
from warhost.rulesets.fantasy_battles.chapters.damage import damage
from warhost.rulesets.fantasy_battles.chapters.magic.summoning import summon, summoned_entry
from warhost.rulesets.fantasy_battles.core.attacks import Attack
from warhost.rulesets.fantasy_battles.core.battle import Battle
from warhost.rulesets.fantasy_battles.invariants import problems
from warhost.rulesets.fantasy_battles.position import battle_from_text, position_text
from warhost.rulesets.fantasy_battles.shown import spell_events
from warhost.table import Point, Pose

ROW = "t9a.special.summon"


def summoning(table: Table, name: str, point: Point, seat: int = 0) -> Play:
    def script(battle: Battle) -> Script[None]:
        yield from summon(battle, seat, summoned_entry(name, ""), point, ROW)

    return happen(table, script)


@pytest.mark.rule("t9a.special.totemic_beast")
def test_the_totemic_beast_has_the_ruled_profile() -> None:
    game = summoning(draw("Spearmen at 36,10"), "Totemic Beast", (3.0, 20.0)).place(3, 20)
    beast = game.unit("Totemic Beast")
    entry = game.battle.entry(beast)
    assert (beast.models, entry.type, entry.height, entry.base) == (1, "Beast", "Gigantic", (50, 100))
    profile, part = entry.profile, entry.parts[0]
    assert (profile.adv, profile.mar, profile.dis, profile.hp) == (7, 14, 7, 4)
    assert (profile.def_, profile.res, profile.arm) == (3, 5, 2)
    assert (part.att, part.off, part.str_, part.ap, part.agi) == (4, 4, 5, 2, 3)


@pytest.mark.rule("t9a.special.rat_swarm")
def test_the_rat_swarm_has_the_ruled_profile() -> None:
    game = summoning(draw("Spearmen at 36,10"), "Rat Swarm", (20.0, 20.0)).place(20, 20)
    swarm = game.unit("Rat Swarm")
    entry = game.battle.entry(swarm)
    assert (swarm.models, entry.type, entry.height, entry.base) == (3, "Beast", "Standard", (40, 40))
    profile, part = entry.profile, entry.parts[0]
    assert (profile.adv, profile.mar, profile.dis, profile.hp) == (6, 12, 10, 3)
    assert (profile.def_, profile.res, profile.arm) == (2, 2, 0)
    assert (part.att, part.off, part.str_, part.ap, part.agi) == (3, 2, 2, 0, 3)


@pytest.mark.rule("t9a.special.summon")
def test_a_summoned_unit_stands_where_it_is_placed_and_has_done_its_turn() -> None:
    table = draw("Spearmen at 36,10 | Ogres at 36,30 face 180", turn=2)
    game = summoning(table, "Rat Swarm", (20.0, 20.0)).place(20.5, 20.2, 45)
    swarm = game.unit("Rat Swarm")
    assert swarm.pose == Pose(20.5, 20.2, 45)
    assert (swarm.summoned, swarm.arrived, swarm.magic_moved, swarm.moved) == (True, 2, True, True)
    assert game.battle.entry(swarm).scoring is False
    assert [event.unit for event in game.told(spell_events.UnitSummoned)] == [swarm.id]
    assert problems(game.battle) == []


@pytest.mark.rule("t9a.special.summon")
@pytest.mark.parametrize(
    ("pose", "rule"),
    [
        (Pose(24, 20, 0), "t9a.special.summon"),  # the point is not under it
        (Pose(20, 20.3, 0), "t9a.geometry.unit_spacing"),  # less than 1" from the Ogres
        (Pose(20, 19, 0), None),
    ],
)
def test_it_covers_the_point_and_keeps_its_distance(pose: Pose, rule: str | None) -> None:
    game = summoning(draw("0 Spearmen at 60,10 | 1 Ogres at 20,23.5 face 180"), "Rat Swarm", (20.0, 19.6))
    if rule is not None:
        assert refusal(game, Placed(pose)).rule == rule
    else:
        assert game.answer(Placed(pose)).unit("Rat Swarm").pose == pose


@pytest.mark.rule("t9a.special.summon")
def test_it_stands_wholly_on_the_board() -> None:
    game = summoning(draw("Spearmen at 36,10"), "Totemic Beast", (0.5, 20.0))
    assert refusal(game, Placed(Pose(0.5, 20.0, 0.0))).rule == "t9a.geometry.unit_spacing"
    game.place(1.0, 20.0)
    assert game.unit("Totemic Beast").on_table


@pytest.mark.rule("t9a.special.summon")
def test_every_suggested_place_is_legal() -> None:
    game = summoning(draw("0 Spearmen at 60,10 | 1 Ogres at 20,23.5 face 180"), "Rat Swarm", (20.0, 19.6))
    suggested = game.game.asked.suggestions()
    assert len(suggested) > 3
    for answer in suggested:
        game.game.asked.check(answer)


@pytest.mark.rule("t9a.special.summon")
def test_without_a_place_nothing_is_summoned() -> None:
    game = summoning(draw("0 Spearmen at 20,20 | 1 Ogres at 40,40"), "Rat Swarm", (20.0, 20.0))
    assert len(game.battle.units) == 2
    (told,) = game.told(spell_events.NothingSummoned)
    assert told.name == "Rat Swarm"


@pytest.mark.rule("t9a.special.summon")
def test_a_second_unit_of_its_name_has_a_number() -> None:
    game = summoning(draw("Spearmen at 36,10"), "Rat Swarm", (20.0, 20.0)).place(20, 20)
    again = summoning(Table.of(game.battle), "Rat Swarm", (40.0, 30.0)).place(40, 30)
    assert [unit.name for unit in again.battle.units] == ["Spearmen", "Rat Swarm", "Rat Swarm 2"]


@pytest.mark.rule("t9a.special.summon")
def test_its_destruction_frightens_nobody() -> None:
    game = summoning(draw("0 Spearmen at 36,10 | 1 Ogres at 60,40"), "Rat Swarm", (36.0, 15.0)).place(36, 15)
    table = Table.of(game.battle)
    swarm = table.unit("Rat Swarm").id

    def strike(battle: Battle) -> Script[None]:
        attack = Attack("spell", battle.units[1].id, swarm, 9, "Blast", ROW, ap=10)
        yield from damage.roll_hits(battle, attack)
        yield from panic.suffer_attacks(battle, [attack])

    struck = happen(table, strike)  # No dice are written down: nobody may test.
    assert not struck.unit("Rat Swarm").on_table


def test_a_battle_with_a_summoned_unit_is_told_in_a_line_and_read_again() -> None:
    game = summoning(draw("Spearmen at 36,10"), "Rat Swarm", (20.0, 20.0)).place(20, 20)
    line = position_text(game.battle)
    again = battle_from_text(parse_position(line), game.battle.scene.version)
    assert [(unit.name, unit.summoned) for unit in again.units] == [("Spearmen", False), ("Rat Swarm", True)]
