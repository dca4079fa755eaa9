"""Twists & Gambits: scoring and picks in odd positions."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Interlude, Table, acts, draw, find, happen, regiment
from warhost.rulesets.regiments.chapters import structure
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.removal import rout
from warhost.rulesets.regiments.core import Cause, Marker, Regiment, Settings, optional
from warhost.rulesets.regiments.parts.twists_and_gambits import gambit, scoring, twist
from warhost.rulesets.regiments.parts.twists_and_gambits.mission import round_score
from warhost.rulesets.regiments.parts.twists_and_gambits.state import Twisted, kept
from warhost.table import Forward, Pose

TWISTS = Settings(parts=("twists_and_gambits:twists",))
GAMBITS = Settings(parts=("twists_and_gambits:gambits",))
TEN = regiment(size=10)
PLACES = ((36.0, 8.0), (36.0, 40.0), (12.0, 24.0), (36.0, 24.0), (60.0, 24.0))
LINE = "0 Mine at 20,10 | 1 Theirs at 20,38 face 180"


def field(settings: Settings = TWISTS, line: str = LINE, told: Any = (), **given: Regiment) -> Table:
    """The five objectives, of which the first two are in the zones; the second player is behind."""
    names = {part.split(" at ")[0].split()[-1] for part in line.split(" | ") if " at " in part}
    table = draw(line, settings, **{name: given.get(name, TEN) for name in names})
    table.having(markers=tuple(Marker(x, y) for x, y in PLACES), edges=("south", "north"), turn=1, points=(2.0, 0.0))
    optional.keep(table.battle, "twists_and_gambits", msgspec.structs.replace(Twisted(zones=(0, 1)), **dict(told)))
    return table


def own(table: Table, *owners: int | None) -> Table:
    markers = zip(table.battle.markers, owners, strict=True)
    return table.having(markers=tuple(msgspec.structs.replace(marker, owner=owner) for marker, owner in markers))


def twisted(table: Table, number: str) -> Interlude:
    group, die = (1 if number[0] == "a" else 4), int(number[1])
    return happen(table, twist.twist_of_the_round, {"Twist: 1-3": group, "Twist": die})


def scores(table: Table) -> tuple[float, float]:
    return round_score(table.battle, 0), round_score(table.battle, 1)


@pytest.mark.rule("aofr.twist.vp_majority")
def test_as_many_objectives_each_score_no_more() -> None:
    assert scores(own(field(), 0, 1, None, None, None)) == (2, 2)
    assert scores(own(field(), None, None, None, None, None)) == (0, 0)


@pytest.mark.rule("aofr.twist.vp_kill")
def test_a_unit_that_routs_from_a_melee_was_destroyed_by_the_winner() -> None:
    table = field()
    happen(table, lambda battle: rout(battle, find(battle, "Theirs"), Cause(0, "melee")))
    assert scores(table) == (1, 0)


@pytest.mark.rule("aofr.twist.vp_kill")
def test_a_unit_that_kills_itself_scores_for_nobody() -> None:
    table = field()
    happen(table, lambda battle: suffer(battle, find(battle, "Theirs"), 10, by=Cause(1, "shooting")))
    assert scores(table) == (0, 0)


@pytest.mark.rule("aofr.twist.a5_fighting_frenzy")
def test_only_what_the_frenzied_unit_destroys_scores_more() -> None:
    line = "0 Mine at 20,10 | 0 Mate at 40,10 | 1 Theirs at 20,38 face 180 | 1 Others at 40,38 face 180"
    table = field(line=line)
    twisted(table, "a5").choose(target="Theirs")
    others = table.unit("Others").id
    happen(table, lambda battle: suffer(battle, find(battle, "Mine"), 10, by=Cause(others, "shooting")))
    assert scores(table) == (0, 1)
    theirs = table.unit("Theirs").id
    happen(table, lambda battle: suffer(battle, find(battle, "Mate"), 10, by=Cause(theirs, "shooting")))
    assert scores(table) == (0, 3)


@pytest.mark.rule("aofr.twist.a6_duel_of_fate")
def test_a_duellist_that_destroys_itself_scores_for_nobody() -> None:
    table = field()
    twisted(table, "a6")
    happen(table, lambda battle: suffer(battle, find(battle, "Theirs"), 10, by=Cause(1, "shooting")))
    assert scores(table)[1] == 0


@pytest.mark.rule("aofr.twist.a4_shield_bubble")
@pytest.mark.parametrize(("gap", "need"), [(3.0, 5), (3.1, 4)])
def test_the_bubble_reaches_three_inches_exactly(gap: float, need: int) -> None:
    table = field(Mine=bows(5))
    twisted(table, "a4").choose("3")
    table.set("Theirs", pose=Pose(36.0, 24.0 + gap + 1.0, 180.0)).touch("Mine", "Theirs", gap=12.0)
    assert needs(volley(table, "Mine", "Theirs", {"to hit": 1}), "to hit") == [need]


@pytest.mark.rule("aofr.twist.a4_shield_bubble")
def test_the_leader_s_units_get_nothing_from_the_bubble() -> None:
    table = field(Theirs=bows(5))
    twisted(table, "a4").choose("3")
    table.set("Mine", pose=Pose(36.0, 22.0, 0.0)).touch("Theirs", "Mine", gap=12.0)
    assert needs(volley(table, "Theirs", "Mine", {"to hit": 1}), "to hit") == [4]


@pytest.mark.rule("aofr.twist.b1_strategic_divide")
def test_two_different_objectives_are_divided() -> None:
    table = field()
    play = twisted(table, "b1").choose("2")
    assert "2" not in play.keys


@pytest.mark.rule("aofr.twist.b4_offensive_manoeuvre")
def test_an_underdog_that_holds_all_objectives_has_nothing_to_pick() -> None:
    table = own(field(), 1, 1, 1, 1, 1)
    assert twisted(table, "b4").game.over
    assert scores(table) == (0, 11)


@pytest.mark.rule("aofr.twist.b6_objective_denied")
def test_moving_past_a_denied_objective_is_dangerous() -> None:
    table = field(Mine=regiment(5))
    twisted(table, "b6").choose("3")
    table.set("Mine", pose=Pose(36.0, 14.0, 0.0))
    play = acts(table, "Mine", {"angerous": (1, 6, 6, 6, 6)}).act("Mine", "rush").move(Forward(7.0))
    assert dice_for(play, "angerous") == ["5D6"]
    assert play.unit("Mine").models == 4


@pytest.mark.rule("aofr.twist.choice")
def test_units_that_are_not_on_the_table_are_not_picked() -> None:
    line = LINE + ' | 1 Late off reserve="ambush"'
    table = draw(line, TWISTS, Mine=TEN, Theirs=TEN, Late=regiment(5, rules=["Ambush"]))
    table.having(markers=tuple(Marker(x, y) for x, y in PLACES), points=(2.0, 0.0), turn=1)
    play = twisted(table, "a1")
    assert play.game.over
    assert kept(table.battle).units == (1,)


# Gambits


def hands(own: tuple[str, ...], theirs: tuple[str, ...] = ("b1", "b2", "b3"), **told: Any) -> dict[str, Any]:
    return {"hands": (own, theirs), **told}


@pytest.mark.rule("aofr.gambit.one_per_round", "aofr.gambit.discard")
def test_who_scored_a_gambit_scores_no_other_and_may_discard_one_all_the_same() -> None:
    table = field(GAMBITS, told=hands(("b6", "b2", "a2"), ("a1", "a3", "a6")))
    own(table, 0, None, 0, None, None)
    play = happen(table, structure.end_of_round, by_reason({"Gambit: 1-3": 1, "Gambit": [4, 5]}))
    assert (play.topic, play.question.seat, set(play.keys)) == ("score gambit", 0, {"b6", "b2", "no"})
    play.choose("b6")
    seen = []
    while not play.game.over and play.battle.turn == 1:
        seen.append((play.topic, play.question.seat))
        play.choose("b2") if play.offers("b2") else play.decline()
    assert ("score gambit", 0) not in seen
    assert ("discard gambit", 0) in seen
    assert play.battle.points[0] == 2 + 2 * 2 + 1 + 1
    assert kept(play.battle).hands[0] == ("a2", "a4", "a5")


@pytest.mark.rule("aofr.gambit.a6_score")
def test_a_loss_by_ones_own_hand_is_a_loss() -> None:
    line = "0 Mine at 20,10 | 0 Mate at 40,10 | 1 Theirs at 20,38 face 180 | 1 Others at 40,38 face 180"
    table = field(GAMBITS, line)
    happen(table, lambda battle: suffer(battle, find(battle, "Theirs"), 10, by=Cause(0, "shooting")))
    assert scoring.is_met(table.battle, 0, "a6")
    happen(table, lambda battle: suffer(battle, find(battle, "Mate"), 10, by=Cause(1, "shooting")))
    assert not scoring.is_met(table.battle, 0, "a6")


@pytest.mark.rule("aofr.gambit.b1_score")
def test_being_charged_is_fighting_too() -> None:
    table = field(GAMBITS)
    clash(table, "Theirs", "Mine", {"to hit": 1, "Morale": 6}).choose("no")
    assert scoring.is_met(table.battle, 0, "b1")


@pytest.mark.rule("aofr.gambit.b4_power")
@pytest.mark.parametrize(("gap", "found"), [(12.0, True), (12.1, False)])
def test_search_and_destroy_reaches_twelve_inches(gap: float, found: bool) -> None:
    hero = regiment(1, rules=["Hero"])
    table = field(GAMBITS, told=hands(("b4", "a1", "a2")), Mine=hero).touch("Mine", "Theirs", gap=gap)
    play = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")), {"Gambit": 1, "Search": 3})
    assert play.offers("b4") is found


@pytest.mark.rule("aofr.gambit.a3_power")
def test_takeover_ignores_regeneration_in_melee_too() -> None:
    table = field(GAMBITS, told=hands(("a3", "a1", "a2")), Theirs=regiment(10, rules=["Regeneration"]))
    play = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")), {"Gambit: 1-3": 4, "Gambit": 4})
    play.choose("a3")
    if not play.game.over:
        play.choose(target="Mine")
    fought = clash(table, "Mine", "Theirs", {"to hit": 6, "to block": 1, "Morale": 6})
    assert not dice_for(fought, "Regeneration")
    assert attacks(fought)[0].wounds == 10


@pytest.mark.rule("aofr.gambit.b6_power", "aofr.twist.vp_kill")
def test_a_unit_that_came_back_scores_again_when_it_is_destroyed() -> None:
    line = "0 Mine at 20,10 | 0 Lost at 60,10 | 1 Theirs at 20,38 face 180"
    table = field(GAMBITS, line, told=hands(("b6", "a1", "a2")), Lost=regiment(5))
    cause = Cause(table.unit("Theirs").id, "shooting")
    happen(table, lambda battle: suffer(battle, find(battle, "Lost"), 5, by=cause))
    power = happen(
        table, lambda battle: gambit.use_power(battle, find(battle, "Mine")), {"Gambit: 1-3": 4, "Gambit": 1}
    )
    power.choose("b6").place(60.0, 2.0)
    assert table.unit("Lost").models == 3
    happen(table, lambda battle: suffer(battle, find(battle, "Lost"), 3, by=cause))
    assert scores(table) == (0, 2)


@pytest.mark.rule("aofr.gambit.a5_score")
def test_one_loud_unit_at_the_marker_spoils_a_silent_assault() -> None:
    line = "0 Mine at 33,22 | 0 Mate at 39,22 | 1 Theirs at 60,38 face 180"
    told = {"began": (None, None, None, 1, None), "shot": (1,)}
    table = own(field(GAMBITS, line, told=told, Mine=regiment(5), Mate=regiment(5)), None, None, None, 0, None)
    assert not scoring.is_met(table.battle, 0, "a5")
    table.set("Mate", pose=Pose(60.0, 6.0, 0.0))
    assert scoring.is_met(table.battle, 0, "a5")
