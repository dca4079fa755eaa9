"""Auras, and how the rules of an army list are read (Special Rules: Aura)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Table, carried_out, draw, engaged, unit
from tests.kings_of_war.lots import NEAR, damages_on, lot
from tests.kings_of_war.test_combat import dice_of
from warhost.rulesets.kings_of_war.chapters import nerve
from warhost.rulesets.kings_of_war.core import has, problem_with, values
from warhost.rulesets.kings_of_war.core.events import UnitAttacked
from warhost.table import Pose


def beside(aura: str, at: float = NEAR, *, us: dict[str, Any] | None = None, **bearer: Any) -> Table:
    """Us, with a bearer of an aura so far behind, and an enemy."""
    line = f"Us at 36,20 | Bearer at 36,{20 - at} | Them at 36,30 face 180"
    return draw(line, Us=unit(**(us or {})), Bearer=unit(rules=[f"Aura ({aura})"], **bearer), Them=unit(defence=6))


@pytest.mark.rule("kow.special.aura")
def test_an_aura_is_for_the_bearer_and_friends_within_6_inches() -> None:
    near = beside("Elite")
    assert lot(near).hit_ones_by is not None
    assert lot(near, by="Bearer").hit_ones_by is not None
    assert lot(beside("Elite", NEAR + 0.1)).hit_ones_by is None
    assert lot(near, by="Them", on="Us").hit_ones_by is None


@pytest.mark.rule("kow.special.aura")
def test_the_aura_of_who_is_gone_is_gone() -> None:
    table = beside("Elite")
    table.unit("Bearer").pose = None
    assert lot(table).hit_ones_by is None


@pytest.mark.rule("kow.special.aura")
@pytest.mark.parametrize("state", ["wavering", "engaged"])
def test_the_state_of_the_bearer_does_not_matter_for_its_aura(state: str) -> None:
    table = beside("Elite")
    if state == "wavering":
        table.unit("Bearer").wavering = 1
    else:
        table.engage("Them", "Bearer", "left")
    assert lot(table).hit_ones_by is not None


@pytest.mark.rule("kow.special.aura_range")
@pytest.mark.parametrize("aura", ['9" Elite', '9", Elite'])
def test_an_aura_may_reach_farther(aura: str) -> None:
    assert lot(beside(aura, NEAR + 3.0)).hit_ones_by is not None
    assert lot(beside(aura, NEAR + 3.1)).hit_ones_by is None


@pytest.mark.rule("kow.special.aura_qualifier")
@pytest.mark.rule("kow.unit.traits")
@pytest.mark.parametrize("aura", ["Vicious - Riders", "Vicious, Riders", "Vicious - Riders only"])
def test_a_qualified_aura_is_for_the_bearer_and_those_it_names(aura: str) -> None:
    table = beside(aura)
    assert lot(table, by="Bearer").damage_ones_by is not None
    assert lot(table).damage_ones_by is None
    assert lot(beside(aura, us={"traits": ["Riders"]})).damage_ones_by is not None


@pytest.mark.rule("kow.special.aura_no_stack")
def test_auras_of_the_same_rule_do_not_add_up() -> None:
    line = "Us at 36,20 | One at 41,20 | Two at 31,20 | Them at 36,30 face 180"
    for one, two, needed in (("+1", "+1", 5), ("+1", "+2", 4), ("+2", "+1", 4)):
        table = draw(
            line,
            Us=unit(),
            One=unit(rules=[f"Aura (Crushing Strength ({one}))"]),
            Two=unit(rules=[f"Aura (Crushing Strength ({two}))"]),
            Them=unit(defence=6),
        )
        assert damages_on(table) == needed
    quick = draw(line, Us=unit(), One=unit(rules=["Aura (+1 Speed)"]), Two=unit(rules=["Aura (+2 Speed)"]), Them=unit())
    assert values.speed(quick.battle, quick.unit("Us")) == 7


@pytest.mark.rule("kow.special.aura_attack_timing")
def test_an_aura_counts_for_attacks_if_the_unit_is_in_it_then() -> None:
    table = beside("Crushing Strength (+1)")
    assert damages_on(table) == 5
    table.unit("Bearer").pose = Pose(36.0, 4.0, 0.0)
    assert damages_on(table) == 6


@pytest.mark.rule("kow.special.aura_attack_timing")
@pytest.mark.parametrize(("routed", "needed"), [(False, 5), (True, 6)])
def test_a_bearer_that_routs_before_the_attacks_helps_nobody(routed: bool, needed: int) -> None:
    line = 'phase="combat" | Us at 36,20 | 0 Bearer at 36,15 | Them at 36,26 face 180'
    bearer = unit(rules=["Aura (Crushing Strength (+1))"])
    table = draw(line, Us=unit(attacks=10), Bearer=bearer, Them=unit(defence=6)).engage("Us", "Them")
    if routed:
        carried_out(nerve.rout(table.battle, table.unit("Bearer"), 1))
    game = table.play(dice={"to hit": 6, "to damage": needed, "": 1}).choose(unit="Us")
    (attacked,) = game.told(UnitAttacked)
    assert (attacked.to_damage, attacked.damage) == (needed, 10)


@pytest.mark.rule("kow.special.aura_extra_attacks")
def test_attacks_of_an_aura_are_doubled_in_a_flank() -> None:
    table = engaged("left", Us=unit(attacks=10), Them=unit(), Bearer=unit(rules=["Aura (+2 Attacks)"]))
    bearer, us = table.unit("Bearer"), table.unit("Us")
    bearer.seat = us.seat
    table.battle.units[bearer.id].pose = us.pose
    assert dice_of(table) == [24]


@pytest.mark.rule("kow.special.aura_stat_included")
def test_the_bearer_of_an_aura_has_its_change_of_a_value_already() -> None:
    table = beside("+1 Speed", us={"speed": 6}, speed=7)
    assert values.speed(table.battle, table.unit("Bearer")) == 7
    assert values.speed(table.battle, table.unit("Us")) == 7
    assert values.nerve(table.battle, table.unit("Us")) == 12
    both = draw(
        "Us at 36,20 | Bearer at 36,25 | Them at 36,40 face 180",
        Us=unit(speed=7, rules=["Aura (+1 Speed)"]),
        Bearer=unit(speed=7, rules=["Aura (+1 Speed)"]),
        Them=unit(),
    )
    assert values.speed(both.battle, both.unit("Us")) == 7


@pytest.mark.rule("kow.special.aura_move_timing")
def test_an_aura_of_movement_counts_where_the_move_begins() -> None:
    assert has(beside("Pathfinder").battle, beside("Pathfinder").unit("Us"), "pathfinds")
    far = beside("Pathfinder", NEAR + 4.0)
    assert not has(far.battle, far.unit("Us"), "pathfinds")


# What lists may write


@pytest.mark.parametrize(
    "text",
    [
        "Elite",
        "Elite (combat)",
        "Vicious (Ranged)",
        "Crushing Strength (2)",
        "Crushing Strength (+1 vs. units with Regeneration)",
        "Rampage (D6 - Combat)",
        "Wild Charge (D3)",
        "Regeneration (5+)",
        "Inspiring (Self)",
        'Aura (9" Wild Charge (+1) - Riders)',
        "Aura (+1 Nerve)",
        "Height (6)",
    ],
)
def test_these_rules_can_be_read(text: str) -> None:
    assert problem_with(text) == ""


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Elit", 'rule "Elit" is unknown. Did you mean "Elite"?'),
        ("Crushing Strength", 'rule "Crushing Strength" cannot be read: write it like "Crushing Strength (1)".'),
        ("Brutal (D3)", 'rule "Brutal (D3)" cannot be read: write it like "Brutal (1)".'),
        ("Fly (2)", 'rule "Fly (2)" cannot be read: Fly has nothing in brackets.'),
        ("Aura (Elit)", 'rule "Elit" is unknown. Did you mean "Elite"?'),
        ("Aura", 'rule "Aura" cannot be read: write it like "Aura (Elite)".'),
    ],
)
def test_other_rules_cannot(text: str, why: str) -> None:
    assert problem_with(text) == why
