"""The random events of a campaign: when they happen, and what each of the 36 does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from tests.playing import find
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Fall, Interlude, Table, acts, draw, happen, models, regiment
from tests.regiments.parts.campaign.tables import SETTINGS, gains, take_morale
from warhost.play.battle import Outcome
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import morale, shooting
from warhost.rulesets.regiments.chapters.missions import objectives
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds import removal
from warhost.rulesets.regiments.core import Battle, Cause, Regiment, events, optional
from warhost.rulesets.regiments.parts.campaign.events import numbered
from warhost.rulesets.regiments.parts.campaign.events.troubles import all_items
from warhost.rulesets.regiments.parts.campaign.ledger import Gain
from warhost.rulesets.regiments.parts.random_events.happening import EventHappened, Happening, NothingHappened, now
from warhost.rulesets.regiments.parts.shared.lots import random_unit
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Forward, Pose, strip

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""

OURS, THEIRS = 1, 6
"""What the die shows that picks an army."""

FACING = "0 Unit at 18,12 | 1 Foe at 54,36 face 180"
"""A unit in the middle of the south-west quarter, and one in that of the north-east."""

NO_DICE: Mapping[str, Fall] = {}


def table(line: str = FACING, **regiments: Regiment) -> Table:
    made = {name: regiment(5) for name in ("Unit", "Foe") if f"{name} at" in line} | regiments
    costless = {name: replace(one, cost=0) for name, one in made.items()}
    drawn = draw(line, SETTINGS, **costless).having(turn=1, mission="duel")
    return drawn.having(zones=((strip(0, 0, 72, 12),), (strip(0, 36, 72, 48),)), edges=("south", "north"))


def event(number: int, drawn: Table | None = None, dice: Mapping[str, Fall] = NO_DICE) -> Interlude:
    """That event happens at the start of a round."""
    told_dice: dict[str, Fall] = {"Random event?": 6, "Which random event": divmod(number, 10), **dice}
    return happen(drawn or table(), lambda battle: optional.each(battle, "round_begun"), told_dice)


def after(number: int, drawn: Table | None = None, dice: Mapping[str, Fall] = NO_DICE) -> Table:
    """The table after that event."""
    drawn = drawn or table()
    play = event(number, drawn, dice)
    assert play.game.over, play.topic
    drawn.battle = play.battle
    return drawn


def next_round(drawn: Table) -> Table:
    """The same table one round later, in which nothing more happens."""
    drawn.having(turn=drawn.battle.turn + 1)
    play = happen(drawn, lambda battle: optional.each(battle, "round_begun"), {"Random event?": 1})
    drawn.battle = play.battle
    return drawn


def dies(drawn: Table, name: str, by: str = "", how: Any = "shooting", dice: Dicing = ()) -> Table:
    """That unit is destroyed, by that enemy."""

    def script(battle: Battle) -> Script[None]:
        cause = Cause(find(battle, by).id, how) if by else None
        return removal.destroy(battle, find(battle, name), cause)

    drawn.battle = happen(drawn, script, dice).battle
    return drawn


def seen_by(drawn: Table, seat: int) -> list[Happening]:
    """The events that are in force, as that player sees them."""
    view = RULESET.view(drawn.battle, seat)
    assert isinstance(view, Battle)
    return now(view)


def of(drawn: Table) -> list[Gain]:
    return gains(drawn)


@pytest.mark.rule("aofr.campaign.event_roll")
@pytest.mark.parametrize(("face", "happens"), [(4, False), (5, True), (6, True)])
def test_a_5_or_6_at_the_start_of_a_round_brings_an_event(face: int, happens: bool) -> None:
    dice: dict[str, Fall] = {"Random event?": face, "Which random event": (6, 5), "Message": OURS}
    play = happen(table(), lambda battle: optional.each(battle, "round_begun"), dice)
    assert bool(play.told(EventHappened)) == happens
    assert bool(play.told(NothingHappened)) != happens
    assert play.rolls[0].rule == "aofr.campaign.event_roll"


@pytest.mark.rule("aofr.campaign.event_d66")
def test_two_dice_find_an_event_of_the_campaigns_own_table() -> None:
    assert numbered(2, 1).name == "Carnivorous Fauna"
    assert numbered(2, 1).rule == "aofr.campaign.event_21_fauna"
    found = [numbered(tens, ones) for tens in range(1, 7) for ones in range(1, 7)]
    assert len({one.slug for one in found}) == 36
    assert [one.slug[9:11] for one in found] == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    assert all(one.words.text for one in found)


@pytest.mark.rule("aofr.campaign.event_random_unit")
def test_a_random_unit_is_one_of_a_random_army() -> None:
    line = "0 A at 10,12 | 0 B at 30,12 | 1 C at 10,36 face 180 | 1 D at 25,36 face 180 | 1 E at 40,36 | 1 F at 55,36"
    drawn = table(line, **dict.fromkeys("ABCDEF", regiment(5)))
    found: Counter[str] = Counter()

    def script(battle: Battle) -> Script[Any]:
        return random_unit(battle, "Somebody", "aofr.campaign.event_random_unit")

    for army in range(1, 7):
        for face in (1, 2, 3, 4):
            die = (face + 1) // 2 if army <= 3 else face
            found[happen(drawn, script, [army, die]).value.name] += 1
    assert {name: found[name] for name in "AB"} == {"A": 6, "B": 6}
    assert {name: found[name] for name in "CDEF"} == dict.fromkeys("CDEF", 3)


# 11 to 16


@pytest.mark.rule("aofr.campaign.event_11_pow")
def test_a_captured_unit_leaves_play_and_its_ransom_is_rolled() -> None:
    drawn = after(11, dice={"P.O.W.: 1-3": THEIRS, "ransom": TWO})
    assert (drawn.unit("Foe").fate, drawn.unit("Foe").pose) == ("left", None)
    assert Gain("captured", 1, 1, 2) in of(drawn)


@pytest.mark.rule("aofr.campaign.event_12_heads")
def test_heads_of_an_army_are_worth_25_points_each() -> None:
    line = "0 Unit at 18,12 | 1 A at 10,36 face 180 | 1 B at 30,36 face 180 | 1 C at 50,36 face 180"
    drawn = after(12, table(line, **dict.fromkeys("ABC", regiment(5))), {"Heads": THEIRS})
    dies(dies(drawn, "A", "Unit"), "B", "Unit")
    dies(drawn, "C")
    assert of(drawn) == [Gain("points", 0, None, 25)] * 2
    spared = dies(after(12, dice={"Heads": OURS}), "Foe", "Unit")
    assert of(spared) == []


@pytest.mark.rule("aofr.campaign.event_13_fragile_bows")
def test_fragile_bows_break_one_weapon_for_the_mission() -> None:
    armed = regiment(5, weapons=['Rifle (24", A1)', 'Pistol (12", A1)', "Knife (A1)"])
    drawn = after(13, table(Unit=armed), {"how many units": ONE, "1-3": OURS, "lose": 1})
    battle = drawn.battle
    assert all_items(battle, drawn.unit("Unit")) == ["Rifle", "Pistol"]
    drawn.touch("Unit", "Foe", gap=8)
    play = volley(next_round(drawn), "Unit", "Foe", {"to hit": 6, "to block": 6})
    shots = {attack.what: attack.attacks for attack in attacks(play)}
    assert shots.get("Rifle", 0) == 0
    assert shots["Pistol"] == 5


@pytest.mark.rule("aofr.campaign.event_13_fragile_bows")
@pytest.mark.parametrize("item", ["Sergeant", "Musician", "Banner"])
def test_a_command_model_that_cannot_be_used_does_nothing(item: str) -> None:
    led = replace(regiment(groups=[models(4), models(1, rules=[item])]), upgrades=(item,))
    before, broken = table(Unit=led), after(13, table(Unit=led), {"how many units": ONE, "1-3": OURS})

    def figures(drawn: Table) -> tuple[float, int | None, set[int | None]]:
        far = moving.allowance(drawn.battle, drawn.unit("Unit"), "advance")
        (need,) = needs(take_morale(drawn, "Unit", [(6,)]), "Morale")
        play = clash(drawn, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("no")
        return far, need, set(needs(play, "to hit"))

    assert figures(before) != (6.0, 4, {4})
    assert figures(broken) == (6.0, 4, {4})


@pytest.mark.rule("aofr.campaign.event_13_fragile_bows")
def test_only_units_with_something_to_break_are_drawn() -> None:
    drawn = after(13, dice={"how many units": THREE})
    assert now(drawn.battle) == []


@pytest.mark.rule("aofr.campaign.event_14_monstrous_spawn")
def test_a_monstrous_spawn_hits_a_random_unit() -> None:
    play = event(14, dice={"1-3": OURS, "hits": ONE, "to block": 6})
    (attack,) = attacks(play)
    assert (attack.target, attack.hits) == (0, 4)
    assert needs(play, "to block") == [5]


@pytest.mark.rule("aofr.campaign.event_15_low_supplies")
def test_units_with_low_supplies_shoot_no_more_but_fight() -> None:
    line = "0 A at 10,12 | 0 B at 30,12 | 0 C at 50,12 | 1 Foe at 30,30 face 180"
    drawn = table(line, **dict.fromkeys("ABC", bows(5)))
    drawn = next_round(after(15, drawn, {"how many units": THREE, "1-3": OURS, "which unit": [1, 1]}))
    assert {name: bool(shooting.possible(drawn.battle, drawn.unit(name))) for name in "ABC"} == dict.fromkeys(
        "ABC", False
    )
    fresh = table(line, **dict.fromkeys("ABC", bows(5)))
    assert shooting.possible(fresh.battle, fresh.unit("B"))
    assert needs(clash(drawn, "Foe", "A", {"to hit": 1, "Morale": 6}), "to hit")


@pytest.mark.rule("aofr.campaign.event_16_combat_fatigue")
def test_a_tired_army_tests_morale_at_minus_1_until_the_game_ends() -> None:
    drawn = next_round(after(16, dice={"Fatigue": OURS}))
    assert take_morale(drawn, "Unit", [(4,)]).value is False
    assert take_morale(drawn, "Foe", [(4,)]).value is True


# 21 to 26

WOOD = "72x48 forest 18,18 10x4 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"


@pytest.mark.rule("aofr.campaign.event_21_fauna")
@pytest.mark.parametrize(("face", "tests"), [(1, ["5D6"]), (6, [])])
def test_fauna_bites_who_enters_terrain(face: int, tests: list[str]) -> None:
    drawn = next_round(after(21, table(WOOD)))
    play = acts(drawn, "Unit", {"Fauna": face, "Dangerous": 6}).act("Unit", "advance").move(Forward(6))
    assert dice_for(play, "Dangerous") == tests


@pytest.mark.rule("aofr.campaign.event_22_toxic_fumes")
def test_fumes_hit_all_units_in_a_quarter() -> None:
    line = "0 Unit at 18,12 | 1 Foe at 10,20 face 180 | 1 Far at 54,36 face 180"
    play = event(22, table(line, Far=regiment(5)), {"quarter": 1, "hits": TWO, "to block": 6})
    assert [(attack.target, attack.hits) for attack in attacks(play)] == [(0, 6), (1, 6)]
    assert needs(play, "to block") == [4, 4]


@pytest.mark.rule("aofr.campaign.event_23_rigged")
def test_a_rigged_piece_blows_up_once_and_only_one_player_knows_it() -> None:
    drawn = table(WOOD)
    play = event(23, drawn, {"1-3": THEIRS}).choose("0")
    drawn.battle = play.battle
    (one,) = now(drawn.battle)
    assert (one.x, one.y) == (18.0, 18.0)
    seen = [seen_by(drawn, seat) for seat in (0, 1)]
    assert [(happening.x, happening.y) for (happening,) in seen] == [(0.0, 0.0), (18.0, 18.0)]
    moved = acts(drawn, "Unit", {"hits": THREE, "to block": 6}).act("Unit", "advance").move(Forward(5))
    assert [attack.hits for attack in attacks(moved)] == [6]
    assert needs(moved, "to block") == [6]
    drawn.battle = moved.battle
    again = acts(drawn.set("Unit", pose=Pose(18, 12, 0)), "Unit").act("Unit", "advance").move(Forward(5))
    assert attacks(again) == []


@pytest.mark.rule("aofr.campaign.event_24_earthquake")
def test_an_earthquake_tests_all_who_are_in_terrain() -> None:
    line = "72x48 forest 18,12 10x8 ruins 40,12 10x8 | 0 Unit at 18,12 | 0 B at 40,12 | 1 Foe at 54,36 face 180"
    play = event(24, table(line, B=regiment(5)), {"Dangerous": (1, 6, 6, 6, 6)})
    assert [(told.unit, told.dice, told.wounds) for told in play.told(events.DangerousTest)] == [(0, 5, 1), (1, 5, 1)]


@pytest.mark.rule("aofr.campaign.event_25_dark_clouds")
def test_dark_clouds_shorten_the_range_in_a_quarter_this_round() -> None:
    def reaches(drawn: Table, gap: float) -> bool:
        drawn.set("Foe", pose=Pose(54, 46.5, 180)).touch("Unit", "Foe", gap=gap)
        return bool(shooting.possible(drawn.battle, drawn.unit("Unit")))

    def clouded(quarter: int, weapon: str = 'Bow (24", A1)') -> Table:
        return after(25, table(Unit=bows(5, weapon=weapon)), {"quarter": quarter})

    # Both stand in the north-east.
    assert [reaches(clouded(3), gap) for gap in (18, 18.5)] == [True, False]
    assert [reaches(clouded(1), gap) for gap in (18.5, 21)] == [True, True]
    assert reaches(next_round(clouded(3)), 21)
    # No range is less than 3".
    short = [reaches(clouded(3, 'Stone (6", A1)'), gap) for gap in (3, 3.5)]
    assert short == [True, False]


@pytest.mark.rule("aofr.campaign.event_26_finish_them")
def test_everybody_has_one_more_attack_in_melee_and_earns_xp_by_it() -> None:
    drawn = after(26)
    play = clash(drawn, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("strike")
    assert dice_for(play, "to hit") == ["10D6", "10D6"]
    drawn = dies(after(26), "Foe", "Unit", "melee", {"XP": TWO})
    assert of(drawn) == [Gain("xp", 0, 0, 2)]
    assert of(dies(after(26), "Foe", "Unit", "shooting")) == []
    later = next_round(after(26))
    assert dice_for(clash(later, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("strike"), "to hit") == [
        "5D6",
        "5D6",
    ]


# 31 to 36


@pytest.mark.rule("aofr.campaign.event_31_anomaly")
@pytest.mark.parametrize(("x", "hits"), [(18.0, [5]), (25.0, [])])
def test_who_moves_near_an_anomaly_is_hit(x: float, hits: list[int]) -> None:
    line = f"0 Unit at {x:g},4 | 1 Foe at 54,36 face 180"
    drawn = next_round(after(31, table(line), {"quarter": 1}))
    play = acts(drawn, "Unit", {"hits": TWO, "to block": 6}).act("Unit", "rush").move(Forward(6))
    assert [attack.hits for attack in attacks(play)] == hits


@pytest.mark.rule("aofr.campaign.event_32_walking_dead")
def test_zombies_rise_and_go_for_the_nearest_unit() -> None:
    drawn = after(32, dice={"quarter": 2, "how many": 2})
    dead = drawn.unit("Zombies")
    assert (dead.models, dead.seat) == (6, -1)
    regiment_of = drawn.battle.regiment(dead)
    assert (regiment_of.quality, regiment_of.defense, str(regiment_of.groups[0].weapons[0])) == (5, 5, "Claws (A3)")
    assert [str(one) for one in regiment_of.rules] == ["Slow"]
    drawn.set("Unit", pose=Pose(6, 44, 0)).set("Foe", pose=Pose(54, 34, 180))
    play = happen(drawn, objectives.at_round_end, {"to hit": 1, "Morale": 6})
    assert [told.inches for told in play.told(events.UnitMoved)] == [pytest.approx(8.0)]


@pytest.mark.rule("aofr.campaign.event_33_sniper")
@pytest.mark.parametrize(("wall", "hits"), [("", [3]), (" blocking 46,24 1x30", [])])
def test_a_sniper_shoots_at_its_victim_when_it_sees_it(wall: str, hits: list[int]) -> None:
    line = f"72x48 signpost_tall20 36,24 6x6{wall} | 0 Unit at 18,24 | 1 Foe at 54,24 face 180"
    drawn = next_round(after(33, table(line), {"Sniper": THEIRS}))
    play = happen(drawn, objectives.at_round_end, {"hits": THREE, "to block": 6})
    assert [attack.hits for attack in attacks(play)] == hits


@pytest.mark.rule("aofr.campaign.event_34_honor_debt")
def test_a_mercenary_joins_a_random_unit() -> None:
    drawn = after(34, table(Unit=regiment(5, quality=5)), {"Honor Debt": OURS})
    unit = drawn.unit("Unit")
    assert (unit.models, unit.start) == (6, 6)
    assert RULESET.problems(drawn.battle) == []
    play = clash(drawn, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("strike")
    assert needs(play, "to hit")[:2] == [5, 3]
    assert dice_for(play, "to hit")[:2] == ["5D6", "3D6"]


def at_the_edge(number: int, army: int) -> Table:
    """Unit stands 6" before the enemy's table edge."""
    drawn = after(number, None, {"1-3": army})
    drawn.set("Foe", pose=Pose(10, 40, 180))
    depth = drawn.footprint("Unit").depth
    return drawn.set("Unit", pose=Pose(54, 48 - 6 - depth / 2, 0))


