"""Brutal Damage: six modules, and the odds with them in force."""

from __future__ import annotations

import pytest

from tests.regiments.deeds import by_reason
from tests.regiments.fights import attacks, bows, clash, dice_for, needs, volley
from tests.regiments.harness import Dicing, Interlude, Table, acts, draw, find, happen, regiment
from tests.regiments.parts.playing import played
from warhost.play.questions import Odds, Option
from warhost.rulesets.regiments.chapters import morale
from warhost.rulesets.regiments.chapters.movement import moves as moving
from warhost.rulesets.regiments.chapters.wounds.damage import automatic_wounds
from warhost.rulesets.regiments.core import Regiment, Settings, events
from warhost.rulesets.regiments.parts.brutal_damage import BrutalDamage, is_big, penalty
from warhost.table import Pose

TEN = regiment(size=10)
BEAST = regiment(size=1, quality=3, defense=3, weapons=["Claws (A3)"], rules=["Tough(12)"], base=(2.0, 2.0))


def only(*modules: str) -> Settings:
    return Settings(parts=(f"brutal_damage:{'+'.join(modules)}",))


def facing(settings: Settings, mine: Regiment, theirs: Regiment = TEN, gap: float = 8.0) -> Table:
    table = draw("Mine at 36,10 | Theirs at 36,40 face 180", settings, Mine=mine, Theirs=theirs)
    return table.touch("Mine", "Theirs", gap=gap)


def shot(table: Table, dice: Dicing) -> Interlude:
    """Mine holds and shoots at Theirs, and the activation ends."""
    play = acts(table, "Mine", dice).act("Mine", "hold").stay()
    play.choose(target="Theirs")
    while not play.game.over:
        play.decline()
    return play


def promised(table: Table) -> dict[str, float]:
    """The odds of a volley of Mine at Theirs."""
    play = acts(table, "Mine").act("Mine", "hold").stay()
    (option,) = [option for option in play.weighed if option.target == table.unit("Theirs").id]
    return {odd.label: odd.value for odd in option.odds}


def charge_odds(table: Table) -> dict[str, float]:
    play = acts(table, "Mine")
    option: Option = next(option for option in play.weighed if option.key.startswith("charge"))
    told: tuple[Odds, ...] = option.odds
    return {odd.label: odd.value for odd in told}


@pytest.mark.rule("aofr.brutal.use")
def test_any_selection_of_six_modules_is_in_force() -> None:
    play = shot(facing(only("critical_hits"), bows(3)), by_reason({"to hit": (1, 1, 5), "to block": 6}))
    assert not dice_for(play, "mishap")
    assert play.unit("Mine").models == 3
    assert [choice.name for choice in BrutalDamage.choices] == [
        *("Unit Attrition", "Friendly Fire", "Horrible Mishaps", "Critical Hits", "Heavy Damage", "Directional Damage")
    ]
    play = shot(facing(only("horrible_mishaps"), bows(3)), by_reason({"to hit": 6, "to block": 6}))
    assert not dice_for(play, "critical")


# Unit Attrition


@pytest.mark.rule("aofr.brutal.attrition_tests")
def test_a_unit_takes_a_test_for_every_wound() -> None:
    table = facing(only("unit_attrition"), bows(4), regiment(size=8))
    play = shot(table, {"to hit": 6, "to block": 1, "Morale": 6})
    assert dice_for(play, "Morale") == ["1D6"] * 4
    spared = facing(only("unit_attrition"), bows(4), regiment(size=10))
    assert not dice_for(shot(spared, {"to hit": 6, "to block": 1}), "Morale"), "more than half is left"


@pytest.mark.rule("aofr.brutal.attrition_other")
def test_each_failed_test_costs_a_wound_after_shooting() -> None:
    table = facing(only("unit_attrition"), bows(5), TEN)
    play = shot(table, by_reason({"to hit": 6, "to block": 1, "Morale": [1, 3, 4, 5, 6]}))
    assert play.unit("Theirs").models == 3


