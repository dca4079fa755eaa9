"""Siege battles: tools and walls in odd positions. The first side attacks from the south."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Dicing, Fall, Interlude, Play, Table, acts, find, happen, regiment
from tests.regiments.parts.grounds import castle_with
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.missions import last_round, mission_of
from warhost.rulesets.regiments.chapters.morale import shake
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, optional
from warhost.rulesets.regiments.parts.siege_battles import castle, tools
from warhost.rulesets.regiments.parts.siege_battles.figures import Siege, Tool, change, told
from warhost.table import Pose

FIVE = regiment(5)
TWO = "0 Pikes at 36,14 | 1 Guard at 60,40 face 180"


def siege(line: str = TWO, *built: tuple[str, float, float], **given: Regiment) -> Table:
    regiments = {"Pikes": FIVE, "Guard": FIVE, **given}
    named = {name: one for name, one in regiments.items() if f" {name} " in f" {line} "}
    return castle_with(line, named, *(built or (("tower", 36, 30),)))


def state(game: Play | Table) -> Siege:
    return told(game.battle)


def carrying(kind: str, line: str = TWO, *built: tuple[str, float, float], **given: Regiment) -> Table:
    table = siege(line, *built, **given)
    change(table.battle, tools=(msgspec.convert({"kind": kind, "carrier": table.unit("Pikes").id}, Tool),))
    return table


def exploding(table: Table, dice: Dicing) -> Interlude:
    (part,) = optional.in_force(table.battle.scene.settings.parts)
    return happen(table, part.before_seizing, dice)


@pytest.mark.rule("aofr.siege.ram_lost_melee")
def test_a_ram_lies_there_when_arrows_kill_carriers_that_fought_earlier_in_the_round() -> None:
    line = "0 Pikes at 10,10 | 1 Guard at 10,14 face 180 | 1 Archers at 30,14 face 270"
    table = carrying("ram", line, Pikes=regiment(4, weapons=["Spear (A1)"]), Archers=bows(5))
    dice: dict[str, Fall] = {"Bow: to hit": 6, "Bow: to block": 1, "to hit": 1, "Morale": 6}
    play = table.play(dice, turn=1).charge("Pikes", "Guard").choose("no")
    while play.topic != "activate":
        play.decline()
    play.choose(unit="Archers").choose("hold").stay().choose(target="Pikes")
    assert play.unit("Pikes").fate == "destroyed"
    assert [tool.kind for tool in state(play).tools] == ["ram"]


@pytest.mark.rule("aofr.siege.tool_drop", "aofr.siege.charge_blast")
@pytest.mark.parametrize("how", ["shaken", "destroyed"])
def test_a_charge_that_falls_from_shaken_or_dying_hands_is_armed(how: str) -> None:
    table = carrying("charge").having(turn=1)

    def script(battle: Battle) -> Script[None]:
        unit = find(battle, "Pikes")
        yield from shake(battle, unit) if how == "shaken" else suffer(battle, unit, 5)

    happen(table, script, {"until it explodes": (6,)})
    (tool,) = state(table).tools
    assert (tool.carrier, tool.fuse) == (None, 3)


@pytest.mark.rule("aofr.siege.charge_blast")
@pytest.mark.parametrize(("gap", "hit"), [(3.0, True), (3.1, False)])
def test_a_charge_hits_who_is_three_inches_away(gap: float, hit: bool) -> None:
    table = siege("0 Pikes at 10,10 | 1 Guard at 60,40 face 180").having(turn=1)
    change(table.battle, tools=(Tool("charge", x=10, y=10.5 + gap, fuse=1),))
    play = exploding(table, by_reason({"hits": (1, 1), "block": 6, "Morale": 6}))
    assert [one.hits for one in attacks(play)] == ([10] if hit else [])


@pytest.mark.rule("aofr.siege.charge_blast")
def test_a_charge_hits_friend_and_foe_at_once() -> None:
    table = siege("0 Pikes at 10,10 | 1 Guard at 10,15 face 180").having(turn=1)
    change(table.battle, tools=(Tool("charge", x=10, y=12.5, fuse=1),))
    play = exploding(table, by_reason({"hits": (6, 6), "block": 6, "Morale": 6}))
    assert sorted((one.target, one.hits) for one in attacks(play)) == [(0, 14), (1, 14)]


@pytest.mark.rule("aofr.siege.ladder_remove")
@pytest.mark.parametrize(("gap", "need"), [(3.0, 5), (3.1, 3)])
def test_attackers_hold_a_ladder_from_three_inches(gap: float, need: int) -> None:
    table = siege("0 Pikes at 36,10 | 1 Guard at 60,40 face 180").set("Pikes", pose=Pose(36, 28 - gap - 0.5, 0))
    tower = state(table).components[0].unit
    change(table.battle, tools=(Tool("ladder", x=36, y=28, at=tower),))
    table.aboard("Guard", "Tower 1")
    play = acts(table, "Guard", {"Throwing": (4,)}).activate("Guard").choose("throw")
    assert [roll.need for roll in play.rolls] == [need]


@pytest.mark.rule("aofr.siege.ladder_remove")
def test_each_unit_inside_may_try_in_its_own_activation() -> None:
    line = "0 Pikes at 36,10 | 1 Guard at 60,40 face 180 | 1 Watch at 50,40 face 180"
    table = siege(line, ("fort", 36, 32), Watch=FIVE).aboard("Guard", "Fort 1").aboard("Watch", "Fort 1")
    fort = state(table).components[0].unit
    change(table.battle, tools=(Tool("ladder", x=36, y=29, at=fort),))
    first = acts(table, "Guard", {"Throwing": (2,)}).activate("Guard").choose("throw")
    assert first.topic == "action"
    table.battle = first.battle
    second = acts(table, "Watch", {"Throwing": (3,)}).activate("Watch").choose("throw")
    assert not castle.is_besieged(second.battle, state(second).components[0])


@pytest.mark.rule("aofr.siege.no_charge", "aofr.siege.tower_besiege")
def test_a_tower_lets_other_units_charge_the_garrison() -> None:
    table = siege("0 Pikes at 31,20 | 1 Guard at 60,40 face 180").aboard("Guard", "Tower 1")
    tools.add_tower(table.battle, 0).pose = Pose(37, 26.5, 0)
    charged = f"charge>{table.unit('Guard').id}"
    assert acts(table, "Pikes").activate("Pikes").offers(charged)
    table.set("Siege Tower", pose=Pose(60, 10, 0))
    assert not acts(table, "Pikes").activate("Pikes").offers(charged)


@pytest.mark.rule("aofr.siege.ram_attack")
def test_a_ram_does_nothing_to_regiments() -> None:
    table = carrying("ram", "0 Pikes at 10,10 | 1 Guard at 10,14 face 180")
    play = acts(table, "Pikes", {"to hit": 1, "Morale": 6}).charge("Pikes", "Guard")
    assert not [roll for roll in play.rolls if "Ram" in roll.why]


def ended(owners: tuple[int | None, ...], lost: int, count: int) -> Battle:
    line = " | ".join(f"0 P{number} at {5 + 8 * number},5" for number in range(count)) + " | 1 Guard at 36,44"
    regiments = {f"P{number}": FIVE for number in range(count)}
    table = castle_with(line, {**regiments, "Guard": FIVE}, ("tower", 36, 30))
    table.having(markers=tuple(Marker(10.0 * n, 30.0, owner=owner) for n, owner in enumerate(owners, 1)), turn=1)
    for number in range(count):
        table.set(f"P{number}", shaken=True)
        if number < lost:
            table.set(f"P{number}", fate="destroyed", pose=None, left=(0,))
    return table.battle


@pytest.mark.rule("aofr.siege.win_defender")
@pytest.mark.parametrize(("lost", "count", "over"), [(3, 4, True), (2, 3, False), (3, 3, True), (2, 4, False)])
def test_three_quarters_are_counted_exactly_and_shaken_units_are_not_destroyed(
    lost: int, count: int, over: bool
) -> None:
    battle = ended((None,), lost, count)
    assert (last_round(battle) == 1) is over
    if over:
        assert mission_of(battle).judge(battle).winners == (1,)


@pytest.mark.rule("aofr.siege.win_attacker")
def test_one_objective_to_none_wins_a_siege_in_the_first_round() -> None:
    battle = ended((0, None, None), 0, 2)
    assert (last_round(battle), mission_of(battle).judge(battle).winners) == (1, (0,))
