"""The six Deployment Types: their zones, and what each of them asks for besides."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fantasy_battles import troops
from tests.fantasy_battles.harness import draw, refusal
from tests.fantasy_battles.mustered import Muster, muster, ruled_out
from warhost.play import Chosen, Picked
from warhost.rulesets.families.ninth_age.core.formation import boundary
from warhost.rulesets.fantasy_battles import RULESET
from warhost.rulesets.fantasy_battles.chapters.setup.deployment_types import TYPES, zone
from warhost.rulesets.fantasy_battles.core.battle import Battle, Settings
from warhost.table import rect

MAN = troops.single("Man", base=(25, 25))
HALF = 25 / 25.4 / 2
"""Half the base of a single man, in inches."""


def one_each(kind: str, *answers: str, **options: Any) -> Muster:
    """Each player has one man; the first chose the south, deploys first, and is asked where."""
    play = muster([MAN], [MAN], deployment=kind, objective="none", **options)
    for answer in answers:
        play.choose(answer)
    play.on_to("side").choose("near")
    return play.ours_first()


def on_table(kind: str, settings: Settings | None = None, **fields: Any) -> Battle:
    """A battle of that type in which the first player has the south."""
    return draw("Spearmen at 36,5 | Swordsmen at 36,43 face 180", settings, deployment=kind, **fields).battle


@pytest.mark.parametrize(
    ("kind", "inches", "rule"),
    [
        ("Frontline Clash", 12.0, "t9a.deployment.frontline_clash"),
        ("Marching Columns", 12.0, "t9a.deployment.marching_columns"),
    ],
    ids=lambda value: str(value),
)
@pytest.mark.rule("t9a.deployment.frontline_clash", "t9a.deployment.marching_columns", "t9a.geometry.centre_line")
def test_zones_are_more_than_so_far_from_the_centre_line(kind: str, inches: float, rule: str) -> None:
    play = one_each(kind)
    if play.topic == "column edge":
        play.choose("west").choose(unit="0:Man")
    assert ruled_out(play, 36.0, 24.0 - inches - HALF) == rule
    assert ruled_out(play, 36.0, 24.0 - inches - 0.1 - HALF) == ""


@pytest.mark.rule("t9a.deployment.frontline_clash")
@pytest.mark.parametrize("x", [HALF, 36.0, 72.0 - HALF])
def test_zones_of_frontline_clash_are_as_wide_as_the_table(x: float) -> None:
    play = one_each("Frontline Clash")
    assert ruled_out(play, x, HALF) == ""
    assert ruled_out(play, x, 48.0 - HALF, 180.0) == "t9a.deployment.frontline_clash"
    assert zone(play.battle, 1).contains_point(x, 48.0 - HALF)


@pytest.mark.rule("t9a.deployment.counterthrust")
def test_zones_of_counterthrust_are_more_than_8_inches_from_the_centre_line() -> None:
    play = one_each("Counterthrust")
    assert ruled_out(play, 36.0, 24.0 - 8.0 - HALF)
    assert ruled_out(play, 36.0, 24.0 - 8.5 - HALF) == ""
    assert zone(on_table("Counterthrust"), 1).distance_to_point(36.0, 24.0) == pytest.approx(8.0, abs=0.01)


@pytest.mark.rule("t9a.deployment.dawn_assault")
def test_zones_of_dawn_assault_keep_a_quarter_from_the_opponents_short_edge() -> None:
    play = muster([MAN], [MAN], deployment="Dawn Assault", until="short edge", objective="none")
    play.choose("west").choose("near")
    play.ours_first()
    assert play.battle.edges == (0, 1)
    assert ruled_out(play, 60.0 - HALF, 6.0) == "t9a.deployment.dawn_assault"
    assert ruled_out(play, 54.1 - HALF, 6.0) == "t9a.deployment.dawn_assault"
    assert ruled_out(play, 54.0 - HALF, 6.0) == ""
    assert ruled_out(play, 1.0, 6.0) == ""
    assert ruled_out(play, 20.0, 12.0 - HALF) == "t9a.deployment.dawn_assault"
    theirs = zone(play.battle, 1)
    assert theirs.contains_point(70.0, 40.0)
    assert not theirs.contains_point(17.0, 40.0)


@pytest.mark.rule("t9a.deployment.encircle")
def test_the_attacker_encircles_the_defender() -> None:
    battle = on_table("Encircle", attacker=0)

    def may(seat: int, x: float, from_line: float) -> bool:
        y = 24.0 - from_line - 0.5 if seat == 0 else 24.0 + from_line + 0.5
        return zone(battle, seat).contains_rect(rect(x, y, 0.0, 1.0, 1.0))

    assert [may(0, x, 10.0) for x in (10.0, 17.5, 36.0, 54.5, 60.0)] == [True, True, False, True, True]
    assert [may(0, x, 15.1) for x in (10.0, 18.0, 36.0)] == [True, True, True]
    assert not may(0, 10.0, 9.0)
    assert [may(1, x, 10.0) for x in (10.0, 36.0, 60.0)] == [False, True, False]
    assert [may(1, x, 15.1) for x in (10.0, 18.0, 36.0)] == [True, True, True]


@pytest.mark.parametrize("diagonal", [0, 1])
@pytest.mark.rule("t9a.deployment.refused_flank")
def test_zones_of_refused_flank_are_more_than_9_inches_from_the_diagonal(diagonal: int) -> None:
    battle = on_table("Refused Flank", diagonal=diagonal)
    # The diagonal of a board of 72 by 48 inches climbs two for three.
    across, up = 2 / 13**0.5, 3 / 13**0.5

    def point(away: float) -> tuple[float, float]:
        x, y = 36.0 + across * away, 24.0 - up * away
        return (x, y) if diagonal == 0 else (72.0 - x, y)

    near, far = zone(battle, 0), zone(battle, 1)
    assert near.contains_point(*point(9.1))
    assert not near.contains_point(*point(9.0))
    assert far.contains_point(*point(-9.1))
    assert not far.contains_point(*point(-9.0))
    assert near.contains_point(*((71.9, 0.1) if diagonal == 0 else (0.1, 0.1)))


@pytest.mark.rule("t9a.deployment.refused_flank")
def test_a_unit_of_refused_flank_is_deployed_on_its_own_side_of_the_diagonal() -> None:
    play = muster([MAN], [MAN], deployment="Refused Flank", until="diagonal", objective="none")
    play.choose("0").choose("near")
    play.ours_first()
    assert ruled_out(play, 20.0, 5.0) == "t9a.deployment.refused_flank"
    assert ruled_out(play, 60.0, 5.0) == ""


@pytest.mark.rule("t9a.deployment.encircle", "t9a.deployment.counterthrust", "t9a.deployment.refused_flank")
@pytest.mark.parametrize("kind", TYPES)
def test_players_may_agree_on_12_inches_everywhere(kind: str) -> None:
    battle = on_table(kind, Settings(zones="12 inches everywhere"), edges=(0, 1))
    assert zone(battle, 0).distance_to_point(36.0, 24.0) == pytest.approx(12.0, abs=0.01)
    assert zone(battle, 1).distance_to_point(36.0, 24.0) == pytest.approx(12.0, abs=0.01)


@pytest.mark.parametrize("kind", TYPES)
def test_suggested_places_are_in_the_zones_and_look_at_the_enemy(kind: str) -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen"], deployment=kind, objective="none")
    while not play.battle.turn:
        play.plainly()
    for unit in play.battle.units:
        body = boundary(play.battle, unit)
        assert zone(play.battle, unit.seat).contains_rect(body)
        ahead = (body.x + 40.0 * body.fx, body.y + 40.0 * body.fy)
        there = zone(play.battle, 1 - unit.seat)
        assert there.distance_to_point(*ahead) < there.distance_to_point(body.x, body.y)
    assert not RULESET.problems(play.battle)


# Dawn Assault


@pytest.mark.rule("t9a.deployment.dawn_assault_ambushers")
def test_two_units_of_each_player_may_be_ambushers_of_dawn_assault() -> None:
    play = muster(["Spearmen", "Archers", "Ogres"], ["Swordsmen"], deployment="Dawn Assault", until="ambush")
    three = Picked(tuple(str(play.unit(name).id) for name in ("Spearmen", "Archers", "Ogres")))
    assert refusal(play, three).rule == "t9a.deployment.dawn_assault_ambushers"
    play.pick("Spearmen", "Ogres")
    assert play.unit("Spearmen").waiting
    assert play.unit("Ogres").waiting
    assert not play.unit("Archers").waiting


@pytest.mark.rule("t9a.deployment.dawn_assault_ambushers")
def test_they_arrive_along_their_owners_short_edge_only() -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen"], deployment="Dawn Assault", until="short edge")
    play.choose("east").choose("near")
    play.on_to("ambush").pick("Spearmen")
    play.on_to("ambush place")
    depth = 4 * 20 / 25.4
    assert (play.battle.turn, play.unit("Spearmen").seat) == (2, 0)
    assert ruled_out(play, 72.0 - depth / 2, 20.0, 270.0) == ""
    assert ruled_out(play, depth / 2, 20.0, 90.0) == "t9a.deployment.dawn_assault_ambushers"
    assert ruled_out(play, 20.0, depth / 2, 0.0) == "t9a.deployment.dawn_assault_ambushers"


@pytest.mark.rule("t9a.deployment.dawn_assault_ambushers")
def test_no_other_type_has_such_ambushers() -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen"], deployment="Frontline Clash")
    topics = set()
    while not play.battle.turn:
        topics.add(play.topic)
        play.plainly()
    assert "ambush" not in topics


# Counterthrust


@pytest.mark.rule("t9a.deployment.counterthrust_single_units")
def test_the_first_three_turns_of_counterthrust_are_for_one_unit_that_is_no_character() -> None:
    ours = ["Spearmen", "Archers", "Knights", "Wolves", "Captain", "Ogres"]
    theirs = ["Swordsmen", "Giant", "Guard", "Hawks", "General", "Chariot"]
    play = muster(ours, theirs, deployment="Counterthrust", objective="none").ours_first()
    for turn in range(3):
        for seat in (0, 1):
            assert play.battle.deploys == play.question.seat == seat
            assert play.battle.deployment_turns[seat] == turn
            assert not set(play.deployable()) & {"Captain", "General"}
            assert not play.offers("pass")
            play.plainly().plainly()
    assert "Captain" in play.deployable()
    play.put("Captain", 70.0, 2.0)
    assert play.question.seat == 0
    assert play.offers("pass"), "more than one unit may be deployed from the fourth turn on"


@pytest.mark.rule("t9a.deployment.counterthrust_single_units")
def test_a_character_is_refused_with_the_reason() -> None:
    play = muster(["Spearmen", "Archers", "Captain"], ["Swordsmen"], deployment="Counterthrust", objective="none")
    play.ours_first()
    refused = refusal(play, Chosen(str(play.unit("Captain").id)))
    assert refused.rule == "t9a.deployment.counterthrust_single_units"
    assert "first three" in refused.message


@pytest.mark.rule("t9a.deployment.counterthrust_distance")
def test_units_of_counterthrust_keep_20_inches_from_enemies() -> None:
    play = one_each("Counterthrust").put("0:Man", 36.0, 15.0)
    play.on_to("deploy")
    front = 15.0 + HALF
    assert ruled_out(play, 36.0, front + 20.0 + HALF, 180.0) == "t9a.deployment.counterthrust_distance"
    assert ruled_out(play, 36.0, front + 20.1 + HALF, 180.0) == ""
    assert ruled_out(play, 60.0, 33.0, 180.0) == ""


# Marching Columns


def column(*names: str, other: str = "Swordsmen") -> Muster:
    """The first player's column, from the west in the south, before its first unit."""
    play = muster(names, [other, "Giant", "Guard", "Hawks", "Chariot"], deployment="Marching Columns", objective="none")
    play.on_to("side").choose("near")
    play.ours_first().choose("west")
    return play