@pytest.mark.rule("aofr.campaign.event_35_escort")
def test_an_escort_leaves_through_the_enemys_zone_for_d3_times_25_points() -> None:
    drawn = at_the_edge(35, OURS)
    play = acts(drawn, "Unit", {"times 25": TWO}).act("Unit", "advance").move(Forward(6))
    assert play.topic == "escort"
    play.choose("leave")
    assert play.unit("Unit").fate == "left"
    assert Gain("points", 0, None, 50) in gains(play)
    short = acts(at_the_edge(35, OURS), "Unit").act("Unit", "advance").move(Forward(5))
    assert short.unit("Unit").fate == ""
    other = acts(at_the_edge(35, THEIRS), "Unit").act("Unit", "advance").move(Forward(6))
    assert gains(other) == []


@pytest.mark.rule("aofr.campaign.event_35_escort")
def test_an_escort_does_not_leave_beside_the_enemys_zone() -> None:
    drawn = at_the_edge(35, OURS)
    drawn.having(zones=((strip(0, 0, 72, 12),), (strip(0, 36, 40, 48),)))
    play = acts(drawn, "Unit").act("Unit", "advance").move(Forward(6))
    assert play.topic != "escort"


@pytest.mark.rule("aofr.campaign.event_36_enemy_plans")
def test_plans_are_picked_up_dropped_and_carried_off() -> None:
    drawn = after(36, dice={"quarter": 2})
    drawn.set("Unit", pose=Pose(54, 6, 0))
    play = acts(drawn, "Unit").act("Unit", "advance").move(Forward(6))
    drawn.battle = play.battle
    assert now(drawn.battle)[0].units == (0,)
    # Shaken, it drops the chest where it stands.
    shaken = happen(drawn, lambda battle: morale.shake(battle, find(battle, "Unit")))
    (one,) = now(shaken.battle)
    assert (one.units, one.x, one.y) == ((), 54.0, 12.0)


