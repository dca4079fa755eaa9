"""Effects of terrain and of objective markers: how they are found, and what each of them does."""

from __future__ import annotations

import pytest

from tests.regiments.fights import bows, clash, needs, volley
from tests.regiments.harness import Dicing, Fall, Interlude, Play, Table, acts, draw, happen, regiment
from tests.regiments.parts.playing import played
from warhost.field.ground.placing import Ground
from warhost.rulesets.regiments.chapters.deployment.ground import deploy_on
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.terrain_effects import (
    ObjectiveRevealed,
    TerrainRevealed,
    tell,
    told,
)
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward

TWO = 4
"""What a D6 shows that is read as a D3 of 2."""

FIELD = "72x48 signpost 30,25 12x4 | Unit at 30,20 | Foe at 60,40 face 180"


def table(line: str = FIELD, mode: str = "random", **regiments: Regiment) -> Table:
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    return draw(line, Settings(parts=(f"terrain_effects:{mode}",)), **made)


def being(effect: str, line: str = FIELD, **regiments: Regiment) -> Table:
    """The piece on the table has that effect."""
    drawn = table(line, "random", **regiments)
    piece = drawn.battle.scene.board.features[0]
    tell(drawn.battle, terrain=((piece.x, piece.y, effect),))
    return drawn


def beside(effect: str, line: str, at: tuple[float, float] = (30.0, 24.0), **regiments: Regiment) -> Table:
    """A marker with that effect lies there."""
    drawn = table(line, "random", **regiments).having(markers=(Marker(*at),), turn=2)
    tell(drawn.battle, objective=((0, effect, 2),))
    return drawn


def moved(drawn: Table, inches: float, dice: Dicing = (), action: str = "advance") -> Interlude:
    return acts(drawn, "Unit", dice).act("Unit", action).move(Forward(inches))


@pytest.mark.rule("aofr.terrain_effect.use", "aofr.terrain_effect.reveal")
def test_nothing_is_known_before_the_first_unit_enters_a_piece() -> None:
    drawn = table()
    assert (told(drawn.battle).terrain, told(drawn.battle).objective) == ((), ())
    game = moved(drawn, 2.4)
    assert (game.rolls, told(game.battle).terrain) == ([], ())
    game = moved(table(), 4, [5])
    assert told(game.battle).terrain == ((30.0, 25.0, "magical_vigor"),)
    assert game.told(TerrainRevealed) == [TerrainRevealed("The signpost", "Magical Vigor")]


@pytest.mark.rule("aofr.terrain_effect.reveal")
def test_a_piece_is_rolled_for_once() -> None:
    game = moved(being("magical_vigor"), 6)
    assert (game.rolls, told(game.battle).terrain) == ([], ((30.0, 25.0, "magical_vigor"),))


@pytest.mark.rule("aofr.terrain_effect.reveal")
def test_who_is_set_up_in_a_piece_enters_it_and_takes_no_harm() -> None:
    drawn = table().set("Unit", pose=None)
    anywhere = Ground(rule="aofr.deploy.zone")
    play = happen(drawn, lambda battle: deploy_on(battle, battle.units[0], anywhere), [3]).place(30, 25)
    assert told(play.battle).terrain == ((30.0, 25.0, "daemonic_infestation"),)
    assert play.unit("Unit").models == 5


@pytest.mark.rule("aofr.terrain_effect.reveal")
def test_impassable_ground_is_never_entered_and_flyers_only_enter_where_they_end() -> None:
    wall = "72x48 impassable 30,25 12x4 | Unit at 30,20 | Foe at 60,40 face 180"
    assert moved(table(wall), 2.0).rolls == []
    over = moved(table(Unit=regiment(5, rules=["Flying"])), 12, action="rush")
    assert over.rolls == []


@pytest.mark.rule("aofr.terrain_effect.table", "aofr.terrain_effect.regular")
@pytest.mark.parametrize(
    ("face", "effect"),
    [
        (1, "regular"),
        (2, "regular"),
        (3, "daemonic_infestation"),
        (4, "deadly_spores"),
        (5, "magical_vigor"),
        (6, "defensive_stakes"),
    ],
)
def test_a_die_says_what_a_piece_is(face: int, effect: str) -> None:
    dice: dict[str, Fall] = {"Effect": face, "wounds": 1, "hits": 1, "to block": 6}
    game = moved(table(), 4, dice)
    assert told(game.battle).terrain == ((30.0, 25.0, effect),)
    shown = [token.label for token in RULESET.overlay(game.battle).tokens]
    assert bool(shown) == (effect != "regular")


@pytest.mark.rule("aofr.terrain_effect.regular")
@pytest.mark.parametrize("face", [1, 2])
def test_regular_terrain_does_nothing_more(face: int) -> None:
    game = moved(table(), 4, [face])
    assert (game.unit("Unit").models, len(game.rolls)) == (5, 1)
    assert optional.surrounding(game.battle, game.unit("Unit")) == []


