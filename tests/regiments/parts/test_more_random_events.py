"""Random events 31 to 66."""

from __future__ import annotations

from typing import Any

import pytest

from tests.regiments.fights import attacks, bows, clash, needs, volley
from tests.regiments.harness import Fall, acts, regiment
from tests.regiments.parts.happenings import OURS, THEIRS, after, ends, event, loses, next_round, shot, table
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.core import Battle, events
from warhost.rulesets.regiments.parts.random_events.happening import (
    now,
    told,
)
from warhost.rulesets.regiments.ruleset import RULESET
from warhost.table import Back, Forward, Pose

ONE, TWO, THREE = 2, 4, 6
"""What a D6 shows that is read as a D3."""


# 31 to 36


@pytest.mark.rule("aofr.event.31_walking_dead")
def test_zombies_rise_in_a_quarter() -> None:
    drawn = after(31, dice={"quarter": 2, "how many": (3, 4)})
    dead = drawn.unit("Zombies")
    assert (dead.models, dead.seat, dead.pose) == (10, -1, Pose(54.0, 12.0, 0.0))
    regiment_of = drawn.battle.regiment(dead)
    assert (regiment_of.quality, regiment_of.defense, str(regiment_of.groups[0].weapons[0])) == (6, 6, "Claws (A2)")
    assert moving.allowance(drawn.battle, dead, "rush") == 8
    assert RULESET.problems(drawn.battle) == []


@pytest.mark.rule("aofr.event.31_walking_dead")
def test_zombies_look_for_room_where_the_spot_is_taken() -> None:
    drawn = after(31, dice={"quarter": 1, "how many": (3, 4)})
    assert RULESET.problems(drawn.battle) == []
    assert drawn.unit("Zombies").pose != drawn.unit("Unit").pose


@pytest.mark.rule("aofr.event.31_walking_dead_act")
@pytest.mark.parametrize(("gap", "charges"), [(7.0, True), (20.0, False)])
@pytest.mark.parametrize("name", ["Unit", "Foe"])
def test_zombies_go_for_the_nearest_unit_of_any_army(gap: float, charges: bool, name: str) -> None:
    drawn = after(31, dice={"quarter": 2, "how many": (3, 4)})
    drawn.set("Unit", pose=Pose(6, 44, 0)).set("Foe", pose=Pose(10, 36, 180))
    drawn.set(name, pose=Pose(54, 12.787402 + 0.5 + gap, 180))
    play = ends(drawn, {"to hit": 1, "Morale": 6})
    if charges:
        assert [event.target for event in play.told(events.UnitCharged)] == [drawn.unit(name).id]
        assert play.topic == "strike back"
    else:
        assert [event.inches for event in play.told(events.UnitMoved)] == [pytest.approx(8.0)]


@pytest.mark.rule("aofr.event.31_walking_dead_act")
def test_zombies_strike_back_and_recover_like_others() -> None:
    drawn = after(31, dice={"quarter": 2, "how many": (3, 4)})
    play = clash(drawn, "Unit", "Zombies", {"to hit": 1, "Morale": 6})
    assert [attack.attacker for attack in attacks(play)] == [0, drawn.unit("Zombies").id]
    shaken = ends(after(31, dice={"quarter": 2, "how many": (3, 4)}).set("Zombies", shaken=True))
    assert not shaken.unit("Zombies").shaken
    assert not shaken.told(events.UnitMoved)


@pytest.mark.rule("aofr.event.31_walking_dead_act")
def test_zombies_that_have_won_stay_and_ask_nobody() -> None:
    drawn = after(31, table(Unit=regiment(1)), {"quarter": 2, "how many": (3, 4)})
    drawn.set("Unit", pose=Pose(54, 20, 180))
    play = ends(drawn, {"to hit": 6, "to block": 1})
    assert (play.game.over, play.unit("Unit").fate) == (True, "destroyed")


@pytest.mark.rule("aofr.event.33_pied_piper")
def test_rats_appear_in_a_quarter() -> None:
    drawn = after(33, dice={"quarter": 4, "how many": THREE})
    rats = drawn.unit("Rat Swarms")
    assert (rats.models, rats.pose and (rats.pose.x, rats.pose.y)) == (4, (18.0, 36.0))
    assert str(drawn.battle.regiment(rats).groups[0].weapons[0]) == "Claws (A3)"
    assert drawn.battle.regiment(rats).tough == 3