@pytest.mark.rule("aofr.campaign.event_36_enemy_plans")
def test_plans_that_leave_by_the_enemys_edge_are_worth_1_vp() -> None:
    def carrying() -> Table:
        drawn = after(36, dice={"quarter": 2})
        drawn.set("Unit", pose=Pose(54, 6, 0))
        drawn.battle = acts(drawn, "Unit").act("Unit", "advance").move(Forward(6)).battle
        drawn.set("Foe", pose=Pose(10, 40, 180))
        return drawn.set("Unit", pose=Pose(54, 48 - 6 - drawn.footprint("Unit").depth / 2, 0))

    play = acts(carrying(), "Unit").act("Unit", "advance").move(Forward(6)).choose("leave")
    assert Gain("vp", 0, None, 1) in gains(play)
    assert play.unit("Unit").fate == "left"
    (one,) = now(dies(carrying(), "Unit", "Foe").battle)
    assert one.units == ()


# 41 to 46


@pytest.mark.rule("aofr.campaign.event_41_surprise")
def test_a_surprise_attack_shakes_a_unit_in_terrain() -> None:
    line = "72x48 forest 18,12 12x8 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    drawn = after(41, table(line), {"1-3": THEIRS})
    assert [drawn.unit(name).shaken for name in ("Unit", "Foe")] == [True, False]
    assert not after(41).unit("Unit").shaken


