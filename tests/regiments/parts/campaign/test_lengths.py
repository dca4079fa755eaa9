"""How long battles of a campaign last: until there is one winner; conceding; the fight against a Time Beast."""

from __future__ import annotations

import msgspec
import pytest

from tests.regiments.harness import Dicing, Interlude, Table, draw, happen, regiment
from tests.regiments.parts.campaign.tables import SETTINGS
from warhost.errors import WarhostError
from warhost.play.battle import Outcome
from warhost.rulesets.regiments.chapters.missions import last_round, mission_of
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.campaign import lengths

LINE = "0 A at 18,12 | 0 B at 40,12 | 1 C at 18,36 face 180 | 1 D at 40,36 face 180"


def table(line: str = LINE, settings: Settings = SETTINGS, **regiments: Regiment) -> Table:
    names = [name for name in "ABCD" if f" {name} at" in line]
    made = {name: regiment(5, cost=100) for name in names} | regiments
    return draw(line, settings, **made).having(mission="duel", phase="round")


def held(drawn: Table, *owners: int | None) -> Table:
    """Markers far away from everybody, which belong to these sides."""
    return drawn.having(markers=tuple(Marker(4.0 + 8 * number, 24.0, owner) for number, owner in enumerate(owners)))


def is_last(drawn: Table, turn: int) -> bool:
    drawn.having(turn=turn, stage="end of round")
    return last_round(drawn.battle) == turn


@pytest.mark.rule("aofr.campaign.mission_length")
def test_a_mission_goes_on_while_nobody_has_won() -> None:
    drawn = held(table(), 0, 1)
    assert [is_last(drawn, turn) for turn in (3, 4, 5, 9)] == [False] * 4
    won = held(table(), 0, 0, 1)
    assert [is_last(won, turn) for turn in (3, 4)] == [False, True]
    assert is_last(held(table(), 0, 0, 1), 5)
    assert is_last(held(table(), 0, 1), 10)


@pytest.mark.rule("aofr.campaign.mission_length")
def test_a_round_that_ends_in_a_draw_is_followed_by_another() -> None:
    def turn_after(drawn: Table) -> int:
        held(drawn, 0, 1).having(turn=4, stage="end of round")
        drawn.battle.phase = "round"
        play = drawn.play({"Random event?": 1})
        return play.battle.turn

    assert turn_after(table()) == 5
    assert turn_after(table(settings=Settings())) == 4


def judged(drawn: Table, outcome: Outcome, dice: Dicing = ()) -> Outcome:
    found: Outcome = happen(drawn, lambda battle: lengths.decided(battle, outcome), dice).value
    return found


DRAW = Outcome((), "draw", "A draw: 1 to 1 markers.", (1, 1))


@pytest.mark.rule("aofr.campaign.mission_length")
def test_a_draw_at_the_very_end_goes_to_who_destroyed_more_then_to_a_roll_off() -> None:
    drawn = table(C=regiment(5, cost=150))
    drawn.set("A", fate="routed", pose=None).set("C", fate="destroyed", pose=None)
    assert judged(drawn, DRAW).winners == (0,)
    even = table().set("A", fate="routed", pose=None).set("C", fate="destroyed", pose=None)
    assert judged(even, DRAW, [3, 5]).winners == (1,)
    won = Outcome((1,), "victory", "Over.")
    assert judged(drawn, won) is won


def test_points_that_decided_a_battle_are_whole_when_they_are_read_again() -> None:
    drawn = table(C=regiment(5, cost=150))
    drawn.set("A", fate="routed", pose=None).set("C", fate="destroyed", pose=None)
    told = judged(drawn, DRAW)
    again = msgspec.json.decode(msgspec.json.encode(told), type=Outcome)
    # A battle that is read from a line has the hash that it had: 150 is not 150.0.
    assert msgspec.msgpack.encode(again) == msgspec.msgpack.encode(told)


@pytest.mark.rule("aofr.campaign.conceding")
def test_a_side_that_has_lost_half_may_concede_when_a_round_begins() -> None:
    def begins(drawn: Table, turn: int = 3) -> Interlude:
        drawn.having(turn=turn)
        return happen(drawn, lambda battle: optional.each(battle, "round_begun"), {"Random event?": 1})

    drawn = table().set("A", fate="destroyed", pose=None)
    play = begins(drawn)
    assert (play.topic, play.question.seat) == ("concede", 0)
    play.choose("pass")
    outcome = play.battle.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.word) == ((1,), "conceded")
    assert [(unit.fate, unit.pose is None) for unit in play.battle.units[:2]] == [("destroyed", True), ("left", True)]
    fights = begins(table().set("A", fate="destroyed", pose=None)).choose("fight on")
    assert fights.battle.outcome is None
    assert begins(table()).game.over
    assert begins(table().set("A", fate="destroyed", pose=None), turn=1).game.over


ARENA = "24x24 | 0 A at 12,2 | 1 D at 12,22 face 180"


def warp() -> Table:
    return draw(ARENA, Settings(parts=("time_warp",)), A=regiment(10, cost=0), D=regiment(1, cost=0)).having(
        mission="duel", phase="round", turn=3
    )


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_the_warp_is_a_zone_of_two_feet() -> None:
    with pytest.raises(WarhostError, match="24 by 24 inches"):
        optional.check(Settings(parts=("time_warp",)))
    optional.check(Settings(parts=("time_warp",), width=24.0, depth=24.0))


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_unit_and_beast_begin_at_opposite_edges() -> None:
    drawn = warp()
    (part,) = mission_of(drawn.battle).deployment(drawn.battle)
    south, north = part.grounds[0].parts[0], part.grounds[1].parts[0]
    assert [max(y for _, y in south.corners), min(y for _, y in north.corners)] == [3.0, 21.0]
    assert (min(y for _, y in south.corners), max(y for _, y in north.corners)) == (0.0, 24.0)


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_three_to_five_pieces_of_terrain_lie_in_the_warp() -> None:
    line = (
        "24x24 forest 4,12 2x2 forest 8,12 2x2 forest 12,12 2x2 forest 16,12 2x2 | 0 A at 12,2 | 1 D at 12,22 face 180"
    )
    drawn = draw(line, Settings(parts=("time_warp",)), A=regiment(10), D=regiment(1))
    play = happen(drawn, lambda battle: optional.each(battle, "after_table"), {"Pieces": 2, "A piece": 1})
    assert [piece.x for piece in play.battle.scene.board.features] == [8, 12, 16]


@pytest.mark.rule("aofr.campaign.event_66_beast_wins", "aofr.campaign.event_66_unit_wins")
def test_they_fight_until_one_is_gone() -> None:
    drawn = warp()
    assert last_round(drawn.battle) == 20
    assert mission_of(drawn.battle).judge(drawn.battle).winners == (1,)
    beast_gone = warp()
    beast_gone.set("D", fate="destroyed", pose=None)
    assert last_round(beast_gone.battle) == 3
    assert mission_of(beast_gone.battle).judge(beast_gone.battle).winners == (0,)
    unit_gone = warp().set("A", fate="routed", pose=None)
    assert last_round(unit_gone.battle) == 3
    assert mission_of(unit_gone.battle).judge(unit_gone.battle).winners == (1,)
