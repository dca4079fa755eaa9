"""Solid buildings: who fits, going in and out, shooting, fighting for them, bringing them down, stray shots."""

from __future__ import annotations

import pytest

from tests.pacing import first_now
from tests.regiments.fights import attacks, dice_for, volley
from tests.regiments.harness import Play, Table, acts, draw, happen, refusal, regiment
from tests.regiments.parts.grounds import battle_of, standing, town
from tests.regiments.wizards import BOLT, wizard
from warhost.errors import WarhostError
from warhost.play import Placed, parse_position
from warhost.play.questions import Manoeuvre
from warhost.rulesets.regiments.chapters import shooting
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.chapters.movement import transports
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.chapters.wounds.attacks import Attack
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.solid_buildings import buildings, collateral
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Feature, Forward, Pose

ONE, FIVE, TEN = regiment(1), regiment(5), regiment(10)
BOWS = regiment(5, weapons=['Bow (24", A1)'])
NONE = "72x48 house 36,24 6x6"
"""A house in the middle: up to 11 models, brick, with ports in front (north) and rear (south)."""


def house(line: str = "Pikes at 36,14 | Foe at 36,40 face 180", choices: str = "holding", **given: Regiment) -> Table:
    regiments = {"Pikes": FIVE, "Foe": TEN, **given}
    named = {name: told for name, told in regiments.items() if name in line}
    return town(f"{NONE} | {line}", named, choices)


def held(line: str = "Pikes at 36,14 | Foe at 36,40 face 180", choices: str = "holding", **given: Regiment) -> Table:
    """The same with Pikes inside."""
    return house(line, choices, **given).aboard("Pikes", "House 1")


def kinds(game: Play) -> list[str]:
    question = game.question
    assert isinstance(question, Manoeuvre)
    return [kind.name for kind in question.kinds]


@pytest.mark.rule("aofr.building.open")
def test_models_stand_on_the_floor_of_an_open_building() -> None:
    table = draw("72x48 open_building 36,24 8x6 | Pikes at 36,14 | Foe at 60,40", Pikes=FIVE, Foe=TEN)
    game = acts(table, "Pikes").act("Pikes", "rush").move(Forward(10))
    assert game.footprint("Pikes").y == 24
    assert buildings.kind_of(Feature("open_building", 36, 24, 8, 6)) is None


@pytest.mark.rule("aofr.building.solid")
def test_a_solid_building_is_closed_ground_unless_the_part_is_in_force() -> None:
    line = f"{NONE} | Pikes at 36,14 | Foe at 60,40"
    bare = acts(draw(line, Pikes=FIVE, Foe=TEN), "Pikes").act("Pikes", "rush")
    assert kinds(bare) == ["rush"]
    assert bare.refuses(Forward(8)) == "aofr.terrain.impassable"
    game = acts(house(), "Pikes").act("Pikes", "rush")
    assert kinds(game) == ["rush", "embark"]
    assert [feature.kind for feature in game.battle.scene.board.features] == ["house"]


@pytest.mark.rule("aofr.building.capacity_small", "aofr.building.capacity_medium", "aofr.building.capacity_large")
@pytest.mark.parametrize(("piece", "models"), [("shed", 6), ("house", 11), ("fortress", 21)])
def test_how_many_models_a_building_holds(piece: str, models: int) -> None:
    table = town(f"72x48 {piece} 36,24 6x6 | Pikes at 36,14", {"Pikes": FIVE})
    assert [one.capacity for one in standing(table).standing] == [models]


@pytest.mark.parametrize(("size", "models"), [("4x4", 6), ("8x6", 11), ("8x8", 21)])
def test_a_building_of_no_special_kind_has_the_size_of_its_ground(size: str, models: int) -> None:
    table = town(f"72x48 building 36,24 {size} | Pikes at 36,10", {"Pikes": FIVE})
    assert [one.capacity for one in standing(table).standing] == [models]


@pytest.mark.rule("aofr.building.capacity")
def test_a_building_holds_so_many_models_of_one_army() -> None:
    eleven = regiment(10, hero=regiment(1, rules=["Hero", "Tough(3)"]))
    line = "Pikes at 36,14 | Guard at 26,14 | Foe at 36,40 face 180"
    table = house(line, Pikes=eleven, Guard=ONE, Foe=TEN)
    shelter = table.unit("House 1")

    def why_not(name: str) -> str:
        refused = transports.why_not_carry(table.battle, shelter, table.unit(name))
        return "" if refused is None else refused.rule or ""

    assert why_not("Pikes") == ""
    table.aboard("Pikes", "House 1")
    assert why_not("Guard") == "aofr.building.capacity"
    table.unit("Pikes").left = (1,)
    table.unit("Pikes").hero = False
    assert (why_not("Guard"), why_not("Foe")) == ("", "aofr.building.capacity")