@pytest.mark.rule("aofr.campaign.event_42_miscalculation")
def test_the_first_shooter_that_shows_a_1_is_hit_once() -> None:
    drawn = after(42, table(Unit=bows(3)))
    drawn.touch("Unit", "Foe", gap=8)
    dice: dict[str, Fall] = {"to hit": (1, 1, 5), "Bow: to block": 6, "hits": ONE, "Miscalculation: to block": 6}
    play = volley(drawn, "Unit", "Foe", dice)
    assert [(attack.target, attack.hits) for attack in attacks(play)][1:] == [(0, 4)]
    assert needs(play, "Miscalculation: to block") == [6]
    drawn.battle = play.battle
    again = volley(drawn, "Unit", "Foe", {"to hit": (1, 1, 1)})
    assert [attack.target for attack in attacks(again)] == [1]


@pytest.mark.rule("aofr.campaign.event_43_berserker")
def test_the_first_six_in_melee_deals_d3_further_wounds() -> None:
    drawn = after(43, table(Unit=regiment(2)))
    play = clash(drawn, "Unit", "Foe", {"to hit": (6, 6), "to block": 6, "wounds": TWO, "Morale": 6}).choose("no")
    assert play.unit("Foe").models == 3


@pytest.mark.rule("aofr.campaign.event_44_no_mercy")
def test_the_first_who_destroys_a_shaken_enemy_earns_1_xp() -> None:
    line = "0 Unit at 18,12 | 1 Foe at 54,36 face 180 | 1 B at 20,36 face 180"
    drawn = after(44, table(line, B=regiment(5))).set("Foe", shaken=True).set("B", shaken=True)
    dies(dies(drawn, "Foe", "Unit"), "B", "Unit")
    assert of(drawn) == [Gain("xp", 0, 0, 1)]
    assert of(dies(after(44), "Foe", "Unit")) == []


