"""Units that wait in Ambush, and the moves of the Vanguard (Model Rules: Ambush; Vanguard)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.essence_of_war.harness import Play, Table, draw, happen, refused_move
from tests.playing import pose, refused_place
from warhost.play import Placed
from warhost.rulesets.essence_of_war.chapters.setup import ambush, vanguard
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.rulesets.families.ninth_age.core.formation import size
from warhost.table import Forward, Pivot, Pose

ADVANCED = Settings(mode="advanced")
LINE = "Handgunners off | Wizard off | Spearmen at 18,3 | 1 Ghouls off | 1 Zombies at 18,44 face 180"


def waiting(line: str = LINE, deploys_first: int = 0) -> Table:
    table = draw(line, settings=ADVANCED, homes=(0, 1), phase="deployment", stage="ambush")
    table.battle.note(deploys_first=deploys_first)
    return table.change("Handgunners", ["Ambush"]).change("Ghouls", ["Ambush"]).change("Wizard", [])


@pytest.mark.rule("eow.special.ambush.declare")
@pytest.mark.parametrize("first", [0, 1])
def test_the_first_to_deploy_declares_first(first: int) -> None:
    game = happen(waiting(deploys_first=first), ambush.declare)
    assert (game.topic, game.question.seat) == ("ambush", first)
    names = ("Handgunners", "Ghouls")
    game.choose(unit=names[first])
    assert game.unit(names[first]).reserve
    assert game.question.seat == 1 - first
    game.choose("pass")
    assert not game.unit(names[1 - first]).reserve
    assert [event.unit for event in game.told(events.AmbushDeclared)] == [game.unit(names[first]).id]


@pytest.mark.rule("eow.special.ambush.join")
def test_only_characters_with_ambush_are_in_ambushing_units() -> None:
    table = waiting().join("Wizard", "Handgunners")
    refused = ambush.check(table.battle, table.unit("Handgunners"))
    assert refused is not None
    assert refused.rule == "eow.special.ambush.join"
    game = happen(table, ambush.declare)
    assert game.question.seat == 1
    game = happen(waiting().change("Wizard", ["Ambush"]), ambush.declare).choose(unit="Handgunners")
    game.choose(unit="Wizard")
    assert game.topic == "ambush with"
    game.choose(unit="Wizard", target="Handgunners")
    assert game.unit("Wizard").host == game.unit("Handgunners").id
    assert not game.unit("Wizard").reserve


def arriving(line: str = LINE, turn: int = 2, **fields: Any) -> Play:
    table = draw(line, settings=ADVANCED, homes=(0, 1), turn=turn).set("Handgunners", reserve=True)
    table.set("Handgunners", **fields)
    table.battle.stage = "move chargers"
    return table.play({"": 1})


@pytest.mark.rule("eow.special.ambush.arrive")
@pytest.mark.parametrize(("turn", "comes"), [(1, False), (2, True), (3, False)])
def test_ambushers_come_in_on_turn_two(turn: int, comes: bool) -> None:
    game = arriving(turn=turn)
    assert (game.topic == "ambush place") is comes
    assert game.battle.phase == "movement"


@pytest.mark.rule("eow.special.ambush.place")
def test_ambushers_are_placed_with_their_rear_on_an_edge_but_not_the_enemys() -> None:
    game = arriving()
    _, depth = size(game.battle, game.unit("Handgunners"))
    assert refused_place(game, 18.0, 20.0) == "eow.special.ambush.place"
    assert refused_place(game, 8.0, 48.0 - depth / 2, 180.0) == "eow.special.ambush.place"
    # Its front on the edge is not its rear.
    assert refused_place(game, depth / 2, 20.0, 270.0) == "eow.special.ambush.place"
    assert refused_place(game, 18.0, depth / 2) == "eow.spacing.one_inch"
    game.place(depth / 2, 20.0, 90.0)
    assert pose(game, "Handgunners") == Pose(round(depth / 2, 9), 20.0, 90.0)


@pytest.mark.rule("eow.special.ambush.place")
def test_places_along_three_edges_are_offered() -> None:
    game = arriving()
    places = [answer.pose for answer in game.game.asked.suggestions() if isinstance(answer, Placed)]
    assert {place.facing for place in places} == {0.0, 90.0, 270.0}


@pytest.mark.rule("eow.special.ambush.lost")
def test_ambushers_without_a_place_are_lost() -> None:
    game = arriving("8x9 | Handgunners off | Spearmen at 4,3 | Ghouls at 4,6.5 face 180")
    assert game.unit("Handgunners").fate == "destroyed"
    assert game.unit("Handgunners").id in [event.unit for event in game.told(events.UnitDestroyed)]
    # With a little more room it comes in.
    assert arriving("16x9 | Handgunners off | Spearmen at 4,3 | Ghouls at 4,6.5 face 180").topic == "ambush place"


@pytest.mark.rule("eow.special.ambush.limits")
def test_ambushers_do_not_march_and_shoot_as_if_they_had_moved() -> None:
    line = "Handgunners off | Spearmen at 18,6 | 1 Ghouls at 12,20 face 270"
    game = arriving(line)
    place = next(a for a in game.game.asked.suggestions() if a.pose.facing == 90.0 and 19 <= a.pose.y <= 21)  # type: ignore[union-attr]
    game.answer(place).choose(unit="Handgunners")
    assert [kind.name for kind in game.question.kinds] == ["pivot", "advance"]  # type: ignore[union-attr]
    assert game.question.denied[0].rule == "eow.special.ambush.limits"  # type: ignore[union-attr]
    game.stay().until("shoot")
    (option,) = (option for option in game.options if option.target is not None)
    needed = next(odds for odds in option.odds if odds.kind == "needed")
    assert [part.why for part in needed.parts] == ["Aim with the Handgun", "Moving and Shooting"]
    game.choose("pass").until(turn=3)
    assert game.unit("Handgunners").boons == ()


# Vanguard


RIDERS = "Reiters at 10,10 | Heath Hunters at 20,10 seat=0 | Dire Wolves at 10,38 face 180 | Ghouls at 30,38 face 180"


def leading(line: str = RIDERS, deploys_first: int = 0) -> Table:
    table = draw(line, settings=ADVANCED, homes=(0, 1)).change("Ghouls", []).change("Dire Wolves", ["Vanguard"])
    table.battle.note(deploys_first=deploys_first)
    return table.change("Reiters", ["Vanguard"]).change("Heath Hunters", ["Vanguard"])


@pytest.mark.rule("eow.special.vanguard.alternate")
def test_the_last_to_deploy_moves_first_and_players_alternate() -> None:
    game = happen(leading(), vanguard.moves)
    seats = []
    while game.topic:
        seats.append(game.question.seat)
        if game.topic == "vanguard":
            game.choose(game.keys[0])
            seats.pop()
        else:
            game.move("advance", Forward(2.0))
    assert seats == [1, 0, 0]
    other = happen(leading(deploys_first=1), vanguard.moves)
    assert (other.topic, other.question.seat) == ("vanguard", 0)


@pytest.mark.rule("eow.special.vanguard.move")
def test_the_vanguard_moves_six_inches() -> None:
    game = happen(leading(deploys_first=1), vanguard.moves).choose(unit="Reiters")
    assert refused_move(game, "advance", Forward(6.1)) == "eow.move.advance.forward"
    game.move("advance", Pivot(30.0), Forward(6.0))
    unit = game.unit("Reiters")
    assert (unit.vanguard, unit.moved) == (True, False)


@pytest.mark.rule("eow.special.vanguard.move")
def test_every_model_must_be_vanguard() -> None:
    table = leading(
        "Reiters + 4x2 at 10,10 | Marshal + on Horse at 3,3 | 0 Heath Hunters off | Ghouls at 30,38 | Dire Wolves off"
    )
    table.join("Marshal", "Reiters", 0)
    game = happen(table, vanguard.moves)
    assert not game.topic


@pytest.mark.rule("eow.special.vanguard.no_charge")
@pytest.mark.parametrize(("first", "turn", "charges"), [(0, 1, False), (1, 1, True), (0, 2, True)])
def test_the_vanguard_of_the_first_player_does_not_charge_at_once(first: int, turn: int, charges: bool) -> None:
    line = "Reiters at 18,10 | Ghouls at 18,20 face 180"
    table = draw(line, settings=ADVANCED, first=first, turn=turn, active=0).set("Reiters", vanguard=True)
    game = table.change("Ghouls", []).play({"": 1})
    assert (game.topic == "declare charge") is charges
