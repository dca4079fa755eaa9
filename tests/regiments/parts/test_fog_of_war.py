"""Fog of war: surprise engagement, ebb and flow, shifting focus, combat hesitation, prolonged battle."""

from __future__ import annotations

import pytest

from tests.regiments.harness import Dicing, Play, Table, draw, happen, regiment
from tests.regiments.parts.playing import played
from warhost.errors import WarhostError
from warhost.field.ground.placing import Ground
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.chapters.deployment import reserves, setup
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Marker, Settings, optional
from warhost.rulesets.regiments.parts.fog_of_war import Told, section, told
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import strip

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

ZONES = ((strip(0, 0, 72, 12),), (strip(0, 36, 72, 48),))


def table(modules: str, line: str, size: int = 5) -> Table:
    names = {part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part}
    made = {name: regiment(size) for name in names}
    drawn = draw(line, Settings(parts=(f"fog_of_war:{modules}",)), **made)
    return drawn.having(zones=ZONES, edges=("south", "north"), mission="duel")


THREE_TO_TWO = "0 A at 10,10 | 0 B at 30,10 | 0 C at 60,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180"


@pytest.mark.rule("aofr.fog.use")
def test_only_the_modules_that_are_switched_on_change_the_battle() -> None:
    game = table("ebb+prolonged", THREE_TO_TWO).play([6], stage="start of round", turn=1)
    assert [roll.rule for roll in game.rolls] == ["aofr.fog.ebb_draw"]
    plain = table("prolonged", THREE_TO_TWO).play(stage="start of round", turn=1)
    assert (plain.rolls, plain.topic) == ([], "activate")
    shown = optional.speaking(plain.battle, "in_force")[0].in_force(plain.battle)
    assert [text.partition(":")[0] for text in shown] == ["Prolonged Battle"]


@pytest.mark.rule("aofr.fog.use")
def test_only_the_bag_of_tokens_settles_the_turn_order() -> None:
    (every,) = optional.in_force(("fog_of_war",))
    (some,) = optional.in_force(("fog_of_war:focus+hesitation",))
    assert (every.settles(), some.settles()) == (frozenset({"turn order"}), frozenset())
    with pytest.raises(WarhostError, match="no choice"):
        optional.check(Settings(parts=("fog_of_war:eb",)))


# Surprise Engagement


@pytest.mark.rule("aofr.fog.surprise_sections")
def test_a_zone_is_cut_into_three_equal_parts_along_the_edge() -> None:
    drawn = table("surprise", THREE_TO_TWO)
    ground = Ground(rule="aofr.deploy.zone", parts=ZONES[0])
    parts = [section(drawn.battle, 0, ground, number, whole=False).parts for number in (1, 2, 3, 4)]
    assert [sorted({x for x, _ in area.corners}) for (area,) in parts] == [[0, 24], [24, 48], [48, 72], [0, 24]]
    assert {y for (area,) in parts for _, y in area.corners} == {0, 12}
    drawn.having(edges=("west", "east"))
    west = Ground(rule="aofr.deploy.zone", parts=(strip(0, 0, 12, 48),))
    (second,) = section(drawn.battle, 0, west, 2, whole=False).parts
    assert sorted({y for _, y in second.corners}) == [16, 32]


def deploying(dice: Dicing, line: str = "0 A off | 1 X at 50,40 face 180") -> Play:
    drawn = draw(line, Settings(parts=("fog_of_war:surprise",)), A=regiment(5), X=regiment(5))
    drawn.having(zones=ZONES, edges=("south", "north"), mission="duel", phase="setup")
    return drawn.play(dice, stage="deploy", turn=0)


@pytest.mark.rule("aofr.fog.surprise_roll")
@pytest.mark.parametrize(("die", "x", "wrong"), [(ONE, 12, 36), (TWO, 36, 12), (THREE, 60, 36)])
def test_a_die_says_where_a_unit_deploys(die: int, x: float, wrong: float) -> None:
    game = deploying([die])
    assert (game.topic, game.question.seat) == ("deploy", 0)
    with pytest.raises(WarhostError):
        game.place(wrong, 6)
    game.place(x, 6)
    assert game.footprint("A").x == x