@pytest.mark.rule("aofr.campaign.event_45_weak_spot")
def test_the_first_tough_unit_that_shows_a_1_to_block_takes_d3_more_wounds() -> None:
    giant = regiment(1, rules=["Tough(12)"])
    drawn = after(45, table(Unit=bows(2), Foe=giant))
    drawn.touch("Unit", "Foe", gap=8)
    play = volley(drawn, "Unit", "Foe", {"to hit": 6, "to block": (1, 5), "wounds": TWO})
    assert play.unit("Foe").wounds == 3
    soft = after(45, table(Unit=bows(2)))
    soft.touch("Unit", "Foe", gap=8)
    assert volley(soft, "Unit", "Foe", {"to hit": 6, "to block": (1, 5)}).unit("Foe").models == 4


@pytest.mark.rule("aofr.campaign.event_45_weak_spot")
def test_a_one_that_poison_brings_shows_a_weak_spot() -> None:
    giant = regiment(1, rules=["Tough(12)"])
    drawn = after(45, table(Unit=bows(2, weapon='Bow (24", A1, Poison)'), Foe=giant))
    drawn.touch("Unit", "Foe", gap=8)
    play = volley(drawn, "Unit", "Foe", {"to hit": 6, "again": 1, "to block": (6, 5), "wounds": TWO})
    assert play.unit("Foe").wounds == 3