@pytest.mark.rule("aofr.terrain_effect.use")
def test_players_may_pick_the_effects_instead() -> None:
    drawn = table(mode="agreed").having(markers=(Marker(10.0, 10.0),))
    play = happen(drawn, lambda battle: optional.each(battle, "before_deployment"))
    assert (play.topic, play.question.seat) == ("terrain effect", 0)
    play.choose("deadly_spores")
    assert (play.topic, play.question.seat) == ("objective effect", 1)
    play.choose("holy_monument")
    assert told(play.battle).terrain == ((30.0, 25.0, "deadly_spores"),)
    assert told(play.battle).objective == ((0, "holy_monument", 0),)


# Terrain


@pytest.mark.rule("aofr.terrain_effect.daemonic_infestation")
def test_an_infested_piece_wounds_who_moves_through_it_once() -> None:
    game = moved(being("daemonic_infestation"), 6, {"Infestation": TWO})
    assert (game.unit("Unit").models, len(game.rolls)) == (3, 1)


IN_IT = "72x48 signpost 30,20 12x6 | Unit at 30,20 | Foe at 60,40 face 180"


@pytest.mark.rule("aofr.terrain_effect.daemonic_infestation")
def test_an_infested_piece_wounds_who_is_activated_in_it_once() -> None:
    game = acts(being("daemonic_infestation", IN_IT), "Unit", {"Infestation": TWO})
    assert (game.topic, game.unit("Unit").models) == ("action", 3)
    game.act("Unit", "advance").move(Forward(6))
    assert (game.unit("Unit").models, len(game.rolls)) == (3, 1)


@pytest.mark.rule("aofr.terrain_effect.deadly_spores")
def test_spores_deal_hits_that_are_blocked() -> None:
    dice: dict[str, Fall] = {"hits": 4, "to block": (4, 3, 2, 6), "Morale": 6}
    game = moved(being("deadly_spores", Unit=regiment(5, defense=4)), 6, dice)
    assert game.unit("Unit").models == 3
    assert needs(game, "to block") == [4]


@pytest.mark.rule("aofr.terrain_effect.magical_vigor")
@pytest.mark.parametrize(("x", "need"), [(30, 3), (25, 4)])
def test_vigor_helps_who_shoots_from_inside(x: int, need: int) -> None:
    line = f"72x48 signpost 30,20 6x6 | Unit at {x},20 | Foe at 30,36 face 180"
    play = volley(being("magical_vigor", line, Unit=bows(quality=4)), "Unit", "Foe", {"to hit": 6, "to block": 6})
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.terrain_effect.magical_vigor")
def test_vigor_helps_nobody_in_melee() -> None:
    line = "72x48 signpost 30,26 14x14 | Unit at 30,20 | Foe at 30,30 face 180"
    play = clash(being("magical_vigor", line), "Unit", "Foe", {"to hit": 6, "to block": 6}).choose("strike")
    assert needs(play, "to hit") == [4, 4]


@pytest.mark.rule("aofr.terrain_effect.magical_vigor")
def test_vigor_helps_either_side() -> None:
    line = "72x48 signpost 30,36 8x8 | Foe at 30,20 | 1 Unit at 30,36 face 180"
    play = volley(being("magical_vigor", line, Unit=bows(quality=4)), "Unit", "Foe", {"to hit": 6, "to block": 6})
    assert needs(play, "to hit") == [3]


@pytest.mark.rule("aofr.terrain_effect.defensive_stakes")
@pytest.mark.parametrize(("ground", "need"), [("30,30 12x1", 5), ("30,29 12x1", 5), ("10,10 4x4", 4)])
def test_stakes_hinder_who_charges_into_the_piece(ground: str, need: int) -> None:
    x, _, size = ground.partition(" ")
    line = f"72x48 signpost {x} {size} | Unit at 30,20 | Foe at 30,30 face 180"
    play = clash(being("defensive_stakes", line), "Unit", "Foe", {"to hit": 6, "to block": 6}).choose("strike")
    assert needs(play, "to hit") == [need, 4]


# Objectives


def seized(dice: Dicing) -> Play:
    drawn = table("72x48 | Unit at 30,22 | Foe at 60,40 face 180").having(markers=(Marker(30.0, 24.0),), turn=2)
    drawn.having(mission="duel")
    return happen(drawn, objectives.at_round_end, dice)


@pytest.mark.rule("aofr.objective_effect.reveal")
def test_a_marker_is_rolled_for_when_it_is_seized_first_and_counts_from_the_next_round() -> None:
    play = seized([3])
    assert told(play.battle).objective == ((0, "booby_traps", 3),)
    assert play.told(ObjectiveRevealed) == [ObjectiveRevealed(1, "Booby Traps")]
    (part,) = optional.speaking(play.battle, "endangers")
    place = play.footprint("Unit")
    assert not part.endangers(play.battle, place)
    play.battle.turn = 3
    assert part.endangers(play.battle, place)
    again = happen(_as_table(play), objectives.at_round_end)
    assert again.rolls == []