def test_twelve_models_are_too_many() -> None:
    table = house(Pikes=regiment(12))
    refused = transports.why_not_carry(table.battle, table.unit("House 1"), table.unit("Pikes"))
    assert refused is not None
    assert refused.message == "Pikes have 12 models; House 1 has room for 11 more."


@pytest.mark.rule("aofr.building.enter")
def test_a_move_into_contact_brings_a_unit_inside() -> None:
    game = acts(house("Pikes at 36,14.5 | Foe at 60,40"), "Pikes").act("Pikes", "advance")
    game.move(Forward(6), kind="embark")
    assert (game.unit("Pikes").inside, game.unit("Pikes").pose) == (game.unit("House 1").id, None)
    assert "Pikes went into House 1" in game.log[-1]
    far = acts(house("Pikes at 36,14 | Foe at 60,40"), "Pikes").act("Pikes", "advance")
    assert kinds(far) == ["advance"]


@pytest.mark.rule("aofr.building.enter")
def test_a_rush_brings_a_unit_inside_from_further_away() -> None:
    game = acts(house("Pikes at 36,11 | Foe at 60,40"), "Pikes").act("Pikes", "rush")
    game.move(Forward(9.5), kind="embark")
    assert game.unit("Pikes").inside == game.unit("House 1").id


@pytest.mark.rule("aofr.building.exit")
def test_a_unit_that_leaves_stays_within_six_inches() -> None:
    game = acts(held(), "Pikes").act("Pikes", "rush")
    game.answer(Placed(Pose(36, 20.5, 180)))
    assert game.refuses(Forward(7)) == "aofr.special.transport.disembark"
    game.move(Forward(5))
    assert (game.footprint("Pikes").y, game.unit("Pikes").inside) == (15.5, None)


@pytest.mark.rule("aofr.building.not_both")
def test_a_unit_does_not_go_in_and_out_in_one_activation() -> None:
    game = acts(held(), "Pikes").act("Pikes", "rush")
    game.answer(Placed(Pose(36, 20.5, 180)))
    assert kinds(game) == ["rush"]


@pytest.mark.rule("aofr.building.shoot")
@pytest.mark.parametrize(("where", "shot"), [("36,40 face 180", True), ("20,24 face 90", False)])
def test_shots_go_in_and_out_only_through_sides_with_firing_ports(where: str, shot: bool) -> None:
    table = held(f"Pikes at 36,14 | Foe at {where}", Pikes=BOWS, Foe=BOWS)
    battle = table.battle
    for shooter, target in (("Pikes", "Foe"), ("Foe", "Pikes")):
        fires = shooting.possible(battle, table.unit(shooter), [table.unit(target)])
        assert [len(fire.models) for fire in fires] == ([5] if shot else [])


@pytest.mark.rule("aofr.building.shoot")
def test_a_garrison_shoots_when_it_holds_and_after_it_has_gone_in() -> None:
    game = acts(held(Pikes=BOWS, Foe=TEN), "Pikes", {"Bow: to hit": (6, 6, 6, 6, 6)}).act("Pikes", "hold")
    assert game.topic == "shoot"
    line = "Pikes at 36,14.5 | Foe at 36,40 face 180"
    game = acts(house(line, Pikes=BOWS), "Pikes").act("Pikes", "advance").move(Forward(6), kind="embark")
    assert game.topic == "shoot"


@pytest.mark.rule("aofr.building.shoot")
def test_the_range_is_measured_from_the_side_that_is_used() -> None:
    table = held("Pikes at 36,14 | Foe at 36,49.5 face 180", Pikes=regiment(5, weapons=['Bow (22", A1)']), Foe=FIVE)
    assert shooting.possible(table.battle, table.unit("Pikes")) != []
    table = held("Pikes at 36,14 | Foe at 36,50.5 face 180", Pikes=regiment(5, weapons=['Bow (22", A1)']), Foe=FIVE)
    assert shooting.possible(table.battle, table.unit("Pikes")) == []


@pytest.mark.rule("aofr.building.cover")
def test_who_is_inside_is_in_cover() -> None:
    table = held(Pikes=regiment(5, defense=5), Foe=BOWS)
    play = volley(table, "Foe", "Pikes", {"to hit": (6, 6, 1, 1, 1), "block": (4, 3)})
    assert [(one.hits, one.blocked) for one in attacks(play)] == [(2, 1)]


