"""More than two players: kings, bonus points, markers and teams in odd positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows
from tests.regiments.harness import Interlude, Table, acts, draw, regiment
from warhost.play.battle import Seat
from warhost.rulesets.regiments.chapters.missions import objectives, seizing
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.multiplayer import Kings, kings

FOOT = regiment(size=5)


def three(way: str, line: str, /, **regiments: Regiment) -> Table:
    """Three players on one table."""
    names = {part.split(" at ")[0].split(" off")[0].split()[-1] for part in line.split(" | ")}
    made = draw(line, Settings(parts=(f"multiplayer:{way}",)), **{name: regiments.get(name, FOOT) for name in names})
    teams = way == "teams"
    seats = tuple(
        Seat(name, "Made Up", number % 2 if teams else None) for number, name in enumerate(("Ann", "Bob", "Cy"))
    )
    made.battle.scene = msgspec.structs.replace(made.battle.scene, seats=seats)
    made.battle.points = (0.0, 0.0) if teams else (0.0, 0.0, 0.0)
    if teams:
        for unit in made.battle.units:
            unit.player, unit.seat = (2, 0) if unit.seat == 2 else (None, unit.seat)
    else:
        made.battle.order = (0, 1, 2)
    return made.having(turn=1, mission="duel")


def bonus(play: Any) -> tuple[int, ...]:
    return optional.kept(play.battle, "multiplayer", Kings).points


LINE = "0 A at 36,6 | 1 B at 30,20 face 180 | 2 C at 42,20 face 180"


@pytest.mark.rule("aofr.multi.king")
def test_units_that_are_still_to_come_make_a_king_and_wounded_ones_count_in_full() -> None:
    line = '0 A at 12,6 | 1 B at 60,6 | 1 Late off reserve="ambush" | 2 C at 12,42 face 180'
    costs = {"A": regiment(cost=500), "B": regiment(cost=300), "Late": regiment(cost=250), "C": regiment(cost=540)}
    made = three("king_of_the_hill", line, **costs)
    assert kings(made.battle) == (1,)
    made.set("B", left=(1,))
    assert kings(made.battle) == (1,)


@pytest.mark.rule("aofr.multi.king_tie")
def test_two_players_with_the_same_points_are_both_kings() -> None:
    made = three("king_of_the_hill", LINE, A=regiment(cost=100), B=regiment(cost=200), C=regiment(cost=200))
    assert kings(made.battle) == (1, 2)


@pytest.mark.rule("aofr.multi.king_bonus")
def test_a_charge_at_a_king_earns_a_point_too() -> None:
    made = three("king_of_the_hill", LINE, B=regiment(5, cost=900)).touch("A", "B", gap=3.0)
    play = acts(made, "A", {"to hit": 1}).charge("A", "B")
    assert bonus(play)[0] == 1


@pytest.mark.rule("aofr.multi.king_bonus")
def test_two_kings_in_one_volley_are_two_points_and_only_one_is_spent() -> None:
    archers = regiment(5, weapons=['Bow (24", A1)', 'Sling (24", A1)'], cost=100)
    made = three("king_of_the_hill", LINE, A=archers, B=regiment(5, cost=900), C=regiment(5, cost=900))
    dice = by_reason({"to hit": 3, "to block": 6})
    play = acts(made, "A", dice).act("A", "hold").stay().choose("split").choose(target="B").choose(target="C")
    assert (play.topic, bonus(play)[0]) == ("combat bonus", 2)
    play.choose("spend")
    assert (play.topic == "combat bonus", bonus(play)[0]) == (False, 1)
    while not play.game.over:
        play.decline()
    assert sorted(attack.hits for attack in attacks(play)) == [0, 5]


@pytest.mark.rule("aofr.multi.king_spend")
def test_who_is_attacked_may_spend_a_point_of_its_own_on_blocking() -> None:
    made = three("king_of_the_hill", LINE, A=bows(3))
    optional.keep(made.battle, "multiplayer", Kings(points=(0, 1, 0)))
    dice = by_reason({"to hit": 6, "to block": (3, 3, 3)})
    play: Interlude = acts(made, "A", dice).act("A", "hold").stay().choose(target="B")
    while play.question.seat == 0:
        play.decline()
    assert (play.topic, play.question.seat) == ("combat bonus", 1)
    play.choose("spend")
    while not play.game.over:
        play.decline()
    assert [attack.blocked for attack in attacks(play)] == [3]


@pytest.mark.rule("aofr.multi.king_bonus")
def test_nobody_earns_by_attacking_who_was_king_before_its_losses() -> None:
    line = LINE + " | 1 D at 60,40 face 180"
    costs = {"B": regiment(5, cost=100), "D": regiment(5, cost=900), "C": regiment(5, cost=500)}
    for target, points in (("B", 0), ("C", 1)):
        made = three("king_of_the_hill", line, A=bows(3), **costs)
        made.set("D", fate="destroyed", pose=None, left=(0,))
        play = acts(made, "A", {"to hit": 1}).act("A", "hold").stay().choose(target=target)
        assert sum(bonus(play)) == points


@pytest.mark.rule("aofr.multi.ffa")
def test_a_marker_that_everybody_left_stays_with_its_owner_of_three() -> None:
    made = three("free_for_all", LINE).having(markers=(Marker(60.0, 40.0, owner=2), Marker(36.0, 8.0)))
    assert [seizing.controller(made.battle, marker) for marker in made.battle.markers] == [2, 0]


@pytest.mark.rule("aofr.multi.team_mission")
def test_team_mates_do_not_contest_each_other_s_markers() -> None:
    line = "0 A at 36,20 | 2 C at 36,26 | 1 B at 60,40 face 180"
    made = three("teams", line).having(markers=(Marker(36.0, 23.0),))
    assert seizing.controller(made.battle, made.battle.markers[0]) == 0
    assert objectives.verdict(made.battle).winners == (0, 2)


@pytest.mark.rule("aofr.multi.team_turns")
def test_a_team_without_units_to_activate_leaves_the_rest_of_the_round_to_the_other() -> None:
    line = "0 A at 12,6 | 2 C at 40,6 | 1 B at 60,40 face 180"
    play = three("teams", line).play()
    seats: list[int] = []
    while play.battle.turn == 1 and len(seats) < 3:
        if play.topic == "action":
            seats.append(play.question.seat)
        play.choose("hold") if play.topic == "action" else play.decline()
    assert sorted(seats) == [0, 1, 2]
    assert seats[1] == 1, "the turns go by team"
