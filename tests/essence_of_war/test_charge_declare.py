"""Declaring charges, reactions and redirects (Charge Phase)."""

from __future__ import annotations

import pytest

from tests.essence_of_war.harness import Play, Table, draw, refusal, with_rules
from warhost.play import Act, Chosen
from warhost.rulesets.essence_of_war.chapters.charge.charge_range import reach_chance
from warhost.rulesets.essence_of_war.core.battle import Settings
from warhost.rulesets.essence_of_war.shown import events
from warhost.table import Arc, Pose

REST = "Hold Guardians at 3,3"
"""A unit of the Active Player that has nothing to charge: with it the battle waits in the Movement Phase."""

GUARD = "Imperial Guard at 18,11"
GUNS = "Handgunners at 18,20 face 180"

DEPTHS = 30 / 25.4 + 20 / 25.4
"""From the Centre of the Imperial Guard to its front, and from the Centre of the Handgunners to theirs."""


def facing_each_other(gap: float) -> str:
    return f"Imperial Guard at 18,10 | {REST} | Handgunners at 18,{10 + gap + DEPTHS:.6f} face 180"


def wall(gap: float) -> str:
    """Impassable Terrain across the whole board with a gap in the middle."""
    width = 18 - gap / 2
    return (
        f"36x48 impassable {width / 2:.6f},20 {width:.6f}x2 impassable {36 - width / 2:.6f},20 {width:.6f}x2"
        f" | {REST} | Imperial Guard at 18,14 | Handgunners at 18,25 face 180"
    )


def ready(table: Table | str, *dice: tuple[int, ...]) -> Play:
    return (draw(table) if isinstance(table, str) else table).play(dice=dice)


def is_offered(game: Play, unit: str, target: str) -> bool:
    return game.topic == "declare charge" and game.offers(unit=unit, target=target)


def why_not(line: Table | str, unit: str, target: str) -> str:
    """The rule by which a declaration is refused while others are possible."""
    game = ready(line)
    assert game.topic == "declare charge"
    return refusal(game, Chosen(f"{game.unit(unit).id}>{game.unit(target).id}")).rule or ""