def theirs(play: Muster) -> Muster:
    """The other player deploys something far off."""
    while play.question.seat == 1 and not play.battle.turn:
        play.plainly()
    return play


@pytest.mark.rule("t9a.deployment.marching_columns")
def test_each_player_picks_the_short_edge_of_the_column_when_first_deploying() -> None:
    play = column("Spearmen", "Archers")
    assert play.battle.edges == (0, -1)
    play.put("Spearmen", 10.0, 6.0)
    assert (play.topic, play.question.seat) == ("column edge", 1)
    play.choose("east")
    assert play.battle.edges == (0, 1)


@pytest.mark.rule("t9a.deployment.marching_columns_single_units")
def test_the_first_three_turns_of_a_column_are_for_one_unit_of_the_line() -> None:
    platform = troops.single("Altar", base=(40, 40), rules=("War Platform",))
    play = muster(
        ["Spearmen", "Archers", "Knights", "Wolves", "Captain", "Cannon", platform],
        ["Swordsmen", "Giant", "Guard", "Hawks", "Ogres"],
        deployment="Marching Columns",
        objective="none",
    ).ours_first()
    play.choose("west")
    for _ in range(3):
        assert set(play.deployable()) <= {"Spearmen", "Archers", "Knights", "Wolves"}
        refused = refusal(play, Chosen(str(play.unit("Cannon").id)))
        assert refused.rule == "t9a.deployment.marching_columns_single_units"
        assert not play.offers("pass")
        play.plainly().plainly()
        theirs(play)
    assert {"Captain", "Cannon"} <= set(play.deployable())


