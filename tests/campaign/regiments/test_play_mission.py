"""2. Play the mission: the battle that is asked for, rewards, and the Time Warp after it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.campaign.regiments.harness import Run, army, fought, gained, hero, state, unit
from warhost.campaign import Fixture, Result
from warhost.campaign.contract import Fight
from warhost.campaign.regiments import CAMPAIGN
from warhost.campaign.regiments.armies.fielding import fielded_list
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, Match, Told, UnitTold
from warhost.campaign.regiments.steps import casualties, experience, play_mission, time_warp
from warhost.play import Outcome, Refused
from warhost.rulesets.regiments.lists.limits import list_from_data


def paid(made: CampaignState, match: Match) -> list[tuple[int, int]]:
    play_mission.reward(made, match)
    return [(one.vp, one.purse) for one in made.armies]


def two(**fields: Any) -> CampaignState:
    return state(army(0, unit("A"), unit("C"), **fields), army(1, unit("B")))


@pytest.mark.rule("aofr.campaign.mission_rewards")
def test_the_winner_gets_2_vp_and_150_points_the_loser_300() -> None:
    made = two(vp=3, purse=10)
    assert paid(made, fought(made, winner=0)) == [(5, 160), (0, 300)]
    assert [one.matches for one in made.armies] == [1, 1]
    made = two()
    assert paid(made, fought(made, winner=1)) == [(0, 300), (2, 150)]
    told = [(line.player, line.text, line.grave) for line in made.timeline]
    assert told == [
        (0, "Ann's League loses and gets 300 points.", False),
        (1, "Ben's League wins: 2 VP and 150 points.", True),
    ]


@pytest.mark.rule("aofr.campaign.special_objective_table")
def test_a_completed_objective_is_worth_75_points_winner_or_not() -> None:
    made = two()
    assert paid(made, fought(made, winner=1, one=ArmyTold(objective=True))) == [(0, 375), (2, 150)]


@pytest.mark.rule(
    "aofr.campaign.event_12_heads",
    "aofr.campaign.event_35_escort",
    "aofr.campaign.event_36_enemy_plans",
    "aofr.campaign.event_62_outpost",
    "aofr.campaign.event_64_extortion",
    "aofr.campaign.event_65_message",
)
def test_events_bring_points_and_vp() -> None:
    made = two()
    assert paid(made, fought(made, winner=0, other=ArmyTold(points=75, vp=1))) == [(2, 150), (1, 375)]


@pytest.mark.rule("aofr.campaign.event_63_holy_sword")
def test_a_holy_sword_is_kept_for_the_campaign() -> None:
    made = two()
    match = fought(made, told={"A": UnitTold(unit="A", holy_sword=2)})
    play_mission.reward(made, match)
    owner = made.armies[0].unit("A")
    assert [(one.kind, one.slug, one.number) for one in owner.gained] == [("gear", "holy_sword", 2)]
    regiment = fielded_list(made, made.armies[0], [owner]).regiments[0]
    (sword,) = [weapon for group in regiment.groups for weapon in group.weapons if weapon.name == "Holy Sword"]
    assert str(sword) == "Holy Sword (A6, AP(2))"
    bearers = [group.count for group in regiment.groups if sword in group.weapons]
    assert (bearers, regiment.size) == ([1], 10)


def asked(made: CampaignState) -> Fixture:
    script = play_mission.play(made)
    fight = next(script)
    assert isinstance(fight, Fight)
    return fight.fixtures[0]


def set_up() -> CampaignState:
    veteran = unit("A", changes=25, gained=(gained("trait", "agile"), gained("trait", "specialist", choice="melee")))
    made = state(army(0, veteran, hero("H", gained=(gained("skill", "leader"),))), army(1, unit("B")))
    match = fought(made)
    made.matches = (msgspec.structs.replace(match, told=None, winner=None),)
    return made


def test_a_roster_becomes_an_army_list_with_its_traits_as_rules() -> None:
    fixture = asked(set_up())
    assert fixture.setup.armies == ("Ann's League", "Ben's League")
    data = fixture.setup.list_of(0)
    assert data is not None
    army_list = list_from_data(data)
    assert [(one.name, one.cost) for one in army_list.regiments] == [("A", 120), ("H", 75)]
    rules = [str(rule) for one in army_list.regiments for rule in one.rules]
    assert {"Trait: Agile", "Trait: Specialist (melee)", "Skill: Leader"} <= set(rules)
    assert fixture.setup.options["parts"] == ["campaign:mission+1-rage+2-honor"]
    assert play_mission.objectives_in(fixture) == ("rage", "honor")


def test_what_lives_on_the_sheet_is_in_force_on_the_table() -> None:
    fixture = asked(set_up())
    data = fixture.setup.list_of(0)
    assert data is not None
    assert [one.unknown for one in list_from_data(data).regiments] == [(), ()]


def warped() -> CampaignState:
    made = state(army(0, unit("A", xp=1), unit("C")), army(1, unit("B")), length=9)
    told = {"A": UnitTold(unit="A", fate="destroyed", warped=True), "C": UnitTold(unit="C")}
    fought(made, told=told)
    return made


def warp_fixture(made: CampaignState) -> Fixture:
    fight = next(time_warp.fight_beasts(made))
    assert isinstance(fight, Fight)
    return fight.fixtures[0]


def after_warp(winner: int) -> CampaignState:
    made = warped()
    script = time_warp.fight_beasts(made)
    fight = next(script)
    assert isinstance(fight, Fight)
    with pytest.raises(StopIteration):
        script.send((Result(fight.fixtures[0].key, Outcome((winner,), "victory", "Over.")),))
    return made


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_a_warped_unit_meets_a_time_beast_in_a_zone_of_two_feet() -> None:
    fixture = warp_fixture(warped())
    setup = fixture.setup
    assert (setup.options["width"], setup.options["depth"]) == (24, 24)
    lists = [list_from_data(data) for data in (setup.list_of(0), setup.list_of(1)) if data is not None]
    assert [[one.name for one in army_list.regiments] for army_list in lists] == [["A"], ["Time Beast"]]
    (beast,) = lists[1].regiments
    (claws,) = beast.groups[0].weapons
    assert (beast.quality, beast.defense, beast.tough, str(claws)) == (3, 3, 6, "Claws (A6, AP(2))")
    assert fixture.players == (0, 1)


@pytest.mark.rule("aofr.campaign.event_66_beast_wins")
def test_a_unit_that_loses_to_the_beast_is_gone_without_a_roll() -> None:
    made = after_warp(1)
    assert [one.name for one in made.armies[0].units] == ["C"]
    Run(casualties.check(made))


@pytest.mark.rule("aofr.campaign.event_66_unit_wins")
def test_a_unit_that_kills_the_beast_has_3_xp_and_150_points_and_is_no_casualty() -> None:
    made = after_warp(0)
    assert made.armies[0].purse == 150
    Run(casualties.check(made))
    Run(experience.earn(made))
    assert made.armies[0].unit("A").xp == 4


def report(match: Match, **changes: Any) -> dict[str, Any]:
    """A report of the match as it is entered by hand, with some fields of the first army otherwise."""
    assert match.told is not None
    one, other = match.told.armies
    data = msgspec.to_builtins(Told(armies=(msgspec.structs.replace(one, **changes), other)))
    assert isinstance(data, dict)
    return data


WRONG: list[tuple[dict[str, Any], tuple[int, ...], str]] = [
    ({"units": ()}, (0,), '"A" of Ann.s League is missing.*casualties'),
    ({"units": (UnitTold(unit="A"), UnitTold(unit="A"), UnitTold(unit="C"))}, (0,), '"A".*is listed 2 times'),
    ({"units": (UnitTold(unit="A"), UnitTold(unit="CC"))}, (0,), 'has no unit "CC"'),
    (
        {"units": (UnitTold(unit="A", kills=("B",)), UnitTold(unit="C"))},
        (0,),
        '"A" killed "B", which was not destroyed',
    ),
    ({"units": (UnitTold(unit="A", kills=("X",)), UnitTold(unit="C"))}, (0,), '"X": no enemy unit has that name'),
    ({"units": (UnitTold(unit="A", fate="captured"), UnitTold(unit="C"))}, (0,), "no ransom was rolled.*event_11_pow"),
    ({"units": (UnitTold(unit="A", warped=True), UnitTold(unit="C"))}, (0,), "in the warp, but was not destroyed"),
    ({"conceded": True}, (0,), "cannot have won: it conceded.*conceding"),
    ({}, (), "until one side has won.*mission_length"),
    ({}, (0, 1), "until one side has won.*mission_length"),
]


@pytest.mark.rule("aofr.campaign.mission_length")
@pytest.mark.parametrize(("changes", "winners", "why"), WRONG)
def test_a_report_that_cannot_be_is_refused_with_its_reason(
    changes: dict[str, Any], winners: tuple[int, ...], why: str
) -> None:
    made = set_up_plain()
    match = fought(made)
    told = report(match, **changes)
    made.matches = (msgspec.structs.replace(match, told=None, winner=None),)
    fixture = asked(made)
    with pytest.raises(Refused, match=why):
        CAMPAIGN.judge(made, fixture, Result(fixture.key, Outcome(winners, "victory", "Over."), told=told))


def set_up_plain() -> CampaignState:
    return two()


def test_a_report_that_can_be_is_taken() -> None:
    made = set_up_plain()
    match = fought(made, told={"B": UnitTold(unit="B", fate="routed"), "A": UnitTold(unit="A", kills=("B",))})
    told = report(match)
    made.matches = (msgspec.structs.replace(match, told=None, winner=None),)
    fixture = asked(made)
    CAMPAIGN.judge(made, fixture, Result(fixture.key, Outcome((0,), "victory", "Over."), told=told))
    bad = {"armies": [{"units": [{"unit": "A", "fate": "lost"}]}, {}]}
    with pytest.raises(Refused, match=r"cannot be read.*fate"):
        CAMPAIGN.judge(made, fixture, Result(fixture.key, Outcome((0,), "victory", "Over."), told=bad))
