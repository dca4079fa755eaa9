"""The Warbanner, carried and planted (Warbanner)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.harness import Table, draw, hero, unit
from warhost.play import Walked
from warhost.rulesets.blue_age.chapters.heroes import warbanner
from warhost.rulesets.blue_age.chapters.scenario import objectives
from warhost.rulesets.blue_age.chapters.wounds.attacks import ONES, Lot, prepared
from warhost.rulesets.blue_age.core import Marker, Settings, trials, values
from warhost.table import Pose

RADIUS = 25 / 25.4 / 2
CM = 1 / 2.54


def beside(centimetres: float, settings: Settings | None = None) -> Table:
    """A bearer, and a unit of one model that is so far from him, and an enemy far away."""
    x = 10 + 2 * RADIUS + centimetres * CM
    text = f"Bearer at 10,10 | Guard at {x:.8f},10 | Foe at 40,40 face 180"
    return draw(text, settings, Bearer=hero(warbanner=True, destiny=0), Guard=unit(), Foe=unit(models=2))


@pytest.mark.rule("blue.warbanner.combat_resolution")
@pytest.mark.parametrize(("away", "points"), [(15.0, 1), (15.1, 0)])
def test_a_warbanner_near_the_fight_scores_a_point(away: float, points: int) -> None:
    table = beside(away)
    assert warbanner.score(table.battle, 0, [table.unit("Guard"), table.unit("Foe")]) == points
    assert warbanner.score(table.battle, 1, [table.unit("Guard")]) == 0


def test_centimetres_are_inches_where_players_agreed() -> None:
    table = beside(30.0, Settings(cm_as_inches=True))
    assert warbanner.score(table.battle, 0, [table.unit("Guard")]) == 1
    assert warbanner.score(beside(30.0).battle, 0, [table.unit("Guard")]) == 0


@pytest.mark.rule("blue.warbanner.reroll_tests")
@pytest.mark.parametrize(("away", "again"), [(10.0, "Warbanner"), (11.0, "")])
def test_failed_tests_are_rolled_again_near_it(away: float, again: str) -> None:
    table = beside(away)
    for kind in ("spirit", "mind"):
        trial = trials.prepared(table.battle, table.unit("Guard"), kind, "Test", "blue.command.rally")
        assert trial.again_by == again


@pytest.mark.rule("blue.warbanner.reroll_tests")
def test_it_is_measured_from_the_bearer_and_not_from_his_unit() -> None:
    text = "Bearer at 10,10 | Guard at 12,10 | Far at 17,10 | Foe at 40,40 face 180"
    units = {"Bearer": hero(warbanner=True), "Guard": unit(models=5), "Far": unit(), "Foe": unit()}
    table = draw(text, **units).join("Bearer", "Guard")
    assert not warbanner.steadies(table.battle, table.unit("Far"))
    assert warbanner.steadies(table.battle, table.unit("Guard"))


def planted(away: float, **guard: object) -> Table:
    """The bearer has planted it on an objective; a unit of one model is so many centimetres from that."""
    table = beside(0.0)
    battle = table.battle
    battle.markers = (Marker(10.0, 10.0 + RADIUS + 0.5),)
    battle.units[0].planted = 0
    return table.places("Guard", [(10.0, 10.0 + RADIUS + 0.5 + RADIUS + away * CM)])


@pytest.mark.rule("blue.warbanner.plant")
def test_it_is_planted_within_an_inch_of_an_objective() -> None:
    table = beside(5.0)
    battle, bearer = table.battle, table.unit("Bearer")
    battle.markers = (Marker(10.0, 10.0 + RADIUS + 1.1),)
    assert warbanner.why_not_planted(battle, bearer) is not None
    battle.markers = (Marker(10.0, 10.0 + RADIUS + 1.0),)
    assert warbanner.why_not_planted(battle, bearer) is None
    assert warbanner.why_not_planted(battle, table.unit("Guard")) is not None
    table.lock("Bearer", "Foe")
    assert warbanner.why_not_planted(battle, bearer) is not None


@pytest.mark.rule("blue.warbanner.plant")
def test_planted_it_gives_neither_points_nor_tests() -> None:
    table = beside(5.0)
    battle = table.battle
    battle.markers = (Marker(10.0, 11.0),)
    list(warbanner.plant(battle, table.unit("Bearer")))
    assert battle.units[0].planted == 0
    assert warbanner.score(battle, 0, [table.unit("Guard")]) == 0
    assert not warbanner.steadies(battle, table.unit("Guard"))
    list(warbanner.take_up(battle, table.unit("Bearer")))
    assert warbanner.score(battle, 0, [table.unit("Guard")]) == 1


@pytest.mark.rule("blue.warbanner.planted_magic_save")
@pytest.mark.parametrize(("away", "plain", "better"), [(6.0, 9, 7), (6.1, None, 8)])
def test_planted_it_gives_a_magical_save(away: float, plain: int | None, better: int) -> None:
    table = planted(away)
    assert values.magical_save(table.battle, table.unit("Guard")) == plain
    text = "Bearer at 10,10 | Guard at 20,10 | Foe at 40,40 face 180"
    units = {"Bearer": hero(warbanner=True), "Guard": unit(rules=["Magical Save (8+)"]), "Foe": unit()}
    saved = draw(text, **units)
    saved.battle.markers, saved.battle.units[0].planted = table.battle.markers, 0
    saved.places("Guard", [(model.x, model.y) for model in table.unit("Guard").models])
    assert values.magical_save(saved.battle, saved.unit("Guard")) == better


@pytest.mark.rule("blue.warbanner.planted_objective_hold")
@pytest.mark.parametrize(("away", "held"), [(6.0, 2), (6.1, 1)])
def test_planted_each_model_near_it_holds_one_more(away: float, held: int) -> None:
    table = planted(away)
    # The bearer himself counts 2 as an Infantry Hero, and one more.
    assert objectives.strength_at(table.battle, 0, table.battle.markers[0]) == 3 + held


@pytest.mark.rule("blue.warbanner.planted_reroll_ones")
@pytest.mark.parametrize(("away", "again"), [(6.0, (ONES, "Warbanner")), (6.1, None)])
def test_planted_ones_to_hit_are_rolled_again(away: float, again: object) -> None:
    table = planted(away)
    guard = table.unit("Guard").id
    for kind in ("melee", "ranged"):
        lot = Lot(kind, guard, 2, 3, 6, strength=4, what="Blow", rule="blue.fight.hit_roll")
        assert prepared(table.battle, lot).hits_again == again


@pytest.mark.rule("blue.warbanner.plant")
def test_the_bearer_plants_it_at_the_end_of_his_move_and_takes_it_up_when_he_goes_on() -> None:
    table = beside(40.0)
    battle = table.battle
    battle.markers = (Marker(10.0, 13.0),)
    dice: dict[str, Any] = {"Turn roll": [6, 5] * 9, "": 5}
    game = table.play(dice=dice).until("move").choose("0")
    game.answer(Walked(pose=Pose(10.0, 12.0, 0.0)))
    assert (game.topic, game.keys) == ("plant", ["plant", "pass"])
    game.choose("plant")
    assert game.unit("Bearer").planted == 0
    game.until("move", turn=2).choose("0").answer(Walked(pose=Pose(10.0, 16.5, 0.0)))
    assert game.unit("Bearer").planted is None
    assert game.topic != "plant"