@pytest.mark.rule("aofr.brutal.attrition_melee")
def test_each_failed_test_costs_two_wounds_after_a_lost_melee() -> None:
    table = facing(only("unit_attrition"), regiment(size=3, weapons=["Sword (A1)"]), regiment(size=10, weapons=[]))
    table.set("Theirs", files=10)
    play = clash(table, "Mine", "Theirs", by_reason({"to hit": 6, "to block": 1, "Morale": [2, 5, 3]}))
    assert play.unit("Theirs").models == 3, "three by the swords, four more by two failed tests"


@pytest.mark.rule("aofr.brutal.attrition_melee")
def test_a_loser_without_wounds_takes_no_test() -> None:
    table = facing(only("unit_attrition"), regiment(size=1), regiment(size=10, weapons=[]))
    play = clash(table, "Mine", "Theirs", {"to hit": 1})
    assert play.told(events.MeleeResolved)[0].winner == play.unit("Theirs").id
    assert not dice_for(play, "Morale")
    assert not play.unit("Mine").shaken


@pytest.mark.rule("aofr.brutal.attrition_final")
def test_wounds_of_attrition_are_not_ignored_and_bring_no_more_tests() -> None:
    theirs = regiment(size=8, rules=["Regeneration"])
    table = facing(only("unit_attrition"), bows(4), theirs)
    play = shot(table, by_reason({"to hit": 6, "to block": 1, "Regeneration": 1, "Morale": [1, 1, 6, 6]}))
    assert play.unit("Theirs").models == 2
    assert len(dice_for(play, "Regeneration")) == 1
    assert len(dice_for(play, "Morale")) == 4


@pytest.mark.rule("aofr.brutal.attrition_no_shaken")
def test_nobody_is_shaken_or_routs_from_wounds() -> None:
    table = facing(only("unit_attrition"), bows(3), TEN).set("Theirs", left=(5,))
    play = shot(table, {"to hit": 6, "to block": 1, "Morale": 1})
    assert play.unit("Theirs").fate == "destroyed", "only by the wounds"
    table = facing(only("unit_attrition"), regiment(size=1, weapons=["Sword (A1)"]), regiment(size=10, weapons=[]))
    table.set("Theirs", left=(4,), files=10)
    play = clash(table, "Mine", "Theirs", {"to hit": 6, "to block": 1, "Morale": 1})
    theirs = play.unit("Theirs")
    assert (theirs.models, theirs.shaken, theirs.fate) == (1, False, "")


def test_the_odds_of_shooting_know_attrition() -> None:
    """One shot at two models: 1/2 to hit, 1/2 to wound; then half is left and a test fails by 1/2."""
    odds = promised(facing(only("unit_attrition"), bows(1), regiment(size=2)))
    assert odds["expected wounds"] == pytest.approx(1 / 4)
    assert odds["expected wounds when the activation ends"] == pytest.approx(1 / 8)
    assert odds["destroyed"] == pytest.approx(1 / 8)
    assert "becomes Shaken" not in odds


def test_the_odds_of_a_charge_know_attrition() -> None:
    """One blow at three models in one row: who is wounded has lost, and each failure costs two of the two left."""
    theirs = regiment(size=3, weapons=[])
    table = facing(only("unit_attrition"), regiment(size=1, weapons=["Sword (A1)"]), theirs, 5.0).set("Theirs", files=9)
    assert charge_odds(table)["the enemy is destroyed or routs"] == pytest.approx(1 / 8)


# Friendly Fire


def mixed(gap: float, friends: int = 1, mine: Regiment | None = None, theirs: Regiment = TEN) -> Table:
    """Mine shoot at Theirs; friends stand so far to the sides of Theirs."""
    settings = only("friendly_fire")
    line = "Mine at 36,10 | Theirs at 36,20 face 180" + "".join(f" | Friends {n} at 10,40" for n in range(friends))
    tables = {f"Friends {n}": regiment(size=5) for n in range(friends)}
    table = draw(line, settings, Mine=mine or bows(4), Theirs=theirs, **tables)
    shape = table.footprint("Theirs")
    for n in range(friends):
        own = table.footprint(f"Friends {n}")
        side = 1 if n == 0 else -1
        unit = table.unit(f"Friends {n}")
        unit.seat = 0
        unit.pose = Pose(shape.x + side * (shape.width / 2 + gap + own.width / 2), shape.y, 0.0)
    return table