@pytest.mark.rule("aofr.fog.surprise_roll")
def test_who_does_not_fit_goes_on_to_the_next_section() -> None:
    wide = regiment(5, base=(4.0, 4.0))
    line = "0 A off | 0 B at 60,6 | 1 X at 50,40 face 180"
    drawn = draw(line, Settings(parts=("fog_of_war:surprise",)), A=wide, B=regiment(5, base=(4.0, 10.0)), X=regiment(5))
    drawn.having(zones=ZONES, edges=("south", "north"), mission="duel", phase="setup")
    game = drawn.play([THREE], stage="deploy", turn=0)
    assert game.place(12, 6).footprint("A").x == 12


@pytest.mark.rule("aofr.fog.surprise_special")
def test_ambushers_arrive_in_a_third_of_the_table() -> None:
    line = '0 A off reserve="ambush" | 1 X at 50,40 face 180'
    drawn = draw(line, Settings(parts=("fog_of_war:surprise",)), A=regiment(5, rules=["Ambush"]), X=regiment(5))
    drawn.having(zones=ZONES, edges=("south", "north"), mission="duel", turn=2)
    game = happen(drawn, reserves.arrivals, [THREE]).choose(unit="A")
    with pytest.raises(WarhostError):
        game.place(20, 2)
    with pytest.raises(WarhostError):
        game.place(60, 20)
    assert game.place(60, 2).footprint("A").x == 60


@pytest.mark.rule("aofr.fog.surprise_special")
def test_scouts_roll_for_a_third_of_the_table_too() -> None:
    line = '0 A off reserve="scout" | 1 X at 50,40 face 180'
    drawn = draw(line, Settings(parts=("fog_of_war:surprise",)), A=regiment(5, rules=["Scout"]), X=regiment(5))
    drawn.having(zones=ZONES, edges=("south", "north"), mission="duel", phase="setup")
    game = happen(drawn, setup.deploy_scouts, [ONE])
    assert [roll.rule for roll in game.rolls] == ["aofr.fog.surprise_special"]
    with pytest.raises(WarhostError):
        game.place(36, 6)
    assert game.place(12, 6).topic == "scout"


# Ebb & Flow

FIVE_TO_THREE = " | ".join(
    [*(f"0 A{n} at {6 + 10 * n},10" for n in range(5)), *(f"1 X{n} at {6 + 10 * n},40 face 180" for n in range(3))]
)


@pytest.mark.rule("aofr.fog.ebb_tokens")
def test_there_is_a_token_for_each_unit() -> None:
    drawn = table("ebb", FIVE_TO_THREE)
    play = happen(drawn, lambda battle: optional.each(battle, "round_begun"))
    assert told(play.battle).bag == (5, 3)
    assert RULESET.panel(play.battle, 1)["Tokens in the bag"] == 3


@pytest.mark.rule("aofr.fog.ebb_tokens")
def test_passengers_have_tokens_and_units_off_the_table_have_none() -> None:
    drawn = table("ebb", FIVE_TO_THREE).aboard("A1", "A0").set("X2", pose=None, reserve="ambush")
    play = happen(drawn, lambda battle: optional.each(battle, "round_begun"))
    assert told(play.battle).bag == (5, 2)


def act(game: Play) -> Play:
    """The unit that is chosen, or the first, holds."""
    if game.topic == "activate":
        game.choose(game.keys[0])
    return game.choose("hold").stay()


@pytest.mark.rule("aofr.fog.ebb_draw")
def test_tokens_say_who_acts_next() -> None:
    game = table("ebb", THREE_TO_TWO).play([1, 1, TWO, 1], stage="start of round", turn=1)
    seats = []
    for _ in range(3):
        seats.append(game.question.seat)
        act(game)
    assert seats == [0, 0, 1]
    assert [roll.dice for roll in game.rolls[:3]] == ["D5", "D4", "D3"]


