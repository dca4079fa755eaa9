"""Dice that may still change after they fell: underdog points, and Elite units."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.regiments.fights import attacks, volley
from tests.regiments.harness import Interlude, draw, regiment
from tests.regiments.parts.campaign.tables import PLAIN, SETTINGS, table, take_morale
from warhost.play.questions import Choose, Roll
from warhost.rulesets.regiments.core import Regiment, optional
from warhost.rulesets.regiments.parts.campaign import rolls
from warhost.rulesets.regiments.parts.campaign.ledger import kept

ARCHERS = regiment(size=3, weapons=['Bow (24", A1)'])


def shoot(dice: dict[str, tuple[int, ...]], *, bows: int, mark: int, shooter: Regiment = ARCHERS) -> Interlude:
    """Bows, worth so much, shoot at Mark."""
    drawn = draw(
        "Bows at 36,10 | Mark at 36,40 face 180",
        SETTINGS,
        Bows=replace(shooter, cost=bows),
        Mark=replace(PLAIN, cost=mark),
    )
    drawn.touch("Bows", "Mark", gap=8)
    return volley(drawn, "Bows", "Mark", {reason: [faces] for reason, faces in dice.items()})


@pytest.mark.rule("aofr.campaign.underdog_points")
@pytest.mark.parametrize(("bows", "mark", "points"), [(900, 1050, (3, 0)), (900, 1040, (2, 0)), (1050, 900, (0, 3))])
def test_the_cheaper_army_has_a_point_for_every_50_points(bows: int, mark: int, points: tuple[int, int]) -> None:
    drawn = draw(
        "Bows at 36,10 | Mark at 36,40 face 180",
        SETTINGS,
        Bows=replace(PLAIN, cost=bows),
        Mark=replace(PLAIN, cost=mark),
    )
    assert tuple(rolls.points_of(drawn.battle, seat) for seat in (0, 1)) == points


@pytest.mark.rule("aofr.campaign.underdog_use")
def test_an_underdog_point_takes_1_from_all_dice_of_an_enemy_roll() -> None:
    play = shoot({"to hit": (4, 4, 6), "to block": (6,)}, bows=100, mark=50)
    question = play.question
    assert isinstance(question, Choose)
    assert (question.topic, question.seat) == ("underdog", 1)
    assert [option.label for option in question.options] == ["-1: 1 of 3 succeeds", "Keep it: 3 of 3 succeed"]
    play.choose("-1")
    # No second point on the same roll, and none is left for the roll to block.
    assert play.game.over
    (attack,) = attacks(play)
    assert attack.hits == 1
    assert kept(play.battle).spent == (0, 1)


@pytest.mark.rule("aofr.campaign.underdog_use")
def test_an_underdog_point_adds_1_to_all_dice_of_a_roll_of_ones_own() -> None:
    play = shoot({"to hit": (3, 3, 1), "to block": (1, 1)}, bows=100, mark=160)
    question = play.question
    assert isinstance(question, Choose)
    assert (question.seat, question.options[0].label) == (0, "+1: 2 of 3 succeed")
    play.choose("+1")
    (attack,) = attacks(play)
    assert attack.hits == 2


@pytest.mark.rule("aofr.campaign.underdog_use")
def test_nobody_is_asked_about_dice_that_a_point_would_not_change() -> None:
    play = shoot({"to hit": (6, 1, 1), "to block": (6,)}, bows=100, mark=50)
    assert play.game.over
    assert kept(play.battle).spent == (0, 0)


@pytest.mark.rule("aofr.campaign.underdog_use")
def test_what_a_point_does_to_dice() -> None:
    hit = Roll("3D6", "to hit", "aofr.shoot.hit", 0, 4, "pool")
    assert rolls.changed(hit, (1, 3, 5, 6), 1) == (1, 4, 6, 6)
    assert rolls.changed(hit, (1, 2, 4, 6), -1) == (1, 1, 3, 6)
    hard = replace(hit, need=6)
    assert rolls.changed(hard, (5, 4), 1) == (6, 5)
    # A D3 is read from a die of six sides: one more is two faces.
    assert rolls.changed(Roll("D3+1", "wounds", "x", 0, read="sum"), (3,), 1) == (5,)
    assert rolls.counts(Roll("D3+1", "wounds", "x", 0, read="sum"), (5,)) == 4


ELITE = regiment(rules=["Trait: Elite"])


@pytest.mark.rule("aofr.campaign.trait_elite")
def test_an_elite_unit_rolls_one_roll_again_in_each_game() -> None:
    drawn = table("Pikes at 36,10 | Foes at 36,40 face 180", Pikes=ELITE, Foes=PLAIN)
    play = take_morale(drawn, "Pikes", [(2,), (5,)])
    assert play.topic == "elite"
    play.choose("again")
    assert play.value is True
    second = take_morale(drawn, "Pikes", [(2,)])
    assert second.value is False


@pytest.mark.rule("aofr.campaign.trait_elite")
def test_the_second_result_stands_and_a_success_is_kept_without_asking() -> None:
    drawn = table("Pikes at 36,10 | Foes at 36,40 face 180", Pikes=ELITE, Foes=PLAIN)
    assert take_morale(drawn, "Pikes", [(4,)]).value is True
    play = take_morale(drawn, "Pikes", [(3,), (1,)])
    play.choose("again")
    assert play.value is False


@pytest.mark.rule("aofr.campaign.trait_elite")
def test_an_elite_unit_may_save_its_roll_for_later() -> None:
    drawn = table("Pikes at 36,10 | Foes at 36,40 face 180", Pikes=ELITE, Foes=PLAIN)
    play = take_morale(drawn, "Pikes", [(2,)])
    play.choose("keep")
    assert play.value is False
    assert kept(drawn.battle).elite == ()
    assert take_morale(drawn, "Foes", [(2,)]).value is False


def test_the_captain_spends_points_where_they_tell() -> None:
    part = optional.in_force(SETTINGS.parts)[0]

    def score(play: Interlude, key: str) -> float:
        option = next(one for one in play.options if one.key == key)
        return sum(term[0] for term in part.advise(play.battle, play.question, option))

    few = shoot({"to hit": (4, 1, 1), "to block": (6,)}, bows=100, mark=50)
    many = shoot({"to hit": (4, 4, 4), "to block": (6,)}, bows=100, mark=50)
    few.battle.turn = many.battle.turn = 1
    assert score(few, "-1") < 0 < score(many, "-1")
    assert score(many, "keep") == 0
    few.battle.turn = 4
    assert score(few, "-1") > 0
