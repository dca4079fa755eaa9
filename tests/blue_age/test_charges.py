"""The Charge Sub-Phase: declarations, reactions, Charge Rolls and moves."""

from __future__ import annotations

from math import cos, hypot, radians, sin
from typing import Any

import pytest

from tests.blue_age.fighting import charge, dice, field, needed, parts, rolled, step_of
from tests.blue_age.harness import Play, Table, draw, hero, unit
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.charge import phase as charge_rules
from warhost.rulesets.blue_age.chapters.charge import roll as charge_roll
from warhost.rulesets.blue_age.core import Settings, apart, bases_of, keeps_together
from warhost.rulesets.blue_age.core.events import battle as facts
from warhost.rulesets.blue_age.core.events import combat as events
from warhost.rulesets.blue_age.shown.invariants import problems
from warhost.table import Circle

MEN = unit(models=10)


def declared(game: Play, charger: str, target: str) -> Play:
    return game.choose(unit=charger, target=target)


@pytest.mark.rule("blue.charge.declare_alternating", "blue.charge.declare_until_done", "blue.charge.roll_alternating")
def test_charges_are_declared_and_then_made_by_turns() -> None:
    game = draw(
        'phase="combat" | A at 10,20 | B at 24,20 | X at 10,28 face 180 | Y at 24,28 face 180',
        A=MEN,
        B=MEN,
        X=MEN,
        Y=unit(models=10, type="cavalry"),
    ).play(dice={"Charge Roll": 10, "": 1})
    asked = []
    while game.topic in ("charge", "reaction"):
        asked.append((game.topic, game.question.seat))
        if game.topic == "reaction":
            game.choose("hold")
        elif game.question.seat == 0:
            name = "A" if game.offers(unit="A") else "B"
            declared(game, name, "X" if name == "A" else "Y")
        else:
            game.choose("pass")
        assert not any("Charge Roll" in roll.why for roll in game.rolls) or game.topic not in ("charge", "reaction")
    assert asked == [("charge", 0), ("reaction", 1), ("charge", 1), ("charge", 0), ("reaction", 1)]


def gap(game: Play) -> float:
    return apart(game.battle, game.unit("A"), game.unit("X"))


def facing(distance: float, one: Any = MEN, other: Any = MEN, board: str = "", **settings: Any) -> Table:
    """A and X in a line each, so far apart."""
    reach = (one.get("base", 25) + other.get("base", 25)) / 2 / 25.4
    return field(
        f'A at 24,14 form="line" | X at 24,{14 + distance + reach} face 180 form="line"',
        Settings(**settings),
        board,
        A=one,
        X=other,
    )


@pytest.mark.rule("blue.charge.reaction_at_once", "blue.reaction.stand_and_shoot")
def test_who_stands_and_shoots_does_so_before_anybody_else_declares() -> None:
    table = facing(9.0, other=unit(models=10, ranged=6, weapons=["Bow"]))
    game = table.play(dice=dice(to_hit=(8, 8, 1, 1, 1, 1, 1, 1, 1, 1), to_wound=9))
    game.choose(unit="A", target="X")
    assert game.topic == "reaction"
    game.choose("stand")
    (shot,) = rolled(game, "to hit")
    assert (shot.dice, shot.need) == ("10D10", 8)
    assert len(game.unit("A").models) == 8
    assert game.topic == "charge"


@pytest.mark.rule("blue.reaction.stand_and_shoot")
def test_a_unit_stands_and_shoots_once_a_turn_and_not_without_a_weapon() -> None:
    archers = unit(models=10, ranged=6, weapons=["Bow"])
    text = "A at 20,14 | B at 29,14 | X at 24,24 face 180"
    game = field(text, A=MEN, B=MEN, X=archers).play(dice=dice())
    game.choose(unit="A", target="X").choose("stand")
    while not game.offers(unit="B", target="X"):
        game.choose("pass")
    game.choose(unit="B", target="X")
    assert game.keys == ["hold", "flee"]
    assert game.denial("stand") == "blue.reaction.stand_and_shoot"
    game = facing(9.0).play(dice=dice()).choose(unit="A", target="X")
    assert game.denial("stand") == "blue.shoot.needs_ranged_weapon"


