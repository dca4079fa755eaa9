"""More than two players: free for all, king of the hill, teams."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.playing import refused_place
from tests.regiments.fights import bows
from tests.regiments.harness import Play, Table, acts, draw, regiment
from warhost.dice import Chance
from warhost.errors import WarhostError
from warhost.play import Battle as AnyBattle
from warhost.play import Game, Setup, Step, luck_of, record_of, replay
from warhost.play.battle import Seat, battle_hash
from warhost.players import named_player
from warhost.players.match import play_out
from warhost.rulesets.regiments.chapters import missions, shooting
from warhost.rulesets.regiments.chapters.missions import objectives, seizing
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.multiplayer import Kings, kings
from warhost.rulesets.regiments.ruleset import RULESET

FOOT = regiment(size=5)
ARMIES = ("Unburied Host", "Tallgrass Horde", "Burrowfolk Swarm", "League of Nine Bridges")


def three(way: str = "free_for_all", line: str = "", /, **regiments: Regiment) -> Table:
    """Three players on one table, with a unit each unless told otherwise."""
    where = line or "0 A at 12,6 | 1 B at 60,6 | 2 C at 12,42 face 180"
    made = draw(where, Settings(parts=(f"multiplayer:{way}",)), **{"A": FOOT, "B": FOOT, "C": FOOT, **regiments})
    teams = way == "teams"
    seats = tuple(
        Seat(name, "Made Up", number % 2 if teams else None) for number, name in enumerate(("Ann", "Bob", "Cy"))
    )
    made.battle.scene = _with_seats(made, seats)
    made.battle.points = (0.0, 0.0) if teams else (0.0, 0.0, 0.0)
    if teams:
        for unit in made.battle.units:
            unit.player, unit.seat = (2, 0) if unit.seat == 2 else (None, unit.seat)
    else:
        made.battle.order = (0, 1, 2)
    return made


def _with_seats(made: Table, seats: tuple[Seat, ...]) -> Any:
    return msgspec.structs.replace(made.battle.scene, seats=seats)


def setup(way: str, count: int = 3, **options: Any) -> Setup:
    told = {"parts": [f"multiplayer:{way}"], "points": 1500, **options}
    return Setup(ruleset="aofr", armies=ARMIES[:count], map="balanced", options=told)


# Free for all


@pytest.mark.rule("aofr.multi.ffa")
def test_everybody_may_attack_everybody() -> None:
    made = three("free_for_all", "0 A at 36,6 | 1 B at 30,20 face 180 | 2 C at 42,20 face 180", A=bows(5))
    targets = {fire.target for fire in shooting.possible(made.battle, made.unit("A"))}
    assert targets == {1, 2}
    assert made.battle.sides == (0, 1, 2)


@pytest.mark.rule("aofr.multi.ffa")
def test_a_marker_between_two_of_three_is_nobodys() -> None:
    made = three("free_for_all", "0 A at 36,20 | 1 B at 36,26 face 180 | 2 C at 12,42 face 180")
    made.having(markers=(Marker(36, 23, owner=2),), mission="duel")
    assert seizing.controller(made.battle, made.battle.markers[0]) is None
    made.having(markers=(Marker(12, 40), Marker(12, 44), Marker(60, 10)))
    told = objectives.verdict(made.battle)
    assert (told.winners, told.score) == ((2,), (0.0, 0.0, 2.0))


@pytest.mark.parametrize(
    ("way", "count", "told"),
    [
        pytest.param("free_for_all", 2, "3 to 4 armies", marks=pytest.mark.rule("aofr.multi.ffa")),
        pytest.param("teams", 2, "3 to 6 armies", marks=pytest.mark.rule("aofr.multi.team_form")),
    ],
)
def test_there_are_three_players_at_least(way: str, count: int, told: str) -> None:
    with pytest.raises(WarhostError, match=told):
        RULESET.set_up(setup(way, count))


def test_parts_for_two_sides_are_not_for_a_free_for_all() -> None:
    with pytest.raises(WarhostError, match="Command Points is for two sides, as stratagems are answered"):
        RULESET.set_up(setup("free_for_all", parts=["multiplayer:free_for_all", "command_points"]))
    with pytest.raises(WarhostError, match="everybody competes"):
        RULESET.set_up(setup("free_for_all", mission="sabotage"))
    with pytest.raises(WarhostError, match="Underdog of Action Boosting is for two sides"):
        RULESET.set_up(setup("free_for_all", parts=["multiplayer:free_for_all", "action_boosting:underdog"]))


def test_every_part_for_two_sides_says_why() -> None:
    assert [slug for slug, part in optional.PARTS.items() if part.many_sides == bool(part.two_sides)] == []


@pytest.mark.slow
@pytest.mark.rule("aofr.multi.ffa")
@pytest.mark.parametrize("count", [3, 4])
def test_a_free_for_all_with_every_part_that_any_number_of_sides_can_play(count: int) -> None:
    parts = [
        slug for slug, part in optional.PARTS.items() if part.many_sides and slug not in ("multiplayer", "campaign")
    ]
    made = setup("free_for_all", count, parts=["multiplayer:free_for_all", *parts])
    game = Game(RULESET, RULESET.set_up(made), luck_of(Chance(count)), on_step=sound)
    play_out(game, [named_player("random", seat, Chance(f"{count} {seat}")) for seat in range(count)])
    again = replay(record_of(game, made, ("random",) * count, str(count)), RULESET)
    assert battle_hash(again.battle) == battle_hash(game.battle)


def sound(step: Step, battle: AnyBattle) -> None:
    assert not RULESET.problems(battle), step.name


@pytest.mark.rule("aofr.multi.ffa_order", "aofr.multi.ffa_zone")
def test_players_take_corners_in_the_order_of_their_dice() -> None:
    made = three("free_for_all", "0 A off | 1 B off | 2 C off")
    play = made.play({"Order of deployment": [2, 6, 4]}, stage="roll off", turn=0, mission="duel", phase="setup")
    seats = []
    while play.topic == "corner":
        seats.append(play.question.seat)
        assert len(play.keys) == 5 - len(seats)
        play.choose(play.keys[0])
    assert seats == [1, 2, 0]
    assert play.battle.first == 1
    assert play.topic == "deploy"
    assert play.question.seat == 1
    assert refused_place(play, 23, 6) == "aofr.deploy.zone"
    assert refused_place(play, 12, 12.5) == "aofr.deploy.zone"
    play.place(12, 6)
    assert play.question.seat == 2


@pytest.mark.rule("aofr.multi.ffa_order")
def test_equals_roll_again_among_themselves() -> None:
    made = three("free_for_all", "0 A off | 1 B off | 2 C off")
    dice = {"Order of deployment": [5, 2, 5, 1, 6]}
    play = made.play(dice, stage="roll off", turn=0, mission="duel", phase="setup")
    assert play.battle.order == (2, 0, 1)


@pytest.mark.rule("aofr.multi.ffa_turns")
def test_the_order_of_turns_is_rolled_each_round() -> None:
    own = [(seat, f"{name}{n}", n) for seat, name in enumerate("ABC") for n in (0, 1)]
    line = " | ".join(f"{seat} {name} at {12 + 24 * seat},{6 + 8 * n}" for seat, name, n in own)
    made = draw(line, Settings(parts=("multiplayer:free_for_all",)), **{name: FOOT for _, name, _ in own})
    made.battle.scene = _with_seats(made, (Seat("Ann"), Seat("Bob"), Seat("Cy")))
    made.having(points=(0.0, 0.0, 0.0), order=(0, 1, 2))
    play = made.play({"Order of turns": [3, 5, 1]}, stage="start of round")
    order = ""
    while play.battle.turn == 1 and not play.game.over and len(order) < 6:
        if play.topic == "action":
            order += "ABC"[play.question.seat]
        play.choose("hold") if play.topic == "action" else play.decline()
    assert order == "BACBAC"


# King of the hill


@pytest.mark.rule("aofr.multi.king", "aofr.multi.king_tie")
def test_the_dearest_army_is_king() -> None:
    made = three("king_of_the_hill", A=regiment(cost=900), B=regiment(cost=700), C=regiment(cost=850))
    assert kings(made.battle) == (0,)
    made.set("A", fate="destroyed", pose=None)
    assert kings(made.battle) == (2,)
    assert kings(three("king_of_the_hill").battle) == (0, 1, 2)


def attacked(target: str, dice: Any, quality: int = 4, points: tuple[int, ...] = ()) -> Play:
    line = "0 A at 36,6 | 1 B at 30,20 face 180 | 2 C at 42,20 face 180"
    king = regiment(size=5, cost=900)
    made = three("king_of_the_hill", line, A=bows(3, quality=quality), B=king)
    optional.keep(made.battle, "multiplayer", Kings(points=points))
    return acts(made, "A", dice).act("A", "hold").stay().choose(target=target)


@pytest.mark.rule("aofr.multi.king_bonus")
@pytest.mark.parametrize(("target", "gained"), [("B", (1, 0, 0)), ("C", ())])
def test_who_attacks_a_king_gets_a_point(target: str, gained: tuple[int, ...]) -> None:
    play = attacked(target, {"to hit": 1})
    assert optional.kept(play.battle, "multiplayer", Kings).points == gained


@pytest.mark.rule("aofr.multi.king_spend")
def test_a_point_adds_one_to_all_dice_once_in_an_activation() -> None:
    play = attacked("B", {"to hit": (3, 3, 4), "to block": [(6, 6, 6)]}, points=(1, 0, 0))
    assert play.topic == "combat bonus"
    play.choose("spend")
    assert [roll.dice for roll in play.rolls if "to block" in roll.why] == ["3D6"]
    told = optional.kept(play.battle, "multiplayer", Kings)
    assert (told.points, told.spent) == ((1, 0, 0), (0,))


# Teams


@pytest.mark.rule("aofr.multi.team_form")
@pytest.mark.parametrize(
    ("way", "count", "sides"),
    [("teams", 3, (0, 1, 0)), ("one_against_all", 4, (0, 1, 0, 0)), ("teams", 4, (0, 1, 0, 1))],
)
def test_players_form_two_teams(way: str, count: int, sides: tuple[int, ...]) -> None:
    told = setup(way, count, free_lists=True)
    named = tuple(f"{name} 750" for name in told.armies)
    battle = RULESET.set_up(msgspec.structs.replace(told, armies=named))
    assert tuple(seat.team for seat in battle.scene.seats) == sides
    assert {unit.owner for unit in battle.units} == set(range(count))
    assert battle.sides == (0, 1)


@pytest.mark.rule("aofr.multi.team_points")
@pytest.mark.parametrize(("armies", "legal"), [(("1000", "750"), False), (("750", "750"), True), (("1000", ""), False)])
def test_a_team_shares_its_points(armies: tuple[str, str], legal: bool) -> None:
    named = tuple(
        f"{name} {size}".strip() for name, size in zip(("Unburied Host", "Burrowfolk Swarm"), armies, strict=True)
    )
    told = {"parts": ["multiplayer:teams"], "points": 1500}
    asked = Setup(ruleset="aofr", armies=(named[0], "Tallgrass Horde", named[1]), map="open", options=told)
    if legal:
        assert len(RULESET.set_up(asked).scene.seats) == 3
    else:
        with pytest.raises(WarhostError, match="points"):
            RULESET.set_up(asked)


@pytest.mark.rule("aofr.multi.team_deploy")
def test_team_mates_deploy_in_one_zone_a_unit_a_turn() -> None:
    line = "0 A off | 2 C off | 1 B off | 1 D off"
    made = three("teams", line, D=FOOT)
    play = made.play(stage="deploy", turn=0, phase="setup", mission="duel")
    order = []
    while play.battle.turn == 0:
        if play.question.__struct_config__.tag == "place":
            order.append(play.question.seat)
            side = play.battle.side_of(play.question.seat)
            assert play.battle.zones[side]
        play.decline()
    assert [play.battle.side_of(seat) for seat in order] == [0, 1, 0, 1]
    assert set(order) == {0, 1, 2}


@pytest.mark.rule("aofr.multi.team_mission")
def test_markers_belong_to_the_team() -> None:
    line = "0 A at 12,6 | 2 C at 40,6 | 1 B at 60,40 face 180"
    made = three("teams", line).having(markers=(Marker(12, 8), Marker(38, 8), Marker(42, 8)), mission="duel")
    told = objectives.verdict(made.battle)
    assert missions.held(made.battle) == (0, 0)
    assert (told.winners, told.score) == ((0, 2), (3.0, 0.0))


@pytest.mark.rule("aofr.multi.team_turns")
def test_turns_go_by_team_and_the_owner_of_a_unit_decides() -> None:
    line = "0 A at 12,6 | 2 C at 40,6 | 1 B at 60,40 face 180 | 1 D at 30,40 face 180"
    play = three("teams", line, D=FOOT).play()
    assert (play.topic, play.question.seat) == ("activate", 0)
    play.choose(unit="C")
    assert (play.topic, play.question.seat) == ("action", 2)
    play.choose("hold").decline()
    assert play.battle.side_of(play.question.seat) == 1


@pytest.mark.parametrize(
    ("way", "count", "points"), [("free_for_all", 3, 750), ("king_of_the_hill", 4, 750), ("teams", 4, 1500)]
)
def test_whole_battles_of_several_players(way: str, count: int, points: int) -> None:
    asked = setup(way, count, points=points)

    def check(step: Step, battle: AnyBattle) -> None:
        assert not RULESET.problems(battle), step.name

    game = Game(RULESET, RULESET.set_up(asked), luck_of(Chance(way)), on_step=check)
    names = ("random",) * count
    play_out(game, [named_player(name, seat, Chance(f"{way} {seat}")) for seat, name in enumerate(names)])
    again = replay(record_of(game, asked, names, way), RULESET)
    assert battle_hash(again.battle) == battle_hash(game.battle)
    assert game.battle.outcome is not None
