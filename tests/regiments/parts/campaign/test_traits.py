"""What units gained in a campaign, at work in battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.regiments.fights import attacks, clash, dice_for, needs, volley
from tests.regiments.harness import Interlude, acts, regiment
from tests.regiments.parts.campaign.tables import PLAIN, hero, table, take_morale
from warhost.play import Moved, Refused
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, Regiment
from warhost.rulesets.regiments.core.kinds import tough
from warhost.table import Forward


def bowmen(*rules: str, quality: int = 4) -> Regiment:
    return regiment(size=5, quality=quality, weapons=['Bow (24", A1)', "Knife (A1)"], rules=rules)


def bow_hero(*rules: str, **fields: Any) -> Regiment:
    return hero(*rules, weapons=['Bow (24", A3)', "Blade (A3)"], **fields)


def shooting(shooter: Regiment, mark: Regiment = PLAIN, gap: float = 8.0) -> list[int | None]:
    """What the shooter needs to hit."""
    drawn = table("Bows at 36,10 | Mark at 36,40 face 180", Bows=shooter, Mark=mark)
    drawn.touch("Bows", "Mark", gap=gap)
    return needs(volley(drawn, "Bows", "Mark", {"to hit": 1}), "to hit")


def striking(one: Regiment, other: Regiment = PLAIN) -> list[int | None]:
    """What the charger needs to hit, and what the charged unit does."""
    drawn = table("Riders at 36,10 | Pikes at 36,30 face 180", Riders=one, Pikes=other)
    play = clash(drawn, "Riders", "Pikes", {"to hit": 1, "Morale": 6})
    play.choose("strike")
    return needs(play, "to hit")


def blocking(target: Regiment, *, ap: int = 0) -> list[int | None]:
    shots = regiment(size=5, weapons=[f'Bow (24", A1, AP({ap}))' if ap else 'Bow (24", A1)'])
    drawn = table("Bows at 36,10 | Mark at 36,40 face 180", Bows=shots, Mark=target)
    drawn.touch("Bows", "Mark", gap=8)
    return needs(volley(drawn, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block")


def allowances(one: Regiment) -> list[float]:
    battle: Battle = table("Pikes at 36,10", Pikes=one).battle
    return [moving.allowance(battle, battle.units[0], action) for action in ("advance", "rush", "charge")]


def morale_need(one: Regiment, *, melee: bool = False) -> list[int | None]:
    drawn = table("Pikes at 36,10 | Foes at 36,40 face 180", Pikes=one, Foes=PLAIN)
    return needs(take_morale(drawn, "Pikes", [(6,)], melee=melee), "Morale")


@pytest.mark.rule("aofr.campaign.trait_agile")
def test_agile_units_go_further() -> None:
    assert allowances(regiment(rules=["Trait: Agile"])) == [7, 14, 14]


@pytest.mark.rule("aofr.campaign.injury_smashed_leg")
def test_a_smashed_leg_slows_the_hero_and_the_unit_it_is_in() -> None:
    lame = hero("Injury: Smashed Leg")
    assert allowances(lame) == [5, 10, 10]
    assert allowances(regiment(hero=lame)) == [5, 10, 10]


@pytest.mark.rule("aofr.campaign.trait_headstrong")
def test_headstrong_units_pass_morale_tests_on_one_less() -> None:
    assert morale_need(PLAIN) == [4]
    assert morale_need(regiment(rules=["Trait: Headstrong"])) == [3]


@pytest.mark.rule("aofr.campaign.injury_traumatized")
def test_a_traumatized_hero_tests_morale_at_minus_1_alone_or_for_its_unit() -> None:
    shocked = hero("Injury: Traumatized")
    assert morale_need(shocked) == [5]
    assert morale_need(regiment(hero=shocked)) == [5]


@pytest.mark.rule("aofr.campaign.trait_specialist")
def test_a_specialist_hits_better_in_what_it_picked() -> None:
    assert shooting(bowmen("Trait: Specialist (melee)")) == [4]
    assert striking(bowmen("Trait: Specialist (melee)")) == [3, 4]
    assert shooting(bowmen("Trait: Specialist (shooting)")) == [3]
    assert striking(bowmen("Trait: Specialist (shooting)")) == [4, 4]


@pytest.mark.rule("aofr.campaign.injury_blinded_eye")
def test_a_blinded_eye_makes_shooting_harder_but_not_melee() -> None:
    assert shooting(bow_hero("Injury: Blinded Eye")) == [5]
    assert striking(bow_hero("Injury: Blinded Eye"))[0] == 4


@pytest.mark.rule("aofr.campaign.injury_arm")
def test_an_arm_injury_makes_melee_harder_but_not_shooting() -> None:
    assert shooting(bow_hero("Injury: Arm Injury")) == [4]
    assert striking(bow_hero("Injury: Arm Injury"))[0] == 5


@pytest.mark.rule("aofr.campaign.trait_resilient")
def test_resilient_units_block_better() -> None:
    assert blocking(regiment(defense=5, rules=["Trait: Resilient"])) == [4]
    assert blocking(regiment(defense=4, rules=["Trait: Resilient"]), ap=1) == [4]


@pytest.mark.rule("aofr.campaign.injury_chest_wound")
def test_a_chest_wound_makes_blocking_harder() -> None:
    assert blocking(hero("Injury: Chest Wound")) == [5]
    # In a unit the unit's Defense is used.
    assert blocking(regiment(hero=hero("Injury: Chest Wound"))) == [4]


@pytest.mark.rule("aofr.campaign.talent_motivated")
def test_the_first_morale_test_of_a_match_is_passed_without_a_die() -> None:
    drawn = table("Marshal at 36,10 | Foes at 36,40 face 180", Marshal=hero("Talent: Motivated"), Foes=PLAIN)
    first = take_morale(drawn, "Marshal")
    assert first.value is True
    assert not first.rolls
    second = take_morale(drawn, "Marshal", [(3,)])
    assert second.value is False
    assert needs(second, "Morale") == [4]


def swings(one: Regiment, other: Regiment) -> list[str]:
    """The dice that both throw to hit: first the charger."""
    drawn = table("Riders at 36,10 | Pikes at 36,30 face 180", Riders=one, Pikes=other)
    play = clash(drawn, "Riders", "Pikes", {"to hit": 1, "Morale": 6})
    play.choose("strike")
    return dice_for(play, "to hit")


@pytest.mark.rule("aofr.campaign.talent_crazed")
def test_a_crazed_hero_has_one_more_attack_when_charging() -> None:
    one = hero("Talent: Crazed", weapons=["Blade (A3)", "Dagger (A1)"])
    assert swings(one, hero()) == ["4D6", "1D6", "3D6"]
    assert swings(hero(), one) == ["3D6", "3D6", "1D6"]


@pytest.mark.rule("aofr.campaign.skill_fanatic")
def test_a_fanatic_has_one_more_attack_in_every_melee() -> None:
    one = hero("Skill: Fanatic", weapons=["Blade (A4)"])
    assert swings(one, hero()) == ["5D6", "3D6"]
    assert swings(hero(), one) == ["3D6", "5D6"]


@pytest.mark.rule("aofr.campaign.talent_bitter_rivalry")
def test_bitter_rivalry_hits_better_against_heroes() -> None:
    rival = hero("Talent: Bitter Rivalry")
    assert striking(rival, hero()) == [3, 4]
    assert striking(rival, PLAIN) == [4, 4]
    assert striking(rival, regiment(hero=hero())) == [4, 4, 4]


@pytest.mark.rule("aofr.campaign.talent_horrible_scars")
def test_horrible_scars_make_a_hero_harder_to_hit_in_melee() -> None:
    scarred = hero("Talent: Horrible Scars")
    assert striking(PLAIN, scarred)[0] == 5
    assert shooting(bowmen(), scarred) == [4]
    assert striking(PLAIN, regiment(hero=scarred))[0] == 4


@pytest.mark.rule("aofr.campaign.skill_duellist")
def test_a_duellist_is_harder_to_hit_in_melee() -> None:
    duellist = hero("Skill: Duellist")
    assert striking(regiment(quality=3), duellist)[0] == 4
    assert shooting(bowmen(), duellist) == [4]


@pytest.mark.rule("aofr.campaign.talent_toughened")
def test_a_toughened_hero_takes_one_more_wound() -> None:
    battle = table("Marshal at 36,10", Marshal=hero("Talent: Toughened")).battle
    assert tough(battle, battle.units[0], 0) == 4


@pytest.mark.rule("aofr.campaign.skill_destroyer")
def test_a_destroyer_has_more_ap_when_shooting() -> None:
    archer = hero("Skill: Destroyer", weapons=['Bow (24", A3, AP(1))', "Blade (A3, AP(1))"])
    drawn = table("Bows at 36,10 | Mark at 36,40 face 180", Bows=archer, Mark=PLAIN)
    drawn.touch("Bows", "Mark", gap=8)
    assert needs(volley(drawn, "Bows", "Mark", {"to hit": 6, "to block": 6}), "to block") == [6]
    other = table("Riders at 36,10 | Pikes at 36,30 face 180", Riders=archer, Pikes=PLAIN)
    play = clash(other, "Riders", "Pikes", {"Blade: to hit": 6, "to block": 6, "Hand": 1, "Morale": 6})
    assert needs(play, "to block") == [5]


@pytest.mark.rule("aofr.campaign.skill_prowler")
def test_a_prowler_is_harder_to_hit_from_more_than_12_inches() -> None:
    prowler = hero("Skill: Prowler")
    assert shooting(bowmen(), prowler, gap=13) == [5]
    assert shooting(bowmen(), prowler, gap=12) == [4]
    assert shooting(bowmen(), regiment(hero=prowler), gap=13) == [4]


@pytest.mark.rule("aofr.campaign.skill_hunter")
def test_a_hunter_shoots_after_a_rush() -> None:
    def rushes(one: Regiment) -> list[int]:
        drawn = table("Bows at 36,4 | Mark at 36,40 face 180", Bows=one, Mark=PLAIN)
        play = acts(drawn, "Bows", {"to hit": 1}).act("Bows", "rush").move(Forward(12))
        if not play.game.over and play.topic == "shoot":
            play.choose(target="Mark")
        return [attack.attacks for attack in attacks(play)]

    assert rushes(bow_hero("Skill: Hunter")) == [3]
    assert rushes(bow_hero()) == []
    # In a unit its own weapons fire, and those of nobody else.
    led = replace(bowmen(), hero=bow_hero("Skill: Hunter"))
    assert rushes(led) == [3]


def may_rush(one: Regiment, inches: float) -> bool:
    """Whether that far may be rushed through a swamp."""
    line = "72x48 swamp 36,10 20x6 | Marshal at 36,4 | Foes at 60,44 face 180"
    play = acts(table(line, Marshal=one, Foes=PLAIN), "Marshal").act("Marshal", "rush")
    return not why_not(play, Forward(inches))


def why_not(play: Interlude, step: Forward) -> str:
    try:
        play.game.pending[0].check(Moved("rush", (step,)))
    except Refused as error:
        return str(error)
    return ""


@pytest.mark.rule("aofr.campaign.skill_runner")
def test_a_runner_goes_further_and_in_difficult_terrain_as_well() -> None:
    assert allowances(hero("Skill: Runner")) == [8, 14, 14]
    assert may_rush(hero("Skill: Runner"), 8)
    assert not may_rush(hero("Skill: Runner"), 8.5)
    assert not may_rush(hero(), 8)


@pytest.mark.rule("aofr.campaign.skill_climber")
def test_difficult_terrain_does_not_slow_a_climber() -> None:
    assert may_rush(hero("Skill: Climber"), 12)
    assert not may_rush(hero(), 12)
