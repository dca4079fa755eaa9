"""Command orders: who may try them, on whom, and what they bring (Command Orders)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.kings_of_war.harness import Faces, Table, carried_out, draw, refusal, unit
from tests.kings_of_war.lots import damages_on
from warhost.play import Chosen
from warhost.rulesets.kings_of_war.chapters.movement import command
from warhost.rulesets.kings_of_war.chapters.turn import begin_turn, expire
from warhost.rulesets.kings_of_war.core import arms, values
from warhost.rulesets.kings_of_war.core.events import CommandOrderTried

STRIKE: Mapping[str, Any] = {"name": "Strike", "target": 5, "gives": ["Crushing Strength (+1)"]}
STEADY: Mapping[str, Any] = {"name": "Steady", "target": 4, "steadies": True}
HEAL: Mapping[str, Any] = {"name": "Heal", "target": 4, "heals": 2}
RIDE: Mapping[str, Any] = {"name": "Ride", "target": 4, "trait": "Riders", "changes": [["speed", 2]]}
HALT: Mapping[str, Any] = {"name": "Halt", "target": 4, "enemy": True, "changes": [["speed", -1]], "lasts": "next turn"}
BOWS: Mapping[str, Any] = {"name": "Bows", "target": 4, "weapon": {"name": "Short bow", "range": 18, "shooting": 5}}

REACH = 12.0 + 40 / 25.4 + 20 / 25.4
"""From the centre of a hero to that of a regiment behind it that is 12" away."""


def chief(*orders: Mapping[str, Any], rank: str = "champion", **fields: Any) -> Mapping[str, Any]:
    return unit(hero=True, rank=rank, category="commander", orders=list(orders), **fields)


def commanded(*orders: Mapping[str, Any], at: float = 10.0, line: str = "", **fields: Any) -> Table:
    """A commander with these orders, a regiment behind it and an enemy in front."""
    told = f"0 Chief at 36,20 | 0 Us at 36,{20 - at} {line} | 1 Them at 36,26 face 180 | 0 Idle at 70,4"
    return draw(told, Chief=chief(*orders, **fields), Us=unit(), Them=unit(), Idle=unit())


def keys(table: Table) -> list[str]:
    """The command orders on offer."""
    game = table.play()
    return [key for key in game.keys if ":" in key] if game.topic == "order" else []


def refused_by(table: Table, key: str) -> str:
    """The rule by which that order is refused."""
    return refusal(table.play(), Chosen(key)).rule or ""


def tried(table: Table, key: str, *dice: Faces) -> bool:
    """Whether the order works with these dice; the table is as it is afterwards."""
    game = table.play(dice).choose(key)
    table.battle = game.battle
    return game.told(CommandOrderTried)[-1].works


@pytest.mark.rule("kow.command.army_list")
def test_a_commander_has_the_orders_of_its_army_and_no_others() -> None:
    table = commanded(STRIKE, STEADY)
    assert keys(table) == ["0:Strike>1", "0:Steady>1"]
    assert keys(commanded()) == []


@pytest.mark.rule("kow.command.timing")
def test_command_orders_are_tried_in_the_movement_phase() -> None:
    table = commanded(STRIKE)
    for name in ("Us", "Chief", "Idle"):
        table.unit(name).order = "advance"
    assert keys(table) == ["0:Strike>1"]
    table.battle.phase = "ranged"
    assert not command.keys(table.battle)
    assert not command.denials(table.battle)
    table.battle.phase, table.battle.active = "movement", 1
    assert command.keys(table.battle) == []


@pytest.mark.rule("kow.command.timing")
def test_a_command_order_may_come_before_between_or_after_unit_orders() -> None:
    table = commanded(STRIKE)
    game = table.play()
    for name in ("Idle", "Chief", "Us"):
        assert "0:Strike>1" in game.keys
        game.moving(name).decline()
    assert "0:Strike>1" in game.keys
    assert not [key for key in game.choose("pass").keys if "Strike" in key]


@pytest.mark.rule("kow.command.one_attempt")
def test_a_commander_tries_once_a_turn() -> None:
    table = commanded(STRIKE)
    assert not tried(table, "0:Strike>1", (1, 2))
    assert keys(table) == []
    assert refused_by(table, "0:Strike>1") == "kow.command.one_attempt"
    carried_out(begin_turn(table.battle, 0))
    assert keys(table) == ["0:Strike>1"]


