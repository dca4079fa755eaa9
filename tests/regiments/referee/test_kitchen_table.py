"""Kitchen-table games: halved distances where several rules meet."""

from __future__ import annotations

import pytest

from tests.playing import refused_place
from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows, needs
from tests.regiments.harness import Table, acts, draw, regiment
from warhost.rulesets.regiments.chapters.missions import seizing
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Marker, Regiment, Settings
from warhost.table import Forward

FOOT = regiment(size=5)
KITCHEN = Settings(parts=("kitchen_table:frontline+duel",), width=36, depth=24)


def table(
    line: str = "36x24 | 0 A at 18,4 | 1 B at 18,20 face 180", settings: Settings = KITCHEN, **given: Regiment
) -> Table:
    names = {part.split(" at ")[0].split()[-1] for part in line.split(" | ") if " at " in part}
    return draw(line, KITCHEN, **{name: given.get(name, FOOT) for name in names}).having(turn=1, mission="duel")


@pytest.mark.rule("aofr.kitchen.halved")
@pytest.mark.parametrize(
    ("rules", "inches"), [([], [3, 6, 6]), (["Fast"], [4, 8, 8]), (["Slow"], [2, 4, 4]), (["Musician"], [4, 7, 7])]
)
def test_moves_are_modified_then_halved_and_rounded_up(rules: list[str], inches: list[int]) -> None:
    made = table(A=regiment(5, rules=rules))
    assert [moving.allowance(made.battle, made.unit("A"), action) for action in ("advance", "rush", "charge")] == inches


@pytest.mark.rule("aofr.kitchen.halved")
@pytest.mark.parametrize(("gap", "offered"), [(6.0, True), (6.1, False)])
def test_charges_reach_six_inches(gap: float, offered: bool) -> None:
    made = table().touch("A", "B", gap=gap)
    play = acts(made, "A")
    assert play.offers(f"charge>{made.unit('B').id}") is offered


@pytest.mark.rule("aofr.kitchen.halved")
@pytest.mark.parametrize(("gap", "owner"), [(2.0, 0), (2.1, None)])
def test_markers_are_seized_from_two_inches(gap: float, owner: int | None) -> None:
    made = table().having(markers=(Marker(18.0, 4.5 + gap),))
    assert seizing.controller(made.battle, made.battle.markers[0]) == owner


@pytest.mark.rule("aofr.kitchen.halved")
def test_difficult_ground_allows_three_inches() -> None:
    made = table("36x24 swamp 18,8 12x6 | 0 A at 18,4 | 1 B at 30,20 face 180")
    play = acts(made, "A").act("A", "rush")
    assert play.refuses(Forward(3.1))
    play.move(Forward(3.0))


@pytest.mark.rule("aofr.kitchen.halved")
@pytest.mark.parametrize(("gap", "need"), [(5.0, 4), (5.1, 5)])
def test_stealth_begins_beyond_five_inches(gap: float, need: int) -> None:
    made = table(A=bows(1), B=regiment(1, rules=["Stealth"])).touch("A", "B", gap=gap)
    play = acts(made, "A", {"to hit": 1}).act("A", "hold").stay().choose(target="B")
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.kitchen.range_penalty")
@pytest.mark.parametrize(("gap", "need"), [(12.0, 4), (12.1, 5), (15.0, 5)])
def test_long_shots_begin_beyond_twelve_real_inches(gap: float, need: int) -> None:
    made = table(A=bows(1, weapon='Bow (30", A1)'), B=regiment(1)).touch("A", "B", gap=gap)
    play = acts(made, "A", {"to hit": 1}).act("A", "hold").stay().choose(target="B")
    assert needs(play, "to hit") == [need]


@pytest.mark.rule("aofr.kitchen.halved")
def test_a_charger_steps_back_an_inch() -> None:
    made = table().touch("A", "B", gap=3.0)
    play = acts(made, "A", {"to hit": 1}).charge("A", "B").choose("no")
    while not play.game.over:
        play.decline()
    assert play.footprint("B").y - play.footprint("A").y - 1.0 == pytest.approx(1.0)


@pytest.mark.rule("aofr.kitchen.reinforcements")
@pytest.mark.parametrize(("count", "waiting"), [(1, 0), (4, 2), (5, 2)])
def test_half_of_the_units_wait_rounded_down(count: int, waiting: int) -> None:
    names = [f"A{i}" for i in range(count)] + [f"B{i}" for i in range(count)]
    line = "36x24 | " + " | ".join(f"{int(name[0] == 'B')} {name} off" for name in names)
    made = draw(line, KITCHEN, **dict.fromkeys(names, FOOT))
    play = made.play(by_reason({"off": [2, 5] * 6, "Markers": 1}), stage="deployment style", turn=0, phase="setup")
    play.until(turn=1)
    late = [unit.name for unit in play.battle.units if unit.seat == 0 and unit.pose is None]
    assert len(late) == waiting


@pytest.mark.rule("aofr.kitchen.reinforcements_arrive")
def test_reinforcements_stand_fully_within_three_real_inches_of_an_edge() -> None:
    names = ["A0", "A1", "B0", "B1"]
    line = "36x24 | " + " | ".join(f"{int(name[0] == 'B')} {name} off" for name in names)
    made = draw(line, KITCHEN, **dict.fromkeys(names, regiment(1)))
    play = made.play(by_reason({"off": [2, 5] * 6, "Markers": 1}), stage="deployment style", turn=0, phase="setup")
    play.until(turn=2)
    late = next(unit.name for unit in play.battle.units if unit.seat == play.question.seat and unit.pose is None)
    play.choose(unit=late)
    assert refused_place(play, 18.0, 2.6)
    play.place(18.0, 2.5)
