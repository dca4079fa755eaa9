"""Fog of war: corners where its modules meet each other or other parts."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import bows
from tests.regiments.harness import Fall, Play, Table, draw, regiment
from warhost.rulesets.regiments.core import Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.command_points.purse import Purse
from warhost.rulesets.regiments.parts.fog_of_war import Told
from warhost.table import strip

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

ZONES = ((strip(0, 0, 72, 12),), (strip(0, 36, 72, 48),))


def table(parts: str, line: str, **regiments: Regiment) -> Table:
    names = {part.split(" at ")[0].split()[-1] for part in line.split("|") if " at " in part}
    made = {name: regiment(5) for name in names} | regiments
    drawn = draw(line, Settings(parts=tuple(parts.split(","))), **made)
    return drawn.having(zones=ZONES, edges=("south", "north"), mission="duel", turn=1)


def hold(game: Play) -> Play:
    """The unit that acts holds."""
    game.choose("hold")
    while game.topic in ("hold", "shoot"):
        game.decline()
    return game


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_who_passed_and_has_no_fewer_units_left_now_must_activate() -> None:
    line = "0 A at 10,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180"
    game = table("fog_of_war:hesitation", line).play([6], stage="activate").choose("hesitate")
    assert (game.topic, game.question.seat) == ("activate", 1)
    hold(game.choose(unit="X"))
    assert game.battle.acting == game.unit("A").id, "one against one: no more passing"
    assert len(game.rolls) == 1


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_each_turn_brings_a_new_try_to_pass() -> None:
    line = "0 A at 10,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180 | 1 Z at 60,40 face 180"
    game = table("fog_of_war:hesitation", line).play([6, 1], stage="activate").choose("hesitate")
    hold(game.choose(unit="X"))
    assert (game.topic, game.question.seat) == ("hesitate", 0)
    game.choose("hesitate")
    assert game.battle.acting == game.unit("A").id


@pytest.mark.rule("aofr.fog.hesitation_when")
def test_shaken_units_are_units_that_have_not_activated_and_dead_ones_are_not() -> None:
    line = "0 A at 10,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180"
    shaken = table("fog_of_war:hesitation", line).set("X", shaken=True).play(stage="activate")
    assert shaken.topic == "hesitate"
    dead = table("fog_of_war:hesitation", line).set("X", fate="destroyed", left=(0,), pose=None).play(stage="activate")
    assert dead.topic == "action"


def test_passing_comes_before_the_die_for_the_section() -> None:
    line = "0 A at 10,10 | 0 B at 60,10 | 1 X at 10,40 face 180 | 1 Y at 36,40 face 180 | 1 Z at 60,40 face 180"
    game = table("fog_of_war:hesitation+focus", line).play([5, TWO], stage="activate").choose("hesitate")
    assert [roll.rule for roll in game.rolls] == ["aofr.fog.hesitation_table", "aofr.fog.shift_roll"]
    assert game.battle.acting == game.unit("Y").id


@pytest.mark.rule("aofr.fog.shift_sections")
def test_both_players_count_the_sections_from_the_same_end() -> None:
    line = "0 A at 10,10 | 1 X at 10,40 face 180 | 1 Y at 60,40 face 180"
    game = table("fog_of_war:focus", line).set("A", activated=True).play([ONE], stage="activate", active=1)
    assert game.battle.acting == game.unit("X").id


@pytest.mark.rule("aofr.fog.shift_fallback")
def test_a_unit_that_has_acted_does_not_make_its_section_eligible() -> None:
    line = "0 A at 10,10 | 0 B at 36,10 | 0 C at 60,10 | 1 X at 10,40 face 180"
    game = table("fog_of_war:focus", line).set("B", activated=True).play([TWO], stage="activate")
    assert game.battle.acting == game.unit("C").id


@pytest.mark.rule("aofr.fog.ebb_destroyed")
def test_a_unit_shot_before_it_acted_takes_its_token_along_and_the_round_ends_without_it() -> None:
    line = "0 A at 20,20 | 1 X at 20,30 face 180 | 1 Y at 60,40 face 180"
    dice: dict[str, Fall] = {"Token": 1, "to hit": 6, "to block": 1}
    play = table("fog_of_war:ebb", line, A=bows(5)).play(dice, stage="start of round")
    assert play.battle.acting == play.unit("A").id
    play.choose("hold").stay().choose(target="X").stay()
    assert play.unit("X").fate == "destroyed"
    assert (play.battle.turn, play.battle.acting) == (1, play.unit("Y").id)
    play.choose("hold").stay()
    assert play.battle.turn == 2, "no token of X is left to be drawn"


def test_a_prolonged_battle_of_twists_scores_its_further_round_too() -> None:
    drawn = table("fog_of_war:prolonged,twists_and_gambits:twists", "0 A at 12,22 | 1 X at 60,40 face 180")
    drawn.having(markers=tuple(Marker(x, y) for x, y in ((36, 8), (36, 40), (12, 24), (36, 24), (60, 24))), turn=4)
    play = drawn.play(by_reason({"go on": [4, 1], "wist": 1}), stage="end of round")
    assert (play.battle.turn, play.battle.points) == (5, (3.0, 0.0)), "2 for the marker, 1 for holding more"
    play.until(turn=6)
    assert play.game.over
    assert (play.battle.turn, play.battle.points) == (5, (6.0, 0.0))


FIVE = "0 A at 10,10 | 0 B at 30,10 | 0 C at 60,10 | 1 X at 20,40 face 180 | 1 Y at 50,40 face 180"


def commanded(fog: str, slug: str, points: tuple[int, int]) -> Table:
    """A battle in the fog whose players think of that stratagem alone."""
    made = table(f"fog_of_war:{fog},command_points:growing", FIVE)
    others = {"high_command", "supreme_command", "seize_initiative", "waive_initiative"} - {slug}
    quiet = tuple((seat, other) for seat in (0, 1) for other in sorted(others))
    optional.keep(made.battle, "command_points", Purse("growing", points, ("shock", "shock"), quiet=quiet))
    return made


@pytest.mark.rule("aofr.fog.ebb_draw", "aofr.cp.seize_initiative")
@pytest.mark.parametrize(("slug", "points"), [("seize_initiative", (0, 2)), ("waive_initiative", (2, 0))])
def test_every_unit_acts_once_though_the_initiative_changed_hands(slug: str, points: tuple[int, int]) -> None:
    made = commanded("ebb", slug, points).having(stage="activate")
    optional.keep(made.battle, "fog_of_war", Told(bag=(3, 2)))
    play = made.play({"Token": 1}).choose(slug)
    acted = []
    while play.battle.turn == 1:
        if play.topic == "action":
            assert play.battle.acting is not None
            acted.append(play.battle.units[play.battle.acting].name)
            play.choose("hold")
        else:
            play.decline()
    assert acted[0] == "X"
    assert sorted(acted) == ["A", "B", "C", "X", "Y"]


@pytest.mark.rule("aofr.fog.shift_roll", "aofr.cp.seize_initiative")
def test_who_seizes_the_initiative_rolls_for_the_section() -> None:
    play = commanded("focus", "seize_initiative", (0, 2)).play([THREE], stage="activate").choose("seize_initiative")
    assert [roll.seat for roll in play.rolls] == [1]
    assert play.battle.acting == play.unit("Y").id
