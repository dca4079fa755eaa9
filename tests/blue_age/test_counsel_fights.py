"""What a computer player thinks of fights comes from the functions of play, also of a fight that is not there yet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.blue_age.fighting import field, touching
from tests.blue_age.harness import Table, draw, hero, unit
from warhost.play.battle import copied
from warhost.rulesets.blue_age.chapters.charge import move as charge_move
from warhost.rulesets.blue_age.chapters.combat import resolution, strikes
from warhost.rulesets.blue_age.chapters.combat.fights import Fight
from warhost.rulesets.blue_age.chapters.wounds import attacks
from warhost.rulesets.blue_age.core import Settings, values
from warhost.rulesets.blue_age.thinks import combat_odds
from warhost.rulesets.blue_age.thinks.counsel import BlueCounsel
from warhost.table import Arc

MEN = unit(models=10, points=80)


def counsel_of(table: Table, seat: int = 0) -> BlueCounsel:
    return BlueCounsel(copied(table.battle), seat)


def lead(table: Table, *charging: str) -> float:
    """By how many points A leads over X without any blow, as the counsel thinks."""
    for one in table.battle.units:
        one.weapon = "Hand Weapon"
    counsel = counsel_of(table)
    units = {one.name: one for one in counsel.battle.units}
    come = {units[name].id for name in charging}
    with counsel._arrived([units["A"]], [units["X"]], come) as (own, foes):
        fight = Fight(counsel.battle, [one.id for one in (*own, *foes)])
        return counsel._bonus(fight, own, come) - counsel._bonus(fight, foes, come)


# The score


@pytest.mark.rule("blue.resolution.score_both_sides")
@pytest.mark.parametrize(
    ("one", "other", "ahead"),
    [
        ({}, {}, 0),
        ({"bannerman": True}, {}, 1),
        ({}, {"bannerman": True}, -1),
        ({"rules": ["Fear"]}, {}, 1),
        ({"type": "monstrous infantry"}, {"bannerman": True, "rules": ["Terror"]}, -1),
    ],
)
def test_the_score_it_thinks_of_is_that_of_play(one: Any, other: Any, ahead: int) -> None:
    table = touching(unit(models=3, **one), unit(models=3, **other))
    scores = [resolution.score(table.battle, Fight(table.battle, (0, 1)), seat).total for seat in range(2)]
    assert lead(table) == ahead == scores[0] - scores[1]


@pytest.mark.rule("blue.combat_score.charge", "blue.combat_score.outnumber")
def test_a_charge_and_every_unit_more_count_before_they_are_there() -> None:
    table = draw("A at 24,10 | B at 34,10 | X at 24,20 face 180", A=MEN, B=MEN, X=MEN)
    assert lead(table, "A") == 1
    counsel = counsel_of(table)
    a, b, x = counsel.battle.units
    assert counsel.against([a, b], [x]).wins > counsel.against([a], [x]).wins


@pytest.mark.rule("blue.warbanner.combat_resolution")
@pytest.mark.parametrize(("place", "ahead"), [("40,40", 1), ("24,24", 2), ("24,5", 1)])
def test_a_warbanner_counts_where_the_fight_would_be(place: str, ahead: int) -> None:
    # Near X it counts after the charge of A; near A, which leaves it behind, it does not.
    table = draw(f"A at 24,8 | H at {place} | X at 24,20 face 180", A=MEN, H=hero(warbanner=True), X=MEN)
    assert lead(table, "A") == ahead


@pytest.mark.rule("blue.warbanner.combat_resolution")
def test_a_warbanner_comes_with_those_who_charge() -> None:
    table = draw("A at 24,8 | H at 24,9.5 | X at 24,20 face 180", A=MEN, H=hero(warbanner=True), X=MEN)
    assert lead(table.join("H", "A"), "A") == 2


GROUNDS = [
    ("", 0),
    ("hill 24,10 20x10", 1),
    ("heavy_woods 24,18 20x6", -1),
    ("low_obstacle 24,16.2 20x0.4", 0),
]


@pytest.mark.rule("blue.combat_score.charge_downhill", "blue.combat_score.charged_in_terrain")
@pytest.mark.parametrize(("board", "ahead"), GROUNDS)
def test_a_charge_it_thinks_of_leaves_units_as_one_that_arrives(board: str, ahead: int) -> None:
    table = field('A at 24,10 form="line" | X at 24,18 face 180 form="line"', None, board, A=unit(), X=unit(models=3))
    assert lead(table, "A") == 1 + ahead
    there = copied(table.battle)
    unit_, goal = there.units
    reached, ends, ways = charge_move.closing(there, unit_, [goal], 12.0)
    charge_move.arrive(there, unit_, reached, ends, ways)
    counsel = counsel_of(table)
    with counsel._arrived(counsel.battle.units[:1], counsel.battle.units[1:], {0}) as ((own,), (foe,)):
        assert (own.charged, own.flanked, own.downhill) == (unit_.charged, unit_.flanked, unit_.downhill)
        assert (foe.charged_by, foe.charged_in, foe.obstacle) == (goal.charged_by, goal.charged_in, goal.obstacle)


def test_thinking_leaves_the_battle_as_it_is() -> None:
    table = field("A at 24,10 | B at 30,10 | X at 24,18 face 180", None, "hill 24,10 20x10", A=MEN, B=MEN, X=MEN)
    counsel = counsel_of(table)
    before, units = copied(counsel.battle), list(counsel.battle.units)
    assert counsel.against(units[:2], units[2:]).wins > 0.5
    assert counsel.battle == before
    assert all(one is other for one, other in zip(counsel.battle.units, units, strict=True))


def test_who_has_fought_in_this_turn_is_thought_of_in_the_next() -> None:
    table = draw("A at 24,10 | X at 24,20 face 180", A=MEN, X=MEN)
    table.unit("X").charged, table.unit("X").dashed = (0,), True
    assert lead(table, "A") == 0
    table.unit("X").fought = True
    assert lead(table, "A") == 1


# Blows


FIGHTS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({}, {}),
    ({"initiative": 6}, {"bannerman": True}),
    ({"weapons": ["Spear"]}, {"armour": ["Medium Armour", "Shield"]}),
    ({"weapons": ["Great Weapon"]}, {"armour": ["Light Armour"]}),
    ({"models": 2, "attacks": 3}, {"models": 1, "base": 60, "health": 6, "attacks": 4, "rules": ["Fear"]}),
    ({"melee": 4, "strength": 6, "models": 3}, {"models": 3, "rules": ["Unstable"]}),
    ({"rules": ["Stomp"]}, {"weapons": ["Flail"]}),
]


@pytest.mark.parametrize(("one", "other"), FIGHTS)
def test_what_a_fight_promises_is_near_the_exact_odds(one: Any, other: Any) -> None:
    table = touching(unit(**{"models": 6, **one}), unit(**{"models": 6, **other}))
    exact = combat_odds.prospect(table.battle, (0, 1))
    thought = counsel_of(table).fight(table.unit("X"))
    assert thought.wins == pytest.approx(exact.wins[0], abs=0.1)
    assert (thought.deals, thought.takes) == pytest.approx(exact.wounds, abs=0.45)
    if "Unstable" not in other.get("rules", ()):
        assert thought.fates[1].broken == pytest.approx(exact.leaves[1], abs=0.08)


@pytest.mark.rule("blue.melee_mod.defender_polearms", "blue.melee_mod.attacker_charged")
def test_polearms_count_against_those_who_charge_them() -> None:
    table = draw("A at 24,10 | X at 24,20 face 180", A=MEN, X=unit(models=10, weapons=["Spear"]))
    counsel = counsel_of(table)
    a, x = counsel.battle.units

    def to_hit(charger: int) -> tuple[int, int]:
        with counsel._arrived([a], [x], {charger}) as ((own,), (foe,)):
            fight = Fight(counsel.battle, (0, 1))
            return counsel._to_hit(fight, own, foe, {charger}), counsel._to_hit(fight, foe, own, {charger})

    assert to_hit(0) == (0, 0)
    assert to_hit(1) == (0, 1)


@pytest.mark.rule("blue.melee_mod.attacker_in_cover", "blue.melee_mod.defender_in_cover")
@pytest.mark.parametrize(("wood", "seen"), [("24,20", (0, 1)), ("24,10", (1, 0))])
def test_who_charges_leaves_his_cover(wood: str, seen: tuple[int, int]) -> None:
    table = draw(f"48x48 light_woods {wood} 8x6 | A at 24,10 | X at 24,20 face 180", A=MEN, X=MEN)
    counsel = counsel_of(table)
    with counsel._arrived(counsel.battle.units[:1], counsel.battle.units[1:], {0}) as ((own,), (foe,)):
        fight = Fight(counsel.battle, (0, 1))
        assert (counsel._to_hit(fight, own, foe, {0}), counsel._to_hit(fight, foe, own, {0})) == seen


@pytest.mark.rule("blue.fight.initiative_order", "blue.melee_quality.slow")
def test_who_strikes_later_strikes_less() -> None:
    def takes(initiative: int) -> float:
        men, other = unit(models=4, initiative=initiative, attacks=3, melee=3), unit(models=4, initiative=5)
        return counsel_of(touching(men, other)).fight(touching(men, other).unit("X")).takes

    assert takes(6) < 0.8 * takes(5) == pytest.approx(0.8 * takes(4))


@pytest.mark.rule("blue.special.furious_charge", "blue.melee_quality.lance", "blue.special.impact_attacks")
@pytest.mark.parametrize("more", [{"rules": ["Furious Charge"]}, {"weapons": ["Lance"]}, {"type": "cavalry"}])
def test_what_a_charge_adds_to_blows_counts_before_it_is_made(more: Any) -> None:
    def deals(**fields: Any) -> tuple[float, float]:
        table = draw("A at 24,10 | X at 24,20 face 180", A=unit(models=6, **fields), X=MEN)
        counsel = counsel_of(table)
        a, x = counsel.battle.units
        return counsel.duel(a, x, Arc.FRONT).deals, counsel.duel(x, a, Arc.FRONT).takes

    with_it, without = deals(**more), deals(weapons=more.get("weapons", []) and ["Spear"])
    assert with_it[0] - without[0] > with_it[1] - without[1] + 0.1


def test_a_fight_in_which_both_stay_goes_on_while_there_are_turns() -> None:
    def values_of(turns: int, **fields: Any) -> tuple[float, float]:
        table = touching(unit(models=4, points=40, rules=["Unbreakable"]), unit(models=4, points=40, **fields))
        counsel = counsel_of(table)
        counsel.turns_left = turns
        fight = counsel.fight(table.unit("X"))
        return fight.gain, fight.deals

    (last, deals), (one_more, same) = values_of(0, rules=["Unbreakable"]), values_of(1, rules=["Unbreakable"])
    assert (one_more, same) == pytest.approx((2 * last, deals), rel=0.05)
    assert values_of(1, spirit=10)[0] < 2 * values_of(0, spirit=10)[0]


@pytest.mark.rule("blue.special.unstable_wounds")
def test_unstable_losers_crumble() -> None:
    def loses(*rules: str) -> float:
        table = touching(unit(models=6, attacks=3), unit(models=10, attacks=0, points=80, rules=[*rules]))
        return counsel_of(table).fight(table.unit("X")).gain

    assert loses("Unstable") > loses("Unbreakable") + 10.0


@pytest.mark.rule("blue.melee_quality.two_handed_shield", "blue.fight.attack_dice")
def test_a_weapon_is_chosen_by_what_the_fight_promises_with_it() -> None:
    def promised(enemy: Any) -> dict[str, float]:
        men = unit(
            models=6, points=60, armour=["Heavy Armour", "Great Shield"], weapons=["Great Weapon", "Morning Star"]
        )
        counsel = counsel_of(touching(men, enemy))
        return {
            name: sum(term[0] for term in counsel.armed(counsel.unit(0), name))
            for name in ("Great Weapon", "Morning Star")
        }

    giant = promised(unit(health=12, grit=6, attacks=1, armour=["Heavy Armour"], base=100, points=120))
    crowd = promised(unit(models=6, attacks=3, points=60, initiative=6))
    assert giant["Great Weapon"] > giant["Morning Star"]
    assert crowd["Great Weapon"] < crowd["Morning Star"]


# What it takes from play


def test_the_mean_and_the_variance_of_a_lot_are_those_of_its_spread() -> None:
    battle = touching(unit(models=5), unit(health=3, armour=["Light Armour"])).battle
    weapon = values.melee_arms(battle.entry(battle.units[0]))[0]
    lot = strikes.guarded(
        battle, strikes.with_weapon(battle, battle.units[0], battle.units[1], weapon, 5, reaching=False)
    )
    spread = attacks.spread_of(battle, lot)
    mean = sum(wounds * chance for (wounds, _), chance in spread.items())
    variance = sum((wounds - mean) ** 2 * chance for (wounds, _), chance in spread.items())
    assert attacks.mean_and_variance(battle, lot) == pytest.approx((mean, variance))


@pytest.mark.rule("blue.resolution.spirit_test", "blue.resolution.margin_modifier")
@pytest.mark.parametrize("breaks_on", ["natural", "modified"])
@pytest.mark.parametrize("rules", [[], ["Elite"], ["Unbreakable"]])
def test_the_chances_to_stay_are_those_of_the_losers_test(breaks_on: Any, rules: list[str]) -> None:
    battle = touching(MEN, unit(models=10, rules=rules), Settings(breaks_on=breaks_on)).battle
    loser = battle.units[1]
    fates = [resolution.fates(battle, resolution.loser_trial(battle, loser, margin)) for margin in range(13)]
    assert resolution.chances_to_stay(battle, loser, range(13)) == pytest.approx([one["stays"] for one in fates])