@pytest.mark.rule("aofr.campaign.event_46_countdown")
def test_whoever_wins_in_this_round_gets_xp_to_split() -> None:
    def judged(drawn: Table) -> Table:
        outcome = Outcome((1,), "victory", "Over.")
        part = optional.in_force(drawn.battle.scene.settings.parts)[0]
        drawn.battle = happen(drawn, lambda battle: part.judged(battle, outcome)).battle
        return drawn

    assert of(judged(after(46))) == [Gain("countdown", 1)]
    assert of(judged(next_round(after(46)))) == []


# 51 to 56


@pytest.mark.rule("aofr.campaign.event_51_hearts_minds")
def test_the_locals_take_in_the_wounded_of_a_random_army() -> None:
    assert of(after(51, dice={"Hearts": THEIRS})) == [Gain("hearts", 1)]


@pytest.mark.rule("aofr.campaign.event_52_moral_victory")
def test_a_unit_noted_in_secret_is_worth_1_xp_to_all_who_hate_it() -> None:
    line = "0 Unit at 18,12 | 0 Friend at 40,12 | 1 Foe at 54,36 face 180 | 1 B at 20,36 face 180"
    drawn = table(line, Friend=regiment(5), B=regiment(5))
    play = event(52, drawn, {"1-3": OURS})
    assert play.question.seat == 0
    drawn.battle = play.choose(unit="Foe").battle
    assert [one.units for one in (*seen_by(drawn, 0), *seen_by(drawn, 1))] == [(2,), ()]
    dies(drawn, "B", "Unit")
    assert of(drawn) == []
    dies(drawn, "Foe", "Unit")
    assert of(drawn) == [Gain("xp", 0, 0, 1), Gain("xp", 0, 1, 1)]


