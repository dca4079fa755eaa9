"""Charges: range, contact, failed moves (Charge Phase Sequence: step 5; Maximising Contact)."""

import pytest

from tests.fantasy_battles.harness import Play, draw, shape, with_rules
from tests.fantasy_battles.test_charge_declare import DEEP, away
from warhost.dice import Chance
from warhost.play import Chosen
from warhost.players.captain import Captain
from warhost.rulesets.families.ninth_age.core.contact import contacts
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.charge.charge_move import combined_arrivals, room
from warhost.rulesets.fantasy_battles.shown.events import ChargeRangeRolled, FailedChargeMoved, TargetTurned
from warhost.table import Arc, Pose, distance


def charged(game: Play, charger: str, target: str) -> Play:
    """That charge, against a unit that holds, with the first of its places."""
    game.choose(unit=charger, target=target)
    if game.topic == "charge reaction":
        game.choose("hold")
    if game.topic == "declare charge":
        game.choose("pass")
    if game.topic == "charge place":
        game.choose("0")
    return game


@pytest.mark.rule("t9a.charge.range")
@pytest.mark.parametrize(("dice", "made"), [((3, 4), True), ((3, 3), False)])
def test_a_charge_needs_the_distance_beyond_the_advance_rate(dice: tuple[int, int], made: bool) -> None:
    # 5 + 2D6 against 12 inches between the fronts.
    table = draw(f"Spearmen at 36,10 | Swordsmen at 36,{away(12)} face 180").change("Spearmen", adv=5)
    game = charged(table.play(dice={"Charge Range": dice, "": 1}), "Spearmen", "Swordsmen")
    assert game.unit("Spearmen").engaged is made


@pytest.mark.rule("t9a.charge.range")
def test_the_slowest_model_tells_the_charge_range_of_a_unit() -> None:
    table = draw(f"Spearmen at 36,10 | Captain at 10,10 | Swordsmen at 36,{away(12)} face 180")
    table.change("Spearmen", adv=5).change("Captain", adv=4).join("Captain", "Spearmen")
    game = charged(table.play(dice={"Charge Range": (3, 4), "": 1}), "Spearmen", "Swordsmen")
    assert not game.told(ChargeRangeRolled)[0].made


@pytest.mark.rule("t9a.charge.failed_move")
@pytest.mark.parametrize(("dice", "inches"), [((4, 2), 4), ((1, 3), 3)])
def test_a_failed_charge_goes_the_highest_die_towards_the_target(dice: tuple[int, int], inches: int) -> None:
    table = draw(f"Spearmen at 36,10 | Swordsmen at 36,{away(12)} face 180").change("Spearmen", adv=5)
    game = charged(table.play(dice={"Charge Range": dice, "": 1}), "Spearmen", "Swordsmen")
    assert game.unit("Spearmen").pose == Pose(36.0, 10.0 + inches, 0.0)
    assert not game.unit("Spearmen").engaged
    # It has had its move: nobody is left to move.
    assert game.unit("Spearmen").failed_charge
    assert not (game.topic == "move" and game.offers(unit="Spearmen"))


@pytest.mark.rule("t9a.charge.failed_move", "t9a.special.swiftstride")
def test_a_failed_swift_charge_goes_the_highest_die_that_counts() -> None:
    table = draw("Wolves at 36,6 | Swordsmen at 36,22 face 180").change("Wolves", adv=4)
    game = charged(table.play(dice={"Charge Range": (1, 2, 3), "": 1}), "Wolves", "Swordsmen")
    assert game.told(FailedChargeMoved)[0].inches == 3


