"""6. Recruit units: heroes, units, experience for points, and what is disbanded."""

from __future__ import annotations

import pytest

from tests.campaign.regiments.harness import Run, army, hero, state, unit
from warhost.campaign.regiments.armies.sheet import CampaignState, value_of
from warhost.campaign.regiments.steps import mission_setup, recruiting
from warhost.play import Refused

PIKES, PIKES_WITH_XP = "Pike Company [10], 95", "Pike Company [10] with 5 XP, 145"


def with_heroes(number: int, purse: int = 400) -> CampaignState:
    return state(army(0, *(hero(f"H{n}") for n in range(number)), purse=purse), army(1))


@pytest.mark.rule("aofr.campaign.recruit_hero")
def test_one_new_hero_after_a_mission_and_three_at_most() -> None:
    made = with_heroes(2)
    run = Run(recruiting.recruit_army(made, 0), answers=["Bridge Marshal"])
    assert sum(one.hero for one in made.armies[0].units) == 3
    assert any("the most" in why for why in run.denied.values())
    with pytest.raises(Refused, match="3 heroes, the most"):
        Run(recruiting.recruit_army(with_heroes(3), 0), answers=["recruit 0"])
    with pytest.raises(Refused, match="One hero may be recruited after each mission"):
        Run(recruiting.recruit_army(with_heroes(0), 0), answers=["Bridge Marshal", "recruit 0"])
    # After the next mission another may come.
    made = state(army(0, unit("A"), new_hero=True, purse=100), army(1, unit("B")))
    Run(mission_setup.setup(made), [5, 5])
    Run(recruiting.recruit_army(made, 0), answers=["Bridge Marshal"])
    assert len(made.armies[0].units) == 2


@pytest.mark.rule("aofr.campaign.recruit_units")
def test_as_many_regular_units_as_there_are_points_for() -> None:
    made = state(army(0, purse=300), army(1))
    run = Run(recruiting.recruit_army(made, 0), answers=[PIKES, PIKES, PIKES])
    assert (len(made.armies[0].units), made.armies[0].purse) == (3, 15)
    assert any("95 points, and 15 are left" in why for why in run.denied.values())


@pytest.mark.rule("aofr.campaign.recruit_veteran")
def test_one_new_unit_may_start_with_5_xp_for_50_points() -> None:
    made = state(army(0, purse=400), army(1))
    run = Run(recruiting.recruit_army(made, 0), [2], answers=[PIKES_WITH_XP])
    (one,) = made.armies[0].units
    assert (one.xp, one.levels, [got.slug for got in one.gained]) == (5, 1, ["headstrong"])
    assert made.armies[0].purse == 400 - 145
    assert value_of(made, made.armies[0], one) == 95 + 25
    assert any("One unit with experience" in why for why in run.denied.values())
    assert any("Heroes are recruited without experience" in why for why in run.denied.values())
    with pytest.raises(Refused):
        Run(recruiting.recruit_army(state(army(0, purse=400), army(1)), 0), [2], [PIKES_WITH_XP, "veteran 4"])
    poor = Run(recruiting.recruit_army(state(army(0, purse=140), army(1)), 0))
    assert PIKES_WITH_XP not in [label.rsplit(" ", 1)[0] for label in poor.offered]
    assert PIKES in [label.rsplit(" ", 1)[0] for label in poor.offered]


@pytest.mark.rule("aofr.campaign.disband_unit")
def test_a_unit_may_be_disbanded_and_brings_nothing() -> None:
    made = state(army(0, unit("A", changes=55, xp=6), unit("B"), purse=10), army(1))
    Run(recruiting.recruit_army(made, 0), answers=["Disband A", "disband"])
    assert [one.name for one in made.armies[0].units] == ["B"]
    assert made.armies[0].purse == 10
    assert made.armies[0].lost[0].fate == "disbanded"
    kept = state(army(0, unit("A"), purse=10), army(1))
    Run(recruiting.recruit_army(kept, 0), answers=["Disband A", "pass"])
    assert kept.armies[0].units


@pytest.mark.rule("aofr.campaign.disband_army")
def test_a_whole_army_may_be_disbanded_and_a_new_one_begins() -> None:
    made = state(army(0, unit("A"), unit("B"), purse=40, vp=6, matches=3), army(1))
    lancers = "Gilded Lancers [10]"
    Run(recruiting.recruit_army(made, 0), answers=["disband army", "disband", lancers, lancers, lancers])
    new = made.armies[0]
    assert (new.vp, new.matches, new.purse) == (0, 0, 30)
    assert {one.pick.unit for one in new.units} == {"Gilded Lancers"}
    assert [one.fate for one in new.lost] == ["disbanded", "disbanded"]
    # Nobody gets a name or a number that was used before.
    assert len({one.id for one in (*new.units, *new.lost)}) == 5
