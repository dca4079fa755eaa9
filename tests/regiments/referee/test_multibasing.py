"""Units on one base: wounds, rows, Deadly and halved distances in odd positions."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for
from tests.regiments.harness import Interlude, Table, acts, draw, models, regiment
from warhost.rulesets.regiments.chapters.missions import seizing
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Group, Marker, Regiment, Settings, optional
from warhost.table import Forward

BLOCK = regiment(size=10)


def table(line: str, scale: str = "trays", /, **regiments: Regiment) -> Table:
    return draw(line, Settings(parts=(f"multibasing:{scale}",)), **regiments).having(turn=1)


def over(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


def shot(guns: Regiment, block: Regiment, wounds: int = 0, **dice: int) -> Interlude:
    made = table("0 Guns at 36,10 | 1 Block at 36,25 face 180", Guns=guns, Block=block).set("Block", wounds=wounds)
    told = by_reason({"to hit": 6, "to block": 1, **dice})
    return over(acts(made, "Guns", told).act("Guns", "hold").stay().choose(target="Block"))


@pytest.mark.rule("aofr.multibase.tough", "aofr.multibase.attacks")
def test_half_of_the_wounds_brings_a_test_and_costs_no_attacks() -> None:
    assert dice_for(shot(bows(4), BLOCK), "Morale") == []
    play = shot(bows(5), BLOCK, Morale=6)
    assert dice_for(play, "Morale") == ["1D6"]
    made = table("0 Block at 36,10 | 1 Foe at 36,30 face 180", Block=BLOCK, Foe=regiment(5)).set("Block", wounds=9)
    made.touch("Block", "Foe", gap=2.0)
    fought = acts(made, "Block", {"to hit": 1, "Morale": 6}).charge("Block", "Foe")
    assert dice_for(fought, "Hand Weapon: to hit") == ["10D6"]


@pytest.mark.rule("aofr.multibase.deadly")
@pytest.mark.parametrize(
    ("groups", "taken"),
    [
        ([models(3), models(2, rules=["Tough(3)"])], 1),
        ([models(2), models(3, rules=["Tough(3)"])], 3),
        ([models(3), models(3, rules=["Tough(3)"])], 1),
    ],
)
def test_deadly_looks_at_most_of_the_models(groups: list[Group], taken: int) -> None:
    block = regiment(groups=groups)
    play = shot(bows(1, weapon='Gun (24", A1, Deadly(6))'), block, Morale=6)
    assert play.unit("Block").wounds == taken


@pytest.mark.rule("aofr.multibase.tough")
def test_blast_counts_the_models_that_are_left_of_a_base() -> None:
    play = shot(bows(1, weapon='Bomb (24", A1, Blast(3))'), BLOCK, 8)
    assert [attack.hits for attack in attacks(play)] == [2]
    assert play.unit("Block").fate == "destroyed"


@pytest.mark.rule("aofr.multibase.tough")
def test_a_base_rolls_a_die_for_each_wound_it_can_take_on_dangerous_ground() -> None:
    made = table("72x48 lava 36,14 12x2 | 0 Block at 36,10 | 1 Foe at 60,40 face 180", Block=BLOCK, Foe=BLOCK)
    play = over(acts(made, "Block", {"angerous": 6}).act("Block", "rush").move(Forward(10)))
    assert dice_for(play, "angerous") == ["10D6"]


@pytest.mark.rule("aofr.multibase.tough")
def test_a_base_at_half_that_loses_a_melee_routs() -> None:
    made = table("0 Foe at 36,10 | 1 Block at 36,30 face 180", Block=BLOCK, Foe=BLOCK).set("Block", wounds=4)
    made.touch("Foe", "Block", gap=2.0)
    dice = by_reason({"to hit": (6,) + (1,) * 9, "to block": 1, "Morale": 1})
    play = over(acts(made, "Foe", dice).charge("Foe", "Block").choose("no"))
    assert play.unit("Block").fate == "routed"


@pytest.mark.rule("aofr.multibase.halved")
@pytest.mark.parametrize(("scale", "gap", "owner"), [("10mm", 2.0, 0), ("10mm", 2.1, None), ("trays", 3.0, 0)])
def test_small_figures_seize_from_two_inches(scale: str, gap: float, owner: int | None) -> None:
    made = table("0 Block at 36,10 | 1 Foe at 60,40 face 180", scale, Block=BLOCK, Foe=BLOCK)
    front = made.footprint("Block").front[1]
    made.having(markers=(Marker(36.0, front + gap),))
    assert seizing.controller(made.battle, made.battle.markers[0]) == owner


def test_small_figures_on_a_kitchen_table_have_their_distances_halved_twice() -> None:
    settings = Settings(parts=("kitchen_table:frontline+duel", "multibasing:6mm"), width=36, depth=24)
    made = draw("36x24 | 0 Block at 18,4 | 1 Foe at 18,20 face 180", settings, Block=BLOCK, Foe=BLOCK)
    paces = [moving.allowance(made.battle, made.unit("Block"), action) for action in ("advance", "rush")]
    assert paces == [2, 3]
    assert optional.measured(made.battle, 9.0) == 3
