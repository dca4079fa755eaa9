"""Declaring charges and reacting to them (Charge Phase Sequence: steps 2 to 4)."""

import pytest

from tests.fantasy_battles.harness import Play, Table, draw, find, with_rules
from warhost.play.questions import Choose
from warhost.rulesets.fantasy_battles.chapters.charge.charge_reactions import reactions
from warhost.rulesets.fantasy_battles.core.battle import Boon, Settings
from warhost.rulesets.fantasy_battles.shown.events import DisciplineTested, PhaseBegan, ReactionDeclared
from warhost.table import Pose

DEEP = 80 / 25.4
"""The depth of twenty men, five wide: what lies between the centres of two such units in contact."""


def away(inches: float) -> float:
    """Where a unit of twenty stands whose front is so many inches from that of one at y = 10."""
    return 10 + DEEP + inches


def reacts(game: Play) -> str:
    """The first reaction that was declared."""
    return game.told(ReactionDeclared)[0].reaction


def open_to(table: Table, charger: str, target: str, *, must_flee: bool = False) -> tuple[list[str], dict[str, str]]:
    """The reactions that are open to a unit, and the rules that close others."""
    one, other = table.unit(charger), table.unit(target)
    options, closed = reactions(table.battle, one, other, must_flee=must_flee)
    return [option.key for option in options], {no.what: no.rule for no in closed}


def denied(game: Play) -> dict[str, str]:
    """Why something cannot be chosen, by what it is, with its rule."""
    question = game.question
    assert isinstance(question, Choose)
    return {one.what: one.rule for one in question.denied}


@pytest.mark.rule("t9a.charge.declare")
@pytest.mark.parametrize(("inches", "possible"), [(17.0, True), (17.1, False)])
def test_a_charge_is_declared_within_the_advance_rate_and_12_inches(inches: float, possible: bool) -> None:
    table = draw(f"Spearmen at 36,10 | Swordsmen at 36,{away(inches)} face 180").change("Spearmen", adv=5)
    game = table.play()
    assert (game.topic == "declare charge" and game.offers(unit="Spearmen", target="Swordsmen")) is possible


@pytest.mark.rule("t9a.geometry.inches_closest", "t9a.charge.range")
def test_a_charge_tells_what_its_dice_must_show_and_how_likely_they_do() -> None:
    # Centres are far apart, closest points 11.3 inches: 8 or more beyond an Advance Rate of 4.
    table = draw(f"Spearmen at 36,10 | Swordsmen at 39,{away(11.3)} face 180")
    told = {one.label: one.value for one in table.play().weighed[0].odds}
    assert told["charge succeeds"] == pytest.approx(15 / 36)
    assert told["needed with 2D6"] == 8


@pytest.mark.rule("t9a.charge.declare")
def test_nobody_charges_what_it_does_not_see() -> None:
    table = draw("Spearmen at 36,24 face 90 | Swordsmen at 36,34 face 180 | Guard at 46,24 face 180")
    game = table.set("Spearmen", seat=0).play()
    assert game.offers(unit="Spearmen", target="Guard")
    assert denied(game)["0>1"] == "t9a.charge.declare"


@pytest.mark.rule("t9a.charge.declare")
@pytest.mark.parametrize(("gap", "possible"), [(6.0, True), (3.0, False)])
def test_nobody_charges_without_room_to_arrive(gap: float, possible: bool) -> None:
    # Two buildings flank the way to the target: a front of 3.94 inches passes between them or not.
    line = f"72x48 impassable {33 - gap / 2},14 6x2 impassable {39 + gap / 2},14 6x2"
    line += " | Spearmen at 36,10 | Ogres at 60,10 | Swordsmen at 36,19 face 180 | Giant at 60,20 face 180"
    game = draw(line).play()
    assert game.offers(unit="Spearmen", target="Swordsmen") is possible


@pytest.mark.rule("t9a.charge.declare", "t9a.fleeing.no_charge")
def test_engaged_and_fleeing_units_declare_no_charges() -> None:
    table = draw("Spearmen at 20,10 | Guard at 36,10 | Ogres at 52,10 | Swordsmen at 36,20 face 180 | Knights at 52,13")
    table.battle.units[find(table.battle, "Knights").id].seat = 1
    table.set("Guard", fleeing=True).fight("Knights", "Ogres")
    game = table.play()
    assert {option.unit for option in game.options if option.unit is not None} == {table.unit("Spearmen").id}
    why = denied(game)
    assert why[str(table.unit("Guard").id)] == "t9a.fleeing.no_charge"
    assert why[str(table.unit("Ogres").id)] == "t9a.charge.declare"


