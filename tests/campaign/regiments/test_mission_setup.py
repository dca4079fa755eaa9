"""1. Mission setup: pairs, the gap between armies, underdog points, special objectives."""

from __future__ import annotations

import pytest

from tests.campaign.regiments.harness import Run, army, state, unit
from warhost.campaign.regiments import SheetUnit
from warhost.campaign.regiments.armies.sheet import CampaignState, Match, army_value
from warhost.campaign.regiments.steps import mission_setup


def worth(name: str, points: int) -> SheetUnit:
    """A unit of that value: 95 points of pikes and what its life has added."""
    return unit(name, changes=points - 95)


def against(one: list[int], other: list[int]) -> CampaignState:
    units = [
        [worth(f"{side}{n}", points) for n, points in enumerate(side_)] for side, side_ in (("A", one), ("B", other))
    ]
    return state(army(0, *units[0]), army(1, *units[1]))


MATCH = Match(key="mission 1, table 1", mission=1, players=(0, 1))


@pytest.mark.rule("aofr.campaign.army_gap")
def test_nobody_brings_more_than_250_points_more_than_the_weakest() -> None:
    made = against([400, 400], [400, 400, 250])
    run = Run(mission_setup.choose_units(made, MATCH))
    assert [len(units) for units in run.result] == [2, 3]
    made = against([400, 400], [400, 400, 255])
    run = Run(mission_setup.choose_units(made, MATCH), answers=["B2"])
    assert [one.id for one in run.result[1]] == ["B0", "B1"]
    assert run.asked[0].rules == ("aofr.campaign.army_gap",)
    # One unit that is not enough is followed by another.
    made = against([400], [400, 400, 100])
    run = Run(mission_setup.choose_units(made, MATCH), answers=["B2", "B0"])
    assert [one.id for one in run.result[1]] == ["B1"]


@pytest.mark.rule("aofr.campaign.underdog_points")
@pytest.mark.parametrize(("values", "points"), [((900, 1050), 3), ((900, 1040), 2), ((900, 949), 0), ((1050, 900), 0)])
def test_the_weaker_army_has_an_underdog_point_for_every_50_points(values: tuple[int, int], points: int) -> None:
    assert mission_setup.underdog_points(values, 0) == points


@pytest.mark.rule("aofr.campaign.underdog_points")
def test_what_is_fielded_counts_for_underdog_points() -> None:
    made = against([400], [400, 150])
    made.matches = (MATCH,)
    Run(mission_setup.prepare_match(made, MATCH), [5, 5])
    (match,) = made.matches
    assert (match.values, match.underdog) == ((400, 550), (3, 0))


OBJECTIVES = ["Mastery", "Honor", "Casting", "Recovery", "Rage", "Destruction"]


@pytest.mark.rule("aofr.campaign.special_objective_table")
@pytest.mark.parametrize(("face", "name"), list(enumerate(OBJECTIVES, 1)))
def test_a_die_tells_the_special_objective(face: int, name: str) -> None:
    units = [unit("A"), unit("B"), unit("C"), unit("Augur", "Guild Augur", hero=True)]
    made = state(army(0, *units), army(1))
    assert Run(mission_setup.special_objective(made, 0, units), [face]).result.name == name


@pytest.mark.rule("aofr.campaign.special_objective_reroll")
def test_an_objective_that_cannot_be_completed_is_rolled_again() -> None:
    units = [unit("A"), unit("B"), unit("C")]
    made = state(army(0, *units), army(1))
    # No caster, and three units for four quarters.
    assert Run(mission_setup.special_objective(made, 0, units), [3, 1, 5]).result.name == "Rage"
    four = [*units, unit("D")]
    assert Run(mission_setup.special_objective(made, 0, four), [1]).result.name == "Mastery"


def test_everybody_meets_everybody_in_turn() -> None:
    armies = [army(n, unit(f"U{n}"), name=f"Army {n}") for n in range(3)]
    made = state(*armies)
    met = []
    for mission in (1, 2, 3):
        made.mission = mission
        (pair,) = mission_setup.meetings(made)
        met.append(frozenset(pair))
    assert set(met) == {frozenset({0, 1}), frozenset({0, 2}), frozenset({1, 2})}


def test_units_that_sit_out_stay_at_home() -> None:
    made = state(army(0, unit("A"), unit("B", rests=1)), army(1, unit("C")))
    assert [one.id for one in mission_setup.ready(made.armies[0])] == ["A"]
    assert army_value(made, made.armies[0]) == 190
