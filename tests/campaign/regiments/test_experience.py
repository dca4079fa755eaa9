"""4. Earn experience: what units learn, traits of regular units, skills of heroes."""

from __future__ import annotations

from typing import Any

import pytest

from tests.campaign.regiments.harness import Run, army, fought, gained, hero, state, unit
from warhost.campaign.regiments import SheetUnit
from warhost.campaign.regiments.armies.sheet import ArmyTold, CampaignState, UnitTold, value_of
from warhost.campaign.regiments.armies.tables import line_of, skills_of, table
from warhost.campaign.regiments.steps import experience


def told(name: str, fate: Any = "survived", **fields: Any) -> UnitTold:
    return UnitTold(unit=name, fate=fate, **fields)


def earned(told_: UnitTold, *enemies: SheetUnit, one: SheetUnit | None = None) -> int:
    """The experience that a unit earns for a match."""
    own = one or unit("A")
    made = state(army(0, own), army(1, *(enemies or (unit("Enemy"),))))
    gone = {name: told(name, "destroyed") for name in told_.kills}
    fought(made, told={"A": told_, **gone})
    Run(experience.earn(made))
    return made.armies[0].unit("A").xp - own.xp


@pytest.mark.rule("aofr.campaign.xp_survive")
def test_a_unit_that_is_no_casualty_earns_1() -> None:
    assert earned(told("A")) == 1
    assert earned(told("A", "routed")) == 0
    assert earned(told("A", "destroyed")) == 0


@pytest.mark.rule("aofr.campaign.conceding")
def test_units_of_an_army_that_conceded_keep_what_they_earned_by_kills() -> None:
    assert earned(told("A", "removed", kills=("Enemy",)), one=unit("A")) == 1


@pytest.mark.rule("aofr.campaign.xp_kill_unit")
def test_a_unit_earns_1_for_each_unit_it_killed() -> None:
    assert earned(told("A", "destroyed", kills=("E", "F")), unit("E"), unit("F"), unit("G")) == 2


@pytest.mark.rule("aofr.campaign.xp_kill_hero")
def test_a_lone_hero_is_worth_2() -> None:
    assert earned(told("A", "destroyed", kills=("H",)), hero("H")) == 2


@pytest.mark.rule("aofr.campaign.xp_kill_hero_and_unit")
def test_a_hero_and_its_unit_are_worth_3() -> None:
    assert earned(told("A", "destroyed", kills=("H", "E")), hero("H"), unit("E")) == 3


@pytest.mark.rule("aofr.campaign.xp_cap")
def test_no_unit_has_more_than_30_xp() -> None:
    one = unit("A", xp=29, levels=6)
    assert earned(told("A", kills=("E", "F")), unit("E"), unit("F"), one=one) == 1
    assert earned(told("A", xp=1), one=unit("A", xp=27, levels=5)) == 2


def levelled(one: SheetUnit, dice: list[int], answers: list[str] | None = None) -> tuple[CampaignState, SheetUnit]:
    made = state(army(0, one), army(1, unit("Enemy")))
    Run(experience.level_up(made, 0, one.id), dice, answers or [])
    return made, made.armies[0].unit(one.id)


def slugs(one: SheetUnit) -> list[str]:
    return [got.slug for got in one.gained]


@pytest.mark.rule("aofr.campaign.level_up")
def test_every_5_xp_bring_25_points_and_a_trait() -> None:
    made, left = levelled(unit("A", xp=6), [4])
    assert (left.levels, slugs(left)) == (1, ["resilient"])
    assert value_of(made, made.armies[0], left) == 95 + 25
    # Two levels at once are two rolls.
    _, left = levelled(unit("A", xp=10), [4, 2])
    assert (left.levels, left.changes, slugs(left)) == (2, 50, ["resilient", "headstrong"])
    _, left = levelled(unit("A", xp=9, levels=1, changes=25), [])
    assert left.levels == 1


@pytest.mark.rule("aofr.campaign.xp_cap")
def test_a_unit_levels_up_six_times_at_most() -> None:
    _, left = levelled(unit("A", xp=30, levels=5), [1])
    assert left.levels == 6
    _, left = levelled(unit("A", xp=33, levels=6), [])
    assert left.levels == 6


@pytest.mark.rule("aofr.campaign.trait_table")
@pytest.mark.parametrize(("face", "slug"), [(1, "agile"), (2, "headstrong"), (4, "resilient"), (5, "elite")])
def test_a_die_tells_the_trait(face: int, slug: str) -> None:
    assert slugs(levelled(unit("A", xp=5), [face])[1]) == [slug]


@pytest.mark.rule("aofr.campaign.trait_table", "aofr.campaign.trait_specialist")
def test_a_specialist_picks_melee_or_shooting_and_may_be_both() -> None:
    _, left = levelled(unit("A", xp=5), [3], ["shooting"])
    assert [(got.slug, got.choice) for got in left.gained] == [("specialist", "shooting")]
    _, left = levelled(unit("A", xp=10, levels=1, gained=left.gained), [3])
    assert [got.choice for got in left.gained] == ["shooting", "melee"]
    # With both, a 3 is rolled again.
    _, left = levelled(unit("A", xp=15, levels=2, gained=left.gained), [3, 1])
    assert slugs(left)[2:] == ["agile"]


@pytest.mark.rule("aofr.campaign.trait_once")
def test_a_trait_that_a_unit_has_is_rolled_again() -> None:
    owner = unit("A", xp=10, levels=1, gained=(gained("trait", "agile"),))
    assert slugs(levelled(owner, [1, 1, 2])[1]) == ["agile", "headstrong"]


