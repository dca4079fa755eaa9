"""The Shooting Phase: who shoots at whom, with which models, needing what."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import Literal

import pytest

from tests.essence_of_war.harness import Play, Table, draw, refusal
from warhost.play.questions import Choose, Chosen, Option, Part
from warhost.play.script import Refused
from warhost.rulesets.essence_of_war.chapters.shooting.shooting import Shooters, shooters, weapon_of
from warhost.rulesets.essence_of_war.core.battle import Effect, Settings
from warhost.rulesets.essence_of_war.shown.events import DisciplineTested, UnitShot
from warhost.rulesets.families.ninth_age.core.formation import models
from warhost.table import Forward, Pivot, Pose, Step

HALF_BASE = 10 / 25.4
"""Half of a 20 mm base in inches."""

ARCHERS = "Lowborn Archers at 18,10 | Ghouls at 18,20 face 180"
"""Lowborn Archers: 5x2 with Longbows (4+), Range 30, Strength 3; Ghouls: 15 with Resilience 4 and no armour."""


def at(away: float, shooter: str = "Lowborn Archers", target: str = "Ghouls", deep: int = 3) -> str:
    """A front rank of 20 mm bases that many inches from the front of the target, both face to face."""
    return f"{shooter} at 18,10 | {target} at 18,{10 + 2 * HALF_BASE + away + deep * HALF_BASE} face 180"


def lots(table: Table, shooter: str = "Lowborn Archers", target: str = "Ghouls") -> list[Shooters]:
    """The groups of models that shoot alike."""
    unit = table.unit(shooter)
    armed = weapon_of(table.battle, unit)
    assert armed is not None
    return shooters(table.battle, unit, armed, table.unit(target))


def aims(table: Table, shooter: str = "Lowborn Archers", target: str = "Ghouls") -> dict[int, int]:
    """How many models need which number."""
    found: dict[int, int] = {}
    for group in lots(table, shooter, target):
        found[group.aim] = found.get(group.aim, 0) + group.count
    return found


def shooting(table: Table, *dice: tuple[int, ...]) -> Play:
    return table.play(dice=dice, phase="shooting")


def why(play: Play, key: str) -> str:
    """The rule by which the open question denies an answer."""
    assert isinstance(play.question, Choose)
    return next(denied.rule for denied in play.question.denied if denied.what == key)


@pytest.mark.rule("eow.shoot.sequence")
def test_each_unit_shoots_once_and_its_shooting_is_resolved_before_the_next() -> None:
    table = draw(f"{ARCHERS} | 0 Citizen Archers at 24,10 | 0 Handgunners at 12,10")
    play = shooting(table, (4,) * 5 + (1,) * 5, (5, 4, 4, 1, 1)).choose(unit="Lowborn Archers", target="Ghouls")
    assert play.unit("Ghouls").models == 14
    assert play.topic == "shoot"
    assert not play.offers(unit="Lowborn Archers")
    assert play.offers(unit="Citizen Archers", target="Ghouls")
    assert why(play, "0") == "eow.shoot.sequence"
    with pytest.raises(Refused, match="already shot") as caught:
        play.answer(Chosen("0>1"))
    assert caught.value.rule == "eow.shoot.sequence"


@pytest.mark.rule("eow.shoot.optional_weapon")
def test_only_units_with_a_weapon_shoot() -> None:
    play = shooting(draw("Iron Orcs at 24,10 | Lowborn Archers at 18,10 | Ghouls at 18,20 face 180"))
    assert not play.offers(unit="Iron Orcs")
    assert play.offers(unit="Lowborn Archers")
    # Without any shooter nobody is asked.
    assert shooting(draw("Iron Orcs at 18,10 | Ghouls at 18,20 face 180")).topic != "shoot"


@pytest.mark.rule("eow.shoot.optional_weapon")
def test_the_phase_may_be_passed() -> None:
    play = shooting(draw(ARCHERS)).choose("pass")
    assert play.battle.phase != "shooting"
    assert play.told(UnitShot) == []


@pytest.mark.rule("eow.shoot.who_cannot")
@pytest.mark.parametrize("state", ["fleeing", "marched", "rallied", "declared"])
def test_who_flees_marched_rallied_or_declared_a_charge_cannot_shoot(state: str) -> None:
    table = draw(f"{ARCHERS} | 0 Citizen Archers at 24,10").set("Lowborn Archers", **{state: True})
    play = shooting(table)
    assert not play.offers(unit="Lowborn Archers")
    assert why(play, "0") == "eow.shoot.who_cannot"


@pytest.mark.rule("eow.shoot.who_cannot")
def test_a_failed_charge_still_forbids_shooting() -> None:
    table = draw(f"{ARCHERS} | 0 Citizen Archers at 24,10")
    table.set("Lowborn Archers", declared=True, failed_charge=True, moved=True)
    assert not shooting(table).offers(unit="Lowborn Archers")


@pytest.mark.rule("eow.shoot.who_cannot", "eow.shoot.target_not_engaged")
def test_engaged_units_neither_shoot_nor_are_shot_at() -> None:
    table = draw(f"{ARCHERS} | 0 Citizen Archers at 28,10 | 1 Iron Orcs at 26,24 face 200").fight(
        "Ghouls", "Lowborn Archers"
    )
    play = shooting(table)
    assert not play.offers(unit="Lowborn Archers")
    assert play.offers(unit="Citizen Archers", target="Iron Orcs")
    assert not play.offers(unit="Citizen Archers", target="Ghouls")


@pytest.mark.rule("eow.shoot.target_not_engaged")
def test_an_engaged_target_is_denied_by_its_rule() -> None:
    table = draw(
        "0 Citizen Archers at 18,8 | 0 Dryads at 18,24 | Ghouls at 18,30 face 180 | Iron Orcs at 26,24 face 200"
    ).fight("Dryads", "Ghouls")
    play = shooting(table)
    assert not play.offers(unit="Citizen Archers", target="Ghouls")
    assert why(play, "0>2") == "eow.shoot.target_not_engaged"


@pytest.mark.rule("eow.shoot.target_not_engaged")
def test_fleeing_enemies_may_be_shot_at() -> None:
    assert shooting(draw(ARCHERS).set("Ghouls", fleeing=True)).offers(unit="Lowborn Archers", target="Ghouls")


@pytest.mark.rule("eow.shoot.target_los")
def test_a_target_that_no_model_sees_cannot_be_chosen() -> None:
    play = shooting(draw(f"36x48 impassable 18,14 8x2 | {ARCHERS} | Iron Orcs at 31,22 face 180"))
    assert play.offers(unit="Lowborn Archers", target="Iron Orcs")
    assert not play.offers(unit="Lowborn Archers", target="Ghouls")
    assert why(play, "0>1") == "eow.shoot.target_los"


@pytest.mark.rule("eow.shoot.one_target")
def test_all_models_shoot_at_one_target() -> None:
    play = shooting(draw(f"{ARCHERS} | Zombies at 26,22 face 180"), (4,) * 10, (4,) * 10, (3, 3))
    assert {option.key for option in play.options} == {"pass", "0>1", "0>2"}
    play.choose(unit="Lowborn Archers", target="Ghouls")
    assert [roll.dice for roll in play.rolls][:2] == ["10D6", "10D6"]
    assert play.unit("Zombies").models == 20
    assert play.topic != "shoot"


@pytest.mark.rule("eow.shoot.two_ranks")
def test_two_ranks_shoot() -> None:
    table = draw("Wildhorn Herd at 18,10 | Ghouls at 18,15 face 180")
    assert table.unit("Wildhorn Herd").models == 15
    assert sum(group.count for group in lots(table, "Wildhorn Herd")) == 10


@pytest.mark.rule("eow.shoot.per_model_check")
def test_models_without_sight_or_range_do_not_shoot() -> None:
    blocked = draw(f"36x48 impassable 15.7,11.5 3x0.5 | {at(10)}")
    unit = blocked.unit("Lowborn Archers")
    count = sum(aims(blocked).values())
    assert 0 < count < len(models(blocked.battle, unit))
    # 30" is the Range of the front rank; the second rank is a base farther away.
    assert aims(draw(at(29.5))) == {5: 5}


@pytest.mark.rule("eow.shoot.range_measure")
def test_range_is_measured_to_the_nearest_point_even_if_that_is_hidden() -> None:
    # Imps shoot 24": a lone model is hidden from its nearest corner by a rock, but sees another part of the target.
    deep = 3 * HALF_BASE
    y = 10 + 25 / 25.4 / 2 + 23.8 + deep
    open_ground = draw(f"Imps at 18,10 models=1 | Ghouls at 20,{y} face 180")
    hidden = draw(f"36x48 impassable 17.2,{y - deep - 1.3} 3x1 | Imps at 18,10 models=1 | Ghouls at 20,{y} face 180")
    assert aims(open_ground, "Imps") == {5: 1}
    assert sum(aims(hidden, "Imps").values()) == 1
    beyond = draw(f"Imps at 18,10 models=1 | Ghouls at 20,{y + 0.3} face 180")
    assert aims(beyond, "Imps") == {}


@pytest.mark.rule("eow.shoot.range_measure")
@pytest.mark.parametrize(("away", "front", "second"), [(29.1, 5, 5), (29.9, 5, 0), (30.1, 0, 0)])
def test_range_is_measured_from_each_model_of_both_ranks(away: float, front: int, second: int) -> None:
    # The Longbows reach 30"; the second rank stands a base of 20 mm behind the first.
    table = draw(at(away))
    assert sum(aims(table).values()) == front + second
    play = shooting(draw(f"{at(away)} | Zombies at 24,30 face 180"))
    assert play.offers(unit="Lowborn Archers", target="Ghouls") == bool(front)


@pytest.mark.rule("eow.shoot.shots")
def test_each_model_makes_as_many_shots_as_its_weapon() -> None:
    # Seven Auxiliaries with Repeater Crossbows: Shots 2.
    table = draw(at(5, "Silexian Auxiliaries").replace("18,10 |", "18,10 models=7 |"))
    play = shooting(table, (1,) * 14).choose(unit="Silexian Auxiliaries", target="Ghouls")
    assert play.rolls[0].dice == "14D6"
    assert play.told(UnitShot)[0].shots == 14


@pytest.mark.rule("eow.shoot.shots")
def test_random_shots_are_rolled_for_each_model_or_as_agreed_once() -> None:
    line = "Bombardiers at 18,10 | Ghouls at 18,20 face 180"
    play = shooting(draw(line), (1, 4, 6), (1,) * 9).choose(unit="Bombardiers", target="Ghouls")
    # D3s of 1, 2 and 3, and one more shot for each of the three.
    assert [roll.dice for roll in play.rolls] == ["3D3+3", "9D6"]
    once = shooting(draw(line, Settings(shots_rolled="per unit")), (6,), (1,) * 12)
    once.choose(unit="Bombardiers", target="Ghouls")
    assert [roll.dice for roll in once.rolls] == ["D3+1", "12D6"]


@pytest.mark.rule("eow.shoot.aim")
def test_the_aim_belongs_to_the_unit() -> None:
    play = shooting(draw(at(10)), (3, 4, 4, 3, 1, 2, 6, 3, 3, 3), (5, 5, 5)).choose(target="Ghouls")
    assert play.rolls[0].need == 4
    assert play.unit("Ghouls").models == 12
    # Two units with Poisoned Javelins.
    assert aims(draw(at(5, "Skink Hunters")), "Skink Hunters") == {4: 12}
    assert aims(draw(at(5, "Skink Veteran on Pteradon")), "Skink Veteran on Pteradon") == {2: 1}


@pytest.mark.rule("eow.shoot.modifiers_add")
def test_penalties_add_up_and_say_what_they_are() -> None:
    table = draw(f"36x48 hindering 18,26 8x4 | {at(20, 'Silexian Auxiliaries')}").set(
        "Silexian Auxiliaries", moved=True
    )
    assert lots(table, "Silexian Auxiliaries") == []
    table = draw(f"36x48 hindering 18,18 8x4 | {at(14, 'Silexian Auxiliaries')}").set(
        "Silexian Auxiliaries", moved=True
    )
    (group,) = lots(table, "Silexian Auxiliaries")
    assert group.aim == 6
    assert group.parts == (
        Part(1, "Moving and Shooting", "eow.shoot.moved"),
        Part(1, "Long Range", "eow.shoot.long_range"),
        Part(1, "Cover", "eow.shoot.cover.half"),
    )


@pytest.mark.rule("eow.shoot.seven_plus")
def test_shots_that_need_7_hit_nobody_and_are_not_offered() -> None:
    # Bows of 4+ that moved, at long range, into cover: 7+.
    line = f"36x48 hindering 18,24 8x4 | {at(20)} | Iron Orcs at 22,22 face 180"
    table = draw(line).set("Lowborn Archers", moved=True)
    assert aims(table) == {7: 10}
    play = shooting(table)
    assert not play.offers(target="Ghouls")
    assert why(play, "0>1") == "eow.shoot.seven_plus"
    assert aims(draw(line)) == {6: 10}


@pytest.mark.rule("eow.shoot.natural_one")
def test_a_1_misses_even_at_an_aim_of_1() -> None:
    table = draw(at(5, "Skink Veteran on Pteradon"))
    table.set("Skink Veteran on Pteradon", effects=(Effect("Altered Sight", 0, 0),))
    assert aims(table, "Skink Veteran on Pteradon") == {1: 1}
    play = shooting(table, (1,)).choose(target="Ghouls")
    assert play.unit("Ghouls").models == 15


@pytest.mark.rule("eow.shoot.long_range")
def test_more_than_half_the_range_is_long_range_for_each_model() -> None:
    # Handguns: Range 24, so 12.0" is still near; the second rank stands a base farther back.
    assert aims(draw(at(12.0, "Handgunners")), "Handgunners") == {4: 5, 5: 5}
    assert aims(draw(at(12.1, "Handgunners")), "Handgunners") == {5: 10}
    assert aims(draw(at(11.2, "Handgunners")), "Handgunners") == {4: 10}


@pytest.mark.rule("eow.shoot.moved")
def test_a_unit_that_moved_has_a_penalty() -> None:
    assert aims(draw(at(10))) == {4: 10}
    assert aims(draw(at(10)).set("Lowborn Archers", moved=True)) == {5: 10}


@pytest.mark.rule("eow.shoot.moved", "eow.magic.magical_move")
@pytest.mark.parametrize(("steps", "aim"), [((), 4), ((Forward(1.0),), 5)])
def test_a_magical_move_counts_as_moving_only_if_the_unit_left_its_place(steps: tuple[Step, ...], aim: int) -> None:
    table = draw(f"{at(10)} | 0 Swarm Priest at 24,10")
    play = table.play(dice=[1, (6, 6)], phase="magic").cast("Swarm Priest", "Raven's Wing", "Lowborn Archers", dice=2)
    play.until("magical move").move("advance" if steps else "", *steps).until("shoot")
    assert {odds.value for odds in option_for(play, "Ghouls").odds if odds.kind == "needed"} == {aim}


@pytest.mark.rule("eow.shoot.moved")
def test_a_pivot_counts_as_moving() -> None:
    flux = (1,)
    play = draw(at(10)).play(dice=[flux], phase="movement")
    play.choose(unit="Lowborn Archers").move("pivot", Pivot(1.0))
    play.until("shoot")
    assert option_for(play, "Ghouls").odds[2].value == 5


@pytest.mark.rule("eow.shoot.cover.per_model", "eow.shoot.cover.half")
def test_aim_differs_inside_one_volley_and_each_need_is_one_roll() -> None:
    line = "36x48 impassable 17,13 1.5x1 | Lowborn Archers at 18,10 | Ghouls at 18,18 face 180"
    found = aims(draw(line))
    assert set(found) == {4, 5}
    play = shooting(draw(line), (1,) * found[next(iter(found))], (1,) * found[list(found)[1]]).choose(target="Ghouls")
    assert sorted(roll.need or 0 for roll in play.rolls) == [4, 5]


@pytest.mark.rule("eow.shoot.cover.target_facing")
def test_the_facing_towards_the_shooter_is_judged() -> None:
    # The wood covers the left edge of the Ghouls and almost nothing of their front.
    wood = "36x48 hindering 15.9,20 1x4"
    assert aims(draw(f"{wood} | Lowborn Archers at 18,32 face 180 | 1 Ghouls at 18,20")) == {4: 10}
    assert aims(draw(f"{wood} | Lowborn Archers at 6,20 face 90 | 1 Ghouls at 18,20")) == {5: 10}


@pytest.mark.rule("eow.shoot.cover.own_ignored")
def test_shooting_out_of_a_wood_has_no_penalty() -> None:
    assert aims(draw(f"36x48 hindering 18,10.4 8x4 | {at(10)}")) == {4: 10}
    assert aims(draw(f"36x48 hindering 18,14 8x4 | {at(10)}")) == {5: 10}


@pytest.mark.rule("eow.shoot.panic")
def test_a_quarter_of_the_health_points_lost_to_a_volley_is_tested_after_it() -> None:
    # 20 Goblins lose 5 to one volley of 10.
    line = at(10, "Citizen Archers", "Goblin Rabble", 4)
    five = shooting(draw(line), (6,) * 10, (6,) * 5 + (1,) * 5, (1,) * 5, (3, 3)).choose(target="Goblin Rabble")
    assert five.unit("Goblin Rabble").models == 15
    assert [(test.kind, test.passed) for test in five.told(DisciplineTested)] == [("panic", True)]
    four = shooting(draw(line), (6,) * 10, (6,) * 4 + (1,) * 6, (1,) * 4).choose(target="Goblin Rabble")
    assert four.told(DisciplineTested) == []


@pytest.mark.rule("eow.shoot.panic")
def test_a_failed_panic_test_flees_from_the_shooters() -> None:
    others = "0 Handgunners at 30,8 | Ghouls at 30,20 face 180"
    line = f"{at(10, 'Citizen Archers', 'Goblin Rabble', 4)} | {others}"
    play = shooting(draw(line), (6,) * 10, (6,) * 10, (1,) * 10, (6, 6), (1, 1))
    play.choose(unit="Citizen Archers", target="Goblin Rabble")
    goblins = play.unit("Goblin Rabble")
    assert goblins.fleeing
    assert isinstance(goblins.pose, Pose)
    assert goblins.pose.facing == pytest.approx(0.0)


@pytest.mark.rule("eow.shoot.panic")
def test_a_unit_wiped_out_by_a_volley_frightens_its_friends() -> None:
    line = "Lowborn Archers at 18,10 | Goblin Rabble at 18,20 face 180 models=2 | Scraplings at 21,25 face 180"
    play = shooting(draw(line), (6,) * 10, (6,) * 10, (1,) * 10, (3, 3)).choose(target="Goblin Rabble")
    assert not play.unit("Goblin Rabble").on_table
    assert [(test.unit, test.kind) for test in play.told(DisciplineTested)] == [(2, "panic")]


def option_for(play: Play, target: str) -> Option:
    return next(option for option in play.options if option.target == play.unit(target).id)


def test_options_tell_exact_expectations_and_what_is_needed() -> None:
    option = option_for(shooting(draw(at(10)).set("Lowborn Archers", moved=True)), "Ghouls")
    told = {odds.label: odds.value for odds in option.odds}
    # Ten shots at 5+; Strength 3 against Resilience 4 wounds on 5+; no saves.
    assert told["expected hits"] == pytest.approx(10 / 3)
    assert told["expected HP lost"] == pytest.approx(10 / 9)
    assert told["to hit, 10 models"] == 5
    assert [part.why.partition(":")[0] for part in option.odds[1].parts] == ["5+ to wound", "no Armour Save"]
    aim, moved = option.odds[2].parts
    assert (aim.amount, moved) == (4, Part(1, "Moving and Shooting", "eow.shoot.moved"))


@pytest.mark.rule("eow.damage.overkill")
def test_nobody_expects_to_lose_more_than_is_there() -> None:
    option = option_for(shooting(draw(at(10) + " models=1").change("Ghouls", res=3)), "Ghouls")
    # Ten shots hit on 4+ and wound on 4+: the one Ghoul stands if all ten fail.
    told = {odds.label: odds.value for odds in option.odds}
    assert told["expected hits"] == pytest.approx(5)
    assert told["expected HP lost"] == pytest.approx(1 - 0.75**10)


@pytest.mark.parametrize("rolled", ["per model", "per unit"])
def test_expectations_of_random_shots_agree_with_every_fall_of_the_dice(
    rolled: Literal["per model", "per unit"],
) -> None:
    table = draw("Bombardiers at 18,10 | Ghouls at 18,20 face 180 models=5", Settings(shots_rolled=rolled))
    told = {odds.label: odds.value for odds in option_for(shooting(table), "Ghouls").odds}
    # D3+1 shots for each of three models hit on 4+ and wound on 4+; five Ghouls are all there is to lose.
    unsaved, lost, falls = 1 / 4, 0.0, list(product((2, 3, 4), repeat=3 if rolled == "per model" else 1))
    for shots in falls:
        count = sum(shots) if rolled == "per model" else 3 * shots[0]
        chance = [comb(count, n) * unsaved**n * (1 - unsaved) ** (count - n) for n in range(count + 1)]
        lost += sum(p * min(n, 5) for n, p in enumerate(chance)) / len(falls)
    assert told["expected hits"] == pytest.approx(4.5)
    assert told["expected HP lost"] == pytest.approx(lost)


@pytest.mark.rule("eow.shoot.range_measure")
def test_a_target_out_of_range_is_denied_by_its_rule() -> None:
    play = shooting(draw(f"{at(10)} | Goblin Rabble at 18,47 face 180"))
    assert refusal(play, Chosen("0>2")).rule == "eow.shoot.range_measure"