@pytest.mark.rule("blue.reaction.hold_ground")
def test_who_holds_its_ground_does_nothing() -> None:
    game = facing(9.0).play(dice=dice())
    game.choose(unit="A", target="X")
    before = game.unit("X").models
    game.choose("hold")
    assert game.unit("X").models == before
    assert not game.rolls
    assert gap(game) == pytest.approx(9.0)


@pytest.mark.rule("blue.reaction.hold_ground")
def test_the_locked_and_those_who_charge_can_only_hold() -> None:
    table = field(
        "A at 12,24 face 90 | B at 24,22.031496 | X at 24,24 face 180 | C at 40,20 | Y at 40,26 face 180",
        A=unit(models=5, type="cavalry"),
        B=MEN,
        X=MEN,
        C=MEN,
        Y=MEN,
    ).lock("B", "X")
    game = table.play(dice=dice())
    game.choose(unit="A", target="X")
    # Nobody is asked: it has one option only, and the second player declares next.
    assert (game.topic, game.question.seat) == ("charge", 1)
    game.choose(unit="Y", target="C")
    assert game.topic == "reaction"
    game.choose("hold")
    game.choose(unit="C", target="Y")
    assert game.topic != "reaction"


@pytest.mark.rule("blue.reaction.flee")
def test_who_flees_runs_straight_away_and_the_charge_is_longer() -> None:
    table = facing(6.0)
    game = table.play(dice=dice(**{"Flee!": (5, 7)}))
    game.choose(unit="A", target="X").choose("flee")
    assert game.told(events.ChargeRolled)[0].distance == pytest.approx(13.0, abs=0.001)
    assert gap(game) == pytest.approx(13.0 - 10 / 2.54, abs=0.001)
    assert game.unit("X").fleeing
    assert not game.unit("A").charged


def charge_over(game: Play) -> None:
    while game.topic in ("charge", "reaction"):
        game.choose("pass" if game.topic == "charge" else "hold")


@pytest.mark.rule("blue.reaction.flee_caught")
def test_who_flees_and_is_caught_fights_at_a_disadvantage() -> None:
    table = facing(3.0, one=unit(models=5, type="cavalry"))
    game = table.play(dice=dice(**{"Flee!": (1, 1), "Charge Roll": 9}))
    charge(game, "A", "X", "flee")
    assert needed(game, "A", "Hand Weapon: to hit") == 3
    assert needed(game, "X") == 8
    assert not game.unit("X").fleeing


@pytest.mark.rule("blue.reaction.flee_caught")
def test_where_players_agreed_the_caught_are_cut_down_before_they_fight() -> None:
    table = facing(3.0, one=unit(models=5, type="cavalry"), caught_by_charge="wounds")
    game = table.play(dice=dice(**{"Flee!": (1, 1), "Charge Roll": 9}))
    charge(game, "A", "X", "flee")
    assert "X lost 5 Health and 5 models (Caught)" in game.log


@pytest.mark.rule("blue.reaction.flee_no_charge")
def test_who_fled_declares_no_charge_in_that_turn() -> None:
    game = facing(6.0).play(dice=dice(**{"Flee!": (1, 1)}))
    game.choose(unit="A", target="X").choose("flee")
    assert game.battle.stage != "declare" or game.denial("1") == "blue.reaction.flee_no_charge"
    table = facing(6.0, other=unit(models=10))
    table.unit("X").fled = True
    denied = charge_move_denial(table, "X")
    assert denied == "blue.reaction.flee_no_charge"


def charge_move_denial(table: Table, name: str) -> str:
    found = charge_rules.charger_denial(table.battle, table.unit(name))
    return "" if found is None else found.rule


# Rolls


@pytest.mark.rule("blue.charge.success")
@pytest.mark.parametrize(("distance", "reaches"), [(7.0, True), (7.1, False)])
def test_a_charge_succeeds_if_its_roll_is_no_shorter_than_the_distance(distance: float, reaches: bool) -> None:
    game = charge(facing(distance).play(dice=dice(**{"Charge Roll": (7, 3)})), "A", "X")
    assert bool(game.told(events.ChargeReached)) is reaches
    assert (gap(game) < 0.02) is reaches


@pytest.mark.rule("blue.charge.fail_in_cm")
def test_a_failed_charge_goes_its_roll_in_centimetres() -> None:
    game = charge(facing(9.0).play(dice=dice(**{"Charge Roll": (6, 2)})), "A", "X")
    assert gap(game) == pytest.approx(9.0 - 6 / 2.54, abs=0.001)
    assert not game.unit("A").charged