@pytest.mark.rule("t9a.shaken.no_declare_charge")
def test_a_shaken_unit_declares_no_charge() -> None:
    table = draw("Spearmen at 36,10 | Guard at 10,10 | Swordsmen at 36,18 face 180 | Archers at 10,18 face 180")
    game = table.set("Spearmen", boons=(Boon("Shaken", "turn"),)).play()
    assert not game.offers(unit="Spearmen")
    assert denied(game)["0"] == "t9a.shaken.no_declare_charge"


@pytest.mark.rule("t9a.charge.reaction_hold")
def test_a_unit_that_holds_stays_as_it_is() -> None:
    game = draw("Spearmen at 36,10 | Guard at 10,10 | Swordsmen at 36,20 face 170 | Archers at 10,20 face 180").play()
    before = game.unit("Swordsmen").pose
    game.choose(unit="Spearmen", target="Swordsmen").choose("hold")
    assert game.unit("Swordsmen").pose == before
    assert game.topic == "declare charge"


@pytest.mark.rule("t9a.charge.reaction_hold")
def test_a_unit_that_fights_already_holds() -> None:
    table = draw("Spearmen at 36,10 | Guard at 10,10 | Swordsmen at 36,20 face 180 | Archers at 60,40 face 180")
    game = table.fight("Guard", "Swordsmen", "rear").play(dice={"Charge Range": (6, 6), "": 1})
    before = game.unit("Swordsmen").pose
    game.choose(unit="Spearmen", target="Swordsmen")
    assert [event.reaction for event in game.told(ReactionDeclared)] == ["hold"]
    assert game.unit("Swordsmen").pose == before


@pytest.mark.rule("t9a.charge.reaction_flee", "t9a.charge.reaction_first", "t9a.special.flee_move")
def test_a_unit_that_flees_from_a_charge_does_so_at_once_directly_away() -> None:
    table = draw("Spearmen at 36,10 | Guard at 24,10 | Swordsmen at 36,20 face 180 | Archers at 24,20 face 180")
    game = table.play(dice=[(3, 4)])
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee")
    assert game.unit("Swordsmen").fleeing
    assert game.unit("Swordsmen").pose == Pose(36.0, 27.0, 0.0)
    # The next declaration is checked against its new place.
    game.choose("keep")
    assert game.topic == "declare charge"
    assert not game.offers(unit="Guard", target="Swordsmen")


@pytest.mark.rule("t9a.fleeing.only_flee_reaction", "t9a.charge.reaction_flee")
def test_a_unit_that_flees_already_can_only_flee() -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,20 face 0").set("Swordsmen", fleeing=True, seat=1)
    assert open_to(table, "Spearmen", "Swordsmen") == (["flee"], {"hold": "t9a.fleeing.only_flee_reaction"})
    game = table.play(dice={"": 1}).choose(unit="Spearmen", target="Swordsmen")
    assert reacts(game) == "flee"


@pytest.mark.rule("t9a.charge.reaction_flee")
def test_an_engaged_unit_cannot_flee_from_a_charge() -> None:
    table = draw("Spearmen at 36,10 | Guard at 28,20 face 90 | Swordsmen at 36,20 face 180")
    table.fight("Guard", "Swordsmen", "right")
    keys, closed = open_to(table, "Spearmen", "Swordsmen")
    assert (keys, closed["flee"]) == (["hold"], "t9a.charge.reaction_flee")


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.charge.reaction_first")
def test_archers_shoot_at_the_charger_before_it_moves() -> None:
    table = draw("Spearmen at 36,10 | Guard at 60,10 | Archers at 36,20 face 180 | Giant at 60,22 face 180")
    # Aim 4+, 1 worse for the reaction: two hit. Strength 3 against Resilience 3 wounds on 4 or more.
    game = table.play(dice=[(5, 6, 4, 4, 4, 4, 3, 2, 1, 1), (4, 3)])
    game.choose(unit="Spearmen", target="Archers").choose("stand and shoot")
    assert game.unit("Spearmen").models == 19
    assert game.unit("Spearmen").pose != game.unit("Archers").pose
    assert game.topic == "declare charge"