@pytest.mark.rule("aofr.campaign.trait_table", "aofr.campaign.trait_fast_learner")
def test_a_fast_learner_picks_a_trait_that_it_may_still_have() -> None:
    owner = unit("A", xp=10, levels=1, gained=(gained("trait", "agile"),))
    made = state(army(0, owner), army(1))
    run = Run(experience.level_up(made, 0, "A"), [6], ["Elite"])
    assert [option.key for option in run.asked[0].options] == ["headstrong", "specialist", "resilient", "elite"]
    assert slugs(made.armies[0].unit("A")) == ["agile", "elite"]
    everything = tuple(gained("trait", slug) for slug in ("agile", "headstrong", "resilient", "elite"))
    everything += tuple(gained("trait", "specialist", choice=choice) for choice in ("melee", "shooting"))
    assert levelled(unit("A", xp=5, gained=everything), [])[1].gained == everything


@pytest.mark.rule("aofr.campaign.hero_level_cost")
def test_a_level_makes_a_hero_55_points_dearer() -> None:
    made, left = levelled(hero("H", xp=5, changes=25), [1, 1], ["Captain"])
    assert value_of(made, made.armies[0], left) == 155
    assert [got.kind for got in left.gained] == ["skill"]


@pytest.mark.rule("aofr.campaign.skill_set_table")
@pytest.mark.parametrize(
    ("face", "sets"),
    [
        *((face, ["Captain", "Support"]) for face in (1, 2)),
        *((face, ["Fighter", "Shooter"]) for face in (3, 4)),
        *((face, ["Pathfinder", "Healer"]) for face in (5, 6)),
    ],
)
def test_the_first_level_of_a_hero_offers_two_skill_sets(face: int, sets: list[str]) -> None:
    made = state(army(0, hero("H", xp=5)), army(1))
    run = Run(experience.level_up(made, 0, "H"), [face, 1], [sets[1]])
    assert [option.label for option in run.asked[0].options] == sets
    assert made.armies[0].unit("H").sets == (sets[1].lower(),)


SKILLS = [
    *(("captain", face, slug) for face, slug in zip((1, 3, 5), ("leader", "instigator", "tactician"), strict=True)),
    *(("support", face, slug) for face, slug in zip((2, 4, 6), ("vanguard", "scavenger", "mastermind"), strict=True)),
    *(("fighter", face, slug) for face, slug in zip((1, 3, 5), ("duellist", "fanatic", "berserker"), strict=True)),
    *(("shooter", face, slug) for face, slug in zip((2, 4, 6), ("hunter", "destroyer", "suppressor"), strict=True)),
    *(("pathfinder", face, slug) for face, slug in zip((1, 3, 5), ("runner", "prowler", "climber"), strict=True)),
    *(("healer", face, slug) for face, slug in zip((2, 4, 6), ("chemist", "herbalist", "warden"), strict=True)),
]


@pytest.mark.rule("aofr.campaign.skill_roll")
@pytest.mark.parametrize(("skill_set", "face", "slug"), SKILLS)
def test_a_die_tells_the_skill_of_the_set(skill_set: str, face: int, slug: str) -> None:
    owner = hero("H", xp=5, sets=(skill_set,))
    assert slugs(levelled(owner, [face])[1]) == [slug]


@pytest.mark.rule("aofr.campaign.skill_roll")
def test_a_skill_that_a_hero_has_is_rolled_again() -> None:
    owner = hero("H", xp=10, levels=1, sets=("captain",), gained=(gained("skill", "instigator"),))
    assert slugs(levelled(owner, [4, 3, 6])[1]) == ["instigator", "tactician"]


@pytest.mark.rule("aofr.campaign.skill_second_set")
def test_a_hero_with_all_three_skills_rolls_for_a_second_set() -> None:
    captain = tuple(gained("skill", line.slug) for line in skills_of("captain"))
    owner = hero("H", xp=20, levels=3, sets=("captain",), gained=captain)
    # A pair with the set that it has leaves the other one.
    _, left = levelled(owner, [2, 1])
    assert left.sets == ("captain", "support")
    assert slugs(left)[3:] == ["vanguard"]
    _, left = levelled(owner, [4, 5], ["Fighter"])
    assert left.sets == ("captain", "fighter")
    assert slugs(left)[3:] == ["berserker"]


@pytest.mark.rule("aofr.campaign.event_46_countdown")
def test_the_xp_of_a_countdown_are_split_as_evenly_as_can_be() -> None:
    made = state(army(0, unit("A"), unit("B"), unit("C"), unit("D")), army(1, unit("Enemy")))
    fought(made, told={"D": told("D", "destroyed")}, one=ArmyTold(countdown=True))
    Run(experience.earn(made), [1, 2])
    assert [one.xp - (one.name != "D") for one in made.armies[0].units] == [2, 1, 2, 0]


@pytest.mark.rule("aofr.campaign.event_61_relic", "aofr.campaign.event_44_no_mercy")
def test_experience_from_events_counts_in_this_step() -> None:
    one = unit("A", xp=3)
    made = state(army(0, one), army(1, unit("Enemy")))
    fought(made, told={"A": told("A", xp=3)})
    Run(experience.earn(made), [4])
    assert (made.armies[0].unit("A").xp, slugs(made.armies[0].unit("A"))) == (7, ["resilient"])


def test_every_line_of_the_tables_has_its_rule_and_its_text() -> None:
    for kind in ("objective", "injury", "talent", "trait", "skill"):
        lines = table(kind)
        assert all(line.id.startswith("aofr.campaign.") and line.text for line in lines)
    assert line_of("skill", "warden").set == "healer"