@pytest.mark.rule("aofr.campaign.event_53_light_potions")
def test_light_potions_hinder_the_enemies_of_an_army_in_melee_this_round() -> None:
    drawn = after(53, dice={"Potions": THEIRS})
    play = clash(drawn, "Unit", "Foe", {"to hit": 1, "Morale": 6}).choose("strike")
    assert needs(play, "to hit") == [5, 4]
    later = clash(next_round(after(53, dice={"Potions": THEIRS})), "Unit", "Foe", {"to hit": 1, "Morale": 6})
    assert needs(later.choose("strike"), "to hit") == [4, 4]


@pytest.mark.rule("aofr.campaign.event_54_hail")
def test_a_hail_of_arrows_doubles_the_shots_of_a_unit_this_round() -> None:
    def shots(drawn: Table) -> list[str]:
        drawn.touch("Unit", "Foe", gap=8)
        return dice_for(volley(drawn, "Unit", "Foe", {"to hit": 1}), "to hit")

    drawn = after(54, table(Unit=bows(6)), {"1-3": OURS})
    assert shots(drawn) == ["12D6"]
    assert shots(next_round(after(54, table(Unit=bows(6)), {"1-3": OURS}))) == ["6D6"]


@pytest.mark.rule("aofr.campaign.event_55_drums")
def test_drums_of_war_rouse_a_shaken_unit() -> None:
    drawn = after(55, table().set("Foe", shaken=True), {"1-3": OURS})
    assert not drawn.unit("Foe").shaken
    assert after(55).battle.turn == 1