@pytest.mark.rule("t9a.charge.reaction_stand_and_shoot", "t9a.shaken.no_shooting")
@pytest.mark.parametrize(
    ("y", "fields", "rule"),
    [
        (10 + 60 / 25.4 + 4.1, {}, ""),
        (10 + 60 / 25.4 + 4.0, {}, "t9a.charge.reaction_stand_and_shoot"),
        (20, {"boons": (Boon("Shaken", "turn"),)}, "t9a.shaken.no_shooting"),
        (20, {"reacted": (0,)}, "t9a.charge.reaction_stand_and_shoot"),
    ],
)
def test_who_may_not_stand_and_shoot(y: float, fields: dict[str, object], rule: str) -> None:
    table = draw(f"Spearmen at 36,10 | Archers at 36,{y} face 180 | Guard at 60,44 face 180").set("Archers", **fields)
    keys, closed = open_to(table, "Spearmen", "Archers")
    assert ("stand and shoot" in keys) is not bool(rule)
    assert closed.get("stand and shoot", "") == rule
    assert "flee" in keys


@pytest.mark.rule(
    "t9a.charge.sequence", "t9a.charge.declare_all_before_moving", "t9a.charge.move_order", "t9a.charge.end"
)
def test_all_charges_are_declared_and_answered_before_chargers_move_one_by_one() -> None:
    line = "Spearmen at 16,10 | Guard at 36,10 | Ogres at 56,10"
    table = draw(f"{line} | Swordsmen at 16,24 face 180 | Wolves at 36,24 face 180 | Archers at 56,24 face 180")
    game = table.play(dice={"Charge Range": (1, 1), "": 6})
    for charger, target in (("Guard", "Wolves"), ("Spearmen", "Swordsmen"), ("Ogres", "Archers")):
        assert game.topic == "declare charge"
        game.choose(unit=charger, target=target).choose("hold")
    assert not game.rolls
    assert (game.topic, len(game.options)) == ("move charger", 3)
    game.choose(unit="Ogres")
    assert (game.topic, len(game.options), len(game.rolls)) == ("move charger", 2, 1)
    game.choose(unit="Spearmen")
    assert [roll.unit for roll in game.rolls[:3]] == [game.unit(name).id for name in ("Ogres", "Spearmen", "Guard")]
    # The last one needs no choice; then the phase is over, and nobody has a charge left to make.
    assert game.told(PhaseBegan)[0].phase == "Movement"
    assert all(unit.target is None for unit in game.battle.units)


@pytest.mark.rule("t9a.charge.end", "t9a.charge.declare_all_before_moving")
def test_the_phase_goes_on_after_a_charge_that_reaches_its_target() -> None:
    line = "Spearmen at 16,10 | Guard at 36,10 | 0 Ogres at 56,10"
    table = draw(f"{line} | Swordsmen at 16,16 face 180 | Wolves at 36,24 face 180 | 1 Archers at 56,20 face 180")
    game = table.play(dice={"Charge Range": (1, 1), "": 6})
    for charger, target in (("Spearmen", "Swordsmen"), ("Guard", "Wolves")):
        game.choose(unit=charger, target=target).choose("hold")
    assert game.offers(unit="Ogres", target="Archers")
    game.choose("pass").choose(unit="Spearmen").choose(game.keys[0])
    assert game.unit("Spearmen").engaged
    # The failed charge of the Guard is made too before the next phase.
    assert [roll.unit for roll in game.rolls[:2]] == [game.unit("Spearmen").id, game.unit("Guard").id]
    assert game.unit("Guard").failed_charge
    assert game.topic != "declare charge", "nobody declares when chargers have moved"
    assert all(unit.target is None for unit in game.battle.units)


@pytest.mark.rule("t9a.charge.declare")
@pytest.mark.parametrize(("dice", "target"), [((3, 4), "Guard"), ((4, 4), "Swordsmen")])
def test_a_charger_may_redirect_after_a_flight_with_a_discipline_test(dice: tuple[int, int], target: str) -> None:
    table = draw("Spearmen at 36,10 | Swordsmen at 36,18 face 180 | Guard at 44,20 face 180")
    game = table.play(dice={"Flee": (1, 2), "Redirect": dice, "Charge Range": (1, 1), "": 1})
    game.choose(unit="Spearmen", target="Swordsmen").choose("flee").choose("redirect")
    if game.topic == "redirect target":
        game.choose(unit="Spearmen", target="Guard")
    assert game.unit("Spearmen").target == find(game.battle, target).id or not game.unit("Spearmen").engaged
    assert game.told(DisciplineTested)[0].passed is (target == "Guard")


@pytest.mark.rule("t9a.special.terror")
@pytest.mark.parametrize(("dice", "flees"), [((4, 4), True), ((3, 3), False)])
def test_terror_makes_a_unit_test_before_it_reacts(dice: tuple[int, int], flees: bool) -> None:
    table = draw("Giant at 36,10 | Swordsmen at 36,20 face 180").change("Swordsmen", dis=6)
    game = table.play(dice={"Panic": dice, "": 1}).choose(unit="Giant", target="Swordsmen")
    assert game.told(DisciplineTested)[0].kind == "panic"
    if flees:
        assert reacts(game) == "flee"
    else:
        assert game.keys == ["hold", "flee"]
        assert game.unit("Swordsmen").passed_panic


