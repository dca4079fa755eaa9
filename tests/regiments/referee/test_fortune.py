"""Fortune points: whose rolls, and how often."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Interlude, Play, Table, acts, draw, happen, regiment
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.parts.shared.fortune import Fortune

LINE = "0 Bows at 36,10 | 1 Foe at 36,25 face 180"


def table(points: tuple[int, int], line: str = LINE, size: int = 1500, **regiments: Regiment) -> Table:
    made = draw(line, Settings(parts=("fortune",), points=size), **regiments).having(turn=1)
    optional.keep(made.battle, "fortune", Fortune(points))
    return made


def fortune(play: Play) -> Fortune:
    return optional.kept(play.battle, "fortune", Fortune)


def over(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_shooter_and_target_may_each_spend_a_point_in_one_attack() -> None:
    made = table((1, 1), Bows=bows(3), Foe=regiment(10))
    dice = by_reason({"to hit": (3, 3, 3), "to block": (3, 3, 3)})
    play = acts(made, "Bows", dice).act("Bows", "hold").stay().choose(target="Foe")
    assert (play.topic, play.question.seat) == ("fortune", 0)
    play.choose("+1")
    assert (play.topic, play.question.seat) == ("fortune", 1)
    over(play.choose("+1"))
    assert [(attack.hits, attack.blocked) for attack in attacks(play)] == [(3, 3)]
    assert fortune(play).points == (0, 0)


@pytest.mark.rule("aofr.tourney.fortune_unit_limit")
def test_a_unit_that_was_helped_to_block_is_not_helped_to_strike_back() -> None:
    made = table((0, 3), Bows=regiment(5), Foe=regiment(5)).touch("Bows", "Foe", gap=2.0)
    dice = by_reason({"Bows Hand": 6, "Foe Hand Weapon: to block": 3, "Foe Hand Weapon: to hit": 3, "Morale": 6})
    play = acts(made, "Bows", dice).charge("Bows", "Foe")
    assert (play.topic, play.question.seat) == ("fortune", 1)
    play.choose("+1").choose("strike")
    assert play.topic != "fortune"
    assert fortune(play).points == (0, 2)


@pytest.mark.rule("aofr.tourney.fortune_unit_limit")
def test_another_unit_of_the_same_player_may_be_helped_in_the_same_round() -> None:
    line = "0 Bows at 30,10 | 0 More at 42,10 | 1 Foe at 36,25 face 180"
    made = table((2, 0), line, Bows=bows(3), More=bows(3), Foe=regiment(10))
    dice = by_reason({"to hit": 3, "to block": 6})
    over(acts(made, "Bows", dice).act("Bows", "hold").stay().choose(target="Foe").choose("+1"))
    play = acts(made, "More", dice).act("More", "hold").stay().choose(target="Foe")
    assert play.topic == "fortune"
    over(play.choose("+1"))
    assert fortune(play).points == (0, 0)


@pytest.mark.rule("aofr.tourney.fortune_cap", "aofr.tourney.fortune_gain")
def test_the_cap_holds_for_each_player_alone() -> None:
    play = happen(table((3, 0), size=750, Bows=bows(), Foe=regiment()), structure.start_of_round)
    assert fortune(play).points == (3, 2)


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_fortune_helps_a_critical_hit_neither_up_nor_down() -> None:
    settings = Settings(parts=("fortune", "brutal_damage:critical_hits"), points=1500)
    made = draw(LINE, settings, Bows=bows(2), Foe=regiment(10)).having(turn=1)
    optional.keep(made.battle, "fortune", Fortune((1, 0)))
    dice = by_reason({"to hit": (5, 3), "to block": 6, "ritical": 6})
    play = over(acts(made, "Bows", dice).act("Bows", "hold").stay().choose(target="Foe").choose("+1"))
    assert [attack.hits for attack in attacks(play)] == [2]
    assert not [roll for roll in play.rolls if "ritical" in roll.why], "a 5 that becomes a 6 is no unmodified 6"
