"""Brutal damage: corners of its six modules."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, dice_for, needs
from tests.regiments.harness import Dicing, Fall, Interlude, Table, acts, draw, find, happen, regiment
from warhost.play.script import Script
from warhost.rulesets.regiments.chapters import activation
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Battle, Marker, Regiment, Settings, optional

TEN = regiment(size=10)


def only(*modules: str, others: tuple[str, ...] = ()) -> Settings:
    return Settings(parts=(f"brutal_damage:{'+'.join(modules)}", *others))


def facing(
    settings: Settings, mine: Regiment, theirs: Regiment = TEN, gap: float = 8.0, more: str = "", **others: Regiment
) -> Table:
    table = draw(f"Mine at 36,10 | Theirs at 36,40 face 180{more}", settings, Mine=mine, Theirs=theirs, **others)
    return table.touch("Mine", "Theirs", gap=gap)


def over(play: Interlude) -> Interlude:
    while not play.game.over:
        play.decline()
    return play


def shot(table: Table, dice: Dicing) -> Interlude:
    """Mine holds and shoots at Theirs, and the activation ends."""
    play = acts(table, "Mine", dice).act("Mine", "hold").stay()
    if play.topic == "shoot":
        play.choose(target="Theirs")
    return over(play)


# Unit Attrition


@pytest.mark.rule("aofr.brutal.attrition_tests")
@pytest.mark.parametrize(("block", "dice"), [((1, 1, 1, 1, 6), []), (1, ["5D6"])])
def test_only_a_unit_that_would_have_to_test_takes_tests(block: Fall, dice: list[str]) -> None:
    play = shot(facing(only("unit_attrition"), bows(5)), {"to hit": 6, "to block": block, "Morale": 6})
    tests = [roll for roll in play.rolls if "Morale" in roll.why]
    assert sum(int(roll.dice.partition("D")[0] or 1) for roll in tests) == (5 if dice else 0)


@pytest.mark.rule("aofr.brutal.attrition_tests")
def test_the_fearless_may_make_good_each_failed_test() -> None:
    brave = regiment(10, rules=["Fearless"])
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "Fearless": [6, 1, 6, 1, 6], "Morale": 1}
    table = facing(only("unit_attrition"), bows(5), brave)
    play = acts(table, "Mine", dice).act("Mine", "hold").stay()
    over(play.choose(target="Theirs"))
    assert play.unit("Theirs").models == 10 - 5 - 2


@pytest.mark.rule("aofr.brutal.attrition_melee")
def test_a_unit_that_attrition_kills_after_a_melee_is_destroyed_by_its_opponent() -> None:
    settings = only("unit_attrition", others=("twists_and_gambits:twists",))
    table = facing(settings, regiment(5), regiment(5), 2.0)
    places = ((36, 8), (36, 40), (12, 24), (36, 24), (60, 24))
    table.having(markers=tuple(Marker(x, y) for x, y in places), turn=1)
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 1, 6, 6, 6), "Morale": 1}
    play = over(acts(table, "Mine", dice).charge("Mine", "Theirs").choose("no"))
    assert play.unit("Theirs").fate == "destroyed", "two wounds, two failed tests, four wounds more"
    from warhost.rulesets.regiments.parts.twists_and_gambits.mission import round_score

    assert round_score(play.battle, 0) == 1


@pytest.mark.rule("aofr.brutal.attrition_no_shaken")
def test_attrition_leaves_a_shaken_unit_to_fail_every_test() -> None:
    table = facing(only("unit_attrition"), bows(5)).set("Theirs", shaken=True)
    play = shot(table, {"to hit": 6, "to block": 1})
    assert (play.unit("Theirs").models, dice_for(play, "Morale")) == (0, [])


# Friendly Fire


@pytest.mark.rule("aofr.brutal.friendly_fire_range")
@pytest.mark.parametrize(("gap", "strays"), [(3.0, True), (3.1, False)])
def test_a_friend_at_three_inches_exactly_is_in_danger(gap: float, strays: bool) -> None:
    table = facing(only("friendly_fire"), bows(5), more=" | 0 Mate at 60,20", Mate=TEN)
    table.touch("Mate", "Theirs", "rear", gap=gap)
    play = shot(table, {"to hit": 6, "to block": 6, "strikes a friend": 6})
    assert bool([roll for roll in play.rolls if roll.rule.startswith("aofr.brutal.friendly")]) is strays


@pytest.mark.rule("aofr.brutal.friendly_fire")
def test_a_mate_of_the_target_is_no_friend() -> None:
    table = facing(only("friendly_fire"), bows(5), more=" | 1 Mate at 60,20", Mate=TEN)
    table.touch("Mate", "Theirs", "rear", gap=2.0)
    play = shot(table, {"to hit": 6, "to block": 6})
    assert not [roll for roll in play.rolls if roll.rule.startswith("aofr.brutal.friendly")]


@pytest.mark.rule("aofr.brutal.critical_extra")
def test_a_critical_wound_is_the_targets_even_if_the_hit_goes_astray() -> None:
    table = facing(only("friendly_fire", "critical_hits"), bows(1), more=" | 0 Mate at 60,20", Mate=TEN)
    table.touch("Mate", "Theirs", "rear", gap=2.0)
    dice: dict[str, Fall] = {"to hit": 6, "ritical": 6, "to block": 1, "strikes a friend": 1}
    play = shot(table, dice)
    assert (play.unit("Theirs").models, play.unit("Mate").models) == (9, 9)


@pytest.mark.rule("aofr.brutal.friendly_fire")
def test_a_friend_halved_by_stray_hits_tests_morale() -> None:
    table = facing(only("friendly_fire"), bows(5), more=" | 0 Mate at 60,20", Mate=regiment(6))
    table.touch("Mate", "Theirs", "rear", gap=2.0)
    dice: dict[str, Fall] = {"to hit": 6, "Morale": 1, "to block": 1, "strikes a friend": (1, 2, 3, 4, 5)}
    play = shot(table, dice)
    assert (play.unit("Theirs").models, play.unit("Mate").models) == (8, 3)
    assert play.unit("Mate").shaken


# Horrible Mishaps and Critical Hits


@pytest.mark.rule("aofr.brutal.mishap")
def test_hits_of_a_shooter_that_kills_itself_still_count() -> None:
    lone = regiment(1, weapons=['Bow (24", A2)'])
    play = shot(facing(only("horrible_mishaps"), lone), by_reason({"to hit": (1, 6), "ishap": 1, "to block": 1}))
    assert (play.unit("Mine").fate, play.unit("Theirs").models) == ("destroyed", 9)


@pytest.mark.rule("aofr.brutal.mishap")
def test_ones_in_melee_are_no_mishaps() -> None:
    table = facing(only("horrible_mishaps", "critical_hits"), regiment(5), gap=2.0)
    dice: dict[str, Fall] = {"to hit": (1, 1, 1, 6, 6), "to block": 6, "Morale": 6}
    play = over(acts(table, "Mine", dice).charge("Mine", "Theirs").choose("no"))
    assert not [roll for roll in play.rolls if roll.rule.startswith("aofr.brutal")]


@pytest.mark.rule("aofr.brutal.critical")
def test_critical_wounds_may_halve_a_unit_and_bring_a_test_about() -> None:
    dice: dict[str, Fall] = {"to hit": 6, "ritical": 4, "to block": 6, "Morale": 1}
    play = shot(facing(only("critical_hits"), bows(5)), dice)
    assert (play.unit("Theirs").models, play.unit("Theirs").shaken) == (5, True)


# Heavy Damage


def beast(rating: int) -> Regiment:
    return regiment(1, quality=3, weapons=["Claws (A3)"], rules=[f"Tough({rating})"], base=(2.0, 2.0))


@pytest.mark.rule("aofr.brutal.heavy_table")
def test_the_slowed_move_and_the_worse_quality_come_at_six_wounds() -> None:
    table = facing(only("heavy_damage"), beast(9), gap=9.0).set("Mine", wounds=6)
    inches = [moving.allowance(table.battle, table.unit("Mine"), action) for action in ("advance", "rush", "charge")]
    assert inches == [4, 10, 10]
    play = acts(table, "Mine", {"to hit": 1, "Morale": 6}).charge("Mine", "Theirs")
    over(play)
    assert needs(play, "Claws: to hit") == [4]
    assert needs(play, "Morale") == [4]


@pytest.mark.rule("aofr.brutal.heavy_eligible")
def test_a_unit_of_several_tough_models_or_with_tough_five_is_no_such_unit() -> None:
    table = facing(only("heavy_damage"), beast(5)).set("Mine", wounds=3)
    assert moving.allowance(table.battle, table.unit("Mine"), "advance") == 6


@pytest.mark.rule("aofr.brutal.heavy_explosion")
@pytest.mark.parametrize(("gap", "dice"), [(3.0, ["9D6"]), (3.1, [])])
def test_a_crash_reaches_half_the_tough_value_and_tough_models_roll_as_many_dice(gap: float, dice: list[str]) -> None:
    table = facing(only("heavy_damage"), beast(6), regiment(3, rules=["Tough(3)"]), gap)
    play = over(happen(table, lambda battle: automatic_wounds(battle, battle.units[0], 6), {"angerous": 6}))
    assert play.unit("Mine").fate == "destroyed"
    assert dice_for(play, "angerous") == dice


# Directional Damage


@pytest.mark.rule("aofr.brutal.directional_front")
def test_front_and_cover_help_together() -> None:
    line = "72x48 forest 36,30 6x6 | Mine at 36,10 | Theirs at 36,30 face 180"
    table = draw(line, only("directional_damage"), Mine=bows(5), Theirs=beast(12))
    play = shot(table, {"to hit": 6, "to block": 2})
    assert [attack.wounds for attack in attacks(play)] == [0]


@pytest.mark.rule("aofr.brutal.directional_rear_wounds")
def test_the_rear_costs_d3_once_for_all_wounds_of_a_volley() -> None:
    line = "0 Mine at 36,10 | 1 Theirs at 36,24"
    table = draw(line, only("directional_damage"), Mine=bows(5), Theirs=beast(12))
    play = shot(table, by_reason({"to hit": 6, "to block": (1, 1, 6, 6, 6), "ear": 6}))
    assert play.unit("Theirs").wounds == 5


@pytest.mark.rule("aofr.brutal.heavy_explosion")
def test_a_monster_that_routs_is_destroyed_and_endangers_who_beat_it() -> None:
    table = facing(only("heavy_damage"), regiment(5), beast(6), 2.0).set("Theirs", wounds=3)
    dice: dict[str, Fall] = {"to hit": 6, "to block": (1, 6, 6, 6, 6), "Morale": 1, "angerous": 6}
    play = over(acts(table, "Mine", dice).charge("Mine", "Theirs").choose("no"))
    assert play.unit("Theirs").fate == "routed"
    assert dice_for(play, "angerous") == ["5D6"]


@pytest.mark.rule("aofr.brutal.friendly_fire")
def test_friends_that_stray_shots_wound_retreat_from_the_shooter() -> None:
    settings = only("friendly_fire", others=("unit_psychology:retreating",))
    table = facing(settings, bows(5), more=" | 0 Mate at 60,20", Mate=TEN)
    table.touch("Mate", "Theirs", "rear", gap=2.0)
    before = table.footprint("Mate").y
    dice: dict[str, Fall] = {"to hit": 6, "to block": 1, "strikes a friend": (1, 1, 6, 6, 6), "Retreat": 2}

    def script(battle: Battle) -> Script[None]:
        yield from activation.act(battle, find(battle, "Mine"))
        yield from optional.each(battle, "after_activation", find(battle, "Mine"))

    play = happen(table, script, dice).act("Mine", "hold").stay()
    if play.topic == "shoot":
        play.choose(target="Theirs")
    over(play)
    assert play.unit("Mate").models == 8
    assert play.footprint("Mate").y == pytest.approx(before + 2.0, abs=0.6)