@pytest.mark.rule("aofr.brutal.friendly_fire")
def test_hits_near_friends_go_astray_on_one_to_three() -> None:
    dice = by_reason({"to hit": 6, "strikes a friend": (1, 4, 6, 3), "to block": 1})
    play = volley(mixed(3.0), "Mine", "Theirs", dice)
    assert (play.unit("Theirs").models, play.unit("Friends 0").models) == (8, 3)


@pytest.mark.rule("aofr.brutal.friendly_fire_range")
def test_friends_further_away_are_safe() -> None:
    play = volley(mixed(3.5), "Mine", "Theirs", {"to hit": 6, "to block": 1})
    assert not dice_for(play, "strikes a friend")
    assert play.unit("Friends 0").models == 5


@pytest.mark.rule("aofr.brutal.friendly_fire_range")
def test_the_shooter_itself_is_no_such_friend() -> None:
    table = facing(only("friendly_fire"), bows(4), gap=2.0)
    play = volley(table, "Mine", "Theirs", {"to hit": 6, "to block": 1})
    assert not dice_for(play, "strikes a friend")


@pytest.mark.rule("aofr.brutal.friendly_fire_multiple")
def test_of_several_friends_a_random_one_is_hit() -> None:
    dice = by_reason({"to hit": 6, "strikes a friend": 1, "who is hit": [1, 2, 2, 2], "to block": 1})
    play = volley(mixed(2.0, friends=2), "Mine", "Theirs", dice)
    assert (play.unit("Friends 0").models, play.unit("Friends 1").models) == (4, 2)
    assert dice_for(play, "who is hit") == ["D2"] * 4


@pytest.mark.rule("aofr.brutal.friendly_fire")
def test_stray_hits_keep_what_their_weapon_does() -> None:
    mine = regiment(size=1, weapons=['Bombard (24", A1, AP(2), Blast(3))'])
    dice = by_reason({"to hit": 6, "strikes a friend": 1, "to block": 5})
    play = volley(mixed(2.0, mine=mine), "Mine", "Theirs", dice)
    assert play.unit("Friends 0").models == 2, "Blast makes three hits of one, and AP(2) lets a 5 fail"


def test_the_odds_know_friendly_fire() -> None:
    near, far = promised(mixed(3.0, mine=bows(1))), promised(mixed(3.5, mine=bows(1)))
    assert near["expected wounds"] == pytest.approx(far["expected wounds"] / 2)
    assert near["expected hits on friends, before any are blocked"] == pytest.approx(1 / 4)


# Horrible Mishaps


@pytest.mark.rule("aofr.brutal.mishap")
def test_ones_to_hit_may_wound_the_shooter() -> None:
    dice = by_reason({"to hit": (1, 1, 5), "mishap": (2, 4), "to block": 6})
    play = shot(facing(only("horrible_mishaps"), bows(3)), dice)
    assert play.unit("Mine").models == 2


@pytest.mark.rule("aofr.brutal.mishap_no_morale")
def test_mishaps_bring_no_morale_test_about() -> None:
    table = facing(only("horrible_mishaps"), bows(10)).set("Mine", left=(6,))
    play = shot(table, by_reason({"to hit": (1, 5, 5, 5, 5, 5), "mishap": 1, "to block": 6}))
    assert play.unit("Mine").models == 5
    assert not dice_for(play, "Morale")


def test_the_odds_know_mishaps() -> None:
    odds = promised(facing(only("horrible_mishaps"), bows(1), regiment(size=1)))
    assert odds["expected wounds on itself, before any are ignored"] == pytest.approx(1 / 12)
    assert odds["destroyed"] == pytest.approx(1 / 4)


# Critical Hits


@pytest.mark.rule("aofr.brutal.critical")
def test_sixes_to_hit_may_wound_besides() -> None:
    dice = by_reason({"to hit": (6, 6, 2), "critical": (3, 5), "to block": 6})
    play = shot(facing(only("critical_hits"), bows(3)), dice)
    assert play.unit("Theirs").models == 9


@pytest.mark.rule("aofr.brutal.critical_extra")
@pytest.mark.parametrize(("block", "left"), [(6, 9), (1, 8)])
def test_the_hit_itself_is_blocked_as_usual(block: int, left: int) -> None:
    dice = by_reason({"to hit": 6, "critical": 4, "to block": block})
    play = shot(facing(only("critical_hits"), bows(1)), dice)
    assert attacks(play)[0].hits == 1
    assert play.unit("Theirs").models == left