@pytest.mark.rule("aofr.event.33_pied_piper_act")
@pytest.mark.parametrize(("gap", "charges"), [(11.0, True), (16.0, False)])
def test_rats_charge_or_rush(gap: float, charges: bool) -> None:
    drawn = after(33, dice={"quarter": 4, "how many": ONE})
    drawn.set("Foe", pose=Pose(70, 46, 180))
    rats = drawn.unit("Rat Swarms")
    assert rats.pose is not None
    drawn.set("Rat Swarms", pose=Pose(36, 10, 0)).set("Unit", pose=Pose(36, 10 + 0.787402 + 0.5 + gap, 180))
    play = ends(drawn, {"to hit": 1, "Morale": 6})
    assert len(play.told(events.UnitCharged)) == charges
    assert [event.inches for event in play.told(events.UnitMoved)] == ([] if charges else [pytest.approx(12.0)])


@pytest.mark.rule("aofr.event.34_havoc_nuisance")
def test_a_daemon_spawn_appears_near_a_corner() -> None:
    drawn = after(34, dice={"corner": 1})
    spawn = drawn.footprint("Daemon Spawn")
    assert max((x * x + y * y) ** 0.5 for x, y in spawn.corners) <= 12
    regiment_of = drawn.battle.regiment(drawn.unit("Daemon Spawn"))
    assert (regiment_of.quality, regiment_of.defense, regiment_of.tough, regiment_of.size) == (4, 4, 6, 1)
    assert str(regiment_of.groups[0].weapons[0]) == "Claws (A6)"


@pytest.mark.rule("aofr.event.34_havoc_nuisance_act")
@pytest.mark.parametrize(("die", "seat"), [(OURS, 0), (THEIRS, 1)])
def test_a_random_player_may_activate_the_spawn(die: int, seat: int) -> None:
    drawn = after(34, dice={"corner": 1})
    play = ends(drawn, {"who may": die})
    assert (play.topic, play.question.seat, play.keys) == ("neutral unit", seat, ["activate", "pass"])
    assert play.choose("pass").game.over
    acting = ends(after(34, dice={"corner": 1}), {"who may": die}).choose("activate")
    assert (acting.topic, acting.question.seat) == ("action", seat)
    acting.choose("hold").stay()
    assert (acting.game.over, acting.unit("Daemon Spawn").seat) == (True, -1)


@pytest.mark.rule("aofr.event.36_rebel_uprising")
def test_rebels_appear_near_a_corner() -> None:
    drawn = after(36, dice={"corner": 3, "how many": 3})
    rebels = drawn.battle.regiment(drawn.unit("Rebels"))
    assert (rebels.size, rebels.quality, rebels.defense) == (7, 5, 5)
    assert [str(weapon) for weapon in rebels.groups[0].weapons] == ['Bows (24", A1)', "Hand Weapons (A1)"]
    far = max(((72 - x) ** 2 + (48 - y) ** 2) ** 0.5 for x, y in drawn.footprint("Rebels").corners)
    assert far <= 12


@pytest.mark.rule("aofr.event.36_rebel_uprising_act")
def test_rebels_shoot_for_a_random_player_but_not_at_its_units() -> None:
    drawn = after(36, dice={"corner": 1, "how many": 3})
    rebels = drawn.unit("Rebels")
    assert rebels.pose is not None
    drawn.set("Rebels", pose=Pose(20, 20, 0)).set("Foe", pose=Pose(20, 36, 180)).set("Unit", pose=Pose(30, 36, 180))
    play = ends(drawn, {"who may": OURS, "to hit": 1}).choose("activate").choose("hold").stay()
    assert play.topic == "shoot"
    assert {option.target for option in play.options if option.target is not None} == {drawn.unit("Foe").id}
    play.choose(target="Foe")
    assert attacks(play)[0].attacks == 7


@pytest.mark.rule("aofr.event.32_crazy_sniper")
@pytest.mark.parametrize(("wall", "hits"), [("", [2]), ("blocking 46,24 1x30", [])])
def test_a_sniper_shoots_at_its_victim_when_it_sees_it(wall: str, hits: list[int]) -> None:
    drawn = next_round(after(32, table(_tall(wall)), {"Sniper": THEIRS}))
    (one,) = now(drawn.battle)
    assert ((one.x, one.y), one.units) == ((36.0, 24.0), (1,))
    play = ends(drawn, {"hits": TWO, "to block": 6})
    assert [attack.hits for attack in attacks(play)] == hits
    assert [attack.target for attack in attacks(play)] == [1] * len(hits)


