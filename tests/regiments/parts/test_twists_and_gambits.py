"""Twists & Gambits: five objectives, points every round, the underdog's twists, and gambits."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tests.pacing import first_now
from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, find, happen, refusal, regiment
from tests.regiments.parts.playing import decision, played
from warhost.errors import WarhostError
from warhost.play import Chosen, Placed
from warhost.rulesets.regiments.chapters import morale, structure
from warhost.rulesets.regiments.chapters.deployment import setup
from warhost.rulesets.regiments.chapters.missions import last_round, objectives
from warhost.rulesets.regiments.chapters.missions.seizing import controller
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.terrain import dangerous as terrain
from warhost.rulesets.regiments.chapters.wounds.casualties import suffer
from warhost.rulesets.regiments.chapters.wounds.removal import destroy
from warhost.rulesets.regiments.core import Battle, Cause, Marker, Regiment, Settings, events, optional
from warhost.rulesets.regiments.parts.twists_and_gambits import gambit, scoring, twist
from warhost.rulesets.regiments.parts.twists_and_gambits.mission import round_score
from warhost.rulesets.regiments.parts.twists_and_gambits.part import TwistsAndGambits
from warhost.rulesets.regiments.parts.twists_and_gambits.state import Kill, Twisted, gambits, keep, kept, twists
from warhost.table import Forward, Pose

BOTH = Settings(parts=("twists_and_gambits",))
TWISTS = Settings(parts=("twists_and_gambits:twists",))
GAMBITS = Settings(parts=("twists_and_gambits:gambits",))
PART = TwistsAndGambits(("twists", "gambits"))
TEN = regiment(size=10)
PLACES = ((36.0, 8.0), (36.0, 40.0), (12.0, 24.0), (36.0, 24.0), (60.0, 24.0))
"""The markers: in the south zone, in the north zone, and 1 to 3."""


def field(settings: Settings = BOTH, mine: Regiment = TEN, theirs: Regiment = TEN, **told: Any) -> Table:
    """Two units with the five objectives, of which the first two are in the zones; the second player is behind."""
    table = draw("Mine at 20,10 | Theirs at 20,38 face 180", settings, Mine=mine, Theirs=theirs)
    table.having(markers=tuple(Marker(x, y) for x, y in PLACES), edges=("south", "north"), turn=1, points=(2.0, 0.0))
    optional.keep(table.battle, "twists_and_gambits", msgspec.structs.replace(Twisted(zones=(0, 1)), **told))
    return table


def own(table: Table, *owners: int | None) -> Table:
    """Let the objectives be held so."""
    markers = zip(table.battle.markers, owners, strict=True)
    return table.having(markers=tuple(msgspec.structs.replace(marker, owner=owner) for marker, owner in markers))


# The mission


@pytest.mark.rule("aofr.twist.objectives")
def test_two_objectives_in_the_zones_and_three_outside() -> None:
    table = draw("Pike Company at 36,5 | Tent Guard at 36,43 face 180", TWISTS)
    table.having(mission="duel", first=0)
    happen(table, setup.choose_style)
    mission = happen(table.having(mission="duel"), setup.place_markers, by_reason({"first marker": [5, 2]}))
    seats = []
    while not mission.game.over:
        if mission.topic == "own marker":
            seats.append(mission.question.seat)
            assert mission.game.asked.suggestions()
            assert "zone" in refusal(mission, Placed(Pose(36.0, 24.0, 0.0))).message
        mission.answer(mission.game.asked.suggestions()[0])
    assert seats == [0, 1]
    markers = table.battle.markers
    assert len(markers) == 5
    zones = table.battle.zones
    inside = [[any(area.contains_point(m.x, m.y) for area in zone) for m in markers] for zone in zones]
    assert inside == [[True, False, False, False, False], [False, True, False, False, False]]
    assert kept(table.battle).zones == (0, 1)
    assert [scoring.numbered(table.battle, number) for number in (1, 2, 3)] == [2, 3, 4]


def killed(*units: int, by: int | None = 0) -> tuple[Kill, ...]:
    return tuple(Kill(number, 1, by) for number in units)


@pytest.mark.rule("aofr.twist.vp_kill")
def test_each_destroyed_enemy_unit_scores_a_point() -> None:
    assert round_score(field(kills=killed(1, 2)).battle, 0) == 2
    assert round_score(field(kills=killed(1, by=None)).battle, 0) == 0, "nobody destroyed it"
    table = field()
    happen(table, lambda battle: suffer(battle, find(battle, "Theirs"), 10, by=Cause(0, "shooting")))
    assert round_score(table.battle, 0) == 1
    alone = field()
    happen(alone, lambda battle: destroy(battle, find(battle, "Theirs")))
    assert round_score(alone.battle, 0) == 0


@pytest.mark.rule("aofr.twist.vp_objective")
def test_each_objective_scores_two() -> None:
    table = own(field(), 0, 1, 0, 1, None)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (4, 4)


@pytest.mark.rule("aofr.twist.vp_majority")
def test_holding_more_objectives_scores_one_more() -> None:
    table = own(field(), 0, 0, 0, 1, 1)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (7, 4)


@pytest.mark.rule("aofr.twist.victory")
@pytest.mark.parametrize(("points", "winners"), [((20.0, 18.0), (0,)), ((18.0, 18.0), ())])
def test_most_points_win_after_four_rounds(points: tuple[float, float], winners: tuple[int, ...]) -> None:
    table = field().having(points=points)
    assert last_round(table.battle) == 4
    play = happen(table, objectives.reckon)
    assert play.battle.outcome is not None
    assert play.battle.outcome.winners == winners


def test_the_mission_is_its_own() -> None:
    with pytest.raises(WarhostError, match="mission of their own"):
        optional.check(Settings(parts=("twists_and_gambits",), mission="raid"))


# The underdog and twists


@pytest.mark.rule("aofr.twist.underdog")
def test_who_has_fewer_points_is_the_underdog_all_round() -> None:
    table = field().having(points=(3.0, 5.0))
    happen(table, twist.find_underdog)
    assert kept(table.battle).underdog == 0
    table.having(points=(9.0, 5.0))
    assert kept(table.battle).underdog == 0


@pytest.mark.rule("aofr.twist.underdog_tie")
def test_without_an_underdog_the_twist_is_ignored() -> None:
    table = field(TWISTS).having(points=(2.0, 2.0))
    keep(table.battle, underdog=1)  # in the round before
    play = happen(table, structure.start_of_round, {"Twist: 1-3": 1, "Twist": 1})
    assert kept(table.battle).underdog is None
    assert play.topic not in ("twist unit", "twist marker")
    assert not table.unit("Mine").effects
    assert not table.unit("Theirs").effects


@pytest.mark.rule("aofr.twist.roll")
@pytest.mark.parametrize(("dice", "slug"), [((2, 5), "a5"), ((4, 1), "b1"), ((3, 6), "a6"), ((6, 6), "b6")])
def test_two_dice_find_the_twist(dice: tuple[int, int], slug: str) -> None:
    table = field()
    happen(table, twist.roll_twist, list(dice))
    assert kept(table.battle).twist.startswith(slug)
    assert len(twists()) == 12


def twisted(number: str, mine: Regiment = TEN, theirs: Regiment = TEN) -> tuple[Table, Interlude]:
    """A round begins with that twist; the second player is the underdog."""
    table = field(TWISTS, mine, theirs)
    group, die = (1 if number[0] == "a" else 4), int(number[1])
    play = happen(table, twist.twist_of_the_round, {"Twist: 1-3": group, "Twist": die})
    return table, play


@pytest.mark.rule("aofr.twist.choice")
def test_the_underdog_picks_what_a_twist_affects() -> None:
    line = "Mine at 20,10 | Theirs at 20,38 face 180 | Others at 40,38 face 180"
    table = draw(line, TWISTS, Mine=TEN, Theirs=TEN, Others=TEN)
    for name in ("Theirs", "Others"):
        table.unit(name).seat = 1
    table.having(markers=tuple(Marker(x, y) for x, y in PLACES), points=(2.0, 0.0))
    play = happen(table, twist.twist_of_the_round, {"Twist: 1-3": 1, "Twist": 1})
    assert play.question.seat == 1
    assert {option.target for option in play.options} == {1, 2}
    play.choose(target="Others")
    assert kept(table.battle).units == (2,)
    level = field(TWISTS).having(points=(0.0, 0.0))
    assert happen(level, twist.twist_of_the_round, {"Twist": 1}).game.over


@pytest.mark.rule("aofr.twist.a1_heavenly_blessing")
def test_heavenly_blessing() -> None:
    table, _ = twisted("a1")
    play = happen(table, lambda battle: suffer(battle, find(battle, "Theirs"), 2), by_reason({"Regeneration": (5, 4)}))
    assert play.unit("Theirs").models == 9
    assert table.unit("Theirs").effects[0].until == "round"


@pytest.mark.rule("aofr.twist.a2_curse_of_sands")
def test_curse_of_sands() -> None:
    table, _ = twisted("a2")
    paces = [moving.allowance(table.battle, table.unit("Mine"), action) for action in ("advance", "rush", "charge")]
    assert paces == [4.0, 8.0, 8.0]


@pytest.mark.rule("aofr.twist.a3_rusting_hex")
def test_rusting_hex() -> None:
    table, _ = twisted("a3", theirs=bows(5))
    table.touch("Theirs", "Mine", gap=10.0)
    play = volley(table, "Theirs", "Mine", {"to hit": 6, "to block": 4})
    assert needs(play, "to block") == [5]


@pytest.mark.rule("aofr.twist.a4_shield_bubble")
@pytest.mark.parametrize(("gap", "need"), [(12.0, 5), (8.0, 4)])
def test_shield_bubble(gap: float, need: int) -> None:
    table, play = twisted("a4", mine=bows(5))
    play.choose("3")
    shape = table.footprint("Theirs")
    table.unit("Theirs").pose = Pose(36.0, 24.0 + 2.0 + shape.depth / 2, 180.0)
    table.touch("Mine", "Theirs", gap=gap)
    shot = volley(table, "Mine", "Theirs", {"to hit": 1})
    assert needs(shot, "to hit") == [need]
    table.unit("Theirs").pose = Pose(36.0, 24.0 + 4.0 + shape.depth / 2, 180.0)
    table.touch("Mine", "Theirs", gap=gap)
    assert needs(volley(table, "Mine", "Theirs", {"to hit": 1}), "to hit") == [4]


@pytest.mark.rule("aofr.twist.a5_fighting_frenzy")
def test_fighting_frenzy() -> None:
    table, _ = twisted("a5", theirs=bows(5))
    table.touch("Theirs", "Mine", gap=10.0)
    assert needs(volley(table, "Theirs", "Mine", {"to hit": 1}), "to hit") == [3]
    assert needs(clash(table, "Theirs", "Mine", {"to hit": 1, "Morale": 6}), "to hit") in ([], [3], [3, 4])
    keep(table.battle, kills=(Kill(0, 0, 1),))
    assert round_score(table.battle, 1) == 2


@pytest.mark.rule("aofr.twist.a6_duel_of_fate")
def test_duel_of_fate() -> None:
    table, _ = twisted("a6")
    assert kept(table.battle).units == (1, 0)
    keep(table.battle, kills=(Kill(1, 1, 0), Kill(0, 0, 1)))
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (2, 2)


def picked(number: str, *keys: str) -> Table:
    """A twist whose objectives the underdog picks."""
    table, play = twisted(number)
    for key in keys:
        play.choose(key)
    assert play.game.over
    return table


@pytest.mark.rule("aofr.twist.b1_strategic_divide")
def test_strategic_divide() -> None:
    table = own(picked("b1", "2", "3"), None, None, 0, 1, None)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (3, 3)


@pytest.mark.rule("aofr.twist.b2_target_priority")
def test_target_priority() -> None:
    table = own(picked("b2", "4"), None, 1, None, None, 0)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (4, 2)


@pytest.mark.rule("aofr.twist.b3_all_out_assault")
def test_all_out_assault() -> None:
    table = own(picked("b3"), 1, 0, None, None, None)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (3, 3)
    other = own(picked("b3"), None, None, 0, 1, None)
    assert round_score(other.battle, 0) == 2


@pytest.mark.rule("aofr.twist.b4_offensive_manoeuvre")
def test_offensive_manoeuvre() -> None:
    table = own(field(TWISTS), 0, 1, 0, 1, None)
    play = happen(table, twist.twist_of_the_round, {"Twist: 1-3": 4, "Twist": 4})
    assert play.keys == ["0", "2", "4"], "not those that it holds"
    play.choose("2")
    own(table, None, 0, 1, None, None)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (2, 3)
    own(table, None, 1, 0, None, None)
    assert round_score(table.battle, 0) == 2


@pytest.mark.rule("aofr.twist.b5_conquerors_boon")
def test_conquerors_boon() -> None:
    hero = regiment(size=1, rules=["Hero", "Tough(6)"])
    table, play = twisted("b5", theirs=hero)
    play.choose("3")
    table.set("Theirs", wounds=4, pose=Pose(36.0, 26.5, 180.0))
    healed = happen(table, twist.boon, {"Conqueror's Boon": 3})
    assert healed.question.seat == 1
    healed.choose("yes")
    assert table.unit("Theirs").wounds == 2
    table.set("Theirs", pose=Pose(36.0, 30.0, 180.0))
    assert happen(table, twist.boon).game.over, "too far away"
    own(table, None, None, None, 0, 1)
    assert (round_score(table.battle, 0), round_score(table.battle, 1)) == (3, 2)


@pytest.mark.rule("aofr.twist.b6_objective_denied")
def test_objective_denied() -> None:
    table = own(field(TWISTS), None, None, None, 0, None)
    happen(table, twist.twist_of_the_round, {"Twist: 1-3": 4, "Twist": 6}).choose("3")
    assert table.battle.markers[3].owner is None
    table.set("Mine", pose=Pose(36.0, 22.0, 0.0))
    assert controller(table.battle, table.battle.markers[3]) is None
    assert terrain.is_dangerous(table.battle, table.unit("Mine"), table.footprint("Mine"))
    happen(table, objectives.at_round_end)
    assert (table.battle.markers[3].owner, round_score(table.battle, 0)) == (None, 0)
    happen(table, lambda battle: PART.round_begun(battle), {"Twist": 1, "Twist: 1-3": 4})
    assert controller(table.battle, table.battle.markers[3]) == 0, "the ban ends with the round"


# Gambits


@pytest.mark.rule("aofr.gambit.start")
def test_each_player_gets_three_gambits() -> None:
    table = field(GAMBITS)
    happen(table, gambit.deal, [1, 1, 1, 2, 1, 3, 4, 1, 4, 2, 4, 3])
    assert kept(table.battle).hands == (("a1", "a2", "a3"), ("b1", "b2", "b3"))


@pytest.mark.rule("aofr.gambit.roll")
@pytest.mark.parametrize(("dice", "slug"), [((5, 2), "b2"), ((3, 6), "a6"), ((4, 1), "b1")])
def test_two_dice_find_a_gambit(dice: tuple[int, int], slug: str) -> None:
    table = field(GAMBITS)
    happen(table, lambda battle: gambit.gain(battle, 0), list(dice))
    assert kept(table.battle).hands[0] == (slug,)
    assert len(gambits()) == 12


@pytest.mark.rule("aofr.gambit.roll")
def test_a_gambit_in_the_hand_is_rolled_again() -> None:
    table = field(GAMBITS, hands=(("a1", "a2"), ()))
    happen(table, lambda battle: gambit.gain(battle, 0), [1, 1, 1, 3])
    assert kept(table.battle).hands[0] == ("a1", "a2", "a3")


def used(slug: str, mine: Regiment = TEN, theirs: Regiment = TEN, dice: Dicing = ()) -> tuple[Table, Interlude]:
    """Mine begins to act, and its side uses the power of that gambit, on Mine if it is for a friend."""
    table = field(GAMBITS, mine, theirs, hands=((slug, "a1" if slug != "a1" else "a2", "b6"), ()))
    table.touch("Mine", "Theirs", gap=10.0)
    return table, play_power(table, slug, dice)


def play_power(table: Table, slug: str, dice: Dicing = ()) -> Interlude:
    rolls = {"Gambit: 1-3": 4, "Gambit": 2 if slug != "b2" else 3, **(dice if isinstance(dice, dict) else {})}
    play = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")), rolls)
    assert play.topic == "gambit power"
    return play.choose(slug)


@pytest.mark.rule("aofr.gambit.replace")
def test_a_used_gambit_is_replaced() -> None:
    table, _ = used("a2")
    hand = kept(table.battle).hands[0]
    assert hand == ("a1", "b6", "b2")


@pytest.mark.rule("aofr.gambit.discard")
def test_a_gambit_may_be_discarded_when_the_round_ends() -> None:
    table = field(GAMBITS, hands=(("b4", "a1", "a2"), ()))
    play = happen(table, lambda battle: gambit.discard(battle, 0), [4, 1]).choose("b4")
    assert kept(table.battle).hands[0] == ("a1", "a2", "b1")
    assert play.game.over
    keeping = field(GAMBITS, hands=(("b4", "a1", "a2"), ("b1", "b2", "b3")))
    end = happen(keeping, PART.at_round_end)
    while not end.game.over:
        assert end.topic == "discard gambit"
        end.choose("no")
    assert kept(keeping.battle).hands[0] == ("b4", "a1", "a2")


@pytest.mark.rule("aofr.gambit.one_per_round")
def test_a_power_used_means_none_is_scored() -> None:
    table, _ = used("a2")
    own(table, 0, 0, 0, None, None)
    assert happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine"))).game.over
    assert happen(table, lambda battle: gambit.score(battle, 0, 1)).game.over
    happen(table, lambda battle: TwistsAndGambits(("gambits",)).round_begun(battle))
    assert happen(table, lambda battle: gambit.score(battle, 0, 1)).topic == "score gambit"


@pytest.mark.rule("aofr.gambit.vp")
@pytest.mark.parametrize("worth", [1, 2])
def test_a_scored_gambit_is_worth_a_point(worth: int) -> None:
    table = own(field(GAMBITS, hands=(("b6", "a1", "a2"), ())), 0, None, None, None, None)
    happen(table, lambda battle: gambit.score(battle, 0, worth), [4, 1]).choose("b6")
    assert table.battle.points == (2.0 + worth, 0.0)
    assert kept(table.battle).hands[0] == ("a1", "a2", "b1")
    assert happen(table, lambda battle: gambit.score(battle, 0, worth)).game.over


@pytest.mark.rule("aofr.gambit.a1_power")
def test_ground_war_strides() -> None:
    table = draw("72x48 swamp 20,20 20x12 | Mine at 20,10 | Theirs at 60,40 face 180", GAMBITS, Mine=TEN, Theirs=TEN)
    optional.keep(table.battle, "twists_and_gambits", Twisted(hands=(("a1", "a2", "a3"), ())))
    play_power(table, "a1")
    play = acts(table, "Mine").act("Mine", "rush").move(Forward(12))
    assert play.told(events.UnitMoved)[0].inches == 12.0


@pytest.mark.rule("aofr.gambit.a2_power")
def test_valiant_drive_is_fearless() -> None:
    table, _ = used("a2")
    table.set("Mine", hurt=1, left=(5,))
    play = happen(table, morale.end_of_activation, {"Morale": 1, "Fearless": 4})
    assert play.told(events.MoraleTested)[0].passed


@pytest.mark.rule("aofr.gambit.a3_power")
def test_aggressive_takeover_ignores_stealth_and_regeneration() -> None:
    hidden = regiment(size=10, rules=["Stealth", "Regeneration"])
    table, _ = used("a3", bows(5), hidden)
    table.touch("Mine", "Theirs", gap=20.0)
    play = volley(table, "Mine", "Theirs", {"to hit": 4, "to block": 1})
    assert needs(play, "to hit") == [4]
    assert not dice_for(play, "Regeneration")
    assert play.unit("Theirs").models == 5
    plain = field(GAMBITS, bows(5), hidden).touch("Mine", "Theirs", gap=20.0)
    assert needs(volley(plain, "Mine", "Theirs", {"to hit": 4}), "to hit") == [5]


@pytest.mark.rule("aofr.gambit.a4_power")
def test_total_domination_is_relentless() -> None:
    table, _ = used("a4", bows(1))
    play = volley(table, "Mine", "Theirs", {"to hit": 6, "to block": 6})
    assert attacks(play)[0].hits == 2


@pytest.mark.rule("aofr.gambit.a5_power")
def test_silent_assault_is_furious() -> None:
    table, _ = used("a5", regiment(size=1, weapons=["Sword (A1)"]), regiment(size=5, weapons=[]))
    play = clash(table, "Mine", "Theirs", {"to hit": 6, "to block": 6, "Morale": 6})
    assert attacks(play)[0].hits == 2


@pytest.mark.rule("aofr.gambit.a6_power")
def test_cautious_destruction_has_stealth() -> None:
    table, _ = used("a6", theirs=bows(5))
    table.touch("Theirs", "Mine", gap=15.0)
    assert needs(volley(table, "Theirs", "Mine", {"to hit": 1}), "to hit") == [5]


@pytest.mark.rule("aofr.gambit.b1_power")
def test_storm_strike_is_fast() -> None:
    table, _ = used("b1")
    paces = [moving.allowance(table.battle, table.unit("Mine"), action) for action in ("advance", "rush", "charge")]
    assert paces == [8.0, 16.0, 16.0]


@pytest.mark.rule("aofr.gambit.b2_power")
def test_seize_and_guard_counters() -> None:
    table, _ = used("b2", regiment(size=5, weapons=["Spear (A1)"]), regiment(size=5, weapons=["Sword (A1)"]))
    play = clash(table, "Theirs", "Mine", {"to hit": 1, "Morale": 6})
    assert play.topic == "counter"


@pytest.mark.rule("aofr.gambit.b3_power")
def test_grab_and_secure_regenerates() -> None:
    table, _ = used("b3")
    happen(table, lambda battle: suffer(battle, find(battle, "Mine"), 2), by_reason({"Regeneration": (5, 4)}))
    assert table.unit("Mine").models == 9


@pytest.mark.rule("aofr.gambit.b4_power")
@pytest.mark.parametrize(("gap", "found"), [(10.0, True), (13.0, False)])
def test_search_and_destroy(gap: float, found: bool) -> None:
    table = field(GAMBITS, regiment(size=1, rules=["Hero"]), hands=(("b4", "a1", "a2"), ()))
    table.touch("Mine", "Theirs", gap=gap)
    rolls = {"Gambit: 1-3": 4, "Gambit": 1, "Search": 3}
    play = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")), rolls)
    assert play.offers("b4") is found
    if found:
        play.choose("b4")
        assert table.unit("Theirs").models == 8


@pytest.mark.rule("aofr.gambit.b5_power")
def test_distributed_violence() -> None:
    table = field(GAMBITS, regiment(size=1, rules=["Hero", "Tough(6)"]), hands=(("b5", "a1", "a2"), ()))
    use = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")))
    assert not use.offers("b5"), "no wounds"
    table.set("Mine", wounds=3)
    play_power(table, "b5", {"Distributed": 4, "Gambit": 1})
    assert table.unit("Mine").wounds == 1


@pytest.mark.rule("aofr.gambit.b6_power")
def test_fortify_domain_brings_half_of_a_unit_back() -> None:
    line = "Mine at 20,10 | Lost at 30,10 | Tough at 40,10 | Theirs at 20,38 face 180"
    five, tough = regiment(size=5), regiment(size=5, rules=["Tough(3)"])
    table = draw(line, GAMBITS, Mine=TEN, Lost=five, Tough=tough, Theirs=TEN)
    for name in ("Mine", "Lost", "Tough"):
        table.unit(name).seat = 0
    table.unit("Theirs").seat = 1
    optional.keep(table.battle, "twists_and_gambits", Twisted(hands=(("b6", "a1", "a2"), ())))
    happen(table, lambda battle: destroy(battle, find(battle, "Lost")))
    happen(table, lambda battle: destroy(battle, find(battle, "Tough")))
    table.having(turn=2)
    play = play_power(table, "b6", {"Gambit": 1})
    assert play.topic == "arrive", "a Tough unit is not offered"
    assert "12" in refusal(play, Placed(Pose(30.0, 45.0, 180.0))).message
    play.place(60.0, 2.0)
    unit = table.unit("Lost")
    assert (unit.models, unit.start, unit.fate, unit.activated) == (3, 3, "", False)
    assert not controller(table.battle, Marker(60.0, 2.0)), "it cannot seize in this round"


# Scoring


def met(slug: str, table: Table, seat: int = 0) -> bool:
    return scoring.is_met(table.battle, seat, slug)


@pytest.mark.rule("aofr.gambit.a1_score")
def test_ground_war_is_scored_at_the_enemys_objective() -> None:
    assert met("a1", own(field(), None, 0, None, None, None))
    assert not met("a1", own(field(), 0, 1, 0, 0, 0))


@pytest.mark.rule("aofr.gambit.a2_score")
@pytest.mark.parametrize(("gap", "scored"), [(2.0, True), (4.0, False)])
def test_valiant_drive_is_scored_at_the_enemys_edge(gap: float, scored: bool) -> None:
    table = field()
    depth = table.footprint("Mine").depth
    table.set("Mine", pose=Pose(50.0, 48.0 - gap - depth / 2, 0.0))
    assert met("a2", table) is scored


@pytest.mark.rule("aofr.gambit.a3_score")
def test_aggressive_takeover_is_scored_with_two_objectives_of_the_enemy() -> None:
    began = (None, 1, 1, 1, None)
    assert met("a3", own(field(began=began), None, 0, 0, 1, 0))
    assert not met("a3", own(field(began=began), None, 0, 1, 1, 0))


@pytest.mark.rule("aofr.gambit.a4_score")
def test_total_domination_is_scored_with_three_objectives() -> None:
    assert met("a4", own(field(), 0, 0, 0, 1, 1))
    assert not met("a4", own(field(), 0, 0, None, 1, 1))


@pytest.mark.rule("aofr.gambit.a5_score")
@pytest.mark.parametrize(("told", "scored"), [({}, True), ({"shot": (0,)}, False), ({"fought": (0,)}, False)])
def test_silent_assault_is_scored_by_units_that_kept_quiet(told: dict[str, Any], scored: bool) -> None:
    table = own(field(began=(None, None, None, 1, None), **told), None, None, None, 0, None)
    table.set("Mine", pose=Pose(36.0, 22.0, 0.0))
    assert met("a5", table) is scored
    assert not met("a5", own(table, None, None, None, 1, None))


@pytest.mark.rule("aofr.gambit.a5_score")
def test_who_shoots_and_who_fights_is_noted() -> None:
    table = field(mine=bows(5)).touch("Mine", "Theirs", gap=10.0)
    volley(table, "Mine", "Theirs", {"to hit": 1})
    assert kept(table.battle).shot == (0,)
    clash(table, "Theirs", "Mine", {"to hit": 1, "Morale": 6})
    assert kept(table.battle).fought == (1, 0)


@pytest.mark.rule("aofr.gambit.a6_score")
def test_cautious_destruction_is_scored_with_more_losses_of_the_enemy() -> None:
    theirs, ours = Kill(1, 1, 0), Kill(0, 0, 1)
    assert met("a6", field(kills=(theirs, theirs, ours)))
    assert not met("a6", field(kills=(theirs, ours)))
    assert not met("a6", field())


@pytest.mark.rule("aofr.gambit.b1_score")
def test_storm_strike_is_scored_after_a_melee_without_losses() -> None:
    assert met("b1", field(fought=(0, 1)))
    assert not met("b1", field(fought=(0, 1), kills=(Kill(0, 0, 1),)))
    assert not met("b1", field())


@pytest.mark.rule("aofr.gambit.b2_score")
def test_seize_and_guard_is_scored_at_objective_one() -> None:
    assert met("b2", own(field(), None, None, 0, None, None))
    assert not met("b2", own(field(), 0, 0, 1, 0, 0))


@pytest.mark.rule("aofr.gambit.b3_score")
def test_grab_and_secure_is_scored_at_objective_two() -> None:
    assert met("b3", own(field(), None, None, None, 0, None))
    assert not met("b3", own(field(), 0, 0, 0, 1, 0))


@pytest.mark.rule("aofr.gambit.b4_score")
def test_search_and_destroy_is_scored_at_objective_three() -> None:
    assert met("b4", own(field(), None, None, None, None, 0))
    assert not met("b4", own(field(), 0, 0, 0, 0, 1))


@pytest.mark.rule("aofr.gambit.b5_score")
@pytest.mark.parametrize(("x", "scored"), [(72.0 - 4.0, True), (4.0, False)])
def test_distributed_violence_is_scored_at_both_other_edges(x: float, scored: bool) -> None:
    line = "Mine at 4.5,10 | More at 4.5,20 | Theirs at 20,38 face 180"
    table = draw(line, BOTH, Mine=regiment(size=5), More=regiment(size=5), Theirs=TEN)
    table.unit("More").seat, table.unit("Theirs").seat = 0, 1
    table.having(edges=("south", "north"))
    table.set("More", pose=Pose(x, 20.0, 0.0))
    assert met("b5", table) is scored


@pytest.mark.rule("aofr.gambit.b6_score")
def test_fortify_domain_is_scored_at_the_own_objective() -> None:
    assert met("b6", own(field(), 0, None, None, None, None))
    assert not met("b6", own(field(), 1, 0, 0, 0, 0))


@pytest.mark.parametrize("choices", first_now(["", ":twists", ":gambits+dear_gambits"]))
def test_a_battle_at_random_with_twists_and_gambits(choices: str) -> None:
    battle: Battle = played(f"twists_and_gambits{choices}", seed=6)
    assert len(battle.markers) == 5


def test_a_computer_player_scores_a_gambit_rather_than_none() -> None:
    table = own(field(GAMBITS, hands=(("b6", "a1", "a2"), ())), 0, None, None, None, None)
    told_why = decision(happen(table, lambda battle: gambit.score(battle, 0, 1)))
    assert told_why.answer == Chosen("b6")
    assert told_why.reasons[0].rule == "aofr.gambit.vp"
    saved = happen(table, lambda battle: gambit.use_power(battle, find(battle, "Mine")))
    assert decision(saved).answer == Chosen("no"), "a gambit that can be scored is kept"