@pytest.mark.rule("t9a.deployment.marching_columns_order")
def test_each_unit_of_a_column_is_farther_from_its_edge_than_the_one_before() -> None:
    play = column("Spearmen", "Archers", "Knights")
    half = 5 * 20 / 25.4 / 2
    theirs(play.put("Spearmen", 20.0 + half, 4.0))
    play.take("Archers")
    assert ruled_out(play, 19.0 + half, 9.0) == "t9a.deployment.marching_columns_order"
    assert ruled_out(play, 20.0 + half, 9.0) == "t9a.deployment.marching_columns_order"
    assert ruled_out(play, 20.5 + half, 9.0) == ""
    theirs(play.put("Archers", 25.0 + half, 9.0)).take("Knights")
    assert ruled_out(play, 22.0 + 2.5, 9.0) == "t9a.deployment.marching_columns_order"


@pytest.mark.rule("t9a.deployment.marching_columns_order")
def test_a_column_from_the_east_counts_from_there() -> None:
    play = muster(
        ["Spearmen", "Archers"], ["Swordsmen", "Giant", "Guard"], deployment="Marching Columns", objective="none"
    )
    play.on_to("side").choose("near")
    play.ours_first().choose("east")
    half = 5 * 20 / 25.4 / 2
    theirs(play.put("Spearmen", 52.0 - half, 4.0)).take("Archers")
    assert ruled_out(play, 53.0 - half, 9.0) == "t9a.deployment.marching_columns_order"
    assert ruled_out(play, 51.5 - half, 9.0) == ""