@pytest.mark.rule("blue.charge.fail_in_cm")
def test_a_failed_charge_stays_an_inch_from_enemies() -> None:
    game = charge(facing(9.5).play(dice=dice(**{"Charge Roll": (9, 2)})), "A", "X")
    assert gap(game) == pytest.approx(9.5 - 9 / 2.54, abs=0.001)
    swift = unit(models=5, type="cavalry")
    game = charge(facing(2.3, swift, unit(models=5)).play(dice=dice(**{"Charge Roll": (1, 1)})), "A", "X")
    assert gap(game) == pytest.approx(2.3 - 2 / 2.54, abs=0.001)


@pytest.mark.rule("blue.charge.premeasure")
def test_the_distance_of_a_charge_is_told_before_it_is_declared() -> None:
    table = facing(7.25)
    game = table.play(dice=dice())
    option = next(option for option in game.weighed if option.key == "0>1")
    assert any(odds.label == "distance" and odds.value == pytest.approx(7.25) for odds in option.odds)
    assert not game.rolls
    assert game.choose("pass").unit("A").declares


ROWS: list[tuple[str, dict[str, Any], tuple[int, ...], int, str]] = [
    ("infantry", {}, (3, 8), 8, "blue.charge_roll.infantry"),
    ("cavalry", {}, (3, 8), 11, "blue.charge_roll.cavalry"),
    ("chariot", {}, (3, 8), 11, "blue.charge_roll.chariots"),
    ("beast", {}, (3, 8), 13, "blue.charge_roll.beasts"),
    ("swarm", {}, (4, 10), 5, "blue.charge_roll.swarms"),
    ("monstrous infantry", {}, (6,), 6, "blue.charge_roll.monstrous_infantry"),
    ("monster", {}, (6,), 11, "blue.charge_roll.monsters"),
    ("war machine", {}, (8,), 4, "blue.charge_roll.war_machines"),
    ("cavalry", {"flyer": True}, (3, 8), 17, "blue.charge_roll.flyer"),
    ("infantry", {}, (7, 7), 7, "blue.charge_roll.highest_note"),
]


@pytest.mark.parametrize(
    ("kind", "fields", "faces", "inches"),
    [pytest.param(*row[:4], marks=pytest.mark.rule(row[4]), id=f"{row[0]} {row[2]} {row[3]}") for row in ROWS],
)
def test_the_table_of_charge_rolls(kind: str, fields: dict[str, Any], faces: tuple[int, ...], inches: int) -> None:
    for distance, reaches in ((inches, True), (inches + 0.01, False)):
        table = facing(distance, unit(type=kind, **fields), unit(), hopeless_charges=True)
        game = charge(table.play(dice=dice(**{"Charge Roll": faces})), "A", "X")
        assert game.told(events.ChargeRolled)[0].total == inches
        assert bool(game.told(events.ChargeReached)) is reaches


@pytest.mark.rule("blue.unit_type.flyer_subtype")
def test_a_flyer_keeps_the_rules_of_its_main_type() -> None:
    game = facing(20.0, unit(models=1, type="cavalry", flyer=True)).play(dice=dice(**{"Charge Roll": (3, 8)}))
    game.choose(unit="A", target="X").choose("hold")
    while game.topic == "charge":
        game.choose("pass")
    assert game.topic == "reroll"


@pytest.mark.rule("blue.charge_roll.reroll_note", "blue.unit_type.cavalry_reroll_charge")
@pytest.mark.parametrize(
    ("again", "first", "second", "inches"),
    [
        ("0", (2, 8), (6,), 14),
        ("1", (8, 2), (6,), 14),
        ("both", (2, 3), (7, 7), 14),
        ("none", (2, 8), (), 10),
    ],
)
def test_cavalry_rolls_one_or_both_dice_again(
    again: str, first: tuple[int, ...], second: tuple[int, ...], inches: int
) -> None:
    table = facing(13.5, unit(models=1, type="cavalry"))
    game = table.play(dice=dice(**{"Charge Roll, again": second or 1, "Charge Roll": first}))
    charge(game, "A", "X", again=again)
    assert game.told(events.ChargeRolled)[0].total == inches
    assert len(rolled(game, "Charge Roll, again")) == (again != "none")