def _tall(wall: str) -> str:
    more = f" {wall}" if wall else ""
    return f"72x48 signpost_tall20 36,24 6x6{more} | 0 Unit at 18,24 | 1 Foe at 54,24 face 180"


@pytest.mark.rule("aofr.event.32_crazy_sniper")
@pytest.mark.parametrize(("ground", "need"), [("", 4), ("barricade 54,24 8x6", 3)])
def test_cover_helps_against_the_sniper(ground: str, need: int) -> None:
    drawn = after(32, table(_tall(ground)), {"Sniper": THEIRS})
    assert needs(ends(drawn, {"hits": ONE, "to block": 6}), "to block") == [need]


@pytest.mark.rule("aofr.event.32_crazy_sniper")
def test_without_terrain_there_is_no_sniper() -> None:
    assert now(after(32).battle) == []


@pytest.mark.rule("aofr.event.35_arcane_defense")
def test_a_guardian_wounds_the_nearest_unit_that_it_sees() -> None:
    drawn = after(35, dice={"quarter": 2})
    (one,) = now(drawn.battle)
    assert (one.x, one.y) == (54.0, 12.0)
    drawn.set("Unit", pose=Pose(54, 19, 0)).set("Foe", pose=Pose(54, 23, 180))
    play = ends(next_round(drawn), {"wounds": TWO, "Morale": 6})
    assert (play.unit("Unit").models, play.unit("Foe").models) == (3, 5)
    far = drawn.set("Unit", pose=Pose(54, 26, 0)).set("Foe", pose=Pose(54, 40, 180))
    assert ends(far).rolls == []


@pytest.mark.rule("aofr.event.35_arcane_defense")
def test_a_guardian_does_not_see_through_walls_and_stands_in_the_way() -> None:
    line = "72x48 blocking 54,18 20x1 | 0 Unit at 54,22 | 1 Foe at 18,36 face 180"
    drawn = after(35, table(line), {"quarter": 2})
    assert ends(drawn).rolls == []
    assert [piece.kind for piece in drawn.battle.scene.board.features] == ["blocking", "impassable"]


# 41 to 46


@pytest.mark.rule("aofr.event.41_grave_miscalculation")
def test_the_first_shots_that_go_astray_hit_the_shooter() -> None:
    drawn = after(41, table(Unit=bows(4)))
    drawn.touch("Unit", "Foe", gap=8.0)
    dice: dict[str, Fall] = {"Bow: to hit": (1, 1, 4, 6), "Bow: to block": 6, "Miscalculation: to block": 6}
    play = volley(drawn, "Unit", "Foe", dice)
    assert [(one.target, one.hits) for one in attacks(play, "Grave Miscalculation")] == [(0, 2)]
    assert needs(play, "Miscalculation: to block") == [6]
    drawn.battle = play.battle
    again = volley(drawn, "Unit", "Foe", {"Bow: to hit": 1})
    assert attacks(again, "Grave Miscalculation") == []


@pytest.mark.rule("aofr.event.41_grave_miscalculation")
def test_shots_without_a_1_go_where_they_should() -> None:
    drawn = after(41, table(Unit=bows(4)))
    drawn.touch("Unit", "Foe", gap=8.0)
    play = volley(drawn, "Unit", "Foe", {"to hit": 2})
    assert (attacks(play, "Grave Miscalculation"), now(play.battle)[0].spent) == ([], False)


@pytest.mark.rule("aofr.event.42_berserker")
def test_the_first_sixes_in_melee_wound_besides() -> None:
    drawn = after(42, table(Unit=regiment(3), Foe=regiment(10)))
    play = clash(drawn, "Unit", "Foe", {"to hit": [(6, 6, 5), 6], "to block": 6, "Morale": 6}).choose("strike")
    assert play.unit("Foe").models == 8
    assert play.unit("Unit").models == 3
    (result,) = play.told(events.MeleeResolved)
    assert [(part.amount, part.why) for part in result.parts[0]][:1] == [(2, "wounds caused")]


@pytest.mark.rule("aofr.event.42_berserker")
def test_later_sixes_in_melee_do_no_more_than_usual() -> None:
    drawn = after(42, table(Unit=regiment(3), Foe=regiment(10)))
    dice: dict[str, Fall] = {"to hit": 6, "to block": 6, "Morale": 6}
    drawn.battle = clash(drawn, "Unit", "Foe", dice).choose("no").battle
    assert drawn.unit("Foe").models == 7
    again = clash(drawn.set("Unit", fatigued=False), "Unit", "Foe", dice).choose("strike")
    assert (again.unit("Foe").models, again.unit("Unit").models) == (7, 3)