@pytest.mark.rule("t9a.deployment.marching_columns_order")
def test_the_enemys_column_from_the_same_edge_does_not_count() -> None:
    play = column("Spearmen", "Archers")
    play.put("Spearmen", 10.0, 6.0).choose("west")
    play.put("Swordsmen", 50.0, 44.0).take("Archers")
    assert ruled_out(play, 16.0, 6.0) == ""
    assert ruled_out(play, 9.0, 9.0) == "t9a.deployment.marching_columns_order"


@pytest.mark.rule("t9a.deployment.marching_columns_exempt")
def test_characters_and_war_machines_are_outside_the_order_of_a_column() -> None:
    play = column("Spearmen", "Archers", "Knights", "Captain", "Cannon", "Wolves")
    half = 5 * 20 / 25.4 / 2
    for name, x in (("Spearmen", 8.0), ("Archers", 14.0), ("Knights", 20.0)):
        theirs(play.put(name, x + half, 5.0))
    play.put("Captain", 40.0, 3.0).take("Cannon")
    assert ruled_out(play, 5.0, 3.0) == "", "a War Machine does not obey the order"
    play.place(50.0, 3.0, 0.0)
    play.take("Wolves")
    assert ruled_out(play, 27.0 + half, 5.0) == "", "nobody has to be beyond Captain and Cannon"
    assert ruled_out(play, 19.0 + half, 9.9) == "t9a.deployment.marching_columns_order"