@pytest.mark.rule("blue.charge_roll.reroll_note")
@pytest.mark.parametrize(("faces", "label"), [((2, 3), "charge succeeds"), ((6, 6), "charge reaches every target")])
def test_who_has_reached_one_target_is_told_the_odds_of_the_farther(faces: tuple[int, int], label: str) -> None:
    lines = ['A at 24,14 form="line"', "X at 22.5,26 face 180", "Y at 25.5,28 face 180"]
    table = field(" | ".join(lines), A=unit(models=3, type="cavalry"), X=unit(models=1), Y=unit(models=1))
    game = table.play(dice=dice(**{"Charge Roll": faces}))
    game.choose("0>1+2")
    while game.topic != "reroll":
        game.choose("hold" if "hold" in game.keys else "pass")
    assert {odds.label for option in game.weighed for odds in option.odds} == {label}


@pytest.mark.rule("blue.charge_roll.reroll_note", "blue.unit_type.beast_rerolls")
def test_beasts_roll_their_charge_dice_again() -> None:
    table = facing(14.5, unit(models=1, type="beast"))
    game = table.play(dice=dice(**{"Charge Roll, again": (4,), "Charge Roll": (1, 9)}))
    charge(game, "A", "X", again="0")
    assert game.told(events.ChargeRolled)[0].total == 15
    game = facing(9.5, unit(models=1, type="chariot")).play(dice=dice(**{"Charge Roll": (1, 2)}))
    game.choose(unit="A", target="X").choose("hold")
    charge_over(game)
    assert game.topic != "reroll"


@pytest.mark.rule("blue.charge_roll.infantry")
def test_a_unit_rolls_by_the_slowest_of_its_models() -> None:
    table = facing(6.0, unit(models=5, type="beast"))
    assert charge_roll.row_of(table.battle, table.unit("A")).plus == 2
    slow = field(
        'A at 24,14 form="line" | H at 24,12.5 | X at 24,22 face 180',
        A=unit(models=5, type="beast"),
        H=hero(type="infantry"),
        X=MEN,
    ).join("H", "A")
    assert charge_roll.row_of(slow.battle, slow.unit("A")).highest


@pytest.mark.rule("blue.charge_roll.flyer")
@pytest.mark.parametrize(("flies", "inches"), [(True, 13), (False, 7)])
def test_six_inches_are_added_only_where_all_of_a_unit_fly(flies: bool, inches: int) -> None:
    table = field(
        'A at 24,14 form="line" | H at 24,12.5 | X at 24,22 face 180',
        A=unit(models=5, flyer=True),
        H=hero(type="infantry", flyer=flies),
        X=MEN,
    ).join("H", "A")
    assert charge_roll.total_of(table.battle, table.unit("A"), (7, 4))[0] == inches


# Several targets


@pytest.mark.rule("blue.charge.multi_charge")
@pytest.mark.parametrize(("apart", "reached"), [(3.0, (1, 2)), (7.5, (1,))])
def test_a_charge_on_several_touches_no_more_than_cohesion_allows(apart: float, reached: tuple[int, ...]) -> None:
    # Three models of 1" reach across 4" and three bases; 7.5" between the middles of X and Y are too much.
    lines = ['A at 24,14 form="line"', f"X at {24 - apart / 2},19 face 180", f"Y at {24 + apart / 2},19.2 face 180"]
    table = field(" | ".join(lines), A=unit(models=3), X=unit(models=1), Y=unit(models=1))
    game = table.play(dice=dice(**{"Charge Roll": (10, 10)}))
    game.choose("0>1+2")
    charge_over(game)
    assert keeps_together(game.battle, bases_of(game.battle, game.unit("A")))
    assert game.told(events.ChargeReached)[0].targets == reached


@pytest.mark.rule("blue.charge.multi_charge")
def test_a_charge_on_several_reaches_those_that_its_roll_is_enough_for() -> None:
    def charged(roll: int) -> tuple[int, ...]:
        lines = [
            'A at 24,14 form="line"',
            'X at 21.53937,19.984252 face 180 form="line"',
            'Y at 26.46063,22.984252 face 180 form="line"',
        ]
        table = field(" | ".join(lines), A=MEN, X=unit(models=3), Y=unit(models=3))
        game = table.play(dice=dice(**{"Charge Roll": (roll, 1)}))
        game.choose("0>1+2").choose("hold").choose("hold")
        charge_over(game)
        assert keeps_together(game.battle, bases_of(game.battle, game.unit("A")))
        return game.told(events.ChargeReached)[0].targets

    assert sorted(charged(8)) == [1, 2]
    assert charged(6) == (1,)


