"""The rules of a campaign inside a battle of three armies (AOFR-R808)."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import Interlude, Table, draw, happen, regiment
from tests.regiments.parts.campaign.tables import gains
from warhost.play.battle import Outcome, Seat
from warhost.play.questions import Roll
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Cause, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.campaign import lengths, rolls, skills
from warhost.rulesets.regiments.parts.campaign.events import numbered
from warhost.rulesets.regiments.parts.campaign.events.rewards import touches_edge
from warhost.rulesets.regiments.parts.campaign.ledger import Gain
from warhost.rulesets.regiments.parts.multiplayer import corners
from warhost.rulesets.regiments.parts.random_events.happening import told
from warhost.table import Pose

LINE = "0 A at 12,12 | 1 B at 60,12 | 2 C at 12,40 face 180"
SETTINGS = Settings(parts=("multiplayer:free_for_all", "campaign"))


def three(line: str = LINE, costs: tuple[int, int, int] = (100, 100, 100), **regiments: Regiment) -> Table:
    """Ann, Bob and Cy on one table, each with a unit in or near a corner."""
    made = {name: regiment(5, cost=cost) for name, cost in zip("ABC", costs, strict=True)} | regiments
    drawn = draw(line, SETTINGS, **made).having(mission="duel", phase="round", turn=1)
    battle = drawn.battle
    battle.scene = msgspec.structs.replace(
        battle.scene, seats=tuple(Seat(name, "Made Up", None) for name in ("Ann", "Bob", "Cy"))
    )
    where = corners(battle)
    battle.zones = tuple((where[name],) for name in ("south-west", "south-east", "north-west"))
    battle.order, battle.points, battle.edges = (0, 1, 2), (0.0, 0.0, 0.0), ("", "", "")
    return drawn


@pytest.mark.rule("aofr.campaign.underdog_points")
def test_points_count_from_the_most_expensive_army() -> None:
    battle = three(costs=(900, 1050, 1000)).battle
    assert [rolls.points_of(battle, seat) for seat in battle.sides] == [3, 0, 1]


@pytest.mark.rule("aofr.campaign.underdog_use")
def test_of_several_underdogs_the_first_who_wants_to_changes_a_roll() -> None:
    def script(battle: Battle) -> Script[tuple[int, ...]]:
        roll = Roll("3D6", "to hit", "aofr.combat.hit", 1, need=4)
        return (yield from rolls.underdog(battle, roll, (4, 4, 6)))

    play = happen(three(costs=(900, 1050, 1000)), script)
    assert (play.topic, play.question.seat) == ("underdog", 0)
    play.choose("keep")
    assert (play.topic, play.question.seat) == ("underdog", 2)
    play.choose("-1")
    assert tuple(play.value) == (3, 3, 6)
    assert [rolls.points_left(play.battle, seat) for seat in (0, 1, 2)] == [3, 0, 0]
    once = happen(three(costs=(900, 1050, 1000)), script).choose("-1")
    assert [rolls.points_left(once.battle, seat) for seat in (0, 1, 2)] == [2, 0, 1]


def begins(drawn: Table) -> Interlude:
    drawn.having(turn=3)
    return happen(drawn, lambda battle: optional.each(battle, "round_begun"), {"Random event?": 1})


@pytest.mark.rule("aofr.campaign.conceding")
def test_who_concedes_leaves_and_the_others_fight_on_until_one_is_left() -> None:
    line = "0 A at 12,12 | 0 X at 20,12 | 1 B at 60,12 | 1 Y at 50,12 | 2 C at 12,40 face 180"
    drawn = three(line, X=regiment(5, cost=100), Y=regiment(5, cost=100))
    drawn.set("X", fate="destroyed", pose=None).set("Y", fate="routed", pose=None)
    play = begins(drawn)
    assert (play.topic, play.question.seat) == ("concede", 0)
    play.choose("pass")
    assert play.unit("A").fate == "left"
    # The battle goes on.
    assert (play.topic, play.question.seat) == ("concede", 1)
    play.choose("pass")
    outcome = play.battle.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.word) == ((2,), "conceded")
    assert [gain.seat for gain in gains(play) if gain.what == "conceded"] == [0, 1]


@pytest.mark.rule("aofr.campaign.mission_length")
def test_after_a_draw_the_side_wins_whose_enemies_lost_most() -> None:
    drawn = three(costs=(100, 200, 150)).set("A", fate="destroyed", pose=None).set("C", fate="routed", pose=None)
    draw_ = Outcome((), "draw", "A draw.")
    ended: Outcome = happen(drawn, lambda battle: lengths.decided(battle, draw_)).value
    assert ended.winners == (1,)
    even: Outcome = happen(three(), lambda battle: lengths.decided(battle, draw_), [2, 6, 6, 3, 1]).value
    assert even.winners == (1,)


@pytest.mark.rule("aofr.campaign.event_12_heads")
def test_the_bounty_goes_to_whoever_destroyed_the_unit() -> None:
    drawn = three()

    def script(battle: Battle) -> Script[None]:
        yield from numbered(1, 2).happen(battle)
        yield from removal.destroy(battle, battle.units[1], Cause(2, "melee"))

    play = happen(drawn, script, {"Heads": 4})
    assert [gain for gain in gains(play) if gain.what == "points"] == [Gain("points", 2, None, 25)]


@pytest.mark.rule("aofr.campaign.event_35_escort")
def test_an_opponents_edge_is_any_edge_in_its_corner() -> None:
    drawn = three("0 A at 12,12 | 1 B at 60,12 | 2 C at 12,40 face 180")
    deep = drawn.footprint("A").depth / 2
    wide = drawn.footprint("A").width / 2

    def at(x: float, y: float) -> list[int]:
        drawn.set("A", pose=Pose(x, y, 0))
        return [side for side in (1, 2) if touches_edge(drawn.battle, drawn.unit("A"), side)]

    assert at(60, deep) == [1]
    assert at(72 - wide, 6) == [1]
    assert at(10, 48 - deep) == [2]
    assert at(36, deep) == []
    assert at(60, 6) == []


@pytest.mark.rule("aofr.campaign.event_52_moral_victory")
def test_any_enemy_unit_can_be_noted() -> None:
    play = happen(three(), lambda battle: numbered(5, 2).happen(battle), {"Moral": 1})
    assert play.keys == ["1", "2", "none"]
    play.choose("2")
    assert told(play.battle).events[-1].units == (2,)


@pytest.mark.rule("aofr.campaign.skill_mastermind")
def test_a_mastermind_weakens_the_units_of_all_others() -> None:
    line = "0 A at 30,20 | 1 B at 36,20 | 2 C at 24,20"
    drawn = three(line, A=regiment(1, rules=("Hero", "Tough(3)", "Skill: Mastermind"), cost=0))
    found = [len(list(skills.around(drawn.battle, drawn.unit(name)))) for name in "ABC"]
    assert found == [0, 1, 1]


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_a_warped_unit_is_one_of_any_army() -> None:
    drawn = three().set("C", fate="destroyed", pose=None)
    play = happen(drawn, lambda battle: numbered(6, 6).happen(battle), {"Warp": 1})
    assert Gain("warped", 2, 2, 0) in gains(play)