@pytest.mark.rule("t9a.deployment.marching_columns_delayed", "t9a.special.delayed")
def test_all_units_that_are_left_may_be_delayed_in_place_of_a_deployment_turn() -> None:
    play = column("Spearmen", "Archers", "Knights", "Captain")
    theirs(play.put("Spearmen", 10.0, 6.0))
    play.choose("delay")
    assert [unit.name for unit in play.battle.units if unit.waiting] == ["Archers", "Knights", "Captain"]
    assert play.battle.finished == (0,)
    assert play.topic == "intent"


@pytest.mark.rule("t9a.deployment.marching_columns_delayed")
def test_who_has_deployed_a_unit_in_this_turn_delays_nobody() -> None:
    play = column("Spearmen", "Archers", "Knights", "Captain", "Cannon", "Wolves")
    half = 5 * 20 / 25.4 / 2
    for name, x in (("Spearmen", 8.0), ("Archers", 14.0), ("Knights", 20.0)):
        theirs(play.put(name, x + half, 5.0))
    assert play.offers("delay")
    play.put("Captain", 40.0, 3.0)
    assert play.question.seat == 0
    assert not play.offers("delay")


@pytest.mark.rule("t9a.deployment.marching_columns_delayed")
def test_nobody_is_delayed_after_a_unit_was_deployed_in_the_same_turn_nor_in_other_types() -> None:
    play = muster(["Spearmen", "Archers"], ["Swordsmen"], deployment="Frontline Clash", objective="none").ours_first()
    assert not play.offers("delay")


@pytest.mark.rule("t9a.special.delayed")
def test_delayed_units_come_in_on_turn_2_along_the_edge_of_their_column() -> None:
    play = column("Spearmen", "Archers", "Captain")
    theirs(play.put("Spearmen", 10.0, 6.0)).choose("delay")
    play.on_to("ambush order")
    assert (play.battle.turn, play.battle.phase, play.question.seat) == (2, "movement", 0)
    play.choose(unit="Archers")
    depth = 2 * 20 / 25.4
    assert ruled_out(play, depth / 2, 20.0, 90.0) == ""
    assert ruled_out(play, 72.0 - depth / 2, 20.0, 270.0) == "t9a.special.delayed"
    assert ruled_out(play, 20.0, depth / 2, 0.0) == "t9a.special.delayed"


@pytest.mark.rule("t9a.special.delayed")
def test_players_may_agree_that_delayed_units_roll_for_it() -> None:
    play = muster(
        ["Spearmen", "Archers"],
        ["Swordsmen", "Giant"],
        deployment="Marching Columns",
        objective="none",
        delayed="3+ from turn 2",
        dice={"Arrival": [2, 3]},
    ).ours_first()
    play.choose("west")
    theirs(play.put("Spearmen", 10.0, 6.0)).choose("delay")
    play.on_to("ambush place")
    assert play.battle.turn == 3