@pytest.mark.rule("eow.charge.sequence", "eow.charge.reaction.immediate")
def test_a_declaration_is_answered_by_the_charged_unit_before_the_next_one() -> None:
    game = ready(f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180")
    game.choose(unit="Imperial Guard", target="Handgunners")
    assert (game.topic, game.question.seat) == ("charge reaction", 1)
    assert refusal(game, Chosen("1>4")).rule == "eow.charge.reaction.immediate"


@pytest.mark.rule("eow.charge.sequence", "eow.charge.reaction.immediate")
@pytest.mark.parametrize(("reaction", "y"), [("hold", 20.0), ("flee", 28.0)])
def test_a_reaction_is_carried_out_before_another_unit_declares_its_charge(reaction: str, y: float) -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180"
    game = ready(line, (4, 4)).choose(unit="Imperial Guard", target="Handgunners").choose(reaction)
    if game.topic == "redirect":
        game.choose("keep")
    pose = game.unit("Handgunners").pose
    assert pose is not None
    assert pose.y == y
    assert is_offered(game, "Electoral Cavalry", "Goblin Rabble")
    assert not is_offered(game, "Imperial Guard", "Goblin Rabble")


@pytest.mark.rule("eow.charge.reaction.arc_known")
def test_whoever_is_charged_is_told_by_whom_where_and_from_how_far() -> None:
    game = ready(facing_each_other(7.3)).choose(unit="Imperial Guard", target="Handgunners")
    assert game.question.text.startswith('Imperial Guard charge your Handgunners in the front from 7.3".')
    assert game.question.act == Act(game.unit("Imperial Guard").id, (game.unit("Handgunners").id,))


@pytest.mark.rule("eow.charge.sequence", "eow.charge.move_after_all")
def test_no_range_is_rolled_before_all_charges_are_declared_and_all_flights_done() -> None:
    game = ready(
        f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180",
        *((6, 5), (1, 1), (1, 1)),
    )
    game.choose(unit="Imperial Guard", target="Handgunners").choose("hold")
    assert game.topic == "declare charge"
    assert not game.rolls
    game.choose(unit="Electoral Cavalry", target="Goblin Rabble").choose("flee").until("move")
    assert [roll.rule for roll in game.rolls] == ["eow.flee.distance", *["eow.charge.range.roll"] * 2]


@pytest.mark.rule("eow.charge.optional")
def test_nobody_has_to_charge() -> None:
    game = ready(f"{GUARD} | {REST} | {GUNS}").choose("pass")
    assert game.topic == "move"
    assert game.offers(unit="Imperial Guard")
    assert game.unit("Imperial Guard").pose == Pose(18.0, 11.0, 0.0)


@pytest.mark.rule("eow.charge.optional")
def test_any_unit_may_be_the_first_to_charge() -> None:
    game = ready(f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180")
    assert is_offered(game, "Imperial Guard", "Handgunners")
    assert is_offered(game, "Electoral Cavalry", "Goblin Rabble")


@pytest.mark.rule("eow.charge.declare.who")
def test_fleeing_units_declare_no_charges() -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS}"
    assert is_offered(ready(line), "Electoral Cavalry", "Handgunners")
    game = ready(draw(line).set("Electoral Cavalry", fleeing=True))
    assert not is_offered(game, "Electoral Cavalry", "Handgunners")
    assert refusal(game, Chosen("1")).rule == "eow.charge.declare.who"


@pytest.mark.rule("eow.charge.declare.who")
def test_engaged_units_declare_no_charges() -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180"
    game = ready(draw(line).fight("Imperial Guard", "Handgunners"))
    assert not any(option.unit == 0 for option in game.options)
    assert refusal(game, Chosen("0")).rule == "eow.charge.declare.who"


@pytest.mark.rule("eow.charge.declare.los")
def test_what_stands_only_in_the_flank_arc_cannot_be_charged() -> None:
    line = f"{GUARD} | {REST} | {GUNS} | Goblin Rabble at 26,11 face 180"
    assert why_not(line, "Imperial Guard", "Goblin Rabble") == "eow.charge.declare.los"


@pytest.mark.rule("eow.charge.declare.los")
def test_a_target_that_no_model_sees_cannot_be_charged() -> None:
    hidden = (
        "36x48 impassable 24,21 12x1 | Imperial Guard at 12,12 | Electoral Cavalry at 24,12"
        " | Handgunners at 24,25 face 180 | Goblin Rabble at 12,20 face 180"
    )
    assert why_not(hidden, "Electoral Cavalry", "Handgunners") == "eow.charge.declare.los"


@pytest.mark.rule("eow.charge.declare.range")
@pytest.mark.parametrize(("gap", "possible"), [(16.0, True), (16.1, False)])
def test_the_target_must_be_within_advance_and_twelve_inches(gap: float, possible: bool) -> None:
    assert is_offered(ready(facing_each_other(gap)), "Imperial Guard", "Handgunners") is possible


@pytest.mark.rule("eow.charge.declare.room")
@pytest.mark.parametrize(("gap", "possible"), [(5.0, True), (4.0, True), (3.8, False)])
def test_a_gap_narrower_than_the_charger_leaves_no_room(gap: float, possible: bool) -> None:
    assert is_offered(ready(wall(gap)), "Imperial Guard", "Handgunners") is possible


@pytest.mark.rule("eow.charge.declare.room")
@pytest.mark.parametrize(("gap", "possible"), [(4.0, True), (3.8, False)])
def test_a_unit_that_flees_is_charged_only_where_a_way_leads_to_it(gap: float, possible: bool) -> None:
    table = draw(wall(gap)).set("Handgunners", fleeing=True)
    assert is_offered(ready(table), "Imperial Guard", "Handgunners") is possible


@pytest.mark.rule("eow.charge.declare.room")
def test_a_target_so_near_that_only_a_wheel_at_once_leads_into_it_can_be_charged() -> None:
    # A third of an inch ahead and beside: the front is reached by a small wheel from the spot, and not farther on.
    game = ready("0 Murmillo Brutes @11.725,30.393,180 | 1 Bombardiers @13.258,26.689,270")
    assert is_offered(game, "Murmillo Brutes", "Bombardiers")


@pytest.mark.rule("eow.charge.declare.room")
def test_the_refusal_names_the_room_that_is_missing() -> None:
    line = f"{wall(3.0)} | Electoral Cavalry at 8,8 | Goblin Rabble at 8,16 face 180"
    assert why_not(line, "Imperial Guard", "Handgunners") == "eow.charge.declare.room"


@pytest.mark.rule("eow.charge.declare.no_passing")
def test_a_friend_in_the_way_closes_it() -> None:
    assert is_offered(ready(wall(5.0)), "Imperial Guard", "Handgunners")
    assert not is_offered(ready(f"{wall(5.0)} | Wizard at 18,20"), "Imperial Guard", "Handgunners")


@pytest.mark.rule("eow.charge.declare.no_passing")
def test_flyers_charge_over_what_is_in_the_way() -> None:
    line = f"{wall(5.0)} | Wizard at 18,20".replace("Imperial Guard", "Pegasus Knights")
    assert is_offered(ready(line), "Pegasus Knights", "Handgunners")


@pytest.mark.rule("eow.charge.declare.ignore_flee")
def test_an_enemy_in_the_way_counts_although_it_could_flee() -> None:
    game = ready(f"{wall(5.0)} | Orc Shaman at 18,20 face 180")
    assert is_offered(game, "Imperial Guard", "Orc Shaman")
    assert not is_offered(game, "Imperial Guard", "Handgunners")


@pytest.mark.rule("eow.charge.declare.consider_charges")
def test_a_friend_in_the_way_that_has_declared_a_charge_does_not_count() -> None:
    game = ready(f"{wall(5.0)} | Wizard at 18,20 | Goblin Rabble at 23,27 face 200")
    assert not is_offered(game, "Imperial Guard", "Handgunners")
    game.choose(unit="Wizard", target="Goblin Rabble").choose("hold")
    assert is_offered(game, "Imperial Guard", "Handgunners")


@pytest.mark.rule("eow.charge.reaction.arc_known")
@pytest.mark.parametrize(
    ("facing", "arc"),
    [(180, "in the front"), (90, "in the right flank"), (270, "in the left flank"), (0, "in the rear")],
)
def test_the_reaction_is_asked_with_the_arc_that_will_be_struck(facing: int, arc: str) -> None:
    line = f"{GUARD} | {REST} | 1 Empire of Sonnstahl/Handgunners @18,20,{facing}"
    game = ready(line).choose(unit="Imperial Guard", target="Handgunners")
    assert arc in game.question.text


@pytest.mark.rule("eow.charge.reaction.arc_known", "eow.arc.location")
def test_the_arc_is_that_of_the_front_midpoint_or_by_a_setting_of_most_front_models() -> None:
    line = f"Imperial Guard at 25,15 face 270 | {REST} | Handgunners at 18,20 face 180"
    arcs = []
    for settings in (Settings(), Settings(charge_arc="majority")):
        game = draw(line, settings).play().choose(unit="Imperial Guard", target="Handgunners")
        arcs.append(game.told(events.ChargeDeclared)[0].arc)
    assert arcs == ["front", "left flank"]


@pytest.mark.rule("eow.charge.reaction.hold")
def test_a_unit_that_holds_neither_moves_nor_turns() -> None:
    game = ready(f"Imperial Guard at 14,11 | {REST} | {GUNS}", (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("hold").until("move")
    assert game.unit("Handgunners").pose == Pose(18.0, 20.0, 180.0)


@pytest.mark.rule("eow.charge.reaction.engaged_hold")
def test_an_engaged_unit_can_only_hold() -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,20 face 270 | {REST} | {GUNS}"
    game = ready(draw(line).fight("Imperial Guard", "Handgunners"), (1, 1))
    game.choose(unit="Electoral Cavalry", target="Handgunners")
    assert game.topic != "charge reaction"
    assert [event.reaction for event in game.told(events.ReactionDeclared)] == ["hold"]


@pytest.mark.rule("eow.charge.reaction.hold")
def test_a_unit_whose_rules_let_it_only_hold_is_not_asked() -> None:
    table = with_rules(f"{GUARD} | {REST} | {GUNS}", "Handgunners", ["Fearless"])
    game = ready(table, (1, 1)).choose(unit="Imperial Guard", target="Handgunners")
    assert [event.reaction for event in game.told(events.ReactionDeclared)] == ["hold"]


@pytest.mark.rule("eow.charge.reaction.flee")
def test_a_fleeing_reaction_turns_directly_away_and_runs_two_dice() -> None:
    game = ready(f"{GUARD} | {REST} | {GUNS}", (4, 4), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    assert game.unit("Handgunners").pose == Pose(18.0, 28.0, 0.0)
    assert game.unit("Handgunners").fleeing


@pytest.mark.rule("eow.charge.reaction.flee")
def test_it_flees_along_the_line_between_the_centres() -> None:
    game = ready(f"Imperial Guard at 15,16 | {REST} | {GUNS}", (5, 5), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    pose = game.unit("Handgunners").pose
    assert pose is not None
    assert (pose.x, pose.y, pose.facing) == pytest.approx((24.0, 28.0, 36.869898))


@pytest.mark.rule("eow.charge.reaction.fleeing_must_flee")
def test_a_fleeing_unit_flees_again_from_every_charge() -> None:
    line = f"{GUARD} | Electoral Cavalry at 24,11 | {REST} | Handgunners at 18,18 face 0"
    table = draw(line.replace("Handgunners", "1 Empire of Sonnstahl/Handgunners"))
    game = ready(table.set("Handgunners", fleeing=True), (1, 1), (1, 2), (1, 1), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose(unit="Electoral Cavalry", target="Handgunners")
    assert [event.rolled for event in game.told(events.UnitFled)] == [2, 3]
    assert game.topic != "charge reaction"


@pytest.mark.rule("eow.charge.reaction.fleeing_must_flee", "eow.charge.redirect.both_fled")
def test_a_unit_that_flees_twice_from_the_same_chargers_is_one_target() -> None:
    line = f"{GUARD} | Electoral Cavalry at 24,11 | {REST} | {GUNS}"
    game = (
        ready(line, (1, 1), (1, 2), (1, 1), (1, 1)).choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    )
    game.choose(unit="Electoral Cavalry", target="Handgunners")
    assert game.topic == "combined order"


@pytest.mark.rule("eow.charge.reaction.flee")
def test_a_flight_changes_nothing_for_the_charges_against_others() -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} | Goblin Rabble at 26,22 face 180"
    game = ready(line, (6, 5), (6, 6), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("hold")
    game.choose(unit="Electoral Cavalry", target="Goblin Rabble").choose("flee").until("move")
    assert game.unit("Imperial Guard").engaged


TWO_TARGETS = f"{GUARD} | {REST} | {GUNS} | Goblin Rabble at 24,22 face 180"


def fled_from(*dice: tuple[int, ...]) -> Play:
    """The Handgunners fled from the Imperial Guard, who could charge the Goblin Rabble instead."""
    game = ready(TWO_TARGETS, (4, 4), *dice)
    return game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")


@pytest.mark.rule("eow.charge.redirect.test", "eow.charge.redirect.pass")
def test_an_equal_roll_lets_the_charger_choose_another_target_which_reacts() -> None:
    game = fled_from((4, 4))
    assert game.topic == "redirect"
    assert game.options[0].odds[0].value == pytest.approx(26 / 36)
    game.choose("redirect")
    assert game.rolls[-1].rule == "eow.charge.redirect.test"
    assert game.keys == ["0>3", "keep"]
    game.choose(unit="Imperial Guard", target="Goblin Rabble")
    assert (game.topic, game.question.seat) == ("charge reaction", 1)
    assert game.unit("Imperial Guard").target == game.unit("Goblin Rabble").id


@pytest.mark.rule("eow.charge.redirect.test", "eow.charge.redirect.each")
def test_redirecting_is_voluntary_and_asked_once() -> None:
    game = fled_from((1, 1)).choose("keep")
    assert [event.target for event in game.told(events.ChargeRangeRolled)] == [game.unit("Handgunners").id]


@pytest.mark.rule("eow.charge.redirect.pass")
def test_after_a_passed_test_the_charger_may_still_go_on_after_the_unit_that_fled() -> None:
    game = fled_from((4, 4), (1, 1)).choose("redirect").choose("keep")
    assert [event.target for event in game.told(events.ChargeRangeRolled)] == [game.unit("Handgunners").id]


@pytest.mark.rule("eow.charge.redirect.fail")
def test_a_failed_redirect_keeps_the_target_that_fled() -> None:
    game = fled_from((5, 4), (1, 1)).choose("redirect")
    assert game.told(events.ChargeRangeRolled)[0].target == game.unit("Handgunners").id
    assert len(game.told(events.ChargeDeclared)) == 1


@pytest.mark.rule("eow.charge.redirect.test")
def test_without_another_target_no_redirect_is_offered() -> None:
    game = ready(f"{GUARD} | {REST} | {GUNS}", (4, 4), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee")
    assert game.topic == "move"


@pytest.mark.rule("eow.charge.redirect.each")
def test_each_charger_of_the_unit_that_fled_may_redirect_in_any_order() -> None:
    line = f"Imperial Guard at 16,11 | Electoral Cavalry at 21,11 | {REST} | {GUNS} | Goblin Rabble at 24,23 face 180"
    game = ready(line, (1, 1), (4, 4), (5, 5), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("hold")
    game.choose(unit="Electoral Cavalry", target="Handgunners").choose("flee")
    assert (game.topic, game.keys) == ("redirect order", ["0", "1"])
    game.choose("1").choose("redirect").choose(unit="Electoral Cavalry", target="Goblin Rabble").choose("hold")
    assert game.topic == "redirect"
    assert game.options[0].unit == 0
    game.choose("redirect")
    assert [(event.unit, event.passed) for event in game.told(events.DisciplineTested)] == [(1, True), (0, False)]


@pytest.mark.rule("eow.charge.redirect.once", "eow.charge.redirect.both_fled")
def test_a_second_flight_allows_no_second_test_and_the_charger_names_its_target() -> None:
    game = fled_from((2, 2), (1, 1), (6, 6))
    game.choose("redirect").choose(unit="Imperial Guard", target="Goblin Rabble").choose("flee")
    assert len(game.told(events.DisciplineTested)) == 1
    assert game.topic == "name target"
    ranges = [roll for roll in game.rolls if roll.rule == "eow.charge.range.roll"]
    assert not ranges
    game.choose(target="Handgunners")
    assert game.told(events.ChargeRangeRolled)[0].target == game.unit("Handgunners").id


@pytest.mark.rule("eow.charge.redirect.both_fled")
def test_the_target_is_named_once_though_another_charge_is_carried_out_first() -> None:
    line = f"{GUARD} | Electoral Cavalry at 26,11 | {REST} | {GUNS} fleeing | Goblin Rabble at 10,25 face 180 fleeing"
    table = draw(f"{line} | Ghouls at 26,20 face 180")
    table.set("Imperial Guard", declared=True, redirected=True, target=4, fled_from_me=(3, 4))
    table.set("Electoral Cavalry", declared=True, target=5, target_arc=Arc.FRONT)
    game = table.play(dice=[(6, 6), (1, 1)], stage="move chargers")
    assert game.topic == "name target"
    game.choose(target="Handgunners").choose(unit="Electoral Cavalry", target="Ghouls").until("move")
    assert [event.target for event in game.told(events.ChargeRangeRolled)] == [5, 3]


@pytest.mark.rule("eow.charge.redirect.once")
def test_a_unit_that_tried_to_redirect_does_not_try_again_in_the_same_turn() -> None:
    line = f"Imperial Guard at 16,11 | Electoral Cavalry at 21,11 | {REST} | {GUNS} | Goblin Rabble at 24,23 face 180"
    game = ready(line, (1, 1), (6, 6), (1, 1), (1, 1), (1, 1))
    game.choose(unit="Imperial Guard", target="Handgunners").choose("flee").choose("redirect")
    game.choose(unit="Electoral Cavalry", target="Handgunners")
    assert game.topic == "redirect"
    assert game.options[0].unit == 1


@pytest.mark.rule("eow.charge.range.compare")
@pytest.mark.parametrize(("gap", "chance"), [(6.0, 1.0), (12.0, 15 / 36), (12.1, 10 / 36), (16.0, 1 / 36)])
def test_the_odds_of_a_charge_are_exact(gap: float, chance: float) -> None:
    battle = draw(facing_each_other(gap)).battle
    assert reach_chance(battle, battle.units[0], battle.units[2]) == pytest.approx(chance)
    assert ready(facing_each_other(gap)).options[0].odds[0].value == pytest.approx(chance)


def test_what_a_charge_needs_is_the_distance_without_the_advance_rate() -> None:
    needed = ready(facing_each_other(12.1)).options[0].odds[1]
    assert (needed.kind, needed.value) == ("needed", 9)
    assert [part.amount for part in needed.parts] == [12.1, -4]
