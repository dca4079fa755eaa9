"""Odd corners of Action Boosting."""

from __future__ import annotations

import pytest

from tests.regiments.fights import attacks, bows, needs
from tests.regiments.harness import Interlude, acts, draw, happen, regiment
from tests.regiments.referee.tables import MARKSMEN, SWORDS, agreed, extra, facing, finish, with_boosts
from warhost.play import Manoeuvre
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.core import Marker, optional
from warhost.rulesets.regiments.parts.action_boosting import Boosting
from warhost.table import Forward

BOTH = ("extra_actions", "action_boosting")


def boost(play: Interlude, way: int = 0) -> Interlude:
    """The action that was chosen is boosted, in that way where there are several."""
    assert play.topic == "boost action", play.topic
    return play.choose([option.key for option in play.options if not option.passes][way])


def points(play: Interlude) -> tuple[int, ...]:
    return optional.kept(play.battle, "action_boosting", Boosting).points


def test_a_boosted_rush_goes_no_further_through_difficult_ground() -> None:
    line = "72x48 forest 36,16 12x4 | Mine at 36,10 | Theirs at 36,44 face 180"
    table = with_boosts(draw(line, agreed(*BOTH), Mine=SWORDS, Theirs=SWORDS).having(turn=1), 1)
    play = boost(acts(table, "Mine").act("Mine", "rush"))
    assert isinstance(play.question, Manoeuvre)
    assert play.question.kinds[0].forward == 18.0
    assert play.refuses(Forward(6.5)) == "aofr.terrain.difficult"


def test_a_boosted_hold_reaches_half_as_far_again_to_the_very_inch() -> None:
    for gap, reached in ((36.0, True), (36.1, False)):
        table = draw("Mine at 36,4 | Theirs at 36,44 face 180", agreed(*BOTH), Mine=MARKSMEN, Theirs=SWORDS)
        table = with_boosts(table.having(turn=1).touch("Mine", "Theirs", gap=gap), 1)
        play = acts(table, "Mine", {"to hit": 1}).act("Mine", "hold")
        finish(boost(play))
        assert needs(play, "to hit") == ([3] if reached else [])


def test_a_boosted_advance_helps_to_hit_but_reaches_no_further() -> None:
    table = with_boosts(facing(25.0, *BOTH), 1)
    play = boost(acts(table, "Mine", {"to hit": 1}).act("Mine", "advance")).move(Forward(1))
    finish(play)
    assert needs(play, "to hit") == [3]
    table = with_boosts(facing(31.0, *BOTH), 1)
    play = acts(table, "Mine", {"to hit": 1}).act("Mine", "advance")
    if play.topic == "boost action":
        boost(play)
    finish(play.move(Forward(6)))
    assert needs(play, "to hit") == []


def test_a_boosted_charge_does_not_help_the_target_to_strike_back() -> None:
    table = with_boosts(facing(6.0, *BOTH, mine=SWORDS, theirs=regiment(size=10)), 1)
    play = acts(table, "Mine", {"to hit": 1, "Morale": 6}).charge("Mine", "Theirs")
    finish(boost(play))
    assert needs(play, "to hit") == [3, 4]


def test_a_shaken_unit_that_stays_idle_has_nothing_to_boost() -> None:
    table = with_boosts(facing(6.0, *BOTH), 1).set("Mine", shaken=True)
    play = acts(table, "Mine").activate("Mine").choose("idle")
    assert play.topic != "boost action"


def test_a_shaken_unit_that_hunkers_down_may_be_boosted() -> None:
    table = with_boosts(facing(14.0, *BOTH, theirs=bows(quality=2)), 1).set("Mine", shaken=True)
    play = boost(acts(table, "Mine").activate("Mine").choose("extra_actions:hunker_down"))
    assert points(play) == (0, 0)
    shot = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "hold").stay()
    assert needs(finish(shot), "to hit") == [5]


def test_a_boosted_stance_is_worth_no_more_the_next_time() -> None:
    """The boost belongs to the action: a second Hunker Down without a point is at -2 again."""
    table = with_boosts(facing(14.0, *BOTH, theirs=bows(quality=2)), 1)
    boost(extra(acts(table, "Mine"), "hunker_down"))
    play = extra(acts(table, "Mine"), "hunker_down")
    assert play.game.over
    shot = acts(table, "Theirs", {"to hit": 1}).act("Theirs", "hold").stay()
    assert needs(finish(shot), "to hit") == [4]


@pytest.mark.parametrize(("gap", "need"), [(18.0, 3), (18.1, 4)])
def test_boosted_focused_fire_reaches_to_eighteen_inches(gap: float, need: int) -> None:
    table = with_boosts(facing(gap, *BOTH), 1)
    play = extra(acts(table, "Mine", {"to hit": 1}), "focused_fire")
    finish(boost(play))
    assert needs(play, "to hit") == [need]


def test_covering_fire_needs_sixes_even_if_it_is_boosted() -> None:
    table = with_boosts(facing(8.0, *BOTH, mine=bows(quality=2)), 1)
    play = finish(boost(extra(acts(table, "Mine", {"to hit": 5}), "covering_fire")))
    assert len(play.rolls) == 1
    assert not attacks(play) or attacks(play)[0].wounds == 0


def test_a_point_that_is_not_spent_is_kept() -> None:
    table = with_boosts(facing(8.0, *BOTH), 1)
    play = acts(table, "Mine", {"to hit": 1}).act("Mine", "hold").choose("no")
    assert points(finish(play)) == (1, 0)


def test_who_has_no_points_left_is_not_asked_and_the_enemys_points_are_not_theirs() -> None:
    table = with_boosts(facing(8.0, *BOTH), 0, 3)
    play = acts(table, "Mine", {"to hit": 1}).act("Mine", "hold")
    assert play.topic != "boost action"


@pytest.mark.parametrize(
    ("style", "scored", "left", "after"),
    [
        ("tactical", (0.0, 0.0), (2, 0), (3, 1)),
        ("underdog", (3.0, 3.0), (2, 0), (1, 1)),
        ("underdog", (3.0, 4.0), (2, 0), (2, 1)),
    ],
)
def test_points_at_the_start_of_a_round(
    style: str, scored: tuple[float, float], left: tuple[int, int], after: tuple[int, int]
) -> None:
    table = draw(
        "Mine at 36,5 | Theirs at 36,43 face 180", agreed(f"action_boosting:{style}"), Mine=SWORDS, Theirs=SWORDS
    )
    optional.keep(table.battle, "action_boosting", Boosting(style=style, points=left))
    table.having(turn=2, points=scored, markers=(Marker(36, 24),))
    assert points(happen(table, structure.start_of_round)) == after