@pytest.mark.rule("blue.charge.pre_engaged_flank")
def test_who_charges_a_unit_that_is_engaged_flanks_it() -> None:
    table = field(
        'A at 24,10 form="line" | B at 24,20 form="line" | X at 24,20.984252 face 180 form="line"',
        A=unit(models=5, type="cavalry", flyer=True),
        B=unit(models=3),
        X=MEN,
    ).lock("B", "X")
    game = charge(table.play(dice=dice()), "A", "X")
    assert needed(game, "A", "Hand Weapon: to hit") == 4
    assert needed(game, "B") == 6


@pytest.mark.rule("blue.charge.pre_engaged_flank")
def test_a_plain_charge_flanks_nobody() -> None:
    game = charge(facing(5.0).play(dice=dice()), "A", "X")
    assert needed(game, "A") == 5


def test_units_that_charge_each_other_both_count_as_chargers() -> None:
    game = facing(5.0).play(dice=dice())
    game.choose(unit="A", target="X").choose("hold").choose(unit="X", target="A")
    assert len(rolled(game, "Charge Roll")) == 1
    assert (needed(game, "A"), needed(game, "X")) == (5, 5)


# Arcs and Terror


@pytest.mark.rule("blue.unit_type.chariot_charge_arc", "blue.unit_type.monster_arc")
@pytest.mark.parametrize(
    ("kind", "degrees", "legal"),
    [
        ("chariot", 40, True),
        ("chariot", 50, False),
        ("monster", 89, True),
        ("monster", 91, False),
        ("beast", 179, True),
    ],
)
def test_chariots_and_monsters_charge_what_is_before_them(kind: str, degrees: float, legal: bool) -> None:
    x, y = 24 + 7 * sin(radians(degrees)), 24 + 7 * cos(radians(degrees))
    game = field(f"A at 24,24 | 1 X at {x},{y} face 180", A=unit(type=kind), X=unit()).play(dice=dice())
    if game.question.seat == 1:
        game.choose("pass")
    assert (game.topic == "charge" and game.offers("0>1")) is legal


@pytest.mark.rule("blue.special.terror_charger_test")
@pytest.mark.parametrize(("face", "dares"), [(5, False), (6, True)])
def test_who_charges_terror_takes_a_spirit_test_first(face: int, dares: bool) -> None:
    game = facing(6.0, other=unit(models=1, type="monster", health=6)).play(dice=dice(Charging_Terror=face))
    game.choose(unit="A", target="X")
    assert bool(game.unit("A").declared) is dares
    assert bool(game.told(events.ChargeNotDared)) is not dares
    if not dares:
        while game.topic == "charge" and game.question.seat == 1:
            game.choose("pass")
        assert not game.told(events.ChargeReached)


@pytest.mark.rule("blue.special.terror_target_test")
@pytest.mark.parametrize(("face", "needs", "step"), [(5, 8, 2), (6, 6, 4)])
def test_whom_terror_charges_takes_a_spirit_test(face: int, needs: int, step: int) -> None:
    table = facing(6.0, unit(models=1, type="monster", health=6, initiative=1), MEN)
    game = charge(table.play(dice=dice(Charged_by_Terror=face, to_wound=1)), "A", "X")
    assert (needed(game, "X"), step_of(game, "X")) == (needs, step)


@pytest.mark.rule("blue.special.terror_target_test")
def test_who_was_terrified_is_calm_again_in_the_next_turn() -> None:
    table = facing(6.0, unit(models=1, type="monster", health=6, initiative=1), MEN)
    game = charge(table.play(dice=dice(Charged_by_Terror=5, to_wound=1)), "A", "X")
    assert game.told(events.Terrified)
    assert (game.battle.turn, game.unit("X").terrified) == (2, False)


# Who may charge