@pytest.mark.rule("t9a.special.terror")
@pytest.mark.parametrize(
    ("rules", "fields"), [(["Terror"], {}), ([], {"passed_panic": True}), (["Fearless"], {}), ([], {"fleeing": True})]
)
def test_who_does_not_mind_terror(rules: list[str], fields: dict[str, object]) -> None:
    table = with_rules("Giant at 36,10 | Swordsmen at 36,20 face 180", "Swordsmen", rules).set("Swordsmen", **fields)
    game = table.play(dice={"": 1}).choose(unit="Giant", target="Swordsmen")
    assert not any("Panic" in roll.why for roll in game.rolls)


@pytest.mark.rule("t9a.special.terror")
def test_one_model_with_terror_is_enough_to_frighten_and_half_are_enough_to_be_immune() -> None:
    table = draw("Spearmen at 36,10 | Captain at 10,10 | Swordsmen at 36,20 face 180 | Banner at 60,40 face 180")
    table.change("Captain", ["Terror"]).join("Captain", "Spearmen")
    table.change("Banner", ["Terror"]).join("Banner", "Swordsmen")
    game = table.play(dice={"": 1}).choose(unit="Spearmen", target="Swordsmen")
    assert "Panic" in game.rolls[0].why


@pytest.mark.rule("t9a.special.fearless")
def test_a_fearless_unit_flees_from_no_charge_unless_it_flees_already() -> None:
    table = with_rules("Spearmen at 36,10 | Swordsmen at 36,20 face 180", "Swordsmen", ["Fearless"])
    keys, closed = open_to(table, "Spearmen", "Swordsmen")
    assert (keys, closed["flee"]) == (["hold"], "t9a.special.fearless")
    table.set("Swordsmen", fleeing=True)
    assert open_to(table, "Spearmen", "Swordsmen")[0] == ["flee"]


@pytest.mark.rule("t9a.special.war_machine")
def test_a_war_machine_declares_no_charge() -> None:
    game = draw("Cannon at 36,10 | Guard at 10,10 | Swordsmen at 36,18 face 180 | Archers at 10,18 face 180").play()
    assert denied(game)["0"] == "t9a.special.war_machine"


@pytest.mark.rule("t9a.special.war_machine", "t9a.special.terror")
def test_a_war_machine_in_terror_is_shaken_and_holds() -> None:
    table = draw("Giant at 36,10 | Cannon at 36,20 face 180").change("Cannon", dis=6)
    assert open_to(table, "Giant", "Cannon")[1]["flee"] == "t9a.special.war_machine"
    game = table.play(dice={"Panic": (6, 6), "": 1}).choose(unit="Giant", target="Cannon")
    # It cannot shoot any more either.
    assert reacts(game) == "hold"
    assert open_to(Table.of(game.battle), "Giant", "Cannon")[1]["stand and shoot"] == "t9a.shaken.no_shooting"


@pytest.mark.rule("t9a.special.frenzy")
@pytest.mark.parametrize(("dice", "driven"), [((2, 5, 6), True), ((2, 1, 6), False)])
def test_frenzy_has_to_charge_after_a_failed_maximised_test(dice: tuple[int, ...], driven: bool) -> None:
    table = draw(
        "Spearmen at 36,10 | Swordsmen at 36,22 face 180 | Archers at 40,22 face 180", stage="start of charges"
    )
    game = table.change("Spearmen", ["Frenzy"], dis=8).play(dice=[dice])
    assert game.unit("Spearmen").frenzied is driven
    assert game.offers("pass") is not driven


@pytest.mark.rule("t9a.special.frenzy")
@pytest.mark.parametrize(
    ("settings", "inches", "tests"),
    [
        (Settings(), 12.0, True),
        (Settings(), 12.1, False),
        (Settings(frenzy="Advance Rate + 7"), 11.0, True),
        (Settings(frenzy="Advance Rate + 7"), 11.1, False),
    ],
)
def test_frenzy_minds_only_enemies_that_are_near(settings: Settings, inches: float, tests: bool) -> None:
    table = draw(f"Spearmen at 36,10 | Swordsmen at 36,{away(inches)} face 180", settings, stage="start of charges")
    game = table.change("Spearmen", ["Frenzy"]).play(dice=[(1, 1, 1)])
    assert bool(game.rolls) is tests
