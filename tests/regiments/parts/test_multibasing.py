"""Units on one base each: what they are made of, how they fight and fall."""

from __future__ import annotations

import pytest

from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Table, acts, draw, find, happen, models, regiment
from tests.regiments.parts.playing import played
from warhost.rulesets.regiments.chapters import missions
from warhost.rulesets.regiments.chapters.melee import phase as melee
from warhost.rulesets.regiments.chapters.melee import strikes
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds import casualties as wounds
from warhost.rulesets.regiments.chapters.wounds import damage
from warhost.rulesets.regiments.chapters.wounds.attacks import to_hit
from warhost.rulesets.regiments.core import Based, Battle, Regiment, Settings, Unit, footprint, optional, troopers
from warhost.rulesets.regiments.core.kinds import tough
from warhost.rulesets.regiments.parts.multibasing import small_bases, trays
from warhost.table import Arc, Forward

MM = 25.4
BLOCK = regiment(size=10, base=(25 / MM, 25 / MM))


def table(line: str, scale: str = "trays", /, **regiments: Regiment) -> Table:
    return draw(line, Settings(parts=(f"multibasing:{scale}",)), **regiments)


def alone(block: Regiment, scale: str = "trays") -> Table:
    return table("Block at 36,10 | Foe at 36,30 face 180", scale, Block=block, Foe=regiment(size=5))


@pytest.mark.rule("aofr.multibase.small_bases")
@pytest.mark.parametrize(("scale", "base"), [("6mm", (20, 10)), ("10mm", (32, 25)), ("15mm", (50, 32))])
def test_small_figures_stand_on_small_bases(scale: str, base: tuple[int, int]) -> None:
    assert small_bases()[scale] == base
    shape = footprint(*_unit(alone(BLOCK, scale)))
    assert (shape.width * MM, shape.depth * MM) == pytest.approx(base)


def _unit(made: Table) -> tuple[Battle, Unit]:
    return made.battle, made.unit("Block")


@pytest.mark.rule("aofr.multibase.trays")
@pytest.mark.parametrize(("base", "tray"), [(25, (125, 25)), (32, (160, 32)), (40, (120, 40))])
def test_figures_stand_on_trays(base: int, tray: tuple[int, int]) -> None:
    assert trays()[base] == tray
    made = alone(regiment(size=10, base=(base / MM, base / MM)))
    shape = footprint(made.battle, made.unit("Block"))
    assert shape.width * MM == pytest.approx(tray[0], abs=0.1)
    assert shape.depth * MM == pytest.approx(2 * tray[1], abs=0.1)


@pytest.mark.rule("aofr.multibase.combined")
def test_a_combined_unit_is_one_base_that_moves_as_one() -> None:
    twice = regiment(size=20, base=(25 / MM, 25 / MM), combined=True)
    made = alone(twice, "10mm")
    shape = footprint(made.battle, made.unit("Block"))
    assert shape.depth * MM == pytest.approx(50)
    play = acts(made, "Block").act("Block", "advance").move(Forward(3))
    assert len(troopers(play.battle, play.unit("Block"))) == 1


@pytest.mark.rule("aofr.multibase.attacks")
def test_a_wounded_unit_strikes_with_all_its_models() -> None:
    made = alone(BLOCK).set("Block", wounds=7).touch("Block", "Foe")
    dice = {"to hit": 1, "Morale": 6}
    play = happen(made, lambda battle: melee.fight(battle, find(battle, "Block"), find(battle, "Foe"), Arc.FRONT), dice)
    while not play.game.over:
        play.decline()
    assert [roll.dice for roll in play.rolls if roll.unit == 0 and "to hit" in roll.why] == ["10D6"]


