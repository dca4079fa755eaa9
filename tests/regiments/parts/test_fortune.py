"""Fortune points: how they come in, how many there may be, and what they do to a roll."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, volley
from tests.regiments.harness import Interlude, Play, Table, draw, find, happen, regiment, weapon, written
from warhost.play.script import roll_sum
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.core import Regiment, Settings, optional
from warhost.rulesets.regiments.parts.shared.fortune import Fortune, FortuneSpent
from warhost.rulesets.regiments.ruleset import RULESET

WALL = regiment(size=1, weapons=[], rules=["Tough(12)"])


def table(
    line: str = "Bows at 36,10 | Foe at 36,25 face 180",
    points: tuple[int, int] = (1, 0),
    size: int = 1500,
    **regiments: Regiment,
) -> Table:
    made = draw(line, Settings(parts=("fortune",), points=size), **regiments)
    optional.keep(made.battle, "fortune", Fortune(points))
    return made


def fortune(play: Play) -> Fortune:
    return optional.kept(play.battle, "fortune", Fortune)


def hits(play: Play) -> int:
    return sum(event.hits for event in attacks(play))


@pytest.mark.rule("aofr.tourney.fortune_gain")
@pytest.mark.parametrize(("size", "more"), [(500, 2), (750, 2), (751, 1), (1500, 1)])
def test_each_round_brings_points_by_the_size_of_the_game(size: int, more: int) -> None:
    made = table(points=(0, 1), size=size, Bows=bows(), Foe=WALL)
    play = happen(made, structure.start_of_round)
    assert fortune(play).points == (more, 1 + more)


@pytest.mark.rule("aofr.tourney.fortune_cap")
@pytest.mark.parametrize(("have", "size", "then"), [(2, 750, 3), (3, 750, 3), (3, 1500, 3), (1, 1500, 2)])
def test_points_are_kept_but_nobody_has_more_than_three(have: int, size: int, then: int) -> None:
    play = happen(table(points=(have, 0), size=size, Bows=bows(), Foe=WALL), structure.start_of_round)
    assert fortune(play).points[0] == then


@pytest.mark.rule("aofr.tourney.fortune_use")
@pytest.mark.parametrize(("key", "scored", "left"), [("+1", 3, 0), ("keep", 1, 1), ("-1", 1, 0)])
def test_a_point_changes_all_dice_of_a_roll(key: str, scored: int, left: int) -> None:
    play = volley(table(Bows=bows(3), Foe=WALL), "Bows", "Foe", {"to hit": (3, 3, 5), "to block": 6})
    assert (play.topic, play.question.seat) == ("fortune", 0)
    assert play.keys == ["+1", "keep", "-1"]
    play.choose(key)
    # One point for a roll: nobody is asked for another.
    assert play.game.over
    assert hits(play) == scored
    assert fortune(play).points[0] == left


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_a_second_point_is_not_spent_on_the_same_roll() -> None:
    made = table(points=(3, 0), Bows=bows(3, quality=5), Foe=WALL)
    play = volley(made, "Bows", "Foe", {"to hit": (3, 3, 4), "to block": 6}).choose("+1")
    assert play.game.over
    assert hits(play) == 1
    assert fortune(play).points[0] == 2


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_only_the_owner_of_the_unit_is_asked_and_only_who_has_points() -> None:
    made = table(points=(0, 3), Bows=bows(3), Foe=WALL)
    play = volley(made, "Bows", "Foe", {"to hit": (3, 3, 3)})
    assert play.game.over
    assert hits(play) == 0
    play = volley(table(points=(0, 3), Bows=bows(3), Foe=WALL), "Bows", "Foe", {"to hit": 4, "to block": (3, 3, 3)})
    assert (play.topic, play.question.seat) == ("fortune", 1)
    play.choose("+1")
    assert [event.blocked for event in attacks(play)] == [3]


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_natural_ones_and_sixes_stay_what_they_are() -> None:
    play = volley(table(Bows=bows(4, quality=2), Foe=WALL), "Bows", "Foe", {"to hit": (1, 1, 1, 1)})
    assert play.game.over
    assert hits(play) == 0
    # A 5 that becomes a 6 hits, but brings nothing that unmodified 6s bring.
    furious = regiment(size=3, quality=6, weapons=[weapon("Blade (A1)")], rules=["Furious"])
    made = table("Riders at 36,10 | Foe at 36,30 face 180", Riders=furious, Foe=WALL)
    play = clash(made.set("Riders", charged_from=6.0), "Riders", "Foe", {"to hit": (5, 5, 6), "to block": 6})
    play.choose("+1")
    assert hits(play) == 4


@pytest.mark.rule("aofr.tourney.fortune_use")
def test_a_point_lets_a_unit_stand_that_would_fail_its_morale_test() -> None:
    made = table(Bows=bows(3), Foe=WALL)
    play = happen(
        made,
        lambda battle: morale.take_test(battle, find(battle, "Bows"), morale.made_test(battle, find(battle, "Bows"))),
        {"Morale": 3},
    )
    assert play.choose("+1").value


@pytest.mark.rule("aofr.tourney.fortune_use")
@pytest.mark.parametrize(
    ("dice", "face", "key", "total"), [("D6+1", 3, "+1", 5), ("D3", 4, "+1", 3), ("D3", 4, "-1", 1)]
)
def test_a_total_is_changed_die_by_die(dice: str, face: int, key: str, total: int) -> None:
    made = table(Bows=bows(3), Foe=WALL)
    play = happen(made, lambda battle: roll_sum(dice, why="How many", rule="x", seat=0, unit=0), {"How many": face})
    assert play.choose(key).value == total


@pytest.mark.rule("aofr.tourney.fortune_unit_limit")
def test_a_unit_has_one_point_spent_on_it_in_a_round() -> None:
    made = table(points=(3, 3), Bows=bows(3), Foe=WALL)
    play = volley(made, "Bows", "Foe", {"to hit": (3, 4, 4), "to block": 6}).choose("+1")
    assert fortune(play).used == (0,)
    made.battle.stage = ""
    again = volley(made, "Bows", "Foe", {"to hit": (3, 3, 3)})
    assert again.game.over
    # Nor is it asked when it has to block or to stand.
    made.battle.stage = ""
    block = happen(
        made,
        lambda battle: morale.take_test(battle, find(battle, "Bows"), morale.made_test(battle, find(battle, "Bows"))),
        {"Morale": 3},
    )
    assert not block.value
    # In the next round it may have one again.
    made.battle.stage = ""
    happen(made, structure.start_of_round)
    made.battle.stage = ""
    assert volley(made, "Bows", "Foe", {"to hit": (3, 3, 3)}).topic == "fortune"


def two_weapons() -> Regiment:
    return regiment(size=2, quality=4, weapons=['Rifle (24", A1)', 'Pistol (18", A1, AP(1))'])


@pytest.mark.rule("aofr.tourney.fortune_one_roll")
def test_all_weapons_of_an_attack_are_one_roll() -> None:
    made = table(points=(3, 0), Bows=two_weapons(), Foe=WALL)
    dice = by_reason({"Rifle: to hit": (3, 3), "Pistol: to hit": (3, 5), "to block": 6})
    play = volley(made, "Bows", "Foe", dice).choose("+1")
    assert play.game.over
    assert hits(play) == 4
    assert [event.left for event in play.told(FortuneSpent)] == [2]


@pytest.mark.rule("aofr.tourney.fortune_one_roll")
def test_blocks_against_all_weapons_are_one_roll_too() -> None:
    made = table(points=(0, 3), Bows=two_weapons(), Foe=WALL)
    play = volley(made, "Bows", "Foe", {"to hit": 4, "Pistol: to block": (4, 4), "Rifle: to block": (3, 3)})
    play.choose("+1")
    assert play.game.over
    assert [event.blocked for event in attacks(play)] == [2, 2]
    assert fortune(play).points == (0, 2)


@pytest.mark.rule("aofr.tourney.fortune_one_roll")
def test_the_next_attack_is_another_roll() -> None:
    made = table(
        "Bows at 30,10 | More at 42,10 | Foe at 36,25 face 180", points=(0, 3), Bows=bows(2), More=bows(2), Foe=WALL
    )
    volley(made, "Bows", "Foe", {"to hit": 4, "to block": (3, 3)}).choose("+1")
    made.battle.stage = ""
    second = volley(made, "More", "Foe", {"to hit": 4, "to block": (3, 3)})
    assert second.game.over
    assert [event.blocked for event in attacks(second)] == [0]


@pytest.mark.rule("aofr.tourney.fortune_one_roll")
def test_what_special_rules_roll_besides_is_another_roll() -> None:
    riders = regiment(size=2, quality=4, weapons=["Lance (A1)"], rules=["Impact(2)"])
    made = table("Riders at 36,10 | Foe at 36,30 face 180", points=(3, 0), Riders=riders, Foe=WALL)
    dice = by_reason({"Impact": (3, 3, 3, 3), "Lance: to hit": (3, 3), "to block": 6, "Morale": 6})
    play: Interlude = clash(made.set("Riders", charged_from=6.0), "Riders", "Foe", dice)
    assert dice_for(play, "Impact")
    while not play.game.over and play.topic == "fortune":
        assert "Lance: to hit" in play.question.text
        play.choose("+1")
    assert {event.what: event.hits for event in attacks(play)}["Lance"] == 2
    assert {event.what: event.hits for event in attacks(play)}["Impact"] == 4


@pytest.mark.rule("aofr.tourney.fortune_one_roll")
def test_attacks_that_unmodified_sixes_bring_are_another_roll() -> None:
    text = (
        "For each unmodified roll of 6 to hit in melee, this model may roll +1 attack with that weapon. "
        "This rule doesn't apply to newly generated attacks."
    )
    riders = regiment(size=3, quality=4, weapons=["Lance (A1)"], rules=[written(text)])
    made = table("Riders at 36,10 | Foe at 36,30 face 180", points=(3, 0), Riders=riders, Foe=WALL)
    dice = by_reason({"further attacks": (3,), "to hit": (3, 3, 6), "to block": 6, "Morale": 6})
    play = clash(made, "Riders", "Foe", dice).choose("+1")
    assert play.game.over
    assert dice_for(play, "further attacks") == ["1D6"]
    assert hits(play) == 3


def test_nobody_is_asked_where_a_point_would_change_nothing() -> None:
    play = volley(table(Bows=bows(3), Foe=WALL), "Bows", "Foe", {"to hit": (2, 4, 5), "to block": 6})
    assert play.game.over


def test_the_panel_shows_the_points_and_the_captain_knows_their_worth() -> None:
    play = volley(table(points=(2, 0), Bows=bows(3), Foe=WALL), "Bows", "Foe", {"to hit": 3, "to block": 6})
    assert RULESET.panel(play.battle, 0)["Fortune points"] == 2
    counsel = RULESET.counsel(play.battle, 0)
    worth = {option.key: sum(term[0] for term in counsel.choice(play.question, option)) for option in play.options}
    assert max(worth, key=lambda key: worth[key]) == "+1"
    assert worth["-1"] < worth["keep"]