@pytest.mark.rule("aofr.fog.ebb_round_end")
def test_the_round_is_over_when_the_bag_is_empty() -> None:
    game = table("ebb", THREE_TO_TWO).play([1, 1, TWO, 1, 1], stage="start of round", turn=1)
    for _ in range(4):
        act(game)
    assert (game.battle.turn, told(game.battle).bag) == (1, (0, 0))
    act(game)
    assert (game.battle.turn, told(game.battle).bag) == (2, (2, 2))


@pytest.mark.rule("aofr.fog.ebb_round_end")
def test_who_comes_without_a_token_does_not_act() -> None:
    drawn = table("ebb", THREE_TO_TWO)
    drawn.having(turn=1)
    assert structure.waiting(drawn.battle, 0) == []


@pytest.mark.rule("aofr.fog.ebb_destroyed")
@pytest.mark.parametrize(("activated", "bag"), [(False, (3, 1)), (True, (3, 2))])
def test_the_token_of_a_unit_that_dies_before_it_acts_leaves_the_bag(activated: bool, bag: tuple[int, int]) -> None:
    drawn = table("ebb", THREE_TO_TWO, size=1).having(turn=1)
    play = happen(drawn, lambda battle: optional.each(battle, "round_begun"))
    drawn.battle = play.battle
    drawn.set("X", activated=activated)
    dead = happen(drawn, lambda battle: automatic_wounds(battle, battle.units[3], 1))
    assert dead.unit("X").fate == "destroyed"
    assert told(dead.battle).bag == bag


# Shifting Focus


@pytest.mark.rule("aofr.fog.shift_sections", "aofr.fog.shift_roll")
@pytest.mark.parametrize(("die", "names"), [(ONE, ["A"]), (TWO, ["B"]), (THREE, ["C"])])
def test_only_units_in_the_section_may_be_picked(die: int, names: list[str]) -> None:
    game = table("focus", THREE_TO_TWO).play([die], stage="activate", turn=1)
    assert game.topic == "action"
    assert game.battle.acting == game.unit(names[0]).id


@pytest.mark.rule("aofr.fog.shift_roll")
def test_several_units_in_a_section_leave_a_choice() -> None:
    line = "0 A at 10,10 | 0 B at 18,20 | 0 C at 60,10 | 1 X at 20,40 face 180"
    game = table("focus", line).play([ONE], stage="activate", turn=1)
    assert [option.unit for option in game.options] == [game.unit("A").id, game.unit("B").id]


@pytest.mark.rule("aofr.fog.shift_fallback", "aofr.fog.shift_sections")
@pytest.mark.parametrize(("line", "die", "name"), [
    ("0 A at 10,10 | 0 C at 60,10 | 1 X at 20,40 face 180", TWO, "C"),
    ("0 A at 10,10 | 0 C at 30,10 | 1 X at 20,40 face 180", THREE, "A"),
    ("0 A at 23,10 | 0 C at 25,20 | 1 X at 20,40 face 180", TWO, "C"),
])  # fmt: skip
def test_an_empty_section_passes_the_turn_to_the_next_from_left_to_right(line: str, die: int, name: str) -> None:
    game = table("focus", line).play([die], stage="activate", turn=1)
    assert game.battle.acting == game.unit(name).id


# Combat Hesitation

TWO_TO_THREE = "0 A at 10,10 | 0 B at 30,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180 | 1 Z at 60,40 face 180"


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_only_who_has_fewer_units_left_may_try_to_pass() -> None:
    fewer = table("hesitation", TWO_TO_THREE).play(stage="activate", turn=1)
    assert (fewer.topic, fewer.question.seat) == ("hesitate", 0)
    even = table("hesitation", TWO_TO_THREE).set("Z", activated=True).play(stage="activate", turn=1)
    assert even.topic == "activate"


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_a_failed_try_means_to_activate_and_no_second_one() -> None:
    game = table("hesitation", TWO_TO_THREE).play([1], stage="activate", turn=1).choose("hesitate")
    assert (game.topic, game.question.seat) == ("activate", 0)