@pytest.mark.rule("aofr.campaign.event_56_blood")
@pytest.mark.parametrize(("gap", "passes"), [(6.0, False), (7.0, True)])
def test_a_bloody_unit_frightens_enemies_nearby(gap: float, passes: bool) -> None:
    drawn = next_round(after(56, dice={"1-3": OURS}))
    drawn.touch("Unit", "Foe", gap=gap)
    assert take_morale(drawn, "Foe", [(4,)]).value is passes
    assert take_morale(drawn, "Unit", [(4,)]).value is True


# 61 to 66


@pytest.mark.rule("aofr.campaign.event_61_relic")
def test_a_relic_is_worth_d3_xp_to_a_random_unit() -> None:
    assert of(after(61, dice={"1-3": THEIRS, "XP": THREE})) == [Gain("xp", 1, 1, 3)]


@pytest.mark.rule("aofr.campaign.event_62_outpost")
def test_a_unit_may_leave_for_an_outpost_and_d3_times_50_points() -> None:
    line = "0 Unit at 18,12 | 0 B at 40,12 | 0 C at 60,12 | 1 Foe at 54,36 face 180"
    drawn = table(line, B=regiment(5), C=regiment(5)).set("C", shaken=True)
    play = event(62, drawn, {"1-3": OURS, "times 50": THREE})
    assert play.keys == ["none", "0", "1"]
    play.choose(unit="B")
    assert play.unit("B").fate == "left"
    assert gains(play) == [Gain("removed", 0, 1), Gain("points", 0, None, 150)]
    assert gains(event(62, dice={"1-3": OURS}).choose("none")) == []


@pytest.mark.rule("aofr.campaign.event_63_holy_sword")
def test_a_unit_that_finds_the_holy_sword_fights_with_it_at_once() -> None:
    drawn = after(63, dice={"1-3": OURS, "AP": TWO})
    assert of(drawn) == [Gain("sword", 0, 0, 2)]
    assert RULESET.problems(drawn.battle) == []
    play = clash(drawn, "Unit", "Foe", {"Holy Sword: to hit": 6, "to hit": 1, "to block": 6, "Morale": 6}).choose("no")
    (sword,) = attacks(play, "Holy Sword")
    assert sword.attacks == 6
    assert needs(play, "Holy Sword: to block") == [6]
    assert drawn.unit("Unit").models == 5


@pytest.mark.rule("aofr.campaign.event_63_holy_sword")
def test_a_hero_in_the_unit_bears_the_sword() -> None:
    led = regiment(5, hero=regiment(1, rules=["Hero", "Tough(3)"]))
    drawn = after(63, table(Unit=led), {"1-3": OURS, "AP": ONE})
    hero = drawn.battle.regiment(drawn.unit("Unit")).hero
    assert hero is not None
    assert [weapon.name for weapon in hero.groups[0].weapons] == ["Hand Weapon", "Holy Sword"]


@pytest.mark.rule("aofr.campaign.event_64_extortion")
def test_extortion_brings_d3_times_25_points() -> None:
    assert of(after(64, dice={"1-3": OURS, "times 25": TWO})) == [Gain("points", 0, None, 50)]


@pytest.mark.rule("aofr.campaign.event_65_message")
def test_a_critical_message_is_worth_1_vp() -> None:
    assert of(after(65, dice={"Message": THEIRS})) == [Gain("vp", 1, None, 1)]


@pytest.mark.rule("aofr.campaign.event_66_time_warp")
def test_a_destroyed_unit_is_warped() -> None:
    drawn = after(66, dies(table(), "Foe", "Unit"), {"1-3": OURS})
    assert of(drawn) == [Gain("warped", 1, 1)]
    assert of(after(66)) == []