@pytest.mark.rule("kow.command.range")
def test_the_receiver_is_within_12_inches_and_need_not_be_seen() -> None:
    assert keys(commanded(STRIKE, at=REACH)) == ["0:Strike>1"]
    far = commanded(STRIKE, at=REACH + 0.1)
    assert keys(far) == []
    assert refused_by(far, "0:Strike>1") == "kow.command.range"
    gone = commanded(STRIKE)
    gone.unit("Us").pose = None
    assert keys(gone) == []


@pytest.mark.rule("kow.command.range")
@pytest.mark.rule("kow.artefact.torc_of_command")
def test_the_torc_of_command_reaches_18_inches() -> None:
    assert keys(commanded(STRIKE, at=REACH + 6.0, artefact="Torc of Command")) == ["0:Strike>1"]
    assert keys(commanded(STRIKE, at=REACH + 6.1, artefact="Torc of Command")) == []


@pytest.mark.rule("kow.artefact.torc_of_command")
def test_the_torc_lengthens_only_the_orders_of_its_bearer() -> None:
    line = f"0 Chief at 36,20 | 0 Us at 36,{20 - REACH - 3} | 1 Them at 36,46 face 180 | 0 Other at 38,20"
    both = {"Chief": chief(STRIKE), "Other": chief(HEAL, artefact="Torc of Command")}
    assert keys(draw(line, None, Us=unit(), Them=unit(), **both)) == ["3:Heal>1"]


@pytest.mark.rule("kow.command.receiver")
def test_the_receiver_is_a_friend_and_no_commander_in_whatever_state() -> None:
    line = "0 Chief at 36,20 | 0 Us at 36,15 wavering=1 | 0 Other at 42,20 | 1 Them at 36,24 face 180"
    table = draw(line, Chief=chief(STRIKE), Us=unit(), Other=chief(STRIKE), Them=unit())
    table.engage("Us", "Them", "left")
    assert keys(table) == ["0:Strike>1", "2:Strike>1"]
    assert refused_by(table, "0:Strike>2") == "kow.command.receiver"
    anyone = draw(line, Chief=chief({**STRIKE, "commanders": True}), Us=unit(), Other=chief(), Them=unit())
    assert keys(anyone) == ["0:Strike>0", "0:Strike>1", "0:Strike>2"]


@pytest.mark.rule("kow.command.receiver")
def test_orders_for_enemies_go_to_enemies() -> None:
    table = commanded(HALT)
    assert keys(table) == ["0:Halt>2"]
    assert tried(table, "0:Halt>2", (4, 1))
    assert values.speed(table.battle, table.unit("Them")) == 4


@pytest.mark.rule("kow.command.trait_limit")
@pytest.mark.rule("kow.unit.traits")
def test_some_orders_are_for_units_with_a_trait() -> None:
    assert refused_by(commanded(RIDE), "0:Ride>1") == "kow.command.trait_limit"
    assert keys(commanded(RIDE, STRIKE, HALT)) == ["0:Strike>1", "0:Halt>2"]
    line = "0 Chief at 36,20 | 0 Us at 36,15 | 1 Them at 36,26 face 180"
    assert keys(draw(line, Chief=chief(RIDE), Us=unit(traits=["Riders"]), Them=unit())) == ["0:Ride>1"]


@pytest.mark.rule("kow.command.trait_limit")
@pytest.mark.parametrize(("traits", "obeys"), [(["Riders"], True), (["Walkers"], False)])
def test_heroes_too_need_the_trait_of_an_order(traits: list[str], obeys: bool) -> None:
    line = "0 Chief at 36,20 | 0 Us at 36,15 | 1 Them at 36,26 face 180"
    table = draw(line, Chief=chief(RIDE), Us=unit(hero=True, traits=traits), Them=unit())
    assert keys(table) == ["0:Ride>1"] * obeys


@pytest.mark.rule("kow.command.one_success")
def test_a_unit_obeys_one_order_a_turn_and_may_miss_any_number() -> None:
    line = "0 Chief at 36,20 | 0 Us at 36,15 | 0 Second at 40,20 | 0 Third at 32,20 | 1 Them at 36,26 face 180"
    table = draw(line, Chief=chief(STRIKE), Us=unit(), Second=chief(STEADY), Third=chief(HEAL), Them=unit())
    assert not tried(table, "0:Strike>1", (4, 4))
    assert tried(table, "2:Steady>1", (4, 1))
    assert refused_by(table, "3:Heal>1") == "kow.command.one_success"


