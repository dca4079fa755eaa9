"""Nerve: tests, wavering, routs, devastation and special results (Nerve)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Done, Faces, Table, carried_out, draw, engaged, unit
from warhost.play.counsel import exact
from warhost.play.script import Script
from warhost.rulesets.kings_of_war.chapters import nerve, turn
from warhost.rulesets.kings_of_war.chapters.nerve import Cause
from warhost.rulesets.kings_of_war.core import Effect, Settings, Unit, events, values


def having_tested(cause: Cause, dice: list[Faces], damage: int, **fields: Any) -> tuple[Unit, Done]:
    """X, with so much damage, has tested its nerve for that cause with these dice."""
    table = draw("A at 36,20 | X at 36,30 face 180", A=unit(), X=unit(**fields))
    target = table.unit("X")
    target.damage = damage
    return target, carried_out(nerve.take_tests(table.battle, [target], cause, 0), dice)


def result(cause: Cause, dice: list[Faces], damage: int, **fields: Any) -> str:
    target, done = having_tested(cause, dice, damage, **fields)
    found: str = done.value[target.id]
    return found


@pytest.mark.rule("kow.nerve.test")
def test_a_total_below_nerve_passes() -> None:
    assert result("combat", [(3, 3)], 8, nerve=15) == "steady"
    assert result("combat", [(3, 4)], 8, nerve=15) == "routed"


@pytest.mark.rule("kow.nerve.test")
def test_the_test_tells_what_makes_up_its_total() -> None:
    _, done = having_tested("combat", [(3, 4)], 8, nerve=15)
    told = next(event for event in done.events if isinstance(event, events.NerveTested))
    assert (told.rolled, told.total, told.needed) == (7, 15, 15)
    assert [(score.label, score.total) for score in told.sums] == [("Roll", 15), ("Nerve", 15)]
    assert all(sum(part.amount for part in score.parts) == score.total for score in told.sums)


@pytest.mark.rule("kow.nerve.cause")
def test_what_a_failed_test_does_depends_on_its_cause() -> None:
    assert result("ranged", [(6, 5)], 5) == "wavering"
    assert result("combat", [(6, 5)], 5) == "routed"
    assert result("withdraw", [(6, 5)], 5) == "routed"
    assert result("ranged", [(6, 5)], 13) == "routed"


@pytest.mark.rule("kow.nerve.steady")
def test_who_passes_suffers_nothing() -> None:
    target, done = having_tested("ranged", [(1, 2)], 5)
    assert done.value[target.id] == "steady"
    assert (target.damage, target.wavering, target.fate) == (5, 0, "")


@pytest.mark.rule("kow.nerve.roller")
def test_whoever_caused_the_test_rolls_it() -> None:
    _, done = having_tested("ranged", [(1, 2)], 5)
    assert [roll.seat for roll in done.rolls] == [0]


# Wavering


@pytest.mark.rule("kow.nerve.wavering")
@pytest.mark.rule("kow.nerve.wavering_token")
def test_wavering_lasts_until_the_end_of_the_own_next_turn() -> None:
    table = draw("A at 36,20 | X at 36,30 face 180", Settings(initiative="once"), A=unit(), X=unit())
    target = table.unit("X")
    target.damage = 5
    carried_out(nerve.take_tests(table.battle, [target], "ranged", 0), [(6, 5)])
    assert target.wavering == 1
    carried_out(turn.end_turn(table.battle))
    assert table.battle.active == 1
    assert target.wavering == 1
    done = carried_out(turn.end_turn(table.battle))
    assert target.wavering == 0
    assert isinstance(done.events[0], events.UnitSteadied)


# Routs


@pytest.mark.rule("kow.nerve.routed")
def test_a_routed_unit_leaves_the_table() -> None:
    table = engaged(A=unit(attacks=1), X=unit(nerve=2), Y=unit())
    game = table.play(dice=[(6,), (6,), (3, 3)]).choose(unit="A")
    target = game.unit("X")
    assert (target.pose, target.fate, target.foes) == (None, "routed", ())
    assert not game.unit("A").engaged
    assert [event.unit for event in game.told(events.UnitRouted)] == [target.id]


# Devastated


def with_damage(damage: int, settings: Settings | None = None, **fields: Any) -> Table:
    table = draw("A at 36,20 | X at 36,26 face 180", settings, A=unit(rules=["Dread"]), X=unit(**fields))
    table.unit("X").damage = damage
    return table


def is_devastated(damage: int, settings: Settings | None = None, **fields: Any) -> bool:
    table = with_damage(damage, settings, **fields)
    return values.is_devastated(table.battle, table.unit("X"))


@pytest.mark.rule("kow.nerve.devastated")
def test_more_damage_than_nerve_devastates() -> None:
    table = draw("X at 36,26 face 180", X=unit(nerve=15))
    found = []
    for damage in (14, 15, 16):
        table.unit("X").damage = damage
        found.append(values.is_devastated(table.battle, table.unit("X")))
    assert found == [False, False, True]


@pytest.mark.rule("kow.nerve.devastated")
def test_changes_of_nerve_count_for_devastation_unless_printed_nerve_was_agreed() -> None:
    assert is_devastated(12, nerve=12)
    assert not is_devastated(12, Settings(devastated_by="printed nerve"), nerve=12)
    assert not is_devastated(11, nerve=12)


@pytest.mark.rule("kow.nerve.devastated")
def test_damage_that_devastates_is_told() -> None:
    table = draw("X at 36,26 face 180 damage=10", X=unit(nerve=12))
    done = carried_out(nerve.suffer(table.battle, table.unit("X"), 3, "combat"))
    assert [type(event) for event in done.events] == [events.DamageTaken, events.UnitDevastated]


@pytest.mark.rule("kow.nerve.devastated_rout")
def test_a_devastated_unit_routs_where_it_would_waver() -> None:
    assert result("ranged", [(6, 5)], 14, nerve=12) == "routed"
    assert result("ranged", [(6, 5)], 12, nerve=12) == "wavering"


@pytest.mark.rule("kow.nerve.devastated_recover")
def test_who_is_healed_to_its_nerve_is_no_longer_devastated() -> None:
    table = draw("X at 36,26 face 180 damage=13", X=unit(nerve=12))
    target = table.unit("X")
    assert values.halved(table.battle, target, 10) == 5
    carried_out(nerve.heal(table.battle, target, 1, "Heal"))
    assert not values.is_devastated(table.battle, target)
    assert values.halved(table.battle, target, 10) == 10


@pytest.mark.rule("kow.us.halved")
@pytest.mark.parametrize(
    ("size", "damage", "wavering", "strength"),
    [("horde", 0, 1, 2), ("regiment", 13, 0, 1), ("troop", 0, 1, 1), ("horde", 13, 1, 2), ("horde", 0, 0, 4)],
)
def test_unit_strength_is_halved_once(size: str, damage: int, wavering: int, strength: int) -> None:
    table = draw(f"X at 36,26 face 180 damage={damage} wavering={wavering}", X=unit(size=size, nerve=12))
    assert values.strength(table.battle, table.unit("X")) == strength


@pytest.mark.rule("kow.us.halved")
def test_no_strength_stays_none() -> None:
    table = draw("X at 36,26 face 180 wavering=1", X=unit(strength=0))
    assert values.strength(table.battle, table.unit("X")) == 0


# Special results


@pytest.mark.rule("kow.nerve.hold_your_ground")
def test_a_double_one_always_passes() -> None:
    assert result("combat", [(1, 1)], 30, nerve=10) == "steady"
    assert result("ranged", [(1, 1)], 30, nerve=10) == "steady"


@pytest.mark.rule("kow.nerve.we_are_doomed_ranged")
def test_a_double_six_that_passes_makes_who_was_shot_at_waver() -> None:
    assert result("ranged", [(6, 6)], 3, nerve=20) == "wavering"


@pytest.mark.rule("kow.nerve.we_are_doomed_combat")
@pytest.mark.parametrize("cause", ["combat", "withdraw"])
def test_a_double_six_that_passes_in_combat_brings_more_damage_and_no_other_test(cause: Cause) -> None:
    target, done = having_tested(cause, [(6, 6), (4,)], 3, nerve=20)
    assert done.value[target.id] == "steady"
    assert (target.damage, target.fate) == (7, "")


@pytest.mark.rule("kow.nerve.we_are_doomed_combat")
def test_more_damage_after_a_double_six_is_not_rolled_again_and_comes_before_iron_resolve() -> None:
    target, done = having_tested("combat", [(6, 6), (4,)], 3, nerve=20, rules=["Inspiring", "Iron Resolve (2)"])
    assert target.damage == 5
    assert len(done.rolls) == 2


# Rules


@pytest.mark.rule("kow.special.fearless")
def test_the_fearless_are_steady_where_others_waver() -> None:
    assert result("ranged", [(6, 5)], 5, rules=["Fearless"]) == "steady"
    assert result("ranged", [(6, 6)], 3, nerve=20, rules=["Fearless"]) == "steady"
    assert result("combat", [(6, 5)], 5, rules=["Fearless"]) == "routed"
    assert result("ranged", [(6, 5)], 13, rules=["Fearless"]) == "routed"


@pytest.mark.rule("kow.special.inspiring")
def test_a_failed_test_is_rolled_again_once() -> None:
    assert result("combat", [(6, 5), (1, 2)], 5, rules=["Inspiring"]) == "steady"
    assert result("combat", [(6, 5), (6, 4)], 5, rules=["Inspiring"]) == "routed"
    assert result("ranged", [(6, 6), (1, 2)], 3, nerve=20, rules=["Inspiring"]) == "steady"


@pytest.mark.rule("kow.special.inspiring")
def test_two_sources_give_one_roll() -> None:
    table = draw(
        "X at 36,30 face 180 damage=5 | 1 Y at 36,35", X=unit(rules=["Inspiring"]), Y=unit(rules=["Inspiring"])
    )
    target = table.unit("X")
    done = carried_out(nerve.take_tests(table.battle, [target], "combat", 0), [(6, 5), (6, 5)])
    assert done.value[target.id] == "routed"


@pytest.mark.rule("kow.combat.nerve_simultaneous")
def test_tests_are_judged_by_how_things_stand_before_all_of_them() -> None:
    table = draw(
        "X at 36,30 face 180 damage=5 | 1 Y at 36,35 damage=5 | A at 10,10",
        X=unit(rules=["Inspiring (Self)", "Inspiring"]),
        Y=unit(),
        A=unit(),
    )
    inspiring, other = table.unit("X"), table.unit("Y")
    script = nerve.take_tests(table.battle, [inspiring, other], "combat", 0)
    done = carried_out(script, [(6, 5), (6, 5), (6, 5), (1, 2)])
    assert done.value == {inspiring.id: "routed", other.id: "steady"}


@pytest.mark.rule("kow.special.iron_resolve")
def test_iron_resolve_heals_who_is_steady() -> None:
    assert having_tested("combat", [(1, 2)], 5, rules=["Iron Resolve (2)"])[0].damage == 3
    assert having_tested("combat", [(1, 2)], 1, rules=["Iron Resolve (2)"])[0].damage == 0
    assert having_tested("ranged", [(6, 5)], 5, rules=["Iron Resolve (2)"])[0].damage == 5


def pressed(dice: list[Faces], damage: int, mine: list[str], theirs: list[str] | None = None, **fields: Any) -> str:
    """A with these rules is in combat with X, which tests its nerve."""
    table = engaged(A=unit(rules=mine), X=unit(rules=theirs or [], **fields))
    target = table.unit("X")
    target.damage = damage
    done = carried_out(nerve.take_tests(table.battle, [target], "combat", 0), dice)
    found: str = done.value[target.id]
    return found


@pytest.mark.rule("kow.special.brutal")
def test_brutal_adds_to_the_test_of_an_enemy_in_combat() -> None:
    assert pressed([(3, 4)], 5, ["Brutal (2)"], nerve=14) == "routed"
    assert pressed([(3, 3)], 5, ["Brutal (2)"], nerve=14) == "steady"


@pytest.mark.rule("kow.special.brutal")
def test_of_several_the_highest_brutal_counts() -> None:
    table = draw(
        'phase="combat" | A at 36,20 | B at 40,20 | X at 36,26 face 180 damage=5',
        A=unit(rules=["Brutal (1)"]),
        B=unit(rules=["Brutal (2)"]),
        X=unit(nerve=14),
    )
    table.engage("A", "X").engage("B", "X", "left")
    assert nerve.prepared(table.battle, table.unit("X"), "combat").added.total == 2


@pytest.mark.rule("kow.special.dread")
@pytest.mark.rule("kow.special.dread_single")
def test_dread_lowers_nerve_once() -> None:
    assert pressed([(3, 4)], 7, ["Dread"], nerve=15) == "routed"
    assert pressed([(3, 3)], 7, ["Dread"], nerve=15) == "steady"


@pytest.mark.rule("kow.special.brutal_or_dread")
def test_brutal_or_dread_counts_whichever_does_more() -> None:
    table = engaged(A=unit(rules=["Brutal (2)", "Dread"]), X=unit(nerve=14))
    test = nerve.prepared(table.battle, table.unit("X"), "combat")
    assert (test.added.total, test.nerve.total) == (2, 14)


# Barkskin


def test_barkskin_goes_before_damage() -> None:
    table = draw("X at 36,26 face 180", X=unit())
    target = table.unit("X")
    target.effects = (Effect("Barkskin", "start", 1, number=3),)
    assert carried_out(nerve.suffer(table.battle, target, 2, "combat")).value == 0
    assert carried_out(nerve.suffer(table.battle, target, 3, "combat")).value == 2
    assert target.damage == 2
    assert not table.unit("X").effects


# Chances


CAUSES: list[tuple[Cause, int, list[str]]] = [
    ("combat", 5, []),
    ("combat", 5, ["Inspiring"]),
    ("ranged", 5, []),
    ("ranged", 0, ["Inspiring"]),
    ("ranged", 13, ["Inspiring"]),
    ("ranged", 5, ["Fearless"]),
    ("combat", 0, []),
    ("withdraw", 11, ["Inspiring"]),
]


@pytest.mark.parametrize(("cause", "damage", "rules"), CAUSES)
def test_chances_are_those_of_the_dice(cause: Cause, damage: int, rules: list[str]) -> None:
    table = draw(f"X at 36,26 face 180 damage={damage}", X=unit(nerve=13, rules=rules))
    results = ("steady", "wavering", "routed")

    def script() -> Script[int]:
        target = table.unit("X")
        target.damage, target.wavering, target.fate = damage, 0, ""
        target.pose = start
        found = yield from nerve.take_tests(table.battle, [target], cause, 0)
        return results.index(found[target.id])

    start = table.unit("X").pose
    test = nerve.prepared(table.battle, table.unit("X"), cause)
    test.inspired_by = nerve.inspiring(table.battle, test)
    expected = nerve.chances(table.battle, test)
    played = exact.returned(script)
    assert [played[number] for number in range(3)] == pytest.approx(
        [expected.steady, expected.wavering, expected.routed]
    )