@pytest.mark.rule("blue.unit_type.flyer_landed")
def test_a_flyer_that_has_landed_can_be_charged() -> None:
    game = facing(5.0, other=unit(models=3, type="cavalry", flyer=True)).play(dice=dice())
    assert game.offers(unit="A", target="X")


@pytest.mark.parametrize(
    ("field_name", "value", "cited"),
    [
        ("fleeing", True, "blue.charge.declare_alternating"),
        ("rallied", True, "blue.command.rally"),
        ("fled", True, "blue.reaction.flee_no_charge"),
        ("stupid", True, "blue.special.stupid_fail_limits"),
        ("left", True, "blue.move.fall_back_pass"),
        ("ambushed", "building", "blue.special.ambush_building"),
        ("ambushed", "open", ""),
        ("dashed", True, ""),
        ("moved", True, ""),
    ],
)
def test_who_may_not_declare_a_charge(field_name: str, value: Any, cited: str) -> None:
    table = facing(5.0)
    setattr(table.unit("A"), field_name, value)
    assert charge_move_denial(table, "A") == cited


def test_a_charge_that_no_roll_can_make_is_not_declared_unless_players_agreed() -> None:
    game = field("A at 24,14 | X at 24,30 face 180 | 1 Y at 24,22", A=MEN, X=MEN, Y=MEN).play(dice=dice())
    assert game.offers("0>2")
    assert not game.offers("0>1")
    assert game.denial("0>1") == "blue.charge.success"
    assert facing(15.0, hopeless_charges=True).play(dice=dice()).offers("0>1")


@pytest.mark.rule("blue.special.ambush_charge_penalty")
def test_a_charge_from_ambush_is_four_inches_shorter() -> None:
    table = facing(5.0)
    table.unit("A").ambushed = "open"
    game = charge(table.play(dice=dice(**{"Charge Roll": (9, 1)})), "A", "X")
    assert game.told(events.ChargeRolled)[0].total == 5
    assert game.told(events.ChargeReached)


@pytest.mark.rule("blue.special.frenzy_move")
def test_a_unit_in_frenzy_must_charge_the_nearest_enemy() -> None:
    text = "A at 24,14 | B at 40,14 | X at 24,20 face 180 | Y at 28,23 face 180 | Z at 40,20 face 180"
    game = field(text, A=unit(models=3, rules=["Frenzy"]), B=MEN, X=unit(), Y=unit(), Z=unit()).play(dice=dice())
    assert [key for key in game.keys if key.startswith("0>")] == ["0>2"]
    assert "pass" not in game.keys
    assert game.denial("pass") == "blue.special.frenzy_move"
    game.choose("0>2").choose("hold")
    game.choose("pass")
    assert "pass" in game.keys


@pytest.mark.rule("blue.special.frenzy_move")
def test_a_unit_in_frenzy_does_not_flee() -> None:
    game = facing(6.0, other=unit(models=10, rules=["Frenzy"])).play(dice=dice()).choose("0>1")
    # It has nothing to choose: it holds, and then it is its turn to charge.
    assert "Frenzy" in game.battle.entry(game.unit("X")).rules
    assert not game.told(facts.UnitFled)
    assert game.topic != "reaction"


@pytest.mark.rule("blue.unit_type.chariot_charge_arc")
def test_a_chariot_drives_at_what_is_before_it_though_others_are_nearer() -> None:
    # Of the two models of X the nearer one is beside the Chariot, the other one before it.
    table = field("A at 24,20 | X at 24,28 face 180", A=unit(type="chariot", base=60), X=unit(models=2))
    table.places("X", [(26.5, 21.0), (26.2, 23.4)])
    way = charge_move.approach(table.battle, table.unit("A"), table.unit("X"), 20.0)
    assert way is not None
    x, y = way.points[-1]
    assert hypot(x - 26.2, y - 23.4) == pytest.approx(42.5 / 25.4, abs=0.001)
    assert abs(x - 24) <= abs(y - 20) + 0.001


def test_who_charges_round_the_target_stands_on_no_friends_beside_it() -> None:
    drawn = draw(
        'phase="combat" | A at 24,13 | B at 21,20 | X at 24,20 face 180',
        A=unit(models=3, type="cavalry", flyer=True, base=60),
        B=unit(),
        X=unit(),
    ).places("A", [(24, 17), (24, 14.5), (24, 12)])
    battle, own, target = drawn.battle, drawn.unit("A"), drawn.unit("X")
    reached, ends, _ = charge_move.closing(battle, own, [target], 20.0)
    charge_move.place(battle, own, ends, reached)
    assert reached == [target]
    assert not problems(battle)