@pytest.mark.rule("t9a.terrain.hill_charge", "t9a.special.reroll")
@pytest.mark.parametrize(
    ("again", "dice", "made"),
    [("reroll", [(2, 3), (4, 5)], True), ("reroll", [(2, 3), (3, 3)], False), ("no", [(2, 3)], False)],
)
def test_a_charge_from_a_hill_may_roll_once_more(again: str, dice: list[tuple[int, int]], made: bool) -> None:
    table = draw(f"72x48 hill 36,10 4x4 | Spearmen at 36,10 | Swordsmen at 36,{away(12)} face 180")
    game = table.change("Spearmen", adv=5).play(dice={"Charge Range": dice, "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    assert game.topic == "hill reroll"
    game.choose(again if again in game.keys else next(key for key in game.keys if key != "reroll"))
    if made:
        game.choose("0")
    assert game.unit("Spearmen").engaged is made
    assert len([roll for roll in game.rolls if roll.why == "Charge Range"]) == len(dice)


@pytest.mark.rule("t9a.terrain.hill_charge")
def test_only_a_centre_on_the_hill_counts() -> None:
    table = draw(f"72x48 hill 36,13 4x4 | Spearmen at 36,10 | Swordsmen at 36,{away(12)} face 180")
    game = table.play(dice={"Charge Range": (2, 3), "": 1}).choose(unit="Spearmen", target="Swordsmen").choose("hold")
    assert game.topic != "hill reroll"


@pytest.mark.rule("t9a.charge.contact_priority4", "t9a.charge.contact_best_fit")
def test_a_charger_slides_until_most_models_touch() -> None:
    # Straight ahead two files would meet; flush on the front all five of both do.
    table = draw(f"Spearmen at 36,10 | Swordsmen at 38.4,{away(6)} face 180")
    game = charged(table.play(dice={"Charge Range": (6, 6), "": 1}), "Spearmen", "Swordsmen")
    assert len(contacts(game.battle, game.unit("Spearmen"))) == 5
    assert len(contacts(game.battle, game.unit("Swordsmen"))) == 5


@pytest.mark.rule("t9a.charge.contact_priority3")
def test_the_charger_turns_and_the_target_does_not_where_that_is_possible() -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 150")
    game = charged(table.play(dice={"Charge Range": (6, 6), "": 1}), "Spearmen", "Swordsmen")
    pose = game.unit("Spearmen").pose
    assert pose is not None
    assert pose.facing == pytest.approx(330.0)
    assert game.unit("Swordsmen").pose == Pose(36.0, 20.0, 150.0)
    assert not game.told(TargetTurned)


@pytest.mark.rule("t9a.charge.contact_priority2", "t9a.charge.contact_best_fit")
def test_a_charger_leaves_room_for_another_that_charges_the_same_unit() -> None:
    # Either alone would stand in the middle with most models; both fit on the front only side by side.
    line = f"Spearmen at 33,10 | Guard at 39,10 | Swordsmen at 36,{away(6)} face 180"
    game = draw(line).play(dice={"Charge Range": (6, 6), "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    game.choose(unit="Guard", target="Swordsmen").choose("hold")
    game.choose(unit="Spearmen")
    while game.topic in ("charge place", "move charger"):
        game.choose(game.keys[0])
    foes = game.unit("Swordsmen").foes
    assert {foe.unit for foe in foes} == {game.unit("Spearmen").id, game.unit("Guard").id}


@pytest.mark.rule("t9a.charge.contact_priority1", "t9a.charge.contact_best_fit")
def test_a_charger_touches_its_target_alone_where_it_can() -> None:
    # In the middle of the front it would touch the unit beside the target, so it strikes with fewer models.
    wide = 100 / 25.4
    line = f"Spearmen at 34,10 | Swordsmen at 34,{away(6)} face 180 | Guard at {34 + wide + 0.2},{away(6)} face 180"
    game = charged(draw(line).play(dice={"Charge Range": (6, 6), "": 1}), "Spearmen", "Swordsmen")
    assert {foe.unit for foe in game.unit("Spearmen").foes} == {game.unit("Swordsmen").id}
    assert not game.unit("Guard").engaged
    assert distance(shape(game, "Spearmen"), shape(game, "Guard")) > 0


@pytest.mark.rule("t9a.charge.multiple", "t9a.charge.contact_priority1", "t9a.melee.engaged")
@pytest.mark.parametrize(("archers", "others"), [(52.0, set()), (38.6, {"Archers"})])
def test_a_charger_that_cannot_help_it_fights_a_second_enemy_too(archers: float, others: set[str]) -> None:
    # Ten files against a lone man who fights already and so cannot turn, with a unit close on one side or on both.
    mm = 1 / 25.4
    line = f"Guard at 33.4,{20 + 30 * mm} face 180 | Archers at {archers},{20 + 10 * mm} face 180"
    table = draw(f"Spearmen at 36,10 files=10 | General at 36,30 | Captain at 36,20 face 180 | {line}")
    game = charged(
        table.fight("General", "Captain", "rear").play(dice={"Charge Range": (6, 6), "": 1}), "Spearmen", "Captain"
    )
    foes = {game.battle.units[foe.unit].name for foe in game.unit("Spearmen").foes}
    assert foes in [{"Captain", one} for one in ("Guard", "Archers")] if others else foes == {"Captain"}
    assert {(foe.mine, foe.theirs) for foe in game.unit("Spearmen").foes} == {(Arc.FRONT, Arc.FRONT)}


@pytest.mark.rule("t9a.charge.fight_across_gaps")
def test_models_fight_across_an_empty_place() -> None:
    # Only two of five stand in the target's last rank, which is struck from behind: all five fight.
    table = draw("Spearmen at 36,10 | Swordsmen at 36,16 | Guard at 60,40 face 180")
    table.set("Swordsmen", models=17, rear_from=1, seat=1).fight("Spearmen", "Swordsmen", "rear")
    assert len(contacts(table.battle, table.unit("Spearmen"))) == 5


@pytest.mark.rule("t9a.special.fly")
def test_a_flyer_charges_over_others() -> None:
    line = "Hawks at 36,10 | Guard at 36,15 | Swordsmen at 36,22 face 180"
    assert draw(line).play().offers(unit="Hawks", target="Swordsmen")
    grounded = with_rules(line, "Hawks", []).play()
    assert not (grounded.topic == "declare charge" and grounded.offers(unit="Hawks", target="Swordsmen"))


@pytest.mark.rule("t9a.special.ghost_step", "t9a.terrain.impassable")
@pytest.mark.parametrize(("rules", "ways"), [((), False), (("Ghost Step",), True)])
def test_ghosts_charge_through_rocks_but_never_end_in_them(rules: tuple[str, ...], ways: bool) -> None:
    line = "72x48 impassable 36,15 60x1 | Spearmen at 36,10 | Swordsmen at 36,21 face 180"
    table = with_rules(line, "Spearmen", rules)
    charger, target = table.unit("Spearmen"), table.unit("Swordsmen")
    assert room(table.battle, charger, target, Arc.FRONT) is ways
    inside = with_rules(line.replace("36,15 60x1", "36,17 60x3"), "Spearmen", rules)
    charger, target = inside.unit("Spearmen"), inside.unit("Swordsmen")
    assert not combined_arrivals(inside.battle, charger, target, Arc.FRONT, ()).places


def test_a_unit_five_wide_is_as_deep_as_the_tests_say() -> None:
    assert shape(draw("Spearmen at 36,10"), "Spearmen").depth == pytest.approx(DEEP)


BEHIND = f"0 Spearmen at 36,8 | 0 Captain at 36,{8 + DEEP / 2 + 2.4} | 1 Swordsmen at 36,20 face 180 files=10"
"""Spearmen two inches behind a Captain, who stands in their way to the Swordsmen."""

OTHERS = f"{BEHIND} | 1 Archers at 42,20 face 180"


def declared(line: str, **targets: str) -> Play:
    """The Charge Phase once these charges are declared, all of which the dice let arrive."""
    game = draw(line).play(dice={"Charge Range": (6, 6), "": 1})
    for name, target in targets.items():
        game.choose(unit=name, target=target).choose("hold")
    return game.choose("pass") if game.topic == "declare charge" else game


def reaching(game: Play) -> dict[str, float]:
    """The chance to arrive of each charger that may move now."""
    return {
        game.battle.units[option.unit].name: option.odds[0].value for option in game.weighed if option.unit is not None
    }


@pytest.mark.rule("t9a.charge.contact_priority2", "t9a.charge.move_order")
def test_a_charger_whose_way_a_friend_bars_waits_until_that_friend_has_charged_the_same_unit() -> None:
    game = declared(BEHIND, Captain="Swordsmen", Spearmen="Swordsmen")
    # Nobody is asked: only the Captain may move now, and then the Spearmen find a way.
    while game.topic == "charge place":
        game.choose("0")
    assert [told.unit for told in game.told(ChargeRangeRolled)] == [1, 0]
    assert {foe.unit for foe in game.unit("Swordsmen").foes} == {0, 1}


@pytest.mark.rule("t9a.charge.contact_priority2", "t9a.charge.move_order")
def test_a_charger_of_another_unit_is_not_waited_for_but_the_closed_way_is_told() -> None:
    game = declared(OTHERS, Captain="Archers", Spearmen="Swordsmen")
    assert reaching(game) == {"Spearmen": 0.0, "Captain": pytest.approx(1.0, abs=0.2)}
    assert "No way to Swordsmen is open" in next(option.text for option in game.weighed if option.unit == 0)
    decision = Captain(Chance(0)).decide(game.game.asked, game.battle, RULESET)
    assert isinstance(decision.answer, Chosen)
    assert decision.answer.option.startswith("1>")