def _as_table(play: Play) -> Table:
    """The same battle again, in which the marker is nobody's for now."""
    drawn = table("72x48 | Unit at 30,22 | Foe at 60,40 face 180").having(markers=(Marker(30.0, 24.0),), turn=3)
    drawn.having(mission="duel", kept=play.battle.kept)
    return drawn


@pytest.mark.rule("aofr.objective_effect.table", "aofr.objective_effect.regular")
@pytest.mark.parametrize(
    ("face", "effect"),
    [
        (1, "regular"),
        (2, "regular"),
        (3, "booby_traps"),
        (4, "magical_field"),
        (5, "defensive_barrier"),
        (6, "holy_monument"),
    ],
)
def test_a_die_says_what_a_marker_is(face: int, effect: str) -> None:
    play = seized([face])
    assert told(play.battle).objective == ((0, effect, 3),)
    assert bool(optional.speaking(play.battle, "in_force")[0].in_force(play.battle)) == (effect != "regular")


@pytest.mark.rule("aofr.objective_effect.regular")
@pytest.mark.parametrize("face", [1, 2])
def test_a_regular_marker_does_nothing(face: int) -> None:
    play = seized([face])
    play.battle.turn = 3
    assert optional.surrounding(play.battle, play.unit("Unit")) == []
    assert not optional.endangered(play.battle, play.unit("Unit"), play.footprint("Unit"))


@pytest.mark.rule("aofr.objective_effect.booby_traps")
@pytest.mark.parametrize(("away", "dice"), [(2.0, [(1,)]), (4.0, [])])
def test_traps_make_the_ground_dangerous(away: float, dice: list[tuple[int, ...]]) -> None:
    line = "72x48 | Unit at 30,20 | Foe at 60,40 face 180"
    drawn = beside("booby_traps", line, (30.0, 20.5 + away), Unit=regiment(1, rules=[]))
    game = acts(drawn, "Unit", dice)
    assert game.unit("Unit").fate == ("destroyed" if dice else "")


@pytest.mark.rule("aofr.objective_effect.booby_traps")
def test_a_marker_that_is_carried_has_no_effect() -> None:
    line = "72x48 | Unit at 30,20 | Foe at 60,40 face 180"
    drawn = beside("booby_traps", line).having(markers=(Marker(30.0, 22.0, carrier=0),))
    assert acts(drawn, "Unit").topic == "action"


@pytest.mark.rule("aofr.objective_effect.magical_field")
@pytest.mark.parametrize(("x", "most"), [(34.5, 6.0), (36.0, 12.0)])
def test_a_magical_field_slows_who_passes(x: float, most: float) -> None:
    line = "72x48 | Unit at 30,20 | Foe at 60,40 face 180"
    game = acts(beside("magical_field", line, (x, 26.0)), "Unit").act("Unit", "rush")
    if most < 12:
        assert game.refuses(Forward(most + 0.1)) == "aofr.terrain.difficult"
    game.move(Forward(most))
    assert game.footprint("Unit").y == pytest.approx(20 + most)


@pytest.mark.rule("aofr.objective_effect.defensive_barrier")
@pytest.mark.parametrize(("away", "need"), [(2.5, 5), (3.5, 4)])
def test_a_barrier_protects_units_near_the_marker(away: float, need: int) -> None:
    line = "72x48 | Unit at 30,20 | Foe at 30,36 face 180"
    drawn = beside("defensive_barrier", line, (30.0, 36.5 + away), Unit=bows(quality=4))
    assert needs(volley(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6}), "to hit") == [need]


@pytest.mark.rule("aofr.objective_effect.holy_monument")
@pytest.mark.parametrize(("away", "wanted"), [(2.0, [3, 3]), (6.0, [4, 4]), (3.9, [3, 4])])
def test_a_monument_helps_units_near_the_marker_in_melee(away: float, wanted: list[int]) -> None:
    line = "72x48 | Unit at 30,20 | Foe at 30,30 face 180"
    drawn = beside("holy_monument", line, (30.0, 28.5 - away), Foe=regiment(15))
    play = clash(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("strike")
    assert needs(play, "to hit") == wanted


@pytest.mark.rule("aofr.objective_effect.holy_monument")
def test_a_monument_does_not_help_to_shoot() -> None:
    line = "72x48 | Unit at 30,20 | Foe at 30,36 face 180"
    drawn = beside("holy_monument", line, (30.0, 22.0), Unit=bows(quality=4))
    assert needs(volley(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6}), "to hit") == [4]


@pytest.mark.parametrize("mode", ["random", "agreed"])
def test_battles_with_terrain_effects_come_to_an_end(mode: str) -> None:
    assert told(played(f"terrain_effects:{mode}", 2)).terrain