@pytest.mark.parametrize(
    ("block", "wounds_taken"),
    [
        pytest.param(BLOCK, 10, marks=pytest.mark.rule("aofr.multibase.tough")),
        pytest.param(
            regiment(groups=[models(1), models(1), models(8)]), 10, marks=pytest.mark.rule("aofr.multibase.tough")
        ),
        pytest.param(regiment(size=3, rules=["Tough(3)"]), 9, marks=pytest.mark.rule("aofr.multibase.tough_sum")),
        pytest.param(
            regiment(size=10, hero=regiment(size=1, rules=["Hero", "Tough(3)"], name="Captain")),
            13,
            marks=pytest.mark.rule("aofr.multibase.tough_hero"),
        ),
        pytest.param(
            regiment(groups=[models(4), models(2, rules=["Tough(3)"])]),
            10,
            marks=pytest.mark.rule("aofr.multibase.tough_sum"),
        ),
    ],
)
def test_a_unit_takes_the_wounds_of_all_its_models(block: Regiment, wounds_taken: int) -> None:
    made = alone(block)
    assert tough(made.battle, made.unit("Block"), 0) == wounds_taken
    play = happen(made, lambda battle: wounds.suffer(battle, find(battle, "Block"), wounds_taken - 1))
    assert not play.unit("Block").fate
    play = happen(made, lambda battle: wounds.suffer(battle, find(battle, "Block"), 1))
    assert play.unit("Block").fate == "destroyed"


@pytest.mark.parametrize(
    ("block", "deadly", "taken"),
    [
        pytest.param(
            regiment(size=5, defense=6, rules=["Tough(3)"]), 6, 3, marks=pytest.mark.rule("aofr.multibase.deadly")
        ),
        pytest.param(regiment(size=10, defense=6), 3, 1, marks=pytest.mark.rule("aofr.multibase.deadly_no_tough")),
    ],
)
def test_deadly_deals_no_more_than_most_models_can_take(block: Regiment, deadly: int, taken: int) -> None:
    guns = bows(1, weapon=f'Gun (24", A1, Deadly({deadly}))')
    made = table("Guns at 36,30 face 180 | Block at 36,10 ", Guns=guns, Block=block)
    made.set("Guns", seat=0).set("Block", seat=1)
    play = acts(made, "Guns", {"to hit": 6, "to block": 1}).act("Guns", "hold").stay().choose(target="Block")
    while not play.game.over:
        play.decline()
    assert play.unit("Block").wounds == taken
    assert len(attacks(play)) == 1


def test_rows_and_blast_count_the_models_that_are_left() -> None:
    made = alone(BLOCK)
    unit = made.unit("Block")
    assert (strikes.full_rows(made.battle, unit), optional.models_left(made.battle, unit)) == (2, 10)
    made.set("Block", wounds=6)
    assert (strikes.full_rows(made.battle, unit), optional.models_left(made.battle, unit)) == (0, 4)
    weapon = made.battle.regiment(unit).groups[0].weapons[0]
    attack = damage.attack_with(made.battle, made.unit("Foe"), 0, weapon, 1, unit)
    assert attack.limit == 4


@pytest.mark.rule("aofr.multibase.halved")
def test_distances_are_halved_for_small_figures_only() -> None:
    small, large = alone(BLOCK, "6mm"), alone(BLOCK)
    assert moving.allowance(small.battle, small.unit("Block"), "rush") == 6
    assert moving.allowance(large.battle, large.unit("Block"), "rush") == 12


@pytest.mark.rule("aofr.multibase.length")
def test_small_figures_fight_two_more_rounds() -> None:
    assert missions.last_round(alone(BLOCK, "10mm").battle) == 6
    assert missions.last_round(alone(BLOCK).battle) == 4


def test_a_hero_hits_and_steadies_with_its_own_quality() -> None:
    hero = regiment(size=1, quality=3, rules=["Hero"], weapons=["Great Sword (A3)"], name="Captain")
    made = alone(regiment(size=10, quality=5, hero=hero)).touch("Block", "Foe")
    needs = {
        attack.what: to_hit(attack)
        for attack in strikes.strikes(
            made.battle, made.unit("Block"), made.unit("Foe"), charging=True, fatigued=False, which=lambda rules: True
        )
    }
    assert needs == {"Hand Weapon": 5, "Great Sword": 3}
    assert isinstance(made.battle.regiment(made.unit("Block")).based, Based)


@pytest.mark.parametrize("parts", ["multibasing", "multibasing:10mm"])
def test_whole_battles_are_played_on_single_bases(parts: str) -> None:
    assert played(parts, 2).outcome is not None
