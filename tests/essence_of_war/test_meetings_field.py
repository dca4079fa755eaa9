"""Rules of Essence of War that meet on the field: charges, reactions, flights, volleys, and who holds the middle."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from tests.essence_of_war.harness import Play, draw, shape
from tests.playing import pose
from warhost.play import Moved
from warhost.rulesets.essence_of_war.core.battle import Effect
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Forward, distance


def checks(game: Play, kind: str) -> list[tuple[str, int, bool]]:
    units = game.battle.units
    return [(units[t.unit].name, t.needed, t.passed) for t in game.told(events.DisciplineTested) if t.kind == kind]


def needs(game: Play, name: str, why: str) -> list[tuple[str, int | None]]:
    number = game.unit(name).id
    return [(roll.dice, roll.need) for roll in game.rolls if roll.unit == number and why in roll.why]


def through(game: Play, phase: str) -> Play:
    while not game.game.over and game.battle.phase == phase:
        game.choose("0") if game.topic == "charge place" else game.decline()
    return game


# Charges

TWO = (
    "0 Imperial Guard at 12,10 | 0 Iron Orcs at 24,10 | "
    "1 Handgunners at 18,20 face 180 | 1 Mongrel Herd at 22,25 face 180"
)


@pytest.mark.rule("eow.charge.reaction.flee", "eow.charge.redirect.each", "eow.charge.redirect.pass")
def test_who_held_against_one_charger_and_runs_from_the_next_frees_both() -> None:
    game = draw(TWO).play(dice={"Flee": (1, 1), "": 1})
    game.choose(unit="Imperial Guard", target="Handgunners").choose("hold")
    game.choose(unit="Iron Orcs", target="Handgunners").choose("flee")
    # Directly away from the Orcs, who were declared last: from 24,10 through 18,20.
    assert pose(game, "Handgunners").facing % 360 == pytest.approx(360 - degrees(atan2(6, 10)), abs=0.5)
    asked = {option.unit for option in game.options if option.unit is not None}
    assert asked == {game.unit("Imperial Guard").id, game.unit("Iron Orcs").id}


@pytest.mark.rule("eow.charge.combined.roll_first", "eow.charge.combined.order", "eow.charge.failed.distance")
def test_both_chargers_of_one_unit_roll_before_either_moves_and_the_loser_may_go_first() -> None:
    falls = {"Imperial Guard Charge Range": (1, 2), "Iron Orcs Charge Range": (6, 6), "": 1}
    game = draw(TWO).play(dice=falls)
    for name in ("Imperial Guard", "Iron Orcs"):
        game.choose(unit=name, target="Handgunners").choose("hold")
    while game.topic == "declare charge":
        game.choose("pass")
    assert len([roll for roll in game.rolls if "Charge Range" in roll.why]) == 2
    assert {option.unit for option in game.options} >= {game.unit("Imperial Guard").id, game.unit("Iron Orcs").id}
    before = pose(game, "Imperial Guard")
    game.choose(unit="Imperial Guard")
    after = pose(game, "Imperial Guard")
    assert (before.x, before.y) != (after.x, after.y)
    assert through(game, "charge").unit("Iron Orcs").foes


@pytest.mark.rule("eow.charge.redirect.test", "eow.patrol.orcs_and_goblins.warborn", "eow.dice.minimised")
def test_orcs_born_for_war_take_no_better_roll_to_redirect() -> None:
    line = "0 Iron Orcs at 18,10 | 1 Handgunners at 18,20 face 180 | 1 Mongrel Herd at 24,20 face 180"
    game = draw(line).play(dice={"Flee": (6, 6), "": 1}).choose(unit="Iron Orcs", target="Handgunners").choose("flee")
    game.choose("redirect")
    assert [dice for dice, _ in needs(game, "Iron Orcs", "Redirect")] == ["2D6"]


@pytest.mark.rule("eow.charge.fleeing.destroyed", "eow.panic.friend_destroyed", "eow.shoot.who_cannot")
def test_who_rides_down_a_flight_frightens_its_friends_and_does_not_shoot() -> None:
    line = (
        "0 Handgunners at 18,10 | 1 Mongrel Herd at 18,18 fleeing | "
        "1 Wildhorn Herd at 24,18 face 180 | 1 Soothsayer at 30,24"
    )
    game = draw(line).play(dice={"Flee": (1, 1), "Charge Range": 6, "": 1})
    game.choose(unit="Handgunners", target="Mongrel Herd")
    through(game, "charge")
    assert game.unit("Mongrel Herd").pose is None
    assert checks(game, "panic") == [("Wildhorn Herd", 8, True)]
    while not game.game.over and game.battle.phase in ("movement", "magic"):
        game.decline()
    assert not (game.topic == "shoot" and game.battle.phase == "shooting" and game.offers(unit="Handgunners"))


@pytest.mark.rule("eow.basic.fly", "eow.charge.declare.room", "eow.terrain.impassable.movement")
@pytest.mark.parametrize(("charger", "offered"), [("Spectral Hunters", True), ("Electoral Cavalry", False)])
def test_ghosts_charge_over_a_rock_and_riders_do_not(charger: str, offered: bool) -> None:
    line = f"36x48 impassable 18,16 4.6x2 | 0 {charger} at 18,10 | 1 Iron Orcs at 18,22 face 180"
    game = draw(line).play(dice={"": 1})
    able = game.topic == "declare charge" and game.offers(unit=charger, target="Iron Orcs")
    assert able is offered


@pytest.mark.rule("eow.basic.fly", "eow.terrain.hindering.dangerous_ride", "eow.basic.undeath")
@pytest.mark.parametrize(("wood", "dice"), [(10, ["5D6"]), (18, [])])
def test_ghosts_mind_the_wood_they_rise_from_and_not_the_one_they_cross(wood: int, dice: list[str]) -> None:
    line = (
        f"36x48 hindering 18,{wood} 8x4 | 0 Spectral Hunters at 18,10 | "
        "0 Vampire Courtier at 26,10 | 1 Iron Orcs at 4,44"
    )
    game = draw(line).play(dice={"": 3}, phase="movement").choose(unit="Spectral Hunters")
    game.answer(Moved("march", (Forward(16.0),)))
    assert [roll.dice for roll in game.rolls if "Dangerous" in roll.why] == dice


@pytest.mark.rule("eow.dangerous.no_panic", "eow.terrain.hindering.dangerous_ride", "eow.charge.failed.path")
def test_riders_who_fail_through_a_wood_lose_men_and_no_nerve() -> None:
    line = "36x48 hindering 18,13 8x2 | 0 Electoral Cavalry at 18,10 | 1 Iron Orcs at 18,26 face 180"
    game = draw(line).play(dice={"Charge Range": (1, 4), "Dangerous": (1, 1, 2, 2, 2), "": 6})
    game.choose(unit="Electoral Cavalry", target="Iron Orcs").choose("hold")
    assert game.unit("Electoral Cavalry").models == 3
    assert checks(game, "panic") == []


# Flights


@pytest.mark.rule(
    "eow.panic.quarter_losses", "eow.panic.direction_source", "eow.panic.fled_through", "eow.basic.general"
)
def test_a_volley_drives_men_through_friends_who_stand_by_the_word_of_their_general() -> None:
    line = (
        "0 Handgunners at 18,10 | 1 Mongrel Herd at 18,21 face 180 | "
        "1 Wildhorn Herd at 18,26 face 180 | 1 Soothsayer at 24,26"
    )
    falls = {
        "to hit": 6,
        "To-Wound": (6, 6, 6, 6, *[1] * 6),
        "Armour": 1,
        "Mongrel Herd Panic": 6,
        "Flee": (1, 1),
        "": 4,
    }
    game = draw(line).play(dice=falls, phase="shooting").choose(unit="Handgunners", target="Mongrel Herd")
    assert [name for name, _, _ in checks(game, "panic")] == ["Mongrel Herd", "Wildhorn Herd"]
    assert checks(game, "panic")[1] == ("Wildhorn Herd", 8, True)
    # Two inches would end on the Herd: they go on until an inch lies behind them.
    assert distance(shape(game, "Mongrel Herd"), shape(game, "Wildhorn Herd")) == pytest.approx(1.0, abs=0.01)


@pytest.mark.rule("eow.panic.quarter_losses", "eow.panic.exempt_states", "eow.turn.phase_order")
def test_a_quarter_is_a_quarter_of_one_phase() -> None:
    line = "0 Handgunners at 18,10 | 1 Mongrel Herd at 18,21 face 180"
    for lost, tests in ((3, 0), (4, 1)):
        falls = {"to hit": 6, "To-Wound": (*[6] * lost, *[1] * (10 - lost)), "Armour": 1, "": 1}
        table = draw(line).set("Mongrel Herd", models=13)
        game = table.play(dice=falls, phase="shooting").choose(unit="Handgunners", target="Mongrel Herd")
        # Thirteen when the phase began: three are no quarter, four are.
        assert len(checks(game, "panic")) == tests


@pytest.mark.rule("eow.rally.restrictions", "eow.move.spells_after", "eow.magic.not_fleeing")
@pytest.mark.parametrize(("fall", "casts"), [(1, True), (6, False)])
def test_a_wizard_who_rallied_casts_and_one_who_runs_on_does_not(fall: int, casts: bool) -> None:
    line = "0 Wizard at 18,20 fleeing | 0 Handgunners at 30,10 | 1 Iron Orcs at 18,40 face 180"
    game = draw(line).play(dice={"Rally": fall, "Flee": (1, 1), "": 3}, phase="movement")
    while not game.game.over and game.battle.phase == "movement":
        game.decline()
    cast = game.battle.phase == "magic" and game.topic == "cast"
    assert (cast and any(key.startswith(f"{game.unit('Wizard').id}:") for key in game.keys)) is casts


# Volleys


@pytest.mark.rule("eow.patrol.orcs_and_goblins.bow", "eow.shoot.long_range", "eow.shoot.moved", "eow.shoot.cover.half")
@pytest.mark.parametrize(("wood", "need"), [("", 6), (" hindering 18,24 8x2", None)])
def test_goblins_who_moved_hit_at_long_range_on_sixes_and_nobody_in_a_wood(wood: str, need: int | None) -> None:
    line = f"36x48{wood} | 0 Goblin Rabble at 18,10 | 1 Ghouls at 18,27 face 180"
    game = draw(line).set("Goblin Rabble", moved=True).play(dice={"": 1}, phase="shooting")
    offered = game.topic == "shoot" and game.offers(unit="Goblin Rabble", target="Ghouls")
    assert offered is (need is not None)
    if need is None:
        return
    game.choose(unit="Goblin Rabble", target="Ghouls")
    assert needs(game, "Goblin Rabble", "to hit") == [("15D6", need)]


@pytest.mark.rule("eow.terrain.elevated.ignore_cover", "eow.terrain.elevated.los_over", "eow.shoot.cover.half")
@pytest.mark.parametrize(("hill", "need"), [(" elevated 18,10 8x6", 4), ("", 5)])
def test_from_a_hill_friends_in_front_cover_nobody(hill: str, need: int) -> None:
    line = (
        f"36x48{hill} | 0 Handgunners at 18,10 | 0 Wizard at 18,18 | 0 Imperial Guard at 20.6,18 | "
        "1 Ghouls at 18,21 face 180"
    )
    game = draw(line).play(dice={"": 1}, phase="shooting").choose(unit="Handgunners", target="Ghouls")
    found = needs(game, "Handgunners", "to hit")
    assert max(one or 0 for _, one in found) == need


@pytest.mark.rule("eow.patrol.beast_herds.throwing_weapons", "eow.shoot.moved", "eow.terrain.hindering.cover")
@pytest.mark.parametrize(("wood", "need"), [("", 5), (" hindering 18,18.5 8x3", 6)])
def test_axes_are_thrown_on_the_move_and_at_their_full_reach_but_not_through_woods(wood: str, need: int) -> None:
    line = f"36x48{wood} | 0 Wildhorn Herd at 18,10 | 1 Iron Orcs at 18,19.5 face 180"
    game = draw(line).set("Wildhorn Herd", moved=True).play(dice={"": 1}, phase="shooting")
    game.choose(unit="Wildhorn Herd", target="Iron Orcs")
    assert {one for _, one in needs(game, "Wildhorn Herd", "to hit")} == {need}


@pytest.mark.rule("eow.spell.druidism.entwining_roots", "eow.shoot.seven_plus", "eow.shoot.modifiers_add")
def test_roots_make_a_bad_shot_impossible() -> None:
    line = "0 Handgunners at 18,10 | 1 Ghouls at 18,30 face 180 | 1 Soothsayer at 4,44"
    table = draw(line).set("Handgunners", moved=True, effects=(Effect("Entwining Roots", 1, 2, 0),))
    game = table.play(dice={"": 1}, phase="shooting")
    # 4+, a moved unit, long range, and an Aim that is one worse: 7+.
    assert not (game.topic == "shoot" and game.offers(unit="Handgunners", target="Ghouls"))


# Moves


@pytest.mark.rule("eow.basic.undeath", "eow.basic.general", "eow.move.march")
@pytest.mark.parametrize(("x", "marches"), [(28, True), (29, False)])
def test_the_dead_march_near_their_general_only(x: int, marches: bool) -> None:
    line = f"0 Ghouls at 14,10 | 0 Vampire Courtier at {x},10 | 1 Iron Orcs at 4,44"
    game = draw(line).play(dice={"": 1}, phase="movement").choose(unit="Ghouls")
    kinds = {kind.name for kind in game.question.kinds}  # type: ignore[union-attr]
    assert ("march" in kinds) is marches


# Victory


@pytest.mark.rule("eow.victory.basic.remove", "eow.victory.basic.count", "eow.victory.basic.draw")
@pytest.mark.parametrize(("fleeing", "words"), [(False, "wins"), (True, "draw")])
def test_the_middle_is_held_by_steady_ranks_and_by_no_general(fleeing: bool, words: str) -> None:
    line = (
        "36x48 | 0 Imperial Guard at 18,18.4 | 0 Wizard at 18,26 | 1 Iron Orcs at 30,44 face 180 | "
        "1 Orc Shaman at 20,28 face 180"
    )
    table = draw(line).set("Imperial Guard", fleeing=fleeing)
    game = table.play(dice={"": 1}, phase="melee", turn=4, active=1, first=0)
    while not game.game.over:
        game.decline()
    ended = game.told(events.BattleEnded)[-1].text
    assert words in ended.lower()
