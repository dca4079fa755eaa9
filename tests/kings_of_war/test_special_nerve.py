"""Special rules about nerve and about damage that heals (Special Rules)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Table, carried_out, draw, unit
from tests.kings_of_war.lots import NEAR, faced, nerve_test, spoken
from warhost.rulesets.kings_of_war.chapters import nerve
from warhost.rulesets.kings_of_war.chapters.nerve import Cause
from warhost.rulesets.kings_of_war.chapters.turn import begin_turn
from warhost.rulesets.kings_of_war.core import is_a, values

# Brutal, Dread, Shattering


@pytest.mark.rule("kow.special.brutal")
def test_the_highest_brutal_of_those_in_combat_is_added() -> None:
    line = "One at 36,20 | Two at 30,24 face 90 | Three at 60,24 | Them at 36,24 face 180 damage=5"
    brutal = {name: unit(rules=[f"Brutal ({n})"]) for name, n in (("One", 1), ("Two", 2), ("Three", 5))}
    table = draw(line, None, Them=unit(nerve=14), **brutal)
    table.engage("One", "Them").engage("Two", "Them", "left")
    assert nerve_test(table, "Them", "combat", (3, 4)).total == 14
    assert table.unit("Them").fate == "routed"


@pytest.mark.rule("kow.special.brutal")
def test_brutal_is_nothing_to_ranged_attacks_and_counts_when_withdrawing() -> None:
    table = faced(unit(rules=["Brutal (2)"]))
    table.engage("Us", "Them")
    assert nerve_test(table, "Them", "ranged", (3, 4)).total == 7
    assert nerve_test(table, "Them", "withdraw", (3, 4)).total == 9


def _dreadful(damage: int, rules: str, *, other: str = "", at: float = NEAR) -> Table:
    line = f"Us at 36,10 | Them at 36,{10 + at} face 180 damage={damage}"
    return draw(
        f"{line} | Other at 44,10", Us=unit(rules=[rules]), Them=unit(nerve=15), Other=unit(rules=[other or rules])
    )


@pytest.mark.rule("kow.special.dread")
def test_dread_lowers_the_nerve_of_enemies_within_6_inches() -> None:
    near = _dreadful(7, "Dread", other="Elite")
    assert values.nerve(near.battle, near.unit("Them")) == 14
    assert nerve_test(near, "Them", "combat", (3, 4)).result == "routed"
    far = _dreadful(7, "Dread", other="Elite", at=NEAR + 0.1)
    assert values.nerve(far.battle, far.unit("Them")) == 15
    assert nerve_test(far, "Them", "combat", (3, 4)).result == "steady"
    assert values.nerve(near.battle, near.unit("Us")) == 12


@pytest.mark.rule("kow.special.dread_single")
def test_two_dreadful_units_count_once() -> None:
    table = _dreadful(0, "Dread")
    assert values.nerve(table.battle, table.unit("Them")) == 14
    assert nerve.prepared(table.battle, table.unit("Them"), "combat").nerve.total == 14


@pytest.mark.rule("kow.special.dread_single")
@pytest.mark.parametrize(("one", "other"), [("Dread", "Elite"), ("Elite", "Dread"), ("Dread", "Dread")])
def test_dread_of_one_unit_or_two_in_reach_takes_one_from_nerve(one: str, other: str) -> None:
    table = _dreadful(7, one, other=other, at=NEAR - 2)
    assert values.nerve(table.battle, table.unit("Them")) == 14
    told = nerve_test(table, "Them", "combat", (3, 3))
    assert told.total - told.needed == 13 - 14


@pytest.mark.rule("kow.special.brutal_or_dread")
def test_of_brutal_and_dread_the_attacker_takes_the_larger() -> None:
    for number, total, needed in ((2, 9, 15), (1, 8, 15)):
        table = draw(
            "Us at 36,10 | Them at 36,13.2 face 180",
            Us=unit(rules=["Dread", f"Brutal ({number})"]),
            Them=unit(nerve=15),
        )
        table.engage("Us", "Them")
        told = nerve_test(table, "Them", "combat", (3, 4))
        assert (told.total, told.needed) == (total, needed)


@pytest.mark.rule("kow.special.dread_or_shattering")
def test_of_shattering_and_dread_one_counts() -> None:
    table = _dreadful(0, "Dread")
    table.unit("Them").shattered = 1
    told = nerve_test(table, "Them", "ranged", (3, 4))
    assert told.total - told.needed == 8 - 15


@pytest.mark.rule("kow.special.shattering")
def test_shattering_is_added_to_the_test_of_the_ranged_phase_alone() -> None:
    table = draw("Us at 36,10 | Them at 36,40 face 180 damage=6 shattered=1", Us=unit(), Them=unit(nerve=14))
    assert nerve_test(table, "Them", "ranged", (3, 4)).result == "wavering"
    assert nerve_test(table, "Them", "combat", (3, 4)).total == 13


# Steady after all


@pytest.mark.rule("kow.special.fearless")
@pytest.mark.parametrize(
    ("cause", "damage", "result"), [("ranged", 8, "steady"), ("ranged", 13, "routed"), ("combat", 8, "routed")]
)
def test_the_fearless_do_not_waver(cause: Cause, damage: int, result: str) -> None:
    table = draw(f"Us at 36,10 damage={damage} | Them at 36,40 face 180", Us=unit(rules=["Fearless"]), Them=unit())
    assert nerve_test(table, "Us", cause, (3, 4)).result == result


@pytest.mark.rule("kow.special.fearless")
def test_the_fearless_do_not_waver_on_a_double_6_that_passes() -> None:
    table = draw("Us at 36,10 | Them at 36,40 face 180", Us=unit(nerve=20, rules=["Fearless"]), Them=unit())
    assert nerve_test(table, "Us", "ranged", (6, 6)).result == "steady"


def _inspired(rules: str, *, at: float = NEAR, **fields: Any) -> Table:
    line = f"Us at 36,10 damage=9 | Chief at 36,{10 + at} | Them at 36,40 face 180"
    return draw(line, Us=unit(nerve=15, **fields), Chief=unit(rules=[rules]), Them=unit())


@pytest.mark.rule("kow.special.inspiring")
def test_a_failed_test_near_an_inspiring_unit_is_rolled_again_once() -> None:
    assert nerve_test(_inspired("Inspiring"), "Us", "combat", (3, 4), (1, 3)).result == "steady"
    assert nerve_test(_inspired("Inspiring"), "Us", "combat", (3, 4), (4, 4)).result == "routed"
    assert nerve_test(_inspired("Inspiring"), "Us", "ranged", (3, 4), (1, 3)).result == "steady"
    assert nerve_test(_inspired("Inspiring"), "Us", "withdraw", (3, 4), (1, 3)).result == "steady"
    assert nerve_test(_inspired("Inspiring", at=NEAR + 0.1), "Us", "combat", (3, 4)).result == "routed"


@pytest.mark.rule("kow.special.inspiring")
def test_an_inspiring_unit_inspires_itself_and_nobody_who_passes_rolls_again() -> None:
    table = _inspired("Inspiring")
    assert nerve_test(table, "Us", "combat", (1, 2)).result == "steady"
    table.unit("Chief").damage = 9
    assert nerve_test(table, "Chief", "combat", (3, 4), (1, 1)).result == "steady"
    table.unit("Them").damage = 9
    assert nerve_test(table, "Them", "combat", (3, 4)).result == "routed"


@pytest.mark.rule("kow.special.inspiring_qualifier")
def test_a_qualifier_says_who_is_inspired() -> None:
    assert nerve_test(_inspired("Inspiring (Riders)"), "Us", "combat", (3, 4)).result == "routed"
    riders = _inspired("Inspiring (Riders)", traits=["Riders"])
    assert nerve_test(riders, "Us", "combat", (3, 4), (1, 1)).result == "steady"
    nerve_test(_inspired("Inspiring (Riders only)", traits=["Riders"]), "Us", "combat", (3, 4), (1, 1))
    alone = _inspired("Inspiring (Self)")
    assert nerve_test(alone, "Us", "combat", (3, 4)).result == "routed"
    alone.unit("Chief").damage = 9
    assert nerve_test(alone, "Chief", "combat", (3, 4), (1, 1)).result == "steady"


@pytest.mark.rule("kow.special.very_inspiring")
def test_very_inspiring_reaches_9_inches() -> None:
    assert nerve_test(_inspired("Very Inspiring", at=NEAR + 3.0), "Us", "combat", (3, 4), (1, 1)).result == "steady"
    assert nerve_test(_inspired("Very Inspiring", at=NEAR + 3.1), "Us", "combat", (3, 4)).result == "routed"


@pytest.mark.rule("kow.special.very_inspiring")
def test_what_touches_inspiring_touches_very_inspiring() -> None:
    table = _inspired("Very Inspiring")
    assert is_a(table.battle, table.unit("Chief"), "units with Inspiring")
    assert not is_a(table.battle, table.unit("Us"), "units with Inspiring")


@pytest.mark.rule("kow.special.rallying")
def test_rallying_raises_the_nerve_of_friends_within_6_inches_once() -> None:
    line = f"Us at 36,20 damage=8 | One at 36,{20 + NEAR} | Two at 36,{20 - NEAR} | Them at 40,20 face 180"
    table = draw(line, Us=unit(nerve=14), One=unit(rules=["Rallying"]), Two=unit(rules=["Rallying"]), Them=unit())
    assert values.nerve(table.battle, table.unit("Us")) == 15
    assert values.nerve(table.battle, table.unit("One")) == 12
    assert values.nerve(table.battle, table.unit("Them")) == 12
    assert nerve_test(table, "Us", "combat", (3, 3)).result == "steady"


@pytest.mark.rule("kow.special.rallying")
def test_rallying_has_its_reach_and_perhaps_a_qualifier() -> None:
    line = f"Us at 36,20 | One at 36,{20 + NEAR + 0.1} | Two at 36,{20 - NEAR} "
    table = draw(
        f"{line} | Them at 60,40 face 180",
        Us=unit(),
        One=unit(rules=["Rallying"]),
        Two=unit(rules=["Rallying (Riders)"]),
        Them=unit(),
    )
    assert values.nerve(table.battle, table.unit("Us")) == 12


@pytest.mark.rule("kow.special.iron_resolve")
@pytest.mark.parametrize(
    ("damage", "number", "faces", "left"), [(5, 2, (1, 2), 3), (1, 2, (1, 2), 0), (5, 2, (4, 4), 5), (5, 3, (1, 2), 2)]
)
def test_iron_resolve_heals_who_is_steady(damage: int, number: int, faces: tuple[int, int], left: int) -> None:
    table = draw(
        f"Us at 36,10 damage={damage} | Them at 36,40 face 180",
        Us=unit(rules=[f"Iron Resolve ({number})"]),
        Them=unit(),
    )
    nerve_test(table, "Us", "ranged", faces)
    assert table.unit("Us").damage == left


@pytest.mark.rule("kow.special.plus_n")
@pytest.mark.rule("kow.special.iron_resolve")
@pytest.mark.rule("kow.artefact.aegis_of_the_elohi")
def test_iron_resolve_heals_3_at_most() -> None:
    for rules, left in (([], 5), (["Iron Resolve (1)"], 4), (["Iron Resolve (3)"], 3)):
        table = draw(
            "Us at 36,10 damage=6 | Them at 36,40 face 180",
            Us=unit(nerve=20, artefact="Aegis of the Elohi", rules=rules),
            Them=unit(),
        )
        nerve_test(table, "Us", "combat", (1, 2))
        assert table.unit("Us").damage == left


# With the order


@pytest.mark.rule("kow.special.cloak_of_death")
def test_a_cloak_of_death_damages_enemies_within_6_inches_without_a_test() -> None:
    table = draw(
        f"Us at 36,20 | 1 Near at 36,{20 + NEAR} face 180 | 1 Far at 36,{20 - NEAR - 0.1} | 0 Friend at 41,20",
        Us=unit(rules=["Cloak of Death"]),
        Near=unit(),
        Far=unit(),
        Friend=unit(),
    )
    spoken(table, "Us", "after_order")
    assert [table.unit(name).damage for name in ("Near", "Far", "Friend", "Us")] == [1, 0, 0, 0]
    assert not table.unit("Near").hurt


@pytest.mark.rule("kow.special.cloak_of_death_once")
def test_one_cloak_of_death_a_turn() -> None:
    line = "Us at 36,20 | Also at 41,20 | 1 Near at 38,26 face 180"
    table = draw(line, Us=unit(rules=["Cloak of Death"]), Also=unit(rules=["Cloak of Death"]), Near=unit())
    spoken(table, "Us", "after_order")
    spoken(table, "Also", "after_order")
    assert table.unit("Near").damage == 1
    carried_out(begin_turn(table.battle, 0))
    spoken(table, "Also", "after_order")
    assert table.unit("Near").damage == 2


@pytest.mark.rule("kow.special.radiance_of_life")
def test_radiance_of_life_heals_the_bearer_and_friends_within_6_inches() -> None:
    line = (
        f"Us at 36,20 damage=2 | 0 Near at 36,{20 + NEAR} damage=3 | 0 Far at 36,{20 - NEAR - 1} damage=1"
        " | 1 Them at 41,20 damage=1"
    )
    table = draw(line, Us=unit(rules=["Radiance of Life"]), Near=unit(), Far=unit(), Them=unit())
    spoken(table, "Us", "after_order")
    assert [table.unit(name).damage for name in ("Us", "Near", "Far", "Them")] == [1, 2, 1, 1]


@pytest.mark.rule("kow.special.radiance_of_life")
def test_radiance_of_life_with_a_qualifier_heals_the_bearer_all_the_same() -> None:
    line = "Us at 36,20 damage=2 | 0 Near at 36,25 damage=3 | 0 Rider at 42,20 damage=1 | 1 Them at 41,40"
    table = draw(
        line,
        Us=unit(rules=["Radiance of Life (Riders)"]),
        Near=unit(),
        Rider=unit(traits=["Riders"]),
        Them=unit(),
    )
    spoken(table, "Us", "after_order")
    assert [table.unit(name).damage for name in ("Us", "Near", "Rider")] == [1, 3, 0]


@pytest.mark.rule("kow.special.radiance_of_life_once")
def test_one_radiance_of_life_a_turn() -> None:
    line = "Us at 36,20 | Also at 41,20 | 0 Near at 38,26 damage=4 | 1 Them at 41,40 face 180"
    rules = {name: unit(rules=["Radiance of Life"]) for name in ("Us", "Also")}
    table = draw(line, None, Near=unit(), Them=unit(), **rules)
    spoken(table, "Us", "after_order")
    spoken(table, "Also", "after_order")
    assert table.unit("Near").damage == 3


@pytest.mark.rule("kow.special.radiance_of_life_once")
def test_a_bearer_gains_of_one_radiance_too_and_of_one_in_the_next_turn() -> None:
    line = "Us at 36,20 damage=4 | Also at 41,20 damage=4 | 1 Them at 41,44 face 180"
    rules = {name: unit(rules=["Radiance of Life"]) for name in ("Us", "Also")}
    dice: dict[str, Any] = {"First turn": [6, 1], "": 1}
    game = draw(line, None, Them=unit(), **rules).play(dice)
    game.order("Us").decline().order("Also").decline()
    assert (game.unit("Us").damage, game.unit("Also").damage) == (3, 3)
    game.until(turn=2)
    game.order("Us").decline().order("Also").decline()
    assert (game.unit("Us").damage, game.unit("Also").damage) == (2, 2)


@pytest.mark.rule("kow.special.regeneration")
def test_regeneration_rolls_a_die_for_each_damage_once_a_turn() -> None:
    table = draw("Us at 36,20 damage=4 | Them at 36,40 face 180", Us=unit(rules=["Regeneration (5+)"]), Them=unit())
    spoken(table, "Us", "as_ordered", [(5, 2, 6, 4)])
    assert table.unit("Us").damage == 2
    spoken(table, "Us", "as_ordered")
    assert table.unit("Us").damage == 2


@pytest.mark.rule("kow.special.regeneration")
def test_of_two_regenerations_the_easier_one_is_rolled_and_none_without_damage() -> None:
    rules = ["Regeneration (5+)", "Regeneration (4+)"]
    table = draw("Us at 36,20 damage=2 | Them at 36,40 face 180", Us=unit(rules=rules), Them=unit())
    spoken(table, "Us", "as_ordered", [(4, 3)])
    assert table.unit("Us").damage == 1
    spoken(faced(unit(rules=rules)), "Us", "as_ordered")