@pytest.mark.rule("aofr.fog.hesitation_table")
@pytest.mark.parametrize(("turn", "die", "seat"), [
    (1, 4, 0), (1, 5, 1), (2, 3, 0), (2, 4, 1), (3, 2, 0), (3, 3, 1), (4, 1, 0), (4, 2, 1),
])  # fmt: skip
def test_it_is_easier_to_pass_in_later_rounds(turn: int, die: int, seat: int) -> None:
    game = table("hesitation", TWO_TO_THREE).play([die], stage="activate", turn=turn)
    odds = game.options[1].odds[0].value
    game.choose("hesitate")
    assert (game.topic, game.question.seat) == ("activate", seat)
    assert odds == pytest.approx({1: 2, 2: 3, 3: 4, 4: 5}[turn] / 6)


@pytest.mark.rule("aofr.fog.hesitation_late")
def test_after_round_4_no_die_is_needed() -> None:
    game = table("hesitation", TWO_TO_THREE).play(stage="activate", turn=5).choose("hesitate")
    assert (game.topic, game.question.seat, game.rolls) == ("activate", 1, [])


@pytest.mark.rule("aofr.fog.hesitation_late")
def test_after_round_4_too_only_who_has_fewer_units_left_may_pass() -> None:
    even = TWO_TO_THREE.rpartition(" | ")[0]
    game = table("hesitation", even).play(stage="activate", turn=5)
    assert (game.topic, game.question.seat) == ("activate", 0)


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_with_a_bag_the_token_goes_back_and_one_of_the_enemy_comes_out() -> None:
    drawn = table("hesitation+ebb", TWO_TO_THREE)
    game = drawn.play([1, 6], stage="start of round", turn=1)
    assert game.topic == "hesitate"
    game.choose("hesitate")
    assert (game.question.seat, told(game.battle).bag) == (1, (2, 2))


# Prolonged Battle


@pytest.mark.rule("aofr.fog.prolonged", "aofr.fog.prolonged_table")
@pytest.mark.parametrize(("turn", "dice", "then"), [
    (3, [], 4), (4, [4], 5), (4, [3], 4), (5, [4], 5), (5, [5], 6), (6, [5], 6), (6, [6], 7), (7, [6], 8), (7, [5], 7),
])  # fmt: skip
def test_a_die_says_whether_another_round_is_played(turn: int, dice: list[int], then: int) -> None:
    drawn = table("prolonged", THREE_TO_TWO).having(turn=turn)
    optional.keep(drawn.battle, "fog_of_war", Told(further=max(0, turn - 4)))
    play = happen(drawn, structure.end_of_round, dice)
    assert play.battle.turn == then


@pytest.mark.rule("aofr.fog.prolonged_objectives")
def test_the_winner_is_found_after_the_last_round_played() -> None:
    drawn = table("prolonged", "0 A at 10,10 | 1 X at 50,40 face 180").having(turn=4)
    drawn.having(markers=(Marker(10.0, 12.0, owner=0), Marker(30.0, 40.0, owner=0), Marker(60.0, 20.0)))
    game = drawn.play([4, 1], stage="end of round", first=1, active=1)
    assert (game.battle.turn, game.battle.outcome) == (5, None)
    for unit in game.battle.units:
        unit.activated = True
    game.battle.markers = (Marker(10.0, 30.0, owner=1), Marker(30.0, 30.0, owner=1), Marker(60.0, 20.0))
    while not game.game.over:
        game.decline()
    assert game.battle.turn == 5
    assert game.battle.outcome is not None
    assert game.battle.outcome.winners == (1,)


@pytest.mark.parametrize("number", range(2))
def test_battles_in_the_fog_come_to_an_end(number: int) -> None:
    assert played("fog_of_war", number).outcome is not None
