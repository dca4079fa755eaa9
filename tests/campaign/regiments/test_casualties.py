"""3. Check for casualties: the fate of units that were destroyed or routed."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.campaign.regiments.harness import Run, army, fought, gained, hero, state, unit
from warhost.campaign.regiments import SheetUnit, Terms
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, UnitTold, value_of
from warhost.campaign.regiments.steps import casualties, experience


def of(one: SheetUnit, dice: list[int], **fields: Any) -> tuple[CampaignState, SheetUnit | None]:
    """What became of a casualty with these dice."""
    again = fields.pop("again", False)
    made = state(army(0, one, **fields.pop("army", {})), army(1, unit("Enemy")), **fields)
    Run(casualties.check_unit(made, 0, one, again), dice)
    left = made.armies[0].units
    return made, left[0] if left else None


def destroyed(*names: str) -> dict[str, UnitTold]:
    return {name: UnitTold(unit=name, fate="destroyed") for name in names}


@pytest.mark.rule("aofr.campaign.casualties")
def test_every_unit_that_was_destroyed_or_routed_rolls_one_die() -> None:
    made = state(army(0, *(unit(f"U{n}") for n in range(6))), army(1, unit("Enemy")))
    fought(made, told={**destroyed("U0", "U1"), "U2": UnitTold(unit="U2", fate="routed")})
    run = Run(casualties.check(made), [3, 3, 3])
    assert [roll.why for roll in run.rolls] == [f"What became of U{n}" for n in range(3)]
    assert all(one.battles == 1 for one in made.armies[0].units)


@pytest.mark.rule("aofr.campaign.casualty_dead")
def test_a_regular_unit_is_dead_on_a_1() -> None:
    made, left = of(unit("A", xp=9), [1])
    assert left is None
    assert [(one.name, one.fate) for one in made.armies[0].lost] == [("A", "dead")]


@pytest.mark.rule("aofr.campaign.casualty_recovered")
@pytest.mark.parametrize("face", [2, 3, 4, 5])
@pytest.mark.parametrize("one", [unit("A", xp=3), hero("H", xp=3)])
def test_it_recovers_on_2_to_5(face: int, one: SheetUnit) -> None:
    _, left = of(one, [face])
    assert left == one


@pytest.mark.rule("aofr.campaign.casualty_talent")
def test_a_regular_unit_earns_1_xp_on_a_6() -> None:
    _, left = of(unit("A", xp=4), [6])
    assert left is not None
    assert left.xp == 5


@pytest.mark.rule("aofr.campaign.hero_casualty_injury")
def test_a_hero_becomes_5_points_cheaper_and_is_injured_on_a_1() -> None:
    one = hero("H", changes=25)
    made, left = of(one, [1, 4])
    assert left is not None
    assert value_of(made, made.armies[0], one) == 100
    assert value_of(made, made.armies[0], left) == 95
    assert [got.slug for got in left.gained] == ["arm_injury"]


@pytest.mark.rule("aofr.campaign.hero_casualty_talent")
def test_a_hero_becomes_5_points_dearer_and_gains_a_talent_on_a_6() -> None:
    made, left = of(hero("H", changes=25), [6, 3])
    assert left is not None
    assert value_of(made, made.armies[0], left) == 105
    assert [got.slug for got in left.gained] == ["crazed"]


INJURIES = ["chest_wound", "blinded_eye", "arm_injury", "traumatized", "smashed_leg"]
TALENTS = ["motivated", "crazed", "bitter_rivalry", "horrible_scars", "toughened"]


@pytest.mark.rule("aofr.campaign.hero_casualty_injury", "aofr.campaign.hero_casualty_talent")
@pytest.mark.parametrize(
    ("first", "second", "slug"),
    [
        *((1, face, slug) for face, slug in enumerate(INJURIES, 2)),
        *((6, face, slug) for face, slug in enumerate(TALENTS, 2)),
    ],
)
def test_the_tables_of_heroes(first: int, second: int, slug: str) -> None:
    _, left = of(hero("H"), [first, second])
    assert left is not None
    assert [got.slug for got in left.gained] == [slug]


@pytest.mark.rule("aofr.campaign.hero_trait_once")
def test_what_a_hero_has_already_is_rolled_again() -> None:
    _, left = of(hero("H", gained=(gained("injury", "arm_injury"),)), [1, 4, 5])
    assert left is not None
    assert [got.slug for got in left.gained] == ["arm_injury", "traumatized"]
    _, left = of(hero("H", gained=(gained("talent", "crazed"),)), [6, 3, 2])
    assert left is not None
    assert [got.slug for got in left.gained] == ["crazed", "motivated"]


@pytest.mark.rule("aofr.campaign.injury_dead")
def test_a_hero_dies_of_injury_1() -> None:
    made, left = of(hero("H", xp=7), [1, 1])
    assert left is None
    assert [(one.name, one.fate) for one in made.armies[0].lost] == [("H", "dead")]


@pytest.mark.rule("aofr.campaign.talent_natural")
def test_talent_1_is_1_xp() -> None:
    made, left = of(hero("H", xp=9), [6, 1])
    assert left is not None
    assert (left.xp, left.gained, left.changes) == (10, (), 5)
    # It may come again: nothing of it stays (AOFR-R650).
    _, again = of(left, [6, 1])
    assert again is not None
    assert again.xp == 11
    del made


@pytest.mark.rule("aofr.campaign.no_permadeath")
@pytest.mark.parametrize(("one", "dice"), [(unit("A", xp=8, levels=1), [1, 4]), (hero("A", xp=8, levels=1), [1, 1, 4])])
def test_without_permanent_death_a_unit_sits_out_d3_matches_and_earns_nothing(one: SheetUnit, dice: list[int]) -> None:
    terms = Terms(no_permadeath=True)
    made = state(army(0, one, unit("B")), army(1, unit("Enemy")), terms=terms)
    fought(made, told={"A": UnitTold(unit="A", fate="destroyed", kills=("Enemy",), xp=2), **destroyed("Enemy")})
    Run(casualties.check(made), [*dice, 3])
    left = made.armies[0].unit("A")
    assert left.rests == 2
    Run(experience.earn(made))
    assert made.armies[0].unit("A").xp == 8
    # It sits out two matches of its army, then it is back.
    for rests in (1, 0):
        fought(made)
        made.matches = (replace(made.matches[0], fielded=(("B",), ("Enemy",))),)
        Run(casualties.check(made))
        assert made.armies[0].unit("A").rests == rests


@pytest.mark.rule("aofr.campaign.event_11_pow")
def test_a_captured_unit_is_bought_back_or_lost() -> None:
    captured = {"A": UnitTold(unit="A", fate="captured", ransom=2)}
    made = state(army(0, unit("A", xp=3), purse=120), army(1, unit("Enemy")))
    fought(made, told=captured)
    run = Run(casualties.check(made), answers=["pay"])
    assert "100 points" in run.asked[0].text
    assert made.armies[0].purse == 20
    Run(experience.earn(made))
    assert made.armies[0].unit("A").xp == 4
    kept = state(army(0, unit("A", xp=3), purse=120), army(1, unit("Enemy")))
    fought(kept, told=captured)
    Run(casualties.check(kept), answers=["pass"])
    assert (kept.armies[0].units, kept.armies[0].purse) == ((), 120)
    poor = state(army(0, unit("A", xp=3), purse=99), army(1, unit("Enemy")))
    fought(poor, told=captured)
    Run(casualties.check(poor))
    assert poor.armies[0].units == ()
    assert poor.armies[0].lost[0].fate == "captured"


@pytest.mark.rule("aofr.campaign.event_51_hearts_minds")
def test_for_50_points_each_casualty_may_roll_a_1_again_once() -> None:
    made = state(army(0, unit("A"), unit("B"), unit("C"), purse=60), army(1, unit("Enemy")))
    fought(made, told=destroyed("A", "B", "C"), one=ArmyTold(hearts=True))
    Run(casualties.check(made), [1, 3, 1, 1, 4], answers=["pay"])
    assert [one.name for one in made.armies[0].units] == ["A", "C"]
    assert made.armies[0].purse == 10
    unpaid = state(army(0, unit("A"), purse=60), army(1, unit("Enemy")))
    fought(unpaid, told=destroyed("A"), one=ArmyTold(hearts=True))
    Run(casualties.check(unpaid), [1], answers=["pass"])
    assert (unpaid.armies[0].units, unpaid.armies[0].purse) == ((), 60)