@pytest.mark.rule("kow.command.one_attempt")
def test_the_same_order_of_two_commanders_names_its_commander() -> None:
    line = "0 Chief at 36,20 | 0 Us at 36,14 | 0 Second at 40,20 | 1 Them at 36,30 face 180"
    game = draw(line, Chief=chief(STRIKE), Us=unit(), Second=chief(STRIKE), Them=unit()).play()
    told = {option.key: option for option in game.weighed}
    assert told["0:Strike>1"].label.startswith("Chief: Strike (")
    assert told["2:Strike>1"].label.startswith("Second: Strike (")
    assert [odds.label for odds in told["0:Strike>1"].odds] == ["success"]


@pytest.mark.rule("kow.command.champion_roll")
@pytest.mark.parametrize(("dice", "works"), [((2, 5), True), ((6, 1), True), ((4, 4), False)])
def test_a_champion_needs_one_of_two_dice(dice: tuple[int, int], works: bool) -> None:
    assert tried(commanded(STRIKE), "0:Strike>1", dice) == works


@pytest.mark.rule("kow.command.warlord_roll")
@pytest.mark.parametrize(("dice", "works"), [((1, 3, 6), True), ((5, 5, 5), False)])
def test_a_warlord_needs_one_of_three_dice(dice: tuple[int, int, int], works: bool) -> None:
    assert tried(commanded({**STRIKE, "target": 6}, rank="warlord"), "0:Strike>1", dice) == works


@pytest.mark.rule("kow.artefact.banner_of_command")
def test_the_banner_of_command_is_one_more_die() -> None:
    assert not tried(commanded(STRIKE, artefact="Banner of Command"), "0:Strike>1", (1, 1, 1))
    warlord = commanded(STRIKE, rank="warlord", artefact="Banner of Command")
    assert tried(warlord, "0:Strike>1", (1, 1, 1, 5))


@pytest.mark.rule("kow.command.champion_roll")
@pytest.mark.rule("kow.command.warlord_roll")
def test_the_chance_of_an_order_is_told() -> None:
    for rank, chance in (("champion", 1 - (4 / 6) ** 2), ("warlord", 1 - (4 / 6) ** 3)):
        table = commanded(STRIKE, rank=rank)
        (option,) = [option for option in table.play().weighed if option.key == "0:Strike>1"]
        assert option.odds[0].value == pytest.approx(chance)
        assert command.odds_of(table.battle, option) == option.odds


@pytest.mark.rule("kow.command.duration")
def test_what_an_order_gives_lasts_for_the_turn() -> None:
    table = commanded(STRIKE)
    assert damages_on(table) == 4
    assert tried(table, "0:Strike>1", (5, 1))
    assert damages_on(table) == 3
    expire(table.battle, "phase", 0)
    assert damages_on(table) == 3
    expire(table.battle, "end", 0)
    assert damages_on(table) == 4


@pytest.mark.rule("kow.command.duration")
def test_an_order_may_last_for_a_phase_or_until_the_next_turn() -> None:
    brief = commanded({**STRIKE, "lasts": "phase"})
    assert tried(brief, "0:Strike>1", (5, 1))
    expire(brief.battle, "phase", 0)
    assert damages_on(brief) == 4
    long = commanded({**STRIKE, "lasts": "next turn"})
    assert tried(long, "0:Strike>1", (5, 1))
    for when, seat in (("end", 0), ("start", 1), ("end", 1)):
        expire(long.battle, when, seat)
        assert damages_on(long) == 3
    expire(long.battle, "start", 0)
    assert damages_on(long) == 4


@pytest.mark.rule("kow.command.duration")
def test_an_order_may_heal_and_steady_at_once() -> None:
    table = commanded({**STEADY, "heals": 2}, line="wavering=1 damage=3")
    assert tried(table, "0:Steady>1", (5, 1))
    assert (table.unit("Us").wavering, table.unit("Us").damage) == (0, 1)
    assert table.unit("Us").effects == ()


@pytest.mark.rule("kow.command.duration")
def test_an_order_that_fails_brings_nothing() -> None:
    table = commanded({**STEADY, "heals": 2, "gives": ["Elite"]}, line="wavering=1 damage=3")
    assert not tried(table, "0:Steady>1", (3, 1))
    assert (table.unit("Us").wavering, table.unit("Us").damage, table.unit("Us").effects) == (1, 3, ())


@pytest.mark.rule("kow.command.capability")
def test_an_order_may_lend_a_weapon() -> None:
    table = commanded(BOWS)
    assert arms(table.battle, table.unit("Us")) == ()
    assert tried(table, "0:Bows>1", (5, 1))
    assert [weapon.name for weapon in arms(table.battle, table.unit("Us"))] == ["Short bow"]
    assert arms(table.battle, table.unit("Them")) == ()