@pytest.mark.rule("aofr.event.43_rigged_to_blow")
def test_a_rigged_piece_blows_up_under_the_first_unit() -> None:
    line = "72x48 signpost 18,18 12x4 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    drawn = table(line)
    play = event(43, drawn, {"Rigged": THEIRS})
    assert (play.topic, play.question.seat) == ("rig", 1)
    play.choose("0")
    drawn.battle = play.battle
    for seat, x in ((0, 0.0), (1, 18.0), (None, 0.0)):
        view = RULESET.view(play.battle, seat)
        assert isinstance(view, Battle)
        assert told(view).events[0].x == x
    dice: dict[str, Fall] = {"hits": TWO, "to block": 6}
    first = acts(next_round(drawn), "Unit", dice).act("Unit", "advance").move(Forward(6))
    assert [(one.target, one.hits) for one in attacks(first)] == [(0, 5)]
    assert needs(first, "to block") == [6]
    drawn.battle = first.battle
    assert acts(drawn, "Unit").act("Unit", "advance").move(Back(3)).rolls == []


@pytest.mark.rule("aofr.event.44_panic_attack")
def test_the_first_1_in_a_morale_test_is_a_rout() -> None:
    drawn = after(44, table(Foe=regiment(10, rules=["Fearless"])))
    play = loses(drawn, "Foe", {"Morale": 1, "Fearless": 6})
    assert play.unit("Foe").fate == "routed"
    drawn.battle = play.battle
    later = loses(drawn, "Unit", [1])
    assert (later.unit("Unit").fate, later.unit("Unit").shaken) == ("", True)


@pytest.mark.rule("aofr.event.44_panic_attack")
def test_a_2_is_no_panic_attack() -> None:
    assert loses(after(44), "Foe", [2]).unit("Foe").shaken


@pytest.mark.rule("aofr.event.45_suppressive_fire")
@pytest.mark.parametrize(("face", "shaken"), [(5, True), (6, False)])
def test_the_first_sixes_of_shots_make_the_target_test(face: int, shaken: bool) -> None:
    drawn = after(45, table(Unit=bows(3)))
    drawn.touch("Unit", "Foe", gap=8.0)
    play = volley(drawn, "Unit", "Foe", {"to hit": (6, 6, 3), "to block": 6, "Morale": face})
    assert (needs(play, "Morale"), play.unit("Foe").shaken) == ([6], shaken)
    drawn.battle = play.battle
    assert needs(volley(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6}), "Morale") == []


@pytest.mark.rule("aofr.event.46_bad_to_worse")
@pytest.mark.parametrize(("blocks", "taken"), [((1, 1, 1), 2), (6, 0)])
def test_the_first_1s_in_melee_take_from_the_result(blocks: Fall, taken: int) -> None:
    drawn = after(46, table(Unit=regiment(5), Foe=regiment(10)))
    dice: dict[str, Fall] = {"to hit": [(1, 1, 4, 4, 4), 2], "to block": blocks, "Morale": 6}
    play = clash(drawn, "Unit", "Foe", dice).choose("no")
    (result,) = play.told(events.MeleeResolved)
    assert sum(part.amount for part in result.parts[0] if part.why == "From Bad to Worse") == -taken
    assert result.score == (3 if taken else 0) - taken + 1


@pytest.mark.rule("aofr.event.46_bad_to_worse", "aofr.special.fear")
def test_the_first_1s_in_melee_take_from_the_wounds_that_fear_counts_as() -> None:
    drawn = after(46, table(Unit=regiment(5, rules=["Fear(2)"]), Foe=regiment(5)))
    play = clash(drawn, "Unit", "Foe", {"to hit": [(1, 1, 1, 2, 2), 2], "Morale": 6}).choose("no")
    (result,) = play.told(events.MeleeResolved)
    assert (result.score, result.target_score, result.winner) == (1, 1, None), "no fewer than none"


@pytest.mark.rule("aofr.event.46_bad_to_worse")
def test_a_later_melee_of_the_same_unit_counts_in_full() -> None:
    drawn = after(46, table(Unit=regiment(5), Foe=regiment(10)))
    dice: dict[str, Fall] = {"to hit": [(1, 1, 4, 4, 4), (1, 1, 4, 4, 6)], "to block": 1, "Morale": 6}
    drawn.battle = clash(drawn, "Unit", "Foe", dice).choose("no").battle
    drawn.set("Unit", fatigued=False)
    again = clash(drawn, "Unit", "Foe", {"to hit": (1, 1, 4, 4, 6), "to block": 1, "Morale": 6}).choose("no")
    (result,) = again.told(events.MeleeResolved)
    assert [part.why for part in result.parts[0]] == ["wounds caused", "full rows"]