@pytest.mark.rule("aofr.building.charge")
def test_one_unit_inside_fights_and_the_defender_chooses_which() -> None:
    line = "Pikes at 36,14 | Guard at 30,14 | Foe at 36,34 face 180"
    table = house(line, Guard=FIVE).aboard("Pikes", "House 1").aboard("Guard", "House 1")
    game = acts(table, "Foe", {"to hit": 6, "block": 1})
    game.charge("Foe", "Pikes")
    assert (game.topic, game.question.seat) == ("fights inside", 0)
    game.choose(unit="Guard")
    fights = game.told(events.MeleeBegan)
    assert [(one.target, one.side) for one in fights] == [(game.unit("Guard").id, "front")]
    assert (game.unit("Pikes").models, game.unit("Guard").fate) == (5, "destroyed")


@pytest.mark.rule("aofr.building.charge")
def test_the_charger_steps_back_and_the_loser_inside_stays() -> None:
    table = held("Pikes at 36,14 | Foe at 36,34 face 180", Foe=FIVE)
    dice = {"to hit": 1, "Morale": 6}
    game = acts(table, "Foe", dice).charge("Foe", "Pikes").choose("strike")
    assert game.footprint("Foe").y == pytest.approx(24 + 3 + 1 + 0.5)
    assert game.unit("Pikes").inside == game.unit("House 1").id


@pytest.mark.rule("aofr.building.charge")
def test_a_charger_that_destroys_the_garrison_may_go_in() -> None:
    table = held("Pikes at 36,14 | Foe at 36,34 face 180", Pikes=ONE)
    game = acts(table, "Foe", {"to hit": 6, "block": 1}).charge("Foe", "Pikes")
    assert game.topic == "go in"
    game.choose("enter")
    assert game.unit("Foe").inside == game.unit("House 1").id
    many = held("Pikes at 36,14 | Foe at 36,34 face 180", Pikes=ONE, Foe=regiment(12))
    game = acts(many, "Foe", {"to hit": 6, "block": 1}).charge("Foe", "Pikes")
    assert game.topic == "consolidate"
    stays = held("Pikes at 36,14 | Foe at 36,34 face 180", Pikes=ONE)
    game = acts(stays, "Foe", {"to hit": 6, "block": 1}).charge("Foe", "Pikes").choose("stay")
    assert game.topic == "consolidate"


@pytest.mark.rule("aofr.building.destructible")
def test_a_building_is_attacked_like_a_unit_with_defense_two() -> None:
    table = house(choices="holding+destruction", Foe=BOWS)
    assert table.battle.regiment(table.unit("House 1")).defense == 2
    play = volley(table, "Foe", "House 1", {"to hit": (6, 6, 6, 1, 1), "block": (1, 2, 5)})
    assert (play.unit("House 1").wounds, [one.blocked for one in attacks(play)]) == (1, [2])
    without = house(Foe=BOWS)
    assert shooting.possible(without.battle, without.unit("Foe")) == []


@pytest.mark.rule("aofr.building.destructible")
def test_a_building_is_charged_without_striking_back_or_testing() -> None:
    table = house("Pikes at 36,14 | Foe at 36,34 face 180", choices="holding+destruction", Foe=FIVE)
    game = acts(table, "Foe", {"to hit": 6, "block": 1}).charge("Foe", "House 1")
    assert game.unit("House 1").wounds == 5
    assert game.told(events.MoraleTested) == []
    assert game.unit("Foe").fatigued


@pytest.mark.rule("aofr.building.tough_wood", "aofr.building.tough_brick", "aofr.building.tough_stone")
@pytest.mark.parametrize(("piece", "tough"), [("shed", 6), ("house", 12), ("fortress", 18)])
def test_how_many_wounds_bring_a_building_down(piece: str, tough: int) -> None:
    table = town(f"72x48 {piece} 36,24 6x6 | Pikes at 36,14", {"Pikes": FIVE}, "holding+destruction")
    name = f"{piece.capitalize()} 1"
    happen(table, lambda battle: automatic_wounds(battle, table.unit(name), tough - 1))
    assert (table.unit(name).fate, len(table.battle.scene.board.features)) == ("", 1)
    happen(table, lambda battle: automatic_wounds(battle, table.unit(name), 1))
    assert (table.unit(name).fate, len(table.battle.scene.board.features)) == ("destroyed", 0)