def test_the_odds_know_critical_hits() -> None:
    """A 6 wounds unless the hit is blocked and the die is low; a 4 or 5 unless it is blocked."""
    odds = promised(facing(only("critical_hits"), bows(1), regiment(size=1)))
    assert odds["destroyed"] == pytest.approx(1 / 6 * 3 / 4 + 2 / 6 * 1 / 2)
    assert odds["expected hits"] == pytest.approx(1 / 2)


# Heavy Damage


def hurt(wounds: int, rules: str = "Tough(30)") -> Table:
    beast = regiment(size=1, quality=3, defense=3, weapons=["Claws (A3)"], rules=[rules])
    return facing(only("heavy_damage"), beast, bows(5)).set("Mine", wounds=wounds)


@pytest.mark.rule("aofr.brutal.heavy_table")
@pytest.mark.parametrize(
    ("wounds", "told"),
    [
        (2, (0, 0, 0)),
        (3, (-2, 0, 0)),
        (5, (-2, 0, 0)),
        (6, (-2, -1, 0)),
        (9, (-2, -1, -1)),
        (13, (-4, -1, -1)),
        (15, (-4, -2, -1)),
        (18, (-4, -2, -2)),
        (22, (-6, -2, -2)),
    ],
)
def test_wounds_slow_and_weaken(wounds: int, told: tuple[int, int, int]) -> None:
    assert penalty(wounds)[1:] == told
    table = hurt(wounds)
    unit = table.unit("Mine")
    paces = [moving.allowance(table.battle, unit, action) for action in ("advance", "rush", "charge")]
    assert paces == [6 + told[0], 12 + told[0], 12 + told[0]]
    assert morale.made_test(table.battle, unit).modifiers.total == told[1]
    play = clash(table, "Mine", "Theirs", {"to hit": 1, "Morale": 6, "to block": 6})
    assert needs(play, "Claws: to hit") == [min(6, 3 - told[1])]
    guarded = volley(hurt(wounds), "Theirs", "Mine", {"to hit": 6, "to block": 6, "Morale": 6})
    assert needs(guarded, "to block") == [3 - told[2]]


@pytest.mark.rule("aofr.brutal.heavy_not_cumulative")
def test_only_one_line_of_the_table_counts() -> None:
    table = hurt(9)
    assert moving.allowance(table.battle, table.unit("Mine"), "advance") == 4.0
    assert morale.made_test(table.battle, table.unit("Mine")).modifiers.total == -1


@pytest.mark.rule("aofr.brutal.heavy_eligible")
def test_only_units_with_tough_six_suffer() -> None:
    small, big = hurt(3, "Tough(5)"), hurt(3, "Tough(6)")
    assert moving.allowance(small.battle, small.unit("Mine"), "advance") == 6.0
    assert moving.allowance(big.battle, big.unit("Mine"), "advance") == 4.0
    three = regiment(size=3, rules=["Tough(6)"])
    several = facing(only("heavy_damage"), three).set("Mine", wounds=3)
    assert moving.allowance(several.battle, several.unit("Mine"), "advance") == 6.0


def dies(gap: float, rules: str = "Tough(12)") -> Interlude:
    beast = regiment(size=1, rules=[rules], base=(2.0, 2.0))
    table = facing(only("heavy_damage"), beast, TEN, gap)
    return happen(table, lambda battle: automatic_wounds(battle, find(battle, "Mine"), 30), {"Dangerous": 2})


@pytest.mark.rule("aofr.brutal.heavy_explosion")
@pytest.mark.parametrize(("gap", "tests"), [(6.0, True), (6.5, False)])
def test_a_monster_that_goes_down_endangers_all_around(gap: float, tests: bool) -> None:
    play = dies(gap)
    assert play.unit("Mine").fate == "destroyed"
    assert dice_for(play, "Dangerous") == (["10D6"] if tests else [])
    assert not dice_for(dies(1.0, "Tough(5)"), "Dangerous"), "too small"