# 51 to 56


@pytest.mark.rule("aofr.event.51_fighting_vigour")
@pytest.mark.parametrize(("quarter", "need"), [(3, 3), (1, 4)])
def test_vigour_helps_to_shoot_from_a_quarter(quarter: int, need: int) -> None:
    drawn = after(51, table(Unit=bows(quality=4)), {"quarter": quarter})
    assert needs(shot(drawn), "to hit") == [need]
    assert needs(shot(next_round(drawn)), "to hit") == [4]


@pytest.mark.rule("aofr.event.52_magical_gravity")
@pytest.mark.parametrize(("y", "inches"), [(41.4, (7, 14, 14)), (43.6, (6, 12, 12))])
def test_gravity_speeds_up_units_near_the_centre(y: float, inches: tuple[int, ...]) -> None:
    drawn = after(52).set("Unit", pose=Pose(36, y, 0))
    unit = drawn.unit("Unit")
    actions: list[Any] = ["advance", "rush", "charge"]
    assert tuple(moving.allowance(drawn.battle, unit, action) for action in actions) == inches


@pytest.mark.rule("aofr.event.53_godly_blessing")
@pytest.mark.parametrize(("weapon", "need"), [("Sword (A1, AP(1))", 6), ("Claws (A1)", 5)])
def test_a_blessing_gives_ap_in_melee(weapon: str, need: int) -> None:
    drawn = after(53, table(Unit=regiment(5, weapons=[weapon]), Foe=regiment(5, defense=4)))
    play = clash(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("no")
    assert needs(play, "to block") == [need]


@pytest.mark.rule("aofr.event.53_godly_blessing")
def test_a_blessing_does_not_help_to_shoot() -> None:
    assert needs(shot(after(53, table(Unit=bows(), Foe=regiment(5, defense=4)))), "to block") == [4]


@pytest.mark.rule("aofr.event.54_land_of_brave")
def test_the_brave_pass_all_tests_in_their_quarter() -> None:
    drawn = after(54, dice={"quarter": 3})
    assert not loses(drawn, "Foe", []).unit("Foe").shaken
    assert morale.failing(drawn.unit("Foe"), morale.made_test(drawn.battle, drawn.unit("Foe"))) == 0.0
    assert loses(drawn, "Unit", [1]).unit("Unit").shaken


@pytest.mark.rule("aofr.event.55_back_in_fight")
def test_units_near_corners_may_move() -> None:
    line = "0 Unit at 10,10 | 0 Middle at 36,24 | 0 Timid at 8,30 | 1 Foe at 62,38 face 180"
    drawn = table(line, Middle=regiment(5), Timid=regiment(5)).set("Timid", shaken=True)
    play = event(55, drawn)
    assert (play.topic, play.question.seat, play.keys) == ("back in the fight", 0, ["0", "enough"])
    play.choose("0")
    assert play.refuses(Forward(6.1)) == "aofr.event.55_back_in_fight"
    play.move(Forward(6))
    assert play.footprint("Unit").y == pytest.approx(16.0)
    assert (play.question.seat, play.keys) == (1, ["3", "enough"])
    assert play.choose("enough").game.over


@pytest.mark.rule("aofr.event.55_back_in_fight")
def test_who_has_more_units_near_corners_goes_on_alone() -> None:
    line = "0 Unit at 10,10 | 0 More at 10,36 | 1 Foe at 62,38 face 180"
    play = event(55, table(line, More=regiment(5))).choose("0").move(Forward(1)).choose("enough")
    assert (play.question.seat, play.keys) == (0, ["1", "enough"])
    assert play.choose("1").move(Forward(1)).game.over


@pytest.mark.rule("aofr.event.56_shimmering_mist")
@pytest.mark.parametrize(("quarter", "need"), [(3, 4), (1, 5)])
def test_mist_is_cover_for_the_rest_of_the_battle(quarter: int, need: int) -> None:
    drawn = after(56, table(Unit=bows(), Foe=regiment(5, defense=5)), {"quarter": quarter})
    assert needs(shot(next_round(next_round(drawn))), "to block") == [need]


@pytest.mark.rule("aofr.event.56_shimmering_mist")
def test_mist_does_not_help_in_melee_nor_twice() -> None:
    drawn = after(56, table(Foe=regiment(5, defense=5)), {"quarter": 3})
    play = clash(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("no")
    assert needs(play, "to block") == [5]
    line = "72x48 barricade 54,36 12x6 | 0 Unit at 18,12 | 1 Foe at 54,36 face 180"
    covered = after(56, table(line, Unit=bows(), Foe=regiment(5, defense=5)), {"quarter": 3})
    assert needs(shot(covered), "to block") == [4]


# 61 to 66


@pytest.mark.rule("aofr.event.61_flash_bombs")
def test_flash_bombs_hinder_the_enemies_of_an_army_in_melee() -> None:
    drawn = after(61, table(Unit=regiment(5, quality=3)), {"Flash": THEIRS})
    play = clash(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("strike")
    assert needs(play, "to hit") == [4, 4]
    shooters = after(61, table(Unit=bows()), {"Flash": THEIRS})
    assert needs(shot(shooters), "to hit") == [4]


@pytest.mark.rule("aofr.event.62_suppressing_fire")
def test_suppressing_fire_doubles_the_shots_of_a_unit_this_round() -> None:
    drawn = after(62, table(Unit=bows(5)), {"Suppressing": OURS})
    assert attacks(shot(drawn))[0].attacks == 10
    assert attacks(shot(next_round(drawn)))[0].attacks == 5
    fighters = after(62, dice={"Suppressing": OURS})
    assert attacks(clash(fighters, "Unit", "Foe", {"to hit": 1}).choose("no"))[0].attacks == 5


@pytest.mark.rule("aofr.event.63_war_shout")
def test_a_war_shout_lets_a_shaken_unit_recover() -> None:
    drawn = table().set("Foe", shaken=True)
    play = event(63, drawn, {"War Shout": OURS})
    assert not play.unit("Foe").shaken
    assert event(63).rolls[-1].why == "Which random event"


@pytest.mark.rule("aofr.event.64_covered_in_blood")
@pytest.mark.parametrize(("gap", "shaken"), [(5.0, True), (7.0, False)])
def test_a_bloody_unit_frightens_enemies_nearby(gap: float, shaken: bool) -> None:
    drawn = next_round(after(64, dice={"Covered": OURS})).touch("Unit", "Foe", gap=gap)
    assert loses(drawn, "Foe", [4]).unit("Foe").shaken == shaken
    assert not loses(drawn, "Unit", [4]).unit("Unit").shaken


@pytest.mark.rule("aofr.event.65_magical_boots")
@pytest.mark.parametrize(("action", "dice", "inches"), [("advance", TWO, 8), ("rush", (ONE, THREE), 16)])
def test_magical_boots_carry_a_unit_further(action: str, dice: Fall, inches: int) -> None:
    drawn = next_round(after(65, dice={"Magical Boots": OURS}))
    play = acts(drawn, "Unit", {"Magical Boots": dice}).act("Unit", action)
    assert play.refuses(Forward(inches + 0.1))
    play.move(Forward(inches))
    assert play.footprint("Unit").y == pytest.approx(12 + inches)


@pytest.mark.rule("aofr.event.65_magical_boots")
def test_magical_boots_make_charges_reach_further() -> None:
    drawn = next_round(after(65, dice={"Magical Boots": OURS})).touch("Unit", "Foe", gap=14.0)
    dice: dict[str, Fall] = {"Magical Boots": (ONE, ONE), "to hit": 1, "Morale": 6}
    play = acts(drawn, "Unit", dice).charge("Unit", "Foe")
    assert [event.inches for event in play.told(events.UnitCharged)] == [pytest.approx(14.0)]
    assert play.rolls[0].dice == "2D3"


@pytest.mark.rule("aofr.event.66_deep_rage")
def test_rage_helps_in_melee_whether_one_charges_or_not() -> None:
    for who, wanted in ((OURS, [3, 4]), (THEIRS, [4, 3])):
        drawn = after(66, dice={"Deep Rage": who})
        play = clash(drawn, "Unit", "Foe", {"to hit": 6, "to block": 6, "Morale": 6}).choose("strike")
        assert needs(play, "to hit") == wanted
    later = next_round(after(66, dice={"Deep Rage": OURS}))
    assert needs(clash(later, "Unit", "Foe", {"to hit": 6, "to block": 6}).choose("no"), "to hit") == [4]