@pytest.mark.rule("aofr.building.destroyed")
def test_who_is_inside_a_building_that_falls_tests_is_shaken_and_stands_beside_it() -> None:
    table = held(choices="holding+destruction", Pikes=TEN)
    dice = {"Dangerous terrain": (1, 1, 2, 3, 4, 5, 6, 2, 3, 4)}
    game = happen(table, lambda battle: removal.destroy(battle, table.unit("House 1")), dice)
    assert game.topic == "bail out"
    assert refusal(game, Placed(Pose(36, 5, 180))).rule == "aofr.special.transport.destroyed"
    assert refusal(game, Placed(Pose(36, 24, 180))).rule == "aofr.move.possible_location"
    game.answer(Placed(Pose(36, 20, 180)))
    unit = game.unit("Pikes")
    assert (unit.models, unit.shaken, unit.inside) == (8, True, None)
    assert game.battle.scene.board.features == ()


@pytest.mark.rule("aofr.building.collateral")
def test_shots_that_miss_who_is_inside_may_hit_the_building() -> None:
    table = held(choices="holding+destruction+collateral", Foe=BOWS)
    dice = {"Bow: to hit": (6, 6, 1, 1, 1), "stray shots": (3, 4, 6), "block": [(6, 6), (1, 1)]}
    play = volley(table, "Foe", "Pikes", dice)
    assert [(one.target, one.hits) for one in attacks(play)] == [
        (play.unit("Pikes").id, 2),
        (play.unit("House 1").id, 2),
    ]
    assert play.unit("House 1").wounds == 2


def test_there_are_no_stray_shots_unless_players_want_them() -> None:
    play = volley(held(choices="holding+destruction", Foe=BOWS), "Foe", "Pikes", {"to hit": 1})
    assert dice_for(play, "stray shots") == []
    with pytest.raises(WarhostError, match="needs buildings that can be destroyed"):
        optional.check(Settings(parts=("solid_buildings:holding+collateral",)))


@pytest.mark.rule("aofr.building.collateral_spells")
def test_a_spell_that_fails_is_no_shot_that_misses() -> None:
    table = held(choices="holding+destruction+collateral", Foe=wizard(BOLT))
    table.set("Foe", tokens=(3,))
    game = acts(table, "Foe", {"Casting": (1,)}).activate("Foe")
    game.choose("0:Bolt")
    assert dice_for(game, "stray shots") == []
    spell = Attack("spell", 0, 1, 3, "Bolt", "", 4, 4, misses=3)
    assert collateral.strays_of(spell) == 0
    assert collateral.strays_of(Attack("shooting", 0, 1, 3, "Bow", "", 4, 4, misses=3)) == 3


def test_a_garrison_seizes_markers_from_the_outline_of_its_building() -> None:
    table = held()
    assert controller(table.battle, Marker(36.0, 17.5)) is None
    assert controller(table.battle, Marker(36.0, 18.5)) == 0


def test_a_battle_with_buildings_in_it_can_be_told_in_a_line() -> None:
    table = town(f"{NONE} | Pike Company at 36,14 | Tent Guard at 36,40 face 180", {}).aboard("Pike Company", "House 1")
    again = RULESET.from_text(parse_position(RULESET.to_text(table.battle)))
    assert again.units == table.battle.units
    assert again.scene.regiments == table.battle.scene.regiments


@pytest.mark.parametrize("seed", first_now(["1", "2"]))
def test_battles_with_solid_buildings_end(seed: str) -> None:
    battle_of("solid_buildings", seed=seed, pieces=["house", "shed", "fortress", "building", "small_buildings"] * 2)


@pytest.mark.slow
@pytest.mark.parametrize("players", [("captain", "captain"), ("captain", "solo")])
def test_computer_players_fight_among_solid_buildings(players: tuple[str, str]) -> None:
    battle_of("solid_buildings", players)


@pytest.mark.rule("aofr.building.capacity")
def test_a_player_is_told_why_a_building_takes_nobody_in() -> None:
    game = acts(house("Pikes at 36,14.5 | Foe at 60,40", Pikes=regiment(12)), "Pikes").act("Pikes", "rush")
    assert game.denied == {f"enter>{game.unit('House 1').id}": "aofr.building.capacity"}


def test_odds_against_a_building_tell_of_no_result() -> None:
    table = house("Pikes at 36,14 | Foe at 36,34 face 180", choices="holding+destruction", Foe=FIVE)
    game = acts(table, "Foe").activate("Foe")
    (charge,) = [option for option in game.weighed if option.key.startswith("charge>")]
    assert [odds.label for odds in charge.odds] == ["destroys it", "expected wounds"]
    inside = acts(held("Pikes at 36,14 | Foe at 36,34 face 180", Foe=FIVE), "Foe").activate("Foe")
    (charge,) = [option for option in inside.weighed if option.key.startswith("charge>")]
    assert "expected wounds in return" in [odds.label for odds in charge.odds]