@pytest.mark.rule("aofr.brutal.heavy_explosion")
def test_one_crash_may_bring_another_about() -> None:
    beast = regiment(size=1, rules=["Tough(6)"])
    table = draw(
        "One at 36,10 | Two at 36,12.5 | Three at 36,15", only("heavy_damage"), One=beast, Two=beast, Three=beast
    )
    table.set("Two", wounds=5)
    dice = by_reason({"Two": 1, "Three": 2})
    play = happen(table, lambda battle: automatic_wounds(battle, find(battle, "One"), 6), dice)
    assert [event.unit for event in play.told(events.UnitDestroyed)] == [0, 1]
    assert play.unit("Three").models == 1


# Directional Damage


def round_beast(*bearings: str, theirs: Regiment = BEAST) -> Table:
    """Shooters on the named sides of a beast that looks north."""
    places = {"front": (36.0, 34.0), "rear": (36.0, 14.0), "side": (48.0, 24.0)}
    x, y = places[bearings[0]]
    table = draw(f"Mine at {x},{y} | Theirs at 36,24", only("directional_damage"), Mine=bows(1), Theirs=theirs)
    unit = table.unit("Mine")
    facing = {"front": 180.0, "rear": 0.0, "side": 270.0}[bearings[0]]
    unit.pose = Pose(x, y, facing)
    table.unit("Theirs").seat = 1
    return table


@pytest.mark.rule("aofr.brutal.directional_setup")
def test_monsters_are_big_and_infantry_is_not() -> None:
    table = round_beast("front")
    assert is_big(table.battle, table.unit("Theirs"))
    assert not is_big(table.battle, table.unit("Mine"))
    infantry = round_beast("rear", theirs=TEN)
    play = volley(infantry, "Mine", "Theirs", {"to hit": 6, "to block": 6})
    assert needs(play, "to block") == [4]


@pytest.mark.rule("aofr.brutal.directional_front")
def test_the_front_blocks_better() -> None:
    table = round_beast("front")
    play = volley(table, "Mine", "Theirs", {"to hit": 6, "to block": 6})
    assert needs(play, "to block") == [2], "Defense 3 and +1"


@pytest.mark.rule("aofr.brutal.directional_side")
def test_the_side_blocks_as_usual() -> None:
    play = volley(round_beast("side"), "Mine", "Theirs", {"to hit": 6, "to block": 1})
    assert needs(play, "to block") == [3]
    assert play.unit("Theirs").wounds == 1


@pytest.mark.rule("aofr.brutal.directional_rear")
def test_the_rear_blocks_worse() -> None:
    play = volley(round_beast("rear"), "Mine", "Theirs", {"to hit": 6, "to block": 6})
    assert needs(play, "to block") == [4]


@pytest.mark.rule("aofr.brutal.directional_rear_wounds")
@pytest.mark.parametrize(("block", "wounds"), [(1, 4), (6, 0)])
def test_wounds_in_the_rear_cost_more(block: int, wounds: int) -> None:
    play = volley(round_beast("rear"), "Mine", "Theirs", {"to hit": 6, "to block": block, "rear": 6})
    assert play.unit("Theirs").wounds == wounds


@pytest.mark.rule("aofr.brutal.directional_facing")
@pytest.mark.parametrize(("behind", "need"), [(3, 4), (2, 3)])
def test_most_lines_decide_and_a_tie_helps_the_target(behind: int, need: int) -> None:
    """A row of five shooters diagonally behind the beast: so many of them are in its rear quarter."""
    table = draw("Mine at 36,14 | Theirs at 36,24", only("directional_damage"), Mine=bows(5), Theirs=BEAST)
    table.unit("Theirs").seat = 1
    # The rear quarter ends 10 inches to the right of a point 10 inches behind the centre; models are an inch apart.
    table.unit("Mine").pose = Pose(46.0 + 2.0 - behind + 0.5, 14.0, 330.0 if behind < 0 else 0.0)
    play = volley(table, "Mine", "Theirs", {"to hit": 6, "to block": 6, "rear": 1})
    assert needs(play, "to block") == [need]


def test_the_odds_know_the_rear() -> None:
    """1/2 to hit, 1/2 to wound, and then 2 wounds more on average."""
    odds = promised(round_beast("rear"))
    assert odds["expected wounds"] == pytest.approx(3 / 4)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_battle_at_random_with_brutal_damage(seed: int) -> None:
    played("brutal_damage", seed=seed)