def test_no_charge_ends_on_the_bases_of_others() -> None:
    drawn = draw('phase="combat" | A at 24,13 | B at 24,18 | X at 24,24 face 180', A=unit(), B=unit(), X=unit())
    battle, own, friend = drawn.battle, drawn.unit("A"), drawn.unit("B")
    wanted = (Circle(24.2, 18.1, battle.entry(own).radius),)
    (end,) = charge_move.clear_of_others(battle, own, wanted)
    assert hypot(end.x - 24.0, end.y - 18.0) >= 25 / 25.4 - 0.01
    charge_move.place(battle, own, (end,), [drawn.unit("X")])
    assert not problems(battle)
    assert friend.models[0].y == 18.0


# Failed charges among friends, Flyers in bad ground, catching


def failed_behind(gap: float, roll: int) -> Play:
    """A in a line behind a line of friends that are seen past, so far away; its charge on X falls short."""
    friends = 14.0 + 25 / 25.4 + gap
    text = f'A at 24,14 form="line" | B at 24,{friends} form="line" | X at 24,{friends + 8.5} face 180 form="line"'
    table = field(text, A=unit(models=5), B=unit(models=5, type="swarm"), X=unit(models=5))
    return charge(table.play(dice=dice(**{"Charge Roll": (roll, 1)})), "A", "X")


@pytest.mark.rule("blue.charge.fail_in_cm")
def test_a_failed_charge_goes_past_friends_where_there_is_room_beyond_them() -> None:
    game = failed_behind(gap=0.2, roll=8)
    moved = {round(model.y - 14.0, 2) for model in game.unit("A").models}
    assert moved == {round(8 / 2.54, 2)}
    assert not problems(game.battle)


@pytest.mark.rule("blue.charge.fail_in_cm")
def test_a_failed_charge_stops_before_friends_where_it_would_end_on_them() -> None:
    game = failed_behind(gap=0.5, roll=3)
    moved = [model.y - 14.0 for model in game.unit("A").models]
    assert all(0.3 < inches <= 0.5 + 0.02 for inches in moved)
    assert not problems(game.battle)


@pytest.mark.rule("blue.charge.fail_in_cm")
def test_a_failed_charge_of_those_who_touch_their_friends_goes_nowhere() -> None:
    game = failed_behind(gap=0.0, roll=2)
    assert [model.y for model in game.unit("A").models] == [14.0] * 5
    assert game.told(events.ChargeFailed)[0].inches == 0.0


@pytest.mark.rule("blue.unit_type.flyer_ignores_terrain", "blue.combat_score.charged_in_terrain")
@pytest.mark.parametrize(
    ("ground", "flyer", "points"),
    [("difficult", False, 1), ("difficult", True, 0), ("dangerous", False, 1), ("dangerous", True, 1)],
)
def test_flyers_gain_by_no_ground_that_they_ignore(ground: str, flyer: bool, points: int) -> None:
    """They ignore all terrain but the Dangerous ground on which they have landed (BLUE-R157)."""
    target = unit(models=3, flyer=flyer)
    game = facing(4.0, other=target, board=f"{ground} 24,20 20x6").play(dice=dice())
    charge(game, "A", "X")
    assert parts(game, 1).get("charged in difficult or dangerous ground", 0) == points


@pytest.mark.rule("blue.resolution.consolidation")
def test_who_catches_somebody_stands_on_none_of_its_own() -> None:
    """The second eagle touches the enemy already; the first one finds its place beside it."""
    table = field(
        "A at 26.8,28.9 | X at 26.796217,26.410368 face 180",
        A=unit(models=2, type="cavalry", base=50, flyer=True, movement=10),
        X=unit(models=1, base=40, health=3, type="monstrous infantry"),
    )
    table.places("A", [(25.800293276, 28.875595055), (27.771213285, 28.889603444)])
    battle = table.battle
    for _ in charge_move.run_into(battle, table.unit("A"), table.unit("X"), 9.0):
        pass
    assert not problems(battle)
    assert apart(battle, table.unit("A"), table.unit("X")) < 0.02
