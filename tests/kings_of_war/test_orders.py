"""The movement phase: who gets an order, which orders, and what follows from them (Movement Phase; Ranged Phase)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kings_of_war.harness import Play, draw, pose, refusal, unit
from warhost.play import Chosen, Moved
from warhost.rulesets.kings_of_war.core import Marker
from warhost.table import Forward, Pivot

TWO = "Unit at 36,10 | Friend at 20,10 | Foe at 36,40 face 180"


def begun(line: str = TWO, dice: Any = (), **units: Any) -> Play:
    names = [part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part]
    return draw(line, None, **{name: unit() for name in names} | units).play(dice)


@pytest.mark.rule("kow.move.one_order_each")
def test_each_unit_gets_one_order_in_any_sequence() -> None:
    game = begun()
    assert game.keys == ["0", "1", "pass"]
    game.moving("Friend").stay()
    assert game.keys == ["0", "pass"]
    assert refusal(game, Chosen("1")).rule == "kow.move.one_order_each"
    game.moving("Unit").stay()
    assert game.battle.phase != "movement" or game.battle.active == 1


@pytest.mark.rule("kow.ranged.implicit_halt")
def test_who_has_no_order_halts() -> None:
    game = begun()
    game.moving("Friend").move("advance", Forward(2.0)).choose("pass")
    assert (game.unit("Unit").order, game.unit("Friend").order) == ("halt", "advance")


@pytest.mark.rule("kow.ranged.implicit_halt")
def test_an_order_that_nobody_gave_brings_what_orders_bring() -> None:
    regenerating = unit(rules=["Regeneration (5+)"])
    game = draw(TWO, None, Unit=regenerating, Friend=unit(), Foe=unit())
    game.unit("Unit").damage = 3
    play = game.play(dice=[(5, 6, 1)])
    play.choose("pass")
    assert play.unit("Unit").damage == 1


@pytest.mark.rule("kow.nerve.wavering_orders")
def test_a_wavering_unit_halts_turns_or_backs() -> None:
    table = draw("Unit at 36,10 | Foe at 36,16 face 180", Unit=unit(), Foe=unit())
    table.unit("Unit").wavering = 1
    game = table.play().order("Unit")
    assert game.topic == "move", "it does not charge"
    for kind in ("sidestep", "advance", "at the double"):
        assert refusal(game, Moved(kind, (Forward(1.0),))).rule == "kow.nerve.wavering_orders"
    game.move("change facing", Pivot(90.0))
    assert pose(game, "Unit").facing == 90.0


@pytest.mark.rule("kow.nerve.wavering_orders")
def test_a_wavering_unit_that_is_engaged_only_halts() -> None:
    table = draw("Unit at 36,10 | Idle at 6,6 | Foe at 36,20 face 180", Unit=unit(), Idle=unit(), Foe=unit())
    table.engage("Unit", "Foe", offset=1.0).unit("Unit").wavering = 1
    game = table.play().order("Unit")
    assert game.topic == "order"
    assert game.unit("Unit").order == "halt"


@pytest.mark.rule("kow.move.engaged_orders")
def test_an_engaged_unit_does_not_move() -> None:
    table = draw("Unit at 36,10 | Idle at 6,6 | Foe at 36,20 face 180", Unit=unit(), Idle=unit(), Foe=unit())
    game = table.engage("Unit", "Foe", offset=1.0).play().order("Unit")
    assert set(game.keys) == {"halt", "reform", "withdraw"}
    assert refusal(game, Chosen("move")).rule == "kow.move.engaged_orders"
    game.choose("halt")
    assert game.unit("Unit").order == "halt"


@pytest.mark.rule("kow.order.charge")
def test_a_charge_names_one_target() -> None:
    game = begun("Unit at 36,10 | Idle at 6,6 | Foe at 34,18 face 180 | Other at 40,18 face 180").order("Unit")
    assert {"charge>2", "charge>3"} <= set(game.keys)
    assert "options" in refusal(game, Chosen("charge>2>3")).message
    game.choose("charge>2")
    assert [foe.unit for foe in game.unit("Unit").foes] == [2]


# Individuals


@pytest.mark.rule("kow.special.individual_pivot")
def test_an_individual_turns_before_its_order() -> None:
    hero = unit(hero=True, rules=["Individual"])
    game = begun("0 Unit at 36,10 face 180 | Idle at 6,6 | 1 Foe at 36,16 face 180", Unit=hero)
    game.order("Unit")
    assert not game.offers("charge>2")
    game.choose("turn").move("turn", Pivot(180.0))
    assert game.offers("charge>2"), "what it sees after its turn counts"
    assert not game.offers("turn"), "it turns once"
    game.choose("move").stay()
    assert game.unit("Unit").order == "halt", "it still aims"
    assert pose(game, "Unit").facing == 0.0


@pytest.mark.rule("kow.special.individual")
@pytest.mark.parametrize(("rules", "turns"), [(["Individual"], True), ([], False)])
def test_only_who_is_an_individual_turns_before_its_order(rules: list[str], turns: bool) -> None:
    hero = unit(hero=True, type="monster", rules=rules)
    game = begun("0 Unit at 36,10 | Idle at 6,6 | 1 Foe at 36,16 face 180", Unit=hero)
    assert game.order("Unit").offers("turn") is turns


@pytest.mark.rule("kow.special.individual_pivot")
def test_an_engaged_individual_does_not_turn() -> None:
    line = "Unit at 36,10 | Idle at 6,6 | Foe at 36,20 face 180"
    table = draw(line, Unit=unit(hero=True, rules=["Individual"]), Idle=unit(), Foe=unit()).engage("Unit", "Foe")
    assert "turn" not in table.play().order("Unit").keys


# Loot


@pytest.mark.rule("kow.loot.wild_charge_roll")
@pytest.mark.parametrize(("drops", "reaches"), [(True, True), (False, False)])
def test_a_carrier_rolls_for_its_wild_charge_and_then_drops_the_loot_or_not(drops: bool, reaches: bool) -> None:
    gap = 12.5 + 80 / 25.4
    table = draw(
        f"Unit at 36,10 | Idle at 6,6 | Foe at 36,{10 + gap} face 180",
        Unit=unit(rules=["Wild Charge (D3)"]),
        Idle=unit(),
        Foe=unit(),
    )
    table.battle.markers = (Marker(36.0, 10.0, "loot", carrier=table.unit("Unit").id),)
    game = table.play(dice=[6]).order("Unit")
    assert game.topic == "drop loot"
    game.choose("pass").choose("charge>2")
    assert game.topic == "drop loot"
    game.choose("drop" if drops else "pass")
    if drops:
        game.answer(game.game.asked.suggestions()[0])
    assert bool(game.unit("Unit").foes) is reaches


@pytest.mark.rule("kow.loot.wild_charge_roll")
@pytest.mark.parametrize(("drops", "reaches"), [(True, True), (False, False)])
def test_a_fast_carrier_that_keeps_its_loot_charges_no_farther_than_loot_allows(drops: bool, reaches: bool) -> None:
    # Speed 8 is 5 with loot: 10 inches, or 16 and the die.
    table = draw(
        f"Unit at 36,10 | Idle at 6,6 | Foe at 36,{10 + 12.5 + 80 / 25.4} face 180",
        Unit=unit(speed=8, rules=["Wild Charge (D3)"]),
        Idle=unit(),
        Foe=unit(),
    )
    table.battle.markers = (Marker(36.0, 10.0, "loot", carrier=table.unit("Unit").id),)
    game = table.play(dice=[1]).order("Unit").choose("pass").choose("charge>2").choose("drop" if drops else "pass")
    if drops:
        game.answer(game.game.asked.suggestions()[0])
    assert bool(game.unit("Unit").foes) is reaches


# Scouts


@pytest.mark.rule("kow.special.scout")
def test_a_scout_advances_only() -> None:
    line = 'kow turn=0 phase="deployment" stage="scouts" | 72x48 | Unit at 36,10 | Foe at 36,40 face 180'
    table = draw(line, Unit=unit(rules=["Scout"]), Foe=unit())
    game = table.play(dice=[6, 1])
    assert game.topic == "scout move"
    assert "at the double" in refusal(game, Moved("at the double", (Forward(6.0),))).message
    game.move("advance", Pivot(30.0), Forward(5.0), Pivot(-30.0))
    assert pose(game, "Unit").y > 14.0
